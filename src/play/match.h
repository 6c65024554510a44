#pragma once
/* The step path: games played by the plain referee, one decision at a time, for all kinds of bots. Every faster path is
   compared with it. */
#include "bot/bot.h"
#include "game/tally.h"
#include <alea/run.h>

enum { ALEA__FORFEITS_ALLOWED = 16 }; /* in one block; after that many the bot is not asked again */

#define ALEA__DEFAULT_GAMES UINT64_C(1000000)

/* How often bots failed. */
typedef struct alea__failures {
    uint64_t count[ALEA_MAX_SEATS][ALEA_FAILURE_KINDS]; /* by bot */
    uint64_t first_game[ALEA_MAX_SEATS];                /* of its first failure in the block */
    char text[ALEA_MAX_SEATS][256];                     /* of that failure; empty: none */
} alea__failures;

/* Learns of every event of a game; any member may be NULL. */
typedef struct alea__observer {
    void *user;
    void (*begin)(void *user, uint64_t game, const unsigned *bot_in_seat);
    void (*rolled)(void *user, const uint32_t *faces, unsigned count);
    void (*moved)(void *user, unsigned seat, uint32_t move);
    void (*forfeited)(void *user, unsigned seat, alea_failure, const char *text);
    void (*end)(void *user, const alea_outcome *);
    void (*reached)(void *user, const alea_state *); /* the state after each event */
} alea__observer;

/* The instances of bots that remember a whole match (ALEA_MEMORY_MATCH), by bot, between its blocks. Starts as {0}. */
typedef struct alea__learners {
    alea__instance *instance[ALEA_MAX_SEATS];
} alea__learners;

typedef struct alea__match {
    const alea_game *game;
    alea_bot *const *bots; /* as many as the game has players */
    uint64_t seed;
    bool rotate;
    /* Only bots that are declared pure are restored before each question: whether others have been tested in the meantime does
       not matter. */
    bool declared_only;
    const alea_progress
        *progress; /* may be NULL; `stopped` is asked before each game, and then it is ALEA_E_STOPPED */
    const alea__observer *observer; /* may be NULL */
    /* Where learners stay between the blocks, which are then played in their order on one thread. NULL: each block starts them
       afresh, as other bots. */
    alea__learners *learners;
} alea__match;

/* Counts of games in a match. */
typedef struct alea__counts {
    alea__tally tally;
    alea__failures failures;
    uint64_t decisions[ALEA_MAX_SEATS],
        fuel[ALEA_MAX_SEATS]; /* by bot, for bots asked in this process; fuel is 0 if it is not counted */
} alea__counts;

/* Whether instances of a bot of the match are restored before each question. */
static inline bool alea__match_restores(const alea__match *m, const alea_bot *bot)
{
    return m->declared_only ? bot->purity == ALEA_DECLARED_PURE : alea__bot_is_restored(bot);
}

/* Whether a bot of the match keeps its instance. */
static inline bool alea__match_keeps(const alea__match *m, const alea_bot *bot)
{
    return m->learners && bot->memory == ALEA_MEMORY_MATCH && !alea__match_restores(m, bot);
}

/* The first bot that remembers a whole match; NULL: there is none. */
const alea_bot *alea__find_learner(const alea_game *, alea_bot *const *bots);
/* Ends all instances. */
void alea__learners_end(alea__learners *, alea_bot *const *bots);

/* Plays games first … first + games - 1, all of one block (first / ALEA__BLOCK), from fresh instances, and adds to the
   counts. */
alea_status alea__match_play(const alea__match *, uint64_t first, uint64_t games, alea__counts *,
                             alea_error *);
/* A match whose blocks are played on the step path in worker processes, with all bots and the referee in one process. */
typedef struct alea__remote_match alea__remote_match;
struct alea__match_moves; /* match_replay.h */

/* Games first … first + games - 1, all of one block, with the bots turned as in a rotation of common_dice.h. */
typedef struct alea__remote_span {
    uint64_t first, games;
    unsigned turned; /* below the number of players */
} alea__remote_span;

typedef struct alea__remote_match_ops {
    void (*free)(alea__remote_match *);
    bool (*play)(alea__remote_match *, uint64_t first, uint64_t games, alea__counts *);
    bool (*record)(alea__remote_match *, const alea__remote_span *, struct alea__match_moves *out);
} alea__remote_match_ops;
struct alea__remote_match {
    const alea__remote_match_ops *ops;
};

/* ALEA_E_REFUSED if no bot is a program in workers, or one of them cannot be sent there. The match and everything it points
   to must outlive it; it has no observer. Safe from many threads. */
alea_status alea__remote_match_open(const alea__match *, alea__remote_match **out, alea_error *);
void alea__remote_match_free(alea__remote_match *); /* accepts NULL */
/* Like alea__match_play, but sets the counts. Returns false, with the counts unchanged, if a worker failed; the bot that
   caused it is unknown. The caller must then play the block by alea__match_play, with one process per bot. */
bool alea__remote_match_play(alea__remote_match *, uint64_t first, uint64_t games, alea__counts *);

/* Fills in the defaults of a run's options and checks them, and that there is a bot of this game for each player. */
alea_status alea__run_check(const alea_game *, alea_bot *const *bots, unsigned count, alea_run_options *,
                            alea_error *);
/* Checks the numbers of games and threads; ALEA_E_RANGE when one is too large. */
alea_status alea__match_check(uint64_t games, unsigned threads, alea_error *);
