#ifndef ALEA_EXACT_H
#define ALEA_EXACT_H
/** Exact results of bots: no game is played.
 *
 *  Bots that are policies count as they are; Lua and WebAssembly bots, tables too, are frozen first: asked in every position of
 *  two players, twice and in two orders. A bot that contradicts itself is refused with the position.
 *
 *      alea_eval result;
 *      alea_evaluate(game, first, second, ALEA_WIN, NULL, &result, &error);
 *      printf("%.9f\n", result.mean.value.lower);
 */

#include <alea/bot.h>
#include <alea/table.h>

/** One order of moves, from the first bot's point of view. */
typedef struct alea_exact {
    alea_interval value; /**< under the objective: `win` or `money` */
    alea_interval win;   /**< probability that the first bot wins */
    alea_interval loss;  /**< that the second does */
    alea_interval money; /**< dollars a game; 0 in games without money */
    alea_interval
        turns; /**< expected turns of the game, both seats together; infinite when it may never end */
    alea_interval never; /**< probability that the game never ends */
} alea_exact;

/** `first`: the first bot moves first; `second`: it moves second; `mean`: of both. One player: all three are the same. */
typedef struct alea_eval {
    alea_exact first, second, mean;
} alea_eval;

/** Exact values of one bot against another; for a one-player game `second` is NULL. ALEA_E_USAGE for objectives that the
 *  game does not have and for more than two players; ALEA_E_REFUSED for bots that are not pure or mixed policies, with the
 *  reason. Options as for solving (memory, threads, progress; unit: positions asked). */
ALEA_API alea_status alea_evaluate(const alea_game *, alea_bot *first, alea_bot *second, alea_objective,
                                   const alea_solve_options *, alea_eval *out, alea_error *);

/** The best reply to a policy, as a table in which the opponent plays that policy. `out` gets what the reply earns against
 *  it, from the reply's point of view; the policy's exploitability is result->mean.value less what optimal play gives on
 *  the mean (a half for winning, nothing for money). */
typedef struct alea_reply {
    alea_interval first, second, mean; /**< value of the reply moving first, second, and the mean */
    alea_interval exploitability;
} alea_reply;
ALEA_API alea_status alea_best(const alea_game *, alea_bot *, alea_objective, const alea_solve_options *,
                               alea_table **table, alea_reply *out, alea_error *);

/** Asks a bot in one position, in a fresh instance for bots that are programs. ALEA_E_BOT when it fails, ALEA_E_STATE where
 *  nobody decides. For bots that are policies it is fast and safe from many threads. */
ALEA_API alea_status alea_bot_ask(alea_bot *, const alea_state *, uint32_t *move, alea_error *);

/** Freezes a bot and writes it as a table that `table:FILE` opens: FILE.h5 for any pure bot, FILE.csv for those that hold
 *  from some turn total on. Fails as alea_evaluate does, and with ALEA_E_WRITE. */
ALEA_API alea_status alea_bot_freeze(alea_bot *, const alea_solve_options *, const char *path, alea_error *);

#endif
