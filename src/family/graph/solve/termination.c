/* Whether values can be proved: every state has a way to an end, and nobody can keep the game going. */
#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "family/graph/solve/exact.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* The nodes from which ways lead to a node: back[start[node]] … */
typedef struct backwards {
    uint32_t *start, *back;
    uint32_t *left;  /* [node]: ways that do not lead to marked nodes yet */
    uint32_t *queue; /* nodes that were marked, in that order */
    uint8_t *marked;
    uint32_t count;
} backwards;

static void clear(backwards *b)
{
    alea__free(b->start);
    alea__free(b->back);
    alea__free(b->left);
    alea__free(b->queue);
    alea__free(b->marked);
}

static bool make(const graph_rules *g, backwards *b)
{
    size_t n = g->nodes;
    *b = (backwards){.start = alea__alloc_array(n + 2, sizeof *b->start),
                     .back = alea__alloc_array((size_t)g->ways + 1, sizeof *b->back),
                     .left = alea__alloc_array(n, sizeof *b->left),
                     .queue = alea__alloc_array(n, sizeof *b->queue),
                     .marked = alea__alloc(n)};
    if (!b->start || !b->back || !b->left || !b->queue || !b->marked) return false;
    for (uint32_t way = 0; way < g->ways; way++) b->start[graph_target(g->to[way]) + 2]++;
    for (size_t i = 2; i < n + 2; i++) b->start[i] += b->start[i - 1];
    for (uint32_t node = 0; node < g->nodes; node++)
        for (uint32_t way = g->first[node]; way < g->first[node + 1]; way++)
            b->back[b->start[graph_target(g->to[way]) + 1]++] = node;
    return true;
}

static void mark(backwards *b, uint32_t node)
{
    if (b->marked[node]) return;
    b->marked[node] = 1;
    b->queue[b->count++] = node;
}

/* Marks the ends, and then every node that leads to a marked one: by some way, or, where the players could choose otherwise,
   by all of them. */
static void spread(const graph_rules *g, backwards *b, bool all_moves)
{
    memset(b->marked, 0, g->nodes);
    b->count = 0;
    for (uint32_t node = 0; node < g->nodes; node++) {
        b->left[node] = graph_ways_of(g, node);
        if (g->kind[node] == GRAPH_END) mark(b, node);
    }
    for (uint32_t i = 0; i < b->count; i++)
        for (uint32_t k = b->start[b->queue[i]]; k < b->start[b->queue[i] + 1]; k++) {
            uint32_t node = b->back[k];
            b->left[node]--;
            if (!all_moves || g->kind[node] != GRAPH_DECIDE || b->left[node] == 0) mark(b, node);
        }
}

static uint32_t first_unmarked(const graph_rules *g, const backwards *b)
{
    uint32_t node = 0;
    while (node < g->nodes && b->marked[node]) node++;
    return node;
}

/* ---- the way there ---- */

enum { MOST_STATES_SHOWN = 8 };

/* Each node's predecessor on a shortest way from the start, in `from`. */
static void find_ways(const graph_rules *g, uint32_t *from, uint32_t *queue)
{
    uint32_t count = 0;
    for (uint32_t node = 0; node < g->nodes; node++) from[node] = GRAPH_NO_NODE;
    from[g->start] = g->start;
    queue[count++] = g->start;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t way = g->first[queue[i]]; way < g->first[queue[i] + 1]; way++) {
            uint32_t to = graph_target(g->to[way]);
            if (from[to] != GRAPH_NO_NODE) continue;
            from[to] = queue[i];
            queue[count++] = to;
        }
}

/* "0,0,0 > 0,0,2 > 2,0,0", with "..." for what is left out at the front. */
static void write_way(const graph_rules *g, const uint32_t *from, uint32_t node, char *out, size_t size)
{
    uint32_t shown[MOST_STATES_SHOWN], count = 0;
    char name[GRAPH_SHOWN];
    for (; count < MOST_STATES_SHOWN; node = from[node]) {
        shown[count++] = node;
        if (node == g->start) break;
    }
    size_t at = (size_t)snprintf(out, size, "%s", shown[count - 1] == g->start ? "" : "... > ");
    while (count-- > 0 && at < size) {
        graph_name_node(g, shown[count], name);
        at += (size_t)snprintf(out + at, size - at, "%.80s%s", name, count ? " > " : "");
    }
}

static alea_status refuse(const graph_rules *g, backwards *b, const char *what, alea_error *error)
{
    uint32_t node = first_unmarked(g, b);
    char name[GRAPH_SHOWN], way[300];
    find_ways(g, b->left, b->queue); /* what they held is not needed any more */
    graph_name_node(g, node, name);
    write_way(g, b->left, node, way, sizeof way);
    return alea__fail(error, ALEA_E_REFUSED, "%s state %s, which is reached by %s.", what, name, way);
}

static alea_status check(const graph_rules *g, backwards *b, alea_error *error)
{
    spread(g, b, true);
    if (b->count == g->nodes) return ALEA_OK; /* every state then has a way to an end, too */
    spread(g, b, false);
    if (b->count < g->nodes)
        return refuse(g, b, "The game has no values that can be proved: there is no way to an end from the",
                      error);
    spread(g, b, true);
    return refuse(g, b,
                  "The game has no values that can be proved: it can be kept from ending, whatever chance "
                  "does, by moves that avoid every end, for example from the",
                  error);
}

alea_status graph_provable(const graph_rules *g, alea_error *error)
{
    backwards b;
    alea_status status = make(g, &b) ? check(g, &b, error) : alea__out_of_memory(error);
    clear(&b);
    return status;
}
