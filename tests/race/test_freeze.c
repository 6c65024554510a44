/* Freezing programs: the states in which they are asked, and the plan made from the answers. */
#include "family/race/check/read_policy.h"
#include "race/exact_test.h"
#include "support/memory.h"
#include "support/problem.h"

/* A program is a function here. */
typedef bool program(const race_state *);

static bool holds_at_7(const race_state *s)
{
    return s->turn < 7;
}

static bool rolls_three_times(const race_state *s)
{
    return s->rolls < 3;
}

static bool has_a_favourite_seat(const race_state *s)
{
    return s->mover == 0 && s->turn < 9;
}

static bool looks_at_everything(const race_state *s)
{
    uint32_t own = s->score[s->mover], other = s->score[1 - s->mover];
    return (own * 7 + other * 3 + s->turn * 5 + (s->leader != RACE_NOBODY)) % 11 < 6;
}

static unsigned char *ask_everywhere(const alea_game *game, program *rolls)
{
    uint64_t count = race_freeze_count(game->rules);
    unsigned char *moves = alea__alloc(count);
    alea_state state;
    for (uint64_t i = 0; i < count; i++) {
        race_freeze_state(game->rules, i, &state);
        race_state s = look(&state);
        moves[i] = rolls(&s) ? RACE_ROLL_MOVE : RACE_HOLD_MOVE;
    }
    return moves;
}

static alea_status freeze(const alea_game *game, program *rolls, alea__policy **out, alea_error *error)
{
    unsigned char *moves = ask_everywhere(game, rolls);
    alea_status status = race_freeze(game->rules, moves, out, error);
    alea__free(moves);
    return status;
}

/* Chasers of that game are asked above the goal + 100, too: up to 240 or 480 above it, three greatest rolls behind a leader. */
static bool is_open_ended(const race_rules *r)
{
    return r->players == 2 && r->ending == RACE_CHASE && !r->over_goal_hold;
}

static uint32_t asked_of(const race_rules *r)
{
    return r->goal + (!is_open_ended(r) ? 100 : r->dice == 2 ? 480 : 240);
}

static uint32_t near_of(const race_rules *r)
{
    return is_open_ended(r) ? r->dice == 2 ? 36 : 18 : 0;
}

/* The positions as they are meant: every other, every own, every turn total up to the goal and a hundred more; then leaders against
   whom a turn of 2 near points can end higher, each distance behind them, each turn. */
static uint64_t positions(const race_rules *r)
{
    uint64_t count = 0;
    bool chase = r->players == 2 && r->ending == RACE_CHASE;
    uint32_t last = r->over_goal_hold ? race_enough(r) - 1 : r->goal + 100;
    for (uint32_t other = 0; other < (r->players == 1 ? 1 : chase ? r->goal + 101 : r->goal); other++)
        for (uint32_t own = 0; own < (!chase ? r->goal : other > r->goal ? other : r->goal + 1); own++)
            for (uint32_t total = own + r->first_forced; total <= last; total++) count++;
    for (uint32_t leader = r->goal + 1, near = near_of(r); near > 0 && leader <= asked_of(r); leader++)
        if (leader - 1 + 2 * near > last) count += (uint64_t)near * (2 * near + 1 - r->first_forced);
    return count;
}

static const char *const games[] = {"pig(goal=12)", "pig-pen(goal=10)", "pig-pen(goal=10,over_goal=hold)",
                                    "pig-solitaire(turns=3,goal=10)", "pig-solitaire(turns=0,goal=10)"};
enum { GAMES = sizeof games / sizeof *games };

static void every_state_is_a_decision_that_the_referee_understands(void **unused)
{
    (void)unused;
    for (size_t g = 0; g < GAMES; g++) {
        alea_game *game = open_game(games[g]);
        const race_rules *r = rules_of(game);
        uint64_t count = race_freeze_count(game->rules);
        assert_int_equal(count, 2 * positions(r));
        for (uint64_t i = 0; i < count; i++) {
            alea_state state;
            race_freeze_state(game->rules, i, &state);
            race_state s = look(&state);
            uint32_t own = s.score[s.mover], other = s.score[1 - s.mover];
            assert_int_equal(alea_game_to_move(game, &state), s.mover);
            assert_true(race_can_stand(r, race_total(&s)) && race_can_stand(r, own) &&
                        race_can_stand(r, other));
            assert_that(s.rolls, >=, 1);
            assert_that(s.turn, >=, 1);
            if (r->ending == RACE_CHASE && r->players == 2) {
                assert_int_equal(s.leader, other > r->goal ? 1 - s.mover : RACE_NOBODY);
                assert_true(other > r->goal ? own < other : own <= r->goal);
            } else {
                assert_that(own, <, r->goal);
                assert_that(other, <, r->goal);
            }
        }
        alea_game_free(game);
    }
}

