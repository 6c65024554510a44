/* The public table: solving, asking, checking, and which game a file is of. The family's part is a stub. */
#include "base/file.h"
#include "support/facts.h"
#include "support/memory.h"
#include "value/stub_exact.h"

#include <math.h>
#include <unistd.h>

static const char *const path = "table.h5";

static void write_table(const alea_table *table)
{
    OK(alea_table_write(table, path, &test_error));
}

static int says_stop(void *user, uint64_t done, uint64_t total)
{
    (void)user, (void)done, (void)total;
    return 1;
}

static alea_table *stop_half_way(const alea_game *game)
{
    alea_table *table = NULL;
    const alea_solve_options options = {.progress = {.report = says_stop}};
    assert_int_equal(alea_table_solve(game, ALEA_WIN, &options, &table, NULL), ALEA_E_STOPPED);
    assert_non_null(table);
    return table;
}

/* ---- solving ---- */

static void a_table_says_what_it_is(void **unused)
{
    (void)unused;
    STUB_GAME(game, 2);
    alea_table *table = solve_game(&game, ALEA_WIN);
    alea_table_facts facts = table_facts(table);
    assert_string_equal(facts.game, "fake(goal=30)");
    assert_string_equal(facts.rules_sha256, STUB_HASH);
    assert_null(facts.against);
    assert_int_equal(facts.objective, ALEA_WIN);
    assert_that(facts.start.lower, <, 0.5);
    assert_that(0.5, <, facts.start.upper);
    assert_int_equal(facts.states, 123456);
    assert_int_equal(facts.stored, 899); /* 30 x 30, except the impossible position 3, 4 */
    assert_true(facts.complete);
    assert_ptr_equal(alea_table_game(table), &game);
    alea_matrix matrix;
    assert_true(alea_table_matrix(table, 0, &matrix));
    assert_int_equal(matrix.rows * matrix.columns, 900);
    assert_that(isnan(matrix.lower[3 * matrix.columns + 4]), !=, 0);
    assert_that(matrix.lower[0], ==, facts.start.lower);
    assert_that(matrix.upper[0], ==, facts.start.upper);
    assert_false(alea_table_matrix(table, 1, &matrix));
    alea_table_free(table);
    alea_table_free(NULL);
}

static void wishes_that_cannot_be_are_refused_with_the_reason(void **unused)
{
    (void)unused;
    STUB_GAME(game, 2);
    STUB_GAME(crowd, 3);
    FAKE_GAME(plain, 2);
    alea_table *table = NULL;
    alea_error error;
    assert_int_equal(alea_table_solve(&crowd, ALEA_WIN, NULL, &table, &error), ALEA_E_USAGE);
    assert_non_null(strstr(error.message, "best play is known for one or two alone"));
    assert_int_equal(alea_table_solve(&game, ALEA_TURNS, NULL, &table, &error), ALEA_E_USAGE);
    assert_string_equal(error.message, "fake(goal=30) cannot be played for `turns`.");
    assert_int_equal(alea_table_solve(&plain, ALEA_WIN, NULL, &table, &error), ALEA_E_REFUSED);
    assert_string_equal(error.message, "Games of the family fake have no exact results.");
    assert_int_equal(alea_table_solve(&game, ALEA_WIN, &(alea_solve_options){.memory = 100}, &table, &error),
                     ALEA_E_REFUSED);
    assert_non_null(strstr(error.message, "14400 bytes"));
    const double widths[] = {-1e-12, NAN, INFINITY};
    for (int i = 0; i < 3; i++)
        assert_int_equal(
            alea_table_solve(&game, ALEA_WIN, &(alea_solve_options){.tolerance = widths[i]}, &table, &error),
            ALEA_E_RANGE);
    assert_null(table);
}

static void a_stopped_table_is_written_read_and_gone_on_with(void **unused)
{
    (void)unused;
    STUB_GAME(game, 2);
    alea_table *half = stop_half_way(&game), *back, *whole;
    assert_false(table_facts(half).complete);
    assert_int_equal(table_facts(half).stored, 600);
    write_table(half);
    assert_int_equal(alea_table_open(&game, path, &back, NULL), ALEA_OK);
    assert_false(table_facts(back).complete);
    assert_int_equal(alea_table_solve(&game, ALEA_WIN, &(alea_solve_options){.resume = back}, &whole, NULL),
                     ALEA_OK);
    assert_int_equal(table_facts(whole).states, 1020); /* the solver was given what there is */
    alea_table_free(half);
    alea_table_free(back);
    alea_table_free(whole);
}

