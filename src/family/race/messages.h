#pragma once
/* Every message of race, so that a wording is changed in one place. Messages in lower case continue a name that is
   printed before them: a field of the rule file or a call of one of its functions. */

/* ---- rules: fields, "The field `goal` …" ---- */
#define RACE_TOO_MANY_ROLLS \
    "is %u and `sides` is %u: that makes more than 65,536 rolls, too many to list. Use fewer dice or sides."
#define RACE_TURNS_ONE_PLAYER "is only for one-player games; this game has %u players."
#define RACE_PLAYERS_RANGE    "The parameter `players` must be 1 to %d, not %u."

/* ---- rules: calls, "landing(9) …" ---- */
#define RACE_RETURNED_TYPE  "returned %s%s; %s"
#define RACE_RETURNED_ADD   "returned add(n); %s"
#define RACE_WANTS_EFFECT   "it must return add(n), bust() or wipe()."
#define RACE_WANTS_LANDING  "it must return nil, bust() or wipe()."
#define RACE_WANTS_DOLLARS  "it must return whole dollars from 0 to 1,000."
#define RACE_MEMORIES_LIMIT "gives the turn's memory a 4,097th value; the limit is 4,096."
#define RACE_ROLL_PARAMETERS                                                                               \
    "roll has %u parameters, but it receives at most %u arguments: the faces of the dice (`dice` is %u), " \
    "and the turn's memory."
#define RACE_EFFECTS_LIMIT                                                                               \
    "roll: the dice have %u outcomes and the turn's memory has more than %u values; their product must " \
    "not exceed 1,048,576."

/* ---- rules: add, bust and wipe, raised as errors of Lua ---- */
#define RACE_ADD_POINTS        "the points of add"
#define RACE_ADD_MEMORY        "the option memory of add"
#define RACE_ADD_NOT_WHOLE     "%s must be a whole number, not %s%s"
#define RACE_ADD_RANGE         "%s must be from 0 to %I, not %I"
#define RACE_ADD_NO_TABLE      "the options must be a table, such as { forced = true }"
#define RACE_ADD_NO_OPTION     "add has no option '%s'; its options are forced and memory"
#define RACE_ADD_FORCED        "the option forced of add must be true or false, not a %s"
#define RACE_TAKES_NO_ARGUMENT "%s takes no arguments"

/* ---- rules: why values do not fit a game ---- */
#define RACE_MISFIT_SINGLE    "there must be a row for each score and a column for each number of turns left"
#define RACE_MISFIT_SQUARE    "the two players' scores have different ranges"
#define RACE_MISFIT_RANGE     "the scores have a different range"
#define RACE_MISFIT_PLAYERS   "tables are for one or two players"
#define RACE_MISFIT_OBJECTIVE "the game does not have the table's objective"
#define RACE_MISFIT_MATRICES \
    "a best-response table has two matrices and an opponent, any other table has one matrix"
#define RACE_MISFIT_SIZES "the two matrices have different sizes"

/* ---- policy: specs ---- */
#define RACE_POLICY_NO_ARGUMENT  "%s takes no arguments."
#define RACE_POLICY_ONE_ARGUMENT "%s needs exactly one argument, as in %s:20."
#define RACE_POLICY_ARGUMENT     "%s has no argument \"%s\"; its argument is called %s."
#define RACE_RANDOM_CHANCE \
    "The p of random(p) must be a decimal from 0 to 1 with at most 18 places, such as 0.75, not \"%s\"."
#define RACE_KEEP_PACE_GOAL    "keep-pace needs a game with the goal 100; the goal of this one is %u."
#define RACE_OPTIMAL_OBJECTIVE "The game has no objective \"%s\"; it has %s."
#define RACE_OPTIMAL_PLAYERS                                                                                 \
    "optimal is for games of one or two players; this game has %u. With three or more there is no single "   \
    "optimum, because a player's best play depends on the others. In `alea play`, graded(perfect) plays by " \
    "estimates."
#define RACE_TURNS_INEXACT                                                                                  \
    "turns(n) remembers its scoring turns, so its moves do not depend on the state alone, and there is no " \
    "exact result."
#define RACE_FORFEIT_INEXACT                                                                                 \
    "forfeit(k) counts its decisions, so its moves do not depend on the state alone, and there is no exact " \
    "result."

/* ---- policy: tables in CSV ---- */
#define RACE_CSV_GOAL      "CSV tables support goals up to %d; the goal of this game is %u."
#define RACE_CSV_ZERO_BYTE "This line contains a zero byte; a table must be plain text."
#define RACE_CSV_EMPTY \
    "The file has no lines; it must have the line \"own,other,hold_at\" and one for each pair of scores."
