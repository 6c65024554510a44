/* Parses a position such as `scores=22,35 memory=3`. The player to move is in seat 0. */
#include "base/assert.h"
#include "base/error.h"
#include "base/text.h"
#include "family/hog/hog.h"
#include "family/hog/messages.h"
#include "game/naming.h"

#include <stdio.h>
#include <string.h>

enum { SCORES, MEMORY };

typedef struct parse_request {
    const hog_rules *rules;
    alea__settings given;
    alea_error *error;
} parse_request;

alea_key hog_key(const alea__rules *rules, size_t index)
{
    if (index == SCORES)
        return (alea_key){"scores", "the mover's score and the opponent's, such as 22,35 (0,0)"};
    if (index == MEMORY && hog_rules_of(rules)->memories > 1)
        return (alea_key){"memory", "what the game remembers, as its rule file numbers it (0)"};
    return (alea_key){NULL, NULL};
}

void hog_position_line(const alea__rules *rules, const alea_state *state, char *out, size_t size)
{
    const hog_state s = hog_state_of(state);
    char memory[32] = "";
    ALEA_ASSERT(s.mover < HOG_SEATS && s.memory < hog_rules_of(rules)->memories);
    if (s.memory > 0) snprintf(memory, sizeof memory, " memory=%u", (unsigned)s.memory);
    snprintf(out, size, "scores=%u,%u%s", (unsigned)s.score[s.mover], (unsigned)s.score[1 - s.mover], memory);
}

static alea_status parse_wrong_scores(const parse_request *w)
{
    char shown[80];
    alea__printable(shown, sizeof shown, w->given.value[SCORES], strlen(w->given.value[SCORES]));
    return alea__fail(w->error, ALEA_E_RANGE, HOG_SCORES_PAIR, shown);
}

/* Reads one of the two scores, with surrounding spaces. At the goal no player would be to move. */
static alea_status parse_one_score(const parse_request *w, const char *text, size_t length, uint32_t *out)
{
    char one[16];
    int64_t value;
    while (length > 0 && *text == ' ') text++, length--;
    while (length > 0 && text[length - 1] == ' ') length--;
    if (length == 0 || length >= sizeof one) return parse_wrong_scores(w);
    memcpy(one, text, length);
    one[length] = 0;
    alea_status status = alea__parse_integer(one, "a score", (alea__range){0, INT32_MAX}, &value, w->error);
    if (status != ALEA_OK) return status;
    *out = (uint32_t)value;
    if (*out < w->rules->goal) return ALEA_OK;
    return alea__fail(w->error, ALEA_E_STATE, HOG_SCORE_OVER, (unsigned)*out, (unsigned)w->rules->goal);
}

alea_status hog_parse_state(const alea__rules *opaque, const alea_setting *setting, size_t count,
                            alea_state *out, alea_error *error)
{
    parse_request w = {
        .rules = hog_rules_of(opaque), .given = {.rules = opaque, .key = hog_key}, .error = error};
    hog_state s;
    int64_t memory = 0;
    hog_start(w.rules, &s);
    alea__score_words words;
    alea_status status = alea__read_score_words(setting, count, &words, error);
    if (status == ALEA_OK) status = alea__sort_settings(&w.given, words.setting, words.count, error);
    const char *scores = w.given.value[SCORES], *comma = scores ? strchr(scores, ',') : NULL;
    if (status == ALEA_OK && scores && !comma) status = parse_wrong_scores(&w);
    if (status == ALEA_OK && scores)
        status = parse_one_score(&w, scores, (size_t)(comma - scores), &s.score[0]);
    if (status == ALEA_OK && scores) status = parse_one_score(&w, comma + 1, strlen(comma + 1), &s.score[1]);
    if (status == ALEA_OK && w.given.value[MEMORY])
        status = alea__parse_integer(w.given.value[MEMORY], "memory", (alea__range){0, w.rules->memories - 1},
                                     &memory, error);
    if (status != ALEA_OK) return status;
    s.memory = (uint16_t)memory;
    memset(out, 0, sizeof *out); /* states are compared by their bytes */
    hog_store(&s, out);
    return ALEA_OK;
}
