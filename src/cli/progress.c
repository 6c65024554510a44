#include "cli/progress.h"
#include "base/assert.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const double update_interval = 0.1; /* seconds */

/* The mutable globals of the program. A signal handler can reach nothing else; threads read it. */
static atomic_int interrupted; /* the signal, else 0 */
static double waiting_since;   /* seconds of the clock */
static cli_progress listing;   /* on while `unit` is set */
_Static_assert(ATOMIC_INT_LOCK_FREE == 2, "a signal handler may write it");

static const int progress_signals[CLI_STOP_SIGNALS] = {SIGINT, SIGTERM, SIGHUP};

/* Each signal comes here once (SA_RESETHAND); one after another kind ends the program, too. */
static void progress_interrupt(int signal_number)
{
    if (interrupted) raise(signal_number);
    interrupted = signal_number;
}

static void progress_catch_signals(cli_progress *p)
{
    struct sigaction action = {.sa_handler = progress_interrupt, .sa_flags = (int)SA_RESETHAND | SA_RESTART};
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < CLI_STOP_SIGNALS; i++) {
        sigaction(progress_signals[i], NULL, &p->before[i]);
        const bool ignored = p->before[i].sa_handler == SIG_IGN && progress_signals[i] != SIGINT;
        if (!ignored) sigaction(progress_signals[i], &action, NULL);
    }
}

/* Console games leave at TERM and HUP, while Ctrl-C only stops the work. */
static void progress_release_signals(const cli_progress *p)
{
    for (int i = 0; i < CLI_STOP_SIGNALS; i++) {
        const bool caught = p->before[i].sa_handler != SIG_DFL && p->before[i].sa_handler != SIG_IGN;
        sigaction(progress_signals[i], &p->before[i], NULL);
        if (caught && interrupted == progress_signals[i] && interrupted != SIGINT) raise(interrupted);
    }
}

/* Draws the line again, at most ten times a second. Nonzero asks the work to stop. */
static int progress_report(void *user, uint64_t done, uint64_t total)
{
    cli_progress *p = user;
    char line[1024];
    double now = cli_seconds();
    if (!p->on_terminal || now - p->shown < update_interval) return interrupted != 0;
    alea_view_progress(done, total, now - p->started, p->unit, &p->view, line, sizeof line);
    fprintf(stderr, "\r%s\033[K", line);
    fflush(stderr);
    p->drawn = true;
    p->shown = now;
    return interrupted != 0;
}

bool cli_is_interrupted(void *user)
{
    (void)user;
    return interrupted != 0;
}

alea_progress cli_progress_start(cli_progress *p, const char *unit)
{
    ALEA_ASSERT(*unit);
    const char *terminal = getenv("TERM");
    double now = cli_seconds();
    *p = (cli_progress){.unit = unit, .started = now, .shown = now};
    /* A terminal that can go back to the start of its line. */
    p->on_terminal = isatty(STDERR_FILENO) && terminal && strcmp(terminal, "dumb") != 0;
    p->view = cli_view_options(STDERR_FILENO, false);
    if (p->view.width > 1) p->view.width--; /* a full line would wrap */
    interrupted = 0;
    progress_catch_signals(p);
    return (alea_progress){.report = progress_report, .stopped = cli_is_interrupted, .user = p};
}

static void progress_release(const cli_progress *p)
{
    if (p->drawn) fputs("\r\033[K", stderr);
    progress_release_signals(p);
}

void cli_begin_waiting(void)
{
    waiting_since = cli_seconds();
}

double cli_progress_end(cli_progress *p)
{
    const double now = cli_seconds(), seconds = now - waiting_since;
    waiting_since = now;
    progress_release(p);
    return seconds;
}

/* Begins at the first report and ends with the last one. An interruption of other work that is under way stays. */
static int progress_list(void *unused, uint64_t done, uint64_t total)
{
    const int before = interrupted;
    (void)unused;
    if (!listing.unit && done != total) {
        cli_progress_start(&listing, "states listed");
        interrupted = before;
    }
    if (listing.unit && done == total) {
        progress_release(&listing);
        listing.unit = NULL;
    }
    return listing.unit ? progress_report(&listing, done, total) : 0;
}

const alea_progress cli_listing = {.report = progress_list, .stopped = cli_is_interrupted};

int cli_report_work(const alea_error *error)
{
    if (error->status != ALEA_E_STOPPED) return cli_report(error);
    return cli_complain(CLI_NO, CLI_STOPPED);
}
