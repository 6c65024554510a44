#ifndef ALEA_BOT_H
#define ALEA_BOT_H
/** Bots: anything that decides.
 *
 *  A bot is opened for one game by its spec: a built-in policy such as `hold(25)` or `hold:25`, a table
 *  `table:FILE.csv` or `table:FILE.h5`, or a file `FILE.lua`, `FILE.wasm` or, in families with contests, `FILE.py`.
 *  `NAME=SPEC` gives the bot a name. WebAssembly and Python need a sandbox, which holds the engine, the compile cache
 *  and the limits.
 *
 *      alea_sandbox *sandbox;
 *      alea_sandbox_open(&(alea_sandbox_options){ .cache_folder = "/home/me/.cache/alea" }, &sandbox, &error);
 *      alea_bot *bot;
 *      alea_bot_open(game, "racer.wasm", sandbox, &bot, &error);
 */

#include <alea/game.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct alea_sandbox alea_sandbox;
typedef struct alea_bot alea_bot;

/** Zero means the default for every field. */
typedef struct alea_sandbox_options {
    size_t size; /**< set by ALEA_SANDBOX_OPTIONS_INIT; see status.h */
    /** The folder for compiled components; NULL: none. It is used only if it belongs to the user and no other user
     *  may write to it: see alea_sandbox_cache_trouble. */
    const char *cache_folder;
    /** The component that runs strategies in Python (python.wasm in the installation); NULL: none. */
    const char *python;
    /** WebAssembly instructions per decision; a simple Lua instruction counts as forty. Default ALEA_DEFAULT_FUEL. */
    uint64_t fuel;
    /** Bytes that a bot may use, in each thread; default ALEA_DEFAULT_MEMORY, for Lua ALEA_DEFAULT_LUA_MEMORY. */
    uint64_t memory;
    /** Whether the engine may handle SIGSEGV, SIGBUS, SIGILL and SIGFPE and reserve address space. This makes the
     *  block path about a tenth faster. Set it only if the program has no handlers of its own for these signals. */
    bool may_handle_signals;
    /** The largest WebAssembly file in bytes; ALEA_LARGEST_WASM is the default and the maximum. ALEA_CONTEST_WASM is
     *  recommended for contests between strangers' programs, because larger files may take longer to compile. */
    uint64_t max_size;
    /** The greatest total size of the files in the cache folder, in bytes; beyond it, the least recently used files
     *  are removed. Default ALEA_DEFAULT_CACHE. */
    uint64_t cache_size;
    /** The path of the program alea-worker. It runs WebAssembly and Python in processes that cannot open files or
     *  sockets or start programs: one process for each file, or for the bots of a match. If this is NULL, or if the
     *  options are too short to have this field, opening such files fails with ALEA_E_SANDBOX, unless `no_isolation`
     *  is set. */
    const char *worker;
    bool no_isolation; /**< run WebAssembly and Python in this process; `worker` is then not used */
    /** May be NULL. Called from many threads, several times a second while a function waits for a worker. Once it
     *  returns true, the worker is terminated, and the waiting function fails with ALEA_E_STOPPED. */
    bool (*stopped)(void *user);
    void *user;
    /** Threads that may compile at the same time; default: one for each processor. Workers always compile on one
     *  thread. With `no_isolation` the engine uses either one thread or all of them, so any smaller number counts as
     *  one. */
    unsigned threads;
} alea_sandbox_options;
#define ALEA_SANDBOX_OPTIONS_INIT {.size = sizeof(alea_sandbox_options)}

#define ALEA_DEFAULT_FUEL       UINT64_C(20000000)
#define ALEA_DEFAULT_MEMORY     (UINT64_C(256) << 20)
#define ALEA_DEFAULT_LUA_MEMORY (UINT64_C(16) << 20)
#define ALEA_LARGEST_WASM       (UINT64_C(64) << 20)
#define ALEA_CONTEST_WASM       (UINT64_C(1) << 20)
#define ALEA_DEFAULT_CACHE      (UINT64_C(300) << 20)
/** The size in bytes of the stack for WebAssembly and Python. Workers have one of this size. With `no_isolation`, a
 *  thread that has less gets a second stack of this size, most of which is never used. */
#define ALEA_SANDBOX_STACK (258 << 20)
#define ALEA_PYTHON_FUEL   UINT64_C(100000000000) /**< for all answers together, about ten seconds */

/** Opens a sandbox. The engine starts when the first WebAssembly bot needs it. Bots keep a pointer to their
 *  sandbox, so free it last. Thread-safe. In a build without wasmtime a sandbox only holds the limits of Lua bots;
 *  opening a WebAssembly or Python file in it fails with ALEA_E_SANDBOX. */
