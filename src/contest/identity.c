/* Decides which candidates are the same student. Numbers are not enough: students may choose theirs, and names may contain
   others'. */
#include "base/error.h"
#include "base/memory.h"
#include "contest/intake.h"
#include "contest/messages.h"

#include <stdlib.h>
#include <string.h>

enum { SHOWN = 200 };

/* The common key of one student's submissions; kinds of keys differ in their first letter. */
static char *identity_key(const alea__candidate *c)
{
    alea__text key = {0};
    if (c->id)
        alea__text_add(&key, "i%d %s", (int)c->lms, c->id);
    else if (c->email)
        alea__text_add(&key, "e%s", c->email);
    else if (c->student)
        alea__text_add(&key, "s%s", c->student);
    else if (c->folder)
        alea__text_add(&key, "f%.*s", (int)c->folder, c->file);
    else
        alea__text_add(&key, "p%s", c->file);
    if (!key.failed) return key.data;
    alea__text_free(&key);
    return NULL;
}

/* Whether both are known, and differ. */
static bool identity_differs(const char *a, const char *b)
{
    return a && b && strcmp(a, b) != 0;
}

/* Finds two different students in the group. Returns false if all are one. A list may use other names than the course system. */
static bool identity_conflict(alea__candidate *const *item, size_t count, const alea__candidate *two[2])
{
    const alea__candidate *named[2] = {NULL, NULL}, *addressed[2] = {NULL, NULL};
    for (size_t i = 0; i < count; i++) {
        const bool listed = item[i]->time_source == ALEA_TIME_LISTED;
        two[1] = item[i];
        two[0] = item[0];
        if (item[0]->doubtful != item[i]->doubtful) return true;
        two[0] = named[listed];
        if (two[0] && identity_differs(two[0]->student, item[i]->student)) return true;
        two[0] = addressed[listed];
        if (two[0] && identity_differs(two[0]->email, item[i]->email)) return true;
        if (item[i]->student) named[listed] = item[i];
        if (item[i]->email) addressed[listed] = item[i];
    }
    return false;
}

/* Shows a candidate as "Ann Lee (ann@example.org)", or by its file if the name is in doubt. */
static void identity_show(char out[SHOWN], const alea__candidate *c)
{
    alea__text words = {0};
    const char *name = c->doubtful || !c->student ? c->file : c->student;
    alea__text_add(&words, "%s", name);
    if (c->email && !c->doubtful) alea__text_add(&words, " (%s)", c->email);
    alea__printable(out, SHOWN, words.data ? words.data : name, strlen(words.data ? words.data : name));
    alea__text_free(&words);
}

/* If a name may be another student's, the candidate is identified by its file only. */
static alea_status identity_doubt(alea__candidate *c, alea_error *error)
{
    const char *slash = strrchr(c->file, '/');
    alea__free(c->id);
    c->id = NULL;
    return alea__intake_set(&c->student, slash ? slash + 1 : c->file, SIZE_MAX, error);
}

/* Gives students who differ in name or address separate keys. */
static alea_status identity_split(alea__candidate *const *item, size_t count, alea_error *error)
{
    alea_status status = ALEA_OK;
    for (size_t i = 0; i < count && status == ALEA_OK; i++) {
        alea__candidate *c = item[i];
        alea__text key = {0};
        if (c->doubtful) status = identity_doubt(c, error);
        alea__text_add(&key, "%s\n%s\n%s", c->key, c->student ? c->student : "", c->email ? c->email : "");
        if (status == ALEA_OK && key.failed) status = alea__out_of_memory(error);
        if (status == ALEA_OK) status = alea__intake_set(&c->key, key.data, SIZE_MAX, error);
        alea__text_free(&key);
    }
    return status;
}

/* Splits groups with one key and different students, with one warning. */
static alea_status identity_split_all(alea__intake *in, alea__candidate *const *item, size_t count,
                                      alea_error *error)
{
    alea_status status = ALEA_OK;
    for (size_t i = 0, end; i < count && status == ALEA_OK; i = end) {
        char one[SHOWN], other[SHOWN], id[SHOWN];
        const alea__candidate *two[2];
        for (end = i; end < count && strcmp(item[i]->key, item[end]->key) == 0;) end++;
        if (!identity_conflict(item + i, end - i, two)) continue;
        const char *number = two[0]->id ? two[0]->id : two[0]->email ? two[0]->email : "none";
        identity_show(one, two[0]);
        identity_show(other, two[1]);
        alea__printable(id, sizeof id, number, strlen(number));
        status = identity_split(item + i, end - i, error);
        if (status == ALEA_OK) status = alea__intake_warn(in, error, CONTEST_WARN_SAME_ID, one, other, id);
    }
    return status;
}

/* Says how many files have no student, if a course system names those of the others. */
static alea_status identity_warn_nameless(alea__intake *in, alea_error *error)
{
    char first[SHOWN] = "";
    unsigned nameless = 0;
    bool any = false;
    for (uint32_t i = 0; i < in->count; i++) {
        const alea__candidate *c = &in->candidate[i];
        any |= c->lms != ALEA_NO_LMS;
        if (c->staff || c->other || c->lms != ALEA_NO_LMS || c->student || c->id) continue;
        if (nameless++ == 0) alea__printable(first, sizeof first, c->file, strlen(c->file));
    }
    if (!any || nameless == 0 || in->by_canvas) return ALEA_OK; /* already warned of */
    return alea__intake_warn(in, error, CONTEST_WARN_NAMELESS, nameless, first);
}

/* The student chooses what follows a mark in a file name, so two of Moodle's marks are no evidence. */
static alea_status identity_doubt_moodle(alea__intake *in, alea__candidate *c, alea_error *error)
{
    char shown[SHOWN];
    if (!c->doubtful || c->lms != ALEA_MOODLE) return ALEA_OK;
    alea__printable(shown, sizeof shown, c->file, strlen(c->file));
    alea_status status = identity_doubt(c, error);
    return status == ALEA_OK ? alea__intake_warn(in, error, CONTEST_WARN_TWO_MARKS, shown) : status;
}

alea_status alea__intake_find_students(alea__intake *in, alea_error *error)
{
    alea__candidate **item = alea__alloc_array(in->count + 1, sizeof(alea__candidate *));
    alea_status status = item ? ALEA_OK : alea__out_of_memory(error);
    size_t items = 0;
    for (uint32_t i = 0; i < in->count && status == ALEA_OK; i++) {
        alea__candidate *c = &in->candidate[i];
        if (c->staff) continue;
        status = identity_doubt_moodle(in, c, error);
        c->key = identity_key(c);
        if (status == ALEA_OK && !c->key) status = alea__out_of_memory(error);
        item[items++] = c;
    }
    if (status == ALEA_OK && items > 0) qsort(item, items, sizeof *item, alea__candidate_by_key);
    if (status == ALEA_OK) status = identity_split_all(in, item, items, error);
    if (status == ALEA_OK) status = identity_warn_nameless(in, error);
    alea__free(item);
    return status;
}
