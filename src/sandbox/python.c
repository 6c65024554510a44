#include "sandbox/python.h"
#include "base/assert.h"
#include "base/error.h"
#include "base/fuel_time.h"
#include "base/memory.h"
#include "base/text.h"
#include "sandbox/engine.h"
#include "sandbox/engines.h"
#include "sandbox/messages.h"
#include "sandbox/trap_reason.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

/* Characters of up to four bytes; python/strategy.py keeps 200 and 4000 of them. */
enum { MOST_NAME = 4 * 200, MOST_PRINTED = 4 * 4000 };

static const char export_name[] = "tabulate";

/* ---- values of the engine and ours ---- */

static const alea__wasm_value *python_field(const alea__wasm_value *record, const char *name)
{
    static const alea__wasm_value none = {0};
    if (!record || record->kind != WASMTIME_COMPONENT_RECORD) return &none;
    for (size_t i = 0; i < record->of.record.size; i++) {
        const wasm_name_t *found = &record->of.record.data[i].name;
        if (found->size == strlen(name) && memcmp(found->data, name, found->size) == 0)
            return &record->of.record.data[i].val;
    }
    return &none;
}

/* Copies a text, cut to `most` bytes at the end of a character, with zero bytes escaped. NULL if memory runs out. */
static char *python_text(const alea__wasm_value *v, size_t most)
{
    const bool there = v->kind == WASMTIME_COMPONENT_STRING;
    const char *data = there ? v->of.string.data : "";
    size_t size = there ? v->of.string.size : 0;
    alea__text text = {0};
    if (size > most)
        for (size = most; size > 0 && ((unsigned char)data[size] & 0xC0) == 0x80;) size--;
    for (const char *end = data + size; data < end;) {
        size_t piece = strnlen(data, (size_t)(end - data));
        alea__text_add_bytes(&text, data, piece);
        data += piece;
        if (data < end) alea__text_add(&text, "\\x%02X", (unsigned)*data++);
    }
    alea__text_add(&text, "%s", "");
    if (!text.failed) return text.data;
    alea__text_free(&text);
    return NULL;
}

static void python_show_text(const alea__wasm_value *v, char *out, size_t size)
{
    if (v->kind == WASMTIME_COMPONENT_STRING)
        alea__printable(out, size, v->of.string.data, v->of.string.size);
    else
        *out = '\0';
}

static void python_put_source(alea__wasm_value *out, const alea__python_job *job)
{
    const unsigned char *source = job->source;
    out->kind = WASMTIME_COMPONENT_LIST;
    wasmtime_component_vallist_new_uninit(&out->of.list, job->size);
    for (size_t i = 0; i < job->size; i++)
        out->of.list.data[i] = (alea__wasm_value){.kind = WASMTIME_COMPONENT_U8, .of = {.u8 = source[i]}};
}

static alea__wasm_value python_number(uint32_t n)
{
    return (alea__wasm_value){.kind = WASMTIME_COMPONENT_U32, .of = {.u32 = n}};
}

/* ---- results ---- */

/* A strategy may change the program that asks it and return anything, so every result is checked. */
static bool python_is_moves(const alea__wasm_value *text, const alea__python_job *job)
{
    size_t count = (size_t)job->side * job->side;
    ALEA_ASSERT(count > 0);
    if (text->kind != WASMTIME_COMPONENT_STRING || text->of.string.size != count) return false;
    for (size_t i = 0; i < count; i++)
        if ((unsigned char)text->of.string.data[i] > job->most) return false;
    return true;
}

static uint32_t python_take_number(const alea__wasm_value *v)
{
    return v->kind == WASMTIME_COMPONENT_U32 ? v->of.u32 : 0;
}

static void python_set_fault(alea__tabulated *out, const char *failure_kind, const char *text)
{
    snprintf(out->failure_kind, sizeof out->failure_kind, "%s", failure_kind);
    snprintf(out->text, sizeof out->text, "%s", text);
}

static void python_set_tampered(alea__tabulated *out)
{
    python_set_fault(out, "error", SANDBOX_PYTHON_TAMPERED);
}

/* These three return false if there is no memory. */
static bool python_take_table(const alea__wasm_value *table, const alea__python_job *job,
                              alea__tabulated *out)
{
    const alea__wasm_value *moves = python_field(table, "moves");
    out->name = python_text(python_field(table, "name"), MOST_NAME);
    out->printed = python_text(python_field(table, "printed"), MOST_PRINTED);
    out->lines = python_take_number(python_field(table, "lines"));
    if (!out->name || !out->printed) return false;
    if (!python_is_moves(moves, job)) {
        python_set_tampered(out);
        return true;
    }
    out->moves = alea__alloc(moves->of.string.size);
    if (out->moves) memcpy(out->moves, moves->of.string.data, moves->of.string.size);
    return out->moves != NULL;
}

