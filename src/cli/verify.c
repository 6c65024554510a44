/* alea verify FILE.h5 */
#include "cli/exact.h"

#include <errno.h>
#include <unistd.h>

typedef struct line {
    const char *file;
    bool json;
} line;

static const struct argp_option options[] = {
    {"json", 'j', NULL, 0, "One JSON object", 0},
    {0},
};

static error_t parse(int key, char *value, struct argp_state *state)
{
    line *l = state->input;
    switch (key) {
    case 'j': l->json = true; return 0;
    case ARGP_KEY_ARG:
        if (l->file) return ARGP_ERR_UNKNOWN;
        l->file = value;
        return 0;
    case ARGP_KEY_NO_ARGS:
        argp_error(state, "FILE is missing: a table that `alea solve` wrote");
        return EINVAL;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp argp = {
    .options = options,
    .parser = parse,
    .args_doc = "FILE.h5",
    .doc =
        "Checks the proof that a table carries: every stored bound is worked out again by one step of the "
        "game, "
        "in whole numbers, and knows nothing of how the table was made.\v"
        "The exit status is 0 when the proof holds, 1 when it does not (the position is named), and 2 when "
        "the file "
        "is damaged, is no table, or was made by other rules. Examples:\n"
        "  alea solve pig --out pig.h5\n"
        "  alea verify pig.h5",
    .children = cli_help_options,
};

static int check(const line *l, const alea_table *table)
{
    alea_error error;
    alea_verdict verdict;
    cli_watch watch;
    alea_progress progress = cli_watch_start(&watch, "positions");
    alea_status status = alea_table_verify(table, &progress, &verdict, &error);
    alea_view_work work = {.seconds = cli_watch_end(&watch), .file = l->file};
    if (status != ALEA_OK) return cli_report_work(&error);
    alea_view_options view = cli_view_options(STDOUT_FILENO, l->json);
    char *text;
    alea_status made = alea_view_verdict(table, &verdict, &work, &view, &text, &error);
    int exit_status = cli_show_view(made, text, &error);
    return exit_status != CLI_DONE || verdict.holds ? exit_status : CLI_NO;
}

int cli_verify(int argc, char **argv)
{
    line l = {0};
    alea_error error;
    alea_table *table;
    int status = cli_parse(&argp, argc, argv, &l);
    if (status != CLI_GO_ON) return status;
    if (alea_table_open(NULL, l.file, &table, &error) != ALEA_OK) return cli_report(&error);
    status = check(&l, table);
    alea_table_free(table);
    return status;
}
