#pragma once
/* 64-bit keys, each stored once and numbered from 0 in the order in which they were added. Zeroed memory is an empty list. */
#include <stdint.h>

typedef struct alea__numbering {
    uint64_t *key; /* [number] */
    uint32_t count;
    uint32_t *slot, slots; /* hash table: number + 1; 0: free */
} alea__numbering;

#define ALEA__NOT_NUMBERED UINT32_MAX

/* The number of the key, which is added if it is new; ALEA__NOT_NUMBERED when there is no memory. */
uint32_t alea__number_add(alea__numbering *, uint64_t key);
uint32_t alea__number_find(const alea__numbering *, uint64_t key); /* ALEA__NOT_NUMBERED: it is not there */
/* Numbers the keys anew: key[i] becomes the key of number i. They are the same keys in another order. */
void alea__number_again(alea__numbering *, const uint64_t *key);
void alea__number_free(alea__numbering *); /* empties it */
