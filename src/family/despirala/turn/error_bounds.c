/* How wrong values can be: a bound known beforehand.

   Let u = 2^-53. All values are sums of products of numbers that are not negative, so errors are relative to what is summed, and
   what is summed is never more than `most` below, the points that can still be scored. Of one position, to first order in u:

   - an attempt's stage adds up to g + 2 products of a rounded chance (completion_odds.c: one u), g being the goods: g + 4; its points
     a product more, with a chance that is a rounded sum, and an addition: g + 6 for all of it;
   - a collect is a sum for each roll: with k dice kept dice - k additions, a product and a rounded chance; errors of later rolls
     come in by their chance. `collect_error` below adds them up;
   - the mean over rolls: a product, a rounded chance, and as many additions as mask_kernel.c does one after the other;
   - moving bounds apart from the value is one rounding more.

   Every step takes a best of something, which has no error, so they add up along the way to the end of the game. The checker
   (certify.c) works with whole numbers of units of about most * 2^-60 and rounds outward at each of at most g + 4
   divisions, hence the last term. */
#include "family/despirala/turn/subgames.h"

#include "base/assert.h"
#include "base/memory.h"

/* The most that is still to be had with n combinations attempted, in a turn with this many goods. */
static double points_to_come(const despirala_game *game, const despirala_subgames *subgames, uint32_t n,
                             uint32_t goods)
{
    const despirala_rules *rules = &game->rules;
    bool taken[DESPIRALA_COMBINATIONS] = {false};
    ALEA_ASSERT(n < rules->combinations);
    double sum = (double)rules->good_points * (goods + rules->gain * (rules->combinations - 1 - n));
    for (uint32_t i = n; i < rules->combinations; i++) {
        uint32_t best = 0;
        while (taken[best]) best++;
        for (uint32_t c = best + 1; c < rules->combinations; c++)
            if (!taken[c] && subgames->subgame[c].most > subgames->subgame[best].most) best = c;
        taken[best] = true;
        sum += subgames->subgame[best].most;
    }
    return sum;
}

/* The errors of a collect that rolls from no die kept, in units of u. */
static double collect_error(const despirala_rules *rules, const despirala_subgames *subgames, uint32_t goods)
{
    double now[DESPIRALA_DICE + 1] = {0}; /* [kept] */
    for (uint32_t g = 0; g < goods; g++)
        for (uint32_t kept = 0; kept < rules->dice; kept++) { /* `now` of more dice is one roll older still */
            double sum = rules->dice - kept + 2;
            for (uint32_t more = 0; more <= rules->dice - kept; more++)
                sum += subgames->binomial[kept * (rules->dice + 1) + more] * now[kept + more];
            now[kept] = sum;
        }
    return now[0];
}

static double step_error(const despirala_game *game, const despirala_subgames *subgames, uint32_t n,
                         uint32_t goods)
{
    const double attempt = goods + 6, collect = collect_error(&game->rules, subgames, goods) + 2;
    const double mean =
        game->rules.may_reroll ? subgames->rolls / DESPIRALA_ROW + 6 : subgames->rolls / 4 + 4;
    const double units = (attempt > collect ? attempt : collect) + mean + 1;
    const double checker = (goods + 4) * 0x1p-7 * points_to_come(game, subgames, 0, game->rules.gain);
    return 1.001 * 0x1p-53 * (units * points_to_come(game, subgames, n, goods) + checker);
}

double despirala_step_error(const despirala_game *game, uint32_t n, uint32_t goods)
{
    return step_error(game, game->graph->subgames, n, goods);
}

double despirala_error(const despirala_game *game, uint32_t n, uint32_t goods)
{
    ALEA_ASSERT(n < game->rules.combinations && goods <= game->rules.gain * (n + 1));
    return game->graph->subgames->error[n * (game->graph->most_goods + 1) + goods];
}

/* A target leads to one combination more with no more goods than there are and the next turn's; a reroll to a good less. */
bool despirala_bound_errors(const despirala_game *game, despirala_subgames *subgames)
{
    const despirala_rules *rules = &game->rules;
    const uint32_t width = rules->gain * rules->combinations + 1;
    subgames->error = alea__alloc_array((size_t)rules->combinations * width, sizeof *subgames->error);
    if (!subgames->error) return false;
    for (uint32_t n = rules->combinations; n-- > 0;)
        for (uint32_t g = 0; g <= rules->gain * (n + 1); g++) {
            double *error = subgames->error + n * width + g, before = 0;
            if (n + 1 < rules->combinations) before = error[width + rules->gain];
            if (g > 0 && rules->may_reroll && error[-1] > before) before = error[-1];
            *error = before + step_error(game, subgames, n, g);
            if (g > 0 && error[-1] > *error) *error = error[-1];
        }
    return true;
}
