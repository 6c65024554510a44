/* Workspaces for sweeps. */
#include "family/hog/solve/sweep.h"
#include "base/assert.h"
#include "base/error.h"
#include "base/kernel.h"
#include "base/memory.h"

#include <string.h>

hog_kernel *hog_best_kernel(void)
{
    return KERNEL_OF_THREE(hog_sweep);
}

/* Whether a side plays a fixed number of dice in a position, and so needs a table or plan. */
static bool looks_once(hog_policy_source source)
{
    return source == HOG_BY_TABLE || source == HOG_BY_PLAN;
}

hog_worth hog_sweep(hog_workspace *work)
{
    ALEA_ASSERT(!looks_once(work->side[0].source) || work->side[0].dice);
    ALEA_ASSERT(work->alone || !looks_once(work->side[1].source) || work->side[1].dice);
    return work->graph->plain ? hog_sweep_plain(work) : hog_best_kernel()(work);
}

/* Writes the ends of the game, as the first side sees them after `side` moved last, into all lanes and planes of the kinds
   that their slots have. Other positions are overwritten later or, in kinds that a slot does not have, stay zero. */
static void sweep_fill_ends(const hog_graph *g, hog_side *side, bool second)
{
    for (uint32_t i = 0; i < g->ends; i++) {
        const size_t slot = g->end[i] & ~HOG_SLOT_WON;
        ALEA_ASSERT(slot < (size_t)g->goal * g->width);
        const double value = ((g->end[i] & HOG_SLOT_WON) != 0) != second;
        for (uint32_t k = 0; k < HOG_GRANTED; k++) {
            const hog_kind *kind = &side->layout->kind[k];
            double *rows = side->rows + kind->offset;
            for (uint32_t j = 0; j < kind->count * (kind->planes ? 1 : HOG_LANES); j++)
                rows[kind->planes ? (size_t)j * g->goal * g->width + slot
                                  : slot * kind->count * HOG_LANES + j] = value;
        }
    }
}

/* ---- workspaces ---- */

/* Doubles of a workspace, one array after the other, each beginning at a multiple of HOG_LANES: first they are counted, then, when
   there is a block, they get their places. */
typedef struct space {
    double *block; /* NULL: only count */
    size_t used;
} space;

static double *space_take(space *s, size_t count)
{
    double *at = s->block ? s->block + s->used : NULL;
    s->used += (count + HOG_LANES - 1) / HOG_LANES * HOG_LANES;
    return at;
}

/* Gives all arrays of a workspace their places. */
static void space_take_all(hog_workspace *work, const hog_request *request, space *s)
{
    const hog_graph *g = work->graph;
    const size_t ring = (size_t)g->goal * g->dice * g->ring * HOG_LANES;
    work->sum = space_take(s, 2 * (size_t)work->sums);
    work->place = space_take(s, g->places);
    for (unsigned k = 0; k < (request->alone ? 1 : 2); k++) {
        hog_side *side = &work->side[k];
        side->rows = space_take(s, side->layout->rows + HOG_LANES);
        if (g->climbs && !looks_once(side->source)) { /* only sides that try all numbers of dice climb */
            side->ring = space_take(s, ring);
            if (g->wide.kind[HOG_EXTRA_TURN].count > 0) side->extra_ring = space_take(s, ring);
        }
        if (request->values || g->plain) side->value = space_take(s, (size_t)g->goal * g->goal * g->places);
    }
}

/* Allocates all doubles of a workspace in one aligned block, which it owns. The sums and the place of a position start at
   zero; the rest is not initialised. */
static alea_status sweep_make_block(hog_workspace *work, const hog_request *request, alea_error *error)
{
    space s = {0};
    space_take_all(work, request, &s);
    work->block = alea__alloc_bare(s.used + HOG_LANES, sizeof(double));
    if (!work->block) return alea__out_of_memory(error);
    const uintptr_t line = HOG_LANES * sizeof(double);
    const size_t counted = s.used;
    s = (space){.block = (double *)(((uintptr_t)work->block + line - 1) / line * line)};
    space_take_all(work, request, &s);
    ALEA_ASSERT(s.used == counted);
    memset(work->sum, 0, 2 * work->sums * sizeof *work->sum);
    memset(work->place, 0, work->graph->places * sizeof *work->place);
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
    side->slots = alea__alloc_array(side->layout->kind[HOG_EXTRA_TURN].count + 1u, sizeof *side->slots);
    return side->slots ? ALEA_OK : alea__out_of_memory(error);
}

