#ifndef ALEA_TESTS_FACTS_H
#define ALEA_TESTS_FACTS_H
/* Results that the public API writes through a pointer, as values: a test can use a single field. */
#include <alea/table.h>

static inline alea_table_facts table_facts(const alea_table *table)
{
    alea_table_facts facts;
    alea_table_get_facts(table, &facts);
    return facts;
}

static inline alea_parameter game_parameter(const alea_game *game, size_t index)
{
    alea_parameter parameter = {0};
    alea_game_parameter(game, index, &parameter);
    return parameter;
}

static inline alea_key game_key(const alea_game *game, size_t index)
{
    alea_key key;
    alea_game_key(game, index, &key);
    return key;
}
#endif
