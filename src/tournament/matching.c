/* Edmonds' algorithm with dual variables.

   Nodes are vertices 1 … n and blossoms n + 1, …; 0 is no node. A blossom is an odd circle of nodes, its petals, the first of which is its
   base. Nodes that are in no other are on top. Trees of alternating edges grow from all free nodes on top: nodes at an even distance from
   the root are *outer*, at an odd distance *inner*. Labels are twice the dual variables; the gap of an edge is what its two labels
   exceed minus twice the cost by, and never negative. Edges without a gap join the trees: to a matched pair, which both grow by, to a
   blossom within a tree, or to an augmenting path between two trees. If there are none, labels change until there is one.

   Each phase matches one more pair. For each node, `nearest` is the outer vertex with the smallest gap to it, so a phase takes O(n^2). */
#include "tournament/matching.h"
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "tournament/messages.h"

typedef struct matching_edge {
    uint16_t u, v; /* vertices; 0, 0: no edge */
} matching_edge;

enum { FREE = -1, OUTER = 0, INNER = 1 };

typedef struct matching {
    uint32_t n, nodes, most; /* vertices; the highest node in use; the highest there can be */
    const int64_t *cost;     /* [n][n] */
    int64_t *label;          /* [most + 1] */
    matching_edge *
        edge; /* [most + 1][most + 1] the edge with the smallest gap between two nodes, as seen from the first */
    uint16_t *holder;  /* [most + 1][n + 1] of a blossom: the petal that holds a vertex, or 0 */
    uint16_t *petal;   /* [most + 1][most + 1] of a blossom */
    uint32_t *petals;  /* [most + 1] their number; 0 for vertices */
    uint32_t *top;     /* [most + 1] the node on top that holds this one; 0 for blossoms not in use */
    uint32_t *mate;    /* [most + 1] the vertex matched with the node, or 0 */
    uint32_t *parent;  /* [most + 1] the vertex by which a tree reached the node */
    uint32_t *nearest; /* [most + 1] outer vertex, or 0 */
    uint32_t *mark;    /* [most + 1] by which search for a common ancestor it was met */
    int8_t *side;      /* [most + 1] */
    uint32_t *queue;   /* [n] outer vertices to look at */
    uint32_t head, tail, marks;
} matching;

/* ---- memory ---- */

static void matching_free(matching *m)
{
    void *const memory[] = {m->label, m->edge,   m->holder,  m->petal, m->petals, m->top,
                            m->mate,  m->parent, m->nearest, m->mark,  m->side,   m->queue};
    for (size_t k = 0; k < sizeof memory / sizeof *memory; k++) alea__free(memory[k]);
}

/* Returns false if memory runs out; the caller frees what was allocated. */
static bool matching_alloc(matching *m)
{
    const size_t n = (size_t)m->n + 1, most = (size_t)m->most + 1;
    m->label = alea__alloc_array(most, sizeof *m->label);
    m->edge = alea__alloc_array(most * most, sizeof *m->edge);
    m->holder = alea__alloc_array(most * n, sizeof *m->holder);
    m->petal = alea__alloc_array(most * most, sizeof *m->petal);
    m->petals = alea__alloc_array(most, sizeof *m->petals);
    m->top = alea__alloc_array(most, sizeof *m->top);
    m->mate = alea__alloc_array(most, sizeof *m->mate);
    m->parent = alea__alloc_array(most, sizeof *m->parent);
    m->nearest = alea__alloc_array(most, sizeof *m->nearest);
    m->mark = alea__alloc_array(most, sizeof *m->mark);
    m->side = alea__alloc_array(most, sizeof *m->side);
    m->queue = alea__alloc_array(n, sizeof *m->queue);
    return m->label && m->edge && m->holder && m->petal && m->petals && m->top && m->mate && m->parent &&
           m->nearest && m->mark && m->side && m->queue;
}

/* ---- edges ---- */

static matching_edge *matching_edge_at(const matching *m, uint32_t x, uint32_t y)
{
    return &m->edge[(size_t)x * (m->most + 1) + y];
}

