#pragma once
/* Allocation. The whole library allocates here, so that tests can make the k-th allocation fail, and blocks of 4 MiB and
   more get large pages if the system has them. Sizes have 64 bits: a size that a 32-bit machine cannot address fails and is
   not truncated. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

void *alea__alloc(uint64_t size);                         /* zeroed; NULL when memory runs out */
void *alea__alloc_array(uint64_t count, uint64_t size);   /* zeroed; NULL also on overflow */
void *alea__resize(void *, uint64_t size);                /* like realloc; the old block stays on failure */
void *alea__alloc_bare(uint64_t count, uint64_t size);    /* the same, not zeroed */
void *alea__alloc_aligned(size_t alignment, size_t size); /* zeroed; freed by alea__free */
/* Ensures that an array has memory for `wanted` elements of this size; when it grows, for about twice as many. `array` points
   to the pointer, and *capacity is the number of elements that fit. Returns false, without any change, if memory runs out. */
bool alea__grow(void *array, uint32_t *capacity, size_t wanted, size_t size);
char *alea__copy_text(const char *);
void alea__free(void *);

/* Blocks that are freed together; none at first, when it is zeroed. */
typedef struct alea__owned {
    void **block;
    uint32_t blocks, capacity;
    bool failed; /* memory ran out for one of them */
} alea__owned;
/* Takes over a block that was just allocated, and returns it. Of NULL, and without memory for the list, it returns NULL and sets
   `failed`, so that one look at the end is enough. */
void *alea__own(alea__owned *, void *block);
void alea__owned_free(alea__owned *);

/* Bytes that work may use on this machine: seven eighths of its memory; 0 if unknown. */
uint64_t alea__machine_memory(void);

/* Tests only: the allocation after `successes` more fails, and all after it; a negative number ends that. */
void alea__fail_allocation_after(long successes);
