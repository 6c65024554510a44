/* Applies Gradescope's submission_metadata.yml to the candidates in its folder. Students who submitted together become one
   candidate each, with the same file. */
#include "base/assert.h"
#include "base/error.h"
#include "contest/intake.h"
#include "contest/yaml/submitters.h"
#include "sandbox/unzip.h"

#include <stdlib.h>
#include <string.h>

/* Copies the student's data to a candidate. */
static alea_status gradescope_name(alea__candidate *c, const alea__submitter *s, alea_error *error)
{
    alea_status status = s->name ? alea__intake_set(&c->student, s->name, SIZE_MAX, error) : ALEA_OK;
    if (status == ALEA_OK && s->sid) status = alea__intake_set(&c->id, s->sid, SIZE_MAX, error);
    if (status == ALEA_OK && s->email) status = alea__intake_set(&c->email, s->email, SIZE_MAX, error);
    return status;
}

/* Copies the submission's data to a file, and adds a candidate for each other student. */
static alea_status gradescope_fill(alea__intake *in, uint32_t index, const alea__record *record,
                                   const alea__instant *when, alea_error *error)
{
    alea__candidate *c = &in->candidate[index];
    alea_status status = ALEA_OK;
    c->lms = ALEA_GRADESCOPE;
    if (record->time) {
        c->when = *when;
        c->time_source = ALEA_TIME_GRADESCOPE;
        c->clock_unknown = false;
    }
    if (record->submitters > 0) status = gradescope_name(c, &record->submitter[0], error);
    for (uint32_t i = 1; i < record->submitters && status == ALEA_OK; i++) {
        status = alea__intake_add_member(in, index, error);
        if (status == ALEA_OK)
            status = gradescope_name(&in->candidate[in->count - 1], &record->submitter[i], error);
    }
    return status;
}

/* Adds a candidate for a submission without files, named like its folder. */
static alea_status gradescope_add_empty(alea__intake *in, const alea__metadata_text *text, const char *folder,
                                        alea_error *error)
{
    const size_t before = strlen(text->name) - strlen(ALEA__METADATA);
    alea__text file = {0};
    alea__text_add(&file, "%.*s%s/", (int)before, text->name, folder);
    alea__candidate *c = file.failed ? NULL : alea__intake_add(in, text->root, "", file.data, error);
    alea__text_free(&file);
    if (!c) return alea__out_of_memory(error);
    c->inner = text->inner;
    c->other = true;
    return ALEA_OK;
}

/* Applies the metadata to all files of the folder; afterwards there is at least one candidate. */
static alea_status gradescope_apply(alea__intake *in, const alea__metadata_text *text,
                                    const alea__record *record, alea_error *error)
{
    char why[200];
    alea__instant when = {0};
    const size_t before = strlen(text->name) - strlen(ALEA__METADATA), length = strlen(record->folder);
    const alea__time_question q = {.text = record->time, .zone = "UTC", .lookup = in->options.zone};
    alea_status status = ALEA_OK;
    bool any = false;
    if (record->time && !alea__time_read(&q, &when, NULL, why))
        return alea__fail_at(error, ALEA_E_FILE, text->name, record->line, "%s.", why);
    for (int pass = 0; pass < 2 && !any && status == ALEA_OK; pass++) {
        if (pass == 1) status = gradescope_add_empty(in, text, record->folder, error);
        for (uint32_t i = 0, count = in->count; i < count && status == ALEA_OK; i++) {
            alea__candidate *c = &in->candidate[i];
            if (c->root != text->root || strncmp(c->file, text->name, before) != 0) continue;
            if (strncmp(c->file + before, record->folder, length) != 0 || c->file[before + length] != '/')
                continue;
            any = true;
            c->folder = before + length + 1;
            c->number = strtoull(record->folder + strcspn(record->folder, "0123456789"), NULL, 10);
            status = gradescope_fill(in, i, record, &when, error);
        }
    }
    return status;
}

alea_status alea__intake_read_metadata(alea__intake *in, const alea__metadata_text *text, alea_error *error)
{
    alea__metadata found;
    alea_status status = alea__metadata_read(text->name, text->text, text->size, &found, error);
    if (status != ALEA_OK) return status;
    ALEA_ASSERT(alea__ends_with(text->name, ALEA__METADATA));
    for (uint32_t i = 0; i < found.records && status == ALEA_OK; i++)
        if (found.record[i].folder) status = gradescope_apply(in, text, &found.record[i], error);
    alea__metadata_clear(&found);
    return status;
}
