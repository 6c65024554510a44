#pragma once
/* What a review needs: values of positions for every seat, from a solved table or from rollouts. A source answers for
   one game and one objective. Values are natural (chances, dollars, points, turns); `sign` is 1 where more is better,
   else -1. */
#include "game/family.h"
#include <alea/review.h>

/* Numbers by seat. */
typedef struct alea__seat_values {
    bool known;
    double seat[ALEA_MAX_SEATS];
    double error[ALEA_MAX_SEATS]; /* standard errors; 0: exact */
} alea__seat_values;

/* A move of a decision: its value to each seat, its cost to the deciding seat, and the error of the cost. */
typedef struct alea__option {
    uint32_t move;
    alea__seat_values value;
    double cost, cost_error; /* cost is 0 if the move cannot be distinguished from the best */
} alea__option;

typedef struct alea__options {
    alea__option *option; /* owned */
    unsigned count, best;
    bool known;
} alea__options;

typedef struct alea__value_cache alea__value_cache;

typedef struct alea__value_source {
    bool shares;     /* game, alone and table belong to another source */
    alea_game *game; /* owned: records come and go */
    alea_objective objective;
    double sign, scale;

    /* exact.c */
    alea_game
        *alone; /* owned; where players only compare scores: the game of one player, which `table` is of */
    alea_table *table;
    void *workspace;          /* for asking the table often, or NULL */
    alea__value_cache *cache; /* values that were asked before */

    /* sample.c */
    bool estimated;
    char why_estimated[400];
    alea__policy *policy;
    char policy_name[64];
    uint64_t rollouts;
    alea_progress estimating; /* of the options */
    uint64_t seed;            /* of the record at hand */
} alea__value_source;

struct alea_reviewer {
    alea_review_options options;
    char *policy;
    alea__value_source **source;
    size_t sources;
};

/* value_source.c. The source of a game, opened at its first use. */
alea_status alea__source_for(alea_reviewer *, const alea_game *, alea__value_source **out, alea_error *);
/* A source of the same exact values for another thread. It shares the table of the first one, which must outlive it; each
   has its own cache. Freed with alea__source_free, which accepts NULL. */
alea_status alea__source_share(const alea__value_source *, alea__value_source **out, alea_error *);
void alea__source_free(alea__value_source *);
/* The value of a position. Each `place` has its own dice for estimates. An unknown value is not a failure. */
alea_status alea__source_value(alea__value_source *, const alea_state *, uint64_t place,
                               alea__seat_values *out, alea_error *);
/* The moves of a decision. */
alea_status alea__source_options(alea__value_source *, const alea_state *, uint64_t place, alea__options *out,
                                 alea_error *);
/* How the next roll may change the value of a seat. */
typedef struct alea__roll_query {
    const alea_state *state; /* in which dice are rolled */
    uint64_t place;
    unsigned seat;
    double mark; /* rolls are divided into those that lead to more than this for the seat, and the others */
} alea__roll_query;
typedef struct alea__rolls {
    uint32_t count; /* outcomes used: all, or a sample; 0: the values are unknown */
    double deviation;
    double better, better_value, worse, worse_value; /* the two sides of the mark: shares and means */
} alea__rolls;
alea_status alea__source_rolls(alea__value_source *, const alea__roll_query *, alea__rolls *out,
                               alea_error *);
/* value.c. A finished position. */
void alea__result_of(const alea_game *, alea_objective, const alea_state *, alea__seat_values *out);
void alea__options_free(alea__options *);

/* fetch.c. A position of a game: before an event, or at the end. */
typedef struct alea__position_values {
    alea__seat_values value;
    unsigned moves;            /* of a decision with known values, else 0 */
    alea__option best, chosen; /* of these moves */
    double luck; /* change of the player's value by a roll, set by the walk; NAN: no luck to weigh */
} alea__position_values;

typedef struct alea__game_values {
    alea__position_values *position; /* [event], and one more: the end; owned */
    size_t events; /* those to walk through: after a forfeit it may be that no value is known */
} alea__game_values;
alea_status alea__game_values_fetch(alea__value_source *, const alea_record_game *, alea__game_values *out,
                                    alea_error *);
void alea__game_values_clear(alea__game_values *);
/* After the walk: how many standard deviations the luck of each roll was. */
alea_status alea__game_values_weigh(alea__value_source *, const alea__game_values *, alea_review *,
                                    alea_error *);

/* walk.c: fills in what each event of the review changed, from values that were fetched before. */
alea_status alea__walk(alea_review *, const alea__game_values *, alea_error *);

/* exact.c */
alea_status alea__exact_open(alea__value_source *, const alea_review_options *, alea_error *);
/* Makes the cache and the workspace of a source with a table. */
alea_status alea__exact_prepare(alea__value_source *, alea_error *);
void alea__exact_close(alea__value_source *);
alea_status alea__exact_value(alea__value_source *, const alea_state *, alea__seat_values *out, alea_error *);
alea_status alea__exact_options(alea__value_source *, const alea_state *, alea__options *out, alea_error *);

/* sample.c */
enum { ALEA__MOST_ROLLOUTS = 1000000 };
alea_status alea__sample_open(alea__value_source *, const alea_review_options *, alea_error *);
alea_status alea__sample_value(alea__value_source *, const alea_state *, uint64_t place,
                               alea__seat_values *out, alea_error *);
alea_status alea__sample_options(alea__value_source *, const alea_state *, uint64_t place, alea__options *out,
                                 alea_error *);
/* Twice the standard deviation of the first seat's result in games of this policy; 1 if that is not meaningful. */
double alea__sample_spread(alea_objective, const alea_game *, const alea__policy *);
/* A policy of the game by its spec; NULL name: the family's usual one, and its name in `shown`. */
alea_status alea__usual_policy(const alea_game *, const char *name, alea__policy **out, char shown[64],
                               alea_error *);

/* grade.c */
alea_grade alea__grade_cost(double cost, double error, double scale);
alea_grade alea__grade_luck(double luck, double deviations, double scale);
alea_grade alea__grade_estimated_luck(double luck, double error, double scale);

/* value_cache.c: values by canonical position. */
alea__value_cache *alea__value_cache_new(void); /* NULL if memory runs out */
void alea__value_cache_free(alea__value_cache *);
bool alea__value_cache_find(const alea__value_cache *, const alea_state *, double *value);
void alea__value_cache_put(alea__value_cache *, const alea_state *,
                           double value); /* skips the value if memory runs out */
