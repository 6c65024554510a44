/* The notebook's file: opens and upgrades it, and reports what is wrong with it. */
#include "base/assert.h"
#include "base/memory.h"
#include "database/messages.h"
#include "database/recovery.h"
#include "notebook/messages.h"
#include "notebook/notebook.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { APPLICATION = 0x616c6561 }; /* "alea", as SQLite's application_id */

/* Version n is reached from n - 1 by migration[n - 1]; a migration that was published is never changed. */
static const char *const migration[ALEA__NOTEBOOK_VERSION] = {
    /* version 1: games */
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
    /* 3: the seal over all rows; notebook_upgrade computes it */
    ("CREATE TABLE seal (id INTEGER PRIMARY KEY, sha256 BLOB NOT NULL);"
     "CREATE INDEX card_of ON card (seat);"),
};

/* ---- ownership ---- */

/* Refuses folders, pipes and devices, on which SQLite might wait. */
static alea_status notebook_check_kind(const alea_notebook *notebook, alea_error *error)
{
    struct stat about;
    if (stat(notebook->path, &about) != 0 || S_ISREG(about.st_mode)) return ALEA_OK;
    return alea__fail(error, ALEA_E_FILE, NOTEBOOK_NOT_REGULAR, notebook->shown,
                      S_ISDIR(about.st_mode) ? NOTEBOOK_FOLDER : NOTEBOOK_DEVICE);
}

/* Checks that the file is an empty one, or a notebook of this version or an older one, with the tables of that version and
   no others. *version is 0 for an empty file. */
static alea_status notebook_check_owner(alea_notebook *notebook, int64_t *version, alea_error *error)
{
    int64_t application = 0, used = 0;
    bool same = false;
    *version = 0;
    alea_status status =
        alea__notebook_number(notebook, version, error, (alea__sql){"PRAGMA user_version", ""});
    if (status == ALEA_OK)
        status =
            alea__notebook_number(notebook, &application, error, (alea__sql){"PRAGMA application_id", ""});
    if (status == ALEA_OK)
        status = alea__notebook_number(notebook, &used, error,
                                       (alea__sql){"SELECT EXISTS (SELECT 1 FROM sqlite_schema)", ""});
    if (status != ALEA_OK) return status;
    if ((used || application) && application != APPLICATION)
        return alea__fail(error, ALEA_E_FILE, NOTEBOOK_FOREIGN, notebook->shown);
    if (*version > ALEA__NOTEBOOK_VERSION)
        return alea__fail(error, ALEA_E_FILE, NOTEBOOK_NEWER, notebook->shown, (long long)*version,
                          ALEA__NOTEBOOK_VERSION);
    if (*version < 0) return alea__notebook_damaged(notebook, DATABASE_OTHER_TABLES, error);
    int code = alea__database_compare(&notebook->database, migration, (size_t)*version, &same);
    if (code != SQLITE_OK) return alea__notebook_trouble(notebook, code, error);
    return same ? ALEA_OK : alea__notebook_damaged(notebook, DATABASE_OTHER_TABLES, error);
}

/* ---- a copy before an upgrade ---- */

/* PATH.version-N: the copy of the notebook before its upgrade from version N. The caller frees the text. */
static alea_status backup_name(const alea_notebook *notebook, int64_t version, const char *ending,
                               alea__text *out, alea_error *error)
{
    alea__text_add(out, "%s.version-%d%s", notebook->path, (int)version, ending);
    return out->failed ? alea__out_of_memory(error) : ALEA_OK;
}

static alea_status backup_failed(const alea_notebook *notebook, const char *why, alea_error *error)
{
    return alea__fail(error, ALEA_E_WRITE, NOTEBOOK_NO_BACKUP, notebook->shown, why);
}

/* Makes an empty file with the notebook's read permissions. */
static bool backup_create(const alea_notebook *notebook, const char *name)
{
    struct stat about;
    if (stat(notebook->path, &about) != 0) return false;
    unlink(name); /* a killed process may have left one */
    int file = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, about.st_mode & 0777);
    return file >= 0 && close(file) == 0;
}

