/* The sentences of the rules, one by one, on concrete positions. */
#include "race/race_test.h"

/* ---- Pig ---- */

static void a_1_busts_and_the_turns_points_are_lost(void **unused)
{
    (void)unused;
    alea_game *pig = open_game("pig");
    alea_state s = start_of_turn(pig, 0, SCORES(30, 40));
    roll1(pig, &s, 6);
    roll1(pig, &s, 5);
    assert_int_equal(look(&s).turn, 11);
    roll1(pig, &s, 1);
    assert_int_equal(mover(&s), 1);
    assert_int_equal(score(&s, 0), 30);
    assert_int_equal(look(&s).turn, 0);
    alea_game_free(pig);
}

static void two_to_six_are_added_to_the_turn_total(void **unused)
{
    (void)unused;
    alea_game *pig = open_game("pig");
    for (uint32_t face = 2; face <= 6; face++) {
        alea_state s = start_of_turn(pig, 1, SCORES(3, 4));
        roll1(pig, &s, face);
        assert_int_equal(look(&s).turn, face);
        assert_int_equal(alea_game_to_move(pig, &s), 1);
    }
    alea_game_free(pig);
}

static void a_hold_banks_the_turn_total(void **unused)
{
    (void)unused;
    alea_game *pig = open_game("pig");
    alea_state s = start_of_turn(pig, 0, SCORES(30, 40));
    roll1(pig, &s, 6);
    hold(pig, &s);
    assert_int_equal(score(&s, 0), 36);
    assert_int_equal(mover(&s), 1);
    alea_game_free(pig);
}

static void nobody_may_hold_before_the_first_roll_of_a_turn(void **unused)
{
    (void)unused;
    alea_game *pig = open_game("pig");
    alea_state s = alea_game_start(pig);
    assert_int_equal(alea_game_to_move(pig, &s), ALEA_CHANCE);
    assert_int_equal(alea_game_move_count(pig, &s), 0);
    roll1(pig, &s, 4);
    assert_int_equal(alea_game_move_count(pig, &s), 2);
    hold(pig, &s);
    assert_int_equal(alea_game_to_move(pig, &s), ALEA_CHANCE);
    alea_game_free(pig);
}

static void the_first_to_bank_100_wins_at_once(void **unused)
{
    (void)unused;
    alea_game *pig = open_game("pig(players=3)");
    alea_state s = start_of_turn(pig, 1, SCORES(99, 96, 99));
    roll1(pig, &s, 4);
    assert_false(is_over(pig, &s)); /* reached, not banked */
    hold(pig, &s);
    assert_true(is_over(pig, &s));
    alea_outcome o = outcome_of(pig, &s);
    assert_int_equal(o.winner, 1);
    assert_false(o.unfinished);
    assert_int_equal(o.score[1], 100);
    assert_int_equal(o.turns, 1);
    assert_int_equal(o.money[0], 0);
    alea_game_free(pig);
}

static void ninety_nine_does_not_win(void **unused)
{
    (void)unused;
    alea_game *pig = open_game("pig");
    alea_state s = start_of_turn(pig, 0, SCORES(95, 0));
    roll1(pig, &s, 4);
    hold(pig, &s);
    assert_int_equal(mover(&s), 1);
    alea_game_free(pig);
}

static void who_reached_the_goal_may_roll_on_and_bust(void **unused)
{
    (void)unused;
    alea_game *pig = open_game("pig");
    alea_state s = start_of_turn(pig, 0, SCORES(98, 0));
    roll1(pig, &s, 6);
    roll1(pig, &s, 1);
    assert_int_equal(score(&s, 0), 98);
    assert_int_equal(mover(&s), 1);
    alea_game_free(pig);
}

static void seats_take_turns_in_order(void **unused)
{
    (void)unused;
    alea_game *pig = open_game("pig(players=8)");
    alea_state s = alea_game_start(pig);
    for (int turn = 0; turn < 17; turn++) {
        assert_int_equal(mover(&s), turn % 8);
        roll1(pig, &s, 1);
    }
    alea_game_free(pig);
}

static void goal_sides_and_dice_are_parameters(void **unused)
{
    (void)unused;
    alea_game *pig = open_game("pig(goal=20,dice=2,sides=10)");
    alea_state s = alea_game_start(pig);
    assert_int_equal(alea_game_chance_count(pig, &s), 100);
    roll2(pig, &s, 10, 9);
    assert_int_equal(look(&s).turn, 19);
    roll2(pig, &s, 10, 1);
    assert_int_equal(mover(&s), 1);
    roll2(pig, &s, 10, 10);
    hold(pig, &s);
    assert_int_equal(outcome_of(pig, &s).winner, 1);
    alea_game_free(pig);
}

/* ---- limits ---- */

static void ten_thousand_turns_without_a_winner_are_unfinished(void **unused)
{
    (void)unused;
    alea_game *pig = open_game("pig");
    alea_state s = start_of_turn(pig, 0, SCORES(50, 60));
    for (int turn = 0; turn < 9999; turn++) roll1(pig, &s, 1);
    assert_false(is_over(pig, &s));
    roll1(pig, &s, 1);
    alea_outcome o = outcome_of(pig, &s);
    assert_true(o.unfinished);
    assert_int_equal(o.winner, -1);
    assert_int_equal(o.turns, 10000);
    alea_game_free(pig);
}

