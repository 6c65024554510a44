/* A tournament's result as text. */
#include "base/assert.h"
#include "base/text.h"
#include "view/json/views.h"
#include "view/messages.h"
#include "view/number.h"
#include "view/text/parts.h"
#include "view/tournament_view.h"
#include "view/words.h"

#include <math.h>
#include <stdio.h>

enum { MATRIX_MOST = 20 };

/* ---- the standings -------------------------------------------------------------------------------------------------- */

/* The interval of the ranking's quantity, with decimals that suit its width; `?` without a bound. */
static void standings_add_interval(alea__table *t, const alea_tournament_result *r,
                                   const alea_tournament_standing *s)
{
    char low[32], high[32];
    const alea__tournament_result v = alea__tournament_ranked(r, s);
    if (v.error == 0 && s->games == 0 && v.lower == v.upper) {
        alea__table_text(t, "exact");
        return;
    }
    if (!isfinite(v.lower) || !isfinite(v.upper)) {
        alea__print(low, sizeof low, isfinite(v.lower) ? "%+.0f" : "?", v.lower);
        alea__print(high, sizeof high, isfinite(v.upper) ? "%+.0f" : "?", v.upper);
    } else {
        const double width = v.upper - v.lower;
        const int decimals = width < 2 ? 2 : width < 20 ? 1 : 0;
        alea__print(low, sizeof low, "%+.*f", decimals, v.lower);
        alea__print(high, sizeof high, "%+.*f", decimals, v.upper);
    }
    alea__table_number(t, "%s to %s", low, high);
}

/* A number that is proved, in per cent or dollars, with the digits that its bounds guarantee. */
static void standings_add_proved(alea__table *t, bool known, alea_interval share, bool money)
{
    char number[ALEA__NUMBER];
    if (!known)
        alea__table_text(t, "-");
    else if (money)
        alea__table_text(t, alea__certain_text(number, share.lower, share.upper, 4));
    else
        alea__table_number(t, "%s %%", alea__certain_text(number, 100 * share.lower, 100 * share.upper, 3));
}

/* The titles of the columns besides the ratings, and the cells of one bot below them. */
static void standings_add_titles(alea__table *t, alea__tournament_columns c)
{
    if (c.elo) alea__table_column(t, ALEA__RIGHT, "Elo");
    if (c.money) alea__table_column(t, ALEA__RIGHT, "$ a game");
    if (c.loss) alea__table_column(t, ALEA__RIGHT, "to optimal");
    if (c.exploitability) alea__table_column(t, ALEA__RIGHT, "exploitable");
    if (c.fuel) alea__table_column(t, ALEA__RIGHT, "fuel");
    if (c.forfeits) alea__table_column(t, ALEA__RIGHT, "forfeits");
}

static void standings_add_more(alea__table *t, const alea_tournament_standing *s, alea__tournament_columns c,
                               bool ascii)
{
    char number[ALEA__NUMBER];
    if (c.elo) alea__table_number(t, "%+.1f", s->rating);
    if (c.money) alea__table_text(t, alea__tournament_money_text(number, s, ascii));
    if (c.loss) standings_add_proved(t, s->has_loss, s->loss, c.elo);
    if (c.exploitability) standings_add_proved(t, s->has_exploitability, s->exploitability, c.elo);
    if (c.fuel) alea__table_text(t, s->fuel > 0 ? alea__short_text(number, s->fuel) : "-");
    if (c.forfeits) alea__table_count(t, s->forfeits);
}

/* The row of one bot, with the columns of standings_table. */
static void standings_add_row(alea__table *t, const alea_tournament_result *r, unsigned place,
                              alea__tournament_columns c, bool ascii)
{
    char number[ALEA__NUMBER];
    const alea_tournament_standing *s = &r->standing[place];
    alea__table_name(t, alea__tournament_name(r, place));
    alea__table_number(t, "%u", s->rank);
    if (alea__tournament_for_money(r))
        alea__table_text(t, alea__tournament_money_text(number, s, ascii));
    else
        alea__table_number(t, "%+.1f", s->rating);
    standings_add_interval(t, r, s);
    alea__table_text(t, alea__tournament_rate_text(number, s, ascii));
    standings_add_more(t, s, c, ascii);
}

