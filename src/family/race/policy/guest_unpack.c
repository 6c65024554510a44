/* Reads a packed match. Freestanding: this file also compiles into the sandbox. */
#include "family/race/policy/guest_pack.h"

/* The next part of the bytes. */
typedef struct cursor {
    const unsigned char *at;
    uint64_t left;
} cursor;

static const void *unpack_take(cursor *c, uint64_t size)
{
    uint64_t padded = race_padded(size);
    if (padded > c->left) return NULL;
    const unsigned char *part = c->at;
    c->at += padded;
    c->left -= padded;
    return part;
}

/* Everything but the tables of the rules and the policies, which are found later. */
static void unpack_header(const uint32_t *word, race_packed *out)
{
    out->seed = word[PACK_SEED_LOW] | (uint64_t)word[PACK_SEED_HIGH] << 32;
    out->rotate = word[PACK_ROTATE] != 0;
    out->rules = (race_rules){
        .players = word[PACK_PLAYERS],
        .dice = word[PACK_DICE],
        .sides = word[PACK_SIDES],
        .goal = word[PACK_GOAL],
        .outcomes = word[PACK_OUTCOMES],
        .memories = word[PACK_MEMORIES],
        .ending = word[PACK_ENDING],
        .over_goal_hold = word[PACK_OVER_GOAL_HOLD],
        .first_forced = word[PACK_FIRST_FORCED],
        .turn_limit = word[PACK_TURN_LIMIT],
        .money = word[PACK_MONEY],
        .how = alea__dice_for(word[PACK_SIDES]),
    };
}

/* Whether the rows follow one another within the bits. */
static bool unpack_in_order(const race_plan *plan, uint64_t rows, uint64_t bytes)
{
    if (plan->row[0] != 0) return false;
    for (uint64_t i = 0; i < rows; i++)
        if (plan->row[i + 1] < plan->row[i]) return false;
    return plan->row[rows] <= bytes * 8;
}

static bool unpack_plan(cursor *c, const uint32_t *word, const race_rules *rules, race_plan *plan)
{
    uint64_t rows = (uint64_t)word[PACK_OWNS] * word[PACK_OTHERS];
    plan->owns = word[PACK_OWNS];
    plan->others = word[PACK_OTHERS];
    plan->asked = word[PACK_ASKED];
    plan->memories = rules->memories;
    if (rules->players > 2 || rows == 0 || rows >= c->left / 8) return false;
    plan->row = unpack_take(c, (rows + 1) * sizeof *plan->row);
    plan->bits = unpack_take(c, word[PACK_PLAN_BYTES]);
    return plan->row && plan->bits && unpack_in_order(plan, rows, word[PACK_PLAN_BYTES]);
}

static bool has_no_plan(const uint32_t *word)
{
    return word[PACK_OWNS] == 0 && word[PACK_OTHERS] == 0 && word[PACK_ASKED] == 0 &&
           word[PACK_PLAN_BYTES] == 0;
}

/* Reads the policy of a bot from its words and the next tables. Returns false if they do not fit the rules. */
static bool unpack_policy(cursor *c, const uint32_t *word, const race_rules *rules, race_packed *out,
                          uint32_t bot)
{
    out->present[bot] = word[PACK_KIND] > 0;
    out->policy[bot] = (race_policy){
        .kind = out->present[bot] ? word[PACK_KIND] - 1 : 0,
        .n = word[PACK_N],
        .certain = word[PACK_CERTAIN],
        .table_size = word[PACK_TABLE_SIZE],
    };
    race_policy *policy = &out->policy[bot];
    if (!out->present[bot]) return policy->table_size == 0 && has_no_plan(word);
    if (policy->kind == RACE_POLICY_PLAN)
        return policy->table_size == 0 && unpack_plan(c, word, rules, &policy->plan);
    if (policy->kind > RACE_POLICY_LAST || !has_no_plan(word)) return false;
    if (policy->kind != RACE_POLICY_TABLE) return policy->table_size == 0;
    if (policy->table_size != rules->goal + 1) return false;
    policy->hold_at = unpack_take(c, (uint64_t)policy->table_size * policy->table_size * sizeof(uint16_t));
    return policy->hold_at;
}

bool race_unpack(const void *bytes, size_t size, race_packed *out)
{
    if ((uintptr_t)bytes % 8 != 0 || size < PACK_HEADER) return false;
    const uint32_t *word = bytes;
    if (!(word[PACK_MAGIC] == PACK_MAGIC_VALUE && word[PACK_VERSION] == PACK_VERSION_VALUE &&
          word[PACK_SIZE] == size && word[PACK_PLAYERS] >= 1 && word[PACK_PLAYERS] <= RACE_SEATS &&
          word[PACK_ENDING] <= RACE_CHASE && word[PACK_SIDES] >= 1))
        return false;
    unpack_header(word, out);
    cursor c = {.at = (const unsigned char *)bytes + PACK_HEADER, .left = size - PACK_HEADER};
    race_rules *rules = &out->rules;
    const uint64_t scores = (uint64_t)rules->goal + 1, effects = (uint64_t)rules->memories * rules->outcomes;
    if (effects > c.left / sizeof(race_effect)) return false; /* the product would overflow */
    rules->effect = unpack_take(&c, effects * sizeof(race_effect));
    rules->landing = unpack_take(&c, scores);
    rules->pay = unpack_take(&c, scores * sizeof(int32_t));
    if (!rules->effect || !rules->landing || !rules->pay) return false;
    for (uint32_t bot = 0; bot < RACE_SEATS; bot++)
        if (!unpack_policy(&c, word + PACK_WORDS + bot * PACK_POLICY_WORDS, rules, out, bot)) return false;
    return c.left == 0;
}
