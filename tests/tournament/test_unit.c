/* Units: which games they have, what their keys depend on, their results as bytes, and that they do not depend on who computes
   them. */
#include "support/files.h"
#include "tournament/choose_values.h"
#include "tournament/tournament.h"

/* ---- which games ------------------------------------------------------------------------------------------- */

/* Counted by hand from unit.h: 1, 1, 2, 4 … 64 blocks, and parts of one block of groups. */
static void the_first_units_are_small(void **unused)
{
    (void)unused;
    static const uint64_t blocks[] = {1, 1, 2, 4, 8, 16, 32, 64, 64, 64},
                          groups[] = {64, 64, 128, 256, 512, 1024, 2048, 4096, 4096};
    uint64_t first = 0;
    for (uint32_t i = 0; i < sizeof blocks / sizeof *blocks; i++) {
        const alea__unit unit = alea__unit_span(ALEA__UNIT_LANES, 3, 1000000000, i);
        assert_int_equal(unit.games, blocks[i] * 4096);
        assert_int_equal(unit.first, first);
        first += unit.games;
    }
    for (uint32_t i = 0; i < sizeof groups / sizeof *groups; i++)
        for (unsigned players = 2; players <= 5; players++) {
            const alea__unit unit = alea__unit_span(ALEA__UNIT_LUCK, players, 1000000000, i);
            assert_int_equal(unit.games, groups[i] * players);
            assert_int_equal(unit.first, (uint64_t)i * 4096 * players);
        }
}

/* The units of a lineup add up to its games, rounded down to whole groups. */
static void units_have_all_games_and_no_more(void **unused)
{
    (void)unused;
    static const uint64_t games[] = {1, 2, 3, 63, 64, 129, 600, 4095, 4096, 4097, 8192, 20000, 1234567};
    static const alea__unit_method method[] = {ALEA__UNIT_LANES, ALEA__UNIT_GROUPS, ALEA__UNIT_LUCK};
    for (size_t m = 0; m < 3; m++)
        for (size_t g = 0; g < sizeof games / sizeof *games; g++)
            for (unsigned players = 2; players <= 4; players++) {
                const uint64_t whole =
                    method[m] == ALEA__UNIT_LANES ? games[g] : games[g] / players * players;
                uint64_t sum = 0, end = 0;
                uint32_t i = 0;
                for (alea__unit unit; (unit = alea__unit_span(method[m], players, games[g], i)).games > 0;
                     i++) {
                    assert_int_equal(unit.number, i);
                    assert_that(unit.first, >=, end); /* no game is in two units */
                    end = unit.first + unit.games;
                    sum += unit.games;
                }
                assert_int_equal(sum, whole);
                assert_int_equal(alea__unit_span(method[m], players, games[g], i + 1).games, 0);
            }
}

/* With more games a lineup keeps the units that it has played whole. */
static void more_games_keep_the_units_that_were_whole(void **unused)
{
    (void)unused;
    for (uint32_t i = 0; i < 12; i++) {
        const alea__unit little = alea__unit_span(ALEA__UNIT_GROUPS, 2, 20000, i),
                         much = alea__unit_span(ALEA__UNIT_GROUPS, 2, 90000, i),
                         last = alea__unit_span(ALEA__UNIT_GROUPS, 2, 20000, i + 1);
        if (last.games == 0) break;
        assert_int_equal(little.first, much.first);
        assert_int_equal(little.games, much.games);
    }
}

/* ---- keys ----------------------------------------------------------------------------------------------------- */

/* A unit with everything that it is computed with. */
typedef struct scene {
    alea_game *game;
    alea_sandbox *sandbox; /* with the usual limits */
    alea_bot *bot[4];
    alea__lineup lineup[2];
    alea__unit_context context;
    alea__unit unit;
} scene;

static const char lua_rolls[] = "return function(view) return view.turn < 20 and 'roll' or 'hold' end\n",
                  lua_other[] = "return function(view) return view.turn < 21 and 'roll' or 'hold' end\n";

