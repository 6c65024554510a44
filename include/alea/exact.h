#ifndef ALEA_EXACT_H
#define ALEA_EXACT_H
/** Exact results of bots, without playing a game.
 *
 *  Policies are evaluated as they are. Lua and WebAssembly bots, and tables, are frozen first: asked in every
 *  two-player position, twice and in two orders. A bot that contradicts itself is refused; the message names the
 *  position.
 *
 *      alea_evaluation result;
 *      alea_bot_evaluate(game, first, second, ALEA_WIN, NULL, &result, &error);
 *      printf("%.9f\n", result.mean.value.lower);
 */

#include <alea/bot.h>
#include <alea/table.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The exact result for one seating, from the first bot's point of view. */
typedef struct alea_exact {
    alea_interval value; /**< under the objective: `win` or `money` */
    alea_interval win;   /**< probability that the first bot wins */
    alea_interval loss;  /**< probability that the second bot wins */
    alea_interval money; /**< dollars per game; 0 in games without money */
    alea_interval turns; /**< expected turns of the game, both seats together; infinite if it may never end */
    alea_interval never; /**< probability that the game never ends */
} alea_exact;

/** `first`: the first bot moves first. `second`: it moves second. `mean`: the mean of both. For one player all three
 *  are equal. */
typedef struct alea_evaluation {
    alea_exact first, second, mean;
} alea_evaluation;

/** Computes the exact result of one bot against another; for a one-player game `second` is NULL. Fails with
 *  ALEA_E_USAGE for objectives that the game does not have and for more than two players, and with ALEA_E_REFUSED
 *  for bots that are not pure or mixed policies; the message says why. The options may be NULL; only memory, fuel,
 *  threads and progress (unit: positions asked) are used. */
ALEA_API alea_status alea_bot_evaluate(const alea_game *, alea_bot *first, alea_bot *second, alea_objective,
                                       const alea_solve_options *, alea_evaluation *out, alea_error *);

/** The result of the best response to a policy, from the response's point of view. The exploitability of the policy
 *  is mean minus the mean value of optimal play against itself (one half for winning, zero for money). */
typedef struct alea_best_response {
    /** Value of the best response moving first, moving second, and the mean. */
    alea_interval first, second, mean;
    alea_interval exploitability;
} alea_best_response;
/** Computes the best response to a policy. `*table` is the response, as a table of the game in which the opponent plays
 *  that policy; the caller frees it with alea_table_free. Fails as alea_bot_evaluate does. */
ALEA_API alea_status alea_table_best_response(const alea_game *, alea_bot *, alea_objective,
                                              const alea_solve_options *, alea_table **table,
                                              alea_best_response *out, alea_error *);

/** Makes a bot that plays by a finished table of values, as `table:FILE` does. The table may be freed afterwards;
 *  its game must outlive the bot, whose name is `name`. Fails with ALEA_E_REFUSED for tables that cannot be played.
 *  The caller frees `*out` with alea_bot_free. */
ALEA_API alea_status alea_table_bot(const alea_table *, const char *name, alea_bot **out, alea_error *);

/** The turns that a plot of every step-th score shows. They begin with a multiple of `step` banked; the opponent has a
 *  multiple of it, too, or, if `other_given`, exactly `other`. For one player the other number is that of the turns
 *  left: 1, 1 + `step`, … */
typedef struct alea_plotted_turns {
    uint32_t step; /**< at least 1 */
    bool other_given;
    uint32_t other;
} alea_plotted_turns;
/** As alea_table_bot, but may leave all other turns out, in which the bot then plays something legal: for a large game and
 *  a plot of every fifth score this takes a 25th of the time. */
ALEA_API alea_status alea_table_bot_for_plot(const alea_table *, const alea_plotted_turns *, const char *name,
                                             alea_bot **out, alea_error *);

/** Asks a bot for its move in one position; programs are asked in a fresh instance. Fails with ALEA_E_BOT if the
 *  bot fails, with ALEA_E_STATE if no player decides there, and with ALEA_E_REFUSED if the bot receives every roll of a game
 *  (the interface `wit/game-state`): see alea_session_ask. For policies this is fast and thread-safe. */
ALEA_API alea_status alea_bot_ask(alea_bot *, const alea_state *, uint32_t *move, alea_error *);

/** Freezes a bot and writes it as a table that `table:FILE` opens. FILE.h5 supports any pure policy; FILE.csv
 *  supports those that hold from some turn total on. Fails as alea_bot_evaluate does, and with ALEA_E_WRITE. */
ALEA_API alea_status alea_bot_freeze(alea_bot *, const alea_solve_options *, const char *path, alea_error *);

/** What alea_game_check compared. */
typedef enum alea_compared {
    ALEA_COMPARED_VALUES,       /**< values of positions and of the moves in them */
    ALEA_COMPARED_PROOF,        /**< the checker accepts the solver's bounds */
    ALEA_COMPARED_RESPONSE,     /**< the value of the best response to a bot */
    ALEA_COMPARED_EVALUATION,   /**< the result of two bots, or of one alone */
    ALEA_COMPARED_DISTRIBUTION, /**< the probability of each score */
    ALEA_COMPARED_GAMES         /**< a run of games, within five standard errors of the exact result */
} alea_compared;
ALEA_API const char *alea_compared_name(alea_compared); /**< `values`, `proof` and so on */

/** One comparison of what the family computes with what follows from listing all states. */
typedef struct alea_comparison {
    alea_compared what;
    alea_objective objective;
    char bots[100];    /**< empty: best play */
    uint64_t compared; /**< numbers; 0: the family does not compute this, and `note` says why */
    double difference; /**< the largest; for games in standard errors */
    double allowed;    /**< the largest that is allowed */
    bool holds;        /**< nothing differs by more; true if nothing could be compared */
    char note[1000];   /**< where it differs, or why it was not compared; else empty */
} alea_comparison;

typedef struct alea_game_report {
    uint64_t states, decisions; /**< that were listed, and those in which a player decides */
    size_t count;
    alea_comparison *comparison; /**< [count], owned */
    bool holds;                  /**< all comparisons hold */
} alea_game_report;

/** Lists all states of a game for one player or two by playing it with the plain referee, solves the list as a graph, and compares
 *  all that the game's family computes with it: for authors of rules and of families. Give the game parameters that make it small.
 *  Fails with ALEA_E_REFUSED if it has too many states (see alea_game_limit_states) or cannot be listed, with the reason, and with
 *  ALEA_E_STOPPED. The options are those of all solutions that it makes; the progress first counts states. The caller frees `*out`
 *  with alea_game_report_free. */
ALEA_API alea_status alea_game_check(const alea_game *, const alea_solve_options *, alea_game_report **out,
                                     alea_error *);
ALEA_API void alea_game_report_free(alea_game_report *); /**< accepts NULL */

#ifdef __cplusplus
}
#endif
#endif
