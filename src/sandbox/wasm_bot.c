#include "sandbox/wasm_bot.h"
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "sandbox/component_imports.h"
#include "sandbox/componentize.h"
#include "sandbox/compose.h"
#include "sandbox/depth.h"
#include "sandbox/game_state.h"
#include "sandbox/inspect.h"
#include "sandbox/messages.h"
#include "sandbox/prepare.h"
#include "sandbox/sandbox.h"
#include "sandbox/trap_reason.h"
#include "sandbox/wasm_limits.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

enum { SHOWN = 100 };

/* ---- the kind of bot ---- */

/* A bot may be freed however far its opening came. */
static void wasm_bot_free(alea_bot *base)
{
    alea__wasm_bot *bot = (alea__wasm_bot *)base;
    if (bot->restored.compiled != bot->plain.compiled) alea__wasm_form_clear(&bot->restored);
    alea__wasm_form_clear(&bot->plain);
    alea__kept_answers_free(bot->kept);
    if (bot->has_lock) pthread_mutex_destroy(&bot->lock);
    alea__text_free(&bot->component);
    for (char **import = bot->imports; import && *import; import++) alea__free(*import);
    alea__free(bot->imports);
    alea__free(bot->what);
    alea__free(base->name);
    alea__free(bot);
}

static const char *wasm_bot_what(const alea_bot *base, const char *const **imports)
{
    const alea__wasm_bot *bot = (const alea__wasm_bot *)base;
    *imports = (const char *const *)bot->imports;
    return bot->what;
}

#define WASM_BOT_OPS(word, told, tell)    \
    {.kind = (word),                      \
     .scores_only = !(told),              \
     .free = wasm_bot_free,               \
     .start = alea__wasm_start,           \
     .end = alea__wasm_end,               \
     .begin_game = alea__wasm_begin_game, \
     .decide = alea__wasm_decide,         \
     .what = wasm_bot_what,               \
     .restores = true,                    \
     .receive = (tell)}
/* [whether it imports WASI][whether it receives the rolls] */
static const alea__bot_ops wasm_bot_ops[2][2] = {
    {WASM_BOT_OPS("wasm", false, NULL), WASM_BOT_OPS("wasm", true, alea__wasm_receive)},
    {WASM_BOT_OPS("wasm+wasi", false, NULL), WASM_BOT_OPS("wasm+wasi", true, alea__wasm_receive)}};

const alea__wasm_bot *alea__as_wasm_bot(const alea_bot *bot)
{
    for (int i = 0; i < 4; i++)
        if (bot->ops == &wasm_bot_ops[i / 2][i % 2]) return (const alea__wasm_bot *)bot;
    return NULL;
}

/* ---- from the file to a compiled component ---- */

/* A bot while it is being opened. */
typedef struct wasm_opening {
    alea__wasm_bot *bot;
    const alea__bot_text *text;
    alea__measured measured;
    wasmtime_component_type_t *type;
    alea_error *error;
} wasm_opening;

static alea_status wasm_bot_invalid(const wasm_opening *o, wasmtime_error_t *failure)
{
    char cause[300];
    alea__trap_cause(failure, cause, sizeof cause);
    wasmtime_error_delete(failure);
    return alea__fail_at(o->error, ALEA_E_BOT, o->text->file, 0, SANDBOX_INVALID, cause);
}

/* Refuses a component that does not export the interface, or imports what does not exist here. */
static alea_status wasm_bot_check_names(const wasm_opening *o)
{
    const alea__bot_interface *asked = o->bot->asked;
    const alea__measured *m = &o->measured;
    if (!m->has_interface)
        return alea__fail_at(o->error, ALEA_E_BOT, o->text->file, 0, SANDBOX_OTHER_EXPORTS, m->exports,
                             asked->interface);
    if (!m->has_function)
        return alea__fail_at(o->error, ALEA_E_BOT, o->text->file, 0, SANDBOX_OTHER_INTERFACE,
                             asked->interface, asked->name, asked->type);
    if (!*m->stranger) return ALEA_OK;
    return alea__fail_at(o->error, ALEA_E_BOT, o->text->file, 0, SANDBOX_IMPORTS, m->stranger);
}

/* Refuses a file that is too large, over a limit, or not a bot, before anything is compiled. A file that cannot be read
   here is passed to the engine, whose message is often more precise. */
