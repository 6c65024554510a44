#pragma once
/* Shared by the text and the JSON of records. */
#include "base/assert.h"
#include <alea/view.h>

/* The events of a game that are shown; with `taken_back`, its whole history. */
typedef struct alea__shown_events {
    const alea_event *event;
    size_t count;
} alea__shown_events;

static inline alea__shown_events alea__events_of(const alea_record_game *g, bool taken_back)
{
    if (taken_back && g->history) return (alea__shown_events){g->history, g->history_count};
    return (alea__shown_events){g->event, g->count};
}

/* The position after event `i` of them. */
static inline const alea_state *alea__state_after(const alea_record_game *g, alea__shown_events shown,
                                                  size_t i)
{
    ALEA_ASSERT(i < shown.count);
    return i + 1 < shown.count ? &shown.event[i + 1].before : &g->end;
}
