/* Best play while nobody leads, as a client of the exact engine (exact/model.h). Race's own part: a backward pass over every
   turn finds the moves that are best by the values at hand, and forward passes turn these moves into rows.

   A player alone without a turn limit is the same with one column: the value is the negative of the turns still needed, so
   more is better there too, and every turn costs one. */
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "exact/policy_iteration.h"
#include "exact/prove.h"
#include "family/race/messages.h"
#include "family/race/solve/turn_starts.h"
#include "family/race/solve/two_player_bounds.h"
#include "family/race/turn/turn_policy_value.h"

#include <math.h>
#include <string.h>

typedef struct best_play {
    race_two_player_bounds *f;
    race_starts starts;
    exact_model model;
    exact_rows rows;
    exact_order order;
    exact_linear solver;
    exact_work work;
    alea_progress progress;
    race_optimum back;
    race_outcomes turn;
    race_outcomes_lanes turns;
    race_policy_value policy_value;
    bool one_player;
    double cost; /* of a turn, in the value */
} best_play;

static bool best_has(const best_play *o, uint32_t own, uint32_t other)
{
    const race_rules *rules = o->f->model.rules;
    return own < o->f->model.stand && race_can_begin_at(rules, own) && race_can_begin_at(rules, other);
}

/* ---- continuations ---- */

/* A player alone: the negative of the turns still needed, 0 at the end. */
static void best_fill_one_player(best_play *o, const double *lower, const double *upper)
{
    race_continuation *after = &o->back.after;
    const race_turn_model *c = &o->f->model;
    double greatest = 0;
    for (uint32_t own = 0; own < c->stand; own++)
        if (fabs(lower[own]) > greatest) greatest = fabs(lower[own]);
    after->end = after->minus_most = 0;
    after->least = -alea__sum(c->how, greatest, 1);
    for (uint32_t total = 0; total <= c->cap; total++) {
        const bool goes_on = best_has(o, total, 0);
        after->low[total] = goes_on ? lower[total] : 0;
        after->neg[total] = goes_on ? -upper[total] : 0;
    }
}

/* Turns of `side` against `other`, along bounds of all turn starts. */
static void best_fill(best_play *o, unsigned side, uint32_t other, const double *lower, const double *upper)
{
    if (o->one_player) {
        best_fill_one_player(o, lower, upper);
        return;
    }
    race_continuation *after = &o->back.after;
    const race_two_player_bounds *f = o->f;
    const uint32_t first = race_start_after(&o->starts, (race_turn_start){.side = side, .other = other});
    race_fill_continuation(f, &o->back, side, other);
    for (uint32_t total = 0; total < f->model.stand; total++) {
        const double low = lower[first + total], high = upper[first + total];
        after->low[total] = f->sides == 1 ? alea__difference(f->model.how, f->base, high) : low;
        after->neg[total] = f->sides == 1 ? alea__difference(f->model.how, low, f->base) : -high;
    }
}

/* Sets values from the current solution, and for a chase from the middle of its proved bounds. */
static void best_fill_values(best_play *o, unsigned side, uint32_t other)
{
    race_continuation *after = &o->back.after;
    best_fill(o, side, other, o->work.x, o->work.x);
    for (uint32_t total = o->f->model.stand; total <= o->f->model.cap; total++) {
        after->low[total] = (after->low[total] - after->neg[total]) / 2;
        after->neg[total] = -after->low[total];
    }
}

/* ---- policies ---- */

/* The row of the turn that was run, and the part of its value that no row gives. */
static alea_status best_take_row(best_play *o, race_turn_start start, alea_error *error)
{
    const race_turn_model *c = &o->f->model;
    const race_outcomes *t = &o->turn;
    const uint32_t end = t->end < c->stand ? t->end : c->stand;
    double goes_on = t->bust + t->wipe, beyond = 0;
    for (uint32_t total = start.own; total < end; total++) goes_on += t->hold[total];
    for (uint32_t total = c->stand; total < t->end; total++)
        beyond += t->hold[total] * (total <= c->cap ? o->back.after.low[total] : o->back.after.end);
    const double base = o->f->sides == 1 ? o->f->base * goes_on : 0;
    o->work.c[race_start_at(&o->starts, start)] = beyond + base - o->cost;
    return race_starts_row(&o->starts, start, t, &o->rows, error);
}

static void best_find_hold_region(best_play *o)
{
    const race_turn_model *c = &o->f->model;
    race_find_hold_region(&o->back, o->one_player ? 0 : c->goal + 1, o->one_player ? 0 : c->stand);
}

/* The best moves of all turns against `other` by the values at hand, and the rows that they give. */
static alea_status best_improve_against(best_play *o, uint32_t other, alea_error *error)
{
    alea_status status = ALEA_OK;
    best_fill_values(o, 0, other);
    best_find_hold_region(o);
    for (uint32_t own = 0; own < o->f->model.stand; own += RACE_LANES) {
        double value[RACE_LANES] = {0};
        race_pass_low(&o->back, own, true, value);
        race_run_turns(&o->turns, own,
                       &(race_decider){.rolls = o->back.rolls, .holds_from = o->back.region.from});
        for (uint32_t lane = 0; status == ALEA_OK && lane < RACE_LANES; lane++) {
            if (!best_has(o, own + lane, other)) continue;
            const race_turn_start start = {0, own + lane, other};
            o->work.better[race_start_at(&o->starts, start)] = value[lane] - o->cost;
            race_take_lane(&o->turns, lane, &o->turn);
            status = best_take_row(o, start, error);
        }
    }
    return status;
}

