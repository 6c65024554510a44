/* The rule file that a record or a table names must be a regular file with the recorded SHA-256; no other file runs. */
#include "support/files.h"
#include "support/test.h"
#include <alea/record.h>
#include <alea/run.h>
#include <alea/table.h>

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *const rules = "x.lua", *const record_path = "games.jsonl", *const table_path = "table.h5";

/* Copies a rule file of the library to x.lua, and makes a record and a table of its game. */
static void make_files(void)
{
    char path[4096];
    alea_game *game;
    alea_bot *bot[2];
    alea_run_result *result;
    alea_table *table;
    const alea_run_options options = {.games = 2, .threads = 1, .record = record_path, .record_games = 2};
    snprintf(path, sizeof path, "%s/rules/piglet.lua", getenv("ALEA_SOURCE"));
    char *text = read_file(path, NULL);
    write_file(rules, text);
    free(text);
    OK(alea_game_open(rules, &game, &test_error));
    for (int i = 0; i < 2; i++) OK(alea_bot_open(game, "random(0.5)", NULL, &bot[i], &test_error));
    OK(alea_run_match(game, bot, 2, &options, &result, &test_error));
    OK(alea_table_solve(game, ALEA_WIN, NULL, &table, &test_error));
    OK(alea_table_write(table, table_path, &test_error));
    alea_table_free(table);
    alea_run_result_free(result);
    for (int i = 0; i < 2; i++) alea_bot_free(bot[i]);
    alea_game_free(game);
}

static void both_open(void)
{
    alea_record *record;
    alea_table *table;
    OK(alea_record_open(record_path, &record, &test_error));
    assert_int_equal(record->count, 2);
    alea_record_free(record);
    OK(alea_table_open(NULL, table_path, &table, &test_error));
    alea_table_free(table);
}

/* Asserts that neither file opens, and that the messages name it and contain `words`. The alarm ends a test that waits. */
static void both_say(const char *words)
{
    alea_record *record;
    alea_table *table;
    alarm(60);
    assert_int_equal(alea_record_open(record_path, &record, &test_error), ALEA_E_FILE);
    assert_says(test_error, record_path);
    assert_says(test_error, words);
    assert_int_equal(alea_table_open(NULL, table_path, &table, &test_error), ALEA_E_FILE);
    assert_says(test_error, table_path);
    assert_says(test_error, words);
    alarm(0);
}

static void the_file_itself_and_a_link_to_it_will_do(void **state)
{
    (void)state;
    make_files();
    both_open();
    assert_int_equal(rename(rules, "elsewhere.lua"), 0);
    assert_int_equal(symlink("elsewhere.lua", rules), 0);
    both_open();
}

static void another_file_does_not_run(void **state)
{
    (void)state;
    static const char *const others[] = {"error('it ran')", "while true do end", "return {", ""};
    make_files();
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        write_file(rules, others[i]);
        both_say("changed since");
    }
}

/* The test itself holds the pipe open for writing and writes nothing. */
static void a_pipe_is_not_waited_for(void **state)
{
    (void)state;
    make_files();
    unlink(rules);
    assert_int_equal(mkfifo(rules, 0600), 0);
    int writer = open(rules, O_RDWR);
    assert_that(writer, >=, 0);
    both_say("this is a pipe");
    close(writer);
    both_say("this is a pipe");
}

static void folders_devices_and_nothing_are_refused(void **state)
{
    (void)state;
    make_files();
    unlink(rules);
    both_say("x.lua");
    assert_int_equal(symlink("/dev/zero", rules), 0);
    both_say("this is a device");
    unlink(rules);
    assert_int_equal(mkdir(rules, 0700), 0);
    both_say("this is a folder");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_A_FOLDER(the_file_itself_and_a_link_to_it_will_do),
        IN_A_FOLDER(another_file_does_not_run),
        IN_A_FOLDER(a_pipe_is_not_waited_for),
        IN_A_FOLDER(folders_devices_and_nothing_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
