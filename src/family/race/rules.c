/* Rule file to flat tables: every roll, landing and price is asked for once. */
#include "base/error.h"
#include "base/memory.h"
#include "family/race/race_family.h"

#include <stdio.h>
#include <string.h>

enum {
    MOST_RAW_MEMORY = 65535,
    STACK = 32 /* slots of Lua's stack that a call needs at most: 16 faces and some */
};

/* All calls of a rule file's functions together may take this many instructions, to the budget's grain. */
#define MOST_INSTRUCTIONS UINT64_C(1000000000)

/* ---- words: what a rule file's functions return ------------------------------------------------------------------- */

/* An effect travels through Lua as a light userdata, which no Lua code can make by itself. */
_Static_assert(sizeof(void *) >= 8, "an effect fits in a pointer");

static void push_effect(lua_State *L, race_effect e)
{
    uint64_t bits = 1 + (uint64_t)e.kind + ((uint64_t)(e.forced != 0) << 2) + ((uint64_t)e.amount << 16) +
                    ((uint64_t)e.memory << 32);
    lua_pushlightuserdata(L, (void *)(uintptr_t)bits);
}

static bool read_effect(lua_State *L, int at, race_effect *out)
{
    if (!lua_islightuserdata(L, at)) return false;
    uint64_t bits = (uint64_t)(uintptr_t)lua_touserdata(L, at);
    *out = (race_effect){.kind = (uint16_t)((bits & 3) - 1),
                         .forced = (uint16_t)(bits >> 2 & 1),
                         .amount = (uint16_t)(bits >> 16),
                         .memory = (uint16_t)(bits >> 32)};
    return true;
}

static uint16_t whole(lua_State *L, int at, const char *what, lua_Integer most)
{
    int is_integer;
    lua_Integer value = lua_tointegerx(L, at, &is_integer);
    if (lua_type(L, at) != LUA_TNUMBER || !is_integer)
        luaL_error(L, "%s must be a whole number, not a %s", what,
                   lua_type(L, at) == LUA_TNUMBER ? "fraction" : luaL_typename(L, at));
    if (value < 0 || value > most) luaL_error(L, "%s must be from 0 to %I, not %I", what, most, value);
    return (uint16_t)value;
}

static bool is_option(const char *name)
{
    return strcmp(name, "forced") == 0 || strcmp(name, "memory") == 0;
}

static void read_options(lua_State *L, race_effect *e)
{
    luaL_argcheck(L, lua_istable(L, 2), 2, "a table of options, { forced = …, memory = … }, is wanted");
    for (lua_pushnil(L); lua_next(L, 2); lua_pop(L, 1))
        if (lua_type(L, -2) != LUA_TSTRING || !is_option(lua_tostring(L, -2)))
            luaL_error(L, "add has no option '%s'; forced and memory are known", luaL_tolstring(L, -2, NULL));
    lua_getfield(L, 2, "forced");
    if (!lua_isnil(L, -1) && !lua_isboolean(L, -1))
        luaL_error(L, "the option forced of add must be true or false, not a %s", luaL_typename(L, -1));
    e->forced = lua_toboolean(L, -1) != 0;
    if (lua_getfield(L, 2, "memory") != LUA_TNIL)
        e->memory = whole(L, -1, "the option memory of add", MOST_RAW_MEMORY);
}

/* add(n) or add(n, { forced = true, memory = m }) */
static int word_add(lua_State *L)
{
    race_effect e = {.kind = RACE_ADD};
    e.amount = whole(L, 1, "the points of add", RACE_MOST_POINTS);
    if (!lua_isnoneornil(L, 2)) read_options(L, &e);
    push_effect(L, e);
    return 1;
}

static int word_bust(lua_State *L)
{
    if (lua_gettop(L) > 0) return luaL_error(L, "bust takes nothing in its brackets");
    push_effect(L, (race_effect){.kind = RACE_BUST});
    return 1;
}

