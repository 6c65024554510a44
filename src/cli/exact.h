#ifndef ALEA_CLI_EXACT_H
#define ALEA_CLI_EXACT_H
/* What the commands for exact results share: solve, ask, eval, best, verify and bot freeze. */
#include "cli/progress.h"

/* The objective of that name; NULL: the first that the game has. CLI_DONE, or what is wrong has been said. */
int cli_choose_objective(const alea_game *, const char *name, alea_objective *out);

/* Bytes that work may take unless somebody says otherwise: most of this machine's memory. */
uint64_t cli_usual_memory(void);

/* Says what went wrong with long work of which nothing is kept when it is interrupted. */
int cli_report_work(const alea_error *);

/* Prints what a view made, or says why it could not. */
int cli_show_view(alea_status, char *text, const alea_error *);

/* A word as a shell reads it: in quotes where it needs them. `out` is cut to fit. */
void cli_quote(const char *word, char *out, size_t size);
#endif
