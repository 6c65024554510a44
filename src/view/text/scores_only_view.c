/* The best strategy of the two scores alone. */
#include "base/assert.h"
#include "view/json/views.h"
#include "view/messages.h"
#include "view/number.h"
#include "view/text/parts.h"
#include "view/words.h"

/* The certainty that nothing is better, and the work it took. */
static void scores_add_standing(alea__text *out, const alea_scores_only *found, const alea_view_work *work,
                                const alea_view_options *options)
{
    alea__text words = {0};
    char cells[ALEA__NUMBER];
    alea__count_text(cells, (int64_t)found->side * found->side);
    if (found->proved)
        alea__text_add(&words, VIEW_SCORES_PROVED);
    else
        alea__text_add(&words, VIEW_SCORES_FOUND, found->starts, found->starts == 1 ? "" : "es", cells);
    if (found->opponents > 1) alea__text_add(&words, VIEW_SCORES_BEATEN, found->beaten, found->opponents);
    alea__add_seconds(&words, work->seconds);
    alea__add_file(&words, "table", work->file);
    out->failed |= words.failed;
    if (!out->failed) alea__add_wrapped(out, words.data, 0, options->width);
    alea__text_free(&words);
}

alea_status alea_view_scores_only(const alea_game *game, const char *against, const alea_scores_only *found,
                                  const alea_view_work *work, const alea_view_options *given, char **out,
                                  alea_error *error)
{
    const alea_view_work nothing = {0};
    alea_view_options options = alea__view_options(given);
    if (!work) work = &nothing;
    if (options.json) return alea__scores_only_json(game, against, found, work, out, error);
    alea__text text = {0};
    alea__table table = {0};
    ALEA_ASSERT(found->rate.lower <= found->ceiling.upper);
    alea__text_add(&text, VIEW_SCORES_TITLE, alea_game_spec(game));
    alea__add_printable(&text, against);
    alea__text_add(&text, "\n\n");
    alea__value_columns(&table, "", ALEA_WIN);
    alea__value_cells(&table, found->proved ? VIEW_SCORES_BEST : VIEW_SCORES_BEST_FOUND, found->rate);
    if (!found->proved) alea__value_cells(&table, VIEW_SCORES_CEILING, found->ceiling);
    alea__table_finish(&table, &options, &text);
    alea__text_add(&text, "\n");
    scores_add_standing(&text, found, work, &options);
    return alea__view_finish(&text, out, error);
}
