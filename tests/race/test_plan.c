/* Policies as bits: their decisions, as bytes and back, as tables. */
#include "family/race/check/read_policy.h"
#include "family/race/policy/guest_pack.h"
#include "race/exact_test.h"
#include "support/memory.h"
#include "support/problem.h"

static alea__values *solved(const alea_game *game, alea_objective objective)
{
    alea__values *values;
    alea_solve_options options = {.tolerance = 1e-6}; /* to compare decisions, not digits */
    OK(race_solve(PROBLEM(game, .objective = objective, .options = &options), &values, &test_error));
    return values;
}

/* ---- every state in which two players, or one, decide ---- */

typedef void visit(void *user, const alea_game *, const race_state *, uint32_t other);

static race_state deciding(const race_rules *rules, uint32_t own, uint32_t other, uint32_t total,
                           uint32_t memory)
{
    race_state s;
    memset(&s, 0, sizeof s);
    race_start(rules, &s);
    s.score[0] = own;
    s.turn = total - own;
    s.memory = (uint16_t)memory;
    s.rolls = 1;
    s.phase = RACE_DECIDE;
    if (rules->players == 1 && rules->turn_limit > 0) s.turns = rules->turn_limit - other;
    if (rules->players == 2) s.score[1] = other;
    if (rules->players == 2 && rules->ending == RACE_CHASE && other > rules->goal) s.leader = 1;
    return s;
}

static void visit_all(const alea_game *game, uint32_t beyond, visit *visitor, void *user)
{
    const race_rules *r = rules_of(game);
    bool chase = r->ending == RACE_CHASE, alone = r->players == 1;
    uint32_t first = alone && r->turn_limit > 0, last = chase   ? r->goal + beyond
                                                        : alone ? r->turn_limit
                                                                : r->goal - 1;
    for (uint32_t other = first; other <= last; other++)
        for (uint32_t own = 0; own < (chase ? (other > r->goal ? other : r->goal + 1) : r->goal); own++) {
            if (!race_can_stand(r, own) || (!alone && !race_can_stand(r, other))) continue;
            for (uint32_t total = own + 1; total <= r->goal + beyond; total++)
                for (uint32_t memory = 0; memory < r->memories; memory++) {
                    race_state s = deciding(r, own, other, total, memory);
                    if (race_can_stand(r, total)) visitor(user, game, &s, other);
                }
        }
}

static race_answer answer_of(const alea_game *game, const race_policy *policy, const race_state *s)
{
    race_memo memo = {0, 0};
    return race_decide(rules_of(game), policy, s, &memo, NULL);
}

/* ---- policies ---- */

static void agrees_with_the_referee(void *user, const alea_game *game, const race_state *s, uint32_t other)
{
    const race_policy *policy = user;
    const race_position at = {s->score[0], other, race_total(s), s->memory};
    double rolls = race_rolls_with(rules_of(game), policy, at);
    int64_t read = race_read_policy(rules_of(game), policy, at);
    assert_that(rolls, ==, (double)read * 0x1p-32); /* the checker's reading is another function */
    if (policy->kind == RACE_POLICY_RANDOM)
        assert_that(rolls * 0x1p32, ==, policy->n);
    else
        assert_that(rolls, ==, (answer_of(game, policy, s) == RACE_ANSWER_ROLL));
}

static void every_policy_rolls_as_it_decides_in_every_state(void **unused)
{
    (void)unused;
    static const char *const games[] = {"pig(goal=30)", "mine.lua", "pig-solitaire(turns=3,goal=20)",
                                        "pig-solitaire(turns=0,goal=20)",
                                        "two-dice-pig(goal=20,forced_doubles=true)"};
    static const char *const policies[] = {"hold(7)",           "hold(0)",     "hold-at-total(12)",
                                           "hold-at-total(40)", "always-roll", "random(0.3)",
                                           "optimal",           "bank(7)"};
    write_rules(small_chase);
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        alea_game *game = open_game(games[g]);
        for (size_t i = 0; i < sizeof policies / sizeof *policies; i++) {
            alea__policy *policy = open_policy(game, policies[i]);
            visit_all(game, 25, agrees_with_the_referee, (void *)(uintptr_t)race_policy_of(policy));
            race_policy_free(policy);
        }
        alea_game_free(game);
    }
    alea_game *pig = open_game("pig");
    alea__policy *pace = open_policy(pig, "keep-pace"), *turns = open_policy(pig, "turns(4)");
    visit_all(pig, 1, agrees_with_the_referee, (void *)(uintptr_t)race_policy_of(pace));
    assert_true(isnan(race_rolls_with(rules_of(pig), race_policy_of(turns), (race_position){0, 0, 10, 0})));
    assert_int_equal(race_read_policy(rules_of(pig), race_policy_of(turns), (race_position){0, 0, 10, 0}),
                     -1);
    assert_non_null(race_inexact(pig->rules, turns));
    assert_null(race_inexact(pig->rules, pace));
    race_policy_free(turns);
    race_policy_free(pace);
    alea_game_free(pig);
}

