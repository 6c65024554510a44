/* Patterns of combinations: expands one such as "XXXYYY" to a list of targets. */
#include "base/assert.h"
#include "base/text.h"
#include "family/despirala/messages.h"
#include "family/despirala/rules/compile.h"

#include <string.h>

/* A parsed pattern: digits stand for fixed faces, letters for faces to be chosen. */
typedef struct pattern {
    const char *text;
    uint32_t size;
    uint8_t fixed[DESPIRALA_SIDES]; /* [face - 1]: dice */
    uint32_t letters;               /* that differ, in the order in which they come */
    char letter[DESPIRALA_DICE];
    uint8_t count[DESPIRALA_DICE]; /* dice of each letter */
} pattern;

/* Choosing faces for the letters, one after the other. */
typedef struct chooser {
    const pattern *p;
    despirala_rules *rules;
    uint32_t combination, points; /* points as in the rule file, or SUM */
    uint8_t face[DESPIRALA_DICE]; /* of the letters so far */
    uint32_t *targets;            /* counted, and kept as long as there is room */
} chooser;

#define SUM UINT32_MAX

/* ---- taking it apart ---- */

/* Adds one sign of the pattern: a letter, or a digit that the dice show. */
static alea_status pattern_add(pattern *p, const despirala_rules *rules, const alea__reader *reader,
                               char sign, alea_error *error)
{
    char shown[80];
    const uint32_t face = alea__is_digit(sign) ? (uint32_t)(sign - '0') : 0;
    alea__printable(shown, sizeof shown, p->text, strlen(p->text));
    if (sign >= 'A' && sign <= 'Z') {
        uint32_t i = 0;
        while (i < p->letters && p->letter[i] != sign) i++;
        if (i == p->letters) p->letter[p->letters++] = sign;
        p->count[i]++;
        return ALEA_OK;
    }
    if (!alea__is_digit(sign))
        return alea__read_fail(reader, "pattern", error, DESPIRALA_PATTERN_SIGN, shown);
    if (face < 1 || face > rules->sides)
        return alea__read_fail(reader, "pattern", error, DESPIRALA_PATTERN_FACE, shown,
                               (unsigned)rules->sides, (unsigned)face);
    p->fixed[face - 1]++;
    return ALEA_OK;
}

/* Adds all signs; refuses a pattern that can never be completed. */
static alea_status pattern_take_apart(pattern *p, const despirala_rules *rules, const alea__reader *reader,
                                      alea_error *error)
{
    const size_t size = strlen(p->text);
    uint32_t faces = 0; /* that differ */
    if (size == 0) return alea__read_fail(reader, "pattern", error, DESPIRALA_PATTERN_EMPTY);
    if (size > rules->dice)
        return alea__read_fail(reader, "pattern", error, DESPIRALA_PATTERN_LONG, size, (unsigned)rules->dice);
    p->size = (uint32_t)size;
    for (size_t i = 0; i < size; i++) {
        alea_status status = pattern_add(p, rules, reader, p->text[i], error);
        if (status != ALEA_OK) return status;
    }
    for (uint32_t f = 0; f < rules->sides; f++) faces += p->fixed[f] > 0;
    faces += p->letters;
    if (faces > rules->sides)
        return alea__read_fail(reader, "pattern", error, DESPIRALA_PATTERN_WIDE, (unsigned)faces,
                               (unsigned)rules->sides);
    return ALEA_OK;
}

/* Reads `points`: a number, or "sum" for the sum of the faces. */
static alea_status pattern_points(const alea__reader *reader, uint32_t *points, alea_error *error)
{
    static const char *const words[] = {"sum", NULL};
    static const alea__choice_field word = {"points", words, -1};
    static const alea__number_field field = {"points", 0, DESPIRALA_MOST_POINTS, NULL};
    int64_t number;
    int kind, choice;
    *points = SUM;
    alea_status status = alea__read_kind(reader, "points", &kind, error);
    if (status != ALEA_OK) return status;
    if (kind == LUA_TSTRING) return alea__read_choice(reader, &word, &choice, error);
    if (kind != LUA_TNUMBER)
        return alea__read_fail(reader, "points", error, DESPIRALA_BAD_POINTS,
                               kind == LUA_TNIL ? DESPIRALA_POINTS_MISSING : DESPIRALA_POINTS_OTHER,
                               DESPIRALA_MOST_POINTS);
    status = alea__read_integer(reader, &field, &number, error);
    if (status == ALEA_OK) *points = (uint32_t)number;
    return status;
}

/* ---- choosing faces ---- */

/* The target that all chosen faces make. Points that are a sum are the sum of its faces. */
static despirala_target chosen_target(const chooser *c)
{
    const pattern *p = c->p;
    despirala_target t = {
        .combination = (uint8_t)c->combination, .size = (uint8_t)p->size, .arguments = (uint8_t)p->letters};
    uint32_t sum = 0;
    ALEA_ASSERT(p->letters <= p->size && p->size <= c->rules->dice);
    memcpy(t.required, p->fixed, sizeof t.required);
    for (uint32_t i = 0; i < p->letters; i++) {
        t.faces[i] = c->face[i];
        t.required[c->face[i] - 1] = p->count[i];
    }
    for (uint32_t f = 0; f < DESPIRALA_SIDES; f++) sum += (f + 1) * t.required[f];
    t.points = (uint16_t)(c->points == SUM ? sum : c->points);
    return t;
}

/* Letters of equally many dice mean the same: their faces ascend. Others need only differ. */
static void choose_faces(chooser *c, uint32_t letter)
{
    if (letter == c->p->letters) {
        if (*c->targets < DESPIRALA_TARGETS) {
            c->rules->target[*c->targets] = chosen_target(c);
            c->rules->combination[c->combination].count++;
        }
        ++*c->targets;
        return;
    }
    for (uint8_t face = 1; face <= c->rules->sides; face++) {
        bool may_be = c->p->fixed[face - 1] == 0;
        for (uint32_t i = 0; i < letter; i++) {
            const bool alike = c->p->count[i] == c->p->count[letter];
            if (c->face[i] == face || (alike && c->face[i] > face)) may_be = false;
        }
        if (!may_be) continue;
        c->face[letter] = face;
        choose_faces(c, letter + 1);
    }
}

alea_status despirala_read_pattern(despirala_rules *rules, uint32_t combination, const alea__reader *reader,
                                   uint32_t *targets, alea_error *error)
{
    pattern p = {0};
    chooser c = {.p = &p, .rules = rules, .combination = combination, .targets = targets};
    alea_status status = alea__read_text(reader, "pattern", NULL, &p.text, error);
    if (status == ALEA_OK) status = pattern_take_apart(&p, rules, reader, error);
    if (status == ALEA_OK) status = pattern_points(reader, &c.points, error);
    if (status == ALEA_OK) choose_faces(&c, 0);
    return status;
}
