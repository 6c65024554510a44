/* Plots: the questions to bots, and the resulting files. */
#include "game/family.h"
#include "plot/draw/plot_draw.h"
#include "support/files.h"
#include "support/memory.h"

/* ---- a game, its bots and their plot ---- */

typedef struct table {
    alea_game *game;
    alea_bot *bot[2];
    alea_plot *plot;
} table;

static table sit_down(const char *game, const char *first, const char *second)
{
    table t = {0};
    assert_int_equal(alea_game_open(game, &t.game, NULL), ALEA_OK);
    t.bot[0] = open_bot(t.game, first);
    if (second) t.bot[1] = open_bot(t.game, second);
    return t;
}

static void leave(table *t)
{
    alea_plot_free(t->plot);
    alea_bot_free(t->bot[0]);
    alea_bot_free(t->bot[1]);
    alea_game_free(t->game);
}

static table draw(const char *game, const char *first, const char *second, alea_plot_options options)
{
    table t = sit_down(game, first, second);
    OK(alea_plot_make(t.game, t.bot[0], t.bot[1], &options, &t.plot, &test_error));
    return t;
}

static int32_t first_hold(const table *t, uint32_t own, uint32_t other)
{
    return alea__cell(t->plot, 0, own, other);
}

static int32_t hold_from(const table *t, uint32_t own, uint32_t other)
{
    return t->plot->always[0][own * t->plot->y.count + other];
}

static uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* ---- questions ---- */

/* In Pig a 1 never counts, so that 1 can be neither a banked score nor a turn total. */
static void hold_20_holds_at_20_or_where_that_wins(void **state)
{
    (void)state;
    table t = draw("pig", "hold(20)", NULL, (alea_plot_options){0});
    assert_int_equal(t.plot->map, ALEA_PLOT_HOLD);
    assert_int_equal(t.plot->x.count, 100);
    assert_int_equal(t.plot->y.count, 100);
    for (uint32_t own = 0; own < 100; own++)
        for (uint32_t other = 0; other < 100; other++) {
            uint32_t wins = own == 99 ? 2 : 100 - own;
            int32_t expected = own == 1 || other == 1 ? ALEA__NONE : (int32_t)least(20, wins);
            assert_int_equal(first_hold(&t, own, other), expected);
            assert_int_equal(hold_from(&t, own, other), expected);
        }
    leave(&t);
}

static void always_roll_never_holds(void **state)
{
    (void)state;
    table t = draw("pig(goal=30)", "always-roll", NULL, (alea_plot_options){0});
    assert_int_equal(first_hold(&t, 0, 0), ALEA__NEVER);
    assert_int_equal(hold_from(&t, 29, 29), ALEA__NEVER);
    leave(&t);
}

/* It holds at 10 to 12, and rolls from 13 to 15 and at 40, which it never reaches. */
static void a_bot_that_rolls_again_has_no_threshold(void **state)
{
    (void)state;
    write_file("gap.lua", "return function(view)\n"
                          "  local t = view.turn\n"
                          "  return (t < 10 or (t >= 13 and t <= 15) or t == 40) and 'roll' or 'hold'\n"
                          "end\n");
    table t = draw("pig(goal=60)", "gap.lua", NULL, (alea_plot_options){.step = 15});
    assert_int_equal(first_hold(&t, 0, 0), 10);
    assert_int_equal(hold_from(&t, 0, 0), 16);
    assert_true(alea__is_no_threshold(t.plot, 0, 0, 0));
    leave(&t);
}

static void a_turn_map_has_a_cell_for_every_decision(void **state)
{
    (void)state;
    table t = draw("pig(goal=50)", "hold(15)", NULL,
                   (alea_plot_options){.map = ALEA_PLOT_TURN, .other_given = true, .other = 7});
    assert_int_equal(t.plot->y.count, 51);
    for (uint32_t own = 0; own < 50; own++)
        for (uint32_t turn = 0; turn <= 50; turn++) {
            bool decides = own != 1 && turn >= 2 && own + turn <= 50, rolls = turn < 15 && own + turn < 50;
            assert_int_equal(alea__cell(t.plot, 0, own, turn), !decides ? ALEA__NONE
                                                               : rolls  ? ALEA__ROLLS
                                                                        : ALEA__HOLDS);
        }
    leave(&t);
}

