/* Cards: a player's mistakes, in a quiz that repeats them until the answers are right. */
#include "base/assert.h"
#include "base/memory.h"
#include "notebook/messages.h"
#include "notebook/notebook.h"

#include <string.h>

enum { DAY = 86400, BOXES = ALEA__NOTEBOOK_BOXES, WHY = 1200 };

/* After how many days a card of box 1, 2, … comes back. */
static const int64_t days[BOXES] = {1, 3, 7, 21, 60, 180};

/* ---- a position in words ---- */

/* A line with the facts about a seat before the event, in the names that the deciding player sees. */
static void card_add_facts(const alea_review *r, const alea_review_event *e, unsigned seat, alea__text *out)
{
    alea_fact fact;
    bool own = (int)seat == e->seat;
    if (!alea_game_fact(r->game, &e->before, seat, 0, &fact)) return;
    if (own)
        alea__text_add(out, "You:");
    else if (r->players == 2)
        alea__text_add(out, "Opponent:");
    else
        alea__text_add(out, "Player %u after you:", (seat + r->players - (unsigned)e->seat) % r->players);
    for (size_t i = 0; alea_game_fact(r->game, &e->before, seat, i, &fact); i++)
        alea__text_add(out, "%s %s %s", i ? "," : "", fact.label, fact.value);
    alea__text_add(out, "\n");
}

/* Adds the facts about every seat, the player's first, then the position in the syntax of `alea ask`. */
static void card_describe(const alea_review *r, const alea_review_event *e, alea__text *out)
{
    char line[300];
    for (unsigned i = 0; i < r->players; i++) card_add_facts(r, e, ((unsigned)e->seat + i) % r->players, out);
    alea_game_position(r->game, &e->before, line, sizeof line);
    alea__text_add(out, "%s\n", line);
}

/* ---- making ---- */

typedef struct card_draft {
    alea__text position, moves;
    char why[WHY];
} card_draft;

/* Puts the decision of an event into words: position, moves and reason. The caller frees the texts, also after a failure. */
static alea_status card_fill_draft(alea_reviewer *reviewer, const alea_review *r, size_t event, card_draft *d,
                                   alea_error *error)
{
    alea_reason why[2];
    alea_review_move *move;
    size_t count;
    alea_status status = alea_review_explain(reviewer, r, event, why, error);
    if (status == ALEA_OK) status = alea_review_moves(reviewer, r, event, &move, &count, error);
    if (status != ALEA_OK) return status;
    alea_review_explanation(r, event, why, d->why, sizeof d->why);
    card_describe(r, &r->event[event], &d->position);
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++)
        if (json_array_append_new(list, json_pack("[s, f, f]", move[i].name, move[i].value, move[i].cost)) !=
            0)
            d->moves.failed = true;
    alea__notebook_add_json(&d->moves, list, JSON_COMPACT);
    json_decref(list);
    alea_review_moves_free(move);
    return d->moves.failed || d->position.failed ? alea__out_of_memory(error) : ALEA_OK;
}

/* Takes the card of this mistake, if there is one, out of the seal, or puts it in. */
static alea_status card_toggle(const alea__keeping *k, size_t event, const card_draft *d, alea_error *error)
{
    static const alea__sql select = {
        "SELECT * FROM card WHERE player = ? AND game_spec = ? AND objective = ? AND position = ?", "tttt"};
    const alea_review *r = k->review;
    alea__sql_row row;
    alea_status status =
        alea__notebook_ask(k->notebook, &row, error, select, r->seat[r->event[event].seat].player,
                           alea_game_spec(r->game), alea_objective_name(r->objective), d->position.data);
    return status == ALEA_OK ? alea__notebook_toggle(k->notebook, ALEA__NOTEBOOK_CARDS, &row, error) : status;
}

/* The same mistake again puts the card back to the beginning. */
static alea_status card_write(const alea__keeping *k, size_t event, const card_draft *d, alea_error *error)
{
    static const alea__sql insert = {
        "INSERT INTO card (seat, player, game_spec, game_name, objective, position, why, chosen, best,"
        " moves, cost, share, box, due, asked, right)"
        " VALUES ((SELECT id FROM seat WHERE game = ?1 AND seat = ?2), ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10,"
        " ?11, ?12, ?13, 0, ?14, 0, 0)"
        " ON CONFLICT (player, game_spec, objective, position) DO UPDATE SET box = 0, due = excluded.due,"
        " chosen = excluded.chosen",
        "iitttttttttddi"};
    const alea_review *r = k->review;
    const alea_review_event *e = &r->event[event];
    ALEA_ASSERT(e->kind == ALEA_MOVED && e->amount > 0);
    alea_status status = card_toggle(k, event, d, error);
    if (status != ALEA_OK) return status;
    status = alea__notebook_do(k->notebook, error, insert, k->game, (int64_t)e->seat, r->seat[e->seat].player,
                               alea_game_spec(r->game), alea_game_name(r->game),
                               alea_objective_name(r->objective), d->position.data, d->why,
                               alea_game_move_name(r->game, e->what), alea_game_move_name(r->game, e->best),
                               d->moves.data, e->amount, e->amount / r->scale, k->now);
    return status == ALEA_OK ? card_toggle(k, event, d, error) : status;
}

