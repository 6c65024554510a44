/* Whether a graph has the simple shape of games in contests, and the data of the fast paths. */
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "family/hog/turn/positions.h"

/* ---- the shape ---- */

static hog_next next_of(const hog_graph *g, uint32_t place, uint32_t n)
{
    return hog_next_of(&g->game->rules, 0, n, 0)[g->memory_at[place]];
}

/* One kind of slot, and at most two that lead to the same scores. */
static bool predecessors_are_few(const hog_graph *g)
{
    for (uint32_t i = 0; i < g->goal * g->goal; i++)
        if (g->predecessor_first[i + 1] - g->predecessor_first[i] > 2) return false;
    return !g->game->rules.again;
}

static bool has_bonus(const hog_graph *g)
{
    for (uint32_t i = 0; i < g->memories * (g->dice + 1); i++)
        if (g->game->rules.bonus[i] > 0) return true;
    return false;
}

/* The position of the memory with the mover again after n dice; -1: none, -2: several. */
static int64_t extra_turn_place(const hog_graph *g, uint32_t n)
{
    int64_t extra = -1;
    ALEA_ASSERT(n <= g->dice);
    for (uint32_t p = 0; p < g->places; p++) {
        if (g->memory_at[p] < 0 || !next_of(g, p, n).again) continue;
        int64_t place = g->place[next_of(g, p, n).memory];
        if (extra >= 0 && extra != place) return -2;
        extra = place;
    }
    return extra;
}

/* The lane that each position's value comes from for any dice, unless the mover is again. Each lane goes to one position;
   unused lanes go to unused positions. Returns false if some position has no such lane. */
static bool find_turn(const hog_graph *g, uint32_t group, int64_t *turn)
{
    bool taken[HOG_LANES] = {false};
    for (uint32_t p = 0; p < HOG_LANES; p++) {
        const uint32_t place = group * HOG_LANES + p;
        turn[p] = -1;
        for (uint32_t n = 0; n <= g->dice && g->memory_at[place] >= 0; n++) {
            const hog_next next = next_of(g, place, n);
            if (next.again) continue;
            if (turn[p] >= 0 && turn[p] != g->place[next.memory]) return false;
            turn[p] = g->place[next.memory];
        }
        if (turn[p] < 0) continue;
        if (taken[turn[p]]) return false;
        taken[turn[p]] = true;
    }
    for (uint32_t p = 0, free = 0; p < HOG_LANES; p++) {
        if (turn[p] >= 0) continue;
        while (taken[free]) free++;
        ALEA_ASSERT(free < HOG_LANES);
        turn[p] = free++;
    }
    return true;
}

/* Rolls add up, nothing but swaps, and one group of positions when the opponent is next, and one, in which each number of dice has
   its own position, when the mover is again; only positions of the first group give another turn. */
static bool can_climb(hog_graph *g)
{
    const hog_kind *kind = g->wide.kind;
    if (!g->adds_up || !g->only_swaps || has_bonus(g) || !predecessors_are_few(g)) return false;
    if (g->groups > 2 || kind[0].count != 1 || kind[0].place[0] != 0 || kind[HOG_EXTRA_TURN].count > 1)
        return false;
    for (uint32_t n = 0; n <= g->dice; n++)
        if (extra_turn_place(g, n) < -1) return false;
    for (uint32_t group = 0; group < g->groups; group++)
        if (!find_turn(g, group, g->turn[group])) return false;
    for (uint32_t p = HOG_LANES; p < g->places; p++)
        for (uint32_t n = 0; n <= g->dice && g->memory_at[p] >= 0; n++)
            if (next_of(g, p, n).again) return false;
    return true;
}

static bool can_go_bare(const hog_graph *g)
{
    for (uint32_t n = 1; n <= g->dice; n++)
        if (g->roll[n].runs > 2 || (g->roll[n].runs == 2 && g->roll[n].run[1].count > 1)) return false;
    return g->memories == 1 && extra_turn_place(g, 0) < 0 && !has_bonus(g) && predecessors_are_few(g);
}

/* ---- for all fast paths ---- */

