/* Random play of many games side by side: a loop over the functions of alea/game.h, and a batch, which writes all its numbers. */
#include "bench/plan.h"
#include <alea/batch.h>

#include <stdio.h>
#include <stdlib.h>

enum { SLOTS = 4096, STEPS = 16, FEATURES = 3, SEATS = 2, MOVES = 2 };

/* What a job plays with. The moves were drawn before. */
typedef struct batch_work {
    const alea_game *game;
    alea_batch *batch;
    alea_batch_view view;
    alea_state state[SLOTS];
    uint32_t generator;
    int32_t move[STEPS][SLOTS], observation[SLOTS * FEATURES], seat[SLOTS];
    uint8_t mask[SLOTS * MOVES], over[SLOTS];
    double reward[SLOTS * SEATS];
} batch_work;

static uint32_t batch_draw(batch_work *w, uint32_t count)
{
    w->generator = w->generator * 1664525u + 1013904223u;
    return (uint32_t)((uint64_t)w->generator * count >> 32);
}

/* Plays a move and rolls on, up to the next decision; a game that is over begins again. */
static alea_status batch_step_by_hand(batch_work *w, int slot, int32_t move, alea_error *error)
{
    alea_state *state = &w->state[slot];
    alea_status status = ALEA_OK;
    int mover = alea_game_to_move(w->game, state);
    if (mover >= 0) status = alea_game_apply(w->game, state, (uint32_t)move, error);
    while (status == ALEA_OK && (mover = alea_game_to_move(w->game, state)) < 0) {
        if (mover == ALEA_OVER)
            *state = alea_game_start(w->game);
        else
            status =
                alea_game_apply(w->game, state, batch_draw(w, alea_game_chance_count(w->game, state)), error);
    }
    return status;
}

static alea_status batch_step(batch_work *w, bool by_hand, const int32_t *move, alea_error *error)
{
    alea_status status = ALEA_OK;
    if (!by_hand) return alea_batch_step(w->batch, move, &w->view, error);
    for (int i = 0; i < SLOTS && status == ALEA_OK; i++) status = batch_step_by_hand(w, i, move[i], error);
    return status;
}

/* Steps in a second of processor time. */
static alea_status batch_pace(batch_work *w, bool by_hand, double seconds, double *pace, alea_error *error)
{
    const double before = bench_seconds(false);
    double steps = 0, spent = 0;
    while (spent < seconds) {
        for (int i = 0; i < STEPS; i++) {
            const alea_status status = batch_step(w, by_hand, w->move[i], error);
            if (status != ALEA_OK) return status;
        }
        steps += STEPS * SLOTS;
        spent = bench_seconds(false) - before;
    }
    *pace = 1e-6 * steps / spent;
    return ALEA_OK;
}

static alea_status batch_measure(const bench_plan *plan, batch_work *w, const bench_options *options,
                                 bench_report *out, alea_error *error)
{
    static const char *const what[] = {"alea_game_apply, one after the other",
                                       "alea_batch_step, 4,096 slots"};
    double pace[2][BENCH_MOST_ROUNDS], ratio[BENCH_MOST_ROUNDS];
    out->rounds = bench_rounds(options);
    out->rows = 2;
    for (unsigned i = 0; i < 2 * out->rounds; i++) {
        if (bench_stopped(options, i, 2 * out->rounds, error)) return ALEA_E_STOPPED;
        const alea_status status =
            batch_pace(w, i % 2 == 0, options->quick ? 0.05 : 0.5, &pace[i % 2][i / 2], error);
        if (status != ALEA_OK) return status;
    }
    for (unsigned i = 0; i < 2; i++) {
        bench_row *row = &out->row[i];
        snprintf(row->what, sizeof row->what, "%s", what[i]);
        row->unit = "M steps/s";
        bench_fill_row(row, pace[i], out->rounds);
        for (unsigned r = 0; r < out->rounds; r++) ratio[r] = pace[i][r] / pace[0][r];
        bench_set_ratio(row, ratio, out->rounds);
        row->at_least = i > 0 ? plan->at_least : 0;
    }
    return ALEA_OK;
}

alea_status bench_batch(const bench_plan *plan, const bench_options *options, bench_report *out,
                        alea_error *error)
{
    alea_game *game = NULL;
    alea_batch *batch = NULL;
    batch_work *w = calloc(1, sizeof *w);
    if (!w) return bench_fail(error, ALEA_E_MEMORY, "Out of memory.");
    alea_status status = alea_game_open(plan->game, &game, error);
    if (status == ALEA_OK) status = alea_batch_open(game, SLOTS, NULL, &batch, error);
    if (status == ALEA_OK) {
        w->game = game;
        w->batch = batch;
        w->view = (alea_batch_view){.observation = w->observation,
                                    .mask = w->mask,
                                    .seat = w->seat,
                                    .reward = w->reward,
                                    .over = w->over};
        for (int i = 0; i < STEPS * SLOTS; i++) w->move[i / SLOTS][i % SLOTS] = (int32_t)batch_draw(w, MOVES);
        for (int i = 0; i < SLOTS; i++) w->state[i] = alea_game_start(game);
        status = batch_measure(plan, w, options, out, error);
    }
    alea_batch_free(batch);
    alea_game_free(game);
    free(w);
    return status;
}
