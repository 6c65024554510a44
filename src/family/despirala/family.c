/* The ops of Despirala, and its referee behind alea/game.h. */
#include "base/assert.h"
#include "base/error.h"
#include "family/despirala/messages.h"
#include "family/despirala/solve/plan.h"
#include "family/despirala/turn/subgames.h"

#include <string.h>

/* ---- rules ---- */

static void despirala_play_release(alea__rules *rules)
{
    if (rules) despirala_graph_free(((const despirala_game *)rules)->graph);
    despirala_free(rules);
}

/* A single player plays for points, several play to win. */
static bool despirala_play_has_objective(const alea__rules *rules, alea_objective objective)
{
    return objective == (despirala_rules_of(rules)->seats == 1 ? ALEA_SCORE : ALEA_WIN);
}

/* ---- the referee ---- */

static void despirala_play_start(const alea__rules *rules, alea_state *state)
{
    despirala_state s;
    despirala_start(despirala_rules_of(rules), &s);
    memset(state, 0, sizeof *state); /* states are compared by their bytes */
    despirala_store(&s, state);
}

static int despirala_play_to_move(const alea__rules *rules, const alea_state *state)
{
    (void)rules;
    despirala_state s = despirala_state_of(state);
    if (s.phase == DESPIRALA_FINISHED) return ALEA_OVER;
    return s.phase == DESPIRALA_ROLL ? ALEA_CHANCE : s.mover;
}

static unsigned despirala_play_move_count(const alea__rules *rules, const alea_state *state)
{
    const despirala_state s = despirala_state_of(state);
    return despirala_count_moves(despirala_rules_of(rules), &s);
}

static uint32_t despirala_play_move(const alea__rules *rules, const alea_state *state, unsigned index)
{
    const despirala_state s = despirala_state_of(state);
    return despirala_nth_move(despirala_rules_of(rules), &s, index);
}

static const char *despirala_play_move_name(const alea__rules *rules, uint32_t m)
{
    const despirala_game *game = despirala_game_of(rules);
    return m <= despirala_reroll(&game->rules) ? game->move_name[m] : "?";
}

static uint32_t despirala_play_chance_count(const alea__rules *opaque, const alea_state *state)
{
    despirala_state s = despirala_state_of(state);
    return s.phase == DESPIRALA_ROLL ? alea__dice_outcomes(despirala_rules_of(opaque)->sides, s.rolled) : 0;
}

static unsigned despirala_play_chance_faces(const alea__rules *rules, const alea_state *state,
                                            uint32_t outcome, uint32_t faces[16])
{
    ALEA_ASSERT(outcome < despirala_play_chance_count(rules, state));
    return alea__dice_faces(despirala_rules_of(rules)->sides, despirala_state_of(state).rolled, outcome,
                            faces);
}

/* Fails with ALEA_E_STATE and says why the move is not legal in this decision. */
static alea_status not_allowed(const despirala_game *game, const despirala_state *s, uint32_t m,
                               alea_error *error)
{
    const despirala_rules *rules = &game->rules;
    if (m > despirala_reroll(rules))
        return alea__fail(error, ALEA_E_STATE, DESPIRALA_NO_MOVE, (unsigned)m,
                          (unsigned)despirala_reroll(rules));
    const char *why = DESPIRALA_WHY_IN_COLLECT;
    if (s->phase == DESPIRALA_CHOOSE) why = DESPIRALA_WHY_NO_COLLECT;
    if (s->phase == DESPIRALA_CHOOSE && m >= DESPIRALA_TARGET && m <= rules->targets)
        why = DESPIRALA_WHY_ATTEMPTED;
    if (m == despirala_reroll(rules) && s->phase == DESPIRALA_CHOOSE)
        why = rules->may_reroll ? DESPIRALA_WHY_NO_GOODS : DESPIRALA_WHY_NO_REROLL;
    return alea__fail(error, ALEA_E_STATE, DESPIRALA_NOT_NOW, game->move_name[m], why);
}

/* Applies a roll, whose outcome the caller has checked, or a move, which is checked here. On failure the state is unchanged. */
static alea_status despirala_play_apply(const alea__rules *opaque, alea_state *state, uint32_t action,
                                        alea_error *error)
{
    const despirala_rules *rules = despirala_rules_of(opaque);
    despirala_state s = despirala_state_of(state);
    if (s.phase == DESPIRALA_ROLL)
        despirala_roll(rules, &s, action);
    else if (despirala_allows(rules, &s, action))
        despirala_move(rules, &s, action);
    else
        return not_allowed(despirala_game_of(opaque), &s, action, error);
    despirala_store(&s, state);
    return ALEA_OK;
}

