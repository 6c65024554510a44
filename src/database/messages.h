#pragma once
/* Messages about databases of any room. The sentences follow the name of the file. */
#include <inttypes.h>

/* Why it is called damaged. */
#define DATABASE_OTHER_TABLES "its tables are not those that alea makes"
#define DATABASE_ENDLESS      "reading it takes far longer than its size explains"
#define DATABASE_NO_VERSION   "its version is missing"

/* A file beside it that SQLite would read: name, file, problem, name. */
#define DATABASE_BESIDE                                                                                   \
    "the %s was not opened, because the file beside it, %s, %s. All were left unchanged. Move that file " \
    "away, unless it belongs to this %s."
#define DATABASE_BESIDE_LINK       "is a link"
#define DATABASE_BESIDE_FOLDER     "is a folder"
#define DATABASE_BESIDE_DEVICE     "is a pipe or a device"
#define DATABASE_BESIDE_UNREADABLE "cannot be read"
#define DATABASE_BESIDE_OTHER      "is of another kind than its name says"
#define DATABASE_BESIDE_NAMES      "names a further file, which alea never does"
#define DATABASE_BESIDE_LARGE      "is far larger than the database explains"
#define DATABASE_BESIDE_FOREIGN    "belongs to another database or is damaged"

#define DATABASE_NO_COPY                                                                                    \
    "the %s was not opened: a killed program left a file beside it, and the copies on which that is tried " \
    "cannot be made: %s. All were left unchanged."

/* Files of results: `%s` is their name, such as "database of results". */
#define DATABASE_DAMAGED                                                                              \
    "the %s is damaged (%s). It was left unchanged. Restore a copy, or remove it to have everything " \
    "computed again."
#define DATABASE_FOREIGN \
    "this is %s, not %s. It was left unchanged: name a file that alea made, or a new one."
#define DATABASE_FOLDER        "a folder"
#define DATABASE_NOT_REGULAR   "a pipe or a device"
#define DATABASE_OTHER_FILE    "a file of another kind"
#define DATABASE_OTHER_PROGRAM "a database of another program"

#define DATABASE_NEWER                                                 \
    "the %s was made by a newer alea: its layout has version %" PRId64 \
    ", and this alea supports %d. It was left unchanged: use that alea, or name another file."
#define DATABASE_STOPPED "The %s was stopped."
#define DATABASE_BUSY                                                                                      \
    "the %s is in use: another program, perhaps another %s, has been writing to it for two seconds. Wait " \
    "until it ends, or name another file."
#define DATABASE_CANNOT_WRITE \
    "the %s cannot be written: %s. Its folder must exist, and both must be writable."
