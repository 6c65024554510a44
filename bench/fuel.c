/* The time of a unit of fuel: programs that do one thing only, asked as in a contest of a small game. */
#include "bench/files.h"
#include "bench/match.h"

#include <alea/contest.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wasmtime.h>
#include <wasmtime/wat.h>

enum { FUEL_STEPS = 100, FUEL_TEXT = 16000 };

/* A WebAssembly program runs 200 times through a loop of a hundred such steps; without a step it is the one in Python. */
static const struct fuel_row {
    const char *what, *step;
} fuel_rows[] = {
    {"additions", "(local.set $i (i32.add (local.get $i) (i32.const 3)))"},
    {"f64.sqrt", "(local.set $x (f64.sqrt (local.get $x)))"},
    {"call_indirect", "(call_indirect (type $t) (i32.const 0))"},
    {"table.init of nothing", "(table.init $e (i32.const 0) (i32.const 0) (i32.const 0))"},
    {"Python", NULL},
};
enum { FUEL_ROWS = sizeof fuel_rows / sizeof *fuel_rows };
_Static_assert((int)FUEL_ROWS <= (int)BENCH_MOST_ROWS, "a report has room for them");

static const char fuel_python[] = "PLAYER_NAME = 'loop'\n"
                                  "def final_strategy(score, opponent):\n"
                                  "    total = 0\n"
                                  "    for i in range(2000):\n"
                                  "        total += i % 7\n"
                                  "    return total % 5\n";

/* Writes the text of a program, in FUEL_TEXT bytes. */
static void fuel_write_text(const char *step, char *out)
{
    char *end = out + sprintf(out, "(module (type $t (func)) (func $f) (table 1 funcref)"
                                   "(elem (i32.const 0) func $f) (elem $e func $f)"
                                   "(func (export \"final_strategy\") (param i32 i32) (result i32)"
                                   "(local $n i32) (local $i i32) (local $x f64)"
                                   "(local.set $x (f64.const 3)) (local.set $n (i32.const 200)) (loop $l ");
    for (int i = 0; i < FUEL_STEPS; i++) end += sprintf(end, "%s ", step);
    sprintf(end, "(br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))"
                 "(i32.add (i32.const 4) (i32.and (i32.trunc_sat_f64_s (local.get $x)) (i32.const 1)))))");
}

static alea_status fuel_write_file(const char *path, const void *data, size_t size, alea_error *error)
{
    FILE *file = fopen(path, "wb");
    const bool written = file && fwrite(data, 1, size, file) == size;
    if (file && fclose(file) == 0 && written) return ALEA_OK;
    return bench_fail(error, ALEA_E_WRITE, "Cannot write %s.", path);
}

/* Makes the program of a row, in the private folder. */
static alea_status fuel_make(const struct fuel_row *row, const bench_options *options, char path[BENCH_PATH],
                             alea_error *error)
{
    wasm_byte_vec_t binary;
    char text[FUEL_TEXT];
    snprintf(path, BENCH_PATH, "%s/fuel%td.%s", options->folder, row - fuel_rows, row->step ? "wasm" : "py");
    if (!row->step) return fuel_write_file(path, fuel_python, sizeof fuel_python - 1, error);
    fuel_write_text(row->step, text);
    wasmtime_error_t *failure = wasmtime_wat2wasm(text, strlen(text), &binary);
    if (failure) {
        wasmtime_error_delete(failure);
        return bench_fail(error, ALEA_E_SANDBOX, "The WebAssembly engine does not read the loop of %s.",
                          row->what);
    }
    alea_status status = fuel_write_file(path, binary.data, binary.size, error);
    wasm_byte_vec_delete(&binary);
    return status;
}

/* Judges the program; *pace: fuel for a nanosecond of processor time. */
static alea_status fuel_measure(const alea_game *game, const char *path, alea_sandbox *sandbox, double *pace,
                                alea_error *error)
{
    alea_strategy *strategy;
    const double before = bench_work(sandbox);
    alea_status status = alea_contest_judge(game, path, sandbox, NULL, &strategy, error);
    if (status != ALEA_OK) return status;
    *pace = 1e-9 * (double)strategy->fuel / (bench_work(sandbox) - before);
    if (!strategy->ok) status = bench_fail(error, ALEA_E_STATE, "%s: %s", path, strategy->reason);
    alea_strategy_free(strategy);
    return status;
}

/* Measures the rows in turn. The first round prepares what is compiled. */
static alea_status fuel_race(const alea_game *game, alea_sandbox *sandbox, const bench_options *options,
                             double pace[FUEL_ROWS][BENCH_MOST_ROUNDS], alea_error *error)
{
    const unsigned rounds = bench_rounds(options), total = (rounds + 1) * FUEL_ROWS;
    char path[FUEL_ROWS][BENCH_PATH];
    for (unsigned i = 0; i < total; i++) {
        const unsigned row = i % FUEL_ROWS, round = i / FUEL_ROWS;
        if (bench_stopped(options, i, total, error)) return ALEA_E_STOPPED;
        alea_status status = round == 0 ? fuel_make(&fuel_rows[row], options, path[row], error) : ALEA_OK;
        if (status == ALEA_OK)
            status = fuel_measure(game, path[row], sandbox, &pace[row][round ? round - 1 : 0], error);
        if (status != ALEA_OK) return status;
    }
    return ALEA_OK;
}

alea_status bench_fuel(const bench_plan *plan, const bench_options *options, bench_report *out,
                       alea_error *error)
{
    double pace[FUEL_ROWS][BENCH_MOST_ROUNDS], ratio[BENCH_MOST_ROUNDS];
    alea_game *game = NULL;
    alea_sandbox *sandbox = NULL;
    alea_status status = alea_game_open(plan->game, &game, error);
    if (status == ALEA_OK) status = bench_open_python(options, &sandbox, error);
    if (status == ALEA_OK) status = fuel_race(game, sandbox, options, pace, error);
    alea_sandbox_free(sandbox);
    alea_game_free(game);
    if (status != ALEA_OK) return status;
    out->rounds = bench_rounds(options);
    out->rows = FUEL_ROWS;
    for (unsigned i = 0; i < FUEL_ROWS; i++) {
        bench_row *row = &out->row[i];
        snprintf(row->what, sizeof row->what, "%s", fuel_rows[i].what);
        row->unit = "fuel/ns";
        bench_fill_row(row, pace[i], out->rounds);
        for (unsigned r = 0; r < out->rounds; r++) ratio[r] = pace[i][r] / pace[0][r];
        bench_set_ratio(row, ratio, out->rounds);
        row->at_least = i > 0 ? plan->at_least : 0;
    }
    return ALEA_OK;
}
