/* Functions that add candidates and warnings, shared by all readers of submissions. */
#include "contest/intake.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"

#include <stdarg.h>
#include <string.h>

alea_status alea__intake_set(char **text, const char *value, size_t length, alea_error *error)
{
    const size_t size = strnlen(value, length);
    char *copy = alea__alloc(size + 1);
    if (!copy) return alea__out_of_memory(error);
    memcpy(copy, value, size);
    alea__free(*text);
    *text = copy;
    return ALEA_OK;
}

alea__candidate *alea__intake_add(alea__intake *in, unsigned root, const char *before, const char *name,
                                  alea_error *error)
{
    alea__text file = {0};
    alea__text_add(&file, "%s%s", before, name);
    if (file.failed ||
        !alea__grow(&in->candidate, &in->capacity, (size_t)in->count + 1, sizeof *in->candidate)) {
        alea__text_free(&file);
        alea__out_of_memory(error);
        return NULL;
    }
    alea__candidate *c = &in->candidate[in->count++];
    *c = (alea__candidate){.file = file.data, .inner = strlen(before), .root = root, .found = in->count - 1};
    return c;
}

alea_status alea__intake_add_member(alea__intake *in, uint32_t index, alea_error *error)
{
    const alea__candidate *from = &in->candidate[index];
    alea__candidate *c = alea__intake_add(in, from->root, "", from->file, error);
    if (!c) return ALEA_E_MEMORY;
    char *file = c->file;
    from = &in->candidate[index]; /* the array may have moved */
    unsigned member = 1;
    for (uint32_t i = 0; i + 1 < in->count; i++) member += in->candidate[i].found == from->found;
    *c = *from;
    c->file = file;
    c->student = c->id = c->email = c->refusal = c->key = NULL;
    c->data = NULL;
    c->member = member - 1;
    return ALEA_OK;
}

int alea__candidate_by_key(const void *a, const void *b)
{
    const alea__candidate *p = *(alea__candidate *const *)a, *q = *(alea__candidate *const *)b;
    const int order = strcmp(p->key, q->key);
    return order ? order : (p > q) - (p < q);
}

static void intake_clear_candidate(alea__candidate *c)
{
    alea__free(c->file);
    alea__free(c->student);
    alea__free(c->id);
    alea__free(c->email);
    alea__free(c->data);
    alea__free(c->refusal);
    alea__free(c->key);
}

void alea__intake_sweep(alea__intake *in)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < in->count; i++) {
        if (in->candidate[i].dropped)
            intake_clear_candidate(&in->candidate[i]);
        else
            in->candidate[kept++] = in->candidate[i];
    }
    in->count = kept;
}

alea_status alea__intake_warn(alea__intake *in, alea_error *error, const char *format, ...)
{
    char text[1000];
    va_list arguments;
    va_start(arguments, format);
    alea__format(text, sizeof text, format, arguments);
    va_end(arguments);
    if (!alea__grow(&in->warning, &in->warning_capacity, (size_t)in->warnings + 1, sizeof *in->warning))
        return alea__out_of_memory(error);
    in->warning[in->warnings] = alea__copy_text(text);
    return in->warning[in->warnings++] ? ALEA_OK : alea__out_of_memory(error);
}

/* Frees the contents of the intake. */
void alea__intake_clear(alea__intake *in)
{
    for (uint32_t i = 0; i < in->count; i++) intake_clear_candidate(&in->candidate[i]);
    for (uint32_t i = 0; i < in->warnings; i++) alea__free(in->warning[i]);
    alea__free(in->candidate);
    alea__free(in->warning);
}
