/* All rolls, each once whatever the order of its dice, and what they are worth how often. */
#include "base/error.h"
#include "base/memory.h"
#include "family/hog/rules/compile.h"

/* Pascal's triangle as far as hog_rank looks: g below sides + dice, k to dice. What does not fit is never looked at, since
   the rolls were counted first. */
static alea_status make_binomials(hog_compiler *c)
{
    hog_rules *rules = &c->game->rules;
    const uint32_t rows = rules->sides + rules->dice, columns = rules->dice + 1;
    uint32_t *choose = c->game->choose = alea__alloc_array((size_t)rows * columns, sizeof *choose);
    if (!choose) return alea__out_of_memory(c->error);
    for (uint32_t g = 0; g < rows; g++) {
        choose[g * columns] = 1;
        for (uint32_t k = 1; g > 0 && k < columns; k++)
            choose[g * columns + k] = choose[(g - 1) * columns + k - 1] + choose[(g - 1) * columns + k];
    }
    rules->choose = choose;
    return ALEA_OK;
}

/* Rolls of n dice that differ: n out of sides with repetition. */
static uint64_t count_rolls(uint32_t sides, uint32_t n)
{
    uint64_t count = 1;
    for (uint32_t i = 1; i <= n && count <= HOG_MOST_ROLLS; i++) count = count * (sides - 1 + i) / i;
    return count;
}

static alea_status check_dice(hog_compiler *c)
{
    const hog_rules *rules = &c->game->rules;
    uint64_t outcomes = 1;
    for (uint32_t i = 0; i < rules->dice && outcomes <= UINT64_C(1) << 31; i++) outcomes *= rules->sides;
    if (outcomes <= UINT64_C(1) << 31 && count_rolls(rules->sides, rules->dice) <= HOG_MOST_ROLLS)
        return ALEA_OK;
    return alea__read_fail(
        c->reader, "dice", c->error,
        "is %u and `sides` is %u, which gives too many rolls: 2,147,483,648 at most, and 200,000 "
        "whatever the order of the dice.",
        (unsigned)rules->dice, (unsigned)rules->sides);
}

alea_status hog_list_rolls(hog_compiler *c)
{
    hog_rules *rules = &c->game->rules;
    alea_status status = check_dice(c);
    if (status == ALEA_OK) status = make_binomials(c);
    if (status != ALEA_OK) return status;
    uint32_t *first = c->game->first = alea__alloc_array(rules->dice + 2u, sizeof *first);
    if (!first) return alea__out_of_memory(c->error);
    for (uint32_t n = 1; n <= rules->dice; n++)
        first[n + 1] = first[n] + (uint32_t)count_rolls(rules->sides, n);
    c->game->points = alea__alloc_array(first[rules->dice + 1], sizeof *c->game->points);
    if (!c->game->points) return alea__out_of_memory(c->error);
    rules->first = first;
    rules->points = c->game->points;
    return ALEA_OK;
}

/* In the order of hog_rank: the first face that may grow without passing the next does, and those before it start again. */
bool hog_next_roll(const hog_rules *rules, uint32_t dice, uint8_t *face)
{
    uint32_t k = 0;
    while (k + 1 < dice && face[k] == face[k + 1]) k++;
    if (k + 1 == dice && face[k] + 1u == rules->sides) return false;
    face[k]++;
    while (k-- > 0) face[k] = 0;
    return true;
}

/* In how many orders the dice can fall: n! over the factorials of how often each face is there. Below sides^n. */
static uint64_t orders(uint32_t dice, const uint8_t *face)
{
    uint64_t count = 1;
    for (uint32_t i = 0, same = 0; i < dice; i++) {
        same = i > 0 && face[i] == face[i - 1] ? same + 1 : 1;
        count = count * (i + 1) / same;
    }
    return count;
}

static void count_points(const hog_rules *rules, uint32_t dice, hog_odds *odds, uint64_t *weight)
{
    uint8_t face[HOG_MOST_DICE] = {0};
    const uint16_t *points = rules->points + rules->first[dice];
    *odds = (hog_odds){.least = UINT32_MAX, .weight = weight};
    do {
        uint64_t ways = orders(dice, face);
        uint32_t worth = *points++;
        weight[worth] += ways;
        odds->denominator += ways;
        if (worth < odds->least) odds->least = worth;
        if (worth > odds->most) odds->most = worth;
    } while (hog_next_roll(rules, dice, face));
}

alea_status hog_count_odds(hog_compiler *c)
{
    const size_t row = HOG_MOST_POINTS + 1;
    const hog_rules *rules = &c->game->rules;
    uint64_t *weight = c->game->weight = alea__alloc_array((rules->dice + 1u) * row, sizeof *weight);
    if (!weight) return alea__out_of_memory(c->error);
    for (uint32_t n = 1; n <= rules->dice; n++) count_points(rules, n, &c->game->odds[n], weight + n * row);
    return ALEA_OK;
}
