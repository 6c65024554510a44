/* All rolls, each once regardless of the order of its dice, with their points and frequencies. */
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "family/hog/messages.h"
#include "family/hog/rules/compile.h"

/* Rolls of n dice that differ: n out of sides with repetition. */
static uint64_t rolls_count(uint32_t sides, uint32_t n)
{
    uint64_t count = 1;
    for (uint32_t i = 1; i <= n && count <= HOG_MOST_ROLLS; i++) count = count * (sides - 1 + i) / i;
    return count;
}

/* ALEA_E_RULES if outcomes exceed 31 bits, or if the table of points would be too large. */
static alea_status rolls_check(hog_compiler *c, uint32_t sides)
{
    const uint32_t dice = c->game->rules.dice;
    uint64_t outcomes = 1;
    for (uint32_t i = 0; i < dice && outcomes <= UINT64_C(1) << 31; i++) outcomes *= sides;
    if (outcomes <= UINT64_C(1) << 31 && rolls_count(sides, dice) <= HOG_MOST_ROLLS) return ALEA_OK;
    return alea__read_fail(c->calls.reader, "dice", c->calls.error, HOG_TOO_MANY_ROLLS, (unsigned)dice,
                           (unsigned)sides);
}

/* Pascal's triangle, as far as hog_rank needs it: g below sides + dice, k to dice. Entries that do not fit are never read,
   because the rolls are counted first. */
alea_status hog_make_ranks(hog_compiler *c, uint32_t sides)
{
    const uint32_t rows = sides + c->game->rules.dice, columns = c->game->rules.dice + 1;
    alea_status status = rolls_check(c, sides);
    if (status != ALEA_OK) return status;
    uint32_t *choose = alea__own(&c->game->owned, alea__alloc_array((size_t)rows * columns, sizeof *choose));
    if (!choose) return alea__out_of_memory(c->calls.error);
    for (uint32_t g = 0; g < rows; g++) {
        choose[g * columns] = 1;
        for (uint32_t k = 1; g > 0 && k < columns; k++)
            choose[g * columns + k] = choose[(g - 1) * columns + k - 1] + choose[(g - 1) * columns + k];
    }
    c->game->rules.choose = choose;
    return ALEA_OK;
}

alea_status hog_add_set(hog_compiler *c, uint32_t sides)
{
    hog_rules *rules = &c->game->rules;
    const uint32_t set = rules->sets;
    ALEA_ASSERT(set < HOG_MOST_SETS);
    uint32_t *first = c->game->first[set] = alea__alloc_array(rules->dice + 2u, sizeof *first);
    if (!first) return alea__out_of_memory(c->calls.error);
    for (uint32_t n = 1; n <= rules->dice; n++) first[n + 1] = first[n] + (uint32_t)rolls_count(sides, n);
    uint16_t *points = c->game->points[set] = alea__alloc_array(first[rules->dice + 1], sizeof *points);
    if (!points) return alea__out_of_memory(c->calls.error);
    c->game->set[set] = (hog_dice_set){sides, alea__dice_for(sides), first, points};
    rules->sets++;
    return ALEA_OK;
}

/* In the order of hog_rank: increments the first face that stays at most as large as the next, and resets those before it. */
bool hog_next_roll(uint32_t sides, uint32_t dice, uint8_t *face)
{
    uint32_t k = 0;
    ALEA_ASSERT(dice > 0 && dice <= HOG_MOST_DICE);
    while (k + 1 < dice && face[k] == face[k + 1]) k++;
    if (k + 1 == dice && face[k] + 1u == sides) return false;
    face[k]++;
    while (k-- > 0) face[k] = 0;
    return true;
}

/* In how many orders the dice can fall: n! over the factorials of how often each face is there. Below sides^n. */
static uint64_t rolls_orders(uint32_t dice, const uint8_t *face)
{
    uint64_t count = 1;
    for (uint32_t i = 0, same = 0; i < dice; i++) {
        same = i > 0 && face[i] == face[i - 1] ? same + 1 : 1;
        count = count * (i + 1) / same;
    }
    return count;
}

alea_status hog_count_odds(hog_compiler *c, uint32_t number)
{
    const size_t row = HOG_MOST_POINTS + 1;
    const hog_rules *rules = &c->game->rules;
    const hog_dice_set *set = &rules->set[number];
    uint64_t *weight =
        alea__own(&c->game->owned, alea__alloc_array((rules->dice + 1u) * row, sizeof *weight));
    if (!weight) return alea__out_of_memory(c->calls.error);
    for (uint32_t n = 1; n <= rules->dice; n++) {
        uint8_t face[HOG_MOST_DICE] = {0};
        const uint16_t *points = set->points + set->first[n];
        hog_odds *odds = &c->game->odds[number * (HOG_MOST_DICE + 1) + n];
        *odds = (hog_odds){.least = UINT32_MAX, .weight = weight += row};
        do {
            const uint64_t ways = rolls_orders(n, face);
            const uint32_t worth = *points++;
            weight[worth] += ways;
            odds->denominator += ways;
            if (worth < odds->least) odds->least = worth;
            if (worth > odds->most) odds->most = worth;
        } while (hog_next_roll(set->sides, n, face));
        ALEA_ASSERT(odds->denominator == alea__dice_outcomes(set->sides, n) && odds->least <= odds->most &&
                    points == set->points + set->first[n + 1]);
    }
    return ALEA_OK;
}
