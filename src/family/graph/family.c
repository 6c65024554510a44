/* Graph as the other floors see it. */
#include "family/graph/solve/exact.h"

static alea_key key(const alea__rules *rules, size_t index)
{
    (void)rules;
    if (index > 0) return (alea_key){NULL, NULL};
    return (alea_key){
        "state", "the state as the rule file writes it: a whole number, a text, or numbers such as 22,0,5 "
                 "(the first one)"};
}

static int turn_of(const alea__rules *rules, const alea_state *state)
{
    (void)rules;
    return (int)graph_state_of(state).seat;
}

static const alea__rules_ops rules_ops = {
    .lua_functions = graph_words,
    .compile = graph_compile,
    .free = graph_free,
    .has_objective = graph_has_objective,
};

static const alea__play_ops play_ops = {
    .start = graph_start,
    .to_move = graph_to_move,
    .turn_of = turn_of,
    .move_count = graph_move_count,
    .move = graph_move,
    .move_name = graph_move_name,
    .chance_count = graph_chance_count,
    .chance_weight = graph_chance_weight,
    .chance_faces = graph_chance_faces,
    .apply = graph_apply,
    .forfeit = graph_forfeit,
    .outcome = graph_outcome,
    .canonical = alea__all_canonical,
};

static const alea__policy_ops policy_ops = {
    .builtin = graph_builtin,
    .open = graph_policy_open,
    .free = graph_policy_free,
    .decide = graph_decide,
};

static const alea__text_ops text_ops = {
    .key = key,
    .parse_state = graph_place,
    .describe = graph_describe,
    .fact = graph_fact,
    .explain = alea__no_explanation,
    .push_view = graph_push_view,
    .lua_answer = graph_lua_answer,
    .sample_state = graph_check_state,
};

const alea__family alea__graph_family = {
    .name = "graph",
    .rules = &rules_ops,
    .play = &play_ops,
    .policy = &policy_ops,
    .text = &text_ops,
    .solver = &graph_solver_ops,
    .freezing = &graph_freezing_ops,
};
