#include "bench/duel.h"
#include "bench/race.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Textbooks stop when nothing changes by more than 1e-12, which leaves more than that. */
static const double most_difference = 1e-10;

/* ---- timing ------------------------------------------------------------------------------------------- */

/* Seconds of one run, the mean of as many as fill a twentieth of a second. */
alea_status bench_time_one(const bench_contender *c, alea_sandbox *sandbox, double *seconds,
                           double numbers[BENCH_MOST_CHECKS], alea_error *error)
{
    const double fill = 0.05, before = c->all_threads ? bench_all_threads() : bench_work(sandbox);
    unsigned runs = 0;
    do {
        alea_status status = c->run(c->user, numbers, error);
        if (status != ALEA_OK) return status;
        *seconds = (c->all_threads ? bench_all_threads() : bench_work(sandbox)) - before;
        runs++;
    } while (*seconds < fill);
    *seconds /= runs;
    return ALEA_OK;
}

static alea_status compare(const bench_duel *d, const double *textbook, const double *ours, bench_report *out,
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

static void fill_rows(const bench_duel *d, const double *theirs, const double *ours, bench_report *out)
{
    double ratio[BENCH_MOST_ROUNDS];
    bench_fill_row(&out->row[0], theirs, out->rounds);
    bench_fill_row(&out->row[1], ours, out->rounds);
    for (unsigned i = 0; i < out->rounds; i++) ratio[i] = theirs[i] / ours[i];
    out->rows = 2;
    out->row[0].unit = out->row[1].unit = "ms";
    out->row[0].ratio = 1;
    bench_set_ratio(&out->row[1], ratio, out->rounds);
    out->row[1].at_least = d->at_least;
    snprintf(out->row[0].what, sizeof out->row[0].what, "%s", d->textbook.what);
    snprintf(out->row[1].what, sizeof out->row[1].what, "%s", d->alea.what);
}

alea_status bench_fight(const bench_duel *d, const bench_options *options, bench_report *out,
                        alea_error *error)
{
    double seconds[2][BENCH_MOST_ROUNDS], numbers[2][BENCH_MOST_CHECKS];
    out->rounds = bench_rounds(options);
    for (unsigned round = 0; round < out->rounds; round++) {
        if (bench_stopped(options, round, out->rounds, error)) return ALEA_E_STOPPED;
        alea_status status = bench_time_one(&d->textbook, NULL, &seconds[0][round], numbers[0], error);
        if (status == ALEA_OK) status = bench_time_one(&d->alea, NULL, &seconds[1][round], numbers[1], error);
        if (status == ALEA_OK && round == 0) status = compare(d, numbers[0], numbers[1], out, error);
        if (status != ALEA_OK) return status;
        seconds[0][round] *= 1e3;
        seconds[1][round] *= 1e3;
    }
    fill_rows(d, seconds[0], seconds[1], out);
    return ALEA_OK;
}
