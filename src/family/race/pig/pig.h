#pragma once
/* Games like Pig, played for winning: two players, bank ending, no memory, no forced rolls beyond the first, no wipes, no
   landings, no rolls of nothing. They are solved in vector lanes; this is what pig.c, solve.c and evaluate.c share with
   the kernels of pig_kernel.c.

   Turn starts of equal sum = own + other are independent of each other but for pairs, (i, j) and (j, i), that
   meet through the values after a lost turn. So the lanes of a vector are turn starts of one sum, and lane j is
   the turn start whose *other* score is j. Hold values are kept as H[sum][j] = 1 - value(own j, other sum - j):
   what holding is worth to the player against whom j moves next. All hold values of lane j at turn total k
   then are H[sum + k][j], one aligned row for all lanes; the value after a lost turn is H[sum][j] itself;
   and a row of ones above says that the goal is reached. */
#include "base/assert.h"
#include "base/directed.h"
#include "family/race/turn/problem.h"

bool race_is_pig(const race_roll_model *);
/* The objective is to win. `resume` may be NULL. On ALEA_E_STOPPED *out are unfinished values. */
alea_status race_solve_pig(const race_problem *, const alea__values *resume, alea__values **out,
                           alea_error *);
/* Both policies must be thresholds or plans. Fails with ALEA_E_REFUSED, without a message, if the general method is needed. */
alea_status race_evaluate_pig(const race_problem *, alea_evaluation *out, alea_error *);

/* Lanes that begin their passes together. Fixed, so that results are the same on every machine. */
enum { PIG_GROUP = 8 };

/* The effects of a roll for the kernels. Amounts above the goal count as the goal. */
typedef struct pig_rolls {
    uint32_t count, most;      /* of adds; the greatest amount */
    uint32_t *amount;          /* ascending; owned */
    double *minus_weight;      /* less the weights, out of `denominator`; owned, holds the next four too */
    double *low, *near, *high; /* weight / denominator: rounded down, to nearest, up */
    double bust, denominator;
    double bust_low, bust_near, bust_high; /* bust / denominator */
    bool row;                              /* amounts follow upon each other, all weights are the same */
    /* [turn total]: how far nearly lost players may miss the condition of a clean pass and still begin there (solve.c) */
    double *slack;
    uint32_t deepest; /* to get to this turn total has a chance below 2^-70; at most the goal */
} pig_rolls;

alea_status pig_rolls_make(const race_roll_model *, pig_rolls *out, alea_error *);
void pig_rolls_clear(pig_rolls *);

/* The value in lanes without a turn start. */
typedef struct pig_pads {
    double won;     /* the mover has reached the goal */
    double lost;    /* the opponent has */
    double outside; /* the mover's score would be negative */
} pig_pads;

/* Rows of one number a lane, for a few sums at a time: those that were begun last, from the greatest sum
   downward. All of the rows above the greatest sum of scores hold pads. */
typedef struct pig_rows {
    double *data; /* owned */
    uint32_t goal;
    size_t stride, span, capacity; /* `span` rows at least are kept */
    int64_t first;                 /* the sum of the row at `data` */
    pig_pads pads;
} pig_rows;

size_t pig_stride(uint32_t goal);
uint64_t pig_rows_bytes(uint32_t goal, size_t span);
/* Returns false if memory runs out. */
bool pig_rows_make(pig_rows *, uint32_t goal, size_t span, const pig_pads *);
/* The row of the next lower sum, with pads only; the lanes of turn starts have any numbers. */
void pig_rows_begin(pig_rows *, int64_t sum);
static inline double *pig_row(const pig_rows *rows, int64_t sum)
{
    ALEA_ASSERT(sum >= rows->first && sum < rows->first + (int64_t)rows->capacity);
    return rows->data + (size_t)(sum - rows->first) * rows->stride;
}

/* The lanes that hold the turn starts of a sum of scores. */
static inline uint32_t pig_first_lane(uint32_t goal, uint32_t sum)
{
    return sum < goal ? 0 : sum - goal + 1;
}

