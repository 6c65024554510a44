/* Batches: games stepped together are the games of a run, and what they show is enough to decide. */
#include "base/kernel.h"
#include "game/batch_ops.h"
#include "play/dice.h"
#include "play/record_test.h"
#include "support/memory.h"
#include <alea/batch.h>

enum { MOST_FEATURES = 64, MOST_SLOTS = 64, MOST_MOVES = 4096 };

/* A batch with arrays for all that it shows. */
typedef struct arrays {
    alea_batch *batch;
    unsigned slots, seats, features, moves;
    int32_t observation[MOST_SLOTS * MOST_FEATURES], last[MOST_SLOTS * MOST_FEATURES], seat[MOST_SLOTS],
        move[MOST_SLOTS];
    uint8_t mask[MOST_SLOTS * MOST_MOVES], over[MOST_SLOTS], truncated[MOST_SLOTS];
    uint64_t game[MOST_SLOTS];
    double reward[MOST_SLOTS * ALEA_MAX_SEATS];
} arrays;

static alea_batch_view view_of(arrays *a)
{
    return (alea_batch_view){.observation = a->observation,
                             .mask = a->mask,
                             .seat = a->seat,
                             .game = a->game,
                             .reward = a->reward,
                             .over = a->over,
                             .truncated = a->truncated,
                             .final_observation = a->last};
}

static void look(arrays *a)
{
    const alea_batch_view view = view_of(a);
    alea_batch_look(a->batch, &view);
}

static void step(arrays *a)
{
    const alea_batch_view view = view_of(a);
    OK(alea_batch_step(a->batch, a->move, &view, &test_error));
}

static arrays *open_arrays(const alea_game *game, unsigned slots, const alea_batch_options *options)
{
    arrays *a = calloc(1, sizeof *a);
    assert_non_null(a);
    OK(alea_batch_open(game, slots, options, &a->batch, &test_error));
    a->slots = slots;
    a->seats = alea_game_players(game);
    a->features = alea_batch_features(a->batch);
    a->moves = alea_batch_moves(a->batch);
    assert_that(slots, <=, MOST_SLOTS);
    assert_that(a->features, <=, MOST_FEATURES);
    assert_that(a->moves, <=, MOST_MOVES);
    look(a);
    return a;
}

static void close_arrays(arrays *a)
{
    alea_batch_free(a->batch);
    free(a);
}

static const int32_t *seen(const arrays *a, unsigned slot)
{
    return a->observation + (size_t)slot * a->features;
}

/* ---- the games of a run --------------------------------------------------------------------------------- */

/* A move for what is seen; `n` is the bot's number. */
typedef int32_t decider(const arrays *, unsigned slot, int32_t n);

/* hold(n) in Pig and its relatives, whose goal is 100: own, turn, other. */
static int32_t holds(const arrays *a, unsigned slot, int32_t n)
{
    const int32_t *o = seen(a, slot);
    return o[1] < n && o[0] + o[1] < 100;
}

/* hold(n) in Pig-Pen for three: own, turn, memory, two others, leader, to beat. A leader is to be overtaken, and more than the
   goal is not needed without one. */
static int32_t chases(const arrays *a, unsigned slot, int32_t n)
{
    const int32_t *o = seen(a, slot), total = o[0] + o[1];
    const bool led = o[5] > 0;
    assert_int_equal(o[6], led ? o[2 + o[5]] : 100);
    return led ? total <= o[6] : total <= 100 && o[1] < n;
}

static int32_t always(const arrays *a, unsigned slot, int32_t n)
{
    (void)a, (void)slot;
    return n;
}

static int32_t first_move(const arrays *a, unsigned slot, int32_t n)
{
    int32_t move = 0;
    (void)n;
    while (!a->mask[(size_t)slot * a->moves + (size_t)move]) move++;
    return move;
}

