#ifndef ALEA_RUN_H
#define ALEA_RUN_H
/** A match: many games between bots, counted exactly.
 *
 *  The dice of game n depend only on (seed, n), and all sums are integers. So a result does not depend on the number
 *  of threads or on the path that computed it.
 *
 *      alea_run_result *result;
 *      alea_run_match(game, bots, 2, &(alea_run_options){ .games = 1000000 }, &result, &error);
 *      printf("%.4f\n", result->standing[0].win_rate);
 */

#include <alea/bot.h>
#include <alea/game.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The seating: in game n bot i sits in seat (i + n) mod players (ALEA_ROTATE), or always in seat i (ALEA_FIXED). */
typedef enum alea_seats { ALEA_ROTATE, ALEA_FIXED } alea_seats;

/** How games are played. All paths give the same games, bit for bit. */
typedef enum alea_path {
    ALEA_PATH_AUTO,
    /** Whole blocks at once: vector lanes for policies, the referee inside the sandbox for WebAssembly. */
    ALEA_PATH_BLOCK,
    ALEA_PATH_STEP /**< the plain referee, one decision at a time */
} alea_path;

struct alea_run_result;

/** Zero means the default for every field. */
typedef struct alea_run_options {
    size_t size;    /**< set by ALEA_RUN_OPTIONS_INIT; see status.h */
    uint64_t games; /**< default 1,000,000; at most 10^12 */
    uint64_t seed;  /**< default ALEA_DEFAULT_SEED when `seed_given` is false */
    bool seed_given;
    alea_seats seats;
    unsigned threads;       /**< default: all cores */
    alea_path path;         /**< ALEA_PATH_BLOCK fails with ALEA_E_REFUSED if the bots do not support it */
    alea_progress progress; /**< unit: games */
    /** A file for the first `record_games` games, JSON Lines; written completely or not at all. */
    const char *record;
    uint64_t record_games; /**< default 1,000, at most `games` */
    /** May be NULL. Called now and then with the result so far, from the calling thread, for whose time it is valid. */
    void (*standings)(void *user, const struct alea_run_result *so_far);
    void *standings_user;
} alea_run_options;
#define ALEA_RUN_OPTIONS_INIT {.size = sizeof(alea_run_options)}

#define ALEA_DEFAULT_SEED UINT64_C(20251)

/** The results of one bot. Rates are per game played. Standard errors come from single games if every bot is a
 *  policy or pure, else from block means (`se_from_blocks`). `bot` and `kind` belong to the bot. */
typedef struct alea_standing {
    const char *bot;
    const char *kind;
    uint64_t wins;
    double win_rate, win_rate_se;
    double money, money_se; /**< dollars per game; 0 in games without money */
    double score, score_se; /**< points per game; 0 unless `has_score` */
    int64_t money_total;
    uint64_t forfeits;
    uint64_t failures[ALEA_FAILURE_KINDS]; /**< the forfeits by reason */
    char failure_text[256]; /**< of the first failure, in game order; empty if there was none */
    uint64_t failure_game;
    uint64_t seat_games[ALEA_MAX_SEATS], seat_wins[ALEA_MAX_SEATS];
    int64_t seat_money[ALEA_MAX_SEATS];
    const char *title; /**< what the bot calls itself (alea_bot_title); NULL: nothing */
} alea_standing;

typedef struct alea_run_result {
    const char *game; /**< canonical spec */
    uint64_t games;   /**< played; fewer than `asked` when stopped */
    uint64_t asked;
    uint64_t unfinished;
    uint64_t seed;
    alea_seats seats;
    unsigned threads; /**< used */
    alea_path path;   /**< used: BLOCK or STEP */
    bool stopped;
    bool has_money;
    /** Points measure success, as in Despirala; a single player of such a game cannot win it. */
    bool has_score;
    bool se_from_blocks;
    uint64_t turns;           /**< over all games and seats */
    int64_t money_sum;        /**< the sum of all money: always 0, checked */
    uint64_t blocks_replayed; /**< blocks that failed on the block path and were replayed on the step path */
    unsigned players;
    alea_standing standing[ALEA_MAX_SEATS]; /**< in the order of `bots` */
    alea_objective
        objective; /**< the objective of rankings in views: the game's own; callers may change it */
} alea_run_result;

/** Plays a match. `bots` are `count` bots opened for this game; `count` must be the game's number of players (else
 *  ALEA_E_USAGE). The caller frees `*out` with alea_run_result_free; it points to the bots' names, so free it
 *  before the bots. If the progress callback asks to stop, the result holds the games played so far and `stopped`
 *  is set. The record is written first; a stop during that time fails with ALEA_E_STOPPED and leaves no record. */
