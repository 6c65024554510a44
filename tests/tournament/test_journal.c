/* Journals of tournaments: what is kept is found again, claims exclude each other between files, threads and processes, and nothing
   that is wrong with a file is believed or changed. */
#include "support/files.h"
#include "support/memory.h"
#include "support/sql.h"
#include "tournament/journal/unit_journal.h"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { UNITS = 5 };

/* Unit i of these tests: its key contains only i, and its result is derived from i. */
static alea__journal_unit unit_number(unsigned i)
{
    alea__journal_unit unit = {.size = {.players = 2, .games = 100 + i, .groups = 50}};
    for (unsigned k = 0; k < ALEA__UNIT_KEY; k++) unit.key[k] = (unsigned char)(i * 37 + k * 11 + 1);
    unit.result = (alea__unit_result){.games = 100 + i, .groups = 50, .turns = 7 * i};
    unit.result.wins[0] = 40 + i;
    unit.result.wins[1] = 60;
    unit.result.money[0] = -(int64_t)i;
    unit.result.value[0] = 0.25 * i;
    unit.result.value_products[0][0] = (double)i * i;
    return unit;
}

static alea__unit_journal *open_journal(const char *path)
{
    alea__unit_journal *j;
    OK(alea__unit_journal_open(path, NULL, &j, &test_error));
    return j;
}

static void keep(alea__unit_journal *j, unsigned i)
{
    const alea__journal_unit unit = unit_number(i);
    OK(alea__unit_journal_keep(j, &unit, 1, &test_error));
}

/* Whether unit i is there; its result must be the stored one. */
static bool finds(alea__unit_journal *j, unsigned i)
{
    bool found;
    const alea__journal_unit right = unit_number(i);
    alea__journal_unit unit = {.size = right.size};
    memcpy(unit.key, right.key, sizeof unit.key);
    OK(alea__unit_journal_find(j, &unit, &found, &test_error));
    if (found) assert_memory_equal(&unit.result, &right.result, sizeof right.result);
    return found;
}

static bool claims(alea__unit_journal *j, unsigned i)
{
    return alea__unit_journal_claim(j, unit_number(i).key);
}

static void release(alea__unit_journal *j, unsigned i)
{
    alea__unit_journal_release(j, unit_number(i).key);
}

static void make_journal(const char *path)
{
    alea__unit_journal *j = open_journal(path);
    for (unsigned i = 0; i < UNITS; i++) keep(j, i);
    alea__unit_journal_close(j);
}

/* ---- keeping ------------------------------------------------------------------------------------------------ */

static void what_is_kept_is_found(void **unused)
{
    (void)unused;
    alea__unit_journal *j = open_journal("j");
    assert_false(finds(j, 0));
    keep(j, 0);
    assert_true(finds(j, 0));
    assert_false(finds(j, 1));
    alea__unit_journal_close(j);
    assert_int_equal(entries("."), 1); /* nothing but the journal is left */
    j = open_journal("j");
    assert_true(finds(j, 0));
    assert_false(finds(j, 1));
    const alea__journal_unit more[] = {unit_number(1), unit_number(0), unit_number(2)};
    OK(alea__unit_journal_keep(j, more, 3, &test_error));
    OK(alea__unit_journal_keep(j, more, 0, &test_error));
    for (unsigned i = 0; i < 3; i++) assert_true(finds(j, i));
    alea__unit_journal_close(j);
}

static void the_first_result_stays(void **unused)
{
    (void)unused;
    alea__unit_journal *j = open_journal("j");
    alea__journal_unit other = unit_number(3);
    keep(j, 3);
    other.result.games = 999;
    OK(alea__unit_journal_keep(j, &other, 1, &test_error));
    assert_true(finds(j, 3)); /* unchanged */
    alea__unit_journal_close(j);
}

