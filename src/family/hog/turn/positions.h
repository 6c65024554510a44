#pragma once
/* The positions of a game of Hog, laid out for exact results: made once with the rules, then only read.

   A position is (own, opponent, memory), with the mover's scores first. A *slot* is (total, opponent): what the mover has
   with a turn's points added, before `after`. Where a slot leads depends on the scores alone, so the value of a position is
   written, once known, into all slots that lead to it, and a choice of n dice is a weighted sum over one row of slots,
   total = own + points. Positions are worked through in an order in which what a turn leads to comes first.

   The vector lanes are values of the memory. A choice of n dice in memory m leads to memory m' for all points alike, so one
   sum over eight values of m' at a time serves all m. Memories are put in an order, their *positions*, in which those that
   the same dice lead to stand together; eight positions are a *group*. Where only one or two memories are needed (with
   Time Trot: after a turn that gives another), each gets a plane of slots of its own, and the lanes are points.

   A slot holds up to four *kinds* of values: the next to move is the opponent or the mover again (as `next` says), and that
   after scores that give an extra turn or not (rules->again). A slot is of one of the latter two; its kinds for the other
   hold zero. */
#include "base/assert.h"
#include "base/memory.h"
#include "family/hog/hog.h"

enum {
    HOG_LANES = 8,
    HOG_KINDS = 4,
    /* A kind is the sum of these: */
    HOG_EXTRA_TURN = 1, /* the mover is next again */
    HOG_GRANTED = 2     /* after scores that give an extra turn */
};

/* Points first … first + count - 1 and their chances, with zeros up to a multiple of HOG_LANES. */
typedef struct hog_run {
    uint32_t first, count;
    const double *chance;
} hog_run;

typedef struct hog_dice {
    uint32_t runs;
    const hog_run *run; /* the longest first */
    double error;       /* the greatest error of a sum over these points, for values from 0 to 1 */
} hog_dice;

/* Where the values of one kind are in a side's rows. */
typedef struct hog_kind {
    bool planes;     /* else groups of lanes */
    uint32_t count;  /* number of groups or planes; 0 if this kind is not needed */
    uint16_t *place; /* [count]: the group, or the position; owned */
    uint32_t *moves; /* [count]: numbers of dice that need it, as bits; owned */
    size_t offset;   /* in doubles */
} hog_kind;

/* One sum: a group's lanes, or one number from a plane, into a side's `sum` from `out` on. */
typedef struct hog_task {
    uint8_t kind;
    bool plane;
    uint16_t place; /* index of the kind's group or plane */
    uint16_t shift; /* the bonus */
    uint32_t out;
} hog_task;

typedef struct hog_layout {
    hog_kind kind[HOG_KINDS];
    uint32_t tasks[HOG_MOST_DICE + 2]; /* [n]: the first task of n dice; its end is the next one's start */
    hog_task *task;                    /* owned */
    uint32_t *from; /* [(n * 2 + extra) * places + position]: the sum that a position's value is; owned */
    size_t rows;    /* doubles for all kinds */
    uint32_t sums;  /* number of doubles for the sums of one position; the first HOG_LANES are zero */
    alea__owned owned;
} hog_layout;

/* A pair of scores for the fast paths: no scores give an extra turn, and at most two slots lead to any pair. */
typedef struct hog_step {
    uint32_t own, opponent;
    uint32_t cell;  /* own * goal + opponent */
    uint32_t slot;  /* total = own */
    uint32_t bacon; /* points of no dice */
    /* The other side's slots that lead here, when a turn goes to the opponent; 0, which is never read, stands for none. */
    uint32_t predecessor[2];
    uint32_t extra_turn[2]; /* the side's own, when it has another turn */
} hog_step;

/* A number of dice for the fast paths. What they are worth is
       single_chance * (slot of `single` points) + scale * (sum over all throws that score otherwise),
   where no dice have nothing but a single one, which the step says. */
typedef struct hog_toss {
    double single_chance, scale;
    uint32_t single, bacon; /* bacon: all bits for no dice, else none */
    uint32_t first, count;  /* the run, and its chances, for planes */
    const double *chance;
    bool extra_turn; /* in some memory the mover is again: the second sum */
    size_t plane;    /* where its plane begins in narrow rows */
    uint32_t lane;   /* and which lane of the second kind it is in wide rows */
    /* Which lanes of the first sum are replaced by the second one, for each group of positions: all bits or none; see `turn`. */
    int64_t extra_lanes[2][HOG_LANES];
} hog_toss;

/* The fast path for two sides by table. */
typedef enum hog_fast_path {
    HOG_GENERIC,
    HOG_BARE, /* no memory */
    HOG_TROT  /* that of hog_graph's `climbs` */
} hog_fast_path;

