#include "base/lines.h"
#include "base/assert.h"
#include "base/text.h"

#include <string.h>

static void lines_trim(const char **text, size_t *length)
{
    static const char spaces[] = " \t\r";
    while (*length > 0 && memchr(spaces, (*text)[*length - 1], 3)) --*length;
    while (*length > 0 && memchr(spaces, **text, 3)) ++*text, --*length;
}

alea__lines alea__lines_of(const char *text, size_t size)
{
    const bool mark = size >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0;
    return (alea__lines){.at = mark ? text + 3 : text, .end = text + size};
}

bool alea__lines_next(alea__lines *in)
{
    while (in->at < in->end) {
        const char *stop = in->at;
        while (stop < in->end && *stop != '\n' && *stop != '\r') stop++;
        in->text = in->at;
        in->length = (size_t)(stop - in->at);
        in->at = stop < in->end ? stop + 1 : stop;
        if (stop < in->end && *stop == '\r' && in->at < in->end && *in->at == '\n') in->at++;
        in->line++;
        lines_trim(&in->text, &in->length);
        if (in->length > 0 && in->text[0] != '#') return true;
    }
    return false;
}

/* Removes the quotation marks from a field that begins at `start`, and finds the comma after it. Returns false if there is
   no closing mark. */
static bool lines_unquote(const char *start, const char *end, const char **field, size_t *length,
                          const char **comma)
{
    const char *at = start;
    while (at < end && (*at == ' ' || *at == '\t')) at++;
    if (at == end || *at != '"') return false;
    const char *last = ++at;
    while (last < end && (*last != '"' || (last + 1 < end && last[1] == '"'))) last += 1 + (*last == '"');
    if (last >= end) return false;
    const char *after = last + 1;
    while (after < end && (*after == ' ' || *after == '\t')) after++;
    if (after < end && *after != ',') return false;
    *field = at;
    *length = (size_t)(last - at);
    *comma = after < end ? after : NULL;
    return true;
}

bool alea__lines_field(const alea__lines *in, size_t *at, const char **field, size_t *length)
{
    ALEA_ASSERT(in->line > 0 && in->text + in->length <= in->end);
    if (*at > in->length) return false;
    const char *start = in->text + *at, *end = in->text + in->length, *comma;
    if (!lines_unquote(start, end, field, length, &comma)) {
        comma = memchr(start, ',', (size_t)(end - start));
        *length = (size_t)((comma ? comma : end) - start);
        *field = start;
    }
    *at += (size_t)((comma ? comma : end) - start) + 1;
    lines_trim(field, length);
    return true;
}

const char *alea__lines_separator(const alea__lines *in)
{
    static const struct {
        char sign;
        const char *name;
    } signs[] = {{';', "semicolons"}, {'\t', "tabs"}, {'|', "vertical bars"}, {' ', "spaces"}};
    bool letters = false;
    for (size_t i = 0; i < in->length; i++) letters |= alea__is_letter(in->text[i]);
    if (memchr(in->text, ',', in->length)) return NULL;
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (memchr(in->text, signs[i].sign, in->length))
            return signs[i].sign == ' ' && letters ? NULL : signs[i].name;
    return NULL;
}
