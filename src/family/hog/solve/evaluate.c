/* One policy against another. */
#include "base/assert.h"
#include "exact/interval.h"
#include "family/hog/solve/exact.h"

#include <math.h>

/* Evaluates a sweep with the first policy to move, and with the second. */
static alea_status evaluate_sweep(const hog_graph *g, const hog_request *request,
                                  const hog_policy *const policy[2], hog_worth *out, alea_error *error)
{
    hog_workspace *work = NULL;
    alea_status status = hog_workspace_make(g, request, &work, error);
    if (status != ALEA_OK) return status;
    for (unsigned s = 0; s < 2; s++) hog_workspace_set_dice(work, s, policy[s]->dice);
    *out = hog_sweep(work);
    hog_workspace_free(work);
    return ALEA_OK;
}

/* Sums for one order of moves: the chance that the first policy wins, that the second one does not, and the turns. */
typedef struct evaluated {
    double win, at_most, turns;
} evaluated;

/* Expected turns: a turn's error is relative to what is summed, 1 and more, and there are fewer than 2 * goal turns, idle ones
   apart: those are at least as many as the others only where somebody rolls at random, and then the errors halve on the way. */
static alea_exact evaluate_bound(const hog_graph *g, const evaluated *v)
{
    const double e = hog_error(g, 0);
    ALEA_ASSERT(v->win > -e && v->at_most < 1 + e && v->win <= v->at_most && v->turns >= 1);
    double worst = 0;
    for (uint32_t n = 0; n <= g->dice; n++) worst = fmax(worst, g->roll[n].error);
    const double by = isinf(v->turns) ? 0 : 2.1 * g->goal * worst * v->turns * (g->plain ? 4 : 1);
    const double never = v->at_most - v->win;
    return (alea_exact){.value = alea__chance_around(v->win, e),
                        .win = alea__chance_around(v->win, e),
                        .loss = alea__chance_around(1 - v->at_most, e),
                        .turns = {v->turns - by, v->turns + by},
                        .never = alea__chance_around(never, never > 0 ? 2 * e : 0)};
}

alea_status hog_evaluate(const alea__problem *problem, alea_evaluation *out, alea_error *error)
{
    const hog_graph *g = hog_game_of(problem->rules)->graph;
    const hog_policy *const policy[2] = {hog_policy_of(problem->policy[0]),
                                         hog_policy_of(problem->policy[1])};
    hog_request request = {.source = {hog_source_of(policy[0]), hog_source_of(policy[1])}};
    hog_worth wins = {0}, most, turns = {0};
    alea_status status = hog_check_memory(g, &request, problem->options, error);
    if (status == ALEA_OK) status = evaluate_sweep(g, &request, policy, &wins, error);
    most = wins;
    request.never = 1;
    if (status == ALEA_OK && g->game->rules.idles) status = evaluate_sweep(g, &request, policy, &most, error);
    request.never = INFINITY;
    request.turns = true;
    if (status == ALEA_OK) status = evaluate_sweep(g, &request, policy, &turns, error);
    if (status != ALEA_OK) return status;
    out->first = evaluate_bound(g, &(evaluated){wins.first, most.first, turns.first});
    out->second = evaluate_bound(g, &(evaluated){wins.second, most.second, turns.second});
    return ALEA_OK;
}
