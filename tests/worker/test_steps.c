/* Blocks that a worker plays by steps: the counts of every match are those of the same match in this process, and those of
   one bot a process. */
#include "sandbox/lab.h"

#include <alea/run.h>
#include <string.h>

enum { GAMES = 60, MOST_BOTS = 3 };

typedef struct opened {
    alea_game *game;
    alea_sandbox *sandbox;
    alea_bot *bots[ALEA_MAX_SEATS];
} opened;

/* A match; the bots end with NULL. */
typedef struct lineup {
    const char *game;
    const char *bots[MOST_BOTS + 1];
    bool fails; /* some bot does */
} lineup;

static opened open_lineup(const lineup *l, bool workers)
{
    char worker[LAB_PATH], game[LAB_PATH];
    opened o = {.game = NULL};
    unsigned players = 0;
    while (l->bots[players]) players++;
    snprintf(worker, sizeof worker, "%s/alea-worker", getenv("ALEA_BUILD"));
    const bool file = strstr(l->game, ".lua") != NULL;
    snprintf(game, sizeof game, "%s%s%s", file ? getenv("ALEA_SOURCE") : "", file ? "/" : "", l->game);
    OK(alea_game_open_for(game, players, &o.game, &test_error));
    OK(alea_sandbox_open(
        &(alea_sandbox_options){
            .worker = worker, .no_isolation = !workers, .fuel = 200000, .memory = 1 << 20},
        &o.sandbox, &test_error));
    for (unsigned i = 0; i < players; i++) o.bots[i] = lab_bot(o.game, o.sandbox, l->bots[i]);
    return o;
}

static void close_lineup(opened *o)
{
    for (unsigned i = 0; i < ALEA_MAX_SEATS; i++) alea_bot_free(o->bots[i]);
    alea_sandbox_free(o->sandbox);
    alea_game_free(o->game);
}

/* ---- the bots ---- */

static void write_lua(const char *file, const char *text)
{
    OK(alea__write_file(file, text, strlen(text), &test_error));
}

/* Bots of all kinds that are not in the build. */
static int write_bots(void **state)
{
    (void)state;
    lab_assemble_bot("component_good", "component.wasm");
    write_lua("counts.lua", "local n = 0 return function(v) n = n + 1 return v.turn < 15 + n % 10 end");
    write_lua("fails.lua", "local n = 0 return function(v) n = n + 1 if n > 200 then error('enough') end "
                           "return v.turn < 20 end");
    write_lua("burns.lua", "return function(v) if v.turn > 12 then while true do end end return true end");
    return 0;
}

/* ---- the same counts ---- */

static void say_where_counts_differ(const lineup *l, const alea__counts *a, const alea__counts *b)
{
    for (unsigned bot = 0; bot < MOST_BOTS; bot++)
        for (unsigned kind = 0; kind < ALEA_FAILURE_KINDS; kind++)
            if (a->failures.count[bot][kind] != b->failures.count[bot][kind])
                fail_msg("%s: bot %u has %u and %u failures of kind %u (%s, %s)", l->game, bot,
                         (unsigned)a->failures.count[bot][kind], (unsigned)b->failures.count[bot][kind], kind,
                         a->failures.text[bot], b->failures.text[bot]);
    for (unsigned bot = 0; bot < MOST_BOTS; bot++) {
        assert_string_equal(a->failures.text[bot], b->failures.text[bot]);
        assert_int_equal(a->failures.first_game[bot], b->failures.first_game[bot]);
        for (unsigned seat = 0; seat < MOST_BOTS; seat++)
            if (a->tally.wins[bot][seat] != b->tally.wins[bot][seat])
                fail_msg("%s: bot %u wins %u and %u games in seat %u", l->game, bot,
                         (unsigned)a->tally.wins[bot][seat], (unsigned)b->tally.wins[bot][seat], seat);
    }
    assert_memory_equal(&a->tally, &b->tally, sizeof a->tally);
}

static void play_here(const opened *o, uint64_t first, alea__counts *out)
{
    const alea__match match = {.game = o->game, .bots = o->bots, .seed = LAB_SEED, .rotate = true};
    memset(out, 0, sizeof *out);
    OK(alea__match_play(&match, first, GAMES, out, &test_error));
}