/* Programs read the cells and what they mean without a file. */
static void a_plot_says_what_its_cells_are(void **state)
{
    (void)state;
    alea_plot_facts facts;
    table t = draw("pig(goal=50)", "hold(15)", "hold(20)", (alea_plot_options){.step = 5});
    alea_plot_get_facts(t.plot, &facts);
    assert_int_equal(facts.bots, 2);
    assert_int_equal(facts.end, 50);
    assert_string_equal(facts.axis[0].name, "own");
    assert_string_equal(facts.axis[1].name, "other");
    for (int i = 0; i < 2; i++)
        assert_int_equal(facts.axis[i].first + facts.axis[i].step * facts.axis[i].count, 50);
    for (uint32_t i = 0; i < 10; i++) /* against 25 */
        for (unsigned bot = 0; bot < 2; bot++)
            assert_int_equal(alea_plot_cells(t.plot, bot)[i * 10 + 5], least(bot ? 20 : 15, 50 - 5 * i));
    leave(&t);
    t = draw("pig-pen", "hold(25)", NULL,
             (alea_plot_options){.map = ALEA_PLOT_TURN, .other = 120, .other_given = true});
    alea_plot_get_facts(t.plot, &facts);
    assert_int_equal(facts.end, 0);
    assert_int_equal(facts.other, 120);
    assert_string_equal(facts.axis[1].name, "turn");
    leave(&t);
}

/* A leader is chased until there is strictly more: hold(n) never stops before, and stops then. */
static void a_leader_is_overtaken(void **state)
{
    (void)state;
    table t = draw("pig-pen", "hold(25)", NULL,
                   (alea_plot_options){.map = ALEA_PLOT_TURN, .other_given = true, .other = 120});
    for (uint32_t turn = 10; turn <= 100; turn++) {
        int32_t expected = 50 + turn == 100 ? ALEA__NONE : 50 + turn <= 120 ? ALEA__ROLLS : ALEA__HOLDS;
        assert_int_equal(alea__cell(t.plot, 0, 50, turn), expected);
    }
    leave(&t);
}

static void turns_left_are_the_other_of_one_player(void **state)
{
    (void)state;
    table t = draw("pig-solitaire(turns=4)", "hold(20)", NULL, (alea_plot_options){0});
    assert_string_equal(t.plot->y.name, "turns");
    assert_int_equal(t.plot->y.count, 4);
    assert_int_equal(t.plot->y.first, 1);
    assert_int_equal(first_hold(&t, 0, 3), 20);
    assert_int_equal(first_hold(&t, 50, 3), ALEA__NONE); /* with all turns left nothing is banked */
    assert_int_equal(first_hold(&t, 90, 0), 10);
    leave(&t);
}

static void without_an_opponent_the_usual_map_is_a_turn_map(void **state)
{
    (void)state;
    table t = draw("pig-solitaire(turns=0)", "hold(20)", NULL, (alea_plot_options){0});
    assert_int_equal(t.plot->map, ALEA_PLOT_TURN);
    leave(&t);
}

static void a_large_game_is_drawn_in_steps(void **state)
{
    (void)state;
    table t = draw("pig(goal=1000)", "hold(20)", NULL, (alea_plot_options){0});
    assert_int_equal(t.plot->x.step, 5);
    assert_int_equal(t.plot->x.count, 200);
    assert_int_equal(first_hold(&t, 198, 100), 10); /* own 990 */
    leave(&t);
}

/* ---- best play by a table ---- */

/* The plot of a table and that of a bot which plays by all of it show the same. */
static void best_play_is_what_the_bot_plays(const char *spec, alea_plot_options options)
{
    table t = draw(spec, "optimal", NULL, options);
    alea_table *solved;
    alea_plot *best;
    OK(alea_table_solve(t.game, alea_game_objective(t.game), NULL, &solved, &test_error));
    options.table = solved;
    OK(alea_plot_make(t.game, NULL, NULL, &options, &best, &test_error));
    const size_t cells = (size_t)t.plot->x.count * t.plot->y.count;
    assert_string_equal(best->bot[0], "optimal");
    assert_int_equal(best->x.count * best->y.count, cells);
    assert_memory_equal(best->cell[0], t.plot->cell[0], cells * sizeof *best->cell[0]);
    if (t.plot->always[0])
        assert_memory_equal(best->always[0], t.plot->always[0], cells * sizeof *best->always[0]);
    alea_plot_free(best);
    alea_table_free(solved);
    leave(&t);
}

