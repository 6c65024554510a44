/* The notebook's file: opening it, upgrading it, and saying what is wrong with it. */
#include "base/assert.h"
#include "base/memory.h"
#include "notebook/messages.h"
#include "notebook/notebook.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { APPLICATION = 0x616c6561 }; /* "alea", as SQLite's application_id */

/* Version n is reached from n - 1 by migration[n - 1]; a migration that was published is never changed. */
static const char *const migration[ALEA__NOTEBOOK_VERSION] = {
    /* 1: what was played */
    "CREATE TABLE game (id INTEGER PRIMARY KEY, sha256 TEXT NOT NULL, objective TEXT NOT NULL, spec TEXT NOT "
    "NULL,"
    " name TEXT NOT NULL, kept INTEGER NOT NULL, number INTEGER NOT NULL, estimated INTEGER NOT NULL, scale "
    "REAL NOT NULL,"
    " sign REAL NOT NULL, UNIQUE (sha256, objective));"
    "CREATE TABLE seat (id INTEGER PRIMARY KEY, game INTEGER NOT NULL REFERENCES game (id) ON DELETE CASCADE,"
    " game_spec TEXT NOT NULL, game_name TEXT NOT NULL, objective TEXT NOT NULL, kept INTEGER NOT NULL,"
    " seat INTEGER NOT NULL, player TEXT NOT NULL, result REAL NOT NULL, start REAL NOT NULL, luck REAL NOT "
    "NULL,"
    " mistakes REAL NOT NULL, opponents_mistakes REAL NOT NULL, adjusted REAL NOT NULL, decisions INTEGER "
    "NOT NULL,"
    " inaccuracies INTEGER NOT NULL, mistaken INTEGER NOT NULL, blunders INTEGER NOT NULL);"
    "CREATE INDEX seat_of ON seat (game);"
    "CREATE INDEX seat_by ON seat (player, game_spec, objective, kept);",
    /* 2: mistakes to practise */
    "CREATE TABLE card (id INTEGER PRIMARY KEY, seat INTEGER NOT NULL REFERENCES seat (id) ON DELETE CASCADE,"
    " player TEXT NOT NULL, game_spec TEXT NOT NULL, game_name TEXT NOT NULL, objective TEXT NOT NULL,"
    " position TEXT NOT NULL, why TEXT NOT NULL, chosen TEXT NOT NULL, best TEXT NOT NULL, moves TEXT NOT "
    "NULL,"
    " cost REAL NOT NULL, share REAL NOT NULL, box INTEGER NOT NULL, due INTEGER NOT NULL, asked INTEGER NOT "
    "NULL,"
    " right INTEGER NOT NULL, UNIQUE (player, game_spec, objective, position));"
    "CREATE INDEX card_due ON card (due);",
};

/* ---- what is wrong ---- */

alea_status alea__notebook_trouble(const alea_notebook *notebook, int code, alea_error *error)
{
    char path[300];
    alea__printable(path, sizeof path, notebook->path, strlen(notebook->path));
    const char *why = notebook->db ? sqlite3_errmsg(notebook->db) : sqlite3_errstr(code);
    switch (code & 0xff) {
    case SQLITE_NOMEM: return alea__out_of_memory(error);
    case SQLITE_BUSY:
    case SQLITE_LOCKED: return alea__fail(error, ALEA_E_WRITE, NOTEBOOK_LOCKED, path);
    case SQLITE_CORRUPT: return alea__fail(error, ALEA_E_FILE, NOTEBOOK_DAMAGED, path, why);
    case SQLITE_NOTADB: return alea__fail(error, ALEA_E_FILE, NOTEBOOK_NOT_NOTEBOOK, path);
    case SQLITE_FULL: return alea__fail(error, ALEA_E_WRITE, NOTEBOOK_DISK_FULL, path);
    case SQLITE_CANTOPEN: return alea__fail(error, ALEA_E_WRITE, NOTEBOOK_CANNOT_OPEN, path);
    case SQLITE_READONLY:
    case SQLITE_PERM: return alea__fail(error, ALEA_E_WRITE, NOTEBOOK_READ_ONLY, path);
    default: return alea__fail(error, ALEA_E_WRITE, NOTEBOOK_UNUSABLE, path, why);
    }
}

/* ---- statements ---- */

