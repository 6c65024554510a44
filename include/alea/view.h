#ifndef ALEA_VIEW_H
#define ALEA_VIEW_H
/** Views: results, games and reports as text for people or as JSON for programs.
 *
 *  Every function returns one text that ends in a newline. The caller frees it with alea_text_free. The functions
 *  print nothing and read neither the terminal nor the locale: the options give the width and the character set.
 *
 *      char *text;
 *      alea_view_run(result, seconds, &(alea_view_options){.width = 80}, &text, &error);
 *      fputs(text, stdout);
 *      alea_text_free(text);
 *
 *  A JSON text is one object. The order of its keys is documented, and reals have 17 significant digits, so they
 *  read back as the same numbers. Numbers that do not exist (the rate of no games) are null. Bytes of names that
 *  are not UTF-8 are written as \xNN. docs/json.md has each object by the name that is given here ("JSON: RunResult"): its keys,
 *  what they mean, and when they are null or missing.
 *
 *  Unless stated otherwise, all functions are thread-safe and fail only with ALEA_E_MEMORY. Options may be NULL.
 */

#include <alea/bot.h>
#include <alea/contest.h>
#include <alea/exact.h>
#include <alea/game.h>
#include <alea/notebook.h>
#include <alea/record.h>
#include <alea/review.h>
#include <alea/run.h>
#include <alea/stats.h>
#include <alea/table.h>
#include <alea/tournament.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Zero means the default for every field. */
typedef struct alea_view_options {
    size_t size; /**< set by ALEA_VIEW_OPTIONS_INIT; see status.h */
    bool json;
    bool ascii; /**< `+/-` and `...` instead of characters beyond ASCII */
    /** Of a line; default 80. A table that is too wide gets shorter names, then one line per value. */
    unsigned width;
} alea_view_options;
#define ALEA_VIEW_OPTIONS_INIT {.size = sizeof(alea_view_options)}

/** Writes a text to a file, completely or not at all. Fails with ALEA_E_WRITE. */
ALEA_API alea_status alea_view_write(const char *text, const char *path, alea_error *);

/** The result of a run: the standings, then everything else. `seconds` is how long the run took; 0 if not known.
 *
 *  JSON: RunResult. Two runs that differ only in threads and path differ only in seconds, games_per_second, threads
 *  and path. */
ALEA_API alea_status alea_view_run(const alea_run_result *, double seconds, const alea_view_options *,
                                   char **out, alea_error *);

/** A run for the views below; `analytics` may be NULL. */
typedef struct alea_view_run_facts {
    const alea_run_result *result;
    const alea_run_analytics *analytics;
    double seconds; /**< how long the run took; 0 if not known */
} alea_view_run_facts;

/** As alea_view_run, with the analytics behind it.
 *
 *  JSON: RunResult. */
ALEA_API alea_status alea_view_run_report(const alea_view_run_facts *, const alea_view_options *, char **out,
                                          alea_error *);
/** CSV with the columns what, number, bot, value, amount, where number is the bot's place in `bots`, from 1: the standings; of
 *  the analytics the games with each value (what is the measure), and the games in which a bot ended ahead of another (what
 *  is `ahead_of`, value the other's number). */
ALEA_API alea_status alea_view_run_csv(const alea_view_run_facts *, char **out, alea_error *);
/** A self-contained HTML page: standings, head-to-head table and the distributions as pictures. */
ALEA_API alea_status alea_view_run_html(const alea_view_run_facts *, char **out, alea_error *);

/** The result of a tournament: standings, who beats whom, and how certain the order is.
 *
 *  JSON: TournamentResult. */
ALEA_API alea_status alea_view_tournament(const alea_tournament_result *, double seconds,
                                          const alea_view_options *, char **out, alea_error *);
/** The first `lines` places while it goes on, one line each. */
ALEA_API alea_status alea_view_tournament_live(const alea_tournament_result *, unsigned lines,
                                               const alea_view_options *, char **out, alea_error *);
/** CSV with a line for each standing, then one for each pair: what, a, b, rank, rating, low, high, rate, rate_se, exact, games, money,
 *  money_se, money_low, money_high; in a pair the last two are those of the gain. */
