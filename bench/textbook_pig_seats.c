/* Pig for two players or more, and policies that are no thresholds: random(p), turns(n), and the best play of two. */
#include "bench/textbook.h"

#include <stdlib.h>

typedef struct seats_game {
    int players, score[TEXTBOOK_PLAYERS], scored[TEXTBOOK_PLAYERS]; /* scored: turns that brought points */
} seats_game;

/* Does the player in `seat` hold, with `turn` points on the table? */
typedef bool seats_holds(const textbook_seats *, const seats_game *, int seat, int turn,
                         alea__stream *random);

static bool hold_at(const textbook_seats *match, const seats_game *g, int seat, int turn,
                    alea__stream *random)
{
    (void)random;
    return turn >= match->number[seat] || g->score[seat] + turn >= TEXTBOOK_GOAL;
}

/* Rolls on with that many chances in a hundred, also where holding would win. */
static bool at_random(const textbook_seats *match, const seats_game *g, int seat, int turn,
                      alea__stream *random)
{
    (void)g, (void)turn;
    return alea__next_word(random) >= (uint32_t)((double)UINT32_MAX * match->number[seat] / 100);
}

/* Holds at an equal share of the missing points in each scoring turn that is left. */
static bool in_turns(const textbook_seats *match, const seats_game *g, int seat, int turn,
                     alea__stream *random)
{
    (void)random;
    int left = match->number[seat] - g->scored[seat], missing = TEXTBOOK_GOAL - g->score[seat];
    if (left < 1) left = 1;
    return turn >= (missing + left - 1) / left;
}

/* The first player plays best, the second a threshold. */
static bool best(const textbook_seats *match, const seats_game *g, int seat, int turn, alea__stream *random)
{
    if (seat != 0) return hold_at(match, g, seat, turn, random);
    const int own = g->score[0];
    return own + turn >= TEXTBOOK_GOAL ||
           !match->rolls[(own * TEXTBOOK_GOAL + g->score[1]) * TEXTBOOK_GOAL + turn];
}

static inline __attribute__((always_inline)) int seats_turn(const textbook_seats *match, const seats_game *g,
                                                            int seat, seats_holds *holds,
                                                            alea__stream *random)
{
    int turn = 0;
    do {
        int die = textbook_die(random);
        if (die == 1) return 0;
        turn += die;
    } while (!holds(match, g, seat, turn, random));
    return turn;
}

/* Inlined, with `holds` known, as in textbook_pig.c. */
static inline __attribute__((always_inline)) alea_status seats_play(const textbook_seats *match,
                                                                    seats_holds *holds, uint64_t seed,
                                                                    uint64_t games, bench_sum *sum)
{
    textbook_count count = {0};
    alea__stream random;
    alea__stream_start(&random, seed, 0, 0, 0);
    for (uint64_t i = 0; i < games; i++) {
        seats_game g = {.players = match->players};
        int turns = 1;
        for (int seat = 0;; seat = seat + 1 < g.players ? seat + 1 : 0, turns++) {
            const int won = seats_turn(match, &g, seat, holds, &random);
            g.score[seat] += won;
            g.scored[seat] += won > 0;
            if (g.score[seat] < TEXTBOOK_GOAL) continue;
            count.wins[seat]++;
            break;
        }
        textbook_count_turns(&count, turns);
    }
    textbook_means(&count, games, match->players, sum);
    return ALEA_OK;
}

alea_status textbook_seats_hold(void *user, uint64_t seed, uint64_t games, bench_sum *sum, alea_error *error)
{
    (void)error;
    return seats_play(user, hold_at, seed, games, sum);
}

alea_status textbook_seats_random(void *user, uint64_t seed, uint64_t games, bench_sum *sum,
                                  alea_error *error)
{
    (void)error;
    return seats_play(user, at_random, seed, games, sum);
}

alea_status textbook_seats_turns(void *user, uint64_t seed, uint64_t games, bench_sum *sum, alea_error *error)
{
    (void)error;
    return seats_play(user, in_turns, seed, games, sum);
}

alea_status textbook_seats_best(void *user, uint64_t seed, uint64_t games, bench_sum *sum, alea_error *error)
{
    (void)error;
    return seats_play(user, best, seed, games, sum);
}
