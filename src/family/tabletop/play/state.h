#pragma once
/* A tabletop game as its referee needs it, and positions of it. A turn is a graph: its nodes are what the rule file's functions
   were called with, and rolls. Fields (scores, sheets, counters of the turn) occur in it only in conditions and effects. */
#include "base/assert.h"
#include <alea/game.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum {
    TABLETOP_MOST_FIELDS = 64, /* of a player, of all and of a turn together */
    TABLETOP_MOST_MEMBERS = 32,
    TABLETOP_MOST_TOP = 65535,
    TABLETOP_MOST_EFFECTS = 16, /* of a step */
    TABLETOP_TOTAL_BITS = 24,
    TABLETOP_HEAD_WORDS = 2,   /* of a position; then come the fields */
    TABLETOP_FIELD_WORDS = 13, /* one more is left free, because a field may lie in two words */
    TABLETOP_LIMIT = 10000     /* turns of a game; moves and rolls of a turn */
};

#define TABLETOP_NONE UINT32_MAX
#define TABLETOP_DONE (UINT32_MAX - 1) /* instead of a node: the turn ends */

typedef enum tabletop_kind {
    TABLETOP_NUMBER, /* in units of `by` */
    TABLETOP_FLAG,   /* a set with one member */
    TABLETOP_SET,
    TABLETOP_SHEET, /* the set of open boxes; what stands in the filled ones is shown only */
    TABLETOP_TOTAL  /* points, which may be negative */
} tabletop_kind;

typedef enum tabletop_owner { TABLETOP_PLAYER, TABLETOP_COMMON, TABLETOP_COUNTER } tabletop_owner;

typedef struct tabletop_field {
    uint32_t name, label, member[TABLETOP_MOST_MEMBERS]; /* in tabletop_rules.word */
    uint32_t kind, owner, members;
    uint32_t by, top, start; /* top and start in units, or as bits */
    uint32_t shown_most;     /* of a sheet: the most that a box shows */
    uint16_t bit, width;     /* where it lies; of a player's field, in the part of each player */
    uint16_t shown_bit, shown_width;
} tabletop_field;

/* A field of the player whose turn it is (seat 0), of the next one (1) and so on. */
typedef struct tabletop_place {
    uint8_t field, seat;
} tabletop_place;

typedef enum tabletop_operation {
    TABLETOP_PLUS,
    TABLETOP_MINUS,
    TABLETOP_TO,
    TABLETOP_WITH,    /* n: bits */
    TABLETOP_WITHOUT, /* likewise */
    TABLETOP_FILL     /* box `box` shows n, which is added to the total */
} tabletop_operation;

typedef struct tabletop_effect {
    tabletop_place place;
    uint8_t operation, box;
    uint8_t counter; /* 1 more than the field whose value is n; 0: none */
    int32_t n;
} tabletop_effect;

typedef enum tabletop_comparison {
    TABLETOP_HAS,   /* all bits of n */
    TABLETOP_LACKS, /* none of them */
    TABLETOP_AT_LEAST,
    TABLETOP_AT_MOST
} tabletop_comparison;

typedef struct tabletop_test {
    uint8_t comparison;
    bool sum, versus; /* with a second field added; compared with a field plus n */
    tabletop_place a, b, c;
    int32_t n;
} tabletop_test;

typedef struct tabletop_list {
    uint32_t first, count;
} tabletop_list;

typedef struct tabletop_step {
    tabletop_list effects;
    uint32_t node; /* or TABLETOP_DONE */
} tabletop_step;

/* What can happen in a node of decision. Those with names come first, in the order of their moves. */
typedef struct tabletop_entry {
    uint32_t move; /* TABLETOP_NONE: what happens if no move is possible */
    tabletop_list when;
    tabletop_step step;
} tabletop_entry;

typedef struct tabletop_outcome {
    uint32_t weight, label; /* label TABLETOP_NONE: none */
    tabletop_step step;
} tabletop_outcome;

