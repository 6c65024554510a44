#pragma once
/* Turns bots into policies, which exact results need. */
#include "bot/bot.h"
#include "value/solver_ops.h"

/* The policy of a bot: its own, or one made from its answers. The latter is the bot's `frozen` or, if the bot need not be
   pure, `own`. */
typedef struct alea__pure {
    const alea_bot *bot;
    const alea__policy *policy;
    alea__policy *own;
} alea__pure;

/* ALEA_E_REFUSED with the reason for policies without exact results, and for programs that fail or contradict
   themselves. */
alea_status alea__purify(alea_bot *, const alea_solve_options *, alea__pure *out, alea_error *);
void alea__pure_clear(alea__pure *);

/* Tests whether a program is pure, if asking it everywhere takes only a few seconds at `fuel` per decision, and sets
   bot->purity. Fails with ALEA_E_REFUSED, and the place where it showed, if it is not pure. */
alea_status alea__test_purity(alea_bot *, double fuel, const alea_progress *, alea_error *);

/* The family's exact results; ALEA_E_REFUSED if it has none, ALEA_E_USAGE for three players or more. */
alea_status alea__require_solver(const alea_game *, alea_error *);
