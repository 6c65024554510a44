/* Best play of two players; see solve_two_player.h. */
#include "family/race/solve/solve_two_player.h"
#include "base/assert.h"
#include "base/error.h"
#include "base/stopping.h"
#include "exact/interval.h"
#include "exact/limits.h"
#include "family/race/messages.h"
#include "family/race/solve/two_player_bounds.h"

#include <math.h>

/* A chase is followed up to a total that is hardly ever reached, further when that was not far enough, up to this times the
   greatest amount above the goal. */
enum { FIRST_AMOUNTS = 40, FIRST_FOR_WINNING = 50, MOST_AMOUNTS = 400 };

/* Without a tolerance asked for, bounds up to this wide are accepted if double precision gives no better ones. */
#define WIDEST_BY_DEFAULT 1e-6

/* ---- memory ---- */

static double two_player_bytes(const race_two_player_bounds *f)
{
    double positions = (double)f->columns * f->columns;
    double work = race_best_play_bytes(f),
           chased = f->model.rules->ending == RACE_CHASE ? race_solve_chase_bytes(f) : 0;
    return 16 * positions * f->sides + fmax(work, chased);
}

static alea_status two_player_matrices(race_two_player_bounds *f, alea__values *values, alea_error *error)
{
    alea_status status = alea__values_add(
        values, &(alea__matrix_shape){"mover", "own", "other", f->columns, f->columns}, error);
    if (status == ALEA_OK && f->sides == 2)
        status = alea__values_add(
            values, &(alea__matrix_shape){"waiting", "own", "other", f->columns, f->columns}, error);
    for (unsigned s = 0; status == ALEA_OK && s < f->sides; s++)
        f->bounds[s] = (race_bound_table){values->matrix[s].lower, values->matrix[s].upper};
    return status;
}

/* ---- facts about the values ---- */

/* Positions of the player to move: each beginning of a turn, with every total and memory from there, up to the end of a
   bank or the cap of a chase. */
static uint64_t two_player_states(const race_two_player_bounds *f)
{
    const race_turn_model *c = &f->model;
    const uint32_t last = c->rules->ending == RACE_CHASE ? c->cap : c->goal - 1;
    uint64_t states = 0;
    for (uint32_t own = 0; own < f->columns; own++) {
        if (!race_can_begin_at(c->rules, own)) continue;
        uint64_t totals = 0, others = 0;
        for (uint32_t total = own + 1; total <= last; total++) totals += race_can_begin_at(c->rules, total);
        for (uint32_t other = 0; other < f->columns; other++)
            others += race_can_begin_at(c->rules, other) && (other < c->stand ? own < c->stand : own < other);
        states += (1 + totals * c->memories) * others;
    }
    return states;
}

/* The solver keeps the opponent's values by its own score first; in the table the responder's comes first. */
static void two_player_transpose(alea__matrix *m)
{
    for (uint32_t row = 0; row < m->rows; row++)
        for (uint32_t column = 0; column < row; column++) {
            const size_t a = (size_t)row * m->columns + column, b = (size_t)column * m->columns + row;
            const alea_interval kept = {m->lower[a], m->upper[a]};
            m->lower[a] = m->lower[b];
            m->upper[a] = m->upper[b];
            m->lower[b] = kept.lower;
            m->upper[b] = kept.upper;
        }
}

static void two_player_finish(const race_two_player_bounds *f, alea__values *values, double width)
{
    values->states = two_player_states(f);
    values->width = width;
    values->layers = values->layers_done = 1;
    values->start = (alea_interval){values->matrix[0].lower[0], values->matrix[0].upper[0]};
    values->second = alea__interval_rest(f->base, values->start);
    if (f->sides == 1) return;
    values->second = (alea_interval){values->matrix[1].lower[0], values->matrix[1].upper[0]};
    two_player_transpose(&values->matrix[1]);
}