/* The table of standings, with the columns that are not empty. */
static alea__table standings_table(const alea_tournament_result *r, alea__tournament_columns c, bool ascii)
{
    alea__table t = {0};
    char interval[32];
    alea__print(interval, sizeof interval, "%g %%", 100 * r->confidence);
    const bool money = alea__tournament_for_money(r);
    alea__table_columns(&t, money ? "<bot|rank|$ a game" : "<bot|rank|rating");
    alea__table_column(&t, ALEA__RIGHT, interval);
    alea__table_column(&t, ALEA__RIGHT, "score");
    standings_add_titles(&t, c);
    for (unsigned place = 0; place < r->bots; place++) standings_add_row(&t, r, place, c, ascii);
    return t;
}

/* One table if it fits; else the columns besides the ratings go to a second one. */
static void text_add_standings(alea__text *out, const alea_tournament_result *r, const alea_view_options *o)
{
    const alea__tournament_columns all = alea__tournament_columns_of(r), none = {.money = false};
    alea__table t = standings_table(r, all, o->ascii);
    if (alea__table_width(&t) <= o->width) {
        alea__table_finish(&t, o, out);
        return;
    }
    alea__table_free(&t);
    t = standings_table(r, none, o->ascii);
    alea__table_finish(&t, o, out);
    alea__text_add(out, "\n");
    t = (alea__table){0};
    alea__table_column(&t, ALEA__LEFT, "bot");
    standings_add_titles(&t, all);
    for (unsigned place = 0; place < r->bots; place++) {
        const alea_tournament_standing *s = &r->standing[place];
        alea__table_name(&t, alea__tournament_name(r, place));
        standings_add_more(&t, s, all, o->ascii);
    }
    alea__table_finish(&t, o, out);
}

/* ---- who beats whom ---------------------------------------------------------------------------------------------------- */

/* How many decimals of per cents, or of dollars, all played pairs have certain. */
static int matrix_decimals(const alea_tournament_result *r)
{
    double worst = 0;
    const bool money = alea__tournament_for_money(r);
    for (size_t i = 0; i < r->pairs; i++)
        worst = fmax(worst, money ? r->pair[i].gain_se / 100 : r->pair[i].rate_se);
    return worst > 0.002 ? 1 : 2;
}

/* Each bot's per cent or dollars against each other, in the order of ranks. */
static alea__table matrix_table(const alea_tournament_result *r)
{
    alea__table t = {0};
    char title[16];
    const int decimals = matrix_decimals(r);
    const double percent = alea__tournament_for_money(r) ? 1 : 100;
    alea__table_column(&t, ALEA__LEFT, percent > 1 ? "% against" : "$ against");
    for (unsigned j = 0; j < r->bots; j++) {
        snprintf(title, sizeof title, "%u", j + 1);
        alea__table_column(&t, ALEA__RIGHT, title);
    }
    for (unsigned i = 0; i < r->bots; i++) {
        char name[512];
        snprintf(name, sizeof name, "%u %s", i + 1, alea__tournament_name(r, i));
        alea__table_name(&t, name);
        for (unsigned j = 0; j < r->bots; j++) {
            const unsigned a = r->standing[i].bot, b = r->standing[j].bot;
            const alea_tournament_pair *p = i == j ? NULL : alea__tournament_pair(r, a, b);
            if (p)
                alea__table_number(&t, "%.*f", decimals, percent * alea__tournament_between(r, p, a).value);
            else
                alea__table_text(&t, i == j ? "" : "-");
        }
    }
    return t;
}

