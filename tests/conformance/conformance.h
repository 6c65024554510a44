#ifndef TESTS_CONFORMANCE_CONFORMANCE_H
#define TESTS_CONFORMANCE_CONFORMANCE_H
/* What holds in every game, whatever its family. These programs link the shared library, so the public functions are all that
   they can call.

   The games are every rule file of the catalogue with its defaults, with each number at its smallest and its largest value,
   with each word, with all numbers smallest or largest at once and with each number of players; and the rule files of
   tests/rules with parameters that keep them small. */
#include "support/facts.h"
#include "support/files.h"

#include <dirent.h>
#include <inttypes.h>

enum { MOST_GAMES = 400, LIMIT = 10000 };

static alea_game *conformance_game[MOST_GAMES];
static size_t conformance_games;

/* Parameter sets that a rule file refuses, and why. */
static const struct {
    const char *spec, *why;
} refused[] = {
    {"pig(players=8,goal=10000,dice=6,sides=1000)", "too many to list"},
    {"red-and-black(goal=2)", "the fortune must be less than the goal"},
    {"red-and-black(fortune=499)", "the fortune must be less than the goal"},
};

static const char *const test_rules[] = {
    "tests/rules/chase-graph.lua",
    "tests/rules/chase-graph.lua(goal=10,cap=150)",
    "tests/rules/mixed-dice.lua",
    "tests/rules/pig-graph.lua(goal=1)",
    "tests/rules/pig-graph.lua(goal=25)",
    "tests/rules/race-chase-memory.lua(players=2)",
    "tests/rules/race-chase-memory.lua(players=4)",
    "tests/rules/race-free-roll.lua(players=1)",
    "tests/rules/race-free-roll.lua(players=2)",
    "tests/rules/race-free-roll.lua(players=4)",
    "tests/rules/race-free-roll.lua(players=2,chase=true)",
    "tests/rules/race-free-roll.lua(players=3,chase=true)",
    "tests/rules/race-money.lua(players=1)",
    "tests/rules/race-money.lua(players=2)",
    "tests/rules/race-money.lua(players=4)",
    "tests/rules/race-tiny.lua(players=2)",
    "tests/rules/race-tiny.lua(players=3,ending=bank)",
    "tests/rules/small-despirala-graph.lua(gain=0)",
    "tests/rules/small-despirala-graph.lua(gain=0,misere=true,good_points=0)",
    "tests/rules/small-despirala.lua",
    "tests/rules/small-despirala.lua(gain=0,players=2)",
    "tests/rules/small-despirala.lua(gain=20,good_points=100,players=8)",
    "tests/rules/small-despirala.lua(misere=true,reroll=false,players=3)",
    "tests/rules/solitaire-graph.lua",
    "tests/rules/solitaire-graph.lua(goal=20,turns=3)",
    "tests/rules/solitaire-graph.lua(goal=200)",
    "tests/rules/two-dice-pig-graph.lua",
    "tests/rules/two-dice-pig-graph.lua(goal=1)",
};

/* ---- finding the games ---- */

static void games_keep(alea_game *game)
{
    for (size_t i = 0; i < conformance_games; i++)
        if (strcmp(alea_game_spec(conformance_game[i]), alea_game_spec(game)) == 0) {
            alea_game_free(game);
            return;
        }
    assert_that(conformance_games, <, MOST_GAMES);
    conformance_game[conformance_games++] = game;
}

static void games_add(const char *spec)
{
    alea_game *game;
    alea_error error;
    if (alea_game_open(spec, &game, &error) == ALEA_OK) {
        games_keep(game);
        return;
    }
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        if (strcmp(spec, refused[i].spec) == 0) {
            assert_int_equal(error.status, ALEA_E_RULES);
            assert_says(error, refused[i].why);
            return;
        }
    fail_msg("%s: %s", spec, error.message);
}

/* Every value of `players`, both ends of another number, every word. */
static void games_vary(const char *name, const alea_parameter *p)
{
    char spec[200];
    for (size_t i = 0; p->one_of && p->one_of[i]; i++) {
        snprintf(spec, sizeof spec, "%s(%s=%s)", name, p->name, p->one_of[i]);
        games_add(spec);
    }
    if (p->one_of) return;
    const int64_t step = strcmp(p->name, "players") == 0 || p->max == p->min ? 1 : p->max - p->min;
    for (int64_t value = p->min; value <= p->max; value += step) {
        snprintf(spec, sizeof spec, "%s(%s=%" PRId64 ")", name, p->name, value);
        games_add(spec);
    }
}

/* All numbers at one end at once. */
static void games_add_corner(const char *name, const alea_game *game, bool largest)
{
    char spec[400];
    int length = snprintf(spec, sizeof spec, "%s(", name);
    for (size_t i = 0; i < alea_game_parameter_count(game); i++) {
        alea_parameter p = game_parameter(game, i);
        if (p.one_of) continue;
        length += snprintf(spec + length, sizeof spec - (size_t)length, "%s%s=%" PRId64,
                           spec[length - 1] == '(' ? "" : ",", p.name, largest ? p.max : p.min);
    }
    snprintf(spec + length, sizeof spec - (size_t)length, ")");
    games_add(spec);
}

HELPER int open_every_game(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < alea_catalog_size(); i++) {
        const char *name = alea_catalog_name(i);
        alea_game *game = open_game(name);
        for (size_t k = 0; k < alea_game_parameter_count(game); k++) {
            alea_parameter p = game_parameter(game, k);
            games_vary(name, &p);
        }
        games_add_corner(name, game, false);
        games_add_corner(name, game, true);
        games_keep(game);
    }
    for (size_t i = 0; i < sizeof test_rules / sizeof *test_rules; i++) games_keep(open_game(test_rules[i]));
    return 0;
}

