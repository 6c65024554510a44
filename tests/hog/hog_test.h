#ifndef TESTS_HOG_HOG_TEST_H
#define TESTS_HOG_HOG_TEST_H
/* Shared by the tests of Hog: games, positions, and playing them move by move. */
#include "base/memory.h"
#include "family/hog/check/certify.h"
#include "family/hog/solve/exact.h"
#include "support/files.h"

HELPER const hog_rules *rules_of(const alea_game *game)
{
    return hog_rules_of(game->rules);
}

HELPER const hog_graph *graph_of(const alea_game *game)
{
    return hog_game_of(game->rules)->graph;
}

HELPER hog_state look(const alea_state *state)
{
    return hog_state_of(state);
}

/* Seat 0 to move. */
HELPER alea_state position(const alea_game *game, uint32_t own, uint32_t opponent, uint32_t memory)
{
    alea_state state = alea_game_start(game);
    hog_state s = look(&state);
    s.score[0] = own;
    s.score[1] = opponent;
    s.memory = (uint16_t)memory;
    hog_store(&s, &state);
    return state;
}

HELPER void play(const alea_game *game, alea_state *state, uint32_t action)
{
    OK(alea_game_apply(game, state, action, &test_error));
}

/* Rolls dice that show these faces. */
HELPER void roll(const alea_game *game, alea_state *state, const uint32_t *face, uint32_t count)
{
    uint32_t outcome = 0, place = 1;
    play(game, state, count);
    assert_int_equal(alea_game_to_move(game, state), ALEA_CHANCE);
    for (uint32_t i = 0; i < count; i++, place *= rules_of(game)->set[0].sides)
        outcome += (face[i] - 1) * place;
    play(game, state, outcome);
}

#define ROLL(game, state, ...)                         \
    roll(game, state, (const uint32_t[]){__VA_ARGS__}, \
         sizeof((const uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t))

#define assert_scores(state, first, second)    \
    do {                                       \
        hog_state s_ = look(state);            \
        assert_int_equal(s_.score[0], first);  \
        assert_int_equal(s_.score[1], second); \
    } while (0)

HELPER alea_outcome outcome_of(const alea_game *game, const alea_state *state)
{
    alea_outcome outcome;
    OK(alea_game_outcome(game, state, &outcome, &test_error));
    return outcome;
}

HELPER alea__policy *open_policy(const alea_game *game, const char *text)
{
    alea__spec spec;
    alea__policy *policy;
    alea_error error;
    if (alea__spec_parse(text, &spec, &error) != ALEA_OK) fail_msg("%s: %s", text, error.message);
    if (game->family->policy->open(game->rules, &spec, &policy, &error) != ALEA_OK)
        fail_msg("%s: %s", text, error.message);
    alea__spec_free(&spec);
    return policy;
}

/* Strategies without any pattern, the same every time. */
HELPER void fill_table(uint8_t *table, const hog_rules *rules, uint32_t seed)
{
    uint64_t random = seed;
    for (size_t i = 0; i < (size_t)rules->goal * rules->goal; i++) {
        random = random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407); /* Knuth's MMIX */
        table[i] = (uint8_t)((random >> 33) % (rules->dice + 1));
    }
}

static const alea_solve_options no_options;
#endif
