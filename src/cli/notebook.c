/* alea notebook list|export|delete, and opening the notebook. */
#include "cli/notebook.h"
#include "cli/exact.h"
#include "cli/user_dirs.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { DAY = 86400, NOON = 43200 };

/* ---- what the commands share ----------------------------------------------------------------------------- */

/* Days since 1970-01-01 of a date, or false. The calendar repeats every 400 years. */
static bool read_date(const char *text, int64_t *seconds)
{
    static const int before[] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334};
    int year, month, day, length = 0;
    if (sscanf(text, "%4d-%2d-%2d%n", &year, &month, &day, &length) != 3 || text[length] || length != 10)
        return false;
    if (year < 1970 || month < 1 || month > 12 || day < 1 || day > 31) return false;
    int last = year - (month <= 2); /* a leap day counts from March on */
    int64_t days = 365 * (int64_t)(year - 1970) + before[month - 1] + day - 1;
    days += last / 4 - last / 100 + last / 400 - (1969 / 4 - 1969 / 100 + 1969 / 400);
    *seconds = days * DAY + NOON;
    return true;
}

error_t cli_parse_pages(int key, char *value, const struct argp_state *state, cli_pages *pages)
{
    int64_t unused;
    switch (key) {
    case CLI_KEY_NOTEBOOK: pages->file = value; return 0;
    case CLI_KEY_PLAYER: pages->player = value; return 0;
    case CLI_KEY_TODAY:
        pages->today = value;
        if (read_date(value, &unused)) return 0;
        argp_error(state, "--today takes a date such as 2026-11-21; `%s` is none", cli_show(value).text);
        return EINVAL;
    default: return ARGP_ERR_UNKNOWN;
    }
}

int64_t cli_now(const cli_pages *pages)
{
    int64_t seconds;
    return pages->today && read_date(pages->today, &seconds) ? seconds : (int64_t)time(NULL);
}

int cli_open_notebook(const cli_pages *pages, alea_notebook **out)
{
    alea_error error;
    char path[CLI_PATH_SIZE];
    int status = pages->file ? CLI_DONE : cli_user_path("notebook.db", path);
    if (status != CLI_DONE) return status;
    return alea_notebook_open(pages->file ? pages->file : path, out, &error) == ALEA_OK ? CLI_DONE
                                                                                        : cli_report(&error);
}

/* ---- the commands ---------------------------------------------------------------------------------------- */

typedef struct line {
    cli_pages pages;
    uint64_t batch;
    const char *out;
    bool json, all;
} line;

enum { BATCH = 0x400, OUT, ALL };

static error_t parse(int key, char *value, struct argp_state *state)
{
    const uint64_t most_batch = 1000000;
    line *l = state->input;
    switch (key) {
    case 'j': l->json = true; return 0;
    case ALL: l->all = true; return 0;
    case OUT: l->out = value; return 0;
    case BATCH: return cli_parse_count(state, "--batch", value, 1, most_batch, &l->batch);
    case ARGP_KEY_ARG:
        if (l->pages.game) return ARGP_ERR_UNKNOWN;
        l->pages.game = value;
        return 0;
    default: return cli_parse_pages(key, value, state, &l->pages);
    }
}

static int open_line(const struct argp *argp, int argc, char **argv, line *l, alea_notebook **notebook)
{
    int status = cli_parse_argp(argp, argc, argv, l);
    if (status != CLI_GO_ON) return status;
    status = cli_open_notebook(&l->pages, notebook);
    return status == CLI_DONE ? CLI_GO_ON : status;
}

static alea_notebook_part part_of(const line *l)
{
    return (alea_notebook_part){.game = l->pages.game, .player = l->pages.player};
}

