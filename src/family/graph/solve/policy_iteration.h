#ifndef ALEA_FAMILY_GRAPH_SOLVE_POLICY_ITERATION_H
#define ALEA_FAMILY_GRAPH_SOLVE_POLICY_ITERATION_H
/* Settling the values of one component: what settle.c and newton.c share. */
#include "family/graph/solve/edge.h"

/* A component at work. */
typedef struct graph_settler {
    const graph_problem *p;
    const graph_order *o;
    uint32_t from, upto; /* its places in the order */
    uint32_t *feedback;  /* [position's place - from]: its number from 1 among the unknowns; 0: none */
    uint32_t *unknown;   /* their positions */
    uint32_t unknowns;
    uint32_t *chosen; /* [place - from]: the way that was best in the last sweep */
    uint32_t *row;    /* [place - from]: its derivative's row from 1; 0: it is not needed */
    uint32_t rows;
    bool changed;           /* another way was chosen in the last sweep than in the one before */
    double scale;           /* of the unknowns */
    double *y, *slope;      /* unknowns; derivatives [row - 1][unknown] */
    double *matrix, *right; /* unknowns squared; unknowns */
    size_t room;            /* of feedback, unknown, chosen and row */
    size_t slope_room, matrix_room, y_room, right_room;
    const alea_progress *progress;
} graph_settler;

/* newton.c: policy iteration. False where there is too much feedback for it, where it does not come to an end, or where there
   is no memory for it; the values are then anything. */
bool graph_newton(graph_settler *);
#endif
