/* Workers that lie: nothing from a worker is trusted without a check, and an invalid result only costs its own bot the
   game. fake_worker.c replaces alea-worker. */
#include "play/match_replay.h"
#include "sandbox/lab.h"
#include "sandbox/python.h"
#include "sandbox/unzip.h"

#include <time.h>
#include <unistd.h>

/* A sandbox with lying workers: the name of the program is the name of the lie. */
static alea_sandbox *lying_sandbox(const char *lie, alea_sandbox_options options)
{
    char fake[LAB_PATH], own[LAB_PATH];
    alea_sandbox *sandbox;
    snprintf(fake, sizeof fake, "%s/tests/fake_worker", getenv("ALEA_BUILD"));
    snprintf(own, sizeof own, "./%s", lie);
    unlink(own);
    if (link(fake, own) != 0) fail_msg("cannot link %s", fake);
    options.worker = own;
    options.python = "python.wasm"; /* never opened */
    OK(alea_sandbox_open(&options, &sandbox, &test_error));
    return sandbox;
}

/* Opening a file in such a sandbox fails with this status and message. */
static void opening_of_fails(const char *lie, const char *spec, alea_status status, const char *words)
{
    alea_game *game = lab_game(spec);
    alea_sandbox *sandbox = lying_sandbox(lie, (alea_sandbox_options){0});
    alea_bot *bot;
    alea_error error = {0};
    char path[LAB_PATH];
    assert_int_equal(alea_bot_open(game, lab_bot_path("two", path), sandbox, &bot, &error), status);
    assert_says(error, words);
    assert_null(strchr(error.message, '\033'));
    alea_sandbox_free(sandbox);
    alea_game_free(game);
}

static void opening_fails(const char *lie, alea_status status, const char *words)
{
    opening_of_fails(lie, "pig-pen", status, words);
}

static void what_is_said_about_a_file_is_checked(void **state)
{
    (void)state;
    opening_fails("no-zygote", ALEA_E_SANDBOX, "same version");
    opening_fails("imports", ALEA_E_BOT, "its process sent a wrong answer");
    opening_of_fails("rolls", "pig", ALEA_E_BOT, "its process sent a wrong answer"); /* of one die */
    opening_fails(
        "memory", ALEA_E_BOT,
        "its process ran out of memory (machine-dependent)"); /* the bot's fault: it must not end a contest */
}

/* Asks a question in such a sandbox: the bot fails with this text. */
static void asking_fails(const char *lie, const char *words)
{
    alea_game *game = lab_game("pig-pen");
    alea_sandbox *sandbox = lying_sandbox(lie, (alea_sandbox_options){0});
    alea_bot *bot = lab_bot(game, sandbox, "wasm:two");
    alea__instance *instance = lab_start(bot, LAB_SEED, 0);
    alea__decision d = lab_ask(bot, instance, 5);
    assert_int_equal(d.failure, ALEA_TRAP);
    assert_text_says(d.text, words);
    d = lab_ask(bot, instance, 6); /* and again, although its worker is gone */
    assert_int_equal(d.failure, ALEA_TRAP);
    bot->ops->end(instance);
    alea_bot_free(bot);
    alea_sandbox_free(sandbox);
    alea_game_free(game);
}

static void answers_are_checked(void **state)
{
    (void)state;
    asking_fails("bool", "wrong answer");
    asking_fails("failure", "wrong answer");
    asking_fails("many", "wrong answer");
    asking_fails("none", "wrong answer");
    asking_fails("gone", "its process ended");
    asking_fails("flood", "wrong answer");
}

static void texts_of_workers_are_made_printable(void **state)
{
    (void)state;
    alea_game *game = lab_game("pig-pen");
    alea_sandbox *sandbox = lying_sandbox("escape", (alea_sandbox_options){0});
    alea_bot *bot = lab_bot(game, sandbox, "wasm:two");
    alea_bot_report *report;
    OK(alea_bot_check(bot, NULL, &report, &test_error));
    assert_string_equal(report->what, "what\\x1B[2J");
    alea_bot_report_free(report);
    alea_bot_free(bot);
    alea_sandbox_free(sandbox);
    alea_game_free(game);
}

/* Impossible counts are rejected: the block has to be played on the step path. */
static void tallies_are_checked(void **state)
{
    (void)state;
    const char *const lies[] = {"wins", "both-win", "money", "stranger", "games"};
    for (size_t i = 0; i < sizeof lies / sizeof *lies; i++) {
        alea_game *game = lab_game("pig-pen");
        alea_sandbox *sandbox = lying_sandbox(lies[i], (alea_sandbox_options){0});
        alea_bot *bots[2] = {lab_bot(game, sandbox, "wasm:two"), lab_bot(game, NULL, "hold(25)")};
        const alea__arena_match match = {.game = game, .bots = bots, .seed = LAB_SEED};
        alea__arena *arena;
        alea__tally tally = {0}, untouched = {0};
        OK(alea__arena_open(&match, &arena, &test_error));
        if (alea__arena_play(arena, (alea__arena_blocks){0, 100, 1}, &tally))
            fail_msg("%s was believed", lies[i]);
        assert_memory_equal(&tally, &untouched, sizeof tally);
        alea__arena_free(arena);
        alea_bot_free(bots[0]);
        alea_bot_free(bots[1]);
        alea_sandbox_free(sandbox);
        alea_game_free(game);
    }
}

