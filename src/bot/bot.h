#pragma once
/* The decision interface. A bot is opened once, and its instances play. An instance lives for one block of games, so its
   memory cannot depend on how blocks are distributed over threads. */
#include "base/text.h"
#include "game/family.h"
#include <alea/bot.h>

#include <stdatomic.h>

typedef struct alea__instance alea__instance;

/* Games per instance; a multiple of the number of games that vector lanes play at once. */
enum { ALEA__BLOCK = 4096 };

/* The block that an instance plays in. All its randomness comes from these numbers. */
typedef struct alea__instance_id {
    uint64_t seed, block;
    uint32_t bot; /* its index among the bots of the match */
    /* The instance is restored to its start before each question, so that its answer depends only on the question. Its
       random numbers also restart and do not depend on the numbers above. Only for bots that can be restored (`restores`). */
    bool restored;
} alea__instance_id;

/* A decision: a legal move, or a failure with the bot's words or the reason. */
typedef struct alea__decision {
    uint32_t move;
    alea_failure failure; /* ALEA_NO_FAILURE: `move` counts */
    char text[256];       /* of the failure */
    uint64_t fuel;        /* fuel used, if counted */
    bool exhausted;       /* memory ran out: not a failure of the bot; the work ends with ALEA_E_MEMORY */
    bool stopped;         /* no decision: the caller of the library asked to stop (ALEA_E_STOPPED) */
} alea__decision;

/* The text of a bot, in memory. `file` is its name in messages. */
typedef struct alea__bot_text {
    const char *file;
    const void *data;
    size_t size;
} alea__bot_text;

/* A bot's program, for playing it in another process. The texts belong to the bot. */
typedef struct alea__bot_source {
    alea__bot_text text;
    uint64_t fuel, memory; /* options with which its language opens it with the same limits */
} alea__bot_source;

struct alea__arena;
struct alea__arena_match; /* sandbox/sandbox.h */
struct alea__match;
struct alea__remote_match; /* play/match.h */
struct alea__python_job;
struct alea__unzip_job;
struct alea__unzipped;
struct alea__tabulated; /* sandbox/python.h */

typedef struct alea__bot_ops {
    const char *kind;
    bool
        scores_only; /* it sees what roll_or_hold->scores or contest->scores of the family shows, and nothing else */
    void (*free)(alea_bot *); /* frees everything, the bot itself and its `name` included */
    /* Makes a fresh instance. ALEA_E_BOT means that the bot cannot start; it is then treated as one that
       fails in every game. Other failures are the engine's. */
    alea_status (*start)(alea_bot *, const alea__instance_id *, alea__instance **out, alea_error *);
    void (*end)(alea__instance *);
    /* Called at the start of each game, in the order of games. */
    void (*begin_game)(alea__instance *, uint64_t game, unsigned seat);
    /* Called in a state where the bot is to move. *out is initialised without failure, text and fuel, neither exhausted nor
       stopped. After a failure the instance is ended and a new one started. */
    void (*decide)(alea__instance *, const alea_state *, alea__decision *out);
    /* For alea_bot_check; may be NULL. Returns a sentence that describes the file. May set *imports to a NULL-terminated
       list of its imports. The bot owns both. */
    const char *(*what)(const alea_bot *, const char *const **imports);
    /* Announces the next decisions: `decide` will be called in these states, in this order, unless the
       instance ends first. May be NULL. Bots in another process are then asked once for all of them. */
    void (*expect)(alea__instance *, const alea_state *, size_t count);
    uint32_t expects; /* states that can be announced at once; 0: ALEA__EXPECTED */
    /* Between pause(true) and pause(false) the bot is asked for what it thinks best: it does not explore, and forgets afterwards
       that it was asked. ALEA_E_MEMORY. NULL: a bot that does not learn, or not for longer than a game. */
    alea_status (*pause)(alea__instance *, bool paused, alea_error *);
    /* What the bot knows at the end of a match, as bytes, and back in a fresh instance. ALEA_E_BOT with the bot's words. NULL: it
       knows nothing that could be saved. */
    alea_status (*save)(alea__instance *, alea__text *out, alea_error *);
    alea_status (*load)(alea__instance *, const void *data, size_t size, alea_error *);
    /* For Lua bots, which another process can open again; else NULL. */
    void (*source)(const alea_bot *, alea__bot_source *out);
    bool restores; /* its instances can be `restored` */
    /* Sends every event of the current game: rolls before they take effect, moves after it, those of all players, and forced
       ones; and its end. NULL if the bot does not follow games. The answers of one that does may depend on all events, so it has
       no exact results, and it cannot be asked in a position without them. */
    void (*receive)(alea__instance *, const alea__event *);
} alea__bot_ops;

/* These words are in the text of a failure that was decided by a limit of the operating system instead of fuel or memory of
   the sandbox. Such a verdict holds for this run only and is not stored. */
#define ALEA__MACHINE_DEPENDENT "machine-dependent"

enum { ALEA__EXPECTED = 64, ALEA__MOST_EXPECTED = 8192 }; /* states that are announced at once */
/* How many can be. */
uint32_t alea__bot_expects(const alea_bot *);
/* Records what a bot was opened from. All openers call it; alea_bot_open adds kind and limits. */
void alea__bot_identify(alea_bot *, const void *data, size_t size);
/* Whether instances of the bot are to be `restored`. */
bool alea__bot_is_restored(const alea_bot *);
/* The events of a game so far, in order. */
typedef struct alea__past {
    const alea__event *event;
    size_t count;
} alea__past;
/* The event that a seat rolls an outcome in a state of the game. */
alea__event alea__roll_event(const alea_game *, const alea_state *, uint32_t outcome);
/* Begins a game with the instance, and sends it these events if it follows games. */
void alea__bot_begin(const alea_bot *, alea__instance *, unsigned seat, alea__past);
/* Like alea_bot_ask, for a bot that may follow games: with the events that led to the state. */
alea_status alea__bot_ask_after(alea_bot *, const alea_state *, alea__past, uint32_t *move, alea_error *);
/* Calls `expect` of the bot, if it has one. */
void alea__bot_expect(const alea_bot *, alea__instance *, const alea_state *, size_t count);