/* Whether python/strategy.py uses this kind of failure; the others are set here. */
static bool python_is_reason(const char *failure_kind)
{
    static const char *const reasons[] = {"syntax", "error", "name", "function", "answer"};
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++)
        if (strcmp(failure_kind, reasons[i]) == 0) return true;
    return false;
}

static bool python_take_fault(const alea__wasm_value *fault, alea__tabulated *out)
{
    const alea__wasm_value *name = python_field(fault, "name");
    const bool named = name->kind == WASMTIME_COMPONENT_OPTION && name->of.option;
    if (named) out->name = python_text(name->of.option, MOST_NAME);
    out->printed = python_text(python_field(fault, "printed"), MOST_PRINTED);
    out->lines = python_take_number(python_field(fault, "lines"));
    python_show_text(python_field(fault, "what"), out->failure_kind, sizeof out->failure_kind);
    python_show_text(python_field(fault, "text"), out->text, sizeof out->text);
    if (!python_is_reason(out->failure_kind) || !*out->text) python_set_tampered(out);
    return out->printed && (out->name || !named);
}

static bool python_take_result(const alea__wasm_value *result, const alea__python_job *job,
                               alea__tabulated *out)
{
    if (result->kind == WASMTIME_COMPONENT_RESULT)
        return result->of.result.is_ok ? python_take_table(result->of.result.val, job, out)
                                       : python_take_fault(result->of.result.val, out);
    python_set_tampered(out);
    return true;
}

/* A trap, or one of the limits. */
static void python_take_failure(wasmtime_error_t *failure, uint64_t fuel, const alea__memory_limit *limit,
                                const alea__wasi *wasi, alea__tabulated *out)
{
    alea__decision why = {0};
    alea__trap_reason(failure, fuel, limit, wasi, &why);
    python_set_fault(out, alea_failure_name(why.failure), why.text);
    if (why.failure == ALEA_FUEL && alea__wasi_watched_clock(wasi, fuel))
        snprintf(out->text, sizeof out->text, SANDBOX_PYTHON_CLOCK);
    else if (why.failure == ALEA_FUEL) {
        char time[ALEA__FUEL_TIME];
        snprintf(out->text, sizeof out->text, SANDBOX_PYTHON_SLOW, alea__fuel_time(time, fuel));
    }
    if (why.failure != ALEA_TRAP) return;
    if (strcmp(why.text, SANDBOX_TOO_DEEP) == 0)
        snprintf(out->text, sizeof out->text, SANDBOX_PYTHON_DEEP);
    else
        snprintf(out->text, sizeof out->text, SANDBOX_PYTHON_ENDED, why.text);
}

/* ---- asking ---- */

/* An instance and its limits. */
typedef struct alea__python_cell {
    alea__cell cell;
    alea__memory_limit limit;
    alea__wasi wasi;
} python_cell;

/* Random numbers and a clock of the seed. */
static void python_cell_seed(python_cell *a, uint64_t seed)
{
    alea__wasi_start(&a->wasi, &(alea__instance_id){.seed = seed});
    a->wasi.now = seed % UINT64_C(4000000000); /* for any seed a time that programs can represent */
}

static alea_status python_find_function(const python_cell *a, wasmtime_component_func_t *out,
                                        alea_error *error)
{
    wasmtime_component_export_index_t *index = wasmtime_component_instance_get_export_index(
        &a->cell.instance, a->cell.context, NULL, export_name, strlen(export_name));
    bool found =
        index && wasmtime_component_instance_get_func(&a->cell.instance, a->cell.context, index, out);
    if (index) wasmtime_component_export_index_delete(index);
    if (found) return ALEA_OK;
    return alea__fail(error, ALEA_E_USAGE, SANDBOX_PYTHON_NO_TABULATE, export_name);
}

/* Asks for the table and takes the result: a table, a fault, or a failure of the whole instance. Returns false if the
   machine refused memory; the result then does not count. */
static bool python_call(python_cell *a, const wasmtime_component_func_t *function,
                        const alea__python_job *job, alea__tabulated *out)
{
    uint64_t fuel = job->fuel ? job->fuel : ALEA_PYTHON_FUEL;
    alea__wasm_value arguments[] = {{0},
                                    python_number(job->side),
                                    python_number(job->most),
                                    python_number(job->order),
                                    {.kind = WASMTIME_COMPONENT_BOOL, .of = {.boolean = job->helpers}}};
    alea__wasm_value result = {.kind = WASMTIME_COMPONENT_BOOL};
    python_put_source(&arguments[0], job);
    alea__set_fuel(&a->cell, fuel);
    alea__wasi_listen(&a->wasi);
    a->limit.denied = 0;
    const alea__cell_call call = {arguments, sizeof arguments / sizeof *arguments, &result};
    wasmtime_error_t *failure = alea__cell_ask(&a->cell, function, &call);
    ALEA_ASSERT(alea__fuel_left(&a->cell) <= fuel);
    out->fuel = fuel - alea__fuel_left(&a->cell);
    bool exhausted = alea__trap_is_exhausted(failure, &a->limit);
    if (failure)
        python_take_failure(failure, fuel, &a->limit, &a->wasi, out);
    else {
        exhausted = !python_take_result(&result, job, out) || exhausted;
        wasmtime_component_val_delete(&result);
    }
    wasmtime_component_vallist_delete(&arguments[0].of.list);
    return !exhausted;
}

