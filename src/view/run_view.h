#pragma once
/* Shared by the text and the JSON of a run. */
#include "base/text.h"
#include <alea/view.h>
#include <string.h>

static inline const char *alea__path_name(alea_path path)
{
    return path == ALEA_PATH_BLOCK ? "block" : path == ALEA_PATH_STEP ? "step" : "auto";
}

/* False for a single player who plays for points. */
static inline bool alea__can_win(const alea_run_result *r)
{
    return !r->has_score || r->players > 1;
}

/* Whether dollars decide; otherwise wins do. */
static inline bool alea__ranked_by_money(const alea_run_result *r)
{
    return r->has_money && r->objective == ALEA_MONEY;
}

/* A bot's rank in the run, from 1; equal bots share a rank. */
static inline unsigned alea__run_rank(const alea_run_result *r, unsigned bot)
{
    unsigned rank = 1;
    const alea_standing *s = r->standing;
    for (unsigned i = 0; i < r->players; i++)
        rank += alea__ranked_by_money(r) ? s[i].money_total > s[bot].money_total : s[i].wins > s[bot].wins;
    return rank;
}

/* The bots by rank; those that share one stay in the order given. */
static inline void alea__run_order(const alea_run_result *r, unsigned order[ALEA_MAX_SEATS])
{
    unsigned count = 0;
    for (unsigned rank = 1; rank <= r->players; rank++)
        for (unsigned i = 0; i < r->players; i++)
            if (alea__run_rank(r, i) == rank) order[count++] = i;
}

/* A bot's own name, unless another bot in the run has the same; else its spec. */
static inline const char *alea__run_name(const alea_run_result *r, unsigned bot)
{
    const char *title = r->standing[bot].title;
    for (unsigned i = 0; i < r->players && title; i++)
        if (i != bot && r->standing[i].title && strcmp(r->standing[i].title, title) == 0) title = NULL;
    return title ? title : r->standing[bot].bot;
}

/* The title of a spread without the bot: "turns in a game". For a bot, " of " and its name follow. */
const char *alea__spread_title(alea_run_measure);

/* Values in `bars` bars of `step` each, the first from `first` on. The first and the last hold all beyond them as well. */
enum { ALEA__MOST_BARS = 40 };
typedef struct alea__bars {
    int64_t first, step;
    unsigned bars;
    uint64_t games[ALEA__MOST_BARS], most;
} alea__bars;
/* At most `most` bars between the values below and above which one game in 200 lies. */
alea__bars alea__bars_of(const alea_run_spread *, unsigned most);

/* text/run_analytics_view.c: adds the section of the distributions. */
void alea__add_analytics(alea__text *, const alea_run_result *, const alea_run_analytics *,
                         const alea_view_options *);

/* 0 when not known. */
static inline double alea__games_per_second(const alea_run_result *r, double seconds)
{
    return seconds > 0 ? (double)r->games / seconds : 0;
}
