/* Completes and frees explicit graphs. */
#include "exact/explicit.h"
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"

bool alea__explicit_has(const alea__explicit *g, alea_objective objective)
{
    if (objective == ALEA_TURNS) return g->turns;
    return (unsigned)objective < ALEA__PAYOFFS && g->payoff[objective];
}

static void explicit_find_worst(alea__explicit *g)
{
    for (uint32_t node = 0; node < g->nodes && g->payoff[ALEA_MONEY]; node++) {
        int32_t pay = g->payoff[ALEA_MONEY][node];
        if (g->kind[node] != ALEA__END) continue;
        if (pay < 0) pay = -pay;
        if (pay > g->worst) g->worst = pay;
    }
}

/* Checks that edges lead to nodes, and that exactly the ends have no edges. */
static inline bool explicit_is_whole(const alea__explicit *g)
{
    for (uint32_t node = 0; node < g->nodes; node++)
        if (g->first[node] > g->first[node + 1] ||
            (alea__edges_of(g, node) > 0) == (g->kind[node] == ALEA__END))
            return false;
    for (uint32_t edge = 0; edge < g->edges; edge++)
        if (alea__target(g->to[edge]) >= g->nodes) return false;
    return g->start < g->nodes && g->first[g->nodes] == g->edges;
}

alea_status alea__explicit_finish(alea__explicit *g, unsigned pays, alea_error *error)
{
    ALEA_ASSERT(explicit_is_whole(g));
    for (int i = 0; i < ALEA__PAYOFFS; i++) {
        if (pays >> i & 1) continue;
        alea__free(g->payoff[i]);
        g->payoff[i] = NULL;
    }
    explicit_find_worst(g);
    g->decisions = 0;
    for (uint32_t node = 0; node < g->nodes; node++) g->decisions += g->kind[node] == ALEA__DECIDE;
    g->decision = alea__alloc_array(g->decisions ? g->decisions : 1, sizeof *g->decision);
    if (!g->decision) return alea__out_of_memory(error);
    for (uint32_t node = 0, i = 0; node < g->nodes; node++)
        if (g->kind[node] == ALEA__DECIDE) g->decision[i++] = node;
    return ALEA_OK;
}

alea_status alea__explicit_make(const alea__rules *rules, const alea_progress *progress,
                                const alea__explicit **out, alea_error *error)
{
    const alea__explicit_source *source = alea__explicit_rules_of(rules)->source;
    alea_status status = source->list ? source->list(rules, progress, error) : ALEA_OK;
    return status == ALEA_OK ? source->graph(rules, out, error) : status;
}

void alea__explicit_clear(alea__explicit *g)
{
    alea__free(g->kind);
    alea__free(g->first);
    alea__free(g->to);
    alea__free(g->mark);
    for (int i = 0; i < ALEA__PAYOFFS; i++) alea__free(g->payoff[i]);
    alea__free(g->decision);
    *g = (alea__explicit){0};
}
