/* Facts about race games for pictures; implements alea__plot_ops. */
#include "base/assert.h"
#include "family/race/rules/layout.h"
#include "family/race/text/text.h"

static void plot_facts(const alea__rules *opaque, alea__plot_facts *out)
{
    const race_rules *rules = race_rules_of(opaque);
    *out = (alea__plot_facts){.goal = rules->goal,
                              .turn_limit = rules->turn_limit,
                              .memories = rules->memories,
                              .outcomes = rules->outcomes,
                              .roll_move = RACE_ROLL_MOVE,
                              .chase = rules->ending == RACE_CHASE,
                              .first_forced = rules->first_forced != 0,
                              .stands_at_goal = race_can_stand(rules, rules->goal)};
}

static bool plot_goes_on(const alea__rules *rules, uint32_t total)
{
    return race_goes_on(race_rules_of(rules), total);
}

static bool plot_roll(const alea__rules *opaque, uint32_t memory, uint32_t outcome, alea__plot_step *out)
{
    const race_rules *rules = race_rules_of(opaque);
    ALEA_ASSERT(memory < rules->memories && outcome < rules->outcomes);
    const race_effect *e = &rules->effect[(size_t)memory * rules->outcomes + outcome];
    *out = (alea__plot_step){e->amount, e->memory, e->forced != 0};
    return e->kind == RACE_ADD;
}

static void plot_move_turn(const alea__rules *rules, const alea_state *start, alea_state *within)
{
    race_state turn = race_state_of(within), other = race_state_of(start);
    (void)rules;
    memcpy(turn.score, other.score, sizeof turn.score);
    turn.turns = other.turns;
    turn.leader = other.leader;
    race_store(&turn, within);
}

const alea__plot_ops race_plot_ops = {
    .facts = plot_facts, .goes_on = plot_goes_on, .roll = plot_roll, .move_turn = plot_move_turn};
