#pragma once
#include <inttypes.h>

/* Messages of the family tabletop. Those of rules/ continue "moves(…) ", "turn() " or "The field `…` ". */

/* ---- words of rule files (rules/lua_functions.c); Lua puts the place in front ---- */
#define TABLETOP_MANY_ARGUMENTS "%s takes at most %d arguments"
#define TABLETOP_PARTS_LIST     "parts takes a list of numbers or texts"
#define TABLETOP_PARTS_MANY     "this list has too many parts; a call of parts can return %d"

/* ---- fields (rules/fields.c, rules/rules.c) ---- */
#define TABLETOP_NO_TABLE       "must be a table, but is %s."
#define TABLETOP_NO_NAME        "has an entry %s without a name."
#define TABLETOP_BAD_NAME       "has %s named %s; a name has 1 to 40 bytes, without , ; = [ ] \" ' and \\."
#define TABLETOP_BAD_FIELD_NAME "declares %s; the name of a field has letters, digits and _ only."
#define TABLETOP_FIELD_TWICE    "declares `%s`, which is the name of another field; `total` is always one."
#define TABLETOP_MANY_FIELDS    "makes more than %d fields."
#define TABLETOP_BAD_FIELD      "declares `%s` as %s; use upto(n), flag(), set {…} or sheet {…}."
#define TABLETOP_BAD_OPTIONS    "has an upto whose second argument is no table such as { by = 50, start = 100 }."
#define TABLETOP_NO_MULTIPLE \
    "uses the number %" PRId64 ", which is no multiple of %" PRId64 ", the step of the field."
#define TABLETOP_NO_MEMBERS   "has a set or sheet of %s; it must be a list of names."
#define TABLETOP_MANY_MEMBERS "has a set or sheet of %u members; it can have 1 to %d."
#define TABLETOP_MEMBER_TWICE "names the member \"%s\" twice."
#define TABLETOP_LARGE_STATE                                                                          \
    "The fields of the game take %u bits; a position has room for %d. Each player's take %u, for %u " \
    "players. Lower "                                                                                 \
    "the limits of numbers, or the number of players."
#define TABLETOP_NO_NUMBER    "has as %s %s; it must be a whole number from %" PRId64 " to %" PRId64 "."
#define TABLETOP_BAD_CHOICE   "must be one of %s, but is %s."
#define TABLETOP_BAD_WINNER   "must be \"mover\", most(field) or least(field), but is %s."
#define TABLETOP_WINNER_FIELD "compares `%s`; it must be a number of each player."
#define TABLETOP_BAD_FINAL \
    "must be a list of at most %d tables such as { total = plus(35), when = … }; it has %s."
#define TABLETOP_FINAL_TOTAL "changes another field than `total`."
#define TABLETOP_NO_END      "is missing: a game needs `over`, a condition, or `rounds`, a number of turns."
#define TABLETOP_MOVER_ENDS \
    "has no meaning where the winner is the mover; set `winner` to most(field), for example."
#define TABLETOP_BAD_DIGITS                                                                                 \
    "has a list: only a key of a state can have one, { LABEL, THING, THING }, with at most %d things that " \
    "the digits of its numbers count."
#define TABLETOP_UNKNOWN_LABEL "has a label for a name that is neither a field nor a key of a state."

/* ---- dice (rules/dice.c) ---- */
#define TABLETOP_BAD_DIE         "is %s; it must be a number of sides, die {…}, or a table of dice by name."
#define TABLETOP_MANY_DICE_NAMES "names more than %d dice."
#define TABLETOP_MANY_SIDES      "has a die of %lld faces; it can have 1 to %d."
#define TABLETOP_MANY_DICE       "has more than %d dice on the table."
#define TABLETOP_NO_DIE          "rolls \"%s\", which is not the name of a die."
#define TABLETOP_WHICH_DICE      "rolls a number of dice, but the dice have names: roll({ \"name\", … }, s)."
#define TABLETOP_KEPT_NAMES      "keeps dice in a state whose `names` has fewer entries than `dice`."
#define TABLETOP_KEPT_FACE       "keeps a die with the face %s, which it does not have."
#define TABLETOP_KEY_TAKEN \
    "has a state with the key `%s`, which is the name of a field or which alea uses itself."
