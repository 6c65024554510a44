/* Blocks of work: the folds must be the same for any number of threads, even after failures and stops. */
#include "base/blocks.h"
#include "base/error.h"
#include "base/memory.h"
#include "support/test.h"

#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

enum { NEVER = -1, MOST_THREADS = 8, RESULTS_A_THREAD = 4 };

typedef struct result {
    uint64_t value, untouched;
} result;

/* The plan of a job, and records of its execution. Members without `atomic` belong to the folding thread. */
typedef struct experiment {
    int64_t fails_at, fails_again_at; /* blocks whose work fails */
    int64_t slow_block;               /* its work takes until the others get no further */
    unsigned threads;
    uint64_t stops_after;     /* folds; 0: never */
    unsigned jitter;          /* microseconds that a block takes at most, so that they end in no order */
    long starts_that_succeed; /* of threads; negative: all */

    uint64_t folded, sum, reports, last_report;
    bool in_order, stopped;
    atomic_int inside; /* threads in fold or report */
    atomic_bool overlapped;
    atomic_uint_fast64_t begun, most_ahead;
    atomic_uint_fast64_t folded_now;
    atomic_long started, ended;
} experiment;

typedef struct local {
    pthread_t thread;
    uint64_t blocks;
} local;

static experiment new_experiment(void)
{
    return (experiment){.fails_at = NEVER,
                        .fails_again_at = NEVER,
                        .slow_block = NEVER,
                        .starts_that_succeed = -1,
                        .in_order = true};
}

static void rest(unsigned microseconds)
{
    nanosleep(&(struct timespec){.tv_nsec = (long)microseconds * 1000}, NULL);
}

/* A number that depends on the block alone. */
static uint64_t value_of(uint64_t block)
{
    return (block + 1) * UINT64_C(0x9E3779B97F4A7C15) ^ block << 7;
}

static alea_status start(void *user, void **out, alea_error *error)
{
    experiment *e = user;
    long before = atomic_fetch_add(&e->started, 1);
    if (e->starts_that_succeed >= 0 && before >= e->starts_that_succeed)
        return alea__fail(error, ALEA_E_SANDBOX, "Start %ld failed.", before);
    local *l = alea__alloc(sizeof *l);
    if (l == NULL) return alea__out_of_memory(error);
    l->thread = pthread_self();
    *out = l;
    return ALEA_OK;
}

static void finish(void *user, void *l)
{
    experiment *e = user;
    if (pthread_equal(((local *)l)->thread, pthread_self())) atomic_fetch_add(&e->ended, 1);
    alea__free(l);
}

static void note_lead(experiment *e, uint64_t block)
{
    uint64_t ahead = block - atomic_load(&e->folded_now) + 1, most = atomic_load(&e->most_ahead);
    while (ahead > most && !atomic_compare_exchange_weak(&e->most_ahead, &most, ahead)) continue;
}

/* Until the other threads, if there are any, have begun later blocks and get no further. */
static void wait_for_others(experiment *e)
{
    uint64_t begun;
    do {
        begun = atomic_load(&e->begun);
        rest(2000);
    } while (begun != atomic_load(&e->begun) || (e->threads > 1 && atomic_load(&e->most_ahead) < 2));
}

static alea_status work(void *user, void *l, uint64_t block, void *out, alea_error *error)
{
    experiment *e = user;
    result *r = out;
    if (l != NULL && !pthread_equal(((local *)l)->thread, pthread_self()))
        return alea__fail(error, ALEA_E_USAGE, "The local things of another thread.");
    atomic_fetch_add(&e->begun, 1);
    note_lead(e, block);
    if (e->jitter > 0) rest((unsigned)(value_of(block) >> 40) % e->jitter);
    if ((int64_t)block == e->slow_block) wait_for_others(e);
    if ((int64_t)block == e->fails_at || (int64_t)block == e->fails_again_at)
        return alea__fail(error, ALEA_E_BOT, "Block %llu failed.", (unsigned long long)block);
    r->untouched += 1; /* every result starts as zeros, also in a slot used before */
    r->value = value_of(block);
    return ALEA_OK;
}

static void enter(experiment *e)
{
    if (atomic_fetch_add(&e->inside, 1) != 0) atomic_store(&e->overlapped, true);
}

static void fold(void *user, uint64_t block, const void *out)
{
    experiment *e = user;
    const result *r = out;
    enter(e);
    if (block != e->folded || r->value != value_of(block) || r->untouched != 1) e->in_order = false;
    e->sum = e->sum * 31 + r->value; /* not commutative: a fold out of order changes it */
    e->folded++;
    atomic_store(&e->folded_now, e->folded);
    atomic_fetch_sub(&e->inside, 1);
}

