/* The block path: the referee goes to the bots.
 *
 * A question that the host asks a WebAssembly bot costs some ten times as much as one that another component
 * asks. So the referee is compiled to WebAssembly too (family/race/simulate/guest.c and the very files that referee natively)
 * and linked with the bots of a match into one component (compose.c). For two bots:
 *
 *     bot A ─ should-roll ─┐
 *                          ├─► referee ── setup(match, games), play(turns), tally()
 *     bot B ─ should-roll ─┘
 *
 * A bot that imports WASI gets it through the component, from the host functions of the step path (wasi.h). Each bot
 * has a WASI of its own: the same random numbers, and the same fuel for each call.
 *
 * Built-in policies and tables play inside the referee. For each block of games the component is instantiated
 * anew: setup hands over the rules, the policies and the seed as the family packs them, play is called for
 * slices of the block, some thousand turns each, and tally returns the counts. The dice are those of the step
 * path, byte for byte, since they depend on the seed and the number of the game alone.
 *
 * Why the result is the step path's. A trap or an empty tank ends the whole component and does not tell which bot did
 * it. Then the block is not clean, and the step path plays it again from the start; its result counts. A block that
 * is clean would have been clean there too:
 *
 *   fuel     A slice gets no more than one decision may take, so no decision in it took more; nor did a start
 *            take more than one may, since all of them together get what one start gets.
 *   memory   Each bot has its own limit, the same as on the step path (memory_limit.h), so the same growths succeed
 *            and fail.
 *   calls    A bot counts its own (depth.h), and has less stack here, under the referee, than when the host asks it.
 *   answers  The Canonical ABI copies the same list and reads the same boolean, whoever asks.
 *
 * How long a slice is does not matter to the games; it is as long as the fuel is likely to last. */
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "sandbox/compose.h"
#include "sandbox/guest.h"
#include "sandbox/messages.h"
#include "sandbox/sandbox.h"
#include "sandbox/trap_reason.h"
#include "sandbox/wasi_names.h"
#include "sandbox/wasm_bot.h"

#include <limits.h>
#include <string.h>

enum {
    FIRST_SLICE = 1, /* turns */
    LONGEST_SLICE = 4096,
    MOST_WORDS = 1 << 20,      /* of a packed match; larger tables take longer to hand over than they gain */
    REFEREE_MEMORY = 64 << 20, /* bytes */
    TALLY_WORDS = sizeof(alea__tally) / sizeof(uint64_t)
};

/* Units of work (wasm_limits.h) for compiling a bot. It was already compiled once, to be asked by the host, and is compiled
   again here. That does not pay for some short runs: a unit takes half a microsecond, and each game is some ten
   microseconds faster for each bot that imports WASI. */
enum {
    ANY_RUN_WORK = 500000, /* in every run */
    GAME_WORK = 20,        /* for each game of a longer one */
    MOST_WORK = 4000000    /* limit for a file with up to a mebibyte of code */
};

/* An arena in this process. */
typedef struct wasm_arena {
    alea__arena base;
    alea__engine *engine;
    wasmtime_component_t *compiled;
    wasmtime_component_export_index_t *exported[ALEA__ARENA_EXPORTS];
    wasmtime_component_val_t *word; /* the packed match */
    size_t words;
    uint64_t seed;
    bool wasi; /* some bot imports it */
    unsigned limits;
    alea__memory_limit
        limit[ALEA_MAX_SEATS + 1]; /* as a block starts with: those of the bots, then the referee's */
    const alea_progress *progress; /* may be NULL */
} wasm_arena;

/* ---- opening: who plays ---- */

static alea_status arena_refuse(const alea_bot *bot, const char *why, alea_error *error)
{
    return alea__fail(error, ALEA_E_REFUSED, SANDBOX_ARENA_NO_ENTRY, bot->name ? bot->name : "a bot", why);
}

/* The most work that compiling a bot again is worth in a run of this many games. */
static uint64_t arena_most_work(uint64_t games)
{
    if (games >= MOST_WORK / GAME_WORK) return MOST_WORK;
    return games > ANY_RUN_WORK / GAME_WORK ? games * GAME_WORK : ANY_RUN_WORK;
}

/* Whether the bot can play inside the sandbox, in a run of this many games. All that are WebAssembly must have one engine, which *engine
   becomes. */
