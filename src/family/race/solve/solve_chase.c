/* Solves a chase from the highest leader down; see two_player_bounds.h. */
#include "base/assert.h"
#include "base/directed.h"
#include "base/stopping.h"
#include "family/race/solve/turn_starts.h"
#include "family/race/solve/two_player_bounds.h"
#include "family/race/turn/turn_all_scores.h"

#include <math.h>

typedef struct chase {
    race_two_player_bounds *f;
    race_optimum back;
    race_outcomes turn;
    race_all_scores all_scores;
} chase;

/* Stored a little outward, so that a checker that resolves less agrees. */
static void best_chase_keep(chase *s, race_turn_start start, race_bound value)
{
    const race_turn_model *c = &s->f->model;
    const race_bound_table *bounds = &s->f->bounds[start.side];
    const size_t at = (size_t)start.own * s->f->columns + start.other;
    ALEA_ASSERT(alea__rounds_down(c->how) && start.own < start.other && start.other <= c->cap);
    const double minus = alea__difference(c->how, value.neg, c->margin);
    const double low =
        race_can_begin_at(c->rules, start.own) ? alea__difference(c->how, value.low, c->margin) : NAN;
    bounds->lower[at] = c->objective == ALEA_WIN && low < 0 ? 0 : low;
    bounds->upper[at] = isnan(low) ? NAN : c->objective == ALEA_WIN && minus < -1 ? 1 : -minus;
}

static void best_chase_play_best(chase *s, uint32_t leader)
{
    race_fill_continuation(s->f, &s->back, 0, leader);
    race_find_hold_region(&s->back, leader + 1, leader);
    for (uint32_t own = 0; own < leader; own += RACE_LANES) {
        double low[RACE_LANES] = {0}, neg[RACE_LANES] = {0};
        race_pass_low(&s->back, own, false, low);
        race_pass_neg(&s->back, own, neg);
        for (uint32_t lane = 0; lane < RACE_LANES && own + lane < leader; lane++)
            best_chase_keep(s, (race_turn_start){0, own + lane, leader}, (race_bound){low[lane], neg[lane]});
    }
}

/* Player 1's turns against a leader, by its policy. */
static void best_chase_play_opponent(chase *s, uint32_t leader)
{
    const race_continuation *after = &s->back.after;
    race_fill_continuation(s->f, &s->back, 1, leader);
    if (race_ignores_score(&s->f->model, s->f->opponent)) {
        race_all_scores_run(
            &s->all_scores, s->f->opponent, leader, 1,
            &(race_score_continuation){after->low, after->neg, after->least, after->minus_most});
        for (uint32_t own = 0; own < leader; own++)
            best_chase_keep(s, (race_turn_start){1, own, leader},
                            race_all_scores_value(&s->all_scores, own, 0,
                                                  (race_bound){after->low[own], after->neg[own]}));
        return;
    }
    for (uint32_t own = 0; own < leader; own++) {
        if (!race_can_begin_at(s->f->model.rules, own)) continue;
        race_run_turn(&s->turn, own, &(race_decider){.policy = s->f->opponent, .other = leader});
        best_chase_keep(s, (race_turn_start){1, own, leader}, race_expect_along(after, &s->turn));
    }
}

/* Solves leaders from the cap down, rounding down; reports progress out of `total`. */
static alea_status best_chase_follow(chase *s, uint64_t total, alea_error *error)
{
    const race_turn_model *c = &s->f->model;
    const alea__rounding how = alea__choose_rounding();
    uint64_t done = 0;
    alea_status status = ALEA_OK;
    s->f->model.how = how;
    for (uint32_t leader = c->cap; status == ALEA_OK && leader > c->goal; leader--) {
        const int mode = alea__round_down(how);
        if (race_can_begin_at(c->rules, leader)) best_chase_play_best(s, leader);
        if (race_can_begin_at(c->rules, leader) && s->f->sides == 2) best_chase_play_opponent(s, leader);
        alea__round_as_before(how, mode);
        done += (uint64_t)leader * s->f->sides;
        status = alea__tell(&s->f->options->progress, done, total, error);
    }
    s->f->model.how = ALEA__BY_MODE;
    return status;
}

alea_status race_solve_chase(race_two_player_bounds *f, uint64_t total, alea_error *error)
{
    chase s = {.f = f};
    alea_status status = race_optimum_make(&f->model, &s.back, error);
    if (status == ALEA_OK) status = race_outcomes_make(&f->model, f->model.cap, &s.turn, error);
    if (status == ALEA_OK && f->sides == 2) status = race_all_scores_make(&f->model, &s.all_scores, error);
    if (status == ALEA_OK) status = best_chase_follow(&s, total, error);
    race_all_scores_clear(&s.all_scores);
    race_outcomes_clear(&s.turn);
    race_optimum_clear(&s.back);
    return status;
}

double race_solve_chase_bytes(const race_two_player_bounds *f)
{
    const race_turn_model *c = &f->model;
    return race_optimum_bytes(c) + 8.0 * (c->cap + (double)c->ring * c->slots) +
           (f->sides == 2 ? race_all_scores_bytes(c) : 0);
}
