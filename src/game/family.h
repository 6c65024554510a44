#pragma once
/* What a family of games provides: four tables of functions that every family fills (rules, play, policies, text), and
   capabilities that it may have. Layers above know a family by these tables only. */
#include "base/random.h"
#include "game/lua_host.h"
#include "game/spec.h"
#include "game/tally.h"
#include <alea/bot.h>
#include <alea/game.h>
#include <alea/table.h>
#include <lauxlib.h>

typedef struct alea__rules alea__rules;   /* each family's own struct, cast by its functions */
typedef struct alea__policy alea__policy; /* likewise: a built-in policy or a table, read-only once open */

/* The memory of a policy within one game; starts as zero. */
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
        most_lanes; /* games in parallel in vector registers: at most this many; 1: none, 0: the machine's number */
    const alea_progress *progress; /* may be NULL; simulate ends after `stopped` returns true */
    uint64_t *scores; /* may be NULL; counts seat 0's scores, by score (alea__distribution_ops) */
} alea__policy_match;

/* The scores that the interfaces of WebAssembly bots show. */
typedef struct alea__scores {
    uint32_t own;   /* banked, and the turn so far on top */
    uint32_t count; /* others */
    uint32_t other[ALEA_MAX_SEATS];
    /* The mover's seat and banked score, which only bots that receive the rolls see; 0 in other families than race. */
    uint32_t seat, banked;
} alea__scores;

/* An event of a game, as bots that follow it receive it. */
typedef struct alea__event {
    enum { ALEA__ROLLED, ALEA__MOVED, ALEA__ENDED } kind;
    uint32_t seat;               /* that rolled or moved */
    uint32_t move;               /* ALEA__NO_MOVE: it forfeited */
    uint32_t count, faces[16];   /* of a roll */
    const alea_outcome *outcome; /* of a game that ended */
} alea__event;

enum { ALEA__COMPILE_STACK = 64 };

/* ---- required functions ---- */

/* Rule files become flat tables, made once by `compile` and only read afterwards. */
typedef struct alea__rules_ops {
    /* Global functions of rule files, such as add(n); ends with {NULL, NULL}. */
    const luaL_Reg *lua_functions;
    /* `reader` reads the table that rules(p) returned, wherever the top of its Lua stack moves; there is room for
       ALEA__COMPILE_STACK values, and what is left there is taken away afterwards. `players` is the value of the parameter
       of that name. */
    alea_status (*compile)(const alea__reader *reader, unsigned players, alea__rules **out, alea_error *);
    /* Computes what exact results, or batches, need of the rules; may be NULL. When it fails, the rules are freed. */
    alea_status (*prepare)(alea__rules *, alea_error *);
    void (*free)(alea__rules *);
    bool (*has_objective)(const alea__rules *, alea_objective);
    /* Notes for people about these rules, in whole sentences, or NULL; the function may be NULL. */
    const char *(*note)(const alea__rules *);
} alea__rules_ops;

/* The plain referee; alea/game.h documents each function. */
typedef struct alea__play_ops {
    void (*start)(const alea__rules *, alea_state *);
    int (*to_move)(const alea__rules *, const alea_state *);
    /* Whose turn it is, also while the dice are rolled. The game must not be over. */
    int (*turn_of)(const alea__rules *, const alea_state *);
    unsigned (*move_count)(const alea__rules *, const alea_state *);
    uint32_t (*move)(const alea__rules *, const alea_state *, unsigned index);
    const char *(*move_name)(const alea__rules *, uint32_t move);
    uint32_t (*chance_count)(const alea__rules *, const alea_state *);
    uint64_t (*chance_weight)(const alea__rules *, const alea_state *, uint32_t outcome);
    unsigned (*chance_faces)(const alea__rules *, const alea_state *, uint32_t outcome, uint32_t faces[16]);
    bool mixes_dice; /* as many outcomes may be of other dice */
    /* Makes a move of the player to move, or applies an outcome of the dice. Fails with ALEA_E_STATE if the move is
       illegal. The caller ensures that the game is not over and that the outcome exists. */
    alea_status (*apply)(const alea__rules *, alea_state *, uint32_t move_or_outcome, alea_error *);
    void (*forfeit)(const alea__rules *, alea_state *); /* the seat to move failed */
    void (*outcome)(const alea__rules *, const alea_state *, alea_outcome *);
    /* Takes out of a state what no value depends on, such as counters that only limits look at. */
    void (*canonical)(const alea__rules *, alea_state *);
} alea__play_ops;

