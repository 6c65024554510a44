/* Asking values: positions within a turn, moves and the better one. */
#include "race/exact_test.h"
#include "support/memory.h"
#include "support/problem.h"

static alea_state placed(const alea_game *game, const char *scores, const char *turn)
{
    alea_setting settings[] = {{"scores", scores}, {"turn", turn}};
    alea_state state;
    OK(race_parse_state(game->rules, settings, 2, &state, &test_error));
    return state;
}

static alea_answer asked(const alea_game *game, const alea__values *values, const alea_state *state)
{
    alea_answer answer;
    OK(alea__ask_values(game, values, state, &answer, &test_error));
    return answer;
}

static void piglet_has_its_known_values_within_turns_too(void **unused)
{
    (void)unused;
    static const struct {
        const char *scores, *turn;
        double value, hold; /* hold below 0: the player must roll */
    } at[] = {{"0,0", "0", 4.0 / 7, -1}, {"0,0", "1", 5.0 / 7, 3.0 / 5},
              {"0,1", "0", 2.0 / 5, -1}, {"0,1", "1", 3.0 / 5, 1.0 / 3},
              {"1,0", "0", 4.0 / 5, -1}, {"1,1", "0", 2.0 / 3, -1},
              {"1,0", "1", 1, 1}};
    alea_game *piglet = open_game("piglet");
    alea__values *values = piglet_by_hand(1e-15);
    for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
        alea_state state = placed(piglet, at[i].scores, at[i].turn);
        alea_answer answer = asked(piglet, values, &state);
        assert_within(answer.value, at[i].value);
        assert_that(answer.value.upper - answer.value.lower, <, 3e-15);
        if (at[i].hold < 0) {
            assert_int_equal(answer.count, 1);
            assert_string_equal(answer.move[0].name, "roll");
        } else {
            assert_int_equal(answer.count, 2);
            assert_string_equal(answer.move[0].name, "hold");
            assert_string_equal(answer.move[1].name, "roll");
            assert_within(answer.move[0].value, at[i].hold);
            assert_int_equal(answer.best, at[i].value > at[i].hold);
            assert_false(answer.tied);
        }
        alea_answer_free(&answer);
    }
    alea__values_free(values);
    alea_game_free(piglet);
}

static void moves_worth_the_same_go_to_holding(void **unused)
{
    (void)unused;
    /* The one turn there is: heads adds a point, tails loses the turn; at 1 of 2 a hold is worth as little as nothing. */
    alea_game *alone =
        open_game(write_rules("dice = 1, sides = 2, goal = 2, turns = p.players == 1 and 1 or 0,\n"
                              "roll = function(f) if f == 1 then return bust() end return add(1) end"));
    alea_game *one;
    assert_int_equal(alea_game_open_for("mine.lua", 1, &one, NULL), ALEA_OK);
    alea__values *values = sweep_table(one, ALEA_WIN, 0, NULL, 0);
    alea_state state = placed(one, "0", "2");
    alea_answer answer = asked(one, values, &state);
    assert_within(answer.move[0].value, 1.0);
    assert_within(answer.move[1].value, 0.5);
    assert_int_equal(answer.best, 0);
    alea_answer_free(&answer);
    state = placed(one, "0", "1");
    answer = asked(one, values, &state);
    assert_int_equal(answer.best, 1);
    alea_answer_free(&answer);
    alea__values_free(values);
    alea_game_free(one);
    alea_game_free(alone);

    alea_game *piglet = open_game("piglet");
    values = piglet_by_hand(1e-15);
    for (int i = 0; i < 4; i++)
        values->matrix[0].lower[i] = 0, values->matrix[0].upper[i] = 1; /* nothing is known */
    state = placed(piglet, "0,0", "1");
    answer = asked(piglet, values, &state);
    assert_true(answer.tied);
    assert_that(answer.value.lower, <=, answer.move[1].value.lower);
    assert_that(answer.value.upper, >=, answer.move[1].value.upper);
    alea_answer_free(&answer);
    alea__values_free(values);
    alea_game_free(piglet);
}

/* ---- against the solver ---- */

static alea__values *solved(const alea_game *game, alea_objective objective)
{
    alea__values *values;
    alea_solve_options options = {.tolerance = 0};
    OK(race_solve(PROBLEM(game, .objective = objective, .options = &options), &values, &test_error));
    return values;
}

static unsigned best_at(const alea_game *game, const alea__values *values, const char *scores, unsigned turn)
{
    char text[20];
    snprintf(text, sizeof text, "%u", turn);
    alea_state state = placed(game, scores, text);
    alea_answer answer = asked(game, values, &state);
    uint32_t move = answer.move[answer.best].move;
    alea_answer_free(&answer);
    return move;
}

