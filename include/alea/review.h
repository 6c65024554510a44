#ifndef ALEA_REVIEW_H
#define ALEA_REVIEW_H
/** Reviews: how much of a game was luck, and what each decision cost.
 *
 *  Every position has a value for each seat. The luck of a roll is the value after it minus the value before it,
 *  which is the mean over all rolls. A decision can only lower the value: its cost is the value of the best move
 *  minus the value of the chosen one. Moves that cannot be distinguished cost nothing. So for every seat
 *
 *      result = start + luck - own mistakes + opponents' mistakes
 *
 *  Every review is checked against this equation, to 1e-9, before it is returned.
 *
 *      alea_reviewer *reviewer;
 *      alea_reviewer_open(NULL, &reviewer, &error);
 *      alea_review *review;
 *      alea_review_game(reviewer, record, 0, &review, &error);
 *      printf("%s gave away %.3f\n", review->seat[0].player, review->seat[0].mistakes);
 *      alea_review_free(review);
 *      alea_reviewer_free(reviewer);
 *
 *  Values are exact where the game can be solved: for one or two players, and for players who play side by side.
 *  All other values are estimates: a policy plays each position to the end many times, with the same dice for all
 *  moves of a decision, and the results have standard errors.
 */

#include <alea/record.h>
#include <alea/table.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct alea_reviewer alea_reviewer;

/** Zero means the default for every field. */
typedef struct alea_review_options {
    size_t size;          /**< set by ALEA_REVIEW_OPTIONS_INIT; see status.h */
    bool objective_given; /**< false: the game's own objective */
    alea_objective objective;
    bool estimate;     /**< always estimate, never solve */
    uint64_t rollouts; /**< rollouts of each position for an estimate; default 1,000, at most 10^6 */
    /** A built-in bot for rollouts; default hold(20), always(4) or greedy, depending on the game. */
    const char *policy;
    uint64_t memory;        /**< as in alea_solve_options */
    alea_progress progress; /**< of solving */
    /** Without `policy`, bank(20) makes the rollouts for money among three or more in a race: hold(20) chases a leader at any
     *  cost, so it is no guide to the last turns. */
    bool bank;
    /** For estimates, which may take long: only `stopped` is called; it ends them with ALEA_E_STOPPED. */
    alea_progress estimating;
} alea_review_options;
#define ALEA_REVIEW_OPTIONS_INIT {.size = sizeof(alea_review_options)}

/** Opens a reviewer. It keeps the games that it has solved, so that many records of one game need one solution. Use it
 *  from one thread at a time. The string `policy` is copied. */
ALEA_API alea_status alea_reviewer_open(const alea_review_options *, alea_reviewer **out, alea_error *);
ALEA_API void alea_reviewer_free(alea_reviewer *); /**< accepts NULL */

/** Labels for costs and luck. The scale is the spread of results: twice their standard deviation among good
 *  players, which is 1 in games that are won or lost. An inaccuracy costs at least 0.02 of the scale, a mistake
 *  0.05, a blunder 0.1. A roll is lucky or unlucky if it matters at least as much as an inaccuracy and is at least
 *  one standard deviation of such rolls from their mean. At two standard deviations or more it is very lucky or
 *  very unlucky. */
typedef enum alea_grade {
    ALEA_UNMARKED,
    ALEA_INACCURACY,
    ALEA_MISTAKE,
    ALEA_BLUNDER,
    ALEA_LUCKY,
    ALEA_VERY_LUCKY,
    ALEA_UNLUCKY,
    ALEA_VERY_UNLUCKY,
    ALEA_GRADES
} alea_grade;
ALEA_API const char *alea_grade_name(alea_grade); /**< "" for ALEA_UNMARKED */