static alea_status arena_check_bot(const alea_bot *bot, uint64_t games, alea__engine **engine,
                                   alea_error *error)
{
    const alea__wasm_bot *wasm = bot ? alea__as_wasm_bot(bot) : NULL;
    if (!wasm) return !bot || bot->policy ? ALEA_OK : arena_refuse(bot, SANDBOX_ARENA_OTHER_KIND, error);
    if (bot->ops->receive) return arena_refuse(bot, SANDBOX_ARENA_ROLLS, error);
    if (alea__bot_is_restored(bot)) return arena_refuse(bot, SANDBOX_ARENA_RESTORED, error);
    if (wasm->wasi && wasm->size >= ALEA__MOST_WASI_BYTES)
        return arena_refuse(bot, SANDBOX_ARENA_WASI, error);
    if (wasm->work > arena_most_work(games)) return arena_refuse(bot, SANDBOX_ARENA_LONG, error);
    if (*engine && *engine != wasm->engine) return arena_refuse(bot, SANDBOX_ARENA_OTHER_SANDBOX, error);
    *engine = wasm->engine;
    return ALEA_OK;
}

/* The engine of the bots, at least one of which must be WebAssembly. */
static alea_status arena_find_engine(const alea__arena_parts *m, alea__engine **engine, alea_error *error)
{
    alea_status status = ALEA_OK;
    *engine = NULL;
    for (unsigned i = 0; i < m->players && status == ALEA_OK; i++)
        status = arena_check_bot(m->bots[i], m->games, engine, error);
    if (status == ALEA_OK && !*engine) return alea__fail(error, ALEA_E_REFUSED, SANDBOX_ARENA_NO_WASM);
    return status;
}

/* ---- opening: the component ---- */

/* The parts of a composition. */
typedef struct arena_parts {
    alea__composition composition;
    alea__slice component[ALEA__BOT_IMPORTS];
    alea__imports imports[ALEA__BOT_IMPORTS];
} arena_parts;

/* The index of a bot's component in the composition; adds it if new. Bots from the same file share one. */
static alea_status arena_add_component(arena_parts *p, const alea__wasm_bot *bot, unsigned *index,
                                       alea_error *error)
{
    alea__composition *c = &p->composition;
    const alea__slice wanted = {(const unsigned char *)bot->component.data, bot->component.size};
    for (*index = 0; *index < c->components; ++*index)
        if (p->component[*index].size == wanted.size &&
            memcmp(p->component[*index].data, wanted.data, wanted.size) == 0)
            return ALEA_OK;
    ALEA_ASSERT(c->components < ALEA__BOT_IMPORTS);
    if (bot->wasi) {
        alea_status status = alea__imports_read(wanted, &p->imports[*index], error);
        if (status != ALEA_OK) return status;
    }
    p->component[c->components++] = wanted;
    return ALEA_OK;
}

/* Puts the WebAssembly bots into the composition, and sets the memory limits: theirs in the order of the bots, then the
   referee's, in which order a block makes the memories. */
static alea_status arena_add_bots(wasm_arena *a, const alea__arena_parts *m, arena_parts *p,
                                  alea_error *error)
{
    alea_status status = ALEA_OK;
    ALEA_ASSERT(m->players <= ALEA__BOT_IMPORTS && a->limits == 0);
    for (unsigned i = 0; i < m->players && status == ALEA_OK; i++) {
        const alea__wasm_bot *bot = m->bots[i] ? alea__as_wasm_bot(m->bots[i]) : NULL;
        p->composition.asked[i] = bot != NULL;
        if (!bot) continue;
        a->wasi = a->wasi || bot->wasi;
        status = arena_add_component(p, bot, &p->composition.bot[i], error);
        a->limit[a->limits++] =
            (alea__memory_limit){.most = a->engine->memory, .used = bot->beside, .memories = bot->memories};
    }
    a->limit[a->limits++] = (alea__memory_limit){.most = REFEREE_MEMORY, .memories = UINT_MAX};
    return status;
}

/* Writes the composition and compiles it. Imports may have forms that the type of an instance does not allow; then the engine finds
   it out, and the bots take the step path. */
static alea_status arena_compile(wasm_arena *a, const alea__composition *c, alea_error *error)
{
    alea__text whole;
    char cause[300];
    alea_status status = alea__compose(c, &whole, error);
    if (status != ALEA_OK) return status;
    wasmtime_error_t *failure = alea__compile(a->engine, whole.data, whole.size, &a->compiled);
    alea__text_free(&whole);
    if (!failure) return ALEA_OK;
    alea__trap_cause(failure, cause, sizeof cause);
    wasmtime_error_delete(failure);
    if (a->wasi) return alea__fail(error, ALEA_E_REFUSED, SANDBOX_ARENA_NOT_TOGETHER, cause);
    return alea__fail(error, ALEA_E_SANDBOX, SANDBOX_ARENA_REFUSED, cause);
}

