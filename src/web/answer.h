#pragma once
/* The answer of the current request. There is one request at a time, and the commands, which do not know about requests,
   have no argument for it, so it is a global, like the interruption of the program in cli/progress.c. */
#include <alea/status.h>
#include <jansson.h>

/* Begins a new answer and discards the last one. */
void web_answer_begin(void);
/* The text of a JSON object, which is copied. A second one replaces the first. */
bool web_answer_text(const char *);
/* Takes over the object. NULL means that memory ran out. */
int web_answer_object(json_t *);
/* Takes over `bytes` from base/memory.h, `count` numbers of a type of JavaScript such as "Float64Array". Returns what stands for
   them in the answer: an object that becomes the array. */
json_t *web_answer_array(const char *type, void *bytes, size_t count);

/* Sets the reason why there is no answer. The first failure counts. */
void web_answer_fail(const char *status, const alea_error *);
int web_answer_refuse(const alea_error *); /* with the error's status; returns CMD_USAGE */
__attribute__((format(printf, 1, 2))) int web_answer_misuse(const char *format, ...); /* E_USAGE, likewise */
bool web_answer_has_failed(void);

/* {"answer": …} or {"error": {"status", "message", "file", "line", "column"}}; valid until the next answer begins. */
const char *web_answer_end(void);
