/* Compiles a rule file to flat tables: numbers here, functions in tabulate.c. Also determines the game's objectives. */
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "family/race/messages.h"
#include "family/race/rules/compile.h"

/* ---- the numbers ---- */

static const char *const fields[] = {"dice",      "sides", "goal",    "turns",  "first_roll", "ending",
                                     "over_goal", "roll",  "landing", "payoff", NULL};

/* The choice as a number; the first one is what holds without the field. */
static alea_status read_choice(race_compiler *c, const char *field, const char *const *choices, uint32_t *out)
{
    int value;
    alea_status status =
        alea__read_choice(c->calls.reader, &(alea__choice_field){field, choices, 0}, &value, c->calls.error);
    if (status == ALEA_OK) *out = (uint32_t)value;
    return status;
}

/* Counts the outcomes of a roll, and sets how bytes become dice; ALEA_E_RULES if there are too many outcomes. */
static alea_status race_count_outcomes(race_compiler *c)
{
    race_rules *rules = &c->game->rules;
    uint64_t outcomes = 1;
    for (uint32_t i = 0; i < rules->dice && outcomes <= RACE_MOST_OUTCOMES; i++) outcomes *= rules->sides;
    if (outcomes > RACE_MOST_OUTCOMES)
        return alea__read_fail(c->calls.reader, "dice", c->calls.error, RACE_TOO_MANY_ROLLS,
                               (unsigned)rules->dice, (unsigned)rules->sides);
    rules->outcomes = (uint32_t)outcomes;
    rules->how = alea__dice_for(rules->sides);
    return ALEA_OK;
}

static alea_status race_read_turns(race_compiler *c)
{
    static const int64_t none = 0;
    static const alea__number_field turns = {"turns", 0, RACE_LIMIT, &none};
    race_rules *rules = &c->game->rules;
    alea_status status = alea__calls_number(&c->calls, &turns, &rules->turn_limit);
    if (status == ALEA_OK && rules->turn_limit > 0 && rules->players > 1)
        return alea__read_fail(c->calls.reader, "turns", c->calls.error, RACE_TURNS_ONE_PLAYER,
                               (unsigned)rules->players);
    return status;
}

/* The fields that are words. */
static alea_status read_manner(race_compiler *c)
{
    static const char *const first_roll[] = {"forced", "free", NULL};
    static const char *const ending[] = {[RACE_BANK] = "bank", [RACE_CHASE] = "chase", NULL};
    static const char *const over_goal[] = {"roll-on", "hold", NULL};
    race_rules *rules = &c->game->rules;
    uint32_t free_first = 0;
    alea_status status = read_choice(c, "first_roll", first_roll, &free_first);
    if (status == ALEA_OK) status = read_choice(c, "ending", ending, &rules->ending);
    if (status == ALEA_OK) status = read_choice(c, "over_goal", over_goal, &rules->over_goal_hold);
    rules->first_forced = !free_first;
    return status;
}

/* Everything but the functions, in the order in which the manual lists the fields. */
static alea_status race_read_numbers(race_compiler *c, unsigned players)
{
    static const alea__number_field dice = {"dice", 1, 16, NULL},
                                    sides = {"sides", 2, RACE_MOST_OUTCOMES, NULL},
                                    goal = {"goal", 1, RACE_MOST_GOAL, NULL};
    race_rules *rules = &c->game->rules;
    alea_status status = alea__read_only(c->calls.reader, fields, c->calls.error);
    if (status == ALEA_OK && players > RACE_SEATS)
        return alea__fail_at(c->calls.error, ALEA_E_RULES, alea__lua_file(c->calls.reader->lua), 0,
                             RACE_PLAYERS_RANGE, RACE_SEATS, players);
    rules->players = players ? players : 1;
    if (status == ALEA_OK) status = alea__calls_number(&c->calls, &dice, &rules->dice);
    if (status == ALEA_OK) status = alea__calls_number(&c->calls, &sides, &rules->sides);
    if (status == ALEA_OK) status = race_count_outcomes(c);
    if (status == ALEA_OK) status = alea__calls_number(&c->calls, &goal, &rules->goal);
    if (status == ALEA_OK) status = race_read_turns(c);
    if (status == ALEA_OK) status = read_manner(c);
    return status;
}

