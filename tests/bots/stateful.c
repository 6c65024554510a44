/* Good, but not pure: counts its calls, and holds at every fourth of them. */
typedef unsigned int u32;

static u32 calls;

__attribute__((export_name("pig-pen:player/strategy@0.1.0#should-roll"))) int
should_roll(u32 own, const u32 *others, u32 count)
{
    (void)others, (void)count;
    return own < 100 && ++calls % 4 != 0;
}
