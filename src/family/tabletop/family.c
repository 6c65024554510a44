/* The ops of the family tabletop. */
#include "base/error.h"
#include "family/tabletop/messages.h"
#include "family/tabletop/solve/exact.h"
#include "family/tabletop/tabletop.h"

extern const alea__family alea__tabletop_family;

/* The rules name their family to the exact engine. */
static alea_status tabletop_compile_rules(const alea__reader *reader, unsigned players, alea__rules **out,
                                          alea_error *error)
{
    alea_status status = tabletop_compile(reader, players, out, error);
    if (status != ALEA_OK) return status;
    tabletop_rules *t = (tabletop_rules *)*out;
    t->listed.head.family = &alea__tabletop_family;
    return ALEA_OK;
}

static alea_status tabletop_apply(const alea__rules *rules, alea_state *state, uint32_t action,
                                  alea_error *error)
{
    if (tabletop_play(tabletop_game_of(rules), state, action)) return ALEA_OK;
    return alea__fail(error, ALEA_E_STATE, TABLETOP_NO_SUCH_MOVE, (unsigned)action);
}

static const alea__rules_ops rules_ops = {
    .lua_functions = tabletop_words,
    .compile = tabletop_compile_rules,
    .free = tabletop_free,
    .has_objective = tabletop_has_objective,
};

static const alea__play_ops play_ops = {
    .start = tabletop_start,
    .to_move = tabletop_to_move,
    .turn_of = tabletop_turn_of,
    .move_count = tabletop_move_count,
    .move = tabletop_move,
    .move_name = tabletop_move_name,
    .chance_count = tabletop_chance_count,
    .chance_weight = tabletop_chance_weight,
    .chance_faces = tabletop_chance_faces,
    .mixes_dice = true,
    .apply = tabletop_apply,
    .forfeit = tabletop_forfeit,
    .outcome = tabletop_outcome_of,
    .canonical = tabletop_canonical,
};

/* Those of listed games, and greedy. */
static alea_builtin tabletop_builtin(size_t index)
{
    static const alea_builtin greedy = {
        "greedy", "Adds the most points to its score in each turn, on average, whatever comes after it.",
        "games with points or a score"};
    const alea_builtin builtin = alea__explicit_builtin(index);
    if (builtin.usage || index == 0 || !alea__explicit_builtin(index - 1).usage) return builtin;
    return greedy;
}

static const alea__policy_ops policy_ops = {
    .builtin = tabletop_builtin,
    .open = tabletop_policy_open,
    .free = tabletop_policy_free,
    .decide = tabletop_decide,
};

static const alea__text_ops text_ops = {
    .key = tabletop_state_key,
    .parse_state = tabletop_parse_state,
    .describe = tabletop_describe,
    .fact = tabletop_fact,
    .explain = alea__no_explanation,
    .push_view = tabletop_push_view,
    .lua_answer = tabletop_lua_answer,
    .sample_state = alea__explicit_sample_state,
};

static const alea__weighted_ops weighted_ops = {.sum = tabletop_chance_weights, .at = tabletop_chance_at};
static const alea__position_ops position_ops = {.line = tabletop_position_line};
static const alea__narration_ops narration_ops = {.narrate = tabletop_narrate,
                                                  .events = tabletop_events,
                                                  .fits = tabletop_words_fit,
                                                  .has_blank = tabletop_has_blank,
                                                  .chance_name = tabletop_chance_name,
                                                  .rolls_dice = tabletop_rolls_dice,
                                                  .has_points = tabletop_has_points};
static const alea__sheet_ops sheet_ops = {.row = tabletop_sheet_row,
                                          .attempted = tabletop_attempted,
                                          .shortlist = tabletop_shortlist,
                                          .remark = tabletop_remark};

const alea__family alea__tabletop_family = {
    .name = "tabletop",
    .rules = &rules_ops,
    .play = &play_ops,
    .policy = &policy_ops,
    .text = &text_ops,
    .weighted = &weighted_ops,
    .position = &position_ops,
    .narration = &narration_ops,
    .sheet = &sheet_ops,
    .solver = &tabletop_solver_ops,
    .query = &tabletop_query_ops,
    .freezing = &alea__explicit_freezing_ops,
    .distribution = &tabletop_distribution_ops,
    .batch = &tabletop_batch_ops,
};
