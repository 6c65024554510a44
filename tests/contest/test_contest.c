/* Whole contests: exact rates, ranks, and changes that must not affect them. */
#include "base/error.h"
#include "base/memory.h"
#include "bot/bot.h"
#include "contest_test.h"

#include <alea/exact.h>
#include <stdatomic.h>
#include <unistd.h>

static alea_game *hog;
static alea_sandbox *sandbox;

static int open_all(void **state)
{
    (void)state;
    hog = open_game("hog");
    sandbox = open_python_sandbox();
    write_tables("six", 6);
    return 0;
}

static int close_all(void **state)
{
    (void)state;
    alea_sandbox_free(sandbox);
    alea_game_free(hog);
    return 0;
}

#define PYTHON(name, body) \
    "PLAYER_NAME = " name "\ndef final_strategy(score, opponent_score):\n    " body "\n"

/* Computed twice by independent programs. */
static void rates_are_exact(void **state)
{
    (void)state;
    make_folder("known");
    write_table("known/four.csv", always, 4);
    write_file("known/six.py", PYTHON("'Six'", "return 6"));
    write_file("known/zero.lua", "return function(view) return 0 end");
    alea_contest *c = hold(hog, "known", sandbox, NULL);
    assert_near(rate_of(c, "four.csv", "six.py"), 0.462272807800, 1e-12);
    assert_near(rate_of(c, "four.csv", "zero.lua"), 0.657768800301, 1e-12);
    assert_that(c->error_bound, >, 0);
    assert_that(c->error_bound, <, 1e-12);
    assert_int_equal(entry_of(c, "six.py")->rank, 1);
    assert_int_equal(entry_of(c, "four.csv")->rank, 2);
    assert_string_equal(entry_of(c, "six.py")->name, "Six");
    assert_int_equal(c->pairs, 3);
    assert_int_equal(c->pairs_computed, 3);
    assert_int_equal(c->tabulated, 3);
    alea_contest_free(c);
}

static void without_time_trot_too(void **state)
{
    (void)state;
    alea_game *plain = open_game("hog(time_trot=false)");
    alea_contest *c = hold(plain, "known", sandbox, NULL);
    assert_near(rate_of(c, "four.csv", "six.py"), (0.469141036315 + 0.466318525831) / 2, 1e-12);
    alea_contest_free(c);
    alea_game_free(plain);
}

/* Compares with `alea eval`, for tables without any pattern. */
static void rates_are_those_of_single_evaluations(void **state)
{
    (void)state;
    alea_contest *c = hold(hog, "six", NULL, NULL);
    for (unsigned i = 0; i < c->count; i++)
        for (unsigned j = 0; j < i; j++) {
            char spec[2][200];
            alea_bot *bot[2];
            alea_evaluation eval;
            snprintf(spec[0], 200, "table:%s", c->entry[i].file);
            snprintf(spec[1], 200, "table:%s", c->entry[j].file);
            for (int k = 0; k < 2; k++)
                assert_int_equal(alea_bot_open(hog, spec[k], NULL, &bot[k], NULL), ALEA_OK);
            assert_int_equal(alea_bot_evaluate(hog, bot[0], bot[1], ALEA_WIN, NULL, &eval, NULL), ALEA_OK);
            const double rate = c->rate[i * c->count + j];
            assert_that(eval.mean.value.lower, <=, rate);
            assert_that(rate, <=, eval.mean.value.upper);
            for (int k = 0; k < 2; k++) alea_bot_free(bot[k]);
        }
    alea_contest_free(c);
}

static void rates_both_ways_round_add_up_to_one(void **state)
{
    (void)state;
    alea_contest *c = hold(hog, "six", NULL, NULL);
    for (unsigned i = 0; i < c->count; i++) {
        assert_that(c->rate[i * c->count + i], ==, 0.5);
        for (unsigned j = 0; j < c->count; j++)
            assert_that(c->rate[i * c->count + j] + c->rate[j * c->count + i], ==, 1);
    }
    alea_contest_free(c);
}

static void threads_change_nothing(void **state)
{
    (void)state;
    write_tables("some", 20);
    write_file("some/p.py", PYTHON("'P'", "return 5"));
    write_file("some/q.py", PYTHON("'Q'", "return -1"));
    alea_contest *one = hold(hog, "some", sandbox, &(alea_contest_options){.threads = 1});
    alea_contest *two = hold(hog, "some", sandbox, &(alea_contest_options){.threads = 2});
    assert_same_contest(one, two);
    assert_int_equal(one->pairs_computed, 21 * 20 / 2);
    alea_contest_free(one);
    alea_contest_free(two);
}

