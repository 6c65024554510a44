/* The notebook and its cards as text. */
#include "base/assert.h"
#include "base/text.h"
#include "view/json/views.h"
#include "view/messages.h"
#include "view/number.h"
#include "view/review_view.h"
#include "view/text/parts.h"
#include "view/words.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { LATEST = 10 };

static void notebook_value_cell(alea__table *t, alea_objective objective, double value, bool sign)
{
    char words[32];
    alea__table_text(t, alea_review_format_value(objective, value, sign, words));
}

/* Costs are small: more digits than a value has. */
static void notebook_cost_cell(alea__table *t, const alea_notebook_trend *row,
                               const alea_view_options *options)
{
    static const char *const units[] = {
        [ALEA_WIN] = " %", [ALEA_MONEY] = "", [ALEA_SCORE] = " points", [ALEA_TURNS] = " turns"};
    double factor = row->objective == ALEA_WIN ? 100 : 1;
    char text[80];
    const char *unit = units[row->objective], *dollar = row->objective == ALEA_MONEY ? "$" : "";
    if (isnan(row->error))
        alea__print(text, sizeof text, "%s%.2f%s", dollar, factor * row->cost, unit);
    else
        alea__print(text, sizeof text, "%s%.2f %s %s%.2f%s", dollar, factor * row->cost,
                    options->ascii ? "+/-" : "±", dollar, factor * row->error, unit);
    alea__table_text(t, text);
}

/* Adds one player in one game; returns the start of the next. */
static size_t notebook_add_trend(const alea_notebook_history *h, size_t first, unsigned batch,
                                 const alea_view_options *options, alea__text *out)
{
    alea__table t = {0};
    char date[16];
    size_t i = first;
    ALEA_ASSERT(first < h->trends);
    alea__table_column(&t, ALEA__LEFT, batch ? "from" : "week of");
    alea__table_columns(&t, "games|decisions|mean cost|luck per game");
    for (const alea_notebook_trend *like = &h->trend[first]; i < h->trends; i++) {
        const alea_notebook_trend *row = &h->trend[i];
        if (strcmp(row->player, like->player) != 0 || strcmp(row->game, like->game) != 0 ||
            row->objective != like->objective)
            break;
        alea__table_text(&t, alea__date_text(date, row->from));
        alea__table_number(&t, "%" PRIu64, row->games);
        alea__table_number(&t, "%" PRIu64, row->decisions);
        notebook_cost_cell(&t, row, options);
        notebook_value_cell(&t, row->objective, row->luck, true);
    }
    alea__text_add(out, "\n");
    char player[ALEA__PLAYER];
    alea__add_printable(out, alea__player_alone(h->trend[first].player, player));
    alea__text_add(out, ", ");
    alea__add_printable(out, h->trend[first].game);
    alea__text_add(out, ", %s:\n", alea__played_for(h->trend[first].objective));
    alea__table_finish(&t, options, out);
    return i;
}

/* The latest games, newest first as the history has them, at most LATEST. */
static void notebook_add_latest(const alea_notebook_history *h, const alea_view_options *options,
                                alea__text *out)
{
    alea__table t = {0};
    char date[16], name[61], player[ALEA__PLAYER];
    alea__table_columns(&t, "<latest|<kept|<game|result|luck|mistakes|without luck");
    for (size_t i = 0; i < h->entries && i < LATEST; i++) {
        const alea_notebook_entry *e = &h->entry[i];
        alea__table_name(&t, alea__player_alone(e->player, player));
        alea__table_text(&t, alea__date_text(date, e->when));
        snprintf(name, sizeof name, "%.*s", (int)strcspn(e->game, "("), e->game);
        alea__table_name(&t, name);
        notebook_value_cell(&t, e->objective, e->result, false);
        notebook_value_cell(&t, e->objective, e->luck, true);
        notebook_value_cell(&t, e->objective, e->mistakes, false);
        notebook_value_cell(&t, e->objective, e->adjusted, false);
    }
    alea__table_finish(&t, options, out);
}

