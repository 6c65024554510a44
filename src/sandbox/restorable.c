#include "sandbox/restorable.h"
#include "base/assert.h"
#include "base/memory.h"
#include "sandbox/depth.h"
#include "sandbox/encode.h"
#include "sandbox/inspect.h"
#include "sandbox/rewrite.h"
#include "sandbox/wasm_code.h"

#include <string.h>

enum { MOST_MOVED = 1024, CELL = 8 }; /* globals of a module that move; bytes for each: all within one page */

enum { TYPE_I32 = 0x7F, TYPE_I64 = 0x7E, TYPE_F32 = 0x7D, TYPE_F64 = 0x7C };

/* A global that the module defines. */
typedef struct moved_global {
    unsigned type;
    bool changes;              /* it is declared so */
    bool constant;             /* `value` is its first value */
    unsigned char value[CELL]; /* as a memory holds it */
    uint32_t cell;             /* 1 + its place in the added memory; 0: it does not move */
} moved_global;

typedef struct restorable_module {
    alea__slice file;
    alea__module has;
    moved_global *global;
    uint32_t imported, globals; /* imported ones come first in the numbers of globals */
    bool counts; /* its last global counts the depth of calls, and is the same before each question */
    uint32_t cells;
    uint32_t cell_of[MOST_MOVED]; /* the global of each cell, without the imported ones */
    bool failed;
} restorable_module;

/* ---- what there is ---- */

/* Reads a constant expression. Only a single constant of a number has a value here. */
static void restorable_read_value(alea__wasm_reader *r, moved_global *g)
{
    const unsigned code = alea__wasm_byte(r);
    int64_t whole = 0;
    alea__slice bytes = {0};
    if (code == 0x41) whole = alea__wasm_signed(r, 32);
    if (code == 0x42) whole = alea__wasm_signed(r, 64);
    if (code == 0x43) bytes = alea__wasm_slice(r, 4);
    if (code == 0x44) bytes = alea__wasm_slice(r, 8);
    g->constant = code >= 0x41 && code <= 0x44 && !r->failed;
    for (int i = 0; i < CELL && code <= 0x42; i++) g->value[i] = (unsigned char)((uint64_t)whole >> (8 * i));
    if (bytes.size > 0) memcpy(g->value, bytes.data, bytes.size);
    if (g->constant && alea__wasm_byte(r) == ALEA__OP_END) return;
    alea__wasm_give_up(r);
}

/* Reads the globals up to the first one whose value is not constant; the module then fails if any of them must move. */
static void restorable_read_globals(restorable_module *m, alea__slice section)
{
    alea__wasm_reader r = alea__wasm_read_from(section.data, section.size);
    const uint32_t count = alea__wasm_count(&r);
    m->global = alea__alloc_array((size_t)count + 1, sizeof *m->global);
    m->globals = m->global ? count : 0;
    m->failed = m->failed || !m->global;
    for (uint32_t i = 0; i < m->globals && !r.failed; i++) {
        m->global[i].type = alea__wasm_byte(&r);
        m->global[i].changes = alea__wasm_byte(&r) != 0;
        restorable_read_value(&r, &m->global[i]);
    }
}

/* Whether the module imports a mutable global from another. Neither module is then rewritten. An export alone does not
   matter, because only another module could use it. */
static bool restorable_shares_globals(const restorable_module *m)
{
    for (uint32_t i = 0; i < m->has.imports; i++)
        if (m->has.import[i].kind == ALEA__GLOBAL && m->has.import[i].type != 0) return true;
    return false;
}

/* Gives the global a cell, if it has none. */
static void restorable_move(restorable_module *m, uint32_t index)
{
    const uint32_t own = index - m->imported;
    const bool exists = index >= m->imported && own < m->globals;
    moved_global *g = exists ? &m->global[own] : NULL;
    if (g && g->cell > 0) return;
    if (!g || !g->constant || g->type < TYPE_F64 || g->type > TYPE_I32 || m->cells == MOST_MOVED) {
        m->failed = true;
        return;
    }
    m->cell_of[m->cells] = own;
    g->cell = ++m->cells;
}

