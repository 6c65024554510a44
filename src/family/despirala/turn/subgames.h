#pragma once
/* The sub-games of Despirala, prepared so that they can be computed quickly: everything about a combination that does
   not depend on what was attempted before.

   A *stage* is how far an attempt is, faces aside: how many dice of equal faces are missing, and how many are rolled. All
   targets of a combination share stages. No player decides in an attempt that is no collect, so what it is worth with m(g)
   for being through with g goods left is a fixed sum,

     sum over i <= g of waiting(stage, i) * (m(g - i) + points) + fail(stage, g) * m(0),

   with waiting(stage, i) the chance to need i rolls more. Points come in by chance(stage, g) = sum of waiting, so stages are summed
   without them.

   Of all targets that a roll has in one stage only the one with the most points (misère: the fewest) can be best. An *item*
   is a stage with such points, an *entry* the set of items that a roll has, and what matters of a roll to a combination is its
   entry. A collect's entries are the dice kept. Some combinations together look at little of the roll as well: they make a
   *group*, with entries of its own, and the best of a roll is the best of a few groups.

   The values of a combination stand in one row: those of items, and then, as in a knock-out tournament, one after the other the
   better one of two values that stand before it. Such a *bracket* has the best of every roll among its values. Most items are
   never better than another one of the same roll that is completed sooner, if more goods are worth more. With random rolls
   they may be worth less. So that one stage is worth no less than another is a *claim*; the shorter bracket is used where all of
   them hold. */
#include "family/despirala/turn/positions.h"

enum {
    DESPIRALA_LANES = 8, /* goods, or rolls, side by side */
    DESPIRALA_ROW = 16,  /* rolls are padded to a multiple of it with weight 0 */
    DESPIRALA_STAGES =
        640, /* of one combination, at most: 67 partitions of up to eight missing dice, 0 … 8 dice rolled */
    DESPIRALA_ENTRIES = 256, /* of a group of several combinations, at most */
    DESPIRALA_CLAIMS = 4     /* claims are padded to a multiple of it with some that always hold */
};

typedef struct despirala_item {
    uint16_t stage, points;
} despirala_item;

/* The same for code with lanes: the place of the stage among values by lanes and in `chance`, and points to be maximised. */
typedef struct despirala_award {
    uint32_t stage, chance;
    double points;
} despirala_award;

/* Places in doubles: the value of item i is at i * lanes. */
typedef struct despirala_match {
    uint32_t first, second;
} despirala_match;

typedef struct despirala_bracket {
    uint32_t matches;
    despirala_match *match; /* match k writes the better value at (items + k) * lanes */
    uint32_t *winner_of;    /* [roll], padded: place of its best */
} despirala_bracket;

typedef struct despirala_claim {
    uint32_t over, under; /* stages, counted likewise: the first is worth no less */
} despirala_claim;

typedef struct despirala_subgame {
    uint32_t most;    /* points that it can score */
    uint32_t collect; /* the face; 0: not a collect, and then: */
    uint32_t stages;
    bool *complete;     /* [stage] */
    double *waiting;    /* [i * stages + stage], i from 0; padded with zeros, as the next two */
    double *chance;     /* [stage * stride + goods] */
    double *fail;       /* [stage * stride + goods]; 0 when complete */
    uint16_t *stage_of; /* [(target - first) * rolls + roll] */
    uint32_t items;
    despirala_item *item;
    despirala_award *award; /* [item] */
    uint32_t entries;
    uint32_t *first;    /* [entry]: start of its items in `list`; [entries]: end of all */
    uint16_t *list;     /* of items */
    uint16_t *entry_of; /* [roll], padded */
    despirala_bracket all;
    uint32_t claims; /* 0: `likely` is empty */
    despirala_claim *claim;
    double *margin; /* [claim * stride + goods]: and if it is worth less by so much, points make up for it */
    despirala_bracket likely; /* of the items left when all claims hold */
    /* The items of a roll by the first target that has each, ascending: target_at[roll] … target_at[roll + 1] - 1. */
    uint32_t *target_at;
    uint8_t *target;
    uint16_t *target_item;
} despirala_subgame;

typedef struct despirala_group {
    uint32_t members, member[DESPIRALA_COMBINATIONS]; /* combinations */
    uint32_t entries;
    uint32_t *winner[DESPIRALA_COMBINATIONS]; /* by index in `member`, [entry]: place of the member's best */
    uint16_t *entry_of;                       /* [roll], padded */
    uint32_t *winner_of;                      /* likewise: entry * lanes */
} despirala_group;

typedef struct despirala_subgames {
    uint32_t stride;  /* of goods: most_goods + 1, padded to lanes */
    uint32_t rolls;   /* padded to DESPIRALA_ROW */
    double *weight;   /* [roll]: chance of the roll */
    double *binomial; /* [kept * (dice + 1) + more]: that this many more dice show a face */
    double *error;    /* [n * (most_goods + 1) + goods]: see despirala_error */
    despirala_subgame subgame[DESPIRALA_COMBINATIONS];
    uint32_t groups;
    despirala_group group[DESPIRALA_COMBINATIONS];
} despirala_subgames;

/* The greatest error of values computed by the kernel: with n combinations attempted and these goods. Grows with goods. */
double despirala_error(const despirala_game *, uint32_t n, uint32_t goods);
/* The part of it from the last step. */
double despirala_step_error(const despirala_game *, uint32_t n, uint32_t goods);
bool despirala_bound_errors(const despirala_game *, despirala_subgames *); /* false if memory runs out */

alea_status despirala_subgames_make(const despirala_game *, despirala_subgames **out, alea_error *);
void despirala_subgames_free(despirala_subgames *); /* accepts NULL */

/* The reasons for a move, in words (explain.c). */
void despirala_explain(const alea__rules *, const alea_state *, uint32_t move, char *out, size_t size);
