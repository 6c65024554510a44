#pragma once
/* Writes WebAssembly binaries, both core modules and components: bytes, numbers, names and sections are appended to a text.
   Check alea__text.failed once, at the end. The numbers are those of the core specification (chapter 5) and of the
   component model's Binary.md. */
#include "base/text.h"
#include <alea/status.h>

#include <stdint.h>

void alea__put(alea__text *, unsigned byte);
void alea__put_number(alea__text *, uint32_t); /* unsigned LEB128 */
void alea__put_signed(alea__text *, int32_t);  /* signed LEB128 */
void alea__put_name(alea__text *, const char *);
void alea__put_bytes(alea__text *, const void *, size_t); /* as a vector: the length comes first */

/* Moves the text to `out`. If writing failed, frees `written` and fails with ALEA_E_MEMORY. */
alea_status alea__put_finish(alea__text *written, alea__text *out, alea_error *);

/* Adds a section and frees its body. The body is written to a separate text, because its size comes first. */
void alea__put_section(alea__text *, unsigned id, alea__text *body);
/* The same for a list whose length is known only after its entries are written. */
void alea__put_list(alea__text *, unsigned id, uint32_t count, alea__text *entries);

/* Bytes written out, as in ALEA__PUT(out, 0x00, 0x61). */
#define ALEA__PUT(text, ...)                                         \
    alea__text_add_bytes(text, (const unsigned char[]){__VA_ARGS__}, \
                         sizeof((const unsigned char[]){__VA_ARGS__}))

void alea__put_module_header(alea__text *);
void alea__put_component_header(alea__text *);

/* Sections of a component. */
enum {
    ALEA__PUT_CORE_MODULE = 1,
    ALEA__PUT_CORE_INSTANCE = 2,
    ALEA__PUT_COMPONENT = 4,
    ALEA__PUT_INSTANCE = 5,
    ALEA__PUT_ALIAS = 6,
    ALEA__PUT_TYPE = 7,
    ALEA__PUT_CANON = 8,
    ALEA__PUT_IMPORT = 10,
    ALEA__PUT_EXPORT = 11
};

/* Sorts of items in a component, and types. */
enum { ALEA__CORE_FUNCTION = 0x00, ALEA__CORE_MEMORY = 0x02, ALEA__CORE_INSTANCE = 0x12 };
enum { ALEA__COMPONENT_FUNCTION = 0x01, ALEA__COMPONENT_TYPE = 0x03, ALEA__COMPONENT_INSTANCE = 0x05 };
enum {
    ALEA__BOOL = 0x7F,
    ALEA__U32 = 0x79,
    ALEA__U64 = 0x77,
    ALEA__RECORD = 0x72,
    ALEA__LIST = 0x70,
    ALEA__TUPLE = 0x6F,
    ALEA__FUNC = 0x40,
    ALEA__INSTANCE = 0x42
};
/* Declarations in the type of an instance or a component. */
enum {
    ALEA__DECLARES_TYPE = 1,
    ALEA__DECLARES_ALIAS = 2,
    ALEA__DECLARES_IMPORT = 3,
    ALEA__DECLARES_EXPORT = 4
};

/* Entries of these sections: (alias core export $instance NAME), (alias export $instance NAME), (core instance (instantiate
   $module …arguments)) and one of its arguments, (with NAME (instance $instance)), (export NAME (SORT index)). */
void alea__put_core_alias(alea__text *, unsigned sort, uint32_t instance, const char *name);
void alea__put_alias(alea__text *, unsigned sort, uint32_t instance, const char *name);
void alea__put_core_instantiate(alea__text *, uint32_t module, uint32_t arguments);
void alea__put_core_argument(alea__text *, const char *name, uint32_t instance);
void alea__put_export(alea__text *, const char *name, unsigned sort, uint32_t index);

/* The interface of bots. */
#define ALEA__INTERFACE   "pig-pen:player/strategy@0.1.0"
#define ALEA__SHOULD_ROLL "should-roll"

/* The types of that interface in a type section or an instance type: the list of scores, which is type 0, and the function
   that takes it. `between` is written before each of them. */
void alea__put_should_roll_types(alea__text *, const void *between, size_t size);
