/* Finds the total at which a solved table first holds. */
#include "view/exact_view.h"

#include <stdio.h>
#include <string.h>

enum { MOST_TOTAL = 200000, LONGEST_GAP = 1000 };

/* Whether it is possible to hold in the state, and best. */
static alea_status first_hold_ask(const alea_table *table, const alea_state *state, bool *possible,
                                  bool *best, alea_error *error)
{
    alea_answer answer;
    alea_status status = alea_table_ask(table, state, &answer, error);
    *possible = *best = false;
    if (status != ALEA_OK) return status;
    for (size_t i = 0; i < answer.count; i++) {
        if (strcmp(answer.move[i].name, "hold") != 0) continue;
        *possible = true;
        *best = i == answer.best;
    }
    alea_answer_free(&answer);
    return ALEA_OK;
}

/* Totals that no roll makes, such as 1 in Pig, are not positions, and at some totals the next roll is forced. After many of
   these in a row there will be no hold. A game without turn totals has no first hold. */
alea_status alea__first_hold(const alea_table *table, uint64_t *out, alea_error *error)
{
    const alea_game *game = alea_table_game(table);
    alea_table_facts facts;
    alea_table_get_facts(table, &facts);
    unsigned gap = 0;
    bool possible = false, best = false;
    *out = 0;
    for (unsigned total = 1; facts.complete && total <= MOST_TOTAL && gap < LONGEST_GAP; total++) {
        char value[16];
        alea_state state;
        snprintf(value, sizeof value, "%u", total);
        alea_status status = alea_game_parse_state(game, &(alea_setting){"turn", value}, 1, &state, error);
        gap++;
        if (status == ALEA_E_STATE) continue;
        if (status == ALEA_OK) status = first_hold_ask(table, &state, &possible, &best, error);
        if (status == ALEA_E_MEMORY) return status;
        if (possible) gap = 0;
        if (best) *out = total;
        if (best || status != ALEA_OK) return ALEA_OK;
    }
    return ALEA_OK;
}
