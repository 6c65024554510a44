/* The rates of a few pairs, with error bounds. */
#include "base/error.h"
#include "contest/contest.h"
#include "contest/messages.h"
#include "exact/interval.h"

#include <float.h>

static alea_status rates_check_moves(const alea__contest_settings *settings, const unsigned char *moves,
                                     size_t count, alea_error *error)
{
    for (size_t i = 0; i < count; i++)
        if (moves[i] > settings->most)
            return alea__fail(error, ALEA_E_RANGE, CONTEST_WRONG_ANSWER, (unsigned)moves[i],
                              i % settings->cells / settings->side, i % settings->side,
                              (unsigned)settings->most);
    return ALEA_OK;
}

/* Every rate is widened by the family's error bound, the mean by its rounding too. */
alea_status alea_contest_rates(const alea_game *game, const unsigned char *moves,
                               const unsigned char *against, size_t count, alea_rates *out, alea_error *error)
{
    alea__contest_settings settings;
    void *workspace;
    alea_status status = alea__contest_settings_make(game, NULL, NULL, &settings, error);
    if (status == ALEA_OK) status = rates_check_moves(&settings, moves, settings.cells, error);
    if (status == ALEA_OK) status = rates_check_moves(&settings, against, count * settings.cells, error);
    if (status == ALEA_OK) status = settings.family->contest->pair_open(game->rules, &workspace, error);
    if (status != ALEA_OK) return status;
    const double e = settings.family->contest->pair_error(game->rules);
    for (size_t i = 0; status == ALEA_OK && i < count; i++) {
        double rate[2] = {0, 0};
        status = settings.family->contest->pair(workspace, moves, against + i * settings.cells, rate, error);
        out[i] = (alea_rates){alea__chance_around(rate[0], e), alea__chance_around(rate[1], e),
                              alea__chance_around(0.5 * (rate[0] + rate[1]), e + DBL_EPSILON)};
    }
    settings.family->contest->pair_close(workspace);
    return status;
}
