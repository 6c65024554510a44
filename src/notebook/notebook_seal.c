/* The columns of a notebook's tables, and the seal over all rows.

   A change updates the seal in its own transaction, so that several programs can use a notebook at once. Adding and
   removing a row are the same operation on the seal, an exclusive or with the hash of the row. */
#include "base/assert.h"
#include "base/sha256.h"
#include "notebook/messages.h"
#include "notebook/notebook.h"

#include <inttypes.h>
#include <string.h>

/* ---- columns ---- */

typedef struct seal_column {
    const char *name;
    enum { COLUMN_INTEGER, COLUMN_REAL, COLUMN_TEXT } type;
    int64_t least, most; /* range of an integer */
} seal_column;

#define SEAL_ID(name)       {name, COLUMN_INTEGER, INT64_MIN, INT64_MAX}
#define SEAL_COUNT(name)    {name, COLUMN_INTEGER, 0, ALEA__NOTEBOOK_MOST}
#define SEAL_TIME(name)     {name, COLUMN_INTEGER, 0, 2 * ALEA__NOTEBOOK_LATEST}
#define SEAL_UP_TO(name, n) {name, COLUMN_INTEGER, 0, n}
#define SEAL_REAL(name)     {name, COLUMN_REAL, 0, 0}
#define SEAL_TEXT(name)     {name, COLUMN_TEXT, 0, 0}

static const seal_column game_columns[] = {
    SEAL_ID("id"),     SEAL_TEXT("sha256"),     SEAL_TEXT("objective"),
    SEAL_TEXT("spec"), SEAL_TEXT("name"),       SEAL_UP_TO("kept", ALEA__NOTEBOOK_LATEST),
    SEAL_ID("number"), SEAL_COUNT("estimated"), SEAL_REAL("scale"),
    SEAL_REAL("sign"),
};

static const seal_column seat_columns[] = {
    SEAL_ID("id"),
    SEAL_ID("game"),
    SEAL_TEXT("game_spec"),
    SEAL_TEXT("game_name"),
    SEAL_TEXT("objective"),
    SEAL_UP_TO("kept", ALEA__NOTEBOOK_LATEST),
    SEAL_UP_TO("seat", ALEA_MAX_SEATS - 1),
    SEAL_TEXT("player"),
    SEAL_REAL("result"),
    SEAL_REAL("start"),
    SEAL_REAL("luck"),
    SEAL_REAL("mistakes"),
    SEAL_REAL("opponents_mistakes"),
    SEAL_REAL("adjusted"),
    SEAL_COUNT("decisions"),
    SEAL_COUNT("inaccuracies"),
    SEAL_COUNT("mistaken"),
    SEAL_COUNT("blunders"),
};

static const seal_column card_columns[] = {
    SEAL_ID("id"),          SEAL_ID("seat"),
    SEAL_TEXT("player"),    SEAL_TEXT("game_spec"),
    SEAL_TEXT("game_name"), SEAL_TEXT("objective"),
    SEAL_TEXT("position"),  SEAL_TEXT("why"),
    SEAL_TEXT("chosen"),    SEAL_TEXT("best"),
    SEAL_TEXT("moves"),     SEAL_REAL("cost"),
    SEAL_REAL("share"),     SEAL_UP_TO("box", ALEA__NOTEBOOK_BOXES),
    SEAL_TIME("due"),       SEAL_COUNT("asked"),
    SEAL_COUNT("right"),
};

#define SEAL_LENGTH(list) (int)(sizeof(list) / sizeof *(list))

static const struct {
    const char *select; /* reads all rows */
    const seal_column *column;
    int columns;
} tables[ALEA__NOTEBOOK_TABLES] = {
    [ALEA__NOTEBOOK_GAMES] = {"SELECT * FROM game", game_columns, SEAL_LENGTH(game_columns)},
    [ALEA__NOTEBOOK_SEATS] = {"SELECT * FROM seat", seat_columns, SEAL_LENGTH(seat_columns)},
    [ALEA__NOTEBOOK_CARDS] = {"SELECT * FROM card", card_columns, SEAL_LENGTH(card_columns)},
};

alea_status alea__notebook_check_time(int64_t now, alea_error *error)
{
    if (now >= 0 && now <= ALEA__NOTEBOOK_LATEST) return ALEA_OK;
    return alea__fail(error, ALEA_E_RANGE, NOTEBOOK_BAD_TIME, ALEA__NOTEBOOK_LATEST, now);
}

json_t *alea__notebook_export_row(alea__notebook_table table, alea__sql_row *row)
{
    json_t *object = json_object();
    ALEA_ASSERT(sqlite3_column_count(row->statement) == tables[table].columns);
    for (int i = 0; object && i < tables[table].columns; i++) {
        const seal_column *c = &tables[table].column[i];
        json_t *value = c->type == COLUMN_INTEGER ? json_integer(alea__row_integer(row, i, c->least, c->most))
                        : c->type == COLUMN_REAL  ? json_real(alea__row_real(row, i))
                                                  : json_string(alea__row_text(row, i));
        if (!value)
            alea__row_is_wrong(row, i); /* the text is not UTF-8 */
        else if (json_object_set_new(object, c->name, value) != 0)
            row->no_memory = true;
    }
    if (object && alea__row_is_right(row)) return object;
    json_decref(object);
    return NULL;
}

/* ---- the seal ---- */

