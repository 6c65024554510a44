/* Tests whether values can be proved: every state has a way to an end, and no player can keep the game going. */
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "exact/explicit_inside.h"
#include "exact/messages.h"

#include <stdio.h>
#include <string.h>

/* The predecessors of nodes: back[start[node]] … */
typedef struct backwards {
    uint32_t *start, *back;
    uint32_t *left;  /* [node]: edges that do not lead to marked nodes yet */
    uint32_t *queue; /* nodes that were marked, in that order */
    uint8_t *marked;
    uint32_t count;
    alea__owned owned;
} backwards;

/* Makes the reversed graph: the predecessors of a node are back[start[node]] to back[start[node + 1] - 1]. Returns false if
   memory runs out; the caller frees what it owns. */
static bool way_out_make(const alea__explicit *g, backwards *b)
{
    size_t n = g->nodes;
    b->start = alea__own(&b->owned, alea__alloc_array(n + 2, sizeof *b->start));
    b->back = alea__own(&b->owned, alea__alloc_array((size_t)g->edges + 1, sizeof *b->back));
    b->left = alea__own(&b->owned, alea__alloc_array(n, sizeof *b->left));
    b->queue = alea__own(&b->owned, alea__alloc_array(n, sizeof *b->queue));
    b->marked = alea__own(&b->owned, alea__alloc(n));
    if (b->owned.failed) return false;
    for (uint32_t edge = 0; edge < g->edges; edge++) b->start[alea__target(g->to[edge]) + 2]++;
    for (size_t i = 2; i < n + 2; i++) b->start[i] += b->start[i - 1];
    for (uint32_t node = 0; node < g->nodes; node++)
        for (uint32_t edge = g->first[node]; edge < g->first[node + 1]; edge++)
            b->back[b->start[alea__target(g->to[edge]) + 1]++] = node;
    return true;
}

static void way_out_mark(backwards *b, uint32_t node)
{
    if (b->marked[node]) return;
    b->marked[node] = 1;
    b->queue[b->count++] = node;
}

/* Marks the ends, and then every node that leads to a marked one: by any edge or, where players could choose otherwise, by
   all of them. */
static void way_out_spread(const alea__explicit *g, backwards *b, bool all_moves)
{
    memset(b->marked, 0, g->nodes);
    b->count = 0;
    for (uint32_t node = 0; node < g->nodes; node++) {
        b->left[node] = alea__edges_of(g, node);
        if (g->kind[node] == ALEA__END) way_out_mark(b, node);
    }
    for (uint32_t i = 0; i < b->count; i++)
        for (uint32_t k = b->start[b->queue[i]]; k < b->start[b->queue[i] + 1]; k++) {
            uint32_t node = b->back[k];
            b->left[node]--;
            if (!all_moves || g->kind[node] != ALEA__DECIDE || b->left[node] == 0) way_out_mark(b, node);
        }
}

static uint32_t way_out_first_unmarked(const alea__explicit *g, const backwards *b)
{
    uint32_t node = 0;
    while (node < g->nodes && b->marked[node]) node++;
    return node;
}

/* ---- the way there ---- */

enum { MOST_STATES_SHOWN = 8 };

/* Each node's predecessor on a shortest way from the start, in `from`. */
static void way_out_find_edges(const alea__explicit *g, uint32_t *from, uint32_t *queue)
{
    uint32_t count = 0;
    for (uint32_t node = 0; node < g->nodes; node++) from[node] = ALEA__NO_NODE;
    from[g->start] = g->start;
    queue[count++] = g->start;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t edge = g->first[queue[i]]; edge < g->first[queue[i] + 1]; edge++) {
            uint32_t to = alea__target(g->to[edge]);
            if (from[to] != ALEA__NO_NODE) continue;
            from[to] = queue[i];
            queue[count++] = to;
        }
}