/* A unit of three players, read as one of two, has a player too many. */
static void a_result_of_more_players_is_damage(void **unused)
{
    (void)unused;
    bool found;
    alea__unit_journal *j = open_journal("j");
    alea__journal_unit three = unit_number(0);
    three.size.players = 3;
    three.result.wins[0] -= 10;
    three.result.wins[2] = 5;
    OK(alea__unit_journal_keep(j, &three, 1, &test_error));
    OK(alea__unit_journal_find(j, &three, &found, &test_error));
    assert_true(found);
    three.size.players = 2;
    assert_int_equal(alea__unit_journal_find(j, &three, &found, &test_error), ALEA_E_FILE);
    assert_says(test_error, "damaged");
    alea__unit_journal_close(j);
}

/* ---- claims --------------------------------------------------------------------------------------------------- */

static void a_claim_is_for_one_unit_and_one_journal(void **unused)
{
    (void)unused;
    alea__unit_journal *a = open_journal("j"), *b = open_journal("j"), *other = open_journal("other");
    assert_true(claims(a, 0));
    assert_true(claims(a, 0)); /* it is its own */
    assert_false(claims(b, 0));
    assert_true(claims(other, 0)); /* another file */
    assert_true(claims(b, 1));
    assert_false(claims(a, 1));
    release(b, 0); /* is not its own */
    assert_false(claims(b, 0));
    release(a, 0);
    assert_true(claims(b, 0));
    assert_false(claims(a, 0));
    alea__unit_journal_close(b); /* gives up all of them */
    assert_true(claims(a, 0));
    assert_true(claims(a, 1));
    alea__unit_journal_close(a);
    alea__unit_journal_close(other);
}

/* Keys that begin alike up to the last bits that count. */
static void many_claims_do_not_touch(void **unused)
{
    (void)unused;
    enum { KEYS = 2000 };
    alea__unit_journal *a = open_journal("j"), *b = open_journal("j");
    unsigned char key[ALEA__UNIT_KEY] = {0xff, 0xff, 0xff, 0xff, 0xff};
    for (unsigned i = 0; i < KEYS; i++) {
        const unsigned low = i * 4; /* of the first eight bytes the last two bits do not count */
        key[6] = (unsigned char)(low >> 8), key[7] = (unsigned char)low;
        assert_true(alea__unit_journal_claim(i % 2 ? a : b, key));
    }
    for (unsigned i = 0; i < KEYS; i++) {
        const unsigned low = i * 4;
        key[6] = (unsigned char)(low >> 8), key[7] = (unsigned char)low;
        assert_false(alea__unit_journal_claim(i % 2 ? b : a, key));
    }
    alea__unit_journal_close(a);
    alea__unit_journal_close(b);
}

/* Runs `work` on a journal in a separate process, which reports when it is ready and then waits to be killed. */
static pid_t start_process(void (*work)(alea__unit_journal *))
{
    int ready[2];
    char byte;
    assert_int_equal(pipe(ready), 0);
    const pid_t process = fork();
    if (process == 0) {
        alea__unit_journal *j;
        prctl(PR_SET_PDEATHSIG, SIGKILL); /* should the test fail */
        if (alea__unit_journal_open("j", NULL, &j, NULL) != ALEA_OK) _exit(1);
        work(j);
        if (write(ready[1], "x", 1) != 1) _exit(1);
        for (;;) pause();
    }
    close(ready[1]);
    assert_that(process, >, 0);
    assert_int_equal(read(ready[0], &byte, 1), 1);
    close(ready[0]);
    return process;
}

static void end_process(pid_t process)
{
    kill(process, SIGKILL);
    assert_int_equal(waitpid(process, NULL, 0), process);
}

static void claim_and_keep(alea__unit_journal *j)
{
    keep(j, 3);
    claims(j, 1);
    claims(j, 2);
}

static void a_killed_process_leaves_its_results_and_no_claims(void **unused)
{
    (void)unused;
    const pid_t process = start_process(claim_and_keep);
    alea__unit_journal *j = open_journal("j");
    assert_false(claims(j, 1));
    assert_false(claims(j, 2));
    assert_true(claims(j, 4));
    assert_true(finds(j, 3));
    assert_false(finds(j, 1));
    end_process(process);
    assert_true(claims(j, 1));
    assert_true(claims(j, 2));
    assert_true(finds(j, 3));
    alea__unit_journal_close(j);
    assert_int_equal(entries("."), 1); /* and its files are gone */
}