static int report(void *user, uint64_t done)
{
    experiment *e = user;
    enter(e);
    if (done != e->folded || e->stopped) e->in_order = false;
    e->reports++;
    e->last_report = done;
    e->stopped = e->stops_after != 0 && done >= e->stops_after;
    atomic_fetch_sub(&e->inside, 1);
    return e->stopped;
}

static alea__blocks job_of(experiment *e, uint64_t count, unsigned threads)
{
    e->threads = threads;
    return (alea__blocks){.count = count,
                          .threads = threads,
                          .result_size = sizeof(result),
                          .user = e,
                          .thread_start = start,
                          .thread_end = finish,
                          .work = work,
                          .fold = fold,
                          .report = report};
}

static void everything_was_orderly(const experiment *e)
{
    assert_true(e->in_order);
    assert_false(e->overlapped);
    if (e->starts_that_succeed < 0) assert_int_equal(e->started, e->ended); /* each in its own thread */
}

static uint64_t sum_of(uint64_t count)
{
    uint64_t sum = 0;
    for (uint64_t block = 0; block < count; block++) sum = sum * 31 + value_of(block);
    return sum;
}

static void blocks_are_folded_in_order_by_1_to_8_threads(void **state)
{
    (void)state;
    for (unsigned threads = 1; threads <= MOST_THREADS; threads++) {
        experiment e = new_experiment();
        alea__blocks job = job_of(&e, 5000, threads);
        uint64_t done = 0;
        unsigned used = 0;
        alea_error error;
        assert_int_equal(alea__blocks_run(&job, &done, &used, &error), ALEA_OK);
        everything_was_orderly(&e);
        assert_int_equal(done, 5000);
        assert_int_equal(e.begun, 5000);
        assert_int_equal(e.folded, 5000);
        assert_int_equal(e.last_report, 5000);
        assert_that(e.sum, ==, sum_of(5000));
        assert_in_range(used, 1, threads);
    }
}

static void blocks_of_uneven_length_are_folded_in_order(void **state)
{
    (void)state;
    for (unsigned threads = 2; threads <= MOST_THREADS; threads += 3) {
        experiment e = new_experiment();
        e.jitter = 300;
        alea__blocks job = job_of(&e, 400, threads);
        assert_int_equal(alea__blocks_run(&job, NULL, NULL, NULL), ALEA_OK);
        everything_was_orderly(&e);
        assert_that(e.sum, ==, sum_of(400));
    }
}

static void one_thread_is_a_plain_loop_in_the_callers_thread(void **state)
{
    (void)state;
    experiment e = new_experiment();
    alea__blocks job = job_of(&e, 100, 1);
    unsigned used;
    assert_int_equal(alea__blocks_run(&job, NULL, &used, NULL), ALEA_OK);
    assert_int_equal(used, 1);
    assert_int_equal(e.started, 1);
    assert_int_equal(e.most_ahead, 1); /* a block is folded before the next begins */
}

static void memory_is_flat_behind_a_slow_block(void **state)
{
    (void)state;
    for (unsigned threads = 2; threads <= MOST_THREADS; threads *= 2) {
        experiment e = new_experiment();
        e.slow_block = 3;
        alea__blocks job = job_of(&e, 2000, threads);
        assert_int_equal(alea__blocks_run(&job, NULL, NULL, NULL), ALEA_OK);
        everything_was_orderly(&e);
        assert_in_range(e.most_ahead, 2,
                        RESULTS_A_THREAD * threads); /* went on meanwhile, but not for ever */
    }
}

static void no_blocks_are_done_at_once(void **state)
{
    (void)state;
    experiment e = new_experiment();
    alea__blocks job = job_of(&e, 0, 4);
    uint64_t done = 7;
    unsigned used = 7;
    assert_int_equal(alea__blocks_run(&job, &done, &used, NULL), ALEA_OK);
    assert_int_equal(done, 0);
    assert_int_equal(used, 1);
    assert_int_equal(e.started + (long)e.folded + (long)e.reports, 0);
}

static void there_are_never_more_threads_than_blocks(void **state)
{
    (void)state;
    experiment e = new_experiment();
    alea__blocks job = job_of(&e, 2, 1000000);
    unsigned used;
    assert_int_equal(alea__blocks_run(&job, NULL, &used, NULL), ALEA_OK);
    assert_in_range(used, 1, 2);
}

