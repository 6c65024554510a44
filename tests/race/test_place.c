/* Parsing positions, and messages about impossible ones. */
#include "race/exact_test.h"

enum { MOST = 4 };

static alea_status place(const alea_game *game, const char *const *words, alea_state *out, alea_error *error)
{
    alea_setting settings[MOST];
    size_t count = 0;
    for (; words[2 * count]; count++)
        settings[count] = (alea_setting){words[2 * count], words[2 * count + 1]};
    return race_parse_state(game->rules, settings, count, out, error);
}

#define WORDS(...) ((const char *const[]){__VA_ARGS__, NULL})

static race_state position(const alea_game *game, const char *const *words)
{
    alea_state state;
    OK(place(game, words, &state, &test_error));
    return look(&state);
}

static void without_keys_it_is_the_start(void **unused)
{
    (void)unused;
    static const char *const games[] = {"pig", "pig-pen(players=5)", "pig-solitaire", "two-dice-pig"};
    for (size_t i = 0; i < 4; i++) {
        alea_game *game = open_game(games[i]);
        alea_state start = alea_game_start(game), state;
        assert_int_equal(race_parse_state(game->rules, NULL, 0, &state, NULL), ALEA_OK);
        assert_memory_equal(&state, &start, sizeof state);
        alea_game_free(game);
    }
}

static void scores_begin_with_the_player_to_move_and_may_be_fewer(void **unused)
{
    (void)unused;
    alea_game *pig = open_game("pig(players=3)");
    race_state s = position(pig, WORDS("scores", " 22 ,35", "turn", "7"));
    assert_int_equal(s.mover, 0);
    assert_int_equal(s.score[0], 22);
    assert_int_equal(s.score[1], 35);
    assert_int_equal(s.score[2], 0);
    assert_int_equal(s.turn, 7);
    assert_int_equal(s.phase, RACE_DECIDE);
    assert_that(s.rolls, >=, 1);
    assert_int_equal(s.leader, RACE_NOBODY);
    alea_game_free(pig);
}

static void a_turn_not_begun_and_a_double_must_be_rolled(void **unused)
{
    (void)unused;
    alea_game *pen = open_game("pig-pen");
    assert_int_equal(position(pen, WORDS("scores", "3,4")).phase, RACE_ROLL);
    assert_int_equal(position(pen, WORDS("turn", "4", "memory", "1")).phase, RACE_ROLL);
    assert_int_equal(position(pen, WORDS("turn", "4", "memory", "1")).memory, 1);
    assert_int_equal(position(pen, WORDS("turn", "4")).phase, RACE_DECIDE);
    alea_game_free(pen);
}

/* A 2 makes the turn remember 7, a 3 makes it remember 3. */
static void a_turn_remembers_the_numbers_of_the_rule_file(void **unused)
{
    (void)unused;
    alea_state state;
    alea_game *game = open_game(write_rules("dice = 1, sides = 4, goal = 20, roll = function(a, m)\n"
                                            "  if a == 1 then return bust() end\n"
                                            "  if a == 4 then return add(9) end\n"
                                            "  return add(a, { memory = a == 2 and 7 or 3 }) end"));
    const race_rules *rules = rules_of(game);
    assert_int_equal(rules->memories, 3);
    for (uint32_t memory = 0; memory < 3; memory++) {
        static const uint16_t value[] = {0, 7, 3};
        static const char *const turn[] = {"9", "2", "3"}, *const words[] = {"0", "7", "3"};
        assert_int_equal(rules->memory_value[memory], value[memory]);
        assert_int_equal(position(game, WORDS("turn", turn[memory], "memory", words[memory])).memory, memory);
    }
    const alea_setting settings[] = {{"turn", "2"}, {"memory", "1"}};
    assert_int_equal(alea_game_parse_state(game, settings, 2, &state, &test_error), ALEA_E_RANGE);
    assert_says(test_error, "0, 7, 3, not 1");
    alea_game_free(game);
}

