/* The review of a game: fetches its values (fetch.c), walks through it (walk.c), and adds up. */
#include "base/assert.h"
#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "review/messages.h"
#include "review/reviewer.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const double identity_limit = 1e-9;

/* A review under way. */
typedef struct review_job {
    alea__value_source *source;
    const alea_record *record;
    const alea_record_game *game;
    alea_review *review;
} review_job;

/* ---- events ---- */

static void review_copy_event(const review_job *j, size_t i)
{
    const alea_event *from = &j->game->event[i];
    j->review->event[i] = (alea_review_event){.kind = from->kind,
                                              .seat = from->seat,
                                              .what = from->what,
                                              .best = from->what,
                                              .line = from->line,
                                              .turn = alea_game_turns(j->source->game, &from->before) + 1,
                                              .before = from->before};
}

/* ---- sums ---- */

/* The errors of positions in between cancel: the error of the total luck comes from the start and from the costs. */
static void review_count_event(alea_review *r, alea_review_event *e)
{
    ALEA_ASSERT(e->seat >= 0 && (unsigned)e->seat < r->players);
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
        e->grade = r->estimated ? alea__grade_estimated_luck(e->amount, e->error, r->scale)
                                : alea__grade_luck(e->amount, e->deviations, r->scale);
    } else {
        own->decisions += e->kind == ALEA_MOVED;
        own->forfeited |= e->kind == ALEA_FORFEITED;
        own->mistakes_error += e->error * e->error;
        for (unsigned i = 0; i < r->players; i++) r->seat[i].luck_error += e->error * e->error;
        e->grade = alea__grade_cost(e->amount, e->error, r->scale);
    }
    if (e->kind != ALEA_FORFEITED) own->grades[e->grade]++; /* a forfeit is no decision */
}

/* Sums up each seat and checks the identity: result = start + luck - mistakes + opponents' mistakes. */
static alea_status review_sum(alea_review *r, const double *result, alea_error *error)
{
    for (size_t i = 0; i < r->events; i++) review_count_event(r, &r->event[i]);
    for (unsigned i = 0; i < r->players; i++) {
        alea_review_seat *s = &r->seat[i];
        s->result = result[i];
        s->adjusted = s->result - r->sign * s->luck;
        s->luck_error = sqrt(s->luck_error);
        s->mistakes_error = sqrt(s->mistakes_error);
        double rest = s->result - (s->start + r->sign * (s->luck - s->mistakes + s->opponents_mistakes));
        if (fabs(rest) <= identity_limit * fmax(1, r->scale)) continue;
        return alea__fail(error, ALEA_E_REFUSED, REVIEW_SUM, r->number, rest, i);
    }
    return ALEA_OK;
}

/* Sums luck and mistakes by turn; events of one turn of a seat are adjacent. */
static alea_status review_group_turns(alea_review *r, alea_error *error)
{
    r->turn = alea__alloc_array(r->events + 1, sizeof *r->turn);
    if (!r->turn) return alea__out_of_memory(error);
    for (size_t i = 0; i < r->events; i++) {
        const alea_review_event *e = &r->event[i];
        alea_review_turn *t = r->turns > 0 ? &r->turn[r->turns - 1] : NULL;
        if (!t || t->turn != e->turn || t->seat != e->seat) {
            ALEA_ASSERT(r->turns < r->events);
            t = &r->turn[r->turns++];
            *t = (alea_review_turn){.turn = e->turn, .seat = e->seat, .value = e->value[e->seat]};
        }
        *(e->kind == ALEA_ROLLED ? &t->luck : &t->mistakes) += e->amount;
    }
    return ALEA_OK;
}

/* ---- kinds of decisions ---- */

