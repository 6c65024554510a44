/* Keeps a solution between requests; see solution.h. */
#include "web/solution.h"
#include "command/command.h"
#include "web/request.h"

#include <string.h>

static web_solution solution_kept;

/* Limits for positions: of a kept table, 64 MB; and of one with a kept bot, which takes some 60 bytes for each. */
enum { SOLUTION_MOST_STORED = 4000000, SOLUTION_MOST_OF_BOT = 250000 };

static void solution_free(void)
{
    alea_bot_free(solution_kept.bot);
    alea_table_free(solution_kept.table);
    alea_game_free(solution_kept.game);
    solution_kept = (web_solution){0};
}

/* Two rule files may give their games the same name. */
static bool solution_is_of(const alea_game *game)
{
    return solution_kept.game && strcmp(alea_game_spec(solution_kept.game), alea_game_spec(game)) == 0 &&
           strcmp(alea_game_rules_sha256(solution_kept.game), alea_game_rules_sha256(game)) == 0;
}

int web_solution_open(const json_t *request, web_solution **out)
{
    alea_game *game;
    alea_objective objective;
    char spec[WEB_SPEC];
    const char *name;
    if (!web_request_game(request, spec) || !web_request_text(request, "for", &name)) return CMD_USAGE;
    int status = cmd_open_game(spec, &game);
    if (status != CMD_DONE) return status;
    status = cmd_choose_objective(game, name, &objective);
    if (status == CMD_DONE && solution_is_of(game) && solution_kept.objective == objective) {
        alea_game_free(game);
    } else if (status == CMD_DONE) {
        solution_free();
        solution_kept = (web_solution){.game = game, .objective = objective};
    } else {
        alea_game_free(game);
    }
    *out = &solution_kept;
    return status;
}

int web_solution_solve(web_solution *s)
{
    alea_error error;
    if (s->table) return CMD_DONE;
    alea_solve_options how = {.size = sizeof how};
    how.progress = cmd_begin_work("positions");
    const alea_status solved = alea_table_solve(s->game, s->objective, &how, &s->table, &error);
    if (solved == ALEA_OK) return CMD_DONE;
    alea_table_free(s->table); /* an unfinished one */
    s->table = NULL;
    return cmd_report(&error);
}

int web_solution_bot(web_solution *s)
{
    alea_error error;
    const int status = web_solution_solve(s);
    if (status != CMD_DONE || s->bot) return status;
    return alea_table_bot(s->table, "optimal", &s->bot, &error) == ALEA_OK ? CMD_DONE : cmd_report(&error);
}

void web_solution_rest(void)
{
    alea_table_facts facts;
    if (!solution_kept.table) return;
    alea_table_get_facts(solution_kept.table, &facts);
    if (facts.stored > SOLUTION_MOST_STORED) solution_free();
    if (facts.stored <= SOLUTION_MOST_OF_BOT) return;
    alea_bot_free(solution_kept.bot);
    solution_kept.bot = NULL;
}
