/* Hog as the other floors see it: the table of its functions, and the referee behind alea/game.h. */
#include "base/error.h"
#include "family/hog/solve/exact.h"

#include <stdio.h>
#include <string.h>

/* ---- what the game is ---- */

static void release(alea__rules *rules)
{
    if (rules) hog_graph_free(((const hog_game *)rules)->graph);
    hog_free(rules);
}

/* The rules as tables, and what exact results need of them. */
static alea_status compile(const alea__reader *reader, unsigned players, alea__rules **out, alea_error *error)
{
    alea__rules *rules;
    alea_status status = hog_compile(reader, players, &rules, error);
    if (status != ALEA_OK) return status;
    hog_game *game = (hog_game *)rules;
    status = hog_graph_make(game, &game->graph, error);
    if (status == ALEA_OK)
        *out = rules;
    else
        release(rules);
    return status;
}

static bool has_objective(const alea__rules *rules, alea_objective objective)
{
    (void)rules;
    return objective == ALEA_WIN;
}

/* ---- the referee ---- */

static void start(const alea__rules *rules, alea_state *state)
{
    hog_state s;
    memset(state, 0, sizeof *state); /* states are compared by their bytes */
    memset(&s, 0, sizeof s);
    hog_start(hog_rules_of(rules), &s);
    hog_store(&s, state);
}

static int to_move(const alea__rules *rules, const alea_state *state)
{
    (void)rules;
    hog_state s = hog_state_of(state);
    if (s.phase == HOG_FINISHED) return ALEA_OVER;
    return s.phase == HOG_ROLL ? ALEA_CHANCE : s.mover;
}

static unsigned move_count(const alea__rules *rules, const alea_state *state)
{
    return hog_state_of(state).phase == HOG_DECIDE ? hog_rules_of(rules)->dice + 1 : 0;
}

static uint32_t move(const alea__rules *rules, const alea_state *state, unsigned index)
{
    (void)rules, (void)state;
    return index;
}

static uint32_t chance_count(const alea__rules *opaque, const alea_state *state)
{
    hog_state s = hog_state_of(state);
    return s.phase == HOG_ROLL ? alea__dice_outcomes(hog_rules_of(opaque)->sides, s.dice) : 0;
}

static unsigned chance_faces(const alea__rules *opaque, const alea_state *state, uint32_t outcome,
                             uint32_t faces[16])
{
    const hog_rules *rules = hog_rules_of(opaque);
    hog_state s = hog_state_of(state);
    return alea__dice_faces(rules->sides, s.dice, outcome, faces);
}

static alea_status apply(const alea__rules *opaque, alea_state *state, uint32_t action, alea_error *error)
{
    const hog_rules *rules = hog_rules_of(opaque);
    hog_state s = hog_state_of(state);
    if (s.phase == HOG_FINISHED)
        return alea__fail(error, ALEA_E_STATE, "The game is over; nothing can be played.");
    if (s.phase == HOG_DECIDE) {
        if (action > rules->dice)
            return alea__fail(error, ALEA_E_STATE, "There is no move %u: 0 to %u dice can be rolled.",
                              (unsigned)action, (unsigned)rules->dice);
        hog_choose(rules, &s, action);
    } else {
        if (action >= alea__dice_outcomes(rules->sides, s.dice))
            return alea__fail(error, ALEA_E_STATE, "There is no roll %u: the dice have outcomes 0 to %u.",
                              (unsigned)action, (unsigned)alea__dice_outcomes(rules->sides, s.dice) - 1);
        hog_roll(rules, &s, action);
    }
    hog_store(&s, state);
    return ALEA_OK;
}

static void forfeit(const alea__rules *rules, alea_state *state)
{
    hog_state s = hog_state_of(state);
    hog_forfeit(hog_rules_of(rules), &s);
    hog_store(&s, state);
}

static void outcome(const alea__rules *rules, const alea_state *state, alea_outcome *out)
{
    (void)rules;
    hog_state s = hog_state_of(state);
    *out = (alea_outcome){.winner = s.winner == HOG_NOBODY ? -1 : s.winner, .turns = s.turns};
    for (uint32_t seat = 0; seat < HOG_SEATS; seat++) out->score[seat] = s.score[seat];
}

/* ---- decisions ---- */

static uint32_t decide(const alea__rules *rules, const alea__policy *policy, const alea_state *state,
                       alea__memo *memo, alea__stream *own)
{
    (void)memo;
    hog_state s = hog_state_of(state);
    return hog_decide(hog_rules_of(rules), hog_policy_of(policy), &s, own);
}

static int turn_of(const alea__rules *rules, const alea_state *state)
{
    (void)rules;
    return hog_state_of(state).mover;
}

static void describe(const alea__rules *rules, const alea_state *state, char *out, size_t size)
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

static bool fact(const alea__rules *rules, const alea_state *state, unsigned seat, size_t index,
                 alea_fact *out)
{
    hog_state s = hog_state_of(state);
    bool moves = seat == s.mover && s.phase != HOG_FINISHED, remembers = hog_rules_of(rules)->memories > 1;
    if (index >= (moves && remembers ? 2 : 1)) return false;
    out->label = index == 0 ? "score" : "the game remembers";
    snprintf(out->value, sizeof out->value, "%u", index == 0 ? (unsigned)s.score[seat] : (unsigned)s.memory);
    return true;
}

/* Turns are counted for the outcome only: what the game remembers of them is its memory. */
static void canonical(const alea__rules *rules, alea_state *state)
{
    (void)rules;
    hog_state s = hog_state_of(state);
    s.turns = 0;
    hog_store(&s, state);
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
    .move_name = hog_move_name,
    .chance_count = chance_count,
    .chance_weight = alea__equal_weight,
    .chance_faces = chance_faces,
    .apply = apply,
    .forfeit = forfeit,
    .outcome = outcome,
    .canonical = canonical,
};

static const alea__policy_ops policy_ops = {
    .builtin = hog_builtin,
    .open = hog_policy_open,
    .free = hog_policy_free,
    .decide = decide,
};

static const alea__text_ops text_ops = {
    .key = hog_key,
    .parse_state = hog_place,
    .describe = describe,
    .fact = fact,
    .explain = hog_explain,
    .push_view = hog_push_view,
    .lua_answer = hog_lua_answer,
    .sample_state = hog_check_state,
};

static const alea__csv_ops csv_ops = {
    .open = hog_table_open,
    .write = hog_policy_csv,
};

static const alea__simulation_ops simulation_ops = {
    .can_simulate = hog_can_simulate,
    .simulate = hog_simulate,
};

const alea__family alea__hog_family = {
    .name = "hog",
    .rules = &rules_ops,
    .play = &play_ops,
    .policy = &policy_ops,
    .text = &text_ops,
    .csv = &csv_ops,
    .simulation = &simulation_ops,
    .solver = &hog_solver_ops,
    .freezing = &hog_freezing_ops,
    .contest = &hog_contest_ops,
};
