#include "game/naming.h"
#include "base/assert.h"
#include "base/error.h"
#include "base/text.h"
#include "game/messages.h"

#include <string.h>

enum { MOST_NAMES = 16 };

/* "a, b and c" */
static const char *naming_list(alea__text *out, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        alea__text_add(out, "%s%s", i == 0 ? "" : i + 1 < count ? ", " : " and ", names[i]);
    return out->failed || !out->data ? "others" : out->data;
}

alea_status alea__unknown_policy(const char *family, alea_builtin (*builtin)(size_t index), const char *name,
                                 alea_error *error)
{
    char bare[MOST_NAMES][40], shown[80];
    const char *names[MOST_NAMES], *usages[MOST_NAMES];
    alea__text all = {0};
    size_t count = 0;
    for (; count < MOST_NAMES && builtin(count).usage; count++) {
        usages[count] = builtin(count).usage;
        const size_t length = strcspn(usages[count], "(");
        ALEA_ASSERT(length < sizeof bare[count]);
        memcpy(bare[count], usages[count], length);
        bare[count][length] = 0;
        names[count] = bare[count];
    }
    const char *nearest = alea__nearest(name, names, count);
    alea__printable(shown, sizeof shown, name, strlen(name));
    alea_status status =
        nearest ? alea__fail(error, ALEA_E_UNKNOWN, GAME_UNKNOWN_POLICY_NEAR, family, shown, nearest)
                : alea__fail(error, ALEA_E_UNKNOWN, GAME_UNKNOWN_POLICY, family, shown,
                             naming_list(&all, usages, count));
    alea__text_free(&all);
    return status;
}

bool alea__sort_arguments(const alea__spec *spec, const char *const *keys, size_t count, const char **value)
{
    for (size_t i = 0; i < spec->count; i++) {
        const char *key = spec->argument[i].key;
        size_t place = key ? 0 : i;
        while (key && place < count && strcmp(key, keys[place]) != 0) place++;
        if (place >= count || value[place]) return false;
        value[place] = spec->argument[i].value;
    }
    return true;
}

/* ---- positions ---- */

/* The failure for a setting that nobody knows, with the nearest one or all of them. */
static alea_status naming_unknown_key(const alea__settings *s, const char *key, alea_error *error)
{
    const char *names[ALEA__MOST_KEYS];
    alea__text all = {0};
    char shown[80];
    size_t count = 0;
    for (; count < ALEA__MOST_KEYS && s->key(s->rules, count).name; count++)
        names[count] = s->key(s->rules, count).name;
    const char *nearest = alea__nearest(key, names, count);
    alea__printable(shown, sizeof shown, key, strlen(key));
    alea_status status =
        nearest ? alea__fail(error, ALEA_E_USAGE, GAME_UNKNOWN_KEY_NEAR, shown, nearest)
                : alea__fail(error, ALEA_E_USAGE, GAME_UNKNOWN_KEY, shown, naming_list(&all, names, count));
    alea__text_free(&all);
    return status;
}

alea_status alea__sort_settings(alea__settings *s, const alea_setting *setting, size_t count,
                                alea_error *error)
{
    for (size_t i = 0; i < count; i++) {
        size_t k = 0;
        const char *name;
        while ((name = s->key(s->rules, k).name) && strcmp(name, setting[i].key) != 0) k++;
        if (!name) return naming_unknown_key(s, setting[i].key, error);
        ALEA_ASSERT(k < ALEA__MOST_KEYS);
        if (s->value[k]) return alea__fail(error, ALEA_E_USAGE, GAME_KEY_TWICE, name);
        s->value[k] = setting[i].value;
    }
    return ALEA_OK;
}
