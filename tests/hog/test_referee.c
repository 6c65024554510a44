/* The plain referee of Hog: the examples in the text of the contest, word for word, and the end of the game. */
#include "hog/hog_test.h"

static alea_game *hog;

static int open_hog(void **unused)
{
    (void)unused;
    hog = open_game("hog");
    return 0;
}

static int close_hog(void **unused)
{
    (void)unused;
    alea_game_free(hog);
    return 0;
}

/* Memory in which no number of dice gives an extra turn: it is one already. */
enum { EXTRA = 8 };

/* ---- Pig Out ---- */

/* The current player rolls 7 dice, 5 of which are 1's. They score 1 point for the turn. */
static void pig_out_example_1(void **unused)
{
    (void)unused;
    alea_state s = position(hog, 20, 30, EXTRA);
    ROLL(hog, &s, 1, 4, 1, 1, 6, 1, 1);
    assert_scores(&s, 21, 30);
}

/* The current player rolls 4 dice, all of which are 3's. Since Pig Out did not occur, they score 12 points for the turn. */
static void pig_out_example_2(void **unused)
{
    (void)unused;
    alea_state s = position(hog, 20, 30, EXTRA);
    ROLL(hog, &s, 3, 3, 3, 3);
    assert_scores(&s, 32, 30);
}

/* ---- Free Bacon ---- */

/* The opponent has 46 points, and the current player chooses to roll zero dice. 4 * 6 = 24; the last digit is a 4, so the
   current player gains 4 + 1 = 5 points. */
static void free_bacon_example_1(void **unused)
{
    (void)unused;
    alea_state s = position(hog, 10, 46, EXTRA);
    play(hog, &s, 0);
    assert_scores(&s, 15, 46);
}

/* The opponent has 28 points, and the current player chooses to roll zero dice. 2 * 8 = 16; the last digit is a 6, so the
   current player gains 6 + 1 = 7 points. */
static void free_bacon_example_2(void **unused)
{
    (void)unused;
    alea_state s = position(hog, 10, 28, EXTRA);
    play(hog, &s, 0);
    assert_scores(&s, 17, 28);
}

/* The opponent has 5 points, and the current player chooses to roll zero dice. 0 * 5 = 0; the last digit is a 0, so the
   current player gains 0 + 1 = 1 point. */
static void free_bacon_example_3(void **unused)
{
    (void)unused;
    alea_state s = position(hog, 10, 5, EXTRA);
    play(hog, &s, 0);
    assert_scores(&s, 11, 5);
}

/* ---- Swine Swap ---- */

/* The current player has a total score of 41 and the opponent has 92. The current player rolls two dice that total 8. The
   player's new score is 49, and the opponent's score is 92. The ones and tens digits are the same, so the scores are
   swapped! The current player now has 92 points and the opponent has 49. The turn ends. */
static void swine_swap_example_1(void **unused)
{
    (void)unused;
    alea_state s = position(hog, 41, 92, EXTRA);
    ROLL(hog, &s, 5, 3);
    assert_scores(&s, 92, 49);
    assert_int_equal(alea_game_to_move(hog, &s), 1);
}

/* The current player has a total score of 34 and the opponent has 5. The current player rolls three dice that total 6. The
   player's new score is 40, and the ones digit is the same as the opponent's tens digit, so the scores are swapped. The
   current player now has 5 points and the opponent has 40. */
static void swine_swap_example_2(void **unused)
{
    (void)unused;
    alea_state s = position(hog, 34, 5, EXTRA);
    ROLL(hog, &s, 2, 2, 2);
    assert_scores(&s, 5, 40);
}

/* The current player has a total score of 91 and the opponent has 12. The current player rolls five dice that total 20. The
   player's new score is 111, and the ones digit is the same as the opponent's tens digit, so the scores are swapped. The
   opponent ends the turn with 111 points and wins the game. */
static void swine_swap_example_3(void **unused)
{
    (void)unused;
    alea_state s = position(hog, 91, 12, EXTRA);
    ROLL(hog, &s, 4, 4, 4, 4, 4);
    assert_scores(&s, 12, 111);
    assert_int_equal(alea_game_to_move(hog, &s), ALEA_OVER);
    assert_int_equal(outcome_of(hog, &s).winner, 1);
}

/* ---- Time Trot ---- */

static void set_scores(alea_state *state, uint32_t first, uint32_t second)
{
    hog_state s = look(state);
    s.score[0] = first;
    s.score[1] = second;
    hog_store(&s, state);
}

