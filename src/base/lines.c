#include "base/lines.h"
#include "base/assert.h"

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

bool alea__lines_field(const alea__lines *in, size_t *at, const char **field, size_t *length)
{
    ALEA_ASSERT(in->line > 0 && in->text + in->length <= in->end);
    if (*at > in->length) return false;
    const char *start = in->text + *at, *comma = memchr(start, ',', in->length - *at);
    *length = comma ? (size_t)(comma - start) : in->length - *at;
    *field = start;
    *at += *length + 1;
    lines_trim(field, length);
    return true;
}
