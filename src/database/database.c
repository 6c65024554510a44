#include "database/database.h"
#include "base/assert.h"
#include "base/text.h"

#include <string.h>
#include <unistd.h>

enum {
    LOOK = 10000,          /* operations between two looks at the work done */
    SHORT = 1000000,       /* operations too short to stop: about 20 ms */
    LEAST_WORK = 20000000, /* operations: less than a second */
    WORK_PER_BYTE = 100
};

/* ---- opening ---- */

/* Disables everything that a schema could do besides holding tables. Returns SQLite's code. */
static int database_harden(sqlite3 *handle)
{
    static const struct {
        int option, value;
    } options[] = {{SQLITE_DBCONFIG_DEFENSIVE, 1},
                   {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
                   {SQLITE_DBCONFIG_ENABLE_TRIGGER, 0},
                   {SQLITE_DBCONFIG_ENABLE_VIEW, 0},
                   {SQLITE_DBCONFIG_DQS_DDL, 0},
                   {SQLITE_DBCONFIG_DQS_DML, 0},
                   {SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0}};
    static const struct {
        int limit, value;
    } limits[] = {{SQLITE_LIMIT_SQL_LENGTH, 100000}, {SQLITE_LIMIT_COLUMN, 100},
                  {SQLITE_LIMIT_EXPR_DEPTH, 100},    {SQLITE_LIMIT_COMPOUND_SELECT, 5},
                  {SQLITE_LIMIT_VDBE_OP, 25000},     {SQLITE_LIMIT_ATTACHED, 1},
                  {SQLITE_LIMIT_TRIGGER_DEPTH, 10}};
    int code = SQLITE_OK;
    for (size_t i = 0; i < sizeof options / sizeof *options && code == SQLITE_OK; i++)
        code = sqlite3_db_config(handle, options[i].option, options[i].value, NULL);
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
        sqlite3_limit(handle, limits[i].limit, limits[i].value);
    return code;
}

bool alea__database_stopped(const alea__database *d)
{
    return d->progress && d->progress->stopped && d->progress->stopped(d->progress->user);
}

/* SQLite calls this after every LOOK operations; a number other than 0 interrupts the statement. */
static int database_watch(void *database)
{
    alea__database *d = database;
    d->used += LOOK;
    return d->used > d->allowance || (d->used > SHORT && alea__database_stopped(d));
}

/* The size of the file in bytes; 0 if unknown. */
static sqlite3_int64 database_size(sqlite3 *handle)
{
    sqlite3_file *file = NULL;
    sqlite3_int64 size = 0;
    sqlite3_file_control(handle, "main", SQLITE_FCNTL_FILE_POINTER, &file);
    const bool known = file && file->pMethods && file->pMethods->xFileSize(file, &size) == SQLITE_OK;
    return known && size > 0 ? size : 0;
}

int alea__database_open(alea__database *d, const char *path, int patience)
{
    alea__text name = {0};
    alea__text_add(&name, "%s%s", path[0] == '/' ? "" : "./", path);
    if (name.failed) return SQLITE_NOMEM;
    d->made = access(path, F_OK) != 0;
    int code = sqlite3_open_v2(name.data, &d->handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL);
    alea__text_free(&name);
    if (code == SQLITE_OK) code = sqlite3_busy_timeout(d->handle, patience);
    if (code == SQLITE_OK) code = database_harden(d->handle);
    if (code != SQLITE_OK) return code;
    const sqlite3_int64 size = database_size(d->handle);
    d->allowance = size < INT64_MAX / (2 * WORK_PER_BYTE) ? LEAST_WORK + size * WORK_PER_BYTE : INT64_MAX / 2;
    sqlite3_progress_handler(d->handle, LOOK, database_watch, d);
    return alea__database_run(d, "PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0");
}

void alea__database_close(alea__database *d)
{
    sqlite3_close(d->handle);
    d->handle = NULL;
}

/* ---- statements ---- */

int alea__database_step(alea__database *d, sqlite3_stmt *statement)
{
    if (!sqlite3_stmt_busy(statement)) d->used = 0;
    return sqlite3_step(statement);
}

int alea__database_run(alea__database *d, const char *sql)
{
    d->used = 0;
    return sqlite3_exec(d->handle, sql, NULL, NULL, NULL);
}

int alea__database_set_mode(alea__database *d, const char *sql, int patience)
{
    enum { PAUSE = 10 };
    int code, waited = 0;
    while (((code = alea__database_run(d, sql)) & 0xff) == SQLITE_BUSY && waited < patience)
        waited += sqlite3_sleep(PAUSE);
    return code;
}

/* ---- the schema ---- */

static int schema_ask(sqlite3 *handle, sqlite3_stmt **out)
{
    return sqlite3_prepare_v2(
        handle, "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name", -1, out, NULL);
}

/* Whether two rows of a schema are equal; the SQL of an index that a constraint makes is NULL. */
static bool schema_same_row(sqlite3_stmt *a, sqlite3_stmt *b)
{
    for (int i = 0; i < 4; i++) {
        const unsigned char *text = sqlite3_column_text(a, i), *other = sqlite3_column_text(b, i);
        if (!text != !other || (text && strcmp((const char *)text, (const char *)other) != 0)) return false;
    }
    return true;
}

/* Reads both schemas side by side. Returns the code of the first failure. */
static int schema_compare(alea__database *d, sqlite3_stmt *found, sqlite3_stmt *expected, bool *same)
{
    int code = SQLITE_ROW, other = SQLITE_ROW;
    *same = true;
    while (*same && code == SQLITE_ROW && other == SQLITE_ROW) {
        code = alea__database_step(d, found);
        other = sqlite3_step(expected);
        *same = code == other && (code != SQLITE_ROW || schema_same_row(found, expected));
    }
    if (code != SQLITE_ROW && code != SQLITE_DONE) return code;
    return other == SQLITE_ROW || other == SQLITE_DONE ? SQLITE_OK : other;
}

int alea__database_compare(alea__database *d, const char *const *scripts, size_t count, bool *same)
{
    sqlite3 *right = NULL;
    sqlite3_stmt *found = NULL, *expected = NULL;
    int code = sqlite3_open_v2(":memory:", &right, SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY, NULL);
    for (size_t i = 0; i < count && code == SQLITE_OK; i++)
        code = sqlite3_exec(right, scripts[i], NULL, NULL, NULL);
    ALEA_ASSERT(code == SQLITE_OK || code == SQLITE_NOMEM);
    if (code == SQLITE_OK) code = schema_ask(right, &expected);
    if (code == SQLITE_OK) code = schema_ask(d->handle, &found);
    if (code == SQLITE_OK) code = schema_compare(d, found, expected, same);
    sqlite3_finalize(found);
    sqlite3_finalize(expected);
    sqlite3_close(right);
    return code;
}
