/* The dice of a game: one set of them, or several, of which the scores choose one. A rule file says so in two ways: `sides` and
   `roll` look at the scores; or `set` numbers the cases, and `sides` and `roll` look at its number. */
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "family/hog/messages.h"
#include "family/hog/rules/compile.h"

#include <string.h>

typedef struct dice_reader {
    hog_compiler *c;
    hog_game *game;
    uint32_t cells; /* pairs of scores */
    uint32_t count; /* of sets, where `set` numbers them; else 0 */
    uint32_t sides; /* the same for all dice, or 0 if a function decides */
    uint32_t most_sides;
    alea__call set, how_many, roll;
    uint8_t *sides_at; /* by set, or without `set` by pair of scores; owned */
} dice_reader;

/* ---- the sets and their sides ---- */

/* Fills set_at from the function `set`. */
static alea_status dice_ask_set(dice_reader *r)
{
    static const alea__call_range range = {1, HOG_MOST_SETS, HOG_WANTS_SET};
    alea__call *k = &r->set;
    alea_status status = ALEA_OK;
    for (uint32_t i = 0; status == ALEA_OK && i < r->cells; i++) {
        uint16_t set = 1;
        k->argument[0] = i / r->game->rules.goal;
        k->argument[1] = i % r->game->rules.goal;
        status = alea__call_make(&r->c->calls, k, 1);
        if (status == ALEA_OK) status = alea__call_number(&r->c->calls, k, -1, &range, &set);
        if (status == ALEA_OK) lua_pop(r->c->calls.L, 1);
        r->game->set_at[i] = (uint8_t)(set - 1);
        if (set > r->count) r->count = set;
    }
    return status;
}

/* Fills sides_at, from a number or from the function `sides` of a set or of the scores. */
static alea_status dice_ask_sides(dice_reader *r)
{
    static const alea__call_range range = {2, HOG_MOST_SIDES, HOG_WANTS_SIDES};
    alea__call *k = &r->how_many;
    const uint32_t count = r->count > 0 ? r->count : r->cells;
    alea_status status = ALEA_OK;
    k->count = r->count > 0 ? 1 : 2;
    for (uint32_t i = 0; status == ALEA_OK && i < count; i++) {
        uint16_t sides = (uint16_t)r->sides;
        k->argument[0] = r->count > 0 ? i + 1 : i / r->game->rules.goal;
        k->argument[1] = i % r->game->rules.goal;
        if (k->function) {
            status = alea__call_make(&r->c->calls, k, 1);
            if (status == ALEA_OK) status = alea__call_number(&r->c->calls, k, -1, &range, &sides);
            if (status == ALEA_OK) lua_pop(r->c->calls.L, 1);
        }
        r->sides_at[i] = (uint8_t)sides;
        if (sides > r->most_sides) r->most_sides = sides;
    }
    return status;
}

/* ---- points ---- */

/* Asks for the points of every roll of a set, regardless of order. */
static alea_status dice_ask_points(dice_reader *r, uint32_t set)
{
    static const alea__call_range range = {1, HOG_MOST_POINTS, HOG_WANTS_POINTS};
    const hog_rules *rules = &r->game->rules;
    const uint32_t sides = rules->set[set].sides;
    uint16_t *points = r->game->points[set];
    alea__call *k = &r->roll;
    for (uint32_t n = 1; n <= rules->dice; n++) {
        uint8_t face[HOG_MOST_DICE] = {0};
        k->count = (int)n;
        do {
            for (uint32_t i = 0; i < n; i++) k->argument[i] = face[i] + 1;
            alea_status status = alea__call_make(&r->c->calls, k, 1);
            if (status == ALEA_OK) status = alea__call_number(&r->c->calls, k, -1, &range, points++);
            if (status != ALEA_OK) return status;
            lua_pop(r->c->calls.L, 1);
        } while (hog_next_roll(sides, n, face));
    }
    ALEA_ASSERT(points == r->game->points[set] + rules->set[set].first[rules->dice + 1]);
    return ALEA_OK;
}

/* Adds a set and asks for its points. */
static alea_status dice_add(dice_reader *r, uint32_t sides)
{
    if (r->game->rules.sets == HOG_MOST_SETS)
        return alea__read_fail(r->c->calls.reader, "roll", r->c->calls.error, HOG_TOO_MANY_SETS);
    alea_status status = hog_add_set(r->c, sides);
    return status == ALEA_OK ? dice_ask_points(r, r->game->rules.sets - 1) : status;
}

/* A set for each number of `set`. */
static alea_status dice_by_number(dice_reader *r)
{
    alea_status status = ALEA_OK;
    r->roll.more_count = 1;
    for (uint32_t i = 0; status == ALEA_OK && i < r->count; i++) {
        r->roll.more[0] = i + 1;
        status = dice_add(r, r->sides_at[i]);
    }
    return status;
}

