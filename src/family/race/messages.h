#ifndef ALEA_FAMILY_RACE_MESSAGES_H
#define ALEA_FAMILY_RACE_MESSAGES_H
/* Every sentence that race reports, so that a wording is changed in one place. */

/* Solving */

/* What has no exact values. %u is a number of players, or the turn's memory. */
#define RACE_NO_BEST_WAY                                                                                \
    "With %u players there is no single best way to play: what is best for one player depends on what " \
    "the others want. Exact values are for one or two players."
#define RACE_NO_OBJECTIVE "This game does not have the objective \"%s\"."
#define RACE_ADDS_NOTHING                                                                             \
    "From the turn's memory %u on, rolls that add nothing can follow one another for ever, so turns " \
    "cannot be solved backward from their end."
#define RACE_NEVER_HELD                                                                                    \
    "From the turn's memory %u on, every roll forces another: the turn can never be held, and nobody can " \
    "win the game."
#define RACE_NEVER_LOST                                                                                    \
    "From the turn's memory %u on, no roll can lose the turn: a player could roll for ever, and the game " \
    "need not end."
#define RACE_UNBOUNDED                                                                                 \
    "With the turn's memory %u, no roll can lose the turn, so points above the goal can grow without " \
    "limit."
#define RACE_FREE_FIRST_ROLL                                                                        \
    "`first_roll` is \"free\": two players could pass without a roll for ever, so the game has no " \
    "determined value. Use `first_roll = \"forced\"`."
#define RACE_STUCK /* %u: the total */                                                                  \
    "From a total of %u with the turn's memory 0, play cannot reach the end: no rolls add points that " \
    "can be kept until the goal is reached, so the game could go on for ever."

/* Solving games like Pig */
#define RACE_BAD_TOLERANCE       "The tolerance must be a positive number, or 0 for the default, not %g."
#define RACE_TOLERANCE_TOO_SMALL /* what was asked for; what is possible */ \
    "Double precision cannot prove the values of this game to %.3g; use a tolerance of %.2g or more."
#define RACE_BOUNDS_FAIL /* %u: own score + other score */                                               \
    "Double precision cannot prove the values of this game: the bounds fail where the scores add up to " \
    "%u."
#define RACE_CANNOT_RESUME \
    "Cannot resume: the partial table is inconsistent with this game. Solve the game from the beginning."
#define RACE_STOPPED "Stopped with %u of %u sums of scores done."

/* Asking a table. Scores are the mover's and the other player's, banked. */
#define RACE_TABLE_UNFINISHED "The table is unfinished, so nobody can play by it. Resume solving it first."
#define RACE_VALUES_FOR_TWO   "Exact values are for one or two players, not %u."
#define RACE_GAME_OVER        "The game is over; nobody is to move."
#define RACE_FOREIGN_POSITION "This position does not occur in the table's game."
#define RACE_BEYOND_TABLE     "The table covers scores and totals up to %u; scores %u,%u turn %u lie beyond it."
#define RACE_NOBODY_TO_MOVE   "No player can be to move at scores %u,%u turn %u."
#define RACE_NO_VALUE_YET \
    "The table is unfinished and has no value for scores %u,%u yet. Resume solving it first."

/* Subjects of sentences that exact/ ends. */
#define RACE_SOLVING       "Solving this game"
#define RACE_EXACT_RESULT  "The exact result"
#define RACE_PROVED_VALUES "The values of this game"
#define RACE_PROVED_TURNS  "The turns that this game takes"
#define RACE_PROVED_RESULT "A game takes too many turns: its result"
#endif
