/* Luck and mistakes: the identity in every game, luck that is zero on average, best play without mistakes, and a game of
   Piglet computed by hand. */
#include "base/memory.h"
#include "game/family.h"
#include "review/review_test.h"
#include "support/files.h"

#include <unistd.h>

typedef struct many {
    double luck, squares, mistakes, greatest;
    uint64_t games;
} many;

static many review_many(alea_reviewer *reviewer, const alea_record *record)
{
    many m = {0};
    for (size_t i = 0; i < record->count; i++) {
        alea_review *r;
        OK(alea_review_game(reviewer, record, i, &r, &test_error));
        test_adds_up(r);
        for (unsigned seat = 0; seat < r->players; seat++) {
            const alea_outcome *o = &record->played[i].outcome;
            double result = r->objective == ALEA_MONEY ? (double)o->money[seat] : o->winner == (int)seat;
            if (r->objective == ALEA_TURNS) result = o->turns;
            assert_that(r->seat[seat].result, ==, result);
            m.mistakes += r->seat[seat].mistakes;
            assert_that(r->seat[seat].mistakes, >=, 0);
        }
        m.luck += r->seat[0].luck;
        m.squares += r->seat[0].luck * r->seat[0].luck;
        m.games++;
        alea_review_free(r);
    }
    return m;
}

static alea_reviewer *reviewer_for(alea_objective objective)
{
    alea_reviewer *reviewer;
    OK(alea_reviewer_open(&(alea_review_options){.objective_given = true, .objective = objective}, &reviewer,
                          &test_error));
    return reviewer;
}

static void luck_is_nothing_on_the_mean(const many *m)
{
    double mean = m->luck / (double)m->games;
    double error = sqrt((m->squares / (double)m->games - mean * mean) / (double)m->games);
    assert_that(error, >, 0);
    if (fabs(mean) > 4 * error) fail_msg("mean luck %g, standard error %g", mean, error);
}

static void reviews_add_up(alea_reviewer *reviewer, const char *spec, size_t games)
{
    alea_record record = test_games(open_game(spec), games, test_any_move, NULL);
    many m = review_many(reviewer, &record);
    luck_is_nothing_on_the_mean(&m);
    assert_that(m.mistakes, >, 0);
    test_forget(&record);
}

static void best_play_makes_no_mistakes(alea_reviewer *reviewer, const char *spec, alea_objective objective,
                                        size_t games)
{
    alea_game *game = open_game(spec);
    alea_table *table = solve_game(game, objective);
    alea_record record = test_games(game, games, test_best_move, table);
    many m = review_many(reviewer, &record);
    assert_near(m.mistakes, 0, 0);
    luck_is_nothing_on_the_mean(&m);
    alea_table_free(table);
    test_forget(&record);
}

/* A third of the games of the soak test. */
static size_t as_many(size_t games)
{
    return getenv("ALEA_SOAK") ? games : games / 3;
}

/* One reviewer for both, so that it solves the game once. */
#define GAMES(name, spec, objective, games)                                               \
    static void reviews_of_##name##_add_up_and_best_play_makes_no_mistakes(void **unused) \
    {                                                                                     \
        (void)unused;                                                                     \
        alea_reviewer *reviewer = reviewer_for(objective);                                \
        reviews_add_up(reviewer, spec, as_many(games));                                   \
        best_play_makes_no_mistakes(reviewer, spec, objective, as_many(games));           \
        alea_reviewer_free(reviewer);                                                     \
    }

GAMES(piglet, "piglet", ALEA_WIN, 1000)
GAMES(pig, "pig", ALEA_WIN, 1000)
GAMES(pig_pen, "pig-pen", ALEA_WIN, 150)
GAMES(pig_pen_for_money, "pig-pen", ALEA_MONEY, 150)
GAMES(hog, "hog", ALEA_WIN, 1000)
GAMES(solitaire, "pig-solitaire", ALEA_WIN, 1000)
GAMES(fewest_turns, "pig-solitaire(turns=0,goal=30)", ALEA_TURNS, 1000)
GAMES(red_and_black, "red-and-black", ALEA_WIN, 1000)