/* The tests' own Pig as a graph: own, other and turn are digits of the state; moves are numbered as they were met. */
static int32_t holds_in_graph(const arrays *a, unsigned slot, int32_t n)
{
    const int32_t state = seen(a, slot)[0], goal = 20, own = state / (2 * goal * goal),
                  turn = state / 2 % goal;
    return turn < n && own + turn < goal;
}

typedef struct battle {
    const char *game;
    decider *decide;
    struct {
        const char *spec;
        int32_t n;
    } bot[3];
} battle;

typedef struct sums {
    uint64_t wins[ALEA_MAX_SEATS][ALEA_MAX_SEATS], ended;
    double brought[ALEA_MAX_SEATS];
} sums;

static unsigned bot_in(const arrays *a, bool rotate, uint64_t game, unsigned seat)
{
    return rotate ? (unsigned)((seat + a->seats - game % a->seats) % a->seats) : seat;
}

/* Counts what the step brought in games below `games`; `before`: their numbers before the step. */
static void count_step(const arrays *a, bool rotate, const uint64_t *before, uint64_t games, sums *s)
{
    for (unsigned slot = 0; slot < a->slots; slot++) {
        if (!a->over[slot] || before[slot] >= games) continue;
        s->ended++;
        for (unsigned seat = 0; seat < a->seats; seat++) {
            const unsigned bot = bot_in(a, rotate, before[slot], seat);
            const double reward = a->reward[slot * a->seats + seat];
            s->brought[bot] += reward;
            s->wins[bot][seat] += reward == 1;
        }
    }
}

static void play_battle(const battle *b, arrays *a, bool rotate, uint64_t games, sums *out)
{
    uint64_t before[MOST_SLOTS];
    *out = (sums){0};
    while (out->ended < games) {
        for (unsigned slot = 0; slot < a->slots; slot++)
            a->move[slot] =
                b->decide(a, slot, b->bot[bot_in(a, rotate, a->game[slot], (unsigned)a->seat[slot])].n);
        memcpy(before, a->game, sizeof before);
        step(a);
        count_step(a, rotate, before, games, out);
    }
}

static void assert_as_in_a_run(const battle *b, bool rotate)
{
    static const unsigned slots[] = {1, 7, MOST_SLOTS};
    const uint64_t games = 300, seed = 9;
    alea_bot *bot[3];
    alea_run_result *run;
    alea_game *game = open_game(b->game);
    const unsigned players = alea_game_players(game);
    const alea_objective objective = alea_game_objective(game);
    for (unsigned i = 0; i < players; i++) {
        const bool lua = strncmp(b->bot[i].spec, "return", 6) == 0;
        if (lua) write_file("bot.lua", b->bot[i].spec);
        bot[i] = open_bot(game, lua ? "bot.lua" : b->bot[i].spec);
    }
    const alea_run_options options = {.games = games,
                                      .seed = seed,
                                      .seed_given = true,
                                      .threads = 1,
                                      .seats = rotate ? ALEA_ROTATE : ALEA_FIXED,
                                      .path = ALEA_PATH_STEP};
    OK(alea_run_match(game, bot, players, &options, &run, &test_error));
    for (unsigned k = 0; k < 3; k++) {
        sums found;
        arrays *a = open_arrays(game, slots[k], &(alea_batch_options){.seed = seed, .seed_given = true});
        play_battle(b, a, rotate, games, &found);
        for (unsigned i = 0; i < players; i++) {
            const alea_standing *expected = &run->standing[i];
            if (objective == ALEA_WIN)
                for (unsigned seat = 0; seat < players; seat++)
                    assert_that(found.wins[i][seat], ==, expected->seat_wins[seat]);
            if (objective == ALEA_WIN) assert_that(found.brought[i], ==, (double)expected->wins);
            if (objective == ALEA_MONEY) assert_that(found.brought[i], ==, (double)expected->money_total);
            if (objective == ALEA_SCORE) assert_that(found.brought[i], ==, expected->score * (double)games);
        }
        close_arrays(a);
    }
    alea_run_result_free(run);
    for (unsigned i = 0; i < players; i++) alea_bot_free(bot[i]);
    alea_game_free(game);
}