static void nothing_else_is_gone_on_with(void **unused)
{
    (void)unused;
    STUB_GAME(game, 2);
    STUB_GAME(other, 2);
    other.sha256[0] = 'f';
    alea_table *half = stop_half_way(&game), *whole = solve_game(&game, ALEA_WIN), *out = NULL;
    alea_error error;
    assert_int_equal(alea_table_solve(&game, ALEA_MONEY, &(alea_solve_options){.resume = half}, &out, &error),
                     ALEA_E_USAGE);
    assert_string_equal(error.message, "Cannot resume: the table is for `win`, not for `money`.");
    assert_int_equal(alea_table_solve(&other, ALEA_WIN, &(alea_solve_options){.resume = half}, &out, &error),
                     ALEA_E_USAGE);
    assert_int_equal(alea_table_solve(&game, ALEA_WIN, &(alea_solve_options){.resume = whole}, &out, &error),
                     ALEA_E_USAGE);
    assert_string_equal(error.message, "Cannot resume: the table is already complete.");
    assert_null(out);
    alea_table_free(half);
    alea_table_free(whole);
}

static void an_unfinished_table_neither_answers_nor_proves(void **unused)
{
    (void)unused;
    STUB_GAME(game, 2);
    alea_table *half = stop_half_way(&game);
    alea_state state = {{0}};
    alea_answer answer;
    alea_verdict verdict;
    alea_error error;
    assert_int_equal(alea_table_ask(half, &state, &answer, &error), ALEA_E_REFUSED);
    assert_non_null(strstr(error.message, "20 of its 30 layers"));
    assert_int_equal(alea_table_verify(half, NULL, &verdict, &error), ALEA_E_REFUSED);
    assert_non_null(strstr(error.message, "20 of its 30 layers"));
    alea_table_free(half);
}

static void a_position_is_answered_unless_the_game_is_over(void **unused)
{
    (void)unused;
    STUB_GAME(game, 2);
    alea_table *table = solve_game(&game, ALEA_WIN);
    alea_state state;
    alea_answer answer;
    alea_error error;
    const alea_setting turn = {"turn", "12"};
    assert_int_equal(alea_game_parse_state(&game, &turn, 1, &state, NULL), ALEA_OK);
    assert_int_equal(fake_load(&state).turn, 12);
    assert_int_equal(alea_table_ask(table, &state, &answer, NULL), ALEA_OK);
    assert_that(answer.value.lower, <=, 0.5);
    assert_that(0.5, <=, answer.value.upper);
    alea_answer_free(&answer);
    assert_null(answer.move);
    alea_answer_free(NULL);
    fake_store(&state, (fake_state){.phase = FAKE_OVER});
    assert_int_equal(alea_table_ask(table, &state, &answer, &error), ALEA_E_STATE);
    assert_int_equal(alea_game_parse_state(&game, &turn, 0, &state, &error), ALEA_E_USAGE);
    alea_table_free(table);
}

/* ---- files ---- */

static void a_table_comes_back_as_it_was(void **unused)
{
    (void)unused;
    STUB_GAME(game, 2);
    alea_table *table = solve_game(&game, ALEA_WIN), *back;
    alea_verdict verdict;
    write_table(table);
    assert_int_equal(alea_table_open(&game, path, &back, NULL), ALEA_OK);
    assert_int_equal(table_facts(back).stored, 899);
    assert_int_equal(alea_table_verify(back, NULL, &verdict, NULL), ALEA_OK);
    assert_true(verdict.holds);
    assert_int_equal(verdict.checked, 900);
    alea_table_free(table);
    alea_table_free(back);
}

static void does_not_open(const alea_game *game, const char *why)
{
    alea_table *table = NULL;
    alea_error error;
    assert_int_equal(alea_table_open(game, path, &table, &error), ALEA_E_FILE);
    if (!strstr(error.message, why)) fail_msg("\"%s\" does not say \"%s\"", error.message, why);
    assert_null(table);
}

