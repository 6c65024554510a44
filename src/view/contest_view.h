#pragma once
/* The views of a contest (text/contest_view.c, text/contest_csv.c, json/contest_json.c, html/contest_page.c), and their
   shared functions. */
#include "base/assert.h"
#include "base/text.h"
#include <alea/view.h>

/* contest_words.c. The name of an entry, with its students or else its file in parentheses if others share the name, or only those
   if the name is blank. `file` is how the file is shown. Printable. */
void alea__add_entry_name(alea__text *, const alea_contest *, unsigned index, const char *file);
const char *alea__award_name(alea_award); /* NULL if there is none */
static inline double alea__rate_of(const alea_contest *c, unsigned i, unsigned j)
{
    ALEA_ASSERT(i < c->count && j < c->count);
    return c->rate[(size_t)i * c->count + j];
}
/* "always(4)", as the reference strategies of alea_view_strategy_facts are called. */
char *alea__always_name(char out[32], unsigned dice);

/* contest_grades.c. The entry of a submission; NULL if it does not count. */
const alea_contest_entry *alea__submission_entry(const alea_contest *, unsigned submission);
/* Adds the authors of a submission, printable: "Ann Lee and Bob Ray"; adds nothing if they are unknown. */
void alea__add_authors(alea__text *, const alea_contest *, unsigned submission);
/* The entry of a student; NULL if nothing was submitted before the deadline. */
const alea_contest_entry *alea__student_entry(const alea_contest *, unsigned student);
/* Says that nothing of a student counts, because it is late. */
void alea__add_late(alea__text *, const alea_contest *, unsigned student);
/* A student's counting submission, or else the last one. */
const alea_submission *alea__student_submission(const alea_contest *, unsigned student);
bool alea__entry_is_staff(const alea_contest *, unsigned index);
double alea__points_of(const alea_points *, const alea_contest_entry *); /* NULL if there are none */
void alea__add_utc(alea__text *, int64_t seconds);                       /* "2026-11-20 22:59:00 UTC" */
/* The ranking in an order that reveals nothing about names; the caller frees it. NULL if memory runs out. */
unsigned *alea__anonymous_ranking(const alea_contest *);

/* plot/contest_picture.c. Pictures as data of HTML's `src`, a pixel a value. */
typedef struct alea__pixels {
    uint32_t width, height;
    uint32_t (*colour)(const void *from, uint32_t x, uint32_t y); /* 0xRRGGBB; y goes down */
    const void *from;
} alea__pixels;
alea_status alea__add_picture(alea__text *, const alea__pixels *, alea_error *);

/* contest_data.c */
void alea__add_base64(alea__text *, const unsigned char *, size_t);
uint32_t alea__rate_colour(double rate);                  /* below a half blue, above orange */
uint32_t alea__dice_colour(unsigned dice, unsigned most); /* none black, then from dark to light */
/* The same in steps, for cells that are coloured by a class: 0 … ALEA__RATE_STEPS, the middle a half. */
enum { ALEA__RATE_STEPS = 20 };
unsigned alea__rate_step(double rate);
uint32_t alea__step_colour(unsigned step);