static void only_the_last_one_removes_the_file_of_claims(void **unused)
{
    (void)unused;
    const pid_t process = start_process(claim_and_keep);
    alea__unit_journal *j = open_journal("j");
    alea__unit_journal_close(j);
    assert_int_equal(access("j-units", F_OK), 0);
    j = open_journal("j");
    assert_false(claims(j, 1));
    end_process(process);
    alea__unit_journal_close(j);
    assert_int_not_equal(access("j-units", F_OK), 0);
}

/* A result that one process stores is immediately visible to the other. */
static void two_journals_of_one_file_share_results(void **unused)
{
    (void)unused;
    alea__unit_journal *a = open_journal("j"), *b = open_journal("j");
    for (unsigned i = 0; i < UNITS; i++) {
        keep(i % 2 ? a : b, i);
        assert_true(finds(i % 2 ? b : a, i));
        keep(i % 2 ? b : a, i); /* both have computed it */
    }
    alea__unit_journal_close(a);
    alea__unit_journal_close(b);
}

/* ---- what cannot be opened or written ------------------------------------------------------------------------- */

/* Opening the file is refused, and the file stays as it was. */
static void refuses(const char *path, alea_status status, const char *says)
{
    alea__unit_journal *j = NULL;
    const alea_status found = alea__unit_journal_open(path, NULL, &j, &test_error);
    if (found != status)
        fail_msg("%s: got status %d, expected %d: %s", path, found, status, test_error.message);
    assert_null(j);
    assert_says(test_error, says);
    assert_text_says(test_error.file, path);
}

static void refuses_unchanged(const char *path, const char *says)
{
    size_t size, now;
    char *before = read_file(path, &size);
    refuses(path, ALEA_E_FILE, says);
    char *after = read_file(path, &now);
    assert_int_equal(now, size);
    assert_memory_equal(after, before, size);
    free(before);
    free(after);
}

static void what_is_no_journal_stays_as_it_is(void **unused)
{
    (void)unused;
    static const struct {
        const char *sql, *says;
    } changes[] = {
        {"PRAGMA user_version = 2", "version 2"},
        {"PRAGMA user_version = 0", "damaged"},
        {"PRAGMA user_version = -1", "damaged"},
        {"PRAGMA application_id = 7", "another program"},
        {"CREATE TABLE more(x)", "damaged"},
        {"CREATE TRIGGER t AFTER INSERT ON units BEGIN DELETE FROM units; END", "damaged"},
        {"DROP TABLE units", "damaged"},
    };
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        unlink("j");
        make_journal("j");
        test_sql("j", changes[i].sql);
        refuses_unchanged("j", changes[i].says);
    }
    write_file("text",
               "This is no database at all, but it is long enough to be looked at as if it were one.");
    refuses_unchanged("text", "another kind");
    assert_int_equal(mkdir("folder", 0777), 0);
    refuses("folder", ALEA_E_FILE, "a folder");
    assert_int_equal(mkfifo("pipe", 0666), 0);
    refuses("pipe", ALEA_E_FILE, "a pipe");
    refuses("none/j", ALEA_E_WRITE, "No such file or directory");
}

/* Any row that was changed is noticed when it is read. */
static void changed_rows_are_not_believed(void **unused)
{
    (void)unused;
    static const char *const changes[] = {
        "UPDATE units SET seal = seal + 1",
        "UPDATE units SET result = zeroblob(3)",
        "UPDATE units SET result = zeroblob(length(result))",
        "UPDATE units SET result = (SELECT result FROM units ORDER BY key DESC LIMIT 1)",
        "UPDATE units SET key = CAST(substr(key, 1, 31) || x'00' AS BLOB)",
    };
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        bool found = false;
        unlink("j");
        make_journal("j");
        test_sql("j", changes[i]);
        alea__unit_journal *j = open_journal("j");
        alea__journal_unit unit = unit_number(1);
        if (strstr(changes[i], "key =")) memset(unit.key + 31, 0, 1); /* that of another unit now */
        assert_int_equal(alea__unit_journal_find(j, &unit, &found, &test_error), ALEA_E_FILE);
        assert_says(test_error, "damaged");
        alea__unit_journal_close(j);
    }
}

