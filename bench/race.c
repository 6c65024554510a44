#include "bench/race.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const uint64_t check_seed = 1000;
static const double most_standard_errors = 4;

/* ---- small things ---------------------------------------------------------------------------------------------------- */

double bench_seconds(bool wall)
{
    struct timespec now;
    clock_gettime(wall ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double bench_all_threads(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double bench_work(alea_sandbox *sandbox)
{
    return bench_seconds(false) + (sandbox ? 1e-9 * (double)alea_sandbox_spent(sandbox) : 0);
}

static const char *race_paid_in(const bench_race *race)
{
    return race->paid_in ? race->paid_in : "dollars";
}

static double race_clock(const bench_race *race)
{
    return race->wall ? bench_seconds(true) : bench_work(race->sandbox);
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double bench_median(const double *values, unsigned count)
{
    double sorted[BENCH_MOST_ROUNDS];
    memcpy(sorted, values, count * sizeof *values);
    qsort(sorted, count, sizeof *sorted, ascending);
    return count % 2 == 1 ? sorted[count / 2] : (sorted[count / 2 - 1] + sorted[count / 2]) / 2;
}

unsigned bench_rounds(const bench_options *options)
{
    return options->quick ? 3 : 5;
}

/* The relative error of a median for normal samples: pi / 2 times the variance of a mean. 0 if there are too few. */
static double median_error(const double *samples, unsigned count)
{
    double mean = 0, squares = 0;
    if (count < 3) return 0;
    for (unsigned i = 0; i < count; i++) mean += samples[i] / count;
    for (unsigned i = 0; i < count; i++) squares += (samples[i] - mean) * (samples[i] - mean);
    return sqrt(1.5707963 * squares / (count - 1) / count) / mean;
}

void bench_set_ratio(bench_row *row, const double *ratios, unsigned count)
{
    row->ratio = bench_median(ratios, count);
    row->error = median_error(ratios, count);
}

void bench_fill_row(bench_row *row, const double *samples, unsigned count)
{
    row->median = bench_median(samples, count);
    row->error = median_error(samples, count);
    row->least = row->most = samples[0];
    for (unsigned i = 1; i < count; i++) {
        row->least = fmin(row->least, samples[i]);
        row->most = fmax(row->most, samples[i]);
    }
}

bool bench_stopped(const bench_options *options, unsigned done, unsigned total, alea_error *error)
{
    const alea_progress *p = &options->progress;
    if (!p->report || p->report(p->user, done, total) == 0) return false;
    bench_fail(error, ALEA_E_STOPPED, "Stopped.");
    return true;
}

alea_status bench_fail(alea_error *error, alea_status status, const char *format, ...)
{
    va_list arguments;
    if (!error) return status;
    *error = (alea_error){.status = status};
    va_start(arguments, format);
    vsnprintf(error->message, sizeof error->message, format, arguments);
    va_end(arguments);
    return status;
}

/* ---- are they right? ------------------------------------------------------------------------------------------------- */

typedef struct figures {
    bench_sum sum[BENCH_MOST_ROWS];
    double pace[BENCH_MOST_ROWS]; /* games a second, estimated from the check */
    double worst;                 /* difference, in standard errors */
} figures;

static double standard_errors_apart(double a, double a_se, double b, double b_se)
{
    double difference = fabs(a - b), se = hypot(a_se, b_se);
    return difference == 0 ? 0 : difference / se;
}

/* Compares the length of games, the most sensitive measure. Both play equally many games, so one deviation serves for both. */
static alea_status compare_turns(const bench_race *race, unsigned who, figures *f, alea_error *error)
{
    const bench_sum *a = &f->sum[0], *b = &f->sum[who];
    double se = fmax(a->turns_se, b->turns_se);
    if (se == 0) return ALEA_OK;
    double apart = standard_errors_apart(a->turns, se, b->turns, se);
    f->worst = fmax(f->worst, apart);
    if (apart <= most_standard_errors) return ALEA_OK;
    return bench_fail(
        error, ALEA_E_STATE,
        "`%s` and `%s` do not play the same game: a game has %.4f ± %.4f and %.4f ± %.4f turns, which is "
        "%.1f "
        "standard errors apart. One of the two is wrong, and the ratio of their speeds means nothing.",
        race->contestant[0].what, race->contestant[who].what, a->turns, se, b->turns, se, apart);
}

static alea_status compare(const bench_race *race, unsigned who, figures *f, alea_error *error)
{
    const bench_sum *a = &f->sum[0], *b = &f->sum[who];
    for (unsigned bot = 0; bot < race->players; bot++) {
        double wins = standard_errors_apart(a->wins[bot], a->wins_se[bot], b->wins[bot], b->wins_se[bot]);
        double money =
            standard_errors_apart(a->money[bot], a->money_se[bot], b->money[bot], b->money_se[bot]);
        f->worst = fmax(f->worst, fmax(wins, money));
        if (wins <= most_standard_errors && money <= most_standard_errors) continue;
        return bench_fail(
            error, ALEA_E_STATE,
            "`%s` and `%s` do not play the same game: bot %u wins %.5f ± %.5f and %.5f ± %.5f of them, and "
            "earns %.4f ± %.4f and %.4f ± %.4f %s, which is %.1f standard errors apart. One of the two "
            "is wrong, and the ratio of their speeds means nothing.",
            race->contestant[0].what, race->contestant[who].what, bot, a->wins[bot], a->wins_se[bot],
            b->wins[bot], b->wins_se[bot], a->money[bot], a->money_se[bot], b->money[bot], b->money_se[bot],
            race_paid_in(race), fmax(wins, money));
    }
    return ALEA_OK;
}

/* The seeds differ, so that two contestants cannot agree merely by playing the same games. */
static alea_status check(const bench_race *race, figures *f, alea_error *error)
{
    for (unsigned i = 0; i < race->contestants; i++) {
        const bench_contestant *c = &race->contestant[i];
        double before = race_clock(race);
        alea_status status = c->play(c->user, check_seed + i, race->check_games, &f->sum[i], error);
        if (status != ALEA_OK) return status;
        f->pace[i] = (double)race->check_games / (race_clock(race) - before);
        if (i > 0) status = compare(race, i, f, error);
        if (i > 0 && status == ALEA_OK) status = compare_turns(race, i, f, error);
        if (status != ALEA_OK) return status;
    }
    return ALEA_OK;
}

/* ---- how fast? ------------------------------------------------------------------------------------------------------- */

typedef struct samples {
    double pace[BENCH_MOST_ROWS][BENCH_MOST_ROUNDS]; /* games a second */
} samples;

static alea_status measure(const bench_race *race, const figures *f, unsigned who, unsigned round, samples *s,
                           alea_error *error)
{
    const bench_contestant *c = &race->contestant[who];
    bench_sum ignored;
    uint64_t games = 1 + (uint64_t)(race->seconds * f->pace[who]);
    double before = race_clock(race);
    alea_status status = c->play(c->user, round, games, &ignored, error);
    s->pace[who][round] = (double)games / (race_clock(race) - before);
    return status;
}

static void report_row(const bench_race *race, const figures *f, const samples *s, unsigned who,
                       bench_report *out)
{
    bench_row *row = &out->row[who];
    double ratio[BENCH_MOST_ROUNDS];
    snprintf(row->what, sizeof row->what, "%s", race->contestant[who].what);
    row->unit = "games/s";
    row->at_least = race->contestant[who].at_least;
    bench_fill_row(row, s->pace[who], out->rounds);
    for (unsigned i = 0; i < out->rounds; i++) ratio[i] = s->pace[who][i] / s->pace[0][i];
    bench_set_ratio(row, ratio, out->rounds);
    if (race->a_decision)
        snprintf(row->note, sizeof row->note, "%.4g ns a decision",
                 1e9 / (row->median * f->sum[0].decisions));
}

static void say_what_was_checked(const bench_race *race, const figures *f, bench_report *out)
{
    const bool wins = race->players > 1, money = f->sum[0].money_se[0] > 0;
    snprintf(out->checked, sizeof out->checked,
             "%s%s%s%s of %.0f games each agree within %.1f standard errors (at most %g are accepted)",
             wins ? "wins" : "", f->sum[0].turns_se > 0 ? ", turns" : "", wins && money ? ", " : "",
             money ? race_paid_in(race) : "", (double)race->check_games, f->worst, most_standard_errors);
}

alea_status bench_run_race(const bench_race *race, const bench_options *options, bench_report *out,
                           alea_error *error)
{
    figures f = {0};
    samples s;
    alea_status status = check(race, &f, error);
    out->rounds = bench_rounds(options);
    out->rows = race->contestants;
    unsigned total = out->rounds * out->rows;
    for (unsigned i = 0; i < total && status == ALEA_OK; i++) {
        if (bench_stopped(options, i, total, error)) return ALEA_E_STOPPED;
        status = measure(race, &f, i % out->rows, i / out->rows, &s, error);
    }
    if (status != ALEA_OK) return status;
    for (unsigned i = 0; i < out->rows; i++) report_row(race, &f, &s, i, out);
    say_what_was_checked(race, &f, out);
    return ALEA_OK;
}
