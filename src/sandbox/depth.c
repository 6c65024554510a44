#include "sandbox/depth.h"
#include "base/memory.h"
#include "sandbox/encode.h"
#include "sandbox/inspect.h"
#include "sandbox/rewrite.h"
#include "sandbox/wasm_code.h"

#include <string.h>

/* ---- how large a frame can be ----

   The compiler gives at most one slot to each value that it knows. These are the variables, and what instructions produce; those that
   only pass a value on, and small constants, produce none. Loads and stores need an address besides. Arguments and results that do
   not fit into registers are in the frame of the caller. */

enum {
    SLOTS_ALWAYS = 64,    /* saved registers and data of the engine */
    SLOTS_SHALLOW = 4096, /* a frame that need not be counted, if nothing is called from it */
    SLOTS_A_VALUE = 4     /* of a call: once as a value and once as an argument, for vectors */
};

/* Slots for the results of an instruction. */
static uint32_t slots_of(uint32_t code)
{
    if (code >= ALEA__SIMD) return 2;
    if (code >= ALEA__BULK) return 1;
    const bool memory = code >= 0x28 && code <= 0x3E, constant = code == 0x41 || code == 0x42;
    const bool passes = code < 0x1B || (code >= 0x20 && code <= 0x22) || code == ALEA__OP_GLOBAL_SET;
    return memory ? 2 : passes || constant ? 0 : 1;
}

static uint32_t slots_of_types(alea__slice types)
{
    enum { VECTOR = 0x7B };
    uint32_t slots = (uint32_t)types.size;
    for (size_t i = 0; i < types.size; i++) slots += types.data[i] == VECTOR;
    return slots;
}

/* ---- the module ---- */

typedef struct depth_function {
    uint32_t slots;
    bool calls;
} depth_function;

typedef struct depth_module {
    const alea__depth_budget *whole;
    alea__slice file;
    alea__module has;
    depth_function *own; /* the functions that the module defines */
    uint32_t owns, imported;
    uint32_t counter;     /* the number of the global */
    uint32_t *block_type; /* types with several results, which need a type for their block */
    uint32_t block_types, capacity;
    uint64_t code;
    bool counts; /* some function does */
    bool failed;
} depth_module;

static const alea__signature *depth_type(const depth_module *m, uint32_t type)
{
    static const alea__signature nothing;
    return type < m->has.types ? &m->has.type[type] : &nothing;
}

static const alea__signature *depth_function_type(const depth_module *m, uint32_t function)
{
    return depth_type(m, function < m->has.functions ? m->has.function[function] : UINT32_MAX);
}

static bool code_calls(uint32_t code)
{
    return code >= ALEA__OP_CALL && code <= ALEA__OP_RETURN_CALL_INDIRECT;
}

/* The slots of the variables that a function declares. */
static uint64_t depth_read_locals(alea__slice function)
{
    enum { VECTOR = 0x7B };
    uint64_t slots = 0;
    alea__wasm_reader r = alea__wasm_read_from(function.data, function.size);
    for (uint32_t groups = alea__wasm_count(&r); groups > 0 && !r.failed; groups--) {
        const uint64_t count = alea__wasm_number(&r);
        slots += alea__wasm_byte(&r) == VECTOR ? 2 * count : count;
    }
    return slots;
}

/* Estimates the frame of a function, and sees whether it calls others. */
static void depth_measure(depth_module *m, uint32_t index, alea__slice function)
{
    const alea__signature *type = depth_function_type(m, m->imported + index);
    alea__wasm_reader r = alea__wasm_code_of(function);
    uint64_t slots = SLOTS_ALWAYS + depth_read_locals(function) + slots_of_types(type->parameters);
    size_t passed = type->results.size;
    while (alea__wasm_left(&r) > 0) {
        const alea__instruction i = alea__wasm_instruction(&r);
        slots += slots_of(i.code);
        if (!code_calls(i.code)) continue;
        m->own[index].calls = true;
        const bool direct = i.code == ALEA__OP_CALL || i.code == ALEA__OP_RETURN_CALL;
        const alea__signature *called = direct ? depth_function_type(m, i.index) : depth_type(m, i.index);
        const size_t values = called->parameters.size + called->results.size;
        slots += slots_of_types(called->results);
        if (values > passed) passed = values;
    }
    slots += SLOTS_A_VALUE * passed;
    m->own[index].slots = slots < ALEA__DEPTH_SLOTS ? (uint32_t)slots : ALEA__DEPTH_SLOTS;
    m->code += function.size;
    m->failed = m->failed || r.failed;
}