#define TABLETOP_FIELD_RESERVED "declares `%s`, a name that alea uses itself."
#define TABLETOP_COUNTER_LATE   "uses the counter `%s`, which ends with the turn."
#define TABLETOP_WINNER_ALONE   "is only for several players."
#define TABLETOP_LARGE_ROLL \
    "rolls %u dice at once: they have too many outcomes, or weights above 2^31 together."

/* ---- states (rules/state_name.c) ---- */
#define TABLETOP_NO_STATE "goes to %s instead of a state; a state is a table, such as { rolls = 2 }."
#define TABLETOP_BAD_KEY  "has a state with the key %s; keys are names of letters, digits and _."
#define TABLETOP_BAD_VALUE                                                                              \
    "has a state whose `%s` is %s; values are whole numbers, texts that begin with a letter, true, or " \
    "lists of "                                                                                         \
    "numbers or texts."
#define TABLETOP_MANY_KEYS    "has a state with `%s`, a key too many: all states together can have %d."
#define TABLETOP_MIXED_KEY    "has a state whose `%s` is a list and one in which it is none."
#define TABLETOP_LARGE_NUMBER "has a state with the number %s, which is out of the range of 32 bits."
#define TABLETOP_LONG_STATE   "has a state too long to be written in %d bytes."
#define TABLETOP_MANY_STATES                                                                             \
    "leads to one state too many: a turn can have %u. Does something in the states grow without limit? " \
    "Make it "                                                                                           \
    "a counter. If it does not, --states N allows N states."
#define TABLETOP_SLOW                                         \
    "Listing the states of a turn took more than %" PRIu64    \
    " instructions; %u are known so far. Make the functions " \
    "faster or the turn smaller."
#define TABLETOP_ENDLESS "is a state from which the turn cannot end."
#define TABLETOP_IN_CALL " This was in the call %s."

/* ---- conditions and effects (rules/conditions.c) ---- */
#define TABLETOP_UNKNOWN_FIELD "uses the field `%s`, which is not declared; there are %s."
#define TABLETOP_NO_FIELD      "uses %s instead of the name of a field."
#define TABLETOP_NO_MEMBER     "uses a member of `%s` that it does not have: %s."
#define TABLETOP_NO_SET \
    "uses has, lacks, with or without on `%s`, which is a number; compare it with at_least."
#define TABLETOP_WHICH_MEMBERS "uses has, lacks, with or without on `%s`, but names no member."
#define TABLETOP_NO_COMPARISON "compares `%s`; only numbers can be compared, and not `total`."
#define TABLETOP_BAD_SUM       "compares a sum; it must be of two fields, such as { \"score\", \"points\" }."
#define TABLETOP_BAD_CONDITION                                                                             \
    "has %s where a condition is expected: has(…), lacks(…), at_least(…), at_most(…), above(…), below(…) " \
    "or a "                                                                                                \
    "list of these."
#define TABLETOP_MANY_CONDITIONS "has a list of conditions with more than %d entries."
#define TABLETOP_BAD_EFFECTS     "has %s where effects are expected: a table such as { score = plus(5) }."
#define TABLETOP_BAD_EFFECT      "changes `%s` by %s; use plus, minus, to, with, without or fill."
#define TABLETOP_WRONG_EFFECT    "uses %s on `%s`, which is of another kind."
#define TABLETOP_MANY_EFFECTS    "changes more than %d fields in one step."
#define TABLETOP_COUNTER_ENDS    "changes the counter `%s` where the turn ends, and with it the counter."
#define TABLETOP_FIELD_WITHIN    "changes `%s` within a turn; roll and go can change counters and `total` only."
#define TABLETOP_NO_SHEET        "uses fill on `%s`, which is not a sheet of the player whose turn it is."
#define TABLETOP_NO_COUNTER      "uses `%s` as the number of an effect; only counters can be."
#define TABLETOP_OTHER_STEP      "adds the counter `%s`, which goes by %u, to a field that goes by %u."
#define TABLETOP_TOTAL_TO        "uses to on `total`, which can only grow or shrink: plus(n), minus(n)."
#define TABLETOP_SET_TO          "uses to on `%s`; a flag takes to(true) or to(false), a set with and without."

