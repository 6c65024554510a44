/* Finds the student of a file by the names that Canvas, Moodle and Gradescope give to files and folders. Names inside a
   student's archive are chosen by the student and ignored. */
#include "base/course_names.h"
#include "base/text.h"
#include "contest/intake.h"
#include "sandbox/unzip.h"

#include <stdlib.h>
#include <string.h>

/* Where the names end that the course system gave: behind the student's archive, or file. */
static size_t lms_end(const alea__candidate *c)
{
    return c->zip ? c->zip - 1 : strlen(c->file);
}

static bool lms_find(const alea__candidate *c, bool canvas, alea__course_name *out)
{
    return alea__course_name_of(c->file, c->inner, lms_end(c), canvas, out);
}

/* Canvas adds -1, -2, … to the names of resubmitted files. */
static uint64_t lms_attempt(const char *original, const char *end)
{
    const char *dot = memrchr(original, '.', (size_t)(end - original)), *at = dot ? dot : end;
    while (at > original && alea__is_digit(at[-1])) at--;
    if (at == original || at[-1] != '-' || !alea__is_digit(*at)) return 0;
    return strtoull(at, NULL, 10);
}

/* Canvas names all files of a download in this form, and single files may match by chance. In a folder or an archive, more
   than half of the names are enough if they belong to several students; the others then come from the same download. */
static bool lms_is_canvas(const alea__intake *in)
{
    uint32_t files = 0, found = 0, contained = 0;
    const char *id = NULL;
    size_t id_length = 0;
    bool several = false;
    for (uint32_t i = 0; i < in->count; i++) {
        const alea__candidate *c = &in->candidate[i];
        alea__course_name name;
        if (c->staff) continue;
        files++;
        contained += strcmp(in->path[c->root], c->file) != 0;
        if (!lms_find(c, true, &name) || name.lms != ALEA_CANVAS) continue;
        found++;
        several |= id && (id_length != name.id_length || strncmp(id, c->file + name.id, id_length) != 0);
        id = c->file + name.id;
        id_length = name.id_length;
    }
    return found > 0 && (found == files || (several && contained == files && found > files / 2));
}

/* Fills in what the course system's name contains. */
static alea_status lms_set(alea__candidate *c, const alea__course_name *n, alea_error *error)
{
    alea_status status = ALEA_OK;
    c->lms = n->lms;
    c->late_mark = n->late;
    c->online = n->online;
    c->doubtful = n->doubtful;
    c->number = strtoull(c->file + n->number, NULL, 10);
    c->folder = n->folder;
    if (n->lms == ALEA_CANVAS) {
        c->attempt = lms_attempt(c->file + n->original, c->file + lms_end(c));
        c->folder = c->zip;
    }
    if (!c->zip) c->original = n->original;
    if (n->student_length > 0)
        status = alea__intake_set(&c->student, c->file + n->student, n->student_length, error);
    if (status == ALEA_OK && n->id_length > 0)
        status = alea__intake_set(&c->id, c->file + n->id, n->id_length, error);
    return status;
}

bool alea__intake_is_metadata(const char *path, size_t inner)
{
    const char *slash = strrchr(path, '/');
    alea__course_name name;
    if (strcmp(slash ? slash + 1 : path, ALEA__METADATA) != 0) return false;
    return !alea__course_name_of(path, inner, strlen(path), false, &name) &&
           !alea__find_letters(path + inner, ".zip/");
}

/* ---- */

/* An archive that no known student handed in is not an entry; one that was unpacked gives way to its files. */
static void lms_drop_archives(alea__intake *in)
{
    for (uint32_t i = 0; i < in->count; i++) {
        alea__candidate *c = &in->candidate[i];
        c->dropped = c->unpacked || ((c->archive || c->zip) && c->lms == ALEA_NO_LMS);
        in->left_out += c->dropped && c->lms == ALEA_NO_LMS && !c->zip;
    }
    alea__intake_sweep(in);
}

alea_status alea__intake_identify(alea__intake *in, alea_error *error)
{
    const bool canvas = in->by_canvas || lms_is_canvas(in);
    alea_status status = ALEA_OK;
    for (uint32_t i = 0; i < in->count && status == ALEA_OK; i++) {
        alea__candidate *c = &in->candidate[i];
        alea__course_name name;
        const char *slash = strrchr(c->file + c->inner, '/');
        c->original = slash ? (size_t)(slash + 1 - c->file) : c->inner;
        if (c->staff || c->lms != ALEA_NO_LMS) continue;
        if (lms_find(c, canvas, &name)) status = lms_set(c, &name, error);
    }
    lms_drop_archives(in);
    return status;
}
