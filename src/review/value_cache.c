/* Values by position: an open hash table. A position is known by 128 bits of a hash of its words. The chance that
   two of the millions of positions in a review share them is below 10^-24. */
#include "base/assert.h"
#include "base/memory.h"
#include "review/reviewer.h"

typedef struct cache_slot {
    uint64_t mark[2]; /* both 0: empty */
    double value;
} cache_slot;

struct alea__value_cache {
    cache_slot *slot;
    size_t capacity, count; /* a power of two */
};

enum { FIRST_CAPACITY = 1 << 12 };

/* The finaliser of MurmurHash3 (A. Appleby, public domain), word after word. */
static uint64_t cache_stir(uint64_t x)
{
    x = (x ^ x >> 33) * UINT64_C(0xff51afd7ed558ccd);
    x = (x ^ x >> 33) * UINT64_C(0xc4ceb9fe1a85ec53);
    return x ^ x >> 33;
}

static void cache_mark(const alea_state *state, uint64_t mark[2])
{
    uint64_t a = UINT64_C(0x9e3779b97f4a7c15), b = UINT64_C(0xc2b2ae3d27d4eb4f);
    for (int i = 0; i < 16; i++) {
        a = cache_stir(a ^ state->word[i]) + UINT64_C(0x9e3779b97f4a7c15);
        b = cache_stir(b + state->word[i]) ^ a >> 7;
    }
    mark[0] = a;
    mark[1] = b | 1;
}

alea__value_cache *alea__value_cache_new(void)
{
    alea__value_cache *cache = alea__alloc(sizeof *cache);
    if (!cache) return NULL;
    cache->capacity = FIRST_CAPACITY;
    cache->slot = alea__alloc_array(cache->capacity, sizeof *cache->slot);
    if (cache->slot) return cache;
    alea__free(cache);
    return NULL;
}

void alea__value_cache_free(alea__value_cache *cache)
{
    if (!cache) return;
    alea__free(cache->slot);
    alea__free(cache);
}

/* Where the mark is, or would be. */
static cache_slot *cache_look(cache_slot *slots, size_t capacity, const uint64_t mark[2])
{
    ALEA_ASSERT((capacity & (capacity - 1)) == 0);
    size_t at = (size_t)mark[0] & (capacity - 1);
    while (slots[at].mark[1] != 0 && (slots[at].mark[0] != mark[0] || slots[at].mark[1] != mark[1]))
        at = (at + 1) & (capacity - 1);
    return &slots[at];
}

bool alea__value_cache_find(const alea__value_cache *cache, const alea_state *state, double *value)
{
    uint64_t mark[2];
    cache_mark(state, mark);
    const cache_slot *p = cache_look(cache->slot, cache->capacity, mark);
    if (p->mark[1] == 0) return false;
    *value = p->value;
    return true;
}

static bool cache_grow(alea__value_cache *cache)
{
    size_t capacity = cache->capacity * 2;
    cache_slot *slots = alea__alloc_array(capacity, sizeof *slots);
    if (!slots) return false;
    for (size_t i = 0; i < cache->capacity; i++)
        if (cache->slot[i].mark[1] != 0) *cache_look(slots, capacity, cache->slot[i].mark) = cache->slot[i];
    alea__free(cache->slot);
    cache->slot = slots;
    cache->capacity = capacity;
    return true;
}

void alea__value_cache_put(alea__value_cache *cache, const alea_state *state, double value)
{
    if (cache->count * 3 >= cache->capacity * 2 && !cache_grow(cache)) return;
    uint64_t mark[2];
    cache_mark(state, mark);
    cache_slot *p = cache_look(cache->slot, cache->capacity, mark);
    cache->count += p->mark[1] == 0;
    ALEA_ASSERT(cache->count < cache->capacity); /* otherwise a search for a missing key would not end */
    *p = (cache_slot){{mark[0], mark[1]}, value};
}
