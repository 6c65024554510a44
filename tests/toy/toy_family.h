#ifndef TESTS_TOY_TOY_FAMILY_H
#define TESTS_TOY_TOY_FAMILY_H
/* The smallest possible family: it supplies only what the exact engine cannot find by itself. Two players race to a goal.
   In a turn a player rolls one die or two. One die adds its face; two add their sum, unless they show the same. The first
   player to reach the goal wins, and is paid the points that the other one lacks. */
#include "base/error.h"
#include "base/memory.h"
#include "exact/enumerate.h"
#include <stdio.h>
#include <string.h>

enum { TOY_ONE, TOY_TWO, TOY_MOVES };
enum { TOY_LIMIT = 10000 };

typedef struct toy_rules {
    alea__listed listed; /* first */
    uint32_t goal, sides;
    bool counts_turns; /* states that differ only in the turn number stay apart: too many to list */
} toy_rules;

typedef struct toy_state {
    uint32_t score[2], mover, dice; /* dice: in the air */
    uint32_t turns, over, loser;    /* loser: 1 more than the seat that forfeited */
} toy_state;

_Static_assert(sizeof(toy_state) <= sizeof(alea_state), "a toy state fits in an alea_state");
extern const alea__family toy_family;

static const toy_rules *toy_rules_of(const alea__rules *rules)
{
    return (const toy_rules *)rules;
}

static toy_state toy_get(const alea_state *state)
{
    toy_state s;
    memcpy(&s, state, sizeof s);
    return s;
}

static void toy_put(const toy_state *s, alea_state *state)
{
    memset(state, 0, sizeof *state);
    memcpy(state, s, sizeof *s);
}

/* ---- rules ---- */

static uint32_t toy_cautious(const alea__rules *rules, const alea_state *state)
{
    const toy_state s = toy_get(state);
    return s.score[s.mover] + toy_rules_of(rules)->sides >= toy_rules_of(rules)->goal ? TOY_ONE : TOY_TWO;
}

static uint32_t toy_bold(const alea__rules *rules, const alea_state *state)
{
    (void)rules, (void)state;
    return TOY_TWO;
}

static const alea__explicit_bot toy_bots[] = {
    {{"cautious", "One die where it can win, else two.", NULL}, toy_cautious},
    {{"bold", "Always two dice.", NULL}, toy_bold},
    {{NULL, NULL, NULL}, NULL},
};

static void toy_canonical(const alea__rules *rules, alea_state *state)
{
    toy_state s = toy_get(state);
    if (!toy_rules_of(rules)->counts_turns) s.turns = 0;
    toy_put(&s, state);
}

static void toy_swap_seats(const alea__rules *rules, alea_state *state)
{
    const toy_state s = toy_get(state);
    toy_state t = s;
    (void)rules;
    t.score[0] = s.score[1];
    t.score[1] = s.score[0];
    t.mover = 1 - s.mover;
    toy_put(&t, state);
}

/* `sharing`, for the test: 0, both seats share their states; 1, they do not; 2, turn numbers keep states apart too. */
static const alea__listing toy_listing = {toy_swap_seats, toy_bots}, toy_listing_by_seat = {NULL, toy_bots};

static alea_status toy_compile(const alea__reader *reader, unsigned players, alea__rules **out,
                               alea_error *error)
{
    static const alea__number_field field[] = {
        {"goal", 1, 1000000000, NULL}, {"sides", 2, 20, NULL}, {"sharing", 0, 2, NULL}};
    int64_t goal = 0, sides = 0, sharing = 0;
    alea_status status = alea__read_integer(reader, &field[0], &goal, error);
    if (status == ALEA_OK) status = alea__read_integer(reader, &field[1], &sides, error);
    if (status == ALEA_OK) status = alea__read_integer(reader, &field[2], &sharing, error);
    if (status != ALEA_OK) return status;
    if (players != 2) return alea__fail(error, ALEA_E_USAGE, "The toy is for two players.");
    toy_rules *rules = alea__alloc(sizeof *rules);
    if (!rules) return alea__out_of_memory(error);
    status = alea__listed_begin(&rules->listed, &toy_family,
                                sharing == 0 ? &toy_listing : &toy_listing_by_seat, players, error);
    rules->counts_turns = sharing == 2;
    rules->goal = (uint32_t)goal;
    rules->sides = (uint32_t)sides;
    *out = (alea__rules *)rules;
    return status;
}

static bool toy_has_objective(const alea__rules *rules, alea_objective objective)
{
    (void)rules;
    return objective == ALEA_WIN || objective == ALEA_MONEY;
}

/* ---- play ---- */

static void toy_start(const alea__rules *rules, alea_state *state)
{
    (void)rules;
    memset(state, 0, sizeof *state);
}

static int toy_to_move(const alea__rules *rules, const alea_state *state)
{
    const toy_state s = toy_get(state);
    (void)rules;
    return s.over ? ALEA_OVER : s.dice ? ALEA_CHANCE : (int)s.mover;
}

static int toy_turn_of(const alea__rules *rules, const alea_state *state)
{
    (void)rules;
    return (int)toy_get(state).mover;
}

static unsigned toy_move_count(const alea__rules *rules, const alea_state *state)
{
    return toy_to_move(rules, state) >= 0 ? TOY_MOVES : 0;
}

static const char *toy_move_name(const alea__rules *rules, uint32_t move)
{
    (void)rules;
    return move == TOY_ONE ? "one" : "two";
}

