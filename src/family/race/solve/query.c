/* Queries: the value of a position within a turn, and of each move. Intervals come from one backward pass in exact integers
   (exact_step.c), rounded outward at its end. */
#include "exact/query.h"
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "family/race/check/exact_step.h"
#include "family/race/messages.h"
#include "family/race/solve/solve.h"

#include <string.h>

/* ---- one position ---- */

typedef struct asked_turn {
    uint32_t own, waiter, total, memory;
    bool may_hold;
} asked_turn;

/* ALEA_E_STATE unless the table covers the position. */
static alea_status query_check_position(const race_rules *rules, const alea__values *values,
                                        const race_state *s, const asked_turn *at, alea_error *error)
{
    const alea__matrix *m = &values->matrix[0];
    if (s->phase == RACE_FINISHED) return alea__fail(error, ALEA_E_STATE, RACE_GAME_OVER);
    if (s->mover >= rules->players || s->memory >= rules->memories || s->forfeited ||
        (rules->turn_limit > 0 && s->turns >= rules->turn_limit))
        return alea__fail(error, ALEA_E_STATE, RACE_FOREIGN_POSITION);
    if (rules->ending == RACE_CHASE && rules->players == 2 &&
        (at->own >= m->rows || at->waiter >= m->rows || at->total >= m->rows))
        return alea__fail(error, ALEA_E_STATE, RACE_BEYOND_TABLE, (unsigned)m->rows - 1, (unsigned)at->own,
                          (unsigned)at->waiter, (unsigned)s->turn);
    if (s->turn > RACE_LIMIT * 100u || !race_is_turn_start(rules, values, at->own, at->waiter))
        return alea__fail(error, ALEA_E_STATE, RACE_NOBODY_TO_MOVE, (unsigned)at->own, (unsigned)at->waiter,
                          (unsigned)s->turn);
    if (isnan(m->lower[(size_t)at->own * m->columns + at->waiter]))
        return alea__fail(error, ALEA_E_STATE, RACE_NO_VALUE_YET, (unsigned)at->own, (unsigned)at->waiter);
    return ALEA_OK;
}

/* Bounds of both moves, in units, with the sign of the pass. */
typedef struct worths {
    int64_t hold, roll;
} worths;

static alea_interval query_outward(const race_bounds *b, int64_t low, int64_t negative_high)
{
    alea_interval out = {alea__fixed_double_below(low, b->places),
                         alea__fixed_double_above(-negative_high, b->places)};
    if (b->values->objective != ALEA_WIN) return out;
    return (alea_interval){fmax(out.lower, 0), fmin(out.upper, 1)};
}

/* ---- asking often ---- */

/* A turn that was solved: lower bounds with sign 1 in workspace 0, with sign -1 in workspace 1. */
typedef struct known_turn {
    race_workspace work[2];
    uint32_t own, waiter;
    uint64_t used; /* time of last use; 0: empty */
} known_turn;

/* A roll leads back into the same turn, or to the beginning of the other player's: few turns are enough. */
enum { KNOWN_TURNS = 4 };

typedef struct asker {
    const race_rules *rules;
    const alea__values *values;
    race_bounds bounds; /* with rows: made */
    known_turn turn[KNOWN_TURNS];
    uint64_t clock;
} asker;

static void query_forget(asker *a)
{
    for (int i = 0; i < KNOWN_TURNS; i++) {
        race_workspace_clear(&a->turn[i].work[0]);
        race_workspace_clear(&a->turn[i].work[1]);
        a->turn[i].used = 0;
    }
    race_bounds_clear(&a->bounds);
}

/* Computes both passes of the turn into `turn`, and makes missing workspaces. */
static alea_status query_work_out(asker *a, const asked_turn *at, known_turn *turn, alea_error *error)
{
    alea_status status = ALEA_OK;
    for (int i = 0; i < 2 && status == ALEA_OK; i++)
        if (!turn->work[i].hold) status = race_workspace_make(&a->bounds, &turn->work[i], error);
    turn->used = 0;
    for (int i = 0; i < 2 && status == ALEA_OK; i++) {
        const race_exact_turn start = {RACE_MOVER, at->own, at->waiter, i == 0 ? 1 : -1};
        race_set_opponent(&a->bounds, &start, &turn->work[i]);
        race_exact_start(&a->bounds, &start, &turn->work[i]);
    }
    turn->own = at->own;
    turn->waiter = at->waiter;
    return status;
}

