#include "sandbox/inspect.h"
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "sandbox/encode.h"
#include "sandbox/messages.h"

#include <string.h>

/* ---- the kind of a file ---- */

enum { HEADER = ALEA__WASM_HEADER, SHOWN = 120 };

static bool file_begins(const unsigned char *data, size_t size, const char *magic, size_t length)
{
    return size >= length && memcmp(data, magic, length) == 0;
}

static bool file_is_text(const unsigned char *data, size_t size)
{
    size_t look = size < 512 ? size : 512;
    for (size_t i = 0; i < look; i++)
        if (data[i] < 0x20 && data[i] != '\n' && data[i] != '\r' && data[i] != '\t') return false;
    return true;
}

static bool file_is_wat(const unsigned char *data, size_t size)
{
    while (size > 0 && (*data == ' ' || *data == '\n' || *data == '\r' || *data == '\t')) data++, size--;
    return file_begins(data, size, "(module", 7) || file_begins(data, size, "(component", 10) ||
           file_begins(data, size, ";;", 2) || file_begins(data, size, "(;", 2);
}

/* The likely format of a file that is not WebAssembly, by its first bytes. */
static const char *file_format(const unsigned char *data, size_t size)
{
    static const struct {
        const char *magic, *what;
        size_t length;
    } formats[] = {
        {"\x7f"
         "ELF",
         "a program or library for this machine (ELF)", 4},
        {"\x1f\x8b", "a gzip archive", 2},
        {"PK\x03\x04", "a zip archive", 4},
        {"!<arch>\n", "an archive of object files", 8},
        {"BC\xc0\xde", "LLVM bitcode", 4},
    };
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (file_begins(data, size, formats[i].magic, formats[i].length)) return formats[i].what;
    return "not WebAssembly";
}

/* Reports a text file: WebAssembly's text format, or something else, with its first line. */
static alea_status inspect_refuse_text(const char *path, const unsigned char *data, size_t size,
                                       alea_error *error)
{
    if (file_is_wat(data, size)) return alea__fail_at(error, ALEA_E_BOT, path, 0, SANDBOX_TEXT_FORM);
    const unsigned char *line = memchr(data, '\n', size);
    char shown[SHOWN];
    alea__printable(shown, sizeof shown, (const char *)data, line ? (size_t)(line - data) : size);
    return alea__fail_at(error, ALEA_E_BOT, path, 0, SANDBOX_TEXT, shown);
}

/* Describes a file without WebAssembly's header. */
static alea_status inspect_refuse_other(const char *path, const unsigned char *data, size_t size,
                                        alea_error *error)
{
    if (size == 0) return alea__fail_at(error, ALEA_E_BOT, path, 0, SANDBOX_EMPTY);
    if (size < HEADER &&
        file_begins((const unsigned char *)"\0asm", 4, (const char *)data, size < 4 ? size : 4))
        return alea__fail_at(error, ALEA_E_BOT, path, 0, SANDBOX_HEADER_CUT, size);
    if (file_is_text(data, size)) return inspect_refuse_text(path, data, size, error);
    return alea__fail_at(error, ALEA_E_BOT, path, 0, SANDBOX_OTHER, file_format(data, size));
}

/* Checks that all sections are complete; their contents are left to the engine. */
static alea_status inspect_check_sections(const char *path, const unsigned char *data, size_t size,
                                          alea_error *error)
{
    alea__wasm_reader r = alea__wasm_read_from(data + HEADER, size - HEADER);
    while (alea__wasm_left(&r) > 0) {
        size_t place = (size_t)(r.at - data);
        unsigned id = alea__wasm_byte(&r);
        uint32_t length = alea__wasm_number(&r);
        if (!r.failed && length <= alea__wasm_left(&r)) {
            alea__wasm_slice(&r, length);
            continue;
        }
        if (r.failed || alea__wasm_left(&r) == 0)
            return alea__fail_at(error, ALEA_E_BOT, path, 0, SANDBOX_SECTION_HEAD, size);
        return alea__fail_at(error, ALEA_E_BOT, path, 0, SANDBOX_SECTION_CUT, id, place, length,
                             alea__wasm_left(&r));
    }
    return ALEA_OK;
}

alea_status alea__wasm_kind_of(const char *path, const unsigned char *data, size_t size,
                               alea__wasm_kind *kind, alea_error *error)
{
    if (size < HEADER || !file_begins(data, size, "\0asm", 4))
        return inspect_refuse_other(path, data, size, error);
    unsigned version = data[4] | (unsigned)data[5] << 8, layer = data[6] | (unsigned)data[7] << 8;
    bool core = version == 1 && layer == 0, component = version == 0x0D && layer == 1;
    if (!core && !component)
        return alea__fail_at(error, ALEA_E_BOT, path, 0, SANDBOX_VERSION, version, layer);
    alea_status status = inspect_check_sections(path, data, size, error);
    if (status == ALEA_OK) *kind = core ? ALEA__CORE_MODULE : ALEA__COMPONENT;
    return status;
}

