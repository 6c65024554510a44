#include "sandbox/wasm_code.h"
#include "base/assert.h"

#include <string.h>

/* ---- the operands that follow an instruction in the file ----

   A letter for each first byte: '.' none, 'b' the type of a block, 'n' a number, '2' two numbers, 't' a table of branches, 'v'
   a list of types, 'm' an address in memory, 'i' a 32-bit and 'l' a 64-bit constant, '4' and '8' bytes, 'h' the type of a
   reference, '?' no instruction. */

static const char operands_of[] = "..bbb.?????.nnt."  /* 0x00: unreachable … return */
                                  "n2n2??????..v???"  /* 0x10: calls, drop, select */
                                  "nnnnnnn?mmmmmmmm"  /* 0x20: variables, tables, loads */
                                  "mmmmmmmmmmmmmmmn"  /* 0x30: loads, stores, memory.size */
                                  "nil48..........."  /* 0x40: memory.grow, constants, comparisons */
                                  "................"  /* 0x50 */
                                  "................"  /* 0x60: arithmetic */
                                  "................"  /* 0x70 */
                                  "................"  /* 0x80 */
                                  "................"  /* 0x90 */
                                  "................"  /* 0xA0: conversions */
                                  "................"  /* 0xB0 */
                                  ".....???????????"  /* 0xC0: sign extension */
                                  "h.n?????????????"  /* 0xD0: references */
                                  "????????????????"  /* 0xE0 */
                                  "????????????????"; /* 0xF0: 0xFC and 0xFD are read apart */

/* The same for 0xFC: conversions, then memory.init … table.fill. */
static const char bulk_operands_of[] = "........2n2n2n2nnn";

static void code_read_address(alea__wasm_reader *r)
{
    if (alea__wasm_number(r) & 0x40) alea__wasm_number(r); /* which memory */
    alea__wasm_number_of(r, 64);
}

/* Reads a br_table's targets and returns their number. */
static uint32_t code_read_targets(alea__wasm_reader *r)
{
    uint32_t count = alea__wasm_count(r);
    for (uint32_t i = 0; i <= count && !r->failed; i++) alea__wasm_number(r);
    return count;
}

/* The second number of a pair matters: memory.init names a segment first, call_indirect a type. */
static void code_read_operands(alea__wasm_reader *r, char kind, alea__instruction *out)
{
    switch (kind) {
    case '.': break;
    case 'b': out->block = alea__wasm_signed(r, 33); break;
    case 'n': out->index = alea__wasm_number(r); break;
    case '2':
        out->index = alea__wasm_number(r);
        alea__wasm_number(r);
        break;
    case 't': out->index = code_read_targets(r); break;
    case 'v': alea__wasm_name(r); break;
    case 'm': code_read_address(r); break;
    case 'i': alea__wasm_signed(r, 32); break;
    case 'l': alea__wasm_signed(r, 64); break;
    case '4': alea__wasm_slice(r, 4); break;
    case '8': alea__wasm_slice(r, 8); break;
    case 'h': alea__wasm_signed(r, 33); break;
    default: alea__wasm_give_up(r); break;
    }
}

/* ---- SIMD ---- */

enum { LAST_SIMD = 0xFF, LAST_RELAXED = 0x113 };

static bool simd_between(uint32_t n, uint32_t first, uint32_t last)
{
    return n >= first && n <= last;
}

/* Loads and stores have an address, those of a lane also a lane; constants and shuffles 16 bytes; extract and replace a lane. */
static void simd_read_operands(alea__wasm_reader *r, uint32_t n)
{
    bool lane_in_memory = simd_between(n, 84, 91);
    if (n <= 11 || lane_in_memory || n == 92 || n == 93) code_read_address(r);
    if (n == 12 || n == 13) alea__wasm_slice(r, 16);
    if (simd_between(n, 21, 34) || lane_in_memory) alea__wasm_byte(r);
    if (n > LAST_SIMD) alea__wasm_give_up(r);
}

