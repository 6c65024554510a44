/* The independent checker: whether the bounds of a table can be trusted, found out from the graph and nothing else. It knows
   nothing of how the bounds were made and shares no arithmetic with that: whole numbers that count units of a small power of
   two, rounded down (value/fixed.h).

   Two things are looked at. No set of states lets anybody stay in it for ever: then a bound that stands one step stands for
   good (exact.h says why and by whom it was shown). And every bound does stand one step: a lower bound is not above what the
   state gives when the states after it are worth their lower bounds, an upper bound not below what it gives by the upper
   ones, and the bounds of ends contain what is paid there.

   Only lower bounds are computed: with sign -1 all values are negated, and the negative upper bound is a lower one. */
#include "base/error.h"
#include "base/memory.h"
#include "family/graph/solve/exact.h"
#include "value/fixed.h"

#include <stdarg.h>
#include <stdio.h>

typedef struct checker {
    const graph_rules *g;
    const alea__values *values;
    const graph_policy *opponent; /* of a best reply, else NULL */
    const alea_progress *progress;
    int places;
    int64_t one, sum; /* units; what a pass leaves of a value is sum - value */
    alea_verdict *verdict;
} checker;

enum { LOOK = 1 << 14 };

/* Always false. */
__attribute__((format(printf, 2, 3))) static bool refuse(checker *c, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(c->verdict->reason, sizeof c->verdict->reason, format, arguments);
    va_end(arguments);
    c->verdict->holds = false;
    return false;
}

/* ---- nobody can stay ---- */

static bool can_stay(const graph_rules *g, const uint8_t *stays, uint32_t node)
{
    bool decides = g->kind[node] == GRAPH_DECIDE;
    for (uint32_t way = g->first[node]; way < g->first[node + 1]; way++)
        if (stays[graph_target(g->to[way])] == decides) return decides;
    return !decides;
}

/* Takes out what cannot stay, again and again; states were numbered from the start on, so the last ones go first. */
static bool nobody_stays(checker *c, uint8_t *stays)
{
    const graph_rules *g = c->g;
    uint32_t left = 0;
    for (uint32_t node = 0; node < g->nodes; node++) left += stays[node] = g->kind[node] != GRAPH_END;
    for (bool changed = true; changed && left > 0;) {
        changed = false;
        for (uint32_t node = g->nodes; node-- > 0;) {
            if (!stays[node] || can_stay(g, stays, node)) continue;
            stays[node] = 0;
            changed = true;
            left--;
        }
    }
    char name[GRAPH_SHOWN];
    for (uint32_t node = 0; left > 0 && node < g->nodes; node++) {
        if (!stays[node]) continue;
        graph_name_node(g, node, name);
        return refuse(
            c, "From the state %.300s on the game can be kept from ending, so that bounds prove nothing.",
            name);
    }
    return true;
}

/* ---- numbers ---- */

/* The greatest size of a bound, 1 at least; NaN when one is none. */
static double largest(const alea__values *values)
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

static bool choose_places(checker *c)
{
    c->places = alea__fixed_places(2 * largest(c->values)); /* room for a turn's cost, and for the sum */
    if (c->places < 0) return refuse(c, "A bound is no number, or far greater than any value.");
    c->one = alea__fixed_whole(1, c->places);
    c->sum = c->values->objective == ALEA_WIN ? c->one : 0;
    return true;
}

/* A stored bound, rounded down, or up where it is what must be shown. */
static int64_t bound(const checker *c, unsigned layer, uint32_t node, int sign)
{
    const alea__matrix *m = &c->values->matrix[layer];
    return alea__fixed_below(sign > 0 ? m->lower[node] : -m->upper[node], c->places);
}

static int64_t claim(const checker *c, unsigned layer, uint32_t node, int sign)
{
    const alea__matrix *m = &c->values->matrix[layer];
    return alea__fixed_above(sign > 0 ? m->lower[node] : -m->upper[node], c->places);
}