static void two_files_of_one_name_are_two_entries(void **state)
{
    (void)state;
    make_folder("namesakes");
    write_file("namesakes/a.py", PYTHON("'Same'", "return 4"));
    write_file("namesakes/b.py", PYTHON("'Same'", "return 6"));
    alea_contest *c = hold(hog, "namesakes", sandbox, NULL);
    assert_int_equal(c->count, 2);
    assert_string_equal(c->entry[0].name, c->entry[1].name);
    assert_int_equal(c->entry[1].matches_won, 1);
    alea_contest_free(c);
}

static void the_same_table_is_worth_a_half_and_is_computed_once(void **state)
{
    (void)state;
    make_folder("twins");
    write_table("twins/a.csv", always, 4);
    write_table("twins/b.csv", always, 4);
    write_table("twins/c.csv", always, 6);
    write_file("twins/d.lua", "return function() return 6 end");
    alea_contest *c = hold(hog, "twins", NULL, NULL);
    assert_that(rate_of(c, "a.csv", "b.csv"), ==, 0.5);
    assert_that(rate_of(c, "c.csv", "d.lua"), ==, 0.5);
    assert_that(rate_of(c, "a.csv", "d.lua"), ==, rate_of(c, "b.csv", "c.csv"));
    assert_int_equal(c->pairs, 6);
    assert_int_equal(c->pairs_computed, 1);
    assert_int_equal(c->tabulated, 3);
    assert_int_equal(entry_of(c, "c.csv")->rank, 1);
    assert_int_equal(entry_of(c, "d.lua")->rank, 1);
    assert_int_equal(entry_of(c, "a.csv")->rank, 3);
    assert_int_equal(entry_of(c, "a.csv")->award, ALEA_THIRD);
    alea_contest_free(c);
}

/* The rates of the six are the same whoever else is there. */
static void one_bad_entry_changes_nobody_elses_result(void **state)
{
    (void)state;
    alea_contest *alone = hold(hog, "six", NULL, NULL);
    write_file("six/bad.py", PYTHON("'Bad'", "import os; os.system('echo')\n    return 4"));
    write_file("six/impure.lua", "local n = 0 return function() n = n + 1 return n % 2 end");
    write_file("six/m.csv", "1,2,3\n");
    make_folder("six/n.py");
    assert_int_equal(symlink("gone", "six/o.py"), 0);
    alea_contest *with = hold(hog, "six", sandbox, NULL);
    assert_int_equal(with->count, alone->count + 5);
    assert_int_equal(with->ranked, alone->ranked);
    for (unsigned i = 0; i < alone->count; i++)
        for (unsigned j = 0; j < alone->count; j++)
            assert_that(alone->rate[i * alone->count + j], ==,
                        rate_of(with, alone->entry[i].file, alone->entry[j].file));
    for (unsigned i = 0; i < alone->count; i++)
        assert_int_equal(alone->entry[i].rank, entry_of(with, alone->entry[i].file)->rank);
    assert_true(isnan(rate_of(with, "bad.py", "t00.csv")) && isnan(rate_of(with, "t00.csv", "bad.py")));
    assert_true(isnan(rate_of(with, "bad.py", "bad.py")));
    assert_string_equal(entry_of(with, "impure.lua")->what, "impure");
    assert_string_equal(entry_of(with, "m.csv")->what, "table");
    assert_string_equal(entry_of(with, "n.py")->what, "file");
    assert_string_equal(entry_of(with, "o.py")->what, "file");
    assert_int_equal(entry_of(with, "bad.py")->rank, 0);
    alea_contest_free(alone);
    alea_contest_free(with);
}

/* Maria's file stays hers, and the target of a link is never shown. */
static void links_are_disqualified(void **state)
{
    (void)state;
    make_folder("thieves");
    make_folder("thieves/aaa");
    make_folder("thieves/maria");
    write_table("thieves/maria/m.csv", always, 6);
    write_table("thieves/tom.csv", always, 4);
    write_file("secret.txt", "the password");
    assert_int_equal(symlink("../maria/m.csv", "thieves/aaa/m.csv"), 0);
    assert_int_equal(symlink("../../secret.txt", "thieves/aaa/s.py"), 0);
    alea_contest *c = hold(hog, "thieves", NULL, NULL);
    assert_int_equal(c->count, 4);
    assert_int_equal(entry_of(c, "maria/m.csv")->award, ALEA_FIRST);
    assert_int_equal(entry_of(c, "tom.csv")->rank, 2);
    assert_string_equal(entry_of(c, "aaa/m.csv")->what, "file");
    assert_string_equal(entry_of(c, "aaa/m.csv")->reason,
                        "It is a link to ../maria/m.csv; submit the file itself.");
    assert_string_equal(entry_of(c, "aaa/s.py")->what, "file");
    assert_null(strstr(entry_of(c, "aaa/s.py")->reason, "password"));
    alea_contest_free(c);
}

