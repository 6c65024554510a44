#ifndef TESTS_VALUE_MUTATE_H
#define TESTS_VALUE_MUTATE_H
/* Modified table files with valid seals: every checksum of the metadata, the size and the SHA-256 are right, and the sealed
   contents are wrong. The checksums are libhdf5's. For tests and for tests/fuzz. */
#include "value/file/format.h"

#include "base/file.h"

#include <string.h>

uint32_t H5_checksum_lookup3(const void *data, size_t size, uint32_t start);

/* ---- places of metadata ---- */

enum { MUTATE_MOST_BLOCKS = 128 };

typedef struct mutate_block {
    size_t begin, size;
} mutate_block;

typedef struct mutate_file {
    unsigned char *data;
    size_t size, capacity;
    unsigned count;
    mutate_block block[MUTATE_MOST_BLOCKS]; /* found while sealing */
} mutate_file;

static inline uint64_t mutate_get(const unsigned char *at, unsigned bytes)
{
    uint64_t number = 0;
    for (unsigned i = bytes; i-- > 0;) number = number << 8 | at[i];
    return number;
}

static inline void mutate_put(unsigned char *at, unsigned bytes, uint64_t number)
{
    for (unsigned i = 0; i < bytes; i++) at[i] = (unsigned char)(number >> 8 * i);
}

/* ---- sealing ---- */

/* Records the block and writes its checksum into its last four bytes, or to its place in a block of a heap. Returns false
   if it is not within the file. */
static inline bool mutate_seal_block(mutate_file *file, size_t begin, uint64_t size, size_t checksum_at)
{
    if (begin > file->size || size < 8 || size > file->size - begin || checksum_at + 4 > size) return false;
    unsigned char *data = file->data + begin;
    const size_t sealed = checksum_at > 0 ? (size_t)size : (size_t)size - 4;
    unsigned char *sum = data + (checksum_at > 0 ? checksum_at : sealed);
    if (checksum_at > 0) memset(sum, 0, 4);
    mutate_put(sum, 4, H5_checksum_lookup3(data, sealed, 0));
    if (file->count < MUTATE_MOST_BLOCKS) file->block[file->count++] = (mutate_block){begin, (size_t)size};
    return true;
}

/* Seals the continuations that messages name, at most this many one after the other. */
static inline void mutate_seal_continuations(mutate_file *file, size_t at, size_t end, unsigned most)
{
    while (most > 0 && at + 4 <= end) {
        const unsigned kind = file->data[at];
        const uint64_t size = mutate_get(file->data + at + 1, 2);
        at += 4;
        if (kind == 0x10 && at + 16 <= end) {
            const uint64_t begin = mutate_get(file->data + at, 8),
                           length = mutate_get(file->data + at + 8, 8);
            most--;
            if (begin < file->size && mutate_seal_block(file, (size_t)begin + ALEA__USER_BLOCK, length, 0))
                mutate_seal_continuations(file, (size_t)begin + ALEA__USER_BLOCK + 4,
                                          (size_t)(begin + ALEA__USER_BLOCK + length - 4), most / 2);
        }
        at += size;
    }
}

static inline void mutate_seal_object(mutate_file *file, size_t begin)
{
    const unsigned flags = file->data[begin + 5], width = 1u << (flags & 3);
    const size_t prefix = 6 + (flags & 0x20 ? 16 : 0) + (flags & 0x10 ? 4 : 0);
    if (begin + prefix + width > file->size) return;
    const uint64_t messages = mutate_get(file->data + begin + prefix, width);
    const size_t first = begin + prefix + width;
    if (messages > file->size - first) return;
    mutate_seal_continuations(file, first, first + (size_t)messages, 16);
    mutate_seal_block(file, begin, prefix + width + messages + 4, 0);
}

/* A block that begins with this signature; `leaf` is the size of a tree's leaf, from the header before it. */
static inline void mutate_seal_at(mutate_file *file, size_t at, size_t *leaf)
{
    const unsigned char *data = file->data + at;
    if (memcmp(data, "OHDR", 4) == 0) mutate_seal_object(file, at);
    if (memcmp(data, "FRHP", 4) == 0) mutate_seal_block(file, at, 146, 0);
    if (memcmp(data, "FHDB", 4) == 0) mutate_seal_block(file, at, 512, 17);
    if (memcmp(data, "BTHD", 4) == 0 && at + 38 <= file->size) {
        *leaf = 6 + 11 * (size_t)mutate_get(data + 24, 2) + 4;
        mutate_seal_block(file, at, 38, 0);
    }
    if (memcmp(data, "BTLF", 4) == 0) mutate_seal_block(file, at, *leaf, 0);
}

