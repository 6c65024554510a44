/* Decisions of the built-in policies, and valid specs. */
#include "race/race_test.h"

/* The move for the mover's banked score, the turn so far, and the best score of the others. */
static char answer(const alea_game *game, const char *policy, uint32_t own, uint32_t turn, uint32_t other)
{
    alea__policy *opened = open_policy(game, policy);
    alea_state state = start_of_turn(game, 0, SCORES(own, other));
    race_state s = look(&state);
    alea__memo memo = {{0}};
    s.turn = turn;
    s.phase = RACE_DECIDE;
    if (s.score[1] > rules_of(game)->goal) s.leader = 1;
    race_store(&s, &state);
    uint32_t move = game->family->policy->decide(game->rules, opened, &state, &memo, NULL);
    game->family->policy->free(opened);
    return move == RACE_ROLL_MOVE ? 'r' : move == RACE_HOLD_MOVE ? 'h' : 'f';
}

#define assert_rolls(...) assert_int_equal(answer(__VA_ARGS__), 'r')
#define assert_holds(...) assert_int_equal(answer(__VA_ARGS__), 'h')

static void hold_25_rolls_at_24_and_holds_at_25(void **unused)
{
    (void)unused;
    alea_game *pig = open_game("pig");
    assert_rolls(pig, "hold(25)", 40, 24, 10);
    assert_holds(pig, "hold(25)", 40, 25, 10);
    assert_holds(pig, "hold(n = 25)", 40, 30, 10);
    assert_holds(pig, "hold(0)", 40, 2, 10);
    alea_game_free(pig);
}

static void hold_25_holds_at_the_goal(void **unused)
{
    (void)unused;
    alea_game *pig = open_game("pig");
    assert_rolls(pig, "hold(25)", 90, 9, 10);
    assert_holds(pig, "hold(25)", 90, 10, 10);
    alea_game_free(pig);
}

static void hold_at_total_counts_own_and_turn_literally(void **unused)
{
    (void)unused;
    alea_game *pig = open_game("pig");
    assert_rolls(pig, "hold-at-total(50)", 40, 9, 10);
    assert_holds(pig, "hold-at-total(50)", 40, 10, 10);
    assert_holds(pig, "hold-at-total(50)", 60, 2, 10);
    assert_rolls(pig, "hold-at-total(150)", 90, 59, 10); /* even above the goal */
    assert_holds(pig, "hold-at-total(150)", 90, 60, 10);
    alea_game_free(pig);
}

static void in_a_chase_without_a_leader_everybody_holds_at_once_above_the_goal(void **unused)
{
    (void)unused;
    alea_game *game = open_game("pig-pen");
    assert_rolls(game, "hold(25)", 90, 9, 10);
    assert_rolls(game, "hold(25)", 90, 10, 10); /* the goal itself is not above it */
    assert_holds(game, "hold(25)", 90, 11, 10);
    assert_holds(game, "hold-at-total(150)", 90, 11, 10);
    assert_rolls(game, "hold-at-total(150)", 90, 9, 10);
    assert_holds(game, "turns(2)", 90, 11, 10);
    assert_holds(game, "keep-pace", 90, 11, 10);
    alea_game_free(game);
}

static void with_a_leader_everybody_holds_exactly_when_strictly_above(void **unused)
{
    (void)unused;
    static const char *const policies[] = {"hold(25)", "hold(0)",   "hold-at-total(50)",
                                           "turns(3)", "keep-pace", "forfeit(9)"};
    alea_game *game = open_game("pig-pen");
    for (size_t i = 0; i < sizeof policies / sizeof *policies; i++) {
        assert_rolls(game, policies[i], 40, 64, 105);
        assert_rolls(game, policies[i], 40, 65, 105); /* a tie does not overtake */
        assert_holds(game, policies[i], 40, 66, 105);
        assert_rolls(game, policies[i], 104, 3, 107); /* an overtaken leader */
        assert_holds(game, policies[i], 104, 4, 107);
    }
    alea_game_free(game);
}

static void bank_holds_at_its_number_behind_a_leader_too(void **unused)
{
    (void)unused;
    alea_game *game = open_game("pig-pen");
    assert_rolls(game, "bank(25)", 40, 24, 105);
    assert_holds(game, "bank(25)", 40, 25, 105);
    assert_rolls(game, "bank(25)", 90, 15, 105); /* a tie does not overtake */
    assert_holds(game, "bank(25)", 90, 16, 105);
    assert_rolls(game, "bank(25)", 90, 10, 10);
    assert_holds(game, "bank(25)", 90, 11, 10);
    alea_game_free(game);
}