static void python_cell_free(python_cell *a)
{
    if (!a) return;
    alea__cell_close(&a->cell);
    alea__free(a);
}

/* Makes an instance. It does not move, since its memory and its store point into it. */
static alea_status python_cell_new(alea__engine *engine, const wasmtime_component_t *component, uint64_t seed,
                                   python_cell **out, alea_error *error)
{
    python_cell *a = alea__alloc(sizeof *a);
    if (!a) return alea__out_of_memory(error);
    a->limit = (alea__memory_limit){.most = engine->memory, .memories = UINT_MAX};
    python_cell_seed(a, seed);
    wasmtime_error_t *failure = alea__cell_open(engine, component, &a->limit, &a->wasi, &a->cell);
    if (!failure) {
        *out = a;
        return ALEA_OK;
    }
    char complaint[300];
    const bool exhausted = alea__trap_is_exhausted(failure, &a->limit);
    alea__trap_complaint(failure, complaint, sizeof complaint);
    wasmtime_error_delete(failure);
    python_cell_free(a);
    if (exhausted) return alea__out_of_memory(error);
    return alea__fail(error, ALEA_E_SANDBOX, SANDBOX_PYTHON_NO_START, complaint);
}

/* ---- instances made ahead ---- */

/* An instance that has not called WASI yet does not know its seed, so it can still be changed. */
static bool python_add_ready(alea__wasm_sandbox *s)
{
    alea__python_ready *r = &s->ready;
    python_cell *a;
    if (r->count == ALEA__PYTHON_TIMES) return false;
    if (python_cell_new(s->engine, s->python, 0, &a, NULL) != ALEA_OK) return false;
    if (a->wasi.called) {
        python_cell_free(a);
        return false;
    }
    r->cell[r->count++] = a;
    return true;
}

void alea__python_prepare(alea_sandbox *base)
{
    alea__wasm_sandbox *s = (alea__wasm_sandbox *)base;
    pthread_mutex_lock(&s->lock);
    while (s->python && python_add_ready(s)) continue;
    pthread_mutex_unlock(&s->lock);
}

void alea__python_drop_ready(alea__wasm_sandbox *s)
{
    while (s->ready.count > 0) python_cell_free(s->ready.cell[--s->ready.count]);
}

/* One of the instances made in advance; NULL if none is left. */
static python_cell *python_take_ready(alea__wasm_sandbox *s, uint64_t seed)
{
    python_cell *a = NULL;
    pthread_mutex_lock(&s->lock);
    if (s->ready.count > 0) a = s->ready.cell[--s->ready.count];
    pthread_mutex_unlock(&s->lock);
    ALEA_ASSERT(!a || !a->wasi.called);
    if (a) python_cell_seed(a, seed);
    return a;
}

/* ---- */

alea_status alea__python_tabulate(alea_sandbox *sandbox, const alea__python_job *job, alea__tabulated *out,
                                  alea_error *error)
{
    alea__engine *engine;
    const wasmtime_component_t *component;
    wasmtime_component_func_t function;
    *out = (alea__tabulated){0};
    if (job->size > ALEA__PYTHON_SOURCE) {
        snprintf(out->text, sizeof out->text, SANDBOX_PYTHON_TOO_LARGE, job->size, ALEA__PYTHON_SOURCE);
        memcpy(out->failure_kind, "size", sizeof "size");
        return ALEA_OK;
    }
    alea_status status = alea__sandbox_python(sandbox, &engine, &component, error);
    if (status != ALEA_OK) return status;
    python_cell *a = python_take_ready((alea__wasm_sandbox *)sandbox, job->seed);
    if (!a) status = python_cell_new(engine, component, job->seed, &a, error);
    if (status != ALEA_OK) return status;
    status = python_find_function(a, &function, error);
    if (status == ALEA_OK && !python_call(a, &function, job, out)) status = alea__out_of_memory(error);
    if (status != ALEA_OK) alea__tabulated_clear(out);
    ALEA_ASSERT(status != ALEA_OK || !out->moves == (*out->failure_kind && *out->text));
    python_cell_free(a);
    return status;
}

void alea__tabulated_clear(alea__tabulated *t)
{
    alea__free(t->moves);
    alea__free(t->name);
    alea__free(t->printed);
    *t = (alea__tabulated){0};
}