static int word_wipe(lua_State *L)
{
    if (lua_gettop(L) > 0) return luaL_error(L, "wipe takes nothing in its brackets");
    push_effect(L, (race_effect){.kind = RACE_WIPE});
    return 1;
}

const struct luaL_Reg race_words[] = {{"add", word_add}, {"bust", word_bust}, {"wipe", word_wipe}, {NULL, NULL}};

/* ---- calling a rule file's functions ------------------------------------------------------------------------------- */

typedef struct compiler {
    const alea__reader *reader;
    lua_State *L;
    race_game *game;
    uint64_t used; /* instructions so far */
    alea_error *error;
} compiler;

/* A function of the rule file and the arguments of one call, for messages. */
typedef struct call {
    const char *name;
    int function; /* stack index */
    int64_t argument[17];
    int count;
} call;

static int line_of(compiler *c, int function)
{
    lua_Debug where;
    lua_pushvalue(c->L, function);
    return lua_getinfo(c->L, ">S", &where) ? where.linedefined : 0;
}

static void write_call(const call *k, char *out, size_t size)
{
    size_t at = (size_t)snprintf(out, size, "%s(", k->name);
    for (int i = 0; i < k->count && at < size; i++)
        at += (size_t)snprintf(out + at, size - at, i ? ", %lld" : "%lld", (long long)k->argument[i]);
    if (at < size) snprintf(out + at, size - at, ")");
}

static alea_status wrong_call(compiler *c, const call *k, const char *sentence, const char *subject)
{
    char text[200];
    write_call(k, text, sizeof text);
    return alea__fail_at(c->error, ALEA_E_RULES, alea__lua_file(c->reader->lua), line_of(c, k->function), "%s %s%s",
                         text, sentence, subject);
}

/* What the function said itself is kept, and the call that led to it is added. */
static void name_call(compiler *c, const call *k)
{
    char text[200];
    write_call(k, text, sizeof text);
    if (!c->error) return;
    size_t at = strlen(c->error->message);
    snprintf(c->error->message + at, sizeof c->error->message - at, " This was in the call %s.", text);
}

/* Calls; the result is on top of the stack. */
static alea_status call_function(compiler *c, const call *k)
{
    lua_pushvalue(c->L, k->function);
    for (int i = 0; i < k->count; i++) lua_pushinteger(c->L, k->argument[i]);
    alea_status status = alea__lua_call(c->reader->lua, k->count, 1, NULL, c->error);
    if (status != ALEA_OK) {
        name_call(c, k);
        return status;
    }
    c->used += alea__lua_used(c->reader->lua);
    if (c->used > MOST_INSTRUCTIONS)
        return wrong_call(c, k, "comes too late: the calls before it took more than 1,000,000,000 instructions together.",
                          "");
    return ALEA_OK;
}

static const char *type_on_top(compiler *c)
{
    return lua_isnil(c->L, -1) ? "nothing" : lua_typename(c->L, lua_type(c->L, -1));
}

/* "returned a string; … is wanted." */
static alea_status wrong_result(compiler *c, const call *k, const char *wanted)
{
    char sentence[120];
    const char *type = type_on_top(c);
    snprintf(sentence, sizeof sentence, "returned %s%s; ", strcmp(type, "nothing") == 0 ? "" : "a ", type);
    return wrong_call(c, k, sentence, wanted);
}

/* ---- the numbers ---------------------------------------------------------------------------------------------------- */

static const char *const fields[] = {"dice",   "sides",     "goal", "turns",   "first_roll", "ending",
                                     "over_goal", "roll", "landing", "payoff", NULL};

static alea_status read_number(compiler *c, const char *field, int64_t min, int64_t max, const int64_t *fallback,
                               uint32_t *out)
{
    int64_t value;
    alea_status status = alea__read_integer(c->reader, field, min, max, fallback, &value, c->error);
    if (status == ALEA_OK) *out = (uint32_t)value;
    return status;
}

