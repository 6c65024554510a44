#pragma once
/* The values of a fixed policy: x = c + A x, where A is made of rows and c is what each position gives by itself.

   A component is solved in one sweep along its order: what a row leads to is known when the sweep comes to it, and two
   partners that lead to each other are solved together, by their chances to leave. Where something is needed before it is
   known, the *feedback* of the component, its values are unknowns for which a sweep is a linear equation. They are found by
   GMRES (Saad and Schultz, SIAM J. Sci. Stat. Comput. 7, 1986) with the sweep as its matrix. Where that makes no progress, as
   in long random walks, positions are eliminated one after the other (eliminate.h).

       exact_linear solver;
       status = exact_linear_make(&rows, &order, &solver, error);
       if (status == ALEA_OK) status = exact_linear_solve_all(&solver, c, x, error);
       exact_linear_clear(&solver); */
#include "exact/components.h"
#include "exact/rows.h"

/* For models that can apply their equations faster than write rows. */
typedef struct exact_equations {
    void *user;
    /* One sweep over a component: computes x from its successors, at places where `wanted` is set or, if it is NULL,
       everywhere. Without `constants` these count as 0. */
    void (*sweep)(void *user, uint32_t component, bool constants, const uint8_t *wanted, double *x);
    /* Lists the positions that are needed before they are known, and returns their number. Sets `wanted` for them and for
       the positions that their values depend on. */
    uint32_t (*feedback)(void *user, uint32_t component, uint8_t *wanted, uint32_t *position);
    /* Writes the rows of a component, and its constants into the c being solved for; called before it is eliminated. x has
       the values solved before. */
    alea_status (*write)(void *user, uint32_t component, const double *x, alea_error *);
} exact_equations;

typedef struct exact_linear {
    const exact_rows *rows;
    const exact_order *order;
    const exact_equations *own; /* NULL: the rows exist and are swept */
    bool unturned;              /* treats turned rows like others, which expected numbers of turns need */
    double enough;              /* acceptable error of the feedback; 0: as precise as possible */
    struct exact_feedback *feedback;
} exact_linear;

alea_status exact_linear_make(const exact_rows *, const exact_order *, exact_linear *out, alea_error *);
void exact_linear_clear(exact_linear *);
/* The memory that is used while a component with so much feedback is solved. */
double exact_linear_bytes(double positions, double feedback);

/* Solves for the positions of one component, or of all. c and x are by position; x is also the first guess. Not finite if
   the equations have no solution, because some rows never leave the component. */
alea_status exact_linear_solve(exact_linear *, uint32_t component, const double *c, double *x, alea_error *);
alea_status exact_linear_solve_all(exact_linear *, const double *c, double *x, alea_error *);
