/* Words for costs and luck; the scale is defined in alea/review.h. */
#include "base/assert.h"
#include "review/reviewer.h"

#include <math.h>

static const double inaccuracy = 0.02, mistake = 0.05, blunder = 0.1;

/* A roll of a fair coin is exactly one deviation from its mean; rounding must not change its grade. */
#define SAME_DEVIATIONS 1e-9

const char *alea_grade_name(alea_grade grade)
{
    static const char *const names[ALEA_GRADES] = {
        [ALEA_UNMARKED] = "",       [ALEA_INACCURACY] = "inaccuracy",
        [ALEA_MISTAKE] = "mistake", [ALEA_BLUNDER] = "blunder",
        [ALEA_LUCKY] = "lucky",     [ALEA_VERY_LUCKY] = "very lucky",
        [ALEA_UNLUCKY] = "unlucky", [ALEA_VERY_UNLUCKY] = "very unlucky",
    };
    return grade >= 0 && grade < ALEA_GRADES ? names[grade] : "";
}

alea_grade alea__grade_cost(double cost, double error, double scale)
{
    ALEA_ASSERT(scale > 0 && error >= 0);
    double share = cost / scale;
    bool sure = fabs(cost) > 2 * error; /* estimates need two standard errors */
    if (!sure || share < inaccuracy) return ALEA_UNMARKED;
    return share >= blunder ? ALEA_BLUNDER : share >= mistake ? ALEA_MISTAKE : ALEA_INACCURACY;
}

alea_grade alea__grade_luck(double luck, double deviations, double scale)
{
    ALEA_ASSERT(scale > 0);
    double far = fabs(deviations) + SAME_DEVIATIONS;
    if (fabs(luck) / scale < inaccuracy || far < 1) return ALEA_UNMARKED;
    if (luck > 0) return far >= 2 ? ALEA_VERY_LUCKY : ALEA_LUCKY;
    return far >= 2 ? ALEA_VERY_UNLUCKY : ALEA_UNLUCKY;
}

/* Uses a twentieth of the scale as the deviation, which is unknown for estimated rolls. */
alea_grade alea__grade_estimated_luck(double luck, double error, double scale)
{
    const bool sure = fabs(luck) > 2 * error;
    return sure ? alea__grade_luck(luck, luck / (scale / 20), scale) : ALEA_UNMARKED;
}
