/* Plans: policies as a byte a node, and as bytes of a file. */
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "exact/explicit.h"
#include "exact/messages.h"

/* A packed policy: its kind and the number of nodes, four little-endian bytes each; for a plan also one byte per decision
   node, the index of its move. */
enum { HEAD = 8 };

void alea__explicit_policy_free(alea__policy *opaque)
{
    alea__explicit_policy *policy = (alea__explicit_policy *)opaque;
    if (!policy) return;
    alea__free(policy->plan);
    alea__free(policy);
}

alea_status alea__explicit_plan_new(const alea__explicit *g, alea__explicit_policy **out, alea_error *error)
{
    alea__explicit_policy *policy = alea__alloc(sizeof *policy);
    uint8_t *plan = alea__alloc(g->nodes);
    if (!policy || !plan) {
        alea__free(policy);
        alea__free(plan);
        return alea__out_of_memory(error);
    }
    *policy = (alea__explicit_policy){.kind = ALEA__POLICY_PLAN, .nodes = g->nodes, .plan = plan};
    *out = policy;
    return ALEA_OK;
}

alea_status alea__explicit_plan_move(const alea__explicit *g, alea__explicit_policy *policy, uint32_t node,
                                     uint32_t move, alea_error *error)
{
    ALEA_ASSERT(node < g->nodes && node < policy->nodes && g->kind[node] == ALEA__DECIDE);
    for (uint32_t edge = g->first[node]; edge < g->first[node + 1]; edge++) {
        if (g->mark[edge] != move) continue;
        policy->plan[node] = (uint8_t)(edge - g->first[node]);
        return ALEA_OK;
    }
    return alea__fail(error, ALEA_E_STATE, EXACT_ILLEGAL_ANSWER, (unsigned)move);
}

/* ---- bytes ---- */

static void plan_put_word(unsigned char *at, uint32_t word)
{
    for (int i = 0; i < 4; i++) at[i] = (unsigned char)(word >> 8 * i);
}

static uint32_t plan_get_word(const unsigned char *at)
{
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

/* Only plans need the graph; other policies need only its size. */
alea_status alea__explicit_pack(const alea__rules *rules, const alea__policy *opaque, unsigned char **data,
                                size_t *size, alea_error *error)
{
    const alea__explicit *g;
    const alea__explicit_policy *policy = alea__explicit_policy_of(opaque);
    alea_status status = alea__explicit_of(rules, &g, error);
    if (status != ALEA_OK) return status;
    size_t bytes = HEAD + (policy->kind == ALEA__POLICY_PLAN ? g->decisions : 0);
    ALEA_ASSERT(policy->kind != ALEA__POLICY_PLAN || policy->nodes == g->nodes);
    unsigned char *packed = alea__alloc(bytes);
    if (!packed) return alea__out_of_memory(error);
    plan_put_word(packed, policy->kind);
    plan_put_word(packed + 4, g->nodes);
    for (size_t i = HEAD; i < bytes; i++) packed[i] = policy->plan[g->decision[i - HEAD]];
    *data = packed;
    *size = bytes;
    return ALEA_OK;
}

static alea_status plan_not_of_this_game(alea_error *error)
{
    return alea__fail(error, ALEA_E_FILE, EXACT_OTHER_POLICY);
}

static alea_status plan_unpack(const alea__explicit *g, const unsigned char *moves,
                               alea__explicit_policy *policy, alea_error *error)
{
    policy->plan = alea__alloc(g->nodes);
    if (!policy->plan) return alea__out_of_memory(error);
    for (uint32_t i = 0; i < g->decisions; i++) {
        uint32_t node = g->decision[i];
        if (moves[i] >= alea__edges_of(g, node)) return plan_not_of_this_game(error);
        policy->plan[node] = moves[i];
    }
    return ALEA_OK;
}

alea_status alea__explicit_unpack(const alea__rules *rules, const unsigned char *data, size_t size,
                                  alea__policy **out, alea_error *error)
{
    const alea__explicit *g;
    alea_status status = alea__explicit_of(rules, &g, error);
    if (status != ALEA_OK) return status;
    uint32_t kind = size >= HEAD ? plan_get_word(data) : UINT32_MAX;
    if (kind > ALEA__POLICY_PLAN || plan_get_word(data + 4) != g->nodes ||
        size != HEAD + (kind == ALEA__POLICY_PLAN ? (size_t)g->decisions : 0))
        return plan_not_of_this_game(error);
    alea__explicit_policy *policy = alea__alloc(sizeof *policy);
    if (!policy) return alea__out_of_memory(error);
    policy->kind = kind;
    policy->nodes = g->nodes;
    status = kind == ALEA__POLICY_PLAN ? plan_unpack(g, data + HEAD, policy, error) : ALEA_OK;
    if (status != ALEA_OK)
        alea__explicit_policy_free((alea__policy *)policy);
    else
        *out = (alea__policy *)policy;
    return status;
}
