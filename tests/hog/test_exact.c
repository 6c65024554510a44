/* Exact results of Hog: published numbers, and comparison of everything with plain recursion. */
#include "hog/brute.h"
#include "hog/hog_test.h"
#include "support/problem.h"

/* ---- helpers ---- */

/* The other method has rounding errors, too. */
static void assert_around(alea_interval bounds, double wanted)
{
    if (!(bounds.lower - 1e-13 <= wanted && wanted <= bounds.upper + 1e-13))
        fail_msg("%.16g is not within %.16g and %.16g", wanted, bounds.lower, bounds.upper);
}

static alea_evaluation evaluate(const alea_game *game, const char *first, const char *second)
{
    alea_evaluation result = {0};
    alea__policy *a = open_policy(game, first), *b = open_policy(game, second);
    OK(hog_evaluate(PROBLEM(game, .objective = ALEA_WIN, .policy = {a, b}, .options = &no_options), &result,
                    &test_error));
    game->family->policy->free(a);
    game->family->policy->free(b);
    return result;
}

static alea__values *solve(const alea_game *game)
{
    alea__values *values;
    OK(hog_solve(PROBLEM(game, .objective = ALEA_WIN, .options = &no_options), &values, &test_error));
    return values;
}

static hog_workspace *workspace_for(const alea_game *game, hog_request request)
{
    hog_workspace *work;
    OK(hog_workspace_make(graph_of(game), &request, &work, &test_error));
    return work;
}

static alea_verdict certify(const alea_game *game, const alea__values *values)
{
    alea_verdict verdict;
    OK(hog_certify(game->rules, values, NULL, &verdict, &test_error));
    return verdict;
}

static void assert_certified(const alea_game *game, const alea__values *values)
{
    alea_verdict verdict = certify(game, values);
    if (!verdict.holds) fail_msg("%s: %s", game->spec, verdict.reason);
    assert_int_equal(verdict.checked, values->states * values->count);
}

/* ---- the numbers in print ---- */

static void assert_pair(const char *spec, const char *first, const char *second, double wins_first,
                        double wins_second)
{
    alea_game *game = open_game(spec);
    alea_evaluation result = evaluate(game, first, second);
    assert_near((result.first.win.lower + result.first.win.upper) / 2, wins_first, 5.1e-13);
    assert_near((result.second.win.lower + result.second.win.upper) / 2, wins_second, 5.1e-13);
    assert_that(result.first.win.upper - result.first.win.lower, <, 1e-12);
    alea_game_free(game);
}

static void always_4_against_always_6_with_time_trot(void **unused)
{
    (void)unused;
    assert_pair("hog", "always(4)", "always(6)", 0.466272232011, 0.458273383589);
    assert_near((0.466272232011 + 0.458273383589) / 2, 0.462272807800, 1e-12);
}

static void always_4_against_always_0_with_time_trot(void **unused)
{
    (void)unused;
    assert_pair("hog", "always(4)", "always(0)", 0.656763955983, 0.658773644619);
}

static void always_4_against_itself_with_time_trot(void **unused)
{
    (void)unused;
    assert_pair("hog", "always(4)", "always(4)", 0.509292567760, 0.490707432240);
}

static void always_6_against_itself_with_time_trot(void **unused)
{
    (void)unused;
    assert_pair("hog", "always(6)", "always(6)", 0.496560919512, 0.503439080488);
}

static void always_4_against_always_6_without_time_trot(void **unused)
{
    (void)unused;
    assert_pair("hog(time_trot=false)", "always(4)", "always(6)", 0.469141036315, 0.466318525831);
}

static void assert_optimum(const char *spec, double wins)
{
    alea_game *game = open_game(spec);
    alea__values *values = solve(game);
    assert_near((values->start.lower + values->start.upper) / 2, wins, 5.1e-13);
    assert_near((values->second.lower + values->second.upper) / 2, 1 - wins, 5.1e-13);
    assert_that(values->width, <=, values->tolerance);
    assert_that(values->tolerance, <=, 1e-12);
    assert_certified(game, values);
    alea__values_free(values);
    alea_game_free(game);
}

