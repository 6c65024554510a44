/* Rejected: one function of each interface. */
typedef unsigned int u32;

__attribute__((export_name("pig-pen:player/strategy@0.1.0#should-roll"))) int
should_roll(u32 own, const u32 *others, u32 count)
{
    (void)others, (void)count;
    return own < 25;
}

__attribute__((export_name("should_roll"))) int
should_roll_state(u32 seat, u32 banked, u32 own, const u32 *all, u32 players, const u32 *rolls, u32 count)
{
    (void)seat, (void)banked, (void)all, (void)players, (void)rolls, (void)count;
    return own < 25;
}