static bool restorable_changes_more(uint32_t code)
{
    return code == ALEA__OP_TABLE_SET || code == ALEA__OP_TABLE_GROW || code == ALEA__OP_TABLE_INIT ||
           code == ALEA__OP_TABLE_COPY || code == ALEA__OP_TABLE_FILL || code == ALEA__OP_ELEM_DROP ||
           code == ALEA__OP_DATA_DROP;
}

/* Finds the globals that some function sets. */
static void restorable_read_code(restorable_module *m, alea__slice section)
{
    alea__wasm_reader all = alea__wasm_read_from(section.data, section.size);
    for (uint32_t count = alea__wasm_count(&all); count > 0 && !all.failed; count--) {
        alea__wasm_reader r = alea__wasm_code_of(alea__wasm_name(&all));
        while (alea__wasm_left(&r) > 0 && !m->failed) {
            const alea__instruction i = alea__wasm_instruction(&r);
            m->failed = m->failed || r.failed || restorable_changes_more(i.code);
            const bool counter = m->counts && i.index + 1 == m->imported + m->globals;
            if (i.code == ALEA__OP_GLOBAL_SET && !counter) restorable_move(m, i.index);
        }
    }
    m->failed = m->failed || all.failed;
}

/* Reads the module, and decides what moves. Returns false if it cannot be rewritten. */
static bool restorable_read(restorable_module *m)
{
    alea__wasm_reader r = alea__rewrite_sections(m->file);
    unsigned id;
    alea__slice body;
    if (alea__module_read("", m->file.data, m->file.size, &m->has, NULL) != ALEA_OK) return false;
    m->counts = alea__wasm_declares(m->file, ALEA__DEPTH_SECTION);
    for (uint32_t i = 0; i < m->has.imports; i++) m->imported += m->has.import[i].kind == ALEA__GLOBAL;
    while (alea__rewrite_next(&r, &id, &body)) {
        if (id == ALEA__SECTION_GLOBALS) restorable_read_globals(m, body);
        if (id == ALEA__SECTION_CODE) restorable_read_code(m, body);
    }
    return !m->failed && !r.failed && !restorable_shares_globals(m);
}

/* ---- additions ---- */

/* i32.const 0, to which the offset of the next instruction adds the cell's address. */
static void put_cell_base(alea__text *out)
{
    ALEA__PUT(out, 0x41, 0);
}

/* The access to a cell: `first` is the instruction for an i32; those for the other types come behind it. */
static void put_cell_access(const restorable_module *m, const moved_global *g, unsigned first,
                            alea__text *out)
{
    ALEA_ASSERT(g->cell > 0);
    const bool wide = g->type == TYPE_I64 || g->type == TYPE_F64;
    alea__put(out, first + (TYPE_I32 - g->type));
    alea__put(out, 0x40 | (wide ? 3 : 2)); /* aligned; the memory's number follows */
    alea__put_number(out, m->has.memories);
    alea__put_number(out, (g->cell - 1) * CELL);
}

enum { LOAD = 0x28, STORE = 0x36 };

/* (func (param T)): stores it in the cell. */
static void put_cell_setter(const restorable_module *m, const moved_global *g, alea__text *out)
{
    alea__text body = {0};
    alea__put(&body, 0);
    put_cell_base(&body);
    ALEA__PUT(&body, 0x20, 0);
    put_cell_access(m, g, STORE, &body);
    alea__put(&body, ALEA__OP_END);
    alea__put_bytes(out, body.data, body.size);
    alea__text_free_part(&body, out);
}

