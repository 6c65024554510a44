/* Compiles a rule file to flat tables. Numbers and the list of combinations are here, patterns in pattern.c, the dice in
   rolls.c, the names of moves in names.c. */
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "family/despirala/messages.h"
#include "family/despirala/rules/compile.h"
#include "family/despirala/rules/layout.h"

#include <stdio.h>
#include <string.h>

typedef struct compiler {
    const alea__reader *reader;
    lua_State *L;
    despirala_game *game;
    uint32_t targets; /* counts all targets, including those beyond DESPIRALA_TARGETS */
    alea_error *error;
} compiler;

/* ---- numbers ---- */

/* Reads all fields except the list of combinations. */
static alea_status despirala_read_numbers(compiler *c, unsigned players)
{
    static const char *const known[] = {"players",   "dice",        "sides",        "gain", "reroll",
                                        "objective", "good_points", "combinations", NULL};
    static const char *const wishes[] = {"most", "least", NULL};
    static const int64_t one = 1;
    despirala_rules *rules = &c->game->rules;
    static const alea__choice_field objective = {"objective", wishes, 0};
    const struct number {
        alea__number_field field;
        uint32_t *out;
    } numbers[] = {{{"dice", 1, DESPIRALA_DICE, NULL}, &rules->dice},
                   {{"sides", 2, DESPIRALA_SIDES, NULL}, &rules->sides},
                   {{"gain", 0, DESPIRALA_MOST_GAIN, NULL}, &rules->gain},
                   {{"good_points", 0, DESPIRALA_MOST_GOOD_POINTS, &one}, &rules->good_points}};
    int wish = 0;
    alea_status status = alea__read_only(c->reader, known, c->error);
    rules->seats = players;
    if (status == ALEA_OK && (players < 1 || players > DESPIRALA_SEATS))
        status = alea__fail_at(c->error, ALEA_E_RULES, alea__lua_file(c->reader->lua), 0,
                               DESPIRALA_WRONG_PLAYERS, DESPIRALA_SEATS, players);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers && status == ALEA_OK; i++) {
        int64_t value = 0;
        status = alea__read_integer(c->reader, &numbers[i].field, &value, c->error);
        *numbers[i].out = (uint32_t)value;
    }
    if (status == ALEA_OK)
        status = alea__read_boolean(c->reader, "reroll", true, &rules->may_reroll, c->error);
    if (status == ALEA_OK) status = alea__read_choice(c->reader, &objective, &wish, c->error);
    if (status != ALEA_OK) return status;
    rules->least = wish == 1;
    rules->how = alea__dice_for(rules->sides);
    return ALEA_OK;
}

/* ---- combinations ---- */

/* Adds the only target of a collect. Two collects may not have the same face. */
static alea_status combination_collect(compiler *c, uint32_t index, const alea__reader *reader)
{
    despirala_rules *rules = &c->game->rules;
    const alea__number_field field = {"collect", 1, rules->sides, NULL};
    int64_t face;
    int kind;
    alea_status status = alea__read_integer(reader, &field, &face, c->error);
    if (status == ALEA_OK) status = alea__read_kind(reader, "points", &kind, c->error);
    if (status != ALEA_OK) return status;
    if (kind != LUA_TNIL) return alea__read_fail(reader, "points", c->error, DESPIRALA_COLLECT_WITH_POINTS);
    for (uint32_t t = 0; t < c->targets && t < DESPIRALA_TARGETS; t++)
        if (rules->target[t].collect == face)
            return alea__read_fail(reader, "collect", c->error, DESPIRALA_FACE_TAKEN, (unsigned)face,
                                   (unsigned)rules->target[t].combination + 1);
    if (c->targets < DESPIRALA_TARGETS) {
        rules->target[c->targets] = (despirala_target){.combination = (uint8_t)index,
                                                       .collect = (uint8_t)face,
                                                       .faces = {(uint8_t)face},
                                                       .arguments = 1};
        rules->combination[index].count = 1;
    }
    c->targets++;
    return ALEA_OK;
}

/* Reads the name of a combination. For a collect the face is appended, because there may be one collect per face. */
static alea_status combination_name(compiler *c, uint32_t index, const alea__reader *reader, int64_t collect)
{
    const char *name;
    char full[DESPIRALA_LONGEST_MOVE + 1];
    alea_status status = alea__read_text(reader, "name", NULL, &name, c->error);
    if (status != ALEA_OK) return status;
    if (!despirala_good_name(name)) {
        char shown[80];
        alea__printable(shown, sizeof shown, name, strlen(name));
        return alea__read_fail(reader, "name", c->error, DESPIRALA_BAD_NAME, DESPIRALA_LONGEST_NAME, shown);
    }
    if (collect > 0)
        snprintf(full, sizeof full, "%s %d", name, (int)collect);
    else
        snprintf(full, sizeof full, "%s", name);
    for (uint32_t i = 0; i < index; i++)
        if (despirala_same_name(c->game->name[i], full))
            return alea__read_fail(reader, "name", c->error, DESPIRALA_NAME_TAKEN, full, (unsigned)i + 1);
    c->game->name[index] = alea__copy_text(full);
    return c->game->name[index] ? ALEA_OK : alea__out_of_memory(c->error);
}

