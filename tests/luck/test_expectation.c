/* The luck of a roll has mean 0 over all outcomes: by adding them up, in positions of random games. Also compares values
   with known ones. */
#include "base/random.h"
#include "luck/luck_test.h"

enum { STEPS = 1500, MOST_OUTCOMES = 1296 };

typedef struct walk {
    alea_game *game;
    alea__luck *luck;
    alea__luck_player *player;
    alea__stream chance;
    unsigned forfeits; /* of 1,000 decisions */
    uint64_t checked, moved;
} walk;

/* Each outcome's luck, weighted; the sum must vanish for every seat. */
static void check_roll(walk *w, const alea_state *before)
{
    double sum[ALEA_MAX_SEATS] = {0}, most = 1;
    const uint32_t outcomes = alea_game_chance_count(w->game, before);
    if (outcomes > MOST_OUTCOMES) return;
    double weights = 0;
    for (uint32_t outcome = 0; outcome < outcomes; outcome++) {
        alea_state after = *before;
        alea__luck_roll roll;
        const double weight = (double)alea_game_chance_weight(w->game, before, outcome);
        OK(alea_game_apply(w->game, &after, outcome, &test_error));
        OK(alea__luck_of_roll(w->player, before, &after, &roll, &test_error));
        assert_false(roll.unknown);
        for (unsigned seat = 0; seat < w->game->players; seat++) {
            sum[seat] += weight * roll.luck[seat];
            if (fabs(roll.luck[seat]) > most) most = fabs(roll.luck[seat]);
            w->moved += roll.luck[seat] != 0;
        }
        weights += weight;
    }
    for (unsigned seat = 0; seat < w->game->players; seat++) assert_near(sum[seat] / weights / most, 0, 1e-9);
    w->checked++;
}

/* Goes on from a state: by the dice, by any move, or now and then by a forfeit. Moves that roll too many dice to list are
   passed over. */
static void go_on(walk *w, alea_state *state)
{
    const int mover = alea_game_to_move(w->game, state);
    if (mover == ALEA_CHANCE) {
        check_roll(w, state);
        OK(alea_game_apply(w->game, state,
                           alea__draw_below(&w->chance, alea_game_chance_count(w->game, state)),
                           &test_error));
        return;
    }
    if (alea__draw_below(&w->chance, 1000) < w->forfeits) {
        w->game->family->play->forfeit(w->game->rules, state);
        return;
    }
    const unsigned moves = alea_game_move_count(w->game, state);
    const uint32_t move = alea_game_move(w->game, state, alea__draw_below(&w->chance, moves < 5 ? moves : 5));
    OK(alea_game_apply(w->game, state, move, &test_error));
}

/* Games one after another, with and without forfeits. */
static void check_game(const char *spec, unsigned players, alea_objective objective, const char *reference)
{
    walk w = {.game = open_game_for(spec, players)};
    w.luck = open_luck(w.game, objective, reference);
    OK(alea__luck_player_open(w.luck, &w.player, &test_error));
    alea__stream_start(&w.chance, 3, 0, 0, 0);
    for (w.forfeits = 0; w.forfeits <= 40; w.forfeits += 40) {
        alea_state state = alea_game_start(w.game);
        for (uint64_t step = 0; step < luck_games(STEPS); step++) {
            if (alea_game_to_move(w.game, &state) == ALEA_OVER) state = alea_game_start(w.game);
            go_on(&w, &state);
        }
    }
    assert_that(w.checked, >, 0);
    assert_that(w.moved, >, 0);
    alea__luck_player_close(w.player);
    alea__luck_close(w.luck);
    alea_game_free(w.game);
}

static void luck_has_mean_0_in_races_of_two(void **state)
{
    (void)state;
    check_game("pig", 2, ALEA_WIN, NULL);
    check_game("pig", 2, ALEA_WIN, "hold(20)");
    check_game("piglet", 2, ALEA_WIN, NULL);
    check_game("two-dice-pig", 2, ALEA_WIN, NULL);
    check_game("two-dice-pig", 2, ALEA_WIN, "random(0.75)");
    check_game("pig-pen", 2, ALEA_WIN, NULL);
    check_game("pig-pen", 2, ALEA_MONEY, NULL);
    check_game("pig-pen", 2, ALEA_MONEY, "bank(20)");
    check_game("pig-pen(over_goal=hold)", 2, ALEA_WIN, NULL);
    check_game("tests/rules/race-tiny.lua", 2, ALEA_MONEY, NULL);
    check_game("tests/rules/race-tiny.lua", 2, ALEA_WIN, "hold(3)");
    check_game("tests/rules/race-tiny.lua(ending=bank)", 2, ALEA_WIN, NULL);
    check_game("tests/rules/race-tiny.lua(ending=bank)", 2, ALEA_MONEY, NULL);
}

static void luck_has_mean_0_in_races_of_many(void **state)
{
    (void)state;
    check_game("pig", 3, ALEA_WIN, NULL);
    check_game("pig", 8, ALEA_WIN, "hold(25)");
    check_game("pig-pen", 3, ALEA_WIN, NULL);
    check_game("pig-pen", 4, ALEA_MONEY, NULL);
    check_game("pig-pen(over_goal=hold)", 3, ALEA_MONEY, "hold(25)");
    check_game("tests/rules/race-tiny.lua", 3, ALEA_WIN, NULL);
    check_game("tests/rules/race-tiny.lua", 5, ALEA_MONEY, NULL);
    check_game("tests/rules/race-tiny.lua(ending=bank)", 4, ALEA_MONEY, NULL);
}

