#include "sandbox/wasm_reader.h"
#include "base/assert.h"

alea__wasm_reader alea__wasm_read_from(const unsigned char *data, size_t size)
{
    return (alea__wasm_reader){.at = data, .end = data + size};
}

size_t alea__wasm_left(const alea__wasm_reader *r)
{
    return (size_t)(r->end - r->at);
}

void alea__wasm_give_up(alea__wasm_reader *r)
{
    r->failed = true;
    r->at = r->end;
}

unsigned alea__wasm_byte(alea__wasm_reader *r)
{
    if (alea__wasm_left(r) > 0) return *r->at++;
    alea__wasm_give_up(r);
    return 0;
}

uint64_t alea__wasm_number_of(alea__wasm_reader *r, unsigned bits)
{
    uint64_t value = 0;
    for (unsigned shift = 0; shift < bits; shift += 7) {
        unsigned b = alea__wasm_byte(r);
        value |= (uint64_t)(b & 0x7F) << shift;
        if (b < 0x80) return value;
    }
    alea__wasm_give_up(r);
    return 0;
}

uint32_t alea__wasm_number(alea__wasm_reader *r)
{
    return (uint32_t)alea__wasm_number_of(r, 32);
}

int64_t alea__wasm_signed(alea__wasm_reader *r, unsigned bits)
{
    uint64_t value = 0;
    for (unsigned shift = 0; shift < bits; shift += 7) {
        unsigned b = alea__wasm_byte(r);
        value |= (uint64_t)(b & 0x7F) << shift;
        if (b >= 0x80) continue;
        if (b & 0x40 && shift + 7 < 64) value |= UINT64_MAX << (shift + 7);
        return (int64_t)value;
    }
    alea__wasm_give_up(r);
    return 0;
}

alea__slice alea__wasm_slice(alea__wasm_reader *r, size_t size)
{
    ALEA_ASSERT(r->at <= r->end);
    if (size > alea__wasm_left(r)) {
        alea__wasm_give_up(r);
        return (alea__slice){r->end, 0};
    }
    alea__slice s = {r->at, size};
    r->at += size;
    return s;
}

alea__slice alea__wasm_name(alea__wasm_reader *r)
{
    return alea__wasm_slice(r, alea__wasm_number(r));
}

uint32_t alea__wasm_count(alea__wasm_reader *r)
{
    uint32_t count = alea__wasm_number(r);
    if (count <= alea__wasm_left(r)) return count;
    alea__wasm_give_up(r);
    return 0;
}