static void winning_in_the_ten_thousandth_turn_is_winning(void **unused)
{
    (void)unused;
    alea_game *pig = open_game("pig");
    alea_state s = start_of_turn(pig, 0, SCORES(95, 95));
    for (int turn = 0; turn < 9999; turn++) roll1(pig, &s, 1);
    roll1(pig, &s, 5);
    hold(pig, &s);
    alea_outcome o = outcome_of(pig, &s);
    assert_false(o.unfinished);
    assert_int_equal(o.winner, 1);
    assert_int_equal(o.turns, 10000);
    alea_game_free(pig);
}

static void a_turn_of_ten_thousand_rolls_is_unfinished(void **unused)
{
    (void)unused;
    alea_game *pig = open_game("pig");
    alea_state s = alea_game_start(pig);
    for (int roll = 0; roll < 9999; roll++) roll1(pig, &s, 6);
    assert_false(is_over(pig, &s));
    roll1(pig, &s, 6);
    alea_outcome o = outcome_of(pig, &s);
    assert_true(o.unfinished);
    assert_int_equal(o.winner, -1);
    assert_int_equal(o.score[0], 0);
    alea_game_free(pig);
}

static void a_turn_that_its_ten_thousandth_roll_ends_goes_by(void **unused)
{
    (void)unused;
    alea_game *pig = open_game("pig");
    alea_state s = alea_game_start(pig);
    for (int roll = 0; roll < 9999; roll++) roll1(pig, &s, 6);
    roll1(pig, &s, 1);
    assert_int_equal(mover(&s), 1);
    assert_int_equal(look(&s).rolls, 0);
    alea_game_free(pig);
}

static void an_unfinished_chase_pays_nobody(void **unused)
{
    (void)unused;
    alea_game *game = open_game("pig-pen");
    alea_state s = start_of_turn(game, 0, SCORES(99, 50));
    roll2(game, &s, 3, 5);
    hold(game, &s);
    assert_int_equal(look(&s).leader, 0);
    for (int roll = 0; roll < 10000; roll++) roll2(game, &s, 6, 5);
    alea_outcome o = outcome_of(game, &s);
    assert_true(o.unfinished);
    assert_int_equal(o.winner, -1);
    assert_int_equal(o.money[0], 0);
    assert_int_equal(o.money[1], 0);
    alea_game_free(game);
}

/* ---- Pig Solitaire ---- */

static void solitaire_ends_without_a_winner_when_the_turns_are_used_up(void **unused)
{
    (void)unused;
    alea_game *game = open_game("pig-solitaire(turns=3)");
    alea_state s = alea_game_start(game);
    for (int turn = 0; turn < 3; turn++) {
        assert_false(is_over(game, &s));
        roll1(game, &s, 6);
        hold(game, &s);
    }
    alea_outcome o = outcome_of(game, &s);
    assert_int_equal(o.winner, -1);
    assert_false(o.unfinished);
    assert_int_equal(o.turns, 3);
    assert_int_equal(o.score[0], 18);
    alea_game_free(game);
}

static void solitaire_can_be_won_in_the_last_turn(void **unused)
{
    (void)unused;
    alea_game *game = open_game("pig-solitaire(turns=2,goal=10)");
    alea_state s = alea_game_start(game);
    roll1(game, &s, 1);
    roll1(game, &s, 6);
    roll1(game, &s, 4);
    hold(game, &s);
    assert_int_equal(outcome_of(game, &s).winner, 0);
    alea_game_free(game);
}

static void solitaire_without_a_limit_goes_on(void **unused)
{
    (void)unused;
    alea_game *game = open_game("pig-solitaire(turns=0)");
    alea_state s = alea_game_start(game);
    for (int turn = 0; turn < 5000; turn++) roll1(game, &s, 1);
    assert_int_equal(mover(&s), 0);
    alea_game_free(game);
}

/* ---- Two-Dice Pig ---- */

static void a_single_1_of_two_dice_busts(void **unused)
{
    (void)unused;
    alea_game *game = open_game("two-dice-pig");
    for (uint32_t face = 2; face <= 6; face++) {
        alea_state s = start_of_turn(game, 0, SCORES(30, 40));
        roll2(game, &s, 1, face);
        assert_int_equal(score(&s, 0), 30);
        roll2(game, &s, face, 1);
        assert_int_equal(score(&s, 1), 40);
        assert_int_equal(mover(&s), 0);
    }
    alea_game_free(game);
}

static void a_double_1_wipes_the_whole_score(void **unused)
{
    (void)unused;
    alea_game *game = open_game("two-dice-pig");
    alea_state s = start_of_turn(game, 0, SCORES(30, 40));
    roll2(game, &s, 6, 6);
    roll2(game, &s, 1, 1);
    assert_int_equal(score(&s, 0), 0);
    assert_int_equal(mover(&s), 1);
    alea_game_free(game);
}

static void a_double_1_only_busts_with_double_one_bust(void **unused)
{
    (void)unused;
    alea_game *game = open_game("two-dice-pig(double_one=bust)");
    alea_state s = start_of_turn(game, 0, SCORES(30, 40));
    roll2(game, &s, 1, 1);
    assert_int_equal(score(&s, 0), 30);
    assert_int_equal(mover(&s), 1);
    alea_game_free(game);
}

