/* WebAssembly bots against the yardstick, on one core. */
#include "bench/files.h"
#include "bench/match.h"
#include "bench/yardstick.h"

enum { CHECK_GAMES = 60000, QUICK_CHECK_GAMES = 20000 };

/* The plain yardstick corresponds to the textbook program: the engine with fuel and default settings. The lean one leaves
   out what alea's engine leaves out, and so shows how much of the difference comes from settings. */
typedef struct yardsticks {
    yardstick *lean, *plain;
} yardsticks;

static alea_status race(const bench_plan *plan, const bench_options *options, const bench_match *match,
                        const yardsticks *slow, bench_report *out, alea_error *error)
{
    bench_way block = {match, 1, ALEA_PATH_BLOCK}, step = {match, 1, ALEA_PATH_STEP};
    const bench_contestant c[] = {
        {"yardstick: a component call a decision", yardstick_play, slow->plain, 0},
        {"the same, with the settings of alea's engine", yardstick_play, slow->lean, 0},
        {"alea, block path", bench_play_run, &block, plan->at_least},
        {"alea, step path", bench_play_run, &step, 0}};
    const bench_race r = {.contestant = c,
                          .contestants = 4,
                          .players = match->players,
                          .a_decision = true,
                          .check_games = options->quick ? QUICK_CHECK_GAMES : CHECK_GAMES,
                          .sandbox = bench_with_workers(match->sandbox),
                          .seconds = options->quick ? 0.2 : 0.5};
    return bench_run_race(&r, options, out, error);
}

/* The second match has the bots in this process: the yardsticks take their components. */
static alea_status race_in(const bench_plan *plan, const bench_options *options, const bench_match match[2],
                           bench_report *out, alea_error *error)
{
    const bench_match *here = &match[1];
    yardsticks slow = {0};
    alea_status status = yardstick_open(here->bot, here->players, true, &slow.lean, error);
    if (status == ALEA_OK) status = yardstick_open(here->bot, here->players, false, &slow.plain, error);
    if (status == ALEA_OK) status = race(plan, options, match, &slow, out, error);
    yardstick_close(slow.lean);
    yardstick_close(slow.plain);
    return status;
}

alea_status bench_wasi_paths(const bench_plan *plan, const bench_options *options, bench_report *out,
                             alea_error *error)
{
    bench_bots bots;
    bench_match match;
    alea_status status = bench_bots_make(plan, options, &bots, error);
    if (status == ALEA_OK) status = bench_match_open(&match, plan->game, bots.spec, options, error);
    if (status != ALEA_OK) return status;
    bench_way block = {&match, 1, ALEA_PATH_BLOCK}, step = {&match, 1, ALEA_PATH_STEP};
    const bench_contestant c[] = {{"alea, step path", bench_play_run, &step, 0},
                                  {"alea, block path", bench_play_run, &block, plan->at_least}};
    const bench_race r = {.contestant = c,
                          .contestants = 2,
                          .players = match.players,
                          .check_games = options->quick ? QUICK_CHECK_GAMES : CHECK_GAMES,
                          .sandbox = bench_with_workers(match.sandbox),
                          .seconds = options->quick ? 0.2 : 0.5};
    status = bench_run_race(&r, options, out, error);
    bench_match_close(&match);
    return status;
}

alea_status bench_hosted(const bench_plan *plan, const bench_options *options, bench_report *out,
                         alea_error *error)
{
    bench_bots bots;
    bench_match match[2];
    alea_status status = bench_bots_make(plan, options, &bots, error);
    if (status == ALEA_OK) status = bench_match_open(&match[0], plan->game, bots.spec, options, error);
    if (status != ALEA_OK) return status;
    status = bench_match_open_here(&match[1], plan->game, bots.spec, options, error);
    if (status == ALEA_OK) status = race_in(plan, options, match, out, error);
    bench_match_close(&match[0]);
    bench_match_close(&match[1]);
    return status;
}
