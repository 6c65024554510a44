/* Pig-Pen between thresholds: at least n points a turn, but no more than it takes to lead; after a leader, until above. */
#include "bench/pig_pen.h"

static bool rolls(void *user, const pen *p, int seat, int turn)
{
    const textbook_pig_pen *match = user;
    int total = p->score[seat] + turn;
    if (p->leader >= 0) return total <= p->score[p->leader];
    return turn < match->hold_at[seat] && total <= TEXTBOOK_GOAL;
}

alea_status textbook_pig_pen_hold(void *user, uint64_t seed, uint64_t games, bench_sum *sum,
                                  alea_error *error)
{
    const textbook_pig_pen *match = user;
    textbook_count count = {0};
    alea__stream random;
    pen p;
    (void)error;
    alea__stream_start(&random, seed, 0, 0, 0);
    for (uint64_t i = 0; i < games; i++)
        pen_pay(&p, pen_game(&p, match->players, rolls, user, &random), &count);
    textbook_means(&count, games, match->players, sum);
    return ALEA_OK;
}
