/* One game, event by event. `standing` is what the game is worth to each seat as far as the changes so far account for it: a roll
   moves it to the value of what comes next, a decision by its cost. Where the two part, by rounding, by a tie that costs
   nothing or because a table ended, the next known value puts it right, and the last roll gets the difference. */
#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "review/reviewer.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const double identity_limit = 1e-9, sense_limit = 1e-6;

typedef struct walk {
    alea__book *book;
    const alea_record *record;
    const alea_record_game *game;
    alea_review *review;
    double standing[ALEA_MAX_SEATS], result[ALEA_MAX_SEATS];
    size_t last_roll;      /* SIZE_MAX: none yet */
    alea__options pending; /* the moves of the decision `pending_for`; SIZE_MAX: of none */
    size_t pending_for;
    bool certain; /* the standing is as sure as the position before: no value was missing since */
} walk;

/* ---- what happened ---- */

static uint64_t place_of(size_t event)
{
    return event + 1;
}

static const alea__option *option_of(const alea__options *options, uint32_t move)
{
    for (unsigned i = 0; i < options->count; i++)
        if (options->option[i].move == move) return &options->option[i];
    return NULL;
}

/* What the position before event `i` is worth; a decision's moves wait in `pending` for its review. */
static alea_status worth_before(walk *w, size_t i, alea__worth *out, alea_error *error)
{
    const alea_event *e = &w->game->event[i];
    if (e->kind != ALEA_MOVED) return alea__book_worth(w->book, &e->before, place_of(i), out, error);
    if (w->pending_for != i) {
        alea__options_free(&w->pending);
        w->pending_for = SIZE_MAX;
        alea_status status = alea__book_options(w->book, &e->before, place_of(i), &w->pending, error);
        if (status != ALEA_OK) return status;
        w->pending_for = i;
    }
    *out = (alea__worth){0};
    if (w->pending.known && option_of(&w->pending, e->what)) *out = w->pending.option[w->pending.best].worth;
    return ALEA_OK;
}

static alea_status worth_after(walk *w, size_t event, alea__worth *out, alea_error *error)
{
    if (event + 1 < w->game->count) return worth_before(w, event + 1, out, error);
    return alea__book_worth(w->book, &w->game->end, place_of(event + 1), out, error);
}

static alea_status makes_no_sense(const walk *w, size_t event, double rest, alea_error *error)
{
    return alea__fail(error, ALEA_E_REFUSED,
                      "The values of %s do not fit together: in game %" PRIu64
                      " %g is missing before event %zu.",
                      w->book->game->spec, w->game->number, rest, event + 1);
}

/* The position's own value replaces what the changes have made of it. */
static alea_status settle(walk *w, size_t event, const alea__worth *worth, alea_error *error)
{
    for (unsigned seat = 0; seat < w->review->players; seat++) {
        double rest = worth->seat[seat] - w->standing[seat];
        if (w->certain && !w->book->estimated && fabs(rest) > sense_limit * fmax(1, w->book->scale))
            return makes_no_sense(w, event, rest, error);
        if (w->last_roll == SIZE_MAX) continue;
        w->review->event[w->last_roll].change[seat] += w->book->sign * rest;
        w->standing[seat] = worth->seat[seat];
    }
    w->certain = true;
    return ALEA_OK;
}

static void begin(walk *w, const alea__worth *worth)
{
    for (unsigned seat = 0; seat < w->review->players; seat++) {
        w->standing[seat] = w->review->seat[seat].start = worth->seat[seat];
        w->review->seat[seat].luck_error = worth->error[seat] * worth->error[seat];
    }
}

/* ---- rolls ---- */

/* Looking at hundreds of rolls is for those that matter. */
static bool is_worth_weighing(const walk *w, const alea_review_event *e)
{
    enum { FEW = 36 };
    if (w->book->estimated) return false;
    if (alea_game_chance_count(w->book->game, &e->before) <= FEW) return true;
    return alea__grade_luck(e->change[e->seat], INFINITY, w->book->scale) != ALEA_UNMARKED;
}

static alea_status weigh_roll(walk *w, alea_review_event *e, alea_error *error)
{
    alea__rolls rolls = {0};
    alea_status status = ALEA_OK;
    if (is_worth_weighing(w, e))
        status = alea__book_rolls(w->book, &e->before, 0, (unsigned)e->seat, 0, &rolls, error);
    if (rolls.deviation > 0) e->deviations = e->change[e->seat] / rolls.deviation;
    return status;
}

