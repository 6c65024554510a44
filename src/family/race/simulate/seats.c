/* Prepares matches between any policies and any number of players for lanes: see lanes_seats.h. */
#include "base/assert.h"
#include "family/race/policy/turn_answers.h"
#include "family/race/simulate/lanes.h"

#include <stdlib.h>
#include <string.h>

enum { SEATS_TABLE = 2 << 16, SEATS_PAST_END = 3, SEATS_MOST_ROLLS = RACE_LIMIT - 1 };

/* The threshold of turns(n) after this many scoring turns, as in race_decide. */
static uint32_t seats_turns_threshold(const race_rules *rules, const race_policy *policy, uint32_t own,
                                      uint32_t scored)
{
    const uint32_t left = policy->n > scored ? policy->n - scored : 1;
    const uint32_t missing = own < rules->goal ? rules->goal - own : 0;
    const uint32_t wanted = own + (missing + left - 1) / left;
    return wanted < race_enough(rules) ? wanted : race_enough(rules);
}

static void seats_store(uint8_t *table, uint32_t own, uint32_t other, uint32_t threshold, uint32_t row)
{
    if (threshold <= own) threshold = own + 1; /* the first roll is not a choice */
    uint8_t *pair = table + 2 * (own << 8 | other);
    pair[0] = (uint8_t)(threshold < LANES_NEVER ? threshold : LANES_NEVER);
    pair[1] = (uint8_t)row;
}

static void seats_fill_thresholds(const race_rules *rules, const race_policy *policy, uint8_t *table)
{
    const bool turns = policy->kind == RACE_POLICY_TURNS;
    const uint32_t scores = race_enough(rules), others = turns ? LANES_MOST_GOAL + 1 : scores;
    for (uint32_t own = 0; own < scores; own++)
        for (uint32_t other = 0; other < others; other++)
            seats_store(table, own, other,
                        turns ? seats_turns_threshold(rules, policy, own, other)
                              : race_threshold(rules, policy, own, other, false),
                        0);
}

/* Whether every decision is made with the memory that a turn begins with. */
static bool seats_decides_without_memory(const race_rules *rules)
{
    for (uint32_t i = 0; i < rules->memories * rules->outcomes; i++) {
        const race_effect *e = &rules->effect[i];
        if (e->kind == RACE_ADD && !e->forced && e->memory != 0) return false;
    }
    return true;
}

/* A bit for each number of points that a roll can add. */
static uint64_t seats_amounts(const race_rules *rules)
{
    uint64_t amounts = 0;
    for (uint32_t i = 0; i < rules->memories * rules->outcomes; i++)
        if (rules->effect[i].kind == RACE_ADD) amounts |= UINT64_C(1) << rules->effect[i].amount;
    return amounts;
}

typedef struct seats_plan {
    const race_rules *rules;
    const race_plan *plan;
    uint64_t amounts;
} seats_plan;

/* Whether the plan holds wherever one roll can lead from below this total. */
static bool seats_row_is_threshold(const race_plan_row *r, uint32_t threshold, uint64_t amounts)
{
    const uint32_t most = 63 - (uint32_t)__builtin_clzll(amounts);
    for (uint32_t total = threshold + 1; total < threshold + most; total++)
        if (race_plan_row_rolls(r, total, 0)) return false;
    return true;
}

/* The least total at which the plan holds, among those of its turn; if it rolls again at a higher one, its answers become
   the next row. Returns false if there are too many such rows. */
static bool seats_fill_plan_row(const seats_plan *p, race_position at, uint8_t *table, race_lanes *lanes,
                                uint32_t *rows)
{
    const uint64_t amounts = p->amounts;
    const race_plan_row r = race_plan_row_of(p->rules, p->plan, at.own, at.other);
    const uint32_t first_hold = race_plan_row_next_hold(&r, at.own);
    if (seats_row_is_threshold(&r, first_hold, amounts)) {
        seats_store(table, at.own, at.other, first_hold, 0);
        return true;
    }
    uint64_t reached = amounts; /* bit i: own + turn + i */
    uint32_t threshold = LANES_NEVER, row = 0;
    for (; reached != 0 && at.total < LANES_NEVER; at.total++, reached >>= 1) {
        if ((reached & 1) == 0) continue;
        if (!race_plan_row_rolls(&r, at.total, 0)) {
            if (threshold == LANES_NEVER) threshold = at.total;
            continue;
        }
        reached |= amounts;
        if (threshold == LANES_NEVER) continue;
        if (row == 0) {
            if (*rows == LANES_ROWS) return false;
            row = (*rows)++;
        }
        lanes->row_at[row << 8 | at.total] = 1;
    }
    seats_store(table, at.own, at.other, threshold, row);
    return true;
}

/* Fills the table of a plan, row by row; false where lanes cannot play it. */
static bool seats_fill_plan(const race_rules *rules, const race_plan *plan, uint8_t *table, race_lanes *lanes,
                            uint32_t *rows)
{
    ALEA_ASSERT(rules->players == 2); /* plans are for one player or two */
    if (!seats_decides_without_memory(rules)) return false;
    const uint32_t scores = rules->ending == RACE_BANK ? rules->goal : LANES_NEVER;
    const seats_plan p = {rules, plan, seats_amounts(rules)};
    for (uint32_t own = 0; own < scores; own++)
        for (uint32_t other = 0; other < scores; other++)
            if (!seats_fill_plan_row(&p, (race_position){own, other, own, 0}, table, lanes, rows))
                return false;
    return true;
}

