#pragma once
/* The state of a match in which bots learn, as a file: a line of JSON that says which match it is, how far it is and what was
   measured; then what each learner saved; then the SHA-256 of all that, in hexadecimal. */
#include "base/text.h"
#include "play/match.h"

#include <alea/learn.h>

/* What the bots know, by bot; empty for those that do not learn. */
typedef struct alea__known {
    alea__text bot[ALEA_MAX_SEATS];
} alea__known;
void alea__known_free(alea__known *);

/* Writes the file, completely or not at all. */
alea_status alea__learn_write(const alea__match *, const alea_learn_curve *, const alea__known *,
                              const char *path, alea_error *);
/* Reads the points of the curve and what the bots know. *found is false if there is no file. ALEA_E_FILE: it is damaged or of
   another match. */
alea_status alea__learn_read(const alea__match *, const char *path, bool *found, alea_learn_curve *,
                             alea__known *, alea_error *);