struct alea_bot {
    const alea__bot_ops *ops;
    const alea_game *game;
    alea_sandbox *sandbox; /* with which alea_bot_open was called; may be NULL */
    char *name;            /* set by alea_bot_open, replacing any value */
    alea__policy *policy;  /* built-in and table bots; else NULL */
    /* For a pure program: its answers in every position, once it was asked for them. Set once, never changed. */
    _Atomic(alea__policy *) frozen;
    /* Opens the block path for a match in which this bot is the first program; alea__arena_open calls it. NULL if the bot
       has only the step path. */
    alea_status (*open_arena)(const struct alea__arena_match *, struct alea__arena **out, alea_error *);
    /* The same for whole blocks on the step path; alea__remote_match_open calls it. NULL if the bot does not run in workers. */
    alea_status (*open_match)(const struct alea__match *, struct alea__remote_match **out, alea_error *);
    alea_memory memory;
    bool saves;                  /* ops->save and ops->load work */
    _Atomic(alea_purity) purity; /* from ALEA_TESTED_PURE on, all its instances are `restored` */
    /* Restoring costs no more than some questions; else each question takes a fresh instance. Known once a `restored` instance has
       been started. */
    atomic_bool restored_cheaply;
    atomic_bool contradicted;          /* it answered the same question in two ways */
    _Atomic(uint64_t) costs_more_than; /* fuel that its answers in all positions are known to exceed */
    char title[64];                    /* the bot's own title, printable; may be empty */
    /* SHA-256 of the bot's code and limits: bots of one game with equal ones play the same. */
    char identity[65];
};

/* Opens .wasm and .py files. src/sandbox implements it; this layer only calls it. */
struct alea_sandbox {
    alea_sandbox_options options; /* with the defaults filled in */
    alea_status (*open_wasm)(alea_sandbox *, const alea_game *, const char *path, alea_bot **out,
                             alea_error *);
    alea_status (*read_wasm)(alea_sandbox *, const alea_game *, const alea__bot_text *, alea_bot **out,
                             alea_error *);
    /* Only for families with contest_ops. */
    alea_status (*open_python)(alea_sandbox *, const alea_game *, const char *path, alea_bot **out,
                               alea_error *);
    /* Implements alea__python_judge. */
    alea_status (*judge_python)(alea_sandbox *, const struct alea__python_job *, struct alea__tabulated *out,
                                alea_error *);
    /* Reads a zip archive; see sandbox/unzip.h. Fails with ALEA_E_REFUSED or ALEA_E_BOT, and a reason, if it cannot be read. */
    alea_status (*unzip)(alea_sandbox *, const struct alea__unzip_job *, struct alea__unzipped *out,
                         alea_error *);
    /* Finds or stores bytes under a key in the cache folder. The caller frees *data. Returns false if there are none. */
    bool (*find_kept)(alea_sandbox *, const char key[65], unsigned char **data, size_t *size);
    void (*keep)(alea_sandbox *, const char key[65], const void *data, size_t size);
    const char *(*cache_trouble)(alea_sandbox *); /* as alea_sandbox_cache_trouble */
    uint64_t (*spent)(alea_sandbox *);            /* like alea_sandbox_spent; NULL without workers */
    void (*free)(alea_sandbox *);
};

/* Copies the given options, which may be NULL, and fills in the defaults. ALEA_E_RANGE: too little memory. */
alea_status alea__sandbox_options(const alea_sandbox_options *given, alea_sandbox_options *out, alea_error *);

/* COMMAND of a spec exec:COMMAND, else NULL. */
const char *alea__bot_command(const char *spec);
typedef alea_status alea__bot_opener(const alea_game *, const char *spec, alea_sandbox *, alea_bot **out,
                                     alea_error *);
/* Has `opener` open what follows NAME= in a spec, and does for it the rest of alea_bot_open. */
alea_status alea__bot_open_by(const alea_game *, const char *spec, alea_sandbox *, alea__bot_opener *,
                              alea_bot **out, alea_error *);

/* Fails with ALEA_E_USAGE: the file is in `language`, and there is no sandbox to run it. */
alea_status alea__needs_sandbox(const char *path, const char *language, alea_error *);

alea_status alea__policy_bot_open(const alea_game *, const char *spec, alea_bot **out,
                                  alea_error *); /* built-in */
/* Makes a bot that decides by `policy` and owns it from now on, on failure too. */
alea_status alea__policy_bot_new(const alea_game *, alea__policy *policy, bool table, alea_bot **out,
                                 alea_error *);
alea_status alea__table_bot_open(const alea_game *, const char *path, alea_bot **out, alea_error *);
/* Uses fuel and memory of the options; NULL means the defaults. */
alea_status alea__lua_bot_open(const alea_game *, const char *path, const alea_sandbox_options *,
                               alea_bot **out, alea_error *);
alea_status alea__lua_bot_read(const alea_game *, const alea__bot_text *, const alea_sandbox_options *,
                               alea_bot **out, alea_error *);
