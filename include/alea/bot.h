#ifndef ALEA_BOT_H
#define ALEA_BOT_H
/** Bots: anything that decides.
 *
 *  A bot is opened for one game by its spec: a built-in policy such as `hold(25)`, a table `table:FILE.csv`, or a file
 *  `FILE.lua` or `FILE.wasm`. WebAssembly needs a sandbox, which holds the engine, the compile cache and the limits.
 *
 *      alea_sandbox *sandbox;
 *      alea_sandbox_open(&(alea_sandbox_options){ .cache_folder = "/home/me/.cache/alea" }, &sandbox, &error);
 *      alea_bot *bot;
 *      alea_bot_open(game, "racer.wasm", sandbox, &bot, &error);
 */

#include <alea/game.h>

typedef struct alea_sandbox alea_sandbox;
typedef struct alea_bot alea_bot;

/** Zero means the default everywhere. */
typedef struct alea_sandbox_options {
    const char *cache_folder; /**< where compiled components are kept; NULL: nowhere */
    const char *
        python; /**< the component in which strategies in Python run (python.wasm of the installation); NULL: none */
    uint64_t
        fuel; /**< per decision, in WebAssembly instructions, of which one of Lua counts as ten; default ALEA_DEFAULT_FUEL */
    uint64_t
        memory; /**< bytes a bot may hold, in each thread; default ALEA_DEFAULT_MEMORY, for Lua ALEA_DEFAULT_LUA_MEMORY */
    /** The engine may take SIGSEGV, SIGBUS, SIGILL and SIGFPE for itself, and reserve address space: bots that play whole
     *  blocks are a tenth faster. For a program that has no handlers of its own for them. */
    bool may_handle_signals;
} alea_sandbox_options;

#define ALEA_DEFAULT_FUEL       UINT64_C(20000000)
#define ALEA_DEFAULT_MEMORY     (UINT64_C(256) << 20)
#define ALEA_DEFAULT_LUA_MEMORY (UINT64_C(16) << 20)
#define ALEA_PYTHON_FUEL        UINT64_C(100000000000) /**< for all of a strategy's answers, about ten seconds */

/** The engine starts when the first WebAssembly bot needs it. Bots keep a pointer to their sandbox: free it last.
 *  Safe from many threads. In a build without wasmtime a sandbox holds the limits of Lua bots only, and opening a file in
 *  WebAssembly or Python in it is ALEA_E_SANDBOX. */
ALEA_API alea_status alea_sandbox_open(const alea_sandbox_options *, alea_sandbox **out, alea_error *);
ALEA_API void alea_sandbox_free(alea_sandbox *);
/** Why compiled components could not be kept in the cache folder, in a sentence, or NULL: worth saying once, since nothing
 *  else shows it. It belongs to the sandbox. */
ALEA_API const char *alea_sandbox_cache_trouble(alea_sandbox *);

/** Opens a bot for a game. `sandbox` may be NULL when no file needs one; then a .wasm file is ALEA_E_USAGE.
 *  Fails with ALEA_E_SPEC, _UNKNOWN (names the nearest), _RANGE, _BOT (says what the file is and what is wanted), _FILE. */
ALEA_API alea_status alea_bot_open(const alea_game *, const char *spec, alea_sandbox *, alea_bot **out,
                                   alea_error *);
ALEA_API void alea_bot_free(alea_bot *);
ALEA_API const char *alea_bot_name(const alea_bot *); /**< as a standing shows it: the spec as given */
ALEA_API const char *alea_bot_kind(const alea_bot *); /**< `built-in`, `table`, `lua`, `wasm`, `wasm+wasi` */

/** The built-in policies of a family: `usage` is how one writes it, `help` what it does in a sentence.
 *  `usage` is NULL past the last. */
typedef struct alea_builtin {
    const char *usage;
    const char *help;
    const char *games; /**< which games take it, in words; NULL for all of the family */
} alea_builtin;
ALEA_API alea_builtin alea_bot_builtin(const char *family, size_t index);

/** Why a bot failed in a game. */
typedef enum alea_failure {
    ALEA_NO_FAILURE,
    ALEA_TRAP, /**< the program stopped itself or was stopped: WebAssembly trap, Lua error, stack overflow */
    ALEA_FUEL, /**< one decision took more than its fuel */
    ALEA_NO_ROOM, /**< it wanted more memory than it may have */
    ALEA_ILLEGAL, /**< the answer is not a legal move */
    ALEA_SKIPPED, /**< not asked again in its block, after 16 forfeits */
    ALEA_FAILURE_KINDS
} alea_failure;
ALEA_API const char *alea_failure_name(alea_failure); /**< `trap`, `fuel`, `memory`, `illegal`, `skipped` */

/** What `alea bot check` finds out. */
typedef struct alea_bot_report {
    const char *kind;           /**< as alea_bot_kind */
    const char *what;           /**< a sentence: what the file is; owned by the report */
    const char *const *imports; /**< NULL-terminated; owned by the report */
    uint64_t states;            /**< states that were asked in each pass */
    bool sampled;               /**< not all states of the game, a sample of them */
    bool answers_all;           /**< no decision failed */
    bool deterministic;         /**< two fresh instances with the same seed, asked in the same order, agree */
    bool depends_on_past;       /**< asked in another order, or with another seed, some answer changes */
    bool depends_on_seed;       /**< asked in the same order with another seed, some answer changes */
    double nanoseconds;         /**< per decision, mean */
    double fuel;                /**< per decision, mean; 0 where it is not counted */
    alea_failure failure;       /**< the first failure, if any */
    char failure_text[256];
    char example[256]; /**< a state at which two answers differ, or at which it failed */
} alea_bot_report;
/** Asks the bot over all states of two players with scores 0 … goal + 100 (a sample for more players). `clock` returns
 *  nanoseconds and may be NULL (the library reads no clock itself). `seed` picks the sample and the bots' own randomness. */
ALEA_API alea_status alea_bot_check(alea_bot *, uint64_t seed, uint64_t (*clock)(void), alea_bot_report **out,
                                    alea_error *);
ALEA_API void alea_bot_report_free(alea_bot_report *);

#endif
