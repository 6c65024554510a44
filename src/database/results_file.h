#pragma once
/* A database of results that were computed and could be computed again: one SQLite file in WAL mode that only grows. What is
   committed survives a crash of the program; a power failure can lose the last few commits but never damages the file. Two programs
   may use it at the same time. A file that is refused stays unchanged, and so do the files beside it (recovery.h). Use each from one thread at a time. */
#include "database/database.h"

/* Properties of a kind of these files. */
typedef struct alea__results_kind {
    const char *name;  /* "database of results" */
    const char *what;  /* "a database of contest results" */
    const char *rival; /* what else may be using it: "contest" */
    int application, version;
    const char *schema; /* of this version */
    const char *lost;   /* as in alea__recovery */
} alea__results_kind;

typedef struct alea__results_file {
    alea__database database;
    const alea__results_kind *kind;
    char *path, *shown; /* as given, and printable */
    sqlite3_stmt *begin, *commit, *rollback;
} alea__results_file;

/* Opens or creates the file, with its tables. ALEA_E_FILE if it is damaged, of a newer alea, a folder or another kind of file;
   ALEA_E_REFUSED if another program is writing to it; ALEA_E_WRITE if it cannot be created or written. `progress` may be NULL,
   and must outlive the file. The caller closes the file, also after a failure; it must be zero before it is opened. */
alea_status alea__results_open(alea__results_file *, const alea__results_kind *, const char *path,
                               const alea_progress *progress, alea_error *);
void alea__results_close(alea__results_file *);

/* Prepares a statement, which the caller finalizes before the file is closed. */
alea_status alea__results_prepare(alea__results_file *, const char *sql, sqlite3_stmt **out, alea_error *);
/* Runs a statement that returns no rows, and resets it. */
alea_status alea__results_run(alea__results_file *, sqlite3_stmt *, alea_error *);
alea_status alea__results_begin(alea__results_file *, alea_error *);
/* Commits if the status is ALEA_OK, else rolls back. Returns the first failure of the two. */
alea_status alea__results_end(alea__results_file *, alea_status, alea_error *);

/* Reports SQLite's result `code` in terms of the file. */
alea_status alea__results_failure(const alea__results_file *, int code, alea_error *);
/* Reports that a row holds something that alea did not write. */
alea_status alea__results_damaged(const alea__results_file *, const char *problem, alea_error *);

/* A seal of a row protects against accidents, not against people: FNV-1a (Fowler, Noll, Vo) of its columns, 64 bits. Begins with
   ALEA__UNSEALED. */
#define ALEA__UNSEALED UINT64_C(0xcbf29ce484222325)
uint64_t alea__seal_bytes(uint64_t seal, const void *data, size_t size);
/* Includes the final zero byte; NULL gives another seal than an empty text. */
uint64_t alea__seal_text(uint64_t seal, const char *text);
