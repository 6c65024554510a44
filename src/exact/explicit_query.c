/* Queries: finding a state, the values of a state and of its moves, and the policy of the best moves. */
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "exact/explicit_inside.h"
#include "exact/interval.h"
#include "exact/messages.h"
#include "value/messages.h"

#include <string.h>

/* ---- finding a state ---- */

static alea_status query_wrong_key(const char *key, alea_error *error)
{
    static const char *const names[] = {"state"};
    char shown[80];
    alea__printable(shown, sizeof shown, key, strlen(key));
    return alea__fail(error, ALEA_E_USAGE,
                      alea__nearest(key, names, 1) ? EXACT_UNKNOWN_KEY_NEAR : EXACT_UNKNOWN_KEY, shown);
}

static alea_status query_no_state(const alea__explicit *g, const char *text, const char *how_written,
                                  alea_error *error)
{
    char shown[200], first[ALEA__SHOWN];
    alea__printable(shown, sizeof shown, text, strlen(text));
    alea__name_node(g, g->start, first);
    return alea__fail(error, ALEA_E_STATE, EXACT_UNKNOWN_STATE, shown, how_written, first);
}

alea_status alea__explicit_parse_state(const alea__rules *rules, const alea_setting *settings, size_t count,
                                       alea_state *out, alea_error *error)
{
    const alea__explicit_source *source = alea__explicit_rules_of(rules)->source;
    const alea__explicit *g;
    alea_status status = alea__explicit_of(rules, &g, error);
    if (status != ALEA_OK) return status;
    uint32_t node = g->start;
    for (size_t i = 0; i < count; i++) {
        if (*settings[i].key && strcmp(settings[i].key, "state") != 0)
            return query_wrong_key(settings[i].key, error);
        if (i > 0) return alea__fail(error, ALEA_E_USAGE, EXACT_KEY_TWICE);
        node = source->read_node(rules, settings[i].value);
        if (node == ALEA__NO_NODE) return query_no_state(g, settings[i].value, source->how_written, error);
    }
    source->state_of(rules, node, out);
    return ALEA_OK;
}

/* ---- values and best moves ---- */

/* The value of an edge to the responder or, in values of optimal play, to the player who moves along it. */
static alea_interval query_edge_interval(const alea__explicit *g, const alea__values *values, uint32_t edge)
{
    ALEA_ASSERT(edge < g->edges && values->matrix[0].rows == g->nodes);
    uint32_t to = g->to[edge], there = alea__target(to);
    bool crosses = alea__passes(to) && g->players == 2;
    const alea__matrix *m = &values->matrix[crosses && values->count == 2];
    alea_interval value = {m->lower[there], m->upper[there]};
    if (crosses && values->count == 1) value = alea__interval_rest(values->objective == ALEA_WIN, value);
    if (values->objective == ALEA_TURNS && alea__ends_turn(g, to)) value = alea__interval_shift(value, 1);
    return value;
}

static bool query_is_better(bool least, alea_interval a, alea_interval b)
{
    double difference = (a.lower + a.upper) - (b.lower + b.upper);
    return least ? difference < 0 : difference > 0;
}

/* Of all moves whose intervals overlap that of the best one, the first counts as best, so that the choice does not
   depend on rounding. */
static uint32_t query_best_edge(const alea__explicit *g, const alea__values *values, uint32_t node,
                                bool *tied)
{
    ALEA_ASSERT(node < g->nodes && g->kind[node] == ALEA__DECIDE);
    uint32_t from = g->first[node], upto = g->first[node + 1], best = from;
    for (uint32_t edge = from + 1; edge < upto; edge++)
        if (query_is_better(alea__explicit_least(g, values->objective), query_edge_interval(g, values, edge),
                            query_edge_interval(g, values, best)))
            best = edge;
    alea_interval greatest = query_edge_interval(g, values, best);
    unsigned alike = 0;
    uint32_t first = best;
    for (uint32_t edge = upto; edge-- > from;) {
        if (!alea__intervals_overlap(query_edge_interval(g, values, edge), greatest)) continue;
        first = edge;
        alike++;
    }
    if (tied) *tied = alike > 1;
    return first;
}

/* The policy that plays the best edge at every decision. */
alea_status alea__explicit_plan_of_values(const alea__rules *rules, const alea__values *values,
                                          alea__policy **out, alea_error *error)
{
    const alea__explicit *g;
    alea__explicit_policy *policy = NULL;
    alea_status status = alea__explicit_of(rules, &g, error);
    if (status == ALEA_OK) status = alea__explicit_plan_new(g, &policy, error);
    if (status != ALEA_OK) return status;
    for (uint32_t i = 0; i < g->decisions; i++) {
        uint32_t node = g->decision[i];
        policy->plan[node] = (uint8_t)(query_best_edge(g, values, node, NULL) - g->first[node]);
    }
    *out = (alea__policy *)policy;
    return ALEA_OK;
}

static void query_fill_moves(const alea__rules *rules, const alea__explicit *g, const alea__values *values,
                             uint32_t node, alea_answer *out)
{
    const alea__family *family = alea__explicit_rules_of(rules)->family;
    for (unsigned i = 0; i < out->count; i++) {
        uint32_t edge = g->first[node] + i, move = g->mark[edge];
        out->move[i] = (alea_move_value){move, family->play->move_name(rules, move),
                                         query_edge_interval(g, values, edge)};
    }
    out->best = query_best_edge(g, values, node, &out->tied) - g->first[node];
}

/* The node of a state that is not an end; otherwise ALEA_E_STATE. */
static alea_status query_node_of(const alea__rules *rules, const alea__explicit *g, const alea_state *state,
                                 uint32_t *out, alea_error *error)
{
    const alea__explicit_rules *r = alea__explicit_rules_of(rules);
    *out = r->source->node_of(rules, state);
    if (*out == ALEA__NO_NODE) return alea__fail(error, ALEA_E_STATE, EXACT_OTHER_STATE);
    if (g->kind[*out] == ALEA__END || r->family->play->to_move(rules, state) == ALEA_OVER)
        return alea__fail(error, ALEA_E_STATE, VALUE_GAME_OVER);
    return ALEA_OK;
}

/* At a chance node the answer has one entry, the roll. */
alea_status alea__explicit_ask(const alea__rules *rules, const alea__values *values, const alea_state *state,
                               alea_answer *out, alea_error *error)
{
    const alea__explicit *g;
    uint32_t node;
    alea_status status = alea__explicit_of(rules, &g, error);
    if (status == ALEA_OK) status = query_node_of(rules, g, state, &node, error);
    if (status != ALEA_OK) return status;
    const alea__matrix *m = &values->matrix[0];
    bool decides = g->kind[node] == ALEA__DECIDE;
    alea_answer answer = {.value = {m->lower[node], m->upper[node]},
                          .count = decides ? alea__edges_of(g, node) : 1};
    answer.move = alea__alloc_array(answer.count, sizeof *answer.move);
    if (!answer.move) return alea__out_of_memory(error);
    if (decides)
        query_fill_moves(rules, g, values, node, &answer);
    else
        answer.move[0] = (alea_move_value){ALEA__NO_MOVE, "roll", answer.value};
    *out = answer;
    return ALEA_OK;
}
