/* Asking bots for a plot: which positions it is of, and a row of cells at a time. */
#include "base/assert.h"
#include "base/blocks.h"
#include "base/error.h"
#include "base/memory.h"
#include "plot/messages.h"
#include "plot/plot_turns.h"

#include <string.h>

enum {
    MOST_COLUMNS = 250, /* of a map, unless a step is given */
    BEYOND = 100,       /* in a chase a policy is asked at this many totals above the goal, or the leader's */
    SHOWN_BEYOND = 50   /* and a TURN map shows this many */
};

typedef struct plot_asker {
    alea__positions positions;
    alea_bot *const *bot;
    alea_plot *plot;
    const alea_progress *progress;
} plot_asker;

/* Where a turn begins, if one can begin there. */
typedef struct turn_begin {
    bool there;
    alea_state state;
} turn_begin;

static alea_status ask_begin(const plot_asker *a, uint32_t own, uint32_t other, turn_begin *out,
                             alea_error *error)
{
    alea_status status = alea__position(&a->positions, (alea__place){own, other, 0, 0}, &out->state, error);
    out->there = status == ALEA_OK;
    return status == ALEA_E_STATE ? ALEA_OK : status;
}

/* The total up to which bots are asked: the one that ends the game, and in a chase some more. */
static uint32_t top_total(const plot_asker *a, uint32_t other, uint32_t beyond)
{
    if (!a->positions.facts.chase) return a->positions.facts.goal;
    return (other > a->positions.facts.goal ? other : a->positions.facts.goal) + beyond;
}

/* ---- cells ---- */

/* Fills column x of a TURN map with the bot's moves at every turn total that is shown. ALEA__NONE if no turn can begin
   there or there is no decision. */
static alea_status fill_turn(const plot_asker *a, alea__row *r, unsigned bot, uint32_t x, alea_error *error)
{
    const alea_plot *plot = a->plot;
    int32_t *cell = plot->cell[bot] + (size_t)x * plot->y.count;
    uint32_t top = top_total(a, plot->other, SHOWN_BEYOND);
    turn_begin begin;
    for (uint32_t y = 0; y < plot->y.count; y++) cell[y] = ALEA__NONE;
    alea_status status = ask_begin(a, r->own, plot->other, &begin, error);
    const alea__bot_turn turn = {.bot = a->bot[bot], .beginning = &begin.state};
    for (uint32_t y = 0; status == ALEA_OK && begin.there && y < plot->y.count; y++) {
        const alea__moment_id at = {alea__axis_value(&plot->y, y), plot->memory};
        if (r->own + at.turn > top) break;
        status = alea__row_ask(r, &turn, at, &cell[y], error);
    }
    return status;
}

/* Fills column x of the other maps: for every other, the total at which the bot holds and the one from which it always
   does. Polls for a stop after each. */
static alea_status fill_hold(const plot_asker *a, alea__row *r, unsigned bot, uint32_t x, alea_error *error)
{
    const alea_plot *plot = a->plot;
    alea_status status = ALEA_OK;
    for (uint32_t y = 0; status == ALEA_OK && y < plot->y.count; y++) {
        size_t cell = (size_t)x * plot->y.count + y;
        const uint32_t other = alea__axis_value(&plot->y, y);
        alea__habit habit = {ALEA__NONE, ALEA__NONE};
        turn_begin begin;
        const alea__bot_turn turn = {a->bot[bot], &begin.state, plot->memory, top_total(a, other, BEYOND)};

        if (a->progress->stopped && a->progress->stopped(a->progress->user)) return ALEA_E_STOPPED;
        status = ask_begin(a, r->own, other, &begin, error);
        if (status == ALEA_OK && begin.there) status = alea__row_follow(r, &turn, &habit, error);
        plot->cell[bot][cell] = habit.first;
        plot->always[bot][cell] = habit.always;
    }
    return status;
}

/* ---- all rows ---- */

/* A block is a row of cells: rows are apart in memory, and there is nothing to fold. */
static alea_status ask_fill_row(void *user, void *local, uint64_t block, void *result, alea_error *error)
{
    (void)local, (void)result;
    const plot_asker *a = user;
    uint32_t x = (uint32_t)block;
    ALEA_ASSERT(x < a->plot->x.count);

    /* an other score at which every own score is possible */
    uint32_t other = a->plot->map == ALEA_PLOT_TURN ? a->plot->other : a->positions.has_turns ? 1 : 0;
    alea__row row = alea__row_start(&a->positions, alea__axis_value(&a->plot->x, x), other);
    alea_status status = ALEA_OK;
    for (unsigned bot = 0; status == ALEA_OK && bot < a->plot->bots; bot++)
        status = a->plot->map == ALEA_PLOT_TURN ? fill_turn(a, &row, bot, x, error)
                                                : fill_hold(a, &row, bot, x, error);
    alea__row_end(&row);
    return status;
}

static void fold_nothing(void *user, uint64_t block, const void *result)
{
    (void)user, (void)block, (void)result;
}

static int ask_report(void *user, uint64_t done)
{
    const plot_asker *a = user;
    return a->progress->report ? a->progress->report(a->progress->user, done, a->plot->x.count) : 0;
}

