/* alea merge FILE… */
#include "base/assert.h"
#include "command/command.h"

#include <string.h>

typedef struct merge_args {
    const char *objective, *csv, *html;
    cmd_words files;
    bool json;
} merge_args;

static const cmd_option merge_options[] = {
    {1, 0, "for", "OBJECTIVE", CMD_TEXT(merge_args, objective),
     "What the standings are ranked by: win or money (default: what the parts were played for)"},
    CMD_JSON(merge_args),
    {2, 0, "csv", "FILE", CMD_OUTPUT(merge_args, csv), "Write the standings as CSV"},
    {2, 0, "html", "FILE", CMD_PAGE(merge_args, html), "Write them as a page"},
    CMD_STATES(2),
    {0},
};

static const cmd_operand merge_operands[] = {{CMD_PARTS_MISSING, CMD_WORDS(merge_args, files)}, {0}};

/* Sets the objective of the ranking. Does not open the game, because its file may be on another machine. */
static int merge_choose_objective(const merge_args *a, alea_run_result *result)
{
    if (!a->objective) return CMD_DONE;
    if (strcmp(a->objective, "win") == 0) {
        result->objective = ALEA_WIN;
        return CMD_DONE;
    }
    if (strcmp(a->objective, "money") != 0 || !result->has_money)
        return cmd_complain(CMD_USAGE, CMD_RANKED_BY, result->game, cmd_show(a->objective).text);
    result->objective = ALEA_MONEY;
    return CMD_DONE;
}

/* Writes the files and prints the standings, even after a failure. */
static int merge_print(const merge_args *a, alea_run_result *result)
{
    const alea_view_run_facts facts = {.result = result};
    cmd_view v = cmd_view_start(a->json);
    ALEA_ASSERT(result->games == result->asked);
    int status = merge_choose_objective(a, result);
    if (status != CMD_DONE) return status;
    status = cmd_view_write_run(&facts, a->csv, a->html);
    const int printed = cmd_view_print(alea_view_run_report(&facts, &v.how, &v.text, &v.error), &v);
    return status == CMD_DONE ? printed : status;
}

static int merge_main(void *args)
{
    const merge_args *a = args;
    alea_error error;
    alea_run_result *result;
    if (alea_run_merge(a->files.word, a->files.count, &result, &error) != ALEA_OK) return cmd_report(&error);
    int status = merge_print(a, result);
    alea_run_result_free(result);
    return status;
}

static bool merge_check(void *args, const cmd_call *call)
{
    const merge_args *a = args;
    return a->files.count > 0 || cmd_misuse(call, CMD_PARTS_MISSING);
}

const cmd_table cmd_merge = {
    .name = "merge",
    .summary = "adds up the parts of a run that were played apart",
    .words = "FILE...",
    .about =
        "Adds up the parts of a run, each of which `alea run --part K/N --out FILE` wrote, and prints the "
        "standings of the whole run.\v"
        "All parts must be there once; their order does not matter, nor on which machine they were played. "
        "Example, with the parts played at once:\n"
        "  alea run pig 'hold(20)' 'hold(25)' --games 1e9 --part 1/2 --out part1 &\n"
        "  alea run pig 'hold(20)' 'hold(25)' --games 1e9 --part 2/2 --out part2\n"
        "  wait; alea merge part1 part2",
    .options = merge_options,
    .operands = merge_operands,
    .size = sizeof(merge_args),
    .check = merge_check,
    .run = merge_main,
};
