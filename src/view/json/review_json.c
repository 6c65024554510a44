/* Reviews and the notebook as JSON; the keys are in alea/view.h. */
#include "base/error.h"
#include "view/json/json.h"
#include "view/json/views.h"
#include "view/review_view.h"

#include <math.h>

static json_t *known(bool is_known, double value)
{
    return is_known ? alea__json_real(value) : json_null();
}

/* ---- one event ---- */

static json_t *word(alea_grade grade)
{
    return grade ? json_string(alea_grade_name(grade)) : json_null();
}

static json_t *faces_of(const alea_review *r, const alea_review_event *e)
{
    uint32_t faces[16];
    json_t *list = json_array();
    unsigned count = alea_game_chance_faces(r->game, &e->before, e->what, faces);
    for (unsigned i = 0; i < count; i++) list = alea__json_append(list, json_integer(faces[i]));
    return list;
}

static json_t *values_of(const alea_review *r, const alea_review_event *e)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < r->players; i++) list = alea__json_append(list, known(e->known, e->value[i]));
    return list;
}

static void put_roll(alea__json *o, const alea_review *r, const alea_review_event *e)
{
    alea__json_put(o, "luck", alea__json_real(e->amount));
    alea__json_put(o, "error", alea__json_real(e->error));
    alea__json_put(o, "deviations", known(e->deviations != 0, e->deviations));
    alea__json_put(o, "faces", faces_of(r, e));
}

static void put_move(alea__json *o, const alea_review *r, const alea_review_event *e)
{
    alea__json_put(o, "cost", known(e->known, e->amount));
    alea__json_put(o, "error", alea__json_real(e->error));
    alea__json_put(o, "best",
                   e->known ? alea__json_text(alea_game_move_name(r->game, e->best)) : json_null());
    alea__json_put(o, "chosen", alea__json_text(alea_game_move_name(r->game, e->what)));
    alea__json_put(o, "best_value", known(e->known, e->best_value));
    alea__json_put(o, "chosen_value", known(e->known, e->chosen_value));
    alea__json_put(o, "moves", json_integer(e->moves));
}

static json_t *event(const alea_review *r, const alea_review_event *e)
{
    static const char *const kinds[] = {
        [ALEA_ROLLED] = "roll", [ALEA_MOVED] = "move", [ALEA_FORFEITED] = "forfeit"};
    char state[256];
    alea__json o = alea__json_start();
    alea_game_describe(r->game, &e->before, state, sizeof state);
    alea__json_put(&o, "kind", json_string(kinds[e->kind]));
    alea__json_put(&o, "seat", json_integer(e->seat));
    alea__json_put(&o, "turn", json_integer(e->turn));
    alea__json_put(&o, "line", alea__json_count(e->line));
    alea__json_put(&o, "state", alea__json_text(state));
    alea__json_put(&o, "value", known(e->known, e->value[e->seat]));
    alea__json_put(&o, "values", values_of(r, e));
    if (e->kind == ALEA_ROLLED) put_roll(&o, r, e);
    if (e->kind == ALEA_MOVED) put_move(&o, r, e);
    if (e->kind == ALEA_FORFEITED) alea__json_put(&o, "cost", alea__json_real(e->amount));
    alea__json_put(&o, "word", word(e->grade));
    return alea__json_end(&o);
}

/* ---- sums ---- */

static json_t *seat(const alea_review_seat *s, unsigned index)
{
    alea__json o = alea__json_start();
    alea__json_put(&o, "seat", json_integer(index));
    alea__json_put(&o, "player", alea__json_text(s->player));
    alea__json_put(&o, "result", alea__json_real(s->result));
    alea__json_put(&o, "start", alea__json_real(s->start));
    alea__json_put(&o, "luck", alea__json_real(s->luck));
    alea__json_put(&o, "mistakes", alea__json_real(s->mistakes));
    alea__json_put(&o, "opponents_mistakes", alea__json_real(s->opponents_mistakes));
    alea__json_put(&o, "adjusted", alea__json_real(s->adjusted));
    alea__json_put(&o, "own_luck", alea__json_real(s->own_luck));
    alea__json_put(&o, "luck_error", alea__json_real(s->luck_error));
    alea__json_put(&o, "mistakes_error", alea__json_real(s->mistakes_error));
    alea__json_put(&o, "rolls", alea__json_count(s->rolls));
    alea__json_put(&o, "decisions", alea__json_count(s->decisions));
    alea__json_put(&o, "inaccuracies", alea__json_count(s->grades[ALEA_INACCURACY]));
    alea__json_put(&o, "mistaken", alea__json_count(s->grades[ALEA_MISTAKE]));
    alea__json_put(&o, "blunders", alea__json_count(s->grades[ALEA_BLUNDER]));
    alea__json_put(&o, "forfeited", json_boolean(s->forfeited));
    return alea__json_end(&o);
}

