/* Compares the compiled rules with the list of combinations in the game's description: targets, points, and the dice kept
   of each of the 6^6 rolls. The checks below use only the words of that description. */
#include "despirala/despirala_test.h"

enum { DICE = 6, SIDES = 6, ROLLS = 46656 };

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

/* How many faces of a list of six (0: none) occur in the dice, each die used once. */
static int matches(const int *dice, const int *wanted)
{
    bool taken[DICE] = {false};
    int count = 0;
    for (int w = 0; w < DICE; w++)
        for (int d = 0; d < DICE; d++)
            if (!taken[d] && dice[d] == wanted[w]) {
                taken[d] = true;
                count++;
                break;
            }
    return count;
}

static uint32_t target_called(const char *name)
{
    for (uint32_t t = 0; t < rules_of(game)->targets; t++)
        if (strcmp(alea_game_move_name(game, DESPIRALA_TARGET + t), name) == 0) return t;
    fail_msg("there is no \"%s\"", name);
    return 0;
}

static uint32_t checked;

/* The target of this name keeps of every roll what these dice, list of six, would take, and is worth so much. */
static void is_made_of(const char *name, const int *wanted, uint32_t size, uint32_t points)
{
    const despirala_target *t = &rules_of(game)->target[target_called(name)];
    assert_int_equal(t->collect, 0);
    assert_int_equal(t->size, size);
    assert_int_equal(t->points, points);
    for (int roll = 0; roll < ROLLS; roll++) {
        int dice[DICE];
        uint8_t by_face[DESPIRALA_SIDES] = {0};
        for (int i = 0, rest = roll; i < DICE; i++, rest /= SIDES) {
            dice[i] = rest % SIDES + 1;
            by_face[dice[i] - 1]++;
        }
        if ((int)despirala_keeps(rules_of(game), t, by_face) != matches(dice, wanted))
            fail_msg("%s, roll %d: keeps %u", name, roll, despirala_keeps(rules_of(game), t, by_face));
    }
    checked++;
}

static void collects_keep_one_face(void **unused)
{
    (void)unused;
    checked = 0;
    for (int face = 1; face <= SIDES; face++) {
        char name[20];
        snprintf(name, sizeof name, "Collect %d", face);
        const despirala_target *t = &rules_of(game)->target[target_called(name)];
        assert_int_equal(t->collect, face);
        for (int roll = 0; roll < ROLLS; roll++) {
            uint8_t by_face[DESPIRALA_SIDES] = {0};
            int shown = 0;
            for (int i = 0, rest = roll; i < DICE; i++, rest /= SIDES) {
                by_face[rest % SIDES]++;
                shown += rest % SIDES + 1 == face;
            }
            assert_int_equal(despirala_keeps(rules_of(game), t, by_face), shown);
        }
        checked++;
    }
    assert_int_equal(checked, 6);
}

static void three_pairs_are_of_three_faces_and_score_their_sum(void **unused)
{
    (void)unused;
    checked = 0;
    for (int x = 1; x <= SIDES; x++)
        for (int y = x + 1; y <= SIDES; y++)
            for (int z = y + 1; z <= SIDES; z++) {
                char name[40];
                snprintf(name, sizeof name, "Three pairs %d %d %d", x, y, z);
                is_made_of(name, (int[]){x, x, y, y, z, z}, 6, (uint32_t)(2 * (x + y + z)));
            }
    assert_int_equal(checked, 20);
}

static void two_triples_are_of_two_faces_and_score_their_sum(void **unused)
{
    (void)unused;
    checked = 0;
    for (int x = 1; x <= SIDES; x++)
        for (int y = x + 1; y <= SIDES; y++) {
            char name[40];
            snprintf(name, sizeof name, "Two triples %d %d", x, y);
            is_made_of(name, (int[]){x, x, x, y, y, y}, 6, (uint32_t)(3 * (x + y)));
        }
    assert_int_equal(checked, 15);
}

static void four_and_six_of_a_kind_score_40_and_60(void **unused)
{
    (void)unused;
    for (int x = 1; x <= SIDES; x++) {
        char name[40];
        snprintf(name, sizeof name, "Four of a kind %d", x);
        is_made_of(name, (int[]){x, x, x, x, 0, 0}, 4, 40);
        snprintf(name, sizeof name, "Six of a kind %d", x);
        is_made_of(name, (int[]){x, x, x, x, x, x}, 6, 60);
    }
}

