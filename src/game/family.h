#ifndef ALEA_GAME_FAMILY_H
#define ALEA_GAME_FAMILY_H
/* What a family of games provides. The game floor knows rule files, parameters and specs; everything about play is behind
   this table. A family's `rules` are flat tables made once by `compile` and only read afterwards. */
#include "base/random.h"
#include "game/lua_host.h"
#include "game/spec.h"
#include "game/tally.h"
#include <alea/bot.h>
#include <alea/game.h>

typedef struct alea__rules alea__rules;   /* each family's own struct, cast by its functions */
typedef struct alea__policy alea__policy; /* likewise: a built-in policy or a table, read-only once open */

/* What a policy remembers within one game; starts as zero. */
typedef struct alea__memo {
    uint32_t word[4];
} alea__memo;

#define ALEA__NO_MOVE UINT32_MAX /* a policy's answer when it forfeits */

/* A match between policies of one family. */
typedef struct alea__policy_match {
    const alea__rules *rules;
    const alea__policy *policy[ALEA_MAX_SEATS]; /* by bot */
    uint64_t seed;
    bool rotate;
    unsigned
        most_lanes; /* games side by side in vector registers: at most so many; 1: none, 0: as the machine has */
    const alea_progress *progress; /* may be NULL; once `stopped` says so, simulate plays no more games */
    uint64_t *scores; /* may be NULL; [score] is counted up, of seat 0: for families that have alea__exactly.spread */
} alea__policy_match;

/* The answer of a Lua bot to a view, and the scores that the original WebAssembly interface shows. */
typedef struct alea__scores {
    uint32_t own;   /* banked, and the turn so far on top */
    uint32_t count; /* others */
    uint32_t other[ALEA_MAX_SEATS];
} alea__scores;

enum { ALEA__COMPILE_STACK = 64 };

/* What pictures need to know of a game in which a turn's only choice is to roll or to hold. */
typedef struct alea__plot_facts {
    uint32_t goal, turn_limit; /* turn_limit 0: none */
    uint32_t memories;         /* values that a turn's memory takes */
    uint32_t outcomes;         /* of a roll */
    uint32_t roll_move;        /* the move that rolls; the other one holds */
    bool chase;                /* scores can pass the goal */
    bool first_forced;         /* the first roll of a turn is not a choice */
    bool stands_at_goal;       /* a score can be exactly the goal */
} alea__plot_facts;

typedef struct alea__plot_step {
    uint32_t amount, memory;
    bool forced; /* the player must roll again */
} alea__plot_step;

typedef struct alea__plot_ops {
    void (*facts)(const alea__rules *, alea__plot_facts *out);
    /* Whether a turn that comes to this total (banked and turn together) goes on. */
    bool (*goes_on)(const alea__rules *, uint32_t total);
    /* What an outcome of the dice adds to the turn; false where it ends the turn. */
    bool (*roll)(const alea__rules *, uint32_t memory, uint32_t outcome, alea__plot_step *out);
    /* Makes a position within a turn one of a turn that began at `start`: banked scores, turns and leader. */
    void (*move_turn)(const alea__rules *, const alea_state *start, alea_state *within);
} alea__plot_ops;

