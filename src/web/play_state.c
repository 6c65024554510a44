/* The state of a game that people play, as JSON; web/engine/interface.ts explains the keys. */
#include "base/memory.h"
#include "web/answer.h"
#include "web/play.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Sets a value, which is missing if memory ran out. */
static void state_put(json_t *object, const char *key, json_t *value)
{
    json_object_set_new(object, key, value ? value : json_null());
}

/* A text that may have any bytes. */
static json_t *state_text(const char *text)
{
    json_t *made = text ? json_string(text) : json_null();
    return made ? made : json_string(cmd_show(text).text);
}

/* ---- events ---- */

/* The name of the move, or of an outcome that is not a roll of dice; NULL: it has none. */
static const char *state_event_name(const alea_game *game, const alea_event *e)
{
    const char *name = e->kind == ALEA_MOVED ? alea_game_move_name(game, e->what) : NULL;
    uint32_t named = 0;
    if (e->kind != ALEA_ROLLED || alea_game_rolls_dice(game, &e->before)) return name;
    for (size_t i = 0; (name = alea_game_chance_name(game, &e->before, i, &named)) && named != e->what;) i++;
    return name;
}

/* The event, in words and numbers. Luck and cost are not known yet. */
static json_t *state_event(web_play *p, const alea_event *e)
{
    static const char *const kinds[] = {
        [ALEA_ROLLED] = "roll", [ALEA_MOVED] = "move", [ALEA_FORFEITED] = "forfeit"};
    char told[1000] = "";
    uint32_t face[16];
    const bool rolled = e->kind == ALEA_ROLLED;
    const unsigned count = rolled ? alea_game_chance_faces(p->game, &e->before, e->what, face) : 0;
    json_t *faces = rolled ? json_array() : json_null();
    for (unsigned i = 0; i < count; i++) json_array_append_new(faces, json_integer(face[i]));
    const char *names[ALEA_MAX_SEATS] = {NULL};
    json_t *event = json_object();
    for (unsigned seat = 0; seat < p->players; seat++) names[seat] = web_play_in_seat(p, seat)->name;
    if (e->kind != ALEA_FORFEITED) alea_game_narrate(p->game, &e->before, e->what, names, told, sizeof told);
    state_put(event, "kind", json_string(kinds[e->kind]));
    state_put(event, "seat", json_integer(e->seat));
    state_put(event, "turn", json_integer((json_int_t)alea_game_turns(p->game, &e->before) + 1));
    state_put(event, "faces", faces);
    state_put(event, "move", e->kind == ALEA_MOVED ? json_integer(e->what) : json_null());
    state_put(event, "name", state_text(state_event_name(p->game, e)));
    state_put(event, "told", state_text(e->kind == ALEA_FORFEITED && e->text ? e->text : told));
    state_put(event, "luck", json_null());
    state_put(event, "cost", json_null());
    return event;
}

bool web_play_tell(web_play *p, const char *extra, json_t *value)
{
    size_t count;
    const alea_event *event = alea_session_events(p->session, &count);
    while (json_array_size(p->events) > count) json_array_remove(p->events, json_array_size(p->events) - 1);
    for (size_t i = json_array_size(p->events); i < count; i++)
        if (json_array_append_new(p->events, state_event(p, &event[i])) != 0) break;
    if (json_array_size(p->events) != count) {
        json_decref(value);
        return false;
    }
    if (extra && count > 0 && value) json_object_set_new(json_array_get(p->events, count - 1), extra, value);
    return true;
}

json_t *web_play_cost(const alea_review_answer *all, uint32_t move)
{
    const alea_answer *answer = &all->answer;
    const unsigned i = coach_find(answer, move);
    if (!all->known || i == answer->count) return json_null();
    return json_pack("{s:f, s:f, s:s, s:o}", "amount", all->cost[i].amount, "error", all->cost[i].error,
                     "grade", alea_grade_name(all->cost[i].grade), "best",
                     state_text(answer->move[answer->best].name));
}

/* ---- the players ---- */

