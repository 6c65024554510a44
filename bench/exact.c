/* Exact values, in process. */
#include "bench/files.h"
#include "bench/match.h"
#include "bench/textbook.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Textbooks stop when nothing changes by more than 1e-12, which leaves more than that. */
static const double most_difference = 1e-10;

enum { MOST_CHECKS = 2 };

/* What is computed: by `run`, which returns up to two numbers to be compared. */
typedef struct contestant {
    const char *what;
    alea_status (*run)(const void *user, double numbers[MOST_CHECKS], alea_error *);
    const void *user;
} contestant;

typedef struct duel {
    contestant textbook, alea;
    unsigned numbers;
    double at_least;
    const char *compared; /* what the numbers are */
} duel;

/* ---- timing ------------------------------------------------------------------------------------------- */

/* Seconds of one run, the mean of as many as fill a twentieth of a second. */
static alea_status time_one(const contestant *c, double *seconds, double numbers[MOST_CHECKS],
                            alea_error *error)
{
    const double fill = 0.05, before = bench_seconds(false);
    unsigned runs = 0;
    do {
        alea_status status = c->run(c->user, numbers, error);
        if (status != ALEA_OK) return status;
        *seconds = bench_seconds(false) - before;
        runs++;
    } while (*seconds < fill);
    *seconds /= runs;
    return ALEA_OK;
}

static alea_status compare(const duel *d, const double *textbook, const double *ours, bench_report *out,
                           alea_error *error)
{
    double worst = 0;
    for (unsigned i = 0; i < d->numbers; i++) worst = fmax(worst, fabs(textbook[i] - ours[i]));
    snprintf(out->checked, sizeof out->checked, "%s agree within %.1g (at most %g is accepted)", d->compared,
             worst, most_difference);
    if (worst <= most_difference) return ALEA_OK;
    return bench_fail(
        error, ALEA_E_STATE,
        "The textbook and alea disagree: %s differ by %.3g. One of the two is wrong, and the ratio "
        "of their speeds means nothing.",
        d->compared, worst);
}

static void fill_rows(const duel *d, const double *theirs, const double *ours, bench_report *out)
{
    double ratio[BENCH_MOST_ROUNDS];
    bench_fill_row(&out->row[0], theirs, out->rounds);
    bench_fill_row(&out->row[1], ours, out->rounds);
    for (unsigned i = 0; i < out->rounds; i++) ratio[i] = theirs[i] / ours[i];
    out->rows = 2;
    out->row[0].unit = out->row[1].unit = "ms";
    out->row[0].ratio = 1;
    out->row[1].ratio = bench_median(ratio, out->rounds);
    out->row[1].at_least = d->at_least;
    snprintf(out->row[0].what, sizeof out->row[0].what, "%s", d->textbook.what);
    snprintf(out->row[1].what, sizeof out->row[1].what, "%s", d->alea.what);
}

static alea_status fight(const duel *d, const bench_options *options, bench_report *out, alea_error *error)
{
    double seconds[2][BENCH_MOST_ROUNDS], numbers[2][MOST_CHECKS];
    out->rounds = bench_rounds(options);
    for (unsigned round = 0; round < out->rounds; round++) {
        if (bench_stopped(options, round, out->rounds, error)) return ALEA_E_STOPPED;
        alea_status status = time_one(&d->textbook, &seconds[0][round], numbers[0], error);
        if (status == ALEA_OK) status = time_one(&d->alea, &seconds[1][round], numbers[1], error);
        if (status == ALEA_OK && round == 0) status = compare(d, numbers[0], numbers[1], out, error);
        if (status != ALEA_OK) return status;
        seconds[0][round] *= 1e3;
        seconds[1][round] *= 1e3;
    }
    fill_rows(d, seconds[0], seconds[1], out);
    return ALEA_OK;
}

/* ---- who computes ------------------------------------------------------------------------------------- */

static double middle(alea_interval interval)
{
    return (interval.lower + interval.upper) / 2;
}

static alea_status no_memory(alea_error *error)
{
    return bench_fail(error, ALEA_E_MEMORY, "There is not enough memory.");
}

static alea_status solve_by_textbook(const void *user, double numbers[MOST_CHECKS], alea_error *error)
{
    (void)user;
    numbers[0] = textbook_pig_best();
    return numbers[0] >= 0 ? ALEA_OK : no_memory(error);
}

