#ifndef ALEA_FAMILY_DESPIRALA_SOLVE_EXACT_H
#define ALEA_FAMILY_DESPIRALA_SOLVE_EXACT_H
/* Exact results of Despirala: what its files for solving, asking, evaluating and checking share.
 Their layout is in
   rules/layout.h; row by row, and one matrix after the other, that is the order of despirala_graph. */
#include "family/despirala/rules/layout.h"
#include "family/despirala/turn/model.h"
#include "value/solver_ops.h"

/* ---- bounds.c ---- */

/* By how much values can be wrong that the kernel worked out: with n combinations attempted and these goods. Grows with goods. */
double despirala_error(const despirala_game *, uint32_t n, uint32_t goods);
/* What the last step of it adds. */
double despirala_step_error(const despirala_game *, uint32_t n, uint32_t goods);
struct despirala_parts;
bool despirala_bound_errors(const despirala_game *, struct despirala_parts *); /* false: no memory */

/* ---- table.c ---- */

despirala_model *despirala_model_new(const despirala_game *); /* solve.c; all zero; NULL: no memory */
/* The middles of the bounds. The values must fit. */
alea_status despirala_model_of_values(const despirala_game *, const alea__values *, despirala_model **out,
                                      alea_error *);
alea_status despirala_solve(const alea__rules *, alea_objective, const alea_solve_options *,
                            const alea__values *resume, alea__values **out, alea_error *);

/* ---- answer.c, certify.c, evaluate.c ---- */

alea_status despirala_ask_values(const alea__rules *, const alea__values *, const alea_state *,
                                 alea_answer *out, alea_error *);
alea_status despirala_evaluate(const alea__rules *, const alea__policy *first, const alea__policy *second,
                               alea_objective, const alea_solve_options *, alea_eval *out, alea_error *);

/* ---- bytes.c: plans ---- */

alea_status despirala_policy_of_values(const alea__rules *, const alea__values *, alea__policy **out,
                                       alea_error *);
alea_status despirala_policy_pack(const alea__rules *, const alea__policy *, unsigned char **data,
                                  size_t *size, alea_error *);
alea_status despirala_policy_unpack(const alea__rules *, const unsigned char *data, size_t size,
                                    alea__policy **out, alea_error *);
#endif
