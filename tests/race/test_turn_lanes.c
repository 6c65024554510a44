/* Turns in parallel lanes, by the decisions of a recorded pass, against the same turns one at a time. */
#include "family/race/turn/turn_kernel.h"
#include "race/race_test.h"

#include <math.h>

static uint64_t next_random(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return *state >> 33;
}

static void compare_numbers(double a, double b, const char *what, uint32_t own)
{
    if (!(fabs(a - b) <= 1e-14))
        fail_msg("%s of the turn from %u: %.17g and %.17g", what, (unsigned)own, a, b);
}

typedef struct two_ways {
    race_turn_model model;
    race_outcomes alone, lane;
    race_outcomes_lanes turns;
} two_ways;

static void compare_lanes(two_ways *t, uint32_t own, race_decider who)
{
    race_run_turns(&t->turns, own, &who);
    for (who.lane = 0; who.lane < RACE_LANES && own + who.lane < t->model.stand; who.lane++) {
        const uint32_t from = own + who.lane;
        if (!race_can_begin_at(t->model.rules, from)) continue;
        race_run_turn(&t->alone, from, &who);
        race_take_lane(&t->turns, who.lane, &t->lane);
        assert_int_equal(t->lane.begin, from);
        for (uint32_t total = 0; total <= t->alone.top; total++)
            compare_numbers(t->lane.hold[total], t->alone.hold[total], "a hold", from);
        compare_numbers(t->lane.bust, t->alone.bust, "the bust", from);
        compare_numbers(t->lane.wipe, t->alone.wipe, "the wipe", from);
        compare_numbers(t->lane.held, t->alone.held, "all holds", from);
        compare_numbers(t->lane.missing, t->alone.missing, "what is missing", from);
    }
}

static void compare_game(const char *spec, uint64_t seed)
{
    alea_game *game = open_game(spec);
    const race_rules *rules = rules_of(game);
    race_roll_model rolls;
    two_ways t;
    const uint32_t cap = rules->goal + 60;
    OK(race_roll_model_make(rules, &rolls, &test_error));
    OK(race_turn_model_make(&rolls, rules->money ? ALEA_MONEY : ALEA_WIN, cap, &t.model, &test_error));
    OK(race_outcomes_make(&t.model, cap, &t.alone, &test_error));
    OK(race_outcomes_make(&t.model, cap, &t.lane, &test_error));
    OK(race_outcomes_lanes_make(&t.model, cap, &t.turns, &test_error));
    uint8_t *noted = calloc((size_t)cap + 1, rules->memories);
    assert_non_null(noted);
    for (unsigned round = 0; round < 6; round++) {
        for (size_t i = 0; i < ((size_t)cap + 1) * rules->memories; i++)
            noted[i] = (uint8_t)(next_random(&seed) | (round % 3 == 0 ? next_random(&seed) : 0));
        const race_decider who = {.rolls = noted, .holds_from = rules->goal + 10 * (round % 2)};
        for (uint32_t own = 0; own < t.model.stand; own += RACE_LANES) compare_lanes(&t, own, who);
    }
    free(noted);
    race_outcomes_lanes_clear(&t.turns);
    race_outcomes_clear(&t.lane);
    race_outcomes_clear(&t.alone);
    race_turn_model_clear(&t.model);
    race_roll_model_clear(&rolls);
    alea_game_free(game);
}

static void turns_side_by_side_end_as_turns_alone(void **unused)
{
    (void)unused;
    static const char *const games[] = {"pig(goal=45)",
                                        "two-dice-pig",
                                        "two-dice-pig(goal=50,forced_doubles=true)",
                                        "pig-pen",
                                        "pig-pen(goal=33,over_goal=hold)",
                                        "pig-solitaire(turns=0,goal=61)"};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) compare_game(games[i], i + 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(turns_side_by_side_end_as_turns_alone)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
