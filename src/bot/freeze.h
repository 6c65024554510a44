#ifndef ALEA_BOT_FREEZE_H
#define ALEA_BOT_FREEZE_H
/* Bots as policies, which is what exact results need. */
#include "bot/bot.h"
#include "value/solver_ops.h"

/* `policy` is the bot's own, or was made from its answers: it is the bot's `frozen`, or, of a bot that need not be pure, `own`. */
typedef struct alea__pure {
    const alea_bot *bot;
    const alea__policy *policy;
    alea__policy *own;
} alea__pure;

/* ALEA_E_REFUSED with the reason for policies without exact results, and for programs that fail or contradict
   themselves. */
alea_status alea__purify(alea_bot *, const alea_solve_options *, alea__pure *out, alea_error *);
void alea__pure_clear(alea__pure *);

/* Tests whether the bot is pure, if it is a program that can be asked everywhere in a few seconds, when a decision takes so much
   fuel; then bot->purity says what was found. ALEA_E_REFUSED: it is not, and the message says where it showed. */
alea_status alea__test_purity(alea_bot *, double fuel, const alea_progress *, alea_error *);

/* The family's exact results; ALEA_E_REFUSED where it has none, ALEA_E_USAGE for three players or more. */
alea_status alea__require_solver(const alea_game *, alea_error *);
#endif
