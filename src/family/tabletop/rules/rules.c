/* Reads a rule file of the family tabletop. */
#include "base/error.h"
#include "base/memory.h"
#include "family/tabletop/messages.h"
#include "family/tabletop/rules/reading.h"

#include <stdio.h>

static const char *const fields[] = {"player",    "common", "counter", "dice", "turn", "moves",
                                     "over",      "rounds", "winner",  "ends", "ties", "win",
                                     "objective", "final",  "labels",  NULL};

/* ---- the fields of rules(p) besides those of the turn ---- */

static void rules_refuse_counter(tabletop_reading *r, tabletop_place place)
{
    const tabletop_field *f = &r->g->field[place.field];
    if (f->owner == TABLETOP_COUNTER) tabletop_wrong(r, TABLETOP_COUNTER_LATE, tabletop_word(r->t, f->name));
}

/* Counters are back at their start when the conditions of an end are looked at. */
static void rules_refuse_counters(tabletop_reading *r, tabletop_list when)
{
    for (uint32_t i = when.first; i < when.first + when.count; i++) {
        const tabletop_test *t = &r->g->test[i];
        rules_refuse_counter(r, t->a);
        if (t->sum) rules_refuse_counter(r, t->b);
        if (t->versus) rules_refuse_counter(r, t->c);
    }
}

static void rules_read_list_of_tests(tabletop_reading *r, int rules, const char *field, tabletop_list *out,
                                     bool *has)
{
    r->field = field;
    *has = tabletop_push_raw(r->L, rules, field) != LUA_TNIL;
    *out = tabletop_read_tests(r, -1);
    rules_refuse_counters(r, *out);
    lua_pop(r->L, 1);
}

/* "mover", most(field) or least(field) */
static void rules_read_winner(tabletop_reading *r, int rules)
{
    lua_State *L = r->L;
    tabletop_game *g = r->g;
    char shown[80];
    r->field = "winner";
    tabletop_push_raw(L, rules, "winner");
    const int at = lua_gettop(L);
    const bool most = tabletop_is_word(L, at, "most");
    g->winner = r->totals && g->players > 1 ? TABLETOP_MOST : TABLETOP_MOVER;
    if (g->players == 1 && !lua_isnil(L, at)) tabletop_wrong(r, TABLETOP_WINNER_ALONE);
    if (most || tabletop_is_word(L, at, "least")) {
        if (tabletop_push_index(L, at, 1) != LUA_TSTRING) tabletop_wrong(r, TABLETOP_BAD_WINNER, "no field");
        g->winner = most ? TABLETOP_MOST : TABLETOP_LEAST;
        g->value = tabletop_find_place(r, lua_tostring(L, -1));
        const tabletop_field *f = &g->field[g->value.field];
        if (g->value.seat > 0 || f->owner != TABLETOP_PLAYER ||
            (f->kind != TABLETOP_NUMBER && f->kind != TABLETOP_TOTAL))
            tabletop_wrong(r, TABLETOP_WINNER_FIELD, lua_tostring(L, -1));
        if (f->kind == TABLETOP_TOTAL) r->totals = true;
    } else if (lua_type(L, at) == LUA_TSTRING && strcmp(lua_tostring(L, at), "mover") == 0) {
        g->winner = TABLETOP_MOVER;
    } else if (!lua_isnil(L, at)) {
        tabletop_wrong(r, TABLETOP_BAD_WINNER, tabletop_show(L, at, shown));
    }
    lua_settop(L, at - 1);
}

/* One of the words; `fallback` without the field. */
static uint32_t rules_read_choice(tabletop_reading *r, int rules, const char *field, const char *const *words,
                                  uint32_t fallback)
{
    lua_State *L = r->L;
    char shown[80], all[120] = "";
    uint32_t found = fallback, i = 0;
    r->field = field;
    const int type = tabletop_push_raw(L, rules, field);
    for (; words[i]; i++) {
        const size_t at = strlen(all);
        snprintf(all + at, sizeof all - at, "%s\"%s\"", i ? ", " : "", words[i]);
        if (type == LUA_TSTRING && strcmp(lua_tostring(L, -1), words[i]) == 0) break;
    }
    if (type != LUA_TNIL && !words[i])
        tabletop_wrong(r, TABLETOP_BAD_CHOICE, all, tabletop_show(L, -1, shown));
    if (type != LUA_TNIL) found = i;
    lua_pop(L, 1);
    return found;
}

