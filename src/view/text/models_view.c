/* Models of a game side by side, as text. */
#include "base/assert.h"
#include "view/json/views.h"
#include "view/messages.h"
#include "view/text/text_table.h"
#include "view/words.h"

#include <alea/stats.h>
#include <inttypes.h>
#include <stdio.h>

enum { LAST_PERCENTILE = 5 /* those up to 95: with all of them the table is too wide */ };

static void models_add_row(alea__table *t, const alea_view_model *m)
{
    const alea_summary *s = &m->distribution->summary;
    alea__table_text(t, m->name);
    alea__table_number(t, "%.3f", m->claim);
    alea__table_number(t, "%.3f", s->mean);
    alea__table_number(t, "%.3f", s->stdev);
    for (unsigned i = 0; i < LAST_PERCENTILE; i++) alea__table_number(t, "%u", (unsigned)s->percentile[i]);
    alea__table_number(t, "%u", (unsigned)s->mode);
}

/* A row for each model, and an explanation of the columns. */
alea_status alea_view_models(const alea_view_model *model, size_t count, uint64_t seed,
                             const alea_view_options *given, char **out, alea_error *error)
{
    const alea_view_options options = alea__view_options(given);
    if (options.json) return alea__models_json(model, count, seed, out, error);
    alea__text text = {0}, words = {0};
    alea__table t = {0};
    ALEA_ASSERT(count > 0);
    alea__text_add(&text, "%s: models, and the scores of their policies\n\n", alea_game_spec(model->game));
    alea__table_columns(&t, "<model|expects|mean|stdev");
    for (unsigned i = 0; i < LAST_PERCENTILE; i++) {
        char title[16];
        snprintf(title, sizeof title, "%uth", alea_percentile[i]);
        alea__table_column(&t, ALEA__RIGHT, title);
    }
    alea__table_column(&t, ALEA__RIGHT, "mode");
    for (size_t i = 0; i < count; i++) models_add_row(&t, &model[i]);
    alea__table_finish(&t, &options, &text);
    alea__text_add(&words, VIEW_MODELS, seed);
    for (size_t i = 0; i < count && model[i].samples == 0; i++)
        if (alea_ties_name(model[i].distribution->ties))
            alea__text_add(&words, "\n\nTies: %s. %s", alea_ties_name(model[i].distribution->ties),
                           alea_ties_sentence(model[i].distribution->ties));
    alea__text_add(&text, "\n");
    if (words.data) alea__add_wrapped(&text, words.data, 0, options.width);
    alea__text_free_part(&words, &text);
    return alea__view_finish(&text, out, error);
}
