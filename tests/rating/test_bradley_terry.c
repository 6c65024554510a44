/* Ratings against closed forms, against Zermelo's iteration, against numerical derivatives, and in degenerate fields. */
#include "rating/elementary.h"
#include "rating/rating_test.h"
#include "support/memory.h"

/* ---- the fit ---- */

/* Of two entrants one equation is left: p = (games * mean + 1/2) / (games + 1). */
static void two_entrants_have_a_closed_form(void **state)
{
    (void)state;
    static const double means[] = {0, 0.1, 0.5, 0.75, 1};
    for (int k = 0; k < 5; k++) {
        const double n = 40, variance = 0.001, p = (n * means[k] + 0.5) / (n + 1);
        const alea__pair_result pair = {0, 1, n, means[k], variance, 20, 0};
        const alea__pair_results results = {2, 1, &pair, NULL, false};
        alea__ratings t = rate(&results);
        const double apart = 400 * log10(p / (1 - p));
        assert_near(t.rating[0].rating, apart / 2, 1e-9);
        assert_near(t.rating[1].rating, -apart / 2, 1e-9);
        const double error = 400 / log(10) * n * sqrt(variance) / ((n + 1) * p * (1 - p));
        const alea__rating_difference d = alea__rating_compare(&results, &t, 0, 1, 0.95);
        assert_near(d.difference, apart, 1e-9);
        assert_near(d.error, error, 1e-9);
        assert_near(t.rating[0].error, error / 2, 1e-9);
        assert_near(d.freedom, 19, 1e-9);
        assert_near(d.upper - d.difference, error * 2.0930240544, error * 1e-5); /* t of 19 degrees */
        assert_near(d.superiority, erfc(-apart / error / sqrt(2)) / 2, 1e-9);
        assert_int_equal(t.rating[0].open_above, means[k] == 1);
        assert_int_equal(t.rating[0].open_below, means[k] == 0);
        assert_int_equal(t.rating[1].open_above, means[k] == 0);
        assert_int_equal(t.sets, means[k] == 0 || means[k] == 1 ? 2 : 1);
        alea__ratings_free(&t);
    }
}

static void exact_transitive_fields_get_their_ratings_back(void **state)
{
    (void)state;
    const double elo[] = {-310, 420, 0, 17, -250, 123};
    alea__pair_result pair[15];
    alea__pair_results results = all_pairs(6, pair);
    for (uint32_t k = 0; k < results.count; k++)
        pair[k] = pair_exact(pair[k].a, pair[k].b, 1e12,
                             1 / (1 + pow(10, (elo[pair[k].b] - elo[pair[k].a]) / 400)));
    alea__ratings t = rate(&results);
    for (uint32_t i = 0; i < 6; i++) {
        assert_near(t.rating[i].rating, elo[i], 1e-6);
        assert_true(t.rating[i].error == 0 && t.rating[i].lower == t.rating[i].upper);
        assert_false(t.rating[i].open_above || t.rating[i].open_below);
    }
    assert_int_equal(t.misfit, results.count);
    alea__ratings_free(&t);
}

/* Zermelo's iteration (Math. Z. 29, 1929; Hunter, Ann. Stat. 32, 2004), for ever: another method for the same maximum, with the virtual
   games of the prior added by hand. */
static void zermelo(const alea__pair_results *r, const double *virtual, double *strength)
{
    double gamma[8], wins[8], sum;
    for (uint32_t i = 0; i < r->entrants; i++) gamma[i] = 1;
    for (int step = 0; step < 20000; step++) {
        for (uint32_t i = 0; i < r->entrants; i++) {
            wins[i] = sum = 0;
            for (uint32_t k = 0; k < r->count; k++) {
                const alea__pair_result *p = &r->pair[k];
                if (p->a != i && p->b != i) continue;
                wins[i] += p->games * (p->a == i ? p->mean : 1 - p->mean) + virtual[k] / 2;
                sum += (p->games + virtual[k]) / (gamma[p->a] + gamma[p->b]);
            }
            gamma[i] = wins[i] / sum;
        }
    }
    sum = 0;
    for (uint32_t i = 0; i < r->entrants; i++) sum += log(gamma[i]) / r->entrants;
    for (uint32_t i = 0; i < r->entrants; i++) strength[i] = log(gamma[i]) - sum;
}

