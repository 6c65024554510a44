/* Whether a graph has the simple shape of the games that contests are about, and what the quick ways then need. */
#include "base/error.h"
#include "base/memory.h"
#include "family/hog/turn/positions.h"

/* ---- the shape ---- */

static hog_next next_of(const hog_graph *g, uint32_t place, uint32_t n)
{
    return g->game->rules.next[(size_t)g->memory_at[place] * (g->dice + 1) + n];
}

/* One kind of slot, and at most two that lead to the same scores. */
static bool leads_are_few(const hog_graph *g)
{
    for (uint32_t i = 0; i < g->goal * g->goal; i++)
        if (g->lead_first[i + 1] - g->lead_first[i] > 2) return false;
    return !g->game->rules.again;
}

static bool has_bonus(const hog_graph *g)
{
    for (uint32_t i = 0; i < g->memories * (g->dice + 1); i++)
        if (g->game->rules.bonus[i] > 0) return true;
    return false;
}

/* The position of the memory in which the mover is again with n dice; -1: there is none, -2: more than one. */
static int64_t stay_of(const hog_graph *g, uint32_t n)
{
    int64_t stay = -1;
    for (uint32_t p = 0; p < g->places; p++) {
        if (g->memory_at[p] < 0 || !next_of(g, p, n).again) continue;
        int64_t place = g->place[next_of(g, p, n).memory];
        if (stay >= 0 && stay != place) return -2;
        stay = place;
    }
    return stay;
}

/* One group of positions when the opponent is next, and one, in which each number of dice has its own position, when the
   mover is again. */
static bool memories_are_few(const hog_graph *g)
{
    const hog_kind *kind = g->wide.kind;
    if (g->groups > 2 || kind[0].count != 1 || kind[0].place[0] != 0 || kind[HOG_STAYS].count > 1)
        return false;
    for (uint32_t n = 0; n <= g->dice; n++)
        if (stay_of(g, n) < -1) return false;
    return true;
}

/* The lane that a position's value comes from whatever the dice, unless the mover is again; -1 where nobody cares. False:
   there is no such lane. */
static bool find_lane(const hog_graph *g, uint32_t place, int64_t *lane)
{
    *lane = -1;
    for (uint32_t n = 0; n <= g->dice && g->memory_at[place] >= 0; n++) {
        hog_next next = next_of(g, place, n);
        if (next.again) continue;
        if (*lane >= 0 && *lane != g->place[next.memory]) return false;
        *lane = g->place[next.memory];
    }
    return true;
}

/* Each lane goes to one position; those that nobody wants go where nobody looks. */
static bool find_turn(const hog_graph *g, uint32_t group, int64_t *turn)
{
    bool taken[HOG_LANES] = {false};
    for (uint32_t p = 0; p < HOG_LANES; p++) {
        if (!find_lane(g, group * HOG_LANES + p, &turn[p])) return false;
        if (turn[p] < 0) continue;
        if (taken[turn[p]]) return false;
        taken[turn[p]] = true;
    }
    for (uint32_t p = 0, free = 0; p < HOG_LANES; p++) {
        if (turn[p] >= 0) continue;
        while (taken[free]) free++;
        turn[p] = free++;
    }
    return true;
}

/* Only positions of the first group give another turn. */
static bool stays_are_early(const hog_graph *g)
{
    for (uint32_t p = HOG_LANES; p < g->places; p++)
        for (uint32_t n = 0; n <= g->dice && g->memory_at[p] >= 0; n++)
            if (next_of(g, p, n).again) return false;
    return true;
}

static bool can_climb(hog_graph *g)
{
    if (!g->adds_up || !g->only_swaps || has_bonus(g) || !leads_are_few(g) || !memories_are_few(g))
        return false;
    for (uint32_t group = 0; group < g->groups; group++)
        if (!find_turn(g, group, g->turn[group])) return false;
    return stays_are_early(g);
}

