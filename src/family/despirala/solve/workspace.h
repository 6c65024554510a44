#pragma once
/* Where the moves of one mask of combinations are worked out, eight goods at a time. One workspace a thread, used again and again.

   Everything in it is to be made large: where the fewest points win, all values have the other sign. The work is done
   by a kernel (mask_kernel.c), compiled for several processors; all give the same bits. */
#include "base/memory.h"
#include "family/despirala/solve/exact.h"
#include "family/despirala/turn/subgames.h"

/* A group with an open combination: the best of a roll is the best of all groups. */
typedef struct despirala_view {
    uint32_t group, single; /* the combination, when it is the only open one, or DESPIRALA_NONE */
    const uint32_t *placed; /* what `place` was filled from */
} despirala_view;

typedef struct despirala_workspace {
    const despirala_game *game;
    const despirala_subgames *subgames;
    double sign;
    uint32_t used, goods; /* the mask that is worked on, and its most goods */
    uint32_t open, collects;
    uint8_t opened[DESPIRALA_COMBINATIONS],
        collect[DESPIRALA_COMBINATIONS]; /* combinations that are not used */
    /* [combination][goods left]: value after it is done; zeros at both ends. */
    double *next_value[DESPIRALA_COMBINATIONS];
    /* Values in the order of a bracket, for eight numbers of goods: items and matches; of a collect, by the dice kept. They and
       those of groups are all in one block. */
    double *values, *value[DESPIRALA_COMBINATIONS];
    const despirala_bracket *bracket[DESPIRALA_COMBINATIONS]; /* gives the order */
    double *group[DESPIRALA_COMBINATIONS]; /* [entry * lanes + lane]: the best of a group */
    /* By group: [(entry * 2 + 0 or 1) * lanes + lane]: see mask_kernel.c. */
    double *rivals[DESPIRALA_COMBINATIONS];
    uint32_t views;
    despirala_view view[DESPIRALA_COMBINATIONS];
    uint32_t *place; /* [view * rolls + roll]: place in `values` of the best of a roll */
    double *stage[DESPIRALA_COMBINATIONS]; /* [stage * lanes + lane], without points */
    double *stop; /* [(goods * 2 + half) * lanes + collect]: next_value, for all collects side by side */
    double
        *kept; /* [(half * (dice + 1) + kept) * lanes + collect]: of collects, with the most goods so far */
    double *best; /* [lane * rolls + roll] */
    alea__owned owned;
} despirala_workspace;

alea_status despirala_workspace_make(const despirala_game *, despirala_workspace **out, alea_error *);
void despirala_workspace_free(despirala_workspace *); /* accepts NULL */
/* Begins with a mask, given the values of the next layer: of all positions with one combination more, in the graph's order. */
void despirala_workspace_begin(despirala_workspace *, const double *next, uint32_t used);
/* Where the layer of n combinations begins among all values; n may be all of them. */
static inline size_t despirala_layer_at(const despirala_graph *graph, uint32_t n)
{
    return graph->first[graph->layer[graph->layer_first[n]]];
}
/* The values of the layer after that of `used`, of a model. */
static inline const double *despirala_next_layer(const despirala_game *game, const double *value,
                                                 uint32_t used)
{
    return value + despirala_layer_at(game->graph, (uint32_t)__builtin_popcount(used) + 1);
}
/* The best value of a roll in one combination. */
static inline const double *despirala_best_value(const despirala_workspace *work, uint32_t combination,
                                                 uint32_t roll)
{
    return work->value[combination] + work->bracket[combination]->winner_of[roll];
}
/* Computes collects again, one by one: worth[kept * stride + goods] with best play, from the values for fewer goods. */
void despirala_collect(const despirala_workspace *, uint32_t combination, double *worth);
double despirala_rolling_on(const despirala_workspace *, const double *worth, uint32_t kept, uint32_t goods);
double despirala_stopping(const despirala_workspace *, uint32_t combination, uint32_t kept, uint32_t goods);

typedef struct despirala_kernel {
    /* Fills values and groups for goods first … first + 7; in ascending order of first, from 0. */
    void (*fill_values)(despirala_workspace *, uint32_t first);
    /* Fills best. */
    void (*choose)(despirala_workspace *);
    /* out[lane] = the mean over rolls of best, with the weights of the dice and without rerolls. */
    void (*mean)(despirala_workspace *, double *out);
    /* The mean over rolls of the better one of best[roll] and `reroll`. */
    double (*mean_or)(const despirala_workspace *, const double *weight, const double *best, double reroll);
    /* Byte `lane` of out[roll]: the move. Of combinations the first that is no worse than the best move by more than
       DESPIRALA_TIE, of its targets the first that is no worse than the best of these by more; a reroll, worth reroll[lane],
       where nothing else is that good, or, with `early`, wherever it is that good itself. Lanes from `count` on do not matter. */
    void (*pick)(const despirala_workspace *, const double *reroll, bool early, uint32_t count,
                 uint64_t *out);
} despirala_kernel;
extern const despirala_kernel despirala_kernel_portable, despirala_kernel_avx2, despirala_kernel_avx512;
const despirala_kernel *despirala_best_kernel(void); /* for this machine */