/* final = { { total = plus(35), when = … }, … } */
static void rules_read_final(tabletop_reading *r, int rules)
{
    lua_State *L = r->L;
    tabletop_game *g = r->g;
    char shown[80];
    r->field = "final";
    const int type = tabletop_push_raw(L, rules, "final"), list = lua_gettop(L);
    const lua_Integer size = type == LUA_TTABLE ? (lua_Integer)lua_rawlen(L, list) : 0;
    if ((type != LUA_TTABLE && type != LUA_TNIL) || size > TABLETOP_MOST_EFFECTS ||
        (type == LUA_TTABLE && size == 0))
        tabletop_wrong(r, TABLETOP_BAD_FINAL, TABLETOP_MOST_EFFECTS, tabletop_show(L, list, shown));
    for (lua_Integer i = 1; i <= size; i++) {
        if (tabletop_push_index(L, list, i) != LUA_TTABLE)
            tabletop_wrong(r, TABLETOP_BAD_FINAL, TABLETOP_MOST_EFFECTS, tabletop_show(L, -1, shown));
        tabletop_bonus *bonus = &g->bonus[g->bonuses++];
        bonus->effects = tabletop_read_effects(r, -1, true);
        tabletop_push_raw(L, list + 1, "when");
        bonus->when = tabletop_read_tests(r, -1);
        rules_refuse_counters(r, bonus->when);
        for (uint32_t k = 0; k < bonus->effects.count; k++) {
            const tabletop_effect *e = &g->effect[bonus->effects.first + k];
            if (e->counter) rules_refuse_counter(r, (tabletop_place){(uint8_t)(e->counter - 1), 0});
        }
        for (uint32_t k = 0; k < bonus->effects.count; k++)
            if (g->effect[bonus->effects.first + k].place.field != 0) tabletop_wrong(r, TABLETOP_FINAL_TOTAL);
        lua_settop(L, list);
    }
    lua_settop(L, list - 1);
}

/* Puts the keys of states in the order of their names; as they were found, it depends on the bytes of the file. */
static void rules_sort_keys(tabletop_rules *t)
{
    for (uint32_t i = 1; i < t->keys; i++)
        for (uint32_t k = i;
             k > 0 && strcmp(tabletop_word(t, t->key[k - 1].name), tabletop_word(t, t->key[k].name)) > 0;
             k--) {
            const tabletop_key later = t->key[k - 1];
            t->key[k - 1] = t->key[k];
            t->key[k] = later;
        }
}

/* { "in the cup", "red", "green" }: the label of a key whose numbers have a digit for each of several things. */
static const char *rules_read_digits(tabletop_reading *r, tabletop_key *key)
{
    lua_State *L = r->L;
    const int list = lua_gettop(L);
    const lua_Unsigned count = lua_rawlen(L, list);
    if (!key || count < 2 || count > TABLETOP_MOST_DIGITS + 1)
        tabletop_wrong(r, TABLETOP_BAD_DIGITS, TABLETOP_MOST_DIGITS);
    for (; key->digits + 1 < count; key->digits++) {
        lua_rawgeti(L, list, key->digits + 2);
        key->digit[key->digits] = tabletop_keep_word(r, tabletop_name_at(r, -1, "what a digit counts"));
        lua_settop(L, list);
    }
    lua_rawgeti(L, list, 1);
    return tabletop_name_at(r, -1, "a label");
}

