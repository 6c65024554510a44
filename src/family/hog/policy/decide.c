/* Decisions of the Hog policies. Freestanding. */
#include "base/assert.h"
#include "family/hog/play/state.h"

uint32_t hog_decide(const hog_rules *rules, const hog_policy *policy, const hog_state *s, alea__stream *own)
{
    const uint32_t goal = rules->goal, memory = policy->kind == HOG_PLAN ? s->memory : 0;
    ALEA_ASSERT(s->phase == HOG_DECIDE && policy->kind <= HOG_RANDOM && memory < rules->memories);
    if (policy->kind == HOG_RANDOM) return alea__draw_below(own, rules->dice + 1);
    return policy->dice[((size_t)memory * goal + s->score[s->mover]) * goal + s->score[1 - s->mover]];
}
