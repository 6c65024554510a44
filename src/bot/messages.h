#pragma once
/* What this room reports. Sentences in lower case follow the name of a file. */
#include <inttypes.h>

/* ---- finding ---- */

#define BOT_FILES "FILE.lua, FILE.py, FILE.wasm, table:FILE.csv or table:FILE.h5"

#define BOT_NO_NAME "A bot's name is missing."
#define BOT_UNKNOWN "There is no bot called \"%s\". A bot is one of %s, or a file: " BOT_FILES "."
#define BOT_UNKNOWN_NEAR \
    "There is no bot called \"%s\"; did you mean \"%s\"? `alea bot list` lists the built-in ones."
#define BOT_FILE_NEAR "There is no bot called \"%s\"; did you mean %s%s?" /* "table:" or ""; a file */
#define BOT_PERSON \
    "\"%s\" is not a bot, and this needs bots only: people play with `alea play`, as in `alea play %s`."
#define BOT_NO_FILE       "There is no file %s. A bot's file is " BOT_FILES "."
#define BOT_NO_FILE_NEAR  "There is no file %s; did you mean %s%s?" /* its folder; the nearest file there */
#define BOT_FOLDER        "%s is a folder; a bot is one file: " BOT_FILES "."
#define BOT_NOT_A_BOT     "%s does not have the name of a bot; a bot's file is " BOT_FILES "."
#define BOT_SOURCE        "%s is a %s program. Build it to WebAssembly first, and give the result as FILE.wasm: %s."
#define BOT_BARE_TABLE    "Give a table as table:%s."
#define BOT_TABLE_NO_PATH "`table:` must be followed by the path of a file: table:FILE.csv or table:FILE.h5."
#define BOT_ARGUMENTS     "%s is a file and takes no arguments."

#define BOT_COMMAND_REFUSED \
    "%s is a command. It runs without a sandbox, so alea takes it from its own command line only."
#define BOT_EXEC_NO_COMMAND \
    "A program is given as exec:COMMAND or NAME=exec:COMMAND, as in 'exec:python3 mine.py'."

/* ---- needs of a bot ---- */

#define BOT_NEEDS_SANDBOX "%s is %s and needs a sandbox to run in, but none was given."
#define BOT_LEAST_MEMORY  "The memory limit must be at least %d bytes, one page of WebAssembly."
#define BOT_WRONG_GAME    "%s was opened for %s, not for %s."

/* ---- its memory ---- */

#define BOT_NOT_RESTORED \
    "%s cannot be declared pure: programs of its kind cannot be restored before each question."

/* ---- Lua ---- */

#define BOT_NO_VIEW            "Bots of the family %s cannot be programs."
#define BOT_NO_LUA             "Games of the family %s do not support Lua bots."
#define BOT_LUA_RETURNS        "a function decide(view) or a table { decide = … }"
#define BOT_LUA_EMPTY          "The file is empty; it must return " BOT_LUA_RETURNS "."
#define BOT_LUA_WRONG_RESULT   "the file returns a %s; it must return " BOT_LUA_RETURNS
#define BOT_LUA_WRONG_NAME     "`name` in the returned table is a %s; it must be a string"
#define BOT_LUA_WRONG_FUNCTION "`%s` in the returned table is a %s; it must be a function"
#define BOT_LUA_MEMORIES       "\"position\", \"game\" or \"match\""
#define BOT_LUA_WRONG_MEMORY   "`memory` in the returned table must be " BOT_LUA_MEMORIES
#define BOT_LUA_NO_MEMORY                                                                              \
    "the returned table has `%s`, which is for bots that remember; add memory = \"game\" or memory = " \
    "\"match\""
#define BOT_LUA_NO_MATCH                                                                        \
    "the returned table has `%s`, which is for bots that remember a whole match; add memory = " \
    "\"match\""
#define BOT_LUA_ONE_WAY "a bot that has `save` or `load` needs both"
#define BOT_LUA_UNKNOWN "the returned table has `%s`, which bots do not have; they may have name, memory, %s"
#define BOT_LUA_CHANCE \
    "random() is for bots with memory = \"game\" or memory = \"match\", from the first game on"
#define BOT_LUA_FROZEN \
    "random() was called in a frozen decision: decide(view, frozen) must not draw if `frozen` is true"
#define BOT_LUA_LIMIT         "random(n) needs a whole number from 1 to 4294967295"
#define BOT_LUA_EVENT         "in `%s`: %s"
#define BOT_LUA_SAVE_KIND     "a %s cannot be saved; numbers, texts, true, false and tables of these can"
#define BOT_LUA_SAVE_DEEP     "only %d tables in each other can be saved"
#define BOT_LUA_SAVED_DAMAGED "the saved state is damaged"

/* ---- programs outside the sandbox ---- */

