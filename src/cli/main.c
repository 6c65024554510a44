/* alea on the command line: the table of commands. */
#include "cli/cli.h"

#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const cli_command commands[] = {
    {"games", "the games, or the rules of one", cli_games},
    {"run", "plays many games between bots and prints the standings", cli_run},
    {"replay", "shows recorded games, move by move", cli_replay},
    {"solve", "solves a game exactly, with proved bounds", cli_solve},
    {"ask", "what a position and its moves are worth", cli_ask},
    {"eval", "the exact result of one bot against another", cli_eval},
    {"best", "the best reply to a bot, and how far it can be exploited", cli_best},
    {"verify", "checks the proof that a table carries", cli_verify},
    {"stats", "how the score of a game for one is spread, exactly and by simulation", cli_stats},
    {"plot", "draws where a bot rolls and where it holds", cli_plot},
    {"play", "plays a game at the console: people, bots, or both", cli_play},
    {"contest", "an exact contest between many strategies, such as those of a course", cli_contest},
    {"review", "what was luck in a recorded game, and which decisions cost what", cli_review},
    {"drill", "asks one's own worst decisions again until they are right", cli_drill},
    {"notebook", "reviewed games over time: list, export, delete", cli_notebook},
    {"bot", "for people who write bots: list, check, build, freeze, template", cli_bot},
    {"bench", "how fast alea is, in ratios to textbook programs", cli_bench},
    {"version", "the version of alea", cli_version},
    {NULL, NULL, NULL},
};

static const char about[] = "Dice games of risk: played, solved, simulated and judged.";

/* A standard stream that is closed would lend its number to the next file that is opened, and what is meant
   for people would be written into that file. Held by something unwritable, it makes writing fail as it
   should. */
static void hold_standard_streams(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) < 0) return;
}

/* What the commands printed counts as done only when it arrived. */
static int finish(int status)
{
    if (fflush(stdout) == 0 && !ferror(stdout)) return status;
    if (status == CLI_FAILED) return status;
    return cli_complain(CLI_FAILED, "cannot write to standard output: %s", strerror(errno));
}

int main(int argc, char **argv)
{
    hold_standard_streams();
    signal(SIGPIPE, SIG_IGN); /* a closed pipe is a failed write, which is reported; */
    signal(SIGXFSZ, SIG_IGN); /* and so is a file that may not grow */
    setlocale(LC_CTYPE, "");  /* whether the terminal takes UTF-8; numbers stay as they are in C */
    argp_err_exit_status = CLI_USAGE;
    char *version_line[] = {argv[0], NULL};
    bool version = argc == 2 && (strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "-V") == 0);
    return finish(version ? cli_version(1, version_line) : cli_dispatch("alea", about, commands, argc, argv));
}
