#ifndef ALEA_GAME_H
#define ALEA_GAME_H
/** A game: rules bound to parameters.
 *
 *  The rules come from a Lua file, one of those inside the library or one named by its path; parameters are given in
 *  brackets. A game knows who is to move, which moves there are and what the dice can do; it is read-only once open, so
 *  any number of threads may share it.
 *
 *      alea_game *game;
 *      alea_game_open("pig-pen(players=3)", &game, &error);
 *      alea_state state = alea_game_start(game);
 *      int seat = alea_game_to_move(game, &state);   // ALEA_CHANCE: the first roll of a turn is forced
 */

#include <alea/status.h>

#include <stdbool.h>

enum { ALEA_MAX_SEATS = 8 };

/** Who is to move when it is not a seat (0, 1, …). */
enum { ALEA_OVER = -1, ALEA_CHANCE = -2 };

typedef struct alea_game alea_game;

/** One position of a game: a small value, copied by assignment. What the words mean is the family's own affair. */
typedef struct alea_state {
    uint64_t word[16];
} alea_state;

/** What a player may want: see alea_objective_name. */
typedef enum alea_objective { ALEA_WIN, ALEA_MONEY, ALEA_SCORE, ALEA_TURNS } alea_objective;
ALEA_API const char *alea_objective_name(alea_objective);

/** How a finished game ended, for every seat. `winner` is -1 where nobody won; `money` is in dollars and sums to zero. */
typedef struct alea_outcome {
    int winner;
    bool unfinished; /**< stopped by the limits: 10,000 turns, or 10,000 rolls in one turn */
    uint32_t turns;  /**< turns played, all seats together */
    int64_t score[ALEA_MAX_SEATS];
    int64_t money[ALEA_MAX_SEATS];
} alea_outcome;

/** Opens a game by its spec: `NAME`, `NAME(key=value,…)`, or the same with a path that ends in `.lua` for NAME.
 *  Spaces around names and values do not matter. Fails with ALEA_E_SPEC, _UNKNOWN (names the nearest), _RANGE (names the
 *  range), _RULES (names file, line and field) or _FILE. */
ALEA_API alea_status alea_game_open(const char *spec, alea_game **out, alea_error *);

/** The same game with another number of players; ALEA_E_RANGE says what the game takes. `spec` that sets `players`
 *  itself to another number is ALEA_E_USAGE. players = 0 keeps what the spec or the rule file says. */
ALEA_API alea_status alea_game_open_for(const char *spec, unsigned players, alea_game **out, alea_error *);
ALEA_API void alea_game_free(alea_game *);

ALEA_API const char *alea_game_name(const alea_game *);   /**< `pig-pen` */
ALEA_API const char *alea_game_title(const alea_game *);  /**< `Pig-Pen` */
ALEA_API const char *alea_game_text(const alea_game *);   /**< the rules in words */
ALEA_API const char *alea_game_family(const alea_game *); /**< `race` */
ALEA_API const char *
alea_game_spec(const alea_game *); /**< canonical, every parameter written: `pig(goal=100,players=2)` */
ALEA_API const char *
alea_game_rules_sha256(const alea_game *); /**< of the rule file's bytes, 64 hex digits */
ALEA_API unsigned alea_game_players(const alea_game *);
ALEA_API bool alea_game_has_objective(const alea_game *, alea_objective);

/** One parameter as the rule file declares it, with the value that this game has. Numbers are whole; booleans and words
 *  are text. `one_of` is a NULL-terminated list, or NULL for numbers. */
typedef struct alea_parameter {
    const char *name;
    const char *help;
    const char *value;
    const char *default_value;
    int64_t min, max; /**< for numbers */
    const char *const *one_of;
} alea_parameter;
ALEA_API size_t alea_game_parameter_count(const alea_game *);
ALEA_API alea_parameter alea_game_parameter(const alea_game *, size_t index);

/** A key that `alea ask` takes for this game, with a line of help. Index from 0; name is NULL past the last. */
typedef struct alea_key {
    const char *name;
    const char *help;
} alea_key;
ALEA_API alea_key alea_game_key(const alea_game *, size_t index);

/** The rule files inside the library, sorted by name. */
ALEA_API size_t alea_catalog_size(void);
ALEA_API const char *alea_catalog_name(size_t index);

/** Playing by hand: the plain referee. States that did not come from this game are not looked at for sense.
 *
 *  Moves and chance outcomes are dense: 0 … count - 1. `weight` over the sum of all weights (`denominator`) is the exact
 *  probability of an outcome. A move's name is static text such as "roll". */
ALEA_API alea_state alea_game_start(const alea_game *);
ALEA_API int alea_game_to_move(const alea_game *, const alea_state *);
ALEA_API unsigned alea_game_move_count(const alea_game *, const alea_state *);
ALEA_API uint32_t alea_game_move(const alea_game *, const alea_state *,
                                 unsigned index); /**< sorted ascending */
ALEA_API const char *alea_game_move_name(const alea_game *, uint32_t move);
ALEA_API uint32_t alea_game_chance_count(const alea_game *, const alea_state *);
ALEA_API uint64_t alea_game_chance_weight(const alea_game *, const alea_state *, uint32_t outcome);
ALEA_API uint64_t alea_game_chance_denominator(const alea_game *, const alea_state *);
/** The faces of a chance outcome, 1 … sides, in the order in which they were rolled; returns how many. */
ALEA_API unsigned alea_game_chance_faces(const alea_game *, const alea_state *, uint32_t outcome,
                                         uint32_t faces[16]);
/** Plays a move (decision states) or an outcome (chance states). ALEA_E_STATE when it is not legal here. */
ALEA_API alea_status alea_game_apply(const alea_game *, alea_state *, uint32_t move_or_outcome, alea_error *);
/** What a finished state is worth to everybody; ALEA_E_STATE when it is not finished. */
ALEA_API alea_status alea_game_outcome(const alea_game *, const alea_state *, alea_outcome *, alea_error *);

/** Games in which players only compare scores, and nobody touches another's dice: the same game for one player, with all
 *  other parameters as they are, and in it the position that one seat is in. ALEA_E_REFUSED for other games; false for a
 *  position in which it is another seat's turn. */
ALEA_API alea_status alea_game_alone(const alea_game *, alea_game **out, alea_error *);
ALEA_API bool alea_game_alone_state(const alea_game *, const alea_state *, unsigned seat, alea_state *out);

/** Whose turn it is, also while dice are rolled; -1 when the game is over. */
ALEA_API int alea_game_turn_of(const alea_game *, const alea_state *);
/** A position in a line of words, such as "scores 35,20 turn 12"; cut to `size`. */
ALEA_API void alea_game_describe(const alea_game *, const alea_state *, char *out, size_t size);

/** Turns that have ended so far, all seats together. */
ALEA_API uint32_t alea_game_turns(const alea_game *, const alea_state *);

/** What people look at before they decide, such as `score` 35 and `turn total` 12: fact `index` about a seat, the most
 *  important first; false past the last. What belongs to the turn is there for the seat whose turn it is only. */
typedef struct alea_fact {
    const char *label; /**< static text */
    char value[200];
} alea_fact;
ALEA_API bool alea_game_fact(const alea_game *, const alea_state *, unsigned seat, size_t index,
                             alea_fact *out);

#endif
