/* Games and built-in bots as JSON; alea/view.h documents the keys. */
#include "view/json/json.h"
#include "view/json/views.h"
#include "view/shelf.h"

#include <stdlib.h>

static const alea_objective objectives[] = {ALEA_WIN, ALEA_MONEY, ALEA_SCORE, ALEA_TURNS};
enum { OBJECTIVES = sizeof objectives / sizeof *objectives };

static json_t *append_builtins(json_t *array, const char *family)
{
    for (size_t i = 0; alea_bot_builtin(family, i).usage; i++) {
        alea_builtin bot = alea_bot_builtin(family, i);
        alea__json entry = alea__json_start();
        alea__json_put(&entry, "family", alea__json_text(family));
        alea__json_put(&entry, "usage", alea__json_text(bot.usage));
        alea__json_put(&entry, "help", alea__json_text(bot.help));
        alea__json_put(&entry, "games", alea__json_text(bot.games));
        array = alea__json_append(array, alea__json_end(&entry));
    }
    return array;
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

alea_status alea__games_json(const alea__shelf *shelf, char **out, alea_error *error)
{
    json_t *games = json_array();
    for (size_t i = 0; i < shelf->count; i++)
        games = alea__json_append(games, game_line_json(shelf->game[i]));
    alea__json json = alea__json_start();
    alea__json_put(&json, "games", games);
    return alea__json_finish(&json, out, error);
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

alea_status alea__game_json(const alea_game *game, char **out, alea_error *error)
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
    alea__json_put(&json, "bots", append_builtins(json_array(), alea_game_family(game)));
    return alea__json_finish(&json, out, error);
}

alea_status alea__bots_json(alea__families f, char **out, alea_error *error)
{
    json_t *bots = json_array();
    for (size_t i = 0; i < f.count; i++) bots = append_builtins(bots, f.name[i]);
    alea__json list = alea__json_start();
    alea__json_put(&list, "bots", bots);
    return alea__json_finish(&list, out, error);
}
