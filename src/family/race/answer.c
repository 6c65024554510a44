/* Asking values: what a position within a turn is worth, and each move; and whether values read from a file have the shape
   that these rules give. Intervals come from one backward pass in exact integers (one_turn.c), rounded outward at its end. */
#include "base/error.h"
#include "base/memory.h"
#include "family/race/one_turn.h"
#include "family/race/tie.h"

#include <string.h>

/* ---- shape ---- */

static alea_status wrong_shape(const char *what, alea_error *error)
{
    return alea__fail(error, ALEA_E_FILE, "The values are not those of this game: %s.", what);
}

static alea_status fits_size(const race_rules *rules, const alea__values *values, alea_error *error)
{
    const alea__matrix *m = &values->matrix[0];
    if (rules->players == 1) {
        uint32_t columns = rules->turn_limit > 0 ? rules->turn_limit + 1 : 1;
        if (m->rows != race_enough(rules) || m->columns != columns)
            return wrong_shape(
                "there must be a row for each score and a column for each number of turns left", error);
        return ALEA_OK;
    }
    if (m->rows != m->columns) return wrong_shape("the two players' scores have different ranges", error);
    if (rules->ending == RACE_BANK ? m->rows != rules->goal : m->rows <= rules->goal + 1)
        return wrong_shape("the range of scores is another one", error);
    return ALEA_OK;
}

alea_status race_fits(const alea__rules *opaque, const alea__values *values, alea_error *error)
{
    const race_rules *rules = race_rules_of(opaque);
    const alea__matrix *m = values->matrix;
    unsigned count = values->opponent != NULL ? 2 : 1;
    if (rules->players > 2) return wrong_shape("they are for two players or one", error);
    if (!race_has_objective(opaque, values->objective))
        return wrong_shape("it does not have their objective", error);
    if (values->count != count || (count == 2 && rules->players == 1))
        return wrong_shape("a table of best replies has two matrices and an opponent, any other one matrix",
                           error);
    alea_status status = fits_size(rules, values, error);
    if (status == ALEA_OK && count == 2 && (m[1].rows != m[0].rows || m[1].columns != m[0].columns))
        return wrong_shape("the two matrices have different sizes", error);
    if (status != ALEA_OK || count == 1) return status;
    alea__policy *opponent;
    status = race_plan_unpack(opaque, values->opponent, values->opponent_size, &opponent, error);
    if (status == ALEA_OK) race_policy_free(opponent);
    return status;
}

/* ---- one position ---- */

typedef struct asked {
    uint32_t own, waiter, total, memory;
    bool may_hold;
} asked;

static asked look_at(const race_rules *rules, const race_state *s)
{
    uint32_t own = s->score[s->mover], waiter = rules->turn_limit > 0 ? rules->turn_limit - s->turns : 0;
    if (rules->players == 2) waiter = s->score[1 - s->mover];
    return (asked){own, waiter, own + s->turn, s->memory, s->phase == RACE_DECIDE};
}

/* Whether the table speaks about the position. */
static alea_status is_there(const race_rules *rules, const alea__values *values, const race_state *s,
                            const asked *at, alea_error *error)
{
    const alea__matrix *m = &values->matrix[0];
    if (s->phase == RACE_FINISHED)
        return alea__fail(error, ALEA_E_STATE, "The game is over; nobody is to move.");
    if (s->mover >= rules->players || s->memory >= rules->memories || s->forfeited ||
        (rules->turn_limit > 0 && s->turns >= rules->turn_limit))
        return alea__fail(error, ALEA_E_STATE, "This is not a position that the table's game has.");
    if (rules->ending == RACE_CHASE && rules->players == 2 &&
        (at->own >= m->rows || at->waiter >= m->rows || at->total >= m->rows))
        return alea__fail(error, ALEA_E_STATE,
                          "The table holds scores and totals up to %u; scores %u,%u turn %u are beyond.",
                          (unsigned)m->rows - 1, (unsigned)at->own, (unsigned)at->waiter, (unsigned)s->turn);
    if (s->turn > RACE_LIMIT * 100u || !race_is_anchor(rules, values, at->own, at->waiter))
        return alea__fail(error, ALEA_E_STATE, "A player to move cannot stand at scores %u,%u turn %u.",
                          (unsigned)at->own, (unsigned)at->waiter, (unsigned)s->turn);
    if (isnan(m->lower[(size_t)at->own * m->columns + at->waiter]))
        return alea__fail(error, ALEA_E_STATE,
                          "The table is unfinished and has no value for scores %u,%u yet.", (unsigned)at->own,
                          (unsigned)at->waiter);
    return ALEA_OK;
}

