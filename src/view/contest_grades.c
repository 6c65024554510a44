/* What grade books, feedback and pages without names share: the entry of a student, its points, its number. */
#include "base/assert.h"
#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "view/contest_view.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

const alea_contest_entry *alea__student_entry(const alea_contest *c, unsigned student)
{
    ALEA_ASSERT(c->submissions && student < c->submissions->students);
    for (unsigned i = 0; i < c->count; i++)
        if (c->submission[i] == c->submissions->student[student].submission) return &c->entry[i];
    return NULL;
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

/* Entries with equally many wins are in the order of their tables' hashes: the order of their files would tell names. */
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
