/* Room for the work on one mask. */
#include "family/despirala/solve/workspace.h"
#include "base/error.h"
#include "base/memory.h"

#include <math.h>
#include <string.h>

static double *workspace_doubles(size_t doubles)
{
    return alea__alloc_aligned(64, (doubles > 0 ? doubles : 1) * sizeof(double));
}

static bool workspace_tables(despirala_room *room)
{
    const despirala_parts *parts = room->parts;
    for (uint32_t c = 0; c < room->game->rules.combinations; c++) {
        const despirala_part *p = &parts->part[c];
        room->then[c] = workspace_doubles(parts->stride + 2 * DESPIRALA_LANES);
        room->entry[c] = workspace_doubles((size_t)p->entries * DESPIRALA_LANES);
        room->item[c] = workspace_doubles((size_t)p->items * DESPIRALA_LANES);
        room->class[c] = workspace_doubles((size_t)p->classes * DESPIRALA_LANES);
        if (!room->then[c] || !room->entry[c] || !room->item[c] || !room->class[c]) return false;
    }
    for (uint32_t i = 0; i < parts->groups; i++) {
        room->group[i] = workspace_doubles((size_t)parts->group[i].entries * DESPIRALA_LANES);
        room->rivals[i] = workspace_doubles((size_t)parts->group[i].entries * 2 * DESPIRALA_LANES);
        if (!room->group[i] || !room->rivals[i]) return false;
    }
    room->stop = workspace_doubles((size_t)parts->stride * 2 * DESPIRALA_LANES);
    room->kept = workspace_doubles((size_t)4 * (room->game->rules.dice + 1) * DESPIRALA_LANES);
    room->best = workspace_doubles((size_t)DESPIRALA_LANES * parts->rolls);
    return room->stop && room->kept && room->best;
}

alea_status despirala_room_make(const despirala_game *game, despirala_room **out, alea_error *error)
{
    despirala_room *room = alea__alloc(sizeof *room);
    if (!room) return alea__out_of_memory(error);
    room->game = game;
    room->parts = game->graph->parts;
    room->sign = game->rules.least ? -1 : 1;
    if (!workspace_tables(room)) {
        despirala_room_free(room);
        return alea__out_of_memory(error);
    }
    *out = room;
    return ALEA_OK;
}

void despirala_room_free(despirala_room *room)
{
    if (!room) return;
    for (uint32_t c = 0; c < DESPIRALA_COMBINATIONS; c++) {
        alea__free(room->then[c]);
        alea__free(room->entry[c]);
        alea__free(room->group[c]);
        alea__free(room->rivals[c]);
        alea__free(room->item[c]);
        alea__free(room->class[c]);
    }
    alea__free(room->stop);
    alea__free(room->kept);
    alea__free(room->best);
    alea__free(room);
}

/* ---- a mask ---- */

/* What is still to come with one combination more attempted and g goods left: goods come with the next turn, or are points. */
static void workspace_fill_then(despirala_room *room, const double *values, uint32_t c)
{
    const despirala_rules *rules = &room->game->rules;
    const despirala_graph *graph = room->game->graph;
    const uint32_t next = room->used | 1u << c;
    const size_t layer = despirala_layer_at(graph, (uint32_t)__builtin_popcount(next));
    double *then = room->then[c] + DESPIRALA_LANES;
    if (next == graph->masks - 1)
        for (uint32_t g = 0; g <= room->goods; g++) then[g] = room->sign * (g * rules->good_points);
    else
        for (uint32_t g = 0; g <= room->goods; g++)
            then[g] = room->sign * values[graph->first[next] - layer + rules->gain + g];
    memset(then + room->goods + 1, 0,
           (room->parts->stride + DESPIRALA_LANES - room->goods - 1) * sizeof *then);
}

void despirala_room_begin(despirala_room *room, const double *next, uint32_t used)
{
    const despirala_rules *rules = &room->game->rules;
    const despirala_parts *parts = room->parts;
    room->used = used;
    room->goods = despirala_goods_in(rules, used);
    room->open = room->collects = 0;
    for (uint32_t c = 0; c < rules->combinations; c++) {
        if (used >> c & 1) continue;
        if (parts->part[c].collect)
            room->collect[room->collects++] = (uint8_t)c;
        else
            room->part[room->open++] = (uint8_t)c;
        workspace_fill_then(room, next, c);
    }
    memset(room->stop, 0, (size_t)parts->stride * 2 * DESPIRALA_LANES * sizeof *room->stop);
    for (uint32_t i = 0; i < room->collects; i++)
        for (uint32_t g = 0; g <= room->goods; g++)
            room->stop[g * 2 * DESPIRALA_LANES + i] = room->then[room->collect[i]][DESPIRALA_LANES + g];
    room->views = 0;
    for (uint32_t i = 0; i < parts->groups; i++) {
        const despirala_group *g = &parts->group[i];
        uint32_t unused = 0, only = 0;
        for (uint32_t k = 0; k < g->parts; k++) {
            if (used >> g->part[k] & 1) continue;
            only = g->part[k];
            unused++;
        }
        if (unused > 1) room->view[room->views++] = (despirala_view){room->group[i], g->entry_of};
        if (unused == 1) /* its own table does */
            room->view[room->views++] = (despirala_view){room->entry[only], parts->part[only].entry_of};
    }
}

/* ---- collects one by one ---- */

double despirala_stopping(const despirala_room *room, uint32_t combination, uint32_t kept, uint32_t goods)
{
    const double face = room->sign * room->parts->part[combination].collect;
    return room->then[combination][DESPIRALA_LANES + goods] + face * kept;
}

double despirala_rolling_on(const despirala_room *room, const double *worth, uint32_t kept, uint32_t goods)
{
    const uint32_t dice = room->game->rules.dice, stride = room->parts->stride;
    const double *chance = room->parts->binomial + kept * (dice + 1);
    double on = 0;
    for (uint32_t more = 0; more <= dice - kept; more++)
        on += worth[(kept + more) * stride + goods - 1] * chance[more];
    return on;
}

void despirala_collect(const despirala_room *room, uint32_t combination, double *worth)
{
    const uint32_t dice = room->game->rules.dice;
    for (uint32_t g = 0; g <= room->goods; g++)
        for (uint32_t kept = 0; kept <= dice; kept++) {
            double best = despirala_stopping(room, combination, kept, g);
            if (g > 0 && kept < dice) best = fmax(best, despirala_rolling_on(room, worth, kept, g));
            worth[kept * room->parts->stride + g] = best;
        }
}
