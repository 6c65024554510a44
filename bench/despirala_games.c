/* Despirala once it is solved: the spread of its scores, and games. */
#include "bench/duel.h"
#include "bench/race.h"
#include "bench/textbook_despirala.h"
#include <alea/stats.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

/* A bot that plays by the exact model, ready to play. */
typedef struct player {
    const bench_plan *plan;
    alea_game *game;
    alea_bot *bot;
} player;

static alea_status open_player(const bench_plan *plan, player *out, alea_error *error)
{
    *out = (player){.plan = plan};
    alea_status status = alea_game_open(plan->game, &out->game, error);
    return status == ALEA_OK ? alea_bot_open(out->game, plan->bot[0], NULL, &out->bot, error) : status;
}

static void close_player(player *p)
{
    alea_bot_free(p->bot);
    alea_game_free(p->game);
}

/* ---- the spread ---- */

/* The textbook's probabilities stay for alea's to be compared with. */
typedef struct spread_problem {
    player player;
    unsigned threads; /* 0: all cores */
    textbook_despirala_plan *plan;
    double probability[TEXTBOOK_DESPIRALA_SCORES];
} spread_problem;

/* Their mean and standard deviation. */
static void spread_moments(const double *probability, double numbers[BENCH_MOST_CHECKS])
{
    double mean = 0, squares = 0;
    for (int i = 0; i < TEXTBOOK_DESPIRALA_SCORES; i++) mean += i * probability[i];
    for (int i = 0; i < TEXTBOOK_DESPIRALA_SCORES; i++) squares += (i - mean) * (i - mean) * probability[i];
    numbers[0] = mean;
    numbers[1] = sqrt(squares);
}

static alea_status spread_by_textbook(const void *user, double numbers[BENCH_MOST_CHECKS], alea_error *error)
{
    spread_problem *p = (spread_problem *)(uintptr_t)user;
    if (!textbook_despirala_spread(p->plan, p->probability))
        return bench_fail(error, ALEA_E_MEMORY, "There is not enough memory.");
    spread_moments(p->probability, numbers);
    numbers[2] = 0;
    return ALEA_OK;
}

/* The third number is the greatest difference of a probability to the textbook's. */
static alea_status spread_by_alea(const void *user, double numbers[BENCH_MOST_CHECKS], alea_error *error)
{
    const spread_problem *p = user;
    const alea_stats_options options = {.threads = p->threads};
    alea_distribution *spread;
    alea_status status = alea_stats_compute(p->player.game, p->player.bot, &options, &spread, error);
    if (status != ALEA_OK) return status;
    numbers[0] = spread->summary.mean;
    numbers[1] = spread->summary.stdev;
    numbers[2] = 0;
    for (uint32_t i = 0; i < spread->scores || i < TEXTBOOK_DESPIRALA_SCORES; i++)
        numbers[2] = fmax(numbers[2], fabs((i < spread->scores ? spread->probability[i] : 0) -
                                           (i < TEXTBOOK_DESPIRALA_SCORES ? p->probability[i] : 0)));
    alea_distribution_free(spread);
    return ALEA_OK;
}

/* Adds a row: all cores, by the clock on the wall. */
static alea_status spread_on_all_cores(const bench_plan *plan, spread_problem *p,
                                       const bench_options *options, bench_report *out, alea_error *error)
{
    double milliseconds[BENCH_MOST_ROUNDS], numbers[BENCH_MOST_CHECKS];
    bench_row *row = &out->row[out->rows];
    p->threads = 0;
    for (unsigned round = 0; round < out->rounds; round++) {
        if (bench_stopped(options, round, out->rounds, error)) return ALEA_E_STOPPED;
        const double before = bench_seconds(true);
        alea_status status = spread_by_alea(p, numbers, error);
        if (status != ALEA_OK) return status;
        milliseconds[round] = 1e3 * (bench_seconds(true) - before);
    }
    bench_fill_row(row, milliseconds, out->rounds);
    row->unit = "ms";
    row->below = 1e3 * plan->below;
    snprintf(row->what, sizeof row->what, "alea, all cores, wall time");
    out->rows++;
    return ALEA_OK;
}

alea_status bench_despirala_spread(const bench_plan *plan, const bench_options *options, bench_report *out,
                                   alea_error *error)
{
    spread_problem p = {.threads = 1};
    alea_status status = open_player(plan, &p.player, error);
    p.plan = status == ALEA_OK ? textbook_despirala_plan_make() : NULL;
    if (status == ALEA_OK && !p.plan)
        status = bench_fail(error, ALEA_E_MEMORY, "There is not enough memory.");
    const bench_duel d = {.textbook = {"textbook, set by set, forward", spread_by_textbook, &p, false},
                          .alea = {"alea, the whole distribution", spread_by_alea, &p, false},
                          .numbers = 3,
                          .difference = 1e-9,
                          .once = true,
                          .compared = "mean, standard deviation and all probabilities"};
    if (status == ALEA_OK) status = bench_fight(&d, options, out, error);
    if (status == ALEA_OK) status = spread_on_all_cores(plan, &p, options, out, error);
    textbook_despirala_plan_free(p.plan);
    close_player(&p.player);
    return status;
}

/* ---- games ---- */

static alea_status play_games(void *user, uint64_t seed, uint64_t games, bench_sum *sum, alea_error *error)
{
    const player *p = user;
    const alea_stats_options options = {.games = games, .threads = 1, .seed = seed, .seed_given = true};
    alea_sample *sample;
    alea_status status = alea_stats_simulate(p->game, p->bot, &options, &sample, error);
    if (status != ALEA_OK) return status;
    *sum = (bench_sum){.money = {sample->summary.mean},
                       .money_se = {sample->summary.stdev / sqrt((double)games)}};
    alea_sample_free(sample);
    return ALEA_OK;
}

alea_status bench_despirala_games(const bench_plan *plan, const bench_options *options, bench_report *out,
                                  alea_error *error)
{
    bench_sum ignored;
    player p;
    alea_status status = open_player(plan, &p, error);
    if (status == ALEA_OK) status = play_games(&p, 0, 1, &ignored, error); /* works all decisions out */
    textbook_despirala_plan *textbook = status == ALEA_OK ? textbook_despirala_plan_make() : NULL;
    if (status == ALEA_OK && !textbook)
        status = bench_fail(error, ALEA_E_MEMORY, "There is not enough memory.");
    const bench_contestant c[] = {{"textbook", textbook_despirala_games, textbook, 0},
                                  {"alea", play_games, &p, plan->at_least}};
    const bench_race r = {.contestant = c,
                          .contestants = 2,
                          .players = 1,
                          .check_games = plan->games,
                          .seconds = options->quick ? 0.25 : 1,
                          .paid_in = "points"};
    if (status == ALEA_OK) status = bench_run_race(&r, options, out, error);
    textbook_despirala_plan_free(textbook);
    close_player(&p);
    return status;
}
