/* The database as a file: opening it, checking that it is alea's, and reporting errors.

   It is in WAL mode with synchronous=NORMAL: committed data survive a crash of the program. A power failure can
   lose the last few commits but never damages the file (https://www.sqlite.org/wal.html). */
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/temporary.h"
#include "base/text.h"
#include "contest/store/messages.h"
#include "contest/store/store_inside.h"
#include "database/messages.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    APPLICATION = 0x616c6561, /* "alea" */
    VERSION = 1,
    PATIENCE = 2000 /* milliseconds for another program to finish */
};

static const char schema[] =
    "CREATE TABLE rules(id INTEGER PRIMARY KEY, sha256 TEXT NOT NULL UNIQUE, game TEXT NOT NULL) STRICT;"
    "CREATE TABLE tables(id INTEGER PRIMARY KEY, sha256 TEXT NOT NULL UNIQUE, moves BLOB NOT NULL) STRICT;"
    "CREATE TABLE strategies(key TEXT PRIMARY KEY, tables INTEGER, name TEXT, printed TEXT, what TEXT,"
    " reason TEXT, fuel INTEGER NOT NULL, seal INTEGER NOT NULL) STRICT, WITHOUT ROWID;"
    "CREATE TABLE pairs(rules INTEGER NOT NULL, a INTEGER NOT NULL, b INTEGER NOT NULL,"
    " first REAL NOT NULL, second REAL NOT NULL, seal INTEGER NOT NULL,"
    " PRIMARY KEY(rules, a, b)) STRICT, WITHOUT ROWID;";

static const char *const statements[ALEA__STATEMENTS] = {
    [ALEA__BEGIN] = "BEGIN IMMEDIATE",
    [ALEA__COMMIT] = "COMMIT",
    [ALEA__ROLLBACK] = "ROLLBACK",
    [ALEA__FIND_STRATEGY] = "SELECT name, printed, what, reason, fuel, seal, sha256, moves FROM strategies"
                            " LEFT JOIN tables ON tables.id = strategies.tables WHERE key = ?1",
    [ALEA__KEEP_STRATEGY] = "INSERT OR IGNORE INTO strategies VALUES"
                            "(?1, (SELECT id FROM tables WHERE sha256 = ?2), ?3, ?4, ?5, ?6, ?7, ?8)",
    [ALEA__FIND_TABLE] = "SELECT id FROM tables WHERE sha256 = ?1",
    [ALEA__KEEP_TABLE] = "INSERT OR IGNORE INTO tables(sha256, moves) VALUES(?1, ?2)",
    [ALEA__FIND_PAIRS] = "SELECT b, first, second, seal FROM pairs WHERE rules = ?1 AND a = ?2",
    [ALEA__KEEP_PAIR] = "INSERT OR IGNORE INTO pairs VALUES(?1, ?2, ?3, ?4, ?5, ?6)",
};

/* ---- what is wrong ---- */

alea_status alea__store_damaged(const alea__store *s, const char *problem, alea_error *error)
{
    return alea__fail_at(error, ALEA_E_FILE, s->shown, 0, STORE_DAMAGED, problem);
}

static alea_status store_foreign(const alea__store *s, const char *problem, alea_error *error)
{
    return alea__fail_at(error, ALEA_E_FILE, s->shown, 0, STORE_FOREIGN, problem);
}

/* The error number of a database that cannot be written; 0: not known. Where SQLite cannot create a file it tries to read
   it, and reports that there is none: then the folder is the reason. */
static int store_error_number(const alea__store *s)
{
    const int number = sqlite3_system_errno(s->database.handle);
    if (number != ENOENT) return number;
    const int folder = alea__open_folder_of(s->path);
    if (folder < 0) return errno;
    const bool writable = faccessat(folder, ".", W_OK | X_OK, AT_EACCESS) == 0;
    const int reason = errno;
    close(folder);
    return writable ? number : reason;
}

static alea_status store_cannot_write(const alea__store *s, const char *why, alea_error *error)
{
    char reason[128];
    const int number = store_error_number(s);
    return alea__fail_at(error, ALEA_E_WRITE, s->shown, 0, STORE_CANNOT_WRITE,
                         number ? strerror_r(number, reason, sizeof reason) : why);
}

alea_status alea__store_failure(const alea__store *s, int code, alea_error *error)
{
    switch (code & 0xff) {
    case SQLITE_NOMEM: return alea__out_of_memory(error);
    case SQLITE_NOTADB: return store_foreign(s, STORE_OTHER_FILE, error);
    case SQLITE_BUSY:
    case SQLITE_LOCKED: return alea__fail_at(error, ALEA_E_REFUSED, s->shown, 0, STORE_BUSY);
    case SQLITE_READONLY:
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
    case SQLITE_IOERR:
    case SQLITE_FULL:
    case SQLITE_NOLFS:
    case SQLITE_PROTOCOL:
    case SQLITE_AUTH: return store_cannot_write(s, sqlite3_errstr(code), error);
    case SQLITE_INTERRUPT:
        if (alea__database_stopped(&s->database)) return alea__fail(error, ALEA_E_STOPPED, STORE_STOPPED);
        return alea__store_damaged(s, DATABASE_ENDLESS, error);
    default: return alea__store_damaged(s, sqlite3_errmsg(s->database.handle), error);
    }
}

