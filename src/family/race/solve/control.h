#pragma once
/* Values for luck adjustment; implements alea__control_ops: a function V of states, and its exact expectation over a roll.

   For two players V is what follows when both play best, or both follow a policy. Turn starts are solved first; a turn is
   one backward pass in doubles, made when it is first met and kept. Where scores are far above the goal V is a guess, which
   costs variance and nothing else; and so it is for three players and more (control.c). */
#include "family/race/turn/turn_model.h"
#include "value/control_ops.h"

#include <math.h>

/* The turns of a game of two by the same rules. Many threads may use them. */
typedef struct race_control_turns race_control_turns;

/* `best` is a control of best play for the same game and objective, which saves work; may be NULL. */
alea_status race_control_turns_open(const alea__problem *, const race_control_turns *best,
                                    race_control_turns **out, alea_error *);
void race_control_turns_close(race_control_turns *); /* accepts NULL */

/* The value of the beginning of a turn to its player. */
double race_control_start(const race_control_turns *, uint32_t own, uint32_t other);

/* The turns from `own` against `other`, both banked. */
typedef struct race_control_turn {
    uint32_t own, other, slots;
    uint32_t end; /* totals from here on count as held */
    double lost;  /* value of losing the turn, and of losing all points */
    double wiped;
    double *value; /* [(total - own) * slots + slot], `slot` as in turn_model.h; NULL: end is 0 */
    bool kept;     /* it belongs to the turns */
} race_control_turn;

/* ALEA_E_MEMORY is the only failure. Ended with race_control_turn_close. */
alea_status race_control_turn_open(race_control_turns *, uint32_t own, uint32_t other, race_control_turn *out,
                                   alea_error *);
void race_control_turn_close(race_control_turn *);
/* The value of banking a total. */
double race_control_hold(const race_control_turns *, uint32_t total, uint32_t other);

/* The value of reaching a total by a roll that did not lose the turn. */
static inline double race_control_arrive(const race_control_turns *c, const race_rules *rules,
                                         const race_control_turn *t, uint32_t total, uint32_t slot)
{
    if (total <= rules->goal && rules->landing[total] != RACE_ADD)
        return rules->landing[total] == RACE_WIPE ? t->wiped : t->lost;
    if ((rules->over_goal_hold && total >= race_enough(rules)) || total >= t->end)
        return race_control_hold(c, total, t->other);
    return t->value[(size_t)(total - t->own) * t->slots + slot];
}

/* The value of rolling on; NaN from `end` on. */
static inline double race_control_roll(const race_control_turn *t, uint32_t total, uint32_t memory)
{
    return total < t->end ? t->value[(size_t)(total - t->own) * t->slots + 2 * memory + 1] : NAN;
}

/* control.c */
extern const alea__control_ops race_control_ops;
