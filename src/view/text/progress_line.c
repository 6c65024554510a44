#include "view/text/progress_line.h"
#include "base/assert.h"
#include "view/number.h"
#include "view/words.h"

#include <stdio.h>
#include <string.h>

enum { NARROWEST_BAR = 8, WIDEST_BAR = 40, PARTS = 4 };

/* The texts after the bar, in their order on the line; empty if there is nothing to show. */
typedef struct progress_parts {
    char share[ALEA__NUMBER], counts[3 * ALEA__NUMBER], rate[ALEA__NUMBER], time[ALEA__NUMBER + 8];
} progress_parts;

static uint64_t progress_clamped(const alea__progress_state *s)
{
    return s->total > 0 && s->done > s->total ? s->total : s->done;
}

static bool progress_finished(const alea__progress_state *s)
{
    return s->total > 0 && s->done >= s->total;
}

static void progress_describe_counts(const alea__progress_state *s, progress_parts *p)
{
    char done[ALEA__NUMBER], total[ALEA__NUMBER];
    const char *unit = s->unit != NULL ? s->unit : "";
    alea__count_text(done, (int64_t)progress_clamped(s));
    alea__count_text(total, (int64_t)s->total);
    if (s->total > 0)
        snprintf(p->counts, sizeof p->counts, "%s of %s %.80s", done, total, unit);
    else
        snprintf(p->counts, sizeof p->counts, "%s %.80s", done, unit);
}

/* The time that is left, at the speed so far; the time that it took, when there is nothing left. */
static void progress_describe_time(const alea__progress_state *s, progress_parts *p)
{
    char clock[ALEA__NUMBER];
    bool known = s->total > 0 && !progress_finished(s);
    if (known && (s->done == 0 || !(s->seconds > 0))) return;
    double left = known ? s->seconds / (double)s->done * (double)(s->total - s->done) : s->seconds;
    snprintf(p->time, sizeof p->time, "%s%s", alea__clock_text(clock, left), known ? " left" : "");
}

/* Fills all parts; parts without space are left out later. */
static void progress_describe(const alea__progress_state *s, progress_parts *p)
{
    char speed[ALEA__NUMBER];
    memset(p, 0, sizeof *p);
    /* Rounded down: 100 % is done. */
    double share = s->total > 0 ? 100 * ((double)progress_clamped(s) / (double)s->total) : 0;
    unsigned percent = progress_finished(s) ? 100 : share < 99 ? (unsigned)share : 99;
    if (s->total > 0) snprintf(p->share, sizeof p->share, "%3u %%", percent);
    progress_describe_counts(s, p);
    bool moving = s->seconds > 0 && s->done > 0;
    if (moving)
        snprintf(p->rate, sizeof p->rate, "%s/s",
                 alea__short_text(speed, (double)progress_clamped(s) / s->seconds));
    progress_describe_time(s, p);
}

/* The parts with two spaces between them. */
static unsigned progress_join(char out[ALEA__PROGRESS_LINE], const char *const part[PARTS])
{
    out[0] = 0;
    for (int i = 0; i < PARTS; i++) {
        if (part[i][0] == 0) continue;
        if (out[0] != 0) strcat(out, "  ");
        strcat(out, part[i]);
    }
    return (unsigned)alea__columns(out);
}

/* Leaves out what does not fit, the least useful first. */
static unsigned progress_fit(char out[ALEA__PROGRESS_LINE], const progress_parts *p, unsigned width)
{
    static const int least_useful_first[PARTS] = {2, 1, 3, 0};
    const char *part[PARTS] = {p->share, p->counts, p->rate, p->time};
    unsigned used = progress_join(out, part);
    for (int i = 0; i < PARTS && used > width; i++) {
        part[least_useful_first[i]] = "";
        used = progress_join(out, part);
    }
    return used;
}

/* A bar of `cells` columns in UTF-8, to an eighth of a cell, or in ASCII. */
static void progress_draw_bar(char *out, unsigned cells, double share, bool ascii)
{
    static const char *const eighth[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    unsigned eighths = (unsigned)(share * cells * 8), full = eighths / 8;
    const char *rest = ascii || full == cells ? "" : eighth[eighths % 8];
    unsigned drawn = full + (rest[0] != 0);
    ALEA_ASSERT(share >= 0 && share <= 1 && drawn <= cells && cells <= WIDEST_BAR);
    strcpy(out, "[");
    for (unsigned i = 0; i < full; i++) strcat(out, ascii ? "#" : "█");
    strcat(out, rest);
    for (unsigned i = drawn; i < cells; i++) strcat(out, ascii ? "." : " ");
    strcat(out, "] ");
}

unsigned alea__progress_line(char out[ALEA__PROGRESS_LINE], const alea__progress_state *s)
{
    unsigned width = s->width > 0 ? s->width : 80;
    char text[ALEA__PROGRESS_LINE];
    progress_parts p;
    progress_describe(s, &p);
    unsigned used = progress_fit(text, &p, width);
    const unsigned frame = 3; /* two brackets and a space */
    unsigned space = width > used + frame ? width - used - frame : 0;
    unsigned cells = space > WIDEST_BAR ? WIDEST_BAR : space;
    out[0] = 0;
    if (s->total > 0 && cells >= NARROWEST_BAR)
        progress_draw_bar(out, cells, (double)progress_clamped(s) / (double)s->total, s->ascii);
    else
        cells = 0;
    ALEA_ASSERT((cells > 0 ? cells + frame + used : used) <= width);
    strcat(out, text);
    return cells > 0 ? cells + frame + used : used;
}
