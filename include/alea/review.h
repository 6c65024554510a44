#ifndef ALEA_REVIEW_H
#define ALEA_REVIEW_H
/** Review: how much of a game was luck, and what each decision cost.
 *
 *  Every position is worth something to each seat. A roll changes that by luck: what the position after it is worth, less what
 *  it was worth before, which is the mean over all rolls. A decision can only lower it: its cost is what the best move
 *  is worth, less what the chosen one is. Moves that cannot be told apart cost nothing. So for every seat
 *
 *      result = start + luck - own mistakes + opponents' mistakes
 *
 *  and every review is checked to add up so, to 1e-9, before anybody sees it.
 *
 *      alea_reviewer *reviewer;
 *      alea_reviewer_open(NULL, &reviewer, &error);
 *      alea_review *review;
 *      alea_review_game(reviewer, record, 0, &review, &error);
 *      printf("%s gave away %.3f\n", review->seat[0].player, review->seat[0].mistakes);
 *      alea_review_free(review);
 *      alea_reviewer_free(reviewer);
 *
 *  Values are exact where the game is solved: for one or two players, and for players who play side by side. Everything else is
 *  estimated: positions are played on many times by a policy, all moves of a decision with the same dice, and what comes
 *  out has a standard error. */

#include <alea/record.h>
#include <alea/table.h>

typedef struct alea_reviewer alea_reviewer;

/** Zero means the default everywhere. */
typedef struct alea_review_options {
    bool objective_given; /**< else the first that the game has */
    alea_objective objective;
    bool estimate;     /**< never solves */
    uint64_t rollouts; /**< how often a position is played on for an estimate; default 1,000, at most 10^6 */
    const char *
        policy; /**< a built-in bot that plays on; default hold(20), always(4) or greedy, as the game has it */
    uint64_t memory;        /**< as in alea_solve_options */
    alea_progress progress; /**< of solving */
} alea_review_options;

/** A reviewer keeps what it solved: games of many records need one solution only. For one thread at a time.
 *  The policy's text is copied. */
ALEA_API alea_status alea_reviewer_open(const alea_review_options *, alea_reviewer **out, alea_error *);
ALEA_API void alea_reviewer_free(alea_reviewer *); /**< accepts NULL */

/** Words for costs and for luck. The scale is the spread of results: twice their standard deviation among good players, which
 *  is 1 where one wins or loses. An inaccuracy costs 0.02 of it or more, a mistake 0.05, a blunder 0.1. A roll is lucky or
 *  unlucky when it is a standard deviation of such rolls or more from their mean, and very much so from two on;
 *  and only when it matters as much as an inaccuracy. */
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
    uint32_t best; /**< of a decision: the best move; the chosen one where it is as good */
    uint64_t line; /**< of the record */
    uint32_t turn; /**< from 1, all seats together */
    alea_state before;
    bool known; /**< whether the position has a value; else its change counts at the next one that has */
    double value[ALEA_MAX_SEATS]; /**< of the position, to each seat */
    double change
        [ALEA_MAX_SEATS]; /**< what it brought each seat; more is better, also where the fewest turns or points win */
    double amount;     /**< a roll's luck for its seat; what a decision or a forfeit cost its seat */
    double error;      /**< standard error of amount; 0: exact */
    double deviations; /**< a roll's luck in standard deviations of such rolls; 0: not known, or
                                         too many rolls for luck too small to matter */
    double best_value, chosen_value; /**< of a decision, to its seat */
    unsigned moves;                  /**< of a decision: how many there were */
    alea_grade grade;
} alea_review_event;

/** One seat's game. */
typedef struct alea_review_seat {
    char *player; /**< as the record has it; owned */
    double result, start, luck, mistakes, opponents_mistakes;
    double adjusted;                   /**< the result without the luck */
    double own_luck;                   /**< of the seat's own rolls */
    double luck_error, mistakes_error; /**< standard errors; 0: exact */
    uint64_t rolls, decisions;
    uint64_t grades[ALEA_GRADES];
    bool forfeited;
} alea_review_seat;