/* ---- steps (rules/steps.c) ---- */
#define TABLETOP_NO_STEP       "has %s where a step is expected: roll(…), go(…), done(…) or chance(…)."
#define TABLETOP_BAD_CHANCE    "has a chance of %s; it must be a list of { weight, step, \"name\" }."
#define TABLETOP_MANY_OUTCOMES "has a chance with more than %d outcomes."
#define TABLETOP_LARGE_WEIGHTS "has a chance whose weights are more than 2^31 together."
#define TABLETOP_DEEP_CHANCE   "nests chances too deep."
#define TABLETOP_MANY_MOVES    "adds the move \"%s\", which is one too many: a game can have %d different ones."
#define TABLETOP_ENTRY_FIELD \
    "has an entry with the field %s; an entry is { \"name\", step, when = … } or { step, when = … }."
#define TABLETOP_BAD_ENTRY \
    "has %s in its list; an entry is { \"name\", step, when = … }, { step, when = … } or a step."
#define TABLETOP_NO_MOVES     "returned %s; it must return a step, or a list with at least one entry."
#define TABLETOP_MANY_ENTRIES "returned a list of more than %d entries."
#define TABLETOP_EMPTY_TURN   "ends the turn at once; it must return a roll, a go or a chance."

/* ---- exact results (turn/, solve/) ---- */
#define TABLETOP_LARGE_TABLE "There are more than %d states between turns."
#define TABLETOP_FIELD_SIZES "%s Fewer or smaller fields make fewer; those of this game have %s values."
#define TABLETOP_MISFIT      "there must be a column for each state between turns"
#define TABLETOP_NO_DISTRIBUTION                                                                             \
    "alea computes how scores are distributed that are from 0 to %d, only grow where a turn ends, and come " \
    "to an end; those of this game do not."
#define TABLETOP_NO_POINTS  "greedy needs a game with points or a score; random and first play every game."
#define TABLETOP_NO_PLAN    "A policy that computes each turn when it is asked cannot be stored."
#define TABLETOP_WRONG_LIST "A turn that begins at %s ends in a state that is not in the list of states."
#define TABLETOP_WRONG_LOOP "The turn that begins at %s cannot be computed in whole numbers."
#define TABLETOP_NO_EVALUATION                                                                               \
    "The game has too many positions for exact results of policies; `alea run` and `alea compare` estimate " \
    "them, and best play is exact."
#define TABLETOP_STUCK      "A position of the turn that begins at %s has no move."
#define TABLETOP_NOT_PROVED "The values of this game cannot be bounded by the engine of turns."
#define TABLETOP_NOT_SETTLED                                                                              \
    "The decisions of the players of this game do not settle: no equilibrium was found, or play may not " \
    "end."
#define TABLETOP_TOO_MUCH \
    "This game for more than two players would take %.1f GB. Make it smaller, such as by a lower goal."
#define TABLETOP_NO_KEYS "The states between turns are too large for the engine of turns."

/* ---- play and text ---- */
#define TABLETOP_NO_SUCH_MOVE  "There is no move %u in this state."
#define TABLETOP_BAD_ANSWER    "decide returned %s; it must return one of view.moves: %s."
#define TABLETOP_TURNS_LEFT    "turns after this one"
#define TABLETOP_ONE_DIE       "%u die"
#define TABLETOP_SOME_DICE     "%u dice"
#define TABLETOP_ADDS          "%+d %s"
#define TABLETOP_VALUES        "`%s` takes %u values, with commas between them."
#define TABLETOP_BAD_SETTING   "`%s` cannot be %s; it is %s."
#define TABLETOP_BAD_MEMBERS   "`%s` cannot be %s; it is all, none or some of %s."
#define TABLETOP_POINTS_VALUES "a number of points"
#define TABLETOP_NUMBER_VALUES "a whole number from 0 to %u"
#define TABLETOP_STEP_VALUES   "from 0 to %u in steps of %u"
#define TABLETOP_NO_SUCH_STATE "No turn has the state %s. The nearest that there is: %s."
#define TABLETOP_OVER_THERE    "The game is over in this position."
