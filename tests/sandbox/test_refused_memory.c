/* The system refuses memory to a bot within the bot's own limit: the work ends with ALEA_E_MEMORY, whatever the bot does
   then. */
#include "lab.h"
#include "sandbox/python.h"

#include <errno.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Linear memories grow by mprotect (memory_limit.c). From some call on, the system refuses it. */
static atomic_long calls_left;
static atomic_bool refused;

int mprotect(void *at, size_t size, int protection)
{
    if (protection == (PROT_READ | PROT_WRITE) && atomic_fetch_sub(&calls_left, 1) <= 0) {
        atomic_store(&refused, true);
        errno = ENOMEM;
        return -1;
    }
    return (int)syscall(SYS_mprotect, at, size, protection);
}

static void refuse_after(long calls)
{
    atomic_store(&calls_left, calls);
    atomic_store(&refused, false);
}

static alea_game *pig_pen, *hog;
static alea_sandbox *sandbox;

static int open_all(void **state)
{
    (void)state;
    refuse_after(LONG_MAX);
    pig_pen = lab_game("pig-pen(goal=20)");
    hog = lab_game("hog(goal=10)");
    sandbox = lab_sandbox(NULL);
    return 0;
}

static int close_all(void **state)
{
    (void)state;
    alea_sandbox_free(sandbox);
    alea_game_free(pig_pen);
    alea_game_free(hog);
    return 0;
}

/* ---- on the step path ---- */

/* A bot of pig-pen that requests a page and then runs this text; the result of memory.grow is on the stack. */
static const char *growing(const char *then)
{
    char text[1000];
    const int size = snprintf(text, sizeof text,
                              "(module (memory (export \"memory\") 1) (func (export \"should_roll\") (param "
                              "i32 i32 i32) (result i32)"
                              " (memory.grow (i32.const 1)) %s))",
                              then);
    return lab_assemble("growing.wasm", text, (size_t)size);
}

/* The first answer is right; in the second question the system refuses the page, and in the third it has pages again. */
static void ends_with_memory(const char *then)
{
    refuse_after(LONG_MAX);
    alea_bot *bot = lab_bot(pig_pen, sandbox, growing(then));
    alea__instance *instance = lab_start(bot, LAB_SEED, 0);
    alea__decision first = lab_ask(bot, instance, 0);
    assert_int_equal(first.failure, ALEA_NO_FAILURE);
    assert_false(first.exhausted);
    refuse_after(0);
    assert_true(lab_ask(bot, instance, 0).exhausted);
    assert_true(atomic_load(&refused));
    refuse_after(LONG_MAX);
    assert_true(lab_ask(bot, instance, 0).exhausted); /* of what it does from then on, nothing counts */
    bot->ops->end(instance);
    alea_bot_free(bot);
}

static void whatever_a_bot_does_then_the_work_ends(void **state)
{
    (void)state;
    ends_with_memory("i32.const -1 i32.eq");
    ends_with_memory("(if (i32.eq (i32.const -1)) (then unreachable)) i32.const 1");
    ends_with_memory(
        "(if (i32.eq (i32.const -1)) (then (loop br 0))) i32.const 1"); /* until its fuel is used up */
}

static void no_bot_is_blamed_for_its_start(void **state)
{
    (void)state;
    char path[LAB_PATH];
    alea_bot *bot;
    refuse_after(0);
    assert_int_equal(alea_bot_open(pig_pen, lab_bot_path("two", path), sandbox, &bot, &test_error),
                     ALEA_E_MEMORY);
    refuse_after(LONG_MAX);
    bot = lab_bot(pig_pen, sandbox, "wasm:two");
    alea__instance *instance;
    refuse_after(0);
    assert_int_equal(bot->ops->start(bot, &(alea__instance_id){.seed = 1}, &instance, &test_error),
                     ALEA_E_MEMORY);
    refuse_after(LONG_MAX);
    alea_bot_free(bot);
}

