#ifndef ALEA_GAME_H
#define ALEA_GAME_H
/** A game: rules bound to parameters.
 *
 *  The rules come from a Lua file, either one built into the library or one named by its path. Parameters follow in
 *  parentheses. A game knows who moves, which moves are legal and what the dice can do. It is read-only once open, so
 *  any number of threads may share it.
 *
 *      alea_game *game;
 *      alea_game_open("pig-pen(players=3)", &game, &error);
 *      alea_state state = alea_game_start(game);
 *      int seat = alea_game_to_move(game, &state);   // ALEA_CHANCE: the first roll of a turn is forced
 */

#include <alea/status.h>

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { ALEA_MAX_SEATS = 8 };

/** What alea_game_to_move returns when no seat (0, 1, …) is to move. */
enum { ALEA_OVER = -1, ALEA_CHANCE = -2 };

typedef struct alea_game alea_game;

/** A position of a game: a small value, copied by assignment. The meaning of the words is private to the game's
 *  family. */
typedef struct alea_state {
    uint64_t word[16];
} alea_state;

/** What a player plays for. alea_objective_name returns `win`, `money`, `score` or `turns`. */
typedef enum alea_objective { ALEA_WIN, ALEA_MONEY, ALEA_SCORE, ALEA_TURNS } alea_objective;
ALEA_API const char *alea_objective_name(alea_objective);

/** The result of a finished game, for every seat. `winner` is -1 if no player won; `money` is in dollars and sums to
 *  zero. */
typedef struct alea_outcome {
    int winner;
    bool unfinished; /**< stopped by a limit: 10,000 turns, or 10,000 rolls in one turn */
    uint32_t turns;  /**< turns played, all seats together */
    int64_t score[ALEA_MAX_SEATS];
    int64_t money[ALEA_MAX_SEATS];
} alea_outcome;

/** Opens a game by its spec: `NAME`, `NAME(key=value,…)`, or the same with a path that ends in `.lua` as NAME. Spaces
 *  around names and values are ignored. Fails with ALEA_E_SPEC, _UNKNOWN (the message suggests the nearest name),
 *  _RANGE (names the range), _RULES (names file, line and field) or _FILE. The caller frees `*out` with
 *  alea_game_free. */
ALEA_API alea_status alea_game_open(const char *spec, alea_game **out, alea_error *);

/** Opens the game for a number of players. Fails with ALEA_E_RANGE if the game does not support that number, and with
 *  ALEA_E_USAGE if `spec` sets `players` to a different one. `players` = 0 keeps the number that the spec or the rule
 *  file sets. */
ALEA_API alea_status alea_game_open_for(const char *spec, unsigned players, alea_game **out, alea_error *);

/** How many states a game may have if its states are listed one by one: games of the family graph when they are opened
 *  (5,000,000), and some others when they are solved. Applies to all games of this process from now on; 0 stands for the
 *  default. `bytes`, unless NULL, receives about how much memory it takes to list and solve a game of that many states with
 *  four moves or outcomes each. Fails with ALEA_E_RANGE above ALEA_MOST_STATES. */
#define ALEA_MOST_STATES 100000000
ALEA_API alea_status alea_game_limit_states(uint64_t states, uint64_t *bytes, alea_error *);

/** The callback that gets the number of states listed so far, where listing is not part of work with its own progress, and may stop it:
 *  then opening the game fails with ALEA_E_STOPPED. Applies to all games of this process from now on; NULL removes it. `total` is 0
 *  while states are listed; a last report has `done` and `total` equal, and its answer does not count. The argument must live until
 *  another one replaces it. */
ALEA_API void alea_game_set_listing_progress(const alea_progress *);

ALEA_API void alea_game_free(alea_game *); /**< accepts NULL; free bots and tables first */

ALEA_API const char *alea_game_name(const alea_game *);   /**< `pig-pen` */
ALEA_API const char *alea_game_title(const alea_game *);  /**< `Pig-Pen` */
ALEA_API const char *alea_game_text(const alea_game *);   /**< the rules in words */
ALEA_API const char *alea_game_family(const alea_game *); /**< `race` */
/** Canonical, with every parameter: `pig(goal=100,players=2)`. */
ALEA_API const char *alea_game_spec(const alea_game *);
/** SHA-256 of the rule file, 64 hex digits. */
ALEA_API const char *alea_game_rules_sha256(const alea_game *);
ALEA_API unsigned alea_game_players(const alea_game *); /**< 1 … ALEA_MAX_SEATS */
ALEA_API bool alea_game_has_objective(const alea_game *, alea_objective);
/** The objective of the game: the one set by alea_game_play_for, else the one in its rules, else its first.
 *  Standings rank by it, and the bot `optimal` plays for it. */
