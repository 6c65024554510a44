/* Where a solved table first holds. */
#include "view/exact_view.h"

#include <stdio.h>
#include <string.h>

enum { MOST_TOTAL = 200000, LONGEST_GAP = 1000 };

static bool first_hold_is_best(const alea_table *table, const alea_state *state, bool *known)
{
    alea_answer answer;
    *known = alea_table_ask(table, state, &answer, NULL) == ALEA_OK;
    if (!*known) return false;
    bool hold = answer.count > 0 && strcmp(answer.move[answer.best].name, "hold") == 0;
    alea_answer_free(&answer);
    return hold;
}

/* Totals that no roll makes, such as 1 in Pig, are not positions. */
uint64_t alea__first_hold(const alea_table *table)
{
    const alea_game *game = alea_table_game(table);
    alea_table_facts facts;
    alea_table_get_facts(table, &facts);
    bool known = facts.complete;
    unsigned gap = 0;
    for (unsigned total = 1; known && total <= MOST_TOTAL && gap < LONGEST_GAP; total++) {
        char value[16];
        alea_state state;
        snprintf(value, sizeof value, "%u", total);
        alea_status status = alea_game_parse_state(game, &(alea_setting){"turn", value}, 1, &state, NULL);
        if (status != ALEA_OK && status != ALEA_E_STATE) return 0;
        gap = status == ALEA_OK ? 0 : gap + 1;
        if (gap == 0 && first_hold_is_best(table, &state, &known)) return total;
    }
    return 0;
}
