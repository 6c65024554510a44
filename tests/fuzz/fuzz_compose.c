/* Any bytes that open as a bot, in matches with other bots: the engine takes every composition that is
   written, and a block that is clean holds the games of the step path. The first byte says who plays. */
#include "play/match.h"
#include "sandbox/sandbox.h"
#include "sandbox/wasm_bot.h"

#include <stdlib.h>
#include <string.h>
#include <wasmtime/wat.h>

int LLVMFuzzerInitialize(int *count, char ***arguments);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { PLAYERS = 3, GAMES = 4 };

static alea_game *game;
static alea__engine *engine;
static alea_bot *counter, *holder;

/* Rolls, but at every third question. */
static const char counter_text[] =
    "(module (memory (export \"memory\") 1) (global $n (mut i32) (i32.const 0))"
    "(func (export \"should_roll\") (param i32 i32 i32) (result i32)"
    " (global.set $n (i32.add (global.get $n) (i32.const 1)))"
    " (i32.rem_u (global.get $n) (i32.const 3))))";

int LLVMFuzzerInitialize(int *count, char ***arguments)
{
    (void)count, (void)arguments;
    const alea_sandbox_options options = {.fuel = 20000, .memory = 1 << 20};
    wasm_byte_vec_t module;
    if (alea_game_open("pig-pen(players=3)", &game, NULL) != ALEA_OK) abort();
    if (alea__engine_open(&options, &engine, NULL) != ALEA_OK) abort();
    if (wasmtime_wat2wasm(counter_text, sizeof counter_text - 1, &module)) abort();
    const alea__bot_text text = {"counter.wasm", module.data, module.size};
    if (alea__wasm_bot_open(engine, game, &text, &counter, NULL) != ALEA_OK) abort();
    if (alea_bot_open(game, "hold(25)", NULL, &holder, NULL) != ALEA_OK) abort();
    wasm_byte_vec_delete(&module);
    return 0;
}

static void same_games(alea_bot *const bots[PLAYERS], const alea__tally *inside)
{
    const alea__match match = {.game = game, .bots = bots, .seed = 1, .rotate = true};
    alea__counts outside = {0};
    if (alea__match_play(&match, 0, GAMES, &outside, NULL) != ALEA_OK) abort();
    if (memcmp(&outside.tally, inside, sizeof outside.tally) != 0) abort();
    for (int bot = 0; bot < PLAYERS; bot++)
        for (int kind = 0; kind < ALEA_FAILURE_KINDS; kind++)
            if (outside.failures.count[bot][kind] != 0) abort();
}

static void play(alea_bot *const bots[PLAYERS])
{
    alea__arena *arena;
    alea__tally tally = {0};
    const alea__arena_match match = {.game = game, .bots = bots, .seed = 1, .rotate = true};
    if (alea__arena_open(&match, &arena, NULL) != ALEA_OK) abort();
    if (alea__arena_play(arena, 0, GAMES, &tally)) same_games(bots, &tally);
    alea__arena_free(arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    alea_bot *bot;
    if (size < 1) return 0;
    const alea__bot_text text = {"fuzz.wasm", data + 1, size - 1};
    if (alea__wasm_bot_open(engine, game, &text, &bot, NULL) != ALEA_OK) return 0;
    alea_bot *const all[] = {bot, counter, holder};
    alea_bot *bots[PLAYERS] = {bot, bot, bot};
    unsigned who = data[0];
    for (int place = 0; place < PLAYERS; place++, who /= 3) bots[place] = all[who % 3];
    bots[data[0] / 27 % PLAYERS] = bot;
    if (strcmp(alea_bot_kind(bot), "wasm") == 0) play(bots);
    alea_bot_free(bot);
    return 0;
}
