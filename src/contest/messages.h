#pragma once
/* What this room reports. Sentences in lower case follow the name of a file. The reasons for disqualifying a file
   are written for students; disqualify.c adds the capital letter and the full stop. */

#define CONTEST_ENDINGS ".py, .lua, .wasm or .csv"

/* ---- files ---- */

#define CONTEST_NO_PATHS "A contest needs strategies: give files, or folders of files."
#define CONTEST_NO_FILE  "There is no file or folder %s."
#define CONTEST_BOT_NEAR "There is no file or folder %s; did you mean the bot '%s'?"
#define CONTEST_NOT_A_PATH                                         \
    "%s is not a strategy: give a file ending in " CONTEST_ENDINGS \
    ", or a folder or zip archive of such files."
#define CONTEST_NOT_A_FILE "%s is not a strategy: its name must end in " CONTEST_ENDINGS "."
#define CONTEST_FOLDER     "the folder cannot be read: %s."
#define CONTEST_EMPTY_FOLDER \
    "the folder contains no strategies, that is, no files ending in " CONTEST_ENDINGS "."

/* ---- archives, times and lists ---- */

#define CONTEST_EMPTY_ARCHIVE \
    "the archive contains no strategies, that is, no files ending in " CONTEST_ENDINGS "."
#define CONTEST_ARCHIVE_FAILS "the archive cannot be read: %s."

#define CONTEST_WARN_SAME_ID                                                                                 \
    "%s and %s have the same number or address (%s), but other names, addresses or files say that they are " \
    "two "                                                                                                   \
    "students. Each is counted alone; find out whose the number is before you import grades."
#define CONTEST_WARN_TWO_MARKS                                                                               \
    "The name of %s has Moodle's mark twice, so it does not say whose it is; it counts as a student of its " \
    "own."
#define CONTEST_WARN_NAMELESS                                                                              \
    "Files without a name that the course system gives: %u. The first is %s. Each counts as a student of " \
    "its own."

/* These are clauses: they follow a place, and a full stop follows them. */
#define CONTEST_TIME_WRONG    "`%s` is not a time such as 2026-11-20 23:59"
#define CONTEST_TIME_ZONELESS "`%s` has no time zone; add one, for example `UTC`, `+01:00` or `Europe/Berlin`"
#define CONTEST_TIME_NO_ZONE                                                                    \
    "there is no time zone `%s`; give `UTC`, a difference such as `+01:00`, or a name such as " \
    "`Europe/Berlin`"
#define CONTEST_TIME_ABBREVIATION                                                                     \
    "`%.8s` is an abbreviation, which several time zones may have; give a difference to UTC such as " \
    "`%.8s`, "                                                                                        \
    "or a name such as `%.24s`"
#define CONTEST_TIME_SLASHES \
    "`%s` may begin with the month or with the day; write the day like this: 2026-11-20"
#define CONTEST_TIME_MIDNIGHT \
    "`%s` may be the beginning or the end of that day; write 00:00 for the beginning, or 24:00 for the end"
#define CONTEST_TIME_SKIPPED "the clocks of %s skipped that time; give a difference to UTC such as +01:00"
#define CONTEST_TIME_TWICE   "the clocks of %s showed that time twice; give a difference to UTC such as +01:00"
#define CONTEST_DEADLINE     "The deadline: %s."

#define CONTEST_LIST_COLUMN \
    "the first line must name the columns file, student and time; there is no column `%s`."
#define CONTEST_LIST_MANY "`%s` fits %u files; write more of the path."
#define CONTEST_LIST_ROW  "`%s`: %s"
#define CONTEST_LIST_AGAIN \
    "this file has a line above already; a file has one student and one time. Remove one of the two lines."
#define CONTEST_LIST_QUOTE   "a quotation mark is not closed in this line."
#define CONTEST_TIME_MISSING "the time is missing; write one such as 2026-11-20 23:59"
#define CONTEST_LIST_UNKNOWN \
    "Lines in the list of submissions for which there is no file: %u. The first is about %s."
#define CONTEST_LIST_UNLISTED "Files that are not in the list of submissions: %u. The first is %s."

#define CONTEST_WARN_MARKS                                                                                \
    "Canvas' files have no times, so its own mark _LATE_ decided for %u of them, not the deadline given " \
    "here."
#define CONTEST_WARN_MARKLESS                                                                               \
    "Nothing says whether %u file%s late: %s is not named as Canvas names files. With `--deadline canvas` " \
    "it counts as handed in before the deadline."
#define CONTEST_WARN_UNCERTAIN                                                                             \
    "For %u files only the time of the file itself is known, such as for %s. That may not be when it was " \
    "handed in; --submissions FILE.csv says more."
#define CONTEST_WARN_TIMELESS  "For %u files no time is known; they count as handed in before the deadline."
#define CONTEST_WARN_TWICE     "%s is in its archive twice; the one that stands last there counts."
#define CONTEST_WARN_SAME_TIME "Nothing says whether %s or %s was handed in later; the first of these counts."

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
    "such as Python, are that large; --max-size MIB allows them"
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
#define CONTEST_ARCHIVE_LEAVES \
    "its name in the archive leads out of the archive, by .. or from the root of a disk"
#define CONTEST_ARCHIVE_LINK       "it is a link; submit the file itself"
#define CONTEST_ARCHIVE_ENCRYPTED  "it is encrypted in the archive; submit it without a password"
#define CONTEST_ARCHIVE_DAMAGED    "it is damaged in the archive, and cannot be read"
#define CONTEST_ARCHIVE_BOMB       "it unpacks to more than 500 times its size in the archive"
#define CONTEST_ARCHIVE_LARGE      "the file has %llu bytes, which is too large"
#define CONTEST_ARCHIVE_IN_ARCHIVE "it is a zip archive; submit the file itself, without packing it"
#define CONTEST_STUDENT_FILES \
    "the submission has %llu files, and a student may hand in %d; submit the strategy alone"
#define CONTEST_STUDENT_SIZE \
    "the submission unpacks to %.1f MiB, and a student may hand in %u MiB; submit the strategy alone"
#define CONTEST_STUDENT_ARCHIVES \
    "the submission has %llu zip archives, and a student may hand in %d; submit the strategy alone"
#define CONTEST_OTHER "a file ending in `%s` is not a strategy; submit a file ending in " CONTEST_ENDINGS
#define CONTEST_OTHER_TWICE \
    "its name ends in `%s`, so it is not a strategy; rename the file so that its name ends in `%s`"
#define CONTEST_OTHER_BARE   "its name has no ending; submit a file ending in " CONTEST_ENDINGS
#define CONTEST_OTHER_HIDDEN "its name begins with a dot, as those of hidden files do; rename the file"
#define CONTEST_ONLINE_TEXT \
    "it is a text typed into the course system; submit a file ending in " CONTEST_ENDINGS
#define CONTEST_ONLINE_LINK "it is the address of a web page; submit a file ending in " CONTEST_ENDINGS
#define CONTEST_NO_FILES    "the submission has no files; submit a file ending in " CONTEST_ENDINGS
#define CONTEST_SEVERAL \
    "the submission has several strategies; submit one file, or call the one that counts hog_contest.py"
#define CONTEST_NOT_ASKED "The contest was stopped before this strategy was asked."
