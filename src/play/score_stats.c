/* The distribution of a game's score, computed by the family or counted in games, and its summary. */
#include "base/assert.h"
#include "base/blocks.h"
#include "base/crew.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/sized_options.h"
#include "play/match.h"
#include "play/messages.h"

#include "value/solver_ops.h"
#include <alea/stats.h>

#include <math.h>

const unsigned alea_percentile[ALEA_PERCENTILES] = {5, 25, 50, 75, 95, 99};

const char *alea_ties_name(alea_ties ties)
{
    return ties == ALEA_TIES_STOP ? "stop" : ties == ALEA_TIES_GO_ON ? "go-on" : NULL;
}

const char *alea_ties_sentence(alea_ties ties)
{
    if (ties == ALEA_TIES_STOP) return STATS_TIES_STOP;
    if (ties == ALEA_TIES_GO_ON) return STATS_TIES_GO_ON;
    return NULL;
}

/* ---- summaries ---- */

/* Compensated summation (Neumaier, ZAMM 54, 1974). */
typedef struct exact_sum {
    double value, lost;
} exact_sum;

static void sum_add(exact_sum *s, double x)
{
    const double next = s->value + x;
    s->lost += fabs(s->value) >= fabs(x) ? (s->value - next) + x : (x - next) + s->value;
    s->value = next;
}

static double sum_total(exact_sum s)
{
    return s.value + s.lost;
}

static double stats_mean(const double *weight, uint32_t count, double all)
{
    exact_sum s = {0};
    for (uint32_t i = 0; i < count; i++) sum_add(&s, weight[i] * i);
    return sum_total(s) / all;
}

static double stats_total(const double *weight, uint32_t count)
{
    exact_sum s = {0};
    for (uint32_t i = 0; i < count; i++) sum_add(&s, weight[i]);
    return sum_total(s);
}

/* Central moment of this order. */
static double stats_moment(const double *weight, uint32_t count, double all, double mean, int order)
{
    exact_sum s = {0};
    for (uint32_t i = 0; i < count; i++) {
        double power = 1;
        for (int k = 0; k < order; k++) power *= i - mean;
        sum_add(&s, weight[i] * power);
    }
    return sum_total(s) / all;
}

static uint32_t stats_percentile(const double *weight, uint32_t count, double all, unsigned percent)
{
    exact_sum s = {0};
    uint32_t last = 0;
    ALEA_ASSERT(all > 0 && percent <= 100);
    for (uint32_t i = 0; i < count; i++) {
        sum_add(&s, weight[i]);
        if (weight[i] > 0) last = i;
        if (weight[i] > 0 && sum_total(s) * 100 >= percent * all) return i;
    }
    return last;
}

/* Summarises weights of the scores 0 … count - 1 that add up to `all`. */
static alea_summary stats_summarise(const double *weight, uint32_t count, double all)
{
    alea_summary out = {.mean = stats_mean(weight, count, all)};
    out.stdev = sqrt(stats_moment(weight, count, all, out.mean, 2));
    for (unsigned i = 0; i < ALEA_PERCENTILES; i++)
        out.percentile[i] = stats_percentile(weight, count, all, alea_percentile[i]);
    while (out.min + 1 < count && weight[out.min] == 0) out.min++;
    for (uint32_t i = 0; i < count; i++) {
        if (weight[i] > 0) out.max = i;
        if (weight[i] > weight[out.mode]) out.mode = i;
    }
    ALEA_ASSERT(out.min <= out.mode && out.mode <= out.max && out.stdev >= 0);
    return out;
}

/* ---- bots ---- */

/* A bot's policy, ties broken as asked for. */
typedef struct stats_player {
    const alea__policy *policy; /* NULL: a program, for simulation */
    alea__policy *made;
    alea_ties ties;
} stats_player;

