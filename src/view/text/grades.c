/* Grade books as CSV, and a feedback file for each student. */
#include "base/error.h"
#include "base/memory.h"
#include "view/contest_view.h"
#include "view/messages.h"
#include "view/text/parts.h"
#include "view/words.h"

#include <math.h>
#include <string.h>

enum { FEEDBACK_LINE = 100, PRINTED_LINES = 20, LONGEST_NAME = 150 };

/* ---- words for one student ---- */

/* In whole sentences, without names of other students. */
static void grades_add_result(alea__text *out, const alea_contest *c, unsigned student)
{
    const alea_contest_entry *e = alea__student_entry(c, student);
    if (!e) {
        alea__add_late(out, c, student);
        return;
    }
    if (!e->ok) {
        alea__text_add(out, GRADES_DISQUALIFIED);
        alea__add_printable(out, e->reason);
        return;
    }
    unsigned students = 0;
    for (unsigned i = 0; i < c->ranked; i++) students += !alea__entry_is_staff(c, c->ranking[i]);
    alea__text_add(out, GRADES_RANK, e->rank, students, e->matches_won, c->ranked - 1);
    if (isfinite(e->mean_rate)) alea__text_add(out, GRADES_MEAN, 100 * e->mean_rate);
}

/* ---- grade books ---- */

/* The course system of the students' submissions: the only one, apart from a few files without a known system. */
static alea_lms grades_lms(const alea_contest *c)
{
    const alea_submissions *s = c->submissions;
    alea_lms lms = ALEA_NO_LMS;
    for (unsigned i = 0; i < s->students; i++) {
        if (s->student[i].lms == ALEA_NO_LMS || s->student[i].lms == lms) continue;
        if (lms != ALEA_NO_LMS) return ALEA_NO_LMS;
        lms = s->student[i].lms;
    }
    return lms;
}

/* The student's name, else the name of the file, so that no row is without one. */
static const char *grades_name(const alea_contest *c, unsigned student)
{
    const alea_student *s = &c->submissions->student[student];
    return s->name || s->id || s->email ? s->name : alea__student_submission(c, student)->file;
}

static void grades_next_cell(alea__text *out, const char *text)
{
    alea__text_add(out, ",");
    alea__add_csv_text(out, text);
}

static void grades_sentences_cell(alea__text *out, const alea_contest *c, unsigned student)
{
    alea__text words = {0};
    grades_add_result(&words, c, student);
    grades_next_cell(out, words.data);
    alea__text_free_part(&words, out);
}

/* The format that Canvas imports: the columns after the students' are assignments. Canvas ignores columns whose title
   contains `Final Grade`. */
static void grades_add_canvas(alea__text *out, const alea_contest *c, const alea_points *points)
{
    alea__text assignment = {0}; /* the spec of a game may have commas */
    alea__text_add(&assignment, "%s contest", c->game);
    alea__text_add(out, "Student,ID,SIS User ID,SIS Login ID,Section,");
    alea__add_csv_text(out, assignment.data);
    alea__text_add(out, ",Reason for the Final Grade\n");
    alea__text_free_part(&assignment, out);
    for (unsigned i = 0; i < c->submissions->students; i++) {
        const alea_student *s = &c->submissions->student[i];
        alea__add_csv_text(out, grades_name(c, i));
        grades_next_cell(out, s->id);
        alea__text_add(out, ",,,,%g", alea__points_of(points, alea__student_entry(c, i)));
        grades_sentences_cell(out, c, i);
        alea__text_add(out, "\n");
    }
}

/* Moodle's offline grading worksheet: it accepts a row only if these columns exist. */
static void grades_add_moodle(alea__text *out, const alea_contest *c, const alea_points *points)
{
    alea__text_add(out, "Identifier,Full name,Email address,Grade,Last modified (grade),Feedback comments\n");
    for (unsigned i = 0; i < c->submissions->students; i++) {
        const alea_student *s = &c->submissions->student[i];
        const alea_contest_entry *e = alea__student_entry(c, i);
        alea__text identifier = {0};
        if (s->id) alea__text_add(&identifier, "Participant %s", s->id);
        alea__add_csv_text(out, identifier.data);
        alea__text_free_part(&identifier, out);
        grades_next_cell(out, grades_name(c, i));
        grades_next_cell(out, s->email);
        alea__text_add(out, ",%g,-", alea__points_of(points, e));
        grades_sentences_cell(out, c, i);
        alea__text_add(out, "\n");
    }
}

