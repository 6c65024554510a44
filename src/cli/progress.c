#include "cli/progress.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const double update_interval = 0.1; /* seconds */

/* The one mutable global of the program: a signal handler can reach nothing else. */
static volatile sig_atomic_t interrupted;

static void interrupt(int signal_number)
{
    (void)signal_number;
    interrupted = 1;
}

/* A terminal that can go back to the start of its line. */
static bool is_terminal(void)
{
    const char *kind = getenv("TERM");
    return isatty(STDERR_FILENO) && kind && strcmp(kind, "dumb") != 0;
}

static void draw(cli_progress *w, uint64_t done, uint64_t total, double now)
{
    char line[1024];
    alea_view_progress(done, total, now - w->started, w->unit, &w->view, line, sizeof line);
    fprintf(stderr, "\r%s\033[K", line);
    fflush(stderr);
    w->drawn = true;
    w->shown = now;
}

static int report(void *user, uint64_t done, uint64_t total)
{
    cli_progress *w = user;
    double now = cli_seconds();
    if (w->on_terminal && now - w->shown >= update_interval) draw(w, done, total, now);
    return interrupted;
}

static bool stopped(void *user)
{
    (void)user;
    return interrupted != 0;
}

/* SA_RESETHAND: the second time, the signal ends the program. */
static void catch_interrupt(struct sigaction *before)
{
    struct sigaction action = {.sa_handler = interrupt, .sa_flags = (int)SA_RESETHAND | SA_RESTART};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, before);
}

alea_progress cli_progress_start(cli_progress *w, const char *unit)
{
    double now = cli_seconds();
    *w = (cli_progress){.unit = unit, .started = now, .shown = now, .on_terminal = is_terminal()};
    w->view = cli_view_options(STDERR_FILENO, false);
    if (w->view.width > 1) w->view.width--; /* a full line would wrap */
    interrupted = 0;
    catch_interrupt(&w->before);
    return (alea_progress){.report = report, .stopped = stopped, .user = w};
}

double cli_progress_end(cli_progress *w)
{
    double seconds = cli_seconds() - w->started;
    if (w->drawn) fputs("\r\033[K", stderr);
    sigaction(SIGINT, &w->before, NULL);
    return seconds;
}

uint64_t cli_usual_memory(void)
{
    long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    if (pages <= 0 || page <= 0) return 0; /* not known: no limit */
    uint64_t all = (uint64_t)pages * (uint64_t)page;
    return all - all / 8;
}

int cli_report_work(const alea_error *error)
{
    if (error->status != ALEA_E_STOPPED) return cli_report(error);
    return cli_complain(CLI_NO, "stopped; nothing is known yet, and nothing was kept.");
}
