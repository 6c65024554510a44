/* Solves games of one player; see solve_one_player.h. With a turn limit each turn leads to one with one turn less left, so
   layers are solved one after another in one pass each. Without one, the policies are found as for two players (best_play.c). */
#include "family/race/solve/solve_one_player.h"
#include "base/assert.h"
#include "base/directed.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/stopping.h"
#include "exact/limits.h"
#include "family/race/messages.h"
#include "family/race/solve/two_player_bounds.h"

#include <math.h>

typedef struct solo {
    race_turn_model model;
    race_optimum back;
    race_outcomes turn;
    const race_problem *problem; /* without a policy: best play */
    double *lower, *upper;       /* by [own * columns + column] */
    uint32_t columns;
    uint64_t done, total;
} solo;

static bool solo_stands(const solo *s, uint32_t own)
{
    return own < s->model.stand && race_can_begin_at(s->model.rules, own);
}

static alea_status solo_begin(solo *s, alea_error *error)
{
    const race_problem *p = s->problem;
    alea_status status =
        race_turn_model_make(p->roll_model, p->objective, race_bank_cap(p->roll_model), &s->model, error);
    if (status == ALEA_OK) status = race_optimum_make(&s->model, &s->back, error);
    return status == ALEA_OK
               ? race_outcomes_make(&s->model, race_reach(&s->model, p->policy[0] != NULL), &s->turn, error)
               : status;
}

static void solo_end(solo *s)
{
    race_outcomes_clear(&s->turn);
    race_optimum_clear(&s->back);
    race_turn_model_clear(&s->model);
}

/* The least result of a step from own, own + 1, …, and the negative of the greatest, along the continuation. */
static void solo_step(solo *s, uint32_t own, uint32_t left, double low[RACE_LANES], double neg[RACE_LANES])
{
    const race_policy *policy = s->problem->policy[0];
    if (!policy) {
        race_pass_low(&s->back, own, false, low);
        race_pass_neg(&s->back, own, neg);
        return;
    }
    for (uint32_t lane = 0; lane < RACE_LANES; lane++) {
        if (!solo_stands(s, own + lane)) continue;
        race_run_turn(&s->turn, own + lane, &(race_decider){.policy = policy, .other = left});
        const race_bound value = race_expect_along(&s->back.after, &s->turn);
        low[lane] = value.low;
        neg[lane] = value.neg;
    }
}

/* ---- a limit of turns ---- */

/* The continuation of a turn that leaves `left - 1`. With `count`, counts turns instead of chances. */
static void solo_fill_continuation(solo *s, uint32_t left, bool count)
{
    const race_turn_model *c = &s->model;
    race_continuation *after = &s->back.after;
    after->end = count ? 0 : 1;
    after->least = 0;
    after->minus_most = count ? -(double)left : -1;
    for (uint32_t total = 0; total <= c->cap; total++) {
        bool over = total >= c->enough, last = left == 1 || !solo_stands(s, total);
        size_t at = (size_t)total * s->columns + left - 1;
        after->low[total] = over ? after->end : last ? 0 : s->lower[at];
        after->neg[total] = over ? -after->end : last ? 0 : -s->upper[at];
    }
}

/* Stored a little outward, for checkers that resolve less. */
static void solo_keep(solo *s, uint32_t own, uint32_t left, bool count, race_bound value)
{
    const alea__rounding how = s->model.how;
    ALEA_ASSERT(alea__rounds_down(how) && solo_stands(s, own) && left > 0 && left < s->columns);
    const size_t at = (size_t)own * s->columns + left;
    const double low = alea__difference(how, value.low, s->model.margin),
                 minus = alea__difference(how, value.neg, s->model.margin);
    if (count) {
        const double most = alea__difference(how, 1, minus);
        s->lower[at] = alea__sum(how, low, 1);
        s->upper[at] = most > (double)left ? (double)left : nextafter(most, INFINITY);
    } else {
        s->lower[at] = fmax(low, 0);
        s->upper[at] = fmin(-minus, 1);
    }
}

/* Bounds of all scores for 0, 1, 2 … turns left, of chances or, with `count`, of turns. */
static alea_status solo_fill_layers(solo *s, bool count, alea_error *error)
{
    const uint32_t limit = s->columns - 1;
    const alea__rounding how = alea__choose_rounding();
    alea_status status = ALEA_OK;
    s->model.how = how;
    for (uint32_t left = 0; status == ALEA_OK && left <= limit; left++) {
        const int mode = alea__round_down(how);
        if (left > 0) solo_fill_continuation(s, left, count);
        if (left > 0) race_find_hold_region(&s->back, 0, 0);
        for (uint32_t own = 0; own < s->model.stand; own += RACE_LANES) {
            double low[RACE_LANES] = {0}, neg[RACE_LANES] = {0};
            if (left > 0) solo_step(s, own, left, low, neg);
            for (uint32_t lane = 0; lane < RACE_LANES; lane++) {
                if (!solo_stands(s, own + lane)) continue;
                if (left > 0)
                    solo_keep(s, own + lane, left, count, (race_bound){low[lane], neg[lane]});
                else
                    s->lower[(own + lane) * (size_t)s->columns] =
                        s->upper[(own + lane) * (size_t)s->columns] = 0;
            }
        }
        alea__round_as_before(how, mode);
        s->done += s->model.stand;
        status = alea__tell(&s->problem->options->progress, s->done, s->total, error);
    }
    s->model.how = ALEA__BY_MODE;
    return status;
}

