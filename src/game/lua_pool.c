#include "game/lua_pool.h"
#include "base/memory.h"

#include <string.h>

enum { FIRST_PIECE = 1 << 16, STEP = 16, SMALL = 1024 };

/* The bin of a size: one for each step up to SMALL, then one for each power of two. */
static unsigned pool_bin(size_t size)
{
    if (size <= SMALL) return (unsigned)((size + STEP - 1) / STEP);
    return (unsigned)(SMALL / STEP + 64 - __builtin_clzll((unsigned long long)size - 1) - 10);
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
static void *pool_take(alea__pool *a, size_t size)
{
    for (; a->current < ALEA__POOL_PIECES; a->current++) {
        const unsigned i = a->current;
        if (piece_size(i) - a->used[i] < size) continue;
        if (!a->piece[i]) a->piece[i] = alea__alloc_aligned(64, piece_size(i));
        if (!a->piece[i]) return NULL;
        a->used[i] += size;
        return a->piece[i] + a->used[i] - size;
    }
    return NULL;
}

void *alea__pool_resize(alea__pool *a, void *block, size_t old, size_t size)
{
    const unsigned bin = pool_bin(size);
    if (block && pool_bin(old) == bin) return block;
    void *made = a->unused[bin];
    if (made)
        memcpy(&a->unused[bin], made, sizeof made);
    else
        made = pool_take(a, pool_block_size(bin));
    if (!made || !block) return made;
    memcpy(made, block, old < size ? old : size);
    alea__pool_return(a, block, old);
    return made;
}

void alea__pool_return(alea__pool *a, void *block, size_t size)
{
    const unsigned bin = pool_bin(size);
    memcpy(block, &a->unused[bin], sizeof block);
    a->unused[bin] = block;
}

unsigned char *alea__pool_copy(const alea__pool *a)
{
    size_t bytes = 0;
    for (unsigned i = 0; i < ALEA__POOL_PIECES; i++) bytes += a->used[i];
    unsigned char *copy = alea__alloc_bare(bytes, 1), *to = copy;
    for (unsigned i = 0; i < ALEA__POOL_PIECES && copy; to += a->used[i++])
        if (a->used[i]) memcpy(to, a->piece[i], a->used[i]);
    return copy;
}

void alea__pool_put_back(alea__pool *a, const alea__pool *then, const unsigned char *copy)
{
    for (unsigned i = 0; i < ALEA__POOL_PIECES; copy += then->used[i++]) {
        if (then->used[i]) memcpy(a->piece[i], copy, then->used[i]);
        a->used[i] = then->used[i];
    }
    a->current = then->current;
    memcpy(a->unused, then->unused, sizeof a->unused);
}

void alea__pool_free(alea__pool *a)
{
    for (unsigned i = 0; i < ALEA__POOL_PIECES; i++) alea__free(a->piece[i]);
}
