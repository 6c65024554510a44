#include "exact/eliminate.h"
#include "base/assert.h"
#include "base/memory.h"

#include <math.h>
#include <string.h>

enum { MOST_TERMS = 1 << 22 };

/* Positions are numbered by their places in the component. The value of position i is constant[i] plus its terms, numbers
   first[i] to first[i + 1] - 1, all of which refer to later positions. */
typedef struct elimination {
    const exact_rows *rows;
    const exact_order *order;
    uint32_t from, size;
    bool unturned;
    const double *c, *x;
    double *constant;
    size_t *first;
    uint32_t *term;
    double *weight;
    size_t terms, capacity;
    double *row;    /* [place]: the row at work; all 0 between rows */
    uint8_t *known; /* [place]: it is in the heap or among the later ones */
    uint32_t *heap, heaped, *later, laters;
    alea__owned owned; /* all arrays but those of terms, which grow */
} elimination;

/* ---- the earlier positions of a row, the first one first ---- */

static void heap_push(elimination *e, uint32_t place)
{
    ALEA_ASSERT(e->heaped < e->size);
    uint32_t at = e->heaped++;
    for (; at > 0 && e->heap[(at - 1) / 2] > place; at = (at - 1) / 2) e->heap[at] = e->heap[(at - 1) / 2];
    e->heap[at] = place;
}

/* Takes out the least place. The heap is not empty. */
static uint32_t heap_pop(elimination *e)
{
    ALEA_ASSERT(e->heaped > 0);
    const uint32_t least = e->heap[0], place = e->heap[--e->heaped];
    uint32_t at = 0;
    for (uint32_t child; (child = 2 * at + 1) < e->heaped; at = child) {
        if (child + 1 < e->heaped && e->heap[child + 1] < e->heap[child]) child++;
        if (e->heap[child] >= place) break;
        e->heap[at] = e->heap[child];
    }
    e->heap[at] = place;
    return least;
}

static void row_add(elimination *e, uint32_t i, uint32_t place, double weight)
{
    ALEA_ASSERT(place < e->size);
    e->row[place] += weight;
    if (e->known[place]) return;
    e->known[place] = 1;
    if (place < i)
        heap_push(e, place);
    else
        e->later[e->laters++] = place;
}

/* ---- */

/* Copies the part of a row inside the component. Returns the error of the position's equation at x, and in *own the factor
   of its own value. */
static double row_read(elimination *e, uint32_t i, double *own)
{
    const uint32_t position = e->order->position[e->from + i];
    const exact_row *row = &e->rows->row[position];
    const double *chance = e->rows->chance + row->chance;
    ALEA_ASSERT(row->stay.chance >= 0 && row->stay.leave >= 0);
    *own = row->stay.turned && !e->unturned ? 1 + row->stay.chance : row->stay.leave;
    double residual = e->c[position] - *own * e->x[position];
    for (const exact_run *run = e->rows->run + row->run, *end = run + row->runs; run < end; run++)
        for (uint32_t to = run->to; to < run->to + run->count; to++) {
            const double weight = run->turned && !e->unturned ? -*chance++ : *chance++;
            const uint32_t place = e->order->place[to] - e->from;
            residual += weight * e->x[to];
            if (place < e->size) row_add(e, i, place, weight);
        }
    return residual;
}

static bool terms_reserve(elimination *e)
{
    if (e->terms + e->laters <= e->capacity) return true;
    size_t capacity = 2 * e->capacity + e->laters + 1024;
    if (e->terms + e->laters > MOST_TERMS) return false;
    uint32_t *term = alea__resize(e->term, capacity * sizeof *term);
    if (term) e->term = term;
    double *weight = alea__resize(e->weight, capacity * sizeof *weight);
    if (weight) e->weight = weight;
    if (term && weight) e->capacity = capacity;
    return term && weight;
}

/* Substitutes the earlier positions into the row, in their order, and stores the rest. */
static bool row_eliminate(elimination *e, uint32_t i)
{
    double own, constant = row_read(e, i, &own);
    while (e->heaped > 0) {
        const uint32_t place = heap_pop(e);
        const double factor = e->row[place];
        ALEA_ASSERT(place < i);
        e->row[place] = 0;
        e->known[place] = 0;
        constant += factor * e->constant[place];
        for (size_t k = e->first[place]; k < e->first[place + 1]; k++)
            row_add(e, i, e->term[k], factor * e->weight[k]);
    }
    if (!terms_reserve(e)) return false;
    if (e->known[i]) own -= e->row[i];
    for (uint32_t k = 0; k < e->laters; k++) {
        const uint32_t place = e->later[k];
        ALEA_ASSERT(place >= i);
        if (place != i && e->row[place] != 0) {
            e->term[e->terms] = place;
            e->weight[e->terms++] = e->row[place] / own;
        }
        e->row[place] = 0;
        e->known[place] = 0;
    }
    e->laters = 0;
    e->constant[i] = constant / own;
    e->first[i + 1] = e->terms;
    return isfinite(e->constant[i]);
}

static bool eliminate_all(elimination *e, double *x)
{
    for (uint32_t i = 0; i < e->size; i++)
        if (!row_eliminate(e, i)) return false;
    for (uint32_t i = e->size; i-- > 0;)
        for (size_t k = e->first[i]; k < e->first[i + 1]; k++)
            e->constant[i] += e->weight[k] * e->constant[e->term[k]];
    for (uint32_t i = 0; i < e->size; i++)
        if (!isfinite(e->constant[i])) return false;
    for (uint32_t i = 0; i < e->size; i++) x[e->order->position[e->from + i]] += e->constant[i];
    return true;
}

static bool eliminate_has_partners(const elimination *e)
{
    for (uint32_t i = 0; i < e->size; i++) {
        const uint32_t position = e->order->position[e->from + i];
        if (e->rows->row[position].stay.partner != position) return true;
    }
    return false;
}

bool exact_eliminate(const exact_linear *s, uint32_t component, const double *c, double *x)
{
    const exact_order *order = s->order;
    const uint32_t from = order->component[component], size = order->component[component + 1] - from;
    elimination e = {
        .rows = s->rows, .order = order, .from = from, .size = size, .unturned = s->unturned, .c = c, .x = x};
    if (eliminate_has_partners(&e)) return false;
    e.constant = alea__own(&e.owned, alea__alloc_array(size, sizeof *e.constant));
    e.first = alea__own(&e.owned, alea__alloc_array((size_t)size + 1, sizeof *e.first));
    e.row = alea__own(&e.owned, alea__alloc_array(size, sizeof *e.row));
    e.known = alea__own(&e.owned, alea__alloc(size));
    e.heap = alea__own(&e.owned, alea__alloc_array(size, sizeof *e.heap));
    e.later = alea__own(&e.owned, alea__alloc_array(size, sizeof *e.later));
    bool done = !e.owned.failed && eliminate_all(&e, x);
    alea__owned_free(&e.owned);
    alea__free(e.term);
    alea__free(e.weight);
    return done;
}
