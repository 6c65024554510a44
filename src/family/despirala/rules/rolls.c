/* All rolls of all dice, regardless of order: lists of sorted faces, and the index of a roll. */
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "family/despirala/rules/compile.h"

#include <string.h>

static uint32_t factorial(uint32_t n)
{
    uint32_t product = 1;
    for (uint32_t i = 2; i <= n; i++) product *= i;
    return product;
}

/* n dice that show some of `faces` faces: (n + faces - 1) over n. */
static uint32_t ways(uint32_t n, uint32_t faces)
{
    uint64_t product = 1;
    if (faces == 0) return n == 0;
    for (uint32_t i = 1; i <= n; i++) product = product * (faces - 1 + i) / i;
    return (uint32_t)product;
}

uint32_t despirala_count_rolls(const despirala_rules *rules)
{
    return ways(rules->dice, rules->sides);
}

/* Earlier rolls are those that agree with it up to a face and then have more dice of that face: with `left` dice and k of
   them showing it, the sum over more than k of ways(others, faces behind), which is ways(left - k - 1, faces from it on). */
uint32_t despirala_rank(const despirala_rules *rules, const uint8_t *dice)
{
    uint32_t rank = 0, left = rules->dice;
    for (uint32_t f = 0; f < rules->sides && left > 0; f++) {
        if (left > dice[f]) rank += ways(left - dice[f] - 1, rules->sides - f);
        left -= dice[f];
    }
    ALEA_ASSERT(left == 0 && rank < rules->rolls); /* all dice are on the table */
    return rank;
}

typedef struct roll_lister {
    const despirala_rules *rules;
    uint8_t *faces;
    uint32_t *weight;
    uint8_t dice[DESPIRALA_SIDES];
    uint32_t rolls;
} roll_lister;

/* Lists all rolls of `left` dice with the faces from `face` on; the other dice are fixed. */
static void list_rolls(roll_lister *l, uint32_t face, uint32_t left)
{
    const uint32_t sides = l->rules->sides;
    for (uint32_t n = left + 1; n-- > 0 && face + 1 < sides;) {
        l->dice[face] = (uint8_t)n;
        list_rolls(l, face + 1, left - n);
    }
    if (face + 1 < sides) return;
    l->dice[face] = (uint8_t)left;
    uint32_t orders = factorial(l->rules->dice);
    for (uint32_t f = 0; f < sides; f++) orders /= factorial(l->dice[f]);
    memcpy(l->faces + (size_t)l->rolls * sides, l->dice, sides);
    l->weight[l->rolls++] = orders;
}

alea_status despirala_list_rolls(despirala_game *game, alea_error *error)
{
    despirala_rules *rules = &game->rules;
    const uint32_t rolls = despirala_count_rolls(rules);
    game->faces = alea__alloc_array(rolls, rules->sides);
    game->weight = alea__alloc_array(rolls, sizeof *game->weight);
    if (!game->faces || !game->weight) return alea__out_of_memory(error);
    roll_lister l = {.rules = rules, .faces = game->faces, .weight = game->weight};
    list_rolls(&l, 0, rules->dice);
    ALEA_ASSERT(l.rolls == rolls);
    rules->rolls = l.rolls;
    rules->faces = game->faces;
    rules->weight = game->weight;
    return ALEA_OK;
}