/* Sets a bot's policy for lanes, except for its table. Returns whether it needs one. */
static bool seats_fill_bot(const race_rules *rules, const race_policy *policy, uint32_t bot,
                           race_lanes_seats *s)
{
    const uint8_t n = (uint8_t)(policy->n < LANES_NEVER ? policy->n : LANES_NEVER);
    s->add[bot] = s->cap[bot] = LANES_NEVER;
    switch ((race_policy_kind)policy->kind) {
    case RACE_POLICY_BANK:
    case RACE_POLICY_HOLD:
        s->banks[bot] = policy->kind == RACE_POLICY_BANK ? UINT8_MAX : 0;
        s->counts_own[bot] = s->follows[bot] = UINT8_MAX;
        s->add[bot] = n;
        s->cap[bot] = (uint8_t)race_enough(rules);
        return false;
    case RACE_POLICY_TOTAL:
        s->follows[bot] = UINT8_MAX;
        s->add[bot] = n;
        if (rules->ending != RACE_BANK) s->cap[bot] = (uint8_t)race_enough(rules);
        return false;
    case RACE_POLICY_RANDOM:
        if (policy->certain) return false;
        s->draws[bot] = UINT8_MAX;
        s->chance[bot] = policy->n;
        return false;
    case RACE_POLICY_ALWAYS: return false;
    case RACE_POLICY_TURNS: s->counts_turns[bot] = s->follows[bot] = UINT8_MAX; return true;
    case RACE_POLICY_TABLE: s->follows[bot] = UINT8_MAX; return true;
    case RACE_POLICY_PLAN:
    case RACE_POLICY_FORFEIT: break;
    }
    return true;
}

/* Fills the tables of the bots that look up; false where lanes cannot play one of them. */
static bool seats_fill_tables(const race_rules *rules, const race_policy *const policy[RACE_SEATS],
                              race_lanes *lanes)
{
    uint32_t tables = 0, rows = 1;
    const race_lanes_seats *s = &lanes->seats;
    for (uint32_t bot = 0; bot < rules->players; bot++) {
        if (!s->looks_up[bot]) continue;
        uint8_t *table = lanes->pair_at + (size_t)SEATS_TABLE * tables++;
        if (policy[bot]->kind != RACE_POLICY_PLAN)
            seats_fill_thresholds(rules, policy[bot], table);
        else if (!seats_fill_plan(rules, &policy[bot]->plan, table, lanes, &rows))
            return false;
    }
    lanes->seats.rows = rows > 1;
    return true;
}

/* Each table bot gets its own table. */
static uint32_t seats_fill_bots(const race_rules *rules, const race_policy *const policy[RACE_SEATS],
                                race_lanes_seats *s)
{
    uint32_t tables = 0;
    for (uint32_t bot = 0; bot < rules->players; bot++) {
        if (seats_fill_bot(rules, policy[bot], bot, s)) {
            s->looks_up[bot] = UINT8_MAX;
            s->table[bot] = (uint8_t)tables++;
        }
        s->random |= s->draws[bot] != 0;
        s->turns |= s->counts_turns[bot] != 0;
    }
    s->tables = tables > 0;
    s->all_look_up = tables == rules->players;
    return tables;
}

bool race_lanes_fill_seats(const race_rules *rules, const race_policy *const policy[RACE_SEATS],
                           race_lanes *lanes)
{
    race_lanes_seats *s = &lanes->seats;
    ALEA_ASSERT(rules->players >= 2 && rules->players <= RACE_SEATS && !lanes->pig);
    *s = (race_lanes_seats){.used = true, .memories = rules->memories > 1};
    for (uint32_t bot = 0; bot < rules->players; bot++) {
        if (policy[bot]->kind == RACE_POLICY_FORFEIT) return false;
        if (policy[bot]->kind == RACE_POLICY_TURNS && policy[bot]->n > LANES_MOST_GOAL) return false;
    }
    s->pig = rules->ending == RACE_BANK && !rules->over_goal_hold && lanes->landing == LANES_NEVER;
    for (uint32_t i = 0; i < rules->memories * rules->outcomes; i++) {
        s->memories |= rules->effect[i].forced != 0;
        s->pig &= rules->effect[i].kind != RACE_WIPE;
    }
    s->pig &= !s->memories;
    s->most_blocks = SEATS_MOST_ROLLS / (16 * lanes->slots) - 1; /* a game in lanes stays below the limits */
    if (s->most_blocks > UINT8_MAX) s->most_blocks = UINT8_MAX;
    const uint32_t tables = seats_fill_bots(rules, policy, s);
    if (tables == 0) return true;
    lanes->pair_at = calloc((size_t)tables * SEATS_TABLE + SEATS_PAST_END, 1);
    lanes->row_at = calloc((LANES_ROWS << 8) + SEATS_PAST_END, 1);
    return lanes->pair_at && lanes->row_at && seats_fill_tables(rules, policy, lanes);
}

void race_lanes_release_seats(race_lanes *lanes)
{
    free(lanes->pair_at);
    free(lanes->row_at);
    lanes->pair_at = lanes->row_at = NULL;
}
