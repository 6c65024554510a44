/* Names of moves, positions in words, the view and answers of Lua bots, and runs that print the mean score. */
#include "despirala/despirala_test.h"
#include "play/match.h"

static alea_game *game;

static int open_despirala(void **unused)
{
    (void)unused;
    game = open_game("despirala");
    return 0;
}

static int close_despirala(void **unused)
{
    (void)unused;
    alea_game_free(game);
    return 0;
}

/* ---- names ---- */

static void means(const char *name, const char *move)
{
    const uint32_t m = despirala_move_called(despirala_game_of(game->rules), name);
    if (m == DESPIRALA_NONE) fail_msg("\"%s\" is no move", name);
    assert_string_equal(alea_game_move_name(game, m), move);
}

static void names_of_moves_may_have_any_case_and_spaces(void **unused)
{
    (void)unused;
    means("Collect 3", "Collect 3");
    means("collect 3", "Collect 3");
    means("  TWO   triples 3 5 ", "Two triples 3 5");
    means("despirala", "Despirala");
    means("reroll", "Reroll");
    means("continue", "Continue collecting");
    means("Stop", "Stop collecting");
    means("stop collecting", "Stop collecting");
    means("three pairs 6 1 4", "Three pairs 1 4 6"); /* pairs are alike */
}

static void what_is_no_move_is_none(void **unused)
{
    (void)unused;
    for (const char *const *name =
             (const char *const[]){"", "Collect", "Collect 7", "Collect 0", "Two triples 3 3",
                                   "Two triples 3", "Two triples 3 5 6", "Straight 1", "Two triples 35",
                                   "Strait", "Three pairs 1 2 9", NULL};
         *name; name++)
        assert_int_equal(despirala_move_called(despirala_game_of(game->rules), *name), DESPIRALA_NONE);
}

/* ---- positions ---- */

static void nothing_given_is_the_beginning(void **unused)
{
    (void)unused;
    const alea_state start = alea_game_start(game), s = placed(game, "");
    assert_memory_equal(&s, &start, sizeof s);
}

static void dice_that_lie_are_to_be_decided_on(void **unused)
{
    (void)unused;
    const alea_state s = placed(game, "used=collect 1, 11 ,two triples;dice=6,5,4,3,2,1");
    const despirala_state d = look(&s);
    assert_int_equal(d.phase, DESPIRALA_CHOOSE);
    assert_int_equal(d.player[0].used, 1 << 0 | 1 << 10 | 1 << 7);
    assert_int_equal(d.player[0].goods, 5);
    assert_int_equal(look(&(alea_state[]){placed(game, "used=1,2;dice=111111;goods=15")}[0]).player[0].goods,
                     15);
    assert_int_equal(look(&(alea_state[]){placed(game, "used=1,2;goods=10")}[0]).phase, DESPIRALA_ROLL);
}

/* The state is the one that play reaches. */
static void the_middle_of_a_collect_is_as_in_play(void **unused)
{
    (void)unused;
    alea_state s = alea_game_start(game);
    roll(game, &s, "331245");
    play(game, &s, "Collect 3");
    const alea_state asked = placed(game, "doing=COLLECT 3;dice=123345;goods=5");
    assert_memory_equal(&s, &asked, sizeof s);
}

static void a_description_is_what_place_reads(void **unused)
{
    (void)unused;
    char words[256];
    const alea_state s = placed(game, "used=Straight,1;goods=9;dice=665544;doing=Collect 5;score=50");
    game->family->text->describe(game->rules, &s, words, sizeof words);
    assert_string_equal(words, "used=1,11 goods=9 dice=445566 doing=\"Collect 5\" score=50");
}

static void refuses(const alea_game *in, const char *words, alea_status status, const char *sentence)
{
    alea_state state;
    alea_error error;
    const alea_status found = place(in, words, &state, &error);
    if (found != status) fail_msg("%s: status %d", words, found);
    assert_says(error, sentence);
}

