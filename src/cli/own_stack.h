#ifndef ALEA_CLI_OWN_STACK_H
#define ALEA_CLI_OWN_STACK_H

/* Runs a program on a thread whose stack is large enough for all that commands do, and so are those of its other threads; where there is
   no such thread, here. Returns what it returns. */
int cli_run_on_own_stack(int (*run)(int argc, char **argv), int argc, char **argv);
#endif
