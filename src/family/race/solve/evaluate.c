/* The exact result of two policies, or of one alone. Pig and games like it are evaluated in pig/. */
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "exact/interval.h"
#include "exact/limits.h"
#include "family/race/messages.h"
#include "family/race/pig/pig.h"
#include "family/race/solve/evaluate_pair.h"
#include "family/race/solve/solve.h"
#include "family/race/solve/solve_one_player.h"
#include "family/race/solve/two_player_bounds.h"

#include <math.h>

/* A chase is followed this many greatest amounts above the goal, and further if the result is still uncertain. Frozen bots
   were not asked beyond ASKED_AMOUNTS (policy/freeze.c). */
enum { FIRST_AMOUNTS = 48, ASKED_AMOUNTS = 40, MOST_AMOUNTS = 384 };

static uint32_t evaluate_cap(const race_roll_model *roll_model, uint32_t amounts)
{
    const uint32_t far = race_far(roll_model), bank = race_bank_cap(roll_model) + roll_model->most;
    if (roll_model->rules->players == 1) return far > bank ? far : bank;
    return roll_model->rules->ending == RACE_CHASE ? roll_model->rules->goal + amounts * roll_model->most
                                                   : far;
}

/* ---- memory ---- */

static double evaluate_bytes(const race_pair *v)
{
    const race_turn_model *c = &v->model;
    const double led = (double)v->columns * v->columns;
    double bytes = race_open_bytes(v) + 16 * (double)RACE_QUANTITIES * (double)race_starts_count(&v->starts);
    if (race_is_chase(c->rules)) bytes += led * 2 * (16 * (double)RACE_LED_QUANTITIES + 4);
    return bytes + race_all_scores_bytes(c) + 8 * (2.0 * (double)RACE_QUANTITIES + 1) * c->cap;
}

/* The next `count` numbers of the common array. */
static double *evaluate_cut(double **rest, size_t count)
{
    double *part = *rest;
    *rest += count;
    return part;
}

/* Allocates what v points to, except the marks of a chase. evaluate_clear frees it, also after a failure. */
static alea_status evaluate_make(race_pair *v, alea_error *error)
{
    const size_t open = race_starts_count(&v->starts), totals = v->model.cap + (size_t)1,
                 led = race_is_chase(v->model.rules) ? (size_t)v->columns * v->columns : 0,
                 numbers = 2 * RACE_QUANTITIES * (open + totals) + 4 * RACE_LED_QUANTITIES * led;
    alea_status status = race_outcomes_make(&v->model, v->model.cap, &v->turn, error);
    if (status == ALEA_OK) status = race_all_scores_make(&v->model, &v->all_scores, error);
    if (status != ALEA_OK) return status;
    double *rest = v->numbers = alea__alloc_array(numbers, sizeof *rest);
    if (!rest) return alea__out_of_memory(error);
    for (unsigned q = 0; q < RACE_QUANTITIES; q++) {
        v->low[q] = evaluate_cut(&rest, open);
        v->high[q] = evaluate_cut(&rest, open);
        v->ends_low[q] = evaluate_cut(&rest, totals);
        v->ends_neg[q] = evaluate_cut(&rest, totals);
    }
    for (unsigned side = 0; side < 2; side++)
        v->led[side] = (alea_interval *)(void *)evaluate_cut(&rest, 2 * RACE_LED_QUANTITIES * led);
    ALEA_ASSERT(rest == v->numbers + numbers);
    return ALEA_OK;
}

static void evaluate_clear(race_pair *v)
{
    race_outcomes_clear(&v->turn);
    race_all_scores_clear(&v->all_scores);
    alea__free(v->numbers);
    alea__free(v->mark[0]);
    alea__free(v->mark[1]);
}

/* ---- results ---- */

static alea_interval evaluate_start(const race_pair *v, race_quantity q, unsigned side)
{
    const uint32_t start = race_start_at(&v->starts, (race_turn_start){.side = side});
    return (alea_interval){v->low[q][start], v->high[q][start]};
}

