#pragma once
/* A game that is being recorded or read back: its state, its events, and undo. Anything the rules do not allow fails with a
   message and changes nothing. */
#include "play/dice.h"
#include <alea/record.h>

typedef struct alea__game_log {
    const alea_game *game;
    alea_state state;
    alea__roller roller;
    alea_event *event;    /* owned, like the next; the texts of events are not */
    alea__roller *before; /* [event]: the dice before it */
    size_t count;
    uint32_t capacity;
} alea__game_log;

/* Starts as {0}. Begins a new game; its number is that within the seed. */
void alea__game_log_begin(alea__game_log *, const alea_game *, uint64_t seed, uint64_t number);
void alea__game_log_free(alea__game_log *);

int alea__game_log_mover(const alea__game_log *); /* a seat, ALEA_CHANCE or ALEA_OVER */

/* Rolls by the seed, or takes dice that were rolled elsewhere. ALEA_E_STATE if no roll is due; ALEA_E_RANGE if other dice
   are due. */
alea_status alea__game_log_roll(alea__game_log *, alea_error *);
alea_status alea__game_log_show(alea__game_log *, const alea__numbers *, alea_error *);
alea_status alea__game_log_move(alea__game_log *, uint32_t move, alea_error *);
/* The text is not copied. */
alea_status alea__game_log_forfeit(alea__game_log *, alea_failure, const char *text, alea_error *);
/* Undoes the last `events`; there must be as many. */
void alea__game_log_undo(alea__game_log *, size_t events);

alea_event *alea__game_log_last(const alea__game_log *); /* there must be one */
