#ifndef ALEA_BENCH_PLAN_H
#define ALEA_BENCH_PLAN_H
/* The plans of jobs: the program that measures, and its arguments. */
#include "bench/race.h"

typedef struct bench_plan bench_plan;

struct bench_plan {
    alea_status (*measure)(const bench_plan *, const bench_options *, bench_report *, alea_error *);
    const char *game;
    const char *bot[ALEA_MAX_SEATS + 1]; /* ends with NULL; a file's name is one of files.h */
    bench_play *textbook;
    int hold_at[ALEA_MAX_SEATS]; /* thresholds of the textbook's bots, if they have any */
    int lowest;                  /* of the first player's table, if it is one: see files.h */
    double at_least;             /* the required ratio */
    double at_least_avx2;        /* the required ratio with 32 lanes; 0: the same */
    uint64_t games;              /* of one process */
    alea_objective objective;    /* of what is solved */
    double below;                /* the allowed seconds */
    double tolerance;            /* tolerance of the solution; 0: the default */
    double (*best)(void);        /* a textbook's value of the game; NaN if memory runs out */
};

/* native.c: policies, against a textbook loop. */
alea_status bench_pig(const bench_plan *, const bench_options *, bench_report *, alea_error *);
alea_status bench_pig_pen(const bench_plan *, const bench_options *, bench_report *, alea_error *);
alea_status bench_seats(const bench_plan *, const bench_options *, bench_report *, alea_error *);
/* hosted.c: WebAssembly bots, against the yardstick. */
alea_status bench_hosted(const bench_plan *, const bench_options *, bench_report *, alea_error *);
/* The same against alea's own step path, for components that the yardstick cannot run: those that import WASI. */
alea_status bench_wasi_paths(const bench_plan *, const bench_options *, bench_report *, alea_error *);
/* cores.c: one thread, then two. */
alea_status bench_cores(const bench_plan *, const bench_options *, bench_report *, alea_error *);
/* process.c: `alea run` as a person starts it. */
alea_status bench_whole_process(const bench_plan *, const bench_options *, bench_report *, alea_error *);
alea_status bench_memory(const bench_plan *, const bench_options *, bench_report *, alea_error *);
alea_status bench_solving_process(const bench_plan *, const bench_options *, bench_report *, alea_error *);
alea_status bench_first_contest(const bench_plan *, const bench_options *, bench_report *, alea_error *);
/* exact.c: values, on one thread. Against textbook programs; the checker against the solver; alea alone; by emulated rounding
   against the processor's mode. */
alea_status bench_solve_with_textbook(const bench_plan *, const bench_options *, bench_report *,
                                      alea_error *);
alea_status bench_solve_graph(const bench_plan *, const bench_options *, bench_report *, alea_error *);
alea_status bench_evaluate_pig(const bench_plan *, const bench_options *, bench_report *, alea_error *);
alea_status bench_evaluate_pig_pen(const bench_plan *, const bench_options *, bench_report *, alea_error *);
alea_status bench_verify(const bench_plan *, const bench_options *, bench_report *, alea_error *);
alea_status bench_solve(const bench_plan *, const bench_options *, bench_report *, alea_error *);
alea_status bench_emulation(const bench_plan *, const bench_options *, bench_report *, alea_error *);
/* hog.c. A pair is two strategies in `hold_at`: dice and the margin of Free Bacon (0: none), twice; with `games`, numbers of
   hog_strategies.h instead of dice. A row is the first of `games` numbered strategies against the others. */
alea_status bench_hog_pair(const bench_plan *, const bench_options *, bench_report *, alea_error *);
alea_status bench_hog_best(const bench_plan *, const bench_options *, bench_report *, alea_error *);
alea_status bench_hog_row(const bench_plan *, const bench_options *, bench_report *, alea_error *);
/* hog_contest.c. A contest has `games` entries; `bot` describes them in words. */
alea_status bench_hog_python(const bench_plan *, const bench_options *, bench_report *, alea_error *);
alea_status bench_hog_contest(const bench_plan *, const bench_options *, bench_report *, alea_error *);
/* fuel.c: the time of a unit of fuel. */
alea_status bench_fuel(const bench_plan *, const bench_options *, bench_report *, alea_error *);
/* web_job.c: the engine of the page in Node, and this program with vectors of the same width. */
alea_status bench_web(const bench_plan *, const bench_options *, bench_report *, alea_error *);
/* batch.c: random play of many games side by side, against a loop over alea/game.h. */
alea_status bench_batch(const bench_plan *, const bench_options *, bench_report *, alea_error *);
/* luck.c: the number of games needed to tell two bots apart, with and without the luck of the dice. */
alea_status bench_luck(const bench_plan *, const bench_options *, bench_report *, alea_error *);
/* tournament.c: whole processes; a pair of pure programs, a field of them, and the ranks of an MPI job. */
alea_status bench_pure_pair(const bench_plan *, const bench_options *, bench_report *, alea_error *);
alea_status bench_pure_field(const bench_plan *, const bench_options *, bench_report *, alea_error *);
alea_status bench_ranks(const bench_plan *, const bench_options *, bench_report *, alea_error *);
/* despirala_games.c: what follows a solution. The exact spread of scores on all cores; games under the exact model, against a
   textbook loop. */
alea_status bench_despirala_spread(const bench_plan *, const bench_options *, bench_report *, alea_error *);
alea_status bench_despirala_games(const bench_plan *, const bench_options *, bench_report *, alea_error *);
/* despirala.c: against a textbook program that runs once; a model from its file. */
alea_status bench_despirala(const bench_plan *, const bench_options *, bench_report *, alea_error *);
alea_status bench_despirala_load(const bench_plan *, const bench_options *, bench_report *, alea_error *);
#endif
