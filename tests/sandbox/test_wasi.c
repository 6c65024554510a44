/* WASI without a world: the same in every run, and randomness only from the seed. */
#include "lab.h"
#include "sandbox/wasi_names.h"

static alea_game *game;
static alea_sandbox *sandbox;

static int open_all(void **state)
{
    (void)state;
    game = lab_game("pig-pen");
    sandbox = lab_sandbox(&(alea_sandbox_options){.fuel = 1000000});
    return 0;
}

static int close_all(void **state)
{
    (void)state;
    alea_sandbox_free(sandbox);
    alea_game_free(game);
    return 0;
}

/* A component that imports the parts of WASI 0.2.PATCH that a test needs; `body` answers its question, and may call $u64,
   $bytes (how many, where to), $now, $wall (where to) and $seed (where to), and use the memory from 0 to 1023. */
static const char *component(const char *file, unsigned patch, const char *body)
{
    const size_t most = 4000 + strlen(body);
    char *text = malloc(most);
    assert_non_null(text);
    int size = snprintf(
        text, most,
        "(component\n"
        "(import \"wasi:random/random@0.2.%u\" (instance $r (export \"get-random-u64\" (func (result u64)))\n"
        "  (export \"get-random-bytes\" (func (param \"len\" u64) (result (list u8))))))\n"
        "(import \"wasi:random/insecure-seed@0.2.%u\" (instance $i (export \"insecure-seed\" (func (result "
        "(tuple u64 u64))))))\n"
        "(import \"wasi:clocks/monotonic-clock@0.2.%u\" (instance $c (export \"now\" (func (result u64)))))\n"
        "(import \"wasi:clocks/wall-clock@0.2.%u\" (instance $w (type $t' (record (field \"seconds\" u64)\n"
        "  (field \"nanoseconds\" u32))) (export \"datetime\" (type $t (eq $t'))) (export \"now\" (func "
        "(result $t)))))\n"
        "(core module $memory (memory (export \"m\") 2)\n"
        "  (func (export \"r\") (param i32 i32 i32 i32) (result i32) i32.const 1024))\n"
        "(core instance $m (instantiate $memory))\n"
        "(core func $u64 (canon lower (func $r \"get-random-u64\")))\n"
        "(core func $bytes (canon lower (func $r \"get-random-bytes\") (memory (core memory $m \"m\")) "
        "(realloc (core func $m \"r\"))))\n"
        "(core func $now (canon lower (func $c \"now\")))\n"
        "(core func $wall (canon lower (func $w \"now\") (memory (core memory $m \"m\"))))\n"
        "(core func $seed (canon lower (func $i \"insecure-seed\") (memory (core memory $m \"m\"))))\n"
        "(core module $bot (import \"w\" \"m\" (memory 2)) (import \"w\" \"u\" (func $u64 (result i64)))\n"
        "  (import \"w\" \"b\" (func $bytes (param i64 i32))) (import \"w\" \"n\" (func $now (result i64)))\n"
        "  (import \"w\" \"t\" (func $wall (param i32))) (import \"w\" \"s\" (func $seed (param i32)))\n"
        "  (func (export \"q\") (param i32 i32 i32) (result i32) %s))\n"
        "(core instance $b (instantiate $bot (with \"w\" (instance (export \"m\" (memory $m \"m\"))\n"
        "  (export \"u\" (func $u64)) (export \"b\" (func $bytes)) (export \"n\" (func $now)) (export \"t\" "
        "(func $wall))\n"
        "  (export \"s\" (func $seed))))))\n"
        "(func $q (param \"own-score\" u32) (param \"other-scores\" (list u32)) (result bool)\n"
        "  (canon lift (core func $b \"q\") (memory (core memory $m \"m\")) (realloc (core func $m "
        "\"r\"))))\n"
        "(instance $s (export \"should-roll\" (func $q)))\n"
        "(export \"pig-pen:player/strategy@0.1.0\" (instance $s)))\n",
        patch, patch, patch, patch, body);
    assert_in_range(size, 1, most - 1);
    lab_assemble(file, text, (size_t)size);
    free(text);
    return file;
}

static const char low_bit[] = "(i32.wrap_i64 (i64.and (call $u64) (i64.const 1)))";

static bool ask(alea_bot *bot, alea__instance *instance)
{
    alea__decision decision = lab_ask(bot, instance, 0);
    if (decision.failure != ALEA_NO_FAILURE) fail_msg("%s", decision.text);
    return decision.move == game->family->roll_or_hold->move(true);
}

/* The stream of a bot in a block: base/random.h, stream ALEA__SANDBOX + bot, the block in the place of the
   game. */
static alea__stream expected(uint64_t seed, uint64_t block)
{
    alea__stream stream;
    alea__stream_start(&stream, seed, 0, ALEA__SANDBOX, block);
    return stream;
}

/* For components built for any 0.2.x; 12 is the engine's own version. */
static void random_words_come_from_seed_and_block(void **state)
{
    (void)state;
    const unsigned patches[] = {0, 3, 9, 12, 40};
    for (size_t p = 0; p < sizeof patches / sizeof *patches; p++) {
        alea_bot *bot = lab_bot(game, sandbox, component("u.wasm", patches[p], low_bit));
        assert_string_equal(alea_bot_kind(bot), "wasm+wasi");
        for (uint64_t block = 0; block < 3; block++) {
            alea__instance *instance = lab_start(bot, LAB_SEED, block);
            alea__stream stream = expected(LAB_SEED, block);
            for (int i = 0; i < 100; i++) {
                bool bit = alea__next_word(&stream) & 1;
                alea__next_word(&stream);
                assert_int_equal(ask(bot, instance), bit);
            }
            bot->ops->end(instance);
        }
        alea_bot_free(bot);
    }
}