static alea_status wasm_bot_check_limits(wasm_opening *o, alea__wasm_kind kind)
{
    alea__wasm_bot *bot = o->bot;
    const uint64_t most = bot->engine->max_size;
    if (o->text->size > most)
        return alea__fail_at(o->error, ALEA_E_BOT, o->text->file, 0, SANDBOX_TOO_LARGE, o->text->size, most);
    alea_status status = alea__wasm_check_limits(o->text, bot->asked, &o->measured, o->error);
    if (status == ALEA_E_BOT && o->measured.unread && kind == ALEA__CORE_MODULE) {
        wasmtime_error_t *failure = wasmtime_module_validate(bot->engine->wasm, o->text->data, o->text->size);
        if (failure) return wasm_bot_invalid(o, failure);
    }
    if (status == ALEA_OK && kind == ALEA__COMPONENT) status = wasm_bot_check_names(o);
    if (status != ALEA_OK) return status;
    bot->work = o->measured.most[ALEA__LIMIT_WORK];
    bot->beside = alea__wasm_memory_beside(&o->measured);
    if (bot->beside <= bot->engine->memory) return ALEA_OK;
    return alea__fail_at(o->error, ALEA_E_BOT, o->text->file, 0, SANDBOX_START_TABLES, bot->beside >> 10,
                         bot->engine->memory >> 10);
}

/* The prepared module or component, as a component. `text` is the file or a component made from it. */
static alea_status wasm_bot_componentize(const wasm_opening *o, const alea__bot_text *text,
                                         alea__wasm_kind kind)
{
    alea__wasm_bot *bot = o->bot;
    if (kind == ALEA__CORE_MODULE)
        return alea__componentize(text, bot->asked, bot->engine->memory, &bot->component, o->error);
    alea__text_add_bytes(&bot->component, text->data, text->size);
    return bot->component.failed ? alea__out_of_memory(o->error) : ALEA_OK;
}

/* The file as a component: it is one, or a core module that is made into one. */
static alea_status wasm_bot_get_component(wasm_opening *o, alea__wasm_kind kind)
{
    const alea__bot_text *text = o->text;
    alea__text prepared = {0};
    alea_status status = wasm_bot_check_limits(o, kind);
    if (status != ALEA_OK) return status;
    wasmtime_error_t *failure = kind == ALEA__CORE_MODULE
                                    ? wasmtime_module_validate(o->bot->engine->wasm, text->data, text->size)
                                    : NULL;
    if (failure) return wasm_bot_invalid(o, failure);
    status = alea__prepare(text, &o->measured, ALEA__DEPTH_SLOTS, &prepared, o->error);
    if (status == ALEA_OK)
        status = wasm_bot_componentize(o, &(alea__bot_text){text->file, prepared.data, prepared.size}, kind);
    alea__text_free(&prepared);
    return status;
}

/* ---- exports ---- */

static bool function_takes(const wasmtime_component_func_type_t *type, size_t n, bool list)
{
    const char *name;
    size_t length;
    wasmtime_component_valtype_t parameter;
    if (!wasmtime_component_func_type_param_nth(type, n, &name, &length, &parameter)) return false;
    bool right = list ? alea__is_list_of_u32(&parameter) : parameter.kind == WASMTIME_COMPONENT_VALTYPE_U32;
    wasmtime_component_valtype_delete(&parameter);
    return right;
}

static bool function_returns(const wasmtime_component_func_type_t *type,
                             wasmtime_component_valtype_kind_t kind)
{
    wasmtime_component_valtype_t result;
    if (!wasmtime_component_func_type_result(type, &result)) return false;
    bool right = result.kind == kind;
    wasmtime_component_valtype_delete(&result);
    return right;
}

/* How the one argument of a function is the record game-state. */
typedef enum record_kind { NO_RECORD, OTHER_RECORD, GAME_STATE } record_kind;

/* `why` describes the difference of another record. */
static record_kind function_takes_record(const wasmtime_component_func_type_t *type, char *why, size_t size)
{
    const char *name;
    size_t length;
    record_kind kind = NO_RECORD;
    wasmtime_component_valtype_t parameter;
    if (wasmtime_component_func_type_param_count(type) != 1 ||
        !wasmtime_component_func_type_param_nth(type, 0, &name, &length, &parameter))
        return NO_RECORD;
    if (parameter.kind == WASMTIME_COMPONENT_VALTYPE_RECORD)
        kind = alea__is_game_state(&parameter, why, size) ? GAME_STATE : OTHER_RECORD;
    wasmtime_component_valtype_delete(&parameter);
    return kind;
}

