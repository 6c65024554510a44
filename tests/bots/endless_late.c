/* Fails by fuel: plays well until it loops for ever at the 50th decision of its life. */
typedef unsigned int u32;

static u32 calls;
static volatile u32 spins;

__attribute__((export_name("pig-pen:player/strategy@0.1.0#should-roll"))) int
should_roll(u32 own, const u32 *others, u32 count)
{
    (void)others, (void)count;
    if (++calls == 50)
        for (;;) spins++;
    return own < 100 && own % 30 < 25;
}
