/* The independent checker: can the bounds of a table be trusted? It uses only the graph, not how the bounds were made, and
   shares no arithmetic with the solver: it computes in whole numbers, units of a small power of two, and rounds
   down (value/fixed.h).

   It checks two things. No set of states allows endless play: then a bound that holds for one step always holds
   (exact/explicit_inside.h gives the reason and the sources). And every bound does hold for one step: a lower bound is not above
   what the state gives when its successors are worth their lower bounds, an upper bound is not below what it gives by the upper
   ones, and the bounds of ends contain what is paid there.

   Only lower bounds are computed: with sign -1 all values are negated, and the negative upper bound is a lower one. */
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "exact/check_blocks.h"
#include "exact/explicit.h"
#include "exact/messages.h"
#include "value/fixed.h"

#include <math.h>

typedef struct explicit_checker {
    const alea__explicit *g;
    const alea__values *values;
    const alea__explicit_policy *opponent; /* of a best response, else NULL */
    int places;
    int64_t one, sum; /* units; a pass turns a value into sum - value */
} explicit_checker;

enum { NODES_A_BLOCK = 1 << 14 };

/* ---- nobody can stay ---- */

static bool check_can_stay(const alea__explicit *g, const uint8_t *stays, uint32_t node)
{
    bool decides = g->kind[node] == ALEA__DECIDE;
    for (uint32_t edge = g->first[node]; edge < g->first[node + 1]; edge++)
        if (stays[alea__target(g->to[edge])] == decides) return decides;
    return !decides;
}

/* Takes out what cannot stay, again and again; states were numbered from the start on, so the last ones go first. */
static void check_nobody_stays(const alea__explicit *g, uint8_t *stays, alea_verdict *verdict)
{
    uint32_t left = 0;
    for (uint32_t node = 0; node < g->nodes; node++) left += stays[node] = g->kind[node] != ALEA__END;
    for (bool changed = true; changed && left > 0;) {
        changed = false;
        for (uint32_t node = g->nodes; node-- > 0;) {
            if (!stays[node] || check_can_stay(g, stays, node)) continue;
            stays[node] = 0;
            changed = true;
            left--;
        }
    }
    for (uint32_t node = 0; left > 0 && node < g->nodes; node++) {
        char name[ALEA__SHOWN];
        if (!stays[node]) continue;
        alea__name_node(g, node, name);
        alea__refute(verdict, EXACT_NOT_ENDING, name);
        return;
    }
}

/* ---- numbers ---- */

/* The greatest size of a bound, at least 1; NaN if a bound is not a number. */
static double check_largest(const alea__values *values)
{
    double largest = 1;
    for (unsigned i = 0; i < values->count; i++)
        for (uint32_t row = 0; row < values->matrix[i].rows; row++) {
            double lower = fabs(values->matrix[i].lower[row]), upper = fabs(values->matrix[i].upper[row]);
            if (isnan(lower) || isnan(upper)) return NAN;
            if (lower > largest) largest = lower;
            if (upper > largest) largest = upper;
        }
    return largest;
}

/* The greatest payment at an end; bounds of a false table may be far from it. */
static double check_largest_payment(const explicit_checker *c)
{
    double largest = 0;
    if (c->values->objective == ALEA_TURNS) return largest;
    const int32_t *pay = c->g->payoff[c->values->objective];
    for (uint32_t node = 0; node < c->g->nodes; node++)
        if (c->g->kind[node] == ALEA__END) largest = fmax(largest, fabs((double)pay[node]));
    if (c->values->objective == ALEA_WIN && largest > 1) largest = 1; /* a draw is half a win */
    return largest;
}

/* Uses as many binary places as leave room for twice every number, because a turn's cost or the sum of both players' values
   is added. */
static void check_choose_places(explicit_checker *c, alea_verdict *verdict)
{
    const double bounds = check_largest(c->values), payment = check_largest_payment(c);
    c->places = alea__fixed_places(2 * (bounds < payment ? payment : bounds)); /* NaN stays NaN */
    if (c->places < 0) {
        alea__refute(verdict, EXACT_WRONG_NUMBER);
        return;
    }
    c->one = alea__fixed_whole(1, c->places);
    c->sum = c->values->objective == ALEA_WIN ? c->one : 0;
}

/* A stored bound, rounded down; rounded up if it is the bound to be proved. */
static int64_t check_bound(const explicit_checker *c, unsigned layer, uint32_t node, int sign)
{
    const alea__matrix *m = &c->values->matrix[layer];
    return alea__fixed_below(sign > 0 ? m->lower[node] : -m->upper[node], c->places);
}

static int64_t check_claim(const explicit_checker *c, unsigned layer, uint32_t node, int sign)
{
    const alea__matrix *m = &c->values->matrix[layer];
    return alea__fixed_above(sign > 0 ? m->lower[node] : -m->upper[node], c->places);
}

