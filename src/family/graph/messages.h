#pragma once
/* Error messages of the family graph. The messages are literals, so that the compiler checks the arguments; a comment names
   the arguments where the message does not show them. */
#include <inttypes.h>

/* ---- the rule file as a whole (rules/rules.c, rules/enumerate.c) ---- */

#define GRAPH_WRONG_PLAYERS "The family graph supports 1 or 2 players, not %u."
#define GRAPH_TURNS_OF_TWO \
    "is only for games of one player; this one has %u." /* after "The field `turns` " */
#define GRAPH_LEAST_OF_TWO \
    "is only for games of one player, since only they have a score; this one has %u." /* likewise \
                                                                                       */
#define GRAPH_SLOW_LISTING                                                 \
    "Listing the states took more than %" PRIu64 " instructions; %" PRIu32 \
    " are known so far. Make the functions faster or the game smaller."
#define GRAPH_ENDLESS                           \
    "The game never ends: each of the %" PRIu32 \
    " states that can be reached has moves or chances, so payoff was never called."
#define GRAPH_NEVER_PASSES                                                                                   \
    "No turn ever ends in this game of two: the first player makes all moves. A function hands the turn to " \
    "the opponent by returning pass(state) instead of state."
#define GRAPH_IN_CALL " This was in the call %s." /* after Lua's message */

/* ---- results of its functions (rules/): each continues the call, such as "moves(7) " ---- */

#define GRAPH_BAD_STATE                                                                                 \
    "returned %s; a state must be a whole number, a string of 1 to 120 bytes, a list of 1 to 16 whole " \
    "numbers, or pass(state)."
#define GRAPH_MANY_STATES                                           \
    "leads to one state too many: a game can have at most %" PRIu32 \
    " states. Does something in the states grow without limit? If not, --states N allows N states."
#define GRAPH_START_PASSES "must not pass: the first player is to move."
#define GRAPH_CHANGED_MIND                                                                                 \
    "returned something else when it was called again, or apply did in that state. Functions must always " \
    "return the same result for the same arguments, so they must not remember earlier calls."
#define GRAPH_MANY_EDGES "has too many moves or outcomes: all states together can have at most %" PRIu32 "."

#define GRAPH_BAD_MOVES  "returned %s; it must return a list of names, or nil where nobody decides."
#define GRAPH_LONG_MOVES "returned a list of %zu names; a state can have at most %d moves."
#define GRAPH_BAD_MOVE_NAME                     \
    "returned a list with %s at place %" PRIu32 \
    "; the name of a move must be a string of 1 to 40 letters, digits, `_`, `+`, `-`, `.` and `:`."
#define GRAPH_MANY_MOVES \
    "adds the move \"%s\", which is one too many: a game can have at most %d different moves."
#define GRAPH_MOVE_TWICE "names the move \"%s\" twice."
#define GRAPH_NO_STATES \
    "does not return the successor states, and there is no function apply to compute them."
#define GRAPH_BAD_STATES   "has %s as its second result; it must be a list of %" PRIu32 " states, or nothing."
#define GRAPH_OTHER_LENGTH "a list of another length"

#define GRAPH_BAD_CHANCES \
    "returned %s%s; it must return the sides of a die, 1 to 65536, or a list of whole weights." /* see the next two */
#define GRAPH_CHANCES_LONG  " that is too long"
#define GRAPH_CHANCES_EMPTY " that is empty"
#define GRAPH_BAD_WEIGHT \
    "gives outcome %" PRIu32 " the weight %s; it must be a whole number from 1 to 4,294,967,295."
#define GRAPH_LARGE_WEIGHTS "gives weights that sum to more than 4,294,967,295."
#define GRAPH_BAD_OUTCOMES                                                                                  \
    "has %s as its third result; it must be a list of %" PRIu32 " names, or of as many lists of faces, or " \
    "nothing."
#define GRAPH_BAD_OUTCOME                                                                                \
    "calls an outcome %s, number %" PRIu32 "; it must be a name of 1 to 40 bytes, or a list of 1 to 16 " \
    "faces, whole numbers from 1."
#define GRAPH_MIXED_OUTCOMES \
    "has names and faces in one list; outcomes must all have names, or all have faces."
#define GRAPH_FACES_TWICE                                                                                 \
    "has the same faces for the outcomes %" PRIu32 " and %" PRIu32 "; list each roll once, whatever the " \
    "order of its dice, with the number of its orders as its weight."
#define GRAPH_NO_DICE                                                                                        \
    "gives outcome %" PRIu32 " faces and the weight %" PRIu32 " of %" PRIu64 ", but no %" PRIu32 " %s fall " \
    "so. Outcomes with faces must be all rolls of some dice, each once, with the number of its orders as "   \
    "its weight: {1, 1} has 1, {1, 2} has 2. Other outcomes can have names."

#define GRAPH_BAD_PAYOFF                                                                                    \
    "returned %s. That state has no moves and no chances, so the game is over there; payoff must return a " \
    "table with the result."
#define GRAPH_UNKNOWN_FIELD "has an unknown field %s; for %" PRIu32 " player%s the fields are %s."
#define GRAPH_NO_FIELDS                                                                                  \
    "has no field; the fields are %s. If only turns count, set turns = true in the table that rules(p) " \
    "returns."
#define GRAPH_ONE_PLAYER_FIELDS "win and score"
#define GRAPH_TWO_PLAYER_FIELDS "win and money"
#define GRAPH_NEW_FIELD         "has a field `%s`, but earlier ends do not; all ends must have the same fields."
#define GRAPH_LOST_FIELD        "has no field `%s`, but earlier ends do; all ends must have the same fields."
#define GRAPH_BAD_WIN                                                                                      \
    "has win = %s; it must be true or false: whether the player to move has won. In games of two players " \
    "it "                                                                                                  \
    "may be \"draw\"."
#define GRAPH_BAD_PAY "has %s = %s; it must be a whole number from -%d to %d."

#define GRAPH_BAD_SHOW \
    "returned %s; it must return names with values, separated by commas, such as \"score 3, turn total 1\"."
#define GRAPH_LONG_SHOW "returned %s; it must return strings of at most %d bytes, or nothing."

/* ---- pass(s), in a rule file (rules/lua_functions.c); Lua puts the place in front ---- */

#define GRAPH_BAD_PASS "pass takes one state: a whole number, a string, or a list of whole numbers"

/* ---- play (play/referee.c, text/bot_view.c) ---- */

#define GRAPH_OVER       "The game is over; nothing can be played."
#define GRAPH_NO_MOVE    "There is no move %u in this state."
#define GRAPH_NO_ROLL    "There is no roll %u; rolls are numbered 0 to %u."
#define GRAPH_BAD_ANSWER "decide returned %s; it must return one of view.moves: %s."