/* Puts the referee and the bots together. */
static alea_status arena_compose(wasm_arena *a, const alea__arena_parts *m, alea_error *error)
{
    arena_parts p = {.composition = {.component = p.component, .imports = p.imports}};
    alea__text referee;
    if (alea__guest_race_size == 0) return alea__fail(error, ALEA_E_REFUSED, SANDBOX_ARENA_NOT_BUILT);
    alea_status status = alea__write_referee(alea__guest_race, alea__guest_race_size, &referee, error);
    if (status != ALEA_OK) return status;
    p.composition.referee = (alea__slice){(const unsigned char *)referee.data, referee.size};
    status = arena_add_bots(a, m, &p, error);
    if (status == ALEA_OK) status = arena_compile(a, &p.composition, error);
    for (unsigned i = 0; i < p.composition.components; i++) alea__imports_free(&p.imports[i]);
    alea__text_free(&referee);
    return status;
}

static alea_status arena_find_exports(wasm_arena *a, alea_error *error)
{
    for (int i = 0; i < ALEA__ARENA_EXPORTS; i++) {
        const char *name = alea__arena_export[i];
        a->exported[i] = wasmtime_component_get_export_index(a->compiled, NULL, name, strlen(name));
        if (!a->exported[i]) return alea__fail(error, ALEA_E_SANDBOX, SANDBOX_ARENA_NO_EXPORT, name);
    }
    return ALEA_OK;
}

/* ---- opening: the match ---- */

/* The bytes as the list<u64> that setup takes. */
static alea_status arena_take_words(wasm_arena *a, const unsigned char *data, size_t size, alea_error *error)
{
    a->words = (size + 7) / 8;
    if (a->words > MOST_WORDS) return alea__fail(error, ALEA_E_REFUSED, SANDBOX_ARENA_TOO_LARGE);
    a->word = alea__alloc_array(a->words, sizeof *a->word);
    if (!a->word) return alea__out_of_memory(error);
    for (size_t i = 0; i < size; i++) a->word[i / 8].of.u64 |= (uint64_t)data[i] << (8 * (i % 8));
    for (size_t i = 0; i < a->words; i++) a->word[i].kind = WASMTIME_COMPONENT_U64;
    return ALEA_OK;
}

alea_status alea__arena_pack(const alea__arena_match *m, unsigned char **data, size_t *size,
                             alea_error *error)
{
    alea__policy_match packed = {.rules = m->game->rules, .seed = m->seed, .rotate = m->rotate};
    if (!m->game->family->guest)
        return alea__fail(error, ALEA_E_REFUSED, SANDBOX_ARENA_NO_GAME, m->game->name);
    for (unsigned i = 0; i < m->game->players; i++) packed.policy[i] = m->bots[i]->policy;
    return m->game->family->guest->pack(&packed, data, size, error);
}

static void arena_free(alea__arena *);
static uint32_t arena_play(alea__arena *, alea__arena_blocks, alea__tally[]);
static const alea__arena_ops wasm_arena_ops = {arena_free, arena_play};

/* Composes the bots with the referee; *engine is theirs. */
static alea_status arena_open(const alea__arena_parts *parts, alea__engine *engine, alea__arena **out,
                              alea_error *error)
{
    wasm_arena *a = alea__alloc(sizeof *a);
    if (!a) return alea__out_of_memory(error);
    *a = (wasm_arena){
        .base = {&wasm_arena_ops}, .engine = engine, .seed = parts->seed, .progress = parts->progress};
    alea_status status = arena_take_words(a, parts->packed, parts->size, error);
    if (status == ALEA_OK) status = arena_compose(a, parts, error);
    if (status == ALEA_OK) status = arena_find_exports(a, error);
    if (status == ALEA_OK)
        *out = &a->base;
    else
        arena_free(&a->base);
    return status;
}

alea_status alea__arena_open_parts(const alea__arena_parts *parts, alea__arena **out, alea_error *error)
{
    alea__engine *engine;
    alea_status status = arena_find_engine(parts, &engine, error);
    return status == ALEA_OK ? arena_open(parts, engine, out, error) : status;
}