/* A function that starts by asking for a page and traps without it. */
static void nor_for_what_its_start_does(void **state)
{
    (void)state;
    static const char text[] =
        "(module (memory (export \"memory\") 1) (func $start (if (i32.eq (memory.grow (i32.const 1)) "
        "(i32.const -1)) (then unreachable)))"
        " (start $start) (func (export \"should_roll\") (param i32 i32 i32) (result i32) i32.const 0))";
    alea_bot *bot;
    lab_assemble("starting.wasm", text, sizeof text - 1);
    refuse_after(1);
    assert_int_equal(alea_bot_open(pig_pen, "starting.wasm", sandbox, &bot, &test_error), ALEA_E_MEMORY);
    assert_true(atomic_load(&refused));
    refuse_after(LONG_MAX);
}

/* ---- whole matches ---- */

static alea_status play(alea_bot *const bots[2], uint64_t games, alea_run_result **result)
{
    const alea_run_options options = {.games = games, .threads = 1, .seed = LAB_SEED, .seed_given = true};
    return alea_run_match(pig_pen, bots, 2, &options, result, &test_error);
}

/* Wherever in it the system begins to refuse memory, a match ends with ALEA_E_MEMORY or with the right result. grow_quiet plays on
   without memory, and its moves do not depend on it. `games` decides between the step path and the block path. */
static void match_is_right_or_ends(uint64_t games)
{
    refuse_after(LONG_MAX);
    alea_bot *bots[2] = {lab_bot(pig_pen, sandbox, "hold(5)"), lab_bot(pig_pen, sandbox, "wasm:grow_quiet")};
    alea_run_result *expected, *found;
    OK(play(bots, games, &expected));
    const long calls = LONG_MAX - atomic_load(&calls_left);
    long ended = 0;
    assert_that(calls, >, 10);
    for (long k = 0; k < calls; k = k < 8 ? k + 1 : 8 * k) {
        refuse_after(k);
        const alea_status status = play(bots, games, &found);
        if (status == ALEA_E_MEMORY) {
            ended++;
            continue;
        }
        assert_int_equal(status, ALEA_OK);
        assert_int_equal(found->standing[0].wins, expected->standing[0].wins);
        assert_int_equal(found->standing[1].forfeits, 0);
        alea_run_result_free(found);
    }
    assert_that(ended, >, 5);
    refuse_after(LONG_MAX);
    alea_run_result_free(expected);
    alea_bot_free(bots[0]);
    alea_bot_free(bots[1]);
}

static void a_match_is_right_or_ends(void **state)
{
    (void)state;
    match_is_right_or_ends(20);
    match_is_right_or_ends(4500);
}

/* ---- Python ---- */

/* A strategy that takes what memory it gets, and answers by it. */
static void a_strategy_gets_all_of_its_memory_or_no_table(void **state)
{
    (void)state;
    static const char source[] =
        "PLAYER_NAME = 'A'\ntry:\n    kept = bytes(20 << 20)\nexcept MemoryError:\n    kept = b''\n"
        "def final_strategy(score, opponent_score):\n    return 4 if kept else 5\n";
    const alea__python_job job = {
        .source = source, .size = sizeof source - 1, .side = 3, .most = 10, .seed = 1};
    alea__tabulated table;
    refuse_after(LONG_MAX);
    alea_sandbox *python = open_python_sandbox();
    OK(alea__python_tabulate(python, &job, &table, &test_error));
    assert_int_equal(table.moves[0], 4);
    alea__tabulated_clear(&table);
    alea__python_prepare(python); /* so that only requests of the strategy are refused */
    refuse_after(0);
    assert_int_equal(alea__python_tabulate(python, &job, &table, &test_error), ALEA_E_MEMORY);
    assert_true(atomic_load(&refused));
    refuse_after(LONG_MAX);
    alea_sandbox_free(python);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whatever_a_bot_does_then_the_work_ends),
        cmocka_unit_test(no_bot_is_blamed_for_its_start),
        cmocka_unit_test(nor_for_what_its_start_does),
        cmocka_unit_test(a_strategy_gets_all_of_its_memory_or_no_table),
        cmocka_unit_test(a_match_is_right_or_ends),
    };
    return cmocka_run_group_tests(tests, open_all, close_all);
}
