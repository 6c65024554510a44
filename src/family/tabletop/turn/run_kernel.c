/* The nodes of a turn for eight table states, with the widest vectors of the processor. All widths do the same operations in the
   same order. Widths: portable avx2 avx512 */
#include "base/directed_lanes.h"
#include "base/kernel.h"
#include "family/tabletop/turn/run.h"

#include <string.h>

enum { MOST_SWEEPS = 10000 };
_Static_assert((int)LANES == (int)TABLETOP_LANES, "a vector has as many table states as lanes");

typedef struct runner {
    const tabletop_program *p;
    tabletop_vector *v;
    const tabletop_bounds *b;
    uint32_t count;
} runner;

/* Where the values of a step lie, without its points. */
static inline const double *run_values(const runner *r, const tabletop_goes *goes, uint8_t legal,
                                       alea__rounding how, bool negated)
{
    if (goes->node == TABLETOP_DONE)
        return tabletop_run_ends(r->p, r->v, r->b, goes->end, r->count, legal, how, negated);
    const uint32_t count = goes->map ? r->p->map[(size_t)goes->map * r->p->counts + r->count] : r->count;
    return r->v->value + ((size_t)count * r->p->g->nodes + goes->node) * LANES;
}

/* The values of a step with its points. */
INLINE lanes run_step(const runner *r, const tabletop_goes *goes, uint8_t legal, alea__rounding how,
                      bool negated)
{
    lanes value = load(run_values(r, goes, legal, how, negated));
    const double points = tabletop_run_points(r->p, goes, r->count, negated);
    if (points != 0) EACH value.at[k] = piece_moderate_sum(how, value.at[k], points - (piece){0});
    return value;
}

INLINE lanes run_chance(const runner *r, const tabletop_node *node, alea__rounding how, bool negated)
{
    lanes sum = none();
    for (uint32_t i = node->first; i < node->first + node->count; i++) {
        const lanes value = run_step(r, &r->p->outcome[i], (uint8_t)((1U << r->v->lanes) - 1), how, negated);
        const double weight = r->p->g->outcome[i].weight;
        EACH sum.at[k] =
            piece_moderate_sum(how, sum.at[k], piece_product(how, value.at[k], weight - (piece){0}));
    }
    EACH sum.at[k] = piece_quotient(how, sum.at[k], (double)node->weights - (piece){0});
    return sum;
}

/* The lanes in which a condition holds. */
static inline uint8_t run_legal(const runner *r, uint32_t condition)
{
    const tabletop_condition *c = &r->p->condition[condition];
    if (r->v->asked[condition]) return r->v->legal[condition];
    uint8_t legal = 0;
    for (uint32_t lane = 0; lane < r->v->lanes; lane++)
        legal |= (uint8_t)(tabletop_condition_holds(r->p, r->v->key[lane], c, r->count) << lane);
    r->v->legal[condition] = legal;
    r->v->asked[condition] = !c->counted;
    return legal;
}

/* The best of some entries and of `best`. `any` has the lanes in which a move is possible so far, and gets those of these entries. */
INLINE lanes run_entries(const runner *r, const uint32_t *entry, uint32_t count, lanes best, uint8_t *any,
                         alea__rounding how, bool negated)
{
    const piece worst = (negated ? INFINITY : -INFINITY) - (piece){0};
    uint32_t move = TABLETOP_NONE;
    uint8_t taken = 0; /* lanes in which an entry of this name was possible */
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t e = entry[i], name = r->p->g->entry[e].move;
        if (name != move || i == 0) taken = 0;
        move = name;
        const uint8_t legal = run_legal(r, r->p->when[e]) & (uint8_t)~(move == TABLETOP_NONE ? *any : taken);
        taken |= legal;
        *any |= legal;
        if (!legal) continue;
        const lanes value = run_step(r, &r->p->entry[e], legal, how, negated);
        const int64_t *mask = r->v->mask + (size_t)legal * LANES;
        EACH
        {
            const piece x = piece_choose(*(const bits *)(const void *)(mask + k * PIECE), value.at[k], worst);
            best.at[k] = negated ? smaller_piece(x, best.at[k]) : larger_piece(x, best.at[k]);
        }
    }
    return best;
}

/* The same for nodes whose steps lead to other nodes and nothing else. */
INLINE lanes run_plain_chance(const runner *r, const tabletop_node *node, alea__rounding how)
{
    const double *value = r->v->value + (size_t)r->count * r->p->g->nodes * LANES,
                 *weight = r->p->plain_weight;
    lanes sum = none();
    for (uint32_t i = node->first, end = node->first + node->count; i < end; i++) {
        const lanes one = load(value + r->p->plain_to[i]);
        EACH sum.at[k] =
            piece_moderate_sum(how, sum.at[k], piece_product(how, one.at[k], weight[i] - (piece){0}));
    }
    EACH sum.at[k] = piece_quotient(how, sum.at[k], (double)node->weights - (piece){0});
    return sum;
}

