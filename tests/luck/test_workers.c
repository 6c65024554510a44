/* Luck-adjusted play of bots in workers: whole blocks are played in one worker and then once more here. The sums are those of the
   same bots in this process, also where a worker fails or lies. */
#include "luck/luck_test.h"
#include "play/match_replay.h"
#include "sandbox/lab.h"

#include <stdatomic.h>

enum { MOST_BOTS = 3 };

/* A match; the bots end with NULL. */
typedef struct match {
    const char *game;
    const char *bots[MOST_BOTS + 1];
} match;

typedef struct opened {
    alea_game *game;
    alea_sandbox *sandbox;
    alea_bot *bots[ALEA_MAX_SEATS];
    alea__luck *luck;
} opened;

static opened open_match(const match *m, bool workers)
{
    char worker[LAB_PATH];
    opened o = {.game = NULL};
    unsigned players = 0;
    while (m->bots[players]) players++;
    snprintf(worker, sizeof worker, "%s/alea-worker", getenv("ALEA_BUILD"));
    o.game = open_game_for(m->game, players);
    OK(alea_sandbox_open(
        &(alea_sandbox_options){
            .worker = worker, .no_isolation = !workers, .fuel = 200000, .memory = 1 << 20},
        &o.sandbox, &test_error));
    for (unsigned i = 0; i < players; i++) o.bots[i] = lab_bot(o.game, o.sandbox, m->bots[i]);
    o.luck = open_luck(o.game, ALEA_WIN, NULL);
    return o;
}

static void close_match(opened *o)
{
    alea__luck_close(o->luck);
    for (unsigned i = 0; i < ALEA_MAX_SEATS; i++) alea_bot_free(o->bots[i]);
    alea_sandbox_free(o->sandbox);
    alea_game_free(o->game);
}

/* Plays games of two blocks. */
static alea__luck_sums play(const opened *o, bool common_dice)
{
    alea__luck_sums sums;
    const unsigned players = alea_game_players(o->game);
    const alea__luck_match how = {
        .bots = o->bots, .seed = LUCK_SEED, .seats = ALEA_ROTATE, .common_dice = common_dice};
    const uint64_t block = (uint64_t)ALEA__BLOCK * (common_dice ? players : 1);
    OK(alea__luck_play(o->luck, &how, (alea__luck_span){block - 30 * players, 60 * players}, 0, &sums,
                       &test_error));
    assert_int_equal(sums.games, 60 * players);
    return sums;
}

static const match matches[] = {
    {"pig-pen", {"wasm:threshold25", "hold(20)"}},
    {"pig", {"wasm:stateful", "wasm:original-random"}},
    {"pig(goal=50)", {"wasm:original-random", "hold(15)", "wasm:reads_others"}},
    {"pig-pen", {"wasm:trap_third_game", "forfeit(3)"}},
    {"pig-pen", {"wasm:endless", "wasm:abort", "hold(25)"}},
};

static void sums_are_those_of_bots_in_this_process(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof matches / sizeof *matches; i++) {
        opened workers = open_match(&matches[i], true), here = open_match(&matches[i], false);
        for (int common = 0; common < 2; common++) {
            const alea__luck_sums there = play(&workers, common), expected = play(&here, common);
            assert_memory_equal(&there, &expected, sizeof there);
        }
        close_match(&workers);
        close_match(&here);
    }
}

/* Whether a program was tested pure meanwhile must not change the counts: restoring a bot with a memory before each
   question would change its fuel. */
static void a_test_of_purity_changes_nothing(void **state)
{
    (void)state;
    for (int isolated = 0; isolated < 2; isolated++) {
        opened o = open_match(&matches[1], isolated);
        const alea__luck_sums before = play(&o, true);
        for (unsigned i = 0; i < 2; i++) o.bots[i]->purity = ALEA_TESTED_PURE;
        const alea__luck_sums after = play(&o, true);
        assert_memory_equal(&before, &after, sizeof before);
        for (unsigned i = 0; i < 2; i++) o.bots[i]->purity = ALEA_DECLARED_PURE;
        const alea__luck_sums declared = play(&o, true);
        assert_memory_not_equal(&before, &declared, sizeof before);
        close_match(&o);
    }
}

/* ---- lies ---- */

static enum lie { LIE_NOTHING, LIE_FAILS, LIE_BYTES, LIE_LATE, LIES } lie;
static atomic_uint lies_told; /* by all threads */

static void liar_free(alea__remote_match *m)
{
    (void)m;
}

/* Pretends to have played. LIE_LATE: the first rotation fails at its end, after all its games were observed. */
static bool liar_record(alea__remote_match *m, const alea__remote_span *span, alea__match_moves *out)
{
    (void)m;
    lies_told++;
    out->counts.tally.games = span->games;
    for (unsigned i = 0; i < ALEA_MAX_SEATS; i++) out->start_fails[i] = ALEA__STARTS;
    if (lie == LIE_FAILS) return false;
    for (unsigned i = 0; lie == LIE_LATE && i < 3; i++) alea__add_failure(&out->steps, ALEA_TRAP, "");
    for (unsigned i = 0; lie == LIE_BYTES && i < 1000; i++)
        alea__text_add_bytes(&out->steps, &(unsigned char){(unsigned char)(i * 37 % 3)}, 1);
    return true;
}

static bool liar_play(alea__remote_match *m, uint64_t first, uint64_t games, alea__counts *counts)
{
    (void)m, (void)first, (void)games, (void)counts;
    fail_msg("nobody asks for counts alone");
    return false;
}

static alea_status liar_open(const alea__match *m, alea__remote_match **out, alea_error *error)
{
    static const alea__remote_match_ops ops = {liar_free, liar_play, liar_record};
    static alea__remote_match liar = {&ops};
    (void)m, (void)error;
    *out = &liar;
    return ALEA_OK;
}

static void what_a_liar_says_counts_for_nothing(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof matches / sizeof *matches; i++) {
        opened o = open_match(&matches[i], false);
        for (int common = 0; common < 2; common++) {
            const alea__luck_sums expected = play(&o, common);
            for (lie = 0; lie < LIES; lie++) {
                lies_told = 0;
                o.bots[0]->open_match = liar_open;
                const alea__luck_sums sums = play(&o, common);
                o.bots[0]->open_match = NULL;
                assert_memory_equal(&sums, &expected, sizeof sums);
                assert_that(lies_told, >=, 2); /* one for each block */
            }
        }
        close_match(&o);
    }
}

static alea_status refusing_open(const alea__match *m, alea__remote_match **out, alea_error *error)
{
    (void)m, (void)out;
    return alea__fail(error, ALEA_E_REFUSED, "Not today.");
}

static void without_a_worker_for_all_each_bot_has_its_own(void **state)
{
    (void)state;
    opened o = open_match(&matches[0], false);
    const alea__luck_sums expected = play(&o, true);
    o.bots[0]->open_match = refusing_open;
    const alea__luck_sums sums = play(&o, true);
    assert_memory_equal(&sums, &expected, sizeof sums);
    close_match(&o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_are_those_of_bots_in_this_process),
        cmocka_unit_test(a_test_of_purity_changes_nothing),
        cmocka_unit_test(what_a_liar_says_counts_for_nothing),
        cmocka_unit_test(without_a_worker_for_all_each_bot_has_its_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
