#include "base/error.h"
#include "base/assert.h"
#include "base/messages.h"
#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char *alea_status_sentence(alea_status status)
{
    switch (status) {
#define SENTENCE(code, number, sentence) \
    case code: return sentence;
        ALEA_STATUS_TABLE(SENTENCE)
#undef SENTENCE
    }
    return "an unknown status";
}

#define VERSION_TEXT(major, minor, patch) #major "." #minor "." #patch
#define VERSION_OF(major, minor, patch)   VERSION_TEXT(major, minor, patch)

const char *alea_version(void)
{
    return VERSION_OF(ALEA_VERSION_MAJOR, ALEA_VERSION_MINOR, ALEA_VERSION_PATCH);
}

/* Where the last character begins if the end of the text cuts it in two; else the end itself. */
static size_t error_whole_characters(const char *text, size_t length)
{
    size_t start = length;
    while (start > 0 && ((unsigned char)text[start - 1] & 0xC0) == 0x80) start--;
    if (start == 0) return length;
    unsigned char lead = (unsigned char)text[start - 1];
    size_t bytes = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC0 ? 2 : 1;
    return length - (start - 1) < bytes ? start - 1 : length;
}

/* Adds to a message; what does not fit ends in an ellipsis. */
__attribute__((format(printf, 2, 0))) static void error_append(char message[1000], const char *format,
                                                               va_list arguments)
{
    static const char ellipsis[] = "…";
    size_t used = strlen(message), left = 1000 - used;
    int length = alea__format(message + used, left, format, arguments);
    if (length < 0 || (size_t)length < left) return;
    size_t end = error_whole_characters(message, 1000 - sizeof ellipsis);
    memcpy(message + end, ellipsis, sizeof ellipsis);
}

/* Whatever a caller put into a message, it is printable. */
static void error_finish(alea_error *error, const alea_error *made)
{
    *error = *made;
    alea__printable_lines(error->message, sizeof error->message, made->message, strlen(made->message));
}

alea_status alea__fail(alea_error *error, alea_status status, const char *format, ...)
{
    ALEA_ASSERT(status != ALEA_OK);
    if (error == NULL) return status;
    alea_error made = {.status = status}; /* a local copy: an argument may point into the old message */
    va_list arguments;
    va_start(arguments, format);
    error_append(made.message, format, arguments);
    va_end(arguments);
    error_finish(error, &made);
    return status;
}

alea_status alea__fail_at(alea_error *error, alea_status status, const char *file, int line,
                          const char *format, ...)
{
    ALEA_ASSERT(status != ALEA_OK);
    if (error == NULL) return status;
    alea_error made = {.status = status};
    char shown[sizeof made.file]; /* the message is printable for any file name */
    snprintf(made.file, sizeof made.file, "%s", file);
    made.line = line;
    alea__printable(shown, sizeof shown, file, strlen(file));
    if (line > 0)
        snprintf(made.message, sizeof made.message, "%s:%d: ", shown, line);
    else
        snprintf(made.message, sizeof made.message, "%s: ", shown);
    va_list arguments;
    va_start(arguments, format);
    error_append(made.message, format, arguments);
    va_end(arguments);
    error_finish(error, &made);
    return status;
}

alea_status alea__out_of_memory(alea_error *error)
{
    return alea__fail(error, ALEA_E_MEMORY, BASE_NO_MEMORY);
}

/* glibc's strerror_r returns the text, that of POSIX a status. */
static inline const char *reason_text(const char *text, const char *out)
{
    (void)out;
    return text;
}

static inline const char *reason_status(int status, const char *out)
{
    return status == 0 ? out : "unknown error";
}

const char *alea__reason(int number, char out[ALEA__REASON])
{
    return _Generic(strerror_r(number, out, ALEA__REASON), char *: reason_text, int: reason_status)(
        strerror_r(number, out, ALEA__REASON), out);
}
