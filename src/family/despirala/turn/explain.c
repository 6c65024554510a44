/* The reasons for a move: the chance to complete it, and its score. */
#include "base/assert.h"
#include "base/text.h"
#include "family/despirala/turn/subgames.h"

#include <stdio.h>

void despirala_explain(const alea__rules *opaque, const alea_state *state, uint32_t move, char *out,
                       size_t size)
{
    const despirala_game *game = despirala_game_of(opaque);
    const despirala_rules *rules = &game->rules;
    const despirala_subgames *subgames = game->graph->subgames;
    const despirala_state s = despirala_state_of(state);
    const uint32_t goods = s.player[s.mover].goods;
    *out = 0;
    if (s.phase == DESPIRALA_COLLECT && move == despirala_go_on(rules))
        alea__print(out, size, "pays a good for %.3g points on average from the next roll",
                    (double)s.rolled * rules->target[s.doing].collect / rules->sides);
    if (s.phase != DESPIRALA_CHOOSE || move < DESPIRALA_TARGET || move > rules->targets) return;
    const uint32_t target = move - DESPIRALA_TARGET;
    const despirala_target *t = &rules->target[target];
    if (t->collect) {
        const uint32_t kept = s.dice[t->collect - 1];
        snprintf(out, size, "keeps %u of %u dice now, worth %u points, with %u %s left to roll the others",
                 (unsigned)kept, (unsigned)rules->dice, (unsigned)(kept * t->collect), (unsigned)goods,
                 goods == 1 ? "good" : "goods");
        return;
    }
    const despirala_subgame *subgame = &subgames->subgame[t->combination];
    const uint32_t place = target - rules->combination[t->combination].first;
    ALEA_ASSERT(place < rules->combination[t->combination].count && goods <= game->graph->most_goods);
    const uint32_t stage = subgame->stage_of[place * rules->rolls + despirala_rank(rules, s.dice)];
    const double completed = subgame->complete[stage] ? 1 : subgame->chance[stage * subgames->stride + goods];
    alea__print(out, size, "has a chance of %.1f %% to be completed, and scores %u points", 100 * completed,
                (unsigned)t->points);
}
