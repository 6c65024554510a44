/* Runs the checks of the blocks; see the header for the argument. Shares no code with any solver. */
#include "exact/check_blocks.h"
#include "base/assert.h"
#include "base/blocks.h"
#include "base/text.h"
#include "exact/messages.h"

#include <math.h>
#include <stdarg.h>

typedef struct checker {
    const alea__checking *checking;
    alea_verdict *verdict;
} checker;

static alea_status checker_start(void *user, void **local, alea_error *error)
{
    const alea__checking *c = ((checker *)user)->checking;
    return c->thread_start ? c->thread_start(c->user, local, error) : ALEA_OK;
}

static void checker_end(void *user, void *local)
{
    const alea__checking *c = ((checker *)user)->checking;
    if (c->thread_end) c->thread_end(c->user, local);
}

static alea_status checker_check(void *user, void *local, uint64_t block, void *result, alea_error *error)
{
    const alea__checking *c = ((checker *)user)->checking;
    return c->check(c->user, local, block, result, error);
}

static void checker_fold(void *user, uint64_t block, const void *result)
{
    alea_verdict *verdict = ((checker *)user)->verdict;
    const alea__finding *f = result;
    (void)block;
    if (!verdict->holds) return;
    verdict->checked += f->checked;
    if (f->wrong) alea__refute(verdict, "%s", f->reason);
}

enum { ENOUGH_SEEN = 1, STOP = 2 };

static int checker_report(void *user, uint64_t done)
{
    const checker *c = user;
    const alea_progress *progress = c->checking->progress;
    (void)done;
    if (!c->verdict->holds) return ENOUGH_SEEN;
    if (!progress || !progress->report) return 0;
    return progress->report(progress->user, c->verdict->checked, c->checking->total) ? STOP : 0;
}

alea_status alea__check_blocks(const alea__checking *checking, alea_verdict *verdict, alea_error *error)
{
    checker c = {checking, verdict};
    ALEA_ASSERT(verdict->holds);
    const alea__blocks blocks = {.count = checking->blocks,
                                 .result_size = sizeof(alea__finding),
                                 .user = &c,
                                 .thread_start = checker_start,
                                 .thread_end = checker_end,
                                 .work = checker_check,
                                 .fold = checker_fold,
                                 .report = checker_report};
    alea_status status = alea__blocks_run(&blocks, NULL, NULL, error);
    return status == ALEA_E_STOPPED && !verdict->holds ? ALEA_OK : status;
}

void alea__refute(alea_verdict *verdict, const char *format, ...)
{
    va_list arguments;
    verdict->holds = false;
    va_start(arguments, format);
    alea__format(verdict->reason, sizeof verdict->reason, format, arguments);
    va_end(arguments);
}

void alea__find_wrong(alea__finding *finding, const char *format, ...)
{
    va_list arguments;
    finding->wrong = true;
    va_start(arguments, format);
    alea__format(finding->reason, sizeof finding->reason, format, arguments);
    va_end(arguments);
}

void alea__find_wrong_bound(alea__finding *finding, const char *where, int sign, double claimed, double gives)
{
    alea__find_wrong(finding, EXACT_WRONG_STEP, where, sign > 0 ? "lower" : "upper", claimed,
                     sign > 0 ? "above" : "below", gives);
}

double alea__widest(const alea__values *values)
{
    double width = 0;
    for (unsigned k = 0; k < values->count; k++) {
        const alea__matrix *m = &values->matrix[k];
        for (size_t i = 0; i < (size_t)m->rows * m->columns; i++)
            width = fmax(width, m->upper[i] - m->lower[i]);
    }
    return width;
}

void alea__check_claims(const alea__values *v, double widest, alea_interval start, bool second_follows,
                        alea_verdict *verdict)
{
    if (!(widest <= v->width))
        alea__refute(verdict, EXACT_WRONG_WIDTH, v->width, widest);
    else if (!(v->start.lower <= start.lower && start.upper <= v->start.upper))
        alea__refute(verdict, EXACT_WRONG_START, v->start.lower, v->start.upper, start.lower, start.upper);
    else if (!second_follows)
        alea__refute(verdict, EXACT_WRONG_SECOND, v->second.lower, v->second.upper);
}
