/* The ops of race, and the referee behind alea/game.h. */
#include "base/assert.h"
#include "base/error.h"
#include "family/race/check/check.h"
#include "family/race/messages.h"
#include "family/race/policy/policy.h"
#include "family/race/simulate/simulate.h"
#include "family/race/solve/arrays.h"
#include "family/race/solve/control.h"
#include "family/race/solve/solve.h"
#include "family/race/text/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* ---- the referee ---- */

static void race_family_start(const alea__rules *rules, alea_state *state)
{
    race_state s;
    memset(state, 0, sizeof *state); /* states are compared by their bytes */
    race_start(race_rules_of(rules), &s);
    race_store(&s, state);
}

static int race_family_to_move(const alea__rules *rules, const alea_state *state)
{
    (void)rules;
    race_state s = race_state_of(state);
    if (s.phase == RACE_FINISHED) return ALEA_OVER;
    return s.phase == RACE_ROLL ? ALEA_CHANCE : s.mover;
}

static unsigned race_family_move_count(const alea__rules *rules, const alea_state *state)
{
    (void)rules;
    return race_state_of(state).phase == RACE_DECIDE ? 2 : 0;
}

static uint32_t race_family_move(const alea__rules *rules, const alea_state *state, unsigned index)
{
    (void)rules, (void)state;
    ALEA_ASSERT(index < 2 && race_state_of(state).phase == RACE_DECIDE);
    return index == 0 ? RACE_HOLD_MOVE : RACE_ROLL_MOVE;
}

static const char *race_family_move_name(const alea__rules *rules, uint32_t m)
{
    (void)rules;
    return m == RACE_ROLL_MOVE ? "roll" : "hold";
}

static uint32_t race_family_chance_count(const alea__rules *rules, const alea_state *state)
{
    return race_state_of(state).phase == RACE_ROLL ? race_rules_of(rules)->outcomes : 0;
}

static unsigned race_family_chance_faces(const alea__rules *rules, const alea_state *state, uint32_t outcome,
                                         uint32_t faces[16])
{
    (void)state;
    ALEA_ASSERT(outcome < race_rules_of(rules)->outcomes);
    return alea__dice_faces(race_rules_of(rules)->sides, race_rules_of(rules)->dice, outcome, faces);
}

/* Applies a move in RACE_DECIDE or an outcome of the dice in RACE_ROLL. If it is not legal, fails with ALEA_E_STATE and
   changes nothing. */
static alea_status race_family_apply(const alea__rules *opaque, alea_state *state, uint32_t action,
                                     alea_error *error)
{
    const race_rules *rules = race_rules_of(opaque);
    race_state s = race_state_of(state);
    if (s.phase == RACE_FINISHED) return alea__fail(error, ALEA_E_STATE, RACE_OVER);
    if (s.phase == RACE_DECIDE) {
        if (action > RACE_ROLL_MOVE) return alea__fail(error, ALEA_E_STATE, RACE_NO_MOVE, (unsigned)action);
        race_choose(rules, &s, (race_move)action);
    } else {
        if (action >= rules->outcomes)
            return alea__fail(error, ALEA_E_STATE, RACE_NO_ROLL, (unsigned)action,
                              (unsigned)rules->outcomes - 1);
        race_roll(rules, &s, action);
    }
    race_store(&s, state);
    return ALEA_OK;
}

static void race_family_forfeit(const alea__rules *rules, alea_state *state)
{
    race_state s = race_state_of(state);
    race_forfeit(race_rules_of(rules), &s);
    race_store(&s, state);
}

static void race_family_outcome(const alea__rules *opaque, const alea_state *state, alea_outcome *out)
{
    const race_rules *rules = race_rules_of(opaque);
    race_state s = race_state_of(state);
    *out = (alea_outcome){
        .winner = s.winner == RACE_NOBODY ? -1 : s.winner, .unfinished = s.unfinished, .turns = s.turns};
    for (uint32_t seat = 0; seat < rules->players; seat++) {
        out->score[seat] = s.score[seat];
        out->money[seat] = race_money(rules, &s, seat);
    }
}

/* ---- decisions ---- */

/* The policy's move, or ALEA__NO_MOVE if it fails; updates the memo. */
static uint32_t race_family_decide(const alea__rules *rules, const alea__policy *policy,
                                   const alea_state *state, alea__memo *memo, alea__stream *own)
{
    static const uint32_t moves[] = {[RACE_ANSWER_HOLD] = RACE_HOLD_MOVE,
                                     [RACE_ANSWER_ROLL] = RACE_ROLL_MOVE,
                                     [RACE_ANSWER_FAIL] = ALEA__NO_MOVE};
    race_state s = race_state_of(state);
    race_memo m;
    memcpy(&m, memo, sizeof m);
    race_answer answer = race_decide(race_rules_of(rules), race_policy_of(policy), &s, &m, own);
    memcpy(memo, &m, sizeof m);
    return moves[answer];
}

static int race_family_turn_of(const alea__rules *rules, const alea_state *state)
{
    (void)rules;
    return race_state_of(state).mover;
}

/* Such as "scores 35,20 turn 12, seat 0 to move", cut to the size of `out`. */
static void race_family_describe(const alea__rules *opaque, const alea_state *state, char *out, size_t size)
{
    const race_rules *rules = race_rules_of(opaque);
    race_state s = race_state_of(state);
    size_t at = 0;
    for (uint32_t seat = 0; seat < rules->players && at < size; seat++)
        at += (size_t)snprintf(out + at, size - at, "%s%u", seat ? "," : "scores ", (unsigned)s.score[seat]);
    if (at >= size) return;
    if (s.phase == RACE_FINISHED)
        snprintf(out + at, size - at, ", over");
    else
        snprintf(out + at, size - at, " turn %u, seat %u to move", (unsigned)s.turn, (unsigned)s.mover);
}

