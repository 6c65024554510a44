#pragma once
/* The sentences of the text views, so that a wording is changed in one place. Column titles and single words are in
   the views; the HTML pages contain their own sentences. */
#include <inttypes.h>

/* ---- tables and positions ---- */

#define VIEW_TURN_STARTS "; %s turn starts"
#define VIEW_EQUILIBRIUM                                                                                     \
    "An equilibrium: by other decisions no player gains more than %.2g at the beginning of any turn. There " \
    "may "                                                                                                   \
    "be others, with other values."
#define VIEW_FIRST_HOLD "At %s, best play first holds at %" PRIu64 ".\n" /* the scores; a turn total */
#define VIEW_SAMPLED    ": a sampled model, %s random %s for each position, seed %" PRIu64
#define VIEW_CLAIM      "The claim rests on the model's own rolls and proves nothing%s.\n"
#define VIEW_EARNED     "; what its policy earns is exact"
/* Epsilon. */
#define VIEW_SWEEPS                                                                                         \
    "Value iteration: P starts as 0, and each sweep replaces every P[i][j][k] by the better of holding, 1 " \
    "- P[j][i+k][0], and rolling, until no value changes by more than %g. The largest error is the "        \
    "distance from the proved values, which the largest change does not bound. `to change` counts the "     \
    "positions whose move still changes, and `holds at` is the turn total from which it holds at 0-0."
#define VIEW_SWEEP_MAP  "\nafter sweep %u, when the other has %u:\n   turn\n"
#define VIEW_SWEEP_AXIS "        own score from 0 in steps of %u; %s roll, %s hold\n"
#define VIEW_NO_SHEET   "%s has no score sheet."
/* What is known about a game; the value follows, in %% or points, turns or dollars. */
#define VIEW_KNOWN_WIN       "With best play the first player wins %.4f %% of the games"
#define VIEW_KNOWN_WIN_ALONE "Best play wins %.4f %% of the games"
#define VIEW_KNOWN_SCORE     "Best play scores %.9g on average"
#define VIEW_KNOWN_TURNS     "Best play takes %.9g turns on average"
#define VIEW_KNOWN_MONEY     "With best play the first player gains %.6f $ a game"
#define VIEW_KNOWN_PROVED    " (proved; `alea solve` takes about %g s)."
#define VIEW_KNOWN_PUBLISHED " Published before: %s."
#define VIEW_KNOWN_NOT       " We know of no published value."
#define VIEW_SHEET_LETTERS   "  X, Y and Z are faces that the player chooses, as in `Two triples 3 5`.\n"
#define VIEW_ROLL_TO_COME    "the roll to come"
#define VIEW_OVER            "the game is over"
/* Why play cannot reach a position. */
#define VIEW_UNREACHED "Play cannot reach this position; this is the value by the formula. %s"
#define VIEW_BEST_MOVE "\nBest: %s%s.\n"
#define VIEW_TIED      ", though another move may be equally good"
/* These follow a bot's name. */
#define VIEW_TESTED_PURE \
    " is pure, as a test shows: it answers every question alike, at its start and after the others."
#define VIEW_PURE_IN_SAMPLE "tested in %s states: it answers alike, at its start and after other questions"
#define VIEW_DECLARED_PURE  " is declared pure: it is restored before each question."
#define VIEW_BEST_RESPONSE  ": the best response to "
#define VIEW_PROOF_HOLDS    ": the proof holds.\n  "
#define VIEW_PROOF_FAILS    ": the proof does not hold.\n  "
#define VIEW_RECOMPUTED     " positions recomputed by one step of the game, in whole numbers."
#define VIEW_FILE           " The %s is " /* kind of file; its name follows */
#define VIEW_BUILTIN_BOTS   "%sBuilt-in bots of the %s games:\n"
#define VIEW_FILES_ARE_BOTS "\nFiles are bots as well:\n"

/* ---- runs ---- */

#define VIEW_UNFINISHED                                                                               \
    " game%s without a winner (stopped after 10,000 turns, 10,000 rolls in a turn or, in Hog, 1,000 " \
    "turns in a row without a point; no move was possible; or everybody forfeited).\n"
#define VIEW_MONEY_SUM "Money sums to %" PRId64 ", not to 0: this is a bug in alea.\n"
#define VIEW_ERRORS_BLOCKS \
    "Standard errors from block means, because these bots may remember earlier games.\n"
