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

/* The results of two bots against each other in one lineup, or in all lineups with both. */
typedef struct pair_sum {
    double games, groups; /* weights of the means below, which pair_sum_add makes sums over games */
    double rate, rate_variance;
    double gain, gain_variance; /* where dollars count: see alea_tournament_pair */
    double money, money_variance;
    bool met, exact;
    alea_tournament_pair result; /* if exact */
} pair_sum;

/* For a table of k players, the gain over one opponent is (k - 1)/k of the difference in earnings. With two players that is
   the amount earned, and bots that meet all others equally often are rated by their earnings. */
static double standings_gain_part(const alea__tournament *t)
{
    return (t->game->players - 1.0) / t->game->players;
}

/* The rate of the bot in place i against that in place j, and its variance. */
static void standings_rate_of_lineup(const alea__tournament *t, const alea__unit_result *r,
                                     const unsigned place[2], pair_sum *out)
{
    const alea__group_sums wins = alea__group_wins(r, t->context.money);
    const alea__moments m = alea__group_difference(&wins, place[0], place[1]);
    out->rate = 0.5 + m.mean / 2;
    out->rate_variance = alea__moments_mean_variance(&m) / 4;
    if (out->rate_variance > 0 || r->games == 0) return;
    /* All groups are alike: count one more win and one more loss. */
    const double n = (double)r->games + 2, share = (out->rate * (double)r->games + 1) / n;
    out->rate_variance = share * (1 - share) / n;
}

/* The gain of one bot over another, and its earnings; both adjusted for luck if requested. */
static void standings_gain_of_lineup(const alea__tournament *t, const alea__unit_result *r,
                                     const unsigned place[2], pair_sum *out)
{
    const double part = standings_gain_part(t), groups = (double)r->groups;
    const alea__group_sums dollars = alea__group_values(r);
    const alea__moments m = alea__group_difference(&dollars, place[0], place[1]),
                        own = alea__moments_of_sums(r->groups, r->value[place[0]],
                                                    r->value_products[place[0]][place[0]]);
    out->gain = part * m.mean;
    out->gain_variance = part * part * alea__moments_mean_variance(&m);
    out->money = own.mean;
    out->money_variance = alea__moments_mean_variance(&own);
    if (out->gain_variance > 0 || groups == 0) return;
    /* all groups are equal: assume one more, with a squared deviation of 1 plus the mean squared payment */
    const double usual = 1 + r->money_squares[place[0]] / groups;
    out->gain_variance = usual / ((groups + 1) * (groups + 1));
}

/* The results of the bots in places i and j of a lineup. */
static pair_sum standings_pair_of_lineup(const alea__tournament *t, const alea__unit_result *r, unsigned i,
                                         unsigned j)
{
    const unsigned place[2] = {i, j};
    pair_sum s = {.games = (double)r->games, .groups = (double)r->groups};
    standings_rate_of_lineup(t, r, place, &s);
    if (t->context.money) {
        standings_gain_of_lineup(t, r, place, &s);
        return s;
    }
    const alea__moments dollars = alea__group_dollars(r, i);
    s.money = dollars.mean;
    s.money_variance = alea__moments_mean_variance(&dollars);
    return s;
}

/* The exact result of the two bots of a lineup. If the bounds of the dollars contain 0, the gain counts as 0. */
static alea_tournament_pair standings_exact_pair(const alea__tournament *t, const alea__unit_result *r)
{
    alea_tournament_pair p = {.exact = true};
    p.lower = fmax(0, (1 + r->win[0] - r->loss[1]) / 2 - 0x1p-53); /* three roundings of numbers up to 2 */
    p.upper = fmin(1, (1 + r->win[1] - r->loss[0]) / 2 + 0x1p-53);
    /* bounds that contain 0 or 1 may belong to a bot that wins nothing or everything */
    p.rate = p.lower <= 0 ? 0 : p.upper >= 1 ? 1 : (p.lower + p.upper) / 2;
    p.money = (r->dollars[0] + r->dollars[1]) / 2;
    if (!t->context.money) return p;
    p.gain = r->dollars[0] <= 0 && r->dollars[1] >= 0 ? 0 : p.money;
    p.gain_lower = r->dollars[0];
    p.gain_upper = r->dollars[1];
    return p;
}

/* Adds the results of two bots in the games of one lineup. */
static void pair_sum_add(pair_sum *s, const pair_sum *more)
{
    const double games = more->games;
    s->met = true;
    s->games += games;
    s->groups += more->groups;
    s->rate += games * more->rate;
    s->rate_variance += games * games * more->rate_variance;
    s->gain += games * more->gain;
    s->gain_variance += games * games * more->gain_variance;
    s->money += games * more->money;
    s->money_variance += games * games * more->money_variance;
}

