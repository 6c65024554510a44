#pragma once
/* Luck-adjusted play: games on the plain referee, and for each the result that is left when the luck of the dice is taken out.

   Let V be a function of states, with a number for each seat, and R the result of a seat. For each roll of a game,

       luck = V(state after the roll) - E[V(state after the roll) | state before it],
       adjusted result = R - the sum of luck over all rolls.

   *The adjusted result is unbiased*: it has the same expectation as R. Before a roll, everything that happened so far is
   fixed: the state, what the bots remember, their own random numbers, earlier games. The dice are independent of all that, so
   the luck of this roll has conditional mean 0, and so has the sum of all of them. Nothing is asked of the bots: they may play
   badly, by chance, or remember earlier games, as long as they cannot foresee dice. Nothing is asked of V but that its
   expectation is exact. If V is the value of best play, the adjusted result is V(start) less what the bots' mistakes cost, so
   its variance is that of mistakes only.

   Where the expectation comes from:
   - a family's own V (value/control_ops.h) sums over the outcomes, or reads such sums from a table;
   - otherwise V is a solved table, read as a review reads it, and the expectation is the table's value before the roll. The two
     differ by less than the proved width of the table, about 1e-12, which is the bias.

   *Forfeits.* A failure of a bot is a decision like any other: it depends on the past only, and the rest of the game follows.
   So games with forfeits stay in the sums, and the argument above holds for them. Where a solved table has no values of
   positions after a forfeit, the rolls from there on count as having no luck, which has mean 0 as well. Whether a value exists
   must not depend on the roll: a roll from a position with a value to one without has no luck either, but with a bias;
   `unknown` counts these rolls. Forfeits begin with a decision, so they bring none. What does is the end of an unfinished game
   at a limit of turns or rolls, where the values are a table's; a family's own V has the expectation of that, too.

   *Seats.* When seats rotate, an adjusted result also leaves out the advantage of the seat: V(start) of the seat less the mean
   over all seats. This has mean 0 over each whole rotation. Play a multiple of the number of players, or it has not.

   *Common dice.* With common dice, the n games k n … k n + n - 1 of n players share the dice of game k, and the seats rotate
   (play/common_dice.h). The unit of all sums is then the group: the mean of its games. Otherwise the unit is the game, and
   games are those of `alea run`, the seed being the same: same dice, seats, lives of instances, and so the same results. */
#include "base/error.h"
#include "bot/bot.h"
#include <alea/run.h>

typedef struct alea__luck alea__luck;

/* The source of V. */
typedef struct alea__luck_options {
    alea_objective objective;
    /* A built-in policy, such as hold(22), from whose play V is computed; NULL: from best play. The closer it is to the
       bots, the smaller the remaining variance. Families without control_ops refuse it. */
    const char *reference;
    const alea__luck *best; /* best play at the same game and objective, which saves time; may be NULL */
    bool plain; /* no V: adjusted results are the plain ones. For games without V, and for comparison */
    const alea_solve_options *solve; /* its memory, threads and progress are used; may be NULL */
} alea__luck_options;

/* References worth trying besides best play, ending in NULL; the list may be empty. See alea__luck_choose. */
const char *const *alea__luck_references(const alea_game *);

/* Opens the game's V. Fails with ALEA_E_REFUSED or ALEA_E_USAGE, and the reason, if there is none. The game must outlive
   it. Close it with alea__luck_close. */
alea_status alea__luck_open(const alea_game *, const alea__luck_options *, alea__luck **out, alea_error *);
void alea__luck_close(alea__luck *); /* accepts NULL */
/* V of the start for each seat; a value of best play if the game is solved. */
void alea__luck_start(const alea__luck *, double value[ALEA_MAX_SEATS]);

/* Who plays, and how. */
typedef struct alea__luck_match {
    alea_bot *const *bots; /* as many as the game has players, opened for this game */
    uint64_t seed;
    alea_seats seats; /* with common dice ALEA_ROTATE */
    bool common_dice;
    const alea_progress *progress; /* or NULL; unit: games */
} alea__luck_match;

/* Games first … first + games - 1. With common dice both are multiples of the number of players. */
typedef struct alea__luck_span {
    uint64_t first, games;
} alea__luck_span;

