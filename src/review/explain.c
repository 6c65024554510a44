/* The worst decisions of a game, and why. */
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "review/messages.h"
#include "review/reviewer.h"

#include <stdlib.h>
#include <string.h>

/* A decision that is to be explained. */
typedef struct explanation {
    alea__value_source *source;
    const alea_review_event *event;
    alea__options options; /* owned */
} explanation;

/* Fetches the options of a decision again, from the source that made the review. The caller frees them after success. */
static alea_status explain_open(alea_reviewer *reviewer, const alea_review *review, size_t event,
                                explanation *out, alea_error *error)
{
    *out = (explanation){0};
    for (size_t i = 0; i < reviewer->sources && !out->source; i++)
        if (reviewer->source[i]->game == review->game && reviewer->source[i]->objective == review->objective)
            out->source = reviewer->source[i];
    if (!out->source) return alea__fail(error, ALEA_E_USAGE, REVIEW_OTHER_REVIEWER);
    alea_status status = ALEA_OK;
    if (event < review->events && review->event[event].kind == ALEA_MOVED) {
        out->event = &review->event[event];
        status = alea__source_options(out->source, &out->event->before, event + 1, &out->options, error);
    }
    if (status == ALEA_OK && !out->options.known)
        status = alea__fail(error, ALEA_E_STATE, REVIEW_NOT_DECISION, event + 1);
    return status;
}

/* ---- why ---- */

/* The value of a move and, if its player then rolls, how often that ends above `other`, the value of the other move. */
static alea_status explain_move(const explanation *x, const alea__option *option, double other,
                                alea_reason *out, alea_error *error)
{
    const alea_game *game = x->source->game;
    const alea_review_event *e = x->event;
    ALEA_ASSERT(e->kind == ALEA_MOVED && e->seat >= 0);
    alea_state after = e->before;
    alea__rolls rolls = {0};
    *out = (alea_reason){.move = option->move,
                         .name = alea_game_move_name(game, option->move),
                         .value = option->value.seat[e->seat]};
    game->family->text->explain(game->rules, &e->before, option->move, out->prospect, sizeof out->prospect);
    alea_status status = alea_game_apply(game, &after, option->move, error);
    if (status == ALEA_OK && alea_game_to_move(game, &after) == ALEA_CHANCE &&
        alea_game_turn_of(game, &after) == e->seat) {
        const alea__roll_query query = {&after, e->line, (unsigned)e->seat, other};
        status = alea__source_rolls(x->source, &query, &rolls, error);
    }

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

alea_status alea_review_explain(alea_reviewer *reviewer, const alea_review *review, size_t event,
                                alea_reason out[2], alea_error *error)
{
    explanation x;
    alea_status status = explain_open(reviewer, review, event, &x, error);
    if (status != ALEA_OK) return status;
    const int seat = x.event->seat;
    const alea__option *best = explain_option(&x.options, x.event->best);
    const alea__option *chosen = explain_option(&x.options, x.event->what);
    status = explain_move(&x, best, chosen->value.seat[seat], &out[0], error);
    if (status == ALEA_OK) status = explain_move(&x, chosen, best->value.seat[seat], &out[1], error);
    alea__options_free(&x.options);
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
    explanation x;
    alea_status status = explain_open(reviewer, review, event, &x, error);
    if (status != ALEA_OK) return status;
    alea_review_move *moves = alea__alloc_array(x.options.count, sizeof *moves);
    for (unsigned i = 0; moves && i < x.options.count; i++) {
        const alea__option *o = &x.options.option[i];
        moves[i] = (alea_review_move){o->move, alea_game_move_name(review->game, o->move),
                                      o->value.seat[x.event->seat], o->cost};
    }
    if (moves) {
        /* A table's answer has the best move first, which a quiz must not show. */
        qsort(moves, x.options.count, sizeof *moves, explain_by_number);
        *count = x.options.count;
        *out = moves;
    }
    alea__options_free(&x.options);
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
    ALEA_ASSERT(count <= most);
    size_t at = count;

    while (at > 0 && review->event[events[at - 1]].amount < review->event[event].amount) at--;
    if (at == most) return count;
    size_t kept = count < most ? count : most - 1;
    memmove(events + at + 1, events + at, (kept - at) * sizeof *events);
    events[at] = event;
    return kept + 1;
}

size_t alea_review_find_worst(const alea_review *review, unsigned seats, size_t *events, size_t most)
{
    size_t count = 0;
    for (size_t i = 0; i < review->events; i++) {
        const alea_review_event *e = &review->event[i];
        if (e->kind != ALEA_MOVED || e->amount <= 0) continue;
        if (seats == 0 || seats >> e->seat & 1) count = explain_insert(review, i, events, count, most);
    }
    return count;
}
