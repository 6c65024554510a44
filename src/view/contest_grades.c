/* Shared by grade books, feedback and pages without names: a student's entry, points and number. */
#include "base/assert.h"
#include "base/file.h"
#include "base/memory.h"
#include "view/contest_view.h"
#include "view/messages.h"
#include "view/words.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* An entry belongs to the first counting submission of its file. */
const alea_contest_entry *alea__submission_entry(const alea_contest *c, unsigned submission)
{
    const alea_submission *s = c->submissions->submission;
    ALEA_ASSERT(submission < c->submissions->count);
    if (s[submission].status != ALEA_SUBMISSION_COUNTS) return NULL;
    while (s[submission].shared) submission--;
    for (unsigned i = 0; i < c->count; i++)
        if (c->submission[i] >= submission) return &c->entry[i];
    return NULL;
}

const alea_contest_entry *alea__student_entry(const alea_contest *c, unsigned student)
{
    ALEA_ASSERT(c->submissions && student < c->submissions->students);
    return alea__submission_entry(c, c->submissions->student[student].submission);
}

void alea__add_authors(alea__text *out, const alea_contest *c, unsigned submission)
{
    const alea_submissions *all = c->submissions;
    const char *gap = "";
    while (all->submission[submission].shared) submission--;
    for (unsigned i = submission; i < all->count && (i == submission || all->submission[i].shared); i++) {
        const alea_submission *s = &all->submission[i];
        const char *name = s->student ? s->student : s->id ? s->id : s->email;
        if (s->staff || !name) continue;
        alea__text_add(out, "%s", gap);
        alea__add_printable(out, name);
        gap = " and ";
    }
}

/* A reason is a clause; a full stop follows it. */
void alea__add_late(alea__text *out, const alea_contest *c, unsigned student)
{
    const char *refusal = alea__student_submission(c, student)->refusal;
    alea__text_add(out, GRADES_LATE);
    if (!refusal) return;
    alea__text_add(out, GRADES_LATE_AND);
    alea__add_printable(out, refusal);
    alea__text_add(out, ".");
}

const alea_submission *alea__student_submission(const alea_contest *c, unsigned student)
{
    return &c->submissions->submission[c->submissions->student[student].submission];
}

bool alea__entry_is_staff(const alea_contest *c, unsigned index)
{
    ALEA_ASSERT(index < c->count);
    return c->submissions && c->submission && c->submissions->submission[c->submission[index]].staff;
}

double alea__points_of(const alea_points *points, const alea_contest_entry *e)
{
    if (!e || !e->ok) return 0;
    return points->valid + (e->award ? points->place[e->award - ALEA_FIRST] : 0);
}

void alea__add_utc(alea__text *out, int64_t seconds)
{
    const time_t time = (time_t)seconds;
    struct tm utc;
    char text[40] = "";
    if (gmtime_r(&time, &utc)) strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S UTC", &utc);
    alea__text_add(out, "%s", text);
}

/* ---- without names ---- */

typedef struct grades_place {
    unsigned entry, won;
    char hash[65];
} grades_place;

static int grades_by_wins(const void *a, const void *b)
{
    const grades_place *p = a, *q = b;
    if (p->won != q->won) return p->won > q->won ? -1 : 1;
    const int order = strcmp(p->hash, q->hash);
    return order ? order : (p->entry > q->entry) - (p->entry < q->entry);
}

/* Entries with equally many wins are ordered by the hashes of their tables, because the order of their files would reveal names. */
unsigned *alea__anonymous_ranking(const alea_contest *c)
{
    grades_place *place = alea__alloc_array(c->ranked + 1, sizeof *place);
    unsigned *ranking = alea__alloc_array(c->ranked + 1, sizeof *ranking);
    for (unsigned i = 0; place && ranking && i < c->ranked; i++) {
        const alea_contest_entry *e = &c->entry[c->ranking[i]];
        place[i] = (grades_place){.entry = c->ranking[i], .won = e->matches_won};
        alea__sha256_hex(e->moves, (size_t)c->side * c->side, place[i].hash);
    }
    if (!place || !ranking) {
        alea__free(ranking);
        ranking = NULL;
    } else if (c->ranked > 0) {
        qsort(place, c->ranked, sizeof *place, grades_by_wins);
        for (unsigned i = 0; i < c->ranked; i++) ranking[i] = place[i].entry;
    }
    alea__free(place);
    return ranking;
}
