#ifndef ALEA_BASE_LINES_H
#define ALEA_BASE_LINES_H
/* Text files line by line, such as tables in CSV. */
#include <stdbool.h>
#include <stddef.h>

typedef struct alea__lines {
    const char *at, *end; /* what is not read yet */
    int line;             /* of the text below, from 1; 0 before the first */
    const char *text;
    size_t length;
} alea__lines;

/* A byte order mark is skipped. */
alea__lines alea__lines_of(const char *text, size_t size);
/* The next line that is neither empty nor a comment (#), without spaces around it. Lines end in LF, CR LF or, as some
   spreadsheets still have it, in CR alone. */
bool alea__lines_next(alea__lines *);
/* The field between commas that begins at *at, likewise, and without the quotation marks around it (RFC 4180); *at then stands
   behind its comma, after the last one beyond the line. False: it stood there already. */
bool alea__lines_field(const alea__lines *, size_t *at, const char **field, size_t *length);
/* What stands in the place of commas in the line, as a plural; NULL: it has commas, or nothing that could. Spaces only count where
   there are no words. */
const char *alea__lines_separator(const alea__lines *);
#endif
