/* The values of moves; see coach.h. */
#include "command/coach.h"
#include "base/assert.h"

#include <stdio.h>

void coach_start(coach *c, const alea_game *game)
{
    *c = (coach){.game = game, .objective = alea_game_objective(game)};
}

void coach_end(coach *c)
{
    alea_reviewer_free(c->reviewer);
    c->reviewer = NULL;
    c->knows = c->tried = false;
}

/* Notes why. Without memory the next question tries again. */
static bool coach_fail(coach *c, const alea_error *error)
{
    c->status = error->status;
    if (error->status == ALEA_E_MEMORY) c->tried = false;
    snprintf(c->why, sizeof c->why, "%s", error->message);
    return false;
}

/* Whether the objective matters for the values: where players only compare scores, each is asked for its own score. */
static bool coach_has_choice(const coach *c)
{
    alea_game *alone = NULL;
    if (alea_game_players(c->game) == 1 || alea_game_single_player(c->game, &alone, NULL) != ALEA_OK)
        return true;
    alea_game_free(alone);
    return false;
}

enum { COACH_ROLLOUTS = 4000 }; /* a fraction of a second for a decision of three players */

bool coach_knows(coach *c)
{
    alea_error error = {0};
    if (c->tried || c->knows) return c->knows;
    c->tried = true;
    const bool choice = coach_has_choice(c);
    if (choice && !alea_game_has_objective(c->game, c->objective)) {
        snprintf(c->why, sizeof c->why, PLAY_NO_OBJECTIVE);
        return false;
    }
    alea_review_options options = {.size = sizeof options,
                                   .objective_given = choice,
                                   .objective = c->objective,
                                   .rollouts = COACH_ROLLOUTS,
                                   .bank = true,
                                   .memory = CMD_EXACT_MEMORY};
    options.progress = cmd_begin_work("positions");
    alea_status status = alea_reviewer_open(&options, &c->reviewer, &error);
    if (status == ALEA_OK) status = alea_reviewer_values(c->reviewer, c->game, &c->values, &error);
    cmd_end_work();
    c->knows = status == ALEA_OK;
    if (c->knows) {
        c->objective = c->values.objective;
        return true;
    }
    alea_reviewer_free(c->reviewer);
    c->reviewer = NULL;
    return coach_fail(c, &error);
}

bool coach_estimates(const coach *c)
{
    return c->knows && !c->values.table;
}

bool coach_has_table(const coach *c)
{
    return c->knows && c->values.table;
}

static alea_review_question coach_question(const coach *c, const alea_state *state, size_t event)
{
    return (alea_review_question){.game = c->game, .state = state, .seed = c->seed, .place = event + 1};
}

bool coach_ask(coach *c, const alea_state *state, size_t event, alea_review_answer *out)
{
    alea_error error = {0};
    if (!coach_knows(c)) return false;
    const alea_review_question question = coach_question(c, state, event);
    if (alea_review_ask(c->reviewer, &question, out, &error) != ALEA_OK) return coach_fail(c, &error);
    ALEA_ASSERT(!out->known || out->answer.count == 0 || out->answer.best < out->answer.count);
    if (out->known) return true;
    c->status = ALEA_E_STATE;
    snprintf(c->why, sizeof c->why, PLAY_NO_VALUE);
    return false;
}

bool coach_weigh(coach *c, const alea_event *rolled, size_t event, alea_review_luck *out)
{
    if (!coach_knows(c)) return false;
    const alea_review_question question = coach_question(c, &rolled->before, event);
    return alea_review_weigh(c->reviewer, &question, rolled->what, out, NULL) == ALEA_OK && out->known;
}

bool coach_wins(const coach *c, const alea_state *state, uint32_t move)
{
    alea_outcome outcome;
    alea_state after = *state;
    return alea_game_apply(c->game, &after, move, NULL) == ALEA_OK &&
           alea_game_outcome(c->game, &after, &outcome, NULL) == ALEA_OK &&
           outcome.winner == alea_game_to_move(c->game, state);
}
