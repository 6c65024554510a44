#ifndef ALEA_CONTEST_H
#define ALEA_CONTEST_H
/** An exact round robin: every strategy against every other, without playing a game.
 *
 *  Contests exist for families whose strategies are functions of the two scores (Hog). Entries are files: Python,
 *  Lua, WebAssembly, or a table in CSV. Each is tabulated several times. An entry that contradicts itself, fails or
 *  gives an illegal answer is disqualified, with a reason; this does not affect the other results. Tables and
 *  results are stored in a database, so no work is done twice and an interrupted contest can be resumed. A build
 *  without SQLite refuses to use a database (ALEA_E_REFUSED); one without wasmtime accepts only Lua and CSV (else
 *  ALEA_E_SANDBOX).
 *
 *      alea_contest *contest;
 *      alea_contest_run(game, paths, count, sandbox, &(alea_contest_options){.database = "results.db"}, &contest, &error);
 *      const alea_contest_entry *winner = &contest->entry[contest->ranking[0]];
 *      printf("%s won %u matches\n", winner->name, winner->matches_won);
 *      alea_contest_free(contest);
 */

#include <alea/bot.h>
#include <alea/submissions.h>
#include <alea/table.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A match is won above this mean win rate. */
#define ALEA_CONTEST_WIN 0.500001

/** Where strategies won equally many matches. */
typedef enum alea_tie_break {
    ALEA_TIES_SHARE,  /**< they share a rank */
    ALEA_TIES_BY_RATE /**< the higher mean rate comes first; equal ones share a rank */
} alea_tie_break;

/** The version of Python that runs strategies. The Python of their authors may be another one. */
#define ALEA_CONTEST_PYTHON "3.14"

/** Zero means the default for every field. */
typedef struct alea_contest_options {
    size_t size;            /**< set by ALEA_CONTEST_OPTIONS_INIT; see status.h */
    const char *database;   /**< a SQLite file, created if it does not exist; NULL: nothing is stored */
    unsigned threads;       /**< default: all cores */
    uint64_t fuel;          /**< for one pass over all answers of a strategy; default ALEA_PYTHON_FUEL */
    alea_progress progress; /**< unit: strategies judged plus pairs computed */
    /** The submissions, instead of `paths`. Must outlive the contest. NULL: the contest reads the paths with
     *  alea_submissions_read, without a deadline. */
    const alea_submissions *submissions;
    alea_tie_break tie_break;
    uint64_t seed;    /**< of the random numbers that strategies may ask for while they are judged */
    const char *salt; /**< of a commitment to the seed, for views; must outlive the contest. NULL: none */
} alea_contest_options;
#define ALEA_CONTEST_OPTIONS_INIT {.size = sizeof(alea_contest_options)}

typedef enum alea_award { ALEA_NO_AWARD, ALEA_FIRST, ALEA_SECOND, ALEA_THIRD } alea_award;

typedef struct alea_contest_entry {
    /** PLAYER_NAME, or the `name` of a bot in Lua, made printable and truncated to 200 bytes, markup unchanged. A
     *  disqualified entry keeps its name if the file has it as plain text. Otherwise the file's name without its
     *  extension. May be empty; several entries may have the same name. */
    const char *name;
    const char *file;   /**< the path as given or found; may contain any bytes */
    bool ok;            /**< false: disqualified */
    const char *reason; /**< why it is disqualified, as a sentence; NULL when ok */
    /** Why it is disqualified, as a word: syntax, error, name, function, answer, impure, fuel, memory, trap, size,
     *  file; `table` for tables; `bot` for Lua and WebAssembly files that cannot be opened; `stopped` if the contest
     *  stopped before this entry was asked. NULL when ok. */
    const char *what;
    const char *printed; /**< its printed output, unchanged, for its author only; may be empty */
    /** Its table, side x side, [own * side + opponent]; NULL when disqualified. */
    const unsigned char *moves;
    unsigned matches_won;
    unsigned rank; /**< 1, 1, 3 …: bots of the game's own do not move entries down; 0 when disqualified */
    alea_award
        award; /**< by rank; equal ranks get the same award, and those bots none. None without a second entry */
    double mean_rate; /**< mean rate against the other entries that are ok; NaN if there are none */
} alea_contest_entry;

