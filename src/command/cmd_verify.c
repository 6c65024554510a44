/* alea verify FILE.h5 */
#include "command/command.h"

typedef struct verify_args {
    const char *file;
    bool json;
} verify_args;

static const cmd_option verify_options[] = {CMD_JSON(verify_args), CMD_STATES(3), {0}};
static const cmd_operand verify_operands[] = {
    {"FILE is missing: a table that `alea solve` wrote", CMD_TEXT(verify_args, file)}, {0}};

/* Checks the table and prints the verdict. Returns CMD_NO if the proof does not hold. */
static int verify_table(const verify_args *a, const alea_table *table)
{
    alea_verdict verdict;
    cmd_view v = cmd_view_start(a->json);
    alea_progress reports = cmd_begin_work("positions");
    alea_status status = alea_table_verify(table, &reports, &verdict, &v.error);
    alea_view_work work = {.seconds = cmd_end_work(), .file = a->file};
    if (status != ALEA_OK) return cmd_report_work(&v.error);
    int exit_status =
        cmd_view_print(alea_view_verdict(table, &verdict, &work, &v.how, &v.text, &v.error), &v);
    return exit_status != CMD_DONE || verdict.holds ? exit_status : CMD_NO;
}

static int verify_main(void *args)
{
    const verify_args *a = args;
    alea_error error;
    alea_table *table;
    if (alea_table_open(NULL, a->file, &table, &error) != ALEA_OK) return cmd_report(&error);
    int status = verify_table(a, table);
    alea_table_free(table);
    return status;
}

const cmd_table cmd_verify = {
    .name = "verify",
    .summary = "checks the proof that a table contains",
    .words = "FILE.h5",
    .about =
        "Checks the proof that a table contains: recomputes every stored bound by one step of the game, "
        "in whole numbers and without any code of the solver.\v"
        "The exit status is 0 if the proof holds, 1 if it does not (the position is named), and 2 if the "
        "file is damaged, is not a table, or was made with other rules. Examples:\n"
        "  alea solve pig --out pig.h5\n"
        "  alea verify pig.h5",
    .options = verify_options,
    .operands = verify_operands,
    .size = sizeof(verify_args),
    .run = verify_main,
};
