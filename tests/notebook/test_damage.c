/* Notebooks that are damaged or from another program: they are refused, or have the same contents. The seal follows every
   change, and older notebooks are copied before they are upgraded. */
#include "notebook/notebook.h"
#include "review/review_test.h"
#include "support/files.h"
#include "support/sql.h"

#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

enum { GAMES = 6, TODAY = 1795392000 };
static const char *const file = "notebook.db";

/* ---- a notebook to damage ---- */

/* Writes a notebook of GAMES random games with cards of one seat, and adds to it what `more` says. */
static void write_notebook(void (*more)(alea_notebook *))
{
    alea_notebook *notebook;
    alea_reviewer *reviewer;
    alea_game *game = open_game("pig(goal=20)");
    alea_record record = test_games(game, GAMES, test_any_move, NULL);
    OK(alea_reviewer_open(NULL, &reviewer, &test_error));
    OK(alea_notebook_open(file, &notebook, &test_error));
    for (size_t i = 0; i < GAMES; i++) {
        alea_review *review;
        bool added;
        OK(alea_review_game(reviewer, &record, i, &review, &test_error));
        OK(alea_notebook_add(notebook, reviewer, review, 1, TODAY, &added, &test_error));
        assert_true(added);
        alea_review_free(review);
    }
    if (more) more(notebook);
    alea_notebook_free(notebook);
    test_forget(&record);
    alea_reviewer_free(reviewer);
}

static void remove_notebook(void)
{
    unlink(file);
    unlink("notebook.db-wal");
    unlink("notebook.db-shm");
}

/* As write_notebook(NULL), but quickly. */
static void restore_notebook(void)
{
    static char *bytes;
    static size_t size;
    remove_notebook();
    if (!bytes) {
        write_notebook(NULL);
        bytes = read_file(file, &size);
    } else {
        write_bytes(file, bytes, size);
    }
}

static void is_refused(const char *words)
{
    alea_notebook *notebook;
    assert_int_equal(alea_notebook_open(file, &notebook, &test_error), ALEA_E_FILE);
    assert_says(test_error, file);
    assert_says(test_error, words);
}

static char *exported(alea_notebook *notebook)
{
    char *text;
    OK(alea_notebook_export(notebook, NULL, &text, &test_error));
    return text;
}

/* ---- the seal ---- */

static void reopen(void)
{
    alea_notebook *notebook;
    OK(alea_notebook_open(file, &notebook, &test_error));
    alea_notebook_free(notebook);
}

static void answer_and_delete(alea_notebook *notebook)
{
    alea_card *card;
    size_t count;
    int64_t due;
    uint64_t games;
    OK(alea_notebook_due(notebook, NULL, TODAY, 10, &card, &count, &test_error));
    assert_that(count, >, 1);
    OK(alea_notebook_answer(notebook, card[0].id, true, TODAY, &due, &test_error));
    reopen();
    OK(alea_notebook_answer(notebook, card[1].id, false, TODAY, &due, &test_error));
    reopen();
    alea_notebook_cards_free(card, count);
    OK(alea_notebook_delete(notebook, &(alea_notebook_filter){.player = "Ann"}, &games, &test_error));
    assert_int_equal(games, GAMES);
    reopen();
    OK(alea_notebook_delete(notebook, NULL, &games, &test_error));
    assert_int_equal(games, GAMES);
    reopen();
}

static void the_seal_follows_every_change(void **state)
{
    (void)state;
    write_notebook(answer_and_delete);
    reopen();
    write_notebook(NULL); /* the same games again */
    reopen();
}

static void changed_rows_are_refused(void **state)
{
    (void)state;
    static const char *const changes[] = {
        "UPDATE seat SET luck = luck + 1e-15 WHERE id = 3",
        "UPDATE seat SET player = 'Eve' WHERE id = 2",
        "UPDATE card SET why = why || '.' WHERE id = 1",
        "UPDATE card SET box = 1 WHERE id = 2",
        "UPDATE game SET kept = kept + 1 WHERE id = 1",
        "UPDATE seat SET id = 1000 WHERE id = 1",
        "DELETE FROM card WHERE id = 1",
        "DELETE FROM seal",
        "UPDATE seal SET sha256 = zeroblob(32)",
        "UPDATE seal SET sha256 = zeroblob(31)",
        "UPDATE seal SET sha256 = 7",
        "INSERT INTO seat SELECT 500, game, game_spec, game_name, objective, kept, seat, player, result, "
        "start, luck,"
        " mistakes, opponents_mistakes, adjusted, decisions, inaccuracies, mistaken, blunders FROM seat "
        "WHERE id = 1",
    };
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        restore_notebook();
        test_sql(file, changes[i]);
        is_refused("is damaged");
    }
}

