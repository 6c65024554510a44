/* Matches with decisions made outside: they are the games of a run, whatever the order of the answers. */
#include "play/record_test.h"

enum { OUTSIDE_LIMIT = 64 };

/* A number in a field of the view; -1 if there is none. */
static long field(const char *view, const char *name)
{
    char key[40];
    snprintf(key, sizeof key, "\"%s\":", name);
    const char *at = strstr(view, key);
    return at ? strtol(at + strlen(key), NULL, 10) : -1;
}

static alea_outside_answer hold_at_20(const alea_outside_question *q)
{
    const bool roll = field(q->view, "turn") < 20 && field(q->view, "total") < field(q->view, "goal");
    return (alea_outside_answer){.kind = ALEA_OUTSIDE_TEXT, .text = roll ? "roll" : "hold"};
}
static const char hold_at_20_lua[] =
    "return function(view) return view.turn < 20 and view.total < view.goal end";

static alea_outside_answer by_scores(const alea_outside_question *q)
{
    const bool ahead = field(q->view, "own") > field(q->view, "opponent");
    return (alea_outside_answer){.kind = ALEA_OUTSIDE_NUMBER, .number = ahead ? 4 : 6};
}
static const char by_scores_lua[] = "return function(view) return view.own > view.opponent and 4 or 6 end";

static alea_outside_answer first_move(const alea_outside_question *q)
{
    assert_non_null(strstr(q->view, "\"moves\":["));
    return (alea_outside_answer){.kind = ALEA_OUTSIDE_NUMBER, .number = 1};
}
static const char first_move_lua[] = "return function(view) return 1 end";

/* Fails in some games: at the third question of each game whose number ends in 7. */
static alea_outside_answer falls(const alea_outside_question *q)
{
    const alea_outside_answer failed = {ALEA_OUTSIDE_FAILED, 0, "it fell", ALEA_TRAP};
    return q->game % 10 == 7 ? failed : hold_at_20(q);
}

/* Fails in its second turn, when games are open that come before those that fail first. */
static alea_outside_answer tires(const alea_outside_question *q)
{
    const alea_outside_answer failed = {ALEA_OUTSIDE_FAILED, 0, "it was tired", ALEA_TRAP};
    return field(q->view, "own") > 0 ? failed : hold_at_20(q);
}

static alea_outside_answer wrong(const alea_outside_question *q)
{
    (void)q;
    return (alea_outside_answer){.kind = ALEA_OUTSIDE_TEXT, .text = "rol"};
}

/* More than Lua holds as one text. */
static alea_outside_answer endless(const alea_outside_question *q)
{
    static char text[100000];
    (void)q;
    memset(text, '0', sizeof text - 1);
    return (alea_outside_answer){.kind = ALEA_OUTSIDE_TEXT, .text = text};
}

typedef alea_outside_answer answerer(const alea_outside_question *);

/* Plays all games; `who` answers for every player outside. */
static void play_all(alea_outside *match, uint64_t games, unsigned at_once, answerer *who)
{
    static alea_outside_answer answer[OUTSIDE_LIMIT];
    alea_outside_batch batch;
    OK(alea_outside_next(match, NULL, &batch, &test_error));
    while (batch.done < games) {
        assert_that(batch.count, <=, at_once);
        for (size_t i = 0; i < batch.count; i++) {
            assert_true(i == 0 || batch.question[i].game > batch.question[i - 1].game);
            answer[i] = who(&batch.question[i]);
        }
        OK(alea_outside_next(match, answer, &batch, &test_error));
    }
    assert_int_equal(batch.count, 0);
}

static void assert_same_standing(const alea_standing *found, const alea_standing *expected)
{
    assert_that(found->wins, ==, expected->wins);
    assert_that(found->win_rate, ==, expected->win_rate);
    assert_that(found->money_total, ==, expected->money_total);
    assert_that(found->score, ==, expected->score);
    for (unsigned seat = 0; seat < ALEA_MAX_SEATS; seat++)
        assert_that(found->seat_wins[seat], ==, expected->seat_wins[seat]);
}

