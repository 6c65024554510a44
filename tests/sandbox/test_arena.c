/* The block path gives the games of the step path. */
#include "base/blocks.h"
#include "lab.h"

#include <stdatomic.h>

static alea_sandbox *sandbox;

static int open_all(void **state)
{
    (void)state;
    sandbox = lab_sandbox(NULL);
    return 0;
}

static int close_all(void **state)
{
    (void)state;
    alea_sandbox_free(sandbox);
    return 0;
}

/* ---- a match both ways ---- */

typedef struct both {
    alea_game *game;
    alea_bot *bot[ALEA_MAX_SEATS];
    unsigned count;
    bool rotate;
    uint64_t seed;
} both;

static both open_both(const char *spec, alea_sandbox *in, bool rotate, const char *const *bots)
{
    both b = {.game = lab_game(spec), .rotate = rotate, .seed = LAB_SEED};
    for (; bots[b.count]; b.count++) b.bot[b.count] = lab_bot(b.game, in, bots[b.count]);
    assert_int_equal(alea_game_players(b.game), b.count);
    return b;
}

static void close_both(both *b)
{
    for (unsigned i = 0; i < b->count; i++) alea_bot_free(b->bot[i]);
    alea_game_free(b->game);
}

static alea__tally by_steps(const both *b, uint64_t first, uint64_t games)
{
    alea__match match = {.game = b->game, .bots = b->bot, .seed = b->seed, .rotate = b->rotate};
    alea__counts counts = {0};
    alea_error error;
    if (alea__match_play(&match, first, games, &counts, &error) != ALEA_OK) fail_msg("%s", error.message);
    return counts.tally;
}

static alea__arena *arena_of(const both *b)
{
    alea__arena *arena;
    alea_error error;
    const alea__arena_match match = {.game = b->game, .bots = b->bot, .seed = b->seed, .rotate = b->rotate};
    if (alea__arena_open(&match, &arena, &error) != ALEA_OK) fail_msg("%s", error.message);
    return arena;
}

/* Games `first` … of a block, as both paths count them. */
static void same_games(const char *spec, alea_sandbox *in, bool rotate, uint64_t first, uint64_t games,
                       const char *const *bots)
{
    both b = open_both(spec, in, rotate, bots);
    alea__arena *arena = arena_of(&b);
    alea__tally inside = {0}, outside = by_steps(&b, first, games);
    assert_true(alea__arena_play(arena, (alea__arena_blocks){first, games, 1}, &inside));
    assert_int_equal(inside.games, games);
    assert_memory_equal(&inside, &outside, sizeof inside);
    alea__arena_free(arena);
    close_both(&b);
}
#define SAME_GAMES(spec, rotate, first, games, ...) \
    same_games(spec, sandbox, rotate, first, games, (const char *const[]){__VA_ARGS__, NULL})

static void two_original_components_play_the_same_games_both_ways(void **state)
{
    (void)state;
    SAME_GAMES("pig-pen", true, 0, ALEA__BLOCK, "wasm:original-mod30", "wasm:original-random");
    SAME_GAMES("pig-pen(over_goal=hold)", false, 3 * ALEA__BLOCK, ALEA__BLOCK, "wasm:original-mod30",
               "wasm:original-random");
}

static void a_bot_may_play_against_itself(void **state)
{
    (void)state;
    SAME_GAMES("pig-pen", true, 0, 500, "wasm:stateful", "wasm:stateful");
}

static void modules_and_components_mix(void **state)
{
    (void)state;
    SAME_GAMES("pig-pen(players=4)", true, ALEA__BLOCK, 1000, "wasm:two", "wasm:original-random",
               "wasm:stateful", "wasm:with_realloc");
    SAME_GAMES("pig-pen", true, 0, 500, "wasm:plain_name", "wasm:reads_others");
}

static void eight_players_fit(void **state)
{
    (void)state;
    SAME_GAMES("pig-pen(players=8)", true, 0, 200, "wasm:two", "wasm:original-random", "wasm:stateful",
               "wasm:with_realloc", "wasm:original-mod30", "hold(25)", "wasm:reads_others", "random(0.7)");
}

static void policies_play_inside(void **state)
{
    (void)state;
    SAME_GAMES("pig-pen", true, 0, 1000, "wasm:two", "hold(25)");
    SAME_GAMES("pig-pen(players=3)", true, 0, 1000, "turns(4)", "wasm:stateful", "random(0.75)");
    SAME_GAMES("pig-pen(players=3)", false, 0, 1000, "hold-at-total(101)", "random(1)", "wasm:two");
}

static void the_other_race_games_play_inside_too(void **state)
{
    (void)state;
    SAME_GAMES("pig", true, 0, 500, "wasm:two", "keep-pace");
    SAME_GAMES("pig(goal=50,players=3)", true, 0, 500, "wasm:threshold25", "hold(20)", "wasm:stateful");
    SAME_GAMES("piglet(goal=10)", true, 0, 500, "wasm:stateful", "random(0.5)");
    SAME_GAMES("two-dice-pig", true, 0, 500, "wasm:original-random", "hold(20)");
    SAME_GAMES("pig-solitaire", true, 0, 500, "wasm:stateful");
}

