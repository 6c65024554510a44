/* Reviews and the notebook as JSON; keys.json documents the keys. */
#include "base/assert.h"
#include "view/json/json.h"
#include "view/json/views.h"
#include "view/review_view.h"

#include <math.h>

/* ---- one event ---- */

/* An event with words as in the JSON; NaN for unknown values. */
typedef struct told_event {
    alea_review_event e;
    bool roll, move, either, forfeit;
    const alea_game *game;
    unsigned players;
    double value, values[ALEA_MAX_SEATS];
    const char *best, *chosen, *word;
    char state[256], position[256];
} told_event;

static json_t *event_faces(const void *told)
{
    const told_event *t = told;
    uint32_t faces[16];
    return alea__json_numbers(faces, alea_game_chance_faces(t->game, &t->e.before, t->e.what, faces));
}

static const char *const kind_words[] = {
    [ALEA_ROLLED] = "roll", [ALEA_MOVED] = "move", [ALEA_FORFEITED] = "forfeit"};

static const alea__json_field event_fields[] = {
    ALEA__CHOICE("kind", told_event, e.kind, kind_words),
    ALEA__FIELD("seat", told_event, e.seat),
    ALEA__FIELD("turn", told_event, e.turn),
    ALEA__FIELD("line", told_event, e.line),
    ALEA__FIELD("state", told_event, state),
    ALEA__FIELD("value", told_event, value),
    ALEA__ROW_OF("values", told_event, values, players),
    ALEA__FIELD_IF(roll, "luck", told_event, e.amount),
    ALEA__FIELD_IF(move, "cost", told_event, e.amount),
    ALEA__FIELD_IF(forfeit, "cost", told_event, e.amount),
    ALEA__FIELD_IF(either, "error", told_event, e.error),
    ALEA__FIELD_IF(roll, "deviations", told_event, e.deviations),
    ALEA__COMPUTED_IF(roll, "faces", told_event, event_faces),
    ALEA__FIELD_IF(move, "best", told_event, best),
    ALEA__FIELD_IF(move, "chosen", told_event, chosen),
    ALEA__FIELD_IF(move, "best_value", told_event, e.best_value),
    ALEA__FIELD_IF(move, "chosen_value", told_event, e.chosen_value),
    ALEA__FIELD_IF(move, "moves", told_event, e.moves),
    ALEA__FIELD("word", told_event, word),
    ALEA__FIELD("position", told_event, position),
    ALEA__FIELDS_END,
};

/* An event of a review. Unknown values, such as that after a game was cut off, are null. */
static json_t *review_event(const alea_review *r, const alea_review_event *e)
{
    told_event t = {.e = *e,
                    .roll = e->kind == ALEA_ROLLED,
                    .move = e->kind == ALEA_MOVED,
                    .either = e->kind != ALEA_FORFEITED,
                    .forfeit = e->kind == ALEA_FORFEITED,
                    .game = r->game,
                    .players = r->players,
                    .value = e->known ? e->value[e->seat] : NAN,
                    .word = e->grade ? alea_grade_name(e->grade) : NULL};
    alea_game_describe(r->game, &e->before, t.state, sizeof t.state);
    alea_game_position(r->game, &e->before, t.position, sizeof t.position);
    for (unsigned i = 0; i < r->players; i++) t.values[i] = e->known ? e->value[i] : NAN;
    if (e->deviations == 0) t.e.deviations = NAN;
    if (t.move) {
        t.chosen = alea_game_move_name(r->game, e->what);
        t.best = e->known ? alea_game_move_name(r->game, e->best) : NULL;
        if (!e->known) t.e.amount = t.e.best_value = t.e.chosen_value = NAN;
    }
    return alea__json_object(event_fields, &t);
}

/* ---- sums ---- */

typedef struct told_seat {
    unsigned seat;
    alea_review_seat s;
} told_seat;

static const alea__json_field seat_fields[] = {
    ALEA__FIELD("seat", told_seat, seat),
    ALEA__FIELD("player", told_seat, s.player),
    ALEA__FIELD("result", told_seat, s.result),
    ALEA__FIELD("start", told_seat, s.start),
    ALEA__FIELD("luck", told_seat, s.luck),
    ALEA__FIELD("mistakes", told_seat, s.mistakes),
    ALEA__FIELD("opponents_mistakes", told_seat, s.opponents_mistakes),
    ALEA__FIELD("adjusted", told_seat, s.adjusted),
    ALEA__FIELD("own_luck", told_seat, s.own_luck),
    ALEA__FIELD("luck_error", told_seat, s.luck_error),
    ALEA__FIELD("mistakes_error", told_seat, s.mistakes_error),
    ALEA__FIELD("rolls", told_seat, s.rolls),
    ALEA__FIELD("decisions", told_seat, s.decisions),
    ALEA__FIELD("inaccuracies", told_seat, s.grades[ALEA_INACCURACY]),
    ALEA__FIELD("mistaken", told_seat, s.grades[ALEA_MISTAKE]),
    ALEA__FIELD("blunders", told_seat, s.grades[ALEA_BLUNDER]),
    ALEA__FIELD("forfeited", told_seat, s.forfeited),
    ALEA__FIELDS_END,
};

