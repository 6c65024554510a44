#ifndef ALEA_BENCH_FILES_H
#define ALEA_BENCH_FILES_H
/* Files that the jobs' bots are in, made in the private folder. */
#include "bench/plan.h"

/* A table whose thresholds depend on both scores: lowest + (7 own + 3 other) mod 11. */
int bench_table_entry(int lowest, int own, int other);

/* The bots of a plan as alea takes them. `table:` becomes a table of the plan's lowest entry; `mod30.wasm` and `random.wasm`
   become the two original components, and `wasi.wasm` one that imports WASI; `c-….wasm` is one of the example bots, beside the
   program, and `pure/….wasm` one of the tests' bots there. */
typedef struct bench_bots {
    const char *spec[ALEA_MAX_SEATS + 1]; /* ends with NULL */
    char text[ALEA_MAX_SEATS][BENCH_PATH];
} bench_bots;
alea_status bench_bots_make(const bench_plan *, const bench_options *, bench_bots *, alea_error *);
/* The file of a bot: a built one, or one made from a text inside the program, such as `pure/wat_timid.wat`. Fails with
   ALEA_E_UNKNOWN if it was not built. */
alea_status bench_find_bot(const char *name, const bench_options *, char out[BENCH_PATH], alea_error *);
/* The game of a plan as alea takes it: `pig-graph.lua` becomes the file of tests/rules. */
alea_status bench_game(const char *game, const bench_options *, char out[BENCH_PATH], alea_error *);
#endif
