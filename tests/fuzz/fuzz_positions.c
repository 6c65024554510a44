/* Any lines KEY=VALUE as a position of a game of each family: it is refused with a sentence, or it is a position from which the
   game can be played, described, and stored as the same position. The first byte says which game. */
#include "game/family.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *const specs[] = {
    "pig",          "pig-pen(players=3)", "two-dice-pig",     "hog",
    "hog(goal=10)", "despirala",          "coin-pig(goal=4)", "pig-solitaire",
    "shut-the-box", "threes(dice=3)",     "big-pig(goal=30)", "farkle(goal=500)",
    "craps"};
enum { SPECS = sizeof specs / sizeof *specs, MOST_SETTINGS = 40, MOST_STEPS = 60 };
static alea_game *games[SPECS];

/* Plays on: every mover has moves, dice have weights, and legal moves are accepted. */
static void play_on(const alea_game *game, alea_state state)
{
    char line[300];
    for (uint32_t i = 0; i < MOST_STEPS; i++) {
        alea_game_describe(game, &state, line, sizeof line);
        if (!line[0]) abort();
        const int mover = alea_game_to_move(game, &state);
        if (mover == ALEA_OVER) return;
        const uint32_t count =
            mover == ALEA_CHANCE ? alea_game_chance_count(game, &state) : alea_game_move_count(game, &state);
        if (count == 0) abort();
        const uint32_t choice = i * 7919 % count;
        const uint32_t action = mover == ALEA_CHANCE ? choice : alea_game_move(game, &state, choice);
        if (alea_game_apply(game, &state, action, NULL) != ALEA_OK) abort();
    }
}

/* Cuts the lines at their first `=`. The settings point into `text`. */
static size_t split(char *text, alea_setting settings[MOST_SETTINGS])
{
    size_t count = 0;
    for (char *line = text, *end; line && count < MOST_SETTINGS; line = end) {
        end = strchr(line, '\n');
        if (end) *end++ = 0;
        char *equals = strchr(line, '=');
        if (!equals) continue;
        *equals = 0;
        settings[count++] = (alea_setting){.key = line, .value = equals + 1};
    }
    return count;
}

static void parse(const alea_game *game, char *text)
{
    alea_setting settings[MOST_SETTINGS];
    alea_state state, again;
    alea_error error = {0};
    const size_t count = split(text, settings);
    if (alea_game_parse_state(game, settings, count, &state, &error) != ALEA_OK) {
        if (!error.message[0] || strpbrk(error.message, "\n\x1b")) abort();
        return;
    }
    if (alea_game_parse_state(game, settings, count, &again, NULL) != ALEA_OK) abort();
    if (memcmp(&state, &again, sizeof state) != 0) abort();
    play_on(game, state);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0) return 0;
    const size_t which = data[0] % SPECS;
    if (!games[which] && alea_game_open(specs[which], &games[which], NULL) != ALEA_OK) abort();
    char *text = malloc(size);
    if (!text) return 0;
    memcpy(text, data + 1, size - 1);
    text[size - 1] = 0;
    parse(games[which], text);
    free(text);
    return 0;
}