/* The names of parameters do not matter. */
static bool function_is_asked(const wasmtime_component_func_type_t *type, const alea__bot_interface *asked)
{
    char why[SHOWN];
    if (wasmtime_component_func_type_async(type) ||
        !function_returns(type,
                          asked->lists ? WASMTIME_COMPONENT_VALTYPE_BOOL : WASMTIME_COMPONENT_VALTYPE_U32))
        return false;
    if (asked->rolls) return function_takes_record(type, why, sizeof why) == GAME_STATE;
    return wasmtime_component_func_type_param_count(type) == 2 && function_takes(type, 0, false) &&
           function_takes(type, 1, asked->lists);
}

/* Finds out by the function's type which of the game's interfaces it is of. */
static alea_status wasm_bot_tell_apart(const wasm_opening *o, const wasmtime_component_item_t *function)
{
    const alea__bot_interface *first = o->bot->asked, *asked = first;
    const wasmtime_component_func_type_t *type = function->of.component_func;
    char why[300];
    const bool right = function->kind == WASMTIME_COMPONENT_ITEM_COMPONENT_FUNC;
    while (asked && !(right && function_is_asked(type, asked))) asked = asked->other;
    if (!asked && right && first->other && function_takes_record(type, why, sizeof why) == OTHER_RECORD)
        return alea__fail_at(o->error, ALEA_E_BOT, o->text->file, 0, SANDBOX_OTHER_RECORD, first->name, why);
    if (!asked)
        return alea__fail_at(o->error, ALEA_E_BOT, o->text->file, 0, SANDBOX_OTHER_INTERFACE,
                             first->interface, first->name, first->type);
    if (asked->rolls && o->bot->base.game->family->roll_or_hold->dice(o->bot->base.game->rules) != 2)
        return alea__fail_at(o->error, ALEA_E_BOT, o->text->file, 0, SANDBOX_NOT_TWO_DICE, first->name);
    o->bot->asked = asked;
    return ALEA_OK;
}

/* The exported interface must have the function that the game asks, with the right types. */
static alea_status wasm_bot_check_interface(const wasm_opening *o, const wasmtime_component_item_t *interface)
{
    const alea__bot_interface *asked = o->bot->asked;
    wasmtime_component_extern_t *found;
    wasmtime_component_item_t item;
    if (interface->kind != WASMTIME_COMPONENT_ITEM_COMPONENT_INSTANCE ||
        !wasmtime_component_instance_type_export_get(interface->of.component_instance, o->bot->engine->wasm,
                                                     asked->name, strlen(asked->name), &found))
        return alea__fail_at(o->error, ALEA_E_BOT, o->text->file, 0, SANDBOX_OTHER_INTERFACE,
                             asked->interface, asked->name, asked->type);
    wasmtime_component_extern_type(found, &item);
    const alea_status status = wasm_bot_tell_apart(o, &item);
    wasmtime_component_item_delete(&item);
    wasmtime_component_extern_delete(found);
    return status;
}

/* The interface must be there, and be the real one. */
static alea_status wasm_bot_check_exports(const wasm_opening *o)
{
    wasmtime_component_extern_t *found;
    wasmtime_component_item_t interface;
    const char *wanted = o->bot->asked->interface;
    if (!wasmtime_component_type_export_get(o->type, o->bot->engine->wasm, wanted, strlen(wanted), &found))
        return alea__fail(o->error, ALEA_E_SANDBOX, SANDBOX_ENGINE_LOST_EXPORT);
    wasmtime_component_extern_type(found, &interface);
    alea_status status = wasm_bot_check_interface(o, &interface);
    wasmtime_component_item_delete(&interface);
    wasmtime_component_extern_delete(found);
    return status;
}

/* ---- imports ---- */

/* Notes an import. */
static alea_status wasm_bot_add_import(const wasm_opening *o, size_t index)
{
    const wasm_engine_t *engine = o->bot->engine->wasm;
    wasmtime_component_extern_t *item;
    const char *name;
    size_t length;
    char shown[SHOWN] = "";
    if (wasmtime_component_type_import_nth(o->type, engine, index, &name, &length, &item)) {
        alea__printable(shown, sizeof shown, name, length);
        wasmtime_component_extern_delete(item);
    }
    o->bot->imports[index] = alea__copy_text(shown);
    return o->bot->imports[index] ? ALEA_OK : alea__out_of_memory(o->error);
}

