#pragma once
/* The notebook's connection, and what its files share. */
#include "base/error.h"
#include "base/text.h"
#include "database/database.h"
#include "database/row.h"
#include <alea/notebook.h>
#include <jansson.h>

enum { ALEA__NOTEBOOK_VERSION = 3, ALEA__NOTEBOOK_WAIT = 30000 /* milliseconds */ };

/* The seal: the SHA-256 of each row, all combined by exclusive or. Rows differ in their ids, so none cancel out. It detects
   accidents, but not a person who can write the file. */
typedef struct alea__seal {
    unsigned char bits[32];
} alea__seal;

struct alea_notebook {
    alea__database database;
    char *path, *shown; /* as given, and printable */
    alea__seal seal;    /* during a transaction that writes: of the file's current contents */
};

/* ---- copies: notebook_file.c ---- */

/* Removes the copies that upgrades made beside the file. */
void alea__notebook_remove_backups(const alea_notebook *);

/* ---- errors: notebook_sql.c ---- */

/* Reports an error as a sentence; `code` is SQLite's. */
alea_status alea__notebook_trouble(const alea_notebook *, int code, alea_error *);
alea_status alea__notebook_damaged(const alea_notebook *, const char *problem, alea_error *);

/* ---- statements: notebook_sql.c ---- */

/* Statements without results. */
alea_status alea__notebook_run(alea_notebook *, const char *sql, alea_error *);

/* A statement with parameters. Each letter of `types` is the type of an argument: i int64_t, d double, t const char * (NULL
   binds NULL), s const alea__seal *. */
typedef struct alea__sql {
    const char *text, *types;
} alea__sql;
/* Steps the statement to its end. */
alea_status alea__notebook_do(alea_notebook *, alea_error *, alea__sql, ...);
/* Makes the statement, for alea__notebook_next; the caller calls alea__notebook_done. */
alea_status alea__notebook_ask(alea_notebook *, alea__sql_row *out, alea_error *, alea__sql, ...);
void alea__notebook_done(alea__sql_row *);
/* Returns true if there is a next row; false at the end, with *status ALEA_OK, or after a failure. */
bool alea__notebook_next(alea_notebook *, alea__sql_row *, alea_status *, alea_error *);
/* Whether all columns that were read were right; otherwise the notebook is damaged. */
alea_status alea__notebook_check(const alea_notebook *, const alea__sql_row *, alea_error *);

/* The number in the first column of the first row; *out is unchanged if there is no row. */
alea_status alea__notebook_number(alea_notebook *, int64_t *out, alea_error *, alea__sql, ...);

alea_objective alea__notebook_objective(alea__sql_row *, int column);
/* Adds a value as JSON, with the flags of json_dumps; a failure shows in the text. */
void alea__notebook_add_json(alea__text *, const json_t *, size_t flags);

/* A read-only transaction, so that all reads see the same state. End commits it, or rolls it back after a failure. */
alea_status alea__notebook_begin_reading(alea_notebook *, alea_error *);
alea_status alea__notebook_end_reading(alea_notebook *, alea_status, alea_error *);

/* ---- tables and their seal: notebook_seal.c ---- */

typedef enum alea__notebook_table {
    ALEA__NOTEBOOK_GAMES,
    ALEA__NOTEBOOK_SEATS,
    ALEA__NOTEBOOK_CARDS,
    ALEA__NOTEBOOK_TABLES
} alea__notebook_table;

/* Times are seconds from 1970 to here; other whole numbers have a limit that a sum of them cannot exceed. */
#define ALEA__NOTEBOOK_LATEST INT64_C(1000000000000)
#define ALEA__NOTEBOOK_MOST   (INT64_C(1) << 53)
enum { ALEA__NOTEBOOK_BOXES = 6 };
/* Refuses a time out of range. */
alea_status alea__notebook_check_time(int64_t now, alea_error *);

/* Takes the rows that a query `SELECT * FROM` this table gives out of the seal, or puts them in; ends the query. */
alea_status alea__notebook_toggle(alea_notebook *, alea__notebook_table, alea__sql_row *, alea_error *);
/* A transaction that writes: end commits it, with the seal, if the status is ALEA_OK, and rolls it back otherwise. Rows that
   change in it are taken out of the seal before, and put in after. */
alea_status alea__notebook_begin(alea_notebook *, alea_error *);
alea_status alea__notebook_end(alea_notebook *, alea_status, alea_error *);
/* Computes the seal of all rows, and checks every column on the way. */
alea_status alea__notebook_compute_seal(alea_notebook *, alea_error *);
/* Checks that rows and seal fit together. */
alea_status alea__notebook_verify(alea_notebook *, alea_error *);
/* The columns of a row of this table as JSON. NULL if memory runs out or a column is wrong; the row records which. */
json_t *alea__notebook_export_row(alea__notebook_table, alea__sql_row *);

/* ---- parts ---- */

/* The condition of a part, for WHERE in a query of `seat`, or of a table with its columns under that name. The first two
   parameters of the query are the game and the player of the part. */
#define ALEA__NOTEBOOK_PART                                           \
    "(?1 IS NULL OR seat.game_spec = ?1 OR seat.game_name = ?1) AND " \
    "(?2 IS NULL OR seat.player = ?2 OR seat.player = 'human(' || ?2 || ')')"

/* A game being kept. */
typedef struct alea__keeping {
    alea_notebook *notebook;
    alea_reviewer *reviewer;
    const alea_review *review;
    int64_t now;
    int64_t game; /* its row; 0: it was already stored */
} alea__keeping;

/* notebook_cards.c: cards of the mistakes of these seats (bits). */
alea_status alea__notebook_make_cards(const alea__keeping *, unsigned seats, alea_error *);