/* A pair of scores has at most two slots that lead there; a missing one is 0 in the step. */
static alea_status make_steps(hog_graph *g, alea_error *error)
{
    const uint32_t cells = g->goal * g->goal;
    g->step = alea__own(&g->owned, alea__alloc_array(cells, sizeof *g->step));
    if (!g->step) return alea__out_of_memory(error);
    for (uint32_t k = 0; k < cells; k++) {
        const uint32_t cell = g->order[k], own = cell / g->goal, opponent = cell % g->goal;
        const uint32_t *to = g->predecessor_first + (size_t)opponent * g->goal + own,
                       *extra = g->predecessor_first + cell;
        ALEA_ASSERT(to[1] - to[0] <= 2 && extra[1] - extra[0] <= 2);
        hog_step *out = &g->step[k];
        *out = (hog_step){.own = own, .opponent = opponent, .cell = cell, .slot = hog_slot(g, own, opponent)};
        out->bacon = hog_bacon(&g->game->rules, own, opponent);
        for (uint32_t i = 0; i < 2; i++) {
            out->predecessor[i] = to[0] + i < to[1] ? g->predecessor[to[0] + i] : 0;
            out->extra_turn[i] = extra[0] + i < extra[1] ? g->predecessor[extra[0] + i] : 0;
        }
    }
    return ALEA_OK;
}

/* ---- for the ladder ---- */

/* Separates throws without a 1 from the others, even if both can score the same. Every number of dice has a chance for as
   many points as the most dice, with zeros at the end. */
static alea_status split_tosses(hog_graph *g, alea_error *error)
{
    const hog_rules *rules = &g->game->rules;
    const uint32_t faces = rules->set[0].sides - 1,
                   row = (g->dice * (faces - 1) + 1 + HOG_LANES) / HOG_LANES * HOG_LANES;
    double *chance = g->split =
        alea__own(&g->owned, alea__alloc_aligned(64, (g->dice + (size_t)1) * row * sizeof *chance));
    if (!chance) return alea__out_of_memory(error);
    g->quick[0].chance = chance;
    chance += row;
    uint64_t plain = 1;
    for (uint32_t n = 1; n <= g->dice; n++, chance += row) {
        const hog_odds *odds = hog_odds_of(g->game, 0, n);
        hog_toss *t = &g->quick[n];
        const double all = (double)odds->denominator;
        plain *= faces;
        ALEA_ASSERT(plain <= odds->denominator);
        *t = (hog_toss){.first = 2 * n, .count = n * (faces - 1) + 1, .chance = chance, .single = g->pig};
        t->scale = 1 / all;
        t->single_chance = (double)(odds->denominator - plain) / all;
        for (uint32_t i = 0; i < t->count; i++) {
            uint64_t pigs = t->first + i == g->pig ? odds->denominator - plain : 0;
            chance[i] = (double)(odds->weight[t->first + i] - pigs) / all;
        }
    }
    return ALEA_OK;
}

/* Where n dice find the value of an extra turn, and in which lanes it replaces the first sum. Leaves *out alone where n dice
   never give one. */
static void find_extra_turn(const hog_graph *g, uint32_t n, hog_toss *out)
{
    const hog_kind *kind = &g->narrow.kind[HOG_EXTRA_TURN];
    const int64_t extra = extra_turn_place(g, n);
    ALEA_ASSERT(extra >= -1); /* can_climb has seen to that */
    if (extra < 0) return;
    out->lane = (uint32_t)extra % HOG_LANES;
    if (kind->planes)
        out->plane = kind->offset + (size_t)hog_kind_index(kind, (uint32_t)extra) * g->goal * g->width;
    for (uint32_t p = 0; p < g->places; p++)
        if (g->memory_at[p] >= 0 && next_of(g, p, n).again) {
            out->extra_lanes[p / HOG_LANES][g->turn[p / HOG_LANES][p % HOG_LANES]] = -1;
            out->extra_turn = true;
        }
}