INLINE lanes run_plain_options(const runner *r, uint32_t node, lanes best, bool negated)
{
    const double *value = r->v->value + (size_t)r->count * r->p->g->nodes * LANES;
    const uint32_t *to = r->p->plain_to + r->p->g->outcomes;
    for (uint32_t i = r->p->options[node]; i < r->p->options[node + 1]; i++)
        best = negated ? smaller(load(value + to[i]), best) : larger(load(value + to[i]), best);
    return best;
}

/* The best move of a node: of its bundle, which many nodes share, and of its other options. */
INLINE lanes run_choice(const runner *r, uint32_t node, alea__rounding how, bool negated)
{
    const tabletop_program *p = r->p;
    const uint32_t bundle = p->bundle_of[node];
    uint8_t any = 0;
    lanes best = all(negated ? INFINITY : -INFINITY);
    if (bundle != TABLETOP_NONE && r->v->made[bundle]) {
        best = load(r->v->best + (size_t)bundle * LANES);
        any = r->v->chosen[bundle];
    } else if (bundle != TABLETOP_NONE) {
        const tabletop_bundle *b = &p->bundle[bundle];
        best = run_entries(r, p->of_bundle + b->first, b->count, best, &any, how, negated);
        store(r->v->best + (size_t)bundle * LANES, best);
        r->v->chosen[bundle] = any;
        r->v->made[bundle] = 1;
    }
    if (p->plain[node]) return run_plain_options(r, node, best, negated);
    return run_entries(r, p->option + p->options[node], p->options[node + 1] - p->options[node], best, &any,
                       how, negated);
}

/* Computes a node for one value of the counters. */
INLINE void run_node(const runner *r, uint32_t node, alea__rounding how, bool negated)
{
    double *value = r->v->value + ((size_t)r->count * r->p->g->nodes + node) * LANES;
    const tabletop_node *n = &r->p->g->node[node];
    if (n->chance)
        store(value, r->p->plain[node] ? run_plain_chance(r, n, how) : run_chance(r, n, how, negated));
    else
        store(value, run_choice(r, node, how, negated));
}

/* Likewise; whether that changed it. */
INLINE bool run_again(const runner *r, uint32_t node, alea__rounding how, bool negated)
{
    const double *value = r->v->value + ((size_t)r->count * r->p->g->nodes + node) * LANES;
    const lanes before = load(value);
    bool changed = false;
    run_node(r, node, how, negated);
    EACH changed = changed || memcmp(&before.at[k], value + k * PIECE, sizeof before.at[k]) != 0;
    return changed;
}

/* Computes the nodes for the current value of the counters. Where steps come back, sweeps until nothing changes. */
INLINE void run_count(const runner *r, alea__rounding how, bool negated)
{
    const tabletop_program *p = r->p;
    double *value = r->v->value + (size_t)r->count * p->g->nodes * LANES;
    if (!p->loops[r->count]) {
        for (uint32_t i = 0; i < p->g->nodes; i++) run_node(r, p->order[i], how, negated);
        return;
    }
    bool changed = true;
    memset(value, 0, (size_t)p->g->nodes * LANES * sizeof *value);
    for (uint32_t sweep = 0; changed && sweep < MOST_SWEEPS; sweep++) {
        changed = false;
        for (uint32_t i = 0; i < p->g->nodes; i++)
            changed = run_again(r, p->order[i], how, negated) || changed;
    }
    r->v->failed = r->v->failed || changed;
}

/* Computes all nodes for all values of the counters, in an order in which what they need comes first if there is one. */
INLINE void run_all(const tabletop_program *p, tabletop_vector *v, const tabletop_bounds *b,
                    alea__rounding how, bool negated)
{
    runner r = {p, v, b, 0};
    bool changed = true;
    for (uint32_t c = 0; p->way != 0 && c < p->counts; c++) {
        r.count = p->way < 0 ? p->counts - 1 - c : c;
        run_count(&r, how, negated);
    }
    if (p->way != 0) return;
    memset(v->value, 0, (size_t)p->counts * p->g->nodes * LANES * sizeof *v->value);
    for (uint32_t sweep = 0; changed && sweep < MOST_SWEEPS; sweep++) {
        changed = false;
        for (r.count = 0; r.count < p->counts; r.count++)
            for (uint32_t i = 0; i < p->g->nodes; i++)
                changed = run_again(&r, p->order[i], how, negated) || changed;
    }
    v->failed = v->failed || changed;
}

#define RUN(name, how, negated)                                                               \
    static void name(const tabletop_program *p, tabletop_vector *v, const tabletop_bounds *b) \
    {                                                                                         \
        run_all(p, v, b, how, negated);                                                       \
    }
RUN(run_low, ALEA__BY_MODE, false)
RUN(run_neg, ALEA__BY_MODE, true)
RUN(run_low_emulated, ALEA__BY_EMULATION, false)
RUN(run_neg_emulated, ALEA__BY_EMULATION, true)

const tabletop_kernel KERNEL(tabletop_kernel) = {{{run_low, run_neg}, {run_low_emulated, run_neg_emulated}}};
