/* Positions as numbers, for batches (game/family.h): the numbers of a state where all states have equally many, else the number of
   its node. They are those of the player to move, whoever looks at them. */
#include "family/graph/graph.h"
#include "game/batch_ops.h"

#include <stdio.h>

static uint32_t observe_moves(const alea__rules *rules)
{
    return graph_rules_of(rules)->moves.count;
}

static bool observe_least(const alea__rules *rules)
{
    return graph_rules_of(rules)->graph.least;
}

static void observe_mask(const alea__rules *rules, const alea_state *state, uint8_t *mask)
{
    const graph_rules *g = graph_rules_of(rules);
    const uint32_t node = graph_state_of(state).node;
    for (uint32_t edge = g->graph.first[node]; edge < g->graph.first[node + 1]; edge++)
        mask[g->graph.mark[edge]] = 1;
}

/* The range is that of all states of the game. */
static bool observe_feature(const alea__rules *rules, uint32_t index, alea__feature *out)
{
    const graph_rules *g = graph_rules_of(rules);
    graph_key key;
    if (index >= (g->numbers ? g->numbers : 1)) return false;
    *out = (alea__feature){"node", 0, (int32_t)g->graph.nodes - 1};
    if (!g->numbers) return true;
    *out = (alea__feature){"state", INT32_MAX, INT32_MIN};
    if (g->numbers > 1) snprintf(out->name, sizeof out->name, "state %u", (unsigned)index + 1);
    for (uint32_t node = 0; node < g->graph.nodes; node++) {
        graph_key_of(&g->index, node, &key);
        const int32_t number = (int32_t)key.number[index];
        if (number < out->least) out->least = number;
        if (number > out->most) out->most = number;
    }
    return true;
}

/* In the order of observe_feature. */
static void observe_state(const alea__rules *rules, const alea_state *state, unsigned seat, int32_t *out)
{
    const graph_rules *g = graph_rules_of(rules);
    const uint32_t node = graph_state_of(state).node;
    graph_key key;
    (void)seat;
    if (g->numbers == 0) {
        out[0] = (int32_t)node;
        return;
    }
    graph_key_of(&g->index, node, &key);
    for (uint32_t i = 0; i < g->numbers; i++) out[i] = (int32_t)key.number[i];
}

const alea__batch_ops graph_batch_ops = {
    .moves = observe_moves,
    .feature = observe_feature,
    .observe = observe_state,
    .mask = observe_mask,
    .least = observe_least,
};
