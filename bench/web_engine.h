#ifndef ALEA_BENCH_WEB_ENGINE_H
#define ALEA_BENCH_WEB_ENGINE_H
/* The engine that `make web` built, in a process of Node that answers requests and reports their time. */
#include "bench/bench.h"

#include <jansson.h>
#include <stdio.h>
#include <sys/types.h>

typedef struct web_engine {
    pid_t process;
    FILE *requests, *answers;
} web_engine;

/* ALEA_E_UNKNOWN: `make web` has not been run in the build folder of the program, or in the one above it. */
alea_status web_engine_start(const bench_options *, web_engine *out, alea_error *);
void web_engine_end(web_engine *);
/* Repeats a request, a JSON object whose answer has `seconds`, until they add up to at least `seconds` of processor time.
   *took is the time of one run. The caller frees *answer with json_decref. */
alea_status web_engine_ask(web_engine *, const char *request, double seconds, double *took, json_t **answer,
                           alea_error *);
#endif