static void other_doubles_leave_a_choice(void **unused)
{
    (void)unused;
    alea_game *game = open_game("two-dice-pig");
    alea_state s = alea_game_start(game);
    roll2(game, &s, 4, 4);
    assert_int_equal(look(&s).turn, 8);
    hold(game, &s);
    assert_int_equal(score(&s, 0), 8);
    alea_game_free(game);
}

static void with_forced_doubles_other_doubles_force_another_roll(void **unused)
{
    (void)unused;
    alea_game *game = open_game("two-dice-pig(forced_doubles=true)");
    alea_state s = alea_game_start(game);
    for (int i = 0; i < 5; i++) {
        roll2(game, &s, 4, 4); /* never too many in this game */
        assert_int_equal(alea_game_to_move(game, &s), ALEA_CHANCE);
    }
    assert_int_equal(look(&s).turn, 40);
    roll2(game, &s, 4, 3);
    assert_int_equal(alea_game_to_move(game, &s), 0);
    alea_game_free(game);
}

/* ---- Pig-Pen: rolls ---- */

static void pig_pen_a_turn_is_at_least_one_roll(void **unused)
{
    (void)unused;
    alea_game *game = open_game("pig-pen");
    alea_state s = start_of_turn(game, 1, SCORES(30, 40));
    assert_int_equal(alea_game_to_move(game, &s), ALEA_CHANCE);
    alea_game_free(game);
}

static void pig_pen_a_1_alone_does_no_harm(void **unused)
{
    (void)unused;
    alea_game *game = open_game("pig-pen");
    alea_state s = alea_game_start(game);
    roll2(game, &s, 1, 4);
    assert_int_equal(look(&s).turn, 5);
    assert_int_equal(alea_game_to_move(game, &s), 0);
    alea_game_free(game);
}

static void pig_pen_snake_eyes_wipe(void **unused)
{
    (void)unused;
    alea_game *game = open_game("pig-pen");
    alea_state s = start_of_turn(game, 0, SCORES(98, 40)); /* not "exactly 100", not "a double forces" */
    roll2(game, &s, 1, 1);
    assert_int_equal(score(&s, 0), 0);
    assert_int_equal(mover(&s), 1);
    alea_game_free(game);
}

static void pig_pen_a_sum_of_7_sets_the_score_back_to_the_start_of_the_turn(void **unused)
{
    (void)unused;
    alea_game *game = open_game("pig-pen");
    for (uint32_t a = 1; a <= 6; a++) {
        alea_state s =
            start_of_turn(game, 0, SCORES(93, 40)); /* the sum would be exactly 100, so it is not added */
        roll2(game, &s, a, 7 - a);
        assert_int_equal(score(&s, 0), 93);
        assert_int_equal(mover(&s), 1);
    }
    alea_game_free(game);
}

static void pig_pen_a_double_forces_another_roll(void **unused)
{
    (void)unused;
    alea_game *game = open_game("pig-pen");
    for (uint32_t a = 2; a <= 6; a++) {
        alea_state s = alea_game_start(game);
        roll2(game, &s, a, a);
        assert_int_equal(look(&s).turn, 2 * a);
        assert_int_equal(alea_game_to_move(game, &s), ALEA_CHANCE);
        roll2(game, &s, 2, 3);
        assert_int_equal(alea_game_to_move(game, &s), 0);
    }
    alea_game_free(game);
}

static void pig_pen_a_third_double_in_a_row_wipes(void **unused)
{
    (void)unused;
    alea_game *game = open_game("pig-pen");
    alea_state s = start_of_turn(game, 0, SCORES(30, 40));
    roll2(game, &s, 4, 4);
    roll2(game, &s, 6, 6);
    assert_int_equal(look(&s).turn, 20);
    roll2(game, &s, 5, 5);
    assert_int_equal(score(&s, 0), 0);
    assert_int_equal(mover(&s), 1);
    alea_game_free(game);
}

static void pig_pen_a_roll_that_is_no_double_begins_the_count_anew(void **unused)
{
    (void)unused;
    alea_game *game = open_game("pig-pen");
    alea_state s = alea_game_start(game);
    roll2(game, &s, 4, 4);
    roll2(game, &s, 6, 6);
    roll2(game, &s, 2, 3);
    roll2(game, &s, 4, 4);
    roll2(game, &s, 6, 6);
    assert_int_equal(look(&s).turn, 45);
    assert_int_equal(alea_game_to_move(game, &s), ALEA_CHANCE);
    alea_game_free(game);
}

static void pig_pen_doubles_of_another_turn_do_not_count(void **unused)
{
    (void)unused;
    alea_game *game = open_game("pig-pen");
    alea_state s = start_of_turn(game, 0, SCORES(30, 40));
    roll2(game, &s, 4, 4);
    roll2(game, &s, 5, 5);
    roll2(game, &s, 3, 4);
    roll2(game, &s, 6, 6);
    assert_int_equal(mover(&s), 1);
    assert_int_equal(look(&s).turn, 12);
    alea_game_free(game);
}

static void pig_pen_exactly_100_wipes(void **unused)
{
    (void)unused;
    alea_game *game = open_game("pig-pen");
    alea_state s = start_of_turn(game, 0, SCORES(80, 40));
    roll2(game, &s, 6, 5);
    roll2(game, &s, 4, 5);
    assert_int_equal(score(&s, 0), 0);
    assert_int_equal(mover(&s), 1);
    alea_game_free(game);
}

