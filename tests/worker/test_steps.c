/* Blocks that a worker plays by steps: the counts of every match are those of the same match in this process, and those of
   one bot a process. */
#include "play/common_dice.h"
#include "play/match_replay.h"
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

/* ---- played twice ---- */

/* All that an observer learns, in a number. */
typedef struct watched {
    uint64_t hash, events;
} watched;

static void watch(watched *w, const void *data, size_t size)
{
    const unsigned char *byte = data;
    for (size_t i = 0; i < size; i++) w->hash = (w->hash ^ byte[i]) * UINT64_C(0x100000001b3);
    w->events++;
}

static void watch_begin(void *user, uint64_t game, const unsigned *bot_in_seat)
{
    watch(user, &game, sizeof game);
    watch(user, bot_in_seat, 2 * sizeof *bot_in_seat);
}

static void watch_rolled(void *user, const uint32_t *faces, unsigned count)
{
    watch(user, faces, count * sizeof *faces);
}

static void watch_moved(void *user, unsigned seat, uint32_t move)
{
    watch(user, &seat, sizeof seat);
    watch(user, &move, sizeof move);
}

static void watch_forfeited(void *user, unsigned seat, alea_failure failure, const char *text)
{
    watch(user, &seat, sizeof seat);
    watch(user, &failure, sizeof failure);
    watch(user, text, strlen(text));
}

static void watch_end(void *user, const alea_outcome *outcome)
{
    watch(user, &outcome->winner, sizeof outcome->winner);
    watch(user, &outcome->turns, sizeof outcome->turns);
}

static void watch_reached(void *user, const alea_state *state)
{
    watch(user, state, sizeof *state);
}

/* Plays the bots, turned, in this process. */
static watched watch_here(const opened *o, uint64_t first, unsigned turned, alea__counts *out)
{
    watched w = {.events = 0};
    alea_bot *bots[ALEA_MAX_SEATS];
    const alea__observer observer = {&w,        watch_begin,  watch_rolled, watch_moved, watch_forfeited,
                                     watch_end, watch_reached};
    const alea__match match = {
        .game = o->game, .bots = bots, .seed = LAB_SEED, .rotate = turned == 0, .observer = &observer};
    alea__common_dice_seats(o->bots, o->game->players, turned, bots);
    memset(out, 0, sizeof *out);
    OK(alea__match_play(&match, first, GAMES, out, &test_error));
    return w;
}

/* Plays the games in a worker and once more here. */
static watched watch_twice(const opened *o, uint64_t first, unsigned turned, alea__counts *out)
{
    watched w = {.events = 0};
    alea_bot *bots[ALEA_MAX_SEATS];
    const alea__observer observer = {&w,        watch_begin,  watch_rolled, watch_moved, watch_forfeited,
                                     watch_end, watch_reached};
    alea__match match = {.game = o->game, .bots = o->bots, .seed = LAB_SEED, .rotate = turned == 0};
    const alea__remote_span span = {first, GAMES, turned};
    alea__match_moves moves = {.start_fails = {0}};
    alea__remote_match *remote;
    OK(alea__remote_match_open(&match, &remote, &test_error));
    if (!alea__remote_match_record(remote, &span, &moves)) fail_msg("a worker fails");
    alea__common_dice_seats(o->bots, o->game->players, turned, bots);
    match.bots = bots;
    match.observer = &observer;
    memset(out, 0, sizeof *out);
    OK(alea__match_replay(&match, &span, &moves, out, &test_error));
    alea__match_moves_clear(&moves);
    alea__remote_match_free(remote);
    return w;
}

/* Whoever watches sees the same, and the same is counted. */
static void watches_the_same(const lineup *l)
{
    opened workers = open_lineup(l, true), here = open_lineup(l, false);
    for (unsigned turned = 0; turned < here.game->players; turned++) {
        static alea__counts once, twice;
        const watched a = watch_here(&here, ALEA__BLOCK, turned, &once),
                      b = watch_twice(&workers, ALEA__BLOCK, turned, &twice);
        say_where_counts_differ(l, &once, &twice);
        for (unsigned bot = 0; bot < here.game->players; bot++) {
            assert_int_equal(twice.decisions[bot], once.decisions[bot]);
            /* That of Lua, and of a stack that overflows, depends on the process by some units. */
            const unsigned number = alea__common_dice_bot(here.game->players, turned, bot);
            const bool exact =
                workers.bots[number]->open_match && strcmp(l->bots[number], "wasm:recurse") != 0;
            assert_near((double)twice.fuel[bot], (double)once.fuel[bot],
                        exact ? 0 : (double)once.fuel[bot] / 1000);
        }
        assert_int_equal(b.events, a.events);
        assert_int_equal(b.hash, a.hash);
    }
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
        {"pig-pen", {"wasm:state_replays", "counts.lua", "wasm:state_calls"}, false},
        {"two-dice-pig", {"wasm:state_lists", "wasm:threshold25"}, false},
        {"tests/rules/race-chase-memory.lua", {"wasm:stateful", "hold(7)"}, false},
    };
    for (size_t i = 0; i < sizeof lineups / sizeof *lineups; i++) {
        plays_the_same(&lineups[i]);
        watches_the_same(&lineups[i]);
    }
}

