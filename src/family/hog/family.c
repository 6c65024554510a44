/* The ops of Hog, and the referee behind alea/game.h. */
#include "base/assert.h"
#include "base/error.h"
#include "family/hog/messages.h"
#include "family/hog/solve/exact.h"

#include <stdio.h>
#include <string.h>

/* ---- rules ---- */

static void hog_play_release(alea__rules *rules)
{
    if (rules) hog_graph_free(((const hog_game *)rules)->graph);
    hog_free(rules);
}

static bool hog_play_has_objective(const alea__rules *rules, alea_objective objective)
{
    (void)rules;
    return objective == ALEA_WIN;
}

/* ---- the referee ---- */

static void hog_play_start(const alea__rules *rules, alea_state *state)
{
    hog_state s;
    hog_start(hog_rules_of(rules), &s);
    memset(state, 0, sizeof *state); /* states are compared by their bytes */
    hog_store(&s, state);
}

static int hog_play_to_move(const alea__rules *rules, const alea_state *state)
{
    (void)rules;
    hog_state s = hog_state_of(state);
    if (s.phase == HOG_FINISHED) return ALEA_OVER;
    return s.phase == HOG_ROLL ? ALEA_CHANCE : s.mover;
}

static unsigned hog_play_move_count(const alea__rules *rules, const alea_state *state)
{
    return hog_state_of(state).phase == HOG_DECIDE ? hog_rules_of(rules)->dice + 1 : 0;
}

static uint32_t hog_play_chance_count(const alea__rules *opaque, const alea_state *state)
{
    hog_state s = hog_state_of(state);
    return s.phase == HOG_ROLL ? alea__dice_outcomes(hog_set_of(hog_rules_of(opaque), &s)->sides, s.dice) : 0;
}

static unsigned hog_play_chance_faces(const alea__rules *rules, const alea_state *state, uint32_t outcome,
                                      uint32_t faces[16])
{
    const hog_state s = hog_state_of(state);
    const uint32_t sides = hog_set_of(hog_rules_of(rules), &s)->sides;
    ALEA_ASSERT(outcome < alea__dice_outcomes(sides, s.dice));
    return alea__dice_faces(sides, s.dice, outcome, faces);
}

/* Plays a number of dice or, in HOG_ROLL, an outcome, which must be one of the dice. If the game does not have this many
   dice, fails with ALEA_E_STATE and changes nothing. */
static alea_status hog_play_apply(const alea__rules *opaque, alea_state *state, uint32_t action,
                                  alea_error *error)
{
    const hog_rules *rules = hog_rules_of(opaque);
    hog_state s = hog_state_of(state);
    if (s.phase == HOG_ROLL)
        hog_roll(rules, &s, action);
    else if (action <= rules->dice)
        hog_choose(rules, &s, action);
    else
        return alea__fail(error, ALEA_E_STATE, HOG_NO_MOVE, (unsigned)action, (unsigned)rules->dice);
    hog_store(&s, state);
    return ALEA_OK;
}

static void hog_play_forfeit(const alea__rules *rules, alea_state *state)
{
    hog_state s = hog_state_of(state);
    hog_forfeit(hog_rules_of(rules), &s);
    hog_store(&s, state);
}

static void hog_play_outcome(const alea__rules *rules, const alea_state *state, alea_outcome *out)
{
    (void)rules;
    hog_state s = hog_state_of(state);
    *out = (alea_outcome){.winner = s.winner == HOG_NOBODY ? -1 : s.winner,
                          .unfinished = s.phase == HOG_FINISHED && s.winner == HOG_NOBODY,
                          .turns = s.turns};
    for (uint32_t seat = 0; seat < HOG_SEATS; seat++) out->score[seat] = s.score[seat];
}

/* ---- decisions ---- */

static uint32_t hog_play_decide(const alea__rules *rules, const alea__policy *policy, const alea_state *state,
                                alea__memo *memo, alea__stream *own)
{
    (void)memo;
    hog_state s = hog_state_of(state);
    return hog_decide(hog_rules_of(rules), hog_policy_of(policy), &s, own);
}

static int hog_play_turn_of(const alea__rules *rules, const alea_state *state)
{
    (void)rules;
    return hog_state_of(state).mover;
}

static void hog_play_describe(const alea__rules *rules, const alea_state *state, char *out, size_t size)
{
    hog_state s = hog_state_of(state);
    char memory[32] = "";
    if (hog_rules_of(rules)->memories > 1) snprintf(memory, sizeof memory, " memory %u,", (unsigned)s.memory);
    if (s.phase == HOG_FINISHED)
        snprintf(out, size, "scores %u,%u, over", (unsigned)s.score[0], (unsigned)s.score[1]);
    else
        snprintf(out, size, "scores %u,%u,%s seat %u to move", (unsigned)s.score[0], (unsigned)s.score[1],
                 memory, (unsigned)s.mover);
}

/* Turns count only for the outcome and idle turns only for the limit; the game's own memory is kept. */
static void hog_play_canonical(const alea__rules *rules, alea_state *state)
{
    (void)rules;
    hog_state s = hog_state_of(state);
    s.turns = 0;
    s.idle = 0;
    hog_store(&s, state);
}

static const alea__rules_ops rules_ops = {
    .lua_functions = alea__no_lua_functions,
    .compile = hog_compile,
    .prepare = hog_graph_make,
    .free = hog_play_release,
    .has_objective = hog_play_has_objective,
};

static const alea__play_ops play_ops = {
    .start = hog_play_start,
    .to_move = hog_play_to_move,
    .turn_of = hog_play_turn_of,
    .move_count = hog_play_move_count,
    .move = alea__move_is_index,
    .move_name = hog_move_name,
    .chance_count = hog_play_chance_count,
    .chance_weight = alea__equal_weight,
    .chance_faces = hog_play_chance_faces,
    .mixes_dice = true, /* three of four sides or two of eight */
    .apply = hog_play_apply,
    .forfeit = hog_play_forfeit,
    .outcome = hog_play_outcome,
    .canonical = hog_play_canonical,
};

static const alea__policy_ops policy_ops = {
    .builtin = hog_builtin,
    .open = hog_policy_open,
    .free = hog_policy_free,
    .decide = hog_play_decide,
    .usual = "always(4)",
};

static const alea__text_ops text_ops = {
    .key = hog_key,
    .parse_state = hog_parse_state,
    .describe = hog_play_describe,
    .fact = hog_fact,
    .explain = hog_explain,
    .push_view = hog_push_view,
    .lua_answer = hog_lua_answer,
    .sample_state = hog_sample_state,
};

static const alea__csv_ops csv_ops = {
    .open = hog_table_open,
    .write = hog_policy_csv,
};

static const alea__simulation_ops simulation_ops = {
    .can_simulate = hog_can_simulate,
    .simulate = hog_simulate,
};

static const alea__position_ops position_ops = {.line = hog_position_line};
static const alea__narration_ops narration_ops = {.narrate = hog_narrate,
                                                  .events = hog_events,
                                                  .has_blank = hog_has_blank,
                                                  .question = "how many dice ({moves})?"};

const alea__family alea__hog_family = {
    .name = "hog",
    .rules = &rules_ops,
    .play = &play_ops,
    .policy = &policy_ops,
    .text = &text_ops,
    .position = &position_ops,
    .narration = &narration_ops,
    .csv = &csv_ops,
    .simulation = &simulation_ops,
    .solver = &hog_solver_ops,
    .freezing = &hog_freezing_ops,
    .contest = &hog_contest_ops,
    .control = &hog_control_ops,
    .batch = &hog_batch_ops,
};
