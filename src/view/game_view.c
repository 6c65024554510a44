/* Games, as text and as JSON. */
#include "view/shelf.h"
#include "view/table.h"
#include "view/words.h"

#include <inttypes.h>
#include <stdlib.h>

enum { EXPLAINED_AT = 16 };

static const alea_objective objectives[] = {ALEA_WIN, ALEA_MONEY, ALEA_SCORE, ALEA_TURNS};
enum { OBJECTIVES = sizeof objectives / sizeof *objectives };

static void add_objectives(alea__text *out, const alea_game *game)
{
    const char *comma = "";
    for (size_t i = 0; i < OBJECTIVES; i++) {
        if (!alea_game_has_objective(game, objectives[i])) continue;
        alea__text_add(out, "%s%s", comma, alea_objective_name(objectives[i]));
        comma = ", ";
    }
}

static json_t *objectives_json(const alea_game *game)
{
    json_t *array = json_array();
    for (size_t i = 0; i < OBJECTIVES; i++)
        if (alea_game_has_objective(game, objectives[i]))
            array = alea__json_append(array, alea__json_text(alea_objective_name(objectives[i])));
    return array;
}

static json_t *seats_json(const alea_game *game)
{
    alea__seats seats = alea__seats_of(game);
    alea__json json = alea__json_start();
    alea__json_put(&json, "default", json_integer(seats.usual));
    alea__json_put(&json, "min", json_integer(seats.min));
    alea__json_put(&json, "max", json_integer(seats.max));
    return alea__json_end(&json);
}

/* All games. */

