#pragma once
/* Mean and variance of numbers, from sums of them.

   What is counted is a *unit*: games that share their dice, such as a pair of games with the seats exchanged. Units are
   independent of each other; the games in one are not. The sums depend on the order of additions: to get the same bits for any
   number of threads, add blocks in the order of their index. */
#include <stdint.h>

typedef struct alea__moments {
    uint64_t units;
    double mean;    /* 0 without units */
    double squares; /* sum of squared deviations from the mean */
} alea__moments;

/* From the sum of the units' numbers and the sum of their squares; rounding makes no sum of deviations negative. */
alea__moments alea__moments_of_sums(uint64_t units, double sum, double squares);

/* The sample variance of one unit (divided by units - 1); 0 for fewer than two units. */
double alea__moments_variance(const alea__moments *);
/* The variance of the mean; 0 for fewer than two units. */
double alea__moments_mean_variance(const alea__moments *);
