#pragma once
/* Messages about specs, games, rule files, positions and Lua programs. */
#include <inttypes.h>

#define GAME_STATES_RANGE \
    "The limit on the states of a game must be a whole number up to %d, not %" PRIu64 "."
#define GAME_NOT_FOR     "%s cannot be played for `%s`."
#define GAME_OTHER_RULES "this is not the rule file that was used then."

/* ---- specs; the fragments follow "In "…", column 3: " ---- */
#define GAME_SPEC_WRONG      "In \"%s\", column %d: %s."
#define GAME_SPEC_NO_NAME    "a name is missing"
#define GAME_SPEC_NO_KEY     "a name is missing before the \"=\""
#define GAME_SPEC_NO_VALUE   "a value is missing here"
#define GAME_SPEC_TWO_EQUALS "a second \"=\" is not allowed"
#define GAME_SPEC_KEY_TWICE  "this name is given twice"
#define GAME_SPEC_TOO_MANY   "there are more than 64 values"
#define GAME_SPEC_NOT_OPENED "this bracket was never opened"
#define GAME_SPEC_NOT_CLOSED "this bracket is never closed"
#define GAME_SPEC_NESTED     "brackets cannot contain brackets"
#define GAME_SPEC_MORE       "nothing may follow the last bracket"
#define GAME_SPEC_CONTROL    "control characters are not allowed"
#define GAME_NOT_A_NUMBER    "%s must be a whole number from %" PRId64 " to %" PRId64 ", not \"%s\"."

/* ---- names that do not exist ---- */
#define GAME_UNKNOWN_GAME                                                                                 \
    "There is no game \"%s\". The games are %s; to play your own, give the path of its rule file, which " \
    "ends in .lua."
#define GAME_UNKNOWN_GAME_NEAR   "There is no game \"%s\"; did you mean \"%s\"? `alea games` lists all."
#define GAME_UNKNOWN_POLICY      "%s has no policy \"%s\". It has %s."
#define GAME_UNKNOWN_POLICY_NEAR "%s has no policy \"%s\"; did you mean \"%s\"?"
#define GAME_UNKNOWN_KEY         "A position has no key \"%s\". Its keys are %s."
#define GAME_UNKNOWN_KEY_NEAR    "A position has no key \"%s\"; did you mean \"%s\"?"
#define GAME_KEY_TWICE           "The key \"%s\" is given twice."
#define GAME_MANY_KEYS           "A position takes at most %d keys."
#define GAME_SCORES_LONG         "The scores of a position have at most %d characters."

/* ---- parameters and players ---- */
#define GAME_UNKNOWN_PARAMETER      "%s has no parameter \"%s\". %s"
#define GAME_UNKNOWN_PARAMETER_NEAR "%s has no parameter \"%s\"; did you mean \"%s\"? %s"
#define GAME_NO_PARAMETERS          "It has none."
#define GAME_PARAMETERS_ARE         "Its parameters are "
#define GAME_PARAMETER_OF           "The parameter %s of %s"
#define GAME_UNKNOWN_WORD           "The parameter %s of %s must be %s, not \"%s\"."
#define GAME_UNKNOWN_WORD_NEAR      "The parameter %s of %s must be %s, not \"%s\"; did you mean \"%s\"?"
#define GAME_PARAMETER_UNNAMED      "Parameters are given by name, as in %s(%s=%s)."
#define GAME_FOR_PLAYERS            "%s is for %" PRId64 " player%s, not for %u."
#define GAME_FOR_PLAYERS_RANGE      "%s is for %" PRId64 " to %" PRId64 " players, not for %u."
#define GAME_PLAYERS_GIVEN          "%s(players=%s) is for %s player%s, but there are %u."

/* ---- playing ---- */
#define GAME_IS_OVER      "The game is over, so there is nothing to play."
#define GAME_NOT_OVER     "The game is not over yet; only finished games have an outcome."
#define GAME_NO_OUTCOME   "The dice have no outcome %" PRIu32 " here; outcomes are 0 to %" PRIu32 "."
#define GAME_ILLEGAL_MOVE "Move %" PRIu32 " is not legal here; alea_game_move returns the legal moves."

/* ---- fields of rule files ---- */
#define GAME_FIELD         "The field `%s%s` %s"
#define GAME_FIELD_MISSING "is missing; it must be %s."
#define GAME_PLAYERS_MISSING \
    "is missing; it must be a whole number from 1 to %d, or a parameter of that name in `params`."
#define GAME_FIELD_WRONG          "must be %s, not %s."
#define GAME_FIELD_UNKNOWN        "There is no field `%s%s`; the fields are %s."
#define GAME_FIELD_UNKNOWN_NEAR   "There is no field `%s%s`; did you mean `%s`? The fields are %s."
#define GAME_A_TEXT               "a string"
#define GAME_A_TEXT_WITHOUT_ZEROS "a string without zero bytes"
#define GAME_A_WHOLE_NUMBER       "a whole number from %" PRId64 " to %" PRId64
#define GAME_A_TRUTH              "true or false"
#define GAME_A_FUNCTION           "a function"
#define GAME_A_TABLE              "a table"
#define GAME_RETURNS \
    "The file must return a table of rules, { name = …, family = …, rules = … }, but returns %s%s."
