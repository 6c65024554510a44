#pragma once
/* Copies a WebAssembly file section by section, with changes to its core modules. */
#include "base/text.h"
#include "sandbox/wasm_reader.h"

typedef struct alea__rewriting {
    /* Writes a core module. Returns false if it is damaged, cannot be changed as required, or memory runs out. */
    bool (*module)(void *user, alea__slice module, alea__text *out);
    /* Called for each section of a component that is copied; NULL accepts all. Returns false if the file cannot be changed
       as required. */
    bool (*section)(void *user, unsigned id, alea__slice body);
    void *user;
    bool without_custom; /* leaves out custom sections of components; those of modules are left to `module` */
} alea__rewriting;

/* Writes a core module, or a component with everything nested in it. It must have passed alea__wasm_check_limits. The
   caller frees `out` on success. Returns false if a function above did or memory runs out (`out->failed`). */
bool alea__rewrite(const alea__rewriting *, alea__slice file, alea__text *out);

/* ---- for functions that write modules ---- */

/* Reads the sections behind the header. */
alea__wasm_reader alea__rewrite_sections(alea__slice file);
/* Reads the next section. Returns false if there is none or the file is damaged. */
bool alea__rewrite_next(alea__wasm_reader *, unsigned *id, alea__slice *body);
void alea__rewrite_copy(alea__text *out, unsigned id, alea__slice body);
/* A section that is a list, with `count` entries behind those that it has. */
void alea__rewrite_longer(alea__text *out, unsigned id, alea__slice body, const alea__text *more,
                          uint32_t count);
