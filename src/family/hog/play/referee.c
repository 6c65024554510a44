/* The plain referee of Hog, with which every faster path is compared. Freestanding and simple; changes the state in place. */
#include "base/assert.h"
#include "family/hog/play/state.h"

void hog_start(const hog_rules *rules, hog_state *s)
{
    (void)rules;
    *s = (hog_state){.phase = HOG_DECIDE, .winner = HOG_NOBODY};
}

/* There is no limit of turns but that of idle ones: with each of the others the sum of the scores grows, so there are fewer than
   twice the goal. */
static void hog_end_turn(const hog_rules *rules, hog_state *s, uint32_t dice, uint32_t points)
{
    const uint32_t before = s->score[0] + s->score[1];
    const uint32_t total = s->score[s->mover] + points + hog_bonus(rules, s->memory, dice);
    ALEA_ASSERT(total < rules->scores && s->memory < rules->memories);
    const hog_scores after = rules->after[total * rules->goal + s->score[1 - s->mover]];
    s->score[s->mover] = after.own;
    s->score[1 - s->mover] = after.opponent;
    ALEA_ASSERT((uint32_t)after.own + after.opponent >= before); /* so games end */
    s->idle = (uint32_t)after.own + after.opponent == before ? (uint16_t)(s->idle + 1) : 0;
    s->turns++;
    if (hog_is_over(rules, after)) {
        s->phase = HOG_FINISHED;
        s->winner = hog_is_won(after) ? s->mover : (uint8_t)(1 - s->mover);
        return;
    }
    const hog_next next = hog_next_of(rules, hog_grants(rules, after), dice, points)[s->memory];
    s->memory = next.memory;
    s->phase = s->idle < HOG_MOST_IDLE ? HOG_DECIDE : HOG_FINISHED;
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
    const hog_dice_set *set = hog_set_of(rules, s);
    ALEA_ASSERT(s->phase == HOG_ROLL && dice > 0);
    for (uint32_t i = 0; i < dice; i++, outcome /= set->sides) face[i] = (uint8_t)(outcome % set->sides);
    hog_end_turn(rules, s, dice, hog_points(rules, set, dice, face));
}

void hog_forfeit(const hog_rules *rules, hog_state *s)
{
    (void)rules;
    ALEA_ASSERT(s->phase != HOG_FINISHED);
    s->turns++;
    s->phase = HOG_FINISHED;
    s->winner = (uint8_t)(1 - s->mover);
}