alea_status alea__arena_open_here(const alea__arena_match *match, alea__arena **out, alea_error *error)
{
    alea__engine *engine;
    unsigned char *data;
    alea__arena_parts parts = {.bots = match->bots,
                               .players = match->game->players,
                               .games = match->games,
                               .seed = match->seed,
                               .progress = match->progress};
    alea_status status = arena_find_engine(&parts, &engine, error);
    if (status == ALEA_OK) status = alea__arena_pack(match, &data, &parts.size, error);
    if (status != ALEA_OK) return status;
    parts.packed = data;
    status = arena_open(&parts, engine, out, error);
    alea__free(data);
    return status;
}

/* The first bot that is a program decides where the match is played. */
alea_status alea__arena_open(const alea__arena_match *match, alea__arena **out, alea_error *error)
{
    for (unsigned i = 0; i < match->game->players; i++) {
        const alea_bot *bot = match->bots[i];
        if (bot->open_arena) return bot->open_arena(match, out, error);
        if (!bot->policy) return arena_refuse(bot, SANDBOX_ARENA_OTHER_KIND, error);
    }
    return alea__fail(error, ALEA_E_REFUSED, SANDBOX_ARENA_NO_WASM);
}

void alea__arena_free(alea__arena *arena)
{
    if (arena) arena->ops->free(arena);
}

uint32_t alea__arena_play(alea__arena *arena, alea__arena_blocks blocks, alea__tally tally[])
{
    ALEA_ASSERT(blocks.count >= 1 && blocks.count <= ALEA__ARENA_BLOCKS);
    return arena->ops->play(arena, blocks, tally);
}

static void arena_free(alea__arena *base)
{
    wasm_arena *a = (wasm_arena *)base;
    for (int i = 0; i < ALEA__ARENA_EXPORTS; i++)
        if (a->exported[i]) wasmtime_component_export_index_delete(a->exported[i]);
    if (a->compiled) wasmtime_component_delete(a->compiled);
    alea__free(a->word);
    alea__free(a);
}

/* ---- a block ---- */

/* The component of one block. */
typedef struct arena_block {
    const wasm_arena *arena;
    alea__memory_limit limit[ALEA_MAX_SEATS + 1];
    alea__wasi wasi[ALEA__WASI_BOTS]; /* of each bot */
    alea__cell cell;
    uint64_t dearest; /* fuel per turn in the most expensive slice so far */
    uint32_t slice;   /* turns in the last one */
} arena_block;

/* `result` may be NULL if the function returns nothing. */
static wasmtime_error_t *block_call(arena_block *b, int which, const alea__wasm_value *arguments,
                                    size_t count, alea__wasm_value *result)
{
    wasmtime_component_func_t function;
    if (!wasmtime_component_instance_get_func(&b->cell.instance, b->cell.context, b->arena->exported[which],
                                              &function))
        return wasmtime_error_new("the referee inside the sandbox has lost a function");
    return alea__cell_ask(&b->cell, &function, &(alea__cell_call){arguments, count, result});
}

/* Opens the component and hands over the match. No bot is asked in setup, so fuel does not matter there. */
static wasmtime_error_t *block_start(arena_block *b, uint64_t first, uint64_t games)
{
    const wasm_arena *a = b->arena;
    const alea__wasm_value arguments[3] = {
        {.kind = WASMTIME_COMPONENT_LIST, .of = {.list = {.size = a->words, .data = a->word}}},
        {.kind = WASMTIME_COMPONENT_U64, .of = {.u64 = first}},
        {.kind = WASMTIME_COMPONENT_U64, .of = {.u64 = games}}};
    ALEA_ASSERT(games > 0 && a->limits >= 2 && a->limits <= ALEA_MAX_SEATS + 1);
    memcpy(b->limit, a->limit, sizeof b->limit);
    for (uint32_t bot = 0; a->wasi && bot < ALEA__WASI_BOTS; bot++)
        alea__wasi_start(&b->wasi[bot],
                         &(alea__instance_id){.seed = a->seed, .block = first / ALEA__BLOCK, .bot = bot});
    wasmtime_error_t *failure =
        alea__cell_open(a->engine, a->compiled, b->limit, a->wasi ? b->wasi : NULL, &b->cell);
    if (failure) return failure;
    alea__set_fuel(&b->cell, UINT64_MAX / 2);
    return block_call(b, ALEA__SETUP, arguments, 3, NULL);
}

