/* Exact spreads: small games against all games there are, the large one against published numbers. */
#include "base/kernel.h"
#include "base/memory.h"
#include "bot/bot.h"
#include "despirala/despirala_test.h"
#include "family/despirala/distribution/distribution.h"
#include "family/despirala/solve/plan.h"
#include "support/facts.h"

/* ---- brute force: the referee asks the bot in every position that there is ---- */

enum { SCORES = 200, MOST_STATES = 1 << 20 };

typedef struct known {
    despirala_state state; /* without its score */
    double *spread;        /* of the points to come */
} known;

typedef struct brute {
    const despirala_rules *rules;
    const despirala_bot *bot;
    known *table;
} brute;

static known *find(const brute *b, const despirala_state *s)
{
    uint64_t hash = UINT64_C(14695981039346656037);
    const unsigned char *bytes = (const unsigned char *)s;
    for (size_t i = 0; i < sizeof *s; i++) hash = (hash ^ bytes[i]) * UINT64_C(1099511628211);
    for (size_t at = hash % MOST_STATES;; at = (at + 1) % MOST_STATES)
        if (!b->table[at].spread || memcmp(&b->table[at].state, s, sizeof *s) == 0) return &b->table[at];
}

static const double *spread_of(const brute *b, despirala_state s);

static void add_shifted(const brute *b, despirala_state next, double share, double *out)
{
    const uint32_t points = next.player[0].score;
    next.player[0].score = 0;
    const double *later = spread_of(b, next);
    for (uint32_t i = 0; i + points < SCORES; i++) out[i + points] += share * later[i];
}

static void work_out(const brute *b, despirala_state s, double *out)
{
    uint32_t outcomes = 1;
    if (s.phase == DESPIRALA_FINISHED) {
        out[0] = 1;
    } else if (s.phase == DESPIRALA_ROLL) {
        for (uint32_t i = 0; i < s.rolled; i++) outcomes *= b->rules->sides;
        for (uint32_t i = 0; i < outcomes; i++) {
            despirala_state next = s;
            despirala_roll(b->rules, &next, i);
            add_shifted(b, next, 1.0 / outcomes, out);
        }
    } else {
        despirala_move(b->rules, &s, despirala_decide(b->rules, b->bot, &s, NULL));
        add_shifted(b, s, 1, out);
    }
}

/* `s` has no score yet. */
static const double *spread_of(const brute *b, despirala_state s)
{
    known *k = find(b, &s);
    if (k->spread) return k->spread;
    double *out = calloc(SCORES, sizeof *out);
    assert_non_null(out);
    work_out(b, s, out);
    k = find(b, &s); /* others came in meanwhile */
    k->state = s;
    k->spread = out;
    return out;
}

static void brute_force(const alea_game *game, const alea_bot *bot, double out[SCORES])
{
    brute b = {.rules = despirala_rules_of(game->rules), .bot = (const despirala_bot *)bot->policy};
    despirala_state s;
    memset(&s, 0, sizeof s);
    b.table = calloc(MOST_STATES, sizeof *b.table);
    assert_non_null(b.table);
    despirala_start(b.rules, &s);
    memcpy(out, spread_of(&b, s), SCORES * sizeof *out);
    for (size_t i = 0; i < MOST_STATES; i++) free(b.table[i].spread);
    free(b.table);
}

/* ---- */

static alea_distribution *spread(const alea_game *game, const char *name, const alea_stats_options *options)
{
    alea_distribution *out = NULL;
    alea_bot *bot = open_bot(game, name);
    OK(alea_stats_compute(game, bot, options, &out, &test_error));
    alea_bot_free(bot);
    return out;
}

static double solved(const alea_game *game)
{
    alea_table *table = NULL;
    OK(alea_table_solve(game, ALEA_SCORE, NULL, &table, &test_error));
    const alea_interval start = table_facts(table).start;
    alea_table_free(table);
    return (start.lower + start.upper) / 2;
}

static double points_and_goods(const alea_game *game, const alea_distribution *s)
{
    double sum = s->goods_mean * despirala_rules_of(game->rules)->good_points;
    for (unsigned i = 0; i < s->parts; i++) sum += s->part[i].points;
    return sum;
}

