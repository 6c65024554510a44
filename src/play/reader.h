#pragma once
/* Reads a record: the referee replays every line. The unfinished result is a *reading*, which becomes a record or the start
   of a session. */
#include "play/game_log.h"
#include "play/texts.h"

/* An alea_record with its memory. */
typedef struct alea__owned_record {
    alea_record record; /* first, so that a pointer to one is a pointer to the other */
    alea__texts texts;
    uint32_t capacity; /* of record.played */
} alea__owned_record;

/* The games to keep. */
typedef struct alea__wanted {
    bool all, last;                /* last: the game stays in the game log; the record has none */
    uint64_t number;               /* else this one */
    const alea_progress *progress; /* stops reading on request; NULL: never */
} alea__wanted;

typedef struct alea__reading {
    const char *path;
    alea__wanted wanted;
    alea__owned_record *owned; /* owned */
    alea__game_log log;        /* of the game that is open, or was last */
    alea_record_game now;      /* the same game; its events are in the game log until it ends */
    uint32_t history_capacity;
    bool begun, open;   /* a game has, and its end has not been read */
    alea__roller order; /* the dice for the order of turns */
    unsigned ordered;   /* players that have rolled for it */
    uint64_t events;    /* kept, in games that have ended */
    uint64_t line;      /* being read, from 1 */
    uint64_t size;      /* bytes in whole lines */
} alea__reading;

/* `path` must stay while the reading is used. */
alea_status alea__read_record(const char *path, const alea__wanted *, alea__reading *, alea_error *);
void alea__reading_free(alea__reading *); /* also after a failure */

/* Checks the seats against the rolls for the order of turns, by player (0: not rolled). ALEA_E_USAGE explains what is wrong. */
alea_status alea__check_order(const unsigned *rolled, const unsigned *player_in_seat, unsigned players,
                              alea_error *);
/* Whether every player has a seat. */
bool alea__all_seated(const unsigned *player_in_seat, unsigned players);