/* ---- by hand --------------------------------------------------------------------------------------------- */

/* Piglet: Pr(win) at (own, other, turn) = 000, 001, 010, 011, 100, 110 is 4/7 5/7 2/5 3/5 4/5 2/3 (RULES in the literature:
   Neller and Presser, Optimal Play of the Dice Game Pig, 2004). A flip of heads adds 1, tails loses the turn; the goal is 2.
   Ann flips heads (4/7 → 5/7: luck 1/7), holds (1 - Pr at 010 for Bob = 1 - 2/5 = 3/5; the best was to flip again, 5/7: cost
   4/35). Bob at 010 stands at 2/5 and flips tails: Ann is to move at 100, 4/5, so Bob has 1/5: luck -1/5. Ann at 100 flips
   heads, wins after holding: luck 1/5 for her. */
static alea_record piglet_by_hand(void)
{
    static const char *const moves[] = {"roll", "heads", "hold", "roll", "tails", "roll", "heads", "hold"};
    alea_game *game = open_game("piglet");
    alea_record record = {.game = game,
                          .players = 2,
                          .player = {"human(Ann)", "human(Bob)"},
                          .played = calloc(1, sizeof *record.played)};
    alea_record_game *g = &record.played[0];
    record.count = 1;
    *g = (alea_record_game){.player = {0, 1}, .event = calloc(8, sizeof *g->event), .finished = true};
    alea_state s = alea_game_start(game);
    for (size_t i = 0; i < 8; i++) {
        int mover = alea_game_to_move(game, &s);
        if (mover == ALEA_OVER) break;
        if (mover == ALEA_CHANCE && strcmp(moves[i], "roll") == 0) continue; /* a forced one is no decision */
        alea_event *e = &g->event[g->count++];
        *e = (alea_event){.kind = mover == ALEA_CHANCE ? ALEA_ROLLED : ALEA_MOVED,
                          .seat = alea_game_turn_of(game, &s),
                          .before = s};
        if (mover == ALEA_CHANCE)
            for (uint32_t k = 0; k < 2; k++) { /* heads is the outcome that leaves the turn going */
                alea_state next = s;
                OK(alea_game_apply(game, &next, k, &test_error));
                bool lost = alea_game_turn_of(game, &next) != e->seat;
                if (lost == (strcmp(moves[i], "tails") == 0)) e->what = k;
            }
        else
            for (unsigned k = 0; k < alea_game_move_count(game, &s); k++)
                if (strcmp(alea_game_move_name(game, alea_game_move(game, &s, k)), moves[i]) == 0)
                    e->what = alea_game_move(game, &s, k);
        OK(alea_game_apply(game, &s, e->what, &test_error));
    }
    g->end = s;
    OK(alea_game_outcome(game, &s, &g->outcome, &test_error));
    return record;
}