static alea_status wasm_bot_note_imports(const wasm_opening *o)
{
    size_t count = wasmtime_component_type_import_count(o->type, o->bot->engine->wasm);
    o->bot->imports = alea__alloc_array(count + 1, sizeof *o->bot->imports);
    if (!o->bot->imports) return alea__out_of_memory(o->error);
    alea_status status = ALEA_OK;
    for (size_t i = 0; i < count && status == ALEA_OK; i++) status = wasm_bot_add_import(o, i);
    o->bot->wasi = count > 0;
    return status;
}

/* ---- starting ---- */

/* Reports that its imports or memories cannot be provided. */
static alea_status wasm_bot_does_not_fit(const wasm_opening *o, wasmtime_error_t *failure,
                                         const alea__memory_limit *limit)
{
    char complaint[300];
    alea__trap_complaint(failure, complaint, sizeof complaint);
    wasmtime_error_delete(failure);
    if (limit->denied == 0)
        return alea__fail_at(o->error, ALEA_E_BOT, o->text->file, 0, SANDBOX_DOES_NOT_FIT, complaint);
    return alea__fail_at(o->error, ALEA_E_BOT, o->text->file, 0, SANDBOX_START_MEMORY, limit->denied >> 10,
                         limit->most >> 10);
}

/* A bot that traps at its start is still a bot: it forfeits every game. A file whose imports or memories cannot be provided
   is refused. */
static alea_status wasm_bot_try_start(const wasm_opening *o)
{
    alea__wasm_bot *bot = o->bot;
    const uint64_t teller = bot->plain.tells ? ALEA__TELLER_PAGES * UINT64_C(65536) : 0;
    alea__memory_limit limit = {
        .most = bot->engine->memory + teller, .used = bot->beside, .memories = UINT_MAX};
    alea__wasi wasi;
    alea__cell cell;
    alea__wasi_start(&wasi, &(alea__instance_id){0});
    wasmtime_error_t *failure =
        alea__cell_open(bot->engine, bot->plain.compiled, &limit, bot->wasi ? &wasi : NULL, &cell);
    ALEA_ASSERT(limit.used <= limit.most);
    bot->memories = limit.made;
    const bool exhausted = alea__trap_is_exhausted(failure, &limit);
    if (failure && !exhausted && !alea__trap_was_running(failure))
        return wasm_bot_does_not_fit(o, failure, &limit);
    if (failure)
        wasmtime_error_delete(failure);
    else
        alea__cell_close(&cell);
    return exhausted ? alea__out_of_memory(o->error) : ALEA_OK;
}

/* ---- opening ---- */

/* Writes a number below a billion with commas. */
static const char *wasm_bot_write_size(size_t bytes, char out[32])
{
    const size_t thousands = bytes / 1000 % 1000, millions = bytes / 1000000;
    if (millions > 0)
        snprintf(out, 32, "%zu,%03zu,%03zu", millions, thousands, bytes % 1000);
    else if (thousands > 0)
        snprintf(out, 32, "%zu,%03zu", thousands, bytes % 1000);
    else
        snprintf(out, 32, "%zu", bytes);
    return out;
}

/* Makes the sentence that describes the file. */
static alea_status wasm_bot_describe(const wasm_opening *o, alea__wasm_kind kind)
{
    alea__text what = {0};
    char size[32];
    alea__text_add(&what, "A WebAssembly %s of %s bytes with the interface %s%s, %s.",
                   kind == ALEA__CORE_MODULE ? "core module" : "component",
                   wasm_bot_write_size(o->text->size, size), o->bot->asked->interface,
                   o->bot->asked->rolls ? " (game-state)" : "",
                   o->bot->wasi ? "which imports WASI" : "which imports nothing");
    if (what.failed) return alea__out_of_memory(o->error);
    o->bot->what = what.data;
    return ALEA_OK;
}

enum {
    MOST_TELLER_WORK = 500000
}; /* that compiling a bot a second time may take, some quarter of a second */

/* Adds a wrapper to a bot that receives every roll, and replaces the compiled form. A bot that takes long to compile,
   brings a runtime along or cannot be composed receives rolls as values of the engine. */
