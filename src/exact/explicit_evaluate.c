/* The exact result of one policy against another: no move is left to choose, so that every count is a linear problem. */
#include "base/error.h"
#include "base/memory.h"
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

/* Nothing where the game does not have it. */
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

/* With one player there is nobody else who could win. */
static alea_interval evaluator_loss(const evaluator *e, alea_interval win)
{
    if (e->g->players == 1 || !evaluator_counts(e->g, ALEA_WIN)) return (alea_interval){0, 0};
    return alea__interval_rest(1, win);
}

static alea_exact evaluator_result(const evaluator *e, alea_interval win, alea_interval money,
                                   alea_interval score, alea_interval turns)
{
    const alea_interval value[] = {
        [ALEA_WIN] = win, [ALEA_MONEY] = money, [ALEA_SCORE] = score, [ALEA_TURNS] = turns};
    return (alea_exact){.value = value[e->objective],
                        .win = win,
                        .loss = evaluator_loss(e, win),
                        .money = money,
                        .turns = turns};
}

/* Finds every count that the game has, and puts them together for both seats. */
static alea_status evaluator_run(evaluator *e, alea_evaluation *out, alea_error *error)
{
    pair count[ALEA_TURNS + 1];
    for (int i = 0; i <= ALEA_TURNS; i++) {
        alea_status status = evaluator_find(e, (alea_objective)i, &count[i], error);
        if (status != ALEA_OK) return status;
    }
    out->first = evaluator_result(e, count[ALEA_WIN].first, count[ALEA_MONEY].first, count[ALEA_SCORE].first,
                                  count[ALEA_TURNS].first);
    out->second = evaluator_result(e, count[ALEA_WIN].second, count[ALEA_MONEY].second,
                                   count[ALEA_SCORE].second, count[ALEA_TURNS].second);
    return ALEA_OK;
}

alea_status alea__explicit_evaluate(const alea__problem *problem, alea_evaluation *out, alea_error *error)
{
    const alea_solve_options *options = problem->options;
    const alea__explicit *g = NULL;
    alea_status status = alea__explicit_make(problem->rules, &options->progress, &g, error);
    evaluator e = {.g = g, .options = options, .objective = problem->objective};
    if (status == ALEA_OK) status = explicit_wants(g, problem->objective, error);
    if (status == ALEA_OK) status = explicit_affords(g, g->players, options, error);
    if (status == ALEA_OK) status = explicit_provable(g, error);
    if (status == ALEA_OK)
        status = explicit_problem_of_players(g, alea__explicit_policy_of(problem->policy[0]),
                                             alea__explicit_policy_of(problem->policy[1]), &e.p, error);
    if (status == ALEA_OK) status = evaluator_run(&e, out, error);
    explicit_problem_clear(&e.p);
    return status;
}