static void games_are_those_of_a_run(void **unused)
{
    (void)unused;
    static const char first[] = "return function(view) return 1 end",
                      first_of_graph[] = "return function(view) return view.moves[1] end";
    static const battle battles[] = {
        {"pig", holds, {{"hold(20)", 20}, {"hold(25)", 25}}},
        {"two-dice-pig", holds, {{"hold(20)", 20}, {"hold(25)", 25}}},
        {"pig-pen(players=3)", chases, {{"hold(20)", 20}, {"hold(25)", 25}, {"hold(15)", 15}}},
        {"hog", always, {{"always(6)", 6}, {"always(4)", 4}}},
        {"tests/rules/small-despirala.lua(players=2)", first_move, {{first, 0}, {first, 0}}},
        {"despirala", first_move, {{first, 0}}},
        {"tests/rules/pig-graph.lua(goal=20)",
         holds_in_graph,
         {{"return function(view) local t = view.state // 2 % 20\n"
           "return (t < 7 and view.state // 800 + t < 20) and \"roll\" or \"hold\" end",
           7},
          {"first", 0}}},
        {"red-and-black", first_move, {{first_of_graph, 0}}},
    };
    for (size_t i = 0; i < sizeof battles / sizeof *battles; i++) {
        assert_as_in_a_run(&battles[i], false);
        if (battles[i].bot[1].spec) assert_as_in_a_run(&battles[i], true);
    }
}

/* ---- the referee ---------------------------------------------------------------------------------------- */

static const char *const race_games[] = {"pig",
                                         "piglet",
                                         "two-dice-pig",
                                         "pig-pen",
                                         "pig-pen(players=5)",
                                         "pig-pen(over_goal=hold)",
                                         "pig-solitaire",
                                         "pig-solitaire(turns=12)",
                                         "tests/rules/race-chase-memory.lua(players=3)",
                                         "tests/rules/race-free-roll.lua",
                                         "tests/rules/race-money.lua",
                                         "tests/rules/race-tiny.lua"};

static void random_moves(arrays *a, uint64_t *random)
{
    for (unsigned slot = 0; slot < a->slots; slot++) {
        const uint8_t *mask = a->mask + (size_t)slot * a->moves;
        unsigned move = next_random(random) % a->moves;
        while (a->seat[slot] >= 0 && !mask[move]) move = (move + 1) % a->moves;
        a->move[slot] = (int32_t)move;
    }
}

static void assert_same_arrays(const arrays *a, const arrays *b)
{
    assert_memory_equal(a->observation, b->observation, sizeof a->observation);
    assert_memory_equal(a->last, b->last, sizeof a->last);
    assert_memory_equal(a->seat, b->seat, sizeof a->seat);
    assert_memory_equal(a->mask, b->mask, sizeof a->mask);
    assert_memory_equal(a->over, b->over, sizeof a->over);
    assert_memory_equal(a->truncated, b->truncated, sizeof a->truncated);
    assert_memory_equal(a->game, b->game, sizeof a->game);
    assert_memory_equal(a->reward, b->reward, sizeof a->reward);
}

/* A family that keeps its blocks by itself plays as its referee does, whatever the width of vectors. The referee plays for a copy of the
   family without blocks. */
static void every_race_is_played_as_the_referee_plays_it(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof race_games / sizeof *race_games; i++) {
        uint64_t random = i, ended = 0;
        alea_game *game = open_game(race_games[i]), plain = *game;
        alea__family family = *game->family;
        alea__batch_ops ops = *family.batch;
        assert_non_null(ops.block);
        ops.block = NULL;
        family.batch = &ops;
        plain.family = &family;
        const alea_batch_options options = {.seed = i, .seed_given = true, .illegal_forfeits = true};
        arrays *fast = open_arrays(game, 37, &options), *narrow = open_arrays(game, 37, &options),
               *slow = open_arrays(&plain, 37, &options);
        assert_same_arrays(fast, slow);
        for (unsigned k = 0; k < 1000; k++) {
            random_moves(fast, &random);
            if (k % 5 == 0) fast->move[k % 37] = 2; /* forfeits */
            memcpy(slow->move, fast->move, sizeof fast->move);
            memcpy(narrow->move, fast->move, sizeof fast->move);
            step(fast);
            alea__limit_lane_bytes(16);
            step(narrow);
            alea__limit_lane_bytes(0);
            step(slow);
            assert_same_arrays(fast, slow);
            assert_same_arrays(narrow, slow);
            for (unsigned slot = 0; slot < 37; slot++) ended += fast->over[slot];
        }
        assert_that(ended, >, 50);
        close_arrays(fast);
        close_arrays(narrow);
        close_arrays(slow);
        alea_game_free(game);
    }
}

