#pragma once
/* Games that a worker has played are played once more here, for an observer: the plain referee rolls the same dice and asks
   policies and Lua, and the programs that run in workers do what they did there. A block of games then costs one message instead of
   one for each decision.

   Workers are not trusted. Their results are accepted only as a match of this game with these dice in which every move is
   legal, all other bots decide by themselves and the counts are right. As in all matches in workers, one that has been
   broken into can choose among the legal moves of the programs that it holds, and can say that they fail. */
#include "base/text.h"
#include "play/match.h"

/* The moves of the programs in workers in a span of games. Starts as zero. */
typedef struct alea__match_moves {
    alea__text steps;    /* packed, in the order in which they were asked */
    alea__counts counts; /* as the worker counted */
    /* Number of decisions after which a bot could not be restarted, and the reason; ALEA__STARTS: it always could. */
    uint64_t start_fails[ALEA_MAX_SEATS];
    char why[ALEA_MAX_SEATS][256];
} alea__match_moves;
#define ALEA__STARTS UINT64_MAX

void alea__match_moves_clear(alea__match_moves *); /* frees its contents */

/* Adds a move, or a failure with the bot's words. */
void alea__add_move(alea__text *steps, uint32_t move);
void alea__add_failure(alea__text *steps, alea_failure, const char *text);

/* Has a worker play a span of the match; as alea__remote_match_play. */
bool alea__remote_match_record(alea__remote_match *, const alea__remote_span *, alea__match_moves *out);

/* Like alea__match_play, with the moves of such a span; `match` has the bots in their rotation there, and the counts are
   zero. ALEA_E_BOT if the moves do not belong to these games; the counts and the observer's data are then invalid. */
alea_status alea__match_replay(const alea__match *, const alea__remote_span *, const alea__match_moves *,
                               alea__counts *, alea_error *);
