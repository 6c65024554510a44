#pragma once
/* Ratings on the scale of Elo, with intervals; of linear results (pair_results.h) in the unit of the gains, where "Elo" below stands
   for that.

   The model (fit.h) is wrong in general: A may beat B, B beat C, and C beat A. So a rating does not estimate a "true strength", but
   what the same fit to the exact mean of each pair would give, with the same weights (the *pseudo-true* rating; White, Econometrica
   50, 1982). Its error follows from the measured variances of the pairs by the sandwich formula

       covariance = inverse * (sum over pairs of games^2 * variance * d d') * inverse,

   where d is 1 at a and -1 at b. Intervals use Student's t with Satterthwaite's degrees of freedom (Biometrics Bulletin 2, 1946),
   since variances that are measured from a few units are uncertain themselves. For games of three and more the sum in the middle is
   measured as a whole (lineup_moments.h).

   The weights are the numbers of games. So, if the games of the pairs depend on results, as in allocate.h, the pseudo-true ratings of a
   field that is not transitive depend on them, too; in a transitive field they do not. Give equal weights to avoid that. */
#include "rating/fit.h"

typedef struct alea__rating_settings {
    double confidence; /* of each separate interval, 0.5 … 0.999999 */
    bool
        anchored; /* the rating of entrant `anchor` is `anchor_rating`; otherwise the mean of each group is 0 */
    uint32_t anchor;      /* an entrant */
    double anchor_rating; /* Elo, at most 1e6 in size */
} alea__rating_settings;

#define ALEA__RATING_SETTINGS {.confidence = 0.95}

typedef struct alea__rating {
    double rating;       /* Elo */
    double error;        /* standard error of the rating, or of its difference from the anchor */
    double lower, upper; /* the interval */
    uint32_t
        group; /* ratings of different groups cannot be compared, because no chain of pairs connects them. With an anchor, the intervals of other groups are infinite */
    uint32_t
        set; /* entrants of one set have, directly or through others, scored against each other. The distance between
                            sets rests on the prior. Lower numbers are stronger */
    bool
        open_above; /* the set lost nothing to other sets, so the results give the rating no upper limit. False if the group has no other set */
    bool open_below; /* the set scored nothing against others */
} alea__rating;

typedef struct alea__ratings {
    uint32_t entrants, groups, sets;
    alea__rating *rating; /* [entrants] */
    alea__fit fit;
    double *covariance; /* [entrants][entrants] Elo^2, of ratings with mean 0 in each group */
    uint32_t misfit;    /* index of the pair that the model explains worst; the number of pairs if none met */
    double misfit_by;   /* its mean less the model's score */
} alea__ratings;

typedef struct alea__rating_difference {
    double difference, error, lower,
        upper;          /* Elo; for different groups the bounds and the error are infinite */
    double freedom;     /* degrees of freedom of the error; INFINITY if variances are known */
    double superiority; /* how sure it is that a is better: P(Z < difference / error); 1/2 if both are 0 */
} alea__rating_difference;

/* Rates the entrants. Fails for results or settings out of range (ALEA_E_RANGE); on failure nothing is left to free. Degenerate
   fields are rated: one entrant has rating 0 or the anchor's, and who won everything has a finite rating that is open above. */
alea_status alea__rate(const alea__pair_results *, const alea__rating_settings *, alea__ratings *,
                       alea_error *);
void alea__ratings_free(alea__ratings *);

/* The difference of two ratings, a's less b's; `results` are those that were rated, 0 < confidence < 1. */
alea__rating_difference alea__rating_compare(const alea__pair_results *results, const alea__ratings *,
                                             uint32_t a, uint32_t b, double confidence);

/* The variance of a pair's mean: the measured or known one, or the model's. The pair must have met. */
double alea__rating_variance(const alea__fit *, const alea__pair_result *);