#define BOT_EXEC_FAILS   "The program `%s` cannot go on: %s."
#define BOT_EXEC_STOPPED "Stopped on request while waiting for the program `%s`."
/* Reasons of failures. %s: BOT_EXEC_HALF or nothing */
#define BOT_EXEC_HALF      "in the middle of a line "
#define BOT_EXEC_CLOSED    "it closed its output %sand did not end"
#define BOT_EXEC_EXITED    "it ended %swith exit status %d"
#define BOT_EXEC_SIGNAL    "it was ended %sby signal %d (%s)"
#define BOT_EXEC_SILENT    "it did not read or answer for %d seconds (" ALEA__MACHINE_DEPENDENT ")"
#define BOT_EXEC_LONG      "it wrote a line of more than %d bytes"
#define BOT_EXEC_AHEAD     "it wrote a line without a question; every question takes one line as its answer"
#define BOT_EXEC_NO_OBJECT "it wrote `%s`, which is not an object of JSON on one line"
#define BOT_EXEC_NO_MOVE \
    "it answered `%s`; \"move\" must be one of \"moves\", such as \"%s\", or its index from 0"
#define BOT_EXEC_NOT_SAVED    "it answered `%s` to \"save\"; \"saved\" must be a text"
#define BOT_EXEC_INTRODUCTION "its first line is `%s`: %s"
#define BOT_EXEC_MEMORY       "\"memory\" must be " BOT_LUA_MEMORIES
#define BOT_EXEC_NO_MATCH     "\"save\" needs \"memory\": \"match\""
#define BOT_EXEC_NO_MEMORY    "\"events\" need \"memory\": \"game\" or \"match\""
#define BOT_EXEC_EVENTS       "\"events\" must list some of \"game-start\", \"rolled\", \"moved\" and \"game-end\""

/* ---- tables ---- */

#define BOT_NO_CSV "Games of the family %s do not support tables in CSV files."
#define BOT_NO_CSV_BUT_H5 \
    "Games of the family %s do not support tables in CSV files; use a table in an .h5 file."
#define BOT_NO_H5 "Games of the family %s do not support tables in HDF5 files."
#define BOT_TABLE_UNFINISHED \
    "the table is unfinished (%" PRIu64 " of %" PRIu64 " layers); a bot needs all of it."
#define BOT_TABLE_SEVERAL "the table is an equilibrium of %u players; bots play by tables of one or two."
#define BOT_TABLE_CHANGED "the table was changed while it was read. Try again."
#define BOT_TABLE_WRONG   "the table is wrong. %s"

/* ---- asking and checking ---- */

#define BOT_ASK_FAILS "%s fails in this position (%s): %s."
#define BOT_ASK_ROLLS                                                                                       \
    "%s cannot be asked in a position alone, because it follows the whole game (its events, or the record " \
    "game-state). It can play: `alea run`, `alea play`."
#define BOT_ASK_STOPPED   "Stopped on request while the bot was asked."
#define BOT_ASK_OVER      "Nobody decides in this position: the game is over."
#define BOT_ASK_DICE      "Nobody decides in this position: the dice must be rolled first."
#define BOT_FORFEITS      "forfeits on purpose"
#define BOT_NO_CHECK      "Bots for games of the family %s cannot be checked."
#define BOT_CHECK_STOPPED "Stopped on request while the bot was checked."
#define BOT_CHECK_NOTHING "This game has no position in which a bot decides."

/* ---- freezing ---- */

#define BOT_FREEZE_FAILS "%s has no exact results: asked at %s, it fails (%s): %s%s"
#define BOT_FREEZE_CONTRADICTS                                                                            \
    "%s has no exact results, because it contradicts itself: at %s, it answers %s, but when it is asked " \
    "there again, after other positions and with another seed, it answers %s."
#define BOT_FREEZE_NO_START "%s has no exact results, because it does not start: %s"
#define BOT_FREEZE_TOO_MANY                                                  \
    "%s has no exact results, because it would have to be asked in %" PRIu64 \
    " positions, and the limit is %" PRIu32 "."
#define BOT_FREEZE_NO_PROGRAMS "Programs have no exact results in games of the family %s."
#define BOT_FREEZE_ROLLS                                                                                  \
    "%s has no exact results, because it follows the whole game (its events, or the record game-state): " \
    "its answers may depend on more than the position. `alea run` estimates them."
#define BOT_FREEZE_FUEL                                                                               \
    "%s has no exact results, because its answers in all positions take more fuel than the limit of " \
    "%" PRIu64 "."
#define BOT_FREEZE_STOPPED "Stopped on request while asking %s."
#define BOT_FREEZE_PATH                                                                                    \
    "%s must end in .h5, .csv or .npy. A bot is frozen into FILE.h5 or, if all it does is hold from some " \
    "turn total on, into FILE.csv; FILE.npy gets roll[i][j][k], for NumPy."
#define BOT_FREEZE_CHANCE \
    "%s cannot be frozen, because its answers depend on chance: a table has one answer for each position."

/* ---- exact results ---- */

#define BOT_INEXACT          "%s has no exact results. %s"
#define BOT_NO_EXACT         "Games of the family %s have no exact results."
#define BOT_EXACT_PLAYERS    "%s has %u players with these parameters; exact results are for one or two."
#define BOT_ONE_BOT          "%s has one player with these parameters: give one bot, not two."
#define BOT_TWO_BOTS         "%s has two players with these parameters: give two bots, not one."
#define BOT_NO_OPPONENT      "%s has one player with these parameters; there is no opponent to respond to."
#define BOT_OBJECTIVE        "%s cannot be played for `%s`."
#define BOT_FUNCTION_ILLEGAL "the function chose move %" PRIu32 ", which is not legal here"