static const alea__json_field turn_fields[] = {
    ALEA__FIELD("turn", alea_review_turn, turn),         ALEA__FIELD("seat", alea_review_turn, seat),
    ALEA__FIELD("value", alea_review_turn, value),       ALEA__FIELD("luck", alea_review_turn, luck),
    ALEA__FIELD("mistakes", alea_review_turn, mistakes), ALEA__FIELDS_END,
};

static const alea__json_field kind_fields[] = {
    ALEA__FIELD("name", alea_review_kind, name),
    ALEA__FIELD("seat", alea_review_kind, seat),
    ALEA__FIELD("decisions", alea_review_kind, decisions),
    ALEA__FIELD("mistakes", alea_review_kind, mistakes),
    ALEA__FIELD("cost", alea_review_kind, cost),
    ALEA__FIELDS_END,
};

/* ---- the worst ---- */

typedef struct told_reason {
    alea_reason why;
    const char *prospect;
} told_reason;

static const alea__json_field reason_fields[] = {
    ALEA__FIELD("name", told_reason, why.name),
    ALEA__FIELD("value", told_reason, why.value),
    ALEA__FIELD("better", told_reason, why.better),
    ALEA__FIELD("better_value", told_reason, why.better_value),
    ALEA__FIELD("worse", told_reason, why.worse),
    ALEA__FIELD("worse_value", told_reason, why.worse_value),
    ALEA__FIELD("prospect", told_reason, prospect),
    ALEA__FIELDS_END,
};

static json_t *worst_reason(const alea_reason *why)
{
    told_reason t = {*why, why->prospect[0] ? why->prospect : NULL};
    if (!why->rolls) t.why.better = t.why.worse = NAN;
    if (!(t.why.better > 0)) t.why.better_value = NAN;
    if (!(t.why.worse > 0)) t.why.worse_value = NAN;
    return alea__json_object(reason_fields, &t);
}

/* The most expensive decisions with reasons, as an array in *out. Fails as alea_review_explain does. */
static alea_status review_worst(const alea_view_reviewed *given, size_t index, json_t **out,
                                alea_error *error)
{
    const alea_review *r = given->review[index];
    size_t events[2 * ALEA__WORST],
        count = alea_review_find_worst(r, alea__seats_told(given, index), events, 2 * ALEA__WORST);
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++) {
        alea_reason why[2];
        char sentences[ALEA__SENTENCES];
        alea_status status = alea_review_explain(given->reviewer, r, events[i], why, error);
        if (status != ALEA_OK) {
            json_decref(list);
            return status;
        }
        ALEA_ASSERT(events[i] < r->events);
        alea_review_explanation(r, events[i], why, sentences, sizeof sentences);
        alea__json o = alea__json_start();
        alea__json_put(&o, "event", json_integer((json_int_t)events[i]));
        alea__json_put(&o, "why", alea__json_text(sentences));
        alea__json_put(&o, "best", worst_reason(&why[0]));
        alea__json_put(&o, "chosen", worst_reason(&why[1]));
        list = alea__json_append(list, alea__json_end(&o));
    }
    *out = list;
    return ALEA_OK;
}

/* ---- a game ---- */

/* A review, with what its JSON has in words; what only an estimate has is NULL or 0 of an exact one. */
typedef struct told_review {
    const char *game, *file, *why_estimated, *policy;
    alea_review r;
    bool exact, less_is_better;
} told_review;

static json_t *review_seats(const void *told)
{
    const alea_review *r = &((const told_review *)told)->r;
    json_t *seats = json_array();
    for (unsigned i = 0; i < r->players; i++)
        seats = alea__json_append(seats, alea__json_object(seat_fields, &(told_seat){i, r->seat[i]}));
    return seats;
}

static json_t *review_event_list(const void *told)
{
    const alea_review *r = &((const told_review *)told)->r;
    json_t *events = json_array();
    for (size_t i = 0; i < r->events; i++) events = alea__json_append(events, review_event(r, &r->event[i]));
    return events;
}

static const alea__json_field review_fields[] = {
    ALEA__FIELD("game", told_review, game),
    ALEA__FIELD("record", told_review, file),
    ALEA__FIELD("number", told_review, r.number),
    ALEA__FIELD("sha256", told_review, r.sha256),
    ALEA__FIELD_AS("objective", ALEA__JSON_OBJECTIVE, told_review, r.objective),
    ALEA__FIELD("exact", told_review, exact),
    ALEA__FIELD("why_estimated", told_review, why_estimated),
    ALEA__FIELD_AS("rollouts", ALEA__JSON_SOME, told_review, r.rollouts),
    ALEA__FIELD("policy", told_review, policy),
    ALEA__FIELD("less_is_better", told_review, less_is_better),
    ALEA__FIELD("scale", told_review, r.scale),
    ALEA__FIELD("finished", told_review, r.finished),
    ALEA__COMPUTED("seats", review_seats),
    ALEA__COMPUTED("events", review_event_list),
    ALEA__STRUCTS("turns", told_review, r.turn, r.turns, turn_fields),
    ALEA__STRUCTS("kinds", told_review, r.kind, r.kinds, kind_fields),
    ALEA__FIELDS_END,
};

