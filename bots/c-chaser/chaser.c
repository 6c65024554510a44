/* The chaser: weighs each roll by what it may win and what it may lose, and runs
   after a leader only while the leader is within reach. */

#include <stdbool.h>
#include <stdint.h>

enum {
    GOAL = 100,
    HOME_STRETCH = 88, /* from here one more roll usually crosses the goal */
    REACH = 12,        /* points behind the leader worth chasing, for each player who would pay */
};

/* We are told own + turn, never the turn alone, so we remember what we banked.
   A score below it can only mean that we were wiped or that a new game began. */
static uint32_t banked;

static uint32_t best(const uint32_t *scores, uint32_t count)
{
    uint32_t most = 0;
    for (uint32_t i = 0; i < count; i++)
        if (scores[i] > most) most = scores[i];
    return most;
}

/* A roll adds 208/36 points on average; 6 of 36 rolls lose the turn, 1 of 36 loses the
   bank as well. The scales are level where 7·turn + bank = 208. Against a weak table we
   may wait for more, against a strong one a point in the bank is worth more than two to come. */
static bool worth_rolling(uint32_t own, uint32_t strongest)
{
    uint32_t turn = own - banked;
    return 7 * turn + banked + strongest * 6 / 10 < 235;
}

/* Nobody is over the goal yet. In the home stretch we go through with it (exactly
   100 wipes, but the same doubt would wait for us in the next turn). */
static bool race(uint32_t own, uint32_t strongest)
{
    if (own >= GOAL) return false;
    return own >= HOME_STRETCH || worth_rolling(own, strongest);
}

/* A tie does not overtake. A leader out of reach is not worth the points we have:
   each of them is a dollar less to pay, and the loser at 0 pays double. */
static bool chase(uint32_t own, uint32_t leader, uint32_t others)
{
    return own <= leader && leader - own <= REACH * others;
}

__attribute__((export_name("pig-pen:player/strategy@0.1.0#should-roll")))
int32_t should_roll(uint32_t own, const uint32_t *others, uint32_t count)
{
    if (own < banked) banked = 0;

    uint32_t strongest = best(others, count);
    bool roll = strongest > GOAL ? chase(own, strongest, count) : race(own, strongest);

    if (!roll) banked = own;
    return roll;
}
