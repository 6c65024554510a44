/* Despirala once it is solved: the spread of its scores, and games. */
#include "bench/duel.h"
#include "bench/race.h"
#include <alea/stats.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

/* A bot that plays as the exact model says, ready to play. */
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

/* The mean of the spread is what the game is worth: two ways that share little. */
static alea_status spread_once(const player *p, double *mean, alea_error *error)
{
    alea_distribution *spread;
    alea_status status = alea_stats_compute(p->game, p->bot, &(alea_stats_options){0}, &spread, error);
    if (status != ALEA_OK) return status;
    *mean = spread->summary.mean;
    alea_distribution_free(spread);
    return ALEA_OK;
}

static alea_status play_games(const player *p, uint64_t games, double *mean, alea_error *error)
{
    alea_sample *sample;
    const alea_stats_options options = {.games = games, .threads = 1};
    alea_status status = alea_stats_simulate(p->game, p->bot, &options, &sample, error);
    if (status != ALEA_OK) return status;
    *mean = sample->summary.mean;
    alea_sample_free(sample);
    return ALEA_OK;
}

static alea_status run_once(const player *p, bool wall, double *seconds, double *mean, alea_error *error)
{
    const double before = bench_seconds(wall);
    alea_status status = wall ? spread_once(p, mean, error) : play_games(p, p->plan->games, mean, error);
    *seconds = bench_seconds(wall) - before;
    return status;
}

static alea_status measure(const bench_plan *plan, bool wall, const bench_options *options, const char *what,
                           bench_report *out, alea_error *error)
{
    double seconds[BENCH_MOST_ROUNDS], mean = NAN;
    player p;
    alea_status status = open_player(plan, &p, error);
    out->rounds = bench_rounds(options);
    if (status == ALEA_OK && !wall) status = play_games(&p, 1, &mean, error); /* works all decisions out */
    for (unsigned round = 0; round < out->rounds && status == ALEA_OK; round++) {
        if (bench_stopped(options, round, out->rounds, error)) status = ALEA_E_STOPPED;
        if (status == ALEA_OK) status = run_once(&p, wall, &seconds[round], &mean, error);
    }
    close_player(&p);
    if (status != ALEA_OK) return status;
    out->rows = 1;
    bench_fill_row(&out->row[0], seconds, out->rounds);
    out->row[0].unit = "s";
    out->row[0].below = plan->below;
    snprintf(out->row[0].what, sizeof out->row[0].what, "%s", what);
    snprintf(out->checked, sizeof out->checked, "the mean is %.12g", mean);
    return ALEA_OK;
}

alea_status bench_despirala_spread(const bench_plan *plan, const bench_options *options, bench_report *out,
                                   alea_error *error)
{
    return measure(plan, true, options, "the whole distribution, exactly", out, error);
}

alea_status bench_despirala_games(const bench_plan *plan, const bench_options *options, bench_report *out,
                                  alea_error *error)
{
    return measure(plan, false, options, "games, one core", out, error);
}
