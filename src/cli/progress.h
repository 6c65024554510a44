#ifndef ALEA_CLI_PROGRESS_H
#define ALEA_CLI_PROGRESS_H
/* Long work: its line of progress, Ctrl-C as a request to stop, and how much memory it may take. */
#include "cli/cli.h"

#include <signal.h>

typedef struct cli_progress {
    const char *unit;
    double started, shown; /* seconds of the clock */
    bool on_terminal, drawn;
    alea_view_options view;
    struct sigaction before; /* what Ctrl-C did */
} cli_progress;

/* From here on the first Ctrl-C asks to stop, and the second ends the program. */
alea_progress cli_progress_start(cli_progress *, const char *unit);
/* Erases the line, gives Ctrl-C back its meaning, and returns the seconds since the start. */
double cli_progress_end(cli_progress *);

bool cli_is_interrupted(void *unused); /* whether Ctrl-C was pressed since then */

/* Bytes that work may take unless somebody says otherwise: most of this machine's memory. */
uint64_t cli_usual_memory(void);
/* Reports the failure or interruption of long work of which nothing is saved. */
int cli_report_work(const alea_error *);
#endif
