/* The race kernels and the graph of the same game, stated independently in tests/rules, agree in every state. */
#include "graph/graph_test.h"

#include <math.h>

/* Translates a state of the graph to a position of the race game: own, other, turn and, if there is such a key, the last
   one. Returns false if race has no such position. */
typedef bool translator(const int64_t *numbers, unsigned count, char keys[4][40]);

/* Every state of the graph that is a list, not finished, and has a position in the race. */
static void agree(const char *race, const char *graph, alea_objective objective, translator *translate,
                  double width)
{
    alea_game *a = open_game(race), *b = open_game(graph);
    alea_table *x = solve_game(a, objective), *y = solve_game(b, objective);
    const graph_rules *g = graph_of(b);
    static const char *const names[] = {"scores", "turn", "memory", "turns"};
    unsigned compared = 0;
    for (uint32_t node = 0; node < g->graph.nodes; node++) {
        alea_state in_graph, in_race;
        alea_answer from_graph, from_race;
        alea_error error;
        alea_setting setting[4];
        char keys[4][40] = {"", "", "", ""};
        graph_key key;
        size_t count = 0;
        graph_key_of(&g->index, node, &key);
        if (g->graph.kind[node] == ALEA__END || key.form == GRAPH_TEXT) continue;
        if (!translate(key.number, key.size, keys)) continue;
        for (int i = 0; i < 4; i++)
            if (keys[i][0]) setting[count++] = (alea_setting){names[i], keys[i]};
        graph_stand(g, node, &in_graph);
        assert_int_equal(alea_table_ask(y, &in_graph, &from_graph, &error), ALEA_OK);
        if (alea_game_parse_state(a, setting, count, &in_race, &error) != ALEA_OK ||
            alea_table_ask(x, &in_race, &from_race, &error) != ALEA_OK)
            fail_msg("%s scores=%s turn=%s: %s", race, keys[0], keys[1], error.message);
        double lower = fmax(from_graph.value.lower, from_race.value.lower);
        double upper = fmin(from_graph.value.upper, from_race.value.upper);
        if (lower > upper + width)
            fail_msg("%s scores=%s turn=%s: the race says %.17g to %.17g, the graph %.17g to %.17g", race,
                     keys[0], keys[1], from_race.value.lower, from_race.value.upper, from_graph.value.lower,
                     from_graph.value.upper);
        alea_answer_free(&from_graph);
        alea_answer_free(&from_race);
        compared++;
    }
    assert_that(compared, >, 20);
    alea_table_free(y);
    alea_table_free(x);
    alea_game_free(b);
    alea_game_free(a);
}

/* ---- the games ---- */

/* The number that stands for a state of pig-graph: own, other, turn, and whether the die is rolled. */
static uint32_t pig_goal;
static bool pig_position(const int64_t *numbers, unsigned count, char keys[4][40])
{
    int64_t n = pig_goal, s = numbers[0];
    assert_int_equal(count, 1);
    if (s < 0 || (s % 2 == 1 && s / 2 % n > 0))
        return false; /* the die is in the air, which the race only has at first */
    snprintf(keys[0], 40, "%d,%d", (int)(s / 2 / n / n), (int)(s / 2 / n % n));
    snprintf(keys[1], 40, "%d", (int)(s / 2 % n));
    return true;
}

static void pig_agrees(void **unused)
{
    (void)unused;
    static const uint32_t goals[] = {5, 10, 17, 25};
    for (int i = 0; i < 4; i++) {
        char race[40], graph[40];
        pig_goal = goals[i];
        snprintf(race, sizeof race, "pig(goal=%u)", goals[i]);
        snprintf(graph, sizeof graph, "tests/rules/pig-graph.lua(goal=%u)", goals[i]);
        agree(race, graph, ALEA_WIN, pig_position, 0);
    }
}

static bool two_dice_position(const int64_t *s, unsigned count, char keys[4][40])
{
    assert_int_equal(count, 4);
    if (s[3] == 1 && s[2] > 0) return false;
    snprintf(keys[0], 40, "%d,%d", (int)s[0], (int)s[1]);
    snprintf(keys[1], 40, "%d", (int)s[2]);
    return true;
}

static void two_dice_pig_agrees(void **unused)
{
    (void)unused;
    agree("two-dice-pig(goal=12)", "tests/rules/two-dice-pig-graph.lua(goal=12)", ALEA_WIN, two_dice_position,
          0);
    agree("two-dice-pig(goal=25)", "tests/rules/two-dice-pig-graph.lua(goal=25)", ALEA_WIN, two_dice_position,
          0);
}

static bool coin_position(const int64_t *s, unsigned count, char keys[4][40])
{
    if (count != 3) return false;
    snprintf(keys[0], 40, "%d,%d", (int)s[0], (int)s[1]);
    snprintf(keys[1], 40, "%d", (int)s[2]);
    return true;
}

static void piglet_agrees(void **unused)
{
    (void)unused;
    agree("piglet(goal=8)", "coin-pig(goal=8)", ALEA_WIN, coin_position, 0);
}

/* Positions of a chase are compared while scores are far from the cap, where the graph ends the game. */
static bool chase_position(const int64_t *s, unsigned count, char keys[4][40])
{
    if (count != 5 || s[0] > 40 || s[1] > 40) return false;
    if (s[4] == 1 && (s[2] > 0 || s[3] > 0)) return false;
    snprintf(keys[0], 40, "%d,%d", (int)s[0], (int)s[1]);
    snprintf(keys[1], 40, "%d", (int)s[2]);
    return true;
}

static void pig_pen_agrees_for_winning_and_for_money(void **unused)
{
    (void)unused;
    agree("pig-pen(goal=10,over_goal=hold)", "tests/rules/chase-graph.lua(goal=10)", ALEA_WIN, chase_position,
          1e-12);
    agree("pig-pen(goal=16,over_goal=hold)", "tests/rules/chase-graph.lua(goal=16)", ALEA_WIN, chase_position,
          1e-12);
    agree("pig-pen(goal=10,over_goal=hold)", "tests/rules/chase-graph.lua(goal=10)", ALEA_MONEY,
          chase_position, 1e-10);
    agree("pig-pen(goal=16,over_goal=hold)", "tests/rules/chase-graph.lua(goal=16)", ALEA_MONEY,
          chase_position, 1e-10);
}

static bool lone_position(const int64_t *s, unsigned count, char keys[4][40])
{
    assert_int_equal(count, 4);
    if (s[3] == 1 && s[1] > 0) return false;
    snprintf(keys[0], 40, "%d", (int)s[0]);
    snprintf(keys[1], 40, "%d", (int)s[1]);
    if (s[2] > 0) snprintf(keys[3], 40, "%d", (int)s[2]);
    return true;
}

static void pig_solitaire_agrees(void **unused)
{
    (void)unused;
    agree("pig-solitaire(goal=30,turns=0)", "tests/rules/solitaire-graph.lua(goal=30)", ALEA_TURNS,
          lone_position, 0);
    agree("pig-solitaire(goal=30,turns=4)", "tests/rules/solitaire-graph.lua(goal=30,turns=4)", ALEA_WIN,
          lone_position, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pig_agrees),           cmocka_unit_test(two_dice_pig_agrees),
        cmocka_unit_test(piglet_agrees),        cmocka_unit_test(pig_pen_agrees_for_winning_and_for_money),
        cmocka_unit_test(pig_solitaire_agrees),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