/* Whether calls of it need not be counted. */
static bool depth_is_shallow(const depth_module *m, uint32_t function)
{
    if (function < m->imported || function - m->imported >= m->owns) return false;
    const depth_function *f = &m->own[function - m->imported];
    return !f->calls && f->slots <= SLOTS_SHALLOW;
}

/* Whether the function counts: it is large, or calls functions that may call further ones. */
static bool depth_counts(const depth_module *m, uint32_t index, alea__slice function)
{
    alea__wasm_reader r = alea__wasm_code_of(function);
    if (m->own[index].slots > SLOTS_SHALLOW) return true;
    while (m->own[index].calls && alea__wasm_left(&r) > 0) {
        const alea__instruction i = alea__wasm_instruction(&r);
        if (code_calls(i.code) && !(i.code == ALEA__OP_CALL && depth_is_shallow(m, i.index))) return true;
    }
    return false;
}

/* Estimates all frames; records the place of the counter. */
static void depth_read(depth_module *m)
{
    alea__wasm_reader r = alea__rewrite_sections(m->file);
    unsigned id;
    alea__slice body;
    for (uint32_t i = 0; i < m->has.imports; i++) {
        m->imported += m->has.import[i].kind == ALEA__FUNCTION;
        m->counter += m->has.import[i].kind == ALEA__GLOBAL;
    }
    m->owns = m->has.functions - m->imported;
    m->own = alea__alloc_array((size_t)m->owns + 1, sizeof *m->own);
    m->failed = !m->own;
    while (!m->failed && alea__rewrite_next(&r, &id, &body)) {
        alea__wasm_reader section = alea__wasm_read_from(body.data, body.size);
        if (id == ALEA__SECTION_GLOBALS) m->counter += alea__wasm_number(&section);
        if (id != ALEA__SECTION_CODE) continue;
        const uint32_t count = alea__wasm_count(&section);
        for (uint32_t i = 0; i < count && i < m->owns; i++) depth_measure(m, i, alea__wasm_name(&section));
        m->failed = m->failed || section.failed || count != m->owns;
    }
}

/* The module's part of the sum: nine tenths of it go by the size of the code. */
static uint32_t depth_share(const depth_module *m)
{
    const double all = m->whole->slots;
    if (m->whole->instances <= 1 || m->code >= m->whole->code) return m->whole->slots;
    return (uint32_t)(all * 0.9 * ((double)m->code / (double)m->whole->code) +
                      all * 0.1 / (double)m->whole->instances);
}

/* ---- the code ---- */

static void put_counter(const depth_module *m, unsigned code, alea__text *out)
{
    alea__put(out, code);
    alea__put_number(out, m->counter);
}

static void put_slots(uint32_t slots, alea__text *out)
{
    alea__put(out, 0x41);
    alea__put_signed(out, (int32_t)slots);
}

/* if (counter < slots) too_deep(); counter -= slots; */
static void depth_put_entry(const depth_module *m, uint32_t slots, alea__text *out)
{
    put_counter(m, ALEA__OP_GLOBAL_GET, out);
    put_slots(slots, out);
    ALEA__PUT(out, 0x49, ALEA__OP_IF, 0x40, ALEA__OP_CALL);
    alea__put_number(out, m->has.functions);
    ALEA__PUT(out, ALEA__OP_UNREACHABLE, ALEA__OP_END);
    put_counter(m, ALEA__OP_GLOBAL_GET, out);
    put_slots(slots, out);
    alea__put(out, 0x6B);
    put_counter(m, ALEA__OP_GLOBAL_SET, out);
}

/* counter += slots; */
static void depth_put_exit(const depth_module *m, uint32_t slots, alea__text *out)
{
    put_counter(m, ALEA__OP_GLOBAL_GET, out);
    put_slots(slots, out);
    alea__put(out, 0x6A);
    put_counter(m, ALEA__OP_GLOBAL_SET, out);
}