/* The bots are a.lua, hold(20), hold(25), b.lua; the unit is the second of the games of a.lua and hold(20). */
static void scene_open(scene *s, const char *game)
{
    *s = (scene){.game = open_game(game)};
    write_file("a.lua", lua_rolls);
    write_file("b.lua", lua_other);
    static const char *const specs[] = {"a.lua", "hold(20)", "hold(25)", "b.lua"};
    OK(alea_sandbox_open(NULL, &s->sandbox, &test_error));
    for (unsigned i = 0; i < 4; i++)
        OK(alea_bot_open(s->game, specs[i], s->sandbox, &s->bot[i], &test_error));
    s->lineup[0] = (alea__lineup){{0, 1}, ALEA__UNIT_GROUPS};
    s->lineup[1] = (alea__lineup){{1, 2}, ALEA__UNIT_EXACT};
    s->context =
        (alea__unit_context){.game = s->game, .bots = s->bot, .lineups = s->lineup, .seed = 7, .threads = 1};
    s->unit = (alea__unit){.lineup = 0, .number = 1, .first = 8192, .games = 128};
}

static void scene_close(scene *s)
{
    for (unsigned i = 0; i < 4; i++) alea_bot_free(s->bot[i]);
    alea_sandbox_free(s->sandbox);
    alea_game_free(s->game);
}

typedef struct key {
    unsigned char byte[ALEA__UNIT_KEY];
} key;

static key key_of(const scene *s)
{
    key k;
    alea__unit_key(&s->context, &s->unit, k.byte);
    return k;
}

/* The key that the scene has now is not the one that it had. */
static void assert_other(const scene *s, key before, const char *changed)
{
    const key now = key_of(s);
    if (memcmp(&now, &before, sizeof now) == 0) fail_msg("%s changes, and the key does not", changed);
}

static void assert_same(const scene *s, key before, const char *changed)
{
    const key now = key_of(s);
    if (memcmp(&now, &before, sizeof now) != 0) fail_msg("%s must not change the key", changed);
}

static void a_key_names_all_that_the_result_depends_on(void **unused)
{
    (void)unused;
    scene s;
    scene_open(&s, "pig(goal=30)");
    const key before = key_of(&s);
    alea_bot *const first = s.bot[0];

    s.context.seed = 8;
    assert_other(&s, before, "the seed");
    s.context.seed = 7;
    s.unit.first = 0;
    assert_other(&s, before, "the first game");
    s.unit.first = 8192;
    s.unit.games = 64;
    assert_other(&s, before, "the number of games");
    s.unit.games = 128;
    for (int method = 0; method < ALEA__UNIT_METHODS; method++) {
        s.lineup[0].method = (alea__unit_method)method;
        if (method != ALEA__UNIT_GROUPS) assert_other(&s, before, alea__unit_method_name(s.lineup[0].method));
    }
    s.lineup[0] = (alea__lineup){{0, 2}, ALEA__UNIT_GROUPS};
    assert_other(&s, before, "an opponent");
    s.lineup[0] = (alea__lineup){{1, 0}, ALEA__UNIT_GROUPS};
    assert_other(&s, before, "the order of the bots");
    s.lineup[0] = (alea__lineup){{0, 1}, ALEA__UNIT_GROUPS};
    s.bot[0] = s.bot[3];
    assert_other(&s, before, "the text of a bot");
    s.bot[0] = first;
    assert_same(&s, before, "nothing");

    OK(alea_bot_declare_pure(first, &test_error));
    assert_other(&s, before, "a bot that is declared pure");
    scene_close(&s);
}

/* The same file opened with other limits is another bot; under another name or in another folder it is the same one. */
static void a_bot_is_its_bytes_and_its_limits(void **unused)
{
    (void)unused;
    scene s;
    alea_sandbox *little;
    scene_open(&s, "pig(goal=30)");
    const key before = key_of(&s);
    OK(alea_sandbox_open(&(alea_sandbox_options){.fuel = 12345}, &little, &test_error));
    write_file("copy.lua", lua_rolls);
    alea_bot *const first = s.bot[0];
    static const struct {
        const char *spec;
        bool limited;
    } others[] = {{"a.lua", true}, {"a.lua", false}, {"copy.lua", false}, {"name=copy.lua", false}};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        OK(alea_bot_open(s.game, others[i].spec, others[i].limited ? little : s.sandbox, &s.bot[0],
                         &test_error));
        if (others[i].limited)
            assert_other(&s, before, "fuel");
        else
            assert_same(&s, before, others[i].spec);
        alea_bot_free(s.bot[0]);
    }
    s.bot[0] = first;
    scene_close(&s);
    alea_sandbox_free(little);
}

