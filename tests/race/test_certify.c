/* The independent checker: it accepts bounds that hold and refuses every kind of tampering, naming the position. */
#include "family/race/check/exact_step.h"
#include "race/exact_test.h"
#include "support/memory.h"
#include "value/fixed.h"

/* ---- the arithmetic ---- */

static uint64_t next_random(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return *state >> 11 ^ *state << 17;
}

static alea__wide floor_divide(alea__wide a, alea__wide b)
{
    alea__wide quotient = a / b;
    return quotient * b > a ? quotient - 1 : quotient;
}

static void division_rounds_down_for_every_sum_that_it_takes(void **unused)
{
    (void)unused;
    static const uint64_t divisors[] = {1,   2,    3,     6,     7,     36,
                                        216, 1000, 46656, 65535, 65536, (UINT64_C(1) << 31) - 1};
    uint64_t state = 1;
    for (size_t d = 0; d < sizeof divisors / sizeof *divisors; d++) {
        alea__divider by = alea__divider_for(divisors[d]);
        alea__wide most = (alea__wide)divisors[d] * (INT64_C(1) << 62);
        for (int i = 0; i < 20000; i++) {
            alea__wide sum =
                ((alea__wide)(next_random(&state) >> 2) * ((alea__wide)1 << 64) + next_random(&state)) % most;
            if (i % 3 == 0) sum >>= next_random(&state) % 90;
            if (i % 2 == 0) sum = -sum;
            assert_that(alea__divide(&by, sum), ==, floor_divide(sum, (alea__wide)divisors[d]));
        }
        assert_that(alea__divide(&by, most - 1), ==, floor_divide(most - 1, (alea__wide)divisors[d]));
        assert_that(alea__divide(&by, -most), ==, -(INT64_C(1) << 62));
        assert_that(alea__divide(&by, -1), ==, -1);
        assert_that(alea__divide(&by, 0), ==, 0);
    }
}

static void doubles_become_units_below_and_above_and_return(void **unused)
{
    (void)unused;
    assert_int_equal(alea__fixed_places(1), 60);
    assert_int_equal(alea__fixed_places(0), 60);
    assert_int_equal(alea__fixed_places(1500), 50);
    assert_int_equal(alea__fixed_places(0x1p60), 0);
    assert_int_equal(alea__fixed_places(0x1p62), -1);
    assert_int_equal(alea__fixed_places(NAN), -1);
    assert_that(alea__fixed_below(0.5, 60), ==, INT64_C(1) << 59);
    assert_that(alea__fixed_below(1e-300, 60), ==, 0);
    assert_that(alea__fixed_above(1e-300, 60), ==, 1);
    assert_that(alea__fixed_below(-1e-300, 60), ==, -1);
    assert_that(alea__fixed_above(-1e-300, 60), ==, 0);
    assert_false(alea__fixed_fits(NAN, 60));
    assert_false(alea__fixed_fits(INFINITY, 60));
    uint64_t state = 2;
    for (int i = 0; i < 20000; i++) {
        int64_t units = (int64_t)(next_random(&state) >> 4) - (INT64_C(1) << 59);
        double below = alea__fixed_double_below(units, 60), above = alea__fixed_double_above(units, 60);
        assert_that(alea__fixed_below(below, 60), <=, units);
        assert_that(alea__fixed_above(above, 60), >=, units);
        assert_that(above - below, <=, 0x1p-52);
    }
}

/* ---- accepted bounds ---- */

static void piglet_by_hand_is_accepted(void **unused)
{
    (void)unused;
    alea_game *piglet = open_game("piglet");
    alea__values *values = piglet_by_hand(1e-15);
    assert_accepted(piglet, values);
    assert_int_equal(verdict_on(piglet, values).checked, 4);
    alea__values_free(values);
    alea_game_free(piglet);
}

typedef struct known {
    const char *game;
    alea_objective objective;
    uint32_t cap;
    const char *opponent;
    double room, value, digits; /* value 0: not known; digits: half a unit of its last digit */
} known;

static alea_interval widened(alea_interval interval, double by)
{
    return (alea_interval){interval.lower - by, interval.upper + by};
}

