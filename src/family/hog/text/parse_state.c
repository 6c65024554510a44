/* A position from its words: `scores=22,35 memory=3`. The player to move sits in seat 0. */
#include "base/error.h"
#include "base/text.h"
#include "family/hog/solve/exact.h"

#include <stdio.h>
#include <string.h>

typedef struct wish {
    const hog_rules *rules;
    const char *scores, *memory; /* as given; NULL where they are left out */
    alea_error *error;
} wish;

static alea_status unknown_key(const wish *w, const char *key)
{
    const char *const names[] = {"scores", "memory"};
    const size_t count = w->rules->memories > 1 ? 2 : 1;
    char shown[80];
    const char *nearest = alea__nearest(key, names, count);
    alea__printable(shown, sizeof shown, key, strlen(key));
    if (nearest)
        return alea__fail(w->error, ALEA_E_USAGE, "A position has no \"%s\"; did you mean \"%s\"?", shown,
                          nearest);
    return alea__fail(w->error, ALEA_E_USAGE, "A position has no \"%s\". It has scores%s.", shown,
                      count > 1 ? ", memory" : "");
}

static alea_status sort_settings(wish *w, const alea_setting *setting, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const char **value = NULL;
        if (strcmp(setting[i].key, "scores") == 0) value = &w->scores;
        if (strcmp(setting[i].key, "memory") == 0 && w->rules->memories > 1) value = &w->memory;
        if (!value) return unknown_key(w, setting[i].key);
        if (*value)
            return alea__fail(w->error, ALEA_E_USAGE, "\"%s\" is given twice; once is enough.",
                              setting[i].key);
        *value = setting[i].value;
    }
    return ALEA_OK;
}

static alea_status wrong_scores(const wish *w)
{
    char shown[80];
    alea__printable(shown, sizeof shown, w->scores, strlen(w->scores));
    return alea__fail(w->error, ALEA_E_RANGE,
                      "Scores are two whole numbers with a comma between them, the mover's first, such as "
                      "22,35; not \"%s\".",
                      shown);
}

static alea_status read_score(const wish *w, const char *text, size_t length, uint32_t *out)
{
    char one[16];
    int64_t value;
    while (length > 0 && *text == ' ') text++, length--;
    while (length > 0 && text[length - 1] == ' ') length--;
    if (length == 0 || length >= sizeof one) return wrong_scores(w);
    memcpy(one, text, length);
    one[length] = 0;
    alea_status status = alea__parse_integer(one, "a score", 0, INT32_MAX, &value, w->error);
    if (status != ALEA_OK) return status;
    *out = (uint32_t)value;
    if (*out < w->rules->goal) return ALEA_OK;
    return alea__fail(w->error, ALEA_E_STATE,
                      "Nobody is to move when a player has %u: at %u the game is over.", (unsigned)*out,
                      (unsigned)w->rules->goal);
}

static alea_status read_scores(const wish *w, hog_state *s)
{
    if (!w->scores) return ALEA_OK;
    const char *comma = strchr(w->scores, ',');
    if (!comma) return wrong_scores(w);
    alea_status status = read_score(w, w->scores, (size_t)(comma - w->scores), &s->score[0]);
    return status == ALEA_OK ? read_score(w, comma + 1, strlen(comma + 1), &s->score[1]) : status;
}

static alea_status read_memory(const wish *w, hog_state *s)
{
    int64_t memory;
    if (!w->memory) return ALEA_OK;
    alea_status status =
        alea__parse_integer(w->memory, "memory", 0, w->rules->memories - 1, &memory, w->error);
    if (status == ALEA_OK) s->memory = (uint16_t)memory;
    return status;
}

alea_status hog_place(const alea__rules *opaque, const alea_setting *setting, size_t count, alea_state *out,
                      alea_error *error)
{
    wish w = {.rules = hog_rules_of(opaque), .error = error};
    hog_state s;
    memset(&s, 0, sizeof s);
    hog_start(w.rules, &s);
    alea_status status = sort_settings(&w, setting, count);
    if (status == ALEA_OK) status = read_scores(&w, &s);
    if (status == ALEA_OK) status = read_memory(&w, &s);
    if (status != ALEA_OK) return status;
    memset(out, 0, sizeof *out); /* states are compared by their bytes */
    hog_store(&s, out);
    return ALEA_OK;
}