static void random_bytes_come_from_the_same_stream(void **state)
{
    (void)state;
    alea_bot *bot = lab_bot(
        game, sandbox,
        component("b.wasm", 0,
                  "(call $bytes (i64.const 3) (i32.const 0))"
                  "(if (i32.ne (i32.load (i32.const 4)) (i32.const 3)) (then unreachable))"
                  "(i32.and (i32.load8_u (i32.add (i32.load (i32.const 0)) (i32.const 2))) (i32.const 1))"));
    alea__instance *instance = lab_start(bot, LAB_SEED, 1);
    alea__stream stream = expected(LAB_SEED, 1);
    for (int i = 0; i < 50; i++) {
        alea__next_byte(&stream);
        alea__next_byte(&stream);
        assert_int_equal(ask(bot, instance), alea__next_byte(&stream) & 1);
    }
    bot->ops->end(instance);
    alea_bot_free(bot);
}

static void the_insecure_seed_is_the_next_sixteen_bytes(void **state)
{
    (void)state;
    alea_bot *bot = lab_bot(
        game, sandbox,
        component("s.wasm", 0,
                  "(call $seed (i32.const 64))"
                  "(i32.and (i32.xor (i32.load (i32.const 64)) (i32.load (i32.const 72))) (i32.const 1))"));
    alea__instance *instance = lab_start(bot, LAB_SEED, 1);
    alea__stream stream = expected(LAB_SEED, 1);
    for (int i = 0; i < 50; i++) {
        uint32_t word[4];
        for (int w = 0; w < 4; w++) word[w] = alea__next_word(&stream);
        assert_int_equal(ask(bot, instance), (word[0] ^ word[2]) & 1);
    }
    bot->ops->end(instance);
    alea_bot_free(bot);
}

static void clocks_stand_still_at_zero(void **state)
{
    (void)state;
    alea_bot *bot =
        lab_bot(game, sandbox,
                component("c.wasm", 12,
                          "(call $wall (i32.const 32))"
                          "(i32.and (i64.eqz (call $now)) (i32.and (i64.eqz (i64.load (i32.const 32)))"
                          "  (i32.eqz (i32.load (i32.const 40)))))"));
    alea__instance *instance = lab_start(bot, LAB_SEED, 0);
    for (int i = 0; i < 3; i++) assert_true(ask(bot, instance));
    bot->ops->end(instance);
    alea_bot_free(bot);
}

static void two_runs_take_the_same_fuel(void **state)
{
    (void)state;
    alea_bot *bot = lab_bot(game, sandbox, component("u.wasm", 9, low_bit));
    alea__instance *one = lab_start(bot, LAB_SEED, 5), *two = lab_start(bot, LAB_SEED, 5);
    for (int i = 0; i < 100; i++) {
        alea__decision a = lab_ask(bot, one, 0), b = lab_ask(bot, two, 0);
        assert_int_equal(a.move, b.move);
        assert_int_equal(a.fuel, b.fuel);
        assert_in_range(a.fuel, 2500, 2700); /* the host's own work is paid for */
    }
    bot->ops->end(one);
    bot->ops->end(two);
    alea_bot_free(bot);
}

static void fails(const char *body, alea_failure failure, const char *text)
{
    alea_bot *bot = lab_bot(game, sandbox, component("f.wasm", 0, body));
    alea__instance *instance = lab_start(bot, LAB_SEED, 0);
    alea__decision decision = lab_ask(bot, instance, 0);
    if (decision.failure != failure || !strstr(decision.text, text))
        fail_msg("%s: %s", alea_failure_name(decision.failure), decision.text);
    bot->ops->end(instance);
    alea_bot_free(bot);
}

static void too_many_random_bytes_are_refused(void **state)
{
    (void)state;
    fails("(call $bytes (i64.const 65537) (i32.const 0)) i32.const 1", ALEA_TRAP, "65536");
    fails("(call $bytes (i64.const 0xffffffffffffffff) (i32.const 0)) i32.const 1", ALEA_TRAP, "65536");
    fails("(call $bytes (i64.const 65536) (i32.const 0)) i32.const 1", ALEA_FUEL, "1000000");
}

/* So that a program that only requests bytes takes no longer than its fuel allows: 6000 bytes fit into a million, 7000 do
   not. */
static void random_bytes_cost_fuel(void **state)
{
    (void)state;
    fails("(call $bytes (i64.const 7000) (i32.const 0)) i32.const 1", ALEA_FUEL, "1000000");
    alea_bot *bot = lab_bot(
        game, sandbox, component("f.wasm", 0, "(call $bytes (i64.const 6000) (i32.const 0)) i32.const 1"));
    alea__instance *instance = lab_start(bot, LAB_SEED, 0);
    assert_int_equal(lab_ask(bot, instance, 0).failure, ALEA_NO_FAILURE);
    bot->ops->end(instance);
    alea_bot_free(bot);
}

/* ---- the block path ---- */

enum { MATCH_GAMES = 300, FEW_GAMES = 20 };

/* A match on one path. */
static alea_run_result *run_on(uint64_t games, const alea_game *of, alea_bot *const *bots, alea_path path)
{
    alea_run_result *result;
    const alea_run_options options = {
        .games = games, .seed = LAB_SEED, .seed_given = true, .threads = 1, .path = path};
    OK(alea_run_match(of, bots, alea_game_players(of), &options, &result, &test_error));
    assert_int_equal(result->path, path);
    return result;
}

/* All that is counted; how it was played may differ. */
static void same_counts(const alea_run_result *a, const alea_run_result *b)
{
    assert_int_equal(a->games, b->games);
    assert_int_equal(a->unfinished, b->unfinished);
    assert_int_equal(a->turns, b->turns);
    for (unsigned i = 0; i < a->players; i++) {
        const alea_standing *x = &a->standing[i], *y = &b->standing[i];
        assert_int_equal(x->wins, y->wins);
        assert_int_equal(x->money_total, y->money_total);
        assert_int_equal(x->forfeits, y->forfeits);
        assert_memory_equal(x->failures, y->failures, sizeof x->failures);
        assert_memory_equal(x->seat_wins, y->seat_wins, sizeof x->seat_wins);
        assert_memory_equal(x->seat_money, y->seat_money, sizeof x->seat_money);
        assert_string_equal(x->failure_text, y->failure_text);
        assert_int_equal(x->failure_game, y->failure_game);
    }
}

