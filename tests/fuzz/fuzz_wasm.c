/* Any bytes as a bot: they are refused with one line, or asked a few times; nothing crashes, nothing
   hangs. */
#include "play/match.h"
#include "support/sandbox.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerInitialize(int *count, char ***arguments);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static alea_game *game;
static alea_sandbox *sandbox;

int LLVMFuzzerInitialize(int *count, char ***arguments)
{
    (void)count, (void)arguments;
    if (alea_game_open("pig-pen", &game, NULL) != ALEA_OK) abort();
    sandbox = fuzz_sandbox(20000, 1 << 20);
    return 0;
}

/* Restored before each question, which rewrites the file, or not. */
static void ask(alea_bot *bot, bool restored)
{
    alea__instance *instance;
    alea_state state;
    bool sampled;
    if (bot->ops->start(bot, &(alea__instance_id){.seed = 1, .restored = restored}, &instance, NULL) !=
        ALEA_OK)
        return;
    for (uint64_t n = 0; n < 3 && game->family->text->sample_state(game->rules, n * 4321, &state, &sampled);
         n++) {
        alea__decision decision = {0};
        bot->ops->decide(instance, &state, &decision);
        if (decision.failure != ALEA_NO_FAILURE && decision.text[0] == 0) abort();
        if (decision.failure != ALEA_NO_FAILURE) break;
    }
    bot->ops->end(instance);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    alea_bot *bot;
    alea_error error = {0};
    alea_status status = fuzz_open_wasm(sandbox, game, data, size, &bot, &error);
    if (status != ALEA_OK) {
        if (status != ALEA_E_BOT || error.message[0] == 0 || strchr(error.message, '\n')) abort();
        return 0;
    }
    ask(bot, false);
    ask(bot, true);
    alea_bot_free(bot);
    return 0;
}
