#pragma once
/* The working memory of one thread of the distribution: what workspace.c makes, gather.c fills, and store.c keeps. */
#include "family/despirala/distribution/distribution.h"

struct despirala_distribution_workspace {
    const despirala_distribution_tables *tables;
    const despirala_game *game;
    const despirala_distribution_kernel *kernel;
    despirala_model_moves *moves;
    size_t width;   /* of a row of `out`: a strip, the scores, two strips */
    double *out;    /* [goods * width] */
    double *strips; /* [node * STRIP] */
    /* The inflow of one mask, made again for each. */
    despirala_inflow *inflow;
    uint32_t inflows;
    despirala_link *link;
    uint32_t links, links_capacity;
    despirala_term *term, *lost; /* lost: terms of attempts that are never completed */
    uint32_t terms, losses;
    /* By node, while that is made. */
    uint8_t *alive;         /* scores can be there */
    uint32_t *first, *next; /* terms; [nodes], and one more */
    uint32_t *listed, *list,
        *many; /* which nodes were alive when links were listed last, where, and how many */
    /* Data to store for a mask before its size is known. */
    double *weight[2]; /* [opening], and a reroll behind; every other roll */
    uint16_t *begun;   /* [move * rolls + roll]: the opening, likewise */
    despirala_row *row;
    double *share;
    uint16_t *opening, *ends;
    despirala_pool *pool;
    despirala_chunk *chunk;
    alea__owned owned; /* all arrays but `link`, which grows */
};
