#pragma once
/* How the values of Hog are laid out: all that its solver and its checker have in common beside the rules.

   Values are the mover's chance of winning. They are stored in alea__values as a matrix "mover" with a row for each memory and own
   score, row = memory * goal + own, and a column for each score of the opponent. A best response has a second one,
   "waiting", of the same shape: own is then the responder's score, and its opponent is to move. */
#include "family/hog/hog.h"
#include "value/values.h"

typedef enum hog_view { HOG_MOVER, HOG_WAITING } hog_view; /* alea__values.matrix */

static inline size_t hog_place_of(const hog_rules *rules, uint32_t memory, uint32_t own, uint32_t opponent)
{
    return ((size_t)memory * rules->goal + own) * rules->goal + opponent;
}

/* Checks that values have this layout; ALEA_E_FILE names the difference. The caller checks the opponent's policy. */
alea_status hog_fits_layout(const hog_rules *, const alea__values *, alea_error *);
