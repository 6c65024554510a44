/* The sweep for games that the kernels cannot do: several sets of dice, a `next` that receives the points, idle turns.

   Positions are processed by the sum of their scores, from the highest down. What a turn leads to has a higher sum, unless
   the turn is idle: no dice, no points. Each position has at most one idle turn, which leads to one position of the same
   sum. So a sum is done in two steps: first what the other turns are worth, then idle turns along their chains, from the end of
   each. A chain that returns to itself is a ring. Where its players may leave it, or must now and then (for those who roll at
   random), the values around it converge: a value that only passes through maxima, minima and 1 - v is settled after two
   rounds, and a random player halves its share at least in every round. Where neither ever leaves, the game never ends, and is
   worth work->never.

   Errors: 1 - v is exact but for the first time along a chain, so a chain of any length adds at most one rounding. At a random
   player the error is that of the mean, and half of the next position's at most: twice that of one mean in all. */
#include "base/assert.h"
#include "family/hog/solve/sweep.h"

#include <math.h>
#include <string.h>

enum { DONE, LINKED, ON_PATH }; /* marks */
enum { MOST_ROUNDS = 200 };

/* A position in which a player is to move, the mover's scores first. */
typedef struct plain_place {
    unsigned side;
    uint32_t own, opponent, memory;
} plain_place;

static double *plain_values(const hog_workspace *work, unsigned side, uint32_t own, uint32_t opponent)
{
    return work->side[side].value + ((size_t)own * work->graph->goal + opponent) * work->graph->places;
}

bool hog_is_idle(const hog_rules *rules, uint32_t memory, hog_scores before, hog_scores *after)
{
    if (!rules->idles || hog_bacon(rules, before.own, before.opponent) > 0 || hog_bonus(rules, memory, 0) > 0)
        return false;
    *after = rules->after[(size_t)before.own * rules->goal + before.opponent];
    return !hog_is_over(rules, *after) && after->own + after->opponent == before.own + before.opponent;
}

/* ---- turns that are not idle ---- */

/* Adds to work->sum, by memory, the share of the values in which n dice bring these points, this many times. */
static void plain_add_points(const hog_workspace *work, const plain_place *at, uint32_t n, uint32_t points,
                             double times)
{
    double *out = work->sum;
    const hog_rules *rules = &work->graph->game->rules;
    const double *mine = NULL, *theirs = NULL;
    const hog_next *next = NULL;
    uint32_t last = UINT32_MAX;
    double end = 0;
    for (uint32_t m = 0; m < rules->memories; m++) {
        const uint32_t total = at->own + points + hog_bonus(rules, m, n);
        if (total != last) {
            const hog_scores s = rules->after[(size_t)total * rules->goal + at->opponent];
            last = total;
            next = NULL;
            end = hog_is_won(s) == (at->side == 0) && work->each <= 0;
            if (!hog_is_over(rules, s)) {
                next = hog_next_of(rules, hog_grants(rules, s), n, points);
                mine = plain_values(work, at->side, s.own, s.opponent);
                theirs = plain_values(work, work->alone ? 0 : 1 - at->side, s.opponent, s.own);
            }
        }
        if (!next)
            out[m] += times * end;
        else if (next[m].again)
            out[m] += times * mine[next[m].memory];
        else
            out[m] += times * (work->alone ? 1 - theirs[next[m].memory] : theirs[next[m].memory]);
    }
}

/* Fills work->sum with the values of n dice, by memory. Idle turns are left out, because the positions they lead to are
   still unknown. */
static void plain_turn(const hog_workspace *work, const plain_place *at, uint32_t n)
{
    const hog_graph *g = work->graph;
    double *out = work->sum;
    memset(out, 0, g->memories * sizeof *out);
    if (n == 0) {
        plain_add_points(work, at, 0, hog_bacon(&g->game->rules, at->own, at->opponent), 1);
        return;
    }
    const hog_odds *odds = hog_odds_at(g->game, at->own, at->opponent, n);
    for (uint32_t points = odds->least; points <= odds->most; points++)
        if (odds->weight[points] > 0) plain_add_points(work, at, n, points, (double)odds->weight[points]);
    for (uint32_t m = 0; m < g->memories; m++) out[m] /= (double)odds->denominator;
}

