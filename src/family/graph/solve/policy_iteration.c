/* Settling values: policy iteration, a component of the graph at a time.

   In a component, a sweep goes through the positions in an order in which most ways lead to positions already done. The
   values of the few that are needed earlier, the *feedback*, are unknowns y; under the moves that are best just now the sweep
   is linear in them, and its derivative gives the system whose solution are the values under these moves. The derivative is
   worked out only where these moves go (newton.c).

   Newton's method on this is policy iteration (Howard, Dynamic Programming and Markov Processes, 1960; for two players at
   once Pollatschek and Avi-Itzhak, Algorithms for stochastic games, Management Science 15, 1969, which need not converge).
   Where it does not, or the feedback is too large, plain Gauss–Seidel sweeps go on: they always converge, if slowly.
   Whatever comes out is only a proposal: bound.c proves. */
#include "family/graph/solve/policy_iteration.h"
#include "base/error.h"
#include "base/memory.h"

#include <math.h>

enum { LEAST_SWEEPS = 200, POLISH = 3, PATIENCE = 8, LOOK = 4096 };
#define MOST_WAYS UINT64_C(10000000000) /* that the sweeps of a component go, all together */
#define SMALL     0x1p-51               /* a change that rounding may make, relative to the values */
#define ROUNDING  1e-13                 /* changes above this are not only rounding */

/* ---- plain sweeps ---- */

/* The greatest change, relative to the greatest value. */
static double sweep(const graph_settler *s)
{
    double change = 0, scale = 0;
    uint32_t best = 0;
    for (uint32_t i = s->from; i < s->upto; i++) {
        uint32_t position = s->o->order[i];
        double value = graph_step(s->p, position, &best), moved = fabs(value - s->p->value[position]);
        if (moved > change) change = moved;
        if (fabs(value) > scale) scale = fabs(value);
        s->p->value[position] = value;
    }
    return scale > 0 ? change / scale : change;
}

static bool is_stopped(const alea_progress *progress)
{
    return progress && progress->stopped && progress->stopped(progress->user);
}

/* Until the changes are such as rounding makes, and get no smaller. */
static void sweep_out(const graph_settler *s, unsigned sweeps)
{
    double least = INFINITY;
    for (unsigned i = 0, vain = 0; i < sweeps && vain < PATIENCE; i++) {
        double change = sweep(s);
        if (change <= SMALL || is_stopped(s->progress)) return;
        vain = change < least || change > ROUNDING ? 0 : vain + 1;
        if (change < least) least = change;
    }
}

/* ---- all components ---- */

static bool is_alone(const graph_settler *s)
{
    uint32_t position = s->o->order[s->from];
    if (s->upto - s->from > 1) return false;
    for (uint32_t way = s->p->first[position]; way < s->p->first[position + 1]; way++)
        if (graph_target(s->p->to[way]) == position) return false;
    return true;
}

static bool widen_places(uint32_t **array, size_t size)
{
    uint32_t *wider = alea__resize(*array, size * sizeof **array);
    if (wider) *array = wider;
    return wider;
}

static bool room_for(graph_settler *s)
{
    size_t size = s->upto - s->from;
    if (size <= s->room) return true;
    if (!widen_places(&s->feedback, 2 * size) || !widen_places(&s->unknown, 2 * size) ||
        !widen_places(&s->chosen, 2 * size) || !widen_places(&s->row, 2 * size))
        return false;
    s->room = 2 * size;
    return true;
}

/* As many sweeps as can be afforded. */
static unsigned most_sweeps(const graph_settler *s)
{
    uint64_t ways = 1;
    for (uint32_t i = s->from; i < s->upto; i++)
        ways += s->p->first[s->o->order[i] + 1] - s->p->first[s->o->order[i]];
    return (unsigned)(MOST_WAYS / ways > LEAST_SWEEPS ? MOST_WAYS / ways : LEAST_SWEEPS);
}

/* From where Newton went astray the sweeps find back, but from afar; so they begin anew. */
static void start_anew(const graph_settler *s)
{
    for (uint32_t i = s->from; i < s->upto; i++)
        s->p->value[s->o->order[i]] = s->p->steps ? 0 : s->p->sum / 2;
}

static bool settle_component(graph_settler *s)
{
    uint32_t position = s->o->order[s->from], best = 0;
    if (is_alone(s)) {
        if (s->p->kind[position] != GRAPH_END) s->p->value[position] = graph_step(s->p, position, &best);
        return true;
    }
    if (!room_for(s)) return false;
    if (graph_newton(s)) {
        sweep_out(s, POLISH);
        return true;
    }
    start_anew(s);
    sweep_out(s, most_sweeps(s));
    return true;
}

static bool report(const graph_settler *s, uint64_t done)
{
    const alea_progress *progress = s->progress;
    return is_stopped(progress) ||
           (progress && progress->report && progress->report(progress->user, done, s->p->positions) != 0);
}

static alea_status settle_all(graph_settler *s, alea_error *error)
{
    uint32_t looked = 0;
    for (uint32_t c = 0; c < s->o->components; c++) {
        s->from = s->o->component[c];
        s->upto = s->o->component[c + 1];
        if (!settle_component(s)) return alea__out_of_memory(error);
        if (s->upto - looked < LOOK && s->upto < s->p->positions) continue;
        looked = s->upto;
        if (report(s, looked)) return alea__fail(error, ALEA_E_STOPPED, "Stopped on request.");
    }
    return ALEA_OK;
}

alea_status graph_settle(const graph_problem *p, const graph_order *o, const alea_progress *progress,
                         alea_error *error)
{
    graph_settler s = {.p = p, .o = o, .progress = progress};
    alea_status status = settle_all(&s, error);
    alea__free(s.feedback);
    alea__free(s.unknown);
    alea__free(s.chosen);
    alea__free(s.row);
    alea__free(s.y);
    alea__free(s.slope);
    alea__free(s.matrix);
    alea__free(s.right);
    return status;
}