/* The object of one review in *out, or NULL in it when memory failed, which its parent notices. */
static alea_status review_one_game(const alea_view_reviewed *given, size_t index, json_t **out,
                                   alea_error *error)
{
    json_t *mistakes;
    const alea_review *r = given->review[index];
    alea_status status = review_worst(given, index, &mistakes, error);
    if (status != ALEA_OK) return status;
    told_review told = {.game = alea_game_spec(r->game),
                        .file = given->file ? given->file[index] : NULL,
                        .r = *r,
                        .exact = !r->estimated,
                        .less_is_better = r->sign < 0};
    told.why_estimated = r->estimated ? r->why_estimated : NULL;
    told.policy = r->estimated ? r->policy : NULL;
    told.r.rollouts = r->estimated ? r->rollouts : 0;
    alea__json o = alea__json_start();
    alea__json_put_fields(&o, review_fields, &told);
    alea__json_put(&o, "worst", mistakes);
    *out = alea__json_end(&o);
    return ALEA_OK;
}

/* All reviews, in the order in which they were given. */
alea_status alea__reviews_json(const alea_view_reviewed *given, char **out, alea_error *error)
{
    json_t *games = json_array();
    for (size_t i = 0; i < given->count; i++) {
        json_t *one;
        alea_status status = review_one_game(given, i, &one, error);
        if (status != ALEA_OK) {
            json_decref(games);
            return status;
        }
        games = alea__json_append(games, one);
    }
    alea__json all = alea__json_start();
    alea__json_put(&all, "games", games);
    return alea__json_finish(&all, out, error);
}

/* ---- the notebook ---- */

static json_t *trend_from(const void *trend)
{
    char text[16];
    return alea__json_text(alea__date_text(text, ((const alea_notebook_trend *)trend)->from));
}

static const alea__json_field trend_fields[] = {
    ALEA__FIELD("player", alea_notebook_trend, player),
    ALEA__FIELD("game", alea_notebook_trend, game),
    ALEA__FIELD_AS("objective", ALEA__JSON_OBJECTIVE, alea_notebook_trend, objective),
    ALEA__COMPUTED("from", trend_from),
    ALEA__FIELD("games", alea_notebook_trend, games),
    ALEA__FIELD("decisions", alea_notebook_trend, decisions),
    ALEA__FIELD("cost", alea_notebook_trend, cost),
    ALEA__FIELD("error", alea_notebook_trend, error),
    ALEA__FIELD("luck", alea_notebook_trend, luck),
    ALEA__FIELDS_END,
};

static json_t *entry_kept(const void *entry)
{
    char text[16];
    return alea__json_text(alea__date_text(text, ((const alea_notebook_entry *)entry)->when));
}

static const alea__json_field entry_fields[] = {
    ALEA__COMPUTED("kept", entry_kept),
    ALEA__FIELD("game", alea_notebook_entry, game),
    ALEA__FIELD("player", alea_notebook_entry, player),
    ALEA__FIELD_AS("objective", ALEA__JSON_OBJECTIVE, alea_notebook_entry, objective),
    ALEA__FIELD("seat", alea_notebook_entry, seat),
    ALEA__FIELD("result", alea_notebook_entry, result),
    ALEA__FIELD("start", alea_notebook_entry, start),
    ALEA__FIELD("luck", alea_notebook_entry, luck),
    ALEA__FIELD("mistakes", alea_notebook_entry, mistakes),
    ALEA__FIELD("opponents_mistakes", alea_notebook_entry, opponents_mistakes),
    ALEA__FIELD("adjusted", alea_notebook_entry, adjusted),
    ALEA__FIELD("decisions", alea_notebook_entry, decisions),
    ALEA__FIELD("inaccuracies", alea_notebook_entry, inaccuracies),
    ALEA__FIELD("mistaken", alea_notebook_entry, mistaken),
    ALEA__FIELD("blunders", alea_notebook_entry, blunders),
    ALEA__FIELDS_END,
};

static const alea__json_field history_fields[] = {
    ALEA__FIELD("games", alea_notebook_history, games),
    ALEA__FIELD("cards", alea_notebook_history, cards),
    ALEA__FIELD("due", alea_notebook_history, due),
    ALEA__STRUCTS("trends", alea_notebook_history, trend, trends, trend_fields),
    ALEA__STRUCTS("entries", alea_notebook_history, entry, entries, entry_fields),
    ALEA__FIELDS_END,
};

alea_status alea__notebook_json(const alea_notebook_history *h, char **out, alea_error *error)
{
    return alea__json_write(history_fields, h, out, error);
}
