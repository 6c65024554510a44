/* Results of judging a file: sets the reason why it has no table, and frees the result. */
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "contest/contest.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REASON = 2000 };

/* Makes a sentence of a text: "it said no" becomes "It said no." Names such as final_strategy(…) are unchanged. */
static void reason_make_sentence(char *text, size_t size)
{
    size_t word = strspn(text, "abcdefghijklmnopqrstuvwxyz"), length = strlen(text);
    if (word > 0 && (text[word] == ' ' || text[word] == ',')) text[0] = (char)(text[0] - 'a' + 'A');
    if (length > 0 && length + 1 < size && !strchr(".?!", text[length - 1]))
        memcpy(text + length, ".", sizeof ".");
}

alea_status alea__disqualify(alea__judged *j, const char *failure_kind, alea_error *error, const char *format,
                             ...)
{
    char text[REASON];
    va_list arguments;
    ALEA_ASSERT(!j->moves && strlen(failure_kind) < sizeof j->failure_kind);
    va_start(arguments, format);
    alea__format(text, sizeof text, format, arguments);
    va_end(arguments);
    reason_make_sentence(text, sizeof text);
    snprintf(j->failure_kind, sizeof j->failure_kind, "%s", failure_kind);
    alea__free(j->reason);
    j->reason = alea__copy_text(text);
    return j->reason ? ALEA_OK : alea__out_of_memory(error);
}

/* Skips "file:" or "file:12:" at the beginning of *text and returns the line, or 0. */
static long reason_take_line(const char *file, const char **text)
{
    size_t length = strlen(file);
    char *end;
    if (strncmp(*text, file, length) != 0 || (*text)[length] != ':') return 0;
    *text += length + 1;
    long line = strtol(*text, &end, 10);
    if (end > *text && *end == ':')
        *text = end + 1;
    else
        line = 0;
    *text += strspn(*text, " ");
    return line;
}

void alea__without_file(char *out, size_t size, const char *file, const char *text)
{
    long line = reason_take_line(file, &text);
    if (line > 0)
        snprintf(out, size, "line %ld: %s", line, text);
    else
        snprintf(out, size, "%s", text);
}

void alea__judged_clear(alea__judged *j)
{
    alea__free(j->moves);
    alea__free(j->name);
    alea__free(j->text_name);
    alea__free(j->printed);
    alea__free(j->reason);
    *j = (alea__judged){0};
}