alea_status alea__notebook_run(alea_notebook *notebook, const char *sql, alea_error *error)
{
    int code = sqlite3_exec(notebook->db, sql, NULL, NULL, NULL);
    return code == SQLITE_OK ? ALEA_OK : alea__notebook_trouble(notebook, code, error);
}

/* Binds the arguments to parameters 1, 2, … by their types: i (int64_t), d (double) and t (text). Returns SQLite's code. */
static int notebook_bind(sqlite3_stmt *statement, const char *types, va_list arguments)
{
    int code = SQLITE_OK;
    for (int i = 0; types[i] && code == SQLITE_OK; i++) {
        ALEA_ASSERT(strchr("idt", types[i]));
        if (types[i] == 'i')

            code = sqlite3_bind_int64(statement, i + 1, va_arg(arguments, int64_t));
        else if (types[i] == 'd')
            code = sqlite3_bind_double(statement, i + 1, va_arg(arguments, double));
        else /* a NULL pointer binds NULL */
            code = sqlite3_bind_text(statement, i + 1, va_arg(arguments, const char *), -1, SQLITE_TRANSIENT);
    }
    return code;
}

/* Makes a statement and binds its parameters. The caller finalizes it. */
static alea_status notebook_prepare(alea_notebook *notebook, sqlite3_stmt **out, alea_error *error,
                                    alea__sql sql, va_list arguments)
{
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(notebook->db, sql.text, -1, &statement, NULL);
    ALEA_ASSERT(code != SQLITE_OK || (size_t)sqlite3_bind_parameter_count(statement) == strlen(sql.types));
    if (code == SQLITE_OK) code = notebook_bind(statement, sql.types, arguments);
    if (code == SQLITE_OK) {
        *out = statement;
        return ALEA_OK;
    }
    alea_status status = alea__notebook_trouble(notebook, code, error);
    sqlite3_finalize(statement);
    return status;
}

alea_status alea__notebook_ask(alea_notebook *notebook, sqlite3_stmt **out, alea_error *error, alea__sql sql,
                               ...)
{
    va_list arguments;
    va_start(arguments, sql);
    alea_status status = notebook_prepare(notebook, out, error, sql, arguments);
    va_end(arguments);
    return status;
}

bool alea__notebook_row(alea_notebook *notebook, sqlite3_stmt *statement, alea_status *status,
                        alea_error *error)
{
    int code = sqlite3_step(statement);
    *status =
        code == SQLITE_ROW || code == SQLITE_DONE ? ALEA_OK : alea__notebook_trouble(notebook, code, error);
    return code == SQLITE_ROW;
}

alea_status alea__notebook_number(alea_notebook *notebook, int64_t *out, alea_error *error, alea__sql sql,
                                  ...)
{
    va_list arguments;
    sqlite3_stmt *statement;
    va_start(arguments, sql);
    alea_status status = notebook_prepare(notebook, &statement, error, sql, arguments);
    va_end(arguments);
    if (status != ALEA_OK) return status;
    if (alea__notebook_row(notebook, statement, &status, error)) *out = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    return status;
}

alea_status alea__notebook_do(alea_notebook *notebook, alea_error *error, alea__sql sql, ...)
{
    va_list arguments;
    sqlite3_stmt *statement;
    va_start(arguments, sql);
    alea_status status = notebook_prepare(notebook, &statement, error, sql, arguments);
    va_end(arguments);
    if (status != ALEA_OK) return status;
    while (alea__notebook_row(notebook, statement, &status, error)) continue;
    sqlite3_finalize(statement);
    return status;
}

char *alea__notebook_text(sqlite3_stmt *statement, int column)
{
    const unsigned char *text = sqlite3_column_text(statement, column);
    return alea__copy_text(text ? (const char *)text : "");
}

alea_objective alea__notebook_objective(sqlite3_stmt *statement, int column)
{
    static const alea_objective all[] = {ALEA_WIN, ALEA_MONEY, ALEA_SCORE, ALEA_TURNS};
    const char *name = (const char *)sqlite3_column_text(statement, column);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (strcmp(alea_objective_name(all[i]), name) == 0) return all[i];
    return ALEA_WIN;
}

alea_status alea__notebook_begin(alea_notebook *notebook, alea_error *error)
{
    return alea__notebook_run(notebook, "BEGIN IMMEDIATE", error);
}

