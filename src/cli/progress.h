#ifndef ALEA_CLI_PROGRESS_H
#define ALEA_CLI_PROGRESS_H
/* Long work, watched: a line of progress on a terminal, and Ctrl-C as a request to stop. */
#include "cli/cli.h"

#include <signal.h>

typedef struct cli_watch {
    const char *unit;
    double started, shown; /* seconds of the clock */
    bool on_terminal, drawn;
    alea_view_options view;
    struct sigaction before; /* what Ctrl-C did */
} cli_watch;

/* From here on the first Ctrl-C asks to stop, and the second ends the program. */
alea_progress cli_watch_start(cli_watch *, const char *unit);
/* Erases the line, gives Ctrl-C back its meaning, and returns the seconds since the start. */
double cli_watch_end(cli_watch *);
#endif