ALEA_API alea_status alea_view_tournament_csv(const alea_tournament_result *, char **out, alea_error *);
/** A self-contained HTML page without a script: standings with intervals, who beats whom as a heat map, and how games between the two
 *  best go; `analytics`, of a run between these two, may be NULL, and then `run` may be, too. */
ALEA_API alea_status alea_view_tournament_html(const alea_tournament_result *, const alea_run_result *run,
                                               const alea_run_analytics *analytics, char **out, alea_error *);

/** The answer of alea_compare_play in plain words.
 *
 *  JSON: CompareResult. */
ALEA_API alea_status alea_view_comparison(const alea_compare_result *, double seconds,
                                          const alea_view_options *, char **out, alea_error *);

/** The games built into the library. Fails as alea_game_open does.
 *
 *  JSON: GamesResult. */
ALEA_API alea_status alea_view_games(const alea_view_options *, char **out, alea_error *);

/** One game: its rules in words, parameters, objectives, keys of `alea ask` and built-in bots. JSON: RulesResult. */
ALEA_API alea_status alea_view_game(const alea_game *, const alea_view_options *, char **out, alea_error *);

/** The built-in bots of a game's family; if `game` is NULL, of every family. Fails as alea_game_open does.
 *
 *  JSON: bots; in a bot: family, usage, help, games (null: all of the family). */
ALEA_API alea_status alea_view_bots(const alea_game *, const alea_view_options *, char **out, alea_error *);

/** The report of alea_bot_check. `bot` is the bot's name and `game` the game's spec.
 *
 *  JSON: bot, game, then the fields of alea_bot_report in their order; failure is null or the name of a reason. `pure` is
 *  `declared`, `tested`, `no` or null. */
ALEA_API alea_status alea_view_report(const char *bot, const char *game, const alea_bot_report *,
                                      const alea_view_options *, char **out, alea_error *);

/** Details of an exact computation. */
typedef struct alea_view_work {
    double seconds;   /**< how long it took; 0 if not known */
    const char *file; /**< the file written (for a verdict: read); NULL: none */
    const alea_interval
        *earned; /**< of a sampled model: the result of alea_table_evaluate; NULL: not known */
} alea_view_work;

/** Exact results. In JSON an interval is an object with value (the midpoint), lower and upper, or null if it has no
 *  bounds. Text shows a value with the digits that its bounds guarantee, and the bounds, rounded outwards, with two
 *  more. */

/** A solved game: its value from each seat. `first_hold` is the first turn total at which it is best to hold with
 *  nothing banked; null if there is none or the game has no such moves.
 *
 *  JSON: SolveResult; of a sampled model SampledResult, whose `earned` is null if alea_view_work lacks it.
 */
ALEA_API alea_status alea_view_solution(const alea_table *, const alea_view_work *, const alea_view_options *,
                                        char **out, alea_error *);

/** The value of a position and of each move.
 *
 *  JSON: AskResult. */
ALEA_API alea_status alea_view_answer(const alea_table *, const alea_state *, const alea_answer *,
                                      const alea_view_options *, char **out, alea_error *);

/** How an answer is shown. Zero means the default for every field. */
typedef struct alea_view_asked {
    unsigned top;     /**< this many of the best moves, best first; default: all in their order */
    const char *note; /**< a remark on the position, as of alea_game_parse_any_state; NULL or "": none */
} alea_view_asked;
/** As alea_view_answer. */
ALEA_API alea_status alea_view_asked_answer(const alea_table *, const alea_state *, const alea_answer *,
                                            const alea_view_asked *, const alea_view_options *, char **out,
                                            alea_error *);

/** The participants of an exact result. `second` is NULL for one player. */
typedef struct alea_view_match {
    const alea_game *game;
    alea_objective objective;
    const char *first, *second;
    double seconds;
    alea_purity purity[2]; /**< of the two, on which the result relies */
} alea_view_match;

/** The exact result of one bot against another.
 *  JSON: EvalResult. */
ALEA_API alea_status alea_view_evaluation(const alea_view_match *, const alea_evaluation *,
                                          const alea_view_options *, char **out, alea_error *);

/** The best response to a bot. `table` is the table of the response.
 *
 *  JSON: BestResult. */
