#pragma once
/* How the values of race are laid out: all that its solver and its checker have in common beside the rules.

   A *turn start* is a position in which a turn begins: (own, other), both banked. Within a turn a position is (total, memory),
   where total = own + turn. For two players, other > goal says that the other leads a chase, and own > goal only then: who is
   not chased has banked no more than the goal.

   The order of turn starts in alea__values:
   - two players, bank ending: matrix "mover", [own][other], goal x goal.
   - two players, chase ending: matrix "mover", [own][other], (cap + 1) x (cap + 1): own <= goal where other <= goal, own <
     other where other > goal; NaN elsewhere and where no player can stand (a landing that is not RACE_ADD). Totals above `cap`
     are never held in the table: their values are bounded by an argument (see race_beyond), checked again in
     check/exact_step.c.
   - a best response has a second matrix "waiting" of the same size: [own][other] with the opponent to move, `own` being the
     responder's score; in a chase own > goal then says that the responder leads, and other < own.
   - one player with a turn limit: matrix "mover", [own][turns left], goal x (limit + 1); none left is worth 0.
   - one player without: [own][0], goal x 1, expected turns. */
#include "family/race/race.h"
#include "value/values.h"

typedef enum race_side { RACE_MOVER, RACE_WAITING } race_side; /* alea__values.matrix */

/* Whether a roll can end at this score without the turn being lost. */
static inline bool race_can_stand(const race_rules *rules, uint32_t score)
{
    return score > rules->goal || rules->landing[score] == RACE_ADD;
}

/* Whether a turn continues at this total, neither lost nor ended by a rule. */
static inline bool race_goes_on(const race_rules *rules, uint32_t total)
{
    return race_can_stand(rules, total) && !(rules->over_goal_hold && total >= race_enough(rules));
}

/* Whether a turn can begin at a score. No player lands on the 0 at which everyone starts. */
static inline bool race_can_begin_at(const race_rules *rules, uint32_t score)
{
    return score == 0 || race_can_stand(rules, score);
}

/* Whether two players can chase a leader. */
static inline bool race_is_chase(const race_rules *rules)
{
    return rules->ending == RACE_CHASE && rules->players == 2;
}

/* The payment per point of a loser with this score. */
static inline int64_t race_price(const race_rules *rules, uint32_t score)
{
    return rules->pay[score < rules->goal ? score : rules->goal];
}

/* Whether a turn of a player who has banked `own`, against `waiter`, can begin. */
bool race_is_turn_start(const race_rules *, const alea__values *, uint32_t own, uint32_t waiter);
/* Checks that values have this layout; ALEA_E_FILE names the difference. The caller checks the opponent's policy. */
alea_status race_fits_layout(const race_rules *, const alea__values *, alea_error *);
