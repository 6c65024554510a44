/* The graph of significant wins, its strongly connected sets and a shortest cycle in it. */
#include "rating/cycles.h"
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "rating/elementary.h"
#include "rating/messages.h"
#include "rating/reach.h"

#include <math.h>
#include <stdlib.h>

/* ---- tests ---- */

double alea__pair_p_value(const alea__pair_result *p)
{
    ALEA_ASSERT(p->games > 0);
    const double beyond = p->mean - 0.5;
    if (p->variance > 0) {
        const double t = beyond / sqrt(p->variance);
        return p->units > 1 ? alea__student_tail(t, p->units - 1) : alea__normal_tail(t);
    }
    if (p->units > 0) return alea__normal_tail(2 * beyond * sqrt(p->units));
    return beyond > 0 ? 0 : beyond < 0 ? 1 : 0.5;
}

typedef struct cycles_test {
    double p;      /* two-sided */
    uint32_t pair; /* index */
} cycles_test;

static int cycles_by_p(const void *left, const void *right)
{
    const cycles_test *a = left, *b = right;
    if (a->p != b->p) return a->p < b->p ? -1 : 1;
    return a->pair < b->pair ? -1 : a->pair > b->pair;
}

/* Whether the result needs no test. */
static bool cycles_is_certain(const alea__pair_result *p)
{
    return p->units == 0 && p->variance == 0;
}

/* The pair with a mean centred at 1/2, also if it is a gain. */
static alea__pair_result cycles_pair(const alea__pair_results *r, uint32_t k)
{
    alea__pair_result p = r->pair[k];
    if (r->linear) p.mean += 0.5;
    return p;
}

/* Adds the arrow of a pair. */
static void cycles_add_arrow(const alea__pair_result *p, uint32_t (*edge)[2], uint32_t *count)
{
    edge[*count][0] = p->mean > 0.5 ? p->a : p->b;
    edge[(*count)++][1] = p->mean > 0.5 ? p->b : p->a;
}

/* Tests all pairs by Holm's procedure: the k-th smallest of m p-values, from 0, must be at most alpha / (m - k), and so must those
   before it. `test` has room for all pairs. Returns the number of arrows. */
static uint32_t cycles_find_arrows(const alea__pair_results *r, double alpha, cycles_test *test,
                                   uint32_t (*edge)[2])
{
    uint32_t tests = 0, arrows = 0;
    for (uint32_t k = 0; k < r->count; k++) {
        const alea__pair_result p = cycles_pair(r, k);
        if (p.games == 0) continue;
        if (cycles_is_certain(&p)) {
            if (p.mean != 0.5) cycles_add_arrow(&p, edge, &arrows);
            continue;
        }
        const double one_sided = alea__pair_p_value(&p);
        test[tests++] = (cycles_test){2 * (one_sided < 0.5 ? one_sided : 1 - one_sided), k};
    }
    qsort(test, tests, sizeof *test, cycles_by_p);
    for (uint32_t k = 0; k < tests && test[k].p <= alpha / (tests - k); k++) {
        const alea__pair_result p = cycles_pair(r, test[k].pair);
        cycles_add_arrow(&p, edge, &arrows);
    }
    return arrows;
}

/* ---- the shortest cycle ---- */

typedef struct cycles_search {
    const alea__arrows *to, *from; /* the graph, and the graph with all arrows turned */
    uint32_t *distance;            /* [nodes] arrows to the start; 0: none found */
    uint32_t *queue;               /* [nodes] */
} cycles_search;

/* Finds the distances to `start` by paths through higher nodes only, until the start itself is reached. Returns the length
   of the shortest cycle whose lowest node is the start, or 0. */
static uint32_t cycles_measure(cycles_search *s, uint32_t start)
{
    for (uint32_t i = 0; i < s->to->nodes; i++) s->distance[i] = 0;
    uint32_t head = 0, tail = 0;
    s->queue[tail++] = start;
    while (head < tail) {
        const uint32_t node = s->queue[head++];
        for (uint32_t k = s->from->first[node]; k < s->from->first[node + 1]; k++) {
            const uint32_t before = s->from->target[k];
            if (before < start || s->distance[before] > 0) continue;
            s->distance[before] = (node == start ? 0 : s->distance[node]) + 1;
            if (before == start) return s->distance[start];
            s->queue[tail++] = before;
        }
    }
    return 0;
}

