#ifndef ALEA_TABLE_H
#define ALEA_TABLE_H
/** Exact values: solving a game, and querying the solution.
 *
 *  A table holds a proved interval for the value of every position in which a turn begins. Positions within a turn
 *  are computed from these on request. `lower <= value <= upper` always holds; alea_table_verify checks it by an
 *  independent method.
 *
 *      alea_table *table;
 *      alea_table_solve(game, ALEA_WIN, NULL, &table, &error);
 *      alea_table_facts facts;
 *      alea_table_get_facts(table, &facts);
 *      printf("%.15f\n", (facts.start.lower + facts.start.upper) / 2);
 *      alea_table_free(table);
 */

#include <alea/game.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A closed interval that contains the true value. Unit: probability for ALEA_WIN, dollars for ALEA_MONEY, points for
 *  ALEA_SCORE, turns for ALEA_TURNS. */
typedef struct alea_interval {
    double lower, upper;
} alea_interval;

typedef struct alea_table alea_table;

/** Zero means the default for every field. */
typedef struct alea_solve_options {
    size_t size; /**< set by ALEA_SOLVE_OPTIONS_INIT; see status.h */
    /** The widest interval allowed in any position that can be reached from the start before anybody has passed the
     *  goal. Default: 1e-12 for probabilities, otherwise 1e-12 of the greatest value but at least 1e-9. Where
     *  rounding errors add up to more, the default is what double precision gives: 1e-14 times the goal above 100
     *  for games like Pig, such as 1e-11 at 1,000 and 1e-10 at 10,000. ALEA_E_RANGE if double precision cannot
     *  reach the given tolerance. */
    double tolerance;
    unsigned threads; /**< default: all cores */
    /** Memory limit in bytes; default: none. A game that needs more fails with ALEA_E_REFUSED before any work; the
     *  message says how much it needs. */
    uint64_t memory;
    alea_progress progress;   /**< unit: positions in which a turn begins */
    const alea_table *resume; /**< an unfinished table of the same game and objective to resume */
    /** 0: solve exactly. 1 … 1,000,000 (else ALEA_E_RANGE): build a sampled model, in families that have them. This
     *  many random rolls for each position then replace all possible ones. The values are claims of the model, not
     *  proved bounds. */
    uint64_t samples;
    uint64_t seed; /**< the seed of these rolls */
    /** Called now and then with an unfinished table, in games that are solved layer by layer. Written with
     *  alea_table_write, it is what `resume` continues after a crash; the results are the same. It may be read during
     *  the call only, which comes from the calling thread. */
    void (*keep)(void *user, const alea_table *unfinished);
    void *keep_user;
    double
        keep_every; /**< seconds between two calls of `keep` at least, of which these take a twentieth at most */
    /** Limit of the fuel for all answers of a program that is asked everywhere; default: none. ALEA_E_REFUSED if a program
     *  takes more. */
    uint64_t fuel;
    /** With three players or more: find an equilibrium. Such a table has facts, answers, and matrices, one for each place from the
     *  player to move on; it is not written to files. */
    bool equilibrium;
} alea_solve_options;
#define ALEA_SOLVE_OPTIONS_INIT {.size = sizeof(alea_solve_options)}

/** Solves a game: computes the value of every position under optimal play.
 *
 *  Fails with ALEA_E_USAGE if the game lacks the objective or has three players or more (there is no single
 *  optimum; see `equilibrium`); with ALEA_E_REFUSED if no value can be proved (a position without a path to the end, a game that a
 *  player could prolong for ever, too much memory), with the reason; and with ALEA_E_RANGE. Fails with
 *  ALEA_E_STOPPED if the progress callback asked to stop: *out is then an unfinished table, which can be written
 *  and resumed, or NULL if the game is not solved layer by layer. The table keeps a pointer to the game. The caller
 *  frees it with alea_table_free.
 */
ALEA_API alea_status alea_table_solve(const alea_game *, alea_objective, const alea_solve_options *,
                                      alea_table **out, alea_error *);
ALEA_API void alea_table_free(alea_table *); /**< accepts NULL */

typedef struct alea_table_facts {
    const char *game;         /**< canonical spec */
    const char *rules_sha256; /**< of the rule file it was made with */
    const char *against;      /**< for a best response: the spec of the bot it responds to; else NULL */
    alea_objective objective;
    /** 0, or the samples of a sampled model: its intervals have no width and hold only its claims. */
    uint64_t samples;
    uint64_t seed;        /**< of a sampled model */
    alea_interval start;  /**< value of the start for the player who moves first */
    alea_interval second; /**< value for the other player (two players; else equal to start) */
    uint64_t states;      /**< positions of the player to move, including those within turns */
    uint64_t stored;      /**< positions in which a turn begins */
    double width;         /**< the widest interval among the positions that `tolerance` applies to */
    bool complete;
    /** For three players and more: how many, else 0. The values of each seat are those of one equilibrium; others may exist. `epsilon`
     *  is proved: no player can gain more by other decisions, at the beginning of any turn; NaN for one player or two. */
    unsigned seats;
    alea_interval seat[ALEA_MAX_SEATS];
    double epsilon;
} alea_table_facts;
/** Writes what is known about a table. The strings belong to it. */
ALEA_API void alea_table_get_facts(const alea_table *, alea_table_facts *out);
/** Computes exactly what a player who follows the table earns from the start of a one-player game. For a table of
 *  proved values this equals the value of the start; for a sampled model it is worse than the model's claim. Fails
 *  with ALEA_E_REFUSED for unfinished tables and for families without this computation. Only the options `threads`
 *  and `progress` are used. */
