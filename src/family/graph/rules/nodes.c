/* The nodes of a game for the exact engine. */
#include "base/assert.h"
#include "family/graph/graph.h"

bool graph_has_objective(const alea__rules *rules, alea_objective objective)
{
    return alea__explicit_has(&graph_rules_of(rules)->graph, objective);
}

static alea_status nodes_graph(const alea__rules *rules, const alea__explicit **out, alea_error *error)
{
    (void)error;
    *out = &graph_rules_of(rules)->graph;
    ALEA_ASSERT((*out)->nodes > 0); /* it was listed when the game was opened */
    return ALEA_OK;
}

static uint32_t nodes_find(const alea__rules *rules, const alea_state *state)
{
    uint32_t node = graph_state_of(state).node;
    return node < graph_rules_of(rules)->graph.nodes ? node : ALEA__NO_NODE;
}

static void nodes_state(const alea__rules *rules, uint32_t node, alea_state *out)
{
    graph_stand(graph_rules_of(rules), node, out);
}

static uint32_t nodes_read(const alea__rules *rules, const char *text)
{
    return graph_read_state(&graph_rules_of(rules)->index, text);
}

static void nodes_name(const void *rules, uint32_t node, char *out, size_t size)
{
    graph_key key;
    graph_key_of(&((const graph_rules *)rules)->index, node, &key);
    graph_write_key(&key, out, size);
}

static const alea__explicit_source nodes_source = {
    .graph = nodes_graph,
    .node_of = nodes_find,
    .state_of = nodes_state,
    .read_node = nodes_read,
    .how_written = "States are written as its rule file has them",
};

void graph_offer_nodes(graph_rules *g)
{
    g->head.source = &nodes_source;
    g->graph.name = nodes_name;
    g->graph.user = g;
}
