/* Which submission of each student counts: the latest one in time. */
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "contest/intake.h"
#include "contest/messages.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHOWN = 200 };

/* ---- when ---- */

static bool latest_is_certain(const alea__candidate *c)
{
    return c->time_source == ALEA_TIME_LISTED || c->time_source == ALEA_TIME_GRADESCOPE;
}

static int latest_compare_words(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

static int latest_compare_moments(const alea__instant *a, const alea__instant *b)
{
    if (a->second != b->second) return a->second < b->second ? -1 : 1;
    return latest_compare_words(a->nanosecond, b->nanosecond);
}

/* Whether two files belong to one submission, so that neither replaces the other. */
static bool latest_same_submission(const alea__candidate *a, const alea__candidate *b)
{
    return a->folder > 0 && a->folder == b->folder && a->root == b->root &&
           strncmp(a->file, b->file, a->folder) == 0;
}

/* Below zero if `a` was submitted before `b`; 0 if unknown. Canvas' own numbers are better evidence than file times. */
static int latest_compare(const alea__candidate *a, const alea__candidate *b)
{
    int order = 0;
    if (latest_same_submission(a, b)) return 0;
    if (latest_is_certain(a) && latest_is_certain(b)) order = latest_compare_moments(&a->when, &b->when);
    if (order == 0) order = latest_compare_words(a->attempt, b->attempt);
    if (order == 0) order = latest_compare_words(a->number, b->number);
    if (order == 0 && a->time_source != ALEA_TIME_UNKNOWN && b->time_source != ALEA_TIME_UNKNOWN)
        order = latest_compare_moments(&a->when, &b->when);
    return order;
}

/* ---- the deadline ---- */

typedef struct latest_doubts {
    unsigned marks, uncertain, timeless; /* judged by Canvas' mark; by a time of the file; not at all */
    unsigned markless;                   /* of these the name cannot have Canvas' mark */
    char file[SHOWN];                    /* the first of the uncertain, or of the markless */
} latest_doubts;

static void latest_doubt(const alea__candidate *c, unsigned *count, char first[SHOWN])
{
    if ((*count)++ == 0) alea__printable(first, SHOWN, c->file, strlen(c->file));
}

/* Whether a submission is late, by the best available evidence. *doubts counts weak evidence. */
static bool latest_is_late(const alea__intake *in, const alea__candidate *c, latest_doubts *doubts)
{
    if (in->by_canvas && c->lms != ALEA_CANVAS) latest_doubt(c, &doubts->markless, doubts->file);
    if (in->by_canvas) return c->late_mark && !latest_is_certain(c);
    if (!in->has_deadline) return false;
    const bool after = c->when.second > in->deadline.second;
    if (latest_is_certain(c)) return after;
    if (c->lms == ALEA_CANVAS) {
        doubts->marks++;
        return c->late_mark;
    }
    if (c->time_source == ALEA_TIME_UNKNOWN) {
        doubts->timeless++;
        return false;
    }
    latest_doubt(c, &doubts->uncertain, doubts->file);
    return after;
}

/* Converts the times of archives to UTC, and marks late submissions. */
static alea_status latest_mark_late(alea__intake *in, alea_error *error)
{
    latest_doubts doubts = {0}, others = {0}; /* of the first of those with one file; of the others */
    char why[200];
    for (uint32_t i = 0; i < in->count; i++) {
        alea__candidate *c = &in->candidate[i];
        int64_t utc = 0;
        if (c->staff) continue;
        if (c->clock_unknown && c->time_source == ALEA_TIME_ARCHIVE &&
            (alea__time_in_zone(c->when.second, in->zone, in->options.zone, &utc, why) || utc != 0))
            c->when.second = utc;
        if (latest_is_late(in, c, c->member == 0 ? &doubts : &others)) c->status = ALEA_SUBMISSION_LATE;
    }
    alea_status status = ALEA_OK;
    if (doubts.markless)
        status = alea__intake_warn(in, error, CONTEST_WARN_MARKLESS, doubts.markless,
                                   doubts.markless == 1 ? " is" : "s are", doubts.file);
    if (status == ALEA_OK && doubts.marks)
        status = alea__intake_warn(in, error, CONTEST_WARN_MARKS, doubts.marks);
    if (status == ALEA_OK && doubts.uncertain)
        status = alea__intake_warn(in, error, CONTEST_WARN_UNCERTAIN, doubts.uncertain, doubts.file);
    if (status == ALEA_OK && doubts.timeless)
        status = alea__intake_warn(in, error, CONTEST_WARN_TIMELESS, doubts.timeless);
    return status;
}

/* ---- which file of a student ---- */

/* The name that the student gave, up to its ending, without what Canvas added. */
static bool latest_is_called(const alea__candidate *c, const char *stem)
{
    const char *name = c->file + c->original;
    const size_t length = strlen(stem);
    if (strncmp(name, stem, length) != 0) return false;
    name += length;
    if (*name == '-') name += 1 + strspn(name + 1, "0123456789");
    return *name == '.' && !strchr(name + 1, '.');
}

static bool latest_is_contest_file(const alea__candidate *c, const alea__intake *in)
{
    char stem[64];
    snprintf(stem, sizeof stem, "%s_contest", in->game->family->name);
    return latest_is_called(c, stem);
}

/* Not one of the files that come with the kit. */
static bool latest_is_own_work(const alea__candidate *c, const alea__intake *in)
{
    static const char *const kit[] = {"hog", "check", "settings", "strategy"};
    (void)in;
    for (size_t i = 0; i < sizeof kit / sizeof *kit; i++)
        if (latest_is_called(c, kit[i])) return false;
    return !c->archive;
}

/* If some files of a student are as wished, the others are no strategies. */
static void latest_prefer(const alea__intake *in, alea__candidate **item, size_t count,
                          bool (*wished)(const alea__candidate *, const alea__intake *))
{
    bool any = false;
    for (size_t i = 0; i < count; i++)
        any |= item[i]->status == ALEA_SUBMISSION_COUNTS && wished(item[i], in);
    for (size_t i = 0; i < count && any; i++)
        if (item[i]->status == ALEA_SUBMISSION_COUNTS && !wished(item[i], in))
            item[i]->status = ALEA_SUBMISSION_EXTRA;
}

/* An archive beside a strategy of the same submission is not a strategy, nor are its files. */
static void latest_prefer_unpacked(const alea__intake *in, alea__candidate **item, size_t count)
{
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < count && item[i]->zip && item[i]->status == ALEA_SUBMISSION_COUNTS; j++)
            if (!item[j]->zip && item[j]->status == ALEA_SUBMISSION_COUNTS &&
                latest_is_own_work(item[j], in) && latest_same_submission(item[i], item[j]))
                item[i]->status = ALEA_SUBMISSION_EXTRA;
}

