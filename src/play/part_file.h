#ifndef ALEA_PLAY_PART_FILE_H
#define ALEA_PLAY_PART_FILE_H
/* A part of a run in a file: which run, which of its games, and what was counted in them, as whole numbers. So parts that were
   played on different machines add up to what one machine counts. */
#include "play/match_run.h"
#include <jansson.h>

/* A part that was read. */
typedef struct alea__part {
    json_t *run; /* what all parts of a run have in common; owned */
    unsigned part, parts;
    alea__run_span span;
    alea__run_played played;
} alea__part;

/* The games of a part: blocks are spread as evenly as they can be. 1 <= part <= parts. */
alea__run_span alea__part_span(uint64_t games, unsigned part, unsigned parts);

/* Writes the file completely or not at all. */
alea_status alea__part_write(const alea__run_job *, const alea_run_share *, const alea__run_played *,
                             alea_error *);
/* ALEA_E_FILE: it is no part of a run, is damaged, or says what cannot be. Freed with alea__part_clear. */
alea_status alea__part_read(const char *path, alea__part *out, alea_error *);
void alea__part_clear(alea__part *);
/* The objective of that name, which is what `played_for` says; false: there is none. */
bool alea__part_objective(const char *name, alea_objective *out);
/* Whether that many games can have these totals: errors are computed from them without overflow. */
bool alea__part_can_be(const alea__totals *, uint64_t games);
#endif
