/* Good: traps unless its two lists lie apart and hold what they can hold: seats, faces and scores of a game to 100 with two dice. */
typedef unsigned int u32;

typedef struct told_roll {
    u32 seat, faces[2];
} told_roll;

static void must(int right)
{
    if (!right) __builtin_trap();
}

__attribute__((export_name("should_roll"))) int should_roll(u32 seat, u32 banked, u32 own, const u32 *all,
                                                            u32 players, const told_roll *roll, u32 rolls)
{
    u32 turn = 0, sum = 0;
    must((const char *)(all + players) <= (const char *)roll ||
         (const char *)(roll + rolls) <= (const char *)all);
    must(seat < players && all[seat] == banked && banked <= own);
    for (u32 i = 0; i < players; i++) must(all[i] < 1000), sum += all[i];
    for (u32 i = 0; i < rolls; i++) {
        must(roll[i].seat < players);
        for (int die = 0; die < 2; die++) must(roll[i].faces[die] >= 1 && roll[i].faces[die] <= 6);
    }
    for (u32 i = rolls; i > 0 && roll[i - 1].seat == seat && turn < own - banked; i--)
        turn += roll[i - 1].faces[0] + roll[i - 1].faces[1];
    must(turn == own - banked);
    if (rolls == 0) must(own == 0 && sum == 0);
    return own < 100 && own - banked < 20;
}