static alea_status review_roll(walk *w, size_t i, const alea__worth *before, alea_error *error)
{
    alea__worth now;
    alea_review_event *e = &w->review->event[i];
    w->last_roll = i;
    alea_status status = worth_after(w, i, &now, error);
    if (status != ALEA_OK) return status;
    w->certain = now.known;
    if (!now.known) return ALEA_OK;
    for (unsigned seat = 0; seat < w->review->players; seat++) {
        e->change[seat] = w->book->sign * (now.seat[seat] - w->standing[seat]);
        w->standing[seat] = now.seat[seat];
    }
    e->error = hypot(before->error[e->seat], now.error[e->seat]);
    return before->known ? weigh_roll(w, e, error) : ALEA_OK;
}

/* ---- decisions ---- */

static void charge(walk *w, alea_review_event *e, const alea__options *options)
{
    const alea__option *best = &options->option[options->best], *chosen = option_of(options, e->what);
    e->moves = options->count;
    e->best = chosen->cost > 0 ? best->move : chosen->move;
    e->best_value = best->worth.seat[e->seat];
    e->chosen_value = chosen->worth.seat[e->seat];
    e->amount = chosen->cost;
    e->error = chosen->cost_error;
    if (chosen->cost <= 0) return;
    for (unsigned seat = 0; seat < w->review->players; seat++) {
        double change = w->book->sign * (chosen->worth.seat[seat] - best->worth.seat[seat]);
        e->change[seat] = (int)seat == e->seat ? -chosen->cost : change;
        w->standing[seat] += w->book->sign * e->change[seat];
    }
}

/* The player could not answer. Where nobody knows what is left then, it cost all that the seat still had of its result. */
static alea_status review_forfeit(walk *w, size_t i, bool *is_last, alea_error *error)
{
    alea__worth now;
    alea_review_event *e = &w->review->event[i];
    alea_status status = worth_after(w, i, &now, error);
    if (status != ALEA_OK) return status;
    const double *left = now.known ? now.seat : w->result;
    for (unsigned seat = 0; seat < w->review->players; seat++) {
        e->change[seat] = w->book->sign * (left[seat] - w->standing[seat]);
        w->standing[seat] = left[seat];
    }
    e->amount = -e->change[e->seat];
    *is_last = !now.known;
    return ALEA_OK;
}

/* ---- a game ---- */

static void copy_event(const walk *w, size_t i)
{
    const alea_event *from = &w->game->event[i];
    w->review->event[i] = (alea_review_event){.kind = from->kind,
                                              .seat = from->seat,
                                              .what = from->what,
                                              .best = from->what,
                                              .line = from->line,
                                              .turn = alea_game_turns(w->book->game, &from->before) + 1,
                                              .before = from->before};
}

static alea_status review_event(walk *w, size_t i, bool *is_last, alea_error *error)
{
    alea__worth worth;
    alea_review_event *e = &w->review->event[i];
    alea_status status = worth_before(w, i, &worth, error);
    if (status == ALEA_OK && i == 0) begin(w, &worth);
    if (status == ALEA_OK && worth.known) status = settle(w, i, &worth, error);
    if (status != ALEA_OK) return status;
    e->known = worth.known;
    memcpy(e->value, worth.seat, sizeof e->value);
    if (!worth.known) w->certain = false;
    if (e->kind == ALEA_ROLLED) return review_roll(w, i, &worth, error);
    if (e->kind == ALEA_FORFEITED) return review_forfeit(w, i, is_last, error);
    if (worth.known) charge(w, e, &w->pending);
    return ALEA_OK;
}

/* A game that goes on has the result that its last position is worth. */
static alea_status find_result(walk *w, alea_error *error)
{
    alea__worth end;
    alea_status status = alea__book_worth(w->book, &w->game->end, place_of(w->game->count), &end, error);
    if (status != ALEA_OK) return status;
    if (!end.known)
        return alea__fail(error, ALEA_E_REFUSED,
                          "Game %" PRIu64 " stops in a position of which no value is known.",
                          w->game->number);
    memcpy(w->result, end.seat, sizeof w->result);
    return ALEA_OK;
}

static alea_status review_events(walk *w, alea_error *error)
{
    bool is_last = false;
    alea__worth end = {.known = true};
    alea_status status = find_result(w, error);
    for (size_t i = 0; i < w->game->count && status == ALEA_OK; i++) {
        copy_event(w, i);
        if (!is_last) status = review_event(w, i, &is_last, error);
    }
    memcpy(end.seat, w->result, sizeof end.seat);
    if (status == ALEA_OK && w->game->count == 0) begin(w, &end);
    if (status == ALEA_OK) status = settle(w, w->game->count, &end, error);
    return status;
}