static void pig_answers_as_printed(void **unused)
{
    (void)unused;
    alea_game *pig = open_game("pig");
    alea__values *values = solved(pig, ALEA_WIN);
    alea_state state = placed(pig, "22,0", "0");
    alea_answer answer = asked(pig, values, &state);
    assert_near((answer.value.lower + answer.value.upper) / 2, 0.694098717394198, 1e-14);
    alea_answer_free(&answer);
    for (unsigned turn = 2; turn < 30; turn++) assert_int_equal(best_at(pig, values, "0,0", turn), turn < 21);
    for (unsigned turn = 22; turn < 59; turn++) /* no threshold: 27 again, and 57 and 58, next to the goal */
        assert_int_equal(best_at(pig, values, "41,49", turn), turn == 27 || turn > 56);
    alea__values_free(values);
    alea_game_free(pig);
}

/* The value of a roll is the mean of the following values, by the referee, at every position. */
static void check_roll(const alea_game *game, const alea__values *values, const alea_state *state,
                       const alea_answer *answer)
{
    const alea_interval *roll = &answer->move[answer->count - 1].value;
    double low = 0, high = 0;
    uint32_t outcomes = rules_of(game)->outcomes;
    for (uint32_t i = 0; i < outcomes; i++) {
        alea_state next = *state;
        if (alea_game_to_move(game, &next) >= 0) play(game, &next, RACE_ROLL_MOVE);
        play(game, &next, i);
        race_state s = look(&next);
        if (s.phase == RACE_FINISHED) {
            double end = values->objective == ALEA_WIN
                             ? s.winner == look(state).mover
                             : (double)race_money(rules_of(game), &s, look(state).mover);
            low += end, high += end;
            continue;
        }
        alea_answer after = asked(game, values, &next);
        bool mine = s.mover == look(state).mover;
        double one = values->objective == ALEA_WIN;
        low += mine ? after.value.lower : one - after.value.upper;
        high += mine ? after.value.upper : one - after.value.lower;
        alea_answer_free(&after);
    }
    assert_near(low / outcomes, roll->lower, 1e-11 * outcomes);
    assert_near(high / outcomes, roll->upper, 1e-11 * outcomes);
}

static void a_rolls_value_is_the_mean_of_what_the_referee_makes_of_it(void **unused)
{
    (void)unused;
    static const struct {
        const char *game;
        alea_objective objective;
        const char *places[6][2];
    } all[] = {
        {"pig",
         ALEA_WIN,
         {{"0,0", "0"}, {"55,60", "17"}, {"90,99", "9"}, {"10,95", "90"}, {"0,3", "100"}, {"99,2", "40"}}},
        {"two-dice-pig(goal=40)", ALEA_WIN, {{"0,0", "0"}, {"20,35", "12"}, {"35,0", "4"}}},
        {"pig-pen(goal=20)",
         ALEA_MONEY,
         {{"0,0", "0"}, {"10,35", "12"}, {"15,0", "30"}, {"25,40", "6"}, {"0,30", "30"}}},
        {"pig-pen(goal=20,over_goal=hold)", ALEA_WIN, {{"0,0", "0"}, {"10,35", "6"}, {"15,0", "3"}}},
    };
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        alea_game *game = open_game(all[k].game);
        alea__values *values = solved(game, all[k].objective);
        for (size_t i = 0; i < 6 && all[k].places[i][0]; i++) {
            alea_state state = placed(game, all[k].places[i][0], all[k].places[i][1]);
            alea_answer answer = asked(game, values, &state);
            check_roll(game, values, &state, &answer);
            alea_answer_free(&answer);
        }
        alea__values_free(values);
        alea_game_free(game);
    }
}

static void a_forced_roll_is_the_only_move(void **unused)
{
    (void)unused;
    alea_game *pen = open_game("pig-pen(goal=10)");
    alea__values *values = sweep_table(pen, ALEA_WIN, 30, NULL, 1e-13);
    alea_setting settings[] = {{"turn", "4"}, {"memory", "1"}}; /* double 2 */
    alea_state state;
    assert_int_equal(race_parse_state(pen->rules, settings, 2, &state, NULL), ALEA_OK);
    alea_answer answer = asked(pen, values, &state);
    assert_int_equal(answer.count, 1);
    assert_string_equal(answer.move[0].name, "roll");
    alea_answer_free(&answer);
    alea__values_free(values);
    alea_game_free(pen);
}

