/* Allocation against full new fits, rankings in simulated tournaments that stop by themselves, and forecasts that come true. */
#include "rating/allocate.h"
#include "rating/elementary.h"
#include "rating/rating_test.h"
#include "support/memory.h"

static alea__allocation allocate(const alea__pair_results *results, const alea__allocation_settings *settings)
{
    alea__allocation a;
    OK(alea__allocate(results, settings, &a, &test_error));
    return a;
}

/* ---- bounds ---- */

/* The probability that the boundary is never crossed, by a random walk of 4,000 steps whose information grows by a factor of a
   million; and near its best it is not much wider than for one look. */
static void bounds_hold_at_all_looks(void **state)
{
    (void)state;
    uint64_t random = 1;
    const int walks = is_sanitized() ? 300 : 1500;
    int crossed = 0, naive = 0;
    double bound[4001], error[4001];
    for (int k = 1; k <= 4000; k++) {
        error[k] = 800 / sqrt(exp(log(1e6) * k / 4000));
        bound[k] = alea__bound_at_all_looks(error[k], 0.05);
        if (k > 1) assert_that(bound[k], <, bound[k - 1]);
        assert_that(bound[k] / error[k], >, 3);
        assert_that(bound[k] / error[k], <, 4.2);
    }
    for (int walk = 0; walk < walks; walk++) {
        double sum = 0, information = 0;
        bool out = false, ever = false;
        for (int k = 1; k <= 4000; k++) {
            const double now = 1 / (error[k] * error[k]);
            double normal = -6;
            for (int i = 0; i < 12; i++) normal += random_part(&random);
            sum += normal * sqrt(now - information);
            information = now;
            out |= fabs(sum / information) > bound[k];
            ever |= fabs(sum / information) > 1.96 * error[k];
        }
        crossed += out;
        naive += ever;
    }
    print_message("crossed %.4f; intervals of one look: %.4f\n", (double)crossed / walks,
                  (double)naive / walks);
    assert_that((double)crossed / walks, <, 0.05);
    assert_that((double)naive / walks, >, 0.3);
    assert_true(alea__bound_at_all_looks(0, 0.05) == 0);
}

/* Robbins' boundary by hand, at an error of 16 Elo, where that reference has r = c. */
static void bounds_are_those_of_robbins(void **state)
{
    (void)state;
    const double alpha = 0.01 / 7, c = 2 * log(1 / alpha) + log(1 + 2 * log(1 / alpha));
    const double expected = 16 * sqrt((1 + 1 / c) * log((1 + c) / (alpha * alpha)));
    assert_near(alea__bound_at_all_looks(16, 0.01), expected, 1e-9);
}

/* ---- which pair ---- */

/* A field of six with some results, whose means are those of the model, so that more games change no rating. If pairs count
   alike, all have met. */
static alea__pair_results expected_field(uint64_t *random, bool alike, alea__pair_result *pair)
{
    alea__pair_results results = all_pairs(6, pair);
    double elo[6];
    for (int i = 0; i < 6; i++) elo[i] = 500 * random_part(random);
    for (uint32_t k = 0; k < results.count; k++) {
        const double mean = 1 / (1 + pow(10, (elo[pair[k].b] - elo[pair[k].a]) / 400));
        const double games = k % 5 == 4 && !alike ? 0 : 1e5 * (1 + random_part(random));
        pair[k] = (alea__pair_result){pair[k].a, pair[k].b, games, mean, 0, games / 2, 0};
        if (games > 0) pair[k].variance = mean * (1 - mean) / games * (0.2 + random_part(random));
        if (!alike) continue;
        pair[k].played = games;
        pair[k].games = 1e5;
    }
    return results;
}