alea_status alea__notebook_end(alea_notebook *notebook, alea_status status, alea_error *error)
{
    ALEA_ASSERT(status != ALEA_OK || !sqlite3_get_autocommit(notebook->db)); /* a transaction is open */
    if (status == ALEA_OK) status = alea__notebook_run(notebook, "COMMIT", error);
    if (status != ALEA_OK) sqlite3_exec(notebook->db, "ROLLBACK", NULL, NULL, NULL);
    return status;
}

/* ---- JSON ---- */

static int notebook_append(const char *buffer, size_t size, void *text)
{
    alea__text_add_bytes(text, buffer, size);
    return 0;
}

void alea__notebook_add_json(alea__text *text, const json_t *value, size_t flags)
{
    if (!value || json_dump_callback(value, notebook_append, text, flags | JSON_REAL_PRECISION(17)) != 0)
        text->failed = true;
}

/* ---- versions ---- */

static alea_status notebook_migrate(alea_notebook *notebook, int64_t from, alea_error *error)
{
    alea_status status = ALEA_OK;
    char mark[100];
    ALEA_ASSERT(from >= 0 && from < ALEA__NOTEBOOK_VERSION);
    for (int64_t i = from; i < ALEA__NOTEBOOK_VERSION && status == ALEA_OK; i++)
        status = alea__notebook_run(notebook, migration[i], error);
    snprintf(mark, sizeof mark, "PRAGMA application_id = %d; PRAGMA user_version = %d", APPLICATION,
             ALEA__NOTEBOOK_VERSION);
    return status == ALEA_OK ? alea__notebook_run(notebook, mark, error) : status;
}

/* In a transaction, since another program may be upgrading the file too. */
static alea_status notebook_upgrade(alea_notebook *notebook, alea_error *error)
{
    int64_t version = 0, application = 0, tables = 0;
    alea_status status = alea__notebook_begin(notebook, error);
    if (status != ALEA_OK) return status;
    status = alea__notebook_number(notebook, &version, error, (alea__sql){"PRAGMA user_version", ""});
    if (status == ALEA_OK)
        status =
            alea__notebook_number(notebook, &application, error, (alea__sql){"PRAGMA application_id", ""});
    if (status == ALEA_OK)
        status = alea__notebook_number(notebook, &tables, error,
                                       (alea__sql){"SELECT count(*) FROM sqlite_master", ""});
    if (status == ALEA_OK && tables > 0 && application != APPLICATION)
        status = alea__fail(error, ALEA_E_FILE, NOTEBOOK_FOREIGN, notebook->path);
    if (status == ALEA_OK && version > ALEA__NOTEBOOK_VERSION)
        status = alea__fail(error, ALEA_E_FILE, NOTEBOOK_NEWER, notebook->path, (long long)version,
                            ALEA__NOTEBOOK_VERSION);
    if (status == ALEA_OK && version < ALEA__NOTEBOOK_VERSION)
        status = notebook_migrate(notebook, version < 0 ? 0 : version, error);
    return alea__notebook_end(notebook, status, error);
}

/* ---- open and close ---- */

alea_status alea_notebook_open(const char *path, alea_notebook **out, alea_error *error)
{
    alea_notebook *notebook = alea__alloc(sizeof *notebook);
    if (!notebook) return alea__out_of_memory(error);
    notebook->path = alea__copy_text(path);
    alea_status status = notebook->path ? ALEA_OK : alea__out_of_memory(error);
    if (status == ALEA_OK) {
        int code = sqlite3_open_v2(path, &notebook->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL);
        if (code != SQLITE_OK) status = alea__notebook_trouble(notebook, code, error);
    }
    if (status == ALEA_OK) {
        sqlite3_busy_timeout(notebook->db, ALEA__NOTEBOOK_WAIT);
        status = alea__notebook_run(notebook,
                                    "PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON;"
                                    "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL",
                                    error);
    }
    if (status == ALEA_OK) status = notebook_upgrade(notebook, error);
    if (status == ALEA_OK)
        *out = notebook;
    else
        alea_notebook_free(notebook);
    return status;
}

void alea_notebook_free(alea_notebook *notebook)
{
    if (!notebook) return;
    sqlite3_close(notebook->db);
    alea__free(notebook->path);
    alea__free(notebook);
}