/* A set for each number of sides. */
static alea_status dice_by_sides(dice_reader *r)
{
    const hog_rules *rules = &r->game->rules;
    alea_status status = ALEA_OK;
    for (uint32_t i = 0; status == ALEA_OK && i < r->cells; i++) {
        uint32_t set = 0;
        while (set < rules->sets && rules->set[set].sides != r->sides_at[i]) set++;
        if (set == rules->sets) status = dice_add(r, r->sides_at[i]);
        r->game->set_at[i] = (uint8_t)set;
    }
    return status;
}

/* The last set is taken back where an earlier one is the same; returns the number of the set that is left. */
static uint32_t dice_merge_last(hog_game *game)
{
    hog_rules *rules = &game->rules;
    const uint32_t last = rules->sets - 1;
    const size_t size = game->first[last][rules->dice + 1] * sizeof *game->points[last];
    uint32_t set = 0;
    while (rules->set[set].sides != rules->set[last].sides ||
           memcmp(game->points[set], game->points[last], size) != 0)
        set++;
    if (set == last) return last;
    alea__free(game->first[last]);
    alea__free(game->points[last]);
    game->first[last] = NULL;
    game->points[last] = NULL;
    rules->sets--;
    return set;
}

/* A set for all scores at which the same rolls score the same. */
static alea_status dice_by_scores(dice_reader *r)
{
    hog_rules *rules = &r->game->rules;
    uint64_t calls = 1; /* rolls of up to this many dice: of dice with one side more, as none of them */
    for (uint32_t i = 1; i <= rules->dice; i++) calls = calls * (r->most_sides + i) / i;
    calls = (calls - 1) * r->cells;
    if (calls > HOG_MOST_CALLS)
        return alea__read_fail(r->c->calls.reader, "roll", r->c->calls.error, HOG_TOO_MANY_CALLS,
                               (unsigned long long)calls);
    alea_status status = ALEA_OK;
    r->roll.more_count = 2;
    for (uint32_t i = 0; status == ALEA_OK && i < r->cells; i++) {
        r->roll.more[0] = i / rules->goal;
        r->roll.more[1] = i % rules->goal;
        status = dice_add(r, r->sides_at[i]);
        if (status == ALEA_OK) r->game->set_at[i] = (uint8_t)dice_merge_last(r->game);
    }
    return status;
}

/* ---- */

/* Finds the functions, and the number that `sides` may be instead. */
static alea_status dice_find(dice_reader *r)
{
    static const alea__number_field sides = {"sides", 2, HOG_MOST_SIDES, NULL};
    alea__calls *calls = &r->c->calls;
    int kind = LUA_TNIL;
    alea_status status = alea__read_kind(calls->reader, "sides", &kind, calls->error);
    if (status == ALEA_OK && kind == LUA_TFUNCTION)
        status = alea__call_find(calls, "sides", true, 2, &r->how_many);
    else if (status == ALEA_OK)
        status = alea__calls_number(calls, &sides, &r->sides);
    if (status == ALEA_OK) status = alea__call_find(calls, "set", false, 2, &r->set);
    if (status == ALEA_OK) status = alea__call_find(calls, "roll", true, 0, &r->roll);
    r->roll.array = true;
    return status;
}

static alea_status dice_allocate(dice_reader *r)
{
    hog_game *game = r->game;
    const size_t sides = r->cells > HOG_MOST_SETS ? r->cells : HOG_MOST_SETS;
    game->set = alea__own(&game->owned, alea__alloc_array(HOG_MOST_SETS, sizeof *game->set));
    game->odds =
        alea__own(&game->owned, alea__alloc_array(HOG_MOST_SETS * (HOG_MOST_DICE + 1), sizeof *game->odds));
    game->set_at = alea__own(&game->owned, alea__alloc(r->cells));
    r->sides_at = alea__alloc(sides);
    game->rules.set = game->set;
    return game->owned.failed || !r->sides_at ? alea__out_of_memory(r->c->calls.error) : ALEA_OK;
}

/* Reads everything about the dice; the reader's functions are already found. */
static alea_status dice_ask(dice_reader *r)
{
    hog_rules *rules = &r->game->rules;
    alea_status status = r->set.function ? dice_ask_set(r) : ALEA_OK;
    if (status == ALEA_OK) status = dice_ask_sides(r);
    if (status == ALEA_OK) status = hog_make_ranks(r->c, r->most_sides);
    if (status != ALEA_OK) return status;
    if (r->count > 0)
        status = dice_by_number(r);
    else if (alea__call_parameters(&r->c->calls, &r->roll) > 1)
        status = dice_by_scores(r);
    else
        status = dice_by_sides(r);
    for (uint32_t set = 0; status == ALEA_OK && set < rules->sets; set++) status = hog_count_odds(r->c, set);
    rules->set_at = rules->sets > 1 ? r->game->set_at : NULL;
    return status;
}

alea_status hog_ask_dice(hog_compiler *c)
{
    dice_reader r = {.c = c, .game = c->game, .cells = c->game->rules.goal * c->game->rules.goal};
    alea_status status = dice_find(&r);
    if (status == ALEA_OK) status = dice_allocate(&r);
    if (status == ALEA_OK) status = dice_ask(&r);
    alea__free(r.sides_at);
    return status;
}
