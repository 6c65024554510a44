/* The values of moves; see coach.h. */
#include "cli/play/coach.h"
#include "cli/progress.h"

#include <alea/record.h>
#include <stdio.h>
#include <string.h>

void coach_start(coach *c, const alea_game *game)
{
    *c = (coach){.game = game, .objective = alea_game_objective(game)};
}

void coach_end(coach *c)
{
    alea_table_free(c->table);
    alea_game_free(c->alone);
}

static const alea_game *coach_solved_game(const coach *c)
{
    return c->alone ? c->alone : c->game;
}

/* Notes why. Without memory the next question tries again. */
static bool coach_fail(coach *c, const alea_error *error)
{
    c->status = error->status;
    if (error->status == ALEA_E_MEMORY) c->tried = false;
    snprintf(c->why, sizeof c->why, "%s", error->message);
    return false;
}

bool coach_knows(coach *c)
{
    alea_error error = {0};
    cli_progress progress;
    alea_solve_options options = {.memory = cli_usual_memory()};
    if (c->tried || c->table) return c->table != NULL;
    c->tried = true;
    if (!c->alone && alea_game_players(c->game) > 1 &&
        alea_game_single_player(c->game, &c->alone, &error) != ALEA_OK) {
        c->alone = NULL;
        if (error.status == ALEA_E_MEMORY) return coach_fail(c, &error);
    }
    if (c->alone) c->objective = alea_game_objective(c->alone);
    if (!alea_game_has_objective(coach_solved_game(c), c->objective)) {
        snprintf(c->why, sizeof c->why, PLAY_NO_OBJECTIVE);
        return false;
    }
    options.progress = cli_progress_start(&progress, "positions");
    alea_status status = alea_table_solve(coach_solved_game(c), c->objective, &options, &c->table, &error);
    cli_progress_end(&progress);
    if (status == ALEA_OK) return true;
    alea_table_free(c->table); /* an unfinished one */
    c->table = NULL;
    return coach_fail(c, &error);
}

bool coach_ask(coach *c, const alea_state *state, alea_answer *out)
{
    alea_error error;
    alea_state asked = *state;
    if (!coach_knows(c)) return false;
    int seat = alea_game_turn_of(c->game, state);
    if (seat < 0 || (c->alone && !alea_game_single_player_state(c->game, state, (unsigned)seat, &asked)))
        return false;
    if (alea_table_ask(c->table, &asked, out, &error) == ALEA_OK) return true;
    return coach_fail(c, &error);
}
