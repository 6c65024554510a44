#include "sandbox/kept_answers.h"
#include "base/memory.h"

#include <stdatomic.h>

enum { KEPT_PLACES = 1 << 18, KEPT_TRIED = 4 /* places that an answer may have */ };

/* A slot is never freed: it is claimed first, and its question is set after the answer is written. */
enum { KEPT_FREE = 0, KEPT_TAKEN = 1, KEPT_FIRST = 2 };

typedef struct kept_place {
    atomic_uint_least64_t scores; /* packed */
    uint64_t answer;              /* the move below 2^16, and the fuel above */
} kept_place;

struct alea__kept_answers {
    kept_place place[KEPT_PLACES];
};

alea__kept_answers *alea__kept_answers_new(void)
{
    return alea__alloc(sizeof(alea__kept_answers));
}

void alea__kept_answers_free(alea__kept_answers *list)
{
    alea__free(list);
}

/* The scores as one number from KEPT_FIRST; 0 if they are too large. */
static uint64_t kept_pack(const alea__scores *scores)
{
    const unsigned bits = 62 / (1 + scores->count);
    const uint64_t end = UINT64_C(1) << bits;
    uint64_t packed = scores->own;
    bool fits = scores->own < end;
    for (uint32_t other = 0; other < scores->count; other++) {
        fits = fits && scores->other[other] < end;
        packed = packed << bits | scores->other[other];
    }
    return fits ? packed + KEPT_FIRST : 0;
}

/* The n-th place that an answer may have. */
static kept_place *kept_place_of(alea__kept_answers *list, uint64_t packed, unsigned n)
{
    const uint64_t mixed = packed * UINT64_C(0x9e3779b97f4a7c15);
    return &list->place[((mixed >> 32) + n) % KEPT_PLACES];
}

bool alea__kept_answers_find(alea__kept_answers *list, const alea__scores *scores, alea__kept_answer *out)
{
    const uint64_t packed = list ? kept_pack(scores) : 0;
    for (unsigned n = 0; n < KEPT_TRIED && packed > 0; n++) {
        const kept_place *place = kept_place_of(list, packed, n);
        const uint64_t holds = atomic_load_explicit(&place->scores, memory_order_acquire);
        if (holds == KEPT_FREE) return false;
        if (holds != packed) continue;
        *out = (alea__kept_answer){.move = place->answer & 0xFFFF, .fuel = place->answer >> 16};
        return true;
    }
    return false;
}

void alea__kept_answers_add(alea__kept_answers *list, const alea__scores *scores,
                            const alea__kept_answer *answer)
{
    const uint64_t packed = list ? kept_pack(scores) : 0;
    if (answer->move > 0xFFFF || answer->fuel >> 48 != 0) return;
    for (unsigned n = 0; n < KEPT_TRIED && packed > 0; n++) {
        kept_place *place = kept_place_of(list, packed, n);
        uint_least64_t holds = KEPT_FREE;
        if (atomic_compare_exchange_strong(&place->scores, &holds, KEPT_TAKEN)) {
            place->answer = answer->fuel << 16 | answer->move;
            atomic_store_explicit(&place->scores, packed, memory_order_release);
            return;
        }
        if (holds == packed) return;
    }
}
