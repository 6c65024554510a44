#ifndef TESTS_SUPPORT_TEST_H
#define TESTS_SUPPORT_TEST_H
/* What test programs of every floor share: cmocka with the headers that it wants before it; running, skipping and comparing;
   games, bots and tables that are there or the test fails. README.md tells more. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <alea/bot.h>
#include <alea/game.h>
#include <alea/table.h>

/* For functions in headers, of which a test program may use only some. */
#define HELPER __attribute__((unused)) static

/* ---- running and skipping ---- */

/* As cmocka's own, which it replaces in every `main`: with ALEA_ONLY in the environment only the tests whose names match that
   pattern run, and a program in which a test could not run exits with the status that ctest shows as skipped. */
int test_run_all(const char *group, const struct CMUnitTest *tests, size_t count, CMFixtureFunction setup,
                 CMFixtureFunction teardown);
#undef cmocka_run_group_tests
#define cmocka_run_group_tests(tests, setup, teardown) \
    test_run_all(#tests, tests, sizeof(tests) / sizeof *(tests), setup, teardown)

/* Ends a test that cannot run on this machine and reports what is missing; the program counts as skipped, not as passed.
   (Deliberate omissions, such as long tests under sanitizers, call cmocka's skip().) */
void cannot_run(const char *missing);

/* Whether this is a build with sanitizers, in which tests take ten times as long. */
bool is_sanitized(void);

/* ---- comparing: what fails prints both sides ---- */

/* assert_that(count, <=, 3): two numbers, with whatever relation. Both are evaluated once more if it does not hold. */
#define assert_that(found, relation, expected)                                                            \
    do {                                                                                                  \
        if (!((found)relation(expected))) {                                                               \
            char found_[40], expected_[40];                                                               \
            TEST_NUMBER(found_, found);                                                                   \
            TEST_NUMBER(expected_, expected);                                                             \
            fail_msg("%s: got %s, expected %s %s (%s)", #found, found_, #relation, expected_, #expected); \
        }                                                                                                 \
    } while (0)
#define TEST_NUMBER(out, x)                      \
    _Generic((x),                                \
        float: test_print_real,                  \
        double: test_print_real,                 \
        long double: test_print_real,            \
        unsigned long: test_print_unsigned,      \
        unsigned long long: test_print_unsigned, \
        default: test_print)(out, sizeof(out), x)
void test_print(char *out, size_t size, long long value);
void test_print_unsigned(char *out, size_t size, unsigned long long value);
void test_print_real(char *out, size_t size, long double value);

#define assert_near(found, expected, tolerance) \
    test_assert_near(found, expected, tolerance, #found, __FILE__, __LINE__)
void test_assert_near(double found, double expected, double tolerance, const char *what, const char *file,
                      int line);

/* The bounds contain the number. */
#define assert_within(interval, number) \
    test_assert_near_interval(interval, number, 0, INFINITY, #interval, __FILE__, __LINE__)
/* The bounds are at most `width` apart and come as near as `tolerance` to the number. */
#define assert_near_interval(interval, number, tolerance, width) \
    test_assert_near_interval(interval, number, tolerance, width, #interval, __FILE__, __LINE__)
void test_assert_near_interval(alea_interval found, double expected, double tolerance, double width,
                               const char *what, const char *file, int line);

/* The text, or the error's message, contains these words. */
#define assert_text_says(text, words) test_assert_says(text, words, __FILE__, __LINE__)
#define assert_says(error, words)     assert_text_says((error).message, words)
void test_assert_says(const char *text, const char *words, const char *file, int line);

/* ---- calls that must succeed ---- */

/* OK(alea_table_solve(game, ALEA_WIN, NULL, &table, &test_error)): the call succeeds, or the test fails with its sentence. */
#define OK(call)                                                                                   \
    do {                                                                                           \
        const alea_status status_ = (call);                                                        \
        if (status_ != ALEA_OK) fail_msg("%s: status %d: %s", #call, status_, test_error.message); \
    } while (0)
extern alea_error test_error;

/* Opens the game for this many players; 0: the rules' default. Specs that begin with tests/rules/ are rule files of this
   folder. */
alea_game *open_game_for(const char *spec, unsigned players);
alea_game *open_game(const char *spec);
alea_bot *open_bot(const alea_game *game, const char *spec);
/* With Python for strategies, and the tests' cache, since compiling Python takes twenty seconds. */
alea_sandbox *open_python_sandbox(void);
alea_table *solve_game(const alea_game *game, alea_objective objective);

#endif
