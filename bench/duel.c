#include "bench/duel.h"
#include "base/kernel.h"
#include "bench/race.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Textbook programs stop when no value changes by more than 1e-12; their values may then be off by more than that. */
static const double usual_difference = 1e-10;

/* ---- timing ------------------------------------------------------------------------------------------- */

/* Measures the seconds of one run: the mean over as many runs as it takes to fill a twentieth of a second. */
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

/* ---- rows --------------------------------------------------------------------------------------------- */

enum { TEXTBOOK, ALEA, ALEA_AVX2, DUEL_ROWS, AVX2_BYTES = 32 };

/* The results of the rounds of a duel. */
typedef struct duel_rounds {
    const bench_duel *duel;
    unsigned rows; /* without the AVX2 row if that would be the same run */
    double milliseconds[DUEL_ROWS][BENCH_MOST_ROUNDS], numbers[DUEL_ROWS][BENCH_MOST_CHECKS];
} duel_rounds;

static alea_status duel_compare(const duel_rounds *r, bench_report *out, alea_error *error)
{
    const bench_duel *d = r->duel;
    const double accepted = fmax(d->difference, usual_difference);
    double worst = 0;
    for (unsigned row = ALEA; row < r->rows; row++)
        for (unsigned i = 0; i < d->numbers; i++)
            worst = fmax(worst, fabs(r->numbers[TEXTBOOK][i] - r->numbers[row][i]));
    snprintf(out->checked, sizeof out->checked, "%s agree within %.1g (at most %g is accepted)", d->compared,
             worst, accepted);
    if (worst <= accepted) return ALEA_OK;
    return bench_fail(
        error, ALEA_E_STATE,
        "The textbook and alea disagree: %s differ by %.3g. One of the two is wrong, and the ratio "
        "of their speeds means nothing.",
        d->compared, worst);
}

/* Measures the contender of a row in one round, in milliseconds. */
static alea_status duel_time(duel_rounds *r, unsigned row, unsigned round, alea_error *error)
{
    double seconds = 0;
    if (row == ALEA_AVX2) alea__limit_lane_bytes(AVX2_BYTES);
    alea_status status = bench_time_one(row == TEXTBOOK ? &r->duel->textbook : &r->duel->alea, NULL, &seconds,
                                        r->numbers[row], error);
    if (row == ALEA_AVX2) alea__limit_lane_bytes(0);
    r->milliseconds[row][round] = seconds * 1e3;
    return status;
}

static void duel_fill_row(const duel_rounds *r, unsigned row, bench_report *out)
{
    const bench_duel *d = r->duel;
    double ratio[BENCH_MOST_ROUNDS];
    bench_row *to = &out->row[row];
    for (unsigned i = 0; i < out->rounds; i++)
        ratio[i] = r->milliseconds[TEXTBOOK][i] / r->milliseconds[row][i];
    bench_fill_row(to, r->milliseconds[row], out->rounds);
    bench_set_ratio(to, ratio, out->rounds);
    to->unit = "ms";
    to->at_least = row == ALEA ? d->at_least : 0;
    to->below = row == ALEA ? d->below * 1e3 : 0;
    snprintf(to->what, sizeof to->what, "%s%s", row == TEXTBOOK ? d->textbook.what : d->alea.what,
             row == ALEA_AVX2             ? " (AVX2)"
             : row == TEXTBOOK && d->once ? ", once"
                                          : "");
}

alea_status bench_fight(const bench_duel *d, const bench_options *options, bench_report *out,
                        alea_error *error)
{
    const bool narrow = !d->any_vectors && alea__lane_bytes() > AVX2_BYTES;
    duel_rounds r = {.duel = d, .rows = narrow ? ALEA_AVX2 + 1 : ALEA + 1};
    alea_status status = ALEA_OK;
    out->rounds = bench_rounds(options);
    out->rows = r.rows;
    for (unsigned i = 0; i < out->rounds * r.rows && status == ALEA_OK; i++) {
        const unsigned round = i / r.rows, row = i % r.rows;
        if (bench_stopped(options, i, out->rounds * r.rows, error)) return ALEA_E_STOPPED;
        if (row == TEXTBOOK && d->once && round > 0)
            r.milliseconds[row][round] = r.milliseconds[row][0];
        else
            status = duel_time(&r, row, round, error);
        if (status == ALEA_OK && i == r.rows - 1) status = duel_compare(&r, out, error);
    }
    if (status != ALEA_OK) return status;
    for (unsigned row = 0; row < r.rows; row++) duel_fill_row(&r, row, out);
    return ALEA_OK;
}