/* The number of turns that half the fuel would last if all cost as much as the most expensive so far, because some bots
   think long. At most twice the last number, because a first turn may be short. */
static uint32_t block_next_slice(const arena_block *b)
{
    if (b->slice == 0) return FIRST_SLICE;
    ALEA_ASSERT(b->dearest > 0 && b->slice <= LONGEST_SLICE);
    const uint64_t affordable = b->arena->engine->fuel / 2 / b->dearest;
    const uint32_t most = b->slice <= LONGEST_SLICE / 2 ? 2 * b->slice : LONGEST_SLICE;
    if (affordable < 1) return 1;
    return affordable < most ? (uint32_t)affordable : most;
}

/* Plays some turns. Sets *more if games are left. Records the greatest cost of a turn. */
static wasmtime_error_t *block_play_slice(arena_block *b, bool *more)
{
    const uint64_t fuel = b->arena->engine->fuel;
    const uint32_t turns = block_next_slice(b);
    const alea__wasm_value argument = {.kind = WASMTIME_COMPONENT_U32, .of = {.u32 = turns}};
    alea__wasm_value result = {.kind = WASMTIME_COMPONENT_BOOL};
    alea__set_fuel(&b->cell, fuel);
    wasmtime_error_t *failure = block_call(b, ALEA__PLAY, &argument, 1, &result);
    ALEA_ASSERT(alea__fuel_left(&b->cell) <= fuel);
    uint64_t each = (fuel - alea__fuel_left(&b->cell)) / turns + 1;
    if (each > b->dearest) b->dearest = each;
    b->slice = turns;
    *more = !failure && result.of.boolean;
    return failure;
}

static wasmtime_error_t *block_play_games(arena_block *b)
{
    const alea_progress *progress = b->arena->progress;
    wasmtime_error_t *failure = NULL;
    for (bool more = true; more;) {
        if (progress && progress->stopped && progress->stopped(progress->user))
            return wasmtime_error_new("stopped on request");
        failure = block_play_slice(b, &more);
    }
    return failure;
}

/* Fetches the tally, which must be as long as ours. */
static wasmtime_error_t *block_count(arena_block *b, alea__tally *tally)
{
    alea__wasm_value result = {.kind = WASMTIME_COMPONENT_BOOL};
    uint64_t word[TALLY_WORDS];
    alea__set_fuel(&b->cell, UINT64_MAX / 2);
    wasmtime_error_t *failure = block_call(b, ALEA__TALLY, NULL, 0, &result);
    if (failure) return failure;
    bool right = result.kind == WASMTIME_COMPONENT_LIST && result.of.list.size == TALLY_WORDS;
    for (size_t i = 0; right && i < TALLY_WORDS; i++) word[i] = result.of.list.data[i].of.u64;
    wasmtime_component_val_delete(&result);
    if (!right) return wasmtime_error_new("the referee inside the sandbox counts something else");
    memcpy(tally, word, sizeof *tally);
    return NULL;
}

static wasmtime_error_t *block_play(arena_block *b, uint64_t first, uint64_t games, alea__tally *tally)
{
    wasmtime_error_t *failure = block_start(b, first, games);
    if (!failure) failure = block_play_games(b);
    if (!failure) failure = block_count(b, tally);
    alea__cell_close(&b->cell);
    return failure;
}

/* Whether the machine refused memory to a bot or the referee. The step path then plays the block and reports it. */
static bool block_is_exhausted(const arena_block *b)
{
    for (unsigned i = 0; i < b->arena->limits; i++)
        if (b->limit[i].exhausted) return true;
    return false;
}

static bool arena_play_block(wasm_arena *a, uint64_t first, uint64_t games, alea__tally *tally)
{
    arena_block b = {.arena = a};
    alea__tally counted = {0};
    wasmtime_error_t *failure = block_play(&b, first, games, &counted);
    const bool clean = !failure && !block_is_exhausted(&b);
    if (failure) wasmtime_error_delete(failure);
    if (clean) alea__tally_add(tally, &counted);
    return clean;
}

static uint32_t arena_play(alea__arena *base, alea__arena_blocks blocks, alea__tally tally[])
{
    uint32_t clean = 0;
    for (unsigned i = 0; i < blocks.count; i++)
        if (arena_play_block((wasm_arena *)base, blocks.first + i * blocks.games, blocks.games, &tally[i]))
            clean |= 1u << i;
    return clean;
}
