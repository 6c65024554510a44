#include "database/results_file.h"
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/temporary.h"
#include "base/text.h"
#include "database/messages.h"
#include "database/recovery.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATIENCE = 2000 /* milliseconds to wait for another program */ };

/* ---- errors ---- */

alea_status alea__results_damaged(const alea__results_file *f, const char *problem, alea_error *error)
{
    return alea__fail_at(error, ALEA_E_FILE, f->shown, 0, DATABASE_DAMAGED, f->kind->name, problem);
}

static alea_status results_foreign(const alea__results_file *f, const char *problem, alea_error *error)
{
    return alea__fail_at(error, ALEA_E_FILE, f->shown, 0, DATABASE_FOREIGN, problem, f->kind->what);
}

/* The error number of a database that cannot be written; 0 if unknown. If SQLite cannot create a file, it tries to read it
   and reports that it does not exist; the reason is then the folder. */
static int results_error_number(const alea__results_file *f)
{
    const int number = sqlite3_system_errno(f->database.handle);
    if (number != ENOENT) return number;
    const int folder = alea__open_folder_of(f->path);
    if (folder < 0) return errno;
    const bool writable = faccessat(folder, ".", W_OK | X_OK, AT_EACCESS) == 0;
    const int reason = errno;
    close(folder);
    return writable ? number : reason;
}

static alea_status results_cannot_write(const alea__results_file *f, const char *why, alea_error *error)
{
    char reason[ALEA__REASON];
    const int number = results_error_number(f);
    return alea__fail_at(error, ALEA_E_WRITE, f->shown, 0, DATABASE_CANNOT_WRITE, f->kind->name,
                         number ? alea__reason(number, reason) : why);
}

alea_status alea__results_failure(const alea__results_file *f, int code, alea_error *error)
{
    switch (code & 0xff) {
    case SQLITE_NOMEM: return alea__out_of_memory(error);
    case SQLITE_NOTADB: return results_foreign(f, DATABASE_OTHER_FILE, error);
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return alea__fail_at(error, ALEA_E_REFUSED, f->shown, 0, DATABASE_BUSY, f->kind->name,
                             f->kind->rival);
    case SQLITE_READONLY:
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
    case SQLITE_IOERR:
    case SQLITE_FULL:
    case SQLITE_NOLFS:
    case SQLITE_PROTOCOL:
    case SQLITE_AUTH: return results_cannot_write(f, sqlite3_errstr(code), error);
    case SQLITE_INTERRUPT:
        if (alea__database_stopped(&f->database))
            return alea__fail(error, ALEA_E_STOPPED, DATABASE_STOPPED, f->kind->rival);
        return alea__results_damaged(f, DATABASE_ENDLESS, error);
    default: return alea__results_damaged(f, sqlite3_errmsg(f->database.handle), error);
    }
}

/* ---- statements ---- */

alea_status alea__results_run(alea__results_file *f, sqlite3_stmt *statement, alea_error *error)
{
    int code = alea__database_step(&f->database, statement);
    alea_status status =
        code == SQLITE_DONE || code == SQLITE_ROW ? ALEA_OK : alea__results_failure(f, code, error);
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
    return status;
}

alea_status alea__results_begin(alea__results_file *f, alea_error *error)
{
    ALEA_ASSERT(sqlite3_get_autocommit(f->database.handle)); /* transactions do not nest */
    return alea__results_run(f, f->begin, error);
}

alea_status alea__results_end(alea__results_file *f, alea_status status, alea_error *error)
{
    if (status == ALEA_OK) status = alea__results_run(f, f->commit, error);
    if (status != ALEA_OK && !sqlite3_get_autocommit(f->database.handle))
        alea__results_run(f, f->rollback, NULL);
    return status;
}

static alea_status results_execute(alea__results_file *f, const char *sql, alea_error *error)
{
    int code = alea__database_run(&f->database, sql);
    return code == SQLITE_OK ? ALEA_OK : alea__results_failure(f, code, error);
}