static void best_play_knowing_the_turn_wins_0_502176516626_when_first(void **unused)
{
    (void)unused;
    assert_optimum("hog", 0.502176516626);
}

static void best_play_without_time_trot_wins_0_500355039531_when_first(void **unused)
{
    (void)unused;
    assert_optimum("hog(time_trot=false)", 0.500355039531);
}

/* ---- against plain recursion ---- */

static const int goals[] = {1, 2, 7, 13, 26, 40};
enum { GOALS = sizeof goals / sizeof *goals, SEEDS = 3 };

typedef void comparison(const alea_game *, const brute_rules *);

/* The spec of a term, with the goal where its %d is. */
static void spec_of(int term, unsigned goal, char *out, size_t size)
{
    const char *spec = brute_terms[term].spec, *place = strstr(spec, "%d");
    snprintf(out, size, "%.*s%u%s", (int)(place - spec), spec, goal, place + 2);
}

static void with_every_term(comparison *compare)
{
    for (int t = 0; t < BRUTE_TERMS; t++)
        for (int i = 0; i < GOALS; i++) {
            char spec[64];
            brute_rules rules = brute_terms[t].rules;
            rules.goal = goals[i];
            if (rules.memories > 100 && rules.goal > 13) continue; /* recursion takes its time */
            spec_of(t, goals[i], spec, sizeof spec);
            alea_game *game = open_game(spec);
            compare(game, &rules);
            alea_game_free(game);
        }
}

static void compare_pairs(const alea_game *game, const brute_rules *rules)
{
    const size_t size = (size_t)rules->goal * (size_t)rules->goal;
    uint8_t *a = malloc(size), *b = malloc(size);
    hog_workspace *work = workspace_for(game, (hog_request){.source = {HOG_BY_TABLE, HOG_BY_TABLE}});
    const double error = hog_pair_error(game->rules);
    assert_true(2 * error < 1e-12);
    for (uint32_t seed = 1; seed <= SEEDS; seed++) {
        double rate[2];
        brute wanted;
        fill_table(a, rules_of(game), seed);
        fill_table(b, rules_of(game), seed + 100);
        brute_begin(&wanted, rules, a, b);
        assert_int_equal(hog_pair(work, a, b, rate, NULL), ALEA_OK);
        for (int s = 0; s < 2; s++)
            assert_around((alea_interval){rate[s] - error, rate[s] + error}, brute_wins(&wanted, s, 0, 0, 0));
        brute_end(&wanted);
    }
    hog_workspace_free(work);
    free(a);
    free(b);
}

static void pairs_of_tables_are_as_by_recursion(void **unused)
{
    (void)unused;
    with_every_term(compare_pairs);
}

static void compare_optimum(const alea_game *game, const brute_rules *rules)
{
    alea__values *values = solve(game);
    brute wanted;
    brute_begin(&wanted, rules, NULL, NULL);
    for (int m = 0; m < rules->memories; m++)
        for (int own = 0; own < rules->goal; own++)
            for (int opponent = 0; opponent < rules->goal; opponent++) {
                size_t at = hog_place_of(rules_of(game), (uint32_t)m, (uint32_t)own, (uint32_t)opponent);
                alea_interval bounds = {values->matrix[0].lower[at], values->matrix[0].upper[at]};
                assert_around(bounds, brute_wins(&wanted, 0, own, opponent, m));
                assert_that(bounds.upper - bounds.lower, <=, values->width);
            }
    brute_end(&wanted);
    assert_certified(game, values);
    alea__values_free(values);
}

static void best_play_is_as_by_recursion_in_every_position(void **unused)
{
    (void)unused;
    with_every_term(compare_optimum);
}