/* Writes a path such as "0,0,0 > 0,0,2 > 2,0,0", with "..." for a part left out at the front. */
static void way_out_write(const alea__explicit *g, const uint32_t *from, uint32_t node, char *out,
                          size_t size)
{
    uint32_t shown[MOST_STATES_SHOWN], count = 0;
    char name[ALEA__SHOWN];
    ALEA_ASSERT(from[node] != ALEA__NO_NODE);
    for (; count < MOST_STATES_SHOWN; node = from[node]) {
        shown[count++] = node;
        if (node == g->start) break;
    }
    size_t at = (size_t)snprintf(out, size, "%s", shown[count - 1] == g->start ? "" : "... > ");
    while (count-- > 0 && at < size) {
        alea__name_node(g, shown[count], name);
        at += (size_t)snprintf(out + at, size - at, "%.80s%s", name, count ? " > " : "");
    }
}

/* Reports the refusal: names a state that is not marked, and a shortest way to it. Overwrites `b`. */
static alea_status way_out_refuse(const alea__explicit *g, backwards *b, bool endless, alea_error *error)
{
    uint32_t node = way_out_first_unmarked(g, b);
    char name[ALEA__SHOWN], path[300];
    way_out_find_edges(g, b->left, b->queue); /* overwrites arrays that are no longer needed */
    alea__name_node(g, node, name);
    way_out_write(g, b->left, node, path, sizeof path);
    return alea__fail(error, ALEA_E_REFUSED, endless ? EXACT_ENDLESS : EXACT_NO_END, name, path);
}

static alea_status way_out_check(const alea__explicit *g, backwards *b, alea_error *error)
{
    way_out_spread(g, b, true);
    if (b->count == g->nodes) return ALEA_OK; /* every state then has a way to an end, too */
    way_out_spread(g, b, false);
    if (b->count < g->nodes) return way_out_refuse(g, b, false, error);
    way_out_spread(g, b, true);
    return way_out_refuse(g, b, true, error);
}

alea_status explicit_provable(const alea__explicit *g, alea_error *error)
{
    backwards b = {.count = 0};
    alea_status status = way_out_make(g, &b) ? way_out_check(g, &b, error) : alea__out_of_memory(error);
    alea__owned_free(&b.owned);
    return status;
}

/* ---- along the order of a problem ---- */

enum { PASSES = 8 };

/* Whether an end is certain from a position of a component, whatever is played: it is an end, or a chance node with an edge
   to a marked position, or a decision whose edges all lead to marked ones. Positions of earlier components count as marked. */
static bool end_is_certain(const explicit_problem *p, uint32_t position, uint32_t from, const uint8_t *marked)
{
    uint32_t edge = p->first[position];
    const uint32_t upto = p->first[position + 1];
    const bool all = p->kind[position] == ALEA__DECIDE;
    if (edge == upto) return true;
    for (; edge < upto; edge++) {
        const uint32_t there = alea__target(p->to[edge]);
        if ((there < from || marked[there - from]) != all) return !all;
    }
    return all;
}

/* Whether a few passes over a component show that the end is certain from all of it. */
static bool end_is_found(const explicit_problem *p, uint32_t from, uint32_t upto, uint8_t *marked)
{
    uint32_t missing = upto - from;
    memset(marked, 0, missing);
    for (int pass = 0; pass < PASSES && missing > 0; pass++)
        for (uint32_t i = from; i < upto; i++)
            if (!marked[i - from] && end_is_certain(p, i, from, marked)) marked[i - from] = 1, missing--;
    return missing == 0;
}

/* Positions of components without cycles lead to earlier ones. If a few passes cannot show it, the reversed graph is used. */
alea_status explicit_game_provable(const explicit_problem *p, alea_error *error)
{
    const exact_order *o = &p->order;
    uint8_t *marked = alea__alloc(p->positions);
    if (!marked) return alea__out_of_memory(error);
    bool found = true;
    for (uint32_t c = 0; c < o->components && found; c++)
        found = !o->cyclic[c] || end_is_found(p, o->component[c], o->component[c + 1], marked);
    alea__free(marked);
    return found ? ALEA_OK : explicit_provable(p->g, error);
}
