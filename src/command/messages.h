#pragma once
/* Every message of the program, so that a wording is changed in one place. Help texts are in the command tables.

   cmd_complain prints "alea: " first; its messages are whole sentences, like the library's. cmd_misuse prints
   "alea COMMAND: " first and a hint on help last; its messages start in lower case and have no full stop, like those
   of argp. */
#include <inttypes.h>

/* ---- cmd_misuse: the command line ---- */

/* option; range; typed text */
#define CMD_BAD_COUNT     "--%s must be a whole number from %s to %s, not `%s`%s"
#define CMD_LARGE_COUNTS  "; 1000000, 1,000,000, 1e6 and 1M mean the same" /* if a million is allowed */
#define CMD_BAD_NUMBER    "--%s must be a number from 0 to %g, not `%s`"
#define CMD_BAD_CHOICE    "--%s must be %s, not `%s`"
#define CMD_BAD_DATE      "--%s must be a date such as 2026-11-21, not `%s`"
#define CMD_BAD_TOLERANCE "--%s must be a number above 0, such as 1e-9, not `%s`"
/* option; endings; file */
#define CMD_BAD_OUT         "--%s must end in %s, and `%s` does not"
#define CMD_TABLE_ENDINGS   ".h5, .csv or .npy"
#define CMD_PAGE_ENDINGS    ".html or .htm"
#define CMD_SWEEPS_ENDINGS  ".svg, .png or .csv with --sweeps"
#define CMD_LEARN_ENDINGS   ".svg, .html or .csv"
#define CMD_LEARNERS        "at most %d bots can learn at once"
#define CMD_LEARN_ONE_STATE "--save is for one bot at a time"
#define CMD_RECORDED_COMMAND                                                                            \
    "The record names the command %s. alea runs commands from its own command line only: give it with " \
    "--bot "                                                                                            \
    "NAME=exec:COMMAND, or begin another game."
#define CMD_NEEDS_SWEEPS "--epsilon and --other need --sweeps"
#define CMD_BASE_CASES   "--base-cases goes with arrays: an --out in .csv or .npy, or --roll"
#define CMD_SWEEPS_ALONE "--sweeps shows value iteration; leave out --roll, --resume and --samples"
#define CMD_BAD_PICTURE  "--%s must end in .svg or .png, and `%s` does not%s"
#define CMD_DATA_OPTIONS "; --csv and --npy write data"
#define CMD_STATES_ALLOWED                                                                               \
    "A game may have up to %" PRIu64 " states. Listing and solving that many, with about four moves or " \
    "outcomes each, takes up to %.0f MiB of memory."
#define CMD_STATES_MEMORY                                                        \
    "Listing and solving %" PRIu64                                               \
    " states takes up to %.0f MiB of memory, and this machine has %.0f for it: " \
    "--states may be up to %" PRIu64 " here"
#define CMD_FRACTION_COUNT "--%s must be a whole number from %s to %s; `%s` is not a whole number%s"
#define CMD_UNKNOWN_OPTION "unrecognized option '%s'; --help lists the options"

/* The option; the game and the parameter with its value, twice. */
#define CMD_IS_PARAMETER  "--%.*s is not an option but a parameter of the game: type %s:%s, or '%s(%s)'."
#define CMD_ADD_PARAMETER "--%.*s is not an option but a parameter of the game: add %s to those of %s."

#define CMD_TOO_MANY_NAMES     "--%s can be given at most %d times"
#define CMD_TOO_MANY_PAIRS     "at most %d keys can be given"
#define CMD_TOO_MANY_ARGUMENTS "too many arguments"
#define CMD_ONE_TOO_MANY       "%s; `%s` is one too many" /* maximum; typed word */
#define CMD_SEVERAL_VALUES_ONLY \
    "with three players and more, only the values are printed: leave --out, --roll and --sweeps away"
#define CMD_TOO_MANY_BOTS  "exact results exist for at most two players; `alea run` plays with more"
#define CMD_TABLE_TOO_MANY "a plot shows one bot or two; --table is one too many"
#define CMD_TOO_MANY_SEATS "at most %d can play, but %u seats were given"

