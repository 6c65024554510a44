/* Gradescope's submission_metadata.yml: who handed in which folder, and when. It is YAML, but always written by one program in
   one form, of which these lines matter:

       submission_12345:
         :submitters:
         - :name: Ann Lee
           :sid: '123'
           :email: ann@example.org
         :created_at: 2026-11-20 22:59:59.123456000 Z

   What is deeper inside, such as earlier submissions, is indented further. */
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "contest/intake.h"
#include "contest/messages.h"
#include "sandbox/unzip.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 1000, VALUE = 300, PEOPLE = 1200 };

typedef struct gradescope_record {
    char folder[VALUE];
    char name[PEOPLE], sid[PEOPLE], email[PEOPLE];
    char time[VALUE];
    bool in_submitters;
} gradescope_record;

/* Copies a line without its end; returns where the next one begins, NULL at the end. */
static const char *gradescope_line(const char *at, char out[LINE])
{
    const size_t length = strcspn(at, "\n");
    snprintf(out, LINE, "%.*s", (int)(length < LINE - 1 ? length : LINE - 1), at);
    const size_t kept = strlen(out);
    if (kept > 0 && out[kept - 1] == '\r') out[kept - 1] = 0;
    return at[length] ? at + length + 1 : NULL;
}

/* The value of `key` in a line, without quotes; false: it is another key. */
static bool gradescope_value(const char *line, const char *key, char out[VALUE])
{
    const size_t length = strlen(key);
    if (strncmp(line, key, length) != 0) return false;
    const char *at = line + length + strspn(line + length, " ");
    size_t size = strlen(at);
    if (size >= 2 && (*at == '\'' || *at == '"') && at[size - 1] == *at) {
        at++;
        size -= 2;
    }
    snprintf(out, VALUE, "%.*s", (int)(size < VALUE - 1 ? size : VALUE - 1), at);
    return true;
}

/* Several people may hand in together. */
static void gradescope_join(char people[PEOPLE], const char *one)
{
    const size_t used = strlen(people);
    if (*one) snprintf(people + used, PEOPLE - used, "%s%s", used ? " and " : "", one);
}

/* Takes a line that is indented by two: of a submission, or of a person, whose first line begins with a dash. */
static void gradescope_take(gradescope_record *r, const char *line)
{
    char value[VALUE];
    const bool person = line[0] == '-' || line[0] == ' ';
    if (!person) r->in_submitters = strcmp(line, ":submitters:") == 0;
    if (gradescope_value(line, ":created_at:", value)) snprintf(r->time, sizeof r->time, "%s", value);
    if (!person || !r->in_submitters || strncmp(line + 1, " ", 1) != 0) return;
    const char *rest = line + 2;
    if (gradescope_value(rest, ":name:", value)) gradescope_join(r->name, value);
    if (gradescope_value(rest, ":sid:", value)) gradescope_join(r->sid, value);
    if (gradescope_value(rest, ":email:", value)) gradescope_join(r->email, value);
}

/* Gives a file what is known of its submission. */
static alea_status gradescope_fill(alea__candidate *c, const gradescope_record *r, const alea__instant *when,
                                   alea_error *error)
{
    c->lms = ALEA_GRADESCOPE;
    alea_status status = *r->name ? alea__intake_set(&c->student, r->name, PEOPLE, error) : ALEA_OK;
    if (status == ALEA_OK && *r->sid) status = alea__intake_set(&c->id, r->sid, PEOPLE, error);
    if (status == ALEA_OK && *r->email) status = alea__intake_set(&c->email, r->email, PEOPLE, error);
    if (!*r->time) return status;
    c->when = *when;
    c->time_source = ALEA_TIME_GRADESCOPE;
    c->clock_unknown = false;
    return status;
}

/* Gives what is known to all files of the folder. `line` is where the record ends. */
static alea_status gradescope_apply(alea__intake *in, unsigned root, const char *name, int line,
                                    const gradescope_record *r, alea_error *error)
{
    char why[200];
    alea__instant when = {0};
    const size_t before = strlen(name) - strlen(ALEA__METADATA), length = strlen(r->folder);
    const alea__time_question q = {.text = r->time, .zone = "UTC", .lookup = in->options.zone};
    alea_status status = ALEA_OK;
    ALEA_ASSERT(alea__ends_with(name, ALEA__METADATA));
    if (!length) return ALEA_OK;
    if (*r->time && !alea__time_read(&q, &when, NULL, why))
        return alea__fail_at(error, ALEA_E_FILE, name, line, "%s.", why);
    for (uint32_t i = 0; i < in->count && status == ALEA_OK; i++) {
        alea__candidate *c = &in->candidate[i];
        if (c->root != root || strncmp(c->file, name, before) != 0) continue;
        if (strncmp(c->file + before, r->folder, length) != 0 || c->file[before + length] != '/') continue;
        status = gradescope_fill(c, r, &when, error);
        c->folder = before + length + 1;
        c->number = strtoull(r->folder + strcspn(r->folder, "0123456789"), NULL, 10);
    }
    return status;
}

alea_status alea__intake_read_metadata(alea__intake *in, unsigned root, const char *name, const char *text,
                                       alea_error *error)
{
    gradescope_record r = {.in_submitters = false};
    alea_status status = ALEA_OK;
    int number = 0;
    for (const char *at = text; at && *at && status == ALEA_OK;) {
        char line[LINE];
        at = gradescope_line(at, line);
        number++;
        const size_t length = strlen(line);
        if (*line != ' ' && *line != '-' && length > 1 && line[length - 1] == ':') {
            status = gradescope_apply(in, root, name, number - 1, &r, error);
            r = (gradescope_record){.in_submitters = false};
            snprintf(r.folder, sizeof r.folder, "%.*s",
                     (int)(length - 1 < VALUE - 1 ? length - 1 : VALUE - 1), line);
        } else if (strncmp(line, "  ", 2) == 0) {
            gradescope_take(&r, line + 2);
        }
    }
    return status == ALEA_OK ? gradescope_apply(in, root, name, number, &r, error) : status;
}
