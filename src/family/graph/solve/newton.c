/* Policy iteration in a component, as Newton's method on its feedback; settle.c says why. */
#include "base/memory.h"
#include "family/graph/solve/policy_iteration.h"

#include <math.h>
#include <string.h>

enum { MOST_FEEDBACK = 1500, MOST_CELLS = 1 << 23, MOST_ROUNDS = 60 };
#define NONE   UINT32_MAX
#define BETTER 0x1p-46 /* by how much a move must be better, relative to the values, to be changed to */

static bool inside(const graph_settler *s, uint32_t position)
{
    uint32_t place = s->o->place[position];
    return place >= s->from && place < s->upto;
}

/* ---- the feedback ---- */

/* Numbers the positions whose values a sweep needs before it comes to them. */
static void find_feedback(graph_settler *s)
{
    s->unknowns = 0;
    memset(s->feedback, 0, (s->upto - s->from) * sizeof *s->feedback);
    for (uint32_t i = s->from; i < s->upto; i++) {
        uint32_t position = s->o->order[i];
        for (uint32_t way = s->p->first[position]; way < s->p->first[position + 1]; way++) {
            uint32_t to = graph_target(s->p->to[way]);
            if (!inside(s, to) || s->o->place[to] < i || s->feedback[s->o->place[to] - s->from]) continue;
            s->unknown[s->unknowns++] = to;
            s->feedback[s->o->place[to] - s->from] = s->unknowns;
        }
    }
}

/* What was chosen stays chosen while nothing is better by more than rounding makes: else moves that are equally good could be
   exchanged for ever. */
static double choose(graph_settler *s, uint32_t i)
{
    uint32_t best = 0, *chosen = &s->chosen[i - s->from];
    double value = graph_greatest(s->p, s->o->order[i], &best);
    if (*chosen != NONE && graph_way(s->p, *chosen) >= value - BETTER * s->scale)
        return graph_way(s->p, *chosen);
    *chosen = best;
    s->changed = true;
    return value;
}

static void sweep_and_choose(graph_settler *s)
{
    s->changed = false;
    for (uint32_t k = 0; k < s->unknowns; k++) s->p->value[s->unknown[k]] = s->y[k];
    for (uint32_t i = s->from; i < s->upto; i++) {
        uint32_t position = s->o->order[i];
        s->p->value[position] =
            s->p->kind[position] == GRAPH_DECIDE ? choose(s, i) : graph_mean(s->p, position);
    }
}

/* ---- the derivative ---- */

/* The ways that count: the chosen one, or all outcomes. */
static void ways_in_use(const graph_settler *s, uint32_t i, uint32_t *from, uint32_t *upto)
{
    uint32_t position = s->o->order[i];
    bool decides = s->p->kind[position] == GRAPH_DECIDE;
    *from = decides ? s->chosen[i - s->from] : s->p->first[position];
    *upto = decides ? *from + 1 : s->p->first[position + 1];
}

/* Rows for the unknowns, and for what their values are made of: all of that comes earlier in the order. */
static void find_rows(graph_settler *s)
{
    uint32_t way, upto;
    memset(s->row, 0, (s->upto - s->from) * sizeof *s->row);
    for (uint32_t k = 0; k < s->unknowns; k++) s->row[s->o->place[s->unknown[k]] - s->from] = 1;
    for (uint32_t i = s->upto; i-- > s->from;) {
        if (!s->row[i - s->from]) continue;
        for (ways_in_use(s, i, &way, &upto); way < upto; way++) {
            uint32_t to = graph_target(s->p->to[way]);
            if (inside(s, to) && s->o->place[to] < i) s->row[s->o->place[to] - s->from] = 1;
        }
    }
    s->rows = 0;
    for (uint32_t i = 0; i < s->upto - s->from; i++)
        if (s->row[i]) s->row[i] = ++s->rows;
}

/* Adds `part` of the derivative of the way's end to a row. */
static void add_slope(const graph_settler *s, uint32_t i, uint32_t way, double part, double *row)
{
    uint32_t to = graph_target(s->p->to[way]);
    if (!inside(s, to)) return;
    if (s->p->turned && !s->p->steps && graph_passes(s->p->to[way])) part = -part;
    uint32_t place = s->o->place[to];
    if (place >= i) {
        row[s->feedback[place - s->from] - 1] += part;
        return;
    }
    const double *there = s->slope + (size_t)(s->row[place - s->from] - 1) * s->unknowns;
    for (uint32_t k = 0; k < s->unknowns; k++) row[k] += part * there[k];
}

static void find_slope(const graph_settler *s, uint32_t i)
{
    const graph_problem *p = s->p;
    double *row = s->slope + (size_t)(s->row[i - s->from] - 1) * s->unknowns, weight = 0;
    uint32_t from, upto;
    bool decides = p->kind[s->o->order[i]] == GRAPH_DECIDE;
    ways_in_use(s, i, &from, &upto);
    memset(row, 0, s->unknowns * sizeof *row);
    for (uint32_t way = from; way < upto && !decides; way++) weight += p->weight[way];
    for (uint32_t way = from; way < upto; way++)
        add_slope(s, i, way, decides ? 1 : p->weight[way] / weight, row);
}

