#pragma once
/* The services that commands need from the program that runs them: the command-line program, the page's engine, or another
   one. A program fills one struct of functions and gives it to cmd_use_host before the first command. Commands call the
   functions below it. */
#include "command/options.h"

#include <alea/alea.h>
#include <alea/bot.h>
#include <alea/notebook.h>
#include <alea/record.h>
#include <alea/view.h>

enum { CMD_PATH_SIZE = 4096 };

enum cmd_exit {
    CMD_DONE = 0,
    CMD_NO = 1,     /* the answer is "no", a check failed, or the work was stopped */
    CMD_USAGE = 2,  /* bad usage or bad input */
    CMD_FAILED = 3, /* the environment failed */
    CMD_GO_ON = -1  /* not an exit status: continue */
};

/* The notebook, and its date of today. */
typedef struct cmd_notebook_args {
    const char *file; /* NULL: notebook.db in the user's data folder */
    int64_t now;      /* seconds since 1970 */
} cmd_notebook_args;

/* Functions that return int return CMD_DONE, or report an error and return an exit status. Those marked *optional* may be NULL:
   commands that need one report that it is missing. */
typedef struct cmd_host {
    /* Reports why a command fails, or with CMD_DONE makes a remark. `error` is the library's error, or NULL. */
    void (*complain)(int exit_status, const char *text, const alea_error *error);
    /* Reports a mistake in the options or operands of a command. */
    void (*misuse)(const char *command, const char *text);

    alea_view_options (*view)(bool json); /* how views are shown; NULL: as JSON, whatever `json` says */
    int (*print)(const char *text);       /* the answer, or the next part of it */

    double (*seconds)(void); /* a clock that never goes back */
    /* Begin and end long work; `unit` names what is counted. The result is valid until the next work begins. */
    alea_progress (*begin_work)(const char *unit);
    void (*end_work)(void); /* NULL: there is nothing to end */
    /* Draws text that changes during work, in place of the previous one; "" removes it. can_draw tells whether that is
       possible, and the width; NULL: it never is. */
    bool (*can_draw)(alea_view_options *);
    void (*draw)(const char *text);

    int (*open_sandbox)(alea_sandbox_options, alea_sandbox **out); /* NULL: one without a cache or workers */
    /* Opens a bot that is a command for a shell, as alea_bot_from_command. NULL: no command may be run. */
    alea_status (*open_command)(const alea_game *, const char *word, alea_sandbox *, alea_bot **,
                                alea_error *);
    /* Builds a bot in Python, unless that was done before, and gives its path. Optional. */
    int (*build_bot)(const char *source, char made[CMD_PATH_SIZE]);
    int (*find_last_game)(char record[CMD_PATH_SIZE]);                   /* optional */
    int (*open_notebook)(cmd_notebook_args *, alea_notebook **out);      /* optional */
    int (*write_kit)(const char *game, const char *path);                /* of a contest; optional */
    int (*play_back)(const alea_record *, bool taken_back, double pace); /* optional */
} cmd_host;

void cmd_use_host(const cmd_host *); /* which must stay */

/* Text from outside in a message: unprintable bytes are written as \xNN. */
typedef struct cmd_shown {
    char text[256];
} cmd_shown;
cmd_shown cmd_show(const char *);

/* Reports a failure, or with CMD_DONE makes a remark; returns the exit status. */
__attribute__((format(printf, 2, 3))) int cmd_complain(int exit_status, const char *format, ...);
/* The name of a status without its prefix, such as "E_RANGE". */
const char *cmd_status_name(alea_status);
int cmd_report(const alea_error *); /* with the exit status that fits */
/* Reports the failure or interruption of long work without saved results. */
int cmd_report_work(const alea_error *);
/* Like the functions of the host; if the host lacks one, they report that. */
int cmd_open_command(const alea_game *, const char *word, alea_sandbox *, alea_bot **out);
int cmd_build_bot_once(const char *source, char made[CMD_PATH_SIZE]);
int cmd_find_last_game(char record[CMD_PATH_SIZE]);
int cmd_write_kit(const char *game, const char *path);
int cmd_play_back(const alea_record *, bool taken_back, double pace);

bool cmd_ends_with(const char *text, const char *ending);

/* Prints a part of the answer. */
__attribute__((format(printf, 1, 2))) int cmd_print(const char *format, ...);

/* A view on its way to the answer or into a file:
       cmd_view v = cmd_view_start(json);
       return cmd_view_print(alea_view_games(&v.how, &v.text, &v.error), &v); */
typedef struct cmd_view {
    alea_view_options how;
    char *text;
    alea_error error;
} cmd_view;
cmd_view cmd_view_start(bool json);
int cmd_view_print(alea_status made, cmd_view *);                   /* prints it, or the error */
int cmd_view_write(alea_status made, cmd_view *, const char *path); /* likewise, into a file */
/* Writes a run into the files that are not NULL, up to the first that fails. */
int cmd_view_write_run(const alea_view_run_facts *, const char *csv, const char *html);

/* Long work. From its beginning on the user can stop it. */
alea_progress cmd_begin_work(const char *unit);
/* Returns the seconds since work last ended: for the first work of a command, since it began, with all that came before, such as
   opening the game. So seconds are those that the user waited. */
double cmd_end_work(void);
void cmd_begin_waiting(void); /* a command begins */
double cmd_seconds(void);     /* a clock that never goes back */
bool cmd_can_draw(alea_view_options *);
void cmd_draw(const char *text);

/* A picture that is drawn again and again during work, above the line of progress. Starts as {0}. */
typedef struct cmd_live {
    double shown; /* seconds of the clock */
    bool quick;   /* ten times a second; else twice */
} cmd_live;
/* Whether it is time to draw, and for which terminal. */
bool cmd_is_live(cmd_live *, alea_view_options *);
/* Draws the text, which it frees, if it could be made. */
void cmd_draw_made(alea_status made, char **text);

/* Memory limit in bytes for an exact result; above it, results are simulated or estimated. Fixed, so that every machine
   makes the same choice. A tournament computes several results in parallel. */
#define CMD_EXACT_MEMORY      (UINT64_C(4) << 30)
#define CMD_TOURNAMENT_MEMORY (UINT64_C(1) << 30)
