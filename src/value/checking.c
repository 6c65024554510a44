#include "value/checking.h"
#include "base/blocks.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

typedef struct checker {
    const alea__checking *checking;
    alea_verdict *verdict;
} checker;

static alea_status start(void *user, void **local, alea_error *error)
{
    const alea__checking *c = ((checker *)user)->checking;
    return c->thread_start ? c->thread_start(c->user, local, error) : ALEA_OK;
}

static void end(void *user, void *local)
{
    const alea__checking *c = ((checker *)user)->checking;
    if (c->thread_end) c->thread_end(c->user, local);
}

static alea_status check(void *user, void *local, uint64_t block, void *result, alea_error *error)
{
    const alea__checking *c = ((checker *)user)->checking;
    return c->check(c->user, local, block, result, error);
}

static void take_down(void *user, uint64_t block, const void *result)
{
    alea_verdict *verdict = ((checker *)user)->verdict;
    const alea__finding *f = result;
    (void)block;
    if (!verdict->holds) return;
    verdict->checked += f->checked;
    if (f->wrong) alea__refute(verdict, "%s", f->reason);
}

enum { ENOUGH_SEEN = 1, STOP = 2 };

static int report(void *user, uint64_t done)
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
    const alea__blocks blocks = {.count = checking->blocks,
                                 .result_size = sizeof(alea__finding),
                                 .user = &c,
                                 .thread_start = start,
                                 .thread_end = end,
                                 .work = check,
                                 .fold = take_down,
                                 .report = report};
    alea_status status = alea__blocks_run(&blocks, NULL, NULL, error);
    return status == ALEA_E_STOPPED && !verdict->holds ? ALEA_OK : status;
}

void alea__refute(alea_verdict *verdict, const char *format, ...)
{
    va_list arguments;
    verdict->holds = false;
    va_start(arguments, format);
    vsnprintf(verdict->reason, sizeof verdict->reason, format, arguments);
    va_end(arguments);
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
