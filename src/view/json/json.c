#include "view/json/json.h"
#include "base/error.h"
#include "base/text.h"
#include "view/words.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

alea__json alea__json_start(void)
{
    json_t *object = json_object();
    return (alea__json){.object = object, .failed = !object};
}

void alea__json_put(alea__json *json, const char *key, json_t *value)
{
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

/* json_string refuses what is not UTF-8, such as some file names. */
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

void alea__json_put_bounds(alea__json *json, alea_interval i)
{
    alea__json_put(json, "value", alea__json_real(i.lower / 2 + i.upper / 2));
    alea__json_put(json, "lower", alea__json_real(i.lower));
    alea__json_put(json, "upper", alea__json_real(i.upper));
}

json_t *alea__json_interval(alea_interval i)
{
    if (!isfinite(i.lower) || !isfinite(i.upper)) return json_null();
    alea__json json = alea__json_start();
    alea__json_put_bounds(&json, i);
    return alea__json_end(&json);
}

alea_status alea__json_finish(alea__json *json, char **out, alea_error *error)
{
    json_t *object = alea__json_end(json);
    char *dump = object ? json_dumps(object, JSON_INDENT(2) | JSON_REAL_PRECISION(17)) : NULL;
    json_decref(object);
    if (!dump) return alea__out_of_memory(error);
    alea__text text = {0};
    alea__text_add(&text, "%s\n", dump);
    free(dump); /* jansson made it */
    return alea__view_finish(&text, out, error);
}
