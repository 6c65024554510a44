#include "rating/moments.h"

#include <math.h>

alea__moments alea__moments_of_sums(uint64_t units, double sum, double squares)
{
    const double mean = units > 0 ? sum / (double)units : 0;
    return (alea__moments){.units = units, .mean = mean, .squares = fmax(0, squares - sum * mean)};
}

double alea__moments_variance(const alea__moments *m)
{
    return m->units < 2 ? 0 : m->squares / (double)(m->units - 1);
}

double alea__moments_mean_variance(const alea__moments *m)
{
    return m->units < 2 ? 0 : alea__moments_variance(m) / (double)m->units;
}