static void accept(const known *k)
{
    alea_game *game = open_game(strcmp(k->game, "small-chase") == 0 ? write_rules(small_chase) : k->game);
    alea__policy *opponent = k->opponent ? open_policy(game, k->opponent) : NULL;
    alea__values *values = sweep_table(game, k->objective, k->cap, opponent, k->room);
    alea_verdict verdict = verdict_on(game, values);
    if (!verdict.holds) fail_msg("%s, %s: %s", k->game, alea_objective_name(k->objective), verdict.reason);
    if (k->value > 0) assert_within(widened(values->start, k->digits), k->value);
    if (k->cap == 0) assert_that(values->start.upper - values->start.lower, <, 1e4 * k->room);
    race_policy_free(opponent);
    alea__values_free(values);
    alea_game_free(game);
}

static void bounds_that_hold_are_accepted_in_every_kind_of_game(void **unused)
{
    (void)unused;
    static const known games[] = {
        {"piglet", ALEA_WIN, 0, NULL, 1e-15, 4.0 / 7, 0},
        {"pig(goal=25)", ALEA_WIN, 0, NULL, 1e-14, 0, 0},
        {"two-dice-pig(goal=25)", ALEA_WIN, 0, NULL, 1e-14, 0, 0},
        {"two-dice-pig(goal=12,forced_doubles=true)", ALEA_WIN, 0, NULL, 1e-14, 0, 0},
        {"pig-solitaire(turns=5)", ALEA_WIN, 0, NULL, 1e-15, 0.103767743873, 5e-13},
        {"pig-solitaire(turns=0,goal=30)", ALEA_TURNS, 0, NULL, 1e-13, 0, 0},
        {"pig-pen(goal=10)", ALEA_WIN, 30, NULL, 1e-13, 0, 0},
        {"small-chase", ALEA_WIN, 40, NULL, 1e-13, 0, 0},
        {"small-chase", ALEA_MONEY, 60, NULL, 1e-12, 0, 0},
        {"pig(goal=12)", ALEA_WIN, 0, "hold(7)", 1e-14, 0, 0},
        {"pig(goal=12)", ALEA_WIN, 0, "random(0.3)", 1e-14, 0, 0},
        {"pig(goal=12)", ALEA_WIN, 0, "hold-at-total(18)", 1e-14, 0, 0},
        {"small-chase", ALEA_MONEY, 60, "hold(4)", 1e-12, 0, 0},
        {"small-chase", ALEA_MONEY, 60, "bank(4)", 1e-12, 0, 0},
        {"small-chase", ALEA_MONEY, 45, "random(0.5)", 1e-12, 0, 0},
        {"small-chase", ALEA_WIN, 18, "always-roll", 1e-12, 0, 0},
    };
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) accept(&games[i]);
}

/* ---- refused bounds ---- */

static void a_bound_on_the_wrong_side_is_refused_with_its_position(void **unused)
{
    (void)unused;
    alea_game *pig = open_game("pig(goal=20)");
    alea__values *values = sweep_table(pig, ALEA_WIN, 0, NULL, 1e-14);
    assert_accepted(pig, values);
    double *lower = &values->matrix[0].lower[8 * 20 + 11], *upper = &values->matrix[0].upper[3 * 20 + 17],
           kept = *lower;
    *lower += 1e-6;
    assert_refused(pig, values, "scores 8,11: the lower bound 0.");
    assert_refused(pig, values, " is above what one turn gives, 0.");
    *lower = kept;
    assert_accepted(pig, values);
    *upper -= 1e-6;
    assert_refused(pig, values, "scores 3,17: the upper bound 0.");
    assert_refused(pig, values, " is below what one turn gives, 0.");
    alea__values_free(values);
    alea_game_free(pig);
}

static void set_all(const alea__values *values, double lower, double upper)
{
    const alea__matrix *m = &values->matrix[0];
    for (size_t i = 0; i < (size_t)m->rows * m->columns; i++) {
        m->lower[i] = lower;
        m->upper[i] = upper;
    }
}

