#pragma once
/* Every message of Hog, by room. Messages in lower case continue a name that is printed before them: a field of the
   rule file or a call of one of its functions. */

/* ---- rules: fields, "The field `goal` …" ---- */
#define HOG_PLAYERS_RANGE "Hog is a game for 2 players, not %u."
#define HOG_TOO_MANY_ROLLS                                                                                  \
    "is %u and `sides` is %u, which makes too many rolls: at most 2,147,483,648, and at most 200,000 when " \
    "the order of the dice is ignored."
#define HOG_TOO_MANY_POSITIONS \
    "is %u and `goal` is %u; the goal squared times the memory must not exceed 16,777,216."
#define HOG_TOO_MANY_SETS                                                                                  \
    "makes `roll` score in more than 255 ways that differ by the scores, which is the limit. Let it look " \
    "at "                                                                                                  \
    "the scores less closely."
#define HOG_TOO_MANY_CALLS                                                                               \
    "looks at the scores, which would take %llu calls; the limit is 4,000,000. Number the cases in a "   \
    "function `set(own, opponent)`, from 1, and let `roll(faces, set)` look at that number: it is then " \
    "called for each set only."
#define HOG_NEXT_MISSING \
    "is %u, but the function `next`, which says what to remember after a turn, is missing."

/* ---- rules: calls, "bacon(0, 9) returned …; " ---- */
#define HOG_WANTS_POINTS                                                                                   \
    "it must return whole points from 1 to 1,000. (Dice must score a point: only a turn without dice may " \
    "bring none.)"
#define HOG_WANTS_BACON "it must return whole points from 0 to 1,000."
#define HOG_WANTS_SET   "it must return the number of a set of dice, from 1 to 256."
#define HOG_WANTS_SIDES "it must return a number of sides from 2 to 100."
#define HOG_TOO_MANY_NEXTS                                                                                  \
    "is told the points: with a memory of %u and up to %u points there are too many answers to keep. Make " \
    "`memory` smaller."
#define HOG_WANTS_BONUS  "it must return whole points from 0 to 1,000."
#define HOG_WANTS_MEMORY "its first result must be a memory from 0 to %u."
#define HOG_WANTS_SCORES "it must return two scores from 0 to 60,000, the mover's own and the opponent's."
#define HOG_SCORES_FALL                                                                                 \
    "returned %u and %u, together less than before. (The sum of the scores must not fall, or the game " \
    "might never end.)"

/* ---- rules: why values do not fit a game ---- */
#define HOG_MISFIT_OBJECTIVE "Hog is played to win, and they are for another objective"
#define HOG_MISFIT_MATRICES \
    "a best-response table has two matrices and an opponent, any other table has one matrix"
#define HOG_MISFIT_SIZES \
    "there must be a row for each memory and own score, and a column for each score of the opponent"

/* ---- policy ---- */
#define HOG_POLICY_NO_ARGUMENT "%s takes no arguments."
#define HOG_POLICY_ARGUMENTS   "%s needs exactly %zu number%s."
#define HOG_POLICY_SIZE        "The policy does not fit this game: it has the wrong size."
#define HOG_POLICY_DICE        "The policy does not fit this game: it rolls %u dice."
#define HOG_CSV_POLICIES \
    "A CSV table has a number of dice for each pair of scores; this bot looks at more than the scores."
#define HOG_CSV_COLUMNS \
    "The row for own %u has %s%u numbers; it must have %u, one for each score of the opponent."
#define HOG_CSV_DICE \
    "The entry for own %u, opponent %u must be a whole number of dice from 0 to %u, not \"%s\"."
#define HOG_CSV_SEPARATOR "The numbers are separated by %s; a table is CSV, so write commas in their place."
#define HOG_CSV_MORE_ROWS "The file has more than %u rows; it must have one for each own score."
#define HOG_CSV_FEWER_ROWS                                                                                \
    "The file has %u rows; it must have %u, one for each own score, each with a number of dice for each " \
    "score of the opponent."

/* ---- text ---- */
#define HOG_SCORES_PAIR \
    "Scores must be two whole numbers separated by a comma, the mover's first, such as 22,35, not \"%s\"."
#define HOG_SCORE_OVER   "A score of %u is impossible when a player is to move: the game ends at %u."
#define HOG_LUA_RETURNED "decide returned %s; it must return a whole number of dice from 0 to %u."
#define HOG_ANSWERED     "it answered %u; the answer must be a number of dice from 0 to %u."

/* ---- the course's rules ---- */
#define HOG_NOTE_20_TO_0                                                                                    \
    "20 to 0 is swapped: the ones digit of 20 is 0, and so is the tens digit of 0, since one digit counts " \
    "as two (0 as 00). The contest page from which these rules come has an example of Time Trot that "      \
    "overlooks this: after turn 0 it says \"20 to 0\". By its own second example of Swine Swap (40 and 05 " \
    "are swapped) the score is 0 to 20. alea follows the rule."

/* ---- solve, check ---- */
#define HOG_RESPOND_IDLE                                                                                     \
    "The best strategy of the two scores alone cannot be found where a turn may bring no point, as rolling " \
    "no dice does in this game. `alea best` without `--scores-only` finds the best response."
#define HOG_GAME_OVER    "The game is over; nobody is to move."
#define HOG_NO_POSITION  "This position cannot occur in the table's game."
#define HOG_CONTROL_WINS "Hog is played to win; its luck has no other measure."
#define HOG_BOUNDS_DISORDER \
    "%s: the bounds must be two numbers from 0 to 1, the lower one first, not %.17g and %.17g."
#define HOG_START_RANGE     "The value of the start is given as %.17g to %.17g, which is not a probability."
#define HOG_OPPONENT_MISFIT "The opponent's policy does not fit this game."

/* ---- the referee ---- */
#define HOG_NO_MOVE "Move %u does not exist: a player can roll 0 to %u dice."
