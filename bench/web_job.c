/* Compares the engine in the browser, run by Node, with this program at the same width of vectors: the same requests, whose
   answers must have the same bits. */
#include "base/kernel.h"
#include "bench/duel.h"
#include "bench/match.h"
#include "bench/web_engine.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { VECTOR_BYTES = 16, WEB_NUMBERS = 2, WEB_GAMES = 4000000, WEB_QUICK_GAMES = 400000 };

/* A request for both sides. */
typedef struct web_task {
    const char *what, *game;
    bool match; /* between the bots of the plan; else the game is solved */
    alea_objective objective;
    double below; /* wanted limit for the milliseconds in Node; 0: none */
} web_task;

static const web_task web_tasks[] = {
    {"games of Pig", "pig", .match = true},
    {"Pig solved", "pig", .below = 15},
    {"Hog solved", "hog", .below = 15},
    {"Despirala solved", "despirala", .objective = ALEA_SCORE, .below = 1000},
};
enum { WEB_TASKS = sizeof web_tasks / sizeof *web_tasks, WEB_ROWS = 2 * WEB_TASKS };
_Static_assert((int)WEB_ROWS <= (int)BENCH_MOST_ROWS, "every task has two rows");

/* A task of one measurement. */
typedef struct web_work {
    const web_task *task;
    const bench_plan *plan;
    const bench_options *options;
    uint64_t games;
} web_work;

/* ---- what is answered ------------------------------------------------------------------------------------ */

/* The numbers of an answer to compare: the first bot's wins and all turns, or the bounds. NaN for missing ones. */
static void web_read_numbers(const web_work *work, const json_t *answer, double out[WEB_NUMBERS])
{
    const json_t *standing, *wins = NULL;
    size_t at;
    json_array_foreach(json_object_get(answer, "standings"), at, standing)
    {
        const char *bot = json_string_value(json_object_get(standing, "bot"));
        if (bot && strcmp(bot, work->plan->bot[0]) == 0) wins = json_object_get(standing, "wins");
    }
    const json_t *const number[] = {work->task->match ? wins : json_object_get(answer, "lower"),
                                    json_object_get(answer, work->task->match ? "turns" : "upper")};
    for (unsigned i = 0; i < WEB_NUMBERS; i++)
        out[i] = json_is_number(number[i]) ? json_number_value(number[i]) : NAN;
}

/* ---- this program ---------------------------------------------------------------------------------------- */

/* A task with its game and bots open. */
typedef struct web_opened {
    const web_work *work;
    bench_match match; /* without bots if the game is solved */
} web_opened;

static alea_status web_solve_here(const web_opened *here, double numbers[BENCH_MOST_CHECKS],
                                  alea_error *error)
{
    alea_table *table;
    alea_table_facts facts;
    const alea_solve_options how = {.threads = 1};
    alea_status status = alea_table_solve(here->match.game, here->work->task->objective, &how, &table, error);
    if (status != ALEA_OK) return status;
    alea_table_get_facts(table, &facts);
    numbers[0] = facts.start.lower;
    numbers[1] = facts.start.upper;
    alea_table_free(table);
    return ALEA_OK;
}

static alea_status web_play_here(const web_opened *here, double numbers[BENCH_MOST_CHECKS], alea_error *error)
{
    const bench_match *m = &here->match;
    alea_run_result *result;
    const alea_run_options how = {.games = here->work->games, .seed = 1, .seed_given = true, .threads = 1};
    alea_status status = alea_run_match(m->game, m->bot, m->players, &how, &result, error);
    if (status != ALEA_OK) return status;
    numbers[0] = (double)result->standing[0].wins;
    numbers[1] = (double)result->turns;
    alea_run_result_free(result);
    return ALEA_OK;
}

static alea_status web_work_here(const void *user, double numbers[BENCH_MOST_CHECKS], alea_error *error)
{
    const web_opened *here = user;
    return here->work->task->match ? web_play_here(here, numbers, error)
                                   : web_solve_here(here, numbers, error);
}

/* Seconds of one run with vectors of 128 bits. Opening the game does not count. */
static alea_status web_time_here(const web_work *work, double *seconds, double *numbers, alea_error *error)
{
    web_opened here = {.work = work};
    const bench_contender contender = {"", web_work_here, &here, false};
    alea_status status = work->task->match ? bench_match_open(&here.match, work->task->game, work->plan->bot,
                                                              work->options, error)
                                           : alea_game_open(work->task->game, &here.match.game, error);
    if (status != ALEA_OK) return status;
    alea__limit_lane_bytes(VECTOR_BYTES);
    status = bench_time_one(&contender, NULL, seconds, numbers, error);
    alea__limit_lane_bytes(0);
    bench_match_close(&here.match);
    return status;
}

/* ---- the engine ------------------------------------------------------------------------------------------ */