ALEA_API alea_status alea_view_best_response(const alea_table *, const alea_best_response *,
                                             const alea_view_work *, const alea_view_options *, char **out,
                                             alea_error *);

/** The result of checking a table.
 *
 *  JSON: VerifyResult. */
ALEA_API alea_status alea_view_verdict(const alea_table *, const alea_verdict *, const alea_view_work *,
                                       const alea_view_options *, char **out, alea_error *);

/** What alea_game_check found.
 *
 *  JSON: CheckResult. */
ALEA_API alea_status alea_view_game_check(const alea_game *, const alea_game_report *, const alea_view_work *,
                                          const alea_view_options *, char **out, alea_error *);

/** Contests. An entry is shown by its name; if the name is empty or shared, with its students in parentheses, or else with
 *  its file. The printed output of entries is for their authors; only alea_view_strategy shows it. Rates have 17
 *  significant digits, in CSV as in JSON. */

/** A contest: the ranking, then the disqualified entries with reasons. `work` may be NULL; its file is the
 *  database.
 *
 *  JSON: ContestResult. Two runs of the same contest differ only in pairs_computed, pairs_kept, tabulated and seconds.
 */
ALEA_API alea_status alea_view_contest(const alea_contest *, const alea_view_work *,
                                       const alea_view_options *, char **out, alea_error *);

/** The ranking as CSV, then the disqualified entries: rank, name, file, status, matches_won, mean_rate, award, what,
 *  reason. A cell that a spreadsheet would read as a formula starts with an apostrophe. */
ALEA_API alea_status alea_view_contest_csv(const alea_contest *, char **out, alea_error *);

/** All rates as CSV: one line per entry that is ok, in the order of the ranking: rank, name, file, then its rate
 *  against each of these entries, in the same order, in columns headed by their files. */
ALEA_API alea_status alea_view_contest_rates_csv(const alea_contest *, char **out, alea_error *);

/** A self-contained HTML page. It works without network and scripts; with scripts enabled, the ranking can be
 *  sorted and searched, and the picture of the rates shows the rate under the pointer. The same contest always
 *  gives the same bytes. Fails with ALEA_E_REFUSED if a picture cannot be drawn. */
ALEA_API alea_status alea_view_contest_html(const alea_contest *, char **out, alea_error *);

/** The same page without anything that tells who is who: entries are called "Entry 1", "Entry 2", …, in the order of the
 *  ranking, and without files; disqualified ones are only counted. Bots of the game's own keep their names. */
ALEA_API alea_status alea_view_contest_anonymous_html(const alea_contest *, char **out, alea_error *);

/** Points for a strategy that is valid, and more for the first three places. */
typedef struct alea_points {
    double valid, place[3];
} alea_points;

/** A grade book as CSV, a row for each student. Where all submissions that a course system named are from Canvas or Moodle it has the columns that
 *  these import: Student, ID, SIS User ID, SIS Login ID, Section, the contest, Reason for the Final Grade (which Canvas leaves
 *  out); or Identifier, Full name, Email address,
 *  Grade, Last modified (grade), Feedback comments. Otherwise: student, id, email, file, status (ok, disqualified or late),
 *  points, rank, matches_won, mean_rate, award, result. ALEA_E_USAGE: the contest was stopped. */
ALEA_API alea_status alea_view_gradebook(const alea_contest *, const alea_points *, char **out, alea_error *);

/** What one student receives: submissions, verdict, rank, points, and the printed output, in `*out`; and in `*name` a name for
 *  that file, which other students may share. The caller frees both with alea_text_free. */
ALEA_API alea_status alea_view_feedback(const alea_contest *, unsigned student, const alea_points *,
                                        char **name, char **out, alea_error *);

/** The results.json of a Gradescope autograder, for a contest of one submission against bots of the game's own: score,
 *  output, visibility, tests, leaderboard. ALEA_E_USAGE: there is another number of submissions. */
ALEA_API alea_status alea_view_gradescope(const alea_contest *, const alea_points *, char **out,
                                          alea_error *);