/* Policies: the family's own and its tables. */
typedef struct alea__policy_ops {
    alea_builtin (*builtin)(size_t index); /* usage NULL past the last */
    alea_status (*open)(const alea__rules *, const alea__spec *, alea__policy **out, alea_error *);
    void (*free)(alea__policy *); /* accepts NULL */
    /* The move, or ALEA__NO_MOVE. `own` is the seat's private random stream. */
    uint32_t (*decide)(const alea__rules *, const alea__policy *, const alea_state *, alea__memo *,
                       alea__stream *own);
    const char *usual; /* a quick one, by which positions are played on for estimates; NULL: first */
} alea__policy_ops;

/* States in words: for people, for the command line, for bots in Lua. */
typedef struct alea__text_ops {
    alea_key (*key)(const alea__rules *, size_t index); /* name NULL past the last */
    /* Parses a state from these keys. */
    alea_status (*parse_state)(const alea__rules *, const alea_setting *, size_t count, alea_state *out,
                               alea_error *);
    /* One line about a state for messages and records, such as "scores 35,20 turn 12". */
    void (*describe)(const alea__rules *, const alea_state *, char *out, size_t size);
    /* Facts that people look at before they decide, see alea_game_fact; returns false after the last. */
    bool (*fact)(const alea__rules *, const alea_state *, unsigned seat, size_t index, alea_fact *out);
    /* The reasons for and against a move, in words without a full stop, such as "loses the turn's 23 in 1 of 6 rolls; the
       others gain 4 on average"; `out` stays empty if there are none. */
    void (*explain)(const alea__rules *, const alea_state *, uint32_t move, char *out, size_t size);
    /* Leaves a table on a Lua stack for decide(view). */
    void (*push_view)(const alea__rules *, const alea_state *, lua_State *);
    /* Turns the value on top of the stack, which it pops, into a move, or ALEA__NO_MOVE with a sentence about the error. */
    uint32_t (*lua_answer)(const alea__rules *, const alea_state *, lua_State *, char *why, size_t size);
    /* States for `alea bot check`: state `index` of all two-player states in which a bot can be asked, scores 0 … goal +
       100 (for more players or a huge goal: a sample by index). Returns false after the last. Sets *sampled to whether it
       is a sample. */
    bool (*sample_state)(const alea__rules *, uint64_t index, alea_state *out, bool *sampled);
} alea__text_ops;

/* ---- optional functions; the pointer is NULL without them ---- */

/* The text of a CSV file, ending in a zero byte that does not count, and the file's name for messages. */
typedef struct alea__csv_text {
    const char *file, *text;
    size_t size;
} alea__csv_text;

/* Policies as CSV tables. */
typedef struct alea__csv_ops {
    alea_status (*open)(const alea__rules *, const alea__csv_text *, alea__policy **out, alea_error *);
    /* Writes a text that `open` reads, from alea__alloc; ALEA_E_REFUSED if the policy is not of that kind. */
    alea_status (*write)(const alea__rules *, const alea__policy *, char **text, alea_error *);
} alea__csv_ops;

/* Whole blocks of games without the referee: the same games as the referee's, dice for dice. */
typedef struct alea__simulation_ops {
    bool (*can_simulate)(const alea__policy_match *);
    /* Games first … first + games - 1 are added to the tally. */
    void (*simulate)(const alea__policy_match *, uint64_t first, uint64_t games, alea__tally *);
} alea__simulation_ops;

/* The referee inside the sandbox: the tables of a match as bytes, which it unpacks. */
typedef struct alea__guest_ops {
    alea_status (*pack)(const alea__policy_match *, unsigned char **data, size_t *size, alea_error *);
} alea__guest_ops;

/* Games whose only choice is to roll or to hold: the original interfaces of WebAssembly bots send scores and receive a boolean. */
typedef struct alea__roll_or_hold_ops {
    void (*scores)(const alea__rules *, const alea_state *, alea__scores *);
    uint32_t (*move)(bool roll);
    uint32_t (*dice)(const alea__rules *); /* in each roll */
} alea__roll_or_hold_ops;

/* Players only compare scores: the state of a seat as if it played alone. While another's turn is on, the seat's next one is
   about to begin. */
typedef struct alea__solitary_ops {
    void (*alone)(const alea__rules *, const alea_state *, unsigned seat, alea_state *out);
} alea__solitary_ops;

/* Outcomes that are not equally likely. Without this table an outcome is a roll of equal dice, numbered as by alea__dice_faces,
   or a side of one die. */
typedef struct alea__weighted_ops {
    uint32_t (*sum)(const alea__rules *, const alea_state *); /* of the weights */
    uint32_t (*at)(const alea__rules *, const alea_state *,
                   uint32_t place); /* the outcome at a place below the sum */
} alea__weighted_ops;