static void pig_pen_exactly_100_by_a_double_wipes_too(void **unused)
{
    (void)unused;
    alea_game *game = open_game("pig-pen(over_goal=hold)");
    alea_state s = start_of_turn(game, 0, SCORES(88, 40));
    roll2(game, &s, 6, 6);
    assert_int_equal(score(&s, 0), 0);
    assert_int_equal(mover(&s), 1);
    alea_game_free(game);
}

static void pig_pen_99_and_101_do_not_wipe(void **unused)
{
    (void)unused;
    alea_game *game = open_game("pig-pen");
    alea_state s = start_of_turn(game, 0, SCORES(93, 40));
    roll2(game, &s, 1, 5);
    assert_int_equal(look(&s).turn, 6);
    assert_int_equal(alea_game_to_move(game, &s), 0);
    s = start_of_turn(game, 0, SCORES(93, 40));
    roll2(game, &s, 3, 5);
    assert_int_equal(look(&s).turn, 8);
    assert_int_equal(alea_game_to_move(game, &s), 0);
    alea_game_free(game);
}

static void pig_pen_exactly_the_goal_wipes_whatever_the_goal(void **unused)
{
    (void)unused;
    alea_game *game = open_game("pig-pen(goal=50)");
    alea_state s = start_of_turn(game, 0, SCORES(41, 40));
    roll2(game, &s, 4, 5);
    assert_int_equal(score(&s, 0), 0);
    s = start_of_turn(game, 0, SCORES(99, 40)); /* 100 is nothing special then */
    roll2(game, &s, 4, 5);
    assert_int_equal(look(&s).turn, 9);
    alea_game_free(game);
}

/* ---- Pig-Pen: the ending ---- */

/* Seat `seat` leads with `total`, after a roll of 11 and a hold. */
static alea_state chase(const alea_game *game, uint32_t seat, uint32_t total, const uint32_t *scores,
                        size_t count)
{
    alea_state s = start_of_turn(game, seat, scores, count);
    race_state r = look(&s);
    r.score[seat] = total - 11;
    race_store(&r, &s);
    roll2(game, &s, 5, 6);
    if (!rules_of(game)->over_goal_hold) hold(game, &s);
    assert_int_equal(look(&s).leader, seat);
    assert_int_equal(score(&s, seat), total);
    return s;
}

static void a_player_above_100_may_roll_on(void **unused)
{
    (void)unused;
    alea_game *game = open_game("pig-pen");
    alea_state s = start_of_turn(game, 0, SCORES(95, 40));
    roll2(game, &s, 5, 6);
    assert_int_equal(alea_game_to_move(game, &s), 0);
    roll2(game, &s, 5, 6);
    hold(game, &s);
    assert_int_equal(score(&s, 0), 117);
    alea_game_free(game);
}

static void who_rolls_on_above_100_may_lose_it_again(void **unused)
{
    (void)unused;
    alea_game *game = open_game("pig-pen");
    alea_state s = start_of_turn(game, 0, SCORES(95, 40));
    roll2(game, &s, 5, 6);
    roll2(game, &s, 5, 2);
    assert_int_equal(score(&s, 0), 95);
    assert_int_equal(look(&s).leader, RACE_NOBODY);
    alea_game_free(game);
}

static void with_over_goal_hold_the_turn_ends_above_100(void **unused)
{
    (void)unused;
    alea_game *game = open_game("pig-pen(over_goal=hold)");
    alea_state s = start_of_turn(game, 0, SCORES(95, 40));
    roll2(game, &s, 5, 6);
    assert_int_equal(score(&s, 0), 106);
    assert_int_equal(look(&s).leader, 0);
    assert_int_equal(mover(&s), 1);
    alea_game_free(game);
}

static void with_over_goal_hold_it_holds_even_after_a_double(void **unused)
{
    (void)unused;
    alea_game *game = open_game("pig-pen(over_goal=hold)");
    alea_state s = start_of_turn(game, 0, SCORES(95, 40));
    roll2(game, &s, 5, 5);
    assert_int_equal(score(&s, 0), 105);
    assert_int_equal(mover(&s), 1);
    alea_game_free(game);
}

static void with_over_goal_hold_a_third_double_still_wipes(void **unused)
{
    (void)unused;
    alea_game *game = open_game("pig-pen(over_goal=hold)");
    alea_state s = start_of_turn(game, 0, SCORES(75, 40));
    roll2(game, &s, 5, 5);
    roll2(game, &s, 5, 5);
    roll2(game, &s, 6, 6);
    assert_int_equal(score(&s, 0), 0);
    alea_game_free(game);
}

/* As in the original program: when the score passes 100, the turn ends, leader or not. */
static void with_over_goal_hold_a_chaser_stops_above_100_even_below_the_leader(void **unused)
{
    (void)unused;
    alea_game *game = open_game("pig-pen(over_goal=hold,players=3)");
    alea_state s = chase(game, 0, 110, SCORES(0, 92, 40));
    roll2(game, &s, 4, 5);
    assert_int_equal(score(&s, 1), 101);
    assert_int_equal(look(&s).leader, 0);
    assert_int_equal(mover(&s), 2);
    alea_game_free(game);
}

