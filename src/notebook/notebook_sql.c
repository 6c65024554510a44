/* Statements, transactions and columns, with error messages. */
#include "base/assert.h"
#include "database/messages.h"
#include "notebook/messages.h"
#include "notebook/notebook.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- errors ---- */

alea_status alea__notebook_damaged(const alea_notebook *notebook, const char *problem, alea_error *error)
{
    char shown[200];
    alea__printable(shown, sizeof shown, problem, strlen(problem));
    return alea__fail(error, ALEA_E_FILE, NOTEBOOK_DAMAGED, notebook->shown, shown);
}

alea_status alea__notebook_trouble(const alea_notebook *notebook, int code, alea_error *error)
{
    const char *path = notebook->shown;
    sqlite3 *handle = notebook->database.handle;
    const char *why = handle ? sqlite3_errmsg(handle) : sqlite3_errstr(code);
    switch (code & 0xff) {
    case SQLITE_NOMEM: return alea__out_of_memory(error);
    case SQLITE_BUSY:
    case SQLITE_LOCKED: return alea__fail(error, ALEA_E_WRITE, NOTEBOOK_LOCKED, path);
    case SQLITE_CORRUPT:
    case SQLITE_CONSTRAINT:
    case SQLITE_MISMATCH:
    case SQLITE_TOOBIG:
    case SQLITE_ERROR: return alea__notebook_damaged(notebook, why, error);
    case SQLITE_INTERRUPT: return alea__notebook_damaged(notebook, DATABASE_ENDLESS, error);
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
    int code = alea__database_run(&notebook->database, sql);
    return code == SQLITE_OK ? ALEA_OK : alea__notebook_trouble(notebook, code, error);
}

/* Binds the arguments to parameters 1, 2, … by their types. Returns SQLite's code. */
static int sql_bind(sqlite3_stmt *statement, const char *types, va_list arguments)
{
    int code = SQLITE_OK;
    for (int i = 0; types[i] && code == SQLITE_OK; i++) {
        ALEA_ASSERT(strchr("idts", types[i]));
        if (types[i] == 'i')
            code = sqlite3_bind_int64(statement, i + 1, va_arg(arguments, int64_t));
        else if (types[i] == 'd')
            code = sqlite3_bind_double(statement, i + 1, va_arg(arguments, double));
        else if (types[i] == 's')
            code = sqlite3_bind_blob(statement, i + 1, va_arg(arguments, const alea__seal *),
                                     sizeof(alea__seal), SQLITE_TRANSIENT);
        else /* a NULL pointer binds NULL */
            code = sqlite3_bind_text(statement, i + 1, va_arg(arguments, const char *), -1, SQLITE_TRANSIENT);
    }
    return code;
}

/* Makes a statement and binds its parameters. The caller finalizes it. */
static alea_status sql_prepare(alea_notebook *notebook, alea__sql_row *out, alea_error *error, alea__sql sql,
                               va_list arguments)
{
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(notebook->database.handle, sql.text, -1, &statement, NULL);
    ALEA_ASSERT(code != SQLITE_OK || (size_t)sqlite3_bind_parameter_count(statement) == strlen(sql.types));
    if (code == SQLITE_OK) code = sql_bind(statement, sql.types, arguments);
    if (code == SQLITE_OK) {
        *out = (alea__sql_row){.statement = statement};
        return ALEA_OK;
    }
    alea_status status = alea__notebook_trouble(notebook, code, error);
    sqlite3_finalize(statement);
    return status;
}

alea_status alea__notebook_ask(alea_notebook *notebook, alea__sql_row *out, alea_error *error, alea__sql sql,
                               ...)
{
    va_list arguments;
    va_start(arguments, sql);
    alea_status status = sql_prepare(notebook, out, error, sql, arguments);
    va_end(arguments);
    return status;
}

void alea__notebook_done(alea__sql_row *row)
{
    sqlite3_finalize(row->statement);
    *row = (alea__sql_row){0};
}

bool alea__notebook_next(alea_notebook *notebook, alea__sql_row *row, alea_status *status, alea_error *error)
{
    int code = alea__database_step(&notebook->database, row->statement);
    *status =
        code == SQLITE_ROW || code == SQLITE_DONE ? ALEA_OK : alea__notebook_trouble(notebook, code, error);
    return code == SQLITE_ROW;
}

alea_status alea__notebook_check(const alea_notebook *notebook, const alea__sql_row *row, alea_error *error)
{
    char problem[120];
    if (row->no_memory) return alea__out_of_memory(error);
    if (!row->wrong) return ALEA_OK;
    snprintf(problem, sizeof problem, NOTEBOOK_WRONG_COLUMN, row->wrong);
    return alea__notebook_damaged(notebook, problem, error);
}

alea_status alea__notebook_number(alea_notebook *notebook, int64_t *out, alea_error *error, alea__sql sql,
                                  ...)
{
    va_list arguments;
    alea__sql_row row;
    va_start(arguments, sql);
    alea_status status = sql_prepare(notebook, &row, error, sql, arguments);
    va_end(arguments);
    if (status != ALEA_OK) return status;
    if (alea__notebook_next(notebook, &row, &status, error)) {
        *out = alea__row_integer(&row, 0, INT64_MIN, INT64_MAX);
        status = alea__notebook_check(notebook, &row, error);
    }
    alea__notebook_done(&row);
    return status;
}

alea_status alea__notebook_do(alea_notebook *notebook, alea_error *error, alea__sql sql, ...)
{
    va_list arguments;
    alea__sql_row row;
    va_start(arguments, sql);
    alea_status status = sql_prepare(notebook, &row, error, sql, arguments);
    va_end(arguments);
    if (status != ALEA_OK) return status;
    while (alea__notebook_next(notebook, &row, &status, error)) continue;
    alea__notebook_done(&row);
    return status;
}

alea_objective alea__notebook_objective(alea__sql_row *row, int column)
{
    static const alea_objective all[] = {ALEA_WIN, ALEA_MONEY, ALEA_SCORE, ALEA_TURNS};
    const char *name = alea__row_text(row, column);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (strcmp(alea_objective_name(all[i]), name) == 0) return all[i];
    alea__row_is_wrong(row, column);
    return ALEA_WIN;
}

/* ---- transactions ---- */

alea_status alea__notebook_begin_reading(alea_notebook *notebook, alea_error *error)
{
    return alea__notebook_run(notebook, "BEGIN", error);
}

alea_status alea__notebook_end_reading(alea_notebook *notebook, alea_status status, alea_error *error)
{
    if (status == ALEA_OK) status = alea__notebook_run(notebook, "COMMIT", error);
    if (status != ALEA_OK) alea__database_run(&notebook->database, "ROLLBACK");
    return status;
}

/* ---- JSON ---- */

void alea__notebook_add_json(alea__text *text, const json_t *value, size_t flags)
{
    if (!value || json_dump_callback(value, alea__text_take_json, text, flags | JSON_REAL_PRECISION(17)) != 0)
        text->failed = true;
}