/* Adds up the results of each pair over all lineups, in sums[a * bots + b] for a < b. NULL if memory runs out. */
static pair_sum *standings_sum_pairs(const alea__tournament *t)
{
    const unsigned players = t->game->players;
    pair_sum *sums = alea__alloc_array((size_t)t->count * t->count, sizeof *sums);
    for (uint32_t l = 0; sums && l < t->lineups; l++) {
        const uint32_t *entrant = t->lineup[l].entrant;
        const alea__unit_result *r = &t->total[l].sum;
        for (unsigned i = 0; i < players && t->total[l].units > 0; i++)
            for (unsigned j = i + 1; j < players; j++) {
                pair_sum *s = &sums[(size_t)entrant[i] * t->count + entrant[j]];
                if (t->lineup[l].method == ALEA__UNIT_EXACT) {
                    *s = (pair_sum){.met = true, .exact = true, .result = standings_exact_pair(t, r)};
                } else {
                    const pair_sum here = standings_pair_of_lineup(t, r, i, j);
                    pair_sum_add(s, &here);
                }
            }
    }
    return sums;
}

/* Makes an entry of the list of pairs. For played games, `lower` and `upper` are an interval with the requested confidence. */
static alea_tournament_pair standings_pair(const alea__tournament *t, const pair_sum *s)
{
    alea_tournament_pair p = s->result;
    if (s->exact) return p;
    ALEA_ASSERT(s->games > 0);
    p.games = (uint64_t)s->games;
    p.rate = fmin(1, fmax(0, s->rate / s->games)); /* an adjusted rate may be slightly out of range */
    p.rate_se = sqrt(s->rate_variance) / s->games;
    p.money = s->money / s->games;
    p.money_se = sqrt(s->money_variance) / s->games;
    const double tail = (1 - t->options.confidence) / 2;
    const bool has_error = s->groups > 1;
    const double point = has_error ? alea__student_point(tail, s->groups - 1) : 0,
                 reach = has_error ? point * p.rate_se : 1;
    p.lower = fmax(0, p.rate - reach);
    p.upper = fmin(1, p.rate + reach);
    if (!t->context.money) return p;
    p.gain = s->gain / s->games;
    p.gain_se = sqrt(s->gain_variance) / s->games;
    p.gain_lower = has_error ? p.gain - point * p.gain_se : -INFINITY;
    p.gain_upper = has_error ? p.gain + point * p.gain_se : INFINITY;
    return p;
}

/* In two-player games every pair has the same weight in the ratings, however many games it played, so that the
   ratings of a field without a clear order do not depend on how games were distributed. In games for more players,
   pairs are weighted by their games, as the errors of whole tables are. */
static void pairs_weigh(const alea__tournament *t, alea__pair_result *pair, uint32_t count)
{
    double games = 0, played = 0;
    for (uint32_t i = 0; i < count; i++) {
        games += pair[i].games;
        played += pair[i].games > 0;
    }
    const double weight = played > 0 ? games / played : (double)ALEA__BLOCK;
    for (uint32_t i = 0; i < count && t->game->players == 2; i++) {
        pair[i].played = pair[i].games;
        pair[i].games = weight;
    }
}

/* The result of a pair in the form that ratings take: its score or, with `gains`, its gain. */
static alea__pair_result pair_for_rating(const alea_tournament_pair *p, const pair_sum *s, bool gains)
{
    const double error = gains ? p->gain_se : p->rate_se;
    return (alea__pair_result){.a = p->a,
                               .b = p->b,
                               .games = s->games,
                               .mean = gains ? p->gain : p->rate,
                               .variance = error * error,
                               .units = s->groups};
}

/* Fills the lists of pairs; `gains` may be NULL. Returns the number of pairs. */
static uint32_t pairs_fill(const alea__tournament *t, const pair_sum *sums, alea_tournament_pair *pair,
                           alea__pair_result *rated, alea__pair_result *gains)
{
    uint32_t count = 0;
    for (unsigned a = 0; a < t->count; a++)
        for (unsigned b = a + 1; b < t->count; b++) {
            const pair_sum *s = &sums[(size_t)a * t->count + b];
            if (!s->met) continue;
            alea_tournament_pair *p = &pair[count];
            *p = standings_pair(t, s);
            p->a = a;
            p->b = b;
            rated[count] = pair_for_rating(p, s, false);
            if (gains) gains[count] = pair_for_rating(p, s, true);
            count++;
        }
    pairs_weigh(t, rated, count);
    if (gains) pairs_weigh(t, gains, count);
    return count;
}

/* Adds a lineup's contribution to the errors of the ratings, computed from each bot's net result in a game: the sum
   of `part` times its lead over each other bot at the table. */
