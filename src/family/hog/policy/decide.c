/* What the policies of Hog decide. Freestanding. */
#include "family/hog/play/state.h"

/* Each of `count` numbers as likely as the others: words that would favour some are drawn again. */
static uint32_t draw(alea__stream *random, uint32_t count)
{
    const uint32_t fair = UINT32_MAX - UINT32_MAX % count;
    uint32_t word;
    do word = alea__next_word(random);
    while (word >= fair);
    return word % count;
}

uint32_t hog_decide(const hog_rules *rules, const hog_policy *policy, const hog_state *s, alea__stream *own)
{
    const uint32_t goal = rules->goal, memory = policy->kind == HOG_PLAN ? s->memory : 0;
    if (policy->kind == HOG_RANDOM) return draw(own, rules->dice + 1);
    return policy->dice[((size_t)memory * goal + s->score[s->mover]) * goal + s->score[1 - s->mover]];
}
