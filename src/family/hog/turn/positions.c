/* The graph of positions: slots and where they lead, and the order in which positions are worked through. */
#include "family/hog/turn/positions.h"
#include "base/error.h"
#include "base/memory.h"

/* ---- slots ---- */

/* What a slot leads to; own and opponent as the mover sees them. */
static hog_scores leads_to(const hog_graph *g, uint32_t total, uint32_t opponent)
{
    return g->game->rules.after[(size_t)total * g->goal + opponent];
}

static bool gives_extra(const hog_graph *g, hog_scores s)
{
    const uint8_t *again = g->game->rules.again;
    return again && again[(size_t)s.own * g->goal + s.opponent];
}

typedef void visitor(hog_graph *, uint32_t slot, hog_scores);

/* A turn brings at least one point. */
static void visit_slots(hog_graph *g, visitor *visit)
{
    for (uint32_t opponent = 0; opponent < g->goal; opponent++)
        for (uint32_t total = 1; total < g->game->rules.scores; total++)
            visit(g, hog_slot(g, total, opponent), leads_to(g, total, opponent));
}

static void count_slot(hog_graph *g, uint32_t slot, hog_scores s)
{
    (void)slot;
    if (hog_is_over(&g->game->rules, s))
        g->ends++;
    else
        g->lead_first[(size_t)s.own * g->goal + s.opponent + 1]++;
}

static void list_slot(hog_graph *g, uint32_t slot, hog_scores s)
{
    if (hog_is_over(&g->game->rules, s))
        g->end[g->ends++] = slot | (hog_is_won(s) ? HOG_SLOT_WON : 0);
    else
        g->lead[g->lead_first[(size_t)s.own * g->goal + s.opponent]++] =
            slot | (gives_extra(g, s) ? HOG_SLOT_EXTRA : 0);
}

static alea_status make_slots(hog_graph *g, alea_error *error)
{
    const size_t positions = (size_t)g->goal * g->goal;
    g->lead_first = alea__alloc_array(positions + 1, sizeof *g->lead_first);
    if (!g->lead_first) return alea__out_of_memory(error);
    visit_slots(g, count_slot);
    for (size_t i = 1; i <= positions; i++) g->lead_first[i] += g->lead_first[i - 1];
    g->lead = alea__alloc_array(g->lead_first[positions] + 1u, sizeof *g->lead);
    g->end = alea__alloc_array(g->ends + 1u, sizeof *g->end);
    if (!g->lead || !g->end) return alea__out_of_memory(error);
    g->ends = 0;
    visit_slots(g, list_slot);
    for (size_t i = positions; i > 0; i--)
        g->lead_first[i] = g->lead_first[i - 1]; /* each stands at the next one's start */
    g->lead_first[0] = 0;
    return ALEA_OK;
}

/* ---- order ---- */

/* Whether `after` does no more than swap, wherever the game goes on. */
static bool only_swaps(const hog_graph *g)
{
    for (uint32_t opponent = 0; opponent < g->goal; opponent++)
        for (uint32_t total = 1; total < g->game->rules.scores; total++) {
            hog_scores s = leads_to(g, total, opponent);
            bool stays = s.own == total && s.opponent == opponent,
                 swaps = s.own == opponent && s.opponent == total;
            if (!stays && !swaps && !hog_is_over(&g->game->rules, s)) return false;
        }
    return true;
}

/* Sums of scores never fall, and every turn adds to them. */
static void order_by_sum(hog_graph *g)
{
    uint32_t *next = g->order;
    for (uint32_t sum = 2 * g->goal - 1; sum-- > 0;)
        for (uint32_t own = sum < g->goal ? 0 : sum - g->goal + 1; own < g->goal && own <= sum; own++)
            *next++ = own * g->goal + sum - own;
}

/* A square of pairs low <= high, from the highest down, each in both orders. */
static uint32_t *order_square(const hog_graph *g, uint32_t first_low, uint32_t first_high, uint32_t side,
                              uint32_t *next)
{
    for (uint32_t high = first_high + side; high-- > first_high;)
        for (uint32_t low = first_low + side; low-- > first_low;) {
            if (high >= g->goal || low > high) continue;
            *next++ = low * g->goal + high;
            if (low < high) *next++ = high * g->goal + low;
        }
    return next;
}

/* Without regard to who has which, a turn raises one of the two scores. So squares of pairs can be finished one by one: those
   with higher scores first, first by the higher score, then by the lower one. Then what is needed is mostly what was just
   written, and in the nearest cache. */
static void order_by_squares(hog_graph *g)
{
    enum { SIDE = 8 };
    uint32_t *next = g->order;
    for (uint32_t high = (g->goal - 1) / SIDE + 1; high-- > 0;)
        for (uint32_t low = high + 1; low-- > 0;) next = order_square(g, low * SIDE, high * SIDE, SIDE, next);
}

static alea_status make_order(hog_graph *g, alea_error *error)
{
    g->order = alea__alloc_array((size_t)g->goal * g->goal, sizeof *g->order);
    if (!g->order) return alea__out_of_memory(error);
    g->only_swaps = only_swaps(g);
    if (g->only_swaps)
        order_by_squares(g);
    else
        order_by_sum(g);
    return ALEA_OK;
}

/* ---- */

alea_status hog_graph_make(const hog_game *game, hog_graph **out, alea_error *error)
{
    hog_graph *g = alea__alloc(sizeof *g);
    if (!g) return alea__out_of_memory(error);
    g->game = game;
    g->goal = game->rules.goal;
    g->dice = game->rules.dice;
    g->memories = game->rules.memories;
    g->width = hog_padded(game->rules.scores) + HOG_LANES;
    alea_status status = make_slots(g, error);
    if (status == ALEA_OK) status = make_order(g, error);
    if (status == ALEA_OK) status = hog_make_odds(g, error);
    if (status == ALEA_OK) status = hog_make_layouts(g, error);
    if (status == ALEA_OK) status = hog_make_haste(g, error);
    if (status == ALEA_OK)
        *out = g;
    else
        hog_graph_free(g);
    return status;
}

void hog_graph_free(hog_graph *g)
{
    if (!g) return;
    hog_clear_layout(&g->narrow);
    hog_clear_layout(&g->wide);
    alea__free(g->place);
    alea__free(g->memory_at);
    alea__free(g->lead_first);
    alea__free(g->lead);
    alea__free(g->end);
    alea__free(g->order);
    alea__free(g->step);
    alea__free(g->source);
    alea__free(g->split);
    alea__free(g->edge[0]);
    alea__free(g->edge[1]);
    alea__free(g->run);
    alea__free(g->chance);
    alea__free(g);
}