static void the_next_pair_is_the_one_that_a_new_fit_would_choose(void **state)
{
    (void)state;
    uint64_t random = 2;
    for (int field = 0; field < 200; field++) {
        alea__pair_result pair[15];
        const bool alike = field % 2;
        const alea__pair_results results = expected_field(&random, alike, pair);
        const alea__allocation_settings settings = {.confidence = 0.999999, .tie = 0, .block_games = 20000};
        alea__allocation a = allocate(&results, &settings);
        if (a.undecided == 0) {
            alea__allocation_free(&a);
            continue;
        }
        const alea__neighbours n = a.neighbours[a.least_certain];
        double best = INFINITY, chosen = 0;
        for (uint32_t k = 0; k < results.count; k++) {
            const alea__pair_result before = pair[k];
            const double played = alike ? before.played : before.games;
            if (alike)
                pair[k].played += settings.block_games;
            else
                pair[k].games += settings.block_games;
            pair[k].variance *= played / (played + settings.block_games);
            pair[k].units = (played + settings.block_games) / 2;
            alea__ratings t = rate(&results);
            const double error = alea__rating_compare(&results, &t, n.better, n.worse, 0.95).error;
            alea__ratings_free(&t);
            pair[k] = before;
            if (error < best) best = error;
            if (k == a.next) chosen = error;
        }
        assert_near(chosen, best, 1e-4 * best);
        assert_near(a.next_error, best, 1e-3 * best);
        assert_that(best, <, n.error);
        alea__allocation_free(&a);
    }
}

static void groups_are_connected_first(void **state)
{
    (void)state;
    alea__pair_result pair[6];
    const alea__pair_results results = all_pairs(4, pair);
    const alea__allocation_settings settings = ALEA__ALLOCATION_SETTINGS;
    static const uint32_t expected[] = {0, 1, 2}; /* 0-1, 0-2, 0-3 */
    for (int k = 0; k < 3; k++) {
        alea__allocation a = allocate(&results, &settings);
        assert_int_equal(a.next, expected[k]);
        assert_true(a.neighbours[a.least_certain].error == INFINITY);
        pair[a.next] = (alea__pair_result){pair[a.next].a, pair[a.next].b, 100, 0.5, 0, 50, 0};
        alea__allocation_free(&a);
    }
    alea__allocation a = allocate(&results, &settings);
    assert_that(a.next, <, 6);
    assert_true(isfinite(a.next_error));
    alea__allocation_free(&a);
}

/* Exact pairs are not played; nor is there a next pair when nothing can be learnt. */
static void exact_pairs_are_never_chosen(void **state)
{
    (void)state;
    alea__pair_result pair[3];
    alea__pair_results results = all_pairs(3, pair);
    for (int k = 0; k < 3; k++) pair[k] = pair_exact(pair[k].a, pair[k].b, 1000, 0.5);
    const alea__allocation_settings settings = {.confidence = 0.95, .tie = 0, .block_games = 100};
    alea__allocation a = allocate(&results, &settings);
    assert_int_equal(a.undecided, 2); /* equal, but ties are not asked for */
    assert_int_equal(a.next, 3);
    alea__allocation_free(&a);
    pair[1].mean = 0.6;
    pair[2].mean = 0.6;
    a = allocate(&results, &settings);
    assert_int_equal(a.neighbours[1].verdict, ALEA__SEPARATED);
    alea__allocation_free(&a);
    pair[0] = pair[1] = pair[2] = (alea__pair_result){0, 1, 1000, 0.5, 0.01, 500, 0};
    results.entrants = 3; /* entrant 2 never plays, and no listed pair would let it */
    a = allocate(&results, &settings);
    assert_that(a.next, <, 3);
    assert_int_equal(a.undecided, 2);
    alea__allocation_free(&a);
}

/* ---- tournaments that stop by themselves ---- */

typedef struct stopped {
    unsigned certain, wrong; /* tournaments: stopped in time; with a wrong verdict at any look */
    double games;            /* mean */
} stopped;

/* Whether a verdict contradicts the true ratings. */
static bool is_wrong(const alea__neighbours *n, const double *elo, double tie)
{
    const double apart = elo[n->better] - elo[n->worse];
    return (n->verdict == ALEA__SEPARATED && apart <= 0) || (n->verdict == ALEA__TIED && fabs(apart) > tie);
}

/* Plays tournaments of four with these ratings by the rule: first `block` units of each pair, then those that the rule
   chooses, up to `looks` blocks. */
