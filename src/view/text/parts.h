#pragma once
/* Shared by several text views. */
#include "view/text/text_table.h"
#include <alea/view.h>

/* "GAME, played to win". */
void alea__add_played(alea__text *, const char *game, alea_objective);
void alea__add_number(alea__text *, uint64_t);
const char *alea__plural(uint64_t count); /* the ending of a noun: nothing or s */
void alea__add_file(alea__text *, const char *what,
                    const char *file);                /* adds a sentence on its place; nothing for NULL */
void alea__add_seconds(alea__text *, double seconds); /* a sentence; nothing when not known */
/* A line with the number of positions, the time they took, and their place. */
void alea__add_size(alea__text *, alea_table_facts, const alea_view_work *);

/* Adds four columns: a label, its value, and both bounds. */
void alea__value_columns(alea__table *, const char *title, alea_objective);
void alea__value_cells(alea__table *, const char *label, alea_interval);
/* Adds the claim of a sampled model, without bounds. */
void alea__claim_cells(alea__table *, const char *label, alea_interval);
/* A list of facts, each a name and words. */
typedef struct alea__sheet {
    alea__text text;
    size_t column, width; /* start of the words; width of a line */
} alea__sheet;
void alea__sheet_tell(alea__sheet *, const char *name, const char *fact);
void alea__sheet_take(alea__sheet *, const char *name, alea__text *words); /* takes the words over */

/* A text from outside, line by line after two spaces. */
void alea__add_lines(alea__text *, const char *text);

/* What chance brought: the name of the outcome, or the faces with `between` between them. */
void alea__add_roll(alea__text *, const alea_game *, const alea_state *before, uint32_t outcome,
                    const char *between);

/* A bar of that many columns, in eighths of a column if the terminal has them. */
void alea__add_bar(alea__text *, double length, bool ascii);
