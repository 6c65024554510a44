#pragma once
/* Plays a whole turn at a time, for fast simulation: points of rolls are summed in registers, and every other event is left
   to the referee, from the same state. Freestanding: the referee in the sandbox also uses it. */
#include "base/assert.h"
#include "family/race/play/state.h"

/* A turn under way, out of the state. */
typedef struct race_turn {
    uint32_t total, rolls, memory;
} race_turn;

static inline void race_put_back(race_state *s, const race_turn *t, race_phase phase)
{
    ALEA_ASSERT(t->total >= s->score[s->mover] && t->rolls <= RACE_LIMIT);
    s->turn = t->total - s->score[s->mover];
    s->rolls = t->rolls;
    s->memory = (uint16_t)t->memory;
    s->phase = (uint8_t)phase;
}

/* Whether a roll only adds points: no lost turn, no landing, no automatic hold, no limit. Has no branches, because
   processors predict dice badly. */
static inline bool race_only_adds(const race_rules *rules, const race_effect *e, const race_turn *t)
{
    const uint32_t total = t->total + e->amount;
    const bool above = total > rules->goal, adds = e->kind == RACE_ADD, more = t->rolls < RACE_LIMIT - 1,
               lands = rules->landing[above ? 0 : total] == RACE_ADD,
               stops = (rules->over_goal_hold != 0) & (total >= rules->goal);
    return adds & more & (above | lands) & !stops;
}

/* Whether the mover rolls on, in RACE_DECIDE. `state` is up to date only after race_put_back. */
typedef bool race_ask(void *user, race_state *, const race_turn *);
typedef uint32_t race_next_roll(void *user);

/* Plays until the mover's turn ends; returns whether the mover chose to end it. `known` means that asking without a choice
   is harmless, which saves a branch. */
static inline __attribute__((always_inline)) bool race_play_turn_by(const race_rules *rules, race_state *s,
                                                                    race_ask *rolls_on, race_next_roll *roll,
                                                                    void *user, bool known)
{
    race_turn t = {race_total(s), s->rolls, s->memory};
    for (bool forced = s->phase == RACE_ROLL;;) {
        if (known ? !(forced | rolls_on(user, s, &t)) : !forced && !rolls_on(user, s, &t)) break;
        uint32_t outcome = roll(user);
        const race_effect *e = &rules->effect[t.memory * rules->outcomes + outcome];
        if (!race_only_adds(rules, e, &t)) {
            race_put_back(s, &t, RACE_ROLL);
            race_roll(rules, s, outcome);
            return false;
        }
        t = (race_turn){t.total + e->amount, t.rolls + 1, e->memory};
        forced = e->forced;
    }
    race_put_back(s, &t, RACE_DECIDE);
    race_choose(rules, s, RACE_HOLD_MOVE);
    return true;
}

/* Asks once for each decision. */
static inline __attribute__((always_inline)) bool
race_play_turn(const race_rules *rules, race_state *s, race_ask *rolls_on, race_next_roll *roll, void *user)
{
    return race_play_turn_by(rules, s, rolls_on, roll, user, false);
}

/* For answers known in advance: may also ask at other totals of the turn. */
static inline __attribute__((always_inline)) bool race_play_turn_known(const race_rules *rules, race_state *s,
                                                                       race_ask *rolls_on,
                                                                       race_next_roll *roll, void *user)
{
    return race_play_turn_by(rules, s, rolls_on, roll, user, true);
}
