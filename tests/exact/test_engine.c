/* The exact engine on small made-up games, against dense elimination and value iteration written here. */
#include "../support/test.h"
#include "exact/linear.h"
#include "exact/policy_iteration.h"
#include "exact/prove.h"
#include "exact/termination.h"

enum { MOST = 40, MOVES = 3, GAMES = 60 };

static uint32_t seed;

static double chance(void)
{
    seed = seed * 1664525u + 1013904223u;
    return (seed >> 8) / 16777216.0;
}

static uint32_t below(uint32_t limit)
{
    return (uint32_t)(chance() * limit);
}

/* ---- linear equations ---- */

/* Rows, and the same equations as a matrix. Position 2 i is paired with 2 i + 1 or alone; runs go anywhere. */
typedef struct equations {
    uint32_t n;
    exact_rows rows;
    exact_order order;
    double a[MOST][MOST], c[MOST];
} equations;

static void add_run(equations *e, uint32_t i, uint32_t to, uint32_t count, double each, bool turned)
{
    double p[MOST];
    for (uint32_t k = 0; k < count; k++) {
        p[k] = chance() < 0.2 ? 0 : each;
        e->a[i][to + k] += turned ? -p[k] : p[k];
    }
    assert_int_equal(
        exact_rows_add(&e->rows, i, (exact_run){.to = to, .count = count, .turned = turned}, p, NULL),
        ALEA_OK);
}

/* `end` is left for the end of the game. `backward`: runs lead to earlier places only. */
static void set_row(equations *e, uint32_t i, bool paired, bool backward, double end)
{
    const uint32_t known = backward ? i - (paired ? i % 2 : 0) : e->n;
    const double stay = 0.7 * chance();
    const bool turned = chance() < 0.5;
    const uint32_t partner = paired ? i ^ 1 : i;
    exact_rows_begin(&e->rows, i, (exact_stay){partner, turned, stay, 1 - stay});
    e->a[i][partner] += turned ? -stay : stay;
    for (unsigned k = 0; known > 0 && k < 3; k++) {
        uint32_t to = below(known), count = 1 + below(known - to < 7 ? known - to : 7);
        add_run(e, i, to, count, (1 - stay - end) / 3 / count, chance() < 0.5);
    }
    e->c[i] = 2 * chance() - 1;
}

static void make_equations(equations *e, bool paired, bool backward, double end)
{
    *e = (equations){.n = 2 + 2 * below(MOST / 2 - 1)};
    assert_int_equal(exact_rows_make(e->n, &e->rows, NULL), ALEA_OK);
    assert_int_equal(exact_order_make(e->n, &e->order, NULL), ALEA_OK);
    for (uint32_t i = 0; i < e->n; i++) set_row(e, i, paired, backward, end);
}

static void clear_equations(equations *e)
{
    exact_rows_clear(&e->rows);
    exact_order_clear(&e->order);
}

/* Solves (1 - a) x = c by Gauss and Jordan. */
static void eliminate(const equations *e, double x[MOST])
{
    static double m[MOST][MOST + 1];
    for (uint32_t i = 0; i < e->n; i++) {
        for (uint32_t k = 0; k < e->n; k++) m[i][k] = (i == k) - e->a[i][k];
        m[i][e->n] = e->c[i];
    }
    for (uint32_t k = 0; k < e->n; k++) {
        uint32_t pivot = k;
        for (uint32_t i = k; i < e->n; i++)
            if (fabs(m[i][k]) > fabs(m[pivot][k])) pivot = i;
        for (uint32_t j = 0; j <= e->n; j++) {
            double kept = m[k][j];
            m[k][j] = m[pivot][j];
            m[pivot][j] = kept;
        }
        for (uint32_t i = 0; i < e->n; i++) {
            double factor = m[i][k] / m[k][k];
            for (uint32_t j = k; i != k && j <= e->n; j++) m[i][j] -= factor * m[k][j];
        }
    }
    for (uint32_t i = 0; i < e->n; i++) x[i] = m[i][e->n] / m[i][i];
}

static void solve_and_compare(const equations *e, double tolerance)
{
    exact_linear s;
    double wanted[MOST], x[MOST] = {0};
    eliminate(e, wanted);
    assert_int_equal(exact_linear_make(&e->rows, &e->order, &s, NULL), ALEA_OK);
    assert_int_equal(exact_linear_solve_all(&s, e->c, x, NULL), ALEA_OK);
    for (uint32_t i = 0; i < e->n; i++) assert_near(x[i], wanted[i], tolerance * (1 + fabs(wanted[i])));
    exact_linear_clear(&s);
}

