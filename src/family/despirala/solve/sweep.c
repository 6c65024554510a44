/* Layers of masks. */
#include "family/despirala/solve/sweep.h"
#include "base/blocks.h"
#include "exact/limits.h"

enum { MASKS = 16 /* in a block */ };

typedef struct layer {
    const despirala_sweep *sweep;
    uint32_t first, last; /* masks in graph->layer */
    uint32_t positions;   /* of each */
    uint64_t before;      /* positions of the layers that are done */
} layer;

static alea_status start(void *user, void **local, alea_error *error)
{
    const layer *l = user;
    return l->sweep->start(l->sweep->user, local, error);
}

static void end(void *user, void *local)
{
    const layer *l = user;
    l->sweep->end(l->sweep->user, local);
}

static alea_status work(void *user, void *local, uint64_t block, void *result, alea_error *error)
{
    const layer *l = user;
    uint32_t at = l->first + (uint32_t)block * MASKS;
    (void)result, (void)error;
    for (uint32_t i = 0; i < MASKS && at < l->last; i++, at++)
        l->sweep->mask(l->sweep->user, local, l->sweep->game->graph->layer[at]);
    return ALEA_OK;
}

static int report(void *user, uint64_t done)
{
    const layer *l = user;
    const uint32_t masks = l->last - l->first;
    const uint64_t so_far = done * MASKS < masks ? done * MASKS : masks;
    return alea__report(l->sweep->progress, l->before + so_far * l->positions, l->sweep->game->graph->places);
}

static alea_status sweep_layer(const layer *l, alea_error *error)
{
    const alea__blocks blocks = {.count = (l->last - l->first + MASKS - 1) / MASKS,
                                 .threads = l->sweep->threads,
                                 .user = (void *)(uintptr_t)l,
                                 .thread_start = start,
                                 .thread_end = end,
                                 .work = work,
                                 .report = report};
    return alea__blocks_run(&blocks, NULL, NULL, error);
}

alea_status despirala_sweep_masks(const despirala_sweep *sweep, alea_error *error)
{
    const despirala_rules *rules = &sweep->game->rules;
    const despirala_graph *graph = sweep->game->graph;
    alea_status status = ALEA_OK;
    uint64_t before = 0;
    for (uint32_t i = 0; i < rules->combinations && status == ALEA_OK; i++) {
        const uint32_t n = sweep->forward ? i : rules->combinations - 1 - i;
        const layer l = {.sweep = sweep,
                         .first = graph->layer_first[n],
                         .last = graph->layer_first[n + 1],
                         .positions = rules->gain * (n + 1) + 1,
                         .before = before};
        status = sweep_layer(&l, error);
        before += (uint64_t)(l.last - l.first) * l.positions;
    }
    return status;
}
