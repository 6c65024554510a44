/* The plain referee of Despirala, sentence by sentence of the rules in its description. */
#include "despirala/despirala_test.h"

static alea_game *game;

static int open_despirala(void **unused)
{
    (void)unused;
    game = open_game("despirala");
    return 0;
}

static int close_despirala(void **unused)
{
    (void)unused;
    alea_game_free(game);
    return 0;
}

static unsigned goods(const alea_state *state)
{
    const despirala_state s = look(state);
    return mover_of(&s)->goods;
}

static unsigned score(const alea_state *state)
{
    const despirala_state s = look(state);
    return mover_of(&s)->score;
}

static bool is_new_turn(const alea_state *state)
{
    const despirala_state s = look(state);
    return s.phase == DESPIRALA_ROLL && s.doing == DESPIRALA_NONE && s.rolled == 6 && !s.gained;
}

/* 1. At the start of each turn you roll all six dice for free and then gain five goods. */
static void a_turn_begins_with_a_free_roll_and_five_goods(void **unused)
{
    (void)unused;
    alea_state s = alea_game_start(game);
    assert_int_equal(goods(&s), 0);
    assert_int_equal(alea_game_chance_count(game, &s), 46656);
    roll(game, &s, "112345");
    assert_int_equal(goods(&s), 5);
    play(game, &s, "Collect 1");
    play(game, &s, "Stop collecting");
    assert_int_equal(goods(&s), 5);
    roll(game, &s, "112345");
    assert_int_equal(goods(&s), 10);
}

/* 2. After that you choose to either reroll the dice (for the cost of one good) … */
static void rerolling_takes_all_dice_and_a_good_and_gains_none(void **unused)
{
    (void)unused;
    alea_state s = alea_game_start(game);
    roll(game, &s, "112345");
    for (unsigned left = 5; left-- > 0;) {
        play(game, &s, "Reroll");
        assert_int_equal(goods(&s), left);
        roll(game, &s, "222333");
        assert_int_equal(goods(&s), left);
    }
    assert_int_equal(move_named(game, &s, "Reroll"), ALEA__NO_MOVE);
}

/* … or choose some combination that you have not attempted before. */
static void a_combination_is_attempted_once(void **unused)
{
    (void)unused;
    alea_state s = alea_game_start(game);
    roll(game, &s, "112233");
    assert_int_equal(alea_game_move_count(game, &s), 57 + 1);
    play(game, &s, "Three pairs 1 2 3");
    roll(game, &s, "112233");
    assert_int_equal(alea_game_move_count(game, &s), 57 + 1 - 20);
    assert_int_equal(move_named(game, &s, "Three pairs 4 5 6"), ALEA__NO_MOVE);
    assert_int_equal(alea_game_apply(game, &s, DESPIRALA_TARGET + 6, NULL), ALEA_E_STATE);
}

/* 4. To that end, you repeatedly take the dice not found in the combination and reroll only them (for the cost of one good). */
static void dice_not_found_in_the_combination_are_rolled_again(void **unused)
{
    (void)unused;
    alea_state s = alea_game_start(game);
    roll(game, &s, "123345");
    play(game, &s, "Straight");
    assert_int_equal(alea_game_to_move(game, &s), ALEA_CHANCE);
    assert_int_equal(goods(&s), 4);
    assert_int_equal(look(&s).rolled, 1);
    roll(game, &s, "1");
    assert_int_equal(goods(&s), 3);
    roll(game, &s, "6");
    assert_int_equal(score(&s), 50);
    assert_int_equal(goods(&s), 3);
}

static void spare_dice_of_four_of_a_kind_are_rolled_again_too(void **unused)
{
    (void)unused;
    alea_state s = alea_game_start(game);
    roll(game, &s, "222156");
    play(game, &s, "Four of a kind 2");
    assert_int_equal(look(&s).rolled, 3);
    roll(game, &s, "456");
    roll(game, &s, "222"); /* only one is needed */
    assert_true(is_new_turn(&s));
    assert_int_equal(score(&s), 40);
    assert_int_equal(goods(&s), 3);
}

/* 5. If you successfully complete the combination, you win the amount of points it is worth and your turn ends. */
static void a_combination_that_lies_there_costs_no_good(void **unused)
{
    (void)unused;
    alea_state s = alea_game_start(game);
    roll(game, &s, "665654");
    play(game, &s, "Kamerun");
    assert_true(is_new_turn(&s));
    assert_int_equal(score(&s), 45);
    assert_int_equal(goods(&s), 5);
    roll(game, &s, "363636");
    play(game, &s, "Two triples 3 6");
    assert_int_equal(score(&s), 45 + 27);
}