typedef struct alea_review_event {
    alea_event_kind kind;
    int seat;
    uint32_t what; /**< as in alea_event */
    uint32_t best; /**< of a decision: the best move, or the chosen one if it is equally good */
    uint64_t line; /**< of the record */
    uint32_t turn; /**< from 1, all seats together */
    alea_state before;
    /** Whether the position has a value; if not, its change counts at the next position that has one. */
    bool known;
    double value[ALEA_MAX_SEATS]; /**< of the position, to each seat */
    /** Gain of each seat; more is always better, also in games where the fewest turns or points win. */
    double change[ALEA_MAX_SEATS];
    double amount; /**< luck of a roll, or cost of a decision or forfeit, to its seat */
    double error;  /**< standard error of `amount`; 0: exact */
    /** Luck of a roll in standard deviations of such rolls; 0: unknown, or not computed because the luck is too
     *  small to matter and the possible rolls are too many. */
    double deviations;
    double best_value, chosen_value; /**< of a decision, to its seat */
    unsigned moves;                  /**< of a decision: the number of legal moves */
    alea_grade grade;
} alea_review_event;

/** The totals of one seat. */
typedef struct alea_review_seat {
    char *player; /**< as in the record: `human(Ann)`; owned */
    char *name;   /**< as alea_player_name has it: `Ann`; owned */
    double result, start, luck, mistakes, opponents_mistakes;
    double adjusted;                   /**< the result without the luck */
    double own_luck;                   /**< of the seat's own rolls */
    double luck_error, mistakes_error; /**< standard errors; 0: exact */
    uint64_t rolls, decisions;
    uint64_t grades[ALEA_GRADES];
    bool forfeited;
} alea_review_seat;

/** The luck and mistakes of a turn, for the seat whose turn it was. */
typedef struct alea_review_turn {
    uint32_t turn;
    int seat;
    double luck, mistakes;
    double value; /**< before the turn */
} alea_review_turn;

/** The decisions of one kind by one seat. A kind is the name of the chosen move without its numbers. */
typedef struct alea_review_kind {
    char name[48];
    int seat;
    uint64_t decisions, mistakes; /**< `mistakes`: decisions that cost anything */
    double cost;
} alea_review_kind;

typedef struct alea_review {
    const alea_game *game; /**< the reviewer's */
    uint64_t number;       /**< of the game in its run */
    uint64_t seed;
    /** Of the game as played, including the players; the same game always has the same hash. */
    char sha256[65];
    alea_objective objective;
    /** -1 where less is better; result = start + sign * (luck - mistakes + opponents_mistakes). */
    double sign;
    double scale; /**< the scale of the labels */
    bool estimated;
    char why_estimated[400]; /**< a sentence; empty if the values are exact */
    uint64_t rollouts;       /**< of an estimate */
    char policy[64];         /**< likewise */
    bool finished;           /**< false: the result is the value of the last position */
    unsigned players;
    alea_review_seat seat[ALEA_MAX_SEATS];
    alea_review_event *event;
    size_t events;
    alea_review_turn *turn;
    size_t turns;
    alea_review_kind *kind;
    size_t kinds;
} alea_review;

/** Reviews game `index` of a record. The review keeps pointers into the reviewer but not into the record; the caller
 *  frees it with alea_review_free. Fails with ALEA_E_USAGE for an objective that the game does not have; with
 *  ALEA_E_SPEC, _UNKNOWN and _RANGE for a policy that it does not have; and with ALEA_E_REFUSED if nothing is known
 *  about the game's values. */
ALEA_API alea_status alea_review_game(alea_reviewer *, const alea_record *, size_t index, alea_review **out,
                                      alea_error *);
ALEA_API void alea_review_free(alea_review *); /**< accepts NULL */

/** Why one move is better than another: its value, and how the value depends on the dice. */
typedef struct alea_reason {
    uint32_t move;
    const char *name;
    double value;
    bool rolls; /**< the dice are rolled right after the move */
    /** How often the dice lead to more than the value of the other move, and the mean value then. */
    double better, better_value;
    double worse, worse_value; /**< the same for results that are worse or equal */
    char prospect[240];        /**< the family's description of the move: "loses the turn …"; empty: none */
} alea_reason;
/** Explains the decision `event` of a review: reason[0] is the best move, reason[1] the chosen one. Fails with
 *  ALEA_E_STATE if the event is not a decision or has no value. */
ALEA_API alea_status alea_review_explain(alea_reviewer *, const alea_review *, size_t event,
                                         alea_reason out[2], alea_error *);

/** Writes the explanation in whole sentences, on one line, truncated to `size`. Values are written as
 *  alea_review_format_value does. */
