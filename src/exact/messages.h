#pragma once
/* Messages of the engine, its limits and its checkers. */

/* ---- limits ---- */
#define EXACT_MEMORY         "%s takes about %s of memory; the limit is %s."
#define EXACT_MACHINE_MEMORY "%s takes about %s of memory; this machine has %s for it."
#define EXACT_TOLERANCE                                                                                      \
    "A tolerance of %g%s cannot be reached in double precision for this game: the widest interval is %.3g. " \
    "Ask for %.2g or more."
#define EXACT_USUAL_TOLERANCE                                                                               \
    "Double precision gives the values of this game to %.3g%s only; the usual tolerance is %g. `alea run` " \
    "estimates results, and `alea solve` accepts a --tolerance of %.2g or more."

/* ---- proofs ---- */
#define EXACT_NOT_BOUNDED "%s cannot be bounded in double precision."
#define EXACT_NO_END                                                                                       \
    "The values of this game cannot be proved: no end can be reached from the state %s, which is reached " \
    "by %s."
#define EXACT_ENDLESS                                                                                        \
    "The values of this game cannot be proved: whatever chance does, moves can keep the game from ending, "  \
    "for example from the state %s, which is reached by %s. Let the state count moves or turns and end the " \
    "game at a limit, or take away the moves that lead back. `alea run` plays the game as it is."
#define EXACT_VALUES  "The values of this game"
#define EXACT_SOLVING "Solving this game"

/* ---- listing the states of a game; fragments follow EXACT_NOT_LISTED ---- */
#define EXACT_NOT_LISTED "This game has no exact results: in the state \"%s\" %s"
#define EXACT_TOO_MANY_STATES \
    "This game has no exact results: it has more than %" PRIu32 " states (--states N allows N)."
#define EXACT_TOO_MANY_PLAYERS "Games of this family have exact results for one or two players, not for %u."
#define EXACT_TOO_MANY_EDGES   "the moves and outcomes become too many to list."
#define EXACT_TOO_MANY_MOVES   "there are %u moves, more than the limit of %d."
#define EXACT_NO_MOVE          "there is no move."
#define EXACT_NO_OUTCOME       "the dice have no possible outcome."
#define EXACT_WEIGHTS          "the weights of the outcomes are too large."
#define EXACT_UNFINISHED       "no move is possible or a limit ends the game."
#define EXACT_MONEY_SUM        "the payments do not add up to zero."
#define EXACT_TOO_LARGE        "the money or the score is too large."

/* ---- games as graphs: objectives, policies, states ---- */
#define EXACT_NO_OBJECTIVE     "This game cannot be played for `%s`."
#define EXACT_ONLY_OBJECTIVES  "This game cannot be played for `%s`, only for %s."
#define EXACT_NO_OPPONENT      "A game for one player has no best response, because there is no opponent."
#define EXACT_FAMILY           "The family %s" /* has no policy …: game/naming.h */
#define EXACT_ONE_OBJECTIVE    "optimal takes one objective: optimal(for=win)."
#define EXACT_NO_ARGUMENTS     "%s takes no arguments."
#define EXACT_ILLEGAL_ANSWER   "The bot answered move %u where it is not legal."
#define EXACT_OTHER_POLICY     "The policy belongs to another game."
#define EXACT_UNKNOWN_KEY      "There is no key \"%s\"; the only key of this game is state."
#define EXACT_UNKNOWN_KEY_NEAR "There is no key \"%s\"; did you mean \"state\"?"
#define EXACT_KEY_TWICE        "The key state is given twice."
#define EXACT_UNKNOWN_STATE    "The game has no state \"%s\". %s; the first one is %s."
#define EXACT_DESCRIBED        "States are written as the game describes them"
#define EXACT_OTHER_STATE      "The game never reaches this position, so it has no value."

/* ---- distributions of scores ---- */
#define EXACT_NO_SCORES    "This game has no scores."
#define EXACT_WRONG_SCORES "alea computes how scores from 0 to %d are distributed; this game has others."
#define EXACT_SPREADS      "Under this policy games may go on for too long; their scores cannot be computed."

/* ---- verdicts of checkers ---- */
#define EXACT_WRONG_STEP  "%s: the %s bound %.17g is %s what one turn gives, %.17g."
#define EXACT_WRONG_STATE "In the state %.300s%s the %s bound is %.17g, but one step gives %.17g."
#define EXACT_WRONG_WIDTH "The table says that no interval is wider than %.17g, but one is %.17g wide."
#define EXACT_WRONG_START \
    "The value of the start is given as %.17g to %.17g, but the table holds %.17g to %.17g."
#define EXACT_WRONG_SECOND \
    "The value of moving second is given as %.17g to %.17g, which does not follow from the table."
#define EXACT_WRONG_NUMBER "A bound is not a number, or is far greater than any value."
#define EXACT_NOT_ENDING \
    "From the state %.300s moves can keep the game from ending, so its bounds prove nothing."

/* ---- tables of another shape; they follow "The values do not fit this game: " ---- */
#define EXACT_FIT_OBJECTIVE "this game does not have their objective"
#define EXACT_FIT_COLUMNS \
    "a table of best responses has an opponent and two columns, any other table has one column"
#define EXACT_FIT_ROWS "each column must have one row for each state"