ALEA_API alea_status alea_sandbox_open(const alea_sandbox_options *, alea_sandbox **out, alea_error *);
ALEA_API void alea_sandbox_free(alea_sandbox *); /**< accepts NULL */
/** Returns a sentence that says why the cache folder could not be used, or NULL if nothing
 *  went wrong. Show it once: nothing else reports it. The string belongs to the sandbox. */
ALEA_API const char *alea_sandbox_cache_trouble(alea_sandbox *);

/** Nanoseconds of processor time that the sandbox's worker processes have used up to their last answers. Thread-safe. */
ALEA_API uint64_t alea_sandbox_spent(alea_sandbox *);

/** Opens a bot for a game. `sandbox` may be NULL; .wasm and .py files then fail with ALEA_E_USAGE. Also fails with
 *  ALEA_E_SPEC, _UNKNOWN (the message suggests the nearest name), _RANGE, _BOT (the message says what the file is
 *  and what is expected) and _FILE. The bot keeps pointers to the game and the sandbox. The caller frees `*out`
 *  with alea_bot_free. */
ALEA_API alea_status alea_bot_open(const alea_game *, const char *spec, alea_sandbox *, alea_bot **out,
                                   alea_error *);
/** Opens a bot that is another program: `exec:COMMAND` or `NAME=exec:COMMAND`, a command for /bin/sh. It runs WITHOUT A
 *  SANDBOX, with the rights of the calling program, so pass only what its user typed; alea_bot_open refuses such specs with
 *  ALEA_E_REFUSED. Each instance runs the command, and exchanges lines of JSON with it (docs/write-a-bot.md). It runs once
 *  here: ALEA_E_BOT if it does not say what it is. Of `sandbox`, which may be NULL, only `stopped` counts. */
ALEA_API alea_status alea_bot_from_command(const alea_game *, const char *spec, alea_sandbox *,
                                           alea_bot **out, alea_error *);
/** Decides in `count` positions, in each of which a seat is to move: writes a legal move for each. The moves must
 *  depend only on the positions. Called from many threads. To fail, set the error and return its status:
 *  ALEA_E_STOPPED and ALEA_E_MEMORY end the whole computation; any other failure counts against the bot. */
typedef alea_status alea_decide(void *user, const alea_state *, size_t count, uint32_t *move, alea_error *);
/** Makes a bot from a function of the calling program. Exact results and freezing (alea/exact.h) pass up to 8,192
 *  positions in one call. The name is copied; the game and `user` must outlive the bot. The caller frees `*out` with
 *  alea_bot_free. */
ALEA_API alea_status alea_bot_from_function(const alea_game *, const char *name, alea_decide *, void *user,
                                            alea_bot **out, alea_error *);
ALEA_API void alea_bot_free(alea_bot *);              /**< accepts NULL */
ALEA_API const char *alea_bot_name(const alea_bot *); /**< NAME, or the spec as given */
/** The name that a bot in Lua or a program gives itself, printable; NULL if it gives none or NAME was given. */
ALEA_API const char *alea_bot_title(const alea_bot *);
/** `built-in`, `table`, `function`, `lua`, `exec`, `wasm`, `wasm+wasi`. */
ALEA_API const char *alea_bot_kind(const alea_bot *);
/** SHA-256 of the bot's code and limits: bots of one game with the same one play the same. NULL for a function, which has none. */
ALEA_API const char *alea_bot_sha256(const alea_bot *);

/** Whether a program is *pure*: it has no memory, so its answer depends only on the question. A bot that is tested
 *  or declared pure is restored to its start before each question, on every path. This makes its answer a function of
 *  the question even if it does have a memory. */
typedef enum alea_purity {
    ALEA_PURITY_UNKNOWN, /**< neither declared nor tested; also built-in policies and tables, which are not programs */
    ALEA_IMPURE,      /**< it gave two different answers to the same question */
    ALEA_TESTED_PURE, /**< it gave each question the same answer at its start and after other questions */
    ALEA_DECLARED_PURE /**< its file says so (the custom section `alea:pure` of WebAssembly), or alea_bot_declare_pure */
} alea_purity;
/** The purity as far as it is known. Functions that ask in every position test it: alea_bot_check, alea_bot_evaluate,
 *  alea_bot_freeze and alea_table_best_response. */
