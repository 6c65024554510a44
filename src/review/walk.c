/* One game, event by event, by the values of its positions. `standing` is the value of the game to each seat as far as the
   changes so far account for it: a roll moves it to the value of what comes next, a decision by its cost. Where the two part,
   by rounding, by a tie that costs nothing or because a table ended, the next known value puts it right, and the last roll
   gets the difference. */
#include "base/assert.h"
#include "base/error.h"
#include "review/messages.h"
#include "review/reviewer.h"

#include <math.h>
#include <string.h>

static const double sense_limit = 1e-6;

typedef struct game_walk {
    alea_review *review;
    alea__position_values *position; /* [event], and one more: the end */
    const double *result;            /* [seat] */
    double standing[ALEA_MAX_SEATS];
    size_t last_roll; /* SIZE_MAX: none yet */
    bool certain;     /* the standing is as sure as the position before: no value was missing since */
} game_walk;

/* ---- the standing ---- */

/* Replaces the standing by the position's own value. */
static alea_status walk_settle(game_walk *w, size_t event, const double *value, alea_error *error)
{
    alea_review *r = w->review;
    for (unsigned seat = 0; seat < r->players; seat++) {
        double rest = value[seat] - w->standing[seat];
        if (w->certain && !r->estimated && fabs(rest) > sense_limit * fmax(1, r->scale))
            return alea__fail(error, ALEA_E_REFUSED, REVIEW_INCONSISTENT, r->game->spec, r->number, rest,
                              event + 1);
        if (w->last_roll == SIZE_MAX) continue;
        r->event[w->last_roll].change[seat] += r->sign * rest;
        w->standing[seat] = value[seat];
    }
    w->certain = true;
    return ALEA_OK;
}

/* ---- events ---- */

/* The roll at event i is credited with the change to the value of the next position, if that is known. */
static void walk_roll(game_walk *w, size_t i)
{
    alea_review_event *e = &w->review->event[i];
    alea__position_values *before = &w->position[i];
    const alea__seat_values *now = &w->position[i + 1].value;
    w->last_roll = i;
    w->certain = now->known;
    if (!now->known) return;
    for (unsigned seat = 0; seat < w->review->players; seat++) {
        e->change[seat] = w->review->sign * (now->seat[seat] - w->standing[seat]);
        w->standing[seat] = now->seat[seat];
    }
    const double error_before = before->value.error[e->seat], error_now = now->error[e->seat];
    e->error = sqrt(error_before * error_before + error_now * error_now);
    if (before->value.known) before->luck = e->change[e->seat];
}

/* The decision at event i costs what its move is worth less than the best one. */
static void walk_decision(game_walk *w, size_t i)
{
    alea_review_event *e = &w->review->event[i];
    const alea__option *best = &w->position[i].best, *chosen = &w->position[i].chosen;
    ALEA_ASSERT(w->position[i].moves > 0 && chosen->cost >= 0);
    e->moves = w->position[i].moves;
    e->best = chosen->cost > 0 ? best->move : chosen->move;
    e->best_value = best->value.seat[e->seat];
    e->chosen_value = chosen->value.seat[e->seat];
    e->amount = chosen->cost;
    e->error = chosen->cost_error;
    if (chosen->cost <= 0) return;
    for (unsigned seat = 0; seat < w->review->players; seat++) {
        double change = w->review->sign * (chosen->value.seat[seat] - best->value.seat[seat]);
        e->change[seat] = (int)seat == e->seat ? -chosen->cost : change;
        w->standing[seat] += w->review->sign * e->change[seat];
    }
}

/* The player could not answer. If the following value is unknown, the cost is everything the seat still had of its result. */
static void walk_forfeit(game_walk *w, size_t i)
{
    alea_review_event *e = &w->review->event[i];
    const alea__seat_values *now = &w->position[i + 1].value;
    const double *left = now->known ? now->seat : w->result;
    for (unsigned seat = 0; seat < w->review->players; seat++) {
        e->change[seat] = w->review->sign * (left[seat] - w->standing[seat]);
        w->standing[seat] = left[seat];
    }
    e->amount = -e->change[e->seat];
}

/* Corrects the standing if the value is known, then applies the change of event i. */
static alea_status walk_event(game_walk *w, size_t i, alea_error *error)
{
    const alea__seat_values *value = &w->position[i].value;
    alea_review_event *e = &w->review->event[i];
    alea_status status = value->known ? walk_settle(w, i, value->seat, error) : ALEA_OK;
    if (status != ALEA_OK) return status;
    e->known = value->known;
    memcpy(e->value, value->seat, sizeof e->value);
    if (!value->known) w->certain = false;
    if (e->kind == ALEA_ROLLED)
        walk_roll(w, i);
    else if (e->kind == ALEA_FORFEITED)
        walk_forfeit(w, i);
    else if (value->known)
        walk_decision(w, i);
    return ALEA_OK;
}

alea_status alea__walk(alea_review *review, const alea__game_values *p, alea_error *error)
{
    game_walk w = {.review = review,
                   .position = p->position,
                   .result = p->position[review->events].value.seat,
                   .last_roll = SIZE_MAX,
                   .certain = true};
    const alea__seat_values *start = &p->position[0].value;
    alea_status status = ALEA_OK;
    for (unsigned seat = 0; seat < review->players; seat++) {
        w.standing[seat] = review->seat[seat].start = start->seat[seat];
        /* without events the start is the result, and its error cancels */
        if (review->events > 0) review->seat[seat].luck_error = start->error[seat] * start->error[seat];
    }
    ALEA_ASSERT(p->events <= review->events);
    for (size_t i = 0; i < p->events && status == ALEA_OK; i++) status = walk_event(&w, i, error);
    return status == ALEA_OK ? walk_settle(&w, review->events, w.result, error) : status;
}
