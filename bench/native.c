/* Policies against the textbook loop, on one core. */
#include "bench/files.h"
#include "bench/match.h"
#include "bench/textbook.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    V128_LANES = 16,
    AVX2_LANES = 32,
    AVX512_LANES = 64,
    CHECK_GAMES = 400000,
    QUICK_CHECK_GAMES = 100000
};

unsigned bench_lanes(void)
{
#if defined(__x86_64__)
    bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2");
    bool avx512 = avx2 && __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512vbmi2") &&
                  __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
                  __builtin_cpu_supports("avx512dq");
    if (avx2) return avx512 ? AVX512_LANES : AVX2_LANES;
    return __builtin_cpu_supports("sse4.1") ? V128_LANES : 1;
#elif defined(__aarch64__)
    return V128_LANES;
#else
    return 1;
#endif
}

static double seconds_of(const bench_options *options)
{
    return options->quick ? 0.05 : 0.25;
}

static alea_status race(const bench_plan *plan, const bench_options *options, const bench_match *match,
                        void *textbook, bench_report *out, alea_error *error)
{
    bench_way way = {match, 1, ALEA_PATH_AUTO};
    bench_width avx2 = {match, AVX2_LANES}, v128 = {match, V128_LANES}, scalar = {match, 1};
    const unsigned lanes = bench_lanes();
    const double narrow = plan->at_least_avx2 > 0 ? plan->at_least_avx2 : plan->at_least;
    char widest[64];
    bench_contestant c[5] = {{"textbook", plan->textbook, textbook, 0},
                             {widest, bench_play_run, &way,
                              lanes > AVX2_LANES   ? plan->at_least
                              : lanes > V128_LANES ? narrow
                                                   : 0}};
    unsigned count = 2;
    snprintf(widest, sizeof widest, lanes > 1 ? "alea, %u lanes (%s)" : "alea", lanes,
             lanes > AVX2_LANES   ? "AVX-512"
             : lanes > V128_LANES ? "AVX2"
                                  : "128 bits");
    if (lanes > AVX2_LANES)
        c[count++] = (bench_contestant){"alea, 32 lanes (AVX2)", bench_play_lanes, &avx2, narrow};
    if (lanes > V128_LANES)
        c[count++] = (bench_contestant){"alea, 16 lanes (128 bits)", bench_play_lanes, &v128, 0};
    if (lanes > 1) c[count++] = (bench_contestant){"alea, one game at a time", bench_play_lanes, &scalar, 0};
    const bench_race r = {.contestant = c,
                          .contestants = count,
                          .players = match->players,
                          .check_games = options->quick ? QUICK_CHECK_GAMES : CHECK_GAMES,
                          .seconds = seconds_of(options)};
    return bench_run_race(&r, options, out, error);
}

static alea_status race_between(const bench_plan *plan, const bench_options *options, void *textbook,
                                bench_report *out, alea_error *error)
{
    bench_bots bots;
    bench_match match;
    alea_status status = bench_bots_make(plan, options, &bots, error);
    if (status == ALEA_OK) status = bench_match_open(&match, plan->game, bots.spec, options, error);
    if (status != ALEA_OK) return status;
    status = race(plan, options, &match, textbook, out, error);
    bench_match_close(&match);
    return status;
}

alea_status bench_pig(const bench_plan *plan, const bench_options *options, bench_report *out,
                      alea_error *error)
{
    int table[TEXTBOOK_GOAL][TEXTBOOK_GOAL];
    textbook_pig pig = {.hold_at = {plan->hold_at[0], plan->hold_at[1]}, .table = table};
    for (int own = 0; own < TEXTBOOK_GOAL; own++)
        for (int other = 0; other < TEXTBOOK_GOAL; other++)
            table[own][other] = bench_table_entry(plan->lowest, own, other);
    return race_between(plan, options, &pig, out, error);
}

alea_status bench_pig_pen(const bench_plan *plan, const bench_options *options, bench_report *out,
                          alea_error *error)
{
    textbook_pig_pen pen = {0};
    for (; plan->bot[pen.players]; pen.players++) pen.hold_at[pen.players] = plan->hold_at[pen.players];
    return race_between(plan, options, &pen, out, error);
}

alea_status bench_seats(const bench_plan *plan, const bench_options *options, bench_report *out,
                        alea_error *error)
{
    textbook_seats seats = {0};
    for (; plan->bot[seats.players]; seats.players++)
        seats.number[seats.players] = plan->hold_at[seats.players];
    if (plan->textbook == textbook_seats_best) {
        seats.rolls = textbook_pig_plan();
        if (!seats.rolls) return bench_fail(error, ALEA_E_MEMORY, "Out of memory.");
    }
    alea_status status = race_between(plan, options, &seats, out, error);
    free(seats.rolls);
    return status;
}
