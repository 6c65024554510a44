/* Exact results of bots: as policies they are the family's affair. */
#include "base/error.h"
#include "base/memory.h"
#include "bot/freeze.h"
#include "exact/interval.h"

/* ---- checks ---- */

static alea_status evaluate_check_bot(const alea_game *game, const alea_bot *bot, alea_error *error)
{
    if (alea__same_game(game, bot->game)) return ALEA_OK;
    return alea__fail(error, ALEA_E_USAGE, "%s was opened for %s, not for %s.", bot->name, bot->game->spec,
                      game->spec);
}

static alea_status evaluate_check_objective(const alea_game *game, alea_objective objective,
                                            alea_error *error)
{
    if (alea_game_has_objective(game, objective)) return ALEA_OK;
    return alea__fail(error, ALEA_E_USAGE, "%s cannot be played for `%s`.", game->title,
                      alea_objective_name(objective));
}

static alea_status evaluate_check_bots(const alea_game *game, const alea_bot *first, const alea_bot *second,
                                       alea_error *error)
{
    if ((second != NULL) != (game->players == 2))
        return alea__fail(error, ALEA_E_USAGE, "%s is for %s.", game->title,
                          second ? "one player here; one bot is wanted, not two"
                                 : "two players here; two bots are wanted, not one");
    alea_status status = evaluate_check_bot(game, first, error);
    return status == ALEA_OK && second ? evaluate_check_bot(game, second, error) : status;
}

/* ---- evaluating ---- */

static alea_status evaluate_policies(const alea_game *game, const alea__policy *first,
                                     const alea__policy *second, alea_objective objective,
                                     const alea_solve_options *options, alea_eval *out, alea_error *error)
{
    alea_eval found = {0};
    alea_status status =
        game->family->solver->evaluate(game->rules, first, second, objective, options, &found, error);
    if (status != ALEA_OK) return status;
    found.mean = second ? alea__exact_mean(&found.first, &found.second) : found.first;
    if (!second) found.second = found.first;
    *out = found;
    return ALEA_OK;
}

static alea_status evaluate_purified(const alea_game *game, alea_bot *first, alea_bot *second,
                                     alea_objective objective, const alea_solve_options *options,
                                     alea_eval *out, alea_error *error)
{
    alea__pure a = {0}, b = {0};
    alea_status status = alea__purify(first, options, &a, error);
    if (status == ALEA_OK && second && second != first) status = alea__purify(second, options, &b, error);
    const alea__policy *other = second == first ? a.policy : b.policy;
    if (status == ALEA_OK)
        status = evaluate_policies(game, a.policy, second ? other : NULL, objective, options, out, error);
    alea__pure_clear(&a);
    alea__pure_clear(&b);
    return status;
}

alea_status alea_evaluate(const alea_game *game, alea_bot *first, alea_bot *second, alea_objective objective,
                          const alea_solve_options *options, alea_eval *out, alea_error *error)
{
    static const alea_solve_options standard;
    alea_status status = alea__require_solver(game, error);
    if (status == ALEA_OK) status = evaluate_check_objective(game, objective, error);
    if (status == ALEA_OK) status = evaluate_check_bots(game, first, second, error);
    if (status != ALEA_OK) return status;
    return evaluate_purified(game, first, second, objective, options ? options : &standard, out, error);
}

/* ---- the best reply ---- */

/* So that the table can be checked, and be said to be what it is, by whoever has only its file. */
static alea_status reply_name_opponent(const alea__pure *opponent, alea__values *values, alea_error *error)
{
    const alea_game *game = opponent->bot->game;
    if (!values->against) values->against = alea__copy_text(opponent->bot->name);
    if (!values->against) return alea__out_of_memory(error);
    if (values->opponent) return ALEA_OK;
    return game->family->solver->pack_policy(game->rules, opponent->policy, &values->opponent,
                                             &values->opponent_size, error);
}

/* What optimal play gives on the mean of both seats. */
static double reply_par(alea_objective objective)
{
    return objective == ALEA_WIN ? 0.5 : 0;
}

static alea_status reply_compute(const alea_game *game, const alea__pure *opponent, alea_objective objective,
                                 const alea_solve_options *options, alea_table **table, alea_reply *out,
                                 alea_error *error)
{
    alea__values *values = NULL;
    alea_reply found = {.first = {0}};
    alea_status status = game->family->solver->best_response(game->rules, opponent->policy, objective,
                                                             options, &values, &found, error);
    if (status == ALEA_OK) status = reply_name_opponent(opponent, values, error);
    if (status != ALEA_OK) {
        alea__values_free(values);
        return status;
    }
    status = alea__table_make(game, NULL, values, table, error);
    if (status != ALEA_OK) return status;
    found.mean = alea__interval_mean(found.first, found.second);
    found.exploitability = alea__interval_shift(found.mean, -reply_par(objective));
    found.exploitability.lower = fmax(0, found.exploitability.lower); /* the reply could play the same */
    *out = found;
    return ALEA_OK;
}

static alea_status reply_check(const alea_game *game, const alea_bot *bot, alea_objective objective,
                               alea_error *error)
{
    alea_status status = alea__require_solver(game, error);
    if (status == ALEA_OK) status = evaluate_check_objective(game, objective, error);
    if (status == ALEA_OK) status = evaluate_check_bot(game, bot, error);
    if (status != ALEA_OK || game->players == 2) return status;
    return alea__fail(error, ALEA_E_USAGE, "%s is for one player here; there is nobody to reply to.",
                      game->title);
}

alea_status alea_best(const alea_game *game, alea_bot *bot, alea_objective objective,
                      const alea_solve_options *options, alea_table **table, alea_reply *out,
                      alea_error *error)
{
    static const alea_solve_options standard;
    if (!options) options = &standard;
    alea__pure opponent = {0};
    alea_status status = reply_check(game, bot, objective, error);
    if (status == ALEA_OK) status = alea__purify(bot, options, &opponent, error);
    if (status == ALEA_OK) status = reply_compute(game, &opponent, objective, options, table, out, error);
    alea__pure_clear(&opponent);
    return status;
}
