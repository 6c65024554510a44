#include "rating/lineup_moments.h"
#include "base/assert.h"

void alea__slope_variance_add(double *variance, uint32_t entrants, const uint32_t *lineup,
                              const alea__lineup_moments *m)
{
    if (m->units < 2) return;
    const double factor = (double)m->units / (double)(m->units - 1);
    for (uint32_t i = 0; i < m->seats; i++)
        for (uint32_t j = 0; j < m->seats; j++) {
            ALEA_ASSERT(lineup[i] < entrants && lineup[j] < entrants);
            variance[(size_t)lineup[i] * entrants + lineup[j]] += factor * m->products[i][j];
        }
}