/* Checks that the game is for one player, that its family has distributions, and that the bot was opened for this game. */
static alea_status stats_check_game(const alea_game *game, const alea_bot *bot, const alea_stats_options *o,
                                    alea_error *error)
{
    if (game->players != 1) return alea__fail(error, ALEA_E_USAGE, STATS_PLAYERS, game->title, game->players);
    if (bot->game != game) return alea__fail(error, ALEA_E_USAGE, PLAY_BOT_GAME, bot->name, game->spec);
    if (!game->family->distribution)
        return alea__fail(error, ALEA_E_REFUSED, STATS_FAMILY, game->spec, game->family->name);
    alea_status status = game->family->distribution->supports
                             ? game->family->distribution->supports(game->rules, error)
                             : ALEA_OK;
    return status == ALEA_OK ? alea__match_check(o->games, o->threads, error) : status;
}

/* Breaks ties as asked for, by a policy that is made for it if need be; player_close frees that. */
static alea_status player_open(const alea_bot *bot, alea_ties ties, stats_player *out, alea_error *error)
{
    const alea_game *game = bot->game;
    const alea__family *family = game->family;
    *out = (stats_player){.policy = bot->policy};
    if (bot->policy) out->ties = family->distribution->ties(game->rules, bot->policy);
    if (ties == ALEA_TIES_OF_BOT || ties == out->ties) return ALEA_OK;
    if (out->ties == ALEA_TIES_OF_BOT) return alea__fail(error, ALEA_E_REFUSED, STATS_NO_TIES, bot->name);
    alea_status status = family->distribution->with_ties(game->rules, bot->policy, ties, &out->made, error);
    if (status != ALEA_OK) return status;
    out->policy = out->made;
    out->ties = ties;
    return ALEA_OK;
}

static void player_close(const alea_game *game, stats_player *p)
{
    if (p->made) game->family->policy->free(p->made);
}

/* ---- exactly ---- */

/* The exact distribution of a policy, and its summaries. The caller frees it, also after a failure. */
static alea_status stats_find_distribution(const alea_bot *bot, const stats_player *p,
                                           const alea_stats_options *options, alea_distribution *out,
                                           alea_error *error)
{
    const alea_game *game = bot->game;
    if (!p->policy) return alea__fail(error, ALEA_E_REFUSED, STATS_PROGRAM, bot->name);
    alea_status status = game->family->distribution->find(game->rules, p->policy, options, out, error);
    if (status != ALEA_OK) return status;
    out->mass = stats_total(out->probability, out->scores);
    ALEA_ASSERT(fabs(out->mass - 1) < 1e-9);
    out->summary = stats_summarise(out->probability, out->scores, 1);
    out->goods_mean = stats_mean(out->goods_probability, out->goods, 1);
    return ALEA_OK;
}

alea_status alea_stats_compute(const alea_game *game, alea_bot *bot, const alea_stats_options *given,
                               alea_distribution **out, alea_error *error)
{
    const alea_stats_options options = ALEA__OPTIONS(alea_stats_options, given);
    stats_player p;
    alea_status status = stats_check_game(game, bot, &options, error);
    if (status == ALEA_OK) status = player_open(bot, options.ties, &p, error);
    if (status != ALEA_OK) return status;
    alea_distribution *made = alea__alloc(sizeof *made);
    status = made ? stats_find_distribution(bot, &p, &options, made, error) : alea__out_of_memory(error);
    player_close(game, &p);
    if (status == ALEA_OK)
        *out = made;
    else
        alea_distribution_free(made);
    return status;
}

void alea_distribution_free(alea_distribution *distribution)
{
    if (!distribution) return;
    alea__free(distribution->probability);
    alea__free(distribution->part);
    alea__free(distribution->goods_probability);
    alea__free(distribution);
}

/* ---- by simulation ---- */

typedef struct stats_simulation {
    const alea_game *game;
    const alea_stats_options *options;
    uint64_t games;
    alea__policy_match policies;
    alea__match match;
    alea_bot *bots[1];
    alea_sample *sample;
} stats_simulation;

