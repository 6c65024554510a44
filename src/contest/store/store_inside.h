#ifndef ALEA_CONTEST_STORE_STORE_INSIDE_H
#define ALEA_CONTEST_STORE_STORE_INSIDE_H
/* Shared by store.c (the file as such) and store_rows.c (its contents). */
#include "contest/store/store.h"
#include "database/database.h"

/* Statements, prepared once. */
typedef enum alea__statement {
    ALEA__BEGIN,
    ALEA__COMMIT,
    ALEA__ROLLBACK,
    ALEA__FIND_STRATEGY,
    ALEA__KEEP_STRATEGY,
    ALEA__FIND_TABLE,
    ALEA__KEEP_TABLE,
    ALEA__FIND_PAIRS,
    ALEA__KEEP_PAIR,
    ALEA__STATEMENTS
} alea__statement;

struct alea__store {
    alea__database database;
    sqlite3_stmt *statement[ALEA__STATEMENTS];
    char *path, *shown; /* as given, and printable */
    int64_t rules;      /* the store's number for the rules of this contest */
    uint32_t side, most;
};

/* Reports SQLite's result `code` in terms of the file. */
alea_status alea__store_failure(const alea__store *, int code, alea_error *);
/* Reports that a row holds something that alea did not write. */
alea_status alea__store_damaged(const alea__store *, const char *problem, alea_error *);
/* Runs a statement that returns no rows, and resets it. */
alea_status alea__store_run(alea__store *, sqlite3_stmt *, alea_error *);
alea_status alea__store_begin(alea__store *, alea_error *);
/* Commits if the status is ALEA_OK, else rolls back. Returns the first failure of the two. */
alea_status alea__store_end(alea__store *, alea_status, alea_error *);
#endif
