#pragma once
/* Best play by turn programs: proved bounds for the states between turns. Values are one matrix "turns" with a column for each. */
#include "family/tabletop/turn/run.h"
#include "value/solver_ops.h"

/* The program of the rules, made when it is first asked for. */
alea_status tabletop_program_of(const alea__rules *, const alea_progress *, const tabletop_program **out,
                                alea_error *);
alea_status tabletop_engine_solve(const tabletop_program *, const alea__problem *, alea__values **out,
                                  alea_error *);
/* Fails because some position of a turn that begins in this state has no move. */
alea_status tabletop_fail_stuck(const tabletop_program *, const alea__rules *, uint32_t state, alea_error *);
/* For three players and more: an equilibrium. */
alea_status tabletop_solve_several(const tabletop_program *, const alea__problem *, alea__values **out,
                                   alea_error *);
bool tabletop_is_engine_values(const alea__values *);

/* The policy `greedy`: the most points, on average, that the turn adds to the score, whatever comes after it. */
enum { TABLETOP_GREEDY_POLICY = 101 }; /* its kind, where an alea__explicit_policy has its own */
alea_status tabletop_greedy_open(const alea__rules *, const alea__spec *, alea__policy **out, alea_error *);
void tabletop_greedy_free(alea__policy *);
uint32_t tabletop_greedy_decide(const alea__rules *, const alea__policy *, const alea_state *);
/* The same as a plan, for games whose positions are listed. */
alea_status tabletop_greedy_plan(const alea__rules *, const alea__policy *, alea__policy **out, alea_error *);
/* Replaces `greedy` by such a plan, which the caller frees; leaves other policies. */
alea_status tabletop_policy_plan(const alea__rules *, const alea__policy **, alea__policy **plan,
                                 alea_error *);

alea_status tabletop_policy_open(const alea__rules *, const alea__spec *, alea__policy **out, alea_error *);
void tabletop_policy_free(alea__policy *);
uint32_t tabletop_decide(const alea__rules *, const alea__policy *, const alea_state *, alea__memo *,
                         alea__stream *own);
/* The values by which `optimal` plays in a game with many positions; NULL for other policies. */
const tabletop_bounds *tabletop_policy_bounds(const alea__policy *);
/* Whether a game has too many positions to be listed, and is solved between turns. */
bool tabletop_is_large(const alea__rules *);
extern const alea__solver_ops tabletop_solver_ops;
extern const alea__query_ops tabletop_query_ops;
extern const alea__distribution_ops tabletop_distribution_ops; /* distribution/ */
