#include "support/test.h"
#include "view/text/progress_line.h"

static const alea__progress_state half_way = {
    .done = 420000, .total = 1000000, .seconds = 0.35, .unit = "games"};

static void shows(alea__progress_state s, const char *expected)
{
    char out[ALEA__PROGRESS_LINE];
    alea__progress_line(out, &s);
    assert_string_equal(out, expected);
}

static alea__progress_state with_width(alea__progress_state s, unsigned width, bool ascii)
{
    s.width = width;
    s.ascii = ascii;
    return s;
}

static void a_line_has_bar_share_counts_rate_and_time_left(void **state)
{
    (void)state;
    shows(with_width(half_way, 80, false),
          "[██████████              ]  42 %  420,000 of 1,000,000 games  1.2 M/s  0:00 left");
}

static void the_default_width_is_that_of_a_terminal(void **state)
{
    (void)state;
    char narrow[ALEA__PROGRESS_LINE], usual[ALEA__PROGRESS_LINE];
    alea__progress_state s = with_width(half_way, 80, false);
    alea__progress_line(narrow, &s);
    s.width = 0;
    alea__progress_line(usual, &s);
    assert_string_equal(narrow, usual);
}

static void ascii_draws_with_hashes_and_dots(void **state)
{
    (void)state;
    shows(with_width(half_way, 66, true),
          "[####......]  42 %  420,000 of 1,000,000 games  1.2 M/s  0:00 left");
}

static void the_time_left_goes_on_at_the_speed_so_far(void **state)
{
    (void)state;
    alea__progress_state s = {.done = 250, .total = 1000, .seconds = 30, .unit = "games", .width = 50};
    shows(s, " 25 %  250 of 1,000 games  8.3/s  1:30 left");
}

static void the_share_is_rounded_down_so_that_100_is_done(void **state)
{
    (void)state;
    alea__progress_state s = {.done = 999999, .total = 1000000, .seconds = 10, .unit = "games", .width = 55};
    shows(s, " 99 %  999,999 of 1,000,000 games  100 k/s  0:00 left");
    s.done = s.total = UINT64_C(1) << 62;
    s.done--;
    s.width = 14;
    shows(s, " 99 %");
}

static void a_finished_line_tells_the_time_that_it_took(void **state)
{
    (void)state;
    alea__progress_state s = {
        .done = 1000000, .total = 1000000, .seconds = 125, .unit = "games", .width = 62, .ascii = true};
    shows(s, "[#########] 100 %  1,000,000 of 1,000,000 games  8.0 k/s  2:05");
}

static void the_beginning_promises_nothing(void **state)
{
    (void)state;
    alea__progress_state s = {
        .done = 0, .total = 1000, .seconds = 0, .unit = "games", .width = 40, .ascii = true};
    shows(s, "[..............]   0 %  0 of 1,000 games");
    s.seconds = 3;
    shows(s, "[..............]   0 %  0 of 1,000 games");
    s.seconds = -1; /* the clock was set back */
    s.done = 100;
    shows(s, "[#...........]  10 %  100 of 1,000 games");
}

static void an_unknown_total_leaves_what_is_known(void **state)
{
    (void)state;
    alea__progress_state s = {.done = 12345, .total = 0, .seconds = 10, .unit = "games"};
    shows(s, "12,345 games  1.2 k/s  0:10");
}

static void more_done_than_there_was_is_all_of_it(void **state)
{
    (void)state;
    alea__progress_state s = {
        .done = 1001, .total = 1000, .seconds = 1, .unit = "games", .width = 53, .ascii = true};
    shows(s, "[########] 100 %  1,000 of 1,000 games  1.0 k/s  0:01");
}