/* The chance that neither player wins. */
static alea_interval evaluate_never(const alea_exact *e, const race_prospect *ahead)
{
    if (ahead->surely) return (alea_interval){1, 1};
    if (!ahead->never && !ahead->unknown) return (alea_interval){0, 0};
    const alea_interval rest = alea__interval_rest(1, e->win);
    const alea_interval left = {alea__sum_towards(rest.lower, -e->loss.upper, -INFINITY),
                                alea__sum_towards(rest.upper, -e->loss.lower, INFINITY)};
    return alea__interval_clamp(left, 0, 1);
}

/* The result of the player who moves first, which is `side`, from the bounds at the start. */
static alea_exact evaluate_result_of_two(const race_pair *v, unsigned side, const race_prospect *ahead)
{
    alea_exact out = {.win = alea__interval_clamp(evaluate_start(v, RACE_WINS, side), 0, 1),
                      .loss = alea__interval_clamp(evaluate_start(v, RACE_LOSSES, side), 0, 1),
                      .money = evaluate_start(v, RACE_DOLLARS, side),
                      .turns = evaluate_start(v, RACE_TURNS, side)};
    if (!v->model.rules->money) out.money = (alea_interval){0, 0};
    ALEA_ASSERT(out.win.lower <= out.win.upper && out.loss.lower <= out.loss.upper);
    out.never = evaluate_never(&out, ahead);
    if (ahead->never) out.turns = (alea_interval){INFINITY, INFINITY};
    if (ahead->unknown) out.turns.upper = INFINITY;
    if (ahead->unknown && ahead->never) out.turns.lower = 1;
    out.value = v->problem->objective == ALEA_MONEY ? out.money : out.win;
    return out;
}

/* A player alone wins unless the game never ends. */
static alea_exact evaluate_result_of_one(const race_pair *v, const race_prospect *ahead)
{
    alea_exact out = {.turns = evaluate_start(v, RACE_TURNS, 0)};
    const bool open = ahead->never || ahead->unknown;
    out.never = (alea_interval){ahead->surely && !ahead->unknown ? 1 : 0, open ? 1 : 0};
    out.win = (alea_interval){1 - out.never.upper, 1 - out.never.lower};
    if (open) out.turns = (alea_interval){ahead->unknown ? 1 : INFINITY, INFINITY};
    out.value = out.turns;
    return out;
}

/* The result with totals followed up to `cap`. */
static alea_status evaluate_up_to(const race_problem *problem, uint32_t cap, alea_evaluation *out,
                                  alea_error *error)
{
    race_pair v = {.problem = problem};
    race_prospect ahead[2];
    const race_rules *rules = problem->roll_model->rules;
    alea_status status =
        race_turn_model_make(problem->roll_model, rules->money ? ALEA_MONEY : ALEA_WIN, cap, &v.model, error);
    if (status != ALEA_OK) return status;
    v.columns = race_is_chase(rules) ? cap + 1 : v.model.stand;
    v.starts = race_starts_of(&v.model, rules->players);
    status = alea__check_memory(RACE_EXACT_RESULT, evaluate_bytes(&v), problem->options->memory, error);
    if (status == ALEA_OK) status = evaluate_make(&v, error);
    if (status == ALEA_OK && race_is_chase(rules)) status = race_evaluate_chase(&v, error);
    if (status == ALEA_OK) status = race_evaluate_open(&v, ahead, error);
    if (status == ALEA_OK && rules->players == 1) {
        out->first = evaluate_result_of_one(&v, &ahead[0]);
    } else if (status == ALEA_OK) {
        out->first = evaluate_result_of_two(&v, 0, &ahead[0]);
        out->second = evaluate_result_of_two(&v, 1, &ahead[1]);
    }
    evaluate_clear(&v);
    race_turn_model_clear(&v.model);
    return status;
}

/* The wider of the two orders' intervals, as a multiple of the tolerance. Large sums of dollars cannot be computed as
   precisely as small ones. */
