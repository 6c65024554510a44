/* The ops of the family graph. */
#include "family/graph/graph.h"

static alea_key graph_state_key(const alea__rules *rules, size_t index)
{
    (void)rules;
    if (index > 0) return (alea_key){NULL, NULL};
    return (alea_key){
        "state", "the state as the rule file writes it: a whole number, a text, or numbers such as 22,0,5 "
                 "(the first one)"};
}

static int graph_turn_of(const alea__rules *rules, const alea_state *state)
{
    (void)rules;
    return (int)graph_state_of(state).seat;
}

/* Points exist only if they are the game's objective. */
static bool graph_has_points(const alea__rules *rules)
{
    return graph_has_objective(rules, ALEA_SCORE);
}

/* Turns and steps matter to the limits only. */
static void graph_canonical(const alea__rules *rules, alea_state *state)
{
    graph_state s = graph_state_of(state);
    (void)rules;
    s.turns = s.steps = 0;
    graph_store(&s, state);
}

/* The rules name their family to the exact engine. */
static alea_status graph_compile_rules(const alea__reader *reader, unsigned players, alea__rules **out,
                                       alea_error *error)
{
    alea_status status = graph_compile(reader, players, out, error);
    if (status == ALEA_OK) ((graph_rules *)*out)->head.family = &alea__graph_family;
    return status;
}

static const alea__rules_ops rules_ops = {
    .lua_functions = graph_words,
    .compile = graph_compile_rules,
    .free = graph_free,
    .has_objective = graph_has_objective,
    .note = graph_note,
};

static const alea__play_ops play_ops = {
    .start = graph_start,
    .to_move = graph_to_move,
    .turn_of = graph_turn_of,
    .move_count = graph_move_count,
    .move = graph_move,
    .move_name = graph_move_name,
    .chance_count = graph_chance_count,
    .chance_weight = alea__equal_weight,
    .chance_faces = graph_chance_faces,
    .mixes_dice = true,
    .apply = graph_apply,
    .forfeit = graph_forfeit,
    .outcome = graph_outcome,
    .canonical = graph_canonical,
};

static const alea__policy_ops policy_ops = {
    .builtin = alea__explicit_builtin,
    .open = alea__explicit_policy_open,
    .free = alea__explicit_policy_free,
    .decide = alea__explicit_decide,
};

static const alea__text_ops text_ops = {
    .key = graph_state_key,
    .parse_state = alea__explicit_parse_state,
    .describe = graph_describe,
    .fact = graph_fact,
    .explain = alea__no_explanation,
    .push_view = graph_push_view,
    .lua_answer = graph_lua_answer,
    .sample_state = alea__explicit_sample_state,
};

static const alea__position_ops position_ops = {.line = graph_position_line};
static const alea__narration_ops narration_ops = {.chance_name = graph_chance_name,
                                                  .rolls_dice = graph_rolls_dice,
                                                  .has_points = graph_has_points,
                                                  .narrate = graph_narrate,
                                                  .events = graph_events,
                                                  .fits = graph_words_fit,
                                                  .has_blank = graph_has_blank};

const alea__family alea__graph_family = {
    .name = "graph",
    .rules = &rules_ops,
    .play = &play_ops,
    .policy = &policy_ops,
    .text = &text_ops,
    .position = &position_ops,
    .narration = &narration_ops,
    .solver = &alea__explicit_solver_ops,
    .freezing = &alea__explicit_freezing_ops,
    .distribution = &alea__explicit_distribution_ops,
    .batch = &graph_batch_ops,
};