ALEA_API void alea_review_explanation(const alea_review *, size_t event, const alea_reason why[2], char *out,
                                      size_t size);
/** Writes in a sentence or two what adds up to a seat's result: its start, luck, own mistakes and others'. `name` stands
 *  for the player. */
ALEA_API void alea_review_summary(const alea_review *, unsigned seat, const char *name, char *out,
                                  size_t size);
/** Writes a value in the objective's unit: `61.3 %`, `$4.20`, `443.6 points`, `12.5 turns`. With `sign`, gains have a
 *  plus. Returns `out`. */
ALEA_API const char *alea_review_format_value(alea_objective, double value, bool sign, char out[32]);

/** Lists all moves of a decision with their values to the seat that decides, in the game's order, that is, by number.
 *  The caller frees the list with alea_review_moves_free. */
typedef struct alea_review_move {
    uint32_t move;
    const char *name;
    double value, cost; /**< cost 0: as good as the best */
} alea_review_move;
ALEA_API alea_status alea_review_moves(alea_reviewer *, const alea_review *, size_t event,
                                       alea_review_move **out, size_t *count, alea_error *);
ALEA_API void alea_review_moves_free(alea_review_move *); /**< accepts NULL */

/** The values that a reviewer has for a game. */
typedef struct alea_review_values {
    alea_objective objective;
    double sign, scale; /**< as in alea_review */
    /** Exact values: the table of the game or, where players only compare scores, of the game of one player. NULL:
     *  values are estimated. It belongs to the reviewer. */
    const alea_table *table;
    char why_estimated[400]; /**< a sentence; empty if values are exact */
    uint64_t rollouts;       /**< of an estimate */
    char policy[64];         /**< likewise */
} alea_review_values;
/** Solves a game, or prepares estimates if that is impossible, and reports which values there are. The reviewer
 *  keeps them. Fails like alea_review_game. */
ALEA_API alea_status alea_reviewer_values(alea_reviewer *, const alea_game *, alea_review_values *out,
                                          alea_error *);

/** A position of a game that is being played. Rollouts of one seed and place have the same dice; each event of a game
 *  should have a place of its own, from 1. */
typedef struct alea_review_question {
    const alea_game *game;
    const alea_state *state;
    uint64_t seed, place;
} alea_review_question;

/** What a move costs, and how sure that is; errors are standard errors, and 0 where values are exact. */
typedef struct alea_review_cost {
    double amount; /**< 0: as good as the best, or not distinguishable from it */
    double error;
    double value_error; /**< of the move's value */
    alea_grade grade;
} alea_review_cost;

typedef struct alea_review_answer {
    bool known;                   /**< false: the values do not cover the position, and all else is empty */
    double value[ALEA_MAX_SEATS]; /**< of the position, to each seat */
    double error[ALEA_MAX_SEATS];
    alea_answer answer;     /**< for the seat to move, as from alea_table_ask; estimates have no width */
    alea_review_cost *cost; /**< by index into answer.move; owned, as these are */
} alea_review_answer;
/** Computes or estimates the value of a position and, if a player is to decide, of each move. Free the answer with
 *  alea_review_answer_free. Fails as alea_review_game does. */
ALEA_API alea_status alea_review_ask(alea_reviewer *, const alea_review_question *, alea_review_answer *out,
                                     alea_error *);
ALEA_API void alea_review_answer_free(alea_review_answer *); /**< frees what it holds, not the struct */

/** The luck of a roll, for the seat that rolls. */
typedef struct alea_review_luck {
    bool known;
    double amount; /**< above 0: it helped */
    double error;
    alea_grade grade;
} alea_review_luck;
/** Weighs an outcome of the dice in a position in which they are rolled. */
ALEA_API alea_status alea_review_weigh(alea_reviewer *, const alea_review_question *, uint32_t outcome,
                                       alea_review_luck *out, alea_error *);

/** Finds the worst decisions of some seats (one bit each; 0: all), worst first. Writes the indices of decisions with
 *  a cost to `events` and returns their number, at most `most`. */
ALEA_API size_t alea_review_find_worst(const alea_review *, unsigned seats, size_t *events, size_t most);

#ifdef __cplusplus
}
#endif
#endif