static int list(int argc, char **argv)
{
    static const struct argp_option options[] = {
        CLI_PART_OPTIONS,
        {"batch", BATCH, "N", 0, "Trends by N games instead of by week", 1},
        {"json", 'j', NULL, 0, "One JSON object", 2},
        CLI_NOTEBOOK_OPTIONS,
        {0},
    };
    static const struct argp argp = {.options = options,
                                     .parser = parse,
                                     .args_doc = "[GAME]",
                                     .doc = "Shows what the notebook holds: what a decision cost on the "
                                            "mean, week by week, with its standard "
                                            "error; the latest games; and how many cards `alea drill` has.",
                                     .children = cli_help_options};
    line l = {0};
    alea_error error;
    alea_notebook *notebook;
    alea_notebook_history *history;
    char *text;
    int status = open_line(&argp, argc, argv, &l, &notebook);
    if (status != CLI_GO_ON) return status;
    alea_notebook_part part = part_of(&l);
    alea_view_options view = cli_view_options(STDOUT_FILENO, l.json);
    alea_status done =
        alea_notebook_read(notebook, &part, (unsigned)l.batch, cli_now(&l.pages), &history, &error);
    if (done == ALEA_OK) {
        done = alea_view_notebook(history, (unsigned)l.batch, &view, &text, &error);
        alea_notebook_history_free(history);
    }
    alea_notebook_close(notebook);
    return done == ALEA_OK ? cli_print(text) : cli_report(&error);
}

static int write_out(const char *text, const char *path)
{
    alea_error error;
    if (path) return alea_view_write(text, path, &error) == ALEA_OK ? CLI_DONE : cli_report(&error);
    if (fputs(text, stdout) != EOF && fflush(stdout) == 0) return CLI_DONE;
    return cli_complain(CLI_FAILED, "cannot write to standard output: %s", strerror(errno));
}

static int export(int argc, char **argv)
{
    static const struct argp_option options[] = {
        CLI_PART_OPTIONS,
        {"out", OUT, "FILE", 0, "Writes to this file", 2},
        CLI_NOTEBOOK_OPTIONS,
        {0},
    };
    static const struct argp argp = {.options = options,
                                     .parser = parse,
                                     .args_doc = "[GAME]",
                                     .doc = "Writes everything that the notebook holds as one JSON object.",
                                     .children = cli_help_options};
    line l = {0};
    alea_error error;
    alea_notebook *notebook;
    char *text;
    int status = open_line(&argp, argc, argv, &l, &notebook);
    if (status != CLI_GO_ON) return status;
    alea_notebook_part part = part_of(&l);
    alea_status done = alea_notebook_export(notebook, &part, &text, &error);
    alea_notebook_close(notebook);
    if (done != ALEA_OK) return cli_report(&error);
    status = write_out(text, l.out);
    alea_notebook_text_free(text);
    return status;
}

static int delete(int argc, char **argv)
{
    static const struct argp_option options[] = {
        CLI_PART_OPTIONS,
        {"all", ALL, NULL, 0, "Everything", 1},
        CLI_NOTEBOOK_OPTIONS,
        {0},
    };
    static const struct argp argp = {
        .options = options,
        .parser = parse,
        .args_doc = "[GAME]",
        .doc = "Deletes for good: the games of GAME, those of a player, or everything; and their cards.",
        .children = cli_help_options};
    line l = {0};
    alea_error error;
    alea_notebook *notebook;
    uint64_t games;
    int status = cli_parse_argp(&argp, argc, argv, &l);
    if (status != CLI_GO_ON) return status;
    if (l.all == (l.pages.game || l.pages.player))
        return cli_complain(CLI_USAGE, "say what is to be deleted: GAME, --player NAME, or both; or --all.");
    status = cli_open_notebook(&l.pages, &notebook);
    if (status != CLI_DONE) return status;
    alea_notebook_part part = part_of(&l);
    alea_status done = alea_notebook_delete(notebook, &part, &games, &error);
    alea_notebook_close(notebook);
    if (done != ALEA_OK) return cli_report(&error);
    printf("Deleted: %" PRIu64 " game%s.\n", games, games == 1 ? "" : "s");
    return CLI_DONE;
}

static const cli_command *const commands[] = {
    &(const cli_command){
        .name = "list", .summary = "mistakes over time, the latest games, what is due", .main = list},
    &(const cli_command){.name = "export", .summary = "everything as JSON", .main = export},
    &(const cli_command){
        .name = "delete", .summary = "removes games and their cards for good", .main = delete},
    NULL,
};

static const cli_command group = {.about = "The games that `alea review` kept.", .commands = commands};

int cli_notebook(int argc, char **argv)
{
    return cli_dispatch("alea notebook", &group, argc, argv);
}