static void compare_replies(const alea_game *game, const brute_rules *rules)
{
    hog_bot *bot = hog_bot_new(rules_of(game), HOG_TABLE);
    alea__values *values;
    alea_best_response reply;
    brute wanted;
    fill_table(bot->dice, rules_of(game), 5);
    brute_begin(&wanted, rules, NULL, bot->dice);
    OK(hog_best(
        PROBLEM(game, .objective = ALEA_WIN, .policy = {NULL, (alea__policy *)bot}, .options = &no_options),
        &values, &reply, &test_error));
    assert_around(reply.first, brute_wins(&wanted, 0, 0, 0, 0));
    assert_around(reply.second, brute_wins(&wanted, 1, 0, 0, 0));
    assert_int_equal(
        hog_pack_policy(game->rules, (alea__policy *)bot, &values->opponent, &values->opponent_size, NULL),
        ALEA_OK);
    assert_certified(game, values);
    brute_end(&wanted);
    alea__values_free(values);
    hog_policy_free((alea__policy *)bot);
}

static void best_replies_are_as_by_recursion(void **unused)
{
    (void)unused;
    with_every_term(compare_replies);
}

/* The game of contests at full size. */
static void a_full_game_is_as_by_recursion(void **unused)
{
    (void)unused;
    for (int t = 0; t < 2; t++) {
        char spec[64];
        brute_rules rules = brute_terms[t].rules;
        rules.goal = 100;
        spec_of(t, 100, spec, sizeof spec);
        alea_game *game = open_game(spec);
        compare_pairs(game, &rules);
        alea_game_free(game);
    }
}

/* ---- one way of computing against another ---- */

static void assert_same_bits(hog_workspace *work, hog_kernel *kernel)
{
    hog_worth plain = hog_sweep_portable(work), other = kernel(work);
    assert_memory_equal(&plain, &other, sizeof plain);
}

static void compare_kernels(const alea_game *game, const brute_rules *rules)
{
    const size_t size = (size_t)rules->goal * (size_t)rules->goal;
    uint8_t *a = malloc(size), *b = malloc(size);
    const hog_request requests[] = {{.source = {HOG_BY_TABLE, HOG_BY_TABLE}},
                                    {.source = {HOG_AT_BEST}, .alone = true},
                                    {.source = {HOG_AT_BEST, HOG_BY_TABLE}},
                                    {.source = {HOG_AT_RANDOM, HOG_BY_TABLE}},
                                    {.source = {HOG_BY_TABLE, HOG_BY_TABLE}, .turns = true}};
    fill_table(a, rules_of(game), 7);
    fill_table(b, rules_of(game), 8);
    for (size_t r = 0; r < sizeof requests / sizeof *requests; r++) {
        hog_workspace *work = workspace_for(game, requests[r]);
        if (requests[r].source[0] == HOG_BY_TABLE) hog_workspace_set_dice(work, 0, a);
        if (!requests[r].alone) hog_workspace_set_dice(work, 1, b);
        assert_same_bits(work, hog_best_kernel());
        hog_workspace_free(work);
    }
    free(a);
    free(b);
}

static void vectors_of_every_width_give_the_same_bits(void **unused)
{
    (void)unused;
    with_every_term(compare_kernels);
}

/* A plan that does not look at its memory is a table; the two go different ways. */
static void a_plan_that_forgets_is_worth_what_its_table_is(void **unused)
{
    (void)unused;
    alea_game *game = open_game("hog(goal=30)");
    const hog_rules *rules = rules_of(game);
    hog_bot *table = hog_bot_new(rules, HOG_TABLE), *plan = hog_bot_new(rules, HOG_PLAN);
    alea_evaluation of_table = {0}, of_plan = {0};
    fill_table(table->dice, rules, 11);
    for (uint32_t m = 0; m < rules->memories; m++) memcpy(plan->dice + m * 900u, table->dice, 900);
    assert_int_equal(hog_evaluate(PROBLEM(game, .objective = ALEA_WIN,
                                          .policy = {(alea__policy *)table, (alea__policy *)table},
                                          .options = &no_options),
                                  &of_table, NULL),
                     ALEA_OK);
    assert_int_equal(
        hog_evaluate(PROBLEM(game, .objective = ALEA_WIN,
                             .policy = {(alea__policy *)plan, (alea__policy *)table}, .options = &no_options),
                     &of_plan, NULL),
        ALEA_OK);
    assert_near(of_plan.first.win.lower, of_table.first.win.lower, 1e-13);
    assert_near(of_plan.second.win.lower, of_table.second.win.lower, 1e-13);
    assert_near(of_plan.first.turns.lower, of_table.first.turns.lower, 1e-10);
    hog_policy_free((alea__policy *)table);
    hog_policy_free((alea__policy *)plan);
    alea_game_free(game);
}

