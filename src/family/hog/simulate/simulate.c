/* Games between policies, one at a time, without the states and checks of alea/game.h. They are the referee's games, dice
   for dice. */
#include "base/assert.h"
#include "base/stopping.h"
#include "family/hog/hog.h"

typedef struct hog_player {
    const hog_policy *policy;
    alea__stream own; /* its private random numbers */
} hog_player;

/* Plays one game by the referee, with the dice and private numbers that any other path gives it. */
static void hog_play_game(const alea__policy_match *match, uint64_t game, alea__tally *tally)
{
    const hog_rules *rules = hog_rules_of(match->rules);
    uint32_t bot[HOG_SEATS];
    hog_player seat[HOG_SEATS];
    alea__dice_stream stream;
    uint32_t sides = 0; /* of the last dice */
    hog_state s;
    for (uint32_t i = 0; i < HOG_SEATS; i++) {
        bot[i] = alea__bot_in_seat(match->rotate, HOG_SEATS, game, i);
        seat[i].policy = hog_policy_of(match->policy[bot[i]]);
        if (seat[i].policy->kind == HOG_RANDOM)
            alea__stream_start(&seat[i].own, match->seed, 0, ALEA__SEAT + i, game);
    }
    alea__dice_start(&stream, match->seed, 0, game);
    hog_start(rules, &s);
    while (s.phase != HOG_FINISHED) {
        hog_player *mover = &seat[s.mover];
        hog_choose(rules, &s, hog_decide(rules, mover->policy, &s, &mover->own));
        if (s.phase != HOG_ROLL) continue;
        const hog_dice_set *set = hog_set_of(rules, &s);
        if (set->sides != sides) stream.waiting = 0; /* drops the rest of a byte, as play/dice.c does */
        sides = set->sides;
        hog_roll(rules, &s, alea__roll_dice(&stream, &set->how, s.dice));
    }
    ALEA_ASSERT(rules->idles || (s.winner < HOG_SEATS && s.turns < 2 * rules->goal));
    tally->games++;
    tally->turns += s.turns;
    if (s.winner == HOG_NOBODY)
        tally->unfinished++;
    else
        tally->wins[bot[s.winner]][s.winner]++;
}

bool hog_can_simulate(const alea__policy_match *match)
{
    return match->policy[0] && match->policy[1];
}

void hog_simulate(const alea__policy_match *match, uint64_t first, uint64_t games, alea__tally *tally)
{
    for (uint64_t game = first; game < first + games && !alea__stopped(match->progress); game++)
        hog_play_game(match, game, tally);
}