/* The players in the order in which they were named. */
static json_t *state_players(const web_play *p)
{
    static const char *const kinds[] = {[PLAY_HUMAN] = "human", [PLAY_GRADED] = "graded", [PLAY_BOT] = "bot"};
    json_t *array = json_array();
    for (unsigned i = 0; i < p->players; i++) {
        const play_player *player = &p->player[i];
        json_t *one = json_object();
        state_put(one, "name", state_text(player->name));
        state_put(one, "spec", state_text(alea_session_player(p->session, i)));
        state_put(one, "kind", json_string(kinds[player->kind]));
        state_put(one, "strength", player->kind == PLAY_GRADED ? json_real(player->strength) : json_null());
        json_array_append_new(array, one);
    }
    return array;
}

/* A number of the session for each player or seat. */
static json_t *state_numbers(const web_play *p, unsigned (*number)(const alea_session *, unsigned))
{
    json_t *array = json_array();
    for (unsigned i = 0; i < p->players; i++)
        json_array_append_new(array, json_integer(number(p->session, i)));
    return array;
}

/* Seats of people who have made a decision. */
static json_t *state_undo(web_play *p)
{
    size_t count;
    unsigned seats = 0;
    json_t *array = json_array();
    const alea_event *event = alea_session_events(p->session, &count);
    if (alea_game_to_move(p->game, alea_session_state(p->session)) == ALEA_OVER) return array;
    for (size_t i = 0; i < count; i++)
        if (event[i].kind == ALEA_MOVED && event[i].seat >= 0) seats |= 1u << event[i].seat;
    for (unsigned seat = 0; seat < p->players; seat++)
        if (seats >> seat & 1 && web_play_in_seat(p, seat)->kind == PLAY_HUMAN)
            json_array_append_new(array, json_integer(seat));
    return array;
}

/* ---- the position ---- */

/* The facts about a seat that people look at; appends its score, or null, to `scores`. */
static json_t *state_facts(const web_play *p, unsigned seat, json_t *scores)
{
    alea_fact fact;
    json_t *array = json_array(), *score = NULL;
    for (size_t i = 0; alea_game_fact(p->game, alea_session_state(p->session), seat, i, &fact); i++) {
        char *end;
        const long long number = strtoll(fact.value, &end, 10);
        if (!score && strcmp(fact.label, "score") == 0 && end != fact.value) score = json_integer(number);
        json_array_append_new(array,
                              json_pack("{s:s, s:o}", "label", fact.label, "value", state_text(fact.value)));
    }
    json_array_append_new(scores, score ? score : json_null());
    return array;
}

/* The legal moves with their names and remarks. */
static json_t *state_moves(const web_play *p)
{
    const alea_state *now = alea_session_state(p->session);
    const unsigned count = alea_game_move_count(p->game, now);
    json_t *array = json_array();
    for (unsigned i = 0; i < count; i++) {
        char remark[200] = "";
        const uint32_t move = alea_game_move(p->game, now, i);
        alea_game_move_remark(p->game, now, move, remark, sizeof remark);
        json_array_append_new(array, json_pack("{s:I, s:o, s:o}", "move", (json_int_t)move, "name",
                                               state_text(alea_game_move_name(p->game, move)), "remark",
                                               state_text(remark)));
    }
    return array;
}

static json_t *state_shortlist(const web_play *p)
{
    enum { MOST = 64 };
    uint32_t move[MOST];
    const unsigned count = alea_game_shortlist(p->game, alea_session_state(p->session), move, MOST);
    json_t *array = count ? json_array() : json_null();
    for (unsigned i = 0; i < count; i++) json_array_append_new(array, json_integer(move[i]));
    return array;
}

/* The attempts of a seat: points by row, null for rows left. */
static json_t *state_marks(const web_play *p, unsigned seat, size_t rows)
{
    size_t count;
    const alea_event *event = alea_session_events(p->session, &count);
    json_t *marks = json_array();
    for (size_t i = 0; i < rows; i++) json_array_append_new(marks, json_null());
    for (size_t i = 0; i < count; i++) {
        int64_t points;
        if (event[i].seat != (int)seat || event[i].kind == ALEA_FORFEITED) continue;
        const int row = alea_game_sheet_attempt(p->game, &event[i].before, event[i].what, &points);
        if (row >= 0) json_array_set_new(marks, (size_t)row, json_integer(points));
    }
    return marks;
}

