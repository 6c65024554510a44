/* Measures the gain from a second core. */
#include "bench/files.h"
#include "bench/match.h"

static alea_status race(const bench_plan *plan, const bench_options *options, const bench_match *match,
                        bench_report *out, alea_error *error)
{
    bench_way one = {match, 1, ALEA_PATH_BLOCK}, two = {match, 2, ALEA_PATH_BLOCK};
    const bench_contestant c[] = {{"alea, one thread", bench_play_run, &one, 0},
                                  {"alea, two threads", bench_play_run, &two, plan->at_least}};
    const bench_race r = {.contestant = c,
                          .contestants = 2,
                          .players = match->players,
                          .check_games = plan->games,
                          .wall = true,
                          .seconds = options->quick ? 0.2 : 1};
    return bench_run_race(&r, options, out, error);
}

alea_status bench_cores(const bench_plan *plan, const bench_options *options, bench_report *out,
                        alea_error *error)
{
    bench_bots bots;
    bench_match match;
    alea_status status = bench_bots_make(plan, options, &bots, error);
    if (status == ALEA_OK) status = bench_match_open(&match, plan->game, bots.spec, options, error);
    if (status != ALEA_OK) return status;
    status = race(plan, options, &match, out, error);
    bench_match_close(&match);
    return status;
}