/* The type of a block with a function's results: none, one, or a new type. */
static void depth_put_block_type(depth_module *m, uint32_t type, alea__text *out)
{
    const alea__slice results = depth_type(m, type)->results;
    uint32_t n = 0;
    if (results.size < 2) {
        alea__put(out, results.size == 0 ? 0x40 : results.data[0]);
        return;
    }
    while (n < m->block_types && m->block_type[n] != type) n++;
    if (n == m->block_types) {
        m->failed =
            m->failed || !alea__grow(&m->block_type, &m->capacity, (size_t)n + 1, sizeof *m->block_type);
        if (m->failed) return;
        m->block_type[m->block_types++] = type;
    }
    alea__put_signed(out, (int32_t)(m->has.types + 1 + n));
}

/* The instructions, in a block to which branches to the end of the function now lead. */
static void depth_put_counted(depth_module *m, uint32_t index, alea__slice function, alea__text *body)
{
    alea__wasm_reader r = alea__wasm_code_of(function);
    const uint32_t slots = m->own[index].slots;
    alea__text_add_bytes(body, function.data, (size_t)(r.at - function.data)); /* variables */
    depth_put_entry(m, slots, body);
    alea__put(body, ALEA__OP_BLOCK);
    depth_put_block_type(m, m->has.function[m->imported + index], body);
    const unsigned char *copied = r.at;
    while (alea__wasm_left(&r) > 0) {
        const unsigned char *from = r.at;
        const uint32_t code = alea__wasm_instruction(&r).code;
        if (code != ALEA__OP_RETURN && code != ALEA__OP_RETURN_CALL && code != ALEA__OP_RETURN_CALL_INDIRECT)
            continue;
        alea__text_add_bytes(body, copied, (size_t)(from - copied));
        depth_put_exit(m, slots, body);
        copied = from;
    }
    alea__text_add_bytes(body, copied, (size_t)(r.at - copied));
    depth_put_exit(m, slots, body);
    alea__put(body, ALEA__OP_END);
    m->counts = true;
}

/* A function, unchanged or with counting. */
static void depth_put_body(depth_module *m, uint32_t index, alea__slice function, alea__text *out)
{
    alea__text body = {0};
    if (!depth_counts(m, index, function)) {
        alea__put_bytes(out, function.data, function.size);
        return;
    }
    depth_put_counted(m, index, function, &body);
    alea__put_bytes(out, body.data, body.size);
    alea__text_free_part(&body, out);
}

/* The functions, and behind them the one that traps. */
static void depth_put_bodies(depth_module *m, alea__slice section, alea__text *out)
{
    alea__wasm_reader r = alea__wasm_read_from(section.data, section.size);
    const uint32_t count = alea__wasm_count(&r);
    for (uint32_t i = 0; i < count && !r.failed; i++) depth_put_body(m, i, alea__wasm_name(&r), out);
    ALEA__PUT(out, 3, 0, ALEA__OP_UNREACHABLE, ALEA__OP_END);
    m->failed = m->failed || r.failed;
}

/* ---- the sections ---- */

/* The bytes after the entries of a section. */
typedef struct depth_parts {
    alea__text types, bodies, global;
    bool has_globals; /* the section was there, or has been written */
} depth_parts;

static void depth_put_parts(depth_module *m, depth_parts *p)
{
    ALEA__PUT(&p->types, ALEA__FUNCTION_TYPE, 0, 0);
    for (uint32_t i = 0; i < m->block_types; i++) {
        const alea__slice results = depth_type(m, m->block_type[i])->results;
        ALEA__PUT(&p->types, ALEA__FUNCTION_TYPE, 0);
        alea__put_bytes(&p->types, results.data, results.size);
    }
    ALEA__PUT(&p->global, 0x7F, 1); /* an i32 that changes */
    put_slots(depth_share(m), &p->global);
    alea__put(&p->global, ALEA__OP_END);
}

/* Writes a section that is a list with new entries. */
static void depth_put_code(const depth_module *m, const depth_parts *p, alea__text *out)
{
    alea__text code = {0};
    alea__put_number(&code, m->owns + 1);
    alea__text_add_bytes(&code, p->bodies.data, p->bodies.size);
    alea__put_section(out, ALEA__SECTION_CODE, &code);
}