static void pairs_add_table(const alea__tournament *t, uint32_t lineup, const alea__group_sums *s,
                            double part, double *variance)
{
    const unsigned k = t->game->players;
    const double units = (double)s->units, scale = part * s->games_each;
    alea__lineup_moments moments = {.seats = k, .units = s->units};
    double deviation[ALEA_MAX_SEATS][ALEA_MAX_SEATS], row[ALEA_MAX_SEATS] = {0}, all = 0;
    if (s->units < 2) return;
    for (unsigned i = 0; i < k; i++)
        for (unsigned j = 0; j < k; j++) {
            deviation[i][j] = s->products[i][j] - s->value[i] * (s->value[j] / units);
            row[i] += deviation[i][j];
            all += deviation[i][j];
        }
    for (unsigned i = 0; i < k; i++)
        for (unsigned j = 0; j < k; j++)
            moments.products[i][j] = scale * scale * (k * (k * deviation[i][j] - row[i] - row[j]) + all);
    alea__slope_variance_add(variance, t->count, t->lineup[lineup].entrant, &moments);
}

/* Adds the variances of whole tables, for games with three or more players. */
static void pairs_add_tables(const alea__tournament *t, double *of_wins, double *of_gains)
{
    for (uint32_t i = 0; i < t->lineups; i++) {
        const alea__unit_result *r = &t->total[i].sum;
        const alea__group_sums wins = alea__group_wins(r, t->context.money), values = alea__group_values(r);
        pairs_add_table(t, i, &wins, 0.5, of_wins);
        if (of_gains) pairs_add_table(t, i, &values, standings_gain_part(t), of_gains);
    }
}

/* Sets `apart`: the ranked results without tables, with their variances scaled up as much as tables increase the
   error of any rating. */
