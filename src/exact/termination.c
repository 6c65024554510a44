#include "exact/termination.h"
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"

#include <string.h>

static bool termination_leads_to_end(const exact_rows *rows, uint32_t position, const uint8_t *endless)
{
    const exact_row *row = &rows->row[position];
    const double *chance = rows->chance + row->chance;
    if (row->stay.chance > 0 && !endless[row->stay.partner]) return true;
    for (const exact_run *run = rows->run + row->run, *end = run + row->runs; run < end; run++) {
        for (uint32_t k = 0; k < run->count; k++)
            if (chance[k] > 0 && !endless[run->to + k]) return true;
        chance += run->count;
    }
    return false;
}

/* Along the order nearly everything is found in the first pass. */
void exact_mark_endless(const exact_rows *rows, const exact_order *order, const uint8_t *ends,
                        uint8_t *endless)
{
    memset(endless, 1, rows->positions);
    for (bool more = true; more;) {
        more = false;
        for (uint32_t i = 0; i < rows->positions; i++) {
            const uint32_t position = order->position[i];
            if (!endless[position] || (!ends[position] && !termination_leads_to_end(rows, position, endless)))
                continue;
            endless[position] = 0;
            more = true;
        }
    }
}

/* Positions that are to be followed; each is in it at most once. */
typedef struct queue {
    uint32_t *position, count;
    uint8_t *reached;
} queue;

static void queue_add(queue *q, uint32_t position)
{
    if (q->reached[position]) return;
    q->reached[position] = 1;
    q->position[q->count++] = position;
}

static void queue_add_row(queue *q, const exact_rows *rows, const exact_row *row)
{
    const double *chance = rows->chance + row->chance;
    if (row->stay.chance > 0) queue_add(q, row->stay.partner);
    for (const exact_run *run = rows->run + row->run, *end = run + row->runs; run < end; run++) {
        for (uint32_t k = 0; k < run->count; k++)
            if (chance[k] > 0) queue_add(q, run->to + k);
        chance += run->count;
    }
}

alea_status exact_mark_reached(const exact_rows *rows, uint32_t start, uint8_t *reached, alea_error *error)
{
    queue q = {.position = alea__alloc_array(rows->positions, sizeof *q.position), .reached = reached};
    if (!q.position) return alea__out_of_memory(error);
    ALEA_ASSERT(start < rows->positions);
    memset(reached, 0, rows->positions);
    queue_add(&q, start);
    for (uint32_t i = 0; i < q.count; i++) queue_add_row(&q, rows, &rows->row[q.position[i]]);
    alea__free(q.position);
    return ALEA_OK;
}
