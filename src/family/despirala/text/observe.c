/* Positions as numbers, for batches (game/family.h): the dice on the table by their face; the face that is collected and the number
   of its combination, from 1; and of each player, from the seat on, score, goods and combinations attempted. */
#include "family/despirala/despirala.h"
#include "game/batch_ops.h"

#include <stdio.h>

enum { OBSERVE_OF_TURN = 2 }; /* beside the dice */

static uint32_t observe_moves(const alea__rules *rules)
{
    return despirala_reroll(despirala_rules_of(rules)) + 1;
}

static bool observe_least(const alea__rules *rules)
{
    return despirala_rules_of(rules)->least;
}

static void observe_mask(const alea__rules *opaque, const alea_state *state, uint8_t *mask)
{
    const despirala_rules *rules = despirala_rules_of(opaque);
    const despirala_state s = despirala_state_of(state);
    for (uint32_t m = 0; m <= despirala_reroll(rules); m++) mask[m] = despirala_allows(rules, &s, m);
}

/* Feature `index` of a player, the `place`-th from the seat on. Who has forfeited has a score of -1. */
static void observe_player_feature(const despirala_game *game, uint32_t place, uint32_t index,
                                   alea__feature *out)
{
    const despirala_rules *rules = &game->rules;
    char whose[24] = "";
    if (place > 0) snprintf(whose, sizeof whose, rules->seats > 2 ? "other %u " : "other ", (unsigned)place);
    *out = (alea__feature){.most = 1};
    if (index == 0) {
        out->least = -1;
        out->most = (int32_t)rules->most_score;
    } else if (index == 1) {
        out->most = (int32_t)(rules->gain * rules->combinations);
    }
    const char *used = index < 2 ? "" : "used ";
    const char *what = index == 0 ? "score" : index == 1 ? "goods" : game->name[index - 2];
    snprintf(out->name, sizeof out->name, "%s%s%s", whose, used, what);
}

/* The dice, the two numbers of the turn, and then player by player. */
static bool observe_feature(const alea__rules *opaque, uint32_t index, alea__feature *out)
{
    const despirala_game *game = despirala_game_of(opaque);
    const despirala_rules *rules = &game->rules;
    const uint32_t turn = rules->sides + OBSERVE_OF_TURN, numbers = 2 + rules->combinations;
    if (index >= turn + rules->seats * numbers) return false;
    if (index >= turn) {
        observe_player_feature(game, (index - turn) / numbers, (index - turn) % numbers, out);
    } else if (index >= rules->sides) {
        const bool face = index == rules->sides;
        *out = (alea__feature){.most = (int32_t)(face ? rules->sides : rules->combinations)};
        snprintf(out->name, sizeof out->name, "%s", face ? "collecting" : "attempting");
    } else {
        *out = (alea__feature){.most = (int32_t)rules->dice};
        snprintf(out->name, sizeof out->name, "dice %u", (unsigned)index + 1);
    }
    return true;
}

/* In the order of observe_feature. */
static void observe_state(const alea__rules *opaque, const alea_state *state, unsigned seat, int32_t *out)
{
    const despirala_rules *rules = despirala_rules_of(opaque);
    const despirala_state s = despirala_state_of(state);
    const despirala_target *doing = s.doing == DESPIRALA_NONE ? NULL : &rules->target[s.doing];
    for (uint32_t f = 0; f < rules->sides; f++) *out++ = s.dice[f];
    *out++ = doing ? doing->collect : 0;
    *out++ = doing ? doing->combination + 1 : 0;
    for (uint32_t i = 0; i < rules->seats; i++) {
        const uint32_t other = (seat + i) % rules->seats;
        const despirala_player *p = &s.player[other];
        *out++ = s.lost >> other & 1 ? -1 : p->score;
        *out++ = p->goods;
        for (uint32_t c = 0; c < rules->combinations; c++) *out++ = p->used >> c & 1;
    }
}

const alea__batch_ops despirala_batch_ops = {
    .moves = observe_moves,
    .feature = observe_feature,
    .observe = observe_state,
    .mask = observe_mask,
    .least = observe_least,
};