/* The list above has every race of the catalogue. */
static void the_catalogue_has_no_other_race(void **unused)
{
    (void)unused;
    for (size_t i = 0; alea_catalog_name(i); i++) {
        bool listed = false;
        alea_game *game = open_game(alea_catalog_name(i));
        for (size_t k = 0; k < sizeof race_games / sizeof *race_games; k++)
            listed |= strcmp(race_games[k], alea_catalog_name(i)) == 0;
        if (strcmp(alea_game_family(game), "race") == 0 && !listed)
            fail_msg("%s is not played here", alea_catalog_name(i));
        alea_game_free(game);
    }
}

/* ---- what is seen --------------------------------------------------------------------------------------- */

static void assert_row_in_range(const arrays *a, const int32_t *row)
{
    alea_feature feature;
    for (unsigned i = 0; alea_batch_feature(a->batch, i, &feature); i++) {
        if (row[i] < feature.least || row[i] > feature.most)
            fail_msg("%s is %d, not %d to %d", feature.name, row[i], feature.least, feature.most);
    }
}

static void assert_numbers_in_range(arrays *a)
{
    uint64_t random = 1;
    for (unsigned k = 0; k < 1000; k++) {
        random_moves(a, &random);
        if (k % 7 == 0) a->move[k % a->slots] = -5;
        step(a);
        for (unsigned slot = 0; slot < a->slots; slot++) {
            assert_row_in_range(a, seen(a, slot));
            if (a->over[slot]) assert_row_in_range(a, a->last + (size_t)slot * a->features);
            assert_that(a->seat[slot], >=, 0);
            assert_that(a->seat[slot], <, (int32_t)a->seats);
        }
    }
}

static void numbers_stay_in_their_ranges_and_have_names(void **unused)
{
    (void)unused;
    for (size_t i = 0; alea_catalog_name(i); i++) {
        alea_feature feature, other;
        alea_game *game = open_game(alea_catalog_name(i));
        arrays *a = open_arrays(game, 5, &(alea_batch_options){.illegal_forfeits = true});
        for (unsigned k = 0; k < a->features; k++) {
            assert_true(alea_batch_feature(a->batch, k, &feature));
            for (unsigned j = 0; j < k; j++) {
                assert_true(alea_batch_feature(a->batch, j, &other));
                if (strcmp(feature.name, other.name) == 0)
                    fail_msg("%s: two numbers are called %s", alea_catalog_name(i), feature.name);
            }
        }
        assert_false(alea_batch_feature(a->batch, a->features, &feature));
        assert_numbers_in_range(a);
        close_arrays(a);
        alea_game_free(game);
    }
}

/* What a position is called, with all that a decision may depend on. */
typedef struct position {
    int32_t seen[MOST_FEATURES];
    char line[300];
} position;

static int by_numbers(const void *a, const void *b)
{
    return memcmp(((const position *)a)->seen, ((const position *)b)->seen, sizeof((position *)0)->seen);
}

