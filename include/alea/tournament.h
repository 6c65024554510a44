#ifndef ALEA_TOURNAMENT_H
#define ALEA_TOURNAMENT_H
/** Tournaments: many bots, ranked by who beats whom.
 *
 *  Two bots whose decisions depend only on the position meet exactly: their result is computed and no game is played. WebAssembly
 *  without a runtime is tested for that, and all programs can be declared pure (alea_bot_declare_pure). All others
 *  play games, in groups: a group has the same dice for every seating of the bots at the table.
 *
 *  Where the game is played for money (alea_game_objective), dollars a game rank the bots, and all that is said of certainty, cycles,
 *  exploitability and loss is about dollars. Ratings in Elo are about wins always.
 *
 *      alea_tournament_result *result;
 *      alea_tournament_play(game, bots, 3, &(alea_tournament_options){.games = 10000}, &result, &error);
 *      printf("%s wins\n", result->standing[0].bot);
 *
 *  A result depends on the game, the bots in their order, and on design, games (or until, tie and most games) and seed of the
 *  options; not on threads, the journal, or on how often the work was interrupted.
 */

#include <alea/run.h>
#include <alea/table.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Who meets whom. */
typedef enum alea_tournament_design {
    /** Every bot meets every other. For three to eight players: balanced tables, in which all pairs meet equally
     *  often. */
    ALEA_ROUND_ROBIN,
    ALEA_GAUNTLET, /**< the first `against` bots meet all others, who do not meet each other */
    ALEA_SWISS     /**< for two players: in each round bots meet others with about as many points */
} alea_tournament_design;

typedef struct alea_tournament_result alea_tournament_result;

/** Zero means the default for every field, except for `tie` and `seed` where they are given. */
typedef struct alea_tournament_options {
    size_t size; /**< set by ALEA_TOURNAMENT_OPTIONS_INIT; see status.h */
    alea_tournament_design design;
    unsigned against; /**< ALEA_GAUNTLET: default 1 */
    unsigned
        rounds; /**< ALEA_SWISS: default: enough that only one bot can win all its matches, and two more */
    /** Games at each table, rounded down to whole groups; default 10,000, or 4,096 if some bot is a program and luck is taken
     *  out. */
    uint64_t games;
    /** Play where it matters most, until every two neighbours in the ranking are separated, or known to be closer than `tie`, with
     *  this confidence for all of them together; from 0.5 to 0.999999. 0: play `games` games. */
    double until;
    /** Elo, default 10, or dollars, default 1, when `tie_given` is false; 0: every two neighbours must be separated. */
    double tie;
    bool tie_given;
    uint64_t most_games; /**< with `until`: at each table; default 10 million */
    double confidence;   /**< of each printed interval; default 0.95 */
    unsigned anchor; /**< the number of a bot, from 1, whose rating is `anchor_rating`; 0: the mean is 0 */
    double anchor_rating;
    uint64_t seed; /**< default ALEA_DEFAULT_SEED when `seed_given` is false */
    bool seed_given;
    unsigned threads; /**< default: all cores */
    uint64_t
        memory; /**< bytes that an exact result may take; default: no limit. One that needs more is played instead */
    /** A file that keeps all results as they come, and from which they are taken next time; NULL: none. */
    const char *journal;
    alea_progress progress; /**< unit: games, and exact results */
    /** Called after each round of games with the standings so far, from the calling thread; may be NULL. */
    void (*standings)(void *user, const alea_tournament_result *);
    void *standings_user;
    /** For work on several machines. `parts` above 0: computes only what falls to part `part`, from 1, of the results that the
     *  journal lacks at some stage, keeps them there and stops. Part 0 computes nothing. Once all parts of a stage are in one
     *  journal, the next stage follows, until a call ends without `stopped`. 0: no parts. */
    unsigned part, parts;
} alea_tournament_options;
#define ALEA_TOURNAMENT_OPTIONS_INIT {.size = sizeof(alea_tournament_options)}

enum { ALEA_TOURNAMENT_BOTS = 500 }; /**< at most; 64 in round robins for three and more players */

/** One bot. Rates are per game; `rate` is the mean over its opponents, each counted alike. */
typedef struct alea_tournament_standing {
    unsigned bot; /**< its index in `bots` */
    const char *name, *kind, *title;
    unsigned rank;                  /**< from 1; bots with the same rating share it */
    double rating, rating_error;    /**< Elo; standard error of the rating */
    double rating_low, rating_high; /**< infinite if nothing bounds it */
    bool unbeaten, winless;         /**< it scored everything, or nothing, against all others */
    double rate, rate_se;           /**< wins and halves of ties; NAN if it met no other bot */
    /** Dollars, and their interval; 0 in games without money; NAN if it met no other bot. If the ranking is by
     *  money, it is estimated from all gains between bots, and so comparable even if not all have met; else it is
     *  the mean over the opponents. */
    double money, money_se, money_low, money_high;
    uint64_t games, wins, forfeits, decisions; /**< played */
    double fuel;                               /**< per decision; 0 if not counted */
    bool policy;                               /**< a built-in bot or a table */
    alea_purity purity; /**< of a program: declared; tested, if a result of it is exact; else unknown */
    bool has_exploitability;
    alea_interval exploitability; /**< what the best response wins more than half, or its dollars, per game */
    bool has_loss;
    alea_interval loss; /**< what it wins less than half, or pays, against optimal play */
} alea_tournament_standing;

