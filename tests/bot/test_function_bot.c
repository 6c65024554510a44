/* Bots that are functions of the calling program: with positions as numbers they play as the policies that they imitate. */
#include "support/memory.h"
#include <alea/batch.h>
#include <alea/exact.h>
#include <alea/run.h>

#include <stdatomic.h>

/* What the functions below receive. */
typedef struct caller {
    const alea_batch *batch; /* reads positions */
    uint32_t hold_at;
    alea_status fails;
    atomic_uint calls, positions;
} caller;

/* hold(n) in Pig, whose numbers are own, turn and other. */
static alea_status decide(void *user, const alea_state *state, size_t count, uint32_t *move,
                          alea_error *error)
{
    caller *c = user;
    static _Thread_local int32_t seen[8192][3];
    static _Thread_local uint8_t mask[8192][2];
    assert_that(count, <=, 8192);
    atomic_fetch_add(&c->calls, 1);
    atomic_fetch_add(&c->positions, (unsigned)count);
    alea_batch_read(c->batch, state, count, seen[0], mask[0]);
    for (size_t i = 0; i < count; i++) {
        assert_true(mask[i][0] && mask[i][1]);
        move[i] = c->hold_at == 99 ? 7 : (uint32_t)seen[i][1] < c->hold_at && seen[i][0] + seen[i][1] < 100;
    }
    if (c->fails != ALEA_OK) {
        *error = (alea_error){.status = c->fails};
        snprintf(error->message, sizeof error->message, "the weights are missing");
    }
    return c->fails;
}

#define WITH_CALLER(...)                                     \
    alea_game *game = open_game("pig");                      \
    alea_batch *batch;                                       \
    OK(alea_batch_open(game, 1, NULL, &batch, &test_error)); \
    caller c = {.batch = batch, __VA_ARGS__};                \
    alea_bot *bot, *same = open_bot(game, "hold(20)");       \
    OK(alea_bot_from_function(game, "mine", decide, &c, &bot, &test_error))

#define CLOSE_CALLER()      \
    alea_bot_free(bot);     \
    alea_bot_free(same);    \
    alea_batch_free(batch); \
    alea_game_free(game)

static void it_wins_the_games_that_its_policy_wins(void **unused)
{
    (void)unused;
    WITH_CALLER(.hold_at = 20);
    alea_bot *other = open_bot(game, "hold(25)");
    alea_run_result *a, *b;
    const alea_run_options options = {.size = sizeof options, .games = 5000};
    OK(alea_run_match(game, (alea_bot *[]){bot, other}, 2, &options, &a, &test_error));
    OK(alea_run_match(game, (alea_bot *[]){same, other}, 2, &options, &b, &test_error));
    assert_string_equal(a->standing[0].bot, "mine");
    assert_string_equal(a->standing[0].kind, "function");
    assert_int_equal(a->standing[0].wins, b->standing[0].wins);
    alea_run_result_free(a);
    alea_run_result_free(b);
    alea_bot_free(other);
    CLOSE_CALLER();
}

static void it_is_evaluated_by_questions_about_many_positions(void **unused)
{
    (void)unused;
    WITH_CALLER(.hold_at = 20);
    alea_evaluation result;
    OK(alea_bot_evaluate(game, bot, same, ALEA_WIN, NULL, &result, &test_error));
    assert_that(result.mean.value.lower, <=, 0.5);
    assert_that(0.5, <=, result.mean.value.upper);
    assert_that(c.positions, >, 60 * c.calls);
    CLOSE_CALLER();
}

static void its_failures_are_told_with_its_words(void **unused)
{
    (void)unused;
    WITH_CALLER(.hold_at = 20, .fails = ALEA_E_BOT);
    alea_run_result *result;
    const alea_run_options options = {.size = sizeof options, .games = 10};
    OK(alea_run_match(game, (alea_bot *[]){bot, same}, 2, &options, &result, &test_error));
    assert_int_equal(result->standing[0].forfeits, 10);
    assert_non_null(strstr(result->standing[0].failure_text, "the weights are missing"));
    alea_run_result_free(result);
    c.fails = ALEA_E_STOPPED;
    alea_error error;
    assert_int_equal(alea_bot_freeze(bot, NULL, "frozen.h5", &error), ALEA_E_STOPPED);
    c.fails = ALEA_OK;
    c.hold_at = 99; /* move 7 */
    assert_that(alea_bot_freeze(bot, NULL, "frozen.h5", &error), !=, ALEA_OK);
    assert_says(error, "move 7");
    CLOSE_CALLER();
}

static void without_memory_there_is_no_bot(void **unused)
{
    (void)unused;
    WITH_CALLER(.hold_at = 20);
    alea_bot *another = NULL;
    for (long k = 0; k < 2; k++) {
        alea__fail_allocation_after(k);
        assert_int_equal(alea_bot_from_function(game, "mine", decide, &c, &another, NULL), ALEA_E_MEMORY);
        alea__fail_allocation_after(-1);
    }
    CLOSE_CALLER();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_wins_the_games_that_its_policy_wins),
        cmocka_unit_test(it_is_evaluated_by_questions_about_many_positions),
        cmocka_unit_test(its_failures_are_told_with_its_words),
        cmocka_unit_test(without_memory_there_is_no_bot),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