static void random_and_always_roll_do_not_mind_leaders_or_goals(void **unused)
{
    (void)unused;
    alea_game *game = open_game("pig-pen"), *pig = open_game("pig");
    assert_rolls(game, "always-roll", 40, 80, 105);
    assert_rolls(pig, "always-roll", 90, 80, 10);
    assert_rolls(game, "random(1)", 40, 80, 105);
    alea_game_free(pig);
    alea_game_free(game);
}

/* RULES: hold at i+k >= 100; roll if either score >= 71; else hold at floor(21.5 + (j - i)/8). */
static void keep_pace_holds_at_21_and_an_eighth_of_the_difference(void **unused)
{
    (void)unused;
    alea_game *pig = open_game("pig");
    assert_rolls(pig, "keep-pace", 0, 20, 0);
    assert_holds(pig, "keep-pace", 0, 21, 0);
    assert_rolls(pig, "keep-pace", 0, 21, 4); /* 22.0 */
    assert_holds(pig, "keep-pace", 0, 22, 4);
    assert_holds(pig, "keep-pace", 0, 21, 3);  /* 21.875 */
    assert_holds(pig, "keep-pace", 5, 20, 0);  /* 20.875 */
    assert_rolls(pig, "keep-pace", 4, 20, 0);  /* 21.0 */
    assert_rolls(pig, "keep-pace", 0, 29, 70); /* 30.25 */
    assert_holds(pig, "keep-pace", 0, 30, 70);
    assert_holds(pig, "keep-pace", 70, 12, 0); /* 12.75 */
    alea_game_free(pig);
}

static void keep_pace_goes_for_the_goal_once_anybody_has_71(void **unused)
{
    (void)unused;
    alea_game *pig = open_game("pig");
    assert_rolls(pig, "keep-pace", 71, 28, 0);
    assert_holds(pig, "keep-pace", 71, 29, 0);
    assert_rolls(pig, "keep-pace", 0, 99, 71);
    assert_holds(pig, "keep-pace", 0, 100, 71);
    alea_game_free(pig);
}

static void keep_pace_looks_at_the_best_of_the_others(void **unused)
{
    (void)unused;
    alea_game *pig = open_game("pig(players=3)");
    alea__policy *policy = open_policy(pig, "keep-pace");
    alea_state state = start_of_turn(pig, 1, SCORES(40, 0, 8));
    alea__memo memo = {{0}};
    for (int i = 0; i < 5; i++) roll1(pig, &state, 5);
    assert_int_equal(pig->family->policy->decide(pig->rules, policy, &state, &memo, NULL),
                     RACE_ROLL_MOVE); /* 26.5 */
    roll1(pig, &state, 2);
    assert_int_equal(pig->family->policy->decide(pig->rules, policy, &state, &memo, NULL), RACE_HOLD_MOVE);
    pig->family->policy->free(policy);
    alea_game_free(pig);
}

static uint32_t ask(const alea_game *game, alea__policy *policy, uint32_t own, uint32_t turn,
                    alea__memo *memo)
{
    alea_state state = start_of_turn(game, 0, SCORES(own, 0));
    race_state s = look(&state);
    s.turn = turn;
    s.phase = RACE_DECIDE;
    race_store(&s, &state);
    return game->family->policy->decide(game->rules, policy, &state, memo, NULL);
}

static void turns_4_spreads_what_is_missing_over_the_scoring_turns_left(void **unused)
{
    (void)unused;
    alea_game *pig = open_game("pig");
    alea__policy *policy = open_policy(pig, "turns(4)");
    alea__memo memo = {{0}};
    assert_int_equal(ask(pig, policy, 0, 24, &memo), RACE_ROLL_MOVE);
    assert_int_equal(ask(pig, policy, 0, 26, &memo), RACE_HOLD_MOVE);  /* 25 wanted; one scoring turn */
    assert_int_equal(ask(pig, policy, 26, 24, &memo), RACE_ROLL_MOVE); /* 74 in 3: 25 */
    assert_int_equal(ask(pig, policy, 26, 27, &memo), RACE_HOLD_MOVE);
    assert_int_equal(ask(pig, policy, 53, 23, &memo), RACE_ROLL_MOVE); /* 47 in 2: 24 */
    assert_int_equal(ask(pig, policy, 53, 24, &memo), RACE_HOLD_MOVE);
    assert_int_equal(ask(pig, policy, 77, 22, &memo), RACE_ROLL_MOVE); /* 23 in 1 */
    assert_int_equal(ask(pig, policy, 77, 23, &memo), RACE_HOLD_MOVE);
    assert_int_equal(ask(pig, policy, 50, 49, &memo),
                     RACE_ROLL_MOVE); /* behind plan: one turn is always left */
    assert_int_equal(ask(pig, policy, 50, 50, &memo), RACE_HOLD_MOVE);
    pig->family->policy->free(policy);
    alea_game_free(pig);
}