static alea_status wasm_bot_add_teller(wasm_opening *o)
{
    alea__wasm_bot *bot = o->bot;
    const alea__slice component = {(const unsigned char *)bot->component.data, bot->component.size};
    alea__imports imports = {.names = 0};
    alea__text whole;
    wasmtime_component_t *compiled;
    if ((bot->wasi && bot->size >= ALEA__MOST_WASI_BYTES) || bot->work > MOST_TELLER_WORK) return ALEA_OK;
    alea_status status = bot->wasi ? alea__imports_read(component, &imports, o->error) : ALEA_OK;
    if (status == ALEA_OK) status = alea__compose_teller(component, &imports, &whole, o->error);
    alea__imports_free(&imports);
    if (status != ALEA_OK) return status == ALEA_E_REFUSED ? ALEA_OK : status;
    wasmtime_error_t *failure = alea__compile(bot->engine, whole.data, whole.size, &compiled);
    if (failure) {
        wasmtime_error_delete(failure);
        alea__text_free(&whole);
        return ALEA_OK;
    }
    alea__wasm_form_clear(&bot->plain);
    alea__text_free(&bot->component);
    bot->component = whole;
    bot->plain = (alea__wasm_form){.compiled = compiled, .tells = true};
    return ALEA_OK;
}

/* Compiles the component, checks its exports and imports, and tests whether it starts. */
static alea_status wasm_bot_open_component(wasm_opening *o)
{
    alea__wasm_bot *bot = o->bot;
    ALEA_ASSERT(bot->component.size > 0 && !bot->plain.compiled);
    wasmtime_error_t *failure =
        alea__compile(bot->engine, bot->component.data, bot->component.size, &bot->plain.compiled);
    if (failure) return wasm_bot_invalid(o, failure);
    o->type = wasmtime_component_type(bot->plain.compiled);
    alea_status status = wasm_bot_check_exports(o);
    if (status == ALEA_OK) status = wasm_bot_note_imports(o);
    if (status == ALEA_OK && bot->asked->rolls) status = wasm_bot_add_teller(o);
    if (status == ALEA_OK && !alea__wasm_form_find(&bot->plain, bot->asked))
        status = alea__fail(o->error, ALEA_E_SANDBOX, SANDBOX_ENGINE_LOST_EXPORT);
    if (status == ALEA_OK) status = wasm_bot_try_start(o);
    wasmtime_component_type_delete(o->type);
    return status;
}

static alea_status wasm_bot_fill(wasm_opening *o)
{
    alea__wasm_kind kind;
    alea_status status = alea__wasm_kind_of(o->text->file, o->text->data, o->text->size, &kind, o->error);
    if (status == ALEA_OK) status = wasm_bot_get_component(o, kind);
    if (status == ALEA_OK) status = wasm_bot_open_component(o);
    if (status == ALEA_OK) status = wasm_bot_describe(o, kind);
    if (status == ALEA_OK) o->bot->base.ops = &wasm_bot_ops[o->bot->wasi][o->bot->asked->rolls];
    return status;
}

alea_status alea__wasm_bot_open(alea__engine *engine, const alea_game *game, const alea__bot_text *text,
                                alea_bot **out, alea_error *error)
{
    alea__wasm_bot *bot = alea__alloc(sizeof *bot);
    if (!bot) return alea__out_of_memory(error);
    bot->base = (alea_bot){.ops = &wasm_bot_ops[0][0], .game = game};
    bot->engine = engine;
    bot->asked = alea__bot_interface_of(game);
    bot->size = text->size;
    alea__bot_identify(&bot->base, text->data, text->size);
    bot->has_lock = pthread_mutex_init(&bot->lock, NULL) == 0;
    ALEA_ASSERT(bot->asked);
    wasm_opening o = {.bot = bot, .text = text, .error = error};
    alea_status status = bot->has_lock ? wasm_bot_fill(&o) : alea__out_of_memory(error);
    if (status == ALEA_OK && alea__wasm_declares((alea__slice){text->data, text->size}, ALEA__PURE_SECTION)) {
        bot->base.purity = ALEA_DECLARED_PURE;
        alea__wasm_bot_form(bot, true);
    }
    if (status == ALEA_OK)
        *out = &bot->base;
    else
        wasm_bot_free(&bot->base);
    return status;
}
