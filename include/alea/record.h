#ifndef ALEA_RECORD_H
#define ALEA_RECORD_H
/** Records: games stored event by event, and read back.
 *
 *  A record is a JSON Lines text file (docs/records.md): the game and the players, then the rolls and decisions of
 *  each game. Reading a record replays it on the referee; an impossible event is an error that names the line.
 *
 *      alea_record *record;
 *      alea_record_open("game.jsonl", &record, &error);
 *      printf("%zu games of %s\n", record->count, alea_game_spec(record->game));
 *      alea_record_free(record);
 */

#include <alea/bot.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum alea_event_kind {
    ALEA_ROLLED,
    ALEA_MOVED,
    ALEA_FORFEITED,
    ALEA_TAKEN_BACK /**< only in a history */
} alea_event_kind;

/** An event of a game. */
typedef struct alea_event {
    alea_event_kind kind;
    int seat; /**< whose turn it was */
    /** The outcome or move, as alea_game_apply takes it; for a forfeit, its alea_failure; for ALEA_TAKEN_BACK, the
     *  number of events taken back. */
    uint32_t what;
    uint64_t line;     /**< line in the file, from 1; 0 in a session */
    const char *text;  /**< the reason of a forfeit; otherwise NULL */
    alea_state before; /**< the position before the event */
} alea_event;

/** A game as it was played, without the events that were taken back. */
typedef struct alea_record_game {
    uint64_t number;                 /**< number of the game within its run; its dice depend on it */
    unsigned player[ALEA_MAX_SEATS]; /**< by seat: index into alea_record.player */
    alea_event *event;
    size_t count;
    uint64_t taken_back; /**< events taken back, with all that followed them */
    /** All events in the order of the file, including ALEA_TAKEN_BACK; NULL if nothing was taken back. */
    alea_event *history;
    size_t history_count;
    alea_state end; /**< the position after the last event */
    bool finished;
    alea_outcome outcome; /**< when finished */
} alea_record_game;

typedef struct alea_record {
    alea_game *game;                    /**< the game that the record names; owned */
    const char *player[ALEA_MAX_SEATS]; /**< as typed: `human(Ann)`, `hold(25)` */
    unsigned players;
    uint64_t seed;
    bool manual;                    /**< the dice were real; otherwise they are checked against the seed */
    bool rotates;                   /**< as alea_run_options.seats */
    bool cut;                       /**< the last line is truncated and was left out */
    unsigned order[ALEA_MAX_SEATS]; /**< by player: the roll for the order of turns; 0: none */
    alea_record_game *played;
    size_t count;
    const char *written_by; /**< the version of alea that began the record; NULL: 0.2.0 or older */
    bool run;               /**< it is of a run: bots remember earlier games of their block */
    const char *bot_sha256[ALEA_MAX_SEATS]; /**< by player: hash of a bot's code and limits; NULL: none */
    const char *salt;                       /**< of the commitment to the seed; NULL: there was none */
} alea_record;

/** Writes the commitment to a seed: SHA-256, in hexadecimal digits, of the text `SEED SALT`. Whoever has it before the dice roll can
 *  check the seed and the salt afterwards. The salt, 32 random hexadecimal digits, keeps the seed from being guessed. */
ALEA_API void alea_seed_commitment(uint64_t seed, const char *salt, char out[65]);

/** Limits for reading: bytes per line, and events in total. */
#define ALEA_RECORD_LINE   UINT64_C(65536)
#define ALEA_RECORD_EVENTS UINT64_C(10000000)

/** Reads a record; the caller frees it with alea_record_free. Fails with ALEA_E_FILE, and names the file, the line
 *  and the reason: not a record, an unknown version, rules that have changed, an impossible roll, an illegal move,
 *  dice that do not match the seed. A truncated last line is not an error. */
ALEA_API alea_status alea_record_open(const char *path, alea_record **out, alea_error *);
/** The same for long records: only `stopped` of the progress is called, at each line; it ends the reading with
 *  ALEA_E_STOPPED. NULL: no callback. */
ALEA_API alea_status alea_record_open_stoppable(const char *path, const alea_progress *, alea_record **out,
                                                alea_error *);
/** Reads one game of a long record: `played` holds only that game. All games are read and checked; the limit on
 *  events does not apply to the others. Also fails with ALEA_E_FILE if there is no game of that number. */
ALEA_API alea_status alea_record_open_game(const char *path, uint64_t number, alea_record **out,
                                           alea_error *);
ALEA_API void alea_record_free(alea_record *); /**< accepts NULL */

/** The first event in which a record differs from its games played again. */
typedef struct alea_record_difference {
    bool found;
    uint64_t game;                   /**< its number */
    size_t event;                    /**< of that game, from 0 */
    uint64_t line;                   /**< in the file; 0: that of the game's beginning */
    char recorded[100], played[100]; /**< such as `roll 3 5`, `seat 0: hold` or `seat 1 forfeits: fuel` */
} alea_record_difference;

/** Plays the games in the record of a run again, on the step path, and compares their events; the words of a forfeit are not
 *  compared. `bots` are those of the record, as many as it has players, opened for `record->game`. Fails with ALEA_E_STATE if
 *  the record is not of a run, and as alea_run_match does. */
ALEA_API alea_status alea_record_verify(const alea_record *, alea_bot *const *bots, const alea_progress *,
                                        alea_record_difference *, alea_error *);
/** Fills in a difference: an event of a record, and what it should be. */
ALEA_API void alea_record_differ(const alea_record *, const alea_record_game *, const alea_event *,
                                 const char *played, alea_record_difference *);

/** Returns the text between the brackets of a player such as `human(Ann)` if the player has this `kind` (`human`),
 *  and writes its length. Empty if there are no brackets; NULL if the player is of another kind. */
ALEA_API const char *alea_player_inside(const char *player, const char *kind, size_t *length);
/** Writes the name of player `which` of `count` as people see it, at the table, in replays and in reviews: `Ann` for `human(Ann)`, `You`
 *  for `human`, `Computer` for `graded(…)` and, where people or graded computers play, for `optimal`; otherwise what was typed.
 *  Of players who share a name, those after the first are numbered: `Computer 2`. The name is cut where `size`, at least 16, is too
 *  small. It is as it was typed: alea_view_printable makes it fit for a terminal. */
ALEA_API void alea_player_name(const char *const *player, unsigned count, unsigned which, char *out,
                               size_t size);

#ifdef __cplusplus
}
#endif
#endif
