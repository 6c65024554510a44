/* The exact result of two policies, or of one alone. Pairs in plain games have a way of their own (plain.c). */
#include "base/error.h"
#include "base/memory.h"
#include "family/race/solve/evaluate_pair.h"
#include "family/race/solve/solve_one_player.h"
#include "family/race/solve/two_player_bounds.h"
#include "family/race/turn/rounding.h"

#include <math.h>

/* A chase is followed so many of the greatest amounts above the goal, further where that leaves the result uncertain. */
enum { FIRST_AMOUNTS = 40, MOST_AMOUNTS = 320 };

static uint32_t cap_for(const race_odds *odds, uint32_t amounts)
{
    return odds->rules->ending == RACE_CHASE ? odds->rules->goal + amounts * odds->most : race_far(odds);
}

/* ---- room ---- */

static double bytes_for(const race_versus *v)
{
    const race_course *c = &v->course;
    const double open = (double)c->stand * c->stand, led = (double)v->columns * v->columns;
    double bytes = open * 2 * (8 * (2 + 3) * (double)RACE_QUANTITIES + 20) +
                   race_balance_bytes(2, c->stand, 2 * c->most + 16);
    if (c->rules->ending == RACE_CHASE) bytes += led * 2 * (16 * (double)RACE_LED_QUANTITIES + 4);
    return bytes + race_steady_bytes(c) + 8 * (2.0 * (double)RACE_QUANTITIES + 1) * c->cap;
}

static alea_status check_memory(const race_versus *v, alea_error *error)
{
    double bytes = bytes_for(v);
    if (v->options->memory == 0 || bytes <= (double)v->options->memory) return ALEA_OK;
    return alea__fail(
        error, ALEA_E_REFUSED,
        "This takes about %.0f MB of memory (%.0f bytes); at most %.0f MB (%.0f bytes) are allowed.",
        ceil(bytes / 1e6), bytes, (double)v->options->memory / 1e6, (double)v->options->memory);
}

static bool allocate(double **out, size_t count)
{
    *out = alea__alloc_array(count, sizeof(double));
    return *out != NULL;
}

static alea_status make_room(race_versus *v, alea_error *error)
{
    const race_course *c = &v->course;
    const size_t open = (size_t)c->stand * c->stand, led = (size_t)v->columns * v->columns;
    const bool chase = c->rules->ending == RACE_CHASE;
    alea_status status = race_forward_make(c, c->cap, &v->turn, error);
    if (status == ALEA_OK) status = race_steady_make(c, &v->steady, error);
    if (status != ALEA_OK) return status;
    bool made = true;
    for (unsigned q = 0; q < RACE_QUANTITIES; q++)
        for (unsigned s = 0; s < 2; s++) {
            made = made && allocate(&v->low[q][s], open) && allocate(&v->high[q][s], open);
            made = made && allocate(&v->room[q][s], c->cap + (size_t)1);
            if (chase && q < RACE_LED_QUANTITIES)
                made = made && allocate(&v->led_low[q][s], led) && allocate(&v->led_high[q][s], led);
        }
    return made ? ALEA_OK : alea__out_of_memory(error);
}

static void leave_room(race_versus *v)
{
    race_forward_clear(&v->turn);
    race_steady_clear(&v->steady);
    for (unsigned s = 0; s < 2; s++) {
        for (unsigned q = 0; q < RACE_QUANTITIES; q++) {
            alea__free(v->low[q][s]);
            alea__free(v->high[q][s]);
            alea__free(v->room[q][s]);
        }
        for (unsigned q = 0; q < RACE_LED_QUANTITIES; q++) {
            alea__free(v->led_low[q][s]);
            alea__free(v->led_high[q][s]);
        }
        alea__free(v->mark[s]);
    }
}

/* ---- results ---- */

static alea_interval start_of(const race_versus *v, race_quantity q, unsigned side)
{
    return (alea_interval){v->low[q][side][0], v->high[q][side][0]};
}

static alea_interval chance(alea_interval a)
{
    return (alea_interval){fmin(fmax(a.lower, 0), 1), fmin(fmax(a.upper, 0), 1)};
}

static alea_interval never(const alea_exact *e, const race_prospect *ahead)
{
    if (ahead->surely) return (alea_interval){1, 1};
    if (!ahead->never && !ahead->unknown) return (alea_interval){0, 0};
    return chance((alea_interval){nextafter(nextafter(1 - e->win.upper, -1) - e->loss.upper, -1),
                                  nextafter(nextafter(1 - e->win.lower, 2) - e->loss.lower, 2)});
}

static alea_exact result(const race_versus *v, unsigned side, const race_prospect *ahead,
                         alea_objective objective)
{
    alea_exact out = {.win = chance(start_of(v, RACE_WINS, side)),
                      .loss = chance(start_of(v, RACE_LOSSES, side)),
                      .money = start_of(v, RACE_DOLLARS, side),
                      .turns = start_of(v, RACE_TURNS, side)};
    if (!v->course.rules->money) out.money = (alea_interval){0, 0};
    out.never = never(&out, ahead);
    if (ahead->never) out.turns = (alea_interval){INFINITY, INFINITY};
    if (ahead->unknown) out.turns.upper = INFINITY;
    if (ahead->unknown && ahead->never) out.turns.lower = 1;
    out.value = objective == ALEA_MONEY ? out.money : out.win;
    return out;
}

