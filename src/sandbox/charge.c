#include "sandbox/charge.h"
#include "base/assert.h"
#include "sandbox/encode.h"
#include "sandbox/inspect.h"
#include "sandbox/rewrite.h"
#include "sandbox/wasm_code.h"

/* ---- what instructions cost ----

   Each row is the processor time of the instruction on a Zen 3, in units of 0.3 nanoseconds, in a chain in which each waits for the one
   before. A plain addition takes less, a program as compilers make it about half
   of a unit for each instruction. What takes other time on other processors has the longest that is usual. A load that has to wait
   for memory, or for a store that it overlaps in part, costs as much as any other. */

static const struct charge_row {
    uint32_t first, last; /* codes */
    uint32_t fuel;
} charges[] = {
    {ALEA__OP_LOOP, ALEA__OP_LOOP, 5}, /* each round looks whether there is fuel */
    {ALEA__OP_IF, ALEA__OP_IF, 1},
    {ALEA__OP_BR_IF, ALEA__OP_BR_IF, 1},
    {ALEA__OP_BR_TABLE, ALEA__OP_BR_TABLE, 20},
    {ALEA__OP_CALL, ALEA__OP_CALL, 13},
    {ALEA__OP_CALL_INDIRECT, ALEA__OP_CALL_INDIRECT, 55},
    {ALEA__OP_RETURN_CALL, ALEA__OP_RETURN_CALL, 13},
    {ALEA__OP_RETURN_CALL_INDIRECT, ALEA__OP_RETURN_CALL_INDIRECT, 55},
    {ALEA__OP_TABLE_GET, ALEA__OP_TABLE_GET, 10},
    {ALEA__OP_TABLE_SET, ALEA__OP_TABLE_SET, 5},
    {0x28, 0x35, 4}, /* loads */
    {ALEA__OP_MEMORY_GROW, ALEA__OP_MEMORY_GROW, ALEA__CHARGE_GROW},
    {0x45, 0x5A, 2},  /* comparisons of whole numbers */
    {0x5B, 0x66, 6},  /* of floating-point numbers */
    {0x67, 0x69, 2},  /* i32: clz, ctz, popcnt */
    {0x6C, 0x6C, 1},  /* mul */
    {0x6D, 0x70, 18}, /* div, rem */
    {0x79, 0x7B, 2},
    {0x7E, 0x7E, 1},
    {0x7F, 0x82, 26},
    {0x8B, 0x8C, 1},  /* f32: abs, neg */
    {0x8D, 0x90, 12}, /* ceil, floor, trunc, nearest */
    {0x91, 0x91, 30}, /* sqrt */
    {0x92, 0x94, 12},
    {0x95, 0x95, 23}, /* div */
    {0x96, 0x97, 10}, /* min, max */
    {0x98, 0x98, 2},
    {0x99, 0x9A, 1},
    {0x9B, 0x9E, 12},
    {0x9F, 0x9F, 38},
    {0xA0, 0xA2, 12},
    {0xA3, 0xA3, 29},
    {0xA4, 0xA5, 10},
    {0xA6, 0xA6, 2},
    {0xA8, 0xAB, 16}, /* conversions */
    {0xAE, 0xB1, 16},
    {0xB2, 0xBB, 12},
    {0xBC, 0xBF, 3},
    {ALEA__OP_REF_FUNC, ALEA__OP_REF_FUNC, 300},
    {ALEA__BULK, ALEA__BULK + 7, 16},
    {ALEA__OP_MEMORY_INIT, ALEA__OP_MEMORY_INIT, 31},
    {ALEA__OP_DATA_DROP, ALEA__OP_DATA_DROP, 1},
    {ALEA__OP_MEMORY_COPY, ALEA__OP_MEMORY_FILL, 31},
    {ALEA__OP_TABLE_INIT, ALEA__OP_TABLE_INIT, 65}, /* and for each entry */
    {ALEA__OP_ELEM_DROP, ALEA__OP_ELEM_DROP, 104},
    {ALEA__OP_TABLE_COPY, ALEA__OP_TABLE_COPY, 31}, /* and for each entry */
    {ALEA__OP_TABLE_GROW, ALEA__OP_TABLE_GROW, ALEA__CHARGE_GROW},
    {ALEA__OP_TABLE_FILL, ALEA__OP_TABLE_FILL, 31}, /* and for each entry */
    {ALEA__SIMD, ALEA__SIMD + 10, 5},               /* loads */
    {ALEA__SIMD + 13, ALEA__SIMD + 14, 1},
    {ALEA__SIMD + 15, ALEA__SIMD + 34, 5},      /* splat, extract_lane, replace_lane */
    {ALEA__SIMD + 0x23, ALEA__SIMD + 0x4C, 2},  /* comparisons */
    {ALEA__SIMD + 0x52, ALEA__SIMD + 0x52, 1},  /* bitselect */
    {ALEA__SIMD + 0x53, ALEA__SIMD + 0x53, 10}, /* any_true */
    {ALEA__SIMD + 0x54, ALEA__SIMD + 0x5D, 5},  /* loads and stores of a lane */
    {ALEA__SIMD + 0x5E, ALEA__SIMD + 0x5F, 10}, /* f32x4.demote, f64x2.promote */
    {ALEA__SIMD + 0x60, ALEA__SIMD + 0x61, 1},
    {ALEA__SIMD + 0x62, ALEA__SIMD + 0x62, 5},  /* popcnt */
    {ALEA__SIMD + 0x63, ALEA__SIMD + 0x64, 10}, /* all_true, bitmask */
    {ALEA__SIMD + 0x67, ALEA__SIMD + 0x6A, 10}, /* f32x4.ceil … nearest */
    {ALEA__SIMD + 0x6B, ALEA__SIMD + 0x6D, 3},
    {ALEA__SIMD + 0x74, ALEA__SIMD + 0x75, 10},
    {ALEA__SIMD + 0x7A, ALEA__SIMD + 0x7A, 10},
    {ALEA__SIMD + 0x7C, ALEA__SIMD + 0x7F, 8}, /* extadd_pairwise */
    {ALEA__SIMD + 0x80, ALEA__SIMD + 0x82, 8},
    {ALEA__SIMD + 0x83, ALEA__SIMD + 0x84, 16},
    {ALEA__SIMD + 0x87, ALEA__SIMD + 0x8D, 2}, /* extend, shifts */
    {ALEA__SIMD + 0x94, ALEA__SIMD + 0x94, 10},
    {ALEA__SIMD + 0x95, ALEA__SIMD + 0x95, 5},
    {ALEA__SIMD + 0x9C, ALEA__SIMD + 0x9F, 8}, /* extmul */
    {ALEA__SIMD + 0xA3, ALEA__SIMD + 0xA4, 10},
    {ALEA__SIMD + 0xA7, ALEA__SIMD + 0xAD, 2},
    {ALEA__SIMD + 0xB5, ALEA__SIMD + 0xBF, 8}, /* mul, min, max, dot, extmul */
    {ALEA__SIMD + 0xC0, ALEA__SIMD + 0xC1, 5},
    {ALEA__SIMD + 0xC3, ALEA__SIMD + 0xC4, 10},
    {ALEA__SIMD + 0xC7, ALEA__SIMD + 0xCA, 2},
    {ALEA__SIMD + 0xCB, ALEA__SIMD + 0xCD, 5},
    {ALEA__SIMD + 0xD5, ALEA__SIMD + 0xDF, 10}, /* i64x2.mul, comparisons, extmul */
    {ALEA__SIMD + 0xE0, ALEA__SIMD + 0xE1, 1},
    {ALEA__SIMD + 0xE3, ALEA__SIMD + 0xE3, 29}, /* f32x4.sqrt */
    {ALEA__SIMD + 0xE4, ALEA__SIMD + 0xE6, 13},
    {ALEA__SIMD + 0xE7, ALEA__SIMD + 0xE7, 31}, /* div */
    {ALEA__SIMD + 0xE8, ALEA__SIMD + 0xE9, 18}, /* min, max */
    {ALEA__SIMD + 0xEA, ALEA__SIMD + 0xEB, 2},
    {ALEA__SIMD + 0xEC, ALEA__SIMD + 0xED, 1},
    {ALEA__SIMD + 0xEF, ALEA__SIMD + 0xEF, 36},
    {ALEA__SIMD + 0xF0, ALEA__SIMD + 0xF2, 14},
    {ALEA__SIMD + 0xF3, ALEA__SIMD + 0xF3, 36},
    {ALEA__SIMD + 0xF4, ALEA__SIMD + 0xF5, 18},
    {ALEA__SIMD + 0xF6, ALEA__SIMD + 0xF7, 2},
    {ALEA__SIMD + 0xF8, ALEA__SIMD + 0xFF, 21}, /* conversions */
};