/* The value of the turn at 0:0 by a table with equal bounds everywhere, in units, and its negative in gives[1]. */
static void turn_gives(const alea_game *pig, const alea__values *values, int64_t gives[2], int64_t *one)
{
    race_bounds b;
    race_workspace work;
    assert_int_equal(race_bounds_make(race_rules_of(pig->rules), values, 0, &b, NULL), ALEA_OK);
    assert_int_equal(race_workspace_make(&b, &work, NULL), ALEA_OK);
    for (int i = 0; i < 2; i++) {
        const race_exact_turn turn = {RACE_MOVER, 0, 0, i == 0 ? 1 : -1};
        race_set_opponent(&b, &turn, &work);
        gives[i] = race_exact_start(&b, &turn, &work);
    }
    *one = b.one;
    race_workspace_clear(&work);
    race_bounds_clear(&b);
}

/* What a table claims can be from -2 to 2. A hold would then be worth 1 - -2, and six outcomes of that 18 times 2^60 units, which
   do not fit 64 bits. Instead each bound counts as the nearest probability. */
static void bounds_that_no_probability_has_overflow_nothing_and_are_refused(void **unused)
{
    (void)unused;
    static const double claims[][2] = {{-2, -2}, {2, 2}, {-2, 2}, {1.5, 2}, {-2, -0.5}};
    alea_game *pig = open_game("pig(goal=10)");
    alea__values *values = sweep_table(pig, ALEA_WIN, 0, NULL, 1e-14);
    int64_t gives[2], nearest[2], one;
    set_all(values, -2, -2); /* whoever is to move loses, so ending a turn wins */
    turn_gives(pig, values, gives, &one);
    assert_int_equal(gives[0], one);
    assert_int_equal(gives[1], -one);
    for (size_t i = 0; i < sizeof claims / sizeof *claims; i++) {
        set_all(values, claims[i][0], claims[i][1]);
        turn_gives(pig, values, gives, &one);
        set_all(values, fmin(fmax(claims[i][0], 0), 1), fmin(fmax(claims[i][1], 0), 1));
        turn_gives(pig, values, nearest, &one);
        assert_memory_equal(gives, nearest, sizeof gives);
    }
    for (size_t i = 0; i < 2; i++) {
        set_all(values, claims[i][0], claims[i][1]);
        assert_refused(pig, values, "scores 0,0: the ");
    }
    alea__values_free(values);
    alea_game_free(pig);
}

static void every_bound_of_every_position_counts(void **unused)
{
    (void)unused;
    alea_game *pig = open_game("pig(goal=10)");
    alea__values *values = sweep_table(pig, ALEA_WIN, 0, NULL, 1e-14);
    alea__matrix *m = &values->matrix[0];
    for (size_t i = 0; i < 100; i++) {
        char name[40];
        snprintf(name, sizeof name, "scores %u,%u: ", (unsigned)i / 10, (unsigned)i % 10);
        double kept = m->lower[i];
        m->lower[i] += 1e-11;
        assert_refused(pig, values, name);
        m->lower[i] = kept;
        kept = m->upper[i];
        m->upper[i] -= 1e-11;
        assert_refused(pig, values, name);
        m->upper[i] = kept;
        kept = m->lower[i];
        m->lower[i] = NAN;
        assert_refused(pig, values, name);
        m->lower[i] = kept;
        kept = m->upper[i];
        m->upper[i] = INFINITY;
        assert_refused(pig, values, name);
        m->upper[i] = kept;
    }
    alea__values_free(values);
    alea_game_free(pig);
}

static void bounds_that_support_only_each_other_are_refused(void **unused)
{
    (void)unused;
    alea_game *piglet = open_game("piglet");
    alea__values *values = piglet_by_hand(1e-15);
    for (int i = 0; i < 4; i++) { /* everybody wins for certain, or nobody does */
        values->matrix[0].lower[i] = 0.99;
        values->matrix[0].upper[i] = 1;
    }
    assert_refused(piglet, values, "scores 0,0: the lower bound 0.98999");
    for (int i = 0; i < 4; i++) values->matrix[0].lower[i] = values->matrix[0].upper[i] = 0.01;
    assert_false(verdict_on(piglet, values).holds);
    alea__values_free(values);
    alea_game_free(piglet);
}

