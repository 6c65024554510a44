#pragma once
/* What the reader's files share: reader_file.c reads a file line by line, and each of the others takes one kind of line.
   Reading is strict: a line has its keys and no others, and its event must be legal at that point. A message names the
   line, what is wrong, and what would be right. */
#include "base/error.h"
#include "play/reader.h"

#include <jansson.h>

/* ---- saying where: reader_values.c ---- */

#define ALEA__WRONG(r, error, ...) alea__fail_at(error, ALEA_E_FILE, (r)->path, (int)(r)->line, __VA_ARGS__)

/* The error `below` with the file and line in front; ALEA_E_MEMORY is unchanged. */
alea_status alea__wrong(const alea__reading *, const alea_error *below, alea_error *);

typedef struct alea__shown {
    char text[200];
} alea__shown;
/* A text of the file, made printable for a message. */
alea__shown alea__show(const char *text);

/* ---- values: reader_values.c ---- */

/* Checks that a line has exactly this number of keys, so none besides those that were read. */
alea_status alea__check_keys(const alea__reading *, const json_t *line, size_t keys, alea_error *);

/* A value of a line, and its required type. */
typedef struct alea__field {
    const json_t *value; /* NULL if missing */
    const char *what;    /* its name, for messages */
    int64_t least, most; /* of a number; of a list only `most`, its length */
} alea__field;
/* A whole number within its limits. */
alea_status alea__take_number(const alea__reading *, const alea__field *, int64_t *out, alea_error *);
/* A list of numbers that fit 32 bits; no field allows more of them than `out` holds. */
alea_status alea__take_list(const alea__reading *, const alea__field *, alea__numbers *out, alea_error *);
/* A text without control characters, as alea writes them. */
alea_status alea__take_text(const alea__reading *, const json_t *value, const char *what, const char **out,
                            alea_error *);

/* ---- kinds of lines ---- */

typedef alea_status alea__take(alea__reading *, const json_t *line, alea_error *);

/* reader_heading.c: takes the first line, and checks that it identifies a record; `line` is NULL if it is not an object. */
alea__take alea__take_heading;
alea_status alea__check_version(const alea__reading *, const json_t *line, alea_error *);
/* reader_seats.c */
alea__take alea__take_order, alea__take_begin;
/* reader_game.c */
alea__take alea__take_roll, alea__take_move, alea__take_forfeit, alea__take_undo, alea__take_end;
/* Ends the open game, and adds it to the record if requested. */
alea_status alea__close_game(alea__reading *, alea_error *);
