/* Hog: a Python strategy, and whole contests. */
#include "bench/duel.h"
#include "bench/files.h"
#include "bench/hog_strategies.h"
#include "bench/match.h"

#include <alea/contest.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- a strategy in Python ---------------------------------------------------------------------------- */

/* Returns the component in which Python runs, beside the program in its build folder, or NULL. */
static const char *python_beside(const char *program, char path[BENCH_PATH])
{
    const char *slash = strrchr(program, '/');
    snprintf(path, BENCH_PATH, "%.*s/python.wasm", slash ? (int)(slash - program) : 1, slash ? program : ".");
    return access(path, R_OK) == 0 ? path : NULL;
}

alea_status bench_open_python(const bench_options *options, alea_sandbox **out, alea_error *error)
{
    char path[BENCH_PATH];
    const char *python = python_beside(options->program, path);
    if (!python)
        return bench_fail(error, ALEA_E_FILE, "There is no python.wasm beside %s.", options->program);
    return bench_sandbox_open(options, python, out, error);
}

typedef struct script {
    const alea_game *game;
    alea_sandbox *sandbox;
    char path[BENCH_PATH];
} script;

static alea_status open_script(const void *user, double numbers[BENCH_MOST_CHECKS], alea_error *error)
{
    const script *s = user;
    alea_bot *bot;
    (void)numbers;
    alea_status status = alea_bot_open(s->game, s->path, s->sandbox, &bot, error);
    if (status == ALEA_OK) alea_bot_free(bot);
    return status;
}

static alea_status time_script(const script *s, const bench_plan *plan, const bench_options *options,
                               bench_report *out, alea_error *error)
{
    const bench_contender alea = {"", open_script, s, false};
    double seconds[BENCH_MOST_ROUNDS], numbers[BENCH_MOST_CHECKS];
    alea_status status = open_script(s, numbers, error); /* compiles Python */
    out->rounds = bench_rounds(options);
    for (unsigned round = 0; round < out->rounds && status == ALEA_OK; round++) {
        if (bench_stopped(options, round, out->rounds, error)) return ALEA_E_STOPPED;
        status = bench_time_one(&alea, bench_with_workers(s->sandbox), &seconds[round], numbers, error);
    }
    if (status != ALEA_OK) return status;
    bench_row *row = &out->row[0];
    out->rows = 1;
    bench_fill_row(row, seconds, out->rounds);
    row->unit = "s";
    row->below = plan->below;
    snprintf(row->what, sizeof row->what, "from the file to a table asked three times");
    return ALEA_OK;
}

alea_status bench_hog_python(const bench_plan *plan, const bench_options *options, bench_report *out,
                             alea_error *error)
{
    script s = {.game = NULL};
    alea_game *game = NULL;
    alea_status status = alea_game_open(plan->game, &game, error);
    s.game = game;
    if (status == ALEA_OK) status = bench_open_python(options, &s.sandbox, error);
    if (status == ALEA_OK) status = bench_hog_write(options->folder, 0, true, error);
    snprintf(s.path, sizeof s.path, "%s/s000.py", options->folder);
    if (status == ALEA_OK) status = time_script(&s, plan, options, out, error);
    alea_sandbox_free(s.sandbox);
    alea_game_free(game);
    return status;
}

/* ---- a contest ---------------------------------------------------------------------------------------- */

static alea_status write_entries(const char *folder, unsigned count, bool python, alea_error *error)
{
    alea_status status = ALEA_OK;
    if (mkdir(folder, 0777) != 0)
        return bench_fail(error, ALEA_E_WRITE, "Cannot make %s: %s.", folder, strerror(errno));
    for (unsigned i = 0; i < count && status == ALEA_OK; i++)
        status = bench_hog_write(folder, i, python, error);
    return status;
}

/* Seconds of a contest: on the clock, and of processor time. */
typedef struct lap {
    double wall, work;
} lap;

/* Fails if a contest computed fewer pairs than it has, because the row would then be wrong. */
static alea_status report_contest(const alea_contest *contest, const bench_plan *plan, const lap *seconds,
                                  bench_report *out, alea_error *error)
{
    bench_row *row = out->row;
    if (contest->pairs_computed != (uint64_t)contest->count * (contest->count - 1) / 2)
        return bench_fail(error, ALEA_E_STATE, "Only %llu pairs of %u entries were different.",
                          (unsigned long long)contest->pairs_computed, contest->count);
    out->rounds = 1;
    out->rows = 2;
    bench_fill_row(&row[0], &seconds->wall, 1);
    bench_fill_row(&row[1], &seconds->work, 1);
    row[0].unit = row[1].unit = "s";
    row[0].below = contest->count == plan->games ? plan->below : 0;
    snprintf(row[0].what, sizeof row[0].what, "%u different %s, %llu pairs, two threads", contest->count,
             plan->bot[0], (unsigned long long)contest->pairs);
    snprintf(row[1].what, sizeof row[1].what, "processor time of its threads together");
    snprintf(row[1].note, sizeof row[1].note, "%.3g ms a pair", 1e3 * seconds->work / (double)contest->pairs);
    return ALEA_OK;
}

static alea_status hold_contest(const alea_game *game, alea_sandbox *sandbox, const char *folder,
                                const bench_plan *plan, bench_report *out, alea_error *error)
{
    alea_contest *contest;
    const lap before = {bench_seconds(true), bench_all_threads()};
    alea_status status =
        alea_contest_run(game, &folder, 1, sandbox, &(alea_contest_options){.threads = 2}, &contest, error);
    const lap seconds = {bench_seconds(true) - before.wall, bench_all_threads() - before.work};
    if (status != ALEA_OK) return status;
    status = report_contest(contest, plan, &seconds, out, error);
    alea_contest_free(contest);
    return status;
}

/* Entries are strategies in Python if the plan says so, else tables. */
alea_status bench_hog_contest(const bench_plan *plan, const bench_options *options, bench_report *out,
                              alea_error *error)
{
    char folder[BENCH_PATH];
    alea_game *game = NULL;
    alea_sandbox *sandbox = NULL;
    const bool python = strstr(plan->bot[0], "Python") != NULL;
    const unsigned count = (unsigned)(options->quick ? plan->games / 4 : plan->games);
    snprintf(folder, sizeof folder, "%s/%s", options->folder, python ? "scripts" : "tables");
    alea_status status = alea_game_open(plan->game, &game, error);
    if (status == ALEA_OK && python) status = bench_open_python(options, &sandbox, error);
    if (status == ALEA_OK) status = write_entries(folder, count, python, error);
    if (status == ALEA_OK) status = hold_contest(game, sandbox, folder, plan, out, error);
    alea_sandbox_free(sandbox);
    alea_game_free(game);
    return status;
}