static void a_table_of_another_game_or_of_older_rules_is_refused(void **unused)
{
    (void)unused;
    STUB_GAME(game, 2);
    alea_table *table = solve_game(&game, ALEA_WIN);
    write_table(table);
    alea_table_free(table);
    STUB_GAME(other, 2);
    char spec[] = "fake(goal=40)";
    other.spec = spec;
    does_not_open(&other, "table.h5: this is a table of fake(goal=30), not of fake(goal=40).");
    STUB_GAME(edited, 2);
    edited.sha256[63] = '0';
    does_not_open(&edited, "table.h5: the rule file of fake(goal=30) has changed since the table was made.");
    does_not_open(NULL, "table.h5: the table's game, fake(goal=30), cannot be opened: ");
}

static void a_rule_file_may_be_found_by_another_name(void **unused)
{
    (void)unused;
    STUB_GAME(game, 2);
    alea_table *table = solve_game(&game, ALEA_WIN);
    write_table(table);
    alea_table_free(table);
    char spec[] = "rules/fake.lua(goal=30)";
    game.spec = spec;
    assert_int_equal(alea_table_open(&game, path, &table, NULL), ALEA_OK);
    alea_table_free(table);
}

static void a_table_of_another_shape_is_refused_with_the_file_in_front(void **unused)
{
    (void)unused;
    STUB_GAME(game, 2);
    alea__values *values = alea__values_new(ALEA_WIN);
    assert_int_equal(alea__values_add(values, &(alea__matrix_shape){"mover", "own", "other", 29, 30}, NULL),
                     ALEA_OK);
    alea__values_file file = {.game = game.spec, .rules_sha256 = STUB_HASH, .values = values};
    assert_int_equal(alea__values_write(path, &file, NULL), ALEA_OK);
    does_not_open(&game, "table.h5: the table has another shape than this game.");
    values->objective = ALEA_SCORE;
    assert_int_equal(alea__values_write(path, &file, NULL), ALEA_OK);
    does_not_open(&game, "table.h5: the table is for `score`, and fake(goal=30) cannot be played for that.");
    alea__values_free(values);
}

static void a_frozen_bot_is_no_table_of_values(void **unused)
{
    (void)unused;
    STUB_GAME(game, 2);
    unsigned char policy[] = "h";
    char bot[] = "hold(20)";
    alea__values_file file = {
        .game = game.spec, .rules_sha256 = STUB_HASH, .policy = policy, .policy_size = 2, .bot = bot};
    assert_int_equal(alea__values_write(path, &file, NULL), ALEA_OK);
    does_not_open(&game, "this is a frozen bot (hold(20))");
}

/* Game NULL, with a game that there is: Pig's rules are in the library, its table is made by hand. */
static void the_game_is_opened_by_the_spec_in_the_file(void **unused)
{
    (void)unused;
    alea_game *pig;
    assert_int_equal(alea_game_open("pig(goal=10)", &pig, NULL), ALEA_OK);
    alea__values *values = alea__values_new(ALEA_WIN);
    assert_int_equal(alea__values_add(values, &(alea__matrix_shape){"mover", "own", "other", 9, 7}, NULL),
                     ALEA_OK);
    alea__values_file file = {.game = pig->spec, .values = values};
    memcpy(file.rules_sha256, pig->sha256, sizeof file.rules_sha256);
    assert_int_equal(alea__values_write(path, &file, NULL), ALEA_OK);
    does_not_open(NULL, "table.h5: The values do not fit this game"); /* pig(goal=10) has 10 x 10 */
    memcpy(file.rules_sha256, STUB_HASH, sizeof file.rules_sha256);
    assert_int_equal(alea__values_write(path, &file, NULL), ALEA_OK);
    does_not_open(
        NULL, "the rule file of pig(dice=1,goal=10,players=2,sides=6) has changed since the table was made.");
    alea__values_free(values);
    alea_game_free(pig);
}

/* ---- the certificate ---- */