/* It rolls 1 die, then 2 … 6, 0, 1 …: (global.set $n (i32.add (global.get $n) (i32.const 1))), modulo 7. */
static const unsigned char counts_its_calls[] =
    "\0asm\1\0\0\0\1\7\1\x60\2\x7f\x7f\1\x7f\3\2\1\0\6\6\1\x7f\1\x41\0\x0b"
    "\7\x2c\1\x28hog:player/strategy@0.1.0#final-strategy\0\0"
    "\x0a\x10\1\x0e\0\x23\0\x41\1\x6a\x24\0\x23\0\x41\7\x70\x0b";

/* The strategy of bots/hog/c-bacon. */
static unsigned bacon(unsigned own, unsigned opponent)
{
    const unsigned points = 1 + opponent / 10 * (opponent % 10) % 10, with = own + points;
    if (with % 10 == opponent / 10) return with < opponent ? 0 : 5;
    return with >= 100 || points >= 8 ? 0 : 5;
}

static void web_assembly_takes_part(void **state)
{
    (void)state;
    char path[4096];
    unsigned char *data;
    size_t size;
    make_folder("wasm");
    write_table("wasm/four.csv", always, 4);
    write_bytes("wasm/counts.wasm", counts_its_calls, sizeof counts_its_calls - 1);
    snprintf(path, sizeof path, "%s/bots/c-bacon.wasm", getenv("ALEA_BUILD"));
    if (alea__read_file(path, 1 << 20, &data, &size, NULL) != ALEA_OK)
        cannot_run("tests/bots are not built: there is no clang for WebAssembly");
    write_bytes("wasm/bacon.wasm", data, size);
    alea__free(data);
    alea_contest *c = hold(hog, "wasm", sandbox, NULL);
    const alea_contest_entry *good = entry_of(c, "bacon.wasm"), *bad = entry_of(c, "counts.wasm");
    assert_true(good->ok);
    for (unsigned i = 0; i < CELLS; i++) assert_int_equal(good->moves[i], bacon(i / SIDE, i % SIDE));
    assert_string_equal(good->name, "bacon");
    assert_int_equal(good->rank, 1);
    assert_string_equal(bad->what, "impure");
    assert_text_says(bad->reason,
                     "it answered 4, but a fresh instance that was asked in another order answered 1");
    alea_contest_free(c);
}

static void a_contest_of_the_disqualified_has_no_places(void **state)
{
    (void)state;
    write_file("alone.csv", "no\n");
    alea_contest *c = hold(hog, "alone.csv", NULL, NULL);
    assert_int_equal(c->count, 1);
    assert_int_equal(c->ranked, 0);
    assert_int_equal(c->pairs, 0);
    assert_true(isnan(c->rate[0]));
    alea_contest_free(c);
}

static void games_of_another_kind_have_no_contests(void **state)
{
    (void)state;
    alea_game *pig = open_game("pig");
    refuses(pig, "six", NULL, ALEA_E_REFUSED, "pig", "functions of the two scores");
    assert_false(alea_contest_shape(pig, NULL, NULL));
    alea_game_free(pig);
}

static void the_shape_is_that_of_the_rules(void **state)
{
    (void)state;
    alea_game *small = open_game("hog(goal=30)");
    uint32_t side, most;
    assert_true(alea_contest_shape(small, &side, &most));
    assert_int_equal(side, 30);
    assert_int_equal(most, 10);
    alea_game_free(small);
}

static void single_rates_have_both_orders_and_bounds(void **state)
{
    (void)state;
    static unsigned char four[CELLS], against[2 * CELLS];
    alea_rates rates[2];
    alea_error error;
    memset(four, 4, CELLS);
    memset(against, 6, CELLS);
    memset(against + CELLS, 4, CELLS);
    assert_int_equal(alea_contest_rates(hog, four, against, 2, rates, &error), ALEA_OK);
    assert_near(rates[0].first.lower, 0.466272232011, 1e-12);
    assert_near(rates[0].second.upper, 0.458273383589, 1e-12);
    assert_near(rates[0].mean.lower, 0.462272807800, 1e-12);
    assert_near(rates[1].first.lower, 0.509292567760, 1e-12);
    assert_that(rates[1].mean.lower, <=, 0.5);
    assert_that(0.5, <=, rates[1].mean.upper);
    assert_that(rates[1].mean.upper - rates[1].mean.lower, <, 1e-12);
    against[CELLS + 205] = 11;
    assert_int_equal(alea_contest_rates(hog, four, against, 2, rates, &error), ALEA_E_RANGE);
    assert_says(error, "answers 11 at own score 2, opponent's 5");
}

