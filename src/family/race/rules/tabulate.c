/* Asking a rule file's functions over their whole domain: rolls, landings, prices. */
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "family/race/messages.h"
#include "family/race/rules/compile.h"

#include <string.h>

/* Fails with the type of the call's result; `wanted` ends the sentence. */
static alea_status wrong_result(race_compiler *c, const alea__call *k, const char *wanted)
{
    const char *type =
        lua_isnil(c->calls.L, -1) ? "nothing" : lua_typename(c->calls.L, lua_type(c->calls.L, -1));
    return alea__call_wrong(&c->calls, k, RACE_RETURNED_TYPE, strcmp(type, "nothing") == 0 ? "" : "a ", type,
                            wanted);
}

/* ---- rolls ---- */

/* The memory's values, numbered in the order in which rolls first lead to them. */
typedef struct memories {
    uint16_t *number; /* number of a value, from 1; 0: not found yet */
    uint16_t value[RACE_MOST_MEMORIES];
    uint32_t count;
} memories;

static alea_status tabulate_number(race_compiler *c, memories *met, const alea__call *k, uint16_t value)
{
    ALEA_ASSERT(met->count <= RACE_MOST_MEMORIES && met->number[value] <= met->count);
    if (met->number[value] > 0) return ALEA_OK;
    if (met->count == RACE_MOST_MEMORIES) return alea__call_wrong(&c->calls, k, RACE_MEMORIES_LIMIT);
    met->value[met->count++] = value;
    met->number[value] = (uint16_t)met->count;
    return ALEA_OK;
}

/* The effect of an outcome in the memory that is the call's last argument. The memory that it leads to gets a number. */
static alea_status ask_roll(race_compiler *c, memories *met, alea__call *k, uint32_t outcome,
                            race_effect *out)
{
    const race_rules *rules = &c->game->rules;
    ALEA_ASSERT(outcome < rules->outcomes && k->count == (int)rules->dice + 1);
    for (uint32_t i = 0; i < rules->dice; i++, outcome /= rules->sides)
        k->argument[i] = outcome % rules->sides + 1;
    alea_status status = alea__call_make(&c->calls, k, 1);
    if (status != ALEA_OK) return status;
    if (!race_read_effect(c->calls.L, -1, out)) return wrong_result(c, k, RACE_WANTS_EFFECT);
    lua_pop(c->calls.L, 1);
    status = tabulate_number(c, met, k, out->memory);
    if (status == ALEA_OK) out->memory = (uint16_t)(met->number[out->memory] - 1);
    return status;
}

/* The effects of all outcomes in that memory; memories that they lead to are met. */
static alea_status ask_all_rolls(race_compiler *c, memories *met, alea__call *k, uint32_t memory)
{
    uint32_t outcomes = c->game->rules.outcomes;
    size_t rows = memory + 1;
    ALEA_ASSERT(memory < met->count);
    if (rows * outcomes > RACE_MOST_EFFECTS)
        return alea__fail_at(c->calls.error, ALEA_E_RULES, alea__lua_file(c->calls.reader->lua),
                             alea__call_line(&c->calls, k), RACE_EFFECTS_LIMIT, (unsigned)outcomes,
                             (unsigned)memory);
    race_effect *effect = alea__resize(c->game->effect, rows * outcomes * sizeof *effect);
    if (!effect) return alea__out_of_memory(c->calls.error);
    c->game->effect = effect;
    k->argument[k->count - 1] = met->value[memory];
    for (uint32_t outcome = 0; outcome < outcomes; outcome++) {
        alea_status status = ask_roll(c, met, k, outcome, &effect[(size_t)memory * outcomes + outcome]);
        if (status != ALEA_OK) return status;
    }
    return ALEA_OK;
}

/* Stores the rule file's name of each memory. */
static alea_status tabulate_keep_memories(race_compiler *c, const memories *met)
{
    c->game->memory_value = alea__alloc_array(met->count, sizeof *c->game->memory_value);
    if (!c->game->memory_value) return alea__out_of_memory(c->calls.error);
    memcpy(c->game->memory_value, met->value, met->count * sizeof *met->value);
    return ALEA_OK;
}

/* A parameter too many would always be nil, and the memory would be taken for a die. */
static alea_status check_roll_parameters(race_compiler *c, const alea__call *k)
{
    lua_Debug roll;
    lua_pushvalue(c->calls.L, k->function);
    lua_getinfo(c->calls.L, ">u", &roll);
    if (roll.nparams <= k->count) return ALEA_OK;
    return alea__fail_at(c->calls.error, ALEA_E_RULES, alea__lua_file(c->calls.reader->lua),
                         alea__call_line(&c->calls, k), RACE_ROLL_PARAMETERS, (unsigned)roll.nparams,
                         (unsigned)k->count, (unsigned)c->game->rules.dice);
}

