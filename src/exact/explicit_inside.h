#pragma once
/* Explicit graphs: what the solving and evaluating files share.

   Values are kept in alea__values as one column with a row for each node: matrix "mover", the value of the node to the player
   to move. A best response has a second matrix, "waiting": the value of the node to the responder when the opponent is to
   move there. At ends both bounds are the payoff.

   Why the values are unique, and why checking one step proves them: explicit_provable makes sure that no player, not even all of
   them together, can keep the game going for ever. Then from every node, whatever is played, the end comes within as many
   steps as there are nodes with a probability that is at least some p > 0. So the one-step operator T is monotone, and its
   power is a contraction (Shapley, Stochastic games, PNAS 39, 1953, whose games stop with positive probability at every
   step; for steps that only do so in the long run Bertsekas and Tsitsiklis, Neuro-Dynamic Programming, 1996, Prop. 2.2: all
   policies are proper). Therefore L <= T(L) gives L <= T(L) <= T(T(L)) <= … -> value, and likewise U >= T(U): bounds that
   stand one step stand for good. Without the condition T may have several fixed points (Condon, The complexity of stochastic
   games, 1992; Haddad and Monmege, Interval iteration for MDPs and IMDPs, 2018), and the game is refused. */
#include "exact/components.h"
#include "exact/explicit.h"

/* ---- a problem: what is to be found at every position ---- */

/* There is a position for each node or, if the players differ, for each node and player to move. Its *origin* is node +
   layer * nodes, with layer 1 for the second player. Positions are numbered in solving order, so that most of what a step
   reads was written shortly before. At ALEA__DECIDE the edge with the greatest value counts, at ALEA__ROLL the weighted
   mean of all edges. */
typedef struct explicit_problem {
    const alea__explicit *g;
    exact_order order; /* in which positions are solved: place i is position i */
    uint32_t positions, edges;
    uint8_t *kind;
    uint32_t *first, *to, *weight; /* as in alea__explicit; `to` is twice a position, and 1 more for a pass */
    uint32_t *origin, *position_of; /* [position] and [origin]: each other's inverse */
    uint32_t *feedback; /* [component]: the only position that earlier ones lead to, or ALEA__NO_NODE */
    bool turned;        /* values are the mover's: passing leads to `sum` - value */
    double sum;
    double cost;     /* of an edge that ends a turn, added to its value */
    bool every_edge; /* not only of those */
    double draw;     /* value of a draw when wins are counted; a half by default */
} explicit_problem;

/* Everybody plays best; values are the mover's. The caller clears the problem, here and below also after a failure. */
alea_status explicit_problem_of_game(const alea__explicit *, explicit_problem *out, alea_error *);
/* One layer per player, from the view of the first. A NULL player plays best. */
alea_status explicit_problem_of_players(const alea__explicit *, const alea__explicit_policy *first,
                                        const alea__explicit_policy *second, explicit_problem *out,
                                        alea_error *);
void explicit_problem_clear(explicit_problem *);
/* Sets what the problem counts: fills in the values of the ends, and starting values for the others. Turns, and scores to
   be minimised, count negatively, because the greatest value is best; explicit_find restores the sign. */
void explicit_problem_count(explicit_problem *, alea_objective, double *x);

/* Proved bounds for every position; `least` and `most` bound them from the outside (such as 0 and 1). */
typedef struct explicit_bounds {
    alea_objective count;
    uint32_t positions;
    double least, most;
    bool negated;          /* of the values' negatives, as explicit_problem_count has turns */
    double *lower, *upper; /* [position] */
    double width;          /* the widest */
} explicit_bounds;
/* Sets `least`, `most` and `negated` from the count. */
void explicit_problem_limits(const alea__explicit *, explicit_bounds *);

/* All of it for one count (explicit_values.c): *out is owned by the caller on success. */
alea_status explicit_find(const explicit_problem *, alea_objective count, const alea_progress *,
                          explicit_bounds *out, alea_error *);
void explicit_bounds_clear(explicit_bounds *);
/* Fails with ALEA_E_RANGE if the bounds are wider than requested; otherwise sets the tolerance that they meet. */
alea_status explicit_check_tolerance(const explicit_bounds *, const alea_solve_options *, double *out,
                                     alea_error *);

/* Solves a problem and stores its values as a table does; ALEA_E_RANGE if the tolerance is missed. */
alea_status explicit_solve_problem(const explicit_problem *, alea_objective, const alea_solve_options *,
                                   alea__values **out, alea_error *);

/* ---- provable games ---- */

/* Fails with ALEA_E_REFUSED if a state has no way to an end, or the game could go on forever; names a state and a way to it
   (explicit_termination.c). The second function takes the problem of the game, and is faster. */
alea_status explicit_provable(const alea__explicit *, alea_error *);
alea_status explicit_game_provable(const explicit_problem *, alea_error *);
/* ALEA_E_USAGE for objectives that the game does not have. */
alea_status explicit_check_objective(const alea__explicit *, alea_objective, alea_error *);
/* ALEA_E_REFUSED when the work takes more memory than allowed; `layers` as a problem has. */
alea_status explicit_check_memory(const alea__explicit *, unsigned layers, const alea_solve_options *,
                                  alea_error *);

/* ---- values ---- */

/* As in alea__solver_ops. */
alea_status alea__explicit_ask(const alea__rules *, const alea__values *, const alea_state *,
                               alea_answer *out, alea_error *);
alea_status alea__explicit_evaluate(const alea__problem *, alea_evaluation *out, alea_error *);
alea_status alea__explicit_best(const alea__problem *, alea__values **values, alea_best_response *out,
                                alea_error *);
