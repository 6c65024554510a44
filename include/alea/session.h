#ifndef ALEA_SESSION_H
#define ALEA_SESSION_H
/** A game that people are playing: the seating, the dice, undo, and a record that is on disk before the next question
 *  is asked.
 *
 *  The session knows the rules and keeps the record. The caller supplies all decisions, for people and bots alike.
 *
 *      const char *players[] = {"human(Ann)", "optimal"};
 *      alea_session_start(game, players, 2, &(alea_session_options){.seed = 7, .record = "ann.jsonl"}, &session, &error);
 *      alea_session_seat(session, NULL, &error);
 *      while ((seat = alea_game_to_move(game, alea_session_state(session))) != ALEA_OVER)
 *          seat == ALEA_CHANCE ? alea_session_roll(session, faces, &count, &error) : alea_session_move(session, ask(seat), &error);
 *      alea_session_free(session);
 */

#include <alea/record.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct alea_session alea_session;

typedef struct alea_session_options {
    size_t size;        /**< set by ALEA_SESSION_OPTIONS_INIT; see status.h */
    uint64_t seed;      /**< the seed of the dice */
    bool manual;        /**< real dice: call alea_session_show instead of alea_session_roll */
    const char *record; /**< a new file; an existing file fails with ALEA_E_WRITE. NULL: nothing is written */
    /** By player: the bot that decides, whose hash the record gets; NULL: a person. NULL: no hashes. */
    const alea_bot *const *bots;
    const char
        *salt; /**< of a commitment to the seed (alea_seed_commitment), for the record; NULL: none. Copied */
} alea_session_options;
#define ALEA_SESSION_OPTIONS_INIT {.size = sizeof(alea_session_options)}

/** Begins a session. The names of the players are copied; the game must outlive the session. Free it with
 *  alea_session_free. */
ALEA_API alea_status alea_session_start(const alea_game *, const char *const *players, unsigned count,
                                        const alea_session_options *, alea_session **out, alea_error *);
/** Resumes the last game of a record. A truncated last line is removed from the file. The session owns the game
 *  that it opens. Fails with ALEA_E_FILE as alea_record_open does; with ALEA_E_STATE if the last game is finished;
 *  and with ALEA_E_WRITE if the file cannot be written or another process has it open. */
ALEA_API alea_status alea_session_resume(const char *record, alea_session **out, alea_error *);
/** Closes the record and frees the session; accepts NULL. The record file stays. */
ALEA_API void alea_session_free(alea_session *);

ALEA_API const alea_game *alea_session_game(const alea_session *);
ALEA_API unsigned alea_session_players(const alea_session *);
ALEA_API const char *alea_session_player(const alea_session *, unsigned player); /**< NULL past the last */
ALEA_API const char *alea_session_record(const alea_session *);                  /**< its path, or NULL */
ALEA_API bool alea_session_manual(const alea_session *);
ALEA_API uint64_t alea_session_seed(const alea_session *);
ALEA_API const char *alea_session_salt(const alea_session *); /**< NULL: there is no commitment */

/** Rolls for the order of turns, before the players have seats: one six-sided die for one player, once. With real
 *  dice `face` is the roll; otherwise it is 0 and the die comes from the seed. *shown, which may be NULL, receives
 *  the roll. */
ALEA_API alea_status alea_session_order(alea_session *, unsigned player, unsigned face, unsigned *shown,
                                        alea_error *);
/** Returns a player's roll for the order of turns; 0: none yet. */
ALEA_API unsigned alea_session_ordered(const alea_session *, unsigned player);
/** Begins the game with the given player in each seat; NULL puts player i in seat i. If there were rolls for the
 *  order, all players must have rolled, and no player may sit before one with a lower roll (else ALEA_E_USAGE). */
ALEA_API alea_status alea_session_seat(alea_session *, const unsigned *player_in_seat, alea_error *);
ALEA_API bool alea_session_seated(const alea_session *);
ALEA_API unsigned alea_session_in_seat(const alea_session *, unsigned seat); /**< the player */

/** Returns the current position. */
ALEA_API const alea_state *alea_session_state(const alea_session *);
/** Returns the events so far, as in a record. Valid until the next event. */
ALEA_API const alea_event *alea_session_events(const alea_session *, size_t *count);

/** Rolls the dice. Fails with ALEA_E_STATE if there are no dice to roll. */
ALEA_API alea_status alea_session_roll(alea_session *, uint32_t faces[16], unsigned *count, alea_error *);
/** Returns the number of dice to roll now, 0 if there are none, and stores the number of their sides in *sides. */
ALEA_API unsigned alea_session_dice(const alea_session *, uint32_t *sides);
/** Enters the faces of real dice. Fails with ALEA_E_RANGE if they do not match the dice to roll; the message says
 *  what is expected. */
ALEA_API alea_status alea_session_show(alea_session *, const uint32_t *faces, unsigned count, alea_error *);
/** Plays a move. When this returns, the line is on disk, or alea_session_trouble says why not; the game continues in
 *  either case. */
ALEA_API alea_status alea_session_move(alea_session *, uint32_t move, alea_error *);
/** Asks a bot for its move in the current position, as alea_bot_ask does. A bot that receives every roll of a game (the interface
 *  `wit/game-state`) receives those of this game; it can be asked in no other way. The bot must have been opened for the session's
 *  game. Fails as alea_bot_ask does, and with ALEA_E_STATE before the game has begun. */
ALEA_API alea_status alea_session_ask(const alea_session *, alea_bot *, uint32_t *move, alea_error *);
/** Records a forfeit by the player to move, who gives up or cannot answer. */
ALEA_API alea_status alea_session_forfeit(alea_session *, alea_failure, const char *text, alea_error *);
/** Takes back the last decision of `seat` and everything after it. Later rolls will be the same as before. Fails
 *  with ALEA_E_STATE if the seat has made no decision, or if the game is over. */
ALEA_API alea_status alea_session_undo(alea_session *, unsigned seat, alea_error *);
/** Returns why the record is incomplete, as a sentence, or NULL. The next decision tries to write again. */
ALEA_API const char *alea_session_trouble(const alea_session *);

#ifdef __cplusplus
}
#endif
#endif