/* A byte changed anywhere in the file: it is noticed, or a unit is missing, or it is the right one. */
static void damage_anywhere_never_changes_a_result(void **unused)
{
    (void)unused;
    size_t size;
    unsigned noticed = 0;
    make_journal("good");
    char *bytes = read_file("good", &size);
    const size_t step = is_sanitized() ? 307 : 61;
    for (size_t at = 0; at < size; at += step) {
        alea__unit_journal *j = NULL;
        bytes[at] ^= 0x41;
        write_bytes("bad", bytes, size);
        bytes[at] ^= 0x41;
        bool right = alea__unit_journal_open("bad", NULL, &j, &test_error) == ALEA_OK;
        for (unsigned i = 0; i < UNITS && right; i++) {
            bool found;
            const alea__journal_unit expected = unit_number(i);
            alea__journal_unit unit = {.size = expected.size};
            memcpy(unit.key, expected.key, sizeof unit.key);
            const alea_status status = alea__unit_journal_find(j, &unit, &found, &test_error);
            right = status == ALEA_OK;
            if (right && found) assert_memory_equal(&unit.result, &expected.result, sizeof expected.result);
            if (!right) assert_int_equal(status, ALEA_E_FILE);
        }
        noticed += !right;
        alea__unit_journal_close(j);
        unlink("bad");
        unlink("bad-wal");
        unlink("bad-shm");
        unlink("bad-units");
    }
    assert_that(noticed, >, 10);
    free(bytes);
}

static void what_may_not_be_written_is_said(void **unused)
{
    (void)unused;
    become_nobody();
    make_journal("j");
    assert_int_equal(chmod("j", 0444), 0);
    refuses("j", ALEA_E_WRITE, "cannot be written");
    assert_int_equal(mkdir("shut", 0777), 0);
    make_journal("shut/j");
    assert_int_equal(chmod("shut", 0555), 0);
    refuses("shut/new", ALEA_E_WRITE, "Permission denied");
    refuses("shut/j", ALEA_E_WRITE, "both must be writable"); /* the files beside it cannot be created */
    assert_int_equal(chdir("shut"), 0);
    refuses("new", ALEA_E_WRITE, "Permission denied");
    refuses("j", ALEA_E_WRITE, "both must be writable");
    assert_int_equal(chdir(".."), 0);
    assert_int_equal(chmod("shut", 0777), 0);
}

/* The file of claims may be in a folder that others can write to: a link there is not followed. */
static void a_link_in_the_place_of_the_claims_is_refused(void **unused)
{
    (void)unused;
    make_journal("j");
    write_file("precious", "text");
    assert_int_equal(symlink("precious", "j-units"), 0);
    refuses("j", ALEA_E_WRITE, "claims");
    assert_file_is("precious", "text");
    unlink("j-units");
    assert_int_equal(symlink("nothing", "j-units"), 0);
    refuses("j", ALEA_E_WRITE, "claims");
    assert_int_not_equal(access("nothing", F_OK), 0);
}

/* A file of claims is empty and regular: any other is a user's file, and is neither used nor removed. */
static void a_file_in_the_place_of_the_claims_stays(void **unused)
{
    (void)unused;
    make_journal("j");
    write_file("j-units", "precious");
    refuses("j", ALEA_E_FILE, "needed for claims");
    assert_file_is("j-units", "precious");
    unlink("j-units");
    assert_int_equal(mkfifo("j-units", 0600), 0);
    refuses("j", ALEA_E_FILE, "needed for claims");
    assert_int_equal(access("j-units", F_OK), 0);
}

