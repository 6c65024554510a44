/* A chase between two policies, from the highest leader down. A policy that ignores banked scores, as one made of a program that
   sees only totals, needs one pass for each leader (turn_all_scores.h). Under other policies every score is a turn of its own; only
   turns that occur with a chance worth mentioning are computed, and the others keep the widest bounds. */
#include "base/assert.h"
#include "base/directed.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/stopping.h"
#include "family/race/solve/evaluate_pair.h"

#include <math.h>

#define WORTH_MENTIONING 1e-17f

/* ---- which positions occur ----

   These chances are rough, and too great rather than too small. They decide which turns are computed; the bounds are true
   without them. */

static void chase_mark(race_pair *v, unsigned side, uint32_t own, uint32_t leader, double chance)
{
    if (leader < v->columns) v->mark[side][(size_t)own * v->columns + leader] += (float)chance;
}

/* The holds from `least` up of a turn that is met with this chance. */
static void chase_mark_holds(race_pair *v, race_turn_start start, uint32_t least, double chance)
{
    race_pair_run(v, start);
    for (uint32_t total = least; total < v->turn.end; total++)
        if (v->turn.hold[total] > 0)
            chase_mark(v, 1 - start.side, start.other, total, chance * v->turn.hold[total]);
}

/* Under a policy that rolls on at random one turn stands for all, that from the score which occurs most often. The others may
   hold at totals that it misses, but with hardly more than its chance of a higher total, or one roll further up. */
static void chase_mark_random(race_pair *v, unsigned side, uint32_t leader)
{
    const float *at = v->mark[side] + leader;
    uint32_t own = 0;
    float chance = 0;
    for (uint32_t i = 0; i < leader; i++) {
        chance += at[(size_t)i * v->columns];
        if (at[(size_t)i * v->columns] > at[(size_t)own * v->columns]) own = i;
    }
    if (chance <= WORTH_MENTIONING) return;
    race_pair_run(v, (race_turn_start){side, own, leader});
    double most = 0;
    for (uint32_t total = v->turn.end; total-- > leader + 1;) {
        if (most == 0 && v->turn.hold[total] > 0)
            for (uint32_t k = 1; k <= v->model.most; k++)
                chase_mark(v, 1 - side, leader, total + k, chance * v->turn.hold[total]);
        most = fmax(most, v->turn.hold[total]);
        chase_mark(v, 1 - side, leader, total, chance * most);
    }
}

/* Marks what turns of `side` against a leader lead to: those against higher leaders; lower ones are marked. */
static void chase_mark_followers(race_pair *v, unsigned side, uint32_t leader)
{
    const race_policy *policy = v->problem->policy[side];
    const bool random = policy->kind == RACE_POLICY_RANDOM || policy->kind == RACE_POLICY_ALWAYS;
    if (random && !v->model.rules->over_goal_hold) {
        chase_mark_random(v, side, leader);
        return;
    }
    for (uint32_t own = 0; own < leader; own++) {
        float chance = v->mark[side][(size_t)own * v->columns + leader];
        if (chance > WORTH_MENTIONING)
            chase_mark_holds(v, (race_turn_start){side, own, leader}, leader + 1, chance);
    }
}

/* Whether one pass covers the turns of `side` from all scores, with nothing unknown. */
static bool chase_passes_all(const race_pair *v, unsigned side)
{
    const race_policy *policy = v->problem->policy[side];
    return race_ignores_score(&v->model, policy) && race_known_up_to(&v->model, policy) == v->model.cap;
}

