#ifndef ALEA_BOT_FREEZE_H
#define ALEA_BOT_FREEZE_H
/* Bots as policies, which is what exact results need. */
#include "bot/bot.h"
#include "value/solver_ops.h"

/* `policy` is the bot's own, or `frozen`, which was made from its answers. */
typedef struct alea__pure {
    const alea_bot *bot;
    const alea__policy *policy;
    alea__policy *frozen;
} alea__pure;

/* ALEA_E_REFUSED with the reason for policies without exact results, and for programs that fail or contradict
   themselves. */
alea_status alea__purify(alea_bot *, const alea_solve_options *, alea__pure *out, alea_error *);
void alea__pure_clear(alea__pure *);

/* The family's exact results; ALEA_E_REFUSED where it has none, ALEA_E_USAGE for three players or more. */
alea_status alea__require_solver(const alea_game *, alea_error *);
#endif
