/* Free Bacon where it pays: no dice when that earns 8 points or more, or swaps to advantage; else 5 dice. */

#include <stdint.h>

enum { GOAL = 100, WORTH_IT = 8, DICE = 5 };

/* Free Bacon by the rules of rules/hog.lua; another term has another one. */
static uint32_t bacon(uint32_t opponent)
{
    return 1 + opponent / 10 % 10 * (opponent % 10) % 10;
}

static int swaps(uint32_t score, uint32_t opponent)
{
    return score % 10 == opponent / 10 % 10;
}

__attribute__((export_name("hog:player/strategy@0.1.0#final-strategy"))) uint32_t
final_strategy(uint32_t score, uint32_t opponent)
{
    uint32_t with_bacon = score + bacon(opponent);
    if (swaps(with_bacon, opponent)) return with_bacon < opponent ? 0 : DICE;
    return with_bacon >= GOAL || bacon(opponent) >= WORTH_IT ? 0 : DICE;
}
