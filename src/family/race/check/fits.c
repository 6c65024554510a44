/* Whether values that were read from a file have the shape that these rules give. */
#include "base/error.h"
#include "family/race/solve/exact.h"

static alea_status fits_fail(const char *what, alea_error *error)
{
    return alea__fail(error, ALEA_E_FILE, "The values are not those of this game: %s.", what);
}

static alea_status fits_check_size(const race_rules *rules, const alea__values *values, alea_error *error)
{
    const alea__matrix *m = &values->matrix[0];
    if (rules->players == 1) {
        uint32_t columns = rules->turn_limit > 0 ? rules->turn_limit + 1 : 1;
        if (m->rows != race_enough(rules) || m->columns != columns)
            return fits_fail("there must be a row for each score and a column for each number of turns left",
                             error);
        return ALEA_OK;
    }
    if (m->rows != m->columns) return fits_fail("the two players' scores have different ranges", error);
    if (rules->ending == RACE_BANK ? m->rows != rules->goal : m->rows <= rules->goal + 1)
        return fits_fail("the range of scores is another one", error);
    return ALEA_OK;
}

alea_status race_fits(const alea__rules *opaque, const alea__values *values, alea_error *error)
{
    const race_rules *rules = race_rules_of(opaque);
    const alea__matrix *m = values->matrix;
    unsigned count = values->opponent != NULL ? 2 : 1;
    if (rules->players > 2) return fits_fail("they are for two players or one", error);
    if (!race_has_objective(opaque, values->objective))
        return fits_fail("it does not have their objective", error);
    if (values->count != count || (count == 2 && rules->players == 1))
        return fits_fail("a table of best replies has two matrices and an opponent, any other one matrix",
                         error);
    alea_status status = fits_check_size(rules, values, error);
    if (status == ALEA_OK && count == 2 && (m[1].rows != m[0].rows || m[1].columns != m[0].columns))
        return fits_fail("the two matrices have different sizes", error);
    if (status != ALEA_OK || count == 1) return status;
    alea__policy *opponent;
    status = race_plan_unpack(opaque, values->opponent, values->opponent_size, &opponent, error);
    if (status == ALEA_OK) race_policy_free(opponent);
    return status;
}