/* labels = { rolls = "rolls left" }; without one the name, with spaces for underscores. */
static void rules_read_labels(tabletop_reading *r, int rules)
{
    lua_State *L = r->L;
    tabletop_game *g = r->g;
    char shown[80];
    r->field = "labels";
    const int type = tabletop_push_raw(L, rules, "labels"), table = lua_gettop(L);
    if (type != LUA_TNIL && type != LUA_TTABLE)
        tabletop_wrong(r, TABLETOP_NO_TABLE, tabletop_show(L, table, shown));
    uint32_t used = 0;
    for (uint32_t i = 0; i < g->fields + r->t->keys; i++) {
        char label[TABLETOP_LONGEST_NAME + 1];
        const uint32_t name = i < g->fields ? g->field[i].name : r->t->key[i - g->fields].name;
        snprintf(label, sizeof label, "%s", tabletop_word(r->t, name));
        for (char *c = label; *c; c++)
            if (*c == '_') *c = ' ';
        if (type == LUA_TTABLE && tabletop_push_raw(L, table, tabletop_word(r->t, name)) != LUA_TNIL) {
            tabletop_key *key = i < g->fields ? NULL : &r->t->key[i - g->fields];
            snprintf(label, sizeof label, "%s",
                     lua_istable(L, -1) ? rules_read_digits(r, key) : tabletop_name_at(r, -1, "a label"));
            used++;
        }
        const uint32_t word = tabletop_keep_word(r, label);
        *(i < g->fields ? &g->field[i].label : &r->t->key[i - g->fields].label) = word;
        lua_settop(L, table);
    }
    for (lua_pushnil(L); type == LUA_TTABLE && lua_next(L, table); lua_pop(L, 1))
        if (used-- == 0) tabletop_wrong(r, TABLETOP_UNKNOWN_LABEL);
    lua_settop(L, table - 1);
}

/* Argument 1 is the reading, 4 the table of rules. Before the turn is listed. */
static int rules_read_first(lua_State *L)
{
    tabletop_reading *r = lua_touserdata(L, 1);
    tabletop_read_fields(r, 4);
    tabletop_read_dice(r, 4);
    return 0;
}

/* Whose number ends the game, as a goal does, is the score of a player without others. */
static void rules_find_goal(tabletop_game *g)
{
    if (g->winner != TABLETOP_MOVER || g->total != TABLETOP_NONE || g->over.count != 1) return;
    const tabletop_test *t = &g->test[g->over.first];
    const tabletop_field *f = &g->field[t->a.field];
    g->reaches = t->comparison == TABLETOP_AT_LEAST && !t->sum && !t->versus && t->a.seat == 0 &&
                 f->owner == TABLETOP_PLAYER && f->kind == TABLETOP_NUMBER;
    if (g->reaches) g->value = t->a;
}

/* Afterwards, when it is known whether points are added. */
static int rules_read_rest(lua_State *L)
{
    static const char *const ends[] = {"at once", "round", "last turns", "chase", NULL};
    static const char *const ties[] = {"draw", "first", "last", NULL};
    static const char *const objectives[] = {"most", "least", NULL};
    tabletop_reading *r = lua_touserdata(L, 1);
    tabletop_game *g = r->g;
    rules_read_list_of_tests(r, 4, "over", &g->over, &g->has_over);
    rules_read_list_of_tests(r, 4, "win", &g->win, &g->has_win);
    rules_read_final(r, 4);
    rules_read_winner(r, 4);
    r->field = "rounds";
    if (tabletop_push_raw(L, 4, "rounds") != LUA_TNIL)
        g->rounds = (uint32_t)tabletop_whole(r, -1, 1, TABLETOP_LIMIT / g->players, "the number of rounds");
    const bool mover = g->winner == TABLETOP_MOVER;
    g->ends =
        rules_read_choice(r, 4, "ends", ends, mover || g->players == 1 ? TABLETOP_AT_ONCE : TABLETOP_ROUND);
    g->ties = rules_read_choice(r, 4, "ties", ties, TABLETOP_DRAW);
    g->least = rules_read_choice(r, 4, "objective", objectives, 0) == 1;
    r->field = "rounds";
    if (!g->has_over && g->rounds == 0) tabletop_wrong(r, TABLETOP_NO_END);
    r->field = "ends";
    if (mover && g->ends != TABLETOP_AT_ONCE && g->players > 1) tabletop_wrong(r, TABLETOP_MOVER_ENDS);
    rules_sort_keys(r->t);
    rules_read_labels(r, 4);
    r->field = NULL;
    tabletop_lay_out(r);
    rules_find_goal(g);
    return 0;
}