static stopped play_tournaments(const double elo[4], const alea__allocation_settings *settings,
                                unsigned tournaments, unsigned looks)
{
    stopped s = {0};
    const unsigned block = (unsigned)(settings->block_games / 2);
    uint64_t random = 3;
    for (unsigned k = 0; k < tournaments; k++) {
        uint64_t count[6][5] = {{0}};
        alea__pair_result pair[6];
        const alea__pair_results results = all_pairs(4, pair);
        double law[6][5];
        bool wrong = false;
        for (int i = 0; i < 6; i++) {
            pair_law(0.5, 0.5, law[i]); /* half of the pairs of games are shared */
            const double mean = 1 / (1 + pow(10, (elo[pair[i].b] - elo[pair[i].a]) / 400));
            const double tilt = (mean - 0.5) * 2; /* moves both-lost to both-won */
            law[i][4] += tilt / 2;
            law[i][0] -= tilt / 2;
            assert_near(law_mean(law[i]), mean, 1e-12);
            play_units(law[i], block, &random, count[i]);
            s.games += 2.0 * block / tournaments;
        }
        for (unsigned look = 0; look < looks; look++) {
            for (int i = 0; i < 6; i++) pair[i] = pair_of_counts(pair[i].a, pair[i].b, count[i]);
            alea__allocation a = allocate(&results, settings);
            for (int i = 0; i < 3; i++) wrong |= is_wrong(&a.neighbours[i], elo, settings->tie);
            const uint32_t next = a.next, undecided = a.undecided;
            alea__allocation_free(&a);
            s.certain += undecided == 0;
            if (undecided == 0) break;
            play_units(law[next], block, &random, count[next]);
            s.games += 2.0 * block / tournaments;
        }
        s.wrong += wrong;
    }
    return s;
}

static void rankings_that_are_called_certain_are_right(void **state)
{
    (void)state;
    static const struct {
        double elo[4], tie;
        double certain; /* the least share of tournaments that stop in time */
    } fields[] = {
        {{0, 0, 0, 0}, 0, 0}, /* every separation would be wrong */
        {{40, 40, 0, 0}, 0, 0},   {{80, 50, 20, 0}, 0, 0.9}, {{60, 60, 0, 0}, 30, 0.9}, /* ties of equals */
        {{31, 0, 0, -31}, 30, 0},                                                       /* just no ties */
    };
    const unsigned tournaments = getenv("ALEA_SOAK") ? 2000 : is_sanitized() ? 20 : 200;
    for (size_t k = 0; k < sizeof fields / sizeof *fields; k++) {
        const alea__allocation_settings settings = {
            .confidence = 0.9, .tie = fields[k].tie, .block_games = 100};
        const stopped s = play_tournaments(fields[k].elo, &settings, tournaments, 200);
        print_message("field %zu: certain %.3f, wrong %.4f, games %.0f\n", k, (double)s.certain / tournaments,
                      (double)s.wrong / tournaments, s.games);
        assert_that((double)s.wrong / tournaments, <=, 0.1);
        assert_that((double)s.certain / tournaments, >=, fields[k].certain);
    }
}

/* ---- forecasts ---- */

static void forecasts_come_true(void **state)
{
    (void)state;
    uint64_t random = 4;
    alea__pair_result pair[15];
    alea__pair_results results = expected_field(&random, false, pair);
    for (uint32_t k = 0; k < results.count; k++) {
        pair[k].games /= 100;
        pair[k].units /= 100;
        pair[k].variance *= 100;
    }
    const alea__allocation_settings settings = {.confidence = 0.95, .tie = 0, .block_games = 5000};
    alea__forecast f;
    OK(alea__forecast_games(&results, &settings, 5000.0 * 64, &f, &test_error));
    assert_that(f.undecided_now, >, 0);
    /* The same by hand, with the same means and portions. */
    double played = 0;
    alea__allocation a = allocate(&results, &settings);
    assert_int_equal(a.undecided, f.undecided_now);
    while (a.next < results.count && played < 5000.0 * 64) {
        alea__pair_result *p = &pair[a.next];
        const double games = p->games + settings.block_games;
        p->variance = p->games > 0 ? p->variance * p->games / games : p->mean * (1 - p->mean) / games;
        p->games = games;
        p->units = games / 2;
        played += settings.block_games;
        alea__allocation_free(&a);
        a = allocate(&results, &settings);
    }
    double widest = 0;
    for (uint32_t k = 0; k < 5; k++) widest = fmax(widest, a.neighbours[k].error);
    assert_int_equal(a.undecided, f.undecided_then);
    assert_near(f.widest_then, widest, 0.02 * widest);
    assert_that(f.widest_then, <, f.widest_now);
    if (a.undecided == 0)
        assert_near(f.games_to_certainty, played, 5000 * 3);
    else
        assert_true(f.games_to_certainty == INFINITY);
    alea__allocation_free(&a);
}

