/* What a core module has: wasm_limits.h.

   The work of compiling a function is estimated, in microseconds. The estimate follows measurements of the engine's compiler on
   shapes that make it slow: its form for optimizing has, wherever control joins, a value for every local and for every operand on
   the stack; parts of it take time by the square of the number of joins; and some instructions become loops or calls of the host.
   Ordinary programs take about half of what is estimated. */
#include "base/assert.h"
#include "base/memory.h"
#include "sandbox/inspect.h"
#include "sandbox/wasm_code.h"
#include "sandbox/wasm_limits.h"

/* ---- costs of compiling instructions, in 64ths of a microsecond ---- */

enum {
    COST_UNIT = 64,
    COST_FUNCTION = 60 * COST_UNIT,
    COST_INSTRUCTION = 2 * COST_UNIT,
    COST_FLOAT = 32 * COST_UNIT, /* arithmetic, with its NaNs made the same everywhere */
    COST_CONVERSION = 6 * COST_UNIT,
    COST_VECTOR = 12 * COST_UNIT,
    COST_TABLE = 100 * COST_UNIT,
    COST_BULK = 150 * COST_UNIT, /* memory.fill and similar instructions: a loop that counts fuel */
    COST_INDIRECT = 64 * COST_UNIT,
    COST_CALL = 12 * COST_UNIT,
    COST_GLOBAL = 10 * COST_UNIT, /* the engine follows values through globals, however long the chain is */
    COST_DIVISION = 6 * COST_UNIT,
    COST_LOAD = 3 * COST_UNIT,
    COST_GROW = 10 * COST_UNIT,
    COST_BR_IF = 20 * COST_UNIT,
    COST_BRANCH = 4 * COST_UNIT, /* of a table of branches */
    COST_JOIN = 32,              /* for each local and operand, where control branches or joins */
    COST_LIVE = 2,               /* for each operand on the stack, at any instruction */
    COST_OPERAND = 32,           /* of a call, and as much for each 16 others */
    OPERANDS = 16,
    BRANCHES = 16,    /* of a table, which are as one join */
    COST_CARRIED = 4, /* for each value that a block carries, and each branch or join of the function */
    COST_CHANGED =
        20 *
        COST_UNIT /* for each local that a loop changes: it has a separate value at the beginning of the loop */
};

/* Costs of instructions that are neither control nor calls, by ranges of codes. */
static const struct cost_row {
    uint32_t first, last;
    uint32_t cost;
} costs[] = {
    {0x23, 0x24, COST_GLOBAL},
    {0x25, 0x26, COST_TABLE},
    {0x28, 0x3E, COST_LOAD},
    {ALEA__OP_MEMORY_GROW, ALEA__OP_MEMORY_GROW, COST_GROW},
    {0x6D, 0x70, COST_DIVISION},
    {0x7F, 0x82, COST_DIVISION},
    {0x8B, 0xA6, COST_FLOAT},
    {0xA7, 0xBF, COST_CONVERSION},
    {ALEA__BULK, ALEA__BULK + 7, COST_CONVERSION},
    {ALEA__BULK + 8, ALEA__SIMD - 1, COST_BULK},
    {ALEA__SIMD, UINT32_MAX, COST_VECTOR},
};

static uint32_t code_cost(uint32_t code)
{
    for (size_t i = 0; i < sizeof costs / sizeof *costs && costs[i].first <= code; i++)
        if (code <= costs[i].last) return costs[i].cost;
    return 0;
}

/* ---- a function ---- */

/* A block that is open. */
typedef struct code_block {
    uint64_t base; /* the height of the stack below its parameters */
    uint64_t parameters, results;
    uint64_t sets; /* of locals, within it */
    bool loop;
} code_block;

typedef struct code_walk {
    alea__measuring *all;
    const alea__module *module;
    alea__wasm_reader r;
    code_block *block;
    uint32_t blocks, capacity;
    uint64_t locals, height, work;
    uint64_t joins, carried; /* places where control branches or joins; values that blocks take and return */
} code_walk;

static void code_push(code_walk *w, uint64_t values)
{
    w->height += values;
}

/* In code that is never reached there may be fewer operands than instructions take. */
static void code_pop(code_walk *w, uint64_t values)
{
    uint64_t base = w->blocks > 0 ? w->block[w->blocks - 1].base : 0;
    ALEA_ASSERT(w->height >= base);
    w->height = w->height - base > values ? w->height - values : base;
}

static void code_join(code_walk *w)
{
    w->work += COST_JOIN * (w->locals + w->height + 1);
    w->joins++;
}

