#ifndef TESTS_RATING_TEST_H
#define TESTS_RATING_TEST_H
/* Shared by the tests of this room: random numbers, and fields with known exact results. */
#include "base/random.h"
#include "rating/bradley_terry.h"
#include "rating/lineup_moments.h"
#include "rating/moments.h"
#include "support/test.h"

/* Between 0 and 1. */
HELPER double random_part(uint64_t *state)
{
    return ((double)(alea__mix_next(state) >> 11) + 0.5) * 0x1p-53;
}

/* All pairs of `entrants`, which have not met; pair[] has room for them. */
HELPER alea__pair_results all_pairs(uint32_t entrants, alea__pair_result *pair)
{
    uint32_t count = 0;
    for (uint32_t a = 0; a < entrants; a++)
        for (uint32_t b = a + 1; b < entrants; b++) pair[count++] = (alea__pair_result){.a = a, .b = b};
    return (alea__pair_results){.entrants = entrants, .count = count, .pair = pair};
}

/* The result of pairs of games that share their dice, a in either seat once: count[k] units in which a scored k / 2 points of
   2. The sums are whole numbers of quarter points and their squares, so they are exact. */
HELPER alea__pair_result pair_of_counts(uint32_t a, uint32_t b, const uint64_t count[5])
{
    uint64_t units = 0, quarters = 0, squares = 0;
    for (uint64_t k = 0; k < 5; k++) {
        units += count[k];
        quarters += k * count[k];
        squares += k * k * count[k];
    }
    const double n = (double)units;
    alea__pair_result p = {.a = a, .b = b, .games = 2 * n, .units = n};
    if (units == 0) return p;
    p.mean = (double)quarters / (4 * n);
    const double spread = ((double)squares - (double)quarters * ((double)quarters / n)) / 16;
    if (units > 1 && spread > 0) p.variance = spread / (n * (n - 1));
    return p;
}

/* An exact result that counts as this many games in a fit. */
HELPER alea__pair_result pair_exact(uint32_t a, uint32_t b, double games, double mean)
{
    return (alea__pair_result){.a = a, .b = b, .games = games, .mean = mean};
}

/* Adds a number to the moments (Welford, Technometrics 4, 1962). */
HELPER void moments_add(alea__moments *m, double value)
{
    const double before = value - m->mean;
    m->units++;
    m->mean += before / (double)m->units;
    m->squares += before * (value - m->mean);
}

/* Adds a unit: net[seat] for each seat. */
HELPER void lineup_moments_add(alea__lineup_moments *m, const double *net)
{
    double before[ALEA__LINEUP_SEATS];
    m->units++;
    for (uint32_t i = 0; i < m->seats; i++) {
        before[i] = net[i] - m->mean[i];
        m->mean[i] += before[i] / (double)m->units;
    }
    const double part = (double)(m->units - 1) / (double)m->units;
    for (uint32_t i = 0; i < m->seats; i++)
        for (uint32_t j = 0; j < m->seats; j++) m->products[i][j] += before[i] * before[j] * part;
}

/* The distribution of half points in two games with the same dice, with a first in one of them. `mean` is a's mean score in
   both games together; `shared`, 0 … 1, is how often the dice decide, so that each wins one game. */
HELPER void pair_law(double mean, double shared, double law[5])
{
    const double p = mean;
    law[0] = (1 - p) * (1 - p) * (1 - shared);
    law[4] = p * p * (1 - shared);
    law[1] = law[3] = 0;
    law[2] = 1 - law[0] - law[4];
}

/* The mean score per game of that law. */
HELPER double law_mean(const double law[5])
{
    double mean = 0;
    for (int k = 0; k < 5; k++) mean += k * law[k] / 4;
    return mean;
}

/* Adds `units` pairs of games. */
HELPER void play_units(const double law[5], unsigned units, uint64_t *random, uint64_t count[5])
{
    for (unsigned k = 0; k < units; k++) {
        double at = random_part(random);
        int result = 0;
        while (result < 4 && at >= law[result]) at -= law[result++];
        count[result]++;
    }
}

/* Rates with 95 %, without an anchor. */
HELPER alea__ratings rate(const alea__pair_results *results)
{
    const alea__rating_settings settings = ALEA__RATING_SETTINGS;
    alea__ratings ratings;
    OK(alea__rate(results, &settings, &ratings, &test_error));
    return ratings;
}
#endif
