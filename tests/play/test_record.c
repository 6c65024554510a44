/* Records: the contents of lines, that they are the games of the run, and that a file is complete or missing. */
#include "play/match.h"
#include "play/scripted_bot.h"
#include "support/files.h"

#include <dirent.h>
#include <jansson.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

/* Runs `games` games and records the first `recorded` in `path`. */
static alea_status record(const alea_game *game, alea_bot *const *bots, uint64_t games, uint64_t recorded,
                          unsigned threads, const char *path, alea_error *error)
{
    alea_run_result *result = NULL;
    const alea_run_options options = {
        .games = games, .threads = threads, .record = path, .record_games = recorded};
    alea_status status = alea_run_match(game, bots, game->players, &options, &result, error);
    alea_run_result_free(result);
    return status;
}

static json_t *next_line(FILE *file)
{
    char line[2000];
    if (!fgets(line, sizeof line, file)) return NULL;
    assert_int_equal(line[strlen(line) - 1], '\n');
    json_t *object = json_loads(line, 0, NULL);
    if (!object) fail_msg("no JSON: %s", line);
    return object;
}

static int64_t number(const json_t *object, const char *key)
{
    assert_true(json_is_integer(json_object_get(object, key)));
    return json_integer_value(json_object_get(object, key));
}

static int64_t entry(const json_t *object, const char *key, size_t index)
{
    return json_integer_value(json_array_get(json_object_get(object, key), index));
}

/* ---- what the lines say -------------------------------------------------------------------------------- */

static void the_first_line_says_what_was_played(void **unused)
{
    (void)unused;
    FAKE_GAME(game, 2);
    strcpy(game.sha256, "00ff");
    alea_bot *bots[] = {open_bot(&game, "hold(8)"), open_bot(&game, "coin( 99 )")};
    assert_int_equal(record(&game, bots, 10, 3, 1, "record.jsonl", NULL), ALEA_OK);
    char *text = read_file("record.jsonl", NULL);
    char expected[600];
    snprintf(expected, sizeof expected,
             "{\"alea\":\"record\",\"version\":2,\"written_by\":\"%s\",\"command\":\"run\","
             "\"game\":\"fake(goal=30)\",\"rules_sha256\":\"00ff\",\"seed\":20251,\"seats\":\"rotate\","
             "\"bots\":[\"hold(8)\",\"coin( 99 )\"],\"bots_sha256\":[\"%s\",\"%s\"]}\n"
             "{\"begin\":0,\"bots\":[0,1]}\n{\"roll\":[",
             alea_version(), bots[0]->identity, bots[1]->identity);
    assert_memory_equal(text, expected, strlen(expected));
    free(text);
    alea_bot_free(bots[0]);
    alea_bot_free(bots[1]);
}

/* Plays one recorded game again, line by line, on the referee. */
static void replay(const alea_game *game, FILE *file, int64_t n)
{
    alea_state state;
    json_t *line = next_line(file);
    assert_int_equal(number(line, "begin"), n);
    assert_int_equal(entry(line, "bots", 0), n % 2); /* seats rotate */
    assert_int_equal(entry(line, "bots", 1), (n + 1) % 2);
    json_decref(line);
    game->family->play->start(game->rules, &state);
    for (int mover; (mover = game->family->play->to_move(game->rules, &state)) != ALEA_OVER;
         json_decref(line)) {
        line = next_line(file);
        if (mover == ALEA_CHANCE) {
            game->family->play->apply(game->rules, &state, (uint32_t)entry(line, "roll", 0) - 1, NULL);
            continue;
        }
        assert_int_equal(number(line, "seat"), mover);
        const char *move = json_string_value(json_object_get(line, "move"));
        if (json_object_get(line, "forfeit"))
            game->family->play->forfeit(game->rules, &state);
        else
            game->family->play->apply(game->rules, &state, strcmp(move, "roll") == 0 ? FAKE_ROLL : FAKE_HOLD,
                                      NULL);
    }
    alea_outcome outcome;
    game->family->play->outcome(game->rules, &state, &outcome);
    json_t *end_line = next_line(file), *end = json_object_get(end_line, "end");
    if (outcome.winner < 0)
        assert_true(json_is_null(json_object_get(end, "winner")));
    else
        assert_int_equal(number(end, "winner"), outcome.winner);
    assert_int_equal(json_is_true(json_object_get(end, "unfinished")), outcome.unfinished);
    assert_int_equal(number(end, "turns"), outcome.turns);
    for (unsigned seat = 0; seat < 2; seat++) {
        assert_int_equal(entry(end, "scores", seat), outcome.score[seat]);
        assert_int_equal(entry(end, "money", seat), outcome.money[seat]);
    }
    json_decref(end_line);
}