typedef struct alea__family {
    const char *name;
    bool scored; /* what a score is in the end says how well one played: runs tell the mean of it */
    const struct luaL_Reg *words; /* global functions of its rule files, such as add(n) */

    /* `reader` stands on the table that rules(p) returned, wherever the top of its Lua stack moves; there is room for
       ALEA__COMPILE_STACK values, and what is left there is taken away afterwards. `players` is the value of the parameter
       of that name. */
    alea_status (*compile)(const alea__reader *reader, unsigned players, alea__rules **out, alea_error *);
    void (*free)(alea__rules *);
    bool (*has_objective)(const alea__rules *, alea_objective);
    alea_key (*key)(const alea__rules *, size_t index);

    /* The plain referee; see alea/game.h for the meaning. */
    void (*start)(const alea__rules *, alea_state *);
    int (*to_move)(const alea__rules *, const alea_state *);
    unsigned (*move_count)(const alea__rules *, const alea_state *);
    uint32_t (*move)(const alea__rules *, const alea_state *, unsigned index);
    const char *(*move_name)(const alea__rules *, uint32_t move);
    uint32_t (*chance_count)(const alea__rules *, const alea_state *);
    uint64_t (*chance_weight)(const alea__rules *, const alea_state *, uint32_t outcome);
    unsigned (*chance_faces)(const alea__rules *, const alea_state *, uint32_t outcome, uint32_t faces[16]);
    alea_status (*apply)(const alea__rules *, alea_state *, uint32_t move_or_outcome, alea_error *);
    void (*forfeit)(const alea__rules *, alea_state *); /* the seat to move failed */
    void (*outcome)(const alea__rules *, const alea_state *, alea_outcome *);

    /* Policies: the family's own and its tables. */
    alea_builtin (*builtin)(size_t index); /* usage NULL past the last */
    alea_status (*policy_open)(const alea__rules *, const alea__spec *, alea__policy **out, alea_error *);
    alea_status (*table_open)(const alea__rules *, const char *file, const char *text, size_t size,
                              alea__policy **out,
                              alea_error *); /* a CSV file's text, ending in a zero byte */
    void (*policy_free)(alea__policy *);
    /* The move, or ALEA__NO_MOVE. `own` is the seat's private random stream. */
    uint32_t (*decide)(const alea__rules *, const alea__policy *, const alea_state *, alea__memo *,
                       alea__stream *own);
    /* Whether whole blocks of such games can be played without the referee, and playing them: games first … first +
       games - 1 are added to the tally. The same games as the referee's, dice for dice. */
    bool (*can_simulate)(const alea__policy_match *);
    void (*simulate)(const alea__policy_match *, uint64_t first, uint64_t games, alea__tally *);

    /* What other bots are told. push_view leaves a table on a Lua stack for decide(view); lua_answer turns the value on
       top of the stack (it pops it) into a move, or ALEA__NO_MOVE with a sentence for what was wrong. */
    void (*push_view)(const alea__rules *, const alea_state *, lua_State *);
    uint32_t (*lua_answer)(const alea__rules *, const alea_state *, lua_State *, char *why, size_t size);
    /* The original interface's numbers, and what its boolean means. NULL in families that have no such interface. */
    void (*scores)(const alea__rules *, const alea_state *, alea__scores *);
    uint32_t (*should_roll_move)(bool roll);
    /* Where bots are functions of two scores instead: the move that a number means, or ALEA__NO_MOVE with a sentence for what
       was wrong. NULL in other families. */
    uint32_t (*number_move)(const alea__rules *, uint32_t answer, char *why, size_t size);
    /* States for `alea bot check`: state `index` of all two-player states that a bot can be asked in, scores 0 … goal + 100
       (for more players or a huge goal: a sample by index). false past the last. *sampled tells which. */
    bool (*check_state)(const alea__rules *, uint64_t index, alea_state *out, bool *sampled);

    /* For the block path: the tables as bytes, to be unpacked by the referee inside the sandbox. NULL: no block path. */
    alea_status (*pack)(const alea__policy_match *, unsigned char **data, size_t *size, alea_error *);

    /* Whose turn it is, also while dice are rolled; the game is not over. NULL: to_move is asked, and it is nobody's
       where that says chance; only for families in which nobody's roll matters to anybody. */
    int (*turn_of)(const alea__rules *, const alea_state *);

    /* The position of a seat as if it played alone, where players only compare scores; while another's turn is on, the seat's
       next one is about to begin. NULL: they do more. */
    void (*alone)(const alea__rules *, const alea_state *, unsigned seat, alea_state *out);

    /* One line about a state for messages and records, such as "scores 35,20 turn 12". */
    void (*describe)(const alea__rules *, const alea_state *, char *out, size_t size);
    /* What people look at before they decide: see alea_game_fact. NULL: they read the line. */
    bool (*fact)(const alea__rules *, const alea_state *, unsigned seat, size_t index, alea_fact *out);

    /* What speaks for and against a move, in words without a full stop, such as "loses the turn's 23 points in 16.7 % and
       otherwise gains 4 on the mean"; `out` is empty where there is nothing to say. NULL: there never is. */
    void (*prospect)(const alea__rules *, const alea_state *, uint32_t move, char *out, size_t size);

    /* Pictures of where bots roll and hold. NULL: there are none. */
    const alea__plot_ops *plot;

    /* Exact results: value/exactly.h. NULL: the family has none. */
    const struct alea__exactly *exact;
} alea__family;

/* A game as the floors below see it. */
struct alea_game {
    const alea__family *family;
    alea__rules *rules;
    char *name, *title, *text, *spec, *file;
    char sha256[65];
    unsigned players;
    struct alea__bound *parameters; /* game/game.c's own */
    size_t parameter_count;
};

/* Opens a game whose family is one of `families` (NULL-terminated); alea_game_open in family/families.c passes them. */
alea_status alea__game_open(const char *spec, unsigned players, const alea__family *const *families,
                            alea_game **out, alea_error *);

/* A rule file that is in memory: the spec's name stands for it, in messages and in the canonical spec. */
typedef struct alea__rule_file {
    const void *text;
    size_t size;
    const alea__lua_limits *limits; /* NULL: the default */
} alea__rule_file;
alea_status alea__game_open_file(const char *spec, const alea__rule_file *,
                                 const alea__family *const *families, alea_game **out, alea_error *);
#endif
