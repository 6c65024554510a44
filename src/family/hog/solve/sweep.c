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

/* Writes the ends of the game, as the first side sees them when `side` moved last, into all lanes and planes of the kinds that
   their slots have. What does not end the game is written over, or, in the kinds that a slot does not have, stays zero. */
static void sweep_fill_ends(const hog_graph *g, hog_side *side, bool second)
{
    for (uint32_t i = 0; i < g->ends; i++) {
        const size_t slot = g->end[i] & ~HOG_SLOT_WON;
        const double value = ((g->end[i] & HOG_SLOT_WON) != 0) != second;
        for (uint32_t k = 0; k < HOG_EXTRA; k++) {
            const hog_kind *kind = &side->layout->kind[k];
            double *rows = side->rows + kind->offset;
            for (uint32_t j = 0; j < kind->count * (kind->planes ? 1 : HOG_LANES); j++)
                rows[kind->planes ? (size_t)j * g->goal * g->width + slot
                                  : slot * kind->count * HOG_LANES + j] = value;
        }
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

static double *space_take(space *s, size_t count)
{
    double *at = s->block ? s->block + s->used : NULL;
    s->used += (count + HOG_LANES - 1) / HOG_LANES * HOG_LANES;
    return at;
}

static void space_take_all(hog_room *room, const hog_request *request, space *s)
{
    const hog_graph *g = room->graph;
    const size_t ring = (size_t)g->goal * g->dice * g->ring * HOG_LANES;
    room->sum = space_take(s, 2 * (size_t)room->sums);
    room->place = space_take(s, g->places);
    for (unsigned k = 0; k < (request->alone ? 1 : 2); k++) {
        hog_side *side = &room->side[k];
        side->rows = space_take(s, side->layout->rows + HOG_LANES);
        if (g->climbs && !looks_once(side->manner)) { /* only sides that try all numbers of dice climb */
            side->ring = space_take(s, ring);
            if (g->wide.kind[HOG_STAYS].count > 0) side->stay_ring = space_take(s, ring);
        }
        if (request->values) side->value = space_take(s, (size_t)g->goal * g->goal * g->places);
    }
}

static alea_status sweep_make_block(hog_room *room, const hog_request *request, alea_error *error)
{
    space s = {NULL};
    space_take_all(room, request, &s);
    room->block = alea__alloc_bare(s.used + HOG_LANES, sizeof(double));
    if (!room->block) return alea__out_of_memory(error);
    const uintptr_t line = HOG_LANES * sizeof(double);
    s = (space){.block = (double *)(((uintptr_t)room->block + line - 1) / line * line)};
    space_take_all(room, request, &s);
    memset(room->sum, 0, 2 * room->sums * sizeof *room->sum);
    memset(room->place, 0, room->graph->places * sizeof *room->place);
    return ALEA_OK;
}

static alea_status sweep_make_side(hog_side *side, alea_error *error)
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

alea_status hog_room_make(const hog_graph *g, const hog_request *request, hog_room **out, alea_error *error)
{
    const unsigned sides = request->alone ? 1 : 2;
    hog_room *room = alea__alloc(sizeof *room);
    if (!room) return alea__out_of_memory(error);
    room->graph = g;
    room->alone = request->alone;
    room->each = request->turns;
    room->sums = g->narrow.sums > g->wide.sums ? g->narrow.sums : g->wide.sums;
    for (unsigned s = 0; s < sides; s++) {
        room->side[s].manner = request->manner[s];
        room->side[s].layout = looks_once(request->manner[s]) ? &g->narrow : &g->wide;
    }
    alea_status status = sweep_make_block(room, request, error);
    for (unsigned s = 0; s < sides && status == ALEA_OK; s++) {
        hog_side *side = &room->side[s];
        memset(side->rows, 0, (side->layout->rows + HOG_LANES) * sizeof *side->rows);
        status = sweep_make_side(side, error);
        if (status == ALEA_OK && !request->turns) sweep_fill_ends(g, side, s == 1);
        if (status == ALEA_OK) hog_room_seat(room, s, NULL);
    }
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
static uint32_t side_moves(const hog_graph *g, const hog_side *side)
{
    bool rolls[256] = {false};
    uint32_t moves = 0;
    const size_t count = (size_t)g->goal * g->goal * (side->manner == HOG_BY_PLAN ? g->memories : 1);
    if (!side->dice) return UINT32_MAX;
    for (size_t i = 0; i < count; i++) rolls[side->dice[i]] = true;
    for (uint32_t n = 0; n <= g->dice; n++) moves |= (uint32_t)rolls[n] << n;
    return moves;
}

void hog_room_seat(hog_room *room, unsigned which, const uint8_t *dice)
{
    const hog_graph *g = room->graph;
    hog_side *side = &room->side[which];
    side->dice = dice;
    const uint32_t moves = g->haste == HOG_BARE ? UINT32_MAX : side_moves(g, side);
    for (int k = 0; k < HOG_KINDS; k++) {
        const hog_kind *kind = &side->layout->kind[k];
        side->planes[k] = 0;
        for (uint32_t i = 0; kind->planes && i < kind->count; i++)
            if (kind->moves[i] & moves) side->plane[k][side->planes[k]++] = (uint16_t)i;
    }
    for (uint32_t i = 0; g->haste == HOG_TROT && i < side->planes[HOG_STAYS]; i++) {
        const hog_kind *kind = &side->layout->kind[HOG_STAYS];
        const uint32_t plane = side->plane[HOG_STAYS][i];
        side->seat[i].rows = side->rows + kind->offset + (size_t)plane * g->goal * g->width;
        side->seat[i].source = g->source + kind->place[plane];
    }
}
