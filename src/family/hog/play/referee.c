/* The plain referee of Hog: the judge of every faster way to play. Freestanding, in place, and obvious. */
#include "family/hog/play/state.h"

void hog_start(const hog_rules *rules, hog_state *s)
{
    (void)rules;
    s->score[0] = s->score[1] = 0;
    s->turns = 0;
    s->memory = 0;
    s->mover = 0;
    s->phase = HOG_DECIDE;
    s->dice = 0;
    s->winner = HOG_NOBODY;
}

static void win(hog_state *s, uint32_t seat)
{
    s->phase = HOG_FINISHED;
    s->winner = (uint8_t)seat;
}

static void go_on(const hog_rules *rules, hog_state *s, uint32_t dice)
{
    const uint32_t own = s->score[s->mover], opponent = s->score[1 - s->mover];
    uint32_t extra = rules->again && rules->again[own * rules->goal + opponent];
    hog_next next = rules->next[(extra * rules->memories + s->memory) * (rules->dice + 1) + dice];
    s->memory = next.memory;
    s->phase = HOG_DECIDE;
    if (!next.again) s->mover = (uint8_t)(1 - s->mover);
}

/* There is no limit of turns: the sum of the scores grows with each, so there are fewer than twice the goal. */
static void end_turn(const hog_rules *rules, hog_state *s, uint32_t dice, uint32_t points)
{
    const uint32_t own = s->score[s->mover] + points + hog_bonus(rules, s->memory, dice);
    const hog_scores after = rules->after[own * rules->goal + s->score[1 - s->mover]];
    s->score[s->mover] = after.own;
    s->score[1 - s->mover] = after.opponent;
    s->turns++;
    if (hog_is_over(rules, after))
        win(s, hog_is_won(after) ? s->mover : 1u - s->mover);
    else
        go_on(rules, s, dice);
}

void hog_choose(const hog_rules *rules, hog_state *s, uint32_t dice)
{
    s->dice = (uint8_t)dice;
    if (dice > 0)
        s->phase = HOG_ROLL;
    else
        end_turn(rules, s, 0, hog_bacon(rules, s->score[s->mover], s->score[1 - s->mover]));
}

void hog_roll(const hog_rules *rules, hog_state *s, uint32_t outcome)
{
    uint8_t face[HOG_MOST_DICE];
    uint32_t dice = s->dice;
    for (uint32_t i = 0; i < dice; i++, outcome /= rules->sides) face[i] = (uint8_t)(outcome % rules->sides);
    end_turn(rules, s, dice, hog_points(rules, dice, face));
}

void hog_forfeit(const hog_rules *rules, hog_state *s)
{
    (void)rules;
    s->turns++;
    win(s, 1u - s->mover);
}
