/* Games like Pig: the fast kernels against a scalar value iteration, their certificates in exact arithmetic, and resuming a
   stopped solution. */
#include "race/race_test.h"
#include "support/memory.h"

#include "exact/interval.h"
#include "family/race/pig/pig.h"
#include "family/race/solve/solve.h"

#include <math.h>
#include <stdlib.h>

/* ---- a game and its two kernels ---- */

typedef struct lab {
    alea_game *game;
    race_roll_model odds;
    uint32_t goal;
} lab;

static lab open_lab(const char *spec)
{
    lab l = {.game = open_game(spec)};
    alea_error error;
    if (race_roll_model_make(rules_of(l.game), &l.odds, &error) != ALEA_OK)
        fail_msg("%s: %s", spec, error.message);
    l.goal = rules_of(l.game)->goal;
    return l;
}

static void close_lab(lab *l)
{
    race_roll_model_clear(&l->odds);
    alea_game_free(l->game);
}

static unsigned kernels(const pig_kernel *out[3])
{
    unsigned count = 0;
    out[count++] = &pig_portable;
    if (pig_best_kernel() != &pig_portable) out[count++] = pig_best_kernel();
#ifndef ALEA_NO_X86_LANES
    if (pig_best_kernel() == &pig_avx512) out[count++] = &pig_avx2;
#endif
    return count;
}

static race_problem problem_of(const lab *l, const alea_solve_options *options)
{
    return (race_problem){.roll_model = &l->odds, .objective = ALEA_WIN, .options = options};
}

static alea__values *solve_by(const lab *l, const pig_kernel *kernel, const alea_solve_options *options)
{
    alea__values *values = NULL;
    alea_error error;
    const race_problem problem = problem_of(l, options);
    if (pig_solve_with(kernel, &problem, NULL, &values, &error) != ALEA_OK) fail_msg("%s", error.message);
    return values;
}

static alea__values *solve(const lab *l)
{
    return solve_by(l, pig_best_kernel(), &(alea_solve_options){0});
}

static void assert_same_bits(const alea__values *a, const alea__values *b)
{
    const size_t size = (size_t)a->matrix[0].rows * a->matrix[0].columns * sizeof(double);
    assert_memory_equal(a->matrix[0].lower, b->matrix[0].lower, size);
    assert_memory_equal(a->matrix[0].upper, b->matrix[0].upper, size);
    assert_that(a->width, ==, b->width);
    assert_that(a->tolerance, ==, b->tolerance);
    assert_that(a->states, ==, b->states);
    assert_that(a->start.lower, ==, b->start.lower);
    assert_that(a->start.upper, ==, b->start.upper);
    assert_that(a->layers, ==, b->layers);
    assert_that(a->layers_done, ==, b->layers_done);
}

/* ---- an independent solution: value iteration, scalar, long double ---- */

typedef struct iteration {
    const lab *lab;
    long double *value;   /* [own][other] */
    long double *turn;    /* [total] */
    const int *hold_from; /* [mover]: both play hold(n); NULL: both play optimally */
} iteration;

static long double *anchor(const iteration *it, unsigned mover, uint32_t own, uint32_t other)
{
    const size_t goal = it->lab->goal;
    return &it->value[(mover * goal + own) * goal + other];
}

/* One turn. With hold_from there is a table for each mover, with the values for that mover. */
static long double one_turn(const iteration *it, unsigned mover, uint32_t own, uint32_t other)
{
    const race_rolls *rolls = &it->lab->odds.rolls[0];
    const uint32_t goal = it->lab->goal;
    const unsigned next = it->hold_from ? 1 - mover : mover;
    for (uint32_t total = goal; total-- > own;) {
        long double roll = rolls->bust * (1 - *anchor(it, next, other, own));
        for (uint32_t c = 0; c < rolls->count; c++) {
            const uint32_t to = total + rolls->add[c].amount;
            roll += rolls->add[c].weight * (to >= goal ? 1 : it->turn[to]);
        }
        roll /= it->lab->odds.denominator;
        const long double held = total == own ? 0 : 1 - *anchor(it, next, other, total);
        if (it->hold_from && total > own)
            it->turn[total] = total - own >= (uint32_t)it->hold_from[mover] ? held : roll;
        else
            it->turn[total] = roll > held ? roll : held;
    }
    return it->turn[own];
}

