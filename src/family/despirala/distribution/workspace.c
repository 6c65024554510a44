/* Making workspaces. */
#include "family/despirala/distribution/workspace.h"
#include "base/assert.h"
#include "base/error.h"
#include "base/kernel.h"
#include "base/memory.h"

/* Allocates all arrays of a workspace. Returns false if memory runs out. */
static bool workspace_alloc(despirala_distribution_workspace *d, const despirala_distribution_tables *p)
{
    const size_t goods = p->graph->most_goods + 1, nodes = p->nodes + 1;
    const size_t moves = DESPIRALA_TARGET + p->rules->targets + 2;
    d->width = despirala_most_points(p, p->graph->masks - 1) + 1 + 4 * (size_t)DESPIRALA_STRIP;
    d->links_capacity = p->residuals->steps + p->collects * (p->rules->dice + 1) * (p->rules->dice + 2);
    d->out = alea__own(&d->owned, alea__alloc_aligned(64, goods * d->width * sizeof *d->out));
    d->strips = alea__own(&d->owned, alea__alloc_aligned(64, p->nodes * DESPIRALA_STRIP * sizeof *d->strips));
    d->inflow = alea__own(&d->owned, alea__alloc_bare(goods * nodes, sizeof *d->inflow));
    d->link = alea__alloc_bare(d->links_capacity + 1, sizeof *d->link);
    d->term = alea__own(&d->owned,
                        alea__alloc_bare(goods * (p->openings + p->rules->combinations), sizeof *d->term));
    d->lost = alea__own(&d->owned, alea__alloc_bare(goods * p->rules->combinations, sizeof *d->lost));
    d->alive = alea__own(&d->owned, alea__alloc(nodes));
    d->first = alea__own(&d->owned, alea__alloc_array(nodes, sizeof *d->first));
    d->next = alea__own(&d->owned, alea__alloc_array(nodes, sizeof *d->next));
    d->listed = alea__own(&d->owned, alea__alloc_array(nodes, sizeof *d->listed));
    d->list = alea__own(&d->owned, alea__alloc_array(nodes, sizeof *d->list));
    d->many = alea__own(&d->owned, alea__alloc_array(nodes, sizeof *d->many));
    d->weight[0] = alea__own(&d->owned, alea__alloc_array(p->openings + 1, sizeof *d->weight[0]));
    d->weight[1] = alea__own(&d->owned, alea__alloc_array(p->openings + 1, sizeof *d->weight[1]));
    d->begun = alea__own(&d->owned, alea__alloc_array(moves * p->rules->rolls, sizeof *d->begun));
    d->row = alea__own(&d->owned, alea__alloc_array(goods, sizeof *d->row));
    d->share = alea__own(&d->owned, alea__alloc_bare(goods * p->openings, sizeof *d->share));
    d->opening = alea__own(&d->owned, alea__alloc_bare(goods * p->openings, sizeof *d->opening));
    d->ends = alea__own(&d->owned, alea__alloc_array(goods * p->rules->combinations, sizeof *d->ends));
    return !d->owned.failed && d->link;
}

alea_status despirala_distribution_workspace_make(const despirala_game *game,
                                                  const despirala_distribution_tables *p,
                                                  despirala_pool *pool,
                                                  despirala_distribution_workspace **out, alea_error *error)
{
    despirala_distribution_workspace *d = alea__alloc(sizeof *d);
    if (!d) return alea__out_of_memory(error);
    d->tables = p;
    d->game = game;
    d->pool = pool;
    d->kernel = KERNEL_OF_THREE(&despirala_distribution);
    alea_status status = despirala_model_moves_make(game, &d->moves, error);
    if (status == ALEA_OK && !workspace_alloc(d, p)) status = alea__out_of_memory(error);
    const uint32_t rolls = p->rules->rolls, reroll = despirala_reroll(p->rules);
    for (uint32_t i = 0; status == ALEA_OK && i < (reroll + 1) * rolls; i++) {
        const uint32_t move = i / rolls;
        const bool target = move >= DESPIRALA_TARGET && move <= p->rules->targets;
        d->begun[i] = target ? p->opening_of[i - DESPIRALA_TARGET * rolls] : (uint16_t)p->openings;
    }
    if (status == ALEA_OK)
        *out = d;
    else
        despirala_distribution_workspace_free(d);
    return status;
}

void despirala_distribution_workspace_free(despirala_distribution_workspace *d)
{
    if (!d) return;
    alea__owned_free(&d->owned);
    alea__free(d->link);
    despirala_model_moves_free(d->moves);
    alea__free(d);
}

double *despirala_workspace_row(const despirala_distribution_workspace *d, uint32_t goods)
{
    ALEA_ASSERT(goods <= d->tables->graph->most_goods);
    return d->out + goods * d->width + DESPIRALA_STRIP;
}