/* A random field of seven in which two pairs did not meet, and one won everything. Returns the virtual games. */
static alea__pair_results random_field(uint64_t *random, alea__pair_result *pair, double *virtual)
{
    alea__pair_results r = all_pairs(7, pair);
    int opponents[7] = {0};
    uint32_t count = 0;
    for (uint32_t k = 0; k < r.count; k++) {
        if ((pair[k].a == 1 && pair[k].b == 2) || (pair[k].a == 3 && pair[k].b == 6)) continue;
        pair[count] = pair[k];
        pair[count].games = 2 + floor(30 * random_part(random));
        pair[count].mean = pair[k].a == 0 ? 1 : random_part(random);
        pair[count].variance = 0.01 * random_part(random);
        pair[count].units = 5;
        opponents[pair[count].a]++;
        opponents[pair[count++].b]++;
    }
    r.count = count;
    for (uint32_t k = 0; k < count; k++)
        virtual[k] = 1.0 / (opponents[pair[k].a] > opponents[pair[k].b] ? opponents[pair[k].a]
                                                                        : opponents[pair[k].b]);
    return r;
}

static void newton_finds_what_zermelos_iteration_finds(void **state)
{
    (void)state;
    uint64_t random = 1;
    for (int field = 0; field < 20; field++) {
        alea__pair_result pair[21];
        double virtual[21], strength[7];
        const alea__pair_results results = random_field(&random, pair, virtual);
        zermelo(&results, virtual, strength);
        alea__fit fit;
        OK(alea__fit_strengths(&results, &fit, &test_error));
        for (uint32_t i = 0; i < 7; i++) assert_near(fit.strength[i], strength[i], 1e-9);
        assert_that(fit.steps, <, 20);
        alea__fit_free(&fit);
    }
}

/* ---- errors ---- */

/* The error of a rating from the changes of the fit when one mean changes: sum of (derivative)^2 variance. */
static void errors_are_those_of_numerical_derivatives(void **state)
{
    (void)state;
    uint64_t random = 2;
    for (int field = 0; field < 10; field++) {
        alea__pair_result pair[21];
        double virtual[21], variance[7] = {0}, apart = 0;
        const alea__pair_results results = random_field(&random, pair, virtual);
        alea__ratings t = rate(&results);
        for (uint32_t k = 0; k < results.count; k++) {
            const double mean = pair[k].mean, change = pair[k].a == 0 ? -1e-5 : 1e-5;
            pair[k].mean = mean + change;
            alea__ratings more = rate(&results);
            pair[k].mean = mean;
            for (uint32_t i = 0; i < 7; i++) {
                const double slope = (more.rating[i].rating - t.rating[i].rating) / change;
                variance[i] += slope * slope * pair[k].variance;
            }
            const double slope = ((more.rating[2].rating - more.rating[5].rating) -
                                  (t.rating[2].rating - t.rating[5].rating)) /
                                 change;
            apart += slope * slope * pair[k].variance;
            alea__ratings_free(&more);
        }
        for (uint32_t i = 0; i < 7; i++)
            assert_near(t.rating[i].error, sqrt(variance[i]), 1e-3 * sqrt(variance[i]));
        assert_near(alea__rating_compare(&results, &t, 2, 5, 0.9).error, sqrt(apart), 1e-3 * sqrt(apart));
        alea__ratings_free(&t);
    }
}

/* Without measured variances the sandwich is close to the usual inverse of the information: 1 / (games p (1 - p)). */
static void unmeasured_variances_are_those_of_the_model(void **state)
{
    (void)state;
    const alea__pair_result pair = {0, 1, 1000, 0.6, 0, 500, 0};
    const alea__pair_results results = {2, 1, &pair, NULL, false};
    alea__ratings t = rate(&results);
    const alea__rating_difference d = alea__rating_compare(&results, &t, 0, 1, 0.95);
    assert_near(d.error, 400 / log(10) / sqrt(1000 * 0.24), 0.05);
    assert_true(d.freedom == INFINITY);
    alea__ratings_free(&t);
}

