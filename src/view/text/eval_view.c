/* Values of bots as text: one against another, and the best response. */
#include "view/json/views.h"
#include "view/messages.h"
#include "view/number.h"
#include "view/text/parts.h"
#include "view/words.h"

#include <string.h>

enum { ROUGH = 6 }; /* decimals of the other columns */

/* ---- one bot against another ---- */

/* The columns besides the objective's own value. */
typedef struct eval_columns {
    bool wins, money, turns, never;
} eval_columns;

static void eval_rough_cell(alea__table *t, alea_interval value)
{
    char number[ALEA__NUMBER];
    alea__table_text(t, alea__certain_text(number, value.lower, value.upper, ROUGH));
}

static void eval_row(alea__table *t, eval_columns c, const char *label, const alea_exact *e)
{
    alea__value_cells(t, label, e->value);
    if (c.wins) eval_rough_cell(t, e->win);
    if (c.money) eval_rough_cell(t, e->money);
    if (c.turns) eval_rough_cell(t, e->turns);
    if (c.never) eval_rough_cell(t, e->never);
}

/* Says why a program is taken for a function of its questions. */
static void eval_add_purity(alea__text *text, const char *bot, alea_purity purity)
{
    if (purity < ALEA_TESTED_PURE) return;
    alea__text_add(text, "\n");
    alea__add_printable(text, bot);
    alea__text_add(text, "%s\n", purity == ALEA_TESTED_PURE ? VIEW_TESTED_PURE : VIEW_DECLARED_PURE);
}

/* Leaves out columns that repeat the objective or that the game does not have. */
alea_status alea_view_evaluation(const alea_view_match *match, const alea_evaluation *result,
                                 const alea_view_options *given, char **out, alea_error *error)
{
    alea_view_options options = alea__view_options(given);
    if (options.json) return alea__eval_json(match, result, out, error);
    alea__text text = {0};
    alea__table t = {0};
    const bool alone = !match->second, has_wins = alea_game_has_objective(match->game, ALEA_WIN);
    const eval_columns c = {.wins = match->objective != ALEA_WIN && has_wins,
                            .money = match->objective != ALEA_MONEY &&
                                     alea_game_has_objective(match->game, ALEA_MONEY),
                            .turns = match->objective != ALEA_TURNS && (!alone || has_wins),
                            .never = result->mean.never.upper >= 5e-7}; /* else it shows as 0 */
    alea__add_played(&text, alea_game_spec(match->game), match->objective);
    alea__text_add(&text, ": ");
    alea__add_printable(&text, match->first);
    if (!alone) alea__text_add(&text, " against ");
    if (!alone) alea__add_printable(&text, match->second);
    alea__text_add(&text, "\n\n");
    alea__value_columns(&t, alone ? "" : "it moves", match->objective);
    if (c.wins) alea__table_columns(&t, "wins");
    if (c.money) alea__table_columns(&t, "$");
    if (c.turns) alea__table_columns(&t, "turns");
    if (c.never) alea__table_columns(&t, "never ends");
    eval_row(&t, c, alone ? "alone" : "first", &result->first);
    if (!alone) {
        eval_row(&t, c, "second", &result->second);
        eval_row(&t, c, "mean", &result->mean);
    }
    alea__table_finish(&t, &options, &text);
    eval_add_purity(&text, match->first, match->purity[0]);
    if (!alone && strcmp(match->first, match->second) != 0)
        eval_add_purity(&text, match->second, match->purity[1]);
    return alea__view_finish(&text, out, error);
}

/* ---- the best response ---- */

/* Four rows of bounds: the response in both seats, their mean, and the exploitability. */
alea_status alea_view_best_response(const alea_table *table, const alea_best_response *response,
                                    const alea_view_work *work, const alea_view_options *given, char **out,
                                    alea_error *error)
{
    alea_view_options options = alea__view_options(given);
    if (options.json) return alea__best_response_json(table, response, work, out, error);
    alea_table_facts facts;
    alea_table_get_facts(table, &facts);
    alea__text text = {0};
    alea__table t = {0};
    alea__add_played(&text, facts.game, facts.objective);
    alea__text_add(&text, VIEW_BEST_RESPONSE);
    alea__add_printable(&text, facts.against ? facts.against : "");
    alea__text_add(&text, "\n\n");
    alea__value_columns(&t, "the response moves", facts.objective);
    alea__value_cells(&t, "first", response->first);
    alea__value_cells(&t, "second", response->second);
    alea__value_cells(&t, "mean", response->mean);
    alea__value_cells(&t, "exploitability", response->exploitability);
    alea__table_finish(&t, &options, &text);
    alea__text_add(&text, "\n");
    alea__add_size(&text, facts, work);
    return alea__view_finish(&text, out, error);
}
