/* Any text as a bot in Lua, asked in several states of two families: it is refused with a sentence that names the file, or each
   decision is legal or a failure with a reason. Nothing crashes, no limit is exceeded, and a second instance decides and counts the
   same. */
#include "bot/bot.h"
#include "game/family.h"

#include <stdlib.h>
#include <string.h>

extern const alea__family alea__race_family, alea__hog_family;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { FUEL = 3000000, DECISIONS = 12 };

static alea_game *games[2];

static void open_games(void)
{
    const char *specs[] = {"pig-pen", "hog"};
    for (int i = 0; i < 2 && !games[i]; i++)
        if (alea_game_open(specs[i], &games[i], NULL) != ALEA_OK) abort();
}

static bool is_legal(const alea_game *game, const alea_state *state, uint32_t move)
{
    for (uint32_t i = 0; i < alea_game_move_count(game, state); i++)
        if (alea_game_move(game, state, i) == move) return true;
    return false;
}

static alea__decision ask(alea_bot *bot, alea__instance *instance, const alea_state *state)
{
    alea__decision decision = {0};
    bot->ops->decide(instance, state, &decision);
    if (decision.failure == ALEA_NO_FAILURE && !is_legal(bot->game, state, decision.move)) abort();
    if (decision.failure != ALEA_NO_FAILURE && !decision.text[0]) abort();
    if (decision.fuel > FUEL) abort();
    return decision;
}

/* Plays on from the start with the bot's moves, or the first legal one if it has none; both instances see the same. */
static void play(alea_bot *bot, alea__instance *one, alea__instance *two)
{
    const alea_game *game = bot->game;
    alea_state state = alea_game_start(game);
    for (uint32_t asked = 0, step = 0; asked < DECISIONS && step < 200; step++) {
        const int mover = alea_game_to_move(game, &state);
        if (mover == ALEA_OVER) return;
        uint32_t action = step * 7919;
        if (mover == ALEA_CHANCE) {
            action %= alea_game_chance_count(game, &state);
        } else {
            const alea__decision a = ask(bot, one, &state), b = ask(bot, two, &state);
            if (a.failure != b.failure || a.move != b.move || a.fuel != b.fuel) abort();
            action = a.failure == ALEA_NO_FAILURE ? a.move : alea_game_move(game, &state, 0);
            asked++;
        }
        if (alea_game_apply(game, &state, action, NULL) != ALEA_OK) abort();
    }
}

static void try_bot(const alea_game *game, const uint8_t *data, size_t size)
{
    const alea_sandbox_options limits = {.fuel = FUEL, .memory = 1 << 20};
    const alea__bot_text text = {.file = "x.lua", .data = data, .size = size};
    alea_bot *bot;
    alea__instance *one, *two;
    alea_error error;
    if (alea__lua_bot_read(game, &text, &limits, &bot, &error) != ALEA_OK) {
        if (!strstr(error.message, "x.lua")) abort();
        return;
    }
    if (bot->ops->start(bot, &(alea__instance_id){0}, &one, NULL) != ALEA_OK) abort();
    if (bot->ops->start(bot, &(alea__instance_id){0}, &two, NULL) != ALEA_OK) abort();
    play(bot, one, two);
    bot->ops->end(one);
    bot->ops->end(two);
    alea_bot_free(bot);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    open_games();
    for (int i = 0; i < 2; i++) try_bot(games[i], data, size);
    return 0;
}