/* Plays by hand at random, and notes up to `most` decisions. */
static unsigned note_positions(const alea_game *game, position *out, unsigned most)
{
    const alea__batch_ops *ops = game->family->batch;
    uint64_t random = 5;
    unsigned count = 0;
    while (count < most) {
        alea_state state = alea_game_start(game);
        for (int mover; count < most && (mover = alea_game_to_move(game, &state)) != ALEA_OVER;) {
            uint32_t next = next_random(&random);
            if (mover == ALEA_CHANCE) {
                next %= alea_game_chance_count(game, &state);
            } else {
                memset(&out[count], 0, sizeof *out);
                ops->observe(game->rules, &state, (unsigned)mover, out[count].seen);
                alea_game_position(game, &state, out[count].line, sizeof out[count].line);
                count++;
                next = alea_game_move(game, &state, next % alea_game_move_count(game, &state));
            }
            OK(alea_game_apply(game, &state, next, &test_error));
        }
    }
    return count;
}

/* Positions that `alea ask` tells apart differ in their numbers. */
static void positions_that_differ_look_different(void **unused)
{
    (void)unused;
    static const char *const specs[] = {"pig(goal=30)",
                                        "pig-pen(players=2,goal=20)",
                                        "pig-solitaire(turns=7)",
                                        "tests/rules/race-chase-memory.lua(players=3)",
                                        "hog(goal=30)",
                                        "hog-feral",
                                        "tests/rules/small-despirala.lua",
                                        "tests/rules/small-despirala.lua(players=2)",
                                        "tests/rules/pig-graph.lua(goal=20)",
                                        "red-and-black"};
    enum { COUNT = 8000 };
    position *all = malloc(COUNT * sizeof *all);
    assert_non_null(all);
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        unsigned equal = 0;
        alea_game *game = open_game(specs[i]);
        qsort(all, note_positions(game, all, COUNT), sizeof *all, by_numbers);
        for (unsigned k = 1; k < COUNT; k++) {
            if (by_numbers(&all[k - 1], &all[k]) != 0) continue;
            equal++;
            assert_string_equal(all[k - 1].line, all[k].line);
        }
        assert_that(equal, >, 10);
        alea_game_free(game);
    }
    free(all);
}

static void pig_shows_three_numbers(void **unused)
{
    (void)unused;
    static const char *const names[] = {"own", "turn", "other"};
    alea_feature feature;
    int32_t other[3];
    alea_game *game = open_game("pig");
    arrays *a = open_arrays(game, 1, NULL);
    assert_int_equal(a->features, 3);
    assert_int_equal(a->moves, 2);
    for (unsigned i = 0; i < 3; i++) {
        assert_true(alea_batch_feature(a->batch, i, &feature));
        assert_string_equal(feature.name, names[i]);
        assert_int_equal(feature.least, i == 2 ? -1 : 0);
        assert_int_equal(feature.most, 100 + 10000 * 6);
    }
    while (seen(a, 0)[0] == 0 || seen(a, 0)[2] == 0) {
        a->move[0] = seen(a, 0)[1] < 10;
        step(a);
    }
    alea_batch_observe(a->batch, (unsigned)a->seat[0], other);
    assert_memory_equal(other, a->observation, sizeof other);
    alea_batch_observe(a->batch, 1 - (unsigned)a->seat[0], other);
    assert_int_equal(other[0], seen(a, 0)[2]);
    assert_int_equal(other[1], seen(a, 0)[1]);
    assert_int_equal(other[2], seen(a, 0)[0]);
    close_arrays(a);
    alea_game_free(game);
}

/* ---- ends ----------------------------------------------------------------------------------------------- */

/* The same moves, whichever way games begin: by what is seen, and by nothing else. */
static void hold_at_20(arrays *a)
{
    for (unsigned slot = 0; slot < a->slots; slot++) a->move[slot] = holds(a, slot, 20);
}

