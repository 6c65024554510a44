#include "view/json/json.h"
#include "base/assert.h"
#include "base/text.h"
#include "view/words.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

alea__json alea__json_start(void)
{
    json_t *object = json_object();
    return (alea__json){.object = object, .failed = !object};
}

void alea__json_put(alea__json *json, const char *key, json_t *value)
{
    ALEA_ASSERT(*key && (json->object || json->failed));
    if (json_object_set_new(json->object, key, value) != 0) json->failed = true;
}

json_t *alea__json_end(alea__json *json)
{
    json_t *object = json->object;
    if (json->failed) {
        json_decref(object);
        object = NULL;
    }
    *json = (alea__json){.failed = true};
    return object;
}

json_t *alea__json_append(json_t *array, json_t *value)
{
    if (json_array_append_new(array, value) == 0) return array;
    json_decref(array);
    return NULL;
}

/* json_string refuses text that is not UTF-8, such as some file names. */
json_t *alea__json_text(const char *text)
{
    if (!text) return json_null();
    json_t *value = json_string(text);
    if (value) return value;
    alea__text shown = {0};
    alea__add_printable(&shown, text);
    value = shown.failed ? NULL : json_string(shown.data);
    alea__text_free(&shown);
    return value;
}

json_t *alea__json_count(uint64_t count)
{
    if (count <= INT64_MAX) return json_integer((json_int_t)count);
    return json_sprintf("%" PRIu64, count);
}

json_t *alea__json_real(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

static void json_put_bounds(alea__json *json, alea_interval i)
{
    alea__json_put(json, "value", alea__json_real(i.lower / 2 + i.upper / 2));
    alea__json_put(json, "lower", alea__json_real(i.lower));
    alea__json_put(json, "upper", alea__json_real(i.upper));
}

json_t *alea__json_interval(alea_interval i)
{
    if (!isfinite(i.lower) || !isfinite(i.upper)) return json_null();
    alea__json json = alea__json_start();
    json_put_bounds(&json, i);
    return alea__json_end(&json);
}

json_t *alea__json_numbers(const uint32_t *number, unsigned count)
{
    json_t *array = json_array();
    for (unsigned i = 0; i < count; i++) array = alea__json_append(array, json_integer(number[i]));
    return array;
}

/* ---- fields ---- */

/* The value of a single field at `at`. Not for kinds that need the whole object. */
static json_t *json_value(alea__json_kind kind, const alea__json_field *fields, const void *at)
{
    const char *text;
    switch (kind) {
    case ALEA__JSON_TEXT:
        memcpy(&text, at, sizeof text); /* a char * or a const char * */
        return alea__json_text(text);
    case ALEA__JSON_CHARS: return alea__json_text(at);
    case ALEA__JSON_BOOL: return json_boolean(*(const bool *)at);
    case ALEA__JSON_INT: return json_integer(*(const int *)at);
    case ALEA__JSON_INTEGER: return json_integer(*(const int64_t *)at);
    case ALEA__JSON_UNSIGNED: return json_integer(*(const unsigned *)at);
    case ALEA__JSON_COUNT: return alea__json_count(*(const uint64_t *)at);
    case ALEA__JSON_SIZE: return alea__json_count(*(const size_t *)at);
    case ALEA__JSON_REAL: return alea__json_real(*(const double *)at);
    case ALEA__JSON_SOME:
        return *(const uint64_t *)at ? alea__json_count(*(const uint64_t *)at) : json_null();
    case ALEA__JSON_OBJECTIVE: return alea__json_text(alea_objective_name(*(const alea_objective *)at));
    case ALEA__JSON_SEAT: return *(const int *)at < 0 ? json_null() : json_integer(*(const int *)at);
    case ALEA__JSON_INTERVAL: return alea__json_interval(*(const alea_interval *)at);
    case ALEA__JSON_STRUCT: return alea__json_object(fields, at);
    case ALEA__JSON_WORD:
    case ALEA__JSON_BOUNDS:
    case ALEA__JSON_LIST:
    case ALEA__JSON_ROW:
    case ALEA__JSON_MADE: break; /* these have no separate values */
    }
    ALEA_ASSERT(false && "a value that stands in a struct");
    return NULL;
}

static json_t *json_word(const alea__json_field *f, const void *at)
{
    return alea__json_text(f->words[f->size == sizeof(bool) ? *(const bool *)at : *(const unsigned *)at]);
}

/* The elements of a list or row; another member of the object has their number. */
static json_t *json_elements(const alea__json_field *f, const char *object)
{
    const char *element = object + f->offset;
    const void *counter = object + f->count;
    const uint64_t count = f->counted == ALEA__JSON_COUNT  ? *(const uint64_t *)counter
                           : f->counted == ALEA__JSON_SIZE ? *(const size_t *)counter
                                                           : *(const unsigned *)counter;
    ALEA_ASSERT(f->size > 0 && f->each != ALEA__JSON_LIST && f->each != ALEA__JSON_ROW);
    json_t *array = json_array();
    if (f->kind == ALEA__JSON_LIST) memcpy(&element, object + f->offset, sizeof element);
    for (uint64_t i = 0; i < count; i++)
        array = alea__json_append(array, json_value(f->each, f->fields, element + i * f->size));
    return array;
}

static json_t *json_field(const alea__json_field *f, const char *object)
{
    if (!object) return json_null();
    if (f->kind == ALEA__JSON_MADE) return f->make(object + f->offset);
    if (f->kind == ALEA__JSON_WORD) return json_word(f, object + f->offset);
    if (f->kind == ALEA__JSON_LIST || f->kind == ALEA__JSON_ROW) return json_elements(f, object);
    return json_value(f->kind, f->fields, object + f->offset);
}

void alea__json_put_fields(alea__json *json, const alea__json_field *f, const void *given)
{
    const char *object = given;
    for (; f->key; f++) {
        if (object && f->only_if > 0 && !*(const bool *)(object + f->only_if - 1)) continue;
        if (f->kind == ALEA__JSON_BOUNDS)
            json_put_bounds(json, object ? *(const alea_interval *)(const void *)(object + f->offset)
                                         : (alea_interval){NAN, NAN});
        else
            alea__json_put(json, f->key, json_field(f, object));
    }
}

json_t *alea__json_object(const alea__json_field *fields, const void *object)
{
    if (!object) return json_null();
    alea__json json = alea__json_start();
    alea__json_put_fields(&json, fields, object);
    return alea__json_end(&json);
}

alea_status alea__json_write(const alea__json_field *fields, const void *object, char **out,
                             alea_error *error)
{
    alea__json json = alea__json_start();
    alea__json_put_fields(&json, fields, object);
    return alea__json_finish(&json, out, error);
}

/* The text records a failed allocation; json_dumps would silently leave out the key. */
alea_status alea__json_finish(alea__json *json, char **out, alea_error *error)
{
    alea__text text = {0};
    json_t *object = alea__json_end(json);
    const size_t layout = JSON_INDENT(2) | JSON_REAL_PRECISION(17);
    if (!object || json_dump_callback(object, alea__text_take_json, &text, layout) != 0) text.failed = true;
    json_decref(object);
    alea__text_add(&text, "\n");
    return alea__view_finish(&text, out, error);
}