/* ---- stopping ---- */

typedef struct watcher {
    uint64_t until, last, total;
} watcher;

static int watch(void *user, uint64_t done, uint64_t total)
{
    watcher *w = user;
    assert_that(done, >=, w->last);
    assert_that(done, <=, total);
    w->last = done;
    w->total = total;
    return done >= w->until;
}

static void progress_counts_strategies_and_pairs(void **state)
{
    (void)state;
    watcher w = {.until = UINT64_MAX};
    alea_contest *c =
        hold(hog, "some", sandbox, &(alea_contest_options){.progress = {.report = watch, .user = &w}});
    assert_int_equal(w.last, 22 + 21 * 20 / 2);
    assert_int_equal(w.total, w.last);
    alea_contest_free(c);
}

static void a_contest_that_is_stopped_ranks_nobody(void **state)
{
    (void)state;
    static const uint64_t moments[] = {1, 22, 100};
    for (int i = 0; i < 3; i++) {
        watcher w = {.until = moments[i]};
        const alea_contest_options options = {.threads = 1, .progress = {.report = watch, .user = &w}};
        alea_contest *c = hold(hog, "some", sandbox, &options);
        assert_true(c->stopped);
        assert_int_equal(c->ranked, 0);
        assert_that(c->pairs_computed, <, 210);
        for (unsigned k = 0; k < c->count; k++) assert_true(c->entry[k].ok || c->entry[k].reason);
        alea_contest_free(c);
    }
}

/* ---- no room for all at once ---- */

/* A sandbox without memory for the first bots, which refuses all later ones. */
typedef struct crowded {
    alea_sandbox base;
    atomic_int left, asked;
} crowded;

static alea_status read_when_there_is_room(alea_sandbox *base, const alea_game *game,
                                           const alea__bot_text *text, alea_bot **out, alea_error *error)
{
    crowded *c = (crowded *)base;
    (void)game, (void)text, (void)out;
    atomic_fetch_add(&c->asked, 1);
    if (atomic_fetch_sub(&c->left, 1) > 0) return alea__fail(error, ALEA_E_SANDBOX, "There is no room.");
    return alea__fail(error, ALEA_E_BOT, "it is no bot");
}

static void a_file_for_which_there_is_no_room_waits(void **state)
{
    (void)state;
    crowded c = {.base = {.read_wasm = read_when_there_is_room, .options = {.max_size = ALEA_CONTEST_WASM}}};
    const alea_contest_options options = {.threads = 3};
    make_folder("crowd");
    for (int i = 0; i < 6; i++) {
        char path[20], text[20];
        snprintf(path, sizeof path, "crowd/%d.wasm", i);
        snprintf(text, sizeof text, "file %d", i);
        write_file(path, text);
    }
    write_table("crowd/four.csv", always, 4);
    atomic_store(&c.left, 4); /* four of the six must wait */
    alea_contest *contest = hold(hog, "crowd", &c.base, &options);
    assert_int_equal(contest->tabulated, 7);
    assert_int_equal(atomic_load(&c.asked), 10);
    assert_string_equal(entry_of(contest, "5.wasm")->what, "bot");
    assert_true(entry_of(contest, "four.csv")->ok);
    alea_contest_free(contest);
    const char *path = "crowd"; /* a file that never gets memory is not to blame */
    atomic_store(&c.left, 1000);
    assert_int_equal(alea_contest_run(hog, &path, 1, &c.base, &options, &contest, &test_error),
                     ALEA_E_SANDBOX);
    assert_says(test_error, "There is no room.");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_for_which_there_is_no_room_waits),
        cmocka_unit_test(rates_are_exact),
        cmocka_unit_test(without_time_trot_too),
        cmocka_unit_test(rates_are_those_of_single_evaluations),
        cmocka_unit_test(rates_both_ways_round_add_up_to_one),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(two_files_of_one_name_are_two_entries),
        cmocka_unit_test(the_same_table_is_worth_a_half_and_is_computed_once),
        cmocka_unit_test(one_bad_entry_changes_nobody_elses_result),
        cmocka_unit_test(links_are_disqualified),
        cmocka_unit_test(web_assembly_takes_part),
        cmocka_unit_test(a_contest_of_the_disqualified_has_no_places),
        cmocka_unit_test(games_of_another_kind_have_no_contests),
        cmocka_unit_test(the_shape_is_that_of_the_rules),
        cmocka_unit_test(single_rates_have_both_orders_and_bounds),
        cmocka_unit_test(progress_counts_strategies_and_pairs),
        cmocka_unit_test(a_contest_that_is_stopped_ranks_nobody),
    };
    return cmocka_run_group_tests(tests, open_all, close_all);
}
