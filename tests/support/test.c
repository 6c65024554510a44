#include "support/test.h"

enum { CANNOT_RUN = 77 }; /* SKIP_RETURN_CODE in tests/CMakeLists.txt */

alea_error test_error;

/* ---- running and skipping ---- */

static unsigned missing_count;

/* weak, because programs that use only public functions do not have it */
__attribute__((weak)) void alea__emulate_rounding(bool always);

int test_run_all(const char *group, const struct CMUnitTest *tests, size_t count, CMFixtureFunction setup,
                 CMFixtureFunction teardown)
{
    const char *only = getenv("ALEA_ONLY");
    if (only) cmocka_set_test_filter(only);
    if (getenv("ALEA_EMULATED") && alea__emulate_rounding) alea__emulate_rounding(true);
    if (_cmocka_run_group_tests(group, tests, count, setup, teardown) != 0) return EXIT_FAILURE;
    return missing_count > 0 ? CANNOT_RUN : EXIT_SUCCESS;
}

void cannot_run(const char *missing)
{
    print_message("cannot run here: %s\n", missing);
    missing_count++;
    skip();
}

bool is_sanitized(void)
{
    return getenv("ALEA_SANITIZED") != NULL;
}

/* ---- comparing ---- */

void test_print(char *out, size_t size, long long value)
{
    snprintf(out, size, "%lld", value);
}

void test_print_unsigned(char *out, size_t size, unsigned long long value)
{
    snprintf(out, size, "%llu", value);
}

void test_print_real(char *out, size_t size, long double value)
{
    snprintf(out, size, "%.17Lg", value);
}

void test_assert_near(double found, double expected, double tolerance, const char *what, const char *file,
                      int line)
{
    if (fabs(found - expected) <= tolerance) return;
    print_error("%s: got %.17g, expected %.17g within %g\n", what, found, expected, tolerance);
    _fail(file, line);
}

void test_assert_near_interval(alea_interval found, double expected, double tolerance, double width,
                               const char *what, const char *file, int line)
{
    if (found.lower <= expected + tolerance && found.upper >= expected - tolerance &&
        found.upper - found.lower <= width)
        return;
    print_error("%s: got %.17g to %.17g, expected %.17g within %g and bounds at most %g apart\n", what,
                found.lower, found.upper, expected, tolerance, width);
    _fail(file, line);
}

void test_assert_says(const char *text, const char *words, const char *file, int line)
{
    if (text && strstr(text, words)) return;
    print_error("got \"%s\", expected the words \"%s\"\n", text ? text : "nothing", words);
    _fail(file, line);
}