static void a_lower_bound_above_the_upper_one_is_refused(void **unused)
{
    (void)unused;
    alea_game *alone = open_game("pig-solitaire(turns=2,goal=10)");
    alea__values *values = sweep_table(alone, ALEA_WIN, 0, NULL, 1e-14);
    alea__matrix *m = &values->matrix[0];
    m->lower[0 * 3 + 2] = 0; /* true, but the other way round */
    m->upper[0 * 3 + 2] = 1;
    values->start = values->second = (alea_interval){0, 1};
    assert_accepted(alone, values);
    m->upper[0 * 3 + 2] = -1;
    assert_false(verdict_on(alone, values).holds);
    m->lower[0 * 3 + 0] = 0.1;
    assert_refused(alone, values, "score 0, 0 turns left: the bounds 0.1");
    alea__values_free(values);
    alea_game_free(alone);
}

static void bounds_stand_where_turns_begin_and_nowhere_else(void **unused)
{
    (void)unused;
    alea_game *pen = open_game(write_rules(small_chase));
    alea__values *values = sweep_table(pen, ALEA_WIN, 40, NULL, 1e-13);
    alea__matrix *m = &values->matrix[0];
    static const uint32_t nowhere[][2] = {{6, 3}, {3, 6}, {7, 5}, {20, 20}, {30, 20}}; /* 6 wipes */
    for (size_t i = 0; i < sizeof nowhere / sizeof *nowhere; i++) {
        size_t at = nowhere[i][0] * 41 + nowhere[i][1];
        char name[80];
        assert_true(isnan(m->lower[at]));
        snprintf(name, sizeof name, "scores %u,%u: no turn can begin there", nowhere[i][0], nowhere[i][1]);
        m->lower[at] = m->upper[at] = 0.5;
        assert_refused(pen, values, name);
        m->lower[at] = m->upper[at] = NAN;
    }
    double lower = m->lower[20 * 41 + 30], upper = m->upper[20 * 41 + 30];
    m->lower[20 * 41 + 30] = m->upper[20 * 41 + 30] = NAN;
    assert_refused(pen, values, "scores 20,30: there are no bounds");
    values->layers_done = 0; /* unfinished: existing bounds are checked, missing ones are not used */
    assert_false(verdict_on(pen, values).holds);
    m->lower[20 * 41 + 30] = lower;
    m->upper[20 * 41 + 30] = upper;
    assert_accepted(pen, values);
    alea__values_free(values);
    alea_game_free(pen);
}

static void an_unfinished_table_is_checked_as_far_as_it_goes(void **unused)
{
    (void)unused;
    alea_game *pig = open_game("pig(goal=10)");
    alea__values *values = sweep_table(pig, ALEA_WIN, 0, NULL, 1e-14);
    alea__matrix *m = &values->matrix[0];
    for (uint32_t i = 0; i < 10; i++)
        for (uint32_t j = 0; i + j < 9; j++)
            if (j < 10) m->lower[i * 10 + j] = m->upper[i * 10 + j] = NAN;
    assert_refused(pig, values, "scores 0,0: there are no bounds");
    values->layers = 19;
    values->layers_done = 10;
    assert_accepted(pig, values);
    assert_int_equal(verdict_on(pig, values).checked, 55);
    m->lower[9 * 10 + 5] += 1e-6;
    m->upper[9 * 10 + 5] += 1e-6;
    assert_refused(pig, values, "scores 9,5");
    alea__values_free(values);
    alea_game_free(pig);
}