static void positions_that_cannot_be_are_refused(void **unused)
{
    (void)unused;
    refuses(game, "usde=1", ALEA_E_USAGE, "did you mean \"used\"?");
    refuses(game, "colour=1", ALEA_E_USAGE, "Its keys are used, goods, dice, doing and score.");
    refuses(game, "dice=111111;dice=111111", ALEA_E_USAGE, "\"dice\" is given twice");
    refuses(game, "used=strait", ALEA_E_RANGE,
            "There is no combination \"strait\"; did you mean \"Straight\"?");
    refuses(game, "used=0", ALEA_E_RANGE, "numbers from 1 to 14");
    refuses(game, "used=15", ALEA_E_RANGE, "numbers from 1 to 14");
    refuses(game, "used=1,,2", ALEA_E_RANGE, "There is no combination \"\"");
    refuses(game, "used=1,", ALEA_E_RANGE, "There is no combination \"\"");
    refuses(game, "used=1,Collect 1", ALEA_E_USAGE, "\"Collect 1\" is listed twice");
    refuses(game, "used=1,2,3,4,5,6,7,8,9,10,11,12,13,14", ALEA_E_STATE, "the game is over");
    for (const char *const *dice =
             (const char *const[]){"dice=12345", "dice=1234567", "dice=123450", "dice=123457",
                                   "dice=1,2,3,4,5", "dice=1,23456", "dice=1,2,3,4,5,6,", "dice=12345x",
                                   "dice=-12345", "dice=", NULL};
         *dice; dice++)
        refuses(game, *dice, ALEA_E_RANGE, "\"dice\" must be 6 numbers from 1 to 6, such as 123456");
    refuses(game, "goods=1", ALEA_E_STATE,
            "With 0 combinations attempted, \"goods\" must be 0 to 0 before the roll");
    refuses(game, "used=1,2;dice=111111;goods=16", ALEA_E_STATE,
            "With 2 combinations attempted, \"goods\" must be 0 to 15 after the roll, not \"16\".");
    refuses(game, "used=1;goods=-1", ALEA_E_STATE, "\"goods\" must be 0 to 5");
    refuses(game, "used=1;goods=many", ALEA_E_STATE, "not \"many\"");
    refuses(game, "doing=Collect 3", ALEA_E_USAGE, "In the middle of \"Collect 3\" there are dice");
    refuses(game, "doing=Colect 3;dice=111111", ALEA_E_RANGE, "did you mean \"Collect 3\"?");
    refuses(game, "doing=Reroll;dice=111111", ALEA_E_RANGE, "There is no combination \"Reroll\"");
    refuses(game, "used=3;doing=Collect 3;dice=111111", ALEA_E_STATE,
            "\"Collect 3\" is also listed in \"used\"");
    refuses(game, "doing=Collect 3;dice=333333", ALEA_E_STATE,
            "with these dice and 5 goods, \"Collect 3\" is over");
    refuses(game, "doing=Collect 3;dice=111111;goods=0", ALEA_E_STATE, "with these dice and 0 goods");
    refuses(game, "score=9999", ALEA_E_RANGE, "score");
    alea_game *misere = open_game("despirala(misere=true)");
    refuses(misere, "dice=111111;goods=4", ALEA_E_STATE, "\"goods\" must be 5 to 5 after the roll");
    assert_int_equal(
        look(&(alea_state[]){placed(misere, "dice=121111;doing=Collect 1;goods=4")}[0]).player[0].goods, 4);
    alea_game_free(misere);
}

/* ---- Lua bots ---- */

/* One game of this bot, recorded step by step: its score, or -1 and the reason. */
static double score_of(const char *text, char why[256])
{
    alea_run_result *result;
    write_file("bot.lua", text);
    alea_bot *bot = open_bot(game, "bot.lua");
    const alea_run_options options = {.games = 20, .threads = 1};
    OK(alea_run_match(game, &bot, 1, &options, &result, &test_error));
    snprintf(why, 256, "%s", result->standing[0].failure_text);
    const double score = result->standing[0].forfeits > 0 ? -1 : result->standing[0].score;
    alea_run_result_free(result);
    alea_bot_free(bot);
    return score;
}