ALEA_API alea_status alea_run_match(const alea_game *, alea_bot *const *bots, unsigned count,
                                    const alea_run_options *, alea_run_result **out, alea_error *);
ALEA_API void alea_run_result_free(alea_run_result *); /**< accepts NULL */

/** A part of a run, for playing the parts on several machines. Parts have whole blocks of games, as equally many as they can. */
typedef struct alea_run_share {
    unsigned part, parts; /**< part 1 ... parts; at most ALEA_RUN_PARTS */
    const char *file;     /**< to write; completely or not at all */
} alea_run_share;
enum { ALEA_RUN_PARTS = 1000000 };

/** Plays one part of the match that alea_run_match would play, and writes what it counted to a file. `games` gets the number of
 *  games of the part, which is 0 where there are more parts than blocks. Arguments and failures are those of alea_run_match;
 *  there is no record. A stop fails with ALEA_E_STOPPED and writes nothing. */
ALEA_API alea_status alea_run_part(const alea_game *, alea_bot *const *bots, unsigned count,
                                   const alea_run_options *, const alea_run_share *, uint64_t *games,
                                   alea_error *);
/** Adds up the parts of a run, in any order: the result is that of the whole run, to the last bit. Fails with
 *  ALEA_E_FILE if a file is no part, is damaged or is of another run, and with ALEA_E_USAGE if parts are missing or
 *  given twice. The result does not refer to anything else. The caller frees `*out` with alea_run_result_free. */
ALEA_API alea_status alea_run_merge(const char *const *files, size_t count, alea_run_result **out,
                                    alea_error *);

/** A number that a game has. */
typedef enum alea_run_measure {
    ALEA_RUN_TURNS, /**< of all players together */
    /** How often another player took the lead: has more points than anybody else, at the end of a turn. */
    ALEA_RUN_LEAD_CHANGES,
    ALEA_RUN_COMEBACK, /**< the most points that the winner was behind at the end of a turn; games with a winner */
    ALEA_RUN_MONEY, /**< of a bot */
    ALEA_RUN_SCORE, /**< of a bot, when the game ended */
    ALEA_RUN_ROLLS, /**< of all players together */
    ALEA_RUN_MEASURES
} alea_run_measure;
ALEA_API const char *alea_run_measure_name(alea_run_measure); /**< `turns`, `lead_changes`, and so on */

/** Percentile p is the smallest value v such that a share of at least p / 100 of the games has at most v. */
enum { ALEA_RUN_PERCENTILES = 5, ALEA_RUN_SPREADS = 4 + 2 * ALEA_MAX_SEATS };
ALEA_API extern const unsigned alea_run_percentile[ALEA_RUN_PERCENTILES]; /**< 5, 25, 50, 75, 95 */

/** How a number is distributed over games. */
typedef struct alea_run_spread {
    alea_run_measure measure;
    unsigned bot;                /**< ALEA_MAX_SEATS: it is a number of the whole game */
    uint64_t games;              /**< that have this number */
    double mean, mean_se, stdev; /**< of single games; 0 for fewer than two */
    int64_t min, max, percentile[ALEA_RUN_PERCENTILES];
    size_t values;
    int64_t *value;  /**< ascending; owned */
    uint64_t *count; /**< for each value, the games that have it; owned */
} alea_run_spread;

/** Statistics of the single games of a match. Games without points and games for one player have no lead. */
typedef struct alea_run_analytics {
    uint64_t games; /**< the first of the match */
    unsigned players, spreads;
    alea_run_spread spread[ALEA_RUN_SPREADS];
    /** [bot][other]: games in which the bot won or, when neither of the two won, ended with the better score. */
    uint64_t ahead[ALEA_MAX_SEATS][ALEA_MAX_SEATS];
} alea_run_analytics;

/** The games that alea_run_analyse looks at, at most. */
enum { ALEA_RUN_MEASURED = 10000 };

/** Plays the first min(games, ALEA_RUN_MEASURED) games of a match again, one decision at a time, and measures them. Arguments
 *  and failures are those of alea_run_match; `path` and `record` are not used. A stop fails with ALEA_E_STOPPED. The result
 *  does not depend on the number of threads. The caller frees `*out` with alea_run_analytics_free. */
ALEA_API alea_status alea_run_analyse(const alea_game *, alea_bot *const *bots, unsigned count,
                                      const alea_run_options *, alea_run_analytics **out, alea_error *);
ALEA_API void alea_run_analytics_free(alea_run_analytics *); /**< accepts NULL */

#ifdef __cplusplus
}
#endif
#endif