static void what_the_table_says_of_itself_must_follow_from_it(void **unused)
{
    (void)unused;
    alea_game *pig = open_game("pig(goal=10)");
    alea__values *values = sweep_table(pig, ALEA_WIN, 0, NULL, 1e-14), kept = *values;
    values->start.lower += 1e-9;
    assert_refused(pig, values, "The value of the start is given as");
    values->start = kept.start;
    values->start.upper -= 1e-9;
    assert_refused(pig, values, "The value of the start is given as");
    values->start = kept.start;
    values->second.lower = 1 - values->start.upper + 1e-12;
    assert_refused(pig, values, "The value of moving second is given as");
    values->second = kept.second;
    values->second.upper = NAN;
    assert_refused(pig, values, "The value of moving second is given as");
    values->second = kept.second;
    values->start = (alea_interval){0, 1e308}; /* true, but says nothing */
    values->second = (alea_interval){1, 1};
    assert_refused(pig, values, "The value of moving second is given as");
    values->start = (alea_interval){-1e308, 1};
    values->second = (alea_interval){0, 0};
    assert_refused(pig, values, "The value of moving second is given as");
    values->start = kept.start;
    values->second = kept.second;
    values->width = 1e-14;
    assert_refused(pig, values, "no interval is wider than");
    values->width = kept.width;
    assert_accepted(pig, values);
    alea__values_free(values);
    alea_game_free(pig);
}

static void the_second_players_value_is_compared_without_rounding(void **unused)
{
    (void)unused;
    alea_game *piglet = open_game("piglet");
    alea__values *values = piglet_by_hand(1e-15);
    double upper = values->matrix[0].upper[0], second = 1 - upper; /* exact: upper lies between 1/2 and 1 */
    values->second.lower = second;
    assert_accepted(piglet, values);
    values->second.lower = nextafter(second, 1);
    assert_refused(piglet, values, "The value of moving second");
    alea__values_free(values);
    alea_game_free(piglet);
}

static void tables_of_another_shape_are_refused(void **unused)
{
    (void)unused;
    alea_game *piglet = open_game("piglet"), *pig = open_game("pig"), *three = open_game("piglet(players=3)");
    alea__values *values = piglet_by_hand(1e-15);
    assert_refused(pig, values, "The values do not fit this game");
    assert_refused(three, values, "one or two players");
    values->objective = ALEA_MONEY;
    assert_refused(piglet, values, "does not have the table's objective");
    alea__values_free(values);
    alea_game_free(three);
    alea_game_free(pig);
    alea_game_free(piglet);
}

static void dollars_beyond_what_the_cap_can_argue_for_are_refused(void **unused)
{
    (void)unused;
    alea_game *pen = open_game(write_rules(small_chase));
    alea__values *values = sweep_table(pen, ALEA_MONEY, 60, NULL, 1e-12);
    size_t at = 20 * 61 + 60;
    assert_accepted(pen, values);
    values->matrix[0].lower[at] = -125; /* two dollars a point, 62 points */
    assert_refused(pen, values, "scores 20,60: a bound of 125 is more than 124");
    values->matrix[0].lower[at] = -1e300;
    assert_refused(pen, values, "scores 20,60: the bounds -1");
    alea__values_free(values);
    alea_game_free(pen);
}

static void positions_of_the_waiting_side_are_checked_too(void **unused)
{
    (void)unused;
    alea_game *pig = open_game("pig(goal=10)");
    alea__policy *opponent = open_policy(pig, "hold(5)"), *other = open_policy(pig, "hold(4)");
    alea__values *values = sweep_table(pig, ALEA_WIN, 0, opponent, 1e-14);
    alea__matrix *waiting = &values->matrix[1];
    assert_accepted(pig, values);
    waiting->lower[3 * 10 + 7] += 1e-9;
    waiting->upper[3 * 10 + 7] += 1e-9;
    assert_refused(pig, values, "scores 7,3 with the opponent to move: the lower bound");
    waiting->lower[3 * 10 + 7] -= 1e-9;
    waiting->upper[3 * 10 + 7] -= 1e-9;
    assert_accepted(pig, values);
    alea__free(values->opponent);
    assert_int_equal(race_plan_pack(pig->rules, other, &values->opponent, &values->opponent_size, NULL),
                     ALEA_OK);
    assert_false(verdict_on(pig, values).holds); /* true of hold(5), not of hold(4) */
    values->opponent[0] ^= 1;
    assert_refused(pig, values, "The policy in the file is damaged");
    race_policy_free(other);
    race_policy_free(opponent);
    alea__values_free(values);
    alea_game_free(pig);
}

