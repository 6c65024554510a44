/* Queries: the value of each number of dice in a position. Also checks the layout of values read from a file. */
#include "exact/query.h"
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "family/hog/messages.h"
#include "family/hog/solve/exact.h"

#include <math.h>

/* ---- shape ---- */

alea_status hog_fits(const alea__rules *rules, const alea__values *values, alea_error *error)
{
    alea__policy *opponent = NULL;
    alea_status status = hog_fits_layout(hog_rules_of(rules), values, error);
    if (status == ALEA_OK && values->opponent)
        status = hog_unpack_policy(rules, values->opponent, values->opponent_size, &opponent, error);
    hog_policy_free(opponent);
    return status;
}

/* ---- one position ---- */

typedef struct query_position {
    const hog_game *game;
    const alea__values *values;
    uint32_t own, opponent, memory;
} query_position;

static alea_interval query_place(const query_position *at, hog_view view, uint32_t memory, uint32_t own,
                                 uint32_t opponent)
{
    return alea__matrix_at(&at->values->matrix[view], hog_place_of(&at->game->rules, memory, own, opponent));
}

/* The value for the mover after a turn of n dice has scored this many points. */
static alea_interval query_after_turn(const query_position *at, uint32_t n, uint32_t points)
{
    const hog_rules *rules = &at->game->rules;
    const uint32_t total = at->own + points + hog_bonus(rules, at->memory, n);
    const hog_scores s = rules->after[(size_t)total * rules->goal + at->opponent];
    if (hog_is_over(rules, s)) return (alea_interval){hog_is_won(s), hog_is_won(s)};
    const hog_next next = hog_next_of(rules, hog_grants(rules, s), n, points)[at->memory];
    if (next.again) return query_place(at, HOG_MOVER, next.memory, s.own, s.opponent);
    if (at->values->count > 1) return query_place(at, HOG_WAITING, next.memory, s.own, s.opponent);
    alea_interval theirs = query_place(at, HOG_MOVER, next.memory, s.opponent, s.own);
    return (alea_interval){1 - theirs.upper, 1 - theirs.lower};
}

/* The sum over what n dice can score; its rounding errors are bounded as in hog_error. */
static alea_interval query_dice(const query_position *at, uint32_t n)
{
    const hog_rules *rules = &at->game->rules;
    ALEA_ASSERT(n <= rules->dice && at->memory < rules->memories);
    const double error = at->game->graph->roll[n].error;
    alea_interval sum = {0, 0};
    if (n == 0) {
        sum = query_after_turn(at, 0, hog_bacon(rules, at->own, at->opponent));
    } else {
        const hog_odds *odds = hog_odds_at(at->game, at->own, at->opponent, n);
        const double denominator = (double)odds->denominator;
        for (uint32_t points = odds->least; points <= odds->most; points++) {
            if (odds->weight[points] == 0) continue;
            const double chance = (double)odds->weight[points] / denominator;
            const alea_interval then = query_after_turn(at, n, points);
            sum.lower += chance * then.lower;
            sum.upper += chance * then.upper;
        }
    }
    ALEA_ASSERT(sum.lower <= sum.upper);
    return (alea_interval){fmax(sum.lower - error, 0), fmin(sum.upper + error, 1)};
}

/* Prefers dice to an idle turn that is equally good: it is only equal if the game ends some time, and two players who both
   rely on that play forever. */
static void query_prefer_dice(alea_answer *answer)
{
    const alea_interval idle = answer->move[0].value;
    for (unsigned n = 1; n < answer->count; n++) {
        if (answer->move[n].value.lower + answer->move[n].value.upper < idle.lower + idle.upper - 2 * HOG_TIE)
            continue;
        answer->best = n;
        alea__answer_conclude(answer, false);
        return;
    }
}

alea_status hog_ask_values(const alea__rules *rules, const alea__values *values, const alea_state *state,
                           alea_answer *out, alea_error *error)
{
    const hog_state s = hog_state_of(state);
    const uint32_t goal = hog_rules_of(rules)->goal;
    if (s.phase == HOG_FINISHED) return alea__fail(error, ALEA_E_STATE, HOG_GAME_OVER);
    if (s.mover >= HOG_SEATS || s.memory >= hog_rules_of(rules)->memories || s.score[0] >= goal ||
        s.score[1] >= goal || s.dice > hog_rules_of(rules)->dice)
        return alea__fail(error, ALEA_E_STATE, HOG_NO_POSITION);
    const query_position at = {hog_game_of(rules), values, s.score[s.mover], s.score[1 - s.mover], s.memory};
    alea_answer answer = {.count = hog_rules_of(rules)->dice + 1};
    if (s.phase == HOG_ROLL) { /* the dice are in the air */
        *out = (alea_answer){.value = query_dice(&at, s.dice)};
        return ALEA_OK;
    }
    answer.move = alea__alloc_array(answer.count, sizeof *answer.move);
    if (!answer.move) return alea__out_of_memory(error);
    for (uint32_t n = 0; n < answer.count; n++)
        answer.move[n] = (alea_move_value){n, hog_move_name(rules, n), query_dice(&at, n)};
    alea__answer_choose(&answer, false, HOG_TIE); /* moves are listed by dice: the fewest of those as good */
    hog_scores after;
    const hog_scores before = {(uint16_t)at.own, (uint16_t)at.opponent};
    if (answer.best == 0 && hog_is_idle(hog_rules_of(rules), at.memory, before, &after))
        query_prefer_dice(&answer);
    *out = answer;
    return ALEA_OK;
}
