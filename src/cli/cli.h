#ifndef ALEA_CLI_CLI_H
#define ALEA_CLI_CLI_H
/* What the commands share. Answers go to standard output, everything else to standard error. */
#include "cli/options.h"

#include <alea/alea.h>
#include <alea/view.h>
#include <argp.h>

enum cli_exit {
    CLI_DONE = 0,
    CLI_NO = 1,     /* the answer is "no", a check failed, or the work was stopped */
    CLI_USAGE = 2,  /* bad usage or bad input */
    CLI_FAILED = 3, /* the environment failed */
    CLI_GO_ON = -1  /* not an exit status: nothing is decided yet */
};

/* Commands. */
extern const cli_command cli_games, cli_version, cli_bot, cli_bot_list, cli_verify, cli_replay, cli_run,
    cli_eval, cli_best, cli_ask, cli_bot_freeze, cli_solve, cli_stats, cli_plot, cli_contest, cli_bot_check,
    cli_bot_build, cli_bot_template, cli_bench;

int cli_play(int argc, char **argv);
int cli_review(int argc, char **argv);
int cli_drill(int argc, char **argv);
int cli_notebook(int argc, char **argv);

/* Runs the command of the group that argv[1] names, with argv[0] as `prefix`: "alea" or "alea bot". Knows `help [COMMAND]`,
   --help and the nearest name of one that is not there. */
int cli_dispatch(const char *prefix, const cli_command *group, int argc, char **argv);

/* Options. --help and --usage are a child of every command's argp. */
extern const struct argp_child cli_help_options[];
/* Parses with argp. CLI_GO_ON, or the exit status when there is nothing more to do. */
int cli_parse_argp(const struct argp *, int argc, char **argv, void *input);

/* A whole number, written 1000000, 1_000_000 or 1e6. On failure the sentence is printed and EINVAL
   returned. */
error_t cli_parse_count(const struct argp_state *, const char *option, const char *text, uint64_t least,
                        uint64_t most, uint64_t *out);
/* One of `names` (ending in NULL), as its index. */
error_t cli_parse_choice(const struct argp_state *, const char *option, const char *text,
                         const char *const *names, int *out);
/* At ARGP_KEY_ARGS: returns the first word, and the others are `rest`. argp moves the options in front of them. */
char *cli_take_words(const struct argp_state *, char *const **rest, unsigned *count);
error_t cli_parse_threads(const struct argp_state *, const char *text, unsigned *out);

/* --fuel and --memory, in the sandbox's options. ARGP_ERR_UNKNOWN for other keys. */
enum { CLI_KEY_FUEL = 0x200, CLI_KEY_MEMORY };
#define CLI_LIMIT_OPTIONS                                                                                    \
    {"fuel", CLI_KEY_FUEL, "N", 0, "Instructions that a bot may take for one decision (default 20,000,000)", \
     0},                                                                                                     \
        {"memory", CLI_KEY_MEMORY, "MIB", 0, "Mebibytes that a bot may hold (default 256, at most 4096)", 0}
error_t cli_parse_limits(int key, const char *text, const struct argp_state *, alea_sandbox_options *);

/* CLI_DONE, or what is wrong has been said. */
int cli_open_game(const char *spec, alea_game **out);
int cli_open_game_for(const char *spec, unsigned bots, alea_game **out); /* for that many players */

/* A game and its players (lineup.c). Starts as {0}. */
typedef struct cli_lineup {
    alea_game *game;
    alea_sandbox *sandbox;
    alea_bot *bot[ALEA_MAX_SEATS];
    unsigned bots;
} cli_lineup;
/* Opens the game for as many players as there are bots, at most ALEA_MAX_SEATS, and then the bots. CLI_DONE, or what
   is wrong has been said. cli_lineup_close frees whatever there is, in either case. */
int cli_lineup_open(const char *game, cli_words bots, alea_sandbox_options, cli_lineup *);
/* Opens bots alone: the lineup has its game. */
int cli_lineup_add(cli_lineup *, const char *const *bot, unsigned bots, alea_sandbox_options);
void cli_lineup_close(cli_lineup *);

/* A file's or person's words in a message: what is not printable becomes \xNN. */
typedef struct cli_shown {
    char text[256];
} cli_shown;
cli_shown cli_show(const char *);

/* Saying what went wrong: "alea: " and the sentence, on standard error. */
__attribute__((format(printf, 2, 3))) int cli_complain(int exit_status, const char *format, ...);
int cli_report(const alea_error *); /* with the exit status that fits */

/* Prints a text from alea_view_… and frees it; CLI_DONE or, when it cannot be written, CLI_FAILED. */
int cli_print(char *text);

/* A view on its way to standard output or into a file:
       cli_view v = cli_view_start(json);
       return cli_view_print(alea_view_games(&v.how, &v.text, &v.error), &v); */
typedef struct cli_view {
    alea_view_options how;
    char *text;
    alea_error error;
} cli_view;
cli_view cli_view_start(bool json);
int cli_view_print(alea_status made, cli_view *); /* prints it, or says why it could not be made */
int cli_view_write(alea_status made, cli_view *, const char *path); /* likewise, into a file */

/* Whether a file of that name could be written, found out before long work. CLI_DONE, or why not has been said. */
int cli_check_writable(const char *path);

/* The surroundings. */
alea_view_options cli_view_options(int fd,
                                   bool json); /* the width of the stream, and whether the locale is UTF-8 */
double cli_seconds(void);                      /* a clock that never goes back */
/* Opens the sandbox with the user's cache folder: $ALEA_CACHE, $XDG_CACHE_HOME/alea or ~/.cache/alea. */
alea_status cli_open_sandbox(alea_sandbox_options, alea_sandbox **out, alea_error *);
void cli_close_sandbox(alea_sandbox *); /* and says why the cache was of no use, if so; accepts NULL */

#endif