ALEA_API alea_objective alea_game_objective(const alea_game *);
/** Plays the game for this objective from now on. Call it before bots are opened, because they keep the objective at
 *  that time. ALEA_E_USAGE if the game does not have the objective. */
ALEA_API alea_status alea_game_play_for(alea_game *, alea_objective, alea_error *);

/** A parameter as the rule file declares it, with its value in this game. Numbers are whole numbers; all values are
 *  given as text. `one_of` is a NULL-terminated list, or NULL for numbers. The strings belong to the game.
 *  alea_game_parameter returns false past the last. */
typedef struct alea_parameter {
    const char *name;
    const char *help;
    const char *value;
    const char *default_value;
    int64_t min, max; /**< for numbers */
    const char *const *one_of;
} alea_parameter;
ALEA_API size_t alea_game_parameter_count(const alea_game *);
ALEA_API bool alea_game_parameter(const alea_game *, size_t index, alea_parameter *out);
/** Parameters of a small game, such as `goal=20`, from the field `small` of the rule file: alea_game_check can list all
 *  its states. Empty if the file names none. */
ALEA_API const char *alea_game_small(const alea_game *);

/** A key of alea_game_parse_state (and of `alea ask`), with a line of help. `index` counts from 0; alea_game_key returns
 *  false past the last key. */
typedef struct alea_key {
    const char *name;
    const char *help;
} alea_key;
/** A remark on a position; empty if there is none. */
typedef struct alea_note {
    char text[300];
} alea_note;
ALEA_API bool alea_game_key(const alea_game *, size_t index, alea_key *out);

/** The rule files built into the library, sorted by name; NULL past the last. */
ALEA_API size_t alea_catalog_size(void);
ALEA_API const char *alea_catalog_name(size_t index);

/** What is known about a game that `alea games` lists. The strings live as long as the library. */
typedef struct alea_known {
    unsigned place;    /**< in the list of games, from 1 */
    const char *group; /**< such as `Score sheets` */
    double
        value; /**< of best play, of the first player or the only one, for what the game is played for; NaN unless all
                             parameters have their default values */
    double seconds;     /**< in which two threads prove it, about */
    const char *source; /**< who published a value; empty: we know of none */
} alea_known;
/** False for a game that is not listed: one from a rule file, or one of the catalogue that only its name opens. */
ALEA_API bool alea_game_known(const alea_game *, alea_known *out);

/** The plain referee, for playing by hand. Passing a state of another game is undefined.
 *
 *  alea_game_start returns the starting position. alea_game_to_move returns the seat to move, ALEA_CHANCE or
 *  ALEA_OVER. */
ALEA_API alea_state alea_game_start(const alea_game *);
ALEA_API int alea_game_to_move(const alea_game *, const alea_state *);
/** Returns the number of legal moves; 0 unless a seat is to move. */
ALEA_API unsigned alea_game_move_count(const alea_game *, const alea_state *);
/** Returns legal move `index`, 0 … count - 1, in ascending order; UINT32_MAX past the last. */
ALEA_API uint32_t alea_game_move(const alea_game *, const alea_state *, unsigned index);
/** Returns the name of a move, such as "roll". It lives as long as the game. */
ALEA_API const char *alea_game_move_name(const alea_game *, uint32_t move);
/** Chance outcomes are 0 … count - 1; the count is 0 unless chance is to move. The exact probability of an outcome is
 *  its weight divided by the denominator, which is the sum of all weights. */
ALEA_API uint32_t alea_game_chance_count(const alea_game *, const alea_state *);
ALEA_API uint64_t alea_game_chance_weight(const alea_game *, const alea_state *, uint32_t outcome);
ALEA_API uint64_t alea_game_chance_denominator(const alea_game *, const alea_state *);
/** Writes the faces of a chance outcome, 1 … sides, in the order in which they were rolled. Returns their number; 0
 *  if there is no such outcome. */
ALEA_API unsigned alea_game_chance_faces(const alea_game *, const alea_state *, uint32_t outcome,
                                         uint32_t faces[16]);
/** Whether chance is to move here and its outcomes are rolls of dice. False for other chances, such as a coin in a
 *  rule file that lists states; their only face is a number without a meaning. */
ALEA_API bool alea_game_rolls_dice(const alea_game *, const alea_state *);
/** For rule files that name the outcomes of chance, such as "heads": returns name `index` and writes an outcome with
 *  it. NULL after the last, and if outcomes have no names. The name lives as long as the game. */
ALEA_API const char *alea_game_chance_name(const alea_game *, const alea_state *, size_t index,
                                           uint32_t *outcome);
