/* Files that are no strategies by their names. They are submissions all the same, of students who handed in nothing else. */
#include "base/error.h"
#include "base/memory.h"
#include "contest/intake.h"
#include "contest/messages.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHOWN = 80, WORDS = 300 };

/* ---- why ---- */

/* Writes the reason for a name such as hog_contest.py.txt, whose last ending hides the right one. Returns false for other names. */
static bool other_hides_ending(const char *name, const char *ending, char out[WORDS])
{
    char stem[SHOWN], both[SHOWN];
    const size_t length = (size_t)(ending - name), most = sizeof stem - 1;
    snprintf(stem, sizeof stem, "%s", length > most ? name + length - most : name);
    stem[length > most ? most : length] = 0;
    const char *right = strrchr(stem, '.');
    if (!right || right == stem || alea__language_of(stem) == ALEA__LANGUAGES) return false;
    alea__printable(both, sizeof both, ending - strlen(right), strlen(right) + strlen(ending));
    snprintf(out, WORDS, CONTEST_OTHER_TWICE, both, right);
    return true;
}

bool alea__is_other(const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    return (*name == '.' && name[1] != '.') || alea__language_of(path) == ALEA__LANGUAGES;
}

/* Says why a file is no strategy, as a clause for its student. */
static void other_reason(const alea__candidate *c, char out[WORDS])
{
    const char *slash = strrchr(c->file, '/'), *name = slash ? slash + 1 : c->file,
               *ending = strrchr(name, '.');
    char shown[SHOWN];
    if (c->online) {
        const bool link = alea__ends_with(name, "link.html") && c->lms == ALEA_CANVAS;
        snprintf(out, WORDS, "%s", link ? CONTEST_ONLINE_LINK : CONTEST_ONLINE_TEXT);
    } else if (!*name) {
        snprintf(out, WORDS, "%s", CONTEST_NO_FILES);
    } else if (*name == '.') {
        snprintf(out, WORDS, "%s", CONTEST_OTHER_HIDDEN);
    } else if (!ending || !ending[1]) {
        snprintf(out, WORDS, "%s", CONTEST_OTHER_BARE);
    } else if (!other_hides_ending(name, ending, out)) {
        alea__printable(shown, sizeof shown, ending, strlen(ending));
        snprintf(out, WORDS, CONTEST_OTHER, shown);
    }
}

/* ---- selection ---- */

/* By student; strategies come first. */
static int other_by_student(const void *a, const void *b)
{
    const alea__candidate *p = *(alea__candidate *const *)a, *q = *(alea__candidate *const *)b;
    const int order = strcmp(p->key, q->key);
    return order ? order : p->other - q->other;
}

/* Where all files are of one student, and none is a strategy, they are one submission. */
static alea_status other_join(alea__intake *in, alea_error *error)
{
    alea_status status = ALEA_OK;
    bool single = in->options.single;
    for (uint32_t i = 0; i < in->count; i++) single &= in->candidate[i].staff || in->candidate[i].other;
    for (uint32_t i = 0; i < in->count && single && status == ALEA_OK; i++) {
        alea__candidate *c = &in->candidate[i];
        if (c->staff) continue;
        c->only = true;
        status = alea__intake_set(&c->key, "one", SIZE_MAX, error);
    }
    return status;
}

/* Drops files without a student, and those of students who handed in a strategy. */
static alea_status other_drop(alea__intake *in, alea_error *error)
{
    size_t items = 0;
    alea__candidate **item = alea__alloc_array(in->count + 1, sizeof(alea__candidate *));
    if (!item) return alea__out_of_memory(error);
    for (uint32_t i = 0; i < in->count; i++)
        if (!in->candidate[i].staff) item[items++] = &in->candidate[i];
    if (items > 0) qsort(item, items, sizeof *item, other_by_student);
    const alea__candidate *first = item[0];
    for (size_t i = 0; i < items; i++) {
        alea__candidate *c = item[i];
        if (strcmp(c->key, first->key) != 0) first = c;
        const bool owned = c->only || c->student || c->id || c->email || c->lms != ALEA_NO_LMS;
        c->dropped = c->other && (!owned || !first->other);
        in->left_out += c->dropped && c->member == 0;
    }
    alea__free(item);
    alea__intake_sweep(in);
    return ALEA_OK;
}

alea_status alea__intake_refuse_others(alea__intake *in, alea_error *error)
{
    alea_status status = other_join(in, error);
    if (status == ALEA_OK) status = other_drop(in, error);
    for (uint32_t i = 0; i < in->count && status == ALEA_OK; i++) {
        alea__candidate *c = &in->candidate[i];
        char why[WORDS];
        if (!c->other || c->refusal) continue;
        other_reason(c, why);
        c->refusal_kind = "file";
        status = alea__intake_set(&c->refusal, why, SIZE_MAX, error);
    }
    return status;
}
