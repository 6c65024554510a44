#pragma once
/* What this room reports. */
#include <inttypes.h>

/* ---- designs ---- */
#define TOURNAMENT_ROUND_ROBIN "A round robin needs 2 to %d entrants, not %u."
#define TOURNAMENT_CHALLENGERS \
    "A gauntlet needs at least 1 challenger and others to meet; %u of %u entrants are challengers."
#define TOURNAMENT_GAUNTLET \
    "A gauntlet on %u seats needs %u to %d others whom the challengers meet; there are %u."
#define TOURNAMENT_SEATS "Tables have %d to %d seats, not %u."
#define TOURNAMENT_TABLES \
    "Balanced tables of %u seats need %u to %d entrants, not %u; enter fewer bots, or play a gauntlet."

/* ---- Swiss rounds ---- */
#define TOURNAMENT_SWISS "A Swiss tournament needs 2 to %d entrants, not %u."
#define TOURNAMENT_SWISS_LEFT \
    "A Swiss round needs at least two entrants who have not withdrawn; there are %u."
#define TOURNAMENT_SWISS_GAME   "Game %u was between entrants %u and %u; give two different numbers below %u."
#define TOURNAMENT_SWISS_POINTS "Entrant %u has %g points; give a finite number."
#define TOURNAMENT_MATCH_COUNT \
    "Everybody gets a partner only if there is an even number, up to %d; there are %u."
#define TOURNAMENT_MATCH_COST \
    "The pair %u, %u costs %" PRId64 "; costs are from 0 to 2^50, and the same in both directions."

/* ---- tournaments ---- */
#define TOURNAMENT_PLAYERS                                                                                   \
    "%s is for one player, and a tournament needs opponents. `alea run` and `alea eval` compare bots in it " \
    "one by one."
#define TOURNAMENT_FEW        "A tournament of %s needs %u bots or more; bots given: %u."
#define TOURNAMENT_MANY       "A tournament has at most %u bots, but %u were given."
#define TOURNAMENT_BOT        "Bot %s was opened for another game than %s."
#define TOURNAMENT_UNTIL      "`until` is %g; give a confidence from 0.5 to 0.999999."
#define TOURNAMENT_CONFIDENCE "`confidence` is %g; give a number from 0.5 to 0.999999."
#define TOURNAMENT_TIE        "`tie` is %g; give Elo from 0 to 1,000,000."
#define TOURNAMENT_GAMES      "A table plays at most %" PRIu64 " games."
#define TOURNAMENT_ANCHOR     "The anchor is bot %u, but there are only %u."
#define TOURNAMENT_DESIGN     "The design is none of those in alea/tournament.h."
#define TOURNAMENT_SWISS_SEATS \
    "A Swiss tournament is for games for two players, but %s has %u. Play a round robin."
#define TOURNAMENT_SWISS_UNTIL                                                                           \
    "A Swiss tournament has a fixed number of rounds and games, so it cannot play until the ranking is " \
    "certain. Play a round robin."
#define TOURNAMENT_ALIKE "Two bots have the name %s. Give them names of their own: NAME=BOT."
#define COMPARE_PLAYERS  "%s has %u players; two bots are compared in games for two."
#define COMPARE_ELO      "A difference of %g normalised Elo cannot be tested; give a number above 0."
