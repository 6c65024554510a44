/* Tarjan's strongly connected components (Depth-first search and linear graph algorithms, SIAM J. Comput. 1, 1972), without
   recursion. A component is complete when its first position is left for good; those of its positions that were left before
   wait on a stack, in the order in which they were left. */
#include "exact/components.h"
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"

enum { UNSEEN = 0, LEAST_DEPTH = 1024 };
#define DONE UINT32_MAX

alea_status exact_order_make(size_t positions, exact_order *out, alea_error *error)
{
    *out = (exact_order){.positions = (uint32_t)positions, .components = 1};
    if (positions <= UINT32_MAX) {
        out->position = alea__alloc_array(positions, sizeof *out->position);
        out->place = alea__alloc_array(positions, sizeof *out->place);
        out->component = alea__alloc_array(positions + 1, sizeof *out->component);
        out->cyclic = alea__alloc_array(positions, sizeof *out->cyclic);
    }
    if (!out->position || !out->place || !out->component || !out->cyclic) {
        exact_order_clear(out);
        return alea__out_of_memory(error);
    }
    for (uint32_t i = 0; i < positions; i++) out->position[i] = out->place[i] = i;
    out->component[1] = out->positions;
    out->cyclic[0] = true;
    return ALEA_OK;
}

void exact_order_clear(exact_order *o)
{
    alea__free(o->position);
    alea__free(o->place);
    alea__free(o->component);
    alea__free(o->cyclic);
    *o = (exact_order){0};
}

/* Data of a position, side by side in memory. */
typedef struct search_position {
    uint32_t first;  /* edge */
    uint32_t number; /* order of discovery, from 1; DONE: its component is complete */
} search_position;

/* A position on the path of the search. */
typedef struct path_step {
    uint32_t position;
    uint32_t edge, upto; /* the next to be followed, and the one after the last */
    uint32_t low;        /* the earliest number that can be reached from below here */
    uint32_t waiting;    /* how many waited when it was first seen */
} path_step;

typedef struct component_search {
    const exact_edges *edges;
    exact_order *out;
    search_position *at; /* [position], and one more */
    uint32_t *wait, waiting;
    path_step *path;
    uint32_t depth, capacity, seen, done;
} component_search;

/* Enters a position for the first time. Prefetches the data of all its successors, because a search in a large graph spends
   nearly all of its time waiting for memory. On failure returns false, and the path is unchanged. */
static bool search_enter(component_search *s, uint32_t position)
{
    const exact_edges *e = s->edges;
    const uint32_t first = s->at[position].first, upto = s->at[position + 1].first;
    if (s->depth == s->capacity) {
        uint32_t capacity = s->capacity ? s->capacity * 2 : LEAST_DEPTH;
        path_step *path = alea__resize(s->path, capacity * sizeof *path);
        if (!path) return false;
        s->path = path;
        s->capacity = capacity;
    }
    for (uint32_t k = first; k < upto; k++) __builtin_prefetch(&s->at[e->to[k] >> e->shift]);
    s->at[position].number = ++s->seen;
    s->path[s->depth++] = (path_step){position, first, upto, s->seen, s->waiting};
    return true;
}

static bool search_finds_loop(const component_search *s, uint32_t position)
{
    for (uint32_t k = s->edges->first[position]; k < s->edges->first[position + 1]; k++)
        if (s->edges->to[k] >> s->edges->shift == position) return true;
    return false;
}

/* Leaves the last position of the path after all its edges were followed. If nothing below it reached further up, it and
   the positions waiting above it form a component, which gets the next places of the order. */
static void search_leave(component_search *s)
{
    exact_order *o = s->out;
    path_step left = s->path[--s->depth];
    ALEA_ASSERT(left.low <= s->at[left.position].number && left.waiting <= s->waiting);
    s->wait[s->waiting++] = left.position;
    if (s->depth > 0 && left.low < s->path[s->depth - 1].low) s->path[s->depth - 1].low = left.low;
    if (left.low < s->at[left.position].number) return;
    o->cyclic[o->components] = s->waiting - left.waiting > 1 || search_finds_loop(s, left.position);
    for (uint32_t i = left.waiting; i < s->waiting; i++) {
        s->at[s->wait[i]].number = DONE;
        o->place[s->wait[i]] = s->done;
        o->position[s->done++] = s->wait[i];
    }
    s->waiting = left.waiting;
    o->component[++o->components] = s->done;
}

/* Visits everything that can be reached from an unseen position; the path is empty before and after. False without memory. */
static bool search_from(component_search *s, uint32_t root)
{
    if (!search_enter(s, root)) return false;
    while (s->depth > 0) {
        path_step *at = &s->path[s->depth - 1];
        if (at->edge == at->upto) {
            search_leave(s);
            continue;
        }
        uint32_t to = s->edges->to[at->edge++] >> s->edges->shift;
        const uint32_t number = s->at[to].number;
        if (number == UNSEEN) {
            if (!search_enter(s, to)) return false;
        } else if (number < at->low) {
            at->low = number;
        }
    }
    return true;
}

alea_status exact_order_find(const exact_edges *edges, exact_order *out, alea_error *error)
{
    alea_status status = exact_order_make(edges->positions, out, error);
    if (status != ALEA_OK) return status;
    out->components = 0;
    component_search s = {.edges = edges,
                          .out = out,
                          .at = alea__alloc_array((size_t)edges->positions + 1, sizeof *s.at),
                          .wait = alea__alloc_array(edges->positions, sizeof *s.wait)};
    bool done = s.at && s.wait;
    for (uint32_t i = 0; done && i <= edges->positions; i++) s.at[i].first = edges->first[i];
    for (uint32_t i = 0; done && i < edges->positions; i++)
        if (s.at[i].number == UNSEEN) done = search_from(&s, i);
    ALEA_ASSERT(!done || (s.waiting == 0 && out->component[out->components] == edges->positions));
    alea__free(s.at);
    alea__free(s.wait);
    alea__free(s.path);
    if (done) return ALEA_OK;
    exact_order_clear(out);
    return alea__out_of_memory(error);
}
