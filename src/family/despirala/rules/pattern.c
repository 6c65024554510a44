/* What a combination is to be made of: "XXXYYY" as a list of targets. */
#include "base/text.h"
#include "family/despirala/rules/compile.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* A pattern taken apart: digits are dice that it needs as they are, letters are faces to be chosen. */
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

static void add_letter(pattern *p, char letter)
{
    uint32_t i = 0;
    while (i < p->letters && p->letter[i] != letter) i++;
    if (i == p->letters) p->letter[p->letters++] = letter;
    p->count[i]++;
}

static alea_status add(pattern *p, const despirala_rules *rules, const alea__reader *reader, char sign,
                       alea_error *error)
{
    char shown[80];
    alea__printable(shown, sizeof shown, p->text, strlen(p->text));
    if (sign >= 'A' && sign <= 'Z') {
        add_letter(p, sign);
    } else if (isdigit((unsigned char)sign)) {
        const uint32_t face = (uint32_t)(sign - '0');
        if (face < 1 || face > rules->sides)
            return alea__read_fail(
                reader, "pattern", error,
                "is \"%s\", which can never be completed: the dice show 1 to %u, and no %u.", shown,
                (unsigned)rules->sides, (unsigned)face);
        p->fixed[face - 1]++;
    } else {
        return alea__read_fail(reader, "pattern", error,
                               "is \"%s\"; capital letters (faces to be chosen) and digits (these faces) are "
                               "wanted, such as \"XXXYYY\" or \"123456\".",
                               shown);
    }
    return ALEA_OK;
}

static uint32_t different_faces(const pattern *p, const despirala_rules *rules)
{
    uint32_t count = p->letters;
    for (uint32_t f = 0; f < rules->sides; f++) count += p->fixed[f] > 0;
    return count;
}

static alea_status take_apart(pattern *p, const despirala_rules *rules, const alea__reader *reader,
                              alea_error *error)
{
    const size_t size = strlen(p->text);
    if (size == 0)
        return alea__read_fail(reader, "pattern", error, "is empty; it wants a sign for each die it needs.");
    if (size > rules->dice)
        return alea__read_fail(reader, "pattern", error,
                               "needs %zu dice, and there are %u: it can never be completed.", size,
                               (unsigned)rules->dice);
    p->size = (uint32_t)size;
    for (size_t i = 0; i < size; i++) {
        alea_status status = add(p, rules, reader, p->text[i], error);
        if (status != ALEA_OK) return status;
    }
    if (different_faces(p, rules) > rules->sides)
        return alea__read_fail(
            reader, "pattern", error,
            "needs %u different faces, and the dice have %u sides: it can never be completed.",
            (unsigned)different_faces(p, rules), (unsigned)rules->sides);
    return ALEA_OK;
}

static alea_status read_points(const alea__reader *reader, uint32_t *points, alea_error *error)
{
    static const char *const words[] = {"sum", NULL};
    int64_t number;
    int kind, choice;
    *points = SUM;
    alea_status status = alea__read_kind(reader, "points", &kind, error);
    if (status != ALEA_OK) return status;
    if (kind == LUA_TSTRING) return alea__read_choice(reader, "points", words, -1, &choice, error);
    if (kind != LUA_TNUMBER)
        return alea__read_fail(
            reader, "points", error,
            "is %s; a whole number from 0 to %d, or \"sum\" for the sum of the faces, is wanted.",
            kind == LUA_TNIL ? "missing" : "neither number nor text", DESPIRALA_MOST_POINTS);
    status = alea__read_integer(reader, "points", 0, DESPIRALA_MOST_POINTS, NULL, &number, error);
    if (status == ALEA_OK) *points = (uint32_t)number;
    return status;
}

/* ---- choosing faces ---- */

static despirala_target made(const chooser *c)
{
    const pattern *p = c->p;
    despirala_target t = {
        .combination = (uint8_t)c->combination, .size = (uint8_t)p->size, .arguments = (uint8_t)p->letters};
    uint32_t sum = 0;
    memcpy(t.need, p->fixed, sizeof t.need);
    for (uint32_t i = 0; i < p->letters; i++) {
        t.faces[i] = c->face[i];
        t.need[c->face[i] - 1] = p->count[i];
    }
    for (uint32_t f = 0; f < DESPIRALA_SIDES; f++) sum += (f + 1) * t.need[f];
    t.points = (uint16_t)(c->points == SUM ? sum : c->points);
    return t;
}

static void keep(chooser *c)
{
    if (*c->targets < DESPIRALA_TARGETS) {
        c->rules->target[*c->targets] = made(c);
        c->rules->combination[c->combination].count++;
    }
    ++*c->targets;
}

/* Letters of equally many dice mean the same: their faces ascend. Others need only differ. */
static bool may_be(const chooser *c, uint32_t letter, uint8_t face)
{
    if (c->p->fixed[face - 1] > 0) return false;
    for (uint32_t i = 0; i < letter; i++) {
        if (c->face[i] == face) return false;
        if (c->p->count[i] == c->p->count[letter] && c->face[i] > face) return false;
    }
    return true;
}

static void choose(chooser *c, uint32_t letter)
{
    if (letter == c->p->letters) {
        keep(c);
        return;
    }
    for (uint8_t face = 1; face <= c->rules->sides; face++) {
        if (!may_be(c, letter, face)) continue;
        c->face[letter] = face;
        choose(c, letter + 1);
    }
}

alea_status despirala_read_pattern(despirala_rules *rules, uint32_t combination, const alea__reader *reader,
                                   uint32_t *targets, alea_error *error)
{
    pattern p = {0};
    chooser c = {.p = &p, .rules = rules, .combination = combination, .targets = targets};
    alea_status status = alea__read_text(reader, "pattern", NULL, &p.text, error);
    if (status == ALEA_OK) status = take_apart(&p, rules, reader, error);
    if (status == ALEA_OK) status = read_points(reader, &c.points, error);
    if (status == ALEA_OK) choose(&c, 0);
    return status;
}
