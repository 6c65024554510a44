#include "value/file/lookup3.h"

typedef struct lookup3_state {
    uint32_t a, b, c;
} lookup3_state;

static uint32_t lookup3_rotate(uint32_t x, unsigned by)
{
    return x << by | x >> (32 - by);
}

/* Reversible, so that no two states become one. */
static void lookup3_mix(lookup3_state *s)
{
    uint32_t a = s->a, b = s->b, c = s->c;
    a = (a - c) ^ lookup3_rotate(c, 4), c += b;
    b = (b - a) ^ lookup3_rotate(a, 6), a += c;
    c = (c - b) ^ lookup3_rotate(b, 8), b += a;
    a = (a - c) ^ lookup3_rotate(c, 16), c += b;
    b = (b - a) ^ lookup3_rotate(a, 19), a += c;
    c = (c - b) ^ lookup3_rotate(b, 4), b += a;
    *s = (lookup3_state){a, b, c};
}

static uint32_t lookup3_finish(lookup3_state s)
{
    uint32_t a = s.a, b = s.b, c = s.c;
    c = (c ^ b) - lookup3_rotate(b, 14);
    a = (a ^ c) - lookup3_rotate(c, 11);
    b = (b ^ a) - lookup3_rotate(a, 25);
    c = (c ^ b) - lookup3_rotate(b, 16);
    a = (a ^ c) - lookup3_rotate(c, 4);
    b = (b ^ a) - lookup3_rotate(a, 14);
    return (c ^ b) - lookup3_rotate(b, 24);
}

/* The little-endian number of the bytes from `from` on: four of them, or as many as there are. */
static uint32_t lookup3_word(const unsigned char *data, size_t size, size_t from)
{
    uint32_t word = 0;
    for (size_t i = 0; i < 4 && from + i < size; i++) word |= (uint32_t)data[from + i] << 8 * i;
    return word;
}

static void lookup3_add(lookup3_state *s, const unsigned char *data, size_t size)
{
    s->a += lookup3_word(data, size, 0);
    s->b += lookup3_word(data, size, 4);
    s->c += lookup3_word(data, size, 8);
}

uint32_t alea__lookup3(const unsigned char *data, size_t size)
{
    const uint32_t start = UINT32_C(0xdeadbeef) + (uint32_t)size;
    lookup3_state s = {start, start, start};
    if (size == 0) return s.c;
    for (; size > 12; data += 12, size -= 12) {
        lookup3_add(&s, data, 12);
        lookup3_mix(&s);
    }
    lookup3_add(&s, data, size);
    return lookup3_finish(s);
}