static void the_first_with_the_best_score_above_the_goal_leads(void **unused)
{
    (void)unused;
    alea_game *pen = open_game("pig-pen(players=4)");
    assert_int_equal(position(pen, WORDS("scores", "3,99,98,97")).leader, RACE_NOBODY);
    assert_int_equal(position(pen, WORDS("scores", "3,110,104,97")).leader, 1);
    assert_int_equal(position(pen, WORDS("scores", "103,104,110,110", "turn", "30")).leader, 2);
    alea_game_free(pen);
}

static void turns_left_are_counted_with_the_one_under_way(void **unused)
{
    (void)unused;
    alea_game *alone = open_game("pig-solitaire(turns=7)");
    assert_int_equal(position(alone, WORDS("scores", "30", "turns", "2")).turns, 5);
    assert_int_equal(position(alone, WORDS("turn", "30")).turns, 0);
    alea_game_free(alone);
}

/* Every position that play reaches can be described in words, from which the referee gets the same position. */
static void whatever_play_comes_to_can_be_placed(void **unused)
{
    (void)unused;
    static const char *const games[] = {
        "pig(goal=30)", "pig-pen(goal=20)", "pig-pen(goal=20,over_goal=hold,players=3)",
        "two-dice-pig(goal=40,forced_doubles=true)", "pig-solitaire(turns=6,goal=40)"};
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        alea_game *game = open_game(games[g]);
        const race_rules *rules = rules_of(game);
        alea__dice_stream dice;
        for (uint64_t n = 0; n < 60; n++) {
            alea_state state = alea_game_start(game);
            alea__dice_start(&dice, 5, 0, n);
            while (!is_over(game, &state)) {
                race_state s = look(&state);
                char scores[100], turn[20], memory[20], left[20];
                size_t at = 0;
                for (uint32_t i = 0; i < rules->players; i++)
                    at += (size_t)snprintf(scores + at, sizeof scores - at, "%s%u", i ? "," : "",
                                           s.score[(s.mover + i) % rules->players]);
                snprintf(turn, sizeof turn, "%u", s.turn);
                snprintf(memory, sizeof memory, "%u", rules->memory_value[s.memory]);
                snprintf(left, sizeof left, "%u", rules->turn_limit - s.turns);
                const char *words[] = {"scores", scores, "turn", turn, NULL, NULL, NULL, NULL, NULL};
                if (rules->memories > 1) words[4] = "memory", words[5] = memory;
                if (rules->turn_limit > 0) words[4] = "turns", words[5] = left;
                race_state p = position(game, words);
                assert_int_equal(p.turn, s.turn);
                assert_int_equal(p.memory, s.memory);
                if (s.leader != RACE_NOBODY)
                    assert_int_equal((p.leader + s.mover) % rules->players, s.leader);
                else
                    assert_int_equal(p.leader, RACE_NOBODY);
                if (rules->memories > 1)
                    assert_int_equal(p.phase, s.phase); /* else a forced roll may not show */
                bool rolls = s.phase == RACE_ROLL || alea__roll_dice(&dice, &rules->how, 1) % 4 != 0;
                if (s.phase == RACE_DECIDE) play(game, &state, rolls ? RACE_ROLL_MOVE : RACE_HOLD_MOVE);
                if (rolls) play(game, &state, alea__roll_dice(&dice, &rules->how, rules->dice));
            }
        }
        alea_game_free(game);
    }
}

