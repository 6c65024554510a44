#pragma once
/* The keys of a position: the fields of each player, in the order of the turns from the mover on; then those of all players
   and the counters; the keys of states; and some of the game. */
#include "family/tabletop/tabletop.h"

typedef enum tabletop_key_kind {
    TABLETOP_KEY_FIELD,
    TABLETOP_KEY_STATE,
    TABLETOP_KEY_ROLL,   /* dice about to be rolled */
    TABLETOP_KEY_SEAT,   /* of the mover, where seats matter */
    TABLETOP_KEY_ROUND,  /* that have been played, where they are limited */
    TABLETOP_KEY_LAST,   /* turns that follow this one, once the end has been set off */
    TABLETOP_KEY_LEADER, /* whom it was set off by: places from the mover on */
    TABLETOP_KEY_NONE
} tabletop_key_kind;

/* Key `number` of the game's positions, from 0; `index` is of a field or of a key of states. */
tabletop_key_kind tabletop_key_at(const tabletop_rules *, size_t number, uint32_t *index);