static void best_play_by_a_table_needs_no_bot(void **state)
{
    (void)state;
    alea_plot_options steps = {.step = 7}, turn = {.map = ALEA_PLOT_TURN},
                      against = {.map = ALEA_PLOT_TURN, .other_given = true, .other = 13, .step = 3};
    const char *const games[] = {"pig(goal=30)", "pig-pen(goal=24,players=2)", "two-dice-pig(goal=24)",
                                 "pig-solitaire(turns=15,goal=24)"};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        best_play_is_what_the_bot_plays(games[i], (alea_plot_options){0});
        best_play_is_what_the_bot_plays(games[i], steps);
        best_play_is_what_the_bot_plays(games[i], turn);
        best_play_is_what_the_bot_plays(games[i], against);
    }
    best_play_is_what_the_bot_plays("pig-solitaire(turns=0,goal=50)", turn);
}

static void best_play_by_a_table_meets_a_bot(void **state)
{
    (void)state;
    table t = draw("pig(goal=40)", "optimal", "hold(20)", (alea_plot_options){.step = 4});
    alea_table *solved;
    alea_plot *best;
    OK(alea_table_solve(t.game, ALEA_WIN, NULL, &solved, &test_error));
    alea_plot_options options = {.step = 4, .table = solved};
    OK(alea_plot_make(t.game, NULL, t.bot[1], &options, &best, &test_error));
    for (unsigned bot = 0; bot < 2; bot++)
        assert_memory_equal(best->cell[bot], t.plot->cell[bot], 10 * 10 * sizeof *best->cell[bot]);
    alea_plot_free(best);
    alea_table_free(solved);
    leave(&t);
}

/* ---- refusals ---- */

static void refused(const char *game, const char *first, const char *second, alea_plot_options options,
                    alea_status expected, const char *what)
{
    alea_error error;
    table t = sit_down(game, first, second);
    assert_int_equal(alea_plot_make(t.game, t.bot[0], t.bot[1], &options, &t.plot, &error), expected);
    if (!strstr(error.message, what)) fail_msg("\"%s\" is not in: %s", what, error.message);
    leave(&t);
}

static void what_cannot_be_drawn_is_refused_with_the_reason(void **state)
{
    (void)state;
    alea_plot_options none = {0}, surface = {.map = ALEA_PLOT_SURFACE}, hold = {.map = ALEA_PLOT_HOLD};
    refused("pig(players=3)", "hold(20)", NULL, none, ALEA_E_USAGE, "one or two players");
    refused("pig", "hold(20)", "hold(25)", surface, ALEA_E_USAGE, "shows one bot");
    refused("pig-solitaire(turns=0)", "hold(20)", NULL, hold, ALEA_E_USAGE, "a turn map instead");
    refused("pig", "forfeit(1)", NULL, none, ALEA_E_BOT, "forfeit(1)");
    refused("pig", "hold(20)", NULL, (alea_plot_options){.memory = 1}, ALEA_E_RANGE, "remembers nothing");
    refused("pig-pen", "hold(20)", NULL, (alea_plot_options){.memory = 1}, ALEA_E_RANGE, "no player chooses");
    refused("pig-pen", "hold(20)", NULL, (alea_plot_options){.memory = 9}, ALEA_E_RANGE, "memory");
}

static void an_other_out_of_range_gets_the_range(void **state)
{
    (void)state;
    alea_plot_options options = {.map = ALEA_PLOT_TURN, .other_given = true, .other = 100};
    refused("pig", "hold(20)", NULL, options, ALEA_E_RANGE, "0 to 99, not 100");
    refused("pig-pen", "hold(20)", NULL, options, ALEA_E_RANGE, "cannot be 100");
    refused("pig-solitaire", "hold(20)", NULL, options, ALEA_E_RANGE, "1 to 10, not 100");
    options.other = 1; /* in the range, but impossible in play */
    refused("pig", "hold(20)", NULL, options, ALEA_E_RANGE, "cannot be 1: A banked score of 1 is impossible");
    options.map = ALEA_PLOT_HOLD;
    refused("pig", "hold(20)", NULL, options, ALEA_E_USAGE, "takes neither");
}

