#ifndef ALEA_STATS_H
#define ALEA_STATS_H
/** How the result of a one-player game is spread: exactly, and by simulation.
 *
 *  The exact distribution is computed forward from the start of the game, no game played: what remains uncertain is
 *  rounding, and `error` bounds it. Simulation plays the same bot with dice, and takes any bot.
 *
 *      alea_spread *spread;
 *      alea_stats_exact(game, bot, NULL, &spread, &error);
 *      printf("%.3f ± %.3f\n", spread->summary.mean, spread->summary.stdev);
 *      alea_spread_free(spread);
 *
 *  Optimal play has exact ties, and which of two equal moves is taken changes the spread though not the mean: whoever cites
 *  a spread tells the rule (`ties`). */

#include <alea/bot.h>
#include <alea/table.h>

/** Which of several best moves is taken; moves within 1e-9 of the best are equal. */
typedef enum alea_ties {
    ALEA_TIES_OF_BOT, /**< in options: as the bot has it; in a result: the bot knows no such rule */
    ALEA_TIES_STOP, /**< to stop, then to combinations in the order of the rule file, then to go on, last to reroll */
    ALEA_TIES_GO_ON /**< to go on and to reroll first */
} alea_ties;
ALEA_API const char *alea_ties_name(alea_ties);     /**< `stop`, `go-on`; NULL for ALEA_TIES_OF_BOT */
ALEA_API const char *alea_ties_sentence(alea_ties); /**< the rule, for people; NULL likewise */

/** Zero means the default everywhere. */
typedef struct alea_stats_options {
    alea_ties ties;   /**< ALEA_E_REFUSED where the bot is none that has ties to break */
    unsigned threads; /**< default: all cores */
    uint64_t
        memory; /**< bytes that exact work may take; more is ALEA_E_REFUSED, before it is begun. Default: no limit */
    alea_progress progress; /**< unit: what the family counts, or games */
    uint64_t games;         /**< simulated; default 1,000,000, at most 10^12 */
    uint64_t seed;          /**< default ALEA_DEFAULT_SEED when `seed_given` is false */
    bool seed_given;
} alea_stats_options;

/** Percentile p is the least score that is not exceeded with a probability of at least p / 100. */
enum { ALEA_PERCENTILES = 6 };
ALEA_API extern const unsigned alea_percentile[ALEA_PERCENTILES]; /**< 5, 25, 50, 75, 95, 99 */

/** The numbers that a distribution is told by. */
typedef struct alea_summary {
    double mean, stdev;
    uint32_t percentile[ALEA_PERCENTILES];
    uint32_t mode; /**< the likeliest score; of several the lowest */
    uint32_t min, max;
} alea_summary;

/** What becomes of one combination. */
typedef struct alea_spread_part {
    char name[80];
    bool is_collect;  /**< it scores by the dice kept, and is always completed */
    double completed; /**< probability */
    double dice;      /**< expected number of dice kept, for a collect; else NaN */
    double points;    /**< expected, a game */
} alea_spread_part;

/** An exact distribution. Everything is owned by it. */
typedef struct alea_spread {
    alea_summary summary;
    uint32_t scores;     /**< 0 … scores - 1 */
    double *probability; /**< [score] */
    double mass;         /**< sum of all probabilities; 1 but for rounding */
    double error;        /**< every probability here is off by at most this share of itself */
    alea_ties ties;
    unsigned parts;
    alea_spread_part *part;
    uint32_t goods; /**< left in the end: 0 … goods - 1; 0 in games that have none */
    double *goods_probability;
    double goods_mean;
} alea_spread;

/** The exact distribution of the score of a one-player game. ALEA_E_USAGE for more players; ALEA_E_REFUSED for games of
 *  families that have none and for bots that have none, with the reason; ALEA_E_STOPPED on request. */
ALEA_API alea_status alea_stats_exact(const alea_game *, alea_bot *, const alea_stats_options *,
                                      alea_spread **out, alea_error *);
ALEA_API void alea_spread_free(alea_spread *); /**< accepts NULL */

/** Scores of games that were played. */
typedef struct alea_sample {
    alea_summary summary;     /**< stdev: of the scores; of fewer than two games 0 */
    double mean_se, stdev_se; /**< standard errors */
    uint64_t games;           /**< played; fewer than asked for when stopped */
    uint64_t asked, seed;
    uint64_t
        forfeits; /**< games in which the bot failed; they count with the score that the rules give them */
    unsigned threads; /**< used */
    bool block_path;  /**< whole blocks at once, not one decision at a time */
    bool stopped;
    alea_ties ties;
    uint32_t scores;
    uint64_t *count; /**< [score]: games; owned */
} alea_sample;

/** Plays. The same games as alea_run with the same seed. ALEA_E_USAGE for more players than one, ALEA_E_REFUSED for games
 *  that have no score. When the progress callback asks to stop, the sample is of the games played until then. */
ALEA_API alea_status alea_stats_simulated(const alea_game *, alea_bot *, const alea_stats_options *,
                                          alea_sample **out, alea_error *);
ALEA_API void alea_sample_free(alea_sample *); /**< accepts NULL */

#endif
