#ifndef ALEA_FAMILY_GRAPH_SOLVE_EXACT_H
#define ALEA_FAMILY_GRAPH_SOLVE_EXACT_H
/* Graph: exact results. What its solving, evaluating and checking files share.

   Values stand in alea__values as one column, a row a node: matrix "mover", what the node is worth to the player to move. A
   best reply has a second one, "waiting": what it is worth to the replier when the opponent is to move there. Ends have their
   payoff in both bounds.

   Why the values are unique, and why checking one step proves them: graph_provable makes sure that no player, not even all of
   them together, can keep the game going for ever. Then from every node, whatever is played, the end comes within as many
   steps as there are nodes with a probability that is at least some p > 0. So the one-step operator T is monotone, and its
   power is a contraction (Shapley, Stochastic games, PNAS 39, 1953, whose games stop with positive probability at every
   step; for steps that only do so in the long run Bertsekas and Tsitsiklis, Neuro-Dynamic Programming, 1996, Prop. 2.2: all
   policies are proper). Therefore L <= T(L) gives L <= T(L) <= T(T(L)) <= … -> value, and likewise U >= T(U): bounds that
   stand one step stand for good. Without the condition T may have several fixed points (Condon, The complexity of stochastic
   games, 1992; Haddad and Monmege, Interval iteration for MDPs and IMDPs, 2018), and the game is refused. */
#include "family/graph/graph.h"
#include "value/solver_ops.h"

/* ---- a problem: what is to be found at every position ---- */

/* Positions are the nodes, or, where the players differ, the nodes once for each player to move: those of the first player,
   then those of the second. In GRAPH_DECIDE the way of greatest value counts, in GRAPH_ROLL their mean by weight. */
typedef struct graph_problem {
    uint32_t positions, ways;
    const uint8_t *kind;
    const uint32_t *first, *to,
        *weight; /* as in graph_rules; `to` is twice a position, and 1 more for a pass */
    bool turned; /* values are the mover's: passing leads to `sum` - value */
    double sum;
    double cost;         /* of a way that ends a turn, added to its value */
    bool steps;          /* instead of all that: every way costs 1, whatever it is */
    const uint8_t *shut; /* [way]: not to be taken in GRAPH_DECIDE; NULL: all are open */
    double *value;       /* [position]; those of ends are given */
    void *owned[4];
} graph_problem;

/* What is counted. */
typedef enum graph_count {
    GRAPH_COUNT_WIN,
    GRAPH_COUNT_MONEY,
    GRAPH_COUNT_SCORE,
    GRAPH_COUNT_TURNS
} graph_count;

/* Everybody plays best; values are the mover's. */
alea_status graph_problem_of_game(const graph_rules *, graph_problem *out, alea_error *);
/* As many layers as players, seen by the first. A player that is NULL plays best. */
alea_status graph_problem_of_players(const graph_rules *, const graph_policy *first,
                                     const graph_policy *second, graph_problem *out, alea_error *);
void graph_problem_clear(graph_problem *);
/* What the problem is to count: fills in the values of the ends, and starts the others. Turns count below zero, since what is
   greatest is best: graph_bound puts that right. */
void graph_problem_count(const graph_rules *, graph_problem *, graph_count);

/* Positions in an order in which nearly every one comes after those that its ways lead to: component by component (those from
   which each position can be reached from each other), last ones first, and in each by depth-first search. */
typedef struct graph_order {
    uint32_t *order, *place;         /* [index] and [position]: each other's inverse */
    uint32_t *component, components; /* component i is order[component[i]] … order[component[i + 1] - 1] */
} graph_order;
alea_status graph_order_make(const graph_problem *, graph_order *out, alea_error *);
void graph_order_clear(graph_order *);

/* The values of all positions, as near as double precision comes (settle.c). `progress` may be NULL. */
alea_status graph_settle(const graph_problem *, const graph_order *, const alea_progress *progress,
                         alea_error *);

/* Proved bounds around settled values (bound.c), for every position; `least` and `most` bound them from the outside (such as 0
   and 1). `negated`: of the values' negatives, as graph_problem_count has turns. */
typedef struct graph_bounds {
    double least, most;
    bool negated;
    double *lower, *upper; /* [position], filled in */
    double width;          /* the widest, filled in */
} graph_bounds;
alea_status graph_bound(const graph_problem *, const graph_order *, graph_bounds *, alea_error *);

/* All of it for one count; *out comes with nothing and is owned by the caller on success. */
alea_status graph_find(const graph_rules *, graph_problem *, const graph_order *, graph_count,
                       const alea_progress *, graph_bounds *out, alea_error *);
void graph_bounds_clear(graph_bounds *);
/* ALEA_E_RANGE where the bounds are wider than what was asked for; else what they are within. */
alea_status graph_check_tolerance(alea_objective, const alea_solve_options *, const graph_bounds *,
                                  uint32_t positions, double *out, alea_error *);
/* The bounds as values, a matrix a layer. */
alea_status graph_values_of(const graph_rules *, alea_objective, const graph_bounds *, unsigned layers,
                            alea__values **out, alea_error *);

/* ---- what can be proved ---- */

/* ALEA_E_REFUSED: a state has no way to an end, or the game could go on for ever; names a state and a way to it (ends.c). */
alea_status graph_provable(const graph_rules *, alea_error *);
/* ALEA_E_USAGE for objectives that the game does not have. */
alea_status graph_wants(const graph_rules *, alea_objective, alea_error *);
/* ALEA_E_REFUSED when the work takes more memory than allowed; `layers` as a problem has. */
alea_status graph_affords(const graph_rules *, unsigned layers, const alea_solve_options *, alea_error *);

/* ---- values ---- */

/* What a way is worth to the replier or, in values of optimal play, to the player to move at its beginning. */
alea_interval graph_way_value(const graph_rules *, const alea__values *, uint32_t way);
/* The move that is best, of those whose intervals touch the best one's the first; `tied` may be NULL. */
uint32_t graph_best_way(const graph_rules *, const alea__values *, uint32_t node, bool *tied);

/* ---- rooms ---- */

alea_status graph_solve(const alea__rules *, alea_objective, const alea_solve_options *,
                        const alea__values *resume, alea__values **out, alea_error *); /* solve.c */
alea_status graph_evaluate(const alea__rules *, const alea__policy *first, const alea__policy *second,
                           alea_objective, const alea_solve_options *, alea_eval *out,
                           alea_error *); /* evaluate.c */
alea_status graph_best(const alea__rules *, const alea__policy *, alea_objective, const alea_solve_options *,
                       alea__values **values, alea_reply *out, alea_error *); /* best.c */
alea_status graph_place(const alea__rules *, const alea_setting *, size_t count, alea_state *out,
                        alea_error *); /* answer.c */
alea_status graph_fits(const alea__rules *, const alea__values *, alea_error *);
alea_status graph_ask(const alea__rules *, const alea__values *, const alea_state *, alea_answer *out,
                      alea_error *);
alea_status graph_certify(const alea__rules *, const alea__values *, const alea_progress *, alea_verdict *out,
                          alea_error *); /* certify.c */
alea_status graph_plan_of_values(const alea__rules *, const alea__values *, alea__policy **out,
                                 alea_error *); /* plan.c */

extern const alea__solver_ops graph_solver_ops;
extern const alea__freezing_ops graph_freezing_ops;
#endif