uint32_t alea__charge_of(uint32_t code)
{
    size_t from = 0, to = sizeof charges / sizeof *charges;
    while (from < to) {
        const size_t middle = (from + to) / 2;
        if (charges[middle].last < code)
            from = middle + 1;
        else
            to = middle;
    }
    return from < sizeof charges / sizeof *charges && charges[from].first <= code ? charges[from].fuel : 0;
}

/* ---- the functions that are added ---- */

enum {
    PER_ENTRY = UINT16_MAX, /* represents the function that charges for entries of a table */
    ENTRY_FUEL = 8
};

typedef struct charged_module {
    alea__slice file;
    alea__module has;
    uint32_t added[8]; /* fuel, or PER_ENTRY */
    uint32_t count;
    bool failed;
} charged_module;

/* The number of the added function, which is added if it is new. There are fewer kinds than places. */
static uint32_t charge_function(charged_module *m, uint32_t fuel)
{
    uint32_t n = 0;
    while (n < m->count && m->added[n] != fuel) n++;
    ALEA_ASSERT(n < sizeof m->added / sizeof *m->added);
    if (n == m->count) m->added[m->count++] = fuel;
    return m->has.functions + n;
}

static void put_fuel(alea__text *out, uint32_t fuel)
{
    for (; fuel > 0; fuel--) ALEA__PUT(out, 0x41, 0, ALEA__OP_DROP); /* i32.const 0, drop */
}

