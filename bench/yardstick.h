#ifndef ALEA_BENCH_YARDSTICK_H
#define ALEA_BENCH_YARDSTICK_H
/* Pig-Pen between WebAssembly bots as one would host them: fuel counted, and one call of wasmtime's component API for each
   decision, around the textbook game. */
#include "bench/race.h"

typedef struct yardstick yardstick;

/* `bots` are WebAssembly bots that alea has opened; their components are used, whatever the kind of file. `lean` disables
   wasmtime's bookkeeping for asynchronous tasks, which is not needed here and costs as much as the call. */
alea_status yardstick_open(alea_bot *const *bots, unsigned count, bool lean, yardstick **out, alea_error *);
void yardstick_close(yardstick *); /* accepts NULL */

bench_play yardstick_play; /* `user` is a yardstick */
#endif
