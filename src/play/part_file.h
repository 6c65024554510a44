#pragma once
/* A part of a run in a file: the run, the range of its games, and their counts as whole numbers. Parts played on different
   machines add up to what a single machine counts. */
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
/* Fails with ALEA_E_FILE if the file is not a part of a run, is damaged, or has impossible counts. Freed with alea__part_clear. */
alea_status alea__part_read(const char *path, alea__part *out, alea_error *);
void alea__part_clear(alea__part *);
/* The objective with the name in `played_for`. Returns false if there is none. */
bool alea__part_objective(const char *name, alea_objective *out);
/* Whether that many games can have these totals: errors are computed from them without overflow. */
bool alea__part_can_be(const alea__totals *, uint64_t games);
