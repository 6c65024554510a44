/* A contest as CSV (RFC 4180, but lines end as they do here), for spreadsheets. */
#include "view/contest_view.h"
#include "view/words.h"

#include <math.h>

static void csv_add_rate(alea__text *out, double rate)
{
    if (isfinite(rate)) alea__text_add(out, "%.17g", rate);
}

/* An entry as a line; a disqualified one has no rank, matches or rate. */
static void csv_add_line(alea__text *out, const alea_contest_entry *e)
{
    const char *award = alea__award_name(e->award);
    if (e->ok) alea__text_add(out, "%u", e->rank);
    alea__text_add(out, ",");
    alea__add_csv_text(out, e->name);
    alea__text_add(out, ",");
    alea__add_csv_text(out, e->file);
    alea__text_add(out, e->ok ? ",ok," : ",disqualified,");
    if (e->ok) alea__text_add(out, "%u", e->matches_won);
    alea__text_add(out, ",");
    if (e->ok) csv_add_rate(out, e->mean_rate);
    alea__text_add(out, ",%s,%s,", award ? award : "", e->ok ? "" : e->what);
    alea__add_csv_text(out, e->ok ? "" : e->reason);
    alea__text_add(out, "\n");
}

alea_status alea_view_contest_csv(const alea_contest *c, char **out, alea_error *error)
{
    alea__text text = {0};
    alea__text_add(&text, "rank,name,file,status,matches_won,mean_rate,award,what,reason\n");
    for (unsigned place = 0; place < c->ranked; place++) csv_add_line(&text, &c->entry[c->ranking[place]]);
    for (unsigned i = 0; i < c->count; i++)
        if (!c->entry[i].ok) csv_add_line(&text, &c->entry[i]);
    return alea__view_finish(&text, out, error);
}

/* The columns of rates are titled by file, since names need not be unique. */
alea_status alea_view_contest_rates_csv(const alea_contest *c, char **out, alea_error *error)
{
    alea__text text = {0};
    alea__text_add(&text, "rank,name,file");
    for (unsigned j = 0; j < c->ranked; j++) {
        alea__text_add(&text, ",");
        alea__add_csv_text(&text, c->entry[c->ranking[j]].file);
    }
    alea__text_add(&text, "\n");
    for (unsigned i = 0; i < c->ranked; i++) {
        const alea_contest_entry *e = &c->entry[c->ranking[i]];
        alea__text_add(&text, "%u,", e->rank);
        alea__add_csv_text(&text, e->name);
        alea__text_add(&text, ",");
        alea__add_csv_text(&text, e->file);
        for (unsigned j = 0; j < c->ranked; j++) {
            alea__text_add(&text, ",");
            csv_add_rate(&text, alea__rate_of(c, c->ranking[i], c->ranking[j]));
        }
        alea__text_add(&text, "\n");
    }
    return alea__view_finish(&text, out, error);
}