/* The choice as a number; the first one is what holds without the field. */
static alea_status read_choice(compiler *c, const char *field, const char *const *choices, uint32_t *out)
{
    int value;
    alea_status status = alea__read_choice(c->reader, field, choices, 0, &value, c->error);
    if (status == ALEA_OK) *out = (uint32_t)value;
    return status;
}

static alea_status count_outcomes(compiler *c)
{
    race_rules *rules = &c->game->rules;
    uint64_t outcomes = 1;
    for (uint32_t i = 0; i < rules->dice && outcomes <= RACE_MOST_OUTCOMES; i++) outcomes *= rules->sides;
    if (outcomes > RACE_MOST_OUTCOMES)
        return alea__read_fail(c->reader, "dice", c->error,
                               "is %u and `sides` is %u, which gives more than 65,536 rolls, too many to list.",
                               (unsigned)rules->dice, (unsigned)rules->sides);
    rules->outcomes = (uint32_t)outcomes;
    rules->how = alea__dice_for(rules->sides);
    return ALEA_OK;
}

static alea_status read_dice(compiler *c)
{
    race_rules *rules = &c->game->rules;
    alea_status status = read_number(c, "dice", 1, 16, NULL, &rules->dice);
    if (status == ALEA_OK) status = read_number(c, "sides", 2, RACE_MOST_OUTCOMES, NULL, &rules->sides);
    return status == ALEA_OK ? count_outcomes(c) : status;
}

static alea_status read_turns(compiler *c)
{
    static const int64_t none = 0;
    race_rules *rules = &c->game->rules;
    alea_status status = read_number(c, "turns", 0, RACE_LIMIT, &none, &rules->turn_limit);
    if (status == ALEA_OK && rules->turn_limit > 0 && rules->players > 1)
        return alea__read_fail(c->reader, "turns", c->error, "limits games of one player; this one has %u.",
                               (unsigned)rules->players);
    return status;
}

static alea_status read_manner(compiler *c)
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

static alea_status read_players(compiler *c, unsigned players)
{
    if (players > RACE_SEATS)
        return alea__fail_at(c->error, ALEA_E_RULES, alea__lua_file(c->reader->lua), 0,
                             "The parameter `players` is %u; race takes 1 to %d.", players, RACE_SEATS);
    c->game->rules.players = players ? players : 1;
    return ALEA_OK;
}

static alea_status read_numbers(compiler *c, unsigned players)
{
    alea_status status = alea__read_only(c->reader, fields, c->error);
    if (status == ALEA_OK) status = read_players(c, players);
    if (status == ALEA_OK) status = read_dice(c);
    if (status == ALEA_OK) status = read_number(c, "goal", 1, RACE_MOST_GOAL, NULL, &c->game->rules.goal);
    if (status == ALEA_OK) status = read_turns(c);
    if (status == ALEA_OK) status = read_manner(c);
    return status;
}

/* ---- rolls ----------------------------------------------------------------------------------------------------------- */

/* The memory's values, numbered in the order in which rolls first lead to them. */
typedef struct memories {
    uint16_t *number; /* of a value, from 1; 0: not met yet */
    uint16_t value[RACE_MOST_MEMORIES];
    uint32_t count;
} memories;

static alea_status meet(compiler *c, memories *met, const call *k, uint16_t value)
{
    if (met->number[value] > 0) return ALEA_OK;
    if (met->count == RACE_MOST_MEMORIES)
        return wrong_call(c, k, "gives the turn's memory a 4,097th value; at most 4,096 are allowed.", "");
    met->value[met->count++] = value;
    met->number[value] = (uint16_t)met->count;
    return ALEA_OK;
}

