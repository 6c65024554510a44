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

/* The failure for an unknown setting, with the nearest one or all of them. */
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
        if (!*setting[i].key) k = s->bare;
        while ((name = s->key(s->rules, k).name) && *setting[i].key && strcmp(name, setting[i].key) != 0) k++;
        if (!name) return naming_unknown_key(s, setting[i].key, error);
        ALEA_ASSERT(k < ALEA__MOST_KEYS);
        if (s->value[k]) return alea__fail(error, ALEA_E_USAGE, GAME_KEY_TWICE, name);
        s->value[k] = setting[i].value;
    }
    return ALEA_OK;
}

/* Appends numbers after a comma, and replaces the separators that people write between scores by commas. Returns false if
   it is too long. */
static bool naming_add_scores(char scores[ALEA__SCORES_TEXT], const char *numbers)
{
    size_t used = strlen(scores), length = strlen(numbers);
    if (used + length + 2 > ALEA__SCORES_TEXT) return false;
    if (used > 0) scores[used++] = ',';
    for (size_t i = 0; i <= length; i++) {
        const bool sign = numbers[i] && strchr("-:/", numbers[i]) && i > 0 && i + 1 < length;
        scores[used + i] = sign ? ',' : numbers[i];
    }
    return true;
}

/* The meaning of a key in games with scores. */
typedef enum naming_word { NAMING_SCORES, NAMING_OWN, NAMING_OTHER, NAMING_TURN, NAMING_ELSE } naming_word;

static naming_word naming_word_of(const char *key)
{
    static const struct {
        const char *key;
        naming_word word;
    } words[] = {{"scores", NAMING_SCORES}, {"", NAMING_SCORES}, {"own", NAMING_OWN}, {"i", NAMING_OWN},
                 {"other", NAMING_OTHER},   {"j", NAMING_OTHER}, {"k", NAMING_TURN}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(words[i].key, key) == 0) return words[i].word;
    return NAMING_ELSE;
}

/* Notes one setting: an own or other score, or numbers of scores; all else is passed on. */
static alea_status naming_take(const alea_setting *given, alea__score_words *out, const char *alone[2],
                               alea_error *error)
{
    const naming_word word = naming_word_of(given->key);
    const char **one = word == NAMING_OWN ? &alone[0] : word == NAMING_OTHER ? &alone[1] : NULL;
    const bool bare = word == NAMING_SCORES && !*given->key;
    if (one ? *one != NULL : word == NAMING_SCORES && out->keyed)
        return alea__fail(error, ALEA_E_USAGE, GAME_KEY_TWICE, bare ? "scores" : given->key);
    if (one) *one = given->value;
    if (word == NAMING_SCORES) {
        out->has_scores = true;
        out->keyed = !bare;
        return naming_add_scores(out->scores, given->value)
                   ? ALEA_OK
                   : alea__fail(error, ALEA_E_RANGE, GAME_SCORES_LONG, (int)ALEA__SCORES_TEXT);
    }
    if (one) return ALEA_OK;
    if (out->count + 1 == ALEA__MOST_KEYS)
        return alea__fail(error, ALEA_E_USAGE, GAME_MANY_KEYS, (int)ALEA__MOST_KEYS);
    out->setting[out->count++] = (alea_setting){word == NAMING_TURN ? "turn" : given->key, given->value};
    return ALEA_OK;
}

alea_status alea__read_score_words(const alea_setting *given, size_t count, alea__score_words *out,
                                   alea_error *error)
{
    const char *alone[2] = {NULL, NULL};
    alea_status status = ALEA_OK;
    *out = (alea__score_words){.scores = ""};
    for (size_t i = 0; i < count && status == ALEA_OK; i++)
        status = naming_take(&given[i], out, alone, error);
    if (status != ALEA_OK) return status;
    bool fits = true;
    if (alone[0] || alone[1]) {
        if (out->has_scores) return alea__fail(error, ALEA_E_USAGE, GAME_KEY_TWICE, "scores");
        fits = naming_add_scores(out->scores, alone[0] ? alone[0] : "0");
        if (alone[1]) fits = fits && naming_add_scores(out->scores, alone[1]);
        out->has_scores = true;
    }
    if (!fits) return alea__fail(error, ALEA_E_RANGE, GAME_SCORES_LONG, (int)ALEA__SCORES_TEXT);
    ALEA_ASSERT(out->count < ALEA__MOST_KEYS);
    if (out->has_scores) out->setting[out->count++] = (alea_setting){"scores", out->scores};
    return ALEA_OK;
}
