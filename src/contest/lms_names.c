/* Whose submission a file is, by the names that Canvas, Moodle and Gradescope give to files and folders. Names within a student's
   archive are the student's own, and say nothing. */
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "contest/intake.h"
#include "sandbox/unzip.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { LEAST_ID = 3 /* digits of Canvas' numbers; shorter ones may be anybody's own */ };

#define MOODLE_MARK     "_assignsubmission_file"
#define GRADESCOPE_MARK "submission_"

/* ---- Canvas: name_LATE_12345_67890_hog_contest-1.py ---- */

/* Takes "12345_" at *at. */
static bool lms_take_number(const char **at, const char **begin, size_t *length)
{
    *begin = *at;
    *length = strspn(*at, "0123456789");
    if (*length < LEAST_ID || (*at)[*length] != '_') return false;
    *at += *length + 1;
    return true;
}

typedef struct canvas_name {
    const char *student, *id, *number, *original;
    size_t student_length, id_length, number_length;
    bool late;
} canvas_name;

/* Cuts a name such as Canvas gives into its parts; false: it is no such name. */
static bool lms_parse_canvas(const char *name, const char *end, canvas_name *out)
{
    const char *at = name, *mark = strchr(name, '_');
    if (!mark || mark == name) return false;
    *out = (canvas_name){.student = name, .student_length = (size_t)(mark - name)};
    at = mark + 1;
    out->late = strncmp(at, "LATE_", 5) == 0;
    if (out->late) at += 5;
    if (!lms_take_number(&at, &out->id, &out->id_length)) return false;
    if (!lms_take_number(&at, &out->number, &out->number_length)) return false;
    out->original = at;
    return at < end;
}

/* Where the names end that the course system gave: behind the student's archive, or file. */
static const char *lms_end(const alea__candidate *c)
{
    return c->zip ? c->file + c->zip - 1 : c->file + strlen(c->file);
}

/* The name of the file, or of the student's archive that it is in. */
static const char *lms_base(const alea__candidate *c)
{
    const char *inner = c->file + c->inner, *at = lms_end(c);
    while (at > inner && at[-1] != '/') at--;
    return at;
}

/* Canvas adds -1, -2, … to the names of what is handed in again. */
static uint64_t lms_attempt(const char *original, const char *end)
{
    const char *dot = memrchr(original, '.', (size_t)(end - original)), *at = dot ? dot : end;
    while (at > original && isdigit((unsigned char)at[-1])) at--;
    if (at == original || at[-1] != '-' || !isdigit((unsigned char)*at)) return 0;
    return strtoull(at, NULL, 10);
}

/* Where a name begins that Canvas gave to the file or archive; NULL: nowhere. */
static const char *lms_find_canvas(const alea__candidate *c)
{
    canvas_name ignored;
    return lms_parse_canvas(lms_base(c), lms_end(c), &ignored) ? lms_base(c) : NULL;
}

/* Fills what Canvas' name says, which is there. */
static alea_status lms_set_canvas(alea__candidate *c, alea_error *error)
{
    canvas_name n;
    const bool found = lms_parse_canvas(lms_base(c), lms_end(c), &n);
    ALEA_ASSERT(found);
    c->lms = ALEA_CANVAS;
    c->late_mark = n.late;
    c->number = strtoull(n.number, NULL, 10);
    c->attempt = lms_attempt(n.original, lms_end(c));
    if (c->zip)
        c->folder = c->zip;
    else
        c->original = (size_t)(n.original - c->file);
    alea_status status = alea__intake_set(&c->student, n.student, n.student_length, error);
    return status == ALEA_OK ? alea__intake_set(&c->id, n.id, n.id_length, error) : status;
}

/* Canvas names all files of a download so; a file here and there may have such a name by chance. */
static bool lms_all_are_canvas(const alea__intake *in)
{
    bool any = false;
    for (uint32_t i = 0; i < in->count; i++) {
        const alea__candidate *c = &in->candidate[i];
        if (c->staff) continue;
        any = true;
        if (!lms_find_canvas(c)) return false;
    }
    return any;
}

/* ---- Moodle: Ann Lee_12345_assignsubmission_file_/hog_contest.py, or all of it in the file's name ---- */

/* Where a name begins that Moodle gave to a folder or file, and in it the number and what comes after it; NULL: nowhere. */
static const char *lms_find_moodle(const alea__candidate *c, const char **id, const char **mark)
{
    const char *inner = c->file + c->inner, *name = *mark = strstr(inner, MOODLE_MARK);
    if (!name || name >= lms_end(c)) return NULL;
    while (name > inner && name[-1] != '/') name--;
    for (*id = *mark; *id > name && isdigit((unsigned char)(*id)[-1]); --*id) continue;
    const char after = (*mark)[strlen(MOODLE_MARK)];
    return *id < *mark && *id > name + 1 && (*id)[-1] == '_' && (after == '_' || after == '/') ? name : NULL;
}

