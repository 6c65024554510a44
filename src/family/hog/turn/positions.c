/* The graph of positions: slots and their targets, and the solving order. */
#include "family/hog/turn/positions.h"
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"

/* ---- slots ---- */

/* The scores that a slot leads to, as the mover sees them. */
static hog_scores leads_to(const hog_graph *g, uint32_t total, uint32_t opponent)
{
    return g->game->rules.after[(size_t)total * g->goal + opponent];
}

/* All slots, first counted, then listed: those that end the game, and for each pair of scores those that lead there. A turn brings
   at least one point. */
static alea_status positions_list_slots(hog_graph *g, alea_error *error)
{
    const hog_rules *rules = &g->game->rules;
    const size_t positions = (size_t)g->goal * g->goal;
    uint32_t *first = g->predecessor_first =
        alea__own(&g->owned, alea__alloc_array(positions + 1, sizeof *first));
    if (!first) return alea__out_of_memory(error);
    for (uint32_t opponent = 0; opponent < g->goal; opponent++)
        for (uint32_t total = 1; total < rules->scores; total++) {
            const hog_scores s = leads_to(g, total, opponent);
            if (hog_is_over(rules, s))
                g->ends++;
            else
                first[(size_t)s.own * g->goal + s.opponent + 1]++;
        }
    for (size_t i = 1; i <= positions; i++) first[i] += first[i - 1];
    g->predecessor = alea__own(&g->owned, alea__alloc_array(first[positions] + 1u, sizeof *g->predecessor));
    g->end = alea__own(&g->owned, alea__alloc_array(g->ends + 1u, sizeof *g->end));
    if (!g->predecessor || !g->end) return alea__out_of_memory(error);
    const uint32_t ends = g->ends;
    g->ends = 0;
    for (uint32_t opponent = 0; opponent < g->goal; opponent++)
        for (uint32_t total = 1; total < rules->scores; total++) {
            const hog_scores s = leads_to(g, total, opponent);
            const size_t to = (size_t)s.own * g->goal + s.opponent;
            const uint32_t slot = hog_slot(g, total, opponent);
            if (hog_is_over(rules, s))
                g->end[g->ends++] = slot | (hog_is_won(s) ? HOG_SLOT_WON : 0);
            else
                g->predecessor[first[to]++] = slot | (rules->again && rules->again[to] ? HOG_SLOT_GRANTS : 0);
        }
    ALEA_ASSERT(g->ends == ends && first[positions - 1] == first[positions]); /* as many as were counted */
    for (size_t i = positions; i > 0; i--) first[i] = first[i - 1]; /* each is at the next one's start */
    first[0] = 0;
    return ALEA_OK;
}

/* ---- order ---- */

/* Whether `after` only swaps scores, wherever the game continues. */
static bool only_swaps(const hog_graph *g)
{
    for (uint32_t opponent = 0; opponent < g->goal; opponent++)
        for (uint32_t total = 1; total < g->game->rules.scores; total++) {
            hog_scores s = leads_to(g, total, opponent);
            bool unchanged = s.own == total && s.opponent == opponent,
                 swaps = s.own == opponent && s.opponent == total;
            if (!unchanged && !swaps && !hog_is_over(&g->game->rules, s)) return false;
        }
    return true;
}

/* Ignoring who has which, a turn raises one of the two scores. So squares of pairs low <= high can be finished one by one,
   each pair in both orders: first by the higher score, then by the lower one, descending. The values needed are then mostly
   those just written, in the nearest cache. */
static uint32_t *order_by_squares(hog_graph *g)
{
    enum { SIDE = 8 };
    uint32_t *next = g->order;
    for (uint32_t y = (g->goal - 1) / SIDE + 1; y-- > 0;)
        for (uint32_t x = y + 1; x-- > 0;)
            for (uint32_t high = (y + 1) * SIDE; high-- > y * SIDE;)
                for (uint32_t low = (x + 1) * SIDE; low-- > x * SIDE;) {
                    if (high >= g->goal || low > high) continue;
                    *next++ = low * g->goal + high;
                    if (low < high) *next++ = high * g->goal + low;
                }
    return next;
}

/* By sums of scores if squares do not work: sums never fall, and every turn adds to them. */
static alea_status positions_order(hog_graph *g, alea_error *error)
{
    uint32_t *next = g->order =
        alea__own(&g->owned, alea__alloc_array((size_t)g->goal * g->goal, sizeof *g->order));
    if (!next) return alea__out_of_memory(error);
    g->only_swaps = only_swaps(g);
    if (g->only_swaps) next = order_by_squares(g);
    for (uint32_t sum = 2 * g->goal - 1; sum-- > 0 && !g->only_swaps;)
        for (uint32_t own = sum < g->goal ? 0 : sum - g->goal + 1; own < g->goal && own <= sum; own++)
            *next++ = own * g->goal + sum - own;
    ALEA_ASSERT(next == g->order + (size_t)g->goal * g->goal); /* each pair once */
    return ALEA_OK;
}

/* ---- */

alea_status hog_graph_make(alea__rules *rules, alea_error *error)
{
    hog_game *game = (hog_game *)rules;
    hog_graph *g = game->graph = alea__alloc(sizeof *g);
    if (!g) return alea__out_of_memory(error);
    g->game = game;
    g->goal = game->rules.goal;
    g->dice = game->rules.dice;
    g->memories = game->rules.memories;
    g->extras = game->rules.again ? 2 : 1;
    g->width = hog_padded(game->rules.scores) + HOG_LANES;
    g->plain = game->rules.sets > 1 || game->rules.told > 1 || game->rules.idles;
    if (g->plain) { /* memories keep their order, and nothing else is needed */
        g->places = g->memories;
        g->place = alea__own(&g->owned, alea__alloc_array(g->memories, sizeof *g->place));
        if (!g->place) return alea__out_of_memory(error);
        for (uint32_t m = 0; m < g->memories; m++) g->place[m] = (uint16_t)m;
        return hog_make_odds(g, error);
    }
    alea_status status = positions_list_slots(g, error);
    if (status == ALEA_OK) status = positions_order(g, error);
    if (status == ALEA_OK) status = hog_make_odds(g, error);
    if (status == ALEA_OK) status = hog_make_layouts(g, error);
    return status == ALEA_OK ? hog_make_fast_path(g, error) : status;
}

void hog_graph_free(hog_graph *g)
{
    if (!g) return;
    alea__owned_free(&g->narrow.owned);
    alea__owned_free(&g->wide.owned);
    alea__owned_free(&g->owned);
    alea__free(g);
}