static long double settle(const iteration *it, unsigned mover, uint32_t own, uint32_t other)
{
    long double *value = anchor(it, mover, own, other), before = *value;
    *value = one_turn(it, mover, own, other);
    return fabsl(*value - before);
}

static void iterate(iteration *it, const lab *l, const int *hold_from)
{
    *it = (iteration){.lab = l, .hold_from = hold_from};
    it->value = calloc((size_t)2 * l->goal * l->goal, sizeof *it->value);
    it->turn = calloc((size_t)l->goal + 1, sizeof *it->turn);
    assert_true(it->value && it->turn);
    for (uint32_t sum = 2 * l->goal - 1; sum-- > 0;)
        for (uint32_t own = sum < l->goal ? 0 : sum - l->goal + 1; own < l->goal && own <= sum; own++) {
            long double change = 1;
            for (int sweep = 0; sweep < 20000 && change > 1e-19L; sweep++) {
                change = settle(it, 0, own, sum - own);
                change = fmaxl(change, settle(it, hold_from != NULL, sum - own, own));
            }
            assert_that(change, <, 1e-17L);
        }
}

static void end_iteration(iteration *it)
{
    free(it->value);
    free(it->turn);
}

static void assert_holds_the_values_of(const char *spec)
{
    lab l = open_lab(spec);
    const pig_kernel *kernel[3];
    iteration it;
    assert_true(race_is_pig(&l.odds));
    iterate(&it, &l, NULL);
    for (unsigned k = 0, count = kernels(kernel); k < count; k++) {
        alea__values *v = solve_by(&l, kernel[k], &(alea_solve_options){0});
        for (uint32_t own = 0; own < l.goal; own++)
            for (uint32_t other = 0; other < l.goal; other++) {
                const size_t at = (size_t)own * l.goal + other;
                const long double value = *anchor(&it, 0, own, other);
                if (!(v->matrix[0].lower[at] <= value && value <= v->matrix[0].upper[at]))
                    fail_msg("%s, %s: %u,%u has %.18Lf, not [%.17f, %.17f]", spec, kernel[k]->name, own,
                             other, value, v->matrix[0].lower[at], v->matrix[0].upper[at]);
                assert_that(v->matrix[0].lower[at], >=, 0);
                assert_that(v->matrix[0].upper[at], <=, 1);
                assert_that(v->matrix[0].upper[at] - v->matrix[0].lower[at], <=, v->width);
            }
        assert_that(v->width, <=, v->tolerance);
        assert_that(v->layers_done, ==, v->layers);
        alea__values_free(v);
    }
    end_iteration(&it);
    close_lab(&l);
}

static void intervals_hold_the_values_of_pig_to_1_up_to_30(void **state)
{
    (void)state;
    char spec[64];
    for (int goal = 1; goal <= 30; goal++) {
        snprintf(spec, sizeof spec, "pig(goal=%d)", goal);
        assert_holds_the_values_of(spec);
    }
}

static void intervals_hold_the_values_of_pig_to_100(void **state)
{
    (void)state;
    assert_holds_the_values_of("pig");
}

static void intervals_hold_the_values_with_other_dice(void **state)
{
    (void)state;
    static const char *const specs[] = {
        "pig(goal=24,sides=2)",        "pig(goal=30,sides=3)",
        "pig(goal=40,sides=20)",       "pig(goal=12,sides=300)",
        "pig(goal=40,dice=2)",         "pig(goal=40,dice=3,sides=4)",
        "pig(goal=20,dice=2,sides=2)", "two-dice-pig(goal=40,double_one=bust)"};
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) assert_holds_the_values_of(specs[i]);
}

static void intervals_hold_the_values_of_piglet(void **state)
{
    (void)state;
    char spec[64];
    for (int goal = 1; goal <= 50; goal += goal < 12 ? 1 : 9) {
        snprintf(spec, sizeof spec, "piglet(goal=%d)", goal);
        assert_holds_the_values_of(spec);
    }
}