/* The rows of the score sheet and the attempts of each seat; null if there is no sheet. */
static json_t *state_sheet(const web_play *p)
{
    alea_sheet_row row;
    json_t *rows = json_array(), *marks = json_array();
    for (size_t i = 0; alea_game_sheet_row(p->game, i, &row); i++)
        json_array_append_new(rows, json_pack("{s:o, s:o, s:o}", "name", state_text(row.name), "contents",
                                              state_text(row.contents), "points", state_text(row.points)));
    for (unsigned seat = 0; seat < p->players; seat++)
        json_array_append_new(marks, state_marks(p, seat, json_array_size(rows)));
    if (json_array_size(rows) > 0) return json_pack("{s:o, s:o}", "rows", rows, "marks", marks);
    json_decref(rows);
    json_decref(marks);
    return json_null();
}

/* The result; null before the end of the game. */
static json_t *state_outcome(const web_play *p)
{
    alea_outcome o;
    json_t *scores = json_array(), *money = json_array();
    if (alea_game_outcome(p->game, alea_session_state(p->session), &o, NULL) != ALEA_OK) {
        json_decref(scores);
        json_decref(money);
        return json_null();
    }
    for (unsigned seat = 0; seat < p->players; seat++) {
        json_array_append_new(scores, json_integer(o.score[seat]));
        json_array_append_new(money, json_integer(o.money[seat]));
    }
    return json_pack("{s:o, s:b, s:I, s:o, s:o}", "winner",
                     o.winner < 0 ? json_null() : json_integer(o.winner), "unfinished", o.unfinished, "turns",
                     (json_int_t)o.turns, "scores", scores, "money", money);
}

/* All that depends on the position. */
static void state_put_position(json_t *state, web_play *p)
{
    char words[500], position[500];
    uint32_t sides = 0;
    const alea_state *now = alea_session_state(p->session);
    const int turn_of = alea_game_turn_of(p->game, now), mover = alea_game_to_move(p->game, now);
    const char *waits = mover == ALEA_OVER                                         ? "over"
                        : mover == ALEA_CHANCE                                     ? "dice"
                        : web_play_in_seat(p, (unsigned)mover)->kind == PLAY_HUMAN ? "person"
                                                                                   : "computer";
    const unsigned dice = alea_session_dice(p->session, &sides);
    const char *question = alea_game_question(p->game);
    json_t *facts = json_array(), *scores = json_array();
    alea_game_describe(p->game, now, words, sizeof words);
    alea_game_position(p->game, now, position, sizeof position);
    state_put(state, "waits", json_string(waits));
    state_put(state, "seat", turn_of < 0 ? json_null() : json_integer(turn_of));
    state_put(state, "turn", json_integer((json_int_t)alea_game_turns(p->game, now) + (turn_of >= 0)));
    state_put(state, "dice",
              dice ? json_pack("{s:i, s:I}", "count", (int)dice, "sides", (json_int_t)sides) : json_null());
    state_put(state, "words", state_text(words));
    state_put(state, "position", state_text(position));
    for (unsigned seat = 0; seat < p->players; seat++)
        json_array_append_new(facts, state_facts(p, seat, scores));
    state_put(state, "scores", scores);
    state_put(state, "facts", facts);
    state_put(state, "question", state_text(question));
    state_put(state, "moves", state_moves(p));
    state_put(state, "shortlist", state_shortlist(p));
    state_put(state, "sheet", state_sheet(p));
}

/* The record's file, as a text. */
static json_t *state_record(const web_play *p)
{
    json_t *text = NULL;
    FILE *file = fopen(p->record, "rb");
    if (!file) return NULL;
    fseek(file, 0, SEEK_END);
    const long size = ftell(file);
    rewind(file);
    char *bytes = size >= 0 ? alea__alloc_bare((size_t)size + 1, 1) : NULL;
    if (bytes && fread(bytes, 1, (size_t)size, file) == (size_t)size)
        text = json_stringn(bytes, (size_t)size);
    alea__free(bytes);
    fclose(file);
    return text;
}

