#ifndef TESTS_DESPIRALA_DESPIRALA_TEST_H
#define TESTS_DESPIRALA_DESPIRALA_TEST_H
/* Shared by the tests of Despirala's rules: games, moves by their names, rolls by their faces. */
#include "bot/bot.h"
#include "family/despirala/despirala.h"
#include "support/files.h"
#include <alea/alea.h>

/* The small game of tests/rules with parameters such as "gain=3"; "" for none. */
HELPER alea_game *open_small(const char *parameters, unsigned players)
{
    char spec[1000];
    snprintf(spec, sizeof spec,
             *parameters ? "tests/rules/small-despirala.lua(%s)" : "tests/rules/small-despirala.lua",
             parameters);
    return open_game_for(spec, players);
}

HELPER const despirala_rules *rules_of(const alea_game *game)
{
    return despirala_rules_of(game->rules);
}

HELPER despirala_state look(const alea_state *state)
{
    return despirala_state_of(state);
}

HELPER const despirala_player *mover_of(const despirala_state *s)
{
    return &s->player[s->mover];
}

/* By its exact name. */
HELPER uint32_t move_named(const alea_game *game, const alea_state *state, const char *name)
{
    for (unsigned i = 0; i < alea_game_move_count(game, state); i++) {
        const uint32_t move = alea_game_move(game, state, i);
        if (strcmp(alea_game_move_name(game, move), name) == 0) return move;
    }
    return ALEA__NO_MOVE;
}

HELPER void play(const alea_game *game, alea_state *state, const char *name)
{
    const uint32_t move = move_named(game, state, name);
    if (move == ALEA__NO_MOVE) fail_msg("\"%s\" is not possible", name);
    OK(alea_game_apply(game, state, move, &test_error));
}

/* Dice fall like the digits; there must be as many in the air. */
HELPER void roll(const alea_game *game, alea_state *state, const char *faces)
{
    uint32_t outcome = 0, place = 1;
    assert_int_equal(alea_game_to_move(game, state), ALEA_CHANCE);
    assert_int_equal(look(state).rolled, strlen(faces));
    for (; *faces; faces++, place *= rules_of(game)->sides) outcome += (uint32_t)(*faces - '1') * place;
    OK(alea_game_apply(game, state, outcome, &test_error));
}

/* A position of `alea ask`: "used=1,2;goods=3". */
HELPER alea_status place(const alea_game *game, const char *words, alea_state *out, alea_error *error)
{
    char copy[400];
    alea_setting setting[8];
    size_t count = 0;
    snprintf(copy, sizeof copy, "%s", words);
    for (char *word = copy; *word && count < 8; count++) {
        char *end = word + strcspn(word, ";"), *equals = strchr(word, '=');
        const bool last = !*end;
        *end = 0;
        *equals = 0;
        setting[count] = (alea_setting){word, equals + 1};
        word = last ? end : end + 1;
    }
    return alea_game_parse_state(game, setting, count, out, error);
}

HELPER alea_state placed(const alea_game *game, const char *words)
{
    alea_state state;
    alea_error error;
    if (place(game, words, &state, &error) != ALEA_OK) fail_msg("%s: %s", words, error.message);
    return state;
}
#endif
