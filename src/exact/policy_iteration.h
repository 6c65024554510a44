#pragma once
/* The policies that are best, and their values.

   Component by component: the moves that are best by the values at hand give rows, the rows' values are solved for
   (linear.h), and so on until no value changes. This is policy iteration (Howard, Dynamic Programming and Markov Processes,
   1960); for two players at once it is due to Pollatschek and Avi-Itzhak (Algorithms for stochastic games, Management
   Science 15, 1969) and need not converge. Where it goes round in circles, steps of value iteration help out. Whatever comes
   out is only a proposal: prove.h proves bounds around it. */
#include "exact/linear.h"
#include "exact/model.h"

/* work->x is the first guess and becomes the values. Rows and constants are those of the policies found. */
alea_status exact_find_policies(const exact_model *, exact_linear *, exact_work *, alea_error *);

/* The same in one cyclic component, when those before it are known. */
alea_status exact_find_policies_in(const exact_model *, exact_linear *, uint32_t component, exact_work *,
                                   alea_error *);

/* work->w: turns or steps still to come by the rows at hand. Overwrites work->better. */
alea_status exact_count_turns(exact_linear *, exact_work *, alea_error *);
