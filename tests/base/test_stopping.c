/* Stopping long work. */
#include "base/stopping.h"
#include "support/test.h"

static int stops(void *user, uint64_t done, uint64_t total)
{
    (void)user;
    return done == total;
}

static void work_goes_on_until_it_is_told_to_stop(void **unused)
{
    (void)unused;
    alea_error error;
    const alea_progress progress = {.report = stops};
    assert_int_equal(alea__tell(NULL, 1, 1, &error), ALEA_OK);
    assert_int_equal(alea__tell(&progress, 1, 2, &error), ALEA_OK);
    assert_int_equal(alea__tell(&progress, 2, 2, &error), ALEA_E_STOPPED);
    assert_string_equal(error.message, "Stopped on request.");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(work_goes_on_until_it_is_told_to_stop)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
