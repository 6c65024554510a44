/* Despirala as the other floors see it: the table of its functions, and the referee behind alea/game.h. */
#include "base/error.h"
#include "family/despirala/solve/plan.h"
#include "family/despirala/turn/subgames.h"

#include <stdio.h>
#include <string.h>

/* ---- what the game is ---- */

static void release(alea__rules *rules)
{
    if (rules) despirala_graph_free(((const despirala_game *)rules)->graph);
    despirala_free(rules);
}

/* The rules as tables, and what exact results need of them. */
static alea_status compile(const alea__reader *reader, unsigned players, alea__rules **out, alea_error *error)
{
    alea__rules *rules;
    alea_status status = despirala_compile(reader, players, &rules, error);
    if (status != ALEA_OK) return status;
    despirala_game *game = (despirala_game *)rules;
    status = despirala_graph_make(game, error);
    if (status == ALEA_OK)
        *out = rules;
    else
        release(rules);
    return status;
}

/* Alone one plays for points; side by side for more of them than the others have. */
static bool has_objective(const alea__rules *rules, alea_objective objective)
{
    return objective == (despirala_rules_of(rules)->seats == 1 ? ALEA_SCORE : ALEA_WIN);
}

/* ---- the referee ---- */

static void start(const alea__rules *rules, alea_state *state)
{
    despirala_state s;
    memset(state, 0, sizeof *state); /* states are compared by their bytes */
    memset(&s, 0, sizeof s);
    despirala_start(despirala_rules_of(rules), &s);
    despirala_store(&s, state);
}

static int to_move(const alea__rules *rules, const alea_state *state)
{
    (void)rules;
    despirala_state s = despirala_state_of(state);
    if (s.phase == DESPIRALA_FINISHED) return ALEA_OVER;
    return s.phase == DESPIRALA_ROLL ? ALEA_CHANCE : s.mover;
}

static unsigned move_count(const alea__rules *opaque, const alea_state *state)
{
    const despirala_rules *rules = despirala_rules_of(opaque);
    despirala_state s = despirala_state_of(state);
    unsigned count = 0;
    if (s.phase == DESPIRALA_COLLECT) return 2;
    for (uint32_t m = 0; m <= despirala_reroll(rules); m++) count += despirala_allows(rules, &s, m);
    return count;
}

static uint32_t move(const alea__rules *opaque, const alea_state *state, unsigned index)
{
    const despirala_rules *rules = despirala_rules_of(opaque);
    despirala_state s = despirala_state_of(state);
    for (uint32_t m = 0; m <= despirala_reroll(rules); m++)
        if (despirala_allows(rules, &s, m) && index-- == 0) return m;
    return ALEA__NO_MOVE;
}

static const char *move_name(const alea__rules *rules, uint32_t m)
{
    const despirala_game *game = despirala_game_of(rules);
    return m <= despirala_reroll(&game->rules) ? game->move_name[m] : "?";
}

static uint32_t chance_count(const alea__rules *opaque, const alea_state *state)
{
    despirala_state s = despirala_state_of(state);
    return s.phase == DESPIRALA_ROLL ? alea__dice_outcomes(despirala_rules_of(opaque)->sides, s.air) : 0;
}

static unsigned chance_faces(const alea__rules *opaque, const alea_state *state, uint32_t outcome,
                             uint32_t faces[16])
{
    const despirala_rules *rules = despirala_rules_of(opaque);
    despirala_state s = despirala_state_of(state);
    return alea__dice_faces(rules->sides, s.air, outcome, faces);
}

static alea_status not_allowed(const despirala_game *game, const despirala_state *s, uint32_t m,
                               alea_error *error)
{
    const despirala_rules *rules = &game->rules;
    if (m > despirala_reroll(rules))
        return alea__fail(error, ALEA_E_STATE, "There is no move %u: moves are 0 to %u.", (unsigned)m,
                          (unsigned)despirala_reroll(rules));
    const char *why = "it is not attempted in the middle of a collect";
    if (s->phase == DESPIRALA_CHOOSE) why = "nothing is collected yet";
    if (s->phase == DESPIRALA_CHOOSE && m >= DESPIRALA_TARGET && m <= rules->targets)
        why = "that combination was attempted before";
    if (m == despirala_reroll(rules) && s->phase == DESPIRALA_CHOOSE)
        why = rules->may_reroll ? "there is no good left" : "rerolling is not allowed here";
    return alea__fail(error, ALEA_E_STATE, "\"%s\" is not possible now: %s.", game->move_name[m], why);
}