/* Plays games of two blocks in three ways. */
static void plays_the_same(const lineup *l)
{
    opened workers = open_lineup(l, true), here = open_lineup(l, false);
    const alea__match match = {.game = workers.game, .bots = workers.bots, .seed = LAB_SEED, .rotate = true};
    alea__remote_match *remote;
    bool failed = false;
    OK(alea__remote_match_open(&match, &remote, &test_error));
    for (uint64_t first = 0; first <= ALEA__BLOCK; first += ALEA__BLOCK) {
        static alea__counts by_worker, by_bots, by_engine;
        memset(&by_worker, 0, sizeof by_worker);
        if (!alea__remote_match_play(remote, first, GAMES, &by_worker))
            fail_msg("%s: a worker fails", l->game);
        play_here(&here, first, &by_engine);
        play_here(&workers, first, &by_bots);
        say_where_counts_differ(l, &by_worker, &by_engine);
        say_where_counts_differ(l, &by_worker, &by_bots);
        for (unsigned i = 0; i < MOST_BOTS; i++) failed = failed || by_worker.failures.text[i][0];
    }
    assert_int_equal(failed, l->fails);
    alea__remote_match_free(remote);
    close_lineup(&workers);
    close_lineup(&here);
}

static void matches_of_all_kinds_of_bots_are_the_same(void **state)
{
    (void)state;
    static const lineup lineups[] = {
        {"pig-pen", {"wasm:threshold25", "counts.lua"}, false},
        {"pig-pen(goal=50)", {"wasm:original-random", "wasm:original-mod30", "hold(25)"}, false},
        {"pig", {"wasm:stateful", "random(0.7)"}, false},
        {"pig", {"component.wasm", "optimal"}, false},
        {"pig", {"wasm:reads_others", "keep-pace", "counts.lua"}, false},
        {"pig(goal=40)", {"forfeit(3)", "wasm:two", "turns(4)"}, true},
        {"tests/rules/race-money.lua", {"wasm:threshold25", "counts.lua"}, false},
        {"tests/rules/race-chase-memory.lua", {"wasm:stateful", "hold(7)"}, false},
    };
    for (size_t i = 0; i < sizeof lineups / sizeof *lineups; i++) plays_the_same(&lineups[i]);
}

/* Who fails is counted where it happens: no block has to be played again. */
static void bots_that_fail_are_counted_the_same(void **state)
{
    (void)state;
    static const lineup lineups[] = {
        {"pig-pen", {"wasm:trap_third_game", "counts.lua"}, true},
        {"pig-pen", {"wasm:endless", "fails.lua"}, true},
        {"pig", {"wasm:grow", "wasm:divide", "burns.lua"}, true},
        {"pig", {"wasm:recurse", "wasm:abort"}, true},
    };
    for (size_t i = 0; i < sizeof lineups / sizeof *lineups; i++) plays_the_same(&lineups[i]);
}

/* ---- runs ---- */

/* A run with Lua and WebAssembly goes by workers: none of its bots is asked in a process of its own. */
static void runs_use_blocks_of_steps(void **state)
{
    (void)state;
    static const lineup mixed = {"pig", {"wasm:threshold25", "counts.lua"}, false};
    const alea_run_options options = {.games = 3 * ALEA__BLOCK, .threads = 2};
    alea_run_result *result[2];
    for (int workers = 0; workers < 2; workers++) {
        opened o = open_lineup(&mixed, workers);
        OK(alea_run_match(o.game, o.bots, 2, &options, &result[workers], &test_error));
        assert_int_equal(result[workers]->path, ALEA_PATH_STEP);
        assert_int_equal(result[workers]->blocks_replayed, 0);
        close_lineup(&o);
    }
    for (int bot = 0; bot < 2; bot++)
        assert_int_equal(result[0]->standing[bot].wins, result[1]->standing[bot].wins);
    assert_int_equal(result[0]->turns, result[1]->turns);
    alea_run_result_free(result[0]);
    alea_run_result_free(result[1]);
}

static void matches_without_a_program_in_workers_are_refused(void **state)
{
    (void)state;
    static const lineup none = {"pig", {"hold(20)", "counts.lua"}, false};
    for (int workers = 0; workers < 2; workers++) {
        opened o = open_lineup(&none, workers);
        const alea__match match = {.game = o.game, .bots = o.bots, .seed = LAB_SEED};
        alea__remote_match *remote;
        assert_int_equal(alea__remote_match_open(&match, &remote, NULL), ALEA_E_REFUSED);
        close_lineup(&o);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(matches_of_all_kinds_of_bots_are_the_same),
        cmocka_unit_test(bots_that_fail_are_counted_the_same),
        cmocka_unit_test(runs_use_blocks_of_steps),
        cmocka_unit_test(matches_without_a_program_in_workers_are_refused),
    };
    return cmocka_run_group_tests(tests, write_bots, NULL);
}