static void turns_are_counted_from_the_one_under_way(void **unused)
{
    (void)unused;
    alea_game *alone = open_game("pig-solitaire(turns=0,goal=10)");
    alea__values *values = sweep_table(alone, ALEA_TURNS, 0, NULL, 1e-14);
    alea_state state = placed(alone, "0", "10");
    alea_answer answer = asked(alone, values, &state);
    assert_within(answer.value, 1.0); /* holding now needs this turn only */
    assert_int_equal(answer.best, 0);
    assert_that(answer.move[1].value.lower, >, 1);
    alea_answer_free(&answer);
    state = placed(alone, "0", "0");
    answer = asked(alone, values, &state);
    assert_within(answer.value, (values->start.lower + values->start.upper) / 2);
    alea_answer_free(&answer);
    alea__values_free(values);
    alea_game_free(alone);
}

static void a_table_of_best_replies_answers_for_the_replier(void **unused)
{
    (void)unused;
    alea_game *pig = open_game("pig(goal=10)");
    alea__policy *opponent = open_policy(pig, "hold(5)");
    alea__values *values = sweep_table(pig, ALEA_WIN, 0, opponent, 1e-14);
    alea_state state = placed(pig, "4,6", "3");
    alea_answer answer = asked(pig, values, &state);
    assert_within(answer.move[0].value,
                  (values->matrix[1].lower[7 * 10 + 6] + values->matrix[1].upper[7 * 10 + 6]) / 2);
    alea_answer_free(&answer);
    race_policy_free(opponent);
    alea__values_free(values);
    alea_game_free(pig);
}

static void what_the_table_does_not_know_is_refused(void **unused)
{
    (void)unused;
    alea_game *piglet = open_game("piglet"), *pen = open_game("pig-pen(goal=10)");
    alea__values *values = piglet_by_hand(1e-15), *chase = sweep_table(pen, ALEA_WIN, 15, NULL, 1e-3);
    alea_state state = placed(piglet, "0,0", "0");
    alea_answer answer;
    alea_error error;
    race_state s = look(&state);
    s.phase = RACE_FINISHED;
    race_store(&s, &state);
    assert_int_equal(alea__ask_values(piglet, values, &state, &answer, &error), ALEA_E_STATE);
    assert_says(error, "The game is over");
    s.phase = RACE_DECIDE;
    /* A score beyond the goal is a base case of the equations. */
    for (int i = 0; i < 2; i++) {
        s.score[0] = i == 0 ? 7 : 0;
        s.score[1] = i == 0 ? 0 : 7;
        race_store(&s, &state);
        OK(alea__ask_values(piglet, values, &state, &answer, &error));
        assert_int_equal(answer.count, 0);
        assert_within(answer.value, i == 0);
        alea_answer_free(&answer);
    }
    state = placed(pen, "3,20", "0");
    assert_int_equal(alea__ask_values(pen, chase, &state, &answer, &error), ALEA_E_STATE);
    assert_says(error, "scores and totals up to 15");
    values->matrix[0].lower[0] = values->matrix[0].upper[0] = NAN;
    state = placed(piglet, "0,0", "0");
    assert_int_equal(alea__ask_values(piglet, values, &state, &answer, &error), ALEA_E_STATE);
    assert_says(error, "unfinished");
    alea__values_free(chase);
    alea__values_free(values);
    alea_game_free(pen);
    alea_game_free(piglet);
}

static void asking_without_memory_fails_cleanly(void **unused)
{
    (void)unused;
    alea_game *piglet = open_game("piglet");
    alea__values *values = piglet_by_hand(1e-15);
    alea_state state = placed(piglet, "0,0", "1");
    alea_answer answer;
    alea_status status = ALEA_E_MEMORY;
    for (long successes = 0; status != ALEA_OK; successes++) {
        status = with_allocations(successes, alea__ask_values(piglet, values, &state, &answer, NULL));
    }
    alea_answer_free(&answer);
    alea__values_free(values);
    alea_game_free(piglet);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(piglet_has_its_known_values_within_turns_too),
        cmocka_unit_test(moves_worth_the_same_go_to_holding),
        cmocka_unit_test(pig_answers_as_printed),
        cmocka_unit_test(a_rolls_value_is_the_mean_of_what_the_referee_makes_of_it),
        cmocka_unit_test(a_forced_roll_is_the_only_move),
        cmocka_unit_test(turns_are_counted_from_the_one_under_way),
        cmocka_unit_test(a_table_of_best_replies_answers_for_the_replier),
        cmocka_unit_test(what_the_table_does_not_know_is_refused),
        cmocka_unit_test(asking_without_memory_fails_cleanly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
