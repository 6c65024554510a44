#pragma once
/* The distribution of scores under a policy (distribution.c), and its parts: residuals of combinations (residual.c), and
   the loop that takes most of the time (distribution_kernel.c). */
#include "base/memory.h"
#include "family/despirala/solve/exact.h"
#include "family/despirala/turn/completion_odds.h"
#include <alea/stats.h>

/* ---- residuals (residual.c) ---- */

typedef struct despirala_step {
    uint16_t to;
    double chance;
} despirala_step;

/* The residuals of all combinations and targets, and where the dice lead from there. Numbered so that dice only lead to the
   same or a lower number; 0 is complete. There are at most as many as stages, which distinguish the same cases. */
typedef struct despirala_residuals {
    uint32_t count, steps;
    despirala_residual residual[DESPIRALA_STAGES];
    uint16_t first[DESPIRALA_STAGES], many[DESPIRALA_STAGES]; /* of `step` */
    despirala_step *step;                                     /* of all; owned */
} despirala_residuals;

alea_status despirala_residuals_make(const despirala_rules *, despirala_residuals **out, alea_error *);
void despirala_residuals_free(despirala_residuals *); /* accepts NULL */

/* ---- the loop (distribution_kernel.c) ---- */

enum {
    DESPIRALA_STRIP = 32 /* scores that are worked on together: eight registers of four, or four of eight */
};

/* A row of probabilities by score, and its share. Outside low … high - 1 it is zero, and there is room for a strip around. */
typedef struct despirala_term {
    const double *row; /* row[score - low] */
    int32_t low, high;
    double share;
} despirala_term;

/* The scores at another node, and their share. */
typedef struct despirala_link {
    uint32_t from;
    double share;
} despirala_link;

/* The inflow of a node at one time: links to the current scores of other nodes, and terms. */
typedef struct despirala_inflow {
    uint32_t node;
    uint32_t link, links, term, terms; /* the first ones and how many */
    int32_t low, high;                 /* outside low … high - 1 all of it is zero */
    double *out;                       /* destination, out[score]; NULL: it stays in the node */
} despirala_inflow;

typedef struct despirala_distribution_kernel {
    /* A strip of scores from `score` on flows through the nodes, inflow by inflow; node k has it at strips + k * STRIP. */
    void (*flow)(const despirala_inflow *, uint32_t inflows, const despirala_link *, const despirala_term *,
                 double *strips, int32_t score);
} despirala_distribution_kernel;
extern const despirala_distribution_kernel despirala_distribution_portable, despirala_distribution_avx2,
    despirala_distribution_avx512;

/* ---- shared by all sets of attempted combinations (tables.c) ---- */

/* A way to begin a combination: its index, its points, and its state before the next roll. */
typedef struct despirala_opening {
    uint8_t combination;
    uint16_t node;  /* a residual, or residuals + collect * (dice + 1) + kept */
    uint16_t shift; /* points when complete; 0 for a collect */
} despirala_opening;

typedef struct despirala_distribution_tables {
    const despirala_rules *rules;
    const despirala_graph *graph; /* with the sub-games */
    despirala_residuals *residuals;
    uint32_t collects;
    uint8_t collect_of[DESPIRALA_COMBINATIONS]; /* its number among the collects, or DESPIRALA_NONE */
    uint8_t face_of[DESPIRALA_COMBINATIONS];    /* of a collect */
    uint32_t nodes;                             /* residuals, then the numbers of dice kept in each collect */
    uint16_t *opening_of;                       /* [target * rolls + roll] */
    despirala_opening *opening;                 /* by combination */
    uint32_t openings;
    uint32_t opening_first[DESPIRALA_COMBINATIONS + 1];
    double *fail;              /* [residual * (most_goods + 1) + goods]: chance that goods run out */
    despirala_link *link;      /* into every residual, by node */
    uint32_t *link_first;      /* [residual], and one more */
    despirala_link *kept_link; /* to the numbers kept, 0 … dice; nodes count from the collect's first */
    uint32_t kept_first[DESPIRALA_DICE + 2];
    alea__owned owned; /* all arrays */
} despirala_distribution_tables;

alea_status despirala_distribution_tables_make(const despirala_game *, despirala_distribution_tables **out,
                                               alea_error *);
void despirala_distribution_tables_free(despirala_distribution_tables *); /* accepts NULL */
uint32_t despirala_most_points(const despirala_distribution_tables *, uint32_t used);

/* ---- memory for a layer of masks (pool.c) ---- */

/* Large pieces, used again as soon as their layer is dropped: fresh memory is slow when it is touched first. The functions may be
   called from several threads at once. */
typedef struct despirala_pool despirala_pool;
typedef struct despirala_chunk {
    struct despirala_chunk *next;
    size_t size, used;
    unsigned char *bytes;
} despirala_chunk;
despirala_pool *despirala_pool_make(void);  /* NULL if memory runs out */
void despirala_pool_free(despirala_pool *); /* accepts NULL */
/* A chunk of at least this many bytes, for a layer of even or odd number. NULL if memory runs out. */
despirala_chunk *despirala_pool_take(despirala_pool *, uint32_t layer, size_t bytes);
void despirala_pool_drop(despirala_pool *, uint32_t layer);

/* ---- one mask: workspace.c, gather.c, store.c ---- */

/* The distribution of scores after these attempts with all dice on the table, for each number of goods; and the policy's
   moves there. */
typedef struct despirala_row {
    size_t at; /* of `data`: the probability of score `low` */
    int32_t low, high;
    double mass;
    uint32_t first; /* range in `share` and `opening`: attempts begun here */
} despirala_row;

/* In one piece, in a chunk of its layer: first all that is not data. */
typedef struct despirala_scores {
    size_t head;    /* bytes of that */
    uint32_t goods; /* rows 0 … goods */
    despirala_row *row;
    double *data;
    double *share; /* of a row that goes to an opening */
    uint16_t *opening;
    /* [goods * combinations + c]: openings of combinations 0 … c end there, counted from the row's first. */
    uint16_t *ends;
    uint8_t *go_on; /* [(collect * (dice + 1) + kept) * (goods + 1) + g] */
} despirala_scores;

/* Counters, added up in the order of the masks. */
typedef struct despirala_census {
    double completed[DESPIRALA_COMBINATIONS], dice[DESPIRALA_COMBINATIONS], points[DESPIRALA_COMBINATIONS];
    uint32_t longest; /* sum: as many links and terms at most */
} despirala_census;

/* Working memory of one thread, in one layer. */
typedef struct despirala_distribution_workspace despirala_distribution_workspace;
alea_status despirala_distribution_workspace_make(const despirala_game *,
                                                  const despirala_distribution_tables *, despirala_pool *,
                                                  despirala_distribution_workspace **out, alea_error *);
void despirala_distribution_workspace_free(despirala_distribution_workspace *); /* accepts NULL */
/* The scores in a workspace after despirala_gather: the row of probabilities by score, for these goods. */
double *despirala_workspace_row(const despirala_distribution_workspace *, uint32_t goods);

/* Gathers the turns that end in `used` into the workspace, from masks with one combination fewer: scores[mask]. Without
   combinations: the start. After all combinations goods are those left over, otherwise they include the gain. */
alea_status despirala_gather(despirala_distribution_workspace *, uint32_t used,
                             despirala_scores *const *scores, despirala_census *, alea_error *);
/* Applies the policy to the scores in the workspace, and stores the result, which the pool owns. NULL if memory runs out. */
despirala_scores *despirala_store_scores(despirala_distribution_workspace *, uint32_t used,
                                         const despirala_model *, bool go_on);
