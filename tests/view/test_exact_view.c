/* Exact results as text and as JSON. The table is Piglet's, filled by hand with the values that Neller and Presser work out
   in "Optimal Play of the Dice Game Pig" (2004); the other results are made up. */
#include "base/memory.h"
#include "support/test.h"
#include "value/values.h"

#include <alea/view.h>

#include <jansson.h>

static const alea_view_options as_json = {.json = true}, wide = {.width = 100};
static const alea_view_work work = {.seconds = 0.25, .file = "piglet.h5"};

static alea_game *game;
static alea_table *table;

/* The nearest numbers on both sides. */
static alea_interval about(double value)
{
    return (alea_interval){nextafter(value, -1), nextafter(value, 2)};
}

static alea__values *piglet(void)
{
    static const double value[] = {4.0 / 7, 2.0 / 5, 4.0 / 5, 2.0 / 3};
    alea__values *values = alea__values_new(ALEA_WIN);
    alea__values_add(values, &(alea__matrix_shape){"mover", "own", "other", 2, 2}, NULL);
    for (int i = 0; i < 4; i++) {
        values->matrix[0].lower[i] = about(value[i]).lower;
        values->matrix[0].upper[i] = about(value[i]).upper;
    }
    values->start = about(4.0 / 7);
    values->second = about(3.0 / 7);
    values->states = 6;
    values->layers = values->layers_done = 3;
    values->width = 3e-16;
    return values;
}

static int open_table(void **state)
{
    (void)state;
    return alea_game_open("piglet", &game, NULL) == ALEA_OK &&
                   alea__table_make(game, false, piglet(), &table, NULL) == ALEA_OK
               ? 0
               : -1;
}

static int close_table(void **state)
{
    (void)state;
    alea_table_free(table);
    alea_game_free(game);
    return 0;
}

static json_t *parsed(char *text)
{
    json_error_t error;
    json_t *json = json_loads(text, JSON_REJECT_DUPLICATES, &error);
    if (!json) fail_msg("%s in:\n%s", error.text, text);
    alea_text_free(text);
    return json;
}

static double real(const json_t *object, const char *key)
{
    return json_number_value(json_object_get(object, key));
}

static void assert_keys(const json_t *object, const char *const *keys)
{
    const char *key;
    json_t *value;
    size_t i = 0;
    json_object_foreach((json_t *)(uintptr_t)object, key, value) assert_string_equal(key, keys[i++]);
    assert_null(keys[i]);
}

static void assert_interval(const json_t *object, alea_interval expected)
{
    assert_that(real(object, "lower"), ==, expected.lower);
    assert_that(real(object, "upper"), ==, expected.upper);
    assert_that(expected.lower, <=, real(object, "value"));
    assert_that(real(object, "value"), <=, expected.upper);
}

/* ---- a solved game ---- */

static void a_solution_tells_both_seats_the_first_hold_and_the_size(void **state)
{
    (void)state;
    char *text;
    assert_int_equal(alea_view_solution(table, &work, &wide, &text, NULL), ALEA_OK);
    assert_text_says(text, "piglet(goal=2,players=2), played to win\n");
    assert_text_says(text, "moving first   0.571428571428571");
    assert_text_says(text, "moving second  0.428571428571429");
    assert_text_says(text, "At 0–0, best play first holds at 2.\n");
    assert_text_says(text, "6 positions; 4 turn starts. 0.25 s. The table is piglet.h5.\n");
    alea_text_free(text);
}

static void without_utf8_there_is_only_ascii(void **state)
{
    (void)state;
    char *text;
    assert_int_equal(
        alea_view_solution(table, &work, &(alea_view_options){.ascii = true, .width = 40}, &text, NULL),
        ALEA_OK);
    for (const char *c = text; *c; c++) assert_that((unsigned char)*c, <, 128);
    alea_text_free(text);
}

static void a_solution_as_json_has_its_fields_in_order(void **state)
{
    (void)state;
    static const char *const keys[] = {"game",     "objective",    "value",  "lower",   "upper", "second",
                                       "seats",    "epsilon",      "states", "stored",  "width", "first_hold",
                                       "complete", "rules_sha256", "out",    "seconds", NULL};
    char *text;
    assert_int_equal(alea_view_solution(table, &work, &as_json, &text, NULL), ALEA_OK);
    json_t *json = parsed(text);
    assert_keys(json, keys);
    assert_interval(json, about(4.0 / 7));
    assert_interval(json_object_get(json, "second"), about(3.0 / 7));
    assert_int_equal(json_integer_value(json_object_get(json, "states")), 6);
    assert_int_equal(json_integer_value(json_object_get(json, "first_hold")), 2);
    assert_true(json_is_true(json_object_get(json, "complete")));
    json_decref(json);
}