static inline uint32_t pig_last_lane(uint32_t goal, uint32_t sum)
{
    return sum < goal ? sum : goal - 1;
}

/* One sum of scores, as the kernels see it. */
typedef struct pig_diagonal {
    const pig_rolls *rolls;
    uint32_t sum, first, last; /* lanes first … last hold turn starts */
    size_t stride;
    double *hold;             /* row `sum` of H; the next sum's is `stride` further */
    double *least;            /* also the least D from here on, see solve.c */
    const double *minus_edge; /* [k]: less the half-width of the bounds of sum + k */
    double minus_extra;       /* and of what nearly lost turn starts have on top */
    uint32_t *start;          /* [group]: the turn total at which a pass begins */
    unsigned char *open;      /* [group]: whether it has lanes to do */
    double *todo;             /* [lane]: 1 or 0 */
    double trust;             /* in slopes: 1, or 0 where Newton's steps go round in circles */
    double *value, *slope;    /* [lane]: of a pass; of a proof the lower bound, and less the upper one */
    double *change;           /* [lane] */
    alea__rounding how;       /* of the proof */
} pig_diagonal;

/* A turn start is nearly lost if its mover wins at most once in 32 games: H above this. */
#define PIG_LOST (1 - 0x1p-5)

/* The turns of one policy at one sum of scores. */
typedef struct pig_turns {
    const pig_rolls *rolls;
    size_t stride;
    /* Row `sum`: chance of winning when the turn is held, and the turns that then follow. */
    const double *hold, *length;
    /* [lane]: chance of winning without lost turns, chance of losing the turn, mean number of later turns after a turn that
       is not lost */
    double *win, *lost, *turns;
} pig_turns;

/* A policy's decisions in the turns of a group: for each 64 turn totals one word per lane, whose bit k means to roll on at
   k. From turn total `until` >= 1 on all lanes hold. */
typedef struct pig_decisions {
    const uint64_t *rolls;
    uint32_t until;
} pig_decisions;

/* Both players' turns at one sum: those of player p, and the rows that they give, as in pig_turns. */
typedef struct pig_pairing {
    const pig_turns *turns[2];
    double *hold[2], *length[2];
    uint32_t sum, first, last;
} pig_pairing;

/* Functions compiled once for each width of vectors. `begin` and `end` are groups; `work` is for the totals of a turn,
   PIG_PITCH doubles for each, for `follow` PIG_FOLLOW_PITCH. */
enum { PIG_PITCH = 2 * PIG_GROUP, PIG_FOLLOW_PITCH = 3 * PIG_GROUP };
typedef struct pig_kernel {
    const char *name;
    void (*guess)(const pig_diagonal *);
    void (*pass)(const pig_diagonal *, uint32_t begin, uint32_t end, double *work);  /* open groups */
    void (*prove)(const pig_diagonal *, uint32_t begin, uint32_t end, double *work); /* likewise */
    void (*improve)(const pig_diagonal *); /* a Newton step after a pass, for the lanes to do */
    /* After a proof: removes lanes whose bounds hold. Returns false if some are left. */
    bool (*check)(const pig_diagonal *);
    void (*finish)(const pig_diagonal *, uint32_t begin, uint32_t end, double *work);
    void (*follow)(const pig_turns *, uint32_t group, pig_decisions, double *work);
    /* Solves the pairs of a sum after their turns were followed; returns the greatest mean number of turns. */
    double (*join)(const pig_pairing *);
} pig_kernel;

extern const pig_kernel pig_portable, pig_avx2, pig_avx512;
/* The widest that this machine runs. */
const pig_kernel *pig_best_kernel(void);

/* The same with a given kernel. */
alea_status pig_solve_with(const pig_kernel *, const race_problem *, const alea__values *resume,
                           alea__values **out, alea_error *);
alea_status pig_evaluate_with(const pig_kernel *, const race_problem *, alea_evaluation *out, alea_error *);