#define CMD_BOTS_MISSING \
    "BOT is missing: give one for each player; `alea bot list %s` lists the built-in ones"
#define CMD_TOURNAMENT_BOTS \
    "BOT is missing: give the bots, or a folder of them; `alea bot list %s` lists the built-in ones"
#define CMD_SWISS_OR_GAUNTLET "--swiss and --against are two designs; give one of them"
#define CMD_ROUNDS_NEED_SWISS "--rounds needs --swiss"
#define CMD_BAD_UNTIL         "--until must be a confidence from 50%% to 99.9999%%, such as 95%%, not `%s`"
#define CMD_UNTIL_OR_GAMES \
    "--until plays as many games as it takes; --most-games limits them, --games does not"
#define CMD_UNTIL_OR_SWISS \
    "--swiss has fixed rounds and games, so it cannot play --until the order is certain"
#define CMD_NEEDS_UNTIL        "--%s needs --until P"
#define CMD_COMPARE_FIRST      "A is missing: give two bots, and then the game"
#define CMD_COMPARE_SECOND     "B is missing: give two bots, and then the game"
#define CMD_GAME_MISSING       "GAME is missing: `alea games` lists the games"
#define CMD_SHELL_MISSING      "SHELL is missing: bash, fish or zsh"
#define CMD_OUT_MISSING        "--out is missing: the table to write, FILE.h5 or FILE.csv"
#define CMD_FOR_OPTIMAL        "--for applies only to the bot `optimal`"
#define CMD_WIDTH_NEEDS_OUT    "--width needs --out FILE"
#define CMD_SURFACE_NEEDS_OUT  "a surface needs --out FILE: it cannot be drawn as text"
#define CMD_OUT_NEEDS_PART     "--out is for --part K/N; --record FILE writes the games, --json prints the result"
#define CMD_PART_NEEDS_OUT     "--part needs --out FILE, the file in which the part is written"
#define CMD_CHECK_NEEDS_GAME   "--check needs a GAME"
#define CMD_SMALL_NEEDS_CHECK  "--small is for --check"
#define CMD_LONG_GAME          "The name of the game is too long."
#define CMD_PART_NEEDS_JOURNAL "--part needs a --journal, which keeps its results"
#define CMD_BAD_PART           "--part takes K/N, part K of N parts, at most %u, such as 3/100, not \"%s\""
#define CMD_RANKED_BY          "%s is ranked by win, or by money where the game has it, not by %s."
#define CMD_PART_ALONE \
    "--part only counts games; the record, analytics, the CSV and the page belong to the whole run"
#define CMD_PARTS_MISSING      "FILE is missing: the parts that `alea run --part` wrote"
#define CMD_NEEDS_RECORD       "--record-games needs --record FILE"
#define CMD_SEED_NEEDS_SAMPLES "--seed needs --samples N: nothing else is random"
#define CMD_SEED_NEEDS_GAMES   "--seed needs --games N: nothing else rolls dice"
#define CMD_MODELS_ALONE       "--models compares whole models: it takes no bot, --games, --csv or --plot"
#define CMD_RESUME_ALONE       "--resume takes at most one FILE: the record names the game and the seats"
#define CMD_RECORD_OR_NOT      "--record and --no-record contradict each other"

#define CMD_FEWER_GAMES \
    "10,000 games, since %s is a program that takes long for a decision; --games sets another number."

/* ---- cmd_complain: commands, files, the surroundings ---- */

#define CMD_NO_SUCH_ANCHOR "The anchor %s is none of the bots; give it the name that one of them has."
#define CMD_TOURNAMENT_STOPPED \
    "Stopped: this is what was finished. With --journal FILE the same command would go on from here."