#define RACE_CSV_LINE          "This line must be %s, not \"%s\"."
#define RACE_CSV_SEPARATOR     "This line must be %s, not \"%s\": it has %s in the place of commas."
#define RACE_CSV_WANTS_HEADER  "\"own,other,hold_at\""
#define RACE_CSV_WANTS_NUMBERS "three whole numbers, own,other,hold_at"
#define RACE_CSV_RANGE         "%s must be from 0 to %u, not %u."
#define RACE_CSV_TWICE         "own %u, other %u appears for the second time; give each pair of scores once."
#define RACE_CSV_MISSING                                                                                  \
    "Pairs of scores are missing: %u, the first own %u, other %u. Add a line for every own from 0 to %u " \
    "with every other from 0 to %u."
#define RACE_CSV_CANNOT ", which a CSV table cannot express. Write it to a file that ends in .h5."
#define RACE_CSV_NO_THRESHOLD \
    "At own %u, other %u the policy holds with %u points of the turn but rolls with %u" RACE_CSV_CANNOT
#define RACE_CSV_CHASE \
    "At own %u, chasing %u, the policy holds with %u points of the turn, before it is ahead" RACE_CSV_CANNOT
#define RACE_CSV_TURNS_LEFT "At own %u the policy plays differently with %u turns left" RACE_CSV_CANNOT
#define RACE_CSV_POLICIES   "Only a policy that holds from some total on can be written as a CSV table."

/* ---- policy: in files, in memory, in the sandbox ---- */
#define RACE_BYTES_WRONG      "The policy in the file is damaged or for another game: %s."
#define RACE_BYTES_SHORT      "it ends too early"
#define RACE_BYTES_MAGIC      "it does not start with a policy's header"
#define RACE_BYTES_KIND       "its kind or its numbers are not those of a policy"
#define RACE_BYTES_TABLE_SIZE "its table has the wrong size"
#define RACE_BYTES_SHAPE      "its scores are not those of the game"
#define RACE_BYTES_LENGTH     "its length does not match its header"
#define RACE_BYTES_TRAILING   "there is data after its end"
#define RACE_BYTES_FIRST_ROW  "its first row does not start at 0"
#define RACE_BYTES_ROW_ORDER  "its rows are out of order"
#define RACE_PLAN_TOO_LARGE                                                                                \
    "A plan for every position of this game would take %.3g GB of memory; the limit is %.0f GB. Choose a " \
    "smaller goal."
#define RACE_PACK_TOO_LARGE "The tables of these bots are too large for the sandbox."
#define RACE_FREEZE_PLAYERS "Bots can be frozen only for one or two players."
#define RACE_FREEZE_SILENT  "The bot did not answer at scores %u,%u turn %u."
#define RACE_FREEZE_DIFFERS                                                                              \
    "The bot looks at more than the scores and the turn's points: at scores %u,%u turn %u it %s in the " \
    "first seat after %u rolls but %s in the second after %u."

/* ---- text: states ---- */
#define RACE_SCORES_TOO_MANY "There are more scores than players; this game has %u."
#define RACE_SCORES_LIST \
    "Scores must be whole numbers separated by commas, such as 22,35; one of them is \"%s\"."
#define RACE_BANKED_WINS      "A banked score of %u is impossible: a player who banks %u or more has won."
#define RACE_BANKED_LOSES     "A banked score of %u is impossible: a player who reaches it loses the turn."
#define RACE_BANKED_UNREACHED "A banked score of %u is impossible: no sequence of turns adds up to it."
#define RACE_MOVER_LEADS                                                                                    \
    "The player to move has %u, above the goal %u, and nobody has more: a leader whose turn comes has won " \
    "the game."
#define RACE_MOVER_AHEAD                                                                                    \
    "The player to move has %u and the best of the others %u, both above the goal %u: one of them has won " \
    "the game."
#define RACE_ALL_TURNS_LEFT \
    "With all %u turns left the score must be 0, not %u; use turns=… to say how many turns are left."
#define RACE_TURN_UNREACHED "A turn total of %u%s cannot be rolled from a score of %u%s."
#define RACE_NEAREST_TOTAL  "; the nearest possible total is %u"
#define RACE_NEAREST_TOTALS "; the nearest possible totals are %u and %u"
#define RACE_TURN_LOST      "A score of %u and a turn total of %u make %u, which loses the turn at once."
#define RACE_TURN_ENDED     "A score of %u and a turn total of %u make %u; the turn ends by itself at %u."
#define RACE_NO_MEMORY \
    "memory must be what a turn can remember, %s%s, not %u." /* numbers; that there are more */

/* ---- text: answers of Lua bots ---- */
#define RACE_LUA_WANTS            "it must return \"roll\", \"hold\", true (roll) or false (hold)."
#define RACE_LUA_RETURNED_STRING  "decide returned \"%s\"; " RACE_LUA_WANTS
#define RACE_LUA_RETURNED_NOTHING "decide returned nothing; " RACE_LUA_WANTS
#define RACE_LUA_RETURNED_TYPE    "decide returned a %s; " RACE_LUA_WANTS