/* 6. If you run out of goods before completing the chosen combination, your turn ends and you do not get any points. */
static void without_goods_a_combination_that_is_not_complete_scores_nothing(void **unused)
{
    (void)unused;
    alea_state s = alea_game_start(game);
    roll(game, &s, "222222");
    play(game, &s, "General");
    for (int i = 0; i < 5; i++) roll(game, &s, "555555");
    assert_true(is_new_turn(&s));
    assert_int_equal(score(&s), 0);
    assert_int_equal(goods(&s), 0);
    roll(game, &s, "666666");
    assert_int_equal(move_named(game, &s, "General"), ALEA__NO_MOVE);
}

/* The last good may still complete it. */
static void the_last_good_counts(void **unused)
{
    (void)unused;
    alea_state s = alea_game_start(game);
    roll(game, &s, "111112");
    play(game, &s, "Despirala");
    for (int i = 0; i < 4; i++) roll(game, &s, "1");
    roll(game, &s, "6");
    assert_int_equal(score(&s), 80);
    assert_int_equal(goods(&s), 0);
}

/* 7. … you choose when you are done rolling and get points proportional to the number of correct dice. */
static void a_collect_goes_on_until_one_stops(void **unused)
{
    (void)unused;
    alea_state s = alea_game_start(game);
    roll(game, &s, "441235");
    play(game, &s, "Collect 4");
    assert_int_equal(alea_game_to_move(game, &s), 0);
    assert_int_equal(alea_game_move_count(game, &s), 2);
    play(game, &s, "Continue collecting");
    assert_int_equal(goods(&s), 4);
    roll(game, &s, "4123");
    play(game, &s, "Continue collecting");
    roll(game, &s, "123");
    play(game, &s, "Stop collecting");
    assert_int_equal(score(&s), 12);
    assert_int_equal(goods(&s), 3);
    assert_true(is_new_turn(&s));
}

static void a_collect_without_correct_dice_scores_nothing(void **unused)
{
    (void)unused;
    alea_state s = alea_game_start(game);
    roll(game, &s, "111111");
    play(game, &s, "Collect 6");
    play(game, &s, "Stop collecting");
    assert_int_equal(score(&s), 0);
    assert_int_equal(goods(&s), 5);
}

static void a_collect_ends_by_itself_without_goods_or_other_dice(void **unused)
{
    (void)unused;
    alea_state s = alea_game_start(game);
    roll(game, &s, "666666");
    play(game, &s, "Collect 6");
    assert_int_equal(score(&s), 36);
    roll(game, &s, "511111"); /* ten goods */
    play(game, &s, "Collect 5");
    for (int i = 0; i < 10; i++) {
        play(game, &s, "Continue collecting");
        roll(game, &s, "11111");
    }
    assert_true(is_new_turn(&s));
    assert_int_equal(score(&s), 41);
}

/* 8. At the end of the game you get one bonus point per good you have left over. */
static void goods_left_over_score_at_the_end(void **unused)
{
    (void)unused;
    alea_outcome outcome;
    alea_state s = alea_game_start(game);
    for (int face = 1; face <= 6; face++) {
        char name[20];
        snprintf(name, sizeof name, "Collect %d", face);
        roll(game, &s, "123456");
        play(game, &s, name);
        play(game, &s, "Stop collecting");
    }
    for (const char *const *c =
             (const char *const[]){"112233", "Three pairs 1 2 3", "111222", "Two triples 1 2", "111123",
                                   "Four of a kind 1", "455666", "Kamerun", "123456", "Straight", "333333",
                                   "Six of a kind 3", "666666", "General", "111116", "Despirala", NULL};
         *c; c += 2) {
        assert_int_equal(alea_game_to_move(game, &s), ALEA_CHANCE);
        roll(game, &s, c[0]);
        play(game, &s, c[1]);
    }
    assert_int_equal(alea_game_to_move(game, &s), ALEA_OVER);
    assert_int_equal(alea_game_outcome(game, &s, &outcome, NULL), ALEA_OK);
    assert_int_equal(outcome.score[0], 21 + 12 + 9 + 40 + 45 + 50 + 60 + 70 + 80 + 14 * 5);
    assert_int_equal(outcome.turns, 14);
    assert_false(outcome.unfinished);
}

/* Under misère play, the goal is to minimize your score, but rerolling is not allowed. */
static void in_misere_rerolling_is_not_allowed(void **unused)
{
    (void)unused;
    alea_error error;
    alea_game *misere = open_game("despirala(misere=true)");
    alea_state s = alea_game_start(misere);
    roll(misere, &s, "123456");
    assert_true(rules_of(misere)->least);
    assert_int_equal(move_named(misere, &s, "Reroll"), ALEA__NO_MOVE);
    assert_int_equal(
        misere->family->play->apply(misere->rules, &s, despirala_reroll(rules_of(misere)), &error),
        ALEA_E_STATE);
    assert_says(error, "\"Reroll\" is not possible now: this game has no rerolls.");
    play(misere, &s, "Collect 1"); /* one may still roll on in it */
    play(misere, &s, "Continue collecting");
    alea_game_free(misere);
}

/* ---- side by side ---- */

