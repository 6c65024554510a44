/* The view that bots receive, the meaning of their answers, and the positions in which `alea bot check` asks them. */
#include "base/assert.h"
#include "base/text.h"
#include "family/despirala/despirala.h"
#include "family/despirala/messages.h"

#include <stdio.h>
#include <string.h>

/* ---- a Lua bot's view ---- */

/* Appends the value on top of the stack to the list below it. */
static void view_append(lua_State *L)
{
    lua_rawseti(L, -2, (lua_Integer)lua_rawlen(L, -2) + 1);
}

/* Fields: `score` and `goods` of the mover; `scores` of all players in the order of turns, the mover first; `used`, names
   of combinations; `dice` on the table, ascending; during a collect `doing`, its name, and `kept`, the number of its dice;
   `moves`, names of the legal moves; `objective`, "most" or "least"; `seat`, from 0; `players`. */
void despirala_push_view(const alea__rules *opaque, const alea_state *state, lua_State *L)
{
    const despirala_game *game = despirala_game_of(opaque);
    const despirala_rules *rules = &game->rules;
    const despirala_state s = despirala_state_of(state);
    const despirala_player *me = &s.player[s.mover];
    ALEA_ASSERT(s.phase == DESPIRALA_CHOOSE || s.phase == DESPIRALA_COLLECT);
    lua_createtable(L, 0, 12);
    alea__lua_set_integer(L, "score", me->score);
    alea__lua_set_integer(L, "goods", me->goods);
    lua_createtable(L, (int)rules->seats, 0);
    for (uint32_t i = 0; i < rules->seats; i++) {
        lua_pushinteger(L, s.player[(s.mover + i) % rules->seats].score);
        view_append(L);
    }
    lua_setfield(L, -2, "scores");
    lua_createtable(L, DESPIRALA_COMBINATIONS, 0);
    for (uint32_t c = 0; c < rules->combinations; c++)
        if (me->used >> c & 1) {
            lua_pushstring(L, game->name[c]);
            view_append(L);
        }
    lua_setfield(L, -2, "used");
    lua_createtable(L, (int)rules->dice, 0);
    for (uint32_t f = 0; f < rules->sides; f++)
        for (uint32_t i = 0; i < s.dice[f]; i++) {
            lua_pushinteger(L, f + 1);
            view_append(L);
        }
    lua_setfield(L, -2, "dice");
    lua_newtable(L);
    for (uint32_t m = 0; m <= despirala_reroll(rules); m++)
        if (despirala_allows(rules, &s, m)) {
            lua_pushstring(L, game->move_name[m]);
            view_append(L);
        }
    lua_setfield(L, -2, "moves");
    if (s.doing != DESPIRALA_NONE) {
        lua_pushstring(L, game->move_name[DESPIRALA_TARGET + s.doing]);
        lua_setfield(L, -2, "doing");
        alea__lua_set_integer(L, "kept", despirala_keeps(rules, &rules->target[s.doing], s.dice));
    }
    lua_pushstring(L, rules->least ? "least" : "most");
    lua_setfield(L, -2, "objective");
    alea__lua_set_integer(L, "seat", s.mover);
    alea__lua_set_integer(L, "players", rules->seats);
}

/* ---- and its answer ---- */

static uint32_t answer_by_number(const despirala_rules *rules, const despirala_state *s, lua_Integer n,
                                 char *why, size_t size)
{
    const uint32_t count = despirala_count_moves(rules, s);
    ALEA_ASSERT(count > 0);
    if (n >= 1 && n <= count) return despirala_nth_move(rules, s, (uint32_t)n - 1);
    snprintf(why, size, DESPIRALA_ANSWER_NUMBER, (long long)n, (unsigned)count);
    return ALEA__NO_MOVE;
}

/* The move whose name is on top of the stack. If there is no such move or it is not legal, returns ALEA__NO_MOVE and writes
   the reason to `why`. */
static uint32_t answer_by_name(const despirala_game *game, const despirala_state *s, lua_State *L, char *why,
                               size_t size)
{
    char text[80];
    size_t length;
    const char *name = lua_tolstring(L, -1, &length);
    const uint32_t move = strlen(name) == length ? despirala_move_called(game, name) : DESPIRALA_NONE;
    if (move != DESPIRALA_NONE && despirala_allows(&game->rules, s, move)) return move;
    alea__printable(text, sizeof text, name, length);
    snprintf(why, size, DESPIRALA_ANSWER_NAME, text,
             move == DESPIRALA_NONE ? DESPIRALA_NAME_OF_NONE : DESPIRALA_NAME_NOT_NOW,
             game->move_name[despirala_nth_move(&game->rules, s, 0)]);
    return ALEA__NO_MOVE;
}

uint32_t despirala_lua_answer(const alea__rules *opaque, const alea_state *state, lua_State *L, char *why,
                              size_t size)
{
    const despirala_game *game = despirala_game_of(opaque);
    despirala_state s = despirala_state_of(state);
    uint32_t answer = ALEA__NO_MOVE;
    if (lua_isinteger(L, -1)) {
        answer = answer_by_number(&game->rules, &s, lua_tointeger(L, -1), why, size);
    } else if (lua_type(L, -1) == LUA_TSTRING) {
        answer = answer_by_name(game, &s, L, why, size);
    } else {
        snprintf(why, size, DESPIRALA_ANSWER_OTHER, lua_isnil(L, -1) ? "nothing" : "a ",
                 lua_isnil(L, -1) ? "" : lua_typename(L, lua_type(L, -1)));
    }
    lua_pop(L, 1);
    return answer;
}