static void what_does_not_fit_goes_the_least_useful_first(void **state)
{
    (void)state;
    shows(with_width(half_way, 55, true), " 42 %  420,000 of 1,000,000 games  1.2 M/s  0:00 left");
    shows(with_width(half_way, 50, true), " 42 %  420,000 of 1,000,000 games  0:00 left");
    shows(with_width(half_way, 30, true), "[####.......]  42 %  0:00 left");
    shows(with_width(half_way, 20, true), " 42 %  0:00 left");
    shows(with_width(half_way, 10, true), " 42 %");
    shows(with_width(half_way, 4, true), "");
}

/* Counts columns by the lead bytes of UTF-8, which is not how the code does it. */
static unsigned columns(const char *text)
{
    unsigned count = 0;
    while (*text != 0) {
        unsigned char lead = (unsigned char)*text;
        text += lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
        count++;
    }
    return count;
}

static void a_line_is_never_wider_than_told_and_says_its_width(void **state)
{
    (void)state;
    for (unsigned width = 1; width <= 300; width++)
        for (uint64_t done = 0; done <= 1000; done += 37)
            for (int ascii = 0; ascii < 2; ascii++) {
                alea__progress_state s = {.done = done,
                                          .total = 1000,
                                          .seconds = 2,
                                          .unit = "games",
                                          .width = width,
                                          .ascii = ascii};
                char out[ALEA__PROGRESS_LINE];
                unsigned used = alea__progress_line(out, &s);
                assert_that(used, <=, width);
                assert_int_equal(used, columns(out));
            }
}

/* The number of filled eighths of a cell. */
static unsigned filled(const char *line)
{
    static const char *const sign[] = {"▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"};
    unsigned sum = 0;
    for (; *line != 0; line++)
        for (unsigned i = 0; i < 8; i++)
            if (strncmp(line, sign[i], 3) == 0) sum += i + 1;
    return sum;
}

static void the_bar_grows_by_eighths_from_nothing_to_full(void **state)
{
    (void)state;
    unsigned last = 0;
    for (uint64_t done = 0; done <= 1000; done++) {
        alea__progress_state s = {.done = done, .total = 1000, .seconds = 2, .unit = "games", .width = 200};
        char out[ALEA__PROGRESS_LINE];
        alea__progress_line(out, &s);
        unsigned eighths = filled(out);
        assert_int_equal(eighths, done * 320 / 1000); /* the widest bar has 40 cells */
        assert_in_range(eighths, last, last + 1);
        last = eighths;
    }
    assert_int_equal(last, 320);
}

static void the_longest_texts_fit(void **state)
{
    (void)state;
    char unit[1001] = {0}, out[ALEA__PROGRESS_LINE];
    memset(unit, 'u', 1000);
    alea__progress_state s = {
        .done = 1, .total = UINT64_MAX / 2, .seconds = 1e300, .unit = unit, .width = 10000};
    unsigned used = alea__progress_line(out, &s);
    assert_int_equal(used, columns(out));
    s.unit = NULL;
    alea__progress_line(out, &s);
    assert_null(strstr(out, "null"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_has_bar_share_counts_rate_and_time_left),
        cmocka_unit_test(the_default_width_is_that_of_a_terminal),
        cmocka_unit_test(ascii_draws_with_hashes_and_dots),
        cmocka_unit_test(the_time_left_goes_on_at_the_speed_so_far),
        cmocka_unit_test(the_share_is_rounded_down_so_that_100_is_done),
        cmocka_unit_test(a_finished_line_tells_the_time_that_it_took),
        cmocka_unit_test(the_beginning_promises_nothing),
        cmocka_unit_test(an_unknown_total_leaves_what_is_known),
        cmocka_unit_test(more_done_than_there_was_is_all_of_it),
        cmocka_unit_test(what_does_not_fit_goes_the_least_useful_first),
        cmocka_unit_test(a_line_is_never_wider_than_told_and_says_its_width),
        cmocka_unit_test(the_bar_grows_by_eighths_from_nothing_to_full),
        cmocka_unit_test(the_longest_texts_fit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