static void every_other_player_gets_one_more_turn_in_seat_order(void **unused)
{
    (void)unused;
    alea_game *game = open_game("pig-pen(players=4)");
    alea_state s = chase(game, 2, 105, SCORES(10, 20, 30, 40));
    assert_int_equal(mover(&s), 3);
    roll2(game, &s, 3, 4);
    assert_int_equal(mover(&s), 0);
    roll2(game, &s, 3, 4);
    assert_int_equal(mover(&s), 1);
    roll2(game, &s, 3, 4);
    alea_outcome o = outcome_of(game, &s);
    assert_int_equal(o.winner, 2);
    assert_int_equal(o.turns, 4);
    alea_game_free(game);
}

static void a_chaser_may_hold_below_the_leader(void **unused)
{
    (void)unused;
    alea_game *game = open_game("pig-pen");
    alea_state s = chase(game, 0, 105, SCORES(0, 90));
    roll2(game, &s, 4, 5);
    hold(game, &s);
    alea_outcome o = outcome_of(game, &s);
    assert_int_equal(o.winner, 0);
    assert_int_equal(o.score[1], 99);
    assert_int_equal(o.money[1], -6);
    alea_game_free(game);
}

static void strictly_more_than_the_leader_takes_the_lead(void **unused)
{
    (void)unused;
    alea_game *game = open_game("pig-pen");
    alea_state s = chase(game, 0, 105, SCORES(0, 95));
    roll2(game, &s, 5, 6);
    hold(game, &s);
    assert_false(is_over(game, &s));
    assert_int_equal(look(&s).leader, 1);
    assert_int_equal(mover(&s), 0); /* the former leader has another turn */
    roll2(game, &s, 3, 4);
    alea_outcome o = outcome_of(game, &s);
    assert_int_equal(o.winner, 1);
    assert_int_equal(o.money[1], 1);
    assert_int_equal(o.money[0], -1);
    alea_game_free(game);
}

static void a_tie_with_the_leader_does_not_overtake(void **unused)
{
    (void)unused;
    alea_game *game = open_game("pig-pen");
    alea_state s = chase(game, 0, 105, SCORES(0, 94));
    roll2(game, &s, 5, 6);
    hold(game, &s);
    alea_outcome o = outcome_of(game, &s);
    assert_int_equal(o.winner, 0);
    assert_int_equal(o.score[1], 105);
    assert_int_equal(o.money[0], 0);
    alea_game_free(game);
}

static void after_an_overtaking_everybody_else_gets_another_turn(void **unused)
{
    (void)unused;
    alea_game *game = open_game("pig-pen(players=4)");
    alea_state s = chase(game, 0, 105, SCORES(0, 20, 95, 40));
    roll2(game, &s, 3, 4); /* seat 1 fails */
    roll2(game, &s, 5, 6); /* seat 2 overtakes */
    hold(game, &s);
    assert_int_equal(look(&s).leader, 2);
    assert_int_equal(mover(&s), 3);
    roll2(game, &s, 3, 4);
    assert_int_equal(mover(&s), 0);
    roll2(game, &s, 3, 4);
    assert_int_equal(mover(&s), 1); /* who had a last turn already, and has another one */
    roll2(game, &s, 3, 4);
    assert_int_equal(outcome_of(game, &s).winner, 2);
    alea_game_free(game);
}

static void the_lead_may_change_more_than_once(void **unused)
{
    (void)unused;
    alea_game *game = open_game("pig-pen");
    alea_state s = chase(game, 0, 105, SCORES(0, 95));
    roll2(game, &s, 5, 6);
    hold(game, &s);
    roll2(game, &s, 1, 2);
    hold(game, &s);
    assert_int_equal(look(&s).leader, 0);
    assert_int_equal(score(&s, 0), 108);
    assert_int_equal(mover(&s), 1);
    roll2(game, &s, 3, 4);
    assert_int_equal(outcome_of(game, &s).winner, 0);
    alea_game_free(game);
}

static void a_chaser_on_exactly_100_is_wiped_and_pays_double(void **unused)
{
    (void)unused;
    alea_game *game = open_game("pig-pen");
    alea_state s = chase(game, 0, 105, SCORES(0, 90));
    roll2(game, &s, 4, 6);
    alea_outcome o = outcome_of(game, &s);
    assert_int_equal(o.winner, 0);
    assert_int_equal(o.score[1], 0);
    assert_int_equal(o.money[1], -210);
    alea_game_free(game);
}

static void every_other_player_pays_a_dollar_a_point_and_double_at_0(void **unused)
{
    (void)unused;
    alea_game *game = open_game("pig-pen(players=4)");
    alea_state s = chase(game, 1, 107, SCORES(50, 0, 0, 106));
    roll2(game, &s, 3, 4);
    roll2(game, &s, 3, 4);
    roll2(game, &s, 3, 4);
    alea_outcome o = outcome_of(game, &s);
    assert_int_equal(o.winner, 1);
    assert_int_equal(o.money[0], -57);
    assert_int_equal(o.money[1], 57 + 214 + 1);
    assert_int_equal(o.money[2], -214);
    assert_int_equal(o.money[3], -1);
    alea_game_free(game);
}

/* ---- forfeits ---- */