/* Whether the side may play n dice there, with any memory for a plan. */
static bool plain_may(const hog_workspace *work, const plain_place *at, uint32_t n)
{
    const hog_side *side = &work->side[at->side];
    const size_t plan = (size_t)work->graph->goal * work->graph->goal,
                 here = (size_t)at->own * work->graph->goal + at->opponent;
    if (side->source == HOG_BY_TABLE) return side->dice[here] == n;
    if (side->source != HOG_BY_PLAN) return true;
    for (uint32_t m = 0; m < work->graph->memories; m++)
        if (side->dice[m * plan + here] == n) return true;
    return false;
}

/* Takes what n dice are worth, in work->sum, into the position's values; for those who roll at random into their sum. */
static void plain_take(const hog_workspace *work, const plain_place *at, uint32_t n, double *value)
{
    const hog_graph *g = work->graph;
    const hog_side *side = &work->side[at->side];
    const size_t plan = (size_t)g->goal * g->goal, here = (size_t)at->own * g->goal + at->opponent;
    const hog_scores scores = {(uint16_t)at->own, (uint16_t)at->opponent};
    for (uint32_t m = 0; m < g->memories; m++) {
        hog_scores after;
        if (n == 0 && hog_is_idle(&g->game->rules, m, scores, &after)) continue;
        if (side->source == HOG_AT_RANDOM)
            value[m] += work->sum[m];
        else if (side->source == HOG_AT_BEST)
            value[m] = fmax(value[m], work->sum[m]);
        else if (side->source == HOG_BY_TABLE || side->dice[m * plan + here] == n)
            value[m] = work->sum[m];
    }
}

/* The values of a position without its idle turns; 0 if it has no other turns. */
static void plain_position(hog_workspace *work, const plain_place *at)
{
    const hog_graph *g = work->graph;
    double *value = plain_values(work, at->side, at->own, at->opponent);
    for (uint32_t m = 0; m < g->memories; m++) value[m] = 0;
    for (uint32_t n = 0; n <= g->dice; n++) {
        if (!plain_may(work, at, n)) continue;
        plain_turn(work, at, n);
        plain_take(work, at, n, value);
    }
    if (work->side[at->side].source == HOG_AT_RANDOM)
        for (uint32_t m = 0; m < g->memories; m++) value[m] /= g->dice + 1;
    if (work->each > 0)
        for (uint32_t m = 0; m < g->memories; m++) value[m] += work->each;
}

/* ---- idle turns ---- */

/* A number for each position of a sum. */
static uint32_t plain_number(const hog_graph *g, const plain_place *at)
{
    return (at->side * g->goal + at->own) * g->memories + at->memory;
}

static plain_place plain_numbered(const hog_graph *g, uint32_t sum, uint32_t number)
{
    const uint32_t row = number / g->memories, own = row % g->goal;
    return (plain_place){row / g->goal, own, sum - own, number % g->memories};
}

/* Whether a position's player may take an idle turn, and where it leads; *flips if its values are the other side's. */
static bool plain_link(const hog_workspace *work, const plain_place *at, plain_place *to, bool *flips)
{
    const hog_graph *g = work->graph;
    const hog_rules *rules = &g->game->rules;
    const hog_side *side = &work->side[at->side];
    const size_t here = (size_t)at->own * g->goal + at->opponent;
    hog_scores s;
    if (side->source == HOG_BY_TABLE && side->dice[here] > 0) return false;
    if (side->source == HOG_BY_PLAN && side->dice[(size_t)at->memory * g->goal * g->goal + here] > 0)
        return false;
    if (!hog_is_idle(rules, at->memory, (hog_scores){(uint16_t)at->own, (uint16_t)at->opponent}, &s))
        return false;
    const hog_next next = hog_next_of(rules, hog_grants(rules, s), 0, 0)[at->memory];
    *flips = work->alone && !next.again;
    *to = next.again ? (plain_place){at->side, s.own, s.opponent, next.memory}
                     : (plain_place){work->alone ? 0 : 1 - at->side, s.opponent, s.own, next.memory};
    return true;
}

/* A position's value from the value of the one behind its idle turn. */
static double plain_fold(const hog_workspace *work, const plain_place *at, double next)
{
    const double *value = plain_values(work, at->side, at->own, at->opponent);
    plain_place to;
    bool flips = false;
    if (!plain_link(work, at, &to, &flips)) return value[at->memory];
    const double worth = flips ? 1 - next : next;
    switch (work->side[at->side].source) {
    case HOG_AT_BEST: return fmax(value[at->memory], worth);
    case HOG_AT_RANDOM: return value[at->memory] + worth / (work->graph->dice + 1);
    default: return value[at->memory] + worth; /* work->each is there already */
    }
}

