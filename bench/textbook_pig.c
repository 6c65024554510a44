/* Pig for two: a 1 loses the turn, and the first player to bank 100 wins. */
#include "bench/textbook.h"

#include <stdbool.h>

/* Does the mover hold, with `own` in the bank and `turn` on the table? */
typedef bool textbook_holds(const textbook_pig *, int mover, int own, int other, int turn);

static bool hold_at(const textbook_pig *pig, int mover, int own, int other, int turn)
{
    (void)other;
    return turn >= pig->hold_at[mover] || own + turn >= TEXTBOOK_GOAL;
}

static bool table(const textbook_pig *pig, int mover, int own, int other, int turn)
{
    if (mover != 0) return hold_at(pig, mover, own, other, turn);
    return turn >= pig->table[own][other] || own + turn >= TEXTBOOK_GOAL;
}

/* T. W. Neller, C. G. M. Presser: Practical Play of the Dice Game Pig (The UMAP Journal 31, 2010): keep pace and end race. */
static bool keep_pace(const textbook_pig *pig, int mover, int own, int other, int turn)
{
    if (mover != 0) return hold_at(pig, mover, own, other, turn);
    if (own + turn >= TEXTBOOK_GOAL) return true;
    if (own >= 71 || other >= 71) return false;
    return turn >= (172 + other - own) / 8; /* 21.5 + (other - own) / 8, rounded down */
}

static inline __attribute__((always_inline)) int
play_turn(const textbook_pig *pig, textbook_holds *holds, int mover, int own, int other, alea__stream *random)
{
    int turn = 0;
    do {
        int die = textbook_die(random);
        if (die == 1) return 0;
        turn += die;
    } while (!holds(pig, mover, own, other, turn));
    return turn;
}

static inline __attribute__((always_inline)) int play_game(const textbook_pig *pig, textbook_holds *holds,
                                                           alea__stream *random, int *turns)
{
    int score[2] = {0, 0}, mover = 0;
    for (*turns = 0;;) {
        ++*turns;
        score[mover] += play_turn(pig, holds, mover, score[mover], score[1 - mover], random);
        if (score[mover] >= TEXTBOOK_GOAL) return mover;
        mover = 1 - mover;
    }
}

/* Inlined with a constant `holds`, so that the compiler specialises the program for each policy. */
static inline __attribute__((always_inline)) alea_status play(const textbook_pig *pig, textbook_holds *holds,
                                                              uint64_t seed, uint64_t games, bench_sum *sum)
{
    textbook_count count = {0};
    alea__stream random;
    alea__stream_start(&random, seed, 0, 0, 0);
    for (uint64_t i = 0; i < games; i++) {
        int turns;
        count.wins[play_game(pig, holds, &random, &turns)]++;
        textbook_count_turns(&count, turns);
    }
    textbook_means(&count, games, 2, sum);
    return ALEA_OK;
}

alea_status textbook_pig_hold(void *user, uint64_t seed, uint64_t games, bench_sum *sum, alea_error *error)
{
    (void)error;
    return play(user, hold_at, seed, games, sum);
}

alea_status textbook_pig_table(void *user, uint64_t seed, uint64_t games, bench_sum *sum, alea_error *error)
{
    (void)error;
    return play(user, table, seed, games, sum);
}

alea_status textbook_pig_keep_pace(void *user, uint64_t seed, uint64_t games, bench_sum *sum,
                                   alea_error *error)
{
    (void)error;
    return play(user, keep_pace, seed, games, sum);
}
