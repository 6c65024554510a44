/* The order of memories in vector lanes, and the destinations of their values. */
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "family/hog/turn/positions.h"

#include <stdlib.h>
#include <string.h>

/* ---- the order of memories ---- */

/* A memory and the numbers of dice, as bits, that lead to it, by kind. */
typedef struct wanted {
    uint32_t memory, by[HOG_KINDS];
} wanted;

static int more_wanted_first(const void *a, const void *b)
{
    const wanted *x = a, *y = b;
    for (int k = 0; k < HOG_KINDS; k++)
        if (x->by[k] != y->by[k]) return x->by[k] > y->by[k] ? -1 : 1;
    return x->memory < y->memory ? -1 : x->memory > y->memory;
}

static hog_next layout_next(const hog_graph *g, uint32_t extra, uint32_t memory, uint32_t n)
{
    return hog_next_of(&g->game->rules, extra, n, 0)[memory];
}

static void count_wanted(const hog_graph *g, wanted *list)
{
    for (uint32_t m = 0; m < g->memories; m++) list[m].memory = m;
    for (uint32_t extra = 0; extra < g->extras; extra++)
        for (uint32_t m = 0; m < g->memories; m++)
            for (uint32_t n = 0; n <= g->dice; n++) {
                hog_next next = layout_next(g, extra, m, n);
                list[next.memory].by[extra * HOG_GRANTED + (next.again ? HOG_EXTRA_TURN : 0)] |= UINT32_C(1)
                                                                                                 << n;
            }
}

/* A class that does not fit in the rest of a group begins a new one. Returns the number of positions. */
static uint32_t give_places(const hog_graph *g, const wanted *list, uint16_t *place)
{
    uint32_t at = 0;
    for (uint32_t i = 0, end; i < g->memories; i = end) {
        const size_t size = sizeof list->by;
        for (end = i + 1; end < g->memories && memcmp(list[i].by, list[end].by, size) == 0;) end++;
        if (at % HOG_LANES + (end - i) > HOG_LANES) at = hog_padded(at);
        for (uint32_t k = i; k < end; k++) place[list[k].memory] = (uint16_t)at++;
    }
    return at;
}

/* Assigns positions to memories: those that the same dice lead to are adjacent. */
static alea_status order_memories(hog_graph *g, wanted *list, alea_error *error)
{
    count_wanted(g, list);
    wanted *sorted = alea__alloc_array(g->memories, sizeof *sorted);
    g->place = alea__own(&g->owned, alea__alloc_array(g->memories, sizeof *g->place));
    if (!sorted || !g->place) {
        alea__free(sorted);
        return alea__out_of_memory(error);
    }
    memcpy(sorted, list, g->memories * sizeof *sorted);
    qsort(sorted, g->memories, sizeof *sorted, more_wanted_first);
    g->places = hog_padded(give_places(g, sorted, g->place));
    g->groups = g->places / HOG_LANES;
    ALEA_ASSERT(g->places >= g->memories);
    alea__free(sorted);
    g->memory_at = alea__own(&g->owned, alea__alloc_array(g->places, sizeof *g->memory_at));
    if (!g->memory_at) return alea__out_of_memory(error);
    for (uint32_t p = 0; p < g->places; p++) g->memory_at[p] = -1;
    for (uint32_t m = 0; m < g->memories; m++) g->memory_at[g->place[m]] = (int16_t)m;
    return ALEA_OK;
}

/* ---- layouts ---- */

/* Planes are used if no number of dice needs more than two memories; for turns of the opponent, only if it needs one. */
static bool wants_planes(const hog_graph *g, const wanted *list, int kind)
{
    if (g->memories > 1 && !(kind & HOG_EXTRA_TURN)) return false;
    for (uint32_t n = 0; n <= g->dice; n++) {
        uint32_t count = 0;
        for (uint32_t m = 0; m < g->memories; m++) count += list[m].by[kind] >> n & 1;
        if (count > 2) return false;
    }
    return true;
}

/* Lists the groups or planes of a kind, who needs them, and their places in the rows. Whether the kind has planes is
   already decided. */
