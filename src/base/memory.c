#include "base/memory.h"
#include "base/assert.h"

#include <alea/status.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/mman.h>
#endif

/* From this size on a block has a large page inside, wherever it begins. */
enum { MEMORY_LARGE_PAGE = 2 << 20, MEMORY_WORTH_LARGE_PAGES = 2 * MEMORY_LARGE_PAGE };

/* A mutable global, for tests: allocations that still succeed; negative: all do. */
static atomic_long successes_left = -1;

void alea__fail_allocation_after(long successes)
{
    atomic_store(&successes_left, successes);
}

static bool memory_refused(void)
{
    long left = atomic_load_explicit(&successes_left, memory_order_relaxed);
    while (left > 0)
        if (atomic_compare_exchange_weak(&successes_left, &left, left - 1)) return false;
    return left == 0;
}

uint64_t alea__machine_memory(void)
{
    const long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    if (pages <= 0 || page <= 0) return 0;
    const uint64_t all = (uint64_t)pages * (uint64_t)page;
    return all - all / 8;
}

/* No request is for zero bytes, so that NULL always means failure. */
static size_t memory_at_least_one(size_t size)
{
    return size == 0 ? 1 : size;
}

/* Requests large pages for the inside of a block, before it is written: random access to big tables and the first touch are
   cheaper with fewer pages. Without large pages nothing changes. Returns the block. */
static void *memory_in_large_pages(void *block, size_t size)
{
#ifdef MADV_HUGEPAGE
    const uintptr_t page = (uintptr_t)MEMORY_LARGE_PAGE;
    if (block == NULL || size < MEMORY_WORTH_LARGE_PAGES) return block;
    const uintptr_t first = ((uintptr_t)block + page - 1) / page * page;
    const uintptr_t last = ((uintptr_t)block + size) / page * page;
    ALEA_ASSERT(first < last);
    madvise((void *)first, last - first, MADV_HUGEPAGE);
#else
    (void)size;
#endif
    return block;
}

void *alea__alloc(uint64_t size)
{
    return alea__alloc_array(1, size);
}

/* No object is larger than that. */
static bool memory_too_large(uint64_t count, uint64_t size)
{
    return size > 0 && count > PTRDIFF_MAX / size;
}

void *alea__alloc_array(uint64_t count, uint64_t size)
{
    if (memory_too_large(count, size) || memory_refused()) return NULL;
    return memory_in_large_pages(
        calloc(memory_at_least_one((size_t)count), memory_at_least_one((size_t)size)),
        (size_t)(count * size));
}

void *alea__alloc_bare(uint64_t count, uint64_t size)
{
    if (memory_too_large(count, size) || memory_refused()) return NULL;
    return memory_in_large_pages(malloc(memory_at_least_one((size_t)(count * size))), (size_t)(count * size));
}

void *alea__resize(void *old, uint64_t size)
{
    if (memory_too_large(1, size) || memory_refused()) return NULL;
    return realloc(old, memory_at_least_one((size_t)size));
}

void *alea__alloc_aligned(size_t alignment, size_t size)
{
    ALEA_ASSERT(alignment > 0 && (alignment & (alignment - 1)) == 0);
    if (memory_refused() || size > SIZE_MAX - alignment) return NULL;
    /* C17 7.22.3.1 requires a multiple of the alignment */
    size_t whole = (memory_at_least_one(size) + alignment - 1) / alignment * alignment;
    void *block = memory_in_large_pages(aligned_alloc(alignment, whole), whole);
    if (block != NULL) memset(block, 0, whole);
    return block;
}

bool alea__grow(void *array, uint32_t *capacity, size_t wanted, size_t size)
{
    void *block;
    if (wanted <= *capacity) return true;
    if (wanted > (UINT32_MAX - 16) / 2) return false;
    const uint32_t more = (uint32_t)wanted * 2 + 16;
    memcpy(&block, array, sizeof block); /* works for any pointer type */
    ALEA_ASSERT(block != NULL || *capacity == 0);
    block = alea__resize(block, more * size);
    if (!block) return false;
    memcpy(array, &block, sizeof block);
    *capacity = more;
    return true;
}

char *alea__copy_text(const char *text)
{
    size_t size = strlen(text) + 1;
    char *copy = alea__alloc(size);
    if (copy != NULL) memcpy(copy, text, size);
    return copy;
}

void alea__free(void *block)
{
    free(block);
}

void *alea__own(alea__owned *owned, void *block)
{
    if (block && alea__grow(&owned->block, &owned->capacity, owned->blocks + (size_t)1, sizeof block)) {
        owned->block[owned->blocks++] = block;
        return block;
    }
    alea__free(block);
    owned->failed = true;
    return NULL;
}

void alea__owned_free(alea__owned *owned)
{
    for (uint32_t i = 0; i < owned->blocks; i++) alea__free(owned->block[i]);
    alea__free(owned->block);
    *owned = (alea__owned){.blocks = 0};
}

void alea_text_free(char *text)
{
    alea__free(text);
}