#define CMD_TOURNAMENT_KEPT "Stopped: this is what was finished. The same command goes on from here."
#define CMD_NO_RANDOM       "The system has no random numbers for a seed; try again, or leave out --commit."
#define CMD_NO_MEMORY       "There is not enough memory."
#define CMD_NO_COMMAND      "`%s %s` is not a command; `%s help` lists the commands."
#define CMD_BAD_SHELL       "There is no completion for the shell `%s`, only for bash, fish and zsh."
#define CMD_NO_SUBCOMMAND   "`%s` has no commands of its own."
#define CMD_NEAREST_COMMAND "`%s %s` is not a command; did you mean `%s %s`?"
#define CMD_PURPOSE_COMMAND "`%s %s` is not a command; %s."
#define CMD_FOR_TOURNAMENT  "`alea tournament` ranks bots of any game, and `alea contest` strategies of Hog"
#define CMD_FOR_LIST        "`alea games` lists the games and shows their rules, and `alea bot list` lists the bots"
#define CMD_FOR_SERVE       "`alea contest --html FILE` and `alea review --html FILE` write pages for a browser"
#define CMD_FOR_SIMULATE    "`alea run` plays many games between bots"
#define CMD_FOR_HINT        "`alea ask` prints the value of each move in a position"
#define CMD_FOR_REVIEW      "`alea review` separates luck from mistakes in recorded games"
#define CMD_FOR_BOT         "the commands for bot writers are listed by `alea bot help`"

/* The file; the system's reason. Worded as in the library. */
#define CMD_CANNOT_READ         "%s: the file cannot be read: %s."
#define CMD_NOT_REGULAR         "it is not a regular file"
#define CMD_CANNOT_WRITE        "%s: the file cannot be written: %s."
#define CMD_CANNOT_WRITE_BESIDE "%s: no file can be created beside it: %s."
#define CMD_CANNOT_WRITE_OUTPUT "Cannot write to standard output: %s."
#define CMD_IS_FOLDER           "%s: the file cannot be written: it is a folder."
#define CMD_NAME_TOO_LONG       "The file name is too long."

#define CMD_NO_DATA_FOLDER       "Cannot find the data folder: set ALEA_DATA, XDG_DATA_HOME or HOME."
#define CMD_DATA_FOLDER_TOO_LONG "The name of the data folder is too long."
#define CMD_CANNOT_MAKE_FOLDER   "Cannot create the data folder for %s: %s."
#define CMD_BAD_CACHE_SIZE       "ALEA_CACHE_SIZE must be a whole number of MiB from 1 to %d, and is \"%s\"."
#define CMD_CACHE_UNUSABLE       "Compiled bots cannot be cached, so every run compiles them again: %s"

/* ---- work that was stopped ---- */

#define CMD_BENCH_GONE \
    "alea-bench is not beside this program: `make bench` in alea's sources measures speeds."
#define CMD_NOT_HERE      "There is no %s here; use the program on the command line."
#define CMD_STOPPED       "Stopped; there is no result yet, and nothing was saved."
#define CMD_STOPPED_AFTER "Stopped after %" PRIu64 " of %" PRIu64 " games."
#define CMD_STOPPED_EARLY "Stopped before the first games ended."
#define CMD_STOPPED_SOLVING \
    "Stopped; nothing was saved, because all values of this game are found together, at the end."
#define CMD_STOPPED_PART        "Stopped; the finished part is in %s. To resume:\n  %s" /* the file; the command */
#define CMD_RESUMING            "Resuming the unfinished table %s."                     /* the file */
#define CMD_NOT_RESUMED         "%s is not resumed, and will be replaced: %s" /* the file; why, a whole sentence */
#define CMD_PART_OF_OBJECTIVE   "It is for `%s`, not `%s`."
#define CMD_NOT_SAVED           "The work goes on, but is not saved meanwhile: %s" /* a whole sentence */
#define CMD_STOPPED_CONTEST     "Stopped; nothing was saved. With --database FILE, the next run can resume."
#define CMD_STOPPED_IN_DATABASE "Stopped; repeat the command to resume."

/* ---- games and bots ---- */

#define CMD_NO_OBJECTIVE    "%s has no objective."
#define CMD_OTHER_OBJECTIVE "%s has no objective `%s`; it has %s."
#define CMD_TABLE_OBJECTIVE \
    "%s has the values for %s, not for %s." /* the table; its objective; the one asked for */
#define CMD_AGAINST_WHOM \
    "%s is for two players: name an opponent for '%s'. For example: alea eval %s '%s' optimal"