/* ---- one step ---- */

static int64_t way_gives(const checker *c, unsigned layer, uint32_t way, int sign)
{
    uint32_t to = c->g->to[way], there = graph_target(to);
    bool crosses = graph_passes(to) && c->g->players == 2;
    if (c->values->objective == ALEA_TURNS && graph_ends_turn(c->g, to))
        return bound(c, layer, there, sign) + sign * c->one;
    if (!crosses) return bound(c, layer, there, sign);
    if (c->values->count == 2) return bound(c, !layer, there, sign);
    return bound(c, layer, there, -sign) + sign * c->sum; /* sum - value: the other bound, negated */
}

/* The best way: the greatest value, or the fewest turns; of negated values the opposite. */
static int64_t choice_gives(const checker *c, unsigned layer, uint32_t node, int sign)
{
    const graph_rules *g = c->g;
    bool greatest = (sign > 0) != (c->values->objective == ALEA_TURNS);
    int64_t gives = way_gives(c, layer, g->first[node], sign);
    for (uint32_t way = g->first[node] + 1; way < g->first[node + 1]; way++) {
        int64_t other = way_gives(c, layer, way, sign);
        if (greatest ? other > gives : other < gives) gives = other;
    }
    return gives;
}

/* The mean by weight; `alike`: all ways weigh the same. */
static int64_t mean_gives(const checker *c, unsigned layer, uint32_t node, bool alike, int sign)
{
    const graph_rules *g = c->g;
    uint64_t weights = 0;
    alea__wide sum = 0;
    for (uint32_t way = g->first[node]; way < g->first[node + 1]; way++) {
        uint32_t weight = alike ? 1 : g->mark[way];
        sum += (alea__wide)weight * way_gives(c, layer, way, sign);
        weights += weight;
    }
    alea__divider by = alea__divider_for(weights);
    return alea__divide(&by, sum);
}

static int64_t policy_gives(const checker *c, unsigned layer, uint32_t node, int sign)
{
    const graph_policy *policy = c->opponent;
    if (policy->kind == GRAPH_POLICY_RANDOM) return mean_gives(c, layer, node, true, sign);
    uint32_t place = policy->kind == GRAPH_POLICY_PLAN ? policy->plan[node] : 0;
    return way_gives(c, layer, c->g->first[node] + place, sign);
}

static int64_t end_gives(const checker *c, unsigned layer, uint32_t node, int sign)
{
    static const uint8_t pay_of[] = {
        [ALEA_WIN] = GRAPH_PAY_WIN, [ALEA_MONEY] = GRAPH_PAY_MONEY, [ALEA_SCORE] = GRAPH_PAY_SCORE};
    if (c->values->objective == ALEA_TURNS) return 0;
    int64_t pay = alea__fixed_whole(c->g->pay[pay_of[c->values->objective]][node], c->places);
    return sign * (layer == 0 ? pay : c->sum - pay);
}

static int64_t node_gives(const checker *c, unsigned layer, uint32_t node, int sign)
{
    switch ((graph_kind)c->g->kind[node]) {
    case GRAPH_END: return end_gives(c, layer, node, sign);
    case GRAPH_ROLL: return mean_gives(c, layer, node, false, sign);
    default: return layer == 0 ? choice_gives(c, layer, node, sign) : policy_gives(c, layer, node, sign);
    }
}

static bool check_node(checker *c, unsigned layer, uint32_t node)
{
    char name[GRAPH_SHOWN];
    for (int sign = 1; sign >= -1; sign -= 2) {
        int64_t gives = node_gives(c, layer, node, sign), claimed = claim(c, layer, node, sign);
        if (claimed <= gives) continue;
        const alea__matrix *m = &c->values->matrix[layer];
        graph_name_node(c->g, node, name);
        return refuse(c, "In the state %.300s%s the %s bound is %.17g, but one step gives %.17g.", name,
                      layer ? " with the opponent to move" : "", sign > 0 ? "lower" : "upper",
                      sign > 0 ? m->lower[node] : m->upper[node],
                      sign > 0 ? alea__fixed_double_below(gives, c->places)
                               : -alea__fixed_double_below(gives, c->places));
    }
    c->verdict->checked++;
    return true;
}