static void each_position_is_asked_in_both_seats_after_few_rolls_and_many(void **unused)
{
    (void)unused;
    alea_game *pig = open_game("pig(goal=12)");
    uint64_t count = race_freeze_count(pig->rules), met = 0;
    static bool seen[2][12][12][120];
    for (uint64_t i = 0; i < count; i++) {
        alea_state state;
        race_freeze_state(pig->rules, i, &state);
        race_state s = look(&state);
        bool *cell = &seen[s.mover][s.score[s.mover]][s.score[1 - s.mover]][s.turn];
        assert_int_equal(s.rolls, s.mover == 0 ? (s.turn + 5) / 6 : s.turn < 4 ? 1 : s.turn / 2);
        met += !*cell;
        *cell = true;
    }
    assert_int_equal(met, count);
    alea_game_free(pig);
}

static void a_frozen_program_answers_as_it_did_and_is_unknown_beyond(void **unused)
{
    (void)unused;
    program *const programs[] = {holds_at_7, looks_at_everything};
    for (size_t g = 0; g < GAMES; g++)
        for (size_t k = 0; k < 2; k++) {
            alea_game *game = open_game(games[g]);
            const race_rules *r = rules_of(game);
            alea__policy *policy;
            OK(freeze(game, programs[k], &policy, &test_error));
            uint64_t count = race_freeze_count(game->rules);
            for (uint64_t i = 0; i < count; i++) {
                alea_state state;
                race_memo memo = {0, 0};
                race_freeze_state(game->rules, i, &state);
                race_state s = look(&state);
                race_answer wanted = programs[k](&s) ? RACE_ANSWER_ROLL : RACE_ANSWER_HOLD;
                assert_int_equal(race_decide(r, race_policy_of(policy), &s, &memo, NULL), wanted);
            }
            uint32_t asked = race_policy_of(policy)->plan.asked, other = r->turn_limit > 0,
                     known = r->goal + 100;
            assert_int_equal(asked, asked_of(r));
            assert_true(
                isnan(race_rolls_with(r, race_policy_of(policy), (race_position){0, other, asked + 1, 0})));
            assert_int_equal(
                race_read_policy(r, race_policy_of(policy), (race_position){0, other, asked + 1, 0}), -1);
            assert_true(race_read_policy(r, race_policy_of(policy), (race_position){0, other, known, 0}) >=
                        0);
            assert_false(
                isnan(race_rolls_with(r, race_policy_of(policy), (race_position){0, other, known, 0})));
            if (r->players == 2)
                assert_true(
                    isnan(race_rolls_with(r, race_policy_of(policy), (race_position){0, asked + 1, 5, 0})));
            race_policy_free(policy);
            alea_game_free(game);
        }
}

/* Leader, own and turn at each edge of the known region above the goal + 100. The evaluation and the checker of proofs read
   the plan independently, and agree; so does a plan that was written and read. */