static void games_of_other_families_are_refused(void **state)
{
    (void)state;
    alea_error error;
    alea_plot *plot;
    char spec[] = "nim(heap=7)";
    static const alea__rules_ops family_rules = {
        .lua_functions = alea__no_lua_functions,
    };

    static const alea__play_ops family_play = {
        .canonical = alea__all_canonical,
    };

    static const alea__text_ops family_text = {
        .fact = alea__no_fact,
        .explain = alea__no_explanation,
    };

    const alea__family family = {
        .name = "graph",
        .rules = &family_rules,
        .play = &family_play,
        .text = &family_text,
    };
    alea_game game = {.family = &family, .spec = spec, .players = 2};
    assert_int_equal(alea_plot_make(&game, NULL, NULL, NULL, &plot, &error), ALEA_E_REFUSED);
    assert_non_null(strstr(error.message, "nim(heap=7) belongs to the family graph"));
}

static int stop_at_once(void *user, uint64_t done, uint64_t total)
{
    (void)user, (void)done, (void)total;
    return 1;
}

static void work_stops_when_asked(void **state)
{
    (void)state;
    refused("pig", "hold(20)", NULL, (alea_plot_options){.progress = {.report = stop_at_once}},
            ALEA_E_STOPPED, "");
}

/* ---- files ---- */

typedef struct bytes {
    char *data;
    size_t size;
} bytes;

static bytes render(const table *t, alea_plot_format format, unsigned width)
{
    bytes b;
    OK(alea_plot_render(t->plot, format, width, &b.data, &b.size, &test_error));
    return b;
}

static void csv_is(const char *game, const char *first, const char *second, alea_plot_options options,
                   const char *header, const char *line)
{
    table t = draw(game, first, second, options);
    bytes csv = render(&t, ALEA_PLOT_CSV, 0);
    assert_memory_equal(csv.data, header, strlen(header));
    if (!strstr(csv.data, line)) fail_msg("\"%s\" is not in:\n%s", line, csv.data);
    alea_text_free(csv.data);
    leave(&t);
}

static void csv_has_a_line_for_each_position(void **state)
{
    (void)state;
    alea_plot_options hold = {0}, turn = {.map = ALEA_PLOT_TURN, .other_given = true, .other = 5};
    csv_is("pig(goal=30)", "hold(20)", NULL, hold, "own,other,hold_at,hold_from\n0,0,20,20\n",
           "\n25,7,5,5\n");
    csv_is("pig(goal=30)", "always-roll", NULL, hold, "own,other,hold_at,hold_from\n0,0,,\n", "\n29,29,,\n");
    csv_is("pig(goal=30)", "hold(20)", "hold(25)", hold,
           "own,other,first_hold_at,first_hold_from,second_hold_at,second_hold_from,difference\n",
           "\n0,0,20,20,25,25,-5\n");
    csv_is("pig(goal=30)", "hold(20)", "always-roll", hold, "own,other,", "\n0,0,20,20,,,\n");
    csv_is("pig(goal=30)", "hold(20)", NULL, turn, "own,other,turn,move\n0,5,2,roll\n", "\n10,5,20,hold\n");
    csv_is("pig(goal=30)", "hold(20)", "hold(25)", turn, "own,other,turn,first,second\n",
           "\n0,5,20,hold,roll\n");
    csv_is("pig-solitaire", "hold(20)", NULL, hold, "own,turns,hold_at,hold_from\n0,1,20,20\n",
           "\n90,2,10,10\n");
    csv_is("pig-solitaire(turns=0)", "hold(20)", NULL, hold, "own,turn,move\n0,2,roll\n", "\n0,20,hold\n");
}

static int32_t number_at(const bytes *b, size_t at)
{
    uint32_t value = 0;
    for (size_t i = 0; i < 4; i++) value |= (uint32_t)(unsigned char)b->data[at + i] << (8 * i);
    return (int32_t)value;
}

/* Format 1.0: eight bytes of magic and version, two of length, the header, then the data at a multiple of 64. */
static void npy_is_numpys_format(void **state)
{
    (void)state;
    table t = draw("piglet(goal=3)", "hold(2)", "always-roll", (alea_plot_options){0});
    bytes npy = render(&t, ALEA_PLOT_NPY, 0);
    size_t length = (unsigned char)npy.data[8] + 256u * (unsigned char)npy.data[9];
    assert_memory_equal(npy.data, "\x93NUMPY\x01\x00", 8);
    assert_int_equal((10 + length) % 64, 0);
    assert_int_equal(npy.data[10 + length - 1], '\n');
    assert_memory_equal(npy.data + 10, "{'descr': '<i4', 'fortran_order': False, 'shape': (2, 3, 3), }", 62);
    assert_int_equal(npy.size, 10 + length + 2 * 3 * 3 * 4);
    assert_int_equal(number_at(&npy, 10 + length), 2);                       /* hold(2) from 0 */
    assert_int_equal(number_at(&npy, 10 + length + 4 * 3 * 2), 1);           /* from 2 the goal is one away */
    assert_int_equal(number_at(&npy, 10 + length + 4 * 3 * 3), ALEA__NEVER); /* always-roll */
    alea_text_free(npy.data);
    leave(&t);
}