static void pig_has_its_reference_value_within_1e_12(void **state)
{
    (void)state;
    lab l = open_lab("pig");
    alea__values *v = solve(&l);
    assert_that(v->start.lower, <=, 0.530592725273747);
    assert_that(0.530592725273747, <=, v->start.upper);
    assert_that(v->width, <=, 1e-12);
    assert_that(v->start.upper - v->start.lower, <=, 1e-12);
    assert_that(v->second.lower, ==, 1 - v->start.upper);
    assert_that(v->second.upper, ==, 1 - v->start.lower);
    assert_int_equal(v->states, 505000);
    assert_that(v->tolerance, ==, 1e-12);
    alea__values_free(v);
    close_lab(&l);
}

static void a_double_one_that_only_busts_gives_0_529894578975(void **state)
{
    (void)state;
    lab l = open_lab("two-dice-pig(double_one=bust)");
    alea__values *v = solve(&l);
    assert_near(v->start.lower, 0.529894578975, 6e-13);
    alea__values_free(v);
    close_lab(&l);
}

/* ---- the certificate, in whole multiples of 2^-62 and 128 bits ---- */

__extension__ typedef __int128 wide;

static int64_t exactly(double value)
{
    double scaled = ldexp(value, 62);
    assert_that(scaled, ==, floor(scaled));
    return (int64_t)scaled;
}

/* One turn from the bounds: with sign 1 its value rounded down; with sign -1 its negative, rounded down. */
static int64_t one_exact_turn(const lab *l, const alea__values *v, uint32_t own, uint32_t other, int sign,
                              int64_t *turn)
{
    const race_rolls *rolls = &l->odds.rolls[0];
    const int64_t one = INT64_C(1) << 62, denominator = l->odds.denominator;
    const double *opposite = sign > 0 ? v->matrix[0].upper : v->matrix[0].lower;
    const int64_t lost = sign * (one - exactly(opposite[(size_t)other * l->goal + own]));
    for (uint32_t total = l->goal; total-- > own;) {
        wide sum = (wide)rolls->bust * lost;
        for (uint32_t c = 0; c < rolls->count; c++) {
            const uint32_t to = total + rolls->add[c].amount;
            sum += (wide)rolls->add[c].weight * (to >= l->goal ? sign * one : turn[to]);
        }
        wide mean = sum >= 0 ? sum / denominator : -((-sum + denominator - 1) / denominator);
        turn[total] = (int64_t)mean;
        if (total == own) break;
        const int64_t held = sign * (one - exactly(opposite[(size_t)other * l->goal + total]));
        if (sign > 0 ? held > turn[total] : held < turn[total]) turn[total] = held;
    }
    return turn[own];
}

/* Checks every `step`-th own score and every `step`-th other score, with a shifting offset. */
static void assert_is_proved(const char *spec, uint32_t step)
{
    lab l = open_lab(spec);
    alea__values *v = solve(&l);
    int64_t *turn = calloc((size_t)l.goal + 1, sizeof *turn);
    assert_non_null(turn);
    for (uint32_t own = 0; own < l.goal; own += step)
        for (uint32_t other = (own / step) % step; other < l.goal; other += step) {
            const size_t at = (size_t)own * l.goal + other;
            if (exactly(v->matrix[0].lower[at]) > one_exact_turn(&l, v, own, other, 1, turn))
                fail_msg("%s: the lower bound at %u,%u is too high", spec, own, other);
            if (exactly(v->matrix[0].upper[at]) < -one_exact_turn(&l, v, own, other, -1, turn))
                fail_msg("%s: the upper bound at %u,%u is too low", spec, own, other);
        }
    free(turn);
    alea__values_free(v);
    close_lab(&l);
}

static void every_bound_is_proved_by_one_exact_turn(void **state)
{
    (void)state;
    static const char *const specs[] = {"pig",
                                        "pig(goal=7)",
                                        "pig(goal=250)",
                                        "pig(goal=100,dice=2)",
                                        "pig(goal=80,sides=2)",
                                        "pig(goal=100,sides=100)",
                                        "pig(goal=60,sides=1000)",
                                        "pig(goal=120,dice=4,sides=4)",
                                        "piglet(goal=60)"};
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) assert_is_proved(specs[i], 1);
}

