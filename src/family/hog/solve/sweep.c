/* Rooms for sweeps. */
#include "family/hog/solve/sweep.h"
#include "base/error.h"
#include "base/kernel.h"
#include "base/memory.h"

#include <string.h>

hog_kernel *hog_best_kernel(void)
{
    return KERNEL_OF_THREE(hog_sweep);
}

hog_worth hog_sweep(hog_room *room)
{
    return hog_best_kernel()(room);
}

/* ---- the ends of the game ---- */

/* Into all lanes and planes of the kinds that this slot has. What does not end the game is written over, or, in the kinds that
   a slot does not have, stays zero. */
static void fill_end(const hog_graph *g, hog_side *side, size_t slot, double value)
{
    for (uint32_t k = 0; k < HOG_EXTRA; k++) {
        const hog_kind *kind = &side->layout->kind[k];
        double *rows = side->rows + kind->offset;
        for (uint32_t i = 0; i < kind->count * (kind->planes ? 1 : HOG_LANES); i++)
            rows[kind->planes ? (size_t)i * g->goal * g->width + slot : slot * kind->count * HOG_LANES + i] =
                value;
    }
}

/* What the first side has of it when `side` moved last. */
static void fill_ends(const hog_graph *g, hog_side *side, bool second)
{
    for (uint32_t i = 0; i < g->ends; i++) {
        bool won = g->end[i] & HOG_SLOT_WON;
        fill_end(g, side, g->end[i] & ~HOG_SLOT_WON, won != second);
    }
}

/* ---- rooms ---- */

static bool looks_once(hog_manner manner)
{
    return manner == HOG_BY_TABLE || manner == HOG_BY_PLAN;
}

/* Doubles of a room, one array after the other, each beginning at a multiple of HOG_LANES: first they are counted, then, when
   there is a block, they get their places. */
typedef struct space {
    double *block; /* NULL: to be counted */
    size_t used;
} space;

static double *take(space *s, size_t count)
{
    double *at = s->block ? s->block + s->used : NULL;
    s->used += (count + HOG_LANES - 1) / HOG_LANES * HOG_LANES;
    return at;
}

/* Only sides that try all numbers of dice climb. */
static void take_rings(const hog_graph *g, hog_side *side, space *s)
{
    const size_t ring = (size_t)g->goal * g->dice * g->ring * HOG_LANES;
    if (!g->climbs || looks_once(side->manner)) return;
    side->ring = take(s, ring);
    if (g->wide.kind[HOG_STAYS].count > 0) side->stay_ring = take(s, ring);
}

static void take_places(hog_room *room, const hog_request *request, space *s)
{
    const hog_graph *g = room->graph;
    room->sum = take(s, 2 * (size_t)room->sums);
    room->place = take(s, g->places);
    for (unsigned k = 0; k < (request->alone ? 1 : 2); k++) {
        hog_side *side = &room->side[k];
        side->rows = take(s, side->layout->rows + HOG_LANES);
        take_rings(g, side, s);
        if (request->values) side->value = take(s, (size_t)g->goal * g->goal * g->places);
    }
}

static alea_status make_block(hog_room *room, const hog_request *request, alea_error *error)
{
    space s = {NULL};
    take_places(room, request, &s);
    room->block = alea__alloc_bare(s.used + HOG_LANES, sizeof(double));
    if (!room->block) return alea__out_of_memory(error);
    const uintptr_t line = HOG_LANES * sizeof(double);
    s = (space){.block = (double *)(((uintptr_t)room->block + line - 1) / line * line)};
    take_places(room, request, &s);
    memset(room->sum, 0, 2 * room->sums * sizeof *room->sum);
    memset(room->place, 0, room->graph->places * sizeof *room->place);
    return ALEA_OK;
}

