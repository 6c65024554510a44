/* Games between policies, whole blocks at a time: in vector lanes if they support the match (lanes.h), else one game at a
   time (scalar.h). Both play the same games, dice for dice. */
#include "family/race/simulate/simulate.h"
#include "base/assert.h"
#include "base/kernel.h"
#include "family/race/rules/layout.h"
#include "family/race/simulate/lanes.h"
#include "family/race/simulate/scalar.h"

#include <string.h>

enum { LANES_AT_ONCE = 1 << 20 }; /* games of one call, so that they fit 31 bits */

/* Prepares a match for lanes. Each step returns whether it fits. */

static bool shape_fits(const race_rules *rules)
{
    return rules->players >= 2 && rules->goal <= LANES_MOST_GOAL && rules->memories <= LANES_MEMORIES &&
           rules->first_forced && rules->turn_limit == 0 && rules->how.per_byte > 0 &&
           rules->how.per_byte % rules->dice == 0 && rules->how.per_byte / rules->dice <= LANES_SLOTS &&
           rules->how.range <= 64;
}

static bool landing_fits(const race_rules *rules, race_lanes *lanes)
{
    lanes->landing = LANES_NEVER;
    for (uint32_t score = 1; score <= rules->goal; score++) { /* a roll adds at least one */
        if (rules->landing[score] == RACE_ADD) continue;
        if (rules->landing[score] == RACE_BUST || lanes->landing != LANES_NEVER) return false;
        lanes->landing = score;
    }
    return true;
}

/* A code byte for a roll. Returns false if it cannot be encoded. */
static bool encode(const race_effect *e, bool pig, uint8_t *code)
{
    if (e->kind == RACE_BUST)
        *code = pig ? LANES_PIG_BUST : 0;
    else if (e->kind == RACE_WIPE)
        *code = LANES_FORCED;
    else {
        if (e->amount == 0 || e->amount > LANES_MOST_AMOUNT) return false;
        *code = (uint8_t)(e->amount | (e->forced ? LANES_FORCED : 0) | e->memory << LANES_MEMORY);
    }
    return true;
}

/* Finds or makes the class of rolls with these codes, one for each memory. Returns false if there are too many. */
static bool find_class(race_lanes *lanes, uint32_t *classes, const uint8_t code[LANES_MEMORIES],
                       uint8_t *found)
{
    ALEA_ASSERT(*classes <= LANES_CLASSES && lanes->memories <= LANES_MEMORIES);
    for (uint32_t c = 0; c < *classes; c++) {
        uint32_t same = 0;
        while (same < lanes->memories && lanes->class_code[same * LANES_CLASSES + c] == code[same]) same++;
        *found = (uint8_t)c;
        if (same == lanes->memories) return true;
    }
    if (*classes == LANES_CLASSES) return false;
    for (uint32_t m = 0; m < lanes->memories; m++) lanes->class_code[m * LANES_CLASSES + *classes] = code[m];
    *found = (uint8_t)(*classes)++;
    return true;
}

/* Fills code and class_code. Returns false if a roll cannot be encoded or there are too many classes. */
static bool codes_fit(const race_rules *rules, race_lanes *lanes)
{
    uint32_t classes = 0, before = 1; /* `before`: outcomes of the slots before this one */
    for (uint32_t slot = 0; slot < lanes->slots; slot++, before *= rules->outcomes)
        for (uint32_t byte = 0; byte < lanes->byte_range; byte++) {
            uint8_t code[LANES_MEMORIES] = {0}, *stored_code = &lanes->code[slot][byte];
            const race_effect *effect = &rules->effect[byte / before % rules->outcomes];
            for (uint32_t m = 0; m < lanes->memories; m++)
                if (!encode(&effect[m * rules->outcomes], lanes->pig, &code[m])) return false;
            *stored_code = code[0];
            if (lanes->memories > 1 && !find_class(lanes, &classes, code, stored_code)) return false;
        }
    return true;
}