/* A function's type by its index. An invalid index gives an empty type; the engine reports it. */
static const alea__signature *code_type(const alea__module *m, uint32_t type)
{
    static const alea__signature nothing;
    return type < m->types ? &m->type[type] : &nothing;
}

/* How many values a type takes or returns. The engine refuses more than a thousand; sums stay small. */
static uint64_t code_values(alea__slice types)
{
    enum { MOST = 4096 };
    return types.size < MOST ? types.size : MOST;
}

static const alea__signature *code_function_type(const alea__module *m, uint32_t function)
{
    return code_type(m, function < m->functions ? m->function[function] : UINT32_MAX);
}

enum { MOST_BLOCKS = 65536 };

/* Opens a block; its parameters are the topmost operands. */
static void code_open(code_walk *w, uint64_t parameters, uint64_t results)
{
    if (w->blocks == MOST_BLOCKS ||
        !alea__grow(&w->block, &w->capacity, (size_t)w->blocks + 1, sizeof *w->block)) {
        w->all->no_memory = w->blocks < MOST_BLOCKS;
        alea__wasm_give_up(&w->r);
        return;
    }
    code_pop(w, parameters);
    w->block[w->blocks++] = (code_block){.base = w->height, .parameters = parameters, .results = results};
    w->carried += parameters + results;
    code_push(w, parameters);
    alea__measure_most(w->all, ALEA__LIMIT_DEPTH, w->blocks - 1); /* the function itself is one */
}

static void code_open_block(code_walk *w, const alea__instruction *i)
{
    if (i->code == ALEA__OP_IF) code_pop(w, 1);
    const alea__signature *type = i->block >= 0 ? code_type(w->module, (uint32_t)i->block) : NULL;
    code_open(w, type ? code_values(type->parameters) : 0,
              type ? code_values(type->results) : i->block != ALEA__BLOCK_EMPTY);
    if (!w->r.failed) w->block[w->blocks - 1].loop = i->code == ALEA__OP_LOOP;
}

/* After a branch the stack has its height at the start of the block. */
static void code_leave(code_walk *w)
{
    w->height = w->blocks > 0 ? w->block[w->blocks - 1].base : 0;
}

static void code_close(code_walk *w)
{
    if (w->blocks == 0) return;
    const code_block *b = &w->block[--w->blocks];
    w->height = b->base;
    code_push(w, b->results);
    if (b->loop) w->work += COST_CHANGED * (b->sets < w->locals ? b->sets : w->locals);
    if (w->blocks > 0) w->block[w->blocks - 1].sets += b->sets;
}

static void code_call(code_walk *w, const alea__signature *type)
{
    const uint64_t taken = code_values(type->parameters), returned = code_values(type->results);
    const uint64_t operands = taken + returned;
    code_pop(w, taken);
    code_push(w, returned);
    w->work += COST_CALL + COST_OPERAND * (operands + operands * operands / OPERANDS);
}

/* Handles control instructions. Returns false for others. */
static bool code_control(code_walk *w, const alea__instruction *i)
{
    switch (i->code) {
    case ALEA__OP_BLOCK:
    case ALEA__OP_LOOP:
    case ALEA__OP_IF: code_open_block(w, i); break;
    case ALEA__OP_ELSE:
        code_leave(w);
        if (w->blocks > 0) code_push(w, w->block[w->blocks - 1].parameters);
        break;
    case ALEA__OP_END: code_close(w); break;
    case ALEA__OP_BR_IF:
        code_pop(w, 1);
        w->work += COST_BR_IF;
        break;
    case ALEA__OP_BR_TABLE:
        alea__measure_add(w->all, ALEA__LIMIT_BRANCHES, i->index);
        w->work += i->index * (COST_BRANCH + COST_JOIN * (w->locals + w->height));
        w->joins += i->index / BRANCHES;
        code_leave(w);
        break;
    case ALEA__OP_BR:
    case ALEA__OP_RETURN:
    case ALEA__OP_UNREACHABLE: code_leave(w); break;
    default: return false;
    }
    if (i->code != ALEA__OP_UNREACHABLE) code_join(w);
    return true;
}

/* If the instruction is a call, pops and pushes by its type, adds its work, and returns true. */
static bool code_calls(code_walk *w, const alea__instruction *i)
{
    bool direct = i->code == ALEA__OP_CALL || i->code == ALEA__OP_RETURN_CALL;
    bool indirect = i->code == ALEA__OP_CALL_INDIRECT || i->code == ALEA__OP_RETURN_CALL_INDIRECT;
    if (!direct && !indirect) return false;
    if (indirect) {
        code_pop(w, 1);
        w->work += COST_INDIRECT;
    }
    code_call(w, direct ? code_function_type(w->module, i->index) : code_type(w->module, i->index));
    if (i->code >= ALEA__OP_RETURN_CALL) code_leave(w);
    return true;
}

