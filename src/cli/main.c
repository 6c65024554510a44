/* The program alea: its commands, grouped by reader. */
#include "cli/build.h"
#include "cli/contest_kit.h"
#include "cli/own_stack.h"
#include "cli/play/playback.h"
#include "cli/terminal.h"
#include "cli/user_dirs.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const cmd_table *const main_play[] = {&cmd_games, &cli_play,     &cmd_replay, &cmd_review,
                                             &cli_drill, &cli_notebook, NULL};
static const cmd_table *const main_contests[] = {&cmd_contest, NULL};
static const cmd_table *const main_bots[] = {
    &cli_bot, &cmd_run, &cmd_merge, &cmd_tournament, &cmd_compare, &cmd_eval, &cmd_best, &cmd_learn, NULL};
static const cmd_table *const main_values[] = {&cmd_solve,  &cmd_ask,   &cmd_plot,
                                               &cmd_verify, &cmd_stats, NULL};
static const cmd_table *const main_program[] = {&cli_cache, &cli_completion, &cli_version, NULL};

static const cmd_topic main_topics[] = {
    {"To play and learn", "alea play pig", main_play},
    {"To hold a contest between students", "alea contest hog FOLDER --html report.html", main_contests},
    {"To write a bot", "alea bot template pig > mine.c", main_bots},
    {"To find exact values", "alea solve pig", main_values},
    {"About the program", "alea help play", main_program},
    {0},
};

const cmd_table cli_program = {.name = "alea",
                               .about = "Plays, solves, simulates and judges dice games of risk.",
                               .topics = main_topics};

static const cmd_host main_host = {
    .complain = terminal_complain,
    .misuse = terminal_misuse,
    .view = terminal_view,
    .print = terminal_print,
    .seconds = terminal_seconds,
    .begin_work = terminal_begin_work,
    .end_work = terminal_end_work,
    .can_draw = terminal_can_draw,
    .draw = terminal_draw,
    .open_sandbox = terminal_open_sandbox,
    .open_command = alea_bot_from_command,
    .build_bot = cli_build_cached,
    .find_last_game = cli_find_last_game,
    .open_notebook = terminal_open_notebook,
    .write_kit = cli_write_kit,
    .play_back = playback_record,
};

/* If a standard stream is closed, the next file that is opened gets its number, and messages would go into that file.
   An unwritable file in its place makes writing fail as it should. */
static void main_hold_standard_streams(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) < 0) return;
}

/* Runs the command and returns its exit status, or CMD_FAILED when standard output did not take everything. */
static int main_run(int argc, char **argv)
{
    signal(SIGPIPE, SIG_IGN); /* a closed pipe is a failed write, */
    signal(SIGXFSZ, SIG_IGN); /* and so is a file that may not grow */
    cli_use_own_fonts();
    cmd_use_host(&main_host);
    alea_game_set_listing_progress(&terminal_listing);
    char version[] = "version", *version_line[] = {argv[0], version, NULL};
    bool wants_version = argc == 2 && (strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "-V") == 0);
    int status = cli_dispatch("alea", &cli_program, argc, wants_version ? version_line : argv);
    /* A command has succeeded only if its output arrived. */
    if ((fflush(stdout) == 0 && !ferror(stdout)) || status == CMD_FAILED) return status;
    return cli_output_failed(errno);
}

int main(int argc, char **argv)
{
    main_hold_standard_streams();
    cli_find_charset();
    return cli_run_on_own_stack(main_run, argc, argv);
}
