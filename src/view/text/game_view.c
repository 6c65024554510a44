/* Games as text. */
#include "view/game_list.h"
#include "view/json/views.h"
#include "view/messages.h"
#include "view/text/text_table.h"
#include "view/words.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { EXPLAINED_AT = 16 };

static void game_add_objectives(alea__text *out, const alea_game *game)
{
    const char *comma = "";
    for (alea_objective o = ALEA_WIN; o <= ALEA_TURNS; o++) {
        if (!alea_game_has_objective(game, o)) continue;
        alea__text_add(out, "%s%s", comma, alea_objective_name(o));
        comma = ", ";
    }
}

/* All games. */

/* A line of the list of games. */
static void game_add_row(alea__table *table, const alea_game *game)
{
    alea__seats seats = alea__seats_of(game);
    alea__text wanted = {0};
    game_add_objectives(&wanted, game);
    alea__table_text(table, alea_game_name(game));
    alea__table_text(table, alea_game_title(game));
    alea__table_text(table, alea_game_family(game));
    if (seats.min == seats.max)
        alea__table_number(table, "%" PRId64, seats.min);
    else
        alea__table_number(table, "%" PRId64 " to %" PRId64, seats.min, seats.max);
    alea__table_text(table, wanted.data ? wanted.data : "");
    alea__text_free(&wanted);
}

static int game_compare_places(const void *a, const void *b)
{
    alea_known one, other;
    alea_game_known(*(const alea_game *const *)a, &one);
    alea_game_known(*(const alea_game *const *)b, &other);
    return (one.place > other.place) - (one.place < other.place);
}

/* A table in the groups of the catalogue. */
static alea_status games_text(const alea__game_list *list, const alea_view_options *options, char **out,
                              alea_error *error)
{
    alea__table table = {0};
    alea__text text = {0};
    const char *group = "";
    qsort(list->game, list->count, sizeof *list->game, game_compare_places);
    alea__table_columns(&table, "<name|<title|<family|<players|<objectives");
    for (size_t i = 0; i < list->count; i++) {
        alea_known known;
        if (alea_game_known(list->game[i], &known) && strcmp(known.group, group) != 0)
            alea__table_heading(&table, group = known.group);
        game_add_row(&table, list->game[i]);
    }
    alea__table_finish(&table, options, &text);
    return alea__view_finish(&text, out, error);
}

/* The value of best play, and who published one. */
static void game_add_known(alea__text *out, const alea_game *game, size_t width)
{
    alea_known known;
    if (!alea_game_known(game, &known) || isnan(known.value)) return;
    const bool alone = alea_game_players(game) == 1;
    const alea_objective objective = alea_game_objective(game);
    alea__text text = {0};
    alea__text_add(&text,
                   objective == ALEA_WIN     ? alone ? VIEW_KNOWN_WIN_ALONE : VIEW_KNOWN_WIN
                   : objective == ALEA_SCORE ? VIEW_KNOWN_SCORE
                   : objective == ALEA_TURNS ? VIEW_KNOWN_TURNS
                                             : VIEW_KNOWN_MONEY,
                   objective == ALEA_WIN ? 100 * known.value : known.value);
    alea__text_add(&text, VIEW_KNOWN_PROVED, known.seconds);
    if (*known.source)
        alea__text_add(&text, VIEW_KNOWN_PUBLISHED, known.source);
    else
        alea__text_add(&text, VIEW_KNOWN_NOT);
    alea__text_add(out, "\n");
    alea__add_wrapped(out, text.data ? text.data : "", 2, width);
    alea__text_free_part(&text, out);
}

alea_status alea_view_games(const alea_view_options *given, char **out, alea_error *error)
{
    alea_view_options options = alea__view_options(given);
    alea__game_list list;
    alea_status status = alea__game_list_open(&list, error);
    if (status != ALEA_OK) return status;
    status = options.json ? alea__games_json(&list, out, error) : games_text(&list, &options, out, error);
    alea__game_list_close(&list);
    return status;
}

/* Adds an entry: the parameter's meaning, its range or words, and its default. */
static void game_add_parameter(alea__text *out, alea_parameter p, size_t width)
{
    alea__text words = {0};
    if (p.help && p.help[0]) alea__text_add(&words, "%s (", p.help);
    if (!p.one_of) alea__text_add(&words, "%" PRId64 " to %" PRId64, p.min, p.max);
    for (size_t i = 0; p.one_of && p.one_of[i]; i++)
        alea__text_add(&words, "%s%s", i == 0 ? "" : p.one_of[i + 1] ? ", " : " or ", p.one_of[i]);
    alea__text_add(&words, ", default %s", p.default_value);
    if (p.help && p.help[0]) alea__text_add(&words, ")");
    if (words.failed)
        out->failed = true;
    else
        alea__add_entry(out, p.name, words.data, EXPLAINED_AT, width);
    alea__text_free(&words);
}

/* The rows of the score sheet: names, dice and points. */
static void game_add_sheet(alea__text *out, const alea_game *game, const alea_view_options *options)
{
    alea__table table = {0};
    alea_sheet_row row;
    if (!alea_game_sheet_row(game, 0, &row) || !*row.contents) return;
    alea__table_columns(&table, "<combination|<dice|<points");
    for (size_t i = 0; alea_game_sheet_row(game, i, &row); i++) {
        alea__table_text(&table, row.name);
        alea__table_text(&table, row.contents);
        alea__table_text(&table, row.points);
    }
    alea__text_add(out, "\n");
    alea__table_finish(&table, options, out);
    alea__text_add(out, VIEW_SHEET_LETTERS);
}

/* Title and spec, then rules, parameters, objectives, keys and bots. */
alea_status alea_view_game(const alea_game *game, const alea_view_options *given, char **out,
                           alea_error *error)
{
    alea_view_options options = alea__view_options(given);
    if (options.json) return alea__game_json(game, out, error);
    alea__text text = {0};
    alea__add_printable(&text, alea_game_title(game));
    alea__text_add(&text, ": ");
    alea__add_printable(&text, alea_game_spec(game));
    alea__text_add(&text, "\n\n");
    alea__add_wrapped(&text, alea_game_text(game), 2, options.width);
    game_add_sheet(&text, game, &options);
    game_add_known(&text, game, options.width);
    const char *note = alea_contest_note(game);
    if (note) {
        alea__text_add(&text, "\n");
        alea__add_wrapped(&text, note, 2, options.width);
    }
    if (alea_game_parameter_count(game) > 0) alea__text_add(&text, "\nParameters:\n");
    alea_parameter parameter;
    for (size_t i = 0; alea_game_parameter(game, i, &parameter); i++)
        game_add_parameter(&text, parameter, options.width);
    alea__text_add(&text, "\nObjectives: ");
    game_add_objectives(&text, game);
    alea__text_add(&text, "\nPlayed for: %s (without --for)\n",
                   alea_objective_name(alea_game_objective(game)));
    alea_key key;
    for (size_t i = 0; alea_game_key(game, i, &key); i++) {
        if (i == 0) alea__text_add(&text, "\nKeys of `alea ask`:\n");
        alea__add_entry(&text, key.name, key.help, EXPLAINED_AT, options.width);
    }
    alea__text_add(&text, "\nBuilt-in bots:\n");
    alea__add_builtins(&text, alea_game_family(game), options.width);
    return alea__view_finish(&text, out, error);
}
