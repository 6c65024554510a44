#ifndef ALEA_CONTEST_H
#define ALEA_CONTEST_H
/** An exact round robin: every strategy against every other, no game played.
 *
 *  For families whose strategies are functions of the two scores (Hog). Entries are files: Python, Lua, WebAssembly or a table
 *  in CSV. Each is tabulated several times; one that contradicts itself, fails or gives an illegal answer is disqualified
 *  with its reason, and changes nobody else's result. What was tabulated and computed is kept in a database, so that the
 *  same work is never done twice and a contest that was cut short goes on. A build without SQLite refuses to keep a database
 *  (ALEA_E_REFUSED), one without wasmtime takes Lua and CSV only (else ALEA_E_SANDBOX).
 *
 *      alea_contest *contest;
 *      alea_contest_run(game, paths, count, sandbox, &(alea_contest_options){.database = "results.db"}, &contest, &error);
 *      printf("%s won %u matches\n", contest->entry[contest->ranking[0]].name, contest->entry[contest->ranking[0]].matches_won);
 */

#include <alea/bot.h>
#include <alea/table.h>

/** A match is won above this mean rate of winning. */
#define ALEA_CONTEST_WIN 0.500001

/** Zero means the default everywhere. */
typedef struct alea_contest_options {
    const char *database;   /**< SQLite file, made when it is not there; NULL: nothing is kept */
    unsigned threads;       /**< default: all cores */
    uint64_t fuel;          /**< for all answers of one strategy; default ALEA_PYTHON_FUEL */
    alea_progress progress; /**< unit: strategies judged and pairs, of both together */
} alea_contest_options;

typedef enum alea_award { ALEA_NO_AWARD, ALEA_FIRST, ALEA_SECOND, ALEA_THIRD } alea_award;

typedef struct alea_contest_entry {
    /** PLAYER_NAME made printable and cut to 200 bytes, with markup as it is; the file's name without its ending where it
     *  is no Python or did not come so far. May be empty, and the same for several. */
    const char *name;
    const char *file;   /**< the path as given or found; any bytes */
    bool ok;            /**< else disqualified */
    const char *reason; /**< why, as a sentence; NULL when ok */
    /** Why, as a word: syntax, error, name, function, answer, impure, fuel, memory, trap, size, file; for tables `table`,
     *  for Lua and WebAssembly that cannot be opened `bot`; `stopped` where the contest was, before
     *  this one was asked. NULL when ok. */
    const char *what;
    const char *printed; /**< what it printed, for its author only, as it came; may be empty */
    const unsigned char
        *moves; /**< its table, side x side, [own * side + opponent]; NULL when disqualified */
    unsigned matches_won;
    unsigned rank;    /**< 1, 1, 3 …; 0 when disqualified */
    alea_award award; /**< by rank: shared places share */
    double mean_rate; /**< mean over the other entries that are ok; NaN where there is none */
} alea_contest_entry;

typedef struct alea_contest {
    const char *game; /**< canonical spec */
    uint32_t side, most;
    unsigned count; /**< entries, sorted by the bytes of their paths */
    alea_contest_entry *entry;
    unsigned
        *ranking; /**< indices of the entries that are ok, best first; equal ranks in the order of entries */
    unsigned ranked;
    /** [i * count + j]: entry i's exact mean rate of winning against j; 0.5 on the diagonal, NaN where one is disqualified.
     *  The error is below `error_bound`; [i][j] + [j][i] is 1, exactly. */
    double *rate;
    double error_bound;
    uint64_t
        pairs; /**< of different entries that are ok: computed and kept, and those with equal tables (a half each) */
    uint64_t pairs_computed; /**< now; pairs of different tables, each once however many entries have them */
    uint64_t pairs_kept;     /**< likewise, taken from the database */
    uint64_t tabulated; /**< files asked now, the others were in the database or are equal to one asked */
    uint64_t left_out;  /**< files of the folders that are no strategies by their names */
    bool stopped; /**< the progress callback asked for it: rates not computed are NaN, nothing is ranked */
} alea_contest;

/** Files, and folders: of these all files ending in .py, .lua, .wasm or .csv (or .PY …), in folders within too, save those
 *  whose names begin with a dot. A file found twice counts once; two files are two entries, whatever they call themselves. A
 *  file that is wrong in any way, or cannot be read, is an entry that is disqualified, and changes nobody else's result. So is
 *  a link to a file, which never stands for the file itself.
 *
 *  Fails with ALEA_E_FILE (no such path, a folder without entries; a database that is damaged, of a newer version or no
 *  database at all), ALEA_E_USAGE (neither .py, .lua, .wasm, .csv nor a folder; files that need a sandbox when there is none),
 *  ALEA_E_REFUSED (family without contests, database in use by another program), ALEA_E_WRITE (database that cannot be
 *  made or written), ALEA_E_SANDBOX, ALEA_E_MEMORY. What was finished by then stays in the database.
 *
 *  The result depends on the game, the files and the fuel; threads and what the database held do not matter, but for the
 *  counts pairs_computed, pairs_kept and tabulated. */
ALEA_API alea_status alea_contest_run(const alea_game *, const char *const *paths, size_t count,
                                      alea_sandbox *, const alea_contest_options *, alea_contest **out,
                                      alea_error *);
ALEA_API void alea_contest_free(alea_contest *); /**< accepts NULL */

/** Whether a game's strategies are functions of the two scores, so that there are contests of it: scores 0 … side - 1,
 *  answers 0 … most. Both pointers may be NULL. */
ALEA_API bool alea_contest_shape(const alea_game *, uint32_t *side, uint32_t *most);

/** One file, judged as a contest judges it: what a student asks for before handing in. */
typedef struct alea_strategy {
    const char *name, *file; /**< as in alea_contest_entry, as those below */
    bool ok;
    const char *reason, *what, *printed;
    const unsigned char *moves;
    uint32_t side, most;
    uint64_t fuel;       /**< used, by the first failure or by all three askings; 0 for tables */
    uint64_t fuel_limit; /**< for each asking */
} alea_strategy;

/** Of the options only `fuel` and `threads` count; they may be NULL. A file that is wrong or cannot be read is judged so;
 *  fails where a contest would (ALEA_E_USAGE, ALEA_E_REFUSED, ALEA_E_SANDBOX, ALEA_E_MEMORY). */
ALEA_API alea_status alea_contest_judge(const alea_game *, const char *file, alea_sandbox *,
                                        const alea_contest_options *, alea_strategy **out, alea_error *);
ALEA_API void alea_strategy_free(alea_strategy *); /**< accepts NULL */

/** Exact rates of winning of one table against others: `first` when it moves first, `second` when it moves second, and their
 *  mean. */
typedef struct alea_rates {
    alea_interval first, second, mean;
} alea_rates;

/** `moves` has side * side bytes and `against` `count` tables of as many, one after the other; answers above `most` are
 *  ALEA_E_RANGE. `out` gets `count` rates. */
ALEA_API alea_status alea_contest_rates(const alea_game *, const unsigned char *moves,
                                        const unsigned char *against, size_t count, alea_rates *out,
                                        alea_error *);

#endif