/* Rules with other parameters, and another text of the same rules. */
static void other_rules_have_other_keys(void **unused)
{
    (void)unused;
    scene s, other;
    scene_open(&s, "pig(goal=30)");
    const key before = key_of(&s);
    static const char *const games[] = {"pig(goal=31)", "pig(goal=30,sides=7)", "pig-pen(goal=30)"};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        scene_open(&other, games[i]);
        assert_other(&other, before, games[i]);
        scene_close(&other);
    }
    scene_close(&s);
    static const char *const texts[] = {"", "-- The same rules in another text.\n"};
    char path[4096];
    snprintf(path, sizeof path, "%s/rules/pig.lua", getenv("ALEA_SOURCE"));
    char *text = read_file(path, NULL);
    key keys[2];
    for (size_t i = 0; i < 2; i++) {
        FILE *file = fopen("pig.lua", "w");
        fprintf(file, "%s%s", texts[i], text);
        fclose(file);
        scene_open(&other, "./pig.lua");
        keys[i] = key_of(&other);
        scene_close(&other);
    }
    assert_memory_not_equal(&keys[0], &keys[1], sizeof keys[0]);
    free(text);
}

/* The choice of values matters to adjusted results, and to no others. */
static void adjusted_results_depend_on_the_values(void **unused)
{
    (void)unused;
    scene s;
    scene_open(&s, "pig(goal=30)");
    const key plain = key_of(&s);
    s.context.values[0].reference = "hold(20)";
    assert_same(&s, plain, "a reference");
    s.lineup[0].method = ALEA__UNIT_LUCK;
    const key adjusted = key_of(&s);
    s.context.values[0].reference = NULL;
    assert_other(&s, adjusted, "the values of best play");
    s.context.values[0].reference = "hold(25)";
    assert_other(&s, adjusted, "another reference");
    s.context.values[1] = (alea__unit_values){.reference = "hold(20)"};
    s.context.values_count = 2;
    s.context.chosen = (const uint8_t[]){2, 0};
    assert_same(&s, adjusted, "the place of the values");
    s.context.chosen = (const uint8_t[]){1, 0};
    assert_other(&s, adjusted, "a choice");
    s.lineup[0].method = ALEA__UNIT_VALUES;
    const key choice = key_of(&s);
    s.context.values_count = 1;
    assert_other(&s, choice, "what there is to choose from");
    scene_close(&s);
}

/* Who computes a unit, where it stands in the tournament, and for exact results the seed. */
static void a_key_names_nothing_else(void **unused)
{
    (void)unused;
    scene s;
    scene_open(&s, "pig(goal=30)");
    const key played = key_of(&s);
    s.context.threads = 5;
    s.context.memory = 1 << 20;
    s.context.optimal = s.bot[2];
    assert_same(&s, played, "threads, memory and optimal play");
    s.unit.number = 9;
    assert_same(&s, played, "the number of the unit");
    s.lineup[1] = s.lineup[0];
    s.unit.lineup = 1;
    assert_same(&s, played, "the number of the lineup");
    alea_bot *const third = s.bot[2], *const last = s.bot[3];
    s.bot[3] = s.bot[0];
    s.bot[2] = s.bot[1];
    s.lineup[1] = (alea__lineup){{3, 2}, ALEA__UNIT_GROUPS};
    assert_same(&s, played, "the numbers of the bots");
    s.bot[3] = last;
    s.bot[2] = third;

    s.lineup[1] = (alea__lineup){{1, 2}, ALEA__UNIT_EXACT};
    s.unit = (alea__unit){.lineup = 1};
    const key exact = key_of(&s);
    s.context.seed = 99;
    assert_same(&s, exact, "the seed of an exact result");
    scene_close(&s);
}

/* ---- as bytes --------------------------------------------------------------------------------------------------- */