static bool steps_are_believed(const char *lie)
{
    alea_game *game = lab_game("pig-pen");
    alea_sandbox *sandbox = lying_sandbox(lie, (alea_sandbox_options){0});
    alea_bot *bots[2] = {lab_bot(game, sandbox, "wasm:two"), lab_bot(game, NULL, "hold(25)")};
    const alea__match match = {.game = game, .bots = bots, .seed = LAB_SEED};
    alea__remote_match *remote;
    alea__counts counts = {0}, untouched = {0};
    OK(alea__remote_match_open(&match, &remote, &test_error));
    const bool believed = alea__remote_match_play(remote, 0, 100, &counts);
    if (!believed) assert_memory_equal(&counts, &untouched, sizeof counts);
    alea__remote_match_free(remote);
    alea_bot_free(bots[0]);
    alea_bot_free(bots[1]);
    alea_sandbox_free(sandbox);
    alea_game_free(game);
    return believed;
}

/* The same for the step path, and for reports of failures. */
static void counts_of_steps_are_checked(void **state)
{
    (void)state;
    const char *const lies[] = {"wins",     "both-win",   "money",      "stranger", "games",
                                "failures", "first-game", "no-failure", "words"};
    for (size_t i = 0; i < sizeof lies / sizeof *lies; i++)
        if (steps_are_believed(lies[i])) fail_msg("%s was believed", lies[i]);
    assert_true(steps_are_believed("nothing")); /* possible: no winner and no failure */
}

/* Whether the moves of a lying worker are accepted; test_steps.c checks whether they fit the games. */
static bool moves_are_read(const char *lie)
{
    alea_game *game = lab_game("pig-pen");
    alea_sandbox *sandbox = lying_sandbox(lie, (alea_sandbox_options){0});
    alea_bot *bots[2] = {lab_bot(game, sandbox, "wasm:two"), lab_bot(game, NULL, "hold(25)")};
    const alea__match match = {.game = game, .bots = bots, .seed = LAB_SEED};
    const alea__remote_span span = {0, 100, 0};
    alea__match_moves moves = {.start_fails = {0}};
    alea__remote_match *remote;
    OK(alea__remote_match_open(&match, &remote, &test_error));
    const bool read = alea__remote_match_record(remote, &span, &moves);
    if (read) {
        alea__counts counts = {0};
        assert_int_equal(alea__match_replay(&match, &span, &moves, &counts, &test_error), ALEA_E_BOT);
    }
    alea__match_moves_clear(&moves);
    alea__remote_match_free(remote);
    alea_bot_free(bots[0]);
    alea_bot_free(bots[1]);
    alea_sandbox_free(sandbox);
    alea_game_free(game);
    return read;
}

static void moves_of_steps_are_checked(void **state)
{
    (void)state;
    const char *const lies[] = {"wins", "games", "failures", "first-game", "bytes"};
    for (size_t i = 0; i < sizeof lies / sizeof *lies; i++)
        if (moves_are_read(lies[i])) fail_msg("%s was believed", lies[i]);
    assert_true(moves_are_read("nothing")); /* it can be read, but a match without moves is impossible */
}

static void tables_of_strategies_are_checked(void **state)
{
    (void)state;
    const char *const lies[] = {"moves", "short"};
    for (size_t i = 0; i < sizeof lies / sizeof *lies; i++) {
        alea_sandbox *sandbox = lying_sandbox(lies[i], (alea_sandbox_options){0});
        const alea__python_job job = {.source = "", .side = 100, .most = 10};
        alea__tabulated out;
        OK(alea__python_judge(sandbox, &job, &out, &test_error));
        assert_null(out.moves);
        assert_string_equal(out.failure_kind, "trap");
        assert_text_says(out.text, "wrong answer");
        alea__tabulated_clear(&out);
        alea_sandbox_free(sandbox);
    }
}

/* Reads an archive with workers that lie so. */
static alea_status unzip_with(const char *lie, uint64_t largest, alea__unzipped *out, alea_error *error)
{
    alea_sandbox *sandbox = lying_sandbox(lie, (alea_sandbox_options){0});
    const alea__unzip_job job = {.data = (const unsigned char *)"PK", .size = 2, .largest = largest};
    const alea_status status = sandbox->unzip(sandbox, &job, out, error);
    alea_sandbox_free(sandbox);
    return status;
}