static void above_the_goal_plus_100_only_chasers_near_a_leader_are_known(void **unused)
{
    (void)unused;
    static const struct {
        uint32_t own, other, turn;
        bool known;
    } at[] = {{0, 110, 110, true},  {0, 110, 111, false}, {5, 10, 106, false},   {74, 110, 72, true},
              {74, 110, 73, false}, {73, 110, 37, true},  {73, 110, 38, false},  {75, 111, 1, true},
              {74, 111, 1, false},  {454, 490, 36, true}, {454, 490, 37, false}, {453, 490, 1, false},
              {489, 490, 1, true},  {489, 490, 2, false}, {300, 301, 72, true},  {300, 301, 73, false},
              {490, 491, 1, false}, {9, 9, 101, true},    {9, 9, 102, false}};
    alea_game *game = open_game("pig-pen(goal=10)");
    const race_rules *r = rules_of(game);
    alea__policy *frozen, *read;
    unsigned char *bytes;
    size_t size;
    OK(freeze(game, looks_at_everything, &frozen, &test_error));
    OK(race_plan_pack(game->rules, frozen, &bytes, &size, &test_error));
    OK(race_plan_unpack(game->rules, bytes, size, &read, &test_error));
    for (size_t i = 0; i < sizeof at / sizeof *at; i++)
        for (int k = 0; k < 2; k++) {
            const race_policy *p = race_policy_of(k == 0 ? frozen : read);
            const race_position where = {at[i].own, at[i].other, at[i].own + at[i].turn, 0};
            const bool leads = at[i].other > r->goal,
                       rolls = (at[i].own * 7 + at[i].other * 3 + at[i].turn * 5 + leads) % 11 < 6;
            const double chance = race_rolls_with(r, p, where);
            const int64_t checked = race_read_policy(r, p, where);
            assert_int_equal(!isnan(chance), at[i].known);
            assert_int_equal(checked >= 0, at[i].known);
            if (at[i].known) assert_true(chance == rolls && (checked > 0) == rolls);
        }
    alea__free(bytes);
    race_policy_free(frozen);
    race_policy_free(read);
    alea_game_free(game);
}

static void programs_that_look_at_more_than_scores_are_refused_with_the_state(void **unused)
{
    (void)unused;
    alea_game *pig = open_game("pig(goal=12)");
    alea__policy *policy = NULL;
    alea_error error;
    assert_int_equal(freeze(pig, rolls_three_times, &policy, &error), ALEA_E_REFUSED);
    assert_says(
        error,
        "at scores 0,0 turn 6 it rolls in the first seat after 1 rolls but holds in the second after 3.");
    assert_int_equal(freeze(pig, has_a_favourite_seat, &policy, &error), ALEA_E_REFUSED);
    assert_says(error, "at scores 0,0 turn 1 it rolls in the first seat");
    assert_null(policy);
    alea_game_free(pig);
}

static void missing_answers_and_missing_memory_are_refused(void **unused)
{
    (void)unused;
    alea_game *pig = open_game("pig(goal=12)"), *three = open_game("pig(goal=12,players=3)");
    unsigned char *moves = ask_everywhere(pig, holds_at_7);
    alea__policy *policy = NULL;
    alea_error error;
    moves[20] = 7;
    assert_int_equal(race_freeze(pig->rules, moves, &policy, &error), ALEA_E_REFUSED);
    assert_says(error, "did not answer at scores 0,0 turn 11.");
    assert_int_equal(race_freeze(three->rules, moves, &policy, &error), ALEA_E_USAGE);
    moves[20] = moves[21];
    alea_status status = ALEA_E_MEMORY;
    for (long successes = 0; status != ALEA_OK; successes++) {
        status = with_allocations(successes, race_freeze(pig->rules, moves, &policy, NULL));
    }
    race_policy_free(policy);
    alea__free(moves);
    alea_game_free(three);
    alea_game_free(pig);
}

/* ---- bots that see nothing but scores ---- */

static bool looks_at_scores(const race_state *s)
{
    return (race_total(s) * 5 + s->score[1 - s->mover] * 3) % 11 < 6;
}

static unsigned char *ask_scores_everywhere(const alea_game *game)
{
    uint64_t count = race_freeze_scores_count(game->rules);
    unsigned char *moves = alea__alloc(count);
    alea_state state;
    for (uint64_t i = 0; i < count; i++) {
        race_freeze_scores_state(game->rules, i, &state);
        race_state s = look(&state);
        assert_int_equal(alea_game_to_move(game, &state), s.mover);
        assert_true(race_can_stand(rules_of(game), race_total(&s)));
        moves[i] = looks_at_scores(&s) ? RACE_ROLL_MOVE : RACE_HOLD_MOVE;
    }
    return moves;
}

