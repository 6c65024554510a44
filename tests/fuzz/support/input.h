#ifndef FUZZ_SUPPORT_INPUT_H
#define FUZZ_SUPPORT_INPUT_H
/* The bytes of a fuzzer, read as numbers. After the end, numbers come from a generator seeded by all bytes, so that a short
   input also describes a whole game or program. */
#include <stddef.h>
#include <stdint.h>

typedef struct fuzz_input {
    const uint8_t *data;
    size_t size;
    uint64_t state; /* of the generator */
} fuzz_input;

static inline fuzz_input fuzz_input_of(const uint8_t *data, size_t size)
{
    fuzz_input in = {data, size, UINT64_C(0xCBF29CE484222325)};
    for (size_t i = 0; i < size; i++) in.state = (in.state ^ data[i]) * UINT64_C(0x100000001B3);
    return in;
}

static inline unsigned fuzz_byte(fuzz_input *in)
{
    if (in->size > 0) {
        in->size--;
        return *in->data++;
    }
    in->state = in->state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)(in->state >> 56);
}

/* A number below `below`, which is at most 65,536. */
static inline unsigned fuzz_number(fuzz_input *in, unsigned below)
{
    unsigned value = fuzz_byte(in);
    if (below > 256) value = value << 8 | fuzz_byte(in);
    return value % below;
}
#endif