static void a_game_of_piglet_is_reviewed_as_by_hand(void **unused)
{
    (void)unused;
    alea_reviewer *reviewer = reviewer_for(ALEA_WIN);
    alea_record record = piglet_by_hand();
    alea_review *r;
    OK(alea_review_game(reviewer, &record, 0, &r, &test_error));
    const alea_review_seat *ann = &r->seat[0], *bob = &r->seat[1];
    assert_that(ann->result, ==, 1);
    assert_that(bob->result, ==, 0);
    assert_near(ann->start, 4.0 / 7, 1e-12);
    assert_near(ann->mistakes, 4.0 / 35, 1e-12);
    assert_near(bob->mistakes, 0, 0);
    assert_near(bob->opponents_mistakes, 4.0 / 35, 1e-12);
    assert_near(ann->luck, 1.0 / 7 + 1.0 / 5 + 1.0 / 5, 1e-12);
    assert_near(ann->own_luck, 1.0 / 7 + 1.0 / 5, 1e-12);
    assert_near(bob->own_luck, -1.0 / 5, 1e-12);
    assert_near(ann->adjusted, 1 - 19.0 / 35, 1e-12);
    assert_int_equal(ann->grades[ALEA_BLUNDER], 1);
    size_t worst[3];
    assert_int_equal(alea_review_find_worst(r, 0, worst, 3), 1);
    const alea_review_event *e = &r->event[worst[0]];
    assert_string_equal(alea_game_move_name(r->game, e->what), "hold");
    assert_string_equal(alea_game_move_name(r->game, e->best), "roll");
    assert_near(e->best_value, 5.0 / 7, 1e-12);
    assert_near(e->chosen_value, 3.0 / 5, 1e-12);
    alea_reason why[2];
    OK(alea_review_explain(reviewer, r, worst[0], why, &test_error));
    assert_true(why[0].rolls && !why[1].rolls);
    assert_near(why[0].better, 0.5, 1e-12);
    assert_near(why[0].better_value, 1, 1e-12);      /* heads: two points, and holding wins */
    assert_near(why[0].worse_value, 3.0 / 7, 1e-12); /* tails: Bob is to move at 000 */
    assert_non_null(strstr(why[0].prospect, "1 of 2 rolls"));
    alea_review_free(r);
    test_forget(&record);
    alea_reviewer_free(reviewer);
}

static void an_unfinished_game_is_worth_its_last_position(void **unused)
{
    (void)unused;
    alea_reviewer *reviewer = reviewer_for(ALEA_WIN);
    alea_record record = piglet_by_hand();
    alea_record_game *g = &record.played[0];
    alea_review *r;
    g->count = 3; /* roll or not, heads, hold: Bob is to move at 010 */
    while (g->event[g->count - 1].seat != 1) g->count++;
    g->end = g->event[--g->count].before;
    g->finished = false;
    OK(alea_review_game(reviewer, &record, 0, &r, &test_error));
    assert_near(r->seat[0].result, 3.0 / 5, 1e-12);
    assert_near(r->seat[1].result, 2.0 / 5, 1e-12);
    assert_false(r->finished);
    test_adds_up(r);
    alea_review_free(r);
    test_forget(&record);
    alea_reviewer_free(reviewer);
}

/* ---- estimates ------------------------------------------------------------------------------------------- */

static void games_for_three_are_estimated_with_a_reason(void **unused)
{
    (void)unused;
    alea_reviewer *reviewer;
    OK(alea_reviewer_open(&(alea_review_options){.rollouts = 200}, &reviewer, &test_error));
    alea_record record = test_games(open_game("pig(players=3,goal=30)"), 3, test_any_move, NULL);
    for (size_t i = 0; i < record.count; i++) {
        alea_review *r, *again;
        OK(alea_review_game(reviewer, &record, i, &r, &test_error));
        assert_true(r->estimated);
        assert_true(r->why_estimated[0]);
        assert_that(r->rollouts, ==, 200);
        assert_string_equal(r->policy, "hold(20)");
        assert_that(r->seat[0].luck_error, >, 0);
        test_adds_up(r);
        OK(alea_review_game(reviewer, &record, i, &again, &test_error));
        assert_that(r->seat[1].luck, ==, again->seat[1].luck);
        alea_review_free(again);
        alea_review_free(r);
    }
    test_forget(&record);
    alea_reviewer_free(reviewer);
}

/* Two ways to the same numbers: estimates of a two-player game lie around its exact values. */
static void estimates_agree_with_exact_values(void **unused)
{
    (void)unused;
    alea_reviewer *exact = reviewer_for(ALEA_WIN), *estimate;
    OK(alea_reviewer_open(&(alea_review_options){.estimate = true, .rollouts = 2000}, &estimate,
                          &test_error));
    alea_record record = test_games(open_game("pig"), 1, test_any_move, NULL);
    alea_review *a, *b;
    OK(alea_review_game(exact, &record, 0, &a, &test_error));
    OK(alea_review_game(estimate, &record, 0, &b, &test_error));
    /* holding at 20 against itself wins 0.5347 when first, best play 0.5306 */
    assert_near(b->seat[0].start, a->seat[0].start, 0.06);
    double differences = 0;
    for (size_t i = 0; i < a->events; i++) differences += fabs(a->event[i].value[0] - b->event[i].value[0]);
    assert_that(differences / (double)a->events, <, 0.03);
    alea_review_free(a);
    alea_review_free(b);
    test_forget(&record);
    alea_reviewer_free(exact);
    alea_reviewer_free(estimate);
}