static void luck_has_mean_0_in_hog(void **state)
{
    (void)state;
    check_game("hog", 2, ALEA_WIN, NULL);
    check_game("hog(time_trot=false)", 2, ALEA_WIN, "always(4)");
    check_game("hog", 2, ALEA_WIN, "random");
    check_game("hog", 2, ALEA_WIN, "optimal");
    check_game("hog-feral", 2, ALEA_WIN, NULL);
    check_game("hog-moon", 2, ALEA_WIN, "always(3)");
    check_game("hog-piggy", 2, ALEA_WIN, NULL);
}

static void luck_has_mean_0_by_tables(void **state)
{
    (void)state;
    check_game("pig-solitaire", 1, ALEA_WIN, NULL);
    check_game("tests/rules/small-despirala.lua", 1, ALEA_SCORE, NULL);
    check_game("tests/rules/small-despirala.lua", 3, ALEA_SCORE, NULL);
    check_game("tests/rules/pig-graph.lua", 2, ALEA_WIN, NULL);
}

/* ---- values ---- */

static double start_of(const char *spec, unsigned players, alea_objective objective, const char *reference)
{
    alea_game *game = open_game_for(spec, players);
    alea__luck *luck = open_luck(game, objective, reference);
    double value[ALEA_MAX_SEATS];
    alea__luck_start(luck, value);
    alea__luck_close(luck);
    alea_game_free(game);
    return value[0];
}

/* RULES: published, or computed by two programs. */
static void starts_have_the_values_that_are_known(void **state)
{
    (void)state;
    assert_near(start_of("pig", 2, ALEA_WIN, NULL), 0.530592725273747, 1e-12);
    assert_near(start_of("pig", 2, ALEA_WIN, "hold(20)"), 0.534698326165, 1e-11);
    assert_near(start_of("two-dice-pig", 2, ALEA_WIN, NULL), 0.519558893861, 1e-11);
    assert_near(start_of("pig-pen", 2, ALEA_MONEY, NULL), 3.9800975375, 1e-9);
    assert_near(start_of("pig-pen", 2, ALEA_WIN, NULL), 0.5204059813, 1e-9);
    assert_near(start_of("hog", 2, ALEA_WIN, NULL), 0.502176516626, 1e-11);
    assert_near(start_of("hog", 2, ALEA_WIN, "always(4)"), 0.509292567760, 1e-11);
    assert_near(start_of("hog", 2, ALEA_WIN, "always(6)"), 0.496560919512, 1e-11);
    assert_near(start_of("despirala", 1, ALEA_SCORE, NULL), 443.616365582862, 1e-8);
    assert_near(start_of("despirala", 3, ALEA_SCORE, NULL), 443.616365582862, 1e-8);
}

/* For many players the chances add up to 1, and the dollars to 0. */
static void guesses_add_up(void **state)
{
    (void)state;
    for (unsigned players = 3; players <= 8; players++) {
        alea_game *game = open_game_for("pig-pen", players);
        for (unsigned money = 0; money < 2; money++) {
            alea__luck *luck = open_luck(game, money ? ALEA_MONEY : ALEA_WIN, NULL);
            double value[ALEA_MAX_SEATS], sum = 0;
            alea__luck_start(luck, value);
            for (unsigned seat = 0; seat < players; seat++) sum += value[seat];
            assert_near(sum, money ? 0 : 1, 1e-9);
            if (!money) assert_that(value[0], >, value[players - 1]);
            alea__luck_close(luck);
        }
        alea_game_free(game);
    }
}

/* Where a player decides: against the exact integers of a query. */
static void values_within_turns_are_those_of_the_table(void **state)
{
    (void)state;
    static const struct {
        const char *spec;
        alea_objective objective;
        double tolerance;
    } games[] = {{"pig", ALEA_WIN, 1e-12},
                 {"pig-pen", ALEA_WIN, 1e-9},
                 {"pig-pen", ALEA_MONEY, 1e-6},
                 {"hog", ALEA_WIN, 1e-11}};
    for (unsigned g = 0; g < 4; g++) {
        alea_game *game = open_game_for(games[g].spec, 2);
        alea__luck *luck = open_luck(game, games[g].objective, NULL);
        alea__luck_player *player;
        alea_table *table = solve_game(game, games[g].objective);
        OK(alea__luck_player_open(luck, &player, &test_error));
        walk w = {.game = game, .luck = luck, .player = player};
        alea__stream_start(&w.chance, 5, 0, 0, g);
        alea_state position = alea_game_start(game);
        unsigned asked = 0;
        for (unsigned step = 0; step < 3000; step++) {
            if (alea_game_to_move(game, &position) == ALEA_OVER) position = alea_game_start(game);
            double value[ALEA_MAX_SEATS];
            bool known;
            alea_answer answer;
            OK(alea__luck_value(player, &position, value, &known, &test_error));
            const int mover = alea_game_to_move(game, &position);
            if (mover != ALEA_CHANCE && alea_table_ask(table, &position, &answer, NULL) == ALEA_OK) {
                assert_near(value[mover], (answer.value.lower + answer.value.upper) / 2, games[g].tolerance);
                alea_answer_free(&answer);
                asked++;
            }
            go_on(&w, &position);
        }
        assert_that(asked, >, 500);
        alea_table_free(table);
        alea__luck_player_close(player);
        alea__luck_close(luck);
        alea_game_free(game);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(luck_has_mean_0_in_races_of_two),
        cmocka_unit_test(luck_has_mean_0_in_races_of_many),
        cmocka_unit_test(luck_has_mean_0_in_hog),
        cmocka_unit_test(luck_has_mean_0_by_tables),
        cmocka_unit_test(starts_have_the_values_that_are_known),
        cmocka_unit_test(guesses_add_up),
        cmocka_unit_test(values_within_turns_are_those_of_the_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
