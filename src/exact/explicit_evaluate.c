/* The exact result of one policy against another. Without any choice, every count is a linear problem. */
#include "exact/explicit_inside.h"
#include "exact/interval.h"

/* One count from both seats. */
typedef struct pair {
    alea_interval first, second;
} pair;

typedef struct evaluator {
    const alea__explicit *g;
    explicit_problem p;
    const alea_solve_options *options;
    double tolerance;
    alea_objective objective;
} evaluator;

static bool evaluator_counts(const alea__explicit *g, alea_objective count)
{
    return count == ALEA_TURNS || alea__explicit_has(g, count);
}

/* Leaves *out unchanged if the game does not have the objective. */
static alea_status evaluator_find(evaluator *e, alea_objective count, pair *out, alea_error *error)
{
    explicit_bounds b = {.lower = NULL};
    const alea__explicit *g = e->g;
    *out = (pair){{0, 0}, {0, 0}};
    if (!evaluator_counts(g, count)) return ALEA_OK;
    alea_status status = explicit_find(&e->p, count, &e->options->progress, &b, error);
    if (status == ALEA_OK && count == e->objective)
        status = explicit_check_tolerance(&b, e->options, &e->tolerance, error);
    if (status == ALEA_OK) {
        const uint32_t first = e->p.position_of[g->start],
                       second = e->p.position_of[g->start + (size_t)(g->players - 1) * g->nodes];
        out->first = (alea_interval){b.lower[first], b.upper[first]};
        out->second = (alea_interval){b.lower[second], b.upper[second]};
    }
    explicit_bounds_clear(&b);
    return status;
}

/* Counts from the view of one seat. */
typedef struct seat_counts {
    alea_interval of[ALEA_TURNS + 1];
    alea_interval win, not_lost; /* they differ by the draws */
} seat_counts;

static alea_exact evaluator_result(const evaluator *e, const seat_counts *c)
{
    alea_exact out = {
        .value = c->of[e->objective], .win = c->win, .money = c->of[ALEA_MONEY], .turns = c->of[ALEA_TURNS]};
    /* a single player has no opponent who could win */
    if (e->g->players == 2 && evaluator_counts(e->g, ALEA_WIN))
        out.loss = alea__interval_rest(1, c->not_lost);
    return out;
}

/* Counts wins alone, and wins with draws; what is missing to 1 is the loss. */
static alea_status evaluator_count_draws(evaluator *e, seat_counts seat[2], alea_error *error)
{
    pair win, not_lost;
    e->p.draw = 0;
    alea_status status = evaluator_find(e, ALEA_WIN, &win, error);
    e->p.draw = 1;
    if (status == ALEA_OK) status = evaluator_find(e, ALEA_WIN, &not_lost, error);
    e->p.draw = 0.5;
    if (status != ALEA_OK) return status;
    seat[0].win = win.first, seat[0].not_lost = not_lost.first;
    seat[1].win = win.second, seat[1].not_lost = not_lost.second;
    return ALEA_OK;
}

/* Finds every count that the game has, and puts them together for both seats. */
static alea_status evaluator_run(evaluator *e, alea_evaluation *out, alea_error *error)
{
    seat_counts seat[2];
    for (int i = 0; i <= ALEA_TURNS; i++) {
        pair found;
        alea_status status = evaluator_find(e, (alea_objective)i, &found, error);
        if (status != ALEA_OK) return status;
        seat[0].of[i] = found.first;
        seat[1].of[i] = found.second;
    }
    for (int k = 0; k < 2; k++) seat[k].win = seat[k].not_lost = seat[k].of[ALEA_WIN];
    alea_status status = e->g->draws ? evaluator_count_draws(e, seat, error) : ALEA_OK;
    if (status != ALEA_OK) return status;
    out->first = evaluator_result(e, &seat[0]);
    out->second = evaluator_result(e, &seat[1]);
    return ALEA_OK;
}

alea_status alea__explicit_evaluate(const alea__problem *problem, alea_evaluation *out, alea_error *error)
{
    const alea_solve_options *options = problem->options;
    const alea__explicit *g = NULL;
    alea_status status = alea__explicit_make(problem->rules, &options->progress, &g, error);
    evaluator e = {.g = g, .options = options, .objective = problem->objective};
    if (status == ALEA_OK) status = explicit_check_objective(g, problem->objective, error);
    if (status == ALEA_OK) status = explicit_check_memory(g, g->players, options, error);
    if (status == ALEA_OK) status = explicit_provable(g, error);
    if (status == ALEA_OK)
        status = explicit_problem_of_players(g, alea__explicit_policy_of(problem->policy[0]),
                                             alea__explicit_policy_of(problem->policy[1]), &e.p, error);
    if (status == ALEA_OK) status = evaluator_run(&e, out, error);
    explicit_problem_clear(&e.p);
    return status;
}
