/* Information about a game. */
#include "game/family.h"
#include "game/parameters.h"

const char *alea_game_name(const alea_game *game)
{
    return game->name;
}

const char *alea_game_title(const alea_game *game)
{
    return game->title;
}

const char *alea_game_text(const alea_game *game)
{
    return game->text;
}

const char *alea_game_family(const alea_game *game)
{
    return game->family->name;
}

const char *alea_game_spec(const alea_game *game)
{
    return game->spec;
}

const char *alea_game_rules_sha256(const alea_game *game)
{
    return game->sha256;
}

unsigned alea_game_players(const alea_game *game)
{
    return game->players;
}

bool alea_game_has_objective(const alea_game *game, alea_objective objective)
{
    return game->family->rules->has_objective(game->rules, objective);
}

bool alea_game_has_points(const alea_game *game)
{
    const alea__narration_ops *words = game->family->narration;
    return !words || !words->has_points || words->has_points(game->rules);
}

const char *alea_objective_name(alea_objective objective)
{
    static const char *const names[] = {
        [ALEA_WIN] = "win", [ALEA_MONEY] = "money", [ALEA_SCORE] = "score", [ALEA_TURNS] = "turns"};
    return (size_t)objective < sizeof names / sizeof *names ? names[objective] : "unknown";
}

size_t alea_game_parameter_count(const alea_game *game)
{
    return game->parameter_count;
}

bool alea_game_parameter(const alea_game *game, size_t index, alea_parameter *out)
{
    if (index >= game->parameter_count) return false;
    const alea__bound *b = &game->parameters[index];
    *out = (alea_parameter){.name = b->name,
                            .help = b->help,
                            .value = b->value,
                            .default_value = b->default_value,
                            .min = b->min,
                            .max = b->max,
                            .one_of = b->one_of};
    return true;
}

bool alea_game_key(const alea_game *game, size_t index, alea_key *out)
{
    *out = game->family->text->key(game->rules, index);
    return out->name != NULL;
}