/* Policies are safe from many threads; programs may not be. */
static unsigned ask_threads_for(const plot_asker *a, unsigned wanted)
{
    for (unsigned i = 0; i < a->plot->bots; i++) {
        const char *kind = alea_bot_kind(a->bot[i]);
        if (strcmp(kind, "built-in") != 0 && strcmp(kind, "table") != 0) return 1;
    }
    return wanted;
}

/* Fills all cells, on threads if the bots are policies. */
static alea_status ask_fill(plot_asker *a, unsigned threads, alea_error *error)
{
    alea__blocks job = {.count = a->plot->x.count,
                        .threads = ask_threads_for(a, threads),
                        .result_size = 1,
                        .user = a,
                        .work = ask_fill_row,
                        .fold = fold_nothing,
                        .report = ask_report};
    return alea__blocks_run(&job, NULL, NULL, error);
}

/* Allocates the cells of both bots, and for all maps except TURN the totals from which they always hold. */
static alea_status make_cells(alea_plot *plot, alea_error *error)
{
    size_t cells = (size_t)plot->x.count * plot->y.count;
    for (unsigned i = 0; i < plot->bots; i++) {
        plot->cell[i] = alea__alloc_array(cells, sizeof *plot->cell[i]);
        if (plot->map != ALEA_PLOT_TURN) plot->always[i] = alea__alloc_array(cells, sizeof *plot->always[i]);
        if (!plot->cell[i] || (plot->map != ALEA_PLOT_TURN && !plot->always[i]))
            return alea__out_of_memory(error);
    }
    return ALEA_OK;
}

/* ---- axes ---- */

static alea__axis make_axis(const char *name, uint32_t first, uint32_t count, uint32_t step)
{
    ALEA_ASSERT(step > 0 && count > 0);
    return (alea__axis){.name = name, .first = first, .step = step, .count = (count + step - 1) / step};
}

/* Sets the axes, with a step that keeps both below MOST_COLUMNS unless one is given. The map and the other must be
   chosen. */
static void set_axes(plot_asker *a, uint32_t step)
{
    alea_plot *plot = a->plot;
    ALEA_ASSERT(plot->map != ALEA_PLOT_USUAL);
    bool has_turns = a->positions.has_turns, of_turn = plot->map == ALEA_PLOT_TURN;
    const uint32_t goal = a->positions.facts.goal, other = of_turn && !has_turns ? plot->other : 0;
    /* one more than the highest score at which a turn can begin; a player who chases a leader may have led before */
    uint32_t scores = goal;
    if (a->positions.facts.chase) scores = other > goal ? other : goal + a->positions.facts.stands_at_goal;
    uint32_t seconds = of_turn     ? top_total(a, plot->other, SHOWN_BEYOND) + 1
                       : has_turns ? a->positions.facts.turn_limit
                                   : scores;
    if (step == 0) step = (uint32_t)alea__tick_step(scores > seconds ? scores : seconds, MOST_COLUMNS);
    plot->x = make_axis("own", 0, scores, step);
    plot->y = of_turn     ? make_axis("turn", 0, seconds, step)
              : has_turns ? make_axis("turns", 1, seconds, step)
                          : make_axis("other", 0, seconds, step);
}

/* ---- options ---- */

/* Sets the map, by default HOLD where positions have an other, else TURN. Refuses maps that the game or the number of
   bots does not have. */
static alea_status choose_map(plot_asker *a, alea_plot_map wanted, alea_error *error)
{
    alea_plot *plot = a->plot;
    plot->map = wanted != ALEA_PLOT_USUAL ? wanted : plot->has_other ? ALEA_PLOT_HOLD : ALEA_PLOT_TURN;
    if (plot->map == ALEA_PLOT_SURFACE && plot->bots == 2)
        return alea__fail(error, ALEA_E_USAGE, PLOT_SURFACE_OF_TWO);
    if (plot->map != ALEA_PLOT_TURN && !plot->has_other)
        return alea__fail(error, ALEA_E_USAGE, PLOT_NO_OTHER, plot->game, alea_plot_map_name(plot->map));
    return ALEA_OK;
}

/* Sets the other score of a TURN map, or the turns left in a game for one player: by default 0, or half of the turns. Fails
   if the given value is out of range, or with the reason why no position has it. */
static alea_status choose_other(plot_asker *a, const alea_plot_options *options, alea_error *error)
{
    alea_error why;
    alea_state state;
    alea_plot *plot = a->plot;
    plot->other = a->positions.has_turns ? (a->positions.facts.turn_limit + 1) / 2 : 0;
    if (!options->other_given) return ALEA_OK;
    if (plot->map != ALEA_PLOT_TURN || !plot->has_other)
        return alea__fail(error, ALEA_E_USAGE, PLOT_OTHER_UNUSED, alea_plot_map_name(plot->map), plot->game);
    plot->other = options->other;
    alea_status status = alea__position(&a->positions, (alea__place){0, plot->other, 0, 0}, &state, &why);
    if (status == ALEA_E_MEMORY) return alea__out_of_memory(error);
    if (status == ALEA_OK) return ALEA_OK;
    if (a->positions.has_turns)
        return alea__fail(error, ALEA_E_RANGE, PLOT_TURNS_RANGE, plot->game,
                          (unsigned)a->positions.facts.turn_limit, (unsigned)plot->other);
    if (!a->positions.facts.chase && plot->other >= a->positions.facts.goal)
        return alea__fail(error, ALEA_E_RANGE, PLOT_OTHER_RANGE, plot->game,
                          (unsigned)a->positions.facts.goal - 1, (unsigned)plot->other);
    return alea__fail(error, ALEA_E_RANGE, PLOT_OTHER_IMPOSSIBLE, (unsigned)plot->other, why.message);
}