/* However a total came about, the plan answers as the bot does: up to 40 greatest rolls above the goal, and at least 100. */
static void a_bot_that_sees_scores_is_asked_once_for_each_total_and_much_further(void **unused)
{
    (void)unused;
    for (size_t g = 0; g < GAMES; g++) {
        alea_game *game = open_game(games[g]);
        const race_rules *r = rules_of(game);
        const uint32_t asked = r->goal + (r->dice == 2 ? 480 : 240), alone = r->turn_limit > 0;
        unsigned char *moves = ask_scores_everywhere(game);
        alea__policy *policy;
        OK(race_freeze_scores(game->rules, moves, &policy, &test_error));
        assert_int_equal(race_policy_of(policy)->plan.asked, asked);
        uint64_t compared = 0;
        for (uint32_t own = 0; own < r->goal; own += 3)
            for (uint32_t other = alone; other < (r->players == 1 ? alone + 1 : r->goal); other++)
                for (uint32_t total = own + 1; total <= asked; total++) {
                    if (!race_can_stand(r, total) || !race_can_begin_at(r, own)) continue;
                    if (r->over_goal_hold && total >= race_enough(r)) continue;
                    const uint32_t seen = r->players == 1 ? 0 : other;
                    const double rolls = (total * 5 + seen * 3) % 11 < 6;
                    assert_that(
                        race_rolls_with(r, race_policy_of(policy), (race_position){own, other, total, 0}), ==,
                        rolls);
                    compared++;
                }
        assert_that(compared, >, 30);
        const race_position beyond = {0, alone, asked + 1, 0};
        assert_true(isnan(race_rolls_with(r, race_policy_of(policy), beyond)));
        assert_int_equal(race_read_policy(r, race_policy_of(policy), beyond), -1);
        race_policy_free(policy);
        alea__free(moves);
        alea_game_free(game);
    }
}

/* ---- their exact results ---- */

/* A program that sees scores, one of many. */
static bool sees_scores(uint32_t total, uint32_t other, uint32_t which)
{
    return (total * (2 * which + 5) + other * 3 + which) % 11 < 6 + which;
}

static alea__policy *freeze_scores(const alea_game *game, uint32_t which)
{
    unsigned char *moves = ask_scores_everywhere(game);
    alea_state state;
    alea__policy *policy;
    for (uint64_t i = 0; i < race_freeze_scores_count(game->rules); i++) {
        race_freeze_scores_state(game->rules, i, &state);
        const race_state s = look(&state);
        moves[i] = sees_scores(race_total(&s), s.score[1 - s.mover], which) ? RACE_ROLL_MOVE : RACE_HOLD_MOVE;
    }
    OK(race_freeze_scores(game->rules, moves, &policy, &test_error));
    alea__free(moves);
    return policy;
}

/* The same plan as from a file, which does not record that it depends only on scores. */
static alea__policy *forgetful(const alea_game *game, const alea__policy *policy)
{
    unsigned char *data;
    size_t size;
    alea__policy *copy;
    OK(race_plan_pack(game->rules, policy, &data, &size, &test_error));
    OK(race_plan_unpack(game->rules, data, size, &copy, &test_error));
    alea__free(data);
    return copy;
}

/* Both are bounds of one number, and the first ones are no wider. */
static void assert_same_number(alea_interval got, alea_interval want)
{
    assert_that(got.lower, <=, want.upper);
    assert_that(want.lower, <=, got.upper);
    if (isfinite(want.upper))
        assert_that(got.upper - got.lower, <=, 1.001 * (want.upper - want.lower) + 1e-13);
}

/* With a unchanged and from a file, against b likewise. */
static void compare_results(const alea_game *game, alea__policy *const a[2], alea__policy *const b[2])
{
    const alea_objective objective = alea_game_objective(game);
    const alea_solve_options options = {.threads = 1};
    alea_evaluation found[2];
    for (int way = 0; way < 2; way++)
        OK(race_evaluate(
            PROBLEM(game, .objective = objective, .policy = {a[way], b[way]}, .options = &options),
            &found[way], &test_error));
    assert_same_number(found[0].first.value, found[1].first.value);
    assert_same_number(found[0].second.value, found[1].second.value);
    assert_same_number(found[0].first.win, found[1].first.win);
    assert_same_number(found[0].second.loss, found[1].second.loss);
    assert_same_number(found[0].first.turns, found[1].first.turns);
    assert_that(found[0].first.win.upper - found[0].first.win.lower, <, 1e-4);
}

/* The same of the best responses to it. */
static void compare_responses(const alea_game *game, alea__policy *const a[2])
{
    const alea_solve_options options = {.threads = 1};
    alea_best_response best[2];
    for (int way = 0; way < 2; way++) {
        alea__values *values;
        OK(race_best(PROBLEM(game, .objective = ALEA_WIN, .policy = {NULL, a[way]}, .options = &options),
                     &values, &best[way], &test_error));
        alea__values_free(values);
    }
    assert_same_number(best[0].first, best[1].first);
    assert_same_number(best[0].second, best[1].second);
}

