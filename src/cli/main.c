/* alea on the command line: the table of commands. */
#include "cli/cli.h"

#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const cli_command *const commands[] = {
    &cli_games,    &cli_run,   &cli_replay, &cli_solve,   &cli_ask,     &cli_eval,   &cli_best,
    &cli_verify,   &cli_stats, &cli_plot,   &cli_play,    &cli_contest, &cli_review, &cli_drill,
    &cli_notebook, &cli_bot,   &cli_bench,  &cli_version, NULL,
};

static const cli_command alea = {
    .name = "alea", .about = "Plays, solves, simulates and judges dice games of risk.", .commands = commands};

/* If a standard stream is closed, the next file that is opened gets its number, and messages would go into that file.
   An unwritable file in its place makes writing fail as it should. */
static void main_hold_standard_streams(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) < 0) return;
}

/* Runs the command and returns its exit status, or CLI_FAILED when standard output did not take everything. */
int main(int argc, char **argv)
{
    main_hold_standard_streams();
    signal(SIGPIPE, SIG_IGN); /* a closed pipe is a failed write, which is reported; */
    signal(SIGXFSZ, SIG_IGN); /* and so is a file that may not grow */
    setlocale(LC_CTYPE, "");  /* whether the terminal takes UTF-8; numbers stay as they are in C */
    char version[] = "version", *version_line[] = {argv[0], version, NULL};
    bool wants_version = argc == 2 && (strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "-V") == 0);
    int status = cli_dispatch("alea", &alea, argc, wants_version ? version_line : argv);
    /* A command has succeeded only if its output arrived. */
    if ((fflush(stdout) == 0 && !ferror(stdout)) || status == CLI_FAILED) return status;
    return cli_complain(CLI_FAILED, CLI_CANNOT_WRITE_OUTPUT, strerror(errno));
}