static void the_optimal_policy_against_itself_is_worth_the_optimum(void **unused)
{
    (void)unused;
    static const char *const specs[] = {"hog(goal=40)", "hog(goal=40,time_trot=false)", "hog-piggy(goal=30)",
                                        "hog-moon(goal=30)"};
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        alea_game *game = open_game(specs[i]);
        alea__values *values = solve(game);
        alea_evaluation result = evaluate(game, "optimal", "optimal");
        assert_near(result.first.win.lower, values->start.lower, 1e-11);
        assert_near(result.second.win.lower, values->second.lower, 1e-11);
        alea__values_free(values);
        alea_game_free(game);
    }
}

static void nobody_earns_more_than_half_against_the_optimum(void **unused)
{
    (void)unused;
    alea_game *game = open_game("hog(goal=40)");
    alea__policy *optimal = open_policy(game, "optimal");
    alea__values *values;
    alea_best_response reply;
    assert_int_equal(
        hog_best(PROBLEM(game, .objective = ALEA_WIN, .policy = {NULL, optimal}, .options = &no_options),
                 &values, &reply, NULL),
        ALEA_OK);
    assert_near((reply.first.lower + reply.second.lower) / 2, 0.5, 1e-10);
    alea__values_free(values);
    hog_policy_free(optimal);
    alea_game_free(game);
}

static void a_table_has_a_best_reply_that_wins_more_than_half(void **unused)
{
    (void)unused;
    alea_game *game = open_game("hog");
    alea__policy *four = open_policy(game, "always(4)"), *plan;
    alea__values *values;
    alea_best_response reply;
    alea_evaluation played = {0};
    assert_int_equal(
        hog_best(PROBLEM(game, .objective = ALEA_WIN, .policy = {NULL, four}, .options = &no_options),
                 &values, &reply, NULL),
        ALEA_OK);
    assert_that(reply.first.lower, >, 0.6);
    assert_that(reply.second.lower, >, 0.6);
    assert_int_equal(hog_pack_policy(game->rules, four, &values->opponent, &values->opponent_size, NULL),
                     ALEA_OK);
    assert_int_equal(hog_policy_of_values(game->rules, values, &plan, NULL), ALEA_OK);
    assert_int_equal(
        hog_evaluate(PROBLEM(game, .objective = ALEA_WIN, .policy = {plan, four}, .options = &no_options),
                     &played, NULL),
        ALEA_OK);
    assert_near(played.first.win.lower, reply.first.lower, 1e-10);
    assert_near(played.second.win.lower, reply.second.lower, 1e-10);
    hog_policy_free(plan);
    alea__values_free(values);
    hog_policy_free(four);
    alea_game_free(game);
}

/* ---- certificates ---- */

static void a_bound_that_is_too_good_is_found(void **unused)
{
    (void)unused;
    alea_game *game = open_game("hog(goal=20)");
    alea__values *values = solve(game);
    const size_t at = hog_place_of(rules_of(game), 3, 7, 12);
    double kept = values->matrix[0].lower[at];
    values->matrix[0].lower[at] = values->matrix[0].upper[at];
    values->matrix[0].upper[at] += 1e-9;
    values->matrix[0].lower[at] += 1e-12;
    values->width = 1;
    alea_verdict verdict = certify(game, values);
    assert_false(verdict.holds);
    assert_non_null(strstr(verdict.reason, "scores 7,12 memory 3: the lower bound"));
    values->matrix[0].lower[at] = kept;
    values->matrix[0].upper[at] = kept - 1e-9;
    assert_false(certify(game, values).holds);
    values->matrix[0].upper[at] = NAN;
    assert_false(certify(game, values).holds);
    alea__values_free(values);
    alea_game_free(game);
}