static void rolls_of_nothing_for_ever_and_money_without_end_are_refused(void **unused)
{
    (void)unused;
    static const struct {
        const char *rules, *sentence;
        alea_objective objective;
        uint32_t rows;
    } wrong[] = {
        {"dice = 1, sides = 2, goal = 4, roll = function(f) if f == 1 then return bust() end return add(0) "
         "end",
         "Rolls that add nothing can follow one another for ever", ALEA_WIN, 4},
        {"dice = 1, sides = 2, goal = 4, ending = 'chase', roll = function(f) return add(f) end,\n"
         "payoff = { money = { per_point = function() return 1 end } }",
         "There is a roll that cannot lose the turn", ALEA_MONEY, 20},
        {"dice = 1, sides = 2, goal = 4, ending = 'chase',\n"
         "roll = function(f) if f == 1 then return bust() end return add(1) end,\n"
         "payoff = { money = { per_point = function() return 0 end } }",
         "Nobody ever pays anything", ALEA_MONEY, 20},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        alea_game *game = open_game(write_rules(wrong[i].rules));
        alea__values *values = alea__values_new(wrong[i].objective);
        assert_int_equal(
            alea__values_add(
                values, &(alea__matrix_shape){"mover", "own", "other", wrong[i].rows, wrong[i].rows}, NULL),
            ALEA_OK);
        assert_refused(game, values, wrong[i].sentence);
        alea__values_free(values);
        alea_game_free(game);
    }
}

static int stop_at_once(void *user, uint64_t done, uint64_t total)
{
    uint64_t *seen = user;
    *seen = done;
    assert_that(done, <=, total);
    return 1;
}

static void checking_can_be_stopped_and_fails_cleanly_without_memory(void **unused)
{
    (void)unused;
    alea_game *pig = open_game("pig(goal=20)");
    alea__values *values = sweep_table(pig, ALEA_WIN, 0, NULL, 1e-14);
    alea_verdict verdict;
    alea_error error;
    uint64_t seen = 0;
    alea_progress progress = {.report = stop_at_once, .user = &seen};
    assert_int_equal(race_certify(pig->rules, values, &progress, &verdict, &error), ALEA_E_STOPPED);
    assert_that(seen, >, 0);
    alea_status status = ALEA_E_MEMORY;
    for (long successes = 0; status != ALEA_OK; successes++) {
        status = with_allocations(successes, race_certify(pig->rules, values, NULL, &verdict, &error));
    }
    alea__values_free(values);
    alea_game_free(pig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(division_rounds_down_for_every_sum_that_it_takes),
        cmocka_unit_test(doubles_become_units_below_and_above_and_return),
        cmocka_unit_test(piglet_by_hand_is_accepted),
        cmocka_unit_test(bounds_that_hold_are_accepted_in_every_kind_of_game),
        cmocka_unit_test(a_bound_on_the_wrong_side_is_refused_with_its_position),
        cmocka_unit_test(bounds_that_no_probability_has_overflow_nothing_and_are_refused),
        cmocka_unit_test(every_bound_of_every_position_counts),
        cmocka_unit_test(bounds_that_support_only_each_other_are_refused),
        cmocka_unit_test(a_lower_bound_above_the_upper_one_is_refused),
        cmocka_unit_test(bounds_stand_where_turns_begin_and_nowhere_else),
        cmocka_unit_test(an_unfinished_table_is_checked_as_far_as_it_goes),
        cmocka_unit_test(what_the_table_says_of_itself_must_follow_from_it),
        cmocka_unit_test(the_second_players_value_is_compared_without_rounding),
        cmocka_unit_test(tables_of_another_shape_are_refused),
        cmocka_unit_test(dollars_beyond_what_the_cap_can_argue_for_are_refused),
        cmocka_unit_test(positions_of_the_waiting_side_are_checked_too),
        cmocka_unit_test(rolls_of_nothing_for_ever_and_money_without_end_are_refused),
        cmocka_unit_test(checking_can_be_stopped_and_fails_cleanly_without_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