#define CMD_WRONG_PLAYERS "%s takes %s; %u bot%s given."
#define CMD_PLAYERS_CONFLICT \
    "%s is for %u player%s, but %u bot%s given; leave out `players` to let the bots decide."
#define CMD_NO_PLOT       "Cannot plot %s: only games whose players choose a turn total to hold at can be plotted."
#define CMD_STATS_FOR_ONE "%s is for %u players; statistics are for games with one player."
#define CMD_MODELS_GAME                                                                                      \
    "--models compares the normal with the misère game: give a game that has both, without arguments, such " \
    "as `alea stats despirala --models`, not `%s`."
#define CMD_CONTEST_NO_PATH "PATH is missing: a folder of strategies, or strategy files"
#define CMD_CONTEST_NO_GAME "GAME is missing before the strategies: alea contest hog '%s'"
#define CMD_PURE_NO_BOT     "--pure %s: there is no bot here."
#define CMD_PURE_STRATEGY                                                                               \
    "--pure is for bots. A contest asks its strategies three times and in three orders; see `alea bot " \
    "freeze`."
#define CMD_PURE_NOBODY "--pure %s: there is no bot of that name here; the first one is called %s."
#define CMD_SAME_NAMES  "Two bots are called %s; give each a name of its own, such as %s1=BOT and %s2=BOT."
#define CMD_KIT_NO_OUT  "A kit needs a file: alea contest kit hog --out kit.zip."
#define CMD_KIT_NO_GAME "a kit is for one game: alea contest kit hog --out kit.zip"
#define CMD_KIT_NOT_ZIP "%s: a kit is a zip archive, so its name must end in .zip."
#define CMD_KIT_NO_CONTESTS \
    "%s has no contests, so there is no kit for it. Contests are for games such as hog."
#define CMD_KIT_UNWRITTEN "cannot write %s: %s"
#define CMD_OUT_ONLY_FOR_KIT \
    "--out is for `alea contest kit GAME`; a contest writes --html, --csv and --rates"
#define CMD_BEST_NO_BOT        "BOT is missing: the bot to respond to"
#define CMD_BEST_BOT_AND_FIELD "give BOT or --field, not both"
#define CMD_NEEDS_SCORES_ONLY  "--%s is only for --scores-only"
#define CMD_SCORES_ONLY_WINS   "--scores-only is about winning, as contests are: leave out --for"
#define CMD_FIELD_LEFT_OUT     "left out: %s"
#define CMD_FIELD_UNREAD       "The folder %s cannot be read: %s."
#define CMD_FIELD_EMPTY        "%s contains no strategy to play against (.py, .lua, .wasm or .csv)."
#define CMD_FIELD_NO_CONTESTS  "%s has no contests, so there are no folders of strategies for it."
#define CMD_NO_TEMPLATE        "There is no template for %s."
#define CMD_TEMPLATE_LANGUAGE  "There is no template for %s in %s, only in %s."

/* ---- bot build ---- */

#define CMD_BUILD_LUA  "%s needs no build: alea runs Lua files as they are."
#define CMD_BUILD_WASM "%s is already WebAssembly; `alea bot check` examines it."
#define CMD_BUILD_OTHER                                                                                     \
    "%s: alea builds bots from FILE.c, FILE.rs, FILE.zig, FILE.ts (AssemblyScript) and FILE.py. For other " \
    "languages, use their own tools to make a WebAssembly module that exports should_roll (for Hog: "       \
    "final_strategy)."
#define CMD_BUILD_NOTHING "The compiler produced no output from %s."
#define CMD_BUILD_TOOLS   "Cannot build %s bots here: %s. The command is: %s" /* language; missing tool */
#define CMD_BUILD_RUN     "Cannot run %s: %s."
#define CMD_BUILD_SIGNAL  "%s was killed by signal %d."
#define CMD_BUILD_SOURCE  "%s was not built; see the compiler's messages above."
#define CMD_BUILD_LIBRARY                                                                                    \
    "%s was not built: it includes <%s>, and there is no C library in the sandbox. Headers without library " \
    "functions, such as stdbool.h, stddef.h, stdint.h and limits.h, are available."
