#ifndef ALEA_NOTEBOOK_H
#define ALEA_NOTEBOOK_H
/** The notebook: reviewed games kept in one file, what they show over time, and one's own mistakes asked again.
 *
 *  It is a SQLite database, upgraded by numbered migrations. Two programs may use one at the same time: each change is a
 *  transaction, and whoever comes second waits for up to ten seconds. The library is told what time it is: seconds since
 *  1970-01-01, UTC.
 *
 *      alea_notebook *notebook;
 *      alea_notebook_open("/home/ann/.local/share/alea/notebook.db", &notebook, &error);
 *      alea_notebook_keep(notebook, reviewer, review, 1, now, &added, &error);
 *      alea_notebook_close(notebook);
 *
 *  All functions fail with ALEA_E_WRITE where the file cannot be written or is held by another program, with ALEA_E_FILE
 *  where it is damaged, no notebook, or of a newer version of alea. For one thread at a time.
 *  In a build without SQLite alea_notebook_open is ALEA_E_REFUSED. */

#include <alea/review.h>

typedef struct alea_notebook alea_notebook;

/** Makes the file when it is not there; its folder must be. */
ALEA_API alea_status alea_notebook_open(const char *path, alea_notebook **out, alea_error *);
ALEA_API void alea_notebook_close(alea_notebook *); /**< accepts NULL */

/** Keeps a review of a finished game, once: *added is false when the game is there already for that objective. `cards` has a
 *  bit for each seat whose inaccuracies and worse are to be asked again. ALEA_E_STATE for a game that goes on. */
ALEA_API alea_status alea_notebook_keep(alea_notebook *, alea_reviewer *, const alea_review *, unsigned cards,
                                        int64_t now, bool *added, alea_error *);

/** Which part: NULL is all. A game by its name (`pig`) or its spec; a player as the record has it, or `Ann` for
 *  `human(Ann)`. */
typedef struct alea_notebook_part {
    const char *game, *player;
} alea_notebook_part;

/** One seat of one kept game. */
typedef struct alea_notebook_entry {
    int64_t when; /**< it was kept */
    char *game, *player;
    alea_objective objective;
    unsigned seat;
    double result, start, luck, mistakes, opponents_mistakes, adjusted;
    uint64_t decisions, inaccuracies, mistaken, blunders;
} alea_notebook_entry;

/** Mistakes of a player in one game over some time. */
typedef struct alea_notebook_trend {
    char *game, *player;
    alea_objective objective;
    int64_t from; /**< Monday, or when the first game of the batch was kept */
    uint64_t games, decisions;
    double cost;  /**< per decision */
    double error; /**< its standard error, from the games; NaN for one game alone */
    double luck;  /**< per game */
} alea_notebook_trend;

typedef struct alea_notebook_history {
    alea_notebook_entry *entry; /**< newest first */
    size_t entries;
    alea_notebook_trend *trend; /**< by player and game, oldest first */
    size_t trends;
    uint64_t games; /**< kept ones of that part */
    uint64_t cards, due;
} alea_notebook_history;

/** `batch`: trends by so many games; 0: by week. */
ALEA_API alea_status alea_notebook_read(alea_notebook *, const alea_notebook_part *, unsigned batch,
                                        int64_t now, alea_notebook_history **out, alea_error *);
ALEA_API void alea_notebook_history_free(alea_notebook_history *); /**< accepts NULL */

/** Everything, or a part, as one JSON text, freed by alea_notebook_text_free.
 *  JSON: alea ("notebook"), version, games, seats, cards: objects with the columns of the tables. */
ALEA_API alea_status alea_notebook_export(alea_notebook *, const alea_notebook_part *, char **out,
                                          alea_error *);
ALEA_API void alea_notebook_text_free(char *);

/** Deletes a part for good, with its cards; *games is of how many games something is gone. Of a player's games the other seats
 *  stay. */
ALEA_API alea_status alea_notebook_delete(alea_notebook *, const alea_notebook_part *, uint64_t *games,
                                          alea_error *);

/** Cards: positions in which somebody erred. A card lies in a box, 0 at first; a right answer moves it to the next box, a
 *  wrong one to box 0. From box 1, 2, … it comes back after 1, 3, 7, 21, 60 and 180 days; from box 0 at once. (Leitner, So
 *  lernt man lernen, 1972.) */
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
/** What is due now, worst first, at most `most`; the list is freed by alea_cards_free. */
ALEA_API alea_status alea_notebook_due(alea_notebook *, const alea_notebook_part *, int64_t now, size_t most,
                                       alea_card **out, size_t *count, alea_error *);
ALEA_API void alea_cards_free(alea_card *, size_t count);
/** Notes an answer; *due is when the card comes back. */
ALEA_API alea_status alea_notebook_answered(alea_notebook *, int64_t card, bool right, int64_t now,
                                            int64_t *due, alea_error *);

#endif
