/* Fails by a trap in the third game of its life: a game is new when the scores, its own or the table's, dropped to nothing. */
typedef unsigned int u32;

enum { MOST_OF_A_FIRST_ROLL = 34 }; /* two doubles and a plain roll: 12 + 10 + 11 and one to spare */

static u32 games, last_own, last_sum;

static int new_game(u32 own, u32 sum)
{
    return games == 0 || (sum == 0 && last_sum > 0) ||
           (own < last_own && own <= MOST_OF_A_FIRST_ROLL && sum < last_sum);
}

__attribute__((export_name("pig-pen:player/strategy@0.1.0#should-roll"))) int
should_roll(u32 own, const u32 *others, u32 count)
{
    u32 sum = 0;
    for (u32 i = 0; i < count; i++) sum += others[i];
    if (new_game(own, sum)) games++;
    last_own = own, last_sum = sum;
    if (games == 3) __builtin_trap();
    return own < 100 && own % 30 < 25;
}
