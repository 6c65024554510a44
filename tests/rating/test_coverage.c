/* Do 95 % intervals contain what they should in 95 % of simulated tournaments? What they should contain is the fit to the exact means
   with the same games, in fields that the model fits and in fields that it does not. */
#include "rating/lineup_moments.h"
#include "rating/rating_test.h"

enum { ENTRANTS = 6, PAIRS = 15 };

typedef struct coverage_field {
    double law[PAIRS][5]; /* of each pair */
    unsigned units[PAIRS];
} coverage_field;

/* A random field: strengths within 300 Elo of 0; with `cyclic` each pair's mean is moved by up to 0.15 besides. `least` to twice that many
   units a pair. */
static coverage_field make_field(uint64_t *random, bool cyclic, unsigned least)
{
    coverage_field f;
    double elo[ENTRANTS];
    for (int i = 0; i < ENTRANTS; i++) elo[i] = 600 * random_part(random) - 300;
    int k = 0;
    for (int a = 0; a < ENTRANTS; a++)
        for (int b = a + 1; b < ENTRANTS; b++) {
            double mean = 1 / (1 + pow(10, (elo[b] - elo[a]) / 400));
            if (cyclic) mean += 0.3 * random_part(random) - 0.15;
            mean = fmin(fmax(mean, 0.02), 0.98);
            pair_law(mean, 0.6 * random_part(random), f.law[k]);
            f.units[k++] = least + (unsigned)(least * random_part(random));
        }
    return f;
}

/* The results of a tournament in the field; with `exact` the means themselves, with as many games. */
static alea__pair_results play_field(const coverage_field *f, bool exact, uint64_t *random,
                                     alea__pair_result *pair)
{
    alea__pair_results results = all_pairs(ENTRANTS, pair);
    for (uint32_t k = 0; k < PAIRS; k++) {
        uint64_t count[5] = {0};
        if (!exact) play_units(f->law[k], f->units[k], random, count);
        pair[k] = exact ? pair_exact(pair[k].a, pair[k].b, 2.0 * f->units[k], law_mean(f->law[k]))
                        : pair_of_counts(pair[k].a, pair[k].b, count);
    }
    return results;
}

/* The share of ratings, and of differences of neighbours in number, whose interval contains the fit to the exact means. */
static double coverage(unsigned tournaments, bool cyclic, unsigned least, uint64_t seed)
{
    uint64_t random = seed;
    unsigned inside = 0, all = 0;
    for (unsigned k = 0; k < tournaments; k++) {
        const coverage_field f = make_field(&random, cyclic, least);
        alea__pair_result exact[PAIRS], played[PAIRS];
        const alea__pair_results exactly = play_field(&f, true, &random, exact);
        const alea__pair_results results = play_field(&f, false, &random, played);
        alea__ratings truth = rate(&exactly), t = rate(&results);
        for (uint32_t i = 0; i < ENTRANTS; i++, all += 2) {
            inside +=
                t.rating[i].lower <= truth.rating[i].rating && truth.rating[i].rating <= t.rating[i].upper;
            const uint32_t j = (i + 1) % ENTRANTS;
            const double apart = truth.rating[i].rating - truth.rating[j].rating;
            const alea__rating_difference d = alea__rating_compare(&results, &t, i, j, 0.95);
            inside += d.lower <= apart && apart <= d.upper;
        }
        alea__ratings_free(&truth);
        alea__ratings_free(&t);
    }
    return (double)inside / all;
}

static void check_coverage(bool cyclic)
{
    const bool soak = getenv("ALEA_SOAK") != NULL;
    static const unsigned least[] = {10, 30, 200};
    for (int k = 0; k < 3; k++) {
        const double share = coverage(soak ? 20000 : 2000, cyclic, least[k], 11 + k);
        print_message("%s, from %u units a pair: %.4f\n", cyclic ? "cyclic" : "transitive", least[k], share);
        assert_near(share, 0.95, soak ? 0.006 : 0.015);
    }
}

static void intervals_cover_transitive_fields(void **state)
{
    (void)state;
    check_coverage(false);
}

static void intervals_cover_fields_in_which_strength_runs_in_circles(void **state)
{
    (void)state;
    check_coverage(true);
}

/* ---- tables of three ---- */

/* In a game of three one wins against both others, who tie. Entrant i wins with probability weight[i] / sum, so the mean of a pair at a
   table is known. Each of the ten tables of five entrants plays `units` games. */
enum { FIVE = 5, TABLES = 10 };