/* A byte is changed anywhere: either it is noticed, or all games and cards are unchanged. */
static void damage_anywhere_is_noticed(void **state)
{
    (void)state;
    size_t size, noticed = 0, tried = 0;
    alea_notebook *notebook;
    write_notebook(NULL);
    OK(alea_notebook_open(file, &notebook, &test_error));
    char *good = exported(notebook);
    alea_notebook_free(notebook);
    char *bytes = read_file(file, &size);
    for (size_t at = 0; at < size; at += 1 + size / 400, tried++) {
        bytes[at] ^= 0x41;
        remove_notebook();
        write_bytes(file, bytes, size);
        bytes[at] ^= 0x41;
        if (alea_notebook_open(file, &notebook, &test_error) != ALEA_OK) {
            noticed++;
            assert_says(test_error, file);
            continue;
        }
        char *text = exported(notebook);
        assert_string_equal(text, good);
        alea_text_free(text);
        alea_notebook_free(notebook);
    }
    assert_that(noticed, >, tried / 4);
    alea_text_free(good);
    free(bytes);
}

/* ---- rows of strangers ---- */

/* All four ways to read. Returns the first failure. */
static alea_status read_all(alea_notebook *notebook)
{
    alea_notebook_history *history;
    alea_card *card;
    size_t count;
    char *text;
    alea_status status = alea_notebook_read(notebook, NULL, 0, TODAY, &history, &test_error);
    if (status != ALEA_OK) return status;
    alea_notebook_history_free(history);
    status = alea_notebook_read(notebook, NULL, 2, TODAY, &history, &test_error);
    if (status != ALEA_OK) return status;
    alea_notebook_history_free(history);
    status = alea_notebook_due(notebook, NULL, TODAY, 100, &card, &count, &test_error);
    if (status != ALEA_OK) return status;
    alea_notebook_cards_free(card, count);
    status = alea_notebook_export(notebook, NULL, &text, &test_error);
    if (status == ALEA_OK) alea_text_free(text);
    return status;
}

/* Changes a notebook after it was opened, as another process could: then only the reading of each column protects the
   program. */
static void is_damage_for_readers(const char *table, const char *column, const char *value)
{
    alea_notebook *notebook;
    char change[300];
    restore_notebook();
    OK(alea_notebook_open(file, &notebook, &test_error));
    snprintf(change, sizeof change,
             "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, ' NOT NULL', '') "
             "WHERE name = "
             "'%s'",
             table);
    test_sql(file, change);
    snprintf(change, sizeof change, "UPDATE %s SET %s = %s WHERE id = 1", table, column, value);
    test_sql(file, change);
    assert_int_equal(read_all(notebook), ALEA_E_FILE);
    assert_says(test_error, "is damaged");
    alea_notebook_free(notebook);
    is_refused("is damaged");
}

static void a_null_anywhere_is_damage(void **state)
{
    (void)state;
    static const char *const columns[][2] = {
        {"seat", "objective"}, {"seat", "player"}, {"seat", "game_spec"}, {"seat", "kept"},
        {"seat", "result"},    {"seat", "luck"},   {"seat", "seat"},      {"seat", "blunders"},
        {"game", "sha256"},    {"game", "kept"},   {"game", "scale"},     {"card", "why"},
        {"card", "objective"}, {"card", "moves"},  {"card", "cost"},      {"card", "box"},
        {"card", "best"},      {"card", "player"},
    };
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        is_damage_for_readers(columns[i][0], columns[i][1], "NULL");
}

static void values_out_of_range_are_damage(void **state)
{
    (void)state;
    static const char *const values[][3] = {
        {"seat", "kept", "9223372036854775807"},
        {"seat", "kept", "-9223372036854775808"},
        {"seat", "kept", "-1"},
        {"seat", "seat", "4294967296"},
        {"seat", "decisions", "-1"},
        {"seat", "mistaken", "9223372036854775807"},
        {"seat", "luck", "9e999"},
        {"seat", "objective", "'luck'"},
        {"seat", "player", "x'4100'"},
        {"seat", "player", "char(65, 0, 66)"},
        {"seat", "result", "'a text'"},
        {"card", "why", "CAST(x'9a' AS TEXT)"}, /* not UTF-8, which JSON cannot hold */
        {"card", "box", "7"},
        {"card", "due", "-9223372036854775808"},
        {"card", "asked", "9007199254740993"},
        {"card", "cost", "-9e999"},
        {"card", "moves", "''"},
        {"card", "moves", "'[]'"},
        {"card", "moves", "'{}'"},
        {"card", "moves", "'[[1, 2, 3]]'"},
        {"card", "moves", "'[[\"roll\", 2]]'"},
        {"card", "moves", "'[[\"roll\", 2, \"3\"]]'"},
        {"card", "moves", "'[[\"roll\", 2, 3], 4]'"},
    };
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        is_damage_for_readers(values[i][0], values[i][1], values[i][2]);
}

