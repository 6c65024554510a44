/* What bots that are not policies are told, what their answers mean, and where `alea bot check` asks them. */
#include "base/text.h"
#include "family/despirala/despirala.h"

#include <stdio.h>
#include <string.h>

/* ---- a Lua bot's view ---- */

static void set_text(lua_State *L, const char *name, const char *value)
{
    lua_pushstring(L, value);
    lua_setfield(L, -2, name);
}

static void push_scores(lua_State *L, const despirala_rules *rules, const despirala_state *s)
{
    lua_createtable(L, (int)rules->seats, 0);
    for (uint32_t i = 0; i < rules->seats; i++) {
        lua_pushinteger(L, s->player[(s->mover + i) % rules->seats].score);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
}

static void push_used(lua_State *L, const despirala_game *game, const despirala_state *s)
{
    lua_Integer count = 0;
    lua_createtable(L, DESPIRALA_COMBINATIONS, 0);
    for (uint32_t c = 0; c < game->rules.combinations; c++) {
        if (!(s->player[s->mover].used >> c & 1)) continue;
        lua_pushstring(L, game->name[c]);
        lua_rawseti(L, -2, ++count);
    }
}

static void push_dice(lua_State *L, const despirala_rules *rules, const despirala_state *s)
{
    lua_Integer count = 0;
    lua_createtable(L, (int)rules->dice, 0);
    for (uint32_t f = 0; f < rules->sides; f++)
        for (uint32_t i = 0; i < s->dice[f]; i++) {
            lua_pushinteger(L, f + 1);
            lua_rawseti(L, -2, ++count);
        }
}

static void push_moves(lua_State *L, const despirala_game *game, const despirala_state *s)
{
    lua_Integer count = 0;
    lua_newtable(L);
    for (uint32_t m = 0; m <= despirala_reroll(&game->rules); m++) {
        if (!despirala_allows(&game->rules, s, m)) continue;
        lua_pushstring(L, game->move_name[m]);
        lua_rawseti(L, -2, ++count);
    }
}

/* `score` and `goods` of the mover, `scores` of all, the mover's first, then in the order of turns; names of the
   combinations `used`; the `dice` on the table, ascending; in the middle of a collect what one is `doing` and how many dice are
   `kept`; `moves`, the names of what can be done; `objective`, most or least; `seat` from 0, `players`. */
void despirala_push_view(const alea__rules *opaque, const alea_state *state, lua_State *L)
{
    const despirala_game *game = despirala_game_of(opaque);
    const despirala_rules *rules = &game->rules;
    despirala_state s = despirala_state_of(state);
    lua_createtable(L, 0, 12);
    alea__lua_set_integer(L, "score", s.player[s.mover].score);
    alea__lua_set_integer(L, "goods", s.player[s.mover].goods);
    push_scores(L, rules, &s);
    lua_setfield(L, -2, "scores");
    push_used(L, game, &s);
    lua_setfield(L, -2, "used");
    push_dice(L, rules, &s);
    lua_setfield(L, -2, "dice");
    push_moves(L, game, &s);
    lua_setfield(L, -2, "moves");
    if (s.doing != DESPIRALA_NONE) {
        set_text(L, "doing", game->move_name[DESPIRALA_TARGET + s.doing]);
        alea__lua_set_integer(L, "kept", despirala_keeps(rules, &rules->target[s.doing], s.dice));
    }
    set_text(L, "objective", rules->least ? "least" : "most");
    alea__lua_set_integer(L, "seat", s.mover);
    alea__lua_set_integer(L, "players", rules->seats);
}

/* ---- and its answer ---- */

static uint32_t nth_move(const despirala_rules *rules, const despirala_state *s, lua_Integer n)
{
    for (uint32_t m = 0; m <= despirala_reroll(rules); m++)
        if (despirala_allows(rules, s, m) && --n == 0) return m;
    return DESPIRALA_NONE;
}

static uint32_t take_number(const despirala_rules *rules, const despirala_state *s, lua_Integer n, char *why,
                            size_t size)
{
    const uint32_t move = n >= 1 ? nth_move(rules, s, n) : DESPIRALA_NONE;
    unsigned count = 0;
    if (move != DESPIRALA_NONE) return move;
    for (uint32_t m = 0; m <= despirala_reroll(rules); m++) count += despirala_allows(rules, s, m);
    snprintf(why, size,
             "decide returned %lld; a number from 1 to %u, the place of a move in view.moves, or its "
             "name is wanted.",
             (long long)n, count);
    return ALEA__NO_MOVE;
}

static uint32_t take_name(const despirala_game *game, const despirala_state *s, const char *name,
                          size_t length, char *why, size_t size)
{
    char text[80];
    const uint32_t move = strlen(name) == length ? despirala_move_called(game, name) : DESPIRALA_NONE;
    if (move != DESPIRALA_NONE && despirala_allows(&game->rules, s, move)) return move;
    alea__printable(text, sizeof text, name, length);
    snprintf(why, size, "decide returned \"%s\", %s; one of view.moves is wanted, such as \"%s\".", text,
             move == DESPIRALA_NONE ? "which is no move" : "which is not possible now",
             game->move_name[nth_move(&game->rules, s, 1)]);
    return ALEA__NO_MOVE;
}

uint32_t despirala_lua_answer(const alea__rules *opaque, const alea_state *state, lua_State *L, char *why,
                              size_t size)
{
    const despirala_game *game = despirala_game_of(opaque);
    despirala_state s = despirala_state_of(state);
    uint32_t answer = ALEA__NO_MOVE;
    size_t length;
    if (lua_isinteger(L, -1)) {
        answer = take_number(&game->rules, &s, lua_tointeger(L, -1), why, size);
    } else if (lua_type(L, -1) == LUA_TSTRING) {
        const char *name = lua_tolstring(L, -1, &length);
        answer = take_name(game, &s, name, length, why, size);
    } else {
        snprintf(why, size, "decide returned %s%s; the name of a move or its number in view.moves is wanted.",
                 lua_isnil(L, -1) ? "nothing" : "a ",
                 lua_isnil(L, -1) ? "" : lua_typename(L, lua_type(L, -1)));
    }
    lua_pop(L, 1);
    return answer;
}

/* ---- positions to check bots in ---- */

enum { CHECKED = 20000 };

static uint32_t draw(uint64_t *random, uint32_t count)
{
    return (uint32_t)(alea__mix_next(random) % count);
}

static void deal_dice(const despirala_rules *rules, uint64_t *random, despirala_state *s)
{
    memset(s->dice, 0, sizeof s->dice);
    for (uint32_t i = 0; i < rules->dice; i++) s->dice[draw(random, rules->sides)]++;
    s->air = 0;
    s->gained = true;
    s->phase = DESPIRALA_CHOOSE;
}

/* Every second time the middle of a collect, if a collect is left and something is to be decided in it. */
static void deal_collect(const despirala_rules *rules, uint64_t *random, despirala_state *s)
{
    const uint32_t target = draw(random, rules->targets), left = s->player[0].goods;
    if (!rules->target[target].collect || !despirala_allows(rules, s, DESPIRALA_TARGET + target)) return;
    const uint32_t kept = despirala_keeps(rules, &rules->target[target], s->dice);
    if (left == 0 || kept == rules->dice) return;
    s->doing = (uint8_t)target;
    s->phase = DESPIRALA_COLLECT;
}

bool despirala_check_state(const alea__rules *opaque, uint64_t index, alea_state *out, bool *sampled)
{
    const despirala_rules *rules = despirala_rules_of(opaque);
    uint64_t random = index;
    despirala_state s;
    *sampled = true;
    if (index >= CHECKED) return false;
    memset(out, 0, sizeof *out);
    memset(&s, 0, sizeof s);
    despirala_start(rules, &s);
    const uint32_t used = draw(&random, (1u << rules->combinations) - 1);
    const uint32_t turns = (uint32_t)__builtin_popcount(used), least = rules->may_reroll ? 0 : rules->gain;
    for (uint32_t seat = 0; seat < rules->seats; seat++) {
        s.player[seat].used = (uint16_t)used;
        s.player[seat].score = (uint16_t)draw(&random, 60 * turns % (rules->most_score + 1) + 1);
    }
    s.turns = turns * rules->seats;
    s.player[0].goods = (uint16_t)(least + draw(&random, rules->gain * (turns + 1) - least + 1));
    deal_dice(rules, &random, &s);
    if (draw(&random, 2) == 0) deal_collect(rules, &random, &s);
    despirala_store(&s, out);
    return true;
}

/* ---- in words ---- */

static void add_used(alea__text *out, const despirala_rules *rules, uint32_t used)
{
    const char *before = "used=";
    for (uint32_t c = 0; c < rules->combinations; c++) {
        if (!(used >> c & 1)) continue;
        alea__text_add(out, "%s%u", before, (unsigned)c + 1);
        before = ",";
    }
    if (used) alea__text_add(out, " ");
}

static void add_dice(alea__text *out, const despirala_rules *rules, const despirala_state *s)
{
    if (s->air < rules->dice) alea__text_add(out, " dice=");
    for (uint32_t f = 0; f < rules->sides; f++)
        for (uint32_t i = 0; i < s->dice[f]; i++) alea__text_add(out, "%u", (unsigned)f + 1);
}

static void add_turn(alea__text *out, const despirala_game *game, const despirala_state *s)
{
    const despirala_player *p = &s->player[s->mover];
    add_used(out, &game->rules, p->used);
    alea__text_add(out, "goods=%u", (unsigned)p->goods);
    add_dice(out, &game->rules, s);
    if (s->doing != DESPIRALA_NONE)
        alea__text_add(out, " doing=\"%s\"", game->move_name[DESPIRALA_TARGET + s->doing]);
    if (p->score > 0) alea__text_add(out, " score=%u", (unsigned)p->score);
    if (s->air > 0)
        alea__text_add(out, ", %u %s to be rolled", (unsigned)s->air, s->air == 1 ? "die is" : "dice are");
    if (game->rules.seats > 1) alea__text_add(out, ", seat %u", (unsigned)s->mover);
}

static void add_end(alea__text *out, const despirala_rules *rules, const despirala_state *s)
{
    alea__text_add(out, rules->seats == 1 ? "score " : "scores ");
    for (uint32_t seat = 0; seat < rules->seats; seat++)
        alea__text_add(out, "%s%u", seat ? "," : "", (unsigned)s->player[seat].score);
    alea__text_add(out, ", over");
}

void despirala_describe(const alea__rules *opaque, const alea_state *state, char *out, size_t size)
{
    const despirala_game *game = despirala_game_of(opaque);
    despirala_state s = despirala_state_of(state);
    alea__text text = {0};
    if (s.phase == DESPIRALA_FINISHED)
        add_end(&text, &game->rules, &s);
    else
        add_turn(&text, game, &s);
    snprintf(out, size, "%s", text.data && !text.failed ? text.data : "");
    alea__text_free(&text);
}
