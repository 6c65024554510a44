#ifndef ALEA_PLAY_RECORD_H
#define ALEA_PLAY_RECORD_H
/* Records: games written down, one JSON object a line (docs say what is in them). */
#include "play/match.h"

/* Plays the first `games` games of the match on the step path, from fresh instances, and writes them to
   `path`: the whole file or none. The match's progress is asked between blocks whether to stop (done is 0 of
   `total`); then ALEA_E_STOPPED. */
alea_status alea__record_write(const alea__match *, uint64_t games, const char *path, uint64_t total,
                               alea_error *);
#endif
