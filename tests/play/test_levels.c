/* Audit, player, difficulty: named levels. Pig's exact win rates of hold(20) against each of them, in docs/play.md, by a value
   iteration of this test's own: it shares with the program only the levels, coach_strength and coach_chance. */
#include "support/test.h"

#include "command/coach.h"

enum { GOAL = 100 };

typedef double cube[GOAL][GOAL][GOAL]; /* [own score][other score][turn total] */

static cube optimum, roll_chance, of_hold, of_level;

static void set(double *value, double to, double *change)
{
    if (fabs(to - *value) > *change) *change = fabs(to - *value);
    *value = to;
}

/* The mover's chance to win after a roll, both playing optimally. */
static double roll_value(int own, int other, int turn)
{
    double sum = 1 - optimum[other][own][0];
    for (int face = 2; face <= 6; face++)
        sum += own + turn + face >= GOAL ? 1 : optimum[own][other][turn + face];
    return sum / 6;
}

static void find_optimum(void)
{
    double change;
    do {
        change = 0;
        for (int own = GOAL - 1; own >= 0; own--)
            for (int other = GOAL - 1; other >= 0; other--)
                for (int turn = GOAL - 1 - own; turn >= 0; turn--) {
                    const double roll = roll_value(own, other, turn),
                                 hold = turn == 0 ? 0 : 1 - optimum[other][own + turn][0];
                    set(&optimum[own][other][turn], roll > hold ? roll : hold, &change);
                }
    } while (change > 1e-12);
}

/* The level's move in each position, by the program for these values. */
static void ask_level(double strength)
{
    for (int own = 0; own < GOAL; own++)
        for (int other = 0; other < GOAL; other++)
            for (int turn = 0; turn < GOAL - own; turn++) {
                const double roll = roll_value(own, other, turn),
                             hold = turn == 0 ? 0 : 1 - optimum[other][own + turn][0];
                alea_move_value moves[2] = {{.value = {roll, roll}}, {.value = {hold, hold}}};
                const alea_answer answer = {.count = turn == 0 ? 1 : 2, .best = hold >= roll, .move = moves};
                roll_chance[own][other][turn] = coach_chance(&answer, 0, ALEA_WIN, strength);
            }
}

/* One sweep over the positions of a pair of scores, of hold(20) and of the level to move. Values are hold(20)'s chances. */
static void sweep_pair(int own, int other, double *change)
{
    for (int turn = GOAL - 1 - own; turn >= 0; turn--) {
        double holder = of_level[other][own][0], level = of_hold[other][own][0];
        for (int face = 2; face <= 6; face++) {
            const bool wins = own + turn + face >= GOAL;
            holder += wins ? 1 : of_hold[own][other][turn + face];
            level += wins ? 0 : of_level[own][other][turn + face];
        }
        if (turn >= 20) holder = 6 * of_level[other][own + turn][0];
        set(&of_hold[own][other][turn], holder / 6, change);
        const double rolls = roll_chance[own][other][turn], held = turn ? of_hold[other][own + turn][0] : 0;
        set(&of_level[own][other][turn], rolls * level / 6 + (1 - rolls) * held, change);
    }
}

/* The win rate of hold(20), who begins every other game. */
static double rate_of_hold_20(const char *level)
{
    double change, strength;
    assert_true(coach_strength(level, &strength));
    ask_level(strength);
    memset(of_hold, 0, sizeof of_hold);
    memset(of_level, 0, sizeof of_level);
    do {
        change = 0;
        for (int own = GOAL - 1; own >= 0; own--)
            for (int other = GOAL - 1; other >= 0; other--) sweep_pair(own, other, &change);
    } while (change > 1e-9);
    return (of_hold[0][0][0] + of_level[0][0][0]) / 2;
}

static void player_levels_have_the_rates_of_the_manual(void **state)
{
    static const struct {
        const char *level;
        double rate; /* as docs/play.md has it, in per cent */
    } manual[] = {{"beginner", 69.81}, {"club", 54.89}, {"strong", 47.06}, {"perfect", 46.01}};
    (void)state;
    find_optimum();
    assert_near(optimum[0][0][0], 0.530592725273, 1e-9); /* Neller and Presser */
    for (size_t i = 0; i < sizeof manual / sizeof *manual; i++)
        assert_near(100 * rate_of_hold_20(manual[i].level), manual[i].rate, 0.005001);
}

static void player_levels_have_names_or_numbers(void **state)
{
    double strength = -1;
    (void)state;
    assert_true(coach_strength("perfect", &strength) && strength == 1);
    assert_true(coach_strength(COACH_LEVEL, &strength) && strength == 0.5);
    assert_true(coach_strength("0.7", &strength) && strength == 0.7);
    assert_false(coach_strength("hard", &strength));
    assert_false(coach_strength("", &strength));
    assert_false(coach_strength("0.5x", &strength));
    assert_false(coach_strength("nan", &strength));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(player_levels_have_names_or_numbers),
        cmocka_unit_test(player_levels_have_the_rates_of_the_manual),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
