#ifndef ALEA_SANDBOX_COMPONENT_IMPORTS_H
#define ALEA_SANDBOX_COMPONENT_IMPORTS_H
/* The imports of a component as the type of one instance that has them all as exports: what a composition imports in the
   component's place (compose.c). */
#include "base/text.h"
#include "sandbox/wasm_reader.h"
#include <alea/status.h>

typedef struct alea__imports {
    alea__text type;   /* as a type section spells it; empty: the component imports nothing */
    alea__slice *name; /* of the imports, in their order; parts of the component's bytes */
    uint32_t names, capacity;
} alea__imports;

/* Reads a component that the engine has compiled. The caller frees `out` on success. ALEA_E_REFUSED: there is no such type, since
   the component defines other things than types before its last import. */
alea_status alea__imports_read(alea__slice component, alea__imports *out, alea_error *);
void alea__imports_free(alea__imports *);
#endif
