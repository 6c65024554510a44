/* Layers of masks. */
#include "family/despirala/solve/sweep.h"
#include "base/assert.h"
#include "base/blocks.h"
#include "base/stopping.h"

enum { MASKS = 16 /* in a block */ };

static alea_status sweep_block(void *user, void *local, uint64_t block, void *result, alea_error *error)
{
    const despirala_sweep *s = user;
    uint32_t at = s->first + (uint32_t)block * MASKS;
    (void)result, (void)error;
    for (uint32_t i = 0; i < MASKS && at < s->last; i++, at++)
        s->mask(user, local, s->game->graph->layer[at]);
    return ALEA_OK;
}

static int sweep_report(void *user, uint64_t done)
{
    const despirala_sweep *s = user;
    const uint32_t masks = s->last - s->first;
    const uint64_t so_far = done * MASKS < masks ? done * MASKS : masks;
    return alea__report(s->progress, s->before + so_far * s->positions, s->game->graph->places);
}

alea_status despirala_sweep_masks(despirala_sweep *s, alea_error *error)
{
    const despirala_rules *rules = &s->game->rules;
    const despirala_graph *graph = s->game->graph;
    alea_status status = ALEA_OK;
    for (uint32_t n = rules->combinations; n-- > 0 && status == ALEA_OK;) {
        s->first = graph->layer_first[n];
        s->last = graph->layer_first[n + 1];
        s->positions = rules->gain * (n + 1) + 1;
        ALEA_ASSERT(s->first < s->last && s->last <= graph->masks);
        const alea__blocks blocks = {.count = (s->last - s->first + MASKS - 1) / MASKS,
                                     .threads = s->threads,
                                     .user = s,
                                     .thread_start = s->start,
                                     .thread_end = s->end,
                                     .work = sweep_block,
                                     .report = sweep_report};
        status = alea__blocks_run(&blocks, NULL, NULL, error);
        s->before += (uint64_t)(s->last - s->first) * s->positions;
    }
    ALEA_ASSERT(status != ALEA_OK || s->before == graph->places);
    return status;
}
