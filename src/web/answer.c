/* The answer of a request; see answer.h. */
#include "web/answer.h"
#include "base/memory.h"
#include "base/text.h"
#include "command/command.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { ANSWER_ARRAYS = 8 };

static struct {
    char *text, *envelope;
    void *array[ANSWER_ARRAYS];
    unsigned arrays;
    const char *status; /* NULL: no failure */
    alea_error error;
} answer_now;

void web_answer_begin(void)
{
    alea__free(answer_now.text);
    alea__free(answer_now.envelope);
    for (unsigned i = 0; i < answer_now.arrays; i++) alea__free(answer_now.array[i]);
    memset(&answer_now, 0, sizeof answer_now);
}

bool web_answer_text(const char *text)
{
    alea__free(answer_now.text);
    answer_now.text = alea__copy_text(text);
    return answer_now.text != NULL;
}

/* The object on one line, to be freed with alea__free; NULL if it could not be made or memory runs out. */
static char *answer_dump(const json_t *object, size_t flags)
{
    alea__text text = {0};
    if (object && json_dump_callback(object, alea__text_take_json, &text, JSON_COMPACT | flags) == 0 &&
        !text.failed)
        return text.data;
    alea__text_free(&text);
    return NULL;
}

int web_answer_object(json_t *object)
{
    char *text = answer_dump(object, JSON_REAL_PRECISION(17));
    json_decref(object);
    const bool done = text && web_answer_text(text);
    alea__free(text);
    return done ? CMD_DONE : cmd_complain(CMD_FAILED, CMD_NO_MEMORY);
}

json_t *web_answer_array(const char *type, void *bytes, size_t count)
{
    if (answer_now.arrays == ANSWER_ARRAYS) {
        alea__free(bytes);
        return NULL;
    }
    answer_now.array[answer_now.arrays++] = bytes;
    return json_pack("{s:s, s:I, s:I}", "$array", type, "at", (json_int_t)(uintptr_t)bytes, "count",
                     (json_int_t)count);
}

void web_answer_fail(const char *status, const alea_error *error)
{
    if (answer_now.status) return;
    answer_now.status = status;
    answer_now.error = *error;
}

int web_answer_refuse(const alea_error *error)
{
    web_answer_fail(cmd_status_name(error->status), error);
    return CMD_USAGE;
}

int web_answer_misuse(const char *format, ...)
{
    alea_error error = {.status = ALEA_E_USAGE};
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error.message, sizeof error.message, format, arguments);
    va_end(arguments);
    return web_answer_refuse(&error);
}

bool web_answer_has_failed(void)
{
    return answer_now.status != NULL;
}

/* Bytes of messages that are not UTF-8 are no JSON: then only the sentence of the status is given. */
const char *web_answer_end(void)
{
    static const char nothing[] =
        "{\"error\":{\"status\":\"E_MEMORY\",\"message\":\"There is not enough memory.\","
        "\"file\":\"\",\"line\":0,\"column\":0}}",
                      before[] = "{\"answer\":";
    /* NO comes with an answer: a proof that does not hold, or the games until a run was stopped */
    if (answer_now.text && (!answer_now.status || strcmp(answer_now.status, "NO") == 0)) {
        const size_t size = sizeof before + strlen(answer_now.text) + 1;
        answer_now.envelope = alea__alloc_bare(size, 1);
        if (answer_now.envelope) snprintf(answer_now.envelope, size, "%s%s}", before, answer_now.text);
        return answer_now.envelope ? answer_now.envelope : nothing;
    }
    if (!answer_now.status) return nothing;
    const alea_error *e = &answer_now.error;
    json_t *message = json_string(e->message), *file = json_string(e->file);
    if (!message) message = json_string(alea_status_sentence(e->status));
    json_t *error =
        json_pack("{s:{s:s, s:o, s:o, s:i, s:i}}", "error", "status", answer_now.status, "message", message,
                  "file", file ? file : json_string(""), "line", e->line, "column", e->column);
    answer_now.envelope = answer_dump(error, 0);
    json_decref(error);
    return answer_now.envelope ? answer_now.envelope : nothing;
}
