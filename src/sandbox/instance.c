/* An instance of a WebAssembly bot on the step path: the host asks one question at a time, each with its own
   fuel. */
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "sandbox/compose.h"
#include "sandbox/game_state.h"
#include "sandbox/messages.h"
#include "sandbox/trap_reason.h"
#include "sandbox/wasm_bot.h"
#include "value/solver_ops.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

typedef struct wasm_instance {
    alea__wasm_bot *bot;
    const alea__wasm_form *form;
    bool restored; /* before each question */
    bool asked;    /* since it started or was restored */
    bool keeps;    /* its memories are kept */
    alea__cell cell;
    alea__memory_limit limit;
    alea__wasi wasi;
    alea__stream random;     /* of WASI, after the start */
    uint64_t restore, start; /* fuel of restoring the memories, and besides of starting again */
    wasmtime_component_func_t function;
    wasmtime_component_val_t score[ALEA_MAX_SEATS]; /* contents of the second argument's list */
    alea__game_state game;                          /* that is played, if the bot receives its rolls */
} wasm_instance;

static wasm_instance *wasm_instance_from(alea__instance *instance)
{
    return (wasm_instance *)instance;
}

/* If an instance cannot start, the bot is to blame unless memory ran out: at opening it could start, or it trapped too. */
static alea_status wasm_instance_cannot_start(const wasm_instance *i, wasmtime_error_t *failure,
                                              alea_error *error)
{
    alea__decision why;
    const bool exhausted = alea__trap_is_exhausted(failure, &i->limit);
    alea__trap_reason(failure, alea__start_fuel(i->bot->engine), &i->limit, i->bot->wasi ? &i->wasi : NULL,
                      &why);
    if (exhausted) return alea__out_of_memory(error);
    return alea__fail(error, ALEA_E_BOT, "%s", why.text);
}

/* The fuel for restoring an instance, so that a slow restoration counts against the bot, for instance in a contest: the memories, which
   take far longer if they exceed a processor's cache, and a start. A question pays for the restoration after it, so that what it
   costs does not depend on the one before. */
enum { RESTORE_BYTES = 64 /* for one of fuel */, RESTORE_CACHED = 4 << 20, RESTORE_START = 1000000 };

static void wasm_instance_set_charge(wasm_instance *i)
{
    const uint64_t bytes = i->limit.used - i->bot->beside,
                   beyond = bytes > RESTORE_CACHED ? bytes - RESTORE_CACHED : 0;
    i->restore = bytes / RESTORE_BYTES + 2 * beyond;
    i->start = RESTORE_START + alea__start_fuel(i->bot->engine) - alea__fuel_left(&i->cell);
}

/* Whether restoring the memories restores all. */
static bool wasm_instance_is_kept(const wasm_instance *i)
{
    return i->keeps && !i->wasi.handles;
}

/* Instantiates the bot and looks up the function that is called for each decision. */
static alea_status wasm_instance_open(wasm_instance *i, const alea__instance_id *id, alea_error *error)
{
    alea__engine *engine = i->bot->engine;
    const uint64_t added = i->form->memories + (i->form->tells ? (uint64_t)ALEA__TELLER_PAGES : 0);
    i->limit = (alea__memory_limit){
        .most = engine->memory + added * 65536, .used = i->bot->beside, .memories = UINT_MAX};
    alea__wasi_start(&i->wasi, id);
    wasmtime_error_t *failure =
        alea__cell_open(engine, i->form->compiled, &i->limit, i->bot->wasi ? &i->wasi : NULL, &i->cell);
    if (failure) return wasm_instance_cannot_start(i, failure, error);
    if (i->limit.exhausted) return alea__out_of_memory(error);
    wasm_instance_set_charge(i);
    i->wasi.handles = false;
    i->random = i->wasi.random;
    i->asked = false;
    i->keeps = i->restored && i->form->restorable;
    if (i->keeps && !alea__memory_keep(&i->limit)) return alea__out_of_memory(error);
    if (wasmtime_component_instance_get_func(&i->cell.instance, i->cell.context, i->form->function,
                                             &i->function))
        return ALEA_OK;
    return alea__fail(error, ALEA_E_SANDBOX, SANDBOX_ENGINE_LOST_FUNCTION);
}

alea_status alea__wasm_start(alea_bot *base, const alea__instance_id *id, alea__instance **out,
                             alea_error *error)
{
    const alea__instance_id same = {0};
    wasm_instance *i = alea__alloc(sizeof *i);
    if (!i) return alea__out_of_memory(error);
    i->bot = (alea__wasm_bot *)base;
    i->restored = id->restored;
    i->form = alea__wasm_bot_form(i->bot, i->restored);
    i->game.packed = i->form->tells;
    for (int seat = 0; seat < ALEA_MAX_SEATS; seat++) i->score[seat].kind = WASMTIME_COMPONENT_U32;
    alea_status status = wasm_instance_open(i, i->restored ? &same : id, error);
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
    alea__game_state_free(&i->game);
    alea__free(i);
}