static void what_cannot_be_is_refused_with_the_reason(void **unused)
{
    (void)unused;
    static const struct {
        const char *game, *words[7];
        alea_status status;
        const char *sentence;
    } wrong[] = {
        {"pig", {"scores", "100,0"}, ALEA_E_STATE, "who banks 100 or more has won"},
        {"pig", {"scores", "0,100"}, ALEA_E_STATE, "A banked score of 100 is impossible"},
        {"pig", {"scores", "1,0"}, ALEA_E_STATE, "no sequence of turns adds up to it"},
        {"pig", {"scores", "1,2,3"}, ALEA_E_RANGE, "There are more scores than players; this game has 2."},
        {"pig", {"scores", ""}, ALEA_E_RANGE, "one of them is \"\""},
        {"pig", {"scores", "22,"}, ALEA_E_RANGE, "one of them is \"\""},
        {"pig", {"scores", "-1,0"}, ALEA_E_RANGE, "from 0 to 1000000"},
        {"pig", {"scores", "22;35"}, ALEA_E_RANGE, "score"},
        {"pig", {"scores", "99999999999999999999,0"}, ALEA_E_RANGE, "score"},
        {"pig", {"scores", "22.5,0"}, ALEA_E_RANGE, "score"},
        {"pig",
         {"turn", "1"},
         ALEA_E_STATE,
         "A turn total of 1 cannot be rolled from a score of 0; the nearest possible totals are 0 and 2."},
        {"pig", {"turn", "-3"}, ALEA_E_RANGE, "turn"},
        {"pig", {"turn", "100001"}, ALEA_E_RANGE, "turn"},
        {"pig", {"turn", "ten"}, ALEA_E_RANGE, "turn"},
        {"pig", {"turns", "3"}, ALEA_E_USAGE, "did you mean \"turn\"?"},
        {"pig", {"memory", "0"}, ALEA_E_USAGE, "Its keys are scores and turn."},
        {"pig", {"turn", "3", "turn", "3"}, ALEA_E_USAGE, "\"turn\" is given twice"},
        {"pig-pen", {"scores", "100,0"}, ALEA_E_STATE, "a player who reaches it loses the turn"},
        {"pig-pen", {"scores", "88,0", "turn", "12"}, ALEA_E_STATE, "make 100, which loses the turn at once"},
        {"pig-pen", {"scores", "104,0"}, ALEA_E_STATE, "a leader whose turn comes has won"},
        {"pig-pen", {"scores", "104,104"}, ALEA_E_STATE, "one of them has won the game"},
        {"pig-pen", {"scores", "110,104"}, ALEA_E_STATE, "one of them has won the game"},
        {"pig-pen", {"memory", "1"}, ALEA_E_STATE, "A turn total of 0 with memory 1 cannot be rolled"},
        {"pig-pen", {"memory", "3"}, ALEA_E_RANGE, "memory"},
        {"pig-pen", {"turn", "5", "memory", "1"}, ALEA_E_STATE, "with memory 1 cannot be rolled"},
        {"pig-pen(over_goal=hold)",
         {"scores", "95,0", "turn", "8"},
         ALEA_E_STATE,
         "the turn ends by itself at 101"},
        {"pig-solitaire",
         {"scores", "20"},
         ALEA_E_STATE,
         "With all 10 turns left the score must be 0, not 20"},
        {"pig-solitaire", {"turns", "0"}, ALEA_E_RANGE, "turns"},
        {"pig-solitaire", {"turns", "11"}, ALEA_E_RANGE, "turns"},
        {"pig-solitaire(turns=0)", {"turns", "1"}, ALEA_E_USAGE, "turn"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        alea_game *game = open_game(wrong[i].game);
        alea_state state;
        alea_error error = {.message = ""};
        alea_status status = place(game, wrong[i].words, &state, &error);
        if (status != wrong[i].status)
            fail_msg("%s %s=%s: %d, %s", wrong[i].game, wrong[i].words[0], wrong[i].words[1], status,
                     error.message);
        assert_says(error, wrong[i].sentence);
        alea_game_free(game);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_keys_it_is_the_start),
        cmocka_unit_test(scores_begin_with_the_player_to_move_and_may_be_fewer),
        cmocka_unit_test(a_turn_not_begun_and_a_double_must_be_rolled),
        cmocka_unit_test(a_turn_remembers_the_numbers_of_the_rule_file),
        cmocka_unit_test(the_first_with_the_best_score_above_the_goal_leads),
        cmocka_unit_test(turns_left_are_counted_with_the_one_under_way),
        cmocka_unit_test(whatever_play_comes_to_can_be_placed),
        cmocka_unit_test(what_cannot_be_is_refused_with_the_reason),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