static alea_status make_sum_lanes(hog_graph *g, alea_error *error)
{
    g->sum_lane = alea__own(&g->owned, alea__alloc((g->dice + 1u) * g->places));
    if (!g->sum_lane) return alea__out_of_memory(error);
    for (uint32_t n = 0; n <= g->dice; n++)
        for (uint32_t p = 0; p < g->places; p++)
            g->sum_lane[n * g->places + p] = (uint8_t)(g->memory_at[p] >= 0 && next_of(g, p, n).again
                                                           ? HOG_LANES
                                                           : g->turn[p / HOG_LANES][p % HOG_LANES]);
    return ALEA_OK;
}

/* Sums over all throws of n dice without a 1, from each total of the goal or more, where a slot is an end: first
   [n][total], then in the order of the ring. */
static alea_status make_edge(hog_graph *g, unsigned side, alea_error *error)
{
    const hog_rules *rules = &g->game->rules;
    ALEA_ASSERT(g->ring > rules->set[0].sides && (g->ring & (g->ring - 1)) == 0);
    double *sums = alea__alloc_array((size_t)(g->dice + 1) * g->width, sizeof *sums);
    double *edge = g->edge[side] =
        alea__own(&g->owned, alea__alloc_array((size_t)g->goal * g->dice * g->ring, sizeof *edge));
    if (!sums || !edge) {
        alea__free(sums);
        return alea__out_of_memory(error);
    }
    for (uint32_t opponent = 0; opponent < g->goal; opponent++) {
        for (uint32_t total = g->goal; total < rules->scores; total++)
            sums[total] = hog_is_won(rules->after[(size_t)total * g->goal + opponent]) != (side == 1);
        for (uint32_t n = 1; n <= g->dice; n++, edge += g->ring) {
            const double *fewer = sums + (n - 1) * g->width;
            double *sum = sums + n * g->width;
            for (uint32_t total = g->goal; total < g->width; total++) {
                sum[total] = 0;
                for (uint32_t face = 2; face <= rules->set[0].sides && total + face < g->width; face++)
                    sum[total] += fewer[total + face];
            }
            for (uint32_t i = 0; i < g->ring; i++) edge[i] = g->goal + i < g->width ? sum[g->goal + i] : 0;
        }
    }
    alea__free(sums);
    return ALEA_OK;
}

/* Makes the size of the ring, split chances, extra turns, and the sums above the goal. The graph owns them even after a failure. */
static alea_status make_ladder(hog_graph *g, alea_error *error)
{
    for (g->ring = 8; g->ring <= g->game->rules.set[0].sides;) g->ring *= 2;
    alea_status status = split_tosses(g, error);
    if (status != ALEA_OK) return status;
    g->most_extra_dice = 1;
    for (uint32_t n = 0; n <= g->dice; n++) {
        find_extra_turn(g, n, &g->quick[n]);
        if (g->quick[n].extra_turn && n > 0) g->most_extra_dice = n;
    }
    status = make_sum_lanes(g, error);
    for (unsigned side = 0; side < 2 && status == ALEA_OK; side++) status = make_edge(g, side, error);
    return status;
}

alea_status hog_make_fast_path(hog_graph *g, alea_error *error)
{
    g->climbs = can_climb(g);
    g->fast_path = can_go_bare(g)                           ? HOG_BARE
                   : g->climbs && !g->narrow.kind[0].planes ? HOG_TROT
                                                            : HOG_GENERIC;
    if (!g->climbs && g->fast_path == HOG_GENERIC) return ALEA_OK;
    alea_status status = make_steps(g, error);
    g->quick[0] = (hog_toss){.single_chance = 1, .bacon = UINT32_MAX, .chance = g->chance};
    for (uint32_t n = 1; n <= g->dice; n++) {
        const hog_run *run = g->roll[n].run;
        hog_toss *t = &g->quick[n];
        *t =
            (hog_toss){.first = run->first, .count = run->count, .chance = run->chance, .single = run->first};
        if (g->roll[n].runs < 2) continue;
        t->single = run[1].first;
        t->single_chance = run[1].chance[0];
    }
    return status == ALEA_OK && g->climbs ? make_ladder(g, error) : status;
}