/* Failures are counted where they happen: no block has to be replayed. */
static void bots_that_fail_are_counted_the_same(void **state)
{
    (void)state;
    static const lineup lineups[] = {
        {"pig-pen", {"wasm:trap_third_game", "counts.lua"}, true},
        {"pig-pen", {"wasm:endless", "fails.lua"}, true},
        {"pig-pen(goal=60)", {"wasm:state_replays", "wasm:state_lists"}, true}, /* it has other rules */
        {"pig", {"wasm:grow", "wasm:divide", "burns.lua"}, true},
        {"pig", {"wasm:recurse", "wasm:abort"}, true},
    };
    for (size_t i = 0; i < sizeof lineups / sizeof *lineups; i++) {
        plays_the_same(&lineups[i]);
        watches_the_same(&lineups[i]);
    }
}

/* ---- moves that are not those of the games ---- */

/* Whether the moves are accepted as those of 60 games of the match. */
static bool is_believed(const opened *o, const alea__match_moves *moves)
{
    static alea__counts counts;
    alea_error error;
    const alea__match match = {.game = o->game, .bots = o->bots, .seed = LAB_SEED};
    memset(&counts, 0, sizeof counts);
    const alea_status status =
        alea__match_replay(&match, &(alea__remote_span){0, GAMES, 0}, moves, &counts, &error);
    if (status != ALEA_OK) assert_int_equal(status, ALEA_E_BOT);
    if (status == ALEA_OK) assert_memory_equal(&counts.tally, &moves->counts.tally, sizeof counts.tally);
    return status == ALEA_OK;
}

/* The moves of a match as an honest worker reports them; one of its bots traps. */
static opened record_mixed(alea__match_moves *moves)
{
    static const lineup mixed = {"pig-pen", {"wasm:threshold25", "wasm:trap_third_game"}, true};
    opened o = open_lineup(&mixed, true);
    const alea__match match = {.game = o.game, .bots = o.bots, .seed = LAB_SEED};
    alea__remote_match *remote;
    OK(alea__remote_match_open(&match, &remote, &test_error));
    assert_true(alea__remote_match_record(remote, &(alea__remote_span){0, GAMES, 0}, moves));
    alea__remote_match_free(remote);
    return o;
}

/* An honest worker's answer is accepted; with one change it is not. */
static void moves_of_other_games_are_noticed(void **state)
{
    (void)state;
    alea__match_moves moves = {.start_fails = {0}};
    opened o = record_mixed(&moves);
    assert_true(is_believed(&o, &moves));
#define NOTICES(change, back)                                          \
    do {                                                               \
        change;                                                        \
        if (is_believed(&o, &moves)) fail_msg(#change " is believed"); \
        back;                                                          \
    } while (0)
    const size_t size = moves.steps.size;
    assert_that(size, >, 100);
    NOTICES(moves.steps.size--, moves.steps.size++);
    NOTICES(moves.steps.size = 0, moves.steps.size = size);
    NOTICES(moves.counts.tally.turns++, moves.counts.tally.turns--);
    NOTICES(moves.counts.tally.wins[0][0]++, moves.counts.tally.wins[0][0]--);
    NOTICES(moves.counts.failures.count[0][ALEA_TRAP]++, moves.counts.failures.count[0][ALEA_TRAP]--);
    NOTICES(moves.counts.decisions[1]++, moves.counts.decisions[1]--);
    NOTICES(moves.start_fails[0] = 0, moves.start_fails[0] = ALEA__STARTS);
    NOTICES(alea__add_move(&moves.steps, 1), moves.steps.size = size);
    NOTICES(memset(moves.steps.data, 0xff, 20), memset(moves.steps.data, 1, 20));
#undef NOTICES
    alea__match_moves_clear(&moves);
    close_lineup(&o);
}

/* A byte changed anywhere: it is noticed, or it is a match with the same counts, as is_believed checks. */
static void changed_bytes_of_moves_do_no_harm(void **state)
{
    (void)state;
    alea__match_moves moves = {.start_fails = {0}};
    unsigned noticed = 0, changed = 0;
    opened o = record_mixed(&moves);
    for (size_t at = 0; at < moves.steps.size; at += 7)
        for (unsigned byte = 0; byte < 256; byte += byte < 8 ? 1 : 31) {
            const char before = moves.steps.data[at];
            if ((unsigned char)before == byte) continue;
            moves.steps.data[at] = (char)byte;
            noticed += !is_believed(&o, &moves);
            changed++;
            moves.steps.data[at] = before;
        }
    assert_that(changed, >, 1000);
    assert_that(noticed, >, changed / 2);
    assert_true(is_believed(&o, &moves));
    alea__match_moves_clear(&moves);
    close_lineup(&o);
}

/* ---- runs ---- */

/* A run with Lua and WebAssembly uses workers: none of its bots is asked in a separate process. */
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
        cmocka_unit_test(moves_of_other_games_are_noticed),
        cmocka_unit_test(changed_bytes_of_moves_do_no_harm),
        cmocka_unit_test(runs_use_blocks_of_steps),
        cmocka_unit_test(matches_without_a_program_in_workers_are_refused),
    };
    return cmocka_run_group_tests(tests, write_bots, NULL);
}