ALEA_API alea_status alea_table_evaluate(const alea_table *, const alea_solve_options *, alea_interval *out,
                                         alea_error *);
/** Returns the table's game. */
ALEA_API const alea_game *alea_table_game(const alea_table *);

/** A matrix of proved bounds: for each row and column a position in which a turn begins. `row` and `column` say what they count, such
 *  as `own` and `other` points. Bounds are NaN where there is no such position. Everything belongs to the table. */
typedef struct alea_matrix {
    const char *name, *row, *column;
    uint32_t rows, columns;
    const double *lower, *upper; /**< [row * columns + column] */
} alea_matrix;
/** Writes matrix `index` of a table; false past the last. Which there are depends on the family: docs/tables.md. */
ALEA_API bool alea_table_matrix(const alea_table *, unsigned index, alea_matrix *out);

/** A move and its value to the player to move. */
typedef struct alea_move_value {
    uint32_t move;
    const char *name;
    alea_interval value;
} alea_move_value;
typedef struct alea_answer {
    alea_interval value;
    /** Index of the best move; among moves that cannot be distinguished, the first in the family's tie order. */
    unsigned best;
    bool tied; /**< whether another move's interval overlaps the best one's */
    unsigned count;
    alea_move_value *move; /**< owned; freed by alea_answer_free */
} alea_answer;

/** Computes the values of a position and its moves, for the player to move. `state` must be a position of the
 *  table's game in which a decision or a forced roll is due. Fails with ALEA_E_STATE for other positions, and for
 *  scores beyond the table. Thread-safe. Free `out` with alea_answer_free. */
ALEA_API alea_status alea_table_ask(const alea_table *, const alea_state *, alea_answer *out, alea_error *);
ALEA_API void alea_answer_free(alea_answer *); /**< frees the moves, not the struct; accepts NULL */

/** A key of a position, with its value. alea_game_key lists the keys; each may be given once, and omitted keys have
 *  their defaults. alea_game_parse_state fails with ALEA_E_USAGE for keys that are unknown (the message suggests
 *  the nearest), missing or given twice; with ALEA_E_RANGE for values that cannot be read; and with ALEA_E_STATE
 *  for impossible positions, with the reason. */
typedef struct alea_setting {
    const char *key;
    const char *value;
} alea_setting;
ALEA_API alea_status alea_game_parse_state(const alea_game *, const alea_setting *, size_t count,
                                           alea_state *out, alea_error *);
/** Like alea_game_parse_state, but also accepts positions that play cannot reach if the equations of the game give
 *  them a value, such as a banked score of 1 in Pig, or an opponent who has reached the goal. `note` then says why
 *  play cannot reach them; otherwise it is empty. alea_table_ask answers for such a position. */
ALEA_API alea_status alea_game_parse_any_state(const alea_game *, const alea_setting *, size_t count,
                                               alea_state *out, alea_note *note, alea_error *);

/** Writes a table to a file, completely or not at all. The file is HDF5 behind a user block of 512 bytes, with a
 *  magic word and the SHA-256 of the rest; see docs/tables.md. */
ALEA_API alea_status alea_table_write(const alea_table *, const char *path, alea_error *);
/** Reads a table back; the SHA-256 is checked before anything else. If `game` is NULL, the game that the file names
 *  is opened, from inside the library or from its rule file, and the table owns it. Fails with ALEA_E_FILE, with the
 *  reason: truncated, changed, not a table, made by other rules, of another game. Unfinished tables open too
 *  (`complete` is false). */
ALEA_API alea_status alea_table_open(const alea_game *, const char *path, alea_table **out, alea_error *);

/** The result of checking the certificate. alea_table_verify recomputes every stored bound by one Bellman step in
 *  exact integer arithmetic, without using any code of the solver. */
typedef struct alea_verdict {
    bool holds;
    uint64_t checked; /**< positions checked */
    char reason[600]; /**< empty if it holds; else names the position and both numbers */
} alea_verdict;
ALEA_API alea_status alea_table_verify(const alea_table *, const alea_progress *, alea_verdict *out,
                                       alea_error *);

#ifdef __cplusplus
}
#endif
#endif
