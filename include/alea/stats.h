#ifndef ALEA_STATS_H
#define ALEA_STATS_H
/** The distribution of the score of a one-player game: exactly, and by simulation.
 *
 *  The exact distribution is computed forward from the start of the game, without playing games. Its only error is
 *  rounding, which `error` bounds. Simulation plays games with dice, and supports every bot.
 *
 *      alea_distribution *distribution;
 *      alea_stats_compute(game, bot, NULL, &distribution, &error);
 *      printf("%.3f ± %.3f\n", distribution->summary.mean, distribution->summary.stdev);
 *      alea_distribution_free(distribution);
 *
 *  Optimal play has exact ties. The choice between equal moves changes the distribution but not the mean, so cite
 *  the tie rule (`ties`) whenever you cite a distribution.
 */

#include <alea/bot.h>
#include <alea/table.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The choice among several best moves; moves within 1e-9 of the best are equal. */
typedef enum alea_ties {
    ALEA_TIES_OF_BOT, /**< in options: the bot's own rule; in a result: the bot has no such rule */
    /** Prefer to stop, then combinations in the order of the rule file, then to go on, and last to reroll. */
    ALEA_TIES_STOP,
    ALEA_TIES_GO_ON /**< prefer to go on and to reroll */
} alea_ties;
ALEA_API const char *alea_ties_name(alea_ties);     /**< `stop`, `go-on`; NULL for ALEA_TIES_OF_BOT */
ALEA_API const char *alea_ties_sentence(alea_ties); /**< the rule, for people; NULL for ALEA_TIES_OF_BOT */

/** Zero means the default for every field. */
typedef struct alea_stats_options {
    size_t size;      /**< set by ALEA_STATS_OPTIONS_INIT; see status.h */
    alea_ties ties;   /**< ALEA_E_REFUSED if the bot has no ties to break */
    unsigned threads; /**< default: all cores */
    /** Memory limit in bytes for exact distributions; default: none. Work that needs more fails with ALEA_E_REFUSED
     *  before it begins. */
    uint64_t memory;
    alea_progress progress; /**< unit: the family's own for exact work, games for simulation */
    uint64_t games;         /**< to simulate; default 1,000,000, at most 10^12 */
    uint64_t seed;          /**< default ALEA_DEFAULT_SEED when `seed_given` is false */
    bool seed_given;
} alea_stats_options;
#define ALEA_STATS_OPTIONS_INIT {.size = sizeof(alea_stats_options)}

/** Percentile p is the smallest score s such that a score of at most s has a probability of at least p / 100. */
enum { ALEA_PERCENTILES = 6 };
ALEA_API extern const unsigned alea_percentile[ALEA_PERCENTILES]; /**< 5, 25, 50, 75, 95, 99 */

/** A summary of a distribution. */
typedef struct alea_summary {
    double mean, stdev;
    uint32_t percentile[ALEA_PERCENTILES];
    uint32_t mode; /**< the most likely score; the lowest if there are several */
    uint32_t min, max;
} alea_summary;

/** One combination in a distribution. */
typedef struct alea_distribution_part {
    char name[80];
    bool is_collect;  /**< scores by the dice kept, and is always completed */
    double completed; /**< probability */
    double dice;      /**< expected number of dice kept, for a collect; else NaN */
    double points;    /**< expected, per game */
} alea_distribution_part;

/** An exact distribution. It owns all its arrays. */
typedef struct alea_distribution {
    alea_summary summary;
    uint32_t scores;     /**< 0 … scores - 1 */
    double *probability; /**< [score] */
    double mass;         /**< sum of all probabilities; 1 up to rounding */
    double error;        /**< the largest relative error of a probability */
    alea_ties ties;
    unsigned parts;
    alea_distribution_part *part;
    uint32_t goods; /**< left at the end: 0 … goods - 1; 0 in games without goods */
    double *goods_probability;
    double goods_mean;
} alea_distribution;

/** Computes the exact distribution of the score of a one-player game. Fails with ALEA_E_USAGE for more players; with
 *  ALEA_E_REFUSED for families and bots without exact distributions, with the reason; and with ALEA_E_STOPPED on
 *  request. The caller frees `*out` with alea_distribution_free. */
ALEA_API alea_status alea_stats_compute(const alea_game *, alea_bot *, const alea_stats_options *,
                                        alea_distribution **out, alea_error *);
ALEA_API void alea_distribution_free(alea_distribution *); /**< accepts NULL */

/** The scores of simulated games. */
typedef struct alea_sample {
    alea_summary summary;     /**< stdev: of the scores; 0 for fewer than two games */
    double mean_se, stdev_se; /**< standard errors */
    uint64_t games;           /**< played; fewer than `asked` when stopped */
    uint64_t asked, seed;
    /** Games in which the bot failed; they count with the score that the rules give them. */
    uint64_t forfeits;
    unsigned threads; /**< used */
    bool block_path;  /**< played in whole blocks, not one decision at a time */
    bool stopped;
    alea_ties ties;
    uint32_t scores;
    uint64_t *count; /**< [score]: games; owned */
} alea_sample;

/** Simulates games: the same as alea_run_match with the same seed. Fails with ALEA_E_USAGE for more than one player, and
 *  with ALEA_E_REFUSED for games without a score. If the progress callback asks to stop, the sample holds the games
 *  played so far. The caller frees `*out` with alea_sample_free. */
ALEA_API alea_status alea_stats_simulate(const alea_game *, alea_bot *, const alea_stats_options *,
                                         alea_sample **out, alea_error *);
ALEA_API void alea_sample_free(alea_sample *); /**< accepts NULL */

#ifdef __cplusplus
}
#endif
#endif
