/* Levels of the computer's play; see coach.h. */
#include "base/assert.h"
#include "base/text.h"
#include "command/coach.h"

#include <math.h>
#include <string.h>

static double coach_middle(alea_interval v)
{
    return (v.lower + v.upper) / 2;
}

double coach_cost(const alea_answer *answer, unsigned index)
{
    ALEA_ASSERT(index < answer->count && answer->best < answer->count);
    return fabs(coach_middle(answer->move[answer->best].value) - coach_middle(answer->move[index].value));
}

unsigned coach_find(const alea_answer *answer, uint32_t move)
{
    unsigned i = 0;
    while (i < answer->count && answer->move[i].move != move) i++;
    return i;
}

/* e^-x for x >= 0, by sums and products only, so that the same draw chooses the same move on every machine: with x = k log 2 + r
   and |r| <= 0.35, 2^-k times the series of e^-r, whose 18th term is below the rounding. */
static double coach_exp_minus(double x)
{
    static const double log2_high = 0x1.62e42fee00000p-1, log2_low = 0x1.a39ef35793c76p-33;
    if (!(x < 740)) return 0;
    const double k = floor(x / (log2_high + log2_low) + 0.5), r = x - k * log2_high - k * log2_low;
    double sum = 1;
    for (int n = 17; n > 0; n--) sum = 1 - sum * r / n;
    return ldexp(sum, -(int)k);
}

/* The chance of a move falls with its cost as e^(-cost / t), the logit rule of quantal response (McKelvey and Palfrey, Quantal
   response equilibria for normal form games, Games and Economic Behavior 10, 1995), with t from 0 at strength 1 to
   infinity at strength 0. */
static double coach_weight(const alea_answer *answer, unsigned index, double tolerance)
{
    double cost = coach_cost(answer, index);
    return cost <= 0 ? 1 : tolerance <= 0 ? 0 : coach_exp_minus(cost / tolerance);
}

double coach_chance(const alea_answer *answer, unsigned index, alea_objective objective, double strength)
{
    /* A loss that a player of strength 0.5 considers small. */
    static const double small[] = {[ALEA_WIN] = 0.02, [ALEA_MONEY] = 2, [ALEA_SCORE] = 3, [ALEA_TURNS] = 0.1};
    ALEA_ASSERT(objective <= ALEA_TURNS && strength >= 0 && strength <= 1);
    if (strength >= 1) return index == answer->best;
    double tolerance = strength > 0 ? small[objective] * (1 - strength) / strength : INFINITY, sum = 0;
    for (unsigned i = 0; i < answer->count; i++) sum += coach_weight(answer, i, tolerance);
    return coach_weight(answer, index, tolerance) / sum;
}

unsigned coach_err(const alea_answer *answer, alea_objective objective, double strength, double draw)
{
    ALEA_ASSERT(draw >= 0 && draw < 1);
    for (unsigned i = 0; i < answer->count; i++) {
        draw -= coach_chance(answer, i, objective, strength);
        if (draw < 0) return i;
    }
    return answer->best;
}

/* docs/play.md gives their results in Pig. */
bool coach_strength(const char *level, double *strength)
{
    static const struct {
        const char *name;
        double strength;
    } levels[] = {{"beginner", 0.25}, {COACH_LEVEL, 0.5}, {"strong", 0.8}, {"perfect", 1}};
    char *end;
    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++) {
        if (strcmp(level, levels[i].name) != 0) continue;
        *strength = levels[i].strength;
        return true;
    }
    *strength = alea__read_real(level, &end);
    return end != level && !*end && *strength >= 0 && *strength <= 1;
}
