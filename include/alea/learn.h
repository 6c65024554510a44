#ifndef ALEA_LEARN_H
#define ALEA_LEARN_H
/** Learning curves: a bot that remembers a match plays one, and at some points what it has learned is measured: how often it
 *  wins, and, where the game has exact results, how much it loses against perfect play.
 *
 *      alea_learn_curve *curve;
 *      alea_learn(game, bots, 2, &(alea_learn_options){.games = 100000}, &curve, &error);
 *      printf("%g\n", curve->point[curve->count - 1].exploitability.upper);
 */

#include <alea/exact.h>
#include <alea/run.h>
#include <alea/view.h>

#ifdef __cplusplus
extern "C" {
#endif

struct alea_learn_curve;

/** Zero means the default for every field. */
typedef struct alea_learn_options {
    size_t size;    /**< set by ALEA_LEARN_OPTIONS_INIT; see status.h */
    uint64_t games; /**< to learn from, in all; default ALEA_LEARN_GAMES */
    uint64_t seed;  /**< default ALEA_DEFAULT_SEED when `seed_given` is false */
    bool seed_given;
    alea_seats seats;
    unsigned threads;       /**< for exact results; default: all cores. The games are played on one */
    uint64_t memory;        /**< for exact results, in bytes; default: no limit */
    alea_progress progress; /**< unit: games */
    /** A file to continue from, if it exists, and to write what all learners know at each point; NULL: none. */
    const char *state;
    /** May be NULL. Called at each point with the curve so far, from the calling thread. */
    void (*look)(void *user, const struct alea_learn_curve *so_far);
    void *look_user;
} alea_learn_options;
#define ALEA_LEARN_OPTIONS_INIT {.size = sizeof(alea_learn_options)}
#define ALEA_LEARN_GAMES        UINT64_C(100000)
enum { ALEA_LEARN_POINTS = 100 };

/** What a bot knew after some games. What was not measured has bounds that are not numbers. */
typedef struct alea_learn_point {
    uint64_t games;       /**< that it had learned from */
    uint64_t played;      /**< of these, since the last point */
    double rate, rate_se; /**< how often it won these, exploring; a number only if `played` is not 0 */
    /** Of its frozen policy, in the game's objective, on average over the seats: against its opponent; alone in a game for one. */
    alea_interval value;
    alea_interval loss;           /**< how much less it gets against optimal play than optimal play itself */
    alea_interval exploitability; /**< as in alea_best_response */
} alea_learn_point;

typedef struct alea_learn_curve {
    const char *game, *bot; /**< belong to the game and the bot */
    const char *against;    /**< the first opponent; NULL: none; the same pointer as `bot`: itself */
    uint64_t seed, games;   /**< games: learned from in all */
    alea_seats seats;
    alea_objective objective;
    uint64_t resumed; /**< games that the state file held already */
    bool stopped;     /**< on request; the state file holds the last point */
    bool exact;       /**< there are exact results; if not, `why` says why */
    char why[1000];
    uint64_t forfeits;      /**< of the bot, since it was resumed */
    char failure_text[256]; /**< of the first; empty if there was none */
    unsigned count;
    alea_learn_point point
        [ALEA_LEARN_POINTS]; /**< [count]: before the first game, after 1,000, 2,000, 4,000, … and at the end */
} alea_learn_curve;

/** Plays a match in which bots[0] learns, with as many bots as the game has players; it may sit in several seats, each with
 *  an instance of its own. At each point its policy is frozen: it is asked everywhere what it thinks best, and then forgets
 *  that. A bot that can save is saved and started anew at each point, so that a match that was cut there ends in the same way.
 *  Fails with ALEA_E_USAGE if bots[0] does not remember a match, or for a state file and a bot that cannot save; with
 *  ALEA_E_FILE for a state file that is damaged or of another match; with ALEA_E_BOT if a bot cannot save or load; and as
 *  alea_run_match. The caller frees `*out` with alea_learn_curve_free. */
ALEA_API alea_status alea_learn(const alea_game *, alea_bot *const *bots, unsigned count,
                                const alea_learn_options *, alea_learn_curve **out, alea_error *);
ALEA_API void alea_learn_curve_free(alea_learn_curve *); /**< accepts NULL */

/** Curves of one game as text, or as JSON; as a line for each point; as a page with a picture; as that picture: the
 *  exploitability by games or, where it is not known, the loss, or how often the bots won. */
ALEA_API alea_status alea_view_learning(const alea_learn_curve *const *curves, size_t count, double seconds,
                                        const alea_view_options *, char **out, alea_error *);
ALEA_API alea_status alea_view_learning_csv(const alea_learn_curve *const *curves, size_t count, char **out,
                                            alea_error *);
ALEA_API alea_status alea_view_learning_html(const alea_learn_curve *const *curves, size_t count, char **out,
                                             alea_error *);
ALEA_API alea_status alea_view_learning_svg(const alea_learn_curve *const *curves, size_t count, char **out,
                                            alea_error *);

#ifdef __cplusplus
}
#endif
#endif