static void rows_are_solved_as_by_elimination(void **state)
{
    (void)state;
    seed = 1;
    for (unsigned kind = 0; kind < 4; kind++)
        for (unsigned game = 0; game < GAMES; game++) {
            equations e;
            make_equations(&e, kind & 1, kind & 2, 0.05);
            solve_and_compare(&e, 1e-12);
            clear_equations(&e);
        }
}

/* A turned stay does not spoil a row that hardly ever leaves, nor does a pair that hardly does. */
static void a_small_chance_to_leave_loses_no_digits(void **state)
{
    const double leave = 1e-13, c[2] = {1e-13, 0};
    exact_rows rows;
    exact_order order;
    exact_linear s;
    double x[2] = {0, 0};
    (void)state;
    assert_int_equal(exact_rows_make(2, &rows, NULL), ALEA_OK);
    assert_int_equal(exact_order_make(2, &order, NULL), ALEA_OK);
    assert_int_equal(exact_linear_make(&rows, &order, &s, NULL), ALEA_OK);
    exact_rows_begin(&rows, 0, (exact_stay){1, false, 1 - leave, leave});
    exact_rows_begin(&rows, 1, (exact_stay){0, false, 1 - leave, leave});
    assert_int_equal(exact_linear_solve_all(&s, c, x, NULL), ALEA_OK);
    assert_near(x[0], 1 / (2 - leave), 1e-15); /* c / (1 - (1 - leave)^2) */
    exact_rows_begin(&rows, 0, (exact_stay){0, true, 1 - leave, leave});
    exact_rows_begin(&rows, 1, (exact_stay){1, false, 1 - leave, leave});
    assert_int_equal(exact_linear_solve_all(&s, c, x, NULL), ALEA_OK);
    assert_near(x[0], 1e-13 / (2 - leave), 1e-28);
    exact_linear_clear(&s);
    exact_order_clear(&order);
    exact_rows_clear(&rows);
}

/* ---- components ---- */

static void components_come_after_those_they_lead_to(void **state)
{
    (void)state;
    seed = 7;
    for (unsigned game = 0; game < GAMES; game++) {
        const uint32_t n = 1 + below(MOST), first_edges = 2;
        uint32_t first[MOST + 1], to[2 * MOST], edges = 0;
        bool leads[MOST][MOST] = {{false}};
        for (uint32_t i = 0; i < n; i++) {
            first[i] = edges;
            for (uint32_t k = below(first_edges + 1); k-- > 0; edges++) {
                to[edges] = below(n) * 2 + 1;
                leads[i][to[edges] / 2] = true;
            }
        }
        first[n] = edges;
        for (uint32_t k = 0; k < n; k++) /* Warshall */
            for (uint32_t i = 0; i < n; i++)
                for (uint32_t j = 0; j < n; j++) leads[i][j] |= leads[i][k] && leads[k][j];
        exact_order o;
        assert_int_equal(exact_order_find(&(exact_edges){n, first, to, 1}, &o, NULL), ALEA_OK);
        uint32_t component_of[MOST];
        for (uint32_t c = 0; c < o.components; c++)
            for (uint32_t i = o.component[c]; i < o.component[c + 1]; i++) {
                assert_int_equal(o.place[o.position[i]], i);
                component_of[o.position[i]] = c;
                assert_int_equal(o.cyclic[c], leads[o.position[i]][o.position[i]]);
            }
        for (uint32_t i = 0; i < n; i++)
            for (uint32_t j = 0; j < n; j++) {
                if (leads[i][j]) assert_that(component_of[i], >=, component_of[j]);
                assert_int_equal(i == j || (leads[i][j] && leads[j][i]), component_of[i] == component_of[j]);
            }
        exact_order_clear(&o);
    }
}

/* ---- policies and bounds ---- */

/* A game for two: in each position MOVES rolls of three outcomes, after each of which the other one moves. */
typedef struct made_up {
    uint32_t n;
    bool alone; /* one player: nothing is turned */
    uint32_t to[MOST][MOVES][3];
    double p[MOST][MOVES][3], prize[MOST][MOVES];
    exact_rows rows;
    exact_order order;
} made_up;

