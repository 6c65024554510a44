/* Linear results, such as dollars: what one gains from another. Least squares has closed forms for the fields here. */
#include "rating/allocate.h"
#include "rating/cycles.h"
#include "rating/rating_test.h"

/* A pair's gain, its variance, and from how many units that was measured. */
static alea__pair_result gain(uint32_t a, uint32_t b, double mean, double variance, double units)
{
    return (alea__pair_result){
        .a = a, .b = b, .games = 100, .mean = mean, .variance = variance, .units = units, .played = 100};
}

static alea__pair_results gains_of(uint32_t entrants, const alea__pair_result *pair, uint32_t count)
{
    return (alea__pair_results){.entrants = entrants, .count = count, .pair = pair, .linear = true};
}

/* If all have met, a rating is the sum of the gains over the number of entrants, whether the field is transitive or not. */
static void round_robins_have_means_for_ratings(void **state)
{
    (void)state;
    const alea__pair_result pair[] = {gain(0, 1, 30, 4, 50), gain(0, 2, -200, 9, 50), gain(1, 2, 7.5, 1, 50)};
    const alea__pair_results results = gains_of(3, pair, 3);
    const alea__rating_settings settings = ALEA__RATING_SETTINGS;
    alea__ratings t;
    OK(alea__rate(&results, &settings, &t, &test_error));
    assert_near(t.rating[0].rating, (30 - 200) / 3.0, 1e-9);
    assert_near(t.rating[1].rating, (7.5 - 30) / 3.0, 1e-9);
    assert_near(t.rating[2].rating, (200 - 7.5) / 3.0, 1e-9);
    assert_near(t.rating[0].error, sqrt(4 + 9) / 3, 1e-9);
    assert_int_equal(t.sets, 1); /* gains have no limit, so no player is unbeaten */
    assert_false(t.rating[2].open_above);
    /* The difference of 0 and 1 is (2 g01 + g02 - g12) / 3. */
    const alea__rating_difference d = alea__rating_compare(&results, &t, 0, 1, 0.95);
    assert_near(d.difference, (60 - 200 - 7.5) / 3, 1e-9);
    assert_near(d.error, sqrt(4 * 4 + 9 + 1) / 3, 1e-9);
    alea__ratings_free(&t);
}

/* In a chain nothing contradicts: differences are the gains, and their variances add up. */
static void chains_add_up(void **state)
{
    (void)state;
    const alea__pair_result pair[] = {gain(0, 1, 12, 4, 0), gain(1, 2, -3, 9, 0)};
    const alea__pair_results results = gains_of(3, pair, 2);
    const alea__rating_settings settings = ALEA__RATING_SETTINGS;
    alea__ratings t;
    OK(alea__rate(&results, &settings, &t, &test_error));
    const alea__rating_difference d = alea__rating_compare(&results, &t, 0, 2, 0.95);
    assert_near(d.difference, 9, 1e-9);
    assert_near(d.error, sqrt(13), 1e-9);
    assert_near(d.upper, 9 + 1.959963984540054 * sqrt(13), 1e-9);
    alea__ratings_free(&t);
}

static void gains_around_a_circle_are_found(void **state)
{
    (void)state;
    const alea__pair_result pair[] = {gain(0, 1, 10, 1, 0), gain(1, 2, 10, 1, 0), gain(0, 2, -10, 1, 0)};
    const alea__pair_result weak[] = {gain(0, 1, 10, 1, 0), gain(1, 2, 10, 1, 0), gain(0, 2, -1, 1, 0)};
    const alea__pair_results circle = gains_of(3, pair, 3), none = gains_of(3, weak, 3);
    alea__cycles c;
    OK(alea__find_cycles(&circle, 0.95, &c, &test_error));
    assert_int_equal(c.length, 3);
    alea__cycles_free(&c);
    OK(alea__find_cycles(&none, 0.95, &c, &test_error));
    assert_int_equal(c.length, 0);
    assert_int_equal(c.arrows, 2);
    alea__cycles_free(&c);
}

/* Two neighbours are separated by ten standard errors, tied if they are surely within the tie, and else undecided, and then they play. */
static void neighbours_are_judged_in_their_own_unit(void **state)
{
    (void)state;
    static const struct {
        double mean, error;
        alea__verdict verdict;
    } rows[] = {{10, 1, ALEA__SEPARATED},
                {1, 1, ALEA__UNDECIDED},
                {0.1, 0.01, ALEA__SEPARATED},
                {0.01, 0.05, ALEA__TIED}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const alea__pair_result pair = gain(0, 1, rows[i].mean, rows[i].error * rows[i].error, 10000);
        const alea__pair_results results = gains_of(2, &pair, 1);
        const alea__allocation_settings settings = {.confidence = 0.95, .tie = 1, .block_games = 100};
        alea__allocation a;
        OK(alea__allocate(&results, &settings, &a, &test_error));
        assert_int_equal(a.neighbours[0].verdict, rows[i].verdict);
        assert_int_equal(a.next, rows[i].verdict == ALEA__UNDECIDED ? 0 : 1);
        if (rows[i].verdict == ALEA__UNDECIDED) assert_near(a.next_error, rows[i].error / sqrt(2), 1e-9);
        alea__allocation_free(&a);
    }
}

static void gains_must_be_finite(void **state)
{
    (void)state;
    const alea__pair_result wrong = gain(0, 1, INFINITY, 1, 0), large = gain(0, 1, 1e6, 1, 0);
    const alea__pair_results no = gains_of(2, &wrong, 1), yes = gains_of(2, &large, 1);
    assert_int_equal(alea__pair_results_check(&no, NULL), ALEA_E_RANGE);
    assert_int_equal(alea__pair_results_check(&yes, NULL), ALEA_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(round_robins_have_means_for_ratings),
        cmocka_unit_test(chains_add_up),
        cmocka_unit_test(gains_around_a_circle_are_found),
        cmocka_unit_test(neighbours_are_judged_in_their_own_unit),
        cmocka_unit_test(gains_must_be_finite),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
