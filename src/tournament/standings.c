/* The ranking: ratings with intervals, pairs, cycles, and what more games would change. */
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "rating/cycles.h"
#include "rating/elementary.h"
#include "rating/lineup_moments.h"
#include "tournament/group_sums.h"
#include "tournament/tournament.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FORECAST = 1000000 }; /* games */

/* ---- pairs ------------------------------------------------------------------------------------------------------- */

/* What two bots have done against each other in one lineup, by their places in it. */
static alea_tournament_pair standings_pair_of_lineup(const alea__unit_result *r, unsigned i, unsigned j,
                                                     double *variance)
{
    alea_tournament_pair p = {.games = r->games};
    const alea__moments m = alea__group_difference(r, i, j);
    p.rate = 0.5 + m.mean / 2;
    *variance = alea__moments_mean_variance(&m) / 4;
    if (*variance == 0 &&
        r->games > 0) { /* all groups are alike: as if one more game of each kind had been played */
        const double n = (double)r->games + 2, share = (p.rate * (double)r->games + 1) / n;
        *variance = share * (1 - share) / n;
    }
    const alea__moments dollars = alea__group_dollars(r, i);
    p.money = dollars.mean;
    p.money_se = sqrt(alea__moments_mean_variance(&dollars));
    return p;
}

/* The exact result of the two bots of a lineup. */
static alea_tournament_pair standings_exact_pair(const alea__unit_result *r)
{
    alea_tournament_pair p = {.exact = true};
    p.lower = fmax(0, (1 + r->win[0] - r->loss[1]) / 2 - 0x1p-53); /* three roundings of numbers up to 2 */
    p.upper = fmin(1, (1 + r->win[1] - r->loss[0]) / 2 + 0x1p-53);
    /* Bounds that hold 0 or 1 are those of a bot that wins nothing or everything, as far as one can tell. */
    p.rate = p.lower <= 0 ? 0 : p.upper >= 1 ? 1 : (p.lower + p.upper) / 2;
    p.money = (r->dollars[0] + r->dollars[1]) / 2;
    return p;
}

/* What is known about two bots: the sum over the lineups that have both, weighted by games. */
typedef struct pair_sum {
    double games, groups, rate, variance, money, money_variance;
    bool met, exact;
    alea_tournament_pair result; /* if exact */
} pair_sum;

/* Adds what two bots, by their places, did in one lineup's games. */
static void pair_sum_add(pair_sum *s, const alea__unit_result *r, unsigned i, unsigned j)
{
    double variance;
    const alea_tournament_pair p = standings_pair_of_lineup(r, i, j, &variance);
    const double games = (double)r->games;
    s->met = true;
    s->games += games;
    s->groups += (double)r->groups;
    s->rate += games * p.rate;
    s->variance += games * games * variance;
    s->money += games * p.money;
    s->money_variance += games * games * p.money_se * p.money_se;
}

/* Adds up all lineups, into sums[a * bots + b] for a < b. NULL: no memory. */
static pair_sum *standings_sum_pairs(const alea__tournament *t)
{
    const unsigned players = t->game->players;
    pair_sum *sums = alea__alloc_array((size_t)t->count * t->count, sizeof *sums);
    for (uint32_t l = 0; sums && l < t->lineups; l++) {
        const uint32_t *entrant = t->lineup[l].entrant;
        for (unsigned i = 0; i < players; i++)
            for (unsigned j = i + 1; j < players; j++) {
                pair_sum *s = &sums[(size_t)entrant[i] * t->count + entrant[j]];
                if (t->total[l].units == 0) continue;
                if (t->lineup[l].method == ALEA__UNIT_EXACT)
                    *s = (pair_sum){
                        .met = true, .exact = true, .result = standings_exact_pair(&t->total[l].sum)};
                else
                    pair_sum_add(s, &t->total[l].sum, i, j);
            }
    }
    return sums;
}

