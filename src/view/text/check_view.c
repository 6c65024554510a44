/* A game that was compared with the list of its states, as text. */
#include "base/text.h"
#include "view/json/views.h"
#include "view/messages.h"
#include "view/text/parts.h"
#include "view/text/text_table.h"
#include "view/words.h"

#include <string.h>

/* A comparison: its objective, bots, how many numbers it has, and by how much they differ. */
static void check_add_row(alea__table *table, const alea_comparison *one)
{
    alea__table_text(table, alea_objective_name(one->objective));
    alea__table_text(table, alea_compared_name(one->what));
    alea__table_name(table, one->bots);
    if (one->compared > 0)
        alea__table_count(table, one->compared);
    else
        alea__table_text(table, "");
    if (one->compared == 0 || one->what == ALEA_COMPARED_PROOF)
        alea__table_text(table, "");
    else if (one->what == ALEA_COMPARED_GAMES)
        alea__table_number(table, VIEW_CHECK_ERRORS, one->difference);
    else
        alea__table_number(table, "%.1e", one->difference);
    alea__table_text(table, !one->holds ? VIEW_CHECK_WRONG : one->compared > 0 ? "" : VIEW_CHECK_NONE);
}

/* What differs and, once each, why something was not compared. */
static void check_add_notes(alea__text *out, const alea_game_report *report, unsigned width)
{
    const char *before = "";
    for (size_t i = 0; i < report->count; i++) {
        const alea_comparison *one = &report->comparison[i];
        if (!*one->note || strcmp(one->note, before) == 0) continue;
        before = one->note;
        alea__text_add(out, "\n");
        alea__text note = {0};
        alea__text_add(&note, "%s, %s: ", alea_objective_name(one->objective), alea_compared_name(one->what));
        alea__add_printable(&note, one->note);
        if (note.data) alea__add_wrapped(out, note.data, 2, width);
        alea__text_free(&note);
    }
}

alea_status alea_view_game_check(const alea_game *game, const alea_game_report *report,
                                 const alea_view_work *work, const alea_view_options *given, char **out,
                                 alea_error *error)
{
    const alea_view_options options = alea__view_options(given);
    if (options.json) return alea__game_check_json(game, report, work, out, error);
    alea__text text = {0};
    alea__table table = {0};
    alea__add_printable(&text, alea_game_spec(game));
    alea__text_add(&text, ": ");
    alea__add_number(&text, report->states);
    alea__text_add(&text, VIEW_CHECK_STATES);
    alea__add_number(&text, report->decisions);
    alea__text_add(&text, VIEW_CHECK_DECISIONS);
    alea__table_columns(&table, "<for|<compared|<bots|numbers|difference|<");
    for (size_t i = 0; i < report->count; i++) check_add_row(&table, &report->comparison[i]);
    alea__table_finish(&table, &options, &text);
    check_add_notes(&text, report, options.width);
    alea__text_add(&text, "\n%s ", report->holds ? VIEW_CHECK_AGREES : VIEW_CHECK_DIFFERS);
    alea__add_seconds(&text, work->seconds);
    alea__text_add(&text, "\n");
    return alea__view_finish(&text, out, error);
}