static void games_begin_when_they_should(void **unused)
{
    (void)unused;
    int32_t last[3];
    alea_game *game = open_game("pig");
    arrays *same = open_arrays(game, 1, NULL),
           *next = open_arrays(game, 1, &(alea_batch_options){.autoreset = ALEA_RESET_NEXT_STEP}),
           *never = open_arrays(game, 1, &(alea_batch_options){.autoreset = ALEA_RESET_DISABLED});
    for (unsigned round = 0; round < 20; round++) {
        do {
            hold_at_20(same);
            hold_at_20(next);
            hold_at_20(never);
            step(same);
            step(next);
            step(never);
        } while (!same->over[0]);
        assert_int_equal(same->game[0], round + 1);
        assert_int_equal(next->game[0], round);
        assert_int_equal(next->over[0], 1);
        assert_int_equal(next->seat[0], -1);
        assert_int_equal(next->mask[0] + next->mask[1], 0);
        assert_memory_equal(next->observation, same->last, sizeof last);
        assert_memory_equal(next->last, same->last, sizeof last);
        assert_memory_equal(next->reward, same->reward, 2 * sizeof *same->reward);
        assert_memory_equal(next->observation, never->observation, sizeof last);
        assert_that(same->last[0], >=, 100); /* who banks the goal has it, and sees it */
        assert_that(same->reward[0] + same->reward[1], ==, 1);
        step(next);
        assert_int_equal(next->over[0], 0);
        assert_that(next->reward[0] + next->reward[1], ==, 0);
        assert_memory_equal(next->observation, same->observation, sizeof last);
        memcpy(last, never->observation, sizeof last);
        never->move[0] = 77;
        step(never);
        assert_int_equal(never->over[0], 1);
        assert_that(never->reward[0] + never->reward[1], ==, 0);
        assert_memory_equal(never->observation, last, sizeof last);
        alea_batch_reset(never->batch, NULL, NULL);
        look(never);
        assert_int_equal(never->over[0], 0);
        assert_int_equal(never->game[0], round + 1);
        assert_memory_equal(never->observation, same->observation, sizeof last);
    }
    close_arrays(same);
    close_arrays(next);
    close_arrays(never);
    alea_game_free(game);
}

/* Who rolls whatever happens is stopped after 10,000 rolls, where no roll loses a turn, or after 10,000 turns. */
static void limits_truncate(void **unused)
{
    (void)unused;
    alea_game *game = open_game("pig");
    arrays *a = open_arrays(game, 1, NULL);
    do {
        a->move[0] = 1;
        step(a);
    } while (!a->over[0]);
    assert_int_equal(a->truncated[0], 1);
    assert_that(a->reward[0] + a->reward[1], ==, 0);
    step(a);
    assert_int_equal(a->truncated[0], 0);
    close_arrays(a);
    alea_game_free(game);
}

/* What counts is the objective that the game is played for: points, minus points, minus turns. */
static void rewards_follow_the_objective(void **unused)
{
    (void)unused;
    static const struct {
        const char *spec;
        alea_objective objective;
        double sign;
    } games[] = {{"tests/rules/small-despirala.lua", ALEA_SCORE, 1},
                 {"tests/rules/small-despirala.lua(misere=true)", ALEA_SCORE, -1},
                 {"pig-solitaire(turns=0)", ALEA_TURNS, -1}};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        alea_outcome outcome;
        alea__roller roller = {0};
        alea_game *game = open_game(games[i].spec);
        OK(alea_game_play_for(game, games[i].objective, &test_error));
        arrays *a = open_arrays(game, 1, NULL);
        alea_state state = alea_game_start(game);
        alea__roller_start(&roller, ALEA_DEFAULT_SEED, 0);
        for (bool over = false; !over;) {
            while (alea_game_to_move(game, &state) == ALEA_CHANCE)
                OK(alea_game_apply(game, &state, alea__roll(&roller, game, &state), &test_error));
            over = alea_game_to_move(game, &state) == ALEA_OVER;
            if (over) break;
            a->move[0] = (int32_t)alea_game_move(game, &state, 0);
            if (games[i].objective == ALEA_TURNS) a->move[0] = seen(a, 0)[1] < 20;
            OK(alea_game_apply(game, &state, (uint32_t)a->move[0], &test_error));
            step(a);
        }
        OK(alea_game_outcome(game, &state, &outcome, &test_error));
        assert_int_equal(a->over[0], 1);
        assert_that(a->reward[0], ==,
                    games[i].sign *
                        (double)(games[i].objective == ALEA_TURNS ? outcome.turns : outcome.score[0]));
        close_arrays(a);
        alea_game_free(game);
    }
}

