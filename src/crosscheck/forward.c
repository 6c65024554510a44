#include "crosscheck/forward.h"
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "crosscheck/messages.h"

#include <alea/exact.h>

typedef struct forward {
    const alea__rules *listed;
    const alea__explicit *g;
    alea_bot *bot;
    double *chance;    /* [node]: of reaching it */
    uint32_t *waiting; /* [node]: edges that lead to it and are not yet followed */
    uint32_t *queue;
    uint32_t begun, queued; /* in the queue */
} forward;

/* Follows an edge with some probability; a node whose edges are all followed is next. */
static void forward_follow(forward *f, uint32_t edge, double chance)
{
    const uint32_t node = alea__target(f->g->to[edge]);
    f->chance[node] += chance;
    if (--f->waiting[node] == 0) f->queue[f->queued++] = node;
}

/* Follows the edges of a node: all of chance, and that of the bot's move. */
static alea_status forward_leave(forward *f, uint32_t node, alea_error *error)
{
    const alea__explicit *g = f->g;
    const uint32_t first = g->first[node], last = g->first[node + 1];
    uint32_t move = 0;
    uint64_t weights = 0;
    if (g->kind[node] == ALEA__DECIDE && f->chance[node] > 0) {
        alea_state state;
        alea__explicit_rules_of(f->listed)->source->state_of(f->listed, node, &state);
        alea_status status = alea_bot_ask(f->bot, &state, &move, error);
        if (status != ALEA_OK) return status;
    }
    for (uint32_t edge = first; edge < last; edge++) weights += g->mark[edge];
    for (uint32_t edge = first; edge < last; edge++) {
        const double part =
            g->kind[node] == ALEA__DECIDE ? g->mark[edge] == move : (double)g->mark[edge] / (double)weights;
        forward_follow(f, edge, f->chance[node] * part);
    }
    return ALEA_OK;
}

/* Adds up the ends by their scores. */
static alea_status forward_collect(const forward *f, double **probability, uint32_t *scores,
                                   alea_error *error)
{
    const int32_t *score = f->g->payoff[ALEA_SCORE];
    int32_t most = 0;
    for (uint32_t node = 0; node < f->g->nodes; node++)
        if (f->g->kind[node] == ALEA__END && score[node] > most) most = score[node];
    *probability = alea__alloc_array((size_t)most + 1, sizeof **probability);
    if (!*probability) return alea__out_of_memory(error);
    *scores = (uint32_t)most + 1;
    for (uint32_t node = 0; node < f->g->nodes; node++)
        if (f->g->kind[node] == ALEA__END && score[node] >= 0) (*probability)[score[node]] += f->chance[node];
    return ALEA_OK;
}

alea_status crosscheck_forward(const alea__rules *listed, const alea__explicit *g, alea_bot *bot,
                               double **probability, uint32_t *scores, alea_error *error)
{
    forward f = {.listed = listed,
                 .g = g,
                 .bot = bot,
                 .chance = alea__alloc_array(g->nodes, sizeof *f.chance),
                 .waiting = alea__alloc_array(g->nodes, sizeof *f.waiting),
                 .queue = alea__alloc_array(g->nodes, sizeof *f.queue)};
    alea_status status = f.chance && f.waiting && f.queue ? ALEA_OK : alea__out_of_memory(error);
    if (status == ALEA_OK) {
        for (uint32_t edge = 0; edge < g->edges; edge++) f.waiting[alea__target(g->to[edge])]++;
        ALEA_ASSERT(f.waiting[g->start] == 0 || g->edges > 0);
        f.chance[g->start] = 1;
        if (f.waiting[g->start] == 0) f.queue[f.queued++] = g->start;
        while (f.begun < f.queued && status == ALEA_OK) status = forward_leave(&f, f.queue[f.begun++], error);
        if (status == ALEA_OK && f.queued < g->nodes)
            status = alea__fail(error, ALEA_E_REFUSED, CROSSCHECK_CYCLE);
    }
    if (status == ALEA_OK) status = forward_collect(&f, probability, scores, error);
    alea__free(f.chance);
    alea__free(f.waiting);
    alea__free(f.queue);
    return status;
}
