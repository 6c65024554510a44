#ifndef TESTS_LUCK_LUCK_TEST_H
#define TESTS_LUCK_LUCK_TEST_H
/* Shared by the tests of luck. */
#include "luck/luck_inside.h"
#include "support/test.h"

#define LUCK_SEED UINT64_C(20251)

HELPER alea__luck *open_luck(const alea_game *game, alea_objective objective, const char *reference)
{
    alea__luck *luck;
    const alea__luck_options options = {.objective = objective, .reference = reference};
    OK(alea__luck_open(game, &options, &luck, &test_error));
    return luck;
}

/* Makes runs longer in soak tests, and shorter under sanitizers. */
HELPER uint64_t luck_games(uint64_t games)
{
    if (getenv("ALEA_SOAK")) return games * 20;
    return is_sanitized() ? games / 10 : games;
}

/* Bots of a game by their specs. */
typedef struct lineup {
    alea_bot *bot[ALEA_MAX_SEATS];
    unsigned count;
} lineup;

HELPER lineup open_lineup(const alea_game *game, const char *const *specs, unsigned count)
{
    lineup l = {.count = count};
    for (unsigned i = 0; i < count; i++) l.bot[i] = open_bot(game, specs[i]);
    return l;
}

HELPER void close_lineup(lineup *l)
{
    for (unsigned i = 0; i < l->count; i++) alea_bot_free(l->bot[i]);
}

HELPER alea__luck_sums play_luck(const alea__luck *luck, alea_bot *const *bots, uint64_t games,
                                 bool common_dice)
{
    alea__luck_sums sums;
    const alea__luck_match match = {.bots = bots, .seed = LUCK_SEED, .common_dice = common_dice};
    OK(alea__luck_play(luck, &match, (alea__luck_span){0, games}, 0, &sums, &test_error));
    return sums;
}

/* How many standard errors the plain mean of a bot and the adjusted one are apart: of the luck that was taken out. */
HELPER double luck_apart(const alea__luck_sums *s, unsigned bot)
{
    const double n = (double)s->units, sum = s->plain[bot] - s->adjusted[bot],
                 squares = s->plain_products[bot][bot] + s->adjusted_products[bot][bot] -
                           2 * s->mixed_products[bot],
                 variance = (squares - sum * sum / n) / (n - 1);
    return variance > 0 ? fabs(sum / n) / sqrt(variance / n) : 0;
}
#endif