static void recorded_games_can_be_replayed(void **unused)
{
    (void)unused;
    FAKE_GAME(game, 2);
    alea_bot *bots[] = {open_bot(&game, "forfeit(5)"), open_bot(&game, "coin(150)")};
    assert_int_equal(record(&game, bots, 300, 300, 1, "record.jsonl", NULL), ALEA_OK);
    FILE *file = fopen("record.jsonl", "r");
    json_decref(next_line(file));
    for (int64_t n = 0; n < 300; n++) replay(&game, file, n);
    assert_null(next_line(file));
    fclose(file);
    alea_bot_free(bots[0]);
    alea_bot_free(bots[1]);
}

static void forfeits_are_written_with_reason_and_text(void **unused)
{
    (void)unused;
    FAKE_GAME(game, 2);
    scripted_bot bad = SCRIPTED_BOT(&game, fails_always);
    alea_bot *other = open_bot(&game, "hold(8)");
    assert_int_equal(record(&game, (alea_bot *[]){&bad.base, other}, 100, 100, 1, "record.jsonl", NULL),
                     ALEA_OK);
    char *text = read_file("record.jsonl", NULL);
    assert_non_null(strstr(text, "{\"seat\":0,\"forfeit\":\"trap\",\"text\":\"unreachable\"}\n"));
    assert_non_null(strstr(text, "\"forfeit\":\"skipped\""));
    free(text);
    alea_bot_free(other);
}

/* ---- which games --------------------------------------------------------------------------------------- */

/* Depends on all of the block's past. */
static void counts(scripted_instance *instance, const fake_state *s, alea__decision *out)
{
    out->move = (instance->decisions + s->turn) % 3 == 0 ? FAKE_HOLD : FAKE_ROLL;
}

static void game_n_is_the_same_however_many_are_recorded_and_whoever_plays(void **unused)
{
    (void)unused;
    FAKE_GAME(game, 2);
    scripted_bot counting = SCRIPTED_BOT(&game, counts);
    counting.silent = true;
    alea_bot *bots[] = {&counting.base, open_bot(&game, "coin(99)")};
    assert_int_equal(record(&game, bots, 5000, 5000, 1, "all.jsonl", NULL), ALEA_OK);
    assert_int_equal(record(&game, bots, 5000, 10, 1, "ten.jsonl", NULL), ALEA_OK);
    assert_int_equal(record(&game, bots, 9000, 5000, 8, "threads.jsonl", NULL), ALEA_OK);
    char *all = read_file("all.jsonl", NULL), *ten = read_file("ten.jsonl", NULL),
         *threads = read_file("threads.jsonl", NULL);
    assert_string_equal(all, threads);
    assert_that(strlen(ten), <, strlen(all));
    assert_memory_equal(all, ten, strlen(ten));
    free(all);
    free(ten);
    free(threads);
    alea_bot_free(bots[1]);
}

static void by_default_a_thousand_games_are_recorded_or_all(void **unused)
{
    (void)unused;
    FAKE_GAME(game, 2);
    alea_bot *bots[] = {open_bot(&game, "hold(8)"), open_bot(&game, "hold(5)")};
    assert_int_equal(record(&game, bots, 2000, 0, 1, "record.jsonl", NULL), ALEA_OK);
    char *text = read_file("record.jsonl", NULL);
    assert_non_null(strstr(text, "{\"begin\":999,"));
    assert_null(strstr(text, "{\"begin\":1000,"));
    free(text);
    assert_int_equal(record(&game, bots, 20, 0, 1, "record.jsonl", NULL), ALEA_OK);
    text = read_file("record.jsonl", NULL);
    assert_non_null(strstr(text, "{\"begin\":19,"));
    free(text);
    alea_bot_free(bots[0]);
    alea_bot_free(bots[1]);
}

