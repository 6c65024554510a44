/* The distribution of Despirala's scores under a plan, forward from the start: for every set of combinations and number
   of goods, the probability of every number of points. Attempts are followed roll by roll with one probability, and
   each of their ends moves a whole row of points. A set is freed when it is done. */
#include "bench/textbook_despirala_plan.h"

#include <stdlib.h>
#include <string.h>

enum { SCORES = TEXTBOOK_DESPIRALA_SCORES };

/* Probabilities on the way: [goods][points] of each set that was reached. */
typedef struct spread {
    const textbook_despirala_plan *plan;
    int most[COMBINATIONS]; /* points of each combination */
    double *reached[MASKS]; /* owned */
    int mask, goods;        /* that are left by now */
    bool failed;            /* there was no memory */
    bool chosen[TARGETS];
    double start[TARGETS][STATES]; /* the probability to attempt a target with this progress */
} spread;

static int spread_width(const spread *s, int mask)
{
    int points = 1;
    for (int c = 0; c < COMBINATIONS; c++) points += mask >> c & 1 ? s->most[c] : 0;
    return points;
}

/* The most goods possible. After the last combination none are gained. */
static int spread_most_goods(int mask)
{
    const int used = __builtin_popcount((unsigned)mask);
    return GAIN * (used < COMBINATIONS ? used + 1 : used);
}

/* The probabilities of a set, made when it is reached first. */
static double *spread_of(spread *s, int mask)
{
    const size_t rows = (size_t)spread_most_goods(mask) + 1;
    if (!s->reached[mask]) s->reached[mask] = calloc(rows * (size_t)spread_width(s, mask), sizeof(double));
    if (!s->reached[mask]) s->failed = true;
    return s->reached[mask];
}

/* An attempt ends with this probability, with this many goods and points. */
static void spread_end(spread *s, const textbook_despirala_target *t, int goods, int points, double chance)
{
    const int next = s->mask | 1 << t->combination, gain = next == MASKS - 1 ? 0 : GAIN,
              width = spread_width(s, s->mask);
    const double *from = s->reached[s->mask] + (size_t)s->goods * (size_t)width;
    double *to = spread_of(s, next);
    if (!to) return;
    to += (size_t)(goods + gain) * (size_t)spread_width(s, next) + points;
    for (int i = 0; i < width; i++) to[i] += chance * from[i];
}

/* Whether the attempt ends in this state; else the other dice are rolled for a good. */
static bool spread_stops(const spread *s, const textbook_despirala_target *t, int state, int goods)
{
    if (goods == 0 || state == t->done) return true;
    return t->collect && !(s->plan->go_on[s->mask][goods][t->collect - 1] >> state & 1);
}

/* Follows an attempt from the probabilities of its states, good after good. */
static void spread_attempt(spread *s, const textbook_despirala_target *t, const double *start)
{
    double now[STATES], next[STATES], going = 1;
    memcpy(now, start, sizeof now);
    for (int goods = s->goods; goods >= 0 && going > 0; goods--) {
        memset(next, 0, sizeof next);
        double failed = going = 0;
        for (int state = 0; state < t->states; state++) {
            if (now[state] == 0) continue;
            if (!spread_stops(s, t, state, goods)) {
                going += now[state];
                for (int i = 0; i < t->steps[state]; i++)
                    next[t->to[state][i]] += now[state] * t->chance[state][i];
            } else if (t->collect || state == t->done)
                spread_end(s, t, goods, t->collect ? t->collect * t->dice[state] : t->points, now[state]);
            else {
                failed += now[state];
            }
        }
        if (failed > 0) spread_end(s, t, goods, 0, failed);
        memcpy(now, next, sizeof now);
    }
}

/* The moves of all rolls of a set with this many goods: attempts, and the reroll that leaves one good less. */
static void spread_moves(spread *s)
{
    const textbook_despirala_solver *solver = s->plan->solver;
    const uint8_t *move = s->plan->move[s->mask][s->goods];
    double reroll = 0;
    memset(s->start, 0, sizeof s->start);
    memset(s->chosen, 0, sizeof s->chosen);
    for (int r = 0; r < solver->rolls; r++) {
        if (move[r] == REROLL) {
            reroll += solver->chance[r];
            continue;
        }
        s->chosen[move[r]] = true;
        s->start[move[r]][solver->target[move[r]].state_of[r]] += solver->chance[r];
    }
    for (int t = 0; t < solver->targets; t++)
        if (s->chosen[t]) spread_attempt(s, &solver->target[t], s->start[t]);
    const int width = spread_width(s, s->mask);
    const double *from = s->reached[s->mask] + (size_t)s->goods * (size_t)width;
    if (reroll > 0)
        for (int i = 0; i < width; i++)
            s->reached[s->mask][(size_t)(s->goods - 1) * (size_t)width + (size_t)i] += reroll * from[i];
}

/* All numbers of goods of a set, from the highest down, since rerolls lead to lower ones. */
static void spread_set(spread *s, int mask)
{
    const int width = spread_width(s, mask);
    s->mask = mask;
    for (s->goods = spread_most_goods(mask); s->goods >= 0; s->goods--) {
        const double *from = s->reached[mask] + (size_t)s->goods * (size_t)width;
        bool met = false;
        for (int i = 0; i < width; i++) met |= from[i] > 0;
        if (met) spread_moves(s);
    }
    free(s->reached[mask]);
    s->reached[mask] = NULL;
}

/* The goods that are left count as points. */
static void spread_collect(spread *s, double out[SCORES])
{
    const int width = spread_width(s, MASKS - 1);
    memset(out, 0, SCORES * sizeof *out);
    for (int goods = 0; goods <= spread_most_goods(MASKS - 1); goods++)
        for (int i = 0; i < width; i++)
            out[goods + i] += s->reached[MASKS - 1][(size_t)goods * (size_t)width + (size_t)i];
}

bool textbook_despirala_spread(const textbook_despirala_plan *plan, double out[SCORES])
{
    spread *s = calloc(1, sizeof *s);
    if (!s) return false;
    s->plan = plan;
    for (int i = 0; i < plan->solver->targets; i++) {
        const textbook_despirala_target *t = &plan->solver->target[i];
        const int points = t->collect ? t->collect * DICE : t->points;
        if (points > s->most[t->combination]) s->most[t->combination] = points;
    }
    double *start = spread_of(s, 0);
    if (start) start[GAIN] = 1; /* the set has one column */
    for (int used = 0; used < COMBINATIONS; used++)
        for (int mask = 0; mask < MASKS && !s->failed; mask++)
            if (__builtin_popcount((unsigned)mask) == used && s->reached[mask]) spread_set(s, mask);
    if (!s->failed) spread_collect(s, out);
    const bool done = !s->failed;
    for (int mask = 0; mask < MASKS; mask++) free(s->reached[mask]);
    free(s);
    return done;
}
