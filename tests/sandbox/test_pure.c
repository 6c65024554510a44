/* Bots that are functions, in four languages: exact results of each against each, compared with the built-in policies that they are
   and with games. Some remember something and say that they do not, or are said not to; they play as they do when first asked.

   With ALEA_SOAK all twenty play each against each in Pig-Pen; else some of them, and some pairs. */
#include "lab.h"
#include <alea/exact.h>

#include <pthread.h>
#include <stdatomic.h>
#include <sys/stat.h>
#include <time.h>

/* How the test comes to take the bot for pure. */
typedef enum entrant_is { TESTED, SAYS_SO, IS_SAID } entrant_is;

typedef struct entrant {
    const char *file;
    entrant_is is;
    const char *same_as; /* an equivalent built-in policy, or NULL */
    bool usual;          /* it plays without ALEA_SOAK */
} entrant;

static const entrant entrants[] = {
    {"c_at_30", TESTED, "hold-at-total(30)", false},
    {"c_at_90", SAYS_SO, "hold-at-total(90)", false},
    {"c_modulo_25", TESTED, NULL, true},
    {"c_ahead_15", TESTED, NULL, false},
    {"c_liar_45", SAYS_SO, "hold-at-total(45)", true},
    {"zig_at_45", TESTED, "hold-at-total(45)", true},
    {"zig_at_75", TESTED, "hold-at-total(75)", false},
    {"zig_modulo_20", TESTED, NULL, false},
    {"zig_ahead_10", TESTED, NULL, false},
    {"zig_calls", IS_SAID, "hold-at-total(60)", false},
    {"as_at_60", TESTED, "hold-at-total(60)", false},
    {"as_at_30", TESTED, "hold-at-total(30)", false},
    {"as_modulo_33", TESTED, NULL, false},
    {"as_ahead_20", TESTED, NULL, false},
    {"as_calls", IS_SAID, "hold-at-total(75)", true},
    {"wat_at_101", TESTED, "hold-at-total(101)", false},
    {"wat_at_45", SAYS_SO, "hold-at-total(45)", true},
    {"wat_timid", TESTED, "hold(1)", false},
    {"wat_mixed", TESTED, NULL, false},
    {"wat_hides", SAYS_SO, "hold-at-total(30)", false},
};
enum { ENTRANTS = sizeof entrants / sizeof *entrants };

static alea_game *pig_pen, *pig;

static int open_games(void **state)
{
    (void)state;
    pig_pen = lab_game("pig-pen");
    pig = lab_game("pig");
    mkdir("cache", 0700);
    return 0;
}

static int close_games(void **state)
{
    (void)state;
    alea_game_free(pig_pen);
    alea_game_free(pig);
    return 0;
}

static bool soaks(void)
{
    const char *soak = getenv("ALEA_SOAK");
    return soak && *soak == '1';
}

/* The file of a bot, from the build or assembled here. NULL if the build has no tools for its language. */
static const char *entrant_path(const entrant *e, char path[LAB_PATH])
{
    char name[64];
    struct stat about;
    if (strncmp(e->file, "wat_", 4) == 0) {
        snprintf(name, sizeof name, "pure/%s", e->file);
        snprintf(path, LAB_PATH, "%s.wasm", e->file);
        lab_assemble_bot(name, path);
        return path;
    }
    snprintf(path, LAB_PATH, "%s/tests/bots/pure/%s.wasm", getenv("ALEA_BUILD"), e->file);
    if (stat(path, &about) == 0) return path;
    print_message("%s is not built and does not play.\n", e->file);
    return NULL;
}

static alea_bot *entrant_open(const entrant *e, const alea_game *game, alea_sandbox *sandbox)
{
    char path[LAB_PATH];
    alea_bot *bot;
    if (!entrant_path(e, path)) return NULL;
    OK(alea_bot_open(game, path, sandbox, &bot, &test_error));
    assert_int_equal(alea_bot_purity(bot), e->is == SAYS_SO ? ALEA_DECLARED_PURE : ALEA_PURITY_UNKNOWN);
    if (e->is == IS_SAID) OK(alea_bot_declare_pure(bot, &test_error));
    return bot;
}

/* ---- each against each ---- */