static void who_forfeits_keeps_the_score_from_the_start_of_the_turn(void **unused)
{
    (void)unused;
    alea_game *game = open_game("pig-pen(players=3)");
    alea_state s = start_of_turn(game, 1, SCORES(30, 40, 50));
    roll2(game, &s, 5, 6);
    give_up(game, &s);
    assert_int_equal(score(&s, 1), 40);
    assert_int_equal(mover(&s), 2);
    assert_int_equal(look(&s).turn, 0);
    alea_game_free(game);
}

static void turns_of_who_forfeited_are_skipped_and_not_counted(void **unused)
{
    (void)unused;
    alea_game *game = open_game("pig-pen(players=3)");
    alea_state s = alea_game_start(game);
    roll2(game, &s, 3, 4);
    roll2(game, &s, 5, 6);
    give_up(game, &s); /* seat 1: the turn in which it failed is the second one */
    assert_int_equal(look(&s).turns, 2);
    roll2(game, &s, 3, 4);
    roll2(game, &s, 3, 4);
    assert_int_equal(mover(&s), 2);
    assert_int_equal(look(&s).turns, 4);
    alea_game_free(game);
}

static void the_other_players_game_goes_on_and_who_forfeited_pays(void **unused)
{
    (void)unused;
    alea_game *game = open_game("pig-pen(players=3)");
    alea_state s = start_of_turn(game, 0, SCORES(0, 90, 40));
    roll2(game, &s, 5, 6);
    give_up(game, &s);
    roll2(game, &s, 6, 5);
    hold(game, &s);
    assert_int_equal(look(&s).leader, 1);
    roll2(game, &s, 6, 1);
    alea_outcome o = outcome_of(game, &s);
    assert_int_equal(o.winner, 1);
    assert_int_equal(o.money[0], -202); /* at 0, with a failed turn that does not count */
    assert_int_equal(o.money[2], -61);
    assert_int_equal(o.money[1], 263);
    alea_game_free(game);
}

static void who_forfeits_in_a_chase_can_no_longer_overtake(void **unused)
{
    (void)unused;
    alea_game *game = open_game("pig-pen(players=3)");
    alea_state s = chase(game, 0, 105, SCORES(0, 95, 40));
    roll2(game, &s, 6, 5); /* 106, not held */
    give_up(game, &s);
    assert_int_equal(look(&s).leader, 0);
    assert_int_equal(mover(&s), 2);
    roll2(game, &s, 3, 4);
    alea_outcome o = outcome_of(game, &s);
    assert_int_equal(o.winner, 0);
    assert_int_equal(o.money[1], -10);
    alea_game_free(game);
}

static void the_game_ends_when_play_comes_back_to_the_leader_over_forfeited_seats(void **unused)
{
    (void)unused;
    alea_game *game = open_game("pig-pen(players=3)");
    alea_state s = start_of_turn(game, 1, SCORES(50, 60, 95));
    roll2(game, &s, 5, 6);
    give_up(game, &s);
    roll2(game, &s, 5, 6);
    hold(game, &s);
    assert_int_equal(look(&s).leader, 2);
    roll2(game, &s, 5, 6);
    give_up(game, &s); /* seat 0 was the last one left */
    alea_outcome o = outcome_of(game, &s);
    assert_int_equal(o.winner, 2);
    assert_false(o.unfinished);
    alea_game_free(game);
}

static void a_leader_alone_wins_at_once(void **unused)
{
    (void)unused;
    alea_game *game = open_game("pig-pen");
    alea_state s = start_of_turn(game, 0, SCORES(95, 10));
    roll2(game, &s, 5, 6);
    give_up(game, &s);
    race_state r = look(&s);
    r.score[1] = 95;
    race_store(&r, &s);
    roll2(game, &s, 3, 4);
    assert_int_equal(mover(&s), 1); /* alone, and not yet above the goal: it plays on */
    roll2(game, &s, 5, 6);
    hold(game, &s);
    alea_outcome o = outcome_of(game, &s);
    assert_int_equal(o.winner, 1);
    assert_int_equal(o.money[0], -11);
    alea_game_free(game);
}

static void a_former_leader_who_forfeits_keeps_the_points_but_cannot_win(void **unused)
{
    (void)unused;
    alea_game *game = open_game("pig-pen");
    alea_state s = chase(game, 0, 105, SCORES(0, 95));
    roll2(game, &s, 5, 6);
    hold(game, &s);
    roll2(game, &s, 6, 5);
    give_up(game, &s);
    alea_outcome o = outcome_of(game, &s);
    assert_int_equal(o.winner, 1);
    assert_int_equal(o.score[0], 105);
    assert_int_equal(o.money[0], -1);
    alea_game_free(game);
}

static void the_last_player_of_pig_plays_on_alone(void **unused)
{
    (void)unused;
    alea_game *game = open_game("pig(players=3)");
    alea_state s = start_of_turn(game, 0, SCORES(99, 99, 90));
    roll1(game, &s, 6);
    give_up(game, &s);
    roll1(game, &s, 6);
    give_up(game, &s);
    for (int i = 0; i < 5; i++) {
        assert_int_equal(mover(&s), 2);
        roll1(game, &s, 1);
    }
    for (int i = 0; i < 2; i++) roll1(game, &s, 5);
    hold(game, &s);
    assert_int_equal(outcome_of(game, &s).winner, 2);
    alea_game_free(game);
}