static void the_time_trot_example(void **unused)
{
    (void)unused;
    alea_state s = alea_game_start(hog);
    /* On Turn 0, Player 0 rolls 6 dice that total 20. The score is 20 to 0. (The text forgets its own Swine Swap: 20 and 00
       are swapped. From Turn 1 on everything is as it says, so the score is put right here.) */
    ROLL(hog, &s, 2, 2, 4, 4, 4, 4);
    assert_scores(&s, 0, 20);
    set_scores(&s, 20, 0);
    assert_int_equal(alea_game_to_move(hog, &s), 1);
    /* On Turn 1, Player 1 rolls 1 die that comes up 4. The score is now 20 to 4. Player 1 gets an extra turn because
       1 % 8 = 1. */
    ROLL(hog, &s, 4);
    assert_scores(&s, 20, 4);
    assert_int_equal(alea_game_to_move(hog, &s), 1);
    /* On Turn 2, Player 1 rolls 2 dice that total 7. The score is 20 to 11. Even though 2 % 8 = 2, Player 1 does not get an
       extra turn because Player 1 cannot get two extra turns in a row. */
    ROLL(hog, &s, 3, 4);
    assert_scores(&s, 20, 11);
    assert_int_equal(alea_game_to_move(hog, &s), 0);
    /* On Turn 3, Player 0 rolls 3 dice and pigs out, causing a Swine Swap. The score is now 11 to 21, and Player 0 gets an
       extra turn because 3 % 8 = 3. */
    ROLL(hog, &s, 6, 1, 2);
    assert_scores(&s, 11, 21);
    assert_int_equal(alea_game_to_move(hog, &s), 0);
    /* On Turn 4, Player 0 rolls (...) */
    ROLL(hog, &s, 2, 2, 2, 3);
    assert_int_equal(alea_game_to_move(hog, &s), 1);
}

static void turns_are_counted_modulo_8(void **unused)
{
    (void)unused;
    alea_state s = position(hog, 10, 37, 7); /* turn 7, 15, … */
    ROLL(hog, &s, 2, 2, 2, 2, 2, 2, 2);
    assert_int_equal(alea_game_to_move(hog, &s), 0);
    assert_int_equal(look(&s).memory, EXTRA + 0);
}

/* Whatever is rolled in an extra turn, the opponent is next. */
static void there_are_never_two_extra_turns_in_a_row(void **unused)
{
    (void)unused;
    for (uint32_t turn = 0; turn < 8; turn++)
        for (uint32_t n = 0; n <= 10; n++) {
            alea_state s = position(hog, 10, 37, EXTRA + turn);
            play(hog, &s, n);
            if (n > 0) play(hog, &s, 0);
            assert_int_equal(alea_game_to_move(hog, &s), 1);
            assert_int_equal(look(&s).memory, (turn + 1) % 8);
        }
}

static void without_time_trot_players_take_turns(void **unused)
{
    (void)unused;
    alea_game *plain = open_game("hog(time_trot=false)");
    alea_state s = alea_game_start(plain);
    for (int turn = 0; turn < 6; turn++) {
        assert_int_equal(alea_game_to_move(plain, &s), turn % 2);
        play(plain, &s, 0);
    }
    alea_game_free(plain);
}

/* ---- the end ---- */

static void who_reaches_100_wins(void **unused)
{
    (void)unused;
    alea_state s = position(hog, 95, 60, EXTRA);
    ROLL(hog, &s, 5);
    assert_scores(&s, 100, 60);
    assert_int_equal(alea_game_to_move(hog, &s), ALEA_OVER);
    alea_outcome o = outcome_of(hog, &s);
    assert_int_equal(o.winner, 0);
    assert_int_equal(o.turns, 1);
    assert_int_equal(o.score[0], 100);
    assert_false(o.unfinished);
}

/* 104 to 45: the swap at the end gives the game away. */
static void the_player_who_swaps_at_the_end_may_lose(void **unused)
{
    (void)unused;
    alea_state s = position(hog, 98, 45, EXTRA);
    ROLL(hog, &s, 4, 2);
    assert_scores(&s, 45, 104);
    assert_int_equal(alea_game_to_move(hog, &s), ALEA_OVER);
    assert_int_equal(outcome_of(hog, &s).winner, 1);
}

/* An extra turn does not come after the end. */
static void the_game_ends_though_the_turn_would_give_another(void **unused)
{
    (void)unused;
    alea_state s = position(hog, 96, 45, 1);
    ROLL(hog, &s, 6);
    assert_int_equal(alea_game_to_move(hog, &s), ALEA_OVER);
    assert_int_equal(outcome_of(hog, &s).winner, 0);
}