/* Player 0 is outside, and in Lua in a run: both have the same games. */
static void assert_as_in_a_run(const char *spec, const char *lua, answerer *who, const char *const *others)
{
    static const unsigned at_once[] = {1, 7, OUTSIDE_LIMIT};
    alea_outside_player player[ALEA_MAX_SEATS] = {{.name = "outside"}};
    alea_bot *bot[ALEA_MAX_SEATS];
    alea_run_result *expected, *found;
    alea_outside *match;
    unsigned count = 1;
    const uint64_t games = 500;
    alea_game *game = open_game(spec);
    write_file("outside.lua", lua);
    bot[0] = open_bot(game, "outside.lua");
    for (; others[count - 1]; count++) player[count].bot = bot[count] = open_bot(game, others[count - 1]);
    const alea_run_options run = {
        .games = games, .seed = 9, .seed_given = true, .threads = 1, .path = ALEA_PATH_STEP};
    OK(alea_run_match(game, bot, count, &run, &expected, &test_error));
    for (unsigned k = 0; k < 3; k++) {
        const alea_outside_options options = {
            .games = games, .seed = 9, .seed_given = true, .at_once = at_once[k]};
        OK(alea_outside_open(game, player, &options, &match, &test_error));
        play_all(match, games, at_once[k], who);
        OK(alea_outside_result(match, &found, &test_error));
        assert_that(found->games, ==, games);
        assert_that(found->turns, ==, expected->turns);
        for (unsigned i = 0; i < count; i++)
            assert_same_standing(&found->standing[i], &expected->standing[i]);
        alea_run_result_free(found);
        alea_outside_free(match);
    }
    alea_run_result_free(expected);
    for (unsigned i = 0; i < count; i++) alea_bot_free(bot[i]);
    alea_game_free(game);
}

static void games_are_those_of_a_run(void **unused)
{
    (void)unused;
    assert_as_in_a_run("pig", hold_at_20_lua, hold_at_20, (const char *const[]){"hold(25)", NULL});
    assert_as_in_a_run("pig", hold_at_20_lua, hold_at_20, (const char *const[]){"random(0.7)", NULL});
    assert_as_in_a_run("pig-pen(players=3)", hold_at_20_lua, hold_at_20,
                       (const char *const[]){"hold(25)", "keep-pace", NULL});
    assert_as_in_a_run("hog", by_scores_lua, by_scores, (const char *const[]){"always(5)", NULL});
    assert_as_in_a_run("despirala(players=2)", first_move_lua, first_move,
                       (const char *const[]){"random", NULL});
    assert_as_in_a_run("red-and-black", first_move_lua, first_move, (const char *const[]){NULL});
}

/* One game of a match equals that game among all. */
static void one_game_can_be_played_by_itself(void **unused)
{
    (void)unused;
    alea_run_result *result;
    alea_outside *match;
    uint64_t wins = 0, turns = 0;
    alea_game *game = open_game("pig");
    alea_bot *hold = open_bot(game, "hold(25)");
    const alea_outside_player player[] = {{.name = "mine"}, {.bot = hold}};
    for (uint64_t first = 100; first <= 140; first++) {
        const bool all = first == 140;
        const alea_outside_options options = {
            .first = all ? 100 : first, .games = all ? 40 : 1, .at_once = 16};
        OK(alea_outside_open(game, player, &options, &match, &test_error));
        play_all(match, options.games, 16, hold_at_20);
        OK(alea_outside_result(match, &result, &test_error));
        if (all) {
            assert_that(result->standing[0].wins, ==, wins);
            assert_that(result->turns, ==, turns);
        }
        wins += result->standing[0].wins;
        turns += result->turns;
        alea_run_result_free(result);
        alea_outside_free(match);
    }
    alea_bot_free(hold);
    alea_game_free(game);
}

/* The reader replays it, so it checks dice, seats and moves. */
static void a_record_can_be_read_back(void **unused)
{
    (void)unused;
    alea_outside *match;
    alea_game *game = open_game("pig-pen(players=3)");
    alea_bot *hold = open_bot(game, "hold(25)");
    const alea_outside_player player[] = {{.name = "mine"}, {.bot = hold}, {.name = "it \"fell\""}};
    const alea_outside_options options = {.first = 16, .games = 3, .record = true};
    OK(alea_outside_open(game, player, &options, &match, &test_error));
    play_all(match, 3, 1, falls);
    write_file("outside.jsonl", alea_outside_record(match));
    alea_record *record = read_record("outside.jsonl");
    assert_that(record->count, ==, 3);
    assert_that(record->played[1].number, ==, 17);
    assert_true(record->played[1].finished);
    assert_string_equal(record->player[2], "it \"fell\"");
    bool fell = false;
    for (size_t i = 0; i < record->played[1].count; i++)
        if (record->played[1].event[i].kind == ALEA_FORFEITED) {
            fell = true;
            assert_string_equal(record->played[1].event[i].text, "it fell");
        }
    assert_true(fell);
    alea_record_free(record);
    alea_outside_free(match);
    alea_bot_free(hold);
    alea_game_free(game);
}