static void random_rolls_as_often_as_it_says(void **unused)
{
    (void)unused;
    static const struct {
        const char *policy;
        double chance;
    } at[] = {{"random(0)", 0}, {"random(0.25)", 0.25}, {"random(.75)", 0.75}, {"random(1.000)", 1}};
    alea_game *pig = open_game("pig");
    for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
        alea__policy *policy = open_policy(pig, at[i].policy);
        alea_state state = start_of_turn(pig, 0, SCORES(0, 0));
        alea__memo memo = {{0}};
        alea__stream own;
        int rolls = 0;
        roll1(pig, &state, 5);
        alea__stream_start(&own, 7, 0, ALEA__SEAT, 3);
        for (int n = 0; n < 40000; n++)
            rolls += pig->family->policy->decide(pig->rules, policy, &state, &memo, &own) == RACE_ROLL_MOVE;
        double deviation = (rolls - 40000 * at[i].chance) / 87; /* at most sqrt(40000 / 4 * 0.75) */
        assert_true(deviation > -5 && deviation < 5);
        if (at[i].chance <= 0) assert_int_equal(rolls, 0);
        if (at[i].chance >= 1) assert_int_equal(rolls, 40000);
        pig->family->policy->free(policy);
    }
    alea_game_free(pig);
}

static void the_chance_of_random_is_a_word_below_p_times_2_to_the_32(void **unused)
{
    (void)unused;
    static const struct {
        const char *policy;
        uint32_t n, certain;
    } at[] = {{"random(0.5)", 0x80000000, 0},
              {"random(0.75)", 0xC0000000, 0},
              {"random(0.333333333333333333)", 0x55555555, 0},
              {"random(0.1)", 0x1999999A, 0},
              {"random(0.999999999999999999)", UINT32_MAX, 1},
              {"random(0.9999999997)", UINT32_MAX, 0}};
    alea_game *pig = open_game("pig");
    for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
        alea__policy *policy = open_policy(pig, at[i].policy);
        assert_int_equal(race_policy_of(policy)->n, at[i].n);
        assert_int_equal(race_policy_of(policy)->certain, at[i].certain);
        pig->family->policy->free(policy);
    }
    alea_game_free(pig);
}

static void forfeit_2_fails_at_its_second_decision_of_a_game(void **unused)
{
    (void)unused;
    alea_game *pig = open_game("pig");
    alea__policy *second = open_policy(pig, "forfeit(2)"), *first = open_policy(pig, "forfeit");
    alea__memo memo = {{0}}, fresh = {{0}};
    assert_int_equal(ask(pig, second, 0, 5, &memo), RACE_ROLL_MOVE);
    assert_int_equal(ask(pig, second, 0, 7, &memo), ALEA__NO_MOVE);
    assert_int_equal(ask(pig, second, 0, 20, &fresh),
                     RACE_HOLD_MOVE); /* another game; it plays like hold(20) */
    fresh = (alea__memo){{0}};
    assert_int_equal(ask(pig, first, 0, 5, &fresh), ALEA__NO_MOVE);
    pig->family->policy->free(first);
    pig->family->policy->free(second);
    alea_game_free(pig);
}

static void thresholds_are_what_the_decisions_show(void **unused)
{
    (void)unused;
    static const char *const policies[] = {"hold(20)", "hold(3)", "hold-at-total(60)", "hold-at-total(120)",
                                           "keep-pace"};
    static const char *const games[] = {"pig", "pig-pen", "two-dice-pig"};
    for (size_t i = 0; i < 3; i++) {
        alea_game *game = open_game(games[i]);
        for (size_t k = 0; k < sizeof policies / sizeof *policies; k++) {
            alea__policy *policy = open_policy(game, policies[k]);
            for (uint32_t own = 0; own < 100; own += 9)
                for (uint32_t other = 0; other < 100; other += 11) {
                    uint32_t at = race_threshold(rules_of(game), race_policy_of(policy), own, other, false);
                    if (at > own + 1) assert_rolls(game, policies[k], own, at - own - 1, other);
                    assert_holds(game, policies[k], own, at > own ? at - own : 1, other);
                }
            game->family->policy->free(policy);
        }
        alea_game_free(game);
    }
}

/* ---- specs ---- */

