/* The distribution of points by number of dice, in doubles; the error of sums over it; and whether rolls simply add up. */
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "family/hog/turn/positions.h"

#include <math.h>
#include <stdlib.h>

static const double unit_roundoff = 0x1p-53;

enum { LONGEST_GAP = 1 /* zeros that a run may have inside */ };

/* The run that begins at the first points from `at` on that occur; false past the last. */
static bool find_run(const hog_odds *odds, uint32_t at, hog_run *out)
{
    while (at <= odds->most && odds->weight[at] == 0) at++;
    if (at > odds->most) return false;
    uint32_t last = at;
    for (uint32_t i = at; i <= odds->most && i <= last + LONGEST_GAP + 1; i++)
        if (odds->weight[i] > 0) last = i;
    *out = (hog_run){.first = at, .count = last - at + 1};
    return true;
}

static int longest_first(const void *a, const void *b)
{
    const hog_run *x = a, *y = b;
    if (x->count != y->count) return x->count > y->count ? -1 : 1;
    return x->first < y->first ? -1 : x->first > y->first;
}

/* The runs of points of each number of dice and their chances, the longest run first. */
static alea_status make_runs(hog_graph *g, alea_error *error)
{
    uint32_t runs = 0, chances = 0;
    hog_run run;
    for (uint32_t n = 1; n <= g->dice; n++)
        for (uint32_t at = 0; find_run(hog_odds_of(g->game, 0, n), at, &run); at = run.first + run.count) {
            runs++;
            chances += hog_padded(run.count);
        }
    g->run = alea__own(&g->owned, alea__alloc_array(runs, sizeof *g->run));
    g->chance = alea__own(&g->owned, alea__alloc_aligned(64, chances * sizeof *g->chance));
    if (!g->run || !g->chance) return alea__out_of_memory(error);
    runs = chances = 0;
    for (uint32_t n = 1; n <= g->dice; n++) {
        const hog_odds *odds = hog_odds_of(g->game, 0, n);
        hog_dice *roll = &g->roll[n];
        double all = 0;
        roll->run = g->run + runs;
        for (uint32_t at = 0; find_run(odds, at, &g->run[runs]);
             at = g->run[runs - 1].first + g->run[runs - 1].count) {
            hog_run *filled = &g->run[runs++];
            double *chance = g->chance + chances;
            for (uint32_t i = 0; i < filled->count; i++) { /* both exact: below 2^53 */
                chance[i] = (double)odds->weight[filled->first + i] / (double)odds->denominator;
                all += chance[i];
            }
            filled->chance = chance;
            chances += hog_padded(filled->count);
            roll->runs++;
        }
        ALEA_ASSERT(fabs(all - 1) < 1e-12);
        qsort(g->run + runs - roll->runs, roll->runs, sizeof *g->run, longest_first);
    }
    return ALEA_OK;
}

/* See hog_error. */
static void bound_errors(hog_graph *g)
{
    g->roll[0].error = 6 * unit_roundoff;
    g->drift = g->roll[0].error; /* no dice: at least a point */
    for (uint32_t n = 1; n <= g->dice; n++) {
        uint32_t terms = 0;
        for (uint32_t r = 0; r < g->roll[n].runs; r++) terms += hog_padded(g->roll[n].run[r].count);
        g->roll[n].error = (terms + 6) * unit_roundoff;
        double drift = g->roll[n].error / hog_mean_points(hog_odds_of(g->game, 0, n)) * 1.000001;
        if (drift > g->drift) g->drift = drift;
    }
}

/* Whether rolls without a 1 count as their sum, and the others all the same: checked number by number. `ways` of one die fewer
   become those of one more. */
static alea_status roll_find_sums(hog_graph *g, alea_error *error)
{
    const hog_rules *rules = &g->game->rules;
    const uint32_t sides = rules->set[0].sides;
    uint64_t *ways = alea__alloc_array(HOG_MOST_POINTS + 1, sizeof *ways), plain = 1, all = 1;
    if (!ways) return alea__out_of_memory(error);
    ways[0] = 1;
    g->pig = rules->set[0].points[rules->set[0].first[1]]; /* of a single die that shows 1 */
    g->adds_up = (uint64_t)g->dice * sides <= HOG_MOST_POINTS;
    for (uint32_t n = 1; n <= g->dice && g->adds_up; n++) {
        plain *= sides - 1;
        all *= sides;
        for (uint32_t points = HOG_MOST_POINTS + 1; points-- > 0;) {
            uint64_t sum = 0;
            for (uint32_t face = 2; face <= sides && face <= points; face++) sum += ways[points - face];
            ways[points] = sum;
            if (hog_odds_of(g->game, 0, n)->weight[points] != sum + (points == g->pig ? all - plain : 0))
                g->adds_up = false;
        }
    }
    alea__free(ways);
    return ALEA_OK;
}

/* The same for games beyond the kernels: chances are of all sets of dice, a mean over all numbers of dice and what idle turns add
   cost no more than the spare (solve/sweep_plain.c). */
static void bound_plain_errors(hog_graph *g)
{
    const double spare = (g->game->rules.idles ? 64 : 16) * unit_roundoff;
    g->roll[0].error = 6 * unit_roundoff;
    g->drift = g->roll[0].error + spare;
    for (uint32_t set = 0; set < g->game->rules.sets; set++)
        for (uint32_t n = 1; n <= g->dice; n++) {
            const hog_odds *odds = hog_odds_of(g->game, set, n);
            const double error = (odds->most - odds->least + 1 + 6) * unit_roundoff;
            g->roll[n].error = fmax(g->roll[n].error, error);
            g->drift = fmax(g->drift, (error + spare) / hog_mean_points(odds) * 1.000001);
        }
}

alea_status hog_make_odds(hog_graph *g, alea_error *error)
{
    if (g->plain) {
        bound_plain_errors(g);
        return ALEA_OK;
    }
    alea_status status = make_runs(g, error);
    if (status == ALEA_OK) bound_errors(g);
    return status == ALEA_OK ? roll_find_sums(g, error) : status;
}
