/* Workspaces for one mask. */
#include "family/despirala/solve/workspace.h"
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"

#include <math.h>
#include <string.h>

static double *workspace_doubles(despirala_workspace *work, size_t doubles)
{
    return alea__own(&work->owned, alea__alloc_aligned(64, (doubles > 0 ? doubles : 1) * sizeof(double)));
}

/* How many values there are of a combination. */
static size_t workspace_values(const despirala_subgame *p)
{
    const size_t matches = p->all.matches > p->likely.matches ? p->all.matches : p->likely.matches;
    return p->collect ? p->entries : p->items + matches;
}

/* Allocates the block of all values and sets the pointers into it. Returns false if memory runs out. */
static bool workspace_fill_values(despirala_workspace *work)
{
    const despirala_subgames *subgames = work->subgames;
    const uint32_t combinations = work->game->rules.combinations;
    size_t values = 0;
    for (uint32_t c = 0; c < combinations; c++) values += workspace_values(&subgames->subgame[c]);
    for (uint32_t i = 0; i < subgames->groups; i++) values += subgames->group[i].entries;
    double *at = work->values = workspace_doubles(work, values * DESPIRALA_LANES);
    if (!at) return false;
    for (uint32_t c = 0; c < combinations; c++) {
        work->value[c] = at;
        work->bracket[c] = &subgames->subgame[c].all;
        at += workspace_values(&subgames->subgame[c]) * DESPIRALA_LANES;
    }
    for (uint32_t i = 0; i < subgames->groups; i++) {
        work->group[i] = at;
        at += (size_t)subgames->group[i].entries * DESPIRALA_LANES;
    }
    return true;
}

/* Allocates all arrays of a workspace. Returns false if memory runs out. */
static bool workspace_tables(despirala_workspace *work)
{
    const despirala_subgames *subgames = work->subgames;
    if (!workspace_fill_values(work)) return false;
    for (uint32_t c = 0; c < work->game->rules.combinations; c++) {
        const despirala_subgame *p = &subgames->subgame[c];
        work->next_value[c] = workspace_doubles(work, subgames->stride + 2 * DESPIRALA_LANES);
        work->stage[c] = workspace_doubles(work, (size_t)p->stages * DESPIRALA_LANES);
    }
    for (uint32_t i = 0; i < subgames->groups; i++)
        work->rivals[i] = workspace_doubles(work, (size_t)subgames->group[i].entries * 2 * DESPIRALA_LANES);
    work->place = alea__own(
        &work->owned, alea__alloc_array((size_t)subgames->groups * subgames->rolls, sizeof *work->place));
    work->stop = workspace_doubles(work, (size_t)subgames->stride * 2 * DESPIRALA_LANES);
    work->kept = workspace_doubles(work, (size_t)2 * (work->game->rules.dice + 1) * DESPIRALA_LANES);
    work->best = workspace_doubles(work, (size_t)DESPIRALA_LANES * subgames->rolls);
    return !work->owned.failed;
}

alea_status despirala_workspace_make(const despirala_game *game, despirala_workspace **out, alea_error *error)
{
    despirala_workspace *work = alea__alloc(sizeof *work);
    if (!work) return alea__out_of_memory(error);
    work->game = game;
    work->subgames = game->graph->subgames;
    work->sign = game->rules.least ? -1 : 1;
    if (!workspace_tables(work)) {
        despirala_workspace_free(work);
        return alea__out_of_memory(error);
    }
    *out = work;
    return ALEA_OK;
}

void despirala_workspace_free(despirala_workspace *work)
{
    if (!work) return;
    alea__owned_free(&work->owned);
    alea__free(work);
}

/* ---- a mask ---- */

/* The value still to come with one combination more attempted and g goods left: the next turn adds goods, or they become points. */
static void workspace_fill_then(despirala_workspace *work, const double *values, uint32_t c)
{
    const despirala_rules *rules = &work->game->rules;
    const despirala_graph *graph = work->game->graph;
    const uint32_t next = work->used | 1u << c;
    const size_t layer = despirala_layer_at(graph, (uint32_t)__builtin_popcount(next));
    double *next_value = work->next_value[c] + DESPIRALA_LANES;
    ALEA_ASSERT(values || next == graph->masks - 1);
    if (next == graph->masks - 1)
        for (uint32_t g = 0; g <= work->goods; g++) next_value[g] = work->sign * (g * rules->good_points);
    else
        for (uint32_t g = 0; g <= work->goods; g++)
            next_value[g] = work->sign * values[graph->first[next] - layer + rules->gain + g];
    memset(next_value + work->goods + 1, 0,
           (work->subgames->stride + DESPIRALA_LANES - work->goods - 1) * sizeof *next_value);
}

void despirala_workspace_begin(despirala_workspace *work, const double *next, uint32_t used)
{
    const despirala_rules *rules = &work->game->rules;
    const despirala_subgames *subgames = work->subgames;
    ALEA_ASSERT(used + 1 < work->game->graph->masks); /* something is left */
    work->used = used;
    work->goods = despirala_goods_in(rules, used);
    work->open = work->collects = 0;
    for (uint32_t c = 0; c < rules->combinations; c++) {
        if (used >> c & 1) continue;
        if (subgames->subgame[c].collect)
            work->collect[work->collects++] = (uint8_t)c;
        else
            work->opened[work->open++] = (uint8_t)c;
        workspace_fill_then(work, next, c);
    }
    memset(work->stop, 0, (size_t)subgames->stride * 2 * DESPIRALA_LANES * sizeof *work->stop);
    for (uint32_t i = 0; i < work->collects; i++)
        for (uint32_t g = 0; g <= work->goods; g++)
            work->stop[g * 2 * DESPIRALA_LANES + i] = work->next_value[work->collect[i]][DESPIRALA_LANES + g];
    work->views = 0;
    for (uint32_t i = 0; i < subgames->groups; i++) {
        const despirala_group *g = &subgames->group[i];
        uint32_t unused = 0, only = 0;
        for (uint32_t k = 0; k < g->members; k++) {
            if (used >> g->member[k] & 1) continue;
            only = g->member[k];
            unused++;
        }
        if (unused > 0)
            work->view[work->views++] = (despirala_view){i, unused == 1 ? only : DESPIRALA_NONE, NULL};
    }
}

/* ---- collects one by one ---- */

double despirala_stopping(const despirala_workspace *work, uint32_t combination, uint32_t kept,
                          uint32_t goods)
{
    const double face = work->sign * work->subgames->subgame[combination].collect;
    return work->next_value[combination][DESPIRALA_LANES + goods] + face * kept;
}

double despirala_rolling_on(const despirala_workspace *work, const double *worth, uint32_t kept,
                            uint32_t goods)
{
    const uint32_t dice = work->game->rules.dice, stride = work->subgames->stride;
    const double *chance = work->subgames->binomial + kept * (dice + 1);
    double on = 0;
    ALEA_ASSERT(goods > 0 && kept < dice);
    for (uint32_t more = 0; more <= dice - kept; more++)
        on += worth[(kept + more) * stride + goods - 1] * chance[more];
    return on;
}

void despirala_collect(const despirala_workspace *work, uint32_t combination, double *worth)
{
    const uint32_t dice = work->game->rules.dice;
    for (uint32_t g = 0; g <= work->goods; g++)
        for (uint32_t kept = 0; kept <= dice; kept++) {
            double best = despirala_stopping(work, combination, kept, g);
            if (g > 0 && kept < dice) best = fmax(best, despirala_rolling_on(work, worth, kept, g));
            worth[kept * work->subgames->stride + g] = best;
        }
}