/* ---- statements ---- */

alea_status alea__store_run(alea__store *s, sqlite3_stmt *statement, alea_error *error)
{
    int code = alea__database_step(&s->database, statement);
    alea_status status =
        code == SQLITE_DONE || code == SQLITE_ROW ? ALEA_OK : alea__store_failure(s, code, error);
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
    return status;
}

alea_status alea__store_begin(alea__store *s, alea_error *error)
{
    ALEA_ASSERT(sqlite3_get_autocommit(s->database.handle)); /* transactions do not nest */
    return alea__store_run(s, s->statement[ALEA__BEGIN], error);
}

alea_status alea__store_end(alea__store *s, alea_status status, alea_error *error)
{
    if (status == ALEA_OK) status = alea__store_run(s, s->statement[ALEA__COMMIT], error);
    if (status != ALEA_OK && !sqlite3_get_autocommit(s->database.handle))
        alea__store_run(s, s->statement[ALEA__ROLLBACK], NULL);
    return status;
}

static alea_status store_execute(alea__store *s, const char *sql, alea_error *error)
{
    int code = alea__database_run(&s->database, sql);
    return code == SQLITE_OK ? ALEA_OK : alea__store_failure(s, code, error);
}

static alea_status store_prepare(alea__store *s, const char *sql, sqlite3_stmt **out, alea_error *error)
{
    int code = sqlite3_prepare_v3(s->database.handle, sql, -1, SQLITE_PREPARE_PERSISTENT, out, NULL);
    return code == SQLITE_OK ? ALEA_OK : alea__store_failure(s, code, error);
}

/* Runs a query whose result is one number. */
static alea_status store_ask_number(alea__store *s, const char *sql, int64_t *out, alea_error *error)
{
    sqlite3_stmt *statement = NULL;
    alea_status status = store_prepare(s, sql, &statement, error);
    if (status != ALEA_OK) return status;
    int code = alea__database_step(&s->database, statement);
    if (code == SQLITE_ROW)
        *out = sqlite3_column_int64(statement, 0);
    else
        status = alea__store_failure(s, code, error);
    sqlite3_finalize(statement);
    return status;
}

/* ---- whose it is ---- */

/* Refuses folders, pipes and devices, on which SQLite might wait. */
static alea_status store_check_kind(const alea__store *s, alea_error *error)
{
    struct stat about;
    if (stat(s->path, &about) != 0 || S_ISREG(about.st_mode)) return ALEA_OK;
    return store_foreign(s, S_ISDIR(about.st_mode) ? STORE_FOLDER : STORE_NOT_REGULAR, error);
}

/* Checks that the tables are those that alea makes: no view, no trigger and no rule of somebody else's. */
static alea_status store_check_schema(alea__store *s, alea_error *error)
{
    static const char *const scripts[] = {schema};
    bool same = false;
    int code = alea__database_compare(&s->database, scripts, 1, &same);
    if (code != SQLITE_OK) return alea__store_failure(s, code, error);
    return same ? ALEA_OK : alea__store_damaged(s, DATABASE_OTHER_TABLES, error);
}

/* Checks that the database is alea's and of this version. *fresh: it is empty. */
static alea_status store_check_owner(alea__store *s, bool *fresh, alea_error *error)
{
    int64_t application = 0, version = 0, things = 0;
    alea_status status = store_ask_number(s, "PRAGMA application_id", &application, error);
    if (status == ALEA_OK) status = store_ask_number(s, "PRAGMA user_version", &version, error);
    if (status == ALEA_OK) status = store_ask_number(s, "SELECT count(*) FROM sqlite_schema", &things, error);
    if (status != ALEA_OK) return status;
    *fresh = application == 0 && version == 0 && things == 0;
    if (*fresh) return ALEA_OK;
    if (application != APPLICATION) return store_foreign(s, STORE_OTHER_DATABASE, error);
    if (version > VERSION)
        return alea__fail_at(error, ALEA_E_FILE, s->shown, 0, STORE_NEWER, version, VERSION);
    return version == VERSION ? store_check_schema(s, error)
                              : alea__store_damaged(s, STORE_NO_VERSION, error);
}

/* Creates the tables if the database is empty. Another program may do so at the same time, so it checks again
   once nobody else can write. This also reports at once if the file cannot be written. */