/* Two players of the small game make their four turns, the first with nothing but goods, the second with this last roll. */
static alea_outcome two_play(const char *parameters, const char *last)
{
    alea_outcome outcome;
    alea_game *small = open_small(parameters, 2);
    alea_state s = alea_game_start(small);
    static const char *const turns[] = {"Collect 2", "Two of a kind 1", "Run", "Pair and one 1 2"};
    for (int turn = 0; turn < 4; turn++)
        for (int seat = 0; seat < 2; seat++) {
            const bool lucky = turn == 3 && seat == 1;
            assert_int_equal(look(&s).mover, seat);
            roll(small, &s, lucky ? last : "333");
            play(small, &s, turns[turn]);
            if (turn == 0) play(small, &s, "Stop collecting");
            while (alea_game_to_move(small, &s) == ALEA_CHANCE && look(&s).doing != DESPIRALA_NONE) {
                static const char *const three[] = {"", "3", "33", "333"};
                roll(small, &s, three[look(&s).rolled]);
            }
        }
    assert_int_equal(alea_game_outcome(small, &s, &outcome, NULL), ALEA_OK);
    alea_game_free(small);
    return outcome;
}

static void the_highest_score_wins(void **unused)
{
    (void)unused;
    alea_outcome o = two_play("", "112");
    assert_int_equal(o.winner, 1);
    assert_int_equal(o.score[0], 0);
    assert_int_equal(o.score[1], 4 + 2);
    assert_int_equal(o.turns, 8);
}

static void in_misere_the_lowest_wins(void **unused)
{
    (void)unused;
    assert_int_equal(two_play("misere=true", "112").winner, 0);
}

static void equal_scores_at_the_top_win_nothing(void **unused)
{
    (void)unused;
    assert_int_equal(two_play("", "333").winner, -1);
}

static void who_forfeits_has_the_worst_score_and_the_others_play_on(void **unused)
{
    (void)unused;
    alea_outcome outcome;
    for (int misere = 0; misere < 2; misere++) {
        alea_game *small = open_small(misere ? "misere=true" : "", 2);
        alea_state s = alea_game_start(small);
        roll(small, &s, "222");
        small->family->play->forfeit(small->rules, &s);
        for (int turn = 0; turn < 4; turn++) {
            assert_int_equal(look(&s).mover, 1);
            roll(small, &s, "234");
            play(small, &s,
                 turn == 0   ? "Collect 2"
                 : turn == 1 ? "Run"
                 : turn == 2 ? "Two of a kind 1"
                             : "Pair and one 1 3");
            if (turn == 0) play(small, &s, "Stop collecting");
            while (alea_game_to_move(small, &s) == ALEA_CHANCE && look(&s).doing != DESPIRALA_NONE)
                roll(small, &s, look(&s).rolled == 2 ? "44" : "444");
        }
        assert_int_equal(alea_game_outcome(small, &s, &outcome, NULL), ALEA_OK);
        assert_int_equal(outcome.winner, 1);
        assert_int_equal(outcome.score[0], misere ? rules_of(small)->most_score : 0);
        assert_int_equal(outcome.score[1], 2 + 12);
        assert_false(outcome.unfinished);
        alea_game_free(small);
    }
}

static void a_game_that_all_forfeit_is_unfinished(void **unused)
{
    (void)unused;
    alea_outcome outcome;
    alea_state s = alea_game_start(game);
    roll(game, &s, "123456");
    game->family->play->forfeit(game->rules, &s);
    assert_int_equal(alea_game_outcome(game, &s, &outcome, NULL), ALEA_OK);
    assert_true(outcome.unfinished);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_turn_begins_with_a_free_roll_and_five_goods),
        cmocka_unit_test(rerolling_takes_all_dice_and_a_good_and_gains_none),
        cmocka_unit_test(a_combination_is_attempted_once),
        cmocka_unit_test(dice_not_found_in_the_combination_are_rolled_again),
        cmocka_unit_test(spare_dice_of_four_of_a_kind_are_rolled_again_too),
        cmocka_unit_test(a_combination_that_lies_there_costs_no_good),
        cmocka_unit_test(without_goods_a_combination_that_is_not_complete_scores_nothing),
        cmocka_unit_test(the_last_good_counts),
        cmocka_unit_test(a_collect_goes_on_until_one_stops),
        cmocka_unit_test(a_collect_without_correct_dice_scores_nothing),
        cmocka_unit_test(a_collect_ends_by_itself_without_goods_or_other_dice),
        cmocka_unit_test(goods_left_over_score_at_the_end),
        cmocka_unit_test(in_misere_rerolling_is_not_allowed),
        cmocka_unit_test(the_highest_score_wins),
        cmocka_unit_test(in_misere_the_lowest_wins),
        cmocka_unit_test(equal_scores_at_the_top_win_nothing),
        cmocka_unit_test(who_forfeits_has_the_worst_score_and_the_others_play_on),
        cmocka_unit_test(a_game_that_all_forfeit_is_unfinished),
    };
    return cmocka_run_group_tests(tests, open_despirala, close_despirala);
}
