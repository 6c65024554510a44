#ifndef ALEA_FAMILY_TABLETOP_TURN_RUN_H
#define ALEA_FAMILY_TABLETOP_TURN_RUN_H
/* Between run.c and its kernels. */
#include "family/tabletop/turn/program.h"

typedef struct tabletop_kernel {
    /* Computes all nodes: [whether by emulation][whether negated]. */
    void (*run[2][2])(const tabletop_program *, tabletop_vector *, const tabletop_bounds *);
} tabletop_kernel;
extern const tabletop_kernel tabletop_kernel_portable, tabletop_kernel_avx2, tabletop_kernel_avx512;

/* The values of an ending for the counters' values: those of `lanes` are there afterwards, found when they are first asked for. */
const double *tabletop_run_ends(const tabletop_program *, tabletop_vector *, const tabletop_bounds *,
                                uint32_t ending, uint32_t count, uint8_t lanes, alea__rounding, bool negated);

/* The points of a step. */
static inline double tabletop_run_points(const tabletop_program *p, const tabletop_goes *goes, uint32_t count,
                                         bool negated)
{
    int64_t points = goes->points;
    if (goes->counter)
        points += (goes->minus ? -1 : 1) * p->counter[(size_t)count * p->g->fields + goes->counter - 1];
    return (negated ? -1 : 1) * p->sign * (double)points;
}
#endif
