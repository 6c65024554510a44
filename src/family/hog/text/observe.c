/* Positions as numbers, for batches (game/family.h): own score, the opponent's, and what the game remembers, where it does. */
#include "family/hog/hog.h"
#include "game/batch_ops.h"

static uint32_t observe_moves(const alea__rules *rules)
{
    return hog_rules_of(rules)->dice + 1;
}

static bool observe_feature(const alea__rules *opaque, uint32_t index, alea__feature *out)
{
    const hog_rules *rules = hog_rules_of(opaque);
    const int32_t most = (int32_t)rules->scores - 1;
    const alea__feature list[] = {
        {"own", 0, most}, {"opponent", 0, most}, {"memory", 0, (int32_t)rules->memories - 1}};
    if (index >= (rules->memories > 1 ? 3 : 2)) return false;
    *out = list[index];
    return true;
}

static void observe_state(const alea__rules *rules, const alea_state *state, unsigned seat, int32_t *out)
{
    const hog_state s = hog_state_of(state);
    out[0] = (int32_t)s.score[seat];
    out[1] = (int32_t)s.score[1 - seat];
    if (hog_rules_of(rules)->memories > 1) out[2] = s.memory;
}

const alea__batch_ops hog_batch_ops = {
    .moves = observe_moves,
    .feature = observe_feature,
    .observe = observe_state,
};
