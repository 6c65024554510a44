/* Running out of memory at any point is reported, leaks nothing and writes nothing. */
#include "hog_test.h"
#include "support/problem.h"

enum { MOST = 100000, POLICY_BYTES = 4096 };

static alea_game *hog; /* small, so that everything can fail everywhere */
static alea__policy *four, *random_dice;

/* Time Trot with two turn numbers and an extra turn's two. */
static const char rules[] =
    "return { name = \"small\", family = \"hog\", title = \"Small\", text = \"Small.\",\n"
    "  params = { { \"goal\", default = 6, min = 1, max = 100, help = \"the goal\" } },\n"
    "  rules = function(p) return {\n"
    "    players = 2, dice = 4, sides = 3, goal = p.goal, memory = 4,\n"
    "    roll = function(faces)\n"
    "      local sum = 0\n"
    "      for _, face in ipairs(faces) do sum = sum + face end\n"
    "      return faces[1] == 1 and 1 or sum end,\n"
    "    bacon = function(own, opponent) return 1 + opponent % 3 end,\n"
    "    after = function(own, opponent)\n"
    "      if own % 3 == opponent % 2 then return opponent, own end return own, opponent end,\n"
    "    next = function(memory, n)\n"
    "      local again = n == memory % 2 and memory < 2\n"
    "      return (memory + 1) % 2 + (again and 2 or 0), again end } end }\n";

static int open_all(void **unused)
{
    (void)unused;
    write_file("small.lua", rules);
    hog = open_game("small.lua");
    four = open_policy(hog, "always(4)");
    random_dice = open_policy(hog, "random");
    return 0;
}

static int close_all(void **unused)
{
    (void)unused;
    hog_policy_free(four);
    hog_policy_free(random_dice);
    alea_game_free(hog);
    return 0;
}

/* Does it with 0, 1, 2, … allocations until it succeeds; before that it fails for want of memory each time. */
static void fails_until_there_is_enough(alea_status (*work)(alea_error *))
{
    for (long successes = 0; successes < MOST; successes++) {
        alea_error error = {.status = ALEA_OK};
        alea__fail_allocation_after(successes);
        alea_status status = work(&error);
        alea__fail_allocation_after(-1);
        if (status == ALEA_OK) {
            assert_that(successes, >, 0);
            return;
        }
        if (status != ALEA_E_MEMORY) fail_msg("after %ld allocations: %s", successes, error.message);
    }
    fail_msg("it never succeeded");
}

static alea_status open_small_game(alea_error *error)
{
    alea_game *game;
    alea_status status = alea_game_open("small.lua", &game, error);
    if (status == ALEA_OK) alea_game_free(game);
    return status;
}

static void a_rule_file_is_compiled_or_not(void **unused)
{
    (void)unused;
    fails_until_there_is_enough(open_small_game);
}

static alea_status read_csv(alea_error *error)
{
    static const char text[] = "0,1,2,3,4,0\n0,1,2,3,4,0\n0,1,2,3,4,0\n"
                               "0,1,2,3,4,0\n0,1,2,3,4,0\n0,1,2,3,4,0\n";
    alea__policy *policy;
    alea_status status =
        hog_table_open(hog->rules, &(alea__csv_text){"t.csv", text, strlen(text)}, &policy, error);
    if (status == ALEA_OK) hog_policy_free(policy);
    return status;
}

static alea_status write_csv(alea_error *error)
{
    char *text;
    alea_status status = hog_policy_csv(hog->rules, four, &text, error);
    if (status == ALEA_OK) alea__free(text);
    return status;
}

static void a_csv_table_is_read_and_written_or_not(void **unused)
{
    (void)unused;
    fails_until_there_is_enough(read_csv);
    fails_until_there_is_enough(write_csv);
}

static alea_status pack_and_unpack(alea_error *error)
{
    unsigned char *data;
    size_t size;
    alea__policy *policy;
    alea_status status = hog_pack_policy(hog->rules, four, &data, &size, error);
    if (status != ALEA_OK) return status;
    status = hog_unpack_policy(hog->rules, data, size, &policy, error);
    if (status == ALEA_OK) hog_policy_free(policy);
    alea__free(data);
    return status;
}

static void a_policy_is_packed_and_unpacked_or_not(void **unused)
{
    (void)unused;
    fails_until_there_is_enough(pack_and_unpack);
}