static void slots_can_have_seeds_of_their_own(void **unused)
{
    (void)unused;
    static const uint64_t seeds[3] = {11, 22, 33};
    static const uint8_t which[3] = {1, 0, 1};
    alea_game *game = open_game("pig");
    arrays *three = open_arrays(game, 3, NULL), *plain = open_arrays(game, 3, NULL),
           *one[3] = {open_arrays(game, 1, &(alea_batch_options){.seed = 11, .seed_given = true}), NULL,
                      open_arrays(game, 1, &(alea_batch_options){.seed = 33, .seed_given = true})};
    alea_batch_reset(three->batch, which, seeds);
    look(three);
    for (unsigned k = 0; k < 3000; k++) {
        for (unsigned slot = 0; slot < 3; slot++) {
            const arrays *alone = one[slot] ? one[slot] : plain;
            const unsigned there = one[slot] ? 0 : slot;
            assert_memory_equal(seen(three, slot), seen(alone, there), 3 * sizeof(int32_t));
            assert_int_equal(three->game[slot], alone->game[there]);
            assert_int_equal(three->over[slot], alone->over[there]);
        }
        hold_at_20(three), hold_at_20(plain), hold_at_20(one[0]), hold_at_20(one[2]);
        step(three), step(plain), step(one[0]), step(one[2]);
    }
    assert_that(three->game[0], >, 10);
    close_arrays(three);
    close_arrays(plain);
    close_arrays(one[0]);
    close_arrays(one[2]);
    alea_game_free(game);
}

/* ---- what is wrong -------------------------------------------------------------------------------------- */

static void an_illegal_move_changes_nothing(void **unused)
{
    (void)unused;
    static arrays before;
    alea_game *game = open_game("tests/rules/small-despirala.lua(players=2)");
    arrays *a = open_arrays(game, 6, &(alea_batch_options){.first = 40});
    uint64_t random = 3;
    for (unsigned k = 0; k < 4; k++) {
        random_moves(a, &random);
        step(a);
    }
    before = *a;
    random_moves(a, &random);
    memcpy(before.move, a->move, sizeof before.move);
    const alea_batch_view view = view_of(a);
    const int32_t good = a->move[3], bad[] = {-1, (int32_t)a->moves, INT32_MAX, INT32_MIN, 0};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        a->move[3] = bad[i];
        assert_int_equal(alea_batch_step(a->batch, a->move, &view, &test_error), ALEA_E_STATE);
        assert_says(test_error, "Slot 3, game 43, ");
        assert_says(test_error, "goods=");
    }
    a->move[3] = good;
    assert_memory_equal(&before, a, sizeof before);
    look(a);
    assert_memory_equal(before.observation, a->observation, sizeof before.observation);
    step(a);
    close_arrays(a);
    alea_game_free(game);
}

/* In a game of two the other one wins; of three, the others go on. */
static void an_illegal_move_can_forfeit(void **unused)
{
    (void)unused;
    alea_game *game = open_game("hog");
    arrays *a = open_arrays(game, 2, &(alea_batch_options){.illegal_forfeits = true});
    a->move[0] = 11;
    a->move[1] = 6;
    step(a);
    assert_int_equal(a->over[0], 1);
    assert_int_equal(a->truncated[0], 0);
    assert_that(a->reward[0], ==, 0);
    assert_that(a->reward[1], ==, 1);
    assert_int_equal(a->over[1], 0);
    close_arrays(a);
    alea_game_free(game);

    game = open_game("pig(players=3)");
    a = open_arrays(game, 1, &(alea_batch_options){.illegal_forfeits = true});
    const int32_t loser = a->seat[0];
    a->move[0] = -1;
    step(a);
    assert_int_equal(a->over[0], 0);
    assert_that(a->seat[0], !=, loser);
    assert_int_equal(seen(a, 0)[1 + (loser - a->seat[0] + 3) % 3], -1); /* behind own and turn */
    close_arrays(a);
    alea_game_free(game);
}

