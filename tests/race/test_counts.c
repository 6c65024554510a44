/* Counting: the number of histories of a given length (rolls and moves, each a step), by the referee and
   by a second statement of the rules, written here from the text and sharing nothing with the first. */
#include "race/race_test.h"

/* ---- the referee's count ---- */

static uint64_t histories(const alea_game *game, const alea_state *state, int length)
{
    if (length == 0) return 1;
    if (is_over(game, state)) return 0;
    bool chance = alea_game_to_move(game, state) == ALEA_CHANCE;
    uint32_t count = chance ? alea_game_chance_count(game, state) : alea_game_move_count(game, state);
    uint64_t sum = 0;
    for (uint32_t i = 0; i < count; i++) {
        alea_state next = *state;
        play(game, &next, chance ? i : alea_game_move(game, state, i));
        sum += histories(game, &next, length - 1);
    }
    return sum;
}

/* ---- the other count ---- */

typedef struct board {
    int players, goal;
    int score[3];
    int at_turn; /* whose turn */
    int points;  /* of the turn */
    int doubles; /* in a row */
    bool must_roll, over;
    int leader; /* -1: none */
} board;

static board fresh(int players, int goal, int at_turn, const uint32_t *score)
{
    board b = {.players = players, .goal = goal, .at_turn = at_turn, .must_roll = true, .leader = -1};
    for (int i = 0; i < players; i++) b.score[i] = (int)score[i];
    return b;
}

static board next_player(board b)
{
    b.at_turn = (b.at_turn + 1) % b.players;
    b.points = b.doubles = 0;
    b.must_roll = true;
    b.over = b.at_turn == b.leader;
    return b;
}

static board wiped(board b)
{
    b.score[b.at_turn] = 0;
    return next_player(b);
}

static uint64_t count_pig(board b, int length)
{
    if (length == 0) return 1;
    if (b.over) return 0;
    uint64_t sum = 0;
    if (!b.must_roll) {
        board held = b, rolled = b;
        rolled.must_roll = true;
        held.score[b.at_turn] += b.points;
        if (held.score[b.at_turn] >= b.goal)
            held.over = true;
        else
            held = next_player(held);
        return count_pig(held, length - 1) + count_pig(rolled, length - 1);
    }
    for (int die = 1; die <= 6; die++) {
        board after = b;
        after.points += die;
        after.must_roll = false;
        sum += count_pig(die == 1 ? next_player(b) : after, length - 1);
    }
    return sum;
}

/* The differences between the variants of Two-Dice Pig. */
typedef struct manner {
    bool wipe, forced;
} manner;

static uint64_t count_two_dice(board b, manner m, int length)
{
    if (length == 0) return 1;
    if (b.over) return 0;
    uint64_t sum = 0;
    if (!b.must_roll) {
        board held = b, rolled = b;
        rolled.must_roll = true;
        held.score[b.at_turn] += b.points;
        if (held.score[b.at_turn] >= b.goal)
            held.over = true;
        else
            held = next_player(held);
        return count_two_dice(held, m, length - 1) + count_two_dice(rolled, m, length - 1);
    }
    for (int first = 1; first <= 6; first++)
        for (int second = 1; second <= 6; second++) {
            board after = b;
            after.points += first + second;
            after.must_roll = m.forced && first == second;
            if (first == 1 || second == 1) after = next_player(b);
            if (first == 1 && second == 1 && m.wipe) after = wiped(b);
            sum += count_two_dice(after, m, length - 1);
        }
    return sum;
}

static board pen_hold(board b)
{
    int total = b.score[b.at_turn] + b.points;
    b.score[b.at_turn] = total;
    bool leads = b.leader < 0 ? total > b.goal : total > b.score[b.leader];
    if (leads) b.leader = b.at_turn;
    return next_player(b);
}

static board pen_roll(board b, int first, int second, bool stops_above)
{
    if (first == 1 && second == 1) return wiped(b);
    if (first + second == 7) return next_player(b);
    b.doubles = first == second ? b.doubles + 1 : 0;
    if (b.doubles == 3) return wiped(b);
    b.points += first + second;
    int total = b.score[b.at_turn] + b.points;
    if (total == b.goal) return wiped(b);
    if (stops_above && total > b.goal) return pen_hold(b);
    b.must_roll = first == second;
    return b;
}

static uint64_t count_pen(board b, bool stops_above, int length)
{
    if (length == 0) return 1;
    if (b.over) return 0;
    if (!b.must_roll) {
        board rolled = b;
        rolled.must_roll = true;
        return count_pen(pen_hold(b), stops_above, length - 1) + count_pen(rolled, stops_above, length - 1);
    }
    uint64_t sum = 0;
    for (int first = 1; first <= 6; first++)
        for (int second = 1; second <= 6; second++)
            sum += count_pen(pen_roll(b, first, second, stops_above), stops_above, length - 1);
    return sum;
}