/* Adds a column to the hash of its row. A text includes its final zero byte, which separates it from the next text. */
static void seal_add_column(SHA2_CTX *hash, const seal_column *c, alea__sql_row *row, int column)
{
    int64_t integer;
    double real;
    const void *bytes = &integer;
    size_t size = sizeof integer;
    if (c->type == COLUMN_INTEGER) {
        integer = alea__row_integer(row, column, c->least, c->most);
    } else if (c->type == COLUMN_REAL) {
        real = alea__row_real(row, column);
        bytes = &real;
        size = sizeof real;
    } else {
        bytes = alea__row_text(row, column);
        size = strlen(bytes) + 1;
    }
    SHA256Update(hash, bytes, size);
}

/* Combines the hash of the current row with the seal. */
static void seal_toggle_row(alea__seal *seal, alea__notebook_table table, alea__sql_row *row)
{
    SHA2_CTX hash;
    unsigned char digest[SHA256_DIGEST_LENGTH], name = (unsigned char)table;
    ALEA_ASSERT(sqlite3_column_count(row->statement) == tables[table].columns);
    SHA256Init(&hash);
    SHA256Update(&hash, &name, sizeof name);
    for (int i = 0; i < tables[table].columns; i++) seal_add_column(&hash, &tables[table].column[i], row, i);
    SHA256Final(digest, &hash);
    for (size_t i = 0; i < sizeof digest; i++) seal->bits[i] ^= digest[i];
}

alea_status alea__notebook_toggle(alea_notebook *notebook, alea__notebook_table table, alea__sql_row *row,
                                  alea_error *error)
{
    alea_status status = ALEA_OK;
    while (status == ALEA_OK && alea__notebook_next(notebook, row, &status, error)) {
        seal_toggle_row(&notebook->seal, table, row);
        status = alea__notebook_check(notebook, row, error);
    }
    alea__notebook_done(row);
    return status;
}

/* Reads the stored seal. */
static alea_status seal_load(alea_notebook *notebook, alea_error *error)
{
    alea__sql_row row;
    alea_status status =
        alea__notebook_ask(notebook, &row, error, (alea__sql){"SELECT sha256 FROM seal WHERE id = 1", ""});
    if (status != ALEA_OK) return status;
    if (alea__notebook_next(notebook, &row, &status, error)) {
        const unsigned char *bits = alea__row_blob(&row, 0, sizeof notebook->seal.bits);
        if (bits) memcpy(notebook->seal.bits, bits, sizeof notebook->seal.bits);
        status = alea__notebook_check(notebook, &row, error);
    } else if (status == ALEA_OK) {
        status = alea__notebook_damaged(notebook, NOTEBOOK_WRONG_SEAL, error);
    }
    alea__notebook_done(&row);
    return status;
}

static alea_status seal_save(alea_notebook *notebook, alea_error *error)
{
    static const alea__sql replace = {"INSERT OR REPLACE INTO seal (id, sha256) VALUES (1, ?)", "s"};
    return alea__notebook_do(notebook, error, replace, &notebook->seal);
}

alea_status alea__notebook_compute_seal(alea_notebook *notebook, alea_error *error)
{
    alea_status status = ALEA_OK;
    notebook->seal = (alea__seal){0};
    for (int table = 0; table < ALEA__NOTEBOOK_TABLES && status == ALEA_OK; table++) {
        alea__sql_row row;
        status = alea__notebook_ask(notebook, &row, error, (alea__sql){tables[table].select, ""});
        if (status == ALEA_OK)
            status = alea__notebook_toggle(notebook, (alea__notebook_table)table, &row, error);
    }
    return status;
}

/* Runs SQLite's own check, which compares the indices with the tables; the seal does not cover indices. */
static alea_status seal_check_structure(alea_notebook *notebook, alea_error *error)
{
    alea__sql_row row;
    alea_status status =
        alea__notebook_ask(notebook, &row, error, (alea__sql){"PRAGMA integrity_check(1)", ""});
    if (status != ALEA_OK) return status;
    if (alea__notebook_next(notebook, &row, &status, error) && strcmp(alea__row_text(&row, 0), "ok") != 0)
        status = alea__notebook_damaged(notebook, alea__row_text(&row, 0), error);
    alea__notebook_done(&row);
    return status;
}

/* Compares the stored seal with the rows, inside one transaction. */
static alea_status seal_compare(alea_notebook *notebook, alea_error *error)
{
    alea_status status = seal_check_structure(notebook, error);
    if (status == ALEA_OK) status = seal_load(notebook, error);
    const alea__seal stored = notebook->seal;
    if (status == ALEA_OK) status = alea__notebook_compute_seal(notebook, error);
    if (status != ALEA_OK || memcmp(&stored, &notebook->seal, sizeof stored) == 0) return status;
    return alea__notebook_damaged(notebook, NOTEBOOK_WRONG_SEAL, error);
}

alea_status alea__notebook_verify(alea_notebook *notebook, alea_error *error)
{
    alea_status status = alea__notebook_begin_reading(notebook, error);
    if (status != ALEA_OK) return status;
    return alea__notebook_end_reading(notebook, seal_compare(notebook, error), error);
}

/* ---- transactions that write ---- */

alea_status alea__notebook_begin(alea_notebook *notebook, alea_error *error)
{
    alea_status status = alea__notebook_run(notebook, "BEGIN IMMEDIATE", error);
    if (status != ALEA_OK) return status;
    status = seal_load(notebook, error);
    return status == ALEA_OK ? ALEA_OK : alea__notebook_end_reading(notebook, status, error);
}

alea_status alea__notebook_end(alea_notebook *notebook, alea_status status, alea_error *error)
{
    ALEA_ASSERT(status != ALEA_OK || !sqlite3_get_autocommit(notebook->database.handle));
    if (status == ALEA_OK) status = seal_save(notebook, error);
    return alea__notebook_end_reading(notebook, status, error);
}
