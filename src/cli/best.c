/* alea best GAME BOT */
#include "cli/progress.h"

typedef struct best_args {
    const char *game, *bot, *objective, *out;
    alea_solve_options how;
    alea_sandbox_options limits;
    bool json;
} best_args;

static const cli_option best_options[] = {
    CLI_OBJECTIVE(best_args),
    {2, 0, "out", "FILE.h5", CLI_OUTPUT(best_args, out), "Keeps the reply in a table"},
    CLI_JSON(best_args),
    CLI_THREADS(best_args, how.threads, 3),
    CLI_FUEL(best_args, 3),
    CLI_MEMORY(best_args, 3),
    {0},
};

static const cli_operand best_operands[] = {
    CLI_GAME(best_args), {"BOT is missing: the one to reply to", CLI_TEXT(best_args, bot)}, {0}};

static int best_reply(best_args *a, const cli_lineup *lineup)
{
    alea_objective objective;
    alea_table *table = NULL;
    alea_reply reply;
    cli_progress progress;
    int status = cli_choose_objective(lineup->game, a->objective, &objective);
    if (status != CLI_DONE) return status;
    cli_view v = cli_view_start(a->json);
    a->how.memory = cli_usual_memory();
    a->how.progress = cli_progress_start(&progress, "positions");
    alea_status done = alea_best(lineup->game, lineup->bot[0], objective, &a->how, &table, &reply, &v.error);
    const alea_view_work work = {.seconds = cli_progress_end(&progress), .file = a->out};
    if (done != ALEA_OK)
        status = cli_report_work(&v.error);
    else if (a->out && alea_table_write(table, a->out, &v.error) != ALEA_OK)
        status = cli_report(&v.error);
    else
        status = cli_view_print(alea_view_reply(table, &reply, &work, &v.how, &v.text, &v.error), &v);
    alea_table_free(table);
    return status;
}

static int best_main(void *args)
{
    best_args *a = args;
    cli_lineup lineup = {0};
    int status = cli_open_game(a->game, &lineup.game);
    if (status == CLI_DONE) status = cli_lineup_add(&lineup, &a->bot, 1, a->limits);
    if (status == CLI_DONE) status = best_reply(a, &lineup);
    cli_lineup_close(&lineup);
    return status;
}

const cli_command cli_best = {
    .name = "best",
    .summary = "the best reply to a bot, and how far it can be exploited",
    .words = "GAME BOT",
    .about =
        "Finds the best reply to a bot, what it earns against it, and so how far the bot can be exploited.\v"
        "Bots as for `alea eval`. table:FILE.h5 is a bot that plays the reply. Examples:\n"
        "  alea best pig 'hold(20)'\n"
        "  alea best pig-pen keep-pace --for money --out reply.h5",
    .options = best_options,
    .operands = best_operands,
    .size = sizeof(best_args),
    .run = best_main,
};