/* Reads one instruction, and adds what compiling it costs. */
static void code_step(code_walk *w)
{
    const alea__instruction i = alea__wasm_instruction(&w->r);
    if (i.code == ALEA__OP_RELAXED) w->all->sum.relaxed = true;
    if (w->r.failed) return;
    w->work += COST_INSTRUCTION + COST_LIVE * w->height + code_cost(i.code);
    if (w->blocks > 0 && (i.code == ALEA__OP_LOCAL_SET || i.code == ALEA__OP_LOCAL_TEE))
        w->block[w->blocks - 1].sets++;
    if (i.code == ALEA__OP_TABLE_GET || i.code == ALEA__OP_TABLE_SET)
        code_join(w); /* a function is made when it is needed */
    if (i.code == ALEA__OP_TABLE_GROW) w->all->sum.grows_tables = true;
    if (code_control(w, &i) || code_calls(w, &i)) return;
    int effect = alea__wasm_stack_effect(i.code);
    if (effect > 0) code_push(w, 1);
    if (effect < 0) code_pop(w, (uint64_t)-effect);
}

enum { MOST_LOCALS = 1 << 16 };

static void code_read_locals(code_walk *w)
{
    for (uint32_t groups = alea__wasm_count(&w->r); groups > 0 && !w->r.failed; groups--) {
        w->locals += alea__wasm_number(&w->r);
        unsigned type = alea__wasm_byte(&w->r);
        if (type == 0x63 || type == 0x64) alea__wasm_give_up(&w->r);
    }
    alea__measure_most(w->all, ALEA__LIMIT_LOCALS, w->locals);
    if (w->locals > MOST_LOCALS) w->locals = MOST_LOCALS; /* more than the engine takes; sums stay small */
}

/* One function of the code section. */
static void code_measure(alea__measuring *all, const alea__module *module, uint32_t function,
                         alea__slice body)
{
    const alea__signature *type = code_function_type(module, function);
    code_walk w = {.all = all,
                   .module = module,
                   .r = alea__wasm_read_from(body.data, body.size),
                   .locals = code_values(type->parameters),
                   .work = COST_FUNCTION};
    alea__measure_most(all, ALEA__LIMIT_FUNCTION_BYTES, body.size);
    all->sum.code += body.size;
    code_read_locals(&w);
    code_open(&w, 0, code_values(type->results));
    while (alea__wasm_left(&w.r) > 0) code_step(&w);
    w.work += w.joins * w.joins / 2 + w.joins * w.carried * COST_CARRIED;
    alea__measure_add(all, ALEA__LIMIT_WORK, w.work / COST_UNIT);
    alea__measure_most(all, ALEA__LIMIT_FUNCTION_WORK, w.work / COST_UNIT);
    if (w.r.failed) alea__measure_wrong(all, &w.r, "a function has an instruction that is not known here");
    alea__free(w.block);
}

/* ---- sections ---- */

typedef struct module_walk {
    alea__measuring *all;
    const alea__module *module;
    alea__needs needs;
    uint32_t imported; /* functions */
} module_walk;

static void module_measure_code(module_walk *w, alea__wasm_reader *r)
{
    const uint32_t count = alea__wasm_count(r);
    for (uint32_t i = 0; i < count && !r->failed; i++) {
        alea__slice body = alea__wasm_name(r);
        if (!r->failed) code_measure(w->all, w->module, w->imported + i, body);
        w->needs.code += body.size;
    }
}

/* A table may come with the value that fills it, which is skipped by the engine's rules: constants up to an end. */
static void module_skip_constant(alea__wasm_reader *r)
{
    while (!r->failed && alea__wasm_instruction(r).code != ALEA__OP_END) {
    }
}

/* The tables that the module defines, with their entries. */
static void module_measure_tables(module_walk *w, alea__wasm_reader *r)
{
    uint32_t count = alea__wasm_count(r);
    w->needs.tables += count;
    for (; count > 0 && !r->failed; count--) {
        unsigned type = alea__wasm_byte(r);
        const bool filled = type == 0x40;
        if (filled) {
            alea__wasm_byte(r);
            type = alea__wasm_byte(r);
        }
        if (type == 0x63 || type == 0x64) alea__wasm_give_up(r);
        const unsigned flags = alea__wasm_byte(r), bits = flags & 4 ? 64 : 32;
        const uint64_t entries = alea__wasm_number_of(r, bits);
        if (flags & 1) alea__wasm_number_of(r, bits);
        if (filled) module_skip_constant(r);
        w->needs.entries += entries < UINT32_MAX ? entries : UINT32_MAX;
        alea__measure_most(w->all, ALEA__LIMIT_TABLE_ENTRIES, entries);
    }
}

