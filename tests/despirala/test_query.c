/* Asking often, by workspaces that are kept, gives the bits of asking once. */
#include "base/random.h"
#include "game/family.h"
#include "support/test.h"
#include "value/solver_ops.h"

static void same_answer(const alea_answer *a, const alea_answer *b)
{
    assert_int_equal(a->count, b->count);
    assert_int_equal(a->best, b->best);
    assert_int_equal(a->tied, b->tied);
    assert_memory_equal(&a->value, &b->value, sizeof a->value);
    for (unsigned i = 0; i < a->count; i++) {
        assert_int_equal(a->move[i].move, b->move[i].move);
        assert_memory_equal(&a->move[i].value, &b->move[i].value, sizeof a->move[i].value);
    }
}

/* In positions of random games, in their order and then from the end: goods go down, and up again. */
static void check_game(const char *spec, unsigned positions)
{
    alea_game *game = open_game_for(spec, 1);
    alea_table *table = solve_game(game, ALEA_SCORE);
    const alea__query_ops *ops = game->family->query;
    void *query;
    alea__stream chance;
    alea_state *state = malloc(positions * sizeof *state), now = alea_game_start(game);
    assert_non_null(ops);
    assert_non_null(state);
    alea__stream_start(&chance, 11, 0, 0, 0);
    for (unsigned i = 0; i < positions; i++) {
        state[i] = now;
        const bool rolls = alea_game_to_move(game, &now) == ALEA_CHANCE;
        const unsigned count = rolls ? alea_game_chance_count(game, &now) : alea_game_move_count(game, &now);
        const uint32_t drawn = alea__draw_below(&chance, count);
        OK(alea_game_apply(game, &now, rolls ? drawn : alea_game_move(game, &now, drawn), &test_error));
        if (alea_game_to_move(game, &now) == ALEA_OVER) now = alea_game_start(game);
    }
    OK(ops->open(game->rules, alea__table_values(table), &query, &test_error));
    for (unsigned i = 0; i < 2 * positions; i++) {
        const alea_state *s = &state[i < positions ? i : 2 * positions - 1 - i];
        alea_answer often, once;
        OK(ops->ask(query, s, &often, &test_error));
        OK(alea_table_ask(table, s, &once, &test_error));
        same_answer(&often, &once);
        alea_answer_free(&often);
        alea_answer_free(&once);
    }
    ops->close(query);
    ops->close(NULL);
    free(state);
    alea_table_free(table);
    alea_game_free(game);
}

static void asking_often_gives_the_bits_of_asking_once(void **state)
{
    (void)state;
    check_game("despirala", 2000);
    check_game("despirala(misere=true)", 2000);
    check_game("tests/rules/small-despirala.lua", 2000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(asking_often_gives_the_bits_of_asking_once)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
