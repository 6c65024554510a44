#pragma once
/* Text files line by line, such as tables in CSV. */
#include <stdbool.h>
#include <stddef.h>

typedef struct alea__lines {
    const char *at, *end; /* the rest of the text */
    int line;             /* of the text below, from 1; 0 before the first */
    const char *text;
    size_t length;
} alea__lines;

/* A byte order mark is skipped. */
alea__lines alea__lines_of(const char *text, size_t size);
/* Goes to the next line that is neither empty nor a comment (#), without surrounding spaces. Lines end in LF, CR LF or,
   from some spreadsheets, CR alone. */
bool alea__lines_next(alea__lines *);
/* The comma-separated field that begins at *at, without surrounding spaces and quotation marks (RFC 4180). Moves at behind
 *  its comma; after the last field, behind the end of the line. Returns false if *at was already there. */
bool alea__lines_field(const alea__lines *, size_t *at, const char **field, size_t *length);
/* The separator that the line uses instead of commas, as a plural noun; NULL if it has commas or no possible separator.
   Spaces count only if the line has no words. */
const char *alea__lines_separator(const alea__lines *);
