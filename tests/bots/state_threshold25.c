/* Good and pure: threshold25.c with the interface of the record game-state. */
typedef unsigned int u32;

typedef struct told_roll {
    u32 seat, faces[2];
} told_roll;

__attribute__((export_name("pig-pen:player/strategy@0.1.0#should-roll"))) int
should_roll(u32 seat, u32 banked, u32 own, const u32 *all, u32 players, const told_roll *roll, u32 rolls)
{
    (void)banked, (void)roll, (void)rolls;
    u32 leader = 0;
    for (u32 i = 0; i < players; i++)
        if (i != seat && all[i] > 100 && all[i] > leader) leader = all[i];
    if (leader) return own <= leader;
    return own < 100 && own % 30 < 25;
}
