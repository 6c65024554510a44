#pragma once
/* Records: written games, with one JSON object per line (format: docs/records.md). */
#include "play/match.h"

/* Plays the first `games` games of the match on the step path, from fresh instances, and writes them to `path`: either the
   complete file or nothing. Between blocks asks the match's progress whether to stop (done is 0 of `total`), and then fails
   with ALEA_E_STOPPED. */
alea_status alea__record_write(const alea__match *, uint64_t games, const char *path, uint64_t total,
                               alea_error *);