static void a_false_claim_about_the_start_is_found(void **unused)
{
    (void)unused;
    alea_game *game = open_game("hog(goal=20,time_trot=false)");
    alea__values *values = solve(game);
    alea_interval start = values->start;
    values->start.upper = start.lower;
    assert_false(certify(game, values).holds);
    values->start = start;
    values->second.lower = values->second.upper;
    assert_false(certify(game, values).holds);
    alea__values_free(values);
    alea_game_free(game);
}

/* ---- asking ---- */

static void the_best_move_is_worth_what_the_position_is(void **unused)
{
    (void)unused;
    alea_game *game = open_game("hog(goal=30)");
    alea__values *values = solve(game);
    for (uint32_t own = 0; own < 30; own += 7)
        for (uint32_t opponent = 0; opponent < 30; opponent += 5)
            for (uint32_t memory = 0; memory < 16; memory += 3) {
                alea_state state = position(game, own, opponent, memory);
                alea_answer answer;
                const size_t at = hog_place_of(rules_of(game), memory, own, opponent);
                assert_int_equal(hog_ask_values(game->rules, values, &state, &answer, NULL), ALEA_OK);
                assert_int_equal(answer.count, 11);
                assert_that(answer.value.lower, <=, values->matrix[0].upper[at]);
                assert_that(answer.value.upper, >=, values->matrix[0].lower[at]);
                assert_near(answer.move[answer.best].value.lower, values->matrix[0].lower[at], 1e-12);
                alea_answer_free(&answer);
            }
    alea__values_free(values);
    alea_game_free(game);
}

/* At 99 to 5 any roll wins at once, unless the swap of 100 and 05 gives the win away. */
static void who_has_99_to_5_rolls_so_that_nothing_is_swapped(void **unused)
{
    (void)unused;
    alea_game *game = open_game("hog(time_trot=false)");
    alea__values *values = solve(game);
    alea_state state = position(game, 99, 5, 0);
    alea_answer answer;
    assert_int_equal(hog_ask_values(game->rules, values, &state, &answer, NULL), ALEA_OK);
    assert_within(answer.move[0].value, 0); /* 1 point: 100 and 05 are swapped, and the other one has won */
    assert_within(answer.move[1].value, 5.0 / 6);
    assert_within(answer.move[2].value,
                  23.0 / 36); /* nor do 11 points win, which 2 of the other 25 rolls score: 110 */
    alea_answer_free(&answer);
    alea__values_free(values);
    alea_game_free(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(always_4_against_always_6_with_time_trot),
        cmocka_unit_test(always_4_against_always_0_with_time_trot),
        cmocka_unit_test(always_4_against_itself_with_time_trot),
        cmocka_unit_test(always_6_against_itself_with_time_trot),
        cmocka_unit_test(always_4_against_always_6_without_time_trot),
        cmocka_unit_test(best_play_knowing_the_turn_wins_0_502176516626_when_first),
        cmocka_unit_test(best_play_without_time_trot_wins_0_500355039531_when_first),
        cmocka_unit_test(pairs_of_tables_are_as_by_recursion),
        cmocka_unit_test(best_play_is_as_by_recursion_in_every_position),
        cmocka_unit_test(best_replies_are_as_by_recursion),
        cmocka_unit_test(a_full_game_is_as_by_recursion),
        cmocka_unit_test(vectors_of_every_width_give_the_same_bits),
        cmocka_unit_test(a_plan_that_forgets_is_worth_what_its_table_is),
        cmocka_unit_test(the_optimal_policy_against_itself_is_worth_the_optimum),
        cmocka_unit_test(nobody_earns_more_than_half_against_the_optimum),
        cmocka_unit_test(a_table_has_a_best_reply_that_wins_more_than_half),
        cmocka_unit_test(a_bound_that_is_too_good_is_found),
        cmocka_unit_test(a_false_claim_about_the_start_is_found),
        cmocka_unit_test(the_best_move_is_worth_what_the_position_is),
        cmocka_unit_test(who_has_99_to_5_rolls_so_that_nothing_is_swapped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