/** What a turn brought the seat whose turn it was. */
typedef struct alea_review_turn {
    uint32_t turn;
    int seat;
    double luck, mistakes;
    double value; /**< before the turn */
} alea_review_turn;

/** Decisions of one kind by one seat: the name of the chosen move without its numbers. */
typedef struct alea_review_kind {
    char name[48];
    int seat;
    uint64_t decisions, mistakes; /**< mistakes: those that cost anything */
    double cost;
} alea_review_kind;

typedef struct alea_review {
    const alea_game *game; /**< the reviewer's */
    uint64_t number;       /**< of the game in its run */
    uint64_t seed;
    char sha256[65]; /**< of the game as it was played, players included: the same game again has the same */
    alea_objective objective;
    double
        sign; /**< -1 where less is better; result = start + sign * (luck - mistakes + opponents_mistakes) */
    double scale; /**< of the words */
    bool estimated;
    char why_estimated[400]; /**< a sentence; empty where the values are exact */
    uint64_t rollouts;       /**< of an estimate */
    char policy[64];         /**< likewise */
    bool finished;           /**< else results are what the last position is worth */
    unsigned players;
    alea_review_seat seat[ALEA_MAX_SEATS];
    alea_review_event *event;
    size_t events;
    alea_review_turn *turn;
    size_t turns;
    alea_review_kind *kind;
    size_t kinds;
} alea_review;

/** Reviews game `index` of a record. The review keeps pointers into the reviewer, and none into the record.
 *  ALEA_E_USAGE for an objective that the game does not have, ALEA_E_SPEC, _UNKNOWN and _RANGE for a policy that it does
 *  not have, ALEA_E_REFUSED when nothing is known about the game's values. */
ALEA_API alea_status alea_review_game(alea_reviewer *, const alea_record *, size_t index, alea_review **out,
                                      alea_error *);
ALEA_API void alea_review_free(alea_review *); /**< accepts NULL */

/** Why one move is better than another: what it is worth, and how it depends on the dice. */
typedef struct alea_reason {
    uint32_t move;
    const char *name;
    double value;
    bool rolls; /**< dice follow at once */
    double better,
        better_value; /**< how often they leave one better off than the other move is worth, and with what on the mean */
    double worse, worse_value; /**< and worse off, or just as well */
    char prospect[240]; /**< what the family says of the move, in words: "loses the turn …"; empty: nothing */
} alea_reason;
/** About the decision `event` of a review: reason[0] for the best move, reason[1] for the chosen one. ALEA_E_STATE where nobody
 *  decided, or where there is no value. */
ALEA_API alea_status alea_review_why(alea_reviewer *, const alea_review *, size_t event, alea_reason out[2],
                                     alea_error *);

/** The same in whole sentences, on one line; cut to `size`. Values are written as alea_review_value does. */
ALEA_API void alea_review_sentence(const alea_review *, size_t event, const alea_reason why[2], char *out,
                                   size_t size);
/** A value in the objective's unit: `61.3 %`, `$4.20`, `443.6 points`, `12.5 turns`; with `sign` a plus in front of gains. */
ALEA_API const char *alea_review_value(alea_objective, double value, bool sign, char out[32]);

/** All moves of a decision with their values to the seat that decides, in the order of the game, so by their numbers; the
 *  list is the caller's, freed by alea_review_moves_free. */
typedef struct alea_review_move {
    uint32_t move;
    const char *name;
    double value, cost; /**< 0: as good as the best */
} alea_review_move;
ALEA_API alea_status alea_review_moves(alea_reviewer *, const alea_review *, size_t event,
                                       alea_review_move **out, size_t *count, alea_error *);
ALEA_API void alea_review_moves_free(alea_review_move *); /**< accepts NULL */

/** The worst decisions of some seats (a bit each; 0: all), worst first: fills `events` with indices of decisions that cost
 *  something; returns how many, at most `most`. */
ALEA_API size_t alea_review_worst(const alea_review *, unsigned seats, size_t *events, size_t most);

#endif