static alea_status apply(const alea__rules *opaque, alea_state *state, uint32_t action, alea_error *error)
{
    const despirala_rules *rules = despirala_rules_of(opaque);
    despirala_state s = despirala_state_of(state);
    if (s.phase == DESPIRALA_FINISHED)
        return alea__fail(error, ALEA_E_STATE, "The game is over; nothing can be played.");
    if (s.phase == DESPIRALA_ROLL) {
        if (action >= alea__dice_outcomes(rules->sides, s.air))
            return alea__fail(error, ALEA_E_STATE, "There is no roll %u: the dice have outcomes 0 to %u.",
                              (unsigned)action, (unsigned)alea__dice_outcomes(rules->sides, s.air) - 1);
        despirala_roll(rules, &s, action);
    } else {
        if (!despirala_allows(rules, &s, action))
            return not_allowed(despirala_game_of(opaque), &s, action, error);
        despirala_move(rules, &s, action);
    }
    despirala_store(&s, state);
    return ALEA_OK;
}

static void forfeit(const alea__rules *rules, alea_state *state)
{
    despirala_state s = despirala_state_of(state);
    despirala_forfeit(despirala_rules_of(rules), &s);
    despirala_store(&s, state);
}

static void outcome(const alea__rules *opaque, const alea_state *state, alea_outcome *out)
{
    const despirala_rules *rules = despirala_rules_of(opaque);
    despirala_state s = despirala_state_of(state);
    *out = (alea_outcome){.winner = s.winner == DESPIRALA_NONE ? -1 : s.winner,
                          .unfinished = s.lost == (1u << rules->seats) - 1,
                          .turns = s.turns};
    for (uint32_t seat = 0; seat < rules->seats; seat++) out->score[seat] = s.player[seat].score;
}

/* ---- decisions ---- */

static uint32_t decide(const alea__rules *rules, const alea__policy *policy, const alea_state *state,
                       alea__memo *memo, alea__stream *own)
{
    (void)memo;
    despirala_state s = despirala_state_of(state);
    return despirala_decide(despirala_rules_of(rules), (const despirala_bot *)policy, &s, own);
}

static int turn_of(const alea__rules *rules, const alea_state *state)
{
    (void)rules;
    return despirala_state_of(state).mover;
}

/* Values are what is still to come. */
static void canonical(const alea__rules *rules, alea_state *state)
{
    despirala_state s = despirala_state_of(state);
    (void)rules;
    for (uint32_t seat = 0; seat < DESPIRALA_SEATS; seat++) s.player[seat].score = 0;
    s.turns = 0;
    despirala_store(&s, state);
}

static const alea__rules_ops rules_ops = {
    .lua_functions = alea__no_lua_functions,
    .compile = compile,
    .free = release,
    .has_objective = has_objective,
};

static const alea__play_ops play_ops = {
    .start = start,
    .to_move = to_move,
    .turn_of = turn_of,
    .move_count = move_count,
    .move = move,
    .move_name = move_name,
    .chance_count = chance_count,
    .chance_weight = alea__equal_weight,
    .chance_faces = chance_faces,
    .apply = apply,
    .forfeit = forfeit,
    .outcome = outcome,
    .canonical = canonical,
};

static const alea__policy_ops policy_ops = {
    .builtin = despirala_builtin,
    .open = despirala_policy_open,
    .free = despirala_policy_free,
    .decide = decide,
};

static const alea__text_ops text_ops = {
    .key = despirala_key,
    .parse_state = despirala_place,
    .describe = despirala_describe,
    .fact = despirala_fact,
    .explain = despirala_explain,
    .push_view = despirala_push_view,
    .lua_answer = despirala_lua_answer,
    .sample_state = despirala_check_state,
};

static const alea__simulation_ops simulation_ops = {
    .can_simulate = despirala_can_simulate,
    .simulate = despirala_simulate,
};

static const alea__solitary_ops solitary_ops = {
    .alone = despirala_alone,
};

const alea__family alea__despirala_family = {
    .name = "despirala",
    .scored = true,
    .rules = &rules_ops,
    .play = &play_ops,
    .policy = &policy_ops,
    .text = &text_ops,
    .simulation = &simulation_ops,
    .solitary = &solitary_ops,
    .solver = &despirala_solver_ops,
    .distribution = &despirala_distribution_ops,
};