static void lua_bots_see_everything(void **unused)
{
    (void)unused;
    char why[256];
    const double score =
        score_of("return function(v)\n"
                 "  assert(#v.dice == 6 and v.players == 1 and v.seat == 0 and v.objective == 'most')\n"
                 "  assert(#v.scores == 1 and v.scores[1] == v.score and v.goods >= 0)\n"
                 "  for i = 2, 6 do assert(v.dice[i - 1] <= v.dice[i]) end\n"
                 "  if v.doing then\n"
                 "    local face, kept = tonumber(v.doing:sub(-1)), 0\n"
                 "    for _, die in ipairs(v.dice) do if die == face then kept = kept + 1 end end\n"
                 "    assert(v.kept == kept and #v.moves == 2 and v.moves[1] == 'Stop collecting')\n"
                 "    return 'stop'\n"
                 "  end\n"
                 "  assert(v.kept == nil and (#v.moves > 0))\n"
                 "  assert(#v.used == 0 or v.used[1] == 'Collect 1')\n"
                 "  return #v.used % 2 == 0 and 1 or v.moves[1]:upper()\n"
                 "end\n",
                 why);
    if (score < 0) fail_msg("%s", why);
    assert_that(score, >, 0);
}

static void forfeits_with(const char *answer, const char *sentence)
{
    char text[200], why[256];
    snprintf(text, sizeof text, "return function(v) return %s end", answer);
    assert_that(score_of(text, why), <, 0);
    if (!strstr(why, sentence)) fail_msg("\"%s\" is not in \"%s\"", sentence, why);
}

static void what_is_no_move_forfeits_with_a_sentence(void **unused)
{
    (void)unused;
    forfeits_with("nil", "decide returned nothing");
    forfeits_with("0", "decide returned 0; it must return the place of a move in view.moves, 1 to 58");
    forfeits_with("59", "decide returned 59");
    forfeits_with("1.5", "decide returned a number; it must return the name of a move");
    forfeits_with("'Strait'", "decide returned \"Strait\", which is not a move");
    forfeits_with("'Stop'", "decide returned \"Stop\", which is not possible now");
    forfeits_with("{}", "decide returned a table");
}

static void bots_are_checked_in_legal_decisions(void **unused)
{
    (void)unused;
    bool sampled;
    uint64_t count = 0, collects = 0;
    for (alea_state s; game->family->text->sample_state(game->rules, count, &s, &sampled); count++) {
        const despirala_state d = look(&s);
        assert_true(sampled);
        assert_that(alea_game_move_count(game, &s), >=, 1);
        assert_that(d.player[0].goods, <=, 5 * (__builtin_popcount(d.player[0].used) + 1));
        collects += d.phase == DESPIRALA_COLLECT;
    }
    assert_that(count, >, 1000);
    assert_that(collects, >, count / 100);
}

/* ---- runs ---- */

static alea_run_result *ran(const alea_game *in, alea_bot **bots, unsigned count, unsigned threads,
                            alea_path path)
{
    alea_run_result *result;
    const alea_run_options options = {.games = 3 * ALEA__BLOCK + 100, .threads = threads, .path = path};
    OK(alea_run_match(in, bots, count, &options, &result, &test_error));
    return result;
}

static void threads_and_paths_give_the_same_scores(void **unused)
{
    (void)unused;
    alea_game *small = open_small("", 3);
    alea_bot *bots[3] = {open_bot(small, "greedy"), open_bot(small, "random"), open_bot(small, "greedy")};
    alea_run_result *one = ran(small, bots, 3, 1, ALEA_PATH_AUTO),
                    *two = ran(small, bots, 3, 2, ALEA_PATH_AUTO),
                    *steps = ran(small, bots, 3, 2, ALEA_PATH_STEP);
    assert_true(one->has_score);
    for (int i = 0; i < 3; i++) {
        assert_memory_equal(&one->standing[i].score, &two->standing[i].score, sizeof(double));
        assert_memory_equal(&one->standing[i].score, &steps->standing[i].score, sizeof(double));
        assert_memory_equal(&one->standing[i].score_se, &steps->standing[i].score_se, sizeof(double));
        assert_int_equal(one->standing[i].wins, steps->standing[i].wins);
        assert_that(one->standing[i].score, >, 0);
        assert_that(one->standing[i].score_se, >, 0);
        alea_bot_free(bots[i]);
    }
    alea_run_result_free(one);
    alea_run_result_free(two);
    alea_run_result_free(steps);
    alea_game_free(small);
}

/* Against scores that are added up game by game. */
typedef struct sums {
    double sum, squares, games;
} sums;

static void add(void *user, const alea_outcome *outcome)
{
    sums *s = user;
    const double score = (double)outcome->score[0];
    s->sum += score;
    s->squares += score * score;
    s->games++;
}