static void random_1_and_the_chance_in_units_of_2_to_the_32_are_exact(void **unused)
{
    (void)unused;
    alea_game *pig = open_game("pig");
    alea__policy *one = open_policy(pig, "random(1)"),
                 *third = open_policy(pig, "random(0.333333333333333333)");
    assert_true(race_rolls_with(rules_of(pig), race_policy_of(one), (race_position){0, 0, 10, 0}) == 1);
    assert_true(race_rolls_with(rules_of(pig), race_policy_of(third), (race_position){0, 0, 10, 0}) ==
                0x55555555 * 0x1p-32);
    race_policy_free(third);
    race_policy_free(one);
    alea_game_free(pig);
}

/* ---- plans of values ---- */

typedef struct compared {
    const alea__values *values;
    const race_policy *plan;
    uint64_t states;
} compared;

static void plays_the_better_move(void *user, const alea_game *game, const race_state *s, uint32_t other)
{
    compared *c = user;
    const race_rules *rules = rules_of(game);
    alea_state state;
    alea_answer answer;
    (void)other;
    if (s->memory > 0 || (rules->over_goal_hold && race_total(s) >= race_enough(rules)))
        return; /* no decision there */
    memset(&state, 0, sizeof state);
    race_store(s, &state);
    assert_int_equal(alea__ask_values(game, c->values, &state, &answer, NULL), ALEA_OK);
    race_move best = (race_move)answer.move[answer.best].move,
              plays = answer_of(game, c->plan, s) == RACE_ANSWER_ROLL;
    if (best != plays && !answer.tied)
        fail_msg("own %u other %u total %u: plays %d, but hold is worth %.17g and roll %.17g", s->score[0],
                 s->score[1], race_total(s), plays, answer.move[0].value.lower, answer.move[1].value.lower);
    c->states++;
    alea_answer_free(&answer);
}

static void the_plan_of_a_table_plays_the_better_move_everywhere(void **unused)
{
    (void)unused;
    static const struct {
        const char *game;
        alea_objective objective;
        uint32_t beyond;
    } all[] = {{"pig(goal=40)", ALEA_WIN, 30},
               {"pig-solitaire(turns=4,goal=30)", ALEA_WIN, 10},
               {"pig-solitaire(turns=0,goal=40)", ALEA_TURNS, 10},
               {"two-dice-pig(goal=30)", ALEA_WIN, 10},
               {"mine.lua", ALEA_MONEY, 25},
               {"pig-pen(goal=10,over_goal=hold)", ALEA_WIN, 25}};
    write_rules(small_chase);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        alea_game *game = open_game(all[i].game);
        alea__values *values = solved(game, all[i].objective);
        alea__policy *plan;
        assert_int_equal(race_plan_of_values(game->rules, values, &plan, NULL), ALEA_OK);
        compared c = {values, race_policy_of(plan), 0};
        visit_all(game, all[i].beyond, plays_the_better_move, &c);
        assert_that(c.states, >, 100);
        race_policy_free(plan);
        alea__values_free(values);
        alea_game_free(game);
    }
}

static void optimal_pig_holds_first_at_21_and_is_no_threshold_at_41_to_49(void **unused)
{
    (void)unused;
    alea_game *pig = open_game("pig");
    alea__policy *optimal = open_policy(pig, "optimal"), *same = open_policy(pig, "optimal(for=win)");
    const race_plan *plan = &race_policy_of(optimal)->plan;
    for (uint32_t turn = 2; turn < 100; turn++)
        assert_int_equal(race_plan_rolls(rules_of(pig), plan, (race_position){0, 0, turn, 0}), turn < 21);
    for (uint32_t turn = 22; turn < 40; turn++)
        assert_int_equal(race_plan_rolls(rules_of(pig), plan, (race_position){41, 49, 41 + turn, 0}),
                         turn == 27);
    assert_memory_equal(race_policy_of(same)->plan.row, plan->row, 10001 * sizeof *plan->row);
    race_policy_free(same);
    race_policy_free(optimal);
    alea_game_free(pig);
}

