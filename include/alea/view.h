#ifndef ALEA_VIEW_H
#define ALEA_VIEW_H
/** Showing: results, games and reports as text for people or as JSON for programs.
 *
 *  Every function makes one text that ends in a newline and is the caller's, freed by alea_view_free. Nothing
 *  is printed, and neither terminal nor locale is asked: the options say how wide and with which signs.
 *
 *      char *text;
 *      alea_view_run(result, seconds, &(alea_view_options){.width = 80}, &text, &error);
 *      fputs(text, stdout);
 *      alea_view_free(text);
 *
 *  JSON texts are one object each; the order of the keys is documented and reals have 17 significant digits,
 *  so that they read back as the same numbers. Numbers that do not exist (the rate of no games) are null.
 *  Names that are not UTF-8 have their stray bytes written as \xNN.
 *
 *  All functions fail with ALEA_E_MEMORY only, unless said otherwise, and are safe from many threads. Options
 *  may be NULL. */

#include <alea/bot.h>
#include <alea/exact.h>
#include <alea/game.h>
#include <alea/run.h>
#include <alea/table.h>

/** Zero means the default everywhere. */
typedef struct alea_view_options {
    bool json;
    bool ascii;     /**< `+/-` and `...` in the place of signs beyond ASCII */
    unsigned width; /**< of a line; default 80. A wider table gets shorter names, then one line a value */
} alea_view_options;

ALEA_API void alea_view_free(char *);

/** A result: standings, then what else there is to know.
 *  `seconds` is how long the run took; 0 when not known.
 *
 *  JSON: game, games, unfinished, seed, seats, seconds, standings, asked, stopped, games_per_second, threads,
 *  path, players, turns, se_from ("games" or "blocks"), has_money, money_sum; in a standing: bot, wins,
 *  win_rate, win_rate_se, money, money_se, forfeits, kind, money_total, seat_games, seat_wins, seat_money (a
 *  number a seat), failures (an object: how many by reason), first_failure (null, or game and text). Of two
 *  runs that differ in threads and path alone, only seconds, games_per_second, threads and path differ. A
 *  seed from 2^63 on, which JSON's integers do not hold, is text. */
ALEA_API alea_status alea_view_run(const alea_run_result *, double seconds, const alea_view_options *,
                                   char **out, alea_error *);

/** The games inside the library. Fails as alea_game_open does.
 *  JSON: games; in a game: name, title, family, players (default, min, max), objectives. */
ALEA_API alea_status alea_view_games(const alea_view_options *, char **out, alea_error *);

/** One game: its rules in words, parameters, objectives, keys of `alea ask` and built-in bots.
 *  JSON: name, title, family, spec, rules_sha256, players, objectives, text, parameters (name, value,
 *  default, and min and max or one_of, help), keys (name, help), bots (usage, help, games). */
ALEA_API alea_status alea_view_game(const alea_game *, const alea_view_options *, char **out, alea_error *);

/** The built-in bots of a game's family; game NULL: of every family in the library. Fails as alea_game_open
 *  does.
 *  JSON: bots; in a bot: family, usage, help, games (null: all of the family). */
ALEA_API alea_status alea_view_bots(const alea_game *, const alea_view_options *, char **out, alea_error *);

/** A bot's report. `bot` and `game` are its name and the game's spec.
 *  JSON: bot, game, then the fields of alea_bot_report in their order; failure is null or a reason's name. */
ALEA_API alea_status alea_view_report(const char *bot, const char *game, const alea_bot_report *,
                                      const alea_view_options *, char **out, alea_error *);

/** What else there is to say about exact work. */
typedef struct alea_view_work {
    double seconds;   /**< how long it took; 0 when not known */
    const char *file; /**< written (for a verdict: read); NULL: none */
} alea_view_work;

/** Exact results. In their JSON an interval is an object of value, lower and upper, or null where it has no bounds;
 *  value is the midpoint. Text shows a value in as many digits as its bounds make certain, and the bounds, rounded
 *  outwards, in two more. */

/** A solved game: what it is worth from each seat. `first_hold` is the first turn total at which it is best to hold with
 *  nothing banked yet; null where there is none, or no moves of that name.
 *  JSON: game, objective, value, lower, upper, second (an interval), states, stored, width, first_hold, complete,
 *  rules_sha256, out, seconds. An unfinished table has null for what is not known yet. */
ALEA_API alea_status alea_view_solution(const alea_table *, const alea_view_work *, const alea_view_options *,
                                        char **out, alea_error *);

/** What a position is worth, and each move.
 *  JSON: game, objective, against, state (in words), value, lower, upper, best (a move's name), tied, moves; in a move:
 *  move (its name), value, lower, upper. */
ALEA_API alea_status alea_view_answer(const alea_table *, const alea_state *, const alea_answer *,
                                      const alea_view_options *, char **out, alea_error *);

/** Who met in an exact result. `second` is NULL for one player. */
typedef struct alea_view_match {
    const alea_game *game;
    alea_objective objective;
    const char *first, *second;
    double seconds;
} alea_view_match;

/** The exact result of one bot against another.
 *  JSON: game, objective, bots (names), first, second, mean, seconds; in each of the three: value, lower, upper, and the
 *  intervals win, loss, money, turns, never. */
ALEA_API alea_status alea_view_eval(const alea_view_match *, const alea_eval *, const alea_view_options *,
                                    char **out, alea_error *);

/** The best reply to a bot. `table` is the reply's.
 *  JSON: game, objective, against, first, second, mean (intervals), reply_mean (a number: the mean's midpoint),
 *  exploitability (an interval), states, stored, out, seconds. */
ALEA_API alea_status alea_view_reply(const alea_table *, const alea_reply *, const alea_view_work *,
                                     const alea_view_options *, char **out, alea_error *);

/** What checking a table found.
 *  JSON: holds, checked, reason (null when it holds), game, objective, against, value, lower, upper, rules_sha256, file,
 *  seconds. */
ALEA_API alea_status alea_view_verdict(const alea_table *, const alea_verdict *, const alea_view_work *,
                                       const alea_view_options *, char **out, alea_error *);

/** A line without a newline for a terminal: how much is done, how fast, how long it still takes; cut to
 *  options' width. `unit` is what is counted, such as "games". Writes at most `size` bytes with the zero
 *  byte. */
ALEA_API void alea_view_progress(uint64_t done, uint64_t total, double seconds, const char *unit,
                                 const alea_view_options *, char *out, size_t size);

/** Text from outside made safe for a terminal: whatever is not printable is shown as \xNN; cut to fit. */
ALEA_API void alea_view_printable(const char *text, char *out, size_t size);

/** The entry of `names` that is nearest to `name`; NULL when none is near. */
ALEA_API const char *alea_view_nearest(const char *name, const char *const *names, size_t count);

#endif