/* Finds out whether a combination is a collect. This comes first because the name of a collect contains its face. */
static alea_status combination_kind(compiler *c, const alea__reader *reader, int64_t *collect)
{
    static const char *const known[] = {"name", "pattern", "points", "collect", NULL};
    static const int64_t none = 0;
    const alea__number_field field = {"collect", 1, c->game->rules.sides, &none};
    int kind;
    alea_status status = alea__read_only(reader, known, c->error);
    if (status == ALEA_OK) status = alea__read_integer(reader, &field, collect, c->error);
    if (status == ALEA_OK) status = alea__read_kind(reader, "pattern", &kind, c->error);
    if (status != ALEA_OK || (kind == LUA_TNIL) == (*collect > 0)) return status;
    if (kind == LUA_TNIL) return alea__read_fail(reader, "pattern", c->error, DESPIRALA_NEITHER_KIND);
    return alea__read_fail(reader, "pattern", c->error, DESPIRALA_BOTH_KINDS);
}

/* Reads combination `index`, a table on top of the stack. */
static alea_status read_combination(compiler *c, uint32_t index)
{
    char path[32];
    int64_t collect = 0;
    snprintf(path, sizeof path, "combinations[%u].", (unsigned)index + 1);
    if (!lua_istable(c->L, -1))
        return alea__read_fail(c->reader, "combinations", c->error, DESPIRALA_NOT_A_COMBINATION,
                               lua_typename(c->L, lua_type(c->L, -1)), (unsigned)index + 1);
    const alea__reader one = {c->reader->lua, lua_gettop(c->L), path};
    c->game->rules.combination[index].first = (uint8_t)c->targets;
    alea_status status = combination_kind(c, &one, &collect);
    if (status == ALEA_OK) status = combination_name(c, index, &one, collect);
    if (status != ALEA_OK) return status;
    return collect > 0 ? combination_collect(c, index, &one)
                       : despirala_read_pattern(&c->game->rules, index, &one, &c->targets, c->error);
}

/* Reads the list of combinations. Counts all targets, and fails if there are too many. */
static alea_status read_combinations(compiler *c)
{
    alea__reader list;
    alea_status status = alea__read_table(c->reader, "combinations", true, &list, c->error);
    if (status != ALEA_OK) return status;
    const size_t count = lua_rawlen(c->L, list.at);
    if (count < 1 || count > DESPIRALA_COMBINATIONS)
        return alea__read_fail(c->reader, "combinations", c->error, DESPIRALA_WRONG_COUNT, count,
                               DESPIRALA_COMBINATIONS);
    c->game->rules.combinations = (uint32_t)count;
    for (uint32_t i = 0; i < count && status == ALEA_OK; i++) {
        lua_rawgeti(c->L, list.at, (lua_Integer)i + 1);
        status = read_combination(c, i);
        lua_pop(c->L, 1);
    }
    if (status == ALEA_OK && c->targets > DESPIRALA_TARGETS)
        status = alea__read_fail(c->reader, "combinations", c->error, DESPIRALA_MANY_TARGETS,
                                 (unsigned)c->targets, DESPIRALA_TARGETS);
    c->game->rules.targets = c->targets;
    lua_settop(c->L, list.at - 1);
    return status;
}

uint32_t despirala_most_of(const despirala_rules *rules, uint32_t combination)
{
    const despirala_combination c = rules->combination[combination];
    uint32_t most = 0;
    for (uint32_t t = c.first; t < c.first + c.count; t++) {
        const despirala_target *target = &rules->target[t];
        const uint32_t points = target->collect ? target->collect * rules->dice : target->points;
        if (points > most) most = points;
    }
    return most;
}

/* Checks the size of the game and computes the highest possible score. Positions are pairs (used, goods) except those with
   all combinations used, times the rolls. */
static alea_status measure_game(compiler *c)
{
    despirala_rules *rules = &c->game->rules;
    uint64_t positions = 0;
    for (uint32_t n = 0; n < rules->combinations; n++)
        positions += (uint64_t)despirala_layer_rows(rules, n) * despirala_layer_columns(rules, n);
    positions *= despirala_count_rolls(rules);
    rules->most_score = rules->good_points * rules->gain * rules->combinations;
    for (uint32_t i = 0; i < rules->combinations; i++) rules->most_score += despirala_most_of(rules, i);
    ALEA_ASSERT(rules->most_score <= UINT16_MAX); /* scores of states have 16 bits */
    if (positions <= DESPIRALA_MOST_POSITIONS) return ALEA_OK;
    return alea__read_fail(c->reader, "combinations", c->error, DESPIRALA_MANY_POSITIONS, positions,
                           DESPIRALA_MOST_POSITIONS);
}

alea_status despirala_compile(const alea__reader *reader, unsigned players, alea__rules **out,
                              alea_error *error)
{
    despirala_game *game = alea__alloc(sizeof *game);
    if (!game) return alea__out_of_memory(error);
    compiler c = {.reader = reader, .L = alea__lua_state(reader->lua), .game = game, .error = error};
    alea_status status = despirala_read_numbers(&c, players);
    if (status == ALEA_OK) status = read_combinations(&c);
    if (status == ALEA_OK) status = measure_game(&c);
    if (status == ALEA_OK) status = despirala_list_rolls(game, error);
    if (status == ALEA_OK) status = despirala_name_moves(game, reader, error);
    if (status != ALEA_OK)
        despirala_free((alea__rules *)game);
    else
        *out = (alea__rules *)game;
    return status;
}

void despirala_free(alea__rules *opaque)
{
    despirala_game *game = (despirala_game *)opaque;
    if (!game) return;
    for (size_t i = 0; i < sizeof game->name / sizeof *game->name; i++) alea__free(game->name[i]);
    for (size_t i = 0; i < sizeof game->move_name / sizeof *game->move_name; i++)
        alea__free(game->move_name[i]);
    alea__free(game->faces);
    alea__free(game->weight);
    alea__free(game);
}