static alea_status store_make(alea__store *s, alea_error *error)
{
    bool fresh;
    char marks[100];
    alea_status status = store_execute(s, "BEGIN", error); /* all of it of one moment */
    if (status == ALEA_OK) status = alea__store_end(s, store_check_owner(s, &fresh, error), error);
    if (status == ALEA_OK)
        status = store_execute(s, "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL", error);
    if (status == ALEA_OK) status = alea__store_begin(s, error);
    if (status != ALEA_OK) return status;
    sqlite3_snprintf(sizeof marks, marks, "PRAGMA application_id = %d; PRAGMA user_version = %d;",
                     APPLICATION, VERSION);
    status = store_check_owner(s, &fresh, error);
    if (status == ALEA_OK && fresh) status = store_execute(s, schema, error);
    if (status == ALEA_OK && fresh) status = store_execute(s, marks, error);
    return alea__store_end(s, status, error);
}

/* ---- opening ---- */

/* The first three need no tables. */
static alea_status store_prepare_all(alea__store *s, int from, int to, alea_error *error)
{
    alea_status status = ALEA_OK;
    for (int i = from; i < to && status == ALEA_OK; i++)
        status = store_prepare(s, statements[i], &s->statement[i], error);
    return status;
}

static alea_status store_open_file(alea__store *s, alea_error *error)
{
    int code = alea__database_open(&s->database, s->path, PATIENCE);
    return code == SQLITE_OK ? ALEA_OK : alea__store_failure(s, code, error);
}

/* Finds the store's number for the rules of this contest, or gives them a new one. */
static alea_status store_number_rules(alea__store *s, const alea__contest_settings *settings,
                                      alea_error *error)
{
    sqlite3_stmt *keep = NULL, *find = NULL;
    alea_status status =
        store_prepare(s, "INSERT OR IGNORE INTO rules(sha256, game) VALUES(?1, ?2)", &keep, error);
    if (status == ALEA_OK) status = store_prepare(s, "SELECT id FROM rules WHERE sha256 = ?1", &find, error);
    if (status == ALEA_OK) {
        sqlite3_bind_text(keep, 1, settings->rules, -1, SQLITE_STATIC);
        sqlite3_bind_text(keep, 2, settings->game->spec, -1, SQLITE_STATIC);
        sqlite3_bind_text(find, 1, settings->rules, -1, SQLITE_STATIC);
        status = alea__store_run(s, keep, error);
    }
    if (status == ALEA_OK && alea__database_step(&s->database, find) == SQLITE_ROW)
        s->rules = sqlite3_column_int64(find, 0);
    else if (status == ALEA_OK)
        status = alea__store_failure(s, sqlite3_errcode(s->database.handle), error);
    sqlite3_finalize(keep);
    sqlite3_finalize(find);
    return status;
}

static alea_status store_open_all(alea__store *s, const alea__contest_settings *settings, alea_error *error)
{
    alea_status status = store_check_kind(s, error);
    if (status == ALEA_OK) status = store_open_file(s, error);
    if (status == ALEA_OK) status = store_prepare_all(s, 0, ALEA__FIND_STRATEGY, error);
    if (status == ALEA_OK) status = store_make(s, error);
    if (status == ALEA_OK) status = store_prepare_all(s, ALEA__FIND_STRATEGY, ALEA__STATEMENTS, error);
    return status == ALEA_OK ? store_number_rules(s, settings, error) : status;
}

static alea_status store_name(alea__store *s, const char *path, alea_error *error)
{
    size_t size = 4 * strlen(path) + 1; /* the worst: every byte as \xNN */
    s->path = alea__copy_text(path);
    s->shown = alea__alloc(size);
    if (!s->path || !s->shown) return alea__out_of_memory(error);
    alea__printable(s->shown, size, path, strlen(path));
    return ALEA_OK;
}

alea_status alea__store_open(const char *path, const alea__contest_settings *settings, alea__store **out,
                             alea_error *error)
{
    alea__store *s = alea__alloc(sizeof *s);
    if (!s) return alea__out_of_memory(error);
    ALEA_ASSERT(settings->side > 0 && strlen(settings->rules) == 64);
    s->side = settings->side;
    s->most = settings->most;
    s->database.progress = &settings->progress;
    alea_status status = store_name(s, path, error);
    if (status == ALEA_OK) status = store_open_all(s, settings, error);
    if (status == ALEA_OK)
        *out = s;
    else
        alea__store_close(s);
    return status;
}

void alea__store_close(alea__store *s)
{
    if (!s) return;
    for (int i = 0; i < ALEA__STATEMENTS; i++) sqlite3_finalize(s->statement[i]);
    alea__database_close(&s->database);
    alea__free(s->path);
    alea__free(s->shown);
    alea__free(s);
}
