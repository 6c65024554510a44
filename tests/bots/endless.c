/* Fails by fuel: loops for ever at its first decision. */
typedef unsigned int u32;

static volatile u32 spins;

__attribute__((export_name("pig-pen:player/strategy@0.1.0#should-roll"))) int
should_roll(u32 own, const u32 *others, u32 count)
{
    (void)own, (void)others, (void)count;
    for (;;) spins++;
}
