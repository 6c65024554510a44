/* The text and the JSON of a result, from results made by hand. */
#include "base/memory.h"
#include "support/test.h"

#include <alea/view.h>

#include <jansson.h>

static alea_run_result two_players(void)
{
    alea_run_result r = {.game = "pig-pen(goal=100,players=2)",
                         .games = 1000,
                         .asked = 1000,
                         .seed = 7,
                         .seats = ALEA_ROTATE,
                         .threads = 2,
                         .path = ALEA_PATH_BLOCK,
                         .has_money = true,
                         .turns = 25000,
                         .players = 2};
    r.standing[0] = (alea_standing){.bot = "hold(25)",
                                    .kind = "built-in",
                                    .wins = 600,
                                    .win_rate = 0.6,
                                    .win_rate_se = 0.1 / 3,
                                    .money = 1.25,
                                    .money_se = 0.4,
                                    .money_total = 1250,
                                    .seat_games = {500, 500},
                                    .seat_wins = {320, 280},
                                    .seat_money = {1000, 250}};
    r.standing[1] = (alea_standing){.bot = "late.wasm",
                                    .kind = "wasm",
                                    .wins = 400,
                                    .win_rate = 0.4,
                                    .win_rate_se = 0.1 / 3,
                                    .money = -1.25,
                                    .money_se = 0.4,
                                    .money_total = -1250,
                                    .forfeits = 19,
                                    .failures = {[ALEA_TRAP] = 16, [ALEA_SKIPPED] = 3},
                                    .failure_text = "wasm trap: unreachable",
                                    .failure_game = 3,
                                    .seat_games = {500, 500},
                                    .seat_wins = {220, 180},
                                    .seat_money = {-250, -1000}};
    return r;
}

static char *shown(const alea_run_result *r, double seconds, const alea_view_options *options)
{
    char *text = NULL;
    alea_error error;
    assert_int_equal(alea_view_run(r, seconds, options, &text, &error), ALEA_OK);
    return text;
}

static void assert_shows(const alea_run_result *r, const alea_view_options *options, const char *what)
{
    char *text = shown(r, 2, options);
    if (!strstr(text, what)) fail_msg("\"%s\" is not in:\n%s", what, text);
    alea_text_free(text);
}

static void assert_hides(const alea_run_result *r, const alea_view_options *options, const char *what)
{
    char *text = shown(r, 2, options);
    if (strstr(text, what)) fail_msg("\"%s\" is in:\n%s", what, text);
    alea_text_free(text);
}

