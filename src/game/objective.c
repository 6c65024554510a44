/* The objective of a game: the choice of alea_game_play_for, else `played_for` in its rule file, else its first objective.
   No other code decides it. Built-in rule files that lack the field are listed here, because tables and records name them
   by their SHA-256. */
#include "base/error.h"
#include "game/family.h"
#include "game/messages.h"
#include "game/spec.h"

#include <stdio.h>
#include <string.h>

static const struct {
    const char *game;
    alea_objective objective;
} objective_builtin[] = {{"pig-pen", ALEA_MONEY}};

static alea_objective objective_first(const alea_game *game)
{
    for (alea_objective o = ALEA_WIN; o <= ALEA_TURNS; o++)
        if (alea_game_has_objective(game, o)) return o;
    return ALEA_WIN;
}

/* The objective unless alea_game_play_for chose one. */
static alea_objective objective_usual(const alea_game *game)
{
    alea_objective o = game->played_for;
    for (size_t i = 0; o > ALEA_TURNS && i < sizeof objective_builtin / sizeof *objective_builtin; i++)
        if (strcmp(objective_builtin[i].game, game->name) == 0) o = objective_builtin[i].objective;
    return o <= ALEA_TURNS && alea_game_has_objective(game, o) ? o : objective_first(game);
}

alea_objective alea_game_objective(const alea_game *game)
{
    return game->wishes ? game->wish : objective_usual(game);
}

alea_status alea_game_play_for(alea_game *game, alea_objective objective, alea_error *error)
{
    if (objective > ALEA_TURNS || !alea_game_has_objective(game, objective))
        return alea__fail(error, ALEA_E_USAGE, GAME_NOT_FOR, game->title,
                          objective > ALEA_TURNS ? "?" : alea_objective_name(objective));
    game->wishes = true;
    game->wish = objective;
    return ALEA_OK;
}

/* ---- optimal play --------------------------------------------------------------------------------------- */

static bool objective_is_open(const char *spec)
{
    return strcmp(spec, "optimal") == 0 || strcmp(spec, "optimal()") == 0;
}

static const char *objective_optimal(alea_objective objective, char space[ALEA__POLICY_MEANT])
{
    snprintf(space, ALEA__POLICY_MEANT, "optimal(for=%s)", alea_objective_name(objective));
    return space;
}

/* Unless alea_game_play_for chose another objective, the spec keeps its identity, which journals and caches use. */
const char *alea__game_policy_meant(const alea_game *game, const char *spec, char space[ALEA__POLICY_MEANT])
{
    const alea_objective wanted = alea_game_objective(game);
    if (!objective_is_open(spec) || wanted == objective_usual(game)) return spec;
    return objective_optimal(wanted, space);
}

/* Families only know a game's first objective, so `optimal` without arguments gets another one as an argument. */
alea_status alea__game_policy_open(const alea_game *game, const char *text, alea__policy **out,
                                   alea_error *error)
{
    char space[ALEA__POLICY_MEANT];
    alea__spec spec;
    const alea_objective wanted = alea_game_objective(game);
    if (objective_is_open(text) && wanted != objective_first(game)) text = objective_optimal(wanted, space);
    alea_status status = alea__spec_parse(text, &spec, error);
    if (status != ALEA_OK) return status;
    status = game->family->policy->open(game->rules, &spec, out, error);
    alea__spec_free(&spec);
    return status;
}
