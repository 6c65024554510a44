/* alea verify FILE.h5 */
#include "cli/exact.h"

#include <unistd.h>

static const char doc[] =
    "Checks the proof that a table carries: every stored bound is worked out again by one step of the "
    "game, "
    "in whole numbers, and knows nothing of how the table was made.\v"
    "The exit status is 0 when the proof holds, 1 when it does not (the position is named), and 2 when "
    "the file "
    "is damaged, is no table, or was made by other rules. Examples:\n"
    "  alea solve pig --out pig.h5\n"
    "  alea verify pig.h5";

static int check(const cli_one *l, const alea_table *table)
{
    alea_error error;
    alea_verdict verdict;
    cli_progress progress;
    alea_progress reports = cli_progress_start(&progress, "positions");
    alea_status status = alea_table_verify(table, &reports, &verdict, &error);
    alea_view_work work = {.seconds = cli_progress_end(&progress), .file = l->word};
    if (status != ALEA_OK) return cli_report_work(&error);
    alea_view_options view = cli_view_options(STDOUT_FILENO, l->json);
    char *text;
    alea_status made = alea_view_verdict(table, &verdict, &work, &view, &text, &error);
    int exit_status = cli_show_view(made, text, &error);
    return exit_status != CLI_DONE || verdict.holds ? exit_status : CLI_NO;
}

int cli_verify(int argc, char **argv)
{
    cli_one l = {
        .args_doc = "FILE.h5", .doc = doc, .missing = "FILE is missing: a table that `alea solve` wrote"};
    alea_error error;
    alea_table *table;
    int status = cli_parse_one(argc, argv, &l);
    if (status != CLI_GO_ON) return status;
    if (alea_table_open(NULL, l.word, &table, &error) != ALEA_OK) return cli_report(&error);
    status = check(&l, table);
    alea_table_free(table);
    return status;
}