static void wrong_specs_are_refused_with_what_would_be_right(void **unused)
{
    (void)unused;
    static const struct {
        const char *game, *policy;
        alea_status status;
        const char *sentence;
    } wrong[] = {
        {"pig", "hold", ALEA_E_SPEC, "hold(n)"},
        {"pig", "hold(1,2)", ALEA_E_SPEC, "hold(n)"},
        {"pig", "hold(m=3)", ALEA_E_SPEC, "its argument is called n"},
        {"pig", "hold(-1)", ALEA_E_RANGE, "1000000"},
        {"pig", "hold(1000001)", ALEA_E_RANGE, "1000000"},
        {"pig", "hold(2.5)", ALEA_E_RANGE, "hold(n)"},
        {"pig", "hold(ten)", ALEA_E_RANGE, "hold(n)"},
        {"pig", "turns(0)", ALEA_E_RANGE, "turns(n)"},
        {"pig", "forfeit(0)", ALEA_E_RANGE, "forfeit(k)"},
        {"pig", "random(1.5)", ALEA_E_RANGE, "from 0 to 1"},
        {"pig", "random(-0.5)", ALEA_E_RANGE, "from 0 to 1"},
        {"pig", "random(nan)", ALEA_E_RANGE, "from 0 to 1"},
        {"pig", "random(.)", ALEA_E_RANGE, "from 0 to 1"},
        {"pig", "random(1e-1)", ALEA_E_RANGE, "from 0 to 1"},
        {"pig", "random(0.5.5)", ALEA_E_RANGE, "from 0 to 1"},
        {"pig", "random(0.1234567890123456789)", ALEA_E_RANGE, "18 places"},
        {"pig", "random(99999999999999999999999999)", ALEA_E_RANGE, "from 0 to 1"},
        {"pig", "turns", ALEA_E_SPEC, "turns(n) needs exactly one argument, as in turns:20"},
        {"pig", "always-roll(3)", ALEA_E_SPEC, "takes no arguments"},
        {"pig(goal=50)", "keep-pace", ALEA_E_RANGE, "is 50"},
        {"pig", "hodl(25)", ALEA_E_UNKNOWN, "did you mean \"hold\"?"},
        {"pig", "quintessence", ALEA_E_UNKNOWN, "hold-at-total(n)"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        alea_game *game = open_game(wrong[i].game);
        alea__spec spec;
        alea__policy *policy = NULL;
        alea_error error;
        assert_int_equal(alea__spec_parse(wrong[i].policy, &spec, &error), ALEA_OK);
        assert_int_equal(game->family->policy->open(game->rules, &spec, &policy, &error), wrong[i].status);
        assert_says(error, wrong[i].sentence);
        assert_null(policy);
        alea__spec_free(&spec);
        alea_game_free(game);
    }
}

static void every_policy_says_how_it_is_written_and_what_it_does(void **unused)
{
    (void)unused;
    size_t count = 0;
    for (; alea__race_family.policy->builtin(count).usage; count++) {
        alea_builtin b = alea__race_family.policy->builtin(count);
        assert_non_null(b.help);
        assert_int_equal(b.help[strlen(b.help) - 1], '.');
    }
    assert_int_equal(count, 9);
    assert_string_equal(alea__race_family.policy->builtin(0).usage, "hold(n)");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hold_25_rolls_at_24_and_holds_at_25),
        cmocka_unit_test(hold_25_holds_at_the_goal),
        cmocka_unit_test(hold_at_total_counts_own_and_turn_literally),
        cmocka_unit_test(in_a_chase_without_a_leader_everybody_holds_at_once_above_the_goal),
        cmocka_unit_test(with_a_leader_everybody_holds_exactly_when_strictly_above),
        cmocka_unit_test(bank_holds_at_its_number_behind_a_leader_too),
        cmocka_unit_test(random_and_always_roll_do_not_mind_leaders_or_goals),
        cmocka_unit_test(keep_pace_holds_at_21_and_an_eighth_of_the_difference),
        cmocka_unit_test(keep_pace_goes_for_the_goal_once_anybody_has_71),
        cmocka_unit_test(keep_pace_looks_at_the_best_of_the_others),
        cmocka_unit_test(turns_4_spreads_what_is_missing_over_the_scoring_turns_left),
        cmocka_unit_test(random_rolls_as_often_as_it_says),
        cmocka_unit_test(the_chance_of_random_is_a_word_below_p_times_2_to_the_32),
        cmocka_unit_test(forfeit_2_fails_at_its_second_decision_of_a_game),
        cmocka_unit_test(thresholds_are_what_the_decisions_show),
        cmocka_unit_test(wrong_specs_are_refused_with_what_would_be_right),
        cmocka_unit_test(every_policy_says_how_it_is_written_and_what_it_does),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
