#include "bench/yardstick.h"
#include "bench/pig_pen.h"
#include "sandbox/encode.h"
#include "sandbox/wasm_bot.h"

#include <stdlib.h>
#include <string.h>

enum { GAMES_OF_A_LIFE = 4096 /* as alea lets a bot live */ };

typedef struct hosted {
    wasmtime_component_t *component;
    wasmtime_component_export_index_t *question;
    wasmtime_store_t *store;
    wasmtime_context_t *context;
    wasmtime_component_func_t function;
} hosted;

struct yardstick {
    wasm_engine_t *engine;
    wasmtime_component_linker_t *linker;
    unsigned bots;
    hosted bot[TEXTBOOK_PLAYERS];
    pen game; /* the one under way */
    uint64_t decisions;
    wasmtime_error_t *failure; /* the first */
};

/* ---- opening --------------------------------------------------------------------------------------------------------- */

static wasm_engine_t *new_engine(bool lean)
{
    wasm_config_t *config = wasm_config_new();
    wasmtime_config_wasm_component_model_set(config, true);
    wasmtime_config_consume_fuel_set(config, true);
    if (lean) {
        wasmtime_config_wasm_component_model_async_set(config, false);
        wasmtime_config_concurrency_support_set(config, false);
    }
    return wasm_engine_new_with_config(config);
}

/* Takes the failure, which may be NULL. */
static alea_status engine_fails(wasmtime_error_t *failure, alea_error *error)
{
    wasm_name_t message = {0};
    if (failure) wasmtime_error_message(failure, &message);
    bench_fail(error, ALEA_E_SANDBOX, "The yardstick's engine fails: %.*s.", (int)message.size,
               message.size ? message.data : "");
    if (failure) wasmtime_error_delete(failure);
    wasm_byte_vec_delete(&message);
    return ALEA_E_SANDBOX;
}

static alea_status open_bot(yardstick *y, const alea_bot *bot, hosted *out, alea_error *error)
{
    const alea__text *file = &((const alea__wasm_bot *)bot)->component;
    wasmtime_error_t *failure =
        wasmtime_component_new(y->engine, (const uint8_t *)file->data, file->size, &out->component);
    if (failure) return engine_fails(failure, error);
    wasmtime_component_export_index_t *interface =
        wasmtime_component_get_export_index(out->component, NULL, ALEA__INTERFACE, strlen(ALEA__INTERFACE));
    if (interface) {
        out->question = wasmtime_component_get_export_index(out->component, interface, ALEA__SHOULD_ROLL,
                                                            strlen(ALEA__SHOULD_ROLL));
        wasmtime_component_export_index_delete(interface);
    }
    return out->question ? ALEA_OK : engine_fails(NULL, error);
}

alea_status yardstick_open(alea_bot *const *bots, unsigned count, bool lean, yardstick **out,
                           alea_error *error)
{
    yardstick *y = calloc(1, sizeof *y);
    if (!y) return bench_fail(error, ALEA_E_MEMORY, "There is not enough memory.");
    y->engine = new_engine(lean);
    y->linker = wasmtime_component_linker_new(y->engine);
    alea_status status = ALEA_OK;
    for (; y->bots < count && status == ALEA_OK; y->bots++)
        status = open_bot(y, bots[y->bots], &y->bot[y->bots], error);
    if (status == ALEA_OK)
        *out = y;
    else
        yardstick_close(y);
    return status;
}

static void end_life(hosted *bot)
{
    if (bot->store) wasmtime_store_delete(bot->store);
    bot->store = NULL;
}

void yardstick_close(yardstick *y)
{
    if (!y) return;
    for (unsigned i = 0; i < y->bots; i++) {
        end_life(&y->bot[i]);
        if (y->bot[i].question) wasmtime_component_export_index_delete(y->bot[i].question);
        if (y->bot[i].component) wasmtime_component_delete(y->bot[i].component);
    }
    wasmtime_component_linker_delete(y->linker);
    wasm_engine_delete(y->engine);
    free(y);
}

/* ---- playing --------------------------------------------------------------------------------------------------------- */

static alea_status begin_life(const yardstick *y, hosted *bot, alea_error *error)
{
    wasmtime_component_instance_t instance;
    end_life(bot);
    bot->store = wasmtime_store_new(y->engine, NULL, NULL);
    bot->context = wasmtime_store_context(bot->store);
    wasmtime_error_t *failure = wasmtime_context_set_fuel(bot->context, UINT64_MAX / 2);
    if (!failure)
        failure = wasmtime_component_linker_instantiate(y->linker, bot->context, bot->component, &instance);
    if (failure) return engine_fails(failure, error);
    if (wasmtime_component_instance_get_func(&instance, bot->context, bot->question, &bot->function))
        return ALEA_OK;
    return engine_fails(NULL, error);
}

static alea_status begin_lives(yardstick *y, alea_error *error)
{
    alea_status status = ALEA_OK;
    for (unsigned i = 0; i < y->bots && status == ALEA_OK; i++) status = begin_life(y, &y->bot[i], error);
    return status;
}

static void set_u32(wasmtime_component_val_t *value, int number)
{
    value->kind = WASMTIME_COMPONENT_U32;
    value->of.u32 = (uint32_t)number;
}

/* should-roll(own score with the turn so far, the others' scores in seat order) */
static bool rolls(void *user, const pen *p, int seat, int turn)
{
    yardstick *y = user;
    hosted *bot = &y->bot[seat];
    wasmtime_component_val_t other[TEXTBOOK_PLAYERS], argument[2], answer = {.kind = WASMTIME_COMPONENT_BOOL};
    size_t others = 0;
    for (int i = 0; i < p->players; i++)
        if (i != seat) set_u32(&other[others++], p->score[i]);
    set_u32(&argument[0], p->score[seat] + turn);
    argument[1].kind = WASMTIME_COMPONENT_LIST;
    argument[1].of.list.size = others;
    argument[1].of.list.data = other;
    wasmtime_error_t *failure =
        wasmtime_component_func_call(&bot->function, bot->context, argument, 2, &answer, 1);
    y->decisions++;
    if (!failure) return answer.of.boolean;
    if (y->failure)
        wasmtime_error_delete(failure);
    else
        y->failure = failure;
    return false;
}

alea_status yardstick_play(void *user, uint64_t seed, uint64_t games, bench_sum *sum, alea_error *error)
{
    yardstick *y = user;
    textbook_count count = {0};
    alea__stream random;
    y->decisions = 0;
    alea__stream_start(&random, seed, 0, 0, 0);
    for (uint64_t i = 0; i < games && !y->failure; i++) {
        alea_status status = i % GAMES_OF_A_LIFE == 0 ? begin_lives(y, error) : ALEA_OK;
        if (status != ALEA_OK) return status;
        pen_pay(&y->game, pen_game(&y->game, (int)y->bots, rolls, y, &random), &count);
    }
    wasmtime_error_t *failure = y->failure;
    y->failure = NULL;
    if (failure) return engine_fails(failure, error);
    textbook_means(&count, games, (int)y->bots, sum);
    sum->decisions = (double)y->decisions / (double)games;
    return ALEA_OK;
}
