#include "database/recovery.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "database/messages.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    PIECE = 1 << 20,     /* bytes copied at once */
    JOURNAL_SYNCED = 12, /* bytes at the start of a journal that are 0 until all of it is on the disk */
    HEAD = 32,           /* bytes that identify a companion file */
    WORK = 100,          /* SQLite operations allowed for each byte beside the database */
    PAUSE = 10,          /* milliseconds between two tries to lock the file */
    GRACE = 50           /* milliseconds in which another program that looks, too, makes room */
};

/* A companion may be so much larger than the database, and four times. */
#define SPARE (INT64_C(1) << 30)

typedef enum companion { WAL, JOURNAL, SHM, COMPANIONS } companion;
static const char *const companion_ending[COMPANIONS] = {"-wal", "-journal", "-shm"};

typedef struct recovering {
    alea__database *database;
    const alea__recovery *rule;
    sqlite3_file *file;
    const char *path;                          /* as SQLite has it: links are resolved */
    sqlite3_int64 size, more;                  /* bytes of the database, and of its companions */
    bool there[COMPANIONS], holds[COMPANIONS]; /* exists; has something to recover */
    char *beside[COMPANIONS];                  /* their paths */
    char *folder, *copy, *alone;
    unsigned char *piece; /* PIECE bytes */
    bool made;            /* there was no file before it was opened */
    int code;             /* SQLite's code, if that explains the failure */
} recovering;

/* ---- errors ---- */

static alea_status recovery_refuse(const recovering *r, companion which, const char *problem,
                                   alea_error *error)
{
    const char *slash = strrchr(r->beside[which], '/');
    char shown[300];
    const char *name = slash ? slash + 1 : r->beside[which];
    alea__printable(shown, sizeof shown, name, strlen(name));
    return alea__fail_at(error, ALEA_E_FILE, r->path, 0, DATABASE_BESIDE, r->rule->name, shown, problem,
                         r->rule->name);
}

static alea_status recovery_foreign(const recovering *r, alea_error *error)
{
    return recovery_refuse(r, r->holds[WAL] ? WAL : JOURNAL, DATABASE_BESIDE_FOREIGN, error);
}

/* ---- use by other programs ---- */

static int recovery_try_lock(sqlite3_file *file)
{
    int code = file->pMethods->xLock(file, SQLITE_LOCK_SHARED);
    if (code == SQLITE_OK) code = file->pMethods->xLock(file, SQLITE_LOCK_RESERVED);
    if (code != SQLITE_OK) file->pMethods->xUnlock(file, SQLITE_LOCK_NONE);
    return code;
}

/* Locks the file for this program only. Sets *used, without locking, if another program or another part of this one has the
   database open. Every connection in WAL mode holds a shared lock. Reserving the file before inspecting its companions
   keeps two recovering programs from taking each other for a user. Returns SQLite's code. */
static int recovery_lock(sqlite3_file *file, int patience, bool *used)
{
    int code, waited = 0;
    *used = false;
    while ((code = recovery_try_lock(file)) == SQLITE_BUSY && waited < patience)
        waited += sqlite3_sleep(PAUSE);
    if (code != SQLITE_OK) return code;
    waited = 0;
    while ((code = file->pMethods->xLock(file, SQLITE_LOCK_EXCLUSIVE)) == SQLITE_BUSY && waited < GRACE)
        waited += sqlite3_sleep(PAUSE);
    *used = code == SQLITE_BUSY;
    if (code != SQLITE_OK) file->pMethods->xUnlock(file, SQLITE_LOCK_NONE);
    return *used ? SQLITE_OK : code;
}

/* ---- the companion files ---- */