static json_t *turn(const alea_review_turn *t)
{
    alea__json o = alea__json_start();
    alea__json_put(&o, "turn", json_integer(t->turn));
    alea__json_put(&o, "seat", json_integer(t->seat));
    alea__json_put(&o, "value", alea__json_real(t->value));
    alea__json_put(&o, "luck", alea__json_real(t->luck));
    alea__json_put(&o, "mistakes", alea__json_real(t->mistakes));
    return alea__json_end(&o);
}

static json_t *kind(const alea_review_kind *k)
{
    alea__json o = alea__json_start();
    alea__json_put(&o, "name", alea__json_text(k->name));
    alea__json_put(&o, "seat", json_integer(k->seat));
    alea__json_put(&o, "decisions", alea__json_count(k->decisions));
    alea__json_put(&o, "mistakes", alea__json_count(k->mistakes));
    alea__json_put(&o, "cost", alea__json_real(k->cost));
    return alea__json_end(&o);
}

/* ---- the worst ---- */

static json_t *reason(const alea_reason *why)
{
    alea__json o = alea__json_start();
    alea__json_put(&o, "name", alea__json_text(why->name));
    alea__json_put(&o, "value", alea__json_real(why->value));
    alea__json_put(&o, "better", known(why->rolls, why->better));
    alea__json_put(&o, "better_value", known(why->rolls && why->better > 0, why->better_value));
    alea__json_put(&o, "worse", known(why->rolls, why->worse));
    alea__json_put(&o, "worse_value", known(why->rolls && why->worse > 0, why->worse_value));
    alea__json_put(&o, "prospect", why->prospect[0] ? alea__json_text(why->prospect) : json_null());
    return alea__json_end(&o);
}

static alea_status worst(const alea_view_reviewed *given, size_t index, json_t **out, alea_error *error)
{
    const alea_review *r = given->review[index];
    size_t events[2 * ALEA__WORST],
        count = alea_review_worst(r, alea__seats_told(given, index), events, 2 * ALEA__WORST);
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++) {
        alea_reason why[2];
        char sentences[ALEA__SENTENCES];
        alea_status status = alea_review_why(given->reviewer, r, events[i], why, error);
        if (status != ALEA_OK) {
            json_decref(list);
            return status;
        }
        alea_review_sentence(r, events[i], why, sentences, sizeof sentences);
        alea__json o = alea__json_start();
        alea__json_put(&o, "event", json_integer((json_int_t)events[i]));
        alea__json_put(&o, "why", alea__json_text(sentences));
        alea__json_put(&o, "best", reason(&why[0]));
        alea__json_put(&o, "chosen", reason(&why[1]));
        list = alea__json_append(list, alea__json_end(&o));
    }
    *out = list;
    return ALEA_OK;
}

/* ---- a game ---- */

static void put_about(alea__json *o, const alea_review *r, const char *file)
{
    alea__json_put(o, "game", alea__json_text(alea_game_spec(r->game)));
    alea__json_put(o, "record", alea__json_text(file));
    alea__json_put(o, "number", alea__json_count(r->number));
    alea__json_put(o, "sha256", json_string(r->sha256));
    alea__json_put(o, "objective", json_string(alea_objective_name(r->objective)));
    alea__json_put(o, "exact", json_boolean(!r->estimated));
    alea__json_put(o, "why_estimated", r->estimated ? alea__json_text(r->why_estimated) : json_null());
    alea__json_put(o, "rollouts", r->estimated ? alea__json_count(r->rollouts) : json_null());
    alea__json_put(o, "policy", r->estimated ? alea__json_text(r->policy) : json_null());
    alea__json_put(o, "less_is_better", json_boolean(r->sign < 0));
    alea__json_put(o, "scale", alea__json_real(r->scale));
    alea__json_put(o, "finished", json_boolean(r->finished));
}