/* A part of a block is its beginning and nothing else. */
static void a_block_need_not_be_whole(void **state)
{
    (void)state;
    SAME_GAMES("pig-pen", true, 2 * ALEA__BLOCK, 1, "wasm:stateful", "wasm:original-random");
    SAME_GAMES("pig-pen", true, 2 * ALEA__BLOCK, 257, "wasm:stateful", "wasm:original-random");
}

static void games_that_never_end_are_unfinished_both_ways(void **state)
{
    (void)state;
    SAME_GAMES("pig-pen", true, 0, 20, "wasm:never_bank", "always-roll");
    SAME_GAMES("pig", true, 0, 20, "wasm:never_bank", "wasm:never_bank");
}

static void a_bot_that_gets_no_more_memory_and_plays_on_plays_the_same(void **state)
{
    (void)state;
    alea_sandbox *small = lab_sandbox(&(alea_sandbox_options){.memory = 1 << 20});
    same_games("pig-pen", small, true, 0, 500,
               (const char *const[]){"wasm:grow_quiet", "wasm:stateful", NULL});
    alea_sandbox_free(small);
}

/* The games last longer than the fuel of a slice would: slices become shorter, never the answer different. */
static void little_fuel_makes_slices_short_and_changes_nothing(void **state)
{
    (void)state;
    alea_sandbox *frugal = lab_sandbox(&(alea_sandbox_options){.fuel = 60000});
    same_games("pig-pen", frugal, true, 0, 500,
               (const char *const[]){"wasm:stateful", "wasm:original-random", NULL});
    alea_sandbox_free(frugal);
}

/* ---- blocks that are not clean ---- */

static void not_clean(alea_sandbox *in, const char *first, const char *second)
{
    const char *const bots[] = {first, second, NULL};
    both b = open_both("pig-pen", in, true, bots);
    alea__arena *arena = arena_of(&b);
    alea__tally tally = {.games = 17};
    const alea__tally before = tally;
    assert_false(alea__arena_play(arena, (alea__arena_blocks){0, ALEA__BLOCK, 1}, &tally));
    assert_memory_equal(&tally, &before, sizeof tally);
    alea__arena_free(arena);
    close_both(&b);
}

static void a_block_in_which_anything_fails_is_not_clean_and_counts_nothing(void **state)
{
    (void)state;
    const char *const bad[] = {
        "wasm:trap_always", "wasm:trap_third_game",     "wasm:divide",          "wasm:abort",
        "wasm:recurse",     "wasm:endless_late",        "wasm:endless",         "wasm:grow",
        "wasm:bad_realloc", "wasm:bad_realloc_outside", "wasm:initialize_traps"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        not_clean(sandbox, bad[i], "wasm:two");
        not_clean(sandbox, "hold(25)", bad[i]);
    }
}

static void a_policy_that_forfeits_leaves_the_block_to_the_step_path(void **state)
{
    (void)state;
    not_clean(sandbox, "forfeit(3)", "wasm:two");
}

/* A decision of `two` takes some tens of units. */
static void a_decision_beyond_its_fuel_is_never_clean(void **state)
{
    (void)state;
    alea_sandbox *poor = lab_sandbox(&(alea_sandbox_options){.fuel = 10});
    not_clean(poor, "wasm:two", "wasm:two");
    alea_sandbox_free(poor);
}

/* ---- refusals ---- */

static void refused(const char *first, const char *second, const char *why)
{
    const char *const bots[] = {first, second, NULL};
    both b = open_both("pig-pen", sandbox, true, bots);
    alea__arena *arena;
    alea_error error;
    const alea__arena_match match = {.game = b.game, .bots = b.bot, .seed = LAB_SEED, .rotate = true};
    assert_int_equal(alea__arena_open(&match, &arena, &error), ALEA_E_REFUSED);
    assert_non_null(strstr(error.message, why));
    close_both(&b);
}

static void without_webassembly_there_is_no_arena(void **state)
{
    (void)state;
    refused("hold(25)", "hold(20)", "WebAssembly");
}

static void bots_of_other_kinds_keep_to_the_step_path(void **state)
{
    (void)state;
    static const char lua[] = "return { decide = function(view) return \"hold\" end }";
    assert_int_equal(alea__write_file("b.lua", lua, sizeof lua - 1, NULL), ALEA_OK);
    alea_game *game = lab_game("pig-pen");
    alea_bot *bot;
    bool opens = alea_bot_open(game, "b.lua", sandbox, &bot, NULL) == ALEA_OK;
    if (opens) alea_bot_free(bot);
    alea_game_free(game);
    if (opens) refused("b.lua", "wasm:two", "b.lua");
}

