#pragma once
/* Reads WebAssembly's bytes: numbers, names and slices. Past the end everything reads as zero and sets `failed`, so that
   callers check once, at the end. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes of a file. */
typedef struct alea__slice {
    const unsigned char *data;
    size_t size;
} alea__slice;

typedef struct alea__wasm_reader {
    const unsigned char *at, *end;
    bool failed;
} alea__wasm_reader;

alea__wasm_reader alea__wasm_read_from(const unsigned char *data, size_t size);
size_t alea__wasm_left(const alea__wasm_reader *);
void alea__wasm_give_up(alea__wasm_reader *);

unsigned alea__wasm_byte(alea__wasm_reader *);
uint64_t alea__wasm_number_of(alea__wasm_reader *, unsigned bits); /* unsigned LEB128 of at most `bits` */
uint32_t alea__wasm_number(alea__wasm_reader *);                   /* the same of 32 bits */
int64_t alea__wasm_signed(alea__wasm_reader *, unsigned bits);     /* signed LEB128 of at most `bits` */
alea__slice alea__wasm_slice(alea__wasm_reader *, size_t size);
alea__slice alea__wasm_name(alea__wasm_reader *); /* or any vector of bytes */

/* Reads the number of items that follow. An item takes at least one byte, so a number above the remaining bytes is an
   error; the reader then fails and returns zero. */
uint32_t alea__wasm_count(alea__wasm_reader *);

/* The header that both kinds of file begin with, and a core module's sections. */
enum { ALEA__WASM_HEADER = 8 };
enum {
    ALEA__SECTION_CUSTOM = 0,
    ALEA__SECTION_TYPES = 1,
    ALEA__SECTION_IMPORTS = 2,
    ALEA__SECTION_FUNCTIONS = 3,
    ALEA__SECTION_TABLES = 4,
    ALEA__SECTION_MEMORIES = 5,
    ALEA__SECTION_GLOBALS = 6,
    ALEA__SECTION_EXPORTS = 7,
    ALEA__SECTION_ELEMENTS = 9,
    ALEA__SECTION_CODE = 10,
    ALEA__SECTION_DATA = 11,
    ALEA__SECTION_DATA_COUNT = 12,
    ALEA__FUNCTION_TYPE = 0x60
};
