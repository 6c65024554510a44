/* Asking values: which state is meant, what it is worth, and what its moves are. And whether values read from a file have the
   shape of this game's. */
#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "family/graph/solve/exact.h"
#include "family/graph/solve/outward.h"

#include <string.h>

/* ---- which state ---- */

static alea_status wrong_key(const char *key, alea_error *error)
{
    static const char *const names[] = {"state"};
    char shown[80];
    alea__printable(shown, sizeof shown, key, strlen(key));
    return alea__fail(error, ALEA_E_USAGE, "There is no key \"%s\"%s this game has one key, state.", shown,
                      alea__nearest(key, names, 1) ? "; did you mean \"state\"?" : ";");
}

alea_status graph_place(const alea__rules *rules, const alea_setting *settings, size_t count, alea_state *out,
                        alea_error *error)
{
    const graph_rules *g = graph_rules_of(rules);
    uint32_t node = g->start;
    for (size_t i = 0; i < count; i++) {
        char shown[200], first[GRAPH_SHOWN];
        if (strcmp(settings[i].key, "state") != 0) return wrong_key(settings[i].key, error);
        if (i > 0) return alea__fail(error, ALEA_E_USAGE, "The key state is given twice.");
        node = graph_read_state(&g->keys, settings[i].value);
        if (node != GRAPH_NO_NODE) continue;
        alea__printable(shown, sizeof shown, settings[i].value, strlen(settings[i].value));
        graph_name_node(g, g->start, first);
        return alea__fail(
            error, ALEA_E_STATE,
            "\"%s\" is no state that the game can come to. States are written as its rule file has them: it "
            "begins with %s.",
            shown, first);
    }
    graph_stand(g, node, out);
    return ALEA_OK;
}

/* ---- shape ---- */

static alea_status wrong_shape(const char *what, alea_error *error)
{
    return alea__fail(error, ALEA_E_FILE, "The values are not those of this game: %s.", what);
}

alea_status graph_fits(const alea__rules *rules, const alea__values *values, alea_error *error)
{
    const graph_rules *g = graph_rules_of(rules);
    alea__policy *opponent;
    if (!graph_has_objective(rules, values->objective))
        return wrong_shape("it does not have their objective", error);
    if (values->count != (values->opponent ? 2 : 1) || (values->opponent && g->players == 1))
        return wrong_shape("a table of best replies has two columns and an opponent, any other one column",
                           error);
    for (unsigned i = 0; i < values->count; i++)
        if (values->matrix[i].rows != g->nodes || values->matrix[i].columns != 1)
            return wrong_shape("there must be one column with a row for each state", error);
    if (!values->opponent) return ALEA_OK;
    alea_status status = graph_unpack(rules, values->opponent, values->opponent_size, &opponent, error);
    if (status == ALEA_OK) graph_policy_free(opponent);
    return status;
}

/* ---- what it is worth ---- */

alea_interval graph_way_value(const graph_rules *g, const alea__values *values, uint32_t way)
{
    uint32_t to = g->to[way], there = graph_target(to);
    bool crosses = graph_passes(to) && g->players == 2;
    const alea__matrix *m = &values->matrix[crosses && values->count == 2];
    alea_interval value = {m->lower[there], m->upper[there]};
    if (crosses && values->count == 1) value = graph_turn_over(value, values->objective);
    if (values->objective == ALEA_TURNS && graph_ends_turn(g, to)) value = graph_shift(value, 1);
    return value;
}

static bool is_better(alea_objective objective, alea_interval a, alea_interval b)
{
    double difference = (a.lower + a.upper) - (b.lower + b.upper);
    return objective == ALEA_TURNS ? difference < 0 : difference > 0;
}

static bool overlap(alea_interval a, alea_interval b)
{
    return a.lower <= b.upper && b.lower <= a.upper;
}

/* Of moves that cannot be told apart the first counts as best, so that rounding decides nothing. */
uint32_t graph_best_way(const graph_rules *g, const alea__values *values, uint32_t node, bool *tied)
{
    uint32_t from = g->first[node], upto = g->first[node + 1], best = from;
    for (uint32_t way = from + 1; way < upto; way++)
        if (is_better(values->objective, graph_way_value(g, values, way), graph_way_value(g, values, best)))
            best = way;
    alea_interval greatest = graph_way_value(g, values, best);
    unsigned alike = 0;
    uint32_t first = best;
    for (uint32_t way = upto; way-- > from;) {
        if (!overlap(graph_way_value(g, values, way), greatest)) continue;
        first = way;
        alike++;
    }
    if (tied) *tied = alike > 1;
    return first;
}

static void fill(const graph_rules *g, const alea__values *values, uint32_t node, alea_answer *out)
{
    for (unsigned i = 0; i < out->count; i++) {
        uint32_t way = g->first[node] + i;
        out->move[i] =
            (alea_move_value){g->mark[way], g->name[g->mark[way]], graph_way_value(g, values, way)};
    }
    out->best = graph_best_way(g, values, node, &out->tied) - g->first[node];
}

/* In a state of chance there is one thing to do. */
static void fill_roll(alea_answer *out)
{
    out->move[0] = (alea_move_value){ALEA__NO_MOVE, "roll", out->value};
}

alea_status graph_ask(const alea__rules *rules, const alea__values *values, const alea_state *state,
                      alea_answer *out, alea_error *error)
{
    const graph_rules *g = graph_rules_of(rules);
    graph_state s = graph_state_of(state);
    if (s.node >= g->nodes) return alea__fail(error, ALEA_E_STATE, "This is no state of the table's game.");
    if (s.over || g->kind[s.node] == GRAPH_END)
        return alea__fail(error, ALEA_E_STATE, "The game is over there: nobody decides and nobody rolls.");
    const alea__matrix *m = &values->matrix[0];
    bool decides = g->kind[s.node] == GRAPH_DECIDE;
    alea_answer answer = {.value = {m->lower[s.node], m->upper[s.node]},
                          .count = decides ? graph_ways_of(g, s.node) : 1};
    answer.move = alea__alloc_array(answer.count, sizeof *answer.move);
    if (!answer.move) return alea__out_of_memory(error);
    if (decides)
        fill(g, values, s.node, &answer);
    else
        fill_roll(&answer);
    *out = answer;
    return ALEA_OK;
}
