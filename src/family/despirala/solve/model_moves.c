/* The moves of a model for one set of attempted combinations: after every roll and in every collect. */
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "family/despirala/solve/workspace.h"

#include <math.h>
#include <string.h>

/* Working memory behind despirala_model_moves.shop. */
typedef struct workshop {
    despirala_workspace *work;
    uint64_t *which; /* [roll]: moves with eight numbers of goods, padded to eight rolls */
    double *worth;   /* [kept * stride + goods]: of one collect */
} workshop;

alea_status despirala_model_moves_make(const despirala_game *game, despirala_model_moves **out,
                                       alea_error *error)
{
    const despirala_rules *rules = &game->rules;
    const size_t goods = game->graph->most_goods + 1;
    despirala_model_moves *c = alea__alloc(sizeof *c);
    if (!c) return alea__out_of_memory(error);
    c->move = alea__alloc_array(goods, rules->rolls);
    c->go_on = alea__alloc_array(goods * (rules->dice + 1), rules->combinations);
    workshop *shop = c->work = alea__alloc(sizeof *shop);
    const despirala_subgames *subgames = game->graph->subgames;
    if (shop) shop->which = alea__alloc_array(subgames->rolls, sizeof *shop->which);
    if (shop)
        shop->worth = alea__alloc_array((size_t)(rules->dice + 1) * subgames->stride, sizeof *shop->worth);
    const bool work = c->move && c->go_on && shop && shop->which && shop->worth;
    alea_status status =
        work ? despirala_workspace_make(game, &shop->work, error) : alea__out_of_memory(error);
    if (status == ALEA_OK)
        *out = c;
    else
        despirala_model_moves_free(c);
    return status;
}

void despirala_model_moves_free(despirala_model_moves *c)
{
    if (!c) return;
    workshop *shop = c->work;
    if (shop) {
        alea__free(shop->which);
        alea__free(shop->worth);
        despirala_workspace_free(shop->work);
    }
    alea__free(c->move);
    alea__free(c->go_on);
    alea__free(c->work);
    alea__free(c);
}

/* ---- collects ---- */

/* Determines with how many dice kept and goods left a collect rolls on. With `early`, also if that only equals stopping. */
static void fill_collect(despirala_model_moves *c, uint32_t combination, bool early)
{
    const workshop *shop = c->work;
    const despirala_workspace *work = shop->work;
    const uint32_t dice = work->game->rules.dice;
    ALEA_ASSERT(work->subgames->subgame[combination].collect > 0);
    despirala_collect(work, combination, shop->worth);
    for (uint32_t kept = 0; kept <= dice; kept++) {
        uint8_t *go_on =
            c->go_on + (size_t)(combination * (dice + 1) + kept) * (work->game->graph->most_goods + 1);
        go_on[0] = false;
        for (uint32_t g = 1; g <= c->goods && kept < dice; g++) {
            const double stop = despirala_stopping(work, combination, kept, g);
            const double on = despirala_rolling_on(work, shop->worth, kept, g);
            go_on[g] = early ? on >= stop - DESPIRALA_TIE : stop < on - DESPIRALA_TIE;
        }
        if (kept == dice) memset(go_on, 0, c->goods + 1);
    }
}

/* ---- after a roll ---- */

/* Without goods an incomplete attempt fails whatever its target, so all targets are considered, even those with fewer
   points than another in their stage. */
static uint8_t first_target(const despirala_workspace *work, uint32_t c, uint32_t roll)
{
    const despirala_rules *rules = &work->game->rules;
    const despirala_subgame *p = &work->subgames->subgame[c];
    const uint32_t first = rules->combination[c].first;
    const double best = despirala_best_value(work, c, roll)[0] - DESPIRALA_TIE,
                 *next_value = work->next_value[c] + DESPIRALA_LANES;
    uint32_t t = 0;
    for (; t + 1 < rules->combination[c].count; t++) {
        const bool complete = p->complete[p->stage_of[t * rules->rolls + roll]];
        if (next_value[0] + (complete ? work->sign * rules->target[first + t].points : 0) >= best) break;
    }
    return (uint8_t)(DESPIRALA_TARGET + first + t);
}

/* A square of eight by eight bytes, turned: byte j of word i becomes byte i of word j (Warren, Hacker's Delight, 7-3). */
static void turn_bytes(uint64_t word[8])
{
    static const uint64_t low[] = {0x00FF00FF00FF00FF, 0x0000FFFF0000FFFF, 0x00000000FFFFFFFF};
    for (uint32_t step = 1, k = 0; step < 8; step *= 2, k++)
        for (uint32_t i = 0; i < 8; i++) {
            if (i & step) continue;
            const uint64_t other = (word[i] >> 8 * step ^ word[i + step]) & low[k];
            word[i] ^= other << 8 * step;
            word[i + step] ^= other;
        }
}

/* Writes bytes from the lowest on, eight at a time if there is room. */
static void put_moves(uint8_t *to, uint64_t word, uint32_t work)
{
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    if (work >= 8) {
        memcpy(to, &word, 8);
        return;
    }
#endif
    for (uint32_t k = 0; k < 8 && k < work; k++) to[k] = (uint8_t)(word >> 8 * k);
}

static void fill_eight_moves(despirala_model_moves *c, uint32_t first)
{
    const workshop *shop = c->work;
    const uint32_t rolls = shop->work->game->rules.rolls;
    for (uint32_t roll = 0; roll < rolls; roll += 8) {
        uint64_t word[8];
        memcpy(word, shop->which + roll, sizeof word);
        turn_bytes(word);
        for (uint32_t i = 0; i < DESPIRALA_LANES && first + i <= c->goods; i++)
            put_moves(c->move + (size_t)(first + i) * rolls + roll, word[i], rolls - roll);
    }
}

/* The moves after every roll with goods first … first + 7. */
static void fill_eight(const despirala_model *model, despirala_model_moves *c, uint32_t first, bool go_on)
{
    const workshop *shop = c->work;
    const despirala_workspace *work = shop->work;
    const double *value = model->value + work->game->graph->first[work->used];
    double reroll[DESPIRALA_LANES];
    for (uint32_t i = 0; i < DESPIRALA_LANES; i++) {
        const bool can = work->game->rules.may_reroll && first + i > 0 && first + i <= c->goods;
        reroll[i] = can ? work->sign * value[first + i - 1] : -INFINITY;
    }
    despirala_best_kernel()->fill_values(shop->work, first);
    despirala_best_kernel()->pick(work, reroll, go_on, c->goods - first + 1, shop->which);
    fill_eight_moves(c, first);
    for (uint32_t roll = 0; first == 0 && roll < work->game->rules.rolls; roll++) {
        const uint32_t move = c->move[roll];
        if (move == despirala_reroll(&work->game->rules)) continue;
        const uint32_t combination = work->game->rules.target[move - DESPIRALA_TARGET].combination;
        if (work->game->rules.combination[combination].count > 1)
            c->move[roll] = first_target(work, combination, roll);
    }
}

void despirala_model_moves_fill(const despirala_game *game, const despirala_model *model, uint32_t used,
                                bool go_on, despirala_model_moves *c)
{
    const workshop *shop = c->work;
    ALEA_ASSERT(used + 1 < game->graph->masks);
    c->goods = despirala_goods_in(&game->rules, used);
    despirala_workspace_begin(shop->work, despirala_next_layer(game, model->value, used), used);
    for (uint32_t i = 0; i < shop->work->collects; i++) fill_collect(c, shop->work->collect[i], go_on);
    for (uint32_t first = 0; first <= c->goods; first += DESPIRALA_LANES) fill_eight(model, c, first, go_on);
}