/* ---- sums ---- */

/* The errors of positions on the way cancel: what luck comes to is known but for those of the start and of the costs. */
static void count_event(alea_review *r, alea_review_event *e)
{
    alea_review_seat *own = &r->seat[e->seat];
    for (unsigned i = 0; i < r->players; i++) {
        alea_review_seat *s = &r->seat[i];
        if (e->kind == ALEA_ROLLED)
            s->luck += e->change[i];
        else if ((int)i == e->seat)
            s->mistakes -= e->change[i];
        else
            s->opponents_mistakes += e->change[i];
    }
    if (e->kind == ALEA_ROLLED) {
        e->amount = e->change[e->seat];
        own->own_luck += e->amount;
        own->rolls++;
        e->grade = r->estimated ? alea__grade_luck(fabs(e->amount) > 2 * e->error ? e->amount : 0,
                                                   e->amount / (0.05 * r->scale), r->scale)
                                : alea__grade_luck(e->amount, e->deviations, r->scale);
    } else {
        own->decisions += e->kind == ALEA_MOVED;
        own->forfeited |= e->kind == ALEA_FORFEITED;
        own->mistakes_error += e->error * e->error;
        for (unsigned i = 0; i < r->players; i++) r->seat[i].luck_error += e->error * e->error;
        e->grade = alea__grade_cost(e->amount, e->error, r->scale);
    }
    own->grades[e->grade]++;
}

/* The identity, the same way for everybody. */
static alea_status add_up(walk *w, alea_error *error)
{
    alea_review *r = w->review;
    for (size_t i = 0; i < r->events; i++) count_event(r, &r->event[i]);
    for (unsigned i = 0; i < r->players; i++) {
        alea_review_seat *s = &r->seat[i];
        s->result = w->result[i];
        s->adjusted = s->result - r->sign * s->luck;
        s->luck_error = sqrt(s->luck_error);
        s->mistakes_error = sqrt(s->mistakes_error);
        double rest = s->result - (s->start + r->sign * (s->luck - s->mistakes + s->opponents_mistakes));
        if (fabs(rest) <= identity_limit * fmax(1, r->scale)) continue;
        return alea__fail(error, ALEA_E_REFUSED,
                          "The review of game %" PRIu64 " does not add up: %g is missing for seat %u.",
                          r->number, rest, i);
    }
    return ALEA_OK;
}

static alea_status group_turns(alea_review *r, alea_error *error)
{
    r->turn = alea__alloc_array(r->events + 1, sizeof *r->turn);
    if (!r->turn) return alea__out_of_memory(error);
    for (size_t i = 0; i < r->events; i++) {
        const alea_review_event *e = &r->event[i];
        alea_review_turn *t = r->turns > 0 ? &r->turn[r->turns - 1] : NULL;
        if (!t || t->turn != e->turn || t->seat != e->seat) {
            t = &r->turn[r->turns++];
            *t = (alea_review_turn){.turn = e->turn, .seat = e->seat, .value = e->value[e->seat]};
        }
        *(e->kind == ALEA_ROLLED ? &t->luck : &t->mistakes) += e->amount;
    }
    return ALEA_OK;
}

/* ---- kinds of decisions ---- */

static bool is_number(const char *name)
{
    return *name && name[strspn(name, "0123456789")] == 0;
}

/* "Two triples 3 5" is of the kind "Two triples"; where all moves are numbers, what counts is whether it was too great. */
static void kind_of(const alea_review *r, const alea_review_event *e, char out[48])
{
    const char *name = alea_game_move_name(r->game, e->what);
    if (is_number(name)) {
        snprintf(out, 48, "%s",
                 e->best == e->what  ? "the best number"
                 : e->what < e->best ? "a smaller number"
                                     : "a greater number");
        return;
    }
    size_t length = strlen(name);
    while (length > 0 && strchr(" 0123456789", name[length - 1])) length--;
    snprintf(out, 48, "%.*s", (int)(length < 47 ? length : 47), name);
}

static alea_review_kind *kind_for(alea_review *r, const alea_review_event *e)
{
    char name[48];
    kind_of(r, e, name);
    for (size_t i = 0; i < r->kinds; i++)
        if (r->kind[i].seat == e->seat && strcmp(r->kind[i].name, name) == 0) return &r->kind[i];
    alea_review_kind *more = alea__resize(r->kind, (r->kinds + 1) * sizeof *more);
    if (!more) return NULL;
    r->kind = more;
    r->kind[r->kinds] = (alea_review_kind){.seat = e->seat};
    memcpy(r->kind[r->kinds].name, name, sizeof name);
    return &r->kind[r->kinds++];
}