static void a_small_games_spread_is_that_of_all_games_there_are(void **unused)
{
    (void)unused;
    static const char *const parameters[] = {"",       "misere=true",   "reroll=false",
                                             "gain=0", "good_points=3", "gain=4,good_points=0"};
    static const char *const bots[] = {"optimal", "optimal(ties=go-on)", "sampled(1,7)"};
    for (size_t p = 0; p < sizeof parameters / sizeof *parameters; p++)
        for (size_t b = 0; b < sizeof bots / sizeof *bots; b++) {
            double wanted[SCORES];
            alea_game *game = open_small(parameters[p], 1);
            alea_bot *bot = open_bot(game, bots[b]);
            brute_force(game, bot, wanted);
            alea_distribution *got = spread(game, bots[b], NULL);
            assert_that(got->scores, <=, SCORES);
            for (uint32_t i = 0; i < got->scores; i++) {
                assert_near(got->probability[i], wanted[i], 1e-13 * wanted[i] + 1e-300);
                assert_true(wanted[i] > 0 || got->probability[i] == 0);
            }
            assert_near(points_and_goods(game, got), got->summary.mean, 1e-11);
            alea_distribution_free(got);
            alea_bot_free(bot);
            alea_game_free(game);
        }
}

static void its_mean_is_the_solved_value_and_its_mass_is_one(void **unused)
{
    (void)unused;
    static const char *const parameters[] = {"", "misere=true", "reroll=false", "gain=7"};
    for (size_t p = 0; p < sizeof parameters / sizeof *parameters; p++) {
        alea_game *game = open_small(parameters[p], 1);
        alea_distribution *s = spread(game, "optimal", NULL);
        assert_near(s->mass, 1, 1e-14);
        assert_near(s->summary.mean, solved(game), 1e-11);
        double goods = 0;
        for (uint32_t g = 0; g < s->goods; g++) goods += s->goods_probability[g];
        assert_near(goods, 1, 1e-14);
        alea_distribution_free(s);
        alea_game_free(game);
    }
}

/* The numbers of the game's own figures, and of an independent program. */
static void assert_spread(const char *game_spec, alea_ties ties, double mean, double stdev,
                          double stdev_digit, const uint32_t percentile[5], uint32_t mode)
{
    alea_game *game = open_game_for(game_spec, 0);
    alea_distribution *s = spread(game, "optimal", &(alea_stats_options){.ties = ties});
    assert_near(s->mass, 1, 1e-12);
    assert_that(s->error, <, 1e-10);
    assert_near(s->summary.mean, mean, 1e-9);
    assert_near(s->summary.stdev, stdev, stdev_digit);
    for (int i = 0; i < 5; i++) assert_int_equal(s->summary.percentile[i], percentile[i]);
    assert_int_equal(s->summary.mode, mode);
    assert_int_equal(s->ties, ties);
    assert_near(points_and_goods(game, s), mean, 1e-9);
    alea_distribution_free(s);
    alea_game_free(game);
}

static const uint32_t normal[] = {310, 420, 468, 484, 501}, misere[] = {28, 71, 99, 137, 201};

static void despirala_has_the_spread_that_is_known(void **unused)
{
    (void)unused;
    assert_spread("despirala", ALEA_TIES_STOP, 443.616365582862, 61.43818, 5e-6, normal, 478);
}

static void ties_that_go_on_spread_wider(void **unused)
{
    (void)unused;
    if (is_sanitized()) skip();
    assert_spread("despirala", ALEA_TIES_GO_ON, 443.616365582862, 61.45510, 5e-6, normal, 477);
}

static void misere_has_the_spread_that_is_known(void **unused)
{
    (void)unused;
    if (is_sanitized()) skip();
    assert_spread("despirala(misere=true)", ALEA_TIES_STOP, 105.972952236092, 52.4420, 5e-5, misere, 80);
}

/* ---- machinery ---- */

static void threads_do_not_change_a_bit(void **unused)
{
    (void)unused;
    alea_game *game = open_small("gain=6", 1);
    alea_distribution *one = spread(game, "optimal", &(alea_stats_options){.threads = 1});
    alea_distribution *three = spread(game, "optimal", &(alea_stats_options){.threads = 3});
    assert_int_equal(one->scores, three->scores);
    assert_memory_equal(one->probability, three->probability, one->scores * sizeof(double));
    assert_memory_equal(one->part, three->part, one->parts * sizeof *one->part);
    alea_distribution_free(one);
    alea_distribution_free(three);
    alea_game_free(game);
}

enum { ROWS = 6, LONG = 300 };

