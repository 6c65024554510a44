#ifndef TESTS_GRAPH_GRAPH_TEST_H
#define TESTS_GRAPH_GRAPH_TEST_H
/* Shared by the tests of the family graph. */
#include "base/memory.h"
#include "bot/bot.h"
#include "family/graph/graph.h"
#include "support/files.h"
#include <alea/alea.h>

/* A rule file of what rules(p) returns, as "./mine.lua". */
HELPER const char *write_rules(int players, const char *rules)
{
    static char text[8192];
    snprintf(text, sizeof text,
             "return { name = \"mine\", title = \"Mine\", family = \"graph\", text = \"A game.\",\n"
             "rules = function(p) return { players = %d,\n%s\n} end }\n",
             players, rules);
    write_file("mine.lua", text);
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

HELPER alea_state state_of(const alea_game *game, const char *text)
{
    alea_state state;
    const alea_setting setting = {"state", text};
    OK(alea_game_parse_state(game, &setting, 1, &state, &test_error));
    return state;
}

HELPER alea_interval value_at(const alea_table *table, const char *text)
{
    alea_answer answer;
    alea_state state = state_of(alea_table_game(table), text);
    OK(alea_table_ask(table, &state, &answer, &test_error));
    alea_answer_free(&answer);
    return answer.value;
}

/* The name of the best move there. */
HELPER const char *best_at(const alea_table *table, const char *text)
{
    alea_answer answer;
    alea_state state = state_of(alea_table_game(table), text);
    OK(alea_table_ask(table, &state, &answer, &test_error));
    const char *name = answer.move[answer.best].name;
    alea_answer_free(&answer);
    return name;
}

#define assert_value(interval, number, tolerance) assert_near_interval(interval, number, tolerance, 1e-9)

HELPER void assert_proved(const alea_table *table)
{
    alea_verdict verdict;
    OK(alea_table_verify(table, NULL, &verdict, &test_error));
    if (!verdict.holds) fail_msg("%s", verdict.reason);
}
#endif