HELPER int close_every_game(void **unused)
{
    (void)unused;
    while (conformance_games > 0) alea_game_free(conformance_game[--conformance_games]);
    return 0;
}

/* ---- places of failed checks ---- */

static struct {
    const alea_game *game;
    const alea_state *state; /* NULL: nothing is being played */
    uint64_t seed;
    int step;
} conformance_at;

static const char *where_it_failed(void)
{
    static char text[1000];
    char position[400] = "-";
    if (conformance_at.state)
        alea_game_describe(conformance_at.game, conformance_at.state, position, sizeof position);
    snprintf(text, sizeof text, "%s, seed %" PRIu64 ", step %d, position \"%s\"",
             alea_game_spec(conformance_at.game), conformance_at.seed, conformance_at.step, position);
    return text;
}

/* Like assert_true, and names the game and the position. */
#define must(condition)                                                      \
    do {                                                                     \
        if (!(condition)) fail_msg("%s: %s", where_it_failed(), #condition); \
    } while (0)

typedef void property(const alea_game *);

HELPER void for_every_game(property *holds)
{
    assert_that(conformance_games, >, alea_catalog_size());
    for (size_t i = 0; i < conformance_games; i++) {
        conformance_at.game = conformance_game[i];
        conformance_at.state = NULL;
        conformance_at.seed = 0;
        conformance_at.step = 0;
        holds(conformance_game[i]);
    }
}

/* ---- playing ---- */

/* Knuth's linear congruential generator (MMIX): any will do. */
HELPER uint32_t draw(uint64_t *random, uint32_t count)
{
    *random = *random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((*random >> 33) % count);
}

HELPER void apply(const alea_game *game, alea_state *state, uint32_t what)
{
    alea_error error;
    if (alea_game_apply(game, state, what, &error) != ALEA_OK)
        fail_msg("%s: %" PRIu32 ": %s", where_it_failed(), what, error.message);
}

/* The number of moves or outcomes that can be applied in a state. */
HELPER uint32_t option_count(const alea_game *game, const alea_state *state)
{
    const int mover = alea_game_to_move(game, state);
    return mover == ALEA_OVER     ? 0
           : mover == ALEA_CHANCE ? alea_game_chance_count(game, state)
                                  : alea_game_move_count(game, state);
}

HELPER uint32_t option(const alea_game *game, const alea_state *state, uint32_t index)
{
    return alea_game_to_move(game, state) == ALEA_CHANCE ? index : alea_game_move(game, state, index);
}

/* Any outcome of the dice; of moves any with an odd seed, else the last one three times in four: who always takes the first
   move of Pig never rolls twice. */
HELPER uint32_t choose(const alea_game *game, const alea_state *state, uint64_t seed, uint64_t *random)
{
    const uint32_t count = option_count(game, state);
    const bool last = alea_game_to_move(game, state) >= 0 && seed % 2 == 0 && draw(random, 4) > 0;
    return option(game, state, last ? count - 1 : draw(random, count));
}

HELPER bool same_state(const alea_state *a, const alea_state *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

/* ---- how a game ended ---- */

/* The best score of a game of comparing scores is shared. */
HELPER bool has_equals(const alea_game *game, const alea_outcome *o)
{
    for (unsigned seat = 1; seat < alea_game_players(game); seat++)
        for (unsigned other = 0; other < seat; other++)
            if (o->score[seat] == o->score[other]) return true;
    return false;
}

HELPER bool is_tied(const alea_game *game, const alea_outcome *o)
{
    const unsigned players = alea_game_players(game);
    unsigned highest = 0, lowest = 0;
    for (unsigned seat = 0; seat < players; seat++) {
        bool below = false, above = false;
        for (unsigned other = 0; other < players; other++) {
            below |= o->score[seat] < o->score[other];
            above |= o->score[seat] > o->score[other];
        }
        highest += !below;
        lowest += !above;
    }
    return strstr(alea_game_spec(game), "misere=true") ? lowest > 1 : highest > 1;
}

/* There is one winner or none, an unfinished game has no winner, and payments cancel. Scores have no meaning after a
   failure. */
HELPER void check_outcome(const alea_game *game, const alea_state *end, bool failed)
{
    alea_outcome o;
    alea_error error;
    must(alea_game_outcome(game, end, &o, &error) == ALEA_OK);
    const unsigned players = alea_game_players(game);
    const char *family = alea_game_family(game);
    const bool by_score = !failed && (strcmp(family, "race") == 0 || strcmp(family, "hog") == 0);
    int64_t sum = 0;
    must(o.winner >= -1 && o.winner < (int)players);
    for (unsigned seat = 0; seat < ALEA_MAX_SEATS; seat++) {
        sum += o.money[seat];
        if (seat >= players) must(o.money[seat] == 0 && o.score[seat] == 0);
        if (!alea_game_has_objective(game, ALEA_MONEY)) must(o.money[seat] == 0);
        if (by_score && seat < players && o.winner >= 0) must(o.score[seat] <= o.score[o.winner]);
        if (strcmp(family, "race") == 0 && o.winner != (int)seat) must(o.money[seat] <= 0);
    }
    must(sum == 0);
    must(o.turns == alea_game_turns(game, end));
    must(o.turns <= LIMIT);
    if (o.unfinished) must(o.winner == -1);
    if (o.unfinished || players == 1 || !alea_game_has_objective(game, ALEA_WIN)) return;
    if (strcmp(family, "despirala") == 0)
        must(failed || (o.winner < 0) == is_tied(game, &o));
    else if (strcmp(family, "tabletop") == 0) /* whether equal points are a draw is in the rules */
        must(failed || o.winner >= 0 || has_equals(game, &o));
    else
        must(o.winner >= 0);
}
#endif