/* Makes the list of pairs. Where games were played, `lower` and `upper` are an interval of the confidence asked for. */
static alea_tournament_pair standings_pair(const alea__tournament *t, const pair_sum *s, double *units)
{
    alea_tournament_pair p = s->result;
    *units = s->groups;
    if (s->exact) return p;
    ALEA_ASSERT(s->games > 0);
    p.games = (uint64_t)s->games;
    p.rate = fmin(1, fmax(0, s->rate / s->games)); /* adjusted for luck it may lie slightly outside */
    p.rate_se = sqrt(s->variance) / s->games;
    p.money = s->money / s->games;
    p.money_se = sqrt(s->money_variance) / s->games;
    const double tail = (1 - t->options.confidence) / 2;
    const double reach = s->groups > 1 ? alea__student_point(tail, s->groups - 1) * p.rate_se : 1;
    p.lower = fmax(0, p.rate - reach);
    p.upper = fmin(1, p.rate + reach);
    return p;
}

/* In games for two each pair counts alike for ratings, whatever was played, so that a field without a clear order has the same
   ratings however games were spread. In games for more, pairs count by their games, as the errors of whole tables do. */
static void pairs_fill(const alea__tournament *t, const pair_sum *sums, alea_tournament_pair *pair,
                       alea__pair_result *rated, uint32_t *count)
{
    double games = 0, played = 0;
    for (unsigned a = 0; a < t->count; a++)
        for (unsigned b = a + 1; b < t->count; b++) {
            const pair_sum *s = &sums[(size_t)a * t->count + b];
            double units;
            if (!s->met) continue;
            alea_tournament_pair p = standings_pair(t, s, &units);
            p.a = a;
            p.b = b;
            rated[*count] = (alea__pair_result){.a = a,
                                                .b = b,
                                                .games = s->games,
                                                .mean = p.rate,
                                                .variance = p.rate_se * p.rate_se,
                                                .units = units};
            pair[(*count)++] = p;
            games += s->games;
            played += !p.exact;
        }
    const double weight = played > 0 ? games / played : (double)ALEA__BLOCK;
    for (uint32_t i = 0; i < *count && t->game->players == 2; i++) {
        rated[i].played = rated[i].games;
        rated[i].games = weight;
    }
}

/* What a lineup's groups say of the errors of ratings. A bot's net score in a game is the sum of its scores against all others at
   the table: with k players and wins w it is a constant and (k w - the sum of all w) / 2. */
static void pairs_add_table(const alea__tournament *t, uint32_t lineup, double *variance)
{
    const alea__unit_result *r = &t->total[lineup].sum;
    const unsigned k = t->game->players;
    const double groups = (double)r->groups, half = groups > 0 ? (double)r->games / groups / 2 : 0;
    alea__lineup_moments moments = {.seats = k, .units = r->groups};
    double deviation[ALEA_MAX_SEATS][ALEA_MAX_SEATS], row[ALEA_MAX_SEATS] = {0}, all = 0;
    if (r->groups < 2) return;
    for (unsigned i = 0; i < k; i++)
        for (unsigned j = 0; j < k; j++) {
            deviation[i][j] = r->value_products[i][j] - r->value[i] * (r->value[j] / groups);
            row[i] += deviation[i][j];
            all += deviation[i][j];
        }
    for (unsigned i = 0; i < k; i++)
        for (unsigned j = 0; j < k; j++)
            moments.products[i][j] = half * half * (k * (k * deviation[i][j] - row[i] - row[j]) + all);
    alea__slope_variance_add(variance, t->count, t->lineup[lineup].entrant, &moments);
}

/* Sets `apart`. */
static alea_status pairs_take_apart(alea__tournament_pairs *p, alea_error *error)
{
    alea__ratings whole, apart;
    const alea__rating_settings how = ALEA__RATING_SETTINGS;
    const size_t size = p->rated.count * sizeof *p->rated.pair;
    alea__pair_result *wider = alea__alloc(size + 1);
    if (!wider) return alea__out_of_memory(error);
    if (size > 0) memcpy(wider, p->rated.pair, size);
    p->apart = (alea__pair_results){.entrants = p->rated.entrants, .count = p->rated.count, .pair = wider};
    alea_status status = alea__rate(&p->rated, &how, &whole, error);
    if (status != ALEA_OK) return status;
    status = alea__rate(&p->apart, &how, &apart, error);
    if (status == ALEA_OK) {
        double factor = 1;
        for (uint32_t i = 0; i < p->rated.entrants; i++) {
            const double error_apart = apart.rating[i].error, error_whole = whole.rating[i].error;
            if (isfinite(error_whole) && error_apart > 0)
                factor = fmax(factor, error_whole / error_apart * (error_whole / error_apart));
        }
        for (uint32_t i = 0; i < p->apart.count; i++) wider[i].variance *= factor;
        alea__ratings_free(&apart);
    }
    alea__ratings_free(&whole);
    return status;
}

