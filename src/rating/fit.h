#pragma once
/* The Bradley-Terry model (Bradley and Terry, Biometrika 39, 1952): entrant a scores 1 / (1 + e^(s_b - s_a)) per game against b,
   where s are *strengths*. On the scale of Elo a strength is multiplied by 400 / ln 10.

   Fitted are the strengths that maximise

       sum over pairs of  (games * mean + h) ln p + (games * (1 - mean) + h) ln (1 - p),    h = w / 2,

   where means outside 0 … 1 are clipped, and w is a weak prior: that many virtual games, half of them won. A pair's w is
   1 / (the number of opponents of that one of the two who has more), so each entrant gets at most one virtual game. With it the
   maximum is finite and unique in each connected group. Within each group the mean strength is 0.

   To linear results (pair_results.h) strengths are fitted so that a gains s_a - s_b from b, by least squares, without a prior; they
   are in the unit of the gains.

   The method is Newton's. A step in which no difference of two that met changes by more than 1 is taken whole, and a longer one
   is shortened to that: then each step increases the function, since the logistic loss is self-concordant in the sense of Bach
   (Self-concordant analysis for logistic regression, Electron. J. Stat. 4, 2010, proposition 1). */
#include "base/memory.h"
#include "rating/pair_results.h"

#define ALEA__ELO (400 / 2.302585092994045684) /* of one unit of strength: 400 / ln 10 */

typedef struct alea__fit {
    uint32_t entrants, groups;
    bool linear;
    uint32_t *group;  /* [entrants] numbered from 0; an entrant without games is its own group */
    double *strength; /* [entrants] */
    double *prior;    /* [pairs] w of each pair; 0 for pairs that did not meet */
    double *
        inverse; /* [entrants][entrants] the inverse of the information (minus the second derivative), within each group on
                         differences: rows sum to 0, and entries of different groups are 0 */
    unsigned steps; /* that Newton's method took */
    alea__owned owned;
} alea__fit;

/* Fits the strengths to checked results. On failure nothing is left to free. */
alea_status alea__fit_strengths(const alea__pair_results *, alea__fit *, alea_error *);
void alea__fit_free(alea__fit *);

/* The model's score of a against b, or a's gain. They must be in the same group. */
double alea__fit_score(const alea__fit *, uint32_t a, uint32_t b);
/* How much the model's score of a against b changes with the difference of their strengths. */
double alea__fit_slope(const alea__fit *, uint32_t a, uint32_t b);
/* The rating of a strength of 1: Elo for scores, the unit of the gains for gains. */
double alea__fit_scale(const alea__fit *);