/* The last one with this status; NULL if there is none. If the order is unknown, names decide, and v10 comes after v9. */
static alea__candidate *latest_of(alea__candidate *const *item, size_t count, alea_submission_status status)
{
    alea__candidate *best = NULL;
    for (size_t i = 0; i < count; i++) {
        alea__candidate *c = item[i];
        if (c->status != status) continue;
        const int order = best ? latest_compare(c, best) : 1;
        if (order > 0 || (order == 0 && strverscmp(c->file, best->file) >= 0)) best = c;
    }
    return best;
}

/* Marks the candidates that `best` replaces. Warns if that is a guess, and disqualifies a submission with several strategies. */
static alea_status latest_replace(alea__intake *in, alea__candidate *best, alea__candidate **item,
                                  size_t count, alea_error *error)
{
    alea_status status = ALEA_OK;
    for (size_t i = 0; i < count && status == ALEA_OK; i++) {
        alea__candidate *c = item[i];
        char one[SHOWN], other[SHOWN];
        if (c == best || c->status != ALEA_SUBMISSION_COUNTS) continue;
        c->status = ALEA_SUBMISSION_REPLACED;
        if (latest_compare(c, best) != 0 && !c->only) continue;
        alea__printable(one, sizeof one, best->file, strlen(best->file));
        alea__printable(other, sizeof other, c->file, strlen(c->file));
        if (!latest_same_submission(c, best) && !c->only) {
            status = strcmp(best->file, c->file) == 0
                         ? alea__intake_warn(in, error, CONTEST_WARN_TWICE, one)
                         : alea__intake_warn(in, error, CONTEST_WARN_SAME_TIME, one, other);
            continue;
        }
        c->status = ALEA_SUBMISSION_EXTRA;
        if (best->refusal || c->found == best->found) continue;
        best->refusal_kind = "file";
        status = alea__intake_set(&best->refusal, CONTEST_SEVERAL, SIZE_MAX, error);
    }
    return status;
}

