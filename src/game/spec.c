#include "game/spec.h"
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "game/messages.h"

#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ARGUMENTS = 64, SHOWN = 120 };

/* A part of the text being read. */
typedef struct spec_span {
    const char *start, *end;
} spec_span;

static bool span_is_empty(spec_span s)
{
    return s.start == s.end;
}

static spec_span span_trim(spec_span s)
{
    while (s.start < s.end && *s.start == ' ') s.start++;
    while (s.start < s.end && s.end[-1] == ' ') s.end--;
    return s;
}

static const char *span_find(spec_span s, const char *characters)
{
    ALEA_ASSERT(s.start <= s.end);
    const char *at = s.start + strcspn(s.start, characters);
    return at < s.end ? at : s.end;
}

static char *span_copy(spec_span s)
{
    ALEA_ASSERT(s.start < s.end); /* empty names and values are errors */
    size_t length = (size_t)(s.end - s.start);
    char *text = alea__alloc(length + 1);
    if (text && length) memcpy(text, s.start, length);
    return text;
}

/* `what` is a sentence without its full stop. */
static alea_status spec_wrong(const char *text, const char *at, const char *what, alea_error *error)
{
    char shown[SHOWN];
    int column = (int)(at - text) + 1;
    ALEA_ASSERT(at >= text && column <= (int)strlen(text) + 1);
    alea__printable(shown, sizeof shown, text, strlen(text));
    alea_status status = alea__fail(error, ALEA_E_SPEC, GAME_SPEC_WRONG, shown, column, what);
    if (error) error->column = column;
    return status;
}

static bool spec_has_key(const alea__spec *spec, spec_span key)
{
    size_t length = (size_t)(key.end - key.start);
    for (size_t i = 0; i < spec->count; i++) {
        const char *other = spec->argument[i].key;
        if (other && strlen(other) == length && memcmp(other, key.start, length) == 0) return true;
    }
    return false;
}

/* Reads one argument, `value` or `key=value`. Text that it appends stays in the spec also after a failure. */
static alea_status spec_read_argument(alea__spec *spec, const char *text, spec_span whole, alea_error *error)
{
    const char *equals = span_find(whole, "=");
    bool named = equals < whole.end;
    spec_span key = span_trim((spec_span){whole.start, equals}),
              value = span_trim(named ? (spec_span){equals + 1, whole.end} : whole);
    if (named && span_is_empty(key)) return spec_wrong(text, whole.start, GAME_SPEC_NO_KEY, error);
    if (span_is_empty(value)) return spec_wrong(text, value.start, GAME_SPEC_NO_VALUE, error);
    if (span_find(value, "=") < value.end)
        return spec_wrong(text, span_find(value, "="), GAME_SPEC_TWO_EQUALS, error);
    if (named && spec_has_key(spec, key)) return spec_wrong(text, key.start, GAME_SPEC_KEY_TWICE, error);
    if (spec->count == MOST_ARGUMENTS) return spec_wrong(text, whole.start, GAME_SPEC_TOO_MANY, error);
    alea__argument *argument = &spec->argument[spec->count++];
    argument->key = named ? span_copy(key) : NULL;
    argument->value = span_copy(value);
    return argument->value && (!named || argument->key) ? ALEA_OK : alea__out_of_memory(error);
}

/* Reads the arguments between the brackets; empty brackets mean no arguments. */
static alea_status spec_read_arguments(alea__spec *spec, const char *text, spec_span inside,
                                       alea_error *error)
{
    if (span_is_empty(span_trim(inside))) return ALEA_OK;
    spec->argument = alea__alloc_array(MOST_ARGUMENTS, sizeof *spec->argument);
    if (!spec->argument) return alea__out_of_memory(error);
    for (;;) {
        const char *comma = span_find(inside, ",");
        alea_status status = spec_read_argument(spec, text, (spec_span){inside.start, comma}, error);
        if (status != ALEA_OK || comma == inside.end) return status;
        inside.start = comma + 1;
    }
}

