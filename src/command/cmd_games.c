/* alea games [GAME [--check]] */
#include "command/command.h"

#include <stdio.h>
#include <string.h>

typedef struct games_args {
    const char *game, *small;
    unsigned threads;
    bool json, check;
} games_args;

static const cmd_option games_options[] = {
    {1, 0, "check", NULL, CMD_FLAG(games_args, check),
     "Compare all exact results of GAME, and games, with a plain list of its states; for authors of rules"},
    {1, 0, "small", "PARAMETERS", CMD_TEXT(games_args, small),
     "With --check: parameters such as goal=20 that make the game small (default: those of the rule file)"},
    CMD_JSON(games_args),
    CMD_THREADS(games_args, threads, 3),
    CMD_STATES(3),
    {0},
};
static const cmd_operand games_operands[] = {{NULL, CMD_TEXT(games_args, game)}, {0}};

static bool games_check(void *args, const cmd_call *call)
{
    const games_args *a = args;
    if (a->check && !a->game) return cmd_misuse(call, CMD_CHECK_NEEDS_GAME);
    return !a->small || a->check || cmd_misuse(call, CMD_SMALL_NEEDS_CHECK);
}

/* Opens the game with the parameters of --small added. Where neither it nor GAME has parameters, --check takes the small ones that
   the rule file names. */
static int games_open(const games_args *a, alea_game **out)
{
    char spec[2 * CMD_PATH_SIZE];
    const size_t length = strlen(a->game);
    const bool has = length > 0 && a->game[length - 1] == ')';
    const char *small = a->small;
    if (!small) {
        const int status = cmd_open_game(a->game, out);
        if (status != CMD_DONE || has || !a->check || !*alea_game_small(*out)) return status;
        small = alea_game_small(*out);
    }
    const int written =
        snprintf(spec, sizeof spec, "%.*s%s%s)", (int)(length - has), a->game, has ? "," : "(", small);
    alea_game_free(*out);
    *out = NULL;
    if (written < 0 || (size_t)written >= sizeof spec) return cmd_complain(CMD_USAGE, CMD_LONG_GAME);
    return cmd_open_game(spec, out);
}

/* Compares everything with the list of states. Returns CMD_NO if something differs. */
static int games_compare(const games_args *a, const alea_game *game)
{
    alea_game_report *report;
    cmd_view v = cmd_view_start(a->json);
    alea_solve_options options = {
        .size = sizeof options, .threads = a->threads, .progress = cmd_begin_work("states")};
    const alea_status status = alea_game_check(game, &options, &report, &v.error);
    const alea_view_work work = {.seconds = cmd_end_work()};
    if (status != ALEA_OK) return cmd_report_work(&v.error);
    const int printed =
        cmd_view_print(alea_view_game_check(game, report, &work, &v.how, &v.text, &v.error), &v);
    const bool holds = report->holds;
    alea_game_report_free(report);
    return printed != CMD_DONE || holds ? printed : CMD_NO;
}

/* Prints all games, or the rules of the one that was named. */
static int games_main(void *args)
{
    const games_args *a = args;
    alea_game *game = NULL;
    int status = a->game ? games_open(a, &game) : CMD_DONE;
    if (status == CMD_DONE && a->check) {
        status = games_compare(a, game);
    } else if (status == CMD_DONE) {
        cmd_view v = cmd_view_start(a->json);
        status = cmd_view_print(game ? alea_view_game(game, &v.how, &v.text, &v.error)
                                     : alea_view_games(&v.how, &v.text, &v.error),
                                &v);
    }
    alea_game_free(game);
    return status;
}

const cmd_table cmd_games = {
    .name = "games",
    .summary = "lists the games, or shows the rules of one",
    .words = "[GAME]",
    .about = "Lists the games. With GAME, shows its rules, parameters, objectives and built-in bots.\v"
             "GAME is a name such as pig, a name with parameters such as 'pig(goal=50,players=3)', or a rule "
             "file that ends in .lua. Authors check a rule file by all states of a small game:\n"
             "  alea games mine.lua --check --small goal=20",
    .options = games_options,
    .operands = games_operands,
    .size = sizeof(games_args),
    .check = games_check,
    .run = games_main,
};