#define CMD_BUILD_NO_BOT \
    "%s compiles, but it is not a bot: %s\nThe function that decides must begin like this:\n  %s"
#define CMD_BUILD_NO_CLASS                                                                           \
    "%s has no class Strategy, so it is not a bot for races; and no function final_strategy, so it " \
    "is no strategy for Hog. For races, the class that decides must begin like this:\n  %s"
#define CMD_BUILD_NO_METHOD "%s has no method should_roll. The class that decides must begin like this:\n  %s"
#define CMD_BUILD_PYTHON    "%s was not built. Python says: %s."
#define CMD_BUILD_PYTHON_NAMES                                                                              \
    "%s was not built. Python says: %s. A bot imports the module wit_world, which its tools make, and has " \
    "a "                                                                                                    \
    "class Strategy:\n  %s"
#define CMD_BUILD_HOG \
    "%s is a strategy for Hog, which needs no build: `alea bot check %s --game hog` checks it as it is."
#define CMD_BUILDING         "Building %s%s" /* the file; CMD_BUILDING_LONG or nothing */
#define CMD_BUILDING_LONG    " (a Python bot takes some 15 seconds)"
#define CMD_MANY_MODULES     "%s imports more than %d modules of its folder; bots of that size are not built."
#define CMD_CACHE_ACTION     "the cache can be shown (show), trimmed (trim) or cleared (clear), not `%s`"
#define CMD_CACHE_SIZE_TRIMS "--size needs trim"
#define CMD_CANNOT_REMOVE    "%s: the file cannot be removed: %s."
#define CMD_NO_CACHE_FOLDER  "Cannot find the cache folder: set ALEA_CACHE, XDG_CACHE_HOME or HOME."

/* ---- contest ---- */

/* The file and the option that names it. */
#define CMD_WRONG_POINTS                                                                                 \
    "--points: `%s` is not four numbers such as 0,3,2,1: for a valid strategy, and for the first three " \
    "places"
#define CMD_NO_FOLDER     "%s: the folder cannot be made: %s."
#define CMD_NOT_A_FOLDER  "%s: feedback files need a folder that can be written to."
#define CMD_FEEDBACK_LINK "%s is a link; remove it, or have feedback written into another folder."
#define CMD_ONE_SUBMISSION                                                                        \
    "--gradescope is for one student's submission, against bots of the game's own; there are %u " \
    "submissions."
#define CMD_ANONYMOUS_PAGE   "--anonymous is about the page: give --html FILE too"
#define CMD_OVERWRITES_INPUT "%s: --%s would overwrite what the command reads."
#define CMD_BECOMES_ENTRY                                                                                \
    "%s: %s would create an entry of the contest, because the file is in the folder %s; choose another " \
    "folder."
#define CMD_SAME_FILE "%s: --%s and --%s would write the same file."
#define CMD_NO_DASH   "%s must be a file name, not - (a file of that name is ./-)."

/* ---- review, notebook, drill ---- */

#define CMD_NO_SUCH_SEAT "There is no player or seat `%s`; the first game has `%s`%s%s%s."
#define CMD_KEPT         "Saved in the notebook. `alea drill` quizzes you on the mistakes."
#define CMD_KEPT_BEFORE  "The game is already in the notebook."
#define CMD_SOME_BEFORE  "%zu of %zu games are already in the notebook."
#define CMD_DELETE_WHAT  "Name what to delete: GAME, --player NAME or both, or --all."
#define CMD_DELETED      "Deleted %" PRIu64 " game%s."

#define DRILL_NOTHING                                                                                    \
    "Nothing is due. `alea review` saves games with their mistakes; `alea notebook list` shows what is " \
    "saved."
#define DRILL_BEGIN    "%zu position%s due. What is the best move?"
#define DRILL_NO_MOVE  "That is not one of the moves. Type a move, its number, or `quit`."
#define DRILL_WRONG    "No: `%s` costs %s. %s" /* the move; its cost; an explanation */
#define DRILL_RIGHT    "Right. This position comes back in %lld day%s."
#define DRILL_LEFT     "Stopped with %zu of %zu right."
#define DRILL_FINISHED "Nothing more is due."