/* Whether every roll leads to a memory that there is, and nothing but an add has points. */
static inline bool rules_are_whole(const race_rules *rules)
{
    for (size_t i = 0; i < (size_t)rules->memories * rules->outcomes; i++) {
        const race_effect *e = &rules->effect[i];
        if (e->kind > RACE_WIPE || e->memory >= rules->memories || (e->kind != RACE_ADD && e->amount > 0))
            return false;
    }
    return rules->memories > 0;
}

static race_amounts rules_find_amounts(const race_rules *rules)
{
    race_amounts a = {UINT32_MAX, 1, UINT32_MAX};
    for (size_t i = 0; i < (size_t)rules->memories * rules->outcomes; i++) {
        const race_effect *e = &rules->effect[i];
        if (e->kind != RACE_ADD) continue;
        if (e->amount > 0 && e->amount < a.least) a.least = e->amount;
        if (e->amount > a.most) a.most = e->amount;
        if (!e->forced && e->memory < a.free_memory) a.free_memory = e->memory;
    }
    return a;
}

/* The digits of a byte, as random.h has them. Where bytes do not hold one to three whole rolls, all is 0. */
static void rules_find_rolls(race_game *game)
{
    const race_rules *rules = &game->rules;
    const uint32_t per_byte = rules->how.per_byte / rules->dice;
    const bool whole = rules->how.per_byte % rules->dice == 0 && per_byte >= 1 && per_byte <= 3;
    for (uint32_t byte = 0; whole && byte < rules->how.limit; byte++) {
        game->rolls_of_byte[byte][3] = (uint8_t)per_byte;
        for (uint32_t k = 0, queue = byte % rules->how.range; k < per_byte; k++, queue /= rules->outcomes)
            game->rolls_of_byte[byte][k] = (uint8_t)(queue % rules->outcomes);
    }
}

alea_status race_compile(const alea__reader *reader, unsigned players, alea__rules **out, alea_error *error)
{
    race_game *game = alea__alloc(sizeof *game);
    if (!game) return alea__out_of_memory(error);
    race_compiler c = {.calls = {.reader = reader,
                                 .L = alea__lua_state(reader->lua),
                                 .most = 600000000,
                                 .most_text = "600,000,000",
                                 .error = error},
                       .game = game};
    alea_status status = race_read_numbers(&c, players);
    if (status == ALEA_OK) status = race_ask_rolls(&c);
    if (status == ALEA_OK) status = race_ask_landings(&c);
    if (status == ALEA_OK) status = race_ask_payoff(&c);
    game->rules.effect = game->effect;
    game->rules.memory_value = game->memory_value;
    game->rules.landing = game->landing;
    game->rules.pay = game->pay;
    ALEA_ASSERT(status != ALEA_OK || rules_are_whole(&game->rules));
    if (status != ALEA_OK) {
        race_free((alea__rules *)game);
        return status;
    }
    game->amounts = rules_find_amounts(&game->rules);
    rules_find_rolls(game);
    *out = (alea__rules *)game;
    return ALEA_OK;
}

void race_free(alea__rules *opaque)
{
    race_game *game = (race_game *)opaque;
    if (!game) return;
    alea__free(game->effect);
    alea__free(game->memory_value);
    alea__free(game->landing);
    alea__free(game->pay);
    alea__free(game);
}

/* A single player tries to reach the goal within the turn limit or, without a limit, in as few turns as possible. */
bool race_has_objective(const alea__rules *opaque, alea_objective objective)
{
    const race_rules *rules = race_rules_of(opaque);
    switch (objective) {
    case ALEA_WIN: return rules->players > 1 || rules->turn_limit > 0;
    case ALEA_MONEY: return rules->money != 0;
    case ALEA_TURNS: return rules->players == 1 && rules->turn_limit == 0;
    default: return false;
    }
}

uint32_t race_greatest_amount(const race_rules *rules)
{
    uint32_t most = 0;
    for (size_t i = 0; i < (size_t)rules->memories * rules->outcomes; i++)
        if (rules->effect[i].kind == RACE_ADD && rules->effect[i].amount > most)
            most = rules->effect[i].amount;
    return most;
}