/* Plays a match on both paths and returns how many blocks of the block path the step path played again. */
static uint64_t same_both_ways(uint64_t games, const char *spec, const char *const *bots)
{
    alea_game *of = lab_game(spec);
    alea_bot *bot[ALEA_MAX_SEATS];
    const unsigned players = alea_game_players(of);
    for (unsigned i = 0; i < players; i++) bot[i] = lab_bot(of, sandbox, bots[i]);
    alea_run_result *inside = run_on(games, of, bot, ALEA_PATH_BLOCK);
    alea_run_result *steps = run_on(games, of, bot, ALEA_PATH_STEP);
    same_counts(inside, steps);
    const uint64_t replayed = inside->blocks_replayed;
    alea_run_result_free(inside);
    alea_run_result_free(steps);
    for (unsigned i = 0; i < players; i++) alea_bot_free(bot[i]);
    alea_game_free(of);
    return replayed;
}
#define SAME_BOTH_WAYS(games, spec, ...) same_both_ways(games, spec, (const char *const[]){__VA_ARGS__})

/* Rolls on three times in four below the goal, by its random numbers. */
static const char chance[] = "(i32.and (i32.lt_u (local.get 0) (i32.const 100)) (i64.ne (i64.const 0) "
                             "(i64.and (call $u64) (i64.const 3))))";

static void components_with_wasi_take_the_block_path(void **state)
{
    (void)state;
    component("c0.wasm", 0, chance);
    component("c9.wasm", 9, chance);
    component("b.wasm", 3,
              "(call $bytes (i64.const 3) (i32.const 0))"
              "(i32.and (i32.lt_u (local.get 0) (i32.const 100))"
              "  (i32.ne (i32.const 0) (i32.and (i32.load8_u (i32.load (i32.const 0))) (i32.const 3))))");
    assert_int_equal(SAME_BOTH_WAYS(MATCH_GAMES, "pig-pen", "c0.wasm", "b.wasm"), 0);
    assert_int_equal(SAME_BOTH_WAYS(MATCH_GAMES, "pig-pen", "hold(25)", "c9.wasm"), 0);
    assert_int_equal(SAME_BOTH_WAYS(MATCH_GAMES, "pig-pen", "wasm:stateful", "b.wasm"), 0);
    assert_int_equal(SAME_BOTH_WAYS(MATCH_GAMES, "pig-pen(players=4)", "c0.wasm", "hold(20)", "c9.wasm",
                                    "wasm:original-mod30"),
                     0);
    assert_int_equal(SAME_BOTH_WAYS(MATCH_GAMES, "two-dice-pig", "c9.wasm", "c0.wasm"), 0);
}

/* Rolls on below the goal by its random numbers, and has functions that nobody calls: 17 with 36,000 bytes and 32,000 units of
   work (wasm_limits.h) each, more than the 500,000 that are compiled once more for every run. */
static const char *long_component(const char *file)
{
    enum {
        FUNCTIONS = 17,
        STATEMENTS = 4000,
        LENGTH = sizeof "i32.const 1000000000 i32.eqz i32.eqz drop " - 1
    };
    char *body = malloc(sizeof chance + FUNCTIONS * (STATEMENTS * LENGTH + 16)), *end = body;
    assert_non_null(body);
    end += sprintf(end, "%s", chance);
    for (unsigned f = 0; f < FUNCTIONS; f++) {
        end += sprintf(end, ")\n(func ");
        for (unsigned s = 0; s < STATEMENTS; s++)
            end += sprintf(end, "i32.const %u i32.eqz i32.eqz drop ", 1000000000 + s);
    }
    component(file, 0, body);
    free(body);
    return file;
}

/* The path that a run takes if none is asked for; its counts must be those of the step path. */
static alea_path path_of_run(uint64_t games, alea_bot *const *bots)
{
    alea_run_result *result;
    const alea_run_options options = {.games = games, .seed = LAB_SEED, .seed_given = true, .threads = 1};
    OK(alea_run_match(game, bots, 2, &options, &result, &test_error));
    alea_run_result *steps = run_on(games, game, bots, ALEA_PATH_STEP);
    same_counts(result, steps);
    const alea_path path = result->path;
    alea_run_result_free(result);
    alea_run_result_free(steps);
    return path;
}

/* Compiling it again takes longer than a short run gains by it. */
static void a_component_of_600_kilobytes_takes_the_block_path(void **state)
{
    (void)state;
    enum { TOO_FEW = 2000, ENOUGH = 30000 };
    unsigned char *data;
    size_t size;
    OK(alea__read_file(long_component("long.wasm"), 1 << 20, &data, &size, &test_error));
    assert_in_range(size, 600000, 700000);
    alea__free(data);
    assert_int_equal(SAME_BOTH_WAYS(MATCH_GAMES, "pig-pen", "long.wasm", "hold(25)"), 0);
    alea_bot *bots[2] = {lab_bot(game, sandbox, "long.wasm"), lab_bot(game, sandbox, "hold(25)")};
    assert_int_equal(path_of_run(TOO_FEW, bots), ALEA_PATH_STEP);
    assert_int_equal(path_of_run(ENOUGH, bots), ALEA_PATH_BLOCK);
    alea_bot_free(bots[0]);
    alea_bot_free(bots[1]);
}

/* The bot of `alea bench wasm-wasi`: it imports resources, like Rust's components. The second match is longer than a block. */
static void a_component_like_rusts_takes_the_block_path(void **state)
{
    (void)state;
    lab_assemble_bot("wasi_seeded", "seeded.wasm");
    assert_int_equal(SAME_BOTH_WAYS(MATCH_GAMES, "pig-pen", "seeded.wasm", "hold(25)"), 0);
    assert_int_equal(SAME_BOTH_WAYS(ALEA__BLOCK + 900, "pig-pen", "seeded.wasm", "seeded.wasm"), 0);
}

