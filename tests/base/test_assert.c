/* Assertions abort and name their location if they are compiled in, and cost nothing otherwise. */
#include "support/test.h"

#include "base/assert.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static int evaluated;

static int count_evaluation(int result)
{
    evaluated++;
    return result;
}

static void a_condition_that_holds_is_evaluated_where_assertions_are_compiled_in(void **unused)
{
    (void)unused;
    evaluated = 0;
    ALEA_ASSERT(count_evaluation(1));
#if defined(ALEA_CHECKS)
    assert_int_equal(evaluated, 1);
#else
    assert_int_equal(evaluated, 0);
#endif
}

#if defined(ALEA_CHECKS)
static void a_condition_that_fails_names_its_place_and_aborts(void **unused)
{
    (void)unused;
    char said[400];
    int ends[2], status;
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], 2);
        signal(SIGABRT, SIG_DFL);
        ALEA_ASSERT(1 + 1 == 3);
        _exit(0);
    }
    close(ends[1]);
    const ssize_t size = read(ends[0], said, sizeof said - 1);
    close(ends[0]);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status));
    assert_that(WTERMSIG(status), ==, SIGABRT);
    said[size > 0 ? size : 0] = '\0';
    assert_text_says(said, "test_assert.c:");
    assert_text_says(said, "1 + 1 == 3");
}
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_condition_that_holds_is_evaluated_where_assertions_are_compiled_in),
#if defined(ALEA_CHECKS)
        cmocka_unit_test(a_condition_that_fails_names_its_place_and_aborts),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
