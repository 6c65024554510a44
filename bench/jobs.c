#include "bench/plan.h"
#include "bench/textbook.h"

#define THREAD  "processor time of one thread and its workers"
#define PROCESS "processor time of all threads"
#define WALL    "wall time"

/* "MEASURE, GAME, BOTS": the rest by name. */
#define PLAN(...)       \
    &(const bench_plan) \
    {                   \
        __VA_ARGS__     \
    }

/* Processes come first: what a child is charged with starts from what its parent held (getrusage(2), ru_maxrss). */
const bench_job bench_jobs[] = {
    {"memory", "Memory of a whole run between policies", "most that was resident",
     PLAN(bench_memory, "pig", {"hold(20)", "hold(25)"}, .games = 100000000)},
    {"memory-wasm", "Memory of a whole run between WebAssembly bots", "most that was resident",
     PLAN(bench_memory, "pig-pen", {"mod30.wasm", "random.wasm"}, .games = 1000000)},
    {"process", "A million games of Pig-Pen between two WebAssembly bots, the whole process, all cores", WALL,
     PLAN(bench_whole_process, "pig-pen", {"mod30.wasm", "random.wasm"}, .games = 1000000)},
    {"memory-solve", "Pig to 1,000 solved, the whole process", WALL,
     PLAN(bench_solving_process, "pig(goal=1000)", {NULL}, .below = 5)},
    {"pig", "Pig, hold(20) v hold(25)", THREAD,
     PLAN(bench_pig, "pig", {"hold(20)", "hold(25)"}, textbook_pig_hold, {20, 25}, .at_least = 25)},
    {"table", "Pig, a table (20 to 30) v hold(20)", THREAD,
     PLAN(bench_pig, "pig", {"table:", "hold(20)"}, textbook_pig_table, {0, 20}, .lowest = 20,
          .at_least = 10)},
    {"table-low", "Pig, a table (4 to 14) v hold(20)", THREAD,
     PLAN(bench_pig, "pig", {"table:", "hold(20)"}, textbook_pig_table, {0, 20}, .lowest = 4,
          .at_least = 10)},
    {"keep-pace", "Pig, keep-pace v hold(20)", THREAD,
     PLAN(bench_pig, "pig", {"keep-pace", "hold(20)"}, textbook_pig_keep_pace, {0, 20}, .lowest = 0)},
    {"pig-pen", "Pig-Pen, hold(20) v hold(25)", THREAD,
     PLAN(bench_pig_pen, "pig-pen", {"hold(20)", "hold(25)"}, textbook_pig_pen_hold, {20, 25},
          .at_least = 25)},
    {"pig-pen-4", "Pig-Pen, four players", THREAD,
     PLAN(bench_pig_pen, "pig-pen", {"hold(20)", "hold(25)", "hold(15)", "hold(30)"}, textbook_pig_pen_hold,
          {20, 25, 15, 30}, .lowest = 0)},
    {"wasm", "Pig-Pen between two WebAssembly components, fuel on", THREAD,
     PLAN(bench_hosted, "pig-pen", {"mod30.wasm", "random.wasm"}, .at_least = 12)},
    {"wasm-c", "Pig-Pen between the example bots in C, fuel on", THREAD,
     PLAN(bench_hosted, "pig-pen", {"c-chaser.wasm", "c-random.wasm"}, .at_least = 12)},
    {"wasm-wasi", "Pig-Pen between components that import WASI, fuel on", THREAD,
     PLAN(bench_wasi_paths, "pig-pen", {"wasi.wasm", "wasi.wasm"}, .at_least = 5)},
    {"cores", "A second core, policies", WALL,
     PLAN(bench_cores, "pig", {"hold(20)", "hold(25)"}, .at_least = 1.7, .games = 10000000)},
    {"cores-wasm", "A second core, WebAssembly bots", WALL,
     PLAN(bench_cores, "pig-pen", {"mod30.wasm", "random.wasm"}, .at_least = 1.7, .games = 100000)},
    {"solve", "Pig solved to 1e-12, with its proof", THREAD,
     PLAN(bench_solve_pig, "pig", {NULL}, .at_least = 60, .tolerance = 1e-12)},
    {"evaluate", "Exact result of hold(20) v hold(25) in Pig, both seats", THREAD,
     PLAN(bench_evaluate_pig, "pig", {"hold(20)", "hold(25)"}, .hold_at = {20, 25}, .at_least = 60)},
    {"solve-two-dice", "Two-Dice Pig solved", THREAD,
     PLAN(bench_solve, "two-dice-pig", {NULL}, .below = 0.2)},
    {"solve-pig-pen", "Pig-Pen for two solved, money", THREAD,
     PLAN(bench_solve, "pig-pen(players=2)", {NULL}, .objective = ALEA_MONEY, .below = 3, .tolerance = 1e-9)},
    {"solve-solitaire", "Pig Solitaire in 12 turns solved", THREAD,
     PLAN(bench_solve, "pig-solitaire(turns=12)", {NULL}, .below = 0.01)},
    {"solve-1000", "Pig to 1,000 solved to 1e-11", THREAD,
     PLAN(bench_solve, "pig(goal=1000)", {NULL}, .below = 5, .tolerance = 1e-11)},
    {"verify", "Pig to 100 checked", PROCESS, PLAN(bench_verify, "pig", {NULL}, .at_least = 1.0 / 8)},
    {"verify-1000", "Pig to 1,000 checked", PROCESS,
     PLAN(bench_verify, "pig(goal=1000)", {NULL}, .at_least = 1.0 / 8)},
    {"verify-pig-pen", "Pig-Pen for two, money, checked", PROCESS,
     PLAN(bench_verify, "pig-pen(players=2)", {NULL}, .objective = ALEA_MONEY, .at_least = 1.0 / 8,
          .tolerance = 1e-9)},
    {"emulated-pig", "Pig solved with emulated rounding", THREAD,
     PLAN(bench_emulation, "pig", {NULL}, .tolerance = 1e-12)},
    {"emulated-two-dice", "Two-Dice Pig solved with emulated rounding", THREAD,
     PLAN(bench_emulation, "two-dice-pig", {NULL}, .tolerance = 1e-12)},
    {"emulated-pig-pen", "Pig-Pen for two solved with emulated rounding, money", THREAD,
     PLAN(bench_emulation, "pig-pen(players=2)", {NULL}, .objective = ALEA_MONEY, .tolerance = 1e-9)},
    {"emulated-solitaire", "Pig Solitaire in 12 turns solved with emulated rounding", THREAD,
     PLAN(bench_emulation, "pig-solitaire(turns=12)", {NULL}, .tolerance = 0)},
    {"emulated-hog", "Hog solved with emulated rounding, which it does not need", THREAD,
     PLAN(bench_emulation, "hog", {NULL}, .tolerance = 0)},
    {"emulated-despirala", "Despirala solved with emulated rounding, which it does not need", THREAD,
     PLAN(bench_emulation, "despirala", {NULL}, .objective = ALEA_SCORE)},
    {"solve-graph", "Pig told as a graph in Lua, solved", THREAD,
     PLAN(bench_solve, "pig-graph.lua", {NULL}, .below = 2)},
    {"hog-pair", "Exact result of always(4) v always(6) in Hog, both seats, Time Trot on", THREAD,
     PLAN(bench_hog_pair, "hog", {NULL}, .hold_at = {4, 0, 6, 0}, .at_least = 40)},
    {"hog-pair-bacon", "The same of bacon(8,5) v bacon(6,4)", THREAD,
     PLAN(bench_hog_pair, "hog", {NULL}, .hold_at = {5, 8, 4, 6})},
    {"hog-pair-calm", "Exact result of always(4) v always(6), Time Trot off", THREAD,
     PLAN(bench_hog_pair, "hog(time_trot=false)", {NULL}, .hold_at = {4, 0, 6, 0}, .at_least = 8)},
    {"hog-best", "Hog solved for the full information, Time Trot on", THREAD,
     PLAN(bench_hog_best, "hog", {NULL}, .at_least = 70)},
    {"hog-best-calm", "Hog solved, Time Trot off", THREAD,
     PLAN(bench_hog_best, "hog(time_trot=false)", {NULL}, .at_least = 8)},
    {"hog-python", "A strategy in Python, from its file to a checked table", THREAD,
     PLAN(bench_hog_python, "hog", {NULL}, .below = 0.04)},
    {"hog-contest", "A contest between strategies in Python, Time Trot on, two threads", WALL,
     PLAN(bench_hog_contest, "hog", {NULL}, .games = 400, .below = 45)},
    {"despirala", "Despirala solved, with its proof", THREAD,
     PLAN(bench_despirala, "despirala", {NULL}, .at_least = 30)},
    {"despirala-misere", "Despirala for the fewest points solved, with its proof", THREAD,
     PLAN(bench_despirala, "despirala(misere=true)", {NULL}, .at_least = 40)},
    {"despirala-spread", "The exact spread of Despirala's scores, after solving, all cores", WALL,
     PLAN(bench_despirala_spread, "despirala", {"optimal"}, .below = 4)},
    {"despirala-games", "A million games of Despirala under the exact model, decisions worked out", THREAD,
     PLAN(bench_despirala_games, "despirala", {"optimal"}, .games = 1000000, .below = 1 / 1.2)},
    {"despirala-load", "A saved model of Despirala and its first answer", WALL,
     PLAN(bench_despirala_load, "despirala", {NULL}, .below = 0.05)},
    {NULL, NULL, NULL, NULL},
};

alea_status bench_measure(const bench_job *job, const bench_options *options, bench_report *out,
                          alea_error *error)
{
    *out = (bench_report){0};
    return job->plan->measure(job->plan, options, out, error);
}