static alea_status web_time_engine(const web_work *work, web_engine *engine, double fill, double *seconds,
                                   double numbers[WEB_NUMBERS], alea_error *error)
{
    char request[256];
    json_t *answer;
    const web_task *task = work->task;
    if (task->match)
        snprintf(request, sizeof request,
                 "{\"do\":\"run\",\"game\":\"%s\",\"bots\":[\"%s\",\"%s\"],\"games\":%llu,\"seed\":1}",
                 task->game, work->plan->bot[0], work->plan->bot[1], (unsigned long long)work->games);
    else
        snprintf(request, sizeof request, "{\"do\":\"solve\",\"game\":\"%s\",\"for\":\"%s\"}", task->game,
                 alea_objective_name(task->objective));
    const alea_status status = web_engine_ask(engine, request, fill, seconds, &answer, error);
    if (status != ALEA_OK) return status;
    web_read_numbers(work, answer, numbers);
    json_decref(answer);
    return ALEA_OK;
}

/* ---- the job --------------------------------------------------------------------------------------------- */

typedef struct web_rounds {
    const bench_plan *plan;
    const bench_options *options;
    web_engine engine;
    double here[WEB_TASKS][BENCH_MOST_ROUNDS], there[WEB_TASKS][BENCH_MOST_ROUNDS]; /* seconds */
} web_rounds;

static alea_status web_compare(const web_task *task, const double here[WEB_NUMBERS],
                               const double there[WEB_NUMBERS], alea_error *error)
{
    for (unsigned i = 0; i < WEB_NUMBERS; i++) {
        if (here[i] == there[i]) continue;
        return bench_fail(
            error, ALEA_E_STATE,
            "%s: the engine in Node answers %.17g and this program %.17g, and the ratio of their "
            "speeds means nothing. If alea has changed since, `make web` builds the engine anew.",
            task->what, there[i], here[i]);
    }
    return ALEA_OK;
}

/* Both sides of a task, one after the other. The engine's functions are optimised once they have run for a while. */
static alea_status web_time_task(web_rounds *r, unsigned task, unsigned round, alea_error *error)
{
    const double fill = 0.05, warming = r->options->quick ? 0.3 : 1;
    const web_work work = {&web_tasks[task], r->plan, r->options,
                           r->options->quick ? WEB_QUICK_GAMES : WEB_GAMES};
    double here[BENCH_MOST_CHECKS], there[WEB_NUMBERS];
    alea_status status = ALEA_OK;
    if (round == 0)
        status = web_time_engine(&work, &r->engine, warming, &r->there[task][round], there, error);
    if (status == ALEA_OK) status = web_time_here(&work, &r->here[task][round], here, error);
    if (status == ALEA_OK)
        status = web_time_engine(&work, &r->engine, fill, &r->there[task][round], there, error);
    return status == ALEA_OK ? web_compare(work.task, here, there, error) : status;
}

/* A row: games a second, or milliseconds. */
static void web_fill_row(const web_rounds *r, unsigned task, bool engine, bench_report *out)
{
    const web_task *t = &web_tasks[task];
    double sample[BENCH_MOST_ROUNDS], ratio[BENCH_MOST_ROUNDS];
    bench_row *row = &out->row[2 * task + engine];
    const double games = r->options->quick ? WEB_QUICK_GAMES : WEB_GAMES;
    for (unsigned i = 0; i < out->rounds; i++) {
        const double seconds = engine ? r->there[task][i] : r->here[task][i];
        sample[i] = t->match ? games / seconds : 1e3 * seconds;
        ratio[i] = r->here[task][i] / seconds;
    }
    bench_fill_row(row, sample, out->rounds);
    bench_set_ratio(row, ratio, out->rounds);
    row->unit = t->match ? "games/s" : "ms";
    row->at_least = engine && t->match ? r->plan->at_least : 0;
    row->below = engine ? t->below : 0;
    snprintf(row->what, sizeof row->what, "%s, %s", t->what, engine ? "in Node" : "natively, 128 bits");
}

alea_status bench_web(const bench_plan *plan, const bench_options *options, bench_report *out,
                      alea_error *error)
{
    web_rounds r = {.plan = plan, .options = options};
    alea_status status = web_engine_start(options, &r.engine, error);
    out->rounds = bench_rounds(options);
    for (unsigned i = 0; i < out->rounds * WEB_TASKS && status == ALEA_OK; i++) {
        if (bench_stopped(options, i, out->rounds * WEB_TASKS, error))
            status = ALEA_E_STOPPED;
        else
            status = web_time_task(&r, i % WEB_TASKS, i / WEB_TASKS, error);
    }
    web_engine_end(&r.engine);
    if (status != ALEA_OK) return status;
    out->rows = WEB_ROWS;
    for (unsigned row = 0; row < WEB_ROWS; row++) web_fill_row(&r, row / 2, row % 2 == 1, out);
    snprintf(out->checked, sizeof out->checked, "bounds, wins and turns agree to the last bit");
    return ALEA_OK;
}
