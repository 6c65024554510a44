#ifndef ALEA_OUTSIDE_H
#define ALEA_OUTSIDE_H
/** A match whose decisions are made elsewhere: by programs that the library cannot run, such as those in a web page.
 *
 *  Many games are open at the same time. The library plays each of them up to its next question and hands out all
 *  questions together; the caller answers them together.
 *
 *      alea_outside_player players[] = {{.name = "mine"}, {.bot = hold_at_20}};
 *      alea_outside_open(game, players, &(alea_outside_options){.games = 1000}, &match, &error);
 *      alea_outside_next(match, NULL, &batch, &error);
 *      while (batch.done < 1000) {
 *          alea_outside_answer answers[batch.count] = …;
 *          alea_outside_next(match, answers, &batch, &error);
 *      }
 *      alea_outside_result(match, &result, &error);
 *      alea_outside_free(match);
 *
 *  The dice are those of alea_run_match. Every bot starts afresh for each game, so any game can be played again by itself. Where
 *  no bot uses what it remembers of earlier games, results equal those of alea_run_match. */

#include <alea/run.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct alea_outside alea_outside;

/** Who plays. */
typedef struct alea_outside_player {
    alea_bot *bot;    /**< NULL: its decisions are made outside */
    const char *name; /**< of a player outside; copied */
} alea_outside_player;

typedef struct alea_outside_options {
    size_t size;    /**< set by ALEA_OUTSIDE_OPTIONS_INIT; see status.h */
    uint64_t first; /**< number of the first game, on which its dice and seats depend */
    uint64_t games; /**< default 1,000 */
    uint64_t seed;  /**< default ALEA_DEFAULT_SEED when `seed_given` is false */
    bool seed_given;
    alea_seats seats;
    unsigned at_once; /**< games that are open at the same time; default 256, at most 4,096 */
    bool record;      /**< keep a record of the games, which are then played one after another */
} alea_outside_options;
#define ALEA_OUTSIDE_OPTIONS_INIT {.size = sizeof(alea_outside_options)}

/** A question to a player outside. */
typedef struct alea_outside_question {
    uint64_t game;
    unsigned bot, seat;
    /** What a bot in Lua receives (docs/write-a-bot.md), as a JSON object with sorted keys. */
    const char *view;
} alea_outside_question;

/** The questions that are open now, in the order of their games. They belong to the match, until the next call. */
typedef struct alea_outside_batch {
    const alea_outside_question *question;
    size_t count;
    /** Games that are over and counted: the first ones, without a gap. When they are fewer than all, and there are no
     *  questions, call alea_outside_next again. */
    uint64_t done;
} alea_outside_batch;

/** The answer of an outside player: a value that a Lua bot could return, or a failure. */
typedef enum alea_outside_kind {
    ALEA_OUTSIDE_NOTHING,
    ALEA_OUTSIDE_TRUTH,  /**< true unless `number` is 0 */
    ALEA_OUTSIDE_NUMBER, /**< `number` */
    ALEA_OUTSIDE_TEXT,   /**< `text`, of which 200 bytes are read */
    ALEA_OUTSIDE_FAILED  /**< it forfeits; `failure` and `text` say why */
} alea_outside_kind;
typedef struct alea_outside_answer {
    alea_outside_kind kind;
    double number;
    const char *text;
    alea_failure failure;
} alea_outside_answer;

/** Begins a match. `players` are as many as the game has; game and bots must outlive the match. The caller frees `*out` with
 *  alea_outside_free. Fails with ALEA_E_RANGE, with ALEA_E_USAGE for a player without bot and name, and with ALEA_E_REFUSED for
 *  a family whose bots cannot be programs. */
ALEA_API alea_status alea_outside_open(const alea_game *, const alea_outside_player *players,
                                       const alea_outside_options *, alea_outside **out, alea_error *);
ALEA_API void alea_outside_free(alea_outside *); /**< accepts NULL */

/** Takes one answer to each question of the previous batch, in its order (the first time: NULL), plays on, and
 *  writes the next batch. A wrong answer is a forfeit, as in alea_run_match; a player with 16 forfeits is not asked
 *  again. */
ALEA_API alea_status alea_outside_next(alea_outside *, const alea_outside_answer *, alea_outside_batch *out,
                                       alea_error *);

/** Writes the result of the games that are counted, with standard errors from single games. The caller frees `*out` with
 *  alea_run_result_free before the match, to whose names it points. */
ALEA_API alea_status alea_outside_result(const alea_outside *, alea_run_result **out, alea_error *);
/** Returns the record of the games that are counted, as in a file; NULL unless the options asked for one. It belongs to the
 *  match, until the next call. */
ALEA_API const char *alea_outside_record(const alea_outside *);

#ifdef __cplusplus
}
#endif
#endif