/* ---- the anchor ---- */

static void an_anchor_shifts_all_ratings_and_has_no_error(void **state)
{
    (void)state;
    uint64_t random = 3;
    alea__pair_result pair[21];
    double virtual[21];
    const alea__pair_results results = random_field(&random, pair, virtual);
    alea__ratings plain = rate(&results), t;
    const alea__rating_settings settings = {
        .confidence = 0.9, .anchored = true, .anchor = 4, .anchor_rating = 1500};
    OK(alea__rate(&results, &settings, &t, &test_error));
    for (uint32_t i = 0; i < 7; i++) {
        assert_near(t.rating[i].rating - 1500, plain.rating[i].rating - plain.rating[4].rating, 1e-9);
        const alea__rating_difference d = alea__rating_compare(&results, &plain, i, 4, 0.9);
        assert_near(t.rating[i].error, d.error, 1e-9);
        assert_near(t.rating[i].upper - 1500, d.upper, 1e-6);
    }
    assert_true(t.rating[4].rating == 1500 && t.rating[4].lower == 1500 && t.rating[4].upper == 1500);
    alea__ratings_free(&plain);
    alea__ratings_free(&t);
}

/* ---- degenerate fields ---- */

/* All numbers but intervals of what cannot be compared are finite. */
static void assert_finite(const alea__ratings *t)
{
    for (uint32_t i = 0; i < t->entrants; i++) {
        const alea__rating *one = &t->rating[i];
        if (!isfinite(one->rating) || !isfinite(one->error) || !isfinite(one->lower) || !isfinite(one->upper))
            fail_msg("entrant %u: %g +- %g, %g to %g", i, one->rating, one->error, one->lower, one->upper);
        assert_that(one->lower, <=, one->rating);
        assert_that(one->upper, >=, one->rating);
    }
}

static void one_entrant_has_rating_0(void **state)
{
    (void)state;
    const alea__pair_results results = {.entrants = 1};
    alea__ratings t = rate(&results);
    assert_finite(&t);
    assert_true(t.rating[0].rating == 0 && t.rating[0].error == 0);
    assert_false(t.rating[0].open_above || t.rating[0].open_below);
    assert_int_equal(t.groups, 1);
    alea__ratings_free(&t);
}

/* 0 beats 1 beats 2 beats 3, always, in any number of games: finite, in order, open at the ends. */
static void who_wins_everything_is_open_above(void **state)
{
    (void)state;
    static const double games[] = {1, 2, 1000, 1e9, 1e15};
    for (int k = 0; k < 5; k++)
        for (int chain = 0; chain < 2; chain++)
            for (int exact = 0; exact < 2; exact++) {
                alea__pair_result pair[6];
                alea__pair_results results = all_pairs(4, pair);
                uint32_t count = 0;
                for (uint32_t i = 0; i < 6; i++)
                    if (!chain || pair[i].b == pair[i].a + 1)
                        pair[count++] = (alea__pair_result){
                            pair[i].a, pair[i].b, games[k], 1, 0, exact ? 0 : games[k], 0};
                results.count = count;
                alea__ratings t = rate(&results);
                assert_finite(&t);
                assert_int_equal(t.sets, 4);
                for (uint32_t i = 0; i < 4; i++) {
                    assert_int_equal(t.rating[i].set, i);
                    assert_int_equal(t.rating[i].open_above, i == 0);
                    assert_int_equal(t.rating[i].open_below, i == 3);
                    if (i > 0) assert_that(t.rating[i].rating, <, t.rating[i - 1].rating - 100);
                }
                alea__ratings_free(&t);
            }
}

