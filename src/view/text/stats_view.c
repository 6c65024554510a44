/* The distribution of a score as text. */
#include "view/stats_view.h"
#include "base/assert.h"
#include "view/json/views.h"
#include "view/messages.h"
#include "view/number.h"
#include "view/text/parts.h"
#include "view/text/text_table.h"
#include "view/words.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

/* ---- the numbers ---- */

typedef struct stats_writer {
    const alea_view_distribution *view;
    alea_view_options options;
    alea__table table;
} stats_writer;

static void stats_real_row(stats_writer *w, const char *label, double exact, double simulated, double se)
{
    char text[ALEA__NUMBER];
    alea__table_text(&w->table, label);
    if (w->view->exact) alea__table_number(&w->table, "%.6f", exact);
    if (w->view->sample)
        alea__table_text(&w->table, alea__estimate_text(text, simulated, se, w->options.ascii));
}

static void stats_count_row(stats_writer *w, const char *label, uint32_t exact, uint32_t simulated)
{
    alea__table_text(&w->table, label);
    if (w->view->exact) alea__table_number(&w->table, "%u", (unsigned)exact);
    if (w->view->sample) alea__table_number(&w->table, "%u", (unsigned)simulated);
}

/* Adds the numbers of the distribution. Exact and simulated ones stand side by side. */
static void stats_add_numbers(stats_writer *w, alea__text *out)
{
    static const alea_summary none;
    const alea_summary *e = w->view->exact ? &w->view->exact->summary : &none;
    const alea_sample *sample = w->view->sample;
    const alea_summary *s = sample ? &sample->summary : &none;
    alea__table_column(&w->table, ALEA__LEFT, "");
    if (w->view->exact) alea__table_column(&w->table, ALEA__RIGHT, "exact");
    if (sample) alea__table_column(&w->table, ALEA__RIGHT, "simulated");
    stats_real_row(w, "mean", e->mean, s->mean, sample ? sample->mean_se : 0);
    stats_real_row(w, "standard deviation", e->stdev, s->stdev, sample ? sample->stdev_se : 0);
    for (unsigned i = 0; i < ALEA_PERCENTILES; i++) {
        char label[32];
        snprintf(label, sizeof label, "%uth percentile", alea_percentile[i]);
        stats_count_row(w, label, e->percentile[i], s->percentile[i]);
    }
    stats_count_row(w, "mode", e->mode, s->mode);
    stats_count_row(w, "lowest", e->min, s->min);
    stats_count_row(w, "highest", e->max, s->max);
    alea__table_finish(&w->table, &w->options, out);
}

/* ---- combinations ---- */

/* Adds a line for each combination, from the exact distribution; adds nothing without it. */
static void stats_add_combinations(const alea_view_distribution *v, const alea_view_options *options,
                                   alea__text *out)
{
    alea__table t = {0};
    if (!v->exact || v->exact->parts == 0) return;
    alea__table_columns(&t, "<combination|completed|dice kept|points");
    for (unsigned i = 0; i < v->exact->parts; i++) {
        const alea_distribution_part *p = &v->exact->part[i];
        alea__table_text(&t, p->name);
        if (p->is_collect) {
            alea__table_text(&t, "");
            alea__table_number(&t, "%.4f", p->dice);
        } else {
            alea__table_number(&t, "%.4f %%", 100 * p->completed);
            alea__table_text(&t, "");
        }
        alea__table_number(&t, "%.4f", p->points);
    }
    alea__table_text(&t, "goods left over");
    alea__table_text(&t, "");
    alea__table_text(&t, "");
    alea__table_number(&t, "%.4f", v->exact->goods_mean);
    alea__text_add(out, "\n");
    alea__table_finish(&t, options, out);
}

/* ---- the histogram ---- */

enum { BINS = 30, NARROWEST_BAR = 10, BESIDE_BAR = 22 };

/* What all lines of a histogram have in common. The largest share has a bar of `columns`. */
typedef struct stats_histogram {
    const alea_view_distribution *view;
    alea__bins bins;
    double most;
    unsigned columns;
    bool ascii;
} stats_histogram;