typedef struct table_field {
    double weight[FIVE];
    unsigned units;
} table_field;

/* Plays the games, or takes exact means (random is NULL), and fills pairs and variance. */
static alea__pair_results play_tables(const table_field *f, uint64_t *random, alea__pair_result *pair,
                                      double *variance)
{
    alea__pair_results results = all_pairs(FIVE, pair);
    results.slope_variance = variance;
    for (int i = 0; i < FIVE * FIVE; i++) variance[i] = 0;
    double points[FIVE][FIVE] = {{0}}, squares[FIVE][FIVE] = {{0}};
    for (uint32_t a = 0; a < FIVE; a++)
        for (uint32_t b = a + 1; b < FIVE; b++)
            for (uint32_t c = b + 1; c < FIVE; c++) {
                const uint32_t lineup[3] = {a, b, c};
                const double sum = f->weight[a] + f->weight[b] + f->weight[c];
                alea__lineup_moments first = {.seats = 3};
                for (unsigned game = 0; game < f->units; game++) {
                    const double at = random ? random_part(random) * sum : 0;
                    const int winner = at < f->weight[a] ? 0 : at < f->weight[a] + f->weight[b] ? 1 : 2;
                    double net[3] = {0.5, 0.5, 0.5}; /* a tie with the other, lost to the winner */
                    net[winner] = 2;
                    lineup_moments_add(&first, net);
                    for (int i = 0; i < 3; i++)
                        for (int j = 0; j < 3; j++) {
                            const double exact =
                                0.5 + (f->weight[lineup[i]] - f->weight[lineup[j]]) / sum / 2;
                            const double score = !random ? exact : i == winner ? 1 : j == winner ? 0 : 0.5;
                            points[lineup[i]][lineup[j]] += score;
                            squares[lineup[i]][lineup[j]] += score * score;
                        }
                }
                if (random) alea__slope_variance_add(variance, FIVE, lineup, &first);
            }
    for (uint32_t k = 0; k < TABLES; k++) { /* each pair sits at three tables */
        pair[k].games = 3.0 * f->units;
        pair[k].mean = points[pair[k].a][pair[k].b] / pair[k].games;
        pair[k].variance = squares[pair[k].a][pair[k].b] / pair[k].games - pair[k].mean * pair[k].mean;
        pair[k].variance = random ? pair[k].variance / pair[k].games : 0; /* of each pair by itself */
    }
    return results;
}

/* The share of intervals of ratings that contain the fit to the exact means. */
static void intervals_cover_games_of_three(void **state)
{
    (void)state;
    const unsigned tournaments = getenv("ALEA_SOAK") ? 20000 : 2000;
    uint64_t random = 21;
    unsigned inside = 0, pairs_inside = 0;
    for (unsigned k = 0; k < tournaments; k++) {
        table_field f = {.units = 40 + (unsigned)(60 * random_part(&random))};
        for (int i = 0; i < FIVE; i++) f.weight[i] = exp(1.5 * random_part(&random));
        alea__pair_result exact[TABLES], played[TABLES];
        double none[FIVE * FIVE], variance[FIVE * FIVE];
        const alea__pair_results exactly = play_tables(&f, NULL, exact, none);
        alea__pair_results results = play_tables(&f, &random, played, variance);
        alea__ratings truth = rate(&exactly), t = rate(&results);
        results.slope_variance = NULL; /* as if pairs were independent */
        alea__ratings pairs = rate(&results);
        for (uint32_t i = 0; i < FIVE; i++) {
            const double rating = truth.rating[i].rating;
            assert_true(truth.rating[i].error == 0);
            inside += t.rating[i].lower <= rating && rating <= t.rating[i].upper;
            pairs_inside += pairs.rating[i].lower <= rating && rating <= pairs.rating[i].upper;
        }
        alea__ratings_free(&truth);
        alea__ratings_free(&t);
        alea__ratings_free(&pairs);
    }
    const double share = (double)inside / (FIVE * tournaments),
                 wrong = (double)pairs_inside / (FIVE * tournaments);
    print_message("games of three: %.4f; as if pairs were independent: %.4f\n", share, wrong);
    assert_near(share, 0.95, tournaments > 2000 ? 0.006 : 0.015);
    assert_that(fabs(wrong - 0.95), >, 0.02);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(intervals_cover_transitive_fields),
        cmocka_unit_test(intervals_cover_fields_in_which_strength_runs_in_circles),
        cmocka_unit_test(intervals_cover_games_of_three),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