/* (func (param $n i32) (result i32) (local $eights i32)): returns $n, and charges eight for each entry, eight entries at a time. No table
   has as many entries as 2^18; then nothing is charged, and the instruction traps.

       if ($n >> 18 == 0) { $eights = $n >> 3; do charge; while ((int)--$eights > 0); } return $n; */
static void put_per_entry(alea__text *body)
{
    ALEA__PUT(body, 1, 1, 0x7F);
    ALEA__PUT(body, 0x20, 0, 0x41, 18, 0x76, 0x45, 0x04, 0x40, 0x20, 0, 0x41, 3, 0x76, 0x21, 1);
    ALEA__PUT(body, 0x03, 0x40);
    put_fuel(body, 8 * ENTRY_FUEL - 7);
    ALEA__PUT(body, 0x20, 1, 0x41, 1, 0x6B, 0x22, 1, 0x41, 0, 0x4A, 0x0D, 0, 0x0B, 0x0B, 0x20, 0, 0x0B);
}

/* A function that does nothing but cost so much, or that charges for entries. */
static void put_added_function(alea__text *out, uint32_t fuel)
{
    alea__text body = {0};
    if (fuel == PER_ENTRY) {
        put_per_entry(&body);
    } else {
        alea__put(&body, 0); /* no locals */
        put_fuel(&body, fuel);
        alea__put(&body, ALEA__OP_END);
    }
    alea__put_bytes(out, body.data, body.size);
    alea__text_free_part(&body, out);
}

static void put_added_types(const charged_module *m, alea__text *types, alea__text *numbers)
{
    for (uint32_t i = 0; i < m->count; i++) {
        if (m->added[i] == PER_ENTRY)
            ALEA__PUT(types, ALEA__FUNCTION_TYPE, 1, 0x7F, 1, 0x7F);
        else
            ALEA__PUT(types, ALEA__FUNCTION_TYPE, 0, 0);
        alea__put_number(numbers, m->has.types + i);
    }
}

/* ---- the code ---- */

static void charge_put_call(charged_module *m, uint32_t function, alea__text *out)
{
    alea__put(out, ALEA__OP_CALL);
    alea__put_number(out, charge_function(m, function));
}

/* Writes the charge in front of an instruction; in a loop, behind its beginning, so that each iteration is charged. */
static void charge_put(charged_module *m, uint32_t code, alea__text *out)
{
    const uint32_t fuel = alea__charge_of(code);
    if (fuel <= ALEA__CHARGE_INLINE)
        put_fuel(out, fuel);
    else
        charge_put_call(m, fuel, out);
    if (code == ALEA__OP_TABLE_INIT || code == ALEA__OP_TABLE_COPY || code == ALEA__OP_TABLE_FILL)
        charge_put_call(m, PER_ENTRY, out);
}

/* Values, vectors twice. */
static uint64_t charge_of_types(alea__slice types)
{
    enum { VECTOR = 0x7B };
    uint64_t values = types.size;
    for (size_t i = 0; i < types.size; i++) values += types.data[i] == VECTOR;
    return values;
}

/* The cost of entering a function, besides the call. Its variables are set to zero; floating-point numbers and vectors take
   twice as long. Parameters and results go through memory unless they are few. The pages of the frame are touched, which is
   at most eight times as large as the code. */
