#pragma once
/* Table states: what is left when a turn ends, as the next mover sees it. A state is a *key*, a number of up to 64 bits with the
   fields of each player from the mover on, those of all, and what the end of the game depends on. Totals and what boxes show are
   not in it. States are ordered by what never comes back: open boxes that are filled, numbers that only grow, rounds. */
#include "base/numbering.h"
#include "family/tabletop/tabletop.h"

typedef struct tabletop_slot {
    uint8_t shift, width;
} tabletop_slot;

/* How keys are laid out, and how states follow each other. */
typedef struct tabletop_keys {
    const tabletop_game *g;
    uint32_t block, bits;                 /* of a player, of a key */
    uint32_t players;                     /* whose fields are in keys, from the mover on */
    uint8_t offset[TABLETOP_MOST_FIELDS]; /* of a field in its player's block, or in the key */
    tabletop_slot closing, leader, round, seat;
    int8_t grows
        [TABLETOP_MOST_FIELDS]; /* 1: the field's number or members never get fewer, -1: never more, 0: both */
    uint32_t depths;            /* depth of a state: 0 … depths - 1; a turn never leads to a lower one */
} tabletop_keys;

static inline uint32_t tabletop_key_get(uint64_t key, tabletop_slot slot)
{
    return slot.width ? (uint32_t)(key >> slot.shift & ((UINT64_C(1) << slot.width) - 1)) : 0;
}

static inline uint64_t tabletop_key_set(uint64_t key, tabletop_slot slot, uint32_t value)
{
    const uint64_t mask = ((UINT64_C(1) << slot.width) - 1) << slot.shift;
    return slot.width ? (key & ~mask) | (uint64_t)value << slot.shift : key;
}

/* Keys of states between turns or, without `states`, of what matters within a turn. Fails with ALEA_E_REFUSED if they have too many
   bits. */
alea_status tabletop_keys_make(const tabletop_game *, bool states, tabletop_keys *out, alea_error *);
/* The slot of a player's or a common field. */
static inline tabletop_slot tabletop_key_slot(const tabletop_keys *k, tabletop_place place)
{
    const tabletop_field *f = &k->g->field[place.field];
    const uint32_t base = f->owner == TABLETOP_PLAYER ? place.seat * k->block : 0;
    return (tabletop_slot){(uint8_t)(base + k->offset[place.field]), (uint8_t)f->width};
}

uint64_t tabletop_key_of(const tabletop_keys *, const alea_state *); /* of the turn that is on */
void tabletop_key_state(const tabletop_keys *, uint64_t key,
                        alea_state *out); /* where its turn begins, without forced moves */
uint32_t tabletop_key_depth(const tabletop_keys *, uint64_t key);

/* What a turn that ends leads to. */
typedef struct tabletop_next {
    uint64_t key; /* as the next mover sees it; if over: as the mover does */
    bool over;
    double
        result; /* if over: for one player the points of `final`, or whether he has won; for more, what the mover wins */
    uint32_t
        winner; /* likewise, where several play: who wins, in turns after the mover; a draw: the number of players */
} tabletop_next;
/* Applies the effects of the end of a turn; `counter` has the value of each counter by field. */
tabletop_next tabletop_key_next(const tabletop_keys *, uint64_t key, tabletop_list effects,
                                const int32_t *counter, alea_objective);
/* What the effects add to the mover's score, if there is one. */
double tabletop_key_gain(const tabletop_keys *, uint64_t key, tabletop_list effects, const int32_t *counter);
/* Whether the tests hold; `counter` likewise. */
bool tabletop_key_holds(const tabletop_keys *, uint64_t key, tabletop_list when, const int32_t *counter);

/* All states that can be reached, the deepest first, and those of a depth in ascending order of their keys. */
typedef struct tabletop_table {
    tabletop_keys keys;
    alea__numbering state; /* of keys */
    uint32_t *first;       /* [depth]: where its states begin; the deepest begin at 0 */
} tabletop_table;
/* Sorts the states that were added. */
alea_status tabletop_table_sort(tabletop_table *, alea_error *);
void tabletop_table_free(tabletop_table *);
