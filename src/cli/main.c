/* alea on the command line: the table of commands, by reader. */
#include "cli/build.h"
#include "cli/contest_kit.h"
#include "cli/play/playback.h"
#include "cli/terminal.h"
#include "cli/user_dirs.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static const cmd_table *const main_play[] = {&cmd_games, &cli_play,     &cmd_replay, &cmd_review,
                                             &cli_drill, &cli_notebook, NULL};
static const cmd_table *const main_contests[] = {&cmd_contest, NULL};
static const cmd_table *const main_bots[] = {&cli_bot,     &cmd_run,  &cmd_merge, &cmd_tournament,
                                             &cmd_compare, &cmd_eval, &cmd_best,  NULL};
static const cmd_table *const main_values[] = {&cmd_solve,  &cmd_ask,   &cmd_plot,
                                               &cmd_verify, &cmd_stats, NULL};
static const cmd_table *const main_program[] = {&cli_bench, &cli_cache, &cli_completion, &cli_version, NULL};

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
    .check_writable = terminal_check_writable,
    .seconds = terminal_seconds,
    .begin_work = terminal_begin_work,
    .end_work = terminal_end_work,
    .can_draw = terminal_can_draw,
    .draw = terminal_draw,
    .open_sandbox = terminal_open_sandbox,
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

/* ---- the stack ---- */

typedef struct main_call {
    int argc;
    char **argv;
    int status;
} main_call;

static void *main_on_thread(void *data)
{
    main_call *call = data;
    call->status = main_run(call->argc, call->argv);
    return NULL;
}

/* Bytes of stack for threads. Programs that run in this process (--no-isolation) need much, and get it unless the address space is
   limited (ulimit -v), of which it would take too much. Solving and drawing take up to half a megabyte, which the system may not give
   (ulimit -s). 0: what there is is enough. */
static size_t main_stack(void)
{
    enum { ENOUGH = 1 << 20, OWN = 8 << 20 };
    const rlim_t space_for_many = (rlim_t)16 << 30;
    struct rlimit stack, space;
    if (getrlimit(RLIMIT_STACK, &stack) != 0 || getrlimit(RLIMIT_AS, &space) != 0) return 0;
    if (space.rlim_cur >= space_for_many) return ALEA_SANDBOX_STACK;
    return stack.rlim_cur < ENOUGH ? OWN : 0;
}

/* Runs the program on a thread with a stack of its own; all others get the same. False: not needed, or not possible. */
static bool main_run_on_own_stack(main_call *call)
{
    pthread_attr_t large;
    pthread_t thread;
    const size_t size = main_stack();
    if (size == 0 || pthread_attr_init(&large) != 0) return false;
    const bool runs = pthread_attr_setstacksize(&large, size) == 0 &&
                      pthread_setattr_default_np(&large) == 0 &&
                      pthread_create(&thread, &large, main_on_thread, call) == 0;
    pthread_attr_destroy(&large);
    return runs && pthread_join(thread, NULL) == 0;
}

int main(int argc, char **argv)
{
    main_call call = {.argc = argc, .argv = argv};
    main_hold_standard_streams();
    if (!main_run_on_own_stack(&call)) main_on_thread(&call);
    return call.status;
}
