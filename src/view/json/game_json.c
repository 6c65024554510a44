/* Games and built-in bots as JSON; keys.json documents the keys. */
#include "base/assert.h"
#include "view/game_list.h"
#include "view/json/json.h"
#include "view/json/views.h"

#include <math.h>
#include <stdlib.h>

typedef struct told_bot {
    const char *family;
    alea_builtin bot;
} told_bot;

static const alea__json_field bot_fields[] = {
    ALEA__FIELD("family", told_bot, family),
    ALEA__FIELD("usage", told_bot, bot.usage),
    ALEA__FIELD("help", told_bot, bot.help),
    ALEA__FIELD("games", told_bot, bot.games),
    ALEA__FIELDS_END,
};

static json_t *game_append_builtins(json_t *array, const char *family)
{
    told_bot told = {.family = family};
    for (size_t i = 0; alea_bot_builtin(family, i, &told.bot); i++)
        array = alea__json_append(array, alea__json_object(bot_fields, &told));
    return array;
}

static json_t *game_objectives(const alea_game *game)
{
    json_t *array = json_array();
    for (alea_objective o = ALEA_WIN; o <= ALEA_TURNS; o++)
        if (alea_game_has_objective(game, o))
            array = alea__json_append(array, alea__json_text(alea_objective_name(o)));
    return array;
}

static const alea__json_field seats_fields[] = {
    ALEA__FIELD("default", alea__seats, usual),
    ALEA__FIELD("min", alea__seats, min),
    ALEA__FIELD("max", alea__seats, max),
    ALEA__FIELDS_END,
};

/* The fields of a game; `alone` marks those that a list of games leaves out. */
typedef struct told_game {
    const char *name, *title, *family, *spec, *rules_sha256;
    alea__seats seats;
    bool alone;
} told_game;

static const alea__json_field game_fields[] = {
    ALEA__FIELD("name", told_game, name),
    ALEA__FIELD("title", told_game, title),
    ALEA__FIELD("family", told_game, family),
    ALEA__FIELD_IF(alone, "spec", told_game, spec),
    ALEA__FIELD_IF(alone, "rules_sha256", told_game, rules_sha256),
    ALEA__OBJECT("players", told_game, seats, seats_fields),
    ALEA__FIELDS_END,
};

/* The fields of a game. `alone` is whether it is the only one that is shown. */
static void game_put(alea__json *json, const alea_game *game, bool alone)
{
    const told_game told = {alea_game_name(game),
                            alea_game_title(game),
                            alea_game_family(game),
                            alea_game_spec(game),
                            alea_game_rules_sha256(game),
                            alea__seats_of(game),
                            alone};
    alea__json_put_fields(json, game_fields, &told);
    alea__json_put(json, "objectives", game_objectives(game));
    alea__json_put(json, "played_for", alea__json_text(alea_objective_name(alea_game_objective(game))));
}

static const alea__json_field known_fields[] = {
    ALEA__FIELD("group", alea_known, group),
    ALEA__FIELD("value", alea_known, value),
    ALEA__FIELD("solve_seconds", alea_known, seconds),
    ALEA__FIELD("published", alea_known, source),
    ALEA__FIELDS_END,
};

/* What is known about a game; all null for one that is not listed. */
static void game_put_known(alea__json *json, const alea_game *game)
{
    alea_known known;
    if (!alea_game_known(game, &known)) known = (alea_known){.value = NAN, .seconds = NAN};
    alea__json_put_fields(json, known_fields, &known);
}

/* The games that are listed. */
alea_status alea__games_json(const alea__game_list *list, char **out, alea_error *error)
{
    json_t *games = json_array();
    for (size_t i = 0; i < list->count; i++) {
        alea__json game = alea__json_start();
        game_put(&game, list->game[i], false);
        game_put_known(&game, list->game[i]);
        games = alea__json_append(games, alea__json_end(&game));
    }
    alea__json json = alea__json_start();
    alea__json_put(&json, "games", games);
    return alea__json_finish(&json, out, error);
}

/* A parameter's value: as a number if possible, else as text. */
static json_t *game_parameter_value(const alea_parameter *p, const char *value)
{
    return p->one_of ? alea__json_text(value) : json_integer(strtoll(value, NULL, 10));
}

/* A parameter with its range, or with the words that it may be. */
static json_t *game_parameter(alea_parameter p)
{
    ALEA_ASSERT(p.one_of || p.min <= p.max);
    alea__json json = alea__json_start();
    alea__json_put(&json, "name", alea__json_text(p.name));
    alea__json_put(&json, "value", game_parameter_value(&p, p.value));
    alea__json_put(&json, "default", game_parameter_value(&p, p.default_value));
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

static const alea__json_field key_fields[] = {
    ALEA__FIELD("name", alea_key, name),
    ALEA__FIELD("help", alea_key, help),
    ALEA__FIELDS_END,
};

static const alea__json_field sheet_fields[] = {
    ALEA__FIELD("name", alea_sheet_row, name),
    ALEA__FIELD("dice", alea_sheet_row, contents),
    ALEA__FIELD("points", alea_sheet_row, points),
    ALEA__FIELDS_END,
};

/* The rows of a score sheet; empty for a game without one. */
static json_t *game_sheet(const alea_game *game)
{
    json_t *rows = json_array();
    alea_sheet_row row;
    for (size_t i = 0; alea_game_sheet_row(game, i, &row); i++)
        rows = alea__json_append(rows, alea__json_object(sheet_fields, &row));
    return rows;
}

/* A game with all that the list of games leaves out. */
alea_status alea__game_json(const alea_game *game, char **out, alea_error *error)
{
    json_t *parameters = json_array(), *keys = json_array();
    alea_parameter parameter;
    alea_key key;
    for (size_t i = 0; alea_game_parameter(game, i, &parameter); i++)
        parameters = alea__json_append(parameters, game_parameter(parameter));
    for (size_t i = 0; alea_game_key(game, i, &key); i++)
        keys = alea__json_append(keys, alea__json_object(key_fields, &key));
    alea__json json = alea__json_start();
    game_put(&json, game, true);
    alea__json_put(&json, "text", alea__json_text(alea_game_text(game)));
    alea__json_put(&json, "note", alea__json_text(alea_contest_note(game)));
    alea__json_put(&json, "parameters", parameters);
    alea__json_put(&json, "keys", keys);
    alea__json_put(&json, "sheet", game_sheet(game));
    alea__json_put(&json, "bots", game_append_builtins(json_array(), alea_game_family(game)));
    game_put_known(&json, game);
    return alea__json_finish(&json, out, error);
}

alea_status alea__bots_json(alea__families f, char **out, alea_error *error)
{
    json_t *bots = json_array();
    for (size_t i = 0; i < f.count; i++) bots = game_append_builtins(bots, f.name[i]);
    alea__json list = alea__json_start();
    alea__json_put(&list, "bots", bots);
    return alea__json_finish(&list, out, error);
}