/* "Two triples 3 5" is of the kind "Two triples"; numbers are grouped by whether they were too large or too small. */
static void review_name_kind(const alea_review *r, const alea_review_event *e, char out[48])
{
    const char *name = alea_game_move_name(r->game, e->what);
    if (*name && name[strspn(name, "0123456789")] == 0) {
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

/* The group of similar decisions by the same seat, created if necessary. NULL if memory runs out. */
static alea_review_kind *review_kind(alea_review *r, const alea_review_event *e)
{
    char name[48];
    review_name_kind(r, e, name);
    for (size_t i = 0; i < r->kinds; i++)
        if (r->kind[i].seat == e->seat && strcmp(r->kind[i].name, name) == 0) return &r->kind[i];
    alea_review_kind *more = alea__resize(r->kind, (r->kinds + 1) * sizeof *more);
    if (!more) return NULL;
    r->kind = more;
    r->kind[r->kinds] = (alea_review_kind){.seat = e->seat};
    memcpy(r->kind[r->kinds].name, name, sizeof name);
    return &r->kind[r->kinds++];
}

/* Counts decisions and their costs by kind. */
static alea_status review_group_kinds(alea_review *r, alea_error *error)
{
    for (size_t i = 0; i < r->events; i++) {
        const alea_review_event *e = &r->event[i];
        if (e->kind != ALEA_MOVED) continue;
        alea_review_kind *kind = review_kind(r, e);
        if (!kind) return alea__out_of_memory(error);
        kind->decisions++;
        kind->mistakes += e->amount > 0;
        kind->cost += e->amount;
    }
    return ALEA_OK;
}

/* ---- the public functions ---- */

/* The name of a game is a hash of all its events, so that it is the same in every record. */
static alea_status review_name_game(const review_job *j, alea_error *error)
{
    alea__text text = {0};
    const alea_record_game *g = j->game;
    alea__text_add(&text, "%s\n%s\n%" PRIu64 " %" PRIu64 " %d\n", j->record->game->spec,
                   j->record->game->sha256, j->record->seed, g->number, j->record->manual);
    for (unsigned seat = 0; seat < j->review->players; seat++)
        alea__text_add(&text, "%s\n", j->review->seat[seat].player);
    for (size_t i = 0; i < g->count; i++)
        alea__text_add(&text, "%d %d %" PRIu32 "\n", (int)g->event[i].kind, g->event[i].seat,
                       g->event[i].what);
    if (!text.failed) alea__sha256_hex(text.data, text.size, j->review->sha256);
    bool failed = text.failed;
    alea__text_free(&text);
    return failed ? alea__out_of_memory(error) : ALEA_OK;
}

/* Copies each seat's player: its spec as `player`, and its name for people (alea_player_name) as `name`; both are "?" if
   the record lacks one. The review frees them, also after a failure. */
static alea_status review_name_players(const review_job *j, alea_error *error)
{
    for (unsigned seat = 0; seat < j->review->players; seat++) {
        unsigned player = j->game->player[seat];
        const char *name = player < j->record->players ? j->record->player[player] : NULL;
        j->review->seat[seat].player = alea__copy_text(name ? name : "?");
        char shown[256] = "?";
        if (name) alea_player_name(j->record->player, j->record->players, player, shown, sizeof shown);
        j->review->seat[seat].name = alea__copy_text(shown);
        if (!j->review->seat[seat].player || !j->review->seat[seat].name) return alea__out_of_memory(error);
    }
    return ALEA_OK;
}

/* A review with the facts about the game and the source, without values; NULL if memory runs out. */
static alea_review *review_new(const review_job *j)
{
    alea_review *r = alea__alloc(sizeof *r);
    if (!r) return NULL;
    *r = (alea_review){.game = j->source->game,
                       .number = j->game->number,
                       .seed = j->record->seed,
                       .objective = j->source->objective,
                       .sign = j->source->sign,
                       .scale = j->source->scale,
                       .estimated = j->source->estimated,
                       .rollouts = j->source->rollouts,
                       .finished = j->game->finished,
                       .players = j->source->game->players,
                       .events = j->game->count};
    memcpy(r->why_estimated, j->source->why_estimated, sizeof r->why_estimated);
    memcpy(r->policy, j->source->policy_name, sizeof r->policy);
    r->event = alea__alloc_array(r->events + 1, sizeof *r->event);
    if (r->event) return r;
    alea__free(r);
    return NULL;
}

/* Fetches the values, walks through the game and adds up. The caller frees the review, also after a failure. */
static alea_status review_fill(const review_job *j, alea_error *error)
{
    alea_review *r = j->review;
    alea__game_values values = {0};
    alea_status status = review_name_players(j, error);
    if (status == ALEA_OK) status = review_name_game(j, error);
    if (status == ALEA_OK) status = alea__game_values_fetch(j->source, j->game, &values, error);
    for (size_t i = 0; i < j->game->count; i++) review_copy_event(j, i);
    if (status == ALEA_OK) status = alea__walk(r, &values, error);
    if (status == ALEA_OK) status = alea__game_values_weigh(j->source, &values, r, error);
    if (status == ALEA_OK) status = review_sum(r, values.position[r->events].value.seat, error);
    if (status == ALEA_OK) status = review_group_turns(r, error);
    if (status == ALEA_OK) status = review_group_kinds(r, error);
    alea__game_values_clear(&values);
    return status;
}

alea_status alea_review_game(alea_reviewer *reviewer, const alea_record *record, size_t index,
                             alea_review **out, alea_error *error)
{
    review_job j = {.record = record, .game = &record->played[index]};
    alea_status status = alea__source_for(reviewer, record->game, &j.source, error);
    if (status != ALEA_OK) return status;
    /* Estimates of different games are made with different dice. */
    j.source->seed = record->seed ^ (j.game->number + 1) * UINT64_C(0x9e3779b97f4a7c15);
    j.review = review_new(&j);
    if (!j.review) return alea__out_of_memory(error);
    status = review_fill(&j, error);
    if (status == ALEA_OK)
        *out = j.review;
    else
        alea_review_free(j.review);
    return status;
}

void alea_review_free(alea_review *review)
{
    if (!review) return;
    for (unsigned seat = 0; seat < review->players; seat++) {
        alea__free(review->seat[seat].player);
        alea__free(review->seat[seat].name);
    }
    alea__free(review->event);
    alea__free(review->turn);
    alea__free(review->kind);
    alea__free(review);
}