static alea_status card_make(const alea__keeping *k, size_t event, alea_error *error)
{
    card_draft d = {0};
    alea_status status = card_fill_draft(k->reviewer, k->review, event, &d, error);
    if (status == ALEA_OK) status = card_write(k, event, &d, error);
    alea__text_free(&d.position);
    alea__text_free(&d.moves);
    return status;
}

static bool card_is_of(const alea_review_event *e)
{
    return e->kind == ALEA_MOVED && e->grade >= ALEA_INACCURACY && e->grade <= ALEA_BLUNDER;
}

/* Whether no other mistake of the same turn cost more, because a turn often has the same mistake several times. Among equal
   ones the first counts. */
static bool card_is_worst_of_turn(const alea_review *r, size_t event)
{
    const alea_review_event *e = &r->event[event];
    for (size_t i = 0; i < r->events; i++) {
        const alea_review_event *other = &r->event[i];
        if (other->seat != e->seat || other->turn != e->turn || !card_is_of(other)) continue;
        if (other->amount > e->amount || (other->amount == e->amount && i < event)) return false;
    }
    return true;
}

alea_status alea__notebook_make_cards(const alea__keeping *k, unsigned seats, alea_error *error)
{
    const alea_review *r = k->review;
    alea_status status = ALEA_OK;
    ALEA_ASSERT(k->game != 0);
    for (size_t i = 0; i < r->events && status == ALEA_OK; i++) {
        if (seats >> r->event[i].seat & 1 && card_is_of(&r->event[i]) && card_is_worst_of_turn(r, i))
            status = card_make(k, i, error);
    }
    return status;
}

/* ---- asking ---- */

static void card_clear(alea_card *c)
{
    for (size_t i = 0; i < c->moves; i++) alea__free(c->move[i].name);
    alea__free(c->move);
    alea__free(c->player);
    alea__free(c->game);
    alea__free(c->position);
    alea__free(c->why);
    alea__free(c->chosen);
    alea__free(c->best);
}

void alea_notebook_cards_free(alea_card *cards, size_t count)
{
    for (size_t i = 0; i < count; i++) card_clear(&cards[i]);
    alea__free(cards);
}

/* Reads a move from JSON: its name, value and cost. Returns false if it is not one. */
static bool card_parse_move(const json_t *row, alea_card_move *out, bool *no_memory)
{
    const json_t *name = json_array_get(row, 0), *value = json_array_get(row, 1),
                 *cost = json_array_get(row, 2);
    if (json_array_size(row) != 3 || !json_is_string(name) || !json_is_number(value) || !json_is_number(cost))
        return false;
    *out = (alea_card_move){alea__copy_text(json_string_value(name)), json_number_value(value),
                            json_number_value(cost)};
    *no_memory = !out->name;
    return out->name != NULL;
}

/* Reads the moves of a card from JSON: at least one, and at most MOST_MOVES. The card owns what was read, also after a failure. */
static alea_status card_read_moves(const alea_notebook *notebook, const char *text, alea_card *c,
                                   alea_error *error)
{
    enum { MOST_MOVES = 100000 };
    json_error_t why;
    bool no_memory = false;
    json_t *list = json_loads(text, 0, &why);
    /* If memory runs out, jansson reports a wrong text or no error at all, so parse again: a real error repeats. */
    if (!list) list = json_loads(text, 0, &why);
    const size_t count = json_array_size(list);
    if (!list) no_memory = json_error_code(&why) == json_error_out_of_memory || !why.text[0];
    if (count > 0 && count <= MOST_MOVES) {
        c->move = alea__alloc_array(count, sizeof *c->move);
        no_memory = !c->move;
        while (!no_memory && c->moves < count &&
               card_parse_move(json_array_get(list, c->moves), &c->move[c->moves], &no_memory))
            c->moves++;
    }
    json_decref(list);
    if (no_memory) return alea__out_of_memory(error);
    return c->moves > 0 && c->moves == count ? ALEA_OK
                                             : alea__notebook_damaged(notebook, NOTEBOOK_WRONG_MOVES, error);
}

