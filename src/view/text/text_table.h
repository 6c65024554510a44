#pragma once
/* Neat columns. Starts as {0}; columns first, then cells row after row. A failed allocation shows in the text
   that the table is printed to. */
#include "base/text.h"
#include <alea/view.h>

enum { ALEA__TABLE_COLUMNS = 24 };

typedef enum alea__align { ALEA__LEFT, ALEA__RIGHT } alea__align;

typedef struct alea__table {
    size_t columns;
    alea__align align[ALEA__TABLE_COLUMNS];
    size_t width[ALEA__TABLE_COLUMNS]; /* of the widest cell, in characters */
    size_t rows;                       /* finished ones, without the titles */
    size_t column;                     /* column of the next cell */
    alea__text cells;                  /* titles, then row after row; each ends in a zero byte */
} alea__table;

void alea__table_column(alea__table *, alea__align, const char *title);
/* Several at once, parted by bars; the titles of those to the left begin with `<`: "<bot|wins|win rate". */
void alea__table_columns(alea__table *, const char *titles);
void alea__table_text(alea__table *, const char *cell); /* the cell is not escaped: make it printable first */
__attribute__((format(printf, 2, 3))) void alea__table_number(alea__table *, const char *format,
                                                              ...); /* short */

void alea__table_name(alea__table *, const char *text); /* made printable */
/* A line of its own before the next row, after an empty one. Counts as a row. */
void alea__table_heading(alea__table *, const char *text);
void alea__table_count(alea__table *, uint64_t); /* 1,234,567 */

/* The natural width of its lines, in characters. */
size_t alea__table_width(const alea__table *);
/* Adds the table to `out`, indented by two spaces, and frees it. If it is too wide, the first column is shortened in the
   middle; if that is not enough, every row becomes a small list. */
void alea__table_finish(alea__table *, const alea_view_options *, alea__text *out);
void alea__table_free(alea__table *); /* one that is not shown after all */