static alea_status solve(alea_error *error)
{
    alea__values *values;
    alea__policy *plan;
    alea_status status = hog_solve(
        PROBLEM(hog, .objective = ALEA_WIN, .options = &(alea_solve_options){.threads = 1}), &values, error);
    if (status != ALEA_OK) return status;
    status = hog_policy_of_values(hog->rules, values, &plan, error);
    if (status == ALEA_OK) hog_policy_free(plan);
    alea__values_free(values);
    return status;
}

static alea_status reply(alea_error *error)
{
    alea__values *values;
    alea_best_response out;
    alea_status status = hog_best(PROBLEM(hog, .objective = ALEA_WIN, .policy = {NULL, four},
                                          .options = &(alea_solve_options){.threads = 1}),
                                  &values, &out, error);
    if (status == ALEA_OK) alea__values_free(values);
    return status;
}

static alea_status evaluate(alea_error *error)
{
    alea_evaluation out;
    return hog_evaluate(PROBLEM(hog, .objective = ALEA_WIN, .policy = {four, random_dice},
                                .options = &(alea_solve_options){.threads = 1}),
                        &out, error);
}

static void exact_results_are_worked_out_or_not(void **unused)
{
    (void)unused;
    fails_until_there_is_enough(solve);
    fails_until_there_is_enough(reply);
    fails_until_there_is_enough(evaluate);
}

static alea__values *solved;

static alea_status certify(alea_error *error)
{
    alea_verdict verdict;
    alea_status status = hog_certify(hog->rules, solved, NULL, &verdict, error);
    if (status == ALEA_OK) assert_true(verdict.holds);
    return status;
}

static void a_proof_is_checked_or_not_and_never_refused_for_want_of_memory(void **unused)
{
    (void)unused;
    assert_int_equal(
        hog_solve(PROBLEM(hog, .objective = ALEA_WIN, .options = &(alea_solve_options){0}), &solved, NULL),
        ALEA_OK);
    fails_until_there_is_enough(certify);
    alea__values_free(solved);
    alea_best_response out;
    assert_int_equal(hog_best(PROBLEM(hog, .objective = ALEA_WIN, .policy = {NULL, four},
                                      .options = &(alea_solve_options){0}),
                              &solved, &out, NULL),
                     ALEA_OK);
    assert_int_equal(hog_pack_policy(hog->rules, four, &solved->opponent, &solved->opponent_size, NULL),
                     ALEA_OK);
    fails_until_there_is_enough(certify);
    alea__values_free(solved);
}

/* ---- bytes that are not a policy ---- */

static void every_cut_and_every_changed_byte_is_refused_or_a_legal_policy(void **unused)
{
    (void)unused;
    unsigned char *data, copy[POLICY_BYTES];
    size_t size;
    assert_int_equal(hog_pack_policy(hog->rules, four, &data, &size, NULL), ALEA_OK);
    assert_in_range(size, 1, POLICY_BYTES);
    for (size_t cut = 0; cut < size; cut++) {
        alea__policy *policy;
        alea_error error;
        assert_int_equal(hog_unpack_policy(hog->rules, data, cut, &policy, &error), ALEA_E_FILE);
    }
    for (size_t at = 0; at < size; at++)
        for (int bit = 0; bit < 8; bit++) {
            alea__policy *policy;
            alea_error error;
            memcpy(copy, data, size);
            copy[at] ^= (unsigned char)(1 << bit);
            if (hog_unpack_policy(hog->rules, copy, size, &policy, &error) != ALEA_OK) continue;
            const hog_policy *p = hog_policy_of(policy);
            for (uint32_t i = 0; p->kind != HOG_RANDOM && i < 36; i++) assert_in_range(p->dice[i], 0, 4);
            hog_policy_free(policy);
        }
    alea__free(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_rule_file_is_compiled_or_not),
        cmocka_unit_test(a_csv_table_is_read_and_written_or_not),
        cmocka_unit_test(a_policy_is_packed_and_unpacked_or_not),
        cmocka_unit_test(exact_results_are_worked_out_or_not),
        cmocka_unit_test(a_proof_is_checked_or_not_and_never_refused_for_want_of_memory),
        cmocka_unit_test(every_cut_and_every_changed_byte_is_refused_or_a_legal_policy),
    };
    return cmocka_run_group_tests(tests, open_all, close_all);
}