/* Reads a card from a row. The card owns what was read, also after a failure. */
static alea_status card_read(const alea_notebook *notebook, alea__sql_row *row, alea_card *c,
                             alea_error *error)
{
    *c = (alea_card){.id = alea__row_integer(row, 0, INT64_MIN, INT64_MAX),
                     .due = alea__row_integer(row, 1, 0, 2 * ALEA__NOTEBOOK_LATEST),
                     .box = (unsigned)alea__row_integer(row, 2, 0, BOXES),
                     .asked = (uint64_t)alea__row_integer(row, 3, 0, ALEA__NOTEBOOK_MOST),
                     .right = (uint64_t)alea__row_integer(row, 4, 0, ALEA__NOTEBOOK_MOST),
                     .player = alea__row_copy(row, 5),
                     .game = alea__row_copy(row, 6),
                     .position = alea__row_copy(row, 7),
                     .why = alea__row_copy(row, 8),
                     .chosen = alea__row_copy(row, 9),
                     .best = alea__row_copy(row, 10),
                     .objective = alea__notebook_objective(row, 11),
                     .cost = alea__row_real(row, 12)};
    const char *moves = alea__row_text(row, 13);
    alea_status status = alea__notebook_check(notebook, row, error);
    return status == ALEA_OK ? card_read_moves(notebook, moves, c, error) : status;
}

static alea_status card_read_all(alea_notebook *notebook, alea__sql_row *row, alea_card **list, size_t *count,
                                 alea_error *error)
{
    alea_status status = ALEA_OK;
    while (status == ALEA_OK && alea__notebook_next(notebook, row, &status, error)) {
        alea_card *more = alea__resize(*list, (*count + 1) * sizeof *more);
        if (!more) return alea__out_of_memory(error);
        *list = more;
        status = card_read(notebook, row, &more[(*count)++], error);
    }
    return status;
}

alea_status alea_notebook_due(alea_notebook *notebook, const alea_notebook_filter *part, int64_t now,
                              size_t most, alea_card **out, size_t *count, alea_error *error)
{
    static const alea_notebook_filter all;
    static const alea__sql select_due = {"SELECT id, due, box, asked, right, player, game_spec, position, "
                                         "why, chosen, best, objective, cost, moves"
                                         " FROM card AS seat WHERE due <= ?3 AND " ALEA__NOTEBOOK_PART
                                         " ORDER BY share DESC, id LIMIT ?4",
                                         "ttii"};
    alea__sql_row row;
    alea_card *list = NULL;
    size_t found = 0;
    if (!part) part = &all;
    alea_status status =
        alea__notebook_ask(notebook, &row, error, select_due, part->game, part->player, now, (int64_t)most);
    if (status != ALEA_OK) return status;
    status = card_read_all(notebook, &row, &list, &found, error);
    alea__notebook_done(&row);
    if (status != ALEA_OK) {
        alea_notebook_cards_free(list, found);
        return status;
    }
    *out = list;
    *count = found;
    return ALEA_OK;
}

/* ---- answering ---- */

/* The box that a card is in; ALEA_E_UNKNOWN when there is no such card. */
static alea_status card_box(alea_notebook *notebook, int64_t card, int64_t *box, alea_error *error)
{
    static const alea__sql select_box = {"SELECT box FROM card WHERE id = ?", "i"};
    *box = -1;
    alea_status status = alea__notebook_number(notebook, box, error, select_box, card);
    if (status != ALEA_OK) return status;
    if (*box < 0) return alea__fail(error, ALEA_E_UNKNOWN, NOTEBOOK_CARD_DELETED);
    return ALEA_OK;
}

static alea_status card_toggle_id(alea_notebook *notebook, int64_t card, alea_error *error)
{
    alea__sql_row row;
    alea_status status =
        alea__notebook_ask(notebook, &row, error, (alea__sql){"SELECT * FROM card WHERE id = ?", "i"}, card);
    return status == ALEA_OK ? alea__notebook_toggle(notebook, ALEA__NOTEBOOK_CARDS, &row, error) : status;
}

/* Moves the card on, or back to the beginning; *due comes with the time of the answer, and becomes that of the next one. */
static alea_status card_move(alea_notebook *notebook, int64_t card, bool right, int64_t *due,
                             alea_error *error)
{
    static const alea__sql update = {
        "UPDATE card SET box = ?, due = ?, asked = asked + 1, right = right + ? WHERE id = ?", "iiii"};
    int64_t box;
    alea_status status = card_box(notebook, card, &box, error);
    if (status != ALEA_OK) return status;
    box = !right ? 0 : box < BOXES ? box + 1 : BOXES;
    ALEA_ASSERT(box >= right && box <= BOXES);
    if (right) *due += days[box - 1] * DAY;
    status = card_toggle_id(notebook, card, error);
    if (status == ALEA_OK)
        status = alea__notebook_do(notebook, error, update, box, *due, (int64_t)right, card);
    return status == ALEA_OK ? card_toggle_id(notebook, card, error) : status;
}

alea_status alea_notebook_answer(alea_notebook *notebook, int64_t card, bool right, int64_t now, int64_t *due,
                                 alea_error *error)
{
    int64_t next = now;
    alea_status status = alea__notebook_check_time(now, error);
    if (status == ALEA_OK) status = alea__notebook_begin(notebook, error);
    if (status != ALEA_OK) return status;
    status = alea__notebook_end(notebook, card_move(notebook, card, right, &next, error), error);
    if (status == ALEA_OK) *due = next;
    return status;
}
