/* Exact results of bots. Bots are turned into policies, and the family evaluates those. */
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/sized_options.h"
#include "bot/freeze.h"
#include "bot/messages.h"
#include "exact/interval.h"

/* ---- checks ---- */

static alea_status evaluate_check_bot(const alea_game *game, const alea_bot *bot, alea_error *error)
{
    if (alea__same_game(game, bot->game)) return ALEA_OK;
    return alea__fail(error, ALEA_E_USAGE, BOT_WRONG_GAME, bot->name, bot->game->spec, game->spec);
}

static alea_status evaluate_check_objective(const alea_game *game, alea_objective objective,
                                            alea_error *error)
{
    if (alea_game_has_objective(game, objective)) return ALEA_OK;
    return alea__fail(error, ALEA_E_USAGE, BOT_OBJECTIVE, game->title, alea_objective_name(objective));
}

static alea_status evaluate_check_bots(const alea_game *game, const alea_bot *first, const alea_bot *second,
                                       alea_error *error)
{
    if ((second != NULL) != (game->players == 2))
        return alea__fail(error, ALEA_E_USAGE, second ? BOT_ONE_BOT : BOT_TWO_BOTS, game->title);
    alea_status status = evaluate_check_bot(game, first, error);
    return status == ALEA_OK && second ? evaluate_check_bot(game, second, error) : status;
}

/* ---- evaluating ---- */

/* A bot that plays against itself is turned into a policy once. */
alea_status alea_bot_evaluate(const alea_game *game, alea_bot *first, alea_bot *second,
                              alea_objective objective, const alea_solve_options *given, alea_evaluation *out,
                              alea_error *error)
{
    const alea_solve_options options = ALEA__OPTIONS(alea_solve_options, given);
    alea__pure a = {0}, b = {0};
    alea_evaluation found = {0};
    alea_status status = alea__require_solver(game, error);
    if (status == ALEA_OK) status = evaluate_check_objective(game, objective, error);
    if (status == ALEA_OK) status = evaluate_check_bots(game, first, second, error);
    if (status == ALEA_OK) status = alea__purify(first, &options, &a, error);
    if (status == ALEA_OK && second && second != first) status = alea__purify(second, &options, &b, error);
    const alea__problem problem = {.rules = game->rules,
                                   .objective = objective,
                                   .policy = {a.policy, second == first ? a.policy : b.policy},
                                   .options = &options};
    if (status == ALEA_OK) status = game->family->solver->evaluate(&problem, &found, error);
    alea__pure_clear(&a);
    alea__pure_clear(&b);
    if (status != ALEA_OK) return status;
    ALEA_ASSERT(found.first.win.lower <= found.first.win.upper);
    found.mean = second ? alea__exact_mean(&found.first, &found.second) : found.first;
    if (!second) found.second = found.first;
    *out = found;
    return ALEA_OK;
}

/* ---- the best response ---- */

/* Stores the opponent's name and policy in the table, so that it can be checked with nothing but its file. */
static alea_status response_name_opponent(const alea__pure *opponent, alea__values *values, alea_error *error)
{
    const alea_game *game = opponent->bot->game;
    if (!values->against) values->against = alea__copy_text(opponent->bot->name);
    if (!values->against) return alea__out_of_memory(error);
    if (values->opponent) return ALEA_OK;
    return game->family->solver->pack_policy(game->rules, opponent->policy, &values->opponent,
                                             &values->opponent_size, error);
}

static alea_status response_check(const alea_game *game, const alea_bot *bot, alea_objective objective,
                                  alea_error *error)
{
    alea_status status = alea__require_solver(game, error);
    if (status == ALEA_OK) status = evaluate_check_objective(game, objective, error);
    if (status == ALEA_OK) status = evaluate_check_bot(game, bot, error);
    if (status != ALEA_OK || game->players == 2) return status;
    return alea__fail(error, ALEA_E_USAGE, BOT_NO_OPPONENT, game->title);
}

/* Exploitability is the gain of the best response over optimal play, which on average over both seats gets half of the
   wins, or no points. It is never negative, because a response may copy the bot. */
alea_status alea_table_best_response(const alea_game *game, alea_bot *bot, alea_objective objective,
                                     const alea_solve_options *given, alea_table **table,
                                     alea_best_response *out, alea_error *error)
{
    const alea_solve_options options = ALEA__OPTIONS(alea_solve_options, given);
    alea__pure opponent = {0};
    alea__values *values = NULL;
    alea_best_response found = {.first = {0}};
    alea_status status = response_check(game, bot, objective, error);
    if (status == ALEA_OK) status = alea__purify(bot, &options, &opponent, error);
    const alea__problem problem = {
        .rules = game->rules, .objective = objective, .policy = {NULL, opponent.policy}, .options = &options};
    if (status == ALEA_OK) status = game->family->solver->best_response(&problem, &values, &found, error);
    if (status == ALEA_OK) status = response_name_opponent(&opponent, values, error);
    if (status == ALEA_OK)
        status = alea__table_make(game, NULL, values, table, error);
    else
        alea__values_free(values);
    alea__pure_clear(&opponent);
    if (status != ALEA_OK) return status;
    ALEA_ASSERT(found.first.lower <= found.first.upper && found.second.lower <= found.second.upper);
    found.mean = alea__interval_mean(found.first, found.second);
    found.exploitability = alea__interval_shift(found.mean, -(objective == ALEA_WIN ? 0.5 : 0));
    found.exploitability.lower = fmax(0, found.exploitability.lower);
    ALEA_ASSERT(found.exploitability.lower <= found.exploitability.upper);
    *out = found;
    return ALEA_OK;
}