void alea__tournament_pairs_free(alea__tournament_pairs *p)
{
    if (p->apart.pair != p->rated.pair) alea__free((void *)(uintptr_t)p->apart.pair);
    alea__free(p->pair);
    alea__free((void *)(uintptr_t)p->rated.pair);
    alea__free((void *)(uintptr_t)p->rated.slope_variance);
    *p = (alea__tournament_pairs){0};
}

alea_status alea__tournament_pairs_make(const alea__tournament *t, alea__tournament_pairs *out,
                                        alea_error *error)
{
    const bool tables = t->game->players > 2;
    const size_t most = (size_t)t->count * (t->count - 1) / 2;
    pair_sum *sums = standings_sum_pairs(t);
    alea_tournament_pair *pair = alea__alloc_array(most, sizeof *pair);
    alea__pair_result *rated = alea__alloc_array(most, sizeof *rated);
    double *variance = tables ? alea__alloc_array((size_t)t->count * t->count, sizeof *variance) : NULL;
    uint32_t count = 0;
    const bool enough = sums && pair && rated && (variance || !tables);
    if (enough) pairs_fill(t, sums, pair, rated, &count);
    for (uint32_t i = 0; enough && tables && i < t->lineups; i++) pairs_add_table(t, i, variance);
    alea__free(sums);
    *out = (alea__tournament_pairs){.pair = pair, .rated = {t->count, count, rated, variance}};
    out->apart = out->rated;
    alea_status status = enough ? ALEA_OK : alea__out_of_memory(error);
    if (status == ALEA_OK && tables) status = pairs_take_apart(out, error);
    if (status != ALEA_OK) alea__tournament_pairs_free(out);
    return status;
}

/* ---- bots --------------------------------------------------------------------------------------------------------- */

/* What a bot did in all its lineups. */
static void standings_count(const alea__tournament *t, alea_tournament_standing *of_bot)
{
    for (uint32_t l = 0; l < t->lineups; l++)
        for (unsigned i = 0; i < t->game->players; i++) {
            const alea__unit_result *r = &t->total[l].sum;
            alea_tournament_standing *s = &of_bot[t->lineup[l].entrant[i]];
            s->games += r->games;
            s->wins += r->wins[i];
            s->forfeits += r->forfeits[i];
            s->decisions += r->decisions[i];
            s->fuel += (double)r->fuel[i];
        }
    for (unsigned b = 0; b < t->count; b++)
        if (of_bot[b].decisions > 0) of_bot[b].fuel /= (double)of_bot[b].decisions;
}

/* The mean over the opponents of each bot, and its error. */
static void standings_average(const alea__tournament_pairs *pairs, unsigned count,
                              alea_tournament_standing *of_bot)
{
    double met[ALEA_TOURNAMENT_BOTS] = {0};
    for (uint32_t i = 0; i < pairs->rated.count; i++) {
        const alea_tournament_pair *p = &pairs->pair[i];
        for (unsigned side = 0; side < 2; side++) {
            alea_tournament_standing *s = &of_bot[side ? p->b : p->a];
            met[side ? p->b : p->a]++;
            s->rate += side ? 1 - p->rate : p->rate;
            s->rate_se += p->rate_se * p->rate_se;
            s->money += side ? -p->money : p->money;
            s->money_se += p->money_se * p->money_se;
        }
    }
    for (unsigned b = 0; b < count; b++) {
        const double n = met[b] > 0 ? met[b] : NAN;
        of_bot[b].rate /= n;
        of_bot[b].money /= n;
        of_bot[b].rate_se = sqrt(of_bot[b].rate_se) / n;
        of_bot[b].money_se = sqrt(of_bot[b].money_se) / n;
    }
}