static void what_an_unfinished_table_does_not_know_is_null(void **state)
{
    (void)state;
    alea__values *values = piglet();
    values->layers_done = 1;
    values->start = values->second = (alea_interval){(double)NAN, (double)NAN};
    alea_table *unfinished;
    char *text;
    assert_int_equal(alea__table_make(game, false, values, &unfinished, NULL), ALEA_OK);
    assert_int_equal(alea_view_solution(unfinished, &(alea_view_work){0}, &as_json, &text, NULL), ALEA_OK);
    json_t *json = parsed(text);
    static const char *const unknown[] = {"value", "lower", "upper", "second", "first_hold", "out"};
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++)
        assert_true(json_is_null(json_object_get(json, unknown[i])));
    assert_true(json_is_false(json_object_get(json, "complete")));
    json_decref(json);
    alea_table_free(unfinished);
}

/* ---- a position ---- */

/* At 1–1 with 0 banked now: a flip, since a turn's first is forced. At 0–1 after heads: rolling wins 1/2 + 1/2 (1 − Pr(1–0)) =
   3/5, holding 1 − Pr(1–1) = 1/3. */
static void a_position_tells_its_moves_and_the_best(void **state)
{
    (void)state;
    alea_state position;
    alea_answer answer;
    char *text;
    const alea_setting settings[] = {{"scores", "0,1"}, {"turn", "1"}};
    assert_int_equal(alea_game_parse_state(game, settings, 2, &position, NULL), ALEA_OK);
    assert_int_equal(alea_table_ask(table, &position, &answer, NULL), ALEA_OK);
    assert_int_equal(alea_view_answer(table, &position, &answer, &wide, &text, NULL), ALEA_OK);
    assert_text_says(text, "piglet(goal=2,players=2), played to win: scores=0,1 turn=1");
    assert_text_says(text, "  hold  0.33333333333333");
    assert_text_says(text, "  roll  0.6");
    assert_text_says(text, "Best: roll.\n");
    alea_text_free(text);
    assert_int_equal(alea_view_answer(table, &position, &answer, &as_json, &text, NULL), ALEA_OK);
    json_t *json = parsed(text), *moves = json_object_get(json, "moves");
    static const char *const keys[] = {"game", "objective", "against", "state",    "value", "lower", "upper",
                                       "best", "tied",      "moves",   "position", "note",  NULL};
    assert_keys(json, keys);
    assert_string_equal(json_string_value(json_object_get(json, "best")), "roll");
    assert_near(real(json, "value"), 0.6, 1e-15);
    assert_int_equal(json_array_size(moves), 2);
    assert_near(real(json_array_get(moves, 0), "value"), 1.0 / 3, 1e-15);
    json_decref(json);
    alea_answer_free(&answer);
}

/* ---- one bot against another ---- */

static alea_evaluation made_up(void)
{
    const alea_exact one = {
        .value = {0.25, 0.2578125}, .win = {0.25, 0.2578125}, .loss = {0.7, 0.75}, .turns = {20.001, 20.004}};
    return (alea_evaluation){.first = one, .second = one, .mean = one};
}

static void show_eval(const alea_evaluation *result, const alea_view_options *options, char **text)
{
    const alea_view_match match = {.game = game,
                                   .objective = ALEA_WIN,
                                   .first = "hold(1)",
                                   .second = "mine.lua",
                                   .seconds = 1,
                                   .purity = {ALEA_PURITY_UNKNOWN, ALEA_DECLARED_PURE}};
    assert_int_equal(alea_view_evaluation(&match, result, options, text, NULL), ALEA_OK);
}

static void a_result_has_a_line_for_each_seat_and_the_mean(void **state)
{
    (void)state;
    char *text;
    alea_evaluation result = made_up();
    show_eval(&result, &wide, &text);
    assert_text_says(text, "piglet(goal=2,players=2), played to win: hold(1) against mine.lua\n");
    assert_text_says(text, "  first     0.25    0.2500   0.2579  20.00\n");
    assert_text_says(text, "  mean ");
    assert_text_says(text, "\nmine.lua is declared pure: it is restored before each question.\n");
    assert_null(strstr(text, "hold(1) is"));
    assert_null(strstr(text, "$"));
    assert_null(strstr(text, "never"));
    alea_text_free(text);
}

static void a_game_that_may_never_end_says_so(void **state)
{
    (void)state;
    char *text;
    alea_evaluation result = made_up();
    result.mean.never = result.first.never = (alea_interval){1, 1};
    result.first.turns = (alea_interval){20, (double)INFINITY};
    show_eval(&result, &wide, &text);
    assert_text_says(text, "never ends\n");
    assert_text_says(text, "    inf           1\n");
    alea_text_free(text);
}

static void a_result_as_json_has_three_times_six_intervals(void **state)
{
    (void)state;
    static const char *const keys[] = {"game", "objective", "bots", "first", "second",
                                       "mean", "seconds",   "pure", NULL};
    static const char *const inner[] = {"value", "lower", "upper", "win", "loss",
                                        "money", "turns", "never", NULL};
    char *text;
    alea_evaluation result = made_up();
    result.second.turns.upper = (double)INFINITY;
    show_eval(&result, &as_json, &text);
    json_t *json = parsed(text);
    assert_keys(json, keys);
    for (int i = 3; i < 6; i++) assert_keys(json_object_get(json, keys[i]), inner);
    const json_t *first = json_object_get(json, "first");
    assert_interval(first, result.first.value);
    assert_interval(json_object_get(first, "turns"), result.first.turns);
    assert_true(json_is_null(json_object_get(json_object_get(json, "second"), "turns")));
    const json_t *pure = json_object_get(json, "pure");
    assert_true(json_is_null(json_array_get(pure, 0)));
    assert_string_equal(json_string_value(json_array_get(pure, 1)), "declared");
    json_decref(json);
}

