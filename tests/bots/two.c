/* Good: answers 2 for true, which the Canonical ABI lifts to true. */
typedef unsigned int u32;

__attribute__((export_name("pig-pen:player/strategy@0.1.0#should-roll"))) int
should_roll(u32 own, const u32 *others, u32 count)
{
    (void)others, (void)count;
    return own < 100 && own % 30 < 25 ? 2 : 0;
}
