/* Score sheets and lists of moves, in columns that read downwards. */
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "view/messages.h"
#include "view/words.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { SHEET_CELL = 120, SHEET_NAME = 60, SHEET_INDENT = 2, SHEET_GAP = 2 };

/* Cells of one width, printable and without a line's end. */
typedef struct sheet_cells {
    char (*cell)[SHEET_CELL]; /* owned */
    size_t count;
} sheet_cells;

static bool cells_open(sheet_cells *c, size_t most)
{
    *c = (sheet_cells){.cell = alea__alloc_array(most ? most : 1, sizeof *c->cell)};
    return c->cell != NULL;
}

/* Lays the cells out, the first column downwards first, in as many columns as fit, at most `most`; frees them. */
static void cells_finish(sheet_cells *c, unsigned most, const alea_view_options *options, alea__text *out)
{
    size_t widest = 1;
    for (size_t i = 0; i < c->count; i++) {
        const size_t columns = alea__columns(c->cell[i]);
        if (columns > widest) widest = columns;
    }
    size_t fit = (options->width + SHEET_GAP) / (widest + SHEET_GAP);
    if (fit * (widest + SHEET_GAP) + SHEET_INDENT > options->width + SHEET_GAP && fit > 1) fit--;
    const size_t across = fit < 1 ? 1 : fit < most ? fit : most;
    const size_t lines = (c->count + across - 1) / across;
    for (size_t line = 0; line < lines; line++) {
        alea__text_add(out, "%*s", SHEET_INDENT, "");
        for (size_t i = line; i < c->count; i += lines) {
            const bool last = i + lines >= c->count;
            const int pad = last ? 0 : (int)(widest + SHEET_GAP - alea__columns(c->cell[i]));
            alea__text_add(out, "%s%*s", c->cell[i], pad, "");
        }
        alea__text_add(out, "\n");
    }
    alea__free(c->cell);
}

/* The width of the name, at most SHEET_NAME, or `widest` if that is more. */
static int cells_name_width(int widest, const char *name)
{
    const int columns = (int)strnlen(name, SHEET_NAME);
    return columns > widest ? columns : widest;
}

/* ---- the sheet ---- */

/* "Straight          50", "General       failed"; a row that is not attempted yet has a dash. */
static void sheet_add(sheet_cells *c, const alea_sheet_row *row, int name, const alea_sheet_mark *mark,
                      bool ascii)
{
    char points[24];
    if (!mark->attempted)
        snprintf(points, sizeof points, "%s", ascii ? "-" : "–");
    else
        snprintf(points, sizeof points, "%" PRId64, mark->points);
    const int wide = (int)(strlen(points) - alea__columns(points)); /* printf pads by bytes */
    snprintf(c->cell[c->count++], SHEET_CELL, "%-*.*s %*s", name, SHEET_NAME, row->name, 4 + wide, points);
}

alea_status alea_view_sheet(const alea_game *game, const alea_sheet_mark *mark,
                            const alea_view_options *given, char **out, alea_error *error)
{
    alea_view_options options = alea__view_options(given);
    alea__text text = {0};
    alea_sheet_row row;
    size_t rows = 0;
    int widest = 0;
    for (; alea_game_sheet_row(game, rows, &row); rows++) widest = cells_name_width(widest, row.name);
    if (rows == 0) return alea__fail(error, ALEA_E_USAGE, VIEW_NO_SHEET, alea_game_name(game));
    sheet_cells cells;
    if (!cells_open(&cells, rows)) return alea__out_of_memory(error);
    for (size_t i = 0; i < rows && alea_game_sheet_row(game, i, &row); i++)
        sheet_add(&cells, &row, widest, &mark[i], options.ascii);
    cells_finish(&cells, 3, &options, &text);
    return alea__view_finish(&text, out, error);
}

/* ---- moves ---- */

alea_status alea_view_moves(const alea_game *game, const alea_move_list *moves,
                            const alea_view_options *given, char **out, alea_error *error)
{
    alea_view_options options = alea__view_options(given);
    alea__text text = {0};
    sheet_cells cells;
    int widest = 0;
    if (!cells_open(&cells, moves->count)) return alea__out_of_memory(error);
    for (unsigned i = 0; i < moves->count; i++)
        widest = cells_name_width(widest, alea_game_move_name(game, moves->move[i]));
    for (unsigned i = 0; i < moves->count; i++) {
        char remark[40] = "";
        if (moves->remarks) alea_game_move_remark(game, moves->state, moves->move[i], remark, sizeof remark);
        snprintf(cells.cell[cells.count++], SHEET_CELL, "%2u  %-*.*s%s%s", i + 1, remark[0] ? widest : 0,
                 SHEET_NAME, alea_game_move_name(game, moves->move[i]), remark[0] ? "  " : "", remark);
    }
    ALEA_ASSERT(cells.count == moves->count && cells.count > 0);
    cells_finish(&cells, moves->remarks ? 2 : 4, &options, &text);
    return alea__view_finish(&text, out, error);
}
