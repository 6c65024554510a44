/* The distributions of a run as text. */
#include "base/assert.h"
#include "view/messages.h"
#include "view/number.h"
#include "view/run_view.h"
#include "view/text/parts.h"
#include "view/text/text_table.h"
#include "view/words.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

enum { TEXT_BARS = 12, NARROWEST_BAR = 10, COLUMNS_BESIDE_BAR = 28 };

/* The title of a spread, such as "$ a game of hold(20)". */
static void analytics_add_title(alea__text *out, const alea_run_result *r, const alea_run_spread *s)
{
    alea__text_add(out, "%s", alea__spread_title(s->measure));
    if (s->bot >= r->players) return;
    alea__text_add(out, " of ");
    alea__add_printable(out, alea__run_name(r, s->bot));
}

/* A table with a line for each distribution: mean, deviation, percentiles and extremes. */
static void analytics_add_numbers(alea__text *out, const alea_run_result *r, const alea_run_analytics *a,
                                  const alea_view_options *options)
{
    alea__table t = {0};
    char number[ALEA__NUMBER];
    alea__table_columns(&t, "<|mean|stdev|5 %|median|95 %|min|max");
    for (unsigned i = 0; i < a->spreads; i++) {
        const alea_run_spread *s = &a->spread[i];
        if (s->games == 0) continue;
        alea__text title = {0};
        analytics_add_title(&title, r, s);
        alea__table_text(&t, title.data ? title.data : "");
        alea__text_free_part(&title, out);
        alea__table_text(
            &t, alea__estimate_text(number, s->mean, s->games > 1 ? s->mean_se : NAN, options->ascii));
        alea__table_number(&t, "%.1f", s->stdev);
        const int64_t whole[] = {s->percentile[0], s->percentile[2], s->percentile[4], s->min, s->max};
        for (unsigned k = 0; k < sizeof whole / sizeof *whole; k++)
            alea__table_number(&t, "%" PRId64, whole[k]);
    }
    alea__table_finish(&t, options, out);
}

/* Who ended ahead of whom, for three bots or more, in the order of ranks. */
static void analytics_add_ahead(alea__text *out, const alea_run_result *r, const alea_run_analytics *a,
                                const alea_view_options *options)
{
    alea__table t = {0};
    unsigned order[ALEA_MAX_SEATS];
    char title[16];
    if (r->players < 3) return;
    alea__run_order(r, order);
    alea__table_column(&t, ALEA__LEFT, "ahead of");
    for (unsigned j = 0; j < r->players; j++) {
        snprintf(title, sizeof title, "%u", j + 1);
        alea__table_column(&t, ALEA__RIGHT, title);
    }
    for (unsigned i = 0; i < r->players; i++) {
        alea__text name = {0};
        alea__text_add(&name, "%u  ", i + 1);
        alea__add_printable(&name, alea__run_name(r, order[i]));
        alea__table_text(&t, name.data ? name.data : "");
        alea__text_free_part(&name, out);
        for (unsigned j = 0; j < r->players; j++)
            if (i == j)
                alea__table_text(&t, "-");
            else
                alea__table_number(&t, "%.1f %%",
                                   100 * (double)a->ahead[order[i]][order[j]] / (double)a->games);
    }
    alea__text_add(out, "\n");
    alea__table_finish(&t, options, out);
}

/* A distribution as bars, one a line. */
static void analytics_add_bars(alea__text *out, const alea_run_result *r, const alea_run_spread *s,
                               const alea_view_options *options)
{
    const alea__bars b = alea__bars_of(s, TEXT_BARS);
    const unsigned columns = options->width > COLUMNS_BESIDE_BAR + NARROWEST_BAR
                                 ? options->width - COLUMNS_BESIDE_BAR
                                 : NARROWEST_BAR;
    alea__text_add(out, "\n  ");
    analytics_add_title(out, r, s);
    alea__text_add(out, "\n");
    for (unsigned i = 0; i < b.bars; i++) {
        char values[64];
        const int64_t first = b.first + (int64_t)i * b.step;
        if (b.step == 1)
            snprintf(values, sizeof values, "%" PRId64, first);
        else
            snprintf(values, sizeof values, "%" PRId64 " to %" PRId64, first, first + b.step - 1);
        alea__text_add(out, "  %14s  %6.2f %%", values, 100 * (double)b.games[i] / (double)s->games);
        const double length = (double)b.games[i] / (double)b.most * columns;
        if (length >= (options->ascii ? 0.5 : 1 / 16.0)) {
            alea__text_add(out, "  ");
            alea__add_bar(out, length, options->ascii);
        }
        alea__text_add(out, "\n");
    }
}

void alea__add_analytics(alea__text *out, const alea_run_result *r, const alea_run_analytics *a,
                         const alea_view_options *options)
{
    alea__text words = {0};
    char count[ALEA__NUMBER];
    ALEA_ASSERT(a->players == r->players && a->games > 0);
    alea__text_add(out, "\n");
    analytics_add_numbers(out, r, a, options);
    analytics_add_ahead(out, r, a, options);
    for (unsigned i = 0; i < a->spreads; i++)
        if (a->spread[i].games > 0) analytics_add_bars(out, r, &a->spread[i], options);
    alea__text_add(&words, VIEW_MEASURED " %s", alea__count_text(count, (int64_t)a->games),
                   alea__plural(a->games), VIEW_BARS_BEYOND);
    if (r->players > 1) alea__text_add(&words, "\n\n%s", VIEW_LEAD);
    if (r->players > 2) alea__text_add(&words, " %s", VIEW_AHEAD);
    alea__text_add(out, "\n");
    if (words.data) alea__add_wrapped(out, words.data, 0, options->width);
    alea__text_free_part(&words, out);
}
