#ifndef ALEA_TABLE_H
#define ALEA_TABLE_H
/** Exact values: solving a game, and asking what was found.
 *
 *  A table holds a proved interval for the value of every position in which a turn begins; positions within a turn are
 *  worked out from these when they are asked for. `lower <= value <= upper` always holds; alea_table_verify checks it by a
 *  method of its own.
 *
 *      alea_table *table;
 *      alea_solve(game, ALEA_WIN, NULL, &table, &error);
 *      alea_table_facts facts = alea_table_about(table);
 *      printf("%.15f\n", (facts.start.lower + facts.start.upper) / 2);
 *      alea_table_free(table);
 */

#include <alea/game.h>

/** A closed interval that holds the true value. Unit: probability for ALEA_WIN, dollars for ALEA_MONEY, points for
 *  ALEA_SCORE, turns for ALEA_TURNS. */
typedef struct alea_interval {
    double lower, upper;
} alea_interval;

typedef struct alea_table alea_table;

/** Zero means the default everywhere. */
typedef struct alea_solve_options {
    double
        tolerance; /**< widest interval at the positions that play from the start can reach before anybody has passed the
                           goal; default 1e-12 for probabilities, otherwise 1e-12 of the greatest value, at least 1e-9. Where
                           rounding errors add up to more, the default is what double precision gives: 1e-14 times the goal
                           above 100 for games like Pig, such as 1e-11 at 1,000 and 1e-10 at 10,000.
                           ALEA_E_RANGE where double precision cannot give it */
    unsigned threads; /**< default: all cores */
    uint64_t
        memory; /**< bytes that the work may take; more is ALEA_E_REFUSED, which says how much it would be, before
                           anything is begun. Default: no limit */
    alea_progress progress;   /**< unit: positions in which a turn begins */
    const alea_table *resume; /**< an unfinished table of the same game and objective to go on with */
    uint64_t
        samples; /**< 0: exactly. Else a sampled model, of the families that have these: so many random rolls for each
                           position, 1 … 1,000,000 (ALEA_E_RANGE), stand for all that there are. Its values are what the
                           model claims, and prove nothing */
    uint64_t seed; /**< of these rolls */
} alea_solve_options;

/** The best that the player to move can do, everybody playing best. Fails with ALEA_E_USAGE (the game does not have the
 *  objective; three players or more: no single optimum exists), ALEA_E_REFUSED (says why no value can be proved: a
 *  position without a way to the end, a game that somebody could keep from ending, too much memory), ALEA_E_RANGE.
 *  ALEA_E_STOPPED when the progress callback asked for it: *out then is an unfinished table, to be written and gone on
 *  with, or NULL where the work is not done layer by layer. The table keeps a pointer to the game. */
ALEA_API alea_status alea_solve(const alea_game *, alea_objective, const alea_solve_options *,
                                alea_table **out, alea_error *);
ALEA_API void alea_table_free(alea_table *);

typedef struct alea_table_facts {
    const char *game;         /**< canonical spec */
    const char *rules_sha256; /**< of the rule file that it was made with */
    const char *against;      /**< for a best reply, the spec of the bot that it answers; else NULL */
    alea_objective objective;
    uint64_t
        samples; /**< 0, or more for a sampled model: then intervals have no width, and hold only what it claims */
    uint64_t seed;        /**< of a sampled model */
    alea_interval start;  /**< value of the beginning for the player who moves first */
    alea_interval second; /**< and for the one who does not (two players; else equal to start) */
    uint64_t states;      /**< positions of the player to move, those within turns included */
    uint64_t stored;      /**< positions in which a turn begins */
    double width;         /**< the widest interval among those within the tolerance's reach */
    bool complete;
} alea_table_facts;
ALEA_API alea_table_facts alea_table_about(const alea_table *);
/** What playing by the table really earns from the start of a one-player game, exactly. For a table of proved values that is
 *  their value again; for a sampled model it is worse than what the model claims. ALEA_E_REFUSED for unfinished tables and for
 *  families that cannot tell. Of the options, threads and progress count. */
ALEA_API alea_status alea_table_earns(const alea_table *, const alea_solve_options *, alea_interval *out,
                                      alea_error *);
ALEA_API const alea_game *alea_table_game(const alea_table *);

/** What a position is worth to the player to move, and each move. */
typedef struct alea_move_value {
    uint32_t move;
    const char *name;
    alea_interval value;
} alea_move_value;
typedef struct alea_answer {
    alea_interval value;
    unsigned
        best; /**< index of the best move; of moves that cannot be told apart the first in the family's order of ties */
    bool tied; /**< another move's interval overlaps the best one's */
    unsigned count;
    alea_move_value *move; /**< owned; freed by alea_answer_free */
} alea_answer;

/** `state` must belong to the table's game and be one in which somebody decides or must roll; otherwise, and where scores
 *  are beyond the table's, ALEA_E_STATE. Safe from many threads. */
ALEA_API alea_status alea_table_ask(const alea_table *, const alea_state *, alea_answer *out, alea_error *);
ALEA_API void alea_answer_free(alea_answer *); /**< the moves, not the struct; accepts NULL */

/** A position in words: keys as alea_game_key lists them, each at most once; those left out have their defaults.
 *  ALEA_E_USAGE for keys that are unknown (names the nearest), missing or given twice; ALEA_E_RANGE for values that cannot
 *  be read; ALEA_E_STATE for positions that cannot occur, with the reason. */
typedef struct alea_setting {
    const char *key;
    const char *value;
} alea_setting;
ALEA_API alea_status alea_game_state(const alea_game *, const alea_setting *, size_t count, alea_state *out,
                                     alea_error *);

/** Files: HDF5 behind a user block of 512 bytes with a magic word and the SHA-256 of the rest, which is checked before
 *  anything else; see docs/tables.md. Written whole or not at all. Both functions are ALEA_E_REFUSED in a build without
 *  HDF5 (docs/c-api.md, "A smaller library"). */
ALEA_API alea_status alea_table_write(const alea_table *, const char *path, alea_error *);
/** Reads a table back. `game` NULL: the game that the file names, opened from inside the library or from its rule file,
 *  and owned by the table. ALEA_E_FILE says what is wrong: cut short, changed, not a table, made by other rules, of
 *  another game. Unfinished tables open too (`complete` is false). */
ALEA_API alea_status alea_table_open(const alea_game *, const char *path, alea_table **out, alea_error *);

/** Checks the certificate: every stored bound is recomputed by one step of the game in exact integer arithmetic, which
 *  shares nothing with the solver. */
typedef struct alea_verdict {
    bool holds;
    uint64_t checked; /**< positions looked at */
    char reason[600]; /**< empty when it holds; else names the position and both numbers */
} alea_verdict;
ALEA_API alea_status alea_table_verify(const alea_table *, const alea_progress *, alea_verdict *out,
                                       alea_error *);

#endif