alea_purity alea__tournament_purity(const alea__tournament *t, unsigned bot)
{
    if (t->bots[bot]->policy) return ALEA_PURITY_UNKNOWN;
    if (alea_bot_purity(t->bots[bot]) == ALEA_DECLARED_PURE) return ALEA_DECLARED_PURE;
    for (uint32_t l = 0; l < t->lineups; l++)
        if (t->lineup[l].method == ALEA__UNIT_EXACT && t->total[l].units > 0 &&
            (t->lineup[l].entrant[0] == bot || t->lineup[l].entrant[1] == bot))
            return ALEA_TESTED_PURE;
    return ALEA_PURITY_UNKNOWN;
}

/* What is known of a bot without its pairs. */
static void standings_describe(const alea__tournament *t, unsigned bot, alea_tournament_standing *s)
{
    *s = (alea_tournament_standing){.bot = bot,
                                    .name = t->bots[bot]->name,
                                    .kind = alea_bot_kind(t->bots[bot]),
                                    .title = alea_bot_title(t->bots[bot]),
                                    .policy = t->bots[bot]->policy,
                                    .purity = alea__tournament_purity(t, bot)};
    if (!t->worth_total || t->worth_total[bot].units == 0) return;
    const alea__unit_result *w = &t->worth_total[bot].sum;
    s->has_exploitability = w->worth & ALEA__HAS_EXPLOITABILITY;
    s->has_loss = w->worth & ALEA__HAS_LOSS;
    s->exploitability = (alea_interval){w->win[0], w->win[1]};
    s->loss = (alea_interval){w->loss[0], w->loss[1]};
}

static int standings_better(const void *a, const void *b)
{
    const alea_tournament_standing *p = a, *q = b;
    if (p->rating != q->rating) return p->rating > q->rating ? -1 : 1;
    return p->bot < q->bot ? -1 : p->bot > q->bot;
}

/* Exact ratings of bots that are alike differ by rounding. */
static bool standings_are_equal(const alea_tournament_standing *p, const alea_tournament_standing *q)
{
    return fabs(p->rating - q->rating) <= 1e-9;
}

/* Fills in the ratings, and sorts by them. Unless pairs connect all bots, nothing bounds a rating. */
static alea_status standings_rate(const alea__tournament *t, const alea__pair_results *pairs,
                                  alea_tournament_standing *of_bot, alea_error *error)
{
    alea__ratings ratings;
    const alea_tournament_options *o = &t->options;
    const alea__rating_settings how = {.confidence = o->confidence,
                                       .anchored = o->anchor > 0,
                                       .anchor = o->anchor > 0 ? o->anchor - 1 : 0,
                                       .anchor_rating = o->anchor_rating};
    alea_status status = alea__rate(pairs, &how, &ratings, error);
    if (status != ALEA_OK) return status;
    for (unsigned b = 0; b < t->count; b++) {
        const alea__rating *r = &ratings.rating[b];
        alea_tournament_standing *s = &of_bot[b];
        s->rating = r->rating;
        s->rating_error = r->error;
        s->rating_low = r->error == 0 && r->open_below ? -INFINITY : r->lower;
        s->rating_high = r->error == 0 && r->open_above ? INFINITY : r->upper;
        s->unbeaten = r->open_above;
        s->winless = r->open_below;
        if (o->anchor > 0 || ratings.groups == 1) continue;
        s->rating_error = s->rating_high = INFINITY;
        s->rating_low = -INFINITY;
    }
    alea__ratings_free(&ratings);
    qsort(of_bot, t->count, sizeof *of_bot, standings_better);
    for (unsigned i = 0; i < t->count; i++)
        of_bot[i].rank =
            i > 0 && standings_are_equal(&of_bot[i - 1], &of_bot[i]) ? of_bot[i - 1].rank : i + 1;
    return ALEA_OK;
}

