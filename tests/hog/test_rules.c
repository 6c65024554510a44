/* Rule files of Hog: errors are reported with file, line and call; and a new term is one file. */
#include "hog/hog_test.h"
#include "support/problem.h"

/* A rule file of which rules(p) returns sensible fields, these replaced or added. */
static const char *write_rules(const char *fields)
{
    static char text[4096];
    snprintf(text, sizeof text,
             "return { name = \"mine\", title = \"Mine\", family = \"hog\", text = \"A game.\", rules = "
             "function()\n"
             "local rules = { players = 2, dice = 2, sides = 6, goal = 20,\n"
             "roll = function(faces) return faces[1] == 1 and 1 or faces[1] + (faces[2] or 0) end,\n"
             "bacon = function(own, opponent) return 1 end }\n"
             "%s\n"
             "return rules end }\n",
             fields);
    write_file("mine.lua", text);
    return "mine.lua";
}

static void assert_refused(const char *fields, const char *sentence)
{
    alea_game *game;
    alea_error error;
    assert_int_equal(alea_game_open(write_rules(fields), &game, &error), ALEA_E_RULES);
    assert_says(error, "mine.lua:");
    assert_says(error, sentence);
}

static void numbers_have_ranges(void **unused)
{
    (void)unused;
    assert_refused("rules.dice = 0", "`dice`");
    assert_refused("rules.dice = 17", "`dice`");
    assert_refused("rules.sides = 1", "`sides`");
    assert_refused("rules.goal = 0", "`goal`");
    assert_refused("rules.goal = 1001", "`goal`");
    assert_refused("rules.memory = 0", "`memory`");
    assert_refused("rules.dice = 12", "too many rolls");
    assert_refused("rules.dice = 16 rules.sides = 100", "too many rolls");
    assert_refused("rules.goal = 1000 rules.memory = 17 rules.next = function() return 0 end", "16,777,216");
}

static void a_field_that_there_is_not_names_the_nearest(void **unused)
{
    (void)unused;
    assert_refused("rules.bacn = 1", "did you mean `bacon`");
    assert_refused("rules.bacon = nil", "`bacon`");
    assert_refused("rules.roll = 3", "`roll`");
}

static void the_game_is_for_two(void **unused)
{
    (void)unused;
    assert_refused("rules.players = 3", "2 players");
}

static void dice_must_bring_a_point(void **unused)
{
    (void)unused;
    assert_refused("rules.roll = function(faces) return faces[1] == 3 and 0 or 1 end",
                   "mine.lua:5: roll({3}) returned 0; it must return whole points from 1 to 1,000.");
    assert_refused("rules.bacon = function(own, opponent) return opponent // 3 - 1 end",
                   "bacon(0, 0) returned -1; it must return whole points");
    assert_refused("rules.bacon = function(own, opponent) return 1001 end", "bacon(0, 0) returned 1001");
    assert_refused("rules.bacon = function(own, opponent) return own + 0.5 end", "bacon(0, 0) returned 0.5");
    assert_refused("rules.bacon = function(own, opponent) if own < 7 then return 1 end end",
                   "bacon(7, 0) returned nothing");
    assert_refused("rules.roll = function(faces) return #faces == 2 and '7' or 1 end",
                   "roll({1, 1}) returned \"7\"");
}

static void the_sum_of_the_scores_must_not_fall(void **unused)
{
    (void)unused;
    assert_refused("rules.after = function(own, opponent) return own == 9 and 3 or own, opponent end",
                   "after(9, 0) returned 3 and 0, together less than before.");
    assert_refused("rules.after = function(own, opponent) return own end",
                   "after(0, 0) returned nothing; it must return two scores");
    assert_refused("rules.after = function(own, opponent) return own, -1 end",
                   "after(0, 0) returned -1; it must return two scores");
}

static void memories_are_the_ones_that_there_are(void **unused)
{
    (void)unused;
    assert_refused("rules.memory = 3", "the function `next`");
    assert_refused("rules.memory = 3 rules.next = function(memory, n) return memory + 1 end",
                   "next(2, 0, false) returned 3; its first result must be a memory from 0 to 2.");
    assert_refused("rules.memory = 3 rules.next = function(memory, n) return memory, n end",
                   "next(0, 0, false) returned 0 instead of true or false.");
    assert_refused("rules.again = function(own, opponent) return own end",
                   "again(0, 0) returned 0 instead of true or false");
    assert_refused("rules.bonus = function(memory, n) return n - 1 end",
                   "bonus(0, 0) returned -1; it must return whole points from 0");
}

static void an_error_in_a_function_names_the_call(void **unused)
{
    (void)unused;
    assert_refused("rules.bacon = function(own, opponent) return own.x end",
                   "This was in the call bacon(0, 0).");
    assert_refused("rules.roll = function(faces) return faces[3] + 1 end", "This was in the call roll({1}).");
    assert_refused("rules.bacon = function(own, opponent) while true do end end",
                   "Stopped after 100000000 instructions");
}