/* In a long game, chances far behind are smaller than the bounds can resolve, and rows of sums move through memory. */
static void every_bound_is_proved_where_the_game_is_long(void **state)
{
    (void)state;
    if (is_sanitized()) skip();
    assert_is_proved("pig(goal=1000)", 7);
    assert_is_proved("pig(goal=1000)", 11);
}

static void pig_to_1000_is_proved_within_1e_11(void **state)
{
    (void)state;
    lab l = open_lab("pig(goal=1000)");
    alea__values *v = solve(&l);
    assert_that(v->start.upper - v->start.lower, <=, 1e-11);
    assert_that(v->width, <=, 1e-11);
    assert_that(v->tolerance, ==, 1e-11);
    assert_int_equal(v->states, 500500000);
    alea__values_free(v);
    close_lab(&l);
}

/* ---- the same on every machine ---- */

/* Also with emulated rounding. */
static void all_kernels_give_the_same_bits(void **state)
{
    (void)state;
    static const char *const specs[] = {"pig", "pig(goal=300)", "pig(goal=77,dice=2)",
                                        "pig(goal=100,sides=2)"};
    const pig_kernel *kernel[3];
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        lab l = open_lab(specs[i]);
        alea__values *portable = solve_by(&l, &pig_portable, &(alea_solve_options){0});
        for (unsigned k = 0, count = kernels(kernel); k < 2 * count; k++) {
            alea__emulate_rounding(k >= count);
            alea__values *v = solve_by(&l, kernel[k % count], &(alea_solve_options){0});
            alea__emulate_rounding(false);
            assert_same_bits(portable, v);
            alea__values_free(v);
        }
        alea__values_free(portable);
        close_lab(&l);
    }
}

static void threads_change_nothing(void **state)
{
    (void)state;
    lab l = open_lab("pig(goal=200)");
    alea__values *one = solve_by(&l, pig_best_kernel(), &(alea_solve_options){.threads = 1});
    alea__values *three = solve_by(&l, pig_best_kernel(), &(alea_solve_options){.threads = 3});
    assert_same_bits(one, three);
    alea__values_free(one);
    alea__values_free(three);
    close_lab(&l);
}

/* ---- stopping and going on ---- */

typedef struct watch {
    uint64_t reports, stop_at, last, total;
} watch;

static int report(void *user, uint64_t done, uint64_t total)
{
    watch *w = user;
    assert_that(done, >, w->last);
    assert_that(done, <=, total);
    w->last = done;
    w->total = total;
    return ++w->reports == w->stop_at;
}

static alea_status solve_until(const lab *l, uint64_t stop_at, const alea__values *resume, alea__values **out)
{
    watch w = {.stop_at = stop_at};
    alea_error error;
    const alea_solve_options options = {.progress = {.report = report, .user = &w}};
    const race_problem problem = problem_of(l, &options);
    alea_status status = race_solve_pig(&problem, resume, out, &error);
    if (status == ALEA_OK) assert_int_equal(w.last, w.total);
    if (status == ALEA_E_FILE) assert_says(error, "Cannot resume");
    return status;
}

static void progress_counts_anchors(void **state)
{
    (void)state;
    lab l = open_lab("pig(goal=20)");
    alea__values *v;
    assert_int_equal(solve_until(&l, 0, NULL, &v), ALEA_OK);
    alea__values_free(v);
    close_lab(&l);
}

static void assert_goes_on(const char *spec, uint64_t stop_at)
{
    lab l = open_lab(spec);
    alea__values *whole = solve(&l), *part, *rest;
    assert_int_equal(solve_until(&l, stop_at, NULL, &part), ALEA_E_STOPPED);
    assert_int_equal(part->layers_done, stop_at);
    assert_int_equal(part->layers, 2 * l.goal - 1);
    assert_that(part->start.lower, ==, 0);
    assert_that(part->start.upper, ==, 1);
    assert_true(isnan(part->matrix[0].lower[0]));
    assert_int_equal(solve_until(&l, 0, part, &rest), ALEA_OK);
    assert_same_bits(whole, rest);
    alea__values_free(part);
    alea__values_free(rest);
    alea__values_free(whole);
    close_lab(&l);
}