ALEA_API alea_purity alea_bot_purity(const alea_bot *);
/** `unknown`, `no`, `tested`, `declared`. */
ALEA_API const char *alea_purity_name(alea_purity);
/** Declares that the bot has no memory. Call it before the bot is used. Policies and tables accept it and are
 *  unchanged. Fails with ALEA_E_USAGE if programs of its kind cannot be restored. */
ALEA_API alea_status alea_bot_declare_pure(alea_bot *, alea_error *);

/** How long a bot remembers, if its file declares it. A bot that remembers a whole match plays on one thread, its games in their
 *  order; a match of a tournament ends for it after each block of 4,096 games. */
typedef enum alea_memory {
    ALEA_MEMORY_UNDECLARED, /**< it starts afresh with each block of 4,096 games */
    ALEA_MEMORY_POSITION,   /**< none: it is declared pure */
    ALEA_MEMORY_GAME,
    ALEA_MEMORY_MATCH
} alea_memory;
ALEA_API alea_memory alea_bot_memory(const alea_bot *);

/** The built-in policies of a family, by index from 0: `usage` shows the syntax of the spec, `help` describes the
 *  policy. alea_bot_builtin returns false after the last. */
typedef struct alea_builtin {
    const char *usage;
    const char *help;
    const char *games; /**< the games that support it, in words; NULL for all of the family */
} alea_builtin;
ALEA_API bool alea_bot_builtin(const char *family, size_t index, alea_builtin *out);

/** Why a bot failed in a game. */
typedef enum alea_failure {
    ALEA_NO_FAILURE,
    ALEA_TRAP,    /**< the program stopped or was stopped: WebAssembly trap, Lua error, stack overflow */
    ALEA_FUEL,    /**< a decision used up its fuel */
    ALEA_NO_ROOM, /**< it needed more memory than it may use */
    ALEA_ILLEGAL, /**< the answer is not a legal move */
    ALEA_SKIPPED, /**< not asked again in its block after 16 forfeits */
    ALEA_FAILURE_KINDS
} alea_failure;
ALEA_API const char *alea_failure_name(alea_failure); /**< `trap`, `fuel`, `memory`, `illegal`, `skipped` */

/** The findings of `alea bot check`. */
typedef struct alea_bot_report {
    const char *kind;           /**< as alea_bot_kind */
    const char *what;           /**< a sentence that describes the file; owned by the report */
    const char *const *imports; /**< NULL-terminated; owned by the report */
    uint64_t states;            /**< states in which the bot was asked, in each pass */
    bool sampled;               /**< the bot was asked in a sample of the game's states, not in all */
    bool answers_all;           /**< no decision failed */
    bool deterministic;         /**< two fresh instances with the same seed, asked in the same order, agree */
    bool depends_on_past;       /**< some answer changes with the order of the questions or with the seed */
    bool depends_on_seed;       /**< some answer changes with the seed, in the same order */
    double nanoseconds;         /**< mean processor time per decision */
    double fuel;                /**< mean per decision; 0 where fuel is not counted */
    alea_failure failure;       /**< the first failure, if any */
    char failure_text[256];
    char example[256]; /**< a state in which two answers differ, or in which the bot failed */
    alea_purity
        purity; /**< UNKNOWN: not tested, because it fails, or because that would take too long or is not possible */
    uint64_t
        pure_states; /**< the number of states in which the purity of a bot that is costly to restore was tested; 0: all, or not tested */
} alea_bot_report;
/** Zero means the default for every field. */
typedef struct alea_check_options {
    size_t size;   /**< set by ALEA_CHECK_OPTIONS_INIT; see status.h */
    uint64_t seed; /**< selects the sample of states, and the bot's random numbers */
    /** Returns the processor time of this process in nanoseconds; the library adds that of the workers. NULL: times
     *  are not measured, because the library itself never reads that clock. */
    uint64_t (*clock)(void);
    alea_progress progress; /**< unit: decisions; the total grows when the purity is tested, too */
} alea_check_options;
#define ALEA_CHECK_OPTIONS_INIT {.size = sizeof(alea_check_options)}

/** Asks the bot in every state that its family lists for checks, or in a sample if these are too many for a few
 *  seconds. For two-player races these are states with scores 0 … goal + 100; for more players, always a sample. The
 *  caller frees `*out` with alea_bot_report_free. Fails with ALEA_E_STOPPED if `progress` asks to stop. */
ALEA_API alea_status alea_bot_check(alea_bot *, const alea_check_options *, alea_bot_report **out,
                                    alea_error *);
ALEA_API void alea_bot_report_free(alea_bot_report *); /**< accepts NULL */

#ifdef __cplusplus
}
#endif
#endif
