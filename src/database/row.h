#pragma once
/* Reads the columns of a row. SQLite does not check types or NOT NULL when it reads, and a changed byte can turn anything
   into NULL. A column with a value that alea never writes reads as 0 or "" and sets `wrong`: read all columns, then check
   `wrong` and `no_memory` once. */
#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct alea__sql_row {
    sqlite3_stmt *statement;
    const char *wrong; /* name of the first wrong column; NULL: none. Valid as long as the statement */
    bool no_memory;
} alea__sql_row;

/* A whole number from `least` to `most`. */
int64_t alea__row_integer(alea__sql_row *, int column, int64_t least, int64_t most);
/* A finite number. */
double alea__row_real(alea__sql_row *, int column);
/* A text without zero bytes; it lives until the next row. */
const char *alea__row_text(alea__sql_row *, int column);
/* The same, or NULL. */
const char *alea__row_text_or_null(alea__sql_row *, int column);
/* A copy of the text, freed by the caller; NULL if memory runs out. */
char *alea__row_copy(alea__sql_row *, int column);
/* A blob of exactly this size; NULL if the column has another value. */
const unsigned char *alea__row_blob(alea__sql_row *, int column, size_t size);

/* A column that a caller found wrong. */
void alea__row_is_wrong(alea__sql_row *, int column);
/* Everything that was read was right. */
bool alea__row_is_right(const alea__sql_row *);
