#pragma once
/* Error messages of Despirala. The messages are literals, so that the compiler checks the arguments; a comment names the
   arguments where the message does not show them. Help texts are where they are used: policy/builtin.c, text/parse_state.c. */
#include <inttypes.h>

/* ---- rule files (rules/); messages in lower case continue "The field `combinations[2].pattern` " ---- */

#define DESPIRALA_WRONG_PLAYERS "A game of this family has 1 to %d players, not %u."
#define DESPIRALA_WRONG_COUNT   "has %zu combinations; it must have 1 to %d."
#define DESPIRALA_NOT_A_COMBINATION \
    "has a %s at place %u; it must be a table with `name` and either `pattern` or `collect`."
#define DESPIRALA_NEITHER_KIND        "is missing; a combination has either a pattern or `collect` with a face."
#define DESPIRALA_BOTH_KINDS          "cannot be given with `collect`; a combination has only one of the two."
#define DESPIRALA_COLLECT_WITH_POINTS "must be left out of a collect, which scores its face for each die."
#define DESPIRALA_FACE_TAKEN \
    "is %u, but combination %u already collects that face; collect each face only once."
#define DESPIRALA_BAD_NAME   "must be 1 to %d letters, with single spaces, `-` or `'` between them, not \"%s\"."
#define DESPIRALA_NAME_TAKEN "gives the name \"%s\", which combination %u already has; names must differ."
#define DESPIRALA_MOVE_TAKEN "gives two moves the name \"%s\"; names must differ."
#define DESPIRALA_BAD_POINTS \
    "is %s; it must be a whole number from 0 to %d, or \"sum\" for the sum of the faces."
#define DESPIRALA_POINTS_MISSING "missing"
#define DESPIRALA_POINTS_OTHER   "neither a number nor a string"

#define DESPIRALA_PATTERN_EMPTY "is empty; it must have a character for each die."
#define DESPIRALA_PATTERN_LONG  "needs %zu dice, but there are %u: it can never be completed."
#define DESPIRALA_PATTERN_WIDE \
    "needs %u different faces, but the dice have %u sides: it can never be completed."
#define DESPIRALA_PATTERN_FACE "is \"%s\", which can never be completed: the dice show 1 to %u, never %u."
#define DESPIRALA_PATTERN_SIGN                                                                           \
    "is \"%s\"; it must consist of capital letters (faces to choose) and digits (these faces), such as " \
    "\"XXXYYY\" or \"123456\"."

#define DESPIRALA_MANY_TARGETS                                                                               \
    "has combinations with %u targets in all (a target is a combination with its faces chosen); a game can " \
    "have at most %d."
#define DESPIRALA_MANY_POSITIONS                                                            \
    "makes a game of %" PRIu64                                                              \
    " positions (combinations attempted, goods and dice); a game can have at most %" PRIu64 \
    ". Use fewer combinations, dice, sides or goods."

/* ---- play (family.c) ---- */

#define DESPIRALA_NO_MOVE        "There is no move %u; moves are numbered 0 to %u."
#define DESPIRALA_NOT_NOW        "\"%s\" is not possible now: %s." /* a move, and one of the next five */
#define DESPIRALA_WHY_IN_COLLECT "a collect is under way, which can only be continued or stopped"
#define DESPIRALA_WHY_NO_COLLECT "no collect is under way"
#define DESPIRALA_WHY_ATTEMPTED  "that combination has been attempted already"
#define DESPIRALA_WHY_NO_GOODS   "no goods are left"
#define DESPIRALA_WHY_NO_REROLL  "this game has no rerolls"

/* ---- policies (policy/, solve/) ---- */

#define DESPIRALA_NO_ARGUMENTS "The bot %s takes no arguments."
#define DESPIRALA_ARGUMENTS    "This bot is written as %s." /* its forms */
#define DESPIRALA_BAD_TIES     "ties must be stop or go-on, not \"%s\"."
#define DESPIRALA_PACK_SIZE    "The policy does not fit this game: it has the wrong size."
#define DESPIRALA_PACK_VALUE   "The policy does not fit this game: one of its values is not a score."

/* ---- the score sheet, and what people are told (text/sheet.c, text/narrate.c) ---- */

#define DESPIRALA_SHEET_COLLECT   "every %u"
#define DESPIRALA_SHEET_SUM       "the sum of its dice"
#define DESPIRALA_REMARK_REROLL   "all dice"
#define DESPIRALA_REMARK_COLLECT  "%u so far"
#define DESPIRALA_REMARK_NO_DIE   "no die yet"
#define DESPIRALA_REMARK_COMPLETE "complete: %u"
#define DESPIRALA_REMARK_FITS     "%u of %u dice"

/* Sentences with blanks, see game/narration.h. */
#define DESPIRALA_TELL_GAIN   "+{gain} goods for the turn: {goods} now."
#define DESPIRALA_TELL_REROLL "One good pays for rolling all dice again: {goods} left."
#define DESPIRALA_TELL_ATTEMPT \
    "{combination}: {kept}. One good pays for rolling {others} again: {goods} left."
#define DESPIRALA_TELL_COLLECT  "{combination}: {kept}, {points} so far, {goods} left."
#define DESPIRALA_TELL_GO_ON    "One good pays for rolling {others} again: {goods} left."
#define DESPIRALA_TELL_COMPLETE "{combination} is complete: +{points}."
#define DESPIRALA_TELL_FAILED \
    "No good is left to roll again: {combination} is not complete and scores nothing."