/* 0.571498430 moving first and 0.508342065 moving second are exact (to their digits); 200,000 games lie within four
   standard errors, 0.0045. */
static void optimal_plays_as_well_as_it_should(void **unused)
{
    (void)unused;
    alea_game *pig = open_game("pig");
    alea__policy *optimal = open_policy(pig, "optimal"), *hold = open_policy(pig, "hold(20)");
    for (unsigned seat = 0; seat < 2; seat++) {
        alea__policy_match match = {
            .rules = pig->rules, .policy = {seat ? hold : optimal, seat ? optimal : hold}, .seed = 1};
        alea__tally tally = {0};
        assert_true(pig->family->simulation->can_simulate(&match));
        pig->family->simulation->simulate(&match, 0, 200000, &tally);
        assert_near((double)tally.wins[seat][seat] / 200000, (seat ? 0.508342065 : 0.571498430), 0.0045);
    }
    race_policy_free(hold);
    race_policy_free(optimal);
    alea_game_free(pig);
}

static void optimal_is_refused_where_there_is_none(void **unused)
{
    (void)unused;
    static const struct {
        const char *game, *policy;
        alea_status status;
        const char *sentence;
    } wrong[] = {
        {"pig(players=3)", "optimal", ALEA_E_USAGE, "no single optimum"},
        {"pig", "optimal(for=money)", ALEA_E_RANGE, "no objective \"money\"; it has win"},
        {"pig-pen", "optimal(for=luck)", ALEA_E_RANGE, "no objective \"luck\"; it has win and money"},
        {"pig", "optimal(by=win)", ALEA_E_SPEC, "its argument is called for"},
        {"pig(goal=10000)", "optimal", ALEA_E_REFUSED, "would take 59 GB of memory; the limit is 2 GB"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        alea_game *game = open_game(wrong[i].game);
        alea__spec spec;
        alea__policy *policy = NULL;
        alea_error error;
        assert_int_equal(alea__spec_parse(wrong[i].policy, &spec, &error), ALEA_OK);
        assert_int_equal(game->family->policy->open(game->rules, &spec, &policy, &error), wrong[i].status);
        assert_says(error, wrong[i].sentence);
        assert_null(policy);
        alea__spec_free(&spec);
        alea_game_free(game);
    }
}

static void an_unfinished_table_is_no_plan(void **unused)
{
    (void)unused;
    alea_game *piglet = open_game("piglet");
    alea__values *values = piglet_by_hand(1e-15);
    alea__policy *plan;
    alea_error error;
    values->layers_done = 0;
    assert_int_equal(race_plan_of_values(piglet->rules, values, &plan, &error), ALEA_E_REFUSED);
    assert_says(error, "unfinished");
    values->layers_done = 1;
    alea_status status = ALEA_E_MEMORY;
    for (long successes = 0; status != ALEA_OK; successes++) {
        status = with_allocations(successes, race_plan_of_values(piglet->rules, values, &plan, NULL));
    }
    race_policy_free(plan);
    alea__values_free(values);
    alea_game_free(piglet);
}

/* ---- bytes ---- */

static const char *const packed[] = {"hold(20)",    "hold-at-total(50)", "random(0.75)", "random(1)",
                                     "always-roll", "turns(4)",          "forfeit(3)",   "keep-pace",
                                     "optimal",     "bank(20)"};
enum { PACKED = sizeof packed / sizeof *packed };

static void a_policy_is_the_same_after_packing_and_unpacking(void **unused)
{
    (void)unused;
    alea_game *pig = open_game("pig");
    for (size_t i = 0; i < PACKED; i++) {
        alea__policy *policy = open_policy(pig, packed[i]), *again;
        unsigned char *data, *twice;
        size_t size, size_twice;
        assert_int_equal(race_plan_pack(pig->rules, policy, &data, &size, NULL), ALEA_OK);
        assert_int_equal(race_plan_unpack(pig->rules, data, size, &again, NULL), ALEA_OK);
        assert_int_equal(race_plan_pack(pig->rules, again, &twice, &size_twice, NULL), ALEA_OK);
        assert_int_equal(size, size_twice);
        assert_memory_equal(data, twice, size);
        const race_policy *a = race_policy_of(policy), *b = race_policy_of(again);
        assert_int_equal(a->kind, b->kind);
        assert_int_equal(a->n, b->n);
        assert_int_equal(a->certain, b->certain);
        if (a->table_size) assert_memory_equal(a->hold_at, b->hold_at, 101 * 101 * sizeof *a->hold_at);
        if (a->kind == RACE_POLICY_PLAN)
            assert_memory_equal(a->plan.row, b->plan.row, 10001 * sizeof *a->plan.row);
        alea__free(twice);
        alea__free(data);
        race_policy_free(again);
        race_policy_free(policy);
    }
    alea_game_free(pig);
}

/* Bytes that are accepted are bytes of a policy: packed again they are the same. */
static bool is_refused(const alea_game *game, const unsigned char *data, size_t size)
{
    alea__policy *policy;
    unsigned char *again;
    size_t again_size;
    alea_error error;
    alea_status status = race_plan_unpack(game->rules, data, size, &policy, &error);
    if (status != ALEA_OK) {
        assert_int_equal(status, ALEA_E_FILE);
        assert_says(error, "The policy in the file is damaged or for another game");
        return true;
    }
    assert_int_equal(race_plan_pack(game->rules, policy, &again, &again_size, NULL), ALEA_OK);
    assert_int_equal(again_size, size);
    assert_memory_equal(again, data, size);
    alea__free(again);
    race_policy_free(policy);
    return false;
}

static void damaged_bytes_are_refused_or_mean_another_policy(void **unused)
{
    (void)unused;
    alea_game *pig = open_game("pig(goal=12)"), *other = open_game("pig(goal=13)"),
              *three = open_game("pig(goal=12,players=3)");
    for (size_t i = 0; i < PACKED; i++) {
        if (strcmp(packed[i], "keep-pace") == 0) continue;
        alea__policy *policy = open_policy(pig, packed[i]);
        unsigned char *data;
        size_t size;
        assert_int_equal(race_plan_pack(pig->rules, policy, &data, &size, NULL), ALEA_OK);
        for (size_t cut = 0; cut < size; cut++) assert_true(is_refused(pig, data, cut));
        for (size_t byte = 0; byte < size; byte++)
            for (int bit = 0; bit < 8; bit++) {
                data[byte] ^= (unsigned char)(1 << bit);
                is_refused(pig, data, size);
                data[byte] ^= (unsigned char)(1 << bit);
            }
        if (race_policy_of(policy)->kind == RACE_POLICY_PLAN) {
            assert_true(is_refused(other, data, size));
            assert_true(is_refused(three, data, size));
        }
        alea__free(data);
        race_policy_free(policy);
    }
    alea_game_free(three);
    alea_game_free(other);
    alea_game_free(pig);
}

static void a_plan_travels_into_the_sandbox_with_its_match(void **unused)
{
    (void)unused;
    alea_game *pen = open_game(write_rules(small_chase));
    alea__policy *plan = open_policy(pen, "optimal(for=money)");
    alea__policy_match match = {.rules = pen->rules, .policy = {NULL, plan}};
    unsigned char *data;
    size_t size;
    race_packed out;
    assert_int_equal(pen->family->guest->pack(&match, &data, &size, NULL), ALEA_OK);
    assert_true(race_unpack(data, size, &out));
    assert_true(out.present[1]);
    assert_that(out.policy[1].kind, ==, RACE_POLICY_PLAN);
    const race_plan *a = &race_policy_of(plan)->plan, *b = &out.policy[1].plan;
    for (uint32_t other = 0; other < 60; other++)
        for (uint32_t own = 0; own < 40; own++)
            for (uint32_t total = own; total < 60; total++)
                assert_int_equal(race_plan_rolls(rules_of(pen), a, (race_position){own, other, total, 0}),
                                 race_plan_rolls(&out.rules, b, (race_position){own, other, total, 0}));
    uint32_t *word = (uint32_t *)(void *)data + PACK_WORDS + PACK_POLICY_WORDS;
    for (int field = 0; field < PACK_POLICY_WORDS; field++) {
        if (field == PACK_N || field == PACK_CERTAIN || field == PACK_ASKED) continue;
        word[field] ^= 64;
        assert_false(race_unpack(data, size, &out));
        word[field] ^= 64;
    }
    assert_true(race_unpack(data, size, &out));
    alea__free(data);
    race_policy_free(plan);
    alea_game_free(pen);
}

/* ---- tables ---- */

typedef struct pair {
    const race_policy *a, *b;
} pair;

static void decide_alike(void *user, const alea_game *game, const race_state *s, uint32_t other)
{
    const pair *p = user;
    if (s->memory > 0) return;
    if (answer_of(game, p->a, s) != answer_of(game, p->b, s))
        fail_msg("own %u other %u total %u", s->score[0], other, race_total(s));
}

static void thresholds_become_tables_that_play_alike(void **unused)
{
    (void)unused;
    static const struct {
        const char *game, *policy;
    } all[] = {{"pig(goal=30)", "hold(7)"},
               {"pig(goal=30)", "hold-at-total(20)"},
               {"pig-pen(goal=20)", "hold(9)"},
               {"pig-pen(goal=20)", "hold-at-total(50)"},
               {"pig", "keep-pace"},
               {"pig(goal=6)", "optimal"},
               {"pig-solitaire(turns=0,goal=20)", "hold(8)"},
               {"pig-solitaire(turns=3,goal=20)", "hold(8)"}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        alea_game *game = open_game(all[i].game);
        alea__policy *policy = open_policy(game, all[i].policy), *table;
        char *text;
        alea_error error;
        if (race_plan_csv(game->rules, policy, &text, &error) != ALEA_OK)
            fail_msg("%s: %s", all[i].policy, error.message);
        if (race_table_open(game->rules, &(alea__csv_text){"it.csv", text, strlen(text)}, &table, &error) !=
            ALEA_OK)
            fail_msg("%s", error.message);
        pair p = {race_policy_of(policy), race_policy_of(table)};
        visit_all(game, 20, decide_alike, &p);
        alea__free(text);
        race_policy_free(table);
        race_policy_free(policy);
        alea_game_free(game);
    }
}

static void what_is_no_threshold_is_refused_with_its_row(void **unused)
{
    (void)unused;
    static const struct {
        const char *game, *policy, *sentence;
    } all[] = {{"pig", "optimal", "the policy holds with "},
               {"pig", "hold-at-total(120)",
                "At own 0, other 0 the policy holds with 100 points of the turn but rolls with 100"},
               {"pig", "random(0.5)", "Only a policy that holds from some total on"},
               {"mine.lua", "optimal(for=money)", "a CSV table cannot express"},
               {"pig-solitaire(turns=5)", "optimal", "plays differently with "}};
    write_rules(small_chase);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        alea_game *game = open_game(all[i].game);
        alea__policy *policy = open_policy(game, all[i].policy);
        char *text = NULL;
        alea_error error = {.message = ""};
        assert_int_equal(race_plan_csv(game->rules, policy, &text, &error), ALEA_E_REFUSED);
        assert_says(error, all[i].sentence);
        assert_null(text);
        race_policy_free(policy);
        alea_game_free(game);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_policy_rolls_as_it_decides_in_every_state),
        cmocka_unit_test(random_1_and_the_chance_in_units_of_2_to_the_32_are_exact),
        cmocka_unit_test(the_plan_of_a_table_plays_the_better_move_everywhere),
        cmocka_unit_test(optimal_pig_holds_first_at_21_and_is_no_threshold_at_41_to_49),
        cmocka_unit_test(optimal_plays_as_well_as_it_should),
        cmocka_unit_test(optimal_is_refused_where_there_is_none),
        cmocka_unit_test(an_unfinished_table_is_no_plan),
        cmocka_unit_test(a_policy_is_the_same_after_packing_and_unpacking),
        cmocka_unit_test(damaged_bytes_are_refused_or_mean_another_policy),
        cmocka_unit_test(a_plan_travels_into_the_sandbox_with_its_match),
        cmocka_unit_test(thresholds_become_tables_that_play_alike),
        cmocka_unit_test(what_is_no_threshold_is_refused_with_its_row),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
