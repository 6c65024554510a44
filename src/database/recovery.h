#pragma once
/* The files that SQLite keeps beside a database: FILE-wal, FILE-journal, FILE-shm. A killed program leaves them, and what they hold
   is then a part of the database. But such a file may come from another database: SQLite cannot tell, and would write its pages over
   this one. The rule:

   - While another program has the database open, they are that program's, and are not looked at.
   - Otherwise each of them must be a regular file that SQLite can have written, of a size that the database explains. A journal that
     names a further file is refused: SQLite would remove that file.
   - The database is recovered on a copy, in the folder FILE-recovery, or below that of temporary files on a full disk. The result must be sound for SQLite and for the room that keeps
     such databases, and must have everything that the file has without them.
   - Only then does SQLite read the file. In every other case all files stay as they are, to the byte. */
#include "database/database.h"

typedef struct alea__recovery {
    const char *name; /* "journal" */
    int application;
    /* A query that returns a row if `main`, the recovered database, lacks something that `alone`, the file without its
       companions, has. It compares only the beginnings of rows, because the rest may be on pages that were not moved yet. */
    const char *lost;
    /* Opens the recovered copy as the room does. */
    alea_status (*open)(const void *user, const char *copy, alea_error *);
    const void *user;
} alea__recovery;

/* Applies the rule to a database that was just opened and not read yet. If SQLite's code explains the failure it is in
   *code; the status is then ALEA_E_FILE without a message. ALEA_E_FILE: refused; ALEA_E_WRITE: a copy could not be made. */
alea_status alea__database_recover(alea__database *, const alea__recovery *, int patience, int *code,
                                   alea_error *);
