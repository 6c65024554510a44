/* Best play against best play, and against a given policy: values with bounds out of one sweep. */
#include "base/assert.h"
#include "base/error.h"
#include "base/kernel.h"
#include "base/memory.h"
#include "exact/limits.h"
#include "family/hog/solve/exact.h"

#include <math.h>

hog_policy_source hog_source_of(const hog_policy *policy)
{
    static const hog_policy_source sources[] = {
        [HOG_TABLE] = HOG_BY_TABLE, [HOG_PLAN] = HOG_BY_PLAN, [HOG_RANDOM] = HOG_AT_RANDOM};
    ALEA_ASSERT(policy->kind <= HOG_RANDOM);
    return sources[policy->kind];
}

/* ---- options ---- */

static alea_status solve_tolerance(const hog_graph *g, const alea_solve_options *options, double *out,
                                   alea_error *error)
{
    const double width = 2 * hog_error(g, 0) + 0x1p-52;
    *out = alea__tolerance_of(options, fmax(1e-12, width));
    return alea__check_tolerance(ALEA_WIN, width, *out, options, error);
}

alea_status hog_check_memory(const hog_graph *g, const hog_request *request,
                             const alea_solve_options *options, alea_error *error)
{
    size_t doubles = (size_t)g->goal * g->goal * g->places * (request->alone ? 3 : 6);
    for (unsigned s = 0; s < (request->alone ? 1 : 2); s++) {
        bool narrow = request->source[s] == HOG_BY_TABLE || request->source[s] == HOG_BY_PLAN;
        doubles += narrow ? g->narrow.rows : g->wide.rows;
        if (g->climbs && !narrow) doubles += (size_t)2 * g->goal * g->dice * g->ring * HOG_LANES;
    }
    return alea__check_memory("This", (double)doubles * sizeof(double), options->memory, error);
}

/* ---- values with bounds ---- */

/* From [own][opponent][position] to [memory][own][opponent]; in `waiting` the two scores change places. */
static alea_status solve_fill(const hog_workspace *work, alea__values *values, alea_error *error)
{
    const hog_graph *g = work->graph;
    const size_t across = (size_t)g->goal * g->places;
    double *errors = alea__alloc_array((size_t)2 * g->goal, sizeof *errors); /* by sum of scores */
    if (!errors) return alea__out_of_memory(error);
    for (uint32_t sum = 0; sum < 2 * g->goal; sum++) errors[sum] = hog_error(g, sum);
    hog_bounds_kernel *const fill = KERNEL_OF_THREE(hog_fill_bounds);
    for (unsigned view = 0; view < values->count; view++) {
        const alea__matrix *m = &values->matrix[view];
        ALEA_ASSERT(work->side[view].value && m->columns == g->goal);
        const size_t row = view == HOG_WAITING ? g->places : across, step = across + g->places - row;
        for (uint32_t own = 0; own < g->goal; own++)
            for (uint32_t memory = 0; memory < g->memories; memory++) {
                const size_t to = hog_place_of(&g->game->rules, memory, own, 0);
                const hog_bounds_row bounds = {.from = work->side[view].value + own * row + g->place[memory],
                                               .step = step,
                                               .errors = errors + own,
                                               .count = g->goal,
                                               .lower = m->lower + to,
                                               .upper = m->upper + to};
                values->width = fmax(values->width, fill(&bounds));
            }
    }
    alea__free(errors);
    return ALEA_OK;
}

/* Empty values of the right shape. */
static alea_status solve_new_values(const hog_graph *g, double tolerance, unsigned matrices,
                                    alea__values **out, alea_error *error)
{
    static const char *const names[] = {[HOG_MOVER] = "mover", [HOG_WAITING] = "waiting"};
    alea__values *values = alea__values_new(ALEA_WIN);
    alea_status status = values ? ALEA_OK : alea__out_of_memory(error);
    for (unsigned k = 0; k < matrices && status == ALEA_OK; k++)
        status = alea__values_add(
            values,
            &(alea__matrix_shape){names[k], "memory and own", "opponent", g->memories * g->goal, g->goal},
            error);
    if (status != ALEA_OK) {
        alea__values_free(values);
        return status;
    }
    values->tolerance = tolerance;
    values->states = (uint64_t)g->memories * g->goal * g->goal;
    values->layers = values->layers_done = 1;
    *out = values;
    return ALEA_OK;
}

/* The values of a request; `dice` are those of a policy that moves second. */
static alea_status solve_request(const alea__problem *problem, const hog_request *request,
                                 const uint8_t *dice, alea__values **out, alea_error *error)
{
    const hog_graph *g = hog_game_of(problem->rules)->graph;
    alea__values *values = NULL;
    hog_workspace *work = NULL;
    double tolerance = 0;
    alea_status status = solve_tolerance(g, problem->options, &tolerance, error);
    if (status == ALEA_OK) status = hog_check_memory(g, request, problem->options, error);
    if (status == ALEA_OK) status = hog_workspace_make(g, request, &work, error);
    if (status == ALEA_OK) status = solve_new_values(g, tolerance, request->alone ? 1 : 2, &values, error);
    if (status == ALEA_OK) {
        if (dice) hog_workspace_set_dice(work, 1, dice);
        hog_sweep(work);
        status = solve_fill(work, values, error);
    }
    hog_workspace_free(work);
    if (status == ALEA_OK)
        *out = values;
    else
        alea__values_free(values);
    return status;
}

/* ---- best play on both sides ---- */

alea_status hog_solve(const alea__problem *problem, alea__values **out, alea_error *error)
{
    const hog_request request = {.source = {HOG_AT_BEST}, .alone = true, .values = true, .never = 0.5};
    const alea_status status = solve_request(problem, &request, NULL, out, error);
    if (status != ALEA_OK) return status;
    /* 1 less an interval. The subtractions are exact for bounds of at least a half, otherwise rounded: then outward. */
    const alea_interval a = (*out)->start = alea__matrix_at(&(*out)->matrix[HOG_MOVER], 0);
    (*out)->second = (alea_interval){fmax(nextafter(1 - a.upper, -1), 0), fmin(nextafter(1 - a.lower, 2), 1)};
    return ALEA_OK;
}

/* ---- best play against a policy: the response sees what the game remembers, and so may the policy ---- */

alea_status hog_best(const alea__problem *problem, alea__values **out, alea_best_response *response,
                     alea_error *error)
{
    const hog_policy *policy = hog_policy_of(problem->policy[1]);
    const hog_request request = {
        .source = {HOG_AT_BEST, hog_source_of(policy)}, .values = true, .never = 0.5};
    const alea_status status = solve_request(problem, &request, policy->dice, out, error);
    if (status != ALEA_OK) return status;
    response->first = (*out)->start = alea__matrix_at(&(*out)->matrix[HOG_MOVER], 0);
    response->second = (*out)->second = alea__matrix_at(&(*out)->matrix[HOG_WAITING], 0);
    return ALEA_OK;
}