static void failures_and_wrong_answers_are_forfeits(void **unused)
{
    (void)unused;
    alea_run_result *result;
    alea_outside *match;
    alea_game *game = open_game("pig");
    alea_bot *hold = open_bot(game, "hold(25)");
    const alea_outside_player player[] = {{.name = "mine"}, {.bot = hold}};
    const alea_outside_options options = {.games = 100, .at_once = OUTSIDE_LIMIT};
    OK(alea_outside_open(game, player, &options, &match, &test_error));
    play_all(match, 100, OUTSIDE_LIMIT, falls);
    OK(alea_outside_result(match, &result, &test_error));
    assert_that(result->standing[0].forfeits, ==, 10);
    assert_that(result->standing[0].failures[ALEA_TRAP], ==, 10);
    assert_that(result->standing[0].failure_game, ==, 7);
    assert_string_equal(result->standing[0].failure_text, "it fell");
    assert_that(result->standing[1].forfeits, ==, 0);
    alea_run_result_free(result);
    alea_outside_free(match);

    OK(alea_outside_open(game, player, &options, &match, &test_error));
    play_all(match, 100, OUTSIDE_LIMIT, wrong);
    OK(alea_outside_result(match, &result, &test_error));
    assert_that(result->standing[0].failures[ALEA_ILLEGAL], ==, 16);
    assert_that(result->standing[0].failures[ALEA_SKIPPED], ==, 84);
    assert_that(result->standing[1].wins, ==, 100);
    assert_text_says(result->standing[0].failure_text, "returned \"rol\"; it must return");
    alea_run_result_free(result);
    alea_outside_free(match);

    OK(alea_outside_open(game, player, &options, &match, &test_error));
    play_all(match, 100, OUTSIDE_LIMIT, endless);
    OK(alea_outside_result(match, &result, &test_error));
    assert_that(result->standing[0].failures[ALEA_ILLEGAL], ==, 16);
    assert_that(result->standing[1].wins, ==, 100);
    alea_run_result_free(result);
    alea_outside_free(match);

    OK(alea_outside_open(game, player, &options, &match, &test_error));
    play_all(match, 100, OUTSIDE_LIMIT, tires);
    OK(alea_outside_result(match, &result, &test_error));
    assert_true(result->standing[0].failures[ALEA_SKIPPED] > 0);
    assert_text_says(result->standing[0].failure_text, "it was tired");
    alea_run_result_free(result);
    alea_outside_free(match);
    alea_bot_free(hold);
    alea_game_free(game);
}

static void what_cannot_be_is_refused(void **unused)
{
    (void)unused;
    alea_outside *match;
    alea_outside_batch batch;
    alea_game *game = open_game("pig"), *other = open_game("pig(goal=50)");
    alea_bot *hold = open_bot(other, "hold(25)");
    const alea_outside_player two[] = {{.name = "a"}, {.name = "b"}},
                              nameless[] = {{.name = "a"}, {.name = NULL}},
                              foreign[] = {{.name = "a"}, {.bot = hold}};
    assert_int_equal(alea_outside_open(game, nameless, NULL, &match, NULL), ALEA_E_USAGE);
    assert_int_equal(alea_outside_open(game, foreign, NULL, &match, NULL), ALEA_E_USAGE);
    assert_int_equal(alea_outside_open(game, two, &(alea_outside_options){.at_once = 5000}, &match, NULL),
                     ALEA_E_RANGE);
    OK(alea_outside_open(game, two, &(alea_outside_options){.at_once = 2}, &match, &test_error));
    OK(alea_outside_next(match, NULL, &batch, &test_error));
    assert_int_equal(batch.count, 2);
    assert_int_equal(alea_outside_next(match, NULL, &batch, NULL), ALEA_E_USAGE);
    const alea_outside_answer bad[] = {{.kind = ALEA_OUTSIDE_TEXT}, {.kind = ALEA_OUTSIDE_NOTHING}};
    assert_int_equal(alea_outside_next(match, bad, &batch, NULL), ALEA_E_USAGE);
    alea_outside_free(match);
    alea_bot_free(hold);
    alea_game_free(other);
    alea_game_free(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_A_FOLDER(games_are_those_of_a_run),
        cmocka_unit_test(one_game_can_be_played_by_itself),
        IN_A_FOLDER(a_record_can_be_read_back),
        cmocka_unit_test(failures_and_wrong_answers_are_forfeits),
        cmocka_unit_test(what_cannot_be_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
