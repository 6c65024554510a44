#pragma once
/* One sweep through all positions, from the highest sum of scores down, computes the value of play between two sides for
   the first of them. All exact results of Hog use it. The work is done by a kernel (sweep_kernel.c), compiled for several
   processors; all give the same bits. */
#include "family/hog/turn/positions.h"
#include <alea/table.h>

/* How a side chooses. */
typedef enum hog_policy_source {
    HOG_BY_TABLE, /* dice[own * goal + opponent] */
    HOG_BY_PLAN,  /* dice[(memory * goal + own) * goal + opponent] */
    HOG_AT_BEST,  /* best play for the first side; only for that side */
    HOG_AT_RANDOM /* any number of dice, each as likely */
} hog_policy_source;

/* A plane in use, for the fast path. */
typedef struct hog_slot_set {
    double *rows;
    const uint8_t *sum_lane; /* [n * places]: see graph->sum_lane */
} hog_slot_set;

typedef struct hog_side {
    const hog_layout *layout; /* narrow for HOG_BY_TABLE and HOG_BY_PLAN, wide for the others */
    hog_policy_source source;
    const uint8_t *dice;
    uint32_t longest; /* the longest run of points among its dice; for HOG_BARE if the graph climbs */
    double *rows;     /* this side's slots; owned by the workspace */
    /* Destination of all its values, [(own * goal + opponent) * places + position]; NULL: none. Owned by the workspace. */
    double *value;
    /* For sides that climb (kernel_fast.h), [((opponent * dice + n - 1) * graph->ring + i) * HOG_LANES]; owned by the
       workspace. The second one is for values with the mover again; NULL if there are none. */
    double *ring, *extra_ring;
    uint32_t planes[HOG_KINDS]; /* planes that are used: that many of `plane` */
    uint16_t *plane[HOG_KINDS]; /* owned by the workspace */
    /* As many as planes[HOG_EXTRA_TURN], if graph->fast_path is HOG_TROT; owned by the workspace. */
    hog_slot_set *slots;
} hog_side;

/* Everything that a sweep needs, made once and used again and again by one thread at a time. */
typedef struct hog_workspace {
    const hog_graph *graph;
    hog_side side[2];
    bool alone;     /* the first side plays against itself: the opponent's value is 1 minus its own */
    double each;    /* added for every turn: 0, or 1 where turns are counted */
    double never;   /* the value of a game that never ends to the first side */
    uint32_t sums;  /* doubles for those of one position */
    double *sum;    /* two positions' worth */
    double *place;  /* values of one position, by position of the memory */
    uint32_t *path; /* for sweep_plain.c, by position of a sum: what idle turns lead through; owned */
    uint8_t *mark;  /* likewise */
    /* Owned: all doubles above and of the sides, in one block, because allocating a large one repeatedly is slow. */
    void *block;
} hog_workspace;

/* `alone`: there is no second side. `turns`: computes the expected number of turns, not the chance that the first side
   wins. `values`: stores those of all positions, not only the start's. Sources cannot change later; tables and plans can.
   `never`: the value of an endless game to the first side; one half if both sides are the same. */
typedef struct hog_request {
    hog_policy_source source[2];
    bool alone, turns, values;
    double never;
} hog_request;
alea_status hog_workspace_make(const hog_graph *, const hog_request *, hog_workspace **out, alea_error *);
void hog_workspace_free(hog_workspace *);
/* Gives a side another table or plan. It must stay until the sweep is over; every entry is at most graph->dice. */
void hog_workspace_set_dice(hog_workspace *, unsigned side, const uint8_t *dice);

/* The value of the start with the first side to move, and with the second (alone: 1 less the first). */
typedef struct hog_worth {
    double first, second;
} hog_worth;
hog_worth hog_sweep(hog_workspace *);

/* The same as the kernels, for any game, in plain loops (sweep_plain.c). */
hog_worth hog_sweep_plain(hog_workspace *);
/* Whether a turn of no dice at these scores, the mover's first, leaves their sum unchanged. Sets *after to the new scores. */
bool hog_is_idle(const hog_rules *, uint32_t memory, hog_scores before, hog_scores *after);

/* The kernels behind hog_sweep. */
typedef hog_worth hog_kernel(hog_workspace *);
hog_kernel hog_sweep_portable, hog_sweep_avx2, hog_sweep_avx512;
/* The one for this machine. */
hog_kernel *hog_best_kernel(void);

/* One row of values, `step` apart, each with an error, and where their bounds go. */
typedef struct hog_bounds_row {
    const double *from, *errors;
    size_t step;
    uint32_t count;
    double *lower, *upper;
} hog_bounds_row;

/* Fills the bounds of a row, within 0 and 1; returns the width of the widest. */
typedef double hog_bounds_kernel(const hog_bounds_row *);
hog_bounds_kernel hog_fill_bounds_portable, hog_fill_bounds_avx2, hog_fill_bounds_avx512;