static void what_was_stopped_goes_on_to_the_same_bits(void **state)
{
    (void)state;
    assert_goes_on("pig(goal=60)", 1);
    assert_goes_on("pig(goal=60)", 7);
    assert_goes_on("pig(goal=60)", 118);
    assert_goes_on("pig(goal=300)", 333);
    assert_goes_on("pig(goal=100,sides=2)", 55); /* its bounds grow faster in places */
    assert_goes_on("pig(goal=60,sides=1000)", 66);
}

static void stopping_twice_is_no_different(void **state)
{
    (void)state;
    lab l = open_lab("pig(goal=50)");
    alea__values *whole = solve(&l), *first, *second, *rest;
    assert_int_equal(solve_until(&l, 13, NULL, &first), ALEA_E_STOPPED);
    assert_int_equal(solve_until(&l, 20, first, &second), ALEA_E_STOPPED);
    assert_int_equal(second->layers_done, 33);
    assert_int_equal(solve_until(&l, 0, second, &rest), ALEA_OK);
    assert_same_bits(whole, rest);
    alea__values_free(first);
    alea__values_free(second);
    alea__values_free(rest);
    alea__values_free(whole);
    close_lab(&l);
}

static void an_unfinished_table_that_was_tampered_with_is_refused(void **state)
{
    (void)state;
    lab l = open_lab("pig(goal=50)");
    alea__values *part, *rest = NULL;
    assert_int_equal(solve_until(&l, 40, NULL, &part), ALEA_E_STOPPED);
    part->matrix[0].lower[45 * 50 + 40] -= 1e-6;
    assert_int_equal(solve_until(&l, 0, part, &rest), ALEA_E_FILE);
    part->matrix[0].lower[45 * 50 + 40] = NAN;
    assert_int_equal(solve_until(&l, 0, part, &rest), ALEA_E_FILE);
    assert_null(rest);
    part->layers++;
    assert_int_equal(solve_until(&l, 0, part, &rest), ALEA_E_FILE);
    alea__values_free(part);
    close_lab(&l);
}

/* ---- refusals ---- */

static alea_status try_options(const char *spec, const alea_solve_options *options, alea_error *error)
{
    lab l = open_lab(spec);
    alea__values *v = NULL;
    const race_problem problem = problem_of(&l, options);
    alea_status status = race_solve_pig(&problem, NULL, &v, error);
    alea__values_free(v);
    close_lab(&l);
    return status;
}

static void too_little_memory_is_said_before_anything_is_begun(void **state)
{
    (void)state;
    alea_error error;
    assert_int_equal(try_options("pig(goal=10000)", &(alea_solve_options){.memory = 1000000}, &error),
                     ALEA_E_REFUSED);
    assert_says(error, "of memory; the limit is 1000000 bytes.");
}

static void a_tolerance_beyond_double_precision_says_what_is_possible(void **state)
{
    (void)state;
    alea_error error;
    assert_int_equal(try_options("pig", &(alea_solve_options){.tolerance = 1e-15}, &error), ALEA_E_RANGE);
    assert_says(error, "a tolerance of 1e-12 or more");
    assert_int_equal(try_options("pig", &(alea_solve_options){.tolerance = -1}, &error), ALEA_E_RANGE);
    assert_int_equal(try_options("pig", &(alea_solve_options){.tolerance = NAN}, &error), ALEA_E_RANGE);
    assert_int_equal(try_options("pig", &(alea_solve_options){.tolerance = 5e-13}, &error), ALEA_OK);
}

static void no_memory_is_an_error_wherever_it_happens(void **state)
{
    (void)state;
    lab l = open_lab("pig(goal=20)");
    alea_error error;
    alea__values *v = NULL;
    alea_status status = ALEA_E_MEMORY;
    const alea_solve_options options = {0};
    const race_problem problem = problem_of(&l, &options);
    for (long successes = 0; status != ALEA_OK; successes++) {
        alea__fail_allocation_after(successes);
        status = race_solve_pig(&problem, NULL, &v, &error);
        alea__fail_allocation_after(-1);
        if (status != ALEA_OK) assert_int_equal(status, ALEA_E_MEMORY);
        assert_true(successes < 100);
    }
    alea__values_free(v);
    close_lab(&l);
}