static uint32_t big_endian(const char *at)
{
    const unsigned char *b = (const unsigned char *)at;
    return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
}

static void png_is_as_wide_as_requested(void **state)
{
    (void)state;
    const unsigned widths[] = {200, 960, 1234};
    table t = draw("pig(goal=30)", "hold(20)", NULL, (alea_plot_options){.map = ALEA_PLOT_SURFACE});
    for (size_t i = 0; i < sizeof widths / sizeof *widths; i++) {
        bytes png = render(&t, ALEA_PLOT_PNG, widths[i]);
        assert_memory_equal(png.data, "\x89PNG\r\n\x1a\n", 8);
        assert_int_equal(big_endian(png.data + 16), widths[i]);
        assert_int_equal(big_endian(png.data + 20), (uint32_t)round(widths[i] * 780 / 960.0));
        alea_text_free(png.data);
    }
    leave(&t);
}

static void widths_out_of_range_are_refused(void **state)
{
    (void)state;
    alea_error error;
    bytes b;
    table t = draw("piglet", "hold(1)", NULL, (alea_plot_options){0});
    assert_int_equal(alea_plot_render(t.plot, ALEA_PLOT_PNG, 199, &b.data, &b.size, &error), ALEA_E_RANGE);
    assert_int_equal(alea_plot_render(t.plot, ALEA_PLOT_SVG, 8001, &b.data, &b.size, &error), ALEA_E_RANGE);
    assert_non_null(strstr(error.message, "200 to 8000 pixels wide, not 8001"));
    leave(&t);
}

/* Also SVG, in which cairo counts the surfaces of the process. */
static void the_same_plot_gives_the_same_bytes(void **state)
{
    (void)state;
    const alea_plot_format formats[] = {ALEA_PLOT_SVG, ALEA_PLOT_PNG, ALEA_PLOT_CSV, ALEA_PLOT_NPY};
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        table one = draw("pig(goal=30)", "hold(20)", NULL, (alea_plot_options){.threads = 1});
        table many = draw("pig(goal=30)", "hold(20)", NULL, (alea_plot_options){.threads = 3});
        bytes a = render(&one, formats[i], 0), b = render(&many, formats[i], 0);
        assert_int_equal(a.size, b.size);
        assert_memory_equal(a.data, b.data, a.size);
        alea_text_free(a.data);
        alea_text_free(b.data);
        leave(&one);
        leave(&many);
    }
}

static void svg_says_what_it_shows(void **state)
{
    (void)state;
    table t = draw("pig(goal=30)", "hold(20)", NULL, (alea_plot_options){0});
    bytes svg = render(&t, ALEA_PLOT_SVG, 500);
    assert_non_null(strstr(svg.data,
                           "<title>pig(dice=1,goal=30,players=2,sides=6). hold(20): the turn total at "
                           "which it holds</title>"));
    assert_non_null(strstr(svg.data, "width=\"500px\""));
    alea_text_free(svg.data);
    leave(&t);
}

/* Small games to large ones, with bots that never hold and scores that cannot occur. */
static void every_map_of_every_game_can_be_drawn(void **state)
{
    (void)state;
    static const char *const games[] = {"piglet(goal=1)",
                                        "piglet",
                                        "pig(goal=2)",
                                        "pig(goal=7,dice=3)",
                                        "two-dice-pig(goal=20)",
                                        "two-dice-pig(goal=20,forced_doubles=true)",
                                        "pig-pen(goal=20)",
                                        "pig-pen(goal=20,over_goal=hold)",
                                        "pig-solitaire(goal=10,turns=1)"};
    static const char *const bots[] = {"hold(3)", "always-roll"};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++)
        for (int map = ALEA_PLOT_TURN; map <= ALEA_PLOT_SURFACE; map++)
            for (size_t k = 0; k < 3; k++) {
                if (k == 2 && map == ALEA_PLOT_SURFACE) continue;
                table t = draw(games[i], bots[k % 2], k == 2 ? bots[1] : NULL,
                               (alea_plot_options){.map = (alea_plot_map)map});
                bytes b = render(&t, ALEA_PLOT_SVG, 0);
                assert_that(b.size, >, 1000);
                alea_text_free(b.data);
                leave(&t);
            }
}