static alea_status group_kinds(alea_review *r, alea_error *error)
{
    for (size_t i = 0; i < r->events; i++) {
        const alea_review_event *e = &r->event[i];
        if (e->kind != ALEA_MOVED) continue;
        alea_review_kind *kind = kind_for(r, e);
        if (!kind) return alea__out_of_memory(error);
        kind->decisions++;
        kind->mistakes += e->amount > 0;
        kind->cost += e->amount;
    }
    return ALEA_OK;
}

/* ---- the public functions ---- */

static alea_status name_game(const walk *w, alea_error *error)
{
    alea__text text = {0};
    const alea_record_game *g = w->game;
    alea__text_add(&text, "%s\n%s\n%" PRIu64 " %" PRIu64 " %d\n", w->record->game->spec,
                   w->record->game->sha256, w->record->seed, g->number, w->record->manual);
    for (unsigned seat = 0; seat < w->review->players; seat++)
        alea__text_add(&text, "%s\n", w->review->seat[seat].player);
    for (size_t i = 0; i < g->count; i++)
        alea__text_add(&text, "%d %d %" PRIu32 "\n", (int)g->event[i].kind, g->event[i].seat,
                       g->event[i].what);
    if (!text.failed) alea__sha256_hex(text.data, text.size, w->review->sha256);
    bool failed = text.failed;
    alea__text_free(&text);
    return failed ? alea__out_of_memory(error) : ALEA_OK;
}

static alea_status name_players(walk *w, alea_error *error)
{
    for (unsigned seat = 0; seat < w->review->players; seat++) {
        unsigned player = w->game->player[seat];
        const char *name = player < w->record->players ? w->record->player[player] : NULL;
        w->review->seat[seat].player = alea__copy_text(name ? name : "?");
        if (!w->review->seat[seat].player) return alea__out_of_memory(error);
    }
    return ALEA_OK;
}

static alea_review *new_review(const walk *w)
{
    alea_review *r = alea__alloc(sizeof *r);
    if (!r) return NULL;
    *r = (alea_review){.game = w->book->game,
                       .number = w->game->number,
                       .seed = w->record->seed,
                       .objective = w->book->objective,
                       .sign = w->book->sign,
                       .scale = w->book->scale,
                       .estimated = w->book->estimated,
                       .rollouts = w->book->rollouts,
                       .finished = w->game->finished,
                       .players = w->book->game->players,
                       .events = w->game->count};
    memcpy(r->why_estimated, w->book->why_estimated, sizeof r->why_estimated);
    memcpy(r->policy, w->book->policy_name, sizeof r->policy);
    r->event = alea__alloc_array(r->events + 1, sizeof *r->event);
    if (r->event) return r;
    alea__free(r);
    return NULL;
}

static alea_status fill_review(walk *w, alea_error *error)
{
    alea_status status = name_players(w, error);
    if (status == ALEA_OK) status = name_game(w, error);
    if (status == ALEA_OK) status = review_events(w, error);
    if (status == ALEA_OK) status = add_up(w, error);
    if (status == ALEA_OK) status = group_turns(w->review, error);
    if (status == ALEA_OK) status = group_kinds(w->review, error);
    return status;
}

/* Estimates of different games are made with different dice. */
static uint64_t seed_of(uint64_t seed, uint64_t number)
{
    return seed ^ (number + 1) * UINT64_C(0x9e3779b97f4a7c15);
}

alea_status alea_review_game(alea_reviewer *reviewer, const alea_record *record, size_t index,
                             alea_review **out, alea_error *error)
{
    walk w = {.record = record,
              .game = &record->played[index],
              .last_roll = SIZE_MAX,
              .pending_for = SIZE_MAX,
              .certain = true};
    alea_status status = alea__book_for(reviewer, record->game, &w.book, error);
    if (status != ALEA_OK) return status;
    w.book->seed = seed_of(record->seed, w.game->number);
    w.review = new_review(&w);
    if (!w.review) return alea__out_of_memory(error);
    status = fill_review(&w, error);
    alea__options_free(&w.pending);
    if (status == ALEA_OK)
        *out = w.review;
    else
        alea_review_free(w.review);
    return status;
}

void alea_review_free(alea_review *review)
{
    if (!review) return;
    for (unsigned seat = 0; seat < review->players; seat++) alea__free(review->seat[seat].player);
    alea__free(review->event);
    alea__free(review->turn);
    alea__free(review->kind);
    alea__free(review);
}
