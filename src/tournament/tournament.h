#pragma once
/* A tournament in progress: its lineups and their counts. Shared by tournament.c, which decides what to play, and
   standings.c, which makes the ranking. */
#include "rating/allocate.h"
#include "tournament/executor.h"

#include <alea/tournament.h>

/* The counts of a lineup. */
typedef struct alea__lineup_total {
    alea__unit_result sum;
    uint32_t units; /* finished: 0 … units - 1 */
} alea__lineup_total;

typedef struct alea__tournament {
    const alea_game *game;
    alea_bot *const *bots;
    unsigned count;
    alea_tournament_options options; /* with the defaults filled in */
    alea__lineup *lineup;
    alea__lineup_total *total;
    uint8_t *chosen; /* chosen values of each lineup; 0: not chosen */
    uint32_t lineups, capacity;
    alea__lineup *worth;             /* of each bot; NULL: not requested */
    alea__lineup_total *worth_total; /* of each bot */
    alea_bot *optimal;               /* owned; NULL if there is none */
    alea__unit_context context;
    alea__executor executor;
    bool stopped;
} alea__tournament;

/* Adds a later unit to the earlier counts. */
void alea__lineup_add(alea__lineup_total *, const alea__unit_result *);

/* For each two bots that have met, in the order of a, then b: the score of a against b in all lineups with both; as
   displayed, and as used for ratings. */
typedef struct alea__tournament_pairs {
    alea_tournament_pair *pair; /* [rated.count] */
    alea__pair_results rated;   /* wins, for Elo */
    alea__pair_results ranked;  /* what counts: the same, or dollars, as gains */
    /* The used results for allocate.h, which only supports pairs: without tables, and with variances scaled up as much as
       tables increase the error of any rating. In games for two it is the same. */
    alea__pair_results apart;
} alea__tournament_pairs;
/* On failure nothing is left to free. */
alea_status alea__tournament_pairs_make(const alea__tournament *, alea__tournament_pairs *out, alea_error *);
void alea__tournament_pairs_free(alea__tournament_pairs *);

/* Whether a bot may turn out to be a function of the position: policies, WebAssembly without a runtime, and bots declared pure. */
bool alea__tournament_may_be_exact(const alea_bot *);

/* For a program: declared pure or, according to its results, tested pure. Does not ask the bot, so that it does not matter
   whether results are computed or come from a journal. */
alea_purity alea__tournament_purity(const alea__tournament *, unsigned bot);

/* Makes the result from the current counts. `last` includes everything that takes long. */
alea_status alea__tournament_stand(const alea__tournament *, bool last, alea_tournament_result **out,
                                   alea_error *);
