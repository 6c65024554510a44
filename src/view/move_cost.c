#include "base/assert.h"
#include "view/exact_view.h"

#include <math.h>

static double move_middle(alea_interval v)
{
    return v.lower / 2 + v.upper / 2;
}

double alea__move_cost(const alea_answer *answer, unsigned move)
{
    ALEA_ASSERT(move < answer->count && answer->best < answer->count);
    return fabs(move_middle(answer->move[answer->best].value) - move_middle(answer->move[move].value));
}
