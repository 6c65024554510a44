/* Writes a match as bytes, in the format of guest_pack.h. */
#include "family/race/policy/guest_pack.h"
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "family/race/messages.h"
#include "family/race/policy/policy.h"

/* The bytes, and the place of the next part. */
typedef struct pack_writer {
    unsigned char *start, *at;
} pack_writer;

static void pack_put(pack_writer *w, uint64_t value, unsigned bytes)
{
    w->at = race_put(w->at, value, bytes);
}

/* The bytes are zero already: padding is stepped over. */
static void pack_pad(pack_writer *w)
{
    w->at = w->start + race_padded((uint64_t)(w->at - w->start));
}

static uint64_t table_entries(const race_policy *policy)
{
    return policy ? (uint64_t)policy->table_size * policy->table_size : 0;
}

static uint64_t plan_rows(const race_policy *policy)
{
    if (!policy || policy->kind != RACE_POLICY_PLAN) return 0;
    return (uint64_t)policy->plan.owns * policy->plan.others;
}

static uint64_t plan_bytes(const race_policy *policy)
{
    uint64_t rows = plan_rows(policy);
    return rows > 0 ? (policy->plan.row[rows] + 7) / 8 : 0;
}

static uint64_t pack_size(const race_rules *rules, const race_policy *const *policy)
{
    uint64_t scores = (uint64_t)rules->goal + 1;
    uint64_t size = PACK_HEADER + (uint64_t)rules->memories * rules->outcomes * 8;
    size += race_padded(scores) + race_padded(scores * 4);
    for (uint32_t bot = 0; bot < rules->players; bot++) {
        const uint64_t rows = plan_rows(policy[bot]);
        size += race_padded(table_entries(policy[bot]) * 2);
        if (rows > 0) size += 8 * (rows + 1) + race_padded(plan_bytes(policy[bot]));
    }
    return size;
}

/* The words of pack_word; `size` is that of all parts together. */
static void pack_header(pack_writer *w, const alea__policy_match *match, const race_rules *rules,
                        uint64_t size)
{
    const uint32_t word[PACK_WORDS] = {
        [PACK_MAGIC] = PACK_MAGIC_VALUE,
        [PACK_VERSION] = PACK_VERSION_VALUE,
        [PACK_SIZE] = (uint32_t)size,
        [PACK_SEED_LOW] = (uint32_t)match->seed,
        [PACK_SEED_HIGH] = (uint32_t)(match->seed >> 32),
        [PACK_ROTATE] = match->rotate,
        [PACK_PLAYERS] = rules->players,
        [PACK_DICE] = rules->dice,
        [PACK_SIDES] = rules->sides,
        [PACK_GOAL] = rules->goal,
        [PACK_OUTCOMES] = rules->outcomes,
        [PACK_MEMORIES] = rules->memories,
        [PACK_ENDING] = rules->ending,
        [PACK_OVER_GOAL_HOLD] = rules->over_goal_hold,
        [PACK_FIRST_FORCED] = rules->first_forced,
        [PACK_TURN_LIMIT] = rules->turn_limit,
        [PACK_MONEY] = rules->money,
    };
    for (int i = 0; i < PACK_WORDS; i++) pack_put(w, word[i], 4);
}

/* Writes the words of pack_policy_word, all zero if no policy plays. */
static void pack_policy(pack_writer *w, const race_policy *policy)
{
    static const race_policy none;
    if (!policy) policy = &none;
    pack_put(w, policy == &none ? 0 : policy->kind + 1, 4);
    pack_put(w, policy->n, 4);
    pack_put(w, policy->certain, 4);
    pack_put(w, policy->table_size, 4);
    pack_put(w, policy->plan.owns, 4);
    pack_put(w, policy->plan.others, 4);
    pack_put(w, policy->plan.asked, 4);
    pack_put(w, (uint32_t)plan_bytes(policy), 4);
}

/* The effects, landings and payments. */
static void pack_rules(pack_writer *w, const race_rules *rules)
{
    for (size_t i = 0; i < (size_t)rules->memories * rules->outcomes; i++) {
        pack_put(w, rules->effect[i].kind, 2);
        pack_put(w, rules->effect[i].forced, 2);
        pack_put(w, rules->effect[i].amount, 2);
        pack_put(w, rules->effect[i].memory, 2);
    }
    for (uint32_t score = 0; score <= rules->goal; score++) pack_put(w, rules->landing[score], 1);
    pack_pad(w);
    for (uint32_t score = 0; score <= rules->goal; score++) pack_put(w, (uint32_t)rules->pay[score], 4);
    pack_pad(w);
}

static void pack_plan(pack_writer *w, const race_policy *policy)
{
    uint64_t rows = plan_rows(policy), bytes = plan_bytes(policy);
    if (rows == 0) return;
    for (uint64_t i = 0; i <= rows; i++) pack_put(w, policy->plan.row[i], 8);
    for (uint64_t i = 0; i < bytes; i++) pack_put(w, policy->plan.bits[i], 1);
    pack_pad(w);
}

alea_status race_pack(const alea__policy_match *match, unsigned char **data, size_t *size, alea_error *error)
{
    const race_policy *policy[RACE_SEATS];
    for (int bot = 0; bot < RACE_SEATS; bot++) policy[bot] = race_policy_of(match->policy[bot]);
    const race_rules *rules = race_rules_of(match->rules);
    const uint64_t wanted = pack_size(rules, policy);
    if (wanted > UINT32_MAX) return alea__fail(error, ALEA_E_REFUSED, RACE_PACK_TOO_LARGE);
    unsigned char *bytes = alea__alloc((size_t)wanted);
    if (!bytes) return alea__out_of_memory(error);
    pack_writer w = {.start = bytes, .at = bytes};
    pack_header(&w, match, rules, wanted);
    for (uint32_t bot = 0; bot < RACE_SEATS; bot++)
        pack_policy(&w, bot < rules->players ? policy[bot] : NULL);
    pack_rules(&w, rules);
    for (uint32_t bot = 0; bot < rules->players; bot++) {
        for (uint64_t i = 0; i < table_entries(policy[bot]); i++) pack_put(&w, policy[bot]->hold_at[i], 2);
        pack_pad(&w);
        pack_plan(&w, policy[bot]);
    }
    ALEA_ASSERT(w.at == bytes + wanted);
    *data = bytes;
    *size = (size_t)wanted;
    return ALEA_OK;
}
