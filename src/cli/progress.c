/* Long work: its line of progress, and signals as requests to stop. */
#include "base/assert.h"
#include "cli/terminal.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

static const double update_interval = 0.1; /* seconds */

enum { STOP_SIGNALS = 3 };

typedef struct progress_line {
    const char *unit;
    double started, shown; /* seconds of the clock */
    bool on_terminal, drawn;
    alea_view_options view;
    struct sigaction before[STOP_SIGNALS]; /* what Ctrl-C and the others did */
} progress_line;

/* The mutable globals of the program. A signal handler can reach nothing else; threads read it. */
static atomic_int interrupted;         /* the signal, else 0 */
static progress_line working, listing; /* on while `unit` is set */
_Static_assert(ATOMIC_INT_LOCK_FREE == 2, "a signal handler may write it");

static const int progress_signals[STOP_SIGNALS] = {SIGINT, SIGTERM, SIGHUP};

/* Each signal comes here once (SA_RESETHAND); one after another kind ends the program, too. */
static void progress_interrupt(int signal_number)
{
    if (interrupted) raise(signal_number);
    interrupted = signal_number;
}

static void progress_catch_signals(progress_line *p)
{
    struct sigaction action = {.sa_handler = progress_interrupt, .sa_flags = (int)SA_RESETHAND | SA_RESTART};
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < STOP_SIGNALS; i++) {
        sigaction(progress_signals[i], NULL, &p->before[i]);
        const bool ignored = p->before[i].sa_handler == SIG_IGN && progress_signals[i] != SIGINT;
        if (!ignored) sigaction(progress_signals[i], &action, NULL);
    }
}

/* Console games leave at TERM and HUP, while Ctrl-C only stops the work. */
static void progress_release_signals(const progress_line *p)
{
    for (int i = 0; i < STOP_SIGNALS; i++) {
        const bool caught = p->before[i].sa_handler != SIG_DFL && p->before[i].sa_handler != SIG_IGN;
        sigaction(progress_signals[i], &p->before[i], NULL);
        if (caught && interrupted == progress_signals[i] && interrupted != SIGINT) raise(interrupted);
    }
}

/* Draws the line again, at most ten times a second. Nonzero asks the work to stop. */
static int progress_report(void *user, uint64_t done, uint64_t total)
{
    progress_line *p = user;
    char line[1024];
    double now = terminal_seconds();
    if (!p->on_terminal || now - p->shown < update_interval) return interrupted != 0;
    alea_view_progress(done, total, now - p->started, p->unit, &p->view, line, sizeof line);
    fprintf(stderr, "\r%s\033[K", line);
    fflush(stderr);
    p->drawn = true;
    p->shown = now;
    return interrupted != 0;
}

bool terminal_is_interrupted(void *user)
{
    (void)user;
    return interrupted != 0;
}

static void progress_begin(progress_line *p, const char *unit)
{
    const double now = terminal_seconds();
    *p = (progress_line){.unit = unit, .started = now, .shown = now};
    p->on_terminal = terminal_can_draw(&p->view);
    interrupted = 0;
    progress_catch_signals(p);
}

static void progress_end(progress_line *p)
{
    if (p->drawn) fputs("\r\033[K", stderr);
    p->unit = NULL;
    progress_release_signals(p);
}

alea_progress terminal_begin_work(const char *unit)
{
    ALEA_ASSERT(!working.unit);
    progress_begin(&working, unit);
    return (alea_progress){.report = progress_report, .stopped = terminal_is_interrupted, .user = &working};
}

void terminal_end_work(void)
{
    ALEA_ASSERT(working.unit);
    progress_end(&working);
}

/* Begins at the first report and ends with the last one. An interruption of other work that is under way stays. */
static int progress_list(void *unused, uint64_t done, uint64_t total)
{
    const int before = interrupted;
    (void)unused;
    if (!listing.unit && done != total) {
        progress_begin(&listing, "states listed");
        interrupted = before;
    }
    if (listing.unit && done == total) progress_end(&listing);
    return listing.unit ? progress_report(&listing, done, total) : 0;
}

const alea_progress terminal_listing = {.report = progress_list, .stopped = terminal_is_interrupted};