/* The largest type, and a rough sum of the work that signatures cause. */
static void module_measure_types(module_walk *w)
{
    const alea__module *m = w->module;
    for (uint32_t i = 0; i < m->types; i++) {
        uint64_t most = m->type[i].parameters.size > m->type[i].results.size ? m->type[i].parameters.size
                                                                             : m->type[i].results.size;
        alea__measure_most(w->all, ALEA__LIMIT_PARAMETERS, most);
    }
}

/* Segments are copied when the module is instantiated; an entry of a table takes at least a byte of its segment. */
static void module_measure_section(module_walk *w, unsigned id, alea__wasm_reader *r)
{
    const uint64_t size = alea__wasm_left(r);
    switch (id) {
    case ALEA__SECTION_TABLES: module_measure_tables(w, r); break;
    case ALEA__SECTION_MEMORIES: w->needs.memories += alea__wasm_count(r); break;
    case ALEA__SECTION_GLOBALS:
        w->needs.globals += alea__wasm_count(r);
        w->needs.copied += size;
        break;
    case ALEA__SECTION_ELEMENTS:
        alea__measure_add(w->all, ALEA__LIMIT_SEGMENTS, alea__wasm_count(r));
        w->needs.copied += 8 * size;
        break;
    case ALEA__SECTION_DATA:
        alea__measure_add(w->all, ALEA__LIMIT_SEGMENTS, alea__wasm_count(r));
        w->needs.copied += size;
        break;
    case ALEA__SECTION_CODE: module_measure_code(w, r); break;
    default: break;
    }
}

static void module_measure_sections(module_walk *w, const unsigned char *data, size_t size)
{
    alea__wasm_reader r = alea__wasm_read_from(data + ALEA__WASM_HEADER, size - ALEA__WASM_HEADER);
    while (alea__wasm_left(&r) > 0 && !w->all->wrong && !w->all->no_memory) {
        unsigned id = alea__wasm_byte(&r);
        alea__slice body = alea__wasm_name(&r);
        alea__wasm_reader section = alea__wasm_read_from(body.data, body.size);
        module_measure_section(w, id, &section);
        if (section.failed) alea__measure_wrong(w->all, &section, "a section of a core module is damaged");
    }
    if (r.failed) alea__measure_wrong(w->all, &r, "a core module is cut off");
}

/* The engine's memory for an instance: records of functions that others may call, imports, tables, memories and globals. */
static uint64_t module_instance_bytes(const alea__module *m, const alea__needs *needs)
{
    enum { RECORD = 4096, FUNCTION = 64, IMPORT = 32, TABLE = 64, MEMORY = 256, GLOBAL = 16 };
    return RECORD + FUNCTION * (uint64_t)m->functions + IMPORT * (uint64_t)m->imports +
           TABLE * needs->tables + MEMORY * needs->memories + GLOBAL * needs->globals;
}

bool alea__measure_module(alea__measuring *all, const unsigned char *data, size_t size, alea__needs *out)
{
    alea__module module;
    alea_error unread;
    alea_status status = alea__module_read("", data, size, &module, &unread);
    *out = (alea__needs){0};
    if (status == ALEA_E_MEMORY) {
        all->no_memory = true;
        return false;
    }
    if (status != ALEA_OK) {
        const alea__wasm_reader r = alea__wasm_read_from(data, size);
        alea__measure_wrong(
            all, &r, "a core module's types or imports are damaged, or of a form that is not known here");
        return false;
    }
    module_walk w = {.all = all, .module = &module, .needs = {.instances = 1}};
    for (uint32_t i = 0; i < module.imports; i++) w.imported += module.import[i].kind == ALEA__FUNCTION;
    alea__measure_add(all, ALEA__LIMIT_TYPES, module.types);
    alea__measure_add(all, ALEA__LIMIT_FUNCTIONS, module.functions - w.imported);
    alea__measure_add(all, ALEA__LIMIT_IMPORTS, module.imports);
    alea__measure_add(all, ALEA__LIMIT_EXPORTS, module.exports);
    module_measure_types(&w);
    module_measure_sections(&w, data, size);
    w.needs.bytes = module_instance_bytes(&module, &w.needs);
    *out = w.needs;
    alea__module_free(&module);
    return !all->wrong && !all->no_memory;
}
