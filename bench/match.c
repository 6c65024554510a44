#include "bench/match.h"
#include "bot/bot.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* The program alea-worker from the build or the installation; NULL if neither has it. */
static const char *worker_beside(const char *program, char path[BENCH_PATH])
{
    static const char *const places[] = {"alea-worker", "../libexec/alea/alea-worker"};
    const char *slash = strrchr(program, '/');
    for (int i = 0; i < 2; i++) {
        snprintf(path, BENCH_PATH, "%.*s/%s", slash ? (int)(slash - program) : 1, slash ? program : ".",
                 places[i]);
        if (access(path, X_OK) == 0) return path;
    }
    return NULL;
}

alea_status bench_sandbox_open(const bench_options *options, const char *python, alea_sandbox **out,
                               alea_error *error)
{
    char path[BENCH_PATH];
    const char *worker = worker_beside(options->program, path);
    return alea_sandbox_open(
        &(alea_sandbox_options){
            .cache_folder = options->folder, .python = python, .worker = worker, .no_isolation = !worker},
        out, error);
}

alea_sandbox *bench_with_workers(alea_sandbox *sandbox)
{
    return sandbox->options.no_isolation ? NULL : sandbox;
}

/* Opens the game and the bots, in the sandbox that is open. Closes everything if that fails. */
static alea_status match_fill(bench_match *m, const char *game, const char *const *bots, alea_error *error)
{
    unsigned players = 0;
    while (bots[players]) players++;
    alea_status status = alea_game_open_for(game, players, &m->game, error);
    for (; m->players < players && status == ALEA_OK; m->players += status == ALEA_OK)
        status = alea_bot_open(m->game, bots[m->players], m->sandbox, &m->bot[m->players], error);
    if (status != ALEA_OK) bench_match_close(m);
    return status;
}

alea_status bench_match_open(bench_match *m, const char *game, const char *const *bots,
                             const bench_options *options, alea_error *error)
{
    *m = (bench_match){0};
    alea_status status = bench_sandbox_open(options, NULL, &m->sandbox, error);
    return status == ALEA_OK ? match_fill(m, game, bots, error) : status;
}

alea_status bench_match_open_here(bench_match *m, const char *game, const char *const *bots,
                                  const bench_options *options, alea_error *error)
{
    *m = (bench_match){0};
    const alea_sandbox_options here = {.cache_folder = options->folder, .no_isolation = true};
    alea_status status = alea_sandbox_open(&here, &m->sandbox, error);
    return status == ALEA_OK ? match_fill(m, game, bots, error) : status;
}

void bench_match_close(bench_match *m)
{
    for (unsigned i = 0; i < m->players; i++) alea_bot_free(m->bot[i]);
    alea_sandbox_free(m->sandbox);
    alea_game_free(m->game);
    *m = (bench_match){0};
}

alea_status bench_play_run(void *user, uint64_t seed, uint64_t games, bench_sum *sum, alea_error *error)
{
    const bench_way *way = user;
    const alea_run_options options = {.games = games,
                                      .seed = seed,
                                      .seed_given = true,
                                      .seats = ALEA_FIXED,
                                      .threads = way->threads,
                                      .path = way->path};
    alea_run_result *result;
    alea_status status =
        alea_run_match(way->match->game, way->match->bot, way->match->players, &options, &result, error);
    if (status != ALEA_OK) return status;
    memset(sum, 0, sizeof *sum);
    sum->turns = (double)result->turns / (double)result->games;
    for (unsigned i = 0; i < result->players; i++) {
        const alea_standing *standing = &result->standing[i];
        sum->wins[i] = standing->win_rate;
        sum->wins_se[i] = standing->win_rate_se;
        sum->money[i] = standing->money;
        sum->money_se[i] = standing->money_se;
    }
    alea_run_result_free(result);
    return ALEA_OK;
}

static void means(const alea__tally *tally, unsigned players, bench_sum *sum)
{
    const double n = (double)tally->games;
    memset(sum, 0, sizeof *sum);
    sum->turns = (double)tally->turns / n;
    for (unsigned i = 0; i < players; i++) {
        double wins = (double)tally->wins[i][i] / n, money = (double)tally->money[i][i] / n;
        sum->wins[i] = wins;
        sum->wins_se[i] = sqrt(wins * (1 - wins) / n);
        sum->money[i] = money;
        sum->money_se[i] =
            sqrt(((0x1p64 * (double)tally->money_squared[i][1] + (double)tally->money_squared[i][0]) / n -
                  money * money) /
                 n);
    }
}

/* The public API cannot set the width of lanes; the family's own table can. */
alea_status bench_play_lanes(void *user, uint64_t seed, uint64_t games, bench_sum *sum, alea_error *error)
{
    const bench_width *width = user;
    const bench_match *m = width->match;
    alea__policy_match match = {.rules = m->game->rules, .seed = seed, .most_lanes = width->most_lanes};
    alea__tally tally = {0};
    (void)error;
    for (unsigned i = 0; i < m->players; i++) match.policy[i] = m->bot[i]->policy;
    m->game->family->simulation->simulate(&match, 0, games, &tally);
    means(&tally, m->players, sum);
    return ALEA_OK;
}
