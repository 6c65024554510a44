#include "game/catalog.h"
#include "base/assert.h"
#include "base/error.h"
#include "base/text.h"
#include "game/family.h"
#include "game/messages.h"

#include <math.h>
#include <string.h>

enum { MOST_NAMES = 256, SHOWN = 120 };

size_t alea_catalog_size(void)
{
    return alea__rule_source_count;
}

const char *alea_catalog_name(size_t index)
{
    return index < alea__rule_source_count ? alea__rule_sources[index].name : NULL;
}

bool alea_game_known(const alea_game *game, alea_known *out)
{
    const alea__rule_source *found = NULL;
    if (game->source || alea__catalog_find(game->name, &found, NULL) != ALEA_OK || found->known.place == 0)
        return false;
    *out = found->known;
    alea_parameter p;
    for (size_t i = 0; alea_game_parameter(game, i, &p); i++)
        if (strcmp(p.value, p.default_value) != 0) out->value = NAN;
    return true;
}

/* The failure for a name that is in no catalogue, with the nearest name or all of them. */
static alea_status catalog_unknown_game(const char *name, alea_error *error)
{
    const char *names[MOST_NAMES];
    char shown[SHOWN];
    alea__text all = {0};
    size_t count = 0;
    ALEA_ASSERT(alea__rule_source_count <= MOST_NAMES);
    for (; count < alea__rule_source_count && count < MOST_NAMES; count++) {
        names[count] = alea__rule_sources[count].name;
        alea__text_add(&all, "%s%s", count ? ", " : "", names[count]);
    }
    alea__printable(shown, sizeof shown, name, strlen(name));
    const char *nearest = alea__nearest(name, names, count);
    const char *games = all.data ? all.data : "none";
    alea_status status = nearest ? alea__fail(error, ALEA_E_UNKNOWN, GAME_UNKNOWN_GAME_NEAR, shown, nearest)
                                 : alea__fail(error, ALEA_E_UNKNOWN, GAME_UNKNOWN_GAME, shown, games);
    alea__text_free(&all);
    return status;
}

alea_status alea__catalog_find(const char *name, const alea__rule_source **out, alea_error *error)
{
    for (size_t i = 0; i < alea__rule_source_count; i++) {
        if (strcmp(alea__rule_sources[i].name, name) != 0) continue;
        *out = &alea__rule_sources[i];
        return ALEA_OK;
    }
    return catalog_unknown_game(name, error);
}
