#include "sandbox/charge_grow.h"
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "sandbox/encode.h"
#include "sandbox/inspect.h"
#include "sandbox/messages.h"
#include "sandbox/rewrite.h"
#include "sandbox/wasm_code.h"

/* ---- what is charged ---- */

typedef enum grown_kind { GROWN_MEMORY, GROWN_TABLE, GROWN_NOTHING } grown_kind;

/* A memory or a table that some function grows; or nothing, for instructions that are only charged. */
typedef struct grown_thing {
    grown_kind kind;
    uint32_t index;
    unsigned reference; /* the type of the table's entries */
} grown_thing;

enum { MOST_GROWN = 256 };

typedef struct grow_module {
    alea__slice file;
    alea__module has;
    unsigned char *reference; /* of each table, imported ones first */
    uint32_t tables, tables_capacity;
    grown_thing grown[MOST_GROWN];
    uint32_t count;
    bool failed;
} grow_module;

/* What an instruction grows. False: it is not charged. */
static bool grow_kind_of(uint32_t code, grown_kind *kind)
{
    *kind = code == ALEA__OP_MEMORY_GROW  ? GROWN_MEMORY
            : code == ALEA__OP_TABLE_GROW ? GROWN_TABLE
                                          : GROWN_NOTHING;
    return alea__wasm_is_charged(code);
}

/* The place of a memory or table in the list, to which it is added if it is new. */
static uint32_t grow_place(grow_module *m, grown_kind kind, uint32_t index)
{
    const bool table = kind == GROWN_TABLE;
    if (kind == GROWN_NOTHING) index = 0;
    for (uint32_t n = 0; n < m->count; n++)
        if (m->grown[n].kind == kind && m->grown[n].index == index) return n;
    const bool exists = kind == GROWN_NOTHING || index < (table ? m->tables : m->has.memories);
    if (!exists || m->count == MOST_GROWN) {
        m->failed = true;
        return 0;
    }
    m->grown[m->count] =
        (grown_thing){.kind = kind, .index = index, .reference = table ? m->reference[index] : 0};
    return m->count++;
}

static void grow_add_table(grow_module *m, unsigned reference)
{
    if (alea__grow(&m->reference, &m->tables_capacity, (size_t)m->tables + 1, 1))
        m->reference[m->tables++] = (unsigned char)reference;
    else
        m->failed = true;
}

/* ---- sections ---- */

static void grow_skip_limits(alea__wasm_reader *r)
{
    const unsigned flags = alea__wasm_byte(r), bits = flags & 4 ? 64 : 32;
    alea__wasm_number_of(r, bits);
    if (flags & 1) alea__wasm_number_of(r, bits);
}

/* The tables that a module defines; those with a value that fills them have it behind their type. */
static void grow_read_tables(grow_module *m, alea__slice body)
{
    alea__wasm_reader r = alea__wasm_read_from(body.data, body.size);
    for (uint32_t count = alea__wasm_count(&r); count > 0 && !r.failed; count--) {
        unsigned type = alea__wasm_byte(&r);
        const bool filled = type == 0x40;
        if (filled) {
            alea__wasm_byte(&r);
            type = alea__wasm_byte(&r);
        }
        grow_skip_limits(&r);
        while (filled && !r.failed && alea__wasm_instruction(&r).code != ALEA__OP_END) {
        }
        grow_add_table(m, type);
    }
    m->failed = m->failed || r.failed;
}

static void grow_read_imported_tables(grow_module *m)
{
    for (uint32_t i = 0; i < m->has.imports; i++)
        if (m->has.import[i].kind == ALEA__TABLE) grow_add_table(m, m->has.import[i].type);
}

/* ---- the code ---- */

/* (func (param …) (result …) (local i32): a loop of 5 instructions, then the grow. */
static void put_grow_function(alea__text *out, const grown_thing *g)
{
    enum {
        INSTRUCTIONS = 5,
        GROW_TIMES = ALEA__GROW_FUEL / INSTRUCTIONS,
        HOST_TIMES = ALEA__HOST_FUEL / INSTRUCTIONS
    };
    const unsigned char counter = g->kind == GROWN_TABLE ? 2 : g->kind == GROWN_MEMORY ? 1 : 0;
    const unsigned times = g->kind == GROWN_NOTHING ? HOST_TIMES : GROW_TIMES;
    alea__text body = {0};
    _Static_assert(GROW_TIMES < 8192, "the number of times takes two bytes");
    ALEA__PUT(&body, 1, 1, 0x7F, 0x41, (unsigned char)(times % 128 + 128), (unsigned char)(times / 128), 0x21,
              counter);
    ALEA__PUT(&body, 0x03, 0x40, 0x20, counter, 0x41, 1, 0x6B, 0x22, counter, 0x0D, 0, 0x0B);
    if (g->kind == GROWN_TABLE)
        ALEA__PUT(&body, 0x20, 0, 0x20, 1, 0xFC, 15);
    else if (g->kind == GROWN_MEMORY)
        ALEA__PUT(&body, 0x20, 0, 0x40);
    if (g->kind != GROWN_NOTHING) alea__put_number(&body, g->index);
    ALEA__PUT(&body, 0x0B);
    alea__put_bytes(out, body.data, body.size);
    out->failed = out->failed || body.failed;
    alea__text_free(&body);
}