/* One file in two seats: two instances, with random numbers of their own. */
static void bots_from_one_file_do_not_share_their_random_numbers(void **state)
{
    (void)state;
    component("c.wasm", 0, chance);
    assert_int_equal(SAME_BOTH_WAYS(MATCH_GAMES, "pig-pen", "c.wasm", "c.wasm"), 0);
    assert_int_equal(SAME_BOTH_WAYS(MATCH_GAMES, "pig-pen(players=3)", "c.wasm", "c.wasm", "c.wasm"), 0);
}

/* The fuel of a decision is a million. Bytes cost 160 each and a call 2,500: a decision that asks for 6,200 bytes has enough, one
   that asks for 6,250 has not. The number grows with the score, so that only some decisions fail. */
static void a_bot_near_its_fuel_forfeits_the_same_games(void **state)
{
    (void)state;
    static const char body[] =
        "(call $bytes (i64.extend_i32_u (i32.add (i32.const %u) (local.get 0))) (i32.const 0))"
        "(i32.lt_u (local.get 0) (i32.const 100))";
    char text[300];
    snprintf(text, sizeof text, body, 6200 - 150);
    component("near.wasm", 0, text);
    assert_true(SAME_BOTH_WAYS(MATCH_GAMES, "pig-pen", "near.wasm", "hold(25)") <= 1);
    snprintf(text, sizeof text, body, 6250 - 60);
    component("beyond.wasm", 0, text);
    assert_int_equal(SAME_BOTH_WAYS(MATCH_GAMES, "pig-pen", "beyond.wasm", "hold(25)"), 1);
    alea_bot *bots[2] = {lab_bot(game, sandbox, "beyond.wasm"), lab_bot(game, sandbox, "hold(25)")};
    alea_run_result *result = run_on(MATCH_GAMES, game, bots, ALEA_PATH_BLOCK);
    assert_in_range(result->standing[0].failures[ALEA_FUEL], 1, MATCH_GAMES);
    alea_run_result_free(result);
    alea_bot_free(bots[0]);
    alea_bot_free(bots[1]);
}

static void refused_inside(const char *file, const char *why)
{
    alea_bot *bots[2] = {lab_bot(game, sandbox, file), lab_bot(game, sandbox, "wasm:two")};
    alea__arena *arena;
    alea_error error;
    const alea__arena_match match = {.game = game, .bots = bots, .seed = LAB_SEED, .rotate = true};
    assert_int_equal(alea__arena_open(&match, &arena, &error), ALEA_E_REFUSED);
    if (!strstr(error.message, why)) fail_msg("%s", error.message);
    alea_run_result *result;
    const alea_run_options options = {.games = 10};
    OK(alea_run_match(game, bots, 2, &options, &result, &test_error));
    assert_int_equal(result->path, ALEA_PATH_STEP);
    alea_run_result_free(result);
    alea_bot_free(bots[0]);
    alea_bot_free(bots[1]);
}

/* A custom section makes the file as large as one that brings a runtime along. */
static void large_components_with_wasi_take_the_step_path(void **state)
{
    (void)state;
    unsigned char *data;
    size_t size;
    const size_t most = 1 << 20;
    component("small.wasm", 0, chance);
    OK(alea__read_file("small.wasm", most, &data, &size, &test_error));
    unsigned char *large = calloc(1, most);
    assert_non_null(large);
    memcpy(large, data, size);
    const size_t body = most - size - 4; /* a custom section: 0, the length in three bytes */
    unsigned char *section = large + size;
    section[1] = (unsigned char)(body & 0x7F) | 0x80;
    section[2] = (unsigned char)(body >> 7 & 0x7F) | 0x80;
    section[3] = (unsigned char)(body >> 14 & 0x7F);
    OK(alea__write_file("large.wasm", large, most, &test_error));
    refused_inside("large.wasm", "1 MiB");
    free(large);
    alea__free(data);
}

/* Such a component is rare: tools put imports first. */
static void a_component_that_imports_after_its_modules_takes_the_step_path(void **state)
{
    (void)state;
    static const char text[] =
        "(component (core module $m (memory (export \"m\") 1)\n"
        "  (func (export \"r\") (param i32 i32 i32 i32) (result i32) i32.const 64)\n"
        "  (func (export \"q\") (param i32 i32 i32) (result i32) i32.const 0))\n"
        "(import \"wasi:random/random@0.2.0\" (instance (export \"get-random-u64\" (func (result u64)))))\n"
        "(core instance $i (instantiate $m))\n"
        "(func $q (param \"own-score\" u32) (param \"other-scores\" (list u32)) (result bool)\n"
        "  (canon lift (core func $i \"q\") (memory (core memory $i \"m\")) (realloc (core func $i "
        "\"r\"))))\n"
        "(instance $s (export \"should-roll\" (func $q)))\n"
        "(export \"pig-pen:player/strategy@0.1.0\" (instance $s)))";
    refused_inside(lab_assemble("late.wasm", text, sizeof text - 1), "after");
}

/* ---- streams and the rest of WASI ---- */

/* A component that imports the functions for streams; `body` answers its question, and may call $stdin, $stdout and $stderr
   for a handle, and $read, $check, $write, $flush, $subscribe and $drop with one. */