static uint64_t charge_of_entry(const alea__signature *type, alea__slice function)
{
    enum { FREE_VARIABLES = 8, FREE_VALUES = 8, FIRST_WHOLE = 0x7E, CODE_A_UNIT = 1024 };
    const uint64_t values = charge_of_types(type->parameters) + charge_of_types(type->results);
    uint64_t variables = 0, fuel = function.size / CODE_A_UNIT;
    alea__wasm_reader r = alea__wasm_read_from(function.data, function.size);
    for (uint32_t groups = alea__wasm_count(&r); groups > 0 && !r.failed; groups--) {
        const uint64_t count = alea__wasm_number(&r);
        variables += alea__wasm_byte(&r) < FIRST_WHOLE ? 2 * count : count;
    }
    if (variables > FREE_VARIABLES) fuel += 5 * (variables - FREE_VARIABLES) / 4;
    if (values > FREE_VALUES) fuel += 3 * (values - FREE_VALUES);
    return fuel;
}

/* Much is charged as for entries of a table. */
static void charge_put_entry(charged_module *m, uint64_t fuel, alea__text *out)
{
    if (fuel <= ALEA__CHARGE_INLINE) {
        put_fuel(out, (uint32_t)fuel);
        return;
    }
    const uint64_t eights = (fuel + 4 * ENTRY_FUEL) / (8 * ENTRY_FUEL);
    alea__put(out, 0x41); /* i32.const */
    alea__put_signed(out, (int32_t)(8 * eights));
    charge_put_call(m, PER_ENTRY, out);
    alea__put(out, ALEA__OP_DROP);
}

/* Copies a function; instructions follow their charge, except for loops. */
static void charge_put_body(charged_module *m, const alea__signature *type, alea__slice function,
                            alea__text *out)
{
    alea__wasm_reader r = alea__wasm_code_of(function);
    alea__text body = {0};
    const unsigned char *copied = r.at;
    alea__text_add_bytes(&body, function.data, (size_t)(r.at - function.data));
    charge_put_entry(m, charge_of_entry(type, function), &body);
    while (alea__wasm_left(&r) > 0) {
        const unsigned char *from = r.at;
        const alea__instruction i = alea__wasm_instruction(&r);
        if (r.failed || alea__charge_of(i.code) == 0) continue;
        if (i.code == ALEA__OP_LOOP) from = r.at;
        alea__text_add_bytes(&body, copied, (size_t)(from - copied));
        charge_put(m, i.code, &body);
        copied = from;
    }
    alea__text_add_bytes(&body, copied, (size_t)(r.at - copied));
    m->failed = m->failed || r.failed;
    alea__put_bytes(out, body.data, body.size);
    alea__text_free_part(&body, out);
}

/* Writes the functions, and collects the helpers to add. The number of functions, which comes first, is only known
   afterwards, so `bodies` is a separate text. */
static void charge_put_bodies(charged_module *m, alea__slice section, alea__text *bodies, uint32_t *count)
{
    alea__wasm_reader r = alea__wasm_read_from(section.data, section.size);
    *count = alea__wasm_count(&r);
    m->failed = m->failed || *count > m->has.functions;
    for (uint32_t i = 0; i < *count && !r.failed && !m->failed; i++) {
        const alea__export function = {.index = m->has.functions - *count + i};
        charge_put_body(m, alea__module_signature(&m->has, &function), alea__wasm_name(&r), bodies);
    }
    for (uint32_t i = 0; i < m->count; i++) put_added_function(bodies, m->added[i]);
    m->failed = m->failed || r.failed;
}

/* ---- the module ---- */

/* Copies the sections; types, functions and code get longer. `bodies`: the functions that the code section had, and the added
   ones. */
static void charge_put_sections(const charged_module *m, const alea__text *bodies, uint32_t functions,
                                alea__text *out)
{
    alea__wasm_reader r = alea__rewrite_sections(m->file);
    alea__text types = {0}, numbers = {0}, code = {0};
    unsigned id;
    alea__slice body;
    put_added_types(m, &types, &numbers);
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

/* Writes a charged module. Returns false if it is damaged or memory runs out. */
static bool charge_put_module(void *user, alea__slice file, alea__text *out)
{
    charged_module m = {.file = file};
    alea__text bodies = {0};
    alea__wasm_reader r = alea__rewrite_sections(file);
    unsigned id;
    alea__slice body;
    uint32_t functions = 0;
    (void)user;
    if (alea__module_read("", file.data, file.size, &m.has, NULL) != ALEA_OK) return false;
    while (alea__rewrite_next(&r, &id, &body))
        if (id == ALEA__SECTION_CODE) charge_put_bodies(&m, body, &bodies, &functions);
    alea__text_add_bytes(out, file.data, ALEA__WASM_HEADER);
    charge_put_sections(&m, &bodies, functions, out);
    alea__text_free_part(&bodies, out);
    alea__module_free(&m.has);
    return !m.failed && !out->failed;
}

bool alea__charge(alea__slice file, alea__text *out)
{
    const alea__rewriting how = {.module = charge_put_module};
    return alea__rewrite(&how, file, out);
}
