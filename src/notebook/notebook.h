#ifndef ALEA_NOTEBOOK_NOTEBOOK_H
#define ALEA_NOTEBOOK_NOTEBOOK_H
/* The notebook's connection, and what its files share. */
#include "base/error.h"
#include "base/text.h"
#include <alea/notebook.h>
#include <jansson.h>
#include <sqlite3.h>

struct alea_notebook {
    sqlite3 *db;
    char *path;
};

enum { ALEA__NOTEBOOK_VERSION = 2, ALEA__NOTEBOOK_WAIT = 10000 /* milliseconds */ };

/* What went wrong, in a sentence; `code` is SQLite's. */
alea_status alea__notebook_trouble(const alea_notebook *, int code, alea_error *);

/* Statements without results. */
alea_status alea__notebook_run(alea_notebook *, const char *sql, alea_error *);

/* A statement with parameters. Each letter of `types` is the type of an argument: i int64_t, d double, t const char * (NULL
   binds NULL). */
typedef struct alea__sql {
    const char *text, *types;
} alea__sql;
/* Steps the statement to its end. */
alea_status alea__notebook_do(alea_notebook *, alea_error *, alea__sql, ...);
/* Makes the statement, for alea__notebook_row; the caller finalizes it. */
alea_status alea__notebook_ask(alea_notebook *, sqlite3_stmt **out, alea_error *, alea__sql, ...);
/* True: there is a next row. False: the end, or a failure; *status is ALEA_OK at the end. */
bool alea__notebook_row(alea_notebook *, sqlite3_stmt *, alea_status *, alea_error *);

/* The number in the first column of the first row; *out stays as it is if there is no row. */
alea_status alea__notebook_number(alea_notebook *, int64_t *out, alea_error *, alea__sql, ...);

/* A copy of a column's text; NULL: no memory. */
char *alea__notebook_text(sqlite3_stmt *, int column);
alea_objective alea__notebook_objective(sqlite3_stmt *, int column);
/* Adds a value as JSON, with the flags of json_dumps; a failure shows in the text. */
void alea__notebook_add_json(alea__text *, const json_t *, size_t flags);

/* A transaction: end commits it if the status is ALEA_OK, and rolls it back otherwise. */
alea_status alea__notebook_begin(alea_notebook *, alea_error *);
alea_status alea__notebook_end(alea_notebook *, alea_status, alea_error *);

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
    int64_t game; /* its row; 0: it was there already */
} alea__keeping;

/* notebook_cards.c: cards of the mistakes of these seats (bits). */
alea_status alea__notebook_make_cards(const alea__keeping *, unsigned seats, alea_error *);
#endif
