/* The independent checker: whether the bounds of a table can be trusted, found out from the graph and nothing else. It knows
   nothing of how the bounds were made and shares no arithmetic with that: whole numbers that count units of a small power of
   two, rounded down (value/fixed.h).

   Two things are looked at. No set of states lets anybody stay in it for ever: then a bound that stands one step stands for
   good (exact/explicit_inside.h says why and by whom it was shown). And every bound does stand one step: a lower bound is not above what the
   state gives when the states after it are worth their lower bounds, an upper bound not below what it gives by the upper
   ones, and the bounds of ends contain what is paid there.

   Only lower bounds are computed: with sign -1 all values are negated, and the negative upper bound is a lower one. */
#include "base/error.h"
#include "base/memory.h"
#include "exact/explicit.h"
#include "exact/limits.h"
#include "value/fixed.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

typedef struct checker {
    const alea__explicit *g;
    const alea__values *values;
    const alea__explicit_policy *opponent; /* of a best reply, else NULL */
    const alea_progress *progress;
    int places;
    int64_t one, sum; /* units; what a pass leaves of a value is sum - value */
    alea_verdict *verdict;
} checker;

enum { POLL_EVERY = 1 << 14 };

/* Always false. */
__attribute__((format(printf, 2, 3))) static bool check_refuse(checker *c, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(c->verdict->reason, sizeof c->verdict->reason, format, arguments);
    va_end(arguments);
    c->verdict->holds = false;
    return false;
}

/* ---- nobody can stay ---- */

static bool check_can_stay(const alea__explicit *g, const uint8_t *stays, uint32_t node)
{
    bool decides = g->kind[node] == ALEA__DECIDE;
    for (uint32_t edge = g->first[node]; edge < g->first[node + 1]; edge++)
        if (stays[alea__target(g->to[edge])] == decides) return decides;
    return !decides;
}

/* Takes out what cannot stay, again and again; states were numbered from the start on, so the last ones go first. */
static bool check_nobody_stays(checker *c, uint8_t *stays)
{
    const alea__explicit *g = c->g;
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
    char name[ALEA__SHOWN];
    for (uint32_t node = 0; left > 0 && node < g->nodes; node++) {
        if (!stays[node]) continue;
        alea__name_node(g, node, name);
        return check_refuse(
            c, "From the state %.300s on the game can be kept from ending, so that bounds prove nothing.",
            name);
    }
    return true;
}

/* ---- numbers ---- */

/* The greatest size of a bound, 1 at least; NaN when one is none. */
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

static bool check_choose_places(checker *c)
{
    c->places =
        alea__fixed_places(2 * check_largest(c->values)); /* room for a turn's cost, and for the sum */
    if (c->places < 0) return check_refuse(c, "A bound is no number, or far greater than any value.");
    c->one = alea__fixed_whole(1, c->places);
    c->sum = c->values->objective == ALEA_WIN ? c->one : 0;
    return true;
}

/* A stored bound, rounded down, or up where it is what must be shown. */
static int64_t check_bound(const checker *c, unsigned layer, uint32_t node, int sign)
{
    const alea__matrix *m = &c->values->matrix[layer];
    return alea__fixed_below(sign > 0 ? m->lower[node] : -m->upper[node], c->places);
}

static int64_t check_claim(const checker *c, unsigned layer, uint32_t node, int sign)
{
    const alea__matrix *m = &c->values->matrix[layer];
    return alea__fixed_above(sign > 0 ? m->lower[node] : -m->upper[node], c->places);
}

/* ---- one step ---- */

static int64_t check_edge_step(const checker *c, unsigned layer, uint32_t edge, int sign)
{
    uint32_t to = c->g->to[edge], there = alea__target(to);
    bool crosses = alea__passes(to) && c->g->players == 2;
    if (c->values->objective == ALEA_TURNS && alea__ends_turn(c->g, to))
        return check_bound(c, layer, there, sign) + sign * c->one;
    if (!crosses) return check_bound(c, layer, there, sign);
    if (c->values->count == 2) return check_bound(c, !layer, there, sign);
    return check_bound(c, layer, there, -sign) + sign * c->sum; /* sum - value: the other bound, negated */
}

/* The best edge: the greatest value, or the fewest turns; of negated values the opposite. */
static int64_t check_choice_step(const checker *c, unsigned layer, uint32_t node, int sign)
{
    const alea__explicit *g = c->g;
    bool greatest = (sign > 0) != (c->values->objective == ALEA_TURNS);
    int64_t gives = check_edge_step(c, layer, g->first[node], sign);
    for (uint32_t edge = g->first[node] + 1; edge < g->first[node + 1]; edge++) {
        int64_t other = check_edge_step(c, layer, edge, sign);
        if (greatest ? other > gives : other < gives) gives = other;
    }
    return gives;
}

/* The mean by weight; `alike`: all edges weigh the same. */
static int64_t check_mean_step(const checker *c, unsigned layer, uint32_t node, bool alike, int sign)
{
    const alea__explicit *g = c->g;
    uint64_t weights = 0;
    alea__wide sum = 0;
    for (uint32_t edge = g->first[node]; edge < g->first[node + 1]; edge++) {
        uint32_t weight = alike ? 1 : g->mark[edge];
        sum += (alea__wide)weight * check_edge_step(c, layer, edge, sign);
        weights += weight;
    }
    alea__divider by = alea__divider_for(weights);
    return alea__divide(&by, sum);
}

static int64_t check_policy_step(const checker *c, unsigned layer, uint32_t node, int sign)
{
    const alea__explicit_policy *policy = c->opponent;
    if (policy->kind == ALEA__POLICY_RANDOM) return check_mean_step(c, layer, node, true, sign);
    uint32_t place = policy->kind == ALEA__POLICY_PLAN ? policy->plan[node] : 0;
    return check_edge_step(c, layer, c->g->first[node] + place, sign);
}