/* ---- what the table says about itself ---- */

/* Whether the interval contains the stored one, or where `turned` what that leaves for the other player: a unit is for what
   was rounded down. */
static bool contains(const checker *c, alea_interval a, unsigned layer, bool turned)
{
    int64_t lower = alea__fixed_above(a.lower, c->places), upper = alea__fixed_above(-a.upper, c->places);
    uint32_t start = c->g->start;
    if (!turned) return lower <= claim(c, layer, start, 1) && upper <= claim(c, layer, start, -1);
    return lower <= bound(c, layer, start, -1) + c->sum + 1 &&
           upper <= bound(c, layer, start, 1) - c->sum + 1;
}

static bool check_facts(checker *c)
{
    const alea__values *v = c->values;
    const alea_interval *start = &v->start, *second = &v->second;
    double limit = ldexp(1, 61 - c->places);
    if (!(fabs(start->lower) <= limit && fabs(start->upper) <= limit && fabs(second->lower) <= limit &&
          fabs(second->upper) <= limit))
        return refuse(c, "What the table says of the beginning is no value of this game.");
    bool two = v->count == 2, turned = !two && c->g->players == 2;
    if (!contains(c, v->start, 0, false) || !contains(c, v->second, two, turned))
        return refuse(c,
                      "What the table says of the beginning is not what its bounds of the first state say.");
    for (unsigned i = 0; i < v->count; i++)
        for (uint32_t node = 0; node < c->g->nodes; node++)
            if (v->matrix[i].upper[node] - v->matrix[i].lower[node] > v->width)
                return refuse(c, "The table says that no interval is wider than %.17g, but one is.",
                              v->width);
    return true;
}

/* ---- */

static alea_status check_layer(checker *c, unsigned layer, alea_error *error)
{
    const alea_progress *progress = c->progress;
    for (uint32_t node = 0; node < c->g->nodes && check_node(c, layer, node); node++) {
        if (!progress || !progress->report || node % LOOK != 0) continue;
        if (progress->report(progress->user, c->verdict->checked, (uint64_t)c->g->nodes * c->values->count) !=
            0)
            return alea__fail(error, ALEA_E_STOPPED, "Stopped on request.");
    }
    return ALEA_OK;
}

static alea_status check_all(checker *c, alea_error *error)
{
    uint8_t *stays = alea__alloc(c->g->nodes);
    if (!stays) return alea__out_of_memory(error);
    bool good = nobody_stays(c, stays) && choose_places(c);
    alea__free(stays);
    alea_status status = ALEA_OK;
    for (unsigned i = 0; i < c->values->count && good && status == ALEA_OK; i++) {
        status = check_layer(c, i, error);
        good = c->verdict->holds;
    }
    if (good && status == ALEA_OK) check_facts(c);
    return status;
}

alea_status graph_certify(const alea__rules *rules, const alea__values *values, const alea_progress *progress,
                          alea_verdict *out, alea_error *error)
{
    alea__policy *opponent = NULL;
    alea_verdict verdict = {.holds = true};
    alea_status status = graph_fits(rules, values, error);
    if (status == ALEA_OK && values->opponent)
        status = graph_unpack(rules, values->opponent, values->opponent_size, &opponent, error);
    if (status != ALEA_OK) return status;
    checker c = {.g = graph_rules_of(rules),
                 .values = values,
                 .opponent = graph_policy_of(opponent),
                 .progress = progress,
                 .verdict = &verdict};
    status = check_all(&c, error);
    graph_policy_free(opponent);
    if (status == ALEA_OK) *out = verdict;
    return status;
}
