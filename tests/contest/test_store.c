/* The database of results: nothing is computed twice, its contents are checked before they are used, and no file is
   overwritten. */
#include "contest_test.h"
#include "support/sql.h"

#include <unistd.h>

static alea_game *hog;

static int open_all(void **state)
{
    (void)state;
    hog = open_game("hog");
    write_tables("ten", 10);
    return 0;
}

static int close_all(void **state)
{
    (void)state;
    alea_game_free(hog);
    return 0;
}

static alea_contest *hold_with(const char *folder, const char *database)
{
    return hold(hog, folder, NULL, &(alea_contest_options){.database = database});
}

/* How many pairs are computed now. */
static unsigned computes(const char *folder, const char *database)
{
    alea_contest *c = hold_with(folder, database);
    unsigned computed = (unsigned)c->pairs_computed;
    assert_int_equal(c->pairs_computed + c->pairs_kept, c->pairs);
    alea_contest_free(c);
    return computed;
}

/* ---- nothing twice ---- */

static void the_second_contest_computes_nothing(void **state)
{
    (void)state;
    alea_contest *without = hold_with("ten", NULL), *first = hold_with("ten", "a.db"),
                 *second = hold_with("ten", "a.db");
    assert_int_equal(first->pairs_computed, 45);
    assert_int_equal(first->tabulated, 10);
    assert_int_equal(second->pairs_computed, 0);
    assert_int_equal(second->pairs_kept, 45);
    assert_int_equal(second->tabulated, 0);
    assert_same_contest(without, first);
    assert_same_contest(first, second);
    alea_contest_free(without);
    alea_contest_free(first);
    alea_contest_free(second);
}

static void a_resubmission_computes_only_its_own_row(void **state)
{
    (void)state;
    write_tables("change", 10);
    assert_int_equal(computes("change", "b.db"), 45);
    write_table("change/t03.csv", mixed, 77);
    alea_contest *c = hold_with("change", "b.db"), *afresh = hold_with("change", NULL);
    assert_int_equal(c->pairs_computed, 9);
    assert_int_equal(c->tabulated, 1);
    assert_same_contest(c, afresh);
    alea_contest_free(c);
    alea_contest_free(afresh);
    write_table("change/t03.csv", mixed, 3);
    assert_int_equal(computes("change", "b.db"), 0);
}

static void other_rules_are_kept_apart(void **state)
{
    (void)state;
    alea_game *plain = open_game("hog(time_trot=false)");
    assert_int_equal(computes("ten", "c.db"), 45);
    alea_contest *c = hold(plain, "ten", NULL, &(alea_contest_options){.database = "c.db"}),
                 *afresh = hold(plain, "ten", NULL, NULL);
    assert_int_equal(c->pairs_computed, 45);
    assert_same_contest(c, afresh);
    alea_contest_free(c);
    alea_contest_free(afresh);
    assert_int_equal(computes("ten", "c.db"), 0);
    alea_game_free(plain);
}

static void a_strategy_stopped_by_fuel_is_not_asked_again(void **state)
{
    (void)state;
    const alea_contest_options little = {.database = "d.db", .fuel = 1000000}, more = {.database = "d.db"};
    make_folder("slow");
    write_file("slow/s.lua", "return function() for i = 1, 2000 do end return 4 end");
    for (unsigned time = 0; time < 2; time++) {
        alea_contest *c = hold(hog, "slow", NULL, &little);
        assert_string_equal(c->entry[0].what, "fuel");
        assert_int_equal(c->tabulated, time == 0);
        alea_contest_free(c);
    }
    alea_contest *c = hold(hog, "slow", NULL, &more);
    assert_true(c->entry[0].ok);
    alea_contest_free(c);
}

static int stop_at_sixty(void *user, uint64_t done, uint64_t total)
{
    (void)user, (void)total;
    return done >= 60;
}

