#pragma once
/* Messages of tables and their files. */
#include <inttypes.h>

/* ---- solving ---- */
#define VALUE_NO_EXACT_RESULTS "Games of the family %s have no exact results."
#define VALUE_TOO_MANY_PLAYERS                                                                              \
    "%s has %u players here, and best play is known for one or two alone: with more, a player's best move " \
    "depends on which opponents the others help. `alea solve` finds an equilibrium of some games."
#define VALUE_SEVERAL_NOT_CHECKED \
    "alea has no separate checker for the values of an equilibrium of three players and more."
#define VALUE_SEVERAL_NOT_WRITTEN \
    "Values of games for three players and more are not written to files: leave --out away."
#define VALUE_NO_OBJECTIVE      "%s cannot be played for `%s`."
#define VALUE_BAD_TOLERANCE     "The tolerance must be a positive width, such as 1e-12, not %g."
#define VALUE_NO_SAMPLED_MODELS "Games of the family %s have no sampled models; solve them exactly."
#define VALUE_TOO_MANY_SAMPLES \
    "A sampled model needs 1 to %" PRIu64 " random rolls for each position, not %" PRIu64 "."
#define VALUE_RESUME_OTHER_GAME "Cannot resume: the table is for %s, not for %s with the same rule file."
#define VALUE_RESUME_RESPONSE   "Cannot resume: the table holds a best response, not a solution."
#define VALUE_RESUME_OBJECTIVE  "Cannot resume: the table is for `%s`, not for `%s`."
#define VALUE_RESUME_COMPLETE   "Cannot resume: the table is already complete."
#define VALUE_TOO_MANY_MATRICES "A table holds at most %d matrices."

/* ---- using a table ---- */
#define VALUE_UNFINISHED \
    "The table is unfinished: %" PRIu64 " of its %" PRIu64 " layers are done. Finish solving it first."
#define VALUE_OTHER_OPPONENT  "The opponent's moves in the table are not those of %s."
#define VALUE_OUT_OF_ORDER    "The table is wrong. %s"
#define VALUE_MATRIX_DISORDER "In `%s`, at %s %zu, %s %zu, the bounds are out of order: %.17g to %.17g."
#define VALUE_START_DISORDER \
    "At the start, for the player who moves %s, the bounds are out of order: %.17g to %.17g."
#define VALUE_GAME_OVER "The game is over in this state, so it has no moves."
#define VALUE_ONE_PLAYER_ONLY \
    "What a player earns by a table is computed only for one-player games; %s has %u players."
#define VALUE_MISFIT "The values do not fit this game: %s."

/* ---- arrays of all positions ---- */
#define VALUE_NO_ARRAYS \
    "The positions of a game of the family %s are not an array P[i][j][k]; races to a goal have one."
#define VALUE_ARRAYS_TABLE                                                                                \
    "Arrays are made from complete tables of best play for wins; best responses and sampled models have " \
    "none."
#define VALUE_ARRAYS_PATH      "The name of the file must end in .csv, .npy or .h5, unlike %s."
#define VALUE_ARRAYS_NO_VALUES "A bot has moves but no values, so only its array `roll` can be written."
#define VALUE_SWEEPS_OTHER     "The opponent's score must be 0 to %u."

/* ---- opening a table; the file's name goes in front ---- */
#define VALUE_RULES_CHANGED   "the rule file of %s has changed since the table was made."
#define VALUE_OTHER_GAME      "this is a table of %s, not of %s."
#define VALUE_GAME_NOT_OPENED "the table's game, %s, cannot be opened: %s"
#define VALUE_FILE_OBJECTIVE  "the table is for `%s`, and %s cannot be played for that."
#define VALUE_FROZEN_BOT      "this is a frozen bot (%s), which has moves but no values; it plays as table:FILE."

/* ---- reading a file: is it whole and unchanged? ---- */
#define VALUE_CUT_SHORT    "the file was cut short: it has only %" PRIu64 " bytes."
#define VALUE_CUT_SHORT_OF "the file was cut short: it has %" PRIu64 " of its %" PRIu64 " bytes."
#define VALUE_EMPTY_FILE   "the file is empty; it should be a table written by alea."
#define VALUE_NO_TABLE     "this is %s, but not a table written by alea: those begin with the words \"%s\"."
#define VALUE_NEWER_FORMAT \
    "this is a table in format %u; this alea (%s) reads formats up to %d. Use a newer alea."
#define VALUE_FILE_CHANGED       "the file was changed after it was written: %s."
#define VALUE_CHANGED_FIRST_LINE "its first line is damaged"
#define VALUE_CHANGED_BLOCK      "its first 512 bytes are damaged"
#define VALUE_CHANGED_LONGER     "it has grown"
#define VALUE_CHANGED_SHA256     "its SHA-256 does not match the one in its first block"

/* ---- reading a file: blocks of the HDF5 part ---- */
#define VALUE_BAD_METADATA        "the table is damaged: the %s at byte %" PRIu64 " %s."
#define VALUE_IS_OUTSIDE          "reaches beyond the end of the file"
#define VALUE_IS_TOO_LARGE        "is larger than 256 KiB"
#define VALUE_HAS_OTHER_SIGNATURE "does not begin with its signature"
#define VALUE_HAS_OTHER_CHECKSUM  "does not match its checksum"
#define VALUE_HAS_BAD_BLOCKS      "continues in too many places, or in a wrong one"
#define VALUE_HAS_CUT_MESSAGE     "ends within a message"
#define VALUE_HAS_UNKNOWN_MESSAGE "has a message of a kind that alea does not write"
#define VALUE_IS_UNKNOWN          "has a form that alea does not write"

/* ---- reading a file: its attributes, datasets and groups; the second part says what is wrong ---- */
#define VALUE_BAD_ATTRIBUTE   "the table is damaged: the attribute `%s` %s."
#define VALUE_BAD_DATASET     "the table is damaged: the dataset `%s%s%s` %s."
#define VALUE_BAD_GROUP       "the table is damaged: the group `%s` is missing."
#define VALUE_IS_MISSING      "is missing"
#define VALUE_IS_UNREADABLE   "cannot be read"
#define VALUE_IS_OTHER_TYPE   "has the wrong type"
#define VALUE_IS_OTHER_RANK   "has the wrong number of dimensions"
#define VALUE_IS_SCATTERED    "is larger than the file or not in one piece"
#define VALUE_IS_OTHER_SIZE   "differs in size from `lower`"
#define VALUE_IS_NO_TEXT      "is not a string of fixed length"
#define VALUE_IS_NO_INTERVAL  "is not an interval"
#define VALUE_IS_NO_WIDTH     "is not a width"
#define VALUE_IS_NO_OBJECTIVE "is not one of win, money, score and turns"
#define VALUE_IS_NO_KIND      "is neither \"values\" nor \"policy\""
#define VALUE_IS_NO_HASH      "does not have 64 digits"
#define VALUE_HAS_NO_SAMPLES  "is 0, but a sampled model has samples"
#define VALUE_HAS_MORE_LAYERS "exceeds `layers`"
#define VALUE_HAS_BAD_NAME    "has an invalid name"
#define VALUE_HAS_NAME_TWICE  "has a name twice"
#define VALUE_HAS_TOO_MANY    "has too many names"

/* ---- writing a file ---- */
#define VALUE_NOT_A_FILE "this is a pipe or a device; a table can only be written to a file."