static alea_evaluation evaluate(const alea_game *game, alea_bot *a, alea_bot *b, alea_objective objective)
{
    alea_evaluation found;
    OK(alea_bot_evaluate(game, a, b, objective, NULL, &found, &test_error));
    return found;
}

/* Both contain the exact result; a built-in policy is followed further than a table of answers. */
static void same_result(const char *a, const char *b, const alea_interval *got, const alea_interval *want)
{
    const bool overlap = got->lower <= want->upper && want->lower <= got->upper;
    if (overlap && got->upper - got->lower < 1e-6 && want->upper - want->lower < 1e-6) return;
    fail_msg("%s against %s: %.17g … %.17g, but the built-in policies: %.17g … %.17g", a, b, got->lower,
             got->upper, want->lower, want->upper);
}

/* The same policy in two languages has the same answers, and so the same bits. */
static void same_bits(const char *a, const char *b, const alea_evaluation *got, const alea_evaluation *want)
{
    if (memcmp(got, want, sizeof *got) != 0)
        fail_msg("%s and %s differ: %.17g, %.17g", a, b, got->mean.value.lower, want->mean.value.lower);
}

/* Both are the same result, seen from the other side. */
static void mirrored(const alea_exact *one, const alea_exact *other)
{
    assert_that(one->money.lower + other->money.upper, >=, -1e-6);
    assert_that(one->money.lower + other->money.upper, <=, 1e-6);
    assert_that(one->win.lower - other->loss.upper, <=, 1e-9);
    assert_that(other->loss.lower - one->win.upper, <=, 1e-9);
}

/* The result of i against j, which two built-in policies have, too, or which is the same from the other side. */
static void check_pair(const alea_game *game, unsigned i, unsigned j, alea_bot *const bot[ENTRANTS],
                       alea_bot *const builtin[ENTRANTS])
{
    const alea_objective objective = alea_game_objective(game);
    const alea_evaluation found = evaluate(game, bot[i], bot[j], objective);
    if (builtin[i] || builtin[j]) {
        const alea_evaluation same =
            evaluate(game, builtin[i] ? builtin[i] : bot[i], builtin[j] ? builtin[j] : bot[j], objective);
        same_result(entrants[i].file, entrants[j].file, &found.first.value, &same.first.value);
        same_result(entrants[i].file, entrants[j].file, &found.second.value, &same.second.value);
        same_result(entrants[i].file, entrants[j].file, &found.mean.turns, &same.mean.turns);
    } else {
        const alea_evaluation back = evaluate(game, bot[j], bot[i], objective);
        mirrored(&found.first, &back.second);
        mirrored(&found.second, &back.first);
    }
}

