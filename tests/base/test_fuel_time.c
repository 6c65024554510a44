/* Fuel as time, in words. */
#include "base/fuel_time.h"
#include "support/test.h"

static void it_is_the_time_of_a_usual_computer(void **state)
{
    (void)state;
    static const struct {
        uint64_t fuel;
        const char *text;
    } cases[] = {{UINT64_C(100000000000), "ten seconds"},
                 {UINT64_C(10000000000), "one second"},
                 {UINT64_C(30000000000), "3 seconds"},
                 {UINT64_C(2500000000), "0.25 seconds"},
                 {84000000, "0.0084 seconds"},
                 {1, "0.0001 seconds"},
                 {UINT64_C(1000000000000000), "100000 seconds"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char out[ALEA__FUEL_TIME];
        assert_string_equal(alea__fuel_time(out, cases[i].fuel), cases[i].text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(it_is_the_time_of_a_usual_computer)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
