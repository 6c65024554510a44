#ifndef ALEA_PLAY_LEDGER_H
#define ALEA_PLAY_LEDGER_H
/* A game as it is being written down or read back: where it stands, what has happened, and how to take that back. Whatever is
   not possible in the game is refused with a sentence, and nothing changes. */
#include "play/dice.h"
#include <alea/record.h>

typedef struct alea__ledger {
    const alea_game *game;
    alea_state state;
    alea__roller roller;
    alea_event *event;    /* owned, as the next; the texts of events are somebody else's */
    alea__roller *before; /* [event]: the dice before it */
    size_t count, room;
} alea__ledger;

/* Starts as {0}. Begins a game anew; the number is that of the game within its seed. */
void alea__ledger_begin(alea__ledger *, const alea_game *, uint64_t seed, uint64_t number);
void alea__ledger_free(alea__ledger *);

int alea__ledger_mover(const alea__ledger *); /* a seat, ALEA_CHANCE or ALEA_OVER */

/* Rolling as the seed says, and dice that somebody else has rolled: ALEA_E_STATE where none are to be rolled, ALEA_E_RANGE where
   others are. */
alea_status alea__ledger_roll(alea__ledger *, alea_error *);
alea_status alea__ledger_show(alea__ledger *, const uint32_t *faces, unsigned count, alea_error *);
alea_status alea__ledger_move(alea__ledger *, uint32_t move, alea_error *);
/* The text is not copied. */
alea_status alea__ledger_forfeit(alea__ledger *, alea_failure, const char *text, alea_error *);
/* Takes back the last `events`; there must be as many. */
void alea__ledger_undo(alea__ledger *, size_t events);

alea_event *alea__ledger_last(const alea__ledger *); /* there must be one */
#endif