/* The value of the first position of a ring, path[0 … count - 1], in which each position leads to the next, and the last to
   the first. */
static double plain_ring(const hog_workspace *work, uint32_t sum, const uint32_t *path, uint32_t count)
{
    const hog_graph *g = work->graph;
    bool random = false;
    for (uint32_t i = 0; i < count; i++)
        random |= work->side[plain_numbered(g, sum, path[i]).side].source == HOG_AT_RANDOM;
    double value = random ? 0 : work->never;
    for (uint32_t round = 0; round < MOST_ROUNDS; round++) {
        const double before = value;
        for (uint32_t i = count; i-- > 0;) {
            const plain_place at = plain_numbered(g, sum, path[i]);
            value = plain_fold(work, &at, value);
        }
        if (value == before) break;
    }
    return value;
}

/* Follows idle turns from a position to one that is done, or to one on the path: a ring. Then all of the path is done, from its
   end. */
static void plain_chain(hog_workspace *work, uint32_t sum, uint32_t from)
{
    const hog_graph *g = work->graph;
    uint32_t count = 0;
    plain_place at = plain_numbered(g, sum, from), to = at;
    bool flips;
    while (work->mark[plain_number(g, &at)] == LINKED) {
        work->path[count++] = plain_number(g, &at);
        work->mark[plain_number(g, &at)] = ON_PATH;
        plain_link(work, &at, &to, &flips);
        at = to;
    }
    double value = plain_values(work, at.side, at.own, at.opponent)[at.memory];
    if (work->mark[plain_number(g, &at)] == ON_PATH) {
        uint32_t first = count - 1;
        while (work->path[first] != plain_number(g, &at)) first--;
        value = plain_ring(work, sum, work->path + first, count - first);
    }
    while (count-- > 0) {
        at = plain_numbered(g, sum, work->path[count]);
        value = plain_fold(work, &at, value);
        plain_values(work, at.side, at.own, at.opponent)[at.memory] = value;
        work->mark[work->path[count]] = DONE;
    }
}

/* Follows the idle turns of a sum, after its other turns are done. */
static void plain_idle_turns(hog_workspace *work, uint32_t sum, unsigned sides)
{
    const hog_graph *g = work->graph;
    plain_place to;
    bool flips;
    const uint32_t least = sum >= g->goal ? sum - g->goal + 1 : 0, most = sum < g->goal ? sum : g->goal - 1;
    for (unsigned side = 0; side < sides; side++)
        for (uint32_t own = least; own <= most; own++)
            for (uint32_t m = 0; m < g->memories; m++) {
                const plain_place at = {side, own, sum - own, m};
                work->mark[plain_number(g, &at)] = plain_link(work, &at, &to, &flips) ? LINKED : DONE;
            }
    for (unsigned side = 0; side < sides; side++)
        for (uint32_t own = least; own <= most; own++)
            for (uint32_t m = 0; m < g->memories; m++)
                plain_chain(work, sum, plain_number(g, &(plain_place){side, own, sum - own, m}));
}

/* ---- all positions ---- */

hog_worth hog_sweep_plain(hog_workspace *work)
{
    const hog_graph *g = work->graph;
    const unsigned sides = work->alone ? 1 : 2;
    ALEA_ASSERT(work->side[0].value && (work->alone || work->side[1].value));
    for (unsigned side = 0; side < sides; side++) /* unknown values are 0 */
        memset(work->side[side].value, 0, (size_t)g->goal * g->goal * g->places * sizeof(double));
    for (uint32_t sum = 2 * g->goal - 1; sum-- > 0;) {
        const uint32_t least = sum >= g->goal ? sum - g->goal + 1 : 0,
                       most = sum < g->goal ? sum : g->goal - 1;
        for (unsigned side = 0; side < sides; side++)
            for (uint32_t own = least; own <= most; own++)
                plain_position(work, &(plain_place){side, own, sum - own, 0});
        if (g->game->rules.idles) plain_idle_turns(work, sum, sides);
    }
    const double first = *plain_values(work, 0, 0, 0);
    return (hog_worth){first, work->alone ? 1 - first : *plain_values(work, 1, 0, 0)};
}
