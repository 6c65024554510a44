/* Good and hostile Lua bots, asked directly. */
#include "bot/bot.h"
#include "play/fake_family.h"
#include "support/files.h"

/* Small limits, so that hostile bots are soon through: 200,000 instructions of Lua, and of memory a 16th of the usual. */
static const alea_sandbox_options small = {.fuel = 8000000, .memory = 1 << 20}, usual = {0},
                                  hungry = {.fuel = 80000000, .memory = 1 << 20};

/* Opening the text fails, with ALEA_E_BOT, the file's name and this in the message. */
static void refuses(const char *text, const char *part)
{
    FAKE_GAME(game, 2);
    alea_bot *bot = NULL;
    alea_error error;
    write_file("bot.lua", text);
    assert_int_equal(alea__lua_bot_open(&game, "bot.lua", &small, &bot, &error), ALEA_E_BOT);
    assert_non_null(strstr(error.message, "bot.lua"));
    if (!strstr(error.message, part)) fail_msg("\"%s\" is not in: %s", part, error.message);
}

/* An instance of a bot's text, and its answers. */
typedef struct bench {
    fake_rules rules;
    alea_game game;
    alea_bot *bot;
    alea__instance *instance;
} bench;

static void start_with(bench *b, const char *text, alea_sandbox_options l)
{
    FAKE_GAME(game, 2);
    write_file("bot.lua", text);
    b->rules = game_rules;
    b->game = game;
    b->game.spec = NULL;
    b->game.rules = (alea__rules *)&b->rules;
    OK(alea__lua_bot_open(&b->game, "bot.lua", &l, &b->bot, &test_error));
    assert_int_equal(b->bot->ops->start(b->bot, &(alea__instance_id){0}, &b->instance, NULL), ALEA_OK);
}

static void start(bench *b, const char *text)
{
    start_with(b, text, small);
}

static alea__decision ask(bench *b, uint32_t own, uint32_t turn)
{
    fake_state s = {.turn = turn, .phase = FAKE_DECIDE, .winner = FAKE_NOBODY};
    s.score[0] = own;
    alea_state state;
    fake_store(&state, s);
    alea__decision decision = {0};
    b->bot->ops->decide(b->instance, &state, &decision);
    return decision;
}

static void end(bench *b)
{
    b->bot->ops->end(b->instance);
    alea_bot_free(b->bot);
}

/* The bot opens, and its first decision fails in this way. So does its second decision, in a continued instance. */
static void fails_within(alea_sandbox_options l, const char *text, alea_failure failure, const char *part)
{
    bench b;
    start_with(&b, text, l);
    for (int i = 0; i < 2; i++) {
        alea__decision decision = ask(&b, 0, 5);
        assert_string_equal(alea_failure_name(decision.failure), alea_failure_name(failure));
        if (!strstr(decision.text, part)) fail_msg("\"%s\" is not in: %s", part, decision.text);
    }
    end(&b);
}

static void fails_at_once(const char *text, alea_failure failure, const char *part)
{
    fails_within(small, text, failure, part);
}

/* ---- good ---------------------------------------------------------------------------------------------- */

static void a_function_or_a_table_decides(void **unused)
{
    (void)unused;
    static const char *const texts[] = {"return function(view) return view.turn < 5 and 'roll' or 'hold' end",
                                        "return { name = 'five', decide = function(view) if view.turn < 5 "
                                        "then return 'roll' end return 'hold' end }"};
    for (size_t i = 0; i < 2; i++) {
        bench b;
        start(&b, texts[i]);
        assert_int_equal(ask(&b, 0, 4).move, FAKE_ROLL);
        assert_int_equal(ask(&b, 0, 4).failure, ALEA_NO_FAILURE);
        assert_int_equal(ask(&b, 0, 5).move, FAKE_HOLD);
        end(&b);
    }
}

static void globals_live_as_long_as_the_instance(void **unused)
{
    (void)unused;
    bench b;
    start(&b, "asked = 0 return function() asked = asked + 1 return asked > 2 and 'hold' or 'roll' end");
    assert_int_equal(ask(&b, 0, 5).move, FAKE_ROLL);
    assert_int_equal(ask(&b, 0, 5).move, FAKE_ROLL);
    assert_int_equal(ask(&b, 0, 5).move, FAKE_HOLD);
    alea__instance *other;
    assert_int_equal(b.bot->ops->start(b.bot, &(alea__instance_id){0}, &other, NULL), ALEA_OK);
    b.bot->ops->end(b.instance);
    b.instance = other;
    assert_int_equal(ask(&b, 0, 5).move, FAKE_ROLL);
    end(&b);
}

static void fuel_is_counted_per_decision(void **unused)
{
    (void)unused;
    bench b;
    start(&b, "return function(view) for i = 1, view.turn * 1000 do end return 'hold' end");
    uint64_t little = ask(&b, 0, 5).fuel, much = ask(&b, 0, 50).fuel;
    assert_in_range(little, 40 * 5000, 2 * 40 * 5000);
    assert_in_range(much, 9 * little, 11 * little);
    for (int i = 0; i < 20; i++)
        assert_int_equal(ask(&b, 0, 50).failure, ALEA_NO_FAILURE); /* a quarter of it each: a new budget */
    end(&b);
}

