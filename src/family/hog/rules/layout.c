#include "family/hog/rules/layout.h"
#include "family/hog/messages.h"

alea_status hog_fits_layout(const hog_rules *rules, const alea__values *values, alea_error *error)
{
    const unsigned count = values->opponent ? 2 : 1;
    if (values->objective != ALEA_WIN) return alea__values_misfit(HOG_MISFIT_OBJECTIVE, error);
    if (values->count != count) return alea__values_misfit(HOG_MISFIT_MATRICES, error);
    for (unsigned k = 0; k < count; k++)
        if (values->matrix[k].rows != rules->memories * rules->goal ||
            values->matrix[k].columns != rules->goal)
            return alea__values_misfit(HOG_MISFIT_SIZES, error);
    return ALEA_OK;
}