/* Copies a function; what reads a moved global loads its cell, and what sets it calls the cell's setter. */
static void restorable_put_body(const restorable_module *m, alea__slice function, alea__text *out)
{
    alea__text body = {0};
    alea__wasm_reader r = alea__wasm_code_of(function);
    const unsigned char *copied = function.data;
    while (alea__wasm_left(&r) > 0) {
        const unsigned char *from = r.at;
        const alea__instruction i = alea__wasm_instruction(&r);
        const bool global = i.code == ALEA__OP_GLOBAL_GET || i.code == ALEA__OP_GLOBAL_SET;
        if (!global || i.index < m->imported || i.index - m->imported >= m->globals) continue;
        const moved_global *g = &m->global[i.index - m->imported];
        if (g->cell == 0) continue;
        alea__text_add_bytes(&body, copied, (size_t)(from - copied));
        if (i.code == ALEA__OP_GLOBAL_GET) {
            put_cell_base(&body);
            put_cell_access(m, g, LOAD, &body);
        } else {
            alea__put(&body, ALEA__OP_CALL);
            alea__put_number(&body, m->has.functions + g->cell - 1);
        }
        copied = r.at;
    }
    alea__text_add_bytes(&body, copied, (size_t)(r.at - copied));
    alea__put_bytes(out, body.data, body.size);
    out->failed = out->failed || body.failed || r.failed;
    alea__text_free(&body);
}

static void restorable_put_code(const restorable_module *m, alea__slice section, alea__text *out)
{
    alea__text code = {0};
    alea__wasm_reader r = alea__wasm_read_from(section.data, section.size);
    const uint32_t count = alea__wasm_count(&r);
    alea__put_number(&code, count + m->cells);
    for (uint32_t i = 0; i < count; i++) restorable_put_body(m, alea__wasm_name(&r), &code);
    for (uint32_t i = 0; i < m->cells; i++) put_cell_setter(m, &m->global[m->cell_of[i]], &code);
    alea__put_section(out, ALEA__SECTION_CODE, &code);
}

/* The types of the setters, one for each. */
static void restorable_put_types(const restorable_module *m, alea__text *types, alea__text *numbers)
{
    for (uint32_t i = 0; i < m->cells; i++) {
        ALEA__PUT(types, ALEA__FUNCTION_TYPE, 1, (unsigned char)m->global[m->cell_of[i]].type, 0);
        alea__put_number(numbers, m->has.types + i);
    }
}

/* An active segment of the added memory: the globals' first values. */
static void restorable_put_segment(const restorable_module *m, alea__text *out)
{
    ALEA__PUT(out, 0x02);
    alea__put_number(out, m->has.memories);
    ALEA__PUT(out, 0x41, 0, ALEA__OP_END);
    alea__put_number(out, m->cells * CELL);
    for (uint32_t i = 0; i < m->cells; i++) alea__text_add_bytes(out, m->global[m->cell_of[i]].value, CELL);
}

/* ---- the module ---- */

/* Additions to the sections of the module, behind their entries or in new sections. */
typedef struct restorable_parts {
    alea__text types, numbers, memory, segment;
    bool has_memory, has_data; /* the section was there */
} restorable_parts;

/* Copies a section, longer if necessary. A missing section of memories comes before the first one that must follow it. */
static void restorable_put_section(const restorable_module *m, restorable_parts *p, unsigned id,
                                   alea__slice body, alea__text *out)
{
    if (id > ALEA__SECTION_MEMORIES && !p->has_memory) {
        const unsigned char none = 0;
        alea__rewrite_longer(out, ALEA__SECTION_MEMORIES, (alea__slice){&none, 1}, &p->memory, 1);
        p->has_memory = true;
    }
    p->has_memory = p->has_memory || id == ALEA__SECTION_MEMORIES;
    p->has_data = p->has_data || id == ALEA__SECTION_DATA;
    switch (id) {
    case ALEA__SECTION_TYPES: alea__rewrite_longer(out, id, body, &p->types, m->cells); break;
    case ALEA__SECTION_FUNCTIONS: alea__rewrite_longer(out, id, body, &p->numbers, m->cells); break;
    case ALEA__SECTION_MEMORIES: alea__rewrite_longer(out, id, body, &p->memory, 1); break;
    case ALEA__SECTION_DATA_COUNT: alea__rewrite_longer(out, id, body, &(alea__text){0}, 1); break;
    case ALEA__SECTION_CODE: restorable_put_code(m, body, out); break;
    case ALEA__SECTION_DATA: alea__rewrite_longer(out, id, body, &p->segment, 1); break;
    default: alea__rewrite_copy(out, id, body); break;
    }
}