#define VIEW_ERRORS_GAMES   "Standard errors from single games.\n"
#define VIEW_TURNS_PER_GAME "%.4g turns per game.\n"

#define VIEW_RANKED_BY_MONEY "Ranked by $ a game.\n"
#define VIEW_RANKED_BY_WINS  "Ranked by wins.\n"

/* ---- tournaments ---- */

#define VIEW_CYCLE          "The results contain a cycle: "
#define VIEW_FIRST_SHARED   " shares the first place with "
#define VIEW_FIRST          " is first"
#define VIEW_FIRST_BY       " is first, %s %s before "
#define VIEW_FIRST_BY_PROOF " is first, %.2f %s before "
#define VIEW_BY_ELO         "Elo"
#define VIEW_BY_MONEY       "$ a game"
#define VIEW_ORDER_STOPPED  "It was stopped before its end, so the order may change. "
#define VIEW_ORDER_EXACT    "All results are exact, and so is the order.\n"
#define VIEW_ORDER_CERTAIN                                                                        \
    "Every two neighbours are separated, or known to be closer than %g %s: all of it with %g %% " \
    "confidence.\n"
#define VIEW_ORDER_SEPARATED  "Every two neighbours are separated: all of it with %g %% confidence.\n"
#define VIEW_ORDER_UNCERTAIN  "%u pair%s of neighbours %s not yet separated with %g %% confidence. "
#define VIEW_MORE_GAMES_ALL   "A million more games would probably separate them all.\n"
#define VIEW_MORE_GAMES_HELP  "A million more games would probably leave %u.\n"
#define VIEW_MORE_GAMES_LEAVE "A million more games would probably not change that.\n"
#define VIEW_PAIRS_ELSEWHERE  "%zu pairs: --json, --csv and --html have them all.\n"
#define VIEW_RATING           "Rating: Elo by the Bradley-Terry model; 400 points are odds of 10 to 1."
#define VIEW_EARNINGS                                                                                    \
    "Ranked by $ a game, on average over the other bots. Elo: of wins, by the Bradley-Terry model; 400 " \
    "points are odds of 10 to 1."
#define VIEW_TO_OPTIMAL        " To optimal: 50 % minus its win rate against optimal play."
#define VIEW_EXPLOITABLE       " Exploitable: the best response's win rate minus 50 %."
#define VIEW_PAYS_OPTIMAL      " To optimal: $ a game that it pays to optimal play."
#define VIEW_EXPLOITABLE_MONEY " Exploitable: $ a game that the best response gains from it."
#define VIEW_FUEL_COLUMN       " Fuel: instructions for a decision."
#define VIEW_LIVE_MORE         "     and %u more\n"
#define VIEW_MATRIX                                                                                         \
    "Per cent of the games that the bot of the row wins against that of the column, over all seats; a tie " \
    "counts as half."
#define VIEW_MATRIX_MONEY \
    "Dollars a game that the bot of the row gains from that of the column, over all seats."
#define VIEW_MATRIX_TABLES \
    " A table has %u players: there it is %u/%u of what the one earns more than the other."

#define VIEW_PROVED_EQUAL    " is exactly as good as "
#define VIEW_ABOUT_EQUAL     " is about as good as "
#define VIEW_NOT_DECIDED     " may be better or worse than "
#define VIEW_WINS_MORE_EXACT ": it wins %s %% of the games.\n"
#define VIEW_WINS_MORE       ": it wins %s of the games.\n"
#define VIEW_GAINS           ": it gains %s $ a game and wins %s of the games.\n"
#define VIEW_COMPARED_BY_PROOF                                                                            \
    "Exact: both decide by the position alone, so the result over both seats is computed and no game is " \
    "played.\n"
#define VIEW_COMPARED_BY_GAMES                                                                            \
    "%s games in pairs with the same dice and changed seats%s. The test stops when the logarithm of the " \
    "likelihood "                                                                                         \
    "ratio leaves its limits: it is %.2f, they are %.2f and %.2f.\n"
#define VIEW_ADJUSTED        ", adjusted for luck by exact values"
#define VIEW_COMPARED_ELO    "Normalised Elo: %.1f (95 %%: %.1f to %.1f).\n"
#define VIEW_COMPARE_STOPPED "Stopped before it was decided; play more games with --most-games.\n"