#define CHASE \
    "dice = 1, sides = 5, goal = 6, first_roll = \"forced\", ending = \"chase\", roll = function(a, m)\n"
#define PAID "end, payoff = { money = { per_point = function(score) return score + 1 end } },"

/* In a turn of the first game no points can be added; in the second, rolls are forced and remembered. */
static const char *const chases[] = {CHASE "if a == 1 then return bust() end\n"
                                           "if a == 2 and m == 0 then return add(0, { memory = 1 }) end\n"
                                           "if a == 2 then return wipe() end\n"
                                           "return add(a - 1, { memory = m })\n" PAID,
                                     CHASE "if a == 1 then return bust() end\n"
                                           "if a == 2 and m == 1 then return wipe() end\n"
                                           "if a == 2 then return add(2, { forced = true, memory = 1 }) end\n"
                                           "return add(a - 1, { memory = m })\n" PAID};

/* One pass down for all scores against turns that are followed up one by one. */
static void their_exact_results_are_those_of_turns_one_by_one(void **unused)
{
    (void)unused;
    static const char *const specs[] = {"mine.lua", "mine.lua", "pig-pen(goal=10,over_goal=hold)",
                                        "pig(goal=12)"};
    for (size_t g = 0; g < sizeof specs / sizeof *specs; g++) {
        if (g < sizeof chases / sizeof *chases) write_rules(chases[g]);
        alea_game *game = open_game(specs[g]);
        for (uint32_t which = 0; which < 2; which++) {
            alea__policy *a = freeze_scores(game, which), *b = freeze_scores(game, which + 1),
                         *same_a = forgetful(game, a), *same_b = forgetful(game, b),
                         *c = open_policy(game, "hold(5)");
            assert_true(race_policy_of(a)->plan.scores_only && !race_policy_of(same_a)->plan.scores_only);
            compare_results(game, (alea__policy *const[]){a, same_a}, (alea__policy *const[]){b, same_b});
            compare_results(game, (alea__policy *const[]){a, same_a}, (alea__policy *const[]){c, c});
            if (rules_of(game)->dice == 1) compare_responses(game, (alea__policy *const[]){a, same_a});
            race_policy_free(a);
            race_policy_free(b);
            race_policy_free(c);
            race_policy_free(same_a);
            race_policy_free(same_b);
        }
        alea_game_free(game);
    }
}

/* Rows declared equal are equal, and those of a program that ignores the opponent always are. */
static void turns_are_alike_where_all_answers_are(void **unused)
{
    (void)unused;
    alea_game *game = open_game("pig-pen(goal=10)");
    const race_rules *r = rules_of(game);
    alea__policy *plan = freeze_scores(game, 1);
    const race_policy *p = race_policy_of(plan);
    unsigned alike = 0, others = 0;
    for (uint32_t own = 0; own < r->goal; own++)
        for (uint32_t one = 0; one < r->goal; one++)
            for (uint32_t two = 0; two < r->goal; two++) {
                bool same = true;
                for (uint32_t total = own + 1; total <= p->plan.asked; total++)
                    same &= race_rolls_with(r, p, (race_position){own, one, total, 0}) ==
                            race_rolls_with(r, p, (race_position){own, two, total, 0});
                const bool said = race_plays_alike(r, p, own, (uint32_t[]){one, two});
                assert_true(same || !said);
                assert_true(said || one != two);
                alike += said;
                others += !same;
            }
    assert_that(alike, >=, r->goal * r->goal);
    assert_that(others, >, 0);
    race_policy_free(plan);
    alea_game_free(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_state_is_a_decision_that_the_referee_understands),
        cmocka_unit_test(each_position_is_asked_in_both_seats_after_few_rolls_and_many),
        cmocka_unit_test(a_frozen_program_answers_as_it_did_and_is_unknown_beyond),
        cmocka_unit_test(above_the_goal_plus_100_only_chasers_near_a_leader_are_known),
        cmocka_unit_test(programs_that_look_at_more_than_scores_are_refused_with_the_state),
        cmocka_unit_test(missing_answers_and_missing_memory_are_refused),
        cmocka_unit_test(a_bot_that_sees_scores_is_asked_once_for_each_total_and_much_further),
        cmocka_unit_test(their_exact_results_are_those_of_turns_one_by_one),
        cmocka_unit_test(turns_are_alike_where_all_answers_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