static void bots_of_two_sandboxes_do_not_meet_inside(void **state)
{
    (void)state;
    alea_sandbox *other = lab_sandbox(NULL);
    alea_game *game = lab_game("pig-pen");
    alea_bot *bots[2] = {lab_bot(game, sandbox, "wasm:two"), lab_bot(game, other, "wasm:two")};
    alea__arena *arena;
    const alea__arena_match match = {.game = game, .bots = bots, .seed = LAB_SEED, .rotate = true};
    assert_int_equal(alea__arena_open(&match, &arena, NULL), ALEA_E_REFUSED);
    alea_bot_free(bots[0]);
    alea_bot_free(bots[1]);
    alea_game_free(game);
    alea_sandbox_free(other);
}

/* ---- many threads ---- */

enum { MANY_BLOCKS = 12 };

typedef struct played {
    alea__arena *arena;
    alea__tally tally[MANY_BLOCKS];
    bool clean[MANY_BLOCKS];
} played;

static void play_block(void *user, uint64_t block, unsigned thread)
{
    played *p = user;
    (void)thread;
    p->clean[block] =
        alea__arena_play(p->arena, (alea__arena_blocks){block * ALEA__BLOCK, 300, 1}, &p->tally[block]);
}

static void many_threads_play_what_one_plays(void **state)
{
    (void)state;
    const char *const bots[] = {"wasm:stateful", "wasm:original-random", NULL};
    both b = open_both("pig-pen", sandbox, true, bots);
    alea__arena *arena = arena_of(&b);
    played one = {.arena = arena}, many = {.arena = arena};
    alea__loop_run(MANY_BLOCKS, 1, play_block, &one);
    alea__loop_run(MANY_BLOCKS, 4, play_block, &many);
    for (int i = 0; i < MANY_BLOCKS; i++) assert_true(one.clean[i] && many.clean[i]);
    assert_memory_equal(one.tally, many.tally, sizeof one.tally);
    alea__arena_free(arena);
    close_both(&b);
}

/* Several blocks at once: each with fresh instances, and each with a separate tally. */
static void blocks_at_once_are_the_blocks_one_by_one(void **state)
{
    (void)state;
    enum { BLOCKS = 3, GAMES = ALEA__BLOCK };
    const char *const bots[] = {"wasm:stateful", "wasm:original-random", NULL};
    both b = open_both("pig-pen", sandbox, true, bots);
    alea__arena *arena = arena_of(&b);
    alea__tally one[BLOCKS] = {0}, all[BLOCKS] = {0};
    for (uint64_t i = 0; i < BLOCKS; i++)
        assert_int_equal(alea__arena_play(arena, (alea__arena_blocks){i * GAMES, GAMES, 1}, &one[i]), 1);
    assert_int_equal(alea__arena_play(arena, (alea__arena_blocks){0, GAMES, BLOCKS}, all), (1 << BLOCKS) - 1);
    assert_memory_equal(one, all, sizeof one);
    alea__arena_free(arena);
    close_both(&b);
}

typedef struct opening {
    const alea_game *game;
    alea_sandbox *sandbox;
    char path[LAB_PATH];
    atomic_int opened;
} opening;

static void open_one(void *user, uint64_t index, unsigned thread)
{
    opening *o = user;
    alea_bot *bot;
    (void)index, (void)thread;
    if (alea_bot_open(o->game, o->path, o->sandbox, &bot, NULL) != ALEA_OK) return;
    o->opened++;
    alea_bot_free(bot);
}

static void many_threads_open_bots_in_one_sandbox(void **state)
{
    (void)state;
    alea_game *game = lab_game("pig-pen");
    opening o = {.game = game, .sandbox = lab_sandbox(NULL)};
    lab_bot_path("two", o.path);
    alea__loop_run(8, 4, open_one, &o);
    assert_int_equal(o.opened, 8);
    alea_game_free(game);
    alea_sandbox_free(o.sandbox);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_original_components_play_the_same_games_both_ways),
        cmocka_unit_test(a_bot_may_play_against_itself),
        cmocka_unit_test(modules_and_components_mix),
        cmocka_unit_test(eight_players_fit),
        cmocka_unit_test(policies_play_inside),
        cmocka_unit_test(the_other_race_games_play_inside_too),
        cmocka_unit_test(a_block_need_not_be_whole),
        cmocka_unit_test(games_that_never_end_are_unfinished_both_ways),
        cmocka_unit_test(a_bot_that_gets_no_more_memory_and_plays_on_plays_the_same),
        cmocka_unit_test(little_fuel_makes_slices_short_and_changes_nothing),
        cmocka_unit_test(a_block_in_which_anything_fails_is_not_clean_and_counts_nothing),
        cmocka_unit_test(a_policy_that_forfeits_leaves_the_block_to_the_step_path),
        cmocka_unit_test(a_decision_beyond_its_fuel_is_never_clean),
        cmocka_unit_test(without_webassembly_there_is_no_arena),
        cmocka_unit_test(bots_of_other_kinds_keep_to_the_step_path),
        cmocka_unit_test(bots_of_two_sandboxes_do_not_meet_inside),
        cmocka_unit_test(blocks_at_once_are_the_blocks_one_by_one),
        cmocka_unit_test(many_threads_play_what_one_plays),
        cmocka_unit_test(many_threads_open_bots_in_one_sandbox),
    };
    return cmocka_run_group_tests(tests, open_all, close_all);
}