/* Copies a section, longer if necessary. A missing section of globals comes before the first one that must follow it. */
static void depth_put_section(const depth_module *m, depth_parts *p, unsigned id, alea__slice body,
                              alea__text *out)
{
    const unsigned char none = 0;
    alea__text number = {0};
    if (id >= ALEA__SECTION_EXPORTS && id <= ALEA__SECTION_DATA_COUNT && !p->has_globals) {
        alea__rewrite_longer(out, ALEA__SECTION_GLOBALS, (alea__slice){&none, 1}, &p->global, 1);
        p->has_globals = true;
    }
    p->has_globals = p->has_globals || id == ALEA__SECTION_GLOBALS;
    switch (id) {
    case ALEA__SECTION_CUSTOM: break;
    case ALEA__SECTION_TYPES: alea__rewrite_longer(out, id, body, &p->types, 1 + m->block_types); break;
    case ALEA__SECTION_FUNCTIONS:
        alea__put_number(&number, m->has.types);
        alea__rewrite_longer(out, id, body, &number, 1);
        alea__text_free(&number);
        break;
    case ALEA__SECTION_GLOBALS: alea__rewrite_longer(out, id, body, &p->global, 1); break;
    case ALEA__SECTION_CODE: depth_put_code(m, p, out); break;
    default: alea__rewrite_copy(out, id, body); break;
    }
}

/* Custom sections: the name of the function that traps, and a mark that the module counts. */
static void depth_put_name(const depth_module *m, alea__text *out)
{
    alea__text section = {0}, names = {0};
    alea__put_name(&section, ALEA__DEPTH_SECTION);
    alea__put_section(out, ALEA__SECTION_CUSTOM, &section);
    alea__put_name(&section, "name");
    alea__put(&names, 1);
    alea__put_number(&names, m->has.functions);
    alea__put_name(&names, ALEA__TOO_DEEP);
    alea__put(&section, 1); /* names of functions */
    alea__put_bytes(&section, names.data, names.size);
    alea__text_free_part(&names, &section);
    alea__put_section(out, ALEA__SECTION_CUSTOM, &section);
}

/* A module in which no function counts only loses its custom sections. */
static void depth_put_sections(depth_module *m, depth_parts *p, alea__text *out)
{
    alea__wasm_reader r = alea__rewrite_sections(m->file);
    unsigned id;
    alea__slice body;
    alea__text_add_bytes(out, m->file.data, ALEA__WASM_HEADER);
    while (alea__rewrite_next(&r, &id, &body)) {
        if (m->counts)
            depth_put_section(m, p, id, body, out);
        else if (id != ALEA__SECTION_CUSTOM)
            alea__rewrite_copy(out, id, body);
    }
    if (m->counts) depth_put_name(m, out);
}

/* Writes a module. Returns false if it is damaged or memory runs out. */
static bool depth_put_module(void *whole, alea__slice file, alea__text *out)
{
    depth_module m = {.whole = whole, .file = file};
    depth_parts p = {.has_globals = false};
    alea__wasm_reader r = alea__rewrite_sections(file);
    unsigned id;
    alea__slice body;
    if (alea__module_read("", file.data, file.size, &m.has, NULL) != ALEA_OK) return false;
    depth_read(&m);
    while (!m.failed && alea__rewrite_next(&r, &id, &body))
        if (id == ALEA__SECTION_CODE) depth_put_bodies(&m, body, &p.bodies);
    if (!m.failed) {
        depth_put_parts(&m, &p);
        depth_put_sections(&m, &p, out);
    }
    out->failed = out->failed || p.types.failed || p.bodies.failed || p.global.failed;
    alea__text_free(&p.types);
    alea__text_free(&p.bodies);
    alea__text_free(&p.global);
    alea__free(m.own);
    alea__free(m.block_type);
    alea__module_free(&m.has);
    return !m.failed && !out->failed;
}

bool alea__count_depth(const alea__depth_budget *whole, alea__slice file, alea__text *out)
{
    alea__depth_budget user = *whole;
    const alea__rewriting how = {.module = depth_put_module, .user = &user, .without_custom = true};
    return alea__rewrite(&how, file, out);
}