/* One line for each pair, if the table would be too wide or there are only two bots. */
static void text_add_pairs(alea__text *out, const alea_tournament_result *r, const alea_view_options *o)
{
    alea__table t = {0};
    char number[ALEA__NUMBER];
    const bool money = alea__tournament_for_money(r);
    alea__table_columns(&t, money ? "<bot|<against|$ a game|<how" : "<bot|<against|score|<how");
    for (unsigned i = 0; i < r->bots; i++)
        for (unsigned j = i + 1; j < r->bots; j++) {
            const unsigned a = r->standing[i].bot;
            const alea_tournament_pair *p = alea__tournament_pair(r, a, r->standing[j].bot);
            if (!p) continue;
            const alea__tournament_result v = alea__tournament_between(r, p, a);
            alea__table_name(&t, alea__tournament_name(r, i));
            alea__table_name(&t, alea__tournament_name(r, j));
            if (p->exact && money)
                alea__table_text(&t, alea__certain_text(number, v.lower, v.upper, 9));
            else if (p->exact)
                alea__table_number(&t, "%s %%", alea__certain_text(number, 100 * v.lower, 100 * v.upper, 9));
            else if (money)
                alea__table_text(&t, alea__estimate_text(number, v.value, v.error, o->ascii));
            else
                alea__table_text(&t, alea__rate_text(number, v.value, v.error, o->ascii));
            alea__table_text(&t, p->exact ? "exact" : "played");
        }
    alea__table_finish(&t, o, out);
}

/* Who beats whom, as a table if it fits, else pair by pair. */
static void text_add_matrix(alea__text *out, const alea_tournament_result *r, const alea_view_options *o)
{
    if (r->pairs == 0) return;
    if (r->bots > 3 && r->bots <= MATRIX_MOST) {
        alea__table t = matrix_table(r);
        if (alea__table_width(&t) <= o->width) {
            alea__table_finish(&t, o, out);
            return;
        }
        alea__table_free(&t);
    }
    if (r->bots <= MATRIX_MOST)
        text_add_pairs(out, r, o);
    else
        alea__text_add(out, VIEW_PAIRS_ELSEWHERE, r->pairs);
}

/* ---- the whole ------------------------------------------------------------------------------------------------------- */

/* Adds the words as paragraphs, with how long it took at the end. */
static void text_finish_words(alea__text *text, alea__text *words, double seconds, const alea_view_options *o)
{
    char number[ALEA__NUMBER];
    if (seconds > 0) alea__text_add(words, VIEW_IT_TOOK, alea__duration_text(number, seconds));
    if (words->data) alea__add_wrapped(text, words->data, 0, o->width);
    text->failed |= words->failed;
    alea__text_free(words);
}

alea_status alea_view_tournament(const alea_tournament_result *r, double seconds,
                                 const alea_view_options *given, char **out, alea_error *error)
{
    const alea_view_options options = alea__view_options(given);
    if (options.json) return alea__tournament_json(r, out, error);
    alea__text text = {0}, words = {0};
    ALEA_ASSERT(r->bots >= 1);
    alea__add_tournament_title(&text, r);
    alea__text_add(&text, "\n\n");
    text_add_standings(&text, r, &options);
    alea__text_add(&text, "\n");
    text_add_matrix(&text, r, &options);
    alea__text_add(&text, "\n");
    alea__add_tournament_verdict(&words, r);
    alea__add_tournament_legend(&words, r);
    if (alea__tournament_for_money(r) && r->players > 2) {
        alea__text_add(&words, " ");
        alea__add_tournament_matrix(&words, r);
    }
    alea__text_add(&words, "\n");
    text_finish_words(&text, &words, seconds, &options);
    return alea__view_finish(&text, out, error);
}

/* ---- while it goes on -------------------------------------------------------------------------------------------------- */

alea_status alea_view_tournament_live(const alea_tournament_result *r, unsigned lines,
                                      const alea_view_options *given, char **out, alea_error *error)
{
    const alea_view_options options = alea__view_options(given);
    alea__text text = {0};
    for (unsigned place = 0; place < r->bots && place < lines; place++) {
        const alea_tournament_standing *s = &r->standing[place];
        char line[96], value[32], half[32];
        const alea__tournament_result v = alea__tournament_ranked(r, s);
        const double reach = (v.upper - v.lower) / 2;
        alea__print(value, sizeof value, isnan(v.value) ? "-" : "%+.1f", v.value);
        alea__print(half, sizeof half, isfinite(reach) ? "%.1f" : "?", reach);
        snprintf(line, sizeof line, "%3u  %8s %s %-7s ", s->rank, value, options.ascii ? "+/-" : "±", half);
        alea__text_add(&text, "%s", line);
        const size_t used = alea__columns(line);
        alea__text name = {0};
        alea__add_printable(&name, alea__tournament_name(r, place));
        if (name.data && options.width > used + 4)
            alea__add_shortened(&text, name.data, options.width - used, options.ascii);
        alea__text_free_part(&name, &text);
        alea__text_add(&text, "\n");
    }
    if (r->bots > lines) alea__text_add(&text, VIEW_LIVE_MORE, r->bots - lines);
    return alea__view_finish(&text, out, error);
}