static void the_mean_is_that_of_the_outcomes(void **unused)
{
    (void)unused;
    sums s = {0};
    alea__counts counts = {0};
    alea_bot *bot = open_bot(game, "greedy");
    const alea__observer observer = {.user = &s, .end = add};
    const alea__match match = {.game = game, .bots = &bot, .seed = ALEA_DEFAULT_SEED, .observer = &observer};
    assert_int_equal(alea__match_play(&match, 0, 500, &counts, NULL), ALEA_OK);
    alea_run_result *result;
    assert_int_equal(
        alea_run_match(game, &bot, 1, &(alea_run_options){.games = 500, .threads = 1}, &result, NULL),
        ALEA_OK);
    const double mean = s.sum / s.games, variance = (s.squares - s.sum * mean) / (s.games - 1);
    assert_that(result->standing[0].score, ==, mean);
    const double error = result->standing[0].score_se;
    assert_that(error * error * s.games, >, variance * (1 - 1e-9));
    assert_that(error * error * s.games, <, variance * (1 + 1e-9));
    alea_run_result_free(result);
    alea_bot_free(bot);
}

static void greedy_is_better_than_chance(void **unused)
{
    (void)unused;
    for (int misere = 0; misere < 2; misere++) {
        alea_game *two = open_game(misere ? "despirala(players=2,misere=true)" : "despirala(players=2)");
        alea_bot *bots[2] = {open_bot(two, "greedy"), open_bot(two, "random")};
        alea_run_result *result;
        assert_int_equal(
            alea_run_match(two, bots, 2, &(alea_run_options){.games = 500, .threads = 1}, &result, NULL),
            ALEA_OK);
        const double lead = result->standing[0].score - result->standing[1].score;
        assert_true(misere ? lead < -50 : lead > 50);
        assert_that(result->standing[0].wins, >, 400);
        alea_run_result_free(result);
        for (int i = 0; i < 2; i++) alea_bot_free(bots[i]);
        alea_game_free(two);
    }
}

static void bot_specs_that_are_wrong_are_refused(void **unused)
{
    (void)unused;
    alea_bot *bot;
    alea_error error;
    static const char *const wrong[][2] = {{"gredy", "did you mean \"greedy\"?"},
                                           {"greedy(1)", "The bot greedy takes no arguments"},
                                           {"optimal(ties=maybe)", "ties must be stop or go-on"},
                                           {"sampled", "sampled(n), sampled(n,seed)"},
                                           {"sampled(0)", "n of sampled(n,seed)"},
                                           {"sampled(1000000000)", "n of sampled(n,seed)"},
                                           {"sampled(5,-1)", "seed of sampled(n,seed)"},
                                           {"sampled(5,1,stop,2)", "sampled(n), sampled(n,seed)"},
                                           {"optimal(tie=stop)", "optimal or optimal(ties=go-on)"},
                                           {"zzz", "greedy, optimal, random, sampled(n,seed)"}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        if (alea_bot_open(game, wrong[i][0], NULL, &bot, &error) == ALEA_OK) fail_msg("%s", wrong[i][0]);
        assert_says(error, wrong[i][1]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_of_moves_may_have_any_case_and_spaces),
        cmocka_unit_test(what_is_no_move_is_none),
        cmocka_unit_test(nothing_given_is_the_beginning),
        cmocka_unit_test(dice_that_lie_are_to_be_decided_on),
        cmocka_unit_test(the_middle_of_a_collect_is_as_in_play),
        cmocka_unit_test(a_description_is_what_place_reads),
        cmocka_unit_test(positions_that_cannot_be_are_refused),
        cmocka_unit_test(lua_bots_see_everything),
        cmocka_unit_test(what_is_no_move_forfeits_with_a_sentence),
        cmocka_unit_test(bots_are_checked_in_legal_decisions),
        cmocka_unit_test(threads_and_paths_give_the_same_scores),
        cmocka_unit_test(the_mean_is_that_of_the_outcomes),
        cmocka_unit_test(greedy_is_better_than_chance),
        cmocka_unit_test(bot_specs_that_are_wrong_are_refused),
    };
    return cmocka_run_group_tests(tests, open_despirala, close_despirala);
}