static void a_file_that_cannot_be_written_is_named(void **state)
{
    (void)state;
    alea_error error;
    table t = draw("piglet", "hold(1)", NULL, (alea_plot_options){0});
    assert_int_equal(alea_plot_write(t.plot, ALEA_PLOT_SVG, 0, "nowhere/plot.svg", &error), ALEA_E_WRITE);
    assert_non_null(strstr(error.message, "nowhere/plot.svg"));
    leave(&t);
}

static void a_format_is_known_by_its_ending(void **state)
{
    (void)state;
    alea_error error;
    alea_plot_format format;
    assert_int_equal(alea_plot_format_of("a.b/c.png", &format, NULL), ALEA_OK);
    assert_int_equal(format, ALEA_PLOT_PNG);
    assert_int_equal(alea_plot_format_of("plot.pdf", &format, &error), ALEA_E_USAGE);
    assert_non_null(strstr(error.message, "plot.pdf: the name of a plot must end in .svg or .png"));
}

/* ---- in characters ---- */

static void text_is(const char *game, const char *bot, alea_plot_options options, alea_view_options view,
                    const char *expected)
{
    char *text;
    table t = draw(game, bot, NULL, options);
    assert_int_equal(alea_plot_view(t.plot, &view, &text, NULL), ALEA_OK);
    assert_string_equal(text, expected);
    alea_text_free(text);
    leave(&t);
}

static void maps_can_be_read_as_text(void **state)
{
    (void)state;
    text_is("piglet(goal=4)", "hold(2)", (alea_plot_options){0}, (alea_view_options){.ascii = true},
            "hold(2): the turn total at which it holds\n"
            "piglet(goal=4,players=2)\n\n"
            "other\n"
            "    3 | 2 2 2 1\n"
            "    2 | 2 2 2 1\n"
            "    1 | 2 2 2 1\n"
            "    0 | 2 2 2 1\n"
            "  own   0 1 2 3\n\n"
            "  least turn total at which it holds\n"
            "  position: scores=OWN,OTHER turn=TURN\n");
    text_is("piglet(goal=4)", "hold(2)", (alea_plot_options){.map = ALEA_PLOT_TURN},
            (alea_view_options){.ascii = true},
            "hold(2): roll or hold when the other has 0\n"
            "piglet(goal=4,players=2)\n\n"
            " turn\n"
            "    4 | .\n"
            "    3 | ..\n"
            "    2 | ...\n"
            "    1 | ###.\n"
            "    0 |\n"
            "  own   0\n\n"
            "  # roll  . hold\n"
            "  position: scores=OWN,0 turn=TURN\n");
}

static void maps_fit_the_width(void **state)
{
    (void)state;
    const unsigned widths[] = {40, 80, 120};
    for (size_t i = 0; i < 3; i++)
        for (int map = ALEA_PLOT_TURN; map <= ALEA_PLOT_HOLD; map++) {
            char *text;
            table t = draw("pig", "hold(20)", NULL, (alea_plot_options){.map = (alea_plot_map)map});
            alea_view_options view = {.ascii = true, .width = widths[i]};
            assert_int_equal(alea_plot_view(t.plot, &view, &text, NULL), ALEA_OK);
            for (char *line = strchr(text, '|'); line; line = strchr(line + 1, '|')) /* the map alone */
                assert_that(strcspn(line, "\n") + 6, <=, widths[i]);
            alea_text_free(text);
            leave(&t);
        }
}

static void a_surface_cannot_be_shown_as_text(void **state)
{
    (void)state;
    char *text;
    table t = draw("piglet", "hold(1)", NULL, (alea_plot_options){.map = ALEA_PLOT_SURFACE});
    assert_int_equal(alea_plot_view(t.plot, NULL, &text, NULL), ALEA_E_USAGE);
    leave(&t);
}

/* ---- colours ---- */