/* ---- a comparison ------------------------------------------------------------------------------------------------------ */

/* The names of the two with a word between them. */
static void compare_add_names(alea__text *out, const alea_compare_result *r, const char *between)
{
    const bool worse = r->verdict == ALEA_COMPARE_WORSE;
    alea__add_printable(out, worse ? r->b : r->a);
    alea__text_add(out, "%s", between);
    alea__add_printable(out, worse ? r->a : r->b);
}

/* The gain of the better bot, and how often it wins. */
static void compare_add_gain(alea__text *out, const alea_compare_result *r, double sign)
{
    char gain[ALEA__NUMBER], wins[ALEA__NUMBER];
    if (r->exact) {
        const double low = sign > 0 ? r->money_lower : -r->money_upper,
                     high = sign > 0 ? r->money_upper : -r->money_lower;
        const double lower = sign > 0 ? r->lower : -r->upper, upper = sign > 0 ? r->upper : -r->lower;
        alea__certain_text(gain, low, high, 9);
        alea__certain_text(wins, 50 + 50 * lower, 50 + 50 * upper, 9);
        strcat(wins, " %");
    } else {
        alea__estimate_text(gain, sign * r->money, r->money_se, false);
        alea__rate_text(wins, sign > 0 ? r->rate : 1 - r->rate, r->rate_se, false);
    }
    alea__text_add(out, VIEW_GAINS, gain, wins);
}

/* Who is better, and how often that one wins. */
static void compare_add_verdict(alea__text *out, const alea_compare_result *r)
{
    char number[ALEA__NUMBER];
    const double sign = r->verdict == ALEA_COMPARE_WORSE ? -1 : 1;
    switch (r->verdict) {
    case ALEA_COMPARE_BETTER:
    case ALEA_COMPARE_WORSE: compare_add_names(out, r, " is better than "); break;
    case ALEA_COMPARE_EQUAL:
        compare_add_names(out, r, r->exact ? VIEW_PROVED_EQUAL : VIEW_ABOUT_EQUAL);
        break;
    default: compare_add_names(out, r, VIEW_NOT_DECIDED); break;
    }
    if (r->objective == ALEA_MONEY) {
        compare_add_gain(out, r, sign);
        return;
    }
    if (r->exact) {
        const double lower = sign > 0 ? r->lower : -r->upper, upper = sign > 0 ? r->upper : -r->lower;
        alea__text_add(out, VIEW_WINS_MORE_EXACT,
                       alea__certain_text(number, 50 + 50 * lower, 50 + 50 * upper, 9));
        return;
    }
    const double rate = sign > 0 ? r->rate : 1 - r->rate;
    alea__text_add(out, VIEW_WINS_MORE, alea__rate_text(number, rate, r->rate_se, false));
}

alea_status alea_view_comparison(const alea_compare_result *r, double seconds, const alea_view_options *given,
                                 char **out, alea_error *error)
{
    const alea_view_options options = alea__view_options(given);
    if (options.json) return alea__compare_json(r, out, error);
    alea__text text = {0}, words = {0};
    char count[ALEA__NUMBER];
    compare_add_verdict(&words, r);
    if (r->exact)
        alea__text_add(&words, VIEW_COMPARED_BY_PROOF);
    else {
        alea__text_add(&words, VIEW_COMPARED_BY_GAMES, alea__count_text(count, (int64_t)r->games),
                       r->adjusted ? VIEW_ADJUSTED : "", r->llr, r->llr_lower, r->llr_upper);
        alea__text_add(&words, VIEW_COMPARED_ELO, r->elo, r->elo_lower, r->elo_upper);
        if (r->stopped || r->verdict == ALEA_COMPARE_UNDECIDED) alea__text_add(&words, VIEW_COMPARE_STOPPED);
    }
    text_finish_words(&text, &words, seconds, &options);
    return alea__view_finish(&text, out, error);
}