/* The least memory that a turn can have at a decision, except 0, that of its beginning, at which a game may have no
 *  decision. `out` is unchanged if no roll leads to a decision. */
static alea_status find_memory(const plot_asker *a, uint32_t *out, alea_error *error)
{
    const alea_game *game = a->positions.game;
    const uint32_t memories = a->positions.facts.memories;
    uint32_t least = UINT32_MAX, count = 0;
    uint8_t *met = alea__alloc(memories);
    uint32_t *queue = alea__alloc_array(memories, sizeof *queue);
    alea_status status = met && queue ? ALEA_OK : alea__out_of_memory(error);
    if (status == ALEA_OK) met[0] = 1, queue[count++] = 0;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t roll = 0; roll < a->positions.facts.outcomes; roll++) {
            alea__plot_step step;
            if (!game->family->plot->roll(game->rules, queue[i], roll, &step)) continue;
            if (!step.forced && step.memory < least) least = step.memory;
            if (!met[step.memory]) met[step.memory] = 1, queue[count++] = step.memory;
        }
    if (least != UINT32_MAX) *out = least;
    alea__free(met);
    alea__free(queue);
    return status;
}

/* Sets the turn's memory, by default one that occurs at decisions. Fails for a memory that no turn of the game can have. */
static alea_status choose_memory(plot_asker *a, const alea_plot_options *options, alea_error *error)
{
    alea_state state;
    uint32_t memory = options->memory;
    if (memory == 0 && !options->memory_given && a->positions.has_memory) {
        alea_status found = find_memory(a, &memory, error);
        if (found != ALEA_OK) return found;
    }
    if (memory > 0 && !a->positions.has_memory)
        return alea__fail(error, ALEA_E_RANGE, PLOT_NO_MEMORY, a->plot->game, (unsigned)memory);
    a->plot->memory = memory;
    alea__place at = {0, a->positions.has_turns ? 1 : 0, 0, memory};
    alea_status status = alea__position(&a->positions, at, &state, error);
    return status == ALEA_E_STATE ? ALEA_OK : status; /* what cannot be at the start may be later */
}

/* Asks the bots, of which a NULL first one plays best by the table, only in the turns that are shown. */
static alea_status ask_bots(plot_asker *a, alea_bot *const bot[2], const alea_plot_options *options,
                            alea_error *error)
{
    const alea_plot *plot = a->plot;
    const alea_plotted_turns shown = {plot->x.step, plot->map == ALEA_PLOT_TURN, plot->other};
    alea_bot *best = NULL;
    alea_status status = ALEA_OK;
    if (!bot[0]) status = alea_table_bot_for_plot(options->table, &shown, PLOT_BEST_PLAY, &best, error);
    alea_bot *const asked[2] = {bot[0] ? bot[0] : best, bot[1]};
    a->bot = asked;
    if (status == ALEA_OK) status = ask_fill(a, options->threads, error);
    a->bot = NULL;
    alea_bot_free(best);
    return status;
}

alea_status alea__plot_ask(alea_plot *plot, const alea_game *game, alea_bot *const bot[2],
                           const alea_plot_options *options, alea_error *error)
{
    plot_asker a = {.positions = alea__positions_of(game), .plot = plot, .progress = &options->progress};
    plot->has_other = a.positions.two || a.positions.has_turns;
    plot->end = a.positions.facts.chase ? 0 : a.positions.facts.goal;
    alea_status status = choose_map(&a, options->map, error);
    if (status == ALEA_OK) status = choose_memory(&a, options, error);
    if (status == ALEA_OK) status = choose_other(&a, options, error);
    if (status != ALEA_OK) return status;
    set_axes(&a, options->step);
    status = make_cells(plot, error);
    if (status == ALEA_OK) status = ask_bots(&a, bot, options, error);
    if (status != ALEA_OK) return status;
    for (unsigned i = 0; i < plot->bots; i++)
        for (size_t cell = 0; cell < (size_t)plot->x.count * plot->y.count; cell++)
            if (plot->cell[i][cell] != ALEA__NONE) return ALEA_OK;
    return options->memory > 0 || options->memory_given
               ? alea__fail(error, ALEA_E_RANGE, PLOT_NOT_WITH_MEMORY, plot->game, (unsigned)plot->memory)
               : alea__fail(error, ALEA_E_REFUSED, PLOT_NO_DECISION, plot->game);
}