/* Bounds of both moves, in units, with the sign of the pass. */
typedef struct worths {
    int64_t hold, roll;
} worths;

static worths look_up(const race_bounds *b, const asked *at, int sign, race_room *room)
{
    race_meet(b, RACE_MOVER, at->waiter, sign, room);
    race_one_turn(b, RACE_MOVER, at->own, at->waiter, sign, room);
    int64_t hold = room->hold[at->total],
            roll = race_roll_again(b, at->own, at->total, at->memory, sign, room);
    if (b->values->objective == ALEA_TURNS) { /* this turn counts too */
        hold += sign * b->unit;
        roll += sign * b->unit;
    }
    return (worths){hold, roll};
}

static alea_interval outward(const race_bounds *b, int64_t low, int64_t negative_high)
{
    alea_interval out = {alea__fixed_double_below(low, b->places),
                         alea__fixed_double_above(-negative_high, b->places)};
    if (b->values->objective != ALEA_WIN) return out;
    return (alea_interval){fmax(out.lower, 0), fmin(out.upper, 1)};
}

static alea_interval better_of(alea_interval a, alea_interval b, bool smaller)
{
    return smaller ? (alea_interval){fmin(a.lower, b.lower), fmin(a.upper, b.upper)}
                   : (alea_interval){fmax(a.lower, b.lower), fmax(a.upper, b.upper)};
}

static double middle(alea_interval a)
{
    return (a.lower + a.upper) / 2;
}

/* Holding is listed first, and preferred where the middles are as good as equal: it ends the turn. The value encloses the
   better of the two, whichever that is. */
static void compare(const race_bounds *b, alea_answer *answer)
{
    bool fewest = b->values->objective == ALEA_TURNS;
    alea_interval first = answer->move[0].value, second = answer->move[answer->count - 1].value;
    double gain = middle(second) - middle(first);
    answer->value = better_of(first, second, fewest);
    if (answer->count == 1) return;
    answer->best = (fewest ? -gain : gain) > RACE_TIE;
    answer->tied = first.lower <= second.upper && second.lower <= first.upper;
}

static void fill(const race_bounds *b, const asked *at, race_room *room, alea_answer *answer)
{
    worths low = look_up(b, at, 1, room), high = look_up(b, at, -1, room);
    alea_move_value *move = answer->move;
    if (at->may_hold) *move++ = (alea_move_value){RACE_HOLD_MOVE, "hold", outward(b, low.hold, high.hold)};
    *move++ = (alea_move_value){RACE_ROLL_MOVE, "roll", outward(b, low.roll, high.roll)};
    answer->count = (unsigned)(move - answer->move);
    compare(b, answer);
}

static alea_status work_out(const race_bounds *b, const asked *at, alea_answer *out, alea_error *error)
{
    race_room room;
    alea_answer answer = {.move = alea__alloc_array(2, sizeof *answer.move)};
    alea_status status = answer.move ? race_room_make(b, &room, error) : alea__out_of_memory(error);
    if (status != ALEA_OK) {
        alea__free(answer.move);
        return status;
    }
    fill(b, at, &room, &answer);
    race_room_clear(&room);
    *out = answer;
    return ALEA_OK;
}

alea_status race_ask_values(const alea__rules *opaque, const alea__values *values, const alea_state *state,
                            alea_answer *out, alea_error *error)
{
    const race_rules *rules = race_rules_of(opaque);
    race_state s = race_state_of(state);
    race_bounds bounds;
    if (rules->players > 2) return alea__fail(error, ALEA_E_STATE, "Values are for two players or one.");
    asked at = look_at(rules, &s);
    alea_status status = is_there(rules, values, &s, &at, error);
    if (status == ALEA_OK) status = race_bounds_make(rules, values, at.total, &bounds, error);
    if (status != ALEA_OK) return status;
    status = work_out(&bounds, &at, out, error);
    race_bounds_clear(&bounds);
    return status;
}