#define DESPIRALA_TELL_POINTS   "+{points}."
#define DESPIRALA_TELL_LEFT     "The game ends, and every good that is left counts: +{goods}."
#define DESPIRALA_TELL_LEFT_ALL "The game ends, and every good that is left counts."

/* ---- positions from words (text/parse_state.c) ---- */

#define DESPIRALA_NEAR_COMBINATION "There is no combination \"%s\"; did you mean \"%s\"?"
#define DESPIRALA_NO_COMBINATION                                                                      \
    "There is no combination \"%s\". List the ones used by their names, such as \"%s\", or by their " \
    "numbers from 1 to %u in the order of the rules, with commas between them."
#define DESPIRALA_USED_TWICE "\"%s\" is listed twice in \"used\"; each combination is attempted only once."
#define DESPIRALA_USED_ALL \
    "All %u combinations have been attempted: the game is over, and there is nothing to decide."
#define DESPIRALA_WRONG_DICE \
    "\"dice\" must be %u numbers from 1 to %u, such as %s, with commas or without, not \"%s\"."
#define DESPIRALA_WRONG_GOODS "With %u combination%s attempted, \"goods\" must be %u to %u %s, not \"%s\"."
#define DESPIRALA_AFTER_ROLL  "after the roll"
#define DESPIRALA_BEFORE_ROLL "before the roll"
#define DESPIRALA_NEAR_DOING  "There is no combination \"%s\" for \"doing\"; did you mean \"%s\"?"
#define DESPIRALA_NO_DOING \
    "There is no combination \"%s\" for \"doing\". Name it as its move is named, such as \"%s\"."
#define DESPIRALA_DOING_DICE                                                                                \
    "In the middle of \"%s\" there are dice on the table: give them too, with dice=. To ask what the move " \
    "is worth, give the dice alone, such as goods=1 dice=%s, and read its line."
#define DESPIRALA_DOING_USED "\"%s\" is also listed in \"used\"; each combination is attempted only once."
#define DESPIRALA_DOING_ROLLED                                                                           \
    "\"%s\" does not wait with the dice %s: it pays a good at once and rolls the dice that do not fit. " \
    "Leave out doing= to ask before this choice, or ask about the roll: %s."
#define DESPIRALA_DOING_KEPT \
    "While \"%s\" is under way, the dice on the table are those that it keeps, or all %u."
#define DESPIRALA_DOING_OVER \
    "There is nothing to decide there: with these dice and %u good%s, \"%s\" is over."

/* ---- answers of Lua bots (text/bot_view.c) ---- */

#define DESPIRALA_ANSWER_NUMBER \
    "decide returned %lld; it must return the place of a move in view.moves, 1 to %u, or its name."
#define DESPIRALA_ANSWER_NAME  "decide returned \"%s\", %s; it must return one of view.moves, such as \"%s\"."
#define DESPIRALA_NAME_OF_NONE "which is not a move"
#define DESPIRALA_NAME_NOT_NOW "which is not possible now"
#define DESPIRALA_ANSWER_OTHER \
    "decide returned %s%s; it must return the name of a move or its place in view.moves."

/* ---- exact results (solve/, distribution/) ---- */

#define DESPIRALA_SOLVE_SEATS                                                                            \
    "Best play is computed only for one player, who wants the highest or the lowest score; beating the " \
    "scores of others is a different aim, and alea cannot solve it."
#define DESPIRALA_EVALUATE_SEATS \
    "What a bot scores is computed only for one player; use `alea run` to compare the scores of several."
#define DESPIRALA_NO_RESPONSE                                                                                \
    "Players of Despirala do not affect each other, so there is no best response. Use `alea solve` to find " \
    "best play for one player."
#define DESPIRALA_MANY_SAMPLES \
    "A sampled model needs 1 to 1,000,000 random rolls for each position, not %" PRIu64 "."
#define DESPIRALA_PLAN_SIZE  "All decisions together would take %" PRIu64 " bytes, which is too much."
#define DESPIRALA_ASK_OVER   "The game is over; nobody is to move."
#define DESPIRALA_ASK_MISFIT "This position does not belong to the table's game."
#define DESPIRALA_NO_DISTRIBUTION                                                                       \
    "The bot has no exact distribution: only models such as optimal have one. Use `alea eval` for its " \
    "exact mean."
#define DESPIRALA_DISTRIBUTION_STOPPED "Stopped on request, before the distribution was known."

/* ---- tables (rules/layout.c, check/); the first four continue "The values are not those of this game: " ---- */

#define DESPIRALA_FITS_OBJECTIVE "they are not for the score of one player"
#define DESPIRALA_FITS_MATRICES  "there must be a matrix for each number of combinations attempted"
#define DESPIRALA_FITS_SHAPE \
    "there must be a row for each set of combinations attempted, and a column for each number of goods"
#define DESPIRALA_FITS_SAMPLES "a sampled model has at most 1,000,000 samples"

#define DESPIRALA_CHECK_BOUNDS \
    "In `%s`, row %zu, column %zu, the bounds must be two scores, the lower one first, not %.17g and %.17g."
#define DESPIRALA_CHECK_WHERE "combinations 0x%x attempted, %u goods" /* a mask, for a wrong bound */
#define DESPIRALA_CHECK_SAMPLED \
    "It is a sampled model: its values come from random rolls and cannot be proved."
