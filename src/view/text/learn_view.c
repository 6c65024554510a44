/* Learning curves as text, and as a line for each point. */
#include "view/learn_view.h"
#include "view/messages.h"
#include "view/number.h"
#include "view/text/parts.h"
#include "view/words.h"

#include <inttypes.h>
#include <math.h>

enum { LEARN_DECIMALS = 6 };

/* The columns that some curve has. */
typedef struct learn_columns {
    bool rate, value, loss, exploitability;
} learn_columns;

static learn_columns learn_find_columns(const alea_learn_curve *c)
{
    learn_columns has = {0};
    for (unsigned i = 0; i < c->count; i++) {
        has.rate |= !isnan(c->point[i].rate) && c->against;
        has.value |= !isnan(c->point[i].value.lower);
        has.loss |= !isnan(c->point[i].loss.lower);
        has.exploitability |= !isnan(c->point[i].exploitability.lower);
    }
    return has;
}

static void learn_interval_cell(alea__table *t, alea_interval i)
{
    char number[ALEA__NUMBER];
    alea__table_text(t, isnan(i.lower) ? "-" : alea__certain_text(number, i.lower, i.upper, LEARN_DECIMALS));
}

static void learn_row(alea__table *t, learn_columns has, const alea_learn_point *p,
                      const alea_view_options *options)
{
    char number[ALEA__NUMBER];
    alea__table_count(t, p->games);
    if (has.rate)
        alea__table_text(t,
                         isnan(p->rate) ? "-" : alea__rate_text(number, p->rate, p->rate_se, options->ascii));
    if (has.value) learn_interval_cell(t, p->value);
    if (has.loss) learn_interval_cell(t, p->loss);
    if (has.exploitability) learn_interval_cell(t, p->exploitability);
}

/* The points of one bot as a table, and what happened besides. */
static void learn_add_curve(alea__text *text, const alea_learn_curve *c, const alea_view_options *options)
{
    alea__table t = {0};
    const learn_columns has = learn_find_columns(c);
    alea__add_printable(text, c->bot);
    if (c->against) alea__text_add(text, " against ");
    if (c->against) alea__add_printable(text, c->against == c->bot ? "itself" : c->against);
    alea__text_add(text, "\n\n");
    alea__table_columns(&t, "games");
    if (has.rate) alea__table_columns(&t, "won while learning");
    if (has.value)
        alea__table_columns(&t, !c->against ? "value" : c->objective == ALEA_MONEY ? "$ a game" : "wins");
    if (has.loss) alea__table_columns(&t, "loss");
    if (has.exploitability) alea__table_columns(&t, "exploitability");
    for (unsigned i = 0; i < c->count; i++) learn_row(&t, has, &c->point[i], options);
    alea__table_finish(&t, options, text);
    if (c->forfeits > 0) {
        alea__text_add(text, VIEW_LEARN_FORFEITS, c->forfeits, alea__plural(c->forfeits));
        alea__add_printable(text, c->failure_text);
        alea__text_add(text, "\n");
    }
    if (c->resumed > 0) alea__text_add(text, VIEW_LEARN_RESUMED, c->resumed, alea__plural(c->resumed));
    if (c->stopped) alea__text_add(text, VIEW_LEARN_STOPPED, c->games, alea__plural(c->games));
    alea__text_add(text, "\n");
}

alea_status alea_view_learning(const alea_learn_curve *const *curves, size_t count, double seconds,
                               const alea_view_options *given, char **out, alea_error *error)
{
    const alea_view_options options = alea__view_options(given);
    const alea__curves all = {curves, count, seconds};
    if (options.json) return alea__learning_json(&all, out, error);
    alea__text text = {0}, words = {0};
    alea__add_played(&text, curves[0]->game, curves[0]->objective);
    alea__text_add(&text, ", seed %" PRIu64 "\n\n", curves[0]->seed);
    for (size_t i = 0; i < count; i++) learn_add_curve(&text, curves[i], &options);
    if (curves[0]->exact) alea__text_add(&words, "%s", VIEW_LEARN_EXACT);
    if (*curves[0]->why)
        alea__text_add(&words, curves[0]->exact ? VIEW_LEARN_PARTLY : VIEW_LEARN_INEXACT, curves[0]->why);
    alea__add_seconds(&words, seconds);
    if (words.data) alea__add_wrapped(&text, words.data, 0, options.width);
    alea__text_free_part(&words, &text);
    return alea__view_finish(&text, out, error);
}

/* ---- lines ---- */

static void learn_csv_number(alea__text *out, double value)
{
    alea__text_add(out, ",");
    if (!isnan(value)) alea__text_add(out, "%.17g", value);
}

alea_status alea_view_learning_csv(const alea_learn_curve *const *curves, size_t count, char **out,
                                   alea_error *error)
{
    alea__text text = {0};
    alea__text_add(&text, "bot,games,played,win_rate,win_rate_se,lower,upper,loss_lower,loss_upper,"
                          "exploitability_lower,exploitability_upper\n");
    for (size_t c = 0; c < count; c++)
        for (unsigned i = 0; i < curves[c]->count; i++) {
            const alea_learn_point *p = &curves[c]->point[i];
            const double number[] = {
                p->rate,       p->rate_se,    p->value.lower,          p->value.upper,
                p->loss.lower, p->loss.upper, p->exploitability.lower, p->exploitability.upper};
            alea__add_csv_text(&text, curves[c]->bot);
            alea__text_add(&text, ",%" PRIu64 ",%" PRIu64, p->games, p->played);
            for (size_t n = 0; n < sizeof number / sizeof *number; n++) learn_csv_number(&text, number[n]);
            alea__text_add(&text, "\n");
        }
    return alea__view_finish(&text, out, error);
}
