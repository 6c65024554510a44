/* Good and pure: banks when own score modulo 30 is 25 or more; chases a leader until strictly above. */
typedef unsigned int u32;

__attribute__((export_name("pig-pen:player/strategy@0.1.0#should-roll"))) int
should_roll(u32 own, const u32 *others, u32 count)
{
    u32 leader = 0;
    for (u32 i = 0; i < count; i++)
        if (others[i] > 100 && others[i] > leader) leader = others[i];
    if (leader) return own <= leader;
    return own < 100 && own % 30 < 25;
}
