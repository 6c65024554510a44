/* Good and pure: plays the game again from the rolls, by Pig-Pen's rules, and traps unless all that it is told agrees. It holds after
   an even number of rolls in the turn, from 15 points on, so that its answers depend on the rolls. */
typedef unsigned int u32;

typedef struct told_roll {
    u32 seat, faces[2];
} told_roll;

enum { GOAL = 100, MOST_PLAYERS = 8 };

static void must(int right)
{
    if (!right) __builtin_trap();
}

__attribute__((export_name("should_roll"))) int should_roll(u32 seat, u32 banked, u32 own, const u32 *all,
                                                            u32 players, const told_roll *roll, u32 rolls)
{
    u32 score[MOST_PLAYERS] = {0}, turn = 0, doubles = 0, in_turn = 0, mover = 0;
    int begun = 0; /* a turn that goes on as far as the rolls tell */
    must(rolls >= 1 && players >= 2 && players <= MOST_PLAYERS && seat < players);
    for (u32 i = 0; i < rolls; i++) {
        const u32 a = roll[i].faces[0], b = roll[i].faces[1], next = mover + 1 < players ? mover + 1 : 0;
        must(a >= 1 && a <= 6 && b >= 1 && b <= 6 && roll[i].seat < players);
        if (i > 0 && (!begun || roll[i].seat != mover)) { /* another turn: a hold, or a lost turn before */
            must(roll[i].seat == next);
            if (begun) score[mover] += turn;
            mover = next;
            turn = doubles = in_turn = 0;
        }
        must(roll[i].seat == mover);
        begun = 1;
        in_turn++;
        if (a == b)
            doubles++;
        else
            doubles = 0;
        const int wiped =
            (a == 1 && b == 1) || doubles == 3 || (a + b != 7 && score[mover] + turn + a + b == GOAL);
        if (wiped) score[mover] = 0;
        if (wiped || a + b == 7)
            begun = 0, turn = 0;
        else
            turn += a + b;
    }
    must(begun && mover == seat && banked == score[seat] && own == banked + turn);
    for (u32 i = 0; i < players; i++) must(all[i] == score[i]);
    return turn < 15 || in_turn % 2 == 1;
}