/* Makes and fills the marks, leader by leader, unless both policies pass all scores at once. */
static alea_status chase_mark_all(race_pair *v, alea_error *error)
{
    if (chase_passes_all(v, 0) && chase_passes_all(v, 1)) return ALEA_OK;
    size_t positions = (size_t)v->columns * v->columns;
    for (unsigned side = 0; side < 2; side++) {
        v->mark[side] = alea__alloc_array(positions, sizeof(float));
        if (!v->mark[side]) return alea__out_of_memory(error);
    }
    const race_turn_model *c = &v->model;
    for (unsigned side = 0; side < 2; side++)
        for (uint32_t own = 0; own <= c->goal; own++)
            for (uint32_t other = 0; other <= c->goal; other++)
                if (race_can_begin_at(c->rules, own) && race_can_begin_at(c->rules, other))
                    chase_mark_holds(v, (race_turn_start){side, own, other}, c->goal + 1, 1);
    for (uint32_t leader = v->model.goal + 1; leader < v->columns; leader++)
        for (unsigned side = 0; side < 2; side++) chase_mark_followers(v, side, leader);
    return ALEA_OK;
}

/* ---- their bounds ---- */

/* Stores the value of a turn against a leader; one of turns does not count this one yet. */
static void chase_keep(race_pair *v, race_quantity q, race_turn_start start, race_bound value)
{
    const size_t at = (size_t)start.own * v->columns + start.other;
    ALEA_ASSERT(start.own < start.other && start.other < v->columns);
    if (q == RACE_TURNS) {
        value.low = alea__sum(v->model.how, value.low, 1);
        value.neg = alea__difference(v->model.how, value.neg, 1);
    }
    const double least = v->after[q].least, minus_most = v->after[q].minus_most;
    v->led[start.side][at * RACE_LED_QUANTITIES + q] = (alea_interval){
        value.low > least ? value.low : least, value.neg > minus_most ? -value.neg : -minus_most};
}

/* The bounds of one turn; the widest ones if it hardly ever occurs. */
static void chase_follow_one(race_pair *v, race_turn_start start)
{
    bool met = v->mark[start.side][(size_t)start.own * v->columns + start.other] > WORTH_MENTIONING;
    if (met) {
        race_pair_run(v, start);
        v->unknown |= v->turn.unknown;
    }
    for (unsigned q = 0; q < RACE_LED_QUANTITIES; q++) {
        const race_score_continuation *after = &v->after[q];
        race_bound value = {after->least, after->minus_most};
        if (met)
            value = (race_bound){race_expect(&v->turn, after->low, after->least),
                                 race_expect(&v->turn, after->neg, after->minus_most)};
        chase_keep(v, (race_quantity)q, start, value);
    }
}

/* The bounds of all turns of `side` against a leader; higher leaders are done. */
static void chase_follow(race_pair *v, unsigned side, uint32_t leader)
{
    race_pair_fill(v, side, leader);
    if (chase_passes_all(v, side)) {
        race_all_scores_run(&v->all_scores, v->problem->policy[side], leader, RACE_LED_QUANTITIES, v->after);
        for (uint32_t own = 0; own < leader; own++)
            for (unsigned q = 0; q < RACE_LED_QUANTITIES; q++)
                chase_keep(v, (race_quantity)q, (race_turn_start){side, own, leader},
                           race_all_scores_value(&v->all_scores, own, q,
                                                 (race_bound){v->after[q].low[own], v->after[q].neg[own]}));
        return;
    }
    for (uint32_t own = 0; own < leader; own++)
        if (race_can_begin_at(v->model.rules, own)) chase_follow_one(v, (race_turn_start){side, own, leader});
}

alea_status race_evaluate_chase(race_pair *v, alea_error *error)
{
    alea_status status = chase_mark_all(v, error);
    const alea__rounding how = v->model.how = alea__choose_rounding();
    for (uint32_t leader = v->model.cap; status == ALEA_OK && leader > v->model.goal; leader--) {
        const int mode = alea__round_down(how);
        for (unsigned side = 0; side < 2; side++) chase_follow(v, side, leader);
        alea__round_as_before(how, mode);
        if (alea__stopped(&v->problem->options->progress)) status = alea__stop(error);
    }
    v->model.how = ALEA__BY_MODE;
    return status;
}