/* Sums over units, of the results of each bot. All zero: nothing yet. */
typedef struct alea__luck_sums {
    uint64_t games, units;
    uint64_t unfinished, rolls, unknown;
    uint64_t turns;
    uint64_t wins[ALEA_MAX_SEATS]; /* by bot, like all that follows */
    uint64_t forfeits[ALEA_MAX_SEATS];
    uint64_t decisions[ALEA_MAX_SEATS], fuel[ALEA_MAX_SEATS]; /* fuel is 0 if it is not counted */
    int64_t money[ALEA_MAX_SEATS];                            /* over all games; 0 in games without money */
    double money_squares[ALEA_MAX_SEATS]; /* over units, of the mean of the unit's games */
    double plain[ALEA_MAX_SEATS], adjusted[ALEA_MAX_SEATS];
    double plain_products[ALEA_MAX_SEATS][ALEA_MAX_SEATS]; /* [bot][bot]; squares in the diagonal */
    double adjusted_products[ALEA_MAX_SEATS][ALEA_MAX_SEATS];
    double mixed_products[ALEA_MAX_SEATS]; /* plain times adjusted */
    /* With common dice and two players: the numbers of pairs in which the first bot got 0, 1/2, 1, 3/2 or 2 points. A win
       is 1; a game without a winner, or a tie in points, is 1/2. */
    uint64_t pentanomial[5];
} alea__luck_sums;

/* The games a unit has: 1, or with common dice one for each seat. */
unsigned alea__luck_unit(const alea__luck *, const alea__luck_match *);

/* Plays a span on `threads` threads (0: all cores) and sets *out. The sums are the same bytes for any number of threads. An
   instance of a bot lives for at most ALEA__BLOCK games, from the span's first game, and ends where a block of `alea run`
   ends; with common dice a block is ALEA__BLOCK groups, and an instance plays one game of each, so that no instance meets the
   same dice twice. Only bots that are declared pure are restored before each question, so that it does not matter who has been
   tested when. ALEA_E_STOPPED: the sums hold the blocks that were finished, from the first on. */
alea_status alea__luck_play(const alea__luck *, const alea__luck_match *, alea__luck_span, unsigned threads,
                            alea__luck_sums *out, alea_error *);

/* Finds which of several values leaves the least variance over all of these bots, in `games` games that no run has: they
   are numbered from 2^44 on, and their dice are independent of those of any run. So the choice does not depend on counted
   games, and the results stay unbiased. All values are of the same game and objective. */
alea_status alea__luck_choose(alea__luck *const *candidates, size_t count, const alea__luck_match *,
                              uint64_t games, unsigned threads, size_t *best, alea_error *);

/* For callers with their own threads: the data that one thread keeps between spans. */
typedef struct alea__luck_player alea__luck_player;
alea_status alea__luck_player_open(const alea__luck *, alea__luck_player **out, alea_error *);
void alea__luck_player_close(alea__luck_player *); /* accepts NULL */
/* As alea__luck_play in the calling thread, of a span within one block; `each`, which may be NULL, gets the result of every
   bot in every unit, in order: plain[unit * players + bot] and so on. On failure the sums are undefined. */
typedef struct alea__luck_results {
    double *plain, *adjusted;
} alea__luck_results;
alea_status alea__luck_play_block(alea__luck_player *, const alea__luck_match *, alea__luck_span,
                                  const alea__luck_results *each, alea__luck_sums *out, alea_error *);

/* Adds the sums of a later span to those of earlier ones. Adding in the same order gives the same bytes. */
void alea__luck_add(alea__luck_sums *, const alea__luck_sums *more);

/* Statistics from sums: the mean, its standard error, and the variance of a unit. */
typedef struct alea__luck_estimate {
    double mean, error, variance;
} alea__luck_estimate;
typedef enum alea__luck_kind { ALEA__LUCK_PLAIN, ALEA__LUCK_ADJUSTED } alea__luck_kind;
/* For a bot's results. Errors and variances are 0 for fewer than two units. */
alea__luck_estimate alea__luck_of_bot(const alea__luck_sums *, alea__luck_kind, unsigned bot);
