/* The number of games needed to tell two bots apart, with and without the luck of the dice. */
#include "luck/luck.h"
#include "bench/files.h"
#include "bench/match.h"

#include <math.h>
#include <stdio.h>

enum { VALUES = 2, ROWS = 1 + VALUES };

/* Values by which luck is taken out: of best play, and of the first bot against itself. */
typedef struct luck_values {
    const bench_match *match;
    alea__luck *of[VALUES];
    double difference; /* how much more than half the first bot wins, exactly */
    uint64_t games;    /* of each round */
    double worst;      /* distance of a mean from the exact result, in standard errors */
} luck_values;

static alea_status luck_open(const bench_plan *plan, luck_values *v, alea_error *error)
{
    alea_evaluation exact;
    const alea_game *game = v->match->game;
    const char *const references[VALUES] = {NULL, plan->bot[0]};
    alea_status status =
        alea_bot_evaluate(game, v->match->bot[0], v->match->bot[1], ALEA_WIN, NULL, &exact, error);
    if (status != ALEA_OK) return status;
    v->difference = (exact.mean.win.lower + exact.mean.win.upper) / 2 - 0.5;
    for (int i = 0; i < VALUES && status == ALEA_OK; i++) {
        const alea__luck_options options = {.objective = ALEA_WIN, .reference = references[i]};
        status = alea__luck_open(game, &options, &v->of[i], error);
    }
    return status;
}

/* The number of games after which a difference of this size is detected with a chance of 95 %, and no difference is taken
   for one in 5 %: twice 1.645 standard errors of the mean. */
static double luck_games_needed(const luck_values *v, double variance)
{
    const double both = 2 * 1.6448536269514722;
    return both * both * variance / (v->difference * v->difference);
}

/* Means without luck are unbiased. One that is not near the exact result means that the number of games means nothing. */
static alea_status luck_check(luck_values *v, const alea__luck_estimate *e, alea_error *error)
{
    const double most = 4, apart = fabs(e->mean - 0.5 - v->difference) / e->error;
    v->worst = fmax(v->worst, apart);
    if (apart <= most) return ALEA_OK;
    return bench_fail(
        error, ALEA_E_STATE,
        "Games without luck do not have the exact result: the first bot wins %.6f ± %.6f of them, "
        "and %.6f exactly, which is %.1f standard errors apart.",
        e->mean, e->error, 0.5 + v->difference, apart);
}

/* Plays one round: the same games with each kind of values, and computes the number of games needed. */
static alea_status luck_play(luck_values *v, unsigned round, double needed[ROWS][BENCH_MOST_ROUNDS],
                             alea_error *error)
{
    const alea__luck_match match = {.bots = v->match->bot, .seed = round, .seats = ALEA_ROTATE};
    alea__luck_sums sums;
    for (int i = 0; i < VALUES; i++) {
        alea_status status =
            alea__luck_play(v->of[i], &match, (alea__luck_span){0, v->games}, 1, &sums, error);
        if (status != ALEA_OK) return status;
        const alea__luck_estimate plain = alea__luck_of_bot(&sums, ALEA__LUCK_PLAIN, 0),
                                  adjusted = alea__luck_of_bot(&sums, ALEA__LUCK_ADJUSTED, 0);
        needed[0][round] = luck_games_needed(v, plain.variance);
        needed[1 + i][round] = luck_games_needed(v, adjusted.variance);
        status = luck_check(v, &plain, error);
        if (status == ALEA_OK) status = luck_check(v, &adjusted, error);
        if (status != ALEA_OK) return status;
    }
    return ALEA_OK;
}

static void luck_report(const bench_plan *plan, const luck_values *v, double needed[ROWS][BENCH_MOST_ROUNDS],
                        bench_report *out)
{
    out->rows = ROWS;
    for (unsigned i = 0; i < ROWS; i++) {
        double ratio[BENCH_MOST_ROUNDS];
        bench_row *row = &out->row[i];
        bench_fill_row(row, needed[i], out->rounds);
        row->unit = "games";
        for (unsigned round = 0; round < out->rounds; round++)
            ratio[round] = needed[0][round] / needed[i][round];
        bench_set_ratio(row, ratio, out->rounds);
    }
    out->row[ROWS - 1].at_least = plan->at_least;
    snprintf(out->row[0].what, sizeof out->row[0].what, "as they are");
    snprintf(out->row[1].what, sizeof out->row[1].what, "without luck, by the values of best play");
    snprintf(out->row[2].what, sizeof out->row[2].what, "without luck, by those of %s", plan->bot[0]);
    snprintf(out->checked, sizeof out->checked,
             "means of %llu games agree with the exact result within %.1f standard errors (at most 4 are "
             "accepted)",
             (unsigned long long)v->games, v->worst);
}

alea_status bench_luck(const bench_plan *plan, const bench_options *options, bench_report *out,
                       alea_error *error)
{
    bench_match match;
    double needed[ROWS][BENCH_MOST_ROUNDS];
    luck_values v = {.match = &match, .games = options->quick ? plan->games / 10 : plan->games};
    alea_status status = bench_match_open(&match, plan->game, plan->bot, options, error);
    if (status != ALEA_OK) return status;
    status = luck_open(plan, &v, error);
    out->rounds = bench_rounds(options);
    for (unsigned i = 0; i < out->rounds && status == ALEA_OK; i++) {
        if (bench_stopped(options, i, out->rounds, error))
            status = ALEA_E_STOPPED;
        else
            status = luck_play(&v, i, needed, error);
    }
    if (status == ALEA_OK) luck_report(plan, &v, needed, out);
    for (int i = 0; i < VALUES; i++) alea__luck_close(v.of[i]);
    bench_match_close(&match);
    return status;
}
