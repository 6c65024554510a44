/* Makes and frees policies. */
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "family/race/policy/policy.h"

race_bot *race_table_new(const race_rules *rules, uint16_t hold_at)
{
    uint32_t side = rules->goal + 1;
    ALEA_ASSERT(rules->goal <= RACE_MOST_TABLE_GOAL);
    race_bot *bot = alea__alloc(sizeof *bot);
    uint16_t *table = alea__alloc_array((size_t)side * side, sizeof *table);
    if (!bot || !table) {
        alea__free(table);
        alea__free(bot);
        return NULL;
    }
    for (size_t i = 0; i < (size_t)side * side; i++) table[i] = hold_at;
    *bot = (race_bot){.policy = {.kind = RACE_POLICY_TABLE, .table_size = side, .hold_at = table},
                      .hold_at = table};
    return bot;
}

alea_status race_plan_wrap(race_plan plan, alea__policy **out, alea_error *error)
{
    race_bot *bot = alea__alloc(sizeof *bot);
    uint64_t *row = (uint64_t *)(uintptr_t)plan.row;
    uint8_t *bits = (uint8_t *)(uintptr_t)plan.bits;
    ALEA_ASSERT(row && bits && row[0] == 0 && plan.memories > 0);
    if (!bot) {
        alea__free(row);
        alea__free(bits);
        return alea__out_of_memory(error);
    }
    *bot = (race_bot){.policy = {.kind = RACE_POLICY_PLAN, .plan = plan}, .row = row, .bits = bits};
    *out = (alea__policy *)bot;
    return ALEA_OK;
}

void race_policy_free(alea__policy *opaque)
{
    race_bot *bot = (race_bot *)opaque;
    if (!bot) return;
    alea__free(bot->hold_at);
    alea__free(bot->row);
    alea__free(bot->bits);
    alea__free(bot);
}