static void forfeits_cost_what_was_left(void **unused)
{
    (void)unused;
    alea_reviewer *reviewer = reviewer_for(ALEA_WIN);
    alea_record record = piglet_by_hand();
    alea_record_game *g = &record.played[0];
    alea_review *r;
    alea_game *game = record.game;
    uint64_t random = 1;
    size_t i = 0;
    while (g->event[i].kind != ALEA_MOVED) i++;
    g->event[i].kind =
        ALEA_FORFEITED; /* Ann gives up at her first decision, at 5/7; Bob goes on alone and wins */
    alea_state s = g->event[i].before;
    game->family->play->forfeit(game->rules, &s);
    g->event = realloc(g->event, 1000 * sizeof *g->event);
    for (g->count = i + 1; alea_game_to_move(game, &s) != ALEA_OVER; g->count++) {
        bool rolls = alea_game_to_move(game, &s) == ALEA_CHANCE;
        alea_event *e = &g->event[g->count];
        *e = (alea_event){.kind = rolls ? ALEA_ROLLED : ALEA_MOVED, .seat = 1, .before = s};
        e->what = rolls ? (uint32_t)(test_random(&random) >> 20 & 1) : test_any_move(game, &s, &random, NULL);
        OK(alea_game_apply(game, &s, e->what, &test_error));
    }
    g->end = s;
    OK(alea_game_outcome(game, &s, &g->outcome, &test_error));
    assert_int_equal(g->outcome.winner, 1);
    OK(alea_review_game(reviewer, &record, 0, &r, &test_error));
    test_adds_up(r);
    assert_true(r->seat[0].forfeited);
    assert_near(r->seat[0].mistakes, 5.0 / 7, 1e-12);
    assert_int_equal(r->seat[0].decisions, 0);
    assert_int_equal(r->seat[0].grades[ALEA_BLUNDER], 0);
    assert_near(r->seat[1].luck, -1.0 / 7, 1e-12);
    assert_near(r->seat[1].opponents_mistakes, 5.0 / 7, 1e-12);
    alea_review_free(r);
    test_forget(&record);
    alea_reviewer_free(reviewer);
}

static void what_cannot_be_reviewed_is_refused(void **unused)
{
    (void)unused;
    alea_reviewer *reviewer = reviewer_for(ALEA_MONEY);
    alea_record record = piglet_by_hand();
    alea_review *r;
    assert_int_equal(alea_review_game(reviewer, &record, 0, &r, &test_error), ALEA_E_USAGE);
    assert_non_null(strstr(test_error.message, "money"));
    alea_reviewer_free(reviewer);
    OK(alea_reviewer_open(&(alea_review_options){.estimate = true, .policy = "hold(x)"}, &reviewer,
                          &test_error));
    assert_int_not_equal(alea_review_game(reviewer, &record, 0, &r, &test_error), ALEA_OK);
    alea_reviewer_free(reviewer);
    assert_int_equal(alea_reviewer_open(&(alea_review_options){.rollouts = 2000000}, &reviewer, &test_error),
                     ALEA_E_RANGE);
    test_forget(&record);
}

/* A copy of a built-in rule file, opened, and then changed or removed. */
static alea_game *open_game_of_lost_rules(const char *name, unsigned players, bool removed)
{
    char path[1000];
    const char *source = getenv("ALEA_SOURCE");
    snprintf(path, sizeof path, "%s/rules/%s.lua", source ? source : ".", name);
    char *rules = read_file(path, NULL);
    write_file("mine.lua", rules);
    free(rules);
    alea_game *game = open_game_for("mine.lua", players);
    if (removed)
        assert_int_equal(unlink("mine.lua"), 0);
    else
        write_file("mine.lua", "return { name = 'another' }");
    return game;
}

