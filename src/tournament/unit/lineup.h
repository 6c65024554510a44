#pragma once
/* A lineup: the entrants that meet at one table, and how their result is found. Seats change from game to game. */
#include <alea/bot.h>

typedef enum alea__unit_method {
    ALEA__UNIT_EXACT,  /* computed: two bots that are policies */
    ALEA__UNIT_WORTH,  /* computed: one bot against its best response, and against optimal play */
    ALEA__UNIT_LANES,  /* whole blocks on the block path: all bots are policies */
    ALEA__UNIT_GROUPS, /* all seatings of a group of games with the same dice, one decision at a time */
    ALEA__UNIT_LUCK,   /* the same, adjusted for luck */
    ALEA__UNIT_VALUES, /* finds the values that leave a lineup the least luck, in games that do not count */
    ALEA__UNIT_METHODS
} alea__unit_method;

typedef struct alea__lineup {
    uint32_t entrant
        [ALEA_MAX_SEATS]; /* indices, ascending; as many as the game has players, or one (ALEA__UNIT_WORTH) */
    alea__unit_method method;
} alea__lineup;