typedef struct tabletop_node {
    uint32_t chance; /* 1: first and count of outcomes, else of entries */
    uint32_t first, count;
    uint32_t dice;    /* of equal dice with sides 1 to `sides`: how many; 0: other chances */
    uint32_t faces;   /* where they begin in faces[]; `dice` of them for each outcome, ascending */
    uint32_t weights; /* of all outcomes */
} tabletop_node;

typedef enum tabletop_end {
    TABLETOP_AT_ONCE,
    TABLETOP_ROUND,
    TABLETOP_LAST_TURNS,
    TABLETOP_CHASE
} tabletop_end;

typedef enum tabletop_winner { TABLETOP_MOVER, TABLETOP_MOST, TABLETOP_LEAST } tabletop_winner;
typedef enum tabletop_ties { TABLETOP_DRAW, TABLETOP_FIRST, TABLETOP_LAST } tabletop_ties;

typedef struct tabletop_bonus {
    tabletop_list when, effects;
} tabletop_bonus;

/* Read-only while games are played. */
typedef struct tabletop_game {
    uint32_t players, fields, player_bits; /* a player's part of the fields */
    tabletop_field field[TABLETOP_MOST_FIELDS];
    uint32_t total; /* its field; TABLETOP_NONE if no points are added */
    tabletop_node *node;
    tabletop_entry *entry;
    tabletop_outcome *outcome;
    tabletop_effect *effect;
    tabletop_test *test;
    uint8_t *face;
    uint32_t nodes, entries, outcomes, effects, tests, faces;
    tabletop_step begin; /* of every turn */
    tabletop_list over, win;
    bool has_over, has_win;
    bool least;      /* one player wants the lowest total */
    bool reaches;    /* `over` asks for a number of points, which `value` names */
    uint32_t rounds; /* 0: no limit */
    uint32_t winner, ends, ties;
    tabletop_place value; /* that `winner` compares, or that `over` asks for */
    tabletop_bonus bonus[TABLETOP_MOST_EFFECTS];
    uint32_t bonuses;
} tabletop_game;

/* Whether a field of the players is their score: `value` names it. */
static inline bool tabletop_has_score(const tabletop_game *g)
{
    return g->reaches || (g->winner != TABLETOP_MOVER && g->field[g->value.field].kind == TABLETOP_NUMBER);
}

/* ---- positions ---- */

/* The head of a position. Two words, without padding. */
typedef struct tabletop_head {
    uint32_t node;
    uint16_t turns, steps;
    uint8_t seat, over, unfinished;
    uint8_t
        closing; /* the end has been set off; in the last turns, 1 more than the turns that follow this one */
    uint8_t
        leader; /* 1 more than the seat that set it off, or that leads a chase; at the end, that won; 0: none */
    uint8_t lost;   /* bits: seats that forfeited */
    uint16_t round; /* that have been played out, where they are limited */
} tabletop_head;
_Static_assert(sizeof(tabletop_head) == TABLETOP_HEAD_WORDS * 8, "the head of a position");

static inline tabletop_head tabletop_head_of(const alea_state *state)
{
    tabletop_head head;
    memcpy(&head, state, sizeof head);
    return head;
}

static inline void tabletop_set_head(alea_state *state, const tabletop_head *head)
{
    memcpy(state, head, sizeof *head);
}

/* The bits that numbers up to `top` need. */
static inline uint16_t tabletop_width(uint32_t top)
{
    return top ? (uint16_t)(32 - __builtin_clz(top)) : 0;
}

static inline uint32_t tabletop_bits(const alea_state *state, uint32_t bit, uint32_t width)
{
    const uint64_t *word = state->word + TABLETOP_HEAD_WORDS + bit / 64;
    const uint32_t at = bit % 64;
    ALEA_ASSERT(bit + width <= 64 * TABLETOP_FIELD_WORDS);
    return (uint32_t)((word[0] >> at | word[1] << 1 << (63 - at)) & ((UINT64_C(1) << width) - 1));
}

