/* Times as people write them, against the C library's calendar. */
#include "contest/intake.h"
#include "contest_test.h"

#include <time.h>

static bool read_time(const char *text, const char *zone, alea__instant *out, char why[200])
{
    const alea__time_question q = {.text = text, .zone = zone};
    return alea__time_read(&q, out, NULL, why);
}

/* Seconds since 1970 of a time that must be one. */
static int64_t second_of(const char *text, const char *zone)
{
    char why[200] = "";
    alea__instant at;
    if (!read_time(text, zone, &at, why)) fail_msg("%s: %s", text, why);
    return at.second;
}

static void all_days_of_four_centuries_are_those_of_the_c_library(void **state)
{
    (void)state;
    for (time_t day = 0; day < (time_t)146097 * 86400; day += 86400) {
        const time_t at = day + 3600 * (day / 86400 % 24) + 59;
        struct tm utc;
        char text[60];
        gmtime_r(&at, &utc);
        strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S", &utc);
        if (second_of(text, "UTC") != at) fail_msg("%s: %ld", text, (long)second_of(text, "UTC"));
    }
}

static void zones_are_differences_to_utc(void **state)
{
    (void)state;
    const int64_t noon = 1795348800; /* date -u -d '2026-11-22 12:00' +%s */
    static const char *const texts[] = {"2026-11-22 12:00 UTC",    "2026-11-22T12:00:00Z",
                                        "2026-11-22 13:00 +01:00", "2026-11-22 13:00:00+0100",
                                        "2026-11-22 02:30 -09:30", "2026-11-22T17:45+05:45",
                                        "2026-11-22 13:00 +01",    "  2026-11-22 12:00 GMT  ",
                                        "2026-11-22 13:00 UTC+1",  "2026-11-22 7:00 GMT-05:00"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        assert_int_equal(second_of(texts[i], NULL), noon);
    assert_int_equal(second_of("2026-11-22 13:00", "+01:00"), noon);
    assert_int_equal(second_of("2026-11-22 12:00 UTC", "+01:00"), noon); /* its own zone comes first */
}

/* Times as people write them; the second column is the output of `date -u -d` for the plain form of the first. */
static void days_and_hours_are_read_as_people_write_them(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int64_t second;
    } times[] = {{"2026-11-20 11:59 PM UTC", 1795219140},
                 {"2026-11-20 11:59pm UTC", 1795219140},
                 {"2026-11-20, 11:59 p.m. +00:00", 1795219140},
                 {"Fri Nov 20, 2026 at 11:59 PM UTC", 1795219140},
                 {"Friday, 20th November 2026, 23:59 UTC", 1795219140},
                 {"20 Nov. 2026 23:59 UTC", 1795219140},
                 {"20.11.2026 23:59 UTC", 1795219140},
                 {"20. November 2026 23:59 UTC", 1795219140},
                 {"11/20/2026 11:59 PM UTC", 1795219140},
                 {"20/11/2026 11:59 PM UTC", 1795219140},
                 {"2026/11/20 23:59 UTC", 1795219140},
                 {"2026-11-20 24:00 UTC", 1795219200},
                 {"2026-12-31 24:00:00 UTC", 1798761600},
                 {"2026-11-20 12:00 AM UTC", 1795132800},
                 {"2026-11-20 12:00 PM UTC", 1795176000},
                 {"2026-11-20 noon UTC", 1795176000},
                 {"2026-11-20 12 pm UTC", 1795176000},
                 {"2026-11-20 9:05 am UTC", 1795165500},
                 {"11/11/2026 0:00 UTC", 1794355200}};
    for (size_t i = 0; i < sizeof times / sizeof *times; i++)
        assert_that(second_of(times[i].text, NULL), ==, times[i].second);
}

/* For an ambiguous time the message says what to write instead. */
static void what_may_mean_two_times_is_asked_back(void **state)
{
    (void)state;
    static const char *const questions[][2] = {{"2026-11-20 23:59 PST", "America/Los_Angeles"},
                                               {"2026-11-20 23:59 est", "-05:00"},
                                               {"2026-11-20 23:59 CET", "Europe/Berlin"},
                                               {"11/10/2026 23:59 UTC", "2026-11-20"},
                                               {"2026-11-20 midnight UTC", "24:00"}};
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++) {
        char why[200] = "";
        alea__instant at;
        assert_false(read_time(questions[i][0], NULL, &at, why));
        if (!strstr(why, questions[i][1])) fail_msg("%s: %s", questions[i][0], why);
    }
}

static void fractions_are_kept(void **state)
{
    (void)state;
    char why[200];
    alea__instant at;
    assert_true(read_time("2026-11-22 12:00:00.25 UTC", NULL, &at, why));
    assert_int_equal(at.nanosecond, 250000000);
    assert_true(read_time("2026-11-22 12:00:00.1234567891234 UTC", NULL, &at, why));
    assert_int_equal(at.nanosecond, 123456789);
    assert_true(read_time("2026-11-22 12:00:00 UTC", NULL, &at, why));
    assert_int_equal(at.nanosecond, 0);
}

static void what_is_no_time_is_refused(void **state)
{
    (void)state;
    static const char *const texts[] = {"",
                                        "now",
                                        "2026-11-22",
                                        "2026-13-01 10:00 UTC",
                                        "2026-02-29 10:00 UTC",
                                        "2100-02-29 10:00 UTC",
                                        "2026-11-31 10:00 UTC",
                                        "2026-11-22 24:01 UTC",
                                        "2026-11-22 24:00:01 UTC",
                                        "2026-11-22 13:00 PM UTC",
                                        "2026-11-22 0:30 am UTC",
                                        "2026-11-22 11 UTC",
                                        "2026-11-22 12:00 PST",
                                        "2026-11-22 12:00 cet",
                                        "2026-11-22 midnight UTC",
                                        "11/10/2026 12:00 UTC",
                                        "31/11/2026 12:00 UTC",
                                        "31 November 2026 12:00 UTC",
                                        "Nov 2026 12:00 UTC",
                                        "2026-11-22 10:60 UTC",
                                        "2026-11-22 10:00:61 UTC",
                                        "26-11-22 10:00 UTC",
                                        "1969-12-31 10:00 UTC",
                                        "2026-11-22 10:00",
                                        "2026-11-22 10:00 +25:00",
                                        "2026-11-22 10:00 +01:0",
                                        "2026-11-22 10:00 Europe/Berlin" /* nobody looks it up here */};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        char why[200] = "";
        alea__instant at;
        if (read_time(texts[i], NULL, &at, why)) fail_msg("`%s` was read", texts[i]);
        assert_that(strlen(why), >, 10);
    }
    assert_int_equal(second_of("2028-02-29 00:00 UTC", NULL), 1835395200); /* date -u -d '2028-02-29' +%s */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_days_of_four_centuries_are_those_of_the_c_library),
        cmocka_unit_test(zones_are_differences_to_utc),
        cmocka_unit_test(days_and_hours_are_read_as_people_write_them),
        cmocka_unit_test(what_may_mean_two_times_is_asked_back),
        cmocka_unit_test(fractions_are_kept),
        cmocka_unit_test(what_is_no_time_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