/* Whether rolls only add or bust, and everything else that race_lanes requires for `pig`. */
static bool is_pig(const race_rules *rules, const race_lanes *lanes)
{
    bool pig = rules->ending == RACE_BANK && !rules->money && lanes->landing == LANES_NEVER &&
               rules->memories == 1 && rules->goal - 1 + race_greatest_amount(rules) <= LANES_PIG_TOTAL;
    for (uint32_t i = 0; i < rules->outcomes; i++)
        pig &= rules->effect[i].kind != RACE_WIPE && !rules->effect[i].forced;
    return pig;
}

/* Fills what depends on the rules alone, for two thresholds or for any seats; false where lanes cannot play them. */
static bool rules_fit(const race_rules *rules, bool seats, race_lanes *lanes)
{
    if (!shape_fits(rules) || !landing_fits(rules, lanes)) return false;
    lanes->pig = !seats && is_pig(rules, lanes);
    lanes->memories = rules->memories;
    lanes->slots = rules->how.per_byte / rules->dice;
    lanes->byte_limit = rules->how.limit;
    lanes->byte_range = rules->how.range;
    for (uint32_t h = 0; h < 16; h++) lanes->high_part[h] = (uint8_t)(16 * h % lanes->byte_range);
    for (uint32_t score = 0; rules->money && score < 256; score++)
        lanes->pay[score] = rules->pay[score < rules->goal ? score : rules->goal];
    return codes_fit(rules, lanes);
}

/* How a lane stores the total at which a bot holds; see lane_set in lanes_kernel.h. */
static uint8_t lane_stored(const race_lanes *lanes, uint32_t threshold)
{
    ALEA_ASSERT(threshold > 0 && threshold <= UINT8_MAX);
    return lanes->pig ? (uint8_t)((threshold - 1) ^ 128) : (uint8_t)threshold;
}

/* The total at which a bot holds, at the earliest after one roll; 0 if it does not fit in a lane. */
static uint32_t lane_threshold(const race_rules *rules, const race_policy *policy, uint32_t own,
                               uint32_t other)
{
    uint32_t threshold = race_threshold(rules, policy, own, other, false);
    if (threshold > race_enough(rules)) return 0;
    return threshold > own ? threshold : own + 1;
}

/* Fills hold_at and `patient`. Returns false if a threshold cannot be stored. */
static bool table_fits(const race_rules *rules, const race_policy *const policy[2], race_lanes *lanes)
{
    const uint32_t scores = race_enough(rules), three_rolls = 3 * race_greatest_amount(rules);
    ALEA_ASSERT(scores <= LANES_MOST_GOAL + 1);
    lanes->patient = true;
    for (uint32_t own = 0; own < scores; own++)
        for (uint32_t bot = 0; bot < 2; bot++)
            for (uint32_t other = 0; other < scores; other++) {
                uint32_t threshold = lane_threshold(rules, policy[bot], own, other);
                if (threshold == 0) return false;
                if (threshold < scores && threshold - own <= three_rolls) lanes->patient = false;
                lanes->hold_at[own << 8 | bot << 7 | other] = lane_stored(lanes, threshold);
            }
    return true;
}

/* Fills what depends on the policies, after rules_fit; false where lanes cannot play them. */
static bool policies_fit(const race_rules *rules, const race_policy *const policy[2], race_lanes *lanes)
{
    if (!race_has_threshold(policy[0]) || !race_has_threshold(policy[1])) return false;
    lanes->tables = policy[0]->kind != RACE_POLICY_HOLD || policy[1]->kind != RACE_POLICY_HOLD;
    lanes->cap = lane_stored(lanes, race_enough(rules));
    for (int bot = 0; bot < 2; bot++) {
        lanes->looks_up[bot] = policy[bot]->kind != RACE_POLICY_HOLD;
        uint32_t n = policy[bot]->n < 1 ? 1 : policy[bot]->n;
        if (n > LANES_MOST_GOAL || lanes->looks_up[bot]) n = LANES_MOST_GOAL; /* up to the goal */
        lanes->add[bot] = (uint8_t)(lanes->pig ? n - 1 : n);
    }
    if (lanes->tables && !table_fits(rules, policy, lanes)) return false;
    for (int bot = 0; bot < 2; bot++)
        lanes->start_hold[bot] = lane_stored(lanes, lane_threshold(rules, policy[bot], 0, 0));
    return true;
}

