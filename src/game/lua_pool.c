#include "game/lua_pool.h"
#include "base/memory.h"

#include <string.h>

enum { FIRST_PIECE = 1 << 16, STEP = 16, SMALL_BITS = 10, SMALL = 1 << SMALL_BITS };

/* The bin of a size: one for each step up to SMALL, then one for each power of two. */
static unsigned pool_bin(size_t size)
{
    if (size <= SMALL) return (unsigned)((size + STEP - 1) / STEP);
    return (unsigned)(SMALL / STEP + 64 - __builtin_clzll((unsigned long long)size - 1) - SMALL_BITS);
}

/* The size of the blocks of a bin. */
static size_t pool_block_size(unsigned bin)
{
    if (bin <= SMALL / STEP) return (size_t)bin * STEP;
    return (size_t)SMALL << (bin - SMALL / STEP);
}

static size_t piece_size(unsigned piece)
{
    return (size_t)FIRST_PIECE << piece;
}

/* A block that was never used, from the first piece that is large enough on. */
static void *pool_take(alea__pool *pool, size_t size)
{
    for (; pool->current < ALEA__POOL_PIECES; pool->current++) {
        const unsigned i = pool->current;
        if (piece_size(i) - pool->used[i] < size) continue;
        if (!pool->piece[i]) pool->piece[i] = alea__alloc_aligned(64, piece_size(i));
        if (!pool->piece[i]) return NULL;
        pool->used[i] += size;
        return pool->piece[i] + pool->used[i] - size;
    }
    return NULL;
}

void *alea__pool_resize(alea__pool *pool, void *block, size_t old, size_t size)
{
    const unsigned bin = pool_bin(size);
    if (block && pool_bin(old) == bin) return block;
    void *made = pool->unused[bin];
    if (made)
        memcpy(&pool->unused[bin], made, sizeof made);
    else
        made = pool_take(pool, pool_block_size(bin));
    if (!made || !block) return made;
    memcpy(made, block, old < size ? old : size);
    alea__pool_return(pool, block, old);
    return made;
}

void alea__pool_return(alea__pool *pool, void *block, size_t size)
{
    const unsigned bin = pool_bin(size);
    memcpy(block, &pool->unused[bin], sizeof block);
    pool->unused[bin] = block;
}

unsigned char *alea__pool_copy(const alea__pool *pool)
{
    size_t bytes = 0;
    for (unsigned i = 0; i < ALEA__POOL_PIECES; i++) bytes += pool->used[i];
    unsigned char *copy = alea__alloc_bare(bytes, 1), *to = copy;
    for (unsigned i = 0; i < ALEA__POOL_PIECES && copy; to += pool->used[i++])
        if (pool->used[i]) memcpy(to, pool->piece[i], pool->used[i]);
    return copy;
}

void alea__pool_put_back(alea__pool *pool, const alea__pool *then, const unsigned char *copy)
{
    for (unsigned i = 0; i < ALEA__POOL_PIECES; copy += then->used[i++]) {
        if (then->used[i]) memcpy(pool->piece[i], copy, then->used[i]);
        pool->used[i] = then->used[i];
    }
    pool->current = then->current;
    memcpy(pool->unused, then->unused, sizeof pool->unused);
}

void alea__pool_free(alea__pool *pool)
{
    for (unsigned i = 0; i < ALEA__POOL_PIECES; i++) alea__free(pool->piece[i]);
}
