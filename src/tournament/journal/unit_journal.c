#include "tournament/journal/unit_journal.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "database/results_file.h"
#include "database/row.h"
#include "tournament/journal/messages.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const alea__results_kind kind = {
    .name = "journal",
    .what = "a journal of tournaments",
    .rival = "tournament",
    .application = 0x616c656a, /* "alej" */
    .version = 1,
    .schema = "CREATE TABLE units(key BLOB PRIMARY KEY, result BLOB NOT NULL, seal INTEGER NOT NULL) STRICT,"
              " WITHOUT ROWID;",
    .lost = "SELECT 1 FROM alone.units WHERE key NOT IN (SELECT key FROM main.units)",
};

struct alea__unit_journal {
    alea__results_file file;
    sqlite3_stmt *find, *keep;
    int claims; /* descriptor of PATH-units */
    char *claims_path;
};

/* ---- units ------------------------------------------------------------------------------------------------ */

static int64_t journal_seal(const unsigned char *key, const unsigned char *bytes)
{
    const uint64_t seal = alea__seal_bytes(ALEA__UNSEALED, key, ALEA__UNIT_KEY);
    return (int64_t)alea__seal_bytes(seal, bytes, ALEA__UNIT_BYTES);
}

/* The columns are result and seal. */
static alea_status journal_take_unit(const alea__unit_journal *j, alea__journal_unit *unit, alea_error *error)
{
    alea__sql_row row = {.statement = j->find};
    const unsigned char *bytes = alea__row_blob(&row, 0, ALEA__UNIT_BYTES);
    const int64_t seal = alea__row_integer(&row, 1, INT64_MIN, INT64_MAX);
    const bool right = alea__row_is_right(&row) && bytes && journal_seal(unit->key, bytes) == seal &&
                       alea__unit_unpack(bytes, &unit->size, &unit->result);
    if (row.no_memory) return alea__out_of_memory(error);
    return right ? ALEA_OK : alea__results_damaged(&j->file, JOURNAL_WRONG_UNIT, error);
}

alea_status alea__unit_journal_find(alea__unit_journal *j, alea__journal_unit *unit, bool *found,
                                    alea_error *error)
{
    sqlite3_bind_blob(j->find, 1, unit->key, ALEA__UNIT_KEY, SQLITE_STATIC);
    const int code = alea__database_step(&j->file.database, j->find);
    alea_status status = ALEA_OK;
    *found = code == SQLITE_ROW;
    if (*found)
        status = journal_take_unit(j, unit, error);
    else if (code != SQLITE_DONE)
        status = alea__results_failure(&j->file, code, error);
    sqlite3_reset(j->find);
    sqlite3_clear_bindings(j->find);
    return status;
}

static alea_status journal_keep_unit(alea__unit_journal *j, const alea__journal_unit *unit, alea_error *error)
{
    unsigned char bytes[ALEA__UNIT_BYTES];
    alea__unit_pack(&unit->result, bytes);
    sqlite3_bind_blob(j->keep, 1, unit->key, ALEA__UNIT_KEY, SQLITE_STATIC);
    sqlite3_bind_blob(j->keep, 2, bytes, ALEA__UNIT_BYTES, SQLITE_STATIC);
    sqlite3_bind_int64(j->keep, 3, journal_seal(unit->key, bytes));
    return alea__results_run(&j->file, j->keep, error);
}

alea_status alea__unit_journal_keep(alea__unit_journal *j, const alea__journal_unit *units, size_t count,
                                    alea_error *error)
{
    if (count == 0) return ALEA_OK;
    alea_status status = alea__results_begin(&j->file, error);
    if (status != ALEA_OK) return status;
    for (size_t i = 0; i < count && status == ALEA_OK; i++) status = journal_keep_unit(j, &units[i], error);
    return alea__results_end(&j->file, status, error);
}

/* ---- claims ----------------------------------------------------------------------------------------------- */

/* Locks or unlocks this many bytes (0: all from `start`). Locks belong to the open file, so two journals of one program
   also exclude each other. Returns false if another program holds a lock there. */