static void files_of_archives_are_checked(void **state)
{
    (void)state;
    const char *const lies[] = {"members", "more-members", "nameless", "kind",
                                "time",    "size",         "rest",     "listed-bytes"};
    alea__unzipped out;
    for (size_t i = 0; i < sizeof lies / sizeof *lies; i++) {
        alea_error error = {0};
        if (unzip_with(lies[i], 100, &out, &error) != ALEA_E_BOT) fail_msg("%s was believed", lies[i]);
        assert_says(error, "wrong answer");
        assert_null(out.member);
    }
    assert_int_equal(unzip_with("nothing", 2, &out, NULL), ALEA_E_BOT); /* more bytes than were asked for */
    OK(unzip_with("nothing", 3, &out, &test_error));
    assert_int_equal(out.count, 1);
    assert_string_equal(out.member[0].name, "a.csv");
    assert_memory_equal(out.member[0].data, "6,6", 4);
    alea__unzipped_clear(&out);
}

/* ---- a worker that does not answer ---- */

typedef struct stop_after {
    struct timespec begun;
    double seconds;
} stop_after;

static double seconds_since(const struct timespec *begun)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - begun->tv_sec) + 1e-9 * (double)(now.tv_nsec - begun->tv_nsec);
}

static bool is_late(void *user)
{
    const stop_after *s = user;
    return seconds_since(&s->begun) > s->seconds;
}

/* A worker that sends nothing, or one byte now and then. */
static void stop_ends_a_worker_that(const char *lie)
{
    stop_after stop = {.seconds = 1e9};
    alea_game *game = lab_game("pig-pen");
    alea_sandbox *sandbox = lying_sandbox(lie, (alea_sandbox_options){.stopped = is_late, .user = &stop});
    alea_bot *bot = lab_bot(game, sandbox, "wasm:two");
    alea__instance *instance = lab_start(bot, LAB_SEED, 0);
    clock_gettime(CLOCK_MONOTONIC, &stop.begun);
    stop.seconds = 0.1;
    alea__decision d = lab_ask(bot, instance, 5);
    const double took = seconds_since(&stop.begun);
    assert_true(d.stopped);
    assert_that(took, >=, 0.1);
    assert_that(took, <, is_sanitized() ? 3.0 : 1.0); /* 0.05 s on an idle machine */
    bot->ops->end(instance);
    alea_bot_free(bot);
    alea_sandbox_free(sandbox);
    alea_game_free(game);
}

static void a_request_to_stop_ends_a_worker_that_does_not_answer(void **state)
{
    (void)state;
    stop_ends_a_worker_that("silent");
    stop_ends_a_worker_that("drip");
}

/* ---- random bytes ---- */

/* A run with such workers: whatever they send, the result is a message, or free of impossible numbers. */
static void run_with_garbage(unsigned seed)
{
    char lie[32];
    alea_game *game = lab_game("pig-pen");
    snprintf(lie, sizeof lie, "garbage-%u", seed);
    alea_sandbox *sandbox = lying_sandbox(lie, (alea_sandbox_options){0});
    char path[LAB_PATH];
    alea_bot *bots[2] = {NULL, lab_bot(game, NULL, "hold(25)")};
    alea_error error = {0};
    alea_status status = alea_bot_open(game, lab_bot_path("two", path), sandbox, &bots[0], &error);
    if (status == ALEA_OK) {
        const alea__match match = {.game = game, .bots = bots, .seed = LAB_SEED};
        alea__counts counts = {0};
        alea__remote_match *remote;
        OK(alea__remote_match_open(&match, &remote, &test_error));
        const bool believed = alea__remote_match_play(remote, 0, 20, &counts);
        alea__remote_match_free(remote);
        assert_int_equal(counts.tally.games, believed ? 20 : 0);
        counts = (alea__counts){0};
        OK(alea__match_play(&match, 0, 20, &counts, &test_error));
        assert_int_equal(counts.tally.games, 20);
    } else {
        assert_int_equal(status, ALEA_E_BOT);
        assert_that(strlen(error.message), >, 10);
    }
    alea_bot_free(bots[0]);
    alea_bot_free(bots[1]);
    alea_sandbox_free(sandbox);
    alea_game_free(game);
    unlink(lie);
}

static void random_answers_do_no_harm(void **state)
{
    (void)state;
    const unsigned runs = getenv("ALEA_SOAK") ? 5000 : is_sanitized() ? 40 : 150;
    for (unsigned seed = 1; seed <= runs; seed++) run_with_garbage(seed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_said_about_a_file_is_checked),
        cmocka_unit_test(answers_are_checked),
        cmocka_unit_test(texts_of_workers_are_made_printable),
        cmocka_unit_test(tallies_are_checked),
        cmocka_unit_test(counts_of_steps_are_checked),
        cmocka_unit_test(moves_of_steps_are_checked),
        cmocka_unit_test(tables_of_strategies_are_checked),
        cmocka_unit_test(files_of_archives_are_checked),
        cmocka_unit_test(a_request_to_stop_ends_a_worker_that_does_not_answer),
        cmocka_unit_test(random_answers_do_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
