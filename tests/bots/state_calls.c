/* Good, but not pure: counts its calls, and holds at every fourth of them. It has the interface of the record game-state. */
typedef unsigned int u32;

static u32 calls;

__attribute__((export_name("should_roll"))) int should_roll(u32 seat, u32 banked, u32 own, const u32 *all,
                                                            u32 players, const u32 *rolls, u32 count)
{
    (void)seat, (void)banked, (void)all, (void)players, (void)rolls, (void)count;
    return own < 100 && ++calls % 4 != 0;
}