/* Implements exact_model.improve: the best moves of player 0 everywhere; player 1's rows stay. */
static alea_status best_improve(void *user, uint32_t component, exact_work *work, alea_error *error)
{
    best_play *o = user;
    alea_status status = ALEA_OK;
    (void)component; /* there is only one */
    memcpy(work->better, work->x, work->positions * sizeof *work->x);
    exact_rows_empty(&o->rows);
    for (uint32_t other = 0; status == ALEA_OK && other < o->starts.columns; other++) {
        if (race_can_begin_at(o->f->model.rules, other)) status = best_improve_against(o, other, error);
        if (status == ALEA_OK) status = exact_model_poll(&o->model, error);
    }
    return status;
}

/* Player 1's rows, once for all. */
static alea_status best_set_opponent(best_play *o, alea_error *error)
{
    const race_turn_model *c = &o->f->model;
    alea_status status = ALEA_OK;
    for (uint32_t other = 0; o->f->sides == 2 && other < c->stand; other++) {
        if (!race_can_begin_at(c->rules, other)) continue;
        best_fill_values(o, 1, other);
        for (uint32_t own = 0; status == ALEA_OK && own < c->stand; own++) {
            if (!best_has(o, own, other)) continue;
            race_run_turn(&o->turn, own, &(race_decider){.policy = o->f->opponent, .other = other});
            status = best_take_row(o, (race_turn_start){1, own, other}, error);
        }
    }
    exact_rows_keep(&o->rows);
    return status;
}

/* First guesses: the player ahead is better off. */
static void best_guess(best_play *o)
{
    const race_turn_model *c = &o->f->model;
    for (unsigned side = 0; side < o->starts.sides; side++)
        for (uint32_t own = 0; own < c->stand; own++)
            for (uint32_t other = 0; other < o->starts.columns; other++) {
                const double ahead = ((double)own - other) * (side == 0 ? 1 : -1);
                double *x = &o->work.x[race_start_at(&o->starts, (race_turn_start){side, own, other})];
                if (o->one_player)
                    *x = -1 - (double)(c->stand - own) / c->most;
                else
                    *x = c->objective == ALEA_WIN ? 0.5 + 0.48 * ahead / c->stand : ahead * c->pay / 2;
            }
}

/* ---- the proof ---- */

/* One step of all turns of player 0 against `other`, along the continuation that was filled. */
static void best_step_best(best_play *o, uint32_t other, double *low, double *neg)
{
    const alea__rounding how = o->f->model.how;
    best_find_hold_region(o);
    for (uint32_t own = 0; own < o->f->model.stand; own += RACE_LANES) {
        double least[RACE_LANES] = {0}, minus_most[RACE_LANES] = {0};
        race_pass_low(&o->back, own, false, least);
        race_pass_neg(&o->back, own, minus_most);
        for (uint32_t lane = 0; lane < RACE_LANES; lane++) {
            if (!best_has(o, own + lane, other)) continue;
            const uint32_t at = race_start_at(&o->starts, (race_turn_start){0, own + lane, other});
            low[at] = alea__difference(how, least[lane], o->cost);
            neg[at] = alea__sum(how, minus_most[lane], o->cost);
        }
    }
}

static void best_step_opponent(best_play *o, uint32_t other, double *low, double *neg)
{
    for (uint32_t own = 0; own < o->f->model.stand; own++) {
        if (!best_has(o, own, other)) continue;
        const race_decider who = {.policy = o->f->opponent, .other = other};
        const uint32_t at = race_start_at(&o->starts, (race_turn_start){1, own, other});
        race_run_turn(&o->turn, own, &who);
        const race_bound value = race_policy_value_turn(&o->policy_value, &o->turn, &who, &o->back.after);
        low[at] = value.low;
        neg[at] = value.neg;
    }
}

/* One turn from the given bounds, everywhere, by the step's arithmetic. See exact_model. */
static alea_status best_step(void *user, const exact_bounds_step *step, alea_error *error)
{
    best_play *o = user;
    (void)error;
    o->f->model.how = step->rounding;
    for (uint32_t other = 0; other < o->starts.columns; other++) {
        if (!race_can_begin_at(o->f->model.rules, other)) continue;
        best_fill(o, 0, other, step->lower, step->upper);
        best_step_best(o, other, step->step_lower, step->step_negated_upper);
        if (o->f->sides == 1) continue;
        best_fill(o, 1, other, step->lower, step->upper);
        best_step_opponent(o, other, step->step_lower, step->step_negated_upper);
    }
    o->f->model.how = ALEA__BY_MODE;
    return ALEA_OK;
}

