/* Models: best play, against all rolls or against random ones. */
#include "base/error.h"
#include "base/kernel.h"
#include "base/memory.h"
#include "family/despirala/messages.h"
#include "family/despirala/solve/exact.h"
#include "family/despirala/solve/sampled.h"
#include "family/despirala/solve/sweep.h"
#include "family/despirala/solve/workspace.h"

#include <math.h>

const despirala_kernel *despirala_best_kernel(void)
{
    return KERNEL_OF_THREE(&despirala_kernel);
}

typedef struct solving {
    despirala_sweep sweep;
    const despirala_kernel *kernel;
    despirala_sampler *sampler; /* NULL: all rolls; owned */
    despirala_model *model;
} solving;

/* A thread's data. */
typedef struct solving_workspace {
    despirala_workspace *work;
    double *weight; /* [roll], of one position; of sampled models */
} solving_workspace;

/* ---- a mask ---- */

/* Solves the numbers of goods one after the other if a reroll needs the value with one good less, or if each has its own
   random rolls. */
static void solve_mask(void *user, void *local, uint32_t mask)
{
    const solving *w = user;
    const solving_workspace *d = local;
    const despirala_game *game = w->sweep.game;
    const despirala_subgames *subgames = d->work->subgames;
    double *value = w->model->value + game->graph->first[mask], reroll = -INFINITY;
    despirala_workspace_begin(d->work, despirala_next_layer(game, w->model->value, mask), mask);
    for (uint32_t first = 0; first <= d->work->goods; first += DESPIRALA_LANES) {
        double out[DESPIRALA_LANES] __attribute__((aligned(64)));
        const bool in_order = game->rules.may_reroll || w->sampler;
        w->kernel->fill_values(d->work, first);
        if (in_order)
            w->kernel->choose(d->work);
        else
            w->kernel->mean(d->work, out);
        for (uint32_t i = 0; i < DESPIRALA_LANES && first + i <= d->work->goods; i++) {
            const double *best = d->work->best + (size_t)i * subgames->rolls;
            if (w->sampler) despirala_sample(w->sampler, mask, first + i, subgames->rolls, d->weight);
            if (in_order)
                out[i] = w->kernel->mean_or(d->work, w->sampler ? d->weight : subgames->weight, best, reroll);
            if (game->rules.may_reroll) reroll = out[i];
            value[first + i] = d->work->sign * out[i];
        }
    }
}

/* ---- all of them ---- */

static void solving_end(void *user, void *local)
{
    solving_workspace *d = local;
    (void)user;
    despirala_workspace_free(d->work);
    alea__free(d->weight);
    alea__free(d);
}

/* A workspace of one thread; solving_end frees it. */
static alea_status solving_start(void *user, void **local, alea_error *error)
{
    const despirala_game *game = ((const solving *)user)->sweep.game;
    solving_workspace *d = alea__alloc(sizeof *d);
    if (!d) return alea__out_of_memory(error);
    d->weight = alea__alloc_aligned(64, game->graph->subgames->rolls * sizeof *d->weight);
    alea_status status =
        d->weight ? despirala_workspace_make(game, &d->work, error) : alea__out_of_memory(error);
    if (status == ALEA_OK)
        *local = d;
    else
        solving_end(user, d);
    return status;
}

void despirala_model_free(despirala_model *model)
{
    if (!model) return;
    alea__free(model->value);
    alea__free(model);
}

despirala_model *despirala_model_new(const despirala_game *game)
{
    despirala_model *model = alea__alloc(sizeof *model);
    if (model) model->value = alea__alloc_array(game->graph->places, sizeof *model->value);
    if (model && model->value) return model;
    despirala_model_free(model);
    return NULL;
}

alea_status despirala_model_solve(const despirala_game *game, const alea_solve_options *options,
                                  despirala_model **out, alea_error *error)
{
    const uint64_t samples = options->samples;
    if (samples > DESPIRALA_MOST_SAMPLES)
        return alea__fail(error, ALEA_E_RANGE, DESPIRALA_MANY_SAMPLES, samples);
    despirala_model *model = despirala_model_new(game);
    if (!model) return alea__out_of_memory(error);
    model->samples = samples;
    model->seed = samples > 0 ? options->seed : 0;
    model->error = samples > 0 ? 0 : despirala_error(game, 0, game->rules.gain);
    solving w = {.sweep = {.game = game,
                           .threads = options->threads,
                           .progress = &options->progress,
                           .start = solving_start,
                           .end = solving_end,
                           .mask = solve_mask},
                 .kernel = despirala_best_kernel(),
                 .model = model};
    alea_status status = ALEA_OK;
    if (samples > 0) status = despirala_sampler_make(game, samples, options->seed, &w.sampler, error);
    if (status == ALEA_OK) status = despirala_sweep_masks(&w.sweep, error);
    despirala_sampler_free(w.sampler);
    if (status == ALEA_OK)
        *out = model;
    else
        despirala_model_free(model);
    return status;
}