/* Fills what Moodle's name says, which is there. */
static alea_status lms_set_moodle(alea__candidate *c, alea_error *error)
{
    const char *id, *mark, *name = lms_find_moodle(c, &id, &mark);
    ALEA_ASSERT(name);
    const char *rest = mark + strlen(MOODLE_MARK);
    rest += *rest == '_';
    const char *slash = strrchr(rest, '/');
    c->lms = ALEA_MOODLE;
    c->folder = (size_t)(rest - c->file);
    c->original = (size_t)((slash ? slash + 1 : rest) - c->file);
    alea_status status = alea__intake_set(&c->student, name, (size_t)(id - 1 - name), error);
    return status == ALEA_OK ? alea__intake_set(&c->id, id, (size_t)(mark - id), error) : status;
}

/* ---- Gradescope: assignment_1_export/submission_12345/hog_contest.py ---- */

/* Where a folder begins that Gradescope named, in a path that ends at `end`; NULL: nowhere. */
static const char *lms_find_gradescope(const char *path, const char *end)
{
    const size_t length = strlen(GRADESCOPE_MARK);
    for (const char *part = path; part && part < end; part = strchr(part, '/')) {
        part += *part == '/';
        if (strncmp(part, GRADESCOPE_MARK, length) != 0) continue;
        const size_t digits = strspn(part + length, "0123456789");
        if (digits > 0 && part[length + digits] == '/') return part < end ? part : NULL;
    }
    return NULL;
}

bool alea__intake_is_metadata(const char *path, size_t inner)
{
    const char *slash = strrchr(path, '/');
    const bool students = lms_find_gradescope(path, path + strlen(path)) || strstr(path, MOODLE_MARK) ||
                          strcasestr(path + inner, ".zip/");
    return !students && strcmp(slash ? slash + 1 : path, ALEA__METADATA) == 0;
}

/* Of two places in a path, either of which may be NULL; the first of them if both are one. */
static const char *lms_earlier(const char *a, const char *b)
{
    return !a || (b && b < a) ? b : a;
}

/* Fills what the course system's name says, if there is one. A student chooses what comes after it, such as another system's name, so
   the first one counts. */
static alea_status lms_set(alea__candidate *c, bool canvas, alea_error *error)
{
    const char *id, *mark;
    const char *by_canvas = canvas ? lms_find_canvas(c) : NULL,
               *by_gradescope = lms_find_gradescope(c->file + c->inner, lms_end(c)),
               *by_moodle = lms_find_moodle(c, &id, &mark);
    const char *first = lms_earlier(lms_earlier(by_canvas, by_gradescope), by_moodle);
    if (!first) return ALEA_OK;
    if (first == by_canvas) return lms_set_canvas(c, error);
    if (first == by_moodle) return lms_set_moodle(c, error);
    /* The students are in the metadata, which knows them by this folder. */
    const char *number = by_gradescope + strlen(GRADESCOPE_MARK);
    c->folder = (size_t)(strchr(number, '/') + 1 - c->file);
    c->number = strtoull(number, NULL, 10);
    c->lms = ALEA_GRADESCOPE;
    return ALEA_OK;
}

/* ---- */

/* An archive that no known student handed in is not an entry; one that was unpacked gives way to its files. */
static void lms_drop_archives(alea__intake *in)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < in->count; i++) {
        alea__candidate *c = &in->candidate[i];
        if (c->unpacked || ((c->archive || c->zip) && c->lms == ALEA_NO_LMS)) {
            in->left_out += c->lms == ALEA_NO_LMS && !c->zip;
            alea__intake_clear_candidate(c);
        } else {
            in->candidate[kept++] = *c;
        }
    }
    in->count = kept;
}

alea_status alea__intake_identify(alea__intake *in, alea_error *error)
{
    const bool canvas = in->by_canvas || lms_all_are_canvas(in);
    alea_status status = ALEA_OK;
    for (uint32_t i = 0; i < in->count && status == ALEA_OK; i++) {
        alea__candidate *c = &in->candidate[i];
        const char *slash = strrchr(c->file + c->inner, '/');
        c->original = slash ? (size_t)(slash + 1 - c->file) : c->inner;
        if (c->staff || c->lms != ALEA_NO_LMS) continue;
        status = lms_set(c, canvas, error);
    }
    lms_drop_archives(in);
    return status;
}
