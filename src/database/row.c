#include "database/row.h"
#include "base/assert.h"
#include "base/memory.h"

#include <math.h>
#include <string.h>

void alea__row_is_wrong(alea__sql_row *row, int column)
{
    if (row->wrong) return;
    row->wrong = sqlite3_column_name(row->statement, column);
    if (!row->wrong) row->no_memory = true;
}

bool alea__row_is_right(const alea__sql_row *row)
{
    return !row->wrong && !row->no_memory;
}

/* Whether the column has this type of SQLite's. */
static bool row_has(alea__sql_row *row, int column, int type)
{
    ALEA_ASSERT(column >= 0 && column < sqlite3_column_count(row->statement));
    if (sqlite3_column_type(row->statement, column) == type) return true;
    alea__row_is_wrong(row, column);
    return false;
}

int64_t alea__row_integer(alea__sql_row *row, int column, int64_t least, int64_t most)
{
    ALEA_ASSERT(least <= most);
    if (!row_has(row, column, SQLITE_INTEGER)) return least;
    const int64_t value = sqlite3_column_int64(row->statement, column);
    if (value >= least && value <= most) return value;
    alea__row_is_wrong(row, column);
    return least;
}

double alea__row_real(alea__sql_row *row, int column)
{
    if (!row_has(row, column, SQLITE_FLOAT)) return 0;
    const double value = sqlite3_column_double(row->statement, column);
    if (isfinite(value)) return value;
    alea__row_is_wrong(row, column);
    return 0;
}

const char *alea__row_text(alea__sql_row *row, int column)
{
    if (!row_has(row, column, SQLITE_TEXT)) return "";
    const char *text = (const char *)sqlite3_column_text(row->statement, column);
    if (!text) {
        row->no_memory = true;
        return "";
    }
    const size_t length = (size_t)sqlite3_column_bytes(row->statement, column);
    if (strlen(text) == length) return text;
    alea__row_is_wrong(row, column);
    return "";
}

const char *alea__row_text_or_null(alea__sql_row *row, int column)
{
    if (sqlite3_column_type(row->statement, column) == SQLITE_NULL) return NULL;
    return alea__row_text(row, column);
}

char *alea__row_copy(alea__sql_row *row, int column)
{
    char *copy = alea__copy_text(alea__row_text(row, column));
    if (!copy) row->no_memory = true;
    return copy;
}

const unsigned char *alea__row_blob(alea__sql_row *row, int column, size_t size)
{
    if (!row_has(row, column, SQLITE_BLOB)) return NULL;
    const unsigned char *data = sqlite3_column_blob(row->statement, column);
    if (data && (size_t)sqlite3_column_bytes(row->statement, column) == size) return data;
    alea__row_is_wrong(row, column);
    return NULL;
}
