#pragma once
/* Runs a turn program on eight states between turns at once. */
#include "base/directed.h"
#include "base/memory.h"
#include "family/tabletop/turn/program.h"

enum { TABLETOP_LANES = 8 };

/* The values between turns from which a turn is computed, by state: bounds as lower bounds and lower bounds of negatives, NaN where
   they are not known. They are those of the player to move; with three players and more, of the last one, who the player whose turn
   is computed will be. */
typedef struct tabletop_bounds {
    double *low, *neg;
} tabletop_bounds;

alea_status tabletop_bounds_make(const tabletop_program *, tabletop_bounds *, alea_error *);
void tabletop_bounds_free(tabletop_bounds *);

/* A vector of states, and memory for it. */
typedef struct tabletop_vector {
    double *value;         /* [position][lane] */
    uint32_t *next;        /* [exit][lane]: the state that it leads to; TABLETOP_NONE: the game is over */
    double *end;           /* [exit][lane]: its value */
    double *result;        /* [exit][lane]: of a game that is over */
    uint8_t *found;        /* [exit]: lanes of which `next` is known */
    uint8_t *made;         /* [exit]: lanes of which `end` is known */
    uint8_t *legal;        /* [guard]: lanes in which it holds */
    uint8_t *asked;        /* [guard]: whether that is known */
    int64_t *mask;         /* [lanes as bits][lane]: 0 or -1 */
    bool gains;            /* an exit is worth what the turn brings, whatever comes after it */
    const uint8_t *needed; /* [position]: whether turns can come there; NULL: all are computed */
    uint64_t key[TABLETOP_LANES];
    uint32_t lanes;
    bool failed;       /* sweeps did not come to an end */
    bool inside;       /* an exit led to a state of the same depth */
    uint32_t from, to; /* the states of that depth */
    alea__owned owned; /* all arrays but `needed` */
} tabletop_vector;
alea_status tabletop_vector_make(const tabletop_program *, tabletop_vector *, alea_error *);
void tabletop_vector_free(tabletop_vector *);

/* Takes up some states. */
void tabletop_vector_begin(const tabletop_program *, tabletop_vector *, const uint32_t *state,
                           uint32_t lanes);
/* Takes up one state, by its key. */
void tabletop_vector_begin_key(const tabletop_program *, tabletop_vector *, uint64_t key);
/* Finds the positions to which a turn can come in some lane. */
void tabletop_vector_mark(const tabletop_program *, tabletop_vector *, uint8_t *needed);
/* Computes their values: lower bounds or, with `negated`, lower bounds of negatives, in the rounding mode that is set. `out` gets
   those of the beginning of their turns. */
void tabletop_vector_run(const tabletop_program *, tabletop_vector *, const tabletop_bounds *, alea__rounding,
                         bool negated, double out[TABLETOP_LANES]);
/* A bound on what rounding to nearest does to the value of a turn, where no exit is worth more than 1 in size, with the points to
   come; `most` gets the most points of a turn. Of positions that lead back to each other it has the error of what
   comes after them, not their own. NAN: no memory. */
double tabletop_rounding_error(const tabletop_program *, double *most, alea_error *);
/* The value of an option after a run, in a lane. */
double tabletop_option_value(const tabletop_program *, const tabletop_vector *, const tabletop_option *,
                             uint32_t lane, alea__rounding, bool negated);

/* How the probability of a turn is shared out. */
typedef struct tabletop_spread {
    double tie;          /* of options that are within it of the best the first is taken */
    const uint32_t *way; /* [option]: its number among those that lead to exits */
    uint32_t ways;
    double *mass;  /* [position][lane]: how likely turns are to come there */
    double *share; /* [way][lane]: how likely turns are to end so */
} tabletop_spread;
/* Fills `mass` and `share`, after a run of lower bounds. Not for programs with loops. */
void tabletop_vector_spread(const tabletop_program *, tabletop_vector *, const tabletop_bounds *,
                            const tabletop_spread *);

/* ---- between run.c and its kernels ---- */

typedef struct tabletop_kernel {
    /* Computes all positions: [whether by emulation][whether negated]. */
    void (*run[2][2])(const tabletop_program *, tabletop_vector *, const tabletop_bounds *);
} tabletop_kernel;
extern const tabletop_kernel tabletop_kernel_portable, tabletop_kernel_avx2, tabletop_kernel_avx512;

/* The values of an exit: those of `lanes` are there afterwards, found when they are first asked for. */
const double *tabletop_run_exit(const tabletop_program *, tabletop_vector *, const tabletop_bounds *,
                                uint32_t exit, uint8_t lanes, alea__rounding, bool negated);
/* The lanes in which a guard holds, found when it is first asked for. */
uint8_t tabletop_run_guard(const tabletop_program *, tabletop_vector *, uint32_t guard);

/* The lanes in which options of a choice were possible so far: any, and one of the same name. Starts as zero. */
typedef struct tabletop_possible {
    uint8_t any, named;
} tabletop_possible;

/* The lanes in which the next option of a choice is possible. */
static inline uint8_t tabletop_run_possible(const tabletop_program *p, tabletop_vector *v,
                                            const tabletop_option *o, tabletop_possible *so_far)
{
    if (o->kind != TABLETOP_FURTHER) so_far->named = 0;
    const uint8_t before = o->kind == TABLETOP_UNNAMED ? so_far->any : so_far->named;
    const uint8_t legal = (uint8_t)(tabletop_run_guard(p, v, o->mark) & ~before);
    so_far->named |= legal;
    so_far->any |= legal;
    return legal;
}
