/* Policies: making and freeing them, and as bytes of a file. */
#include "base/error.h"
#include "base/memory.h"
#include "family/graph/graph.h"

graph_policy *graph_plan_new(const graph_rules *g)
{
    graph_policy *policy = alea__alloc(sizeof *policy);
    uint8_t *plan = alea__alloc(g->nodes);
    if (!policy || !plan) {
        alea__free(policy);
        alea__free(plan);
        return NULL;
    }
    *policy = (graph_policy){.kind = GRAPH_POLICY_PLAN, .nodes = g->nodes, .plan = plan};
    return policy;
}

void graph_policy_free(alea__policy *opaque)
{
    graph_policy *policy = (graph_policy *)opaque;
    if (!policy) return;
    alea__free(policy->plan);
    alea__free(policy);
}

/* ---- bytes ---- */

/* A packed policy: its kind and the game's nodes in four bytes each, little-endian, and for a plan a byte for each node in
   which somebody decides: which of its moves, from 0. */
enum { HEAD = 8 };

static void put_word(unsigned char *at, uint32_t word)
{
    for (int i = 0; i < 4; i++) at[i] = (unsigned char)(word >> 8 * i);
}

static uint32_t get_word(const unsigned char *at)
{
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

alea_status graph_pack(const alea__rules *rules, const alea__policy *opaque, unsigned char **data,
                       size_t *size, alea_error *error)
{
    const graph_rules *g = graph_rules_of(rules);
    const graph_policy *policy = graph_policy_of(opaque);
    size_t bytes = HEAD + (policy->kind == GRAPH_POLICY_PLAN ? g->decisions : 0);
    unsigned char *packed = alea__alloc(bytes);
    if (!packed) return alea__out_of_memory(error);
    put_word(packed, policy->kind);
    put_word(packed + 4, g->nodes);
    for (size_t i = HEAD; i < bytes; i++) packed[i] = policy->plan[g->decision[i - HEAD]];
    *data = packed;
    *size = bytes;
    return ALEA_OK;
}

static alea_status not_of_this_game(alea_error *error)
{
    return alea__fail(error, ALEA_E_FILE, "The policy is not one of this game.");
}

static alea_status unpack_plan(const graph_rules *g, const unsigned char *moves, graph_policy *policy,
                               alea_error *error)
{
    policy->plan = alea__alloc(g->nodes);
    if (!policy->plan) return alea__out_of_memory(error);
    for (uint32_t i = 0; i < g->decisions; i++) {
        uint32_t node = g->decision[i];
        if (moves[i] >= graph_ways_of(g, node)) return not_of_this_game(error);
        policy->plan[node] = moves[i];
    }
    return ALEA_OK;
}

alea_status graph_unpack(const alea__rules *rules, const unsigned char *data, size_t size, alea__policy **out,
                         alea_error *error)
{
    const graph_rules *g = graph_rules_of(rules);
    uint32_t kind = size >= HEAD ? get_word(data) : UINT32_MAX;
    if (kind > GRAPH_POLICY_PLAN || get_word(data + 4) != g->nodes ||
        size != HEAD + (kind == GRAPH_POLICY_PLAN ? (size_t)g->decisions : 0))
        return not_of_this_game(error);
    graph_policy *policy = alea__alloc(sizeof *policy);
    if (!policy) return alea__out_of_memory(error);
    policy->kind = kind;
    policy->nodes = g->nodes;
    alea_status status = kind == GRAPH_POLICY_PLAN ? unpack_plan(g, data + HEAD, policy, error) : ALEA_OK;
    if (status != ALEA_OK)
        graph_policy_free((alea__policy *)policy);
    else
        *out = (alea__policy *)policy;
    return status;
}
