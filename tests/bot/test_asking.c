/* Stored results of another version of the asking code are not used: answers, compiled code, a contest's tables, a
   tournament's units. */
#include "base/file.h"
#include "bot/answers.h"
#include "sandbox/engines.h"
#include "support/files.h"

#include <alea/contest.h>
#include <alea/tournament.h>
#include <string.h>

/* Replaces the constant of bot/asking.c, so that the test can change it. */
char alea__asking[64];

static void ask_as(const char *edition)
{
    snprintf(alea__asking, sizeof alea__asking, "%s", edition);
}

static alea_game *hog;
static alea_sandbox *sandbox;

static int open_all(void **state)
{
    (void)state;
    static const char lua[] = "return function(view) return 3 + (view.own + view.opponent) % 4 end\n";
    ask_as("this way");
    OK(alea_game_open("hog(goal=10)", &hog, &test_error));
    OK(alea_sandbox_open(&(alea_sandbox_options){.no_isolation = true, .cache_folder = "cache"}, &sandbox,
                         &test_error));
    OK(alea__sandbox_engine((alea__wasm_sandbox *)sandbox, &test_error)); /* with its cache */
    write_bytes("bot.lua", lua, sizeof lua - 1);
    return 0;
}

static int close_all(void **state)
{
    (void)state;
    alea_sandbox_free(sandbox);
    alea_game_free(hog);
    return 0;
}

/* ---- answers ---- */

/* Whether answers of the bot are stored. With `keep`, stores some first. */
static bool finds(const char *spec, bool keep)
{
    enum { COUNT = 100 };
    unsigned char moves[COUNT] = {4}, found[COUNT];
    alea__asked asked = {.purity = ALEA_TESTED_PURE, .fuel = 7};
    alea_bot *bot;
    OK(alea_bot_open(hog, spec, sandbox, &bot, &test_error));
    if (keep) alea__answers_keep(bot, COUNT, moves, &asked);
    const bool kept = alea__answers_find(bot, COUNT, found, &asked);
    alea_bot_free(bot);
    return kept;
}

static void kept_answers_are_of_one_way(void **state)
{
    (void)state;
    ask_as("this way");
    assert_false(finds("bot.lua", false));
    assert_true(finds("bot.lua", true));
    assert_true(finds("bot.lua", false));
    ask_as("that way");
    assert_false(finds("bot.lua", false));
    ask_as("this way");
    assert_true(finds("bot.lua", false));
}

static void compiled_code_is_of_one_way(void **state)
{
    (void)state;
    const alea__cache *cache = &((alea__wasm_sandbox *)sandbox)->engine->cache;
    char this_key[65], that_key[65];
    ask_as("this way");
    alea__cache_key(cache, "code", 4, this_key);
    ask_as("that way");
    alea__cache_key(cache, "code", 4, that_key);
    assert_string_not_equal(this_key, that_key);
}

/* ---- contests and tournaments ---- */

typedef struct contest_work {
    uint64_t tables, pairs; /* computed in this run */
} contest_work;

static contest_work hold(void)
{
    static const char *const entries[] = {"bot.lua", "t.csv"};
    alea_contest *contest;
    OK(alea_contest_run(hog, entries, 2, sandbox, &(alea_contest_options){.database = "contest.db"}, &contest,
                        &test_error));
    assert_int_equal(contest->pairs, 1);
    const contest_work done = {contest->tabulated, contest->pairs_computed};
    alea_contest_free(contest);
    return done;
}

static void a_contest_is_worked_out_anew(void **state)
{
    (void)state;
    char text[201] = "";
    for (int row = 0; row < 10; row++) strcat(text, "5,5,5,5,5,5,5,5,5,5\n");
    write_bytes("t.csv", text, strlen(text));
    ask_as("this way");
    assert_int_equal(hold().tables, 2);
    const contest_work again = hold();
    assert_int_equal(again.tables, 0);
    assert_int_equal(again.pairs, 0);
    ask_as("that way");
    const contest_work other = hold();
    assert_int_equal(other.tables, 1); /* only the program was asked again, with the same result */
    assert_int_equal(other.pairs, 0);
}

/* How many units came from the journal. The bots have a memory, so their games must be played; a bot without one would
   become a table. */
static uint64_t kept_units(void)
{
    alea_bot *bots[2];
    alea_tournament_result *result;
    const alea_tournament_options options = {
        .games = 200, .seed = 3, .seed_given = true, .journal = "journal.db"};
    OK(alea_bot_open(hog, "counts.lua", sandbox, &bots[0], &test_error));
    OK(alea_bot_open(hog, "more.lua", sandbox, &bots[1], &test_error));
    OK(alea_tournament_play(hog, bots, 2, &options, &result, &test_error));
    const uint64_t kept = result->kept;
    assert_that(result->units, >, 0);
    alea_tournament_free(result);
    for (int i = 0; i < 2; i++) alea_bot_free(bots[i]);
    return kept;
}

static void a_tournament_is_played_anew(void **state)
{
    (void)state;
    static const char more[] = "local n = 0\nreturn function(view) n = n + 1 return 1 + n % 7 end\n";
    static const char lua[] = "local n = 0\nreturn function(view) n = n + 1 return 1 + n % 5 end\n";
    write_bytes("counts.lua", lua, sizeof lua - 1);
    write_bytes("more.lua", more, sizeof more - 1);
    ask_as("this way");
    assert_int_equal(kept_units(), 0);
    assert_that(kept_units(), >, 0);
    ask_as("that way");
    assert_int_equal(kept_units(), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kept_answers_are_of_one_way),
        cmocka_unit_test(compiled_code_is_of_one_way),
        cmocka_unit_test(a_contest_is_worked_out_anew),
        cmocka_unit_test(a_tournament_is_played_anew),
    };
    return cmocka_run_group_tests(tests, open_all, close_all);
}
