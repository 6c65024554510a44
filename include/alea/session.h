#ifndef ALEA_SESSION_H
#define ALEA_SESSION_H
/** A game that people are playing: who sits where, the dice, taking back, and a record that is on the disk before the next
 *  question is asked.
 *
 *  The session knows the rules and keeps the record; who decides is the caller's affair, for people and bots alike.
 *
 *      const char *players[] = {"human(Ann)", "optimal"};
 *      alea_session_begin(game, players, 2, &(alea_session_options){.seed = 7, .record = "ann.jsonl"}, &session, &error);
 *      alea_session_seat(session, NULL, &error);
 *      while ((seat = alea_game_to_move(game, alea_session_state(session))) != ALEA_OVER)
 *          seat == ALEA_CHANCE ? alea_session_roll(session, faces, &count, &error) : alea_session_move(session, ask(seat), &error);
 *      alea_session_end(session);
 */

#include <alea/record.h>

typedef struct alea_session alea_session;

typedef struct alea_session_options {
    uint64_t seed;      /**< where the dice start */
    bool manual;        /**< real dice: alea_session_show instead of alea_session_roll */
    const char *record; /**< a new file; one that is there is ALEA_E_WRITE. NULL: nothing is written */
} alea_session_options;

/** Copies the names of the players; the game must stay. */
ALEA_API alea_status alea_session_begin(const alea_game *, const char *const *players, unsigned count,
                                        const alea_session_options *, alea_session **out, alea_error *);
/** Goes on with the last game of a record; a last line that is cut short is removed from the file. The session owns the game
 *  that it opens. ALEA_E_FILE as alea_record_open; ALEA_E_STATE when its game is finished; ALEA_E_WRITE when the file cannot
 *  be written, or another process is playing it. */
ALEA_API alea_status alea_session_resume(const char *record, alea_session **out, alea_error *);
/** Closes the record and frees the session; accepts NULL. The record stays. */
ALEA_API void alea_session_end(alea_session *);

ALEA_API const alea_game *alea_session_game(const alea_session *);
ALEA_API unsigned alea_session_players(const alea_session *);
ALEA_API const char *alea_session_player(const alea_session *, unsigned player);
ALEA_API const char *alea_session_record(const alea_session *); /**< its path, or NULL */
ALEA_API bool alea_session_manual(const alea_session *);
ALEA_API uint64_t alea_session_seed(const alea_session *);

/** Rolling for the order of turns, before anybody has a seat: one die of six sides for one player, once. With real dice `face`
 *  is given, else 0, and the die falls as the seed says. *shown, which may be NULL, is what it shows. */
ALEA_API alea_status alea_session_order(alea_session *, unsigned player, unsigned face, unsigned *shown,
                                        alea_error *);
/** What a player has rolled for the order; 0: nothing yet. */
ALEA_API unsigned alea_session_ordered(const alea_session *, unsigned player);
/** Begins the game: the player in each seat; NULL: player i in seat i. When there were rolls for the order, everybody must have
 *  rolled, and nobody may sit before a player who rolled less (ALEA_E_USAGE). */
ALEA_API alea_status alea_session_seat(alea_session *, const unsigned *player_in_seat, alea_error *);
ALEA_API bool alea_session_seated(const alea_session *);
ALEA_API unsigned alea_session_in_seat(const alea_session *, unsigned seat); /**< the player */

/** Where the game stands. */
ALEA_API const alea_state *alea_session_state(const alea_session *);
/** What has happened so far, as in a record, for showing and for taking back. Valid until the next event. */
ALEA_API const alea_event *alea_session_events(const alea_session *, size_t *count);

/** Rolls, where dice are to be rolled (else ALEA_E_STATE). */
ALEA_API alea_status alea_session_roll(alea_session *, uint32_t faces[16], unsigned *count, alea_error *);
/** The dice that are to be rolled now: returns how many, with so many sides each; 0 where there are none to roll. */
ALEA_API unsigned alea_session_dice(const alea_session *, uint32_t *sides);
/** Tells what real dice show; ALEA_E_RANGE says what dice there are. */
ALEA_API alea_status alea_session_show(alea_session *, const uint32_t *faces, unsigned count, alea_error *);
/** Decides. The line is on the disk when this returns, or alea_session_trouble says why not: the game goes on in any case. */
ALEA_API alea_status alea_session_move(alea_session *, uint32_t move, alea_error *);
/** The player to move gives up or cannot answer. */
ALEA_API alea_status alea_session_forfeit(alea_session *, alea_failure, const char *text, alea_error *);
/** Takes back the last decision of `seat` and what followed. The same dice come again. ALEA_E_STATE where it has not decided
 *  anything, and when the game is over. */
ALEA_API alea_status alea_session_undo(alea_session *, unsigned seat, alea_error *);
/** Why the record is not complete, in a sentence, or NULL. Writing is tried again at the next decision. */
ALEA_API const char *alea_session_trouble(const alea_session *);

#endif
