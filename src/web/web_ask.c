/* The request `ask`, answered from the kept solution: a page asks about many positions in a row. */
#include "command/ask.h"
#include "command/command.h"
#include "web/call.h"
#include "web/request.h"
#include "web/solution.h"

static int web_ask_print(const web_solution *s, const alea_state *state, const alea_note *note, unsigned top)
{
    alea_answer answer;
    const alea_view_asked asked = {top, note->text};
    cmd_view v = cmd_view_start(true);
    if (alea_table_ask(s->table, state, &answer, &v.error) != ALEA_OK) return cmd_report(&v.error);
    const alea_status made =
        alea_view_asked_answer(s->table, state, &answer, &asked, &v.how, &v.text, &v.error);
    alea_answer_free(&answer);
    return cmd_view_print(made, &v);
}

/* Answers for a position as the command does, but solves the game only if the last request was about another one. */
static int web_ask_position(const json_t *request, const cmd_ask_args *a)
{
    alea_error error;
    alea_state state;
    alea_note note;
    web_solution *solution;
    int status = web_solution_open(request, &solution);
    if (status == CMD_DONE && alea_game_parse_any_state(solution->game, a->position.pair, a->position.count,
                                                        &state, &note, &error) != ALEA_OK)
        status = cmd_report(&error);
    if (status == CMD_DONE) status = web_solution_solve(solution);
    if (status == CMD_DONE) status = web_ask_print(solution, &state, &note, a->top);
    web_solution_rest();
    return status;
}

int web_ask(const json_t *request)
{
    static const char *const operands[] = {"game", "position", NULL};
    cmd_ask_args a = {.top = 0};
    web_words words = {.count = 0};
    const cmd_call call = {&cmd_ask, "ask", &a};
    int status = CMD_USAGE;
    if (web_request_fill(request, operands, &call, &words))
        status = a.table ? WEB_LEFT : web_ask_position(request, &a);
    web_words_free(&words);
    return status;
}
