/* Making desks. */
#include "family/despirala/distribution/workspace.h"
#include "base/error.h"
#include "base/kernel.h"
#include "base/memory.h"

typedef despirala_spread_parts parts;

static bool make_inflow(despirala_desk *d, const parts *p)
{
    const size_t goods = p->graph->most_goods + 1, nodes = p->nodes + 1;
    d->links_room = p->lacks->steps + p->collects * (p->rules->dice + 1) * (p->rules->dice + 2);
    d->inflow = alea__alloc_bare(goods * nodes, sizeof *d->inflow);
    d->link = alea__alloc_bare(d->links_room + 1, sizeof *d->link);
    d->term = alea__alloc_bare(goods * (p->openings + p->rules->combinations), sizeof *d->term);
    d->lost = alea__alloc_bare(goods * p->rules->combinations, sizeof *d->lost);
    d->alive = alea__alloc(nodes);
    d->first = alea__alloc_array(nodes, sizeof *d->first);
    d->next = alea__alloc_array(nodes, sizeof *d->next);
    d->listed = alea__alloc_array(nodes, sizeof *d->listed);
    d->list = alea__alloc_array(nodes, sizeof *d->list);
    d->many = alea__alloc_array(nodes, sizeof *d->many);
    return d->inflow && d->link && d->term && d->lost && d->alive && d->first && d->next && d->listed &&
           d->list && d->many;
}

/* What a move begins after a roll; a reroll is behind all openings. */
static void list_begun(despirala_desk *d, const parts *p)
{
    const despirala_rules *rules = p->rules;
    for (uint32_t move = 0; move < DESPIRALA_TARGET + rules->targets; move++)
        for (uint32_t roll = 0; roll < rules->rolls; roll++)
            d->begun[move * rules->rolls + roll] =
                move < DESPIRALA_TARGET ? (uint16_t)p->openings
                                        : p->opening_of[(move - DESPIRALA_TARGET) * rules->rolls + roll];
    for (uint32_t roll = 0; roll < rules->rolls; roll++)
        d->begun[despirala_reroll(rules) * rules->rolls + roll] = (uint16_t)p->openings;
}

static bool make_kept(despirala_desk *d, const parts *p)
{
    const size_t goods = p->graph->most_goods + 1;
    const size_t moves = DESPIRALA_TARGET + p->rules->targets + 2;
    d->weight[0] = alea__alloc_array(p->openings + 1, sizeof *d->weight[0]);
    d->weight[1] = alea__alloc_array(p->openings + 1, sizeof *d->weight[1]);
    d->begun = alea__alloc_array(moves * p->rules->rolls, sizeof *d->begun);
    d->row = alea__alloc_array(goods, sizeof *d->row);
    d->share = alea__alloc_bare(goods * p->openings, sizeof *d->share);
    d->opening = alea__alloc_bare(goods * p->openings, sizeof *d->opening);
    d->ends = alea__alloc_array(goods * p->rules->combinations, sizeof *d->ends);
    if (!d->weight[0] || !d->weight[1] || !d->begun || !d->row || !d->share || !d->opening || !d->ends)
        return false;
    list_begun(d, p);
    return true;
}

static bool make_arrays(despirala_desk *d, const parts *p)
{
    const size_t goods = p->graph->most_goods + 1;
    d->width = despirala_most_points(p, p->graph->masks - 1) + 1 + 4 * (size_t)DESPIRALA_STRIP;
    d->out = alea__alloc_aligned(64, goods * d->width * sizeof *d->out);
    d->strips = alea__alloc_aligned(64, p->nodes * DESPIRALA_STRIP * sizeof *d->strips);
    return d->out && d->strips && make_inflow(d, p) && make_kept(d, p);
}

alea_status despirala_desk_make(const despirala_game *game, const parts *p, despirala_pool *pool,
                                despirala_desk **out, alea_error *error)
{
    despirala_desk *d = alea__alloc(sizeof *d);
    if (!d) return alea__out_of_memory(error);
    d->parts = p;
    d->game = game;
    d->pool = pool;
    d->kernel = KERNEL_OF_TWO(&despirala_spread);
    alea_status status = despirala_choices_make(game, &d->choices, error);
    if (status == ALEA_OK && !make_arrays(d, p)) status = alea__out_of_memory(error);
    if (status == ALEA_OK)
        *out = d;
    else
        despirala_desk_free(d);
    return status;
}

void despirala_desk_free(despirala_desk *d)
{
    if (!d) return;
    void *const blocks[] = {d->out,       d->strips, d->inflow, d->link, d->term,   d->lost, d->alive,
                            d->list,      d->many,   d->first,  d->next, d->listed, d->row,  d->weight[0],
                            d->weight[1], d->begun,  d->share,  d->ends, d->opening};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) alea__free(blocks[i]);
    despirala_choices_free(d->choices);
    alea__free(d);
}

double *despirala_desk_row(const despirala_desk *d, uint32_t goods)
{
    return d->out + goods * d->width + DESPIRALA_STRIP;
}