/* The winner if the game ended now: the leader of a chase, else the player with the highest banked score. RACE_NOBODY if
   there is no winner. */
static uint32_t race_family_ahead(const race_rules *rules, const race_state *s)
{
    uint32_t best = RACE_NOBODY, equal = 0;
    if (s->leader != RACE_NOBODY) return s->leader;
    for (uint32_t seat = 0; seat < rules->players; seat++) {
        if (s->forfeited >> seat & 1) continue;
        if (best != RACE_NOBODY && s->score[seat] == s->score[best]) equal = s->score[seat];
        if (best == RACE_NOBODY || s->score[seat] > s->score[best]) best = seat, equal = UINT32_MAX;
    }
    return best != RACE_NOBODY && equal == s->score[best] ? RACE_NOBODY : best;
}

/* The amount a seat would pay or get if the game ended now. Returns false if it is nothing, or if the game has no money. */
static bool race_family_owed(const race_rules *rules, const race_state *now, unsigned seat, alea_fact *out)
{
    race_state s = *now;
    if (!rules->money || s.phase == RACE_FINISHED) return false;
    const uint32_t ahead = race_family_ahead(rules, &s);
    s.phase = RACE_FINISHED;
    s.winner = (uint8_t)ahead;
    const int64_t dollars = race_money(rules, &s, seat);
    out->label = dollars < 0 ? "would pay" : "would get";
    snprintf(out->value, sizeof out->value, "$%" PRId64, dollars < 0 ? -dollars : dollars);
    return dollars != 0;
}

/* Facts: for the mover its score, turn total and rolls, for others only their score; and the amount the seat would pay or get. */
static bool race_family_fact(const alea__rules *rules, const alea_state *state, unsigned seat, size_t index,
                             alea_fact *out)
{
    static const char *const labels[] = {"score", "turn total", "rolls this turn"};
    race_state s = race_state_of(state);
    ALEA_ASSERT(seat < race_rules_of(rules)->players);
    const uint32_t values[] = {s.score[seat], s.turn, s.rolls};
    const size_t counts = seat == s.mover && s.phase != RACE_FINISHED ? 3 : 1;
    if (index >= counts) return index == counts && race_family_owed(race_rules_of(rules), &s, seat, out);
    out->label = labels[index];
    snprintf(out->value, sizeof out->value, "%u", (unsigned)values[index]);
    return true;
}

static const alea__rules_ops rules_ops = {
    .lua_functions = race_words,
    .compile = race_compile,
    .free = race_free,
    .has_objective = race_has_objective,
};

static const alea__play_ops play_ops = {
    .start = race_family_start,
    .to_move = race_family_to_move,
    .turn_of = race_family_turn_of,
    .move_count = race_family_move_count,
    .move = race_family_move,
    .move_name = race_family_move_name,
    .chance_count = race_family_chance_count,
    .chance_weight = alea__equal_weight,
    .chance_faces = race_family_chance_faces,
    .apply = race_family_apply,
    .forfeit = race_family_forfeit,
    .outcome = race_family_outcome,
    .canonical = race_canonical,
};

static const alea__policy_ops policy_ops = {
    .builtin = race_builtin,
    .open = race_policy_open,
    .free = race_policy_free,
    .decide = race_family_decide,
    .usual = "hold(20)",
};

static const alea__text_ops text_ops = {
    .key = race_key,
    .parse_state = race_parse_state,
    .describe = race_family_describe,
    .fact = race_family_fact,
    .explain = race_explain,
    .push_view = race_push_view,
    .lua_answer = race_lua_answer,
    .sample_state = race_sample_state,
};

static const alea__position_ops position_ops = {.line = race_position_line,
                                                .parse_any_state = race_parse_any_state};
static const alea__narration_ops narration_ops = {
    .narrate = race_narrate, .events = race_events, .fits = race_words_fit, .has_blank = race_has_blank};

const alea__family alea__race_family = {
    .name = "race",
    .rules = &rules_ops,
    .play = &play_ops,
    .policy = &policy_ops,
    .text = &text_ops,
    .position = &position_ops,
    .narration = &narration_ops,
    .csv = &(const alea__csv_ops){.open = race_table_open, .write = race_plan_csv},
    .simulation = &(const alea__simulation_ops){.can_simulate = race_can_simulate, .simulate = race_simulate},
    .guest = &(const alea__guest_ops){.pack = race_pack},
    .roll_or_hold = &(const alea__roll_or_hold_ops){.scores = race_scores,
                                                    .move = race_should_roll_move,
                                                    .dice = race_dice},
    .plot = &race_plot_ops,
    .solver =
        &(const alea__solver_ops){
            .several = true,
            .solve = race_solve,
            .fits = race_fits,
            .check = race_certify,
            .evaluate = race_evaluate,
            .best_response = race_best,
            .inexact = race_inexact,
            .points_so_far = alea__no_points,
            .policy_of_values = race_plan_of_values,
            .policy_of_turns = race_plan_of_turns,
            .pack_policy = race_plan_pack,
            .unpack_policy = race_plan_unpack,
            .arrays = &race_arrays_ops,
        },
    .query =
        &(const alea__query_ops){.open = race_query_open, .close = race_query_close, .ask = race_query_ask},
    .freezing = &(const alea__freezing_ops){.count = race_freeze_count,
                                            .state = race_freeze_state,
                                            .freeze = race_freeze},
    .freezing_scores = &(const alea__freezing_ops){.count = race_freeze_scores_count,
                                                   .state = race_freeze_scores_state,
                                                   .freeze = race_freeze_scores},
    .control = &race_control_ops,
    .batch = &race_batch_ops,
};