static uint16_t *matching_petal_at(const matching *m, uint32_t blossom, uint32_t index)
{
    return &m->petal[(size_t)blossom * (m->most + 1) + index];
}

static uint16_t *matching_holder_at(const matching *m, uint32_t blossom, uint32_t vertex)
{
    return &m->holder[(size_t)blossom * (m->n + 1) + vertex];
}

static int64_t matching_gap(const matching *m, uint32_t x, uint32_t y)
{
    const matching_edge e = *matching_edge_at(m, x, y);
    return m->label[e.u] + m->label[e.v] + 2 * m->cost[(size_t)(e.u - 1) * m->n + (e.v - 1)];
}

/* Makes the outer vertex u the nearest of a node, if it is. */
static void matching_compare_nearest(matching *m, uint32_t u, uint32_t node)
{
    if (m->nearest[node] == 0 || matching_gap(m, u, node) < matching_gap(m, m->nearest[node], node))
        m->nearest[node] = u;
}

/* Recomputes the nearest vertex of a node. */
static void matching_find_nearest(matching *m, uint32_t node)
{
    m->nearest[node] = 0;
    for (uint32_t u = 1; u <= m->n; u++)
        if (m->top[u] != node && m->side[m->top[u]] == OUTER) matching_compare_nearest(m, u, node);
}

/* ---- blossoms ---- */

/* Puts all vertices of a node into the queue. */
static void matching_enqueue(matching *m, uint32_t node)
{
    if (node <= m->n) m->queue[m->tail++] = node;
    for (uint32_t k = 0; k < m->petals[node]; k++) matching_enqueue(m, *matching_petal_at(m, node, k));
}

static void matching_set_top(matching *m, uint32_t node, uint32_t top)
{
    m->top[node] = top;
    for (uint32_t k = 0; k < m->petals[node]; k++) matching_set_top(m, *matching_petal_at(m, node, k), top);
}

/* Reverses the petals from index `from` on. */
static void matching_reverse(matching *m, uint32_t blossom, uint32_t from)
{
    for (uint32_t to = m->petals[blossom] - 1; from < to; from++, to--) {
        uint16_t *a = matching_petal_at(m, blossom, from), *b = matching_petal_at(m, blossom, to), petal = *a;
        *a = *b;
        *b = petal;
    }
}

/* The index of a petal, after the circle has been turned round, if need be, so that the way from the base to it has an even length. */
static uint32_t matching_even_index(matching *m, uint32_t blossom, uint32_t petal)
{
    uint32_t index = 0;
    while (*matching_petal_at(m, blossom, index) != petal) index++;
    if (index % 2 == 0) return index;
    matching_reverse(m, blossom, 1);
    return m->petals[blossom] - index;
}

/* Makes the petal at this index the base: the first. */
static void matching_rotate(matching *m, uint32_t blossom, uint32_t index)
{
    if (index == 0) return;
    const uint32_t petals = m->petals[blossom];
    matching_reverse(m, blossom, 0); /* all, and then both parts by themselves */
    matching_reverse(m, blossom, petals - index);
    m->petals[blossom] = petals - index;
    matching_reverse(m, blossom, 0);
    m->petals[blossom] = petals;
}

/* Matches node x by its edge to node y. Within a blossom the petals between its base and the petal of that edge change
   partners. */
static void matching_join(matching *m, uint32_t x, uint32_t y)
{
    const matching_edge e = *matching_edge_at(m, x, y);
    m->mate[x] = e.v;
    if (x <= m->n) return;
    const uint32_t petal = *matching_holder_at(m, x, e.u), index = matching_even_index(m, x, petal);
    for (uint32_t k = 0; k < index; k++)
        matching_join(m, *matching_petal_at(m, x, k), *matching_petal_at(m, x, k ^ 1));
    matching_join(m, petal, y);
    matching_rotate(m, x, index);
}