int web_play_show(web_play *p)
{
    char seed[24];
    json_t *state = json_object();
    const size_t count = json_array_size(p->events);
    snprintf(seed, sizeof seed, "%" PRIu64, alea_session_seed(p->session));
    state_put(state, "id", json_integer(p->id));
    state_put(state, "game", state_text(alea_game_spec(p->game)));
    state_put(state, "name", state_text(alea_game_name(p->game)));
    state_put(state, "title", state_text(alea_game_title(p->game)));
    state_put(state, "objective", json_string(alea_objective_name(p->coach.objective)));
    state_put(state, "seed", json_string(seed));
    state_put(state, "manual", json_boolean(alea_session_manual(p->session)));
    state_put(state, "players", state_players(p));
    state_put(state, "in_seat", state_numbers(p, alea_session_in_seat));
    state_put(state, "order",
              alea_session_ordered(p->session, 0) ? state_numbers(p, alea_session_ordered) : json_null());
    state_put_position(state, p);
    state_put(state, "events", json_integer((json_int_t)count));
    state_put(state, "last", count ? json_deep_copy(json_array_get(p->events, count - 1)) : json_null());
    state_put(state, "undo", state_undo(p));
    state_put(state, "outcome", state_outcome(p));
    state_put(state, "record", state_record(p));
    return web_answer_object(state);
}

/* ---- the worth of moves ---- */

/* The moves with their values and costs, and whether one ends the game with the mover as its winner. */
static json_t *state_hint_moves(const web_play *p, const alea_review_answer *all)
{
    json_t *array = json_array();
    const alea_state *now = alea_session_state(p->session);
    for (unsigned i = 0; i < all->answer.count; i++) {
        const alea_move_value *m = &all->answer.move[i];
        json_array_append_new(array,
                              json_pack("{s:I, s:o, s:f, s:f, s:f, s:f, s:f, s:s, s:b}", "move",
                                        (json_int_t)m->move, "name", state_text(m->name), "value",
                                        (m->value.lower + m->value.upper) / 2, "lower", m->value.lower,
                                        "upper", m->value.upper, "error", all->cost[i].value_error, "cost",
                                        all->cost[i].amount, "grade", alea_grade_name(all->cost[i].grade),
                                        "wins", coach_wins(&p->coach, now, m->move)));
    }
    return array;
}

int web_play_show_hint(web_play *p)
{
    size_t count;
    alea_review_answer all;
    const alea_state *now = alea_session_state(p->session);
    const int seat = alea_game_to_move(p->game, now);
    if (seat < 0) return web_answer_misuse(PLAY_NO_DECISION);
    alea_session_events(p->session, &count);
    if (!coach_ask(&p->coach, now, count, &all)) {
        alea_error error = {.status = p->coach.status == ALEA_OK ? ALEA_E_REFUSED : p->coach.status};
        snprintf(error.message, sizeof error.message, "%s", p->coach.why);
        if (error.status == ALEA_E_STOPPED) p->coach.tried = false; /* the next question solves again */
        return web_answer_refuse(&error);
    }
    const alea_review_values *values = &p->coach.values;
    json_t *hint = json_object(), *worth = json_array();
    for (unsigned i = 0; i < p->players; i++) json_array_append_new(worth, json_real(all.value[i]));
    state_put(hint, "objective", json_string(alea_objective_name(values->objective)));
    state_put(hint, "seat", json_integer(seat));
    state_put(hint, "exact", json_boolean(values->table != NULL));
    state_put(hint, "why_estimated",
              values->why_estimated[0] ? state_text(values->why_estimated) : json_null());
    state_put(hint, "value", json_real(all.value[seat]));
    state_put(hint, "values", worth);
    state_put(hint, "best", json_integer(all.answer.move[all.answer.best].move));
    state_put(hint, "tied", json_boolean(all.answer.tied));
    state_put(hint, "moves", state_hint_moves(p, &all));
    state_put(hint, "scale", json_real(values->scale));
    alea_review_answer_free(&all);
    return web_answer_object(hint);
}
