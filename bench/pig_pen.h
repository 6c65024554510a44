#ifndef ALEA_BENCH_PIG_PEN_H
#define ALEA_BENCH_PIG_PEN_H
/* Pig-Pen by its rules (docs, `alea games pig-pen`), for any function that decides whether to roll: the thresholds of
   textbook_pig_pen.c, and the WebAssembly bots of yardstick.c. Every game must end with these bots. */
#include "bench/textbook.h"

#include <stdbool.h>

typedef struct pen {
    int players, turns, score[TEXTBOOK_PLAYERS];
    int leader; /* the seat that holds more than the goal; -1: nobody yet */
} pen;

/* Does the player in `seat` roll again, with `turn` points on the table? */
typedef bool pen_rolls(void *user, const pen *, int seat, int turn);

#define PEN_INLINE static inline __attribute__((always_inline)) /* so that the compiler knows `rolls` */

/* One turn, from the forced first roll to the score that the player has after it. */
PEN_INLINE int pen_turn(const pen *p, int seat, pen_rolls *rolls, void *user, alea__stream *random)
{
    int turn = 0, doubles = 0;
    for (;;) {
        int a = textbook_die(random), b = textbook_die(random);
        if (a == 1 && b == 1) return 0;
        if (a + b == 7) return p->score[seat];
        doubles = a == b ? doubles + 1 : 0;
        if (doubles == 3) return 0;
        turn += a + b;
        if (p->score[seat] + turn == TEXTBOOK_GOAL) return 0;
        if (a != b && !rolls(user, p, seat, turn)) return p->score[seat] + turn;
    }
}

/* Plays until play comes back to the leader, who wins; returns who. */
PEN_INLINE int pen_game(pen *p, int players, pen_rolls *rolls, void *user, alea__stream *random)
{
    *p = (pen){.players = players, .leader = -1};
    for (int seat = 0; seat != p->leader; seat = seat + 1 < players ? seat + 1 : 0) {
        p->turns++;
        p->score[seat] = pen_turn(p, seat, rolls, user, random);
        if (p->score[seat] > (p->leader < 0 ? TEXTBOOK_GOAL : p->score[p->leader])) p->leader = seat;
    }
    return p->leader;
}

/* A dollar for each point behind the winner, two for a player who has none. */
PEN_INLINE void pen_pay(const pen *p, int winner, textbook_count *count)
{
    int won = 0;
    for (int seat = 0; seat < p->players; seat++) {
        int pays = (p->score[winner] - p->score[seat]) * (p->score[seat] == 0 ? 2 : 1);
        count->money[seat] -= pays;
        count->money_squared[seat] += pays * pays;
        won += pays;
    }
    textbook_count_turns(count, p->turns);
    count->wins[winner]++;
    count->money[winner] += won;
    count->money_squared[winner] += won * won;
}
#endif
