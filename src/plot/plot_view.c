/* Maps as text, for a terminal: own scores from left to right, the other axis upwards, as in the pictures. */
#include "base/assert.h"
#include "base/error.h"
#include "plot/messages.h"
#include "plot/plot.h"

#include "view/words.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { MARGIN = 8, LABEL_WIDTH = 5, LEGEND_INDENT = 2 };

/* The displayed cells: every skip-th. */
typedef struct screen {
    const alea_plot *plot;
    bool ascii;
    uint32_t skip_x, skip_y; /* cells from one shown to the next */
    unsigned column;         /* characters of one */
} screen;

/* ---- one cell ---- */

/* The character of a cell in a TURN map; for two bots, 1 or 2 is the only one that rolls. */
static const char *turn_sign(const screen *s, uint32_t x, uint32_t y)
{
    static const char *const of_one[2][2] = {{"░", "█"}, {".", "#"}};
    static const char *const of_two[2][2] = {{"░", "▒"}, {".", "+"}};
    int32_t first = alea__cell(s->plot, 0, x, y);
    if (first == ALEA__NONE) return " ";
    ALEA_ASSERT(first == ALEA__HOLDS || first == ALEA__ROLLS);

    if (s->plot->bots == 1) return of_one[s->ascii][first];
    int32_t second = alea__cell(s->plot, 1, x, y);
    if (first == second) return of_two[s->ascii][first];
    return first == ALEA__ROLLS ? "1" : "2";
}

/* Adds a cell of the other maps, as wide as a column: the total to hold at, or for two bots the difference. Blank if there
   is no hold, `-` if a bot never holds, and with `*` if one rolls again at a higher total. */
static void add_number(const screen *s, uint32_t x, uint32_t y, alea__text *out)
{
    char text[32] = "";
    const alea_plot *plot = s->plot;
    int32_t first = alea__cell(plot, 0, x, y), second = plot->bots == 2 ? alea__cell(plot, 1, x, y) : 0;
    bool exception =
        alea__is_no_threshold(plot, 0, x, y) || (plot->bots == 2 && alea__is_no_threshold(plot, 1, x, y));
    if (first == ALEA__NEVER || second == ALEA__NEVER)
        snprintf(text, sizeof text, "-");
    else if (first >= 0 && second >= 0)
        snprintf(text, sizeof text, plot->bots == 2 && first != second ? "%+" PRId32 "%s" : "%" PRId32 "%s",
                 first - second, exception ? "*" : "");
    alea__text_add(out, "%*s%s", (int)s->column - (exception ? 0 : 1), text, exception ? "" : " ");
}

/* ---- rows ---- */

/* Adds a line: the other axis' value, and the cells without blanks at the end. */
static void screen_add_row(const screen *s, uint32_t y, alea__text *out)
{
    alea__text row = {0};
    for (uint32_t x = 0; x < s->plot->x.count; x += s->skip_x) {
        if (s->plot->map == ALEA_PLOT_TURN)
            alea__text_add(&row, "%s", turn_sign(s, x, y));
        else
            add_number(s, x, y, &row);
    }
    while (row.size > 0 && row.data[row.size - 1] == ' ') row.data[--row.size] = 0;
    alea__text_add(out, "%*" PRIu32 " %s%s%s\n", LABEL_WIDTH, alea__axis_value(&s->plot->y, y),
                   s->ascii ? "|" : "│", row.size > 0 ? " " : "", row.data ? row.data : "");
    if (row.failed) out->failed = true;
    alea__text_free(&row);
}

/* Leaves out rows at the top without decisions. */
static void screen_add_rows(const screen *s, alea__text *out)
{
    const alea_plot *plot = s->plot;
    uint32_t rows = (plot->y.count - 1) / s->skip_y + 1;
    for (; rows > 0; rows--) {
        uint32_t x = 0;
        while (x < plot->x.count && alea__cell(plot, 0, x, (rows - 1) * s->skip_y) == ALEA__NONE) x++;
        if (x < plot->x.count) break;
    }
    while (rows-- > 0) screen_add_row(s, rows * s->skip_y, out);
}

/* The own scores below the map, as far as there is room. */
static void add_own_scores(const screen *s, alea__text *out)
{
    uint32_t shown = (s->plot->x.count - 1) / s->skip_x + 1;
    uint32_t every = s->plot->map == ALEA_PLOT_TURN ? 10 : 1;
    alea__text_add(out, "%*s   ", LABEL_WIDTH, "own");
    for (uint32_t i = 0; i < shown; i += every) {
        int width = (int)(every * s->column);
        if (s->plot->map == ALEA_PLOT_TURN)
            alea__text_add(out, "%-*" PRIu32, width, alea__axis_value(&s->plot->x, i * s->skip_x));
        else
            alea__text_add(out, "%*" PRIu32 " ", width - 1, alea__axis_value(&s->plot->x, i * s->skip_x));
    }
    while (out->size > 0 && out->data[out->size - 1] == ' ') out->data[--out->size] = 0;
    alea__text_add(out, "\n");
}