/** Plays a move (in a decision state) or an outcome (in a chance state). Fails with ALEA_E_STATE if it is not legal
 *  here. */
ALEA_API alea_status alea_game_apply(const alea_game *, alea_state *, uint32_t move_or_outcome, alea_error *);
/** Writes the result of a finished game. Fails with ALEA_E_STATE if the game is not finished. */
ALEA_API alea_status alea_game_outcome(const alea_game *, const alea_state *, alea_outcome *, alea_error *);
/** Whether players have points; if not, the `score` of an outcome means nothing. */
ALEA_API bool alea_game_has_points(const alea_game *);

/** For games in which players only compare scores and do not affect each other: opens the same game for one player,
 *  with all other parameters unchanged. Fails with ALEA_E_REFUSED for other games. alea_game_single_player_state
 *  writes the position of one seat as a position of that game; it returns false if it is another seat's turn. */
ALEA_API alea_status alea_game_single_player(const alea_game *, alea_game **out, alea_error *);
ALEA_API bool alea_game_single_player_state(const alea_game *, const alea_state *, unsigned seat,
                                            alea_state *out);

/** Returns the seat whose turn it is, even while dice are rolled; -1 if the game is over. */
ALEA_API int alea_game_turn_of(const alea_game *, const alea_state *);
/** Writes a one-line description of a position, such as "scores 35,20 turn 12", truncated to `size`. */
ALEA_API void alea_game_describe(const alea_game *, const alea_state *, char *out, size_t size);

/** Writes a position in the keys of alea_game_parse_state, the mover's score first, such as "scores=20,35 turn=12".
 *  `alea ask` reads this line; words with spaces are quoted for a shell. The line is truncated to `size`, and empty
 *  if the game is over. */
ALEA_API void alea_game_position(const alea_game *, const alea_state *, char *out, size_t size);

/** Returns the number of turns finished so far, all seats together. */
ALEA_API uint32_t alea_game_turns(const alea_game *, const alea_state *);

/** A fact that people look at before they decide, such as `score` 35 and `turn total` 12. alea_game_fact writes fact
 *  `index` about a seat, the most important first, and returns false past the last. Facts about the turn exist only
 *  for the seat whose turn it is. */
typedef struct alea_fact {
    const char *label; /**< static text */
    char value[200];
} alea_fact;
ALEA_API bool alea_game_fact(const alea_game *, const alea_state *, unsigned seat, size_t index,
                             alea_fact *out);

/** Describes in sentences the effect of a move, or of an outcome of the dice, in the position `before`, such as
 *  "Swine Swap! 36 and 23 change places.", truncated to `size`; empty if the move and the dice say everything.
 *  `names` has the name of each seat. A rule file can have its own sentences. */
ALEA_API void alea_game_narrate(const alea_game *, const alea_state *before, uint32_t move_or_outcome,
                                const char *const *names, char *out, size_t size);
/** Returns the question to a person who has to move, such as "how many dice ({moves})?", where {moves} stands for
 *  the moves and {player} for the name; NULL for the plain question which move. */
ALEA_API const char *alea_game_question(const alea_game *);

/** A row of a score sheet: what each player attempts once in a game, such as a combination of dice. The name lives as
 *  long as the game. alea_game_sheet_row returns false past the last row, and in games without a score sheet. */
typedef struct alea_sheet_row {
    const char *name;  /**< `Three pairs` */
    char contents[48]; /**< the dice that it takes: `X X Y Y Z Z` */
    char points[32];   /**< what it scores: `50`, `the sum of its dice` */
} alea_sheet_row;
ALEA_API bool alea_game_sheet_row(const alea_game *, size_t index, alea_sheet_row *out);
/** Returns the row of the sheet that the mover has attempted after this move or outcome of the dice, and writes its
 *  points; -1 if the attempt goes on or nothing was attempted. */
ALEA_API int alea_game_sheet_attempt(const alea_game *, const alea_state *before, uint32_t move_or_outcome,
                                     int64_t *points);
/** If there are too many moves to list: writes at most `most` that a person would consider first, in the order of
 *  the rules, such as the faces that fit the dice best for each combination. Their order says nothing about their
 *  values. Returns their number; 0 if there is no such list. */
ALEA_API unsigned alea_game_shortlist(const alea_game *, const alea_state *, uint32_t *move, unsigned most);
/** Writes a short remark for a move in such a list, such as "4 of 6 dice", truncated to `size`; empty if there is
 *  none. */
ALEA_API void alea_game_move_remark(const alea_game *, const alea_state *, uint32_t move, char *out,
                                    size_t size);

#ifdef __cplusplus
}
#endif
#endif