/* ---- compiling ---- */

static alea_status rules_read_functions(tabletop_reading *r, alea_error *error)
{
    bool present;
    alea_status status = alea__read_only(r->reader, fields, error);
    if (status == ALEA_OK) status = alea__read_function(r->reader, "turn", true, &present, error);
    r->turn = lua_gettop(r->L);
    if (status == ALEA_OK) status = alea__read_function(r->reader, "moves", true, &present, error);
    r->moves = lua_gettop(r->L);
    return status;
}

/* Seats can be exchanged where they matter to nothing but the order of turns. */
static bool rules_are_symmetric(const tabletop_game *g)
{
    return g->players == 2 && g->rounds == 0 && g->ends != TABLETOP_ROUND;
}

/* Reads fields and dice, lists the turn, and reads the rest, which depends on what the turn does. */
static alea_status rules_compile(tabletop_rules *t, const alea__reader *reader, unsigned players,
                                 alea_error *error)
{
    static const alea__listing shared = {.swap_seats = tabletop_swap_seats};
    tabletop_reading *r = alea__alloc(sizeof *r);
    if (!r) return alea__out_of_memory(error);
    *r = (tabletop_reading){
        .L = alea__lua_state(reader->lua), .reader = reader, .t = t, .g = &t->game, .node = TABLETOP_NONE};
    t->game.players = players ? players : 1;
    alea_status status = rules_read_functions(r, error);
    if (status == ALEA_OK) status = tabletop_protect(r, rules_read_first, error);
    if (status == ALEA_OK) r->line = tabletop_line_of(r->L, r->moves);
    if (status == ALEA_OK) status = tabletop_list_turns(r, error);
    r->line = 0;
    if (status == ALEA_OK) status = tabletop_protect(r, rules_read_rest, error);
    if (rules_are_symmetric(&t->game)) t->listed.how = &shared;
    alea__free(r);
    return status;
}

alea_status tabletop_compile(const alea__reader *reader, unsigned players, alea__rules **out,
                             alea_error *error)
{
    tabletop_rules *t = alea__alloc(sizeof *t);
    if (!t) return alea__out_of_memory(error);
    if (pthread_mutex_init(&t->engine_lock, NULL) != 0) {
        alea__free(t);
        return alea__out_of_memory(error);
    }
    alea_status status = alea__listed_begin(&t->listed, NULL, NULL, players, error);
    if (status == ALEA_OK) status = rules_compile(t, reader, players, error);
    if (status != ALEA_OK)
        tabletop_free((alea__rules *)t);
    else
        *out = (alea__rules *)t;
    return status;
}

void tabletop_free(alea__rules *rules)
{
    tabletop_rules *t = (tabletop_rules *)rules;
    if (!t) return;
    if (t->free_engine) t->free_engine(t->engine);
    pthread_mutex_destroy(&t->engine_lock);
    alea__listed_end(&t->listed);
    alea__intern_free(&t->node);
    alea__intern_free(&t->move);
    alea__intern_free(&t->word);
    alea__free(t->game.node);
    alea__free(t->game.entry);
    alea__free(t->game.outcome);
    alea__free(t->game.effect);
    alea__free(t->game.test);
    alea__free(t->game.face);
    alea__free(t);
}

bool tabletop_wants_least(const alea__rules *rules)
{
    return tabletop_game_of(rules)->least;
}

/* One player looks for the best total; without one for winning, else for the fewest turns. */
bool tabletop_has_objective(const alea__rules *rules, alea_objective objective)
{
    const tabletop_game *g = tabletop_game_of(rules);
    if (g->players > 1) return objective == ALEA_WIN;
    if (g->total != TABLETOP_NONE) return objective == ALEA_SCORE;
    return objective == (g->has_win ? ALEA_WIN : ALEA_TURNS);
}