/** Details of one strategy. */
typedef struct alea_view_strategy_facts {
    const char *game;       /**< its spec */
    const alea_rates *rate; /**< against always(0), always(1), …; NULL if it is disqualified */
    unsigned rates;
    double seconds;       /**< how long it took; 0 if not known */
    const char *found_by; /**< if the game was not given: how it was recognized, as a clause; else NULL */
    double
        judged; /**< seconds of processor time that asking for all answers took, in all passes; 0 if not known */
} alea_view_strategy_facts;

/** A strategy's report for its author, with its printed output.
 *
 *  JSON: name, file, game, python (null: in another language), status, reason, what, printed, printed_lines, fuel, fuel_limit (of
 *  one pass), answers (how often each number of dice occurs; null when disqualified), rates (against, first, second and mean, as
 *  intervals; null when disqualified), seconds. */
ALEA_API alea_status alea_view_strategy(const alea_strategy *, const alea_view_strategy_facts *,
                                        const alea_view_options *, char **out, alea_error *);

/** The best strategy of the two scores alone. `against` says in words against whom.
 *
 *  JSON: ScoresOnlyResult. */
ALEA_API alea_status alea_view_scores_only(const alea_game *, const char *against, const alea_scores_only *,
                                           const alea_view_work *, const alea_view_options *, char **out,
                                           alea_error *);

/** A record, game by game and turn by turn: dice, decisions, and the scores after each turn. With `taken_back`, also
 *  the events that were taken back, in the order in which they happened.
 *
 *  JSON: ReplayResult.
 */
ALEA_API alea_status alea_view_replay(const alea_record *, bool taken_back, const alea_view_options *,
                                      char **out, alea_error *);

/** A score distribution: exact, simulated, or both side by side. One of `exact` and `sample` may be NULL. */
typedef struct alea_view_distribution {
    const alea_game *game;
    const char *bot;
    const alea_distribution *exact;
    const alea_sample *sample;
    const char *inexact;                  /**< if `exact` is NULL: the reason, as a sentence; may be NULL */
    double exact_seconds, sample_seconds; /**< how long they took; 0 if not known */
} alea_view_distribution;

/** Text: the numbers, the combinations, a histogram, and the rule by which ties were broken.
 *
 *  JSON: StatsResult.
 */
ALEA_API alea_status alea_view_stats(const alea_view_distribution *, const alea_view_options *, char **out,
                                     alea_error *);

/** A model of a game: its claim, and the distribution of what its policy earns. */
typedef struct alea_view_model {
    const alea_game *game;
    const char *name; /**< such as normal_50 */
    uint64_t samples; /**< 0: the exact model */
    double claim;     /**< the score that the model expects */
    const alea_distribution *distribution;
    double seconds;
} alea_view_model;

/** Models of a game side by side; `seed` is that of the sampled ones.
 *
 *  JSON: ModelsResult. */
ALEA_API alea_status alea_view_models(const alea_view_model *, size_t count, uint64_t seed,
                                      const alea_view_options *, char **out, alea_error *);

/** CSV: score, probability, games; unknown values are empty. One line for each score from the lowest to the
 *  highest. */
ALEA_API alea_status alea_view_stats_csv(const alea_view_distribution *, char **out, alea_error *);

/** Writes a histogram as SVG or PNG, by the extension of `path`. Fails with ALEA_E_USAGE for other extensions,
 *  ALEA_E_REFUSED if it cannot be drawn, and ALEA_E_WRITE. */
ALEA_API alea_status alea_view_stats_plot(const alea_view_distribution *, const char *path, alea_error *);

/** Writes a progress line for a terminal, without a newline: how much is done, how fast, and how much time is left,
 *  truncated to the width in the options. `unit` is what is counted, such as "games". Writes at most `size` bytes,
 *  including the zero byte. */
ALEA_API void alea_view_progress(uint64_t done, uint64_t total, double seconds, const char *unit,
                                 const alea_view_options *, char *out, size_t size);

/** Paragraphs filled to the width. Blank lines separate paragraphs; a line that begins with a space is left
 *  unchanged. */
ALEA_API alea_status alea_view_paragraphs(const char *text, const alea_view_options *, char **out,
                                          alea_error *);

/** Dice drawn side by side, for faces from 1 to 6; numbers if they do not fit. */
ALEA_API alea_status alea_view_dice(const uint32_t *faces, unsigned count, const alea_view_options *,
                                    char **out, alea_error *);