/* Positions as a line that can be read back. */
typedef struct alea__position_ops {
    /* The state in the keys of parse_state, see alea_game_position; only for games that are not over. */
    void (*line)(const alea__rules *, const alea_state *, char *out, size_t size);
    /* Like parse_state, but also accepts positions that play never reaches and that have a value in the equations of the
       game. `note` then gives the reason, and is empty otherwise. NULL if there are no such positions. */
    alea_status (*parse_any_state)(const alea__rules *, const alea_setting *, size_t count, alea_state *out,
                                   alea_note *note, alea_error *);
} alea__position_ops;

/* Events of a game in words. */
typedef struct alea__narration alea__narration;
typedef struct alea__narration_ops {
    /* Tells what happened between two states, sentence by sentence (game/narration.h). */
    void (*narrate)(alea__narration *);
    const char *const *events; /* the first words of its sentences' keys, ending in NULL */
    /* Whether a key that begins with an event can match anything in this game; NULL: only plain events do. And whether its
       sentence has a blank, besides those of all sentences. */
    bool (*fits)(const alea__rules *, const char *key);
    bool (*has_blank)(const alea__rules *, const char *key, const char *blank);
    /* The names of outcomes, see alea_game_chance_name; NULL: they have none. The game waits for chance. */
    const char *(*chance_name)(const alea__rules *, const alea_state *, size_t index, uint32_t *outcome);
    /* See alea_game_rolls_dice and alea_game_has_points; NULL: always. The game waits for chance. */
    bool (*rolls_dice)(const alea__rules *, const alea_state *);
    bool (*has_points)(const alea__rules *);
    /* The question to a person, after the name: "how many dice ({moves})?"; NULL: which of the moves. */
    const char *question;
} alea__narration_ops;

/* Games with a score sheet: rows that each player attempts once; alea/game.h documents each function. */
typedef struct alea__sheet_ops {
    bool (*row)(const alea__rules *, size_t index, alea_sheet_row *out);
    /* The row that was attempted between two states of a turn, and its points; -1: none. */
    int (*attempted)(const alea__rules *, const alea_state *before, const alea_state *after, int64_t *points);
    unsigned (*shortlist)(const alea__rules *, const alea_state *, uint32_t *move, unsigned most);
    void (*remark)(const alea__rules *, const alea_state *, uint32_t move, char *out, size_t size);
} alea__sheet_ops;

/* Facts for pictures of a game in which the only choice in a turn is to roll or to hold. */
typedef struct alea__plot_facts {
    uint32_t goal, turn_limit; /* turn_limit 0: no limit */
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
    /* Whether a turn continues at this total (banked and turn together). */
    bool (*goes_on)(const alea__rules *, uint32_t total);
    /* The points of an outcome of the dice for the turn. Returns false if it ends the turn. */
    bool (*roll)(const alea__rules *, uint32_t memory, uint32_t outcome, alea__plot_step *out);
    /* Makes a position within a turn one of a turn that began at `start`: banked scores, turns and leader. */
    void (*move_turn)(const alea__rules *, const alea_state *start, alea_state *within);
} alea__plot_ops;

/* Exact results: value/solver_ops.h. */
typedef struct alea__solver_ops alea__solver_ops;
typedef struct alea__query_ops alea__query_ops;
typedef struct alea__freezing_ops alea__freezing_ops;
typedef struct alea__contest_ops alea__contest_ops;
typedef struct alea__distribution_ops alea__distribution_ops;
typedef struct alea__control_ops alea__control_ops; /* luck: value/control_ops.h */
typedef struct alea__batch_ops alea__batch_ops;     /* positions and moves as numbers: game/batch_ops.h */

typedef struct alea__family {
    const char *name;
    bool scored; /* the final score measures success in all its games: see alea__game_is_scored */

    const alea__rules_ops *rules;
    const alea__play_ops *play;
    const alea__policy_ops *policy;
    const alea__text_ops *text;

    const alea__weighted_ops *weighted;
    const alea__position_ops *position;
    const alea__narration_ops *narration;
    const alea__simulation_ops *simulation;
    const alea__guest_ops *guest;
    const alea__roll_or_hold_ops *roll_or_hold;
    const alea__solitary_ops *solitary;
    const alea__sheet_ops *sheet;
    const alea__plot_ops *plot;
    const alea__solver_ops *solver;
    const alea__query_ops *query;
    const alea__freezing_ops *freezing;
    const alea__freezing_ops *freezing_scores; /* for bots that see only scores; NULL: like others */
    const alea__csv_ops *csv;
    const alea__contest_ops *contest;
    const alea__distribution_ops *distribution;
    const alea__control_ops *control;
    const alea__batch_ops *batch;
} alea__family;

/* For moves numbered 0, 1, 2 …. */
uint32_t alea__move_is_index(const alea__rules *, const alea_state *, unsigned index);