static void a_contest_that_was_stopped_goes_on(void **state)
{
    (void)state;
    write_tables("many", 20);
    const alea_contest_options stopping = {
        .database = "e.db", .threads = 1, .progress = {.report = stop_at_sixty}};
    alea_contest *stopped = hold(hog, "many", NULL, &stopping);
    assert_true(stopped->stopped);
    assert_in_range(stopped->pairs_computed, 40, 189);
    alea_contest *rest = hold_with("many", "e.db"), *afresh = hold_with("many", NULL);
    assert_int_equal(rest->pairs_computed, 190 - stopped->pairs_computed);
    assert_int_equal(rest->tabulated, 0);
    assert_same_contest(rest, afresh);
    alea_contest_free(stopped);
    alea_contest_free(rest);
    alea_contest_free(afresh);
}

/* Names that SQLite takes for something else than files. */
static void any_name_is_a_files_name(void **state)
{
    (void)state;
    assert_int_equal(computes("ten", ":memory:"), 45);
    assert_int_equal(computes("ten", ":memory:"), 0);
    assert_int_equal(access(":memory:", F_OK), 0);
    assert_int_equal(computes("ten", "file:x?mode=memory"), 45);
    assert_int_equal(computes("ten", "file:x?mode=memory"), 0);
}

static void an_empty_file_becomes_a_database(void **state)
{
    (void)state;
    write_file("nothing.db", "");
    assert_int_equal(computes("ten", "nothing.db"), 45);
    assert_int_equal(computes("ten", "nothing.db"), 0);
}

/* ---- other files ---- */

/* The contest is refused, and the file is unchanged. */
static void is_left_alone(const char *path, alea_status status, const char *first, const char *second)
{
    unsigned char *before, *after;
    size_t size, size_after;
    assert_int_equal(alea__read_file(path, 1 << 24, &before, &size, NULL), ALEA_OK);
    refuses(hog, "ten", &(alea_contest_options){.database = path}, status, first, second);
    assert_int_equal(alea__read_file(path, 1 << 24, &after, &size_after, NULL), ALEA_OK);
    assert_int_equal(size, size_after);
    assert_memory_equal(before, after, size);
    free(before);
    free(after);
}

static void a_file_of_another_kind_is_left_alone(void **state)
{
    (void)state;
    char text[5000];
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = 0;
    write_file("notes.db", text);
    is_left_alone("notes.db", ALEA_E_FILE, "notes.db: this is a file of another kind", "name a file");
}

static void a_database_of_another_program_is_left_alone(void **state)
{
    (void)state;
    test_sql("foreign.db", "CREATE TABLE photographs(name TEXT)");
    is_left_alone("foreign.db", ALEA_E_FILE, "foreign.db", "a database of another program");
    test_sql("empty-foreign.db", "PRAGMA application_id = 7; CREATE TABLE t(x); DROP TABLE t");
    is_left_alone("empty-foreign.db", ALEA_E_FILE, "empty-foreign.db", "a database of another program");
}

static void a_newer_database_is_left_alone(void **state)
{
    (void)state;
    assert_int_equal(computes("ten", "newer.db"), 45);
    test_sql("newer.db", "PRAGMA user_version = 2");
    is_left_alone("newer.db", ALEA_E_FILE, "newer.db", "made by a newer alea: its layout has version 2");
}

static void a_folder_and_a_device_are_not_databases(void **state)
{
    (void)state;
    refuses(hog, "ten", &(alea_contest_options){.database = "ten"}, ALEA_E_FILE, "ten: this is a folder", "");
    refuses(hog, "ten", &(alea_contest_options){.database = "/dev/null"}, ALEA_E_FILE, "/dev/null",
            "this is a pipe or a device");
}

static void a_folder_that_is_not_there_is_named(void **state)
{
    (void)state;
    refuses(hog, "ten", &(alea_contest_options){.database = "no/such/x.db"}, ALEA_E_WRITE, "no/such/x.db",
            "No such file or directory");
}