/* Exchanges matched and other edges from outer node u, which is matched with v, to its root. */
static void matching_augment(matching *m, uint32_t u, uint32_t v)
{
    for (;;) {
        const uint32_t before = m->top[m->mate[u]];
        matching_join(m, u, v);
        if (before == 0) return;
        const uint32_t next = m->top[m->parent[before]];
        matching_join(m, before, next);
        u = next;
        v = before;
    }
}

/* The outer node at which the paths of two outer nodes to their roots meet; 0 if the roots differ. */
static uint32_t matching_common(matching *m, uint32_t u, uint32_t v)
{
    m->marks++;
    while (u > 0 || v > 0) {
        if (u > 0) {
            if (m->mark[u] == m->marks) return u;
            m->mark[u] = m->marks;
            u = m->top[m->mate[u]];
            if (u > 0) u = m->top[m->parent[u]];
        }
        const uint32_t other = u;
        u = v;
        v = other;
    }
    return 0;
}

/* Adds the nodes from `from` up to `common`, without that, to the petals. Inner ones become outer. */
static void matching_collect(matching *m, uint32_t blossom, uint32_t from, uint32_t common)
{
    while (from != common) {
        const uint32_t inner = m->top[m->mate[from]];
        *matching_petal_at(m, blossom, m->petals[blossom]++) = (uint16_t)from;
        *matching_petal_at(m, blossom, m->petals[blossom]++) = (uint16_t)inner;
        matching_enqueue(m, inner);
        from = m->top[m->parent[inner]];
    }
}

/* Finds the best edges between a new blossom and all other nodes, and which petal holds which vertex. */
static void matching_gather_edges(matching *m, uint32_t blossom)
{
    for (uint32_t x = 1; x <= m->nodes; x++)
        *matching_edge_at(m, blossom, x) = *matching_edge_at(m, x, blossom) = (matching_edge){0, 0};
    for (uint32_t x = 1; x <= m->n; x++) *matching_holder_at(m, blossom, x) = 0;
    for (uint32_t k = 0; k < m->petals[blossom]; k++) {
        const uint32_t petal = *matching_petal_at(m, blossom, k);
        for (uint32_t x = 1; x <= m->nodes; x++) {
            if (x == blossom || matching_edge_at(m, petal, x)->u == 0) continue;
            if (matching_edge_at(m, blossom, x)->u > 0 &&
                matching_gap(m, petal, x) >= matching_gap(m, blossom, x))
                continue;
            *matching_edge_at(m, blossom, x) = *matching_edge_at(m, petal, x);
            *matching_edge_at(m, x, blossom) = *matching_edge_at(m, x, petal);
        }
        for (uint32_t x = 1; x <= m->n; x++)
            if (petal == x || (petal > m->n && *matching_holder_at(m, petal, x) > 0))
                *matching_holder_at(m, blossom, x) = (uint16_t)petal;
    }
}

/* The edge between two outer nodes of one tree closes a circle. */
static void matching_shrink(matching *m, uint32_t u, uint32_t common, uint32_t v)
{
    uint32_t b = m->n + 1;
    while (b <= m->nodes && m->top[b] > 0) b++;
    if (b > m->nodes) m->nodes++;
    ALEA_ASSERT(m->nodes <= m->most);
    m->label[b] = 0;
    m->side[b] = OUTER;
    m->mate[b] = m->mate[common];
    m->parent[b] = m->parent[common];
    m->petals[b] = 0;
    *matching_petal_at(m, b, m->petals[b]++) = (uint16_t)common;
    matching_collect(m, b, u, common);
    matching_reverse(m, b, 1);
    matching_collect(m, b, v, common);
    matching_set_top(m, b, b);
    matching_gather_edges(m, b);
    matching_find_nearest(m, b);
}