/* ---- the field ------------------------------------------------------------------------------------------------------ */

/* How sure the ranking is, and what more games would change. */
static alea_status standings_judge(const alea__tournament *t, const alea__pair_results *pairs, bool last,
                                   alea_tournament_result *out, alea_error *error)
{
    alea__allocation now;
    alea__forecast then = {0};
    const alea__allocation_settings how = {.confidence = out->until > 0 ? out->until : t->options.confidence,
                                           .tie = out->tie,
                                           .block_games = ALEA__BLOCK};
    alea_status status = alea__allocate(pairs, &how, &now, error);
    if (status != ALEA_OK) return status;
    out->undecided = now.undecided;
    out->certain = now.undecided == 0 && pairs->count > 0 && !out->stopped;
    alea__allocation_free(&now);
    if (!last || pairs->count == 0) return ALEA_OK;
    status = alea__forecast_games(pairs, &how, FORECAST, &then, error);
    out->undecided_then = then.undecided_then;
    return status;
}

/* Sets the cycle, if there is one. */
static alea_status standings_find_cycle(const alea__tournament *t, const alea__pair_results *pairs,
                                        alea_tournament_result *out, alea_error *error)
{
    alea__cycles cycles;
    alea_status status = alea__find_cycles(pairs, t->options.confidence, &cycles, error);
    if (status != ALEA_OK || cycles.length == 0) {
        if (status == ALEA_OK) alea__cycles_free(&cycles);
        return status;
    }
    out->cycle = alea__alloc_array(cycles.length, sizeof *out->cycle);
    if (out->cycle) {
        out->cycle_length = cycles.length;
        for (uint32_t i = 0; i < cycles.length; i++) out->cycle[i] = cycles.cycle[i];
    }
    alea__cycles_free(&cycles);
    return out->cycle ? ALEA_OK : alea__out_of_memory(error);
}

/* What is known of the tournament without its pairs. */
static void standings_fill(const alea__tournament *t, alea_tournament_result *out)
{
    const alea_tournament_options *o = &t->options;
    *out = (alea_tournament_result){
        .game = t->game->spec,
        .players = t->game->players,
        .bots = t->count,
        .design = o->design,
        .stopped = t->stopped,
        .has_money = t->game->family->rules->has_objective(t->game->rules, ALEA_MONEY),
        .seed = o->seed,
        .units = t->executor.units,
        .kept = t->executor.kept,
        .confidence = o->confidence,
        .until = o->until,
        .tie = o->tie,
    };
    for (uint32_t i = 0; i < t->lineups; i++) out->games += t->total[i].sum.games;
}

alea_status alea__tournament_stand(const alea__tournament *t, bool last, alea_tournament_result **out,
                                   alea_error *error)
{
    alea__tournament_pairs pairs = {0};
    alea_tournament_result *r = alea__alloc(sizeof *r);
    if (!r) return alea__out_of_memory(error);
    standings_fill(t, r);
    r->standing = alea__alloc_array(t->count, sizeof *r->standing);
    alea_status status =
        r->standing ? alea__tournament_pairs_make(t, &pairs, error) : alea__out_of_memory(error);
    if (status == ALEA_OK) {
        for (unsigned b = 0; b < t->count; b++) standings_describe(t, b, &r->standing[b]);
        standings_count(t, r->standing);
        standings_average(&pairs, t->count, r->standing);
        status = standings_rate(t, &pairs.rated, r->standing, error);
    }
    if (status == ALEA_OK) status = standings_judge(t, &pairs.apart, last, r, error);
    if (status == ALEA_OK) status = standings_find_cycle(t, &pairs.apart, r, error);
    r->pair = pairs.pair;
    r->pairs = pairs.rated.count;
    pairs.pair = NULL;
    alea__tournament_pairs_free(&pairs);
    if (status == ALEA_OK)
        *out = r;
    else
        alea_tournament_free(r);
    return status;
}

void alea_tournament_free(alea_tournament_result *result)
{
    if (!result) return;
    alea__free(result->standing);
    alea__free(result->pair);
    alea__free(result->cycle);
    alea__free(result);
}
