/* Exact values, computed here from the referee's answers only, against published numbers. */
#include "race/graph.h"

/* ---- fixed policies: turn by turn ---- */

enum { GOAL = 100, MOST_TURN = 128 };

/* The result of one turn: banked points with their chances, and the chance that nothing is banked. */
typedef struct turn_result {
    double banked[MOST_TURN], nothing, won;
} turn_result;

static void record_end(const race_state *s, int seat, uint32_t own, double chance, turn_result *out)
{
    uint32_t gain = s->score[seat] - own;
    if (s->winner == seat)
        out->won += chance;
    else if (gain > 0)
        out->banked[gain] += chance;
    else
        out->nothing += chance;
}

/* Follows the referee through one turn of `seat`, from the state after each turn total to the next ones. */
static turn_result play_turn(const alea_game *game, alea__policy *policy, int seat, uint32_t own,
                             uint32_t other)
{
    turn_result result = {.nothing = 0};
    double chance[MOST_TURN] = {1};
    uint32_t scores[2] = {seat == 0 ? own : other, seat == 0 ? other : own};
    for (uint32_t turn = 0; turn + 6 < MOST_TURN; turn++) {
        alea_state state = start_of_turn(game, (uint32_t)seat, scores, 2);
        race_state s = look(&state);
        if (chance[turn] <= 0) continue;
        s.turn = turn;
        s.phase = turn > 0 ? RACE_DECIDE : RACE_ROLL;
        race_store(&s, &state);
        if (turn > 0) play(game, &state, (uint32_t)ask_policy(policy, game, &state));
        if (alea_game_to_move(game, &state) != ALEA_CHANCE || look(&state).mover != seat) {
            s = look(&state);
            record_end(&s, seat, own, chance[turn], &result);
            continue;
        }
        for (uint32_t face = 0; face < 6; face++) {
            alea_state next = state;
            play(game, &next, face);
            s = look(&next);
            if (s.phase == RACE_DECIDE)
                chance[s.turn] += chance[turn] / 6;
            else
                record_end(&s, seat, own, chance[turn] / 6, &result);
        }
    }
    return result;
}

/* The chance that `seat` wins once its turn with the given result is over, without the part where nothing is banked. */
static double win_by_banking(const turn_result *r, double wins[2][GOAL][GOAL], int seat, uint32_t own,
                             uint32_t other)
{
    double sum = r->won;
    for (uint32_t gain = 1; own + gain < GOAL; gain++)
        sum += r->banked[gain] * (1 - wins[1 - seat][other][own + gain]);
    return sum;
}

/* The chance that the first player wins, one pair of scores after the other from the high ones down: when
   nothing is banked by either, the pair itself comes back, which is two linear equations. */
static double first_player_wins(const char *first, const char *second)
{
    static double wins[2][GOAL][GOAL]; /* by the seat to move, own score, the other's score */
    alea_game *game = open_game("pig");
    alea__policy *policy[2] = {open_policy(game, first), open_policy(game, second)};
    for (uint32_t sum = 2 * GOAL - 1; sum-- > 0;)
        for (uint32_t i = sum < GOAL ? 0 : sum - GOAL + 1; i < GOAL && i <= sum; i++) {
            uint32_t j = sum - i;
            turn_result a = play_turn(game, policy[0], 0, i, j), b = play_turn(game, policy[1], 1, j, i);
            double x = win_by_banking(&a, wins, 0, i, j), y = win_by_banking(&b, wins, 1, j, i);
            wins[0][i][j] = (x + a.nothing * (1 - y - b.nothing)) / (1 - a.nothing * b.nothing);
            wins[1][j][i] = y + b.nothing * (1 - wins[0][i][j]);
        }
    for (int seat = 0; seat < 2; seat++) game->family->policy->free(policy[seat]);
    alea_game_free(game);
    return wins[0][0][0];
}

/* The figure in print, 0.534698326238, is right to ten digits. */
static void hold_20_against_itself_wins_0_5346983262_when_first(void **unused)
{
    (void)unused;
    assert_near(first_player_wins("hold(20)", "hold(20)"), 0.534698326238, 1e-10);
}

static void a_threshold_of_100_in_one_turn_is_solitaire_in_one_turn_again_and_again(void **unused)
{
    (void)unused;
    const double p =
        0.010196982700; /* Pig Solitaire in one turn: who moves first wins p, then the other p of the rest … */
    assert_near(first_player_wins("hold(100)", "hold(100)"), 1 / (2 - p), 1e-12);
}

/* ---- best play ---- */

static double best_value(const char *spec)
{
    alea_game *game = open_game(spec);
    graph g = {.game = game};
    double value = solve_graph(&g);
    free_graph(&g);
    alea_game_free(game);
    return value;
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
        assert_that(index, <, known);
        assert_near(g.value[index], place[i].value, 1e-12);
    }
    free_graph(&g);
    alea_game_free(game);
}

static void solitaire_reaches_the_goal_in_1_to_6_turns_as_in_print(void **unused)
{
    (void)unused;
    static const double print[] = {0.010196982700, 0.020289986945, 0.037772147482,
                                   0.064902480225, 0.103767743873, 0.155480360134};
    for (int turns = 1; turns <= 6; turns++) {
        char spec[40];
        snprintf(spec, sizeof spec, "pig-solitaire(turns=%d)", turns);
        assert_near(best_value(spec), print[turns - 1], 1e-12);
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
    game->family->policy->free(g.user[0]);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hold_20_against_itself_wins_0_5346983262_when_first),
        cmocka_unit_test(a_threshold_of_100_in_one_turn_is_solitaire_in_one_turn_again_and_again),
        cmocka_unit_test(piglet_has_its_six_values),
        cmocka_unit_test(solitaire_reaches_the_goal_in_1_to_6_turns_as_in_print),
        cmocka_unit_test(solitaire_takes_12_545_turns_at_best_and_12_637_with_hold_20),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