/* For families without functions there. */
extern const luaL_Reg alea__no_lua_functions[];
bool alea__no_fact(const alea__rules *, const alea_state *, unsigned seat, size_t index, alea_fact *out);
void alea__no_explanation(const alea__rules *, const alea_state *, uint32_t move, char *out, size_t size);
void alea__all_canonical(const alea__rules *, alea_state *);

/* Rolls of equal dice: an outcome is the dice as digits, each less one, the first die least significant. */
uint32_t alea__dice_outcomes(uint32_t sides, uint32_t dice);
unsigned alea__dice_faces(uint32_t sides, uint32_t dice, uint32_t outcome,
                          uint32_t faces[16]);                                          /* returns dice */
uint64_t alea__equal_weight(const alea__rules *, const alea_state *, uint32_t outcome); /* 1 */

/* A game, as the rooms above see it. */
struct alea_game {
    const alea__family *family;
    alea__rules *rules;
    char *name, *title, *text, *spec, *file;
    struct alea__words *words; /* from its rule file; NULL if it has none */
    unsigned char *source;     /* text of the rule file; NULL: it is in the catalogue under `spec` */
    size_t source_size;
    char sha256[65];
    unsigned players;
    alea_objective played_for; /* above ALEA_TURNS: not given in the rule file; see alea_game_objective */
    bool wishes;               /* `wish` replaces it: alea_game_play_for */
    alea_objective wish;
    struct alea__bound *parameters; /* game/game.c's own */
    size_t parameter_count;
    const alea__family *const *families; /* with which it was opened */
    char *small; /* parameters of a small game, from its rule file; NULL: it names none */
};

/* Reads the parameters of a small game from a rule file, whose own parameters are known (small.c). */
alea_status alea__read_small(const alea__reader *top, alea_game *, alea_error *);

/* Whether the final score measures success, so that runs report its mean. */
static inline bool alea__game_is_scored(const alea_game *game)
{
    return game->family->scored || game->family->rules->has_objective(game->rules, ALEA_SCORE);
}

/* Opens a built-in policy by its spec. */
alea_status alea__game_policy_open(const alea_game *, const char *spec, alea__policy **out, alea_error *);
/* The meaning of a policy's spec in this game, which identifies it: `optimal` alone plays for `wish`. Returns the spec
   itself, or a text in `space`. */
enum { ALEA__POLICY_MEANT = 40 };
const char *alea__game_policy_meant(const alea_game *, const char *spec, char space[ALEA__POLICY_MEANT]);

extern const alea__family *const alea__families[]; /* all there are; NULL-terminated (family/list.c) */

/* The rule file that a record or a table expects: a regular file with this SHA-256. It is checked before the file runs. */
typedef struct alea__expected_rules {
    const char *sha256;
    char found[65]; /* of the file, if it is another one; else empty */
} alea__expected_rules;
/* Like alea_game_open, for a game named in a file. Fails with ALEA_E_FILE and sets expected->found if the rule file is
   another one. */
alea_status alea__game_open_expected(const char *spec, alea__expected_rules *expected, alea_game **out,
                                     alea_error *);
/* Opens a game of the same rules, which `same` has in memory: its rule file may have changed since, or be gone. `spec` names them as
   same->spec does, perhaps with other parameters. */
alea_status alea__game_open_again(const alea_game *same, const char *spec, alea_game **out, alea_error *);

/* How many states may be listed, where `usual` are without alea_game_limit_states; and how many edges between them, which grow
   with the states (limit_states.c). */
enum { ALEA__EDGES_LIMIT = 1 << 30 };
uint32_t alea__most_states(uint32_t usual);
uint32_t alea__most_edges(uint32_t usual, uint32_t usual_states);
/* The callback while states are listed, or NULL (alea_game_set_listing_progress); and the last report, which returns the status. */
const alea_progress *alea__listing_progress(void);
alea_status alea__end_listing(uint32_t states, alea_status);

/* Opens a game of a family in `families` (NULL-terminated); alea_game_open in family/families.c passes them. */
alea_status alea__game_open(const char *spec, unsigned players, const alea__family *const *families,
                            alea_game **out, alea_error *);
/* The same of a game that a file names. */
alea_status alea__game_open_as(const char *spec, alea__expected_rules *, const alea__family *const *families,
                               alea_game **out, alea_error *);

/* A rule file that is in memory: the spec's name identifies it, in messages and in the canonical spec. */
typedef struct alea__rule_file {
    const void *text;
    size_t size;
    const alea__lua_limits *limits; /* NULL: the default */
} alea__rule_file;
alea_status alea__game_open_file(const char *spec, const alea__rule_file *,
                                 const alea__family *const *families, alea_game **out, alea_error *);
