#ifndef ALEA_FAMILY_RACE_SOLVE_EXACT_H
#define ALEA_FAMILY_RACE_SOLVE_EXACT_H
/* Exact results of race: what its solving, evaluating and checking files share.

   An *anchor* is a position in which a turn begins: (own, other), both banked. Within a turn a position is (total, memory),
   where total = own + turn; every roll adds at least one point, so that a turn is one backward pass over totals. (Rolls that
   add nothing are allowed where the memory they lead to makes an end of it; see turn.h's readers.) For two players,
   other > goal says that the other leads a chase, and own > goal only then: who is not chased has banked no more than the
   goal.

   How anchors stand in alea__values:
   - two players, bank ending: matrix "mover", [own][other], goal x goal.
   - two players, chase ending: matrix "mover", [own][other], (cap + 1) x (cap + 1): own <= goal where other <= goal, own <
     other where other > goal; NaN elsewhere and where nobody can stand (a landing that is not RACE_ADD). Totals above `cap`
     are never held in the table: their values are bounded by an argument (see solve.c), checked again in certify.c.
   - a best reply has a second matrix "waiting" of the same size: [own][other] with the opponent to move, `own` being the
     replier's score; in a chase own > goal then says that the replier leads, and other < own.
   - one player with a turn limit: matrix "mover", [own][turns left], goal x (limit + 1); none left is worth 0.
   - one player without: [own][0], goal x 1, expected turns. */
#include "family/race/race.h"
#include "value/solver_ops.h"

/* ---- the rules, condensed ---- */

/* Equal effects of the dice added up: what a roll does in one memory. Weights are out of rules->outcomes. */
typedef struct race_add {
    uint32_t amount, memory, forced, weight;
} race_add;

typedef struct race_rolls {
    uint32_t bust, wipe; /* weights */
    uint32_t count;
    const race_add *add; /* sorted by amount, then memory */
} race_rolls;

typedef struct race_odds {
    const race_rules *rules;
    uint32_t memories, denominator, most; /* most: the greatest amount */
    race_rolls *rolls;                    /* [memory] */
    race_add *add;                        /* all of them */
} race_odds;

alea_status race_odds_make(const race_rules *, race_odds *out, alea_error *); /* odds.c */
void race_odds_clear(race_odds *);

/* Whether values exist and can be proved; ALEA_E_REFUSED or _USAGE with the reason (odds.c): objectives that the game does
   not have, three players or more, rolls after which no total can grow or a turn could be prolonged for ever. */
alea_status race_provable(const race_odds *, alea_objective, alea_error *);

static inline bool race_can_stand(const race_rules *rules, uint32_t score)
{
    return score > rules->goal || rules->landing[score] == RACE_ADD;
}

/* The total at which a hold ends the game (bank) or takes the lead with no leader (chase). */
static inline uint32_t race_enough(const race_rules *rules)
{
    return rules->ending == RACE_CHASE ? rules->goal + 1 : rules->goal;
}

/* The probability that a policy rolls on, 0 … 1, exact as a double, a multiple of 2^-32; NaN where a frozen bot was never
   asked, and for policies that remember. `other` is the other's banked score, own + turn = total; one player: `other` is the
   number of turns left, 0 without a limit (only plans look at it). Forced rolls are the caller's affair. (policy.c) */
double race_rolls_with(const race_rules *, const race_policy *, uint32_t own, uint32_t other, uint32_t total,
                       uint32_t memory);

/* ---- rooms ---- */

alea_status race_solve(const alea__rules *, alea_objective, const alea_solve_options *,
                       const alea__values *resume, alea__values **out, alea_error *); /* solve.c */
alea_status race_evaluate(const alea__rules *, const alea__policy *first, const alea__policy *second,
                          alea_objective, const alea_solve_options *, alea_eval *out,
                          alea_error *); /* evaluate.c */
alea_status race_best(const alea__rules *, const alea__policy *, alea_objective, const alea_solve_options *,
                      alea__values **values, alea_reply *out, alea_error *);    /* best.c */
alea_status race_fits(const alea__rules *, const alea__values *, alea_error *); /* answer.c */
alea_status race_ask_values(const alea__rules *, const alea__values *, const alea_state *, alea_answer *out,
                            alea_error *); /* answer.c */
alea_status race_certify(const alea__rules *, const alea__values *, const alea_progress *, alea_verdict *out,
                         alea_error *); /* certify.c */
alea_status race_place(const alea__rules *, const alea_setting *, size_t count, alea_state *out,
                       alea_error *); /* place.c */

/* plan.c, plan_rows.c, plan_bytes.c, plan_csv.c, freeze.c: policies as bits, RACE_POLICY_PLAN of race.h. */
/* ALEA_E_REFUSED, with the number in words, where a plan of so many bytes is too large to be made. */
alea_status race_plan_room(double bytes, alea_error *);
/* The bytes of a plan of the game for two players that ends by banking, or for one player; 0 where it cannot be told. */
double race_plan_bytes(const race_rules *);
/* Takes over a plan's arrays, which were made by alea__alloc; they are freed on failure. */
alea_status race_plan_wrap(race_plan, alea__policy **out, alea_error *);
alea_status race_plan_csv(const alea__rules *, const alea__policy *, char **text, alea_error *);
const char *race_inexact(const alea__rules *, const alea__policy *);
uint64_t race_freeze_count(const alea__rules *);
void race_freeze_state(const alea__rules *, uint64_t index, alea_state *out);
alea_status race_freeze(const alea__rules *, const unsigned char *moves, alea__policy **out, alea_error *);
alea_status race_plan_of_values(const alea__rules *, const alea__values *, alea__policy **out, alea_error *);
alea_status race_plan_pack(const alea__rules *, const alea__policy *, unsigned char **data, size_t *size,
                           alea_error *);
alea_status race_plan_unpack(const alea__rules *, const unsigned char *data, size_t size, alea__policy **out,
                             alea_error *);

/* ---- plain games: the fast way (plain.c, plain_kernel.h, plain_avx2.c, plain_avx512.c) ---- */

/* Two players, bank ending, no memory, no forced rolls beyond the first, no wipes, no landings, no rolls of nothing: Pig and
   its like, for winning. States of equal sum are independent of each other. */
bool race_is_plain(const race_odds *);
alea_status race_solve_plain(const race_odds *, const alea_solve_options *, const alea__values *resume,
                             alea__values **out, alea_error *);
/* Both policies thresholds or plans. */
alea_status race_evaluate_plain(const race_odds *, const race_policy *first, const race_policy *second,
                                alea_eval *out, alea_error *);

/* answer.c: asking often. */
alea_status race_ask_open(const alea__rules *, const alea__values *, void **room, alea_error *);
void race_ask_close(void *room);
alea_status race_ask_in(void *room, const alea_state *, alea_answer *out, alea_error *);

/* prospect.c: for reviews. */
void race_essence(const alea__rules *, alea_state *);
void race_promise(const alea__rules *, const alea_state *, uint32_t move, char *out, size_t size);

/* solver.c: the tables of the above */
extern const alea__solver_ops race_solver_ops;
extern const alea__query_ops race_query_ops;
extern const alea__freezing_ops race_freezing_ops;
#endif