/* ---- comparing ---- */

enum { PLACES = 7 };

/* From the start of the game, near the goal, and with a wipe or an overtaking one roll away. */
static const uint32_t scores[PLACES][3] = {{0, 0, 0},    {99, 0, 50},  {94, 97, 99}, {96, 99, 0},
                                           {90, 99, 95}, {99, 99, 99}, {98, 0, 0}};

static void pig_of_2_and_3_players_has_as_many_histories_as_its_rules(void **unused)
{
    (void)unused;
    for (int players = 2; players <= 3; players++) {
        alea_game *game = open_game(players == 2 ? "pig" : "pig(players=3)");
        for (int place = 0; place < PLACES; place++) {
            alea_state s = start_of_turn(game, (uint32_t)(place % players), scores[place], (size_t)players);
            for (int length = 0; length <= 8; length++)
                assert_int_equal(histories(game, &s, length),
                                 count_pig(fresh(players, 100, place % players, scores[place]), length));
        }
        alea_game_free(game);
    }
}

static void two_dice_pig_has_as_many_histories_as_its_rules(void **unused)
{
    (void)unused;
    static const char *const spec[] = {"two-dice-pig", "two-dice-pig(players=3,double_one=bust)",
                                       "two-dice-pig(forced_doubles=true)",
                                       "two-dice-pig(players=3,forced_doubles=true,double_one=bust)"};
    static const manner how[] = {{true, false}, {false, false}, {true, true}, {false, true}};
    for (int i = 0; i < 4; i++) {
        alea_game *game = open_game(spec[i]);
        int players = (int)alea_game_players(game);
        for (int place = 0; place < PLACES; place++) {
            alea_state s = start_of_turn(game, (uint32_t)(place % players), scores[place], (size_t)players);
            for (int length = 0; length <= 4; length++)
                assert_int_equal(
                    histories(game, &s, length),
                    count_two_dice(fresh(players, 100, place % players, scores[place]), how[i], length));
        }
        alea_game_free(game);
    }
}

static void pig_pen_has_as_many_histories_as_its_rules(void **unused)
{
    (void)unused;
    static const char *const spec[] = {"pig-pen", "pig-pen(players=3)", "pig-pen(over_goal=hold)",
                                       "pig-pen(players=3,over_goal=hold)"};
    for (int i = 0; i < 4; i++) {
        alea_game *game = open_game(spec[i]);
        int players = (int)alea_game_players(game);
        for (int place = 0; place < PLACES; place++) {
            alea_state s = start_of_turn(game, (uint32_t)(place % players), scores[place], (size_t)players);
            for (int length = 0; length <= 4; length++)
                assert_int_equal(
                    histories(game, &s, length),
                    count_pen(fresh(players, 100, place % players, scores[place]), i >= 2, length));
        }
        alea_game_free(game);
    }
}

/* Within the chase: a leader is set, and the histories contain turns of all players. */
static void a_chase_has_as_many_histories_as_its_rules(void **unused)
{
    (void)unused;
    static const char *const spec[] = {"pig-pen(players=3)", "pig-pen(players=3,over_goal=hold)"};
    static const uint32_t chased[3] = {104, 99, 95};
    for (int i = 0; i < 2; i++) {
        alea_game *game = open_game(spec[i]);
        alea_state s = start_of_turn(game, 1, chased, 3);
        race_state r = look(&s);
        board b = fresh(3, 100, 1, chased);
        r.leader = 0;
        b.leader = 0;
        race_store(&r, &s);
        for (int length = 0; length <= 5; length++)
            assert_int_equal(histories(game, &s, length), count_pen(b, i == 1, length));
        alea_game_free(game);
    }
}

static void pig_to_8_has_as_many_histories_up_to_its_end(void **unused)
{
    (void)unused;
    static const uint32_t zero[3];
    alea_game *game = open_game("pig(goal=8)");
    alea_state s = alea_game_start(game);
    for (int length = 0; length <= 10; length++)
        assert_int_equal(histories(game, &s, length), count_pig(fresh(2, 8, 0, zero), length));
    alea_game_free(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pig_of_2_and_3_players_has_as_many_histories_as_its_rules),
        cmocka_unit_test(two_dice_pig_has_as_many_histories_as_its_rules),
        cmocka_unit_test(pig_pen_has_as_many_histories_as_its_rules),
        cmocka_unit_test(a_chase_has_as_many_histories_as_its_rules),
        cmocka_unit_test(pig_to_8_has_as_many_histories_up_to_its_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
