#pragma once

/* Runs a program on a thread with a stack large enough for every command, and sets the same size for other threads. If such
   a thread is not possible, runs it on this one. Returns the program's result. */
int cli_run_on_own_stack(int (*run)(int argc, char **argv), int argc, char **argv);