static void times_that_no_calendar_has_are_refused(void **state)
{
    (void)state;
    alea_notebook *notebook;
    int64_t due;
    OK(alea_notebook_open(file, &notebook, &test_error));
    assert_int_equal(alea_notebook_answer(notebook, 1, true, INT64_MAX, &due, &test_error), ALEA_E_RANGE);
    assert_int_equal(alea_notebook_answer(notebook, 1, true, -1, &due, &test_error), ALEA_E_RANGE);
    alea_notebook_free(notebook);
}

static void only_the_tables_of_alea_are_accepted(void **state)
{
    (void)state;
    static const char *const changes[] = {
        "CREATE TRIGGER t AFTER INSERT ON game BEGIN SELECT 1; END",
        "CREATE VIEW v AS SELECT 1",
        "CREATE INDEX another ON seat (luck)",
        "CREATE TABLE another (x)",
        "ALTER TABLE seat ADD COLUMN x AS (length(printf('%1000000000s', '')))",
        "DROP INDEX card_of",
        "PRAGMA user_version = 1",
        "PRAGMA user_version = -1",
    };
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        restore_notebook();
        test_sql(file, changes[i]);
        is_refused("its tables are not those that alea makes");
    }
}

static void a_folder_and_a_device_are_no_notebooks(void **state)
{
    (void)state;
    alea_notebook *notebook;
    assert_int_equal(mkdir("folder", 0700), 0);
    assert_int_equal(alea_notebook_open("folder", &notebook, &test_error), ALEA_E_FILE);
    assert_says(test_error, "folder: this is a folder");
    assert_int_equal(mkfifo("pipe", 0600), 0);
    assert_int_equal(alea_notebook_open("pipe", &notebook, &test_error), ALEA_E_FILE);
    assert_says(test_error, "pipe: this is a pipe");
}

/* ---- upgrades ---- */

/* Back to version 2, which had no seal. */
static const char to_version_2[] = "DROP TABLE seal; DROP INDEX card_of; PRAGMA user_version = 2";

static void an_upgrade_keeps_a_copy(void **state)
{
    (void)state;
    alea_notebook *notebook;
    struct stat about;
    uint64_t games;
    write_notebook(NULL);
    test_sql(file, to_version_2);
    assert_int_equal(chmod(file, 0600), 0);
    OK(alea_notebook_open(file, &notebook, &test_error));
    char *after = exported(notebook);
    assert_int_equal(entries("."), 4); /* with -wal and -shm */
    assert_int_equal(stat("notebook.db.version-2", &about), 0);
    assert_int_equal(about.st_mode & 0777, 0600);
    assert_int_equal(rename("notebook.db.version-2", "copy.db"), 0);
    test_sql("copy.db", "PRAGMA user_version = 2; SELECT count(*) FROM card"); /* still version 2 */
    alea_notebook *copy;
    OK(alea_notebook_open("copy.db", &copy, &test_error));
    char *before = exported(copy);
    assert_string_equal(before, after);
    alea_notebook_free(copy);
    assert_int_equal(access("copy.db.version-2", F_OK), 0);
    assert_int_equal(rename("copy.db.version-2", "notebook.db.version-2"), 0);
    OK(alea_notebook_delete(notebook, NULL, &games,
                            &test_error)); /* deleted data must not remain in the copy */
    assert_int_not_equal(access("notebook.db.version-2", F_OK), 0);
    alea_notebook_free(notebook);
    alea_text_free(before);
    alea_text_free(after);
}

static void a_damaged_older_notebook_is_not_upgraded(void **state)
{
    (void)state;
    sqlite3 *database;
    sqlite3_stmt *statement;
    write_notebook(NULL);
    test_sql(file, to_version_2);
    test_sql(file, "UPDATE seat SET kept = -5 WHERE id = 2");
    is_refused("`kept`");
    assert_int_equal(sqlite3_open(file, &database), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(database, "PRAGMA user_version", -1, &statement, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
    assert_int_equal(sqlite3_column_int(statement, 0), 2);
    sqlite3_finalize(statement);
    sqlite3_close(database);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_A_FOLDER(the_seal_follows_every_change),
        IN_A_FOLDER(changed_rows_are_refused),
        IN_A_FOLDER(damage_anywhere_is_noticed),
        IN_A_FOLDER(a_null_anywhere_is_damage),
        IN_A_FOLDER(values_out_of_range_are_damage),
        IN_A_FOLDER(times_that_no_calendar_has_are_refused),
        IN_A_FOLDER(only_the_tables_of_alea_are_accepted),
        IN_A_FOLDER(a_folder_and_a_device_are_no_notebooks),
        IN_A_FOLDER(an_upgrade_keeps_a_copy),
        IN_A_FOLDER(a_damaged_older_notebook_is_not_upgraded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
