#ifndef TESTS_RACE_RACE_TEST_H
#define TESTS_RACE_RACE_TEST_H
/* Shared by the tests of race: games, positions, and playing them move by move. */
#include "family/race/policy/policy.h"
#include "family/race/simulate/simulate.h"
#include "family/race/text/text.h"
#include "support/files.h"

/* A rule file of race for two players: what rules(p) returns is given. */
HELPER const char *write_rules(const char *rules)
{
    static char text[4096];
    snprintf(text, sizeof text,
             "return { name = \"mine\", title = \"Mine\", family = \"race\", text = \"A game.\",\n"
             "params = { { \"players\", default = 2, min = 1, max = 8 } },\n"
             "rules = function(p) return {\n%s\n} end }\n",
             rules);
    write_file("mine.lua", text);
    return "mine.lua";
}

HELPER const race_rules *rules_of(const alea_game *game)
{
    return race_rules_of(game->rules);
}

HELPER race_state look(const alea_state *state)
{
    return race_state_of(state);
}

/* Two or three scores at the start of seat `mover`'s turn. */
HELPER alea_state start_of_turn(const alea_game *game, uint32_t mover, const uint32_t *score, size_t count)
{
    alea_state state = alea_game_start(game);
    race_state s = look(&state);
    for (size_t i = 0; i < count; i++) s.score[i] = score[i];
    s.mover = (uint8_t)mover;
    race_store(&s, &state);
    return state;
}

#define SCORES(...) \
    (const uint32_t[]){__VA_ARGS__}, sizeof((const uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t)

HELPER void play(const alea_game *game, alea_state *state, uint32_t action)
{
    OK(alea_game_apply(game, state, action, &test_error));
}

/* Rolls two dice; where there is a choice, rolling is chosen first. */
HELPER void roll2(const alea_game *game, alea_state *state, uint32_t a, uint32_t b)
{
    if (alea_game_to_move(game, state) >= 0) play(game, state, RACE_ROLL_MOVE);
    assert_int_equal(alea_game_to_move(game, state), ALEA_CHANCE);
    play(game, state, (a - 1) + (b - 1) * rules_of(game)->sides);
}

HELPER void roll1(const alea_game *game, alea_state *state, uint32_t face)
{
    roll2(game, state, face, 1);
}

HELPER void hold(const alea_game *game, alea_state *state)
{
    assert_that(alea_game_to_move(game, state), >=, 0);
    play(game, state, RACE_HOLD_MOVE);
}

HELPER void give_up(const alea_game *game, alea_state *state)
{
    assert_that(alea_game_to_move(game, state), >=, 0);
    game->family->play->forfeit(game->rules, state);
}

/* Who is to move, be it to decide or to roll. */
HELPER int mover(const alea_state *state)
{
    race_state s = look(state);
    return s.phase == RACE_FINISHED ? -1 : s.mover;
}

HELPER uint32_t score(const alea_state *state, uint32_t seat)
{
    return look(state).score[seat];
}

HELPER int is_over(const alea_game *game, const alea_state *state)
{
    return alea_game_to_move(game, state) == ALEA_OVER;
}

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
#endif