/* ---- meaning of the signs ---- */

static bool has_exception(const screen *s, unsigned bot)
{
    for (uint32_t x = 0; x < s->plot->x.count; x += s->skip_x)
        for (uint32_t y = 0; y < s->plot->y.count; y += s->skip_y)
            if (alea__is_no_threshold(s->plot, bot, x, y)) return true;
    return false;
}

/* Explains the signs on the map. */
static void explain_signs(const screen *s, alea__text *out)
{
    const alea_plot *plot = s->plot;
    const bool two = plot->bots == 2;
    if (plot->map == ALEA_PLOT_TURN && !two) {
        alea__text_add(out, "%s roll  %s hold", s->ascii ? "#" : "█", s->ascii ? "." : "░");
    } else if (plot->map == ALEA_PLOT_TURN) {
        alea__text_add(out, "%s both roll  %s both hold  1 only %s rolls  2 only %s rolls",
                       s->ascii ? "+" : "▒", s->ascii ? "." : "░", plot->bot[0], plot->bot[1]);
    } else {
        alea__text_add(out, two ? "difference of turn totals; + where the first holds later"
                                : "least turn total at which it holds");
        if (alea__has_cell(plot, 0, ALEA__NEVER) || (two && alea__has_cell(plot, 1, ALEA__NEVER)))
            alea__text_add(out, "  - never holds");
        if (has_exception(s, 0) || (two && has_exception(s, 1)))
            alea__text_add(out, "  * rolls again at a higher total");
    }
}

/* ---- */

static unsigned digits_of(uint32_t number)
{
    return (unsigned)snprintf(NULL, 0, "%" PRIu32, number);
}

/* Chooses the columns' width and which cells are shown, so that a line fits the width of the view. */
static screen make_screen(const alea_plot *plot, const alea_view_options *view)
{
    screen s = {.plot = plot, .ascii = view->ascii};
    uint32_t columns = view->width > 2 * MARGIN ? view->width - MARGIN : MARGIN;
    int32_t widest = 0;
    for (unsigned bot = 0; bot < plot->bots; bot++)
        for (size_t i = 0; i < (size_t)plot->x.count * plot->y.count; i++)
            if (plot->cell[bot][i] > widest) widest = plot->cell[bot][i];
    unsigned digits = digits_of((uint32_t)widest) + (plot->bots == 2);
    unsigned own = digits_of(alea__axis_value(&plot->x, plot->x.count - 1));
    if (digits < own) digits = own;
    s.column = plot->map == ALEA_PLOT_TURN ? 1 : digits + 1; /* the last one for a mark */
    const uint32_t most = columns / s.column;                /* cells side by side */
    s.skip_x = (uint32_t)alea__tick_step(plot->x.count - 1, most > 1 ? most - 1 : 1);
    s.skip_y = plot->map == ALEA_PLOT_TURN ? 2 * s.skip_x : s.skip_x;
    if (plot->x.count < 20 && plot->map == ALEA_PLOT_TURN) s.skip_y = 1;
    if (plot->map != ALEA_PLOT_TURN && plot->y.count <= 2 * s.skip_x) s.skip_y = 1;
    ALEA_ASSERT(s.skip_x >= 1 && s.skip_y >= 1 && s.column >= 1);
    return s;
}

alea_status alea_plot_view(const alea_plot *plot, const alea_view_options *options, char **out,
                           alea_error *error)
{
    if (plot->map == ALEA_PLOT_SURFACE) return alea__fail(error, ALEA_E_USAGE, PLOT_NO_SURFACE_AS_TEXT);
    alea_view_options view = alea__view_options(options);
    screen s = make_screen(plot, &view);
    alea__text text = {0};
    alea__plot_title(plot, view.ascii, &text);
    alea__text_add(&text, "\n%s\n\n%*s\n", plot->game, LABEL_WIDTH, plot->y.name);
    screen_add_rows(&s, &text);
    add_own_scores(&s, &text);
    alea__text_add(&text, "\n%*s", LEGEND_INDENT, "");
    explain_signs(&s, &text);
    alea__text_add(&text, "\n%*sposition: ", LEGEND_INDENT, "");
    alea__plot_position(plot, &text);
    alea__text_add(&text, "\n");
    return alea__view_finish(&text, out, error);
}
