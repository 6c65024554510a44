/* Estimates: a policy plays a position to its end many times. All moves of a decision are tried with the same dice, so that
   their difference is more precise than either value. */
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "play/dice.h"
#include "review/messages.h"
#include "review/reviewer.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MATCH = 1, USUAL_ROLLOUTS = 1000, SPREAD_GAMES = 1000, LOOK_EVERY = 256 /* games */ };

/* ---- the policy ---- */

alea_status alea__usual_policy(const alea_game *game, const char *name, alea__policy **out, char shown[64],
                               alea_error *error)
{
    const char *usual = game->family->policy->usual;
    snprintf(shown, 64, "%s", name ? name : usual ? usual : "first");
    return alea__game_policy_open(game, shown, out, error);
}

/* Sets the policy of estimates and its name. */
static alea_status sample_open_policy(alea__value_source *source, const alea_review_options *options,
                                      alea_error *error)
{
    const bool banks =
        options->bank && !options->policy && source->objective == ALEA_MONEY && source->game->players > 2 &&
        alea__usual_policy(source->game, "bank(20)", &source->policy, source->policy_name, NULL) == ALEA_OK;
    if (banks) return ALEA_OK;
    return alea__usual_policy(source->game, options->policy, &source->policy, source->policy_name, error);
}

alea_status alea__sample_open(alea__value_source *source, const alea_review_options *options,
                              alea_error *error)
{
    alea_status status = sample_open_policy(source, options, error);
    if (status != ALEA_OK) return status;
    source->estimated = true;
    source->rollouts = options->rollouts ? options->rollouts : USUAL_ROLLOUTS;
    source->estimating = options->estimating;
    source->sign = source->objective == ALEA_TURNS ? -1 : 1;
    source->scale = source->objective == ALEA_WIN
                        ? 1
                        : alea__sample_spread(source->objective, source->game, source->policy);
    return ALEA_OK;
}

/* ---- playing on ---- */

typedef struct playing {
    const alea_game *game;
    alea__dice_stream dice;
    alea__stream own;
    alea__memo memo[ALEA_MAX_SEATS];
    alea__dice how;
    uint32_t outcomes;
    unsigned dice_count;
} playing;

/* Rolls as the step path does, except that the rest of a byte is dropped whenever other dice follow. */
static uint32_t sample_roll(playing *p, const alea_state *state)
{
    if (p->game->family->weighted) return alea__draw_outcome(&p->dice, p->game, state);
    uint32_t outcomes = p->game->family->play->chance_count(p->game->rules, state), faces[16];
    if (outcomes != p->outcomes || p->game->family->play->mixes_dice) {
        p->dice_count = p->game->family->play->chance_faces(p->game->rules, state, outcomes - 1, faces);
        p->how = alea__dice_for(faces[0]);
        p->outcomes = outcomes;
        p->dice.waiting = 0;
    }
    return alea__roll_dice(&p->dice, &p->how, p->dice_count);
}

/* Plays a state to its end. Each number has separate dice. Fails if the policy makes an illegal move. */
static alea_status sample_play_on(const alea_game *game, const alea__policy *policy, uint64_t seed,
                                  uint64_t number, alea_state *state)
{
    const alea__family *family = game->family;
    playing p = {.game = game};
    alea_status status = ALEA_OK;
    alea__dice_start(&p.dice, seed, MATCH, number);
    alea__stream_start(&p.own, seed, MATCH, ALEA__SEAT, number);
    for (int mover; status == ALEA_OK && (mover = family->play->to_move(game->rules, state)) != ALEA_OVER;) {
        uint32_t what = mover == ALEA_CHANCE
                            ? sample_roll(&p, state)
                            : family->policy->decide(game->rules, policy, state, &p.memo[mover], &p.own);
        if (mover != ALEA_CHANCE && what == ALEA__NO_MOVE)
            family->play->forfeit(game->rules, state);
        else
            status = family->play->apply(game->rules, state, what, NULL);
    }
    return status;
}

/* ---- sums ---- */

static double sample_error(double sum, double squares, double count)
{
    double variance = (squares - sum * sum / count) / fmax(count - 1, 1);
    return sqrt(fmax(variance, 0) / count);
}

/* Rollouts from one position. */
typedef struct rollouts {
    const alea_state *from;
    uint64_t place; /* each has separate dice */
    unsigned seat;  /* seat whose results are recorded */
    double *noted;  /* one for each rollout; may be NULL */
} rollouts;