alea_status alea__results_prepare(alea__results_file *f, const char *sql, sqlite3_stmt **out,
                                  alea_error *error)
{
    int code = sqlite3_prepare_v3(f->database.handle, sql, -1, SQLITE_PREPARE_PERSISTENT, out, NULL);
    return code == SQLITE_OK ? ALEA_OK : alea__results_failure(f, code, error);
}

/* Runs a query whose result is one number. */
static alea_status results_ask_number(alea__results_file *f, const char *sql, int64_t *out, alea_error *error)
{
    sqlite3_stmt *statement = NULL;
    alea_status status = alea__results_prepare(f, sql, &statement, error);
    if (status != ALEA_OK) return status;
    int code = alea__database_step(&f->database, statement);
    if (code == SQLITE_ROW)
        *out = sqlite3_column_int64(statement, 0);
    else
        status = alea__results_failure(f, code, error);
    sqlite3_finalize(statement);
    return status;
}

/* ---- ownership ---- */

/* Refuses folders, pipes and devices, because SQLite might wait for them. */
static alea_status results_check_file(const alea__results_file *f, alea_error *error)
{
    struct stat about;
    if (stat(f->path, &about) != 0 || S_ISREG(about.st_mode)) return ALEA_OK;
    return results_foreign(f, S_ISDIR(about.st_mode) ? DATABASE_FOLDER : DATABASE_NOT_REGULAR, error);
}

/* Checks that the schema is alea's, without views, triggers or rules of another program. */
static alea_status results_check_schema(alea__results_file *f, alea_error *error)
{
    const char *const scripts[] = {f->kind->schema};
    bool same = false;
    int code = alea__database_compare(&f->database, scripts, 1, &same);
    if (code != SQLITE_OK) return alea__results_failure(f, code, error);
    return same ? ALEA_OK : alea__results_damaged(f, DATABASE_OTHER_TABLES, error);
}

/* Checks that the database belongs to alea and has this version. Sets *fresh if it is empty. */
static alea_status results_check_owner(alea__results_file *f, bool *fresh, alea_error *error)
{
    const alea__results_kind *kind = f->kind;
    int64_t application = 0, version = 0, things = 0;
    alea_status status = results_ask_number(f, "PRAGMA application_id", &application, error);
    if (status == ALEA_OK) status = results_ask_number(f, "PRAGMA user_version", &version, error);
    if (status == ALEA_OK)
        status = results_ask_number(f, "SELECT count(*) FROM sqlite_schema", &things, error);
    if (status != ALEA_OK) return status;
    *fresh = application == 0 && version == 0 && things == 0;
    if (*fresh) return ALEA_OK;
    if (application != kind->application) return results_foreign(f, DATABASE_OTHER_PROGRAM, error);
    if (version > kind->version)
        return alea__fail_at(error, ALEA_E_FILE, f->shown, 0, DATABASE_NEWER, kind->name, version,
                             kind->version);
    return version == kind->version ? results_check_schema(f, error)
                                    : alea__results_damaged(f, DATABASE_NO_VERSION, error);
}

/* Refuses a file that cannot be written before anything is computed. SQLite itself would open it for reading and begin
   transactions. */
static alea_status results_set_mode(alea__results_file *f, alea_error *error)
{
    if (sqlite3_db_readonly(f->database.handle, "main") == 1)
        return results_cannot_write(f, sqlite3_errstr(SQLITE_READONLY), error);
    const int code = alea__database_set_mode(
        &f->database, "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL", PATIENCE);
    return code == SQLITE_OK ? ALEA_OK : alea__results_failure(f, code, error);
}

/* Creates the tables if the database is empty. Another program may do so at the same time, so it checks again
   once no other program can write. This also reports at once if the file cannot be written. */
