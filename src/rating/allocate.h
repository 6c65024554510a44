#pragma once
/* Which pair plays next, and when a ranking is certain.

   The ranking orders entrants by their ratings. Two neighbours in it are *separated* if the interval of their difference excludes
   0, and *tied* if it lies within -tie … tie. The next block of games goes to the pair that most reduces the standard error of the least
   certain neighbours, by the sandwich formula of bradley_terry.h with that many more games (a rank-one update, no new fit).

   A ranking that is looked at after each block would "become certain" too often if each look used a 95 % interval. The bounds
   here hold at all looks together, and for all pairs of entrants together, as which are neighbours depends on the results:

     - for one pair, the mixture boundary of Robbins (Ann. Math. Stat. 41, 1970; Howard, Ramdas, McAuliffe and Sekhon, Ann. Stat.
       49, 2021): |difference| <= error * sqrt((1 + 1/r) ln((1 + r) / alpha^2)), r proportional to the information 1 / error^2. It uses
       that ratings at growing information behave like sums of independent steps (Jennison and Turnbull, J. Am. Stat. Assoc. 92,
       1997), which holds for many units;
     - it is narrow only near one standard error that is fixed in advance, so alpha is divided among several: 1024, 256, …, 1/4 Elo;
     - and among all pairs of entrants (Bonferroni);
     - where the error was measured from few units, the interval is that of Student's distribution with the same tail.

   Linear results (pair_results.h) have their own unit in the place of Elo, and errors fixed in advance from 64 to 1/64 of it. */
#include "rating/bradley_terry.h"

typedef struct alea__allocation_settings {
    double confidence;  /* that all verdicts at all looks are right, 0.5 … 0.999999 */
    double tie;         /* Elo; neighbours closer than this need no order. 0: no ties */
    double block_games; /* games in a block, at least 1 */
    double most_games;  /* pairs with this many games are not chosen; 0: no limit */
} alea__allocation_settings;

#define ALEA__ALLOCATION_SETTINGS {.confidence = 0.95, .tie = 10, .block_games = 4096}

typedef enum alea__verdict { ALEA__UNDECIDED, ALEA__SEPARATED, ALEA__TIED } alea__verdict;

typedef struct alea__neighbours {
    uint32_t better, worse; /* entrants */
    double difference;      /* of their ratings, Elo, never negative; 0 in different groups */
    double error;           /* its standard error; INFINITY in different groups */
    double bound;           /* half the width of the interval, valid at all looks */
    alea__verdict verdict;
} alea__neighbours;

typedef struct alea__allocation {
    uint32_t entrants;
    uint32_t *ranking;            /* [entrants] best first; equal ratings in the order of entrants */
    alea__neighbours *neighbours; /* [entrants - 1] places 0 and 1, 1 and 2, … */
    uint32_t undecided;           /* neighbours; 0: the ranking is certain, so stop */
    uint32_t least_certain; /* index of the neighbours that the next block is for; 0 if none is undecided */
    uint32_t next;     /* the pair that plays next, by its index in the results; their number if none helps */
    double next_error; /* the expected standard error of the least certain neighbours after the next block */
} alea__allocation;

/* Chooses among the listed pairs: those that may meet are listed, with 0 games at first. While groups are not connected, pairs
   that connect two come first, in the order of the list. Exact pairs are never chosen. Games of three and more are refused
   (ALEA_E_REFUSED). On failure nothing is left to free. */
alea_status alea__allocate(const alea__pair_results *, const alea__allocation_settings *, alea__allocation *,
                           alea_error *);
void alea__allocation_free(alea__allocation *);

/* Half the width, in standard errors, of an interval that holds at every look with probability 1 - alpha; `error` in Elo. */
double alea__bound_at_all_looks(double error, double alpha);

typedef struct alea__forecast {
    uint32_t undecided_now, undecided_then; /* neighbours, if the estimates do not change */
    double widest_now, widest_then;         /* the largest standard error of neighbours, Elo */
    double
        games_to_certainty; /* games until all neighbours are decided, at most `games`; INFINITY if not in these */
} alea__forecast;

/* The effect of `games` more games, given to pairs by the rule above in 64 portions; at least 64. Stops when the ranking is
   certain. */
alea_status alea__forecast_games(const alea__pair_results *, const alea__allocation_settings *, double games,
                                 alea__forecast *, alea_error *);