static void the_others_are_made_of_certain_faces(void **unused)
{
    (void)unused;
    is_made_of("Kamerun", (int[]){4, 5, 5, 6, 6, 6}, 6, 45);
    is_made_of("Straight", (int[]){1, 2, 3, 4, 5, 6}, 6, 50);
    is_made_of("General", (int[]){6, 6, 6, 6, 6, 6}, 6, 70);
    is_made_of("Despirala", (int[]){1, 1, 1, 1, 1, 6}, 6, 80);
}

/* 6 collects, 20 + 15 of pairs and triples, 6 + 6 of a kind, 4 of certain faces. */
static void there_are_no_other_targets(void **unused)
{
    (void)unused;
    assert_int_equal(rules_of(game)->combinations, 14);
    assert_int_equal(rules_of(game)->targets, 6 + 20 + 15 + 6 + 6 + 4);
}

/* 6 * (1 + … + 6) + 30 + 33 + 40 + 45 + 50 + 60 + 70 + 80 points, and 14 turns' goods. */
static void the_most_score_is_everything_at_its_best(void **unused)
{
    (void)unused;
    assert_int_equal(rules_of(game)->most_score, 6 * 21 + 30 + 33 + 40 + 45 + 50 + 60 + 70 + 80 + 70);
}

/* ---- rolls whatever their order ---- */

static void every_roll_has_its_place(void **unused)
{
    (void)unused;
    const despirala_rules *rules = rules_of(game);
    uint32_t *seen = calloc(ROLLS, sizeof *seen);
    assert_non_null(seen);
    assert_int_equal(rules->rolls, 462);
    for (int roll = 0; roll < ROLLS; roll++) {
        uint8_t by_face[DESPIRALA_SIDES] = {0};
        for (int i = 0, rest = roll; i < DICE; i++, rest /= SIDES) by_face[rest % SIDES]++;
        const uint32_t rank = despirala_rank(rules, by_face);
        assert_that(rank, <, rules->rolls);
        assert_memory_equal(rules->faces + rank * SIDES, by_face, SIDES);
        seen[rank]++;
    }
    for (uint32_t i = 0; i < rules->rolls; i++) assert_int_equal(seen[i], rules->weight[i]);
    assert_int_equal(rules->faces[0], 6); /* 1,1,1,1,1,1 first */
    assert_int_equal(rules->faces[461 * SIDES + 5], 6);
    free(seen);
}

/* ---- letters that do not come equally often ---- */

static void letters_of_different_number_are_told_apart(void **unused)
{
    (void)unused;
    alea_game *small = open_small("", 0);
    const despirala_rules *rules = rules_of(small);
    const despirala_combination c = rules->combination[1]; /* XXY of four sides */
    uint32_t t = c.first;
    assert_int_equal(c.count, 4 * 3);
    for (int x = 1; x <= 4; x++)
        for (int y = 1; y <= 4; y++) {
            if (x == y) continue;
            assert_int_equal(rules->target[t].required[x - 1], 2);
            assert_int_equal(rules->target[t].required[y - 1], 1);
            assert_int_equal(rules->target[t].points, 2 * x + y);
            t++;
        }
    assert_int_equal(rules->targets, 1 + 12 + 4 + 1);
    alea_game_free(small);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(collects_keep_one_face),
        cmocka_unit_test(three_pairs_are_of_three_faces_and_score_their_sum),
        cmocka_unit_test(two_triples_are_of_two_faces_and_score_their_sum),
        cmocka_unit_test(four_and_six_of_a_kind_score_40_and_60),
        cmocka_unit_test(the_others_are_made_of_certain_faces),
        cmocka_unit_test(there_are_no_other_targets),
        cmocka_unit_test(the_most_score_is_everything_at_its_best),
        cmocka_unit_test(every_roll_has_its_place),
        cmocka_unit_test(letters_of_different_number_are_told_apart),
    };
    return cmocka_run_group_tests(tests, open_despirala, close_despirala);
}
