/* Sources of values: one for each game and objective of a reviewer, exact if possible. */
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/sized_options.h"
#include "review/messages.h"
#include "review/reviewer.h"

#include "value/values.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_OUTCOMES = 144, MOST_SAMPLED_OUTCOMES = 64 };

/* ---- making ---- */

void alea__source_free(alea__value_source *source)
{
    if (!source) return;
    alea__exact_close(source);
    if (source->policy) source->game->family->policy->free(source->policy);
    if (!source->shares) alea_game_free(source->game);
    alea__free(source);
}

alea_status alea__source_share(const alea__value_source *from, alea__value_source **out, alea_error *error)
{
    ALEA_ASSERT(!from->estimated);
    alea__value_source *source = alea__alloc(sizeof *source);
    if (!source) return alea__out_of_memory(error);
    *source = (alea__value_source){.shares = true,
                                   .game = from->game,
                                   .objective = from->objective,
                                   .sign = from->sign,
                                   .scale = from->scale,
                                   .alone = from->alone,
                                   .table = from->table};
    alea_status status = alea__exact_prepare(source, error);
    if (status == ALEA_OK)
        *out = source;
    else
        alea__source_free(source);
    return status;
}

/* Chooses the objective: games in which players only compare scores use each seat's expected score. */
static alea_status source_choose_objective(const alea_game *game, const alea_review_options *options,
                                           alea_objective *out, alea_error *error)
{
    bool alone = game->family->solitary != NULL;
    if (options->objective_given) {
        *out = options->objective;
        bool has = alea_game_has_objective(game, *out) || (alone && *out == ALEA_SCORE);
        if (has) return ALEA_OK;
        return alea__fail(error, ALEA_E_USAGE, REVIEW_OBJECTIVE, game->title, alea_objective_name(*out));
    }
    *out = alone ? ALEA_SCORE : alea_game_objective(game);
    if (alone || alea_game_has_objective(game, *out)) return ALEA_OK;
    return alea__fail(error, ALEA_E_REFUSED, REVIEW_NO_OBJECTIVE, game->title);
}

/* Opens exact values, or estimates if there are none, and records the reason. Running out of memory and a stop are failures. */
static alea_status source_fill(alea__value_source *source, const alea_review_options *options,
                               alea_error *error)
{
    alea_error why = {.message = REVIEW_NOT_REQUESTED};
    alea_status status = ALEA_E_REFUSED;
    if (!options->estimate) status = alea__exact_open(source, options, &why);
    if (status == ALEA_OK) return status;
    if (status == ALEA_E_MEMORY || status == ALEA_E_STOPPED) {
        if (error) *error = why;
        return status;
    }
    snprintf(source->why_estimated, sizeof source->why_estimated, "%.399s", why.message);
    return alea__sample_open(source, options, error);
}

/* Opens the game again, for records come and go. */
static alea_status source_make(const alea_game *game, alea_objective objective,
                               const alea_review_options *options, alea__value_source **out,
                               alea_error *error)
{
    alea__value_source *source = alea__alloc(sizeof *source);
    if (!source) return alea__out_of_memory(error);
    source->objective = objective;
    alea_status status = alea__game_open_again(game, game->spec, &source->game, error);
    if (status == ALEA_OK) status = source_fill(source, options, error);
    if (status == ALEA_OK)
        *out = source;
    else
        alea__source_free(source);
    return status;
}

alea_status alea__source_for(alea_reviewer *reviewer, const alea_game *game, alea__value_source **out,
                             alea_error *error)
{
    alea_objective objective;
    alea_status status = source_choose_objective(game, &reviewer->options, &objective, error);
    if (status != ALEA_OK) return status;
    for (size_t i = 0; i < reviewer->sources; i++) {
        alea__value_source *source = reviewer->source[i];
        if (source->objective != objective || !alea__same_game(source->game, game)) continue;
        *out = source;
        return ALEA_OK;
    }
    alea__value_source **more = alea__resize(reviewer->source, (reviewer->sources + 1) * sizeof *more);
    if (!more) return alea__out_of_memory(error);
    reviewer->source = more;
    status = source_make(game, objective, &reviewer->options, &more[reviewer->sources], error);
    if (status == ALEA_OK) *out = more[reviewer->sources++];
    return status;
}

/* ---- the reviewer ---- */