/* Writes the alphabetically first cycle of that length: from each node to the lowest that is nearer to the start. */
static void cycles_walk(const cycles_search *s, uint32_t start, uint32_t length, uint32_t *cycle)
{
    uint32_t node = start;
    for (uint32_t k = 0; k < length; k++) {
        cycle[k] = node;
        uint32_t best = UINT32_MAX;
        for (uint32_t e = s->to->first[node]; e < s->to->first[node + 1] && k + 1 < length; e++) {
            const uint32_t next = s->to->target[e];
            if (next > start && next < best && s->distance[next] == length - 1 - k) best = next;
        }
        ALEA_ASSERT(best != UINT32_MAX || k + 1 == length);
        node = best;
    }
}

/* The first of the shortest cycles. Nothing is shorter than 3, so that ends the search. */
static void cycles_find_shortest(cycles_search *s, alea__cycles *c)
{
    for (uint32_t start = 0; start < c->entrants && !(c->length > 0 && c->length <= 3); start++) {
        const uint32_t length = cycles_measure(s, start);
        if (length == 0 || (c->length > 0 && length >= c->length)) continue;
        c->length = length;
        cycles_walk(s, start, length, c->cycle);
    }
}

/* ---- both ---- */

/* Fills the result from the arrows, which it turns round on the way. */
static alea_status cycles_of_arrows(uint32_t (*edge)[2], alea__cycles *c, alea_error *error)
{
    alea__arrows to = {0}, from = {0};
    uint32_t *memory = alea__alloc_array((size_t)c->entrants * 2, sizeof *memory);
    alea_status status = memory ? ALEA_OK : alea__out_of_memory(error);
    if (!status) status = alea__arrows_make(c->entrants, c->arrows, (const uint32_t(*)[2])edge, &to, error);
    for (uint32_t k = 0; k < c->arrows; k++) {
        const uint32_t winner = edge[k][0];
        edge[k][0] = edge[k][1];
        edge[k][1] = winner;
    }
    if (!status) status = alea__arrows_make(c->entrants, c->arrows, (const uint32_t(*)[2])edge, &from, error);
    if (!status) status = alea__strong_sets(&to, c->set, &c->sets, error);
    if (!status && c->sets < c->entrants) {
        cycles_search search = {&to, &from, memory, memory + c->entrants};
        cycles_find_shortest(&search, c);
    }
    alea__arrows_free(&to);
    alea__arrows_free(&from);
    alea__free(memory);
    return status;
}

alea_status alea__find_cycles(const alea__pair_results *r, double confidence, alea__cycles *out,
                              alea_error *error)
{
    if (!(confidence >= 0.5 && confidence <= 0.999999))
        return alea__fail(error, ALEA_E_RANGE, RATING_CONFIDENCE, confidence);
    alea_status status = alea__pair_results_check(r, error);
    if (status) return status;
    alea__cycles c = {.entrants = r->entrants};
    cycles_test *test = alea__alloc_array((size_t)r->count + 1, sizeof *test);
    uint32_t(*edge)[2] = alea__alloc_array((size_t)r->count + 1, sizeof *edge);
    c.set = alea__alloc_array(r->entrants, sizeof *c.set);
    c.cycle = alea__alloc_array(r->entrants, sizeof *c.cycle);
    if (!test || !edge || !c.set || !c.cycle) status = alea__out_of_memory(error);
    if (!status) {
        c.arrows = cycles_find_arrows(r, 1 - confidence, test, edge);
        status = cycles_of_arrows(edge, &c, error);
    }
    alea__free(test);
    alea__free(edge);
    if (status)
        alea__cycles_free(&c);
    else
        *out = c;
    return status;
}

void alea__cycles_free(alea__cycles *c)
{
    alea__free(c->set);
    alea__free(c->cycle);
    *c = (alea__cycles){0};
}