typedef struct problem {
    const bench_plan *plan;
    const alea_game *game;
} problem;

static alea_status solve_by_alea(const void *user, double numbers[MOST_CHECKS], alea_error *error)
{
    const problem *p = user;
    const alea_solve_options options = {.tolerance = p->plan->tolerance, .threads = 1};
    alea_table *table;
    alea_status status = alea_solve(p->game, p->plan->objective, &options, &table, error);
    if (status != ALEA_OK) return status;
    numbers[0] = middle(alea_table_about(table).start);
    alea_table_free(table);
    return ALEA_OK;
}

static alea_status evaluate_by_textbook(const void *user, double numbers[MOST_CHECKS], alea_error *error)
{
    const bench_plan *plan = user;
    return textbook_pig_result(plan->hold_at, numbers) ? ALEA_OK : no_memory(error);
}

static alea_status evaluate_by_alea(const void *user, double numbers[MOST_CHECKS], alea_error *error)
{
    const bench_match *match = user;
    alea_eval result;
    alea_status status = alea_evaluate(match->game, match->bot[0], match->bot[1], ALEA_WIN,
                                       &(alea_solve_options){.threads = 1}, &result, error);
    if (status != ALEA_OK) return status;
    numbers[0] = middle(result.first.win);
    numbers[1] = middle(result.second.win);
    return ALEA_OK;
}

/* ---- the jobs ----------------------------------------------------------------------------------------- */

alea_status bench_solve_pig(const bench_plan *plan, const bench_options *options, bench_report *out,
                            alea_error *error)
{
    problem p = {.plan = plan};
    alea_game *game;
    alea_status status = alea_game_open(plan->game, &game, error);
    if (status != ALEA_OK) return status;
    p.game = game;
    const duel d = {.textbook = {"textbook value iteration", solve_by_textbook, NULL},
                    .alea = {"alea, bounds proved", solve_by_alea, &p},
                    .numbers = 1,
                    .at_least = plan->at_least,
                    .compared = "values"};
    status = fight(&d, options, out, error);
    alea_game_free(game);
    return status;
}

alea_status bench_evaluate_pig(const bench_plan *plan, const bench_options *options, bench_report *out,
                               alea_error *error)
{
    bench_match match;
    alea_status status = bench_match_open(&match, plan->game, plan->bot, options->folder, error);
    if (status != ALEA_OK) return status;
    const duel d = {.textbook = {"textbook evaluation by sweeps", evaluate_by_textbook, plan},
                    .alea = {"alea, with bounds and lengths of games", evaluate_by_alea, &match},
                    .numbers = 2,
                    .at_least = plan->at_least,
                    .compared = "chances in both seats"};
    status = fight(&d, options, out, error);
    bench_match_close(&match);
    return status;
}

static void report_times(const bench_plan *plan, const double *seconds, bench_report *out)
{
    bench_row *row = &out->row[0];
    out->rows = 1;
    bench_fill_row(row, seconds, out->rounds);
    row->unit = "s";
    row->below = plan->below;
    snprintf(row->what, sizeof row->what, "alea_solve, %s", plan->game);
}

static alea_status time_game(const bench_plan *plan, const alea_game *game, const bench_options *options,
                             bench_report *out, alea_error *error)
{
    const problem p = {plan, game};
    const contestant alea = {"", solve_by_alea, &p};
    double seconds[BENCH_MOST_ROUNDS], numbers[MOST_CHECKS];
    out->rounds = bench_rounds(options);
    for (unsigned round = 0; round < out->rounds; round++) {
        if (bench_stopped(options, round, out->rounds, error)) return ALEA_E_STOPPED;
        alea_status status = time_one(&alea, &seconds[round], numbers, error);
        if (status != ALEA_OK) return status;
    }
    report_times(plan, seconds, out);
    return ALEA_OK;
}

alea_status bench_solve(const bench_plan *plan, const bench_options *options, bench_report *out,
                        alea_error *error)
{
    char spec[BENCH_PATH];
    alea_game *game;
    alea_status status = bench_game(plan->game, options, spec, error);
    if (status == ALEA_OK) status = alea_game_open(spec, &game, error);
    if (status != ALEA_OK) return status;
    status = time_game(plan, game, options, out, error);
    alea_game_free(game);
    return status;
}
