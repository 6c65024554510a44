/* The random player: rolls on three times out of four, and stops at 100 or more. */

#include <stdint.h>

enum { GOAL = 100 };

/* Its own small generator (xorshift32), since a bot has nobody to ask for chance.
   It starts from the same seed in every new instance, so every run can be repeated. */
static uint32_t generator = 2463534242u;

static uint32_t next(void)
{
    generator ^= generator << 13;
    generator ^= generator >> 17;
    generator ^= generator << 5;
    return generator;
}

/* The top two bits are 00 once in four. */
static int three_times_in_four(void)
{
    return next() >> 30 != 0;
}

__attribute__((export_name("pig-pen:player/strategy@0.1.0#should-roll")))
int32_t should_roll(uint32_t own, const uint32_t *others, uint32_t count)
{
    (void)others, (void)count;
    return own < GOAL && three_times_in_four();
}
