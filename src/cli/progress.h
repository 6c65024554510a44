#ifndef ALEA_CLI_PROGRESS_H
#define ALEA_CLI_PROGRESS_H
/* Long work: its line of progress, Ctrl-C and other signals as requests to stop, and how much memory it may take. */
#include "cli/cli.h"

#include <signal.h>

enum { CLI_STOP_SIGNALS = 3 };

typedef struct cli_progress {
    const char *unit;
    double started, shown; /* seconds of the clock */
    bool on_terminal, drawn;
    alea_view_options view;
    struct sigaction before[CLI_STOP_SIGNALS]; /* what Ctrl-C and the others did */
} cli_progress;

/* From here on the first Ctrl-C, TERM or HUP asks to stop, and the second ends the program. Signals that are ignored, as under
   nohup, stay so; a caught TERM or HUP is raised again at the end for whoever caught it before. */
alea_progress cli_progress_start(cli_progress *, const char *unit);
/* Erases the line, gives the signals back their meaning, and returns the seconds since work last ended: for the first work of a command,
   since it began, with all that came before, such as opening the game. So seconds are those that the user waited. */
double cli_progress_end(cli_progress *);
void cli_begin_waiting(void); /* a command begins */

/* Receives reports while the states of a game are listed, which any command may do that opens one. */
extern const alea_progress cli_listing;

bool cli_is_interrupted(void *unused); /* whether such a signal came since then */

/* Bytes that an exact result may take where one that needs more is simulated or estimated. Fixed, so that every machine makes the
   same choice. A tournament computes several results side by side. */
#define CLI_EXACT_MEMORY      (UINT64_C(4) << 30)
#define CLI_TOURNAMENT_MEMORY (UINT64_C(1) << 30)
/* Reports the failure or interruption of long work of which nothing is saved. */
int cli_report_work(const alea_error *);
#endif