/* A result that two bots can have, in which no two fields are equal. */
static alea__unit_result some_result(void)
{
    alea__unit_result r = {.games = 1000, .groups = 500, .unfinished = 7, .turns = 12345, .worth = 3};
    for (unsigned i = 0; i < 2; i++) {
        r.wins[i] = 400 + i;
        r.money[i] = i ? -31 : 37;
        r.forfeits[i] = 3 + i;
        r.fuel[i] = 100000 + i;
        r.decisions[i] = 5000 + i;
        r.value[i] = 200.125 + i;
        r.money_squares[i] = 71.5 + i;
        for (unsigned j = 0; j < 2; j++) r.value_products[i][j] = i == j ? 81.25 + i : 80.5 + 0.25 * i;
        r.win[i] = 0.1 + 0.01 * i;
        r.loss[i] = 0.2 + 0.01 * i;
        r.dollars[i] = -0.5 + i;
    }
    return r;
}

static const alea__unit_size some_size = {.players = 2, .games = 1000, .groups = 500};

static void bytes_have_every_field(void **unused)
{
    (void)unused;
    unsigned char bytes[ALEA__UNIT_BYTES], again[ALEA__UNIT_BYTES];
    alea__unit_result read, before = some_result();
    alea__unit_pack(&before, bytes);
    assert_true(alea__unit_unpack(bytes, &some_size, &read));
    assert_memory_equal(&read, &before, sizeof read); /* it has no padding: */
    assert_int_equal(sizeof read, ALEA__UNIT_BYTES);
    alea__unit_pack(&read, again);
    assert_memory_equal(again, bytes, sizeof bytes);
}

/* The format, which journals keep: little-endian words, games first. Written down by hand. */
static void bytes_are_the_same_on_every_machine(void **unused)
{
    (void)unused;
    static const unsigned char games[8] = {0xe8, 3}, groups[8] = {0xf4, 1},
                               loss[8] = {0xe1, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff},
                               value[8] = {0, 0, 0, 0, 0, 4, 0x69, 0x40}; /* 200.125 = 1.5634765625 * 2^7 */
    unsigned char bytes[ALEA__UNIT_BYTES];
    const alea__unit_result r = some_result();
    alea__unit_pack(&r, bytes);
    assert_memory_equal(bytes, games, 8);
    assert_memory_equal(bytes + 8, groups, 8);
    assert_memory_equal(bytes + 8 * (4 + ALEA_MAX_SEATS + 1), loss, 8);
    assert_memory_equal(bytes + 8 * (4 + 5 * ALEA_MAX_SEATS), value, 8);
}

/* A group is all seatings with the same dice, but one game of whole blocks; exact results have none. */
static void sizes_follow_from_the_method(void **unused)
{
    (void)unused;
    const alea__unit played = {.number = 1, .games = 600}, computed = {.number = 0};
    assert_int_equal(alea__unit_size_of(&played, ALEA__UNIT_LANES, 3).groups, 600);
    assert_int_equal(alea__unit_size_of(&played, ALEA__UNIT_GROUPS, 3).groups, 200);
    assert_int_equal(alea__unit_size_of(&played, ALEA__UNIT_LUCK, 2).groups, 300);
    assert_int_equal(alea__unit_size_of(&played, ALEA__UNIT_VALUES, 2).groups, 300);
    assert_int_equal(alea__unit_size_of(&played, ALEA__UNIT_LUCK, 2).games, 600);
    assert_int_equal(alea__unit_size_of(&computed, ALEA__UNIT_EXACT, 2).groups, 0);
}

