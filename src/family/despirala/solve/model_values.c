/* Models as values and back. */
#include "base/assert.h"
#include "base/error.h"
#include "exact/limits.h"
#include "family/despirala/messages.h"
#include "family/despirala/solve/exact.h"
#include "family/despirala/turn/subgames.h"

#include <math.h>

/* ---- values of a model ---- */

/* Bounds of all positions around the model's values, and the greatest width. A sampled model has no error. */
static void model_fill_bounds(const despirala_game *game, const despirala_model *model, alea__values *values)
{
    const double *value = model->value;
    for (uint32_t n = 0; n < values->count; n++) {
        const alea__matrix *m = &values->matrix[n];
        for (size_t i = 0; i < (size_t)m->rows * m->columns; i++, value++) {
            const double error =
                model->samples > 0 ? 0 : despirala_error(game, n, (uint32_t)(i % m->columns));
            m->lower[i] = fmax(*value - error, 0);
            m->upper[i] = *value + error;
            ALEA_ASSERT(m->lower[i] <= m->upper[i]);
            values->width = fmax(values->width, m->upper[i] - m->lower[i]);
        }
    }
}

/* Decisions: after every roll of all dice, and in every collect. */
static uint64_t model_count_decisions(const despirala_game *game)
{
    const despirala_rules *rules = &game->rules;
    uint64_t count = (uint64_t)game->graph->places * rules->rolls;
    for (uint32_t mask = 0; mask + 1 < game->graph->masks; mask++)
        for (uint32_t c = 0; c < rules->combinations; c++)
            if (!(mask >> c & 1) && game->graph->subgames->subgame[c].collect)
                count += (uint64_t)rules->dice * despirala_goods_in(rules, mask);
    return count;
}

/* Converts a model to values: its numbers widened by their error bounds, or unchanged for a sampled model. */
static alea_status model_to_values(const despirala_game *game, const despirala_model *model,
                                   alea__values **out, alea_error *error)
{
    alea__values *values = alea__values_new(ALEA_SCORE);
    if (!values) return alea__out_of_memory(error);
    char text[16];
    alea_status status = ALEA_OK;
    for (uint32_t n = 0; n < game->rules.combinations && status == ALEA_OK; n++)
        status = alea__values_add(values,
                                  &(alea__matrix_shape){despirala_layer_name(n, text), "used", "goods",
                                                        despirala_layer_rows(&game->rules, n),
                                                        despirala_layer_columns(&game->rules, n)},
                                  error);
    if (status != ALEA_OK) {
        alea__values_free(values);
        return status;
    }
    values->samples = model->samples;
    values->seed = model->seed;
    values->states = model_count_decisions(game);
    values->layers = values->layers_done = game->rules.combinations;
    model_fill_bounds(game, model, values);
    values->start = values->second = alea__matrix_at(&values->matrix[0], game->rules.gain);
    *out = values;
    return ALEA_OK;
}

/* ---- solving ---- */

/* Solves for one player. `resume` is not used: solving takes a second. ALEA_E_REFUSED for several players, or if the error bound
   exceeds the tolerance. */
alea_status despirala_solve(const alea__problem *problem, alea__values **out, alea_error *error)
{
    const despirala_game *game = despirala_game_of(problem->rules);
    const alea_solve_options *options = problem->options;
    despirala_model *model;
    const double width = 2.1 * despirala_error(game, 0, game->rules.gain);
    const double tolerance = alea__tolerance_of(options, fmax(1e-9, width));
    alea_status status = ALEA_OK;
    if (game->rules.seats != 1) return alea__fail(error, ALEA_E_REFUSED, DESPIRALA_SOLVE_SEATS);
    if (options->samples == 0) status = alea__check_tolerance(ALEA_SCORE, width, tolerance, options, error);
    if (status == ALEA_OK)
        status =
            alea__check_memory("This", 3.0 * sizeof(double) * game->graph->places, options->memory, error);
    if (status == ALEA_OK) status = despirala_model_solve(game, options, &model, error);
    if (status != ALEA_OK) return status;
    status = model_to_values(game, model, out, error);
    if (status == ALEA_OK) (*out)->tolerance = tolerance;
    despirala_model_free(model);
    return status;
}

/* ---- a model of values ---- */

alea_status despirala_model_of_values(const despirala_game *game, const alea__values *values,
                                      despirala_model **out, alea_error *error)
{
    despirala_model *model = despirala_model_new(game);
    if (!model) return alea__out_of_memory(error);
    double *value = model->value;
    for (uint32_t n = 0; n < values->count; n++) {
        const alea__matrix *m = &values->matrix[n];
        for (size_t i = 0; i < (size_t)m->rows * m->columns; i++)
            *value++ = values->samples > 0 ? m->lower[i] : m->lower[i] / 2 + m->upper[i] / 2;
    }
    ALEA_ASSERT(value == model->value + game->graph->places);
    model->samples = values->samples;
    model->seed = values->seed;
    model->error = values->width / 2;
    *out = model;
    return ALEA_OK;
}
