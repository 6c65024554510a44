/* A plot's data: the contents of its cells, and its files: CSV for spreadsheets and people, NumPy's format for programs. */
#include "base/assert.h"
#include "plot/plot.h"

#include <inttypes.h>

/* ---- contents of cells ---- */

bool alea__goes_for_the_end(const alea_plot *plot, uint32_t x, uint32_t y)
{
    int32_t total = alea__cell(plot, 0, x, y);
    return plot->end > 0 && total >= 0 && (uint32_t)total + alea__axis_value(&plot->x, x) >= plot->end;
}

bool alea__is_no_threshold(const alea_plot *plot, unsigned bot, uint32_t x, uint32_t y)
{
    if (!plot->always[bot]) return false;
    int32_t first = alea__cell(plot, bot, x, y);
    return first >= 0 && plot->always[bot][(size_t)x * plot->y.count + y] != first;
}

bool alea__has_cell(const alea_plot *plot, unsigned bot, int32_t value)
{
    for (size_t i = 0; i < (size_t)plot->x.count * plot->y.count; i++)
        if (plot->cell[bot][i] == value) return true;
    return false;
}

/* ---- CSV ---- */

/* Empty if it never holds. */
static void add_total(alea__text *out, int32_t total)
{
    if (total >= 0)
        alea__text_add(out, ",%" PRId32, total);
    else
        alea__text_add(out, ",");
}

/* Adds the columns of all bots: a move in TURN maps, otherwise hold_at and hold_from, and for two bots the difference.
   */
static void data_add_cells(const alea_plot *plot, uint32_t x, uint32_t y, alea__text *out)
{
    int32_t first = alea__cell(plot, 0, x, y), second = plot->bots == 2 ? alea__cell(plot, 1, x, y) : 0;
    for (unsigned bot = 0; bot < plot->bots; bot++) {
        int32_t value = alea__cell(plot, bot, x, y);
        if (plot->map == ALEA_PLOT_TURN) {
            ALEA_ASSERT(value == ALEA__ROLLS || value == ALEA__HOLDS);
            alea__text_add(out, ",%s", value == ALEA__ROLLS ? "roll" : "hold");
            continue;
        }
        add_total(out, value);
        add_total(out, plot->always[bot][(size_t)x * plot->y.count + y]);
    }
    if (plot->map == ALEA_PLOT_TURN || plot->bots == 1) return;
    if (first >= 0 && second >= 0)
        alea__text_add(out, ",%" PRId32, first - second);
    else
        alea__text_add(out, ",");
}

/* The other of a TURN map is the same in every line, but has a column: so files can be joined. */
static const char *other_column(const alea_plot *plot)
{
    return !plot->has_other || plot->map != ALEA_PLOT_TURN ? "" : plot->players == 2 ? "other," : "turns,";
}

void alea__plot_csv(const alea_plot *plot, alea__text *out)
{
    static const char *const of_turn[] = {"move", "first,second"};
    static const char *const of_hold[] = {
        "hold_at,hold_from", "first_hold_at,first_hold_from,second_hold_at,second_hold_from,difference"};
    const char *const *values = plot->map == ALEA_PLOT_TURN ? of_turn : of_hold;
    alea__text_add(out, "own,%s%s,%s\n", other_column(plot), plot->y.name, values[plot->bots - 1]);
    for (uint32_t x = 0; x < plot->x.count; x++)
        for (uint32_t y = 0; y < plot->y.count; y++) {
            if (alea__cell(plot, 0, x, y) == ALEA__NONE) continue;
            alea__text_add(out, "%" PRIu32, alea__axis_value(&plot->x, x));
            if (*other_column(plot)) alea__text_add(out, ",%" PRIu32, plot->other);
            alea__text_add(out, ",%" PRIu32, alea__axis_value(&plot->y, y));
            data_add_cells(plot, x, y, out);
            alea__text_add(out, "\n");
        }
}

/* ---- NumPy ---- */

/* The header of version 1.0: magic, its length in two bytes, and a Python literal padded with spaces so that the data begin
   at a multiple of 64 (numpy/lib/format.py, "Format Version 1.0"). */
static void add_header(const alea_plot *plot, alea__text *out)
{
    enum { ALIGNMENT = 64, BEFORE = 10 };
    alea__text literal = {0};
    alea__text_add(&literal,
                   "{'descr': '<i4', 'fortran_order': False, 'shape': (%s%" PRIu32 ", %" PRIu32 "), }",
                   plot->bots == 2 ? "2, " : "", plot->x.count, plot->y.count);
    while (!literal.failed && (BEFORE + literal.size + 1) % ALIGNMENT != 0) alea__text_add(&literal, " ");
    alea__text_add(&literal, "\n");
    ALEA_ASSERT(literal.failed || ((BEFORE + literal.size) % ALIGNMENT == 0 && literal.size <= UINT16_MAX));
    unsigned char length[2] = {(unsigned char)(literal.size & 255), (unsigned char)(literal.size >> 8)};
    alea__text_add_bytes(out, "\x93NUMPY\x01\x00", 8);
    alea__text_add_bytes(out, length, sizeof length);
    if (literal.data) alea__text_add_bytes(out, literal.data, literal.size);
    if (literal.failed) out->failed = true;
    alea__text_free(&literal);
}

void alea__plot_npy(const alea_plot *plot, alea__text *out)
{
    add_header(plot, out);
    for (unsigned bot = 0; bot < plot->bots; bot++)
        for (size_t i = 0; i < (size_t)plot->x.count * plot->y.count; i++) {
            uint32_t value = (uint32_t)plot->cell[bot][i];
            unsigned char bytes[4] = {value & 255, value >> 8 & 255, value >> 16 & 255,
                                      (unsigned char)(value >> 24)};
            alea__text_add_bytes(out, bytes, sizeof bytes);
        }
}
