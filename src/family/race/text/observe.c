/* Positions as numbers, for batches (game/batch_ops.h): the seat's own score and turn total; the turn's memory, if
   the rules have several; the scores of the other seats, from the next one on, -1 for a seat that has forfeited; in a
   chase, the leader and the score to beat; with a turn limit, the turns left. */
#include "family/race/text/text.h"
#include "game/batch_ops.h"

#include <stdio.h>

uint32_t race_moves(const alea__rules *rules)
{
    (void)rules;
    return RACE_ROLL_MOVE + 1;
}

/* The most points that a seat can have, those of its turn included. */
static int32_t observe_most_points(const race_rules *rules)
{
    const uint32_t roll = race_greatest_amount(rules), beyond = rules->over_goal_hold ? 1 : RACE_LIMIT;
    if (rules->ending == RACE_CHASE && !rules->over_goal_hold) return RACE_MOST_SCORE;
    const uint32_t most = rules->goal + roll * beyond;
    return most < RACE_MOST_SCORE ? (int32_t)most : RACE_MOST_SCORE;
}

static int32_t observe_most_memory(const race_rules *rules)
{
    int32_t most = 0;
    for (uint32_t m = 0; m < rules->memories; m++)
        if (rules->memory_value[m] > most) most = rules->memory_value[m];
    return most;
}

bool race_feature(const alea__rules *opaque, uint32_t index, alea__feature *out)
{
    const race_rules *rules = race_rules_of(opaque);
    const int32_t most = observe_most_points(rules), players = (int32_t)rules->players;
    const bool remembers = rules->memories > 1, chase = rules->ending == RACE_CHASE;
    alea__feature list[RACE_SEATS + 6];
    uint32_t count = 0;
    list[count++] = (alea__feature){"own", 0, most};
    list[count++] = (alea__feature){"turn", 0, most};
    if (remembers) list[count++] = (alea__feature){"memory", 0, observe_most_memory(rules)};
    for (int32_t other = 1; other < players; other++) {
        alea__feature *f = &list[count++];
        *f = (alea__feature){"other", -1, most};
        if (players > 2) snprintf(f->name, sizeof f->name, "other %d", (int)other);
    }
    if (chase) list[count++] = (alea__feature){"leader", 0, players};
    if (chase) list[count++] = (alea__feature){"to beat", (int32_t)rules->goal, most};
    if (rules->turn_limit > 0) list[count++] = (alea__feature){"turns left", 0, (int32_t)rules->turn_limit};
    if (index >= count) return false;
    *out = list[index];
    return true;
}

/* The leader is written as the number of seats from this seat to the leader's: `players` for the seat itself, 0 if
   there is no leader. */
void race_observe(const alea__rules *opaque, const alea_state *state, unsigned seat, int32_t *out)
{
    const race_rules *rules = race_rules_of(opaque);
    const race_state s = race_state_of(state);
    const uint32_t players = rules->players;
    *out++ = (int32_t)s.score[seat];
    *out++ = (int32_t)s.turn;
    if (rules->memories > 1) *out++ = rules->memory_value[s.memory];
    for (uint32_t i = 1; i < players; i++) {
        const uint32_t other = (seat + i) % players;
        *out++ = s.forfeited >> other & 1 ? -1 : (int32_t)s.score[other];
    }
    if (rules->ending == RACE_CHASE) {
        const bool led = s.leader != RACE_NOBODY;
        *out++ = led ? (int32_t)((s.leader + players - seat - 1) % players + 1) : 0;
        *out++ = (int32_t)(led ? s.score[s.leader] : rules->goal);
    }
    if (rules->turn_limit > 0) *out++ = (int32_t)(rules->turn_limit - s.turns);
}