static uint32_t bytes_number(const unsigned char *bytes)
{
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

static const unsigned char journal_magic[8] = {0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7};

/* Whether a journal ends in the name of a file that other journals share. */
static bool journal_names_file(int file, int64_t size)
{
    unsigned char end[sizeof journal_magic];
    return size >= HEAD &&
           pread(file, end, sizeof end, (off_t)(size - (int64_t)sizeof end)) == (ssize_t)sizeof end &&
           memcmp(end, journal_magic, sizeof end) == 0;
}

/* What is wrong with a companion with this beginning; NULL if nothing is. The first page of a new database is written
   before there is a WAL, and a journal of an empty database restores nothing. An index of the WAL is always rebuilt. */
static const char *companion_look_at(const recovering *r, companion which, const unsigned char *head)
{
    const uint32_t index_version = 3007000;
    const bool own = which == WAL       ? (bytes_number(head) | 1) == 0x377f0683
                     : which == JOURNAL ? memcmp(head, journal_magic, sizeof journal_magic) == 0
                                        : memcmp(head, &index_version, sizeof index_version) == 0;
    if (!own) return DATABASE_BESIDE_OTHER;
    if (which == SHM || r->size > 0) return NULL;
    return which == WAL || bytes_number(head + 16) > 0 ? DATABASE_BESIDE_FOREIGN : NULL;
}

/* Looks at the contents of an open companion, and sets whether there is something to recover. */
static const char *companion_read(recovering *r, companion which, int file, int64_t size)
{
    static const unsigned char nothing[HEAD];
    unsigned char head[HEAD] = {0};
    if (size > 4 * r->size + SPARE) return DATABASE_BESIDE_LARGE;
    if (pread(file, head, sizeof head, 0) < 0) return DATABASE_BESIDE_UNREADABLE;
    if (memcmp(head, nothing, sizeof head) == 0) return NULL; /* nothing was written, or the disk lost it */
    if (which == JOURNAL && memcmp(head, nothing, JOURNAL_SYNCED) == 0 && bytes_number(head + 24) % 512 == 0)
        return NULL; /* it was not complete when the program was killed, and the database is as before */
    r->holds[which] = which != SHM;
    r->more += size;
    if (which == JOURNAL && journal_names_file(file, size)) return DATABASE_BESIDE_NAMES;
    return companion_look_at(r, which, head);
}

/* What is wrong with the companion file; NULL if it is sound or missing. */
static const char *companion_look(recovering *r, companion which)
{
    struct stat about;
    if (lstat(r->beside[which], &about) != 0) return errno == ENOENT ? NULL : DATABASE_BESIDE_UNREADABLE;
    if (S_ISLNK(about.st_mode)) return DATABASE_BESIDE_LINK;
    if (!S_ISREG(about.st_mode))
        return S_ISDIR(about.st_mode) ? DATABASE_BESIDE_FOLDER : DATABASE_BESIDE_DEVICE;
    const int file = open(r->beside[which], O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (file < 0) return DATABASE_BESIDE_UNREADABLE;
    const char *problem = fstat(file, &about) != 0 ? DATABASE_BESIDE_UNREADABLE
                                                   : companion_read(r, which, file, (int64_t)about.st_size);
    close(file);
    return problem;
}

/* ---- copies ---- */

/* NAMEending, freed by the caller; NULL if memory runs out. */
static char *recovery_name(const char *name, const char *ending)
{
    alea__text text = {0};
    alea__text_add(&text, "%s%s", name, ending);
    if (text.failed) alea__text_free(&text);
    return text.data;
}

static void recovery_remove(const char *name, const char *ending)
{
    char *path = recovery_name(name, ending);
    if (path) unlink(path);
    alea__free(path);
}

/* Removes the copies, also those that a killed program left; no other program makes any while the database is locked. */
static void recovery_clear(const recovering *r)
{
    static const char *const endings[] = {"", "-wal", "-journal", "-shm"};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        recovery_remove(r->copy, endings[i]);
        recovery_remove(r->alone, endings[i]);
    }
}

/* Makes the folder, or takes the one that a killed program left. */
static int recovery_make_folder(const recovering *r)
{
    struct stat about;
    if (mkdir(r->folder, 0700) == 0) return 0;
    if (errno != EEXIST) return errno;
    if (lstat(r->folder, &about) != 0) return errno;
    if (!S_ISDIR(about.st_mode) || about.st_uid != geteuid()) return EEXIST;
    recovery_clear(r);
    return 0;
}

static bool copy_put(int file, const unsigned char *bytes, size_t size)
{
    while (size > 0) {
        const ssize_t put = write(file, bytes, size);
        if (put < 0 && errno == EINTR) continue;
        if (put < 0) return false;
        bytes += put;
        size -= (size_t)put;
    }
    return true;
}

static int copy_create(const char *name)
{
    return open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
}

/* Copies the file itself, through SQLite: closing it by another way would end the locks of this program. Returns an errno. */
static int copy_database(recovering *r, const char *name)
{
    const int to = copy_create(name);
    int number = to < 0 ? errno : 0;
    for (sqlite3_int64 at = 0; at < r->size && number == 0;) {
        const int size = r->size - at < PIECE ? (int)(r->size - at) : PIECE;
        if (r->file->pMethods->xRead(r->file, r->piece, size, at) != SQLITE_OK)
            number = EIO;
        else if (!copy_put(to, r->piece, (size_t)size))
            number = errno;
        at += size;
    }
    if (to >= 0 && close(to) != 0 && number == 0) number = errno;
    return number;
}

/* Copies a companion with something to recover beside the copy of the database. Returns an errno. */
static int copy_companion(recovering *r, companion which)
{
    char *name = recovery_name(r->copy, companion_ending[which]);
    if (!name) return ENOMEM;
    const int from = open(r->beside[which], O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    const int to = from < 0 ? -1 : copy_create(name);
    int number = to < 0 ? errno : 0;
    for (ssize_t size = 1; size > 0 && number == 0;) {
        size = read(from, r->piece, PIECE);
        if (size < 0 || !copy_put(to, r->piece, (size_t)size)) number = errno;
    }
    if (to >= 0 && close(to) != 0 && number == 0) number = errno;
    if (from >= 0) close(from);
    alea__free(name);
    return number;
}

/* Enlarges the file to its number of pages. A program that was killed while it moved pages from the WAL leaves a first page
   that counts more pages than the file has, and SQLite reads the rest only if the file has that size. */
static int copy_complete(const recovering *r)
{
    unsigned char head[HEAD] = {0};
    const int file = open(r->alone, O_RDWR | O_CLOEXEC | O_NOFOLLOW);
    if (file < 0) return errno;
    const bool has_head = pread(file, head, sizeof head, 0) == (ssize_t)sizeof head;
    const int64_t page = head[16] == 0 && head[17] == 1 ? 65536 : head[16] << 8 | head[17];
    const int64_t size = page * bytes_number(head + 28);
    int number = 0;
    if (has_head && size > r->size && size <= 4 * r->size + SPARE && ftruncate(file, (off_t)size) != 0)
        number = errno;
    close(file);
    return number;
}

/* Names the copies in this folder, and takes it over from the caller. Returns false if memory runs out. */
static bool recovery_name_copies(recovering *r, char *folder)
{
    alea__free(r->folder);
    alea__free(r->copy);
    alea__free(r->alone);
    r->folder = folder;
    r->copy = folder ? recovery_name(folder, "/copy") : NULL;
    r->alone = folder ? recovery_name(folder, "/alone") : NULL;
    return r->copy && r->alone;
}

/* Makes all copies in the folder. Returns an errno; there are no copies then. */
static int copy_all(recovering *r)
{
    int number = copy_database(r, r->copy);
    if (number == 0) number = copy_database(r, r->alone);
    if (number == 0) number = copy_complete(r);
    for (companion which = 0; which < SHM && number == 0; which++)
        if (r->holds[which]) number = copy_companion(r, which);
    if (number != 0) {
        recovery_clear(r);
        rmdir(r->folder);
    }
    return number;
}

/* Copies beside the database, or in the folder of temporary files if the disk is too full. */
static alea_status recovery_copy(recovering *r, alea_error *error)
{
    char reason[ALEA__REASON], elsewhere[] = P_tmpdir "/alea-recovery-XXXXXX";
    int number = recovery_make_folder(r);
    if (number == 0) number = copy_all(r);
    if ((number == ENOSPC || number == EDQUOT) && mkdtemp(elsewhere)) {
        if (!recovery_name_copies(r, alea__copy_text(elsewhere))) {
            rmdir(elsewhere);
            return alea__out_of_memory(error);
        }
        number = copy_all(r);
    }
    if (number == 0) return ALEA_OK;
    return alea__fail_at(error, ALEA_E_WRITE, r->path, 0, DATABASE_NO_COPY, r->rule->name,
                         alea__reason(number, reason));
}

/* ---- trying ---- */

/* The result of a query with one value; `otherwise` if it fails or has no rows. */
static sqlite3_int64 trial_number(alea__database *d, const char *sql, sqlite3_int64 otherwise)
{
    sqlite3_stmt *statement = NULL;
    if (sqlite3_prepare_v2(d->handle, sql, -1, &statement, NULL) == SQLITE_OK &&
        alea__database_step(d, statement) == SQLITE_ROW)
        otherwise = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    return otherwise;
}

/* Whether SQLite finds the recovered copy sound. */
static bool trial_is_whole(alea__database *d)
{
    sqlite3_stmt *statement = NULL;
    bool whole =
        sqlite3_prepare_v2(d->handle, "PRAGMA main.integrity_check(1)", -1, &statement, NULL) == SQLITE_OK &&
        alea__database_step(d, statement) == SQLITE_ROW;
    const char *said = whole ? (const char *)sqlite3_column_text(statement, 0) : NULL;
    whole = said && strcmp(said, "ok") == 0;
    sqlite3_finalize(statement);
    return whole;
}

/* Whether the file without its companions is of the same kind, or has nothing. */
static bool trial_is_own(const recovering *r, alea__database *d)
{
    const sqlite3_int64 application = trial_number(d, "PRAGMA alone.application_id", -1);
    if (trial_number(d, "PRAGMA alone.user_version", -1) > trial_number(d, "PRAGMA main.user_version", -1))
        return false;
    if (application == r->rule->application) return true;
    return application == 0 && trial_number(d, "SELECT count(*) FROM alone.sqlite_schema", -1) == 0;
}

/* Attaches the file without its companions. Returns SQLite's code. */
static int trial_attach(const recovering *r, alea__database *d)
{
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(d->handle, "ATTACH ? AS alone", -1, &statement, NULL);
    if (code == SQLITE_OK) code = sqlite3_bind_text(statement, 1, r->alone, -1, SQLITE_STATIC);
    if (code == SQLITE_OK && (code = sqlite3_step(statement)) == SQLITE_DONE) code = SQLITE_OK;
    sqlite3_finalize(statement);
    return code;
}

/* Recovers the copy, as SQLite does when it opens a database, and checks the result. Everything that can be read of the file without
   its companions must be in it. Where some pages have been moved to the file already, it may not be readable to its end; and tables
   that only a newer version has are not in `alone`. */
static alea_status recovery_try(recovering *r, alea_error *error)
{
    alea__database d = {.progress = r->database->progress};
    int code = alea__database_open(&d, r->copy, 0);
    d.allowance += r->more * WORK;
    const bool whole = code == SQLITE_OK && trial_is_whole(&d);
    if (whole) code = trial_attach(r, &d);
    const bool fits =
        whole && code == SQLITE_OK && trial_is_own(r, &d) && trial_number(&d, r->rule->lost, 0) == 0;
    const bool stopped = alea__database_stopped(&d);
    alea__database_close(&d);
    if (stopped || (code & 0xff) == SQLITE_NOMEM) {
        r->code = stopped ? SQLITE_INTERRUPT : SQLITE_NOMEM;
        return ALEA_E_FILE;
    }
    if (!fits) return recovery_foreign(r, error);
    const alea_status status = r->rule->open(r->rule->user, r->copy, NULL);
    if (status == ALEA_E_MEMORY) return alea__out_of_memory(error);
    return status == ALEA_OK ? ALEA_OK : recovery_foreign(r, error);
}

/* Inspects the companions of the locked file, and tests the recovery on a copy. */
static alea_status recovery_run(recovering *r, alea_error *error)
{
    if (r->file->pMethods->xFileSize(r->file, &r->size) != SQLITE_OK) {
        r->code = SQLITE_IOERR;
        return ALEA_E_FILE;
    }
    for (companion which = 0; which < COMPANIONS; which++) {
        const char *problem = companion_look(r, which);
        if (problem) return recovery_refuse(r, which, problem, error);
    }
    if (!r->holds[WAL] && !r->holds[JOURNAL]) return ALEA_OK;
    r->piece = alea__alloc_bare(PIECE, 1);
    if (!r->piece) return alea__out_of_memory(error);
    alea_status status = recovery_copy(r, error);
    if (status == ALEA_OK) status = recovery_try(r, error);
    recovery_clear(r);
    rmdir(r->folder);
    return status;
}

/* ---- the whole ---- */

/* Names all files, and finds out which exist. Returns false if memory runs out. */
static bool recovery_prepare(recovering *r)
{
    struct stat about;
    bool memory = true;
    for (companion which = 0; which < COMPANIONS; which++) {
        r->beside[which] = recovery_name(r->path, companion_ending[which]);
        memory = memory && r->beside[which];
        r->there[which] = memory && lstat(r->beside[which], &about) == 0;
    }
    return recovery_name_copies(r, recovery_name(r->path, "-recovery")) && memory;
}

/* Where there are companions: locks the file, looks, and unlocks it. */
static alea_status recovery_enter(recovering *r, int patience, alea_error *error)
{
    bool used = false;
    if (!r->there[WAL] && !r->there[JOURNAL] && !r->there[SHM]) return ALEA_OK;
    if (sqlite3_db_readonly(r->database->handle, "main") == 1) r->code = SQLITE_READONLY;
    if (r->code == SQLITE_OK) r->code = recovery_lock(r->file, patience, &used);
    if (r->code != SQLITE_OK) return ALEA_E_FILE;
    if (used) return ALEA_OK;
    const alea_status status = recovery_run(r, error);
    r->file->pMethods->xUnlock(r->file, SQLITE_LOCK_NONE);
    return status;
}

alea_status alea__database_recover(alea__database *d, const alea__recovery *rule, int patience, int *code,
                                   alea_error *error)
{
    recovering r = {
        .database = d, .rule = rule, .made = d->made, .path = sqlite3_db_filename(d->handle, "main")};
    *code = sqlite3_file_control(d->handle, "main", SQLITE_FCNTL_FILE_POINTER, &r.file);
    if (*code != SQLITE_OK) return ALEA_E_FILE;
    alea_status status =
        recovery_prepare(&r) ? recovery_enter(&r, patience, error) : alea__out_of_memory(error);
    *code = r.code;
    if (status != ALEA_OK && r.made && r.size == 0)
        unlink(r.path); /* SQLite made it when it opened the database */
    for (companion which = 0; which < COMPANIONS; which++) alea__free(r.beside[which]);
    recovery_name_copies(&r, NULL);
    alea__free(r.piece);
    return status;
}