typedef struct hog_graph {
    const hog_game *game;
    uint32_t goal, dice, memories;
    /* For games that the kernels do not support: several sets of dice, a `next` that receives the points, or idle turns.
       solve/sweep_plain.c then does everything, and only these members below are used: width, places, place, the errors of
       `roll`, and drift. */
    bool plain;
    uint32_t extras; /* results that the scores can have: 1, or 2 if some grant an extra turn */
    uint32_t width;  /* slots of a row: total below this; a multiple of HOG_LANES with that many to spare */
    uint32_t groups; /* of positions */
    uint32_t places; /* groups * HOG_LANES */
    uint16_t *place; /* [memory]: its position */
    int16_t *memory_at; /* [position]: -1: no memory */
    /* [own * goal + opponent]: the slots that lead there, goal * goal + 1 of them. */
    uint32_t *predecessor_first;
    uint32_t *predecessor; /* opponent * width + total, and HOG_SLOT_GRANTS */
    uint32_t *end;         /* slots that end the game, with HOG_SLOT_WON if the mover has won */
    uint32_t ends;
    /* All goal * goal pairs of scores, own * goal + opponent, those that a turn leads to first. */
    uint32_t *order;
    hog_fast_path fast_path;
    /* Rolls add up; and there are at most two groups of positions, one of them for the opponent's turns, and in the other
       each number of dice needs one position when the mover is again. */
    bool climbs;
    hog_step *step; /* in order; NULL where HOG_GENERIC and no score climbs */
    hog_toss quick[HOG_MOST_DICE + 1];
    int64_t turn[2][HOG_LANES]; /* which lane of the sum is a position's value; each lane once */
    uint8_t *sum_lane;        /* [n * places + position]: the same, and HOG_LANES for the second sum; owned */
    uint32_t most_extra_dice; /* the most dice after which the mover can be again, at least 1 */
    double *split;            /* chances of throws without a 1, by dice, no dice too; owned */
    uint32_t ring; /* totals that the ladder of dice remembers, a power of 2 (solve/kernel_fast.h) */
    /* By side, [(opponent * dice + n - 1) * ring + i]: contents of the ring for totals of the goal + i; owned. */
    double *edge[2];
    hog_dice roll[HOG_MOST_DICE + 1];
    hog_run *run; /* owned, as the next one is */
    double *chance;
    hog_layout narrow; /* for a side that rolls one number of dice in a position: may have planes */
    hog_layout wide;   /* for one that tries all of them */
    bool only_swaps;   /* `after` only swaps, wherever the game continues */
    bool adds_up;      /* a roll is the sum of its faces, or `pig` points when there is a 1 */
    uint32_t pig;
    double drift;      /* see hog_error */
    alea__owned owned; /* all arrays but those of the layouts */
} hog_graph;

#define HOG_SLOT_GRANTS (UINT32_C(1) << 31)
#define HOG_SLOT_WON    (UINT32_C(1) << 31)

/* Parts of hog_graph_make. */
alea_status hog_make_odds(hog_graph *, alea_error *);      /* roll_model.c */
alea_status hog_make_layouts(hog_graph *, alea_error *);   /* lane_layout.c */
alea_status hog_make_fast_path(hog_graph *, alea_error *); /* fast_path.c */
/* Makes the graph of a game; the game owns it even after a failure. */
alea_status hog_graph_make(alea__rules *, alea_error *);
void hog_graph_free(hog_graph *);

/* The index of a group or position among those of a kind; it must be there. */
static inline uint32_t hog_kind_index(const hog_kind *kind, uint32_t place)
{
    uint32_t i = 0;
    while (kind->place[i] != place) i++;
    ALEA_ASSERT(i < kind->count);
    return i;
}

/* The next multiple of HOG_LANES. */
static inline uint32_t hog_padded(uint32_t count)
{
    return (count + HOG_LANES - 1) / HOG_LANES * HOG_LANES;
}

static inline uint32_t hog_slot(const hog_graph *g, uint32_t total, uint32_t opponent)
{
    return opponent * g->width + total;
}

/* How far a value computed in doubles (rounded to nearest) may lie from the true one, in a position whose scores add up to
   `sum`. A turn of n dice is a sum of k(n) products of numbers from 0 to 1 that add up to 1 at most, chances themselves
   rounded, so with u = 2^-53 its own error is at most e(n) = (k(n) + 6) u (Higham, Accuracy and Stability of Numerical
   Algorithms, 2002, section 3.1; the 6 are for what follows the sum: a subtraction from 1, a scale, half a step for storing
   and some to spare, all to first order, and the spare covers the higher ones). Errors of later positions come on top, on
   the mean over the dice; a maximum adds none. Let the bound be drift * (S - sum), where S is a sum that no turn's
   points bring about.
   It holds by induction if e(n) <= drift * (mean points of n dice), since sums grow by at least the points: so drift is the
   greatest of e(n) / mean(n). For full-size games it comes to about 1e-13 at the start. */
static inline double hog_error(const hog_graph *g, uint32_t sum)
{
    ALEA_ASSERT(sum < 2 * g->goal);
    return g->drift * (double)(2 * g->goal + g->width - sum);
}
