#ifndef TESTS_GRAPH_GRAPH_TEST_H
#define TESTS_GRAPH_GRAPH_TEST_H
/* What the tests of the family graph share. */
#include "base/memory.h"
#include "bot/bot.h"
#include "family/graph/graph.h"
#include "support/test.h"
#include <alea/alea.h>

/* A rule file of what rules(p) returns, as "./mine.lua". */
HELPER const char *write_rules(int players, const char *rules)
{
    static char text[8192];
    FILE *file = fopen("mine.lua", "wb");
    assert_non_null(file);
    int size =
        snprintf(text, sizeof text,
                 "return { name = \"mine\", title = \"Mine\", family = \"graph\", text = \"A game.\",\n"
                 "rules = function(p) return { players = %d,\n%s\n} end }\n",
                 players, rules);
    assert_int_equal(fwrite(text, 1, (size_t)size, file), size);
    assert_int_equal(fclose(file), 0);
    return "./mine.lua";
}

HELPER alea_game *open_rules(int players, const char *rules)
{
    return open_game(write_rules(players, rules));
}

HELPER const graph_rules *graph_of(const alea_game *game)
{
    return graph_rules_of(game->rules);
}

HELPER alea_table *solve(const alea_game *game, alea_objective objective)
{
    alea_table *table;
    alea_error error;
    if (alea_solve(game, objective, NULL, &table, &error) != ALEA_OK) fail_msg("%s", error.message);
    return table;
}

HELPER alea_state state_of(const alea_game *game, const char *text)
{
    alea_state state;
    alea_error error;
    const alea_setting setting = {"state", text};
    if (alea_game_state(game, &setting, 1, &state, &error) != ALEA_OK) fail_msg("%s", error.message);
    return state;
}

HELPER alea_interval value_at(const alea_table *table, const char *text)
{
    alea_answer answer;
    alea_error error;
    alea_state state = state_of(alea_table_game(table), text);
    if (alea_table_ask(table, &state, &answer, &error) != ALEA_OK) fail_msg("%s", error.message);
    alea_answer_free(&answer);
    return answer.value;
}

/* The name of the best move there. */
HELPER const char *best_at(const alea_table *table, const char *text)
{
    alea_answer answer;
    alea_error error;
    alea_state state = state_of(alea_table_game(table), text);
    if (alea_table_ask(table, &state, &answer, &error) != ALEA_OK) fail_msg("%s", error.message);
    const char *name = answer.move[answer.best].name;
    alea_answer_free(&answer);
    return name;
}

#define assert_within(interval, number, width)                                                 \
    do {                                                                                       \
        alea_interval within_ = (interval);                                                    \
        double number_ = (number), width_ = (width);                                           \
        if (!(within_.lower <= number_ + width_ && within_.upper >= number_ - width_) ||       \
            !(within_.upper - within_.lower <= 1e-9))                                          \
            fail_msg("%.17g is not in [%.17g, %.17g]", number_, within_.lower, within_.upper); \
    } while (0)

HELPER void assert_proved(const alea_table *table)
{
    alea_verdict verdict;
    alea_error error;
    if (alea_table_verify(table, NULL, &verdict, &error) != ALEA_OK) fail_msg("%s", error.message);
    if (!verdict.holds) fail_msg("%s", verdict.reason);
}
#endif