/* Fills the disk. Results stored before it is full remain, a failure is reported, and with more room work continues. */
static void fill(const char *path)
{
    alea__unit_journal *j = open_journal(path);
    alea_status status = ALEA_OK;
    unsigned kept = 0;
    for (; kept < 5000 && status == ALEA_OK; kept++) {
        alea__journal_unit unit = unit_number(0);
        memcpy(unit.key, &kept, sizeof kept);
        status = alea__unit_journal_keep(j, &unit, 1, &test_error);
    }
    assert_int_equal(status, ALEA_E_WRITE);
    assert_says(test_error, "cannot be written");
    alea__unit_journal_close(j);
    kept--;
    assert_that(kept, >, 0);
    j = open_journal(path);
    for (unsigned i = 0; i < kept; i++) {
        bool found;
        alea__journal_unit unit = unit_number(0);
        memcpy(unit.key, &i, sizeof i);
        OK(alea__unit_journal_find(j, &unit, &found, &test_error));
        assert_true(found);
    }
    alea__unit_journal_close(j);
}

static void on_a_full_disk_it_keeps_what_fits(void **unused)
{
    (void)unused;
    use_small_disk("256k");
    fill("disk/j");
}

static void files_that_may_not_grow_keep_what_fits(void **unused)
{
    (void)unused;
    limit_file_size(128 << 10);
    fill("j");
}

static void a_locked_journal_is_waited_for_and_then_refused(void **unused)
{
    (void)unused;
    sqlite3 *other;
    make_journal("j");
    alea__unit_journal *j = open_journal("j");
    assert_int_equal(sqlite3_open("j", &other), SQLITE_OK);
    assert_int_equal(sqlite3_exec(other, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    refuses("j", ALEA_E_REFUSED, "in use");
    const alea__journal_unit unit = unit_number(UNITS);
    assert_int_equal(alea__unit_journal_keep(j, &unit, 1, &test_error), ALEA_E_REFUSED);
    assert_says(test_error, "in use");
    assert_true(finds(j, 0)); /* reading goes on */
    assert_int_equal(sqlite3_exec(other, "ROLLBACK", NULL, NULL, NULL), SQLITE_OK);
    keep(j, UNITS);
    assert_true(finds(j, UNITS));
    sqlite3_close(other);
    alea__unit_journal_close(j);
}

/* ---- memory ------------------------------------------------------------------------------------------------------ */

static alea_status use_journal(void)
{
    bool found;
    alea__unit_journal *j = NULL;
    alea_error error;
    alea__journal_unit unit = unit_number(0);
    alea_status status = alea__unit_journal_open("j", NULL, &j, &error);
    if (status == ALEA_OK) status = alea__unit_journal_keep(j, &unit, 1, &error);
    if (status == ALEA_OK) status = alea__unit_journal_find(j, &unit, &found, &error);
    alea__unit_journal_close(j);
    return status;
}

static void without_memory_it_fails_cleanly(void **unused)
{
    (void)unused;
    alea_status status = ALEA_E_MEMORY;
    for (long k = 0; status != ALEA_OK; k++) status = with_allocations(k, use_journal());
    alea__unit_journal *j = open_journal("j");
    assert_true(finds(j, 0));
    alea__unit_journal_close(j);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_A_FOLDER(what_is_kept_is_found),
        IN_A_FOLDER(the_first_result_stays),
        IN_A_FOLDER(a_result_of_more_players_is_damage),
        IN_A_FOLDER(a_claim_is_for_one_unit_and_one_journal),
        IN_A_FOLDER(many_claims_do_not_touch),
        IN_A_FOLDER(a_killed_process_leaves_its_results_and_no_claims),
        IN_A_FOLDER(only_the_last_one_removes_the_file_of_claims),
        IN_A_FOLDER(two_journals_of_one_file_share_results),
        IN_A_FOLDER(what_is_no_journal_stays_as_it_is),
        IN_A_FOLDER(changed_rows_are_not_believed),
        IN_A_FOLDER(damage_anywhere_never_changes_a_result),
        IN_A_FOLDER(what_may_not_be_written_is_said),
        IN_A_FOLDER(a_link_in_the_place_of_the_claims_is_refused),
        IN_A_FOLDER(a_file_in_the_place_of_the_claims_stays),
        IN_A_FOLDER(on_a_full_disk_it_keeps_what_fits),
        IN_A_FOLDER(files_that_may_not_grow_keep_what_fits),
        IN_A_FOLDER(a_locked_journal_is_waited_for_and_then_refused),
        IN_A_FOLDER(without_memory_it_fails_cleanly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
