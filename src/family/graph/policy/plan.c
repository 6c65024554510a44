/* Plans: policies as a byte a node, made from values or from a bot's answers, and as bytes of a file. */
#include "base/error.h"
#include "base/memory.h"
#include "family/graph/solve/exact.h"

#include <string.h>

/* A packed policy: its kind and the game's nodes in four bytes each, little-endian, and for a plan a byte for each node in
   which somebody decides: which of its moves, from 0. */
enum { HEAD = 8 };

alea_status graph_plan_of_values(const alea__rules *rules, const alea__values *values, alea__policy **out,
                                 alea_error *error)
{
    const graph_rules *g = graph_rules_of(rules);
    graph_policy *policy = graph_plan_new(g);
    if (!policy) return alea__out_of_memory(error);
    for (uint32_t i = 0; i < g->decisions; i++) {
        uint32_t node = g->decision[i];
        policy->plan[node] = (uint8_t)(graph_best_way(g, values, node, NULL) - g->first[node]);
    }
    *out = (alea__policy *)policy;
    return ALEA_OK;
}

/* ---- bytes ---- */

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

/* ---- freezing ---- */

static uint64_t freeze_count(const alea__rules *rules)
{
    return graph_rules_of(rules)->decisions;
}

static void freeze_state(const alea__rules *rules, uint64_t index, alea_state *out)
{
    const graph_rules *g = graph_rules_of(rules);
    graph_stand(g, g->decision[index], out);
}

static alea_status freeze(const alea__rules *rules, const unsigned char *moves, alea__policy **out,
                          alea_error *error)
{
    const graph_rules *g = graph_rules_of(rules);
    graph_policy *policy = graph_plan_new(g);
    if (!policy) return alea__out_of_memory(error);
    for (uint32_t i = 0; i < g->decisions; i++) {
        uint32_t node = g->decision[i], way = g->first[node];
        while (way < g->first[node + 1] && g->mark[way] != moves[i]) way++;
        if (way == g->first[node + 1]) {
            graph_policy_free((alea__policy *)policy);
            return alea__fail(error, ALEA_E_STATE, "Move %u is not legal where the bot answered it.",
                              (unsigned)moves[i]);
        }
        policy->plan[node] = (uint8_t)(way - g->first[node]);
    }
    *out = (alea__policy *)policy;
    return ALEA_OK;
}

/* All policies of the family have exact results. */
static const char *inexact(const alea__rules *rules, const alea__policy *policy)
{
    (void)rules, (void)policy;
    return NULL;
}

const alea__exactly graph_exactly = {
    .place = graph_place,
    .solve = graph_solve,
    .fits = graph_fits,
    .ask = graph_ask,
    .certify = graph_certify,
    .evaluate = graph_evaluate,
    .best = graph_best,
    .inexact = inexact,
    .policy_of_values = graph_plan_of_values,
    .policy_pack = graph_pack,
    .policy_unpack = graph_unpack,
    .freeze_count = freeze_count,
    .freeze_state = freeze_state,
    .freeze = freeze,
};
