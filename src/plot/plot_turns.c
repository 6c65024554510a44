#include "plot/plot_turns.h"
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"

#include <string.h>

/* ---- positions ---- */

static bool has_key(const alea_game *game, const char *name)
{
    alea_key key;
    for (size_t i = 0; alea_game_key(game, i, &key); i++)
        if (strcmp(key.name, name) == 0) return true;
    return false;
}

alea__positions alea__positions_of(const alea_game *game)
{
    ALEA_ASSERT(game->family->plot);
    alea__positions p = {.game = game,
                         .two = alea_game_players(game) == 2,
                         .has_turns = has_key(game, "turns"),
                         .has_memory = has_key(game, "memory")};
    game->family->plot->facts(game->rules, &p.facts);
    return p;
}

enum { NUMBER = 11 }; /* characters of any uint32_t, and the zero byte */

static char *write_number(char *end, uint32_t number)
{
    do {
        *--end = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    return end;
}

static char *number_text(char text[NUMBER], uint32_t number)
{
    text[NUMBER - 1] = 0;
    return write_number(text + NUMBER - 1, number);
}

static char *scores_text(char text[2 * NUMBER], const alea__positions *p, alea__place at)
{
    char *end = text + 2 * NUMBER - 1;
    *end = 0;
    if (p->two) {
        end = write_number(end, at.other);
        *--end = ',';
    }
    return write_number(end, at.own);
}

alea_status alea__position(const alea__positions *p, alea__place at, alea_state *out, alea_error *error)
{
    char scores[2 * NUMBER], turn[NUMBER], turns[NUMBER], memory[NUMBER];
    alea_setting setting[4];
    size_t count = 0;
    setting[count++] = (alea_setting){"scores", scores_text(scores, p, at)};
    setting[count++] = (alea_setting){"turn", number_text(turn, at.turn)};
    if (p->has_turns) setting[count++] = (alea_setting){"turns", number_text(turns, at.other)};
    if (at.memory > 0) setting[count++] = (alea_setting){"memory", number_text(memory, at.memory)};
    return alea_game_parse_state(p->game, setting, count, out, error);
}

/* ---- the moments of a turn ---- */

alea__row alea__row_start(const alea__positions *positions, uint32_t own, uint32_t other)
{
    return (alea__row){.positions = positions, .own = own, .other = other};
}

void alea__row_end(alea__row *r)
{
    alea__free(r->moment);
    alea__free(r->met);
}

static size_t turns_index_of(const alea__row *r, alea__moment_id id)
{
    ALEA_ASSERT(id.memory < r->positions->facts.memories);
    return (size_t)id.turn * r->positions->facts.memories + id.memory;
}

/* Room for all turn totals up to `turn`. */
static alea_status turns_reserve(alea__row *r, uint32_t turn, alea_error *error)
{
    size_t wanted = turns_index_of(r, (alea__moment_id){turn + 1, 0}),
           capacity = r->capacity ? r->capacity : 128;
    if (wanted <= r->capacity) return ALEA_OK;
    while (capacity < wanted) capacity *= 2;
    alea__moment *moment = alea__resize(r->moment, capacity * sizeof *moment);
    if (!moment) return alea__out_of_memory(error);
    r->moment = moment;
    uint8_t *met = alea__resize(r->met, capacity);
    if (!met) return alea__out_of_memory(error);
    r->met = met;
    memset(moment + r->capacity, 0, (capacity - r->capacity) * sizeof *moment);
    memset(met + r->capacity, 0, capacity - r->capacity);
    r->capacity = capacity;
    return ALEA_OK;
}

static alea_status turns_make(const alea__row *r, alea__moment_id id, alea__moment *out, alea_error *error)
{
    alea__place at = {r->own, r->other, id.turn, id.memory};
    alea_status status = alea__position(r->positions, at, &out->state, error);
    if (status != ALEA_OK && status != ALEA_E_STATE) return status;
    out->decides = status == ALEA_OK && alea_game_to_move(r->positions->game, &out->state) >= 0;
    out->made = true;
    return ALEA_OK;
}

alea_status alea__row_ask(alea__row *r, const alea__bot_turn *turn, alea__moment_id id, int32_t *out,
                          alea_error *error)
{
    uint32_t move;
    alea_status status = turns_reserve(r, id.turn, error);
    if (status != ALEA_OK) return status;
    alea__moment *moment = &r->moment[turns_index_of(r, id)];
    if (!moment->made) status = turns_make(r, id, moment, error);
    if (status != ALEA_OK) return status;
    if (moment->decides) {
        const alea_game *game = r->positions->game;
        alea_state state = moment->state; /* of a turn that began elsewhere */
        game->family->plot->move_turn(game->rules, turn->beginning, &state);
        status = alea_bot_ask(turn->bot, &state, &move, error);
        if (status != ALEA_OK) return status;
    }
    *out = !moment->decides ? ALEA__NONE : move == r->positions->facts.roll_move ? ALEA__ROLLS : ALEA__HOLDS;
    return ALEA_OK;
}

/* ---- a turn followed ---- */

enum { FREE = 1, FORCED = 2, SPREAD = 4 };

/* A turn on its way: which moments it reaches. */
typedef struct turn_walk {
    alea__row *row;
    const alea__bot_turn *turn;
    uint32_t furthest;  /* turn total that was reached */
    uint32_t last_roll; /* turn total at which it chose to roll */
    alea__habit *habit;
} turn_walk;

/* Marks every moment that a roll at this one leads to. */
static alea_status turns_spread(turn_walk *w, alea__moment_id from, alea_error *error)
{
    const alea_game *game = w->row->positions->game;
    const alea__plot_ops *plot = game->family->plot;
    for (uint32_t i = 0; i < w->row->positions->facts.outcomes; i++) {
        alea__plot_step step;
        if (!plot->roll(game->rules, from.memory, i, &step)) continue;
        uint32_t next = from.turn + step.amount;
        if (!plot->goes_on(game->rules, w->row->own + next)) continue;
        alea_status status = turns_reserve(w->row, next, error);
        if (status != ALEA_OK) return status;
        uint8_t *met = &w->row->met[turns_index_of(w->row, (alea__moment_id){next, step.memory})],
                how = step.forced ? FORCED : FREE;
        if (!(*met & how)) *met = (*met | how) & ~SPREAD;
        if (next > w->furthest) w->furthest = next;
    }
    return ALEA_OK;
}

/* Totals come in ascending order. */
static void turns_note(turn_walk *w, uint32_t turn, int32_t move)
{
    alea__habit *h = w->habit;
    ALEA_ASSERT(turn <= w->furthest && (move == ALEA__ROLLS || move == ALEA__HOLDS));

    if (move == ALEA__ROLLS) {
        w->last_roll = turn;
        h->always = ALEA__NEVER;
        if (h->first == ALEA__NONE) h->first = ALEA__NEVER;
    } else if (h->first < 0) {
        h->first = h->always = (int32_t)turn;
    } else if (h->always < 0) {
        h->always = (int32_t)w->last_roll + 1;
    }
}

/* Decides at a moment that was reached, and rolls on if that is the bot's move or forced. */
static alea_status turns_visit(turn_walk *w, alea__moment_id at, alea_error *error)
{
    const size_t index = turns_index_of(w->row, at);
    int32_t move = ALEA__NONE;
    alea_status status = ALEA_OK;
    if (w->row->met[index] & FREE) status = alea__row_ask(w->row, w->turn, at, &move, error);
    uint8_t *met = &w->row->met[index]; /* not before: asking may have moved it */
    bool rolls = move == ALEA__ROLLS || (*met & FORCED);
    *met |= SPREAD;
    if (status != ALEA_OK) return status;
    if (at.memory == w->turn->memory && move != ALEA__NONE) turns_note(w, at.turn, move);
    return rolls && w->row->own + at.turn < w->turn->top ? turns_spread(w, at, error) : ALEA_OK;
}

/* Rolls of nothing lead to other moments of the same total: until no new ones come up. */
static alea_status visit_total(turn_walk *w, uint32_t turn, alea_error *error)
{
    bool again = true;
    alea_status status = ALEA_OK;
    while (again && status == ALEA_OK) {
        again = false;
        for (uint32_t memory = 0; memory < w->row->positions->facts.memories && status == ALEA_OK; memory++) {
            const alea__moment_id at = {turn, memory};
            uint8_t met = w->row->met[turns_index_of(w->row, at)];
            if (met == 0 || (met & SPREAD)) continue;
            status = turns_visit(w, at, error);
            again = true;
        }
    }
    return status;
}

alea_status alea__row_follow(alea__row *r, const alea__bot_turn *turn, alea__habit *out, alea_error *error)
{
    turn_walk w = {.row = r, .turn = turn, .habit = out};
    *out = (alea__habit){ALEA__NONE, ALEA__NONE};
    alea_status status = turns_reserve(r, 0, error);
    if (status != ALEA_OK) return status;
    memset(r->met, 0, r->capacity);
    r->met[0] = r->positions->facts.first_forced ? FORCED : FREE;
    for (uint32_t total = 0; total <= w.furthest && status == ALEA_OK; total++)
        status = visit_total(&w, total, error);
    return status;
}