static bool journal_lock(const alea__unit_journal *j, int type, off_t start, off_t length)
{
    struct flock lock = {.l_type = (short)type, .l_whence = SEEK_SET, .l_start = start, .l_len = length};
    return fcntl(j->claims, F_OFD_SETLK, &lock) == 0 || (errno != EAGAIN && errno != EACCES);
}

/* The byte of a key; with its length it must fit an off_t. */
static off_t journal_offset(const unsigned char key[ALEA__UNIT_KEY])
{
    uint64_t offset = 0;
    for (int i = 0; i < 8; i++) offset = offset << 8 | key[i];
    return (off_t)(offset >> 2);
}

/* On systems without such locks every claim succeeds: work may then be done twice, with the same results. */
bool alea__unit_journal_claim(alea__unit_journal *j, const unsigned char key[ALEA__UNIT_KEY])
{
    return journal_lock(j, F_WRLCK, journal_offset(key), 1);
}

void alea__unit_journal_release(alea__unit_journal *j, const unsigned char key[ALEA__UNIT_KEY])
{
    journal_lock(j, F_UNLCK, journal_offset(key), 1);
}

/* The file of claims is regular and always empty. Anything else belongs to the user, and would be removed at the end. */
static alea_status journal_check_claims(alea__unit_journal *j, alea_error *error)
{
    struct stat about;
    if (fstat(j->claims, &about) == 0 && S_ISREG(about.st_mode) && about.st_size == 0) return ALEA_OK;
    close(j->claims);
    j->claims = -1;
    return alea__fail_at(error, ALEA_E_FILE, j->file.shown, 0, JOURNAL_CLAIMS_OTHER, j->file.shown);
}

static alea_status journal_open_claims(alea__unit_journal *j, alea_error *error)
{
    char reason[ALEA__REASON];
    alea__text name = {0};
    alea__text_add(&name, "%s-units", j->file.path);
    if (name.failed) return alea__out_of_memory(error);
    j->claims_path = name.data;
    j->claims = open(name.data, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0666);
    if (j->claims >= 0) return journal_check_claims(j, error);
    return alea__fail_at(error, ALEA_E_WRITE, j->file.shown, 0, JOURNAL_CLAIMS, alea__reason(errno, reason));
}

/* The last one removes the file. If another program has just opened it, both may do the same work, which does no harm. */
static void journal_close_claims(alea__unit_journal *j)
{
    if (j->claims >= 0) {
        if (journal_lock(j, F_WRLCK, 0, 0)) unlink(j->claims_path);
        close(j->claims);
    }
    alea__free(j->claims_path);
}

/* ---- opening ---------------------------------------------------------------------------------------------- */

static alea_status journal_open_file(alea__unit_journal *j, const char *path, const alea_progress *progress,
                                     alea_error *error)
{
    alea_status status = alea__results_open(&j->file, &kind, path, progress, error);
    if (status == ALEA_OK)
        status =
            alea__results_prepare(&j->file, "SELECT result, seal FROM units WHERE key = ?1", &j->find, error);
    if (status == ALEA_OK)
        status = alea__results_prepare(&j->file, "INSERT OR IGNORE INTO units VALUES(?1, ?2, ?3)", &j->keep,
                                       error);
    return status == ALEA_OK ? journal_open_claims(j, error) : status;
}

alea_status alea__unit_journal_open(const char *path, const alea_progress *progress, alea__unit_journal **out,
                                    alea_error *error)
{
    alea__unit_journal *j = alea__alloc(sizeof *j);
    if (!j) return alea__out_of_memory(error);
    j->claims = -1;
    alea_status status = journal_open_file(j, path, progress, error);
    if (status == ALEA_OK)
        *out = j;
    else
        alea__unit_journal_close(j);
    return status;
}

void alea__unit_journal_close(alea__unit_journal *j)
{
    if (!j) return;
    sqlite3_finalize(j->find);
    sqlite3_finalize(j->keep);
    alea__results_close(&j->file);
    journal_close_claims(j);
    alea__free(j);
}