static void other_games_are_not_like_pig(void **state)
{
    (void)state;
    static const char *const specs[] = {"two-dice-pig", "two-dice-pig(double_one=bust,forced_doubles=true)",
                                        "pig-pen", "pig(players=3)"};
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        lab l = open_lab(specs[i]);
        assert_false(race_is_pig(&l.odds));
        close_lab(&l);
    }
}

/* ---- known policies ---- */

static bool holds(alea_interval interval, long double value)
{
    return interval.lower <= value && value <= interval.upper;
}

static alea_status evaluate(const lab *l, const char *first, const char *second, const pig_kernel *kernel,
                            alea_evaluation *out)
{
    alea__policy *a = open_policy(l->game, first), *b = open_policy(l->game, second);
    alea_error error;
    const race_problem problem = {
        .roll_model = &l->odds, .objective = ALEA_WIN, .policy = {race_policy_of(a), race_policy_of(b)}};
    alea_status status = pig_evaluate_with(kernel, &problem, out, &error);
    l->game->family->policy->free(a);
    l->game->family->policy->free(b);
    return status;
}

static void assert_evaluates(const char *spec, int n, int m)
{
    lab l = open_lab(spec);
    const pig_kernel *kernel[3];
    const int hold_from[2] = {n, m};
    char first[32], second[32];
    iteration it;
    iterate(&it, &l, hold_from);
    snprintf(first, sizeof first, "hold(%d)", n);
    snprintf(second, sizeof second, "hold(%d)", m);
    for (unsigned k = 0, count = kernels(kernel); k < count; k++) {
        alea_evaluation r;
        assert_int_equal(evaluate(&l, first, second, kernel[k], &r), ALEA_OK);
        const long double wins = *anchor(&it, 0, 0, 0), loses = *anchor(&it, 1, 0, 0);
        assert_true(holds(r.first.win, wins) && holds(r.first.value, wins) && holds(r.first.loss, 1 - wins));
        assert_true(holds(r.second.win, 1 - loses) && holds(r.second.loss, loses));
        assert_that(r.first.win.upper - r.first.win.lower, <, 1e-11);
        assert_that(r.first.never.upper, ==, 0);
        assert_that(r.first.money.lower, ==, 0);
        assert_that(r.first.money.upper, ==, 0);
    }
    end_iteration(&it);
    close_lab(&l);
}

static void thresholds_have_the_value_of_a_scalar_program(void **state)
{
    (void)state;
    assert_evaluates("pig", 20, 20);
    assert_evaluates("pig(goal=60)", 25, 20);
    assert_evaluates("pig(goal=37)", 1, 100);
    assert_evaluates("pig(goal=50,dice=2)", 10, 18);
    assert_evaluates("pig(goal=1)", 5, 6);
    assert_evaluates("piglet(goal=11)", 2, 3);
}

/* A game to 1 ends with the first roll that is not a 1, so the first player wins with 5/6 / (1 - 1/36) = 6/7, and each
   player takes 1 / (1 - 1/6) = 1.2 turns on average. */
static void a_game_to_1_takes_as_many_turns_as_a_geometric_series(void **state)
{
    (void)state;
    lab l = open_lab("pig(goal=1)");
    alea_evaluation r;
    assert_int_equal(evaluate(&l, "hold(1)", "hold(1)", pig_best_kernel(), &r), ALEA_OK);
    assert_true(holds(r.first.win, 6.0L / 7) && holds(r.second.win, 1.0L / 7));
    assert_true(holds(r.first.turns, 1.2L));
    assert_true(holds(r.second.turns, 1.2L));
    assert_that(r.first.turns.upper - r.first.turns.lower, <, 1e-12);
    close_lab(&l);
}

