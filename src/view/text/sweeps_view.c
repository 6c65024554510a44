/* Value iteration as text: the error by sweep, and the policy as it forms. */
#include "view/sweeps_view.h"
#include "view/messages.h"
#include "view/text/parts.h"
#include "view/words.h"

#include <inttypes.h>
#include <stdio.h>

enum { SWEEPS_LISTED = 24, SWEEPS_MAPS = 4, SWEEPS_ROWS = 10 };

/* The first sweeps, then one in this many, and the last one. */
static bool sweeps_is_listed(const alea_sweeps *s, unsigned sweep)
{
    const unsigned step = (s->count + SWEEPS_LISTED - 1) / SWEEPS_LISTED;
    return sweep < 3 || sweep + 1 == s->count || (sweep + 1) % step == 0;
}

/* A row for each sweep that is listed. */
static void sweeps_add_table(const alea_sweeps *s, const alea_view_options *options, alea__text *text)
{
    alea__table t = {0};
    char hold[16];
    alea__table_columns(&t, "sweep|largest change|P[0][0][0]|largest error|to change|holds at");
    for (unsigned i = 0; i < s->count; i++) {
        const alea_sweep *one = &s->sweep[i];
        if (!sweeps_is_listed(s, i)) continue;
        snprintf(hold, sizeof hold, "%" PRIu32, one->hold);
        alea__table_number(&t, "%u", i + 1);
        alea__table_number(&t, "%.2e", one->change);
        alea__table_number(&t, "%.12f", one->start);
        alea__table_number(&t, "%.2e", one->error);
        alea__table_number(&t, "%" PRIu64, one->differ);
        alea__table_text(&t, one->hold < s->goal ? hold : "-");
    }
    alea__table_finish(&t, options, text);
}

/* A map of the policy: own scores from left to right, turn totals upwards, both thinned out to fit. */
static void sweeps_add_map(const alea_sweeps *s, unsigned sweep, const alea_view_options *options,
                           alea__text *text)
{
    const unsigned char *map = alea_sweeps_map(s, sweep);
    const uint32_t columns = options->width > 28 ? options->width - 18 : 10;
    const uint32_t across = (s->goal + columns - 1) / columns, up = (s->goal + SWEEPS_ROWS - 1) / SWEEPS_ROWS;
    const char *roll = options->ascii ? "#" : "█", *hold = options->ascii ? "." : "░";
    alea__text_add(text, VIEW_SWEEP_MAP, sweep + 1, (unsigned)s->other);
    for (uint32_t row = (s->goal - 1) / up + 1; row-- > 0;) {
        const uint32_t turn = row * up;
        alea__text_add(text, "  %5" PRIu32 " %s ", turn, options->ascii ? "|" : "│");
        for (uint32_t own = 0; own < s->goal && own + turn < s->goal; own += across)
            alea__text_add(text, "%s", map[(size_t)own * s->goal + turn] ? roll : hold);
        alea__text_add(text, "\n");
    }
    alea__text_add(text, VIEW_SWEEP_AXIS, (unsigned)across, roll, hold);
}

alea_status alea_view_sweeps(const alea_sweeps *s, const alea_view_options *given, char **out,
                             alea_error *error)
{
    alea_view_options options = alea__view_options(given);
    if (options.json) return alea__sweeps_json(s, out, error);
    alea__text text = {0}, words = {0};
    alea__add_printable(&text, s->game);
    alea__text_add(&text, "\n");
    alea__text_add(&words, VIEW_SWEEPS, s->epsilon);
    if (words.data) alea__add_wrapped(&text, words.data, 0, options.width);
    alea__text_free(&words);
    alea__text_add(&text, "\n");
    sweeps_add_table(s, &options, &text);
    unsigned shown = UINT32_MAX;
    for (unsigned map = 0; map < SWEEPS_MAPS; map++) {
        const unsigned sweep = alea__sweep_shown(s, map, SWEEPS_MAPS);
        if (sweep == shown) continue;
        sweeps_add_map(s, sweep, &options, &text);
        shown = sweep;
    }
    return alea__view_finish(&text, out, error);
}

alea_status alea_view_sweeps_csv(const alea_sweeps *s, char **out, alea_error *error)
{
    alea__text text = {0};
    alea__text_add(&text, "sweep,change,start,error,differ,hold\n");
    for (unsigned i = 0; i < s->count; i++)
        alea__text_add(&text, "%u,%.17g,%.17g,%.17g,%" PRIu64 ",%" PRIu32 "\n", i + 1, s->sweep[i].change,
                       s->sweep[i].start, s->sweep[i].error, s->sweep[i].differ, s->sweep[i].hold);
    return alea__view_finish(&text, out, error);
}