/* ---- positions to check bots in ---- */

enum { CHECKED = 20000 };

static uint32_t sample_draw(uint64_t *random, uint32_t count)
{
    return (uint32_t)(alea__mix_next(random) % count);
}

/* Random positions with the dice on the table and some combinations attempted. Half of the draws try to be in the middle of
   a collect, if a collect with a decision is left. */
bool despirala_sample_state(const alea__rules *opaque, uint64_t index, alea_state *out, bool *sampled)
{
    const despirala_rules *rules = despirala_rules_of(opaque);
    uint64_t random = index;
    despirala_state s;
    *sampled = true;
    if (index >= CHECKED) return false;
    memset(out, 0, sizeof *out);
    despirala_start(rules, &s);
    const uint32_t used = sample_draw(&random, (1u << rules->combinations) - 1);
    const uint32_t turns = (uint32_t)__builtin_popcount(used), least = rules->may_reroll ? 0 : rules->gain;
    for (uint32_t seat = 0; seat < rules->seats; seat++) {
        s.player[seat].used = (uint16_t)used;
        s.player[seat].score = (uint16_t)sample_draw(&random, 60 * turns % (rules->most_score + 1) + 1);
    }
    s.turns = turns * rules->seats;
    s.player[0].goods = (uint16_t)(least + sample_draw(&random, rules->gain * (turns + 1) - least + 1));
    for (; s.rolled > 0; s.rolled--) s.dice[sample_draw(&random, rules->sides)]++;
    s.gained = true;
    s.phase = DESPIRALA_CHOOSE;
    if (sample_draw(&random, 2) == 0) {
        const uint32_t t = sample_draw(&random, rules->targets);
        if (rules->target[t].collect && despirala_allows(rules, &s, DESPIRALA_TARGET + t) &&
            s.player[0].goods > 0 && despirala_keeps(rules, &rules->target[t], s.dice) < rules->dice) {
            s.doing = (uint8_t)t;
            s.phase = DESPIRALA_COLLECT;
        }
    }
    despirala_store(&s, out);
    return true;
}

/* ---- text ---- */

/* Writes a position in the syntax of parse_state.c. */
static void describe_position(alea__text *out, const despirala_game *game, const despirala_state *s)
{
    const despirala_rules *rules = &game->rules;
    const despirala_player *p = &s->player[s->mover];
    const char *before = "used=";
    ALEA_ASSERT(s->mover < rules->seats);
    for (uint32_t c = 0; c < rules->combinations; c++) {
        if (!(p->used >> c & 1)) continue;
        alea__text_add(out, "%s%u", before, (unsigned)c + 1);
        before = ",";
    }
    alea__text_add(out, "%sgoods=%u", p->used ? " " : "", (unsigned)p->goods);
    if (s->rolled < rules->dice) alea__text_add(out, " dice=");
    for (uint32_t f = 0; f < rules->sides; f++)
        for (uint32_t i = 0; i < s->dice[f]; i++) alea__text_add(out, "%u", (unsigned)f + 1);
    if (s->doing != DESPIRALA_NONE)
        alea__text_add(out, " doing=\"%s\"", game->move_name[DESPIRALA_TARGET + s->doing]);
    if (p->score > 0) alea__text_add(out, " score=%u", (unsigned)p->score);
}

/* Writes the position, the dice to be rolled and the seat to move. */
static void describe_turn(alea__text *out, const despirala_game *game, const despirala_state *s)
{
    describe_position(out, game, s);
    if (s->rolled > 0)
        alea__text_add(out, ", %u %s to be rolled", (unsigned)s->rolled,
                       s->rolled == 1 ? "die is" : "dice are");
    if (game->rules.seats > 1) alea__text_add(out, ", seat %u", (unsigned)s->mover);
}

void despirala_describe(const alea__rules *opaque, const alea_state *state, char *out, size_t size)
{
    const despirala_game *game = despirala_game_of(opaque);
    despirala_state s = despirala_state_of(state);
    alea__text text = {0};
    const bool over = s.phase == DESPIRALA_FINISHED;
    if (!over) describe_turn(&text, game, &s);
    for (uint32_t seat = 0; over && seat < game->rules.seats; seat++) {
        const char *before = seat ? "," : game->rules.seats == 1 ? "score " : "scores ";
        alea__text_add(&text, "%s%u", before, (unsigned)s.player[seat].score);
    }
    if (over) alea__text_add(&text, ", over");
    snprintf(out, size, "%s", text.data && !text.failed ? text.data : "");
    alea__text_free(&text);
}

void despirala_position_line(const alea__rules *opaque, const alea_state *state, char *out, size_t size)
{
    const despirala_state s = despirala_state_of(state);
    alea__text text = {0};
    describe_position(&text, despirala_game_of(opaque), &s);
    snprintf(out, size, "%s", text.data && !text.failed ? text.data : "");
    alea__text_free(&text);
}
