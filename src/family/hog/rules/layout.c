#include "family/hog/rules/layout.h"

alea_status hog_fits_layout(const hog_rules *rules, const alea__values *values, alea_error *error)
{
    const unsigned count = values->opponent ? 2 : 1;
    if (values->objective != ALEA_WIN)
        return alea__values_misfit("it is played to win, and they are for something else", error);
    if (values->count != count)
        return alea__values_misfit(
            "a table of best replies has two matrices and an opponent, any other one matrix", error);
    for (unsigned k = 0; k < count; k++)
        if (values->matrix[k].rows != rules->memories * rules->goal ||
            values->matrix[k].columns != rules->goal)
            return alea__values_misfit("there must be a row for each memory and own score, and a column for "
                                       "each score of the opponent",
                                       error);
    return ALEA_OK;
}
