/* Chooses how to solve a game: one player in solve_one_player.c, games like Pig in pig/, and all others, with wipes, landings,
   memory, forced rolls, money or a chase, in solve_two_player.c. */
#include "family/race/solve/solve.h"
#include "family/race/pig/pig.h"
#include "family/race/solve/solve_one_player.h"
#include "family/race/solve/solve_two_player.h"

alea_status race_solve(const alea__problem *given, alea__values **out, alea_error *error)
{
    const race_rules *rules = race_rules_of(given->rules);
    race_roll_model roll_model;
    if (rules->players > 2) return race_solve_several(given, out, error);
    alea_status status = race_roll_model_make(rules, &roll_model, error);
    if (status != ALEA_OK) return status;
    const race_problem problem = race_problem_of(given, &roll_model);
    status = race_provable(&roll_model, given->objective, error);
    if (status == ALEA_OK) {
        if (rules->players == 1)
            status = race_solve_one_player(&problem, out, error);
        else if (given->objective == ALEA_WIN && race_is_pig(&roll_model))
            status = race_solve_pig(&problem, given->resume, out, error);
        else
            status = race_solve_two_players(&problem, out, error);
    }
    race_roll_model_clear(&roll_model);
    return status;
}

/* The best response to a policy: one plays best, the other as it always does. */
alea_status race_best(const alea__problem *given, alea__values **values, alea_best_response *out,
                      alea_error *error)
{
    race_roll_model roll_model;
    alea_status status = race_roll_model_make(race_rules_of(given->rules), &roll_model, error);
    if (status != ALEA_OK) return status;
    const race_problem problem = race_problem_of(given, &roll_model);
    status = race_provable(&roll_model, given->objective, error);
    if (status == ALEA_OK) status = race_solve_two_players(&problem, values, error);
    race_roll_model_clear(&roll_model);
    if (status == ALEA_OK)
        *out = (alea_best_response){.first = (*values)->start, .second = (*values)->second};
    return status;
}