static void optional_functions_may_be_missing(void **state)
{
    (void)state;
    for (unsigned threads = 0; threads <= 4; threads++) {
        experiment e = new_experiment();
        alea__blocks job = {.count = 300,
                            .threads = threads,
                            .result_size = sizeof(result),
                            .user = &e,
                            .work = work,
                            .fold = fold};
        assert_int_equal(alea__blocks_run(&job, NULL, NULL, NULL), ALEA_OK);
        assert_that(e.sum, ==, sum_of(300));
    }
}

/* ---- stopping ---- */

static void a_stop_ends_soon_and_folds_what_was_begun(void **state)
{
    (void)state;
    for (unsigned threads = 1; threads <= MOST_THREADS; threads++) {
        experiment e = new_experiment();
        e.stops_after = 100;
        e.jitter = 50;
        alea__blocks job = job_of(&e, UINT64_C(1) << 60, threads);
        uint64_t done = 0;
        alea_error error;
        assert_int_equal(alea__blocks_run(&job, &done, NULL, &error), ALEA_E_STOPPED);
        everything_was_orderly(&e);
        assert_int_equal(error.status, ALEA_E_STOPPED);
        assert_int_equal(e.reports, 100);
        assert_int_equal(done, e.folded);
        assert_int_equal(done, e.begun);
        assert_in_range(done, 100, 100 + RESULTS_A_THREAD * threads);
        assert_that(e.sum, ==, sum_of(done));
    }
}

static void a_stop_at_the_very_end_changes_nothing(void **state)
{
    (void)state;
    experiment e = new_experiment();
    e.stops_after = 100;
    alea__blocks job = job_of(&e, 100, 1);
    uint64_t done;
    assert_int_equal(alea__blocks_run(&job, &done, NULL, NULL), ALEA_OK);
    assert_int_equal(done, 100);
}

/* ---- failing ---- */

static void the_lowest_failed_block_is_reported_and_nothing_behind_it_is_folded(void **state)
{
    (void)state;
    for (unsigned threads = 1; threads <= MOST_THREADS; threads++) {
        experiment e = new_experiment();
        e.slow_block = e.fails_at = 201; /* fails long after 203 did */
        e.fails_again_at = 203;
        alea__blocks job = job_of(&e, 100000, threads);
        uint64_t done;
        alea_error error;
        assert_int_equal(alea__blocks_run(&job, &done, NULL, &error), ALEA_E_BOT);
        everything_was_orderly(&e);
        assert_string_equal(error.message, "Block 201 failed.");
        assert_int_equal(error.status, ALEA_E_BOT);
        assert_int_equal(done, 201);
        assert_int_equal(e.folded, 201);
        assert_in_range(e.begun, 202, 202 + RESULTS_A_THREAD * threads);
    }
}

static void the_first_block_may_fail(void **state)
{
    (void)state;
    for (unsigned threads = 1; threads <= MOST_THREADS; threads++) {
        experiment e = new_experiment();
        e.fails_at = 0;
        alea__blocks job = job_of(&e, 1000, threads);
        uint64_t done;
        assert_int_equal(alea__blocks_run(&job, &done, NULL, NULL), ALEA_E_BOT);
        everything_was_orderly(&e);
        assert_int_equal(done, 0);
    }
}

/* Which block the missing thread would have done depends on chance, but the failure is always reported, and the folds have
   no gap. */
static void a_thread_that_cannot_start_fails_its_block(void **state)
{
    (void)state;
    for (unsigned threads = 1; threads <= MOST_THREADS; threads++)
        for (long good = 0; good < (long)threads; good++) {
            experiment e = new_experiment();
            e.starts_that_succeed = good;
            e.jitter = 100; /* so that every thread gets a block */
            alea__blocks job = job_of(&e, 400, threads);
            uint64_t done;
            alea_error error = {0};
            alea_status status = alea__blocks_run(&job, &done, NULL, &error);
            everything_was_orderly(&e);
            assert_that(e.sum, ==, sum_of(done));
            assert_int_equal(done, e.folded);
            if (e.started <= good) continue; /* a thread came too late for any block */
            assert_int_equal(status, ALEA_E_SANDBOX);
            assert_int_equal(memcmp(error.message, "Start ", 6), 0);
            assert_int_equal(e.ended, good);
        }
}