/* The end of the name: at a bracket, or, without brackets, at the `:` or `=` of `name:25`; whole.end if it has no arguments. */
static const char *spec_name_end(spec_span whole)
{
    static const char rules[] = ".lua";
    const size_t length = (size_t)(whole.end - whole.start), ending = strlen(rules);
    const char *bracket = span_find(whole, "()");
    if (bracket < whole.end || (length > ending && memcmp(whole.end - ending, rules, ending) == 0))
        return bracket;
    /* the path of a rule file may contain such a sign */
    const char *file = strstr(whole.start, ".lua:");
    return file && file < whole.end ? file + ending : span_find(whole, ":=");
}

/* Reads a name and its arguments. The caller frees the spec, also after a failure. */
static alea_status spec_read(const char *text, alea__spec *spec, alea_error *error)
{
    spec_span whole = span_trim((spec_span){text, text + strlen(text)});
    const char *open = spec_name_end(whole);
    spec_span name = span_trim((spec_span){whole.start, open});
    if (span_is_empty(name)) return spec_wrong(text, whole.start, GAME_SPEC_NO_NAME, error);
    spec->name = span_copy(name);
    if (!spec->name) return alea__out_of_memory(error);
    if (open == whole.end) return ALEA_OK;
    if (*open == ':' || *open == '=') {
        const spec_span after = {open + 1, whole.end};
        if (span_is_empty(span_trim(after))) return spec_wrong(text, whole.end, GAME_SPEC_NO_VALUE, error);
        return spec_read_arguments(spec, text, after, error);
    }
    if (*open == ')') return spec_wrong(text, open, GAME_SPEC_NOT_OPENED, error);
    spec_span inside = {open + 1, span_find((spec_span){open + 1, whole.end}, "()")};
    if (inside.end == whole.end) return spec_wrong(text, open, GAME_SPEC_NOT_CLOSED, error);
    if (*inside.end == '(') return spec_wrong(text, inside.end, GAME_SPEC_NESTED, error);
    if (inside.end + 1 != whole.end) return spec_wrong(text, inside.end + 1, GAME_SPEC_MORE, error);
    return spec_read_arguments(spec, text, inside, error);
}

alea_status alea__spec_parse(const char *text, alea__spec *out, alea_error *error)
{
    alea__spec spec = {0};
    for (const char *at = text; *at; at++)
        if ((unsigned char)*at < ' ' || *at == 127) return spec_wrong(text, at, GAME_SPEC_CONTROL, error);
    alea_status status = spec_read(text, &spec, error);
    if (status == ALEA_OK)
        *out = spec;
    else
        alea__spec_free(&spec);
    return status;
}

void alea__spec_free(alea__spec *spec)
{
    for (size_t i = 0; i < spec->count; i++) {
        alea__free(spec->argument[i].key);
        alea__free(spec->argument[i].value);
    }
    alea__free(spec->argument);
    alea__free(spec->name);
    *spec = (alea__spec){0};
}

/* ---- numbers ---- */

static bool spec_read_integer(const char *text, int64_t *out)
{
    const char *digits = *text == '-' || *text == '+' ? text + 1 : text;
    if (*digits == 0 || digits[strspn(digits, "0123456789")] != 0) return false;
    errno = 0;
    *out = strtoll(text, NULL, 10);
    return errno == 0;
}

alea_status alea__parse_integer(const char *text, const char *what, alea__range range, int64_t *out,
                                alea_error *error)
{
    int64_t value;
    ALEA_ASSERT(range.min <= range.max);
    if (spec_read_integer(text, &value) && value >= range.min && value <= range.max) {
        *out = value;
        return ALEA_OK;
    }
    char shown[SHOWN];
    alea__printable(shown, sizeof shown, text, strlen(text));
    return alea__fail(error, ALEA_E_RANGE, GAME_NOT_A_NUMBER, what, range.min, range.max, shown);
}
