#pragma once
/* Reads the instructions of a function: WebAssembly Core Specification 2.0, section 5.4, with tail calls, which are the
   extension that the engine accepts (engine.c). */
#include "sandbox/wasm_reader.h"

/* Instructions with the first byte 0xFC or 0xFD have a second number. */
enum { ALEA__BULK = 0xFC << 16, ALEA__SIMD = 0xFD << 16 };
enum {
    ALEA__OP_UNREACHABLE = 0x00,
    ALEA__OP_BLOCK = 0x02,
    ALEA__OP_LOOP = 0x03,
    ALEA__OP_IF = 0x04,
    ALEA__OP_ELSE = 0x05,
    ALEA__OP_END = 0x0B,
    ALEA__OP_BR = 0x0C,
    ALEA__OP_BR_IF = 0x0D,
    ALEA__OP_BR_TABLE = 0x0E,
    ALEA__OP_RETURN = 0x0F,
    ALEA__OP_CALL = 0x10,
    ALEA__OP_CALL_INDIRECT = 0x11,
    ALEA__OP_RETURN_CALL = 0x12,
    ALEA__OP_RETURN_CALL_INDIRECT = 0x13,
    ALEA__OP_DROP = 0x1A,
    ALEA__OP_LOCAL_SET = 0x21,
    ALEA__OP_LOCAL_TEE = 0x22,
    ALEA__OP_GLOBAL_GET = 0x23,
    ALEA__OP_GLOBAL_SET = 0x24,
    ALEA__OP_TABLE_GET = 0x25,
    ALEA__OP_TABLE_SET = 0x26,
    ALEA__OP_MEMORY_GROW = 0x40,
    ALEA__OP_REF_FUNC = 0xD2,
    ALEA__OP_MEMORY_INIT = ALEA__BULK + 8,
    ALEA__OP_DATA_DROP = ALEA__BULK + 9,
    ALEA__OP_MEMORY_COPY = ALEA__BULK + 10,
    ALEA__OP_MEMORY_FILL = ALEA__BULK + 11,
    ALEA__OP_TABLE_INIT = ALEA__BULK + 12,
    ALEA__OP_ELEM_DROP = ALEA__BULK + 13,
    ALEA__OP_TABLE_COPY = ALEA__BULK + 14,
    ALEA__OP_TABLE_GROW = ALEA__BULK + 15,
    ALEA__OP_TABLE_FILL = ALEA__BULK + 17,
    ALEA__OP_RELAXED = ALEA__SIMD + 0x100 /* any instruction of relaxed SIMD */
};

typedef struct alea__instruction {
    uint32_t code;
    uint32_t
        index; /* a function, a type (of an indirect call), a global, a memory or a table; the number of br_table's targets */
    int64_t block; /* the type of a block: an index, or negative: -64 none, otherwise one result */
} alea__instruction;

enum { ALEA__BLOCK_EMPTY = -64 };

/* Reads the next instruction. One that is unknown, or of relaxed SIMD, makes the reader give up. */
alea__instruction alea__wasm_instruction(alea__wasm_reader *);

/* Reads a function's instructions, which follow its locals. */
alea__wasm_reader alea__wasm_code_of(alea__slice function);

/* How many values more (or fewer) the operand stack holds after an instruction that is neither a branch nor a call, nor begins
   or ends a block. */
int alea__wasm_stack_effect(uint32_t code);
