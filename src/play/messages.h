#pragma once
/* Every sentence that this room reports. Those of a record follow "FILE:LINE: " and begin with a small letter. */
#include <inttypes.h>

/* ---- dice and decisions: dice.c, game_log.c ---- */

#define PLAY_DICE_COUNT         "This roll takes %u %s, not %u."
#define PLAY_DIE_FACE           "A die shows 1 to %" PRIu32 ", not %" PRIu32 "."
#define PLAY_ROLL_AFTER_END     "The game is over; no dice can be rolled."
#define PLAY_ROLL_IN_DECISION   "Seat %d must decide now; no dice can be rolled."
#define PLAY_DECISION_AFTER_END "The game is over; there is nothing to decide."
#define PLAY_DECISION_IN_ROLL   "The dice must be rolled now; there is nothing to decide."

/* ---- runs: match.c, match_run.c, record.c ---- */

#define PLAY_STOPPED_RECORDING "Stopped before the record was complete; no record was written."
#define PLAY_GAMES_RANGE       "The number of games must be 1 to %" PRIu64 ", not %" PRIu64 "."
#define PLAY_THREADS_RANGE     "The number of threads must be 1 to %u, not %u."
#define PLAY_PLAYERS           "%s is for %u player%s, not %u."
#define PLAY_BOT_GAME          "The bot %s was opened for a game other than %s."
#define PLAY_SEATS_KIND        "Seats must be either rotated or fixed."
#define PLAY_PATH_KIND         "The path must be auto, block or step."
#define PLAY_RECORD_FILE_MISSING \
    "A number of games to record was given without a file to write them to. Name the file as well."
#define PLAY_RECORD_RANGE \
    "The number of games to record must be 1 to %" PRIu64 ", the number of games played, not %" PRIu64 "."
#define PLAY_BLOCK_PATH_POLICIES \
    "The block path cannot play these policies: not all of them run without the referee. Use the step path."
#define PLAY_BLOCK_PATH_LUA \
    "The block path does not support Lua bots, which decide one move at a time. Use the step path."
#define PLAY_LEARNS                                                                                       \
    "%s remembers the whole match (memory = \"match\"), so its games cannot be shared out: play them in " \
    "one "                                                                                                \
    "run."
#define LEARN_NO_LEARNER "%s does not learn: a bot that does remembers the whole match (memory = \"match\")."
#define LEARN_NOT_SAVED \
    "%s cannot be saved, because it has no functions `save` and `load`. Leave out the file, or add them."
#define LEARN_POINTS      "The match was continued too often: there are a hundred points already."
#define LEARN_STATE_NONE  "this is no file of `alea learn --save`."
#define LEARN_STATE_OTHER "it holds a match with another value of: %s. Give another file, or remove this one."
#define LEARN_STATE_DAMAGED \
    "the file is damaged: it is not as `alea learn` wrote it. Remove it to begin again."
#define PLAY_OTHER_GAMES "A worker sent moves that are not those of its games."
#define PLAY_NO_WORKERS  "No bot of this match runs in worker processes."
#define PLAY_PAYMENTS    "The payments of %s must sum to zero, but %" PRId64 " dollars are left over."

/* ---- parts of runs: run_part.c, part_file.c; a file's name goes in front of those that begin with a small letter ---- */

#define PART_RANGE    "The part must be 1 to %u, not %u: a run has at most %u parts."
#define PART_PARTS    "The number of parts must be 1 to %u, not %u."
#define PART_NO_FILE  "A part needs a file to be written to."
#define PART_RECORD   "A part of a run cannot be recorded; record games of the whole run."
#define PART_IDENTITY "The bot %s has no identity by which parts of a run can be compared."
#define PART_NONE     "this is no part of a run. `alea run … --part 1/4 --out FILE` writes one."
#define PART_DAMAGED  "the file is damaged: it is not as `alea run` wrote it. Play this part again."
#define PART_OTHER_FORMAT \
    "this part has format %" PRId64 ", and this alea reads format %d. Use the alea that wrote it."
