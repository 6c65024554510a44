#pragma once
/* Despirala: combinations of dice, bought with goods. Rules as flat tables, the state, and the plain referee. Freestanding:
   nothing here needs a C library.

   A turn: roll all dice for free, then gain goods. Then reroll all of them for a good, as often as wanted and where the rules
   allow it, or choose a combination that was not attempted before, and with it a *target*: which faces it is to be made of. A
   *collect* keeps the dice that show its face; while goods last one may pay a good and roll the others again, or stop; it
   scores the face times the dice kept. Any other combination keeps the dice that fit the target and pays a good to roll all
   others again, until it is complete, and scores, or no good is left, and scores nothing: no player decides in it. When all
   combinations have been attempted, every good that is left scores too. Every player plays alone; several take turns and
   compare scores. */
#include "base/random.h"
#include <stdbool.h>
#include <stdint.h>

enum {
    DESPIRALA_SEATS = 8,
    DESPIRALA_COMBINATIONS = 16,
    DESPIRALA_DICE = 8,
    DESPIRALA_SIDES = 8,
    DESPIRALA_TARGETS = 200, /* of all combinations */
    DESPIRALA_NONE = 255
};

/* A combination with the faces that it is to be made of. */
typedef struct despirala_target {
    uint8_t combination;
    uint8_t collect;                   /* face of a collect, from 1; 0: not a collect */
    uint8_t size;                      /* dice that it needs; no collect */
    uint8_t faces[DESPIRALA_DICE];     /* its arguments as people write them: "Two triples 3 5" has 3 and 5 */
    uint8_t arguments;                 /* how many of these */
    uint8_t required[DESPIRALA_SIDES]; /* [face - 1]: dice of this face that it needs; no collect */
    uint16_t points;                   /* when complete; no collect */
} despirala_target;

/* A combination takes the targets first … first + count - 1. */
typedef struct despirala_combination {
    uint8_t first, count;
} despirala_combination;

/* Moves are numbered in the order in which ties are broken: stop, the targets in the order of the rule file, go on, reroll.
   With T targets: */
enum { DESPIRALA_STOP = 0, DESPIRALA_TARGET = 1 /* … T */ };
/* go on = T + 1, reroll = T + 2 */

/* The rules of one game; everything is read-only after compile. */
typedef struct despirala_rules {
    uint32_t dice, sides;
    uint32_t gain;        /* goods in every turn */
    bool may_reroll;      /* all dice, for a good */
    bool least;           /* misère: the fewest points win */
    uint32_t good_points; /* of every good that is left in the end */
    uint32_t seats;
    uint32_t combinations, targets;
    despirala_combination combination[DESPIRALA_COMBINATIONS];
    despirala_target target[DESPIRALA_TARGETS];
    uint32_t most_score; /* no player can have more, goods included */
    alea__dice how;      /* how bytes become these dice */

    /* Rolls of all dice regardless of order: `rolls` of them, in the order of their sorted faces (1,1,1,1,1,1 first). */
    uint32_t rolls;
    const uint8_t *faces;   /* [roll * sides + face - 1]: how many dice show it */
    const uint32_t *weight; /* [roll]: how many of sides^dice outcomes are this roll */
} despirala_rules;

static inline uint32_t despirala_go_on(const despirala_rules *rules)
{
    return rules->targets + 1;
}

static inline uint32_t despirala_reroll(const despirala_rules *rules)
{
    return rules->targets + 2;
}

typedef enum despirala_phase {
    DESPIRALA_ROLL,    /* dice are in the air: those not kept */
    DESPIRALA_CHOOSE,  /* all dice are on the table: choose a target or reroll */
    DESPIRALA_COLLECT, /* go on or stop: at least one good and one die to roll are left */
    DESPIRALA_FINISHED
} despirala_phase;

typedef struct despirala_player {
    uint16_t used; /* bit c: combination c was attempted */
    uint16_t goods;
    uint16_t score; /* goods that are left count at the end, not before */
} despirala_player;

typedef struct despirala_state {
    despirala_player player[DESPIRALA_SEATS];
    uint32_t turns;                /* that have ended, all seats together */
    uint8_t dice[DESPIRALA_SIDES]; /* [face - 1]: dice that show it, those in the air not */
    uint8_t rolled;                /* dice in the air */
    uint8_t mover, phase;
    uint8_t doing;  /* the target that is attempted, 0 … T - 1, or DESPIRALA_NONE */
    bool gained;    /* this turn's goods have come */
    uint8_t lost;   /* seats that forfeited, as bits */
    uint8_t winner; /* DESPIRALA_NONE if no player won or the game is not over */
    uint8_t unused; /* no byte is undefined: states are compared by their bytes */
} despirala_state;
_Static_assert(sizeof(despirala_state) == 68, "a despirala state has no padding");

/* The referee (referee.c). Moves and rolls must be legal: the callers check. An outcome is the dice in the air as digits, each
   less one, the first die least significant. Moves that a state allows: despirala_allows. */
void despirala_start(const despirala_rules *, despirala_state *);
bool despirala_allows(const despirala_rules *, const despirala_state *, uint32_t move);
uint32_t despirala_count_moves(const despirala_rules *, const despirala_state *);
/* Of the legal moves, from 0, in ascending order; UINT32_MAX after the last. */
uint32_t despirala_nth_move(const despirala_rules *, const despirala_state *, uint32_t index);
void despirala_move(const despirala_rules *, despirala_state *, uint32_t move);
void despirala_roll(const despirala_rules *, despirala_state *, uint32_t outcome);
void despirala_forfeit(const despirala_rules *, despirala_state *);

/* How many of the dice that show `dice` a target keeps: min(dice, required) of each face, for a collect those of its face. */
uint32_t despirala_keeps(const despirala_rules *, const despirala_target *, const uint8_t *dice);