/* ---- distributions of a run ---- */

#define VIEW_MEASURE_TURNS    "turns in a game"
#define VIEW_MEASURE_ROLLS    "rolls in a game"
#define VIEW_MEASURE_LEADS    "lead changes"
#define VIEW_MEASURE_COMEBACK "winner behind by"
#define VIEW_MEASURE_MONEY    "$ a game"
#define VIEW_MEASURE_SCORE    "final points"
#define VIEW_MEASURED         "Measured in the first %s game%s; standard errors from single games."
#define VIEW_LEAD                                                                                          \
    "The lead is having more points than anybody else at the end of a turn. The winner was behind by the " \
    "most points that anybody else was ahead of it, at the end of some turn."
#define VIEW_AHEAD                                                                                         \
    "How often the bot of the row ended ahead of that of the column: it won or, where neither of the two " \
    "won, had the better score."
#define VIEW_BARS_BEYOND "The first and the last bar hold what lies beyond them."

/* ---- score distributions ---- */

#define VIEW_EXACT_SPREAD "Exact up to rounding: the relative error of each probability is at most %.1g."
/* The seed. */
#define VIEW_MODELS                                                                                        \
    "`expects` is the score that the model claims for itself; all other columns are what its policy "      \
    "really earns: exact mean, standard deviation, percentiles and mode, with no games played. A model "   \
    "such as normal_50 sees 50 random rolls for each position, drawn with seed %" PRIu64 "; a model with " \
    "few rolls trusts their luck, so it expects a better score than it earns."
#define VIEW_SIMULATED_ONLY "Simulated only. %s\n\n" /* why nothing is exact */
#define VIEW_SIMULATED      "%s games were simulated, with seed %" PRIu64 "."
#define VIEW_IT_TOOK        " It took %s."
#define VIEW_BOT_FAILED     " The bot failed in %" PRIu64 " of them."

/* ---- contests ---- */

#define VIEW_NOT_RANKED          "Nothing is ranked yet.\n"
#define VIEW_NO_ENTRY            "No entry is left to rank.\n"
#define VIEW_PAIRS_KEPT          " taken from the database. Rates are off by at most %.0e."
#define VIEW_RUN_BY_PYTHON       "Files in Python were run by Python %s, whatever their authors have.\n"
#define VIEW_ONE_LEFT_OUT        " file was left out: its name is not that of a strategy.\n"
#define VIEW_SOME_LEFT_OUT       " files were left out: their names are not those of strategies.\n"
#define VIEW_NO_NAME             "(empty)"
#define VIEW_VALID               "yes"
#define VIEW_INVALID             "no, it would be disqualified: "
#define VIEW_SAME_ANSWERS        "%s, the same in every pass; by number of dice:"
#define VIEW_SHARE_OF_FUEL       " of the limit: all answers together take about %s, and may take %s"
#define VIEW_ASKING_TOOK         "; here, %s took %.2g seconds of processor time"
#define VIEW_PRINTED             "\nIts output, shown only to you:\n"
#define VIEW_MORE_PRINTED_BEFORE "  ... and "
#define VIEW_ONE_MORE_PRINTED    " more line\n"
#define VIEW_MORE_PRINTED        " more lines\n"
#define VIEW_GAME_FOUND_BY       ", because %s; --game names another"
#define VIEW_HOW_OFTEN           "\nExact win rates:\n\n"
#define VIEW_MATCHES_WON         "\n%u of %u matches won; a match is won above 50.0001 %%."

#define VIEW_SCORES_TITLE      "%s: the best strategy of the two scores alone against "
#define VIEW_SCORES_BEST       "the best strategy"
#define VIEW_SCORES_BEST_FOUND "the best found"
#define VIEW_SCORES_CEILING    "a player who sees everything"
#define VIEW_SCORES_PROVED     "No strategy does better: in this game a position is nothing but the two scores."
#define VIEW_SCORES_FOUND                                                                                  \
    "Found by %u search%s, and not proved to be the best: no change of a single one of its %s answers "    \
    "makes it better. Every strategy of the scores alone stays below a player who also sees what they do " \
    "not show, such as the number of the turn."
#define VIEW_SCORES_BEATEN " It wins the match against %u of %zu opponents."

/* ---- records, reviews, hints ---- */