static void add_row(alea__table *table, const alea_game *game)
{
    alea__seats seats = alea__seats_of(game);
    alea__text wanted = {0};
    add_objectives(&wanted, game);
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

static alea_status games_text(const alea__shelf *shelf, const alea_view_options *options, char **out,
                              alea_error *error)
{
    static const char *const titles[] = {"name", "title", "family", "players", "objectives"};
    alea__table table = {0};
    alea__text text = {0};
    for (size_t i = 0; i < sizeof titles / sizeof *titles; i++)
        alea__table_column(&table, ALEA__LEFT, titles[i]);
    for (size_t i = 0; i < shelf->count; i++) add_row(&table, shelf->game[i]);
    alea__table_print(&table, options, &text);
    alea__table_free(&table);
    return alea__view_finish(&text, out, error);
}

static json_t *game_line_json(const alea_game *game)
{
    alea__json json = alea__json_start();
    alea__json_put(&json, "name", alea__json_text(alea_game_name(game)));
    alea__json_put(&json, "title", alea__json_text(alea_game_title(game)));
    alea__json_put(&json, "family", alea__json_text(alea_game_family(game)));
    alea__json_put(&json, "players", seats_json(game));
    alea__json_put(&json, "objectives", objectives_json(game));
    return alea__json_end(&json);
}

static alea_status games_json(const alea__shelf *shelf, char **out, alea_error *error)
{
    json_t *games = json_array();
    for (size_t i = 0; i < shelf->count; i++)
        games = alea__json_append(games, game_line_json(shelf->game[i]));
    alea__json json = alea__json_start();
    alea__json_put(&json, "games", games);
    return alea__json_finish(&json, out, error);
}

alea_status alea_view_games(const alea_view_options *given, char **out, alea_error *error)
{
    alea_view_options options = alea__view_options(given);
    alea__shelf shelf;
    alea_status status = alea__shelf_open(&shelf, error);
    if (status != ALEA_OK) return status;
    status = options.json ? games_json(&shelf, out, error) : games_text(&shelf, &options, out, error);
    alea__shelf_close(&shelf);
    return status;
}

/* One game. */

static void add_range(alea__text *out, const alea_parameter *p)
{
    if (!p->one_of) alea__text_add(out, "%" PRId64 " to %" PRId64, p->min, p->max);
    for (size_t i = 0; p->one_of && p->one_of[i]; i++)
        alea__text_add(out, "%s%s", i == 0 ? "" : p->one_of[i + 1] ? ", " : " or ", p->one_of[i]);
    alea__text_add(out, ", default %s", p->default_value);
}

static void add_parameter(alea__text *out, alea_parameter p, size_t width)
{
    alea__text words = {0};
    if (p.help && p.help[0]) alea__text_add(&words, "%s (", p.help);
    add_range(&words, &p);
    if (p.help && p.help[0]) alea__text_add(&words, ")");
    if (words.failed)
        out->failed = true;
    else
        alea__add_entry(out, p.name, words.data, EXPLAINED_AT, width);
    alea__text_free(&words);
}

static void add_parameters(alea__text *out, const alea_game *game, size_t width)
{
    if (alea_game_parameter_count(game) == 0) return;
    alea__text_add(out, "\nParameters:\n");
    for (size_t i = 0; i < alea_game_parameter_count(game); i++)
        add_parameter(out, alea_game_parameter(game, i), width);
}

static void add_keys(alea__text *out, const alea_game *game, size_t width)
{
    if (!alea_game_key(game, 0).name) return;
    alea__text_add(out, "\nKeys of `alea ask`:\n");
    for (size_t i = 0; alea_game_key(game, i).name; i++)
        alea__add_entry(out, alea_game_key(game, i).name, alea_game_key(game, i).help, EXPLAINED_AT, width);
}

static alea_status game_text(const alea_game *game, size_t width, char **out, alea_error *error)
{
    alea__text text = {0};
    alea__text_add(&text, "%s: %s\n\n", alea_game_title(game), alea_game_spec(game));
    alea__add_wrapped(&text, alea_game_text(game), 2, width);
    add_parameters(&text, game, width);
    alea__text_add(&text, "\nObjectives: ");
    add_objectives(&text, game);
    alea__text_add(&text, "\n");
    add_keys(&text, game, width);
    alea__text_add(&text, "\nBuilt-in bots:\n");
    alea__add_builtins(&text, alea_game_family(game), width);
    return alea__view_finish(&text, out, error);
}

/* A parameter's value: a number where it is one, else text. */
static json_t *value_json(const alea_parameter *p, const char *value)
{
    return p->one_of ? alea__json_text(value) : json_integer(strtoll(value, NULL, 10));
}

static json_t *parameter_json(alea_parameter p)
{
    alea__json json = alea__json_start();
    alea__json_put(&json, "name", alea__json_text(p.name));
    alea__json_put(&json, "value", value_json(&p, p.value));
    alea__json_put(&json, "default", value_json(&p, p.default_value));
    if (p.one_of) {
        json_t *choices = json_array();
        for (size_t i = 0; p.one_of[i]; i++)
            choices = alea__json_append(choices, alea__json_text(p.one_of[i]));
        alea__json_put(&json, "one_of", choices);
    } else {
        alea__json_put(&json, "min", json_integer(p.min));
        alea__json_put(&json, "max", json_integer(p.max));
    }
    alea__json_put(&json, "help", alea__json_text(p.help));
    return alea__json_end(&json);
}

static json_t *parameters_json(const alea_game *game)
{
    json_t *array = json_array();
    for (size_t i = 0; i < alea_game_parameter_count(game); i++)
        array = alea__json_append(array, parameter_json(alea_game_parameter(game, i)));
    return array;
}

static json_t *keys_json(const alea_game *game)
{
    json_t *array = json_array();
    for (size_t i = 0; alea_game_key(game, i).name; i++) {
        alea__json json = alea__json_start();
        alea__json_put(&json, "name", alea__json_text(alea_game_key(game, i).name));
        alea__json_put(&json, "help", alea__json_text(alea_game_key(game, i).help));
        array = alea__json_append(array, alea__json_end(&json));
    }
    return array;
}

static alea_status game_json(const alea_game *game, char **out, alea_error *error)
{
    alea__json json = alea__json_start();
    alea__json_put(&json, "name", alea__json_text(alea_game_name(game)));
    alea__json_put(&json, "title", alea__json_text(alea_game_title(game)));
    alea__json_put(&json, "family", alea__json_text(alea_game_family(game)));
    alea__json_put(&json, "spec", alea__json_text(alea_game_spec(game)));
    alea__json_put(&json, "rules_sha256", alea__json_text(alea_game_rules_sha256(game)));
    alea__json_put(&json, "players", seats_json(game));
    alea__json_put(&json, "objectives", objectives_json(game));
    alea__json_put(&json, "text", alea__json_text(alea_game_text(game)));
    alea__json_put(&json, "parameters", parameters_json(game));
    alea__json_put(&json, "keys", keys_json(game));
    alea__json_put(&json, "bots", alea__append_builtins(json_array(), alea_game_family(game)));
    return alea__json_finish(&json, out, error);
}

alea_status alea_view_game(const alea_game *game, const alea_view_options *given, char **out,
                           alea_error *error)
{
    alea_view_options options = alea__view_options(given);
    return options.json ? game_json(game, out, error) : game_text(game, options.width, out, error);
}
