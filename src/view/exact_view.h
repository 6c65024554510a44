#pragma once
/* The views of exact results (text/exact_view.c, text/eval_view.c, json/exact_json.c), and their shared functions. */
#include <alea/view.h>

enum { ALEA__STATE_WORDS = 256 }; /* bytes of a position in words */

/* The first turn total at which a solved table holds with nothing banked yet; 0 if there is none. Fails only if memory runs out. */
alea_status alea__first_hold(const alea_table *, uint64_t *out, alea_error *);
/* How much less a move is worth than the best one. */
double alea__move_cost(const alea_answer *, unsigned move);
