#pragma once
/* A unit: the smallest piece of a tournament that is computed, stored and counted as a whole. It is some games of one lineup,
   or the exact result of two bots. What a unit yields depends only on what its key names: the rules, the bots as their files
   and limits were, the seed, the games and the method. So it does not matter who computes it, when, or on which machine. */
#include "bot/bot.h"
#include "luck/luck.h"
#include "tournament/unit/lineup.h"

/* Names of the methods in keys: a method that changes its results gets another name. */
const char *alea__unit_method_name(alea__unit_method);

/* A unit of a lineup, numbered from 0; the first ones are small. */
typedef struct alea__unit {
    uint32_t lineup, number; /* of the tournament; of the lineup */
    uint64_t first, games;   /* 0, 0 without games */
} alea__unit;

/* The counts of a unit. A group is all seatings of a lineup with the same dice, or one game of whole blocks. `bot` indices
   are places in the lineup. */
typedef struct alea__unit_result {
    uint64_t games, groups, unfinished, turns;
    uint64_t wins[ALEA_MAX_SEATS];
    int64_t money[ALEA_MAX_SEATS];
    uint64_t forfeits[ALEA_MAX_SEATS];
    uint64_t fuel[ALEA_MAX_SEATS], decisions[ALEA_MAX_SEATS]; /* 0 if not counted */
    /* Sums over groups, from which the ranking is computed: of a bot's wins or, if `money` of the context is set, dollars
       per game of the group, adjusted for luck if requested; of products of two bots' values; and of squares of its dollars
       per game. Units are added in their order, so that the sums are the same everywhere. */
    double value[ALEA_MAX_SEATS], value_products[ALEA_MAX_SEATS][ALEA_MAX_SEATS];
    double money_squares[ALEA_MAX_SEATS];
    /* ALEA__UNIT_EXACT: of the first bot, over both seats, as [lower, upper]; else 0. ALEA__UNIT_WORTH: `win` is the bot's
       exploitability, and `loss` what it wins less often than half of the games against optimal play, or both in dollars; 0, 0 if
       `worth` lacks it.
       ALEA__UNIT_VALUES: `win` is the place of the best of the context's values over ALEA__MOST_VALUES, twice. */
    double win[2], loss[2], dollars[2];
    uint64_t worth; /* ALEA__HAS_EXPLOITABILITY | ALEA__HAS_LOSS */
} alea__unit_result;

enum { ALEA__HAS_EXPLOITABILITY = 1, ALEA__HAS_LOSS = 2 };

/* The games of unit `number` of a lineup that is played for `games` games; 0 games if there is no such unit. */
alea__unit alea__unit_span(alea__unit_method, unsigned players, uint64_t games, uint32_t number);

/* The values by which luck is measured. */
typedef struct alea__unit_values {
    alea__luck *luck;
    const char *reference; /* policy of the values; NULL: best play */
    bool known;            /* else adjusted results are the plain ones */
} alea__unit_values;
enum { ALEA__MOST_VALUES = 8 };

/* The data for computing units. */
typedef struct alea__unit_context {
    const alea_game *game;
    alea_bot *const *bots;                       /* all entrants */
    bool money;                                  /* what counts is dollars, else wins */
    alea_bot *optimal;                           /* for ALEA__UNIT_WORTH; NULL if there is none */
    alea__unit_values values[ALEA__MOST_VALUES]; /* for ALEA__UNIT_GROUPS and ALEA__UNIT_LUCK */
    unsigned values_count;                       /* 0: no entrant plays by groups */
    const alea__lineup *lineups;
    /* [lineup], for ALEA__UNIT_LUCK: n means values[n - 1], and 0 means values[0]. NULL: values[0] for all. */
    const uint8_t *chosen;
    uint64_t seed;
    unsigned threads;       /* of one unit */
    uint64_t memory;        /* bytes for an exact result; 0: no limit */
    alea_progress progress; /* only `stopped` is used */
} alea__unit_context;

/* Opens at most this many of the values by which luck can be measured: those of best play, if the game has them, and of usual
   policies. A game without values gets plain results, and values[0].known is false. alea__unit_close_values frees them, after a
   failure too. */
alea_status alea__unit_open_values(alea__unit_context *, unsigned most, alea_error *);
void alea__unit_close_values(alea__unit_context *);
/* Those of a lineup. */
const alea__unit_values *alea__unit_values_of(const alea__unit_context *, uint32_t lineup);

enum { ALEA__UNIT_KEY = 32 };

/* SHA-256 of everything that the unit's result depends on. */
void alea__unit_key(const alea__unit_context *, const alea__unit *, unsigned char key[ALEA__UNIT_KEY]);

/* Computes a unit. Fails with ALEA_E_REFUSED, and the reason, if ALEA__UNIT_EXACT has no exact result; ALEA_E_STOPPED. */
alea_status alea__unit_compute(const alea__unit_context *, const alea__unit *, alea__unit_result *out,
                               alea_error *);

/* Results as bytes, the same on every machine. */
enum { ALEA__UNIT_BYTES = 8 * (4 + 7 * ALEA_MAX_SEATS + ALEA_MAX_SEATS * ALEA_MAX_SEATS + 7) };
void alea__unit_pack(const alea__unit_result *, unsigned char bytes[ALEA__UNIT_BYTES]);
/* Facts about a unit's result that are known in advance. */
typedef struct alea__unit_size {
    unsigned players;
    uint64_t games, groups; /* 0 without games */
    bool money;             /* its values are dollars */
} alea__unit_size;
alea__unit_size alea__unit_size_of(const alea__unit *, alea__unit_method, unsigned players);

/* Returns false if no unit of this size can have such a result. */
bool alea__unit_unpack(const unsigned char bytes[ALEA__UNIT_BYTES], const alea__unit_size *,
                       alea__unit_result *out);