static void equal_bots_and_cycles_have_rating_0(void **state)
{
    (void)state;
    static const double means[] = {0.5, 0.8, 1};
    for (int k = 0; k < 3; k++) {
        const alea__pair_result pair[] = {{0, 1, 100, means[k], 0, 50, 0},
                                          {1, 2, 100, means[k], 0, 50, 0},
                                          {2, 0, 100, means[k], 0, 50, 0}};
        const alea__pair_results results = {3, 3, pair, NULL, false};
        alea__ratings t = rate(&results);
        assert_finite(&t);
        assert_int_equal(t.sets, 1);
        for (uint32_t i = 0; i < 3; i++) {
            assert_near(t.rating[i].rating, 0, 1e-9);
            assert_false(t.rating[i].open_above || t.rating[i].open_below);
        }
        assert_int_equal(t.misfit == 3, means[k] == 0.5);
        if (means[k] > 0.5) assert_near(t.misfit_by, means[k] - 0.5, 1e-9);
        alea__ratings_free(&t);
    }
}

static void groups_that_did_not_meet_are_told_apart(void **state)
{
    (void)state;
    const alea__pair_result pair[] = {
        {0, 3, 10, 0.7, 0, 5, 0}, {1, 2, 10, 0.9, 0, 5, 0}, {0, 1, 0, 0, 0, 0, 0}};
    const alea__pair_results results = {5, 3, pair, NULL, false};
    alea__ratings t = rate(&results), anchored;
    assert_finite(&t);
    assert_int_equal(t.groups, 3);
    static const uint32_t group[] = {0, 1, 1, 0, 2};
    for (uint32_t i = 0; i < 5; i++) assert_int_equal(t.rating[i].group, group[i]);
    assert_near(t.rating[0].rating + t.rating[3].rating, 0, 1e-9);
    assert_near(t.rating[1].rating + t.rating[2].rating, 0, 1e-9);
    assert_true(t.rating[4].rating == 0);
    const alea__rating_difference d = alea__rating_compare(&results, &t, 0, 2, 0.95);
    assert_true(d.error == INFINITY && d.lower == -INFINITY && d.upper == INFINITY && d.superiority == 0.5);
    const alea__rating_settings settings = {
        .confidence = 0.95, .anchored = true, .anchor = 3, .anchor_rating = 100};
    OK(alea__rate(&results, &settings, &anchored, &test_error));
    assert_true(anchored.rating[1].lower == -INFINITY && anchored.rating[1].upper == INFINITY);
    assert_true(isfinite(anchored.rating[0].lower));
    assert_near(anchored.rating[0].rating, 100 + 2 * t.rating[0].rating, 1e-9);
    alea__ratings_free(&t);
    alea__ratings_free(&anchored);
}

/* Means beyond 1, as luck-adjusted ones may be, count as 1. */
static void means_outside_are_clipped(void **state)
{
    (void)state;
    alea__pair_result pair = {0, 1, 1e6, 1.01, 1e-8, 1000, 0};
    const alea__pair_results results = {2, 1, &pair, NULL, false};
    alea__ratings beyond = rate(&results);
    pair.mean = 1;
    alea__ratings t = rate(&results);
    assert_finite(&beyond);
    assert_true(t.rating[0].rating == beyond.rating[0].rating);
    assert_true(beyond.rating[0].open_above);
    alea__ratings_free(&t);
    alea__ratings_free(&beyond);
}

/* ---- input ---- */

static void counts_and_moments_give_the_same_pair(void **state)
{
    (void)state;
    const uint64_t count[5] = {3, 5, 11, 7, 2};
    alea__moments m = {0};
    for (unsigned k = 0; k < 5; k++)
        for (uint64_t i = 0; i < count[k]; i++) moments_add(&m, k / 4.0);
    const alea__pair_result a = pair_of_counts(4, 6, count), b = {4,
                                                                  6,
                                                                  2.0 * (double)m.units,
                                                                  m.mean,
                                                                  alea__moments_mean_variance(&m),
                                                                  (double)m.units,
                                                                  0};
    assert_true(a.a == 4 && a.b == 6 && b.a == 4 && b.b == 6);
    assert_true(a.games == 56 && b.games == 56 && a.units == 28 && b.units == 28);
    assert_near(a.mean, (5 + 22 + 21 + 8) / 112.0, 1e-15);
    assert_near(b.mean, a.mean, 1e-14);
    assert_near(b.variance, a.variance, 1e-14);
    const uint64_t equal[5] = {0, 0, 0, 30, 0}, none[5] = {0};
    assert_true(pair_of_counts(0, 1, equal).variance == 0);
    assert_true(pair_of_counts(0, 1, none).games == 0);
}