static const char *with_streams(const char *file, const char *body)
{
    static char text[12000];
    int size = snprintf(
        text, sizeof text,
        "(component\n"
        "(import \"wasi:io/error@0.2.3\" (instance $err (export \"error\" (type (sub resource)))))\n"
        "(alias export $err \"error\" (type $error))\n"
        "(import \"wasi:io/poll@0.2.3\" (instance $poll (export \"pollable\" (type (sub resource)))))\n"
        "(alias export $poll \"pollable\" (type $pollable))\n"
        "(import \"wasi:io/streams@0.2.3\" (instance $io\n"
        "  (alias outer 1 $error (type $e')) (export \"error\" (type $e (eq $e')))\n"
        "  (alias outer 1 $pollable (type $p')) (export \"pollable\" (type $p (eq $p')))\n"
        "  (export \"input-stream\" (type $in (sub resource))) (export \"output-stream\" (type $out (sub "
        "resource)))\n"
        "  (type $se' (variant (case \"last-operation-failed\" (own $e)) (case \"closed\")))\n"
        "  (export \"stream-error\" (type $se (eq $se')))\n"
        "  (export \"[method]input-stream.read\" (func (param \"self\" (borrow $in)) (param \"len\" u64) "
        "(result (result "
        "(list u8) (error $se)))))\n"
        "  (export \"[method]output-stream.check-write\" (func (param \"self\" (borrow $out)) (result "
        "(result u64 (error "
        "$se)))))\n"
        "  (export \"[method]output-stream.write\" (func (param \"self\" (borrow $out)) (param \"contents\" "
        "(list u8)) "
        "(result (result (error $se)))))\n"
        "  (export \"[method]output-stream.blocking-flush\" (func (param \"self\" (borrow $out)) (result "
        "(result (error "
        "$se)))))\n"
        "  (export \"[method]output-stream.subscribe\" (func (param \"self\" (borrow $out)) (result (own "
        "$p))))))\n"
        "(alias export $io \"input-stream\" (type $in)) (alias export $io \"output-stream\" (type $out))\n"
        "(import \"wasi:cli/stdin@0.2.3\" (instance $si (alias outer 1 $in (type $o')) (export "
        "\"input-stream\" (type $o (eq "
        "$o'))) (export \"get-stdin\" (func (result (own $o))))))\n"
        "(import \"wasi:cli/stdout@0.2.3\" (instance $so (alias outer 1 $out (type $o')) (export "
        "\"output-stream\" (type $o "
        "(eq $o'))) (export \"get-stdout\" (func (result (own $o))))))\n"
        "(import \"wasi:cli/stderr@0.2.3\" (instance $sr (alias outer 1 $out (type $o')) (export "
        "\"output-stream\" (type $o "
        "(eq $o'))) (export \"get-stderr\" (func (result (own $o))))))\n"
        "(core module $memory (memory (export \"m\") 2) (data (i32.const 512) \"first\\nthe last line\\n\")\n"
        "  (func (export \"r\") (param i32 i32 i32 i32) (result i32) i32.const 1024))\n"
        "(core instance $m (instantiate $memory))\n"
        "(core func $stdin (canon lower (func $si \"get-stdin\"))) (core func $stdout (canon lower (func $so "
        "\"get-stdout\")))\n"
        "(core func $stderr (canon lower (func $sr \"get-stderr\")))\n"
        "(core func $read (canon lower (func $io \"[method]input-stream.read\") (memory (core memory $m "
        "\"m\")) (realloc "
        "(core func $m \"r\"))))\n"
        "(core func $check (canon lower (func $io \"[method]output-stream.check-write\") (memory (core "
        "memory $m \"m\"))))\n"
        "(core func $write (canon lower (func $io \"[method]output-stream.write\") (memory (core memory $m "
        "\"m\"))))\n"
        "(core func $flush (canon lower (func $io \"[method]output-stream.blocking-flush\") (memory (core "
        "memory $m "
        "\"m\"))))\n"
        "(core func $subscribe (canon lower (func $io \"[method]output-stream.subscribe\")))\n"
        "(core func $drop (canon resource.drop $out))\n"
        "(core module $bot (import \"w\" \"m\" (memory 2)) (import \"w\" \"i\" (func $stdin (result i32)))\n"
        "  (import \"w\" \"o\" (func $stdout (result i32))) (import \"w\" \"e\" (func $stderr (result "
        "i32)))\n"
        "  (import \"w\" \"r\" (func $read (param i32 i64 i32))) (import \"w\" \"c\" (func $check (param i32 "
        "i32)))\n"
        "  (import \"w\" \"w\" (func $write (param i32 i32 i32 i32))) (import \"w\" \"f\" (func $flush "
        "(param i32 i32)))\n"
        "  (import \"w\" \"s\" (func $subscribe (param i32) (result i32))) (import \"w\" \"d\" (func $drop "
        "(param i32)))\n"
        "  (func (export \"q\") (param i32 i32 i32) (result i32) (local $h i32) %s))\n"
        "(core instance $b (instantiate $bot (with \"w\" (instance (export \"m\" (memory $m \"m\"))\n"
        "  (export \"i\" (func $stdin)) (export \"o\" (func $stdout)) (export \"e\" (func $stderr)) (export "
        "\"r\" (func "
        "$read))\n"
        "  (export \"c\" (func $check)) (export \"w\" (func $write)) (export \"f\" (func $flush)) (export "
        "\"s\" (func "
        "$subscribe))\n"
        "  (export \"d\" (func $drop)) ))))\n"
        "(func $q (param \"own-score\" u32) (param \"other-scores\" (list u32)) (result bool)\n"
        "  (canon lift (core func $b \"q\") (memory (core memory $m \"m\")) (realloc (core func $m "
        "\"r\"))))\n"
        "(instance $s (export \"should-roll\" (func $q)))\n"
        "(export \"pig-pen:player/strategy@0.1.0\" (instance $s)))\n",
        body);
    assert_in_range(size, 1, sizeof text - 1);
    return lab_assemble(file, text, (size_t)size);
}

static alea__decision answer_of(const char *file)
{
    alea_bot *bot = lab_bot(game, sandbox, file);
    alea__instance *instance = lab_start(bot, LAB_SEED, 0);
    alea__decision decision = lab_ask(bot, instance, 0);
    bot->ops->end(instance);
    alea_bot_free(bot);
    return decision;
}

