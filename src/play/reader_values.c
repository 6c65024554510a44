/* Reads the values of a record's lines, and reports wrong ones. */
#include "base/assert.h"
#include "base/text.h"

#include "play/messages.h"
#include "play/record_lines.h"

#include "play/reader_inside.h"

#include <string.h>

/* ---- saying where ---- */

alea_status alea__wrong(const alea__reading *r, const alea_error *below, alea_error *error)
{
    ALEA_ASSERT(below->status != ALEA_OK);
    if (below->status == ALEA_E_MEMORY) return alea__out_of_memory(error);
    char message[sizeof below->message];
    memcpy(message, below->message, sizeof message);
    return ALEA__WRONG(r, error, "%s", message);
}

alea__shown alea__show(const char *text)
{
    alea__shown s;
    alea__printable(s.text, sizeof s.text, text, strlen(text));
    return s;
}

/* ---- values ---- */

alea_status alea__check_keys(const alea__reading *r, const json_t *line, size_t keys, alea_error *error)
{
    if (json_object_size(line) == keys) return ALEA_OK;
    return ALEA__WRONG(r, error, RECORD_KEYS, json_object_size(line), keys);
}

alea_status alea__take_number(const alea__reading *r, const alea__field *f, int64_t *out, alea_error *error)
{
    const int64_t number = json_integer_value(f->value);
    if (!json_is_integer(f->value) || number < f->least || number > f->most)
        return ALEA__WRONG(r, error, RECORD_NUMBER, f->what, f->least, f->most);
    *out = number;
    return ALEA_OK;
}

alea_status alea__take_text(const alea__reading *r, const json_t *value, const char *what, const char **out,
                            alea_error *error)
{
    char clean[ALEA__LINE_TEXT];
    const char *text = json_string_value(value);
    if (!text) return ALEA__WRONG(r, error, RECORD_TEXT, what);
    alea__printable(clean, sizeof clean, text, strlen(text));
    if (strcmp(clean, text) != 0)
        return ALEA__WRONG(r, error, RECORD_BAD_TEXT, what, ALEA__LINE_TEXT - 1, alea__show(text).text);
    *out = text;
    return ALEA_OK;
}

alea_status alea__take_list(const alea__reading *r, const alea__field *f, alea__numbers *out,
                            alea_error *error)
{
    const size_t most = (size_t)f->most;
    alea_status status = ALEA_OK;
    ALEA_ASSERT(f->most <= ALEA__MOST_DICE);
    if (!json_is_array(f->value) || json_array_size(f->value) > most)
        return ALEA__WRONG(r, error, RECORD_LIST, f->what, (unsigned)most);
    out->count = (unsigned)json_array_size(f->value);
    for (unsigned i = 0; i < out->count && status == ALEA_OK; i++) {
        const alea__field entry = {json_array_get(f->value, i), f->what, 0, UINT32_MAX};
        int64_t number = 0;
        status = alea__take_number(r, &entry, &number, error);
        out->number[i] = (uint32_t)number;
    }
    return status;
}
