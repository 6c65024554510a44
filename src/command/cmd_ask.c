/* alea ask GAME KEY=VALUE… */
#include "command/ask.h"
#include "command/command.h"

static const cmd_option ask_options[] = {
    CMD_OBJECTIVE(cmd_ask_args),
    {1, 0, "table", "FILE.h5", CMD_TEXT(cmd_ask_args, table),
     "Take the answer from this table; solve nothing"},
    {1, 0, "top", "N", CMD_UNSIGNED(cmd_ask_args, top, 1, 1000000), "Show the N best moves only, best first"},
    CMD_JSON(cmd_ask_args),
    CMD_STATES(3),
    {0},
};

static const cmd_operand ask_operands[] = {
    CMD_GAME(cmd_ask_args), {NULL, CMD_PAIRS(cmd_ask_args, position)}, {0}};

/* A table has one objective; asking for another is a mistake. */
static int ask_open_table(const cmd_ask_args *a, const alea_game *game, alea_table **table)
{
    alea_error error;
    alea_objective objective;
    if (alea_table_open(game, a->table, table, &error) != ALEA_OK) return cmd_report(&error);
    alea_table_facts facts;
    alea_table_get_facts(*table, &facts);
    int status = a->objective ? cmd_choose_objective(game, a->objective, &objective) : CMD_DONE;
    if (status != CMD_DONE || !a->objective || objective == facts.objective) return status;
    return cmd_complain(CMD_USAGE, CMD_TABLE_OBJECTIVE, cmd_show(a->table).text,
                        alea_objective_name(facts.objective), alea_objective_name(objective));
}

/* Solves the game for the objective asked for, or for its first. Sets *table, even to an unfinished one when it
   fails; the caller frees it. */
static int ask_solve(const cmd_ask_args *a, const alea_game *game, alea_table **table)
{
    alea_error error;
    alea_objective objective;
    alea_solve_options how = {0};
    int status = cmd_choose_objective(game, a->objective, &objective);
    if (status != CMD_DONE) return status;
    how.equilibrium = true;
    how.progress = cmd_begin_work("positions");
    alea_status solved = alea_table_solve(game, objective, &how, table, &error);
    cmd_end_work();
    return solved == ALEA_OK ? CMD_DONE : cmd_report_work(&error);
}

static int ask_print(const cmd_ask_args *a, const alea_table *table, const alea_state *state,
                     const alea_note *note)
{
    alea_answer answer;
    const alea_view_asked asked = {a->top, note->text};
    cmd_view v = cmd_view_start(a->json);
    if (alea_table_ask(table, state, &answer, &v.error) != ALEA_OK) return cmd_report(&v.error);
    int status =
        cmd_view_print(alea_view_asked_answer(table, state, &answer, &asked, &v.how, &v.text, &v.error), &v);
    alea_answer_free(&answer);
    return status;
}

/* Parses the position first, because solving may take a while. */
static int ask_main(void *args)
{
    const cmd_ask_args *a = args;
    alea_error error;
    alea_game *game;
    alea_state state;
    alea_note note;
    alea_table *table = NULL;
    int status = cmd_open_game(a->game, &game);
    if (status != CMD_DONE) return status;
    if (alea_game_parse_any_state(game, a->position.pair, a->position.count, &state, &note, &error) !=
        ALEA_OK)
        status = cmd_report(&error);
    if (status == CMD_DONE) status = a->table ? ask_open_table(a, game, &table) : ask_solve(a, game, &table);
    if (status == CMD_DONE) status = ask_print(a, table, &state, &note);
    alea_table_free(table);
    alea_game_free(game);
    return status;
}

const cmd_table cmd_ask = {
    .name = "ask",
    .summary = "prints the value of a position and of its moves",
    .words = "GAME KEY=VALUE...",
    .about = "Prints the value of a position to the player to move under optimal play, the value of each "
             "move, and the best move.\v"
             "`alea games GAME` lists the keys and their default values. The score of the player to move "
             "comes first; 22,0 and own=22 other=0 mean scores=22,0. Reviews, hints, cards and plots write "
             "positions in this form. --top shows the best moves only. Positions that play cannot reach "
             "are answered by the formula, with a note. Examples:\n"
             "  alea ask pig scores=22,0\n"
             "  alea ask pig scores=41,49 turn=27\n"
             "  alea ask pig-pen scores=70,110 turn=24 --for money",
    .options = ask_options,
    .operands = ask_operands,
    .size = sizeof(cmd_ask_args),
    .run = ask_main,
};