static alea_status pairs_take_apart(alea__tournament_pairs *p, alea_error *error)
{
    alea__ratings whole, apart;
    const alea__rating_settings how = ALEA__RATING_SETTINGS;
    const size_t size = p->ranked.count * sizeof *p->ranked.pair;
    alea__pair_result *wider = alea__alloc(size + 1);
    if (!wider) return alea__out_of_memory(error);
    if (size > 0) memcpy(wider, p->ranked.pair, size);
    p->apart = p->ranked;
    p->apart.pair = wider;
    p->apart.slope_variance = NULL;
    alea_status status = alea__rate(&p->ranked, &how, &whole, error);
    if (status != ALEA_OK) return status;
    status = alea__rate(&p->apart, &how, &apart, error);
    if (status == ALEA_OK) {
        double factor = 1;
        for (uint32_t i = 0; i < p->ranked.entrants; i++) {
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

static void pairs_free_results(alea__pair_results *r)
{
    alea__free((void *)(uintptr_t)r->pair);
    alea__free((void *)(uintptr_t)r->slope_variance);
}

void alea__tournament_pairs_free(alea__tournament_pairs *p)
{
    if (p->apart.pair != p->ranked.pair) alea__free((void *)(uintptr_t)p->apart.pair);
    if (p->ranked.pair != p->rated.pair) pairs_free_results(&p->ranked);
    pairs_free_results(&p->rated);
    alea__free(p->pair);
    *p = (alea__tournament_pairs){0};
}

/* Allocates the results of this many pairs. Returns false if memory runs out; *out then holds what was allocated. */
static bool pairs_alloc_results(const alea__tournament *t, size_t most, alea__pair_results *out)
{
    const bool tables = t->game->players > 2;
    *out = (alea__pair_results){
        .entrants = t->count,
        .pair = alea__alloc_array(most, sizeof *out->pair),
        .slope_variance =
            tables ? alea__alloc_array((size_t)t->count * t->count, sizeof *out->slope_variance) : NULL};
    return out->pair && (out->slope_variance || !tables);
}

alea_status alea__tournament_pairs_make(const alea__tournament *t, alea__tournament_pairs *out,
                                        alea_error *error)
{
    const size_t most = (size_t)t->count * (t->count - 1) / 2;
    const bool tables = t->game->players > 2, money = t->context.money;
    pair_sum *sums = standings_sum_pairs(t);
    *out = (alea__tournament_pairs){.pair = alea__alloc_array(most, sizeof *out->pair)};
    bool enough = sums && out->pair && pairs_alloc_results(t, most, &out->rated);
    if (enough && money) enough = pairs_alloc_results(t, most, &out->ranked);
    /* The lists are const in the struct, but filled here. */
    if (enough) {
        alea__pair_result *gains = (void *)(uintptr_t)out->ranked.pair;
        out->rated.count = pairs_fill(t, sums, out->pair, (void *)(uintptr_t)out->rated.pair, gains);
    }
    if (enough && tables)
        pairs_add_tables(t, (void *)(uintptr_t)out->rated.slope_variance,
                         (void *)(uintptr_t)out->ranked.slope_variance);
    alea__free(sums);
    if (money) {
        out->ranked.count = out->rated.count;
        out->ranked.linear = true;
    } else {
        out->ranked = out->rated;
    }
    out->apart = out->ranked;
    alea_status status = enough ? ALEA_OK : alea__out_of_memory(error);
    if (status == ALEA_OK && tables) status = pairs_take_apart(out, error);
    if (status != ALEA_OK) alea__tournament_pairs_free(out);
    return status;
}

/* ---- bots --------------------------------------------------------------------------------------------------------- */

/* Adds up a bot's results over all its lineups. */
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

/* Sets each bot's mean result over its opponents, and the standard error. */
static void standings_average(const alea__tournament *t, const alea__tournament_pairs *pairs,
                              alea_tournament_standing *of_bot)
{
    double met[ALEA_TOURNAMENT_BOTS] = {0};
    const double reach = alea__two_sided(t->options.confidence);
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
    for (unsigned b = 0; b < t->count; b++) {
        const double n = met[b] > 0 ? met[b] : NAN;
        of_bot[b].rate /= n;
        of_bot[b].money /= n;
        of_bot[b].rate_se = sqrt(of_bot[b].rate_se) / n;
        of_bot[b].money_se = sqrt(of_bot[b].money_se) / n;
        of_bot[b].money_low = of_bot[b].money - reach * of_bot[b].money_se;
        of_bot[b].money_high = of_bot[b].money + reach * of_bot[b].money_se;
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

/* Fills the facts about a bot that do not depend on its pairs. */
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

static int standings_by_rating(const void *a, const void *b)
{
    const alea_tournament_standing *p = a, *q = b;
    if (p->rating != q->rating) return p->rating > q->rating ? -1 : 1;
    return p->bot < q->bot ? -1 : p->bot > q->bot;
}

/* Bots without games come last. */
static int standings_by_money(const void *a, const void *b)
{
    const alea_tournament_standing *p = a, *q = b;
    const double one = isnan(p->money) ? -INFINITY : p->money, other = isnan(q->money) ? -INFINITY : q->money;
    if (one != other) return one > other ? -1 : 1;
    return p->bot < q->bot ? -1 : p->bot > q->bot;
}

/* Sorts by dollars if they count, otherwise by rating. Bots share a rank if their results differ only by rounding. */
static void standings_rank(const alea__tournament *t, alea_tournament_standing *of_bot)
{
    const bool money = t->context.money;
    qsort(of_bot, t->count, sizeof *of_bot, money ? standings_by_money : standings_by_rating);
    for (unsigned i = 0; i < t->count; i++) {
        const alea_tournament_standing *before = &of_bot[i > 0 ? i - 1 : 0];
        const double apart = money ? before->money - of_bot[i].money : before->rating - of_bot[i].rating;
        of_bot[i].rank = i > 0 && fabs(apart) <= 1e-9 ? before->rank : i + 1;
    }
}

/* If dollars count, a bot's earnings are estimated from all gains, so that they are comparable even if not all bots have
   met: n/(n - 1) of the fitted strength is the average gain over the others. In a round robin it is the mean gain. */
static alea_status standings_earn(const alea__tournament *t, const alea__pair_results *gains,
                                  alea_tournament_standing *of_bot, alea_error *error)
{
    alea__ratings ratings;
    const alea__rating_settings how = {.confidence = t->options.confidence};
    alea_status status = alea__rate(gains, &how, &ratings, error);
    if (status != ALEA_OK) return status;
    const double part = t->count > 1 ? t->count / (t->count - 1.0) : 1;
    for (unsigned b = 0; b < t->count; b++) {
        const alea__rating *r = &ratings.rating[b];
        alea_tournament_standing *s = &of_bot[b];
        if (isnan(s->money)) continue;
        const bool known = ratings.groups == 1;
        s->money = part * r->rating;
        s->money_se = known ? part * r->error : INFINITY;
        s->money_low = known ? part * r->lower : -INFINITY;
        s->money_high = known ? part * r->upper : INFINITY;
    }
    alea__ratings_free(&ratings);
    return ALEA_OK;
}

/* Fills in the ratings. Without an anchor, their intervals are infinite unless pairs connect all bots. */
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
    return ALEA_OK;
}

/* ---- the field ------------------------------------------------------------------------------------------------------ */

/* Finds how certain the ranking is, and what more games would change. */
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

/* Fills the facts about the tournament that do not depend on its pairs. */
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
        .objective = t->context.money ? ALEA_MONEY : ALEA_WIN,
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
        standings_average(t, &pairs, r->standing);
        status = standings_rate(t, &pairs.rated, r->standing, error);
    }
    if (status == ALEA_OK && t->context.money) status = standings_earn(t, &pairs.ranked, r->standing, error);
    if (status == ALEA_OK) standings_rank(t, r->standing);
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