/* Writes the module with its added memory, which holds the moved globals, and their setters. */
static void restorable_put_module(const restorable_module *m, alea__text *out)
{
    alea__wasm_reader r = alea__rewrite_sections(m->file);
    restorable_parts p = {.has_memory = false};
    unsigned id;
    alea__slice body;
    restorable_put_types(m, &p.types, &p.numbers);
    restorable_put_segment(m, &p.segment);
    ALEA__PUT(&p.memory, 0x01, 1, 1); /* one page, and never more */
    alea__text_add_bytes(out, m->file.data, ALEA__WASM_HEADER);
    while (alea__rewrite_next(&r, &id, &body)) restorable_put_section(m, &p, id, body, out);
    if (!p.has_data) alea__put_list(out, ALEA__SECTION_DATA, 1, &p.segment);
    out->failed = out->failed || p.types.failed || p.numbers.failed || p.memory.failed || p.segment.failed;
    alea__text_free(&p.types);
    alea__text_free(&p.numbers);
    alea__text_free(&p.memory);
    alea__text_free(&p.segment);
}

/* Copies a module whose globals never change. */
static bool restorable_rewrite_module(void *memories, alea__slice file, alea__text *out)
{
    restorable_module m = {.file = file};
    const bool possible = restorable_read(&m);
    if (possible && m.cells > 0) {
        restorable_put_module(&m, out);
        ++*(uint32_t *)memories;
    } else if (possible) {
        alea__text_add_bytes(out, file.data, file.size);
    }
    alea__free(m.global);
    alea__module_free(&m.has);
    return possible;
}

/* ---- components ---- */

/* Reads past the options of a canonical function. */
static void canon_read_options(alea__wasm_reader *r)
{
    for (uint32_t count = alea__wasm_count(r); count > 0 && !r->failed; count--) {
        const unsigned option = alea__wasm_byte(r);
        if (option > 5) alea__wasm_give_up(r);
        if (option >= 3) alea__wasm_number(r);
    }
}

/* Whether canonical functions only pass calls on, or drop resources of others. Unknown forms do not. */
static bool restorable_check_section(void *user, unsigned id, alea__slice body)
{
    (void)user;
    if (id != ALEA__PUT_CANON) return true;
    alea__wasm_reader r = alea__wasm_read_from(body.data, body.size);
    for (uint32_t count = alea__wasm_count(&r); count > 0 && !r.failed; count--) {
        const unsigned kind = alea__wasm_byte(&r);
        if (kind == 0x03 || kind == 0x04) { /* resource.drop, resource.rep */
            alea__wasm_number(&r);
            continue;
        }
        if (kind > 0x01 || alea__wasm_byte(&r) != 0) return false;
        alea__wasm_number(&r);
        canon_read_options(&r);
        if (kind == 0x00) alea__wasm_number(&r); /* lift: the type */
    }
    return !r.failed && alea__wasm_left(&r) == 0;
}

bool alea__make_restorable(alea__slice component, alea__text *out, uint32_t *memories)
{
    const alea__rewriting how = {
        .module = restorable_rewrite_module, .section = restorable_check_section, .user = memories};
    *memories = 0;
    return alea__rewrite(&how, component, out);
}
