#pragma once
/* Exact results of race, as alea__solver_ops and alea__query_ops have them. */
#include "family/race/race.h"
#include "value/solver_ops.h"

/* Moves whose values differ by at most this are tied, and a tie goes to holding, so that rounding does not decide it. In
   units of the objective. Both the better move of an answer and the policy `optimal` use it. */
#define RACE_TIE 1e-12

/* Implement alea__solver_ops. */
alea_status race_solve(const alea__problem *, alea__values **out, alea_error *);
alea_status race_evaluate(const alea__problem *, alea_evaluation *out, alea_error *);
alea_status race_best(const alea__problem *, alea__values **values, alea_best_response *out, alea_error *);

/* several.c: for three players and more, as a game of the family tabletop */
alea_status race_solve_several(const alea__problem *, alea__values **out, alea_error *);
alea_status race_ask_several(const alea__values *, const race_rules *, const race_state *, alea_answer *out,
                             alea_error *);

/* policy_of_values.c */
alea_status race_plan_of_values(const alea__rules *, const alea__values *, alea__policy **out, alea_error *);
alea_status race_plan_of_turns(const alea__rules *, const alea__values *, const alea_plotted_turns *only,
                               alea__policy **out, alea_error *);

/* query.c */
alea_status race_query_open(const alea__rules *, const alea__values *, void **query, alea_error *);
void race_query_close(void *query);
alea_status race_query_ask(void *query, const alea_state *, alea_answer *out, alea_error *);
