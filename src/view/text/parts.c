#include "view/text/parts.h"
#include "view/number.h"
#include "view/words.h"

#include <stdio.h>

enum { MOST_DECIMALS = 15 };

static const char *unit(alea_objective objective)
{
    switch (objective) {
    case ALEA_WIN: return "wins";
    case ALEA_MONEY: return "$";
    case ALEA_SCORE: return "points";
    case ALEA_TURNS: return "turns";
    }
    return "";
}

void alea__add_played(alea__text *out, const char *game, alea_objective objective)
{
    alea__add_printable(out, game);
    alea__text_add(out, ", %s", alea__played_for(objective));
}

void alea__value_columns(alea__table *t, const char *title, alea_objective objective)
{
    alea__table_column(t, ALEA__LEFT, title);
    alea__table_column(t, ALEA__RIGHT, unit(objective));
    alea__table_column(t, ALEA__RIGHT, "at least");
    alea__table_column(t, ALEA__RIGHT, "at most");
}

void alea__value_cells(alea__table *t, const char *label, alea_interval value)
{
    char number[ALEA__NUMBER];
    alea__table_text(t, label);
    alea__table_text(t, alea__certain_text(number, value.lower, value.upper, MOST_DECIMALS));
    alea__table_text(t, alea__bound_text(number, value.lower, value.upper, ALEA__AT_LEAST));
    alea__table_text(t, alea__bound_text(number, value.lower, value.upper, ALEA__AT_MOST));
}

void alea__claim_cells(alea__table *t, const char *label, alea_interval value)
{
    char number[ALEA__NUMBER];
    snprintf(number, sizeof number, "%.6f", value.lower / 2 + value.upper / 2);
    alea__table_text(t, label);
    alea__table_text(t, number);
    alea__table_text(t, "");
    alea__table_text(t, "");
}

void alea__finish_table(alea__table *t, const alea_view_options *options, alea__text *out)
{
    alea__table_print(t, options, out);
    alea__table_free(t);
}

void alea__add_number(alea__text *out, uint64_t count)
{
    char number[ALEA__NUMBER];
    alea__text_add(out, "%s", alea__count_text(number, (int64_t)count));
}

void alea__add_seconds(alea__text *out, double seconds)
{
    char number[ALEA__NUMBER];
    if (seconds > 0) alea__text_add(out, " %s.", alea__duration_text(number, seconds));
}

void alea__add_size(alea__text *out, alea_table_facts facts, const alea_view_work *work)
{
    alea__add_number(out, facts.states);
    alea__text_add(out, " positions");
    if (facts.stored < facts.states) { /* where every position is kept there is nothing to tell */
        alea__text_add(out, "; a turn begins in ");
        alea__add_number(out, facts.stored);
    }
    alea__text_add(out, ".");
    alea__add_seconds(out, work->seconds);
    if (work->file) {
        alea__text_add(out, " The table is ");
        alea__add_printable(out, work->file);
        alea__text_add(out, ".");
    }
    alea__text_add(out, "\n");
}
