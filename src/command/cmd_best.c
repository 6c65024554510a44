/* alea best GAME BOT */
#include "base/assert.h"
#include "command/command.h"
#include "command/field.h"

#include <string.h>

typedef struct best_args {
    const char *game, *bot, *objective, *out;
    alea_solve_options how;
    alea_sandbox_options limits;
    cmd_names pure;
    bool json;
    bool scores_only; /* the best strategy of the two scores alone, not the best player */
    const char *field;
    alea_scores_only_options search;
    bool starts_given, seed_given;
} best_args;

static const cmd_option best_options[] = {
    CMD_OBJECTIVE(best_args),
    {1, 0, "scores-only", NULL, CMD_FLAG(best_args, scores_only),
     "In games with contests: find the best strategy that sees nothing but the two scores, as in a contest"},
    {1, 0, "field", "DIR", CMD_TEXT(best_args, field),
     "With --scores-only: against all strategies in a folder, instead of BOT"},
    {1, 0, "starts", "N", CMD_UNSIGNED_GIVEN(best_args, search.starts, starts_given, 1, 10000),
     "With --scores-only: take the best of N searches (default 20)"},
    {1, 's', "seed", "S", CMD_WHOLE(best_args, search.seed, seed_given),
     "With --scores-only: seed of the searches that begin at random"},
    {2, 'o', "out", "FILE", CMD_OUTPUT(best_args, out),
     "Write the best response to the table FILE.h5; with --scores-only, to FILE.csv, which a contest "
     "accepts"},
    CMD_JSON(best_args),
    CMD_THREADS(best_args, how.threads, 3),
    CMD_STATES(3),
    CMD_LIMITS(best_args, 3),
    {0},
};

static const cmd_operand best_operands[] = {CMD_GAME(best_args), {NULL, CMD_TEXT(best_args, bot)}, {0}};

/* Whether the arguments fit together: BOT or a folder, and the options of --scores-only with it. */
static bool best_check(void *args, const cmd_call *call)
{
    const best_args *a = args;
    if (!a->scores_only && (a->field || a->starts_given || a->seed_given))
        return cmd_misuse(call, CMD_NEEDS_SCORES_ONLY,
                          a->field          ? "field"
                          : a->starts_given ? "starts"
                                            : "seed");
    if (a->scores_only && a->objective && strcmp(a->objective, alea_objective_name(ALEA_WIN)) != 0)
        return cmd_misuse(call, CMD_SCORES_ONLY_WINS);
    if (!a->bot && !a->field) return cmd_misuse(call, CMD_BEST_NO_BOT);
    if (a->bot && a->field) return cmd_misuse(call, CMD_BEST_BOT_AND_FIELD);
    return true;
}

/* Finds the best response to the lineup's one bot, writes its table to --out, if given, and prints the result. */
static int best_find_response(best_args *a, const cmd_lineup *lineup)
{
    const alea_objective objective = alea_game_objective(lineup->game);
    alea_table *table = NULL;
    alea_best_response response;
    int status = CMD_DONE;
    ALEA_ASSERT(lineup->bots == 1);
    cmd_view v = cmd_view_start(a->json);
    a->how.progress = cmd_begin_work("positions");
    alea_status done = alea_table_best_response(lineup->game, lineup->bot[0], objective, &a->how, &table,
                                                &response, &v.error);
    const alea_view_work work = {.seconds = cmd_end_work(), .file = a->out};
    if (done != ALEA_OK)
        status = cmd_report_work(&v.error);
    else if (a->out && alea_table_write(table, a->out, &v.error) != ALEA_OK)
        status = cmd_report(&v.error);
    else
        status =
            cmd_view_print(alea_view_best_response(table, &response, &work, &v.how, &v.text, &v.error), &v);
    alea_table_free(table);
    return status;
}

/* ---- of the two scores alone ---- */

/* Finds the strategy, writes it to --out, if given, and prints the result. */
static int best_find_strategy(best_args *a, const alea_game *game, alea_bot *const *bot, size_t count)
{
    alea_scores_only *found = NULL;
    cmd_view v = cmd_view_start(a->json);
    a->search.threads = a->how.threads;
    a->search.progress = cmd_begin_work("searches");
    alea_status done = alea_contest_scores_only(game, bot, count, &a->search, &found, &v.error);
    const alea_view_work work = {.seconds = cmd_end_work(), .file = a->out};
    if (done != ALEA_OK) return cmd_report_work(&v.error);
    int status = CMD_DONE;
    if (a->out && alea_contest_table_write(game, found->moves, a->out, &v.error) != ALEA_OK)
        status = cmd_report(&v.error);
    else
        status = cmd_view_print(alea_view_scores_only(game, a->field ? a->field : a->bot, found, &work,
                                                      &v.how, &v.text, &v.error),
                                &v);
    alea_scores_only_free(found);
    return status;
}

/* Against all strategies of a folder. */
static int best_against_field(best_args *a, const cmd_lineup *lineup)
{
    cmd_field field = {0};
    if (!alea_contest_shape(lineup->game, NULL, NULL))
        return cmd_complain(CMD_USAGE, CMD_FIELD_NO_CONTESTS, alea_game_name(lineup->game));
    int status = cmd_field_open(lineup, a->field, &field);
    if (status == CMD_DONE) status = cmd_check_pure(lineup->pure, field.bot[0]);
    if (status == CMD_DONE) status = best_find_strategy(a, lineup->game, field.bot, field.count);
    cmd_field_close(&field);
    return status;
}

/* Opens the opponents, and finds the best response or the best strategy. */
static int best_main(void *args)
{
    best_args *a = args;
    cmd_lineup lineup = {.pure = &a->pure};
    a->limits.threads = a->how.threads;
    int status = cmd_open_game(a->game, &lineup.game);
    if (status == CMD_DONE) status = cmd_play_for(lineup.game, a->objective);
    if (status == CMD_DONE) status = cmd_lineup_add(&lineup, &a->bot, a->field ? 0 : 1, a->limits);
    if (status == CMD_DONE && a->field)
        status = best_against_field(a, &lineup);
    else if (status == CMD_DONE && a->scores_only)
        status = best_find_strategy(a, lineup.game, lineup.bot, lineup.bots);
    else if (status == CMD_DONE)
        status = best_find_response(a, &lineup);
    cmd_lineup_close(&lineup);
    return status;
}

const cmd_table cmd_best = {
    .name = "best",
    .summary = "computes the best response to a bot, and the bot's exploitability",
    .words = "GAME [BOT]",
    .about =
        "Computes the best response to a bot, what it earns against the bot, and the bot's "
        "exploitability: how much more that is than optimal play earns against itself.\v"
        "Bots are named as for `alea eval`. The bot table:FILE.h5 plays the best response. Examples:\n"
        "  alea best pig 'hold(20)'\n"
        "  alea best pig-pen keep-pace --for money --out response.h5\n\n"
        "In Hog, the best response also sees the number of the turn, which a strategy in a contest does not. "
        "--scores-only finds the best strategy of the two scores alone, against a bot or against a whole "
        "folder (--field). Without Time Trot and against one bot it is exact. Otherwise it is the best that "
        "several searches found: no change of a single answer improves it, and the proved result of a player "
        "who sees everything stands beside it. Examples:\n"
        "  alea best hog mine.py --scores-only --out better.csv\n"
        "  alea best hog --scores-only --field submissions",
    .options = best_options,
    .operands = best_operands,
    .size = sizeof(best_args),
    .check = best_check,
    .run = best_main,
};
