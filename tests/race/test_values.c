/* Exact values, computed here from nothing but the referee's answers, against the numbers in print. */
#include "race/graph.h"

#define assert_near(value, wanted, tolerance)                                                              \
    do {                                                                                                   \
        if (!(fabs((value) - (wanted)) <= (tolerance))) fail_msg("%.15g is not %.15g", (value), (wanted)); \
    } while (0)

static double value_of(const char *spec, const char *first, const char *second)
{
    alea_game *game = open_game(spec);
    graph g = {.game = game};
    const char *const names[2] = {first, second};
    for (int seat = 0; seat < 2; seat++) {
        if (!names[seat]) continue;
        g.user[seat] = open_policy(game, names[seat]);
        g.player[seat] = ask_policy;
    }
    double value = solve_graph(&g);
    for (int seat = 0; seat < 2; seat++) game->family->policy_free(g.user[seat]);
    free_graph(&g);
    alea_game_free(game);
    return value;
}

static void hold_20_against_itself_wins_0_5347_when_first(void **unused)
{
    (void)unused;
    assert_near(value_of("pig", "hold(20)", "hold(20)"), 0.534698326238, 1e-12);
}

static void piglet_has_its_six_values(void **unused)
{
    (void)unused;
    static const struct {
        uint32_t own, other, turn;
        double value;
    } place[] = {{0, 0, 0, 4.0 / 7}, {0, 0, 1, 5.0 / 7}, {0, 1, 0, 2.0 / 5},
                 {0, 1, 1, 3.0 / 5}, {1, 0, 0, 4.0 / 5}, {1, 1, 0, 2.0 / 3}};
    alea_game *game = open_game("piglet");
    graph g = {.game = game};
    solve_graph(&g);
    for (size_t i = 0; i < sizeof place / sizeof *place; i++) {
        alea_state start = alea_game_start(game);
        race_state s = look(&start);
        s.score[0] = place[i].own;
        s.score[1] = place[i].other;
        s.turn = place[i].turn;
        s.phase = place[i].turn > 0 ? RACE_DECIDE : RACE_ROLL;
        size_t known = g.states;
        uint32_t index = index_of(&g, s);
        assert_true(index < known);
        assert_near(g.value[index], place[i].value, 1e-12);
    }
    free_graph(&g);
    alea_game_free(game);
}

static void solitaire_reaches_the_goal_in_1_to_12_turns_as_in_print(void **unused)
{
    (void)unused;
    static const double print[] = {0.010196982700, 0.020289986945, 0.037772147482, 0.064902480225,
                                   0.103767743873, 0.155480360134, 0.219837899104, 0.295110604749,
                                   0.378277417555, 0.465442736130, 0.552371324417, 0.635165050770};
    for (int turns = 1; turns <= 12; turns++) {
        char spec[40];
        snprintf(spec, sizeof spec, "pig-solitaire(turns=%d)", turns);
        assert_near(value_of(spec, NULL, NULL), print[turns - 1], 1e-12);
    }
}

static double solitaire_turns(const char *policy)
{
    alea_game *game = open_game("pig-solitaire(turns=0)");
    graph g = {.game = game, .turns = true};
    if (policy) {
        g.user[0] = open_policy(game, policy);
        g.player[0] = ask_policy;
    }
    double turns = solve_graph(&g);
    game->family->policy_free(g.user[0]);
    free_graph(&g);
    alea_game_free(game);
    return turns;
}

static void solitaire_takes_12_545_turns_at_best_and_12_637_with_hold_20(void **unused)
{
    (void)unused;
    assert_near(solitaire_turns(NULL), 12.545232351955, 1e-11);
    assert_near(solitaire_turns("hold(20)"), 12.636769490, 1e-9);
}

/* Optimal play of all of Pig, then fixed and put against others. */
static int ask_graph(void *solved, const alea_game *game, const alea_state *state)
{
    (void)game;
    return best_move(solved, state);
}

static double optimal_against(graph *solved, const char *other, int seat)
{
    alea__policy *policy = open_policy(solved->game, other);
    graph g = {.game = solved->game};
    g.player[seat] = ask_graph;
    g.user[seat] = solved;
    g.player[1 - seat] = ask_policy;
    g.user[1 - seat] = policy;
    double value = solve_graph(&g);
    free_graph(&g);
    solved->game->family->policy_free(policy);
    return seat == 0 ? value : 1 - value;
}

static void optimal_pig_wins_0_530592725_when_first_and_beats_the_others_as_in_print(void **unused)
{
    (void)unused;
    alea_game *game = open_game("pig");
    graph g = {.game = game};
    assert_near(solve_graph(&g), 0.530592725273747, 1e-12);
    assert_near(optimal_against(&g, "hold(20)", 0), 0.571498430, 1e-9);
    assert_near(optimal_against(&g, "hold(20)", 1), 0.508342065, 1e-9);
    assert_near(optimal_against(&g, "hold(25)", 0), 0.551273833, 1e-9);
    assert_near(optimal_against(&g, "hold(25)", 1), 0.490864726, 1e-9);
    assert_near(optimal_against(&g, "keep-pace", 0), 0.535052737, 1e-9);
    assert_near(optimal_against(&g, "keep-pace", 1), 0.474166667, 1e-9);
    free_graph(&g);
    alea_game_free(game);
}

static void optimal_two_dice_pig_wins_0_5196_when_first(void **unused)
{
    (void)unused;
    assert_near(value_of("two-dice-pig", NULL, NULL), 0.519558893861, 1e-11);
    assert_near(value_of("two-dice-pig(double_one=bust)", NULL, NULL), 0.529894578975, 1e-11);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hold_20_against_itself_wins_0_5347_when_first),
        cmocka_unit_test(piglet_has_its_six_values),
        cmocka_unit_test(solitaire_reaches_the_goal_in_1_to_12_turns_as_in_print),
        cmocka_unit_test(solitaire_takes_12_545_turns_at_best_and_12_637_with_hold_20),
        cmocka_unit_test(optimal_pig_wins_0_530592725_when_first_and_beats_the_others_as_in_print),
        cmocka_unit_test(optimal_two_dice_pig_wins_0_5196_when_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