static alea_status ask_roll(compiler *c, memories *met, call *k, uint32_t outcome, race_effect *out)
{
    const race_rules *rules = &c->game->rules;
    for (uint32_t i = 0; i < rules->dice; i++, outcome /= rules->sides) k->argument[i] = outcome % rules->sides + 1;
    alea_status status = call_function(c, k);
    if (status != ALEA_OK) return status;
    if (!read_effect(c->L, -1, out)) return wrong_result(c, k, "add(n), bust() or wipe() is wanted.");
    lua_pop(c->L, 1);
    status = meet(c, met, k, out->memory);
    if (status == ALEA_OK) out->memory = (uint16_t)(met->number[out->memory] - 1);
    return status;
}

static alea_status ask_all_rolls(compiler *c, memories *met, call *k, uint32_t memory)
{
    uint32_t outcomes = c->game->rules.outcomes;
    size_t rows = memory + 1;
    if (rows * outcomes > RACE_MOST_EFFECTS)
        return alea__fail_at(c->error, ALEA_E_RULES, alea__lua_file(c->reader->lua), line_of(c, k->function),
                             "roll: the dice have %u outcomes and the turn's memory takes more than %u values; their "
                             "product may be 1,048,576 at most.",
                             (unsigned)outcomes, (unsigned)memory);
    race_effect *effect = alea__resize(c->game->effect, rows * outcomes * sizeof *effect);
    if (!effect) return alea__out_of_memory(c->error);
    c->game->effect = effect;
    k->argument[k->count - 1] = met->value[memory];
    for (uint32_t outcome = 0; outcome < outcomes; outcome++) {
        alea_status status = ask_roll(c, met, k, outcome, &effect[(size_t)memory * outcomes + outcome]);
        if (status != ALEA_OK) return status;
    }
    return ALEA_OK;
}

static alea_status explore(compiler *c, memories *met, call *k)
{
    alea_status status = meet(c, met, k, 0);
    for (uint32_t memory = 0; status == ALEA_OK && memory < met->count; memory++)
        status = ask_all_rolls(c, met, k, memory);
    c->game->rules.memories = met->count;
    return status;
}

static alea_status read_roll(compiler *c)
{
    bool present;
    alea_status status = alea__read_function(c->reader, "roll", true, &present, c->error);
    if (status != ALEA_OK) return status;
    memories *met = alea__alloc(sizeof *met);
    uint16_t *number = alea__alloc_array(MOST_RAW_MEMORY + 1, sizeof *number);
    call k = {.name = "roll", .function = lua_gettop(c->L), .count = (int)c->game->rules.dice + 1};
    if (met && number) {
        met->number = number;
        status = explore(c, met, &k);
    } else {
        status = alea__out_of_memory(c->error);
    }
    alea__free(number);
    alea__free(met);
    return status;
}

/* ---- landings and payments ------------------------------------------------------------------------------------------- */

static alea_status ask_landing(compiler *c, call *k)
{
    race_effect e = {.kind = RACE_ADD};
    alea_status status = call_function(c, k);
    if (status != ALEA_OK) return status;
    bool told = read_effect(c->L, -1, &e);
    if ((!told && !lua_isnil(c->L, -1)) || (told && e.kind == RACE_ADD))
        return told ? wrong_call(c, k, "returned add(n); nil, bust() or wipe() is wanted.", "")
                    : wrong_result(c, k, "nil, bust() or wipe() is wanted.");
    lua_pop(c->L, 1);
    c->game->landing[k->argument[0]] = (uint8_t)e.kind;
    return ALEA_OK;
}

static alea_status read_landing(compiler *c)
{
    uint32_t goal = c->game->rules.goal;
    bool present;
    alea_status status = alea__read_function(c->reader, "landing", false, &present, c->error);
    if (status != ALEA_OK) return status;
    c->game->landing = alea__alloc((size_t)goal + 1);
    if (!c->game->landing) return alea__out_of_memory(c->error);
    call k = {.name = "landing", .function = lua_gettop(c->L), .count = 1};
    for (int64_t score = 0; present && status == ALEA_OK && score <= goal; score++) {
        k.argument[0] = score;
        status = ask_landing(c, &k);
    }
    return status;
}