/* Relative luminance, WCAG 2. */
static double luminance(alea__colour c)
{
    const double channel[3] = {c.red, c.green, c.blue}, weight[3] = {0.2126, 0.7152, 0.0722};
    double sum = 0;
    for (int i = 0; i < 3; i++)
        sum +=
            weight[i] * (channel[i] <= 0.03928 ? channel[i] / 12.92 : pow((channel[i] + 0.055) / 1.055, 2.4));
    return sum;
}

static void a_scale_can_be_read_in_grey(void **state)
{
    (void)state;
    for (int i = 0; i < 100; i++) {
        assert_that(luminance(alea__rising_colour((i + 1) / 100.0)), >,
                    luminance(alea__rising_colour(i / 100.0)));
        assert_that(luminance(alea__signed_colour((i + 1) / 100.0)), <,
                    luminance(alea__signed_colour(i / 100.0)));
        assert_that(luminance(alea__signed_colour(-(i + 1) / 100.0)), <,
                    luminance(alea__signed_colour(-i / 100.0)));
    }
    assert_that(luminance(alea__class_colour(ALEA__CLASS_ROLL)), >,
                2 * luminance(alea__class_colour(ALEA__CLASS_HOLD)));
}

/* ---- faults ---- */

static alea_status make_and_show(const table *t, const alea_plot_options *options)
{
    alea_plot *plot;
    char *data;
    size_t size;
    alea_status status = alea_plot_make(t->game, t->bot[0], t->bot[1], options, &plot, NULL);
    if (status != ALEA_OK) return status;
    for (int format = ALEA_PLOT_SVG; format <= ALEA_PLOT_NPY && status == ALEA_OK; format++) {
        status = alea_plot_render(plot, (alea_plot_format)format, 0, &data, &size, NULL);
        if (status == ALEA_OK) alea_text_free(data);
    }
    if (status == ALEA_OK) status = alea_plot_view(plot, NULL, &data, NULL);
    if (status == ALEA_OK) alea_text_free(data);
    alea_plot_free(plot);
    return status;
}

static void every_failed_allocation_is_reported(void **state)
{
    (void)state;
    const alea_plot_options options[] = {{.threads = 1}, {.threads = 1, .map = ALEA_PLOT_TURN}};
    table t = sit_down("piglet", "hold(1)", "hold(2)");
    for (size_t i = 0; i < 2; i++) {
        alea_status status = ALEA_E_MEMORY;
        for (long k = 0; status != ALEA_OK; k++) {
            status = with_allocations(k, make_and_show(&t, &options[i]));
        }
    }
    leave(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hold_20_holds_at_20_or_where_that_wins),
        cmocka_unit_test(always_roll_never_holds),
        cmocka_unit_test(a_bot_that_rolls_again_has_no_threshold),
        cmocka_unit_test(a_turn_map_has_a_cell_for_every_decision),
        cmocka_unit_test(a_plot_says_what_its_cells_are),
        cmocka_unit_test(a_leader_is_overtaken),
        cmocka_unit_test(turns_left_are_the_other_of_one_player),
        cmocka_unit_test(without_an_opponent_the_usual_map_is_a_turn_map),
        cmocka_unit_test(a_large_game_is_drawn_in_steps),
        cmocka_unit_test(what_cannot_be_drawn_is_refused_with_the_reason),
        cmocka_unit_test(best_play_by_a_table_needs_no_bot),
        cmocka_unit_test(best_play_by_a_table_meets_a_bot),
        cmocka_unit_test(an_other_out_of_range_gets_the_range),
        cmocka_unit_test(games_of_other_families_are_refused),
        cmocka_unit_test(work_stops_when_asked),
        cmocka_unit_test(csv_has_a_line_for_each_position),
        cmocka_unit_test(npy_is_numpys_format),
        cmocka_unit_test(png_is_as_wide_as_requested),
        cmocka_unit_test(widths_out_of_range_are_refused),
        cmocka_unit_test(the_same_plot_gives_the_same_bytes),
        cmocka_unit_test(svg_says_what_it_shows),
        cmocka_unit_test(every_map_of_every_game_can_be_drawn),
        cmocka_unit_test(a_file_that_cannot_be_written_is_named),
        cmocka_unit_test(a_format_is_known_by_its_ending),
        cmocka_unit_test(maps_can_be_read_as_text),
        cmocka_unit_test(maps_fit_the_width),
        cmocka_unit_test(a_surface_cannot_be_shown_as_text),
        cmocka_unit_test(a_scale_can_be_read_in_grey),
        cmocka_unit_test(every_failed_allocation_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