static void assert_refused(const alea_game *game, unsigned slots, const alea_batch_options *options,
                           alea_status status, const char *words)
{
    alea_batch *batch;
    assert_int_equal(alea_batch_open(game, slots, options, &batch, &test_error), status);
    assert_says(test_error, words);
}

static void what_cannot_be_is_refused(void **unused)
{
    (void)unused;
    static const char chance[] =
        "return { name = 'chance', title = 'Chance', text = 'Two ends.', family = 'graph', params = "
        "{{'players', default = 1, min = 1, max = 1}},\n"
        "rules = function() return { start = function() return 0 end,\n"
        "moves = function() end, chances = function(s) if s == 0 then return 2, {1, 2} end end,\n"
        "payoff = function(s) return { score = s } end } end }",
                      wide[] =
                          "return { name = 'wide', title = 'Wide', text = 'Many moves.', family = 'graph', "
                          "params = {{'players', default = 1, min = 1, max = 1}},\n"
                          "rules = function() return { start = function() return 0 end,\n"
                          "moves = function(s) if s < 30 then local n, t = {}, {}\n"
                          "for i = 1, 200 do n[i] = s .. '-' .. i; t[i] = s + 1 end return n, t end end,\n"
                          "payoff = function(s) return { score = s } end } end }";
    alea_game *pig = open_game("pig"), other = *pig;
    alea__family family = *pig->family;
    family.batch = NULL;
    other.family = &family;
    assert_refused(pig, 0, NULL, ALEA_E_RANGE, "1 to 1048576, not 0");
    assert_refused(pig, (1 << 20) + 1, NULL, ALEA_E_RANGE, "not 1048577");
    assert_refused(pig, 1, &(alea_batch_options){.autoreset = (alea_autoreset)3}, ALEA_E_RANGE, "3");
    assert_refused(&other, 1, NULL, ALEA_E_REFUSED, "race");
    alea_game_free(pig);
    write_file("chance.lua", chance);
    pig = open_game("chance.lua");
    assert_refused(pig, 1, NULL, ALEA_E_REFUSED, "No player decides");
    alea_game_free(pig);
    write_file("wide.lua", wide);
    pig = open_game("wide.lua");
    assert_refused(pig, 1, NULL, ALEA_E_REFUSED, "6000 different moves");
    alea_game_free(pig);
}

static void memory_may_run_out(void **unused)
{
    (void)unused;
    static const char *const specs[] = {"pig", "hog", "tests/rules/small-despirala.lua"};
    for (size_t i = 0; i < 3; i++) {
        alea_batch *batch = NULL;
        alea_game *game = open_game(specs[i]);
        alea_status status = ALEA_E_MEMORY;
        for (long k = 0; status != ALEA_OK; k++)
            status = with_allocations(k, alea_batch_open(game, 3, NULL, &batch, NULL));
        alea_batch_free(batch);
        alea_game_free(game);
    }
    alea_batch_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_A_FOLDER(games_are_those_of_a_run),
        cmocka_unit_test(every_race_is_played_as_the_referee_plays_it),
        cmocka_unit_test(the_catalogue_has_no_other_race),
        cmocka_unit_test(numbers_stay_in_their_ranges_and_have_names),
        cmocka_unit_test(positions_that_differ_look_different),
        cmocka_unit_test(pig_shows_three_numbers),
        cmocka_unit_test(games_begin_when_they_should),
        cmocka_unit_test(limits_truncate),
        cmocka_unit_test(rewards_follow_the_objective),
        cmocka_unit_test(slots_can_have_seeds_of_their_own),
        cmocka_unit_test(an_illegal_move_changes_nothing),
        cmocka_unit_test(an_illegal_move_can_forfeit),
        IN_A_FOLDER(what_cannot_be_is_refused),
        cmocka_unit_test(memory_may_run_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