/* ---- play: before and after a game ---- */

#define PLAY_HOW_MANY         "How many people play (1 to %" PRId64 ")? "
#define PLAY_HELP_FIRST       "help, rules and quit work at every question."
#define PLAY_RULES_LATER      "Choose a game first; `alea games GAME` shows the rules of any game."
#define PLAY_GAMES            "Games:"
#define PLAY_WHICH_GAME       "Which game? "
#define PLAY_HELP_GAME        "Type the number or the name of a game."
#define PLAY_HELP_PEOPLE      "Type how many people play; one person plays against the computer."
#define PLAY_WHAT_NAME        "Name of player %u (Enter: Player %u)? "
#define PLAY_HELP_NAME        "Type a name, or press Enter to have none."
#define PLAY_BAD_NAME         "Please type a shorter name without brackets."
#define PLAY_SEVERAL          "Unfinished games, the latest first:"
#define PLAY_WHICH_UNFINISHED "Which one (Enter: the latest)? "
#define PLAY_HELP_UNFINISHED  "Type the number of a game, or press Enter for the latest."
#define PLAY_NO_SUCH_GAME     "There is no unfinished game %u; only %u can be resumed."
#define PLAY_NO_FINISHED      "There is no finished game in %s; name the record to review."
#define PLAY_REVIEWING        "reviewing %s"
#define PLAY_REVIEW           "Review this game now: luck and mistakes? [y/N] "
#define PLAY_SKIP             "(The computer's turn; any key skips the pauses.)"
#define PLAY_FOLDED           "%s: %s."
#define PLAY_PLAYED_FOR       "The computer, hints and the review are for: %s."
#define PLAY_FOR_MONEY                                                                                       \
    "Played for dollars: what you get or pay at the end counts, not only who wins. A score line shows what " \
    "its player would get or pay if the game ended now."
#define PLAY_FOR_WINS    "Played to win: dollars do not count."
#define PLAY_MONEY_END   "Played for dollars:"
#define PLAY_TYPE_NUMBER "Please type a number from 1 to %" PRId64 "."
#define PLAY_BAD_STRENGTH                                                                        \
    "The S of graded(S) must be beginner, club, strong, perfect or a number from 0 to 1, as in " \
    "graded(0.7); `%s` is not."
#define PLAY_BAD_LEVEL                                                                                      \
    "--level must be beginner, club, strong, perfect or a number from 0 to 1, as with --strength; `%s` is " \
    "not"
#define PLAY_LEVEL_OR_STRENGTH "--level and --strength say the same; give one of them"
#define PLAY_LEVEL_OF_SEAT                                                                    \
    "--level applies only if alea chooses the opponent; to set the level of a seat, name it " \
    "graded(%s)."
#define PLAY_USUAL_LEVEL                                                                                     \
    "The computer plays at level club, the default; --level beginner, strong or perfect makes it weaker or " \
    "stronger."
#define PLAY_STRENGTH_OF_SEAT                                                                       \
    "--strength applies only if alea chooses the opponent; to set the strength of a seat, name it " \
    "graded(%g)."
/* Empty, or the next; how often; by which bot. */
#define PLAY_ESTIMATES                                                                          \
    "The exact values of this game are unknown, so hints%s use estimates: each move is played " \
    "out %u,%03u times by %s."