#ifndef ALEA_NO_X86_LANES
static void compare_flows(const despirala_distribution_kernel *wide)
{
    enum { WIDTH = LONG + 4 * DESPIRALA_STRIP };
    double row[LONG + 2 * DESPIRALA_STRIP] = {0}, a[WIDTH] = {0}, b[WIDTH] = {0};
    double left[ROWS * DESPIRALA_STRIP], right[ROWS * DESPIRALA_STRIP];
    despirala_link link[ROWS];
    despirala_term term[ROWS];
    for (int i = 0; i < LONG; i++) row[DESPIRALA_STRIP + i] = 1.0 / (3 * i + 7);
    for (uint32_t i = 0; i < ROWS; i++) {
        link[i] = (despirala_link){i, 0.1 + 0.07 * i};
        term[i] = (despirala_term){row + DESPIRALA_STRIP, (int32_t)i, (int32_t)i + LONG - 9, 0.3 - 0.04 * i};
    }
    for (int32_t score = -40; score < LONG + 64; score += 7) {
        double *const to_a = a + DESPIRALA_STRIP + 40, *const to_b = b + DESPIRALA_STRIP + 40;
        const int32_t end = LONG + ROWS;
        const despirala_inflow in_a[] = {{1, 0, ROWS, 0, ROWS, 0, end, NULL},
                                         {4, 2, 3, 1, 2, 0, 100, NULL},
                                         {0, 1, 5, 0, ROWS, 0, LONG, to_a}},
                               in_b[] = {in_a[0], in_a[1], {0, 1, 5, 0, ROWS, 0, LONG, to_b}};
        for (int i = 0; i < ROWS * DESPIRALA_STRIP; i++) left[i] = right[i] = 1.0 / (5 * i + 3);
        wide->flow(in_a, 3, link, term, left, score);
        despirala_distribution_portable.flow(in_b, 3, link, term, right, score);
        assert_memory_equal(left, right, sizeof left);
        assert_memory_equal(a, b, sizeof a);
    }
    assert_that(a[DESPIRALA_STRIP + 40 + LONG / 2], >, 0);
}
#endif

static void every_kernel_gives_the_same_bits(void **unused)
{
    (void)unused;
#ifndef ALEA_NO_X86_LANES
    if (alea__lane_bytes() < 32) cannot_run("this processor has no AVX2");
    compare_flows(&despirala_distribution_avx2);
    if (alea__lane_bytes() >= 64) compare_flows(&despirala_distribution_avx512);
#endif
}

static void every_failed_allocation_is_reported(void **unused)
{
    (void)unused;
    alea_game *game = open_small("", 1);
    alea_bot *bot = open_bot(game, "optimal");
    bool done = false;
    for (long k = 0; !done; k++) {
        alea_distribution *out = NULL;
        alea__fail_allocation_after(k);
        alea_status status = alea_stats_compute(
            game, bot, &(alea_stats_options){.threads = 1, .ties = ALEA_TIES_GO_ON}, &out, NULL);
        alea__fail_allocation_after(-1);
        done = status == ALEA_OK;
        assert_true(done || (status == ALEA_E_MEMORY && !out));
        alea_distribution_free(out);
    }
    alea_bot_free(bot);
    alea_game_free(game);
}

static void assert_refused(const alea_game *game, const char *bot_spec, alea_stats_options options,
                           alea_status wanted, const char *sentence)
{
    alea_error error = {0};
    alea_distribution *out = NULL;
    alea_bot *bot = open_bot(game, bot_spec);
    assert_int_equal(alea_stats_compute(game, bot, &options, &out, &error), wanted);
    if (!strstr(error.message, sentence)) fail_msg("\"%s\" does not say \"%s\"", error.message, sentence);
    assert_null(out);
    alea_bot_free(bot);
}

static bool at_once(void *user)
{
    (void)user;
    return true;
}

static void what_has_no_spread_says_why(void **unused)
{
    (void)unused;
    alea_game *one = open_small("", 1), *two = open_small("", 2), *pig = open_game_for("pig-solitaire", 0);
    const alea_stats_options usual = {0};
    assert_refused(two, "greedy", usual, ALEA_E_USAGE, "is for 2 players here");
    assert_refused(pig, "hold(20)", usual, ALEA_E_REFUSED, "no score distribution");
    assert_refused(one, "greedy", usual, ALEA_E_REFUSED, "no exact distribution");
    assert_refused(one, "greedy", (alea_stats_options){.ties = ALEA_TIES_STOP}, ALEA_E_REFUSED, "no ties");
    assert_refused(one, "optimal", (alea_stats_options){.memory = 1000}, ALEA_E_REFUSED,
                   "the limit is 1000 bytes");
    assert_refused(one, "optimal", (alea_stats_options){.progress = {.stopped = at_once}}, ALEA_E_STOPPED,
                   "Stopped");
    alea_game_free(one);
    alea_game_free(two);
    alea_game_free(pig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_small_games_spread_is_that_of_all_games_there_are),
        cmocka_unit_test(its_mean_is_the_solved_value_and_its_mass_is_one),
        cmocka_unit_test(despirala_has_the_spread_that_is_known),
        cmocka_unit_test(ties_that_go_on_spread_wider),
        cmocka_unit_test(misere_has_the_spread_that_is_known),
        cmocka_unit_test(threads_do_not_change_a_bit),
        cmocka_unit_test(every_kernel_gives_the_same_bits),
        cmocka_unit_test(every_failed_allocation_is_reported),
        cmocka_unit_test(what_has_no_spread_says_why),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