/* ---- degenerate fields, input, memory ---- */

static void one_entrant_is_certain(void **state)
{
    (void)state;
    const alea__pair_results results = {.entrants = 1};
    const alea__allocation_settings settings = ALEA__ALLOCATION_SETTINGS;
    alea__allocation a = allocate(&results, &settings);
    assert_int_equal(a.undecided, 0);
    assert_int_equal(a.next, 0);
    assert_int_equal(a.ranking[0], 0);
    alea__allocation_free(&a);
    alea__forecast f;
    OK(alea__forecast_games(&results, &settings, 1e6, &f, &test_error));
    assert_true(f.undecided_then == 0 && f.games_to_certainty == 0);
}

/* Who wins everything is separated after a few hundred games. */
static void winning_everything_is_enough(void **state)
{
    (void)state;
    const alea__allocation_settings settings = ALEA__ALLOCATION_SETTINGS;
    unsigned units = 1;
    for (;; units *= 2) {
        const alea__pair_result pair = {0, 1, 2.0 * units, 1, 0, units, 0};
        const alea__pair_results results = {2, 1, &pair, NULL, false};
        alea__allocation a = allocate(&results, &settings);
        const bool certain = a.undecided == 0;
        alea__allocation_free(&a);
        if (certain) break;
        assert_that(units, <, 1000);
    }
    assert_that(units, >, 4);
}

static void wrong_settings_are_refused(void **state)
{
    (void)state;
    const alea__pair_results results = {.entrants = 1}, none = {0};
    static const alea__allocation_settings wrong[] = {{0.2, 0, 1, 0},   {1, 0, 1, 0},   {0.9, -1, 1, 0},
                                                      {0.9, NAN, 1, 0}, {0.9, 0, 0, 0}, {0.9, 0, NAN, 0}};
    const alea__allocation_settings right = ALEA__ALLOCATION_SETTINGS;
    alea__allocation a;
    alea__forecast f;
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++)
        assert_int_equal(alea__allocate(&results, &wrong[k], &a, &test_error), ALEA_E_RANGE);
    assert_int_equal(alea__allocate(&none, &right, &a, &test_error), ALEA_E_RANGE);
    const double tables = 0;
    const alea__pair_results of_three = {.entrants = 1, .slope_variance = &tables};
    assert_int_equal(alea__allocate(&of_three, &right, &a, &test_error), ALEA_E_REFUSED);
    assert_int_equal(alea__forecast_games(&results, &right, 0, &f, &test_error), ALEA_E_RANGE);
    assert_int_equal(alea__forecast_games(&results, &right, NAN, &f, &test_error), ALEA_E_RANGE);
}

static void memory_that_runs_out_is_reported(void **state)
{
    (void)state;
    const alea__pair_result pair = {0, 1, 100, 0.6, 0.001, 50, 0};
    const alea__pair_results results = {2, 1, &pair, NULL, false};
    const alea__allocation_settings settings = ALEA__ALLOCATION_SETTINGS;
    alea__forecast f;
    alea_status status = ALEA_E_MEMORY;
    for (long k = 0; status != ALEA_OK; k++)
        status = with_allocations(k, alea__forecast_games(&results, &settings, 1e4, &f, &test_error));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bounds_hold_at_all_looks),
        cmocka_unit_test(bounds_are_those_of_robbins),
        cmocka_unit_test(the_next_pair_is_the_one_that_a_new_fit_would_choose),
        cmocka_unit_test(groups_are_connected_first),
        cmocka_unit_test(exact_pairs_are_never_chosen),
        cmocka_unit_test(rankings_that_are_called_certain_are_right),
        cmocka_unit_test(forecasts_come_true),
        cmocka_unit_test(one_entrant_is_certain),
        cmocka_unit_test(winning_everything_is_enough),
        cmocka_unit_test(wrong_settings_are_refused),
        cmocka_unit_test(memory_that_runs_out_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