/* Dissolves an inner blossom with label 0: the even path from its base to the node where the tree enters stays in the tree. */
static void matching_expand(matching *m, uint32_t b)
{
    for (uint32_t k = 0; k < m->petals[b]; k++) {
        const uint32_t petal = *matching_petal_at(m, b, k);
        matching_set_top(m, petal, petal);
    }
    const uint32_t entered = *matching_holder_at(m, b, matching_edge_at(m, b, m->parent[b])->u);
    const uint32_t index = matching_even_index(m, b, entered);
    for (uint32_t k = 0; k < index; k += 2) {
        const uint32_t inner = *matching_petal_at(m, b, k), outer = *matching_petal_at(m, b, k + 1);
        m->parent[inner] = matching_edge_at(m, outer, inner)->u;
        m->side[inner] = INNER;
        m->side[outer] = OUTER;
        m->nearest[inner] = 0;
        matching_find_nearest(m, outer);
        matching_enqueue(m, outer);
    }
    m->side[entered] = INNER;
    m->parent[entered] = m->parent[b];
    m->nearest[entered] = 0;
    for (uint32_t k = index + 1; k < m->petals[b]; k++) {
        const uint32_t petal = *matching_petal_at(m, b, k);
        m->side[petal] = FREE;
        matching_find_nearest(m, petal);
    }
    m->top[b] = 0;
    m->petals[b] = 0;
}

/* ---- phases ---- */

/* Uses an edge without a gap from an outer node. Returns whether it completed an augmenting path. */
static bool matching_use(matching *m, matching_edge e)
{
    const uint32_t u = m->top[e.u], v = m->top[e.v];
    if (m->side[v] == FREE) {
        const uint32_t next = m->top[m->mate[v]];
        m->parent[v] = e.u;
        m->side[v] = INNER;
        m->side[next] = OUTER;
        m->nearest[v] = m->nearest[next] = 0;
        matching_enqueue(m, next);
        return false;
    }
    if (m->side[v] == INNER) return false;
    const uint32_t common = matching_common(m, u, v);
    if (common == 0) {
        matching_augment(m, u, v);
        matching_augment(m, v, u);
        return true;
    }
    matching_shrink(m, u, common, v);
    return false;
}

/* Looks at all edges of the outer vertices in the queue. */
static bool matching_grow(matching *m)
{
    while (m->head < m->tail) {
        const uint32_t u = m->queue[m->head++];
        if (m->side[m->top[u]] != OUTER) continue;
        for (uint32_t v = 1; v <= m->n; v++) {
            if (m->top[u] == m->top[v]) continue;
            if (matching_gap(m, u, v) > 0)
                matching_compare_nearest(m, u, m->top[v]);
            else if (matching_use(m, *matching_edge_at(m, u, v)))
                return true;
        }
    }
    return false;
}

/* The greatest change of the labels before an event. */
static int64_t matching_least_change(const matching *m)
{
    int64_t least = INT64_MAX;
    for (uint32_t x = 1; x <= m->nodes; x++) {
        if (m->top[x] != x) continue;
        if (x > m->n && m->side[x] == INNER && m->label[x] / 2 < least) least = m->label[x] / 2;
        if (m->nearest[x] == 0 || m->side[x] == INNER) continue;
        int64_t gap = matching_gap(m, m->nearest[x], x);
        if (m->side[x] == OUTER) gap /= 2;
        if (gap < least) least = gap;
    }
    ALEA_ASSERT(least >= 0 && least < INT64_MAX); /* the graph is complete, so a matching exists */
    return least;
}

/* Changes the labels: edges within trees keep their gaps, those between outer nodes and others shrink. */
static void matching_change_labels(matching *m, int64_t by)
{
    for (uint32_t u = 1; u <= m->n; u++) {
        const int8_t side = m->side[m->top[u]];
        m->label[u] += side == OUTER ? -by : side == INNER ? by : 0;
    }
    for (uint32_t b = m->n + 1; b <= m->nodes; b++)
        if (m->top[b] == b) m->label[b] += m->side[b] == OUTER ? 2 * by : m->side[b] == INNER ? -2 * by : 0;
}