/* The mean result of each seat over all rollouts, with its standard error. */
static alea_status sample_play_often(const alea__value_source *source, const rollouts *r,
                                     alea__seat_values *out, alea_error *error)
{
    double sum[ALEA_MAX_SEATS] = {0}, squares[ALEA_MAX_SEATS] = {0}, count = (double)source->rollouts;
    const unsigned players = source->game->players;
    const alea_progress *estimating = &source->estimating;
    ALEA_ASSERT(source->rollouts >= 2 && source->rollouts <= ALEA__MOST_ROLLOUTS);
    for (uint64_t i = 0; i < source->rollouts; i++) {
        alea_state state = *r->from;
        alea__seat_values result;
        if (i % LOOK_EVERY == 0 && estimating->stopped && estimating->stopped(estimating->user))
            return alea__fail(error, ALEA_E_STOPPED, REVIEW_STOPPED);
        if (sample_play_on(source->game, source->policy, source->seed, r->place * ALEA__MOST_ROLLOUTS + i,
                           &state) != ALEA_OK)
            return alea__fail(error, ALEA_E_STATE, REVIEW_POLICY_FAILED);
        alea__result_of(source->game, source->objective, &state, &result);
        for (unsigned k = 0; k < players; k++) {
            sum[k] += result.seat[k];
            squares[k] += result.seat[k] * result.seat[k];
        }
        if (r->noted) r->noted[i] = result.seat[r->seat];
    }
    *out = (alea__seat_values){.known = true};
    for (unsigned k = 0; k < players; k++) {
        out->seat[k] = sum[k] / count;
        out->error[k] = sample_error(sum[k], squares[k], count);
    }
    return ALEA_OK;
}

double alea__sample_spread(alea_objective objective, const alea_game *game, const alea__policy *policy)
{
    double sum = 0, squares = 0;
    const uint64_t seed = 1;
    for (uint64_t i = 0; i < SPREAD_GAMES; i++) {
        alea__seat_values result;
        alea_state state = alea_game_start(game);
        if (sample_play_on(game, policy, seed, i, &state) != ALEA_OK) return 1;
        alea__result_of(game, objective, &state, &result);
        sum += result.seat[0];
        squares += result.seat[0] * result.seat[0];
    }
    double deviation = sample_error(sum, squares, SPREAD_GAMES) * sqrt(SPREAD_GAMES);
    return deviation > 0 ? 2 * deviation : 1;
}

/* ---- questions of a review ---- */

alea_status alea__sample_value(alea__value_source *source, const alea_state *state, uint64_t place,
                               alea__seat_values *out, alea_error *error)
{
    return sample_play_often(source, &(rollouts){.from = state, .place = place}, out, error);
}

/* The mean difference of two moves under the same dice, and its error. */
static void sample_compare(const double *best, const double *other, uint64_t count, double *cost,
                           double *error)
{
    double sum = 0, squares = 0;
    for (uint64_t i = 0; i < count; i++) {
        double difference = best[i] - other[i];
        sum += difference;
        squares += difference * difference;
    }
    *cost = sum / (double)count;
    *error = sample_error(sum, squares, (double)count);
}

/* Plays every move on from decision `d` with the same dice, and records all results: those of move 0, of move 1, … Sets
   out->best, whose count and memory are set. */
static alea_status sample_try_moves(const alea__value_source *source, const rollouts *d, alea__options *out,
                                    alea_error *error)
{
    const alea_game *game = source->game;
    alea_status status = ALEA_OK;
    for (unsigned i = 0; i < out->count && status == ALEA_OK; i++) {
        alea_state after = *d->from;
        alea__option *option = &out->option[i];
        const rollouts r = {&after, d->place, d->seat, d->noted + i * source->rollouts};
        option->move = alea_game_move(game, d->from, i);
        status = alea_game_apply(game, &after, option->move, error);
        if (status == ALEA_OK) status = sample_play_often(source, &r, &option->value, error);
        if (source->sign * option->value.seat[d->seat] >
            source->sign * out->option[out->best].value.seat[d->seat])
            out->best = i;
    }
    return status;
}

/* Sets the costs. A cost below twice its error counts as none. */
static void sample_price(const alea__value_source *source, const double *results, alea__options *out)
{
    for (unsigned i = 0; i < out->count; i++) {
        alea__option *option = &out->option[i];
        sample_compare(results + out->best * source->rollouts, results + i * source->rollouts,
                       source->rollouts, &option->cost, &option->cost_error);
        option->cost *= source->sign;
        if (option->cost <= 2 * option->cost_error) option->cost = 0;
    }
    ALEA_ASSERT(out->option[out->best].cost == 0);
}

alea_status alea__sample_options(alea__value_source *source, const alea_state *state, uint64_t place,
                                 alea__options *out, alea_error *error)
{
    int mover = alea_game_to_move(source->game, state);
    ALEA_ASSERT(mover >= 0);
    *out = (alea__options){.known = true, .count = alea_game_move_count(source->game, state)};
    double *results = alea__alloc_array(out->count, source->rollouts * sizeof *results);
    out->option = alea__alloc_array(out->count, sizeof *out->option);
    const rollouts all = {state, place, (unsigned)mover, results};
    alea_status status =
        !results || !out->option ? alea__out_of_memory(error) : sample_try_moves(source, &all, out, error);

    if (status == ALEA_OK)
        sample_price(source, results, out);
    else
        alea__options_free(out);
    alea__free(results);
    return status;
}