static int64_t check_end_step(const checker *c, unsigned layer, uint32_t node, int sign)
{
    if (c->values->objective == ALEA_TURNS) return 0;
    int64_t pay = alea__fixed_whole(c->g->payoff[c->values->objective][node], c->places);
    return sign * (layer == 0 ? pay : c->sum - pay);
}

static int64_t check_node_step(const checker *c, unsigned layer, uint32_t node, int sign)
{
    switch ((alea__node_kind)c->g->kind[node]) {
    case ALEA__END: return check_end_step(c, layer, node, sign);
    case ALEA__ROLL: return check_mean_step(c, layer, node, false, sign);
    default:
        return layer == 0 ? check_choice_step(c, layer, node, sign) : check_policy_step(c, layer, node, sign);
    }
}

static bool check_node(checker *c, unsigned layer, uint32_t node)
{
    char name[ALEA__SHOWN];
    for (int sign = 1; sign >= -1; sign -= 2) {
        int64_t gives = check_node_step(c, layer, node, sign), claimed = check_claim(c, layer, node, sign);
        if (claimed <= gives) continue;
        const alea__matrix *m = &c->values->matrix[layer];
        alea__name_node(c->g, node, name);
        return check_refuse(c, "In the state %.300s%s the %s bound is %.17g, but one step gives %.17g.", name,
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
static bool check_contains(const checker *c, alea_interval a, unsigned layer, bool turned)
{
    int64_t lower = alea__fixed_above(a.lower, c->places), upper = alea__fixed_above(-a.upper, c->places);
    uint32_t start = c->g->start;
    if (!turned) return lower <= check_claim(c, layer, start, 1) && upper <= check_claim(c, layer, start, -1);
    return lower <= check_bound(c, layer, start, -1) + c->sum + 1 &&
           upper <= check_bound(c, layer, start, 1) - c->sum + 1;
}

static bool check_facts(checker *c)
{
    const alea__values *v = c->values;
    const alea_interval *start = &v->start, *second = &v->second;
    double limit = ldexp(1, 61 - c->places);
    if (!(fabs(start->lower) <= limit && fabs(start->upper) <= limit && fabs(second->lower) <= limit &&
          fabs(second->upper) <= limit))
        return check_refuse(c, "What the table says of the beginning is no value of this game.");
    bool two = v->count == 2, turned = !two && c->g->players == 2;
    if (!check_contains(c, v->start, 0, false) || !check_contains(c, v->second, two, turned))
        return check_refuse(
            c, "What the table says of the beginning is not what its bounds of the first state say.");
    for (unsigned i = 0; i < v->count; i++)
        for (uint32_t node = 0; node < c->g->nodes; node++)
            if (v->matrix[i].upper[node] - v->matrix[i].lower[node] > v->width)
                return check_refuse(c, "The table says that no interval is wider than %.17g, but one is.",
                                    v->width);
    return true;
}

/* ---- shape ---- */

static alea_status check_wrong_shape(const char *what, alea_error *error)
{
    return alea__fail(error, ALEA_E_FILE, "The values are not those of this game: %s.", what);
}

alea_status alea__explicit_fits(const alea__rules *rules, const alea__values *values, alea_error *error)
{
    const alea__explicit *g;
    alea__policy *opponent;
    alea_status status = alea__explicit_of(rules, &g, error);
    if (status != ALEA_OK) return status;
    if (!alea__explicit_has(g, values->objective))
        return check_wrong_shape("it does not have their objective", error);
    if (values->count != (values->opponent ? 2 : 1) || (values->opponent && g->players == 1))
        return check_wrong_shape(
            "a table of best replies has two columns and an opponent, any other one column", error);
    for (unsigned i = 0; i < values->count; i++)
        if (values->matrix[i].rows != g->nodes || values->matrix[i].columns != 1)
            return check_wrong_shape("there must be one column with a row for each state", error);
    if (!values->opponent) return ALEA_OK;
    status = alea__explicit_unpack(rules, values->opponent, values->opponent_size, &opponent, error);
    if (status == ALEA_OK) alea__explicit_policy_free(opponent);
    return status;
}

/* ---- */

static alea_status check_layer(checker *c, unsigned layer, alea_error *error)
{
    const uint64_t total = (uint64_t)c->g->nodes * c->values->count;
    for (uint32_t node = 0; node < c->g->nodes && check_node(c, layer, node); node++) {
        if (node % POLL_EVERY != 0) continue;
        alea_status status = alea__tell(c->progress, c->verdict->checked, total, error);
        if (status != ALEA_OK) return status;
    }
    return ALEA_OK;
}

static alea_status check_all(checker *c, alea_error *error)
{
    uint8_t *stays = alea__alloc(c->g->nodes);
    if (!stays) return alea__out_of_memory(error);
    bool good = check_nobody_stays(c, stays) && check_choose_places(c);
    alea__free(stays);
    alea_status status = ALEA_OK;
    for (unsigned i = 0; i < c->values->count && good && status == ALEA_OK; i++) {
        status = check_layer(c, i, error);
        good = c->verdict->holds;
    }
    if (good && status == ALEA_OK) check_facts(c);
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
    checker c = {.g = g,
                 .values = values,
                 .opponent = alea__explicit_policy_of(opponent),
                 .progress = progress,
                 .verdict = &verdict};
    status = check_all(&c, error);
    alea__explicit_policy_free(opponent);
    if (status == ALEA_OK) *out = verdict;
    return status;
}
