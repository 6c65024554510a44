#ifndef ALEA_CONTEST_STORE_MESSAGES_H
#define ALEA_CONTEST_STORE_MESSAGES_H
/* What this room reports. The sentences follow the name of the database. */
#include <inttypes.h>

#define STORE_DAMAGED                                                                                       \
    "the database of results is damaged (%s). It was left unchanged. Restore a copy, or remove it to have " \
    "everything computed again."
#define STORE_NO_VERSION     "its version is missing"
#define STORE_NO_TABLE       "a table is missing"
#define STORE_WRONG_NUMBER   "a table's number is wrong"
#define STORE_WRONG_TABLE    "a table is wrong"
#define STORE_WRONG_STRATEGY "a strategy's row is wrong"
#define STORE_WRONG_PAIR     "a pair's row is wrong"

#define STORE_FOREIGN                                                                                       \
    "this is %s, not a database of contest results. It was left unchanged: name a file that alea made, or " \
    "a new one."
#define STORE_FOLDER         "a folder"
#define STORE_NOT_REGULAR    "a pipe or a device"
#define STORE_OTHER_FILE     "a file of another kind"
#define STORE_OTHER_DATABASE "a database of another program"

#define STORE_NEWER                                                                     \
    "the database of results was made by a newer alea: its layout has version %" PRId64 \
    ", and this alea supports %d. It was left unchanged: use that alea, or name another file."
#define STORE_STOPPED "The contest was stopped."
#define STORE_BUSY                                                                                         \
    "the database of results is in use: another program, perhaps another contest, has been writing to it " \
    "for two seconds. Wait until it ends, or name another file."
#define STORE_CANNOT_WRITE \
    "the database of results cannot be written: %s. Its folder must exist, and both must be writable."
#endif