/* Counts, then a table of trends for each player, game and objective, then the latest games. */
alea_status alea_view_notebook(const alea_notebook_history *h, unsigned batch, const alea_view_options *given,
                               char **out, alea_error *error)
{
    alea_view_options options = alea__view_options(given);
    if (options.json) return alea__notebook_json(h, out, error);
    alea__text text = {0};
    char games[ALEA__NUMBER], cards[ALEA__NUMBER], due[ALEA__NUMBER];
    alea__text_add(&text, "%s game%s; %s card%s, %s due now.\n", alea__count_text(games, (int64_t)h->games),
                   alea__plural(h->games), alea__count_text(cards, (int64_t)h->cards), alea__plural(h->cards),
                   alea__count_text(due, (int64_t)h->due));
    if (h->entries > 0) {
        for (size_t i = 0; i < h->trends;) i = notebook_add_trend(h, i, batch, &options, &text);
        alea__text_add(&text, "\n");
        notebook_add_latest(h, &options, &text);
    }
    return alea__view_finish(&text, out, error);
}

/* ---- cards ---- */

static bool notebook_moves_are_numbers(const alea_card *c)
{
    for (size_t i = 0; i < c->moves; i++)
        if (!*c->move[i].name || c->move[i].name[strspn(c->move[i].name, "0123456789")]) return false;
    return true;
}

enum { CARD_LISTED = 12, CARD_SHORT = 8 };

/* Whether a short list contains a move: it is among the CARD_SHORT with the lowest cost, or was chosen. */
static bool notebook_is_listed(const alea_card *c, size_t move)
{
    size_t better = 0;
    for (size_t i = 0; i < c->moves; i++)
        better += c->move[i].cost < c->move[move].cost || (c->move[i].cost == c->move[move].cost && i < move);
    return better < CARD_SHORT || strcmp(c->move[move].name, c->chosen) == 0;
}

/* The moves of a card as a question, with numbers unless their names are numbers. All of them, or a short list with the same
   numbers. */
static void notebook_add_moves(const alea_card *c, bool all, const alea_view_options *options,
                               alea__text *out)
{
    alea__text words = {0};
    const bool numbers = notebook_moves_are_numbers(c);
    size_t added = 0;
    for (size_t i = 0; i < c->moves; i++) {
        if (!all && !notebook_is_listed(c, i)) continue;
        if (added++ > 0) alea__text_add(&words, ", ");
        if (!numbers) alea__text_add(&words, "%zu ", i + 1);
        alea__add_printable(&words, c->move[i].name);
    }
    alea__text_add(&words, "?");
    if (added < c->moves) alea__text_add(&words, VIEW_CARD_MORE, c->moves);
    ALEA_ASSERT(added > 0 || c->moves == 0);
    if (words.data) alea__add_wrapped(out, words.data, 2, options->width);
    alea__text_free(&words);
}

/* The lines of a position; the last one is for `alea ask`. */
static void notebook_add_position(const char *position, alea__text *out)
{
    size_t last = strlen(position);
    while (last > 0 && position[last - 1] == '\n') last--;
    while (last > 0 && position[last - 1] != '\n') last--;
    alea__text words = {0};
    alea__text_add_bytes(&words, position, last);
    alea__text_add(&words, VIEW_FOR_ASK "%s", position + last);
    if (words.data) alea__add_lines(out, words.data);
    alea__text_free_part(&words, out);
}

alea_status alea_view_card(const alea_card *c, const alea_view_options *given, char **out, alea_error *error)
{
    alea_view_options options = alea__view_options(given);
    alea__text text = {0};
    char player[ALEA__PLAYER];
    alea__add_printable(&text, alea__player_alone(c->player, player));
    alea__text_add(&text, ": ");
    alea__add_printable(&text, c->game);
    alea__text_add(&text, ", %s\n", alea__played_for(c->objective));
    notebook_add_position(c->position, &text);
    notebook_add_moves(c, c->moves <= CARD_LISTED, &options, &text);
    return alea__view_finish(&text, out, error);
}

alea_status alea_view_card_moves(const alea_card *c, const alea_view_options *given, char **out,
                                 alea_error *error)
{
    alea_view_options options = alea__view_options(given);
    alea__text text = {0};
    notebook_add_moves(c, true, &options, &text);
    return alea__view_finish(&text, out, error);
}