/* ---- one step ---- */

static int64_t check_edge_step(const explicit_checker *c, unsigned layer, uint32_t edge, int sign)
{
    uint32_t to = c->g->to[edge], there = alea__target(to);
    ALEA_ASSERT(there < c->g->nodes);
    bool crosses = alea__passes(to) && c->g->players == 2;
    if (c->values->objective == ALEA_TURNS && alea__ends_turn(c->g, to))
        return check_bound(c, layer, there, sign) + sign * c->one;
    if (!crosses) return check_bound(c, layer, there, sign);
    if (c->values->count == 2) return check_bound(c, !layer, there, sign);
    return check_bound(c, layer, there, -sign) + sign * c->sum; /* sum - value: the other bound, negated */
}

/* The best edge: the greatest value, or the fewest turns; of negated values the opposite. */
static int64_t check_choice_step(const explicit_checker *c, unsigned layer, uint32_t node, int sign)
{
    const alea__explicit *g = c->g;
    bool greatest = (sign > 0) != alea__explicit_least(g, c->values->objective);
    int64_t gives = check_edge_step(c, layer, g->first[node], sign);
    for (uint32_t edge = g->first[node] + 1; edge < g->first[node + 1]; edge++) {
        int64_t other = check_edge_step(c, layer, edge, sign);
        if (greatest ? other > gives : other < gives) gives = other;
    }
    return gives;
}

/* The mean by weight; `alike`: all edges weigh the same. */
static int64_t check_mean_step(const explicit_checker *c, unsigned layer, uint32_t node, bool alike, int sign)
{
    const alea__explicit *g = c->g;
    uint64_t weights = 0;
    alea__wide sum = 0;
    for (uint32_t edge = g->first[node]; edge < g->first[node + 1]; edge++) {
        uint32_t weight = alike ? 1 : g->mark[edge];
        sum += (alea__wide)weight * check_edge_step(c, layer, edge, sign);
        weights += weight;
    }
    ALEA_ASSERT(weights > 0);
    if (weights > UINT64_C(1) << 31) { /* more than a divider takes: rounded down as well */
        const alea__wide mean = sum / (alea__wide)weights;
        return (int64_t)(mean * (alea__wide)weights > sum ? mean - 1 : mean);
    }
    alea__divider by = alea__divider_for(weights);
    return alea__divide(&by, sum);
}

static int64_t check_policy_step(const explicit_checker *c, unsigned layer, uint32_t node, int sign)
{
    const alea__explicit_policy *policy = c->opponent;
    if (policy->kind == ALEA__POLICY_RANDOM) return check_mean_step(c, layer, node, true, sign);
    uint32_t place = policy->kind == ALEA__POLICY_PLAN ? policy->plan[node] : 0;
    return check_edge_step(c, layer, c->g->first[node] + place, sign);
}

static int64_t check_end_step(const explicit_checker *c, unsigned layer, uint32_t node, int sign)
{
    if (c->values->objective == ALEA_TURNS) return 0;
    const int32_t paid = c->g->payoff[c->values->objective][node];
    const bool draw = c->values->objective == ALEA_WIN && paid == ALEA__DRAW;
    const int64_t pay = draw ? c->one / 2 : alea__fixed_whole(paid, c->places);
    return sign * (layer == 0 ? pay : c->sum - pay);
}

static int64_t check_node_step(const explicit_checker *c, unsigned layer, uint32_t node, int sign)
{
    switch ((alea__node_kind)c->g->kind[node]) {
    case ALEA__END: return check_end_step(c, layer, node, sign);
    case ALEA__ROLL: return check_mean_step(c, layer, node, false, sign);
    default:
        return layer == 0 ? check_choice_step(c, layer, node, sign) : check_policy_step(c, layer, node, sign);
    }
}

/* Checks both bounds of a node by one step; writes errors to `out`, with the last one as its reason. */
static void check_node(const explicit_checker *c, unsigned layer, uint32_t node, alea__finding *out)
{
    const alea__matrix *m = &c->values->matrix[layer];
    out->checked++;
    for (int sign = 1; sign >= -1; sign -= 2) {
        const int64_t gives = check_node_step(c, layer, node, sign);
        char name[ALEA__SHOWN];
        if (check_claim(c, layer, node, sign) <= gives) continue;
        alea__name_node(c->g, node, name);
        alea__find_wrong(out, EXACT_WRONG_STATE, name, layer ? " with the opponent to move" : "",
                         sign > 0 ? "lower" : "upper", sign > 0 ? m->lower[node] : m->upper[node],
                         sign * alea__fixed_double_below(gives, c->places));
    }
}