/* Decides about the files of one student; *out gets the one that counts, or the last of the late ones. */
static alea_status latest_decide_student(alea__intake *in, alea__candidate **item, size_t count,
                                         alea__candidate **out, alea_error *error)
{
    if (count > 1) {
        latest_prefer_unpacked(in, item, count);
        latest_prefer(in, item, count, latest_is_contest_file);
        latest_prefer(in, item, count, latest_is_own_work);
    }
    alea__candidate *best = latest_of(item, count, ALEA_SUBMISSION_COUNTS);
    *out = best ? best : latest_of(item, count, ALEA_SUBMISSION_LATE);
    ALEA_ASSERT(*out);
    if (!best) return ALEA_OK;
    alea_status status = latest_replace(in, best, item, count, error);
    if (status != ALEA_OK || !best->archive || best->refusal) return status;
    best->refusal_kind = "file";
    return alea__intake_set(&best->refusal, CONTEST_ARCHIVE_IN_ARCHIVE, SIZE_MAX, error);
}

/* ---- students ---- */

/* Files of one name stay in the order in which they were found. */
static int latest_by_file(const void *a, const void *b)
{
    const alea__candidate *p = a, *q = b;
    const int order = strcmp(p->file, q->file);
    if (order || p->found != q->found) return order ? order : latest_compare_words(p->found, q->found);
    return latest_compare_words(p->member, q->member);
}

static int latest_by_submission(const void *a, const void *b)
{
    return latest_compare_words(((const alea_student *)a)->submission, ((const alea_student *)b)->submission);
}

/* Decides for each student; the items are sorted by student. */
static alea_status latest_decide_all(alea__intake *in, alea__candidate **item, size_t count,
                                     alea_student *students, unsigned *found, alea_error *error)
{
    alea_status status = ALEA_OK;
    for (size_t i = 0, end; i < count && status == ALEA_OK; i = end) {
        alea__candidate *c = NULL;
        for (end = i; end < count && strcmp(item[i]->key, item[end]->key) == 0;) end++;
        status = latest_decide_student(in, item + i, end - i, &c, error);
        students[(*found)++] = (alea_student){.name = c->student,
                                              .id = c->id,
                                              .email = c->email,
                                              .lms = c->lms,
                                              .submission = (unsigned)(c - in->candidate)};
    }
    return status;
}

/* Sorts the students by their counting submissions, and sets each candidate's student. */
static void latest_number_students(alea__intake *in, alea__candidate *const *item, size_t count,
                                   alea_student *students, unsigned found)
{
    if (found > 0) qsort(students, found, sizeof *students, latest_by_submission);
    for (unsigned s = 0; s < found; s++) in->candidate[students[s].submission].author = s;
    for (size_t i = 0, end; i < count; i = end) {
        unsigned author = 0;
        for (end = i; end < count && strcmp(item[i]->key, item[end]->key) == 0; end++) {
            const unsigned one = item[end]->author;
            if (&in->candidate[students[one].submission] == item[end]) author = one;
        }
        for (size_t j = i; j < end; j++) item[j]->author = author;
    }
}

alea_status alea__intake_decide(alea__intake *in, alea_student **students, unsigned *count, alea_error *error)
{
    size_t items = 0;
    *count = 0;
    if (in->count > 0) qsort(in->candidate, in->count, sizeof *in->candidate, latest_by_file);
    alea__candidate **item = alea__alloc_array(in->count + 1, sizeof(alea__candidate *));
    *students = alea__alloc_array(in->count + 1, sizeof **students);
    alea_status status = item && *students ? latest_mark_late(in, error) : alea__out_of_memory(error);
    for (uint32_t i = 0; i < in->count && status == ALEA_OK; i++)
        if (!in->candidate[i].staff) item[items++] = &in->candidate[i];
    if (status == ALEA_OK && items > 0) qsort(item, items, sizeof(alea__candidate *), alea__candidate_by_key);
    if (status == ALEA_OK) status = latest_decide_all(in, item, items, *students, count, error);
    if (status == ALEA_OK) latest_number_students(in, item, items, *students, *count);
    alea__free(item);
    return status;
}