/* The counts of one block: games, forfeits, scores outside of 0 … scores - 1, then the scores. */
typedef struct counts {
    uint64_t games, forfeits, outside;
    uint32_t scores;
    uint64_t score[];
} counts;

static void stats_note(void *user, const alea_outcome *outcome)
{
    counts *c = user;
    if (outcome->score[0] < 0 || outcome->score[0] >= c->scores)
        c->outside++;
    else
        c->score[outcome->score[0]]++;
    c->games++;
}

/* Plays games with the referee and counts their scores. Fails at a score outside of the sample's. */
static alea_status stats_play_steps(const stats_simulation *s, uint64_t first, uint64_t games, counts *out,
                                    alea_error *error)
{
    alea__counts counted = {0};
    const alea__observer observer = {.user = out, .end = stats_note};
    out->scores = s->sample->scores;
    alea__match match = s->match;
    match.observer = &observer;
    alea_status status = alea__match_play(&match, first, games, &counted, error);
    for (unsigned kind = 0; kind < ALEA_FAILURE_KINDS; kind++)
        out->forfeits += counted.failures.count[0][kind];
    return out->outside == 0 ? status : alea__fail(error, ALEA_E_REFUSED, STATS_OUTSIDE, out->scores - 1);
}

/* Plays one block without the referee if possible, otherwise on the step path. */
static alea_status stats_work(void *user, void *local, uint64_t block, void *result, alea_error *error)
{
    const stats_simulation *s = user;
    const uint64_t first = block * ALEA__BLOCK, left = s->games - first;
    const uint64_t games = left < ALEA__BLOCK ? left : ALEA__BLOCK;
    counts *out = result;
    (void)local;
    ALEA_ASSERT(first < s->games);
    if (!s->sample->block_path) return stats_play_steps(s, first, games, out, error);
    alea__tally tally = {0};
    alea__policy_match match = s->policies;
    match.scores = out->score;
    s->game->family->simulation->simulate(&match, first, games, &tally);
    out->games = tally.games;
    return tally.games == games ? ALEA_OK : ALEA_E_STOPPED;
}

/* Leaves out a block that was stopped half-way: its games are not its first ones. */
static void stats_fold(void *user, uint64_t block, const void *result)
{
    const stats_simulation *s = user;
    const counts *c = result;
    const uint64_t left = s->games - block * ALEA__BLOCK;
    if (c->games != (left < ALEA__BLOCK ? left : ALEA__BLOCK)) return;
    s->sample->games += c->games;
    s->sample->forfeits += c->forfeits;
    for (uint32_t i = 0; i < s->sample->scores; i++) s->sample->count[i] += c->score[i];
}

static int stats_report(void *user, uint64_t done)
{
    const stats_simulation *s = user;
    const uint64_t games = done * ALEA__BLOCK;
    return s->options->progress.report(s->options->progress.user, games < s->games ? games : s->games,
                                       s->games);
}

/* Plays all games on threads. A stop is not a failure: the sample records it. */
static alea_status stats_play(stats_simulation *s, alea_error *error)
{
    const alea__blocks blocks = {
        .count = (s->games + ALEA__BLOCK - 1) / ALEA__BLOCK,
        .threads = s->options->threads,
        .result_size = sizeof(counts) + s->sample->scores * sizeof(uint64_t),
        .user = s,
        .work = stats_work,
        .fold = stats_fold,
        .report = s->options->progress.report ? stats_report : NULL,
        .crew = true,
    };
    alea_status status = alea__blocks_run(&blocks, NULL, &s->sample->threads, error);
    s->sample->stopped = status == ALEA_E_STOPPED || !alea__crew_leads(); /* the leader has the rest */
    return status == ALEA_E_STOPPED ? ALEA_OK : status;
}

/* Standard errors: of the mean s / sqrt(n); of s sqrt((m4 - m2^2) / n) / 2s (Cramér, Mathematical Methods of Statistics,
   §27.7 and §28.4). */