typedef struct alea_contest {
    const char *game; /**< canonical spec */
    uint32_t side, most;
    unsigned count; /**< number of entries; they are sorted by the bytes of their paths */
    alea_contest_entry *entry;
    /** Indices of the entries that are ok, best first; equal ranks in the order of entries. */
    unsigned *ranking;
    unsigned ranked;
    /** [i * count + j]: the exact mean win rate of entry i against entry j; 0.5 on the diagonal, NaN if either is
     *  disqualified. The error is below `error_bound`; [i][j] + [j][i] is exactly 1. */
    double *rate;
    double error_bound;
    /** Pairs of different entries that are ok: computed, taken from the database, or with equal tables (which score
     *  one half each). */
    uint64_t pairs;
    /** Pairs of different tables computed now, each counted once however many entries share them. */
    uint64_t pairs_computed;
    uint64_t pairs_kept; /**< likewise, taken from the database */
    /** Files tabulated now; the others were in the database or equal a file that was tabulated. */
    uint64_t tabulated;
    uint64_t left_out;  /**< files in the folders whose names are not those of strategies */
    const char *python; /**< ALEA_CONTEST_PYTHON; NULL: no entry is in Python */
    bool stopped; /**< the progress callback asked to stop: rates not computed are NaN, nothing is ranked */
    const alea_submissions
        *submissions; /**< from which the entries come; those that do not count are no entries */
    const unsigned *
        submission; /**< by entry: its index in `submissions`; of several with its file the first that counts */
    alea_tie_break tie_break;
    uint64_t seed;    /**< as in the options */
    const char *salt; /**< likewise */
} alea_contest;

/** Runs a contest. `paths` are `count` files and folders. A folder contributes all files in it and its subfolders
 *  that end in .py, .lua, .wasm or .csv (or .PY …), except those whose names begin with a dot. A file found twice
 *  counts once; two files are two entries, whatever their names. A file that is invalid or cannot be read becomes a
 *  disqualified entry and does not affect the other results. So does a symbolic link to a file; alea never follows
 *  it.
 *
 *  Fails with ALEA_E_FILE (no such path; a folder without entries; a database that is damaged, from a newer
 *  version, or not a database), ALEA_E_USAGE (a path that is neither .py, .lua, .wasm, .csv nor a folder; files
 *  that need a sandbox if there is none), ALEA_E_REFUSED (a family without contests; a database in use by another
 *  program), ALEA_E_WRITE (a database that cannot be created or written), ALEA_E_SANDBOX and ALEA_E_MEMORY. Work
 *  finished before the failure stays in the database.
 *
 *  The result depends only on the game, the files, the fuel and the seed. Threads and the contents of the database affect
 *  only the counts pairs_computed, pairs_kept and tabulated. The caller frees `*out` with alea_contest_free.
 */
ALEA_API alea_status alea_contest_run(const alea_game *, const char *const *paths, size_t count,
                                      alea_sandbox *, const alea_contest_options *, alea_contest **out,
                                      alea_error *);
ALEA_API void alea_contest_free(alea_contest *); /**< accepts NULL */

/** Returns whether a game has contests, that is, whether its strategies are functions of the two scores. Scores are 0
 *  … side - 1 and answers 0 … most. Both pointers may be NULL. */
ALEA_API bool alea_contest_shape(const alea_game *, uint32_t *side, uint32_t *most);

/** Notes for people about a game's rules, in whole sentences, such as their origin, an example that contradicts
 *  them, or what their author may have forgotten; NULL if there are none. */
ALEA_API const char *alea_contest_note(const alea_game *);

/** Whether strategies in Python may import `hog`, whose helpers follow the rules of this game. */
ALEA_API bool alea_contest_has_helpers(const alea_game *);

/** One file judged as in a contest, so that students can check it before they hand it in. */
typedef struct alea_strategy {
    const char *name, *file; /**< these, and those up to `moves`, as in alea_contest_entry */
    bool ok;
    const char *reason, *what, *printed;
    const unsigned char *moves;
    uint32_t side, most;
    uint64_t fuel;          /**< used, up to the first failure or by all three passes; 0 for tables */
    uint64_t fuel_limit;    /**< for each pass */
    uint32_t printed_lines; /**< lines that it printed, also those that are not in `printed` */
    const char *python;     /**< ALEA_CONTEST_PYTHON; NULL if it is not in Python */
} alea_strategy;

