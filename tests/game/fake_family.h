#ifndef TESTS_GAME_FAKE_FAMILY_H
#define TESTS_GAME_FAKE_FAMILY_H
/* A family whose dice do not matter: seats count up in turn by 1 or 2 until the goal, after one chance outcome at the
   start. Its rules are one number, `goal`; its only function is seven(). */
#include "base/error.h"
#include "base/memory.h"
#include "game/family.h"

#include <lauxlib.h>
#include <string.h>

struct alea__rules {
    unsigned players;
    int64_t goal;
};

static inline int fake_seven(lua_State *L)
{
    lua_pushinteger(L, 7);
    return 1;
}

static const luaL_Reg fake_words[] = {{"seven", fake_seven}, {NULL, NULL}};

static inline alea_status fake_compile(const alea__reader *reader, unsigned players, alea__rules **out,
                                       alea_error *error)
{
    static const char *const known[] = {"goal", NULL};
    static const alea__number_field field = {"goal", 1, 1000, NULL};
    int64_t goal;
    alea_status status = alea__read_only(reader, known, error);
    if (status == ALEA_OK) status = alea__read_integer(reader, &field, &goal, error);
    if (status != ALEA_OK) return status;
    alea__rules *rules = alea__alloc(sizeof *rules);
    if (!rules) return alea__out_of_memory(error);
    *rules = (alea__rules){players, goal};
    *out = rules;
    return ALEA_OK;
}

static inline void fake_free(alea__rules *rules)
{
    alea__free(rules);
}

/* word 0: the count; word 1: steps so far; word 2: whether the chance has happened */
static inline void fake_start(const alea__rules *rules, alea_state *state)
{
    (void)rules;
    memset(state, 0, sizeof *state);
}

static inline int fake_to_move(const alea__rules *rules, const alea_state *state)
{
    if (!state->word[2]) return ALEA_CHANCE;
    return state->word[0] >= (uint64_t)rules->goal ? ALEA_OVER : (int)(state->word[1] % rules->players);
}

static inline unsigned fake_move_count(const alea__rules *rules, const alea_state *state)
{
    (void)rules, (void)state;
    return 2;
}

static inline uint32_t fake_move(const alea__rules *rules, const alea_state *state, unsigned index)
{
    (void)rules, (void)state;
    return index + 1;
}

static inline const char *fake_move_name(const alea__rules *rules, uint32_t move)
{
    (void)rules;
    return move == 1 ? "one" : "two";
}

static inline uint32_t fake_chance_count(const alea__rules *rules, const alea_state *state)
{
    (void)rules, (void)state;
    return 3;
}

static inline uint64_t fake_chance_weight(const alea__rules *rules, const alea_state *state, uint32_t outcome)
{
    (void)rules, (void)state;
    return outcome + 1;
}

static inline unsigned fake_chance_faces(const alea__rules *rules, const alea_state *state, uint32_t outcome,
                                         uint32_t faces[16])
{
    (void)rules, (void)state;
    faces[0] = outcome + 1;
    return 1;
}

static inline alea_status fake_apply(const alea__rules *rules, alea_state *state, uint32_t action,
                                     alea_error *error)
{
    (void)rules, (void)error;
    if (state->word[2])
        state->word[0] += action, state->word[1]++;
    else
        state->word[2] = 1;
    return ALEA_OK;
}

static inline void fake_outcome(const alea__rules *rules, const alea_state *state, alea_outcome *out)
{
    *out = (alea_outcome){.winner = (int)((state->word[1] - 1) % rules->players),
                          .turns = (uint32_t)state->word[1]};
}

static inline bool fake_has_objective(const alea__rules *rules, alea_objective objective)
{
    (void)rules;
    return objective == ALEA_WIN;
}

static inline alea_key fake_key(const alea__rules *rules, size_t index)
{
    (void)rules;
    return index == 0 ? (alea_key){"count", "the count so far"} : (alea_key){0};
}

static const alea__rules_ops fake_rules_ops = {
    .lua_functions = fake_words,
    .compile = fake_compile,
    .free = fake_free,
    .has_objective = fake_has_objective,
};

static const alea__play_ops fake_play_ops = {
    .start = fake_start,
    .to_move = fake_to_move,
    .move_count = fake_move_count,
    .move = fake_move,
    .move_name = fake_move_name,
    .chance_count = fake_chance_count,
    .chance_weight = fake_chance_weight,
    .chance_faces = fake_chance_faces,
    .apply = fake_apply,
    .outcome = fake_outcome,
    .canonical = alea__all_canonical,
};

static const alea__text_ops fake_text_ops = {
    .key = fake_key,
    .fact = alea__no_fact,
    .explain = alea__no_explanation,
};

static const alea__family fake_family = {
    .name = "fake",
    .rules = &fake_rules_ops,
    .play = &fake_play_ops,
    .text = &fake_text_ops,
};

static const alea__family *const fake_families[] = {&fake_family, NULL};
#endif
