/* Best play against best play, and against a given policy: values with bounds out of one sweep. */
#include "base/error.h"
#include "base/memory.h"
#include "family/hog/exact.h"

#include <math.h>

/* ---- options ---- */

static alea_status check_tolerance(const hog_graph *g, const alea_solve_options *options, double *out,
                                   alea_error *error)
{
    const double width = 2 * hog_error(g, 0) + 0x1p-52;
    *out = options->tolerance > 0 ? options->tolerance : fmax(1e-12, width);
    if (width <= *out) return ALEA_OK;
    return alea__fail(error, ALEA_E_RANGE,
                      "Intervals of %g cannot be had for this game in double precision; %.1g can.",
                      options->tolerance, width * 1.1);
}

alea_status hog_check_memory(const hog_graph *g, const hog_request *request,
                             const alea_solve_options *options, alea_error *error)
{
    size_t doubles = (size_t)g->goal * g->goal * g->places * (request->alone ? 3 : 6);
    for (unsigned s = 0; s < (request->alone ? 1 : 2); s++) {
        bool narrow = request->manner[s] == HOG_BY_TABLE || request->manner[s] == HOG_BY_PLAN;
        doubles += narrow ? g->narrow.rows : g->wide.rows;
        if (g->climbs && !narrow) doubles += (size_t)2 * g->goal * g->dice * g->ring * HOG_LANES;
    }
    if (options->memory == 0 || doubles * sizeof(double) <= options->memory) return ALEA_OK;
    return alea__fail(error, ALEA_E_REFUSED, "This takes %.1f MiB of memory; %.1f MiB may be used.",
                      (double)doubles * sizeof(double) / 0x1p20, (double)options->memory / 0x1p20);
}

/* ---- values with bounds ---- */

/* The bounds of a value v that may be wrong by e. v - e and v + e are rounded themselves, which hog_error allows for. */
static alea_interval around(double value, double error)
{
    return (alea_interval){value > error ? value - error : 0, value < 1 - error ? value + error : 1};
}

/* From [own][opponent][position] to [memory][own][opponent]; in `waiting` the two scores change places. */
static void fill_matrix(const hog_graph *g, const double *value, hog_view view, alea__values *values)
{
    const alea__matrix *m = &values->matrix[view];
    const size_t table = (size_t)g->goal * g->goal;
    for (uint32_t own = 0; own < g->goal; own++)
        for (uint32_t opponent = 0; opponent < g->goal; opponent++) {
            const double error = hog_error(g, own + opponent),
                         *from = value + ((size_t)own * g->goal + opponent) * g->places;
            size_t to =
                view == HOG_WAITING ? (size_t)opponent * g->goal + own : (size_t)own * g->goal + opponent;
            for (uint32_t memory = 0; memory < g->memories; memory++, to += table) {
                const alea_interval bounds = around(from[g->place[memory]], error);
                m->lower[to] = bounds.lower;
                m->upper[to] = bounds.upper;
                if (bounds.upper - bounds.lower > values->width) values->width = bounds.upper - bounds.lower;
            }
        }
}

static alea_interval at_start(const alea__values *values, hog_view view)
{
    return (alea_interval){values->matrix[view].lower[0], values->matrix[view].upper[0]};
}

/* 1 less an interval. The subtractions are exact for bounds of at least a half, otherwise rounded: then outward. */
static alea_interval turned(alea_interval a)
{
    return (alea_interval){fmax(nextafter(1 - a.upper, -1), 0), fmin(nextafter(1 - a.lower, 2), 1)};
}

static alea_status make_values(const hog_graph *g, double tolerance, unsigned matrices, alea__values **out,
                               alea_error *error)
{
    static const char *const names[] = {[HOG_MOVER] = "mover", [HOG_WAITING] = "waiting"};
    alea__values *values = alea__values_new(ALEA_WIN);
    alea_status status = values ? ALEA_OK : alea__out_of_memory(error);
    for (unsigned k = 0; k < matrices && status == ALEA_OK; k++)
        status = alea__values_add(values, names[k], "memory and own", "opponent", g->memories * g->goal,
                                  g->goal, error);
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

/* Room for all values of so many sides. */
static alea_status ask_for_values(hog_room *room, unsigned sides, double **out, alea_error *error)
{
    const hog_graph *g = room->graph;
    const size_t count = (size_t)g->goal * g->goal * g->places;
    double *value = alea__alloc_aligned(64, sides * count * sizeof *value);
    if (!value) return alea__out_of_memory(error);
    for (unsigned s = 0; s < sides; s++) room->side[s].value = value + s * count;
    *out = value;
    return ALEA_OK;
}

/* ---- best play on both sides ---- */

alea_status hog_solve(const alea__rules *rules, alea_objective objective, const alea_solve_options *options,
                      const alea__values *resume, alea__values **out, alea_error *error)
{
    const hog_graph *g = hog_game_of(rules)->graph;
    const hog_request request = {.manner = {HOG_AT_BEST}, .alone = true};
    double tolerance = 0, *value = NULL;
    hog_room *room = NULL;
    (void)objective, (void)resume;
    alea_status status = check_tolerance(g, options, &tolerance, error);
    if (status == ALEA_OK) status = hog_check_memory(g, &request, options, error);
    if (status == ALEA_OK) status = hog_room_make(g, &request, &room, error);
    if (status == ALEA_OK) status = ask_for_values(room, 1, &value, error);
    if (status == ALEA_OK) status = make_values(g, tolerance, 1, out, error);
    if (status == ALEA_OK) {
        hog_sweep(room);
        fill_matrix(g, value, HOG_MOVER, *out);
        (*out)->start = at_start(*out, HOG_MOVER);
        (*out)->second = turned((*out)->start);
    }
    hog_room_free(room);
    alea__free(value);
    return status;
}

/* ---- best play against a policy ---- */

/* The reply sees what the game remembers, and so may the policy. */
static void sweep_reply(const hog_graph *g, hog_room *room, const double *value, alea__values *values,
                        alea_reply *out)
{
    const size_t count = (size_t)g->goal * g->goal * g->places;
    hog_sweep(room);
    fill_matrix(g, value, HOG_MOVER, values);
    fill_matrix(g, value + count, HOG_WAITING, values);
    out->first = values->start = at_start(values, HOG_MOVER);
    out->second = values->second = at_start(values, HOG_WAITING);
}

alea_status hog_best(const alea__rules *rules, const alea__policy *policy, alea_objective objective,
                     const alea_solve_options *options, alea__values **out, alea_reply *reply,
                     alea_error *error)
{
    const hog_graph *g = hog_game_of(rules)->graph;
    const hog_request request = {.manner = {HOG_AT_BEST, hog_manner_of(hog_policy_of(policy))}};
    double tolerance = 0, *value = NULL;
    hog_room *room = NULL;
    (void)objective;
    alea_status status = check_tolerance(g, options, &tolerance, error);
    if (status == ALEA_OK) status = hog_check_memory(g, &request, options, error);
    if (status == ALEA_OK) status = hog_room_make(g, &request, &room, error);
    if (status == ALEA_OK) status = ask_for_values(room, 2, &value, error);
    if (status == ALEA_OK) status = make_values(g, tolerance, 2, out, error);
    if (status == ALEA_OK) {
        hog_room_seat(room, 1, hog_policy_of(policy)->dice);
        sweep_reply(g, room, value, *out, reply);
    }
    hog_room_free(room);
    alea__free(value);
    return status;
}