#define PART_OTHER_RUN "this is a part of another run than %s: %s differs (%s there, %s here)."
#define PART_OTHER_BOT \
    "this is a part of another run than %s: %s is not the same bot, or does not have the same limits."
#define PART_OTHER_PARTS "this is one of %u parts, but %s is one of %u. Give parts of one division."
#define PART_TWICE       "this is part %u of %u, and so is %s. Give each part once."
#define PART_MISSING     "Of %u parts %s missing: %s."
#define PART_NO_FILES    "There is no part to merge."

/* The text of a forfeit, in records and results. */
#define PLAY_FORFEIT_SKIPPED "not asked again in this block after 16 forfeits"

/* ---- matches with players outside: outside.c ---- */

#define OUTSIDE_NO_NAME       "Player %u has neither a bot nor a name. Give one of them."
#define OUTSIDE_AT_ONCE_RANGE "The number of games at once must be 1 to %d, not %u."
#define OUTSIDE_SKIPPED       "not asked again after %d forfeits, the first of which was: %s"
#define OUTSIDE_NO_ANSWERS    "%zu questions are open. Give an answer to each."
#define OUTSIDE_BAD_ANSWER    "Answer %zu has no such kind, text or failure."

/* ---- batches: batch.c ---- */

#define BATCH_SLOTS  "The number of slots must be 1 to %u, not %u."
#define BATCH_RESET  "There is no autoreset %d."
#define BATCH_FAMILY "Games of the family %s cannot be stepped in batches: their positions are not numbers."
#define BATCH_MOVES  "%s has %u different moves; a batch takes games of at most %u."
#define BATCH_NOBODY "No player decides in the first %u games of %s, so there is nothing to step."
#define BATCH_ILLEGAL                              \
    "Slot %u, game %" PRIu64 ", %s: move %" PRId32 \
    " is not legal. No game has changed; the mask has a 1 for each legal move."

/* ---- sessions: session.c ---- */

#define SESSION_BEGUN          "The game has begun; the order of turns cannot change."
#define SESSION_NOT_BEGUN      "The game has not begun: nobody has a seat yet."
#define SESSION_NO_PLAYER      "There is no player %u; players are numbered from 0 to %u."
#define SESSION_ROLLED_ORDER   "%s has already rolled for the order of turns."
#define SESSION_SEATS          "Each of the players 0 to %u must have exactly one seat."
#define SESSION_DICE_REAL      "This game is played with real dice: enter what they show."
#define SESSION_DICE_SEEDED    "The dice of this game come from its seed, so they cannot be entered."
#define SESSION_FAILURE        "%d is not a kind of failure."
#define SESSION_UNDO_AFTER_END "The game is over; decisions can no longer be undone."
#define SESSION_UNDO_NOTHING   "You have not made a decision yet, so there is nothing to undo."
#define SESSION_FINISHED       "the game is finished; there is nothing to resume."

/* ---- the order of turns: reader_seats.c, for records and sessions ---- */

#define ORDER_NOT_ROLLED "Player %u has not rolled for the order of turns, but others have."
#define ORDER_BROKEN \
    "Player %u rolled %u for the order of turns and cannot sit before player %u, who rolled %u."

/* ---- records: reader*.c ---- */

#define RECORD_NOT_OBJECT "each line must be a JSON object: {…}."
#define RECORD_NOT_JSON   "the line is not valid JSON: %s."
#define RECORD_LONG_LINE  "the line is longer than the limit of %" PRIu64 " bytes."
#define RECORD_NO_KIND \
    "the line has none of the keys `order`, `begin`, `roll`, `move`, `forfeit`, `undo` and `end`."
#define RECORD_KEYS     "the line has %zu keys; lines of this kind have %zu."
#define RECORD_NUMBER   "%s must be a whole number from %" PRId64 " to %" PRId64 "."
#define RECORD_TEXT     "%s must be text."
#define RECORD_BAD_TEXT "%s contains control characters or is longer than %d bytes: %s"
#define RECORD_LIST     "%s must be a list of at most %u numbers."