static alea_status results_make(alea__results_file *f, alea_error *error)
{
    bool fresh;
    char marks[100];
    alea_status status = results_execute(f, "BEGIN", error); /* one snapshot for all checks */
    if (status == ALEA_OK) status = alea__results_end(f, results_check_owner(f, &fresh, error), error);
    if (status == ALEA_OK) status = results_set_mode(f, error);
    if (status == ALEA_OK) status = alea__results_begin(f, error);
    if (status != ALEA_OK) return status;
    sqlite3_snprintf(sizeof marks, marks, "PRAGMA application_id = %d; PRAGMA user_version = %d;",
                     f->kind->application, f->kind->version);
    status = results_check_owner(f, &fresh, error);
    if (status == ALEA_OK && fresh) status = results_execute(f, f->kind->schema, error);
    if (status == ALEA_OK && fresh) status = results_execute(f, marks, error);
    return alea__results_end(f, status, error);
}

/* ---- opening ---- */

static alea_status results_name(alea__results_file *f, const char *path, alea_error *error)
{
    size_t size = 4 * strlen(path) + 1; /* every byte may become \xNN */
    f->path = alea__copy_text(path);
    f->shown = alea__alloc(size);
    if (!f->path || !f->shown) return alea__out_of_memory(error);
    alea__printable(f->shown, size, path, strlen(path));
    return ALEA_OK;
}

static alea_status results_open_copy(const void *kind, const char *copy, alea_error *error)
{
    alea__results_file f = {0};
    const alea_status status = alea__results_open(&f, kind, copy, NULL, error);
    alea__results_close(&f);
    return status;
}

static alea_status results_open_database(alea__results_file *f, alea_error *error)
{
    const alea__recovery rule = {.name = f->kind->name,
                                 .application = f->kind->application,
                                 .lost = f->kind->lost,
                                 .open = results_open_copy,
                                 .user = f->kind};
    int code = alea__database_open(&f->database, f->path, PATIENCE);
    if (code != SQLITE_OK) return alea__results_failure(f, code, error);
    const alea_status status = alea__database_recover(&f->database, &rule, PATIENCE, &code, error);
    return code == SQLITE_OK ? status : alea__results_failure(f, code, error);
}

alea_status alea__results_open(alea__results_file *f, const alea__results_kind *kind, const char *path,
                               const alea_progress *progress, alea_error *error)
{
    ALEA_ASSERT(!f->database.handle && !f->path);
    f->kind = kind;
    f->database.progress = progress;
    alea_status status = results_name(f, path, error);
    if (status == ALEA_OK) status = results_check_file(f, error);
    if (status == ALEA_OK) status = results_open_database(f, error);
    if (status == ALEA_OK) status = alea__results_prepare(f, "BEGIN IMMEDIATE", &f->begin, error);
    if (status == ALEA_OK) status = alea__results_prepare(f, "COMMIT", &f->commit, error);
    if (status == ALEA_OK) status = alea__results_prepare(f, "ROLLBACK", &f->rollback, error);
    return status == ALEA_OK ? results_make(f, error) : status;
}

void alea__results_close(alea__results_file *f)
{
    sqlite3_finalize(f->begin);
    sqlite3_finalize(f->commit);
    sqlite3_finalize(f->rollback);
    alea__database_close(&f->database);
    alea__free(f->path);
    alea__free(f->shown);
    *f = (alea__results_file){0};
}

/* ---- seals ---- */

uint64_t alea__seal_bytes(uint64_t seal, const void *data, size_t size)
{
    const unsigned char *byte = data;
    for (size_t i = 0; i < size; i++) seal = (seal ^ byte[i]) * UINT64_C(0x100000001b3);
    return seal;
}

uint64_t alea__seal_text(uint64_t seal, const char *text)
{
    return text ? alea__seal_bytes(seal, text, strlen(text) + 1) : alea__seal_bytes(seal, "\xff", 1);
}