/* The turn of a position: one that is known, or else in place of the one used longest ago. */
static alea_status query_turn(asker *a, const asked_turn *at, const known_turn **out, alea_error *error)
{
    known_turn *oldest = &a->turn[0];
    alea_status status = ALEA_OK;
    if (!a->bounds.row ||
        at->total > a->bounds.top) { /* totals beyond those followed so far need other bounds */
        query_forget(a);
        status = race_bounds_make(a->rules, a->values, at->total, &a->bounds, error);
    }
    if (status != ALEA_OK) return status;
    for (int i = 0; i < KNOWN_TURNS; i++) {
        known_turn *turn = &a->turn[i];
        if (turn->used < oldest->used) oldest = turn;
        if (turn->used == 0 || turn->own != at->own || turn->waiter != at->waiter) continue;
        oldest = turn;
        break;
    }
    if (oldest->used == 0 || oldest->own != at->own || oldest->waiter != at->waiter)
        status = query_work_out(a, at, oldest, error);
    if (status != ALEA_OK) return status;
    oldest->used = ++a->clock;
    *out = oldest;
    return ALEA_OK;
}

static worths query_look_up(const race_bounds *b, const asked_turn *at, int sign, const race_workspace *work)
{
    ALEA_ASSERT(at->total <= b->top && at->memory < b->rules->memories);
    const race_exact_turn turn = {RACE_MOVER, at->own, at->waiter, sign};
    int64_t hold = work->hold[at->total], roll = race_exact_roll(b, &turn, at->total, at->memory, work);
    if (b->values->objective == ALEA_TURNS) { /* this turn counts too */
        hold += sign * b->unit;
        roll += sign * b->unit;
    }
    return (worths){hold, roll};
}

/* Base cases of the equations, which play never reaches: a player has the goal already. */
static bool query_is_base_case(const asker *a, const race_state *s, uint32_t waiter, alea_answer *out)
{
    const race_rules *rules = a->rules;
    if (rules->ending != RACE_BANK || rules->players != 2 || a->values->objective != ALEA_WIN ||
        a->values->count != 1 || (s->score[s->mover] < rules->goal && waiter < rules->goal))
        return false;
    const double value = race_total(s) >= rules->goal;
    *out = (alea_answer){.value = {value, value}};
    return true;
}

alea_status race_query_ask(void *opaque, const alea_state *state, alea_answer *out, alea_error *error)
{
    asker *a = opaque;
    const known_turn *turn;
    race_state s = race_state_of(state);
    if (a->values->retold) return race_ask_several(a->values, a->rules, &s, out, error);
    if (a->rules->players > 2)
        return alea__fail(error, ALEA_E_STATE, RACE_VALUES_FOR_TWO, (unsigned)a->rules->players);
    uint32_t waiter = a->rules->turn_limit > 0 ? a->rules->turn_limit - s.turns : 0;
    if (a->rules->players == 2) waiter = s.score[1 - s.mover];
    if (query_is_base_case(a, &s, waiter, out)) return ALEA_OK;
    const asked_turn at = {s.score[s.mover], waiter, race_total(&s), s.memory, s.phase == RACE_DECIDE};
    alea_status status = query_check_position(a->rules, a->values, &s, &at, error);
    if (status == ALEA_OK) status = query_turn(a, &at, &turn, error);
    if (status != ALEA_OK) return status;
    alea_answer answer = {.move = alea__alloc_array(2, sizeof *answer.move)};
    if (!answer.move) return alea__out_of_memory(error);
    const race_bounds *b = &a->bounds;
    const worths low = query_look_up(b, &at, 1, &turn->work[0]),
                 high = query_look_up(b, &at, -1, &turn->work[1]);
    alea_move_value *move = answer.move;
    if (at.may_hold)
        *move++ = (alea_move_value){RACE_HOLD_MOVE, "hold", query_outward(b, low.hold, high.hold)};
    *move++ = (alea_move_value){RACE_ROLL_MOVE, "roll", query_outward(b, low.roll, high.roll)};
    answer.count = (unsigned)(move - answer.move);
    alea__answer_choose(&answer, b->values->objective == ALEA_TURNS, RACE_TIE); /* holding is listed first */
    *out = answer;
    return ALEA_OK;
}

alea_status race_query_open(const alea__rules *rules, const alea__values *values, void **out,
                            alea_error *error)
{
    asker *a = alea__alloc(sizeof *a);
    if (!a) return alea__out_of_memory(error);
    a->rules = race_rules_of(rules);
    a->values = values;
    *out = a;
    return ALEA_OK;
}

void race_query_close(void *opaque)
{
    asker *a = opaque;
    if (!a) return;
    query_forget(a);
    alea__free(a);
}
