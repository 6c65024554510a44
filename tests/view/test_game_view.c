/* Games, bots and reports shown. */
#include "base/memory.h"
#include "support/test.h"

#include <alea/view.h>

#include <jansson.h>

static const alea_view_options as_json = {.json = true}, narrow = {.width = 50};

/* Values by hand: two pairs of equal moves, of which one has names that differ in their last number. */
static void a_hint_has_equal_moves_in_one_row(void **state)
{
    (void)state;
    enum { MOVES = 6 };
    static const char *const name[MOVES] = {"Four of a kind 1", "General", "Four of a kind 2",
                                            "Reroll",           "Kamerun", "Four of a kind 3"};
    static const double value[MOVES] = {430, 445, 430, 441.5, 441.5, 430};
    alea_move_value move[MOVES];
    for (unsigned i = 0; i < MOVES; i++) move[i] = (alea_move_value){i, name[i], {value[i], value[i]}};
    const alea_answer answer = {.value = {445, 445}, .best = 1, .count = MOVES, .move = move};
    char *text;
    assert_int_equal(alea_view_hint(&answer, ALEA_SCORE, NULL, &text, NULL), ALEA_OK);
    assert_string_equal(text, "  move                     points   costs\n"
                              "  General                 445.000   0.000\n"
                              "  Reroll, Kamerun         441.500   3.500\n"
                              "  Four of a kind 1, 2, 3  430.000  15.000\n");
    alea_text_free(text);
}

/* More moves than a game of dice has, in two groups: those with an even number are worth 1, the others 2. By hand: the
   first names of a row take 36 columns, so 12 of 700 moves are shown. */
static void a_hint_may_have_many_moves(void **state)
{
    (void)state;
    enum { MOVES = 700 };
    static char name[MOVES][12];
    static alea_move_value move[MOVES];
    for (unsigned i = 0; i < MOVES; i++) {
        snprintf(name[i], sizeof name[i], "go %03u", i);
        move[i] = (alea_move_value){i, name[i], {1 + i % 2, 1 + i % 2}};
    }
    const alea_answer answer = {.value = {2, 2}, .best = 699, .count = MOVES, .move = move};
    char *text;
    assert_int_equal(alea_view_hint(&answer, ALEA_SCORE, NULL, &text, NULL), ALEA_OK);
    assert_string_equal(text, "  move                                          points  costs\n"
                              "  go 699, 001, 003, 005, 007, 009 and 344 more   2.000  0.000\n"
                              "  go 000, 002, 004, 006, 008, 010 and 344 more   1.000  1.000\n");
    alea_text_free(text);
}

static alea_bot_report sound_report(void)
{
    static const char *const imports[] = {"wasi:random/random@0.2.0", NULL};
    return (alea_bot_report){.kind = "wasm+wasi",
                             .what = "A component.",
                             .imports = imports,
                             .states = 40401,
                             .answers_all = true,
                             .deterministic = true,
                             .depends_on_past = true,
                             .nanoseconds = 1500,
                             .fuel = 72.4,
                             .example = "scores 2,0 turn 24"};
}

static void report_shows(const alea_bot_report *report, const char *what)
{
    char *text;
    assert_int_equal(alea_view_report("racer.wasm", "pig", report, NULL, &text, NULL), ALEA_OK);
    if (!strstr(text, what)) fail_msg("\"%s\" is not in:\n%s", what, text);
    alea_text_free(text);
}

static void a_report_tells_what_was_found(void **state)
{
    (void)state;
    alea_bot_report report = sound_report();
    report_shows(&report, "racer.wasm\n");
    report_shows(&report, "imports              wasi:random/random@0.2.0\n");
    report_shows(&report, "states asked         40,401, all of them\n");
    report_shows(&report, "answers everywhere   yes\n");
    report_shows(&report, "depends on the past  yes, such as at scores 2,0 turn 24\n");
    report_shows(&report, "a decision takes     1.5 µs, 72 fuel\n");
}

static void a_report_of_a_failure_says_where_and_why(void **state)
{
    (void)state;
    alea_bot_report report = sound_report();
    report.answers_all = false;
    report.failure = ALEA_TRAP;
    strcpy(report.failure_text, "unreachable");
    report_shows(&report, "answers everywhere   no: trap at scores 2,0 turn 24: unreachable\n");
}

static void a_sample_is_called_one(void **state)
{
    (void)state;
    alea_bot_report report = sound_report();
    report.sampled = true;
    report_shows(&report, "40,401, a sample\n");
}

static void a_report_in_json_has_null_for_no_failure(void **state)
{
    (void)state;
    alea_bot_report report = sound_report();
    char *text;
    assert_int_equal(alea_view_report("racer.wasm", "pig", &report, &as_json, &text, NULL), ALEA_OK);
    json_t *json = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    assert_true(json_is_null(json_object_get(json, "failure")));
    assert_that(json_number_value(json_object_get(json, "fuel")), ==, 72.4);
    json_decref(json);
    alea_text_free(text);
}

/* ---- faults ---- */

typedef alea_status show(const alea_game *, const alea_view_options *, char **);

static alea_status show_game(const alea_game *game, const alea_view_options *options, char **out)
{
    return alea_view_game(game, options, out, NULL);
}

static alea_status show_bots(const alea_game *game, const alea_view_options *options, char **out)
{
    return alea_view_bots(game, options, out, NULL);
}

static alea_status show_report(const alea_game *game, const alea_view_options *options, char **out)
{
    alea_bot_report report = sound_report();
    return alea_view_report("b", alea_game_spec(game), &report, options, out, NULL);
}

static void survives_failed_allocations(show *shows, const alea_game *game, const alea_view_options *options)
{
    alea_status status = ALEA_E_MEMORY;
    for (long k = 0; status != ALEA_OK; k++) {
        char *text = NULL;
        alea__fail_allocation_after(k);
        status = shows(game, options, &text);
        alea__fail_allocation_after(-1);
        assert_true(status == ALEA_OK ? text != NULL : status == ALEA_E_MEMORY && !text);
        alea_text_free(text);
    }
}

static void every_failed_allocation_is_reported(void **state)
{
    (void)state;
    show *const shows[] = {show_game, show_bots, show_report};
    alea_game *game;
    assert_int_equal(alea_game_open("pig-pen", &game, NULL), ALEA_OK);
    for (size_t i = 0; i < sizeof shows / sizeof *shows; i++) {
        survives_failed_allocations(shows[i], game, &as_json);
        survives_failed_allocations(shows[i], game, &narrow);
    }
    alea_game_free(game);
}

static void a_game_without_a_score_sheet_is_refused(void **state)
{
    (void)state;
    alea_game *game;
    alea_error error;
    char *text = NULL;
    const alea_sheet_mark mark = {.attempted = false};
    assert_int_equal(alea_game_open("pig", &game, NULL), ALEA_OK);
    assert_int_equal(alea_view_sheet(game, &mark, NULL, &text, &error), ALEA_E_USAGE);
    assert_string_equal(error.message, "pig has no score sheet.");
    assert_null(text);
    alea_game_free(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hint_has_equal_moves_in_one_row),
        cmocka_unit_test(a_hint_may_have_many_moves),
        cmocka_unit_test(a_report_tells_what_was_found),
        cmocka_unit_test(a_report_of_a_failure_says_where_and_why),
        cmocka_unit_test(a_sample_is_called_one),
        cmocka_unit_test(a_report_in_json_has_null_for_no_failure),
        cmocka_unit_test(every_failed_allocation_is_reported),
        cmocka_unit_test(a_game_without_a_score_sheet_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
