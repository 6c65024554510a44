#pragma once
/* The program's implementation of the host of commands (host.h). Answers go to standard output, everything else to standard
   error. */
#include "command/host.h"

/* output.c */
void terminal_complain(int exit_status, const char *text, const alea_error *);
void terminal_misuse(const char *command, const char *text);
alea_view_options terminal_view(bool json);
int terminal_print(const char *text);
double terminal_seconds(void);
bool terminal_can_draw(alea_view_options *);
void terminal_draw(const char *text);

/* progress.c. After this call, the first Ctrl-C, TERM or HUP asks to stop, and the second ends the program. Ignored
   signals, as under nohup, stay ignored; a caught TERM or HUP is raised again at the end for an earlier handler. */
alea_progress terminal_begin_work(const char *unit);
void terminal_end_work(void);
bool terminal_is_interrupted(void *unused); /* whether such a signal has arrived since work began */
/* Receives reports while the states of a game are listed, which any command may do that opens one. */
extern const alea_progress terminal_listing;

/* open_sandbox.c: with the user's cache folder, and Python. */
int terminal_open_sandbox(alea_sandbox_options, alea_sandbox **out);
/* cmd_notebook.c */
int terminal_open_notebook(cmd_notebook_args *, alea_notebook **out);