#define VIEW_NOT_FINISHED  "Not finished.\n"
#define VIEW_LAST_LINE_CUT "\nThe last line of the record is incomplete and was ignored.\n"
#define VIEW_MORE_MOVES    "  and %u more moves\n"
/* How often; by which policy; the sign before an error. */
#define VIEW_ESTIMATED_HINT                                                                              \
    "Estimated: each move was played out %s times by %s, with the same dice; %s is a standard error. A " \
    "cost below twice its error counts as zero."
#define VIEW_CARD_MORE       "\n(`more` lists all %zu moves.)"
#define VIEW_FOR_ASK         "For `alea ask`: " /* a position as it reads one */
#define VIEW_NO_REVIEW       "There is no game to review.\n"
#define VIEW_NO_MISTAKE      "Nobody made a mistake.\n"
#define VIEW_WORST           "The decisions that cost most:\n"
#define VIEW_UNFINISHED_GAME ", not finished: the result is the value of the last position."
#define VIEW_SUM             "start + luck + own mistakes + others' mistakes = result"
/* How often; by which policy; why values are not exact. */
#define VIEW_ESTIMATED                                                                                    \
    "Estimated: each position was played out %s times by %s, all moves with the same dice. A cost below " \
    "twice its standard error counts as zero. %s"
#define VIEW_ROLL "The %s roll: turn %" PRIu32 ", " /* `luckiest` or `unluckiest` */

/* ---- grades ---- */

#define GRADES_NO_RESULTS "This contest has no results to grade."
#define GRADES_ONE_SUBMISSION                                                                     \
    "--gradescope is for one student's submission, against bots of the game's own; there are %u " \
    "submissions."
#define GRADES_LATE         "Late: no submission was handed in before the deadline."
#define GRADES_LATE_AND     " What came later would not count either: "
#define GRADES_NO_FILES     "(no files)"
#define VIEW_LATE           "\nLate, with no submission before the deadline:\n"
#define GRADES_DISQUALIFIED "Disqualified: "
#define GRADES_VALID        "The strategy is valid."
#define GRADES_RANK         "Rank %u of %u; matches won: %u of %u."
#define GRADES_MEAN         " Mean win rate: %.4f %%."
#define GRADES_MEAN_ALONE   "Win rate: %.4f %%."
#define GRADES_HEAD         "Contest of %s\n\n"
#define GRADES_SUBMISSIONS  "Handed in:\n"
#define GRADES_NUMBER       "On a page without names: Entry %u\n"
#define GRADES_PRINTED      "\nIt printed, which only you and your teacher see:\n"
#define GRADES_MORE_PRINTED "  ...\n"

/* ---- submissions ---- */

#define VIEW_NOT_COUNTED "\nNot counted:"
#define VIEW_NOTE        "Note: "

/* ---- a game that was checked ---- */

#define VIEW_CHECK_STATES    " states, "
#define VIEW_CHECK_DECISIONS " of them decisions, were listed by playing.\n\n"
#define VIEW_CHECK_ERRORS    "%.1f s.e."
#define VIEW_CHECK_WRONG     "DIFFERS"
#define VIEW_CHECK_NONE      "not compared"
#define VIEW_CHECK_AGREES    "All that was compared agrees with the list of states."
#define VIEW_CHECK_DIFFERS   "The list of states gives other results."

/* ---- learning curves ---- */

#define VIEW_LEARN_EXACT                                                                                     \
    "The numbers but those won while learning are exact, of the frozen policy, on average over the seats. "  \
    "The "                                                                                                   \
    "loss is what it gets less against optimal play than optimal play itself; the exploitability is what a " \
    "best response gains against it."
#define VIEW_LEARN_INEXACT         "Only what was won while learning is known: %s"
#define VIEW_LEARN_PARTLY          " A dash means that a number is not known: %s"
#define VIEW_LEARN_FORFEITS        "It forfeited %" PRIu64 " game%s. The first: "
#define VIEW_LEARN_RESUMED         "Continued after %" PRIu64 " game%s.\n"
#define VIEW_LEARN_STOPPED         "Stopped on request after %" PRIu64 " game%s.\n"
#define VIEW_LEARN_TITLE_EXPLOITED "Exploitability while learning"
#define VIEW_LEARN_TITLE_LOST      "Loss against optimal play while learning"
#define VIEW_LEARN_TITLE_WON       "Games won while learning"