/* ---- the best response ---- */

static const alea_best_response reply = {
    {0.625, 0.6328125}, {0.5, 0.5078125}, {0.5625, 0.5703125}, {0.0625, 0.0703125}};

static void a_reply_tells_what_it_earns_and_the_exploitability(void **state)
{
    (void)state;
    char *text;
    assert_int_equal(alea_view_best_response(table, &reply, &work, &wide, &text, NULL), ALEA_OK);
    assert_text_says(text, "  mean                0.57    0.5625   0.5704\n");
    assert_text_says(text, "  exploitability      0.07    0.0625   0.0704\n");
    alea_text_free(text);
}

static void a_reply_as_json_has_its_mean_as_a_number(void **state)
{
    (void)state;
    static const char *const keys[] = {
        "game",           "objective", "against", "first", "second",  "mean", "reply_mean",
        "exploitability", "states",    "stored",  "out",   "seconds", NULL};
    char *text;
    assert_int_equal(alea_view_best_response(table, &reply, &work, &as_json, &text, NULL), ALEA_OK);
    json_t *json = parsed(text);
    assert_keys(json, keys);
    assert_that(real(json, "reply_mean"), ==, 0.56640625);
    assert_interval(json_object_get(json, "exploitability"), reply.exploitability);
    json_decref(json);
}

/* ---- a checked table ---- */

static void a_verdict_says_what_was_checked_and_how(void **state)
{
    (void)state;
    char *text;
    alea_verdict verdict = {.holds = true, .checked = 4};
    assert_int_equal(alea_view_verdict(table, &verdict, &work, &wide, &text, NULL), ALEA_OK);
    assert_text_says(text, "piglet.h5: the proof holds.\n");
    assert_text_says(text, "0.571428571428571");
    assert_text_says(text, "4 positions recomputed by one step of the game, in whole numbers.");
    alea_text_free(text);
}

static void a_verdict_that_fails_gives_the_reason(void **state)
{
    (void)state;
    static const char *const keys[] = {"holds",   "checked", "reason", "game",  "objective",
                                       "against", "value",   "lower",  "upper", "rules_sha256",
                                       "file",    "seconds", NULL};
    char *text;
    alea_verdict verdict = {.checked = 3, .reason = "At own 1, other 0 it is wrong."};
    assert_int_equal(alea_view_verdict(table, &verdict, &work, &wide, &text, NULL), ALEA_OK);
    assert_text_says(text, "piglet.h5: the proof does not hold.\n  At own 1, other 0 it is wrong.\n");
    alea_text_free(text);
    assert_int_equal(alea_view_verdict(table, &verdict, &work, &as_json, &text, NULL), ALEA_OK);
    json_t *json = parsed(text);
    assert_keys(json, keys);
    assert_true(json_is_false(json_object_get(json, "holds")));
    assert_string_equal(json_string_value(json_object_get(json, "reason")), verdict.reason);
    json_decref(json);
}

/* ---- memory ---- */

static void a_failed_allocation_is_reported(void **state)
{
    (void)state;
    alea_evaluation result = made_up();
    const alea_view_match match = {.game = game, .first = "hold(1)", .second = "hold(2)"};
    alea_status status = ALEA_E_MEMORY;
    for (long k = 0; status == ALEA_E_MEMORY; k++) {
        char *text = NULL;
        alea__fail_allocation_after(k);
        status = alea_view_evaluation(&match, &result, &wide, &text, NULL);
        alea__fail_allocation_after(-1);
        assert_true((status == ALEA_OK) == (text != NULL));
        assert_true(k > 0 || status == ALEA_E_MEMORY);
        alea_text_free(text);
    }
    assert_int_equal(status, ALEA_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_solution_tells_both_seats_the_first_hold_and_the_size),
        cmocka_unit_test(without_utf8_there_is_only_ascii),
        cmocka_unit_test(a_solution_as_json_has_its_fields_in_order),
        cmocka_unit_test(what_an_unfinished_table_does_not_know_is_null),
        cmocka_unit_test(a_position_tells_its_moves_and_the_best),
        cmocka_unit_test(a_result_has_a_line_for_each_seat_and_the_mean),
        cmocka_unit_test(a_game_that_may_never_end_says_so),
        cmocka_unit_test(a_result_as_json_has_three_times_six_intervals),
        cmocka_unit_test(a_reply_tells_what_it_earns_and_the_exploitability),
        cmocka_unit_test(a_reply_as_json_has_its_mean_as_a_number),
        cmocka_unit_test(a_verdict_says_what_was_checked_and_how),
        cmocka_unit_test(a_verdict_that_fails_gives_the_reason),
        cmocka_unit_test(a_failed_allocation_is_reported),
    };
    return cmocka_run_group_tests(tests, open_table, close_table);
}