static double move_value(const made_up *g, uint32_t i, unsigned move, const double *x, const double *turned_x)
{
    double value = g->prize[i][move];
    for (unsigned k = 0; k < 3; k++) value += g->p[i][move][k] * (g->alone ? x : turned_x)[g->to[i][move][k]];
    return value;
}

static double best_value(const made_up *g, uint32_t i, const double *x, const double *turned_x,
                         unsigned *best)
{
    double most = -INFINITY;
    for (unsigned move = 0; move < MOVES; move++) {
        double value = move_value(g, i, move, x, turned_x);
        if (value > most) *best = move, most = value;
    }
    return most;
}

static alea_status made_up_improve(void *user, uint32_t component, exact_work *work, alea_error *error)
{
    made_up *g = user;
    double minus[MOST];
    (void)component;
    for (uint32_t i = 0; i < g->n; i++) minus[i] = -work->x[i];
    exact_rows_empty(&g->rows);
    for (uint32_t i = 0; i < g->n; i++) {
        unsigned best = 0;
        work->better[i] = best_value(g, i, work->x, minus, &best);
        work->c[i] = g->prize[i][best];
        exact_rows_begin(&g->rows, i, (exact_stay){.partner = i, .leave = 1});
        for (unsigned k = 0; k < 3; k++) {
            exact_run run = {.to = g->to[i][best][k], .count = 1, .turned = !g->alone};
            alea_status status = exact_rows_add(&g->rows, i, run, &g->p[i][best][k], error);
            if (status != ALEA_OK) return status;
        }
    }
    return ALEA_OK;
}

static alea_status made_up_step(void *user, const exact_bounds_step *step, alea_error *error)
{
    const made_up *g = user;
    const double *lower = step->lower, *upper = step->upper;
    double *low = step->step_lower, *neg = step->step_negated_upper;
    double minus_upper[MOST];
    (void)error;
    for (uint32_t i = 0; i < g->n; i++) minus_upper[i] = -upper[i];
    for (uint32_t i = 0; i < g->n; i++) {
        low[i] = -INFINITY;
        neg[i] = INFINITY;
        for (unsigned move = 0; move < MOVES; move++) {
            double least = move_value(g, i, move, lower, minus_upper), minus = -g->prize[i][move];
            for (unsigned k = 0; k < 3; k++)
                minus += g->p[i][move][k] * (g->alone ? minus_upper : lower)[g->to[i][move][k]];
            low[i] = fmax(low[i], least);
            neg[i] = fmin(neg[i], minus);
        }
    }
    return ALEA_OK;
}

static void make_game(made_up *g, bool alone, double end)
{
    *g = (made_up){.n = 2 + below(MOST - 2), .alone = alone};
    for (uint32_t i = 0; i < g->n; i++)
        for (unsigned move = 0; move < MOVES; move++) {
            g->prize[i][move] = end * (2 * chance() - 1);
            for (unsigned k = 0; k < 3; k++) {
                g->to[i][move][k] = below(g->n);
                g->p[i][move][k] = (1 - end) / 3;
            }
        }
    assert_int_equal(exact_rows_make(g->n, &g->rows, NULL), ALEA_OK);
    assert_int_equal(exact_order_make(g->n, &g->order, NULL), ALEA_OK);
}

static void iterate_values(const made_up *g, double *x)
{
    for (unsigned round = 0; round < 3000; round++) {
        double minus[MOST];
        unsigned best;
        for (uint32_t i = 0; i < g->n; i++) minus[i] = -x[i];
        double next[MOST];
        for (uint32_t i = 0; i < g->n; i++) next[i] = best_value(g, i, x, minus, &best);
        memcpy(x, next, g->n * sizeof *x);
    }
}