static void a_result_larger_than_memory_is_refused(void **state)
{
    (void)state;
    experiment e = new_experiment();
    alea__blocks job = job_of(&e, 100, 4);
    uint64_t done = 7;
    const size_t sizes[] = {SIZE_MAX, SIZE_MAX / 2, SIZE_MAX / 16};
    for (int i = 0; i < 3; i++) {
        job.result_size = sizes[i];
        assert_int_equal(alea__blocks_run(&job, &done, NULL, NULL), ALEA_E_MEMORY);
        assert_int_equal(done, 0);
    }
    assert_int_equal(e.begun, 0);
}

static void results_may_have_no_bytes_or_odd_sizes(void **state)
{
    (void)state;
    const size_t sizes[] = {sizeof(result), sizeof(result) + 1, 1000};
    for (int i = 0; i < 3; i++) {
        experiment e = new_experiment();
        alea__blocks job = job_of(&e, 500, 3);
        job.result_size = sizes[i];
        assert_int_equal(alea__blocks_run(&job, NULL, NULL, NULL), ALEA_OK);
        everything_was_orderly(&e);
    }
}

static alea_status count_work(void *user, void *l, uint64_t block, void *out, alea_error *error)
{
    (void)l, (void)block, (void)out, (void)error;
    atomic_fetch_add(&((experiment *)user)->begun, 1);
    return ALEA_OK;
}

static void count_fold(void *user, uint64_t block, const void *out)
{
    (void)out;
    experiment *e = user;
    if (block != e->folded++) e->in_order = false;
}

static void a_job_needs_no_result(void **state)
{
    (void)state;
    experiment e = new_experiment();
    alea__blocks job = {.count = 1000, .threads = 4, .user = &e, .work = count_work, .fold = count_fold};
    assert_int_equal(alea__blocks_run(&job, NULL, NULL, NULL), ALEA_OK);
    assert_int_equal(e.begun, 1000);
    assert_int_equal(e.folded, 1000);
    assert_true(e.in_order);
}

/* ---- loops ---- */

enum { TURNS = 1000, MOST_LOOP_THREADS = 8 };

typedef struct loop_log {
    unsigned threads;
    atomic_int turns[TURNS], strangers;
} loop_log;

static void take_turn(void *user, uint64_t index, unsigned thread)
{
    loop_log *log = user;
    if (thread >= log->threads) atomic_fetch_add(&log->strangers, 1);
    atomic_fetch_add(&log->turns[index], 1);
}

static void a_loop_takes_each_turn_once_in_threads_that_have_numbers(void **state)
{
    (void)state;
    for (unsigned threads = 1; threads <= MOST_LOOP_THREADS; threads++) {
        loop_log log = {.threads = threads};
        alea__loop_run(TURNS, threads, take_turn, &log);
        for (int i = 0; i < TURNS; i++) assert_int_equal(log.turns[i], 1);
        assert_int_equal(log.strangers, 0);
    }
    loop_log log = {.threads = MOST_LOOP_THREADS};
    alea__loop_run(0, MOST_LOOP_THREADS, take_turn, &log);
    assert_int_equal(log.turns[0], 0);
}

static void as_many_threads_as_asked_for_or_all_cores(void **state)
{
    (void)state;
    assert_int_equal(alea__loop_threads(3), 3);
    assert_that(alea__loop_threads(0), >=, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks_are_folded_in_order_by_1_to_8_threads),
        cmocka_unit_test(blocks_of_uneven_length_are_folded_in_order),
        cmocka_unit_test(one_thread_is_a_plain_loop_in_the_callers_thread),
        cmocka_unit_test(memory_is_flat_behind_a_slow_block),
        cmocka_unit_test(no_blocks_are_done_at_once),
        cmocka_unit_test(there_are_never_more_threads_than_blocks),
        cmocka_unit_test(optional_functions_may_be_missing),
        cmocka_unit_test(a_stop_ends_soon_and_folds_what_was_begun),
        cmocka_unit_test(a_stop_at_the_very_end_changes_nothing),
        cmocka_unit_test(the_lowest_failed_block_is_reported_and_nothing_behind_it_is_folded),
        cmocka_unit_test(the_first_block_may_fail),
        cmocka_unit_test(a_thread_that_cannot_start_fails_its_block),
        cmocka_unit_test(a_result_larger_than_memory_is_refused),
        cmocka_unit_test(results_may_have_no_bytes_or_odd_sizes),
        cmocka_unit_test(a_job_needs_no_result),
        cmocka_unit_test(a_loop_takes_each_turn_once_in_threads_that_have_numbers),
        cmocka_unit_test(as_many_threads_as_asked_for_or_all_cores),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
