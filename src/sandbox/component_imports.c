/* A component's imports as one type: component_imports.h.

   In the binary format a component begins with its imports, each after the types that it needs. The type of an instance may
   hold the same types and aliases in the same order, with exports where the component has imports. Both count types and instances
   in the same way and from zero, so the entries are copied as they are. */
#include "sandbox/component_imports.h"
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "sandbox/component_walk.h"
#include "sandbox/encode.h"
#include "sandbox/messages.h"

typedef struct imports_reading {
    component_walk walk;
    walk_scope scope;
    alea__imports *out;
    alea__text entries;        /* so far */
    uint32_t count, end;       /* of entries: all, and those up to the last import */
    size_t size;               /* of `entries` up to the last import */
    bool others, late, failed; /* there is another section; an import comes after one; memory ran out */
} imports_reading;

/* The code of an entry of this section in the type of an instance; 0: not possible. */
static unsigned imports_declare(unsigned section)
{
    switch (section) {
    case ALEA__PUT_TYPE: return ALEA__DECLARES_TYPE;
    case ALEA__PUT_ALIAS: return ALEA__DECLARES_ALIAS;
    case ALEA__PUT_IMPORT: return ALEA__DECLARES_EXPORT;
    default: return 0;
    }
}

/* Notes the name of an import, which is the last one so far. */
static void imports_add_name(imports_reading *m, const unsigned char *entry, const unsigned char *end)
{
    alea__wasm_reader r = alea__wasm_read_from(entry, (size_t)(end - entry));
    alea__imports *out = m->out;
    alea__wasm_byte(&r);
    const alea__slice name = alea__wasm_name(&r);
    ALEA_ASSERT(!r.failed);
    if (alea__grow(&out->name, &out->capacity, (size_t)out->names + 1, sizeof *out->name))
        out->name[out->names++] = name;
    else
        m->failed = true;
    m->end = m->count;
    m->size = m->entries.size;
}

/* Copies the entries of a section. */
static void imports_copy_section(imports_reading *m, unsigned section, alea__slice body)
{
    alea__wasm_reader r = alea__wasm_read_from(body.data, body.size);
    for (uint32_t count = alea__wasm_count(&r); count > 0 && !r.failed; count--) {
        const unsigned char *from = r.at;
        alea__walk_entry(&m->walk, &m->scope, section, &r);
        if (r.failed) break;
        alea__put(&m->entries, imports_declare(section));
        alea__text_add_bytes(&m->entries, from, (size_t)(r.at - from));
        m->count++;
        if (section == ALEA__PUT_IMPORT) imports_add_name(m, from, r.at);
    }
    if (r.failed) m->late = true;
}

/* Copies sections up to the first of another kind; later imports are too late. */
static void imports_read_sections(imports_reading *m, alea__slice component)
{
    alea__wasm_reader r = alea__wasm_read_from(component.data, component.size);
    alea__wasm_slice(&r, ALEA__WASM_HEADER);
    while (alea__wasm_left(&r) > 0 && !m->failed && !m->late) {
        const unsigned section = alea__wasm_byte(&r);
        const alea__slice body = alea__wasm_name(&r);
        if (r.failed || section == ALEA__SECTION_CUSTOM) continue;
        if (imports_declare(section) == 0) m->others = true;
        if (!m->others)
            imports_copy_section(m, section, body);
        else if (section == ALEA__PUT_IMPORT)
            m->late = true;
    }
}

alea_status alea__imports_read(alea__slice component, alea__imports *out, alea_error *error)
{
    alea__measuring all = {.start = component.data};
    imports_reading m = {.walk = {.all = &all}, .out = out};
    *out = (alea__imports){.names = 0};
    imports_read_sections(&m, component);
    alea__walk_close(&m.walk, &m.scope);
    alea__free(m.walk.exported);
    alea__free(m.walk.needs);
    if (m.end > 0) {
        ALEA__PUT(&out->type, ALEA__INSTANCE);
        alea__put_number(&out->type, m.end);
        alea__text_add_bytes(&out->type, m.entries.data, m.size);
    }
    const bool no_memory = m.failed || all.no_memory || m.entries.failed || out->type.failed;
    alea__text_free(&m.entries);
    if (!no_memory && !m.late) return ALEA_OK;
    alea__imports_free(out);
    return no_memory ? alea__out_of_memory(error)
                     : alea__fail(error, ALEA_E_REFUSED, SANDBOX_ARENA_LATE_IMPORT);
}

void alea__imports_free(alea__imports *imports)
{
    alea__text_free(&imports->type);
    alea__free(imports->name);
    *imports = (alea__imports){.names = 0};
}