static void bounds_hold_the_values_of_value_iteration(void **state)
{
    (void)state;
    seed = 3;
    for (unsigned game = 0; game < 2 * GAMES; game++) {
        made_up g;
        exact_linear solver;
        exact_work work;
        double wanted[MOST] = {0}, lower[MOST], upper[MOST];
        make_game(&g, game % 2, 0.02);
        iterate_values(&g, wanted);
        exact_model m = {.user = &g,
                         .improve = made_up_improve,
                         .scale = 1,
                         .step = made_up_step,
                         .minimum = -1,
                         .maximum = 1,
                         .margin = 0x1p-54,
                         .subject = "The values of a test"};
        assert_int_equal(exact_work_make(g.n, &work, NULL), ALEA_OK);
        assert_int_equal(exact_linear_make(&g.rows, &g.order, &solver, NULL), ALEA_OK);
        assert_int_equal(exact_find_policies(&m, &solver, &work, NULL), ALEA_OK);
        assert_int_equal(exact_count_turns(&solver, &work, NULL), ALEA_OK);
        for (uint32_t i = 0; i < g.n; i++) assert_near(work.w[i], 50, 1);
        assert_int_equal(exact_prove(&m, &work, lower, upper, NULL), ALEA_OK);
        for (uint32_t i = 0; i < g.n; i++) {
            assert_that(upper[i] - lower[i], <, 1e-12);
            assert_that(lower[i] - 1e-14, <=, wanted[i]);
            assert_that(wanted[i], <=, upper[i] + 1e-14);
        }
        exact_linear_clear(&solver);
        exact_work_clear(&work);
        exact_rows_clear(&g.rows);
        exact_order_clear(&g.order);
    }
}

/* Far from the values, bounds must fail: here after half of the policies were never found. */
static void wrong_values_give_wide_bounds_not_wrong_ones(void **state)
{
    made_up g;
    exact_work work;
    double wanted[MOST] = {0}, lower[MOST], upper[MOST];
    (void)state;
    seed = 11;
    make_game(&g, true, 0.1);
    iterate_values(&g, wanted);
    exact_model m = {
        .user = &g, .step = made_up_step, .minimum = -1, .maximum = 1, .subject = "These values"};
    assert_int_equal(exact_work_make(g.n, &work, NULL), ALEA_OK);
    for (uint32_t i = 0; i < g.n; i++) work.x[i] = wanted[i] + 0.01 * chance(), work.w[i] = 10;
    assert_int_equal(exact_prove(&m, &work, lower, upper, NULL), ALEA_OK);
    for (uint32_t i = 0; i < g.n; i++) assert_true(lower[i] <= wanted[i] && wanted[i] <= upper[i]);
    exact_work_clear(&work);
    exact_rows_clear(&g.rows);
    exact_order_clear(&g.order);
}

/* ---- ends ---- */

/* 0 ends; 1 and 2 are a pair that lead to each other and nowhere; 3 leads to 0 and 2, 4 nowhere. */
static void what_has_no_way_to_an_end_is_marked(void **state)
{
    exact_rows rows;
    exact_order order;
    const uint8_t ends[5] = {1, 0, 0, 0, 0};
    uint8_t endless[5], reached[5];
    const double one = 1, halves[3] = {0.5, 0, 0.5};
    (void)state;
    assert_int_equal(exact_rows_make(5, &rows, NULL), ALEA_OK);
    assert_int_equal(exact_order_make(5, &order, NULL), ALEA_OK);
    exact_rows_begin(&rows, 1, (exact_stay){2, false, 1, 0});
    exact_rows_begin(&rows, 2, (exact_stay){2, false, 0, 1});
    assert_int_equal(exact_rows_add(&rows, 2, (exact_run){.to = 1, .count = 1}, &one, NULL), ALEA_OK);
    exact_rows_begin(&rows, 3, (exact_stay){3, false, 0, 1});
    assert_int_equal(exact_rows_add(&rows, 3, (exact_run){.to = 0, .count = 3}, halves, NULL), ALEA_OK);
    exact_mark_endless(&rows, &order, ends, endless);
    assert_memory_equal(endless, ((uint8_t[]){0, 1, 1, 0, 1}), 5);
    assert_int_equal(exact_mark_reached(&rows, 3, reached, NULL), ALEA_OK);
    assert_memory_equal(reached, ((uint8_t[]){1, 1, 1, 1, 0}), 5);
    exact_rows_clear(&rows);
    exact_order_clear(&order);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_solved_as_by_elimination),
        cmocka_unit_test(a_small_chance_to_leave_loses_no_digits),
        cmocka_unit_test(components_come_after_those_they_lead_to),
        cmocka_unit_test(bounds_hold_the_values_of_value_iteration),
        cmocka_unit_test(wrong_values_give_wide_bounds_not_wrong_ones),
        cmocka_unit_test(what_has_no_way_to_an_end_is_marked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