/* Copies the notebook to `fresh`, then gives it its name; a copy that is there already stays, since it may be older. */
static alea_status backup_write(alea_notebook *notebook, const char *fresh, const char *name,
                                alea_error *error)
{
    char why[ALEA__REASON];
    if (!backup_create(notebook, fresh)) return backup_failed(notebook, alea__reason(errno, why), error);
    alea_error below;
    alea_status status = alea__notebook_do(notebook, &below, (alea__sql){"VACUUM INTO ?", "t"}, fresh);
    if (status == ALEA_OK && link(fresh, name) != 0 && errno != EEXIST)
        status = backup_failed(notebook, alea__reason(errno, why), error);
    else if (status != ALEA_OK)
        status = status == ALEA_E_WRITE ? backup_failed(notebook, below.message, error)
                                        : alea__fail(error, status, "%s", below.message);
    unlink(fresh);
    return status;
}

/* Copies the notebook to a file beside it, unless a copy of this version exists. The copy gets its name only when it is
   complete. */
static alea_status notebook_back_up(alea_notebook *notebook, int64_t version, alea_error *error)
{
    alea__text fresh = {0}, name = {0};
    char ending[40];
    snprintf(ending, sizeof ending, ".%ld.tmp", (long)getpid());
    alea_status status = backup_name(notebook, version, "", &name, error);
    if (status == ALEA_OK) status = backup_name(notebook, version, ending, &fresh, error);
    if (status == ALEA_OK && access(name.data, F_OK) != 0)
        status = backup_write(notebook, fresh.data, name.data, error);
    alea__text_free(&fresh);
    alea__text_free(&name);
    return status;
}

void alea__notebook_remove_backups(const alea_notebook *notebook)
{
    for (int64_t version = 1; version < ALEA__NOTEBOOK_VERSION; version++) {
        alea__text name = {0};
        if (backup_name(notebook, version, "", &name, NULL) == ALEA_OK) unlink(name.data);
        alea__text_free(&name);
    }
}

/* ---- versions ---- */

/* Runs the missing migrations, and seals all rows again. */
static alea_status notebook_migrate(alea_notebook *notebook, int64_t from, alea_error *error)
{
    alea_status status = ALEA_OK;
    char mark[100];
    ALEA_ASSERT(from >= 0 && from < ALEA__NOTEBOOK_VERSION);
    for (int64_t i = from; i < ALEA__NOTEBOOK_VERSION && status == ALEA_OK; i++)
        status = alea__notebook_run(notebook, migration[i], error);
    snprintf(mark, sizeof mark, "PRAGMA application_id = %d; PRAGMA user_version = %d", APPLICATION,
             ALEA__NOTEBOOK_VERSION);
    if (status == ALEA_OK) status = alea__notebook_run(notebook, mark, error);
    return status == ALEA_OK ? alea__notebook_compute_seal(notebook, error) : status;
}

/* In a transaction, since another program may have upgraded the file meanwhile. */
static alea_status notebook_upgrade(alea_notebook *notebook, alea_error *error)
{
    int64_t version = 0;
    alea_status status = alea__notebook_run(notebook, "BEGIN IMMEDIATE", error);
    if (status != ALEA_OK) return status;
    status = notebook_check_owner(notebook, &version, error);
    if (status != ALEA_OK || version == ALEA__NOTEBOOK_VERSION)
        return alea__notebook_end_reading(notebook, status, error);
    return alea__notebook_end(notebook, notebook_migrate(notebook, version, error), error);
}

/* ---- open and close ---- */

static alea_status notebook_name(alea_notebook *notebook, const char *path, alea_error *error)
{
    const size_t size = 4 * strlen(path) + 1; /* the worst: every byte as \xNN */
    notebook->path = alea__copy_text(path);
    notebook->shown = alea__alloc(size);
    if (!notebook->path || !notebook->shown) return alea__out_of_memory(error);
    alea__printable(notebook->shown, size, path, strlen(path));
    return ALEA_OK;
}