/* Makes all checksums right, and the seal in front. */
static inline void mutate_seal(mutate_file *file)
{
    char sha256[65], block[ALEA__USER_BLOCK];
    size_t leaf = 0;
    file->count = 0;
    if (file->size < ALEA__USER_BLOCK + 48) return;
    for (size_t at = ALEA__USER_BLOCK; at + 8 <= file->size; at++) mutate_seal_at(file, at, &leaf);
    mutate_seal_block(file, ALEA__USER_BLOCK, 48, 0);
    alea__sha256_hex(file->data + ALEA__USER_BLOCK, file->size - ALEA__USER_BLOCK, sha256);
    alea__user_block(block, sha256, file->size);
    memcpy(file->data, block, sizeof block);
}

/* ---- changing ---- */

/* SplitMix64: any seed will do. */
static inline uint64_t mutate_random(uint64_t *state)
{
    uint64_t x = *state += UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

static inline uint64_t mutate_below(uint64_t *state, uint64_t most)
{
    return mutate_random(state) % most;
}

/* A byte of the metadata, or one time in ten any byte behind the seal. */
static inline size_t mutate_place(const mutate_file *file, uint64_t *state)
{
    if (file->count == 0 || mutate_below(state, 10) == 0)
        return ALEA__USER_BLOCK + (size_t)mutate_below(state, file->size - ALEA__USER_BLOCK);
    const mutate_block *block = &file->block[mutate_below(state, file->count)];
    return block->begin + (size_t)mutate_below(state, block->size);
}

/* An unexpected address, size or count. */
static inline uint64_t mutate_number(const mutate_file *file, uint64_t *state)
{
    static const uint64_t odd[] = {0,          1,          2,          7,         0x7f,       0xff,
                                   0x100,      0xffff,     0x10000,    INT32_MAX, UINT32_MAX, INT64_MAX,
                                   UINT64_MAX, 1ull << 41, 1ull << 32, 512,       48};
    enum { ODD = sizeof odd / sizeof *odd };
    const uint64_t which = mutate_below(state, ODD + 4);
    if (which < ODD) return odd[which];
    if (which == ODD) return file->size - mutate_below(state, 1024) % file->size;
    if (which == ODD + 1 && file->count > 0)
        return file->block[mutate_below(state, file->count)].begin - ALEA__USER_BLOCK;
    return mutate_below(state, file->size);
}

/* Copies some bytes to another place, so that messages come twice or in other blocks. */
static inline void mutate_copy(mutate_file *file, size_t to, uint64_t *state)
{
    const size_t from = mutate_place(file, state);
    size_t size = 1 + (size_t)mutate_below(state, 64);
    if (size > file->size - from) size = file->size - from;
    if (size > file->size - to) size = file->size - to;
    memmove(file->data + to, file->data + from, size);
}

/* Cuts the end off, or adds zeros; the superblock says so. */
static inline void mutate_resize(mutate_file *file, uint64_t *state)
{
    const size_t least = ALEA__USER_BLOCK + 48, by = 1 + (size_t)mutate_below(state, 600);
    const size_t old = file->size;
    if (mutate_below(state, 2) == 0 && old + by <= file->capacity)
        file->size = old + by;
    else if (old > least + by)
        file->size = old - by;
    if (file->size > old) memset(file->data + old, 0, file->size - old);
    mutate_put(file->data + ALEA__USER_BLOCK + 28, 8, file->size);
}

/* One change. The file must have been sealed before, and must be sealed again. */
static inline void mutate_change(mutate_file *file, uint64_t *state)
{
    const size_t at = mutate_place(file, state);
    unsigned width = 1u << mutate_below(state, 4);
    if (width > file->size - at) width = 1;
    switch (mutate_below(state, 8)) {
    case 0: file->data[at] ^= (unsigned char)(1u << mutate_below(state, 8)); break;
    case 1: file->data[at] = (unsigned char)mutate_random(state); break;
    case 2: file->data[at] = (unsigned char)(file->data[at] + (mutate_below(state, 2) ? 1 : 255)); break;
    case 3: mutate_copy(file, at, state); break;
    case 4:
        if (mutate_below(state, 8) == 0) mutate_resize(file, state);
        break;
    default: mutate_put(file->data + at, width, mutate_number(file, state)); break;
    }
}
#endif