static void what_cannot_be_is_refused(void **unused)
{
    (void)unused;
    unsigned char bytes[ALEA__UNIT_BYTES];
    alea__unit_result r, read;
#define REFUSES(change)                                                                 \
    do {                                                                                \
        r = some_result();                                                              \
        change;                                                                         \
        alea__unit_pack(&r, bytes);                                                     \
        if (alea__unit_unpack(bytes, &some_size, &read)) fail_msg("it takes " #change); \
    } while (0)
    REFUSES(r.games = 807);  /* there are 801 wins and 7 unfinished games */
    REFUSES(r.games = 1002); /* not as many as the unit has */
    REFUSES(r.groups = 0);
    REFUSES(r.groups = 501);
    REFUSES(r.games = r.groups = r.wins[0] = r.wins[1] = r.forfeits[0] = r.forfeits[1] = r.unfinished = 0);
    REFUSES(r.unfinished = 1001);
    REFUSES(r.unfinished = 200);
    REFUSES(r.wins[0] = 1001);
    REFUSES(r.wins[0] = UINT64_MAX - 401); /* the sum of wins is small, modulo 2^64 */
    REFUSES(r.forfeits[1] = 1001);
    REFUSES(r.wins[2] = 1); /* seat 2 is empty */
    REFUSES(r.money[5] = 1);
    REFUSES(r.forfeits[7] = 1);
    REFUSES(r.fuel[2] = 1);
    REFUSES(r.decisions[3] = 1);
    REFUSES(r.value[2] = 1);
    REFUSES(r.value_products[0][2] = 1);
    REFUSES(r.value_products[2][0] = 1);
    REFUSES(r.money_squares[2] = 1);
    REFUSES(r.value[0] = NAN);
    REFUSES(r.value_products[1][0] = INFINITY);
    REFUSES(r.value[0] = 1e308); /* finite, but sums and squares of it are not */
    REFUSES(r.value_products[1][1] = 1e308);
    REFUSES(r.value_products[0][0] = 80); /* less than 200.125^2 / 500 */
    REFUSES(r.value_products[0][0] = -1);
    REFUSES(r.value_products[0][1] = 82); /* more than the root of 81.25 * 82.25 */
    REFUSES(r.money_squares[1] = 1e308);
    REFUSES(r.win[1] = 1e308);
    REFUSES(r.loss[0] = -1e308);
    REFUSES(r.dollars[1] = 1e308);
    REFUSES(r.money_squares[0] = NAN);
    REFUSES(r.money_squares[0] = -1);
    REFUSES(r.win[0] = r.win[1] + 1);
    REFUSES(r.loss[1] = NAN);
    REFUSES(r.dollars[0] = -INFINITY);
    REFUSES(r.worth = 4);
#undef REFUSES
}

/* ---- computing ----------------------------------------------------------------------------------------------------- */

/* Opens the values that the method of the first lineup is used with. */
static void open_values(scene *s)
{
    const alea__luck_options plain = {.objective = ALEA_WIN, .plain = true};
    if (s->lineup[0].method == ALEA__UNIT_LUCK)
        OK(alea__unit_open_values(&s->context, 1, &test_error));
    else {
        OK(alea__luck_open(s->game, &plain, &s->context.values[0].luck, &test_error));
        s->context.values[0].known = false;
        s->context.values_count = 1;
    }
    assert_int_equal(s->context.values[0].known, s->lineup[0].method == ALEA__UNIT_LUCK);
}

static alea__unit_result compute(const scene *s, alea__unit unit)
{
    alea__unit_result r;
    OK(alea__unit_compute(&s->context, &unit, &r, &test_error));
    return r;
}

/* Whatever else the tournament has, and on however many threads. */
static void a_unit_is_the_same_whoever_computes_it(void **unused)
{
    (void)unused;
    scene s;
    scene_open(&s, "pig(goal=30)");
    for (int method = ALEA__UNIT_LANES; method <= ALEA__UNIT_LUCK; method++) {
        s.lineup[0] = (alea__lineup){{0, 1}, (alea__unit_method)method};
        s.unit = alea__unit_span(s.lineup[0].method, 2, 20000, 1);
        open_values(&s);
        const alea__unit_result first = compute(&s, s.unit);
        assert_int_equal(first.games, s.unit.games);
        alea_bot *const others[] = {s.bot[2], s.bot[1], s.bot[0]};
        alea__lineup lineups[] = {{{0, 1}, ALEA__UNIT_LANES}, {{2, 1}, (alea__unit_method)method}};
        alea__unit_context elsewhere = s.context;
        elsewhere.bots = others;
        elsewhere.lineups = lineups;
        elsewhere.threads = 3;
        alea__unit moved = s.unit;
        moved.lineup = 1;
        alea__unit_result second;
        OK(alea__unit_compute(&elsewhere, &moved, &second, &test_error));
        assert_memory_equal(&first, &second, sizeof first);
        alea__unit_close_values(&s.context);
    }
    scene_close(&s);
}

/* Two policies: games with the same dice and changed seats come near the exact result, with the luck taken out nearer. */
static void all_methods_agree(void **unused)
{
    (void)unused;
    scene s;
    scene_open(&s, "pig(goal=30)");
    s.lineup[0] = (alea__lineup){{1, 2}, ALEA__UNIT_EXACT};
    const alea__unit_result exact = compute(&s, (alea__unit){.lineup = 0});
    assert_that(exact.win[1] - exact.win[0], <, 1e-12);
    assert_int_equal(exact.games, 0);
    double errors[ALEA__UNIT_METHODS];
    for (int method = ALEA__UNIT_LANES; method <= ALEA__UNIT_LUCK; method++) {
        s.lineup[0].method = (alea__unit_method)method;
        open_values(&s);
        const alea__unit_result r = compute(&s, alea__unit_span(s.lineup[0].method, 2, 1000000, 7));
        const double n = (double)r.groups, mean = r.value[0] / n;
        errors[method] = sqrt((r.value_products[0][0] / n - mean * mean) / n);
        assert_that(errors[method], >, 0);
        assert_near(mean, exact.win[0], 4 * errors[method]);
        assert_int_equal(r.wins[0] + r.wins[1], r.games);
        alea__unit_close_values(&s.context);
    }
    assert_that(errors[ALEA__UNIT_LUCK], <, errors[ALEA__UNIT_GROUPS] / 2);
    scene_close(&s);
}

/* Blocks that are played by a tournament are those of `alea run` with the same seed. */
static void whole_blocks_are_those_of_a_run(void **unused)
{
    (void)unused;
    scene s;
    alea_run_result *run;
    scene_open(&s, "pig(goal=30)");
    s.lineup[0] = (alea__lineup){{1, 2}, ALEA__UNIT_LANES};
    const alea_run_options how = {.size = sizeof how, .games = 16384, .seed = 7, .seed_given = true};
    OK(alea_run_match(s.game, s.bot + 1, 2, &how, &run, &test_error));
    alea__lineup_total total = {.units = 0};
    for (uint32_t i = 0; i < 4; i++) {
        const alea__unit_result r = compute(&s, alea__unit_span(ALEA__UNIT_LANES, 2, 16384, i));
        alea__lineup_add(&total, &r);
    }
    assert_int_equal(total.units, 4);
    assert_int_equal(total.sum.games, 16384);
    for (unsigned i = 0; i < 2; i++) {
        const unsigned bot = strcmp(run->standing[i].bot, "hold(20)") != 0;
        assert_int_equal(total.sum.wins[bot], run->standing[i].wins);
    }
    alea_run_result_free(run);
    scene_close(&s);
}

/* ---- adding up ---------------------------------------------------------------------------------------------------- */

/* Every field is added, but bounds of exact results, which have one unit. */
static void units_are_added_field_by_field(void **unused)
{
    (void)unused;
    const alea__unit_result r = some_result();
    alea__lineup_total total = {.units = 0};
    alea__lineup_add(&total, &r);
    assert_memory_equal(&total.sum, &r, sizeof r);
    alea__lineup_add(&total, &r);
    alea__lineup_add(&total, &r);
    assert_int_equal(total.units, 3);
    uint64_t one[ALEA__UNIT_BYTES / 8], three[ALEA__UNIT_BYTES / 8];
    memcpy(one, &r, sizeof one);
    memcpy(three, &total.sum, sizeof three);
    const size_t counts = 4 + 5 * ALEA_MAX_SEATS, sums = ALEA__UNIT_BYTES / 8 - 7;
    for (size_t i = 0; i < counts; i++) assert_int_equal(three[i], 3 * one[i]);
    for (size_t i = counts; i < sums; i++) {
        double once, thrice;
        memcpy(&once, &one[i], sizeof once);
        memcpy(&thrice, &three[i], sizeof thrice);
        assert_near(thrice, 3 * once, 1e-12 * fabs(once));
    }
}

/* ---- choosing values -------------------------------------------------------------------------------------------- */

static const char *reference_of(const scene *s, uint8_t chosen)
{
    assert_in_range(chosen, 1, s->context.values_count);
    const char *reference = s->context.values[chosen - 1].reference;
    return reference ? reference : "best play";
}

/* For two bots that play like hold(20), except for one's turns from 0 points, that bot's values leave only the luck of
   those turns. The choice depends on no other lineup, and is made only for lineups that are adjusted for luck and have no
   choice yet. */
static void values_are_chosen_that_suit_the_lineup(void **unused)
{
    (void)unused;
    scene s;
    scene_open(&s, "pig");
    write_file("twenty.lua", "return function(view)\n"
                             "  return view.turn < (view.own == 0 and 24 or 20) and view.total < view.goal\n"
                             "end\n");
    alea_bot_free(s.bot[0]);
    OK(alea_bot_open(s.game, "twenty.lua", s.sandbox, &s.bot[0], &test_error));
    OK(alea__unit_open_values(&s.context, ALEA__MOST_VALUES, &test_error));
    const alea__lineup lineups[] = {{{0, 1}, ALEA__UNIT_LUCK},
                                    {{0, 2}, ALEA__UNIT_GROUPS},
                                    {{1, 2}, ALEA__UNIT_EXACT},
                                    {{2, 3}, ALEA__UNIT_LUCK},
                                    {{1, 3}, ALEA__UNIT_LUCK}};
    uint8_t chosen[5] = {0, 0, 0, 0, 1}, alone = 0;
    alea__executor executor = {.context = &s.context, .threads = 2};
    OK(alea__choose_values(&executor, &s.context, lineups, 5, 64, chosen, &test_error));
    assert_string_equal(reference_of(&s, chosen[0]), "hold(20)");
    assert_string_equal(reference_of(&s, chosen[4]), "best play");
    assert_int_equal(chosen[1] + chosen[2], 0);
    assert_ptr_equal(s.context.lineups, s.lineup);
    executor.threads = 1;
    OK(alea__choose_values(&executor, &s.context, &lineups[3], 1, 64, &alone, &test_error));
    assert_int_equal(alone, chosen[3]);
    alea__unit_close_values(&s.context);
    scene_close(&s);
}

/* The results by the chosen values are unbiased, and their error is at most that by those of best play. */
static void chosen_values_leave_the_mean_and_less_luck(void **unused)
{
    (void)unused;
    scene s;
    scene_open(&s, "pig");
    s.lineup[0] = (alea__lineup){{1, 2}, ALEA__UNIT_EXACT};
    const alea__unit_result exact = compute(&s, (alea__unit){.lineup = 0});
    s.lineup[0].method = ALEA__UNIT_LUCK;
    OK(alea__unit_open_values(&s.context, ALEA__MOST_VALUES, &test_error));
    uint8_t chosen = 0;
    double errors[2];
    alea__executor executor = {.context = &s.context, .threads = 1};
    OK(alea__choose_values(&executor, &s.context, s.lineup, 1, 64, &chosen, &test_error));
    for (int i = 0; i < 2; i++) {
        s.context.chosen = i == 0 ? NULL : &chosen;
        const alea__unit_result r = compute(&s, alea__unit_span(ALEA__UNIT_LUCK, 2, 1000000, 7));
        const double n = (double)r.groups, mean = r.value[0] / n;
        errors[i] = sqrt((r.value_products[0][0] / n - mean * mean) / n);
        assert_near(mean, exact.win[0], 4 * errors[i]);
    }
    assert_that(errors[1], <, errors[0] / 2);
    alea__unit_close_values(&s.context);
    scene_close(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_units_are_small),
        cmocka_unit_test(units_have_all_games_and_no_more),
        cmocka_unit_test(more_games_keep_the_units_that_were_whole),
        IN_A_FOLDER(a_key_names_all_that_the_result_depends_on),
        IN_A_FOLDER(a_bot_is_its_bytes_and_its_limits),
        IN_A_FOLDER(other_rules_have_other_keys),
        IN_A_FOLDER(adjusted_results_depend_on_the_values),
        IN_A_FOLDER(a_key_names_nothing_else),
        cmocka_unit_test(bytes_have_every_field),
        cmocka_unit_test(bytes_are_the_same_on_every_machine),
        cmocka_unit_test(sizes_follow_from_the_method),
        cmocka_unit_test(what_cannot_be_is_refused),
        IN_A_FOLDER(a_unit_is_the_same_whoever_computes_it),
        IN_A_FOLDER(all_methods_agree),
        IN_A_FOLDER(whole_blocks_are_those_of_a_run),
        IN_A_FOLDER(values_are_chosen_that_suit_the_lineup),
        IN_A_FOLDER(chosen_values_leave_the_mean_and_less_luck),
        cmocka_unit_test(units_are_added_field_by_field),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
