/* The order of positions: Tarjan's strongly connected components (Depth-first search and linear graph algorithms, SIAM J.
   Comput. 1, 1972), without recursion. A component is complete when its first position is left for good; those of its
   positions that were left before wait on a stack, in the order in which they were left. */
#include "base/error.h"
#include "base/memory.h"
#include "family/graph/solve/exact.h"

enum { UNSEEN = 0, LEAST_DEPTH = 1024 };
#define DONE UINT32_MAX

/* A position on the path of the search. */
typedef struct step {
    uint32_t position, way; /* the next to be followed */
    uint32_t low;           /* the earliest number that can be reached from below here */
    uint32_t waiting;       /* how many waited when it was first seen */
} step;

typedef struct search {
    const graph_problem *p;
    graph_order *out;
    uint32_t *number; /* [position]: when it was first seen, from 1; DONE: its component is complete */
    uint32_t *wait, waiting;
    step *path;
    uint32_t depth, room, seen, done;
} search;

static bool enter(search *s, uint32_t position)
{
    if (s->depth == s->room) {
        uint32_t room = s->room ? s->room * 2 : LEAST_DEPTH;
        step *path = alea__resize(s->path, room * sizeof *path);
        if (!path) return false;
        s->path = path;
        s->room = room;
    }
    s->number[position] = ++s->seen;
    s->path[s->depth++] = (step){position, s->p->first[position], s->seen, s->waiting};
    return true;
}

static void place(search *s, uint32_t position)
{
    s->number[position] = DONE;
    s->out->place[position] = s->done;
    s->out->order[s->done++] = position;
}

static void leave(search *s)
{
    step left = s->path[--s->depth];
    s->wait[s->waiting++] = left.position;
    if (s->depth > 0 && left.low < s->path[s->depth - 1].low) s->path[s->depth - 1].low = left.low;
    if (left.low < s->number[left.position]) return;
    for (uint32_t i = left.waiting; i < s->waiting; i++) place(s, s->wait[i]);
    s->waiting = left.waiting;
    s->out->component[++s->out->components] = s->done;
}

static bool search_from(search *s, uint32_t root)
{
    if (!enter(s, root)) return false;
    while (s->depth > 0) {
        step *at = &s->path[s->depth - 1];
        if (at->way == s->p->first[at->position + 1]) {
            leave(s);
            continue;
        }
        uint32_t to = graph_target(s->p->to[at->way++]);
        if (s->number[to] == UNSEEN) {
            if (!enter(s, to)) return false;
        } else if (s->number[to] < at->low) {
            at->low = s->number[to];
        }
    }
    return true;
}

void graph_order_clear(graph_order *o)
{
    alea__free(o->order);
    alea__free(o->place);
    alea__free(o->component);
    *o = (graph_order){0};
}

static bool search_all(search *s)
{
    for (uint32_t i = 0; i < s->p->positions; i++)
        if (s->number[i] == UNSEEN && !search_from(s, i)) return false;
    return true;
}

alea_status graph_order_make(const graph_problem *p, graph_order *out, alea_error *error)
{
    size_t n = p->positions;
    *out = (graph_order){.order = alea__alloc_array(n, sizeof *out->order),
                         .place = alea__alloc_array(n, sizeof *out->place),
                         .component = alea__alloc_array(n + 1, sizeof *out->component)};
    search s = {.p = p,
                .out = out,
                .number = alea__alloc_array(n, sizeof *s.number),
                .wait = alea__alloc_array(n, sizeof *s.wait)};
    bool done = out->order && out->place && out->component && s.number && s.wait && search_all(&s);
    alea__free(s.number);
    alea__free(s.wait);
    alea__free(s.path);
    if (done) return ALEA_OK;
    graph_order_clear(out);
    return alea__out_of_memory(error);
}
