/* Despirala solved: every set of combinations, number of goods, roll and target. */
#include "bench/textbook_despirala_plan.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef textbook_despirala_solver solver;
typedef textbook_despirala_target target;

/* ---- rolls ---- */

static double ways(const int *count, int dice)
{
    double all = 1;
    for (int d = 2; d <= dice; d++) all *= d;
    for (int f = 0; f < SIDES; f++)
        for (int d = 2; d <= count[f]; d++) all /= d;
    return all;
}

static void add_rolls(solver *s, int *count, int face, int left)
{
    count[face] = left;
    if (face == SIDES - 1) {
        memcpy(s->roll[s->rolls], count, sizeof s->roll[0]);
        s->chance[s->rolls++] = ways(count, DICE) / 46656;
        return;
    }
    for (int k = 0; k <= left; k++) {
        count[face] = k;
        add_rolls(s, count, face + 1, left - k);
    }
}

/* ---- targets ---- */

static void add_target(solver *s, int combination, int collect, const int *need, int points)
{
    target *t = &s->target[s->targets++];
    t->combination = combination;
    t->collect = collect;
    t->points = points;
    memcpy(t->need, need, sizeof t->need);
}

static int sum_of(const int *need)
{
    int sum = 0;
    for (int f = 0; f < SIDES; f++) sum += (f + 1) * need[f];
    return sum;
}

/* Targets of this many different faces, the same number of each. */
static void add_alike(solver *s, int combination, int each, int faces, int first, int *need, int points)
{
    if (faces == 0) {
        add_target(s, combination, 0, need, points > 0 ? points : sum_of(need));
        return;
    }
    for (int f = first; f < SIDES; f++) {
        need[f] = each;
        add_alike(s, combination, each, faces - 1, f + 1, need, points);
        need[f] = 0;
    }
}

static void add_targets(solver *s)
{
    int none[SIDES] = {0};
    for (int f = 0; f < SIDES; f++) {
        int need[SIDES] = {0};
        need[f] = DICE;
        add_target(s, f, f + 1, need, 0);
    }
    add_alike(s, 6, 2, 3, 0, none, 0);
    add_alike(s, 7, 3, 2, 0, none, 0);
    add_alike(s, 8, 4, 1, 0, none, 40);
    add_target(s, 9, 0, (const int[]){0, 0, 0, 1, 2, 3}, 45);
    add_target(s, 10, 0, (const int[]){1, 1, 1, 1, 1, 1}, 50);
    add_alike(s, 11, 6, 1, 0, none, 60);
    add_target(s, 12, 0, (const int[]){0, 0, 0, 0, 0, 6}, 70);
    add_target(s, 13, 0, (const int[]){5, 0, 0, 0, 0, 1}, 80);
}

/* ---- progress ---- */

static int state_of(const target *t, const int *dice)
{
    int state = 0;
    for (int f = SIDES - 1; f >= 0; f--)
        state = state * (t->need[f] + 1) + (dice[f] < t->need[f] ? dice[f] : t->need[f]);
    return state;
}

static void dice_of(const target *t, int state, int *dice)
{
    for (int f = 0; f < SIDES; f++) {
        dice[f] = state % (t->need[f] + 1);
        state /= t->need[f] + 1;
    }
}

/* All rolls of the dice that are left. */
static void add_steps(target *t, int state, int *count, int face, int left, int dice)
{
    int kept[SIDES];
    double all = 1;
    if (face < SIDES - 1) {
        for (int k = 0; k <= left; k++) {
            count[face] = k;
            add_steps(t, state, count, face + 1, left - k, dice);
        }
        return;
    }
    count[face] = left;
    dice_of(t, state, kept);
    for (int f = 0; f < SIDES; f++) kept[f] += count[f];
    for (int d = 0; d < dice; d++) all *= (double)SIDES;
    int i = 0, to = state_of(t, kept);
    while (i < t->steps[state] && t->to[state][i] != to) i++;
    if (i == t->steps[state]) {
        t->to[state][t->steps[state]++] = to;
        t->chance[state][i] = 0;
    }
    t->chance[state][i] += ways(count, dice) / all;
}

static void prepare(solver *s, target *t)
{
    int count[SIDES];
    t->states = 1;
    for (int f = 0; f < SIDES; f++) t->states *= t->need[f] + 1;
    t->done = t->states - 1;
    for (int state = 0; state < t->states; state++) {
        dice_of(t, state, count);
        for (int f = 0; f < SIDES; f++) t->dice[state] += count[f];
        if (t->dice[state] > DICE || (state == t->done && !t->collect)) continue;
        const int left = DICE - t->dice[state];
        memset(count, 0, sizeof count);
        add_steps(t, state, count, 0, left, left);
    }
    for (int r = 0; r < s->rolls; r++) t->state_of[r] = state_of(t, s->roll[r]);
}

/* ---- solving ---- */

static double better(const solver *s, double a, double b)
{
    return (s->misere ? a < b : a > b) ? a : b;
}

static void follow(solver *s, int index, const double *next, int goods)
{
    const target *t = &s->target[index];
    for (int g = 0; g <= goods; g++)
        for (int state = 0; state < t->states; state++) {
            double roll = 0, *worth = &s->worth[g][index][state];
            const double here = next[g] + (t->collect         ? t->collect * t->dice[state]
                                           : state == t->done ? t->points
                                                              : 0);
            *worth = here;
            if (g == 0 || state == t->done) continue;
            for (int i = 0; i < t->steps[state]; i++)
                roll += t->chance[state][i] * s->worth[g - 1][index][t->to[state][i]];
            *worth = t->collect ? better(s, here, roll) : roll;
        }
}

static void solve_mask(solver *s, int mask)
{
    int used = 0;
    for (int c = 0; c < COMBINATIONS; c++) used += mask >> c & 1;
    const int goods = GAIN * (used + 1);
    for (int t = 0; t < s->targets; t++) {
        const int next = mask | 1 << s->target[t].combination;
        if (next != mask) follow(s, t, s->value[next] + (next == MASKS - 1 ? 0 : GAIN), goods);
    }
    for (int g = 0; g <= goods; g++) {
        double value = 0;
        for (int r = 0; r < s->rolls; r++) {
            double best = s->misere ? 1e9 : -1e9;
            for (int t = 0; t < s->targets; t++)
                if (!(mask >> s->target[t].combination & 1))
                    best = better(s, best, s->worth[g][t][s->target[t].state_of[r]]);
            if (!s->misere && g > 0) best = better(s, best, s->value[mask][g - 1]);
            value += s->chance[r] * best;
        }
        s->value[mask][g] = value;
    }
}

textbook_despirala_solver *textbook_despirala_solve(bool misere, textbook_despirala_note *note, void *user)
{
    int count[SIDES] = {0};
    solver *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    s->misere = misere;
    add_rolls(s, count, 0, DICE);
    add_targets(s);
    for (int t = 0; t < s->targets; t++) prepare(s, &s->target[t]);
    for (int g = 0; g < GOODS; g++) s->value[MASKS - 1][g] = g;
    for (int mask = MASKS - 2; mask >= 0; mask--) {
        solve_mask(s, mask);
        if (note) note(user, s, mask);
    }
    return s;
}

double textbook_despirala(bool misere)
{
    solver *s = textbook_despirala_solve(misere, NULL, NULL);
    const double value = s ? s->value[0][GAIN] : -1;
    free(s);
    return value;
}