static void put_lists(alea__json *o, const alea_review *r)
{
    json_t *seats = json_array(), *events = json_array(), *turns = json_array(), *kinds = json_array();
    for (unsigned i = 0; i < r->players; i++) seats = alea__json_append(seats, seat(&r->seat[i], i));
    for (size_t i = 0; i < r->events; i++) events = alea__json_append(events, event(r, &r->event[i]));
    for (size_t i = 0; i < r->turns; i++) turns = alea__json_append(turns, turn(&r->turn[i]));
    for (size_t i = 0; i < r->kinds; i++) kinds = alea__json_append(kinds, kind(&r->kind[i]));
    alea__json_put(o, "seats", seats);
    alea__json_put(o, "events", events);
    alea__json_put(o, "turns", turns);
    alea__json_put(o, "kinds", kinds);
}

static alea_status game(const alea_view_reviewed *given, size_t index, json_t **out, alea_error *error)
{
    json_t *mistakes;
    const alea_review *r = given->review[index];
    alea_status status = worst(given, index, &mistakes, error);
    if (status != ALEA_OK) return status;
    alea__json o = alea__json_start();
    put_about(&o, r, given->file ? given->file[index] : NULL);
    put_lists(&o, r);
    alea__json_put(&o, "worst", mistakes);
    *out = alea__json_end(&o);
    return ALEA_OK;
}

alea_status alea__reviews_json(const alea_view_reviewed *given, char **out, alea_error *error)
{
    json_t *games = json_array();
    for (size_t i = 0; i < given->count; i++) {
        json_t *one;
        alea_status status = game(given, i, &one, error);
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

static json_t *date(int64_t when)
{
    char text[16];
    return json_string(alea__date_text(text, when));
}

static json_t *trend(const alea_notebook_trend *t)
{
    alea__json o = alea__json_start();
    alea__json_put(&o, "player", alea__json_text(t->player));
    alea__json_put(&o, "game", alea__json_text(t->game));
    alea__json_put(&o, "objective", json_string(alea_objective_name(t->objective)));
    alea__json_put(&o, "from", date(t->from));
    alea__json_put(&o, "games", alea__json_count(t->games));
    alea__json_put(&o, "decisions", alea__json_count(t->decisions));
    alea__json_put(&o, "cost", alea__json_real(t->cost));
    alea__json_put(&o, "error", alea__json_real(t->error));
    alea__json_put(&o, "luck", alea__json_real(t->luck));
    return alea__json_end(&o);
}

static json_t *entry(const alea_notebook_entry *e)
{
    alea__json o = alea__json_start();
    alea__json_put(&o, "kept", date(e->when));
    alea__json_put(&o, "game", alea__json_text(e->game));
    alea__json_put(&o, "player", alea__json_text(e->player));
    alea__json_put(&o, "objective", json_string(alea_objective_name(e->objective)));
    alea__json_put(&o, "seat", json_integer(e->seat));
    alea__json_put(&o, "result", alea__json_real(e->result));
    alea__json_put(&o, "start", alea__json_real(e->start));
    alea__json_put(&o, "luck", alea__json_real(e->luck));
    alea__json_put(&o, "mistakes", alea__json_real(e->mistakes));
    alea__json_put(&o, "opponents_mistakes", alea__json_real(e->opponents_mistakes));
    alea__json_put(&o, "adjusted", alea__json_real(e->adjusted));
    alea__json_put(&o, "decisions", alea__json_count(e->decisions));
    alea__json_put(&o, "inaccuracies", alea__json_count(e->inaccuracies));
    alea__json_put(&o, "mistaken", alea__json_count(e->mistaken));
    alea__json_put(&o, "blunders", alea__json_count(e->blunders));
    return alea__json_end(&o);
}

alea_status alea__notebook_json(const alea_notebook_history *h, char **out, alea_error *error)
{
    json_t *trends = json_array(), *entries = json_array();
    for (size_t i = 0; i < h->trends; i++) trends = alea__json_append(trends, trend(&h->trend[i]));
    for (size_t i = 0; i < h->entries; i++) entries = alea__json_append(entries, entry(&h->entry[i]));
    alea__json o = alea__json_start();
    alea__json_put(&o, "games", alea__json_count(h->games));
    alea__json_put(&o, "cards", alea__json_count(h->cards));
    alea__json_put(&o, "due", alea__json_count(h->due));
    alea__json_put(&o, "trends", trends);
    alea__json_put(&o, "entries", entries);
    return alea__json_finish(&o, out, error);
}
