#pragma once
/* SQLite files that may come from strangers. SQLite's advice for them (https://www.sqlite.org/security.html) is followed
   here once: no triggers, no views, no functions in the schema, small limits, and exactly the tables that alea makes. A file
   that is damaged or made to do harm ends in an error, after a bounded amount of work. */
#include <alea/status.h>

#include <sqlite3.h>

typedef struct alea__database {
    sqlite3 *handle;
    const alea_progress *progress; /* its `stopped` ends a long statement; may be NULL */
    int64_t allowance, used;       /* of SQLite's operations, for each statement */
    bool made;                     /* opening it made the file */
} alea__database;

/* Opens or creates the file; a relative path is never taken for one of SQLite's special names. Other processes that write are
   waited for, `patience` milliseconds. Returns SQLite's code. The caller closes the database, also after a failure. */
int alea__database_open(alea__database *, const char *path, int patience);
void alea__database_close(alea__database *);

/* Like sqlite3_step and sqlite3_exec. Return SQLITE_INTERRUPT if `progress` asks to stop, or if the file makes the
   statement run too long. */
int alea__database_step(alea__database *, sqlite3_stmt *);
int alea__database_run(alea__database *, const char *sql);
/* Like alea__database_run, for SQL that changes the journal mode. While another program changes it in the same file, SQLite
   immediately reports that it is busy; this function waits for up to `patience` milliseconds. */
int alea__database_set_mode(alea__database *, const char *sql, int patience);
/* Whether `progress` asks to stop. */
bool alea__database_stopped(const alea__database *);

/* Whether the file has exactly the tables and indices that these scripts make, and nothing else. Returns SQLite's code. */
int alea__database_compare(alea__database *, const char *const *scripts, size_t count, bool *same);
