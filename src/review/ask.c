/* Positions of a game in progress: their values, the costs of moves, and the luck of a roll. */
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "review/reviewer.h"

#include <math.h>
#include <string.h>

alea_status alea_reviewer_values(alea_reviewer *reviewer, const alea_game *game, alea_review_values *out,
                                 alea_error *error)
{
    alea__value_source *source;
    alea_status status = alea__source_for(reviewer, game, &source, error);
    if (status != ALEA_OK) return status;
    *out = (alea_review_values){.objective = source->objective,
                                .sign = source->sign,
                                .scale = source->scale,
                                .table = source->table,
                                .rollouts = source->rollouts};
    memcpy(out->why_estimated, source->why_estimated, sizeof out->why_estimated);
    memcpy(out->policy, source->policy_name, sizeof out->policy);
    return ALEA_OK;
}

/* The source for a question, with the dice that it asks for. */
static alea_status ask_source(alea_reviewer *reviewer, const alea_review_question *q,
                              alea__value_source **out, alea_error *error)
{
    alea_status status = alea__source_for(reviewer, q->game, out, error);
    if (status == ALEA_OK) (*out)->seed = q->seed;
    return status;
}

/* ---- decisions ---- */

/* Copies estimated moves into the form of a table's answer. */
static alea_status ask_copy_options(const alea_review_question *q, const alea__options *options,
                                    unsigned mover, alea_answer *out, alea_error *error)
{
    *out = (alea_answer){.best = options->best, .count = options->count};
    out->move = alea__alloc_array(options->count, sizeof *out->move);
    if (!out->move) return alea__out_of_memory(error);
    for (unsigned i = 0; i < options->count; i++) {
        const alea__option *o = &options->option[i];
        const double value = o->value.seat[mover];
        out->move[i] = (alea_move_value){o->move, alea_game_move_name(q->game, o->move), {value, value}};
        out->tied |= i != options->best && o->cost == 0;
    }
    ALEA_ASSERT(out->best < out->count);
    out->value = out->move[out->best].value;
    return ALEA_OK;
}

/* The moves as the table has them: of one player's game where players only compare scores. */
static alea_status ask_table(const alea__value_source *source, const alea_review_question *q,
                             alea_answer *out, alea_error *error)
{
    alea_state own = *q->state;
    const int seat = alea_game_turn_of(q->game, q->state);
    ALEA_ASSERT(seat >= 0);
    if (source->alone)
        source->game->family->solitary->alone(source->game->rules, q->state, (unsigned)seat, &own);
    return alea_table_ask(source->table, &own, out, error);
}

/* The costs of the moves, in the order of the answer's, which is that of the options. */
static alea_status ask_fill_costs(const alea__value_source *source, const alea__options *options,
                                  unsigned mover, alea_review_answer *out, alea_error *error)
{
    out->cost = alea__alloc_array(options->count, sizeof *out->cost);
    if (!out->cost) return alea__out_of_memory(error);
    ALEA_ASSERT(out->answer.count == options->count);
    for (unsigned i = 0; i < options->count; i++) {
        const alea__option *o = &options->option[i];
        ALEA_ASSERT(o->move == out->answer.move[i].move);
        out->cost[i] = (alea_review_cost){o->cost, o->cost_error, o->value.error[mover],
                                          alea__grade_cost(o->cost, o->cost_error, source->scale)};
    }
    return ALEA_OK;
}

/* The value of a decision is that of its best move, as in a review. */
static alea_status ask_decision(alea__value_source *source, const alea_review_question *q, unsigned mover,
                                alea_review_answer *out, alea_error *error)
{
    alea__options options;
    alea_status status = alea__source_options(source, q->state, q->place, &options, error);
    if (status != ALEA_OK || !options.known) return status;
    const alea__seat_values *best = &options.option[options.best].value;
    out->known = true;
    memcpy(out->value, best->seat, sizeof out->value);
    memcpy(out->error, best->error, sizeof out->error);
    status = source->estimated ? ask_copy_options(q, &options, mover, &out->answer, error)
                               : ask_table(source, q, &out->answer, error);
    if (status == ALEA_OK) status = ask_fill_costs(source, &options, mover, out, error);
    alea__options_free(&options);
    return status;
}

alea_status alea_review_ask(alea_reviewer *reviewer, const alea_review_question *q, alea_review_answer *out,
                            alea_error *error)
{
    alea__value_source *source;
    alea__seat_values value;
    *out = (alea_review_answer){0};
    alea_status status = ask_source(reviewer, q, &source, error);
    if (status != ALEA_OK) return status;
    const int mover = alea_game_to_move(q->game, q->state);
    if (mover >= 0) {
        status = ask_decision(source, q, (unsigned)mover, out, error);
        if (status != ALEA_OK) alea_review_answer_free(out);
        return status;
    }
    status = alea__source_value(source, q->state, q->place, &value, error);
    if (status != ALEA_OK || !value.known) return status;
    out->known = true;
    memcpy(out->value, value.seat, sizeof out->value);
    memcpy(out->error, value.error, sizeof out->error);
    return ALEA_OK;
}

void alea_review_answer_free(alea_review_answer *answer)
{
    alea_answer_free(&answer->answer);
    alea__free(answer->cost);
    *answer = (alea_review_answer){0};
}

/* ---- rolls ---- */

/* The luck in standard deviations of such rolls; 0: unknown, or too small to matter. */
static alea_status weigh_deviations(alea__value_source *source, const alea_review_question *q, unsigned seat,
                                    double luck, double *out, alea_error *error)
{
    alea__rolls rolls = {0};
    const alea__roll_query query = {.state = q->state, .place = q->place, .seat = seat};
    *out = 0;
    if (alea__grade_luck(luck, INFINITY, source->scale) == ALEA_UNMARKED) return ALEA_OK;
    alea_status status = alea__source_rolls(source, &query, &rolls, error);
    if (status == ALEA_OK && rolls.deviation > 0) *out = luck / rolls.deviation;
    return status;
}

alea_status alea_review_weigh(alea_reviewer *reviewer, const alea_review_question *q, uint32_t outcome,
                              alea_review_luck *out, alea_error *error)
{
    alea__value_source *source;
    alea__seat_values before, after;
    alea_state next = *q->state;
    double deviations;
    const int seat = alea_game_turn_of(q->game, q->state);
    *out = (alea_review_luck){0};
    alea_status status = ask_source(reviewer, q, &source, error);
    if (status == ALEA_OK) status = alea_game_apply(q->game, &next, outcome, error);
    if (status == ALEA_OK) status = alea__source_value(source, q->state, q->place, &before, error);
    if (status == ALEA_OK) status = alea__source_value(source, &next, q->place + 1, &after, error);
    if (status != ALEA_OK || !before.known || !after.known) return status;
    ALEA_ASSERT(seat >= 0 && (unsigned)seat < source->game->players);
    out->known = true;
    out->amount = source->sign * (after.seat[seat] - before.seat[seat]);
    out->error = sqrt(before.error[seat] * before.error[seat] + after.error[seat] * after.error[seat]);
    if (source->estimated) {
        out->grade = alea__grade_estimated_luck(out->amount, out->error, source->scale);
        return ALEA_OK;
    }
    status = weigh_deviations(source, q, (unsigned)seat, out->amount, &deviations, error);
    if (status == ALEA_OK) out->grade = alea__grade_luck(out->amount, deviations, source->scale);
    return status;
}