#define PLAY_AND_COMPUTER " and the computer"
#define PLAY_NO_VALUE     "The values do not cover this position."
/* Whose; how much; its error; a grade. */
#define PLAY_LUCK "Luck for %s: %s%s%s%s."
/* The move and its value. */
#define PLAY_BEST        "Best: %s is worth %s."
#define PLAY_NONE_BETTER "No better move was found: %s is worth %s."
#define PLAY_CHOOSING    "Choosing " /* a number of dice */
/* Empty, or the last; the move; its cost, with error and grade; the best move and its value; the move and its value. */
#define PLAY_MISTAKE       "%s%s cost %s%s%s%s: %s is worth %s, %s %s."
#define PLAY_NO_GRADED     "graded(S) can play only games with exact values: %s"
#define PLAY_NO_TUTOR      "The tutor cannot warn in this game: %s"
#define PLAY_NO_OBJECTIVE  "The game has no objective."
#define PLAY_NO_UNFINISHED "There is no unfinished game in %s; `alea play GAME` starts one."
#define PLAY_MANY_GAMES    "Too many games were started in this second; try again."
#define PLAY_RESUMED       "Resuming %s."
#define PLAY_RESUMED_AT    "Resuming %s (%zu event%s so far)."
#define PLAY_NOT_KEPT      "The game is not saved: %s"
#define PLAY_RECORD_GONE   "The game is not saved: %s is gone."
#define PLAY_KEPT          "The game is saved in %s; `alea play --resume` continues it."
#define PLAY_KEPT_FINISHED "The game is saved in %s; `alea review` separates luck from mistakes."

/* ---- play: what all players see ---- */

#define PLAY_FOR_ORDER     "%s, for the order"
#define PLAY_ROLL_FOR_TURN "Everybody rolls for the order of turns: the lowest roll goes first."
#define PLAY_ROLLED        "%s rolled %u."
#define PLAY_ROLLS         "%s %s %s.%s" /* the player; rolls, or roll; the faces; the dice, drawn small */
#define PLAY_TURN          "%s turn"
#define PLAY_SAME_SCORE    "%s turn is over; the %s stays %s." /* the player; `score`; its value */
#define PLAY_NEW_SCORE     "%s turn is over; the %s was %s and is now %s."
#define PLAY_GIVES_UP      "%s cannot continue: %s"
#define PLAY_WON           "%s %s the game!"
#define PLAY_NOBODY_WON    "Nobody wins the game."
#define PLAY_DRAW          "The game is a draw."
#define PLAY_ENDED         "The game is over."
#define PLAY_UNSAVED       "The game goes on, but it cannot be saved: %s"
#define PLAY_SAVED_AGAIN   "The game is being saved again; nothing was lost."

/* ---- replay --watch ---- */

#define PLAYBACK_WITH_JSON "--watch shows games in words; leave out --watch or --json"
#define PLAYBACK_NO_PACE   "--pace is for --watch; add --watch"
#define COMMIT_MANUAL      "real dice do not come from a seed; leave out --commit or --dice manual"
#define COMMIT_RESUMED     "--commit is for a new game; a game that began with it keeps its commitment"
#define COMMIT_SEED        "--seed is for --commit: without it judging has fixed random numbers; add --commit"
#define COMMIT_MADE        "commitment: sha256 %s"
#define COMMIT_REVEALED    "seed: %llu salt %s"
#define VERIFY_ALONE       "--verify plays games again; leave out --watch, --pace and --taken-back"
#define VERIFY_ONLY        "--bot, --for, --pure and the limits of bots are for --verify; add --verify"
#define VERIFY_OLD                                                                                           \
    "This record has version 1, which does not have the hashes of its bots, so that it cannot be verified. " \
    "Record the games again."
#define VERIFY_NO_GAMES "The record has no games, so that there is nothing to verify."
#define VERIFY_NOTHING  "The dice were real and only people decided, so that there is nothing to verify."
#define VERIFY_NO_HASH                                                                                    \
    "The record has no hash of %s, which was a function or was asked from outside; such games cannot be " \
    "played again."
#define VERIFY_NO_SUCH_BOT "--bot %s fits no bot of the record: NAME=FILE begins with the name in `bots`."
#define VERIFY_OTHER_BOT                                                                                  \
    "different: %s is not the bot that played, or has other limits; the record has SHA-256 %s, this bot " \
    "has "                                                                                                \
    "%s.\n"
#define VERIFY_HOW \
    "Give --for, --pure, --fuel and --memory as for the games, and --bot NAME=FILE for a file that moved."
#define VERIFY_DIFFERENT \
    "different: game %llu, event %zu, line %llu: the record has \"%s\"; played again, it is \"%s\".\n"
