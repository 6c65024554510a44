/* What a game is played for unless somebody wishes otherwise: what its rule file says in `played_for`, else its first objective.
   Rule files of alea that should say so have it here, since records and tables name them by their SHA-256. */
#include "base/error.h"
#include "game/family.h"
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

alea_objective alea_game_objective(const alea_game *game)
{
    alea_objective o = game->played_for;
    for (size_t i = 0; o > ALEA_TURNS && i < sizeof objective_builtin / sizeof *objective_builtin; i++)
        if (strcmp(objective_builtin[i].game, game->name) == 0) o = objective_builtin[i].objective;
    return o <= ALEA_TURNS && alea_game_has_objective(game, o) ? o : objective_first(game);
}

/* `optimal` alone plays for what the game is played for. Families know its first objective only, so it is told to them where it is
   another one. */
alea_status alea__game_policy_open(const alea_game *game, const char *text, alea__policy **out,
                                   alea_error *error)
{
    char whole[40];
    alea__spec spec;
    alea_status status = alea__spec_parse(text, &spec, error);
    if (status != ALEA_OK) return status;
    const alea_objective wanted = alea_game_objective(game);
    if (strcmp(spec.name, "optimal") == 0 && spec.count == 0 && wanted != objective_first(game)) {
        alea__spec_free(&spec);
        snprintf(whole, sizeof whole, "optimal(for=%s)", alea_objective_name(wanted));
        status = alea__spec_parse(whole, &spec, error);
        if (status != ALEA_OK) return status;
    }
    status = game->family->policy->open(game->rules, &spec, out, error);
    alea__spec_free(&spec);
    return status;
}