static void optimal_play_against_itself_has_the_value_that_was_solved(void **state)
{
    (void)state;
    lab l = open_lab("pig");
    alea__values *v = solve(&l);
    alea__policy *best = NULL;
    alea_error error;
    alea_evaluation r;
    assert_int_equal(race_plan_of_values(l.game->rules, v, &best, &error), ALEA_OK);
    race_problem problem = {
        .roll_model = &l.odds, .objective = ALEA_WIN, .policy = {race_policy_of(best), race_policy_of(best)}};
    assert_int_equal(race_evaluate_pig(&problem, &r, &error), ALEA_OK);
    assert_true(r.first.win.lower <= v->start.upper && v->start.lower <= r.first.win.upper);
    assert_true(holds(alea__interval_mean(r.first.win, r.second.win), 0.5L));
    alea__policy *hold25 = open_policy(l.game, "hold(25)");
    problem.policy[1] = race_policy_of(hold25);
    assert_int_equal(race_evaluate_pig(&problem, &r, &error), ALEA_OK);
    assert_true(fabs(r.first.win.lower - 0.551273833) < 6e-10 &&
                fabs(r.second.win.lower - 0.490864726) < 6e-10);
    l.game->family->policy->free(hold25);
    l.game->family->policy->free(best);
    alea__values_free(v);
    close_lab(&l);
}

static void what_cannot_be_done_here_is_left_to_others(void **state)
{
    (void)state;
    lab l = open_lab("pig(goal=50)");
    alea_evaluation r;
    assert_int_equal(evaluate(&l, "hold(20)", "random(0.5)", pig_best_kernel(), &r), ALEA_E_REFUSED);
    assert_int_equal(evaluate(&l, "always-roll", "hold(20)", pig_best_kernel(), &r), ALEA_E_REFUSED);
    assert_int_equal(evaluate(&l, "hold-at-total(60)", "hold(20)", pig_best_kernel(), &r), ALEA_E_REFUSED);
    assert_int_equal(evaluate(&l, "hold-at-total(40)", "hold(20)", pig_best_kernel(), &r), ALEA_OK);
    close_lab(&l);
}

static bool stop_now(void *user)
{
    (*(unsigned *)user)++;
    return true;
}

static void a_pair_that_is_evaluated_can_be_stopped(void **state)
{
    (void)state;
    unsigned asked = 0;
    const alea_solve_options options = {.progress = {.stopped = stop_now, .user = &asked}};
    alea_game *game = open_game("pig(goal=100)");
    alea_bot *a = open_bot(game, "hold(20)"), *b = open_bot(game, "hold(25)");
    alea_evaluation e;
    alea_error error;
    assert_int_equal(alea_bot_evaluate(game, a, b, ALEA_WIN, &options, &e, &error), ALEA_E_STOPPED);
    assert_that(asked, >=, 1);
    alea_bot_free(a);
    alea_bot_free(b);
    alea_game_free(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pair_that_is_evaluated_can_be_stopped),
        cmocka_unit_test(intervals_hold_the_values_of_pig_to_1_up_to_30),
        cmocka_unit_test(intervals_hold_the_values_of_pig_to_100),
        cmocka_unit_test(intervals_hold_the_values_with_other_dice),
        cmocka_unit_test(intervals_hold_the_values_of_piglet),
        cmocka_unit_test(pig_has_its_reference_value_within_1e_12),
        cmocka_unit_test(a_double_one_that_only_busts_gives_0_529894578975),
        cmocka_unit_test(every_bound_is_proved_by_one_exact_turn),
        cmocka_unit_test(every_bound_is_proved_where_the_game_is_long),
        cmocka_unit_test(pig_to_1000_is_proved_within_1e_11),
        cmocka_unit_test(all_kernels_give_the_same_bits),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(progress_counts_anchors),
        cmocka_unit_test(what_was_stopped_goes_on_to_the_same_bits),
        cmocka_unit_test(stopping_twice_is_no_different),
        cmocka_unit_test(an_unfinished_table_that_was_tampered_with_is_refused),
        cmocka_unit_test(too_little_memory_is_said_before_anything_is_begun),
        cmocka_unit_test(a_tolerance_beyond_double_precision_says_what_is_possible),
        cmocka_unit_test(no_memory_is_an_error_wherever_it_happens),
        cmocka_unit_test(other_games_are_not_like_pig),
        cmocka_unit_test(thresholds_have_the_value_of_a_scalar_program),
        cmocka_unit_test(a_game_to_1_takes_as_many_turns_as_a_geometric_series),
        cmocka_unit_test(optimal_play_against_itself_has_the_value_that_was_solved),
        cmocka_unit_test(what_cannot_be_done_here_is_left_to_others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
