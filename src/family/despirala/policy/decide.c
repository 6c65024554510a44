/* Decisions of the Despirala policies that need no model. */
#include "base/assert.h"
#include "family/despirala/despirala.h"

/* ---- greedy ---- */

/* A good buys dice before the end, and counts five times its final points. */
enum { WORTH = 5 };

/* An estimate of a target's value, as if every missing die were alone on its face and had as many rolls as there are goods:
   the chance of all of them, times points plus half the goods. For a collect: its current score, and the goods. */
double despirala_promise(const despirala_rules *rules, const despirala_target *t, const uint8_t *dice,
                         uint32_t goods)
{
    const uint32_t kept = despirala_keeps(rules, t, dice);
    const double worth = (double)WORTH * goods * rules->good_points;
    double miss = 1, all = 1;
    if (t->collect) return t->collect * kept + worth;
    for (uint32_t g = 0; g < goods; g++) miss *= (rules->sides - 1.0) / rules->sides;
    for (uint32_t i = kept; i < t->size; i++) all *= 1 - miss;
    return (t->points + worth / 2) * all;
}

/* The move to the target with the greatest estimate (misère: least); the first of equals. Some combination must be left. */
static uint32_t best_promise(const despirala_rules *rules, const despirala_state *s)
{
    uint32_t best = DESPIRALA_NONE;
    double most = 0;
    for (uint32_t t = 0; t < rules->targets; t++) {
        if (!despirala_allows(rules, s, DESPIRALA_TARGET + t)) continue;
        const double p = despirala_promise(rules, &rules->target[t], s->dice, s->player[s->mover].goods);
        if (best != DESPIRALA_NONE && (rules->least ? p >= most : p <= most)) continue;
        best = t;
        most = p;
    }
    ALEA_ASSERT(best != DESPIRALA_NONE);
    return DESPIRALA_TARGET + best;
}

/* A roll of the other dice adds others * face / sides points on average, and takes a good. */
static bool earns_its_good(const despirala_rules *rules, const despirala_state *s)
{
    const despirala_target *t = &rules->target[s->doing];
    const uint32_t others = rules->dice - despirala_keeps(rules, t, s->dice);
    const uint32_t gain = others * t->collect, price = WORTH * rules->good_points * rules->sides;
    return rules->least ? gain < price : gain > price;
}

uint32_t despirala_decide_alone(const despirala_rules *rules, const despirala_bot *bot,
                                const despirala_state *s, alea__stream *own)
{
    ALEA_ASSERT(bot->kind == DESPIRALA_GREEDY || bot->kind == DESPIRALA_RANDOM);
    if (bot->kind == DESPIRALA_RANDOM)
        return despirala_nth_move(rules, s, alea__draw_below(own, despirala_count_moves(rules, s)));
    if (s->phase == DESPIRALA_CHOOSE) return best_promise(rules, s);
    return earns_its_good(rules, s) ? despirala_go_on(rules) : DESPIRALA_STOP;
}