static alea_status stats_tell(alea_sample *s, alea_error *error)
{
    if (s->games == 0) return ALEA_OK;
    double *weight = alea__alloc_array(s->scores, sizeof *weight);
    if (!weight) return alea__out_of_memory(error);
    const double n = (double)s->games;
    for (uint32_t i = 0; i < s->scores; i++) weight[i] = (double)s->count[i];
    s->summary = stats_summarise(weight, s->scores, n);
    const double mean = s->summary.mean, second = stats_moment(weight, s->scores, n, mean, 2);
    const double fourth = stats_moment(weight, s->scores, n, mean, 4);
    s->summary.stdev = s->games > 1 ? sqrt(second * n / (n - 1)) : 0;
    s->mean_se = s->summary.stdev / sqrt(n);
    s->stdev_se = second > 0 ? sqrt(fmax(fourth - second * second, 0) / n / second) / 2 : 0;
    alea__free(weight);
    return ALEA_OK;
}

static void stats_open(stats_simulation *s, alea_bot *bot, const stats_player *p)
{
    const alea__family *family = s->game->family;
    s->bots[0] = bot;
    s->match = (alea__match){
        .game = s->game, .bots = s->bots, .seed = s->sample->seed, .progress = &s->options->progress};
    s->policies = (alea__policy_match){.rules = s->game->rules,
                                       .policy = {p->policy},
                                       .seed = s->sample->seed,
                                       .progress = &s->options->progress};
    s->sample->block_path = p->policy && family->simulation && family->simulation->can_simulate(&s->policies);
}

/* The step path needs a bot, so a policy with other ties becomes one for the time of the simulation. */
static alea_status sample_play(stats_simulation *s, alea_bot *bot, stats_player *p, alea_error *error)
{
    alea_bot *wrapped = NULL;
    stats_open(s, bot, p);
    if (!s->sample->block_path && p->made) {
        alea__policy *policy = p->made;
        p->made = NULL;
        alea_status status = alea__policy_bot_new(s->game, policy, false, &wrapped, error);
        if (status != ALEA_OK) return status;
        s->bots[0] = wrapped;
    }
    alea_status status = stats_play(s, error);
    if (wrapped) alea_bot_free(wrapped);
    return status == ALEA_OK ? stats_tell(s->sample, error) : status;
}

static alea_status stats_make_sample(const alea_game *game, const alea_stats_options *o, alea_sample **out,
                                     alea_error *error)
{
    alea_sample *sample = alea__alloc(sizeof *sample);
    if (!sample) return alea__out_of_memory(error);
    sample->asked = o->games ? o->games : ALEA__DEFAULT_GAMES;
    sample->seed = o->seed_given ? o->seed : ALEA_DEFAULT_SEED;
    sample->scores = game->family->distribution->most_score(game->rules) + 1;
    sample->count = alea__alloc_array(sample->scores, sizeof *sample->count);
    *out = sample;
    return sample->count ? ALEA_OK : alea__out_of_memory(error);
}

alea_status alea_stats_simulate(const alea_game *game, alea_bot *bot, const alea_stats_options *given,
                                alea_sample **out, alea_error *error)
{
    const alea_stats_options options = ALEA__OPTIONS(alea_stats_options, given);
    alea_sample *sample = NULL;
    stats_player p;
    alea_status status = stats_check_game(game, bot, &options, error);
    if (status == ALEA_OK) status = player_open(bot, options.ties, &p, error);
    if (status != ALEA_OK) return status;
    status = stats_make_sample(game, &options, &sample, error);
    if (status == ALEA_OK) {
        stats_simulation s = {.game = game, .options = &options, .games = sample->asked, .sample = sample};
        sample->ties = p.ties;
        status = sample_play(&s, bot, &p, error);
    }
    player_close(game, &p);
    if (status == ALEA_OK)
        *out = sample;
    else
        alea_sample_free(sample);
    return status;
}

void alea_sample_free(alea_sample *sample)
{
    if (!sample) return;
    alea__free(sample->count);
    alea__free(sample);
}