static inline void tabletop_set_bits(alea_state *state, uint32_t bit, uint32_t width, uint32_t value)
{
    uint64_t *word = state->word + TABLETOP_HEAD_WORDS + bit / 64;
    const uint32_t at = bit % 64;
    const uint64_t mask = (UINT64_C(1) << width) - 1;
    ALEA_ASSERT(bit + width <= 64 * TABLETOP_FIELD_WORDS && (value & ~mask) == 0);
    word[0] = (word[0] & ~(mask << at)) | (uint64_t)value << at;
    word[1] = (word[1] & ~(mask >> 1 >> (63 - at))) | (uint64_t)value >> 1 >> (63 - at);
}

/* The first bit of a field of a seat, counted from the one whose turn it is. */
static inline uint32_t tabletop_bit(const tabletop_game *g, uint32_t mover, tabletop_place place)
{
    const tabletop_field *f = &g->field[place.field];
    return f->owner == TABLETOP_PLAYER ? (mover + place.seat) % g->players * g->player_bits + f->bit : f->bit;
}

/* A number in its own units times `by`, a total, or the bits of a set. */
static inline int32_t tabletop_value(const tabletop_game *g, const alea_state *state, uint32_t mover,
                                     tabletop_place place)
{
    const tabletop_field *f = &g->field[place.field];
    const uint32_t raw = tabletop_bits(state, tabletop_bit(g, mover, place), f->width);
    if (f->kind == TABLETOP_TOTAL) return (int32_t)raw - (1 << (TABLETOP_TOTAL_BITS - 1));
    return f->kind == TABLETOP_NUMBER ? (int32_t)(raw * f->by) : (int32_t)raw;
}

/* The points that a seat has so far; 0 where none are added. */
static inline int32_t tabletop_total(const tabletop_game *g, const alea_state *state, uint32_t seat)
{
    return g->total == TABLETOP_NONE ? 0
                                     : tabletop_value(g, state, seat, (tabletop_place){(uint8_t)g->total, 0});
}

/* What a filled box of a seat's sheet shows. */
static inline uint32_t tabletop_shown(const tabletop_game *g, const alea_state *state, uint32_t seat,
                                      uint32_t field, uint32_t box)
{
    const tabletop_field *f = &g->field[field];
    const uint32_t part = f->owner == TABLETOP_PLAYER ? seat * g->player_bits : 0;
    return f->shown_width ? tabletop_bits(state, part + f->shown_bit + box * f->shown_width, f->shown_width)
                          : 0;
}

bool tabletop_holds(const tabletop_game *, const alea_state *, uint32_t mover, tabletop_list when);
/* Whether the entry's condition holds and, among those of its name, none before it does. */
bool tabletop_is_legal(const tabletop_game *, const alea_state *, uint32_t entry);
/* The first entry from `from` on that is a legal move of this decision; TABLETOP_NONE: there are no more. */
uint32_t tabletop_next_move(const tabletop_game *, const alea_state *, uint32_t from);
/* Applies the effects of a step of the player whose turn it is. */
void tabletop_apply_effects(const tabletop_game *, alea_state *, tabletop_list effects);
/* All fields as at the start of a game; the head is zero. */
void tabletop_clear(const tabletop_game *, alea_state *);
void tabletop_begin_turn(const tabletop_game *, alea_state *, uint32_t seat);
/* Makes a move, or lets an outcome of chance happen, which must exist; false if there is no such move. */
bool tabletop_play(const tabletop_game *, alea_state *, uint32_t move_or_outcome);
/* Makes a step of the player whose turn it is; where it ends the turn, the next one begins, or the game is over. */
void tabletop_follow(const tabletop_game *, alea_state *, const tabletop_step *);
/* Passes through nodes in which no move is possible. */
void tabletop_pass_forced(const tabletop_game *, alea_state *);