/* Only custom rules can do that: here the opponent gets the mover's score. */
static void equal_scores_at_the_end_go_to_the_opponent(void **unused)
{
    (void)unused;
    write_file("equal.lua",
               "return { name = 'equal', family = 'hog', title = 'E', text = 'E', rules = function()\n"
               "return { players = 2, dice = 1, sides = 6, goal = 10, roll = function(f) return f[1] end,\n"
               "bacon = function() return 1 end, after = function(own, opponent) return own, own < 10 and "
               "opponent or own end } end }\n");
    alea_game *game = open_game("equal.lua");
    alea_state s = position(game, 7, 2, 0);
    ROLL(game, &s, 4);
    assert_scores(&s, 11, 11);
    assert_int_equal(alea_game_to_move(game, &s), ALEA_OVER);
    assert_int_equal(outcome_of(game, &s).winner, 1);
    alea_game_free(game);
}

static void who_forfeits_has_lost(void **unused)
{
    (void)unused;
    alea_state s = position(hog, 95, 60, EXTRA);
    hog->family->play->forfeit(hog->rules, &s);
    assert_int_equal(alea_game_to_move(hog, &s), ALEA_OVER);
    assert_int_equal(outcome_of(hog, &s).winner, 1);
    assert_scores(&s, 95, 60);
}

/* ---- guarantees to callers ---- */

static void rolls_are_equally_likely_and_show_their_faces(void **unused)
{
    (void)unused;
    alea_state s = alea_game_start(hog);
    uint32_t faces[16];
    play(hog, &s, 3);
    assert_int_equal(alea_game_chance_count(hog, &s), 216);
    assert_int_equal(alea_game_chance_denominator(hog, &s), 216);
    assert_int_equal(alea_game_chance_faces(hog, &s, 0 + 6 * 4 + 36 * 5, faces), 3);
    assert_int_equal(faces[0], 1);
    assert_int_equal(faces[1], 5);
    assert_int_equal(faces[2], 6);
}

/* All 6^5 rolls, each judged by what people would say of it. */
static void every_roll_of_five_dice_scores_its_sum_or_1(void **unused)
{
    (void)unused;
    for (uint32_t outcome = 0; outcome < 7776; outcome++) {
        uint32_t sum = 0, rest = outcome;
        bool pig_out = false;
        for (int i = 0; i < 5; i++, rest /= 6) {
            pig_out |= rest % 6 == 0;
            sum += rest % 6 + 1;
        }
        alea_state s = position(hog, 0, 99, EXTRA);
        play(hog, &s, 5);
        play(hog, &s, outcome);
        uint32_t own = pig_out ? 1 : sum;
        if (own % 10 == 9)
            assert_scores(&s, 99, own);
        else
            assert_scores(&s, own, 99);
    }
}

static void what_is_not_legal_is_refused(void **unused)
{
    (void)unused;
    alea_state s = alea_game_start(hog);
    alea_error error;
    assert_int_equal(alea_game_move_count(hog, &s), 11);
    assert_string_equal(alea_game_move_name(hog, 10), "10");
    assert_int_equal(alea_game_apply(hog, &s, 11, &error), ALEA_E_STATE);
    play(hog, &s, 2);
    assert_int_equal(alea_game_apply(hog, &s, 36, &error), ALEA_E_STATE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pig_out_example_1),
        cmocka_unit_test(pig_out_example_2),
        cmocka_unit_test(free_bacon_example_1),
        cmocka_unit_test(free_bacon_example_2),
        cmocka_unit_test(free_bacon_example_3),
        cmocka_unit_test(swine_swap_example_1),
        cmocka_unit_test(swine_swap_example_2),
        cmocka_unit_test(swine_swap_example_3),
        cmocka_unit_test(the_time_trot_example),
        cmocka_unit_test(turns_are_counted_modulo_8),
        cmocka_unit_test(there_are_never_two_extra_turns_in_a_row),
        cmocka_unit_test(without_time_trot_players_take_turns),
        cmocka_unit_test(who_reaches_100_wins),
        cmocka_unit_test(the_player_who_swaps_at_the_end_may_lose),
        cmocka_unit_test(the_game_ends_though_the_turn_would_give_another),
        cmocka_unit_test(equal_scores_at_the_end_go_to_the_opponent),
        cmocka_unit_test(who_forfeits_has_lost),
        cmocka_unit_test(rolls_are_equally_likely_and_show_their_faces),
        cmocka_unit_test(every_roll_of_five_dice_scores_its_sum_or_1),
        cmocka_unit_test(what_is_not_legal_is_refused),
    };
    return cmocka_run_group_tests(tests, open_hog, close_hog);
}
