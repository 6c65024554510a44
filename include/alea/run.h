#ifndef ALEA_RUN_H
#define ALEA_RUN_H
/** A match: many games between bots, counted exactly.
 *
 *  The dice of game n depend on (seed, n) alone, and everything is added up as integers, so a result does not depend on
 *  the number of threads or on the path by which it was computed.
 *
 *      alea_run_result *result;
 *      alea_run(game, bots, 2, &(alea_run_options){ .games = 1000000 }, &result, &error);
 *      printf("%.4f\n", result->standing[0].win_rate);
 */

#include <alea/bot.h>
#include <alea/game.h>

/** Who sits where: in game n bot i sits in seat (i + n) mod players, or always in seat i. */
typedef enum alea_seats { ALEA_ROTATE, ALEA_FIXED } alea_seats;

/** Which machinery plays. All give the same games, bit for bit. */
typedef enum alea_path {
    ALEA_PATH_AUTO,
    ALEA_PATH_BLOCK, /**< whole blocks at once: vector lanes for policies, the referee inside the sandbox for WebAssembly */
    ALEA_PATH_STEP /**< the plain referee, one decision at a time */
} alea_path;

/** Zero means the default everywhere. */
typedef struct alea_run_options {
    uint64_t games; /**< default 1,000,000; at most 10^12 */
    uint64_t seed;  /**< default ALEA_DEFAULT_SEED when `seed_given` is false */
    bool seed_given;
    alea_seats seats;
    unsigned threads;       /**< default: all cores */
    alea_path path;         /**< BLOCK where it cannot be had is ALEA_E_REFUSED */
    alea_progress progress; /**< unit: games */
    const char
        *record; /**< a file for the first `record_games` games, JSON Lines; written whole or not at all */
    uint64_t record_games; /**< default 1,000, at most `games` */
} alea_run_options;

#define ALEA_DEFAULT_SEED UINT64_C(20251)

/** One bot's line. Rates are per game played; standard errors come from single games where every bot is a policy, else
 *  from the means of blocks (`se_from_blocks`). */
typedef struct alea_standing {
    const char *bot;
    const char *kind;
    uint64_t wins;
    double win_rate, win_rate_se;
    double money, money_se; /**< dollars per game; 0 in games without money */
    double score, score_se; /**< points per game; 0 in games where a run does not tell them */
    int64_t money_total;
    uint64_t forfeits;
    uint64_t failures[ALEA_FAILURE_KINDS]; /**< the forfeits by reason */
    char failure_text[256]; /**< of the first failure, in game order; empty when there was none */
    uint64_t failure_game;
    uint64_t seat_games[ALEA_MAX_SEATS], seat_wins[ALEA_MAX_SEATS];
    int64_t seat_money[ALEA_MAX_SEATS];
} alea_standing;

typedef struct alea_run_result {
    const char *game; /**< canonical spec */
    uint64_t games;   /**< played; fewer than asked for when stopped */
    uint64_t asked;
    uint64_t unfinished;
    uint64_t seed;
    alea_seats seats;
    unsigned threads; /**< used */
    alea_path path;   /**< used: BLOCK or STEP */
    bool stopped;
    bool has_money;
    bool
        has_score; /**< points say how well one played, as in Despirala; who plays such a game alone cannot win it */
    bool se_from_blocks;
    uint64_t turns;    /**< over all games and seats */
    int64_t money_sum; /**< of everybody: always 0, checked */
    uint64_t
        blocks_replayed; /**< blocks that failed on the block path and were played again on the step path */
    unsigned players;
    alea_standing standing[ALEA_MAX_SEATS]; /**< in the order of the bots given */
} alea_run_result;

/** Plays. `bots` are `count` bots opened for this game; `count` must be its number of players (ALEA_E_USAGE). The result
 *  is the caller's, to be freed by alea_run_result_free; it points into the bots for their names. When the progress
 *  callback asks to stop, the result holds what was played and `stopped` is set; while the record is being written, which
 *  comes first, it is ALEA_E_STOPPED and there is no record. */
ALEA_API alea_status alea_run(const alea_game *, alea_bot *const *bots, unsigned count,
                              const alea_run_options *, alea_run_result **out, alea_error *);
ALEA_API void alea_run_result_free(alea_run_result *);

#endif