/* The checksum is right, the number is not. */
static void a_moved_bound_with_a_new_checksum_fails_the_certificate_by_name(void **unused)
{
    (void)unused;
    STUB_GAME(game, 2);
    alea__values *values = stub_values(ALEA_WIN, 0);
    values->matrix[0].lower[17 * STUB_SIDE + 5] += 1e-6;
    values->matrix[0].upper[17 * STUB_SIDE + 5] += 1e-6;
    alea__values_file file = {.game = game.spec, .rules_sha256 = STUB_HASH, .values = values};
    assert_int_equal(alea__values_write(path, &file, NULL), ALEA_OK);
    alea__values_free(values);
    alea_table *table;
    alea_verdict verdict;
    assert_int_equal(alea_table_open(&game, path, &table, NULL), ALEA_OK);
    assert_int_equal(alea_table_verify(table, NULL, &verdict, NULL), ALEA_OK);
    assert_false(verdict.holds);
    assert_non_null(strstr(verdict.reason, "own 17, other 5"));
    alea_table_free(table);
}

/* A bound moved alone passes the other one, which is visible without the game. */
static void a_bound_moved_alone_fails_the_proof_by_name_and_answers_nothing(void **unused)
{
    (void)unused;
    STUB_GAME(game, 2);
    alea__values *values = stub_values(ALEA_WIN, 0);
    values->matrix[0].lower[17 * STUB_SIDE + 5] += 1e-6;
    alea__values_file file = {.game = game.spec, .rules_sha256 = STUB_HASH, .values = values};
    assert_int_equal(alea__values_write(path, &file, NULL), ALEA_OK);
    alea__values_free(values);
    alea_table *table;
    alea_verdict verdict;
    alea_answer answer;
    alea_error error;
    const alea_state state = {{0}};
    assert_int_equal(alea_table_open(&game, path, &table, NULL), ALEA_OK);
    assert_int_equal(alea_table_verify(table, NULL, &verdict, NULL), ALEA_OK);
    assert_false(verdict.holds);
    assert_non_null(strstr(verdict.reason, "at own 17, other 5, the bounds are out of order: "));
    assert_int_equal(alea_table_ask(table, &state, &answer, &error), ALEA_E_REFUSED);
    assert_non_null(strstr(error.message, "The table is wrong. In `mover`, at own 17, other 5"));
    alea_table_free(table);
}

static void without_memory_nothing_is_made_and_nothing_lost(void **unused)
{
    (void)unused;
    STUB_GAME(game, 2);
    alea_table *table = solve_game(&game, ALEA_WIN), *back = NULL;
    write_table(table);
    alea_status status = ALEA_E_MEMORY;
    for (long successes = 0; status != ALEA_OK && successes < 200; successes++) {
        alea__fail_allocation_after(successes);
        status = alea_table_open(&game, path, &back, NULL);
        alea__fail_allocation_after(-1);
        if (status != ALEA_OK) assert_null(back);
    }
    assert_int_equal(status, ALEA_OK);
    alea_table_free(back);
    status = ALEA_E_MEMORY;
    for (long successes = 0; status != ALEA_OK && successes < 200; successes++) {
        status = with_allocations(successes, alea_table_solve(&game, ALEA_WIN, NULL, &back, NULL));
    }
    alea_table_free(back);
    alea_table_free(table);
}

static int remove_table(void **unused)
{
    (void)unused;
    unlink(path);
    return 0;
}

#define TEST(test) cmocka_unit_test_teardown(test, remove_table)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_table_says_what_it_is),
        TEST(wishes_that_cannot_be_are_refused_with_the_reason),
        TEST(a_stopped_table_is_written_read_and_gone_on_with),
        TEST(nothing_else_is_gone_on_with),
        TEST(an_unfinished_table_neither_answers_nor_proves),
        TEST(a_position_is_answered_unless_the_game_is_over),
        TEST(a_table_comes_back_as_it_was),
        TEST(a_table_of_another_game_or_of_older_rules_is_refused),
        TEST(a_rule_file_may_be_found_by_another_name),
        TEST(a_table_of_another_shape_is_refused_with_the_file_in_front),
        TEST(a_frozen_bot_is_no_table_of_values),
        TEST(the_game_is_opened_by_the_spec_in_the_file),
        TEST(a_moved_bound_with_a_new_checksum_fails_the_certificate_by_name),
        TEST(a_bound_moved_alone_fails_the_proof_by_name_and_answers_nothing),
        TEST(without_memory_nothing_is_made_and_nothing_lost),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
