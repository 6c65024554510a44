/* One policy against another. */
#include "base/error.h"
#include "exact/interval.h"
#include "family/hog/solve/exact.h"

#include <math.h>

/* What the sweep is about with the first policy to move, and with the second. */
static alea_status sweep(const hog_graph *g, const hog_policy *const policy[2], bool turns,
                         const alea_solve_options *options, hog_worth *out, alea_error *error)
{
    const hog_request request = {.manner = {hog_manner_of(policy[0]), hog_manner_of(policy[1])},
                                 .turns = turns};
    hog_room *room = NULL;
    alea_status status = hog_check_memory(g, &request, options, error);
    if (status == ALEA_OK) status = hog_room_make(g, &request, &room, error);
    if (status != ALEA_OK) return status;
    for (unsigned s = 0; s < 2; s++) hog_room_seat(room, s, policy[s]->dice);
    *out = hog_sweep(room);
    hog_room_free(room);
    return ALEA_OK;
}

/* Expected turns: a turn's error is relative to what is summed, 1 and more, and there are fewer than 2 * goal turns. */
static alea_interval turns_around(const hog_graph *g, double turns)
{
    double worst = 0;
    for (uint32_t n = 0; n <= g->dice; n++) worst = fmax(worst, g->roll[n].error);
    double by = 2.1 * g->goal * worst * turns;
    return (alea_interval){turns - by, turns + by};
}

static alea_exact exactly(const hog_graph *g, double win, double turns)
{
    const double e = hog_error(g, 0);
    return (alea_exact){.value = alea__chance_around(win, e),
                        .win = alea__chance_around(win, e),
                        .loss = alea__chance_around(1 - win, e),
                        .turns = turns_around(g, turns)};
}

alea_status hog_evaluate(const alea__rules *rules, const alea__policy *first, const alea__policy *second,
                         alea_objective objective, const alea_solve_options *options, alea_eval *out,
                         alea_error *error)
{
    const hog_graph *g = hog_game_of(rules)->graph;
    const hog_policy *const policy[2] = {hog_policy_of(first), hog_policy_of(second)};
    hog_worth wins, turns;
    (void)objective;
    alea_status status = sweep(g, policy, false, options, &wins, error);
    if (status == ALEA_OK) status = sweep(g, policy, true, options, &turns, error);
    if (status != ALEA_OK) return status;
    out->first = exactly(g, wins.first, turns.first);
    out->second = exactly(g, wins.second, turns.second);
    return ALEA_OK;
}
