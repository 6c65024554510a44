#include "exact/query.h"
#include "base/assert.h"

/* The bounds of the better of two values, even where their intervals do not show which one is better. */
static alea_interval query_better(alea_interval a, alea_interval b, bool least)
{
    return least ? (alea_interval){fmin(a.lower, b.lower), fmin(a.upper, b.upper)}
                 : (alea_interval){fmax(a.lower, b.lower), fmax(a.upper, b.upper)};
}

void alea__answer_choose(alea_answer *answer, bool least, double tie)
{
    double most = -INFINITY;
    ALEA_ASSERT(answer->count > 0 && tie >= 0);
    for (unsigned i = 0; i < answer->count; i++) most = fmax(most, alea__merit(answer->move[i].value, least));
    answer->best = 0;
    while (alea__merit(answer->move[answer->best].value, least) < most - tie) answer->best++;
    alea__answer_conclude(answer, least);
}

void alea__answer_conclude(alea_answer *answer, bool least)
{
    ALEA_ASSERT(answer->best < answer->count);
    const alea_interval best = answer->move[answer->best].value;
    answer->value = best;
    answer->tied = false;
    for (unsigned i = 0; i < answer->count; i++) {
        const alea_interval value = answer->move[i].value;
        ALEA_ASSERT(value.lower <= value.upper);
        answer->value = query_better(answer->value, value, least);
        answer->tied |= i != answer->best && alea__intervals_overlap(value, best);
    }
}
