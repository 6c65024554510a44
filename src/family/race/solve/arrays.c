/* Every position of a two-player game to a goal as arrays [own][other][turn][memory]: value iteration over them, and
   filling them from proved values or from a policy. The equations are the textbook ones (Neller and Presser, Optimal play
   of the dice game Pig, 2004): the better of hold, 1 - P[other][own + turn][0], and roll. */
#include "family/race/solve/arrays.h"
#include "base/assert.h"
#include "base/error.h"
#include "family/race/messages.h"
#include "family/race/solve/solve.h"

#include <math.h>
#include <string.h>

typedef struct array_cell {
    uint32_t own, other, turn, memory;
} array_cell;

static size_t array_index(const alea__arrays *a, array_cell c)
{
    ALEA_ASSERT(a->side == a->goal && c.own < a->goal && c.other < a->goal && c.turn < a->goal &&
                c.memory < a->memories);
    return (((size_t)c.own * a->goal + c.other) * a->goal + c.turn) * a->memories + c.memory;
}

/* Whoever has the goal in hand has won. */
static double array_value(const alea__arrays *a, array_cell c)
{
    return c.own + c.turn >= a->goal ? 1 : a->value[array_index(a, c)];
}

/* Games for two to a goal, in which every roll that adds leads to a higher total and a choice. */
static alea_status array_shape(const alea__rules *opaque, alea__arrays *out, alea_error *error)
{
    const race_rules *rules = race_rules_of(opaque);
    const char *why = rules->players != 2             ? RACE_ARRAYS_PLAYERS
                      : rules->ending != RACE_BANK    ? RACE_ARRAYS_CHASE
                      : rules->goal > RACE_MOST_ARRAY ? RACE_ARRAYS_GOAL
                                                      : NULL;
    for (uint32_t i = 0; !why && i < rules->memories * rules->outcomes; i++) {
        const race_effect *e = &rules->effect[i];
        if (e->kind == RACE_ADD && (e->forced || e->amount == 0)) why = RACE_ARRAYS_FORCED;
    }
    for (uint32_t score = 1; !why && score <= rules->goal; score++)
        if (rules->landing[score] != RACE_ADD) why = RACE_ARRAYS_FORCED;
    if (why) return alea__fail(error, ALEA_E_REFUSED, RACE_NO_ARRAYS, why);
    *out = (alea__arrays){.goal = rules->goal, .side = rules->goal, .memories = rules->memories};
    return ALEA_OK;
}

/* The value of rolling: lost turns pass the dice, and other rolls lead on within the turn. */
static double array_roll(const race_rules *rules, const alea__arrays *a, array_cell c)
{
    double sum = 0;
    for (uint32_t i = 0; i < rules->outcomes; i++) {
        const race_effect *e = &rules->effect[(size_t)c.memory * rules->outcomes + i];
        const uint32_t kept = e->kind == RACE_WIPE ? 0 : c.own;
        if (e->kind == RACE_ADD)
            sum += array_value(a, (array_cell){c.own, c.other, c.turn + e->amount, e->memory});
        else
            sum += 1 - array_value(a, (array_cell){c.other, kept, 0, 0});
    }
    return sum / rules->outcomes;
}

/* Sets the value and the move of a cell; a forced first roll is not a choice. Rolling must be better by more than `tie`.
   Returns the change. */
static double array_update(const race_rules *rules, const alea__arrays *a, array_cell c, double tie)
{
    const size_t at = array_index(a, c);
    const bool forced = c.turn == 0 && rules->first_forced;
    const double before = a->value[at], roll = array_roll(rules, a, c);
    const uint32_t total = c.own + c.turn;
    const double hold = forced             ? 0
                        : total >= a->goal ? 1
                                           : 1 - array_value(a, (array_cell){c.other, total, 0, 0});
    const bool rolls = forced || roll > hold + tie;
    a->value[at] = rolls ? roll : hold;
    a->roll[at] = rolls;
    return fabs(a->value[at] - before);
}

static double array_sweep(const alea__rules *opaque, const alea__arrays *a)
{
    const race_rules *rules = race_rules_of(opaque);
    double most = 0;
    for (uint32_t own = 0; own < a->goal; own++)
        for (uint32_t other = 0; other < a->goal; other++)
            for (uint32_t turn = 0; own + turn < a->goal; turn++)
                for (uint32_t memory = 0; memory < a->memories; memory++)
                    most = fmax(most, array_update(rules, a, (array_cell){own, other, turn, memory}, 0));
    return most;
}

/* The starts of turns first; then each turn from its highest total down, so that successors are known. */
static void array_fill(const alea__rules *opaque, const alea__values *values, const alea__arrays *a)
{
    const race_rules *rules = race_rules_of(opaque);
    const alea__matrix *m = &values->matrix[0];
    ALEA_ASSERT(m->rows == a->goal && m->columns == a->goal);
    for (uint32_t own = 0; own < a->goal; own++)
        for (uint32_t other = 0; other < a->goal; other++) {
            const size_t at = (size_t)own * m->columns + other;
            for (uint32_t turn = 0; turn < a->goal; turn++)
                for (uint32_t memory = 0; memory < a->memories; memory++)
                    a->value[array_index(a, (array_cell){own, other, turn, memory})] =
                        turn == 0 && memory == 0 ? m->lower[at] / 2 + m->upper[at] / 2 : 1;
        }
    for (uint32_t own = 0; own < a->goal; own++)
        for (uint32_t other = 0; other < a->goal; other++)
            for (uint32_t turn = a->goal - own; turn-- > 0;)
                for (uint32_t memory = 0; memory < a->memories; memory++)
                    array_update(rules, a, (array_cell){own, other, turn, memory}, RACE_TIE);
}

/* Asks the policy in every position below the goal; it must not draw random numbers. */
static void array_rolls(const alea__rules *opaque, const alea__policy *policy, const alea__arrays *a)
{
    const race_rules *rules = race_rules_of(opaque);
    race_state s;
    race_memo memo = {0};
    alea__stream own = {0};
    race_start(rules, &s);
    s.phase = RACE_DECIDE;
    for (s.score[0] = 0; s.score[0] < a->goal; s.score[0]++)
        for (s.score[1] = 0; s.score[1] < a->goal; s.score[1]++)
            for (s.turn = 0; s.turn < a->goal - s.score[0]; s.turn++)
                for (s.memory = 0; s.memory < a->memories; s.memory++) {
                    const bool forced = s.turn == 0 && rules->first_forced;
                    s.rolls = s.turn > 0;
                    a->roll[array_index(a, (array_cell){s.score[0], s.score[1], s.turn, s.memory})] =
                        forced ||
                        race_decide(rules, race_policy_of(policy), &s, &memo, &own) == RACE_ANSWER_ROLL;
                }
}

const alea__arrays_ops race_arrays_ops = {
    .shape = array_shape, .sweep = array_sweep, .fill = array_fill, .rolls = array_rolls};