#define GAME_RULES_RETURNED "must return a table, not a %s."
#define GAME_TEXT_EMPTY     "must not be empty."
#define GAME_BAD_NAME       "must consist of at most 40 lowercase letters, digits and `-`."
#define GAME_NAME_OF_FILE   "must be \"%s\", the name of the file."
#define GAME_BAD_PLAYERS    "has a parameter `players` that is not a whole number from 1 to %d."

/* ---- declarations of parameters, in the field `params` ---- */
#define GAME_NAME_RULE             "use at most 40 lowercase letters, digits, `-` and `_`, and begin with a letter"
#define GAME_PARAMETER_BAD_NAME    "is not a name for a parameter; " GAME_NAME_RULE "."
#define GAME_PARAMETER_BAD_WORD    "has an entry %lld that a spec cannot hold; " GAME_NAME_RULE "."
#define GAME_PARAMETER_WORDS       "must have 1 to %d words, not %zu."
#define GAME_DEFAULT_RULE          "a whole number (with `min` and `max`), a word (with `one_of`), true or false"
#define GAME_PARAMETER_NO_DEFAULT  "is missing; it must be " GAME_DEFAULT_RULE "."
#define GAME_PARAMETER_BAD_DEFAULT "must be " GAME_DEFAULT_RULE "."
#define GAME_PARAMETER_ENTRY \
    "has an entry %zu that is not a table; write { \"name\", default = …, min = …, max = …, help = … }."
#define GAME_PARAMETER_TWICE     "has two parameters named \"%s\"."
#define GAME_PARAMETERS_NO_LIST  "must be a list, as in { { \"goal\", … }, … }."
#define GAME_PARAMETERS_TOO_MANY "has %zu entries, more than the limit of %d."

/* ---- sentences, in the field `words` ---- */
#define GAME_WORDS_STRINGS "must have strings as keys and as values, as in { swap = \"A swap!\" }."
#define GAME_WORDS_MANY    "has more than %d entries."
#define GAME_WORDS_LONG    "has an entry that is longer than %d bytes."
#define GAME_WORDS_NO_EVENT \
    "has a sentence for \"%s\", which nothing in this game fits. Is a name or a number wrong?"
#define GAME_WORDS_NO_BLANK "has the blank {%s} in the sentence for \"%s\", which stands for nothing there."
#define GAME_WORDS_UNKNOWN  "has a sentence for \"%s\"; the events of this family are %s."

/* ---- calls of a rule file's functions; the call goes in front ---- */
#define GAME_CALL_SENTENCE "%s %s"
#define GAME_CALL_FROM     " This was in the call %s."
#define GAME_CALL_TOO_MANY "is one call too many: together, the calls have taken more than %s instructions."
#define GAME_CALL_RETURNED "returned %s; %s"
#define GAME_CALL_TRUTH    "returned %s instead of true or false."

/* ---- Lua programs ---- */
#define GAME_LUA_TOO_LONG "The file has %zu bytes, more than the limit of %d."
#define GAME_LUA_COMPILED "This is a compiled Lua chunk; give the text of the program."
#define GAME_LUA_SYNTAX   "Lua cannot read this: "
#define GAME_LUA_READING                                                                                   \
    "Lua takes too long to read this: there are too many constants, variables or branches. Make the file " \
    "shorter, or cut it into functions."
#define GAME_LUA_STOPPED "%s: stopped while it was read."
#define GAME_LUA_FUEL \
    "Stopped after %" PRIu64 " instructions, the limit for one call: is there a loop that never ends?"
#define GAME_LUA_TOIL \
    "Stopped after moving %" PRIu64 " MiB in memory, the limit for one call: make fewer or smaller tables."
#define GAME_LUA_HEAP        "Stopped at the limit of %" PRIu64 " KiB of memory: does a table grow without end?"
#define GAME_LUA_STRING      "A string grew longer than the limit of %d bytes."
#define GAME_LUA_DEPTH       "Calls or brackets are nested too deeply: does a function call itself without end?"
#define GAME_LUA_ERROR_VALUE "error was called with a %s instead of a string"
#define GAME_LUA_LEFT_OUT \
    " This part of Lua is left out of the sandbox: it is slow, reaches outside, or differs from run to run."
/* Errors raised by the sandbox's own functions; Lua adds the line. */
#define GAME_LUA_ARGUMENTS "more than %d values for '...'; pass them as a table"
#define GAME_LUA_SORT_ORDER \
    "table.sort: the order function says that a value comes before itself; use < and not <="
#define GAME_LUA_MATHEMATICS                                                                               \
    "math.%s is left out, because its last digit differs between machines; use + - * / and math.sqrt, or " \
    "write numbers into the file"
#define GAME_LUA_POWER                                                                                       \
    "the exponent of ^ must be a whole number, because other powers differ between machines; use math.sqrt " \
    "and multiplication"
#define GAME_LUA_SORT_LONG "table.sort: the table has too many entries"
#define GAME_LUA_KEY_ORDER \
    "a table with keys of type %s cannot be traversed in a fixed order; use numbers or strings as keys"
#define GAME_LUA_NO_PARAMETER      "there is no parameter '%s'; declare it in params"
#define GAME_LUA_NO_PARAMETER_NEAR "there is no parameter '%s'; did you mean '%s'?"
