#ifndef FUZZ_SUPPORT_INPUT_H
#define FUZZ_SUPPORT_INPUT_H
/* The bytes of a fuzzer, taken as numbers; where they end, all further numbers are 0. */
#include <stddef.h>
#include <stdint.h>

typedef struct fuzz_input {
    const uint8_t *data;
    size_t size;
} fuzz_input;

/* A number below `below`, which is at most 65,536. */
static inline unsigned fuzz_number(fuzz_input *in, unsigned below)
{
    unsigned value = 0;
    for (unsigned width = below > 256 ? 2 : 1; width > 0; width--) {
        value = value << 8 | (in->size > 0 ? *in->data : 0u);
        if (in->size > 0) in->data++, in->size--;
    }
    return value % below;
}
#endif