/* ---- files that are no bots ---------------------------------------------------------------------------- */

static void a_file_that_is_not_a_bot_is_told_what_to_return(void **unused)
{
    (void)unused;
    refuses("", "empty");
    refuses("return 3", "must return a function");
    refuses("local x = 3", "must return a function");
    refuses("return {}", "`decide`");
    refuses("return { decide = 'roll' }", "is a string");
    refuses("return { name = 3, decide = function() end }", "`name`");
    refuses("return function(", "bot.lua:1");
    refuses("\n\nreturn no.thing", "bot.lua:3");
    refuses("while true do end", "instructions");
    refuses("local t = {} for i = 1, 1e9 do t[i] = i end", "");
    refuses("\033Lua", "text of the program");
    refuses("print('hello') return function() end", "left out");
    refuses("return require('os')", "left out");
}

/* ---- hostile ------------------------------------------------------------------------------------------- */

static void endless_loops_run_out_of_fuel(void **unused)
{
    (void)unused;
    fails_at_once("return function() while true do end end", ALEA_FUEL, "200000 instructions");
    fails_at_once("return function() while true do pcall(error) end end", ALEA_FUEL, "");
    fails_at_once("return function() pcall(function() while true do end end) return 'roll' end", ALEA_FUEL,
                  "");
    fails_at_once("return function() table.move({}, 1, 1e15, 2, {}) return 'roll' end", ALEA_FUEL, "");
    fails_at_once("return function() for i = 1, 1e15 do local t = {i} end return 'roll' end", ALEA_FUEL, "");
}

static void hogs_run_out_of_memory(void **unused)
{
    (void)unused;
    fails_within(
        hungry, "hoard = {} return function() for i = 1, 1e6 do hoard[#hoard + 1] = {} end return 'roll' end",
        ALEA_NO_ROOM, "");
}

/* It keeps its memory, so even the view does not fit any more; that must not end the program. */
static void a_hog_that_survives_its_hunger_stays_a_failure(void **unused)
{
    (void)unused;
    bench b;
    start_with(&b,
               "hoard = {} return function() for i = 1, 1e4 do hoard[#hoard + 1] = {} end return 'roll' end",
               hungry);
    int failures = 0;
    for (int i = 0; i < 40; i++) failures += ask(&b, 0, 5).failure == ALEA_NO_ROOM;
    assert_in_range(failures, 5, 39);
    end(&b);
}

static void endless_recursion_is_a_trap(void **unused)
{
    (void)unused;
    fails_within(usual, "local function f() return 1 + f() end return f", ALEA_TRAP, "nested too deeply");
}

static void lua_errors_are_traps_with_their_text(void **unused)
{
    (void)unused;
    fails_at_once("return function() error('no idea') end", ALEA_TRAP, "bot.lua:1: no idea");
    fails_at_once("\nreturn function(view) return view.nothing.more end", ALEA_TRAP, "bot.lua:2:");
    fails_at_once("return function() error({}) end", ALEA_TRAP, "table");
    fails_at_once("return function() error() end", ALEA_TRAP, "");
    fails_at_once("return function() error('\\27[2Jboo') end", ALEA_TRAP, "\\x1B[2Jboo");
}

static void every_illegal_answer_is_reported(void **unused)
{
    (void)unused;
    fails_at_once("return function() end", ALEA_ILLEGAL, "nil");
    fails_at_once("return function() return 3 end", ALEA_ILLEGAL, "number");
    fails_at_once("return function() return {} end", ALEA_ILLEGAL, "table");
    fails_at_once("return function() return 'stay' end", ALEA_ILLEGAL, "stay");
    fails_at_once("return function() return '' end", ALEA_ILLEGAL, "string");
    fails_at_once("return function() return '\\27[2J' end", ALEA_ILLEGAL, "\\x1B");
}

static void a_failure_does_not_spoil_the_next_decision(void **unused)
{
    (void)unused;
    bench b;
    start(&b, "return function(view) if view.turn == 13 then while true do end end return 'roll' end");
    assert_int_equal(ask(&b, 0, 13).failure, ALEA_FUEL);
    assert_int_equal(ask(&b, 0, 12).failure, ALEA_NO_FAILURE);
    end(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_function_or_a_table_decides),
        cmocka_unit_test(globals_live_as_long_as_the_instance),
        cmocka_unit_test(fuel_is_counted_per_decision),
        cmocka_unit_test(a_file_that_is_not_a_bot_is_told_what_to_return),
        cmocka_unit_test(endless_loops_run_out_of_fuel),
        cmocka_unit_test(hogs_run_out_of_memory),
        cmocka_unit_test(a_hog_that_survives_its_hunger_stays_a_failure),
        cmocka_unit_test(endless_recursion_is_a_trap),
        cmocka_unit_test(lua_errors_are_traps_with_their_text),
        cmocka_unit_test(every_illegal_answer_is_reported),
        cmocka_unit_test(a_failure_does_not_spoil_the_next_decision),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