static void if_all_forfeit_the_game_is_unfinished(void **unused)
{
    (void)unused;
    alea_game *game = open_game("pig-pen(players=8)");
    alea_state s = alea_game_start(game);
    for (int seat = 0; seat < 8; seat++) {
        assert_int_equal(mover(&s), seat);
        roll2(game, &s, 5, 6);
        give_up(game, &s);
    }
    alea_outcome o = outcome_of(game, &s);
    assert_true(o.unfinished);
    assert_int_equal(o.winner, -1);
    assert_int_equal(o.turns, 8);
    assert_int_equal(o.money[0], 0);
    alea_game_free(game);
}

static void a_single_player_who_forfeits_leaves_the_game_unfinished(void **unused)
{
    (void)unused;
    alea_game *game = open_game("pig-solitaire(turns=1)");
    alea_state s = alea_game_start(game);
    roll1(game, &s, 5);
    give_up(game, &s);
    assert_true(outcome_of(game, &s).unfinished);
    alea_game_free(game);
}

/* ---- rule files of one's own ---- */

static void with_first_roll_free_a_turn_may_be_passed(void **unused)
{
    (void)unused;
    alea_game *game = open_game(write_rules("dice = 1, sides = 6, goal = 10, first_roll = 'free',\n"
                                            "roll = function(a) return add(a) end"));
    alea_state s = alea_game_start(game);
    assert_int_equal(alea_game_to_move(game, &s), 0);
    hold(game, &s);
    assert_int_equal(mover(&s), 1);
    assert_int_equal(alea_game_to_move(game, &s), 1);
    alea_game_free(game);
}

static void with_over_goal_hold_a_bank_game_is_won_by_the_roll(void **unused)
{
    (void)unused;
    alea_game *game = open_game(write_rules("dice = 1, sides = 6, goal = 10, over_goal = 'hold',\n"
                                            "roll = function(a) return add(a, { forced = true }) end"));
    alea_state s = alea_game_start(game);
    roll1(game, &s, 4);
    assert_int_equal(alea_game_to_move(game, &s), ALEA_CHANCE);
    roll1(game, &s, 6);
    assert_int_equal(outcome_of(game, &s).winner, 0);
    alea_game_free(game);
}

static void a_landing_may_bust(void **unused)
{
    (void)unused;
    alea_game *game =
        open_game(write_rules("dice = 1, sides = 6, goal = 10,\n"
                              "roll = function(a) return add(a) end,\n"
                              "landing = function(score) if score == 5 then return bust() end end"));
    alea_state s = start_of_turn(game, 0, SCORES(3, 0));
    roll1(game, &s, 2);
    assert_int_equal(score(&s, 0), 3);
    assert_int_equal(mover(&s), 1);
    alea_game_free(game);
}

static void a_chase_of_one_player_is_won_by_holding_above_the_goal(void **unused)
{
    (void)unused;
    write_rules("dice = 1, sides = 6, goal = 5, ending = 'chase', roll = function(a) return add(a) end");
    alea_game *game = open_game("mine.lua(players=1)");
    alea_state s = alea_game_start(game);
    roll1(game, &s, 5);
    hold(game, &s);
    assert_false(is_over(game, &s)); /* the goal itself is not above the goal */
    roll1(game, &s, 1);
    hold(game, &s);
    assert_int_equal(outcome_of(game, &s).winner, 0);
    alea_game_free(game);
}

/* ---- the view of bots ---- */

static void the_original_interface_shows_own_with_the_turn_and_the_others_in_seat_order(void **unused)
{
    (void)unused;
    alea_game *game = open_game("pig-pen(players=4)");
    alea_state s = start_of_turn(game, 2, SCORES(10, 20, 30, 40));
    alea__scores shown;
    roll2(game, &s, 3, 5);
    game->family->roll_or_hold->scores(game->rules, &s, &shown);
    assert_int_equal(shown.own, 38);
    assert_int_equal(shown.count, 3);
    assert_int_equal(shown.other[0], 10);
    assert_int_equal(shown.other[1], 20);
    assert_int_equal(shown.other[2], 40);
    uint32_t after[RACE_SEATS];
    race_state r = look(&s);
    assert_int_equal(race_others_after(rules_of(game), &r, after), 3);
    assert_int_equal(after[0], 40);
    assert_int_equal(after[1], 10);
    assert_int_equal(after[2], 20);
    assert_int_equal(game->family->roll_or_hold->move(true), RACE_ROLL_MOVE);
    assert_int_equal(game->family->roll_or_hold->move(false), RACE_HOLD_MOVE);
    alea_game_free(game);
}

static void a_state_is_described_in_a_line(void **unused)
{
    (void)unused;
    alea_game *game = open_game("pig");
    alea_state s = start_of_turn(game, 1, SCORES(35, 20));
    char line[100], tiny[8];
    roll1(game, &s, 6);
    game->family->text->describe(game->rules, &s, line, sizeof line);
    assert_string_equal(line, "scores 35,20 turn 6, seat 1 to move");
    game->family->text->describe(game->rules, &s, tiny, sizeof tiny);
    assert_string_equal(tiny, "scores ");
    alea_game_free(game);
}

