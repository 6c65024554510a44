#pragma once
/* Asks bots at every total of a turn, against one score of the other after another.

   alea_game_parse_state checks each position thoroughly, and there are a million of them. So the positions of a turn are made once
   for each own score and reused for every score of the other: what the dice can do in a turn does not depend on it. */
#include "game/family.h"
#include "plot/plot.h"

/* Banked own and other scores (or turns left), the turn total, and the turn's memory. */
typedef struct alea__place {
    uint32_t own, other, turn, memory;
} alea__place;

typedef struct alea__positions {
    const alea_game *game;
    alea__plot_facts facts;
    bool two, has_turns, has_memory; /* what places have */
} alea__positions;

/* The game's family must have plot_ops. */
alea__positions alea__positions_of(const alea_game *);
/* Fails with ALEA_E_STATE if it is impossible. */
alea_status alea__position(const alea__positions *, alea__place, alea_state *out, alea_error *);

/* A moment of a turn: its total and its memory. */
typedef struct alea__moment_id {
    uint32_t turn, memory;
} alea__moment_id;

/* The positions of turns that begin with one own score. */
typedef struct alea__moment {
    alea_state state;
    bool made, decides; /* valid only if both are true */
} alea__moment;

typedef struct alea__row {
    const alea__positions *positions;
    uint32_t own, other;  /* the other that they are made with */
    alea__moment *moment; /* [turn * memories + memory], as far as they were needed */
    uint8_t *met;         /* likewise: how a turn that is followed gets there */
    size_t capacity;
} alea__row;

alea__row alea__row_start(const alea__positions *, uint32_t own, uint32_t other);
void alea__row_end(alea__row *);

/* A bot's turn. */
typedef struct alea__bot_turn {
    alea_bot *bot;
    const alea_state *beginning;
    uint32_t memory, top; /* for alea__row_follow */
} alea__bot_turn;

/* The bot's move at a moment of its turn: ALEA__HOLDS or ALEA__ROLLS; ALEA__NONE if there is no decision. */
alea_status alea__row_ask(alea__row *, const alea__bot_turn *, alea__moment_id, int32_t *out, alea_error *);

/* A turn as the bot plays it, for any dice, while its memory is `memory`: the first total at which it holds, and the total
   from which it always holds, which is that one unless it rolls at a higher total that it reaches. ALEA__NEVER if it rolls
   on beyond `top`, own score included; ALEA__NONE if it has no choice. */
typedef struct alea__habit {
    int32_t first, always;
} alea__habit;
alea_status alea__row_follow(alea__row *, const alea__bot_turn *, alea__habit *out, alea_error *);
