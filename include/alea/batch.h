#ifndef ALEA_BATCH_H
#define ALEA_BATCH_H
/** Many games of one game, stepped together: environments for learning.
 *
 *  A batch has slots, and in each of them a game is being played. The caller decides for all players, in all slots at once.
 *  The library rolls the dice and begins the next game where one has ended. Positions, moves and rewards are numbers in
 *  arrays that the caller owns.
 *
 *      alea_batch_open(game, 64, NULL, &batch, &error);
 *      int32_t *observation = malloc(64 * sizeof(int32_t) * alea_batch_features(batch)), move[64];
 *      double *reward = malloc(64 * sizeof(double) * alea_game_players(game));
 *      const alea_batch_view view = {.observation = observation, .reward = reward};
 *      alea_batch_look(batch, &view);
 *      while (…) {
 *          for (unsigned slot = 0; slot < 64; slot++) move[slot] = …;
 *          alea_batch_step(batch, move, &view, &error);
 *      }
 *      alea_batch_free(batch);
 *
 *  The dice are those of alea_run_match: slot s of n plays the games first + s, first + s + n, first + s + 2 n and so on of
 *  the seed, and a policy that decides as a bot does wins, loses and scores in each of them what the bot does there. The
 *  games of a slot do not depend on those of other slots.
 *
 *  A batch belongs to one thread at a time. Batches are independent, and may share the game. */

#include <alea/game.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct alea_batch alea_batch;

/** When the next game of a slot begins. The names are those of Gymnasium. */
typedef enum alea_autoreset {
    ALEA_RESET_SAME_STEP, /**< in the step in which a game ends; the view has the position at the end as well */
    ALEA_RESET_NEXT_STEP, /**< in the step after that, which ignores the move of the slot */
    ALEA_RESET_DISABLED   /**< when alea_batch_reset says so; until then the moves of the slot are ignored */
} alea_autoreset;

typedef struct alea_batch_options {
    size_t size;    /**< set by ALEA_BATCH_OPTIONS_INIT; see status.h */
    uint64_t seed;  /**< default ALEA_DEFAULT_SEED (run.h) when `seed_given` is false */
    uint64_t first; /**< number of the game in slot 0 */
    bool seed_given;
    /** An illegal move forfeits the game of its player, as in alea_run_match. Otherwise alea_batch_step refuses it. */
    bool illegal_forfeits;
    alea_autoreset autoreset;
} alea_batch_options;
#define ALEA_BATCH_OPTIONS_INIT {.size = sizeof(alea_batch_options)}

/** Where the numbers go; those whose pointer is NULL are not written. Rows follow each other without gaps. */
typedef struct alea_batch_view {
    /** [slots][features]: the position as the seat to move sees it or, where the game is over, the seat that moved last. */
    int32_t *observation;
    uint8_t *mask;  /**< [slots][moves]: 1 for each legal move; all 0 where the game is over */
    int32_t *seat;  /**< [slots]: who is to move; -1 where the game is over */
    uint64_t *game; /**< [slots]: the number of the game in the slot */
    /** [slots][seats]: 0, or what a game that ended in this step brought: 1 to the winner and 0 to the others, dollars, the
     *  final score, or minus the number of turns, by alea_game_objective. Where the fewest points are best: minus the score. */
    double *reward;
    double *mover_reward; /**< [slots]: of these, the reward of the seat that moved in this step */
    uint8_t *over; /**< [slots]: 1 where a game ended in this step, or where the game in the slot is over */
    uint8_t *
        truncated; /**< [slots]: 1 where `over` is 1 and a limit stopped the game (alea_outcome); 0 after a forfeit */
    /** [slots][features]: where a game ended in this step, its last position as the seat that moved last sees it; other rows
     *  are not touched. */
    int32_t *final_observation;
} alea_batch_view;

/** Begins a game in each of 1 … 1,048,576 slots. The game must outlive the batch. The caller frees `*out` with
 *  alea_batch_free. Fails with ALEA_E_RANGE, and with ALEA_E_REFUSED for a game with more than 4,096 moves and for one in
 *  which no player decides. */
ALEA_API alea_status alea_batch_open(const alea_game *, unsigned slots, const alea_batch_options *,
                                     alea_batch **out, alea_error *);
ALEA_API void alea_batch_free(alea_batch *); /**< accepts NULL */

/** One number of an observation, and the least and the greatest that it can be, such as `turn`, 0 to 60,100. The name belongs to
 *  the batch. Together the numbers are enough to decide: the best move depends on nothing else. alea_batch_feature returns false
 *  past the last. */
typedef struct alea_feature {
    const char *name;
    int32_t least, most;
} alea_feature;
ALEA_API unsigned alea_batch_features(const alea_batch *);
ALEA_API bool alea_batch_feature(const alea_batch *, unsigned index, alea_feature *out);

/** Moves of the whole game are numbered from 0 to one below this, as in alea_game_move_name. */
ALEA_API unsigned alea_batch_moves(const alea_batch *);

/** Plays `move[slot]` in every slot, rolls the dice up to the next decision or the end of the game, and writes the view, which may
 *  be NULL. Fails with ALEA_E_STATE where a move is not legal; the message names slot, game, position and move, no game has
 *  changed and nothing was written. */
ALEA_API alea_status alea_batch_step(alea_batch *, const int32_t *move, const alea_batch_view *,
                                     alea_error *);

/** Writes the view without a step, for instance of the first positions: rewards are 0. */
ALEA_API void alea_batch_look(const alea_batch *, const alea_batch_view *);

/** Writes the positions, [slots][features], as one seat sees them, also while others are to move. What the turn under way has
 *  brought is then that of the player whose turn it is. */
ALEA_API void alea_batch_observe(const alea_batch *, unsigned seat, int32_t *observation);

/** Writes any positions in which a seat is to move as numbers: [count][features] as that seat sees them, and, unless `mask` is NULL,
 *  [count][moves] as in a view. For functions that decide (alea_bot_from_function). Thread-safe. */
ALEA_API void alea_batch_read(const alea_batch *, const alea_state *, size_t count, int32_t *observation,
                              uint8_t *mask);

/** Begins the next game in the slots in which `which` is not 0 (NULL: in all), whether the one before is over or not. With `seed`,
 *  [slots], these slots have seeds of their own from now on: they play the games first, first + 1, first + 2 and so on of
 *  it, as a batch of one slot does. */
ALEA_API void alea_batch_reset(alea_batch *, const uint8_t *which, const uint64_t *seed);

#ifdef __cplusplus
}
#endif
#endif