static bool is_bare(const hog_graph *g)
{
    for (uint32_t n = 1; n <= g->dice; n++)
        if (g->roll[n].runs > 2 || (g->roll[n].runs == 2 && g->roll[n].run[1].count > 1)) return false;
    return g->memories == 1 && stay_of(g, 0) < 0 && !has_bonus(g) && leads_are_few(g);
}

/* ---- what all quick ways need ---- */

static void copy_leads(const hog_graph *g, uint32_t own, uint32_t opponent, uint32_t out[2])
{
    const uint32_t *first = g->lead_first + (size_t)own * g->goal + opponent;
    for (uint32_t i = 0; i < 2; i++) out[i] = first[0] + i < first[1] ? g->lead[first[0] + i] : 0;
}

static void make_step(const hog_graph *g, uint32_t cell, hog_step *out)
{
    const uint32_t own = cell / g->goal, opponent = cell % g->goal;
    out->own = own;
    out->opponent = opponent;
    out->cell = cell;
    out->slot = hog_slot(g, own, opponent);
    out->bacon = hog_bacon(&g->game->rules, own, opponent);
    copy_leads(g, opponent, own, out->lead);
    copy_leads(g, own, opponent, out->stay);
}

static alea_status make_steps(hog_graph *g, alea_error *error)
{
    const uint32_t cells = g->goal * g->goal;
    g->step = alea__alloc_array(cells, sizeof *g->step);
    if (!g->step) return alea__out_of_memory(error);
    for (uint32_t i = 0; i < cells; i++) make_step(g, g->order[i], &g->step[i]);
    return ALEA_OK;
}

static void make_throw(const hog_graph *g, uint32_t n, hog_throw *out)
{
    *out = (hog_throw){.single_chance = 1, .bacon = UINT32_MAX, .chance = g->chance};
    if (n == 0) return;
    const hog_dice *roll = &g->roll[n];
    const hog_run *run = roll->run;
    *out = (hog_throw){.first = run->first, .count = run->count, .chance = run->chance, .single = run->first};
    if (roll->runs < 2) return;
    out->single = run[1].first;
    out->single_chance = run[1].chance[0];
}

/* ---- what the ladder needs ---- */

/* Throws without a 1 apart from the others, even where both can score the same. */
static alea_status split_throws(hog_graph *g, alea_error *error)
{
    const hog_rules *rules = &g->game->rules;
    const uint32_t faces = rules->sides - 1,
                   row = (g->dice * (faces - 1) + 1 + HOG_LANES) / HOG_LANES * HOG_LANES;
    double *chance = g->split = alea__alloc_aligned(64, (size_t)g->dice * row * sizeof *chance);
    if (!chance) return alea__out_of_memory(error);
    uint64_t plain = 1;
    for (uint32_t n = 1; n <= g->dice; n++, chance += row) {
        const hog_odds *odds = &g->game->odds[n];
        hog_throw *t = &g->quick[n];
        const double all = (double)odds->denominator;
        plain *= faces;
        *t = (hog_throw){.first = 2 * n, .count = n * (faces - 1) + 1, .chance = chance, .single = g->pig};
        t->scale = 1 / all;
        t->single_chance = (double)(odds->denominator - plain) / all;
        for (uint32_t i = 0; i < t->count; i++) {
            uint64_t pigs = t->first + i == g->pig ? odds->denominator - plain : 0;
            chance[i] = (double)(odds->weight[t->first + i] - pigs) / all;
        }
    }
    return ALEA_OK;
}

static uint32_t index_of(const hog_kind *kind, uint32_t place)
{
    uint32_t i = 0;
    while (kind->place[i] != place) i++;
    return i;
}

