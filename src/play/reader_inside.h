#ifndef ALEA_PLAY_READER_INSIDE_H
#define ALEA_PLAY_READER_INSIDE_H
/* What the reader's files share: reader.c goes through a file line by line, the others take a kind of line each.

   Lines are looked at strictly: each has its keys and no others, and what it says must be possible where it stands. A message
   names the line, what is wrong, and what would be right. */
#include "base/error.h"
#include "play/reader.h"

#include <jansson.h>

/* ---- saying where: reader_values.c ---- */

#define ALEA__WRONG(r, error, ...) alea__fail_at(error, ALEA_E_FILE, (r)->path, (int)(r)->line, __VA_ARGS__)

/* The sentence of a failure below, with the place; a want of memory stays what it is. */
alea_status alea__wrong(const alea__reading *, const alea_error *below, alea_error *);

typedef struct alea__shown {
    char text[200];
} alea__shown;
/* A text of the file as a message may have it. */
alea__shown alea__show(const char *text);

/* ---- values: reader_values.c ---- */

/* Whether a line has so many keys: those that were looked for, and no others. */
alea_status alea__check_keys(const alea__reading *, const json_t *line, size_t keys, alea_error *);
alea_status alea__take_number(const alea__reading *, const json_t *value, const char *what, int64_t least,
                              int64_t most, int64_t *out, alea_error *);
/* A text that a terminal may be shown, as they are written. */
alea_status alea__take_text(const alea__reading *, const json_t *value, const char *what, const char **out,
                            alea_error *);
alea_status alea__take_list(const alea__reading *, const json_t *list, const char *what, unsigned most,
                            uint32_t *out, unsigned *count, alea_error *);

/* ---- kinds of lines ---- */

typedef alea_status alea__take(alea__reading *, const json_t *line, alea_error *);

/* reader_heading.c: the first line, and whether it says that this is a record (NULL: it does not). */
alea__take alea__take_heading;
alea_status alea__check_version(const alea__reading *, const json_t *line, alea_error *);
/* reader_seats.c */
alea__take alea__take_order, alea__take_begin;
/* reader_game.c */
alea__take alea__take_roll, alea__take_move, alea__take_forfeit, alea__take_undo, alea__take_end;
/* The game is over, or the file is: it goes to the record when it is wanted there. */
alea_status alea__close_game(alea__reading *, alea_error *);
#endif
