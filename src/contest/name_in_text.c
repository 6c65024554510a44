/* Finds the name in the text of a program that did not run, or failed before it gave its name. */
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "contest/contest.h"

#include <string.h>

enum { MOST_NAME = 200 };

static const char *name_skip_blanks(const char *at, const char *end)
{
    while (at < end && (*at == ' ' || *at == '\t')) at++;
    return at;
}

/* The quoted text after `= ` at `at`, on one line and without escapes; NULL if there is none. Sets *size to its length. */
static const char *name_after_sign(const char *at, const char *end, size_t *size)
{
    at = name_skip_blanks(at, end);
    if (at == end || *at != '=') return NULL;
    at = name_skip_blanks(at + 1, end);
    if (at == end || (*at != '"' && *at != '\'')) return NULL;
    const char *last = memchr(at + 1, *at, (size_t)(end - at - 1));
    if (!last || memchr(at, '\n', (size_t)(last - at)) || memchr(at, '\\', (size_t)(last - at))) return NULL;
    *size = (size_t)(last - at - 1);
    return at + 1;
}

/* Whether a word may begin at `at`: in Python at the beginning of a line, in Lua after anything but a word or a dot. */
static bool name_may_begin(alea__language language, const char *text, const char *at)
{
    if (at == text || at[-1] == '\n') return true;
    if (language == ALEA__PYTHON) return at == text + 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0;
    return !alea__is_word(at[-1]) && at[-1] != '.';
}

/* The quoted text assigned to `word`, with its length in *size; NULL if there is none. Python uses the last assignment, Lua
   the first field. */
static const char *name_find(alea__language language, const char *word, const char *text, const char *end,
                             size_t *size)
{
    const size_t length = strlen(word);
    const char *found = NULL;
    for (const char *at = text; (size_t)(end - at) >= length; at++) {
        if (memcmp(at, word, length) != 0 || !name_may_begin(language, text, at)) continue;
        size_t quoted_size;
        const char *quoted = name_after_sign(at + length, end, &quoted_size);
        if (!quoted || (found && language == ALEA__LUA)) continue;
        found = quoted;
        *size = quoted_size < MOST_NAME ? quoted_size : MOST_NAME;
    }
    return found;
}

alea_status alea__name_in_text(alea__language language, const char *text, size_t size, char **out,
                               alea_error *error)
{
    size_t found_size = 0;
    *out = NULL;
    if (language != ALEA__PYTHON && language != ALEA__LUA) return ALEA_OK;
    const bool python = language == ALEA__PYTHON;
    const char *found = name_find(language, python ? "PLAYER_NAME" : "name", text, text + size, &found_size);
    if (!found && python) found = name_find(language, "TEAM_NAME", text, text + size, &found_size);
    if (!found || memchr(found, 0, found_size)) return ALEA_OK;
    ALEA_ASSERT(found + found_size <= text + size);
    *out = alea__alloc(found_size + 1);
    if (!*out) return alea__out_of_memory(error);
    memcpy(*out, found, found_size);
    return ALEA_OK;
}