static void what_cannot_be_played_is_refused_and_changes_nothing(void **unused)
{
    (void)unused;
    alea_game *game = open_game("pig");
    alea_state s = alea_game_start(game), before = s;
    alea_error error;
    assert_int_equal(alea_game_apply(game, &s, 6, &error), ALEA_E_STATE);
    assert_memory_equal(&s, &before, sizeof s);
    roll1(game, &s, 5);
    before = s;
    assert_int_equal(alea_game_apply(game, &s, 2, &error), ALEA_E_STATE);
    assert_memory_equal(&s, &before, sizeof s);
    s = start_of_turn(game, 0, SCORES(99, 0));
    roll1(game, &s, 5);
    hold(game, &s);
    assert_int_equal(alea_game_apply(game, &s, 0, &error), ALEA_E_STATE);
    alea_game_free(game);
}

#define TEST(name) cmocka_unit_test(name)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_1_busts_and_the_turns_points_are_lost),
        TEST(two_to_six_are_added_to_the_turn_total),
        TEST(a_hold_banks_the_turn_total),
        TEST(nobody_may_hold_before_the_first_roll_of_a_turn),
        TEST(the_first_to_bank_100_wins_at_once),
        TEST(ninety_nine_does_not_win),
        TEST(who_reached_the_goal_may_roll_on_and_bust),
        TEST(seats_take_turns_in_order),
        TEST(goal_sides_and_dice_are_parameters),
        TEST(ten_thousand_turns_without_a_winner_are_unfinished),
        TEST(winning_in_the_ten_thousandth_turn_is_winning),
        TEST(a_turn_of_ten_thousand_rolls_is_unfinished),
        TEST(a_turn_that_its_ten_thousandth_roll_ends_goes_by),
        TEST(an_unfinished_chase_pays_nobody),
        TEST(solitaire_ends_without_a_winner_when_the_turns_are_used_up),
        TEST(solitaire_can_be_won_in_the_last_turn),
        TEST(solitaire_without_a_limit_goes_on),
        TEST(a_single_1_of_two_dice_busts),
        TEST(a_double_1_wipes_the_whole_score),
        TEST(a_double_1_only_busts_with_double_one_bust),
        TEST(other_doubles_leave_a_choice),
        TEST(with_forced_doubles_other_doubles_force_another_roll),
        TEST(pig_pen_a_turn_is_at_least_one_roll),
        TEST(pig_pen_a_1_alone_does_no_harm),
        TEST(pig_pen_snake_eyes_wipe),
        TEST(pig_pen_a_sum_of_7_sets_the_score_back_to_the_start_of_the_turn),
        TEST(pig_pen_a_double_forces_another_roll),
        TEST(pig_pen_a_third_double_in_a_row_wipes),
        TEST(pig_pen_a_roll_that_is_no_double_begins_the_count_anew),
        TEST(pig_pen_doubles_of_another_turn_do_not_count),
        TEST(pig_pen_exactly_100_wipes),
        TEST(pig_pen_exactly_100_by_a_double_wipes_too),
        TEST(pig_pen_99_and_101_do_not_wipe),
        TEST(pig_pen_exactly_the_goal_wipes_whatever_the_goal),
        TEST(a_player_above_100_may_roll_on),
        TEST(who_rolls_on_above_100_may_lose_it_again),
        TEST(with_over_goal_hold_the_turn_ends_above_100),
        TEST(with_over_goal_hold_it_holds_even_after_a_double),
        TEST(with_over_goal_hold_a_third_double_still_wipes),
        TEST(with_over_goal_hold_a_chaser_stops_above_100_even_below_the_leader),
        TEST(every_other_player_gets_one_more_turn_in_seat_order),
        TEST(a_chaser_may_hold_below_the_leader),
        TEST(strictly_more_than_the_leader_takes_the_lead),
        TEST(a_tie_with_the_leader_does_not_overtake),
        TEST(after_an_overtaking_everybody_else_gets_another_turn),
        TEST(the_lead_may_change_more_than_once),
        TEST(a_chaser_on_exactly_100_is_wiped_and_pays_double),
        TEST(every_other_player_pays_a_dollar_a_point_and_double_at_0),
        TEST(who_forfeits_keeps_the_score_from_the_start_of_the_turn),
        TEST(turns_of_who_forfeited_are_skipped_and_not_counted),
        TEST(the_other_players_game_goes_on_and_who_forfeited_pays),
        TEST(who_forfeits_in_a_chase_can_no_longer_overtake),
        TEST(the_game_ends_when_play_comes_back_to_the_leader_over_forfeited_seats),
        TEST(a_leader_alone_wins_at_once),
        TEST(a_former_leader_who_forfeits_keeps_the_points_but_cannot_win),
        TEST(the_last_player_of_pig_plays_on_alone),
        TEST(if_all_forfeit_the_game_is_unfinished),
        TEST(a_single_player_who_forfeits_leaves_the_game_unfinished),
        TEST(with_first_roll_free_a_turn_may_be_passed),
        TEST(with_over_goal_hold_a_bank_game_is_won_by_the_roll),
        TEST(a_landing_may_bust),
        TEST(a_chase_of_one_player_is_won_by_holding_above_the_goal),
        TEST(the_original_interface_shows_own_with_the_turn_and_the_others_in_seat_order),
        TEST(a_state_is_described_in_a_line),
        TEST(what_cannot_be_played_is_refused_and_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