/** Judges one file. The options may be NULL; only `fuel`, `threads` and `progress` are used, whose unit is answers in all passes (0 of 0
 *  while Python is asked). A file that is invalid or cannot
 *  be read is disqualified, which is not an error. Fails where a contest would fail (ALEA_E_USAGE, ALEA_E_REFUSED,
 *  ALEA_E_SANDBOX, ALEA_E_MEMORY, ALEA_E_STOPPED). */
ALEA_API alea_status alea_contest_judge(const alea_game *, const char *file, alea_sandbox *,
                                        const alea_contest_options *, alea_strategy **out, alea_error *);
ALEA_API void alea_strategy_free(alea_strategy *); /**< accepts NULL */

/** Exact win rates of one table against another: moving first, moving second, and the mean of both. */
typedef struct alea_rates {
    alea_interval first, second, mean;
} alea_rates;

/** Computes the rates of the table `moves` against `count` others. `moves` has side * side bytes; `against` holds
 *  `count` such tables, one after the other. `out` receives `count` rates. Answers above `most` fail with
 *  ALEA_E_RANGE. */
ALEA_API alea_status alea_contest_rates(const alea_game *, const unsigned char *moves,
                                        const unsigned char *against, size_t count, alea_rates *out,
                                        alea_error *);

/** Zero means the default for every field. */
typedef struct alea_scores_only_options {
    size_t size;            /**< set by ALEA_SCORES_ONLY_OPTIONS_INIT; see status.h */
    unsigned starts;        /**< strategies from which the search begins; default 20, at most 10000 */
    uint64_t seed;          /**< of those that begin at random */
    unsigned threads;       /**< default: all cores */
    alea_progress progress; /**< unit: starts */
} alea_scores_only_options;
#define ALEA_SCORES_ONLY_OPTIONS_INIT {.size = sizeof(alea_scores_only_options)}

/** The best strategy of the two scores alone against one opponent or several. */
typedef struct alea_scores_only {
    /** Proved to be the best: one opponent, in a game whose positions are just the two scores. Otherwise the best of
     *  `starts` strategies that no change of a single answer improves. */
    bool proved;
    unsigned starts, best_start; /**< searches, and the first that led to `moves` (from 0); 0 if proved */
    uint32_t side;
    unsigned char *moves; /**< its table, [own * side + opponent] */
    alea_interval rate;   /**< its mean win rate: over moving first and second, and over the opponents */
    /** The earnings of a player who also sees the game's memory and the identity of each opponent: no strategy that
     *  depends only on the scores earns more than its upper bound. */
    alea_interval ceiling;
    size_t opponents;
    unsigned beaten; /**< opponents against which its mean win rate is above ALEA_CONTEST_WIN */
} alea_scores_only;

/** Finds the best strategy of the two scores alone against `count` bots of the game, at least 1, each a program, a
 *  table or a built-in bot. The same arguments give the same result, whatever the number of threads. Fails with
 *  ALEA_E_REFUSED (a family without contests, or that cannot do this; a bot without exact results), ALEA_E_USAGE (a bot
 *  of another game), ALEA_E_RANGE, ALEA_E_STOPPED and ALEA_E_MEMORY. The caller frees `*out` with
 *  alea_scores_only_free. */
ALEA_API alea_status alea_contest_scores_only(const alea_game *, alea_bot *const *against, size_t count,
                                              const alea_scores_only_options *, alea_scores_only **out,
                                              alea_error *);
ALEA_API void alea_scores_only_free(alea_scores_only *); /**< accepts NULL */

/** Writes a strategy's table as CSV, which a contest and `table:FILE.csv` accept. ALEA_E_RANGE: an answer above the
 *  most; ALEA_E_WRITE. */
ALEA_API alea_status alea_contest_table_write(const alea_game *, const unsigned char *moves, const char *path,
                                              alea_error *);

#ifdef __cplusplus
}
#endif
#endif
