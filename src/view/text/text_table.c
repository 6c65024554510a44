#include "view/text/text_table.h"
#include "base/assert.h"
#include "base/text.h"
#include "view/number.h"
#include "view/words.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { INDENT = 2, GAP = 2, SHORTEST_NAME = 16, LONGEST_NUMBER = 128 };

static void table_add_cell(alea__table *t, size_t column, const char *cell)
{
    size_t width = alea__columns(cell);
    alea__text_add_bytes(&t->cells, cell, strlen(cell) + 1);
    if (width > t->width[column]) t->width[column] = width;
}

void alea__table_column(alea__table *t, alea__align align, const char *title)
{
    ALEA_ASSERT(t->columns < ALEA__TABLE_COLUMNS && t->rows == 0 && t->column == 0);
    t->align[t->columns] = align;
    table_add_cell(t, t->columns++, title);
}

void alea__table_columns(alea__table *t, const char *titles)
{
    for (size_t size; *titles; titles += size + (titles[size] == '|')) {
        const bool left = *titles == '<';
        char title[64];
        titles += left;
        size = strcspn(titles, "|");
        snprintf(title, sizeof title, "%.*s", (int)size, titles);
        alea__table_column(t, left ? ALEA__LEFT : ALEA__RIGHT, title);
    }
}

void alea__table_text(alea__table *t, const char *cell)
{
    ALEA_ASSERT(t->column < t->columns);
    table_add_cell(t, t->column, cell);
    t->column = (t->column + 1) % t->columns;
    if (t->column == 0) t->rows++;
}

void alea__table_number(alea__table *t, const char *format, ...)
{
    char cell[LONGEST_NUMBER];
    va_list arguments;
    va_start(arguments, format);
    alea__format(cell, sizeof cell, format, arguments);
    va_end(arguments);
    alea__table_text(t, cell);
}

void alea__table_name(alea__table *t, const char *text)
{
    alea__text shown = {0};
    alea__add_printable(&shown, text);
    alea__table_text(t, shown.data ? shown.data : "");
    alea__text_free_part(&shown, &t->cells);
}

/* A first cell that begins with a line feed, and empty cells. */
void alea__table_heading(alea__table *t, const char *text)
{
    ALEA_ASSERT(t->column == 0);
    alea__text_add(&t->cells, "\n%s", text);
    for (size_t c = 0; c < t->columns; c++) alea__text_add_bytes(&t->cells, "", 1);
    t->rows++;
}

void alea__table_count(alea__table *t, uint64_t count)
{
    char number[ALEA__NUMBER];
    alea__table_text(t, alea__count_text(number, (int64_t)count));
}

size_t alea__table_width(const alea__table *t)
{
    ALEA_ASSERT(t->columns > 0);
    size_t width = INDENT + GAP * (t->columns - 1);
    for (size_t c = 0; c < t->columns; c++) width += t->width[c];
    return width;
}

static const char *table_next_cell(const char *cell)
{
    return cell + strlen(cell) + 1;
}

/* Prints a heading; false if the row that begins with this cell is none. Else the cell becomes that of the next row. */
static bool table_print_heading(const alea__table *t, const char **cell, alea__text *out)
{
    if (**cell != '\n') return false;
    alea__text_add(out, "%s\n", *cell);
    for (size_t c = 0; c < t->columns; c++) *cell = table_next_cell(*cell);
    return true;
}

static void table_add_spaces(alea__text *out, size_t count)
{
    alea__text_add(out, "%*s", (int)count, "");
}

/* Titles and rows in columns; the first column is `first_width` wide, and longer cells are shortened. */
static void table_print_rows(const alea__table *t, size_t first_width, bool ascii, alea__text *out)
{
    ALEA_ASSERT(first_width <= t->width[0]);
    const char *cell = t->cells.data;
    for (size_t row = 0; row <= t->rows; row++) {
        if (table_print_heading(t, &cell, out)) continue;
        for (size_t c = 0; c < t->columns; c++) {
            const size_t width = c == 0 ? first_width : t->width[c], used = alea__columns(cell);
            const size_t padding = used < width ? width - used : 0;
            table_add_spaces(out, c == 0 ? INDENT : GAP);
            if (t->align[c] == ALEA__RIGHT) table_add_spaces(out, padding);
            alea__add_shortened(out, cell, width, ascii);
            /* no spaces at the end of a line, after the last column */
            if (t->align[c] == ALEA__LEFT && c + 1 < t->columns) table_add_spaces(out, padding);
            cell = table_next_cell(cell);
        }
        alea__text_add(out, "\n");
    }
}

/* For a table that is far too wide: prints each row as its first cell and one line for each other cell. */
static void table_print_lists(const alea__table *t, alea__text *out)
{
    const char *first_title = t->cells.data, *cell = first_title;
    for (size_t c = 0; c < t->columns; c++) cell = table_next_cell(cell);
    for (size_t row = 0; row < t->rows; row++) {
        const char *title = first_title;
        if (table_print_heading(t, &cell, out)) continue;
        for (size_t c = 0; c < t->columns; c++) {
            if (c == 0)
                alea__text_add(out, "%*s%s\n", INDENT, "", cell);
            else
                alea__text_add(out, "%*s%s: %s\n", 2 * INDENT, "", title, cell);
            title = table_next_cell(title);
            cell = table_next_cell(cell);
        }
    }
}

void alea__table_free(alea__table *t)
{
    alea__text_free(&t->cells);
    *t = (alea__table){0};
}

void alea__table_finish(alea__table *t, const alea_view_options *options, alea__text *out)
{
    ALEA_ASSERT(t->columns > 0 && t->column == 0);
    out->failed |= t->cells.failed;
    if (!out->failed && t->rows > 0) {
        const size_t width = alea__table_width(t);
        const size_t excess = width > options->width ? width - options->width : 0;
        if (excess == 0 || excess + SHORTEST_NAME <= t->width[0])
            table_print_rows(t, t->width[0] - excess, options->ascii, out);
        else
            table_print_lists(t, out);
    }
    alea__table_free(t);
}