/* ---- solving ---- */

static race_two_player_bounds solo_bounds(const solo *s)
{
    return (race_two_player_bounds){.model = s->model,
                                    .sides = 1,
                                    .columns = 1,
                                    .bounds = {{s->lower, s->upper}},
                                    .options = s->problem->options};
}

static alea_status solo_check_memory(const solo *s, alea_error *error)
{
    const race_two_player_bounds f = solo_bounds(s);
    double bytes =
        (16.0 * s->columns + 64) * s->model.stand + (s->columns > 1 ? 0 : race_best_play_bytes(&f));
    return alea__check_memory(RACE_SOLVING, bytes, s->problem->options->memory, error);
}

/* Fills the bounds: of chances with a turn limit, else of the turns still needed; NaN where no turn begins. */
static alea_status solo_solve(solo *s, alea_error *error)
{
    double width;
    race_two_player_bounds f = solo_bounds(s);
    if (s->columns > 1) return solo_fill_layers(s, false, error);
    alea_status status = race_find_best_play(&f, &width, error);
    for (uint32_t own = 0; status == ALEA_OK && own < s->model.stand; own++) { /* from minus turns to turns */
        const double low = s->lower[own];
        s->lower[own] = solo_stands(s, own) ? -s->upper[own] : NAN;
        s->upper[own] = solo_stands(s, own) ? -low : NAN;
    }
    return status;
}

/* Sets what the values say about themselves. Fails with ALEA_E_RANGE if they are wider than the tolerance. */
static alea_status solo_finish(const solo *s, alea__values *values, double tolerance, alea_error *error)
{
    for (size_t i = 0; i < (size_t)s->model.stand * s->columns; i++)
        if (s->upper[i] - s->lower[i] > values->width) values->width = s->upper[i] - s->lower[i];
    values->tolerance = tolerance;
    values->layers = values->layers_done = 1;
    values->start = values->second = (alea_interval){s->lower[s->columns - 1], s->upper[s->columns - 1]};
    const race_turn_model *c = &s->model;
    uint64_t here = 0;
    for (uint32_t own = c->stand; own-- > 0;) {
        if (!solo_stands(s, own)) continue;
        values->states += (1 + here * c->memories) * (s->columns > 1 ? s->columns - 1 : 1);
        here++;
    }
    return alea__check_tolerance(values->objective, values->width, tolerance, s->problem->options, error);
}

alea_status race_solve_one_player(const race_problem *problem, alea__values **out, alea_error *error)
{
    const race_rules *rules = problem->roll_model->rules;
    ALEA_ASSERT(rules->players == 1 && !problem->policy[0]);
    const bool limited = rules->turn_limit > 0;
    const uint32_t columns = limited ? rules->turn_limit + 1 : 1;
    const double tolerance = alea__tolerance_of(problem->options, limited ? 1e-12 : 1e-9);
    solo s = {.problem = problem, .columns = columns, .total = (uint64_t)columns * race_enough(rules)};
    alea_status status = solo_begin(&s, error);
    if (status == ALEA_OK) status = solo_check_memory(&s, error);
    alea__values *values = status == ALEA_OK ? alea__values_new(problem->objective) : NULL;
    if (status == ALEA_OK && !values) status = alea__out_of_memory(error);
    if (status == ALEA_OK)
        status = alea__values_add(values,
                                  &(alea__matrix_shape){"mover", "own", limited ? "turns-left" : "none",
                                                        race_enough(rules), columns},
                                  error);
    if (status == ALEA_OK) {
        s.lower = values->matrix[0].lower;
        s.upper = values->matrix[0].upper;
        status = solo_solve(&s, error);
    }
    if (status == ALEA_OK) status = solo_finish(&s, values, tolerance, error);
    solo_end(&s);
    if (status == ALEA_OK)
        *out = values;
    else
        alea__values_free(values);
    return status;
}

/* ---- a policy ---- */

alea_status race_evaluate_one_player(const race_problem *problem, alea_exact *out, alea_error *error)
{
    const race_rules *rules = problem->roll_model->rules;
    ALEA_ASSERT(rules->players == 1 && rules->turn_limit > 0 && problem->policy[0]);
    solo s = {.problem = problem, .columns = rules->turn_limit + 1};
    size_t cells = (size_t)race_enough(rules) * s.columns;
    s.total = cells * 2;
    alea_status status = solo_begin(&s, error);
    if (status == ALEA_OK) status = solo_check_memory(&s, error);
    if (status == ALEA_OK) {
        s.lower = alea__alloc_array(cells, sizeof(double));
        s.upper = alea__alloc_array(cells, sizeof(double));
        if (!s.lower || !s.upper) status = alea__out_of_memory(error);
    }
    *out = (alea_exact){{0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}};
    const size_t start = s.columns - 1;
    if (status == ALEA_OK) status = solo_fill_layers(&s, false, error);
    if (status == ALEA_OK) {
        out->win = out->value = (alea_interval){s.lower[start], s.upper[start]};
        status = solo_fill_layers(&s, true, error);
        out->turns = (alea_interval){s.lower[start], s.upper[start]};
    }
    solo_end(&s);
    alea__free(s.upper);
    alea__free(s.lower);
    return status;
}
