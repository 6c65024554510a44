/* Threads that work on one task. */
#include "base/team.h"
#include "support/test.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { THREADS = 5, TASKS = 2000, CALLERS = 4 };

typedef struct tally {
    atomic_uint part[THREADS], nested;
    unsigned used;
} tally;

static void count(void *user, unsigned thread)
{
    tally *t = user;
    atomic_fetch_add(&t->part[thread], 1);
}

/* Whether each thread took part once in each of the tasks. */
static bool is_complete(const tally *t, unsigned tasks)
{
    for (unsigned i = 0; i < THREADS; i++)
        if (t->part[i] != (i < t->used ? tasks : 0)) return false;
    return t->used > 0;
}

static void every_thread_takes_part_once_in_each_task(void **state)
{
    tally t = {0};
    (void)state;
    for (int i = 0; i < TASKS; i++) t.used = alea__team_run(THREADS, count, &t);
    assert_int_equal(t.used, THREADS);
    assert_true(is_complete(&t, TASKS));
}

static void fewer_threads_are_used_where_fewer_are_asked_for(void **state)
{
    (void)state;
    for (unsigned threads = 1; threads <= THREADS; threads++) {
        tally t = {0};
        t.used = alea__team_run(threads, count, &t);
        assert_int_equal(t.used, threads);
        assert_true(is_complete(&t, 1));
    }
}

static void nest(void *user, unsigned thread)
{
    tally *outer = user, inner = {0};
    (void)thread;
    inner.used = alea__team_run(THREADS, count, &inner);
    if (inner.used == 1 && is_complete(&inner, 1)) atomic_fetch_add(&outer->nested, 1);
}

static void a_task_within_a_task_has_one_thread(void **state)
{
    tally t = {0};
    (void)state;
    t.used = alea__team_run(THREADS, nest, &t);
    assert_int_equal(t.nested, THREADS);
}

static void *call(void *user)
{
    tally *t = user;
    for (int i = 0; i < TASKS; i++) t->used = alea__team_run(THREADS, count, t);
    return NULL;
}

static void callers_in_several_threads_have_threads_of_their_own(void **state)
{
    pthread_t caller[CALLERS];
    tally t[CALLERS];
    (void)state;
    memset(t, 0, sizeof t);
    for (int i = 0; i < CALLERS; i++) assert_int_equal(pthread_create(&caller[i], NULL, call, &t[i]), 0);
    for (int i = 0; i < CALLERS; i++) pthread_join(caller[i], NULL);
    for (int i = 0; i < CALLERS; i++) {
        assert_int_equal(t[i].used, THREADS);
        assert_true(is_complete(&t[i], TASKS));
    }
}

static void a_child_of_fork_makes_its_own_threads(void **state)
{
    tally t = {0};
    int status;
    (void)state;
    alea__team_run(THREADS, count, &t);
    const pid_t child = fork();
    if (child == 0) {
        tally own = {0};
        call(&own);
        _exit(own.used == THREADS && is_complete(&own, TASKS) ? 0 : 1);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_thread_takes_part_once_in_each_task),
        cmocka_unit_test(fewer_threads_are_used_where_fewer_are_asked_for),
        cmocka_unit_test(a_task_within_a_task_has_one_thread),
        cmocka_unit_test(callers_in_several_threads_have_threads_of_their_own),
        cmocka_unit_test(a_child_of_fork_makes_its_own_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