/* Copies a function; grows become calls, and what is only charged comes after one. */
static void grow_put_body(grow_module *m, alea__slice function, alea__text *out)
{
    alea__wasm_reader r = alea__wasm_read_from(function.data, function.size);
    alea__text body = {0};
    for (uint32_t groups = alea__wasm_count(&r); groups > 0 && !r.failed; groups--) {
        alea__wasm_number(&r);
        alea__wasm_byte(&r);
    }
    const unsigned char *copied = function.data;
    while (alea__wasm_left(&r) > 0) {
        grown_kind kind;
        const unsigned char *from = r.at;
        const alea__instruction i = alea__wasm_instruction(&r);
        if (!grow_kind_of(i.code, &kind) || r.failed) continue;
        alea__text_add_bytes(&body, copied, (size_t)(from - copied));
        alea__put(&body, ALEA__OP_CALL);
        alea__put_number(&body, m->has.functions + grow_place(m, kind, i.index));
        copied = kind == GROWN_NOTHING ? from : r.at;
    }
    alea__text_add_bytes(&body, copied, (size_t)(r.at - copied));
    m->failed = m->failed || r.failed;
    alea__put_bytes(out, body.data, body.size);
    out->failed = out->failed || body.failed;
    alea__text_free(&body);
}

/* Writes the functions, and finds on the way what they grow. Nothing is written before the number of functions, which is
   known only then; so `bodies` is a text of its own. */
static void grow_put_bodies(grow_module *m, alea__slice section, alea__text *bodies, uint32_t *count)
{
    alea__wasm_reader r = alea__wasm_read_from(section.data, section.size);
    *count = alea__wasm_count(&r);
    for (uint32_t i = 0; i < *count && !r.failed; i++) grow_put_body(m, alea__wasm_name(&r), bodies);
    for (uint32_t i = 0; i < m->count; i++) put_grow_function(bodies, &m->grown[i]);
    m->failed = m->failed || r.failed;
}

/* ---- the module ---- */

/* The types of the added functions, one for each, and the numbers of these types. */
static void grow_put_types(const grow_module *m, alea__text *types, alea__text *numbers)
{
    for (uint32_t i = 0; i < m->count; i++) {
        const grown_thing *g = &m->grown[i];
        if (g->kind == GROWN_TABLE)
            ALEA__PUT(types, ALEA__FUNCTION_TYPE, 2, (unsigned char)g->reference, 0x7F, 1, 0x7F);
        else if (g->kind == GROWN_MEMORY)
            ALEA__PUT(types, ALEA__FUNCTION_TYPE, 1, 0x7F, 1, 0x7F);
        else
            ALEA__PUT(types, ALEA__FUNCTION_TYPE, 0, 0);
        alea__put_number(numbers, m->has.types + i);
    }
}

/* Copies the sections; types, functions and code get longer. `bodies`: the functions that the code section had, and the added
   ones. */
static void grow_put_sections(const grow_module *m, const alea__text *bodies, uint32_t functions,
                              alea__text *out)
{
    alea__wasm_reader r = alea__rewrite_sections(m->file);
    alea__text types = {0}, numbers = {0}, code = {0};
    unsigned id;
    alea__slice body;
    grow_put_types(m, &types, &numbers);
    while (alea__rewrite_next(&r, &id, &body)) {
        if (id == ALEA__SECTION_TYPES)
            alea__rewrite_longer(out, id, body, &types, m->count);
        else if (id == ALEA__SECTION_FUNCTIONS)
            alea__rewrite_longer(out, id, body, &numbers, m->count);
        else if (id == ALEA__SECTION_CODE) {
            alea__put_number(&code, functions + m->count);
            alea__text_add_bytes(&code, bodies->data, bodies->size);
            alea__put_section(out, id, &code);
        } else {
            alea__rewrite_copy(out, id, body);
        }
    }
    alea__text_free(&types);
    alea__text_free(&numbers);
    alea__text_free(&code);
}

/* Writes a module, prepared. False: it is damaged, or out of memory. */
static bool grow_put_module(void *user, alea__slice file, alea__text *out)
{
    grow_module m = {.file = file};
    alea__text bodies = {0};
    alea__wasm_reader r = alea__rewrite_sections(file);
    unsigned id;
    alea__slice body;
    uint32_t functions = 0;
    (void)user;
    if (alea__module_read("", file.data, file.size, &m.has, NULL) != ALEA_OK) return false;
    grow_read_imported_tables(&m);
    while (alea__rewrite_next(&r, &id, &body)) {
        if (id == ALEA__SECTION_TABLES) grow_read_tables(&m, body);
        if (id == ALEA__SECTION_CODE) grow_put_bodies(&m, body, &bodies, &functions);
    }
    alea__text_add_bytes(out, file.data, ALEA__WASM_HEADER);
    grow_put_sections(&m, &bodies, functions, out);
    out->failed = out->failed || bodies.failed;
    alea__text_free(&bodies);
    alea__free(m.reference);
    alea__module_free(&m.has);
    return !m.failed && !out->failed;
}

alea_status alea__charge_grows(const char *path, const unsigned char *data, size_t size, alea__text *out,
                               alea_error *error)
{
    alea__text written = {0};
    ALEA_ASSERT(size >= ALEA__WASM_HEADER);
    const alea__rewriting how = {.module = grow_put_module};
    const bool done = alea__rewrite(&how, (alea__slice){data, size}, &written);
    if (done) return alea__put_finish(&written, out, error);
    const bool no_memory = written.failed;
    alea__text_free(&written);
    if (no_memory) return alea__out_of_memory(error);
    return alea__fail_at(error, ALEA_E_BOT, path, 0, SANDBOX_GROWS_NOTHING);
}