static uint32_t check_blocks_a_layer(const explicit_checker *c)
{
    return (c->g->nodes + NODES_A_BLOCK - 1) / NODES_A_BLOCK;
}

static alea_status check_block(void *user, void *local, uint64_t block, alea__finding *out, alea_error *error)
{
    const explicit_checker *c = user;
    const uint32_t blocks = check_blocks_a_layer(c), first = (uint32_t)(block % blocks) * NODES_A_BLOCK;
    (void)local, (void)error;
    for (uint32_t i = 0; i < NODES_A_BLOCK && first + i < c->g->nodes && !out->wrong; i++)
        check_node(c, (unsigned)(block / blocks), first + i, out);
    return ALEA_OK;
}

/* ---- the table's claims ---- */

/* Whether the bounds for moving second contain those in the table, or those that follow from the other player's value.
   Allows one unit for rounding down. */
static bool check_second(const explicit_checker *c)
{
    const alea__values *v = c->values;
    const uint32_t start = c->g->start;
    const unsigned layer = v->count - 1;
    if (!(fmax(fabs(v->second.lower), fabs(v->second.upper)) <= ldexp(1, 61 - c->places))) return false;
    const int64_t lower = alea__fixed_above(v->second.lower, c->places),
                  upper = alea__fixed_above(-v->second.upper, c->places);
    if (layer == 0 && c->g->players == 2)
        return lower <= check_bound(c, 0, start, -1) + c->sum + 1 &&
               upper <= check_bound(c, 0, start, 1) - c->sum + 1;
    return lower <= check_claim(c, layer, start, 1) && upper <= check_claim(c, layer, start, -1);
}

/* ---- shape ---- */

alea_status alea__explicit_fits(const alea__rules *rules, const alea__values *values, alea_error *error)
{
    const alea__explicit *g;
    alea__policy *opponent;
    alea_status status = alea__explicit_of(rules, &g, error);
    if (status != ALEA_OK) return status;
    if (!alea__explicit_has(g, values->objective)) return alea__values_misfit(EXACT_FIT_OBJECTIVE, error);
    if (values->count != (values->opponent ? 2 : 1) || (values->opponent && g->players == 1))
        return alea__values_misfit(EXACT_FIT_COLUMNS, error);
    for (unsigned i = 0; i < values->count; i++)
        if (values->matrix[i].rows != g->nodes || values->matrix[i].columns != 1)
            return alea__values_misfit(EXACT_FIT_ROWS, error);
    if (!values->opponent) return ALEA_OK;
    status = alea__explicit_unpack(rules, values->opponent, values->opponent_size, &opponent, error);
    if (status == ALEA_OK) alea__explicit_policy_free(opponent);
    return status;
}

/* ---- */

/* Everything that is to be checked about values of the right shape, cheapest first. The verdict holds when it is handed in. */
static alea_status check_all(explicit_checker *c, const alea_progress *progress, alea_verdict *verdict,
                             alea_error *error)
{
    const alea__matrix *m = c->values->matrix;
    const alea__checking checking = {.blocks = (uint64_t)check_blocks_a_layer(c) * c->values->count,
                                     .total = (uint64_t)c->g->nodes * c->values->count,
                                     .progress = progress,
                                     .user = c,
                                     .check = check_block};
    uint8_t *stays = alea__alloc(c->g->nodes);
    if (!stays) return alea__out_of_memory(error);
    check_nobody_stays(c->g, stays, verdict);
    alea__free(stays);
    if (verdict->holds) check_choose_places(c, verdict);
    alea_status status = verdict->holds ? alea__check_blocks(&checking, verdict, error) : ALEA_OK;
    if (status == ALEA_OK && verdict->holds)
        alea__check_claims(c->values, alea__widest(c->values),
                           (alea_interval){m->lower[c->g->start], m->upper[c->g->start]}, check_second(c),
                           verdict);
    return status;
}

alea_status alea__explicit_certify(const alea__rules *rules, const alea__values *values,
                                   const alea_progress *progress, alea_verdict *out, alea_error *error)
{
    const alea__explicit *g;
    alea__policy *opponent = NULL;
    alea_verdict verdict = {.holds = true};
    alea_status status = alea__explicit_of(rules, &g, error);
    if (status == ALEA_OK) status = alea__explicit_fits(rules, values, error);
    if (status == ALEA_OK && values->opponent)
        status = alea__explicit_unpack(rules, values->opponent, values->opponent_size, &opponent, error);
    if (status != ALEA_OK) return status;
    explicit_checker c = {.g = g, .values = values, .opponent = alea__explicit_policy_of(opponent)};
    status = check_all(&c, progress, &verdict, error);
    alea__explicit_policy_free(opponent);
    if (status == ALEA_OK) *out = verdict;
    return status;
}