static void a_seed_beyond_what_json_holds_is_text(void **unused)
{
    (void)unused;
    FAKE_GAME(game, 2);
    alea_bot *bots[] = {open_bot(&game, "hold(8)"), open_bot(&game, "hold(5)")};
    alea_run_result *result;
    const alea_run_options options = {
        .games = 5, .seed = UINT64_MAX, .seed_given = true, .record = "record.jsonl"};
    assert_int_equal(alea_run_match(&game, bots, 2, &options, &result, NULL), ALEA_OK);
    char *text = read_file("record.jsonl", NULL);
    assert_non_null(strstr(text, "\"seed\":\"18446744073709551615\""));
    free(text);
    alea_run_result_free(result);
    alea_bot_free(bots[0]);
    alea_bot_free(bots[1]);
}

/* ---- whole or not there -------------------------------------------------------------------------------- */

static unsigned files_here(void)
{
    unsigned count = 0;
    DIR *folder = opendir(".");
    for (struct dirent *file; (file = readdir(folder));)
        count += file->d_name[0] != '.' || strlen(file->d_name) > 2;
    closedir(folder);
    return count;
}

static void a_full_device_is_an_error(void **unused)
{
    (void)unused;
    FAKE_GAME(game, 2);
    alea_error error;
    alea_bot *bots[] = {open_bot(&game, "hold(8)"), open_bot(&game, "hold(5)")};
    assert_int_equal(record(&game, bots, 1000, 1000, 1, "/dev/full", &error), ALEA_E_WRITE);
    assert_non_null(strstr(error.message, "/dev/full"));
    assert_non_null(strstr(error.message, "No space left"));
    assert_int_equal(record(&game, bots, 10, 10, 1, "no/such/folder/record", &error), ALEA_E_WRITE);
    alea_bot_free(bots[0]);
    alea_bot_free(bots[1]);
}

static void a_disk_that_fills_up_leaves_the_old_file_and_nothing_else(void **unused)
{
    (void)unused;
    FAKE_GAME(game, 2);
    alea_error error;
    struct rlimit before, small;
    alea_bot *bots[] = {open_bot(&game, "hold(8)"), open_bot(&game, "hold(5)")};
    assert_int_equal(record(&game, bots, 10, 10, 1, "kept.jsonl", NULL), ALEA_OK);
    char *old = read_file("kept.jsonl", NULL);
    unsigned files = files_here();
    getrlimit(RLIMIT_FSIZE, &before);
    small = before;
    small.rlim_cur = 100000; /* as a disk with so much room */
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &small);
    alea_status kept = record(&game, bots, 5000, 5000, 1, "kept.jsonl", &error);
    alea_status fresh = record(&game, bots, 5000, 5000, 1, "fresh.jsonl", NULL);
    setrlimit(RLIMIT_FSIZE, &before);
    assert_int_equal(kept, ALEA_E_WRITE);
    assert_int_equal(fresh, ALEA_E_WRITE);
    assert_non_null(strstr(error.message, "kept.jsonl"));
    char *now = read_file("kept.jsonl", NULL);
    assert_string_equal(now, old);
    assert_int_equal(files_here(), files);
    free(old);
    free(now);
    alea_bot_free(bots[0]);
    alea_bot_free(bots[1]);
}

static int stop_at_once(void *user, uint64_t done, uint64_t total)
{
    (void)user, (void)done, (void)total;
    return 1;
}

static void a_run_stopped_while_recording_leaves_no_record(void **unused)
{
    (void)unused;
    FAKE_GAME(game, 2);
    alea_bot *bots[] = {open_bot(&game, "hold(8)"), open_bot(&game, "hold(5)")};
    alea_run_result *result;
    const alea_run_options options = {.games = 10000,
                                      .record = "stopped.jsonl",
                                      .record_games = 10000,
                                      .progress = {.report = stop_at_once}};
    assert_int_equal(alea_run_match(&game, bots, 2, &options, &result, NULL), ALEA_E_STOPPED);
    assert_int_equal(access("stopped.jsonl", F_OK), -1);
    alea_bot_free(bots[0]);
    alea_bot_free(bots[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_line_says_what_was_played),
        cmocka_unit_test(recorded_games_can_be_replayed),
        cmocka_unit_test(forfeits_are_written_with_reason_and_text),
        cmocka_unit_test(game_n_is_the_same_however_many_are_recorded_and_whoever_plays),
        cmocka_unit_test(by_default_a_thousand_games_are_recorded_or_all),
        cmocka_unit_test(a_seed_beyond_what_json_holds_is_text),
        cmocka_unit_test(a_full_device_is_an_error),
        cmocka_unit_test(a_disk_that_fills_up_leaves_the_old_file_and_nothing_else),
        cmocka_unit_test(a_run_stopped_while_recording_leaves_no_record),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
