/* The plain referee of Hog: the judge of every faster way to play. Freestanding, in place, and obvious. */
#include "base/assert.h"
#include "family/hog/play/state.h"

void hog_start(const hog_rules *rules, hog_state *s)
{
    (void)rules;
    *s = (hog_state){.phase = HOG_DECIDE, .winner = HOG_NOBODY};
}

/* There is no limit of turns: the sum of the scores grows with each, so there are fewer than twice the goal. */
static void hog_end_turn(const hog_rules *rules, hog_state *s, uint32_t dice, uint32_t points)
{
    const uint32_t total = s->score[s->mover] + points + hog_bonus(rules, s->memory, dice);
    ALEA_ASSERT(total < rules->scores && s->memory < rules->memories);
    const hog_scores after = rules->after[total * rules->goal + s->score[1 - s->mover]];
    s->score[s->mover] = after.own;
    s->score[1 - s->mover] = after.opponent;
    ALEA_ASSERT((uint32_t)after.own + after.opponent >= total); /* so games end */
    s->turns++;
    if (hog_is_over(rules, after)) {
        s->phase = HOG_FINISHED;
        s->winner = hog_is_won(after) ? s->mover : (uint8_t)(1 - s->mover);
        return;
    }
    const uint32_t extra = rules->again && rules->again[after.own * rules->goal + after.opponent];
    const hog_next next = rules->next[(extra * rules->memories + s->memory) * (rules->dice + 1) + dice];
    s->memory = next.memory;
    s->phase = HOG_DECIDE;
    if (!next.again) s->mover = (uint8_t)(1 - s->mover);
}

void hog_choose(const hog_rules *rules, hog_state *s, uint32_t dice)
{
    ALEA_ASSERT(s->phase == HOG_DECIDE && dice <= rules->dice);
    s->dice = (uint8_t)dice;
    if (dice > 0)
        s->phase = HOG_ROLL;
    else
        hog_end_turn(rules, s, 0, hog_bacon(rules, s->score[s->mover], s->score[1 - s->mover]));
}

void hog_roll(const hog_rules *rules, hog_state *s, uint32_t outcome)
{
    uint8_t face[HOG_MOST_DICE];
    uint32_t dice = s->dice;
    ALEA_ASSERT(s->phase == HOG_ROLL && dice > 0);
    for (uint32_t i = 0; i < dice; i++, outcome /= rules->sides) face[i] = (uint8_t)(outcome % rules->sides);
    hog_end_turn(rules, s, dice, hog_points(rules, dice, face));
}

void hog_forfeit(const hog_rules *rules, hog_state *s)
{
    (void)rules;
    ALEA_ASSERT(s->phase != HOG_FINISHED);
    s->turns++;
    s->phase = HOG_FINISHED;
    s->winner = (uint8_t)(1 - s->mover);
}