/* For submissions from elsewhere: all known facts about each student. */
static void grades_add_plain(alea__text *out, const alea_contest *c, const alea_points *points)
{
    alea__text_add(out, "student,id,email,file,status,points,rank,matches_won,mean_rate,award,result\n");
    for (unsigned i = 0; i < c->submissions->students; i++) {
        const alea_student *s = &c->submissions->student[i];
        const alea_contest_entry *e = alea__student_entry(c, i);
        const char *award = e ? alea__award_name(e->award) : NULL;
        alea__add_csv_text(out, s->name);
        grades_next_cell(out, s->id);
        grades_next_cell(out, s->email);
        grades_next_cell(out, alea__student_submission(c, i)->file);
        alea__text_add(out, ",%s,%g,",
                       !e      ? "late"
                       : e->ok ? "ok"
                               : "disqualified",
                       alea__points_of(points, e));
        if (e && e->ok) alea__text_add(out, "%u,%u,", e->rank, e->matches_won);
        if (!e || !e->ok) alea__text_add(out, ",,");
        if (e && e->ok && isfinite(e->mean_rate)) alea__text_add(out, "%.17g", e->mean_rate);
        alea__text_add(out, ",%s", award ? award : "");
        grades_sentences_cell(out, c, i);
        alea__text_add(out, "\n");
    }
}

alea_status alea_view_gradebook(const alea_contest *c, const alea_points *points, char **out,
                                alea_error *error)
{
    alea__text text = {0};
    if (c->stopped || !c->submissions) return alea__fail(error, ALEA_E_USAGE, GRADES_NO_RESULTS);
    switch (grades_lms(c)) {
    case ALEA_CANVAS: grades_add_canvas(&text, c, points); break;
    case ALEA_MOODLE: grades_add_moodle(&text, c, points); break;
    case ALEA_GRADESCOPE:
    case ALEA_NO_LMS: grades_add_plain(&text, c, points); break;
    }
    return alea__view_finish(&text, out, error);
}

/* ---- feedback ---- */

/* Adds text to a file name; replaces characters that are not allowed by `_`. */
static void grades_add_file_name(alea__text *out, const char *name)
{
    alea__text shown = {0};
    alea__add_printable(&shown, name);
    out->failed |= shown.failed;
    const char *text = shown.data ? shown.data : "";
    size_t length = strlen(text);
    if (length > LONGEST_NAME) {
        text += length - LONGEST_NAME;
        while ((*text & 0xC0) == 0x80) text++; /* not in the middle of a character */
        length = strlen(text);
    }
    for (size_t i = 0; i < length; i++) {
        const unsigned char sign = (unsigned char)text[i];
        const bool bad =
            sign < 0x20 || sign == 0x7f || strchr("/\\:*?\"<>|", sign) || (i == 0 && sign == '.');
        alea__text_add_bytes(out, bad ? "_" : &text[i], 1);
    }
    alea__text_free(&shown);
}

/* Moodle finds the student of a feedback file by this name; the other systems accept any name, so it is readable. */
static void grades_add_feedback_name(alea__text *out, const alea_contest *c, unsigned student)
{
    const alea_student *s = &c->submissions->student[student];
    if (s->name) grades_add_file_name(out, s->name);
    if (s->name && s->id) alea__text_add(out, "_");
    if (s->id) grades_add_file_name(out, s->id);
    if (!s->name && !s->id) grades_add_file_name(out, alea__student_submission(c, student)->file);
    alea__text_add(out, s->lms == ALEA_MOODLE ? "_assignsubmission_file_feedback.txt" : ".txt");
}

static const char *grades_base(const char *file)
{
    const char *slash = strrchr(file, '/');
    return slash ? slash + 1 : file;
}

