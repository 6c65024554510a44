#pragma once
/* Inspects a file: WebAssembly or something else, complete or cut off, a component or a core module, with a core module's
   imports and exports. WebAssembly Core Specification 2.0, chapter 5 (binary format). */
#include "sandbox/wasm_reader.h"
#include <alea/status.h>

#include <stdbool.h>
#include <stdint.h>

typedef enum alea__wasm_kind { ALEA__CORE_MODULE, ALEA__COMPONENT } alea__wasm_kind;

/* Checks the header, and that all sections lie within the file. ALEA_E_BOT describes the file if it is something else. */
alea_status alea__wasm_kind_of(const char *path, const unsigned char *data, size_t size, alea__wasm_kind *,
                               alea_error *);

typedef struct alea__signature {
    alea__slice parameters, results; /* a byte a value type */
} alea__signature;

typedef enum alea__external { ALEA__FUNCTION, ALEA__TABLE, ALEA__MEMORY, ALEA__GLOBAL } alea__external;

typedef struct alea__import {
    alea__slice module, name;
    uint8_t kind; /* alea__external; others exist */
    uint32_t
        type; /* of a function: its place in `type`; of a table: what its entries are; of a global: 1 if it can change */
} alea__import;

typedef struct alea__export {
    alea__slice name;
    uint8_t kind;
    uint32_t index;
} alea__export;

/* The parts of a core module; slices point into its bytes. */
typedef struct alea__module {
    alea__signature *type;
    uint32_t types;
    uint32_t *function; /* all functions, imported ones first: the place of their type */
    uint32_t functions;
    alea__import *import;
    uint32_t imports;
    alea__export *exported;
    uint32_t exports;
    uint32_t memories; /* imported ones too */
    struct {
        uint64_t min, max; /* in pages of 64 KiB; max is UINT64_MAX without a limit */
    } memory;              /* the first of them */
    bool no_memory;        /* of the machine, to read it all */
} alea__module;

/* Reads a module that the engine has found valid. ALEA_E_BOT when it uses encodings that are not read
   here. */
alea_status alea__module_read(const char *path, const unsigned char *data, size_t size, alea__module *out,
                              alea_error *);
void alea__module_free(alea__module *);

/* Whether the module or component, or one that is nested in it, has a custom section of that name. */
bool alea__wasm_declares(alea__slice file, const char *section);

const alea__export *alea__module_find(const alea__module *, alea__external, const char *name); /* or NULL */
const alea__signature *alea__module_signature(const alea__module *, const alea__export *function);
bool alea__slice_is(alea__slice, const char *text);
bool alea__signature_is(const alea__signature *, size_t parameters,
                        size_t results); /* that many i32, nothing else */
