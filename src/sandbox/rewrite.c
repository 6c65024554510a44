#include "sandbox/rewrite.h"
#include "base/assert.h"
#include "sandbox/encode.h"

alea__wasm_reader alea__rewrite_sections(alea__slice file)
{
    ALEA_ASSERT(file.size >= ALEA__WASM_HEADER);
    return alea__wasm_read_from(file.data + ALEA__WASM_HEADER, file.size - ALEA__WASM_HEADER);
}

bool alea__rewrite_next(alea__wasm_reader *r, unsigned *id, alea__slice *body)
{
    if (alea__wasm_left(r) == 0) return false;
    *id = alea__wasm_byte(r);
    *body = alea__wasm_name(r);
    return !r->failed;
}

void alea__rewrite_copy(alea__text *out, unsigned id, alea__slice body)
{
    alea__put(out, id);
    alea__put_bytes(out, body.data, body.size);
}

void alea__rewrite_longer(alea__text *out, unsigned id, alea__slice body, const alea__text *more,
                          uint32_t count)
{
    alea__wasm_reader r = alea__wasm_read_from(body.data, body.size);
    alea__text longer = {0};
    alea__put_number(&longer, alea__wasm_number(&r) + count);
    alea__text_add_bytes(&longer, r.at, alea__wasm_left(&r));
    alea__text_add_bytes(&longer, more->data, more->size);
    longer.failed = longer.failed || more->failed;
    alea__put_section(out, id, &longer);
}

static bool rewrite_file(const alea__rewriting *how, alea__slice file, alea__text *out);

/* Writes a nested module or component as a section. */
static bool rewrite_nested(const alea__rewriting *how, unsigned id, alea__slice body, alea__text *out)
{
    alea__text inner = {0};
    if (body.size >= ALEA__WASM_HEADER && rewrite_file(how, body, &inner)) {
        alea__put_section(out, id, &inner);
        return !out->failed;
    }
    alea__text_free_part(&inner, out);
    return false;
}

/* Writes a module or component to `out`, which keeps the part written before a failure. */
static bool rewrite_file(const alea__rewriting *how, alea__slice file, alea__text *out)
{
    unsigned id;
    alea__slice body;
    alea__wasm_reader r = alea__rewrite_sections(file);
    if (file.data[6] == 0) return how->module(how->user, file, out) && !out->failed;
    alea__text_add_bytes(out, file.data, ALEA__WASM_HEADER);
    while (alea__rewrite_next(&r, &id, &body)) {
        if (id == ALEA__PUT_CORE_MODULE || id == ALEA__PUT_COMPONENT) {
            if (!rewrite_nested(how, id, body, out)) return false;
            continue;
        }
        if (id == ALEA__SECTION_CUSTOM && how->without_custom) continue;
        if (how->section && !how->section(how->user, id, body)) return false;
        alea__rewrite_copy(out, id, body);
    }
    return !r.failed && !out->failed;
}

bool alea__rewrite(const alea__rewriting *how, alea__slice file, alea__text *out)
{
    alea__text written = {0};
    const bool done = rewrite_file(how, file, &written);
    *out = written;
    if (done) return true;
    alea__text_free(out);
    *out = (alea__text){.failed = written.failed};
    return false;
}
