/* Fetches the value of every position of a game once, before the walk. */
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "review/messages.h"
#include "review/reviewer.h"

#include <math.h>

/* The value of a decision is that of its best move. It is unknown if the value of the chosen move is. */
static alea_status fetch_decision(alea__value_source *source, const alea_event *e, uint64_t place,
                                  alea__position_values *out, alea_error *error)
{
    alea__options options;
    alea_status status = alea__source_options(source, &e->before, place, &options, error);
    if (status != ALEA_OK) return status;
    for (unsigned i = 0; options.known && i < options.count; i++) {
        if (options.option[i].move != e->what) continue;
        ALEA_ASSERT(options.best < options.count);
        out->moves = options.count;
        out->chosen = options.option[i];
        out->best = options.option[options.best];
        out->value = out->best.value;
        break;
    }
    alea__options_free(&options);
    return ALEA_OK;
}

/* Every position has separate dice for estimates: `place` is the number of the event, from 1. The result of an unfinished
   game is the value of its last position. */
static alea_status fetch_all(alea__value_source *source, const alea_record_game *game, alea__game_values *p,
                             alea_error *error)
{
    alea__seat_values *end = &p->position[game->count].value;
    alea_status status = alea__source_value(source, &game->end, game->count + 1, end, error);
    if (status == ALEA_OK && !end->known)
        status = alea__fail(error, ALEA_E_REFUSED, REVIEW_END_UNKNOWN, game->number);
    for (size_t i = 0; i < game->count && status == ALEA_OK; i++) {
        const alea_event *e = &game->event[i];
        alea__position_values *here = &p->position[i];
        status = e->kind == ALEA_MOVED ? fetch_decision(source, e, i + 1, here, error)
                                       : alea__source_value(source, &e->before, i + 1, &here->value, error);
        here->luck = NAN;
        if (i > 0 && game->event[i - 1].kind == ALEA_FORFEITED && !here->value.known) return status;
        p->events = i + 1;
    }
    return status;
}

alea_status alea__game_values_fetch(alea__value_source *source, const alea_record_game *game,
                                    alea__game_values *out, alea_error *error)
{
    *out = (alea__game_values){.position = alea__alloc_array(game->count + 1, sizeof *out->position)};
    if (!out->position) return alea__out_of_memory(error);
    alea_status status = fetch_all(source, game, out, error);
    if (status != ALEA_OK) alea__game_values_clear(out);
    return status;
}

void alea__game_values_clear(alea__game_values *p)
{
    alea__free(p->position);
    *p = (alea__game_values){0};
}

/* ---- luck against its spread ---- */

/* Rolls with many outcomes are weighed only if their luck gets a grade. */
static bool fetch_matters(const alea__value_source *source, const alea_review_event *e, double luck)
{
    enum { FEW = 36 };
    if (e->kind != ALEA_ROLLED || source->estimated || isnan(luck)) return false;
    if (alea_game_chance_count(source->game, &e->before) <= FEW) return true;
    return alea__grade_luck(luck, INFINITY, source->scale) != ALEA_UNMARKED;
}

alea_status alea__game_values_weigh(alea__value_source *source, const alea__game_values *p,
                                    alea_review *review, alea_error *error)
{
    for (size_t i = 0; i < p->events; i++) {
        alea_review_event *e = &review->event[i];
        const double luck = p->position[i].luck;
        ALEA_ASSERT(e->seat >= 0 && (unsigned)e->seat < review->players);
        alea__rolls rolls = {0};
        if (!fetch_matters(source, e, luck)) continue;
        const alea__roll_query query = {.state = &e->before, .seat = (unsigned)e->seat};
        alea_status status = alea__source_rolls(source, &query, &rolls, error);

        if (status != ALEA_OK) return status;
        if (rolls.deviation > 0) e->deviations = luck / rolls.deviation;
    }
    return ALEA_OK;
}
