/* Games between policies, one after the other, without the states and checks of alea/game.h: the same games as the
   referee's, dice for dice. */
#include "family/hog/hog.h"

typedef struct player {
    const hog_policy *policy;
    alea__stream own; /* its private random numbers */
} player;

static uint32_t roll(const hog_rules *rules, uint32_t dice, alea__dice_stream *stream)
{
    return alea__roll_dice(stream, &rules->how, dice);
}

static void sit_down(const alea__policy_match *match, uint64_t game, player *seat)
{
    for (uint32_t i = 0; i < HOG_SEATS; i++) {
        seat[i].policy = hog_policy_of(match->policy[alea__bot_in_seat(match->rotate, HOG_SEATS, game, i)]);
        if (seat[i].policy->kind == HOG_RANDOM)
            alea__stream_start(&seat[i].own, match->seed, 0, ALEA__SEAT + i, game);
    }
}

static void play_one(const alea__policy_match *match, uint64_t game, alea__tally *tally)
{
    const hog_rules *rules = hog_rules_of(match->rules);
    player seat[HOG_SEATS];
    alea__dice_stream stream;
    hog_state s;
    sit_down(match, game, seat);
    alea__dice_start(&stream, match->seed, 0, game);
    hog_start(rules, &s);
    while (s.phase != HOG_FINISHED) {
        player *mover = &seat[s.mover];
        hog_choose(rules, &s, hog_decide(rules, mover->policy, &s, &mover->own));
        if (s.phase == HOG_ROLL) hog_roll(rules, &s, roll(rules, s.dice, &stream));
    }
    tally->games++;
    tally->turns += s.turns;
    tally->wins[alea__bot_in_seat(match->rotate, HOG_SEATS, game, s.winner)][s.winner]++;
}

bool hog_can_simulate(const alea__policy_match *match)
{
    return match->policy[0] && match->policy[1];
}

static bool asked_to_stop(const alea_progress *progress)
{
    return progress && progress->stopped && progress->stopped(progress->user);
}

void hog_simulate(const alea__policy_match *match, uint64_t first, uint64_t games, alea__tally *tally)
{
    for (uint64_t game = first; game < first + games && !asked_to_stop(match->progress); game++)
        play_one(match, game, tally);
}