/** Two bots that met. */
typedef struct alea_tournament_pair {
    unsigned a, b;          /**< indices in `bots`, a < b */
    double rate;            /**< of a against b, over all seats: wins and halves of ties */
    double rate_se;         /**< 0 if exact */
    double lower, upper;    /**< proved bounds if exact, else the interval of `confidence` */
    double money, money_se; /**< of a, in these games */
    /** If the ranking is by money, else 0: what a gains from b per game, with proved bounds or an interval like that
     *  of `rate`. At tables of k players it is (k - 1) / k of the difference in earnings between a and b. */
    double gain, gain_se, gain_lower, gain_upper;
    bool exact;
    uint64_t games; /**< 0 if exact */
} alea_tournament_pair;

struct alea_tournament_result {
    const char *game; /**< canonical spec */
    unsigned players, bots;
    alea_tournament_design design;
    bool certain; /**< it came to its end, and every two neighbours are separated or closer than `tie` */
    bool stopped; /**< before its end */
    bool has_money;
    alea_objective objective; /**< what ranks: ALEA_WIN, by ratings, or ALEA_MONEY */
    uint64_t seed;
    uint64_t games;       /**< played, all tables together */
    uint64_t units, kept; /**< pieces of work, and how many of them came from the journal */
    double confidence, until, tie;
    alea_tournament_standing *standing; /**< [bots] by rank */
    alea_tournament_pair *pair;         /**< [pairs] by a, then b */
    size_t pairs;
    /** Bots of which each beats the next, and the last the first, significantly; NULL and 0 if there are none. */
    unsigned *cycle;
    unsigned cycle_length;
    unsigned undecided;      /**< neighbours in the ranking */
    unsigned undecided_then; /**< how many are likely to stay so after a million games more */
};

/** Plays a tournament. `bots` are `count` bots opened for this game. Fails with ALEA_E_USAGE for games for one player, too few or too
 *  many bots, ALEA_E_RANGE for numbers out of range, ALEA_E_FILE and ALEA_E_WRITE for the journal. If the progress callback asks to
 *  stop, the result holds what was finished and `stopped` is set. The caller frees `*out` with alea_tournament_free; it points to
 *  the bots' names, so free it before the bots. */
ALEA_API alea_status alea_tournament_play(const alea_game *, alea_bot *const *bots, unsigned count,
                                          const alea_tournament_options *, alea_tournament_result **out,
                                          alea_error *);
ALEA_API void alea_tournament_free(alea_tournament_result *); /**< accepts NULL */

/** The answer of alea_compare_play. */
typedef enum alea_compare_verdict {
    ALEA_COMPARE_UNDECIDED,
    ALEA_COMPARE_BETTER, /**< the first bot is better */
    ALEA_COMPARE_WORSE,
    ALEA_COMPARE_EQUAL /**< closer than the requested difference, or exactly equal */
} alea_compare_verdict;

/** Zero means the default for every field. */
typedef struct alea_compare_options {
    size_t size; /**< set by ALEA_COMPARE_OPTIONS_INIT; see status.h */
    /** Normalised Elo: the smallest difference to be found. Default 5. */
    double elo;
    double alpha,
        beta; /**< how often equal bots may be told apart, and bots that differ by `elo` be called equal; default 0.05 */
    uint64_t most_games; /**< default 10 million */
    uint64_t seed;       /**< default ALEA_DEFAULT_SEED when `seed_given` is false */
    bool seed_given;
    unsigned threads;
    uint64_t memory;
    const char *journal;
    alea_progress progress;
} alea_compare_options;
#define ALEA_COMPARE_OPTIONS_INIT {.size = sizeof(alea_compare_options)}

typedef struct alea_compare_result {
    const char *game, *a, *b;
    alea_compare_verdict verdict;
    bool exact, stopped, adjusted; /**< `adjusted`: for luck, by exact values */
    double rate, rate_se;          /**< of a against b, over both seats */
    double difference;             /**< rate - 1/2, doubled: how much more often a wins than b */
    double lower, upper;           /**< of the difference: proved bounds if exact, else an interval of 95 % */
    double elo, elo_lower, elo_upper;                 /**< normalised; 0 if exact */
    double money, money_se, money_lower, money_upper; /**< of a per game; bounds as those of the difference */
    alea_objective
        objective; /**< what the verdict and the normalised Elo are about: ALEA_WIN or ALEA_MONEY */
    uint64_t games;
    double llr, llr_lower,
        llr_upper; /**< logarithm of the likelihood ratio, and the limits of the test; 0 if exact */
} alea_compare_result;

/** Is bot a better than bot b: does it win more often, or earn more where the game is played for money? Computes their result exactly if it can, else plays pairs of games with the same dice and changed
 *  seats until a sequential test decides. Only for games for two players (else ALEA_E_USAGE). */
ALEA_API alea_status alea_compare_play(const alea_game *, alea_bot *a, alea_bot *b,
                                       const alea_compare_options *, alea_compare_result *out, alea_error *);

#ifdef __cplusplus
}
#endif
#endif
