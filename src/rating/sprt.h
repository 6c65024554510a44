#pragma once
/* "Is A better than B?" with as few games as needed: the generalised sequential probability ratio test.

   After each unit of games the likelihood ratio of two hypotheses about the difference, each with its own best distribution of
   results, is compared with Wald's two limits (Wald, Ann. Math. Stat. 16, 1945). Looking after every unit, or only after blocks of
   them, does not change the error rates, apart from the overshoot, which lowers them.

   *Normalised* Elo measures a difference in standard deviations of one game: 800 / ln 10 * (mean - 1/2) / deviation. It predicts the
   length of a test, whatever the game's share of ties and luck. *Logistic* Elo is the usual one. Both, and the maximum likelihood
   below, follow Michel Van den Bergh, "Comments on normalized Elo" (fishtest). */
#include "rating/moments.h"

#include <alea/status.h>

typedef enum alea__elo_scale { ALEA__ELO_NORMALISED, ALEA__ELO_LOGISTIC } alea__elo_scale;

typedef struct alea__sprt {
    double elo0, elo1; /* the hypotheses: the difference is elo0, or elo1; -1000 <= elo0 < elo1 <= 1000 */
    double alpha,
        beta; /* how often elo1 is accepted at elo0, and elo0 at elo1: from 1e-6, and together below 1 */
    alea__elo_scale scale; /* of elo0 and elo1 */
} alea__sprt;

/* Normalised 0 against 20, 5 % each. */
#define ALEA__SPRT {.elo0 = 0, .elo1 = 20, .alpha = 0.05, .beta = 0.05, .scale = ALEA__ELO_NORMALISED}

typedef enum alea__sprt_verdict {
    ALEA__SPRT_CONTINUE,
    ALEA__SPRT_ACCEPT_0,
    ALEA__SPRT_ACCEPT_1
} alea__sprt_verdict;

typedef struct alea__sprt_state {
    double ratio;        /* logarithm of the likelihood ratio */
    double lower, upper; /* Wald's limits: ln(beta / (1 - alpha)), ln((1 - beta) / alpha) */
    alea__sprt_verdict verdict;
} alea__sprt_state;

/* Fails for numbers out of range (ALEA_E_RANGE). */
alea_status alea__sprt_check(const alea__sprt *, alea_error *);

/* Units of games for scores that are adjusted for luck, and for money: the moments are of values of A per game, each the mean of one
   unit, whose neutral value is `middle`: 1/2 for scores, 0 for differences of money. */
typedef struct alea__sprt_units {
    const alea__moments *moments;
    unsigned games_each; /* games in a unit, at least 1 */
    double middle;
} alea__sprt_units;

/* The test on units. Values are treated as normal with unknown variance. On the normalised scale the result does not change
   if the values are multiplied, and there is no minimum number of units. On the logistic scale the values must be scores;
   as their variance is uncertain at first, a unit that is half a point off is added to it. */
alea__sprt_state alea__sprt_of_units(const alea__sprt *, const alea__sprt_units *);

/* Estimates from units, without a test. */
typedef struct alea__paired_estimate {
    double mean, error; /* of the values per game; the standard error of the mean */
    double elo, elo_lower,
        elo_upper; /* logistic, for scores; infinite at means of at most 0 and at least 1 */
    double normalised,
        half; /* normalised, and half the width of its interval, in which the deviation counts as known.
                                         Infinite if all values are equal and not neutral */
    double superiority; /* how sure it is that A is better: P(Z < (mean - middle) / error) */
} alea__paired_estimate;

/* At least one unit; 0 < confidence < 1. */
alea__paired_estimate alea__paired_estimate_of(const alea__sprt_units *, double confidence);
