/* An instance of a WebAssembly bot on the step path: the host asks one question at a time, each with its own
   fuel. */
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "sandbox/messages.h"
#include "sandbox/trap_reason.h"
#include "sandbox/wasm_bot.h"
#include "value/solver_ops.h"

#include <limits.h>

typedef struct wasm_instance {
    const alea__wasm_bot *bot;
    alea__cell cell;
    alea__memory_limit limit;
    alea__wasi wasi;
    wasmtime_component_func_t function;
    wasmtime_component_val_t score[ALEA_MAX_SEATS]; /* what the list of the second argument holds */
} wasm_instance;

static wasm_instance *wasm_instance_from(alea__instance *instance)
{
    return (wasm_instance *)instance;
}

/* If an instance cannot start, the bot is to blame: it could start when it was opened, or it trapped then
   too. */
static alea_status wasm_instance_cannot_start(const wasm_instance *i, wasmtime_error_t *failure,
                                              alea_error *error)
{
    alea__decision why;
    alea__trap_reason(failure, alea__start_fuel(i->bot->engine), &i->limit, i->bot->wasi ? &i->wasi : NULL,
                      &why);
    return alea__fail(error, ALEA_E_BOT, "%s", why.text);
}

/* Instantiates the bot and looks up the function that is called for each decision. */
static alea_status wasm_instance_start(wasm_instance *i, const alea__wasm_bot *bot,
                                       const alea__instance_id *id, alea_error *error)
{
    i->bot = bot;
    i->limit = (alea__memory_limit){.most = bot->engine->memory, .used = bot->beside, .memories = UINT_MAX};
    alea__wasi_start(&i->wasi, id);
    wasmtime_error_t *failure =
        alea__cell_open(bot->engine, bot->compiled, &i->limit, bot->wasi ? &i->wasi : NULL, &i->cell);
    if (failure) return wasm_instance_cannot_start(i, failure, error);
    for (int seat = 0; seat < ALEA_MAX_SEATS; seat++) i->score[seat].kind = WASMTIME_COMPONENT_U32;
    if (wasmtime_component_instance_get_func(&i->cell.instance, i->cell.context, bot->function, &i->function))
        return ALEA_OK;
    return alea__fail(error, ALEA_E_SANDBOX, SANDBOX_ENGINE_LOST_FUNCTION);
}

alea_status alea__wasm_start(alea_bot *base, const alea__instance_id *id, alea__instance **out,
                             alea_error *error)
{
    wasm_instance *i = alea__alloc(sizeof *i);
    if (!i) return alea__out_of_memory(error);
    alea_status status = wasm_instance_start(i, (const alea__wasm_bot *)base, id, error);
    if (status == ALEA_OK)
        *out = (alea__instance *)i;
    else
        alea__wasm_end((alea__instance *)i);
    return status;
}

void alea__wasm_end(alea__instance *instance)
{
    wasm_instance *i = wasm_instance_from(instance);
    alea__cell_close(&i->cell);
    alea__free(i);
}

/* The interface of bots has no notion of games. */
void alea__wasm_begin_game(alea__instance *instance, uint64_t game, unsigned seat)
{
    (void)instance, (void)game, (void)seat;
}

/* The second argument: all others' scores, or the opponent's. */
static wasmtime_component_val_t wasm_instance_others(wasm_instance *i, const alea__scores *scores)
{
    ALEA_ASSERT(scores->count <= ALEA_MAX_SEATS && (i->bot->asked->lists || scores->count == 1));
    if (!i->bot->asked->lists)
        return (wasmtime_component_val_t){.kind = WASMTIME_COMPONENT_U32, .of = {.u32 = scores->other[0]}};
    for (uint32_t other = 0; other < scores->count; other++) i->score[other].of.u32 = scores->other[other];
    return (wasmtime_component_val_t){.kind = WASMTIME_COMPONENT_LIST,
                                      .of = {.list = {.size = scores->count, .data = i->score}}};
}

static wasmtime_error_t *wasm_instance_ask(wasm_instance *i, const alea__scores *scores,
                                           wasmtime_component_val_t *answer)
{
    wasmtime_component_val_t arguments[2] = {
        {.kind = WASMTIME_COMPONENT_U32, .of = {.u32 = scores->own}},
        wasm_instance_others(i, scores),
    };
    *answer = (wasmtime_component_val_t){.kind = WASMTIME_COMPONENT_BOOL};
    return wasmtime_component_func_call(&i->function, i->cell.context, arguments, 2, answer, 1);
}

static void wasm_instance_take_answer(const alea_game *game, const wasmtime_component_val_t *answer,
                                      alea__decision *out)
{
    if (answer->kind == WASMTIME_COMPONENT_BOOL) {
        out->move = game->family->roll_or_hold->move(answer->of.boolean);
        return;
    }
    ALEA_ASSERT(answer->kind == WASMTIME_COMPONENT_U32);
    out->move = game->family->contest->move(game->rules, answer->of.u32, out->text, sizeof out->text);
    if (out->move == ALEA__NO_MOVE) out->failure = ALEA_ILLEGAL;
}

void alea__wasm_decide(alea__instance *instance, const alea_state *state, alea__decision *out)
{
    wasm_instance *i = wasm_instance_from(instance);
    const alea_game *game = i->bot->base.game;
    const uint64_t fuel = i->bot->engine->fuel;
    alea__scores scores;
    wasmtime_component_val_t answer;
    const alea__family *family = game->family;
    (family->contest ? family->contest->scores : family->roll_or_hold->scores)(game->rules, state, &scores);
    alea__set_fuel(&i->cell, fuel);
    alea__wasi_listen(&i->wasi);
    i->limit.denied = 0;
    wasmtime_error_t *failure = wasm_instance_ask(i, &scores, &answer);
    ALEA_ASSERT(alea__fuel_left(&i->cell) <= fuel);
    out->fuel = fuel - alea__fuel_left(&i->cell);
    out->failure = ALEA_NO_FAILURE;
    if (failure)
        alea__trap_reason(failure, fuel, &i->limit, i->bot->wasi ? &i->wasi : NULL, out);
    else
        wasm_instance_take_answer(game, &answer, out);
}