/* Instructions that do not change the height of the stack: one operand and one result. */
static bool simd_is_unary(uint32_t n)
{
    static const uint8_t unary[] = {21,   22,   24,   25,   27,   29,   31,   33, /* extract_lane */
                                    77,   83,   92,   93,   94,   95,   96,   97,   98,   99,   100,
                                    103,  104,  105,  106,  0x74, 0x75, 0x7A, 0x7C, 0x7D, 0x7E, 0x7F,
                                    0x80, 0x81, 0x83, 0x84, 0x87, 0x88, 0x89, 0x8A, 0x94, 0xA0, 0xA1,
                                    0xA3, 0xA4, 0xA7, 0xA8, 0xA9, 0xAA, 0xC0, 0xC1, 0xC3, 0xC4, 0xC7,
                                    0xC8, 0xC9, 0xCA, 0xE0, 0xE1, 0xE3, 0xEC, 0xED, 0xEF};
    return n <= 10 || simd_between(n, 15, 20) || simd_between(n, 0xF8, LAST_SIMD) ||
           memchr(unary, (int)n, sizeof unary) != NULL;
}

static int simd_stack_effect(uint32_t n)
{
    if (n == 12) return 1;
    if (simd_is_unary(n)) return 0;
    const bool three = n == 11 || n == 82 || simd_between(n, 88, 91);
    return three ? -2 : -1;
}

/* ---- all of them ---- */

alea__instruction alea__wasm_instruction(alea__wasm_reader *r)
{
    alea__instruction out = {.code = alea__wasm_byte(r)};
    _Static_assert(sizeof operands_of == 257, "one letter for each byte");
    if (out.code == 0xFD) {
        uint32_t n = alea__wasm_number(r);
        simd_read_operands(r, n);
        out.code = n <= LAST_SIMD ? ALEA__SIMD + n : n <= LAST_RELAXED ? ALEA__OP_RELAXED : ALEA__SIMD;
    } else if (out.code == 0xFC) {
        uint32_t n = alea__wasm_number(r);
        bool known = n < sizeof bulk_operands_of - 1;
        code_read_operands(r, known ? bulk_operands_of[n] : '?', &out);
        out.code = ALEA__BULK + (known ? n : 0);
    } else {
        code_read_operands(r, operands_of[out.code], &out);
    }
    return out;
}

alea__wasm_reader alea__wasm_code_of(alea__slice function)
{
    alea__wasm_reader r = alea__wasm_read_from(function.data, function.size);
    for (uint32_t groups = alea__wasm_count(&r); groups > 0 && !r.failed; groups--) {
        alea__wasm_number(&r);
        alea__wasm_byte(&r);
    }
    return r;
}

static int bulk_stack_effect(uint32_t n)
{
    static const int8_t effect[] = {0, 0, 0, 0, 0, 0, 0, 0, -3, 0, -3, -3, -3, 0, -3, -1, 1, -3};
    return effect[n];
}

/* One-byte instructions, one letter each: '+' pushes one value, '=' keeps the height, '-' removes one, '2' removes two. */
static int plain_stack_effect(uint32_t code)
{
    static const char effects[] = "================"  /* control: handled by the caller */
                                  "==========-22==="  /* drop, select */
                                  "+-=+-=2========="  /* 0x20: variables, tables, loads */
                                  "======222222222+"  /* 0x30: loads, stores, memory.size */
                                  "=++++=----------"  /* 0x40: memory.grow, constants, i32 comparisons */
                                  "=---------------"  /* 0x50: i64 and f32 comparisons: 0x5B … 0x60 too */
                                  "-------===------"  /* 0x60: f64 comparisons, i32 clz, ctz, popcnt, add … */
                                  "---------===----"  /* 0x70: …, i64 clz, ctz, popcnt, add … */
                                  "-----------====="  /* 0x80: …, f32 abs … */
                                  "==-------======="  /* 0x90: f32 add …, f64 abs … */
                                  "-------========="  /* 0xA0: f64 add …, conversions */
                                  "================"  /* 0xB0 */
                                  "================"  /* 0xC0: sign extension */
                                  "+=+============="; /* 0xD0: ref.null, ref.is_null, ref.func */
    _Static_assert(sizeof effects == 0xE1, "one letter for each byte");
    if (code >= sizeof effects - 1) return 0;
    const char effect = effects[code];
    return effect == '+' ? 1 : effect == '-' ? -1 : effect == '2' ? -2 : 0;
}

int alea__wasm_stack_effect(uint32_t code)
{
    ALEA_ASSERT(code < ALEA__BULK || code < ALEA__BULK + 18 || code >= ALEA__SIMD);
    if (code >= ALEA__SIMD) return simd_stack_effect(code - ALEA__SIMD);
    if (code >= ALEA__BULK) return bulk_stack_effect(code - ALEA__BULK);
    return plain_stack_effect(code);
}