static alea_status two_player_solve(race_two_player_bounds *f, double *width, alea_error *error)
{
    const uint64_t open = (uint64_t)f->model.stand * f->model.stand * f->sides;
    uint64_t total = open;
    for (uint64_t leader = f->model.goal + 1; leader < f->columns; leader++) total += leader * f->sides;
    alea_status status = alea__tell(&f->options->progress, 0, total, error);
    if (status == ALEA_OK && f->model.rules->ending == RACE_CHASE) status = race_solve_chase(f, total, error);
    if (status == ALEA_OK) status = alea__tell(&f->options->progress, total - open, total, error);
    if (status == ALEA_OK) status = race_find_best_play(f, width, error);
    return status == ALEA_OK ? alea__tell(&f->options->progress, total, total, error) : status;
}

/* Values with a chase followed up to `cap`. */
static alea_status two_player_solve_up_to(const race_problem *problem, uint32_t cap, alea__values **out,
                                          alea_error *error)
{
    const alea_objective objective = problem->objective;
    const race_policy *opponent = problem->policy[1];
    race_two_player_bounds f = {.sides = opponent ? 2 : 1,
                                .base = objective == ALEA_WIN,
                                .opponent = opponent,
                                .options = problem->options};
    alea_status status = race_turn_model_make(problem->roll_model, objective, cap, &f.model, error);
    if (status != ALEA_OK) return status;
    f.columns = f.model.rules->ending == RACE_CHASE ? cap + 1 : f.model.goal;
    alea__values *values = NULL;
    double width = 0;
    status = alea__check_memory(RACE_SOLVING, two_player_bytes(&f), f.options->memory, error);
    if (status == ALEA_OK && !(values = alea__values_new(objective))) status = alea__out_of_memory(error);
    if (status == ALEA_OK) status = two_player_matrices(&f, values, error);
    if (status == ALEA_OK) status = two_player_solve(&f, &width, error);
    if (status == ALEA_OK) {
        two_player_finish(&f, values, width);
        *out = values;
    } else {
        alea__values_free(values);
    }
    race_turn_model_clear(&f.model);
    return status;
}

/* Whether the opponent's answers are known beyond `cap`. A frozen bot was asked only up to some total. */
static bool two_player_is_known_beyond(const race_problem *problem, uint32_t cap)
{
    const race_policy *opponent = problem->policy[1];
    return !opponent || opponent->kind != RACE_POLICY_PLAN || opponent->plan.asked > cap;
}

/* Follows a chase further until the bounds are narrow enough or no longer get narrower. */
alea_status race_solve_two_players(const race_problem *problem, alea__values **out, alea_error *error)
{
    const race_roll_model *roll_model = problem->roll_model;
    const race_rules *rules = roll_model->rules;
    const alea_objective objective = problem->objective;
    ALEA_ASSERT(rules->players == 2 && !problem->policy[0]);
    const double tolerance = alea__tolerance_of(problem->options, objective == ALEA_WIN ? 1e-12 : 1e-9);
    bool grows = rules->ending == RACE_CHASE || objective == ALEA_MONEY, last;
    double width = INFINITY, before;
    uint32_t amounts = objective == ALEA_WIN ? FIRST_FOR_WINNING : FIRST_AMOUNTS;
    if (!two_player_is_known_beyond(problem, rules->goal + amounts * roll_model->most))
        amounts = FIRST_AMOUNTS;
    alea_status status;
    do {
        alea__values *values = NULL;
        before = width;
        uint32_t cap = grows ? rules->goal + amounts * roll_model->most : race_bank_cap(roll_model);
        status = two_player_solve_up_to(problem, cap, &values, error);
        if (status != ALEA_OK) return status;
        width = values->width;
        amounts += amounts / 2;
        last = !grows || amounts > MOST_AMOUNTS || width >= before / 2 ||
               !two_player_is_known_beyond(problem, cap);
        if (width <= tolerance || (last && problem->options->tolerance == 0 && width <= WIDEST_BY_DEFAULT)) {
            values->tolerance = fmax(width, tolerance);
            *out = values;
            return ALEA_OK;
        }
        alea__values_free(values);
    } while (!last);
    return alea__check_tolerance(objective, width, tolerance, problem->options, error);
}
