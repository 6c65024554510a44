#pragma once
/* The counts of a run: whole numbers only, so that the sum of tallies does not depend on their order. Freestanding,
   and made of 64-bit words only, because the sandbox returns its tally as a list of words. Indexed by bot, then by
   seat. */
#include <stdbool.h>
#include <stdint.h>

enum { ALEA__TALLY_SEATS = 8 };

typedef struct alea__tally {
    uint64_t games, unfinished, turns;
    uint64_t wins[ALEA__TALLY_SEATS][ALEA__TALLY_SEATS];
    int64_t money[ALEA__TALLY_SEATS][ALEA__TALLY_SEATS];
    uint64_t money_squared[ALEA__TALLY_SEATS]
                          [2]; /* sum over games of a bot's dollars squared: low and high word */
    /* The same for a bot's points, in families that are `scored`. */
    int64_t score[ALEA__TALLY_SEATS];
    uint64_t score_squared[ALEA__TALLY_SEATS][2];
} alea__tally;

/* Who sits in `seat` in game `game`: bot i sits in seat (i + game) mod players, or always in seat i. */
static inline uint32_t alea__bot_in_seat(bool rotate, uint32_t players, uint64_t game, uint32_t seat)
{
    return rotate ? (seat + players - (uint32_t)(game % players)) % players : seat;
}

/* Adds to a number of two words, low and high. */
static inline void alea__add_wide(uint64_t sum[2], uint64_t low, uint64_t high)
{
    sum[0] += low;
    sum[1] += high + (sum[0] < low);
}

static inline void alea__add_square(uint64_t sum[2], int64_t number)
{
    uint64_t n = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    uint64_t high = n >> 32, low = n & UINT32_MAX, cross = high * low;
    alea__add_wide(sum, low * low, high * high);
    alea__add_wide(sum, cross << 33, cross >> 31);
}

/* Adds a bot's final score in one game. */
static inline void alea__tally_score(alea__tally *tally, uint32_t bot, int64_t score)
{
    tally->score[bot] += score;
    alea__add_square(tally->score_squared[bot], score);
}

/* Adds one tally to another, field by field. */
static inline void alea__tally_add(alea__tally *sum, const alea__tally *more)
{
    sum->games += more->games;
    sum->unfinished += more->unfinished;
    sum->turns += more->turns;
    for (int b = 0; b < ALEA__TALLY_SEATS; b++) {
        for (int s = 0; s < ALEA__TALLY_SEATS; s++) {
            sum->wins[b][s] += more->wins[b][s];
            sum->money[b][s] += more->money[b][s];
        }
        alea__add_wide(sum->money_squared[b], more->money_squared[b][0], more->money_squared[b][1]);
        sum->score[b] += more->score[b];
        alea__add_wide(sum->score_squared[b], more->score_squared[b][0], more->score_squared[b][1]);
    }
}