/* The bot answers true, at this cost. If it is high, a turn may cost more than a decision may, so that the step path plays the block. */
static void holds_true(const char *file, uint64_t least, uint64_t most)
{
    const uint64_t replayed = SAME_BOTH_WAYS(FEW_GAMES, "pig-pen(goal=10)", file, "hold(5)");
    if (most < 10000) assert_int_equal(replayed, 0);
    alea__decision d = answer_of(file);
    if (d.failure != ALEA_NO_FAILURE) fail_msg("%s: %s", alea_failure_name(d.failure), d.text);
    assert_int_equal(d.move, game->family->roll_or_hold->move(true));
    assert_in_range(d.fuel, least, most);
}

static void ends_with(const char *file, alea_failure failure, const char *words)
{
    assert_int_equal(SAME_BOTH_WAYS(FEW_GAMES, "pig-pen(goal=10)", file, "hold(5)"), 1);
    alea__decision d = answer_of(file);
    if (d.failure != failure || !strstr(d.text, words))
        fail_msg("%s: %s", alea_failure_name(d.failure), d.text);
}

static void input_is_at_its_end(void **state)
{
    (void)state;
    /* result: error; stream-error: closed */
    holds_true(with_streams("r.wasm",
                            "(call $read (call $stdin) (i64.const 0x7fffffffffffffff) (i32.const 0))"
                            "(i32.and (i32.load8_u (i32.const 0)) (i32.load8_u (i32.const 4)))"),
               5000, 5200);
}

static void output_takes_64_kib_at_once_and_is_dropped(void **state)
{
    (void)state;
    holds_true(with_streams("c.wasm",
                            "(call $check (call $stdout) (i32.const 0))"
                            "(i32.and (i32.eqz (i32.load8_u (i32.const 0))) (i64.eq (i64.load (i32.const 8)) "
                            "(i64.const 65536)))"),
               5000, 5200);
    holds_true(
        with_streams("f.wasm",
                     "(i32.store8 (i32.const 0) (i32.const 1)) (call $flush (call $stdout) (i32.const 0))"
                     "(i32.eqz (i32.load8_u (i32.const 0)))"),
        5000, 5200);
}

/* 1,000 bytes cost 160,000. */
static void output_costs_fuel_by_its_length(void **state)
{
    (void)state;
    static const char *const to[] = {"$stdout", "$stderr"};
    for (int t = 0; t < 2; t++) {
        char body[300];
        snprintf(body, sizeof body,
                 "(i32.store8 (i32.const 0) (i32.const 1)) (call $write (call %s) (i32.const 512) (i32.const "
                 "1000) "
                 "(i32.const 0)) (i32.eqz (i32.load8_u (i32.const 0)))",
                 to[t]);
        holds_true(with_streams("w.wasm", body), 165000, 165300);
        snprintf(body, sizeof body,
                 "(call $write (call %s) (i32.const 512) (i32.const 7000) (i32.const 0)) (i32.const 1)",
                 to[t]);
        ends_with(with_streams("w.wasm", body), ALEA_FUEL, "1000000");
    }
}

/* Whatever the engine copies before it asks the host is bounded, and the bot ends there. */
static void output_beyond_all_fuel_ends_the_bot(void **state)
{
    (void)state;
    ends_with(with_streams("w.wasm",
                           "(drop (memory.grow (i32.const 30))) (call $write (call $stderr) (i32.const 0) "
                           "(i32.const 2000000) (i32.const 0)) (i32.const 1)"),
              ALEA_FUEL, "1000000");
}

static void the_end_of_standard_error_is_kept(void **state)
{
    (void)state;
    ends_with(
        with_streams("e.wasm",
                     "(call $write (call $stderr) (i32.const 512) (i32.const 20) (i32.const 0)) unreachable"),
        ALEA_TRAP, "the last line");
    alea__decision d = answer_of(with_streams(
        "e.wasm", "(call $write (call $stdout) (i32.const 512) (i32.const 20) (i32.const 0)) unreachable"));
    assert_int_equal(d.failure, ALEA_TRAP);
    assert_null(strstr(d.text, "the last line"));
}

/* 2,500 for each stream, and 100,000 of them would be too many; those that are dropped do not count. */
static void handles_cost_fuel(void **state)
{
    (void)state;
    ends_with(with_streams("h.wasm", "(loop (drop (call $stdout)) (br 0)) (i32.const 1)"), ALEA_FUEL,
              "1000000");
    holds_true(
        with_streams("h.wasm",
                     "(local.set $h (i32.const 100)) (loop (call $drop (call $stdout)) (br_if 0 (local.tee "
                     "$h (i32.sub (local.get $h) (i32.const 1))))) (i32.const 1)"),
        250000, 260000);
}

static void waiting_for_a_stream_ends_the_bot(void **state)
{
    (void)state;
    ends_with(with_streams("s.wasm", "(drop (call $subscribe (call $stdout))) (i32.const 1)"), ALEA_TRAP,
              "it called a function of wasi:io/streams");
}

/* A component that imports `imports` and calls `name` of the instance $h, which is a core function of type `core`, in `body`. */
static const char *with_call(const char *imports, const char *name, const char *core, const char *body)
{
    char text[4000];
    int size =
        snprintf(text, sizeof text,
                 "(component %s (core module $memory (memory (export \"m\") 2)\n"
                 "  (func (export \"r\") (param i32 i32 i32 i32) (result i32) i32.const 1024))\n"
                 "(core instance $m (instantiate $memory))\n"
                 "(core func $f (canon lower (func $h \"%s\") (memory (core memory $m \"m\")) (realloc (core "
                 "func $m \"r\"))))\n"
                 "(core module $bot (import \"w\" \"m\" (memory 2)) (import \"w\" \"f\" (func $f %s))\n"
                 "  (func (export \"q\") (param i32 i32 i32) (result i32) (i64.store (i32.const 64) "
                 "(i64.const -1)) %s))\n"
                 "(core instance $b (instantiate $bot (with \"w\" (instance (export \"m\" (memory $m \"m\")) "
                 "(export \"f\" (func "
                 "$f))))))\n"
                 "(func $q (param \"own-score\" u32) (param \"other-scores\" (list u32)) (result bool)\n"
                 "  (canon lift (core func $b \"q\") (memory (core memory $m \"m\")) (realloc (core func $m "
                 "\"r\"))))\n"
                 "(instance $s (export \"should-roll\" (func $q)))\n"
                 "(export \"pig-pen:player/strategy@0.1.0\" (instance $s)))\n",
                 imports, name, core, body);
    assert_in_range(size, 1, sizeof text - 1);
    return lab_assemble("x.wasm", text, (size_t)size);
}

