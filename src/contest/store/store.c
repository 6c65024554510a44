/* The database file: its tables, its statements, and the rules of its contest. */
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "contest/store/store_inside.h"

#include <string.h>

static const char schema[] =
    "CREATE TABLE rules(id INTEGER PRIMARY KEY, sha256 TEXT NOT NULL UNIQUE, game TEXT NOT NULL) STRICT;"
    "CREATE TABLE tables(id INTEGER PRIMARY KEY, sha256 TEXT NOT NULL UNIQUE, moves BLOB NOT NULL) STRICT;"
    "CREATE TABLE strategies(key TEXT PRIMARY KEY, tables INTEGER, name TEXT, printed TEXT, what TEXT,"
    " reason TEXT, fuel INTEGER NOT NULL, seal INTEGER NOT NULL) STRICT, WITHOUT ROWID;"
    "CREATE TABLE pairs(rules INTEGER NOT NULL, a INTEGER NOT NULL, b INTEGER NOT NULL,"
    " first REAL NOT NULL, second REAL NOT NULL, seal INTEGER NOT NULL,"
    " PRIMARY KEY(rules, a, b)) STRICT, WITHOUT ROWID;";

static const alea__results_kind kind = {
    .name = "database of results",
    .what = "a database of contest results",
    .rival = "contest",
    .application = 0x616c6561, /* "alea" */
    .version = 1,
    .schema = schema,
    .lost = "SELECT 1 FROM alone.strategies WHERE key NOT IN (SELECT key FROM main.strategies)"
            " UNION ALL SELECT 1 FROM alone.pairs AS a WHERE NOT EXISTS"
            " (SELECT 1 FROM main.pairs AS b WHERE b.rules = a.rules AND b.a = a.a AND b.b = a.b AND b.seal "
            "= a.seal)"
            " UNION ALL SELECT 1 FROM alone.tables AS a WHERE NOT EXISTS"
            " (SELECT 1 FROM main.tables AS b WHERE b.id = a.id AND b.sha256 = a.sha256)"
            " UNION ALL SELECT 1 FROM alone.rules AS a WHERE NOT EXISTS"
            " (SELECT 1 FROM main.rules AS b WHERE b.id = a.id AND b.sha256 = a.sha256)",
};

static const char *const statements[ALEA__STATEMENTS] = {
    [ALEA__FIND_STRATEGY] = "SELECT name, printed, what, reason, fuel, seal, sha256, moves FROM strategies"
                            " LEFT JOIN tables ON tables.id = strategies.tables WHERE key = ?1",
    [ALEA__KEEP_STRATEGY] = "INSERT OR IGNORE INTO strategies VALUES"
                            "(?1, (SELECT id FROM tables WHERE sha256 = ?2), ?3, ?4, ?5, ?6, ?7, ?8)",
    [ALEA__FIND_TABLE] = "SELECT id FROM tables WHERE sha256 = ?1",
    [ALEA__KEEP_TABLE] = "INSERT OR IGNORE INTO tables(sha256, moves) VALUES(?1, ?2)",
    [ALEA__FIND_PAIRS] = "SELECT b, first, second, seal FROM pairs WHERE rules = ?1 AND a = ?2",
    [ALEA__KEEP_PAIR] = "INSERT OR IGNORE INTO pairs VALUES(?1, ?2, ?3, ?4, ?5, ?6)",
};

/* ---- opening ---- */

static alea_status store_prepare_all(alea__store *s, alea_error *error)
{
    alea_status status = ALEA_OK;
    for (int i = 0; i < ALEA__STATEMENTS && status == ALEA_OK; i++)
        status = alea__results_prepare(&s->file, statements[i], &s->statement[i], error);
    return status;
}

/* Finds the store's number for the rules of this contest, or gives them a new one. */
static alea_status store_number_rules(alea__store *s, const alea__contest_settings *settings,
                                      alea_error *error)
{
    sqlite3_stmt *keep = NULL, *find = NULL;
    alea_status status = alea__results_prepare(
        &s->file, "INSERT OR IGNORE INTO rules(sha256, game) VALUES(?1, ?2)", &keep, error);
    if (status == ALEA_OK)
        status = alea__results_prepare(&s->file, "SELECT id FROM rules WHERE sha256 = ?1", &find, error);
    if (status == ALEA_OK) {
        sqlite3_bind_text(keep, 1, settings->rules, -1, SQLITE_STATIC);
        sqlite3_bind_text(keep, 2, settings->game->spec, -1, SQLITE_STATIC);
        sqlite3_bind_text(find, 1, settings->rules, -1, SQLITE_STATIC);
        status = alea__results_run(&s->file, keep, error);
    }
    if (status == ALEA_OK && alea__database_step(&s->file.database, find) == SQLITE_ROW)
        s->rules = sqlite3_column_int64(find, 0);
    else if (status == ALEA_OK)
        status = alea__results_failure(&s->file, sqlite3_errcode(s->file.database.handle), error);
    sqlite3_finalize(keep);
    sqlite3_finalize(find);
    return status;
}

alea_status alea__store_open(const char *path, const alea__contest_settings *settings, alea__store **out,
                             alea_error *error)
{
    alea__store *s = alea__alloc(sizeof *s);
    if (!s) return alea__out_of_memory(error);
    ALEA_ASSERT(settings->side > 0 && strlen(settings->rules) == 64);
    s->side = settings->side;
    s->most = settings->most;
    alea_status status = alea__results_open(&s->file, &kind, path, &settings->progress, error);
    if (status == ALEA_OK) status = store_prepare_all(s, error);
    if (status == ALEA_OK) status = store_number_rules(s, settings, error);
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
    alea__results_close(&s->file);
    alea__free(s);
}