static double seconds(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* A round robin, and the next pair of it. */
typedef struct round_robin {
    const alea_game *game;
    alea_bot *const *bot;
    atomic_uint next;   /* i * ENTRANTS + j */
    atomic_uint played; /* pairs */
    atomic_bool failed;
} round_robin;

static void *evaluate_some(void *user)
{
    round_robin *r = user;
    alea_solve_options options = ALEA_SOLVE_OPTIONS_INIT;
    options.threads = 1;
    for (unsigned at; (at = atomic_fetch_add(&r->next, 1)) < ENTRANTS * ENTRANTS;) {
        alea_bot *one = r->bot[at / ENTRANTS], *two = r->bot[at % ENTRANTS];
        alea_evaluation found;
        if (at / ENTRANTS >= at % ENTRANTS || !one || !two) continue;
        if (alea_bot_evaluate(r->game, one, two, alea_game_objective(r->game), &options, &found, NULL) !=
            ALEA_OK)
            atomic_store(&r->failed, true);
        atomic_fetch_add(&r->played, 1);
    }
    return NULL;
}

/* Evaluates all pairs, two at once, which is the user's waiting time. Each bot was asked by all threads before. */
static unsigned evaluate_all(const alea_game *game, alea_bot *const bot[ENTRANTS])
{
    round_robin r = {.game = game, .bot = bot};
    pthread_t other;
    for (unsigned i = 0; i < ENTRANTS; i++)
        if (bot[i]) evaluate(game, bot[i], bot[i], alea_game_objective(game));
    assert_int_equal(pthread_create(&other, NULL, evaluate_some, &r), 0);
    evaluate_some(&r);
    pthread_join(other, NULL);
    assert_false(atomic_load(&r.failed));
    return atomic_load(&r.played);
}

/* Bots that are the same built-in policy, against one that is none. */
static void check_twins(const alea_game *game, alea_bot *const bot[ENTRANTS])
{
    const unsigned other = 2; /* c_modulo_25 */
    for (unsigned i = 0; i < ENTRANTS; i++)
        for (unsigned j = 0; j < i; j++) {
            const char *one = entrants[i].same_as, *two = entrants[j].same_as;
            if (!bot[i] || !bot[j] || !bot[other] || !one || !two || strcmp(one, two) != 0) continue;
            const alea_evaluation a = evaluate(game, bot[i], bot[other], alea_game_objective(game)),
                                  b = evaluate(game, bot[j], bot[other], alea_game_objective(game));
            same_bits(entrants[i].file, entrants[j].file, &a, &b);
        }
}

static void check_all(const alea_game *game, bool all)
{
    alea_bot *bot[ENTRANTS] = {NULL}, *builtin[ENTRANTS] = {NULL};
    alea_sandbox *sandbox = lab_sandbox(&(alea_sandbox_options){.cache_folder = "cache"});
    for (unsigned i = 0; i < ENTRANTS; i++) {
        const entrant *e = &entrants[i];
        if (!all && !e->usual) continue;
        bot[i] = entrant_open(e, game, sandbox);
        if (bot[i] && e->same_as) OK(alea_bot_open(game, e->same_as, NULL, &builtin[i], &test_error));
    }
    const double began = seconds(CLOCK_MONOTONIC), worked = seconds(CLOCK_PROCESS_CPUTIME_ID);
    const unsigned pairs = soaks() ? evaluate_all(game, bot) : 0;
    if (soaks())
        print_message("%u pairs in %.1f s, with %.1f s of processor time\n", pairs,
                      seconds(CLOCK_MONOTONIC) - began, seconds(CLOCK_PROCESS_CPUTIME_ID) - worked);
    for (unsigned i = 0; i < ENTRANTS; i++)
        for (unsigned j = 0; j < i; j++)
            if (bot[i] && bot[j] && (soaks() || (i + j) % 4 == 1)) check_pair(game, j, i, bot, builtin);
    check_twins(game, bot);
    for (unsigned i = 0; i < ENTRANTS; i++) {
        if (bot[i])
            assert_int_equal(alea_bot_purity(bot[i]),
                             entrants[i].is == TESTED ? ALEA_TESTED_PURE : ALEA_DECLARED_PURE);
        alea_bot_free(bot[i]);
        alea_bot_free(builtin[i]);
    }
    alea_sandbox_free(sandbox);
}

static void exact_results_are_those_of_the_same_policies(void **state)
{
    (void)state;
    check_all(pig_pen, soaks());
}

/* Pig has few questions, so that the one that takes a fresh instance for each can play, too. */
static void all_twenty_play_pig(void **state)
{
    (void)state;
    if (!getenv("ALEA_TEST_WORKERS")) check_all(pig, true);
}

/* ---- answers are kept ---- */

static int count_report(void *user, uint64_t done, uint64_t total)
{
    (void)done, (void)total;
    ++*(unsigned *)user;
    return 0;
}

/* The number of progress reports while the bot was asked in all positions; fills *found. */
static unsigned asked(const entrant *e, const char *folder, alea_evaluation *found)
{
    unsigned reports = 0;
    alea_sandbox *sandbox = lab_sandbox(&(alea_sandbox_options){.cache_folder = folder});
    alea_bot *bot = entrant_open(e, pig_pen, sandbox), *other;
    alea_solve_options options = ALEA_SOLVE_OPTIONS_INIT;
    options.progress = (alea_progress){.report = count_report, .user = &reports};
    OK(alea_bot_open(pig_pen, "hold(20)", NULL, &other, &test_error));
    OK(alea_bot_evaluate(pig_pen, bot, other, ALEA_MONEY, &options, found, &test_error));
    assert_int_equal(alea_bot_purity(bot), e->is == TESTED ? ALEA_TESTED_PURE : ALEA_DECLARED_PURE);
    alea_bot_free(bot);
    alea_bot_free(other);
    alea_sandbox_free(sandbox);
    return reports;
}

static void a_bot_is_asked_once(void **state)
{
    (void)state;
    alea_evaluation found[3];
    const entrant tested = {"wat_at_45", SAYS_SO, NULL, true}, said = {"wat_timid", IS_SAID, NULL, true},
                  timid = {"wat_timid", TESTED, NULL, true};
    mkdir("kept", 0700);
    const unsigned alone = asked(&tested, NULL, &found[0]), first = asked(&tested, "kept", &found[1]),
                   again = asked(&tested, "kept", &found[2]);
    assert_that(alone, >, 0);
    assert_int_equal(first, alone);
    assert_that(again, <, alone);
    assert_memory_equal(&found[0], &found[1], sizeof found[0]);
    assert_memory_equal(&found[0], &found[2], sizeof found[0]);
    /* Findings about a declared bot do not apply to the same file without a declaration. */
    asked(&said, "kept", &found[0]);
    asked(&timid, "kept", &found[1]);
    asked(&timid, "kept", &found[2]);
    assert_memory_equal(&found[0], &found[1], sizeof found[0]);
    assert_memory_equal(&found[0], &found[2], sizeof found[0]);
}

/* With a limit of fuel: whether the bot has exact results. */
static alea_status asked_within(const entrant *e, const char *folder, uint64_t fuel)
{
    alea_evaluation found;
    alea_sandbox *sandbox = lab_sandbox(&(alea_sandbox_options){.cache_folder = folder});
    alea_bot *bot = entrant_open(e, pig_pen, sandbox);
    alea_solve_options options = ALEA_SOLVE_OPTIONS_INIT;
    options.fuel = fuel;
    alea_status status = alea_bot_evaluate(pig_pen, bot, bot, ALEA_MONEY, &options, &found, NULL);
    alea_bot_free(bot);
    alea_sandbox_free(sandbox);
    return status;
}

/* Whether the cache contains answers or not. */
static void a_costly_bot_is_refused_though_its_answers_are_kept(void **state)
{
    (void)state;
    alea_evaluation found;
    const entrant timid = {"wat_timid", TESTED, NULL, true};
    mkdir("costs", 0700);
    assert_int_equal(asked_within(&timid, "costs", 1000), ALEA_E_REFUSED);
    asked(&timid, "costs", &found);
    assert_int_equal(asked_within(&timid, "costs", 1000), ALEA_E_REFUSED);
    assert_int_equal(asked_within(&timid, "costs", UINT64_C(1) << 40), ALEA_OK);
}

/* ---- games ---- */

/* A match of the bot, and of a policy, against the same others, game by game the same. */
static void plays_as(const entrant *e, const alea_game *game, alea_path path, uint64_t games)
{
    alea_sandbox *sandbox = lab_sandbox(NULL);
    alea_bot *bot = entrant_open(e, game, sandbox), *same, *others[2];
    alea_run_result *result[2];
    if (!bot) {
        alea_sandbox_free(sandbox);
        return;
    }
    OK(alea_bot_open(game, e->same_as, NULL, &same, &test_error));
    OK(alea_bot_open(game, "hold(20)", NULL, &others[0], &test_error));
    OK(alea_bot_open(game, "random(0.7)", NULL, &others[1], &test_error));
    const unsigned players = alea_game_players(game);
    const alea_run_options options = {.games = games, .path = path};
    for (int i = 0; i < 2; i++) {
        alea_bot *const seats[] = {i == 0 ? bot : same, others[0], others[1]};
        OK(alea_run_match(game, seats, players, &options, &result[i], &test_error));
    }
    assert_int_equal(result[0]->se_from_blocks, false);
    for (unsigned i = 0; i < players; i++) {
        const alea_standing *got = &result[0]->standing[i], *want = &result[1]->standing[i];
        assert_int_equal(got->forfeits, 0);
        assert_int_equal(got->wins, want->wins);
        assert_int_equal(got->money_total, want->money_total);
    }
    for (int i = 0; i < 2; i++) alea_run_result_free(result[i]);
    alea_bot_free(bot);
    alea_bot_free(same);
    alea_bot_free(others[0]);
    alea_bot_free(others[1]);
    alea_sandbox_free(sandbox);
}

/* On every path, and against more players, too. */
static void liars_play_as_they_answer_first(void **state)
{
    (void)state;
    alea_game *three = lab_game("pig-pen(players=3)");
    for (unsigned i = 0; i < ENTRANTS; i++) {
        const entrant *e = &entrants[i];
        if (e->is == TESTED || !e->same_as) continue;
        const uint64_t games = strcmp(e->file, "wat_hides") == 0 ? 300 : 9000;
        plays_as(e, pig_pen, ALEA_PATH_AUTO, games);
        if (strncmp(e->file, "wat_", 4) != 0)
            plays_as(e, three, ALEA_PATH_STEP, games); /* those see one other */
    }
    alea_game_free(three);
}

static void the_block_path_refuses_them(void **state)
{
    (void)state;
    alea_sandbox *sandbox = lab_sandbox(NULL);
    const entrant liar = {"wat_at_45", SAYS_SO, NULL, true};
    alea_bot *bot = entrant_open(&liar, pig_pen, sandbox), *other;
    alea_run_result *result;
    alea_error error = {0};
    OK(alea_bot_open(pig_pen, "hold(20)", NULL, &other, &test_error));
    alea_bot *const seats[] = {bot, other};
    const alea_run_options options = {.games = 100, .path = ALEA_PATH_BLOCK};
    assert_int_equal(alea_run_match(pig_pen, seats, 2, &options, &result, &error), ALEA_E_REFUSED);
    assert_non_null(strstr(error.message, "is restored before each question"));
    alea_bot_free(bot);
    alea_bot_free(other);
    alea_sandbox_free(sandbox);
}

/* ---- Lua ---- */

static void a_bot_in_lua_is_restored(void **state)
{
    (void)state;
    static const char text[] =
        "local calls = 0\n"
        "return function(view)\n"
        "  calls = calls + 1\n"
        "  if calls > 1 then return 'hold' end\n"
        "  if view.leader then return view.total <= view.leader and 'roll' or 'hold' end\n"
        "  return view.turn < 25 and view.total <= view.goal and 'roll' or 'hold'\n"
        "end\n";
    alea_bot *bot, *same, *other;
    alea_run_result *result[2];
    assert_int_equal(alea__write_file("calls.lua", text, sizeof text - 1, NULL), ALEA_OK);
    OK(alea_bot_open(pig_pen, "calls.lua", NULL, &bot, &test_error));
    OK(alea_bot_open(pig_pen, "hold(25)", NULL, &same, &test_error));
    OK(alea_bot_open(pig_pen, "hold(20)", NULL, &other, &test_error));
    char before[65];
    memcpy(before, bot->identity, sizeof before);
    OK(alea_bot_declare_pure(bot, &test_error));
    assert_string_not_equal(before, bot->identity); /* parts of its runs are not mixed with others */
    const alea_run_options options = {.games = 200};
    for (int i = 0; i < 2; i++) {
        alea_bot *const seats[] = {i == 0 ? bot : same, other};
        OK(alea_run_match(pig_pen, seats, 2, &options, &result[i], &test_error));
    }
    assert_int_equal(result[0]->standing[0].wins, result[1]->standing[0].wins);
    assert_int_equal(result[0]->standing[0].money_total, result[1]->standing[0].money_total);
    for (int i = 0; i < 2; i++) alea_run_result_free(result[i]);
    alea_bot_free(bot);
    alea_bot_free(same);
    alea_bot_free(other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exact_results_are_those_of_the_same_policies),
        cmocka_unit_test(all_twenty_play_pig),
        cmocka_unit_test(a_bot_is_asked_once),
        cmocka_unit_test(a_costly_bot_is_refused_though_its_answers_are_kept),
        cmocka_unit_test(liars_play_as_they_answer_first),
        cmocka_unit_test(the_block_path_refuses_them),
        cmocka_unit_test(a_bot_in_lua_is_restored),
    };
    return cmocka_run_group_tests(tests, open_games, close_games);
}
