/* In the place of cli/progress.c: progress goes to the host, which says whether to stop. */
#include "base/assert.h"
#include "cli/progress.h"
#include "web/host.h"

static const double update_interval = 0.1; /* seconds */
static double waiting_since;

static int progress_report(void *user, uint64_t done, uint64_t total)
{
    cli_progress *p = user;
    const double now = web_host_seconds();
    if (now - p->shown < update_interval) return web_host_stopped();
    p->shown = now;
    return web_host_progress((double)done, (double)total, p->unit);
}

bool cli_is_interrupted(void *user)
{
    (void)user;
    return web_host_stopped() != 0;
}

alea_progress cli_progress_start(cli_progress *p, const char *unit)
{
    ALEA_ASSERT(*unit);
    const double now = web_host_seconds();
    *p = (cli_progress){.unit = unit, .started = now, .shown = now};
    return (alea_progress){.report = progress_report, .stopped = cli_is_interrupted, .user = p};
}

void cli_begin_waiting(void)
{
    waiting_since = web_host_seconds();
}

double cli_progress_end(cli_progress *p)
{
    const double now = web_host_seconds(), seconds = now - waiting_since;
    (void)p;
    waiting_since = now;
    return seconds;
}

int cli_report_work(const alea_error *error)
{
    return cli_report(error);
}