static alea_interval mean_of(alea_interval a, alea_interval b)
{
    alea_interval out = {(a.lower + b.lower) / 2, (a.upper + b.upper) / 2};
    if (a.lower == b.lower && a.upper == b.upper) return a;
    return (alea_interval){nextafter(out.lower, -INFINITY), nextafter(out.upper, INFINITY)};
}

static alea_exact mean(const alea_exact *a, const alea_exact *b, alea_objective objective)
{
    alea_interval value = mean_of(a->value, b->value);
    return (alea_exact){.value = objective == ALEA_WIN ? chance(value) : value,
                        .win = chance(mean_of(a->win, b->win)),
                        .loss = chance(mean_of(a->loss, b->loss)),
                        .money = mean_of(a->money, b->money),
                        .turns = mean_of(a->turns, b->turns),
                        .never = chance(mean_of(a->never, b->never))};
}

static alea_status evaluate_up_to(race_versus *v, const race_odds *odds, uint32_t cap,
                                  alea_objective objective, alea_eval *out, alea_error *error)
{
    race_prospect ahead[2];
    const race_rules *rules = odds->rules;
    alea_status status = race_course_make(odds, rules->money ? ALEA_MONEY : ALEA_WIN, cap, &v->course, error);
    if (status != ALEA_OK) return status;
    v->columns = rules->ending == RACE_CHASE ? cap + 1 : v->course.stand;
    status = check_memory(v, error);
    if (status == ALEA_OK) status = make_room(v, error);
    if (status == ALEA_OK && rules->ending == RACE_CHASE) status = race_pursuit(v, error);
    if (status == ALEA_OK) status = race_versus_balance(v, ahead, error);
    if (status == ALEA_OK) {
        out->first = result(v, 0, &ahead[0], objective);
        out->second = result(v, 1, &ahead[1], objective);
        out->mean = mean(&out->first, &out->second, objective);
    }
    leave_room(v);
    race_course_clear(&v->course);
    return status;
}

/* The wider of the two orders' intervals, out of what is wanted: 1 or less is good enough. Large sums of dollars cannot be
   known as well as small ones. */
static double excess(const alea_eval *e, double tolerance)
{
    double first =
        (e->first.value.upper - e->first.value.lower) / (tolerance * (1 + fabs(e->first.value.lower) / 8));
    double second =
        (e->second.value.upper - e->second.value.lower) / (tolerance * (1 + fabs(e->second.value.lower) / 8));
    return fmax(first, second);
}

static alea_status evaluate_two(const race_odds *odds, const race_policy *first, const race_policy *second,
                                alea_objective objective, const alea_solve_options *options, alea_eval *out,
                                alea_error *error)
{
    const double tolerance = options->tolerance > 0    ? options->tolerance
                             : objective == ALEA_MONEY ? 4e-9
                                                       : 4e-12;
    double before = INFINITY, now = INFINITY;
    uint32_t amounts = FIRST_AMOUNTS;
    do {
        race_versus v = {.policy = {first, second}, .options = options};
        alea_eval eval;
        alea_status status = evaluate_up_to(&v, odds, cap_for(odds, amounts), objective, &eval, error);
        if (status != ALEA_OK) return status;
        before = now;
        now = excess(&eval, tolerance);
        if (now < before) *out = eval;
        amounts *= 2;
    } while (odds->rules->ending == RACE_CHASE && now > 1 && now < before / 2 && amounts <= MOST_AMOUNTS);
    now = fmax(out->first.value.upper - out->first.value.lower,
               out->second.value.upper - out->second.value.lower);
    if (options->tolerance == 0 || now <= options->tolerance) return ALEA_OK;
    return alea__fail(error, ALEA_E_RANGE,
                      "A tolerance of %g cannot be reached for these two: the result is known to %g.",
                      tolerance, now);
}

static bool is_pure(const race_policy *policy)
{
    return race_has_threshold(policy) ||
           (policy->kind == RACE_POLICY_PLAN && policy->plan.asked == UINT32_MAX);
}

static alea_status evaluate(const race_odds *odds, const race_policy *first, const race_policy *second,
                            alea_objective objective, const alea_solve_options *options, alea_eval *out,
                            alea_error *error)
{
    if (odds->rules->players == 1) {
        alea_status status = race_evaluate_alone(odds, first, objective, options, &out->first, error);
        out->second = out->mean = out->first;
        return status;
    }
    if (race_is_plain(odds) && !odds->rules->money && is_pure(first) && is_pure(second) &&
        options->tolerance == 0) {
        alea_status status = race_evaluate_plain(odds, first, second, out, error);
        if (status != ALEA_E_REFUSED) return status;
    }
    return evaluate_two(odds, first, second, objective, options, out, error);
}

alea_status race_evaluate(const alea__rules *opaque, const alea__policy *first, const alea__policy *second,
                          alea_objective objective, const alea_solve_options *options, alea_eval *out,
                          alea_error *error)
{
    race_odds odds;
    alea_eval eval;
    alea_status status = race_odds_make(race_rules_of(opaque), &odds, error);
    if (status != ALEA_OK) return status;
    status = race_provable(&odds, objective, error);
    if (status == ALEA_OK)
        status = evaluate(&odds, race_policy_of(first), second ? race_policy_of(second) : NULL, objective,
                          options, &eval, error);
    if (status == ALEA_OK) *out = eval;
    race_odds_clear(&odds);
    return status;
}