/* Into the field; returns the widest. */
static double best_keep(const best_play *o, const double *lower, const double *upper)
{
    double width = 0;
    for (unsigned side = 0; side < o->starts.sides; side++)
        for (uint32_t own = 0; own < o->starts.stand; own++)
            for (uint32_t other = 0; other < o->starts.columns; other++) {
                if (!best_has(o, own, other)) continue;
                const uint32_t from = race_start_at(&o->starts, (race_turn_start){side, own, other});
                const size_t at = (size_t)own * o->f->columns + other;
                ALEA_ASSERT(lower[from] <= upper[from]);
                o->f->bounds[side].lower[at] = lower[from];
                o->f->bounds[side].upper[at] = upper[from];
                width = fmax(width, upper[from] - lower[from]);
            }
    return width;
}

/* Proves bounds around the solution and keeps them; *width is that of the widest. */
static alea_status best_prove(best_play *o, double *width, alea_error *error)
{
    const size_t count = race_starts_count(&o->starts);
    double *lower = alea__alloc_array(count, sizeof *lower), *upper = alea__alloc_array(count, sizeof *upper);
    if (o->one_player) /* turns are many */
        for (uint32_t own = 0; own < o->starts.stand; own++)
            o->model.margin = fmax(o->model.margin, o->f->model.margin * (2 - o->work.x[own]));
    alea_status status =
        lower && upper ? exact_prove(&o->model, &o->work, lower, upper, error) : alea__out_of_memory(error);
    if (status == ALEA_OK) *width = best_keep(o, lower, upper);
    alea__free(lower);
    alea__free(upper);
    return status;
}

/* ---- all of it ---- */

/* Describes this game to the exact engine. */
static void best_describe(best_play *o)
{
    const race_turn_model *c = &o->f->model;
    const bool win = c->objective == ALEA_WIN;
    o->progress =
        (alea_progress){.stopped = o->f->options->progress.stopped, .user = o->f->options->progress.user};
    o->model = (exact_model){.user = o,
                             .progress = &o->progress,
                             .improve = best_improve,
                             .scale = win || o->one_player ? 1 : c->pay * c->goal,
                             .step = best_step,
                             .minimum = win ? 0 : -INFINITY,
                             .maximum = win ? 1 : INFINITY,
                             .margin = c->margin,
                             .subject = o->one_player ? RACE_PROVED_TURNS : RACE_PROVED_VALUES};
}

/* Makes the workspaces; after a failure best_clear frees them. */
static alea_status best_make(best_play *o, alea_error *error)
{
    const race_turn_model *c = &o->f->model;
    const size_t count = race_starts_count(&o->starts);
    alea_status status = exact_rows_make(count, &o->rows, error);
    if (status == ALEA_OK) status = race_starts_order(&o->starts, &o->order, error);
    if (status == ALEA_OK) status = exact_linear_make(&o->rows, &o->order, &o->solver, error);
    if (status == ALEA_OK) status = exact_work_make(count, &o->work, error);
    if (status == ALEA_OK) status = race_optimum_make(c, &o->back, error);
    if (status == ALEA_OK) status = race_outcomes_make(c, race_reach(c, o->f->sides == 2), &o->turn, error);
    if (status == ALEA_OK) status = race_outcomes_lanes_make(c, o->turn.top, &o->turns, error);
    return status == ALEA_OK ? race_policy_value_make(c, &o->policy_value, error) : status;
}

static void best_clear(best_play *o)
{
    exact_work_clear(&o->work);
    exact_linear_clear(&o->solver);
    exact_order_clear(&o->order);
    exact_rows_clear(&o->rows);
    race_optimum_clear(&o->back);
    race_outcomes_clear(&o->turn);
    race_outcomes_lanes_clear(&o->turns);
    race_policy_value_clear(&o->policy_value);
}

double race_best_play_bytes(const race_two_player_bounds *f)
{
    const race_turn_model *c = &f->model;
    const race_starts starts = race_starts_of(c, f->sides);
    return race_starts_bytes(&starts, c) + 48.0 * (double)race_starts_count(&starts) + race_optimum_bytes(c) +
           8.0 * ((double)race_reach(c, f->sides == 2) * (RACE_LANES + 1) + c->most +
                  (double)c->ring * c->slots * (RACE_LANES + 1));
}

alea_status race_find_best_play(race_two_player_bounds *f, double *width, alea_error *error)
{
    const bool one_player = f->model.rules->players == 1;
    ALEA_ASSERT((f->sides == 2) == (f->opponent != NULL));
    best_play o = {
        .f = f, .starts = race_starts_of(&f->model, f->sides), .one_player = one_player, .cost = one_player};
    best_describe(&o);
    alea_status status = best_make(&o, error);
    if (status == ALEA_OK) {
        best_guess(&o);
        status = best_set_opponent(&o, error);
    }
    if (status == ALEA_OK) status = exact_find_policies(&o.model, &o.solver, &o.work, error);
    if (status == ALEA_OK) status = exact_count_turns(&o.solver, &o.work, error);
    if (status == ALEA_OK) status = best_prove(&o, width, error);
    best_clear(&o);
    return status;
}
