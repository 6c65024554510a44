/* Pig's values as textbooks compute them: value iteration, by pairs of positions that reach each other (T.
   W. Neller, C. G. M. Presser: Optimal Play of the Dice Game Pig, The UMAP Journal 25, 2004). New values
   are used as soon as they are known, and turn totals go down, so that a sweep is one exact turn but for
   the value after a lost one. */
#include "bench/textbook.h"

#include <math.h>
#include <stdlib.h>

enum { GOAL = TEXTBOOK_GOAL, FACES = 6 };
static const double enough = 1e-12;

/* The mover's chance of winning at [own][other][turn total]. */
typedef double table[GOAL][GOAL][GOAL];

typedef struct players {
    table *p[2]; /* of the mover; optimal play has one table for both */
    int hold_at[2];
} players;

static inline double larger(double a, double b)
{
    return a > b ? a : b;
}

/* `turns`: the mover's chances by turn total; `lost`: after a lost turn. */
static inline double roll(const double *turns, double lost, int own, int turn)
{
    double sum = lost;
    for (int face = 2; face <= FACES; face++) sum += own + turn + face >= GOAL ? 1 : turns[turn + face];
    return sum / (double)FACES;
}

/* Both return the greatest change. */
static double best_turn(table *p, int own, int other)
{
    double *turns = (*p)[own][other], change = 0;
    const double lost = 1 - (*p)[other][own][0];
    for (int turn = GOAL - own - 1; turn >= 0; turn--) {
        double value = roll(turns, lost, own, turn);
        if (turn > 0) value = larger(value, 1 - (*p)[other][own + turn][0]);
        change = larger(change, fabs(value - turns[turn]));
        turns[turn] = value;
    }
    return change;
}

/* Who holds at n >= 1 never has more than n + 5. */
static double known_turn(table *mine, table *theirs, int n, int own, int other)
{
    double *turns = (*mine)[own][other], change = 0;
    const double lost = 1 - (*theirs)[other][own][0];
    const int most = n + FACES < GOAL - own ? n + FACES : GOAL - own;
    for (int turn = most - 1; turn >= 0; turn--) {
        const double value = turn >= n ? 1 - (*theirs)[other][own + turn][0] : roll(turns, lost, own, turn);
        change = larger(change, fabs(value - turns[turn]));
        turns[turn] = value;
    }
    return change;
}

static void settle_best(const players *g, int i, int j)
{
    for (double change = 1; change > enough;)
        change = larger(best_turn(g->p[0], i, j), i == j ? 0 : best_turn(g->p[0], j, i));
}

static void settle_known(const players *g, int i, int j)
{
    for (double change = 1; change > enough;)
        change = larger(known_turn(g->p[0], g->p[1], g->hold_at[0], i, j),
                        known_turn(g->p[1], g->p[0], g->hold_at[1], j, i));
}

/* The values of the best play; NULL when there is no memory. */
static table *best_values(void)
{
    table *p = calloc(1, sizeof *p);
    const players g = {.p = {p, p}};
    for (int sum = 2 * GOAL - 2; p && sum >= 0; sum--)
        for (int i = sum < GOAL ? 0 : sum - GOAL + 1; 2 * i <= sum; i++) settle_best(&g, i, sum - i);
    return p;
}

double textbook_pig_best(void)
{
    table *p = best_values();
    if (!p) return NAN;
    const double value = (*p)[0][0][0];
    free(p);
    return value;
}

/* A single 1 costs the turn, a double 1 the whole score. */
static double two_dice_turn(table *p, int own, int other)
{
    static const int ways[] = {0, 0, 0, 0, 1, 2, 3, 4, 5, 4, 3, 2, 1}; /* of a sum without a 1 */
    double *turns = (*p)[own][other], change = 0;
    const double lost = 1 - (*p)[other][own][0], wiped = 1 - (*p)[other][0][0];
    for (int turn = GOAL - own - 1; turn >= 0; turn--) {
        double value = 10 * lost + wiped;
        for (int sum = 4; sum <= 12; sum++)
            value += ways[sum] * (own + turn + sum >= GOAL ? 1 : turns[turn + sum]);
        value /= 36;
        if (turn > 0) value = larger(value, 1 - (*p)[other][own + turn][0]);
        change = larger(change, fabs(value - turns[turn]));
        turns[turn] = value;
    }
    return change;
}

/* A wipe leads back to low scores, so that sweeps go over all positions. */
double textbook_two_dice_best(void)
{
    table *p = calloc(1, sizeof *p);
    if (!p) return NAN;
    for (double change = 1; change > enough;) {
        change = 0;
        for (int sum = 2 * GOAL - 2; sum >= 0; sum--)
            for (int i = sum < GOAL ? 0 : sum - GOAL + 1; i <= sum && i < GOAL; i++)
                change = larger(change, two_dice_turn(p, i, sum - i));
    }
    const double value = (*p)[0][0][0];
    free(p);
    return value;
}

/* The chance to reach the goal from `own`, when holding leaves the chances `later`. */
static double solitaire_turn(const double *later, int own)
{
    double turns[GOAL];
    for (int turn = GOAL - own - 1; turn >= 0; turn--) {
        turns[turn] = roll(turns, later[own], own, turn);
        if (turn > 0) turns[turn] = larger(turns[turn], later[own + turn]);
    }
    return turns[0];
}

/* Turn after turn, from the last one back; nothing leads back to more turns. */
double textbook_solitaire_best(void)
{
    double value[GOAL] = {0};
    for (int left = 1; left <= TEXTBOOK_SOLITAIRE_TURNS; left++)
        for (int own = 0; own < GOAL; own++) value[own] = solitaire_turn(value, own);
    return value[0];
}

bool *textbook_pig_plan(void)
{
    table *p = best_values();
    bool *rolls = calloc(sizeof *p / sizeof(double), sizeof *rolls);
    for (int own = 0; p && rolls && own < GOAL; own++)
        for (int other = 0; other < GOAL; other++)
            for (int turn = 1; own + turn < GOAL; turn++)
                rolls[(own * GOAL + other) * GOAL + turn] =
                    (*p)[own][other][turn] > 1 - (*p)[other][own + turn][0];
    if (!p) {
        free(rolls);
        rolls = NULL;
    }
    free(p);
    return rolls;
}

bool textbook_pig_result(const int hold_at[2], double out[2])
{
    table *p = calloc(2, sizeof *p);
    if (!p) return false;
    const players g = {.p = {p, p + 1}, .hold_at = {hold_at[0], hold_at[1]}};
    for (int sum = 2 * GOAL - 2; sum >= 0; sum--)
        for (int i = sum < GOAL ? 0 : sum - GOAL + 1; i <= sum && i < GOAL; i++) settle_known(&g, i, sum - i);
    out[0] = (*g.p[0])[0][0][0];
    out[1] = 1 - (*g.p[1])[0][0][0];
    free(p);
    return true;
}