#define RECORD_TRUNCATED "this is not a record: its first line is incomplete."
#define RECORD_FOREIGN \
    "this is not a record: the first line of a record begins with {\"alea\":\"record\",\"version\":%d,"
#define RECORD_VERSION_MISSING "`version` must be a whole number, the version of the record."
#define RECORD_VERSION_OTHER   "the record has version %lld; this alea reads versions 1 to %d."
#define RECORD_RULES_MISSING   "`rules_sha256`, the SHA-256 of the rule file, is missing."
#define RECORD_RULES_CHANGED                                                                              \
    "the rules of %s have changed since the games were played: the record has SHA-256 %s, the rule file " \
    "now has %s."
#define RECORD_SEED \
    "`seed` must be a whole number from 0 to %" PRIu64 "; numbers from 2^63 on are written as text."
#define RECORD_SEATS_KIND "`seats` must be \"rotate\" or \"fixed\"."
#define RECORD_DICE_KIND  "`dice` must be \"manual\"; leave it out if the dice came from the seed."
#define RECORD_NAMES      "`bots` must be a list of names, one for each player (%u)."
#define RECORD_COMMAND    "`command` must be \"run\" or \"play\"."
#define RECORD_COMMITMENT "`commitment` is not that of the seed and the salt, which is %s."
#define RECORD_HASHES     "`bots_sha256` must be a list of hashes or nulls, one for each player (%u)."

#define RECORD_ENDED     "the game has ended; only another one can begin."
#define RECORD_NOT_BEGUN "no game has begun."
#define RECORD_OVER      "the game is over; only its `end` can follow."
#define RECORD_UNENDED   "a game begins before the previous one has ended."
#define RECORD_LATE_ORDER \
    "an `order` line must come before the first game, and only in a record with fixed seats."
#define RECORD_SECOND_ORDER "player %d has already rolled for the order of turns."
#define RECORD_ORDER_DIE    "the die shows %d, but this seed rolls %u here."
#define RECORD_SEATED       "`bots` must list the players 0 to %u in the order of their seats, each once."
#define RECORD_ROTATION     "seats rotate: player %u must be in seat %u of this game."

#define RECORD_TOO_MANY_EVENTS \
    "the record has more than %" PRIu64 " events; read a single game of it instead."
#define RECORD_DICE             "the dice show %s, but this seed rolls %s here."
#define RECORD_DECISION_IN_ROLL "the dice must be rolled now; there is nothing to decide."
#define RECORD_MOVER            "seat %d must decide here."
#define RECORD_ILLEGAL          "`%s` is not legal here; the legal moves are %s."
#define RECORD_FAILURE \
    "`forfeit` must be the reason: \"trap\", \"fuel\", \"memory\", \"illegal\" or \"skipped\"."
#define RECORD_UNDO_NOTHING "there is nothing to undo."
#define RECORD_EARLY_END    "the game is not over yet."
#define RECORD_RESULT       "the game did not end like this; the line must be %.*s"
#define RECORD_NO_GAME      "the record has no game %" PRIu64 "."

#define VERIFY_NOT_A_RUN "Only the record of a run can be played again; this one is of a game at a table."

/* ---- statistics: score_stats.c ---- */

#define STATS_PLAYERS \
    "%s is for %u players here; the distribution of a score is computed for one player only."
#define STATS_FAMILY  "%s belongs to the family %s, whose games have no score distribution."
#define STATS_NO_TIES "%s decides without comparing values, so it has no ties to break."
#define STATS_PROGRAM "%s is a program and has no exact distribution; --games simulates it."
#define STATS_OUTSIDE \
    "A game ended with a score that is not from 0 to %u, where the scores of this game are expected."
#define STATS_TIES_STOP                                                                                     \
    "Moves within 1e-9 of the best count as equal. Of these, the bot would rather stop, or take the first " \
    "combination in the order of the rules, than roll on or reroll all dice."
#define STATS_TIES_GO_ON                                                                                   \
    "Moves within 1e-9 of the best count as equal. Of these, the bot would rather roll on, or reroll all " \
    "dice, than stop or take the first combination in the order of the rules."