/* Two thresholds, if the faster lanes support them, else any policies. */
static bool match_fits(const alea__policy_match *match, race_lanes *lanes)
{
    const race_rules *rules = race_rules_of(match->rules);
    const race_policy *policy[RACE_SEATS];
    for (uint32_t bot = 0; bot < rules->players; bot++) policy[bot] = race_policy_of(match->policy[bot]);
    lanes->rules = rules;
    lanes->seed = match->seed;
    lanes->rotate = match->rotate;
    if (rules->players == 2 && rules_fit(rules, false, lanes) && policies_fit(rules, policy, lanes))
        return true;
    return rules_fit(rules, true, lanes) && race_lanes_fill_seats(rules, policy, lanes);
}

/* The widest lanes that this machine has and the match allows, chosen at run time; NULL for none. */
static race_lanes_play *widest_lanes(unsigned most)
{
#ifndef ALEA_NO_X86_LANES
    const int bytes = alea__lane_bytes();
    if (bytes >= 64 && (most == 0 || most >= 64)) return race_lanes_avx512;
    if (bytes >= 32 && (most == 0 || most >= 32)) return race_lanes_avx2;
#endif
#ifdef LANES_V128
    if (most != 0 && most < 16) return NULL;
#ifdef __x86_64__
    if (!__builtin_cpu_supports("sse4.1")) return NULL;
#endif
    return race_lanes_v128;
#else
    (void)most;
    return NULL;
#endif
}

/* Games that did not fit in a lane. */
typedef struct rest {
    const race_scalar *scalar;
    alea__tally *tally;
} rest;

static void play_spilled(void *user, uint64_t game)
{
    const rest *r = user;
    race_scalar_play(r->scalar, game, r->tally);
}

bool race_can_simulate(const alea__policy_match *match)
{
    const race_rules *rules = race_rules_of(match->rules);
    for (uint32_t bot = 0; bot < rules->players; bot++) {
        const race_policy *policy = match->policy[bot] ? race_policy_of(match->policy[bot]) : NULL;
        if (policy == NULL || policy->kind == RACE_POLICY_FORFEIT) return false;
    }
    return true;
}

/* Plays blocks in lanes if they support the match, else game by game. */
void race_simulate(const alea__policy_match *match, uint64_t first, uint64_t games, alea__tally *tally)
{
    ALEA_ASSERT(race_can_simulate(match));
    uint8_t hold_at[(1 << 15) + 3] = {0};
    race_lanes lanes = {.hold_at = hold_at};
    race_scalar scalar;
    const race_spill spill = {play_spilled, &(rest){&scalar, tally}};
    race_lanes_play *play = widest_lanes(match->most_lanes);
    race_scalar_prepare(match, &scalar);
    const bool fits = play != NULL && match_fits(match, &lanes);
    for (uint64_t game = first; !fits && game < first + games; game++) race_scalar_play(&scalar, game, tally);
    for (uint64_t now; fits && games > 0; first += now, games -= now) {
        const uint64_t to_carry = (UINT64_C(1) << 32) - (uint32_t)first; /* the upper half must not change */
        now = games < LANES_AT_ONCE ? games : LANES_AT_ONCE;
        if (now > to_carry) now = to_carry;
        play(&lanes, first, (uint32_t)now, tally, &spill);
    }
    race_lanes_release_seats(&lanes);
}
