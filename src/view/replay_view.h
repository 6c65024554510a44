#ifndef ALEA_VIEW_REPLAY_VIEW_H
#define ALEA_VIEW_REPLAY_VIEW_H
/* Records, shown: what the text and the JSON share. */
#include <alea/view.h>

/* What is shown of a game: its events, or with `taken_back` its history. */
typedef struct alea__shown_events {
    const alea_event *event;
    size_t count;
} alea__shown_events;
alea__shown_events alea__events_of(const alea_record_game *, bool taken_back);

/* The position after event `i` of them. */
const alea_state *alea__state_after(const alea_record_game *, alea__shown_events, size_t i);

alea_status alea__replay_json(const alea_record *, bool taken_back, char **out, alea_error *);
#endif