static alea_status layout_make_kind(const hog_graph *g, const wanted *list, int number, hog_layout *layout,
                                    alea_error *error)
{
    hog_kind *kind = &layout->kind[number];
    const bool planes = kind->planes;
    const uint32_t most = planes ? g->places : g->groups;
    kind->offset = layout->rows;
    kind->place = alea__own(&layout->owned, alea__alloc_array(most, sizeof *kind->place));
    kind->moves = alea__own(&layout->owned, alea__alloc_array(most, sizeof *kind->moves));
    if (!kind->place || !kind->moves) return alea__out_of_memory(error);
    for (uint32_t place = 0; place < most; place++) {
        const uint32_t count = planes ? 1 : HOG_LANES;
        uint32_t moves = 0; /* numbers of dice that need anything there */
        for (uint32_t p = place * count; p < (place + 1) * count; p++)
            if (g->memory_at[p] >= 0) moves |= list[g->memory_at[p]].by[number];
        if (moves == 0) continue;
        kind->moves[kind->count] = moves;
        kind->place[kind->count++] = (uint16_t)place;
    }
    ALEA_ASSERT(kind->count <= most);
    layout->rows += (size_t)g->goal * g->width * kind->count * (planes ? 1 : HOG_LANES);
    return ALEA_OK;
}

/* Finds the task of n dice that does this sum, or adds it behind the last one. */
static const hog_task *layout_task(hog_layout *layout, uint32_t n, const hog_task *like, uint32_t *next_out)
{
    hog_task *end = layout->task + layout->tasks[n + 1];
    for (hog_task *t = layout->task + layout->tasks[n]; t < end; t++)
        if (t->kind == like->kind && t->place == like->place && t->shift == like->shift) return t;
    *end = *like;
    end->out = *next_out;
    *next_out += HOG_LANES; /* planes too: groups stay aligned */
    layout->tasks[n + 1]++;
    return end;
}

/* The sums for n dice, each once, and which of them every position takes. */
static void layout_make_tasks(const hog_graph *g, hog_layout *layout, uint32_t n)
{
    uint32_t next_out = HOG_LANES; /* before it is the empty one */
    layout->tasks[n + 1] = layout->tasks[n];
    for (uint32_t extra = 0; extra < g->extras; extra++)
        for (uint32_t m = 0; m < g->memories; m++) {
            hog_next next = layout_next(g, extra, m, n);
            uint32_t k = extra * HOG_GRANTED + (next.again ? HOG_EXTRA_TURN : 0),
                     place = g->place[next.memory];
            const hog_kind *kind = &layout->kind[k];
            hog_task task = {.kind = (uint8_t)k,
                             .plane = kind->planes,
                             .place =
                                 (uint16_t)hog_kind_index(kind, kind->planes ? place : place / HOG_LANES),
                             .shift = (uint16_t)hog_bonus(&g->game->rules, m, n)};
            uint32_t out = layout_task(layout, n, &task, &next_out)->out;
            layout->from[((size_t)n * 2 + extra) * g->places + g->place[m]] =
                out + (kind->planes ? 0 : place % HOG_LANES);
        }
    ALEA_ASSERT(layout->tasks[n + 1] <= (g->dice + 1) * g->extras * g->memories);
    if (next_out > layout->sums) layout->sums = next_out;
}

/* Makes the layout for one kind of side: the values it stores, its sums, and which of them each position uses. The graph
   owns it even after a failure. */
static alea_status layout_make(const hog_graph *g, const wanted *list, bool may_have_planes,
                               hog_layout *layout, alea_error *error)
{
    alea_status status = ALEA_OK;
    for (int k = 0; k < HOG_KINDS && status == ALEA_OK; k++) {
        layout->kind[k].planes = may_have_planes && wants_planes(g, list, k);
        status = layout_make_kind(g, list, k, layout, error);
    }
    if (status != ALEA_OK) return status;
    const size_t most =
        (size_t)(g->dice + 1) * g->extras * g->memories; /* one for every value of every choice */
    layout->task = alea__own(&layout->owned, alea__alloc_array(most + 1, sizeof *layout->task));
    layout->from = alea__own(&layout->owned,
                             alea__alloc_array((size_t)(g->dice + 1) * 2 * g->places, sizeof *layout->from));
    if (!layout->task || !layout->from) return alea__out_of_memory(error);
    for (uint32_t n = 0; n <= g->dice; n++) layout_make_tasks(g, layout, n);
    return ALEA_OK;
}

/* ---- */

alea_status hog_make_layouts(hog_graph *g, alea_error *error)
{
    wanted *list = alea__alloc_array(g->memories, sizeof *list);
    if (!list) return alea__out_of_memory(error);
    alea_status status = order_memories(g, list, error);
    if (status == ALEA_OK) status = layout_make(g, list, true, &g->narrow, error);
    if (status == ALEA_OK) status = layout_make(g, list, false, &g->wide, error);
    alea__free(list);
    return status;
}