/* ---- the referee ---- */
#define RACE_OVER    "The game is over; no move is possible."
#define RACE_NO_MOVE "Move %u does not exist: 0 is hold, 1 is roll."
#define RACE_NO_ROLL "Outcome %u does not exist: the dice have outcomes 0 to %u."

/* Solving */

#define RACE_NO_PAY                                                                                        \
    "payoff.money.per_point is 0 for every score, so that nobody ever pays anything; play to win instead " \
    "(for=win)."

/* Positions without exact values. %u is a number of players, or the turn's memory. */
#define RACE_NO_BEST_WAY                                                                                    \
    "With %u players there is no single best way to play: what is best for one player depends on what the " \
    "others want. Exact values are for one or two players."
#define RACE_NO_OBJECTIVE "This game does not have the objective \"%s\"."
#define RACE_ADDS_NOTHING                                                                                    \
    "Once the turn's memory is %u, rolls that add nothing can follow one another for ever, so turns cannot " \
    "be solved backward from their end."
#define RACE_NEVER_HELD                                                                                   \
    "Once the turn's memory is %u, every roll forces another: the player can never hold, and nobody can " \
    "win the game."
#define RACE_NEVER_LOST                                                                                    \
    "Once the turn's memory is %u, no roll can lose the turn: a player could roll for ever, and the game " \
    "need not end."
#define RACE_UNBOUNDED                                                                                     \
    "While the turn's memory is %u, no roll can lose the turn, so points above the goal can grow without " \
    "limit."
#define RACE_FREE_FIRST_ROLL                                                                        \
    "`first_roll` is \"free\": two players could pass without a roll for ever, so the game has no " \
    "determined value. Use `first_roll = \"forced\"`."
#define RACE_STUCK /* %u: the total */                                                                   \
    "From a total of %u with turn memory 0, play cannot reach the end: no rolls add points that can be " \
    "kept until the goal is reached, so the game could go on for ever."

/* Solving games like Pig */
#define RACE_BAD_TOLERANCE       "The tolerance must be a positive number, or 0 for the default, not %g."
#define RACE_TOLERANCE_TOO_SMALL /* requested tolerance; smallest possible one */ \
    "Double precision cannot prove the values of this game to %.3g; use a tolerance of %.2g or more."
#define RACE_BOUNDS_FAIL /* %u: own score + other score */ \
    "Double precision cannot prove the values of this game: the bounds fail where the scores add up to %u."
#define RACE_CANNOT_RESUME \
    "Cannot resume: the partial table is inconsistent with this game. Solve the game from the beginning."
#define RACE_STOPPED "Stopped with %u of %u sums of scores done."

/* Asking a table. Scores are the mover's and the other player's, banked. */
#define RACE_TABLE_UNFINISHED "The table is unfinished, so nobody can play by it. Resume solving it first."
#define RACE_NO_CONTROL       "Turns are kept for games of two players or more with a goal of at most %d."
#define RACE_VALUES_FOR_TWO   "Exact values are for one or two players, not %u."
#define RACE_GAME_OVER        "The game is over; nobody is to move."
#define RACE_FOREIGN_POSITION "This position does not occur in the table's game."
#define RACE_BEYOND_TABLE     "The table covers scores and totals up to %u; scores %u,%u turn %u lie beyond it."
#define RACE_NOBODY_TO_MOVE   "No player can be to move at scores %u,%u turn %u."
#define RACE_NO_VALUE_YET \
    "The table is unfinished and has no value for scores %u,%u yet. Resume solving it first."

/* Subjects of sentences that exact/ ends. */
#define RACE_SOLVING       "Solving this game"
#define RACE_EXACT_RESULT  "The exact result"
#define RACE_PROVED_VALUES "The values of this game"
#define RACE_PROVED_TURNS  "The turns that this game takes"
#define RACE_PROVED_RESULT "A game takes too many turns: its result"

/* ---- arrays of all positions (solve/arrays.c) ---- */

#define RACE_NO_ARRAYS "The positions of this game are not an array P[i][j][k]: %s."
#define RACE_NOT_RETOLD                                                                                     \
    "With %u players, only races for winning that banking ends can be solved, without memory of the turn, " \
    "forced rolls and landings."
#define RACE_ARRAYS_PLAYERS "that takes two players"
#define RACE_ARRAYS_CHASE   "scores can pass the goal, as in a chase"
#define RACE_ARRAYS_GOAL    "with a goal above 400 it would be too large"
#define RACE_ARRAYS_FORCED  "some rolls must be rolled again, add nothing, or lose the turn at some score"
