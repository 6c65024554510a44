#ifndef ALEA_NOTEBOOK_H
#define ALEA_NOTEBOOK_H
/** The notebook stores reviewed games, shows trends over time, and quizzes players on their own mistakes.
 *
 *  It is a SQLite database, upgraded by numbered migrations; an older file is first copied to FILE.version-N. A seal
 *  over all rows shows damage. Two programs may use one at the same time: each change is a transaction, and the second
 *  program waits for up to ten seconds. The caller passes the current time as seconds since 1970-01-01, UTC.
 *
 *      alea_notebook *notebook;
 *      alea_notebook_open("/home/ann/.local/share/alea/notebook.db", &notebook, &error);
 *      alea_notebook_add(notebook, reviewer, review, 1, now, &added, &error);
 *      alea_notebook_free(notebook);
 *
 *  All functions fail with ALEA_E_WRITE if the file cannot be written or is locked by another program, and with
 *  ALEA_E_FILE if it is damaged, not a notebook, or of a newer version of alea. Use a notebook from one thread at a
 *  time. In a build without SQLite alea_notebook_open fails with ALEA_E_REFUSED.
 */

#include <alea/review.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct alea_notebook alea_notebook;

/** Opens a notebook and checks all of it: the work grows with its size. Creates the file if it does not exist; its
 *  folder must exist. Times, here and below, are from 0 to 10^12; others fail with ALEA_E_RANGE. */
ALEA_API alea_status alea_notebook_open(const char *path, alea_notebook **out, alea_error *);
ALEA_API void alea_notebook_free(alea_notebook *); /**< accepts NULL */

/** Stores a review of a finished game, once: *added is false if the notebook already has the game for that objective.
 *  `cards` has one bit per seat; inaccuracies, mistakes and blunders of these seats become cards. Fails with
 *  ALEA_E_STATE if the game is not finished. */
ALEA_API alea_status alea_notebook_add(alea_notebook *, alea_reviewer *, const alea_review *, unsigned cards,
                                       int64_t now, bool *added, alea_error *);

/** A selection of games; NULL selects all. `game` is a name (`pig`) or a spec. `player` is the name in the record, or
 *  `Ann` for `human(Ann)`. */
typedef struct alea_notebook_filter {
    const char *game, *player;
} alea_notebook_filter;

/** One seat of one stored game. */
typedef struct alea_notebook_entry {
    int64_t when; /**< when it was stored */
    char *game, *player;
    alea_objective objective;
    unsigned seat;
    double result, start, luck, mistakes, opponents_mistakes, adjusted;
    uint64_t decisions, inaccuracies, mistaken, blunders;
} alea_notebook_entry;

/** The mistakes of a player in one game over a period. */
typedef struct alea_notebook_trend {
    char *game, *player;
    alea_objective objective;
    int64_t from; /**< a Monday, or when the first game of the batch was stored */
    uint64_t games, decisions;
    double cost;  /**< per decision */
    double error; /**< its standard error, estimated from the games; NaN for a single game */
    double luck;  /**< per game */
} alea_notebook_trend;

typedef struct alea_notebook_history {
    alea_notebook_entry *entry; /**< newest first */
    size_t entries;
    alea_notebook_trend *trend; /**< by player and game, oldest first */
    size_t trends;
    uint64_t games; /**< stored games in the selection */
    uint64_t cards, due;
} alea_notebook_history;

/** Reads the history of a selection. `batch` groups trends by that many games; 0 groups by week. The caller frees
 *  `*out` with alea_notebook_history_free. */
ALEA_API alea_status alea_notebook_read(alea_notebook *, const alea_notebook_filter *, unsigned batch,
                                        int64_t now, alea_notebook_history **out, alea_error *);
ALEA_API void alea_notebook_history_free(alea_notebook_history *); /**< accepts NULL */

/** Exports a selection as JSON text. The caller frees it with alea_text_free. JSON: alea ("notebook"),
 *  version, games, seats, cards: objects with the columns of the tables. */
ALEA_API alea_status alea_notebook_export(alea_notebook *, const alea_notebook_filter *, char **out,
                                          alea_error *);

/** Permanently deletes a selection and its cards, and the copies that upgrades made. *games is the number of games affected.
 *  Deleting a player keeps the other seats of their games. */
ALEA_API alea_status alea_notebook_delete(alea_notebook *, const alea_notebook_filter *, uint64_t *games,
                                          alea_error *);

/** A card: a position in which a player made a mistake. A card is in a box, at first box 0. A right answer moves it
 *  to the next box, a wrong one back to box 0. A card in box 1, 2, … is due again after 1, 3, 7, 21, 60 and 180
 *  days, a card in box 0 at once. (Leitner, So lernt man lernen, 1972.) */
typedef struct alea_card_move {
    char *name;
    double value, cost;
} alea_card_move;
typedef struct alea_card {
    int64_t id, due;
    unsigned box;
    uint64_t asked, right;
    char *player, *game, *position, *why, *chosen, *best;
    alea_objective objective;
    double cost;
    alea_card_move *move;
    size_t moves;
} alea_card;
/** Lists at most `most` of the cards that are due, the costliest mistake first. The caller frees the list with
 *  alea_notebook_cards_free. */
ALEA_API alea_status alea_notebook_due(alea_notebook *, const alea_notebook_filter *, int64_t now,
                                       size_t most, alea_card **out, size_t *count, alea_error *);
ALEA_API void alea_notebook_cards_free(alea_card *, size_t count); /**< accepts NULL with a count of 0 */
/** Records an answer; *due is when the card is due again. */
ALEA_API alea_status alea_notebook_answer(alea_notebook *, int64_t card, bool right, int64_t now,
                                          int64_t *due, alea_error *);

#ifdef __cplusplus
}
#endif
#endif
