/* alea best GAME BOT */
#include "base/assert.h"
#include "cli/progress.h"

typedef struct best_args {
    const char *game, *bot, *objective, *out;
    alea_solve_options how;
    alea_sandbox_options limits;
    bool json;
} best_args;

static const cli_option best_options[] = {
    CLI_OBJECTIVE(best_args),
    {2, 0, "out", "FILE.h5", CLI_OUTPUT(best_args, out), "Write the best response to a table"},
    CLI_JSON(best_args),
    CLI_THREADS(best_args, how.threads, 3),
    CLI_FUEL(best_args, 3),
    CLI_MEMORY(best_args, 3),
    CLI_ISOLATION(best_args, 3),
    {0},
};

static const cli_operand best_operands[] = {
    CLI_GAME(best_args), {"BOT is missing: the bot to respond to", CLI_TEXT(best_args, bot)}, {0}};

/* Finds the best response to the lineup's one bot, writes its table to --out, if given, and prints the result. */
static int best_find_response(best_args *a, const cli_lineup *lineup)
{
    alea_objective objective;
    alea_table *table = NULL;
    alea_best_response response;
    cli_progress progress;
    int status = cli_choose_objective(lineup->game, a->objective, &objective);
    if (status != CLI_DONE) return status;
    ALEA_ASSERT(lineup->bots == 1);
    cli_view v = cli_view_start(a->json);
    a->how.memory = cli_usual_memory();
    a->how.progress = cli_progress_start(&progress, "positions");
    alea_status done = alea_table_best_response(lineup->game, lineup->bot[0], objective, &a->how, &table,
                                                &response, &v.error);
    const alea_view_work work = {.seconds = cli_progress_end(&progress), .file = a->out};
    if (done != ALEA_OK)
        status = cli_report_work(&v.error);
    else if (a->out && alea_table_write(table, a->out, &v.error) != ALEA_OK)
        status = cli_report(&v.error);
    else
        status =
            cli_view_print(alea_view_best_response(table, &response, &work, &v.how, &v.text, &v.error), &v);
    alea_table_free(table);
    return status;
}

static int best_main(void *args)
{
    best_args *a = args;
    cli_lineup lineup = {0};
    a->limits.threads = a->how.threads;
    int status = cli_open_game(a->game, &lineup.game);
    if (status == CLI_DONE) status = cli_lineup_add(&lineup, &a->bot, 1, a->limits);
    if (status == CLI_DONE) status = best_find_response(a, &lineup);
    cli_lineup_close(&lineup);
    return status;
}

const cli_command cli_best = {
    .name = "best",
    .summary = "computes the best response to a bot, and the bot's exploitability",
    .words = "GAME BOT",
    .about = "Computes the best response to a bot, what it earns against the bot, and the bot's "
             "exploitability: how much more that is than optimal play earns against itself.\v"
             "Bots are named as for `alea eval`. The bot table:FILE.h5 plays the best response. Examples:\n"
             "  alea best pig 'hold(20)'\n"
             "  alea best pig-pen keep-pace --for money --out response.h5",
    .options = best_options,
    .operands = best_operands,
    .size = sizeof(best_args),
    .run = best_main,
};