/* ---- restoring ---- */

/* Restores the instance to its start. If it can only have changed its memories, these are restored, with the random numbers
   of WASI, but not its handles. Otherwise the bot is instantiated again, which is equivalent but slower. Returns false if
   it does not start, with the reason in `out`. */
static bool wasm_instance_restore(wasm_instance *i, alea__decision *out)
{
    const alea__instance_id same = {0};
    alea_error why = {0};
    if (!i->asked) return true;
    i->asked = false;
    if (wasm_instance_is_kept(i) && alea__memory_restore(&i->limit)) {
        i->wasi.random = i->random;
        return true;
    }
    alea__cell_close(&i->cell);
    const alea_status status = wasm_instance_open(i, &same, &why);
    if (status == ALEA_OK) return true;
    i->asked = true; /* so that it is not asked in this state */
    out->failure = ALEA_TRAP;
    out->exhausted = status == ALEA_E_MEMORY;
    alea__printable(out->text, sizeof out->text, why.message, strlen(why.message));
    return false;
}

/* Bot interfaces do not mention games, but one of them reports a game's rolls. */
void alea__wasm_begin_game(alea__instance *instance, uint64_t game, unsigned seat)
{
    wasm_instance *i = wasm_instance_from(instance);
    (void)game, (void)seat;
    if (i->bot->asked->rolls) alea__game_state_begin(&i->game);
}

void alea__wasm_receive(alea__instance *instance, const alea__event *event)
{
    if (event->kind == ALEA__ROLLED) alea__game_state_add(&wasm_instance_from(instance)->game, event);
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

/* Calls the function, with the record or with scores. */
static wasmtime_error_t *wasm_instance_ask(wasm_instance *i, const alea__scores *scores,
                                           wasmtime_component_val_t *answer)
{
    *answer = (wasmtime_component_val_t){.kind = WASMTIME_COMPONENT_BOOL};
    if (i->bot->asked->rolls) {
        const wasmtime_component_val_t state = alea__game_state_value(&i->game, scores);
        return alea__cell_ask(&i->cell, &i->function, &(alea__cell_call){&state, 1, answer});
    }
    const wasmtime_component_val_t arguments[2] = {
        {.kind = WASMTIME_COMPONENT_U32, .of = {.u32 = scores->own}},
        wasm_instance_others(i, scores),
    };
    return alea__cell_ask(&i->cell, &i->function, &(alea__cell_call){arguments, 2, answer});
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

/* Asks the bot, with the fuel of one decision. After the machine has refused memory to a bot, its answers do not count. */
static void wasm_instance_decide(wasm_instance *i, const alea__scores *scores, alea__decision *out)
{
    wasmtime_component_val_t answer;
    const uint64_t fuel = i->bot->engine->fuel;
    alea__set_fuel(&i->cell, fuel);
    alea__wasi_listen(&i->wasi);
    i->limit.denied = 0;
    i->asked = true;
    wasmtime_error_t *failure = wasm_instance_ask(i, scores, &answer);
    ALEA_ASSERT(alea__fuel_left(&i->cell) <= fuel);
    out->fuel = fuel - alea__fuel_left(&i->cell);
    out->failure = ALEA_NO_FAILURE;
    out->exhausted = alea__trap_is_exhausted(failure, &i->limit);
    if (failure)
        alea__trap_reason(failure, fuel, &i->limit, i->bot->wasi ? &i->wasi : NULL, out);
    else
        wasm_instance_take_answer(i->bot->base.game, &answer, out);
}

/* Bots are not asked in games with more rolls than can be reported. */
void alea__wasm_decide(alea__instance *instance, const alea_state *state, alea__decision *out)
{
    wasm_instance *i = wasm_instance_from(instance);
    const alea_game *game = i->bot->base.game;
    const alea__family *family = game->family;
    alea__scores scores;
    alea__kept_answer kept;
    (family->contest ? family->contest->scores : family->roll_or_hold->scores)(game->rules, state, &scores);
    if (i->restored && alea__kept_answers_find(i->bot->kept, &scores, &kept)) {
        out->failure = ALEA_NO_FAILURE;
        out->move = kept.move;
        out->fuel = kept.fuel;
        return;
    }
    if (i->game.too_many || i->game.no_memory) {
        out->failure = ALEA_TRAP;
        out->exhausted = i->game.no_memory;
        snprintf(out->text, sizeof out->text, SANDBOX_ROLLS, ALEA__MOST_ROLLS);
        return;
    }
    if (i->restored && !wasm_instance_restore(i, out)) return;
    wasm_instance_decide(i, &scores, out);
    if (i->restored) out->fuel += i->restore + (wasm_instance_is_kept(i) ? 0 : i->start);
    if (!i->restored || out->failure || out->exhausted) return;
    kept = (alea__kept_answer){.move = out->move, .fuel = out->fuel};
    alea__kept_answers_add(i->bot->kept, &scores, &kept);
}
