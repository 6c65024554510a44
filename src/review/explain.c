/* The worst decisions of a game, and why. */
#include "base/error.h"
#include "base/memory.h"
#include "review/messages.h"
#include "review/reviewer.h"

#include <stdlib.h>
#include <string.h>

/* The options of a decision, from the source that made the review. */
static alea_status explain_options(alea_reviewer *reviewer, const alea_review *review, size_t event,
                                   alea__value_source **source, alea__options *out, alea_error *error)
{
    *source = NULL;
    *out = (alea__options){0};
    for (size_t i = 0; i < reviewer->sources && !*source; i++)
        if (reviewer->source[i]->game == review->game && reviewer->source[i]->objective == review->objective)
            *source = reviewer->source[i];
    if (!*source) return alea__fail(error, ALEA_E_USAGE, REVIEW_OTHER_REVIEWER);
    alea_status status = ALEA_OK;
    if (event < review->events && review->event[event].kind == ALEA_MOVED)
        status = alea__source_options(*source, &review->event[event].before, event + 1, out, error);
    if (status == ALEA_OK && !out->known)
        status = alea__fail(error, ALEA_E_STATE, REVIEW_NOT_DECISION, event + 1);
    return status;
}

/* ---- why ---- */

/* What a move is worth and, if its player then rolls, how often that ends above `other`, the value of the other move. */
static alea_status explain_move(alea__value_source *source, const alea_review_event *e,
                                const alea__option *option, double other, alea_reason *out, alea_error *error)
{
    const alea_game *game = source->game;
    alea_state after = e->before;
    alea__rolls rolls = {0};
    *out = (alea_reason){.move = option->move,
                         .name = alea_game_move_name(game, option->move),
                         .value = option->value.seat[e->seat]};
    game->family->text->explain(game->rules, &e->before, option->move, out->prospect, sizeof out->prospect);
    alea_status status = alea_game_apply(game, &after, option->move, error);
    if (status == ALEA_OK && alea_game_to_move(game, &after) == ALEA_CHANCE &&
        alea_game_turn_of(game, &after) == e->seat)
        status = alea__source_rolls(source, &after, e->line, (unsigned)e->seat, other, &rolls, error);
    if (status != ALEA_OK || rolls.count == 0) return status;
    out->rolls = true;
    out->better = rolls.better;
    out->better_value = rolls.better_value;
    out->worse = rolls.worse;
    out->worse_value = rolls.worse_value;
    return ALEA_OK;
}

static const alea__option *explain_option(const alea__options *options, uint32_t move)
{
    for (unsigned i = 0; i < options->count; i++)
        if (options->option[i].move == move) return &options->option[i];
    return &options->option[options->best];
}

alea_status alea_review_why(alea_reviewer *reviewer, const alea_review *review, size_t event,
                            alea_reason out[2], alea_error *error)
{
    alea__value_source *source;
    alea__options options;
    alea_status status = explain_options(reviewer, review, event, &source, &options, error);
    if (status != ALEA_OK) return status;
    const alea_review_event *e = &review->event[event];
    const alea__option *best = explain_option(&options, e->best), *chosen = explain_option(&options, e->what);
    status = explain_move(source, e, best, chosen->value.seat[e->seat], &out[0], error);
    if (status == ALEA_OK)
        status = explain_move(source, e, chosen, best->value.seat[e->seat], &out[1], error);
    alea__options_free(&options);
    return status;
}

/* ---- all moves ---- */

static int explain_by_number(const void *a, const void *b)
{
    const alea_review_move *one = a, *other = b;
    return (one->move > other->move) - (one->move < other->move);
}

alea_status alea_review_moves(alea_reviewer *reviewer, const alea_review *review, size_t event,
                              alea_review_move **out, size_t *count, alea_error *error)
{
    alea__value_source *source;
    alea__options options;
    alea_status status = explain_options(reviewer, review, event, &source, &options, error);
    if (status != ALEA_OK) return status;
    const alea_review_event *e = &review->event[event];
    alea_review_move *moves = alea__alloc_array(options.count, sizeof *moves);
    for (unsigned i = 0; moves && i < options.count; i++) {
        const alea__option *o = &options.option[i];
        moves[i] = (alea_review_move){o->move, alea_game_move_name(source->game, o->move),
                                      o->value.seat[e->seat], o->cost};
    }
    if (moves) {
        /* A table's answer has the best move first, which a quiz must not show. */
        qsort(moves, options.count, sizeof *moves, explain_by_number);
        *count = options.count;
        *out = moves;
    }
    alea__options_free(&options);
    return moves ? ALEA_OK : alea__out_of_memory(error);
}

void alea_review_moves_free(alea_review_move *moves)
{
    alea__free(moves);
}

/* ---- the worst ---- */

/* Inserts an event into a sorted list; of equal ones the earlier comes first. */
static size_t explain_insert(const alea_review *review, size_t event, size_t *events, size_t count,
                             size_t most)
{
    size_t at = count;
    while (at > 0 && review->event[events[at - 1]].amount < review->event[event].amount) at--;
    if (at == most) return count;
    size_t kept = count < most ? count : most - 1;
    memmove(events + at + 1, events + at, (kept - at) * sizeof *events);
    events[at] = event;
    return kept + 1;
}

size_t alea_review_worst(const alea_review *review, unsigned seats, size_t *events, size_t most)
{
    size_t count = 0;
    for (size_t i = 0; i < review->events; i++) {
        const alea_review_event *e = &review->event[i];
        if (e->kind != ALEA_MOVED || e->amount <= 0) continue;
        if (seats == 0 || seats >> e->seat & 1) count = explain_insert(review, i, events, count, most);
    }
    return count;
}
