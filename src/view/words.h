#pragma once
/* Text measured and cut in characters, not bytes. */
#include "base/text.h"
#include <alea/view.h>

/* The options with defaults filled in; NULL is all defaults. */
alea_view_options alea__view_options(const alea_view_options *);

/* Characters of UTF-8 text: how many columns it takes, wide and combining characters aside. */
size_t alea__columns(const char *text);

/* Adds `text` in at most `width` columns: a longer text gets an ellipsis in the middle. */
void alea__add_shortened(alea__text *out, const char *text, size_t width, bool ascii);

/* Adds paragraphs of printable words filled to `width` columns, every line after `indent` spaces. A blank line parts
   paragraphs; a line that begins with "- " or with spaces begins a new line. */
void alea__add_wrapped(alea__text *out, const char *text, size_t indent, size_t width);

/* Adds an entry of a list of explained words: `name` after two spaces, then the text, filled, from `column`
   on. */
void alea__add_entry(alea__text *out, const char *name, const char *text, size_t column, size_t width);

/* Adds `text` as alea__printable shows it, whole. */
void alea__add_printable(alea__text *out, const char *text);

/* Adds a cell of CSV: printable, quoted if necessary, and never a formula. NULL is an empty cell. */
void alea__add_csv_text(alea__text *out, const char *text);

/* A player of many games: `Ann`, `You`, `Computer (club)`; otherwise the typed text. */
enum { ALEA__PLAYER = 256 };
const char *alea__player_alone(const char *spec, char out[ALEA__PLAYER]);

/* "played to win", and so on. */
const char *alea__played_for(alea_objective);

/* Hands the finished text over, printable, or frees it and reports the failed allocation. */
alea_status alea__view_finish(alea__text *, char **out, alea_error *);
