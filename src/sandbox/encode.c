#include "sandbox/encode.h"
#include "base/assert.h"
#include "base/error.h"

#include <string.h>

void alea__put(alea__text *text, unsigned byte)
{
    ALEA_ASSERT(byte <= 0xFF);
    unsigned char one = (unsigned char)byte;
    alea__text_add_bytes(text, &one, 1);
}

void alea__put_number(alea__text *text, uint32_t number)
{
    while (number >= 0x80) {
        alea__put(text, (number & 0x7F) | 0x80);
        number >>= 7;
    }
    alea__put(text, number);
}

void alea__put_signed(alea__text *text, int32_t number)
{
    while (number < -64 || number > 63) {
        alea__put(text, ((uint32_t)number & 0x7F) | 0x80);
        number >>= 7;
    }
    alea__put(text, (uint32_t)number & 0x7F);
}

void alea__put_bytes(alea__text *text, const void *bytes, size_t size)
{
    ALEA_ASSERT(size <= UINT32_MAX);
    alea__put_number(text, (uint32_t)size);
    alea__text_add_bytes(text, bytes, size);
}

void alea__put_name(alea__text *text, const char *name)
{
    alea__put_bytes(text, name, strlen(name));
}

void alea__put_section(alea__text *text, unsigned id, alea__text *body)
{
    alea__put(text, id);
    alea__put_bytes(text, body->data, body->size);
    text->failed = text->failed || body->failed;
    alea__text_free(body);
}

void alea__put_list(alea__text *text, unsigned id, uint32_t count, alea__text *entries)
{
    alea__text body = {0};
    alea__put_number(&body, count);
    alea__text_add_bytes(&body, entries->data, entries->size);
    body.failed = body.failed || entries->failed;
    alea__text_free(entries);
    alea__put_section(text, id, &body);
}

alea_status alea__put_finish(alea__text *written, alea__text *out, alea_error *error)
{
    if (written->failed) {
        alea__text_free(written);
        return alea__out_of_memory(error);
    }
    *out = *written;
    return ALEA_OK;
}

void alea__put_module_header(alea__text *text)
{
    ALEA__PUT(text, 0x00, 'a', 's', 'm', 0x01, 0x00, 0x00, 0x00);
}

void alea__put_component_header(alea__text *text)
{
    ALEA__PUT(text, 0x00, 'a', 's', 'm', 0x0D, 0x00, 0x01, 0x00);
}

void alea__put_core_alias(alea__text *body, unsigned sort, uint32_t instance, const char *name)
{
    ALEA__PUT(body, 0x00, (unsigned char)sort, 0x01);
    alea__put_number(body, instance);
    alea__put_name(body, name);
}

void alea__put_alias(alea__text *body, unsigned sort, uint32_t instance, const char *name)
{
    ALEA__PUT(body, (unsigned char)sort, 0x00);
    alea__put_number(body, instance);
    alea__put_name(body, name);
}

void alea__put_core_instantiate(alea__text *body, uint32_t module, uint32_t arguments)
{
    alea__put(body, 0x00);
    alea__put_number(body, module);
    alea__put_number(body, arguments);
}

void alea__put_core_argument(alea__text *body, const char *name, uint32_t instance)
{
    alea__put_name(body, name);
    alea__put(body, ALEA__CORE_INSTANCE);
    alea__put_number(body, instance);
}

void alea__put_export(alea__text *body, const char *name, unsigned sort, uint32_t index)
{
    alea__put(body, 0x00);
    alea__put_name(body, name);
    alea__put(body, sort);
    alea__put_number(body, index);
}

void alea__put_should_roll_types(alea__text *out, const void *between, size_t size)
{
    alea__text_add_bytes(out, between, size);
    ALEA__PUT(out, ALEA__LIST, ALEA__U32);
    alea__text_add_bytes(out, between, size);
    ALEA__PUT(out, ALEA__FUNC, 2);
    alea__put_name(out, "own-score");
    alea__put(out, ALEA__U32);
    alea__put_name(out, "other-scores");
    ALEA__PUT(out, 0, 0x00, ALEA__BOOL);
}
