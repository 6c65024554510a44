#pragma once
/* Exact results of Hog: what its files for solving, asking and evaluating share. Everything is computed by sweeps (sweep.h)
   and bounded by hog_error; check/certify.c checks without either. rules/layout.h describes how values are stored in a table.

   Moves whose values differ by no more than HOG_TIE are tied, and a tie goes to fewer dice: rounding must not decide it. */
#include "family/hog/rules/layout.h"
#include "family/hog/solve/sweep.h"
#include "value/solver_ops.h"

#define HOG_TIE 1e-12

/* How a sweep takes a policy. */
hog_policy_source hog_source_of(const hog_policy *);

/* ALEA_E_REFUSED if a workspace for this request needs more than options->memory allows. */
alea_status hog_check_memory(const hog_graph *, const hog_request *, const alea_solve_options *,
                             alea_error *);

/* Implement alea__solver_ops. The objective is always to win; a solution is found in one go, so `resume` is not used. */
alea_status hog_solve(const alea__problem *, alea__values **out, alea_error *);
alea_status hog_best(const alea__problem *, alea__values **values, alea_best_response *out, alea_error *);
alea_status hog_evaluate(const alea__problem *, alea_evaluation *out, alea_error *);
alea_status hog_fits(const alea__rules *, const alea__values *, alea_error *);
alea_status hog_ask_values(const alea__rules *, const alea__values *, const alea_state *, alea_answer *out,
                           alea_error *);
/* The policy that plays by given values. */
alea_status hog_policy_of_values(const alea__rules *, const alea__values *, alea__policy **out, alea_error *);

/* The exact result of one table against another, both orders of moves, off by at most hog_pair_error. Tables have goal * goal
   bytes, [own * goal + opponent]. Nothing is allocated; the workspace (a hog_workspace for two sides by table) serves one
   thread. */
alea_status hog_pair_open(const alea__rules *, void **work, alea_error *);
void hog_pair_close(void *work);
alea_status hog_pair(void *work, const unsigned char *a, const unsigned char *b, double rate[2],
                     alea_error *);
double hog_pair_error(const alea__rules *);

/* respond.c: as alea__contest_ops has them. */
alea_status hog_respond(const alea__rules *, const alea__opponents *, unsigned char *table, alea_error *);
bool hog_scores_are_all(const alea__rules *);

/* solver.c: the tables of the above */
extern const alea__solver_ops hog_solver_ops;
extern const alea__freezing_ops hog_freezing_ops;
extern const alea__contest_ops hog_contest_ops;
extern const alea__control_ops hog_control_ops; /* control.c */