#define VERIFY_DONE   "verified: %zu game%s%s\n"
#define VERIFY_TABLE  "; dice and the decisions of computers"
#define VERIFY_MANUAL "; the decisions of computers, not the dice, which were real"
#define PLAYBACK_KEYS                                                                                     \
    "(Space pauses and goes on, Enter shows the next event, + and - change the pace, n goes to the next " \
    "game, q leaves.)"
#define PLAYBACK_GAME       "Game %llu of %s."
#define PLAYBACK_TAKEN_BACK "%s %s back %u event%s."
#define PLAYBACK_UNFINISHED "The game was not finished."

/* ---- play: questions and answers ---- */

#define PLAY_PRESS_ENTER "%s: press Enter to roll. "
#define PLAY_REAL_DIE    "%s: roll the die. What does it show? "
#define PLAY_REAL_DICE   "%s: roll %u dice. What do they show? "
#define PLAY_REAL_CHANCE "%s: what happens? Type %s: " /* names, or: */
#define PLAY_ITS_NAME    "its name (help lists the names)"
#define PLAY_TYPE_DICE   "Type what the dice show: %u number%s, such as %s."
#define PLAY_ROLL_FIRST  "Roll the dice first: press Enter, or type roll."
#define PLAY_HOLD_EARLY  "You cannot hold before the first roll of a turn. Press Enter, or type roll."

#define PLAY_MOVES    "Moves here: %s."
#define PLAY_MANY     "listed by help, %u in all" /* instead of the moves, when there are many */
#define PLAY_NUMBERED "in the list above (1 to %u); `more` shows all %u"
#define PLAY_MOVES_LIST                                                                            \
    "Type the number of a move, or its name, such as %s. `more` lists all %u moves here, `sheet` " \
    "shows the score sheets."
#define PLAY_ALL_MOVES     "All moves here: %s."
#define PLAY_WHICH_NUMBER  "%.60s, which move (1-%u, a name, or more)? "
#define PLAY_WHICH_OR_NAME "%.60s, which move (1-%u, a name such as %s, or more)? "
#define PLAY_NO_SHEET      "This game has no score sheet."
#define PLAY_SHEET_OF      "%s:"
#define PLAY_TYPE_MOVE     "Please type %s."
#define PLAY_TYPE_ONE      "Please type a move; the moves are %s."
#define PLAY_AMBIGUOUS     "\"%s\" fits %u moves; type more of the name."
#define PLAY_NO_MOVE       "\"%s\" is not a move here. The moves are %s."
#define PLAY_NEAREST       "\"%s\" is not a move here; did you mean \"%s\"? The moves are %s."
#define PLAY_NO_REROLL                                                                                  \
    "In misère you may not reroll all six dice, so there is no Reroll: choose a combination for these " \
    "dice."
#define PLAY_TOO_LONG "That line is too long; a move is a word or two. Type help for the moves."
#define PLAY_COSTS    "%s%s costs %s%.3g%s; %s is better."
#define PLAY_ANYWAY   "Play it anyway? [y/N] "

#define PLAY_HELP                                                                                          \
    "Upper or lower case; any unambiguous abbreviation of a move will do.\n\n"                             \
    "Commands: help; rules (of this game); hint (the value of each move); more (all moves); sheet (the "   \
    "score sheets, in games that have them); undo (takes back your last "                                  \
    "decision, if you are the only person in the game; the same rolls come again); save (shows where the " \
    "game is saved); quit or q (the game is saved, and `alea play --resume` continues it)."
#define PLAY_POSITION     "For `alea ask`: %s"
#define PLAY_NO_HINT      "There is no hint: %s"
#define PLAY_NO_DECISION  "Nothing to decide yet: roll first."
#define PLAY_SAVED_IN     "Every decision is saved in %s as soon as it is made."
#define PLAY_CANNOT_SAVE  "The game cannot be saved at the moment: %s"
#define PLAY_NOT_RECORDED "This game is not saved."
#define PLAY_UNDONE       "Your last decision is undone."
#define PLAY_NOT_ALONE    "You can undo a decision only if you are the only person in the game."
#define PLAY_NO_UNDO      "There is nothing to undo yet."