/* ---- the linear system ---- */

static void swap_rows(double *a, double *b, uint32_t a_row, uint32_t b_row, uint32_t n)
{
    for (uint32_t k = 0; k < n && a_row != b_row; k++) {
        double t = a[(size_t)a_row * n + k];
        a[(size_t)a_row * n + k] = a[(size_t)b_row * n + k];
        a[(size_t)b_row * n + k] = t;
    }
    double t = b[a_row];
    b[a_row] = b[b_row];
    b[b_row] = t;
}

static uint32_t pivot_row(const double *a, uint32_t column, uint32_t n)
{
    uint32_t best = column;
    for (uint32_t row = column + 1; row < n; row++)
        if (fabs(a[(size_t)row * n + column]) > fabs(a[(size_t)best * n + column])) best = row;
    return best;
}

static void eliminate(double *a, double *b, uint32_t column, uint32_t n)
{
    const double *pivot = a + (size_t)column * n;
    for (uint32_t row = column + 1; row < n; row++) {
        double *below = a + (size_t)row * n, factor = below[column] / pivot[column];
        if (factor == 0) continue;
        for (uint32_t k = column; k < n; k++) below[k] -= factor * pivot[k];
        b[row] -= factor * b[column];
    }
}

/* Solves a x = b by Gaussian elimination with row pivots; x in place of b. False when it is singular. */
static bool solve_system(double *a, double *b, uint32_t n)
{
    for (uint32_t column = 0; column < n; column++) {
        swap_rows(a, b, column, pivot_row(a, column, n), n);
        if (fabs(a[(size_t)column * n + column]) < 1e-300) return false;
        eliminate(a, b, column, n);
    }
    for (uint32_t row = n; row-- > 0;) {
        for (uint32_t k = row + 1; k < n; k++) b[row] -= a[(size_t)row * n + k] * b[k];
        b[row] /= a[(size_t)row * n + row];
    }
    return true;
}

/* ---- Newton ---- */

static bool widen(double **array, size_t *room, size_t wanted)
{
    if (*room >= wanted) return true;
    double *wider = alea__resize(*array, wanted * sizeof **array);
    if (!wider) return false;
    *array = wider;
    *room = wanted;
    return true;
}

/* False where the derivative is too large. */
static bool find_slopes(graph_settler *s)
{
    find_rows(s);
    size_t cells = (size_t)s->rows * s->unknowns;
    if (cells > MOST_CELLS || !widen(&s->slope, &s->slope_room, cells)) return false;
    for (uint32_t i = s->from; i < s->upto; i++)
        if (s->row[i - s->from]) find_slope(s, i);
    return true;
}

/* What the sweep gives for y, less y, is what a step must make up for. */
static void set_system(graph_settler *s)
{
    uint32_t n = s->unknowns;
    for (uint32_t row = 0; row < n; row++) {
        const double *slope = s->slope + (size_t)(s->row[s->o->place[s->unknown[row]] - s->from] - 1) * n;
        for (uint32_t k = 0; k < n; k++) s->matrix[(size_t)row * n + k] = (row == k) - slope[k];
        s->right[row] = s->p->value[s->unknown[row]] - s->y[row];
    }
}

/* One step: y moves to the solution under the moves that are best now. False when it failed. */
static bool newton_step(graph_settler *s)
{
    uint32_t n = s->unknowns;
    sweep_and_choose(s);
    if (!find_slopes(s)) return false;
    set_system(s);
    if (!solve_system(s->matrix, s->right, n)) return false;
    s->scale = 0;
    for (uint32_t k = 0; k < n; k++) {
        s->y[k] += s->right[k];
        if (!isfinite(s->y[k])) return false;
        if (fabs(s->y[k]) > s->scale) s->scale = fabs(s->y[k]);
    }
    return true;
}

/* False where there is too much feedback for it, or no memory for what it would take. */
static bool can_use_newton(graph_settler *s)
{
    size_t n = s->unknowns;
    if (n == 0 || n > MOST_FEEDBACK) return false;
    return widen(&s->matrix, &s->matrix_room, n * n) && widen(&s->y, &s->y_room, n) &&
           widen(&s->right, &s->right_room, n);
}

/* Once the moves stay the same, the last step was a correction of rounding alone. */
bool graph_newton(graph_settler *s)
{
    find_feedback(s);
    if (!can_use_newton(s)) return false;
    s->scale = s->p->sum;
    for (uint32_t k = 0; k < s->unknowns; k++) s->y[k] = s->p->value[s->unknown[k]];
    for (uint32_t i = 0; i < s->upto - s->from; i++) s->chosen[i] = NONE;
    for (int round = 0; round < MOST_ROUNDS; round++) {
        if (!newton_step(s)) return false;
        if (round == 0 || s->changed) continue;
        for (uint32_t k = 0; k < s->unknowns; k++) s->p->value[s->unknown[k]] = s->y[k];
        return true;
    }
    return false;
}