/* One file of the student, when it was handed in if that is certain, and what became of it. */
static void grades_add_submission(alea__text *out, const alea_submission *s)
{
    static const char *const words[] = {[ALEA_SUBMISSION_COUNTS] = "counts",
                                        [ALEA_SUBMISSION_LATE] = "late: does not count",
                                        [ALEA_SUBMISSION_REPLACED] = "replaced by a later one",
                                        [ALEA_SUBMISSION_EXTRA] = "not the strategy"};
    const char *base = grades_base(s->file);
    alea__text_add(out, "  ");
    alea__add_printable(out, *base ? base : GRADES_NO_FILES);
    if (s->time_source == ALEA_TIME_LISTED || s->time_source == ALEA_TIME_GRADESCOPE) {
        alea__text_add(out, ", ");
        alea__add_utc(out, s->time);
    }
    alea__text_add(out, ": %s\n", words[s->status]);
}

static void grades_add_submissions(alea__text *out, const alea_contest *c, unsigned student)
{
    alea__text_add(out, GRADES_SUBMISSIONS);
    for (unsigned i = 0; i < c->submissions->count; i++) {
        const alea_submission *s = &c->submissions->submission[i];
        if (!s->staff && s->author == student) grades_add_submission(out, s);
    }
}

/* The first lines of the strategy's output. */
static void grades_add_printed(alea__text *out, const char *printed)
{
    const char *end = printed;
    if (!*printed) return;
    for (int line = 0; line < PRINTED_LINES && *end; line++) {
        end += strcspn(end, "\n");
        end += *end == '\n';
    }
    alea__text first = {0};
    alea__text_add_bytes(&first, printed, (size_t)(end - printed));
    alea__text_add(out, GRADES_PRINTED);
    if (first.data) alea__add_lines(out, first.data);
    alea__text_free_part(&first, out);
    if (*end) alea__text_add(out, GRADES_MORE_PRINTED);
}

/* The number of the entry on a page without names; 0 if it is not there. */
static unsigned grades_anonymous_number(const alea_contest *c, const alea_contest_entry *e)
{
    unsigned number = 0, students = 0;
    unsigned *ranking = e && e->ok ? alea__anonymous_ranking(c) : NULL;
    for (unsigned i = 0; ranking && i < c->ranked; i++) {
        students += !alea__entry_is_staff(c, ranking[i]);
        if (&c->entry[ranking[i]] == e) number = students;
    }
    alea__free(ranking);
    return number;
}

alea_status alea_view_feedback(const alea_contest *c, unsigned student, const alea_points *points,
                               char **name, char **out, alea_error *error)
{
    alea__text text = {0}, file = {0}, words = {0};
    if (c->stopped || !c->submissions || student >= c->submissions->students)
        return alea__fail(error, ALEA_E_USAGE, GRADES_NO_RESULTS);
    const alea_contest_entry *e = alea__student_entry(c, student);
    const alea_student *s = &c->submissions->student[student];
    alea__text_add(&text, GRADES_HEAD, c->game);
    if (s->name) alea__add_printable(&text, s->name);
    if (s->name) alea__text_add(&text, "\n");
    grades_add_submissions(&text, c, student);
    alea__text_add(&text, "\n");
    if (e) {
        alea__text_add(&text, "Name in the contest: ");
        alea__add_printable(&text, e->name);
        alea__text_add(&text, "\n");
    }
    const unsigned number = grades_anonymous_number(c, e);
    if (number) alea__text_add(&text, GRADES_NUMBER, number);
    grades_add_result(&words, c, student);
    if (words.data) alea__add_wrapped(&text, words.data, 0, FEEDBACK_LINE);
    alea__text_add(&text, "Points: %g\n", alea__points_of(points, e));
    if (e) grades_add_printed(&text, e->printed);
    grades_add_feedback_name(&file, c, student);
    alea__text_free_part(&words, &text);
    alea_status status = alea__view_finish(&file, name, error);
    if (status != ALEA_OK) {
        alea__text_free(&text);
        return status;
    }
    status = alea__view_finish(&text, out, error);
    if (status != ALEA_OK) alea_text_free(*name);
    return status;
}