static json_t *parsed(const alea_run_result *r, double seconds)
{
    char *text = shown(r, seconds, &(alea_view_options){.json = true});
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

/* ---- text ---- */

static void the_title_names_game_number_seed_and_seats(void **state)
{
    (void)state;
    alea_run_result r = two_players();
    assert_shows(&r, NULL, "pig-pen(goal=100,players=2): 1,000 games, seed 7, seats rotate\n");
    r.seats = ALEA_FIXED;
    assert_shows(&r, NULL, "seats fixed\n");
}

static void bots_stand_from_the_best_on(void **state)
{
    (void)state;
    alea_run_result r = two_players();
    char *text = shown(&r, 1, NULL);
    assert_true(strstr(text, "hold(25)") < strstr(text, "late.wasm"));
    alea_text_free(text);
}

static void rates_carry_their_errors(void **state)
{
    (void)state;
    alea_run_result r = two_players();
    assert_shows(&r, NULL, "60 % ± 3");
    assert_shows(&r, NULL, "-1.2 ± 0.4");
}

static void without_utf8_there_is_only_ascii(void **state)
{
    (void)state;
    alea_run_result r = two_players();
    char *text = shown(&r, 1, &(alea_view_options){.ascii = true, .width = 40});
    for (const char *c = text; *c; c++) assert_that((unsigned char)*c, <, 128);
    alea_text_free(text);
}

static void seats_are_told_apart_when_they_rotate(void **state)
{
    (void)state;
    alea_run_result r = two_players();
    const alea_view_options wide = {.width = 100};
    assert_shows(&r, &wide, "64.00 %  56.00 %");
    r.seats = ALEA_FIXED;
    assert_hides(&r, &wide, "seat 0");
}

static void a_narrow_text_has_the_seats_in_a_second_table(void **state)
{
    (void)state;
    alea_run_result r = two_players();
    assert_hides(&r, &(alea_view_options){.width = 100}, "win rate in");
    assert_shows(&r, &(alea_view_options){.width = 62}, "\n\n  win rate in");
}

static void no_line_is_wider_than_asked_for(void **state)
{
    (void)state;
    alea_run_result r = two_players();
    r.standing[0].bot = "a/very/long/path/to/some/folder/of/bots/with-a-long-name/indeed-a-long-one.wasm";
    for (unsigned width = 62; width < 120; width++) {
        char *text = shown(&r, 1, &(alea_view_options){.width = width, .ascii = true}), *save = NULL;
        /* Only lines of the table: terminals wrap the sentences below it. */
        for (char *line = strtok_r(text, "\n", &save); line; line = strtok_r(NULL, "\n", &save))
            if (line[0] == ' ') assert_that(strlen(line), <=, width);
        alea_text_free(text);
    }
}

static void forfeits_are_told_with_reasons_and_the_first(void **state)
{
    (void)state;
    alea_run_result r = two_players();
    assert_shows(&r, NULL,
                 "Forfeits of late.wasm: 16 trap, 3 skipped. First in game 3: wasm trap: unreachable\n");
    assert_hides(&r, NULL, "Forfeits of hold(25)");
}

static void unfinished_games_are_told_when_there_are_any(void **state)
{
    (void)state;
    alea_run_result r = two_players();
    assert_hides(&r, NULL, "Unfinished");
    r.unfinished = 1;
    assert_shows(&r, NULL, "Unfinished: 1 game without a winner (");
}

static void money_that_does_not_sum_to_zero_is_a_fault(void **state)
{
    (void)state;
    alea_run_result r = two_players();
    assert_hides(&r, NULL, "sums to");
    r.money_sum = 5;
    assert_shows(&r, NULL, "Money sums to 5, not to 0");
    r.has_money = false;
    assert_hides(&r, NULL, "oney");
    assert_hides(&r, NULL, "$");
}

static void the_last_line_has_what_may_differ_between_machines(void **state)
{
    (void)state;
    alea_run_result r = two_players();
    assert_shows(&r, NULL, "\n2.00 s, 500 games a second, 2 threads.\n");
    r.path = ALEA_PATH_STEP;
    assert_shows(&r, NULL, "2 threads, one decision at a time.\n");
}

static void a_stopped_run_says_how_far_it_came(void **state)
{
    (void)state;
    alea_run_result r = two_players();
    r.asked = 5000;
    r.stopped = true;
    assert_shows(&r, NULL, ": 1,000 of 5,000 games, seed 7, seats rotate, stopped\n");
}

static void no_games_have_no_rates(void **state)
{
    (void)state;
    alea_run_result r = {.game = "pig", .asked = 10, .stopped = true, .players = 1};
    r.standing[0] = (alea_standing){.bot = "b", .kind = "built-in", .win_rate = NAN, .win_rate_se = NAN};
    assert_shows(&r, NULL, "0 of 10 games");
    assert_hides(&r, NULL, "nan");
}

static void a_name_that_two_bots_have_is_no_name(void **state)
{
    (void)state;
    alea_run_result r = two_players();
    r.standing[0].title = "steady";
    assert_shows(&r, NULL, "\n  steady ");
    r.standing[1].title = "steady";
    assert_hides(&r, NULL, "steady");
    r.standing[1].title = "bold";
    assert_shows(&r, NULL, "\n  steady ");
}

/* A path loses its folders before the table is split. */
static void long_paths_leave_the_standings_whole(void **state)
{
    (void)state;
    alea_run_result r = two_players();
    const alea_view_options narrow = {.width = 80};
    r.standing[0].bot = "a/rather/long/path/to/my/first/strategy.lua";
    assert_hides(&r, &narrow, "win rate in");
    assert_shows(&r, &narrow, "\n  strategy.lua ");
    r.standing[1].bot = "another/rather/long/path/to/my/first/strategy.lua";
    assert_shows(&r, &narrow, "win rate in");
    assert_shows(&r, &narrow, "\n  another/");
}

static void names_cannot_upset_a_terminal(void **state)
{
    (void)state;
    alea_run_result r = two_players();
    r.standing[1].bot = "\033[2J";
    assert_shows(&r, NULL, "\\x1B[2J");
    assert_hides(&r, NULL, "\033");
}

/* ---- JSON ---- */

/* Wins are 10, 30, 30 and 5; the ranks follow by hand. */
static void standings_are_ranked_in_text_and_json_keeps_the_order_given(void **state)
{
    (void)state;
    static const char *const names[] = {"third", "first", "also first", "last"};
    static const uint64_t wins[] = {10, 30, 30, 5};
    static const int ranks[] = {3, 1, 1, 4};
    alea_run_result r = two_players();
    r.players = 4;
    for (unsigned i = 0; i < 4; i++) {
        r.standing[i] = r.standing[0];
        r.standing[i].bot = names[i];
        r.standing[i].wins = wins[i];
        for (unsigned seat = 0; seat < 4; seat++) r.standing[i].seat_wins[seat] = 0;
    }
    char *text;
    alea_error error;
    assert_int_equal(alea_view_run(&r, 1, NULL, &text, &error), ALEA_OK);
    const unsigned order[] = {1, 2, 0, 3};
    size_t from = 0;
    for (unsigned i = 0; i < 4; i++) {
        const char *found = strstr(text + from, names[order[i]]);
        assert_non_null(found);
        from = (size_t)(found - text) + strlen(names[order[i]]);
    }
    alea_text_free(text);
    json_t *json = parsed(&r, 1), *standings = json_object_get(json, "standings");
    for (unsigned i = 0; i < 4; i++) {
        json_t *standing = json_array_get(standings, i);
        assert_string_equal(json_string_value(json_object_get(standing, "bot")), names[i]);
        assert_int_equal(json_integer_value(json_object_get(standing, "rank")), ranks[i]);
    }
    assert_string_equal(json_string_value(json_object_get(json, "ranked_by")), "win");
    json_decref(json);
}

static void a_game_for_money_ranks_by_money_and_says_so(void **state)
{
    (void)state;
    alea_run_result r = two_players();
    r.standing[0].money_total = -1;
    r.standing[1].money_total = 1;
    for (int money = 0; money < 2; money++) {
        r.objective = money ? ALEA_MONEY : ALEA_WIN;
        json_t *json = parsed(&r, 1), *standings = json_object_get(json, "standings");
        for (int i = 0; i < 2; i++) {
            json_t *rank = json_object_get(json_array_get(standings, i), "rank");
            assert_int_equal(json_integer_value(rank), money ? 2 - i : 1 + i);
        }
        assert_string_equal(json_string_value(json_object_get(json, "ranked_by")), money ? "money" : "win");
        assert_shows(&r, NULL, money ? "Ranked by $ a game.\n" : "Ranked by wins.\n");
        json_decref(json);
    }
}

static void keys_come_in_the_documented_order(void **state)
{
    (void)state;
    static const char *const keys[] = {"game",      "games",     "unfinished", "seed",     "seats",
                                       "seconds",   "standings", "asked",      "stopped",  "games_per_second",
                                       "threads",   "path",      "players",    "turns",    "se_from",
                                       "has_money", "money_sum", "ranked_by",  "analytics"};
    static const char *const standing_keys[] = {"bot",         "title",       "wins",          "win_rate",
                                                "win_rate_se", "money",       "money_se",      "forfeits",
                                                "kind",        "money_total", "seat_games",    "seat_wins",
                                                "seat_money",  "failures",    "first_failure", "rank"};
    alea_run_result r = two_players();
    json_t *json = parsed(&r, 1), *value;
    const char *key;
    size_t i = 0;
    json_object_foreach(json, key, value) assert_string_equal(key, keys[i++]);
    assert_int_equal(i, sizeof keys / sizeof *keys);
    i = 0;
    json_object_foreach(json_array_get(json_object_get(json, "standings"), 0), key, value)
        assert_string_equal(key, standing_keys[i++]);
    assert_int_equal(i, sizeof standing_keys / sizeof *standing_keys);
    json_decref(json);
}

static void reals_read_back_as_the_same_numbers(void **state)
{
    (void)state;
    alea_run_result r = two_players();
    json_t *json = parsed(&r, 0.1), *first = json_array_get(json_object_get(json, "standings"), 0);
    assert_that(real(first, "win_rate_se"), ==, 0.1 / 3);
    assert_that(real(json, "seconds"), ==, 0.1);
    assert_that(real(json, "games_per_second"), ==, 1000 / 0.1);
    json_decref(json);
}

static void numbers_that_do_not_exist_are_null(void **state)
{
    (void)state;
    alea_run_result r = two_players();
    r.standing[0].win_rate = NAN;
    r.standing[0].win_rate_se = INFINITY;
    json_t *json = parsed(&r, 1), *first = json_array_get(json_object_get(json, "standings"), 0);
    assert_true(json_is_null(json_object_get(first, "win_rate")));
    assert_true(json_is_null(json_object_get(first, "win_rate_se")));
    json_decref(json);
}

static void the_first_failure_is_null_where_there_was_none(void **state)
{
    (void)state;
    alea_run_result r = two_players();
    json_t *json = parsed(&r, 1), *standings = json_object_get(json, "standings");
    json_t *second = json_object_get(json_array_get(standings, 1), "first_failure");
    assert_true(json_is_null(json_object_get(json_array_get(standings, 0), "first_failure")));
    assert_string_equal(json_string_value(json_object_get(second, "text")), "wasm trap: unreachable");
    assert_that(real(second, "game"), ==, 3);
    json_decref(json);
}

static void failures_are_counted_by_reason(void **state)
{
    (void)state;
    alea_run_result r = two_players();
    json_t *json = parsed(&r, 1);
    json_t *failures = json_object_get(json_array_get(json_object_get(json, "standings"), 1), "failures");
    assert_int_equal(json_object_size(failures), ALEA_FAILURE_KINDS - 1);
    assert_that(real(failures, "trap"), ==, 16);
    assert_that(real(failures, "skipped"), ==, 3);
    assert_that(real(failures, "fuel"), ==, 0);
    json_decref(json);
}

static void seeds_beyond_json_integers_are_text(void **state)
{
    (void)state;
    alea_run_result r = two_players();
    r.seed = UINT64_MAX;
    json_t *json = parsed(&r, 1);
    assert_string_equal(json_string_value(json_object_get(json, "seed")), "18446744073709551615");
    json_decref(json);
}

static void names_that_are_not_utf8_are_still_json(void **state)
{
    (void)state;
    alea_run_result r = two_players();
    r.standing[0].bot = "b\xff.wasm";
    json_t *json = parsed(&r, 1), *first = json_array_get(json_object_get(json, "standings"), 0);
    assert_string_equal(json_string_value(json_object_get(first, "bot")), "b\\xFF.wasm");
    json_decref(json);
}

static void only_four_fields_depend_on_threads_and_path(void **state)
{
    (void)state;
    static const char *const free_to_differ[] = {"seconds", "games_per_second", "threads", "path"};
    alea_run_result r = two_players();
    json_t *one = parsed(&r, 1);
    r.threads = 7;
    r.path = ALEA_PATH_STEP;
    r.blocks_replayed = 3;
    json_t *other = parsed(&r, 2);
    for (size_t i = 0; i < 4; i++) {
        assert_false(
            json_equal(json_object_get(one, free_to_differ[i]), json_object_get(other, free_to_differ[i])));
        json_object_del(one, free_to_differ[i]);
        json_object_del(other, free_to_differ[i]);
    }
    assert_true(json_equal(one, other));
    json_decref(one);
    json_decref(other);
}

/* ---- faults ---- */

static void every_failed_allocation_is_reported(void **state)
{
    (void)state;
    alea_run_result r = two_players();
    for (int json = 0; json <= 1; json++) {
        alea_view_options options = {.json = json, .width = 62};
        alea_status status = ALEA_E_MEMORY;
        for (long k = 0; status != ALEA_OK; k++) {
            char *text = NULL;
            alea__fail_allocation_after(k);
            status = alea_view_run(&r, 1, &options, &text, NULL);
            alea__fail_allocation_after(-1);
            assert_true(status == ALEA_OK || (status == ALEA_E_MEMORY && !text));
            alea_text_free(text);
            assert_that(k, <, 10000);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_title_names_game_number_seed_and_seats),
        cmocka_unit_test(bots_stand_from_the_best_on),
        cmocka_unit_test(rates_carry_their_errors),
        cmocka_unit_test(without_utf8_there_is_only_ascii),
        cmocka_unit_test(seats_are_told_apart_when_they_rotate),
        cmocka_unit_test(a_narrow_text_has_the_seats_in_a_second_table),
        cmocka_unit_test(no_line_is_wider_than_asked_for),
        cmocka_unit_test(forfeits_are_told_with_reasons_and_the_first),
        cmocka_unit_test(unfinished_games_are_told_when_there_are_any),
        cmocka_unit_test(money_that_does_not_sum_to_zero_is_a_fault),
        cmocka_unit_test(the_last_line_has_what_may_differ_between_machines),
        cmocka_unit_test(a_stopped_run_says_how_far_it_came),
        cmocka_unit_test(no_games_have_no_rates),
        cmocka_unit_test(a_name_that_two_bots_have_is_no_name),
        cmocka_unit_test(long_paths_leave_the_standings_whole),
        cmocka_unit_test(names_cannot_upset_a_terminal),
        cmocka_unit_test(standings_are_ranked_in_text_and_json_keeps_the_order_given),
        cmocka_unit_test(a_game_for_money_ranks_by_money_and_says_so),
        cmocka_unit_test(keys_come_in_the_documented_order),
        cmocka_unit_test(reals_read_back_as_the_same_numbers),
        cmocka_unit_test(numbers_that_do_not_exist_are_null),
        cmocka_unit_test(the_first_failure_is_null_where_there_was_none),
        cmocka_unit_test(failures_are_counted_by_reason),
        cmocka_unit_test(seeds_beyond_json_integers_are_text),
        cmocka_unit_test(names_that_are_not_utf8_are_still_json),
        cmocka_unit_test(only_four_fields_depend_on_threads_and_path),
        cmocka_unit_test(every_failed_allocation_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
