#ifndef ALEA_CONTEST_MESSAGES_H
#define ALEA_CONTEST_MESSAGES_H
/* What this room reports. Sentences in lower case follow the name of a file. The reasons for disqualifying a file
   are written for students; disqualify.c adds the capital letter and the full stop. */
#include <inttypes.h>

#define CONTEST_ENDINGS ".py, .lua, .wasm or .csv"

/* ---- files ---- */

#define CONTEST_NO_PATHS "A contest needs strategies: give files, or folders of files."
#define CONTEST_NO_FILE  "There is no file or folder %s."
#define CONTEST_NOT_A_PATH \
    "%s is not a strategy: give a file ending in " CONTEST_ENDINGS ", or a folder of such files."
#define CONTEST_NOT_A_FILE "%s is not a strategy: its name must end in " CONTEST_ENDINGS "."
#define CONTEST_FOLDER     "the folder cannot be read: %s."
#define CONTEST_EMPTY_FOLDER \
    "the folder contains no strategies, that is, no files ending in " CONTEST_ENDINGS "."

/* ---- settings and tables ---- */

#define CONTEST_NO_CONTESTS \
    "%s has no contests: they are for games whose strategies are functions of the two scores, such as hog."
#define CONTEST_WRONG_ANSWER "A table answers %u at own score %zu, opponent's %zu; answers go up to %u."

/* ---- the best strategy of the scores alone ---- */

#define CONTEST_NO_SCORES_ONLY \
    "The best strategy of the two scores alone is known for games of the family hog, not for %s."
#define CONTEST_SCORES_STARTS     "%u starts are too many; there may be 1 to %d."
#define CONTEST_SCORES_NOBODY     "An opponent is missing: give a bot, or a folder of strategies."
#define CONTEST_SCORES_OTHER_GAME "%s was opened for another game than %s."
#define CONTEST_SCORES_STOPPED    "The search for the best strategy of the two scores was stopped."

/* ---- reasons ---- */

#define CONTEST_LINK          "it is a link to %s; submit the file itself"
#define CONTEST_IS_FOLDER     "it is a folder, not a file"
#define CONTEST_CLOSED_FOLDER "it is a folder that cannot be read"
#define CONTEST_NOT_REGULAR   "it is not a regular file"
#define CONTEST_TOO_LARGE     "the file has %lld bytes; the limit is %zu"
#define CONTEST_WASM_TOO_LARGE                                                                           \
    "the file has %lld bytes; the limit for WebAssembly is %zu. Components that bring a runtime along, " \
    "such as "                                                                                           \
    "Python, are that large; --max-size MIB allows them"
#define CONTEST_NO_TABLES "games of the family %s do not support tables"
#define CONTEST_NO_START  "it does not start: %s"
#define CONTEST_AT        "asked at own score %zu, opponent's %zu"
#define CONTEST_FAILS     CONTEST_AT ": %s"
#define CONTEST_STARVES                                                                                      \
    CONTEST_AT ": it takes too long: all its answers together may take what a usual computer does in about " \
               "%s"
#define CONTEST_SLOW_ANSWER \
    CONTEST_AT ": it takes too long: one answer may take what a usual computer does in about %s"
#define CONTEST_CONTRADICTS \
    CONTEST_AT ", it answered %u, but a fresh instance that was asked in another order answered %u"
#define CONTEST_NOT_ASKED "The contest was stopped before this strategy was asked."
#endif