static void find_stay(const hog_graph *g, uint32_t n, hog_throw *out)
{
    const hog_kind *kind = &g->narrow.kind[HOG_STAYS];
    const int64_t stay = stay_of(g, n);
    if (stay < 0) return;
    out->lane = (uint32_t)stay % HOG_LANES;
    if (kind->planes) out->plane = kind->offset + (size_t)index_of(kind, (uint32_t)stay) * g->goal * g->width;
    for (uint32_t p = 0; p < g->places; p++)
        if (g->memory_at[p] >= 0 && next_of(g, p, n).again) {
            out->stay[p / HOG_LANES][g->turn[p / HOG_LANES][p % HOG_LANES]] = -1;
            out->stays = true;
        }
}

static alea_status make_sources(hog_graph *g, alea_error *error)
{
    g->source = alea__alloc((g->dice + 1u) * g->places);
    if (!g->source) return alea__out_of_memory(error);
    for (uint32_t n = 0; n <= g->dice; n++)
        for (uint32_t p = 0; p < g->places; p++)
            g->source[n * g->places + p] = (uint8_t)(g->memory_at[p] >= 0 && next_of(g, p, n).again
                                                         ? HOG_LANES
                                                         : g->turn[p / HOG_LANES][p % HOG_LANES]);
    return ALEA_OK;
}

/* Sums over all throws of n dice without a 1, from each total of the goal or more, where a slot is an end: [n][total]. */
static void climb_edge(const hog_graph *g, double *sum)
{
    const uint32_t faces = g->game->rules.sides;
    for (uint32_t n = 1; n <= g->dice; n++, sum += g->width)
        for (uint32_t total = g->goal; total < g->width; total++) {
            double *to = sum + g->width + total;
            *to = 0;
            for (uint32_t face = 2; face <= faces && total + face < g->width; face++)
                *to += sum[total + face];
        }
}

static alea_status make_edge(hog_graph *g, unsigned side, alea_error *error)
{
    const hog_rules *rules = &g->game->rules;
    double *sum = alea__alloc_array((size_t)(g->dice + 1) * g->width, sizeof *sum);
    double *edge = g->edge[side] = alea__alloc_array((size_t)g->goal * g->dice * g->ring, sizeof *edge);
    if (!sum || !edge) {
        alea__free(sum);
        return alea__out_of_memory(error);
    }
    for (uint32_t opponent = 0; opponent < g->goal; opponent++) {
        for (uint32_t total = g->goal; total < rules->scores; total++)
            sum[total] = hog_is_won(rules->after[(size_t)total * g->goal + opponent]) != (side == 1);
        climb_edge(g, sum);
        for (uint32_t n = 1; n <= g->dice; n++)
            for (uint32_t i = 0; i < g->ring; i++, edge++)
                *edge = g->goal + i < g->width ? sum[n * g->width + g->goal + i] : 0;
    }
    alea__free(sum);
    return ALEA_OK;
}

static alea_status make_ladder(hog_graph *g, alea_error *error)
{
    for (g->ring = 8; g->ring <= g->game->rules.sides;) g->ring *= 2;
    alea_status status = split_throws(g, error);
    if (status != ALEA_OK) return status;
    g->most_stays = 1;
    for (uint32_t n = 0; n <= g->dice; n++) {
        find_stay(g, n, &g->quick[n]);
        if (g->quick[n].stays && n > 0) g->most_stays = n;
    }
    status = make_sources(g, error);
    for (unsigned side = 0; side < 2 && status == ALEA_OK; side++) status = make_edge(g, side, error);
    return status;
}

alea_status hog_make_haste(hog_graph *g, alea_error *error)
{
    g->climbs = can_climb(g);
    g->haste = is_bare(g) ? HOG_BARE : g->climbs && !g->narrow.kind[0].planes ? HOG_TROT : HOG_SLOWLY;
    if (!g->climbs && g->haste == HOG_SLOWLY) return ALEA_OK;
    alea_status status = make_steps(g, error);
    for (uint32_t n = 0; n <= g->dice; n++) make_throw(g, n, &g->quick[n]);
    return status == ALEA_OK && g->climbs ? make_ladder(g, error) : status;
}