static uint32_t toy_chance_count(const alea__rules *rules, const alea_state *state)
{
    const uint32_t sides = toy_rules_of(rules)->sides;
    return toy_get(state).dice == 2 ? sides * sides : sides;
}

static unsigned toy_chance_faces(const alea__rules *rules, const alea_state *state, uint32_t outcome,
                                 uint32_t faces[16])
{
    return alea__dice_faces(toy_rules_of(rules)->sides, toy_get(state).dice, outcome, faces);
}

static alea_status toy_apply(const alea__rules *rules, alea_state *state, uint32_t action, alea_error *error)
{
    (void)error;
    toy_state s = toy_get(state);
    uint32_t faces[16];
    if (s.dice == 0) {
        s.dice = action == TOY_TWO ? 2 : 1;
    } else {
        const unsigned dice = toy_chance_faces(rules, state, action, faces);
        if (dice == 1) s.score[s.mover] += faces[0];
        if (dice == 2 && faces[0] != faces[1]) s.score[s.mover] += faces[0] + faces[1];
        s.dice = 0;
        s.over = s.score[s.mover] >= toy_rules_of(rules)->goal || ++s.turns == TOY_LIMIT;
        if (!s.over) s.mover = 1 - s.mover;
    }
    toy_put(&s, state);
    return ALEA_OK;
}

static void toy_forfeit(const alea__rules *rules, alea_state *state)
{
    toy_state s = toy_get(state);
    (void)rules;
    s.loser = s.mover + 1;
    s.over = 1;
    toy_put(&s, state);
}

static void toy_outcome(const alea__rules *rules, const alea_state *state, alea_outcome *out)
{
    const toy_state s = toy_get(state);
    const uint32_t goal = toy_rules_of(rules)->goal;
    *out = (alea_outcome){.winner = -1, .turns = s.turns};
    if (!s.over) return;
    if (s.loser > 0) out->winner = s.loser == 1;
    for (int i = 0; i < 2; i++)
        if (s.score[i] >= goal) out->winner = i;
    out->unfinished = out->winner < 0;
    if (out->winner < 0 || s.loser > 0) return;
    out->money[out->winner] = goal - s.score[1 - out->winner];
    out->money[1 - out->winner] = -out->money[out->winner];
}

static alea_builtin toy_builtin(size_t index)
{
    enum { OWN = sizeof toy_bots / sizeof *toy_bots - 1 };
    return index < OWN ? toy_bots[index].about : alea__explicit_builtin(index - OWN);
}

/* ---- text ---- */

static void toy_describe(const alea__rules *rules, const alea_state *state, char *out, size_t size)
{
    const toy_state s = toy_get(state);
    (void)rules;
    snprintf(out, size, "scores %u,%u%s, seat %u%s", s.score[0], s.score[1],
             s.dice == 1   ? ", one die"
             : s.dice == 2 ? ", two dice"
                           : "",
             s.mover, s.over ? ", over" : "");
}

static void toy_push_view(const alea__rules *rules, const alea_state *state, lua_State *L)
{
    const toy_state s = toy_get(state);
    (void)rules;
    lua_createtable(L, 0, 2);
    lua_pushinteger(L, s.score[s.mover]);
    lua_setfield(L, -2, "own");
    lua_pushinteger(L, s.score[1 - s.mover]);
    lua_setfield(L, -2, "other");
}

static uint32_t toy_lua_answer(const alea__rules *rules, const alea_state *state, lua_State *L, char *why,
                               size_t size)
{
    (void)rules, (void)state;
    const lua_Integer dice = lua_tointeger(L, -1);
    lua_pop(L, 1);
    if (dice == 1 || dice == 2) return dice == 1 ? TOY_ONE : TOY_TWO;
    snprintf(why, size, "decide must return 1 or 2.");
    return ALEA__NO_MOVE;
}

static const alea__rules_ops toy_rules_ops = {.lua_functions = alea__no_lua_functions,
                                              .compile = toy_compile,
                                              .free = alea__listed_free,
                                              .has_objective = toy_has_objective};
static const alea__play_ops toy_play_ops = {
    .start = toy_start,
    .to_move = toy_to_move,
    .turn_of = toy_turn_of,
    .move_count = toy_move_count,
    .move = alea__move_is_index,
    .move_name = toy_move_name,
    .chance_count = toy_chance_count,
    .chance_weight = alea__equal_weight,
    .chance_faces = toy_chance_faces,
    .apply = toy_apply,
    .forfeit = toy_forfeit,
    .outcome = toy_outcome,
    .canonical = toy_canonical,
};
static const alea__policy_ops toy_policy_ops = {toy_builtin, alea__explicit_policy_open,
                                                alea__explicit_policy_free, alea__explicit_decide, NULL};
static const alea__text_ops toy_text_ops = {
    .key = alea__explicit_key,
    .parse_state = alea__explicit_parse_state,
    .describe = toy_describe,
    .fact = alea__no_fact,
    .explain = alea__no_explanation,
    .push_view = toy_push_view,
    .lua_answer = toy_lua_answer,
    .sample_state = alea__explicit_sample_state,
};
const alea__family toy_family = {
    .name = "toy",
    .rules = &toy_rules_ops,
    .play = &toy_play_ops,
    .policy = &toy_policy_ops,
    .text = &toy_text_ops,
    .solver = &alea__explicit_solver_ops,
    .freezing = &alea__explicit_freezing_ops,
};
#endif