alea_status alea_reviewer_open(const alea_review_options *given, alea_reviewer **out, alea_error *error)
{
    const alea_review_options options = ALEA__OPTIONS(alea_review_options, given);
    if (options.rollouts > ALEA__MOST_ROLLOUTS || options.rollouts == 1)
        return alea__fail(error, ALEA_E_RANGE, REVIEW_ROLLOUTS, (unsigned long long)options.rollouts);
    alea_reviewer *reviewer = alea__alloc(sizeof *reviewer);
    if (!reviewer) return alea__out_of_memory(error);
    reviewer->options = options;
    if (options.policy) {
        reviewer->policy = alea__copy_text(options.policy);
        reviewer->options.policy = reviewer->policy;
        if (!reviewer->policy) {
            alea__free(reviewer);
            return alea__out_of_memory(error);
        }
    }
    *out = reviewer;
    return ALEA_OK;
}

void alea_reviewer_free(alea_reviewer *reviewer)
{
    if (!reviewer) return;
    for (size_t i = 0; i < reviewer->sources; i++) alea__source_free(reviewer->source[i]);
    alea__free(reviewer->source);
    alea__free(reviewer->policy);
    alea__free(reviewer);
}

/* ---- asking ---- */

alea_status alea__source_value(alea__value_source *source, const alea_state *state, uint64_t place,
                               alea__seat_values *out, alea_error *error)
{
    if (alea_game_to_move(source->game, state) == ALEA_OVER) {
        alea__result_of(source->game, source->objective, state, out);
        return ALEA_OK;
    }
    return source->estimated ? alea__sample_value(source, state, place, out, error)
                             : alea__exact_value(source, state, out, error);
}

alea_status alea__source_options(alea__value_source *source, const alea_state *state, uint64_t place,
                                 alea__options *out, alea_error *error)
{
    return source->estimated ? alea__sample_options(source, state, place, out, error)
                             : alea__exact_options(source, state, out, error);
}

/* ---- possible rolls ---- */

typedef struct roll_sums {
    double weight, sum, squares, better, better_sum;
} roll_sums;

static void roll_sums_add(roll_sums *s, double weight, double value, bool better)
{
    s->weight += weight;
    s->sum += weight * value;
    s->squares += weight * value * value;
    if (!better) return;
    s->better += weight;
    s->better_sum += weight * value;
}

static void roll_sums_finish(const roll_sums *s, uint32_t count, alea__rolls *out)
{
    ALEA_ASSERT(s->better <= s->weight);
    double worse = s->weight - s->better, mean = s->sum / s->weight;
    *out = (alea__rolls){.count = count,
                         .deviation = sqrt(fmax(s->squares / s->weight - mean * mean, 0)),
                         .better = s->better / s->weight,
                         .better_value = s->better > 0 ? s->better_sum / s->better : 0,
                         .worse = worse / s->weight,
                         .worse_value = worse > 0 ? (s->sum - s->better_sum) / worse : 0};
}

/* Too many outcomes are sampled in steps of the golden section: k * stride mod count spreads evenly (Weyl's sequence). */
static uint32_t source_pick_outcome(uint32_t k, uint32_t count, uint32_t looked_at)
{
    ALEA_ASSERT(k < looked_at && looked_at <= count);
    if (looked_at == count) return k;
    uint64_t stride = (uint64_t)(0.6180339887498949 * count) | 1;
    return (uint32_t)(k * stride % count);
}

alea_status alea__source_rolls(alea__value_source *source, const alea__roll_query *q, alea__rolls *out,
                               alea_error *error)
{
    roll_sums s = {0};
    uint32_t count = alea_game_chance_count(source->game, q->state), looked_at = count;
    ALEA_ASSERT(count > 0 && q->seat < source->game->players);
    *out = (alea__rolls){0};
    if (source->estimated && count > MOST_SAMPLED_OUTCOMES) return ALEA_OK;
    if (looked_at > MOST_OUTCOMES) looked_at = MOST_OUTCOMES;
    for (uint32_t k = 0; k < looked_at; k++) {
        alea__seat_values value;
        alea_state after = *q->state;
        uint32_t outcome = source_pick_outcome(k, count, looked_at);
        double weight = (double)alea_game_chance_weight(source->game, q->state, outcome);
        if (weight <= 0) continue;
        alea_status status = alea_game_apply(source->game, &after, outcome, error);
        if (status == ALEA_OK) status = alea__source_value(source, &after, q->place, &value, error);
        if (status != ALEA_OK) return status;
        if (!value.known) return ALEA_OK;
        const double seat_value = value.seat[q->seat];
        roll_sums_add(&s, weight, seat_value, source->sign * seat_value > source->sign * q->mark);
    }
    roll_sums_finish(&s, looked_at, out);
    return ALEA_OK;
}