static alea_status ask_price(compiler *c, call *k)
{
    alea_status status = call_function(c, k);
    if (status != ALEA_OK) return status;
    int is_integer;
    lua_Integer dollars = lua_tointegerx(c->L, -1, &is_integer);
    if (lua_type(c->L, -1) != LUA_TNUMBER) return wrong_result(c, k, "whole dollars from 0 to 1,000 are wanted.");
    if (!is_integer || dollars < 0 || dollars > RACE_MOST_DOLLARS)
        return wrong_call(c, k, "is not in whole dollars from 0 to 1,000.", "");
    lua_pop(c->L, 1);
    c->game->pay[k->argument[0]] = (int32_t)dollars;
    return ALEA_OK;
}

static alea_status ask_prices(compiler *c, int function)
{
    call k = {.name = "per_point", .function = function, .count = 1};
    alea_status status = ALEA_OK;
    for (int64_t score = 0; status == ALEA_OK && score <= c->game->rules.goal; score++) {
        k.argument[0] = score;
        status = ask_price(c, &k);
    }
    c->game->rules.money = 1;
    return status;
}

static alea_status read_money(compiler *c, const alea__reader *payoff)
{
    static const char *const known[] = {"per_point", NULL};
    alea__reader money;
    bool present;
    alea_status status = alea__read_table(payoff, "money", "payoff.money.", false, &present, &money, c->error);
    if (status != ALEA_OK || !present) return status;
    status = alea__read_only(&money, known, c->error);
    if (status == ALEA_OK) status = alea__read_function(&money, "per_point", true, &present, c->error);
    return status == ALEA_OK ? ask_prices(c, lua_gettop(c->L)) : status;
}

static alea_status read_payoff(compiler *c)
{
    static const char *const known[] = {"money", NULL};
    alea__reader payoff;
    bool present;
    c->game->pay = alea__alloc_array((size_t)c->game->rules.goal + 1, sizeof *c->game->pay);
    if (!c->game->pay) return alea__out_of_memory(c->error);
    alea_status status = alea__read_table(c->reader, "payoff", "payoff.", false, &present, &payoff, c->error);
    if (status == ALEA_OK && present) status = alea__read_only(&payoff, known, c->error);
    return status == ALEA_OK && present ? read_money(c, &payoff) : status;
}

/* ---- */

static alea_status compile(compiler *c, unsigned players)
{
    alea_status status = read_numbers(c, players);
    if (status == ALEA_OK) status = read_roll(c);
    if (status == ALEA_OK) status = read_landing(c);
    if (status == ALEA_OK) status = read_payoff(c);
    c->game->rules.effect = c->game->effect;
    c->game->rules.landing = c->game->landing;
    c->game->rules.pay = c->game->pay;
    return status;
}

alea_status race_compile(const alea__reader *reader, unsigned players, alea__rules **out, alea_error *error)
{
    race_game *game = alea__alloc(sizeof *game);
    lua_State *L = alea__lua_state(reader->lua);
    if (!game || !lua_checkstack(L, STACK)) {
        alea__free(game);
        return alea__out_of_memory(error);
    }
    int top = lua_gettop(L);
    alea__reader fixed = *reader;
    fixed.at = lua_absindex(L, reader->at); /* what is pushed from here on does not move it */
    compiler c = {.reader = &fixed, .L = L, .game = game, .error = error};
    alea_status status = compile(&c, players);
    lua_settop(L, top);
    if (status != ALEA_OK) race_free((alea__rules *)game);
    else *out = (alea__rules *)game;
    return status;
}

void race_free(alea__rules *opaque)
{
    race_game *game = (race_game *)opaque;
    if (!game) return;
    alea__free(game->effect);
    alea__free(game->landing);
    alea__free(game->pay);
    alea__free(game);
}
