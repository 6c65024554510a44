#pragma once
/* Hog: two players choose how many dice to roll, turn by turn, until one has the goal. Rules as flat tables, the state,
   the plain referee and the policies. Freestanding: nothing here needs a C library.

   A turn: the mover chooses n dice. What they show is worth points(…); no dice at all are worth bacon(own, opponent). The
   bonus of this turn's memory is added. Then the scores may be changed by `after`, a swap for instance. If one of them has
   reached the goal the game is over. If not, the memory moves on, and either the opponent is next or the mover again.

   `after` never lowers the sum of both scores, and every turn adds a point at least, except that no dice may bring none. So
   the sum never falls, and the only turns that leave it alone are idle ones: no dice, no points. A game of which
   HOG_MOST_IDLE turns in a row are idle is stopped without a winner. All that is computed about Hog rests on that. */
#include "base/random.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { HOG_SEATS = 2, HOG_NOBODY = 255, HOG_MOST_DICE = 16, HOG_MOST_IDLE = 1000 };

typedef struct hog_scores {
    uint16_t own, opponent;
} hog_scores;

/* The memory after a turn, and the next player. */
typedef struct hog_next {
    uint16_t memory;
    uint16_t again; /* the mover, not the opponent */
} hog_next;

/* Dice that fall and score alike. */
typedef struct hog_dice_set {
    uint32_t sides;
    alea__dice how;         /* how bytes become these dice */
    const uint32_t *first;  /* [n]: where rolls of n dice begin in `points` */
    const uint16_t *points; /* [first[n] + hog_rank]: points of a roll, regardless of the order of dice */
} hog_dice_set;

/* The rules of one game; everything is read-only after compile. */
typedef struct hog_rules {
    uint32_t dice, goal;
    uint32_t memories;
    uint32_t scores;         /* with the points of a turn added, and before `after`, scores are below this */
    uint32_t sets;           /* sets of dice; the scores select one */
    const hog_dice_set *set; /* [sets] */
    const uint8_t *set_at;   /* [own * goal + opponent]; NULL: always the first */
    const uint32_t *choose;  /* [g * (dice + 1) + k]: binomial coefficients, for hog_rank */
    const uint16_t *bacon;   /* [own * goal + opponent] */
    const hog_scores *after; /* [own * goal + opponent], own below `scores` */
    /* [own * goal + opponent], after `after`: whether the scores grant another turn; NULL: never. */
    const uint8_t *again;
    const hog_next *next;  /* see hog_next_of */
    uint32_t told;         /* upper limit of the points that `next` receives; 1 if it receives none */
    bool idles;            /* somewhere no dice bring no points */
    const uint16_t *bonus; /* [memory * (dice + 1) + n] */
} hog_rules;

typedef enum hog_phase { HOG_DECIDE, HOG_ROLL, HOG_FINISHED } hog_phase;

typedef struct hog_state {
    uint32_t score[HOG_SEATS];
    uint32_t turns; /* that have ended, both seats together */
    uint16_t memory;
    uint8_t mover;
    uint8_t phase;  /* hog_phase */
    uint8_t dice;   /* that are rolled, in HOG_ROLL */
    uint8_t winner; /* HOG_NOBODY until a player has won */
    uint16_t idle;  /* turns in a row that have left the sum of the scores alone */
} hog_state;
_Static_assert(sizeof(hog_state) == 20, "a hog state has no padding");

/* The referee (referee.c). Moves and rolls must be legal: the callers check. */
void hog_start(const hog_rules *, hog_state *);
void hog_choose(const hog_rules *, hog_state *, uint32_t dice);
/* An outcome is the dice as digits, each less one, the first die least significant. */
void hog_roll(const hog_rules *, hog_state *, uint32_t outcome);
void hog_forfeit(const hog_rules *, hog_state *); /* the mover failed, so the other player has won */

/* The index of a roll among those of the same number of dice, regardless of order. Sorts the faces, which count from 0.
   With f_1 <= f_2 <= … it is the sum of binomials (f_k + k - 1 over k), the combinatorial number system (Knuth, The Art of
   Computer Programming 4A, section 7.2.1.3). */
static inline uint32_t hog_rank(const hog_rules *rules, uint32_t dice, uint8_t *face)
{
    uint32_t rank = 0;
    for (uint32_t i = 1; i < dice; i++) {
        uint8_t moved = face[i];
        uint32_t k = i;
        for (; k > 0 && face[k - 1] > moved; k--) face[k] = face[k - 1];
        face[k] = moved;
    }
    for (uint32_t k = 0; k < dice; k++) rank += rules->choose[(face[k] + k) * (rules->dice + 1) + k + 1];
    return rank;
}

/* The set of dice that the mover rolls at these scores, by number and by contents. */
static inline uint32_t hog_set_number(const hog_rules *rules, uint32_t own, uint32_t opponent)
{
    return rules->set_at ? rules->set_at[own * rules->goal + opponent] : 0;
}

static inline const hog_dice_set *hog_set_of(const hog_rules *rules, const hog_state *s)
{
    return &rules->set[hog_set_number(rules, s->score[s->mover], s->score[1 - s->mover])];
}

static inline uint32_t hog_points(const hog_rules *rules, const hog_dice_set *set, uint32_t dice,
                                  uint8_t *face)
{
    return set->points[set->first[dice] + hog_rank(rules, dice, face)];
}

/* The answers of `next`, by memory, to a turn of n dice that scored these points. `extra` is what the scores decide about
   another turn. */
static inline const hog_next *hog_next_of(const hog_rules *rules, uint32_t extra, uint32_t dice,
                                          uint32_t points)
{
    const size_t turn = (size_t)extra * (rules->dice + 1) + dice;
    return rules->next + (turn * rules->told + (rules->told > 1 ? points : 0)) * rules->memories;
}

/* Whether the scores grant another turn. */
static inline uint32_t hog_grants(const hog_rules *rules, hog_scores s)
{
    return rules->again && rules->again[(size_t)s.own * rules->goal + s.opponent];
}

static inline uint32_t hog_bacon(const hog_rules *rules, uint32_t own, uint32_t opponent)
{
    return rules->bacon[own * rules->goal + opponent];
}

static inline uint32_t hog_bonus(const hog_rules *rules, uint32_t memory, uint32_t dice)
{
    return rules->bonus[memory * (rules->dice + 1) + dice];
}

/* Equal scores at the end, possible only under custom rules, count for the opponent: a tie does not overtake. */
static inline bool hog_is_over(const hog_rules *rules, hog_scores s)
{
    return s.own >= rules->goal || s.opponent >= rules->goal;
}

static inline bool hog_is_won(hog_scores s)
{
    return s.own > s.opponent;
}

/* ---- policies (policy/decide.c) ---- */

typedef enum hog_policy_kind {
    HOG_TABLE, /* dice for [own][opponent] */
    HOG_PLAN,  /* dice for [memory][own][opponent]; depends on the game's memory */
    HOG_RANDOM /* any number of dice, each as likely as the others */
} hog_policy_kind;

typedef struct hog_policy {
    uint32_t kind;
    const uint8_t *dice; /* [own * goal + opponent], for a plan [(memory * goal + own) * goal + opponent] */
} hog_policy;

/* In HOG_DECIDE. `own` is the seat's private stream, for HOG_RANDOM only. */
uint32_t hog_decide(const hog_rules *, const hog_policy *, const hog_state *, alea__stream *own);