/* Adds a line of the histogram: scores, share and bar. */
static void stats_add_bin(const stats_histogram *h, uint32_t bin, alea__text *out)
{
    ALEA_ASSERT(bin < h->bins.count && h->most > 0);
    char scores[32];
    const unsigned first = h->bins.first + bin * h->bins.step;
    const double share = alea__bin_share(h->view, &h->bins, bin), columns = share / h->most * h->columns;
    if (h->bins.step == 1)
        snprintf(scores, sizeof scores, "%u", first);
    else
        snprintf(scores, sizeof scores, "%u%s%u", first, h->ascii ? "-" : "–", first + h->bins.step - 1);
    alea__text_add(out, "  %*s%s %7.3f %%", (int)(9 - alea__columns(scores)), "", scores, 100 * share);
    if (columns >= (h->ascii ? 0.5 : 1 / 16.0)) {
        alea__text_add(out, "  ");
        alea__add_bar(out, columns, h->ascii);
    }
    alea__text_add(out, "\n");
}

/* Adds a histogram of at most BINS bins. The longest bar fills the width. */
static void stats_add_histogram(const alea_view_distribution *v, const alea_view_options *options,
                                alea__text *out)
{
    const bool wide = options->width > BESIDE_BAR + NARROWEST_BAR;
    stats_histogram h = {.view = v,
                         .bins = alea__bins_of(v, BINS),
                         .columns = wide ? options->width - BESIDE_BAR : NARROWEST_BAR,
                         .ascii = options->ascii};
    for (uint32_t i = 0; i < h.bins.count; i++) h.most = fmax(h.most, alea__bin_share(v, &h.bins, i));
    alea__text_add(out, "\n");
    for (uint32_t i = 0; i < h.bins.count && h.most > 0; i++) stats_add_bin(&h, i, out);
}

/* ---- text ---- */

/* Adds the rule for ties, the error of the exact numbers and the origin of the simulated ones. */
static void stats_add_words(const alea_view_distribution *v, const alea_view_options *options,
                            alea__text *out)
{
    alea__text words = {0};
    const char *rule = alea_ties_sentence(alea__ties_of(v));
    char count[ALEA__NUMBER], took[ALEA__NUMBER];
    if (rule) alea__text_add(&words, "Ties: %s. %s\n\n", alea_ties_name(alea__ties_of(v)), rule);
    if (v->exact) {
        alea__text_add(&words, VIEW_EXACT_SPREAD, v->exact->error);
        if (v->exact_seconds > 0)
            alea__text_add(&words, VIEW_IT_TOOK, alea__duration_text(took, v->exact_seconds));
        alea__text_add(&words, "\n\n");
    }
    if (!v->exact && v->inexact) alea__text_add(&words, VIEW_SIMULATED_ONLY, v->inexact);
    if (v->sample) {
        alea__text_add(&words, VIEW_SIMULATED, alea__count_text(count, (int64_t)v->sample->games),
                       v->sample->seed);
        if (v->sample_seconds > 0)
            alea__text_add(&words, VIEW_IT_TOOK, alea__duration_text(took, v->sample_seconds));
        if (v->sample->forfeits) alea__text_add(&words, VIEW_BOT_FAILED, v->sample->forfeits);
    }
    if (words.data) alea__add_wrapped(out, words.data, 0, options->width);
    if (words.failed) out->failed = true;
    alea__text_free(&words);
}

/* Shows the numbers, the combinations, the histogram and the explanations. */
alea_status alea_view_stats(const alea_view_distribution *v, const alea_view_options *given, char **out,
                            alea_error *error)
{
    alea_view_options options = alea__view_options(given);
    if (options.json) return alea__stats_json(v, out, error);
    alea__text text = {0};
    stats_writer w = {.view = v, .options = options};
    alea__text_add(&text, "%s, ", alea_game_spec(v->game));
    alea__add_printable(&text, v->bot);
    alea__text_add(&text, ": the score\n\n");
    stats_add_numbers(&w, &text);
    stats_add_combinations(v, &options, &text);
    stats_add_histogram(v, &options, &text);
    alea__text_add(&text, "\n");
    stats_add_words(v, &options, &text);
    return alea__view_finish(&text, out, error);
}
