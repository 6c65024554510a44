/* alea_game_check finds what a family gets wrong: each of its results is falsified in turn. */
#include "support/files.h"
#include "support/test.h"

#include "game/family.h"
#include "value/solver_ops.h"
#include <alea/alea.h>
#include <string.h>

static const char pig[] = "pig.lua(goal=8)";

/* Pig whose players hold at the goal, so that its states can be listed. */
static void write_pig(void)
{
    write_file("pig.lua",
               "return { name = \"pig\", title = \"Pig\", family = \"race\", text = \"x\",\n"
               "params = { { \"goal\", default = 8, min = 2, max = 100 } }, rules = function(p) return {\n"
               "players = 2, dice = 1, sides = 6, goal = p.goal, over_goal = \"hold\",\n"
               "roll = function(a) if a == 1 then return bust() end return add(a) end } end }\n");
}

static const alea__solver_ops *right;      /* the solver of the family */
static const alea__query_ops *right_query; /* and how it is asked */

static alea_status wrong_ask(void *query, const alea_state *state, alea_answer *out, alea_error *error)
{
    alea_status status = right_query->ask(query, state, out, error);
    if (status == ALEA_OK && out->count > 1) out->move[1].value.lower = out->move[1].value.upper += 1e-9;
    return status;
}

static alea_status wrong_check(const alea__rules *rules, const alea__values *values,
                               const alea_progress *progress, alea_verdict *out, alea_error *error)
{
    alea_status status = right->check(rules, values, progress, out, error);
    out->holds = false;
    strcpy(out->reason, "It is wrong.");
    return status;
}

static alea_status wrong_evaluate(const alea__problem *problem, alea_evaluation *out, alea_error *error)
{
    alea_status status = right->evaluate(problem, out, error);
    out->second.value.lower = out->second.value.upper += 1e-9;
    return status;
}

static alea_status wrong_response(const alea__problem *problem, alea__values **values,
                                  alea_best_response *out, alea_error *error)
{
    alea_status status = right->best_response(problem, values, out, error);
    out->first.lower = out->first.upper += 1e-9;
    return status;
}

static void wrong_games(const alea__policy_match *match, uint64_t first, uint64_t games, alea__tally *tally)
{
    (void)match, (void)first;
    tally->games += games; /* the first bot wins them all */
    tally->wins[0][0] += games / 2;
    tally->wins[0][1] += games - games / 2;
}

/* Checks a copy of the game with this solver, query and simulation; returns the only kind of comparison that fails, or -1. */
static int failing(const alea__solver_ops *solver, const alea__query_ops *query,
                   const alea__simulation_ops *simulation)
{
    alea_error error;
    alea_game *game;
    alea_game_report *report;
    int kind = -1;
    assert_that(alea_game_open(pig, &game, &error), ==, ALEA_OK);
    alea__family family = *game->family;
    const alea__family *own = game->family;
    if (solver) family.solver = solver;
    if (query) family.query = query;
    if (simulation) family.simulation = simulation;
    game->family = &family;
    assert_that(alea_game_check(game, NULL, &report, &error), ==, ALEA_OK);
    for (size_t i = 0; i < report->count; i++) {
        const alea_comparison *one = &report->comparison[i];
        if (one->holds) continue;
        assert_true(kind < 0 || kind == (int)one->what);
        assert_true(one->note[0]);
        kind = (int)one->what;
    }
    assert_that(report->holds, ==, kind < 0);
    assert_that(report->states, >, 100);
    alea_game_report_free(report);
    game->family = own;
    alea_game_free(game);
    return kind;
}

static void each_wrong_result_is_found(void **unused)
{
    (void)unused;
    alea_game *game;
    write_pig();
    assert_that(alea_game_open(pig, &game, NULL), ==, ALEA_OK);
    right = game->family->solver;
    right_query = game->family->query;
    alea__simulation_ops games = *game->family->simulation;
    alea_game_free(game);
    assert_that(failing(NULL, NULL, NULL), ==, -1);
    alea__query_ops wrong_query = *right_query;
    wrong_query.ask = wrong_ask;
    assert_that(failing(NULL, &wrong_query, NULL), ==, ALEA_COMPARED_VALUES);
    alea__solver_ops wrong = *right;
    wrong.check = wrong_check;
    assert_that(failing(&wrong, NULL, NULL), ==, ALEA_COMPARED_PROOF);
    wrong = *right;
    wrong.evaluate = wrong_evaluate;
    assert_that(failing(&wrong, NULL, NULL), ==, ALEA_COMPARED_EVALUATION);
    wrong = *right;
    wrong.best_response = wrong_response;
    assert_that(failing(&wrong, NULL, NULL), ==, ALEA_COMPARED_RESPONSE);
    games.simulate = wrong_games;
    assert_that(failing(NULL, NULL, &games), ==, ALEA_COMPARED_GAMES);
}

static bool stop_at_once(void *user)
{
    (void)user;
    return true;
}

static void a_stop_ends_the_check(void **unused)
{
    (void)unused;
    alea_error error;
    alea_game *game;
    alea_game_report *report = NULL;
    const alea_solve_options options = {.size = sizeof options, .progress = {.stopped = stop_at_once}};
    write_pig();
    assert_that(alea_game_open("pig.lua(goal=100)", &game, NULL), ==, ALEA_OK);
    assert_that(alea_game_check(game, &options, &report, &error), ==, ALEA_E_STOPPED);
    assert_null(report);
    alea_game_free(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_wrong_result_is_found),
        cmocka_unit_test(a_stop_ends_the_check),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
