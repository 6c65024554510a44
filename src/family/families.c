/* The one table of families. */
#include "game/family.h"

#include <string.h>

extern const alea__family alea__race_family, alea__graph_family, alea__hog_family;

static const alea__family *const families[] = {&alea__race_family, &alea__graph_family, &alea__hog_family, NULL};

alea_status alea_game_open(const char *spec, alea_game **out, alea_error *error)
{
    return alea__game_open(spec, 0, families, out, error);
}

alea_status alea_game_open_for(const char *spec, unsigned players, alea_game **out, alea_error *error)
{
    return alea__game_open(spec, players, families, out, error);
}

alea_builtin alea_bot_builtin(const char *family, size_t index)
{
    for (size_t i = 0; families[i]; i++)
        if (strcmp(families[i]->name, family) == 0) return families[i]->builtin(index);
    return (alea_builtin){0};
}