static void despirala_play_forfeit(const alea__rules *rules, alea_state *state)
{
    despirala_state s = despirala_state_of(state);
    despirala_forfeit(despirala_rules_of(rules), &s);
    despirala_store(&s, state);
}

static void despirala_play_outcome(const alea__rules *opaque, const alea_state *state, alea_outcome *out)
{
    const despirala_rules *rules = despirala_rules_of(opaque);
    despirala_state s = despirala_state_of(state);
    *out = (alea_outcome){.winner = s.winner == DESPIRALA_NONE ? -1 : s.winner,
                          .unfinished = s.lost == (1u << rules->seats) - 1,
                          .turns = s.turns};
    for (uint32_t seat = 0; seat < rules->seats; seat++) out->score[seat] = s.player[seat].score;
}

/* ---- decisions ---- */

static uint32_t despirala_play_decide(const alea__rules *rules, const alea__policy *policy,
                                      const alea_state *state, alea__memo *memo, alea__stream *own)
{
    (void)memo;
    despirala_state s = despirala_state_of(state);
    ALEA_ASSERT(s.phase == DESPIRALA_CHOOSE || s.phase == DESPIRALA_COLLECT);
    return despirala_decide(despirala_rules_of(rules), (const despirala_bot *)policy, &s, own);
}

static int despirala_play_turn_of(const alea__rules *rules, const alea_state *state)
{
    (void)rules;
    return despirala_state_of(state).mover;
}

/* Scores and turns so far do not matter: values count what is still to come. */
static void despirala_play_canonical(const alea__rules *rules, alea_state *state)
{
    despirala_state s = despirala_state_of(state);
    (void)rules;
    for (uint32_t seat = 0; seat < DESPIRALA_SEATS; seat++) s.player[seat].score = 0;
    s.turns = 0;
    despirala_store(&s, state);
}

static const alea__rules_ops rules_ops = {
    .lua_functions = alea__no_lua_functions,
    .compile = despirala_compile,
    .prepare = despirala_graph_make,
    .free = despirala_play_release,
    .has_objective = despirala_play_has_objective,
};

static const alea__play_ops play_ops = {
    .start = despirala_play_start,
    .to_move = despirala_play_to_move,
    .turn_of = despirala_play_turn_of,
    .move_count = despirala_play_move_count,
    .move = despirala_play_move,
    .move_name = despirala_play_move_name,
    .chance_count = despirala_play_chance_count,
    .chance_weight = alea__equal_weight,
    .chance_faces = despirala_play_chance_faces,
    .apply = despirala_play_apply,
    .forfeit = despirala_play_forfeit,
    .outcome = despirala_play_outcome,
    .canonical = despirala_play_canonical,
};

static const alea__policy_ops policy_ops = {
    .builtin = despirala_builtin,
    .open = despirala_policy_open,
    .free = despirala_policy_free,
    .decide = despirala_play_decide,
    .usual = "greedy",
};

static const alea__text_ops text_ops = {
    .key = despirala_key,
    .parse_state = despirala_parse_state,
    .describe = despirala_describe,
    .fact = despirala_fact,
    .explain = despirala_explain,
    .push_view = despirala_push_view,
    .lua_answer = despirala_lua_answer,
    .sample_state = despirala_sample_state,
};

static const alea__simulation_ops simulation_ops = {
    .can_simulate = despirala_can_simulate,
    .simulate = despirala_simulate,
};

static const alea__solitary_ops solitary_ops = {
    .alone = despirala_alone,
};

static const alea__position_ops position_ops = {.line = despirala_position_line};
static const alea__narration_ops narration_ops = {
    .narrate = despirala_narrate, .events = despirala_events, .has_blank = despirala_has_blank};
static const alea__sheet_ops sheet_ops = {
    .row = despirala_sheet_row,
    .attempted = despirala_sheet_attempted,
    .shortlist = despirala_shortlist,
    .remark = despirala_remark,
};

static const alea__query_ops query_ops = {
    .open = despirala_query_open, .close = despirala_query_close, .ask = despirala_query_ask};

const alea__family alea__despirala_family = {
    .name = "despirala",
    .scored = true,
    .rules = &rules_ops,
    .play = &play_ops,
    .policy = &policy_ops,
    .text = &text_ops,
    .position = &position_ops,
    .narration = &narration_ops,
    .simulation = &simulation_ops,
    .solitary = &solitary_ops,
    .sheet = &sheet_ops,
    .solver = &despirala_solver_ops,
    .query = &query_ops,
    .distribution = &despirala_distribution_ops,
    .batch = &despirala_batch_ops,
};
