#ifndef ALEA_RECORD_H
#define ALEA_RECORD_H
/** Records: games written down, event by event, and read back.
 *
 *  A record is a text file of JSON Lines (docs/records.md): what was played and by whom, then each game's rolls and decisions.
 *  Reading one plays it again on the referee: what cannot have happened is an error with its line.
 *
 *      alea_record *record;
 *      alea_record_open("game.jsonl", &record, &error);
 *      printf("%zu games of %s\n", record->count, alea_game_spec(record->game));
 *      alea_record_free(record);
 */

#include <alea/bot.h>

typedef enum alea_event_kind {
    ALEA_ROLLED,
    ALEA_MOVED,
    ALEA_FORFEITED,
    ALEA_TAKEN_BACK /**< in a history only */
} alea_event_kind;

/** Something that happened. */
typedef struct alea_event {
    alea_event_kind kind;
    int seat; /**< whose turn it was */
    /** The outcome or the move, as alea_game_apply takes it; the alea_failure of a forfeit; how many events were taken back. */
    uint32_t what;
    uint64_t line;     /**< of the file, from 1; in a session 0 */
    const char *text;  /**< why somebody forfeited; otherwise NULL */
    alea_state before; /**< the position in which it happened */
} alea_event;

/** A game as it was played: what was taken back is left out. */
typedef struct alea_record_game {
    uint64_t number;                 /**< of the game within its run: its dice depend on it */
    unsigned player[ALEA_MAX_SEATS]; /**< who sits in each seat: index into alea_record.player */
    alea_event *event;
    size_t count;
    uint64_t taken_back; /**< events that were, with all that followed them */
    /** Everything in the order of the file, ALEA_TAKEN_BACK among it; NULL where nothing was taken back. */
    alea_event *history;
    size_t history_count;
    alea_state end; /**< where it stands after the last event */
    bool finished;
    alea_outcome outcome; /**< when finished */
} alea_record_game;

typedef struct alea_record {
    alea_game *game;                    /**< opened from what the record names; owned */
    const char *player[ALEA_MAX_SEATS]; /**< as typed: `human(Ann)`, `hold(25)` */
    unsigned players;
    uint64_t seed;
    bool manual;                    /**< the dice were real ones; else they are checked against the seed */
    bool rotates;                   /**< as alea_run_options.seats */
    bool cut;                       /**< the last line is cut short; it was left out */
    unsigned order[ALEA_MAX_SEATS]; /**< by player: what was rolled for the order of turns; 0: nothing */
    alea_record_game *played;
    size_t count;
} alea_record;

/** What is read at most: lines of so many bytes, and so many events altogether. */
#define ALEA_RECORD_LINE   UINT64_C(65536)
#define ALEA_RECORD_EVENTS UINT64_C(10000000)

/** ALEA_E_FILE names file and line and what is wrong: not a record, a version that is not known, other rules than those that
 *  there are now, an impossible roll, a move that is not legal there, dice that the seed does not give. A last line that
 *  is cut short is not an error. */
ALEA_API alea_status alea_record_open(const char *path, alea_record **out, alea_error *);
/** The same for one game of a long record: `played` holds no other, though all are read and checked, and as many events as
 *  there are may have happened in them. ALEA_E_FILE also when there is no game of that number. */
ALEA_API alea_status alea_record_open_game(const char *path, uint64_t number, alea_record **out,
                                           alea_error *);
ALEA_API void alea_record_free(alea_record *); /**< accepts NULL */

#endif
