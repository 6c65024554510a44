/* Models: best play, against all rolls or against random ones. */
#include "base/error.h"
#include "base/kernel.h"
#include "base/memory.h"
#include "family/despirala/solve/exact.h"
#include "family/despirala/solve/sampled.h"
#include "family/despirala/solve/sweep.h"
#include "family/despirala/solve/workspace.h"

#include <inttypes.h>
#include <math.h>

const despirala_kernel *despirala_best_kernel(void)
{
    return KERNEL_OF_TWO(&despirala_kernel);
}

typedef struct work {
    const despirala_game *game;
    const despirala_kernel *kernel;
    const despirala_sampler *sampler; /* NULL: all rolls */
    despirala_model *model;
} work;

/* What a thread keeps. */
typedef struct desk {
    despirala_room *room;
    double *weight; /* [roll], of one position; of sampled models */
} desk;

/* ---- a mask ---- */

static const double *weights(const work *w, const desk *d, uint32_t goods)
{
    if (!w->sampler) return d->room->parts->weight;
    despirala_sample(w->sampler, d->room->used, goods, d->room->parts->rolls, d->weight);
    return d->weight;
}

/* By goods one after the other: rerolls need the value of one good less. */
static void solve_in_order(const work *w, const desk *d, uint32_t first, double *reroll, double *out)
{
    w->kernel->choose(d->room);
    for (uint32_t i = 0; i < DESPIRALA_LANES && first + i <= d->room->goods; i++) {
        const double *best = d->room->best + (size_t)i * d->room->parts->rolls;
        out[i] = w->kernel->mean_or(d->room, weights(w, d, first + i), best, *reroll);
        if (w->game->rules.may_reroll) *reroll = out[i];
    }
}

static void solve_mask(void *user, void *local, uint32_t mask)
{
    const work *w = user;
    const desk *d = local;
    double *value = w->model->value + w->game->graph->first[mask], reroll = -INFINITY;
    despirala_room_begin(d->room, despirala_next_layer(w->game, w->model->value, mask), mask);
    for (uint32_t first = 0; first <= d->room->goods; first += DESPIRALA_LANES) {
        double out[DESPIRALA_LANES] __attribute__((aligned(64)));
        w->kernel->look(d->room, first);
        if (w->game->rules.may_reroll || w->sampler)
            solve_in_order(w, d, first, &reroll, out);
        else
            w->kernel->mean(d->room, out);
        for (uint32_t i = 0; i < DESPIRALA_LANES && first + i <= d->room->goods; i++)
            value[first + i] = d->room->sign * out[i];
    }
}

/* ---- all of them ---- */

static void end(void *user, void *local)
{
    desk *d = local;
    (void)user;
    despirala_room_free(d->room);
    alea__free(d->weight);
    alea__free(d);
}

static alea_status start(void *user, void **local, alea_error *error)
{
    const work *w = user;
    desk *d = alea__alloc(sizeof *d);
    if (!d) return alea__out_of_memory(error);
    d->weight = alea__alloc_aligned(64, w->game->graph->parts->rolls * sizeof *d->weight);
    alea_status status =
        d->weight ? despirala_room_make(w->game, &d->room, error) : alea__out_of_memory(error);
    if (status == ALEA_OK)
        *local = d;
    else
        end(user, d);
    return status;
}

static alea_status solve_all(const despirala_game *game, const alea_solve_options *options,
                             despirala_model *model, alea_error *error)
{
    despirala_sampler *sampler = NULL;
    alea_status status = ALEA_OK;
    if (model->samples > 0)
        status = despirala_sampler_make(game, model->samples, model->seed, &sampler, error);
    if (status != ALEA_OK) return status;
    work w = {game, despirala_best_kernel(), sampler, model};
    status = despirala_sweep_masks(&(despirala_sweep){.game = game,
                                                      .threads = options->threads,
                                                      .progress = &options->progress,
                                                      .user = &w,
                                                      .start = start,
                                                      .end = end,
                                                      .mask = solve_mask},
                                   error);
    despirala_sampler_free(sampler);
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

alea_status despirala_model_solve(const despirala_game *game, uint64_t samples, uint64_t seed,
                                  const alea_solve_options *options, despirala_model **out, alea_error *error)
{
    if (samples > DESPIRALA_MOST_SAMPLES)
        return alea__fail(
            error, ALEA_E_RANGE,
            "A sampled model takes from 1 to 1,000,000 random rolls for each position, not %" PRIu64 ".",
            samples);
    despirala_model *model = despirala_model_new(game);
    if (!model) return alea__out_of_memory(error);
    model->samples = samples;
    model->seed = samples > 0 ? seed : 0;
    model->error = samples > 0 ? 0 : despirala_error(game, 0, game->rules.gain);
    alea_status status = solve_all(game, options, model, error);
    if (status == ALEA_OK)
        *out = model;
    else
        despirala_model_free(model);
    return status;
}