static double evaluate_excess(const alea_evaluation *e, double tolerance)
{
    double first =
        (e->first.value.upper - e->first.value.lower) / (tolerance * (1 + fabs(e->first.value.lower) / 8));
    double second =
        (e->second.value.upper - e->second.value.lower) / (tolerance * (1 + fabs(e->second.value.lower) / 8));
    return fmax(first, second);
}

/* Whether both policies are known for totals beyond `cap`. A frozen bot is known only where it was asked. */
static bool evaluate_is_known_beyond(const race_problem *problem, uint32_t cap)
{
    for (unsigned side = 0; side < 2; side++) {
        const race_policy *policy = problem->policy[side];
        if (policy->kind == RACE_POLICY_PLAN && policy->plan.asked <= cap) return false;
    }
    return true;
}

/* Follows a chase further until the result is narrow enough or no longer gets narrower. */
static alea_status evaluate_two(const race_problem *problem, alea_evaluation *out, alea_error *error)
{
    const race_roll_model *roll_model = problem->roll_model;
    const double tolerance =
        alea__tolerance_of(problem->options, problem->objective == ALEA_MONEY ? 4e-9 : 4e-12);
    double before = INFINITY, now = INFINITY;
    const bool known = evaluate_is_known_beyond(problem, evaluate_cap(roll_model, FIRST_AMOUNTS) - 1);
    uint32_t amounts = known ? FIRST_AMOUNTS : ASKED_AMOUNTS, cap;
    do {
        alea_evaluation eval = {0};
        cap = evaluate_cap(roll_model, amounts);
        alea_status status = evaluate_up_to(problem, cap, &eval, error);
        if (status != ALEA_OK) return status;
        before = now;
        now = evaluate_excess(&eval, tolerance);
        if (now < before) *out = eval;
        amounts *= 2;
    } while (roll_model->rules->ending == RACE_CHASE && now > 1 && now < before / 2 &&
             amounts <= MOST_AMOUNTS && evaluate_is_known_beyond(problem, cap));
    now = fmax(out->first.value.upper - out->first.value.lower,
               out->second.value.upper - out->second.value.lower);
    if (problem->options->tolerance == 0) return ALEA_OK;
    return alea__check_tolerance(problem->objective, now, tolerance, problem->options, error);
}

static bool evaluate_is_pure(const race_policy *policy)
{
    return race_has_threshold(policy) ||
           (policy->kind == RACE_POLICY_PLAN && policy->plan.asked == UINT32_MAX);
}

/* The way that fits the game: a player alone, a game like Pig, or any other. */
static alea_status evaluate_any(const race_problem *problem, alea_evaluation *out, alea_error *error)
{
    const race_rules *rules = problem->roll_model->rules;
    if (rules->players == 1 && rules->turn_limit > 0)
        return race_evaluate_one_player(problem, &out->first, error);
    if (rules->players == 1) return evaluate_up_to(problem, evaluate_cap(problem->roll_model, 0), out, error);
    if (race_is_pig(problem->roll_model) && !rules->money && evaluate_is_pure(problem->policy[0]) &&
        evaluate_is_pure(problem->policy[1]) && problem->options->tolerance == 0) {
        alea_status status = race_evaluate_pig(problem, out, error);
        if (status != ALEA_E_REFUSED) return status;
    }
    return evaluate_two(problem, out, error);
}

alea_status race_evaluate(const alea__problem *given, alea_evaluation *out, alea_error *error)
{
    race_roll_model roll_model;
    alea_evaluation eval = {0};
    alea_status status = race_roll_model_make(race_rules_of(given->rules), &roll_model, error);
    if (status != ALEA_OK) return status;
    const race_problem problem = race_problem_of(given, &roll_model);
    status = race_provable(&roll_model, given->objective, error);
    if (status == ALEA_OK) status = evaluate_any(&problem, &eval, error);
    if (status == ALEA_OK) *out = eval;
    race_roll_model_clear(&roll_model);
    return status;
}