alea_status race_ask_rolls(race_compiler *c)
{
    alea__call k;
    alea_status status = alea__call_find(&c->calls, "roll", true, (int)c->game->rules.dice + 1, &k);
    if (status == ALEA_OK) status = check_roll_parameters(c, &k);
    if (status != ALEA_OK) return status;
    memories *met = alea__alloc(sizeof *met);
    uint16_t *number = alea__alloc_array(RACE_MOST_RAW_MEMORY + 1, sizeof *number);
    if (met && number) {
        met->number = number;
        status = tabulate_number(c, met, &k, 0);
        for (uint32_t memory = 0; status == ALEA_OK && memory < met->count; memory++)
            status = ask_all_rolls(c, met, &k, memory);
        c->game->rules.memories = met->count;
        if (status == ALEA_OK) status = tabulate_keep_memories(c, met);
    } else {
        status = alea__out_of_memory(c->calls.error);
    }
    alea__free(number);
    alea__free(met);
    return status;
}

/* ---- landings and payments ---- */

/* The effect of landing on the score in the call's argument; RACE_ADD: none. */
static alea_status ask_landing(race_compiler *c, alea__call *k)
{
    race_effect e = {.kind = RACE_ADD};
    ALEA_ASSERT(k->argument[0] >= 0 && k->argument[0] <= c->game->rules.goal);
    alea_status status = alea__call_make(&c->calls, k, 1);
    if (status != ALEA_OK) return status;
    bool told = race_read_effect(c->calls.L, -1, &e);
    if ((!told && !lua_isnil(c->calls.L, -1)) || (told && e.kind == RACE_ADD))
        return told ? alea__call_wrong(&c->calls, k, RACE_RETURNED_ADD, RACE_WANTS_LANDING)
                    : wrong_result(c, k, RACE_WANTS_LANDING);
    lua_pop(c->calls.L, 1);
    c->game->landing[k->argument[0]] = (uint8_t)e.kind;
    return ALEA_OK;
}

alea_status race_ask_landings(race_compiler *c)
{
    uint32_t goal = c->game->rules.goal;
    alea__call k;
    alea_status status = alea__call_find(&c->calls, "landing", false, 1, &k);
    if (status != ALEA_OK) return status;
    c->game->landing = alea__alloc((size_t)goal + 1);
    if (!c->game->landing) return alea__out_of_memory(c->calls.error);
    for (int64_t score = 0; k.function && status == ALEA_OK && score <= goal; score++) {
        k.argument[0] = score;
        status = ask_landing(c, &k);
    }
    return status;
}

/* The dollars for each point of a loser with the score that is the call's argument. */
static alea_status ask_price(race_compiler *c, alea__call *k)
{
    static const alea__call_range range = {0, RACE_MOST_DOLLARS, RACE_WANTS_DOLLARS};
    alea_status status = alea__call_make(&c->calls, k, 1);
    uint16_t dollars;
    if (status == ALEA_OK) status = alea__call_number(&c->calls, k, -1, &range, &dollars);
    if (status != ALEA_OK) return status;
    lua_pop(c->calls.L, 1);
    c->game->pay[k->argument[0]] = dollars;
    return ALEA_OK;
}

/* payoff.money, which may be absent: then there are no payments. */
static alea_status read_money(race_compiler *c, const alea__reader *payoff)
{
    static const char *const known[] = {"per_point", NULL};
    alea__reader money;
    bool present;
    alea_status status = alea__read_table(payoff, "money", false, &money, c->calls.error);
    if (status != ALEA_OK || money.at == 0) return status;
    money.path = "payoff.money.";
    status = alea__read_only(&money, known, c->calls.error);
    if (status == ALEA_OK) status = alea__read_function(&money, "per_point", true, &present, c->calls.error);
    alea__call k = {.name = "per_point", .function = lua_gettop(c->calls.L), .count = 1};
    for (int64_t score = 0; status == ALEA_OK && score <= c->game->rules.goal; score++) {
        k.argument[0] = score;
        status = ask_price(c, &k);
    }
    c->game->rules.money = 1;
    return status;
}

alea_status race_ask_payoff(race_compiler *c)
{
    static const char *const known[] = {"money", NULL};
    alea__reader payoff;
    c->game->pay = alea__alloc_array((size_t)c->game->rules.goal + 1, sizeof *c->game->pay);
    if (!c->game->pay) return alea__out_of_memory(c->calls.error);
    alea_status status = alea__read_table(c->calls.reader, "payoff", false, &payoff, c->calls.error);
    if (status != ALEA_OK || payoff.at == 0) return status;
    payoff.path = "payoff.";
    status = alea__read_only(&payoff, known, c->calls.error);
    return status == ALEA_OK ? read_money(c, &payoff) : status;
}