/* ---- core modules ---- */

/* Fails the reader if a block could not be allocated. */
static void *module_block(alea__wasm_reader *r, alea__module *m, void *block)
{
    if (!block && !r->failed) m->no_memory = true;
    if (!block) alea__wasm_give_up(r);
    return block;
}

/* Allocates an array for the number of items that a section declares. An item takes at least one byte, so a number above
   the remaining bytes is an error. */
static void *module_array(alea__wasm_reader *r, alea__module *m, uint32_t count, size_t size, void *old)
{
    alea__free(old);
    if (count > alea__wasm_left(r)) alea__wasm_give_up(r);
    return module_block(r, m, r->failed ? NULL : alea__alloc_array((size_t)count + 1, size));
}

/* Every type that a bot has is one byte; longer ones begin with 0x63 or 0x64. */
static alea__slice reader_value_types(alea__wasm_reader *r)
{
    alea__slice types = alea__wasm_slice(r, alea__wasm_number(r));
    for (size_t i = 0; i < types.size; i++)
        if (types.data[i] == 0x63 || types.data[i] == 0x64) alea__wasm_give_up(r);
    return types;
}

static void module_read_types(alea__wasm_reader *r, alea__module *m)
{
    uint32_t count = alea__wasm_number(r);
    m->type = module_array(r, m, count, sizeof *m->type, m->type);
    for (m->types = 0; !r->failed && m->types < count; m->types++) {
        if (alea__wasm_byte(r) != ALEA__FUNCTION_TYPE) alea__wasm_give_up(r);
        m->type[m->types].parameters = reader_value_types(r);
        m->type[m->types].results = reader_value_types(r);
    }
}

static void reader_limits(alea__wasm_reader *r, uint64_t *min, uint64_t *max)
{
    unsigned flags = alea__wasm_byte(r), bits = flags & 4 ? 64 : 32;
    *min = alea__wasm_number_of(r, bits);
    *max = flags & 1 ? alea__wasm_number_of(r, bits) : UINT64_MAX;
    if (flags & 8) alea__wasm_number(r);
}

static void module_read_memory(alea__wasm_reader *r, alea__module *m)
{
    uint64_t min, max;
    reader_limits(r, &min, &max);
    if (m->memories++ > 0) return;
    m->memory.min = min;
    m->memory.max = max;
}

/* The functions' types are in one list, imported functions first. */
static void module_add_function(alea__wasm_reader *r, alea__module *m, uint32_t type)
{
    if (type >= m->types) alea__wasm_give_up(r);
    uint32_t *grown =
        r->failed ? NULL : alea__resize(m->function, ((size_t)m->functions + 1) * sizeof *grown);
    if (!module_block(r, m, grown)) return;
    m->function = grown;
    m->function[m->functions++] = type;
}

/* Only functions and memories are noted; the rest is read past. */
static void module_read_import(alea__wasm_reader *r, alea__module *m, alea__import *import)
{
    uint64_t min, max;
    import->module = alea__wasm_name(r);
    import->name = alea__wasm_name(r);
    import->kind = (uint8_t)alea__wasm_byte(r);
    switch (import->kind) {
    case ALEA__FUNCTION:
        import->type = alea__wasm_number(r);
        module_add_function(r, m, import->type);
        break;
    case ALEA__TABLE:
        import->type = alea__wasm_byte(r);
        reader_limits(r, &min, &max);
        break;
    case ALEA__MEMORY: module_read_memory(r, m); break;
    case ALEA__GLOBAL:
        alea__wasm_byte(r);
        import->type = alea__wasm_byte(r);
        break;
    default: alea__wasm_slice(r, 2); break; /* the type of a tag */
    }
}

static void module_read_imports(alea__wasm_reader *r, alea__module *m)
{
    uint32_t count = alea__wasm_number(r);
    m->import = module_array(r, m, count, sizeof *m->import, m->import);
    for (m->imports = 0; !r->failed && m->imports < count; m->imports++)
        module_read_import(r, m, &m->import[m->imports]);
}

/* Adds the types of the module's own functions to those of the imported ones. */
static void module_read_functions(alea__wasm_reader *r, alea__module *m)
{
    uint32_t count = alea__wasm_number(r), before = m->functions;
    if (count > alea__wasm_left(r)) alea__wasm_give_up(r);
    uint32_t *all = r->failed ? NULL : alea__resize(m->function, ((size_t)before + count + 1) * sizeof *all);
    if (!module_block(r, m, all)) return;
    m->function = all;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t type = alea__wasm_number(r);
        if (type >= m->types) alea__wasm_give_up(r);
        if (r->failed) return;
        m->function[m->functions++] = type;
    }
}

