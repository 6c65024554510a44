/* Values by position: an open hash table. A position is known by 128 bits of a hash of its words; that two of the some
   millions that a review looks at share them is less likely than one in 10^24. */
#include "base/memory.h"
#include "review/reviewer.h"

typedef struct place {
    uint64_t mark[2]; /* both 0: empty */
    double value;
} place;

struct alea__shelf {
    place *place;
    size_t capacity, count; /* a power of two */
};

enum { FIRST_CAPACITY = 1 << 12 };

/* The finaliser of MurmurHash3 (A. Appleby, public domain), word after word. */
static uint64_t stir(uint64_t x)
{
    x = (x ^ x >> 33) * UINT64_C(0xff51afd7ed558ccd);
    x = (x ^ x >> 33) * UINT64_C(0xc4ceb9fe1a85ec53);
    return x ^ x >> 33;
}

static void mark_of(const alea_state *state, uint64_t mark[2])
{
    uint64_t a = UINT64_C(0x9e3779b97f4a7c15), b = UINT64_C(0xc2b2ae3d27d4eb4f);
    for (int i = 0; i < 16; i++) {
        a = stir(a ^ state->word[i]) + UINT64_C(0x9e3779b97f4a7c15);
        b = stir(b + state->word[i]) ^ a >> 7;
    }
    mark[0] = a;
    mark[1] = b | 1;
}

alea__shelf *alea__shelf_new(void)
{
    alea__shelf *shelf = alea__alloc(sizeof *shelf);
    if (!shelf) return NULL;
    shelf->capacity = FIRST_CAPACITY;
    shelf->place = alea__alloc_array(shelf->capacity, sizeof *shelf->place);
    if (shelf->place) return shelf;
    alea__free(shelf);
    return NULL;
}

void alea__shelf_free(alea__shelf *shelf)
{
    if (!shelf) return;
    alea__free(shelf->place);
    alea__free(shelf);
}

/* Where the mark is, or would be. */
static place *look(place *places, size_t capacity, const uint64_t mark[2])
{
    size_t at = (size_t)mark[0] & (capacity - 1);
    while (places[at].mark[1] != 0 && (places[at].mark[0] != mark[0] || places[at].mark[1] != mark[1]))
        at = (at + 1) & (capacity - 1);
    return &places[at];
}

bool alea__shelf_find(const alea__shelf *shelf, const alea_state *state, double *value)
{
    uint64_t mark[2];
    mark_of(state, mark);
    const place *p = look(shelf->place, shelf->capacity, mark);
    if (p->mark[1] == 0) return false;
    *value = p->value;
    return true;
}

static bool grow(alea__shelf *shelf)
{
    size_t capacity = shelf->capacity * 2;
    place *places = alea__alloc_array(capacity, sizeof *places);
    if (!places) return false;
    for (size_t i = 0; i < shelf->capacity; i++)
        if (shelf->place[i].mark[1] != 0) *look(places, capacity, shelf->place[i].mark) = shelf->place[i];
    alea__free(shelf->place);
    shelf->place = places;
    shelf->capacity = capacity;
    return true;
}

void alea__shelf_put(alea__shelf *shelf, const alea_state *state, double value)
{
    if (shelf->count * 3 >= shelf->capacity * 2 && !grow(shelf)) return;
    uint64_t mark[2];
    mark_of(state, mark);
    place *p = look(shelf->place, shelf->capacity, mark);
    shelf->count += p->mark[1] == 0;
    *p = (place){{mark[0], mark[1]}, value};
}