alea_status hog_workspace_make(const hog_graph *g, const hog_request *request, hog_workspace **out,
                               alea_error *error)
{
    const unsigned sides = request->alone ? 1 : 2;
    ALEA_ASSERT(sides == 1 || request->source[1] != HOG_AT_BEST);
    hog_workspace *work = alea__alloc(sizeof *work);
    if (!work) return alea__out_of_memory(error);
    work->graph = g;
    work->alone = request->alone;
    work->each = request->turns;
    work->never = request->never;
    work->sums = g->narrow.sums > g->wide.sums ? g->narrow.sums : g->wide.sums;
    if (g->places > work->sums) work->sums = g->places;
    for (unsigned s = 0; s < sides; s++) {
        work->side[s].source = request->source[s];
        work->side[s].layout = looks_once(request->source[s]) ? &g->narrow : &g->wide;
    }
    alea_status status = sweep_make_block(work, request, error);
    const size_t count = g->game->rules.idles ? (size_t)2 * g->goal * g->places : 1; /* positions of a sum */
    work->path = alea__alloc_array(count, sizeof *work->path);
    work->mark = alea__alloc(count);
    if (status == ALEA_OK && (!work->path || !work->mark)) status = alea__out_of_memory(error);
    for (unsigned s = 0; s < sides && status == ALEA_OK; s++) {
        hog_side *side = &work->side[s];
        memset(side->rows, 0, (side->layout->rows + HOG_LANES) * sizeof *side->rows);
        status = sweep_make_side(side, error);
        if (status == ALEA_OK && !request->turns) sweep_fill_ends(g, side, s == 1);
        if (status == ALEA_OK) hog_workspace_set_dice(work, s, NULL);
    }
    if (status == ALEA_OK)
        *out = work;
    else
        hog_workspace_free(work);
    return status;
}

void hog_workspace_free(hog_workspace *work)
{
    if (!work) return;
    for (int s = 0; s < 2; s++) {
        alea__free(work->side[s].slots);
        for (int k = 0; k < HOG_KINDS; k++) alea__free(work->side[s].plane[k]);
    }
    alea__free(work->path);
    alea__free(work->mark);
    alea__free(work->block);
    alea__free(work);
}

/* ---- sides ---- */

/* The numbers of dice that a side may roll, as bits. */
static uint32_t side_moves(const hog_graph *g, const hog_side *side)
{
    bool rolls[256] = {false};
    uint32_t moves = 0;
    const size_t count = (size_t)g->goal * g->goal * (side->source == HOG_BY_PLAN ? g->memories : 1);
    if (!side->dice) return UINT32_MAX;
    for (size_t i = 0; i < count; i++) rolls[side->dice[i]] = true;
    for (uint32_t n = 0; n <= g->dice; n++) moves |= (uint32_t)rolls[n] << n;
    return moves;
}

/* The longest run of points, which is that of the most dice. */
static uint32_t side_longest_run(const hog_graph *g, const hog_side *side)
{
    const uint8_t *dice = side->dice;
    const size_t count = dice ? (size_t)g->goal * g->goal : 0;
    uint8_t most = 0;
    for (size_t i = 0; i < count; i++) most = dice[i] > most ? dice[i] : most; /* in vectors */
    ALEA_ASSERT(most <= g->dice);
    return g->quick[most].count;
}

void hog_workspace_set_dice(hog_workspace *work, unsigned which, const uint8_t *dice)
{
    const hog_graph *g = work->graph;
    hog_side *side = &work->side[which];
    ALEA_ASSERT(which < (work->alone ? 1 : 2));
    side->dice = dice;
    if (g->plain) return;
    if (g->fast_path == HOG_BARE && side->source == HOG_BY_TABLE) side->longest = side_longest_run(g, side);
    const uint32_t moves = g->fast_path == HOG_BARE ? UINT32_MAX : side_moves(g, side);
    for (int k = 0; k < HOG_KINDS; k++) {
        const hog_kind *kind = &side->layout->kind[k];
        side->planes[k] = 0;
        for (uint32_t i = 0; kind->planes && i < kind->count; i++)
            if (kind->moves[i] & moves) side->plane[k][side->planes[k]++] = (uint16_t)i;
    }
    for (uint32_t i = 0; g->fast_path == HOG_TROT && i < side->planes[HOG_EXTRA_TURN]; i++) {
        const hog_kind *kind = &side->layout->kind[HOG_EXTRA_TURN];
        const uint32_t plane = side->plane[HOG_EXTRA_TURN][i];
        side->slots[i].rows = side->rows + kind->offset + (size_t)plane * g->goal * g->width;
        side->slots[i].sum_lane = g->sum_lane + kind->place[plane];
    }
}
