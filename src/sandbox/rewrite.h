#ifndef ALEA_SANDBOX_REWRITE_H
#define ALEA_SANDBOX_REWRITE_H
/* Copies a WebAssembly file section by section, with changes to its core modules. */
#include "base/text.h"
#include "sandbox/wasm_reader.h"

typedef struct alea__rewriting {
    /* Writes a core module. False: it is damaged, it cannot be changed as wanted, or there is no memory. */
    bool (*module)(void *user, alea__slice module, alea__text *out);
    /* Called for each section of a component that is copied; NULL: all are. False: the file cannot be changed as wanted. */
    bool (*section)(void *user, unsigned id, alea__slice body);
    void *user;
    bool without_custom; /* leaves out custom sections of components; those of modules are left to `module` */
} alea__rewriting;

/* Writes a core module, or a component with all that is nested in it. It has passed alea__wasm_check_limits. The
   caller frees `out` on success. False: a function above returned false, or there is no memory (`out->failed`). */
bool alea__rewrite(const alea__rewriting *, alea__slice file, alea__text *out);

/* ---- for functions that write modules ---- */

/* Reads the sections behind the header. */
alea__wasm_reader alea__rewrite_sections(alea__slice file);
/* The next section. False: there is none, or the file is damaged. */
bool alea__rewrite_next(alea__wasm_reader *, unsigned *id, alea__slice *body);
void alea__rewrite_copy(alea__text *out, unsigned id, alea__slice body);
/* A section that is a list, with `count` entries behind those that it has. */
void alea__rewrite_longer(alea__text *out, unsigned id, alea__slice body, const alea__text *more,
                          uint32_t count);
#endif
