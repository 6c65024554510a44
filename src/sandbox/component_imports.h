#pragma once
/* The imports of a component as the type of a single instance that exports all of them; a composition imports it instead of
   the component (compose.c). */
#include "base/text.h"
#include "sandbox/wasm_reader.h"
#include <alea/status.h>

typedef struct alea__imports {
    alea__text type;   /* as a type section spells it; empty: the component imports nothing */
    alea__slice *name; /* of the imports, in their order; parts of the component's bytes */
    uint32_t names, capacity;
} alea__imports;

/* Reads a component that the engine has compiled. The caller frees `out` on success. Fails with ALEA_E_REFUSED if there is
   no such type, because the component defines something other than types before its last import. */
alea_status alea__imports_read(alea__slice component, alea__imports *out, alea_error *);
void alea__imports_free(alea__imports *);