/* A game has its rules; the file is not needed any more. The first player of Piglet wins 4/7 (a_game_of_piglet_…). */
static void a_rule_file_may_change_or_go_once_its_game_is_open(void **unused)
{
    (void)unused;
    for (int removed = 0; removed < 2; removed++) {
        alea_review_answer answer;
        alea_game *alone, *piglet = open_game_of_lost_rules("piglet", 2, removed);
        alea_reviewer *reviewer = reviewer_for(ALEA_WIN);
        alea_state start = alea_game_start(piglet);
        const alea_review_question question = {.game = piglet, .state = &start};
        OK(alea_review_ask(reviewer, &question, &answer, &test_error));
        assert_true(answer.known);
        assert_near(answer.value[0], 4.0 / 7, 1e-12);
        alea_review_answer_free(&answer);
        alea_reviewer_free(reviewer);
        alea_game_free(piglet);
        alea_game *despirala = open_game_of_lost_rules("despirala", 2, removed);
        OK(alea_game_single_player(despirala, &alone, &test_error));
        assert_int_equal(alea_game_players(alone), 1);
        alea_game_free(alone);
        alea_game_free(despirala);
    }
}

/* Whatever allocation fails, everything is given back (the sanitizers look) and nothing half done comes out. */
static alea_status review_with_little_memory(const alea_record *record, long successes)
{
    alea_reviewer *reviewer = NULL;
    alea_review *r = NULL;
    alea_review_move *moves = NULL;
    alea_reason why[2];
    size_t worst[1], count = 0;
    alea__fail_allocation_after(successes);
    alea_status status = alea_reviewer_open(NULL, &reviewer, NULL);
    if (status == ALEA_OK) status = alea_review_game(reviewer, record, 0, &r, NULL);
    if (status == ALEA_OK && alea_review_find_worst(r, 0, worst, 1) == 1) {
        status = alea_review_explain(reviewer, r, worst[0], why, NULL);
        if (status == ALEA_OK) status = alea_review_moves(reviewer, r, worst[0], &moves, &count, NULL);
    }
    alea__fail_allocation_after(-1);
    alea_review_moves_free(moves);
    alea_review_free(r);
    alea_reviewer_free(reviewer);
    return status;
}

static void reviewing_without_memory_fails_cleanly(void **unused)
{
    (void)unused;
    alea_record record = piglet_by_hand();
    long failures = 0;
    for (alea_status status = ALEA_E_MEMORY; status != ALEA_OK; failures++) {
        status = review_with_little_memory(&record, failures);
        assert_true(status == ALEA_OK || status == ALEA_E_MEMORY);
        assert_that(failures, <, 5000);
    }
    assert_that(failures, >, 20);
    test_forget(&record);
}

#define TEST(name) cmocka_unit_test(reviews_of_##name##_add_up_and_best_play_makes_no_mistakes)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_of_piglet_is_reviewed_as_by_hand),
        cmocka_unit_test(an_unfinished_game_is_worth_its_last_position),
        cmocka_unit_test(forfeits_cost_what_was_left),
        cmocka_unit_test(what_cannot_be_reviewed_is_refused),
        IN_A_FOLDER(a_rule_file_may_change_or_go_once_its_game_is_open),
        cmocka_unit_test(reviewing_without_memory_fails_cleanly),
        TEST(piglet),
        TEST(pig),
        TEST(pig_pen),
        TEST(pig_pen_for_money),
        TEST(hog),
        TEST(solitaire),
        TEST(fewest_turns),
        TEST(red_and_black),
        cmocka_unit_test(games_for_three_are_estimated_with_a_reason),
        cmocka_unit_test(estimates_agree_with_exact_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
