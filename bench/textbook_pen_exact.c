/* Pig-Pen for two as textbooks compute it: value iteration. The end is computed from the highest leader down, since each
   leader is followed by a higher one. Before that, who loses everything goes back to low scores, so that sweeps go over
   all positions. */
#include "bench/textbook.h"

#include <math.h>
#include <stdlib.h>

enum {
    GOAL = TEXTBOOK_GOAL,
    FACES = 6,
    MEMORIES = 3, /* no double so far in a row, one, two */
    MOST_TOP = 480,
    DOUBLE = 2 * FACES,
    FORCED = (MEMORIES - 1) * DOUBLE, /* that doubles add at most after a decision to roll */
    TOTALS = MOST_TOP + FORCED + DOUBLE
};
static const double enough = 1e-12;
/* Enough for dollars and wins: what one leader gets the next loses, and the errors cancel (220 and 400 agree in twelve
   digits). Turns add up, and need the highest top. */
static const int low_top = 240;
static const int ways[] = {0, 0, 0, 2, 2, 4,
                           4, 0, 4, 4, 2, 2}; /* of a sum other than seven, without doubles */

/* What the mover expects at the beginning of a turn: [own][other]. Who has more than the goal while the other moves leads. */
typedef double pen_table[MOST_TOP + 1][MOST_TOP + 1];

typedef struct pen_players {
    pen_table *table[2];
    int hold_at[2]; /* 0: plays optimally */
    textbook_pen_quantity quantity;
    int top; /* a leader above it has won: play hardly ever comes so far */
} pen_players;

/* One turn of `player` with `own` points against `other`. Totals include `own`. */
typedef struct pen_turn {
    const pen_players *players;
    int player, own, other;
    double bust, wiped;
    double forced[MEMORIES][TOTALS]; /* by the total, for a player who must roll */
    double free[TOTALS];             /* for a player who may hold */
} pen_turn;

static inline double pen_paid(int winner, int loser)
{
    return (winner - loser) * (loser == 0 ? 2 : 1);
}

/* A turn ends with this total. Who does not overtake a leader has lost. */
static inline double pen_end(const pen_turn *t, int total)
{
    const pen_players *p = t->players;
    const bool lost = t->other > GOAL && total <= t->other, won = total > p->top;
    const double next = lost || won ? 0 : (*p->table[1 - t->player])[t->other][total];
    if (p->quantity == TEXTBOOK_PEN_TURNS) return 1 + won + next;
    if (p->quantity == TEXTBOOK_PEN_WIN) return lost ? 0 : 1 - next;
    return lost ? -pen_paid(t->other, total) : won ? pen_paid(total, t->other) : -next;
}

/* The value of a roll with this total, after `doubles` in a row. */
static inline double pen_roll(const pen_turn *t, int total, int doubles)
{
    const bool last = doubles == MEMORIES - 1;
    double sum = (double)FACES * t->bust + (last ? (double)FACES : 1) * t->wiped;
    for (int points = 3; points <= 11; points++)
        sum += ways[points] * (total + points == GOAL ? t->wiped : t->free[total + points]);
    for (int points = 4; points <= DOUBLE && !last; points += 2)
        sum += total + points == GOAL ? t->wiped : t->forced[doubles + 1][total + points];
    return sum / (FACES * FACES);
}

/* hold(n) rolls below n points of the turn but not above the goal, and after a leader until it leads. */
static inline bool pen_goes_on(const pen_turn *t, int total, double hold)
{
    const int n = t->players->hold_at[t->player];
    if (n == 0) return t->forced[0][total] > hold;
    return t->other > GOAL ? total <= t->other : total - t->own < n && total <= GOAL;
}

/* The highest total with which the mover may roll on. */
static int pen_top(const pen_turn *t)
{
    const int n = t->players->hold_at[t->player];
    if (n == 0) return t->players->top;
    if (t->other > GOAL) return t->other;
    return t->own + n - 1 < GOAL ? t->own + n - 1 : GOAL;
}

/* From the highest total down. Returns the change of the value of the beginning. */
static double pen_solve_turn(const pen_players *players, int player, int own, int other)
{
    pen_turn t;
    t.players = players;
    t.player = player;
    t.own = own;
    t.other = other;
    t.bust = pen_end(&t, own);
    t.wiped = pen_end(&t, 0);
    const int top = pen_top(&t);
    for (int total = top + FORCED + DOUBLE - 1; total >= own; total--) {
        t.free[total] = pen_end(&t, total);
        for (int doubles = MEMORIES - 1; doubles >= 0; doubles--)
            if (total <= top + doubles * DOUBLE) t.forced[doubles][total] = pen_roll(&t, total, doubles);
        if (total <= top && pen_goes_on(&t, total, t.free[total])) t.free[total] = t.forced[0][total];
    }
    double *start = &(*players->table[player])[own][other];
    const double change = fabs(t.forced[0][own] - *start);
    *start = t.forced[0][own];
    return change;
}

/* Both players, or for the best play the one. Returns the greater change. */
static double pen_solve_cell(const pen_players *p, int own, int other)
{
    double change = pen_solve_turn(p, 0, own, other);
    if (p->table[1] != p->table[0]) change = fmax(change, pen_solve_turn(p, 1, own, other));
    return change;
}

static void pen_solve(const pen_players *p)
{
    double change = 1;
    for (int leader = p->top; leader > GOAL; leader--)
        for (int own = 0; own < leader; own++)
            if (own != GOAL) pen_solve_cell(p, own, leader);
    while (change > enough) {
        change = 0;
        for (int sum = 2 * GOAL - 2; sum >= 0; sum--)
            for (int own = sum < GOAL ? 0 : sum - GOAL + 1; own <= sum && own < GOAL; own++)
                change = fmax(change, pen_solve_cell(p, own, sum - own));
    }
}

double textbook_pen_best(void)
{
    pen_table *table = calloc(1, sizeof *table);
    if (!table) return NAN;
    const pen_players p = {.table = {table, table}, .quantity = TEXTBOOK_PEN_DOLLARS, .top = low_top};
    pen_solve(&p);
    const double dollars = table[0][0][0];
    free(table);
    return dollars;
}

bool textbook_pen_result(const int hold_at[2], textbook_pen_quantity quantity, double out[2])
{
    pen_table *table = calloc(2, sizeof *table);
    if (!table) return false;
    const pen_players p = {.table = {table, table + 1},
                           .hold_at = {hold_at[0], hold_at[1]},
                           .quantity = quantity,
                           .top = quantity == TEXTBOOK_PEN_TURNS ? MOST_TOP : low_top};
    pen_solve(&p);
    const double other_first = table[1][0][0];
    out[0] = table[0][0][0];
    out[1] = quantity == TEXTBOOK_PEN_TURNS ? other_first
             : quantity == TEXTBOOK_PEN_WIN ? 1 - other_first
                                            : -other_first;
    free(table);
    return true;
}