/* A term that the library does not contain: its optimum and a pair of strategies, without any C. */
static void a_new_term_is_one_file(void **unused)
{
    (void)unused;
    write_file(
        "term.lua",
        "return { name = 'term', title = 'A new term', family = 'hog', text = 'Rules.',\n"
        "params = { { 'goal', default = 60, min = 1, max = 100 } },\n"
        "rules = function(p) return { players = 2, dice = 5, sides = 4, goal = p.goal, memory = 3,\n"
        "roll = function(faces) local most = 0\n"
        "  for _, face in ipairs(faces) do most = math.max(most, face) end\n"
        "  return most * #faces - (faces[1] == 1 and #faces - 1 or 0) end,\n"
        "bacon = function(own, opponent) return 1 + (own + opponent) % 4 end,\n"
        "after = function(own, opponent) if (own + opponent) % 7 == 0 then return own, opponent + 2 end\n"
        "  return own, opponent end,\n"
        "again = function(own, opponent) return own == 13 or opponent == 17 end,\n"
        "next = function(memory, n, extra) return (memory + n) % 3, extra or n == memory + 1 end,\n"
        "bonus = function(memory, n) return memory == 2 and n == 5 and 4 or 0 end } end }\n");
    alea_game *game = open_game("term.lua");
    alea_error error;
    alea__values *values;
    alea_verdict verdict;
    if (hog_solve(PROBLEM(game, .objective = ALEA_WIN, .options = &no_options), &values, &error) != ALEA_OK)
        fail_msg("%s", error.message);
    assert_int_equal(hog_certify(game->rules, values, NULL, &verdict, &error), ALEA_OK);
    if (!verdict.holds) fail_msg("%s", verdict.reason);
    alea__policy *best = open_policy(game, "optimal");
    alea_evaluation played = {0};
    assert_int_equal(
        hog_evaluate(PROBLEM(game, .objective = ALEA_WIN, .policy = {best, best}, .options = &no_options),
                     &played, &error),
        ALEA_OK);
    assert_near(played.first.win.lower, values->start.lower, 1e-11);
    game->family->policy->free(best);
    alea__values_free(values);

    alea__policy *a = open_policy(game, "always(3)"), *b = open_policy(game, "bacon(3,2)");
    alea_evaluation forth, back;
    assert_int_equal(
        hog_evaluate(PROBLEM(game, .objective = ALEA_WIN, .policy = {a, b}, .options = &no_options), &forth,
                     &error),
        ALEA_OK);
    assert_int_equal(
        hog_evaluate(PROBLEM(game, .objective = ALEA_WIN, .policy = {b, a}, .options = &no_options), &back,
                     &error),
        ALEA_OK);
    assert_near(forth.first.win.lower + back.second.win.lower, 1, 1e-11);
    assert_near(forth.second.win.lower + back.first.win.lower, 1, 1e-11);
    game->family->policy->free(a);
    game->family->policy->free(b);
    alea_game_free(game);
}

static void the_odds_add_up(void **unused)
{
    (void)unused;
    static const char *const specs[] = {"hog", "hog-feral", "hog-piggy", "hog-moon"};
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        alea_game *game = open_game(specs[i]);
        uint64_t all = 1;
        for (uint32_t n = 1; n <= 10; n++) {
            const hog_odds *odds = hog_odds_of(hog_game_of(game->rules), 0, n);
            uint64_t sum = 0;
            all *= 6;
            for (uint32_t points = odds->least; points <= odds->most; points++) sum += odds->weight[points];
            assert_int_equal(sum, all);
            assert_int_equal(odds->denominator, all);
        }
        alea_game_free(game);
    }
}

/* Checks which games use the fast paths. */
static void the_games_of_contests_go_the_quick_ways(void **unused)
{
    (void)unused;
    static const struct {
        const char *spec;
        hog_fast_path fast_path;
        bool climbs;
    } games[] = {{"hog", HOG_TROT, true},
                 {"hog(time_trot=false)", HOG_BARE, true},
                 {"hog-feral", HOG_GENERIC, false},
                 {"hog-piggy", HOG_GENERIC, false},
                 {"hog-piggy(more_boar=false)", HOG_BARE, true},
                 {"hog-moon", HOG_GENERIC, false}};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        alea_game *game = open_game(games[i].spec);
        assert_int_equal(graph_of(game)->fast_path, games[i].fast_path);
        assert_int_equal(graph_of(game)->climbs, games[i].climbs);
        alea_game_free(game);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_have_ranges),
        cmocka_unit_test(a_field_that_there_is_not_names_the_nearest),
        cmocka_unit_test(the_game_is_for_two),
        cmocka_unit_test(dice_must_bring_a_point),
        cmocka_unit_test(the_sum_of_the_scores_must_not_fall),
        cmocka_unit_test(memories_are_the_ones_that_there_are),
        cmocka_unit_test(an_error_in_a_function_names_the_call),
        cmocka_unit_test(a_new_term_is_one_file),
        cmocka_unit_test(the_odds_add_up),
        cmocka_unit_test(the_games_of_contests_go_the_quick_ways),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
