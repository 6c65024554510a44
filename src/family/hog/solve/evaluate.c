/* One policy against another. */
#include "base/assert.h"
#include "base/error.h"
#include "exact/interval.h"
#include "family/hog/solve/exact.h"

#include <math.h>

/* What the sweep is about with the first policy to move, and with the second. */
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

/* Expected turns: a turn's error is relative to what is summed, 1 and more, and there are fewer than 2 * goal turns. */
static alea_exact evaluated(const hog_graph *g, double win, double turns)
{
    const double e = hog_error(g, 0);
    ALEA_ASSERT(win > -e && win < 1 + e && turns >= 1 && turns < 2 * g->goal + 1);
    double worst = 0;
    for (uint32_t n = 0; n <= g->dice; n++) worst = fmax(worst, g->roll[n].error);
    const double by = 2.1 * g->goal * worst * turns;
    return (alea_exact){.value = alea__chance_around(win, e),
                        .win = alea__chance_around(win, e),
                        .loss = alea__chance_around(1 - win, e),
                        .turns = {turns - by, turns + by}};
}

alea_status hog_evaluate(const alea__problem *problem, alea_evaluation *out, alea_error *error)
{
    const hog_graph *g = hog_game_of(problem->rules)->graph;
    const hog_policy *const policy[2] = {hog_policy_of(problem->policy[0]),
                                         hog_policy_of(problem->policy[1])};
    hog_request request = {.source = {hog_source_of(policy[0]), hog_source_of(policy[1])}};
    hog_worth wins, turns;
    alea_status status = hog_check_memory(g, &request, problem->options, error);
    if (status == ALEA_OK) status = evaluate_sweep(g, &request, policy, &wins, error);
    request.turns = true;
    if (status == ALEA_OK) status = evaluate_sweep(g, &request, policy, &turns, error);
    if (status != ALEA_OK) return status;
    out->first = evaluated(g, wins.first, turns.first);
    out->second = evaluated(g, wins.second, turns.second);
    return ALEA_OK;
}