/** The facts about a seat (alea_game_fact), in one or more lines: `Ann: score 35, turn total 12`; empty if there are
 *  none. */
ALEA_API alea_status alea_view_facts(const alea_game *, const alea_state *, unsigned seat, const char *name,
                                     const alea_view_options *, char **out, alea_error *);

/** What a player has attempted of a score sheet, by row, and for how many points. */
typedef struct alea_sheet_mark {
    bool attempted;
    int64_t points;
} alea_sheet_mark;
/** A player's score sheet, in columns: a name and its points, or a dash. `mark` has an entry for each row of
 *  alea_game_sheet_row. ALEA_E_USAGE if the game has no score sheet. */
ALEA_API alea_status alea_view_sheet(const alea_game *, const alea_sheet_mark *mark,
                                     const alea_view_options *, char **out, alea_error *);

/** Moves to choose from in a position. */
typedef struct alea_move_list {
    const alea_state *state;
    const uint32_t *move;
    unsigned count; /**< at least 1 */
    bool remarks;   /**< with what alea_game_move_remark says */
} alea_move_list;
/** Moves with numbers from 1, in columns. */
ALEA_API alea_status alea_view_moves(const alea_game *, const alea_move_list *, const alea_view_options *,
                                     char **out, alea_error *);

/** The values of the moves of a position, best first, and the cost of the others. The text names neither game nor
 *  position. */
ALEA_API alea_status alea_view_hint(const alea_answer *, alea_objective, const alea_view_options *,
                                    char **out, alea_error *);

/** The same for values that were estimated, with their standard errors and a sentence that says how. */
ALEA_API alea_status alea_view_estimated_hint(const alea_review_answer *, const alea_review_values *,
                                              const alea_view_options *, char **out, alea_error *);

/** Reviews of games that are shown together. */
typedef struct alea_view_reviewed {
    alea_reviewer *reviewer; /**< the reviewer that made them */
    alea_review *const *review;
    size_t count;
    /** For each review: the seats whose mistakes are shown, one bit each; NULL or 0: all. */
    const unsigned *seats;
    const char *const *file; /**< for each review, the file of its record; may be NULL */
} alea_view_reviewed;

/** Text: all details of one game, or a summary of several. Fails as alea_review_explain does.
 *
 *  JSON: ReviewResult. */
ALEA_API alea_status alea_view_reviews(const alea_view_reviewed *, const alea_view_options *, char **out,
                                       alea_error *);

/** A self-contained HTML page: for each of the first 50 games a chart of its value, the totals and the worst
 *  decisions. */
ALEA_API alea_status alea_view_reviews_html(const alea_view_reviewed *, char **out, alea_error *);

/** The notebook: mistakes over time, the latest games, and the cards that are due. Pass the `batch` of
 *  alea_notebook_read.
 *
 *  JSON: games, cards, due, trends (player, game, objective, from, games, decisions, cost, error, luck), entries
 *  (kept, game, player, objective, seat, result, start, luck, mistakes, opponents_mistakes, adjusted, decisions,
 *  inaccuracies, mistaken, blunders); times are strings such as 2026-11-21. */
ALEA_API alea_status alea_view_notebook(const alea_notebook_history *, unsigned batch,
                                        const alea_view_options *, char **out, alea_error *);

/** A card as a question: the position, and the moves, numbered unless their names are numbers. Of more than twelve
 *  moves it lists the eight that cost least and the one that was chosen, in the game's order and with the numbers of
 *  the whole list, which alea_view_card_moves shows. */
ALEA_API alea_status alea_view_card(const alea_card *, const alea_view_options *, char **out, alea_error *);
ALEA_API alea_status alea_view_card_moves(const alea_card *, const alea_view_options *, char **out,
                                          alea_error *);

/** Makes text from outside safe for a terminal: unprintable bytes are written as \xNN; truncated to `size`. */
ALEA_API void alea_view_printable(const char *text, char *out, size_t size);

/** Returns the entry of `names` that is nearest to `name`; NULL if none is near. */
ALEA_API const char *alea_view_nearest(const char *name, const char *const *names, size_t count);

#ifdef __cplusplus
}
#endif
#endif