static alea_status notebook_open_copy(const void *unused, const char *copy, alea_error *error)
{
    alea_notebook *notebook;
    (void)unused;
    const alea_status status = alea_notebook_open(copy, &notebook, error);
    if (status != ALEA_OK) return status;
    alea__notebook_remove_backups(notebook);
    alea_notebook_free(notebook);
    return ALEA_OK;
}

/* Opens the file. Files left beside it by a killed program are used only if they have the notebook's mark. */
static alea_status notebook_open_database(alea_notebook *notebook, alea_error *error)
{
    static const alea__recovery rule = {
        .name = "notebook",
        .application = APPLICATION,
        .lost = "SELECT 1 FROM alone.seal WHERE id NOT IN (SELECT id FROM main.seal)",
        .open = notebook_open_copy};
    int code = alea__database_open(&notebook->database, notebook->path, ALEA__NOTEBOOK_WAIT);
    if (code != SQLITE_OK) return alea__notebook_trouble(notebook, code, error);
    const alea_status status =
        alea__database_recover(&notebook->database, &rule, ALEA__NOTEBOOK_WAIT, &code, error);
    return code == SQLITE_OK ? status : alea__notebook_trouble(notebook, code, error);
}

/* Gives the notebook a mark that distinguishes it from all others: a random id in the table of its seal, which is part of
   SQLite's companion files after any change. Notebooks of older versions have none. */
static alea_status notebook_mark(alea_notebook *notebook, alea_error *error)
{
    static const alea__sql count = {"SELECT count(*) FROM seal WHERE id <> 1", ""};
    int64_t marks = 1;
    const alea_status status = alea__notebook_number(notebook, &marks, error, count);
    if (status != ALEA_OK || marks > 0) return status;
    return alea__notebook_run(notebook,
                              "INSERT INTO seal (id, sha256) SELECT random(), x''"
                              " WHERE NOT EXISTS (SELECT 1 FROM seal WHERE id <> 1)",
                              error);
}

/* Nothing is written before it is clear that the file is a notebook. */
static alea_status notebook_open_file(alea_notebook *notebook, alea_error *error)
{
    static const char settings[] = "PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON;"
                                   "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL";
    int64_t version = 0;
    alea_status status = notebook_check_kind(notebook, error);
    if (status != ALEA_OK) return status;
    status = notebook_open_database(notebook, error);
    if (status != ALEA_OK) return status;
    status = alea__notebook_begin_reading(notebook, error); /* another program may be making the tables */
    if (status == ALEA_OK)
        status = alea__notebook_end_reading(notebook, notebook_check_owner(notebook, &version, error), error);
    if (status == ALEA_OK && version > 0 && version < ALEA__NOTEBOOK_VERSION)
        status = notebook_back_up(notebook, version, error);
    if (status == ALEA_OK) {
        const int code = alea__database_set_mode(&notebook->database, settings, ALEA__NOTEBOOK_WAIT);
        if (code != SQLITE_OK) status = alea__notebook_trouble(notebook, code, error);
    }
    if (status == ALEA_OK && version < ALEA__NOTEBOOK_VERSION) status = notebook_upgrade(notebook, error);
    if (status == ALEA_OK) status = alea__notebook_verify(notebook, error);
    return status == ALEA_OK ? notebook_mark(notebook, error) : status;
}

alea_status alea_notebook_open(const char *path, alea_notebook **out, alea_error *error)
{
    alea_notebook *notebook = alea__alloc(sizeof *notebook);
    if (!notebook) return alea__out_of_memory(error);
    alea_status status = notebook_name(notebook, path, error);
    if (status == ALEA_OK) status = notebook_open_file(notebook, error);
    if (status == ALEA_OK)
        *out = notebook;
    else
        alea_notebook_free(notebook);
    return status;
}

void alea_notebook_free(alea_notebook *notebook)
{
    if (!notebook) return;
    alea__database_close(&notebook->database);
    alea__free(notebook->path);
    alea__free(notebook->shown);
    alea__free(notebook);
}