static void module_read_exports(alea__wasm_reader *r, alea__module *m)
{
    uint32_t count = alea__wasm_number(r);
    m->exported = module_array(r, m, count, sizeof *m->exported, m->exported);
    for (m->exports = 0; !r->failed && m->exports < count; m->exports++) {
        alea__export *exported = &m->exported[m->exports];
        exported->name = alea__wasm_name(r);
        exported->kind = (uint8_t)alea__wasm_byte(r);
        exported->index = alea__wasm_number(r);
    }
}

/* Sections that do not matter here are skipped. */
static void module_read_section(alea__wasm_reader *section, unsigned id, alea__module *m)
{
    switch (id) {
    case ALEA__SECTION_TYPES: module_read_types(section, m); break;
    case ALEA__SECTION_IMPORTS: module_read_imports(section, m); break;
    case ALEA__SECTION_FUNCTIONS: module_read_functions(section, m); break;
    case ALEA__SECTION_MEMORIES:
        for (uint32_t count = alea__wasm_number(section); !section->failed && count > 0; count--)
            module_read_memory(section, m);
        break;
    case ALEA__SECTION_EXPORTS: module_read_exports(section, m); break;
    default: break;
    }
}

alea_status alea__module_read(const char *path, const unsigned char *data, size_t size, alea__module *out,
                              alea_error *error)
{
    alea__module m = {0};
    ALEA_ASSERT(size >= HEADER);
    alea__wasm_reader r = alea__wasm_read_from(data + HEADER, size - HEADER);
    uint32_t seen = 0; /* a second list of types would be shorter than functions of the first one expect */
    bool failed = false;
    while (alea__wasm_left(&r) > 0 && !failed) {
        unsigned id = alea__wasm_byte(&r);
        alea__slice body = alea__wasm_slice(&r, alea__wasm_number(&r));
        alea__wasm_reader section = alea__wasm_read_from(body.data, body.size);
        const bool again = id != ALEA__SECTION_CUSTOM && id < 32 && (seen >> id & 1);
        if (id < 32) seen |= UINT32_C(1) << id;
        if (!again) module_read_section(&section, id, &m);
        failed = again || section.failed || r.failed;
    }
    if (!failed) {
        *out = m;
        return ALEA_OK;
    }
    const bool no_memory = m.no_memory;
    alea__module_free(&m);
    if (no_memory) return alea__out_of_memory(error);
    return alea__fail_at(error, ALEA_E_BOT, path, 0, SANDBOX_NOT_READ);
}

void alea__module_free(alea__module *m)
{
    alea__free(m->type);
    alea__free(m->function);
    alea__free(m->import);
    alea__free(m->exported);
    *m = (alea__module){0};
}

enum { DEEPEST = 16 }; /* components in components that are looked into */

/* Like alea__wasm_declares, for a file at this depth of nesting. */
static bool inspect_declares(alea__slice file, const char *wanted, unsigned depth)
{
    if (file.size < HEADER || depth > DEEPEST) return false;
    alea__wasm_reader r = alea__wasm_read_from(file.data + HEADER, file.size - HEADER);
    while (alea__wasm_left(&r) > 0 && !r.failed) {
        const unsigned id = alea__wasm_byte(&r);
        const alea__slice body = alea__wasm_name(&r);
        alea__wasm_reader custom = alea__wasm_read_from(body.data, body.size);
        const bool nests = file.data[6] != 0 && (id == ALEA__PUT_CORE_MODULE || id == ALEA__PUT_COMPONENT);
        if (id == ALEA__SECTION_CUSTOM && alea__slice_is(alea__wasm_name(&custom), wanted)) return true;
        if (nests && inspect_declares(body, wanted, depth + 1)) return true;
    }
    return false;
}

bool alea__wasm_declares(alea__slice file, const char *section)
{
    return inspect_declares(file, section, 0);
}

bool alea__slice_is(alea__slice s, const char *text)
{
    return s.size == strlen(text) && memcmp(s.data, text, s.size) == 0;
}

const alea__export *alea__module_find(const alea__module *m, alea__external kind, const char *wanted)
{
    for (uint32_t i = 0; i < m->exports; i++)
        if (m->exported[i].kind == kind && alea__slice_is(m->exported[i].name, wanted))
            return &m->exported[i];
    return NULL;
}

const alea__signature *alea__module_signature(const alea__module *m, const alea__export *function)
{
    static const alea__signature nothing;
    ALEA_ASSERT(function->kind == ALEA__FUNCTION);
    return function->index < m->functions ? &m->type[m->function[function->index]] : &nothing;
}

static bool signature_all_i32(alea__slice types, size_t count)
{
    for (size_t i = 0; i < types.size; i++)
        if (types.data[i] != 0x7F) return false;
    return types.size == count;
}

bool alea__signature_is(const alea__signature *s, size_t parameters, size_t results)
{
    return signature_all_i32(s->parameters, parameters) && signature_all_i32(s->results, results);
}