static void wrong_results_are_refused(void **state)
{
    (void)state;
    static const alea__pair_result wrong[] = {{0, 3, 10, 0.5, 0.1, 5, 0},  {1, 1, 10, 0.5, 0.1, 5, 0},
                                              {0, 1, -1, 0.5, 0.1, 5, 0},  {0, 1, NAN, 0.5, 0.1, 5, 0},
                                              {0, 1, 1, NAN, 0.1, 5, 0},   {0, 1, 1, 2.5, 0.1, 5, 0},
                                              {0, 1, 1, 0.5, -0.1, 5, 0},  {0, 1, 1, 0.5, INFINITY, 5, 0},
                                              {0, 1, 1, 0.5, 0.1, NAN, 0}, {0, 1, INFINITY, 0.5, 0, 0, 0}};
    const alea__rating_settings settings = ALEA__RATING_SETTINGS;
    alea__ratings t;
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
        const alea__pair_results results = {3, 1, &wrong[k], NULL, false};
        assert_int_equal(alea__rate(&results, &settings, &t, &test_error), ALEA_E_RANGE);
    }
    const alea__pair_results none = {0}, one = {.entrants = 1}, many = {.entrants = ALEA__RATED_MOST + 1};
    assert_int_equal(alea__rate(&none, &settings, &t, &test_error), ALEA_E_RANGE);
    assert_int_equal(alea__rate(&many, &settings, &t, &test_error), ALEA_E_RANGE);
    static const alea__rating_settings odd[] = {{.confidence = 0.4},
                                                {.confidence = 1},
                                                {.confidence = NAN},
                                                {.confidence = 0.9, .anchored = true, .anchor = 1},
                                                {.confidence = 0.9, .anchored = true, .anchor_rating = NAN}};
    for (size_t k = 0; k < sizeof odd / sizeof *odd; k++)
        assert_int_equal(alea__rate(&one, &odd[k], &t, &test_error), ALEA_E_RANGE);
}

static void memory_that_runs_out_is_reported(void **state)
{
    (void)state;
    uint64_t random = 4;
    alea__pair_result pair[21];
    double virtual[21];
    const alea__pair_results results = random_field(&random, pair, virtual);
    const alea__rating_settings settings = ALEA__RATING_SETTINGS;
    alea__ratings t;
    alea_status status = ALEA_E_MEMORY;
    for (long k = 0; status != ALEA_OK; k++)
        status = with_allocations(k, alea__rate(&results, &settings, &t, &test_error));
    alea__ratings_free(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_entrants_have_a_closed_form),
        cmocka_unit_test(exact_transitive_fields_get_their_ratings_back),
        cmocka_unit_test(newton_finds_what_zermelos_iteration_finds),
        cmocka_unit_test(errors_are_those_of_numerical_derivatives),
        cmocka_unit_test(unmeasured_variances_are_those_of_the_model),
        cmocka_unit_test(an_anchor_shifts_all_ratings_and_has_no_error),
        cmocka_unit_test(one_entrant_has_rating_0),
        cmocka_unit_test(who_wins_everything_is_open_above),
        cmocka_unit_test(equal_bots_and_cycles_have_rating_0),
        cmocka_unit_test(groups_that_did_not_meet_are_told_apart),
        cmocka_unit_test(means_outside_are_clipped),
        cmocka_unit_test(counts_and_moments_give_the_same_pair),
        cmocka_unit_test(wrong_results_are_refused),
        cmocka_unit_test(memory_that_runs_out_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
