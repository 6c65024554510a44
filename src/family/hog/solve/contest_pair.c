/* Evaluates pairs of tables, many times in a row, for contests. */
#include "base/assert.h"
#include "family/hog/solve/exact.h"

alea_status hog_pair_open(const alea__rules *rules, void **work, alea_error *error)
{
    static const hog_request tables = {.source = {HOG_BY_TABLE, HOG_BY_TABLE}, .never = 0.5};
    hog_workspace *made;
    alea_status status = hog_workspace_make(hog_game_of(rules)->graph, &tables, &made, error);
    if (status == ALEA_OK) *work = made;
    return status;
}

void hog_pair_close(void *work)
{
    hog_workspace_free(work);
}

/* Rounding may put a certain result slightly out of range. */
static double pair_chance(double value)
{
    ALEA_ASSERT(value > -1e-9 && value < 1 + 1e-9);
    return value < 0 ? 0 : value > 1 ? 1 : value;
}

alea_status hog_pair(void *work, const unsigned char *a, const unsigned char *b, double rate[2],
                     alea_error *error)
{
    (void)error;
    hog_workspace_set_dice(work, 0, a);
    hog_workspace_set_dice(work, 1, b);
    hog_worth worth = hog_sweep(work);
    rate[0] = pair_chance(worth.first);
    rate[1] = pair_chance(worth.second);
    return ALEA_OK;
}

double hog_pair_error(const alea__rules *rules)
{
    return hog_error(hog_game_of(rules)->graph, 0);
}