static alea_status make_planes(hog_side *side, alea_error *error)
{
    for (int k = 0; k < HOG_KINDS; k++) {
        const hog_kind *kind = &side->layout->kind[k];
        if (!kind->planes || kind->count == 0) continue;
        side->plane[k] = alea__alloc_array(kind->count, sizeof *side->plane[k]);
        if (!side->plane[k]) return alea__out_of_memory(error);
    }
    side->seat = alea__alloc_array(side->layout->kind[HOG_STAYS].count + 1u, sizeof *side->seat);
    return side->seat ? ALEA_OK : alea__out_of_memory(error);
}

static alea_status make(const hog_graph *g, const hog_request *request, hog_room *room, alea_error *error)
{
    const unsigned sides = request->alone ? 1 : 2;
    room->graph = g;
    room->alone = request->alone;
    room->each = request->turns;
    room->sums = g->narrow.sums > g->wide.sums ? g->narrow.sums : g->wide.sums;
    for (unsigned s = 0; s < sides; s++) {
        room->side[s].manner = request->manner[s];
        room->side[s].layout = looks_once(request->manner[s]) ? &g->narrow : &g->wide;
    }
    alea_status status = make_block(room, request, error);
    for (unsigned s = 0; s < sides && status == ALEA_OK; s++) {
        hog_side *side = &room->side[s];
        memset(side->rows, 0, (side->layout->rows + HOG_LANES) * sizeof *side->rows);
        status = make_planes(side, error);
        if (status == ALEA_OK && !request->turns) fill_ends(g, side, s == 1);
        if (status == ALEA_OK) hog_room_seat(room, s, NULL);
    }
    return status;
}

alea_status hog_room_make(const hog_graph *g, const hog_request *request, hog_room **out, alea_error *error)
{
    hog_room *room = alea__alloc(sizeof *room);
    if (!room) return alea__out_of_memory(error);
    alea_status status = make(g, request, room, error);
    if (status == ALEA_OK)
        *out = room;
    else
        hog_room_free(room);
    return status;
}

void hog_room_free(hog_room *room)
{
    if (!room) return;
    for (int s = 0; s < 2; s++) {
        alea__free(room->side[s].seat);
        for (int k = 0; k < HOG_KINDS; k++) alea__free(room->side[s].plane[k]);
    }
    alea__free(room->block);
    alea__free(room);
}

/* ---- sides ---- */

/* The numbers of dice that a side may roll, as bits. */
static uint32_t moves_of(const hog_graph *g, const hog_side *side)
{
    bool rolls[256] = {false};
    uint32_t moves = 0;
    const size_t count = (size_t)g->goal * g->goal * (side->manner == HOG_BY_PLAN ? g->memories : 1);
    if (!side->dice) return UINT32_MAX;
    for (size_t i = 0; i < count; i++) rolls[side->dice[i]] = true;
    for (uint32_t n = 0; n <= g->dice; n++) moves |= (uint32_t)rolls[n] << n;
    return moves;
}

static void list_planes(hog_side *side, int k, uint32_t moves)
{
    const hog_kind *kind = &side->layout->kind[k];
    side->planes[k] = 0;
    for (uint32_t i = 0; kind->planes && i < kind->count; i++)
        if (kind->moves[i] & moves) side->plane[k][side->planes[k]++] = (uint16_t)i;
}

void hog_room_seat(hog_room *room, unsigned which, const uint8_t *dice)
{
    const hog_graph *g = room->graph;
    hog_side *side = &room->side[which];
    side->dice = dice;
    const uint32_t moves = g->haste == HOG_BARE ? UINT32_MAX : moves_of(g, side);
    for (int k = 0; k < HOG_KINDS; k++) list_planes(side, k, moves);
    for (uint32_t i = 0; g->haste == HOG_TROT && i < side->planes[HOG_STAYS]; i++) {
        const hog_kind *kind = &side->layout->kind[HOG_STAYS];
        const uint32_t plane = side->plane[HOG_STAYS][i];
        side->seat[i].rows = side->rows + kind->offset + (size_t)plane * g->goal * g->width;
        side->seat[i].source = g->source + kind->place[plane];
    }
}