static void an_unwritable_database_is_reported(void **state)
{
    (void)state;
    write_tables("ten", 10);
    become_nobody();
    assert_int_equal(computes("ten", "read-only.db"), 45);
    assert_int_equal(chmod("read-only.db", 0444), 0);
    refuses(hog, "ten", &(alea_contest_options){.database = "read-only.db"}, ALEA_E_WRITE, "read-only.db",
            "must be writable");
    make_folder("shut");
    assert_int_equal(chmod("shut", 0555), 0);
    refuses(hog, "ten", &(alea_contest_options){.database = "shut/x.db"}, ALEA_E_WRITE, "shut/x.db",
            "Permission denied");
    assert_int_equal(chdir("shut"), 0); /* the same without a folder in the path */
    refuses(hog, "../ten", &(alea_contest_options){.database = "x.db"}, ALEA_E_WRITE, "x.db",
            "Permission denied");
    assert_int_equal(chdir(".."), 0);
}

static void a_database_in_use_is_waited_for_and_then_refused(void **state)
{
    (void)state;
    sqlite3 *other;
    assert_int_equal(computes("ten", "used.db"), 45);
    assert_int_equal(sqlite3_open("used.db", &other), SQLITE_OK);
    assert_int_equal(sqlite3_exec(other, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    refuses(hog, "ten", &(alea_contest_options){.database = "used.db"}, ALEA_E_REFUSED, "used.db",
            "another program, perhaps another contest");
    assert_int_equal(sqlite3_exec(other, "ROLLBACK", NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(computes("ten", "used.db"), 0);
    sqlite3_close(other);
}

/* ---- damage ---- */

static void rows_that_were_changed_are_not_believed(void **state)
{
    (void)state;
    static const char *const changes[] = {
        "UPDATE pairs SET first = first + 1e-15 WHERE a = 1",
        "UPDATE pairs SET second = 1.5 WHERE b = 2",
        "UPDATE pairs SET seal = seal + 1 WHERE a = 1",
        "UPDATE tables SET moves = zeroblob(10000) WHERE id = 3",
        "UPDATE tables SET moves = zeroblob(9999) WHERE id = 3",
        "UPDATE tables SET id = -id; UPDATE strategies SET tables = -tables",
        "UPDATE strategies SET fuel = fuel + 1",
        "UPDATE strategies SET name = 'Cheat'",
        "UPDATE strategies SET tables = tables % 10 + 1",
        "UPDATE strategies SET tables = NULL",
        "DELETE FROM tables WHERE id = 4",
        "DROP TABLE pairs",
        "PRAGMA user_version = 0",
    };
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        unlink("changed.db");
        assert_int_equal(computes("ten", "changed.db"), 45);
        test_sql("changed.db", changes[i]);
        refuses(hog, "ten", &(alea_contest_options){.database = "changed.db"}, ALEA_E_FILE, "changed.db",
                "is damaged");
    }
}

static void only_the_tables_of_alea_are_accepted(void **state)
{
    (void)state;
    static const char *const changes[] = {
        "CREATE TRIGGER t AFTER INSERT ON pairs BEGIN SELECT 1; END",
        "CREATE VIEW v AS SELECT 1",
        "CREATE INDEX another ON pairs (first)",
        "CREATE TABLE another (x)",
        "ALTER TABLE tables ADD COLUMN x TEXT AS (printf('%1000000000s', ''))",
    };
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        unlink("schema.db");
        assert_int_equal(computes("ten", "schema.db"), 45);
        test_sql("schema.db", changes[i]);
        is_left_alone("schema.db", ALEA_E_FILE, "its tables are not those that alea makes", "left unchanged");
    }
}

/* A NULL or a number of another kind where none is possible: the tables are STRICT, so only a change of bytes can produce
   it. */
static void nulls_are_damage(void **state)
{
    (void)state;
    static const char *const changes[] = {
        "UPDATE pairs SET first = NULL",     "UPDATE pairs SET seal = NULL",
        "UPDATE strategies SET fuel = NULL", "UPDATE strategies SET seal = NULL",
        "UPDATE tables SET moves = NULL",    "UPDATE strategies SET fuel = -1",
    };
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        unlink("null.db");
        assert_int_equal(computes("ten", "null.db"), 45);
        test_sql("null.db",
                 "PRAGMA writable_schema = ON; CREATE TABLE keep AS SELECT name, sql FROM sqlite_schema;"
                 "UPDATE sqlite_schema SET sql = replace(sql, ' NOT NULL', '')");
        test_sql("null.db", changes[i]);
        test_sql(
            "null.db",
            "PRAGMA writable_schema = ON; UPDATE sqlite_master SET sql = (SELECT keep.sql FROM keep WHERE"
            " keep.name = sqlite_master.name) WHERE name <> 'keep'; DROP TABLE keep");
        refuses(hog, "ten", &(alea_contest_options){.database = "null.db"}, ALEA_E_FILE, "null.db",
                "is damaged");
    }
}

/* ---- work without end ---- */

enum { PAGE = 4096, LEVELS = 15, HEADER = 12 /* of a page inside a b-tree */ };

static void put_big_endian(unsigned char *at, unsigned bytes, uint32_t number)
{
    for (unsigned i = 0; i < bytes; i++) at[i] = (unsigned char)(number >> 8 * (bytes - 1 - i));
}

/* Fills a page of a b-tree whose children are all the page `child`, and whose keys are all this cell of a leaf. The format
   is https://www.sqlite.org/fileformat2.html, section 1.6. */
static void fill_page(unsigned char *page, uint32_t child, const unsigned char *cell, size_t size)
{
    const unsigned cells = (PAGE - HEADER) / (unsigned)(2 + 4 + size);
    memset(page, 0, PAGE);
    page[0] = 2;
    put_big_endian(page + 3, 2, cells);
    put_big_endian(page + 8, 4, child);
    unsigned at = PAGE;
    for (unsigned i = 0; i < cells; i++) {
        at -= 4 + (unsigned)size;
        put_big_endian(page + HEADER + 2 * i, 2, at);
        put_big_endian(page + at, 4, child);
        memcpy(page + at + 4, cell, size);
    }
    put_big_endian(page + 5, 2, at);
}

static uint32_t root_of_pairs(const char *path)
{
    sqlite3 *database;
    sqlite3_stmt *statement;
    assert_int_equal(sqlite3_open(path, &database), SQLITE_OK);
    assert_int_equal(sqlite3_exec(database, "PRAGMA journal_mode = DELETE", NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(database, "SELECT rootpage FROM sqlite_schema WHERE name = 'pairs'",
                                        -1, &statement, NULL),
                     SQLITE_OK);
    assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
    const uint32_t root = (uint32_t)sqlite3_column_int(statement, 0);
    sqlite3_finalize(statement);
    sqlite3_close(database);
    return root;
}

/* Fifteen pages, each with about fifty links to the next one: a table with 50^15 rows. */
static void a_table_without_end_is_refused(void **state)
{
    (void)state;
    unsigned char *bytes;
    size_t size;
    write_tables("two", 2);
    assert_int_equal(computes("two", "endless.db"), 1);
    const uint32_t root = root_of_pairs("endless.db");
    assert_int_equal(alea__read_file("endless.db", 1 << 24, &bytes, &size, NULL), ALEA_OK);
    assert_int_equal(size % PAGE, 0);
    const uint32_t last = (uint32_t)(size / PAGE);
    unsigned char *more = calloc(LEVELS, PAGE), *leaf = bytes + (root - 1) * PAGE;
    const unsigned cell = (unsigned)(leaf[8] << 8 | leaf[9]);
    assert_int_equal(leaf[0], 10);
    for (uint32_t i = 0; i + 1 < LEVELS; i++)
        fill_page(more + i * PAGE, last + i + 2, leaf + cell, leaf[cell] + 1u);
    memcpy(more + (LEVELS - 1) * PAGE, leaf, PAGE);
    fill_page(leaf, last + 1, leaf + cell, leaf[cell] + 1u);
    put_big_endian(bytes + 28, 4, last + LEVELS);
    FILE *file = fopen("endless.db", "wb");
    assert_int_equal(fwrite(bytes, 1, size, file) + fwrite(more, 1, LEVELS * PAGE, file),
                     size + LEVELS * PAGE);
    fclose(file);
    refuses(hog, "two", &(alea_contest_options){.database = "endless.db"}, ALEA_E_FILE, "endless.db",
            "far longer than its size explains");
    free(bytes);
    free(more);
}

/* A byte changed anywhere: either it is noticed, or the result is the same. */
static void damage_anywhere_never_changes_a_result(void **state)
{
    (void)state;
    unsigned char *bytes;
    size_t size;
    alea_contest *good = hold_with("ten", "whole.db");
    assert_int_equal(alea__read_file("whole.db", 1 << 24, &bytes, &size, NULL), ALEA_OK);
    unsigned noticed = 0;
    for (size_t at = 37; at < size; at += size / 150) {
        const char *folder = "ten";
        alea_contest *c = NULL;
        alea_error error = {0};
        bytes[at] ^= 0x41;
        write_bytes("bitten.db", bytes, size);
        bytes[at] ^= 0x41;
        alea_status status = alea_contest_run(hog, &folder, 1, NULL,
                                              &(alea_contest_options){.database = "bitten.db"}, &c, &error);
        if (status == ALEA_OK) {
            assert_same_contest(good, c);
            alea_contest_free(c);
        } else {
            noticed++;
            assert_says(error, "bitten.db");
        }
        unlink("bitten.db-wal");
        unlink("bitten.db-shm");
    }
    assert_in_range(noticed, 20, 150);
    for (size_t length = 100; length < size; length += size / 13) {
        write_bytes("bitten.db", bytes, length);
        refuses(hog, "ten", &(alea_contest_options){.database = "bitten.db"}, ALEA_E_FILE, "bitten.db", "");
        unlink("bitten.db-wal");
        unlink("bitten.db-shm");
    }
    free(bytes);
    alea_contest_free(good);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_second_contest_computes_nothing),
        cmocka_unit_test(a_resubmission_computes_only_its_own_row),
        cmocka_unit_test(other_rules_are_kept_apart),
        cmocka_unit_test(a_strategy_stopped_by_fuel_is_not_asked_again),
        cmocka_unit_test(a_contest_that_was_stopped_goes_on),
        cmocka_unit_test(any_name_is_a_files_name),
        cmocka_unit_test(an_empty_file_becomes_a_database),
        cmocka_unit_test(a_file_of_another_kind_is_left_alone),
        cmocka_unit_test(a_database_of_another_program_is_left_alone),
        cmocka_unit_test(a_newer_database_is_left_alone),
        cmocka_unit_test(a_folder_and_a_device_are_not_databases),
        cmocka_unit_test(a_folder_that_is_not_there_is_named),
        IN_A_FOLDER(an_unwritable_database_is_reported),
        cmocka_unit_test(a_database_in_use_is_waited_for_and_then_refused),
        cmocka_unit_test(rows_that_were_changed_are_not_believed),
        cmocka_unit_test(only_the_tables_of_alea_are_accepted),
        cmocka_unit_test(nulls_are_damage),
        cmocka_unit_test(a_table_without_end_is_refused),
        cmocka_unit_test(damage_anywhere_never_changes_a_result),
    };
    return cmocka_run_group_tests(tests, open_all, close_all);
}
