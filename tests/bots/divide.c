/* Fails by a trap with a text of its own: divides by zero when the first of the others has 0. */
typedef unsigned int u32;

__attribute__((export_name("pig-pen:player/strategy@0.1.0#should-roll"))) int
should_roll(u32 own, const u32 *others, u32 count)
{
    volatile u32 divisor = count ? others[0] : 1;
    return own < 100 && own / divisor < 25;
}