/* The length of a list, or what an option is, when it was written to 64. */
#define NO_LIST                 "(call $f (i32.const 64)) (i32.eqz (i32.load (i32.const 68)))"
#define NO_OPTION               "(call $f (i32.const 64)) (i32.eqz (i32.load8_u (i32.const 64)))"
#define IMPORT(interface, what) "(import \"" interface "@0.2.6\" (instance $h " what "))"

static void environment_arguments_and_folders_are_empty(void **state)
{
    (void)state;
    holds_true(with_call(IMPORT("wasi:cli/environment",
                                "(export \"get-environment\" (func (result (list (tuple string string)))))"),
                         "get-environment", "(param i32)", NO_LIST),
               2500, 2600);
    holds_true(
        with_call(IMPORT("wasi:cli/environment", "(export \"get-arguments\" (func (result (list string))))"),
                  "get-arguments", "(param i32)", NO_LIST),
        2500, 2600);
    holds_true(
        with_call(IMPORT("wasi:cli/environment", "(export \"initial-cwd\" (func (result (option string))))"),
                  "initial-cwd", "(param i32)", NO_OPTION),
        2500, 2600);
    holds_true(
        with_call(
            "(import \"wasi:filesystem/types@0.2.6\" (instance $t (export \"descriptor\" (type (sub "
            "resource))))) (alias export $t \"descriptor\" (type $d))"
            "(import \"wasi:filesystem/preopens@0.2.6\" (instance $h (alias outer 1 $d (type $d')) (export "
            "\"descriptor\" (type $e (eq $d'))) (export \"get-directories\" (func (result (list (tuple (own "
            "$e) "
            "string)))))))",
            "get-directories", "(param i32)", NO_LIST),
        2500, 2600);
}

static void there_is_no_terminal(void **state)
{
    (void)state;
    static const char *const ends[][2] = {{"stdin", "input"}, {"stdout", "output"}, {"stderr", "output"}};
    for (int e = 0; e < 3; e++) {
        char imports[600], name[50];
        snprintf(imports, sizeof imports,
                 "(import \"wasi:cli/terminal-%s@0.2.6\" (instance $t (export \"terminal-%s\" (type (sub "
                 "resource))))) (alias "
                 "export $t \"terminal-%s\" (type $d)) (import \"wasi:cli/terminal-%s@0.2.6\" (instance $h "
                 "(alias outer 1 $d "
                 "(type $d')) (export \"terminal-%s\" (type $e (eq $d'))) (export \"get-terminal-%s\" (func "
                 "(result (option "
                 "(own $e)))))))",
                 ends[e][1], ends[e][1], ends[e][1], ends[e][0], ends[e][1], ends[e][0]);
        snprintf(name, sizeof name, "get-terminal-%s", ends[e][0]);
        holds_true(with_call(imports, name, "(param i32)", NO_OPTION), 2500, 2600);
    }
}

static void exit_ends_the_bot(void **state)
{
    (void)state;
    ends_with(with_call(IMPORT("wasi:cli/exit", "(export \"exit\" (func (param \"status\" (result))))"),
                        "exit", "(param i32)", "(call $f (i32.const 0)) (i32.const 1)"),
              ALEA_TRAP, "it ended itself");
}

static void waiting_for_a_clock_ends_the_bot(void **state)
{
    (void)state;
    ends_with(with_call("(import \"wasi:io/poll@0.2.6\" (instance $p (export \"pollable\" (type (sub "
                        "resource))))) (alias export "
                        "$p \"pollable\" (type $d)) (import \"wasi:clocks/monotonic-clock@0.2.6\" (instance "
                        "$h (alias outer 1 "
                        "$d (type $d')) (export \"pollable\" (type $e (eq $d'))) (export "
                        "\"subscribe-duration\" (func (param "
                        "\"when\" u64) (result (own $e))))))",
                        "subscribe-duration", "(param i64) (result i32)", "(call $f (i64.const 1))"),
              ALEA_TRAP, "its clock is frozen");
}

/* poll with 8,000 handles, sockets, files: each ends the bot at its first call. Among types only lists matter, which the
   engine would copy. */
static void everything_else_ends_the_bot_when_it_is_called(void **state)
{
    (void)state;
    static const char *const calls[][2] = {
        {"wasi:io/poll", "poll"},
        {"wasi:sockets/tcp-create-socket", "create-tcp-socket"},
        {"wasi:sockets/udp-create-socket", "create-udp-socket"},
        {"wasi:sockets/ip-name-lookup", "resolve-addresses"},
        {"wasi:sockets/instance-network", "instance-network"},
        {"wasi:sockets/network", "network-error-code"},
        {"wasi:filesystem/types", "filesystem-error-code"},
        {"wasi:http/outgoing-handler", "handle"},
        {"wasi:http/types", "http-error-code"},
        {"wasi:clocks/timezone", "utc-offset"},
    };
    for (size_t c = 0; c < sizeof calls / sizeof *calls; c++) {
        char imports[300];
        snprintf(imports, sizeof imports,
                 "(import \"%s@0.2.6\" (instance $h (export \"%s\" (func (param \"a\" (list u32))))))",
                 calls[c][0], calls[c][1]);
        ends_with(with_call(imports, calls[c][1], "(param i32 i32)",
                            "(call $f (i32.const 0) (i32.const 8000)) (i32.const 1)"),
                  ALEA_TRAP, calls[c][0]);
    }
}