/* After a change: uses edges that have lost their gap, and dissolves blossoms. */
static bool matching_react(matching *m)
{
    m->head = m->tail = 0;
    for (uint32_t x = 1; x <= m->nodes; x++) {
        const uint32_t u = m->nearest[x];
        if (m->top[x] == x && u > 0 && m->top[u] != x && matching_gap(m, u, x) == 0)
            if (matching_use(m, *matching_edge_at(m, u, x))) return true;
    }
    for (uint32_t b = m->n + 1; b <= m->nodes; b++)
        if (m->top[b] == b && m->side[b] == INNER && m->label[b] == 0) matching_expand(m, b);
    return false;
}

/* Matches one more pair; false if all are matched. */
static bool matching_phase(matching *m)
{
    m->head = m->tail = 0;
    for (uint32_t x = 1; x <= m->nodes; x++) {
        m->side[x] = FREE;
        m->nearest[x] = 0;
    }
    for (uint32_t x = 1; x <= m->nodes; x++) {
        if (m->top[x] != x || m->mate[x] > 0) continue;
        m->parent[x] = 0;
        m->side[x] = OUTER;
        matching_enqueue(m, x);
    }
    if (m->tail == 0) return false;
    for (;;) {
        if (matching_grow(m)) return true;
        matching_change_labels(m, matching_least_change(m));
        if (matching_react(m)) return true;
    }
}

/* Vertices without blossoms, and labels with which no gap is negative. */
static void matching_begin(matching *m)
{
    int64_t least = INT64_MAX;
    for (uint32_t i = 0; i < m->n; i++)
        for (uint32_t j = 0; j < m->n; j++)
            if (i != j && m->cost[(size_t)i * m->n + j] < least) least = m->cost[(size_t)i * m->n + j];
    m->nodes = m->n;
    for (uint32_t u = 1; u <= m->n; u++) {
        m->top[u] = u;
        m->label[u] = -least;
        for (uint32_t v = 1; v <= m->n; v++)
            if (u != v) *matching_edge_at(m, u, v) = (matching_edge){(uint16_t)u, (uint16_t)v};
    }
}

/* Whether the dual problem has the value of the matching, which no matching can be cheaper than. */
static bool matching_is_proved(const matching *m)
{
    int64_t left = 0;
    for (uint32_t u = 1; u <= m->n; u++)
        left += m->label[u] + m->cost[(size_t)(u - 1) * m->n + (m->mate[u] - 1)];
    for (uint32_t b = m->n + 1; b <= m->nodes; b++) {
        if (m->top[b] == 0) continue;
        int64_t size = 0;
        for (uint32_t u = 1; u <= m->n; u++) size += *matching_holder_at(m, b, u) > 0;
        left += m->label[b] * ((size - 1) / 2);
    }
    return left == 0;
}

/* ---- the public function ---- */

static alea_status matching_check(uint32_t count, const int64_t *cost, alea_error *error)
{
    if (count % 2 == 1 || count > ALEA__MATCHING_MOST)
        return alea__fail(error, ALEA_E_RANGE, TOURNAMENT_MATCH_COUNT, ALEA__MATCHING_MOST, count);
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t j = 0; j < count; j++) {
            const int64_t c = cost[(size_t)i * count + j];
            if (i != j && (c < 0 || c > ALEA__MATCHING_DEAREST || c != cost[(size_t)j * count + i]))
                return alea__fail(error, ALEA_E_RANGE, TOURNAMENT_MATCH_COST, i, j, c);
        }
    return ALEA_OK;
}

alea_status alea__matching_solve(uint32_t count, const int64_t *cost, uint32_t *partner, alea_error *error)
{
    alea_status status = matching_check(count, cost, error);
    if (status || count == 0) return status;
    matching m = {.n = count, .most = count + count / 2, .cost = cost};
    if (matching_alloc(&m)) {
        matching_begin(&m);
        while (matching_phase(&m)) {
        }
        ALEA_ASSERT(matching_is_proved(&m));
        for (uint32_t i = 0; i < count; i++) partner[i] = m.mate[i + 1] - 1;
    } else {
        status = alea__out_of_memory(error);
    }
    matching_free(&m);
    return status;
}