/* The whole of WASI 0.2, in any version; runtimes import most of it. */
static void every_name_is_defined(void **state)
{
    (void)state;
    static const unsigned patches[] = {0, 3, 12, 40};
    for (int p = 0; p < 4; p++) {
        alea__text imports = {0};
        size_t names = 0;
        for (size_t g = 0; g < alea__wasi_group_count;) {
            const char *interface = alea__wasi_groups[g].interface;
            alea__text_add(&imports, "(import \"%s@0.2.%u\" (instance ", interface, patches[p]);
            for (; g < alea__wasi_group_count && strcmp(alea__wasi_groups[g].interface, interface) == 0;
                 g++) {
                const alea__wasi_group *group = &alea__wasi_groups[g];
                const char *at = group->functions;
                char name[ALEA__WASI_NAME];
                if (group->resource)
                    alea__text_add(&imports, "(export \"%s\" (type $r%zu (sub resource)))", group->resource,
                                   g);
                for (; alea__wasi_next_name(group, &at, name); names++)
                    alea__text_add(&imports,
                                   strstr(name, "[method]") == name
                                       ? "(export \"%s\" (func (param \"self\" (borrow $r%zu))))"
                                   : strstr(name, "[constructor]") == name
                                       ? "(export \"%s\" (func (result (own $r%zu))))"
                                       : "(export \"%s\" (func))",
                                   name, g);
            }
            alea__text_add(&imports, "))\n");
        }
        assert_int_equal(names, 179); /* counted in the WIT of 0.2.12, without what a program exports */
        alea__text_add(
            &imports,
            "(core module $m (memory (export \"m\") 1)\n"
            "  (func (export \"r\") (param i32 i32 i32 i32) (result i32) i32.const 64)\n"
            "  (func (export \"q\") (param i32 i32 i32) (result i32) i32.const 1))\n"
            "(core instance $i (instantiate $m))\n"
            "(func $q (param \"own-score\" u32) (param \"other-scores\" (list u32)) (result bool)\n"
            "  (canon lift (core func $i \"q\") (memory (core memory $i \"m\")) (realloc (core func $i "
            "\"r\"))))\n"
            "(instance $s (export \"should-roll\" (func $q)))\n"
            "(export \"pig-pen:player/strategy@0.1.0\" (instance $s)))");
        alea__text whole = {0};
        alea__text_add(&whole, "(component %s", imports.data);
        assert_false(whole.failed);
        holds_true(lab_assemble("all.wasm", whole.data, whole.size), 1, 1000);
        alea__text_free(&imports);
        alea__text_free(&whole);
    }
}

/* ---- its last message ---- */

static void says(const char *said, const char *line)
{
    alea__wasi wasi = {0};
    char out[100];
    wasi.length = strlen(said);
    memcpy(wasi.said, said, wasi.length);
    alea__wasi_last_line(&wasi, out, sizeof out);
    assert_string_equal(out, line);
}

static void the_last_line_is_kept_without_what_is_not_printable(void **state)
{
    (void)state;
    says("", "");
    says("\n\n", "");
    says("ValueError: bad", "ValueError: bad");
    says("Traceback\n  File\nValueError: bad\n", "ValueError: bad");
    says("a\n\x1b[31mred\r\n", "\\x1B[31mred");
}

static void what_a_runtime_adds_below_the_reason_is_left_out(void **state)
{
    (void)state;
    says("Traceback (most recent call last):\n  File \"b.py\", line 5\nRecursionError: too deep\n\nthread "
         "'<unnamed>' (1) "
         "panicked at lib.rs:1280:25:\nPython function threw an unexpected exception\nnote: run with "
         "`RUST_BACKTRACE=1`\n",
         "RecursionError: too deep");
    says("note: only this\n", "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_words_come_from_seed_and_block),
        cmocka_unit_test(random_bytes_come_from_the_same_stream),
        cmocka_unit_test(the_insecure_seed_is_the_next_sixteen_bytes),
        cmocka_unit_test(clocks_stand_still_at_zero),
        cmocka_unit_test(two_runs_take_the_same_fuel),
        cmocka_unit_test(too_many_random_bytes_are_refused),
        cmocka_unit_test(random_bytes_cost_fuel),
        cmocka_unit_test(components_with_wasi_take_the_block_path),
        cmocka_unit_test(a_component_like_rusts_takes_the_block_path),
        cmocka_unit_test(a_component_of_600_kilobytes_takes_the_block_path),
        cmocka_unit_test(bots_from_one_file_do_not_share_their_random_numbers),
        cmocka_unit_test(a_bot_near_its_fuel_forfeits_the_same_games),
        cmocka_unit_test(large_components_with_wasi_take_the_step_path),
        cmocka_unit_test(a_component_that_imports_after_its_modules_takes_the_step_path),
        cmocka_unit_test(input_is_at_its_end),
        cmocka_unit_test(output_takes_64_kib_at_once_and_is_dropped),
        cmocka_unit_test(output_costs_fuel_by_its_length),
        cmocka_unit_test(output_beyond_all_fuel_ends_the_bot),
        cmocka_unit_test(the_end_of_standard_error_is_kept),
        cmocka_unit_test(handles_cost_fuel),
        cmocka_unit_test(waiting_for_a_stream_ends_the_bot),
        cmocka_unit_test(environment_arguments_and_folders_are_empty),
        cmocka_unit_test(there_is_no_terminal),
        cmocka_unit_test(exit_ends_the_bot),
        cmocka_unit_test(waiting_for_a_clock_ends_the_bot),
        cmocka_unit_test(everything_else_ends_the_bot_when_it_is_called),
        cmocka_unit_test(every_name_is_defined),
        cmocka_unit_test(the_last_line_is_kept_without_what_is_not_printable),
        cmocka_unit_test(what_a_runtime_adds_below_the_reason_is_left_out),
    };
    return cmocka_run_group_tests(tests, open_all, close_all);
}
